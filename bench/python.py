"""Times of the Python package, beside doing nothing, the Rust loop, python-fcl and Coal.

    python bench/python.py [--quick] [--robot ROBOT.urdf] [--package-path FOLDER]

Contenders take turns, each for a slice, and medians of thread CPU time are printed. python-fcl and
coal are measured if they are installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time

import numpy as np

import osculate
from osculate import Pose, Shape


def medians(contenders, rounds, count):
    """The median time of one call of each, in nanoseconds: they take turns."""
    times = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            start = time.thread_time_ns()
            for _ in range(count):
                call()
            times[name].append((time.thread_time_ns() - start) / count)
    return {name: statistics.median(of) for name, of in times.items()}


def shown(title, times, bars=()):
    """A table, and each bar with its figure."""
    print(f"\n{title}")
    for name, of in times.items():
        print(f"  {name:<44} {of:12.1f}")
    for text, figure, bar in bars:
        print(f"  {text:<44} {figure:12.3f}  (at most {bar})")


def nothing(a, b, pose_a=None, pose_b=None, /):
    """What a call costs by itself."""


def has(name):
    return importlib.util.find_spec(name) is not None


def single(rounds, count):
    """One call of box and ball, near each other."""
    box, ball = Shape.cuboid((0.5, 0.5, 0.5)), Shape.ball(0.5)
    pose, world = Pose((1.3, 0.2, 0.1)), Pose()
    contenders = {
        "nothing": lambda: nothing(box, ball, world, pose),
        "osculate.intersects": lambda: osculate.intersects(box, ball, world, pose),
        "osculate.distance": lambda: osculate.distance(box, ball, world, pose),
        "osculate.closest": lambda: osculate.closest(box, ball, world, pose),
    }
    if has("fcl"):
        import fcl

        a, b = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Sphere(0.5))
        b.setTranslation(np.array([1.3, 0.2, 0.1]))
        request, result = fcl.DistanceRequest(), fcl.DistanceResult()
        contenders["python-fcl distance"] = lambda: fcl.distance(a, b, request, result)
    if has("coal"):
        import coal

        a_, b_ = coal.Box(1, 1, 1), coal.Sphere(0.5)
        at, there = coal.Transform3s(), coal.Transform3s()
        there.setTranslation(np.array([1.3, 0.2, 0.1]))
        request_, result_ = coal.DistanceRequest(), coal.DistanceResult()
        contenders["coal distance"] = lambda: coal.distance(a_, at, b_, there, request_, result_)
    times = medians(contenders, rounds, count)
    over = times["osculate.distance"] - times["nothing"]
    bars = [("distance above nothing, ns", over, 200)]
    bars += [
        (f"distance, share of {peer}", times["osculate.distance"] / times[f"{peer} distance"], bar)
        for peer, bar in (("python-fcl", 0.8), ("coal", 0.25))
        if f"{peer} distance" in times
    ]
    shown("One call, box and ball, ns", times, bars)


def batches(rounds, count):
    """Many poses of one pair, and many pairs by index: checked poses beside known ones."""
    generator = np.random.default_rng(0)
    turns = generator.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    seven = np.hstack([generator.normal(size=(count, 3)) * 2, turns])
    poses = [Pose(row[:3], xyzw=row[3:]) for row in seven]
    matrices = np.array([pose.matrix for pose in poses])
    a, b = Shape.cuboid((1, 1, 1)), Shape.ball(0.5)
    out = np.empty((count, 3))
    # The loop by itself: each pose is checked once, and asked about a hundred times.
    few = poses[: max(count // 100, 1)]
    pairs = np.column_stack([np.zeros(count, dtype=int), 1 + np.arange(count) % len(few)])
    shapes = [a] + [b] * len(few)
    ready = [Pose(), *few]
    contenders = {
        "the loop, of checked poses": lambda: osculate.distances_of(shapes, pairs, ready, out=out),
        "(n, 7)": lambda: osculate.distances(a, b, seven, out=out),
        "(n, 4, 4)": lambda: osculate.distances(a, b, matrices, out=out),
    }
    times = {name: of / count for name, of in medians(contenders, rounds, 3).items()}
    loop = times["the loop, of checked poses"]
    shown(
        "A pair of a batch, ns",
        times,
        [
            ("(n, 7) above the loop", times["(n, 7)"] - loop, 20),
            ("(n, 4, 4) above the loop", times["(n, 4, 4)"] - loop, 35),
        ],
    )


def managers(rounds):
    """Trimesh's manager over python-fcl, and ours."""
    import trimesh
    import trimesh.collision

    from osculate.trimesh import CollisionManager, scene_to_collision

    generator = np.random.default_rng(1)
    balls = [
        (trimesh.creation.icosphere(radius=0.3 + 0.4 * generator.random()),
         trimesh.transformations.translation_matrix(generator.random(3) * 14))
        for _ in range(1000)
    ]  # fmt: skip
    for mesh, _ in balls:
        mesh.is_convex  # noqa: B018, of both: trimesh keeps it
    scene = trimesh.Scene()
    for k in range(72):
        ring = trimesh.creation.annulus(r_min=1.0, r_max=1.2, height=0.3, sections=200)
        scene.add_geometry(ring, transform=trimesh.transformations.translation_matrix(
            [2.1 * (k % 9), 2.1 * (k // 9), 0.01 * k]))  # fmt: skip

    def filled(manager):
        for k, (mesh, pose) in enumerate(balls):
            manager.add_object(f"ball{k}", mesh, pose)
        return manager

    ours = {"osculate": (CollisionManager, scene_to_collision)}
    if has("fcl"):
        ours["python-fcl"] = (
            trimesh.collision.CollisionManager, trimesh.collision.scene_to_collision
        )  # fmt: skip
    ready = {name: filled(make()) for name, (make, _) in ours.items()}
    found = {name: m.in_collision_internal(return_names=True)[1] for name, m in ready.items()}
    print(f"\npairs that touch: { {name: len(names) for name, names in found.items()} }")
    query = medians(
        {name: lambda m=m: m.in_collision_internal(return_names=True)
         for name, m in ready.items()}, rounds, 1)  # fmt: skip
    both = medians(
        {name: lambda of=of: of[1](scene)[0].in_collision_internal() for name, of in ours.items()},
        min(rounds, 3), 1)  # fmt: skip
    for title, times, bar in (
        ("1,000 bodies, in_collision_internal, ms", query, 0.5),
        ("72 rings that are not convex, add and collide, ms", both, 0.15),
    ):
        times = {name: of / 1e6 for name, of in times.items()}
        bars = []
        if "python-fcl" in times:
            bars = [("share of python-fcl", times["osculate"] / times["python-fcl"], bar)]
        shown(title, times, bars)


def robots(path, package_path, count):
    """Self-collision checks of a robot on one core."""
    from osculate.robot import from_urdf, random_postures

    robot = from_urdf(path, package_path=package_path)
    q = random_postures(robot, count)
    start = time.thread_time_ns()
    clashes = robot.check(q)
    spent = (time.thread_time_ns() - start) / 1e9
    print(f"\n{robot}: {count} postures, {clashes.sum()} clash")
    shown(
        "Checks of a robot, s",
        {"for 10^6": spent * 1e6 / count},
        [("10^6 checks", spent * 1e6 / count, 20)],
    )
    free = q[~clashes]
    start = time.thread_time_ns()
    ways = [robot.check_path(free[k], free[k + 1]) for k in range(5)]
    spent = (time.thread_time_ns() - start) / 1e6 / len(ways)
    proved = sum(way is None for way in ways)
    shown("A way between two postures, ms", {f"{proved} of {len(ways)} proved to be free": spent})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="that it works, no figures")
    parser.add_argument("--robot", help="a URDF file")
    parser.add_argument("--package-path", action="append", default=[])
    arguments = parser.parse_args()
    quick = arguments.quick
    single(3 if quick else 31, 100 if quick else 20_000)
    batches(3 if quick else 15, 1000 if quick else 100_000)
    if has("trimesh"):
        managers(1 if quick else 7)
    if arguments.robot:
        robots(arguments.robot, arguments.package_path, 100 if quick else 100_000)


if __name__ == "__main__":
    main()
