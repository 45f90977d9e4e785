//! Every term of a bound is needed: families that fail if one is left out. Each says which.

use core::f64::consts::{FRAC_PI_2, PI};

use crate::support::ask::{closest, distance, intersects, penetration, signed_distance};
use crate::support::{
    Placed, Random, Space, Turn, certificate::f64_of, epsilon, length_scale, norm, oracle::Scene,
    pairs, scalar, vector,
};
use osculate::shape::{Cuboid, PointCloud};
use osculate::{At, Bracket, Convex, Facts, Pose};

/// The bracket holds the truth and is as narrow as the contract says.
fn holds<V: Space>(answer: Bracket<V::Scalar>, truth: f64, unit: f64, context: &str) {
    let [lower, value, upper] = [answer.lower, answer.value, answer.upper].map(f64_of::<V>);
    let units = |x: f64| (x - truth) / unit;
    let found = [lower, value, upper].map(units);
    assert!(lower <= truth && truth <= upper, "{context}: {truth}, and from it {found:?} units");
    assert!(upper - lower <= 32.0 * unit, "{context}: {truth}, and from it {found:?} units");
    assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth}, off {found:?} units");
}

/// The turn by one unit quaternion, then by another.
fn then([x, y, z, w]: [f64; 4], [a, b, c, d]: [f64; 4]) -> [f64; 4] {
    let product = [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ];
    let length = norm(&product);
    product.map(|x| x / length)
}

/// Two boxes that overlap a little where an edge of each crosses the other's, almost parallel to
/// it. The face between the two edges is as narrow as their tilt, and is the nearest.
fn crossed_edges<V: Space>(random: &mut Random) -> [Placed<V>; 2] {
    let (dim, eps) = (V::DIM, epsilon::<V>());
    let tilt = random.magnitude(0.7 * eps.log10(), -1.0);
    let mut half = || -> V {
        // The last coordinate is along the edges; one in four boxes is flat.
        let flat = if random.below(4) == 0 { random.below(2) } else { dim };
        V::from_fn(|i| scalar(if i == flat { 0.0 } else { 0.1 + random.unit() }))
    };
    let half = [half(), half()];
    let corners = |half: V| -> Vec<V> {
        let sign = |c: usize, i: usize| if c >> i & 1 == 1 { 1.0 } else { -1.0 };
        (0..1 << dim).map(|c| V::from_fn(|i| half.get(i) * scalar(sign(c, i)))).collect()
    };
    // b is turned about the edges, and then about a normal that both edges have.
    let about = 0.1 + 1.0 * random.unit();
    let normal = about + (FRAC_PI_2 - about) * random.unit();
    let (along, aside) = ([normal.cos(), normal.sin()], [-normal.sin(), normal.cos()]);
    let (s, c) = (tilt / 2.0, (about / 2.0).cos());
    let z = (about / 2.0).sin();
    let [x, y] = [s * (along[0] * c + along[1] * z), s * (along[1] * c - along[0] * z)];
    let tilted = if dim == 3 { [x, y, z, c] } else { [0.0, 0.0, z, c] };
    // All of it is turned: products of edges along the axes would not round.
    let all = random.turn::<V>();
    let turn = Turn(then(tilted, all.0)).rounded::<V>();
    let a = Placed { corners: corners(half[0]), turn: all, translation: V::ZERO };
    let tilted = Placed { corners: corners(half[1]), turn: Turn(tilted), translation: V::ZERO };
    let of_b: V =
        tilted.pose().apply(V::from_fn(|i| if i < 2 { -half[1].get(i) } else { scalar(0.0) }));
    let [deep, off, high] = [0.5 * random.unit(), 0.3 * random.signed(), 0.5 * random.signed()];
    let translation = V::from_fn(|i| match i {
        2 => half[0].get(2) * scalar(high) - of_b.get(2),
        _ => half[0].get(i) - of_b.get(i) + scalar(tilt * (off * aside[i] - deep * along[i])),
    });
    let translation = a.pose().apply(translation);
    [a, Placed { turn, translation, ..tilted }]
}

/// Guards both rounding terms of the depth of boxes: `PRODUCT_ERROR` and `REACH_ERROR` of
/// `shortcut/zonotopes.rs`. The normal of a face between nearly parallel edges is mostly rounding,
/// and without these terms its reach is believed. It shows in `DVec3` alone: `f32` pairs are
/// measured in `f64`, and in the plane no normal is a product of two edges.
#[test]
fn faces_between_nearly_parallel_edges_of_boxes_prove_no_more_than_they_know() {
    in_every_space!(crossed_edges_hold);
}

