//! How far the boxes of a tree are from a convex shape.
//!
//! The box around the shape says least where the shape is round or turned. So the boxes are also
//! held against the ball about its middle, and along ways: those of its own axes, and the one that
//! last kept it apart from a part.

use core::cell::Cell;

use arrayvec::ArrayVec;

use crate::boxes::around::Around;
use crate::boxes::search::{Bounds, Seeks};
use crate::boxes::tree::{Four, Node};
use crate::contact::reach;
use crate::convex::bounds::Aabb;
use crate::convex::known::{Core, Sealed};
use crate::convex::{Convex, Facts};
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Vector};

/// A shape beside the boxes of a tree.
pub(super) struct Beside<'s, V: Vector, S> {
    shape: &'s S,
    /// What boxes and queries leave open.
    open: V::Scalar,
    around: Around<V>,
    /// A point in the middle, and how far the shape reaches from it.
    middle: Around<V>,
    reach: V::Scalar,
    own: ArrayVec<Along<V>, 3>,
    last: Cell<Option<Along<V>>>,
}

/// From where to where a shape reaches along a way, with what is left open.
#[derive(Clone, Copy)]
struct Along<V: Vector> {
    way: V,
    low: V::Scalar,
    high: V::Scalar,
}

impl<'s, V: Vector, S: Convex<V>> Beside<'s, V, S> {
    /// The shape is in the axes of the tree.
    pub fn new(shape: &'s S, open: V::Scalar) -> Self {
        let around = Around::new(&shape.bounds().expanded(open));
        let middle = Around::new(&Aabb::from_points([shape.origin()]));
        let reach = shape.extent() + shape.rounding() + open;
        let (own, last) = (ArrayVec::new(), Cell::new(None));
        let mut beside = Self { shape, open, around, middle, reach, own, last };
        if let Core::HalfSpace { normal, .. } = shape.core() {
            // It reaches any distance, but not along its normal.
            beside.reach = V::Scalar::INFINITY;
            beside.own.push(beside.along(normal));
        } else if let Some(axes) = shape.known_axes(Sealed) {
            beside.own = (0..V::DIM).map(|i| beside.along(axes.matrix.column(i))).collect();
        }
        beside
    }

    fn along(&self, way: V) -> Along<V> {
        let middle = self.shape.origin().dot(way);
        let more = self.shape.rounding() + self.open;
        let low = middle - reach(self.shape, -way) - more;
        Along { way, low, high: middle + reach(self.shape, way) + more }
    }

    /// A unit way, in the axes of the tree, along which the shape may be apart from more parts.
    pub fn try_along(&self, way: Option<V>) {
        if let Some(way) = way {
            self.last.set(Some(self.along(way)));
        }
    }
}

impl<V: Vector> Along<V> {
    /// How far four boxes of a node are from the shape.
    #[inline(always)]
    fn gap(&self, of: &Node<V>, four: usize) -> Four<V> {
        let splat = Four::<V>::splat;
        let (mut low, mut high) = (splat(V::Scalar::ZERO), splat(V::Scalar::ZERO));
        for i in 0..V::DIM {
            let way = self.way.get(i);
            let ends = [&of.min, &of.max].map(|ends| ends[i][four].mul(splat(way)));
            let [to, from] = if way < V::Scalar::ZERO { [0, 1] } else { [1, 0] };
            (low, high) = (low.add(ends[from]), high.add(ends[to]));
        }
        low.sub(splat(self.high)).max(splat(self.low).sub(high))
    }
}

impl<V: Vector, S: Convex<V>> Seeks<V> for Beside<'_, V, S> {
    fn bounds(&self, of: &Node<V>, most: V::Scalar) -> Bounds<V> {
        let mut bounds = self.around.bounds(of, most);
        let round = self.middle.bounds(of, most);
        let last = self.last.get();
        for (four, least) in bounds.least.iter_mut().enumerate() {
            let by_ball = round.least[four].sub(Four::<V>::splat(self.reach));
            // Of what is no number nothing is known: then the other stays.
            *least = by_ball.max(*least);
            for along in self.own.iter().chain(&last) {
                *least = along.gap(of, four).max(*least);
            }
        }
        bounds
    }
}
