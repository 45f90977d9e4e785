"""Proofs that a stranger can check: whether an answer's bracket is true, in exact arithmetic.

This module shares no code with the library: it is Python's fractions and a few lines of school
geometry. It is for polytopes: points, segments, triangles, tetrahedra, boxes and hulls, and these
at poses, mapped, swept, added and hulled. `docs/python.md` says why what it checks suffices.

>>> from osculate import Pose, Shape, closest, verify
>>> box, pose = Shape.cuboid((1, 1, 1)), Pose((3, 0.5, 0), axis=(0.6, 0, 0.8), angle=1)
>>> verify(closest(box, box, None, pose), box, box, None, pose)
True
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Any

import numpy as np

__all__ = ["corners", "verify"]

Point = tuple[Fraction, ...]


def _exact(numbers: Any) -> Point:
    return tuple(Fraction(float(number)) for number in numbers)


def _dot(p: Point, q: Point) -> Fraction:
    (a, b, c), (x, y, z) = p, q
    return a * x + b * y + c * z


def _plus(p: Point, q: Point, times: int | Fraction = 1) -> Point:
    return tuple(x + times * y for x, y in zip(p, q, strict=True))


def _cross(p: Point, q: Point) -> Point:
    (a, b, c), (x, y, z) = p, q
    return (b * z - c * y, c * x - a * z, a * y - b * x)


def _moved(matrix: Any, points: list[Point]) -> list[Point]:
    """Points under a matrix, of which each number is taken for what it is."""
    rows = [_exact(row) for row in np.asarray(matrix)[:3]]
    return [tuple(_dot(row[:3], p) + row[3] for row in rows) for p in points]


def _refused(name: str, wanted: str, given: Any) -> TypeError:
    return TypeError(f"{name} must be {wanted}, and is of type {type(given).__name__}")


def corners(shape: Any) -> list[Point]:
    """Points of which the shape is the hull, exactly."""
    return _corners("shape", shape)


def _corners(name: str, shape: Any) -> list[Point]:
    try:
        kind, held = shape.kind, shape.parameters
    except AttributeError:
        raise _refused(name, "a Shape that is a polytope", shape) from None
    for name in ("position", "ends", "corners", "vertices", "points"):
        if name in held and "radius" not in held:
            return [_exact(row) for row in held[name].reshape(-1, 3)]
    if kind == "cuboid":
        half = _exact(held["half_extents"])
        signs = product((-1, 1), repeat=3)
        return [tuple(s * h for s, h in zip(sign, half, strict=True)) for sign in signs]
    if kind == "at":
        return _moved(held["pose"].matrix, corners(held["shape"]))
    if kind == "mapped":
        matrix = np.column_stack([held["matrix"], held["translation"]])
        return _moved(matrix, corners(held["shape"]))
    if kind == "swept":
        inner, way = corners(held["shape"]), _exact(held["way"])
        return inner + [_plus(p, way) for p in inner]
    if kind in ("sum", "hull"):
        a, b = map(corners, held["shapes"])
        return a + b if kind == "hull" else [_plus(p, q) for p in a for q in b]
    raise TypeError(f"a {kind} is no polytope: it has no corners to check by")


def _weights(points: Any) -> Any:
    """Weights of points, none below zero, whose mean is as near to the origin as any (Lawson and
    Hanson). They are found in floating point, and nothing is believed of them."""
    size = np.abs(points).max() or 1.0
    columns = np.vstack([points.T / size, np.ones(len(points))])
    wanted = np.array([0.0, 0.0, 0.0, 1.0])
    weights, chosen = np.zeros(len(points)), list[int]()
    for _ in range(3 * len(points)):
        slope = columns.T @ (wanted - columns @ weights)
        slope[chosen] = -np.inf
        if slope.max() <= 1e-15:
            break
        chosen.append(int(slope.argmax()))
        while (best := _mean(columns[:, chosen], wanted)).min() <= 0.0:
            # Back to where the first weight falls to zero, and without that point.
            now = weights[chosen]
            steps = np.where(best <= 0.0, now / np.maximum(now - best, 1e-300), np.inf)
            weights[:] = 0.0
            weights[chosen] = now + (best - now) * steps.min()
            chosen = [k for k in chosen if weights[k] > 1e-14]
            if not chosen:
                return weights
        weights[:] = 0.0
        weights[chosen] = best
    return weights


def _mean(columns: Any, wanted: Any) -> Any:
    return np.linalg.lstsq(columns, wanted, rcond=None)[0]


def _projected(points: list[Point], place: Point) -> list[Fraction]:
    """The weights of points whose mean is nearest to a place among all that sum to one, exactly;
    none if the points are not independent. By elimination, from the normal equations."""
    ways = [_plus(p, points[0], -1) for p in points[1:]]
    there = _plus(place, points[0], -1)
    rows = [[_dot(way, other) for other in (*ways, there)] for way in ways]
    for k in range(len(rows)):
        if rows[k][k] == 0:
            return []
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    rest = [row[-1] for row in rows]
    return [1 - sum(rest, Fraction(0)), *rest]


def _point_near(of: list[Point], place: Point) -> Point:
    """A point that is in the hull of points, exactly, and near a place: a mean of the points."""
    guess = _weights(np.array([_plus(p, place, -1) for p in of], dtype=float))
    chosen = [of[k] for k in np.flatnonzero(guess > 0.0)]
    weights = _projected(chosen, place)
    if not weights or min(weights) < 0:
        known = [Fraction(float(weight)) for weight in guess[guess > 0.0]]
        weights = [weight / sum(known) for weight in known]
    mean: Point = (Fraction(0),) * 3
    for weight, p in zip(weights, chosen, strict=True):
        mean = _plus(mean, p, weight)
    return mean


def _gap(of_a: list[Point], of_b: list[Point], axis: Point) -> Fraction:
    """How far apart the shapes are along an axis, times its length."""
    return min(_dot(axis, p) for p in of_b) - max(_dot(axis, p) for p in of_a)


def _at_least(product: Fraction, number: Fraction, length_squared: Fraction) -> bool:
    """Whether product >= number · length, without a root."""
    if (product >= 0) != (number >= 0):
        return product >= 0
    larger = product * product >= number * number * length_squared
    smaller = product * product <= number * number * length_squared
    return larger if product >= 0 else smaller


def _whole(of_a: list[Point], of_b: list[Point], length: Fraction) -> tuple[Any, Any, Any]:
    """Points and a length times a number that makes all of them whole, which is quicker."""
    by = lcm(length.denominator, *(x.denominator for p in of_a + of_b for x in p))
    whole = [[tuple(int(x * by) for x in p) for p in of] for of in (of_a, of_b)]
    return whole[0], whole[1], int(length * by)


def _at(name: str, pose: Any, points: list[Point]) -> list[Point]:
    """Points at a pose; in the world's own axes if there is none."""
    if pose is None:
        return points
    wanted = "a Pose, or an array of shape (4, 4) of numbers"
    try:
        matrix = np.asarray(getattr(pose, "matrix", pose), dtype=float)
    except (TypeError, ValueError):
        raise _refused(name, wanted, pose) from None
    if matrix.shape != (4, 4):
        raise TypeError(f"{name} must be {wanted}, and is of shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise ValueError(f"{name} must have finite numbers, and is {matrix.tolist()}")
    return _moved(matrix, points)


def _bracket(answer: Any) -> tuple[Any, bool]:
    """The bracket of an answer, and whether it is of a depth."""
    for name in ("depth", "distance"):
        bracket = getattr(answer, name, None)
        known = [(answer, ("normal", "on_a", "on_b")), (bracket, ("lower", "value", "upper"))]
        if all(hasattr(held, part) for held, parts in known for part in parts):
            return bracket, name == "depth"
    raise _refused("answer", "one of closest, signed_distance or penetration", answer)


def _directions(of_a: list[Point], of_b: list[Point]) -> list[Point]:
    """Among others, the normals of all faces of the difference of two polytopes, both ways round:
    normals of faces of one, and of an edge of one and an edge of the other. None, if the difference
    is flat."""
    ways = [[_plus(q, p, -1) for p, q in combinations(of, 2)] for of in (of_a, of_b)]
    pairs = [*combinations(ways[0], 2), *combinations(ways[1], 2), *product(*ways)]
    normals = [normal for p, q in pairs if any(normal := _cross(p, q))]
    is_flat = not any(_dot(normals[0], way) for way in ways[0] + ways[1]) if normals else True
    return [] if is_flat else normals + [tuple(-x for x in normal) for normal in normals]


def verify(answer: Any, a: Any, b: Any, pose_a: Any = None, pose_b: Any = None) -> bool:
    """Whether the bracket of an answer of two polytopes at poses is true, exactly.

    `answer` is one of `closest`, `signed_distance` or `penetration`. That the signed distance is at
    least `lower` is proved by the answer's normal: along it the shapes are so far apart. That it is
    at most `upper` is proved by points of both shapes near the answer's, or, if they overlap, by
    all directions in which they may part. The answer is refused if it does not prove itself, or
    if its bracket is none: `lower <= value <= upper`.

    The time grows steeply with the corners of shapes that overlap: a direction is asked for each
    two ways from corner to corner. Of 30 corners it is seconds.
    """
    bracket, is_depth = _bracket(answer)
    of_a = _at("pose_a", pose_a, _corners("a", a))
    of_b = _at("pose_b", pose_b, _corners("b", b))
    try:
        lower, value, upper = _exact((bracket.lower, bracket.value, bracket.upper))
        axis = None if answer.normal is None else _exact(answer.normal)
        on_a, on_b = _exact(answer.on_a), _exact(answer.on_b)
    except (ValueError, OverflowError):
        return False
    if not lower <= value <= upper:
        return False
    if is_depth:
        lower, upper = -upper, -lower
    # A closest point says nothing of depth: its distance is zero at least.
    is_plain = not is_depth and hasattr(answer, "verdict")
    if is_plain and upper < 0:
        return False
    if not (is_plain and lower <= 0):
        if axis is None or not any(axis):
            return False
        if not _at_least(_gap(of_a, of_b, axis), lower, _dot(axis, axis)):
            return False
    if upper >= 0:
        # Points that are in the shapes, exactly; the answer's are rounded, by less than its width.
        in_a, in_b = _point_near(of_a, on_a), _point_near(of_b, on_b)
        ways = (_plus(in_a, in_b, -1), _plus(in_a, on_a, -1), _plus(in_b, on_b, -1))
        most = (upper, upper - lower, upper - lower)
        if all(_dot(way, way) <= at * at for way, at in zip(ways, most, strict=True)):
            return True
    # Shapes that are apart have no other proof. Those of which no face of the difference keeps the
    # origin out overlap, and are as deep as the nearest of these faces is far.
    whole_a, whole_b, deep = _whole(of_a, of_b, -min(upper, Fraction(0)))
    directions = _directions(whole_a, whole_b) if lower <= 0 else []
    return bool(directions) and all(
        _at_least(-_gap(whole_a, whole_b, axis), deep, _dot(axis, axis)) for axis in directions
    )
