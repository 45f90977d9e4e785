//! `penetration` and `signed_distance` against exact arithmetic, on every family of hard pairs that overlap or touch.

use crate::support::certificate::{f64_of, queries_hold, signed_proves_itself};
use crate::support::families::{Family, corners, overlapping_pair, pair, tilt};
use crate::support::oracle::Scene;
use crate::support::{
    Placed, Random, Space, Turn, body, coordinates, epsilon, length_scale, norm, pairs, scalar,
};
use osculate::penetration::MOST_STEPS;
use osculate::shape::{ConvexPolygon, Cuboid, Point, PointCloud, Polytope, Segment};
use osculate::trace::{Expansion, Observer, Step};
use osculate::{
    At, Cache, Convex, DVec3, Ended, Pose, Rotation, Tracker, Vec3, distance, intersects,
    penetration, signed_distance, trace_penetration,
};

/// Pairs a family and space; `OSCULATE_PAIRS=4000` makes it the full run of over 20,000 pairs a space.
const PAIRS: usize = 400;

fn polygon<V: Space>(placed: &Placed<V>) -> At<V, ConvexPolygon<V>> {
    At::new(ConvexPolygon::from_points(&placed.corners).unwrap(), placed.pose())
}

fn depths_hold_the_contract<V: Space, S: Convex<V>>(body: impl Fn(&Placed<V>) -> At<V, S>) {
    let eps = epsilon::<V>();
    for family in Family::ALL {
        let (mut deep, mut flat) = (0, 0);
        let (mut worst, mut steps): (f64, u32) = (0.0, 0);
        let mut foreign = Cache::EMPTY;
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + family as u64);
            let (a, b) = overlapping_pair::<V>(family, &mut random);
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let scene = Scene::new(&a, &b);
            if scene.distance() != 0.0 {
                continue;
            }
            let truth = scene.depth();
            let unit = (eps * length_scale(&a, &b)).max(1e-300);
            let (p, q) = (body(&a), body(&b));
            let Some(answer) = penetration(&p, &q) else {
                panic!("{context}: they overlap by {truth}, and penetration denies it");
            };
            let [lower, value, upper] =
                [answer.depth.lower, answer.depth.value, answer.depth.upper].map(f64_of::<V>);
            assert!(lower <= truth && truth <= upper, "{context}: {truth} and {answer:?}");
            assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth} and {answer:?}");
            assert!(upper - lower <= 32.0 * unit, "{context}: {truth} and {answer:?}");
            assert!(answer.steps <= MOST_STEPS + osculate::gjk::MOST_STEPS, "{context}");
            worst = worst.max((value - truth).abs() / unit);
            steps = steps.max(answer.steps);
            if truth > 0.0 {
                deep += 1
            } else {
                flat += 1
            }

            let signed = signed_distance(&p, &q);
            signed_proves_itself::<V>(&p, &q, &signed, unit / eps, &context);
            // A cache that has seen the pair holds the contract too, and so does one that comes from the pair before.
            let mut own = Cache::EMPTY;
            own.signed_distance(&p, &q);
            for cache in [&mut own, &mut foreign] {
                let again = cache.signed_distance(&p, &q).distance;
                let [lower, value, upper] =
                    [again.lower, again.value, again.upper].map(f64_of::<V>);
                let within = (value + truth).abs() <= 16.0 * unit && upper - lower <= 32.0 * unit;
                assert!(
                    lower <= -truth && -truth <= upper && within,
                    "{context}: warm, {truth} and {again:?}"
                );
            }
            // Moved out along the normal, by as little as rounding allows, they are apart.
            let way = value + 64.0 * unit;
            let out = answer.normal * scalar(way);
            let mut moved = b.clone();
            moved.translation = b.translation + out;
            let rounding =
                coordinates(moved.translation).iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            if rounding * eps <= unit {
                assert!(!intersects(&p, body(&moved)), "{context}: {answer:?} does not separate");
            }
            // Swapped arguments give the mirrored bits.
            let swapped = signed_distance(&q, &p);
            assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
            // Where a is b, no normal is the mirror image of itself.
            if a.translation != b.translation {
                assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
                assert_eq!(swapped.on_a, signed.on_b, "{context}: swapped");
            }
        }
        println!(
            "{:6} {family:?}: {deep} deep, {flat} touching or flat, worst {worst:.2} eps L, {steps} steps",
            V::NAME
        );
        let some_deep = !matches!(family, Family::SharedVertex | Family::Duplicates);
        assert!(deep > 0 || !some_deep, "{family:?} never overlaps in {}", V::NAME);
    }
}

