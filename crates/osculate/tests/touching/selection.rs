//! Which points of a contact are kept: the same ones while bodies rest, no two at one place, none of
//! one name.

use crate::kinds::{self, PLAIN};
use crate::support::{Random, Space, ask, coordinates, epsilon, norm, pairs, scalar, vector};
use osculate::shape::{Capsule, Cone, Cylinder, HalfSpace, Shape};
use osculate::{At, Contact, Convex, Facts, Feature, Place, Pose, Scalar, Tracker};
use std::collections::BTreeMap;

fn names<V: Space>(contact: &Contact<V>) -> Vec<[Feature; 2]> {
    let mut names: Vec<_> = contact.points().iter().map(|p| [p.feature_a, p.feature_b]).collect();
    names.sort_unstable();
    names
}

/// Moved by 1e-7 of the size, or tilted by 1e-6, or both.
fn stirred<V: Space>(pose: Pose<V>, size: f64, random: &mut Random) -> Pose<V> {
    let kind = random.below(3);
    let way = if kind == 0 { 0.0 } else { 1e-7 * size };
    let turn = if kind == 1 { 0.0 } else { 1e-6 };
    let at = pose.translation() + vector::<V>(&random.direction()) * scalar(way);
    let turned = kinds::turned_by::<V>(turn, random).compose(&pose.rotation());
    Pose::new(at, turned).unwrap()
}

pub fn size<V: Space>(shape: &dyn Convex<V>) -> f64 {
    let size = (shape.extent() + shape.rounding()).to_f64();
    if size < 1e6 { size } else { f64::INFINITY }
}

/// No name twice, and no two points at one place to the eye of a solver.
pub fn are_told_apart<V: Space>(contact: &Contact<V>, smaller: f64, context: &dyn Fn() -> String) {
    for (k, point) in contact.points().iter().enumerate() {
        for other in &contact.points()[..k] {
            let names = [point, other].map(|p| [p.feature_a, p.feature_b]);
            assert_ne!(names[0], names[1], "one name twice: {}{contact:#?}", context());
            let apart = norm(&coordinates(point.on_a - other.on_a));
            assert!(apart > 0.9e-4 * smaller, "twins: {}{contact:#?}", context());
        }
    }
}

fn the_same_points_are_kept<V: Space>() {
    // Of flat shapes, and of pairs with a curved one.
    let (mut asked, mut changed) = ([0; 2], [0; 2]);
    let (mut jumps, mut of_trackers) = (0, [0; 2]);
    let mut by_kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (i, one) in kinds::bounded() {
        for (j, other) in PLAIN.iter().enumerate() {
            let mut random = Random((i * 1000 + j + 7) as u64);
            for _ in 0..pairs(100) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                let [size_a, size_b] = [size::<V>(&a), size::<V>(&b)];
                let smaller = size_a.min(size_b);
                // A point is as good as the other's place.
                let smaller = if smaller > 0.0 { smaller } else { size_a.max(size_b) };
                let gap = -smaller * random.magnitude(-3.0, -1.0);
                let Some([p, q]) = kinds::at_contact::<V>(&a, &b, gap, &mut random) else {
                    continue;
                };
                let margin = scalar::<V::Scalar>(0.02 * smaller);
                let Some(before) = ask::contact::<V>(&a.at(p), &b.at(q), margin) else { continue };
                let mut tracker = Tracker::new(&a as &Shape<V>, &b as &Shape<V>);
                let _ = tracker.at(p, q).contact(margin);
                let tracked = tracker.at(p, q).contact(margin).unwrap();
                let of_kind = usize::from(a.is_curved() || b.is_curved());
                asked[of_kind] += 1;
                let mut last = q;
                let context = || format!("{one} and {other}\n{a:?} {p:?}\n{b:?} {last:?}\n");
                are_told_apart(&before, smaller, &context);
                last = stirred(q, smaller, &mut random);
                let after = ask::contact::<V>(&a.at(p), &b.at(last), margin);
                let warm = tracker.at(p, last).contact(margin);
                // Two ways out that are as short: which of them is taken is no matter of points.
                let turned = |one: &Contact<V>, other: &Contact<V>| {
                    norm(&coordinates(one.normal - other.normal)) > 2e-2
                };
                let Some(after) = after else {
                    jumps += 1;
                    continue;
                };
                let is_same =
                    |warm: Contact<V>| turned(&warm, &tracked) || names(&warm) == names(&tracked);
                if !warm.is_some_and(is_same) {
                    of_trackers[of_kind] += 1;
                    *by_kinds.entry(format!("{one} and {other}, tracked")).or_default() += 1;
                }
                if turned(&after, &before) {
                    jumps += 1;
                    continue;
                }
                if names(&after) != names(&before) {
                    changed[of_kind] += 1;
                    *by_kinds.entry(format!("{one} and {other}")).or_default() += 1;
                }
            }
        }
    }
    println!(
        "{:6} of {asked:?} {jumps} jump, {changed:?} changed, {of_trackers:?} tracked: {by_kinds:?}",
        V::NAME
    );
    assert!(asked[0].min(asked[1]) > pairs(100) * 20);
    assert!(changed[0] * 10_000 <= asked[0] + 40_000, "of flat shapes {changed:?} of {asked:?}");
    assert!(changed[1] * 400 <= asked[1] + 800, "of curved shapes {changed:?} of {asked:?}");
    assert!(of_trackers[0] * 10_000 <= asked[0] + 20_000, "flat, {of_trackers:?} of {asked:?}");
    assert!(of_trackers[1] * 1000 <= asked[1] + 2000, "curved, {of_trackers:?} of {asked:?}");
}

