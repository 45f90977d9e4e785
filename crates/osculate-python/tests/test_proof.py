"""`verify` accepts what is proved, and refuses what was tampered with."""

import os
from types import SimpleNamespace

import numpy as np
import pytest

import osculate
from osculate import Pose, Shape, verify

COUNT = int(os.environ.get("OSCULATE_PAIRS", "40"))


def hard_shape(generator):
    """A polytope such as makes trouble: flat, tiny, large, a sliver."""
    size = 10.0 ** generator.integers(-3, 4)
    kind = generator.integers(6)
    if kind == 0:
        return Shape.cuboid(generator.random(3) * size)
    if kind == 1:
        return Shape.hull(generator.normal(size=(generator.integers(4, 8), 3)) * size)
    if kind == 2:
        return Shape.tetrahedron(*generator.normal(size=(4, 3)) * size)
    if kind == 3:
        return Shape.triangle(*generator.normal(size=(3, 3)) * size)
    if kind == 4:
        return Shape.segment(*generator.normal(size=(2, 3)) * size)
    return Shape.cuboid((size, size, size * 1e-3))


def hard_pairs(count, seed):
    generator = np.random.default_rng(seed)
    for _ in range(count):
        a, b = hard_shape(generator), hard_shape(generator)
        poses = [
            Pose(
                generator.normal(size=3) * 10.0 ** generator.integers(-1, 3),
                euler=("xyz", generator.normal(size=3)),
            )
            for _ in "ab"
        ]
        yield a, b, *poses


def test_answers_of_hard_pairs_are_proved():
    apart = 0
    for pair in hard_pairs(COUNT, 1):
        for query in (osculate.closest, osculate.signed_distance):
            answer = query(*pair)
            apart += answer.distance.lower > 0
            assert verify(answer, *pair), (answer, pair)
        deep = osculate.penetration(*pair)
        assert deep is None or verify(deep, *pair), (deep, pair)
    assert 0.3 * COUNT < apart < 2 * COUNT


def changed(answer, **changes):
    """The answer with other values."""
    names = ("distance", "normal", "on_a", "on_b", "verdict", "depth")
    known = {name: getattr(answer, name) for name in names if hasattr(answer, name)}
    return SimpleNamespace(**(known | changes))


def bracket(lower, upper):
    return SimpleNamespace(lower=lower, value=(lower + upper) / 2, upper=upper)


def tampered(answer, size):
    """Forms of an answer that are not true, or prove nothing."""
    held = answer.distance
    width = max(held.width, 1e-9 * size)
    beyond = bracket(held.upper + width, held.upper + 2 * width)
    below = bracket(held.lower - 2 * width, held.lower - width)
    yield changed(answer, distance=beyond)
    yield changed(answer, distance=below)
    yield changed(answer, normal=-np.asarray(answer.normal))
    yield changed(answer, normal=np.zeros(3))
    yield changed(answer, normal=np.full(3, np.nan))
    yield changed(answer, on_a=np.asarray(answer.on_a) + size)
    yield changed(answer, on_b=np.full(3, np.inf))


def test_tampered_answers_are_refused():
    refused = 0
    for a, b, pose_a, pose_b in hard_pairs(COUNT, 2):
        answer = osculate.signed_distance(a, b, pose_a, pose_b)
        if not answer.distance.lower > 0:
            continue
        corners = np.vstack([shape.bounds_at(pose) for shape, pose in ((a, pose_a), (b, pose_b))])
        size = float(np.abs(corners).max()) + 1.0
        for wrong in tampered(answer, size):
            assert not verify(wrong, a, b, pose_a, pose_b), (wrong, answer)
            refused += 1
    assert refused > COUNT


def test_depths_that_are_too_large_or_too_small_are_refused():
    box = Shape.cuboid((1, 1, 1))
    pose = Pose((1.5, 0.25, 0))
    deep = osculate.penetration(box, box, None, pose)
    assert verify(deep, box, box, None, pose)
    for factor in (0.5, 0.999, 1.001, 2.0):
        depth = bracket(deep.depth.lower * factor, deep.depth.upper * factor)
        assert not verify(changed(deep, depth=depth), box, box, None, pose)


