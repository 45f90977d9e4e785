"""`python -m osculate pairs PAIRS.parquet --shapes SCENE -o ANSWERS.parquet`."""

from __future__ import annotations

import argparse
import sys

from . import read


def main() -> int:
    """Runs a command, and returns its exit code: 0, or 2 for an error."""
    parser = argparse.ArgumentParser(prog="python -m osculate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    pairs = commands.add_parser("pairs", help="signed distances of the pairs of a Parquet file")
    pairs.add_argument("source", help="a file with the columns a, b, pose_a and pose_b")
    pairs.add_argument("--shapes", required=True, help="a file whose bodies a and b name")
    pairs.add_argument("-o", "--output", required=True)
    pairs.add_argument("--keep", action="append", default=[], metavar="COLUMN",
                       help="a column that answers keep; may be given several times")  # fmt: skip
    pairs.add_argument("--threads", type=int, help="as many as there are cores, if not given")
    arguments = parser.parse_args()
    try:
        from .arrow import map_file
    except ImportError:
        print("error: pyarrow is not there: pip install osculate[arrow]", file=sys.stderr)
        return 2

    def progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {of}", end="\n" if done == of else "", file=sys.stderr)

    try:
        shapes = read(arguments.shapes)
        map_file(arguments.source, arguments.output, shapes, keep=arguments.keep,
                 threads=arguments.threads, progress=progress)  # fmt: skip
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
