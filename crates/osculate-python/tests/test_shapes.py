"""Shapes, bodies and poses: how they are made, what is refused, and that they come back."""

import pickle

import numpy as np
import pytest

from osculate import Body, Pose, Scene, Shape, Tracker, distance

POINTS = np.random.default_rng(1).normal(size=(40, 3))

SHAPES = [
    Shape.point((1, 2, 3)),
    Shape.segment((0, 0, 0), (1, 0, 0)),
    Shape.ball(1),
    Shape.capsule(1, 0.5, axis="z"),
    Shape.capsule_between((0, 0, 0), (1, 1, 1), 0.2),
    Shape.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    Shape.tetrahedron((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
    Shape.cuboid((1, 2, 3)),
    Shape.ellipsoid([1, 2, 3]),
    Shape.cylinder(1, 0.5, axis="x"),
    Shape.cone(1, 0.5, axis="z"),
    Shape.half_space((0, 1, 0)),
    Shape.hull(POINTS),
    Shape.hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]),
    Shape.ball(1).at(Pose((1, 2, 3))),
    Shape.ball(1).scaled((1, 2, 3)),
    Shape.cuboid((1, 1, 1)).mapped(np.diag([1.0, 2.0, 3.0]), (1, 0, 0)),
    Shape.cuboid((1, 1, 1)).rounded(0.1),
    Shape.ball(1).swept((1, 0, 0)),
    Shape.ball(1) + Shape.cuboid((1, 1, 1)),
    Shape.ball(1).hulled_with(Shape.point((3, 0, 0))),
    Shape.frustum(
        [[1, 0, 0, 1], [-1, 0, 0, 1], [0, 1, 0, 1], [0, -1, 0, 1], [0, 0, 1, 1], [0, 0, -1, 1]]
    ),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_a_shape_comes_back_from_a_pickle_equal(shape):
    again = pickle.loads(pickle.dumps(shape))
    assert again == shape and hash(again) == hash(shape)
    assert repr(again) == repr(shape)
    far = Shape.ball(1), None, Pose((9, 8, 7), axis=(0, 0, 1), angle=0.3)
    assert distance(again, *far) == distance(shape, *far)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_a_support_point_reaches_to_the_box(shape):
    least, largest = shape.bounds
    for axis in range(3):
        direction = np.eye(3)[axis]
        for sign, end in ((1, largest), (-1, least)):
            if np.isfinite(end[axis]):
                reached = shape.support(sign * direction)[axis]
                assert reached == pytest.approx(end[axis], abs=1e-12)


def test_round_shapes_stand_along_the_axis_that_is_asked_for():
    for axis, place in (("x", 0), ("y", 1), ("z", 2)):
        for make in (Shape.cylinder, Shape.cone, Shape.capsule):
            least, largest = make(2, 0.5, axis=axis).bounds
            long = np.argmax(largest - least)
            assert long == place
    tip = Shape.cone(1, 0.5, axis="z").support((0, 0, 1))
    assert tip == pytest.approx((0, 0, 1))


def test_a_mesh_that_is_convex_and_its_hull_are_the_same_set():
    from itertools import permutations

    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    for shape in (Shape.from_mesh(corners, faces), Shape.from_faces(corners, faces)):
        assert len(shape.parameters["vertices"]) == 4
        for direction in permutations((1.0, -2.0, 0.5)):
            assert np.array_equal(shape.support(direction), Shape.hull(corners).support(direction))


def test_poses_are_those_of_their_words():
    turn = Pose(axis=(0, 0, 1), angle=np.pi / 2)
    assert turn @ (1, 0, 0) == pytest.approx((0, 1, 0))
    half = np.sqrt(0.5)
    assert np.allclose(Pose(xyzw=(0, 0, half, half)).matrix, turn.matrix)
    assert np.allclose(Pose(wxyz=(half, 0, 0, half)).matrix, turn.matrix)
    assert np.allclose(Pose(matrix=turn.rotation).matrix, turn.matrix)
    assert np.allclose(Pose.from_matrix(turn.matrix).matrix, turn.matrix)
    assert np.allclose(np.asarray(turn), turn.matrix)
    assert np.allclose(turn.xyzw[[3, 0, 1, 2]], turn.wxyz)


def test_euler_angles_are_scipys():
    rotation = pytest.importorskip("scipy.spatial.transform").Rotation
    for order in ("xyz", "ZYX", "xzx", "YXZ"):
        ours = Pose(euler=(order, (0.1, -0.7, 2.0))).rotation
        assert np.allclose(ours, rotation.from_euler(order, (0.1, -0.7, 2.0)).as_matrix())


def test_poses_compose_and_are_taken_back():
    a = Pose((1, 2, 3), euler=("xyz", (0.1, 0.2, 0.3)))
    b = Pose((-1, 0, 5), axis=(0.6, 0.8, 0), angle=1)
    assert np.allclose((a @ b).matrix, a.matrix @ b.matrix)
    assert np.allclose((a @ a.inverse()).matrix, np.eye(4))
    points = np.arange(12.0).reshape(4, 3)
    assert np.allclose(a @ points, points @ a.rotation.T + a.translation)
    assert pickle.loads(pickle.dumps(a)) == a


def said(error):
    """What an exception says, with its notes, which a traceback shows below it."""
    return "\n".join([str(error.value), *getattr(error.value, "__notes__", [])])


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: Shape.ball(-1), ValueError, "radius is -1"),
        (lambda: Shape.ball("x"), TypeError, "radius"),
        (lambda: Shape.ball(float("nan")), ValueError, "radius is NaN"),
        (lambda: Shape.cuboid((1, 2)), ValueError, "half_extents must have 3 numbers, and has 2"),
        (lambda: Shape.cuboid((1, 2, "a")), TypeError, "half_extents[2] must be a number"),
        (lambda: Shape.cuboid((1, 2, -1)), ValueError, "half_extents[2] is -1"),
        (lambda: Shape.cuboid(None), TypeError, "half_extents must be 3 numbers"),
        (
            lambda: Shape.hull(np.zeros((3, 2))),
            ValueError,
            "points must be an array of shape (n, 3)",
        ),
        (lambda: Shape.hull(np.zeros((0, 3))), ValueError, "points"),
        (lambda: Shape.hull([["a", "b", "c"]]), TypeError, "points must be an array"),
        (lambda: Shape.half_space((1, 1, 0)), ValueError, "normal has length 1.414"),
        (lambda: Shape.cone(1, 1, axis="w"), ValueError, 'axis is "w"'),
        (lambda: Shape.frustum(np.zeros((5, 4))), ValueError, "planes must be of shape (6, 4)"),
        (
            lambda: Shape.from_mesh(np.eye(3), [[0, 1, 9]]),
            ValueError,
            "triangles[0] has a corner 9",
        ),
        (lambda: Pose(xyzw=(0, 0, 0, 0)), ValueError, "xyzw: Rotation: quaternion has length 0"),
        (lambda: Pose(xyzw=(0, 0, 0, 1), wxyz=(1, 0, 0, 0)), TypeError, "one may be given"),
        (lambda: Pose(axis=(1, 0, 0)), TypeError, "axis and angle are given together"),
        (lambda: Pose(euler=("xxq", (1, 2, 3))), ValueError, '"xxq" is no order'),
        (lambda: Pose.from_matrix(np.zeros((4, 4))), ValueError, "matrix[3, 3] is 0"),
        (lambda: Pose(matrix=2 * np.eye(3)), ValueError, "matrix[0] has length"),
        (lambda: Body.from_mesh(np.eye(3), [[0, 1, 5]]), ValueError, "triangles[0] has a corner 5"),
        (lambda: Body.from_mesh(np.eye(3), [[0, 1, -5]]), ValueError, "triangles[0] has -5"),
        (lambda: Body.from_mesh(np.eye(3), [[0, 1, 0.5]]), TypeError, "triangles must be an array"),
        (lambda: Body.compound([]), ValueError, "parts has 0 elements"),
        (lambda: Body.compound([Shape.ball(1), 3]), TypeError, "parts[1] must be a Shape"),
        (lambda: Body.from_heights([1, 2, 3]), ValueError, "heights must be an array of rows"),
        (lambda: distance(Shape.ball(1), 2), TypeError, "b must be a Shape or a Body"),
        (lambda: distance(Shape.ball(1), Shape.ball(1), 3), TypeError, "pose_a must be a Pose"),
        (lambda: Shape._from_bytes(b"abc"), ValueError, "no pickle of it"),
    ],
)
def test_what_is_refused_is_named(make, kind, words):
    with pytest.raises(kind) as error:
        make()
    assert words in said(error)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda shape: shape.at(Pose((1, 0, 0))),
        lambda shape: shape.rounded(0.1),
        lambda shape: shape.scaled(1.5),
        lambda shape: shape.swept((1, 0, 0)),
        lambda shape: shape + Shape.ball(1),
        lambda shape: shape.hulled_with(Shape.ball(1)),
    ],
)
def test_shapes_in_shapes_go_so_deep_and_no_deeper(wrap):
    shape = Shape.cuboid((1, 1, 1))
    with pytest.raises(ValueError, match="more than 100 deep"):
        for _ in range(1000):
            shape = wrap(shape)
    # The deepest that is made can be asked, shown, and written and read, in a body too.
    assert shape.bounds is not None and repr(shape)
    assert pickle.loads(pickle.dumps(shape)) == shape
    pickle.loads(pickle.dumps(Body.compound([(Body(shape), Pose((1, 0, 0)))])))


