//! Any bytes are two bodies: meshes without order, open, crossing themselves, with facets that are
//! segments or points, or compounds. All that is asked of the two is held to every pair of parts.

use osculate::shape::{Ball, Cuboid, PointCloud, Shape};
use osculate::{
    Body, Bracket, ContactSearch, DVec2, DVec3, Encounter, Error, Motion, Moves, Pose, Ray,
    Rotation, Scalar, Struck, Sweep, Vec2, Vec3A, distance, intersects, signed_distance,
};

use super::bytes::{Bytes, FromBytes};

/// Asks everything about the two bodies that the bytes describe, in the space that the first byte
/// chooses.
pub fn check_bodies(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 4 {
        0 => check::<Vec2>(&mut from),
        1 => check::<DVec2>(&mut from),
        2 => check::<Vec3A>(&mut from),
        _ => check::<DVec3>(&mut from),
    }
}

/// Mostly of moderate size; any numbers at all, one time in eight.
fn vector<V: FromBytes>(from: &mut Bytes<'_>) -> V {
    let any: V = from.vector();
    let is_any = from.byte().is_multiple_of(8);
    let moderate = |x: V::Scalar| is_any || x.to_f64().abs() <= 1e4;
    V::from_fn(|i| if moderate(any.get(i)) { any.get(i) } else { V::Scalar::from_f64(1.0) })
}

fn body<V: FromBytes>(from: &mut Bytes<'_>) -> Result<Body<V>, Error> {
    if from.byte().is_multiple_of(4) {
        let part = |from: &mut Bytes<'_>| -> Result<(Body<V>, Pose<V>), Error> {
            let shape: Shape<V> = match from.byte() % 3 {
                0 => Ball::new(from.size())?.into(),
                1 => Cuboid::new(V::from_fn(|_| from.size()))?.into(),
                _ => {
                    let points: Vec<V> = (0..1 + from.byte() % 6).map(|_| vector(from)).collect();
                    PointCloud::new(&points)?.into()
                }
            };
            Ok((Body::new(shape), Pose::from_translation(vector(from))?))
        };
        let count = 1 + from.byte() % 3;
        let parts = (0..count).map(|_| part(from)).collect::<Result<Vec<_>, _>>()?;
        return Body::compound(parts);
    }
    let count = 1 + from.byte() % 8;
    let vertices: Vec<V> = (0..count).map(|_| vector(from)).collect();
    let corner = |from: &mut Bytes<'_>| u32::from(from.byte() % count);
    let facets: Vec<[u32; 3]> =
        (0..1 + from.byte() % 14).map(|_| [0; 3].map(|_| corner(from))).collect();
    let mesh = V::mesh(&vertices, &facets)?;
    // What closes is a solid; what does not is told why.
    Ok(if from.byte().is_multiple_of(2) { mesh.clone().into_solid().unwrap_or(mesh) } else { mesh })
}

fn motion<V: FromBytes>(from: &mut Bytes<'_>) -> Result<Motion<V>, Error> {
    let turn = V::rotation(from).unwrap_or(Rotation::IDENTITY);
    let start = Pose::new(vector(from), turn)?;
    let spin = [0; 3].map(|_| f64::from(from.byte() % 9) - 4.0);
    V::turned(Motion::new(start, vector(from))?, spin)
}

fn is_valid<S: Scalar>(bracket: Bracket<S>) -> bool {
    bracket.lower <= bracket.value && bracket.value <= bracket.upper
}

