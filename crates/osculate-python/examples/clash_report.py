"""A clash report of an assembly: what overlaps, how deep, and what is nearer than a clearance.

    python examples/clash_report.py [SCENE ...]

Files are read by trimesh, if it is installed; without a file, a small assembly is made here.
"""

from __future__ import annotations

import sys

from osculate import Body, Pose, Shape
from osculate.trimesh import CollisionManager, scene_to_collision

CLEARANCE = 0.05


def made() -> CollisionManager:
    """A shaft in a plate, a cover that sits too deep, and a bolt that is too near."""
    manager = CollisionManager()
    plate = Body.compound(
        [(Shape.cuboid((1, 0.4, 0.1)), Pose((0, 0.6, 0))),
         (Shape.cuboid((1, 0.4, 0.1)), Pose((0, -0.6, 0)))]
    )  # fmt: skip
    manager.add_object("plate", plate)
    manager.add_object("shaft", Shape.cylinder(1, 0.15, axis="z"))
    manager.add_object("cover", Shape.cuboid((0.5, 0.5, 0.1)), Pose((0, 0.6, 0.19)))
    manager.add_object("bolt", Shape.capsule(0.3, 0.05, axis="z"), Pose((0.22, 0, 0.8)))
    return manager


def main() -> None:
    """Prints the report."""
    if len(sys.argv) > 1:
        import trimesh

        manager, _ = scene_to_collision(trimesh.load_scene(sys.argv[1]))
    else:
        manager = made()
    names = {manager.body(name): name for name in manager.names()}
    for a, b, gap in manager.scene.pairs_within(CLEARANCE):
        signed = manager.scene.separation(a, b).distance
        what = "clash" if signed.upper < 0 else "touch" if gap.lower <= 0 else "near"
        print(f"{what:<6} {names[a]!s:<8} {names[b]!s:<8} {signed}")


if __name__ == "__main__":
    main()
