"""Batches of Arrow: pairs in columns, answers in columns.

    from osculate.arrow import answers
    answers(batch, {"box": Shape.cuboid((1, 1, 1)), "ball": Shape.ball(0.5)})

A batch has the columns `a` and `b`, which name shapes, and may have `pose_a` and `pose_b`, lists of
seven doubles: a translation, and a quaternion with the real part last. What has no pose is in the
world's own axes. The answer has the columns `lower`, `value` and `upper` of the signed distance of
each row. Poses are read where they lie.

The same function runs in any engine that maps batches. With Ray Data:

    ray.data.read_parquet("pairs.parquet").map_batches(
        lambda table: answers(table, shapes), batch_format="pyarrow"
    ).write_parquet("answers")

On one machine, `python -m osculate pairs pairs.parquet --shapes cell.json -o answers.parquet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ._osculate import Body, Shape, signed_distances_of

__all__ = ["SCHEMA", "answers", "map_file"]

SCHEMA = pa.schema([(name, pa.float64()) for name in ("lower", "value", "upper")])
"""What answers look like."""


class ColumnError(ValueError):
    """A column that does not fit, by its name."""


def _column(batch: Any, name: str) -> Any:
    column = batch.column(name)
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if column.null_count:
        row = pc.index(pc.is_null(column), True).as_py()
        raise ColumnError(f"column {name!r} has no value in row {row}")
    return column


def _places(batch: Any, name: str, places: Mapping[Any, int]) -> NDArray[np.uint32]:
    """Which of the shapes each row names."""
    if name not in batch.schema.names:
        raise ColumnError(f"there is no column {name!r}, which names shapes")
    column = _column(batch, name)
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    distinct = column.unique()
    for value in distinct.to_pylist():
        if value not in places:
            raise ColumnError(f"column {name!r} names {value!r}, and there is no such shape")
    known = np.array([places[value] for value in distinct.to_pylist()], dtype=np.uint32)
    found = pc.index_in(column, value_set=distinct).to_numpy(zero_copy_only=False)
    return known[found] if len(found) else np.empty(0, dtype=np.uint32)


def _poses(batch: Any, name: str) -> NDArray[np.float64]:
    """The poses of a column: of shape (n, 7), and where they lie if they are of one size."""
    count = batch.num_rows
    if name not in batch.schema.names:
        return np.tile(np.array([0.0, 0, 0, 0, 0, 0, 1]), (count, 1))
    column = _column(batch, name)
    kind = column.type
    is_list = pa.types.is_fixed_size_list(kind) or pa.types.is_list(kind)
    if not is_list or kind.value_type != pa.float64():
        raise ColumnError(f"column {name!r} is of type {kind}, and must be of lists of doubles")
    flat = column.flatten()
    if pa.types.is_list(kind):
        lengths = pc.list_value_length(column).to_numpy(zero_copy_only=False)
        if (lengths != 7).any():
            row = int(np.flatnonzero(lengths != 7)[0])
            raise ColumnError(f"column {name!r} has {lengths[row]} numbers in row {row}, not 7")
    elif kind.list_size != 7:
        raise ColumnError(f"column {name!r} has lists of {kind.list_size} numbers, not 7")
    if flat.null_count:
        raise ColumnError(f"column {name!r} has a list with no value in it")
    return np.asarray(flat.to_numpy(), dtype=np.float64).reshape(-1, 7)


def answers(batch: Any, shapes: Mapping[Any, Shape | Body], *, threads: int | None = 1) -> Any:
    """The signed distances of the pairs of a record batch or of a table, as what was given."""
    places = {name: place for place, name in enumerate(shapes)}
    pairs = np.column_stack([_places(batch, name, places) for name in ("a", "b")])
    poses = [_poses(batch, name) for name in ("pose_a", "pose_b")]
    try:
        found = signed_distances_of(list(shapes.values()), pairs, *poses, threads=threads)
    except ValueError as error:
        # The library's `poses[17]` is row 17 of a column.
        text = str(error)
        for theirs, ours in (("poses_b[", "pose_b"), ("poses[", "pose_a")):
            if text.startswith(theirs):
                row, said = text[len(theirs) :].split("]", 1)
                raise ColumnError(f"column {ours!r}, row {row}{said}") from None
        raise
    columns = [pa.array(column) for column in np.ascontiguousarray(found.T)]
    return type(batch).from_arrays(columns, schema=SCHEMA)


def _batches(path: str, rows: int) -> tuple[int, Iterator[Any]]:
    """How many rows a file has, and these, a few at a time."""
    try:
        file = pq.ParquetFile(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise ColumnError(f"{path}: {error}") from None
    # Group by group, as all groups at once are read ahead of what is asked.
    groups = range(file.metadata.num_row_groups)
    batches = (file.iter_batches(rows, row_groups=[group]) for group in groups)
    return file.metadata.num_rows, chain.from_iterable(batches)


def map_file(
    source: str,
    target: str,
    shapes: Mapping[Any, Shape | Body],
    *,
    threads: int | None = None,
    rows: int = 1 << 16,
    progress: Any = None,
) -> int:
    """Answers all pairs of a Parquet file, and writes another; returns how many.

    A few rows are held at a time. The file is written beside its place and moved there at the end,
    so that what fails leaves no half of an answer. What is wrong is told by file and column.
    """
    import os

    count, batches = _batches(source, rows)
    unfinished = f"{target}.unfinished"
    done = 0
    try:
        with pq.ParquetWriter(unfinished, SCHEMA) as writer:
            try:
                for batch in batches:
                    writer.write_batch(answers(batch, shapes, threads=threads))
                    done += batch.num_rows
                    if progress is not None:
                        progress(done, count)
            except (ColumnError, OSError, pa.ArrowInvalid) as error:
                raise ColumnError(f"{source}, after row {done}: {error}") from None
        os.replace(unfinished, target)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
    return done
