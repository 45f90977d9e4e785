//! The point of a simplex nearest the origin, and the vertices that hold it.
//!
//! GJK keeps a simplex of support points of `a − b` and asks one question of it: which is the
//! smallest part that holds the point v nearest the origin? The loop needs no more than that part
//! and the direction of v; lengths and weights are computed once, at the end ([`weights`]).
//!
//! Directions come from the simplex, never from v itself: close to contact v is a small difference
//! of large numbers, while the normal of an edge (plane) or triangle (space) is as good as the
//! vertices are. All tests are signs of products of such normals with edge vectors, taken from the
//! newest vertex.
//!
//! * `plane`: the barycode solver of paper 003, in its four-case form for the newest vertex.
//! * `space`: the same idea one dimension up; `lanes` has its tetrahedron with all faces at once.
//! * `exhaustive`: every part of the simplex, no assumption on the order: for warm starts and the
//!   careful path.
//! * [`closest_point`]: the point of a segment, triangle or tetrahedron closest to any point.

pub mod closest_point;
pub(crate) mod exhaustive;
mod lanes;
mod plane;
mod space;

use crate::number::vector::{Linear, Real, Vector};

/// Up to four vertices, the newest last. `slots` remembers where the loop keeps what belongs to
/// each.
#[derive(Clone, Copy, Debug)]
pub struct Simplex<V: Linear> {
    points: [V; 4],
    slots: Slots,
    len: usize,
}

/// The slots of four places, a byte each: so they are turned about in a register. Bytes that are
/// stored one by one and loaded as four are waited for.
#[derive(Clone, Copy, Debug)]
struct Slots(u32);

impl Slots {
    /// Each place has the slot of its own number.
    const IN_ORDER: Self = Self(0x0302_0100);

    #[inline(always)]
    fn at(self, place: usize) -> usize {
        (self.0 >> (8 * (place & 3))) as usize & 3
    }

    #[inline(always)]
    fn arranged(self, places: [usize; 4]) -> Self {
        let [a, b, c, d] = places.map(|place| self.at(place) as u32);
        Self(a | b << 8 | c << 16 | d << 24)
    }
}

impl<V: Linear> Simplex<V> {
    /// No vertex.
    pub const EMPTY: Self = Self { points: [V::ZERO; 4], slots: Slots::IN_ORDER, len: 0 };

    /// The simplex with these vertices, at most four, the last the newest.
    pub fn new(vertices: &[V]) -> Self {
        let mut simplex = Self::EMPTY;
        for &vertex in vertices {
            simplex.push(vertex);
        }
        simplex
    }

    /// The vertices.
    #[inline(always)]
    pub fn points(&self) -> &[V] {
        &self.points[..self.len]
    }

    /// Where what belongs to each vertex is kept.
    #[inline(always)]
    pub fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).map(|place| self.slots.at(place))
    }

    /// Adds a vertex and tells its slot. A fifth would have nowhere to go and is dropped.
    #[inline(always)]
    pub fn push(&mut self, point: V) -> usize {
        let at = self.len & 3;
        self.points[at] = point;
        self.len = at + 1;
        self.slots.at(at)
    }

    /// The same simplex in another vector type.
    #[inline]
    pub(crate) fn map<W: Linear>(&self, f: impl Fn(V) -> W) -> Simplex<W> {
        Simplex { points: self.points.map(f), slots: self.slots, len: self.len }
    }

    /// Drops the vertex at this place.
    #[inline(always)]
    pub(crate) fn remove(&mut self, place: usize) {
        let last = self.len.saturating_sub(1) & 3;
        let mut places = [0, 1, 2, 3];
        (places[place & 3], places[last]) = (last, place);
        self.arrange(places, last);
    }

    /// Keeps the vertices at these places, in this order; the free slots come after them, the
    /// latest first.
    #[inline(always)]
    fn keep<const N: usize>(&mut self, places: [usize; N]) {
        let (mut all, mut free) = ([0; 4], N);
        all[..N].copy_from_slice(&places);
        for place in (0..4).rev() {
            if !places.contains(&place) {
                all[free] = place;
                free += 1;
            }
        }
        self.arrange(all, N);
    }

    /// Puts the vertices at these places in this order, and keeps so many.
    #[inline(always)]
    fn arrange(&mut self, places: [usize; 4], len: usize) {
        let points = self.points;
        self.points = places.map(|place| points[place & 3]);
        self.slots = self.slots.arranged(places);
        self.len = len;
    }
}

