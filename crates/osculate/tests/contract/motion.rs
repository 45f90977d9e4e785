//! Bodies that move a little, or jump: what is remembered of them makes no difference but in time.

use super::distance::PAIRS;
use crate::support::ask::{Cache, Tracker, closest, penetration, signed_distance};
use crate::support::certificate::{closest_proves_itself, f64_of, signed_proves_itself};
use crate::support::families::{Family, corners, overlapping_pair, pair};
use crate::support::oracle::Scene;
use crate::support::{
    Placed, Random, Space, body, coordinates, epsilon, length_scale, pairs, scalar, vector,
};
use osculate::shape::{ConvexPolygon, PointCloud, Polytope};
use osculate::{DVec3, Ended, Matrix, Place, Pose, Rotation, Vec3, Verdict};

/// Bodies that move a little, or jump: what a tracker remembers of them must not make a difference.
fn tracked_distances_hold_the_contract<V: Space>() {
    let (mut warm, mut cold) = (0, 0);
    for family in Family::ALL {
        // In the last, thin hulls share corners, and the expansion finds no inside.
        for seed in (0..pairs(PAIRS) as u64 / 30).chain([1624]) {
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
                    let answer = tracker.at(p, q).closest();
                    closest_proves_itself::<V>(&body(&a), &body(&b), &answer, scale, 0.0, &context);
                    assert!(answer.steps <= osculate::contract::GJK_STEPS, "{context}: {answer:?}");
                    if frame > 0 && answer.verdict == Verdict::Apart {
                        warm += answer.steps;
                        cold += closest(&body(&a), &body(&b)).steps;
                    }
                    answer.distance
                } else {
                    tracker.at(p, q).distance()
                };
                let (lower, upper) = (f64_of::<V>(bracket.lower), f64_of::<V>(bracket.upper));
                assert!(lower <= truth && truth <= upper, "{context}: {truth}, {bracket:?}");
                assert!(upper - lower <= 32.0 * unit, "{context}: {truth}, {bracket:?}");
                if truth > 48.0 * unit {
                    let near = tracker.at(p, q).distance_within(scalar(truth * 1.1));
                    assert!(near.is_some(), "{context}");
                    assert!(!tracker.at(p, q).intersects(), "{context}");
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
fn distances_of_bodies_that_are_tracked_hold_the_contract() {
    in_every_space!(tracked_distances_hold_the_contract);
}

/// Hulls of so many points that their support comes from tables and their turns are short, near
/// contact and in it.
fn fine_hulls_hold_the_contract<V: Space + osculate::Spatial>() {
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
        let far = closest(&a.1.at(exactly(&placed[0])), &b.1.at(exactly(&placed[1])));
        let at = aside - far.normal.unwrap() * (far.distance.value - gap);
        placed[1].translation = vector(&at.to_array());
        let mut tracker = Tracker::new(&a.0, &b.0);
        for frame in 0..24 {
            let context = format!("{} seed {seed} frame {frame}", V::NAME);
            let [p, q] = placed.each_ref().map(exactly);
            let truth = signed_distance(&a.1.at(p), &b.1.at(q)).distance;
            let unit = epsilon::<V>() * length_scale(&placed[0], &placed[1]);
            let [p, q] = placed.each_ref().map(Placed::pose);
            let (bracket, least) = match random.below(3) {
                0 => (tracker.at(p, q).distance(), 0.0),
                1 => (tracker.at(p, q).closest().distance, 0.0),
                _ => (tracker.at(p, q).signed_distance().distance, f64::NEG_INFINITY),
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

fn tracked_depths_hold_the_contract<V: Space>() {
    let eps = epsilon::<V>();
    let (mut proved, mut all) = (0, 0);
    for family in Family::ALL {
        // In the plane, a corner that 304 remembers is no vertex a frame later.
        for seed in (0..pairs(8) as u64).chain([304]) {
            let mut random = Random(seed * 1000 + family as u64);
            let (mut a, mut b) = overlapping_pair::<V>(family, &mut random);
            let clouds = [&a, &b].map(|placed| PointCloud::new(&placed.corners).unwrap());
            let mut tracker = Tracker::new(&clouds[0], &clouds[1]);
            for frame in 0..6 {
                let context = format!("{} {family:?} seed {seed} frame {frame}", V::NAME);
                let scene = Scene::new(&a, &b);
                let distance = scene.distance();
                let truth = if distance > 0.0 { distance } else { -scene.depth() };
                let unit = (eps * length_scale(&a, &b)).max(1e-300);
                let answer = tracker.at(a.pose(), b.pose()).signed_distance();
                let [lower, value, upper] =
                    [answer.distance.lower, answer.distance.value, answer.distance.upper]
                        .map(f64_of::<V>);
                assert!(lower <= truth && truth <= upper, "{context}: {truth} and {answer:?}");
                assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth} and {answer:?}");
                assert!(upper - lower <= 32.0 * unit, "{context}: {truth} and {answer:?}");
                let (p, q) = (body(&a), body(&b));
                signed_proves_itself::<V>(&p, &q, &answer, unit / eps, &context);
                proved += u32::from(answer.steps == 1 && answer.ended == Ended::Converged);
                all += 1;
                let share = random.magnitude(-6.0, 0.0);
                a.stir(share * random.below(2) as f64, &mut random);
                b.stir(share, &mut random);
            }
        }
    }
    println!("{:6} {proved} of {all} in one step", V::NAME);
    assert!(proved * 20 > all, "{} {proved} of {all}", V::NAME);
}

#[test]
fn depths_of_bodies_that_are_tracked_hold_the_contract() {
    tracked_depths_hold_the_contract::<osculate::Vec2>();
    tracked_depths_hold_the_contract::<osculate::Vec3A>();
    tracked_depths_hold_the_contract::<DVec3>();
}

/// Two polygons of 24 corners in contact, 0.02 deep, of which one turns by so many degrees a frame:
/// support points of a frame, and how many in a hundred depths were proved by what was remembered.
fn turning_polygons<V: Space + osculate::Planar>(degrees: f64) -> [f64; 2] {
    let (mut steps, mut proved, mut frames) = (0, 0, 0);
    for seed in 0..6 {
        let mut random = Random(seed);
        let [a, b] = [0; 2].map(|_| {
            let axes = [0; 2].map(|_| 0.5 + random.unit());
            let mut corner = |k: usize| {
                let (sine, cosine) =
                    ((k as f64 + 0.8 * random.unit()) / 24.0 * std::f64::consts::TAU).sin_cos();
                vector(&[cosine * axes[0], sine * axes[1], 0.0])
            };
            ConvexPolygon::<V>::new(&(0..24).map(&mut corner).collect::<Vec<_>>()).unwrap()
        });
        let mut tracker = Tracker::new(&a, &b);
        let (first, mut at): (_, V) = (random.unit(), vector(&[3.0, 0.0, 0.0]));
        for frame in 0..300 {
            let angle = first + f64::from(frame) * degrees.to_radians();
            let (sine, cosine) = angle.sin_cos();
            let columns = [[cosine, sine, 0.0], [-sine, cosine, 0.0]].map(|column| vector(&column));
            let turn = Rotation::from_matrix(V::Matrix::from_columns(|j| columns[j])).unwrap();
            let there = |at: V| Pose::new(at, turn).unwrap();
            for _ in 0..4 {
                let cold = signed_distance(&a, &b.at(there(at)));
                at = at - cold.normal * (cold.distance.value + scalar(0.02));
            }
            let cold = signed_distance(&a, &b.at(there(at))).distance;
            let answer = tracker.at(Pose::IDENTITY, there(at)).signed_distance();
            let bracket = answer.distance;
            let meet = bracket.lower <= cold.upper && cold.lower <= bracket.upper;
            assert!(meet, "{} {degrees} seed {seed} frame {frame}: {cold:?} {answer:?}", V::NAME);
            // What the edges say is what a cold query says, to the bit.
            proved += u32::from(bracket != cold && answer.steps == 1);
            (steps, frames) = (steps + answer.steps, frames + 1);
        }
    }
    [f64::from(steps) / f64::from(frames), f64::from(100 * proved) / f64::from(frames)]
}

fn memories_of_polygons_pay<V: Space + osculate::Planar>() {
    // What turns slowly is proved by what an expansion left.
    let [steps, proved] = turning_polygons::<V>(0.05);
    println!("{} 0.05: {steps} steps, {proved} in a hundred", V::NAME);
    assert!(proved > 60.0 && steps < 1.5, "{} slow: {steps}, {proved}", V::NAME);
    // Of what turns fast, next to no depth is expanded.
    for degrees in [2.0, 5.0, 20.0] {
        let [steps, proved] = turning_polygons::<V>(degrees);
        println!("{} {degrees}: {steps} steps, {proved} in a hundred", V::NAME);
        assert!(steps < 1.3, "{} {degrees}: {steps}, {proved}", V::NAME);
    }
}

#[test]
fn a_memory_of_polygons_that_does_not_pay_is_not_asked() {
    memories_of_polygons_pay::<osculate::Vec2>();
    memories_of_polygons_pay::<osculate::DVec2>();
}

/// Round hulls have many faces that may come nearest; jumps of all sizes, through one another and
/// out again, must not pass for small motions.
#[test]
fn tracked_hulls_agree_with_cold_ones() {
    let (mut proved, mut coherent) = (0, 0);
    for seed in 0..pairs(100) as u64 {
        let mut random = Random(seed);
        let hulls = [0; 2].map(|_| {
            let n = [4, 8, 20, 60][random.below(4)];
            let size = random.magnitude(-1.0, 1.0);
            let points: Vec<Vec3> =
                (0..n).map(|_| Vec3::from(random.direction().map(|x| (x * size) as f32))).collect();
            Polytope::from_points(&points).unwrap()
        });
        let wide = hulls.each_ref().map(|hull| {
            let corners: Vec<DVec3> = hull.vertices().iter().map(|v| v.as_dvec3()).collect();
            Polytope::from_points(&corners).unwrap()
        });
        let mut placed = hulls.each_ref().map(|hull| Placed::<Vec3> {
            corners: hull.vertices().to_vec(),
            turn: random.turn::<Vec3>(),
            translation: Vec3::ZERO,
        });
        let reach = placed[0].extent().min(placed[1].extent());
        placed[1].translation = random.vector::<Vec3>() * reach as f32;
        let mut tracker = Tracker::new(&hulls[0], &hulls[1]);
        for frame in 0..40 {
            let share = random.magnitude(-5.0, 0.0);
            placed[0].stir(share * random.below(2) as f64, &mut random);
            placed[1].stir(share, &mut random);
            let [p, q] = placed.each_ref().map(Placed::pose);
            let answer = tracker.at(p, q).signed_distance();
            let [p, q] = placed.each_ref().map(|placed| {
                Pose::new(placed.translation.as_dvec3(), placed.turn.rotation()).unwrap()
            });
            let truth = signed_distance(&wide[0].at(p), &wide[1].at(q)).distance;
            let bracket = answer.distance;
            assert!(
                f64::from(bracket.lower) <= truth.upper && truth.lower <= f64::from(bracket.upper),
                "seed {seed} frame {frame}: {truth:?} and {answer:?}"
            );
            if share < 1e-3 && truth.upper < 0.0 {
                coherent += 1;
                proved += u32::from(answer.steps == 1);
            }
        }
    }
    println!("{proved} of {coherent} small motions in one step");
    assert!(proved * 10 > coherent * 8, "{proved} of {coherent}");
}

#[test]
fn pairs_that_stay_in_contact_need_few_support_calls() {
    // A box, by its corners, slides and turns a little on another, a tenth of a degree and a
    // hundredth of its size a frame.
    let cuboid = &PointCloud::new(&corners::<DVec3>(&[1.0, 0.5, 0.8])).unwrap();
    let mut cache = Cache::new();
    let (mut warm, mut cold, mut frames) = (0, 0, 0);
    for frame in 0..100 {
        let t = f64::from(frame);
        let turn = Rotation::from_axis_angle(DVec3::Y, 0.3 + t * 0.1f64.to_radians()).unwrap();
        let pose = Pose::new(DVec3::new(0.01 * t - 0.4, 0.99, 0.1), turn).unwrap();
        let from_nothing = penetration(cuboid, &cuboid.at(pose)).unwrap();
        let answer = cache.penetration(cuboid, &cuboid.at(pose)).unwrap();
        assert!((answer.depth.value - from_nothing.depth.value).abs() < 1e-14, "frame {frame}");
        assert!(answer.depth.contains(0.01) && answer.depth.width() < 1e-13, "{answer:?}");
        if frame > 0 {
            (warm, cold, frames) = (warm + answer.steps, cold + from_nothing.steps, frames + 1);
        }
    }
    assert!(warm * 10 <= frames * 75, "{} calls a frame", f64::from(warm) / f64::from(frames));
    assert!(warm < cold, "{warm} and {cold}");
}
