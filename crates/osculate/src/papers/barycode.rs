//! Zhang, Wu, Wang, Zhou, Barycode-based GJK Algorithm (paper 003): GJK in the plane, at three
//! query levels.
//!
//! * Algorithm 1, the distance: [`distance`] (level 2), [`closest`] (level 3).
//! * Algorithms 2 to 5, the sub-distance: [`subdistance`], [`s2d`] in seven cases and
//!   [`s2d_newest`] in four, [`cone_region`], [`s1d`].
//! * Algorithm 6, yes or no: [`collides`] (level 1), with the exit by the wedge of figure 2(b).
//! * The support by hill climbing on vertices in order: [`Climbing`].
//! * What section II-A says of a contact at one point, where many directions separate:
//!   [`separating_cone`].
//! * What section II-C says S2D is good for besides: a point in a triangle, [`is_in_triangle`]; and
//!   the signed volumes of space, [`montanari`](super::montanari).
//!
//! The paper leaves three things open, and each is a choice here. Algorithm 3 prints seven cases,
//! and the text says that four are enough where the newest vertex is known; the paper does not say
//! which form it timed ([`Cases`]). Algorithm 1 takes a support point against v_init for its first
//! vertex, and section IV takes v_init itself ([`Start`]). ε and k_max have no figures
//! ([`Parameters`]).

use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// What the sub-distance returns of a simplex τ: the part W that holds v, its barycentric
/// coordinates λ, and v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part<V: Linear> {
    /// Where the vertices of W stand in τ; of those, `len` are meant.
    pub places: [usize; 3],
    /// The cardinality of W.
    pub len: usize,
    /// λ, one a vertex of W.
    pub lambda: [V::Scalar; 3],
    /// The minimum distance vector.
    pub v: V,
}

impl<V: Linear> Part<V> {
    fn vertex(place: usize, v: V) -> Self {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        Self { places: [place, 0, 0], len: 1, lambda: [one, zero, zero], v }
    }

    /// λ at the places of τ.
    pub fn weights(&self) -> [V::Scalar; 3] {
        let mut weights = [V::Scalar::ZERO; 3];
        for i in 0..self.len {
            weights[self.places[i]] = self.lambda[i];
        }
        weights
    }
}

/// Which S2D the sub-distance uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// Algorithm 3 as it is printed: no assumption on the order of vertices.
    Seven,
    /// The form that the text has "for the version of implementation […] that tracks the order of
    /// the simplex vertex": the newest vertex is the first. A triangle without area, as a support
    /// point makes that comes again, divides by zero more often in it.
    Four,
}

/// Where a query starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<V> {
    /// As algorithms 1 and 6 print it: the first vertex is the support point along −v_init. The
    /// paper asks for a point of `P ⊖ Q`; section IV names a fixed vector as the other way.
    Against(V),
    /// As section IV has it: v_init is "the first simplex vertex as well". It is the difference of
    /// these points of P and Q.
    Vertex([V; 2]),
}

impl<V> From<V> for Start<V> {
    fn from(v_init: V) -> Self {
        Self::Against(v_init)
    }
}

impl<V: Vector> Start<V> {
    /// Points of P and Q whose difference is the first vertex; `None` if v_init is the origin.
    fn first(self, mut p: impl FnMut(V) -> V, mut q: impl FnMut(V) -> V) -> Option<[V; 2]> {
        match self {
            Self::Against(v) => (v != V::ZERO).then(|| [p(-v), q(v)]),
            Self::Vertex([p, q]) => (p != q).then_some([p, q]),
        }
    }
}

/// Algorithm 2: the sub-distance of one to three vertices. The newest is the first.
pub fn subdistance<V: Linear>(tau: &[V], cases: Cases) -> Part<V> {
    match *tau {
        [_, _, _, ..] if cases == Cases::Four => s2d_newest(tau),
        [_, _, _, ..] => s2d(tau),
        [_, _] => s1d(tau, [0, 1]),
        [v] => Part::vertex(0, v),
        [] => Part { len: 0, ..Part::vertex(0, V::ZERO) },
    }
}

/// The cross product of the plane, a number.
fn cross<V: Linear>(a: V, b: V) -> V::Scalar {
    V::normal_to(&[a]).dot(b)
}

/// SSIGN of algorithm 3.
fn ssign<S: Real>(m: S, n: S) -> usize {
    usize::from((m > S::ZERO) == (n > S::ZERO))
}

/// σ_u, σ_v, σ_w, and their sum.
fn sigmas<V: Linear>([a, b, c]: [V; 3]) -> ([V::Scalar; 3], V::Scalar) {
    let sigma = [cross(b, c), cross(c, a), cross(a, b)];
    (sigma, sigma[0] + sigma[1] + sigma[2])
}

