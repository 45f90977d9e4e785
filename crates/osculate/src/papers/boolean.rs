//! GJK for yes or no, told twice: Implementing a GJK Intersection Query (paper 001), and Collision
//! Detection, GJK Part 3 (paper 002).
//!
//! Both keep directions only, never ask for regions that the last step excludes, and keep the
//! simplex wound so that the origin is above the triangle of older vertices. They have no
//! distances, and so no proof: that is why queries do not run them.
//!
//! # Why regions are excluded
//! O is the origin, A the newest vertex, v the direction in which A was found, and the loop has
//! asked A·v ≥ 0. A support mapping reaches furthest along its direction, so A·v ≥ X·v for every
//! vertex X. The nearest point of a simplex to O is a vertex, or lies inside an edge, a face or the
//! whole, and O is then in that part's Voronoi region.
//!
//! **Two vertices.** B is the older one, and v = O − B = −B.
//! * *Not beyond B*, which is where (A − B)·(O − B) < 0. It is (A − B)·v = A·v − B·v, and a support
//!   point has A·v ≥ B·v.
//! * *Not beyond A*, where (B − A)·(O − A) < 0. It is A·A − A·B = |A|² + A·v ≥ 0, as A·v ≥ 0.
//!
//! So O is beside the segment, and nothing is asked.
//!
//! **Three vertices.** B and C are the segment of the step before. O is beside it: O = P + t·v with
//! P a point of the segment, t > 0 and v perpendicular to it, so that v·B = v·C = v·P ≤ 0.
//! * *Neither B nor C*. The region of B has (C − B)·(O − B) ≤ 0, which is (C − B)·(P − B) ≥ 0 and
//!   zero only in P = B. The same for C.
//! * *Not beside BC*. Let u be the perpendicular of BC in the plane of the triangle, away from A;
//!   the region of BC has (O − B)·u > 0. But for a part along BC, A − B is −β·u with β > 0, and
//!   v is perpendicular to that part: −β·u·v = (A − B)·v = A·v − B·v ≥ 0, so u·v ≤ 0. But for such
//!   a part O − B is t·v, so (O − B)·u = t·v·u ≤ 0.
//! * *Not beyond A*. The region of A has (B − A)·(O − A) ≤ 0 and (C − A)·(O − A) ≤ 0, and so
//!   (P − A)·(O − A) ≤ 0 for the point P between B and C. It is −P·A + A·A = t·v·A + |A|² ≥ 0, and
//!   zero only where A is O.
//!
//! So AB, AC and the inside are left, of which the last has two sides.
//!
//! **Four vertices.** B, C and D are the triangle of the step before. O is above it: O = P + t·v
//! with P a point of the triangle, t > 0, and v its normal.
//! * *No edge of BCD*. In the plane of BCD let u be the perpendicular of BC away from D; the region
//!   of BC has (O − B)·u > 0. It is (P − B)·u ≤ 0, as P is a point of the triangle.
//! * *Neither B nor C nor D*. The region of B has (C − B)·(O − B) ≤ 0 and (D − B)·(O − B) ≤ 0, and
//!   v has no part in these. P − B is c·(C − B) + d·(D − B) with c, d ≥ 0, so that c times the one
//!   and d times the other are |P − B|² in sum: one of them is above zero, but for P = B.
//! * *Not below BCD*: along v, A is at A·v ≥ 0 and B, C and D are at no more than 0. So A and O are
//!   on one side.
//! * *Not beyond A*, as for three vertices, with P between B, C and D.
//!
//! So three edges and three faces at A are left, and the inside. In front of all three faces O is
//! A + λ·(A − B) + μ·(A − C) + ν·(A − D) with λ, μ, ν > 0. Along v that is A·v ≥ 0 and three terms
//! that are not negative, and it is 0: so A is in the plane of BCD, or rounding has the signs.

use crate::kernel::simplex::Simplex;
use crate::number::linear::{Linear, Real};
use crate::number::vector::Vector;

