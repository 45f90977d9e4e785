//! What the papers claim, measured: the figures of `docs/papers.md`. Each test prints its own, with
//! `-- --nocapture`, and asserts what the page says of them.

use std::f64::consts::TAU;

use crate::support::{Random, Space, pairs, scalar};
use crate::{each_pair, support_of};
use osculate::papers::barycode::{self, Parameters, closest as closest_003, collides};
use osculate::papers::bergen::{
    Ended, Graph, HillClimbing, IsaGjk, Rules, distance, distance_from, finest, separating_axis,
};
use osculate::papers::boolean::{self, Query};
use osculate::papers::johnson::{Johnson, Work, without_caches};
use osculate::shape::{Cone, ConvexPolygon, Ellipsoid, Polytope, Shape};
use osculate::{Cache, Convex, DVec2, DVec3, Place, Pose, Rotation, Tracker, Vec3};

/// The hull of so many points of a unit sphere.
fn hull<V: Space + osculate::Spatial>(random: &mut Random, n: usize) -> Polytope<V> {
    let points: Vec<V> = (0..n)
        .map(|_| {
            let p = random.direction();
            V::from_fn(|i| scalar(p[i]))
        })
        .collect();
    Polytope::from_points(&points).unwrap()
}

/// A pose in any turn, this far off in any direction.
fn pose<V: Space>(random: &mut Random, far: f64) -> Pose<V> {
    let direction = random.direction();
    let turn = random.turn::<V>().rotation();
    Pose::new(V::from_fn(|i| scalar(direction[i] * far)), turn).unwrap()
}

type Pair = [Box<dyn Convex<DVec3>>; 2];

/// Mean support points of algorithm 1, and of ours, at a relative tolerance.
fn steps(pairs: &[Pair], epsilon: f64) -> [f64; 2] {
    let (mut papers, mut ours) = (0, 0);
    for [a, b] in pairs {
        let found = distance(|d| a.support(d), |d| b.support(d), &Rules::robust(epsilon));
        assert!(found.ended != Ended::Never);
        papers += found.steps;
        ours += osculate::Query::new(a, b).with_relative_tolerance(epsilon).closest().steps;
    }
    [papers, ours].map(|steps| f64::from(steps) / pairs.len() as f64)
}

const DIGITS: [i32; 6] = [2, 4, 6, 8, 10, 12];

/// Paper 000, section 5: "for quadric objects, such as spheres and cones, the average number of
/// iterations […] is roughly linear in the number of accurate digits".
#[test]
fn steps_of_quadrics_grow_with_the_digits() {
    let mut random = Random(21);
    let pairs: Vec<Pair> = (0..200)
        .map(|_| {
            let half = DVec3::new(1.0, 0.4 + random.unit(), 0.4 + random.unit());
            let ellipsoid = Ellipsoid::new(half).unwrap();
            let cone = Cone::<DVec3>::new(0.5 + random.unit(), 0.5 + random.unit()).unwrap();
            let at = pose(&mut random, 4.5);
            [Box::new(ellipsoid) as Box<_>, Box::new(osculate::At::new(cone, at)) as Box<_>]
        })
        .collect();
    let means: Vec<[f64; 2]> =
        DIGITS.iter().map(|&digits| steps(&pairs, 10f64.powi(-digits))).collect();
    for (digits, [papers, ours]) in DIGITS.iter().zip(&means) {
        println!("ellipsoid and cone, {digits} digits: {papers:.2} steps, ours {ours:.2}");
    }
    let growth = |from: usize, to: usize| means[to][0] - means[from][0];
    let (early, late) = (growth(0, 2), growth(2, 5) * 2.0 / 3.0);
    assert!(early > 2.0 && late > 0.5 * early && late < 2.0 * early, "{early} {late}");
}

