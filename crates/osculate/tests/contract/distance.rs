//! `distance`, `closest` and `intersects` against exact arithmetic, on every family of hard pairs.

use crate::support::ask::{Cache, closest, distance, distance_within, intersects, signed_distance};
use crate::support::certificate::{closest_proves_itself, f64_of};
use crate::support::families::{Family, corners, pair};
use crate::support::oracle::Scene;
use crate::support::{
    Placed, Random, Space, Turn, body, coordinates, epsilon, length_scale, pairs, scalar,
};
use osculate::shape::{Cuboid, Polytope};
use osculate::trace::Step;
use osculate::{At, Convex, Facts, Place, Pose, Query, Vector, Verdict};

/// Pairs a family and space; `OSCULATE_PAIRS=10000` makes it the full run of over 100,000 pairs a
/// space.
pub(crate) const PAIRS: usize = 1000;

/// Holds the answers for one pair to its true distance: the error in units of eps L, the steps, and
/// whether they intersect.
pub(crate) fn answer_holds_the_contract<V: Space>(
    p: &dyn Convex<V>,
    q: &dyn Convex<V>,
    truth: f64,
    scale: f64,
    context: &str,
) -> (f64, u32, bool) {
    let unit = epsilon::<V>() * scale;
    let bracket = distance(p, q);
    let (lower, value, upper) =
        (f64_of::<V>(bracket.lower), f64_of::<V>(bracket.value), f64_of::<V>(bracket.upper));
    assert!(
        lower <= truth && truth <= upper,
        "{context}: {truth} outside [{lower}, {upper}], eps L = {unit}"
    );
    assert!(upper - lower <= 32.0 * unit, "{context}: wide [{lower}, {upper}] {unit}");
    assert!((value - truth).abs() <= 16.0 * unit, "{context}: {value} for {truth}");

    let answer = closest(p, q);
    assert!(answer.steps <= osculate::contract::GJK_STEPS, "{context}: {} steps", answer.steps);
    closest_proves_itself::<V>(p, q, &answer, scale, 0.0, context);
    let touch = intersects(p, q);
    if truth > 48.0 * unit {
        assert!(!touch, "{context}: {truth} apart, yet they intersect");
        assert_eq!(answer.verdict, Verdict::Apart, "{context}");
        // A tenth less is out of reach, where a tenth is more than the bracket.
        let less = distance_within(p, q, scalar(truth * 0.9));
        assert!(less.is_none() || truth * 0.1 <= 48.0 * unit, "{context}");
        assert!(distance_within(p, q, scalar(truth * 1.1)).is_some(), "{context}");
    }
    let overlaps = answer.verdict == Verdict::Overlapping;
    assert!(!overlaps || truth == 0.0, "{context}: {truth} apart, and {answer:?}");
    if truth == 0.0 {
        assert!(touch, "{context}: they touch, and intersects denies it");
        assert_ne!(answer.verdict, Verdict::Apart, "{context}");
    }
    // Swapped arguments give the same bits.
    assert_eq!(distance(q, p), bracket, "{context}: swapped");
    assert_eq!(intersects(q, p), touch, "{context}: swapped");
    ((value - truth).abs() / unit.max(1e-300), answer.steps, touch)
}

fn answers_hold_the_contract<V: Space>() {
    for family in Family::ALL {
        let (mut apart, mut together) = (0, 0);
        let (mut worst, mut steps, mut most_steps): (f64, u64, u32) = (0.0, 0, 0);
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + family as u64);
            let (a, b) = pair::<V>(family, &mut random);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let truth = Scene::new(&a, &b).distance();
            let scale = length_scale(&a, &b);
            let (p, q) = (body(&a), body(&b));
            let (error, taken, _) = answer_holds_the_contract::<V>(&p, &q, truth, scale, &context);
            worst = worst.max(error);
            steps += u64::from(taken);
            most_steps = most_steps.max(taken);
            apart += u32::from(truth > 48.0 * epsilon::<V>() * scale);
            together += u32::from(truth == 0.0);
        }
        println!(
            "{:6} {family:?}: {apart} apart, {together} together, \
             worst {worst:.2} eps L, {:.2} steps, at most {most_steps}",
            V::NAME,
            steps as f64 / pairs(PAIRS) as f64
        );
    }
}

