"""Whatever is given: an answer, or an exception that names the argument. Never an abort."""

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import osculate
from osculate import Body, Bracket, Pose, Scene, Shape, Tracker, Trajectory
from osculate.robot import from_urdf
from osculate.trimesh import CollisionManager

EXAMPLES = int(os.environ.get("OSCULATE_EXAMPLES", "150"))
often = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)

NUMBERS = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True),
    st.integers(-(10**30), 10**30),
    st.sampled_from([0.0, -0.0, 1.0, 1e-320, 1e150, 1e308, -1e308, float("nan"), float("inf")]),
)
ODD = st.one_of(st.none(), st.text(max_size=3), st.booleans(), st.binary(max_size=3), st.just({}))
TYPES = st.sampled_from(["f8", "f4", "i8", "u1", "bool", "c16", "U3", "O"])
SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=7)


@st.composite
def odd_arrays(draw):
    """Arrays of any type, shape and order, some of them not contiguous."""
    kind = draw(TYPES)
    shape = draw(SHAPES)
    if kind == "O":
        made = np.full(shape, None, dtype=object)
    elif kind in ("U3", "c16", "bool"):
        made = np.zeros(shape, dtype=kind)
    else:
        elements = st.integers(0, 9) if kind in ("i8", "u1") else st.floats(-1e3, 1e3, width=32)
        made = draw(arrays.arrays(kind, shape, elements=elements))
    way = draw(st.integers(0, 3))
    if way == 1:
        return np.asfortranarray(made)
    if way == 2 and made.ndim:
        return made[::-1]
    return made[..., ::2] if way == 3 and made.ndim else made


ANYTHING = st.one_of(NUMBERS, ODD, st.lists(NUMBERS, max_size=5), odd_arrays())
VECTORS = st.one_of(
    ANYTHING, st.tuples(NUMBERS, NUMBERS, NUMBERS), st.lists(NUMBERS, min_size=3, max_size=3)
)
ROWS = st.one_of(
    ANYTHING,
    arrays.arrays("f8", st.tuples(st.integers(0, 9), st.sampled_from([2, 3, 4, 6, 7])),
                  elements=st.floats(allow_nan=True, allow_infinity=True)),
    arrays.arrays("f8", st.tuples(st.integers(0, 4), st.just(4), st.just(4)),
                  elements=st.floats(-2, 2)),
)  # fmt: skip


def names(make, *arguments):
    """Makes something, or hears which of the arguments is wrong."""
    words = arguments
    try:
        return make()
    except (TypeError, ValueError, OverflowError) as error:
        said = "\n".join([str(error), *getattr(error, "__notes__", [])])
        assert any(word in said for word in words), said
        return None


@often
@given(VECTORS, VECTORS, NUMBERS, NUMBERS)
def test_shapes_are_made_or_refused_by_name(v, w, x, y):
    makers = [
        (lambda: Shape.point(v), "position"),
        (lambda: Shape.segment(v, w), "a", "b", "Segment"),
        (lambda: Shape.ball(x), "radius"),
        (lambda: Shape.capsule(x, y), "half_height", "radius"),
        (lambda: Shape.cuboid(v), "half_extents"),
        (lambda: Shape.ellipsoid(v), "radii"),
        (lambda: Shape.cylinder(x, y, axis="z"), "half_height", "radius"),
        (lambda: Shape.cone(x, y), "half_height", "radius"),
        (lambda: Shape.half_space(v, x), "normal", "offset"),
        (lambda: Shape.ball(1).rounded(x), "margin"),
        (lambda: Shape.cuboid((1, 1, 1)).scaled(v), "scale"),
        (lambda: Shape.ball(1).swept(v), "way"),
        (lambda: Pose(v), "translation"),
        (lambda: Pose(axis=v, angle=x), "axis", "angle"),
    ]
    box = Shape.cuboid((1, 1, 1))
    for make, *words in makers:
        made = names(make, *words)
        if isinstance(made, Shape):
            gap = osculate.distance(made, box, None, Pose((3, 1, 0)))
            assert gap.lower <= gap.value <= gap.upper
            assert not np.isnan(gap.value)
        elif isinstance(made, Pose):
            assert np.isfinite(made.matrix).all()


@often
@given(ROWS, ROWS)
def test_arrays_are_read_or_refused_by_name(rows, other):
    makers = [
        (lambda: Shape.hull(rows), "points"),
        (lambda: Shape.from_mesh(rows, other), "vertices", "triangles", "points"),
        (lambda: Shape.from_faces(rows, other), "vertices", "faces", "Polytope", "iterable"),
        (lambda: Body.from_mesh(rows, other), "vertices", "triangles"),
        (lambda: Body.from_heights(rows), "heights", "columns"),
        (lambda: Shape.frustum(rows), "planes"),
        (lambda: Pose(matrix=rows), "matrix"),
        (lambda: Pose.from_matrix(rows), "matrix"),
        (lambda: Pose(xyzw=rows), "xyzw"),
        (lambda: Pose() @ rows, "points", "point"),
        (lambda: Shape.ball(1).at(rows), "pose"),
        (lambda: Shape.ball(1).mapped(rows, other), "matrix", "translation"),
    ]
    for make, *words in makers:
        names(make, *words)