/// What a step found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step<V> {
    /// The simplex encloses the origin.
    Encloses,
    /// The origin is over all three new faces: a degenerate simplex. Paper 001 answers true.
    OverAllFaces,
    /// It does not: search on in this direction.
    Search(V),
}

/// How paper 001 treats an origin that is over a new face of the tetrahedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tetrahedron {
    /// As the page prints it now: all three faces are asked, and where the origin is over two of
    /// them, the shared edge is tested from the first; beyond it the other face is asked whole.
    Corrected,
    /// As its comment finds it wrong: the first face that the origin is over is taken, "even if […]
    /// it is entirely possible for the closest point to be on a different face". The page no longer
    /// has that listing; this is what the comment tells of it.
    Disputed,
}

/// What paper 001 does where the next direction is the zero vector: the origin is a vertex, or on
/// the line or plane of some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlongZero {
    /// As printed: it searches along it, and takes what the support mapping has for it.
    Printed,
    /// The origin is in the simplex, as the outer loop has excluded all beyond it: it is enclosed.
    Encloses,
}

/// The choices of paper 001.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// In space, the origin over new faces.
    pub tetrahedron: Tetrahedron,
    /// A direction that is zero.
    pub along_zero: AlongZero,
    /// Normalises v at the end of each update. The page leaves it out, and says that `cross_aba`
    /// "can produce some monstrously large vectors": "your support mapping functions either need
    /// to deal with this, or you can normalize".
    pub normalizes: bool,
    /// The cap of the final listing, 32 there. At the cap the answer is that they intersect.
    pub most_iterations: u32,
}

impl Rules {
    /// The final listing.
    pub const PRINTED: Self = Self {
        tetrahedron: Tetrahedron::Corrected,
        along_zero: AlongZero::Printed,
        normalizes: false,
        most_iterations: 32,
    };
    /// The final listing, without its search along a zero vector.
    pub const MENDED: Self = Self { along_zero: AlongZero::Encloses, ..Self::PRINTED };
}

/// Why a query ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A support point is not as far as the origin.
    Apart,
    /// The simplex encloses the origin.
    Encloses,
    /// The origin is over all faces: said to intersect.
    OverAllFaces,
    /// Out of iterations: said to intersect.
    OutOfIterations,
}

/// The answer, and how it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the shapes intersect.
    pub intersects: bool,
    /// Support points.
    pub steps: u32,
    /// Why the query ended.
    pub ended: Ended,
}

/// The query object of paper 001, its class `gjk`: its state is kept from query to query, and each
/// query begins anew.
#[derive(Clone, Copy, Debug)]
pub struct Query<V: Linear> {
    /// The choices.
    pub rules: Rules,
    /// The search vector.
    v: V,
    /// The points retained: d, c and b, in the end a.
    simplex: Simplex<V>,
}

impl<V: Vector> Query<V> {
    /// A query object.
    pub fn new(rules: Rules) -> Self {
        Self { rules, v: V::ZERO, simplex: Simplex::EMPTY }
    }

    /// The vector that was searched along last.
    pub fn searched(&self) -> V {
        self.v
    }

    /// The first overload of `gjk::intersect`, the final listing: whether the set with this support
    /// mapping holds the origin.
    pub fn intersect(&mut self, mut support: impl FnMut(V) -> V) -> Answer {
        let zero = V::Scalar::ZERO;
        self.v = V::axis(0);
        self.simplex = Simplex::EMPTY;
        let answer = |ended, steps| Answer { intersects: ended != Ended::Apart, steps, ended };
        let mut steps = 0;
        // The cases n = 0 and n = 1 are the first two rounds: the text's cleaning up unrolls them.
        while steps < self.rules.most_iterations.saturating_add(2) {
            let a = support(self.v);
            steps += 1;
            if a.dot(self.v) < zero {
                return answer(Ended::Apart, steps);
            }
            self.simplex.push(a);
            match step_001(&mut self.simplex, &self.rules) {
                Step::Encloses => return answer(Ended::Encloses, steps),
                Step::OverAllFaces => return answer(Ended::OverAllFaces, steps),
                Step::Search(v) if self.rules.normalizes => {
                    self.v = v.try_normalize().unwrap_or(V::ZERO);
                }
                Step::Search(v) => self.v = v,
            }
        }
        answer(Ended::OutOfIterations, steps)
    }

