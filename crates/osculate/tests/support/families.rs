//! Families of pairs, named for what is hard about them.

use super::{Placed, Random, Space, Turn, scalar, vector};
use osculate::Scalar;

/// What is hard about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Nothing: random clouds, from far apart to deep inside.
    Random,
    /// Sizes from 1e-3 to 1e6, size ratios to 1e6, at offsets to 1e6.
    Scales,
    /// Two boxes face to face, tilted by 1e-7 to 1e-1 in products of small angles, a gap of 0, an
    /// ulp or 1e-6 between.
    TiltedFaces,
    /// Boxes edge to edge and corner to corner, the same gaps.
    Kissing,
    /// All points in one plane, or on one line.
    Flat,
    /// Points twice and thrice, single points, points inside.
    Duplicates,
    /// Aspect ratios up to 1e6.
    Slivers,
    /// One well inside the other.
    Inside,
    /// The same shape twice, at the same place or moved along an axis by just its width.
    Equal,
    /// Two shapes that share one vertex exactly.
    SharedVertex,
    /// Nearly parallel faces: angles from 1e-7 to 1e-3, apart by 1e-6 to 1.
    NearlyParallel,
    /// Boxes without a height side by side, tilted by so little that squares of the tilt vanish.
    FlatEdges,
    /// Two thin hulls that share corners.
    SharedCorners,
}

impl Family {
    pub const ALL: [Self; 13] = [
        Self::Random,
        Self::Scales,
        Self::TiltedFaces,
        Self::Kissing,
        Self::Flat,
        Self::Duplicates,
        Self::Slivers,
        Self::Inside,
        Self::Equal,
        Self::SharedVertex,
        Self::NearlyParallel,
        Self::FlatEdges,
        Self::SharedCorners,
    ];
}

/// The corners of a box.
pub fn corners<V: Space>(half: &[f64]) -> Vec<V> {
    (0..1 << V::DIM)
        .map(|k| V::from_fn(|i| scalar(if k >> i & 1 == 1 { half[i] } else { -half[i] })))
        .collect()
}

fn cloud<V: Space>(random: &mut Random, n: usize, size: f64) -> Vec<V> {
    (0..n).map(|_| V::from_fn(|_| scalar(random.signed() * size))).collect()
}

fn gap(random: &mut Random, ulp: f64) -> f64 {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    sign * match random.below(4) {
        0 => 0.0,
        1 => ulp,
        2 => 1e-6,
        _ => random.magnitude(-9.0, -2.0),
    }
}

/// Products of small turns about the axes.
pub fn tilt<V: Space>(random: &mut Random, low: f64, high: f64) -> Turn {
    let mut small = || random.magnitude(low, high) * if random.below(3) == 0 { 0.0 } else { 1.0 };
    let q = if V::DIM == 3 { [small(), small(), small(), 1.0] } else { [0.0, 0.0, small(), 1.0] };
    let n = super::norm(&q);
    Turn(q.map(|x| x / n)).rounded::<V>()
}

fn placed<V: Space>(corners: Vec<V>, turn: Turn, translation: &[f64]) -> Placed<V> {
    Placed { corners, turn, translation: vector(translation) }
}

/// A number of points.
fn some(random: &mut Random) -> usize {
    1 + random.below(12)
}

/// Half extents of a box.
fn half(random: &mut Random) -> Vec<f64> {
    (0..3).map(|_| [0.5, 1.0, 0.25, 3.0, random.unit() + 0.1][random.below(5)]).collect()
}

pub fn pair<V: Space>(family: Family, random: &mut Random) -> (Placed<V>, Placed<V>) {
    match family {
        Family::Random => random_clouds(random),
        Family::Scales => scales(random),
        Family::TiltedFaces | Family::NearlyParallel | Family::Kissing => faces(family, random),
        Family::Flat => flat(random),
        Family::Duplicates => duplicates(random),
        Family::Slivers => slivers(random),
        Family::Inside => inside(random),
        Family::Equal => equal(random),
        Family::FlatEdges => flat_edges(random),
        Family::SharedCorners => shared_corners(random),
        Family::SharedVertex => shared_vertex(random),
    }
}

fn random_clouds<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let (n, m) = (some(random), some(random));
    let far = random.magnitude(-2.0, 1.0);
    let t: Vec<f64> = (0..3).map(|_| random.signed() * far).collect();
    let a = placed(cloud(random, n, 1.0), random.turn::<V>(), &[0.0; 3]);
    (a, placed(cloud(random, m, 1.0), random.turn::<V>(), &t))
}