@often
@given(ROWS, ANYTHING, st.one_of(st.integers(-2, 9), st.none()), st.booleans())
def test_batches_are_answered_or_refused_by_name(poses, other, threads, full):
    a, b = Shape.cuboid((1, 1, 1)), Shape.ball(1)
    found = names(
        lambda: osculate.distances(a, b, poses, full=full, threads=threads), "poses", "threads"
    )
    if found is not None and not full:
        assert not np.isnan(found).any()
    names(lambda: osculate.distances(a, b, poses, pose_a=other), "poses", "pose_a")
    names(lambda: osculate.distances(a, b, poses, out=other), "poses", "out")
    names(lambda: osculate.distances_of([a, b], other, np.eye(4)[None].repeat(2, 0)), "pairs")
    names(lambda: osculate.distances_of([a, b], [[0, 1]], poses), "poses")


@often
@given(VECTORS, VECTORS, NUMBERS)
def test_questions_are_answered_or_refused_by_name(v, w, x):
    a, b, far = Shape.cuboid((1, 1, 1)), Body(Shape.ball(1)), Pose((3, 0, 0))
    scene = Scene()
    scene.add(a)
    asked = [
        (lambda: osculate.distance(a, b, v, far), "pose_a"),
        (lambda: osculate.ray_cast(a, v, w), "origin", "direction", "Ray"),
        (lambda: osculate.ray_cast(a, (9, 0, 0), (-1, 0, 0), most=x), "most", "Ray"),
        (lambda: osculate.cast(a, v, b, w, pose_b=far), "velocity"),
        (lambda: osculate.contacts(a, b, None, far, margin=x), "margin"),
        (lambda: osculate.time_of_impact(a, far, b, far, until=x, most_steps=50), "until", "to",
         "Sweep"),
        (lambda: osculate.time_of_impact(a, v, b, far), "motion_a"),
        (lambda: scene.in_box(v, w), "least", "largest", "Aabb"),
        (lambda: scene.pairs_within(x), "margin"),
        (lambda: Scene(margin=x), "margin"),
        (lambda: osculate.signed_distance(a, b).gradient(v, w), "center"),
        (lambda: a.support(v), "direction"),
        (lambda: a.contains(v), "point"),
        (lambda: osculate.Motion(far, v, angular_velocity=w), "velocity"),
        (lambda: from_urdf(str(v)), "no such file", "ends in", "format", "null", ""),
    ]  # fmt: skip
    for ask, *words in asked:
        names(ask, *words)


NAN, INF = float("nan"), float("inf")
BOX = Shape.cuboid((1, 1, 1))


@pytest.mark.parametrize("wrong", [NAN, -1.0])
def test_numbers_that_are_none_or_below_zero_are_refused_by_name(wrong):
    scene, body = Scene(), Body(BOX)
    asked = [
        (lambda: scene.pairs_within(wrong), "margin"),
        (lambda: scene.pairs_by_boxes(wrong), "margin"),
        (lambda: CollisionManager().in_collision_internal(margin=wrong), "margin"),
        (lambda: osculate.contacts(BOX, BOX, margin=wrong), "margin"),
        (lambda: osculate.contacts(BOX, body, margin=wrong), "margin"),
        (lambda: Tracker(BOX, BOX).contact(margin=wrong), "margin"),
        (lambda: Scene(reusing=wrong), "reusing"),
        (lambda: osculate.read("cell.obj", unit=wrong), "unit"),
        (lambda: BOX.mass(wrong), "density"),
        (lambda: body.mass(density=wrong), "density"),
    ]
    for ask, name in asked:
        with pytest.raises(ValueError, match=f"^{name} is {wrong}, and must be"):
            ask()


def test_numbers_out_of_order_or_without_an_end_are_refused_by_name():
    way = Trajectory([(0, Pose()), (1, Pose((1, 0, 0)))])
    asked = [
        (lambda: Scene(reusing=INF), "reusing is inf"),
        (lambda: osculate.read("cell.obj", unit=0.0), "unit is 0.0"),
        (lambda: osculate.read("cell.obj", unit=INF), "unit is inf"),
        (lambda: BOX.mass(INF), "density is inf"),
        (lambda: Bracket(2.0, 1.0, 3.0), "lower is 2.0"),
        (lambda: Bracket(0.0, 1.0, 0.5), "upper is 0.5"),
        (lambda: Bracket(NAN, 1.0, 2.0), "lower is nan"),
        (lambda: Bracket(0.0, NAN, 2.0), "value is nan"),
        (lambda: Bracket(0.0, 1.0, NAN), "upper is nan"),
        (lambda: way.pose_at(NAN), "time is nan"),
    ]
    for ask, words in asked:
        with pytest.raises(ValueError, match=f"^{words}, and must be"):
            ask()
    # What has no end is a bracket too, and all pairs are within an infinite margin.
    assert Bracket(-INF, 0.0, INF).width == INF and Scene().pairs_within(INF) == []
    assert way.pose_at(INF).translation[0] == 1 and BOX.mass(0).mass == 0
