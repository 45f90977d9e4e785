"""The program's verdicts on real robots, beside those of python-fcl's test of triangles.

    python peers/robots.py [--program osculate] [ROBOT.urdf ...]

Without robots, eight of the package `example-robot-data` are fetched. Nothing but the files is
shared: the robot is read here again, its meshes by trimesh, and placed in the posture in which the
program checks it, in which each joint is at 0 or as near as its limits let it. Every pair of links
that no joint joins is asked. It needs numpy, scipy, trimesh, networkx, pycollada and python-fcl.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import fcl
import numpy as np
import trimesh

ROBOTS = ["panda.urdf", "so100.urdf", "centauro.urdf", "a1.urdf", "talos_full_v2.urdf",
          "g1_29dof_rev_1_0.urdf", "solo12.urdf", "pr2.urdf"]  # fmt: skip


def fetch(folder: Path) -> list[Path]:
    """The eight robots, from the package index."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder)]
    subprocess.run([*pip, "example-robot-data"], check=True)
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as files:
            files.extractall(folder)
    return [next(folder.rglob(name)) for name in ROBOTS]


def numbers(text: str | None, default: str) -> np.ndarray:
    return np.array([float(word) for word in (text or default).split()])


def turned(axis: np.ndarray, angle: float) -> np.ndarray:
    pose = np.eye(4)
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    pose[:3, :3] += math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return pose


def origin_of(element: ET.Element) -> np.ndarray:
    origin = element.find("origin")
    if origin is None:
        return np.eye(4)
    pose = np.eye(4)
    for axis, angle in zip(np.eye(3), numbers(origin.get("rpy"), "0 0 0"), strict=True):
        pose[:3, :3] = turned(axis, angle)[:3, :3] @ pose[:3, :3]
    pose[:3, 3] = numbers(origin.get("xyz"), "0 0 0")
    return pose


class Robot:
    """What a URDF file says of links: where they are, and what they are made of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        root = ET.parse(path).getroot()
        # What is seen stands in for what a link has no collision shape for.
        self.geometries = {
            link.get("name"): [
                found
                for part in link.findall("collision") or link.findall("visual")
                if (found := self.read(part))
            ]
            for link in root.findall("link")
        }
        joints = [joint for joint in root.findall("joint") if joint.find("parent") is not None]
        joined = {}
        for joint in joints:
            joined[joint.find("child").get("link")] = (joint.find("parent").get("link"), joint)
        self.poses: dict[str, np.ndarray] = {}
        for link in self.geometries:
            pose, at = np.eye(4), link
            while at in joined:
                at, joint = joined[at]
                pose = self.moved(joint) @ pose
            self.poses[link] = pose
        self.joined = {frozenset((child, parent)) for child, (parent, _) in joined.items()}

    @staticmethod
    def moved(joint: ET.Element) -> np.ndarray:
        """Where a joint puts its child, at 0 or as near as its limits let it."""
        limit, kind = joint.find("limit"), joint.get("type")
        at = 0.0
        if limit is not None and kind in ("revolute", "prismatic"):
            least, most = (float(limit.get(end, 0)) for end in ("lower", "upper"))
            at = min(max(0.0, least), most) if least <= most else 0.0
        axis = joint.find("axis")
        axis = numbers(axis.get("xyz") if axis is not None else None, "1 0 0")
        pose = np.eye(4)
        if kind == "prismatic":
            pose[:3, 3] = axis * at
        elif kind == "revolute":
            pose = turned(axis, at)
        return origin_of(joint) @ pose

    def file(self, name: str) -> Path:
        """A mesh of a package, or one beside the robot's file."""
        if "://" not in name:
            return self.path.parent / name
        rest = name.split("://", 1)[1]
        for folder in self.path.parents:
            for tail in (rest, rest.split("/", 1)[1]):
                if (folder / tail).is_file():
                    return folder / tail
        raise FileNotFoundError(name)

    def read(self, part: ET.Element) -> tuple[np.ndarray, object] | None:
        """One piece of a link: where it is, and its mesh or fcl's shape."""
        pose, geometry = origin_of(part), part.find("geometry")
        if geometry is None or not len(geometry):
            return None
        shape = geometry[0]
        if shape.tag == "box":
            return pose, fcl.Box(*numbers(shape.get("size"), ""))
        if shape.tag == "sphere":
            return pose, fcl.Sphere(float(shape.get("radius")))
        if shape.tag in ("cylinder", "capsule"):
            make = {"cylinder": fcl.Cylinder, "capsule": fcl.Capsule}[shape.tag]
            return pose, make(float(shape.get("radius")), float(shape.get("length")))
        mesh = trimesh.load(self.file(shape.get("filename")), force="mesh", process=False)
        mesh.vertices = np.asarray(mesh.vertices) * numbers(shape.get("scale"), "1 1 1")
        return pose, mesh

    def pieces(self, link: str) -> list[Piece]:
        return [Piece(self.poses[link] @ pose, shape) for pose, shape in self.geometries[link]]