#[test]
fn what_moves_by_less_than_is_seen_keeps_its_contact_points() {
    in_every_space!(the_same_points_are_kept);
}

/// A round shape whose line of length 1 lies on the y axis, its inside towards −x.
fn round<V: Space<Scalar = S>, S: Scalar>(kind: usize) -> At<V, Shape<V>> {
    let x = V::axis(0);
    let (half, radius) = (scalar::<S>(0.5), scalar::<S>(0.3));
    let aside = Pose::from_translation(x * -radius).unwrap();
    match kind {
        0 => At::new(Capsule::<V>::along_y(half, radius).unwrap().into(), aside),
        1 => At::new(Cylinder::<V>::new(half, radius).unwrap().into(), aside),
        _ => {
            // The line leans by the cone's half angle, of which the sine is 0.3.
            let cosine = (1.0f64 - 0.09).sqrt();
            let cone = Cone::<V>::new(scalar(cosine / 2.0), radius).unwrap();
            let turn = V::rotation_from_quaternion([
                0.0,
                0.0,
                -((1.0 - cosine) / 2.0).sqrt(),
                ((1.0 + cosine) / 2.0).sqrt(),
            ]);
            // The middle of the line comes to the origin.
            let middle = turn.apply(x * (radius * scalar(0.5)));
            At::new(cone.into(), Pose::new(-middle, turn).unwrap())
        }
    }
}

fn round_shapes_side_by_side<V: Space>() {
    for (i, j) in (0..3).flat_map(|i| (0..=i).map(move |j| (i, j))) {
        for twist in [0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 5e-3] {
            for deep in [1e-3, 1e-2] {
                let (a, b) = (round::<V, V::Scalar>(i), round::<V, V::Scalar>(j));
                // The other faces it, a little deeper and higher, and turned about the normal.
                let half_turn = V::rotation_from_quaternion([0.0, 1.0, 0.0, 0.0]);
                let (sine, cosine) = (twist / 2.0f64).sin_cos();
                let turn =
                    V::rotation_from_quaternion([sine, 0.0, 0.0, cosine]).compose(&half_turn);
                let at = V::axis(0) * scalar(-deep) + V::axis(1) * scalar(0.2);
                let b = At::new(&b, Pose::new(at, turn).unwrap());
                let contact = ask::contact::<V>(&a, &b, scalar(0.0)).expect("they overlap");
                let along: Vec<f64> =
                    contact.points().iter().map(|p| coordinates(p.on_a)[1]).collect();
                let span = along.iter().fold(f64::MIN, |m, x| m.max(*x))
                    - along.iter().fold(f64::MAX, |m, x| m.min(*x));
                let off = norm(&coordinates(contact.normal - V::axis(0)));
                let what = format!("{i} and {j}, twist {twist:e}, depth {deep:e}: {contact:#?}");
                assert!(span > 0.79, "{what}");
                // Of cones in single precision the depth does not tell the normal better.
                let most = if i == 2 && epsilon::<V>() > 1e-10 { 4e-3 } else { twist + 2e-5 };
                assert!(off < most, "normal off by {off:e}: {what}");
            }
        }
    }
}

