//! Compounds, meshes and single shapes against the library's own queries of each pair of parts.

use crate::compounds::{Known, lengths, placed, poses};
use crate::meshes::Meshes;
use crate::support::ask;
use crate::support::certificate::f64_of;
use crate::support::{Random, epsilon, pairs, scalar};
use osculate::{Bracket, Contact, ContactSearch, Pose, Verdict};

/// Of two bodies at poses, what is asked of each pair of parts.
struct Pair<'k, V: Meshes> {
    known: [&'k Known<V>; 2],
    poses: [Pose<V>; 2],
    context: String,
    /// Its parts are shapes, for which the library computes the same numbers.
    is_same: bool,
}

impl<'k, V: Meshes> Pair<'k, V> {
    fn new(known: [&'k Known<V>; 2], poses: [Pose<V>; 2], context: String) -> Self {
        let is_same = known.iter().all(|known| known.body.part(0).unwrap().shape().is_some());
        Self { known, poses, context, is_same }
    }

    fn of_parts<T>(
        &self,
        [i, j]: [u32; 2],
        ask: impl Fn(&dyn osculate::Convex<V>, &dyn osculate::Convex<V>) -> T,
    ) -> T {
        let [a, b] = self.known;
        let p = placed(&a.parts[i as usize], self.poses[0]);
        let q = placed(&b.parts[j as usize], self.poses[1]);
        ask(&p, &q)
    }

    fn of_all<T>(
        &self,
        ask: impl Fn(&dyn osculate::Convex<V>, &dyn osculate::Convex<V>) -> T,
    ) -> Vec<([u32; 2], T)> {
        let [a, b] = self.known.map(|known| known.parts.len() as u32);
        let numbers = (0..a).flat_map(|i| (0..b).map(move |j| [i, j]));
        numbers.map(|parts| (parts, self.of_parts(parts, &ask))).collect()
    }

    /// What curved pairs leave open, and what rounding does.
    fn doubt(&self) -> f64 {
        (64.0 * epsilon::<V>() + 1e-12) * lengths(self.known, self.poses)
    }

    /// The bracket is that of all pairs: its value is within the least ends of theirs.
    fn agrees(&self, found: Bracket<V::Scalar>, all: &[Bracket<V::Scalar>], doubt: f64) {
        let least = |of: fn(&Bracket<V::Scalar>) -> V::Scalar| {
            all.iter().map(|one| f64_of::<V>(of(one))).fold(f64::INFINITY, f64::min)
        };
        let [lower, upper] = [least(|one| one.lower), least(|one| one.upper)];
        let value = f64_of::<V>(found.value);
        let context = &self.context;
        assert!(found.lower <= found.value && found.value <= found.upper, "{context}: {found:?}");
        assert!(lower <= value && value <= upper, "{context}: {found:?}, all [{lower}, {upper}]");
        let own = [found.lower, found.upper].map(f64_of::<V>);
        assert!(own[0] <= upper && lower <= own[1], "{context}: {found:?}, all [{lower}, {upper}]");
        let is_narrow = own[0] >= lower - doubt && own[1] <= upper + doubt;
        assert!(is_narrow || !doubt.is_finite(), "{context}: {found:?}, all [{lower}, {upper}]");
    }

    fn distances(&self) -> bool {
        let ([a, b], context) = (self.known, &self.context);
        let (a, b) = (a.body.at(self.poses[0]), b.body.at(self.poses[1]));
        let meets = self.of_all(|p, q| ask::intersects(p, q)).iter().any(|(_, meets)| *meets);
        assert_eq!(a.intersects(&b), meets, "{context}");
        assert_eq!(b.intersects(&a), meets, "{context} swapped");
        let all: Vec<_> = self.of_all(|p, q| ask::distance(p, q));
        let all: Vec<Bracket<V::Scalar>> = all.into_iter().map(|(_, found)| found).collect();
        let (found, zero) = (a.distance(&b), scalar::<V::Scalar>(0.0));
        self.agrees(found, &all, self.doubt());
        assert_eq!(!(found.lower > zero), meets, "{context}: {found:?}");
        self.agrees(b.distance(&a), &all, self.doubt());

        let near = a.closest(&b);
        self.agrees(near.closest.distance, &all, self.doubt());
        let own = self.of_parts(near.parts, |p, q| ask::closest(p, q));
        assert!(own.distance.lower <= found.upper, "{context}: {own:?} {found:?}");
        assert_eq!(own.verdict == Verdict::Apart, !meets, "{context}");
        if self.is_same {
            let lower = near.closest.distance.lower;
            assert!(lower <= own.distance.lower, "{context}: {near:?} {own:?}");
            let mut same = own;
            same.distance.lower = lower;
            assert_eq!(near.closest, same, "{context}");
        }
        for share in [0.0, 0.5, 0.999, 1.001, 2.0] {
            let most = found.value * scalar(share);
            let cold = all.iter().any(|one| one.upper <= most);
            let none = all.iter().all(|one| one.lower > most);
            match a.distance_within(&b, most) {
                Some(within) => {
                    assert!(!none, "{context}: {within:?} within {most:?}");
                    let overlaps = within.lower <= found.upper && found.lower <= within.upper;
                    assert!(overlaps, "{context}: {within:?} {found:?}");
                }
                None => assert!(!cold, "{context}: none within {most:?}, {found:?}"),
            }
        }
        meets
    }

    fn signed_distances(&self) {
        let ([a, b], context) = (self.known, &self.context);
        let (a, b) = (a.body.at(self.poses[0]), b.body.at(self.poses[1]));
        let all = self.of_all(|p, q| ask::signed_distance(p, q).distance);
        let all: Vec<Bracket<V::Scalar>> = all.into_iter().map(|(_, found)| found).collect();
        let found = a.signed_distance(&b);
        self.agrees(found.signed_distance.distance, &all, f64::INFINITY);
        let own = self.of_parts(found.parts, |p, q| ask::signed_distance(p, q));
        if self.is_same {
            let mut same = own;
            same.distance.lower = found.signed_distance.distance.lower;
            assert!(same.distance.lower <= own.distance.lower, "{context}: {found:?} {own:?}");
            assert_eq!(found.signed_distance, same, "{context}");
        }
    }

    fn contacts(&self, margin: V::Scalar, random: &mut Random) -> usize {
        let ([a, b], context) = (self.known, &self.context);
        let (a, b) = (a.body.at(self.poses[0]), b.body.at(self.poses[1]));
        let all: Vec<([u32; 2], Contact<V>)> = self
            .of_all(|p, q| ask::contact(p, q, margin))
            .into_iter()
            .filter_map(|(parts, contact)| Some((parts, contact?)))
            .collect();
        let found = a.contacts(&b, &ContactSearch::within(margin));
        let parts: Vec<[u32; 2]> = found.iter().map(|touch| touch.parts).collect();
        let wanted: Vec<[u32; 2]> = all.iter().map(|(parts, _)| *parts).collect();
        assert_eq!(parts, wanted, "{context}, margin {margin:?}");
        for (touch, (parts, contact)) in found.iter().zip(&all) {
            if self.is_same {
                assert_eq!(touch.contact, *contact, "{context} {parts:?}");
            }
            let (one, two) = (touch.contact.signed_distance.distance, contact.signed_distance);
            let overlap = one.lower <= two.distance.upper && two.distance.lower <= one.upper;
            assert!(overlap, "{context} {parts:?}: {touch:?} {contact:?}");
            assert!(!touch.contact.points().is_empty(), "{context} {parts:?}");
        }
        let most = random.below(2 + found.len());
        let few = a.contacts(&b, &ContactSearch::within(margin).at_most(most));
        assert_eq!(few.len(), most.min(found.len()), "{context}");
        assert!(few.is_sorted_by_key(|touch| touch.parts), "{context}");
        assert!(few.iter().all(|touch| found.contains(touch)), "{context}");
        found.len()
    }
}

fn compounds_answer_as_all_pairs_do<V: Meshes>() {
    let (mut random, mut met, mut contacts) = (Random(71), 0, 0);
    let count = pairs(120);
    for case in 0..count {
        let (a, mut b) = (Known::<V>::any(&mut random), Known::<V>::any(&mut random));
        while a.parts.len() * b.parts.len() > 6000 {
            b = Known::any(&mut random);
        }
        let context = format!("{} case {case}, {} {}", V::NAME, a.parts.len(), b.parts.len());
        let poses = poses::<V>(&mut random);
        let pair = Pair::new([&a, &b], poses, context);
        met += usize::from(pair.distances());
        pair.signed_distances();
        let margin = [0.0, 0.05, 0.5, f64::NAN, -0.1, f64::INFINITY][random.below(6)];
        contacts += pair.contacts(scalar(margin), &mut random);
    }
    println!("{:6} {met} of {count} meet, {contacts} contacts", V::NAME);
    assert!(met > count / 10 && met < 9 * count / 10, "one-sided: {met} of {count}");
}

#[test]
fn compounds_answer_as_all_pairs_of_parts_do() {
    in_every_space!(compounds_answer_as_all_pairs_do);
}

/// Trees of three levels, both.
fn crowds_answer_as_all_pairs_do<V: Meshes>() {
    let mut random = Random(72);
    for case in 0..pairs(2) {
        let [a, b] = [(); 2].map(|()| Known::<V>::of_many(257 + random.below(60), &mut random));
        let mut poses = poses::<V>(&mut random);
        if case % 2 == 0 {
            // Side by side.
            let aside = poses[0].translation() + V::axis(0) * scalar(2.0);
            poses[1] = Pose::new(aside, poses[1].rotation()).unwrap();
        }
        let context = format!("{} crowd {case}", V::NAME);
        let pair = Pair::new([&a, &b], poses, context);
        let _ = pair.distances();
        let _ = pair.contacts(scalar(0.0), &mut random);
    }
}

#[test]
fn crowds_answer_as_all_pairs_of_parts_do() {
    in_some_spaces!(crowds_answer_as_all_pairs_do);
}

/// Two brackets of one distance, which may be found in two ways.
fn overlap<V: Meshes>(context: &str, one: Bracket<V::Scalar>, other: Bracket<V::Scalar>) {
    let zero = scalar(0.0);
    assert!(one.lower <= other.upper && other.lower <= one.upper, "{context}: {one:?} {other:?}");
    assert_eq!(one.lower > zero, other.lower > zero, "{context}: {one:?} {other:?}");
    for [one, other] in [[one, other], [other, one]] {
        let is_within = one.lower <= other.value && other.value <= one.upper;
        assert!(is_within, "{context}: {one:?} {other:?}");
    }
}

/// A body of one shape is that shape, mostly to the bit.
fn one_shape_answers_as_itself<V: Meshes>() {
    let mut random = Random(73);
    for case in 0..pairs(300) {
        let [a, b] = [(); 2].map(|()| Known::<V>::of_one(&mut random));
        let poses = poses::<V>(&mut random);
        let context = format!("{} case {case}", V::NAME);
        let (one, two) = (a.body.at(poses[0]), b.body.at(poses[1]));
        let (p, q) = (placed(&a.parts[0], poses[0]), placed(&b.parts[0], poses[1]));
        assert_eq!(one.intersects(&two), ask::intersects(&p, &q), "{context}");
        let (distance, cold) = (one.distance(&two), ask::distance(&p, &q));
        overlap::<V>(&context, distance, cold);
        assert_eq!(one.closest(&two).closest, ask::closest(&p, &q), "{context}");
        let signed = ask::signed_distance(&p, &q);
        assert_eq!(one.signed_distance(&two).signed_distance, signed, "{context}");
        for most in [-1.0, 0.0, f64_of::<V>(distance.value), 0.5, f64::INFINITY] {
            let most = scalar(most);
            let own = ask::distance_within(&p, &q, most);
            let found = one.distance_within(&two, most);
            assert_eq!(found.is_some(), own.is_some(), "{context} within {most:?}");
            own.into_iter().zip(found).for_each(|(own, found)| overlap::<V>(&context, own, found));
        }
        let margin = scalar(random.unit());
        let contact = ask::contact(&p, &q, margin);
        let found = one.contacts(&two, &ContactSearch::within(margin).at_most(9));
        let found: Vec<&Contact<V>> = found.iter().map(|touch| &touch.contact).collect();
        assert_eq!(found, contact.iter().collect::<Vec<_>>(), "{context}");
        assert_eq!(one.bounds(), osculate::Convex::bounds(&p), "{context}");
    }
}

#[test]
fn a_body_of_one_shape_answers_as_the_shape() {
    in_every_space!(one_shape_answers_as_itself);
}

#[test]
fn a_body_of_one_part_has_no_second() {
    let ball = osculate::shape::Ball::new(0.5).unwrap();
    let body = osculate::Body::<osculate::DVec3>::new(ball);
    let here = body.at(Pose::IDENTITY);
    assert_eq!((body.part_count(), body.parts().count(), here.parts().count()), (1, 1, 1));
    assert!(body.part(0).is_some() && here.part(0).is_some());
    assert!(body.part(1).is_none() && here.part(u32::MAX).is_none());
}
