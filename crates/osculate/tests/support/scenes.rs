//! Any bytes are calls of a scene: bodies come, move, ignore each other and go, and queries come
//! between. What is found is held to every pair, asked anew.

use osculate::Body;
use osculate::scene::{BodyId, BodyKind, Filter, Groups, Member, Scene};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, PointCloud, Shape};
use osculate::{
    At, Bracket, DVec2, DVec3, Error, PartRef, Place, Pose, Ray, Scalar, Sweep, Vec2, Vec3,
    distance, intersects, signed_distance,
};

use super::bytes::{Bytes, FromBytes};

/// So many bodies at most: every pair is asked.
const CROWD: usize = 24;

/// Makes the calls that the bytes describe, in the space that the first byte chooses.
pub fn check_scene(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 4 {
        0 => calls::<Vec2>(&mut from),
        1 => calls::<DVec2>(&mut from),
        2 => calls::<Vec3>(&mut from),
        _ => calls::<DVec3>(&mut from),
    }
}

/// A vector of moderate size: at the ends of the range of numbers, queries have tests of their own.
fn vector<V: FromBytes>(from: &mut Bytes<'_>) -> V {
    V::from_fn(|_| size::<V>(from) * V::Scalar::from_f64(f64::from(i32::from(from.byte() % 3) - 1)))
}

fn size<V: FromBytes>(from: &mut Bytes<'_>) -> V::Scalar {
    let size = from.size::<V::Scalar>().to_f64();
    V::Scalar::from_f64(if size <= 1e4 { size } else { 1.0 })
}

fn pose<V: FromBytes>(from: &mut Bytes<'_>) -> Pose<V> {
    let rotation = V::rotation(from).unwrap_or(osculate::Rotation::IDENTITY);
    Pose::new(vector(from), rotation).unwrap_or(Pose::IDENTITY)
}

fn shape<V: FromBytes>(from: &mut Bytes<'_>) -> Result<Shape<V>, Error> {
    Ok(match from.byte() % 7 {
        0 => Ball::new(size::<V>(from))?.into(),
        1 => Cuboid::new(V::from_fn(|_| size::<V>(from)))?.into(),
        2 => Capsule::<V>::new(vector(from), vector(from), size::<V>(from))?.into(),
        3 => Ellipsoid::new(V::from_fn(|_| size::<V>(from)))?.into(),
        4 => HalfSpace::new(V::axis(usize::from(from.byte()) % V::DIM), size::<V>(from))?.into(),
        _ => {
            let points: Vec<V> = (0..1 + from.byte() % 9).map(|_| vector(from)).collect();
            PointCloud::new(&points)?.into()
        }
    })
}

fn body<V: FromBytes>(from: &mut Bytes<'_>) -> Result<Member<V>, Error> {
    let body = match from.byte() % 8 {
        0 => {
            let count = 1 + from.byte() % 9;
            let vertices: Vec<V> = (0..count).map(|_| vector(from)).collect();
            let corner = |from: &mut Bytes<'_>| u32::from(from.byte() % count);
            let facets: Vec<[u32; 3]> =
                (0..1 + from.byte() % 20).map(|_| [0; 3].map(|_| corner(from))).collect();
            V::mesh(&vertices, &facets)?
        }
        1 => {
            let parts = [(shape(from)?, pose(from)), (shape(from)?, pose(from))];
            Body::compound(parts.map(|(shape, pose)| (shape.into(), pose)))?
        }
        _ => Body::new(shape(from)?),
    };
    let (groups, mask) = (u32::from(from.byte() % 4), u32::from(from.byte() % 4));
    Ok(if groups == 0 {
        body.into()
    } else {
        body.with_groups(Groups { memberships: groups, meets: mask })
    })
}

fn kind(byte: u8) -> BodyKind {
    [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][usize::from(byte % 3)]
}