    /// The second overload: it wraps two support mappings into that of their difference.
    pub fn intersect_two(&mut self, a: impl FnMut(V) -> V, b: impl FnMut(V) -> V) -> Answer {
        self.intersect(super::difference_of(a, b))
    }
}

/// `cross_aba` of paper 001: perpendicular to the edge, toward the origin.
fn toward<V: Linear>(edge: V, ao: V) -> V {
    if V::DIM == 3 {
        return edge.cross(ao).cross(edge);
    }
    let left = V::normal_to(&[edge]);
    let side = left.dot(ao);
    match () {
        _ if side > V::Scalar::ZERO => left,
        _ if side < V::Scalar::ZERO => -left,
        _ => V::ZERO,
    }
}

/// In the plane of the triangle, perpendicular to an edge and away from the third vertex.
fn away<V: Linear>(edge: V, third: V) -> V {
    if V::DIM == 3 {
        return edge.cross(edge.cross(third));
    }
    let left = V::normal_to(&[edge]);
    if left.dot(third) > V::Scalar::ZERO { -left } else { left }
}

/// `gjk::update` of paper 001: keeps the part of the simplex nearest the origin, and says where to
/// search. The vertices are d, c, b, and last the newest, a.
pub fn step_001<V: Linear>(simplex: &mut Simplex<V>, rules: &Rules) -> Step<V> {
    let step = update(simplex, rules);
    let is_mended = rules.along_zero == AlongZero::Encloses && !simplex.points().is_empty();
    if is_mended && step == Step::Search(V::ZERO) { Step::Encloses } else { step }
}

/// As printed. In the plane the case of four vertices is gone, and the inside of a triangle
/// encloses.
fn update<V: Linear>(simplex: &mut Simplex<V>, rules: &Rules) -> Step<V> {
    let zero = V::Scalar::ZERO;
    match *simplex.points() {
        [] => Step::Search(V::ZERO),
        [a] => Step::Search(-a),
        [b, a] => Step::Search(toward(b - a, -a)),
        [c, b, a] => {
            let (ab, ac, ao) = (b - a, c - a, -a);
            if away(ab, ac).dot(ao) > zero {
                *simplex = Simplex::new(&[b, a]);
                return Step::Search(toward(ab, ao));
            }
            if away(ac, ab).dot(ao) > zero {
                *simplex = Simplex::new(&[c, a]);
                return Step::Search(toward(ac, ao));
            }
            if V::DIM == 2 {
                return Step::Encloses;
            }
            let abc = ab.cross(ac);
            if abc.dot(ao) > zero {
                return Step::Search(abc);
            }
            *simplex = Simplex::new(&[b, c, a]);
            Step::Search(-abc)
        }
        [d, c, b, a, ..] => tetrahedron_001([b, c, d], a, simplex, rules.tetrahedron),
    }
}

/// The case n = 3. The origin is above the old triangle D, C, B: from A, the faces ABC, ACD, ADB
/// are wound outward. Rotating one case into another is counting round the ring B, C, D.
fn tetrahedron_001<V: Linear>(
    ring: [V; 3],
    a: V,
    simplex: &mut Simplex<V>,
    rule: Tetrahedron,
) -> Step<V> {
    let (zero, ao) = (V::Scalar::ZERO, -a);
    let edge = |i: usize| ring[i % 3] - a;
    let normal = |i: usize| edge(i).cross(edge(i + 1));
    let over = [0, 1, 2].map(|i| normal(i).dot(ao) > zero);
    let mut i = match over {
        [false, false, false] => return Step::Encloses,
        [true, true, true] => return Step::OverAllFaces,
        // Of two faces, the one whose second edge is the shared one.
        _ => (0..3).find(|&i| over[i] && !over[(i + 2) % 3]).unwrap_or(0),
    };
    match rule {
        Tetrahedron::Disputed => i = (0..3).find(|&i| over[i]).unwrap_or(0),
        Tetrahedron::Corrected => {
            let is_over_two = over[(i + 1) % 3];
            if is_over_two && normal(i).cross(edge(i + 1)).dot(ao) > zero {
                i += 1;
            }
        }
    }
    let (p, q, n) = (ring[i % 3], ring[(i + 1) % 3], normal(i));
    if n.cross(edge(i + 1)).dot(ao) > zero {
        *simplex = Simplex::new(&[q, a]);
        return Step::Search(toward(q - a, ao));
    }
    if edge(i).cross(n).dot(ao) > zero {
        *simplex = Simplex::new(&[p, a]);
        return Step::Search(toward(p - a, ao));
    }
    *simplex = Simplex::new(&[q, p, a]);
    Step::Search(n)
}

