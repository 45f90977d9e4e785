//! Christer Ericson, The Gilbert-Johnson-Keerthi (GJK) Algorithm, a talk (paper 004): the loop in
//! seven steps, from a point at the origin to two objects; the geometric sub-distance; the two ways
//! to sweep a moving object, and the time of its collision by interval halving.

use alloc::vec::Vec;

use super::Nearest;
use super::johnson::{is_nearest, rounding_unit};
use crate::kernel::simplex::{Simplex, combine};
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// One of the talk's slides: the state after a step of the algorithm.
#[derive(Clone, Copy, Debug)]
pub enum Slide<V: Linear> {
    /// Step 1: the simplex set Q.
    Initialised(Simplex<V>),
    /// Step 2: the point P of minimum norm in CH(Q).
    Point(V),
    /// Steps 3 and 4: P is not the origin, and Q is reduced to Q′.
    Reduced(Simplex<V>),
    /// Step 5: V, a supporting point in direction −P.
    Supporting(V),
    /// Step 7: V is added to Q.
    Added(Simplex<V>),
    /// Step 3 or 6: exit, with the distance.
    Exit(V::Scalar),
}

/// The seven steps, for a set C and the origin. Step 1 begins with the points of `initial`, at most
/// one more than the space has dimensions, or with one supporting point if there are none; `slide`
/// is shown each state.
///
/// Step 6 as printed asks whether V is no more extreme in direction −P than P itself. Rounding can
/// answer no for ever, so that a V which is in Q′ already, or that brings P no nearer, ends it too.
pub fn gjk<V: Vector>(
    mut support: impl FnMut(V) -> V,
    initial: &[V],
    mut slide: impl FnMut(Slide<V>),
) -> Nearest<V> {
    let mut q = match initial.len().min(V::DIM + 1) {
        0 => Simplex::new(&[support(V::axis(0))]),
        n => Simplex::new(&initial[..n]),
    };
    slide(Slide::Initialised(q));
    let mut nearest_so_far: Option<Nearest<V>> = None;
    loop {
        let nearest = subdistance(&q);
        let p = nearest.point;
        slide(Slide::Point(p));
        if p == V::ZERO {
            slide(Slide::Exit(V::Scalar::ZERO));
            return nearest;
        }
        let points: Vec<V> = nearest.holders().map(|i| q.points()[i]).collect();
        q = Simplex::new(&points);
        slide(Slide::Reduced(q));
        let v = support(-p);
        slide(Slide::Supporting(v));
        let is_no_more_extreme = (-p).dot(v) <= (-p).dot(p);
        let is_stuck = points.contains(&v)
            || points.len() > V::DIM
            || nearest_so_far.is_some_and(|n| n.point.length_squared() <= p.length_squared());
        if is_no_more_extreme || is_stuck {
            slide(Slide::Exit(p.length()));
            return nearest;
        }
        nearest_so_far = Some(nearest);
        q.push(v);
        slide(Slide::Added(q));
    }
}

/// GJK for two objects: "reduce problem into the one solved". The distance of the sets with these
/// support mappings is that of their difference from the origin.
pub fn gjk_of_two<V: Vector>(a: impl FnMut(V) -> V, b: impl FnMut(V) -> V) -> V::Scalar {
    let mut support = super::difference_of(a, b);
    let initial = [support(V::axis(0))];
    gjk(support, &initial, |_| {}).point.length()
}

/// Approach 2 of the distance subalgorithm, geometric: Voronoi regions told apart by dot products,
/// faces of the tetrahedron one by one.
///
/// It asks every region, in the talk's order, and knows nothing of which vertex is new. Its weights
/// are differences of products of dot products, with Johnson's loss of digits. Where that makes it
/// take the wrong region, the nearest of the triangle's three sides is taken instead, and the
/// origin is inside a tetrahedron only if it is so beyond rounding. The talk leaves rounding open.
pub fn subdistance<V: Linear>(simplex: &Simplex<V>) -> Nearest<V> {
    let points = simplex.points();
    let zero = V::Scalar::ZERO;
    let mut weights = [zero; 4];
    match *points {
        [] => {}
        [_] => weights[0] = V::Scalar::ONE,
        [a, b] => [weights[0], weights[1]] = on_segment(a, b),
        [a, b, c] => {
            let [u, v, w] = on_triangle(a, b, c);
            weights = [u, v, w, zero];
        }
        [a, b, c, d, ..] => match on_tetrahedron([a, b, c, d]) {
            Some(found) => weights = found,
            None => {
                return Nearest {
                    weights: crate::kernel::simplex::weights(simplex),
                    point: V::ZERO,
                };
            }
        },
    }
    Nearest { weights, point: combine(points, &weights) }
}

