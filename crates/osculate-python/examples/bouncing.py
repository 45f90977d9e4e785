"""Balls that bounce in a box, and the last frame as a picture: in a notebook, `frame()` shows it.

    python examples/bouncing.py [PICTURE.svg]

Within a frame each ball goes straight, until `first_impact` says that something is met: nothing is
passed through, however fast it goes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from osculate import BodyId, Motion, Pose, Scene, Shape
from osculate.drawn import svg

FRAME, GRAVITY, BOUNCE = 1 / 60, np.array([0.0, 0.0, -9.81]), 0.9
BALL = Shape.ball(0.1)


class World:
    """Five balls over a floor, between four walls."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.floor = Shape.cuboid((1, 1, 0.05))
        self.scene.add(self.floor, Pose((0, 0, -0.05)), kind="static")
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            half = (0.05 + abs(y), 0.05 + abs(x), 2)
            self.scene.add(Shape.cuboid(half), Pose((1.1 * x, 1.1 * y, 2)), kind="static")
        generator = np.random.default_rng(0)
        self.velocities: dict[BodyId, np.ndarray] = {}
        for k in range(5):
            ball = self.scene.add(BALL, Pose((0.4 * k - 0.8, 0.1 * k, 1 + 0.3 * k)))
            self.velocities[ball] = generator.normal(size=3) * 3

    def step(self) -> int:
        """A frame; how often something was met in it."""
        met, left = 0, FRAME
        for ball in self.velocities:
            self.velocities[ball] = self.velocities[ball] + GRAVITY * FRAME
        while left > 1e-9 and met < 50:
            motions = {
                ball: Motion(self.scene.pose(ball), way) for ball, way in self.velocities.items()
            }
            found = self.scene.first_impact(motions, until=left, ignoring_opening=True)
            time = left if found is None else min(found[2].lower, left)
            self.scene.set_poses({ball: of.pose_at(time) for ball, of in motions.items()})
            left -= time
            if found is None or found[2].hit is None or found[2].hit.normal is None:
                break
            self.bounce(found[0], found[1], found[2].hit.normal)
            met += 1
        return met

    def bounce(self, a: BodyId, b: BodyId, normal: np.ndarray) -> None:
        """Two balls of one mass swap what they have along the normal; a wall gives it back."""
        none = np.zeros(3)
        gap = float((self.velocities.get(b, none) - self.velocities.get(a, none)) @ normal)
        moved = [body for body in (a, b) if body in self.velocities]
        push = -(1 + BOUNCE) * gap / len(moved) * normal
        for body in moved:
            self.velocities[body] = self.velocities[body] + (push if body == b else -push)

    def frame(self) -> str:
        """The balls over the floor, as SVG."""
        balls = [(BALL, self.scene.pose(ball)) for ball in self.velocities]
        return svg([(self.floor, Pose((0, 0, -0.05))), *balls])


def main() -> None:
    """Ten seconds."""
    world = World()
    met = sum(world.step() for _ in range(600))
    places = np.array([world.scene.pose(ball).translation for ball in world.velocities])
    inside = bool((np.abs(places[:, :2]) < 1.0).all() and (places[:, 2] > 0.0).all())
    print(f"{met} bounces; all balls are in the box: {inside}")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(world.frame())


if __name__ == "__main__":
    main()
