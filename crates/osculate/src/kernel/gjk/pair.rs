//! The difference set of two shapes, ready to be asked for vertices.

use arrayvec::ArrayVec;

use super::frame::Frame;
use super::support::Support;
use super::turn;
use crate::kernel::simplex::{Simplex, combine, weights};
use crate::kernel::trace::{Observer, Step};
use crate::number::vector::{Real, Scalar, Vector};

/// Two shapes, their difference set ready to be asked for support points.
pub struct Pair<V: Vector, A, B> {
    pub a: A,
    pub b: B,
    pub frame: Frame<V>,
}

/// Two shapes of any kinds: for code that is long and seldom runs. It is compiled once, and not for
/// each two kinds.
pub(crate) type AnyPair<'p, V> = Pair<V, &'p dyn Support<V>, &'p dyn Support<V>>;

/// The same where only whole vertices are asked for: one call each, instead of four, and one for
/// all points that are to be placed.
pub(crate) trait Vertices<V: Vector> {
    /// [`Pair::vertex`].
    fn vertex(&self, n: V) -> (V, V, V);
    /// [`Pair::place`].
    fn place(&self, p: V, q: V) -> (V, V);
    /// The same of up to four pairs of points.
    fn place_each(&self, points: &[[V; 2]]) -> ArrayVec<[V; 2], 4>;
    /// [`Pair::any`].
    fn any(&self) -> AnyPair<'_, V>;
    /// The pair's frame.
    fn frame(&self) -> &Frame<V>;
}

impl<V: Vector, A: Support<V>, B: Support<V>> Vertices<V> for Pair<V, A, B> {
    fn vertex(&self, n: V) -> (V, V, V) {
        let (w, [p, q], _) = self.vertex_placed(n);
        (w, p, q)
    }
    #[inline(always)]
    fn place(&self, p: V, q: V) -> (V, V) {
        Pair::place(self, p, q)
    }
    fn place_each(&self, points: &[[V; 2]]) -> ArrayVec<[V; 2], 4> {
        points.iter().take(4).map(|&[p, q]| self.place(p, q).into()).collect()
    }
    fn any(&self) -> AnyPair<'_, V> {
        Pair::any(self)
    }
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Pair<V, A, B> {
    pub fn any(&self) -> AnyPair<'_, V> {
        Pair { a: &self.a, b: &self.b, frame: self.frame }
    }

    /// By what share of the way the first axes turn: of two shapes, as it suits the coarser.
    #[inline(always)]
    pub fn turn(&self) -> V::Scalar {
        V::Scalar::from_f64(self.a.turn().max(self.b.turn()))
    }

    /// An axis along which the two overlap by less than this may as well have separated them.
    #[inline(always)]
    pub fn shallow(&self) -> V::Scalar {
        turn::shallow(self.turn(), self.frame.extents())
    }

    /// The vertex of `a − b` that is furthest along `−n`, and the points of a and b that it is the
    /// difference of, in the shapes' own axes.
    #[inline(always)]
    pub fn vertex(&self, n: V) -> (V, V, V) {
        let p = self.a.support(-n);
        let q = self.b.support(n);
        (self.difference(p, q), p, q)
    }

    /// The same, and the two points in the world's axes.
    #[inline(always)]
    pub fn vertex_placed(&self, n: V) -> (V, [V; 2], [V; 2]) {
        let (p, q) = (self.a.support_in_place(-n), self.b.support_in_place(n));
        let placed = self.place(p, q);
        (self.difference_placed(placed.into()), [p, q], placed.into())
    }

    /// Whether the two are further apart along `n` than `most`.
    #[inline(always)]
    pub fn is_beyond(&self, n: V, most: V::Scalar) -> bool {
        let (w, ..) = self.vertex(n);
        let reach = n.dot(w);
        reach > V::Scalar::ZERO && reach * reach > most * most * n.length_squared()
    }

    /// The point of `a − b` that two points of a and b make.
    #[inline(always)]
    pub fn difference(&self, p: V, q: V) -> V {
        self.difference_placed(self.place(p, q).into())
    }

    /// The same of points in the world's axes.
    #[inline(always)]
    pub fn difference_placed(&self, points: [V; 2]) -> V {
        self.frame.difference(points)
    }

    /// Points of a and b from the shapes' own axes to the world's.
    #[inline(always)]
    pub fn place(&self, p: V, q: V) -> (V, V) {
        (self.a.place(p), self.b.place(q))
    }

    /// Where to look first when nothing is known: from b's origin to a's. Shapes with the same
    /// origin are compared instead, so that a swap of the arguments still turns the axis round.
    #[inline(always)]
    pub fn start(&self) -> V {
        if self.frame.offset != V::ZERO {
            return -self.frame.offset;
        }
        // One by one: the vector that the call returned would be kept in memory, whichever of the
        // two it is.
        let axis = self.any().start_together();
        V::from_fn(|i| axis.get(i))
    }

    /// `v` or its opposite, whichever looks the way that [`start`](Self::start) does: for choices
    /// that are free, so that a swap of the shapes turns them round.
    pub fn forward(&self, v: V) -> V {
        let zero = V::Scalar::ZERO;
        let start = self.start();
        let first = |v: V| (0..V::DIM).map(|i| v.get(i)).find(|x| *x != zero).unwrap_or(zero);
        let along = v.dot(start);
        let backward =
            if along != zero { along < zero } else { (first(v) < zero) != (first(start) < zero) };
        if backward { -v } else { v }
    }

    /// What an observer sees of a step.
    #[inline(always)]
    pub fn show<O: Observer<V>>(
        &self,
        observer: &mut O,
        simplex: &Simplex<V>,
        n: V,
        (w, p, q): (V, V, V),
    ) {
        if !O::ACTIVE {
            return;
        }
        let mut points = [V::ZERO; 4];
        for (to, &from) in points.iter_mut().zip(simplex.points()) {
            *to = from * self.frame.unit;
        }
        let points = &points[..simplex.points().len()];
        let upper = if points.is_empty() {
            V::Scalar::INFINITY
        } else {
            combine(points, &weights(simplex)).length()
        };
        let unit_length = self.frame.unit;
        let lower = n.try_normalize().map_or(V::Scalar::ZERO, |unit| unit.dot(w) * unit_length);
        let step = Step {
            simplex: points,
            direction: n,
            vertex: w * unit_length,
            on_a: self.a.place(p) * unit_length,
            on_b: self.b.place(q) * unit_length,
            lower,
            upper,
        };
        observer.step(step);
    }
}