#[test]
fn depths_hold_the_contract_in_the_plane() {
    depths_hold_the_contract::<osculate::Vec2, _>(body);
    depths_hold_the_contract::<osculate::DVec2, _>(body);
}

#[test]
fn depths_of_polygons_hold_the_contract() {
    depths_hold_the_contract::<osculate::Vec2, _>(polygon);
    depths_hold_the_contract::<osculate::DVec2, _>(polygon);
}

#[test]
fn depths_hold_the_contract_in_space_in_single_precision() {
    depths_hold_the_contract::<osculate::Vec3, _>(body);
    depths_hold_the_contract::<osculate::Vec3A, _>(body);
}

#[test]
fn depths_hold_the_contract_in_space_in_double_precision() {
    depths_hold_the_contract::<osculate::DVec3, _>(body);
}

/// Every query on boxes as cuboids, apart or together. They have paths of their own, and `FlatEdges` fails where a
/// plane that rounding moved is taken for a distance.
fn cuboids_hold_the_contract<V: Space>() {
    let boxes = [Family::TiltedFaces, Family::NearlyParallel, Family::Kissing, Family::Equal];
    let families = boxes.into_iter().chain([Family::FlatEdges; 4]);
    for (round, family) in families.enumerate() {
        let (mut apart, mut together) = (0, 0);
        for seed in 0..pairs(PAIRS) as u64 {
            let mut random = Random(seed * 1000 + 100 * round as u64);
            let (a, b) = pair::<V>(family, &mut random);
            let truth = Scene::new(&a, &b).signed_distance();
            if truth > 0.0 {
                apart += 1
            } else {
                together += 1
            }
            let cuboid = |placed: &Placed<V>| {
                let half_extents = placed.corners[placed.corners.len() - 1];
                At::new(Cuboid::new(half_extents).unwrap(), placed.pose())
            };
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            queries_hold::<V>(&cuboid(&a), &cuboid(&b), truth, &context);
        }
        assert!(apart > 0 && together > 0, "{family:?} is one-sided: {apart}, {together}");
    }
}

#[test]
fn cuboids_apart_and_together_hold_the_contract() {
    in_every_space!(cuboids_hold_the_contract);
}

/// A cuboid or segment, and its corners: round numbers, needles, plates and flat ones, at poses that are the same, aligned, nearly so, and any.
fn sum_of_segments<V: Space>(random: &mut Random) -> (Box<dyn Convex<V>>, Placed<V>) {
    let half: Vec<f64> = (0..V::DIM)
        .map(|_| {
            [0.0, 1e-6, 0.5, 1.0, 2.0, 1.0, random.unit(), 10.0 * random.unit()][random.below(8)]
        })
        .collect();
    let turn = match random.below(4) {
        0 => Turn::NONE,
        1 => Turn([0.0, 0.0, 0.5f64.sqrt(), 0.5f64.sqrt()]).rounded::<V>(),
        2 => tilt::<V>(random, -9.0, -1.0),
        _ => random.turn::<V>(),
    };
    let translation = V::from_fn(|_| {
        scalar([0.0, 0.5, 1.0, random.signed(), 1e-7 * random.signed()][random.below(5)])
    });
    let mut corners = corners::<V>(&half);
    let shape: Box<dyn Convex<V>> = if random.below(3) == 0 {
        corners = vec![corners[0], corners[corners.len() - 1] + V::axis(random.below(V::DIM))];
        Box::new(Segment::new(corners[0], corners[1]).unwrap())
    } else {
        Box::new(Cuboid::new(V::from_fn(|i| scalar(half[i]))).unwrap())
    };
    (shape, Placed { corners, turn, translation })
}

