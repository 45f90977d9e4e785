"""Pairs in columns, answers in columns, and files that are wrong."""

import subprocess
import sys

import numpy as np
import pytest

import osculate
from osculate import Body, Pose, Shape

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
arrow = pytest.importorskip("osculate.arrow")

SHAPES = {"box": Shape.cuboid((1, 1, 1)), "ball": Shape.ball(0.5), "two": Body(Shape.ball(1))}
COUNT = 1000


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
    lists = given.column("pose_a").cast(pa.list_(pa.float64()))
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
        ({"b": pa.array(["cup"] * COUNT)}, "column 'b' names 'cup'"),
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


def test_the_command_answers_a_file(tmp_path):
    scene, source = tmp_path / "scene.json", tmp_path / "pairs.parquet"
    scene.write_text(
        '{"osculate": 1, "bodies": ['
        '{"name": "box", "shape": {"cuboid": {"half_extents": [1, 1, 1]}}},'
        '{"name": "ball", "shape": {"ball": {"radius": 0.5}}},'
        '{"name": "two", "shape": {"ball": {"radius": 1}}}]}'
    )
    pq.write_table(pa.Table.from_batches([batch()]), source)
    target = tmp_path / "answers.parquet"
    command = [sys.executable, "-m", "osculate", "pairs", str(source), "--shapes", str(scene)]
    done = subprocess.run(
        [*command, "-o", str(target)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert pq.read_table(target).num_rows == COUNT
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
