//! Bodies that move, against all pairs of their parts and against many looks.

use crate::compounds::{Known, lengths};
use crate::kinds;
use crate::meshes::Meshes;
use crate::support::certificate::f64_of;
use crate::support::{Random, epsilon, pairs, scalar};
use osculate::{Encounter, Motion, Moves, Pose, Sweep};

/// A motion that starts anywhere near, and may turn about any point.
fn motion<V: Meshes>(far: f64, random: &mut Random) -> Motion<V> {
    let turn = kinds::pose::<V>(random).rotation();
    let start = Pose::new(random.vector::<V>() * scalar(far), turn).unwrap();
    let motion = Motion::new(start, random.vector::<V>() * scalar(2.0 * far)).unwrap();
    let spin = [0; 3].map(|_| random.signed() * [0.0, 1.0, 20.0][random.below(3)]);
    let center = random.vector::<V>() * scalar([0.0, 1.0][random.below(2)]);
    V::turning(motion.about(center).unwrap(), spin)
}

/// The first meeting, by asking each two parts over all of the time.
fn by_all_pairs<V: Meshes>(
    known: [&Known<V>; 2],
    motions: [&Motion<V>; 2],
    sweep: &Sweep<V::Scalar>,
) -> Option<f64> {
    let mut first: Option<f64> = None;
    for one in &known[0].parts {
        for other in &known[1].parts {
            let met = sweep.time_of_impact(one, motions[0], other, motions[1]).unwrap();
            if let Encounter::Hit(impact) = met {
                let upper = f64_of::<V>(impact.time.upper);
                first = Some(first.map_or(upper, |first| first.min(upper)));
            }
        }
    }
    first
}

fn meetings_are_those_of_all_pairs_in<V: Meshes>() {
    let (mut random, mut met, mut missed) = (Random(0x0B0D1E5), 0, 0);
    for case in 0..pairs(150) {
        let known = [Known::<V>::any(&mut random), Known::<V>::any(&mut random)];
        if known[0].parts.len() * known[1].parts.len() > 4000 {
            continue;
        }
        let far = random.magnitude(-0.5, 0.7);
        let motions = [motion::<V>(far, &mut random), motion::<V>(far, &mut random)];
        let known = [&known[0], &known[1]];
        let moves = [&motions[0], &motions[1]];
        let tolerance = 1e-3;
        let sweep = Sweep::default().with_tolerance(scalar(tolerance)).unwrap();
        let context = format!("{} {case}", V::NAME);
        let [a, b] = [&known[0].body, &known[1].body];
        let found = a.time_of_impact(moves[0], b, moves[1], &sweep).unwrap();
        let back = b.time_of_impact(moves[1], a, moves[0], &sweep).unwrap();
        let at = |time: f64| {
            let time = scalar(time);
            [a.at(moves[0].pose(time)), b.at(moves[1].pose(time))]
        };
        // What the poses round.
        let poses = [moves[0].pose(scalar(0.0)), moves[1].pose(scalar(0.0))];
        let doubt = 256.0 * (epsilon::<V>() + 1e-8 * epsilon::<V>().sqrt()) * lengths(known, poses);
        let until = match found.map(|found| found.encounter) {
            None => 1.0,
            Some(encounter) => f64_of::<V>(encounter.lower()),
        };
        for k in 0..60 {
            // Most looks are near the end.
            let time = until * (1.0 - (1.0 - f64::from(k) / 60.0).powi(3));
            let [one, other] = at(time);
            if time < until {
                let apart = one.signed_distance(&other).signed_distance.distance;
                let is_free = f64_of::<V>(apart.upper) > -doubt;
                assert!(is_free, "{context}: {found:?}, and at {time} they overlap: {apart:?}");
            }
        }
        if let Some(Encounter::Hit(impact)) = found.map(|found| found.encounter) {
            let [one, other] = at(f64_of::<V>(impact.time.upper));
            let apart = f64_of::<V>(one.distance(&other).lower);
            assert!(apart <= tolerance + doubt, "{context}: {found:?}, apart by {apart}");
            let parts = found.unwrap().parts;
            let own =
                osculate::distance(one.part(parts[0]).unwrap(), other.part(parts[1]).unwrap());
            assert!(f64_of::<V>(own.lower) <= tolerance + doubt, "{context}: {found:?}, {own:?}");
            met += 1;
        } else {
            missed += 1;
        }
        // Where all pairs are asked, none is met much sooner; what one finds within the tolerance
        // the other may prove to be apart.
        let all = by_all_pairs(known, moves, &sweep);
        for found in [found, back] {
            match (found.and_then(|found| found.encounter.hit()), all) {
                (Some(impact), Some(all)) => {
                    let (lower, upper) = (f64_of::<V>(impact.time.lower), all);
                    let [one, other] = at(upper);
                    let touch = f64_of::<V>(one.distance(&other).lower) <= 0.0;
                    assert!(lower <= upper || !touch, "{context}: {found:?}, all {all:?}");
                }
                (None, Some(all)) => {
                    let [one, other] = at(all);
                    let is_apart = f64_of::<V>(one.distance(&other).lower) > 0.0;
                    let is_unknown = found.is_some();
                    assert!(is_apart || is_unknown, "{context}: missed, all {all:?}");
                }
                (Some(impact), None) => {
                    let [one, other] = at(f64_of::<V>(impact.time.upper));
                    let apart = f64_of::<V>(one.distance(&other).upper);
                    assert!(apart > -doubt, "{context}: {found:?}, all miss");
                    assert!(!(one.intersects(&other) && apart > doubt), "{context}: {found:?}");
                }
                (None, None) => {}
            }
        }
    }
    assert!(met > 15 && missed > 15, "one-sided: {met} met, {missed} missed");
}

