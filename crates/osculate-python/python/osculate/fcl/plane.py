"""Planes, which have two sides: osculate has half-spaces, and what is here is told by how far a
geometry reaches to both sides."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._osculate import Body, Shape
from .geometry import Plane
from .objects import CollisionObject

Vector = NDArray[np.float64]


@dataclass
class Met:
    """How a plane and another geometry lie."""

    distance: float
    """Less than zero, by the depth, if they overlap."""
    normal: Vector
    """From the plane to the other."""
    on_plane: Vector
    on_other: Vector


def furthest(thing: Shape | Body, direction: Vector) -> Vector:
    """The point that reaches furthest along a direction."""
    if isinstance(thing, Shape):
        return thing.support(direction)
    points = [thing[part].support(direction) for part in range(len(thing))]
    reached = np.array(points) @ direction
    return points[int(np.argmax(reached))]


def meet(plane: CollisionObject, other: CollisionObject) -> Met:
    """How a plane and another geometry lie. Two planes, or a plane and a half-space, are not
    asked."""
    geometry = plane.geometry
    assert isinstance(geometry, Plane)
    if other.geometry.getNodeType() in (Plane._node_type, 17):
        raise NotImplementedError("a plane is asked about neither a plane nor a half-space")
    normal, offset = geometry.unit()
    normal = plane.pose.rotation @ normal
    offset = offset + float(normal @ plane.getTranslation())
    rotation, shape = other.pose.rotation, other.geometry.shape
    up = other.pose @ furthest(shape, rotation.T @ normal)
    down = other.pose @ furthest(shape, -rotation.T @ normal)
    above, below = float(normal @ up) - offset, offset - float(normal @ down)
    # The nearer side to leave by; of what lies on one side, that is the side where it is.
    if above >= below:
        distance, towards, point = -below, normal, down
    else:
        distance, towards, point = -above, -normal, up
    return Met(distance, towards, point - distance * towards, point)
