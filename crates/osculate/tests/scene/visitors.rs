//! What a scene or a tree tells one by one is what it lists, and it stops when it is told to.

use core::fmt::Debug;
use core::ops::ControlFlow;

use osculate::scene::{BodyRayHit, BoxTree, NearPair};
use osculate::{Convex, Place};

use super::moving::ray;
use super::queries::{filtered, probe, worlds};
use super::support::{Random, Space, scalar};

/// Who is told of each answer.
type Told<'f, T> = &'f mut dyn FnMut(T) -> ControlFlow<()>;

/// All that is told, in order of a key. To stop earlier gives the first of it as it comes.
fn told<T: Clone + Debug + PartialEq, K: Ord>(
    random: &mut Random,
    key: impl Fn(&T) -> K,
    ask: impl Fn(Told<'_, T>),
) -> Vec<T> {
    let until = |most: usize| {
        let mut found = Vec::new();
        ask(&mut |one| {
            found.push(one);
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found
    };
    let mut all = until(usize::MAX);
    for most in [1, 2, 1 + random.below(all.len() + 1), all.len().max(1)] {
        assert_eq!(until(most), all[..most.min(all.len())], "stopped after {most}");
    }
    all.sort_by_key(key);
    all
}

fn what_is_told_is_what_is_listed_in<V: Space>() {
    let mut seen = [0; 5];
    worlds::<V>(41, |world| {
        let (shape, pose) = probe(world);
        let (filter, _) = filtered(world);
        let ray = ray(world);
        let margin = scalar(world.random.magnitude(-1.5, 0.3));
        let (scene, random, placed) = (&world.scene, &mut world.random, shape.at(pose));

        let near = told(
            random,
            |near: &NearPair<V>| (near.a.body, near.b.body),
            |found| scene.each_pair_within(margin, &filter, found),
        );
        assert_eq!(near, scene.pairs_within(margin, &filter));
        seen[0] += near.len();

        let pairs = told(
            random,
            |&pair| pair,
            |found| scene.each_pair_by_boxes(margin, &filter, |a, b| found((a, b))),
        );
        assert_eq!(pairs, scene.pairs_by_boxes(margin, &filter));
        seen[1] += pairs.len();

        let hits = told(
            random,
            |hit: &BodyRayHit<V>| hit.part,
            |found| scene.each_ray_hit(&ray, &filter, found),
        );
        let mut listed = scene.ray_all(&ray, &filter);
        listed.sort_by_key(|hit| hit.part);
        assert_eq!(hits, listed);
        seen[2] += hits.len();

        let parts =
            told(random, |&part| part, |found| scene.each_touching_shape(placed, &filter, found));
        assert_eq!(parts, scene.touching_shape(placed, &filter));
        seen[3] += parts.len();

        let around = placed.bounds();
        let inside = told(random, |&id| id, |found| scene.each_in_box(&around, &filter, found));
        assert_eq!(inside, scene.in_box(&around, &filter));
        seen[4] += inside.len();
    });
    assert!(seen.iter().all(|&count| count > 20), "{}: {seen:?}", V::NAME);
}

#[test]
fn what_is_told_is_what_is_listed() {
    in_some_spaces!(what_is_told_is_what_is_listed_in);
}

fn a_tree_tells_what_it_lists_in<V: Space>() {
    let (mut random, mut tree) = (Random(42), BoxTree::<V>::new());
    let mut found = 0;
    for round in 0..30 {
        let boxes = super::boxes::boxes::<V>(&mut random, [3, 40, 300][round % 3], round % 5);
        tree.rebuild(&boxes);
        let in_order = |&(a, b): &(u32, u32)| (a.min(b), a.max(b));
        let pairs = told(&mut random, in_order, |found| {
            tree.each_pair(scalar(0.3), |a, b| found((a, b)));
        });
        let pairs: Vec<_> = pairs.iter().map(in_order).collect();
        assert_eq!(pairs, tree.pairs(scalar(0.3)));
        let with = boxes[0].expanded(scalar(0.5));
        let meeting = told(&mut random, |&item| item, |found| tree.each_meeting(&with, found));
        assert_eq!(meeting, tree.meeting(&with));
        found += pairs.len() + meeting.len();
    }
    assert!(found > 300, "{}: {found} found", V::NAME);
}

#[test]
fn a_tree_tells_what_it_lists() {
    in_some_spaces!(a_tree_tells_what_it_lists_in);
}
