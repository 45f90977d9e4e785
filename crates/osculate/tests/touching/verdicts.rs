//! One pair has one verdict, whichever query is asked.

use crate::kinds::{self, PLAIN};
use crate::support::{Random, Space, ask, pairs, scalar};
use osculate::Body;
use osculate::scene::Scene;
use osculate::shape::Shape;
use osculate::{At, Convex, Encounter, Motion, Moves, Place, Pose, Query, Sweep, Verdict};

/// What each query says of whether the pair is apart, by the query's name.
fn verdicts<V: Space>(shapes: [&Shape<V>; 2], poses: [Pose<V>; 2]) -> Vec<(String, bool)> {
    let zero = scalar::<V::Scalar>(0.0);
    let mut said = Vec::new();
    for (order, [i, j]) in [("", [0, 1]), (" swapped", [1, 0])] {
        let (p, q) = (shapes[i].at(poses[i]), shapes[j].at(poses[j]));
        let (a, b): (&dyn Convex<V>, &dyn Convex<V>) = (&p, &q);
        let mut say = |name: &str, apart: bool| said.push((format!("{name}{order}"), apart));
        say("intersects", !ask::intersects(a, b));
        say("distance", ask::distance(a, b).lower > zero);
        say("distance_within", ask::distance_within(a, b, zero).is_none());
        say("closest", ask::closest(a, b).verdict == Verdict::Apart);
        say("signed_distance", ask::signed_distance(a, b).distance.lower > zero);
        say("penetration", ask::penetration(a, b).is_none());
        say("contact", ask::contact(a, b, zero).is_none());
        for (name, said) in meetings([shapes[i], shapes[j]], [poses[i], poses[j]]) {
            say(name, said);
        }
        let coarse = || Query::new(a, b).with_absolute_tolerance(scalar(0.01));
        say("coarse intersects", !coarse().intersects());
        say("coarse distance", coarse().distance().lower > zero);
        say("coarse closest", coarse().closest().verdict == Verdict::Apart);
        say("coarse signed_distance", coarse().signed_distance().distance.lower > zero);
        // Each memory is asked all, from each query on: what one leaves, the next starts from.
        for first in 0..6 {
            let mut cache = ask::Cache::new();
            let (da, db): (&dyn Convex<V>, &dyn Convex<V>) = (shapes[i], shapes[j]);
            let mut tracker = ask::Tracker::new(da, db);
            for step in 0..7 {
                let cached = match (first + step) % 6 {
                    0 => !cache.intersects(a, b),
                    1 => cache.distance(a, b).lower > zero,
                    2 => cache.closest(a, b).verdict == Verdict::Apart,
                    3 => cache.signed_distance(a, b).distance.lower > zero,
                    _ => cache.penetration(a, b).is_none(),
                };
                say(&format!("cached {first} {step}"), cached);
                let asked = tracker.at(poses[i], poses[j]);
                let tracked = match (first + step) % 6 {
                    0 => !asked.intersects(),
                    1 => asked.distance().lower > zero,
                    2 => asked.closest().verdict == Verdict::Apart,
                    3 => asked.signed_distance().distance.lower > zero,
                    4 => asked.penetration().is_none(),
                    _ => asked.contact(zero).is_none(),
                };
                say(&format!("tracked {first} {step}"), tracked);
            }
        }
        let mut scene = Scene::<V>::new();
        let [one, other] = [i, j].map(|k| scene.add(Body::new(shapes[k].clone()), poses[k]));
        for _ in 0..2 {
            scene.step();
            say("scene", scene.touching().is_empty());
            say("scene contacts", scene.contacts().is_empty());
            let apart = scene.separation(one, other);
            say("separation", apart.is_some_and(|apart| apart.signed.distance.lower > zero));
        }
    }
    said
}

