"""Transforms, and geometries at them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._osculate import Pose
from .data import NODE_TYPE, OBJECT_TYPE
from .geometry import CollisionGeometry

Vector = NDArray[np.float64]


class Transform:
    """Where something is: by nothing, another transform, a rotation (a matrix, or a quaternion with
    the real part first), a translation, or by a rotation and a translation."""

    def __init__(self, *args: Any) -> None:
        self._rotation: Vector = np.eye(3)
        self._translation: Vector = np.zeros(3)
        if len(args) > 2:
            raise ValueError("Transform takes two arguments at most")
        if len(args) == 1 and isinstance(args[0], Transform):
            self._rotation = args[0].getRotation()
            self._translation = args[0].getTranslation()
            return
        given = [np.array(argument, dtype=np.float64) for argument in args]
        if len(given) == 1 and given[0].shape == (3,):
            self.setTranslation(given[0])
        elif given:
            if given[0].shape == (3, 3):
                self.setRotation(given[0])
            elif given[0].shape == (4,):
                self.setQuatRotation(given[0])
            else:
                raise ValueError(f"no transform is of shape {given[0].shape}")
        if len(given) == 2:
            translation = given[1].squeeze()
            if translation.shape != (3,):
                raise ValueError(f"the translation must be (3,), and is {translation.shape}")
            self.setTranslation(translation)

    def getRotation(self) -> Vector:
        """The matrix of the rotation."""
        return self._rotation.copy()

    def getTranslation(self) -> Vector:
        """The translation."""
        return self._translation.copy()

    def getQuatRotation(self) -> Vector:
        """The quaternion, real part first."""
        return Pose(matrix=self._rotation).wxyz

    def setRotation(self, R: ArrayLike) -> None:
        """Sets the matrix of the rotation."""
        rotation = np.array(R, dtype=np.float64)
        if rotation.shape != (3, 3):
            raise ValueError(f"the rotation must be (3, 3), and is {rotation.shape}")
        self._rotation = rotation

    def setTranslation(self, T: ArrayLike) -> None:
        """Sets the translation."""
        translation = np.array(T, dtype=np.float64)
        if translation.shape != (3,):
            raise ValueError(f"the translation must be (3,), and is {translation.shape}")
        self._translation = translation

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the quaternion, real part first."""
        self._rotation = Pose(wxyz=np.array(q, dtype=np.float64)).rotation

    @property
    def pose(self) -> Pose:
        """The same as osculate has it."""
        return Pose(self._translation, matrix=self._rotation)


class CollisionObject:
    """A geometry at a transform."""

    def __init__(self, geom: CollisionGeometry | None = None, tf: Transform | None = None) -> None:
        if geom is None or geom.getNodeType() is None:
            raise ValueError("a CollisionObject needs a geometry with a shape")
        self.geometry = geom
        """The geometry."""
        self._transform = Transform() if tf is None else Transform(tf)
        self._pose: Pose | None = None

    @property
    def pose(self) -> Pose:
        """Where it is, as osculate has it."""
        if self._pose is None:
            self._pose = self._transform.pose
        return self._pose

    def getObjectType(self) -> int:
        """What it is, of `OBJECT_TYPE`."""
        is_mesh = self.getNodeType() == NODE_TYPE.BV_OBBRSS
        return OBJECT_TYPE.OT_BVH if is_mesh else OBJECT_TYPE.OT_GEOM

    def getNodeType(self) -> int | None:
        """What its geometry is, of `NODE_TYPE`."""
        return self.geometry.getNodeType()

    def getTranslation(self) -> Vector:
        """The translation."""
        return self._transform.getTranslation()

    def setTranslation(self, vec: ArrayLike) -> None:
        """Sets the translation."""
        self._transform.setTranslation(vec)
        self._pose = None

    def getRotation(self) -> Vector:
        """The matrix of the rotation."""
        return self._transform.getRotation()

    def setRotation(self, mat: ArrayLike) -> None:
        """Sets the matrix of the rotation."""
        self._transform.setRotation(mat)
        self._pose = None

    def getQuatRotation(self) -> Vector:
        """The quaternion, real part first."""
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the quaternion, real part first."""
        self._transform.setQuatRotation(q)
        self._pose = None

    def getTransform(self) -> Transform:
        """Where it is."""
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        """Puts it elsewhere."""
        self._transform = Transform(tf)
        self._pose = None

    def isOccupied(self) -> bool:
        """Always: no geometry here is one of a map."""
        return True

    def isFree(self) -> bool:
        """Never."""
        return False

    def isUncertain(self) -> bool:
        """Never."""
        return False