fn scales<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let (n, m) = (some(random), some(random));
    let size = random.magnitude(-3.0, 6.0);
    let other = size * random.magnitude(-6.0, 0.0);
    let offset = random.magnitude(0.0, 6.0);
    let center: Vec<f64> = (0..3).map(|_| random.signed() * offset).collect();
    let t: Vec<f64> = center.iter().map(|c| c + random.signed() * 2.0 * (size + other)).collect();
    let a = placed(cloud(random, n, size), random.turn::<V>(), &center);
    (a, placed(cloud(random, m, other), random.turn::<V>(), &t))
}

fn faces<V: Space>(family: Family, random: &mut Random) -> (Placed<V>, Placed<V>) {
    let (h, k) = (half(random), half(random));
    let axis = random.below(V::DIM);
    let mut t: Vec<f64> = (0..3).map(|_| random.signed() * 0.5).collect();
    let (turn, between) = match family {
        Family::TiltedFaces => (tilt::<V>(random, -7.0, -1.0), gap(random, super::epsilon::<V>())),
        Family::NearlyParallel => (tilt::<V>(random, -7.0, -3.0), random.magnitude(-6.0, 0.0)),
        _ => {
            // Edges or corners: flush along one more axis, or all.
            for i in 0..1 + random.below(V::DIM) {
                t[i] = h[i] + k[i];
            }
            (Turn::NONE, gap(random, super::epsilon::<V>()))
        }
    };
    t[axis] = h[axis] + k[axis] + between;
    if random.below(3) == 0 {
        // The pair as a whole somewhere else.
        let far = random.magnitude(0.0, 6.0);
        let c: Vec<f64> = (0..3).map(|_| random.signed() * far).collect();
        let moved: Vec<f64> = c.iter().zip(&t).map(|(c, t)| c + t).collect();
        return (placed(corners(&h), Turn::NONE, &c), placed(corners(&k), turn, &moved));
    }
    (placed(corners(&h), Turn::NONE, &[0.0; 3]), placed(corners(&k), turn, &t))
}

fn flat<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let flat = |random: &mut Random| {
        let n = 2 + random.below(8);
        let axis = random.below(V::DIM);
        let line = random.below(2) == 0;
        let keep = random.below(V::DIM);
        let points: Vec<V> = cloud::<V>(random, n, 1.0)
            .into_iter()
            .map(|p| {
                V::from_fn(|i| {
                    let zero = if line { i != keep } else { i == axis };
                    if zero { scalar(0.0) } else { p.get(i) }
                })
            })
            .collect();
        points
    };
    let (p, q) = (flat(random), flat(random));
    let mut t: Vec<f64> = (0..3).map(|_| random.signed() * 2.0).collect();
    if random.below(2) == 0 {
        t[random.below(V::DIM)] = 0.0;
    }
    let turn = if random.below(2) == 0 { Turn::NONE } else { random.turn::<V>() };
    (placed(p, Turn::NONE, &[0.0; 3]), placed(q, turn, &t))
}

fn duplicates<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let doubled = |random: &mut Random| {
        let n = 1 + random.below(4);
        let mut points = cloud::<V>(random, n, 1.0);
        for _ in 0..random.below(6) {
            let copy = points[random.below(points.len())];
            points.push(copy);
        }
        if n > 1 {
            points.push((points[0] + points[1]) * scalar(0.5));
        }
        points
    };
    let (p, q) = (doubled(random), doubled(random));
    let t: Vec<f64> = (0..3).map(|_| random.signed() * 2.0).collect();
    (placed(p, Turn::NONE, &[0.0; 3]), placed(q, random.turn::<V>(), &t))
}

fn slivers<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let sliver = |random: &mut Random| {
        let n = 3 + random.below(5);
        let thin: Vec<f64> = (0..3).map(|_| random.magnitude(-6.0, 0.0)).collect();
        cloud::<V>(random, n, 1.0)
            .into_iter()
            .map(|p| V::from_fn(|i| p.get(i) * scalar(thin[i])))
            .collect::<Vec<_>>()
    };
    let (p, q) = (sliver(random), sliver(random));
    let far = random.magnitude(-5.0, 0.3);
    let t: Vec<f64> = (0..3).map(|_| random.signed() * far).collect();
    let turn = match random.below(3) {
        0 => Turn::NONE,
        1 => tilt::<V>(random, -7.0, -3.0),
        _ => random.turn::<V>(),
    };
    (placed(p, Turn::NONE, &[0.0; 3]), placed(q, turn, &t))
}

