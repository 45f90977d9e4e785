//! A question that asks less costs no more: instructions of queries on the same pairs, under
//! valgrind: `cargo bench --manifest-path bench/Cargo.toml --bench order`.
//!
//! `intersects` is held to what `distance` takes, in every space and of every size of hull and
//! polygon, from far apart to overlapping; so is `penetration` of boxes that are apart. No figure
//! is stored: both sides are counted in the same run, so that the check holds with every compiler,
//! on machines with AVX. Elsewhere rows of eight take twice the instructions.
//!
//! Boxes that touch are not held to it: all separating axes are asked in vain there, and then GJK,
//! for two fifths more than a distance takes. It is a class that next to no pair is in, and all
//! others take a half to a fifth of it.
//!
//! The program runs itself once under callgrind, which writes what each call of [`measured`] took.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use osculate::shape::{ConvexPolygon, Cuboid, Polytope};
use osculate::{
    At, Convex, DVec2, DVec3, Pose, Rotation, Scalar, Vec2, Vec3, Vec3A, Vector, closest, distance,
    intersects, penetration,
};

#[path = "../../crates/osculate/tests/support/random.rs"]
#[allow(dead_code)] // The tests use more of it.
mod random;
use random::Random;

/// Set for the run under valgrind.
const COUNTED: &str = "OSCULATE_COUNTED";

/// Pairs of a class.
const PAIRS: usize = 48;

/// What `intersects` of hulls may take more than their distance: the same loop is compiled for
/// both, and does not come out the same; where the two run it to its end, one in twenty
/// instructions is the compiler's choice of registers, and the balls that are asked first.
const ALLOWED: u64 = 16;

/// What is counted: callgrind looks for its name, with that of this file.
#[inline(never)]
fn measured(queries: &mut dyn FnMut()) {
    queries();
}

/// A space of the library.
trait Space: osculate::Space<Scalar: Scalar> {
    const NAME: &'static str;
    fn rotation(random: &mut Random) -> Rotation<Self>;
}

macro_rules! space {
    ($v:ident, $rotation:expr) => {
        impl Space for $v {
            const NAME: &'static str = stringify!($v);
            fn rotation(random: &mut Random) -> Rotation<Self> {
                $rotation(random)
            }
        }
    };
}
macro_rules! turned_in_space {
    ($s:ident) => {
        |random: &mut Random| {
            Rotation::from_quaternion(random.quaternion().map(|x| x as $s)).unwrap()
        }
    };
}
space!(Vec2, |random: &mut Random| Rotation::from_angle(3.0 * random.signed() as f32).unwrap());
space!(DVec2, |random: &mut Random| Rotation::from_angle(3.0 * random.signed()).unwrap());
space!(Vec3, turned_in_space!(f32));
space!(Vec3A, turned_in_space!(f32));
space!(DVec3, turned_in_space!(f64));

/// How far apart the pairs of a class are, in sizes of the shapes; those of the others overlap.
const CLASSES: [(&str, Option<f64>); 4] =
    [("far", Some(1.0)), ("near", Some(0.01)), ("touching", Some(0.0)), ("overlapping", None)];

fn vector<V: Vector>(x: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::from_f64(x[i]))
}

/// Points of a sphere; of a long and flat body that lies off its own origin, if not `round`.
fn points<V: Vector>(n: usize, round: bool, random: &mut Random) -> Vec<V> {
    let mut point = || {
        let [x, y, z] = random.direction();
        vector(if round { [x, y, z] } else { [1.5 * x + 0.7, y - 0.4, 0.5 * z + 0.3] })
    };
    (0..n).map(|_| point()).collect()
}

fn corners<V: Vector>(n: usize, round: bool, random: &mut Random) -> Vec<V> {
    let mut corner = |i: usize| {
        let turn = (i as f64 + 0.8 * random.unit()) / n as f64 * std::f64::consts::TAU;
        let (y, x) = turn.sin_cos();
        vector(if round { [x, y, 0.0] } else { [1.5 * x + 0.7, 0.5 * y - 0.4, 0.0] })
    };
    (0..n).map(&mut corner).collect()
}

/// Pairs of one class.
fn pairs<V: Space, S: Convex<V> + Clone>(
    shapes: &[S],
    gap: Option<f64>,
    random: &mut Random,
) -> Vec<[At<V, S>; 2]> {
    let mut pair = || {
        let [a, b] = [(); 2].map(|()| shapes[random.below(shapes.len())].clone());
        let turns = [V::rotation(random), V::rotation(random)];
        let way: V = vector(random.direction());
        let far = if gap.is_some() { 5.0 } else { 0.4 + 0.8 * random.unit() };
        let a = At::new(a, Pose::new(V::ZERO, turns[0]).unwrap());
        let at = way * V::Scalar::from_f64(far);
        let place = |at: V| At::new(b.clone(), Pose::new(at, turns[1]).unwrap());
        let found = closest(&a, place(at));
        let moved = match (gap, found.normal) {
            (Some(gap), Some(normal)) => {
                at - normal * (found.distance.value - V::Scalar::from_f64(gap))
            }
            _ => at,
        };
        let b = place(moved);
        [a, b]
    };
    (0..PAIRS).map(|_| pair()).collect()
}