fn boxes_and_segments_hold_the_contract<V: Space>() {
    let eps = epsilon::<V>();
    let (mut closed, mut worst): (usize, f64) = (0, 0.0);
    let most = 5 * pairs(PAIRS);
    for seed in 0..most as u64 {
        let mut random = Random(seed);
        let (shape_a, a) = sum_of_segments::<V>(&mut random);
        let (shape_b, b) = sum_of_segments::<V>(&mut random);
        let scene = Scene::new(&a, &b);
        if scene.distance() != 0.0 {
            continue;
        }
        let context = format!("{} seed {seed}", V::NAME);
        let truth = scene.depth();
        let unit = (eps * length_scale(&a, &b)).max(1e-300);
        let (p, q) = (shape_a.at(a.pose()), shape_b.at(b.pose()));
        let signed = signed_distance(p, q);
        let [lower, value, upper] =
            [signed.distance.lower, signed.distance.value, signed.distance.upper].map(f64_of::<V>);
        assert!(lower <= -truth && -truth <= upper, "{context}: {truth} and {signed:?}");
        assert!((value + truth).abs() <= 16.0 * unit, "{context}: {truth} and {signed:?}");
        assert!(upper - lower <= 32.0 * unit, "{context}: {truth} and {signed:?}");
        signed_proves_itself::<V>(&p, &q, &signed, unit / eps, &context);
        for (shape, point) in [(&p, signed.on_a), (&q, signed.on_b)] {
            let off = f64_of::<V>(distance(shape, Point::new(point).unwrap()).lower);
            assert!(off <= 16.0 * unit, "{context}: {point:?} is off by {off}");
        }
        let swapped = signed_distance(q, p);
        if swapped.on_a != signed.on_b {
            println!("{a:?} {b:?} {signed:?} {swapped:?}");
        }
        assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
        if a.translation != b.translation {
            assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
            assert_eq!(swapped.on_a, signed.on_b, "{context}: swapped");
        }
        closed += usize::from(signed.ended == Ended::ClosedForm);
        worst = worst.max((value + truth).abs() / unit);
    }
    println!("{:6}: {closed} of {most} in closed form, worst {worst:.2} eps L", V::NAME);
    assert!(closed * 5 > most, "{closed} of {most}");
}

#[test]
fn depths_of_boxes_and_segments_hold_the_contract() {
    in_every_space!(boxes_and_segments_hold_the_contract);
}

/// Steps of a sweep; with `OSCULATE_PAIRS=2000`, the five spaces sweep a million pairs.
const SWEPT_STEPS: usize = 100;

/// Boxes and hulls pushed through contact in steps of 1e-7 of their size: what one query says, the others may not deny.
fn queries_agree_across_contact<V: Space, S: Convex<V>>(body: impl Fn(&Placed<V>) -> At<V, S>) {
    let eps = epsilon::<V>();
    let (mut together, mut apart) = (0, 0);
    // In the last, GJK passes a simplex that nearly holds the origin before one that is believed to.
    for seed in (0..pairs(PAIRS) as u64).chain([2646]) {
        let mut random = Random(seed);
        let family = [Family::Random, Family::TiltedFaces, Family::Slivers, Family::Equal]
            [seed as usize % 4];
        let (a, mut b) = overlapping_pair::<V>(family, &mut random);
        let p = body(&a);
        let start = signed_distance(&p, body(&b));
        let unit = eps * length_scale(&a, &b);
        // To just before contact, along the normal.
        let base = b.translation - start.normal * start.distance.value;
        let step = 1e-7 * unit / eps;
        for k in 0..SWEPT_STEPS {
            b.translation =
                base + start.normal * scalar((k as f64 - SWEPT_STEPS as f64 / 2.0) * step);
            let context = format!("{} {family:?} seed {seed} step {k}", V::NAME);
            let q = body(&b);
            let (gap, touch) = (distance(&p, &q), intersects(&p, &q));
            let (signed, depth) = (signed_distance(&p, &q), penetration(&p, &q));
            let zero = scalar(0.0);
            assert!(touch || gap.value > zero, "{context}: apart by {gap:?}");
            assert!(!touch || gap.lower == zero, "{context}: together by {gap:?}");
            assert!(depth.is_none() || signed.distance.lower <= zero, "{context}");
            assert!(depth.is_some() || signed.distance.upper > zero && !touch, "{context}");
            assert!(
                touch || depth.is_none_or(|d| f64_of::<V>(d.depth.value) <= 48.0 * unit),
                "{context}: {depth:?}"
            );
            let difference = f64_of::<V>(signed.distance.value).max(0.0) - f64_of::<V>(gap.value);
            assert!(difference.abs() <= 32.0 * unit, "{context}: {signed:?} and {gap:?}");
            assert!(gap.lower <= zero || f64_of::<V>(signed.distance.upper) > 0.0, "{context}");
            if touch { together += 1 } else { apart += 1 }
        }
    }
    // Not each sweep: tips of slivers may pass one another.
    let least = pairs(PAIRS) * SWEPT_STEPS / 5;
    assert!(together > least && apart > least, "one-sided: {together} together, {apart} apart");
}