/// `Minkowski_simplex::build` of paper 002, in space. Its line has a rule for an origin on it, and
/// its tetrahedron asks for faces only: the first that the origin is over is kept whole. It has
/// no rule for an origin over all three.
///
/// `None` where the page throws: it builds lines, triangles and tetrahedra alone. `equal` is the
/// tolerance of its `Math::equals`, of which the post says nothing; at zero the comparison is
/// exact.
pub fn step_002<V: Vector>(simplex: &mut Simplex<V>, equal: V::Scalar) -> Option<Step<V>> {
    const { assert!(V::DIM == 3, "paper 002 is told in space") };
    let zero = V::Scalar::ZERO;
    let is_zero = |x: V::Scalar| x.abs() <= equal;
    let step = match *simplex.points() {
        [] | [_] => return None,
        [b, a] => {
            let (ab, ao) = (b - a, -a);
            let direction = ab.cross(ao).cross(ab);
            let (x, y) = (ao.get(0), ao.get(1));
            match (0..3).all(|i| is_zero(direction.get(i))) {
                false => Step::Search(direction),
                true if is_zero(x) && is_zero(y) => Step::Search(V::axis(1)),
                true => Step::Search(V::from_fn(|i| [y, -x, zero][i])),
            }
        }
        [c, b, a] => {
            let (ab, ac, ao) = (b - a, c - a, -a);
            let ab_x_ac = ab.cross(ac);
            let ab_perp = ab.cross(ab_x_ac);
            if ao.dot(ab_perp) > zero {
                *simplex = Simplex::new(&[b, a]);
                return Some(Step::Search(ab_perp));
            }
            let ac_perp = ab_x_ac.cross(ac);
            if ao.dot(ac_perp) > zero {
                *simplex = Simplex::new(&[c, a]);
                return Some(Step::Search(ac_perp));
            }
            if ab_x_ac.dot(ao) > zero {
                return Some(Step::Search(ab_x_ac));
            }
            *simplex = Simplex::new(&[b, c, a]);
            Step::Search(-ab_x_ac)
        }
        [d, c, b, a, ..] => {
            for (p, q) in [(b, c), (c, d), (d, b)] {
                let normal = (p - a).cross(q - a);
                if normal.dot(-a) > zero {
                    *simplex = Simplex::new(&[q, p, a]);
                    return Some(Step::Search(normal));
                }
            }
            Step::Encloses
        }
    };
    Some(step)
}

/// Paper 002's loop around its simplex. Part 3 begins with a line: its two points are here the
/// support points along the first axis, and from there toward the origin. It has no cap.
pub fn intersect_002<V: Vector>(
    mut support: impl FnMut(V) -> V,
    equal: V::Scalar,
    most_iterations: u32,
) -> Answer {
    let mut simplex = Simplex::EMPTY;
    let mut v = V::axis(0);
    for steps in 1..=most_iterations {
        let a = support(v);
        if a.dot(v) < V::Scalar::ZERO {
            return Answer { intersects: false, steps, ended: Ended::Apart };
        }
        simplex.push(a);
        match step_002(&mut simplex, equal) {
            None => v = -a,
            Some(Step::Search(next)) => v = next,
            Some(_) => return Answer { intersects: true, steps, ended: Ended::Encloses },
        }
    }
    Answer { intersects: true, steps: most_iterations, ended: Ended::OutOfIterations }
}
