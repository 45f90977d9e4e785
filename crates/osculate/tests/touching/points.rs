//! Points of answers: they lie in their shapes, are as far apart as they say, and the shapes are
//! free once they are moved by their depth.

use crate::kinds::{self, PLAIN};
use crate::support::{Random, Space, ask, coordinates, epsilon, norm, pairs, scalar};
use osculate::shape::{Point, Shape};
use osculate::{Contact, ContactPoint, Convex, Facts, Place, Pose, Scalar};
use std::collections::BTreeMap;

fn number<S: Scalar>(x: S) -> f64 {
    x.to_f64()
}

/// What points may be off by, in ε of the shapes' sizes and of how far they are from the world's
/// origin.
const SLACK: f64 = 64.0;

/// The same of curved shapes, in units of size: on a curve a point that is off by the root of ε is as
/// deep but for ε.
fn curved_slack<V: Space>() -> f64 {
    if epsilon::<V>() > 1e-10 { 2e-4 } else { 1e-6 }
}

/// What was found wrong, by what it is about: how often, and the worst with its pair.
#[derive(Default)]
struct Wrong(BTreeMap<String, (u32, f64, String)>);

impl Wrong {
    fn add(&mut self, name: &str, off: f64, context: impl FnOnce() -> String) {
        let entry = self.0.entry(name.into()).or_insert((0, 0.0, String::new()));
        entry.0 += 1;
        if !(off <= entry.1) {
            (entry.1, entry.2) = (off, context());
        }
    }
    fn none(&self) {
        for (name, (times, worst, context)) in &self.0 {
            println!("{name}: {times} times, at worst {worst:e}, {context}");
        }
        assert!(self.0.is_empty(), "see above");
    }
}

/// A pair that is asked.
struct Asked<'a, V: Space> {
    shapes: [&'a dyn Convex<V>; 2],
    /// ε of its size.
    unit: f64,
    /// The size of the smaller shape.
    smaller: f64,
    /// What its points may be off by, in these; and those beside the deepest, which are made of
    /// patches.
    slack: f64,
    beside: f64,
    context: String,
    wrong: &'a mut Wrong,
}

impl<V: Space> Asked<'_, V> {
    fn holds(&mut self, name: &str, off: f64, more: &dyn std::fmt::Debug) {
        let slack = if name.contains("beside") { self.beside } else { self.slack };
        if !(off <= slack * self.unit) {
            self.wrong.add(name, off / self.unit, || format!("{}: {more:#?}", self.context));
        }
    }

    /// That a point is in a shape.
    fn is_in(&mut self, name: &str, point: V, k: usize, more: &dyn std::fmt::Debug) {
        let away = ask::distance(&Point::new(point).unwrap(), self.shapes[k]);
        self.holds(name, number(away.lower), more);
    }

    /// That two points are so far apart along a unit normal.
    fn are_apart_by(
        &mut self,
        name: &str,
        [p, q]: [V; 2],
        (distance, normal): (V::Scalar, V),
        more: &dyn std::fmt::Debug,
    ) {
        let off = norm(&coordinates((q - p) - normal * distance));
        self.holds(name, off, more);
    }

    fn contact(&mut self, contact: &Contact<V>, margin: f64) {
        let points = contact.points();
        let whole = contact.signed_distance.distance;
        let deepest = number(points[0].distance);
        let curved = self.shapes.iter().any(|s| s.is_curved());
        // Of faces that are all but parallel a point is taken that is as deep to the eye.
        let level = if curved { 0.0 } else { 1e-5 * self.smaller };
        let off = ((deepest - number(whole.value)).abs() - level).max(0.0);
        self.holds("deepest", off, contact);
        for (k, point) in points.iter().enumerate() {
            let kind =
                if point.on_a == contact.signed_distance.on_a { "deepest" } else { "beside" };
            self.is_in(&format!("contact of a, {kind}"), point.on_a, 0, contact);
            self.is_in(&format!("contact of b, {kind}"), point.on_b, 1, contact);
            let distance = number(point.distance);
            self.holds("beyond the margin", distance - margin.max(number(whole.value)), contact);
            let deeper = if distance < deepest { f64::INFINITY } else { 0.0 };
            self.holds("deeper than the first", deeper, contact);
            if !curved || number(whole.value) <= 0.0 || kind == "beside" {
                let along = (point.distance, contact.normal);
                let name = format!("contact's distance, {kind}");
                self.are_apart_by(&name, [point.on_a, point.on_b], along, contact);
            }
            for other in &points[..k] {
                let apart = norm(&coordinates(point.on_a - other.on_a));
                let near = if apart > 4.0 * self.unit { 0.0 } else { f64::INFINITY };
                self.holds("one point twice", near, contact);
                let names = |p: &ContactPoint<V>| (p.feature_a, p.feature_b);
                let same = if names(point) == names(other) { f64::INFINITY } else { 0.0 };
                self.holds("one name twice", same, contact);
            }
        }
    }

    /// Asks all; how many points the contact has.
    fn all(&mut self, margin: V::Scalar) -> Option<usize> {
        let [a, b] = self.shapes;
        let near = ask::closest(a, b);
        self.is_in("closest of a", near.on_a, 0, &near);
        self.is_in("closest of b", near.on_b, 1, &near);
        let signed = ask::signed_distance(a, b);
        // Where steps ran out the bracket is wider than it should be, and points are as unsure.
        let width = number(signed.distance.upper - signed.distance.lower) / self.unit;
        (self.slack, self.beside) = (self.slack.max(width), self.beside + width);
        self.is_in("signed of a", signed.on_a, 0, &signed);
        self.is_in("signed of b", signed.on_b, 1, &signed);
        if number(signed.distance.lower) <= 0.0 {
            let along = (signed.distance.value, signed.normal);
            self.are_apart_by("signed distance", [signed.on_a, signed.on_b], along, &signed);
        } else {
            let long = norm(&coordinates(signed.on_b - signed.on_a));
            let [least, most] = [signed.distance.lower, signed.distance.upper].map(number);
            self.holds("signed distance, apart", (least - long).max(long - most), &signed);
        }
        if let Some(depth) = ask::penetration(a, b) {
            self.is_in("deepest of a", depth.on_a, 0, &depth);
            self.is_in("deepest of b", depth.on_b, 1, &depth);
            let freed = Pose::from_translation(depth.normal * depth.depth.upper).unwrap();
            let left = number(ask::signed_distance(a, &b.at(freed)).distance.upper);
            self.holds("freed", -left, &depth);
        }
        let contact = ask::contact(a, b, margin)?;
        self.contact(&contact, number(margin));
        let mirrored = ask::contact(b, a, margin)?;
        let points = |contact: &Contact<V>, order: [usize; 2]| -> Vec<_> {
            let of = |p: &ContactPoint<V>| {
                let (on, features) = ([p.on_a, p.on_b], [p.feature_a, p.feature_b]);
                (order.map(|k| on[k]), p.distance, order.map(|k| features[k]))
            };
            contact.points().iter().map(of).collect()
        };
        let is_mirrored = points(&contact, [0, 1]) == points(&mirrored, [1, 0]);
        // One point and itself have no direction that could be mirrored.
        let off = if is_mirrored || self.unit == 0.0 { 0.0 } else { f64::INFINITY };
        self.holds("mirrored", off, &[&contact, &mirrored]);
        Some(contact.points().len())
    }
}