#[test]
fn queries_agree_on_pairs_swept_through_contact() {
    queries_agree_across_contact::<osculate::Vec2, _>(body);
    queries_agree_across_contact::<osculate::DVec2, _>(body);
    queries_agree_across_contact::<osculate::Vec2, _>(polygon);
    queries_agree_across_contact::<osculate::DVec2, _>(polygon);
    queries_agree_across_contact::<osculate::Vec3, _>(body);
    queries_agree_across_contact::<osculate::Vec3A, _>(body);
    queries_agree_across_contact::<DVec3, _>(body);
}

/// Overlaps whose depth is known without arithmetic; shapes around y.
#[test]
fn known_depths_of_deep_overlaps_hold() {
    use osculate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};

    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let ball = |r| Ball::new(r).unwrap();
    let cuboid = |x, y, z| Cuboid::new(DVec3::new(x, y, z)).unwrap();
    let cylinder = |h, r| Cylinder::<DVec3>::new(h, r).unwrap();
    type Body<'s> = Box<dyn Convex<DVec3> + 's>;
    let body = |s| -> Body<'static> { s };
    let pairs: Vec<(&str, Body<'_>, Body<'_>, Pose<DVec3>, f64)> = vec![
        (
            "concentric balls",
            body(Box::new(ball(2.0))),
            body(Box::new(ball(0.5))),
            at(0.0, 0.0, 0.0),
            2.5,
        ),
        (
            "concentric boxes",
            body(Box::new(cuboid(1.0, 2.0, 3.0))),
            body(Box::new(cuboid(0.5, 0.5, 0.5))),
            at(0.0, 0.0, 0.0),
            1.5,
        ),
        (
            "equal boxes",
            body(Box::new(cuboid(1.0, 2.0, 3.0))),
            body(Box::new(cuboid(1.0, 2.0, 3.0))),
            at(0.0, 0.0, 0.0),
            2.0,
        ),
        // Out through the side it is 2.0 + 0.5 − 0.3; out through the end 3.0 + 1.0.
        (
            "cylinder in cylinder",
            body(Box::new(cylinder(3.0, 2.0))),
            body(Box::new(cylinder(1.0, 0.5))),
            at(0.3, 0.0, 0.0),
            2.2,
        ),
        (
            "needle through plate",
            body(Box::new(cuboid(0.001, 10.0, 0.001))),
            body(Box::new(cuboid(5.0, 0.01, 5.0))),
            at(4.9, 1.0, 0.0),
            0.101,
        ),
        (
            "size ratio 1e4",
            body(Box::new(cuboid(1e4, 1e4, 1e4))),
            body(Box::new(cuboid(1.0, 1.0, 1.0))),
            at(1e4 - 1.0, 0.0, 0.0),
            2.0,
        ),
        (
            "capsule in cylinder",
            body(Box::new(cylinder(100.0, 100.0))),
            body(Box::new(Capsule::along_y(5.0, 10.0).unwrap())),
            at(0.0, 0.0, 0.0),
            110.0,
        ),
        (
            "ball in box",
            body(Box::new(cuboid(1.0, 2.0, 3.0))),
            body(Box::new(ball(0.25))),
            at(0.5, 0.0, 0.0),
            0.75,
        ),
        (
            "ellipsoids on an axis",
            body(Box::new(Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap())),
            body(Box::new(Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap())),
            at(1.8, 0.0, 0.0),
            0.2,
        ),
        (
            "cone on box",
            body(Box::new(Cone::<DVec3>::new(1.0, 1.0).unwrap())),
            body(Box::new(cuboid(9.0, 1.0, 9.0))),
            at(0.0, -1.9, 0.0),
            0.1,
        ),
    ];
    for (name, a, b, pose, depth) in &pairs {
        let placed = b.at(*pose);
        let answer = penetration(a, placed).unwrap_or_else(|| panic!("{name}: denied"));
        let length =
            pose.translation().length() + a.extent() + b.extent() + a.radius() + b.radius();
        assert!(
            (answer.depth.value - depth).abs() <= 1e-9 * length,
            "{name}: {answer:?} for {depth}"
        );
        assert!(answer.depth.lower <= depth + 1e-12 * length, "{name}: {answer:?} for {depth}");
        assert!(answer.depth.upper >= depth - 1e-12 * length, "{name}: {answer:?} for {depth}");
        let way = answer.normal * (answer.depth.upper * (1.0 + 1e-9));
        let out = Pose::from_translation(pose.translation() + way).unwrap();
        let gap = signed_distance(a, b.at(out)).distance;
        assert!(gap.value.abs() <= 1e-8 * length, "{name}: {gap:?} after moving out");
    }
    // Single precision, turned by nothing and by a right angle.
    let plate = Cuboid::new(Vec3::new(1.0, 1.0, 0.1)).unwrap();
    let right_angle = Rotation::from_axis_angle(Vec3::X, std::f32::consts::FRAC_PI_2).unwrap();
    let turned = plate.at(Pose::new(Vec3::ZERO, right_angle).unwrap());
    let depth = penetration(plate, turned).unwrap().depth.value;
    assert!((depth - 1.1).abs() <= 1e-5, "{depth}");
}

