"""Geometries: python-fcl's names and sizes, whole lengths along z, and osculate's shapes within."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._osculate import Body, Shape
from .data import NODE_TYPE

Vector = NDArray[np.float64]


def vector(given: ArrayLike) -> Vector:
    """Three numbers, in an array of their own."""
    found = np.array(given, dtype=np.float64)
    if found.shape != (3,):
        raise ValueError(f"three numbers are needed, and the shape is {found.shape}")
    return found


Value = TypeVar("Value")


class Size(Generic[Value]):
    """A property that, when it is set, makes the geometry anew."""

    def __init__(self, check: Any) -> None:
        self.check = check

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = "_" + name

    @overload
    def __get__(self, of: None, owner: type) -> Size[Value]: ...
    @overload
    def __get__(self, of: CollisionGeometry, owner: type) -> Value: ...
    def __get__(self, of: CollisionGeometry | None, owner: type) -> Any:
        return self if of is None else of.__dict__[self.name]

    def __set__(self, of: CollisionGeometry, value: Any) -> None:
        of.__dict__[self.name] = self.check(value)
        of.__dict__["_made"] = None


class CollisionGeometry:
    """A geometry; this class by itself is none."""

    _node_type: int | None = None
    _made: Shape | Body | None = None

    def getNodeType(self) -> int | None:
        """What it is, of `NODE_TYPE`."""
        return self._node_type

    def _make(self) -> Shape | Body:
        raise ValueError("the geometry has no shape")

    @property
    def shape(self) -> Shape | Body:
        """The shape or body of osculate."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def computeLocalAABB(self) -> None:
        """Does nothing: boxes are always those of the geometry."""

    @property
    def aabb_center(self) -> Vector | None:
        """The center of its box, in its own axes."""
        if self._node_type is None:
            return None
        least, largest = self.shape.bounds
        return (least + largest) / 2


class TriangleP(CollisionGeometry):
    """A triangle."""

    _node_type = NODE_TYPE.GEOM_TRIANGLE
    a: Size[Vector] = Size(vector)
    b: Size[Vector] = Size(vector)
    c: Size[Vector] = Size(vector)

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self.a, self.b, self.c = a, b, c

    def _make(self) -> Shape:
        return Shape.triangle(self.a, self.b, self.c)


class Box(CollisionGeometry):
    """A box by its lengths."""

    _node_type = NODE_TYPE.GEOM_BOX
    side: Size[Vector] = Size(vector)

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = (x, y, z)

    def _make(self) -> Shape:
        return Shape.cuboid(self.side / 2)


class Sphere(CollisionGeometry):
    """A ball."""

    _node_type = NODE_TYPE.GEOM_SPHERE
    radius: Size[float] = Size(float)

    def __init__(self, radius: float) -> None:
        self.radius = radius

    def _make(self) -> Shape:
        return Shape.ball(self.radius)


class Ellipsoid(CollisionGeometry):
    """An ellipsoid by its radii."""

    _node_type = NODE_TYPE.GEOM_ELLIPSOID
    radii: Size[Vector] = Size(vector)

    def __init__(self, a: float, b: float, c: float) -> None:
        self.radii = (a, b, c)

    def _make(self) -> Shape:
        return Shape.ellipsoid(self.radii)


class _Round(CollisionGeometry):
    """What stands round the z axis."""

    radius: Size[float] = Size(float)
    lz: Size[float] = Size(float)

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = radius, lz


class Capsule(_Round):
    """A capsule along z; `lz` is the length of its segment."""

    _node_type = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Shape:
        return Shape.capsule(self.lz / 2, self.radius, axis="z")


class Cone(_Round):
    """A cone along z, its tip up."""

    _node_type = NODE_TYPE.GEOM_CONE

    def _make(self) -> Shape:
        return Shape.cone(self.lz / 2, self.radius, axis="z")


class Cylinder(_Round):
    """A cylinder along z."""

    _node_type = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Shape:
        return Shape.cylinder(self.lz / 2, self.radius, axis="z")