def test_shapes_in_shapes_are_so_many_and_no_more():
    shape = Shape.ball(1)
    with pytest.raises(ValueError, match="more than 10000 of them"):
        for _ in range(40):
            shape = shape + shape


def test_bodies_have_parts():
    alone = Body(Shape.ball(1))
    assert list(alone) == [Shape.ball(1)]
    with pytest.raises(IndexError, match="no part 1"):
        alone[1]
    body = Body.compound([(Shape.ball(1), Pose((3, 0, 0))), Shape.cuboid((1, 1, 1))])
    assert len(body) == 2 and body.is_solid
    assert body[1] == Shape.cuboid((1, 1, 1)) == body[-1]
    with pytest.raises(IndexError, match="no part 2"):
        body[2]
    mesh = Body.from_mesh(np.eye(3), [[0, 1, 2]])
    assert mesh.triangles.shape == (1, 3, 3) and not mesh.is_solid
    assert mesh[0].kind == "triangle"
    again = pickle.loads(pickle.dumps(body))
    assert len(again) == 2 and again.is_solid
    assert not Body.compound([body, mesh]).is_solid
    assert not pickle.loads(pickle.dumps(mesh)).is_solid
    hills = Body.from_heights([[0, 1, 0], [0.5, 1.5, 0.5]], (1, 2))
    assert len(hills) == 4


