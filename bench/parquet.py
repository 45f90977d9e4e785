"""Time and memory of pairs in Parquet files, beside jobs whose function does nothing.

    python bench/parquet.py [--quick] [--folder FOLDER]

Files of 2 and of 20 million pairs are made in the folder (3 GB; a temporary one if none is given).
Each job is a process of its own, so that its peak of memory is its own. Jobs take turns; medians
are printed. The function that does nothing answers three columns of the same size, which are
numbers of the poses. DataFusion is measured if it is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from osculate import Shape, arrow

SHAPES = {
    "box": Shape.cuboid((0.5, 0.5, 0.5)),
    "ball": Shape.ball(0.5),
    "capsule": Shape.capsule(0.5, 0.3),
    "hull": Shape.hull(np.random.default_rng(5).normal(size=(24, 3)) * 0.4),
}


def make(path, count):
    """A file of random pairs, of which one in two hundred overlaps."""
    generator = np.random.default_rng(0)
    names = np.array(list(SHAPES))

    def poses(rows):
        turns = generator.normal(size=(rows, 4))
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        seven = np.hstack([generator.normal(size=(rows, 3)) * 3, turns])
        return pa.FixedSizeListArray.from_arrays(seven.ravel(), 7)

    def batch(first, rows):
        made = {"id": pa.array(np.arange(first, first + rows))}
        made |= {name: pa.array(names[generator.integers(0, 4, rows)]) for name in "ab"}
        made |= {name: poses(rows) for name in ("pose_a", "pose_b")}
        return pa.RecordBatch.from_pydict(made)

    with pq.ParquetWriter(path, batch(0, 0).schema) as writer:
        for first in range(0, count, 1 << 17):
            writer.write_batch(batch(first, min(1 << 17, count - first)))


def nothing(batch, shapes, *, keep=(), threads=1):
    """What does nothing: three numbers of the poses."""
    kept, pose = arrow._kept(batch, keep), batch.column("pose_a")
    columns = [*kept.columns, *(pc.list_element(pose, k) for k in range(3))]
    return type(batch).from_arrays(columns, schema=pa.schema([*kept.schema, *arrow.SCHEMA]))


def by_file(source, target):
    arrow.map_file(source, target, SHAPES, keep=["id"])


def by_datafusion(source, target):
    from datafusion import SessionContext

    context = SessionContext()
    context.register_parquet("pairs", source)
    context.register_udf(arrow.sql_function(SHAPES, context.table("pairs").schema()))
    asked = "select id, signed_distance(a, b, pose_a, pose_b) as gap from pairs"
    context.sql(asked).write_parquet(target)


JOBS = {"file": by_file, "datafusion": by_datafusion}


def work(job, function, source, target):
    """In a process of its own: what a job takes."""
    if function == "nothing":
        arrow.answers = nothing
    start, cpu = time.monotonic(), time.process_time()
    JOBS[job](source, target)
    wall, cpu = time.monotonic() - start, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([wall, cpu, peak]))


def measured(job, function, source, folder):
    target = folder / "answers"
    command = [sys.executable, __file__, "--job", job, function, str(source), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    shutil.rmtree(target) if target.is_dir() else target.unlink()
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="that it works, no figures")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--job", nargs=4, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.job:
        work(*arguments.job)
        return
    sizes, rounds = ((2000, 20_000), 1) if arguments.quick else ((2_000_000, 20_000_000), 5)
    jobs = [job for job in JOBS if job == "file" or importlib.util.find_spec(job)]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        folder = Path(folder)
        peaks = {}
        for size in sizes:
            source = folder / "pairs.parquet"
            make(source, size)
            found = {(job, of): [] for job in jobs for of in ("nothing", "answers")}
            # The large file is for memory: one round.
            for _ in range(rounds if size == sizes[0] else 1):
                for key, all in found.items():
                    all.append(measured(*key, source, folder))
            print(f"\n{size} pairs{'wall, s':>38} {'CPU, s':>9} {'peak, MB':>9}")
            for (job, of), all in found.items():
                wall, cpu, peak = (statistics.median(column) for column in zip(*all, strict=True))
                print(f"  {job + ', ' + of:<44} {wall:9.2f} {cpu:9.2f} {peak:9.0f}")
                peaks[job, of, size] = peak
                if of == "answers":
                    before = statistics.median(row[0] for row in found[job, "nothing"])
                    print(f"  {'share of nothing':<44} {wall / before:9.2f}  (at most 1.15)")
        for job in jobs:
            few, many = (peaks[job, "answers", size] for size in sizes)
            print(f"  {job + ': peak of many beside few':<44} {many / few:9.2f}")


if __name__ == "__main__":
    main()
