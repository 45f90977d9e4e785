//! Two shapes made ready for a query: scaled, origins taken out, rounding errors bounded.

use crate::convex::{Convex, Facts};
use crate::number::contract::{
    BAND, CURVED_DEPTH_WIDTH, CURVED_WIDTH, DOUBTED_WIDTHS, FLAT_WIDTH, LEAST_BAND,
};
use crate::number::vector::{Real, Scalar, Vector};

/// Shapes of which the largest length, an extent or a coordinate of the way between their origins,
/// is within these are left as they are: products of six lengths and of as many differences
/// a millionth as long are in the range of single precision. In the plane it is products of four.
/// All others are scaled. Whatever is multiplied by the scale has to wait for it, so that shapes of
/// ordinary sizes are not (decision 0002).
const PLAIN: [[f64; 2]; 2] = [[1.0 / 1024.0, 1048576.0], [0.5, 1024.0]];

/// Tiny shapes get long directions, or their products would vanish: by this share of the scale, as
/// directions of ours may have a length of some dozens, and must not leave the range either.
const LONG: f64 = 1.0 / 256.0;

/// How two shapes lie to each other, and what can be known of it.
#[derive(Clone, Copy, Debug)]
pub struct Frame<V: Vector> {
    /// The power of two that brings lengths near to 1; 1 for those that are near enough.
    pub scale: V::Scalar,
    /// Back to the user's units.
    pub unit: V::Scalar,
    /// From a's origin to b's, scaled.
    pub offset: V,
    /// The distance of the origins and the extents in sum, scaled.
    pub size: V::Scalar,
    /// The bound on the error of a vertex and of its choice, scaled.
    pub band: V::Scalar,
    /// The width of bracket to compute to, scaled.
    pub width: V::Scalar,
    /// The width of a depth's bracket to compute to, scaled.
    pub depth_width: V::Scalar,
}

impl<V: Vector> Frame<V> {
    #[inline(always)]
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &A, b: &B) -> Self {
        Self::over(a, b, b.origin() - a.origin(), [a.extent(), b.extent()])
    }

    /// The same, where the way between the origins and the extents are known.
    #[inline(always)]
    pub fn over<A: Convex<V>, B: Convex<V>>(
        a: &A,
        b: &B,
        offset: V,
        extents: [V::Scalar; 2],
    ) -> Self {
        let is_curved = a.is_curved() || b.is_curved();
        let largest = offset.abs().max_element().max(extents[0]).max(extents[1]);
        let [least, most] = PLAIN[usize::from(V::DIM == 3)].map(V::Scalar::from_f64);
        if largest >= least && largest <= most {
            return Self::scaled(offset, extents, is_curved, V::Scalar::ONE, V::Scalar::ONE);
        }
        let (scale, unit) = scale_of(largest);
        let frame = Self::scaled(offset, extents, is_curved, scale, unit);
        // Shapes are asked in the user's units, and only their answers are scaled. So what they
        // round by, among the least numbers, is scaled too. It is at most 6 ε in every scale but
        // the largest, and the band is 9 ε or more. Only the largest scale computes it: many
        // processors take a hundred cycles for a product with the least number.
        if scale < V::Scalar::EPSILON / V::Scalar::LEAST {
            return frame;
        }
        // Points have no coordinate that is rotated.
        let extends = extents[0].max(extents[1]) > V::Scalar::ZERO;
        let rounding = if extends { LEAST_BAND } else { 0.0 };
        let least = V::Scalar::from_f64(rounding) * (V::Scalar::LEAST * scale);
        Self { band: frame.band.max(least), ..frame }
    }

    /// That of two flat shapes; `None` if they have to be scaled.
    #[inline(always)]
    pub fn of_flat(offset: V, extents: [V::Scalar; 2]) -> Option<Self> {
        let largest = offset.abs().max_element().max(extents[0]).max(extents[1]);
        let [least, most] = PLAIN[usize::from(V::DIM == 3)].map(V::Scalar::from_f64);
        let is_plain = largest >= least && largest <= most;
        let one = V::Scalar::ONE;
        is_plain.then(|| Self::scaled(offset, extents, false, one, one))
    }

    #[inline(always)]
    fn scaled(
        offset: V,
        [extent_a, extent_b]: [V::Scalar; 2],
        is_curved: bool,
        scale: V::Scalar,
        unit: V::Scalar,
    ) -> Self {
        let offset = offset * scale;
        let size = offset.length_squared().sqrt() + (extent_a * scale + extent_b * scale);
        let rounding = V::Scalar::EPSILON * size;
        let flat = V::Scalar::from_f64(FLAT_WIDTH) * rounding;
        let (mut width, mut depth_width) = (flat, flat);
        if is_curved {
            width = flat.max(V::Scalar::from_f64(CURVED_WIDTH) * size);
            let (share, units) = CURVED_DEPTH_WIDTH;
            depth_width =
                (V::Scalar::from_f64(share) * size).max(V::Scalar::from_f64(units) * rounding);
        }
        let band = V::Scalar::from_f64(BAND) * rounding;
        Self { scale, unit, offset, size, band, width, depth_width }
    }

    /// The point of `a − b` that two points make, each from the origin of its shape, in the world's
    /// axes and scaled.
    #[inline(always)]
    pub fn difference(&self, [on_a, on_b]: [V; 2]) -> V {
        (on_a - on_b) - self.offset
    }

    /// How far from zero a signed distance of the cores must be for every query to see its sign,
    /// scaled. A gap is seen if it exceeds the band on both sides and the width that a loop stops
    /// at. Curved shapes may stop at more, where rounding lets no step go nearer.
    #[inline(always)]
    pub fn doubt(&self) -> V::Scalar {
        let times = V::Scalar::from_f64(DOUBTED_WIDTHS);
        (self.band + self.band) + times * self.depth_width
    }

    /// Whether shapes are left in the user's units, so that axes of any earlier query will do. An
    /// axis may be as long as the square of its pair's size. Times the scale of a tiny pair, or the
    /// extent of a huge one, that would be no number.
    #[inline(always)]
    pub fn takes_any_axis(&self) -> bool {
        self.scale == V::Scalar::ONE
    }

    /// The extents in sum, scaled.
    #[inline(always)]
    pub fn extents(&self) -> V::Scalar {
        self.size - self.offset.length_squared().sqrt()
    }

    /// That of points, and that of directions.
    #[inline(always)]
    pub(super) fn scales(&self) -> [V; 2] {
        let direction_scale = (self.scale * V::Scalar::from_f64(LONG)).max(V::Scalar::ONE);
        [self.scale, direction_scale].map(V::splat)
    }
}

/// The power of two that brings a length to 1, and back. It is called, so that whether it is can be
/// foreseen: whatever is multiplied by the scale waits for it.
#[cold]
#[inline(never)]
fn scale_of<S: Scalar>(length: S) -> (S, S) {
    let scale = length.scale_to_one();
    (scale, scale.power_of_two_reciprocal())
}

/// The same axis, about as long as 1: a power of two changes no bit of what it says.
#[cold]
#[inline(never)]
pub(crate) fn of_length_one<V: Vector>(axis: &mut V) {
    *axis = *axis * axis.abs().max_element().scale_to_one();
}
