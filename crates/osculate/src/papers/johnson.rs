//! Johnson's subalgorithm with van den Bergen's caching (paper 000, sections 2 and 4).
//!
//! Differences of dot products square the condition of the problem: on a triangle a thousand times
//! longer than wide, half the digits are gone. That is why queries use edges
//! (`docs/decisions/0004-directions-from-the-simplex.md`).

use super::Nearest;
use crate::number::linear::{Linear, Real};

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
    /// Those in use before the last one was added, and that one: Wₖ₋₁ ∪ {wₖ₋₁} of section 5.
    seen: usize,
    dots: [[V::Scalar; 4]; 4],
    cofactors: [[V::Scalar; 4]; 16],
}

/// Where a vertex is that was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    InUse,
    /// It was discarded when the last vertex was added.
    Discarded,
}

impl<V: Linear> Default for Johnson<V> {
    fn default() -> Self {
        let zero = V::Scalar::ZERO;
        Self { y: [V::ZERO; 4], used: 0, seen: 0, dots: [[zero; 4]; 4], cofactors: [[zero; 4]; 16] }
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

    /// What [`Self::add`] computes for the next vertex at most, by section 4: of n vertices in use
    /// it is n + 1 dot products, and the Δᵢ(X) and conditions of the 2ⁿ subsets with the new one.
    pub fn work_of_next(&self) -> Work {
        let n = self.len() as u32;
        // Of the subsets of n others, each with the new one; half of them have any given other.
        let subsets = 1 << n;
        let cofactors = subsets - 1 + n * subsets / 2;
        Work { products: n + 1, cofactors, subsets }
    }

    /// The vertices in use.
    pub fn vertices(&self) -> impl Iterator<Item = V> + '_ {
        members(self.used).map(|i| self.y[i])
    }

    /// Whether a vertex is in use, or was before the last one was added.
    pub(super) fn place_of(&self, vertex: V) -> Option<Place> {
        let mut same = 0;
        for i in 0..4 {
            same |= usize::from(self.y[i] == vertex) << i;
        }
        if same & self.used != 0 {
            return Some(Place::InUse);
        }
        (same & self.seen != 0).then_some(Place::Discarded)
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
    /// tried. `None` if four are in use.
    fn cache(&mut self, vertex: V) -> Option<Option<usize>> {
        let (old, new) = (self.used, self.free()?);
        self.y[new] = vertex;
        self.used |= 1 << new;
        self.seen = self.used;
        for i in 0..4 {
            if self.used >> i & 1 == 1 {
                let product = self.y[i].dot(vertex);
                (self.dots[i][new], self.dots[new][i]) = (product, product);
            }
        }
        self.cofactors[1 << new][new] = V::Scalar::ONE;
        let mut part = 0;
        while part != old {
            part = next_subset(part, old);
            let x = part | 1 << new;
            for j in 0..4 {
                if x >> j & 1 == 1 {
                    self.cofactors[x][j] = self.cofactor(x & !(1 << j), j);
                }
            }
        }
        // Again from the empty subset: the new vertex alone.
        loop {
            part = next_subset(part, old);
            let x = part | 1 << new;
            let holds = self.holds(x);
            if holds || part == old {
                return Some(holds.then_some(x));
            }
        }
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
        let of = |i: usize| if x >> i & 1 == 1 { self.cofactors[x][i] } else { zero };
        let cofactors = [of(0), of(1), of(2), of(3)];
        let sum = cofactors[0] + cofactors[1] + cofactors[2] + cofactors[3];
        let weights = cofactors.map(|cofactor| cofactor / sum);
        let point = |i: usize| self.y[i] * weights[i];
        Nearest { weights, point: point(0) + point(1) + point(2) + point(3) }
    }

    /// Δⱼ(X ∪ {yⱼ}) = Σ over i in X of Δᵢ(X) (yᵢ·yₖ − yᵢ·yⱼ),
    /// with k the least member of X.
    #[inline(always)]
    fn cofactor(&self, x: usize, j: usize) -> V::Scalar {
        let k = x.trailing_zeros() as usize;
        let mut sum = V::Scalar::ZERO;
        for i in 0..4 {
            if x >> i & 1 == 1 {
                sum = sum + self.cofactors[x][i] * (self.dots[i][k] - self.dots[i][j]);
            }
        }
        sum
    }

    /// The conditions of section 2: (i) Δᵢ(X) > 0 inside X, (ii) Δⱼ(X ∪ {yⱼ}) ≤ 0 outside.
    #[inline(always)]
    fn holds(&self, x: usize) -> bool {
        let mut holds = true;
        for j in 0..4 {
            if x >> j & 1 == 1 {
                holds &= self.cofactors[x][j] > V::Scalar::ZERO;
            } else if self.used >> j & 1 == 1 {
                holds &= self.cofactors[x | 1 << j][j] <= V::Scalar::ZERO;
            }
        }
        holds
    }

    fn is_positive(&self, x: usize) -> bool {
        members(x).all(|i| self.cofactors[x][i] > V::Scalar::ZERO)
    }
}

/// What the subalgorithm computes for a simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Dot products.
    pub products: u32,
    /// Values Δᵢ(X) that are not 1 by definition.
    pub cofactors: u32,
    /// Subsets whose conditions are asked.
    pub subsets: u32,
}

/// The subalgorithm of section 2 alone: every nonempty subset of one to four vertices in turn, by
/// the recursion, and nothing kept from the step before. The second answer is what it computed;
/// section 4 keeps most of it.
pub fn without_caches<V: Linear>(y: &[V]) -> (Option<Nearest<V>>, Work) {
    let (mut johnson, mut work) = (Johnson::default(), Work::default());
    let all = (1 << y.len().min(4)) - 1;
    johnson.used = all;
    for i in members(all) {
        johnson.y[i] = y[i];
        johnson.cofactors[1 << i][i] = V::Scalar::ONE;
        for j in 0..=i {
            let product = y[i].dot(y[j]);
            work.products += 1;
            (johnson.dots[i][j], johnson.dots[j][i]) = (product, product);
        }
    }
    for x in 1..=all {
        for j in members(x).filter(|j| x != 1 << j) {
            johnson.cofactors[x][j] = johnson.cofactor(x & !(1 << j), j);
            work.cofactors += 1;
        }
    }
    for x in 1..=all {
        work.subsets += 1;
        if johnson.holds(x) {
            return (Some(johnson.point_of(x)), work);
        }
    }
    (None, work)
}

/// The subset of a set that comes after `part`, smaller before larger: numbers grow with inclusion.
/// After the set itself comes the empty one.
fn next_subset(part: usize, of: usize) -> usize {
    part.wrapping_sub(of) & of
}

/// The places in a subset, by its bits.
fn members(mut x: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let least = (x != 0).then(|| x.trailing_zeros() as usize)?;
        x &= x - 1;
        Some(least)
    })
}
