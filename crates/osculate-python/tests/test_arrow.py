"""Pairs in columns, answers in columns, and files that are wrong."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import osculate
from osculate import Body, Pose, Shape

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
arrow = pytest.importorskip("osculate.arrow")

SHAPES = {"box": Shape.cuboid((1, 1, 1)), "ball": Shape.ball(0.5), "two": Body(Shape.ball(1))}
COUNT = 1000
IDENTITY = [0.0, 0, 0, 0, 0, 0, 1]


def batch(count=COUNT, seed=0, **columns):
    generator = np.random.default_rng(seed)
    names = np.array(list(SHAPES))

    def poses():
        turns = generator.normal(size=(count, 4))
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        flat = np.hstack([generator.normal(size=(count, 3)) * 2, turns]).ravel()
        return pa.FixedSizeListArray.from_arrays(flat, 7)

    made = {
        "a": pa.array(names[generator.integers(0, 3, count)]),
        "b": pa.array(names[generator.integers(0, 3, count)]),
        "pose_a": poses(),
        "pose_b": poses(),
    } | columns
    return pa.RecordBatch.from_pydict({name: of for name, of in made.items() if of is not None})


def test_answers_are_those_of_single_questions():
    given = batch()
    found = arrow.answers(given, SHAPES, threads=2)
    assert found.schema == arrow.SCHEMA and found.num_rows == COUNT
    for k in range(0, COUNT, 97):
        row = {name: given.column(name)[k].as_py() for name in given.schema.names}
        poses = [Pose(row[name][:3], xyzw=row[name][3:]) for name in ("pose_a", "pose_b")]
        one = osculate.signed_distance(
            Body.compound([SHAPES[row["a"]]]), SHAPES[row["b"]], *poses
        ).distance
        assert found.column("value")[k].as_py() == pytest.approx(one.value, abs=1e-12)
    for kind in (pa.list_, pa.large_list):
        lists = given.column("pose_a").cast(kind(pa.float64()))
        assert arrow.answers(batch(pose_a=lists), SHAPES) == found
    assert arrow.answers(pa.Table.from_batches([given]), SHAPES).num_rows == COUNT
    named = batch(a=given.column("a").dictionary_encode())
    assert arrow.answers(named, SHAPES) == found


def test_what_has_no_pose_is_in_the_worlds_axes():
    found = arrow.answers(
        batch(pose_a=None, pose_b=None), {name: SHAPES["ball"] for name in SHAPES}
    )
    assert found.column("value").to_pylist() == [-1.0] * COUNT
    assert arrow.answers(batch(0), SHAPES).num_rows == 0


def wrong_poses():
    numbers = np.zeros((COUNT, 7))
    numbers[:, 6] = 1
    numbers[17, 6] = 0
    return pa.FixedSizeListArray.from_arrays(numbers.ravel(), 7)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"a": None}, "there is no column 'a'"),
        (
            {"b": pa.array(["box"] * 9 + ["cup"] * (COUNT - 9))},
            "column 'b' names 'cup' in row 9, and there is no such shape",
        ),
        (
            {"pose_a": pa.array([IDENTITY] * 9 + [[*IDENTITY[:6], None]] * (COUNT - 9))},
            "column 'pose_a', row 9: the list has no value in place 6",
        ),
        ({"a": pa.array([None] + ["box"] * (COUNT - 1))}, "column 'a' has no value in row 0"),
        ({"pose_a": pa.array([1.0] * COUNT)}, "column 'pose_a' is of type double"),
        ({"pose_b": pa.array([[1.0]] * COUNT)}, "column 'pose_b' has 1 numbers in row 0"),
        ({"pose_b": wrong_poses()}, "column 'pose_b', row 17: quaternion has length 0"),
        ({"pose_a": wrong_poses()}, "column 'pose_a', row 17: quaternion has length 0"),
    ],
)
def test_columns_that_do_not_fit_are_named(columns, words):
    with pytest.raises(ValueError, match=words):
        arrow.answers(batch(**columns), SHAPES)


def test_a_file_is_answered_whole_or_not_at_all(tmp_path):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    given = batch(5000)
    pq.write_table(pa.Table.from_batches([given]), source)
    told = []
    done = arrow.map_file(str(source), str(target), SHAPES, rows=1000,
                          progress=lambda *two: told.append(two))  # fmt: skip
    assert done == 5000 and told[-1] == (5000, 5000) and len(told) == 5
    whole = pa.Table.from_batches([arrow.answers(given, SHAPES)])
    assert pq.read_table(target).equals(whole)
    target.unlink()
    numbers = np.tile(np.array([0.0, 0, 0, 0, 0, 0, 1]), (5000, 1))
    numbers[4321, 6] = 0
    late = pa.FixedSizeListArray.from_arrays(numbers.ravel(), 7)
    pq.write_table(pa.Table.from_batches([batch(5000, pose_b=late)]), source)
    with pytest.raises(ValueError, match="pairs.parquet, after row 4000: column 'pose_b', row 321"):
        arrow.map_file(str(source), str(target), SHAPES, rows=1000)
    source.write_bytes(source.read_bytes()[:1000])
    with pytest.raises(ValueError, match="pairs.parquet"):
        arrow.map_file(str(source), str(target), SHAPES)
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.parquet"]


def numbered(count=COUNT, seed=0, **columns):
    return pa.Table.from_batches([batch(count, seed, id=pa.array(range(count)), **columns)])


def test_columns_that_are_kept_come_first():
    given, plain = numbered(), arrow.answers(numbered(), SHAPES)
    found = arrow.answers(given, SHAPES, keep=["id", "a"])
    assert found.schema.names == ["id", "a", "lower", "value", "upper"]
    assert found.select(["id", "a"]) == given.select(["id", "a"])
    assert found.select(plain.schema.names) == plain
    for keep, words in ((["key"], "no column 'key'"), (["id", "id"], "would have two of it")):
        with pytest.raises(ValueError, match=words):
            arrow.answers(given, SHAPES, keep=keep)
    lower = given.append_column("lower", given.column("id"))
    with pytest.raises(ValueError, match="column 'lower' is to be kept"):
        arrow.answers(lower, SHAPES, keep=["lower"])


def test_names_may_be_text_of_any_kind_or_numbers():
    found = arrow.answers(batch(), SHAPES)
    kinds = [lambda text: text.dictionary_encode(), lambda text: text.cast(pa.large_string())]
    if hasattr(pa, "string_view"):  # Old versions of pyarrow have no views.
        kinds.append(lambda text: text.cast(pa.string_view()))
    for kind in kinds:
        named = {name: kind(batch().column(name)) for name in ("a", "b")}
        assert arrow.answers(batch(**named), SHAPES) == found
    places = {name: place for place, name in enumerate(SHAPES)}
    numbers = {name: pa.array([places[one] for one in batch().column(name).to_pylist()])
               for name in ("a", "b")}  # fmt: skip
    assert arrow.answers(batch(**numbers), dict(enumerate(SHAPES.values()))) == found
    with pytest.raises(ValueError, match="column 'a' is of type list<.*>, and must name shapes"):
        arrow.answers(batch(a=pa.array([["box"]] * COUNT)), SHAPES)
    # A name that the dictionary has and no row does.
    indices = pa.array([1] * COUNT, pa.int8())
    named = pa.DictionaryArray.from_arrays(indices, pa.array(["cup", "ball"]))
    assert arrow.answers(batch(a=named), SHAPES).num_rows == COUNT


def test_tables_of_several_pieces_and_parts_of_them_are_read_as_they_lie():
    whole = numbered()
    pieces = pa.concat_tables([whole.slice(0, 300), whole.slice(300)])
    found = arrow.answers(whole, SHAPES)
    assert arrow.answers(pieces, SHAPES) == found
    assert arrow.answers(whole.slice(123, 77), SHAPES) == found.slice(123, 77)
    column = whole.to_batches()[0].column("pose_a")
    lies = column.flatten().to_numpy()
    assert np.shares_memory(arrow._poses(whole.to_batches()[0], "pose_a"), lies)


def test_a_file_of_many_groups_has_the_answers_of_its_rows_in_order(tmp_path):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    given = numbered(5000)
    whole = arrow.answers(given, SHAPES, keep=["id"])
    for size, rows, threads in ((7, 1000, 1), (999, 64, 2), (5000, 1 << 16, 3)):
        pq.write_table(given, source, row_group_size=size)
        count = arrow.map_file(str(source), str(target), SHAPES, keep=["id"], rows=rows,
                               threads=threads)  # fmt: skip
        assert count == 5000 and pq.read_table(target).equals(whole)


def test_a_file_without_rows_has_no_answers_and_is_held_to_its_columns(tmp_path):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    pq.write_table(numbered(0), source)
    assert arrow.map_file(str(source), str(target), SHAPES, keep=["id"]) == 0
    assert pq.read_table(target).schema.names == ["id", "lower", "value", "upper"]
    target.unlink()
    pq.write_table(numbered().drop_columns(["b"]).slice(0, 0), source)
    with pytest.raises(ValueError, match="pairs.parquet: there is no column 'b'"):
        arrow.map_file(str(source), str(target), SHAPES)
    assert not target.exists()


def missing_poses():
    numbers = np.tile(np.array([0.0, 0, 0, 0, 0, 0, 1]), (COUNT, 1))
    numbers[5, 1] = np.nan
    return pa.FixedSizeListArray.from_arrays(numbers.ravel(), 7)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"pose_a": pa.array([1.0] * COUNT)}, "pairs.parquet: column 'pose_a' is of type double"),
        ({"a": None}, "pairs.parquet: there is no column 'a'"),
        ({"a": pa.array([1.5] * COUNT)}, "pairs.parquet: column 'a' names 1.5 in row 0"),
        ({"b": pa.array(["box", None] * (COUNT // 2))}, "column 'b' has no value in row 1"),
        ({"pose_b": missing_poses()}, "column 'pose_b', row 5: .*NaN"),
        ({"pose_b": pa.array([[0.0] * 7] * 9 + [None] * (COUNT - 9))}, "'pose_b' has no value in"),
        (
            {"pose_b": pa.array([[0.0] * 6 + [None]] * COUNT)},
            "'pose_b', row 0: the list has no value",
        ),
        (
            {"pose_b": pa.array([[0] * 7] * COUNT)},
            "'pose_b' is of type list<.*int64>, and must be of lists of doubles",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_named_and_leaves_nothing(tmp_path, columns, words):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    pq.write_table(numbered(**columns), source)
    with pytest.raises(ValueError, match=words):
        arrow.map_file(str(source), str(target), SHAPES)
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.parquet"]


def test_a_file_that_is_cut_off_or_damaged_is_named_and_leaves_nothing(tmp_path):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    pq.write_table(numbered(5000), source, row_group_size=500)
    whole = source.read_bytes()
    refused = 0
    for size in (0, 3, 8, 1000, len(whole) // 2, len(whole) - 1):
        source.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="pairs.parquet"):
            arrow.map_file(str(source), str(target), SHAPES)
    for place in range(100, len(whole) - 4000, 7919):
        # A page whose lengths are wrong; numbers that are others may be as good.
        source.write_bytes(whole[:place] + bytes([255] * 64) + whole[place + 64 :])
        try:
            arrow.map_file(str(source), str(target), SHAPES)
        except ValueError as error:
            refused += 1
            assert "pairs.parquet" in str(error)
            assert [file.name for file in tmp_path.iterdir()] == ["pairs.parquet"]
        else:
            target.unlink()
    assert refused > 5


def test_what_is_wrong_with_progress_leaves_nothing(tmp_path):
    source, target = tmp_path / "pairs.parquet", tmp_path / "answers.parquet"
    pq.write_table(numbered(), source)

    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arrow.map_file(str(source), str(target), SHAPES, progress=stop)
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.parquet"]


SCENE = """{"osculate": 1, "bodies": [
    {"name": "box", "shape": {"cuboid": {"half_extents": [1, 1, 1]}}},
    {"name": "ball", "shape": {"ball": {"radius": 0.5}}},
    {"name": "two", "shape": {"ball": {"radius": 1}}}]}"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signal")
