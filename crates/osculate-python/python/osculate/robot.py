"""Robots: a URDF or MJCF file, with its SRDF file, asked about postures and the ways between them.

    robot = from_urdf("panda.urdf")
    robot.check(q)                 # which of these postures clash? (n, joints) to (n,)
    robot.distances(q)             # how far apart are all pairs of links? to (n, pairs, 3)
    robot.check_path(q0, q1)       # None: proved to be free, between samples too

Pairs of links that joints connect, and those that the SRDF file disables, are not asked about.
`sampled` finds more that need not be: those that touch always, or never.
"""

from __future__ import annotations

from os import PathLike
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ._osculate import Robot

__all__ = ["Robot", "from_urdf", "random_postures", "sampled"]


def from_urdf(
    path: str | PathLike[str],
    srdf: str | PathLike[str] | None = None,
    *,
    packages: dict[str, str | PathLike[str]] | None = None,
    package_path: list[str | PathLike[str]] | None = None,
    root: str | PathLike[str] | None = None,
    state: str | None = None,
    meshes: Literal["as_they_are", "pieces", "hulls"] = "as_they_are",
) -> Robot:
    """Reads a robot, of URDF or of MJCF as the ending of the file says.

    Its SRDF file is found beside it if none is given. Files of a package (`package://NAME/...`) are
    looked for in the folders above the robot's, and in those of `package_path`; `packages` says
    where one is. `meshes` says what stands for meshes that are not convex.
    """
    return Robot.read(
        path, srdf=srdf, packages=packages, package_path=package_path, root=root, state=state,
        meshes=meshes,
    )  # fmt: skip


def random_postures(robot: Robot, count: int, seed: int = 0) -> NDArray[np.float64]:
    """Postures drawn evenly between the limits of the joints, always the same ones. A joint without
    limits is drawn from a whole turn."""
    lower, upper = robot.limits.T
    lower, upper = np.maximum(lower, -np.pi), np.minimum(upper, np.pi)
    return np.random.default_rng(seed).uniform(lower, upper, size=(count, len(robot.joints)))


def sampled(robot: Robot, count: int = 10_000, seed: int = 0, threads: int = 1) -> Robot:
    """The robot without the pairs of links that touch in all of so many postures, or in none, or
    where the robot stands as it was read.

    A pair that touches in no posture that was drawn may still touch in another: that is as far as
    sampling goes. `robot.disabled` tells each pair and why.
    """
    touching = robot.touching(random_postures(robot, count, seed), threads=threads)
    at_start = robot.touching(robot.stands[None])[0]
    always, never = touching.all(axis=0) & at_start, ~touching.any(axis=0) & ~at_start
    meant = {"Always": always, "Default": at_start & ~always, "Never": never}
    names = robot.pairs
    for reason, which in meant.items():
        robot = robot.ignoring([names[k] for k in np.flatnonzero(which)], reason)
    return robot
