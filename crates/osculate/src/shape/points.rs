//! Hulls of a few points: triangle, tetrahedron, and any unordered cloud.

use alloc::vec::Vec;

use crate::convex::Convex;
use crate::convex::known::Core;
use crate::number::blocks::{Block, block_of, blocks_of, furthest};
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::Vector;

/// The convex hull of points in any order: duplicates, collinear and inner points are allowed.
/// Support scans them all.
///
/// ```
/// use osculate::{DVec3, distance, shape::{Point, PointCloud}};
/// // Flat points are welcome, where a polytope must span space.
/// let card = PointCloud::new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y])?;
/// assert_eq!(distance(&card, Point::new(DVec3::new(0.5, 0.5, 2.0))?).value, 2.0);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct PointCloud<V: Vector> {
    blocks: Vec<Block<V>>,
    extent: V::Scalar,
}

impl<V: Vector> PointCloud<V> {
    /// The convex hull of at least one point.
    pub fn new(points: &[V]) -> Result<Self, Error> {
        check::points("PointCloud", "points", points, 1)?;
        Ok(Self { blocks: blocks_of(points), extent: check::extent_of(points) })
    }

    /// The points in their order; the last may come up to three times more.
    pub fn points(&self) -> impl Iterator<Item = V> + '_ {
        (0..4 * self.blocks.len()).map(|i| self.blocks[i / 4].point(i % 4))
    }
}

/// The point furthest along `direction`, the first of several.
#[inline(always)]
pub(crate) fn support<V: Vector>(blocks: &[Block<V>], direction: V) -> V {
    let index = furthest(blocks, direction);
    blocks[index / 4].point(index % 4)
}

/// What [`Convex`] asks of any hull of corners that knows its extent.
macro_rules! flat_hull {
    () => {
        #[inline]
        fn is_curved(&self) -> bool {
            false
        }
        #[inline]
        fn known_extent(&self, _: $crate::convex::known::Sealed) -> V::Scalar {
            self.extent
        }
    };
}
pub(crate) use flat_hull;

/// [`Convex`] for a shape kept as blocks of corners and their extent.
macro_rules! scan_corners {
    ($name:ident) => {
        impl<V: Vector> Convex<V> for $name<V> {
            #[inline]
            fn core_support(&self, direction: V) -> V {
                $crate::shape::points::support(&self.blocks, direction)
            }
            $crate::shape::points::flat_hull!();
            #[inline]
            fn known_core(&self, _: $crate::convex::known::Sealed) -> Core<'_, V> {
                let points = $crate::convex::known::FewPoints::of(&self.blocks);
                Core::Points { points, axes: None }
            }
            fn patch(&self, direction: V) -> $crate::convex::patch::Patch<V> {
                let corners = (0..4 * self.blocks.len()).map(|i| self.blocks[i / 4].point(i % 4));
                $crate::convex::patch::Patch::of_points(corners, direction)
            }
        }
    };
}
pub(super) use scan_corners;
scan_corners!(PointCloud);

/// Shapes of three or four corners.
macro_rules! corners {
    ($name:ident, $count:literal, $doc:expr, $new_doc:expr, $($corner:ident),+) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq)]
        pub struct $name<V: Vector> {
            blocks: [Block<V>; 1],
            extent: V::Scalar,
        }

        impl<V: Vector> $name<V> {
            #[doc = $new_doc]
            pub fn new($($corner: V),+) -> Result<Self, Error> {
                $(check::vector(stringify!($name), stringify!($corner), $corner)?;)+
                let corners = [$($corner),+];
                Ok(Self { blocks: [block_of(&corners)], extent: check::extent_of(&corners) })
            }

            /// The corners.
            #[must_use]
            pub fn corners(&self) -> [V; $count] {
                core::array::from_fn(|i| self.blocks[0].point(i))
            }
        }

        scan_corners!($name);
    };
}
corners!(
    Triangle,
    3,
    "The triangle with three corners, which may be collinear or coincide.

```
use osculate::{DVec3, distance, shape::{Point, Triangle}};
let sail = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y)?;
assert_eq!(distance(&sail, Point::new(DVec3::new(0.25, 0.25, 3.0))?).value, 3.0);
# Ok::<(), osculate::Error>(())
```",
    "The triangle with these corners.",
    a,
    b,
    c
);
corners!(
    Tetrahedron,
    4,
    "The tetrahedron with four corners, which may be coplanar or coincide.

```
use osculate::{DVec3, contains, shape::Tetrahedron};
let corner = Tetrahedron::new(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z)?;
assert!(contains(&corner, DVec3::splat(0.25)) && !contains(&corner, DVec3::splat(0.5)));
# Ok::<(), osculate::Error>(())
```",
    "The tetrahedron with these corners.",
    a,
    b,
    c,
    d
);
