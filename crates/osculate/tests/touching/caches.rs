//! What a query remembers may come from anywhere: from shapes of another kind, a millionth or a
//! million times as large, or from the same two when they were far apart. It costs time, never an
//! answer.

use crate::kinds::{self, PLAIN};
use crate::support::{Random, Space, Turn, ask, epsilon, pairs, scalar};
use osculate::shape::Shape;
use osculate::{Bracket, Convex, Place, Pose, Verdict};

/// Two shapes, and where they are.
struct Placed<V: Space> {
    shapes: [Shape<V>; 2],
    poses: [Pose<V>; 2],
}

/// What a memory says of a pair: yes or no, a distance, points, a signed distance, a depth.
struct Said<V: Space> {
    intersects: bool,
    brackets: [Bracket<V::Scalar>; 3],
    apart: [bool; 2],
}

impl<V: Space> Said<V> {
    /// Asks all, beginning with one of them.
    fn by(first: usize, mut asked: impl FnMut(usize, &mut Self)) -> Self {
        let none = scalar::<V::Scalar>(0.0);
        let none = Bracket { lower: none, value: none, upper: none };
        let mut said = Self { intersects: false, brackets: [none; 3], apart: [false; 2] };
        for step in 0..5 {
            asked((first + step) % 5, &mut said);
        }
        said
    }

    fn agrees_with(&self, cold: &Self, who: &str, context: &str) {
        let zero = scalar::<V::Scalar>(0.0);
        assert_eq!(self.intersects, cold.intersects, "{context}: {who}, yes or no");
        assert_eq!(self.apart, cold.apart, "{context}: {who}, verdicts");
        for (name, i) in [("distance", 0), ("closest", 1), ("signed distance", 2)] {
            let (warm, cold) = (self.brackets[i], cold.brackets[i]);
            let meet = warm.lower <= cold.upper && cold.lower <= warm.upper;
            let ordered = warm.lower <= warm.value && warm.value <= warm.upper;
            assert!(meet && ordered, "{context}: {who}, {name}: {warm:?}, cold {cold:?}");
            let said = (warm.lower > zero, cold.lower > zero);
            assert_eq!(said.0, said.1, "{context}: {who}, {name}: {warm:?}, cold {cold:?}");
        }
    }
}

impl<V: Space> Placed<V> {
    /// What the queries say that start from a cache; from an empty one if there is none.
    fn cached(&self, cache: Option<&mut ask::Cache<V>>, first: usize) -> Said<V> {
        let [a, b] = [0, 1].map(|k| self.shapes[k].at(self.poses[k]));
        let (a, b): (&dyn Convex<V>, &dyn Convex<V>) = (&a, &b);
        let mut none = ask::Cache::new();
        let is_cold = cache.is_none();
        let cache = cache.unwrap_or(&mut none);
        Said::by(first, |which, said| {
            if is_cold {
                *cache = ask::Cache::new();
            }
            match which {
                0 => said.intersects = cache.intersects(a, b),
                1 => said.brackets[0] = cache.distance(a, b),
                2 => {
                    let closest = cache.closest(a, b);
                    said.brackets[1] = closest.distance;
                    said.apart[0] = closest.verdict == Verdict::Apart;
                }
                3 => said.brackets[2] = cache.signed_distance(a, b).distance,
                _ => said.apart[1] = cache.penetration(a, b).is_none(),
            }
        })
    }

    fn tracked(&self, tracker: &mut ask::Tracker<'_, V>, first: usize) -> Said<V> {
        let [p, q] = self.poses;
        Said::by(first, |which, said| {
            let asked = tracker.at(p, q);
            match which {
                0 => said.intersects = asked.intersects(),
                1 => said.brackets[0] = asked.distance(),
                2 => {
                    let closest = asked.closest();
                    said.brackets[1] = closest.distance;
                    said.apart[0] = closest.verdict == Verdict::Apart;
                }
                3 => said.brackets[2] = asked.signed_distance().distance,
                _ => said.apart[1] = asked.penetration().is_none(),
            }
        })
    }
}

/// A length from the least numbers to the largest that constructors take.
fn length<V: Space>(random: &mut Random) -> f64 {
    let [least, most] = if epsilon::<V>() < 1e-10 { [-322.0, 300.0] } else { [-44.0, 34.0] };
    match random.below(3) {
        0 => random.magnitude(least, least + 12.0),
        1 => random.magnitude(-8.0, 8.0),
        _ => random.magnitude(least, most),
    }
}