/// The same for polytopes: usually fewer "than for quadrics, regardless of the complexity of the
/// polytopes", and "not a function of ε (for small values of ε)".
#[test]
fn steps_of_polytopes_do_not_depend_on_the_tolerance() {
    let mut random = Random(22);
    for n in [8, 20, 64, 256, 1024] {
        let pairs: Vec<Pair> = (0..100)
            .map(|_| {
                let (a, b) = (hull::<DVec3>(&mut random, n), hull::<DVec3>(&mut random, n));
                let at = pose(&mut random, 2.4);
                [Box::new(a) as Box<_>, Box::new(osculate::At::new(b, at)) as Box<_>]
            })
            .collect();
        let means: Vec<[f64; 2]> =
            DIGITS.iter().map(|&digits| steps(&pairs, 10f64.powi(-digits))).collect();
        let papers: Vec<String> = means.iter().map(|m| format!("{:.2}", m[0])).collect();
        let ours: Vec<String> = means.iter().map(|m| format!("{:.2}", m[1])).collect();
        println!("{n} vertices, {DIGITS:?} digits: {papers:?} steps, ours {ours:?}");
        assert!(means[5][0] - means[2][0] <= 0.05 * means[2][0], "{n}: {means:?}");
    }
}

/// "In the degenerate case where the backup procedure needs to be called, the difference between
/// the best vector returned by the backup procedure and the vector vₖ from the previous iteration
/// is negligible." Counted over all families: how often it was called, and how much nearer its
/// vector was, in shares of the pair's size.
#[test]
fn the_backup_procedure_gains_little() {
    let (mut called, mut gains, mut most): (usize, [usize; 3], f64) = (0, [0; 3], 0.0);
    let all = each_pair::<DVec3>(300, |asked| {
        let (a, b) = (support_of(&asked.a), support_of(&asked.b));
        let size = asked.unit / f64::EPSILON;
        // Algorithm 1 to the step at which no subset is left.
        let (mut v, mut johnson) = (a(DVec3::X) - b(-DVec3::X), Johnson::default());
        for _ in 0..30 {
            if johnson.free().is_none() || v == DVec3::ZERO {
                break;
            }
            let w = a(-v) - b(v);
            if v.length() - v.dot(w) / v.length() <= finest::<f64>() * v.length() {
                break;
            }
            if johnson.vertices().any(|y| y == w) {
                break;
            }
            match johnson.add(w) {
                Some(nearest) => v = nearest.point,
                None => {
                    called += 1;
                    let best = johnson.add_with_backup(w).map_or(v, |nearest| nearest.point);
                    let gain = (v.length() - best.length()) / size;
                    most = most.max(gain);
                    for (gains, least) in gains.iter_mut().zip([1e-15, 1e-12, 1e-9]) {
                        *gains += usize::from(gain > least);
                    }
                    break;
                }
            }
        }
    });
    println!(
        "backup procedure: called for {called} of {all} pairs; nearer by more than 1e-15, 1e-12, \
         1e-9 of the size: {gains:?}; most {most:e}"
    );
    assert!(called > 50);
    assert!(gains[1] * 10 <= called, "{gains:?} of {called}");
}

/// Paper 000, section 3: with coherence, a support point by hill climbing takes "almost constant
/// time". Vertices looked at by a support point, a degree on from the last one.
#[test]
fn hill_climbing_looks_at_few_vertices() {
    let mut random = Random(23);
    let mut looked = Vec::new();
    for n in [8, 64, 1024, 8192] {
        let polytope = hull::<DVec3>(&mut random, n);
        let graph = Graph::new(&polytope);
        let mut climbing = HillClimbing::new(&graph);
        climbing.support(DVec3::X);
        climbing.looked = 0;
        for k in 0..3600 {
            let angle = TAU * f64::from(k) / 360.0;
            climbing.support(DVec3::new(angle.cos(), angle.sin(), 0.3));
        }
        looked.push(climbing.looked as f64 / 3600.0);
        println!("{n} vertices: {:.2} looked at a support point", looked[looked.len() - 1]);
    }
    assert!(looked[3] < 3.0 * looked[1], "{looked:?}");
}

