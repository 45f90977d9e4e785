//! Frame by frame, the scene finds the pairs, contacts and events that asking every pair finds.

use std::collections::BTreeMap;

use osculate::scene::{Event, Groups, Part, Scene};
use osculate::{Pose, contact, signed_distance};

use super::model::{World, agree};
use super::support::{Space, scalar};

/// What the frames of a world came to.
#[derive(Default)]
struct Seen {
    touching: usize,
    of_compounds: usize,
    contacts: usize,
    began: usize,
    ended: usize,
    resting: usize,
    /// Pairs that touch or do not within what rounding leaves.
    unclear: usize,
}

/// Frames of a world, or as many as `OSCULATE_PAIRS` says.
fn frames() -> usize {
    super::support::pairs(1000)
}

fn the_frames_are_those_of_all_pairs_in<V: Space>() {
    let margin = 0.07;
    // Pairs of parts know of no neighbours.
    let scene = Scene::with_margin(scalar(margin)).unwrap().with_inner_edges();
    let side = if V::DIM == 2 { 6.0 } else { 2.6 };
    let mut world = World::<V>::new(scene, 0x5CE4E, side);
    (0..30).for_each(|_| world.add());
    let (mut seen, mut before) = (Seen::default(), Vec::new());
    for frame in 0..frames() {
        world.change();
        world.scene.step();
        let place = format!("{} frame {frame}", V::NAME);
        let touching = check_touching(&world, &place, &mut seen);
        check_events(&world, &before, &touching, &place, &mut seen);
        if frame % 3 != 1 {
            check_contacts(&mut world, margin, &place, &mut seen);
        }
        seen.resting += world.scene.size().settled;
        check_names(&mut world);
        before = touching.iter().map(|(a, b)| (a.body, b.body)).collect();
    }
    let size = world.scene.size();
    assert_eq!(size.bodies, world.model.bodies.len());
    assert!(size.memories <= 40 * size.pairs, "{size:?}");
    let many = frames();
    assert!(seen.touching > 5 * many && seen.contacts > 3 * many, "few pairs touch");
    assert!(seen.of_compounds > many, "few compounds touch");
    assert!(seen.began > many / 2 && seen.ended > many / 2, "few events");
    assert!(seen.resting > many, "hardly a body came to rest: {}", seen.resting);
    assert!(seen.unclear <= many / 100, "{} pairs are unclear", seen.unclear);
}

/// The pairs that touch, as the scene has them.
fn check_touching<V: Space>(world: &World<V>, place: &str, seen: &mut Seen) -> Vec<(Part, Part)> {
    let found: Vec<(Part, Part)> = world.scene.touching().iter().map(|t| (t.a, t.b)).collect();
    let expected = world.model.solved_touching();
    let distance = |(a, b): &(Part, Part)| {
        let known = |part: &Part| {
            let body = world.model.bodies.iter().find(|known| known.id == part.body).unwrap();
            body.placed()[part.part as usize].clone()
        };
        signed_distance(known(a), known(b)).distance
    };
    // The parts that are named touch.
    for pair in &found {
        assert!(!(distance(pair).lower > scalar(0.0)), "{place}: {pair:?} do not touch");
    }
    // Only pairs of which rounding leaves it open may differ. Of a body's parts others may touch.
    let is_in = |all: &[(Part, Part)], (a, b): &(Part, Part)| {
        all.iter().any(|(c, d)| (c.body, d.body) == (a.body, b.body))
    };
    let differing = found.iter().filter(|pair| !is_in(&expected, pair));
    let lacking = expected.iter().filter(|pair| !is_in(&found, pair));
    for pair in differing.chain(lacking) {
        let distance = distance(pair);
        assert!(distance.contains(scalar(0.0)), "{place}: {pair:?} {distance:?}");
        seen.unclear += 1;
    }
    seen.touching += found.len();
    seen.of_compounds += found.iter().filter(|(a, b)| a.part + b.part > 0).count();
    assert!(found.is_sorted_by_key(|(a, b)| (a.body, b.body)));
    found
}