#[test]
fn meetings_are_those_of_all_pairs() {
    in_some_spaces!(meetings_are_those_of_all_pairs_in);
}

/// Straight ways, as a cast has them.
fn casts_are_those_of_all_pairs_in<V: Meshes>() {
    let (mut random, mut met, mut missed) = (Random(0xCA57), 0, 0);
    for case in 0..pairs(150) {
        let known = [Known::<V>::any(&mut random), Known::<V>::any(&mut random)];
        if known[0].parts.len() * known[1].parts.len() > 4000 {
            continue;
        }
        let far = random.magnitude(-0.5, 0.7);
        let poses = [motion::<V>(far, &mut random), motion::<V>(far, &mut random)]
            .map(|motion| motion.pose(scalar(0.0)));
        let ways = [0; 2].map(|_| random.vector::<V>() * scalar(2.0 * far));
        let context = format!("{} {case}", V::NAME);
        let sweep = Sweep::default();
        let (a, b) = (known[0].body.at(poses[0]), known[1].body.at(poses[1]));
        let found = a.cast(ways[0], &b, ways[1], &sweep).unwrap();
        let mut all: Option<osculate::Bracket<V::Scalar>> = None;
        for one in a.parts() {
            for other in b.parts() {
                let met = sweep.cast(&one, ways[0], &other, ways[1]).unwrap();
                if let Encounter::Hit(impact) = met
                    && all.is_none_or(|all| impact.time.lower < all.lower)
                {
                    all = Some(impact.time);
                }
            }
        }
        match (found, all) {
            (None, None) => missed += 1,
            (Some(found), Some(all)) => {
                met += 1;
                let time = found.encounter.hit().expect("a cast ends").time;
                let doubt = scalar(1e-4);
                let agree = time.lower <= all.upper + doubt && all.lower <= time.upper + doubt;
                assert!(agree, "{context}: {time:?}, all {all:?}");
            }
            _ => panic!("{context}: {found:?}, all {all:?}"),
        }
    }
    assert!(met > 15 && missed > 15, "one-sided: {met} met, {missed} missed");
}

#[test]
fn casts_are_those_of_all_pairs() {
    in_some_spaces!(casts_are_those_of_all_pairs_in);
}

