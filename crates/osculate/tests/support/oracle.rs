//! The exact distance of two hulls of points: integers of any size, no rounding, no code shared
//! with the library.
//!
//! Coordinates are dyadic and a rotation from a quaternion is rational, so that all vertices are
//! integers over one denominator. The nearest point of the difference set is found as the
//! definition says: by the active set method with Gram determinants, in which exact arithmetic
//! cannot cycle.

use super::{Placed, Space, coordinates};
use dashu_base::Signed;
use dashu_int::IBig;
use osculate::Vector;

/// The exact integer m and exponent e with x = m · 2^e.
fn parts(x: f64) -> (i64, i32) {
    if x == 0.0 {
        return (0, 0);
    }
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    (if x < 0.0 { -mantissa } else { mantissa }, exponent)
}

/// x · 2^shift as an integer.
fn integer(x: f64, shift: i32) -> IBig {
    let (mantissa, exponent) = parts(x);
    let m = IBig::from(mantissa);
    let by = exponent + shift;
    if by >= 0 { m << by as usize } else { m >> (-by) as usize }
}

/// The least shift that makes every number an integer.
fn common_shift(xs: impl IntoIterator<Item = f64>) -> i32 {
    xs.into_iter()
        .filter(|&x| x != 0.0)
        .map(|x| {
            let (m, e) = parts(x);
            -(e + m.trailing_zeros() as i32)
        })
        .max()
        .unwrap_or(0)
}

pub type Point = Vec<IBig>;

/// The points as integers, all times the same power of two.
pub fn integers<V: Vector>(points: &[V]) -> Vec<Point> {
    let shift = common_shift(points.iter().flat_map(|p| coordinates(*p)));
    let exact = |p: &V| coordinates(*p).into_iter().map(|x| integer(x, shift)).collect();
    points.iter().map(exact).collect()
}

pub fn cross(a: &Point, b: &Point) -> Point {
    (0..3).map(|i| &a[(i + 1) % 3] * &b[(i + 2) % 3] - &a[(i + 2) % 3] * &b[(i + 1) % 3]).collect()
}