fn crossed_edges_hold<V: Space>() {
    let (mut deep, mut all) = (0, 0);
    for seed in 0..pairs(400) as u64 {
        let [a, b] = crossed_edges::<V>(&mut Random(seed));
        let context = format!("{} seed {seed}", V::NAME);
        let boxes = [&a, &b].map(|placed| {
            let half = *placed.corners.last().unwrap();
            Box::new(At::new(Cuboid::new(half).unwrap(), placed.pose()))
        });
        let [p, q] = boxes.each_ref().map(|solid| &**solid as &dyn Convex<V>);
        let truth = Scene::new(&a, &b).signed_distance();
        let unit = epsilon::<V>() * length_scale(&a, &b);
        holds::<V>(signed_distance(p, q).distance, truth, unit, &context);
        assert!(truth > 0.0 || intersects(p, q), "{context}: {truth}");
        if let Some(found) = penetration(p, q) {
            holds::<V>(found.depth, (-truth).max(0.0), unit, &context);
        }
        deep += u32::from(truth < -32.0 * unit);
        all += 1;
    }
    println!("{:6} {deep} of {all} overlap", V::NAME);
    assert!(deep * 5 > all, "{} {deep} of {all}", V::NAME);
}

/// A point that is turned there and back, and another.
#[derive(Clone)]
struct Turned<V> {
    turn: Turn,
    point: V,
    other: V,
}

impl<V: Space> Turned<V> {
    fn new(random: &mut Random) -> Self {
        let turn = random.turn::<V>();
        let other = random.vector::<V>() * scalar(0.01);
        Self { turn, point: random.vector(), other }.about_its_axis()
    }

    /// In space a point of the axis stays where it is, and so do the errors that each turn adds.
    fn about_its_axis(self) -> Self {
        let [x, y, z, _] = self.turn.0;
        let axis = vector::<V>(&[x, y, z]);
        if V::DIM == 3 && norm(&[x, y, z]) > 0.1 { Self { point: axis, ..self } } else { self }
    }

    /// Another, much like this.
    fn near(&self, random: &mut Random) -> Self {
        let by = random.magnitude(epsilon::<V>().log10(), -0.5);
        match random.below(3) {
            0 => {
                let aside = random.turn::<V>().0;
                let q: [f64; 4] = core::array::from_fn(|i| self.turn.0[i] + by * aside[i]);
                let length = norm(&q);
                let turn = Turn(q.map(|x| x / length)).rounded::<V>();
                let next = Self { turn, ..self.clone() };
                if random.below(2) == 0 { next.about_its_axis() } else { next }
            }
            1 => Self { point: self.point + random.vector::<V>() * scalar(by), ..self.clone() },
            _ => {
                let by = random.magnitude(-3.0, -1.0);
                Self { other: random.vector::<V>() * scalar(by), ..self.clone() }
            }
        }
    }

    /// How far the distance's bracket would be off without a band, in units of ε · L, of a point at
    /// so many poses, one in another.
    fn error(&self, poses: usize, context: &str) -> f64 {
        let placed = |p: V| Placed { corners: vec![p], turn: Turn::NONE, translation: V::ZERO };
        let (a, b) = (placed(self.point), placed(self.other));
        let one = |point: V| PointCloud::new(&[point]).unwrap();
        let mut turned: Box<dyn Convex<V>> = Box::new(one(self.point));
        let there = self.turn.rotation::<V>();
        for i in 0..poses {
            let rotation = if i % 2 == 0 { there } else { there.inverse() };
            turned = Box::new(At::new(turned, Pose::new(V::ZERO, rotation).unwrap()));
        }
        let other: Box<dyn Convex<V>> = Box::new(one(self.other));
        let answer = distance(&*turned, &*other);
        let truth = Scene::new(&a, &b).distance();
        // The L of the shapes counts long chains of poses.
        let eps = epsilon::<V>();
        let unit = eps * (f64_of::<V>(turned.extent()) + f64_of::<V>(other.extent()));
        holds::<V>(answer, truth, unit, context);
        let [below, above] = [truth - f64_of::<V>(answer.lower), f64_of::<V>(answer.upper) - truth];
        (9.0 * unit - below.min(above)) / (eps * length_scale(&a, &b))
    }
}

/// Guards the band of 9 in `gjk/frame.rs`, and what longer chains of poses count as extent. Each
/// climb looks for a rotation and a point whose rounding adds up in a tower of poses, each in the
/// next, and all pairs on its way must hold.
#[test]
fn the_band_covers_towers_of_poses_whose_rounding_adds_up() {
    in_every_space!(climbs_hold);
}