fn calls<V: FromBytes>(from: &mut Bytes<'_>) {
    let Ok(scene) = Scene::<V>::with_margin(size::<V>(from)) else { return };
    let mut scene = if from.byte() & 1 == 0 { scene } else { scene.with_inner_edges() };
    let mut names: Vec<BodyId> = Vec::new();
    let mut ignored: Vec<(BodyId, BodyId)> = Vec::new();
    let mut kept = None;
    while !from.0.is_empty() {
        let any = |from: &mut Bytes<'_>, names: &[BodyId]| {
            names.get(usize::from(from.byte()) % names.len().max(1)).copied()
        };
        let action = from.byte();
        match action % 16 {
            0..4 => {
                let Ok(body) = body(from) else { continue };
                if scene.len() < CROWD {
                    names.push(scene.add(body, pose(from)));
                }
            }
            4 => {
                let Some(id) = any(from, &names) else { continue };
                let there = scene.member(id).is_some();
                assert_eq!(scene.remove(id).is_some(), there);
                assert!(scene.member(id).is_none());
                ignored.retain(|&(a, b)| a != id && b != id);
            }
            5 | 6 => {
                let Some(id) = any(from, &names) else { continue };
                let there = scene.member(id).is_some();
                assert_eq!(scene.set_pose(id, pose(from)).is_ok(), there);
            }
            7 => (0..from.byte() % 40).for_each(|_| scene.step()),
            8 | 9 => contacts_are_of_pairs_that_may_meet(&mut scene, &ignored),
            10 => {
                let Some(id) = any(from, &names) else { continue };
                let (groups, mask) = (u32::from(from.byte() % 4), u32::from(from.byte() % 4));
                let there = scene.member(id).is_some();
                assert_eq!(
                    scene.set_groups(id, Groups { memberships: groups, meets: mask }).is_ok(),
                    there
                );
            }
            11 => {
                let (Some(a), Some(b)) = (any(from, &names), any(from, &names)) else { continue };
                let on = from.byte().is_multiple_of(2);
                if scene.set_ignored(a, b, on).is_ok() && a != b {
                    ignored.retain(|pair| *pair != (a.min(b), a.max(b)));
                    ignored.extend(on.then_some((a.min(b), a.max(b))));
                }
            }
            13 if action >= 0xE0 => {
                let Some(id) = any(from, &names) else { continue };
                let there = scene.member(id).is_some();
                assert_eq!(scene.set_kind(id, kind(from.byte())).is_ok(), there);
            }
            12 | 13 => queries_are_those_of_all(&scene, from),
            14 => kept = Some((scene.snapshot(), names.clone(), ignored.clone())),
            _ => {
                if let Some((snapshot, old_names, old_ignored)) = &kept {
                    scene.restore(snapshot);
                    (names, ignored) = (old_names.clone(), old_ignored.clone());
                }
            }
        }
    }
    scene.step();
    touching_is_that_of_all_pairs(&scene, &ignored);
    contacts_are_of_pairs_that_may_meet(&mut scene, &ignored);
    for id in names {
        scene.remove(id);
    }
    scene.step();
    let size = scene.size();
    assert_eq!((size.bodies, size.settled, size.pairs, size.memories), (0, 0, 0, 0));
}

/// The parts of a body where they are.
fn placed<V: FromBytes>(member: &Member<V>, pose: Pose<V>) -> Vec<At<V, PartRef<'_, V>>> {
    member.body().at(pose).parts().collect()
}

fn may_meet<V: FromBytes>(
    scene: &Scene<V>,
    ignored: &[(BodyId, BodyId)],
    a: BodyId,
    b: BodyId,
) -> bool {
    let (Some(one), Some(other)) = (scene.member(a), scene.member(b)) else { return false };
    let groups = {
        let [one, other] = [one.groups(), other.groups()];
        one.memberships & other.meets != 0 && other.memberships & one.meets != 0
    };
    let solved = one.kind() == BodyKind::Dynamic || other.kind() == BodyKind::Dynamic;
    a < b && groups && solved && !ignored.contains(&(a, b))
}

