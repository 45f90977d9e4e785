//! The papers' solvers of the sub-distance against exact arithmetic, on random and on degenerate
//! simplices.

use crate::assert_count;
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, Turn, pairs, simplex};
use osculate::papers::barycode::{Cases, subdistance};
use osculate::papers::johnson::Johnson;
use osculate::papers::montanari::{Triangle, signed_volumes, signed_volumes_by};
use osculate::papers::{Nearest, ericson};
use osculate::simplex::{Simplex, combine, reduce, weights};
use osculate::{DVec2, DVec3, Vector};

/// Simplices a space. `OSCULATE_PAIRS=1000000` takes minutes.
const SIMPLICES: usize = 20_000;

/// What counts as a wrong answer, in sizes of the simplex: more than half of the digits are gone.
const WRONG: f64 = 1e-5;

fn exact<V: Space>(points: &[V]) -> f64 {
    let placed = |corners: &[V]| Placed {
        corners: corners.to_vec(),
        turn: Turn::NONE,
        translation: V::ZERO,
    };
    Scene::new(&placed(points), &placed(&[V::ZERO])).distance()
}

/// How one solver did: its largest error in sizes of the simplex, on random and on degenerate ones;
/// how often it was wrong; how often it had no answer.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    worst: [f64; 2],
    wrong: [usize; 2],
    missing: usize,
}

impl Score {
    fn count(&mut self, found: f64, truth: f64, size: f64, degenerate: usize) {
        let off = (found - truth).abs() / size;
        let kind = degenerate.min(1);
        if off.is_nan() {
            self.missing += 1;
            return;
        }
        self.worst[kind] = self.worst[kind].max(off);
        self.wrong[kind] += usize::from(off > WRONG);
    }
}

/// The solvers.
const NAMES: [&str; 9] = [
    "Johnson, as printed",
    "Johnson, with the backup procedure",
    "Johnson, checked",
    "Ericson",
    "Montanari",
    "barycode, seven cases",
    "barycode, four cases",
    "barycode, seven cases, any order",
    "Montanari, triangles by their barycode",
];

/// The scores, and how many simplices were reduced.
fn scores<V: Space + Vector<Scalar = f64>>() -> ([Score; 9], usize) {
    let mut scores = [Score::default(); 9];
    let (mut kept, mut held) = (0, 0);
    let mut random = Random(3);
    for _ in 0..pairs(SIMPLICES) {
        let degenerate = random.below(4);
        let points = simplex::<V>(&mut random, degenerate);
        let size = points.iter().map(|p| p.length()).fold(0.0, f64::max);
        // GJK's history, step by step: each vertex is beyond the nearest point of those before.
        let mut older = Simplex::new(&points[..1]);
        let mut johnson = [Johnson::default(); 3];
        johnson.iter_mut().for_each(|johnson| _ = johnson.add(points[0]));
        for &newest in &points[1..] {
            let v = combine(older.points(), &weights(&older));
            let progress = v.dot(newest) < v.length_squared() * (1.0 - 1e-9);
            if !progress || older.points().len() == V::DIM + 1 {
                break;
            }
            older.push(newest);
            let whole: Vec<V> = older.points().to_vec();
            let truth = exact(&whole);
            let mut count = |which: usize, found: Option<Nearest<V>>| {
                let length = found.map_or(f64::NAN, |nearest| nearest.point.length());
                scores[which].count(length, truth, size, degenerate);
            };
            count(0, johnson[0].add(newest));
            count(1, johnson[1].add_with_backup(newest));
            count(2, johnson[2].add_checked(newest));
            count(3, Some(ericson::subdistance(&older)));
            let first: Vec<V> = whole.iter().rev().copied().collect();
            count(4, Some(signed_volumes(&first)));
            count(8, Some(signed_volumes_by(&first, Triangle::Barycode).0));
            if V::DIM == 2 {
                let mut shuffled = first.clone();
                random.shuffle(&mut shuffled);
                let asked = [
                    (5, &first, Cases::Seven),
                    (6, &first, Cases::Four),
                    (7, &shuffled, Cases::Seven),
                ];
                for (which, tau, cases) in asked {
                    let v = subdistance(tau, cases).v.length();
                    scores[which].count(v, truth, size, degenerate);
                }
            }
            kept += 1;
            if reduce(&mut older).is_none() {
                held += 1;
                break;
            }
        }
    }
    println!("{}: {kept} reductions, {held} around the origin", V::NAME);
    for (name, score) in NAMES.iter().zip(&scores) {
        println!("  {name}: {score:?}");
    }
    assert!(held > 0 && kept > held, "one-sided");
    (scores, kept)
}