/// Section 4, figure 2: ISA-GJK starts from the last axis. Hulls of 20 vertices that move as in
/// appendix B, by 5 % of the radius and 10 degrees a frame, and by a tenth of that. Mean support
/// points a frame, of all frames and of those in which the last axis fails: from the last axis,
/// from an arbitrary vector, and from the line between the centres, as ours does.
#[test]
fn isa_gjk_starts_from_the_last_axis() {
    let rules = Rules::<f64>::robust(0.0);
    for speed in [1.0, 0.1] {
        let mut random = Random(24);
        let (mut all, mut frames, mut failing, mut failed) = ([0; 3], 0, [0; 3], 0);
        for _ in 0..60 {
            let (a, b) = (hull::<DVec3>(&mut random, 20), hull::<DVec3>(&mut random, 20));
            let mut isa = IsaGjk::default();
            let axis = DVec3::from(random.direction());
            let (from, way) = (random.direction(), random.direction());
            for frame in 0..200 {
                let turn = Rotation::from_axis_angle(axis, 0.1745 * speed * f64::from(frame));
                let t = f64::from(frame) * speed * 0.05;
                let at = DVec3::from(from) * 2.0 + DVec3::from(way) * (t.sin() * 0.6);
                let b = b.at(Pose::new(at, turn.unwrap()).unwrap());
                let (sa, sb) = (|d| a.support(d), |d| b.support(d));
                let last = isa.axis;
                let starts = [last, DVec3::X, -at];
                let verdicts = starts.map(|mut v| separating_axis(sa, sb, &mut v, &rules));
                isa.intersects(sa, sb, &rules);
                let is_failing = verdicts[0].steps > 1 && !verdicts[0].intersects;
                frames += 1;
                failed += u32::from(is_failing);
                for (which, verdict) in verdicts.iter().enumerate() {
                    all[which] += verdict.steps;
                    failing[which] += if is_failing { verdict.steps } else { 0 };
                }
            }
        }
        let mean = |sums: [u32; 3], of: u32| sums.map(|sum| f64::from(sum) / f64::from(of));
        println!(
            "speed {speed}: a frame {:.2?}; where the last axis fails, {failed} of {frames}: {:.2?}",
            mean(all, frames),
            mean(failing, failed)
        );
        assert!(all[0] < all[1], "{all:?}");
    }
}

/// Paper 001: a loop without end is "such a rare case (on the order of one in ten thousand
/// queries)". Random hulls in single precision, at every distance from touching to far.
#[test]
fn off_contact_fewer_than_one_query_in_ten_thousand_reach_the_cap() {
    let mut random = Random(25);
    let hulls: Vec<Polytope<Vec3>> = (0..40).map(|k| hull(&mut random, 8 + k)).collect();
    let n = pairs(20_000);
    let (mut capped, mut touching) = ([0; 2], 0);
    let mut query = Query::<Vec3>::new(boolean::Rules::PRINTED);
    for k in 0..n {
        let [i, j] = [random.below(40), random.below(40)];
        let far = 1.2 + random.unit();
        let (a, turned) = (&hulls[i], pose::<Vec3>(&mut random, far));
        let mut b = hulls[j].at(turned);
        if k % 2 == 1 {
            // Moved up to touching.
            let gap = osculate::signed_distance(a, b);
            let normal = gap.normal;
            let moved = turned.translation() - normal * gap.distance.value;
            b = hulls[j].at(Pose::new(moved, turned.rotation()).unwrap());
            touching += 1;
        }
        let answer = query.intersect_two(|d| a.support(d), |d| b.support(d));
        capped[k % 2] += usize::from(answer.ended == boolean::Ended::OutOfIterations);
    }
    println!(
        "the cap: {} of {} at any distance, {} of {touching} touching",
        capped[0],
        n - touching,
        capped[1]
    );
    assert!(capped[0] * 10_000 <= n, "{capped:?} of {n}");
    assert!(capped[1] * 50 <= touching, "{capped:?} of {n}");
}

/// The hull of points, by a look at each.
fn cloud(points: &[Vec3]) -> osculate::shape::PointCloud<Vec3> {
    osculate::shape::PointCloud::new(points).unwrap()
}

/// Two hulls of so many vertices, the second this far off.
fn hulls(random: &mut Random, n: usize, far: f64) -> Pair {
    let (a, b) = (hull::<DVec3>(random, n), hull::<DVec3>(random, n));
    let at = pose(random, far);
    [Box::new(a) as Box<_>, Box::new(osculate::At::new(b, at)) as Box<_>]
}