#[test]
fn round_shapes_side_by_side_touch_along_their_lines_however_little_they_are_twisted() {
    round_shapes_side_by_side::<osculate::Vec3A>();
    round_shapes_side_by_side::<osculate::DVec3>();
}

/// The normal of what touches a half-space is the half-space's, however nearly a cap lies on it.
fn half_spaces_keep_their_normal<V: Space>() {
    let floor = HalfSpace::new(V::axis(1), scalar(0.0)).unwrap();
    for angle in [1e-6, 1e-4, 3e-3, 1e-2f64] {
        let (sine, cosine) = (angle / 2.0).sin_cos();
        let turn = V::rotation_from_quaternion([0.0, 0.0, sine, cosine]);
        for x in [-3.0, 0.0, 3.0] {
            let at = V::from_fn(|i| scalar([x, 0.49, 0.0][i]));
            for shape in [
                Shape::from(Cylinder::<V>::new(scalar(0.5), scalar(0.4)).unwrap()),
                Shape::from(Cone::<V>::new(scalar(0.5), scalar(0.4)).unwrap()),
            ] {
                let placed = shape.at(Pose::new(at, turn).unwrap());
                let contact = ask::contact::<V>(&floor, &placed, scalar(0.01)).unwrap();
                assert_eq!(contact.normal, V::axis(1), "{angle:e} {x} {contact:#?}");
                let back = ask::contact::<V>(&placed, &floor, scalar(0.01)).unwrap();
                assert_eq!(back.normal, -V::axis(1), "{angle:e} {x} {back:#?}");
            }
        }
    }
}

#[test]
fn what_stands_on_a_half_space_has_its_normal() {
    half_spaces_keep_their_normal::<osculate::Vec3A>();
    half_spaces_keep_their_normal::<osculate::DVec3>();
}

/// Cones and cylinders of next to no height, and thin ones, beside each other.
fn flat_and_thin_ones_touch_in_finite_points<V: Space>() {
    let sizes = [0.0, 1e-40, 1e-30, 1e-20, 1e-10, 1e-3, 1.0];
    let mut random = Random(8);
    let mut asked = 0;
    for (half, radius) in sizes.iter().flat_map(|h| sizes.iter().map(move |r| (*h, *r))) {
        for kind in 0..2 {
            let (half, radius) = (scalar(half), scalar(radius));
            let shape = match kind {
                0 => Shape::from(Cone::<V>::new(half, radius).unwrap()),
                _ => Shape::from(Cylinder::<V>::new(half, radius).unwrap()),
            };
            for case in 0..pairs(12) {
                let other = match case % 3 {
                    0 => shape.clone(),
                    1 => Capsule::<V>::along_y(scalar(0.5), scalar(0.1)).unwrap().into(),
                    _ => Cylinder::<V>::new(scalar(0.5), scalar(0.1)).unwrap().into(),
                };
                let Some([p, q]) = kinds::at_contact::<V>(&shape, &other, -1e-4, &mut random)
                else {
                    continue;
                };
                let Some(found) = ask::contact::<V>(&shape.at(p), &other.at(q), scalar(0.02))
                else {
                    continue;
                };
                asked += 1;
                for point in found.points() {
                    let all = [coordinates(point.on_a), coordinates(point.on_b)].concat();
                    assert!(all.iter().all(|x| x.abs() < 10.0), "{shape:?} {other:?} {found:#?}");
                }
            }
        }
    }
    assert!(asked > pairs(12) * 20, "{asked}");
}

#[test]
fn what_is_flat_or_thin_touches_in_finite_points() {
    flat_and_thin_ones_touch_in_finite_points::<osculate::Vec3A>();
    flat_and_thin_ones_touch_in_finite_points::<osculate::DVec3>();
}