/// Algorithm 3, S2D in seven cases: the signs of the barycentric coordinates are the bits of the
/// barycode.
pub fn s2d<V: Linear>(tau: &[V]) -> Part<V> {
    let (sigma, sum) = sigmas([tau[0], tau[1], tau[2]]);
    let barycode = ssign(sum, sigma[2]) | ssign(sum, sigma[1]) << 1 | ssign(sum, sigma[0]) << 2;
    match barycode {
        1 => cone_region(tau, 2),
        2 => cone_region(tau, 1),
        3 => s1d(tau, [1, 2]),
        4 => cone_region(tau, 0),
        5 => s1d(tau, [0, 2]),
        6 => s1d(tau, [0, 1]),
        // 7; and 0, which exact arithmetic does not have.
        _ => inside(tau, sigma, sum),
    }
}

/// S2D in four cases: A is the newest vertex, so that its bit is set, and codes 1, 2 and 3 are
/// gone.
pub fn s2d_newest<V: Linear>(tau: &[V]) -> Part<V> {
    let (sigma, sum) = sigmas([tau[0], tau[1], tau[2]]);
    match 4 | ssign(sum, sigma[2]) | ssign(sum, sigma[1]) << 1 {
        4 => cone_region(tau, 0),
        5 => s1d(tau, [0, 2]),
        6 => s1d(tau, [0, 1]),
        _ => inside(tau, sigma, sum),
    }
}

/// S2D as a test of "point-in-triangle", its first use of those the paper names: the point is in
/// the triangle if its barycode is 7. By signs of rounded areas, on the edges as well as these.
pub fn is_in_triangle<V: Linear>(point: V, triangle: [V; 3]) -> bool {
    let (zero, (sigma, sum)) = (V::Scalar::ZERO, sigmas(triangle.map(|corner| corner - point)));
    let is_beside = |part: &V::Scalar| if sum > zero { *part < zero } else { *part > zero };
    sum != zero && !sigma.iter().any(is_beside)
}

/// "For the point contact cases, there exists a cone region instead of a single separating
/// direction": the two extreme directions in which polygons with areas that touch in a vertex of each
/// are separated, from Q to P, the clockwise one first. P and Q are in order, and touch in these
/// vertices. Every direction between both separates them too. `None` if they overlap there.
///
/// A direction separates if all edges of P from its vertex go along it, and all of Q against it. So
/// an extreme one is perpendicular to one of these four edges.
pub fn separating_cone<V: Linear>(
    (p, at_p): (&[V], usize),
    (q, at_q): (&[V], usize),
) -> Option<[V; 2]> {
    let zero = V::Scalar::ZERO;
    let edges = |polygon: &[V], at: usize| {
        let n = polygon.len();
        [(at + 1) % n, (at + n - 1) % n].map(|next| polygon[next] - polygon[at])
    };
    let ([a, b], [c, d]) = (edges(p, at_p), edges(q, at_q));
    let edges = [a, b, -c, -d];
    // Of the two perpendiculars of each edge, those along which no edge goes back.
    let separates = |direction: &V| edges.iter().all(|edge| edge.dot(*direction) >= zero);
    let sides = edges.iter().flat_map(|&edge| {
        let side = V::normal_to(&[edge]);
        [side, -side]
    });
    let extreme = |sign: V::Scalar| {
        let turns = |from: V, to: V| cross(from, to) * sign > zero;
        sides.clone().filter(separates).reduce(|best, next| match turns(best, next) {
            true => next,
            false => best,
        })
    };
    Some([extreme(-V::Scalar::ONE)?, extreme(V::Scalar::ONE)?])
}

/// Case 7: the origin is inside. The code alone decides it, so that a triangle without area, whose
/// code can be 7 too, divides by zero.
fn inside<V: Linear>(tau: &[V], sigma: [V::Scalar; 3], sum: V::Scalar) -> Part<V> {
    let (u, v) = (sigma[0] / sum, sigma[1] / sum);
    let w = V::Scalar::ONE - u - v;
    let nearest = tau[0] * u + tau[1] * v + tau[2] * w;
    Part { places: [0, 1, 2], len: 3, lambda: [u, v, w], v: nearest }
}

/// Algorithm 4, ConeRegion: the origin is in the cone of the vertex at this place.
pub fn cone_region<V: Linear>(tau: &[V], vertex: usize) -> Part<V> {
    let zero = V::Scalar::ZERO;
    let (m, n) = ((vertex + 1) % 3, (vertex + 2) % 3);
    let v = tau[vertex];
    let (mv, nv) = (v - tau[m], v - tau[n]);
    if mv.dot(nv) < zero {
        if v.dot(mv) > zero {
            return s1d(tau, [vertex, m]);
        }
        if v.dot(nv) > zero {
            return s1d(tau, [vertex, n]);
        }
    }
    Part::vertex(vertex, v)
}