fn inside<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let n = some(random);
    let small = random.magnitude(-6.0, -1.0);
    let t: Vec<f64> = (0..3).map(|_| random.signed() * 0.3).collect();
    let a = placed(corners(&[1.0, 1.0, 1.0]), random.turn::<V>(), &[0.0; 3]);
    (a, placed(cloud(random, n, small), random.turn::<V>(), &t))
}

fn equal<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let h = half(random);
    let turn = if random.below(2) == 0 { Turn::NONE } else { random.turn::<V>() };
    let mut t = vec![0.0; 3];
    if random.below(2) == 0 && turn.0 == Turn::NONE.0 {
        let axis = random.below(V::DIM);
        t[axis] = 2.0 * h[axis] + gap(random, super::epsilon::<V>());
    }
    (placed(corners(&h), turn, &[0.0; 3]), placed(corners(&h), turn, &t))
}

fn flat_edges<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let mut half = [1.0, 0.0, random.unit()];
    if random.below(3) == 0 {
        half[1] = random.magnitude(-12.0, -1.0);
    }
    // From an ulp down to where the tilt's fourth power leaves the range of numbers.
    let range = if super::epsilon::<V>() > 1e-10 { -20.0 } else { -150.0 };
    let small = random.magnitude(range, super::epsilon::<V>().log10());
    let mut tilt = || random.signed() * small;
    let q = [tilt(), tilt(), tilt(), 1.0];
    let q = if V::DIM == 3 { q } else { [0.0, 0.0, q[2], 1.0] };
    let a = placed(corners(&half), Turn::NONE, &[0.0; 3]);
    let t = [2.0, 0.0, random.signed() * half[2]];
    (a, placed(corners(&half), Turn(q).rounded::<V>(), &t))
}

fn shared_corners<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    let thin = random.magnitude(-12.0, -1.0);
    let opposite = random.below(2) == 0;
    let (n, shared) = (5 + random.below(4), 1 + random.below(3));
    let mut points = |side: f64| -> Vec<V> {
        let mut point = |k: usize| {
            let p: V = random.vector();
            let x = p.get(0).to_f64();
            let x = if k < shared { 0.0 } else { x.abs() * side };
            V::from_fn(|i| match i {
                0 if opposite => scalar(x),
                _ if i == V::DIM - 1 => scalar(p.get(i).to_f64() * thin),
                _ => p.get(i),
            })
        };
        (0..n).map(&mut point).collect()
    };
    let (p, mut q) = (points(1.0), points(-1.0));
    q[..shared].copy_from_slice(&p[..shared]);
    (placed(p, Turn::NONE, &[0.0; 3]), placed(q, Turn::NONE, &[0.0; 3]))
}

fn shared_vertex<V: Space>(random: &mut Random) -> (Placed<V>, Placed<V>) {
    // Two cones of points that open in opposite directions from a common apex.
    let (n, m) = (1 + random.below(6), 1 + random.below(6));
    let fan = |random: &mut Random, n: usize, sign: f64| {
        let mut points: Vec<V> = (0..n)
            .map(|_| {
                let p: V = random.vector();
                V::from_fn(|i| if i == 0 { scalar(sign * (0.1 + random.unit())) } else { p.get(i) })
            })
            .collect();
        points.push(V::ZERO);
        points
    };
    let (p, q) = (fan(random, n, -1.0), fan(random, m, 1.0));
    let t: Vec<f64> = (0..3).map(|_| random.signed() * 8.0).collect();
    (placed(p, Turn::NONE, &t), placed(q, Turn::NONE, &t))
}

/// A pair of the family that mostly overlaps: b drawn towards a, to anywhere between where it was
/// and a's origin.
pub fn overlapping_pair<V: Space>(family: Family, random: &mut Random) -> (Placed<V>, Placed<V>) {
    let (a, mut b) = pair::<V>(family, random);
    let closer = [1.0, 0.999_999, 0.99, 0.5, random.unit()][random.below(5)];
    b.translation = a.translation + (b.translation - a.translation) * scalar(closer);
    (a, b)
}
