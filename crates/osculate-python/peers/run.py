"""Runs the tests of python-fcl and of trimesh's collision manager over osculate.fcl.

    python peers/run.py [--keep FOLDER] [--package WHEEL] [TEST_FILE ...]

Their files come from their source packages, and stay outside this repository. The tests run in an
environment of their own, in which there is no other `fcl`. TEST_FILEs are further tests that import
`fcl`, such as newer ones of python-fcl, whose last source package is of version 0.0.12.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
PEERS = {
    "python-fcl==0.0.12": "test/test_fcl.py",
    "trimesh==5.2.0": "tests/test_collision.py",
}

# Of two cubes in the same place each of six faces is as near as any. Trimesh's test has the one
# that libccd takes, and what is true of any of them is asserted in its place.
ONE_OF_SIX = [
    (
        "assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))",
        "assert g.np.all(g.np.abs(c.point - [5, 0, 0]) < 0.5 + 1e-9)",
    ),
    (
        "assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))",
        "assert g.np.isclose(g.np.abs(c.normal).max(), 1.0)",
    ),
]


def run(*command: object, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs a command, and shows what it said if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def main() -> int:
    """Runs all of them, and returns how many failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="the folder of the environment and the sources")
    parser.add_argument("--package", type=Path, default=PACKAGE, help="or a wheel of it")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    # The build tools are what python-fcl's source package needs before pip can look at it.
    run(python, "-m", "pip", "install", "-q", "setuptools<81", "wheel", "Cython", "numpy", "scipy",
        "networkx", "pytest", "trimesh==5.2.0", arguments.package)  # fmt: skip
    if run(python, "-c", "import fcl", check=False).returncode == 0:
        sys.exit("another fcl is installed in the environment")
    tests = folder / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "conftest.py").write_text(
        "import sys\n\nimport osculate.fcl\n\nsys.modules['fcl'] = osculate.fcl\n"
    )
    (tests / "generic.py").write_text((HERE / "generic.py").read_text())
    for peer, name in PEERS.items():
        run(python, "-m", "pip", "download", "-q", "--no-deps", "--no-build-isolation",
            "--no-binary", ":all:", "-d", folder, peer)  # fmt: skip
        archive = next(folder.glob(f"{peer.replace('==', '-')}.tar.gz"))
        with tarfile.open(archive) as sources:
            member = sources.extractfile(f"{peer.replace('==', '-')}/{name}")
            assert member is not None
            text = member.read().decode()
        for theirs, true in ONE_OF_SIX:
            text = text.replace(theirs, true)
        (tests / Path(name).name).write_text(text)
    for file in arguments.files:
        (tests / f"test_more_{file.name}").write_text(file.read_text())
    failed = 0
    for file in sorted(tests.glob("test_*.py")):
        done = run(python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", file,
                   check=False)  # fmt: skip
        counts = re.findall(r"(\d+) (passed|failed|error)", done.stdout)
        failed += done.returncode != 0
        print(f"{file.name}: {', '.join(' '.join(count) for count in counts) or 'nothing ran'}")
        if done.returncode:
            print(done.stdout)
    return failed


if __name__ == "__main__":
    sys.exit(main())