/// What motions that begin so say of the start: bodies that rest, move straight and turn. Those
/// that are not apart have met at once.
fn meetings<V: Space>(shapes: [&Shape<V>; 2], poses: [Pose<V>; 2]) -> [(&'static str, bool); 5] {
    let [a, b] = shapes;
    let zero = scalar::<V::Scalar>(0.0);
    let rests = poses.map(Motion::resting);
    let way = poses[1].translation() - poses[0].translation();
    let apart = |answer: Encounter<V>| match answer {
        Encounter::Hit(hit) => {
            let met = hit.start != Verdict::Apart;
            assert!(!met || hit.time.lower == zero, "{hit:?}");
            !met
        }
        Encounter::Missed => true,
        // Nothing is known of later, and that is not said of what is in contact.
        Encounter::Unknown { .. } => true,
    };
    let sweep = Sweep::default();
    let exact = sweep.with_tolerance(zero).unwrap();
    let ask = |sweep: &Sweep<V::Scalar>, motion: Motion<V>| {
        let other: &dyn Moves<V> = &rests[1];
        apart(ask::time_of_any_impact(sweep, a, &motion, b, other).unwrap())
    };
    let turning = V::turning(Motion::new(poses[0], way * scalar(0.1)).unwrap(), [0.3, 0.2, 1.0]);
    assert_eq!(turning.pose(zero), poses[0]);
    let straight = |factor: f64| Motion::new(poses[0], way * scalar(factor)).unwrap();
    let (p, q) = (a.at(poses[0]), b.at(poses[1]));
    let cast = |factor: f64| {
        let (p, q): (&dyn Convex<V>, &dyn Convex<V>) = (&p, &q);
        apart(ask::cast(&sweep, p, way * scalar(factor), q, V::ZERO).unwrap())
    };
    [
        ("time of impact, resting", ask(&sweep, rests[0])),
        ("time of impact, approaching", ask(&exact, straight(1.0))),
        ("time of impact, turning", ask(&exact, turning)),
        ("cast, approaching", cast(1.0)),
        ("cast, receding", cast(-1.0)),
    ]
}

/// How many pairs of each two kinds are asked.
const PAIRS: usize = 20;

fn check<V: Space>(a: &Shape<V>, b: &Shape<V>, random: &mut Random, context: &str) -> Option<bool> {
    let gap = kinds::gap::<V>(random);
    let poses = kinds::at_contact::<V>(a, b, gap, random)?;
    let said = verdicts([a, b], poses);
    let apart = said[0].1;
    let other: Vec<_> = said.iter().filter(|(_, said)| *said != apart).map(|(n, _)| n).collect();
    assert!(
        other.is_empty(),
        "{context}, gap {gap:e}: intersects says {}, and other than that {other:?}\n{:?}\n{:?}\n{a:?}\n{b:?}",
        !apart,
        poses[0],
        poses[1]
    );
    Some(apart)
}

fn every_query_says_the_same<V: Space>() {
    let (mut apart, mut all) = (0, 0);
    for (i, one) in PLAIN.iter().enumerate() {
        for (j, other) in PLAIN.iter().enumerate() {
            // A stream of its own for each two kinds.
            let mut random = Random((i * 1000 + j) as u64);
            for pair in 0..pairs(PAIRS) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                let context = format!("{} {one} and {other}, pair {pair}", V::NAME);
                let Some(said) = check(&a, &b, &mut random, &context) else { continue };
                (apart, all) = (apart + usize::from(said), all + 1);
            }
        }
    }
    println!("{:6} {apart} of {all} apart", V::NAME);
    assert!(10 * apart > all && 10 * apart < 9 * all, "one-sided: {apart} of {all}");
}

#[test]
fn every_query_says_the_same_of_a_pair() {
    in_every_space!(every_query_says_the_same);
}

fn wrappers_say_the_same<V: Space>() {
    let mut random = Random(7);
    for pair in 0..pairs(2000) {
        let [a, b] = [(); 2].map(|()| {
            let depth = random.below(3);
            kinds::wrapped::<V>(depth, &mut random)
        });
        let context = format!("{} wrapped, pair {pair}", V::NAME);
        let _ = check(&a, &b, &mut random, &context);
    }
}

#[test]
fn every_query_says_the_same_of_wrappers() {
    in_every_space!(wrappers_say_the_same);
}

/// An option of a question.
#[derive(Clone, Copy, Debug)]
enum With {
    Absolute(f64),
    Relative(f64),
    Steps(u32),
}

const OPTIONS: [With; 12] = [
    With::Absolute(0.01),
    With::Absolute(-1.0),
    With::Absolute(f64::INFINITY),
    With::Absolute(f64::NAN),
    With::Relative(0.1),
    With::Relative(-1.0),
    With::Relative(f64::INFINITY),
    With::Relative(f64::NAN),
    With::Steps(0),
    With::Steps(1),
    With::Steps(3),
    With::Steps(8),
];

type Erased<'s, V> = &'s dyn Convex<V>;