def test_bodies_are_equal_by_their_parts():
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    shell, box = Body.from_mesh(corners, faces), Shape.cuboid((1, 2, 3))
    moved = (box, Pose((9, 0, 0)))
    made = [
        lambda: Body(box),
        lambda: Body(Shape.half_space((0, 1, 0))),
        lambda: Body.compound([box, moved]),
        lambda: Body.compound([moved, box]),
        lambda: Body.from_mesh(corners, faces),
        lambda: Body.from_mesh(corners, faces).solid(),
        lambda: Body.from_mesh(corners, faces[:3]),
        lambda: Body.compound([shell, (shell.solid(), Pose((5, 0, 0))), box]),
        lambda: Body.compound([shell.solid(), (shell.solid(), Pose((5, 0, 0))), box]),
        lambda: Body.from_heights([[0, 1, 0], [0.5, 1.5, 0.5]], (1, 2)),
    ]
    for k, one in enumerate(made):
        again = pickle.loads(pickle.dumps(one()))
        assert one() == one() == again and hash(one()) == hash(again)
        assert [one() == other() for other in made] == [k == j for j in range(len(made))]
    # Vertices that no triangle has are nothing.
    assert Body.from_mesh([*corners, [9, 9, 9]], faces) == shell
    assert shell != box and Body(box) != box and len({one() for one in made}) == len(made)


def test_what_is_not_pickled_says_so():
    scene = Scene()
    names = [scene.add(Shape.ball(1))]
    for one in (scene, scene.snapshot(), *names, Tracker(Shape.ball(1), Shape.ball(2))):
        with pytest.raises(TypeError, match=f"cannot pickle .*{type(one).__name__}"):
            pickle.dumps(one)


def test_a_solid_is_touched_by_what_is_inside():
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    shell = Body.from_mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    speck, inside = Shape.ball(0.01), Pose((0.2, 0.2, 0.2))
    assert distance(shell, speck, None, inside).lower > 0
    assert distance(shell.solid(), speck, None, inside).upper == 0
    assert shell.solid().mass(6).mass == pytest.approx(1)
    with pytest.raises(ValueError, match="is open at vertex"):
        Body.from_mesh(corners, [[0, 2, 1]]).solid()


