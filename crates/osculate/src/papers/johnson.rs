//! Johnson's subalgorithm with van den Bergen's caching (paper 000, sections 2 and 4).
//!
//! Differences of dot products square the condition of the problem: on a triangle a thousand times
//! longer than wide, half the digits are gone. That is why queries use edges
//! (`docs/decisions/0004-directions-from-the-simplex.md`).

use super::Nearest;
use crate::linear::{Linear, Real};

/// 64 ε: what a few sums of products may be off by.
pub(super) fn rounding_unit<R: Real>() -> R {
    let two = R::ONE + R::ONE;
    let eight = two * two * two;
    eight * eight * R::EPSILON
}

/// Whether no vertex is further toward the origin than v, but for rounding: v is then the nearest
/// point.
pub(super) fn is_nearest<V: Linear>(points: &[V], v: V) -> bool {
    let squares = points.iter().map(|y| y.length_squared());
    let largest = squares.fold(V::Scalar::ZERO, |most, square| most.max(square));
    let rounding = largest * rounding_unit::<V::Scalar>();
    points.iter().all(|y| v.dot(*y) >= v.length_squared() - rounding)
}

/// The subalgorithm and its caches (section 4): the vertices `y`, the dot products of all pairs in
/// a 4 × 4 table, and the Δᵢ(X) of all subsets X in a 16 × 4 table. A new vertex has its rows and
/// its subsets computed, the others are reused.
#[derive(Clone, Copy, Debug)]
pub struct Johnson<V: Linear> {
    y: [V; 4],
    /// The vertices in use, a bit each: the bit array b of the paper.
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
    /// The index that the next vertex gets, the least that is free; `None` if four are in use.
    pub fn free(&self) -> Option<usize> {
        (0..4).find(|i| self.used >> i & 1 == 0)
    }

    /// How many vertices are in use.
    pub fn len(&self) -> usize {
        self.used.count_ones() as usize
    }

    /// Whether no vertex is in use.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The vertices in use.
    pub fn vertices(&self) -> impl Iterator<Item = V> + '_ {
        members(self.used).map(|i| self.y[i])
    }

    /// Adds a vertex and reduces to the smallest subset that holds the nearest point, as printed:
    /// of the subsets with the new vertex, the first for which (i) and (ii) of section 2 hold.
    /// `None` if rounding leaves none, or if four vertices are in use; all is then as before.
    pub fn add(&mut self, vertex: V) -> Option<Nearest<V>> {
        let before = self.used;
        let x = self.cache(vertex)?;
        self.used = x.unwrap_or(before);
        Some(self.point_of(x?))
    }

    /// The same with the backup procedure of Gilbert, Johnson and Keerthi where no subset is left:
    /// of all subsets with positive cofactors, the one whose point is nearest. Van den Bergen
    /// leaves it out, and ends GJK there.
    pub fn add_with_backup(&mut self, vertex: V) -> Option<Nearest<V>> {
        let x = self.cache(vertex)?;
        self.used = x.or_else(|| self.best())?;
        Some(self.point_of(self.used))
    }

    /// The same, and the backup procedure also where the subset that was found is proved wrong: a
    /// vertex is further toward the origin than its point. No paper has this.
    pub fn add_checked(&mut self, vertex: V) -> Option<Nearest<V>> {
        let x = self.cache(vertex)?;
        let mut in_use = [vertex; 4];
        for i in members(self.used) {
            in_use[i] = self.y[i];
        }
        let is_right = |x: &usize| is_nearest(&in_use, self.point_of(*x).point);
        self.used = x.filter(is_right).or_else(|| self.best())?;
        Some(self.point_of(self.used))
    }

    /// Puts the vertex in its place, updates both tables, and finds the subset for which (i) and
    /// (ii) hold. Theorem 2: the new vertex is in the answer, so that only subsets with it are
    /// tried.
    fn cache(&mut self, vertex: V) -> Option<Option<usize>> {
        let new = self.free()?;
        self.y[new] = vertex;
        self.used |= 1 << new;
        for i in 0..4 {
            if self.used >> i & 1 == 1 {
                let product = self.y[i].dot(vertex);
                (self.dots[i][new], self.dots[new][i]) = (product, product);
            }
        }
        self.cofactors[1 << new][new] = V::Scalar::ONE;
        // Smaller before larger: numbers of subsets grow with inclusion.
        for x in (1..16usize).filter(|x| x & !self.used == 0 && x >> new & 1 == 1) {
            if x.count_ones() > 1 {
                for j in 0..4 {
                    if x >> j & 1 == 1 {
                        self.cofactors[x][j] = self.cofactor(x & !(1 << j), j);
                    }
                }
            }
        }
        let mut with_new = (1..16usize).filter(|x| x & !self.used == 0 && x >> new & 1 == 1);
        Some(with_new.find(|x| self.holds(*x)))
    }

    /// The backup procedure: the subset with positive cofactors whose point is nearest.
    fn best(&self) -> Option<usize> {
        let square = |x: &usize| self.point_of(*x).point.length_squared();
        (1..16usize)
            .filter(|x| x & !self.used == 0 && self.is_positive(*x))
            .reduce(|best, x| if square(&x) < square(&best) { x } else { best })
    }

    /// The point of the affine hull of X nearest the origin: λᵢ = Δᵢ(X) / Δ(X).
    fn point_of(&self, x: usize) -> Nearest<V> {
        let zero = V::Scalar::ZERO;
        let sum = members(x).fold(zero, |sum, i| sum + self.cofactors[x][i]);
        let mut nearest = Nearest { weights: [zero; 4], point: V::ZERO };
        for i in members(x) {
            nearest.weights[i] = self.cofactors[x][i] / sum;
            nearest.point = nearest.point + self.y[i] * nearest.weights[i];
        }
        nearest
    }

    /// Δⱼ(X ∪ {yⱼ}) = Σ over i in X of Δᵢ(X) (yᵢ·yₖ − yᵢ·yⱼ), with k the least member of X.
    fn cofactor(&self, x: usize, j: usize) -> V::Scalar {
        let k = x.trailing_zeros() as usize;
        members(x).fold(V::Scalar::ZERO, |sum, i| {
            sum + self.cofactors[x][i] * (self.dots[i][k] - self.dots[i][j])
        })
    }

    /// The conditions of section 2: (i) Δᵢ(X) > 0 inside X, (ii) Δⱼ(X ∪ {yⱼ}) ≤ 0 outside.
    fn holds(&self, x: usize) -> bool {
        let mut outside = members(self.used & !x);
        let beyond = |j: usize| self.cofactors[x | 1 << j][j] <= V::Scalar::ZERO;
        self.is_positive(x) && outside.all(beyond)
    }

    fn is_positive(&self, x: usize) -> bool {
        members(x).all(|i| self.cofactors[x][i] > V::Scalar::ZERO)
    }
}

/// The places in a subset, by its bits.
fn members(mut x: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let least = (x != 0).then(|| x.trailing_zeros() as usize)?;
        x &= x - 1;
        Some(least)
    })
}