#[test]
fn pairs_that_stay_in_contact_need_few_support_calls() {
    // A box, by its corners, slides and turns a little on another, a tenth of a degree and a hundredth of its size a frame.
    let cuboid = &PointCloud::new(&corners::<DVec3>(&[1.0, 0.5, 0.8])).unwrap();
    let mut cache = Cache::EMPTY;
    let (mut warm, mut cold, mut frames) = (0, 0, 0);
    for frame in 0..100 {
        let t = f64::from(frame);
        let turn = Rotation::from_axis_angle(DVec3::Y, 0.3 + t * 0.1f64.to_radians()).unwrap();
        let pose = Pose::new(DVec3::new(0.01 * t - 0.4, 0.99, 0.1), turn).unwrap();
        let from_nothing = penetration(cuboid, cuboid.at(pose)).unwrap();
        let answer = cache.penetration(cuboid, cuboid.at(pose)).unwrap();
        assert!((answer.depth.value - from_nothing.depth.value).abs() < 1e-14, "frame {frame}");
        assert!(answer.depth.contains(0.01) && answer.depth.width() < 1e-13, "{answer:?}");
        if frame > 0 {
            (warm, cold, frames) = (warm + answer.steps, cold + from_nothing.steps, frames + 1);
        }
    }
    assert!(warm * 10 <= frames * 75, "{} calls a frame", f64::from(warm) / f64::from(frames));
    assert!(warm < cold, "{warm} and {cold}");
}