fn check<V: Space>(
    [a, b]: [&Shape<V>; 2],
    random: &mut Random,
    context: &str,
    wrong: &mut Wrong,
) -> Option<usize> {
    let gap = match random.below(3) {
        0 => kinds::gap::<V>(random),
        1 => -0.2 * random.unit(),
        _ => 0.05 * random.signed(),
    };
    let poses = kinds::at_contact::<V>(a, b, gap, random)?;
    let (p, q) = (a.at(poses[0]), b.at(poses[1]));
    // What has no end is as large as what it touches.
    let size =
        |s: &dyn Convex<V>| Some(number(s.extent() + s.rounding())).filter(|size| *size < 1e6);
    let far = |s: &dyn Convex<V>| norm(&coordinates(s.origin()));
    let sizes = [size(&p).unwrap_or(1.0), size(&q).unwrap_or(1.0)];
    let smaller = sizes[0].min(sizes[1]);
    let size = sizes[0] + sizes[1] + far(&p) + far(&q);
    let margin = scalar([0.0, 0.01, 0.1][random.below(3)]);
    let context = format!("{context}, gap {gap:e}, at {poses:?}\n{a:?}\n{b:?}\n");
    let unit = epsilon::<V>() * size;
    let is_curved = p.is_curved() || q.is_curved();
    let slack = if is_curved { curved_slack::<V>() / epsilon::<V>() } else { SLACK };
    let shapes = [&p as &dyn Convex<V>, &q];
    Asked::<V> { shapes, unit, smaller, slack, beside: SLACK, context, wrong }.all(margin)
}

fn plain_points_are_where_they_say<V: Space>() {
    let (mut counts, mut wrong) = ([0; 5], Wrong::default());
    for (i, one) in kinds::bounded() {
        for (j, other) in PLAIN.iter().enumerate() {
            let mut random = Random((i * 1000 + j) as u64);
            for pair in 0..pairs(100) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                let context = format!("{one} and {other}, pair {pair}");
                if let Some(n) = check([&a, &b], &mut random, &context, &mut wrong) {
                    counts[n] += 1;
                }
            }
        }
    }
    println!("{:6} {counts:?}", V::NAME);
    let all: usize = counts.iter().sum();
    assert!(20 * counts[2] > all, "one-sided: {counts:?}");
    wrong.none();
}

#[test]
fn points_of_plain_shapes_are_where_they_say() {
    in_every_space!(plain_points_are_where_they_say);
}