fn approaches_are_those_of_all_pairs_in<V: Meshes>() {
    let (mut random, mut passed, mut met) = (Random(0x9A55), 0, 0);
    for case in 0..pairs(100) {
        let known = [Known::<V>::any(&mut random), Known::<V>::any(&mut random)];
        if known[0].parts.len() * known[1].parts.len() > 1000 {
            continue;
        }
        let far = random.magnitude(-0.5, 0.7);
        let mut motions = [motion::<V>(far, &mut random), motion::<V>(far, &mut random)];
        if random.below(8) == 0 {
            // Bodies that rest are nearest all the time.
            motions = motions.map(|motion| Motion::resting(motion.pose(scalar(0.0))));
        }
        let known = [&known[0], &known[1]];
        let moves = [&motions[0], &motions[1]];
        let tolerance = 1e-3;
        let sweep = Sweep::default().with_tolerance(scalar(tolerance)).unwrap();
        let context = format!("{} {case}", V::NAME);
        let [a, b] = [&known[0].body, &known[1].body];
        let poses = [moves[0].pose(scalar(0.0)), moves[1].pose(scalar(0.0))];
        let doubt = 256.0 * (epsilon::<V>() + 1e-8 * epsilon::<V>().sqrt()) * lengths(known, poses);
        let found = a.closest_approach(moves[0], b, moves[1], &sweep).unwrap();
        let back = b.closest_approach(moves[1], a, moves[0], &sweep).unwrap();
        let own = found.approach;
        let number = |x: V::Scalar| f64_of::<V>(x);
        let [lower, upper] = [number(own.distance.lower), number(own.distance.upper)];
        let back = back.approach.distance;
        let same = number(back.lower) <= upper + doubt && lower <= number(back.upper) + doubt;
        assert!(same, "{context}: {own:?}, swapped {back:?}");
        assert!(own.time.lower <= own.time.value && own.time.value <= own.time.upper, "{context}");
        let is_narrow = upper - lower <= tolerance + 2.0 * doubt;
        assert!(!own.is_complete || is_narrow, "{context}: {own:?} with {doubt}");
        // By all pairs.
        let mut least = [f64::INFINITY; 2];
        for one in &known[0].parts {
            for other in &known[1].parts {
                let of = sweep.closest_approach(one, moves[0], other, moves[1]).unwrap();
                let of = of.distance;
                least = [least[0].min(number(of.lower)), least[1].min(number(of.upper))];
            }
        }
        assert!(lower <= least[1] && least[0] <= upper, "{context}: {own:?}, all {least:?}");
        // By looks.
        let at = |time: V::Scalar| [a.at(moves[0].pose(time)), b.at(moves[1].pose(time))];
        for k in 0..60 {
            let time = scalar::<V::Scalar>(f64::from(k) / 59.0);
            let [one, other] = at(time);
            let seen = one.distance(&other);
            assert!(
                number(seen.upper) >= lower - doubt,
                "{context}: {own:?}, {seen:?} at {time:?}"
            );
            if time < own.time.lower {
                let signed = one.signed_distance(&other).signed_distance.distance;
                assert!(
                    number(signed.upper) > -doubt,
                    "{context}: {own:?}, {signed:?} at {time:?}"
                );
            }
        }
        let [one, other] = at(own.time.value);
        let near = osculate::distance(
            one.part(found.parts[0]).unwrap(),
            other.part(found.parts[1]).unwrap(),
        );
        assert!(number(near.lower) <= upper + doubt, "{context}: {found:?}, {near:?}");
        if upper > tolerance {
            passed += 1;
        } else {
            met += 1;
        }
    }
    assert!(met > 10 && passed > 10, "one-sided: {met} met, {passed} passed");
}

#[test]
fn approaches_are_those_of_all_pairs() {
    in_some_spaces!(approaches_are_those_of_all_pairs_in);
}

