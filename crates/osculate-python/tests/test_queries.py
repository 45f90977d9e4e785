"""What is asked of two things."""

import pickle
import threading

import numpy as np
import pytest

import osculate
from osculate import Body, Bracket, Motion, Pose, Shape, Tracker, Trajectory

BOX, BALL = Shape.cuboid((1, 2, 3)), Shape.ball(0.5)
FAR, DEEP = Pose((4, 0, 0)), Pose((1.25, 0, 0))


def test_brackets_hold_what_is_true():
    gap = osculate.distance(BOX, BALL, None, FAR)
    assert gap.lower <= 2.5 <= gap.upper and 2.5 in gap and float(gap) == gap.value
    assert 0 <= gap.width < 1e-12
    assert gap == Bracket(gap.lower, gap.value, gap.upper) != 2.5
    assert repr(Bracket(1.0, 1.5, 2.0)) == "1.5 [1.0, 2.0]"
    with pytest.raises(TypeError, match="no order"):
        gap < 3  # noqa: B015


def test_shapes_and_bodies_say_the_same():
    for pose in (FAR, DEEP):
        for a, b in ((Body(BOX), BALL), (BOX, Body(BALL)), (Body(BOX), Body(BALL))):
            assert osculate.intersects(a, b, None, pose) == osculate.intersects(
                BOX, BALL, None, pose
            )
            signed = osculate.signed_distance(BOX, BALL, None, pose)
            of_bodies = osculate.signed_distance(a, b, None, pose)
            assert of_bodies.parts == (0, 0) and signed.parts is None
            assert of_bodies.distance == signed.distance


def test_a_matrix_is_a_pose_too():
    assert osculate.distance(BOX, BALL, np.eye(4), FAR.matrix) == osculate.distance(
        BOX, BALL, None, FAR
    )
    assert osculate.distance(BOX, BALL, None, FAR.matrix.tolist()).value == 2.5


def test_closest_points_are_where_they_are():
    found = osculate.closest(BOX, BALL, None, FAR)
    assert found.verdict == "apart" and found.on_a[0] == 1 and found.on_b[0] == 3.5
    assert found.normal == pytest.approx((1, 0, 0))
    deep = osculate.closest(BOX, BALL, None, DEEP)
    assert deep.verdict == "overlapping" and deep.normal is None
    out = osculate.penetration(BOX, BALL, None, DEEP)
    assert float(out) == pytest.approx(0.25) and out.normal == pytest.approx((1, 0, 0))
    assert osculate.penetration(BOX, BALL, None, FAR) is None


def test_gradients_are_slopes():
    step = 1e-6
    pose = Pose((3, 0.5, 0.2), axis=(0, 0.6, 0.8), angle=0.3)
    signed = osculate.signed_distance(BOX, BOX, None, pose)
    slope = signed.gradient(None, pose.translation)
    for k in range(3):
        moved = Pose(pose.translation + step * np.eye(3)[k], xyzw=pose.xyzw)
        higher = osculate.signed_distance(BOX, BOX, None, moved).distance.value
        assert (higher - signed.distance.value) / step == pytest.approx(
            slope.translation_b[k], abs=1e-5
        )
        turn = Pose(axis=np.eye(3)[k], angle=step)
        turned = Pose(pose.translation, matrix=turn.rotation @ pose.rotation)
        higher = osculate.signed_distance(BOX, BOX, None, turned).distance.value
        assert (higher - signed.distance.value) / step == pytest.approx(
            slope.rotation_b[k], abs=1e-5
        )


def test_contacts_hold_apart():
    found = osculate.contacts(BOX, BOX, None, Pose((0, 3.99, 0)))
    assert len(found) == 1 and len(found[0].points) == 4
    assert found[0].points[0].distance == pytest.approx(-0.01)
    assert osculate.contacts(BOX, BOX, None, Pose((0, 4.01, 0))) == []
    near = osculate.contacts(BOX, BOX, None, Pose((0, 4.01, 0)), margin=0.1)
    assert near[0].normal == pytest.approx((0, 1, 0))
    floor = Body.from_mesh([[-9, 0, -9], [9, 0, -9], [0, 0, 9]], [[0, 2, 1]])
    assert osculate.contacts(floor, Body(BALL), None, Pose((0, 0.49, 0)))[0].parts == (0, 0)
    assert osculate.contacts(floor, BALL, None, Pose((0, 0.49, 0)), most=0) == []


def test_rays_hit_and_miss():
    struck = osculate.ray_cast(BOX, (-5, 0, 0), (1, 0, 0))
    assert struck and float(struck.hit) == pytest.approx(4)
    assert struck.hit.normal == pytest.approx((-1, 0, 0))
    assert not osculate.ray_cast(BOX, (-5, 9, 0), (1, 0, 0))
    assert not osculate.ray_cast(BOX, (-5, 0, 0), (1, 0, 0), most=3)
    two = Body.compound([(BALL, Pose((2, 0, 0))), BALL])
    hits = osculate.ray_cast_all(two, (-5, 0, 0), (1, 0, 0))
    assert [hit.part for hit in hits] == [1, 0]


