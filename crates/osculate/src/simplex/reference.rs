//! The solvers of the founding papers, as the papers tell them: for readers, and for tests and benchmarks to compare
//! with. Queries run none of them; each says why.

use super::Simplex;
use crate::linear::{Linear, Real};

/// A point of a simplex nearest the origin: its weights, one a vertex (zero for those that do not hold it), and the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<V: Linear> {
    /// The weights, one a vertex.
    pub weights: [V::Scalar; 4],
    /// The point.
    pub point: V,
}

/// 64 ε: what a few sums of products may be off by.
fn rounding_unit<R: Real>() -> R {
    let two = R::ONE + R::ONE;
    let eight = two * two * two;
    eight * eight * R::EPSILON
}

/// Whether no vertex is further toward the origin than v, but for rounding: v is then the nearest point.
fn is_nearest<V: Linear>(points: &[V], v: V) -> bool {
    let squares = points.iter().map(|y| y.length_squared());
    let largest = squares.fold(V::Scalar::ZERO, |most, square| most.max(square));
    let rounding = largest * rounding_unit::<V::Scalar>();
    points.iter().all(|y| v.dot(*y) >= v.length_squared() - rounding)
}

/// Johnson's algorithm with van den Bergen's caching (paper 000, section 4).
///
/// It keeps the dot products of all pairs of vertices in a 4 × 4 table and the cofactors Δᵢ(X) of all subsets X in a 16 × 4 table, and on
/// a new vertex computes only the rows and the subsets that have it. Differences of dot products square the
/// condition of the problem: on a triangle a thousand times longer than wide, half the digits are gone. That is why queries use edges.
///
/// Where rounding makes every subset fail, or the wrong one pass, the backup procedure of Gilbert, Johnson and Keerthi takes over: of all
/// subsets with positive cofactors, the one whose point is nearest. Van den Bergen leaves it out, and ends GJK there.
#[derive(Clone, Copy, Debug)]
pub struct Johnson<V: Linear> {
    y: [V; 4],
    /// The vertices in use, a bit each.
    used: usize,
    dots: [[V::Scalar; 4]; 4],
    cofactors: [[V::Scalar; 4]; 16],
}

impl<V: Linear> Default for Johnson<V> {
    fn default() -> Self {
        let zero = V::Scalar::ZERO;
        Self { y: [V::ZERO; 4], used: 0, dots: [[zero; 4]; 4], cofactors: [[zero; 4]; 16] }
    }
}

impl<V: Linear> Johnson<V> {
    /// Adds a vertex in the first free place, updates both tables, and reduces to the smallest subset that holds the nearest point.
    /// `None` if four vertices are in use.
    pub fn add(&mut self, vertex: V) -> Option<Nearest<V>> {
        let before = self.used;
        let new = (0..4).find(|i| before >> i & 1 == 0)?;
        self.y[new] = vertex;
        for i in 0..4 {
            if (before | 1 << new) >> i & 1 == 1 {
                let product = self.y[i].dot(vertex);
                (self.dots[i][new], self.dots[new][i]) = (product, product);
            }
        }
        self.used = before | 1 << new;
        self.cofactors[1 << new][new] = V::Scalar::ONE;
        // Subsets with the new vertex, smaller before larger (their numbers grow with inclusion).
        for x in 1..16usize {
            if x & !self.used == 0 && x >> new & 1 == 1 && x.count_ones() > 1 {
                for j in 0..4 {
                    if x >> j & 1 == 1 {
                        self.cofactors[x][j] = self.cofactor(x & !(1 << j), j);
                    }
                }
            }
        }
        // Theorem 2: the new vertex is in the answer, so that only subsets with it are tried.
        let subsets = || (1..16usize).filter(|x| x & !self.used == 0);
        let found = subsets().find(|x| x >> new & 1 == 1 && self.holds(*x));
        let mut in_use = [vertex; 4];
        for i in (0..4).filter(|i| self.used >> i & 1 == 1) {
            in_use[i] = self.y[i];
        }
        let x = found.filter(|x| is_nearest(&in_use, self.point_of(*x).point)).or_else(|| {
            let square = |x: &usize| self.point_of(*x).point.length_squared();
            subsets()
                .filter(|x| self.is_positive(*x))
                .reduce(|best, x| if square(&x) < square(&best) { x } else { best })
        })?;
        self.used = x;
        Some(self.point_of(x))
    }

    /// The point of the affine hull of X nearest the origin.
    fn point_of(&self, x: usize) -> Nearest<V> {
        let members = || (0..4).filter(|i| x >> i & 1 == 1);
        let sum = members().fold(V::Scalar::ZERO, |sum, i| sum + self.cofactors[x][i]);
        let mut nearest = Nearest { weights: [V::Scalar::ZERO; 4], point: V::ZERO };
        for i in members() {
            nearest.weights[i] = self.cofactors[x][i] / sum;
            nearest.point = nearest.point + self.y[i] * nearest.weights[i];
        }
        nearest
    }

    /// Δⱼ(X ∪ {yⱼ}) = Σ over i in X of Δᵢ(X) (yᵢ·yₖ − yᵢ·yⱼ), with k the least member of X.
    fn cofactor(&self, x: usize, j: usize) -> V::Scalar {
        let k = x.trailing_zeros() as usize;
        (0..4).filter(|i| x >> i & 1 == 1).fold(V::Scalar::ZERO, |sum, i| {
            sum + self.cofactors[x][i] * (self.dots[i][k] - self.dots[i][j])
        })
    }

    /// The two conditions of section 2: Δᵢ(X) > 0 inside X, and Δⱼ(X ∪ {yⱼ}) ≤ 0 outside.
    fn holds(&self, x: usize) -> bool {
        let mut outside = (0..4).filter(|j| self.used >> j & 1 == 1 && x >> j & 1 == 0);
        self.is_positive(x) && outside.all(|j| self.cofactor(x, j) <= V::Scalar::ZERO)
    }

