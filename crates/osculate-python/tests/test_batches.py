"""Batches: arrays in, arrays out, and the same as one call after the other."""

import numpy as np
import pytest

import osculate
from osculate import Body, Pose, Shape

GENERATOR = np.random.default_rng(0)
COUNT = 300
TURNS = GENERATOR.normal(size=(COUNT, 4))
TURNS /= np.linalg.norm(TURNS, axis=1, keepdims=True)
PLACES = GENERATOR.normal(size=(COUNT, 3)) * 2
SEVEN = np.hstack([PLACES, TURNS])
POSES = [Pose(place, xyzw=turn) for place, turn in zip(PLACES, TURNS, strict=True)]
MATRICES = np.array([pose.matrix for pose in POSES])
A, B = Shape.cuboid((1, 2, 3)), Shape.ball(0.5)


def rows(query, a=A, b=B):
    return np.array(
        [
            [bracket.lower, bracket.value, bracket.upper]
            for bracket in map(lambda pose: query(a, b, None, pose), POSES)
        ]
    )


def test_each_form_of_poses_gives_what_single_calls_give():
    assert np.array_equal(osculate.distances(A, B, SEVEN), rows(osculate.distance))
    assert np.array_equal(osculate.distances(A, B, POSES), rows(osculate.distance))
    first = SEVEN[:, [0, 1, 2, 6, 3, 4, 5]]
    of_first = osculate.distances(A, B, first, quaternion="wxyz")
    assert np.array_equal(of_first, rows(osculate.distance))
    assert np.allclose(osculate.distances(A, B, MATRICES), rows(osculate.distance), atol=1e-12)
    signed = rows(lambda *given: osculate.signed_distance(*given).distance)
    assert np.array_equal(osculate.signed_distances(A, B, SEVEN), signed)
    touch = [osculate.intersects(A, B, None, pose) for pose in POSES]
    assert osculate.which_intersect(A, B, SEVEN).tolist() == touch
    assert True in touch and False in touch
    of_bodies = osculate.distances(Body(A), B, SEVEN)
    assert np.array_equal(of_bodies, rows(osculate.distance))


def test_a_full_answer_has_points_and_normals():
    full = osculate.signed_distances(A, B, SEVEN, full=True)
    for k, pose in enumerate(POSES):
        one = osculate.signed_distance(A, B, None, pose)
        assert full["value"][k] == one.distance.value and full["lower"][k] == one.distance.lower
        assert np.array_equal(full["on_a"][k], one.on_a)
        assert np.array_equal(full["on_b"][k], one.on_b)
        assert np.array_equal(full["normal"][k], one.normal)
    touch = osculate.which_intersect(A, B, SEVEN)
    nearest = osculate.distances(A, B, SEVEN, full=True)
    assert np.array_equal(np.isnan(nearest["normal"][:, 0]), touch)


def test_threads_and_outputs_change_no_bit():
    many = np.vstack([SEVEN] * 20)
    alone = osculate.distances(A, B, many)
    out = np.empty((len(many), 3))
    assert osculate.distances(A, B, many, out=out, threads=3) is out
    assert np.array_equal(alone, out)
    told = []
    osculate.distances(A, B, many, threads=None, progress=lambda *two: told.append(two))
    assert told == [(len(many), len(many))]


def test_pairs_by_index_are_those_pairs():
    pairs = GENERATOR.integers(0, COUNT, size=(200, 2))
    shapes = [A, B] * (COUNT // 2)
    wanted = [osculate.distance(shapes[i], shapes[j], POSES[i], POSES[j]).value for i, j in pairs]
    assert osculate.distances_of(shapes, pairs, SEVEN)[:, 1].tolist() == wanted
    bodies = [Body(shape) for shape in shapes]
    assert np.array_equal(
        osculate.distances_of(bodies, pairs, SEVEN), osculate.distances_of(shapes, pairs, SEVEN)
    )
    touch = osculate.which_intersect_of(shapes, pairs, SEVEN)
    assert np.array_equal(touch, np.array(wanted) == 0)


def broken(row, value, of=SEVEN):
    wrong = of.copy()
    wrong[row] = value
    return wrong


NOT_WRITEABLE = np.zeros((COUNT, 3))
NOT_WRITEABLE.flags.writeable = False


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"poses": broken((17, slice(3, 7)), 0)}, r"poses\[17\]: quaternion has length 0"),
        ({"poses": broken((3, 0), np.nan)}, r"poses\[3\]: translation\[0\] is NaN"),
        ({"poses": broken((5, 3, 3), 2, MATRICES)}, r"poses\[5\]"),
        ({"poses": broken((5, 0, 0), 9, MATRICES)}, r"poses\[5\]: matrix"),
        ({"poses": 3}, r"poses must be an array of shape \(n, 7\)"),
        ({"poses": np.zeros((3, 6))}, "and is of shape"),
        ({"poses": ["x"]}, "poses must be an array"),
        ({"poses": [Pose(), 3]}, r"poses\[1\] must be a Pose"),
        ({"out": np.zeros((2, 3))}, "out must be an array of shape"),
        ({"out": np.zeros((COUNT, 3), dtype=int)}, "out must be an array"),
        ({"out": NOT_WRITEABLE}, "out cannot be written to"),
        ({"out": SEVEN}, "out must be an array of shape"),
        ({"threads": 0}, "threads is 0"),
        ({"quaternion": "abcd"}, 'quaternion is "abcd"'),
        ({"pose_a": 3}, "pose_a must be a Pose"),
        ({"a": 3}, "a must be a Shape or a Body"),
    ],
)
def test_what_is_refused_is_named(given, words):
    arguments = {"a": A, "b": B, "poses": SEVEN} | given
    a, b, poses = (arguments.pop(name) for name in ("a", "b", "poses"))
    with pytest.raises((TypeError, ValueError), match=words):
        osculate.distances(a, b, poses, **arguments)


def test_pairs_that_are_not_there_are_named():
    with pytest.raises(ValueError, match=r"pairs\[1\] has 9, and there are 2 shapes"):
        osculate.distances_of([A, B], [[0, 1], [0, 9]], SEVEN[:2])
    with pytest.raises(ValueError, match="poses must be one a shape, 2, and there are 3"):
        osculate.distances_of([A, B], [[0, 1]], SEVEN[:3])
    with pytest.raises(TypeError, match=r"shapes\[1\] must be a Shape"):
        osculate.distances_of([A, 3], [[0, 1]], SEVEN[:2])


def test_nothing_is_a_batch_too():
    assert osculate.distances(A, B, np.zeros((0, 7))).shape == (0, 3)
    assert osculate.distances_of([], [], np.zeros((0, 7))).shape == (0, 3)


def test_an_interrupt_in_a_callback_ends_the_batch():
    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        osculate.distances(A, B, SEVEN, progress=stop)
