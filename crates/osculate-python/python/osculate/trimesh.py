"""What `trimesh.collision` offers, with the same methods, arguments and results, by osculate.

>>> from osculate import Pose, Shape
>>> from osculate.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> _ = manager.add_object("ball", Shape.ball(1.0))
>>> _ = manager.add_object("box", Shape.cuboid((1, 1, 1)), Pose((1.5, 0, 0)).matrix)
>>> manager.in_collision_internal(return_names=True)
(True, {('ball', 'box')})

Objects are trimesh's meshes, or shapes and bodies of osculate. A mesh that is convex is a solid;
one that is not is the surface of its triangles, as with trimesh: what lies wholly inside does not
touch it. For a solid, give `Body.from_mesh(mesh.vertices, mesh.faces).solid()`.

Beside trimesh's methods there are `ignore`, `set_groups` and a `margin`, and `scene` is the scene
itself, which answers much more.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _osculate
from ._osculate import Body, BodyId, Closest, Contact, Pose, Scene, Shape, SignedDistance

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision", "thing_of"]

EXTERNAL = "__external"
"""What the object is called that is asked about and is not in the manager."""


class Mesh(Protocol):
    """What is asked of a mesh: trimesh's `Trimesh` has it."""

    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...
    @property
    def is_convex(self) -> bool: ...


Thing = Shape | Body


def thing_of(mesh: Mesh | Thing) -> Thing:
    """The shape of a convex mesh, or the body of any other."""
    if isinstance(mesh, (Shape, Body)):
        return mesh
    try:
        vertices, faces, is_convex = mesh.vertices, mesh.faces, mesh.is_convex
    except AttributeError:
        kind = type(mesh).__name__
        raise TypeError(
            f"mesh must be a Trimesh, a Shape or a Body, and is of type {kind}"
        ) from None
    return _thing(vertices, faces, is_convex)


def _thing(vertices: Any, faces: Any, is_convex: bool) -> Thing:
    vertices = np.asarray(vertices, dtype=np.float64)
    faces = np.asarray(faces, dtype=np.int64)
    if is_convex:
        return Shape.from_mesh(vertices, faces)
    return Body.from_mesh(vertices, faces)