fn touching_is_that_of_all_pairs<V: FromBytes>(scene: &Scene<V>, ignored: &[(BodyId, BodyId)]) {
    let found: Vec<_> = scene.touching().iter().map(|pair| (pair.a.body, pair.b.body)).collect();
    assert!(found.is_sorted() && found.windows(2).all(|pair| pair[0] != pair[1]));
    let all: Vec<_> =
        scene.members().map(|(id, member, pose)| (id, placed(member, pose))).collect();
    for (a, one) in &all {
        for (b, other) in &all {
            let mut parts = one.iter().flat_map(|p| other.iter().map(move |q| (p, q)));
            let is_found = found.contains(&(*a, *b));
            if !may_meet(scene, ignored, *a, *b) {
                assert!(!is_found, "{a:?} {b:?} may not meet");
                continue;
            }
            if is_found != parts.clone().any(|(p, q)| intersects(p, q)) {
                let zero = V::Scalar::from_f64(0.0);
                let is_open = parts.any(|(p, q)| signed_distance(p, q).distance.contains(zero));
                assert!(is_open, "{a:?} {b:?}: {is_found}");
            }
        }
    }
}

fn contacts_are_of_pairs_that_may_meet<V: FromBytes>(
    scene: &mut Scene<V>,
    ignored: &[(BodyId, BodyId)],
) {
    let mut last = None;
    scene.contacts();
    for touch in scene.last_contacts() {
        let order = (touch.a.body, touch.b.body, touch.a.part, touch.b.part);
        assert!(last < Some(order), "{last:?} {order:?}");
        last = Some(order);
        assert!(may_meet(scene, ignored, touch.a.body, touch.b.body));
        assert!((1..=4).contains(&touch.contact.points().len()));
    }
}

fn queries_are_those_of_all<V: FromBytes>(scene: &Scene<V>, from: &mut Bytes<'_>) {
    let (Ok(shape), pose) = (shape::<V>(from), pose(from)) else { return };
    let (probe, all) = (shape.at(pose), Filter::ALL);
    let agree = |a: Bracket<V::Scalar>, b: Bracket<V::Scalar>| {
        assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?} {b:?}");
    };
    let parts: Vec<_> = scene
        .members()
        .flat_map(|(id, member, pose)| placed(member, pose).into_iter().map(move |p| (id, p)))
        .collect();
    // All distances to two half-spaces may be zero.
    let least = parts.iter().map(|(_, part)| distance(part, probe));
    let least = least.reduce(|a, b| if b.value < a.value { b } else { a });
    let nearest = scene.nearest(probe, &all);
    assert_eq!(nearest.is_some(), least.is_some());
    if let (Some(nearest), Some(least)) = (nearest, least) {
        agree(nearest.closest.distance, least);
    }
    let touching = scene.touching_shape(probe, &all);
    assert!(touching.is_sorted());
    assert_eq!(scene.any_touching(probe, &all).is_some(), !touching.is_empty());
    for (id, part) in &parts {
        if intersects(part, probe) && !touching.iter().any(|touch| touch.body == *id) {
            let zero = V::Scalar::from_f64(0.0);
            assert!(signed_distance(part, probe).distance.contains(zero), "{id:?} touches");
        }
    }
    let _ = scene.clearance(&all);
    let _ = scene.pairs_within(size::<V>(from), &all);
    if let Ok(ray) = Ray::new(vector(from), vector(from)) {
        let hits = scene.ray_all(&ray, &all);
        let first = scene.ray_first(&ray, &all);
        assert_eq!(first.is_some(), !hits.is_empty());
    }
    let way = vector(from);
    let sweep = Sweep::default().with_most_steps(100);
    if let Ok(first) = scene.cast_first(probe, way, &sweep, &all) {
        let hits = scene.cast_all(probe, way, &sweep, &all).expect("the same arguments");
        assert_eq!(first.is_some(), !hits.is_empty());
    }
}
