"""Random pairs asked of osculate, python-fcl and Coal, and who is right where they disagree.

    python peers/differential.py [--pairs 10000] [--seed 0]

Pairs are of convex shapes and of meshes, apart, touching and deep. A disagreement is a verdict that
differs further than 1e-9 L from touching, L being the sizes and the offset together, or a distance
that differs by more than 1e-6. Each is decided by the answer's own proof: in exact arithmetic
(`osculate.verify`) if both are polytopes, else by the support points along its normal and by its
points. Where the peers are not installed, they are not asked.
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import sys
from typing import Any

import numpy as np

import osculate
from osculate import Body, Pose, Shape

ROUND = ("ball", "capsule", "cylinder", "cone", "ellipsoid")


class Pair:
    """A pair of things as each library has them."""

    def __init__(self, generator: Any) -> None:
        self.things = [thing(generator) for _ in "ab"]
        self.poses = [
            Pose(generator.normal(size=3) * 0.5, euler=("xyz", generator.normal(size=3) * 2))
            for _ in "ab"
        ]
        # Near touching: b goes along the normal to where it touches, and off it by a little.
        a, b = (ours for ours, _ in self.things)
        found = osculate.signed_distance(a, b, *self.poses)
        way = generator.choice([0.0, 1.0, 1.0, 1.0])
        off = generator.choice([0.0, 1e-7, -1e-7, 1e-3, -1e-3, 0.3, -0.1, 2.0])
        moved = self.poses[1].translation + found.normal * (off - found.distance.value) * way
        self.poses[1] = Pose(moved, matrix=self.poses[1].rotation)
        boxes = [
            ours.bounds_at(pose) for (ours, _), pose in zip(self.things, self.poses, strict=True)
        ]
        self.size = sum(float(np.linalg.norm(most - least)) for least, most in boxes)
        self.size += float(np.linalg.norm(moved - self.poses[0].translation))


def thing(generator: Any) -> tuple[Any, tuple[str, Any]]:
    """A shape or a body, and how it is made elsewhere: a word, and its numbers."""
    kind = generator.choice([*ROUND, "box", "box", "hull", "hull", "mesh"])
    x, y, z = 0.1 + generator.random(3)
    if kind == "ball":
        return Shape.ball(x), (kind, x)
    if kind in ("capsule", "cylinder", "cone"):
        make = getattr(Shape, kind)
        return make(y / 2, x, axis="z"), (kind, (x, y))
    if kind == "ellipsoid":
        return Shape.ellipsoid((x, y, z)), (kind, (x, y, z))
    if kind == "box":
        return Shape.cuboid((x / 2, y / 2, z / 2)), (kind, (x, y, z))
    shape = Shape.hull(generator.normal(size=(generator.integers(6, 20), 3)) * 0.5)
    vertices = shape.parameters["vertices"]
    faces = shape.parameters["faces"]
    if kind == "hull":
        return shape, (kind, (vertices, faces))
    triangles = np.array([(f[0], f[k], f[k + 1]) for f in faces for k in range(1, len(f) - 1)])
    # Without one triangle it is a surface, and not convex.
    return Body.from_mesh(vertices, triangles[1:]), (kind, (vertices, triangles[1:]))


def by_fcl(pair: Pair) -> tuple[bool, float]:
    """Whether they touch, and how far apart they are."""
    import fcl

    def made(kind: str, of: Any) -> Any:
        if kind == "ball":
            return fcl.Sphere(of)
        if kind == "box":
            return fcl.Box(*of)
        if kind == "ellipsoid":
            return fcl.Ellipsoid(*of)
        if kind in ("capsule", "cylinder", "cone"):
            return getattr(fcl, kind.capitalize())(*of)
        if kind == "hull":
            flat = np.concatenate([[len(face), *face] for face in of[1]]).astype(int)
            return fcl.Convex(of[0], len(of[1]), flat)
        mesh = fcl.BVHModel()
        mesh.beginModel(len(of[1]), len(of[0]))
        mesh.addSubModel(*of)
        mesh.endModel()
        return mesh

    objects = [
        fcl.CollisionObject(made(*how), fcl.Transform(pose.rotation, pose.translation))
        for (_, how), pose in zip(pair.things, pair.poses, strict=True)
    ]
    touch = fcl.collide(*objects, fcl.CollisionRequest(), fcl.CollisionResult()) > 0
    return touch, fcl.distance(*objects, fcl.DistanceRequest(), fcl.DistanceResult())


def by_coal(pair: Pair) -> tuple[bool, float]:
    """Whether they touch, and how far apart they are."""
    import coal

    def made(kind: str, of: Any) -> Any:
        if kind == "ball":
            return coal.Sphere(of)
        if kind == "box":
            return coal.Box(*of)
        if kind == "ellipsoid":
            return coal.Ellipsoid(*of)
        if kind in ("capsule", "cylinder", "cone"):
            return getattr(coal, kind.capitalize())(*of)
        if kind == "hull":
            points = coal.StdVec_Vec3s()
            for vertex in of[0]:
                points.append(vertex)
            return coal.Convex.convexHull(points, False, "")
        mesh = coal.BVHModelOBBRSS()
        mesh.beginModel(len(of[1]), len(of[0]))
        mesh.addVertices(of[0])
        mesh.addTriangles(of[1])
        mesh.endModel()
        return mesh

    shapes = [made(*how) for _, how in pair.things]
    places = [coal.Transform3s(pose.rotation, pose.translation) for pose in pair.poses]
    request, result = coal.CollisionRequest(), coal.CollisionResult()
    touch = coal.collide(shapes[0], places[0], shapes[1], places[1], request, result) > 0
    asked, measured = coal.DistanceRequest(), coal.DistanceResult()
    gap = coal.distance(shapes[0], places[0], shapes[1], places[1], asked, measured)
    return touch, gap


def is_proved(pair: Pair) -> bool:
    """Whether our answer proves itself."""
    (a, how_a), (b, how_b) = pair.things
    answer = osculate.signed_distance(a, b, *pair.poses)
    if answer.parts is not None:
        a, b = (thing[part] if isinstance(thing, Body) else thing
                for thing, part in zip((a, b), answer.parts, strict=True))  # fmt: skip
    if how_a[0] not in ROUND and how_b[0] not in ROUND:
        return osculate.verify(answer, a, b, *pair.poses)
    n, slack = answer.normal, 1e-9 * pair.size
    at_a, at_b = (
        pose @ shape.support(pose.rotation.T @ way)
        for pose, shape, way in zip(pair.poses, (a, b), (n, -n), strict=True)
    )
    gap = float(n @ (at_b - at_a))
    apart = float(np.linalg.norm(answer.on_b - answer.on_a))
    inside = all(
        osculate.distance(shape, Shape.point(point), pose).lower <= slack
        for shape, point, pose in ((a, answer.on_a, pair.poses[0]), (b, answer.on_b, pair.poses[1]))
    )
    return (
        gap >= answer.distance.lower - slack
        and inside
        and (answer.distance.upper < 0 or apart <= answer.distance.upper + slack)
    )


def main() -> int:
    """Asks all, prints counts, and returns how many disagreements are against us."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    generator = np.random.default_rng(arguments.seed)
    peers = {"fcl": by_fcl, "coal": by_coal}
    peers = {name: ask for name, ask in peers.items() if importlib.util.find_spec(name)}
    counts: collections.Counter[str] = collections.Counter()
    against_us = 0
    for _ in range(arguments.pairs):
        pair = Pair(generator)
        (a, how_a), (b, how_b) = pair.things
        signed = osculate.signed_distance(a, b, *pair.poses).distance
        touch = osculate.intersects(a, b, *pair.poses)
        counts["touching" if touch else "apart"] += 1
        for name, ask in peers.items():
            try:
                theirs, gap = ask(pair)
            except Exception as error:  # noqa: BLE001, what a peer says is counted
                counts[f"{name} raised {type(error).__name__}"] += 1
                continue
            is_clear = abs(signed.value) > 1e-9 * pair.size
            verdict = is_clear and theirs != touch
            distance = not touch and abs(gap - signed.value) > 1e-6
            if not verdict and not distance:
                continue
            kinds = "-".join(sorted((how_a[0], how_b[0])))
            what = "verdict" if verdict else "distance"
            if is_proved(pair):
                counts[f"{name} is wrong: {what} of {kinds}"] += 1
            else:
                against_us += 1
                print(f"not proved, against {name}: {what} of {kinds}", a, b, *pair.poses)
    for text, count in sorted(counts.items()):
        print(f"{count:8} {text}")
    print(f"{against_us:8} against us, of {arguments.pairs} pairs")
    return against_us


if __name__ == "__main__":
    sys.exit(main())
