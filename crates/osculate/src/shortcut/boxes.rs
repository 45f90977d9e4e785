//! Whether two cuboids intersect, by separating axes: those of the faces and, in space, the
//! products of two edges (Gottschalk, Lin and Manocha 1996).
//!
//! Two cuboids are apart exactly if one of these axes separates them: 4 in the plane, 15
//! in space. An axis decides if what it says is beyond rounding. The product of nearly parallel
//! edges says nothing of the kind, and adding an epsilon to it, as is usual, makes boxes touch that
//! do not: here such a pair is left to GJK.

use super::Question;
use super::level::{Asks, Decided, Level};
use super::measured::Separated;
use crate::convex::known::Core;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::Frame;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

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

/// Whether two cuboids intersect; and of those of the plane whose depth is asked for up to a limit,
/// first whether they are further apart than that.
#[inline(always)]
pub(super) fn answer<V: Vector, L: Level<V>, A: Convex<V>, B: Convex<V>>(
    question: &Question<'_, V, L, A, B>,
) -> Option<L::Found> {
    let &Question { a, b, frame, radius, .. } = question;
    let boxes = || Boxes::new(a.core(), b.core(), frame);
    match L::ASKS {
        Asks::Verdict if radius == V::Scalar::ZERO => Some(question.decided(boxes()?.intersect()?)),
        Asks::Depth if V::DIM == 2 && question.limits.most < V::Scalar::INFINITY => {
            boxes()?.by_faces(question.goal().beyond).err().map(L::apart)
        }
        _ => None,
    }
}

/// Two cuboids, and what the axes of each are in those of the other.
struct Boxes<'f, V: Vector> {
    a: Sides<V>,
    b: Sides<V>,
    frame: &'f Frame<V>,
    /// Row i and column j: the product of a's axis i and b's axis j; its rows, and its columns.
    rows: V::Matrix,
    columns: V::Matrix,
}

/// A separating axis, or what is known without one: of faces the widest gap, of edges whether all
/// surely overlap.
type Told<V, T> = Result<T, Separated<V>>;

impl<'f, V: Vector> Boxes<'f, V> {
    /// `None` for other shapes.
    #[inline(always)]
    fn new(a: Core<'_, V>, b: Core<'_, V>, frame: &'f Frame<V>) -> Option<Self> {
        let (a, b) = (Sides::new(a, frame.scale)?, Sides::new(b, frame.scale)?);
        let rows = V::Matrix::from_columns(|i| b.axes.transpose().apply(a.axes.column(i)));
        let columns = V::Matrix::from_columns(|j| a.axes.transpose().apply(b.axes.column(j)));
        Some(Self { a, b, frame, rows, columns })
    }

    /// An axis that separates by more than `most`, or `wide`.
    #[inline(always)]
    fn hold<T>(axis: V, along: V::Scalar, by: V::Scalar, most: V::Scalar, wide: T) -> Told<V, T> {
        if by > most {
            let axis = if along > V::Scalar::ZERO { -axis } else { axis };
            return Err(Separated { axis, by });
        }
        Ok(wide)
    }

    /// A face that separates the two by more than `most`, or the widest gap along any.
    #[inline(always)]
    fn by_faces(&self, most: V::Scalar) -> Told<V, V::Scalar> {
        let Self { a, b, rows, columns, .. } = self;
        let mut widest = -V::Scalar::INFINITY;
        for i in 0..V::DIM {
            for (one, other, products) in [(a, b, rows), (b, a, columns)] {
                let axis = one.axes.column(i);
                let along = axis.dot(self.frame.offset);
                let gap = along.abs() - (one.half.get(i) + other.reach(products.column(i)));
                widest = widest.max(Self::hold(axis, along, gap, most, gap)?);
            }
        }
        Ok(widest)
    }

    /// The product of two edges that separates the two by more than `most`, or whether they overlap
    /// along all by more than the band; in space. The first along which they do not tells.
    #[inline(always)]
    fn by_edges(&self, most: V::Scalar) -> Told<V, bool> {
        let Self { a, b, rows, columns, frame } = self;
        for i in 0..3 {
            for j in 0..3 {
                let axis = a.axes.column(i).cross(b.axes.column(j));
                let along = axis.dot(frame.offset);
                // Times the product of axes i and j, an edge of a is plus or minus a product of two
                // other axes.
                let turned = |row: V, k: usize| {
                    V::from_fn(|l| match (l + 3 - k) % 3 {
                        0 => V::Scalar::ZERO,
                        1 => row.get((k + 2) % 3),
                        _ => row.get((k + 1) % 3),
                    })
                };
                let of_a = a.reach(turned(columns.column(j), i));
                let of_b = b.reach(turned(rows.column(i), j));
                // The axis is no longer than 1, and the gap along it no less than this.
                let gap = along.abs() - (of_a + of_b);
                let overlap = gap < -frame.band;
                // Of exactly parallel edges the product is zero, and faces have told all.
                let decided = Self::hold(axis, along, gap, most, overlap)? || axis == V::ZERO;
                if !decided {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether two cuboids without radius intersect. `None` for cuboids that only nearly parallel
    /// edges could separate.
    #[inline(always)]
    fn intersect(&self) -> Option<Decided<V>> {
        let band = self.frame.band;
        let told = || {
            // Boxes are no further apart than √3 times the widest gap: where that is the band,
            // GJK's word and this could differ.
            let by_faces = self.by_faces(band)? <= band * V::Scalar::from_f64(0.5);
            // What one axis leaves open, GJK is asked, and the other axes need not be.
            Ok(by_faces && (V::DIM == 2 || self.by_edges(band)?))
        };
        match told() {
            Ok(decided) => decided.then_some(Decided::Together),
            Err(separated) => Some(Decided::Apart(separated)),
        }
    }
}