fn check<V: FromBytes>(from: &mut Bytes<'_>) {
    let (Ok(a), Ok(b)) = (body::<V>(from), body::<V>(from)) else { return };
    let (Ok(way_a), Ok(way_b)) = (motion::<V>(from), motion::<V>(from)) else { return };
    let zero = V::Scalar::from_f64(0.0);
    let (one, other) = (a.at(way_a.pose(zero)), b.at(way_b.pose(zero)));
    // By all pairs of parts.
    let (mut touch, mut least, mut deepest) = (false, [f64::INFINITY; 2], [f64::INFINITY; 2]);
    for p in one.parts() {
        for q in other.parts() {
            touch |= intersects(&p, &q);
            let gap = distance(&p, &q);
            least = [least[0].min(gap.lower.to_f64()), least[1].min(gap.upper.to_f64())];
            let signed = signed_distance(&p, &q).distance;
            deepest =
                [deepest[0].min(signed.lower.to_f64()), deepest[1].min(signed.upper.to_f64())];
        }
    }
    let met = one.intersects(&other);
    // A solid holds what touches none of its facets.
    let is_held = met && !touch;
    assert!(met || !touch, "parts touch, and the bodies do not");
    let agree = |found: Bracket<V::Scalar>, all: [f64; 2]| {
        found.lower.to_f64() <= all[1] && all[0] <= found.upper.to_f64()
    };
    let gap = one.distance(&other);
    let near = one.closest(&other);
    let signed = one.signed_distance(&other);
    assert!(is_valid(gap) && gap.lower >= zero, "{gap:?}");
    assert!(is_valid(near.closest.distance), "{near:?}");
    assert!(is_valid(signed.signed_distance.distance), "{signed:?}");
    if is_held {
        assert!(gap.lower == zero && signed.signed_distance.distance.lower <= zero, "{signed:?}");
    } else {
        assert!(agree(gap, least), "{gap:?}, all {least:?}");
        assert!(agree(near.closest.distance, least), "{near:?}, all {least:?}");
        assert!(agree(signed.signed_distance.distance, deepest), "{signed:?}, all {deepest:?}");
    }
    assert!(!met || gap.lower == zero, "they meet, {gap:?} apart");
    assert!(met || gap.lower > zero, "they are apart, by {gap:?}");
    let most = from.size::<V::Scalar>();
    match one.distance_within(&other, most) {
        Some(within) => assert!(is_valid(within) && within.lower <= most, "{within:?}"),
        None => assert!(gap.upper > most, "{gap:?} is not within {most:?}"),
    }
    let search = ContactSearch::within(most).at_most(64);
    for search in [search, search.ignoring_inner_edges(), search.reduced_to(4)] {
        let contacts = one.contacts(&other, &search);
        let points = contacts.iter().flat_map(|found| found.contact.points());
        for point in points {
            let numbers = [point.on_a, point.on_b];
            let are = numbers.iter().all(|p| (0..V::DIM).all(|i| !p.get(i).to_f64().is_nan()));
            assert!(are && !point.distance.to_f64().is_nan(), "{point:?}");
        }
        assert!(!met || !contacts.is_empty(), "they meet, and have no contact");
    }
    let spot: V = vector(from);
    if let Some(found) = one.project_point(spot) {
        assert!(is_valid(found.distance), "{found:?}");
    }
    if let Ok(ray) = Ray::new(spot, vector(from)) {
        let first = one.ray_first(&ray);
        let all = one.ray_all(&ray);
        assert_eq!(first.is_some(), !all.is_empty(), "{first:?}, {all:?}");
        let at = |struck: &Struck<V>| match struck {
            Struck::Hit(hit) => hit.parameter.lower,
            Struck::Unknown { lower, .. } => *lower,
            Struck::Missed => zero,
        };
        if let Some(first) = first {
            assert!(
                all.iter().all(|hit| at(&first.struck) <= at(&hit.struck)),
                "{first:?}, {all:?}"
            );
        }
    }
    let sweep = Sweep::default().with_most_steps(200);
    let Ok(impact) = a.time_of_impact(&way_a, &b, &way_b, &sweep) else { return };
    let Ok(passed) = a.closest_approach(&way_a, &b, &way_b, &sweep) else { return };
    let passed = passed.approach;
    assert!(is_valid(passed.time), "{passed:?}");
    assert!(passed.distance.lower.to_f64() <= gap.upper.to_f64(), "{passed:?}, {gap:?} at 0");
    if met && let Some(impact) = impact {
        let is_at_start = match impact.encounter {
            Encounter::Hit(hit) => hit.time.lower == zero,
            Encounter::Unknown { lower, .. } => lower == zero,
            Encounter::Missed => false,
        };
        assert!(is_at_start, "they meet at 0, and: {impact:?}");
    }
    assert!(!met || impact.is_some(), "they meet at 0, and never");
}