#[test]
fn answers_hold_the_contract_in_the_plane() {
    answers_hold_the_contract::<osculate::Vec2>();
    answers_hold_the_contract::<osculate::DVec2>();
}

#[test]
fn answers_hold_the_contract_in_space_in_single_precision() {
    answers_hold_the_contract::<osculate::Vec3>();
    answers_hold_the_contract::<osculate::Vec3A>();
}

#[test]
fn answers_hold_the_contract_in_space_in_double_precision() {
    answers_hold_the_contract::<osculate::DVec3>();
}

/// Asks whether two shapes intersect, in both orders, and holds it to their true distance: only up
/// to `doubt` may it say either.
fn intersects_truly<V: osculate::Space>(
    p: &dyn Convex<V>,
    q: &dyn Convex<V>,
    truth: f64,
    doubt: f64,
    context: &str,
) -> bool {
    let touch = intersects(p, q);
    assert_eq!(touch, intersects(q, p), "{context}: swapped");
    assert!(touch || truth > 0.0, "{context}: they touch");
    assert!(!touch || truth <= doubt, "{context}: {truth} apart");
    touch
}

/// Regular boxes face to face, where the balls about their origins touch if they do; and turned,
/// moved, or one in the other.
fn boxes_by_balls<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let halves = [0; 2].map(|_| f64_of::<V>(scalar(random.magnitude(-2.0, 2.0))));
    let [a, b] = halves.map(|half| {
        let (corners, turn) = (corners(&[half; 3]), random.turn::<V>());
        Placed { corners, turn, translation: V::ZERO }
    });
    let reach = halves[0] + halves[1];
    let way = match random.below(4) {
        0 => return (a, Placed { translation: random.vector::<V>() * scalar(2.0 * reach), ..b }),
        1 => reach * random.unit(),
        2 => reach * (1.0 + epsilon::<V>() * (random.signed() * 400.0).round()),
        _ => reach * (1.0 + 1e-6 * random.signed()),
    };
    let turn = if random.below(2) == 0 { a.turn } else { Turn::NONE };
    let a = Placed { turn, ..a };
    let along = turn.rotation::<V>().apply(V::axis(random.below(V::DIM)));
    (a, Placed { turn, translation: along * scalar(way), ..b })
}

/// Hulls as polytopes and polygons, which know the balls that they hold: each in the families, and
/// boxes face to face.
fn solids_answer_as_their_points_do<V: Space>() {
    let (mut together, mut apart, mut held) = (0, 0, 0);
    let families = Family::ALL.into_iter().map(Some).chain([None; 10]);
    for (kind, family) in families.enumerate() {
        for seed in 0..pairs(PAIRS) as u64 / 2 {
            let mut random = Random(seed * 100 + kind as u64);
            let (a, b) = match family {
                Some(family) => pair::<V>(family, &mut random),
                None => boxes_by_balls::<V>(&mut random),
            };
            let (Some(p), Some(q)) = (V::hull(&a.corners), V::hull(&b.corners)) else { continue };
            let context = format!("{} {family:?} seed {seed}: {a:?} {b:?}", V::NAME);
            let truth = Scene::new(&a, &b).distance();
            let scale = length_scale(&a, &b);
            let apart_by = crate::support::norm(&coordinates(b.translation - a.translation));
            held += usize::from(
                apart_by < f64_of::<V>(p.inner_extent()) + f64_of::<V>(q.inner_extent()),
            );
            let (p, q) = (p.at(a.pose()), q.at(b.pose()));
            answer_holds_the_contract::<V>(&p, &q, truth, scale, &context);
            together += usize::from(truth == 0.0);
            apart += usize::from(truth > 48.0 * epsilon::<V>() * scale);
        }
    }
    println!("{:6} {together} together, {held} of them by balls, {apart} apart", V::NAME);
    assert!(held > 200 && together > 100 && apart > 100, "{held} {together} {apart}");
}

