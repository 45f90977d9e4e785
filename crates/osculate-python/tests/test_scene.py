"""Scenes, and the stand-ins for other libraries' managers on top of them."""

import sys
import threading

import numpy as np
import pytest

import osculate
import osculate.fcl as fcl
from osculate import Body, Motion, Pose, Scene, Shape
from osculate.trimesh import CollisionManager, scene_to_collision

BALL, BOX = Shape.ball(0.5), Shape.cuboid((0.5, 0.5, 0.5))


def test_a_scene_gives_what_brute_force_gives():
    generator = np.random.default_rng(3)
    scene, poses, ids = Scene(), [], []
    things = [BALL, BOX, Body.compound([(BALL, Pose((0.5, 0, 0))), BOX])]
    for k in range(60):
        poses.append(Pose(generator.random(3) * 4, euler=("xyz", generator.normal(size=3))))
        ids.append(scene.add(things[k % 3], poses[-1], data=k))
    scene.step()
    touching = {
        (ids[i], ids[j])
        for i in range(60)
        for j in range(i + 1, 60)
        if osculate.intersects(things[i % 3], things[j % 3], poses[i], poses[j])
    }
    assert set(scene.touching()) == touching and len(touching) > 20
    assert {event[1:] for event in scene.events()} == touching
    assert scene.data(ids[7]) == 7 and scene.pose(ids[7]) == poses[7] and len(scene) == 60
    near = {(a, b): gap for a, b, gap in scene.pairs_within(0.3)}
    assert set(near) >= touching
    assert all(gap.lower <= 0.3 for gap in near.values())


def test_filters_and_ignored_pairs_are_kept_apart():
    scene = Scene()
    a, b = scene.add(BALL), scene.add(BALL, Pose((0.5, 0, 0)))
    scene.set_ignored(a, b)
    scene.step()
    assert scene.touching() == []
    scene.set_ignored(a, b, False)
    scene.set_groups(a, 1, 2)
    scene.step()
    assert scene.touching() == []
    scene.set_groups(a, 1, 1)
    scene.step()
    assert scene.touching() == [(a, b)] and sorted([b, a]) == [a, b]
    assert scene.nearest(BALL, Pose((3, 0, 0)), without=[b])[0] == a
    assert scene.touching_shape(BALL) == [a, b]
    sheet = scene.add(Body.from_mesh(np.eye(3), [[0, 1, 2]]))
    assert scene.body(a).is_solid and not scene.body(sheet).is_solid
    scene.remove(a)
    with pytest.raises(KeyError, match="not in the scene"):
        scene.pose(a)
    with pytest.raises(ValueError, match='kind is "odd"'):
        scene.set_kind(b, "odd")


def test_what_moves_meets_what_is_in_its_way():
    scene = Scene()
    wall = scene.add(BOX, Pose((5, 0, 0)), kind="static")
    ball = scene.add(BALL)
    assert scene.ray_first((0, 3, 0), (0, -1, 0))[0] == ball
    assert [hit[0] for hit in scene.ray_all((-3, 0, 0), (1, 0, 0))] == [ball, wall]
    met = scene.first_impact({ball: Motion(Pose(), (10, 0, 0))})
    assert set(met[:2]) == {ball, wall} and met[2].lower == pytest.approx(0.4, abs=1e-3)
    assert scene.cast_first(BALL, (10, 0, 0), without=[ball])[0] == wall
    assert scene.clearance()[2].distance.value == pytest.approx(4)
    before = scene.snapshot()
    scene.remove(wall)
    scene.restore(before)
    assert len(scene) == 2


