//! Polygons of the plane, against exact arithmetic: round ones, dented ones and needles.

use super::distance::{PAIRS, answer_holds_the_contract};
use crate::support::ask::{Cache, closest, distance, intersects, signed_distance};
use crate::support::certificate::{f64_of, signed_proves_itself};
use crate::support::families::{Family, pair};
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, body, epsilon, length_scale, pairs, scalar};
use osculate::shape::ConvexPolygon;
use osculate::{At, Verdict};

/// Polygons of up to some thirty vertices on an ellipse, some of them twice, some edges tiny;
/// touching, near, apart and inside each other.
fn round_pair<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let mut outline = || {
        let n = 1 + random.below(32);
        let (wide, high) = (random.magnitude(-3.0, 0.3), random.magnitude(-1.0, 0.3));
        let mut angles: Vec<f64> = (0..n).map(|_| std::f64::consts::TAU * random.unit()).collect();
        if random.below(4) == 0 {
            angles.iter_mut().for_each(|x| *x *= 1e-5);
        }
        let corner = |x: &f64| crate::support::vector::<V>(&[wide * x.cos(), high * x.sin()]);
        angles.iter().map(corner).collect::<Vec<V>>()
    };
    let (a, b) = (outline(), outline());
    let coarse = |x: f64| (4.0 * x).round() / 4.0;
    let at = [3.0 * random.signed(), 3.0 * random.signed()];
    let at = if random.below(3) == 0 { at.map(coarse) } else { at };
    let turns = [0, 1].map(|_| random.turn::<V>());
    let mut b = Placed { corners: b, turn: turns[1], translation: crate::support::vector(&at) };
    let a = Placed { corners: a, turn: turns[0], translation: V::ZERO };
    let mode = random.below(4);
    let apart = signed_distance(&body(&a), &body(&b));
    // Two of four in contact, or nearly.
    let short = [0.0, f64_of::<V>(apart.distance.value) * 1e-6][mode % 2];
    if mode < 2 {
        let by = scalar(f64_of::<V>(apart.distance.value) - short);
        b.translation = b.translation - apart.normal * by;
    }
    (a, b)
}

