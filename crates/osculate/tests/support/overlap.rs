//! The exact overlap of the faces that two hulls turn to each other, seen along a direction:
//! integers of any size, no rounding, no code shared with the library.
//!
//! The hulls' facets are found by trying all: a plane through corners that has all others behind
//! it. A facet is clipped by the other's sides, one after the other, and the height of each plane
//! over a corner of what is left is a quotient.

use super::oracle::{self, Point, cross, dot, minus, root_of_ratio};
use super::{Placed, Space, coordinates};
use dashu_base::{Abs, Signed};
use dashu_int::IBig;

/// The facets of a hull of few points: of space polygons, in order round their outward normals; of
/// the plane edges.
pub fn facets<V: Space>(corners: &[V]) -> Vec<Vec<usize>> {
    let points = oracle::integers(corners);
    let mut found: Vec<Vec<usize>> = Vec::new();
    let n = points.len();
    let mut add = |base: usize, normal: Point| {
        let level = dot(&normal, &points[base]);
        if points.iter().any(|p| dot(&normal, p) > level) {
            return;
        }
        let on: Vec<usize> = (0..n).filter(|&i| dot(&normal, &points[i]) == level).collect();
        let ring = ring(&points, &on, &normal);
        let is_new = |other: &Vec<usize>| !ring.iter().all(|i| other.contains(i));
        if found.iter().all(is_new) {
            found.push(ring);
        }
    };
    for i in 0..n {
        for j in 0..n {
            let along = minus(&points[j], &points[i]);
            if i == j || along.iter().all(|x| *x == IBig::ZERO) {
                continue;
            }
            if V::DIM == 2 {
                add(i, vec![along[1].clone(), -along[0].clone()]);
                continue;
            }
            for k in i.max(j) + 1..n {
                let normal = cross(&along, &minus(&points[k], &points[i]));
                if normal.iter().any(|x| *x != IBig::ZERO) {
                    add(i, normal);
                }
            }
        }
    }
    found
}

/// The outermost of points of one plane, in order round the normal; of one line the two ends.
fn ring(points: &[Point], on: &[usize], normal: &Point) -> Vec<usize> {
    if normal.len() == 2 {
        let along = vec![-normal[1].clone(), normal[0].clone()];
        let least = *on.iter().min_by_key(|&&i| dot(&along, &points[i])).unwrap();
        let most = *on.iter().max_by_key(|&&i| dot(&along, &points[i])).unwrap();
        return vec![least, most];
    }
    // From a corner on, each time to the one that has all others on its left.
    let first = *on.iter().min_by_key(|&&i| points[i].clone()).unwrap();
    let mut ring = vec![first];
    loop {
        let last = *ring.last().unwrap();
        let mut next: Option<usize> = None;
        for &i in on.iter().filter(|&&i| points[i] != points[last]) {
            let Some(best) = next else {
                next = Some(i);
                continue;
            };
            let (u, v) = (minus(&points[best], &points[last]), minus(&points[i], &points[last]));
            let turn = dot(&cross(&u, &v), normal);
            if turn.is_negative() || turn == IBig::ZERO && dot(&v, &v) > dot(&u, &u) {
                next = Some(i);
            }
        }
        match next {
            Some(i) if points[i] != points[first] && ring.len() <= on.len() => ring.push(i),
            _ => return ring,
        }
    }
}

/// A corner of the overlap.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Where it is across the direction: to the right and up.
    pub at: [f64; 2],
    /// How high a's facet is there along the direction, and b's.
    pub heights: [f64; 2],
}

/// What the exact overlap is.
#[derive(Clone, Debug)]
pub struct Overlap {
    pub corners: Vec<Spot>,
    /// Unit vectors to the right and up.
    right: Vec<f64>,
    up: Vec<f64>,
}

impl Overlap {
    /// Where a point is across the direction.
    pub fn spot(&self, point: &[f64]) -> [f64; 2] {
        let along = |way: &[f64]| way.iter().zip(point).map(|(x, y)| x * y).sum();
        [along(&self.right), along(&self.up)]
    }
}

/// A quotient as a number.
fn quotient(numerator: &IBig, denominator: &IBig) -> f64 {
    let square = |x: &IBig| x * x;
    let size = root_of_ratio(square(numerator), square(denominator));
    if numerator.is_negative() == denominator.is_negative() { size } else { -size }
}

fn length(v: &Point) -> f64 {
    root_of_ratio(dot(v, v), IBig::ONE)
}

/// A point of the view, times a positive number of its own.
type Shown = [IBig; 3];

/// Twice the area of the triangle of an edge and a point, times the point's own number: positive if
/// the point is to the left.
fn side([from, to]: [&[IBig; 2]; 2], [x, y, w]: &Shown) -> IBig {
    (&to[0] - &from[0]) * (y - &from[1] * w) - (&to[1] - &from[1]) * (x - &from[0] * w)
}

