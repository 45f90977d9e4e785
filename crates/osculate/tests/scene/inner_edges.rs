//! Bodies that slide and roll over floors of tiles.

use osculate::Body;
use osculate::scene::BodyKind::Static;
use osculate::scene::Scene;
use osculate::shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace, Shape};
use osculate::{Contact, Pose, Scalar, Space, Spatial, Vec2, Vec3A};

use crate::support::{Random, Space as AnySpace, coordinates, pairs, scalar};

const MARGIN: f64 = 0.02;

fn floor<V: Space>(tiles: usize, ignoring: bool) -> Scene<V> {
    let scene = Scene::with_margin(scalar(MARGIN)).unwrap();
    let mut scene = if ignoring { scene.ignoring_inner_edges() } else { scene };
    let half = 4.0 / tiles as f64;
    let size = V::from_fn(|i| scalar([half, 0.5, 2.0][i]));
    let tile = Body::new(Cuboid::new(size).unwrap()).with_kind(Static);
    for k in 0..tiles {
        let at = V::from_fn(|i| scalar([half * (2 * k + 1) as f64 - 4.0, -0.5, 0.0][i]));
        scene.add(tile.clone(), Pose::from_translation(at).unwrap());
    }
    scene
}

fn normals<V: Space>(scene: &mut Scene<V>) -> Vec<V> {
    let of = |contact: &Contact<V>| contact.normal;
    scene.contacts().iter().map(|touch| of(&touch.contact)).collect()
}

/// From the lowest to the highest place of contact points along an axis.
fn span<V: Space>(scene: &mut Scene<V>, axis: usize) -> Option<[f64; 2]> {
    let points = scene.contacts().iter().flat_map(|touch| touch.points());
    points.map(|point| point.on_a.get(axis).to_f64()).fold(None, |span, x| {
        let [low, high] = span.unwrap_or([x, x]);
        Some([f64::min(low, x), f64::max(high, x)])
    })
}

fn tiles_are_one_floor<V: AnySpace>() {
    let mut random = Random(59);
    let lying = if V::DIM == 2 { 0.0 } else { core::f64::consts::FRAC_PI_2 };
    let lying = if V::DIM == 2 {
        V::rotation_from_angle(lying)
    } else {
        let (sine, cosine) = (lying / 2.0).sin_cos();
        V::rotation_from_quaternion([sine, 0.0, 0.0, cosine])
    };
    let flat = V::rotation_from_quaternion([0.0, 0.0, 0.0, 1.0]);
    let mut without = 0;
    for case in 0..pairs(400) {
        let half = scalar::<V::Scalar>(0.3);
        let (shape, turn): (Shape<V>, _) = match case % 4 {
            0 => (Ball::new(half).unwrap().into(), flat),
            1 => (Cuboid::new(V::splat(half)).unwrap().into(), flat),
            2 if V::DIM == 3 => (Cylinder::new(half, half).unwrap().into(), lying),
            2 => (Ball::new(half).unwrap().into(), lying),
            _ => {
                let way = V::axis(0) * half;
                (Capsule::new(-way, way, half).unwrap().into(), flat)
            }
        };
        // Sunk in by a hair, or not yet down.
        let gap = 0.3 + 1e-3 * random.signed();
        let at = V::from_fn(|i| scalar([3.0 * random.signed(), gap, 0.3][i]));
        let pose = Pose::new(at, turn).unwrap();
        let found = [(1, true), (37, true), (37, false)].map(|(tiles, ignoring)| {
            let mut scene = floor::<V>(tiles, ignoring);
            scene.add(Body::new(shape.clone()), pose);
            let normals = normals(&mut scene);
            let level = normals.iter().all(|n| {
                let off: Vec<f64> = coordinates(*n - V::axis(1));
                // Where two tiles reach above each other's planes by less than is seen, both stay.
                off.iter().all(|x| x.abs() < 1e-3)
            });
            (level, span(&mut scene, 0), normals)
        });
        let [one, tiles, plain] = found;
        assert!(one.0 && tiles.0, "{} case {case}: {:?} on {at:?}", V::NAME, tiles.2);
        let (Some([low, high]), Some([from, to])) = (one.1, tiles.1) else {
            panic!("{} case {case}: {:?} {:?}", V::NAME, one.1, tiles.1)
        };
        // Beside the point of a curve the seam may have one that is as deep to the eye.
        let seen = 5e-3;
        assert!((low - from).abs() < seen && (high - to).abs() < seen, "{low} {high} {from} {to}");
        without += usize::from(!plain.0);
    }
    // Without the option they are seen.
    assert!(without * 10 > pairs(400), "{without}");
}