/// `ClosestPointOnTetrahedronToPoint`, of the origin: on the nearest of the faces that it is
/// outside of; `None` inside.
fn on_tetrahedron<V: Linear>([a, b, c, d]: [V; 4]) -> Option<[V::Scalar; 4]> {
    let zero = V::Scalar::ZERO;
    let faces = [
        ([0, 1, 2], [a, b, c], d),
        ([0, 2, 3], [a, c, d], b),
        ([0, 3, 1], [a, d, b], c),
        ([1, 3, 2], [b, d, c], a),
    ];
    let mut least: Option<(V::Scalar, [V::Scalar; 4])> = None;
    for (places, [p, q, r], opposite) in faces {
        let normal = (q - p).cross(r - p);
        let (origin, inside) = (-normal.dot(p), normal.dot(opposite - p));
        let furthest = p.length_squared().max(opposite.length_squared());
        let furthest = furthest.max(q.length_squared()).max(r.length_squared());
        // The normal has the squared length of the edges in it.
        let rounding = rounding_unit::<V::Scalar>() * furthest;
        let is_inside =
            origin * inside > zero && origin.abs().min(inside.abs()) > rounding * furthest.sqrt();
        if is_inside {
            continue;
        }
        let on_face = on_triangle(p, q, r);
        let v = p * on_face[0] + q * on_face[1] + r * on_face[2];
        if least.is_none_or(|(least, _)| v.length_squared() < least) {
            let mut weights = [zero; 4];
            for (place, weight) in places.into_iter().zip(on_face) {
                weights[place] = weight;
            }
            least = Some((v.length_squared(), weights));
        }
    }
    least.map(|(_, weights)| weights)
}

/// `ClosestPointOnEdgeToPoint`, of the origin.
fn on_segment<V: Linear>(a: V, b: V) -> [V::Scalar; 2] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let along = -a.dot(b - a);
    let whole = (b - a).length_squared();
    if along <= zero {
        [one, zero]
    } else if along >= whole {
        [zero, one]
    } else {
        [one - along / whole, along / whole]
    }
}

fn on_triangle<V: Linear>(a: V, b: V, c: V) -> [V::Scalar; 3] {
    let zero = V::Scalar::ZERO;
    let by_region = region_of_triangle(a, b, c);
    let point = |w: &[V::Scalar; 3]| a * w[0] + b * w[1] + c * w[2];
    if is_nearest(&[a, b, c], point(&by_region)) {
        return by_region;
    }
    let [[s, t], [u, v], [w, x]] = [on_segment(a, b), on_segment(b, c), on_segment(c, a)];
    let sides = [[s, t, zero], [zero, u, v], [x, zero, w]];
    let square = |w: &[V::Scalar; 3]| point(w).length_squared();
    sides
        .into_iter()
        .fold(by_region, |best, side| if square(&side) < square(&best) { side } else { best })
}

/// `ClosestPointOnTriangleToPoint`, of the origin: "separate cases based on which feature Voronoi
/// region point lies in".
fn region_of_triangle<V: Linear>(a: V, b: V, c: V) -> [V::Scalar; 3] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= zero && d2 <= zero {
        return [one, zero, zero];
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= zero && d4 <= d3 {
        return [zero, one, zero];
    }
    let of_c = d1 * d4 - d3 * d2;
    if of_c <= zero && d1 >= zero && d3 <= zero {
        let t = d1 / (d1 - d3);
        return [one - t, t, zero];
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= zero && d5 <= d6 {
        return [zero, zero, one];
    }
    let of_b = d5 * d2 - d1 * d6;
    if of_b <= zero && d2 >= zero && d6 <= zero {
        let t = d2 / (d2 - d6);
        return [one - t, zero, t];
    }
    let of_a = d3 * d6 - d5 * d4;
    if of_a <= zero && d4 - d3 >= zero && d5 - d6 >= zero {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [zero, one - t, t];
    }
    let sum = of_a + of_b + of_c;
    [of_a / sum, of_b / sum, of_c / sum]
}

/// Moving objects, alternative 1, point duplication: the points of A and the same points moved on,
/// whose hull is the swept volume.
pub fn duplicated<V: Vector>(points: &[V], way: V) -> Vec<V> {
    points.iter().copied().chain(points.iter().map(|&p| p + way)).collect()
}

/// Moving objects, alternative 2, the support mapping: the moved point where the way goes along the
/// direction, and the point itself where it does not.
pub fn swept<V: Vector>(mut support: impl FnMut(V) -> V, way: V) -> impl FnMut(V) -> V {
    move |direction| {
        let point = support(direction);
        if way.dot(direction) > V::Scalar::ZERO { point + way } else { point }
    }
}

/// The time of collision, as [`time_of_collision`] leaves it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halved<S> {
    /// The objects meet within these times, and not before the first.
    pub times: [S; 2],
    /// How many support points of the set were asked for.
    pub supports: u32,
}