fn polygons_answer_as_their_points_do<V: Space + osculate::Planar>() {
    let eps = epsilon::<V>();
    let (mut together, mut apart) = (0, 0);
    let families = Family::ALL.into_iter().map(Some).chain([None; 6]);
    for (kind, family) in families.enumerate() {
        for seed in 0..2 * pairs(PAIRS) as u64 {
            let mut random = Random(seed * 100 + kind as u64);
            let (a, b) = match family {
                Some(family) => pair::<V>(family, &mut random),
                None => round_pair::<V>(&mut random),
            };
            let polygon = |placed: &Placed<V>| {
                At::new(ConvexPolygon::from_points(&placed.corners).unwrap(), placed.pose())
            };
            let context = format!("{} {family:?} seed {seed}: {a:?} {b:?}", V::NAME);
            let scene = Scene::new(&a, &b);
            let truth = scene.distance();
            let (p, q) = (polygon(&a), polygon(&b));
            let scale = length_scale(&a, &b);
            let doubt = 48.0 * eps * scale;
            let (_, _, touch) = answer_holds_the_contract::<V>(&p, &q, truth, scale, &context);
            together += usize::from(truth == 0.0);
            apart += usize::from(truth > doubt);
            let gap = distance(&p, &q);
            assert!(!touch || f64_of::<V>(gap.lower) == 0.0, "{context}: {gap:?} apart");
            assert_eq!((gap, touch), (distance(&q, &p), intersects(&q, &p)), "{context}: swapped");
            let signed = signed_distance(&p, &q);
            signed_proves_itself::<V>(&p, &q, &signed, scale, &context);
            let [low, high] = [signed.distance.lower, signed.distance.upper].map(f64_of::<V>);
            let truth = if truth > 0.0 { truth } else { -scene.depth() };
            assert!(low <= truth && truth <= high, "{context}: {truth}, {signed:?}");
            assert!(high - low <= 32.0 * eps * scale, "{context}: {signed:?}");
            assert!(touch || closest(&p, &q).verdict != Verdict::Overlapping, "{context}");
            let mut cache = Cache::new();
            let warm = [(); 2].map(|()| cache.intersects(&p, &q));
            let in_doubt = truth > 0.0 && truth <= doubt;
            assert!(in_doubt || warm == [touch; 2], "{context}: {warm:?}");
        }
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

/// With the middles of their edges as corners too, which rounding puts a little inside or outside:
/// some corners turn to the right.
fn dented_polygons_answer_as_their_points_do<V: Space + osculate::Planar>() {
    let dented = |placed: Placed<V>| {
        let outline = ConvexPolygon::from_points(&placed.corners).unwrap();
        let corners: Vec<V> = outline.vertices().collect();
        let next = corners.iter().cycle().skip(1);
        let with_middle = |(&p, &q): (&V, &V)| [p, (p + q) * scalar(0.5)];
        Placed { corners: corners.iter().zip(next).flat_map(with_middle).collect(), ..placed }
    };
    let (mut together, mut apart) = (0, 0);
    for seed in 0..8 * pairs(PAIRS) as u64 {
        let (a, b) = round_pair::<V>(&mut Random(seed));
        let (a, b) = (dented(a), dented(b));
        let polygon = |placed: &Placed<V>| {
            ConvexPolygon::new(&placed.corners).map(|p| At::new(p, placed.pose()))
        };
        // Of outlines as thin as their rounding some are no polygons.
        let (Ok(p), Ok(q)) = (polygon(&a), polygon(&b)) else { continue };
        let (scale, truth) = (length_scale(&a, &b), Scene::new(&a, &b).distance());
        let context = format!("{} seed {seed}: {a:?} {b:?}", V::NAME);
        answer_holds_the_contract::<V>(&p, &q, truth, scale, &context);
        together += usize::from(truth == 0.0);
        apart += usize::from(truth > 48.0 * epsilon::<V>() * scale);
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

#[test]
fn polygons_dented_by_rounding_hold_the_contract() {
    dented_polygons_answer_as_their_points_do::<osculate::Vec2>();
    dented_polygons_answer_as_their_points_do::<osculate::DVec2>();
}

/// No corner of theirs is near the other, however thin they are.
fn crossing_needles_intersect<V: Space + osculate::Planar>() {
    for width in [1e-2, 1e-5, 1e-7, 1e-9, 1e-13, 0.0] {
        let needle = |x: f64, y: f64, turned: bool| {
            let corners = [[-1.0, -width], [1.0, -width], [1.0, width], [-1.0, width]];
            let corners =
                corners.map(|[u, v]| if turned { [x - v, y + u] } else { [x + u, y + v] });
            ConvexPolygon::new(&corners.map(|at| V::from_fn(|i| scalar::<V::Scalar>(at[i]))))
                .unwrap()
        };
        let flat = needle(0.0, 0.0, false);
        for (x, y) in [(0.3, 0.2), (-0.9, 0.9), (0.0, -0.5)] {
            let upright = needle(x, y, true);
            assert!(intersects(&flat, &upright), "{width} {x} {y}");
            let gap = f64_of::<V>(distance(&flat, &upright).upper);
            assert!(gap <= 32.0 * epsilon::<V>() * 4.0, "{width} {x} {y}: {gap}");
            let beside = needle(x, y + 1.5 * y.signum(), true);
            assert!(!intersects(&flat, &beside), "{width} {x} {y}");
        }
    }
}

#[test]
fn needles_that_cross_intersect() {
    crossing_needles_intersect::<osculate::Vec2>();
    crossing_needles_intersect::<osculate::DVec2>();
}

#[test]
fn polygons_hold_the_contract() {
    polygons_answer_as_their_points_do::<osculate::Vec2>();
    polygons_answer_as_their_points_do::<osculate::DVec2>();
}