fn wrapped_points_are_where_they_say<V: Space>() {
    let mut random = Random(5);
    let (mut counts, mut wrong) = ([0; 5], Wrong::default());
    for pair in 0..pairs(4000) {
        let [a, b] = [(); 2].map(|()| {
            let depth = random.below(4);
            kinds::wrapped::<V>(depth, &mut random)
        });
        if let Some(n) = check([&a, &b], &mut random, &format!("pair {pair}"), &mut wrong) {
            counts[n] += 1;
        }
    }
    println!("{:6} {counts:?}", V::NAME);
    wrong.none();
}

#[test]
fn points_of_wrapped_shapes_are_where_they_say() {
    in_every_space!(wrapped_points_are_where_they_say);
}

/// The axis of a cone goes nearly through a corner of what it touches, so that what is aside of it
/// has few digits.
#[test]
fn a_cone_nearly_in_line_with_a_corner_has_a_unit_normal() {
    use osculate::shape::{Cone, PointCloud};
    use osculate::{DMat3, DVec3, Place, Pose, Rotation, contact};
    let columns = |x: [f64; 3], y: [f64; 3], z: [f64; 3]| {
        Rotation::from_matrix(DMat3::from_cols(x.into(), y.into(), z.into())).unwrap()
    };
    let points = [
        [-0.43380418782499697, 0.8739703155439691, 0.25],
        [0.86126866868576, -0.6367009283720311, 0.25],
        [-0.922593656790184, 0.3222958501177584, 0.25],
        [-0.5436075369501603, -0.6213683176629288, 0.25],
    ];
    let cloud = PointCloud::new(&points.map(DVec3::from)).unwrap();
    let cone = Cone::<DVec3>::new(0.3449100091012239, 0.8969886798923011).unwrap();
    let turns = [
        columns(
            [0.7607888056552485, -0.10576780691720206, -0.6403230155238729],
            [-0.6200174078912797, 0.17309803131925205, -0.765255176699366],
            [0.19177801516711712, 0.9792089882008461, 0.06611316302549963],
        ),
        columns(
            [-0.0544388904594979, 0.08280832190162411, 0.9950774789077359],
            [-0.2907031790765249, 0.9520721126544313, -0.09513334841436966],
            [-0.9552633505376098, -0.2944511404793076, -0.027757107019543037],
        ),
    ];
    let a = DVec3::new(-10.130032216347898, 41.09995628395146, -53.64318711691394);
    let b = DVec3::new(-8.947643415882046, 40.882136527889784, -53.663227633615904);
    let a = cloud.at(Pose::new(a, turns[0]).unwrap());
    let b = cone.at(Pose::new(b, turns[1]).unwrap());
    for found in [contact(a, b, 0.0), contact(b, a, 0.0)] {
        let normal = found.expect("they touch").normal;
        assert!((normal.length() - 1.0).abs() < 4.0 * f64::EPSILON, "{normal:?}");
    }
}

/// A shape that is placed in another place, and all of it far out: the eye of a solver sees its
/// size, not what stands for the rounding of its place.
#[test]
fn what_is_placed_twice_has_its_deepest_point_far_out() {
    use osculate::shape::{Cuboid, HalfSpace};
    use osculate::{Affine, At, DMat3, DVec3, Image, Place, Pose, Rotation};
    use osculate::{contact, signed_distance};
    let inner = Pose::from_translation(DVec3::new(0.3, 0.2, 0.1)).unwrap();
    let sheared = DMat3::from_cols_array(&[1.0, 0.2, 0.0, 0.3, 1.0, 0.1, 0.0, -0.2, 1.0]);
    let sheared = Affine::new(sheared, DVec3::new(0.2, -0.1, 0.3)).unwrap();
    let plate = At::new(Cuboid::new(DVec3::new(0.01, 0.7, 0.1)).unwrap(), inner);
    let shapes: [Box<dyn Convex<DVec3>>; 2] = [
        Box::new(At::new(Cuboid::new(DVec3::splat(0.5)).unwrap(), inner)),
        Box::new(Image::new(plate, sheared).unwrap()),
    ];
    let floor = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let mut random = Random(77);
    for _ in 0..200 {
        let axis = DVec3::from(random.direction());
        let turn = Rotation::from_axis_angle(axis, 3.0 * random.unit()).unwrap();
        for (k, shape) in shapes.iter().enumerate() {
            let upright = At::new(&**shape, Pose::from_rotation(turn));
            let low = signed_distance(upright, floor).distance.value;
            for far in [0.0, 1e3, 1e4, 1e5, 1e6] {
                let place = DVec3::new(0.61, 0.53, 0.59) * far;
                let pose = Pose::new(place - DVec3::Y * (low + 0.05), turn).unwrap();
                let ground = floor.at(Pose::from_translation(place).unwrap());
                let found = contact(At::new(&**shape, pose), ground, 0.1).expect("it stands in it");
                let least = found.points().iter().map(|p| p.distance).fold(9.0, f64::min);
                let off = 1e-5 + 1e-15 * far;
                assert!((least + 0.05).abs() <= off, "{k} {far}: {least}");
            }
        }
    }
}