pub fn dot(a: &Point, b: &Point) -> IBig {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn minus(a: &Point, b: &Point) -> Point {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

/// Vertices of a and of b as integers, over one denominator.
pub struct Scene {
    pub a: Vec<Point>,
    pub b: Vec<Point>,
    pub denominator: IBig,
}

/// The placed corners of some bodies as integers, over one denominator.
pub fn placed<V: Space>(bodies: &[&Placed<V>]) -> (Vec<Vec<Point>>, IBig) {
    let translations = bodies.iter().flat_map(|body| coordinates(body.translation));
    let mut shift = common_shift(translations).max(0);
    let turned: Vec<(Vec<Point>, IBig, i32)> = bodies.iter().map(|body| turned(body)).collect();
    for (_, _, own) in &turned {
        shift = shift.max(*own);
    }
    let all: IBig = turned.iter().map(|(_, n, _)| n).product();
    let placed = turned.iter().zip(bodies).map(|((points, n, own), body)| {
        let (others, up) = (&all / n, (shift - own) as usize);
        let t = coordinates(body.translation);
        let place =
            |(i, x): (usize, &IBig)| (x.clone() << up) * &others + integer(t[i], shift) * &all;
        points.iter().map(|p| p.iter().enumerate().map(place).collect()).collect()
    });
    (placed.collect(), all.clone() << shift as usize)
}

/// The turned corners of a body as integers, times n · 2^shift: the points, n and the shift.
fn turned<V: Space>(body: &Placed<V>) -> (Vec<Point>, IBig, i32) {
    let shift = common_shift(body.corners.iter().flat_map(|c| coordinates(*c)));
    let turn_shift = common_shift(body.turn.0);
    let [x, y, z, w] = body.turn.0.map(|c| integer(c, turn_shift));
    let n = &x * &x + &y * &y + &z * &z + &w * &w;
    let two = IBig::from(2);
    let rows = [
        [&n - &two * (&y * &y + &z * &z), &two * (&x * &y - &w * &z), &two * (&x * &z + &w * &y)],
        [&two * (&x * &y + &w * &z), &n - &two * (&x * &x + &z * &z), &two * (&y * &z - &w * &x)],
        [&two * (&x * &z - &w * &y), &two * (&y * &z + &w * &x), &n - &two * (&x * &x + &y * &y)],
    ];
    let turn = |c: &V| -> Point {
        let c: Point = coordinates(*c).into_iter().map(|x| integer(x, shift)).collect();
        (0..V::DIM).map(|i| (0..V::DIM).map(|j| &rows[i][j] * &c[j]).sum()).collect()
    };
    (body.corners.iter().map(turn).collect(), n, shift)
}

impl Scene {
    pub fn new<V: Space>(a: &Placed<V>, b: &Placed<V>) -> Self {
        let (points, denominator) = placed(&[a, b]);
        let [a, b] = points.try_into().expect("two bodies");
        Self { a, b, denominator }
    }

    /// The Minkowski sum of `a` and `also`, against `b`.
    pub fn of_sum<V: Space>([a, also]: [&Placed<V>; 2], b: &Placed<V>) -> Self {
        let (points, denominator) = placed(&[a, also, b]);
        let [a, also, b] = points.try_into().expect("three bodies");
        let sum = |p: &Point, q: &Point| p.iter().zip(q).map(|(x, y)| x + y).collect::<Point>();
        let a = a.iter().flat_map(|p| also.iter().map(move |q| sum(p, q))).collect();
        Self { a, b, denominator }
    }

    /// The image of `a` under a matrix, by its columns, and then a translation; against `b`.
    pub fn of_image<V: Space>(
        a: &Placed<V>,
        (columns, translation): (&[V], V),
        b: &Placed<V>,
    ) -> Self {
        let Self { a, b, denominator } = Self::new(a, b);
        let entries = columns.iter().map(|c| coordinates(*c));
        let translation = coordinates(translation);
        let shift = common_shift(entries.flatten().chain(translation.iter().copied())).max(0);
        let entry = |i: usize, j: usize| integer(coordinates(columns[j])[i], shift);
        let dim = V::DIM;
        let image = |p: &Point| -> Point {
            let product = |i: usize| (0..dim).map(|j| entry(i, j) * &p[j]).sum::<IBig>();
            (0..dim).map(|i| product(i) + integer(translation[i], shift) * &denominator).collect()
        };
        let up = |p: &Point| p.iter().map(|x| x.clone() << shift as usize).collect::<Point>();
        let (a, b) = (a.iter().map(image).collect(), b.iter().map(up).collect());
        Self { a, b, denominator: denominator << shift as usize }
    }

    /// The distance, or less than zero by the depth.
    pub fn signed_distance(&self) -> f64 {
        let distance = self.distance();
        if distance > 0.0 { distance } else { -self.depth() }
    }

    /// The vertex of a − b that is least along `v`.
    fn least(&self, v: &Point) -> Point {
        let p = self.a.iter().min_by_key(|p| dot(p, v)).unwrap();
        let q = self.b.iter().max_by_key(|q| dot(q, v)).unwrap();
        minus(p, q)
    }

    /// The distance, rounded once; zero exactly if the hulls intersect.
    pub fn distance(&self) -> f64 {
        let mut simplex = vec![minus(&self.a[0], &self.b[0])];
        loop {
            // v = numerator / denominator
            let (kept, numerator, denominator) = nearest(&simplex);
            simplex = kept;
            let square = dot(&numerator, &numerator);
            if square == IBig::ZERO {
                return 0.0;
            }
            let w = self.least(&numerator);
            if dot(&numerator, &w) * &denominator >= square {
                let scale = &denominator * &self.denominator;
                return root_of_ratio(square, &scale * &scale);
            }
            simplex.push(w);
        }
    }
}

/// How `x` compares with a quotient, exactly; infinities too.
pub fn compare(x: f64, numerator: &IBig, denominator: &IBig) -> std::cmp::Ordering {
    if x.is_infinite() {
        return x.total_cmp(&0.0);
    }
    let shift = common_shift([x]).max(0);
    (integer(x, shift) * denominator).cmp(&(numerator.clone() << shift as usize))
}

/// √(numerator / denominator), to a few units in the last place.
pub fn root_of_ratio(numerator: IBig, denominator: IBig) -> f64 {
    // An integer root of 120 bits and more.
    let bits = |x: &IBig| {
        use dashu_base::BitTest;
        x.bit_len() as i64
    };
    let mut shift = 250 - (bits(&numerator) - bits(&denominator));
    shift += shift & 1;
    let ratio = if shift >= 0 {
        (numerator << shift as usize) / denominator
    } else {
        numerator / (denominator << (-shift) as usize)
    };
    use dashu_base::SquareRoot;
    let root = ratio.sqrt();
    to_f64(&IBig::from(root), -(shift / 2))
}

/// m · 2^exponent, rounded.
fn to_f64(m: &IBig, exponent: i64) -> f64 {
    use dashu_base::BitTest;
    let extra = (m.bit_len() as i64 - 62).max(0);
    let top = i64::try_from(m.clone() >> extra as usize).unwrap() as f64;
    let by = exponent + extra;
    // In two steps, for results near the ends of the range.
    let half = by / 2;
    top * 2f64.powi(half as i32) * 2f64.powi((by - half) as i32)
}

/// The determinant, by expansion: at most 3 × 3.
fn determinant(m: &[Vec<IBig>]) -> IBig {
    match m.len() {
        0 => IBig::ONE,
        1 => m[0][0].clone(),
        n => (0..n)
            .map(|j| {
                let minor: Vec<Vec<IBig>> = m[1..]
                    .iter()
                    .map(|r| {
                        r.iter()
                            .enumerate()
                            .filter(|(k, _)| *k != j)
                            .map(|(_, x)| x.clone())
                            .collect()
                    })
                    .collect();
                let term = &m[0][j] * determinant(&minor);
                if j % 2 == 0 { term } else { -term }
            })
            .sum(),
    }
}

/// The smallest part of the simplex that holds its point nearest the origin, and that point as a
/// quotient.
fn nearest(simplex: &[Point]) -> (Vec<Point>, Point, IBig) {
    let n = simplex.len();
    for part in 1u32..1 << n {
        let chosen: Vec<Point> =
            (0..n).filter(|i| part >> i & 1 == 1).map(|i| simplex[i].clone()).collect();
        let base = &chosen[0];
        let edges: Vec<Point> = chosen[1..].iter().map(|p| minus(p, base)).collect();
        let gram: Vec<Vec<IBig>> =
            edges.iter().map(|e| edges.iter().map(|f| dot(e, f)).collect()).collect();
        let whole = determinant(&gram);
        if whole <= IBig::ZERO {
            continue;
        }
        let side: Vec<IBig> = edges.iter().map(|e| -dot(base, e)).collect();
        let shares: Vec<IBig> = (0..edges.len())
            .map(|k| {
                let mut m = gram.clone();
                for (row, s) in m.iter_mut().zip(&side) {
                    row[k] = s.clone();
                }
                determinant(&m)
            })
            .collect();
        let rest = &whole - shares.iter().sum::<IBig>();
        if rest <= IBig::ZERO || shares.iter().any(|s| *s <= IBig::ZERO) {
            continue;
        }
        let numerator: Point = (0..base.len())
            .map(|i| {
                &whole * &base[i] + shares.iter().zip(&edges).map(|(s, e)| s * &e[i]).sum::<IBig>()
            })
            .collect();
        // No vertex of the simplex is nearer along v.
        let square = dot(&numerator, &numerator);
        if simplex.iter().all(|p| dot(&numerator, p) * &whole >= square) {
            return (chosen, numerator, whole);
        }
    }
    unreachable!("exact arithmetic always finds the part")
}

/// The exact cross product of space; in the plane, the edge turned by a right angle.
fn perpendicular(edges: &[&Point]) -> Point {
    match edges {
        [e] => vec![-e[1].clone(), e[0].clone()],
        [e, f] => cross(e, f),
        _ => unreachable!("planes and spaces only"),
    }
}

/// Vectors in double precision, all times the same power of two: every number is within half an
/// ulp, but for underflow.
fn rounded(points: &[Point], exponent: i64) -> Vec<[f64; 3]> {
    let one = |p: &Point| [0, 1, 2].map(|i| p.get(i).map_or(0.0, |x| to_f64(x, exponent)));
    points.iter().map(one).collect()
}

impl Scene {
    /// The depth of two hulls that intersect, rounded once: the least reach of `a − b` along the
    /// normal of any facet it can have. Those are the normals of facets of a and of b, and in
    /// space the cross products of an edge of each; that other pairs of points are
    /// tried too does no harm, since no reach at all is less than the depth.
    pub fn depth(&self) -> f64 {
        // An edge and its negative have the same normals: a box has 13 edges between corners, not
        // 28.
        let positive = |e: Point| -> Point {
            let first = e.iter().find(|x| **x != IBig::ZERO);
            if first.is_some_and(Signed::is_negative) { e.iter().map(|x| -x).collect() } else { e }
        };
        let spans = |points: &[Point]| -> Vec<Point> {
            let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let edges = pairs.map(|(i, j)| positive(minus(&points[i], &points[j])));
            let mut edges: Vec<Point> =
                edges.filter(|e| e.iter().any(|x| *x != IBig::ZERO)).collect();
            edges.sort();
            edges.dedup();
            edges
        };
        let (in_a, in_b) = (spans(&self.a), spans(&self.b));
        let looks = self.looks(&in_a, &in_b);
        // What double precision shows to be further than another is passed over.
        let enough = looks.iter().fold(f64::INFINITY, |m, look| m.min(look.reach + look.error));
        let mut least: Option<(IBig, IBig)> = None;
        for look in looks.iter().filter(|look| !(look.reach - look.error > enough)) {
            let normal = perpendicular(&look.edges);
            for n in [normal.clone(), normal.iter().map(|x| -x).collect()] {
                let square = dot(&n, &n);
                if square == IBig::ZERO {
                    continue;
                }
                let a = self.a.iter().map(|p| dot(p, &n)).max().unwrap();
                let b = self.b.iter().map(|q| dot(q, &n)).min().unwrap();
                let reach = a - b;
                let reach = &reach * &reach;
                if least.as_ref().is_none_or(|(r, s)| &reach * s < r * &square) {
                    least = Some((reach, square));
                }
            }
        }
        least.map_or(0.0, |(reach, square)| {
            root_of_ratio(reach, square * &self.denominator * &self.denominator)
        })
    }

    /// Every pair of edges that may span a facet, seen in double precision.
    fn looks<'s>(&self, in_a: &'s [Point], in_b: &'s [Point]) -> Vec<Look<'s>> {
        use dashu_base::BitTest;
        let bits = self.a.iter().chain(&self.b).flatten().map(|x| x.bit_len() as i64).max();
        let exponent = -bits.unwrap_or(0);
        // No number is greater than 1.
        let (a, b) = (rounded(&self.a, exponent), rounded(&self.b, exponent));
        let along = |p: &[f64; 3], n: &[f64; 3]| p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
        let length = |n: &[f64; 3]| along(n, n).sqrt();
        let look = |edges: Vec<&'s Point>, normal: [f64; 3], lengths: f64| {
            let size = length(&normal);
            let unit = normal.map(|x| x / size);
            let reach = |sign: f64| {
                let n = unit.map(|x| sign * x);
                let far = a.iter().fold(f64::MIN, |m, p| m.max(along(p, &n)));
                far - b.iter().fold(f64::MAX, |m, q| m.min(along(q, &n)))
            };
            // A product of two edges is off by 7 half ulps of their lengths' product; no vertex is
            // further than 2 from the origin.
            let error = 64.0 * f64::EPSILON * (1.0 + lengths / size);
            let reach = reach(1.0).min(reach(-1.0));
            // What is too small or too flat to tell is looked at again.
            let tells = size > 1e-8 * lengths && lengths > 1e-200;
            Look { edges, reach, error: if tells { error } else { f64::INFINITY } }
        };
        let (of_a, of_b) = (rounded(in_a, exponent), rounded(in_b, exponent));
        if self.a[0].len() == 2 {
            let edges = in_a.iter().zip(&of_a).chain(in_b.iter().zip(&of_b));
            return edges.map(|(e, x)| look(vec![e], [-x[1], x[0], 0.0], length(x))).collect();
        }
        let mut looks = Vec::new();
        for ((es, xs), (fs, ys)) in [
            ((in_a, &of_a), (in_a, &of_a)),
            ((in_b, &of_b), (in_b, &of_b)),
            ((in_a, &of_a), (in_b, &of_b)),
        ] {
            for (e, x) in es.iter().zip(xs) {
                for (f, y) in fs.iter().zip(ys) {
                    if std::ptr::eq(e, f) {
                        break;
                    }
                    let normal = [0, 1, 2].map(|i| {
                        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                        x[j] * y[k] - x[k] * y[j]
                    });
                    looks.push(look(vec![e, f], normal, length(x) * length(y)));
                }
            }
        }
        looks
    }
}

/// The normal that one edge, or in space two, span, and how far `a − b` reaches along it the
/// shorter way, but for an error.
struct Look<'s> {
    edges: Vec<&'s Point>,
    reach: f64,
    error: f64,
}
