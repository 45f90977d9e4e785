"""Plans a way for a robot from one posture to another: a small RRT whose edges are proved.

    python examples/plan.py [ROBOT.urdf] [PACKAGE_FOLDER]

Each edge of the tree is asked of `check_path`, so the way that is found is free between its
postures too.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osculate.robot import Robot, from_urdf, random_postures

Posture = NDArray[np.float64]


def plan(robot: Robot, start: Posture, goal: Posture, step: float = 0.6) -> list[Posture] | None:
    """A way from start to goal, or None if none is found in a thousand tries."""
    tree, parents = [start], [-1]
    wishes = random_postures(robot, 1000, seed=1)
    for k, wish in enumerate(wishes):
        target = goal if k % 4 == 0 else wish
        nearest = int(np.argmin(np.linalg.norm(np.array(tree) - target, axis=1)))
        way = target - tree[nearest]
        length = float(np.linalg.norm(way))
        there = target if length <= step else tree[nearest] + way * (step / length)
        if robot.check(there[None])[0] or robot.check_path(tree[nearest], there) is not None:
            continue
        tree.append(there)
        parents.append(nearest)
        if np.array_equal(there, goal):
            found, at = [], len(tree) - 1
            while at >= 0:
                found.append(tree[at])
                at = parents[at]
            return found[::-1]
    return None


def main() -> None:
    """Plans between two free postures of a robot."""
    own = Path(__file__).parent.parent / "tests" / "robot_arm.urdf"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else own
    robot = from_urdf(path, package_path=list(sys.argv[2:]))
    postures = random_postures(robot, 200)
    free = postures[~robot.check(postures)]
    way = plan(robot, free[0], free[1])
    if way is None:
        print("no way is found")
        return
    print(f"{robot}: a way of {len(way)} postures, proved to be free")
    for posture in way:
        print("  ", np.round(posture, 3))


if __name__ == "__main__":
    main()