def test_flat_shapes_that_are_apart_prove_no_contact():
    # In one plane, or on one line: no face of their difference tells them apart.
    pairs = [
        (Shape.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)), Pose((5, 0, 0))),
        (Shape.segment((0, 0, 0), (1, 0, 0)), Pose((3, 0, 0))),
        (Shape.point((0, 0, 0)), Pose((1, 0, 0))),
    ]
    touch = bracket(0.0, 0.0)
    for shape, pose in pairs:
        answer = osculate.closest(shape, shape, None, pose)
        assert verify(answer, shape, shape, None, pose)
        assert not verify(changed(answer, distance=touch), shape, shape, None, pose)


def test_brackets_that_are_none_are_refused():
    box, nan = Shape.cuboid((1, 1, 1)), float("nan")
    for pose in (Pose((1.5, 0.25, 0)), Pose((3, 0.25, 0))):
        for query in (osculate.closest, osculate.signed_distance, osculate.penetration):
            answer = query(box, box, None, pose)
            if answer is None:
                continue
            name = "depth" if query is osculate.penetration else "distance"
            held = getattr(answer, name)

            def verified(lower, value, upper, answer=answer, name=name, pose=pose):
                of = SimpleNamespace(lower=lower, value=value, upper=upper)
                return verify(changed(answer, **{name: of}), box, box, None, pose)

            assert verified(held.lower, held.value, held.upper)
            for value in (7.0, -7.0, nan):
                assert not verified(held.lower, value, held.upper)
            assert not verified(nan, held.value, held.upper)
            assert not verified(held.upper + 1, held.value, held.lower - 1)
            if query is osculate.closest:
                # No plain distance is below zero.
                assert not verified(-3.0, -2.0, -1.0) and not verified(0.0, 0.0, -1.0)


def test_what_is_no_answer_shape_or_pose_is_named():
    box, pose = Shape.cuboid((1, 1, 1)), Pose((3, 0, 0))
    answer = osculate.closest(box, box, None, pose)
    met = osculate.cast(box, (1, 0, 0), box, pose_b=pose)
    for wrong in (None, osculate.Body(box), answer.distance, met):
        words = f"answer must be one of closest.*of type {type(wrong).__name__}"
        with pytest.raises(TypeError, match=words):
            verify(wrong, box, box, None, pose)
    for wrong in (None, osculate.Body(box), answer):
        with pytest.raises(TypeError, match=f"^a must be a Shape.*{type(wrong).__name__}"):
            verify(answer, wrong, box, None, pose)
        with pytest.raises(TypeError, match=f"^b must be a Shape.*{type(wrong).__name__}"):
            verify(answer, box, wrong, None, pose)
    for wrong, words in (([0.0] * 7, r"is of shape \(7,\)"), ("here", "is of type str")):
        with pytest.raises(TypeError, match=f"^pose_b must be a Pose.*{words}"):
            verify(answer, box, box, None, wrong)
    with pytest.raises(ValueError, match="^pose_a must have finite numbers"):
        verify(answer, box, box, np.full((4, 4), np.nan), pose)


def test_shapes_without_corners_are_not_asked():
    ball = Shape.ball(1)
    answer = osculate.closest(ball, ball, None, Pose((3, 0, 0)))
    with pytest.raises(TypeError, match="ball is no polytope"):
        verify(answer, ball, ball, None, Pose((3, 0, 0)))


def test_shapes_made_of_others_have_their_corners():
    box = Shape.cuboid((1, 2, 3))
    made = [
        box.at(Pose((1, 0, 0), axis=(0, 0, 1), angle=0.5)),
        box.scaled((1, 2, 0.5)),
        box.swept((1, 1, 0)),
        box + Shape.segment((0, 0, 0), (0.5, 0, 0)),
        box.hulled_with(Shape.point((4, 0, 0))),
    ]
    for shape in made:
        pose = Pose((12, 3, 1))
        assert verify(osculate.closest(shape, box, None, pose), shape, box, None, pose)
