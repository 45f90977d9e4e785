"""Reads every robot, scene and mesh of four public packages with the program, and prints a table.

    cargo build --release
    python bench/real_files.py [--program target/release/osculate] [--folder FOLDER] [--refused]

The packages are fetched by pip, npm and apt-get, and unpacked in the folder, where the next run
finds them. Each file is given to `osculate check` with no option. A file that holds no geometry
counts as read, if the program says so; and one of which parts cannot be known, such as what a
script makes or what another file holds that is not there, if the program lists them. `--refused`
prints why each of the others was refused.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as xml
import zipfile

PACKAGES = {
    "example-robot-data": ["pip", "example-robot-data==6.0.0"],
    "pybullet": ["pip", "pybullet==3.2.7"],
    "@webxr-input-profiles/assets": ["npm", "@webxr-input-profiles/assets@1.0.20"],
    "whitedune-docs": ["apt", "whitedune-docs"],
}
# What counts as one kind, and how many of it must be read.
KINDS = {
    "URDF of example-robot-data": ("example-robot-data", [".urdf"], 66),
    "URDF of pybullet": ("pybullet", [".urdf"], 1090),
    "GLB of WebXR": ("@webxr-input-profiles/assets", [".glb"], 82),
    "VRML of whitedune": ("whitedune-docs", [".wrl", ".wrl.gz", ".wrz", ".vrml"], 160),
    "meshes of example-robot-data": ("example-robot-data", [".stl", ".dae", ".obj"], None),
    "meshes of pybullet": ("pybullet", [".stl", ".dae", ".obj"], None),
}


def fetched(name: str, folder: pathlib.Path) -> pathlib.Path:
    """The folder of a package, which is fetched and unpacked unless it is there."""
    into = folder / name.replace("/", "_").replace("@", "")
    if into.exists():
        return into
    sort, what = PACKAGES[name]
    with tempfile.TemporaryDirectory() as work:
        if sort == "pip":
            command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"]
            subprocess.run([*command, "--quiet", what], cwd=work, check=True)
        elif sort == "npm":
            subprocess.run(["npm", "pack", "--silent", what], cwd=work, check=True)
        else:
            subprocess.run(["apt-get", "download", "-qq", what], cwd=work, check=True)
        (package,) = pathlib.Path(work).iterdir()
        unpacked = pathlib.Path(work) / "unpacked"
        if package.suffix == ".whl":
            zipfile.ZipFile(package).extractall(unpacked)
        elif package.suffix == ".tgz":
            tarfile.open(package).extractall(unpacked, filter="data")
        else:
            subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
        subprocess.run(["cp", "-r", unpacked, into], check=True)
    return into


def disabled(urdf: pathlib.Path, notes: list[str]) -> set[frozenset[str]]:
    """The pairs of links that the robot's SRDF switches off: that of its own name, beside the file
    or in `../srdf`, and the one that the program says it took."""
    named = [note.split(" says which pairs")[0] for note in notes if " says which pairs" in note]
    own = [urdf.with_suffix(".srdf"), urdf.parent.parent / "srdf" / f"{urdf.stem}.srdf"]
    pairs = set()
    for srdf in {file.resolve() for file in map(pathlib.Path, [*named, *own]) if file.exists()}:
        for pair in xml.parse(srdf).iter("disable_collisions"):
            pairs.add(frozenset([pair.get("link1"), pair.get("link2")]))
    return pairs


def asked(program: str, file: pathlib.Path) -> tuple[str, str, int]:
    """What became of a file, in a word and in the program's words; and how many clashes of pairs
    that its SRDF switches off were reported."""
    command = [program, "check", str(file), "--format", "json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "refused", "it took more than five minutes", 0
    # Messages are set to the width of a terminal, with a line beside them.
    words = done.stderr.strip()
    said = " ".join(words.replace("│", " ").split())
    if done.returncode in (0, 1):
        report = json.loads(done.stdout)
        off = disabled(file, report["notes"]) if file.suffix == ".urdf" else set()
        clashes = (pair for pair in report["pairs"] if pair["verdict"] == "clash")
        return "read", words, sum(frozenset([pair["a"], pair["b"]]) in off for pair in clashes)
    if done.returncode == 2 and "it holds no body" in said:
        return "empty", words, 0
    if done.returncode == 2 and done.stdout and json.loads(done.stdout)["missing"]:
        return "incomplete", words, 0
    return "refused" if done.returncode == 2 else "crashed", words, 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/osculate")
    arguments.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("target/real_files"))
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--refused", action="store_true", help="print why files were refused")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    is_short = False
    columns = ["all", "read", "without geometry", "incomplete", "refused", "crashed"]
    print(f"| files | {' | '.join(columns)} | disabled pairs that clash |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    reasons = []
    for kind, (package, endings, wanted) in KINDS.items():
        folder = fetched(package, given.folder)
        files = sorted(
            file
            for file in folder.rglob("*")
            if file.is_file() and any(file.name.lower().endswith(end) for end in endings)
        )
        with concurrent.futures.ThreadPoolExecutor(given.threads) as pool:
            answers = list(pool.map(lambda file: asked(given.program, file), files))
        count = collections.Counter(became for became, _, _ in answers)
        clashes = sum(clashes for _, _, clashes in answers)
        print(
            f"| {kind} | {len(files)} | {count['read']} | {count['empty']} | {count['incomplete']}"
            f" | {count['refused']} | {count['crashed']} | {clashes} |",
            flush=True,
        )
        is_read = count["read"] + count["empty"] + count["incomplete"]
        is_short |= wanted is not None and is_read < wanted
        is_short |= count["crashed"] > 0 or clashes > 0
        for file, (became, words, _) in zip(files, answers):
            if became in ("refused", "crashed"):
                reasons.append(f"{file.relative_to(folder)}: {became}\n  {words}")
    if given.refused:
        print("\n" + "\n".join(reasons))
    return int(is_short)


if __name__ == "__main__":
    sys.exit(main())
