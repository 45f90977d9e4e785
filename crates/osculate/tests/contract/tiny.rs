//! Shapes of the size of the least numbers, whose digits are few: every answer still holds.

use crate::support::ask::{
    Cache, Tracker, closest, distance, intersects, penetration, signed_distance,
};
use crate::support::certificate::f64_of;
use crate::support::families::{Family, overlapping_pair, pair};
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, body, epsilon, length_scale, pairs, scalar, vector};
use osculate::{At, Bracket, Convex, Scalar};

/// Pairs a family and space.
const PAIRS: usize = 200;

/// From subnormal numbers to where products of two lengths vanish.
fn size<V: Space>(random: &mut Random) -> f64 {
    let [least, most] = if epsilon::<V>() < 1e-10 { [-323.0, -150.0] } else { [-45.0, -18.0] };
    let most = if random.below(2) == 0 { least + 10.0 } else { most };
    random.magnitude(least, most)
}

fn shrunk<V: Space>(placed: &Placed<V>, size: f64) -> Placed<V> {
    // In double precision first, so that the numbers round once.
    let small = |v: V| {
        vector::<V>(&crate::support::coordinates(v).iter().map(|x| x * size).collect::<Vec<_>>())
    };
    Placed {
        corners: placed.corners.iter().map(|&c| small(c)).collect(),
        turn: placed.turn,
        translation: small(placed.translation),
    }
}

/// The hull as the space's own shape, if it has an inside.
fn hull<V: Space>(placed: &Placed<V>) -> Option<At<V, Box<dyn Convex<V>>>> {
    Some(At::new(V::hull(&placed.corners)?, placed.pose()))
}

struct Asked<V: Space> {
    context: String,
    truth: f64,
    /// ε·L, and the least number.
    unit: f64,
    foreign: Cache<V>,
}

impl<V: Space> Asked<V> {
    fn holds(&self, what: &str, bracket: Bracket<V::Scalar>) {
        let [lower, value, upper] = [bracket.lower, bracket.value, bracket.upper].map(f64_of::<V>);
        let (truth, unit) = (self.truth, self.unit);
        let is_narrow = upper - lower <= 32.0 * unit && (value - truth).abs() <= 16.0 * unit;
        assert!(is_narrow, "{}: {what}, {truth:e} {bracket:?}", self.context);
        assert!(
            lower <= truth && truth <= upper,
            "{}: {what}, {truth:e} {bracket:?}",
            self.context
        );
    }

    fn tells(&self, what: &str, yes: bool) {
        assert!(yes || self.truth > 0.0, "{}: {what} says no", self.context);
    }

    fn ask(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) {
        let mut own = Cache::new();
        for round in ["cold", "warm", "warm again"] {
            self.tells(round, own.intersects(a, b));
            self.tells(&format!("{round}, swapped"), intersects(b, a));
            self.holds(&format!("{round}, a distance"), own.distance(a, b));
            self.holds(&format!("{round}, closest"), own.closest(a, b).distance);
            self.tells(&format!("{round}, a depth"), own.penetration(a, b).is_some());
        }
        let yes = self.foreign.intersects(a, b);
        self.tells("a cache from another pair", yes);
        let bracket = self.foreign.distance(a, b);
        self.holds("a cache from another pair", bracket);
        self.holds("a distance", distance(a, b));
        self.holds("closest", closest(a, b).distance);
        self.tells("a depth", penetration(a, b).is_some());
        let signed = signed_distance(a, b).distance;
        if self.truth > 0.0 {
            self.holds("a signed distance", signed);
        } else {
            assert!(signed.lower <= scalar(0.0), "{}: {signed:?}", self.context);
        }
    }
}

fn answers_about_tiny_shapes_hold<V: Space>() {
    let (mut apart, mut together) = (0, 0);
    for family in Family::ALL {
        let mut foreign = Cache::new();
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + family as u64);
            let make = if random.below(2) == 0 { pair::<V> } else { overlapping_pair::<V> };
            let (a, b) = make(family, &mut random);
            let size = size::<V>(&mut random);
            let (a, b) = (shrunk(&a, size), shrunk(&b, size));
            let truth = Scene::new(&a, &b).distance();
            let context = format!("{} {family:?} seed {seed} size {size:e} {a:?} {b:?}", V::NAME);
            let unit = epsilon::<V>() * length_scale(&a, &b) + V::Scalar::LEAST.to_f64();
            let mut asked = Asked { context, truth, unit, foreign };
            asked.ask(&body(&a), &body(&b));
            if let (Some(p), Some(q)) = (hull(&a), hull(&b)) {
                asked.ask(&p, &q);
            }
            foreign = asked.foreign;
            let clouds = [&a, &b].map(|p| osculate::shape::PointCloud::new(&p.corners).unwrap());
            let mut tracker = Tracker::new(&clouds[0], &clouds[1]);
            for _ in 0..2 {
                let (p, q) = (a.pose(), b.pose());
                asked.holds("tracked", tracker.at(p, q).distance());
                asked.tells("tracked", tracker.at(p, q).intersects());
                asked.tells("tracked, a depth", tracker.at(p, q).penetration().is_some());
            }
            if truth > 0.0 { apart += 1 } else { together += 1 }
        }
    }
    let seen = [apart, together];
    println!("{}: {seen:?} apart and together", V::NAME);
    assert!(seen.iter().all(|n| *n > pairs(PAIRS)), "one-sided: {seen:?}");
}

#[test]
fn answers_about_shapes_of_the_size_of_the_least_numbers_hold_in_the_plane() {
    answers_about_tiny_shapes_hold::<osculate::Vec2>();
    answers_about_tiny_shapes_hold::<osculate::DVec2>();
}

#[test]
fn answers_about_shapes_of_the_size_of_the_least_numbers_hold_in_space() {
    answers_about_tiny_shapes_hold::<osculate::Vec3>();
    answers_about_tiny_shapes_hold::<osculate::Vec3A>();
    answers_about_tiny_shapes_hold::<osculate::DVec3>();
}