/// Asks all pairs, and says what was counted.
fn ask<V: Vector, S: Convex<V>, T>(
    label: &str,
    pairs: &[[At<V, S>; 2]],
    query: impl Fn(&At<V, S>, &At<V, S>) -> T,
) {
    measured(&mut || {
        for [a, b] in pairs {
            black_box(query(black_box(a), black_box(b)));
        }
    });
    println!("{label}");
}

/// That `intersects` costs no more than `distance`.
fn compare<V: Space, S: Convex<V> + Clone>(kind: &str, shapes: &[S], random: &mut Random) {
    for (class, gap) in CLASSES {
        if kind == "boxes" && V::DIM == 3 && class == "touching" {
            continue;
        }
        let pairs = pairs(shapes, gap, random);
        let label = |query: &str| format!("{} {kind} {class}\t{query}", V::NAME);
        ask(&label("intersects"), &pairs, |a, b| intersects(a, b));
        ask(&label("distance"), &pairs, |a, b| distance(a, b));
    }
}

fn hulls<V: Space + osculate::Spatial>() {
    for n in [4, 8, 12, 20, 40, 64, 100, 256] {
        for (kind, round) in [("round", true), ("long", false)] {
            let mut random = Random(n as u64);
            let mut hull = || Polytope::<V>::from_points(&points(n, round, &mut random)).unwrap();
            let hulls: Vec<_> = (0..4).map(|_| hull()).collect();
            compare(&format!("{kind} hulls of {n}"), &hulls, &mut random);
        }
    }
}

fn polygons<V: Space + osculate::Planar>() {
    for n in [3, 4, 5, 6, 8, 12, 20, 32, 33, 64, 256] {
        for (kind, round) in [("round", true), ("long", false)] {
            let mut random = Random(n as u64);
            let mut polygon =
                || ConvexPolygon::<V>::from_points(&corners(n, round, &mut random)).unwrap();
            let polygons: Vec<_> = (0..4).map(|_| polygon()).collect();
            compare(&format!("{kind} polygons of {n}"), &polygons, &mut random);
        }
    }
}

/// That `penetration` of boxes that are apart, which finds out no more than that, costs no more
/// than their distance.
fn boxes<V: Space>() {
    let mut random = Random(1);
    let mut size = || 0.2 + random.unit();
    let boxes: Vec<_> =
        (0..8).map(|_| Cuboid::<V>::new(vector([size(), size(), size()])).unwrap()).collect();
    compare("boxes", &boxes, &mut random);
    for (class, gap) in &CLASSES[..2] {
        let pairs = pairs(&boxes, *gap, &mut random);
        let label = |query: &str| format!("{} boxes {class}, depth\t{query}", V::NAME);
        ask(&label("penetration"), &pairs, |a, b| penetration(a, b));
        ask(&label("distance"), &pairs, |a, b| distance(a, b));
    }
}

/// What callgrind counted while one dump was made.
fn total(dump: &Path) -> u64 {
    let text = std::fs::read_to_string(dump).expect("callgrind writes a file a call");
    let line = text.lines().find_map(|line| line.strip_prefix("summary:")).expect("a summary");
    line.trim().parse().expect("one number")
}

fn main() -> ExitCode {
    if std::env::var_os(COUNTED).is_some() {
        hulls::<Vec3>();
        hulls::<Vec3A>();
        hulls::<DVec3>();
        polygons::<Vec2>();
        polygons::<DVec2>();
        boxes::<Vec2>();
        boxes::<DVec2>();
        boxes::<Vec3>();
        boxes::<Vec3A>();
        boxes::<DVec3>();
        return ExitCode::SUCCESS;
    }
    let dir = std::env::temp_dir().join(format!("osculate-order-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for counts");
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--cache-sim=no", "--quiet"])
        .args(["--toggle-collect=order::measured", "--dump-after=order::measured"])
        .arg(format!("--callgrind-out-file={}", dir.join("counts").display()))
        .arg(std::env::current_exe().expect("its own path"))
        .env(COUNTED, "1")
        .output()
        .expect("valgrind is there");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let lines = String::from_utf8_lossy(&run.stdout).into_owned();
    let count = |k: usize| total(&dir.join(format!("counts.{}", k + 1)));
    let counted: Vec<_> = lines.lines().enumerate().map(|(k, line)| (line, count(k))).collect();
    std::fs::remove_dir_all(&dir).expect("the folder for counts goes");
    let mut dearer = 0;
    for two in counted.chunks(2) {
        let [(less, cost), (more, most)] = two else { panic!("two queries of each class") };
        let (class, less) = less.split_once('\t').expect("a class and a query");
        let more = more.rsplit('\t').next().expect("a query");
        let [each, each_more] = [cost, most].map(|n| n / PAIRS as u64);
        let allowed = if class.contains("hulls") { most + most / ALLOWED } else { *most };
        let verdict = if *cost > allowed { "  dearer" } else { "" };
        println!("{class:40} {less} {each:6}, {more} {each_more:6}{verdict}");
        dearer += usize::from(*cost > allowed);
    }
    assert!(!counted.is_empty(), "nothing was counted");
    println!("{} classes, {dearer} dearer", counted.len() / 2);
    if dearer == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