#[test]
fn solids_that_hold_balls_hold_the_contract() {
    in_every_space!(solids_answer_as_their_points_do);
}

/// Hulls of up to a hundred points, some flat or thin, some with faces of many corners, some far
/// from their origins; in contact, near it, apart and inside each other.
fn round_hulls<V: Space + osculate::Spatial>(random: &mut Random) -> [(Polytope<V>, Placed<V>); 2] {
    let mut hull = || loop {
        let most = [5, 30, 100][random.below(3)];
        let n = 4 + random.below(most);
        let flat = [random.magnitude(-3.0, 0.3), random.magnitude(-1.0, 0.3), 1.0];
        let is_flat = random.below(3) == 0;
        let is_coarse = random.below(4) == 0;
        let aside = [0.0, 0.0, 1.0, 30.0][random.below(4)];
        let aside: V = random.vector::<V>() * scalar(aside);
        let corner = |at: [f64; 3]| {
            let at = at.map(|x| if is_coarse { (2.0 * x).round() / 2.0 } else { x });
            let at = [0, 1, 2].map(|i| if is_flat { at[i] * flat[i] } else { at[i] });
            aside + crate::support::vector::<V>(&at)
        };
        let corners: Vec<V> = (0..n).map(|_| corner(random.direction())).collect();
        if let Ok(hull) = Polytope::from_points(&corners) {
            return (hull, aside, random.turn::<V>());
        }
    };
    let [(p, out_p, turn_p), (q, out_q, turn_q)] = [hull(), hull()];
    let placed = |hull: &Polytope<V>, turn: Turn, translation: V| Placed {
        corners: hull.vertices().to_vec(),
        turn,
        translation,
    };
    // From middle to middle, not from origin to origin.
    let way: V = random.vector::<V>() * scalar(3.0 * random.unit());
    let at = turn_p.rotation::<V>().apply(out_p) - turn_q.rotation::<V>().apply(out_q) + way;
    let a = placed(&p, turn_p, V::ZERO);
    let mut b = placed(&q, turn_q, at);
    // Three of four in contact, or nearly.
    let signed = signed_distance(&p.at(a.pose()), &q.at(b.pose()));
    let short = [0.0, 1e-6, 1e-2][random.below(3)] * random.signed();
    if random.below(4) > 0 {
        let by = scalar(f64_of::<V>(signed.distance.value) - short);
        b.translation = b.translation - signed.normal * by;
    }
    [(p, a), (q, b)]
}

