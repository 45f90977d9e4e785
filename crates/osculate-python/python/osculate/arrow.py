"""Batches of Arrow: pairs in columns, answers in columns.

    from osculate.arrow import answers
    answers(batch, {"box": Shape.cuboid((1, 1, 1)), "ball": Shape.ball(0.5)})

A batch has the columns `a` and `b`, which name shapes, and may have `pose_a` and `pose_b`, lists of
seven doubles: a translation, and a quaternion with the real part last. What has no pose is in the
world's own axes. The answer has the columns `lower`, `value` and `upper` of the signed distance of
each row, after those that `keep` lists. Poses are read where they lie.

The same function runs in any engine that maps batches: `sql_function` is it for DataFusion, and Ray
Data takes it as it is. `map_file` runs it over a file, on one machine, as does
`python -m osculate pairs pairs.parquet --shapes cell.json -o answers.parquet`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from ._osculate import Body, Shape, signed_distances_of

__all__ = ["SCHEMA", "answers", "map_file", "sql_function"]

SCHEMA = pa.schema([(name, pa.float64()) for name in ("lower", "value", "upper")])
"""What answers look like."""

ASKED = ("a", "b", "pose_a", "pose_b")


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


def _places(batch: Any, name: str, places: Mapping[Any, int]) -> NDArray[np.int64]:
    """Which of the shapes each row names."""
    if name not in batch.schema.names:
        raise ColumnError(f"there is no column {name!r}, which names shapes")
    column = _column(batch, name)
    kind = column.type
    if pa.types.is_nested(kind):
        raise ColumnError(f"column {name!r} is of type {kind}, and must name shapes")
    if not pa.types.is_dictionary(kind):
        # Of the views that DataFusion reads text as, fewer things are known.
        of_views = getattr(pa.types, "is_string_view", lambda _: False)
        column = (column.cast(pa.string()) if of_views(kind) else column).dictionary_encode()
    distinct = column.dictionary.to_pylist()
    # What a dictionary has and no row names may be anything.
    known = np.array([places.get(value, -1) for value in distinct], dtype=np.int64)
    found: NDArray[np.int64] = known[column.indices.to_numpy(zero_copy_only=False)]
    if len(found) and found.min() < 0:
        row = int(np.argmax(found < 0))
        value = column[row].as_py()
        raise ColumnError(
            f"column {name!r} names {value!r} in row {row}, and there is no such shape"
        )
    return found


def _poses(batch: Any, name: str) -> NDArray[np.float64]:
    """The poses of a column: of shape (n, 7), and where they lie if they are of one size."""
    count = batch.num_rows
    if name not in batch.schema.names:
        return np.tile(np.array([0.0, 0, 0, 0, 0, 0, 1]), (count, 1))
    column = _column(batch, name)
    kind = column.type
    of_one_size = pa.types.is_fixed_size_list(kind)
    is_list = of_one_size or pa.types.is_list(kind) or pa.types.is_large_list(kind)
    if not is_list or kind.value_type != pa.float64():
        raise ColumnError(f"column {name!r} is of type {kind}, and must be of lists of doubles")
    flat = column.flatten()
    if not of_one_size:
        lengths = pc.list_value_length(column).to_numpy(zero_copy_only=False)
        if (lengths != 7).any():
            row = int(np.flatnonzero(lengths != 7)[0])
            raise ColumnError(f"column {name!r} has {lengths[row]} numbers in row {row}, not 7")
    elif kind.list_size != 7:
        raise ColumnError(f"column {name!r} has lists of {kind.list_size} numbers, not 7")
    if flat.null_count:
        row, place = divmod(pc.index(pc.is_null(flat), True).as_py(), 7)
        raise ColumnError(f"column {name!r}, row {row}: the list has no value in place {place}")
    return np.asarray(flat.to_numpy(), dtype=np.float64).reshape(-1, 7)


def _kept(batch: Any, keep: Sequence[str]) -> Any:
    """The columns that answers keep, as a batch."""
    for name in keep:
        if name not in batch.schema.names:
            raise ColumnError(f"there is no column {name!r}, which is to be kept")
        if name in SCHEMA.names or keep.count(name) > 1:
            raise ColumnError(f"column {name!r} is to be kept, and answers would have two of it")
    return batch.select(list(keep))


def answers(
    batch: Any,
    shapes: Mapping[Any, Shape | Body],
    *,
    keep: Sequence[str] = (),
    threads: int | None = 1,
) -> Any:
    """The signed distances of the pairs of a record batch or of a table, as what was given.

    Columns that `keep` names come first, as they are.
    """
    kept = _kept(batch, keep)
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
    schema = pa.schema([*kept.schema, *SCHEMA])
    return type(batch).from_arrays([*kept.columns, *columns], schema=schema)


def sql_function(
    shapes: Mapping[Any, Shape | Body], schema: Any, name: str = "signed_distance"
) -> Any:
    """A function of SQL for DataFusion, to be given to `register_udf` of a context.

    It is of those of the columns a, b, pose_a and pose_b that a table's schema has, in this order,
    and answers a struct of lower, value and upper.
    """
    from datafusion import udf

    columns = [column for column in ASKED if column in schema.names]
    answers(schema.empty_table(), shapes)  # So that columns that do not fit are told now.

    def ask(*given: Any) -> Any:
        found = answers(pa.RecordBatch.from_arrays(list(given), names=columns), shapes)
        return pa.StructArray.from_arrays(found.columns, fields=list(SCHEMA))

    types = [schema.field(column).type for column in columns]
    return udf(ask, types, pa.struct(list(SCHEMA)), "immutable", name=name)


def _opened(path: str) -> Any:
    try:
        return pq.ParquetFile(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise ColumnError(f"{path}: {error}") from None


def _batches(file: Any, columns: list[str], rows: int) -> Iterator[Any]:
    """The rows of a file, a few at a time, of which the next are read while these are in use."""
    # Group by group, as all groups at once are read ahead of what is asked.
    groups = range(file.metadata.num_row_groups)
    batches = chain.from_iterable(
        file.iter_batches(rows, row_groups=[group], columns=columns) for group in groups
    )
    with ThreadPoolExecutor(1) as reader:
        ahead = reader.submit(next, batches, None)
        try:
            while (batch := ahead.result()) is not None:
                ahead = reader.submit(next, batches, None)
                yield batch
        except (OSError, pa.ArrowInvalid) as error:
            raise ColumnError(str(error)) from None


def map_file(
    source: str,
    target: str,
    shapes: Mapping[Any, Shape | Body],
    *,
    keep: Sequence[str] = (),
    threads: int | None = None,
    rows: int = 1 << 16,
    progress: Any = None,
) -> int:
    """Answers all pairs of a Parquet file, and writes another; returns how many.

    Answers have the order of the pairs, and the columns that `keep` names. A few rows are held at a
    time. The file is written beside its place and moved there at the end, so that what fails leaves
    no half of an answer. What is wrong is told by file and column.
    """
    unfinished = f"{target}.unfinished"
    done = 0
    try:
        with _opened(source) as file:
            count = file.metadata.num_rows
            columns = [name for name in file.schema_arrow.names if name in {*ASKED, *keep}]
            # Asked of no rows first, so that a file without rows is told what does not fit too.
            schema = answers(file.schema_arrow.empty_table(), shapes, keep=keep).schema
            # Answers are hardly ever equal, so a dictionary of them is tried in vain.
            with pq.ParquetWriter(unfinished, schema, use_dictionary=list(keep)) as writer:
                for batch in _batches(file, columns, rows):
                    writer.write_batch(answers(batch, shapes, keep=keep, threads=threads))
                    done += batch.num_rows
                    if progress is not None:
                        progress(done, count)
        os.replace(unfinished, target)
    except ColumnError as error:
        place = f"{source}, after row {done}" if done else source
        raise ColumnError(f"{place}: {error}") from None
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
    return done
