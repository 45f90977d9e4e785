//! `distance`, `closest` and `intersects` against exact arithmetic, on every family of hard pairs.

use crate::support::certificate::{closest_proves_itself, f64_of, signed_proves_itself};
use crate::support::families::{Family, corners, pair};
use crate::support::oracle::Scene;
use crate::support::{
    Placed, Random, Space, Turn, body, coordinates, epsilon, length_scale, pairs, scalar, vector,
};
use osculate::shape::{ConvexPolygon, Cuboid, PointCloud, Polytope};
use osculate::{
    At, Cache, Convex, DVec3, Pose, Tracker, Vector, Verdict, closest, distance, distance_within,
    intersects, signed_distance,
};

/// Pairs a family and space; `OSCULATE_PAIRS=10000` makes it the full run of over 100,000 pairs a space.
const PAIRS: usize = 1000;

/// Holds the answers for one pair to its true distance: the error in units of eps L, the steps, and whether they intersect.
fn answer_holds_the_contract<V: Space>(
    p: impl Convex<V> + Copy,
    q: impl Convex<V> + Copy,
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
    assert!(answer.steps <= osculate::gjk::MOST_STEPS, "{context}: {} steps", answer.steps);
    closest_proves_itself::<V>(&p, &q, &answer, scale, 0.0, context);
    let touch = intersects(p, q);
    if truth > 48.0 * unit {
        assert!(!touch, "{context}: {truth} apart, yet they intersect");
        assert_eq!(answer.verdict, Verdict::Apart, "{context}");
        // A tenth less is out of reach, where a tenth is more than the bracket.
        let less = distance_within(p, q, scalar(truth * 0.9));
        assert!(less.is_none() || truth * 0.1 <= 48.0 * unit, "{context}");
        assert!(distance_within(p, q, scalar(truth * 1.1)).is_some(), "{context}");
    }
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
            "{:6} {family:?}: {apart} apart, {together} together, worst {worst:.2} eps L, {:.2} steps, at most {most_steps}",
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

/// Bodies that move a little, or jump: what a tracker remembers of them must not make a difference.
fn trackers_hold_the_contract<V: Space>() {
    let (mut warm, mut cold) = (0, 0);
    for family in Family::ALL {
        for seed in 0..pairs(PAIRS) as u64 / 30 {
            let mut random = Random(seed * 1000 + family as u64);
            let (mut a, mut b) = pair::<V>(family, &mut random);
            let clouds = [&a, &b].map(|placed| PointCloud::new(&placed.corners).unwrap());
            let mut tracker = Tracker::new(&clouds[0], &clouds[1]);
            for frame in 0..8 {
                let context = format!("{} {family:?} seed {seed} frame {frame}", V::NAME);
                let truth = Scene::new(&a, &b).distance();
                let scale = length_scale(&a, &b);
                let unit = epsilon::<V>() * scale;
                let (p, q) = (a.pose(), b.pose());
                let bracket = if frame % 2 == 0 {
                    let answer = tracker.closest(p, q);
                    closest_proves_itself::<V>(&body(&a), &body(&b), &answer, scale, 0.0, &context);
                    assert!(answer.steps <= osculate::gjk::MOST_STEPS, "{context}: {answer:?}");
                    if frame > 0 && answer.verdict == Verdict::Apart {
                        warm += answer.steps;
                        cold += closest(body(&a), body(&b)).steps;
                    }
                    answer.distance
                } else {
                    tracker.distance(p, q)
                };
                let (lower, upper) = (f64_of::<V>(bracket.lower), f64_of::<V>(bracket.upper));
                assert!(lower <= truth && truth <= upper, "{context}: {truth}, {bracket:?}");
                assert!(upper - lower <= 32.0 * unit, "{context}: {truth}, {bracket:?}");
                if truth > 48.0 * unit {
                    let near = tracker.distance_within(p, q, scalar(truth * 1.1));
                    assert!(near.is_some(), "{context}");
                    assert!(!tracker.intersects(p, q), "{context}");
                }
                let share = random.magnitude(-6.0, 0.0);
                a.stir(share * random.below(2) as f64, &mut random);
                b.stir(share, &mut random);
            }
        }
    }
    println!("{:6} {warm} steps for {cold}", V::NAME);
    assert!(warm * 3 < cold * 2, "{} {warm} {cold}", V::NAME);
}

#[test]
fn bodies_that_are_tracked_hold_the_contract() {
    in_every_space!(trackers_hold_the_contract);
}

/// Hulls of so many points that their support comes from tables and their turns are short, near contact and in it.
fn fine_hulls_hold_the_contract<V: Space>() {
    for seed in 0..pairs(PAIRS) as u64 / 10 {
        let mut random = Random(seed);
        let [a, b] = [0; 2].map(|_| {
            let n = [60, 120, 400][random.below(3)];
            let points: Vec<V> = (0..n).map(|_| vector(&random.direction())).collect();
            let hull = Polytope::from_points(&points).unwrap();
            let exact: Vec<DVec3> =
                hull.vertices().iter().map(|&v| vector(&coordinates(v))).collect();
            (hull, Polytope::from_points(&exact).unwrap())
        });
        let mut placed = [&a.0, &b.0].map(|hull| Placed {
            corners: hull.vertices().to_vec(),
            turn: random.turn::<V>(),
            translation: V::ZERO,
        });
        let exactly = |placed: &Placed<V>| {
            Pose::new(vector(&coordinates(placed.translation)), placed.turn.rotation()).unwrap()
        };
        // Apart by a gap, or in contact.
        let gap = [0.5, 0.01, 1e-5, 0.0, -0.01][random.below(5)];
        let aside = DVec3::from(random.direction()) * 3.0;
        placed[1].translation = vector(&aside.to_array());
        let far = closest(a.1.at(exactly(&placed[0])), b.1.at(exactly(&placed[1])));
        let at = aside - far.normal.unwrap() * (far.distance.value - gap);
        placed[1].translation = vector(&at.to_array());
        let mut tracker = Tracker::new(&a.0, &b.0);
        for frame in 0..24 {
            let context = format!("{} seed {seed} frame {frame}", V::NAME);
            let [p, q] = placed.each_ref().map(exactly);
            let truth = signed_distance(a.1.at(p), b.1.at(q)).distance;
            let unit = epsilon::<V>() * length_scale(&placed[0], &placed[1]);
            let [p, q] = placed.each_ref().map(Placed::pose);
            let (bracket, least) = match random.below(3) {
                0 => (tracker.distance(p, q), 0.0),
                1 => (tracker.closest(p, q).distance, 0.0),
                _ => (tracker.signed_distance(p, q).distance, f64::NEG_INFINITY),
            };
            let [lower, upper] = [bracket.lower, bracket.upper].map(f64_of::<V>);
            let (low, high) = (truth.lower.max(least), truth.upper.max(least));
            assert!(lower <= high && low <= upper, "{context}: {truth:?}, {bracket:?}");
            assert!(upper - lower <= 32.0 * unit, "{context}: {truth:?}, {bracket:?}");
            let share = random.magnitude(-6.0, -1.5);
            placed[0].stir(share * random.below(2) as f64, &mut random);
            placed[1].stir(share, &mut random);
        }
    }
}

#[test]
fn fine_hulls_that_are_tracked_hold_the_contract() {
    fine_hulls_hold_the_contract::<osculate::Vec3>();
    fine_hulls_hold_the_contract::<osculate::Vec3A>();
    fine_hulls_hold_the_contract::<DVec3>();
}

/// Asks whether two shapes intersect, in both orders, and holds it to their true distance: only up to `doubt` may it say either.
fn intersects_truly<V: Vector>(
    p: impl Convex<V> + Copy,
    q: impl Convex<V> + Copy,
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

/// Regular boxes face to face, where the balls about their origins touch if they do; and turned, moved, or one in the other.
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

/// Hulls as polytopes and polygons, which know the balls that they hold: each in the families, and boxes face to face.
fn solids_answer_as_their_points_do<V: Space, S: Convex<V>>(solid: impl Fn(&[V]) -> Option<S>) {
    let (mut together, mut apart, mut held) = (0, 0, 0);
    let families = Family::ALL.into_iter().map(Some).chain([None; 10]);
    for (kind, family) in families.enumerate() {
        for seed in 0..pairs(PAIRS) as u64 / 2 {
            let mut random = Random(seed * 100 + kind as u64);
            let (a, b) = match family {
                Some(family) => pair::<V>(family, &mut random),
                None => boxes_by_balls::<V>(&mut random),
            };
            let (Some(p), Some(q)) = (solid(&a.corners), solid(&b.corners)) else { continue };
            let context = format!("{} {family:?} seed {seed}: {a:?} {b:?}", V::NAME);
            let truth = Scene::new(&a, &b).distance();
            let scale = length_scale(&a, &b);
            let apart_by = crate::support::norm(&coordinates(b.translation - a.translation));
            held += usize::from(
                apart_by < f64_of::<V>(p.inner_extent()) + f64_of::<V>(q.inner_extent()),
            );
            let (p, q) = (p.at(a.pose()), q.at(b.pose()));
            answer_holds_the_contract::<V>(p, q, truth, scale, &context);
            together += usize::from(truth == 0.0);
            apart += usize::from(truth > 48.0 * epsilon::<V>() * scale);
        }
    }
    println!("{:6} {together} together, {held} of them by balls, {apart} apart", V::NAME);
    assert!(held > 200 && together > 100 && apart > 100, "{held} {together} {apart}");
}

#[test]
fn solids_that_hold_balls_hold_the_contract() {
    fn polytopes<V: Space>() {
        solids_answer_as_their_points_do(|points: &[V]| Polytope::from_points(points).ok());
    }
    fn polygons<V: Space>() {
        solids_answer_as_their_points_do(|points: &[V]| ConvexPolygon::from_points(points).ok());
    }
    polygons::<osculate::Vec2>();
    polygons::<osculate::DVec2>();
    polytopes::<osculate::Vec3>();
    polytopes::<osculate::Vec3A>();
    polytopes::<osculate::DVec3>();
}

/// Hulls of up to a hundred points, some flat or thin, some with faces of many corners, some far from their origins; in contact, near it, apart and inside each other.
fn round_hulls<V: Space>(random: &mut Random) -> [(Polytope<V>, Placed<V>); 2] {
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
    let signed = signed_distance(p.at(a.pose()), q.at(b.pose()));
    let short = [0.0, 1e-6, 1e-2][random.below(3)] * random.signed();
    if random.below(4) > 0 {
        let by = scalar(f64_of::<V>(signed.distance.value) - short);
        b.translation = b.translation - signed.normal * by;
    }
    [(p, a), (q, b)]
}

/// Their faces are asked first whether they intersect: neither scale nor order nor cache may make a difference, and what they deny, GJK measures.
fn polytopes_intersect_as_their_corners_do<V: Space>() {
    let (mut together, mut apart) = (0, 0);
    for seed in 0..4 * pairs(PAIRS) as u64 {
        let [(p, a), (q, b)] = round_hulls::<V>(&mut Random(seed));
        let context = format!("{} seed {seed}", V::NAME);
        let doubt = 48.0 * epsilon::<V>() * length_scale(&a, &b);
        let truth = Scene::new(&a, &b).distance();
        let (at_p, at_q) = (p.at(a.pose()), q.at(b.pose()));
        let touch = intersects_truly::<V>(at_p, at_q, truth, doubt, &context);
        let gap = distance(at_p, at_q);
        assert!(!touch || f64_of::<V>(gap.lower) == 0.0, "{context}: {gap:?} apart");
        assert!(touch || f64_of::<V>(gap.upper) > 0.0, "{context}: {gap:?} together");
        let mut cache = Cache::EMPTY;
        let warm = [(); 3].map(|()| cache.intersects(at_p, at_q));
        assert_eq!(warm, [touch; 3], "{context}");
        for power in [-40, 30] {
            let factor = scalar::<V::Scalar>(2f64.powi(power));
            let scaled = |hull: &Polytope<V>, placed: &Placed<V>| {
                let corners: Vec<V> = hull.vertices().iter().map(|&c| c * factor).collect();
                let pose = Pose::new(placed.translation * factor, placed.turn.rotation()).unwrap();
                At::new(Polytope::from_points(&corners).unwrap(), pose)
            };
            let touch_scaled = intersects(scaled(&p, &a), scaled(&q, &b));
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

/// Cuboids against the hulls of their corners: random ones, and the families whose edges are nearly parallel.
fn cuboids_intersect_as_their_corners_do<V: Space>() {
    let eps = epsilon::<V>();
    let families = [Family::TiltedFaces, Family::NearlyParallel, Family::Kissing, Family::Random];
    let (mut together, mut apart) = (0, 0);
    for family in families {
        // The last is so near to contact that it depends on the first axis whether one is found that separates.
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
            let touch = intersects_truly::<V>(p, q, truth, doubt, &context);
            together += usize::from(truth == 0.0);
            apart += usize::from(truth > doubt);
            // The axis that separated them is a start for the next query, and changes no answer.
            let mut cache = Cache::EMPTY;
            assert_eq!([(); 2].map(|_| cache.intersects(p, q)), [touch; 2], "{context}");
        }
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

#[test]
fn cuboids_intersect_by_separating_axes() {
    in_every_space!(cuboids_intersect_as_their_corners_do);
}

/// Polygons of up to some thirty vertices on an ellipse, some of them twice, some edges tiny; touching, near, apart and inside each other.
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
    let apart = signed_distance(body(&a), body(&b));
    // Two of four in contact, or nearly.
    let short = [0.0, f64_of::<V>(apart.distance.value) * 1e-6][mode % 2];
    if mode < 2 {
        let by = scalar(f64_of::<V>(apart.distance.value) - short);
        b.translation = b.translation - apart.normal * by;
    }
    (a, b)
}

fn polygons_answer_as_their_points_do<V: Space>() {
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
            let mut cache = Cache::EMPTY;
            let warm = [(); 2].map(|()| cache.intersects(&p, &q));
            let in_doubt = truth > 0.0 && truth <= doubt;
            assert!(in_doubt || warm == [touch; 2], "{context}: {warm:?}");
        }
    }
    assert!(together > 100 && apart > 100, "{together} {apart}");
}

/// With the middles of their edges as corners too, which rounding puts a little inside or outside: some corners turn to the right.
fn dented_polygons_answer_as_their_points_do<V: Space>() {
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
fn crossing_needles_intersect<V: Space>() {
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