/// What of a polygon is to the left of an edge.
fn clip(polygon: &[Shown], edge: [&[IBig; 2]; 2]) -> Vec<Shown> {
    let mut left: Vec<Shown> = Vec::new();
    for (k, p) in polygon.iter().enumerate() {
        let q = &polygon[(k + 1) % polygon.len()];
        let (s, t) = (side(edge, p), side(edge, q));
        if !s.is_negative() {
            left.push(p.clone());
        }
        let apart = s.is_negative() != t.is_negative() && s != IBig::ZERO && t != IBig::ZERO;
        if apart {
            let mut between: Shown = core::array::from_fn(|i| &p[i] * &t - &q[i] * &s);
            if between[2].is_negative() {
                between = between.map(|x| -x);
            }
            left.push(between);
        }
    }
    left
}

/// Why there is no answer to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// Rounding may choose another facet, or it is too steep.
    Facet,
    /// A corner is next to an edge, or edges are nearly parallel.
    Edge,
}

/// The facet of a hull that is nearest to `direction`, of those at its furthest corner; `near` is
/// what rounding may make of a cosine, and of a height as a share of the size.
fn facing<'f>(
    points: &[Point],
    facets: &'f [Vec<usize>],
    direction: &Point,
    near: f64,
) -> Option<(&'f Vec<usize>, Point)> {
    let unit = length(direction);
    let size =
        (0..points.len()).map(|i| length(&minus(&points[i], &points[0]))).fold(0.0, f64::max);
    // Heights from one of the corners lose no digits.
    let best = points.iter().max_by_key(|p| dot(direction, p)).unwrap();
    let below = |i: usize| quotient(&dot(direction, &minus(best, &points[i])), &IBig::ONE) / unit;
    let tops: Vec<usize> = (0..points.len()).filter(|&i| below(i) <= near * size).collect();
    let mut candidates: Vec<(f64, &Vec<usize>, Point)> = facets
        .iter()
        .filter(|facet| facet.iter().any(|i| tops.contains(i)))
        .map(|facet| {
            let [p, q] = [&points[facet[0]], &points[facet[1]]];
            let normal = match facet.get(2) {
                Some(&r) => cross(&minus(q, p), &minus(&points[r], p)),
                None => vec![&q[1] - &p[1], &p[0] - &q[0]],
            };
            let cosine = quotient(&dot(&normal, direction), &IBig::ONE) / (length(&normal) * unit);
            (cosine, facet, normal)
        })
        .collect();
    candidates.sort_by(|p, q| q.0.total_cmp(&p.0));
    let (cosine, facet, normal) = candidates.first()?.clone();
    let second = candidates.get(1).map_or(-1.0, |(cosine, ..)| *cosine);
    let holds = tops.iter().all(|top| facet.contains(top));
    // Angles, as cosines of small ones say little.
    let angle = |cosine: f64| (1.0 - cosine.clamp(-1.0, 1.0)).sqrt();
    let clear = angle(second) - angle(cosine) > near;
    (holds && clear && cosine > 0.1).then_some((facet, normal))
}

