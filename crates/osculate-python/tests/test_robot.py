"""Robots: postures, and what is proved between them."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import osculate
from osculate import Pose
from osculate.robot import from_urdf, random_postures, sampled

FILE = Path(__file__).with_name("robot_arm.urdf")


@pytest.fixture(scope="module")
def arm():
    return from_urdf(FILE)


def test_a_robot_is_what_its_files_say(arm):
    assert arm.links == ["base", "upper", "lower", "hand"]
    assert arm.joints == ["shoulder", "elbow", "wrist"]
    assert arm.limits.tolist() == [[-3, 3], [-3, 3], [0, 0.2]]
    assert arm.stands.tolist() == [0, 0, 0]
    assert arm.pairs == [("base", "lower"), ("base", "hand")]
    assert ("upper", "hand", "Never") in arm.disabled
    assert ("base", "upper", "Adjacent") in arm.disabled
    assert len(arm.ignoring([("hand", "base")]).pairs) == 1
    with pytest.raises(KeyError, match="no link"):
        arm.ignoring([("a", "b")])
    with pytest.raises(ValueError, match="there is no such file"):
        from_urdf("nowhere.urdf")


def test_links_are_where_the_joints_put_them(arm):
    q = np.array([[0, 0, 0], [0.3, -1, 0.1]])
    poses = arm.poses(q)
    assert poses.shape == (2, 4, 4, 4) and np.allclose(poses[0], np.eye(4))
    shoulder = Pose((0, 0, 0.2)) @ Pose(axis=(0, 1, 0), angle=0.3)
    elbow = shoulder @ Pose((1, 0, 0)) @ Pose(axis=(0, 1, 0), angle=-1)
    hand = elbow @ Pose((1.1, 0, 0))
    as_read = Pose((2, 0, 0.2))
    assert np.allclose(poses[1, 3] @ as_read.matrix, hand.matrix)


def test_checks_are_what_bodies_say(arm):
    q = random_postures(arm, 400)
    touching, gaps = arm.touching(q), arm.distances(q)
    assert np.array_equal(arm.check(q, threads=2), touching.any(axis=1))
    assert np.array_equal(gaps[..., 1] == 0, touching)
    assert 20 < touching.sum() < 700
    poses = arm.poses(q)
    for k in range(0, 400, 37):
        for pair, (a, b) in enumerate(arm.pairs):
            at = [Pose.from_matrix(poses[k, arm.links.index(name)]) for name in (a, b)]
            gap = osculate.distance(arm.body(a), arm.body(b), *at)
            assert gap.value == pytest.approx(gaps[k, pair, 1], abs=1e-12)


def test_a_way_is_free_or_the_time_of_its_contact_is_known(arm):
    assert arm.check_path([0, 0, 0], [-1, 0.5, 0.2]) is None
    a, b, met = arm.check_path([-1.5, 0, 0], [-1.5, 3, 0])
    assert a == "base" and b in ("lower", "hand") and met.hit is not None

    # Just before, nothing touches, as samples show; just after, it does.
    def at(time):
        return arm.check([[-1.5, 3 * time, 0]])[0]

    assert not any(at(time) for time in np.linspace(0, met.lower, 50))
    assert at(min(1, met.lower + 0.01))


def test_nothing_slips_through_between_samples(arm):
    # Both ends are free, and between them the hand goes through the base.
    start, end = [-0.7, 2.6, 0.0], [0.7, 2.6, 0.0]
    clash = [arm.check([(1 - t) * np.array(start) + t * np.array(end)])[0]
             for t in np.linspace(0, 1, 101)]  # fmt: skip
    proved = arm.check_path(start, end)
    assert (proved is not None) == any(clash)


def test_sampling_finds_what_never_touches(arm):
    fewer = sampled(arm, 300)
    assert set(fewer.pairs) <= set(arm.pairs)
    q = random_postures(arm, 300)
    assert np.array_equal(fewer.check(q), arm.check(q))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda arm: arm.check(np.zeros((3, 2))), r"q must be an array of shape \(n, 3\)"),
        (lambda arm: arm.check(np.full((3, 3), np.nan)), r"q\[0\]"),
        (lambda arm: arm.check_path([0, 0, 0], [np.inf, 0, 0]), "end has inf"),
        (lambda arm: arm.check_path([0, 0, 0], np.zeros((2, 3))), "end must be one posture"),
    ],
)
def test_what_is_refused_is_named(arm, ask, words):
    with pytest.raises((TypeError, ValueError), match=words):
        ask(arm)


def test_a_robot_is_not_pickled(arm):
    with pytest.raises(TypeError, match="cannot pickle .*Robot"):
        pickle.dumps(arm)
