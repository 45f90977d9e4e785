"""`collide`, `distance`, `continuousCollide`, and the callbacks that managers are given."""

from __future__ import annotations

import numpy as np

from .. import _osculate
from .._osculate import Body, Motion
from .data import (
    CCDMotionType,
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
)
from .geometry import Plane
from .objects import CollisionObject, Transform
from .plane import meet

NONE = -1
"""The part of a geometry that has none."""


def _part(of: CollisionObject, part: int) -> int:
    """The triangle of a mesh."""
    return part if isinstance(of.geometry.shape, Body) else NONE


def _planar(o1: CollisionObject, o2: CollisionObject) -> bool:
    return isinstance(o1.geometry, Plane) or isinstance(o2.geometry, Plane)


def _contact(o1: CollisionObject, o2: CollisionObject) -> Contact:
    contact = Contact()
    contact.o1, contact.o2 = o1.geometry, o2.geometry
    contact.b1 = contact.b2 = NONE
    return contact


def _contacts_with_plane(o1: CollisionObject, o2: CollisionObject) -> list[Contact]:
    is_first = isinstance(o1.geometry, Plane)
    met = meet(o1, o2) if is_first else meet(o2, o1)
    if met.distance > 0.0:
        return []
    contact = _contact(o1, o2)
    contact.normal = met.normal if is_first else -met.normal
    contact.pos = (met.on_plane + met.on_other) / 2
    contact.penetration_depth = -met.distance
    return [contact]


def _contacts(o1: CollisionObject, o2: CollisionObject) -> list[Contact]:
    found: list[Contact] = []
    shapes = (o1.geometry.shape, o2.geometry.shape)
    for touch in _osculate.contacts(*shapes, o1.pose, o2.pose):
        parts = touch.parts or (NONE, NONE)
        normal = touch.normal
        for point in touch.points:
            # The other points of a manifold may be apart: these are no contacts for python-fcl.
            if found and point.distance > 0.0:
                continue
            contact = _contact(o1, o2)
            contact.b1, contact.b2 = _part(o1, parts[0]), _part(o2, parts[1])
            contact.normal = normal
            contact.pos = (point.on_a + point.on_b) / 2
            contact.penetration_depth = -point.distance
            found.append(contact)
    return found


def _cost(o1: CollisionObject, o2: CollisionObject) -> CostSource:
    """The box that the boxes of both have in common."""
    boxes = [o.geometry.shape.bounds_at(o.pose) for o in (o1, o2)]
    cost = CostSource()
    cost.aabb_min = np.maximum(boxes[0][0], boxes[1][0])
    cost.aabb_max = np.minimum(boxes[0][1], boxes[1][1])
    cost.cost_density = 1.0
    cost.total_cost = float(np.prod(np.maximum(cost.aabb_max - cost.aabb_min, 0.0)))
    return cost


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: CollisionRequest | None = None,
    result: CollisionResult | None = None,
) -> int:
    """Whether two objects touch: how many contacts there are, at most as many as the request has.
    The result is added to."""
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    if _planar(o1, o2):
        contacts = _contacts_with_plane(o1, o2)
    elif request.enable_contact:
        contacts = _contacts(o1, o2)
    else:
        touch = _osculate.intersects(o1.geometry.shape, o2.geometry.shape, o1.pose, o2.pose)
        contacts = [_contact(o1, o2)] if touch else []
    if not contacts:
        return 0
    result.is_collision = True
    if request.enable_cost and not _planar(o1, o2):
        result.cost_sources.append(_cost(o1, o2))
    contacts = contacts[: max(request.num_max_contacts, 0)]
    result.contacts.extend(contacts)
    return len(contacts)


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: DistanceRequest | None = None,
    result: DistanceResult | None = None,
) -> float:
    """The distance of two objects. Of objects that overlap, it is less than zero by their depth if
    the request asks for signed distances, 0 of two meshes, and else -1."""
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    parts = (NONE, NONE)
    if _planar(o1, o2):
        is_first = isinstance(o1.geometry, Plane)
        met = meet(o1, o2) if is_first else meet(o2, o1)
        found = met.distance
        points = [met.on_plane, met.on_other] if is_first else [met.on_other, met.on_plane]
    else:
        shapes = (o1.geometry.shape, o2.geometry.shape)
        signed = _osculate.signed_distance(*shapes, o1.pose, o2.pose)
        found = signed.distance.value
        points = [signed.on_a, signed.on_b]
        if signed.parts is not None:
            parts = (_part(o1, signed.parts[0]), _part(o2, signed.parts[1]))
        if found < 0.0 and isinstance(shapes[0], Body) and isinstance(shapes[1], Body):
            found = 0.0
    if found < 0.0 and not request.enable_signed_distance:
        found = -1.0
    if result.min_distance > found:
        result.min_distance = found
        result.nearest_points = points
        result.o1, result.o2 = o1.geometry, o2.geometry
        result.b1, result.b2 = parts
    return found


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """When two objects first touch on their ways from where they are to where they end, from 0 to
    1; 1 if they do not. It is proved, for meshes too: python-fcl samples, or does not look.

    With `CCDM_TRANS` objects do not turn on their way; with any other type of motion they do.
    `toc_err` is how near counts as touching, as a share of the smaller object.
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    if _planar(o1, o2):
        raise NotImplementedError("continuousCollide is not asked of planes")
    motions = []
    for o, end in ((o1, tf1_end), (o2, tf2_end)):
        if request.ccd_motion_type == CCDMotionType.CCDM_TRANS:
            way = end.getTranslation() - o.getTranslation()
            motions.append(Motion(o.pose, way))
        else:
            motions.append(Motion.between(o.pose, end.pose))
    sizes = [o.geometry.shape.bounds for o in (o1, o2)]
    extents = [float(np.max(largest - least)) for least, largest in sizes]
    finite = [extent for extent in extents if np.isfinite(extent)]
    tolerance = request.toc_err * min(finite, default=0.0)
    met = _osculate.time_of_impact(
        o1.geometry.shape, motions[0], o2.geometry.shape, motions[1], tolerance=tolerance
    )
    # What is not known to be free is told as a contact, from when on it is not known.
    time = min(met.lower, 1.0)
    result.is_collide = result.is_collide or bool(met)
    result.time_of_contact = min(time, result.time_of_contact)
    return time


def defaultCollisionCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: CollisionData
) -> bool:
    """Collides two objects, and says whether that is enough."""
    request, result = cdata.request, cdata.result
    if cdata.done:
        return True
    collide(o1, o2, request, result)
    enough = len(result.contacts) > request.num_max_contacts
    if not request.enable_cost and result.is_collision and enough:
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(
    o1: CollisionObject, o2: CollisionObject, cdata: DistanceData
) -> tuple[bool, float]:
    """Measures two objects, and says whether that is enough, and the least distance so far."""
    request, result = cdata.request, cdata.result
    if cdata.done:
        return True, result.min_distance
    distance(o1, o2, request, result)
    if result.min_distance <= 0.0:
        return True, result.min_distance
    return cdata.done, result.min_distance
