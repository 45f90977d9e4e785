//! Whether two cuboids intersect, by separating axes: those of the faces and, in space, the products of two edges (Gottschalk,
//! Lin and Manocha 1996).
//!
//! Two convex polytopes are apart exactly if one of these axes separates them: 4 in the plane, 15 in space. An axis decides if what it says
//! is beyond rounding. The product of nearly parallel edges says nothing of the kind, and adding an epsilon to it, as is
//! usual, makes boxes touch that do not: here such a pair is left to GJK.

use crate::convex::Core;
use crate::gjk::Frame;
use crate::vector::{Matrix, Real, Scalar, Vector};

/// Half the edges, and the matrix whose columns they are parallel to.
struct Sides<V: Vector> {
    half: V,
    axes: V::Matrix,
}

impl<V: Vector> Sides<V> {
    fn new(core: Core<'_, V>, scale: V::Scalar) -> Option<Self> {
        let Core::Cuboid { half_extents, axes } = core else { return None };
        Some(Self { half: half_extents * scale, axes: axes.unwrap_or(V::Matrix::IDENTITY) })
    }

    /// How far the cuboid reaches along an axis whose products with its own axes are `products`.
    #[inline(always)]
    fn reach(&self, products: V) -> V::Scalar {
        self.half.dot(products.abs())
    }
}

/// Whether two cuboids without radius intersect, and the axis, from b to a, that separates them. `None` for other
/// shapes, and for cuboids that only nearly parallel edges could separate.
#[inline(always)]
pub(super) fn intersect<V: Vector>(
    a: Core<'_, V>,
    b: Core<'_, V>,
    frame: &Frame<V>,
) -> Option<(bool, V)> {
    let (a, b) = (Sides::new(a, frame.scale)?, Sides::new(b, frame.scale)?);
    let between = frame.offset;
    let toward_a = |axis: V, along: V::Scalar| if along > V::Scalar::ZERO { -axis } else { axis };
    // Row i and column j: the product of a's axis i and b's axis j.
    let rows = V::Matrix::from_columns(|i| b.axes.transpose().apply(a.axes.column(i)));
    let columns = V::Matrix::from_columns(|j| a.axes.transpose().apply(b.axes.column(j)));
    let mut widest = -V::Scalar::INFINITY;
    for i in 0..V::DIM {
        for (one, other, products) in [(&a, &b, &rows), (&b, &a, &columns)] {
            let axis = one.axes.column(i);
            let along = axis.dot(between);
            let gap = along.abs() - (one.half.get(i) + other.reach(products.column(i)));
            if gap > frame.band {
                return Some((false, toward_a(axis, along)));
            }
            widest = widest.max(gap);
        }
    }
    // Boxes are no further apart than √3 times the widest gap: where that is the band, GJK's word and this could differ.
    let mut decided = widest <= frame.band * V::Scalar::from_f64(0.5);
    if V::DIM == 2 {
        return decided.then_some((true, V::ZERO));
    }
    for i in 0..3 {
        for j in 0..3 {
            let axis = a.axes.column(i).cross(b.axes.column(j));
            let along = axis.dot(between);
            // Times the product of axes i and j, an edge of a is plus or minus a product of two other axes.
            let turned = |row: V, k: usize| {
                V::from_fn(|l| match (l + 3 - k) % 3 {
                    0 => V::Scalar::ZERO,
                    1 => row.get((k + 2) % 3),
                    _ => row.get((k + 1) % 3),
                })
            };
            let reach = a.reach(turned(columns.column(j), i)) + b.reach(turned(rows.column(i), j));
            let gap = along.abs() - reach;
            if gap > frame.band {
                return Some((false, toward_a(axis, along)));
            }
            // Of exactly parallel edges the product is zero, and faces have told all.
            decided &= gap < -frame.band || axis == V::ZERO;
        }
    }
    decided.then_some((true, V::ZERO))
}
