//! Paper 004's interval halving beside the library: the same first contact.

use crate::shapes::number;
use crate::support::ask::{cast, signed_distance, time_of_impact};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::papers::ericson::time_of_collision;
use osculate::papers::{difference_of, support_of};
use osculate::shape::PointCloud;
use osculate::{At, Encounter, Motion, Pose, Sweep};

/// Enough for a time that is right to a millionth.
const HALVINGS: u32 = 20;

fn check_halving<V: Space>() {
    let mut random = Random(390);
    let (mut hits, mut free, mut wrong) = (0, 0, 0);
    let (mut kept, mut cold) = (0, 0);
    // The tolerance of a time of impact, and the last halving.
    let doubt = if epsilon::<V>() < 1e-10 { 2e-4 } else { 4e-4 };
    for case in 0..pairs(200) {
        let mut hull = || {
            let points: Vec<V> = (0..12).map(|_| random.vector()).collect();
            PointCloud::new(&points).unwrap()
        };
        let shapes = [hull(), hull()];
        let way: V = random.vector::<V>() * scalar(6.0);
        let near = random.vector::<V>() * scalar(1.6);
        let there = Pose::from_translation(way * scalar(0.2 + random.unit()) + near).unwrap();
        let b = At::new(&shapes[1], there);
        let name = format!("{} {case}", V::NAME);
        let ask = |keeps: bool| {
            let set = difference_of(support_of(&shapes[0]), support_of(&b));
            time_of_collision(set, way, HALVINGS, keeps)
        };
        let gap = |time: f64| {
            let pose = Pose::from_translation(way * scalar(time)).unwrap();
            number(signed_distance(&At::new(&shapes[0], pose), &b).distance.value)
        };
        let ours = cast(&Sweep::default(), &shapes[0], way, &b, V::ZERO).unwrap();
        let motions = [Motion::new(Pose::IDENTITY, way).unwrap(), Motion::resting(there)];
        let sweep = Sweep::default();
        let impact = time_of_impact(&sweep, &shapes[0], &motions[0], &shapes[1], &motions[1]);
        let (halved, again) = (ask(true), ask(false));
        match (ours, halved) {
            (Encounter::Hit(hit), Some(halved)) => {
                hits += 1;
                let [from, to] = halved.times.map(number);
                let by = impact.unwrap().hit().expect("a cast is a motion").time;
                // Where they close slowly, a little of distance is much of time.
                let ours = [number(hit.time.lower), number(by.lower)];
                // In contact at the start, all are zero.
                let at_once = |times: [f64; 2]| gap(0.0) <= doubt && times[0].max(times[1]) < 2e-6;
                let is_there = |times: [f64; 2]| {
                    at_once(times) || times.iter().all(|&time| gap(time).abs() <= doubt)
                };
                assert!(is_there(ours), "{name}: {hit:?} {by:?}");
                wrong += usize::from(!is_there([from, to]));
                assert!(to - from <= 1.0 / f64::from(1 << HALVINGS), "{name}");
                kept += halved.supports;
                cold += again.expect("a start changes no answer").supports;
            }
            (Encounter::Missed, None) => free += 1,
            // Whether a graze touches is beyond rounding.
            (answer, halved) => {
                let least = (0..=1000).map(|k| gap(f64::from(k) / 1000.0)).fold(9.0, f64::min);
                assert!(least < 1e-2, "{name}: {answer:?} {halved:?} {least}");
            }
        }
    }
    let counts =
        format!("{}: {hits} hits, {free} free, {kept} kept, {cold} cold, {wrong} wrong", V::NAME);
    println!("{counts}");
    assert!(hits > pairs(200) / 4 && free > pairs(200) / 10, "{counts}");
    // The paper proves nothing, and in single precision a simplex that is stuck passes for contact.
    let most = if epsilon::<V>() < 1e-10 { 0 } else { hits / 10 };
    assert!(wrong <= most, "{counts}");
    // The talk: using simplices from the previous iteration speeds it up drastically.
    assert!(kept * 3 < cold * 2, "{counts}");
}

#[test]
fn interval_halving_finds_the_first_contact_of_a_cast() {
    in_every_space!(check_halving);
}
