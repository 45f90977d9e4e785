"""Pinocchio's collision model as osculate's arrays: its `computeDistances` is `distances_of`.

Pinocchio is not needed to read this, nor to check its types: the functions take any object with its
attributes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from osculate import Shape, distances_of


def shapes_of(model: Any) -> list[Shape]:
    """The convex geometries of a `GeometryModel`, in its order: whole lengths become half ones."""
    made = []
    for geometry in model.geometryObjects:
        held = geometry.geometry
        kind = type(held).__name__
        if kind == "Sphere":
            made.append(Shape.ball(held.radius))
        elif kind == "Box":
            made.append(Shape.cuboid(held.halfSide))
        elif kind in ("Capsule", "Cylinder", "Cone"):
            make = {"Capsule": Shape.capsule, "Cylinder": Shape.cylinder, "Cone": Shape.cone}[kind]
            made.append(make(held.halfLength, held.radius, axis="z"))
        else:
            made.append(Shape.hull(held.vertices() * np.asarray(geometry.meshScale)))
    return made


def distances(model: Any, data: Any) -> NDArray[np.float64]:
    """The distances of all collision pairs at the placements of a `GeometryData`."""
    pairs = np.array([(pair.first, pair.second) for pair in model.collisionPairs])
    poses = np.array([placement.homogeneous for placement in data.oMg])
    return distances_of(shapes_of(model), pairs, poses)