def test_masses_are_known():
    assert float(Shape.cuboid((0.5, 0.5, 0.5)).mass(3)) == pytest.approx(3)
    assert Shape.half_space((0, 1, 0)).mass() is None
    moved = Shape.ball(1).at(Pose((1, 2, 3))).mass()
    assert moved.center == pytest.approx((1, 2, 3))
    assert moved.inertia == pytest.approx(np.eye(3) * 0.4 * moved.mass)


def test_a_mesh_is_as_near_as_it_is_asked_to_be():
    for shape in (Shape.ball(1), Shape.cone(1, 0.5), Shape.cuboid((1, 2, 3)).rounded(0.1)):
        vertices, triangles = shape.mesh(0.01)
        a, b, c = (vertices[triangles[:, k]] for k in range(3))
        normals = np.cross(b - a, c - a)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        reach = [shape.support(n) @ n for n in normals]
        assert np.max(reach - (normals * a).sum(axis=1)) < 0.0101
        assert all(shape.contains(vertex * (1 - 1e-12)) for vertex in vertices)
    vertices, triangles = Shape.cuboid((1, 2, 3)).mesh(0)
    assert len(vertices) == 8 and len(triangles) == 12
    assert len(Shape.triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)).mesh()[1]) == 1
    assert len(Shape.segment((0, 0, 0), (1, 2, 3)).mesh()[0]) == 2
    with pytest.raises(ValueError, match="without an end has no mesh"):
        Shape.half_space((0, 1, 0)).mesh()
    with pytest.raises(ValueError, match="tolerance is -1"):
        Shape.ball(1).mesh(-1)


def volume_of(vertices, triangles):
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    return float((np.cross(a, b) * c).sum() / 6)


def test_a_mesh_of_a_polytope_has_its_own_corners():
    plate = Shape.cuboid((0.5, 0.5, 0.0005))
    turned = plate.at(Pose((1, 2, 3), axis=(0.6, 0, 0.8), angle=1))
    rod, rise = Shape.segment((0, 0, 0), (0, 0, 1e-6)), (0, 0, 1e-3)
    made = [
        (plate, 8, 1e-3),
        (turned, 8, 1e-3),
        (plate.rounded(0), 8, 1e-3),
        (plate.scaled((1, 1, -0.5)), 8, 5e-4),
        (turned.mapped(-2 * np.eye(3)), 8, 8e-3),
        (plate.swept(rise), 8, 2e-3),
        (plate + rod, 8, 1.001e-3),
        (plate.hulled_with(Shape.point((0, 0, 1e-3))), 9, 1e-3 + 5e-4 / 3),
        (plate.scaled((1, 1, 0)), 4, 0),
        (Shape.tetrahedron((0, 0, 0), (1, 0, 0), (0, 1, 0), (0.3, 0.3, 1e-5)), 4, 1e-5 / 6),
    ]
    for shape, count, volume in made:
        for tolerance in (None, 0, 10):
            vertices, triangles = shape.mesh(tolerance)
            assert len(vertices) == count
            assert volume_of(vertices, triangles) == pytest.approx(volume, rel=1e-9)
    generator = np.random.default_rng(5)
    for _ in range(200):
        points = generator.normal(size=(generator.integers(5, 40), 3))
        hull = Shape.hull(points * (1, 1, 10.0 ** generator.uniform(-9, 0)))
        corners, mass = hull.parameters["vertices"], hull.mass().mass
        for shape in (hull, hull.at(Pose((1, 0, 0)))):
            vertices, triangles = shape.mesh()
            assert len(vertices) == len(corners)
            assert volume_of(vertices, triangles) == pytest.approx(mass, rel=1e-6)


def test_a_mesh_is_trimeshs_too():
    pytest.importorskip("trimesh")
    assert Shape.ball(1).to_trimesh(0.001).volume == pytest.approx(4 * np.pi / 3, rel=0.01)


def test_pictures_are_drawn():
    scene = Scene()
    scene.add(Shape.ball(1), Pose((3, 0, 0)))
    scene.add(Body.from_mesh(np.eye(3), [[0, 1, 2]]))
    scene.add(Shape.half_space((0, 1, 0)))
    for thing in (Shape.cuboid((1, 1, 1)), Body(Shape.ball(1)), scene, Shape.half_space((0, 1, 0))):
        assert thing._repr_svg_().startswith("<svg")
    assert scene._repr_svg_().count("<polygon") > 50