/// Section 4: "in general, GJK needs less iterations for finding a separating axis of a pair of
/// nonintersecting objects than for computing an accurate approximation of v(A − B)". Support
/// points of both algorithms, from one start.
#[test]
fn algorithm_2_needs_fewer_support_points_than_algorithm_1() {
    let mut random = Random(29);
    let rules = Rules::robust(1e-9);
    let (mut steps, mut apart) = ([0; 2], 0);
    for _ in 0..pairs(2000) {
        let [a, b] = hulls(&mut random, 20, 2.4);
        let (sa, sb) = (|d| a.support(d), |d| b.support(d));
        let mut v = a.support(DVec3::X) - b.support(-DVec3::X);
        let found = distance(sa, sb, &rules);
        let verdict = separating_axis(sa, sb, &mut v, &rules);
        if !verdict.intersects {
            apart += 1;
            steps = [steps[0] + verdict.steps, steps[1] + found.steps];
            assert!(verdict.steps <= found.steps, "{verdict:?} {found:?}");
        }
    }
    let [axis, distance] = steps.map(|steps| f64::from(steps) / f64::from(apart));
    println!("{apart} pairs apart: {axis:.2} support points for an axis, {distance:.2} for v");
    assert!(apart > 1000 && axis < 0.7 * distance);
}

