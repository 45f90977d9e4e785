//! The ways in which the loop asks a shape for support points.

use super::frame::Frame;
use crate::convex::known::{Core, Sealed};
use crate::convex::table::directions::Corners;
use crate::convex::{Convex, Facts};
use crate::number::blocks::{Block, MOST_TURNED, Turned, furthest_point};
use crate::number::vector::{Matrix, Scalar, Vector};

/// What the loop asks of each of the two.
pub trait Support<V: Vector> {
    /// The point of the core furthest along a direction: in the shape's own axes, or of a hull that
    /// was turned as a whole, in the world's.
    fn support(&self, direction: V) -> V;

    /// The same without a call, where that pays in the loop (decision 0009).
    #[inline(always)]
    fn support_in_place(&self, direction: V) -> V
    where
        Self: Sized,
    {
        self.support(direction)
    }

    /// What [`support`](Self::support) answers as the loop sees it: from the origin, in the world's
    /// axes, scaled.
    fn place(&self, own: V) -> V;

    /// By what share of the way to an axis far aside the first ones turn (`turn`): the finer the
    /// shape, the less.
    fn turn(&self) -> f64;

    /// Whether support points take so long, and come again so often, that a look at what is at hand
    /// is worth it (`at_hand`). It takes longer where points are kept (`Record`).
    fn is_worth_a_look(&self, keeping: bool) -> bool;

    /// Whether it is a hull of points in no special place. Of others, boxes for one, edges and
    /// pairs of faces hold the nearest point so often that to look at three faces in lanes first
    /// does not pay.
    fn is_scattered(&self) -> bool;
}

/// What [`turn`](Support::turn) is for a hull of so many corners: about 0.6 by the third root of
/// their number, which took the fewest steps with hulls of points on spheres. With what is best for
/// 1,024, a hull of 128 took 9 to 13 per cent longer near contact.
#[inline(always)]
pub(crate) fn turn_of(corners: usize) -> f64 {
    match corners {
        ..=8 => TURN_OF_FEW,
        9..=32 => 0.22,
        33..=112 => 0.16,
        113..=320 => 0.1,
        _ => TURN_OF_MANY,
    }
}

/// The same for hulls of up to eight corners. Of curved shapes, which have other steps to save, it
/// is as good as any.
const TURN_OF_FEW: f64 = 0.3;

/// The same for hulls of a thousand corners, and for flat shapes that are made of others.
const TURN_OF_MANY: f64 = 0.07;

/// Any shape, asked where it is.
pub struct Asked<'s, V: Vector, S> {
    shape: &'s S,
    /// From the shape's own axes to the world's, and back: if it says that it has axes of its own,
    /// which most types do or do not before the program runs.
    forth: V::Matrix,
    back: V::Matrix,
    /// The scale of the frame, and that of directions for tiny shapes; as vectors, because the
    /// compiler loads a number that stands beside others together with these, and waits for all.
    scale: V,
    direction_scale: V,
}

impl<V: Vector, S: Convex<V>> Asked<'_, V, S> {
    #[inline(always)]
    fn is_turned(&self) -> bool {
        self.shape.known_axes(Sealed).is_some()
    }
}

impl<V: Vector, S: Convex<V>> Support<V> for Asked<'_, V, S> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        let direction = direction.scale_by(self.direction_scale);
        let own = if self.is_turned() { self.back.apply(direction) } else { direction };
        self.shape.known_support(own, Sealed)
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        let placed = if self.is_turned() { self.forth.apply(own) } else { own };
        placed.scale_by(self.scale)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        match self.shape.core() {
            Core::Points { points, .. } => turn_of(4 * points.blocks.len()),
            Core::Corners { corners, .. } => turn_of(corners.len()),
            Core::Other if !self.shape.is_curved() => TURN_OF_MANY,
            _ => TURN_OF_FEW,
        }
    }

    #[inline(always)]
    fn is_worth_a_look(&self, keeping: bool) -> bool {
        let is_double = !V::Scalar::WIDE_IS_MACHINE;
        match self.shape.core() {
            Core::Point(..) | Core::Segment(..) => false,
            // In double precision steps that are saved near contact are mostly the careful tier's.
            Core::Cuboid { .. } | Core::Round { .. } => is_double || !keeping,
            // A scan of all corners takes no longer than a look at the points at hand.
            Core::Points { points, .. } => points.blocks.len() > MOST_TURNED,
            // Ellipsoids never give a point twice.
            Core::Other => !self.shape.is_curved(),
            _ => true,
        }
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        matches!(self.shape.core(), Core::Points { .. } | Core::Corners { .. })
    }
}

/// A hull of space, asked where it is: what [`Asked`] is for other shapes, but for every hull the
/// same code (decision 0009).
pub struct Sought<'s, V: Vector> {
    search: Search<'s, V>,
    axes: V::Matrix,
    inverse: V::Matrix,
    scale: V,
    direction_scale: V,
}