#[test]
fn a_floor_of_tiles_is_touched_as_one_floor() {
    tiles_are_one_floor::<Vec3A>();
    tiles_are_one_floor::<osculate::DVec3>();
}

/// A step that rises above the floor stops what comes, and a wall holds what leans on it.
#[test]
fn what_rises_above_the_floor_keeps_its_contact() {
    for rise in [0.05f32, 0.2, 3.0] {
        let mut scene = floor::<Vec2>(16, true);
        let step = Body::new(Cuboid::new(Vec2::new(0.5, rise)).unwrap()).with_kind(Static);
        scene.add(step, Pose::from_translation(Vec2::new(0.799, 0.0)).unwrap());
        let cube = Body::new(Cuboid::new(Vec2::splat(0.3)).unwrap());
        scene.add(cube, Pose::from_translation(Vec2::new(0.0, 0.2995)).unwrap());
        let normals = normals(&mut scene);
        let along = |axis: Vec2| normals.iter().filter(|n| n.dot(axis).abs() > 0.999).count();
        assert!(along(Vec2::X) == 1 && along(Vec2::Y) >= 1, "{rise}: {normals:?}");
    }
    // A step down is none.
    let mut scene = floor::<Vec2>(1, true);
    let low = Body::new(Cuboid::new(Vec2::new(1.0, 0.5)).unwrap()).with_kind(Static);
    scene.add(low, Pose::from_translation(Vec2::new(5.0, -0.51)).unwrap());
    let cube = Body::new(Cuboid::new(Vec2::splat(0.3)).unwrap());
    scene.add(cube, Pose::from_translation(Vec2::new(3.9, 0.2995)).unwrap());
    assert!(normals(&mut scene).iter().all(|n| *n == Vec2::Y));
}

/// A half-space has no end: nothing that touches beside it is above all of it.
#[test]
fn a_floor_without_end_keeps_its_contact_beside_a_wall() {
    let mut scene = Scene::<Vec3A>::with_margin(0.02).unwrap().ignoring_inner_edges();
    let floor = Body::new(HalfSpace::new(Vec3A::Y, 0.0).unwrap()).with_kind(Static);
    scene.add(floor, Pose::IDENTITY);
    let wall = Body::new(Cuboid::new(Vec3A::new(0.1, 1.0, 1.0)).unwrap()).with_kind(Static);
    scene.add(wall, Pose::from_translation(Vec3A::new(-0.1, 1.0, 0.0)).unwrap());
    let cube = Body::new(Cuboid::new(Vec3A::splat(0.3)).unwrap());
    scene.add(cube, Pose::from_translation(Vec3A::new(0.299, 0.299, 0.0)).unwrap());
    let found: Vec<_> =
        scene.contacts().iter().map(|c| (c.contact.normal, c.points().len())).collect();
    let along =
        |axis: Vec3A| found.iter().filter(|(n, k)| n.dot(axis).abs() > 0.999 && *k == 4).count();
    assert!(along(Vec3A::X) == 1 && along(Vec3A::Y) == 1, "{found:?}");
}

