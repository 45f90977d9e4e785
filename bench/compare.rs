//! Pairs of shapes from a file, asked and timed: what `compare.sh` builds against two commits. It
//! uses no more of the library's public items than it must, so that older commits build it too.
//!
//! ```text
//! compare pairs  SPACE COUNT SEED KIND KIND     writes pairs: a line of JSON each, two shapes
//! compare ask    SPACE FILE                     asks each pair each query: times, and answers
//! compare report OLD NEW                        the same of two commits, side by side
//! ```

use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Polytope, Segment, Shape,
    Triangle,
};
use osculate::{
    At, DVec2, DVec3, Pose, Rotation, Scalar, Space, Vec2, Vec3, Vec3A, closest, distance,
    intersects, signed_distance,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Numbers from a seed.
struct Random(u64);

impl Random {
    /// From −1 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn size<S: Scalar>(&mut self) -> S {
        S::from_f64(0.3 + 0.5 * self.next().abs())
    }

    fn vector<V: Space>(&mut self) -> V {
        V::from_fn(|_| V::Scalar::from_f64(self.next()))
    }
}

/// A space of the pairs.
trait Asked: Space<Scalar: Serialize + DeserializeOwned> + Serialize + DeserializeOwned {
    fn turn(random: &mut Random) -> Rotation<Self>;
    fn hull(points: &[Self]) -> Shape<Self>;
}

macro_rules! asked {
    ($v:ident, $hull:ident, $random:ident => $turn:expr) => {
        impl Asked for $v {
            fn turn($random: &mut Random) -> Rotation<Self> {
                $turn.expect("a rotation")
            }
            fn hull(points: &[Self]) -> Shape<Self> {
                $hull::from_points(points).expect("points that span the space").into()
            }
        }
    };
}
asked!(Vec2, ConvexPolygon, r => Rotation::<Vec2>::from_angle(3.2 * r.next() as f32));
asked!(DVec2, ConvexPolygon, r => Rotation::<DVec2>::from_angle(3.2 * r.next()));
asked!(Vec3, Polytope, r => Rotation::<Vec3>::from_axis_angle(r.vector(), 3.2 * r.next() as f32));
asked!(Vec3A, Polytope, r => Rotation::<Vec3A>::from_axis_angle(r.vector(), 3.2 * r.next() as f32));
asked!(DVec3, Polytope, r => Rotation::<DVec3>::from_axis_angle(r.vector(), 3.2 * r.next()));

/// A shape of a kind, about the size 1. `hull20` is the hull of 20 points near a sphere or circle.
fn shape<V: Asked>(kind: &str, random: &mut Random) -> Shape<V> {
    let r = random;
    let made = match kind {
        "ball" => Ball::new(r.size()).map(Shape::from),
        "segment" => Segment::<V>::new(r.vector(), r.vector()).map(Shape::from),
        "capsule" => Capsule::<V>::new(r.vector(), r.vector(), r.size()).map(Shape::from),
        "triangle" => Triangle::<V>::new(r.vector(), r.vector(), r.vector()).map(Shape::from),
        "cuboid" => Cuboid::new(V::from_fn(|_| r.size())).map(Shape::from),
        "ellipsoid" => Ellipsoid::new(V::from_fn(|_| r.size())).map(Shape::from),
        "cone" => Cone::<V>::new(r.size(), r.size()).map(Shape::from),
        "cylinder" => Cylinder::<V>::new(r.size(), r.size()).map(Shape::from),
        _ => {
            let corners = kind.strip_prefix("hull").and_then(|count| count.parse().ok());
            let corners: usize = corners.unwrap_or_else(|| panic!("no kind is called {kind:?}"));
            let point = |r: &mut Random| r.vector::<V>().try_normalize().unwrap_or(V::ZERO);
            return V::hull(&(0..corners).map(|_| point(r)).collect::<Vec<_>>());
        }
    };
    made.expect("sizes above zero")
}

/// Pairs from deep to well apart: the origins are up to 3 apart.
fn write_pairs<V: Asked>(count: usize, seed: u64, kinds: [&str; 2]) {
    let mut random = Random(seed);
    for _ in 0..count {
        let pair = kinds.map(|kind| {
            let shape = shape::<V>(kind, &mut random);
            let turn = V::turn(&mut random);
            let at = random.vector::<V>() * V::Scalar::from_f64(1.5);
            Shape::from(At::new(shape, Pose::new(at, turn).expect("a pose")))
        });
        println!("{}", serde_json::to_string(&pair).expect("shapes of this crate"));
    }
}

/// An answer as it is compared: bounds of the true value.
type Answer = [f64; 2];
type Pairs<V> = [[Shape<V>; 2]];

/// Asks all pairs so often that a round takes a while, and prints the time of one pair.
fn ask<V: Asked>(name: &str, pairs: &Pairs<V>, ask: impl Fn(&Shape<V>, &Shape<V>) -> Answer) {
    let mut rounds = 1;
    let best = loop {
        let start = Instant::now();
        for _ in 0..rounds {
            for [a, b] in pairs {
                black_box(ask(black_box(a), black_box(b)));
            }
        }
        let taken = start.elapsed();
        if taken.as_millis() >= 200 {
            break taken.as_nanos() as f64 / (rounds * pairs.len()) as f64;
        }
        rounds *= 2;
    };
    println!("time {name} {best:.2}");
    for (k, [a, b]) in pairs.iter().enumerate() {
        let [lower, upper] = ask(a, b);
        println!("answer {name} {k} {lower:e} {upper:e}");
    }
}