/// A vertex of a swept set: a point of the set, and whether it is at the far end of the way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ended<V> {
    point: V,
    is_far: bool,
}

/// "Interval halving over v gives time of collision": whether the volume meets the origin that a
/// set sweeps in the first half of an interval, asked again and again. The set, `a − b` given by
/// its support mapping, moves by `way` in the times from 0 to 1. `None` if it does not meet the
/// origin.
///
/// "Using simplices from previous iteration to start next iteration": with `keeps`, each query
/// starts from the simplex that the one before it ended with. Its points are the same points of the
/// set, moved to the ends of the new interval. The talk says neither how to do that nor when to
/// stop; here the number of halvings is given.
pub fn time_of_collision<V: Vector>(
    mut support: impl FnMut(V) -> V,
    way: V,
    halvings: u32,
    keeps: bool,
) -> Option<Halved<V::Scalar>> {
    let (mut times, mut supports) = ([V::Scalar::ZERO, V::Scalar::ONE], 0);
    let mut simplex = Vec::new();
    let mut meets = |times: [V::Scalar; 2], supports: &mut u32| {
        if !keeps {
            simplex.clear();
        }
        meets_origin(&mut support, [way * times[0], way * times[1]], &mut simplex, supports)
    };
    if !meets(times, &mut supports) {
        return None;
    }
    let half = V::Scalar::ONE / (V::Scalar::ONE + V::Scalar::ONE);
    for _ in 0..halvings {
        let [from, to] = times;
        let middle = (from + to) * half;
        times = if meets([from, middle], &mut supports) { [from, middle] } else { [middle, to] };
    }
    Some(Halved { times, supports })
}

/// Whether a set that is swept from one shift to another holds the origin. The simplex is where the
/// loop begins, and then where it ended. A loop that is stuck takes the set for one that holds it:
/// a contact is then early, and never missed.
fn meets_origin<V: Vector>(
    support: &mut impl FnMut(V) -> V,
    shifts: [V; 2],
    simplex: &mut Vec<Ended<V>>,
    supports: &mut u32,
) -> bool {
    let mut asked = |direction: V| {
        *supports += 1;
        // Alternative 2: the far end, where the way goes along the direction.
        let is_far = (shifts[1] - shifts[0]).dot(direction) > V::Scalar::ZERO;
        Ended { point: support(direction), is_far }
    };
    let place = |vertex: &Ended<V>| vertex.point + shifts[usize::from(vertex.is_far)];
    if simplex.is_empty() {
        simplex.push(asked(V::axis(0)));
    }
    let mut before = V::Scalar::INFINITY;
    loop {
        let points: Vec<V> = simplex.iter().map(place).collect();
        let nearest = subdistance(&Simplex::new(&points));
        let p = nearest.point;
        *simplex = nearest.holders().map(|i| simplex[i]).collect();
        // Nothing is nearer than rounding can tell, or no point of the simplex is superfluous.
        if p == V::ZERO || simplex.len() > V::DIM || !(p.length_squared() < before) {
            return true;
        }
        before = p.length_squared();
        let vertex = asked(-p);
        if (-p).dot(place(&vertex)) < V::Scalar::ZERO {
            return false;
        }
        if simplex.contains(&vertex) {
            return true;
        }
        simplex.push(vertex);
    }
}