fn climbs_hold<V: Space>() {
    let mut worst = [0.0f64; 4];
    for (poses, worst) in [2, 4, 16, 64].into_iter().zip(&mut worst) {
        for seed in 0..pairs(1000).div_ceil(500) as u64 {
            let mut random = Random(seed);
            let context = format!("{} seed {seed}, {poses} poses", V::NAME);
            let mut best = Turned::<V>::new(&mut random);
            let mut error = best.error(poses, &context);
            for _ in 0..500 {
                let next = best.near(&mut random);
                let found = next.error(poses, &context);
                if found >= error {
                    (best, error) = (next, found);
                }
            }
            *worst = worst.max(error);
        }
    }
    println!("{:6} {worst:.2?} ε · L at worst", V::NAME);
    assert!(worst[2] > 3.0, "{}: {worst:?} proves nothing", V::NAME);
    assert!(worst[3] > 9.0, "{}: {worst:?} proves nothing of long chains", V::NAME);
}

/// A polygon with a long side of many edges whose slopes are all but equal, and which looks down:
/// each corner is out of line by far less than rounding.
fn straight_chain<V: Space>(random: &mut Random, slope: f64) -> Vec<V> {
    let bulge = epsilon::<V>() * random.magnitude(-4.0, -1.0);
    let n = 7 + random.below(22);
    let mut points: Vec<[f64; 2]> = (0..n)
        .map(|i| {
            let x = 2.0 * i as f64 / (n - 1) as f64 - 1.0;
            [x, slope * x + bulge * (x * x - 1.0)]
        })
        .collect();
    let high = random.magnitude(-1.5, -0.5);
    points.extend([[0.9, high], [0.3, 1.4 * high], [-0.8, 1.1 * high]]);
    points.iter().map(|p| vector(p)).collect()
}

/// A polygon below one long edge.
fn below_an_edge<V: Space>(random: &mut Random) -> Vec<V> {
    let (n, low) = (9 + random.below(23), random.magnitude(-1.5, -0.5));
    let at = |i: usize| PI * i as f64 / (n - 1) as f64;
    let arc = (1..n - 1).map(|i| vector(&[1.1 * at(i).cos(), -low * at(i).sin()]));
    [vector(&[1.1, 0.0]), vector(&[-1.1, 0.0])].into_iter().chain(arc).collect()
}

/// Guards the proof by neighbours of `shortcut/polygons/facing.rs`: a corner that is not surely the
/// tip proves nothing. Of a chain of edges whose slopes are equal but for rounding, the window
/// round a corner sees four corners, and each may be as near as its neighbours are, within what
/// `SURELY` leaves open. The nearest is at the chain's end.
#[test]
fn a_corner_that_is_not_surely_the_tip_proves_nothing() {
    chains_hold::<osculate::Vec2>();
    chains_hold::<osculate::DVec2>();
}

fn chains_hold<V: Space>() {
    let eps = epsilon::<V>();
    let mut all = 0;
    for seed in 0..pairs(3000) as u64 {
        let mut random = Random(seed);
        let turn = if random.below(2) == 0 { Turn::NONE } else { random.turn::<V>() };
        let placed = |corners: Vec<V>, translation: V| Placed { corners, turn, translation };
        let slope = 20.0 * eps * random.signed();
        let a = placed(straight_chain(&mut random, slope), V::ZERO);
        let low = below_an_edge::<V>(&mut random);
        let gap = random.magnitude(-4.0, -0.5);
        let aside = if random.below(2) == 0 { 0.0 } else { 0.1 * random.signed() };
        let way: V = Pose::new(V::ZERO, turn.rotation()).unwrap().apply(vector(&[aside, -gap]));
        let b = placed(low, way);
        let (Some(p), Some(q)) = (V::hull(&a.corners), V::hull(&b.corners)) else { continue };
        let [p, q] = [At::new(&*p, a.pose()), At::new(&*q, b.pose())];
        let (p, q): (&dyn Convex<V>, &dyn Convex<V>) = (&p, &q);
        let truth = Scene::new(&a, &b).signed_distance();
        let unit = eps * length_scale(&a, &b);
        let context = format!("{} seed {seed}", V::NAME);
        holds::<V>(distance(p, q), truth.max(0.0), unit, &context);
        holds::<V>(signed_distance(p, q).distance, truth, unit, &context);
        holds::<V>(closest(p, q).distance, truth.max(0.0), unit, &context);
        all += 1;
    }
    println!("{:6} {all} pairs", V::NAME);
    assert!(2 * all > pairs(3000), "{} {all}", V::NAME);
}