/// Algorithm 5, S1D: of the vertices at these two places.
pub fn s1d<V: Linear>(tau: &[V], [place_a, place_b]: [usize; 2]) -> Part<V> {
    let zero = V::Scalar::ZERO;
    let (a, b) = (tau[place_a], tau[place_b]);
    let ab = b - a;
    let (oa_ab, ob_ab) = (a.dot(ab), b.dot(ab));
    if oa_ab >= zero {
        return Part::vertex(place_a, a);
    }
    if ob_ab <= zero {
        return Part::vertex(place_b, b);
    }
    let sum = oa_ab - ob_ab;
    let (u, v) = (-ob_ab / sum, oa_ab / sum);
    Part { places: [place_a, place_b, 0], len: 2, lambda: [u, v, zero], v: a * u + b * v }
}

/// The parameters of algorithms 1 and 6.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters<S> {
    /// ε: of the relative exit by its square, of ‖v‖ as a length.
    pub epsilon: S,
    /// The most iterations.
    pub k_max: u32,
    /// Which S2D.
    pub cases: Cases,
    /// Algorithm 6's exit by the wedge, which it has as printed.
    pub wedge: bool,
}

impl<S: Real> Parameters<S> {
    /// The algorithms as printed: algorithm 3 has seven cases, algorithm 6 the wedge. k_max has no
    /// figure in the paper.
    pub fn printed(epsilon: S) -> Self {
        Self { epsilon, k_max: 64, cases: Cases::Seven, wedge: true }
    }

    /// With S2D in four cases.
    pub fn ordered(epsilon: S) -> Self {
        Self { cases: Cases::Four, ..Self::printed(epsilon) }
    }
}

/// Why a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The start is the origin.
    AtStart,
    /// The support point is no further than v, or, of yes or no, v separates.
    NoFurther,
    /// ‖v‖ ≤ ε.
    WithinEpsilon,
    /// The triangle holds the origin.
    Enclosed,
    /// The support point is in the wedge opposite A and B: they and it enclose the origin.
    Wedge,
    /// k_max.
    OutOfIterations,
}

/// The yes or no of level 1, and how it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// Whether the shapes collide.
    pub collides: bool,
    /// Iterations.
    pub k: u32,
    /// Why the query ended.
    pub ended: Ended,
}

/// The answer of level 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Linear> {
    /// ‖v‖.
    pub distance: V::Scalar,
    /// The witness point of P.
    pub on_p: V,
    /// The witness point of Q.
    pub on_q: V,
    /// The separating vector from Q to P, of length 1; zero if v is.
    pub direction: V,
    /// Iterations.
    pub k: u32,
    /// Why the query ended.
    pub ended: Ended,
}

/// The simplex of the loop, with the points of P and Q of each vertex.
#[derive(Clone, Copy)]
struct Simplex<V> {
    points: [[V; 3]; 3],
    len: usize,
}

impl<V: Linear> Simplex<V> {
    fn of(p: V, q: V) -> Self {
        Self { points: [[p - q, p, q]; 3], len: 1 }
    }

    /// τ: w, and W after it.
    fn with(&self, p: V, q: V) -> Self {
        let [first, second, _] = self.points;
        Self { points: [[p - q, p, q], first, second], len: self.len + 1 }
    }

    fn reduced(&self, part: &Part<V>) -> Self {
        Self { points: part.places.map(|place| self.points[place]), len: part.len }
    }

    fn tau(&self) -> [V; 3] {
        self.points.map(|point| point[0])
    }
}