impl With {
    fn ask<'s, V: Space>(
        self,
        a: Erased<'s, V>,
        b: Erased<'s, V>,
    ) -> Query<V, Erased<'s, V>, Erased<'s, V>> {
        let query = Query::new(a, b);
        match self {
            Self::Absolute(width) => query.with_absolute_tolerance(scalar(width)),
            Self::Relative(share) => query.with_relative_tolerance(scalar(share)),
            Self::Steps(steps) => query.with_most_steps(steps),
        }
    }
}

/// What all queries with one option say of a pair is the same, and their brackets hold what those
/// of the cold queries do. A tolerance, whatever number it is, changes no verdict.
fn options_leave_one_verdict<V: Space>() {
    let zero = scalar::<V::Scalar>(0.0);
    let (mut apart, mut limited, mut all) = (0, 0, 0);
    for (i, one) in PLAIN.iter().enumerate() {
        for (j, other) in PLAIN.iter().enumerate() {
            let mut random = Random((i * 1000 + j) as u64);
            for pair in 0..pairs(3) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                let gap = match random.below(3) {
                    0 => random.signed(),
                    _ => kinds::gap::<V>(&mut random),
                };
                let Some(poses) = kinds::at_contact::<V>(&a, &b, gap, &mut random) else {
                    continue;
                };
                let (p, q) = (a.at(poses[0]), b.at(poses[1]));
                let (gap, signed) = (ask::distance(&p, &q), ask::signed_distance(&p, &q).distance);
                let cold = !ask::intersects(&p, &q);
                (apart, all) = (apart + usize::from(cold), all + 1);
                for option in OPTIONS {
                    let context = format!("{} {one} and {other}, pair {pair}, {option:?}", V::NAME);
                    let asked = || option.ask::<V>(&p, &q);
                    let swapped = || option.ask::<V>(&q, &p);
                    let depth = asked().penetration();
                    let said = [
                        !asked().intersects(),
                        asked().distance().lower > zero,
                        asked().distance_within(zero).is_none(),
                        asked().closest().verdict == Verdict::Apart,
                        asked().signed_distance().distance.lower > zero,
                        depth.is_none(),
                        asked().contact(zero).is_none(),
                        !swapped().intersects(),
                        swapped().signed_distance().distance.lower > zero,
                    ];
                    assert_eq!(said, [said[0]; 9], "{context}\n{p:?}\n{q:?}");
                    let is_limit = matches!(option, With::Steps(_));
                    assert!(said[0] == cold || is_limit, "{context}\n{p:?}\n{q:?}");
                    limited += usize::from(said[0] != cold);
                    let near = asked().closest().distance;
                    for (found, cold) in [
                        (asked().distance(), gap),
                        (near, gap),
                        (asked().signed_distance().distance, signed),
                    ] {
                        let holds = found.lower <= cold.upper && cold.lower <= found.upper;
                        assert!(holds, "{context}: {found:?}, cold {cold:?}");
                        let in_order = found.lower <= found.value && found.value <= found.upper;
                        assert!(in_order, "{context}: {found:?}");
                    }
                    let deepest = depth.is_none_or(|found| found.depth.upper >= -signed.upper);
                    assert!(deepest, "{context}: {depth:?}, cold {signed:?}");
                }
            }
        }
    }
    println!("{:6} {apart} of {all} apart, {limited} not proved in few steps", V::NAME);
    assert!(10 * apart > all && 10 * apart < 9 * all, "one-sided: {apart} of {all}");
    assert!(limited > all / 20, "{limited} of {all}");
}

#[test]
fn every_query_says_the_same_with_any_option() {
    in_every_space!(options_leave_one_verdict);
}

/// Of types that are known when the program is built, too.
#[test]
fn a_pair_that_intersects_has_a_depth() {
    use osculate::DVec3;
    use osculate::shape::{Cone, Segment};
    let a = Segment::new(-DVec3::Y, DVec3::Y).unwrap();
    let b = Cone::new(7.4e-5, 1.0).unwrap();
    let mut together = 0;
    for k in -40..40 {
        let at = DVec3::new(1.0 + f64::from(k) * 1e-14, 0.0, 0.0);
        let placed = At::new(b, Pose::from_translation(at).unwrap());
        let touch = osculate::intersects(a, placed);
        assert_eq!(touch, osculate::penetration(a, placed).is_some(), "{k}");
        assert_eq!(touch, osculate::distance(a, placed).lower <= 0.0, "{k}");
        assert_eq!(touch, osculate::closest(a, placed).verdict != Verdict::Apart, "{k}");
        together += u32::from(touch);
    }
    assert!((8..72).contains(&together), "one-sided: {together}");
}