def _pose(transform: ArrayLike | Pose | None) -> Pose:
    if transform is None:
        return Pose()
    if isinstance(transform, Pose):
        return transform
    matrix = np.asarray(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise ValueError(f"transform must be of shape (4, 4), and is of shape {matrix.shape}")
    return Pose.from_matrix(matrix)


def _index(thing: Thing, part: int) -> int:
    """The face of a mesh; a convex thing has none."""
    return part if isinstance(thing, Body) else -1


class ContactData:
    """A contact of two objects."""

    def __init__(
        self, names: tuple[Hashable, Hashable], things: tuple[Thing, Thing], contact: Contact
    ) -> None:
        self.names = set(names)
        self.contact = contact
        """The contact as osculate has it, with all its points."""
        parts = contact.parts or (0, 0)
        pairs = zip(names, things, parts, strict=True)
        self._index = {name: _index(thing, part) for name, thing, part in pairs}

    @property
    def normal(self) -> NDArray[np.float64]:
        """The unit normal."""
        return self.contact.normal

    @property
    def point(self) -> NDArray[np.float64]:
        """The deepest point: in the middle between the two surfaces."""
        deepest = self.contact.points[0]
        return (deepest.on_a + deepest.on_b) / 2

    @property
    def depth(self) -> float:
        """How deep the objects overlap there."""
        return -self.contact.points[0].distance

    def index(self, name: Hashable) -> int:
        """The face in contact of the mesh of this name; -1 of what is convex."""
        return self._index[name]


class DistanceData:
    """The nearest points of two objects."""

    def __init__(
        self,
        names: tuple[Hashable, Hashable],
        things: tuple[Thing, Thing],
        found: Closest | SignedDistance,
        distance: float,
    ) -> None:
        self.names = set(names)
        self.distance = distance
        """The distance; less than zero, by the depth, if the objects overlap."""
        parts = found.parts or (0, 0)
        pairs = zip(names, things, parts, strict=True)
        self._index = {name: _index(thing, part) for name, thing, part in pairs}
        self._points = dict(zip(names, (found.on_a, found.on_b), strict=True))

    def index(self, name: Hashable) -> int:
        """The nearest face of the mesh of this name; -1 of what is convex."""
        return self._index[name]

    def point(self, name: Hashable) -> NDArray[np.float64]:
        """The nearest point of the object of this name."""
        return self._points[name]


class _Object:
    """What the manager knows of an object."""

    __slots__ = ("body", "name", "pose", "thing")

    def __init__(self, name: Hashable, thing: Thing, pose: Pose, body: BodyId | None) -> None:
        self.name = name
        self.thing = thing
        self.pose = pose
        self.body = body


class _Nearest:
    """The nearest two objects so far."""

    def __init__(self) -> None:
        self.distance = float("inf")
        self.data: DistanceData | None = None
        self.names: tuple[Hashable, Hashable] | None = None

    def offer(self, a: _Object, b: _Object, found: Closest | None) -> None:
        """Takes two objects if they are nearer than those before."""
        if found is None or found.verdict == "overlapping":
            signed = _osculate.signed_distance(a.thing, b.thing, a.pose, b.pose)
            # Two surfaces that cross have no depth: trimesh says zero, and so does this.
            surfaces = isinstance(a.thing, Body) and isinstance(b.thing, Body)
            both = surfaces and not (a.thing.is_solid or b.thing.is_solid)  # type: ignore[union-attr]
            distance = max(signed.distance.value, 0.0) if both else signed.distance.value
            answer: Closest | SignedDistance = signed
        else:
            distance, answer = found.distance.value, found
        if distance < self.distance:
            self.distance, self.names = distance, (a.name, b.name)
            self.data = DistanceData(self.names, (a.thing, b.thing), answer, distance)


class CollisionManager:
    """Objects by their names, which may move and collide."""

    def __init__(self) -> None:
        self.scene = Scene()
        """The scene that holds the objects."""
        self._objects: dict[Hashable, _Object] = {}
        self._by_body: dict[BodyId, _Object] = {}

    def __len__(self) -> int:
        return len(self._objects)

    def __contains__(self, name: Hashable) -> bool:
        return name in self._objects

    def names(self) -> list[Hashable]:
        """The names of all objects."""
        return list(self._objects)

    def _find(self, name: Hashable) -> _Object:
        try:
            return self._objects[name]
        except KeyError:
            raise ValueError(f"{name} not in collision manager!") from None

    def body(self, name: Hashable) -> BodyId:
        """The name that the object has in the scene."""
        body = self._find(name).body
        assert body is not None
        return body

    def add_object(
        self, name: Hashable, mesh: Mesh | Thing, transform: ArrayLike | Pose | None = None
    ) -> BodyId:
        """Adds an object; one that has the name already is replaced."""
        thing, pose = thing_of(mesh), _pose(transform)
        if name in self._objects:
            self.remove_object(name)
        body = self.scene.add(thing, pose)
        known = _Object(name, thing, pose, body)
        self._objects[name] = self._by_body[body] = known
        return body

    def remove_object(self, name: Hashable) -> None:
        """Takes an object out."""
        known = self._find(name)
        assert known.body is not None
        self.scene.remove(known.body)
        del self._objects[name], self._by_body[known.body]

    def set_transform(self, name: Hashable, transform: ArrayLike | Pose) -> None:
        """Moves an object."""
        known, pose = self._find(name), _pose(transform)
        assert known.body is not None
        self.scene.set_pose(known.body, pose)
        known.pose = pose

    def ignore(self, a: Hashable, b: Hashable, ignored: bool = True) -> None:
        """Whether two objects are never asked about each other, from now on."""
        self.scene.set_ignored(self.body(a), self.body(b), ignored)

    def set_groups(self, name: Hashable, memberships: int, meets: int) -> None:
        """The groups that an object is in, and those that it meets: a bit for each of 32."""
        self.scene.set_groups(self.body(name), memberships, meets)

    def _contacts(self, a: _Object, b: _Object) -> list[ContactData]:
        found = _osculate.contacts(a.thing, b.thing, a.pose, b.pose)
        return [ContactData((a.name, b.name), (a.thing, b.thing), one) for one in found]

    @staticmethod
    def _collisions(
        touching: Iterable[tuple[_Object, _Object]],
        ordered: bool,
        return_names: bool,
        return_data: bool,
        name_of: Any,
        contacts: Any,
    ) -> Any:
        names: set[Any] = set()
        data: list[ContactData] = []
        found = False
        for a, b in touching:
            found = True
            if return_names:
                names.add(name_of(a, b))
            if return_data:
                data.extend(contacts(a, b))
            if not (return_names or return_data):
                break
        answer = [found] + [names] * return_names + [data] * return_data
        return answer[0] if len(answer) == 1 else tuple(answer)

    def _meeting(self, one: _Object) -> Iterable[tuple[_Object, _Object]]:
        """The objects that touch one that is not in the manager."""
        least, largest = _bounds(one)
        for body in self.scene.in_box(least, largest):
            other = self._by_body[body]
            if _osculate.intersects(other.thing, one.thing, other.pose, one.pose):
                yield other, one

    def in_collision_single(
        self,
        mesh: Mesh | Thing,
        transform: ArrayLike | Pose | None = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether an object that is not in the manager touches one that is; the names of those
        that it touches, and the contacts, if asked for."""
        one = _Object(EXTERNAL, thing_of(mesh), _pose(transform), None)
        return self._collisions(
            self._meeting(one),
            False,
            return_names,
            return_data,
            lambda a, b: a.name,
            self._contacts,
        )

    def in_collision_internal(
        self, return_names: bool = False, return_data: bool = False, *, margin: float = 0.0
    ) -> Any:
        """Whether two objects touch, or are no further apart than a margin; the names of all such
        pairs in order, and the contacts, if asked for."""
        if not margin >= 0.0:
            raise ValueError(f"margin is {margin}, and must be a number that is not negative")
        if margin > 0.0:
            pairs = [(a, b) for a, b, _ in self.scene.pairs_within(margin)]
        else:
            self.scene.step()
            pairs = self.scene.touching()
        known = self._by_body
        return self._collisions(
            ((known[a], known[b]) for a, b in pairs),
            True,
            return_names,
            return_data,
            lambda a, b: tuple(sorted((a.name, b.name))),
            self._contacts,
        )

    def in_collision_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether an object here touches one of another manager; the names of all such pairs, ours
        first, and the contacts, if asked for."""
        pairs = (
            pair for one in list(other_manager._objects.values()) for pair in self._meeting(one)
        )
        return self._collisions(
            pairs,
            False,
            return_names,
            return_data,
            lambda a, b: (a.name, b.name),
            self._contacts,
        )

    @staticmethod
    def _distance(nearest: _Nearest, names: Any, return_names: bool, return_data: bool) -> Any:
        answer = [nearest.distance] + [names] * return_names + [nearest.data] * return_data
        return answer[0] if len(answer) == 1 else tuple(answer)

    def _nearest_to(self, one: _Object, without: list[BodyId] | None = None) -> _Nearest:
        nearest = _Nearest()
        for a, b in self._meeting(one):
            if a is not one and a.body not in (without or ()):
                nearest.offer(a, b, None)
        if nearest.names is not None:
            return nearest
        lone = Scene()
        lone.add(one.thing, one.pose)
        found = self.scene.clearance_to(lone, without=without)
        if found is not None:
            nearest.offer(self._by_body[found[0]], one, found[2])
        return nearest

    def min_distance_single(
        self,
        mesh: Mesh | Thing,
        transform: ArrayLike | Pose | None = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance of an object that is not in the manager from those that are; the name
        of the nearest, and its nearest point, if asked for. Less than zero is a depth."""
        one = _Object(EXTERNAL, thing_of(mesh), _pose(transform), None)
        nearest = self._nearest_to(one)
        name = nearest.names[0] if nearest.names else None
        return self._distance(nearest, name, return_name, return_data)

    def min_distance_internal(
        self, name: Hashable | None = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance of two objects, or of the one of this name from the others."""
        if name is not None:
            one = self._find(name)
            assert one.body is not None
            nearest = self._nearest_to(one, [one.body])
        else:
            nearest = _Nearest()
            found = self.scene.clearance()
            if found is not None and found[2].verdict == "overlapping":
                self.scene.step()
                for a, b in self.scene.touching():
                    nearest.offer(self._by_body[a], self._by_body[b], None)
            elif found is not None:
                nearest.offer(self._by_body[found[0]], self._by_body[found[1]], found[2])
        names = tuple(sorted(nearest.names)) if nearest.names else None  # type: ignore[type-var]
        return self._distance(nearest, names, return_names, return_data)

    def min_distance_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """The least distance of an object here from one of another manager; their names, ours
        first, and their nearest points, if asked for."""
        nearest = _Nearest()
        for one in list(other_manager._objects.values()):
            for a, b in self._meeting(one):
                nearest.offer(a, b, None)
        if nearest.names is None:
            found = self.scene.clearance_to(other_manager.scene)
            if found is not None:
                other = other_manager._by_body[found[1]]
                nearest.offer(self._by_body[found[0]], other, found[2])
        return self._distance(nearest, nearest.names, return_names, return_data)


def _bounds(one: _Object) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The box around an object where it is. Without an end, it ends where numbers do."""
    least, largest = one.thing.bounds_at(one.pose)
    return np.maximum(least, -1e150), np.minimum(largest, 1e150)


def _scaled(mesh: Mesh, matrix: NDArray[np.float64]) -> tuple[Thing, Pose]:
    """A mesh under a matrix that does more than turn and move: what the matrix does beside the turn
    nearest to it is done to the vertices, and the rest is a pose."""
    left, _, right = np.linalg.svd(matrix[:3, :3])
    turn = left @ right
    if np.linalg.det(turn) < 0.0:
        turn = -turn
    change = turn.T @ matrix[:3, :3]
    faces = np.asarray(mesh.faces)
    # What is mirrored is wound the other way round.
    faces = faces[:, ::-1] if np.linalg.det(change) < 0.0 else faces
    thing = _thing(np.asarray(mesh.vertices) @ change.T, faces, mesh.is_convex)
    return thing, Pose(matrix[:3, 3], matrix=turn)


def scene_to_collision(scene: Any) -> tuple[CollisionManager, Mapping[Any, BodyId]]:
    """A manager of all that is in a scene of trimesh's, and its bodies by the names of nodes.

    A node that scales, shears or mirrors has a mesh of its own, which is changed so."""
    manager = CollisionManager()
    things = {name: thing_of(mesh) for name, mesh in scene.geometry.items()}
    bodies = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        try:
            thing, pose = things[geometry], _pose(transform)
        except ValueError as error:
            matrix = np.asarray(transform, dtype=np.float64)
            is_affine = matrix.shape == (4, 4) and (matrix[3] == (0, 0, 0, 1)).all()
            if not (is_affine and np.isfinite(matrix).all()):
                raise ValueError(f"node {node!r}: {error}") from None
            thing, pose = _scaled(scene.geometry[geometry], matrix)
        bodies[node] = manager.add_object(node, thing, pose)
    return manager, bodies
