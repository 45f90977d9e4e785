//! What queries know of a shape besides its support mapping.

use crate::convex::table::directions::Corners;
use crate::convex::table::outline::Outline;
use crate::convex::table::polar::Polar;
use crate::number::blocks::Block;
use crate::number::vector::{Matrix, Vector};

/// What a query needs of a shape more than once.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Known<'s, V: Vector> {
    pub origin: V,
    pub axes: Option<Axes<V>>,
    pub core: Core<'s, V>,
    pub radius: V::Scalar,
    pub extent: V::Scalar,
    pub inner_extent: V::Scalar,
    pub is_curved: bool,
}

/// The axes that a shape's own points are counted in.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Axes<V: Vector> {
    /// From these axes to the world's: a rotation.
    pub matrix: V::Matrix,
    /// How many poses it is made of.
    pub poses: u32,
}

/// Seals what queries know of a shape: nobody outside can name it, so nobody can give a part of
/// what must agree.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Sealed;

/// Two ways to compile a query. The types of the shapes choose when the program is compiled, so
/// that what is not chosen is not compiled.
#[doc(hidden)]
pub trait Choice {
    /// What both ways return.
    type Answer;
    /// For this type of shape alone: quickest where it runs, and one more copy of the query.
    fn for_type(self) -> Self::Answer;
    /// Once for all shapes whose kind is known when the program runs.
    fn once(self) -> Self::Answer;
}

/// A core that queries know a closed form for; coordinates count from
/// [`origin`](crate::Facts::origin), in the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Core<'s, V: Vector> {
    /// Known by its support mapping alone.
    Other,
    /// The point itself.
    Point(V),
    /// From the first point to the second.
    Segment(V, V),
    /// All points `axes · x` with `|x|` at most `half_extents`, coordinate by coordinate.
    Cuboid {
        /// Half the edge lengths.
        half_extents: V,
        /// From the cuboid's axes to the world's, a rotation; `None` if they are the same.
        axes: Option<V::Matrix>,
    },
    /// In space, a disc swept along the y axis from −`half_height` to `half_height` while its
    /// radius goes evenly from `bottom` to `top`: a cylinder, or a cone; times `axes`.
    Round {
        /// Half the length.
        half_height: V::Scalar,
        /// The radius at −`half_height`.
        bottom: V::Scalar,
        /// The radius at `half_height`.
        top: V::Scalar,
        /// From the shape's axes to the world's, a rotation; `None` if they are the same.
        axes: Option<V::Matrix>,
    },
    /// The hull of a few points, times `axes`.
    Points {
        /// The points.
        points: FewPoints<'s, V>,
        /// From the points' axes to the world's, a rotation; `None` if they are the same.
        axes: Option<V::Matrix>,
    },
    /// The hull of many points, which are found by direction, times `axes`.
    Corners {
        /// The points.
        corners: Corners<'s, V>,
        /// From the points' axes to the world's, a rotation; `None` if they are the same.
        axes: Option<V::Matrix>,
    },
    /// All points x with `normal · x ≤ offset`; the normal has length 1.
    HalfSpace {
        /// The outward normal.
        normal: V,
        /// The distance of the boundary from the origin, along the normal.
        offset: V::Scalar,
    },
}

/// A few points, at least one, and what is known of their hull. Shapes of this library have them;
/// others may hand on what they got from one, whole and unchanged.
///
/// ```compile_fail,E0451
/// use osculate::{Core, FewPoints, Vec3};
/// let none = FewPoints { blocks: &[], outline: None, polar: None };
/// let core: Core<Vec3> = Core::Points { points: none, axes: None };
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FewPoints<'s, V: Vector> {
    pub(crate) blocks: &'s [Block<V>],
    /// What is known of the edges, if the points go round a small polygon of the plane.
    pub(crate) outline: Option<&'s Outline<V>>,
    /// What is known of the faces, if the points are the corners of a small hull of space.
    pub(crate) polar: Option<&'s Polar<V>>,
}

impl<'s, V: Vector> FewPoints<'s, V> {
    /// Points in blocks, of which there must be one.
    #[inline(always)]
    pub(crate) fn of(blocks: &'s [Block<V>]) -> Self {
        Self { blocks, outline: None, polar: None }
    }
}

/// The core of `core`'s image under a rotation, as counted from the image of its origin. It is
/// inlined, so that the kind of core is known where the image is used; else the core goes through
/// memory (decision 0020).
#[inline(always)]
pub(crate) fn rotate_core<'s, V: Vector>(core: Core<'s, V>, rotation: &V::Matrix) -> Core<'s, V> {
    let turn =
        |axes: Option<V::Matrix>| Some(axes.map_or(*rotation, |axes| rotation.compose(&axes)));
    match core {
        Core::Other => Core::Other,
        Core::Point(p) => Core::Point(rotation.apply(p)),
        Core::Segment(p, q) => Core::Segment(rotation.apply(p), rotation.apply(q)),
        Core::Cuboid { half_extents, axes } => Core::Cuboid { half_extents, axes: turn(axes) },
        Core::Round { half_height, bottom, top, axes } => {
            Core::Round { half_height, bottom, top, axes: turn(axes) }
        }
        Core::Points { points, axes } => Core::Points { points, axes: turn(axes) },
        Core::Corners { corners, axes } => Core::Corners { corners, axes: turn(axes) },
        Core::HalfSpace { normal, offset } => {
            Core::HalfSpace { normal: rotation.apply(normal), offset }
        }
    }
}
