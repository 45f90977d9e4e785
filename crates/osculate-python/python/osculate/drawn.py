"""Pictures of shapes, bodies and scenes, as SVG: notebooks show them by themselves.

>>> from osculate import Shape
>>> svg([Shape.ball(1)]).startswith("<svg")
True

Triangles are sorted by how far they are, which is right for things that do not go through each
other; the program's own pictures sort them by planes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._osculate import Body, Pose, Shape

__all__ = ["svg"]

WIDTH, MOST_HEIGHT, MARGIN = 480.0, 360.0, 12.0
COLORS = ((86, 140, 190), (214, 140, 72), (108, 165, 110), (170, 110, 160), (190, 170, 80))

# From the front, the right and above; z is up.
_RIGHT = np.array([0.8, 0.6, 0.0])
_AWAY = np.array([-0.6, 0.8, -0.45]) / np.linalg.norm([-0.6, 0.8, -0.45])
_UP = np.cross(_RIGHT, _AWAY)
_LIGHT = -_AWAY + 0.5 * _UP


def _triangles(thing: Shape | Body, pose: Pose) -> NDArray[np.float64]:
    """The corners of all triangles: of shape (n, 3, 3). What has no end is left out."""
    shapes = [thing] if isinstance(thing, Shape) else []
    corners = [np.empty((0, 3, 3))]
    if isinstance(thing, Body):
        corners.append(thing.triangles)
        shapes = [thing[k] for k in range(len(thing) - len(thing.triangles))]
    for shape in shapes:
        if np.isfinite(shape.bounds).all():
            least, largest = shape.bounds
            vertices, faces = shape.mesh(0.01 * float(np.linalg.norm(largest - least)))
            corners.append(vertices[faces])
    found = np.concatenate(corners)
    return np.asarray(pose @ found.reshape(-1, 3)).reshape(-1, 3, 3)


def svg(things: Iterable[Shape | Body | tuple[Shape | Body, Any]]) -> str:
    """A picture of shapes and bodies, each by itself or with its pose."""
    all_corners, colors = [], []
    for k, thing in enumerate(things):
        thing, pose = thing if isinstance(thing, tuple) else (thing, Pose())
        corners = _triangles(thing, pose)
        all_corners.append(corners)
        colors += [COLORS[k % len(COLORS)]] * len(corners)
    corners = np.concatenate(all_corners) if all_corners else np.empty((0, 3, 3))
    if not len(corners):
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="20"/>'
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.where(lengths > 0.0, lengths, 1.0)[:, None]
    light = 0.55 + 0.45 * np.abs(normals @ (_LIGHT / np.linalg.norm(_LIGHT)))
    seen = np.stack([corners @ _RIGHT, -(corners @ _UP)], axis=-1)
    least, most = seen.reshape(-1, 2).min(axis=0), seen.reshape(-1, 2).max(axis=0)
    size = np.maximum(most - least, 1e-300)
    scale = min((WIDTH - 2 * MARGIN) / size[0], (MOST_HEIGHT - 2 * MARGIN) / size[1])
    seen = (seen - least) * scale + MARGIN
    width, height = size * scale + 2 * MARGIN
    drawn = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">']
    for k in np.argsort(-(corners @ _AWAY).mean(axis=1), kind="stable"):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in seen[k])
        color = "#" + "".join(f"{int(light[k] * part):02x}" for part in colors[k])
        drawn.append(f'<polygon points="{points}" fill="{color}" stroke="{color}"/>')
    return "".join([*drawn, "</svg>"])