def test_threads_that_share_a_scene_get_right_answers():
    scene = Scene()
    ids = [scene.add(BALL, Pose((0.9 * k, 0, 0))) for k in range(50)]
    scene.step()
    wanted, wrong = scene.touching(), []

    def ask():
        for _ in range(100):
            scene.step()
            scene.set_pose(ids[0], Pose())
            if scene.touching() != wanted or len(scene.contacts()) != 49:
                wrong.append("another answer")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_trimeshs_manager_has_its_methods_and_more():
    manager = CollisionManager()
    for name, x in (("a", 0.0), ("b", 0.9), ("c", 5.0)):
        manager.add_object(name, BALL, Pose((x, 0, 0)).matrix)
    assert manager.in_collision_internal() is True
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("a", "b")} and data[0].names == {"a", "b"}
    assert data[0].depth == pytest.approx(0.1) and data[0].index("a") == -1
    assert manager.in_collision_single(BALL, Pose((5.5, 0, 0)), return_names=True) == (True, {"c"})
    assert manager.in_collision_single(BALL, Pose((9, 0, 0))) is False
    assert manager.min_distance_single(BALL, Pose((7, 0, 0)), return_name=True) == (1.0, "c")
    assert manager.min_distance_internal() == pytest.approx(-0.1)
    distance, names = manager.min_distance_internal("c", return_names=True)
    assert distance == pytest.approx(3.1) and names == ("b", "c")
    manager.ignore("a", "b")
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(margin=3.2, return_names=True)[1] == {("b", "c")}
    other = CollisionManager()
    other.add_object("d", BOX, Pose((6.5, 0, 0)))
    distance, names, found = manager.min_distance_other(other, return_names=True, return_data=True)
    assert names == ("c", "d") and distance == pytest.approx(0.5)
    assert found.point("c") == pytest.approx((5.5, 0, 0))
    manager.add_object("c", BALL, Pose((6, 0, 0)))
    assert manager.in_collision_other(other, return_names=True) == (True, {("c", "d")})
    manager.remove_object("c")
    with pytest.raises(ValueError, match="c not in collision manager"):
        manager.set_transform("c", np.eye(4))
    with pytest.raises(ValueError, match=r"transform must be of shape \(4, 4\)"):
        manager.set_transform("a", np.eye(3))


def test_trimeshs_meshes_are_shapes_or_bodies():
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box(), node_name="box")
    ring = trimesh.creation.annulus(r_min=1.0, r_max=1.2, height=0.3)
    scene.add_geometry(ring, node_name="ring", transform=np.eye(4))
    manager, bodies = scene_to_collision(scene)
    assert set(bodies) == {"box", "ring"}
    # The box is within the ring, and touches it nowhere.
    assert manager.in_collision_internal() is False
    assert 0.28 < manager.min_distance_internal() < 0.3
    assert manager.min_distance_internal(return_data=True)[1].index("ring") >= 0


def test_nodes_that_scale_or_mirror_have_meshes_that_are_so():
    trimesh = pytest.importorskip("trimesh")
    turn = Pose((0, 0, 4), euler=("xyz", (0.3, -0.5, 1))).matrix
    wedge = trimesh.convex.convex_hull([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]])
    ring = trimesh.creation.annulus(r_min=1.0, r_max=1.2, height=0.3)
    probe, where = Shape.ball(0.1), [(5, 0, 4), (-3, 4, 2), (0.3, -0.2, 9), (0.1, 0, -3), (0, 0, 4)]
    for factors in ((2, 2, 2), (1, 1, -1), (-1, 2, 0.5), (-1, -1, -1), (1, 1, 0)):
        for first in (np.eye(4), turn):
            matrix = first @ turn @ np.diag([*factors, 1]) @ first
            for mesh in (wedge, ring):
                scene = trimesh.Scene()
                scene.add_geometry(mesh, node_name="odd", transform=matrix)
                manager, _ = scene_to_collision(scene)
                corners = mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3]
                wanted = (Shape.hull(corners) if mesh is wedge
                          else Body.from_mesh(corners, mesh.faces))  # fmt: skip
                for place in where:
                    gap = osculate.signed_distance(wanted, probe, None, Pose(place)).distance
                    found = manager.min_distance_single(probe, Pose(place))
                    assert found == pytest.approx(gap.value, abs=1e-9)
    odd = np.eye(4)
    odd[1, 1] = np.nan
    scene = trimesh.Scene()
    scene.add_geometry(wedge, node_name="odd", transform=odd)
    with pytest.raises(ValueError, match="^node 'odd': .*NaN"):
        scene_to_collision(scene)


def test_fcls_objects_and_results_are_python_fcls():
    box = fcl.CollisionObject(fcl.Box(1, 1, 1))
    cone = fcl.CollisionObject(fcl.Cone(0.5, 1), fcl.Transform(np.array([0, 0, 2.0])))
    result = fcl.DistanceResult()
    assert fcl.distance(box, cone, fcl.DistanceRequest(), result) == pytest.approx(1)
    assert result.o1 is box.geometry and result.b1 == -1
    assert np.linalg.norm(np.subtract(*result.nearest_points)) == pytest.approx(1)
    cone.setTranslation([0, 0, 0.9])
    assert fcl.distance(box, cone) == -1
    signed = fcl.DistanceRequest(enable_signed_distance=True)
    assert fcl.distance(box, cone, signed) == pytest.approx(-0.1)
    found = fcl.CollisionResult()
    request = fcl.CollisionRequest(num_max_contacts=2, enable_contact=True)
    assert fcl.collide(box, cone, request, found) == 2 and found.is_collision
    assert found.contacts[0].normal == pytest.approx((0, 0, 1))
    assert found.contacts[0].penetration_depth == pytest.approx(0.1)
    cone.geometry.radius = 0.1
    assert cone.geometry.shape.bounds[1][0] == pytest.approx(0.1)
    with pytest.raises(NotImplementedError, match="no OcTree"):
        fcl.OcTree(0.1, b"")