/// Where two shapes of this size lie: deep, about at contact, apart, or far off in units of 1.
fn poses<V: Space>(shapes: [&Shape<V>; 2], unit: f64, random: &mut Random) -> Option<[Pose<V>; 2]> {
    let turn = |random: &mut Random| match random.below(3) {
        0 => Turn::NONE.rotation(),
        _ => random.turn::<V>().rotation(),
    };
    let pose_a = Pose::new(V::ZERO, turn(random)).ok()?;
    let turn_b = turn(random);
    let far = match random.below(4) {
        0 => random.magnitude(-3.0, 6.0),
        _ => 3.0 * unit * random.unit(),
    };
    let mut at = V::from_fn(|_| scalar(far * random.signed()));
    if random.below(2) == 0 {
        let gap = unit * kinds::gap::<V>(random);
        let a = shapes[0].at(pose_a);
        for _ in 0..3 {
            let b = shapes[1].at(Pose::new(at, turn_b).ok()?);
            let found = ask::signed_distance::<V>(&a, &b);
            at = at - found.normal * (found.distance.value - scalar(gap));
        }
    }
    Some([pose_a, Pose::new(at, turn_b).ok()?])
}

fn caches_come_from_anywhere<V: Space>() {
    let mut random = Random(3);
    let (mut cache, mut apart, mut all) = (ask::Cache::new(), 0, 0);
    for pair in 0..pairs(4000) {
        let unit = length::<V>(&mut random);
        let (i, j) = (kinds::any_bounded(&mut random), kinds::any(&mut random));
        let shapes = [i, j].map(|kind| kinds::of_unit::<V>(kind, unit, &mut random));
        let Some(poses) = poses([&shapes[0], &shapes[1]], unit, &mut random) else { continue };
        let placed = Placed { shapes, poses };
        let context = format!(
            "{} {} and {}, size {unit:e}, pair {pair}, at {:?}, {:?}",
            V::NAME,
            PLAIN[i],
            PLAIN[j],
            poses,
            placed.shapes
        );
        let cold = placed.cached(None, 0);
        let before = cache;
        let warm = placed.cached(Some(&mut cache), random.below(5));
        warm.agrees_with(&cold, "a cache from elsewhere", &format!("{context}, {before:?}"));
        (apart, all) = (apart + usize::from(!cold.intersects), all + 1);
    }
    println!("{:6} {apart} of {all} apart", V::NAME);
    assert!(10 * apart > 2 * all && 10 * apart < 9 * all, "one-sided: {apart} of {all}");
}

#[test]
fn a_cache_from_any_other_pair_changes_no_verdict_and_no_proof() {
    in_every_space!(caches_come_from_anywhere);
}

fn trackers_come_from_afar<V: Space>() {
    let mut random = Random(5);
    for pair in 0..pairs(1000) {
        let unit = length::<V>(&mut random);
        let (i, j) = (kinds::any_bounded(&mut random), kinds::any(&mut random));
        let shapes = [i, j].map(|kind| kinds::of_unit::<V>(kind, unit, &mut random));
        let (a, b) = (shapes[0].clone(), shapes[1].clone());
        let mut tracker = ask::Tracker::new(&a as &dyn Convex<V>, &b as &dyn Convex<V>);
        for frame in 0..4 {
            let Some(poses) = poses([&a, &b], unit, &mut random) else { continue };
            let placed = Placed { shapes: shapes.clone(), poses };
            let context = format!(
                "{} {} and {}, size {unit:e}, pair {pair}, frame {frame}, at {poses:?}, {shapes:?}",
                V::NAME,
                PLAIN[i],
                PLAIN[j],
            );
            let cold = placed.cached(None, 0);
            let warm = placed.tracked(&mut tracker, random.below(5));
            warm.agrees_with(&cold, "a tracker", &context);
        }
    }
}

#[test]
fn a_tracker_of_two_that_were_far_apart_changes_no_verdict_and_no_proof() {
    in_every_space!(trackers_come_from_afar);
}

/// A large pair leaves a long axis: times the scale of the tiny pair, it was no number.
#[test]
fn tiny_shapes_are_asked_from_the_axis_of_a_far_pair() {
    use osculate::shape::{ConvexPolygon, Cuboid, Ellipse};
    use osculate::{Cache, Query, Vec2};
    let far = Pose::from_translation(Vec2::new(6e5, 7e5)).unwrap();
    let (square, round) =
        (Cuboid::new(Vec2::ONE).unwrap(), Ellipse::new(Vec2::new(1.0, 0.5)).unwrap());
    let s = 1e-36;
    let small = Cuboid::new(Vec2::splat(s)).unwrap();
    let corners = [Vec2::new(-s, 0.0), Vec2::new(s, -s), Vec2::new(s, s)];
    let triangle = ConvexPolygon::from_points(&corners).unwrap();
    let placed = triangle.at(Pose::from_translation(Vec2::new(0.5 * s, 0.25 * s)).unwrap());
    for first in 0..2 {
        let mut cache = Cache::new();
        let _ = Query::new(square, round.at(far)).starting_from(&mut cache).distance();
        if first == 0 {
            assert!(Query::new(small, &placed).starting_from(&mut cache).intersects());
        }
        let closest = Query::new(small, &placed).starting_from(&mut cache).closest();
        assert!(closest.distance.lower <= 0.0, "{closest:?}");
        assert_ne!(closest.verdict, Verdict::Apart);
    }
}