/// A flat floor of 10,082 triangles, from -4 to 4, with corners anywhere in their cells.
fn flat_mesh<V: AnySpace + Spatial>(random: &mut Random) -> Body<V> {
    let cells = 71;
    let mut corners = Vec::new();
    for row in 0..=cells {
        for column in 0..=cells {
            let place = |k: i32, random: &mut Random| {
                let is_inner = 0 < k && k < cells;
                let off = if is_inner { 0.2 * random.signed() } else { 0.0 };
                8.0 * (f64::from(k) + off) / f64::from(cells) - 4.0
            };
            let (x, z) = (place(column, random), place(row, random));
            corners.push(V::from_fn(|i| scalar([x, 0.0, z][i])));
        }
    }
    let at = |row: i32, column: i32| (row * (cells + 1) + column) as u32;
    let mut triangles = Vec::new();
    for row in 0..cells {
        for column in 0..cells {
            let [a, b] = [at(row, column), at(row, column + 1)];
            let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    Body::from_mesh(&corners, &triangles).unwrap()
}

fn sliding_over_a_mesh<V: AnySpace + Spatial>() {
    let mut random = Random(51);
    let floor = flat_mesh::<V>(&mut random);
    let [flat, lying] = [[0.0, 0.0, 0.0, 1.0], [0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()]];
    let half = scalar::<V::Scalar>(0.3);
    let shapes: [(Shape<V>, [f64; 4]); 4] = [
        (Ball::new(half).unwrap().into(), flat),
        (Cylinder::new(half * scalar(0.3), half).unwrap().into(), lying),
        (Cuboid::new(V::splat(half)).unwrap().into(), flat),
        (Capsule::along_y(half, half).unwrap().into(), lying),
    ];
    for (k, (shape, turn)) in shapes.into_iter().enumerate() {
        let mut scenes = [true, false].map(|whole| {
            let scene = Scene::<V>::with_margin(scalar(MARGIN)).unwrap();
            let mut scene = if whole { scene } else { scene.with_inner_edges() };
            scene.add(floor.clone().with_kind(Static), Pose::IDENTITY);
            let mover = scene.add(Body::new(shape.clone()), Pose::IDENTITY);
            (scene, mover)
        });
        let mut thrown = 0;
        for step in 0..1000 {
            let along = f64::from(step) / 1000.0;
            // Yawed on, on top of what makes it lie.
            let (sine, cosine) = (0.4 * along).sin_cos();
            let [x, _, _, w] = turn;
            let turn = [x * cosine, w * sine, -x * sine, w * cosine];
            let gap = 0.3 + 1e-3 * random.signed();
            let at = [6.0 * along - 3.0, gap, 5.0 * along - 2.4];
            let at = V::from_fn(|i| scalar(at[i]));
            let pose = Pose::new(at, V::rotation_from_quaternion(turn)).unwrap();
            let [(whole, mover), (each, same)] = &mut scenes;
            whole.set_pose(*mover, pose).unwrap();
            each.set_pose(*same, pose).unwrap();
            let normals = normals(whole);
            let off = |normals: &[V]| {
                let off = normals.iter().flat_map(|n| coordinates(*n - V::axis(1)));
                off.fold(0.0, |most, x| f64::max(most, x.abs()))
            };
            assert!(!normals.is_empty(), "{} shape {k}, step {step}", V::NAME);
            assert!(off(&normals) <= 2e-5, "{} shape {k}, step {step}: {normals:?}", V::NAME);
            let points = whole.contacts().iter().flat_map(|touch| touch.points());
            let deepest = points.map(|point| point.distance.to_f64()).fold(f64::INFINITY, f64::min);
            assert!((deepest - (gap - 0.3)).abs() < 1e-4, "{k} {step}: {deepest} {gap}");
            let [_, (each, _)] = &mut scenes;
            thrown += usize::from(off(&self::normals(each)) > 1e-3);
        }
        // The edges are there: each triangle by itself is struck in them.
        assert!(thrown > 100, "{} shape {k}: {thrown}", V::NAME);
    }
}

/// What slides over a flat mesh is touched as by one floor.
#[test]
fn a_flat_mesh_is_touched_as_one_floor() {
    sliding_over_a_mesh::<Vec3A>();
    sliding_over_a_mesh::<osculate::DVec3>();
}

/// Real edges stay: those of a rim and of a ridge are touched along any normal between their faces,
/// and in a valley both sides are.
#[test]
fn edges_that_stand_out_keep_their_contacts() {
    use osculate::{ContactSearch, DVec3};
    let corners = [
        DVec3::new(-2.0, -1.0, -2.0),
        DVec3::new(-2.0, -1.0, 2.0),
        DVec3::new(0.0, 0.0, -2.0),
        DVec3::new(0.0, 0.0, 2.0),
        DVec3::new(2.0, -1.0, -2.0),
        DVec3::new(2.0, -1.0, 2.0),
    ];
    let sides = [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
    let roof = Body::from_mesh(&corners, &sides).unwrap();
    let ball = Body::new(Ball::new(0.5).unwrap());
    let search = ContactSearch::within(0.01).ignoring_inner_edges();
    let touch = |x: f64, y: f64, upside_down: bool| {
        let turn = if upside_down {
            DVec3::rotation_from_quaternion([0.0, 0.0, 1.0, 0.0])
        } else {
            DVec3::rotation_from_quaternion([0.0, 0.0, 0.0, 1.0])
        };
        let at = Pose::from_translation(DVec3::new(x, y, 0.7)).unwrap();
        let roof = roof.at(Pose::new(DVec3::ZERO, turn).unwrap());
        let found = roof.contacts(&ball.at(at), &search);
        found.into_iter().map(|touch| touch.contact.normal).collect::<Vec<_>>()
    };
    // On the ridge, straight up and a little to the side.
    for x in [0.0, 0.05, -0.08] {
        let up = DVec3::new(x, (0.25 - x * x).sqrt(), 0.0).normalize();
        let normals = touch(up.x * 0.499, up.y * 0.499, false);
        assert!(!normals.is_empty() && normals.iter().all(|n| (*n - up).length() < 1e-9));
    }
    // Beyond the rim.
    let out = DVec3::new(1.0, 0.2, 0.0).normalize();
    let normals = touch(2.0 + 0.499 * out.x, -1.0 + 0.499 * out.y, false);
    assert!(!normals.is_empty() && normals.iter().all(|n| (*n - out).length() < 1e-9));
    // In the valley that the roof is upside down.
    let slope = DVec3::new(1.0, 2.0, 0.0).normalize();
    let normals = touch(0.0, 0.499 / slope.y, true);
    for side in [slope, DVec3::new(-slope.x, slope.y, 0.0)] {
        assert!(normals.iter().any(|n| (*n - side).length() < 1e-9), "{normals:?}");
    }
    assert!(normals.iter().all(|n| (n.y - slope.y).abs() < 1e-9), "{normals:?}");
}

/// However deep two surfaces are in each other, bodies that have contacts keep one.
#[test]
fn bodies_that_touch_keep_a_contact() {
    use osculate::{ContactSearch, DVec3};
    let mut random = Random(52);
    let rough = |random: &mut Random| {
        let heights: Vec<f64> = (0..25).map(|_| 0.5 * random.signed()).collect();
        Body::<DVec3>::from_heights(5, &heights, [0.5, 0.5]).unwrap()
    };
    let (mut fewer, mut touching) = (0, 0);
    for _ in 0..pairs(400) {
        let [a, b] = [rough(&mut random), rough(&mut random)];
        let at = DVec3::from_array([(); 3].map(|()| 0.8 * random.signed()));
        let turn = DVec3::rotation_from_quaternion(random.quaternion());
        let (a, b) = (a.at(Pose::IDENTITY), b.at(Pose::new(at, turn).unwrap()));
        let each = a.contacts(&b, &ContactSearch::within(0.01));
        let whole = a.contacts(&b, &ContactSearch::within(0.01).ignoring_inner_edges());
        assert_eq!(each.is_empty(), whole.is_empty());
        assert!(whole.iter().all(|touch| each.iter().any(|one| one.parts == touch.parts)));
        // Seen from the other side, they are the same.
        let back = b.contacts(&a, &ContactSearch::within(0.01).ignoring_inner_edges());
        let mut turned: Vec<_> =
            back.iter().map(|touch| [touch.parts[1], touch.parts[0]]).collect();
        turned.sort_unstable();
        assert_eq!(turned, whole.iter().map(|touch| touch.parts).collect::<Vec<_>>());
        // A scene of the two has the same.
        let mut scene = Scene::with_margin(0.01).unwrap();
        scene.add((*a.shape()).clone(), a.pose());
        scene.add((*b.shape()).clone(), b.pose());
        let in_scene = scene
            .contacts()
            .iter()
            .map(|touch| ([touch.a.part, touch.b.part], touch.contact.normal));
        let alone = whole.iter().map(|touch| (touch.parts, touch.contact.normal));
        assert_eq!(in_scene.collect::<Vec<_>>(), alone.collect::<Vec<_>>());
        touching += usize::from(!each.is_empty());
        fewer += usize::from(whole.len() < each.len());
    }
    assert!(touching > pairs(400) / 4 && fewer > pairs(400) / 8, "{touching} {fewer}");
}

/// Normals of contacts, from the ground to what rests on it, by the numbers of the two bodies.
fn normals_by_data<V: Space>(scene: &mut Scene<V>) -> Vec<(u64, u64, V)> {
    scene.contacts();
    let of = |scene: &Scene<V>, id| scene.member(id).map_or(0, |member| member.data());
    let mut all: Vec<_> = scene
        .last_contacts()
        .iter()
        .map(|touch| {
            let (a, b) = (of(scene, touch.a.body), of(scene, touch.b.body));
            let normal = touch.contact.normal;
            if a < b { (a, b, normal) } else { (b, a, -normal) }
        })
        .collect();
    all.sort_by_key(|&(a, b, _)| (a, b));
    all
}

fn changed_ground<V: AnySpace>() {
    const TILES: u64 = 5;
    const RESTING: u64 = 4;
    let mut random = Random(61);
    let (mut changes, mut turned) = (0, 0);
    for _ in 0..pairs(60) {
        let new = || Scene::<V>::with_margin(scalar(0.01)).unwrap().ignoring_inner_edges();
        let mut scene = new();
        let size = V::from_fn(|i| scalar([0.5, 0.5, 2.0][i]));
        let place = |x: f64, y: f64| {
            let at = V::from_fn(|i| scalar([x, y, 0.0][i]));
            Pose::from_translation(at).unwrap()
        };
        let tile = |k: u64| Body::new(Cuboid::new(size).unwrap()).with_kind(Static).with_data(k);
        // Tiles at one height, or a hair above it or below.
        let on_floor = |k: u64, random: &mut Random| {
            let hair = [0.0, 0.0, 0.003, -0.003][random.below(4)];
            place(k as f64, -0.5 + hair)
        };
        let mut tiles: Vec<_> = (0..TILES)
            .map(|k| {
                let pose = on_floor(k, &mut random);
                Some((scene.add(tile(k), pose), pose))
            })
            .collect();
        let half = scalar::<V::Scalar>(0.2);
        let resting: Vec<_> = (0..RESTING)
            .map(|k| {
                let shape: Shape<V> = match k % 2 {
                    0 => Cuboid::new(V::splat(half)).unwrap().into(),
                    _ => Ball::new(half).unwrap().into(),
                };
                let body = Body::new(shape).with_data(TILES + k);
                // Near an edge of two tiles, and sunk in by some thousandths.
                let side = if random.below(2) == 0 { -0.2 } else { 0.2 };
                let (off, deep) = (0.5 + side + 0.003 * random.signed(), 0.004 * random.unit());
                let pose = place(k as f64 + off, 0.2 - deep);
                (scene.add(body.clone(), pose), body, pose)
            })
            .collect();
        let mut known = Vec::new();
        for _ in 0..12 {
            for _ in 0..random.below(4) {
                scene.contacts();
            }
            let k = random.below(TILES as usize);
            let rests = resting[random.below(RESTING as usize)].0;
            match (tiles[k], random.below(6)) {
                (None, _) => {
                    let pose = on_floor(k as u64, &mut random);
                    tiles[k] = Some((scene.add(tile(k as u64), pose), pose));
                }
                (Some((id, _)), 0) => {
                    scene.remove(id).unwrap();
                    tiles[k] = None;
                }
                (Some((id, _)), 1) => {
                    let pose = on_floor(k as u64, &mut random);
                    scene.set_pose(id, pose).unwrap();
                    tiles[k] = Some((id, pose));
                }
                (Some((id, _)), 2) => {
                    let pose = place(k as f64, -3.0);
                    scene.set_pose(id, pose).unwrap();
                    tiles[k] = Some((id, pose));
                }
                // Here and gone again, with looks between.
                (Some((id, _)), 3) => {
                    scene.set_ignored(id, rests, true).unwrap();
                    scene.contacts();
                    scene.set_ignored(id, rests, false).unwrap();
                }
                (Some((id, _)), 4) => {
                    scene.set_kind(id, osculate::scene::BodyKind::Dynamic).unwrap();
                    scene.contacts();
                    scene.set_kind(id, Static).unwrap();
                }
                (Some(_), _) => {
                    scene.set_kind(rests, Static).unwrap();
                    scene.contacts();
                    scene.set_kind(rests, osculate::scene::BodyKind::Dynamic).unwrap();
                }
            }
            let kept = normals_by_data(&mut scene);
            let mut cold = new();
            for (k, at) in (0..).zip(&tiles) {
                at.map(|(_, pose)| cold.add(tile(k), pose));
            }
            resting.iter().for_each(|(_, body, pose)| {
                cold.add(body.clone(), *pose);
            });
            let anew = normals_by_data(&mut cold);
            let pairs_of =
                |all: &[(u64, u64, V)]| -> Vec<_> { all.iter().map(|&(a, b, _)| (a, b)).collect() };
            assert_eq!(pairs_of(&kept), pairs_of(&anew));
            for ((a, b, one), (_, _, other)) in kept.iter().zip(&anew) {
                let off = (*one - *other).length().to_f64();
                assert!(off < 1e-3, "{a} and {b}: {one:?} kept, {other:?} anew");
            }
            changes += usize::from(kept != known);
            turned += usize::from(kept.iter().any(|(_, _, normal)| normal.get(1).to_f64() < 0.9));
            known = kept;
        }
    }
    assert!(changes > pairs(60) * 4 && turned > pairs(60), "{changes} {turned}");
}

/// A contact is what a scene built anew would have, though neither of its bodies moved, when the
/// ground beside it comes, goes, moves, or is another kind.
#[test]
fn ground_that_changes_is_seen() {
    changed_ground::<Vec2>();
    changed_ground::<osculate::DVec2>();
    changed_ground::<Vec3A>();
    changed_ground::<osculate::DVec3>();
}

/// On which side of a facet a shape is does not depend on where its own axes begin.
#[test]
fn shapes_whose_origin_is_elsewhere_are_touched_from_above() {
    use osculate::shape::{ConvexPolygon, Polytope};
    use osculate::{ContactSearch, DVec2, DVec3};
    let search = ContactSearch::within(0.01).ignoring_inner_edges();
    let corners = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
    let line = Body::from_segments(&corners, &[[0, 1], [1, 2]]).unwrap();
    let square =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|xy| 0.2 * DVec2::from(xy));
    let corners = [[0.0, -2.0], [0.0, 2.0], [1.0, -2.0], [1.0, 2.0], [2.0, -2.0], [2.0, 2.0]];
    let corners = corners.map(|[x, z]| DVec3::new(x, 0.0, z));
    let floor = Body::from_mesh(&corners, &[[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]]).unwrap();
    let cube: Vec<_> = (0..8)
        .map(|k| DVec3::from([0, 1, 2].map(|i| if k >> i & 1 == 0 { -0.2 } else { 0.2 })))
        .collect();
    // Above the floor, and below it.
    for up in [1.0, -1.0] {
        for off in [0.0, 3.0, -3.0, 100.0] {
            let moved = square.map(|p| p + DVec2::Y * off);
            let shape = Body::new(ConvexPolygon::new(&moved).unwrap());
            let at = Pose::from_translation(DVec2::new(0.801, up * 0.198 - off)).unwrap();
            let found = line.at(Pose::IDENTITY).contacts(&shape.at(at), &search);
            assert!(!found.is_empty());
            found.iter().for_each(|touch| assert_eq!(touch.contact.normal, DVec2::Y * up));

            let moved: Vec<_> = cube.iter().map(|&p| p + DVec3::Y * off).collect();
            let shape = Body::new(Polytope::from_points(&moved).unwrap());
            let at = Pose::from_translation(DVec3::new(0.801, up * 0.198 - off, 0.1)).unwrap();
            let found = floor.at(Pose::IDENTITY).contacts(&shape.at(at), &search);
            assert!(!found.is_empty());
            for touch in found {
                assert!((touch.contact.normal - DVec3::Y * up).length() < 1e-9, "{touch:?}");
            }
        }
    }
}

/// A neighbour that becomes ground, where contacts are given again: the edge between the two is seen
/// at once, and seen no more when it is ground no longer.
#[test]
fn a_tile_that_becomes_ground_is_seen() {
    use osculate::DVec2;
    use osculate::scene::BodyKind;
    let at = |x, y| Pose::from_translation(DVec2::new(x, y)).unwrap();
    for slop in [0.0, 0.005] {
        let scene = Scene::<DVec2>::with_margin(0.01).unwrap().ignoring_inner_edges();
        let mut scene = scene.reusing(slop);
        let tile = Body::new(Cuboid::new(DVec2::splat(0.5)).unwrap());
        let first = scene.add(tile.clone(), at(0.0, -0.5));
        scene.add(tile.with_kind(Static), at(1.0, -0.5));
        // It has sunk in a little, and reaches over the edge by less.
        let standing = scene.add(Body::new(Cuboid::new(DVec2::splat(0.2)).unwrap()), at(0.0, 0.0));
        for (kind, sideways) in [(BodyKind::Dynamic, true), (Static, false)].repeat(3) {
            scene.set_kind(first, kind).unwrap();
            for step in 0..4 {
                let tremble = 1e-7 * f64::from(step % 2);
                scene.set_pose(standing, at(0.301, 0.198 - tremble)).unwrap();
                scene.step();
                let mut found = scene.contacts().to_vec();
                found.retain(|touch| [touch.a.body, touch.b.body].contains(&standing));
                assert_eq!(found.len(), 2, "{slop} {kind:?} {step}");
                let is_sideways = found.iter().any(|of| of.contact.normal.y.abs() < 0.9);
                assert_eq!(is_sideways, sideways, "{slop} {kind:?} {step}");
            }
        }
    }
}