def test_fcls_planes_have_two_sides():
    plane = fcl.CollisionObject(fcl.Plane(np.array([0.0, 0, 1]), 1.0))
    ball = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(np.array([0, 0, 3.0])))
    assert fcl.distance(plane, ball) == pytest.approx(1.5)
    ball.setTranslation([0, 0, -1])
    assert fcl.distance(ball, plane) == pytest.approx(1.5)
    assert fcl.collide(plane, ball) == 0
    ball.setTranslation([0, 0, 1.1])
    signed = fcl.DistanceRequest(enable_signed_distance=True)
    assert fcl.distance(ball, plane, signed) == pytest.approx(-0.4)
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([plane, ball])
    data = fcl.CollisionData()
    manager.collide(data, fcl.defaultCollisionCallback)
    assert data.result.is_collision


def test_fcls_callbacks_may_take_objects_out():
    def row(count, height):
        places = [np.array([0.2 * k, height, 0.0]) for k in range(count)]
        return [fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(place)) for place in places]

    def managers():
        plane = fcl.CollisionObject(fcl.Plane(np.array([0.0, 1, 0]), 0.0))
        found = [fcl.DynamicAABBTreeCollisionManager() for _ in range(2)]
        found[0].registerObjects([plane, *row(5, 0.0)])
        found[1].registerObjects(row(5, 0.2))
        return found

    def taken_out(method, kind, takes_all):
        """The objects that a callback was given and took out, and both managers."""
        mine, others = managers()
        rest = {"mine": [], "others": [others], "one": row(1, 0.1)}[kind]
        gone = []

        def take_out(o1, o2, data):
            assert o1 not in gone and o2 not in gone
            for manager in (mine, others):
                for o in manager.getObjects():
                    if takes_all or o is o1 or (o is o2 and manager is others):
                        gone.append(o)
                        manager.unregisterObject(o)
            return False if method == "collide" else (False, np.inf)

        getattr(mine, method)(*rest, None, take_out)
        return gone, mine, others

    for method in ("collide", "distance"):
        for kind, left in (("mine", (1, 5)), ("others", (1, 0)), ("one", (0, 5))):
            gone, mine, others = taken_out(method, kind, False)
            assert (mine.size(), others.size()) == left and len(gone) == 11 - sum(left)
            gone, mine, others = taken_out(method, kind, True)
            assert mine.empty() and others.empty() and len(gone) == 11


def test_fcls_continuous_collisions_are_found_between_samples():
    bullet = fcl.CollisionObject(fcl.Sphere(0.01), fcl.Transform(np.array([-5.0, 0, 0])))
    wall = fcl.CollisionObject(fcl.Box(0.01, 4, 4))
    result = fcl.ContinuousCollisionResult()
    end = fcl.Transform(np.array([5.0, 0, 0]))
    time = fcl.continuousCollide(bullet, end, wall, fcl.Transform(), None, result)
    assert result.is_collide and time == pytest.approx(0.4985, abs=1e-4)
    past = fcl.Transform(np.array([5.0, 9, 0]))
    assert fcl.continuousCollide(bullet, past, wall, fcl.Transform()) == 1.0


def test_trimesh_runs_on_the_stand_in(monkeypatch):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("trimesh.collision")
    monkeypatch.setattr(trimesh.collision, "fcl", fcl)
    monkeypatch.setitem(sys.modules, "fcl", fcl)
    manager = trimesh.collision.CollisionManager()
    manager.add_object("a", trimesh.creation.box())
    move = np.eye(4)
    move[0, 3] = 0.75
    manager.add_object("b", trimesh.creation.icosphere(radius=0.5), move)
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "b")})
    assert manager.min_distance_internal() == pytest.approx(-0.25, abs=1e-3)


def test_contacts_of_what_rests_are_given_again():
    scene = Scene(margin=0.02, reusing=0.005)
    scene.add(BOX, kind="static")
    resting = scene.add(BOX, Pose((0, 1, 0)))
    widths = []
    for frame in range(5):
        depth = 1e-4 * frame
        scene.set_pose(resting, Pose((0, 1 - depth, 0)))
        [(_, _, contact)] = scene.contacts()
        assert [point.distance for point in contact.points] == pytest.approx([-depth] * 4)
        gap = contact.signed_distance.distance
        assert gap.lower <= -depth <= gap.upper
        widths.append(gap.upper - gap.lower)
    # Some were worked out, to rounding; the others are as wide as what was moved since.
    assert min(widths) < 1e-12 and 1e-4 < max(widths) < 1e-3