/// Algorithm 1 at level 3: distance, witness points and separating direction. A vector for a start
/// is [`Start::Against`].
pub fn closest<V: Vector>(
    mut p: impl FnMut(V) -> V,
    mut q: impl FnMut(V) -> V,
    v_init: impl Into<Start<V>>,
    parameters: &Parameters<V::Scalar>,
) -> Closest<V> {
    const { assert!(V::DIM == 2, "paper 003 is told in the plane") };
    let epsilon = parameters.epsilon;
    let start = v_init.into();
    let first = start.first(&mut p, &mut q);
    let [on_p, on_q] = first.unwrap_or_else(|| match start {
        Start::Against(v) => [p(-v), q(v)],
        Start::Vertex(points) => points,
    });
    let mut simplex = Simplex::of(on_p, on_q);
    let mut part = Part::vertex(0, on_p - on_q);
    let mut k = 0;
    let ended = loop {
        if first.is_none() {
            part.v = V::ZERO;
            break Ended::AtStart;
        }
        k += 1;
        let v = part.v;
        let (on_p, on_q) = (p(-v), q(v));
        let square = v.length_squared();
        if square - v.dot(on_p - on_q) <= epsilon * epsilon * square {
            break Ended::NoFurther;
        }
        let whole = simplex.with(on_p, on_q);
        part = subdistance(&whole.tau()[..whole.len], parameters.cases);
        simplex = whole.reduced(&part);
        if part.v.length_squared().sqrt() <= epsilon {
            break Ended::WithinEpsilon;
        }
        if part.len >= 3 {
            break Ended::Enclosed;
        }
        if k >= parameters.k_max {
            break Ended::OutOfIterations;
        }
    };
    let witness = |side: usize| {
        let terms = (0..part.len).map(|i| simplex.points[i][side] * part.lambda[i]);
        terms.fold(V::ZERO, |sum, term| sum + term)
    };
    let distance = part.v.length_squared().sqrt();
    let (on_p, on_q) = (witness(1), witness(2));
    let direction = part.v.try_normalize().unwrap_or(V::ZERO);
    Closest { distance, on_p, on_q, direction, k, ended }
}

/// Algorithm 1 at level 2: the distance.
pub fn distance<V: Vector>(
    p: impl FnMut(V) -> V,
    q: impl FnMut(V) -> V,
    v_init: impl Into<Start<V>>,
    parameters: &Parameters<V::Scalar>,
) -> V::Scalar {
    closest(p, q, v_init, parameters).distance
}

/// Algorithm 6, level 1: whether the shapes collide.
pub fn collides<V: Vector>(
    mut p: impl FnMut(V) -> V,
    mut q: impl FnMut(V) -> V,
    v_init: impl Into<Start<V>>,
    parameters: &Parameters<V::Scalar>,
) -> Collision {
    const { assert!(V::DIM == 2, "paper 003 is told in the plane") };
    let (zero, epsilon) = (V::Scalar::ZERO, parameters.epsilon);
    let Some([on_p, on_q]) = v_init.into().first(&mut p, &mut q) else {
        return Collision { collides: true, k: 0, ended: Ended::AtStart };
    };
    let mut v = on_p - on_q;
    let mut s = |direction: V| p(direction) - q(-direction);
    let (mut w_set, mut len) = ([v; 3], 1);
    let mut k = 0;
    loop {
        k += 1;
        let answer = |collides, ended| Collision { collides, k, ended };
        let w = s(-v);
        if v.dot(w) > zero {
            return answer(false, Ended::NoFurther);
        }
        let [a, b, _] = w_set;
        if parameters.wedge && len == 2 && cross(a, w) * cross(b, w) <= zero {
            return answer(true, Ended::Wedge);
        }
        let tau = [w, a, b];
        let part = subdistance(&tau[..len + 1], parameters.cases);
        (w_set, len, v) = (part.places.map(|place| tau[place]), part.len, part.v);
        let length = v.length_squared().sqrt();
        if length <= epsilon {
            return answer(true, Ended::WithinEpsilon);
        }
        if len >= 3 {
            return answer(length < epsilon, Ended::Enclosed);
        }
        if k >= parameters.k_max {
            return answer(length < epsilon, Ended::OutOfIterations);
        }
    }
}

/// HCS, the hill-climbing support of a convex polygon whose vertices are in order: from the vertex
/// that was found last to the neighbour that reaches further, until there is none. A new one for
/// each query is cold, one that is kept is warm.
#[derive(Clone, Debug)]
pub struct Climbing<T> {
    vertices: T,
    at: usize,
}

impl<T> Climbing<T> {
    /// A climb over at least one vertex, from the first.
    pub fn new(vertices: T) -> Self {
        Self { vertices, at: 0 }
    }

    /// The support point.
    pub fn support<V: Vector>(&mut self, direction: V) -> V
    where
        T: AsRef<[V]>,
    {
        let vertices = self.vertices.as_ref();
        let n = vertices.len();
        let mut at = self.at;
        let mut most = vertices[at].dot(direction);
        // Up one side, or if that goes down at once, up the other.
        for step in [1, n - 1] {
            let begin = at;
            loop {
                let next = if at + step >= n { at + step - n } else { at + step };
                let further = vertices[next].dot(direction);
                if further <= most {
                    break;
                }
                (at, most) = (next, further);
            }
            if at != begin {
                break;
            }
        }
        self.at = at;
        vertices[at]
    }
}
