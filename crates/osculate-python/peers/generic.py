"""What trimesh's tests of collisions take from their own `generic` module, which is in no source
package, and neither are its models: the cube is made here, and so is an assembly in place of the
one that is not there."""

import logging
import unittest

import numpy as np
import trimesh

__all__ = ["get_mesh", "log", "np", "random", "trimesh", "unittest"]

log = logging.getLogger("trimesh")
_generator = np.random.default_rng(0)


def random(shape):
    """Random numbers from 0 to 1."""
    return _generator.random(shape)


def get_mesh(name):
    """A model by its name."""
    if name == "unit_cube.STL":
        return trimesh.creation.box()
    if name != "cycloidal.3DXML":
        raise ValueError(f"there is no model {name}")
    # Rings that are not convex, each in the next, and pins that are.
    scene = trimesh.Scene()
    for k in range(12):
        ring = trimesh.creation.annulus(r_min=1.0, r_max=1.2, height=0.3, sections=64)
        scene.add_geometry(ring.apply_translation([2.1 * k, 0.0, 0.02 * k]))
        pin = trimesh.creation.cylinder(radius=0.2, height=1.0)
        scene.add_geometry(pin.apply_translation([2.1 * k + 1.1, 0.0, 0.0]))
    return scene