class Convex(CollisionGeometry):
    """A convex polytope. `faces` has each face as the number of its corners and these, one face
    after the other."""

    _node_type = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: ArrayLike, num_faces: int, faces: Iterable[int]) -> None:
        self._vertices = np.array(vertices, dtype=np.float64)
        self._faces: list[list[int]] = []
        rest = [int(corner) for corner in faces]
        at = 0
        while at < len(rest) and len(self._faces) < num_faces:
            count = rest[at]
            self._faces.append(rest[at + 1 : at + 1 + count])
            at += 1 + count
        self.num_faces = int(num_faces)

    def _make(self) -> Shape:
        # What python-fcl takes for convex may be so but for rounding, or wound inwards: then it is
        # the hull of the vertices.
        try:
            return Shape.from_faces(self._vertices, self._faces)
        except (ValueError, TypeError, OverflowError):
            return Shape.hull(self._vertices)


class Halfspace(CollisionGeometry):
    """All points with n·x <= d."""

    _node_type = NODE_TYPE.GEOM_HALFSPACE
    n: Size[Vector] = Size(vector)
    d: Size[float] = Size(float)

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = n, d

    def unit(self) -> tuple[Vector, float]:
        """The normal of length 1, and the distance from the origin along it."""
        length = float(np.linalg.norm(self.n))
        if not length > 0.0:
            raise ValueError("n must have a direction")
        return self.n / length, self.d / length

    def _make(self) -> Shape:
        return Shape.half_space(*self.unit())


class Plane(Halfspace):
    """All points with n·x = d. What is on either side is apart from it."""

    _node_type = NODE_TYPE.GEOM_PLANE

    def _make(self) -> Shape:
        raise ValueError("a plane has no shape of its own: collide and distance know it")


class BVHModel(CollisionGeometry):
    """The surface of a mesh."""

    _node_type = NODE_TYPE.BV_OBBRSS

    def __init__(self) -> None:
        self._empty()

    def _empty(self, state: int = 0) -> None:
        self._vertices: list[Vector] = []
        self._triangles: list[NDArray[np.int64]] = []
        self._count, self._state, self._made = 0, state, None

    def num_tries_(self) -> int:
        """How many triangles it has."""
        return sum(len(triangles) for triangles in self._triangles)

    def buildState(self) -> int:
        """0 if it is empty, 1 while it is built, 2 after."""
        return self._state

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins anew."""
        self._empty(1)
        return 0

    def _add(self, vertices: NDArray[Any], triangles: NDArray[Any]) -> bool:
        if self._state != 1:
            raise ValueError("a mesh is built between beginModel and endModel")
        self._triangles.append(triangles.reshape(-1, 3) + self._count)
        self._vertices.append(vertices.reshape(-1, 3))
        self._count += len(self._vertices[-1])
        return True

    def addVertex(self, x: float, y: float, z: float) -> bool:
        """Adds a vertex."""
        return self._add(np.array([x, y, z], dtype=np.float64), np.empty((0, 3), dtype=np.int64))

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> bool:
        """Adds a triangle by its corners."""
        return self._add(np.array([v1, v2, v3], dtype=np.float64), np.arange(3))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> bool:
        """Adds vertices, and triangles by the numbers of their corners among them."""
        return self._add(np.array(verts, dtype=np.float64), np.array(triangles, dtype=np.int64))

    def endModel(self) -> int:
        """Ends the building."""
        self._state = 2
        return 0

    def _make(self) -> Body:
        if not self._triangles or self._state != 2:
            raise ValueError("the mesh has no triangles, or endModel was not called")
        return Body.from_mesh(np.concatenate(self._vertices), np.concatenate(self._triangles))


class OcTree(CollisionGeometry):
    """Not there."""

    def __init__(self, r: float, data: bytes) -> None:
        raise NotImplementedError(
            "osculate.fcl has no OcTree: give its occupied cells as boxes, "
            "Body.compound((Shape.cuboid(half), pose) for each)"
        )