    fn is_positive(&self, x: usize) -> bool {
        (0..4).filter(|i| x >> i & 1 == 1).all(|i| self.cofactors[x][i] > V::Scalar::ZERO)
    }
}

/// Ericson's geometric solver (paper 004): Voronoi regions told apart by dot products, faces of the tetrahedron one by one.
///
/// It asks every region, in the talk's order, and knows nothing of which vertex is new. Its weights are differences of products of dot products,
/// with Johnson's loss of digits. Where that makes it take the wrong region, the nearest of the triangle's three sides is taken instead, and
/// the origin is inside a tetrahedron only if it is so beyond rounding.
pub fn ericson<V: Linear>(simplex: &Simplex<V>) -> Nearest<V> {
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
        [a, b, c, d, ..] => {
            let faces = [
                ([0, 1, 2], [a, b, c], d),
                ([0, 2, 3], [a, c, d], b),
                ([0, 3, 1], [a, d, b], c),
                ([1, 3, 2], [b, d, c], a),
            ];
            let mut least: Option<V::Scalar> = None;
            for (places, [p, q, r], opposite) in faces {
                let normal = (q - p).cross(r - p);
                let (origin, inside) = (-normal.dot(p), normal.dot(opposite - p));
                let furthest = p.length_squared().max(opposite.length_squared());
                let furthest = furthest.max(q.length_squared()).max(r.length_squared());
                // The normal has the squared length of the edges in it.
                let rounding = rounding_unit::<V::Scalar>() * furthest;
                let is_inside = origin * inside > zero
                    && origin.abs().min(inside.abs()) > rounding * furthest.sqrt();
                if !is_inside {
                    let on_face = on_triangle(p, q, r);
                    let v = p * on_face[0] + q * on_face[1] + r * on_face[2];
                    if least.is_none_or(|least| v.length_squared() < least) {
                        least = Some(v.length_squared());
                        weights = [zero; 4];
                        for (place, weight) in places.into_iter().zip(on_face) {
                            weights[place] = weight;
                        }
                    }
                }
            }
            if least.is_none() {
                return Nearest { weights: super::weights(simplex), point: V::ZERO };
            }
        }
    }
    Nearest { weights, point: super::combine(points, &weights) }
}

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

/// What the boolean step found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BooleanStep<V> {
    /// The simplex encloses the origin.
    Encloses,
    /// It does not: search on in this direction.
    Search(V),
}

/// The plain geometric step of papers 001 and 002: directions only, regions that the last step excludes never asked for. The simplex
/// is reduced, and kept wound so that the origin is above the triangle of older vertices. Space only.
///
/// The tetrahedron case is the corrected one of paper 001. Where the origin is over two faces, the shared edge is tested from
/// the first; where it is beyond that edge, the other face is asked *whole*, both its edges: the text's jump to the one-face
/// test does so too, and the disputed shortcut (skipping the second edge) is what its comments found wrong. The step is enough for yes or no; it
/// has no distances, and so no proof, which is why queries do not run it.
pub fn boolean_step<V: Linear>(simplex: &mut Simplex<V>) -> BooleanStep<V> {
    let zero = V::Scalar::ZERO;
    let toward = |edge: V, a: V| edge.cross(-a).cross(edge);
    let set = |simplex: &mut Simplex<V>, points: &[V]| *simplex = Simplex::new(points);
    match *simplex.points() {
        [] => BooleanStep::Search(V::ZERO),
        [a] => BooleanStep::Search(-a),
        [b, a] => BooleanStep::Search(toward(b - a, a)),
        [c, b, a] => {
            let (ab, ac) = (b - a, c - a);
            let abc = ab.cross(ac);
            if ab.cross(abc).dot(-a) > zero {
                set(simplex, &[b, a]);
                BooleanStep::Search(toward(ab, a))
            } else if abc.cross(ac).dot(-a) > zero {
                set(simplex, &[c, a]);
                BooleanStep::Search(toward(ac, a))
            } else if abc.dot(-a) > zero {
                BooleanStep::Search(abc)
            } else {
                set(simplex, &[b, c, a]);
                BooleanStep::Search(-abc)
            }
        }
        [d, c, b, a, ..] => {
            // The origin is above the old triangle D, C, B: from A, the faces ABC, ACD, ADB are wound outward.
            let ring = [b, c, d];
            let face = |i: usize| (ring[i], ring[(i + 1) % 3]);
            let normal = |i: usize| (face(i).0 - a).cross(face(i).1 - a);
            let over = |i: usize| normal(i).dot(-a) > zero;
            let Some(first) =
                (0..3).find(|&i| over(i) && !over((i + 2) % 3)).or((0..3).find(|&i| over(i)))
            else {
                return BooleanStep::Encloses;
            };
            let mut i = first;
            // Over two faces: beyond the shared edge, the second one holds.
            let (_, shared) = face(i);
            let beyond_shared = |i: usize| normal(i).cross(shared - a).dot(-a) > zero;
            if over((i + 1) % 3) && beyond_shared(i) {
                i = (i + 1) % 3;
            }
            let ((p, q), n) = (face(i), normal(i));
            if n.cross(q - a).dot(-a) > zero {
                set(simplex, &[q, a]);
                BooleanStep::Search(toward(q - a, a))
            } else if (p - a).cross(n).dot(-a) > zero {
                set(simplex, &[p, a]);
                BooleanStep::Search(toward(p - a, a))
            } else {
                set(simplex, &[q, p, a]);
                BooleanStep::Search(n)
            }
        }
    }
}