/// Their faces are asked first whether they intersect: neither scale nor order nor cache may make a
/// difference, and what they deny, GJK measures.
fn polytopes_intersect_as_their_corners_do<V: Space + osculate::Spatial>() {
    let (mut together, mut apart) = (0, 0);
    for seed in 0..4 * pairs(PAIRS) as u64 {
        let [(p, a), (q, b)] = round_hulls::<V>(&mut Random(seed));
        let context = format!("{} seed {seed}", V::NAME);
        let doubt = 48.0 * epsilon::<V>() * length_scale(&a, &b);
        let truth = Scene::new(&a, &b).distance();
        let (at_p, at_q) = (p.at(a.pose()), q.at(b.pose()));
        let touch = intersects_truly::<V>(&at_p, &at_q, truth, doubt, &context);
        let gap = distance(&at_p, &at_q);
        assert!(!touch || f64_of::<V>(gap.lower) == 0.0, "{context}: {gap:?} apart");
        assert!(touch || f64_of::<V>(gap.upper) > 0.0, "{context}: {gap:?} together");
        let mut cache = Cache::new();
        let warm = [(); 3].map(|()| cache.intersects(&at_p, &at_q));
        assert_eq!(warm, [touch; 3], "{context}");
        for power in [-40, 30] {
            let factor = scalar::<V::Scalar>(2f64.powi(power));
            let scaled = |hull: &Polytope<V>, placed: &Placed<V>| {
                let corners: Vec<V> = hull.vertices().iter().map(|&c| c * factor).collect();
                let pose = Pose::new(placed.translation * factor, placed.turn.rotation()).unwrap();
                At::new(Polytope::from_points(&corners).unwrap(), pose)
            };
            let touch_scaled = intersects(&scaled(&p, &a), &scaled(&q, &b));
            assert_eq!(touch_scaled, touch, "{context}, times 2^{power}");
        }
        together += usize::from(truth == 0.0);
        apart += usize::from(truth > doubt);
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

#[test]
fn polytopes_intersect_by_their_faces() {
    polytopes_intersect_as_their_corners_do::<osculate::Vec3>();
    polytopes_intersect_as_their_corners_do::<osculate::Vec3A>();
    polytopes_intersect_as_their_corners_do::<osculate::DVec3>();
}

/// Cuboids against the hulls of their corners: random ones, and the families whose edges are nearly
/// parallel.
fn cuboids_intersect_as_their_corners_do<V: Space>() {
    let eps = epsilon::<V>();
    let families = [Family::TiltedFaces, Family::NearlyParallel, Family::Kissing, Family::Random];
    let (mut together, mut apart) = (0, 0);
    for family in families {
        // The last is so near to contact that it depends on the first axis whether one is found
        // that separates.
        for seed in (0..2 * pairs(PAIRS) as u64).chain([8599]) {
            let mut random = Random(seed);
            let (mut a, mut b) = pair::<V>(family, &mut random);
            if family == Family::Random {
                for placed in [&mut a, &mut b] {
                    placed.corners = corners(&[0; 3].map(|_| random.unit()));
                }
            }
            let cuboid = |placed: &Placed<V>| {
                let half = placed.corners.iter().fold(V::ZERO, |m, c| Vector::max(m, c.abs()));
                At::new(Cuboid::new(half).unwrap(), placed.pose())
            };
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let truth = Scene::new(&a, &b).distance();
            let (p, q) = (cuboid(&a), cuboid(&b));
            let doubt = 48.0 * eps * length_scale(&a, &b);
            let touch = intersects_truly::<V>(&p, &q, truth, doubt, &context);
            together += usize::from(truth == 0.0);
            apart += usize::from(truth > doubt);
            // The axis that separated them is a start for the next query, and changes no answer.
            let mut cache = Cache::new();
            assert_eq!([(); 2].map(|_| cache.intersects(&p, &q)), [touch; 2], "{context}");
        }
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

#[test]
fn cuboids_intersect_by_separating_axes() {
    in_every_space!(cuboids_intersect_as_their_corners_do);
}

/// What an observer sees of each step: the lower bound is none of more than the distance, and the
/// simplex's distance none of less, both to rounding.
fn steps_bound_the_distance<V: Space>() {
    let (mut steps, mut bounds) = (0, 0);
    for family in Family::ALL {
        for seed in 0..pairs(PAIRS) as u64 / 20 {
            let mut random = Random(seed * 1000 + family as u64);
            let (a, b) = pair::<V>(family, &mut random);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let truth = Scene::new(&a, &b).distance();
            let slack = 16.0 * epsilon::<V>() * length_scale(&a, &b);
            let (p, q): (&dyn Convex<V>, &dyn Convex<V>) = (&body(&a), &body(&b));
            let mut observer = |step: Step<'_, V>| {
                let [lower, upper] = [step.lower, step.upper].map(f64_of::<V>);
                assert!(lower <= truth + slack, "{context}: {lower} for {truth}");
                assert!(upper >= truth - slack, "{context}: {upper} for {truth}");
                (steps, bounds) = (steps + 1, bounds + usize::from(lower > 0.0));
            };
            let found = Query::new(p, q).observed_by(&mut observer).closest().distance;
            let [lower, upper] = [found.lower, found.upper].map(f64_of::<V>);
            assert!(lower <= truth && truth <= upper, "{context}: {truth}, {found:?}");
        }
    }
    assert!(steps > 1000 && bounds > 300, "{}: {steps} {bounds}", V::NAME);
}

#[test]
fn each_step_of_a_trace_bounds_the_distance() {
    in_every_space!(steps_bound_the_distance);
}