/// Section 2: "contrary to ‖vₖ‖, the lower bound δₖ may not be monotonic in k", and so μ is used.
#[test]
fn the_support_planes_of_later_steps_may_be_worse_bounds() {
    let mut random = Random(30);
    let (mut falls, mut runs, mut lost) = (0, 0, 0.0f64);
    for _ in 0..pairs(3000) {
        let [a, b] = hulls(&mut random, 20, 2.6);
        let start = [a.support(DVec3::X), b.support(-DVec3::X)];
        let (mut deltas, mut mus, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
        let rules = Rules::robust(1e-9);
        let found = distance_from(
            |d| a.support(d),
            |d| b.support(d),
            start,
            &rules,
            |state| {
                deltas.push(state.delta);
                mus.push(state.mu);
                lengths.push(state.v.length());
            },
        );
        if found.ended != Ended::Close || deltas.len() < 2 {
            continue;
        }
        assert!(mus.windows(2).all(|mu| mu[0] <= mu[1]));
        // v₀ is no point of the first simplex, so that only from v₁ on lengths fall.
        assert!(lengths[1..].windows(2).all(|length| length[0] > length[1]));
        runs += 1;
        let fall = deltas.windows(2).map(|delta| (delta[0] - delta[1]) / found.v.length());
        let fall = fall.fold(0.0, f64::max);
        falls += usize::from(fall > 0.0);
        lost = lost.max(fall);
    }
    println!("δ falls in {falls} of {runs} runs, by {lost:.2} of the distance at most");
    assert!(falls * 10 > runs && falls < runs, "{falls} of {runs}");
}

/// Section 4: "by caching and reusing results of dot products, substantial performance improvement
/// can be obtained", the Δᵢ(X) with them, and theorem 2 halves the subsets. What both forms compute
/// over whole runs of algorithm 1, where they give one point.
#[test]
fn caches_save_products_cofactors_and_subsets() {
    let mut random = Random(31);
    let (mut cached, mut plain, mut iterations) = (Work::default(), Work::default(), 0);
    let sum = |sum: &mut Work, work: Work| {
        sum.products += work.products;
        sum.cofactors += work.cofactors;
        sum.subsets += work.subsets;
    };
    for _ in 0..pairs(2000) {
        let [a, b] = hulls(&mut random, 20, 2.2);
        let start = [a.support(DVec3::X), b.support(-DVec3::X)];
        let rules = Rules::robust(1e-9);
        distance_from(
            |d| a.support(d),
            |d| b.support(d),
            start,
            &rules,
            |state| {
                let mut johnson = *state.simplex;
                let points: Vec<DVec3> = johnson.vertices().chain([state.w]).collect();
                // The last support point brings v no nearer, and theorem 2 is not of it.
                let is_last = state.v.length() - state.mu <= 1e-9 * state.v.length();
                if is_last || points.len() > 4 {
                    return;
                }
                iterations += 1;
                sum(&mut cached, johnson.work_of_next());
                let (nearest, work) = without_caches(&points);
                sum(&mut plain, work);
                let both = johnson.add(state.w).zip(nearest);
                let off = both.map_or(0.0, |(one, other)| (one.point - other.point).length());
                assert!(off <= 1e-9, "{points:?}: {off}");
            },
        );
    }
    println!("{iterations} iterations; with caches {cached:?}, without {plain:?}");
    assert!(cached.products * 10 < plain.products * 7, "{cached:?} {plain:?}");
    assert!(cached.cofactors < plain.cofactors && cached.subsets < plain.subsets);
}

/// Section 2: "GJK has a tendency to generate simplices that are progressively more oblong, i.e.,
/// closer to being affinely dependent, as the number of iterations increases". Of Wₖ ∪ {wₖ} of
/// three or four points: the area or volume of what its edges span, in powers of the longest. An
/// ellipsoid and a cone to twelve digits.
#[test]
fn simplices_grow_more_oblong_from_step_to_step() {
    let mut random = Random(32);
    let mut thin: Vec<(f64, f64)> = vec![(0.0, 0.0); 24];
    for _ in 0..pairs(500) {
        let half = DVec3::new(1.0, 0.4 + random.unit(), 0.4 + random.unit());
        let a = Ellipsoid::new(half).unwrap();
        let cone = Cone::<DVec3>::new(0.5 + random.unit(), 0.5 + random.unit()).unwrap();
        let b = osculate::At::new(cone, pose(&mut random, 4.5));
        let start = [a.support(DVec3::X), b.support(-DVec3::X)];
        let rules = Rules::robust(1e-12);
        distance_from(
            |d| a.support(d),
            |d| b.support(d),
            start,
            &rules,
            |state| {
                let edges: Vec<DVec3> = state.simplex.vertices().map(|y| y - state.w).collect();
                let measure = match edges[..] {
                    [e, f] => e.cross(f).length(),
                    [e, f, g] => e.cross(f).dot(g).abs(),
                    _ => return,
                };
                let longest = edges.iter().flat_map(|e| edges.iter().map(|f| (*e - *f).length()));
                let longest = longest.chain(edges.iter().map(|e| e.length())).fold(0.0, f64::max);
                let relative = measure / longest.powi(edges.len() as i32);
                if let Some((digits, of)) = thin.get_mut(state.k as usize) {
                    (*digits, *of) = (*digits + relative.max(1e-30).log10(), *of + 1.0);
                }
            },
        );
    }
    let means: Vec<f64> = (2..12).map(|k| thin[k].0 / thin[k].1).collect();
    println!("mean of log₁₀ of the relative size at k = 2, 3, … 11: {means:.2?}");
    // Triangles and tetrahedra alternate.
    assert!(means.windows(3).all(|of| of[2] < of[0]), "{means:?}");
    assert!(means[9] < means[0] - 2.0, "{means:?}");
}

/// Section 5: for v ≈ 0 "the right member of the inequality might underflow […]. This problem is
/// solved by terminating as soon as ‖v‖ drops below a tolerance ω". Pairs of every family that
/// touch, by the original's loop, with ω zero and ω as large as what a support point rounds by.
#[test]
fn omega_ends_loops_at_contact() {
    let (mut touching, mut never, mut short) = (0, [0; 2], 0);
    each_pair::<Vec3>(300, |asked| {
        if asked.truth > asked.unit {
            return;
        }
        touching += 1;
        let (a, b) = (support_of(&asked.a), support_of(&asked.b));
        for (never, omega) in never.iter_mut().zip([0.0, 16.0 * asked.unit]) {
            let rules = Rules::original(finest()).with_omega(omega as f32);
            let found = distance(&a, &b, &rules);
            *never += usize::from(found.ended == Ended::Never);
            let length = f64::from(found.v.length());
            short += usize::from(found.ended == Ended::Zero && omega > 0.0 && length > 0.0);
            assert!(found.ended != Ended::Zero || length <= omega, "{}", asked.name);
        }
    });
    println!("of {touching} pairs that touch, without end: {never:?}; ended by ω: {short}");
    assert!(never[0] > 10 && short > 100 && never[1] * 4 < never[0], "{never:?} {short}");
}

/// Underflow itself: of lengths so small that their squares, and with them ‖v‖, are zero or
/// subnormal, ε‖v‖ is zero. ω of that size ends the loop at a length that is known.
#[test]
fn omega_is_a_length() {
    let at = |size: f32| move |d: Vec3| Vec3::new(size, 0.0, 0.0) + d.signum() * (size * 0.25);
    for size in [1.0f32, 1e-10, 1e-18] {
        let omega = 2.0 * size;
        let found = distance(at(size), |_| Vec3::ZERO, &Rules::robust(1e-6).with_omega(omega));
        assert_eq!((found.ended, found.steps), (Ended::Zero, 0), "{size}");
        let found = distance(at(size), |_| Vec3::ZERO, &Rules::robust(1e-6));
        assert_ne!(found.ended, Ended::Zero, "{size}");
        assert!((found.v.length() - 0.75 * size).abs() <= 1e-6 * size, "{size}: {found:?}");
    }
}

/// Paper 001: "depending on the scale of your world, cross_aba can produce some monstrously large
/// vectors […] or you can normalize v at the end of each update". Hulls in single precision, at
/// sizes that are powers of two near 10⁸ to 10¹³, so that the same pairs have the same answers.
/// Wrong answers with v as it is, and normalised.
#[test]
fn normalising_the_search_vector_saves_answers_of_large_worlds() {
    let mut random = Random(33);
    let n = pairs(4000);
    let made: Vec<([Vec<Vec3>; 2], bool)> = (0..n)
        .map(|_| {
            let [a, b] = [(); 2].map(|()| hull::<Vec3>(&mut random, 12));
            let far = 1.0 + 0.9 * random.unit();
            let at: Pose<Vec3> = pose(&mut random, far);
            let moved: Vec<Vec3> = b.vertices().iter().map(|&p| at.apply(p)).collect();
            let a = a.vertices().to_vec();
            let truth = osculate::intersects(cloud(&a), cloud(&moved));
            ([a, moved], truth)
        })
        .collect();
    let hits = made.iter().filter(|(_, hit)| *hit).count();
    assert!(hits > n / 5 && hits < n - n / 5, "one-sided: {hits} of {n}");
    let mut rows = Vec::new();
    for exponent in [0, 27, 30, 33, 37, 40, 43] {
        let size = 2f32.powi(exponent);
        let wrong = [false, true].map(|normalizes| {
            let rules = boolean::Rules { normalizes, ..boolean::Rules::MENDED };
            let mut query = Query::<Vec3>::new(rules);
            let is_wrong = |(points, hit): &&([Vec<Vec3>; 2], bool)| {
                let support = |k: usize| {
                    move |d: Vec3| {
                        let reach = |p: &&Vec3| (**p * size).dot(d);
                        let further = |p: &&Vec3, q: &&Vec3| reach(p).total_cmp(&reach(q));
                        points[k].iter().max_by(further).map_or(Vec3::ZERO, |p| *p * size)
                    }
                };
                query.intersect_two(support(0), support(1)).intersects != *hit
            };
            made.iter().filter(is_wrong).count()
        });
        println!("size {size:.1e}: wrong of {n}: v as it is {}, normalised {}", wrong[0], wrong[1]);
        rows.push(wrong);
    }
    assert_eq!(rows[0], [0, 0]);
    assert!(rows.iter().any(|[as_is, normalised]| as_is > normalised), "{rows:?}");
}

/// A polygon of the plane as the benchmark has them.
fn polygon(random: &mut Random, n: usize) -> Vec<DVec2> {
    let angle = |i: usize, unit: f64| (i as f64 + 0.8 * unit) / n as f64 * TAU;
    (0..n).map(|i| DVec2::from_angle(angle(i, random.unit()))).collect()
}

/// Paper 003, section IV: on shapes of four vertices a start in the difference set takes half the
/// time of a fixed direction. Iterations of algorithms 1 and 6; the benchmark has the times.
#[test]
fn a_start_in_the_difference_set_saves_iterations() {
    let mut random = Random(26);
    let parameters = Parameters::ordered(1e-6);
    for (class, near, far) in [("distant", 2.1, 5.1), ("overlapping", 0.0, 1.0)] {
        let mut k = [[0; 2]; 2];
        for _ in 0..5000 {
            let (p, q) = (polygon(&mut random, 4), polygon(&mut random, 4));
            let at = DVec2::from_angle(TAU * random.unit()) * (near + (far - near) * random.unit());
            let furthest = |points: &[DVec2], d: DVec2| {
                *points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap()
            };
            let (sp, sq) = (|d| furthest(&p, d), |d| furthest(&q, d) + at);
            for (k, v_init) in k.iter_mut().zip([p[0] - q[0] - at, DVec2::X]) {
                k[0] += closest_003(sp, sq, v_init, &parameters).k;
                k[1] += collides(sp, sq, v_init, &parameters).k;
            }
        }
        let share = |i: usize| f64::from(k[0][i]) / f64::from(k[1][i]);
        println!(
            "{class}: iterations of a start in the set over those of a fixed axis: distance {:.2}, \
             yes or no {:.2}",
            share(0),
            share(1)
        );
        assert!(share(0) <= 1.05 && share(1) <= 1.05);
    }
}

/// Paper 003: hill climbing saves work for many vertices, and a warm one more. Vertices looked at
/// are not counted by the paper; times are in the benchmark. Here, that all three have one answer.
#[test]
fn hill_climbing_changes_no_answer_of_paper_003() {
    let mut random = Random(27);
    let parameters = Parameters::printed(1e-6);
    let mut near = 0;
    for _ in 0..2000 {
        let n = 4 + 4 * random.below(6);
        let (p, q) = (polygon(&mut random, n), polygon(&mut random, n));
        let at = DVec2::from_angle(TAU * random.unit()) * (3.0 * random.unit());
        let v_init = p[0] - q[0] - at;
        // Climbs that were used before are warm.
        let mut climbs = [p.as_slice(), q.as_slice()].map(barycode::Climbing::new);
        let [cold, warm] = [(); 2].map(|()| {
            let [sp, sq] = &mut climbs;
            closest_003(|d| sp.support(d), |d| sq.support::<DVec2>(d) + at, v_init, &parameters)
        });
        let ours = osculate::distance(
            Shape::from(ConvexPolygon::new(&p).unwrap()),
            Shape::from(ConvexPolygon::new(&q).unwrap()).at(Pose::from_translation(at).unwrap()),
        );
        if ours.value > 0.0 && ours.value < 0.01 {
            // There its relative exit is finer than rounding: see the tests of algorithm 1.
            near += 1;
            continue;
        }
        for found in [cold, warm] {
            assert!((found.distance - ours.value).abs() <= 1e-12, "{found:?} {ours:?}");
        }
    }
    assert!(near < 20, "{near}");
}

/// Paper 004: "always starting with the simplices from the previous iteration makes GJK
/// incremental, very fast". Support points of our level 3 a frame: cold; with a `Cache`, which
/// remembers axes and asks along them again; with a `Tracker`, which remembers points. That one
/// gains steps.
#[test]
fn a_distance_from_the_last_simplex_gains_more_than_a_step_a_frame() {
    let mut random = Random(28);
    let mut steps = [0; 3];
    for _ in 0..50 {
        let hulls = [hull::<DVec3>(&mut random, 40), hull::<DVec3>(&mut random, 40)];
        let [a, b] = &hulls;
        let axis = DVec3::from(random.direction());
        let at = DVec3::from(random.direction()) * 2.3;
        let mut cache = Cache::new();
        let mut tracker = Tracker::new(a, b);
        let still = Pose::from_translation(DVec3::ZERO).unwrap();
        for frame in 0..100 {
            let turn = Rotation::from_axis_angle(axis, 0.01 * f64::from(frame)).unwrap();
            let moved = Pose::new(at, turn).unwrap();
            let answers = [
                osculate::closest(a, b.at(moved)),
                osculate::Query::new(a, b.at(moved)).starting_from(&mut cache).closest(),
                tracker.at(still, moved).closest(),
            ];
            for (steps, answer) in steps.iter_mut().zip(answers) {
                let off = answer.distance.value - answers[0].distance.value;
                assert!(off.abs() <= 1e-13);
                *steps += answer.steps;
            }
        }
    }
    let [cold, cached, tracked] = steps.map(|steps| f64::from(steps) / 5000.0);
    println!("support points a frame: cold {cold:.2}, cached {cached:.2}, tracked {tracked:.2}");
    assert!(cached < cold && tracked <= cold - 1.0, "{cold} {cached} {tracked}");
}