def closes(part: trimesh.Trimesh) -> bool:
    area = part.area
    trimesh.repair.fill_holes(part)
    is_whole = part.is_watertight and part.is_winding_consistent
    return bool(is_whole and part.area - area < 1e-6 * area)


class Piece:
    """One piece of a link, in the world."""

    def __init__(self, pose: np.ndarray, shape: object) -> None:
        self.corners = None
        self.inner = pose[:3, 3][None]
        if isinstance(shape, trimesh.Trimesh):
            points, faces = np.asarray(shape.vertices), np.asarray(shape.faces)
            welded = trimesh.Trimesh(points, faces, process=False)
            # Files round their corners, and have some in the edges of others: what is as near as
            # this is one, and a hole without area is none.
            welded.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=7)
            parts = welded.split(only_watertight=False, repair=False)
            closed = [part for part in parts if closes(part)]
            if closed:
                corners = np.concatenate([part.triangles for part in closed])
                self.corners = corners @ pose[:3, :3].T + pose[:3, 3]
            firsts = np.array([part.vertices[0] for part in parts])
            self.inner = firsts @ pose[:3, :3].T + pose[:3, 3]
            model = fcl.BVHModel()
            model.beginModel(len(points), len(faces))
            model.addSubModel(points, faces)
            model.endModel()
            shape = model
        self.object = fcl.CollisionObject(shape, fcl.Transform(pose[:3, :3], pose[:3, 3]))

    def has_inside(self, other: Piece) -> bool:
        """Whether a point of the other lies in what closes of this: by its solid angle."""
        if self.corners is None:
            return False
        for point in other.inner:
            a, b, c = (self.corners[:, k] - point for k in range(3))
            x, y, z = (np.linalg.norm(side, axis=1) for side in (a, b, c))
            over = np.einsum("ij,ij->i", a, np.cross(b, c))
            under = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
            if abs(np.arctan2(over, under).sum() / (2 * np.pi)) > 0.5:
                return True
        return False


def touch(one: Piece, other: Piece) -> bool:
    request, result = fcl.CollisionRequest(), fcl.CollisionResult()
    return bool(
        fcl.collide(one.object, other.object, request, result)
        or one.has_inside(other)
        or other.has_inside(one)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="osculate")
    parser.add_argument("robots", nargs="*", type=Path)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    robots = arguments.robots or fetch(folder)
    # In place of the robot's own planning file, so that every pair is asked.
    nothing = folder / "nothing.srdf"
    nothing.write_text("<robot name='nothing'/>")
    asked = differ = 0
    for path in robots:
        robot = Robot(path)
        options = ["--srdf", str(nothing), "--format", "json"]
        command = [arguments.program, "check", str(path), *options]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        if said.returncode not in (0, 1):
            sys.exit(f"{path.name}: {said.stderr}")
        ours = {
            frozenset((pair["a"], pair["b"]))
            for pair in json.loads(said.stdout)["pairs"]
            if pair["verdict"] in ("clash", "may clash", "contact")
        }
        pieces = {link: robot.pieces(link) for link in robot.geometries}
        links = [link for link in pieces if pieces[link]]
        pairs = [pair for pair in itertools.combinations(links, 2) if {*pair} not in robot.joined]
        touching = 0
        for pair in pairs:
            both = itertools.product(*(pieces[link] for link in pair))
            theirs = any(itertools.starmap(touch, both))
            touching += theirs
            if theirs != (frozenset(pair) in ours):
                differ += 1
                print(f"  {path.name}: {' and '.join(pair)}: {'touch' if theirs else 'are clear'}")
        asked += len(pairs)
        print(f"{path.name}: {len(links)} links, {len(pairs)} pairs, {touching} touch")
    print(f"{asked} pairs of {len(robots)} robots, {differ} verdicts differ")
    return differ != 0


if __name__ == "__main__":
    sys.exit(main())