/// The overlap of the facets that two hulls turn to each other along a direction from a to b. What
/// rounding may decide otherwise, as it makes errors of up to `near` of the sizes, has no answer.
pub fn overlap<V: Space>(
    [a, b]: [&Placed<V>; 2],
    facets: [&[Vec<usize>]; 2],
    direction: V,
    near: f64,
) -> Result<Overlap, Open> {
    let (points, denominator) = oracle::placed(&[a, b]);
    let normal = oracle::integers(&[direction]).pop().unwrap();
    let back: Point = normal.iter().map(|x| -x).collect();
    let (facet_a, plane_a) = facing(&points[0], facets[0], &normal, near).ok_or(Open::Facet)?;
    let (facet_b, plane_b) = facing(&points[1], facets[1], &back, near).ok_or(Open::Facet)?;
    // Orthogonal ways across the direction, of any lengths.
    let (right, up): (Point, Point) = if V::DIM == 2 {
        (vec![normal[1].clone(), -normal[0].clone()], vec![IBig::ZERO; 2])
    } else {
        let flattest = (0..3).min_by_key(|&i| normal[i].clone().abs()).unwrap();
        let axis: Point = (0..3).map(|i| IBig::from(u8::from(i == flattest))).collect();
        let right = cross(&axis, &normal);
        let up = cross(&normal, &right);
        (right, up)
    };
    let spots = |points: &[Point], facet: &[usize]| -> Vec<[IBig; 2]> {
        let mut spots: Vec<[IBig; 2]> =
            facet.iter().map(|&i| [dot(&points[i], &right), dot(&points[i], &up)]).collect();
        // Counterclockwise.
        if spots.len() > 2 {
            let third = [spots[2][0].clone(), spots[2][1].clone(), IBig::ONE];
            if side([&spots[0], &spots[1]], &third).is_negative() {
                spots.reverse();
            }
        }
        spots
    };
    let (seen_a, seen_b) = (spots(&points[0], facet_a), spots(&points[1], facet_b));
    let lengths = [length(&right), length(&up)];
    if !is_clear([&seen_a, &seen_b], lengths, near) {
        return Err(Open::Edge);
    }
    let shown = |[x, y]: &[IBig; 2]| [x.clone(), y.clone(), IBig::ONE];
    let left = if V::DIM == 2 {
        let ends = |seen: &[[IBig; 2]]| {
            let mut ends = [seen[0][0].clone(), seen[1][0].clone()];
            ends.sort();
            ends
        };
        let ([p, q], [r, s]) = (ends(&seen_a), ends(&seen_b));
        let (from, to) = (p.max(r), q.min(s));
        let ends = if from <= to { vec![from, to] } else { Vec::new() };
        ends.into_iter().map(|x| [x, IBig::ZERO, IBig::ONE]).collect()
    } else {
        let mut left: Vec<Shown> = seen_a.iter().map(shown).collect();
        for (k, from) in seen_b.iter().enumerate() {
            left = clip(&left, [from, &seen_b[(k + 1) % seen_b.len()]]);
        }
        left
    };
    // The plane is m · p = m · c, and p is the sum of its parts along the three ways.
    let squares = [dot(&right, &right), dot(&up, &up), dot(&normal, &normal)];
    let height = |plane: &Point, on: &Point, [x, y, w]: &Shown| {
        let mut rest = dot(plane, on) * w;
        let mut scale = IBig::ONE;
        for (part, (way, square)) in [(x, (&right, &squares[0])), (y, (&up, &squares[1]))] {
            if *square != IBig::ZERO {
                rest = rest * square - dot(plane, way) * part * &scale;
                scale *= square;
            }
        }
        // The height times the direction's length, over the denominator.
        quotient(&(rest * &squares[2]), &(dot(plane, &normal) * scale * w * &denominator))
            / length(&normal)
    };
    let number = |x: &IBig, w: &IBig, length: f64| {
        if length == 0.0 { 0.0 } else { quotient(x, &(w * &denominator)) / length }
    };
    let corners = left
        .iter()
        .map(|point| Spot {
            at: [
                number(&point[0], &point[2], lengths[0]),
                number(&point[1], &point[2], lengths[1]),
            ],
            heights: [
                height(&plane_a, &points[0][facet_a[0]], point),
                height(&plane_b, &points[1][facet_b[0]], point),
            ],
        })
        .collect();
    let unit = |way: &Point, length: f64| -> Vec<f64> {
        let part = |x: &IBig| if length == 0.0 { 0.0 } else { quotient(x, &IBig::ONE) / length };
        way.iter().map(part).collect()
    };
    Ok(Overlap { corners, right: unit(&right, lengths[0]), up: unit(&up, lengths[1]) })
}

/// Whether no corner is as near to a side of the other, and no two sides as nearly parallel, as
/// rounding could change what overlaps.
fn is_clear(seen: [&Vec<[IBig; 2]>; 2], lengths: [f64; 2], near: f64) -> bool {
    let base = &seen[0][0];
    let place = |[x, y]: &[IBig; 2]| -> [f64; 2] {
        let part = |x: &IBig, base: &IBig, length: f64| {
            if length == 0.0 { 0.0 } else { quotient(&(x - base), &IBig::ONE) / length }
        };
        [part(x, &base[0], lengths[0]), part(y, &base[1], lengths[1])]
    };
    let [a, b] = seen.map(|seen| seen.iter().map(place).collect::<Vec<_>>());
    let size = |p: [f64; 2]| p[0].hypot(p[1]);
    let most = a.iter().chain(&b).map(|p| size(*p)).fold(0.0, f64::max);
    let way = |p: [f64; 2], q: [f64; 2]| [q[0] - p[0], q[1] - p[1]];
    let turn = |u: [f64; 2], v: [f64; 2]| u[0] * v[1] - u[1] * v[0];
    if a.len() == 2 {
        return a.iter().all(|p| b.iter().all(|q| size(way(*p, *q)) > near * most));
    }
    let edges = |list: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
        (0..list.len()).map(|k| [list[k], list[(k + 1) % list.len()]]).collect()
    };
    let far = |points: &[[f64; 2]], others: &[[f64; 2]]| {
        points.iter().all(|p| {
            edges(others).iter().all(|[q, r]| {
                let along = way(*q, *r);
                (turn(along, way(*q, *p)) / size(along)).abs() > near * most
            })
        })
    };
    let across = edges(&a).iter().all(|[p, q]| {
        edges(&b).iter().all(|[r, s]| {
            let (u, v) = (way(*p, *q), way(*r, *s));
            turn(u, v).abs() > 0.02 * size(u) * size(v)
        })
    });
    far(&a, &b) && far(&b, &a) && across
}

/// The coordinates of the middle of two points.
pub fn middle<V: Space>(p: V, q: V) -> Vec<f64> {
    coordinates(p).iter().zip(coordinates(q)).map(|(x, y)| (x + y) / 2.0).collect()
}