def test_motions_meet_when_they_do():
    falls = Motion(Pose((0, 5, 0)), velocity=(0, -10, 0))
    met = osculate.time_of_impact(BALL, falls, BOX, Pose())
    assert met and met.lower <= 0.25 and met.hit.distance.upper < 1e-3
    assert not osculate.time_of_impact(BALL, falls, BOX, Pose(), until=0.2)
    through = osculate.cast(Shape.cuboid((1e-3,) * 3), (1e4, 0, 0), BOX, pose_b=Pose((5e3, 0, 0)))
    assert through.hit.time.lower <= 0.4999 - 1e-7 <= through.hit.time.upper
    bodies = osculate.time_of_impact(Body(BALL), falls, Body(BOX), Pose())
    assert bodies.parts == (0, 0) and bodies.lower == met.lower
    past = osculate.closest_approach(BALL, Motion(Pose((-5, 3, 0)), (10, 0, 0)), BOX, Pose())
    assert 0.5 in past.distance and past.parts is None
    flies = Motion(Pose((-5, 3, 0)), (10, 0, 0))
    two = Body.compound([(BOX, Pose((0, -9, 0))), (BOX, Pose())])
    past = osculate.closest_approach(BALL, flies, two, Pose())
    assert 0.5 in past.distance and past.parts == (0, 1) and past.is_complete
    spin = Motion(Pose(), angular_velocity=(0, 0, 12), about=(0, 0, 0))
    rod = Shape.cuboid((2, 0.02, 0.02))
    assert osculate.time_of_impact(rod, spin, Shape.ball(0.1), Pose((0, 1.5, 0))).lower < np.pi / 24
    way = Trajectory([(0, Pose((0, 5, 0))), (1, Pose((0, -5, 0)))])
    assert osculate.time_of_impact(BALL, way, BOX, Pose()).lower == pytest.approx(0.25, abs=1e-4)
    turned = Motion.between(Pose(), Pose((1, 0, 0), axis=(0, 0, 1), angle=1)).pose_at(1)
    assert turned.translation == pytest.approx((1, 0, 0))


def test_answers_come_back_from_pickles():
    falls = Motion(Pose((0, 5, 0)), velocity=(0, -10, 0))
    answers = [
        osculate.distance(BOX, BALL, None, FAR),
        osculate.closest(BOX, BALL, None, FAR),
        osculate.signed_distance(BOX, BALL, None, DEEP),
        osculate.signed_distance(BOX, BALL, None, DEEP).gradient(),
        osculate.penetration(BOX, BALL, None, DEEP),
        *osculate.contacts(BOX, BOX, None, Pose((0, 3.99, 0))),
        osculate.ray_cast(BOX, (-5, 0, 0), (1, 0, 0)),
        osculate.ray_cast(BOX, (-5, 9, 0), (1, 0, 0)),
        osculate.time_of_impact(BALL, falls, BOX, Pose()),
        osculate.time_of_impact(BALL, falls, BOX, Pose()).hit,
        osculate.closest_approach(BALL, falls, BOX, Pose()),
        osculate.distance(Shape.half_space((0, 1, 0)), Shape.half_space((0, 1, 0))),
        BOX.mass(),
    ]
    for answer in answers:
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer and repr(again) == repr(answer)
    for motion in (falls, Trajectory([(0, FAR), (1, DEEP)])):
        again = pickle.loads(pickle.dumps(motion))
        assert again == motion
        assert again.pose_at(0.5) == motion.pose_at(0.5)


def test_a_tracker_says_what_a_cold_query_says():
    tracker = Tracker(BOX, BALL)
    for x in np.linspace(4, 1.25, 50):
        pose = Pose((x, 0.1 * x, 0))
        assert tracker.intersects(None, pose) == osculate.intersects(BOX, BALL, None, pose)
        cold = osculate.signed_distance(BOX, BALL, None, pose).distance
        warm = tracker.signed_distance(None, pose).distance
        assert warm.lower <= cold.upper and cold.lower <= warm.upper


def test_a_tracker_of_bodies_says_what_a_cold_query_says():
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    mesh = Body.from_mesh(corners, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    tracker = Tracker(mesh, mesh)
    for x in np.linspace(2, 0.25, 50):
        pose = Pose((x, 0.1 * x, 0))
        assert tracker.intersects(None, pose) == osculate.intersects(mesh, mesh, None, pose)
        cold, warm = osculate.closest(mesh, mesh, None, pose), tracker.closest(None, pose)
        assert warm.distance.lower <= cold.distance.upper
        assert cold.distance.lower <= warm.distance.upper
        assert max(warm.parts) < 4
        signed = tracker.signed_distance(None, pose).distance
        assert signed.value == osculate.signed_distance(mesh, mesh, None, pose).distance.value
        assert tracker.distance(None, pose).value == warm.distance.value
    assert repr(tracker) == "<Tracker: bodies of 4 and 4 parts>"
    # A shape beside a body is a body of one part.
    assert Tracker(BALL, mesh).closest(FAR).parts[0] == 0
    for ask, instead in ((tracker.penetration, "signed_distance"), (tracker.contact, "contacts")):
        with pytest.raises(TypeError, match=instead):
            ask()
    with pytest.raises(TypeError, match="b"):
        Tracker(BALL, 3)


def test_threads_that_share_a_tracker_get_right_answers_or_an_error():
    tracker, wrong = Tracker(BOX, BALL), []

    def ask():
        for _ in range(500):
            try:
                if tracker.distance(None, FAR).value != 2.5:
                    wrong.append("another distance")
            except RuntimeError as error:
                if "another thread" not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_kissing_boxes_abort_nothing():
    box = Shape.cuboid((0.5, 0.5, 0.5))
    generator = np.random.default_rng(0)
    for _ in range(2000):
        place = generator.integers(-1, 2, size=3).astype(float)
        place[generator.integers(3)] = 1.0
        pose = Pose(place)
        assert osculate.intersects(box, box, None, pose)
        assert osculate.closest(box, box, None, pose).distance.value == 0