/// Many parts beside half-spaces, of which every point may be as fast as it likes: the answers are
/// those of all pairs, and the looks are few.
fn half_spaces_among_many_parts_in<V: Meshes>() {
    use osculate::Body;
    use osculate::shape::{Ball, HalfSpace};
    let (mut random, mut met, mut missed, mut steps) = (Random(0x4A1F), 0, 0, 0);
    for case in 0..pairs(40) {
        let number = |x: V::Scalar| f64_of::<V>(x);
        let count = 9 + random.below(8);
        let deep = random.magnitude(-0.5, 1.7);
        let ball = Body::new(Ball::<V>::new(scalar(0.1)).unwrap());
        let floor = HalfSpace::new(V::axis(random.below(V::DIM)), scalar(-deep)).unwrap();
        let row = |random: &mut Random| -> Vec<_> {
            let balls = (0..count).map(|_| {
                (ball.clone(), Pose::from_translation(random.vector::<V>() * scalar(2.0)).unwrap())
            });
            balls.collect()
        };
        let mut with_floor = row(&mut random);
        let place = random.below(count);
        with_floor.insert(place, (Body::new(floor), Pose::IDENTITY));
        let [a, b] =
            [Body::compound(with_floor).unwrap(), Body::compound(row(&mut random)).unwrap()];
        let motions = [motion::<V>(3.0, &mut random), motion::<V>(3.0, &mut random)];
        let [p, q] = &motions;
        let tolerance = 1e-3;
        let sweep = Sweep::default().with_tolerance(scalar(tolerance)).unwrap();
        let context = format!("{} {case}", V::NAME);

        let mut first = f64::INFINITY;
        let mut least = [f64::INFINITY; 2];
        for i in 0..a.part_count() as u32 {
            for j in 0..b.part_count() as u32 {
                let (one, other) = (a.part(i).unwrap(), b.part(j).unwrap());
                let of = sweep.time_of_impact(one.clone(), p, other.clone(), q).unwrap();
                if let Encounter::Hit(impact) = of {
                    first = first.min(number(impact.time.upper));
                }
                let of = sweep.closest_approach(one, p, other, q).unwrap().distance;
                least = [least[0].min(number(of.lower)), least[1].min(number(of.upper))];
            }
        }
        let doubt = 1e4 * epsilon::<V>() * (10.0 + deep) + tolerance;
        for found in [a.time_of_impact(p, &b, q, &sweep), b.time_of_impact(q, &a, p, &sweep)] {
            let found = found.unwrap().map(|found| found.encounter);
            // What one finds within the tolerance the other may prove to be apart.
            let is_met = first < f64::INFINITY && {
                let at = scalar(first);
                let apart = a.at(p.pose(at)).distance(&b.at(q.pose(at)));
                number(apart.lower) <= 0.0
            };
            match found.and_then(|found| found.hit()) {
                Some(impact) => {
                    let time = number(impact.time.lower);
                    assert!(time <= first || !is_met, "{context}: {impact:?}, all {first}");
                    let at = scalar(number(impact.time.upper));
                    let apart = a.at(p.pose(at)).distance(&b.at(q.pose(at)));
                    assert!(number(apart.lower) <= doubt, "{context}: {impact:?}, {apart:?}");
                    met += 1;
                }
                None => {
                    assert!(!is_met || found.is_some(), "{context}: {first}");
                    missed += 1;
                }
            }
        }
        for found in [a.closest_approach(p, &b, q, &sweep), b.closest_approach(q, &a, p, &sweep)] {
            let found = found.unwrap().approach;
            let [lower, upper] = [found.distance.lower, found.distance.upper].map(number);
            assert!(lower <= least[1] && least[0] <= upper, "{context}: {found:?}, all {least:?}");
            // All pairs took a few steps each.
            steps = steps.max(found.steps);
        }
    }
    assert!(met > pairs(40) / 8 && missed > pairs(40) / 8, "{met} met, {missed} missed");
    assert!(steps < 20_000, "{steps}");
}

#[test]
fn half_spaces_among_many_parts() {
    in_some_spaces!(half_spaces_among_many_parts_in);
}
