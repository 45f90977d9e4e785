"""A stand-in for python-fcl, by osculate: the same names, arguments and results.

>>> import sys
>>> import osculate.fcl
>>> sys.modules["fcl"] = osculate.fcl  # from here on, `import fcl` is this
>>> import fcl
>>> box = fcl.CollisionObject(fcl.Box(1, 1, 1))
>>> ball = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([2.0, 0.0, 0.0]))
>>> round(fcl.distance(box, ball), 12)
1.0
>>> fcl.collide(box, ball)
0

What differs is told in the migration page of the documents: `OcTree` is not there, and
`continuousCollide` does what its name says.
"""

from .data import (
    NODE_TYPE,
    OBJECT_TYPE,
    CCDMotionType,
    CCDSolverType,
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
    GJKSolverType,
)
from .geometry import (
    Box,
    BVHModel,
    Capsule,
    CollisionGeometry,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Halfspace,
    OcTree,
    Plane,
    Sphere,
    TriangleP,
)
from .manager import DynamicAABBTreeCollisionManager
from .objects import CollisionObject, Transform
from .queries import (
    collide,
    continuousCollide,
    defaultCollisionCallback,
    defaultDistanceCallback,
    distance,
)

__version__ = "0.7.0"
"""The version of python-fcl whose interface this is."""

__all__ = [
    "NODE_TYPE",
    "OBJECT_TYPE",
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "__version__",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]