def test_what_is_killed_leaves_no_answer_and_is_in_nobodys_way(tmp_path):
    scene, source = tmp_path / "scene.json", tmp_path / "pairs.parquet"
    target, unfinished = tmp_path / "answers.parquet", tmp_path / "answers.parquet.unfinished"
    scene.write_text(SCENE)
    pq.write_table(pa.concat_tables([numbered(100_000)] * 20), source, row_group_size=20_000)
    command = [sys.executable, "-m", "osculate", "pairs", str(source), "--shapes", str(scene),
               "-o", str(target)]  # fmt: skip
    running = subprocess.Popen(command)
    until = time.monotonic() + 60
    while not (unfinished.exists() and unfinished.stat().st_size > 100_000):
        assert running.poll() is None and time.monotonic() < until
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not target.exists()
    pq.write_table(numbered(), source)
    assert subprocess.run(command, check=False).returncode == 0
    assert pq.read_table(target).num_rows == COUNT and not unfinished.exists()


def parts_in(folder, count=4):
    """The pairs of a table in several files, and their answers."""
    given = numbered(5000)
    for k in range(count):
        rows = given.slice(k * 5000 // count, 5000 // count)
        pq.write_table(rows, folder / f"{k}.parquet", row_group_size=300)
    return arrow.answers(given, SHAPES, keep=["id"])


def test_datafusion_has_the_same_bits(tmp_path):
    context = pytest.importorskip("datafusion").SessionContext()
    whole = parts_in(tmp_path)
    context.register_parquet("pairs", str(tmp_path))
    context.register_udf(arrow.sql_function(SHAPES, context.table("pairs").schema()))
    asked = context.sql("select id, signed_distance(a, b, pose_a, pose_b) as gap from pairs")
    asked.write_parquet(str(tmp_path / "answers"))
    found = pq.read_table(tmp_path / "answers").sort_by("id").flatten()
    assert found.rename_columns(whole.schema.names).equals(whole)
    near = context.sql(
        "select count(*) as n from pairs where signed_distance(a, b, pose_a, pose_b)['upper'] < 0.1"
    )
    is_near = np.less(whole.column("upper").to_numpy(), 0.1)
    assert near.to_pydict() == {"n": [is_near.sum()]}
    with pytest.raises(ValueError, match="no column 'b'"):
        arrow.sql_function(SHAPES, pa.schema([("a", pa.string())]))
    context.register_udf(arrow.sql_function({"box": SHAPES["box"]}, context.table("pairs").schema(),
                                            name="of_boxes"))  # fmt: skip
    with pytest.raises(
        Exception, match="column 'a' names '[a-z]+' in row [0-9]+, and there is no such shape"
    ):
        context.sql("select of_boxes(a, b, pose_a, pose_b) from pairs").collect()


def test_ray_has_the_same_bits(tmp_path):
    ray = pytest.importorskip("ray", reason="it is large: pip install osculate[ray]")
    (tmp_path / "pairs").mkdir()
    whole = parts_in(tmp_path / "pairs")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        pairs = ray.data.read_parquet(str(tmp_path / "pairs"))
        pairs.map_batches(
            lambda table: arrow.answers(table, SHAPES, keep=["id"]), batch_format="pyarrow"
        ).write_parquet(str(tmp_path / "answers"))
        found = pq.read_table(tmp_path / "answers").sort_by("id")
        assert found.equals(whole)
        with pytest.raises(
            Exception, match="column 'a' names '[a-z]+' in row [0-9]+, and there is no such"
        ):
            pairs.map_batches(
                lambda table: arrow.answers(table, {"box": SHAPES["box"]}), batch_format="pyarrow"
            ).materialize()
    finally:
        ray.shutdown()


def test_the_command_answers_a_file(tmp_path):
    scene, source = tmp_path / "scene.json", tmp_path / "pairs.parquet"
    scene.write_text(SCENE)
    pq.write_table(pa.Table.from_batches([batch()]), source)
    target = tmp_path / "answers.parquet"
    command = [sys.executable, "-m", "osculate", "pairs", str(source), "--shapes", str(scene)]
    done = subprocess.run(
        [*command, "-o", str(target)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert pq.read_table(target).num_rows == COUNT
    keep = [*command, "--keep", "a", "--keep", "pose_a", "-o", str(target), "--threads", "2"]
    assert subprocess.run(keep, check=False).returncode == 0
    assert pq.read_schema(target).names == ["a", "pose_a", "lower", "value", "upper"]
    lost = [*command[:4], "nowhere.parquet", *command[5:], "-o", str(target)]
    done = subprocess.run(lost, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nowhere.parquet" in done.stderr


def test_files_of_shapes_are_read(tmp_path):
    file = tmp_path / "wedge.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    (body,) = osculate.read(file).values()
    assert body.mass().mass == pytest.approx(1 / 6)
    assert osculate.read(file, unit=0.001) is not None
    with pytest.raises(ValueError, match="there is no such file"):
        osculate.read("nowhere.obj")
    with pytest.raises(ValueError, match='meshes is "odd"'):
        osculate.read(file, meshes="odd")