/// How to find the corner of a hull that is furthest along a direction.
#[derive(Clone, Copy)]
pub enum Search<'s, V: Vector> {
    /// Scan the few there are.
    Scan(&'s [Block<V>]),
    /// Follow the direction among many.
    Follow(Corners<'s, V>),
}

impl<'s, V: Vector> Search<'s, V> {
    /// That of a hull of space, and the axes of its corners. Polygons of the plane with many
    /// corners have a search of their own.
    #[inline(always)]
    pub fn of(core: Core<'s, V>) -> Option<(Self, Option<V::Matrix>)> {
        match core {
            Core::Points { points, axes } if V::DIM == 3 => Some((Self::Scan(points.blocks), axes)),
            Core::Corners { corners, axes } => Some((Self::Follow(corners), axes)),
            _ => None,
        }
    }
}

impl<V: Vector> Sought<'_, V> {
    /// The corner furthest along a direction of the world. `IN_PLACE` says whether a table of
    /// directions is searched here or in a call.
    #[inline(always)]
    fn find<const IN_PLACE: bool>(&self, direction: V) -> V {
        let own = self.inverse.apply(direction.scale_by(self.direction_scale));
        match &self.search {
            Search::Scan(blocks) => furthest_point(blocks, own),
            Search::Follow(corners) if IN_PLACE => corners.furthest_in_place(own),
            Search::Follow(corners) => corners.furthest(own),
        }
    }
}

impl<V: Vector> Support<V> for Sought<'_, V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.find::<false>(direction)
    }

    #[inline(always)]
    fn support_in_place(&self, direction: V) -> V {
        self.find::<true>(direction)
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.axes.apply(own).scale_by(self.scale)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        turn_of(match &self.search {
            Search::Scan(blocks) => 4 * blocks.len(),
            Search::Follow(corners) => corners.len(),
        })
    }

    #[inline(always)]
    fn is_worth_a_look(&self, _: bool) -> bool {
        match &self.search {
            // A scan of all corners takes no longer than a look at the points at hand.
            Search::Scan(blocks) => blocks.len() > MOST_TURNED,
            Search::Follow(_) => true,
        }
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        true
    }
}

/// A cuboid, asked where it is: what [`Asked`] is for other shapes, without a call where the kind
/// of shape is known only when the program runs.
pub struct Boxed<V: Vector> {
    half_extents: V,
    /// From the cuboid's axes to the world's, and back.
    axes: V::Matrix,
    inverse: V::Matrix,
    scale: V,
    direction_scale: V,
}

impl<V: Vector> Support<V> for Boxed<V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        let own = self.inverse.apply(direction.scale_by(self.direction_scale));
        // Both zeros are one, as in `shape::Cuboid`.
        self.half_extents.with_signs_of(own + V::ZERO)
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.axes.apply(own).scale_by(self.scale)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        TURN_OF_FEW
    }

    #[inline(always)]
    fn is_worth_a_look(&self, keeping: bool) -> bool {
        !V::Scalar::WIDE_IS_MACHINE || !keeping
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        false
    }
}

impl<V: Vector> Support<V> for Turned<V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        Turned::support(self, direction)
    }

    /// It has been turned as a whole.
    #[inline(always)]
    fn place(&self, own: V) -> V {
        own
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        turn_of(4 * self.blocks().len())
    }

    #[inline(always)]
    fn is_worth_a_look(&self, _: bool) -> bool {
        false
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        true
    }
}

impl<V: Vector, S: Support<V> + ?Sized> Support<V> for &S {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        (**self).support(direction)
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        (**self).place(own)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        (**self).turn()
    }

    #[inline(always)]
    fn is_worth_a_look(&self, keeping: bool) -> bool {
        (**self).is_worth_a_look(keeping)
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        (**self).is_scattered()
    }
}

impl<V: Vector> Frame<V> {
    /// Any shape, asked where it is.
    #[inline(always)]
    pub fn ask<'s, S: Convex<V>>(&self, shape: &'s S) -> Asked<'s, V, S> {
        let [scale, direction_scale] = self.scales();
        let forth = shape.rotation();
        Asked { shape, forth, back: forth.transpose(), scale, direction_scale }
    }

    /// A cuboid, asked where it is.
    #[inline(always)]
    pub fn ask_cuboid(&self, half_extents: V, axes: Option<V::Matrix>) -> Boxed<V> {
        let [scale, direction_scale] = self.scales();
        let axes = axes.unwrap_or(V::Matrix::IDENTITY);
        Boxed { half_extents, axes, inverse: axes.transpose(), scale, direction_scale }
    }

    /// A hull of space, asked where it is.
    #[inline(always)]
    pub fn seek<'s>(&self, search: Search<'s, V>, axes: Option<V::Matrix>) -> Sought<'s, V> {
        let [scale, direction_scale] = self.scales();
        let axes = axes.unwrap_or(V::Matrix::IDENTITY);
        Sought { search, axes, inverse: axes.transpose(), scale, direction_scale }
    }
}