fn trackers_hold_the_contract<V: Space>() {
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
                let answer = tracker.signed_distance(a.pose(), b.pose());
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
fn bodies_that_are_tracked_hold_the_contract() {
    trackers_hold_the_contract::<osculate::Vec2>();
    trackers_hold_the_contract::<osculate::Vec3A>();
    trackers_hold_the_contract::<DVec3>();
}

/// Round hulls have many faces that may come nearest; jumps of all sizes, through one another and out again, must not pass for small motions.
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
            let answer = tracker.signed_distance(p, q);
            let [p, q] = placed.each_ref().map(|placed| {
                Pose::new(placed.translation.as_dvec3(), placed.turn.rotation()).unwrap()
            });
            let truth = signed_distance(wide[0].at(p), wide[1].at(q)).distance;
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

/// Deep inside one another, large hulls take more steps than any other pairs: every face is about as near as every other.
#[test]
fn hulls_of_many_points_are_measured_where_they_nearly_coincide() {
    let mut random = Random(263);
    let mut most = 0;
    for round in 0..60 {
        let mut hull =
            || -> Vec<DVec3> { (0..256).map(|_| DVec3::from(random.direction())).collect() };
        let (a, b) = (hull(), hull());
        let [p, q] = [&a, &b].map(|points| Polytope::from_points(points).unwrap());
        let shift = DVec3::from(random.direction()) * 0.03 * random.unit();
        let turn = Rotation::from_quaternion(random.quaternion()).unwrap();
        let placed = q.at(Pose::new(shift, turn).unwrap());
        let answer = penetration(&p, placed).unwrap();
        let context = format!("round {round}: {answer:?}");
        assert!(answer.depth.width() <= 32.0 * f64::EPSILON * 4.0, "{context}");
        // No direction reaches less far than the lower bound, and the normal no further than the upper.
        let reach = |n: DVec3| p.support(n).dot(n) - placed.support(-n).dot(n);
        for _ in 0..1000 {
            let n = DVec3::from(random.direction());
            assert!(reach(n) >= answer.depth.lower, "{context}: {} along {n}", reach(n));
        }
        assert!((reach(answer.normal) - answer.depth.value).abs() <= 1e-14, "{context}");
        let single = |points: &[DVec3]| {
            let points: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            Polytope::from_points(&points).unwrap()
        };
        let turn = Rotation::from_matrix(turn.matrix().as_mat3()).unwrap();
        let pose = Pose::new(shift.as_vec3(), turn).unwrap();
        let other = penetration(single(&a), single(&b).at(pose)).unwrap();
        assert!((f64::from(other.depth.value) - answer.depth.value).abs() < 1e-5, "{context}");
        most = most.max(answer.steps);
    }
    println!("at most {most} steps");
}

/// The polytopes of a trace.
struct Polytopes<V: Space> {
    /// Lower and upper bound of each.
    bounds: Vec<(f64, f64)>,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> Observer<V> for Polytopes<V> {
    fn step(&mut self, _: Step<'_, V>) {}
    fn expansion(&mut self, polytope: Expansion<'_, V>) {
        let Expansion { vertices, faces, nearest, direction, lower, upper } = polytope;
        assert!(nearest < faces.len() && faces.len() > V::DIM);
        assert!(faces.iter().flatten().all(|&i| (i as usize) < vertices.len()));
        // The nearest face's corners lie in its plane, and no vertex beyond it.
        let n = coordinates(direction);
        let length = norm(&n);
        let along =
            |v: &V| coordinates(*v).iter().zip(&n).map(|(x, n)| x * n).sum::<f64>() / length;
        let furthest = vertices.iter().map(along).fold(f64::MIN, f64::max);
        let lower = f64_of::<V>(lower);
        let slack = 1e-5;
        assert!((furthest - lower).abs() <= slack, "{furthest} along a face at {lower}");
        for &i in &faces[nearest] {
            assert!((along(&vertices[i as usize]) - lower).abs() <= slack);
        }
        self.bounds.push((lower, f64_of::<V>(upper)));
    }
}

fn polytopes_close_in_on_the_depth<V: Space>() {
    let mut traced = 0;
    for seed in 0..200 {
        let mut random = Random(seed);
        let (a, b) = overlapping_pair::<V>(Family::Random, &mut random);
        let (p, q) = (body(&a), body(&b));
        let mut seen = Polytopes::<V> { bounds: Vec::new(), space: std::marker::PhantomData };
        let answer = trace_penetration(&p, &q, &mut seen);
        assert_eq!(answer, penetration(&p, &q), "{} seed {seed}: watched, another answer", V::NAME);
        let (Some(answer), Some(&(lower, upper))) = (answer, seen.bounds.last()) else { continue };
        for pair in seen.bounds.windows(2) {
            let ((lower, upper), (next, least)) = (pair[0], pair[1]);
            assert!(next >= lower - 1e-6 && least <= upper, "{} seed {seed}: {pair:?}", V::NAME);
        }
        let value = f64_of::<V>(answer.depth.value);
        // After the last polytope its nearest face may be asked once more: no vertex is beyond it.
        let closed = (lower - value).abs() <= 1e-5 && value <= upper + 1e-5;
        assert!(closed, "{} seed {seed}: {lower} to {upper}, {answer:?}", V::NAME);
        traced += 1;
    }
    assert!(traced > 20, "{traced} expansions");
}

#[test]
fn each_polytope_of_a_trace_bounds_the_depth() {
    in_every_space!(polytopes_close_in_on_the_depth);
}