/// On random simplices every solver is right; on degenerate ones the counts are theirs.
fn assert_scores<V: Space + Vector<Scalar = f64>>(expected: &[(usize, [usize; 2])], of: usize) {
    let (scores, kept) = scores::<V>();
    for &(which, [wrong, missing]) in expected {
        let (name, score) = (NAMES[which], scores[which]);
        assert!(score.worst[0] <= 1e-10, "{name}: off by {:e} on random simplices", score.worst[0]);
        assert_count(&format!("{name}, wrong"), score.wrong[1], kept, wrong, of);
        assert_count(&format!("{name}, without an answer"), score.missing, kept, missing, of);
    }
}

#[test]
fn solvers_agree_in_the_plane() {
    let expected = [
        (0, [3, 0]),
        (1, [3, 0]),
        (2, [0, 0]),
        (3, [0, 0]),
        (4, [0, 0]),
        (5, [0, 0]),
        (6, [0, 0]),
        (7, [0, 0]),
        (8, [0, 0]),
    ];
    assert_scores::<DVec2>(&expected, 11_905);
}

#[test]
fn solvers_agree_in_space() {
    let expected =
        [(0, [11, 37]), (1, [11, 0]), (2, [0, 0]), (3, [0, 0]), (4, [0, 0]), (8, [0, 0])];
    assert_scores::<DVec3>(&expected, 17_697);
}

/// What checks a solver's point adds to it: no more than half of the digits go. Of half a million
/// random simplices the thinnest costs four digits. Of n times as many it is n times as thin, and
/// products of dot products lose the square of that.
#[test]
fn checked_solvers_keep_half_of_the_digits() {
    let times = (pairs(SIMPLICES) as f64 / 5e5).max(1.0);
    for scores in [scores::<DVec2>().0, scores::<DVec3>().0] {
        for which in [2, 3] {
            let [random, degenerate] = scores[which].worst;
            assert!(random <= 1e-12 * times * times, "{}: {random:e}", NAMES[which]);
            assert!(degenerate <= 2e-5, "{}: {degenerate:e}", NAMES[which]);
        }
    }
}

/// Paper 003: its S2D can be "integrated to 3D SV-based GJK algorithm to improve efficiency
/// further". Both forms give one point, and what is saved is segments: the signed volumes ask each
/// side of a triangle that the origin is beyond, the barycode one.
#[test]
fn barycodes_in_signed_volumes_ask_fewer_segments() {
    let mut random = Random(11);
    let mut rows = Vec::new();
    for n in [3, 4] {
        let (mut segments, mut simplices) = ([0; 2], 0);
        while simplices < pairs(SIMPLICES) {
            let points: Vec<DVec3> = (0..n).map(|_| random.vector()).collect();
            // The newest is beyond the nearest point of the others, and that point is inside their
            // hull, as in GJK: weights of vertices that do not hold it are zero.
            let older = Simplex::new(&points[1..]);
            let weights = subdistance_of(&points[1..]).weights;
            let v = combine(older.points(), &weights);
            let is_inside = weights[..n - 1].iter().all(|weight| *weight > 0.0);
            if !is_inside || v.dot(points[0]) > v.length_squared() * (1.0 - 1e-9) {
                continue;
            }
            simplices += 1;
            let both = [Triangle::Volumes, Triangle::Barycode]
                .map(|triangle| signed_volumes_by(&points, triangle));
            let [one, other] = both.map(|(nearest, _)| nearest.point.length());
            assert!((one - other).abs() <= 1e-9, "{points:?}: {one} {other}");
            segments = [segments[0] + both[0].1, segments[1] + both[1].1];
        }
        let [volumes, barycode] = segments.map(|count| f64::from(count) / simplices as f64);
        println!(
            "{n} vertices: segments a simplex: {volumes:.3} by volumes, {barycode:.3} by codes"
        );
        rows.push((volumes, barycode));
    }
    assert!(rows.iter().all(|(volumes, barycode)| barycode <= volumes), "{rows:?}");
}

/// The weights of a few vertices, in any order.
fn subdistance_of(points: &[DVec3]) -> Nearest<DVec3> {
    ericson::subdistance(&Simplex::new(points))
}
