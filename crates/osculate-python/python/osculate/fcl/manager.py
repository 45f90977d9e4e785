"""The manager of many objects."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._osculate import BodyId, Pose, Scene
from .geometry import Plane
from .objects import CollisionObject

Box = tuple[NDArray[np.float64], NDArray[np.float64]]
Pair = tuple[CollisionObject, CollisionObject]


def _box(o: CollisionObject) -> Box:
    """The box around an object, within the range of numbers. A plane is everywhere."""
    if isinstance(o.geometry, Plane):
        return np.full(3, -1e150), np.full(3, 1e150)
    least, largest = o.geometry.shape.bounds_at(o.pose)
    return np.maximum(least, -1e150), np.minimum(largest, 1e150)


class _Known:
    """An object, and what the scene was told of it."""

    __slots__ = ("body", "object", "pose", "shape")

    def __init__(self, o: CollisionObject) -> None:
        self.object = o
        self.body: BodyId | None = None
        self.pose: Pose | None = None
        self.shape: Any = None


class DynamicAABBTreeCollisionManager:
    """Many objects, of which those are asked about each other that are near. Objects that moved or
    changed are seen at the next question, whether `update` was called or not."""

    def __init__(self) -> None:
        self._scene = Scene()
        self._known: dict[int, _Known] = {}
        self._by_body: dict[BodyId, CollisionObject] = {}
        # Kept for programs that set them: the trees here need no such care.
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = False

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        """Adds objects."""
        for obj in other_objs:
            self.registerObject(obj)

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object."""
        if not isinstance(obj, CollisionObject):
            kind = type(obj).__name__
            raise TypeError(f"a CollisionObject is needed, and this is of type {kind}")
        self._known.setdefault(id(obj), _Known(obj))

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Takes an object out."""
        known = self._known.pop(id(obj), None)
        if known is not None and known.body is not None:
            self._scene.remove(known.body)
            del self._by_body[known.body]

    def setup(self) -> None:
        """Does nothing: there is nothing to set up."""

    def update(self, arg: Any = None) -> None:
        """Does nothing: each question looks where the objects are."""

    def getObjects(self) -> list[CollisionObject]:
        """All objects."""
        return [known.object for known in self._known.values()]

    def clear(self) -> None:
        """Takes all objects out."""
        for obj in self.getObjects():
            self.unregisterObject(obj)

    def empty(self) -> bool:
        """Whether there are no objects."""
        return not self._known

    def size(self) -> int:
        """How many objects there are."""
        return len(self._known)

    def _look(self) -> list[CollisionObject]:
        """Tells the scene what is new. Planes are in no scene, and come back."""
        planes = []
        moved = {}
        for known in self._known.values():
            o = known.object
            if isinstance(o.geometry, Plane):
                planes.append(o)
                continue
            shape, pose = o.geometry.shape, o.pose
            if known.body is not None and known.shape is not shape:
                self._scene.remove(known.body)
                del self._by_body[known.body]
                known.body = None
            if known.body is None:
                known.body = self._scene.add(shape, pose)
                self._by_body[known.body] = o
            elif known.pose is not pose:
                moved[known.body] = pose
            known.shape, known.pose = shape, pose
        if moved:
            self._scene.set_poses(moved)
        return planes

    def _near(self, o: CollisionObject) -> list[CollisionObject]:
        """The objects whose boxes meet that of an object."""
        planes = self._look()
        return [self._by_body[body] for body in self._scene.in_box(*_box(o))] + planes

    def _pairs_near(self, args: tuple[Any, ...]) -> Iterator[Pair]:
        """The pairs whose boxes meet. They are objects, and not bodies of the scene, before a
        callback has one, as it may take objects out."""
        if not args:
            planes = self._look()
            pairs = [(self._by_body[a], self._by_body[b]) for a, b in self._scene.pairs_by_boxes()]
            pairs += [(plane, o) for plane in planes for o in self._by_body.values()]
            yield from pairs
        elif isinstance(args[0], DynamicAABBTreeCollisionManager):
            for other in args[0].getObjects():
                yield from ((mine, other) for mine in self._near(other))
        else:
            yield from ((mine, args[0]) for mine in self._near(args[0]))

    def _left(self, pairs: Iterator[tuple[Any, Pair]], rest: tuple[Any, ...]) -> Iterator[Any]:
        """The pairs of which no callback has taken an object out meanwhile, as it comes to them."""
        is_manager = bool(rest) and isinstance(rest[0], DynamicAABBTreeCollisionManager)
        others = rest[0] if is_manager else self
        for bound, (mine, other) in pairs:
            is_left = bool(rest) and not is_manager or id(other) in others._known
            if is_left and id(mine) in self._known:
                yield bound, (mine, other)

    def collide(self, *args: Any) -> None:
        """Calls a callback with pairs whose boxes meet, until it says that that is enough:
        `collide(data, callback)` for pairs here, `collide(other, data, callback)` for those with
        another object or manager."""
        rest, data, callback = _arguments(args)
        pairs = ((None, pair) for pair in self._pairs_near(rest))
        for _, (o1, o2) in self._left(pairs, rest):
            if callback(o1, o2, data):
                return

    def _pairs_by_distance(self, rest: tuple[Any, ...]) -> Iterator[tuple[float, Pair]]:
        """All pairs, and how far apart their boxes are, the nearest first."""
        mine = self.getObjects()
        if not rest:
            first, second = np.triu_indices(len(mine), 1)
            others = mine
        else:
            is_manager = isinstance(rest[0], DynamicAABBTreeCollisionManager)
            others = rest[0].getObjects() if is_manager else [rest[0]]
            first, second = (indices.ravel() for indices in np.indices((len(mine), len(others))))
        if not len(first):
            return
        (least_a, most_a), (least_b, most_b) = (
            tuple(np.array(corners) for corners in zip(*map(_box, objects), strict=True))
            for objects in (mine, others)
        )
        gaps = np.maximum(least_a[first] - most_b[second], least_b[second] - most_a[first])
        lengths = np.linalg.norm(np.maximum(gaps, 0.0), axis=1)
        for k in np.argsort(lengths, kind="stable"):
            yield float(lengths[k]), (mine[first[k]], others[second[k]])

    def distance(self, *args: Any) -> None:
        """Calls a callback with pairs, those with the nearest boxes first, until none can be nearer
        than what it says, or it says that that is enough."""
        rest, data, callback = _arguments(args)
        least = np.inf
        for bound, (o1, o2) in self._left(self._pairs_by_distance(rest), rest):
            # Rounding of the boxes is far less than what tells two distances apart.
            if bound > least:
                return
            done, least = callback(o1, o2, data)
            if done:
                return


def _arguments(args: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any, Callable[..., Any]]:
    """The other object or manager, if there is one; the data, and the callback."""
    if len(args) not in (2, 3) or not (inspect.isroutine(args[-1]) or callable(args[-1])):
        raise ValueError("the arguments are another object or manager, data and a callback")
    known = (CollisionObject, DynamicAABBTreeCollisionManager)
    if len(args) == 3 and not isinstance(args[0], known):
        raise ValueError("the first argument is a CollisionObject or a manager")
    return args[:-2], args[-2], args[-1]