fn ask_all<V: Asked>(file: &str) {
    let text = std::fs::read_to_string(file).expect("the file of pairs");
    let pair = |line: &str| serde_json::from_str(line).expect("a pair of shapes");
    let pairs: Vec<[Shape<V>; 2]> = text.lines().map(pair).collect();
    let bounds = |lower: V::Scalar, upper: V::Scalar| [lower.to_f64(), upper.to_f64()];
    // Yes is a distance of zero, no one above it.
    ask("intersects", &pairs, |a, b| if intersects(a, b) { [0.0; 2] } else { [1.0; 2] });
    ask("distance", &pairs, |a, b| {
        let found = distance(a, b);
        bounds(found.lower, found.upper)
    });
    ask("closest", &pairs, |a, b| {
        let found = closest(a, b).distance;
        bounds(found.lower, found.upper)
    });
    ask("signed_distance", &pairs, |a, b| {
        let found = signed_distance(a, b).distance;
        bounds(found.lower, found.upper)
    });
}

/// Times, and answers by query and pair: the least time of several runs, and the last answers.
fn read(file: &str) -> (BTreeMap<String, f64>, BTreeMap<(String, usize), Answer>) {
    let (mut times, mut answers) = (BTreeMap::new(), BTreeMap::new());
    let text = std::fs::read_to_string(file).expect("what `ask` has written");
    for line in text.lines() {
        let number = |word: &str| word.parse::<f64>().expect("a number");
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["time", name, time] => {
                let least = times.entry(name.to_string()).or_insert(f64::INFINITY);
                *least = least.min(number(time));
            }
            ["answer", name, pair, lower, upper] => {
                let key = (name.to_string(), pair.parse().expect("a place"));
                answers.insert(key, [lower, upper].map(number));
            }
            _ => panic!("not a line of `ask`: {line}"),
        }
    }
    (times, answers)
}

/// Pairs that are shown of those that disagree.
const SHOWN: usize = 10;

/// Prints the table. Answers disagree if their brackets have nothing in common.
fn report([old, new]: [&str; 2]) -> bool {
    let ((old_times, old), (new_times, new)) = (read(old), read(new));
    println!(
        "{:<16} {:>9} {:>9} {:>7} {:>9} {:>11} {:>13} {:>13}",
        "query", "old ns", "new ns", "ratio", "disagree", "other bits", "old width", "new width"
    );
    let mut disjoint = Vec::new();
    for (name, time) in &old_times {
        let of = |(key, answer): (&(String, usize), &Answer)| {
            (key.0 == *name).then(|| (key.1, *answer, new[key]))
        };
        let all: Vec<(usize, Answer, Answer)> = old.iter().filter_map(of).collect();
        let apart = |p: &Answer, q: &Answer| p[0] > q[1] || q[0] > p[1];
        let disagree = all.iter().filter(|(_, p, q)| apart(p, q));
        let before = disjoint.len();
        disjoint.extend(disagree.map(|(pair, p, q)| format!("{name} of pair {pair}: {p:?} {q:?}")));
        let others = all.iter().filter(|(_, p, q)| p.map(f64::to_bits) != q.map(f64::to_bits));
        let widest = |answers: &mut dyn Iterator<Item = Answer>| {
            answers.map(|[lower, upper]| upper - lower).fold(0.0, f64::max)
        };
        let new_time = new_times[name];
        println!(
            "{name:<16} {time:>9.1} {new_time:>9.1} {:>7.3} {:>9} {:>11} {:>13.2e} {:>13.2e}",
            new_time / time,
            disjoint.len() - before,
            others.count(),
            widest(&mut all.iter().map(|row| row.1)),
            widest(&mut all.iter().map(|row| row.2))
        );
    }
    disjoint.iter().take(SHOWN).for_each(|row| println!("disagree: {row}"));
    disjoint.is_empty()
}

fn in_space<V: Asked>(words: &[&str]) {
    match words {
        ["pairs", _, count, seed, a, b] => {
            let [count, seed] = [count, seed].map(|word| word.parse().expect("a number"));
            write_pairs::<V>(count as usize, seed, [a, b]);
        }
        ["ask", _, file] => ask_all::<V>(file),
        other => panic!("not a command: {other:?}"),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["report", old, new] => std::process::exit(i32::from(!report([old, new]))),
        [_, "Vec2", ..] => in_space::<Vec2>(&words),
        [_, "DVec2", ..] => in_space::<DVec2>(&words),
        [_, "Vec3", ..] => in_space::<Vec3>(&words),
        [_, "Vec3A", ..] => in_space::<Vec3A>(&words),
        [_, "DVec3", ..] => in_space::<DVec3>(&words),
        _ => panic!("see the head of compare.rs"),
    }
}