fn check_events<V: Space>(
    world: &World<V>,
    before: &[(osculate::scene::BodyId, osculate::scene::BodyId)],
    touching: &[(Part, Part)],
    place: &str,
    seen: &mut Seen,
) {
    let now: Vec<_> = touching.iter().map(|(a, b)| (a.body, b.body)).collect();
    let began = now.iter().filter(|pair| !before.contains(pair));
    let ended = before.iter().filter(|pair| !now.contains(pair));
    let mut expected: Vec<_> = began.map(|&(a, b)| ((a, b), Event::Began { a, b })).collect();
    expected.extend(ended.map(|&(a, b)| ((a, b), Event::Ended { a, b })));
    expected.sort_by_key(|(pair, _)| *pair);
    let expected: Vec<Event> = expected.into_iter().map(|(_, event)| event).collect();
    assert_eq!(world.scene.events(), expected, "{place}");
    let began = expected.iter().filter(|event| matches!(event, Event::Began { .. })).count();
    seen.began += began;
    seen.ended += expected.len() - began;
}

fn check_contacts<V: Space>(world: &mut World<V>, margin: f64, place: &str, seen: &mut Seen) {
    // Sometimes bodies have moved since the step.
    if world.random.below(4) == 0
        && let Some(k) = world.any()
    {
        world.stir(k, 0.05);
    }
    let found = world.scene.contacts().to_vec();
    check_found(world, found, margin, place, seen);
}

fn check_found<V: Space>(
    world: &World<V>,
    found: Vec<osculate::scene::BodyContact<V>>,
    margin: f64,
    place: &str,
    seen: &mut Seen,
) {
    let mut expected = BTreeMap::new();
    for (a, b) in world.model.solved_pairs() {
        for (i, one) in a.placed().iter().enumerate() {
            for (j, other) in b.placed().iter().enumerate() {
                if let Some(contact) = contact(one, other, scalar(margin)) {
                    expected.insert((a.part(i), b.part(j)), contact);
                }
            }
        }
    }
    let mut last = None;
    for touch in &found {
        let (a, b) = (touch.a, touch.b);
        let (pair, order) = ((a, b), (a.body, b.body, a.part, b.part));
        assert!(last < Some(order), "{place}: {last:?} before {order:?}");
        last = Some(order);
        assert!(!touch.contact.points().is_empty());
        let distance = touch.contact.signed_distance.distance;
        match expected.remove(&pair) {
            Some(cold) => {
                let cold = cold.signed_distance.distance;
                assert!(agree(distance, cold), "{place}: {pair:?} {distance:?} {cold:?}");
            }
            None => {
                assert!(distance.contains(scalar(margin)), "{place}: {pair:?} {distance:?}");
                seen.unclear += 1;
            }
        }
    }
    for (pair, cold) in expected {
        let distance = cold.signed_distance.distance;
        assert!(distance.contains(scalar(margin)), "{place}: {pair:?} {distance:?}");
        seen.unclear += 1;
    }
    seen.contacts += found.len();
}

/// Names of bodies that are gone name nothing.
fn check_names<V: Space>(world: &mut World<V>) {
    for &id in world.gone.iter().rev().take(3) {
        assert!(world.scene.member(id).is_none() && world.scene.pose(id).is_none());
        assert!(world.scene.remove(id).is_none());
        assert!(world.scene.set_pose(id, Pose::IDENTITY).is_err());
        assert!(world.scene.set_groups(id, Groups::default()).is_err());
        assert!(world.scene.set_ignored(id, id, true).is_err());
    }
}

#[test]
fn the_frames_are_those_of_all_pairs_in_the_plane() {
    the_frames_are_those_of_all_pairs_in::<osculate::Vec2>();
}

#[test]
fn the_frames_are_those_of_all_pairs_in_space() {
    the_frames_are_those_of_all_pairs_in::<osculate::Vec3A>();
    the_frames_are_those_of_all_pairs_in::<osculate::DVec3>();
}