/// Reduces the simplex, whose newest vertex was found beyond the part that the others hold v with,
/// to the smallest part that holds the new v. The answer is a vector in the direction of v, of any
/// length; `None` if the simplex holds the origin.
#[inline(always)]
pub fn reduce<V: Linear>(simplex: &mut Simplex<V>) -> Option<V> {
    if V::DIM == 2 { plane::reduce(simplex) } else { space::reduce(simplex) }
}

/// The same, the three faces of a tetrahedron side by side where the machine has lanes for them.
#[inline(always)]
pub(crate) fn reduce_in_lanes<V: Vector>(simplex: &mut Simplex<V>) -> Option<V> {
    if V::DIM == 3 && simplex.len == 4 { lanes::reduce(simplex) } else { reduce(simplex) }
}

/// The weights of the point of a reduced simplex nearest the origin: not negative, and 1 in sum,
/// whatever rounding did. So the point they give lies in the simplex.
#[inline(always)]
pub fn weights<V: Linear>(simplex: &Simplex<V>) -> [V::Scalar; 4] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let [p, q, r, s] = simplex.points;
    let clamp = |x: V::Scalar| x.max(zero).min(one);
    match simplex.len {
        0 | 1 => [one, zero, zero, zero],
        2 => {
            // From the newest vertex, so that a long edge costs no digits there.
            let edge = p - q;
            let t = clamp(-q.dot(edge) / edge.length_squared());
            [t, one - t, zero, zero]
        }
        3 if V::DIM == 3 => {
            let (a, ab, ac) = (r, q - r, p - r);
            let normal = ab.cross(ac);
            let per_area = one / normal.length_squared();
            let of_b = clamp(a.dot(normal.cross(ac)) * per_area);
            let of_c = clamp(a.dot(ab.cross(normal)) * per_area);
            share(one - of_b - of_c, [of_c, of_b])
        }
        3 => {
            let (a, ab, ac) = (r, q - r, p - r);
            let per_area = one / V::normal_to(&[ab]).dot(ac);
            let of_b = clamp(V::normal_to(&[ac]).dot(a) * per_area);
            let of_c = clamp(-(V::normal_to(&[ab]).dot(a) * per_area));
            share(one - of_b - of_c, [of_c, of_b])
        }
        _ => {
            // The volumes that the origin makes with the other three. From a vertex that is far
            // from the others they would have its rounding errors.
            let (pq, rs) = (p.cross(q), r.cross(s));
            let volumes = [q.dot(rs), -p.dot(rs), s.dot(pq), -r.dot(pq)];
            let sum = (volumes[0] + volumes[1]) + (volumes[2] + volumes[3]);
            let parts = volumes.map(|x| if sum < zero { (-x).max(zero) } else { x.max(zero) });
            let total = (parts[0] + parts[1]) + (parts[2] + parts[3]);
            if !(total > zero) || sum == zero {
                return [zero, zero, zero, one];
            }
            let scale = one / total;
            parts.map(|x| x * scale)
        }
    }
}

/// Three weights from the two that were computed and the newest vertex's rest.
#[inline(always)]
fn share<S: Real>(rest: S, [first, second]: [S; 2]) -> [S; 4] {
    if rest >= S::ZERO {
        return [first, second, rest, S::ZERO];
    }
    let scale = S::ONE / (first + second);
    [first * scale, second * scale, S::ZERO, S::ZERO]
}

/// The sum of up to four vectors, each times its weight.
#[inline(always)]
pub fn combine<V: Linear>(vectors: &[V], weights: &[V::Scalar]) -> V {
    let mut sum = V::ZERO;
    for (&vector, &weight) in vectors.iter().zip(weights) {
        sum = sum + vector * weight;
    }
    sum
}
