//! The view frustum.

use super::points::scan_corners;
use crate::convex::Convex;
use crate::convex::known::Core;
use crate::number::blocks::{Block, block_of};
use crate::number::error::check;
use crate::number::error::{Error, Problem};
use crate::number::vector::{Linear, Real, Scalar, Spatial, Vector};

/// What a camera sees: the part of space between six planes, kept as its eight corners.
///
/// ```
/// use osculate::{DVec3, intersects, shape::{Frustum, Point}};
/// let planes = [-DVec3::X, DVec3::X, -DVec3::Y, DVec3::Y, -DVec3::Z, DVec3::Z];
/// let room = Frustum::from_planes(planes.map(|outward| (outward, 2.0)))?;
/// assert!(intersects(&room, Point::new(DVec3::splat(1.9))?));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Frustum<V: Vector> {
    blocks: [Block<V>; 2],
    extent: V::Scalar,
}

/// The plane `normal · x = offset`; inside is where `normal · x ≤ offset`.
pub type Plane<V> = (V, <V as Linear>::Scalar);

impl<V: Spatial> Frustum<V> {
    /// From six planes whose normals point outward: left, right, bottom, top, near, far.
    pub fn from_planes(planes: [Plane<V>; 6]) -> Result<Self, Error> {
        let mut corners = [V::ZERO; 8];
        for (i, corner) in corners.iter_mut().enumerate() {
            let pick = |axis: usize| planes[2 * axis + (i >> axis & 1)];
            let ((n1, d1), (n2, d2), (n3, d3)) = (pick(0), pick(1), pick(2));
            let (n23, n31, n12) = (n2.cross(n3), n3.cross(n1), n1.cross(n2));
            let determinant = n1.dot(n23);
            *corner = (n23 * d1 + n31 * d2 + n12 * d3) * (V::Scalar::ONE / determinant);
            if !corner.is_finite() {
                return Err(unbounded(i, determinant.to_f64()));
            }
        }
        // The corners must lie behind every plane, or the planes bound nothing that has them all.
        let extent = check::extent_of(&corners);
        let slack = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * extent;
        for (i, &corner) in corners.iter().enumerate() {
            for (normal, offset) in planes {
                let beyond = normal.dot(corner) - offset;
                if !(beyond <= slack * normal.length()) {
                    return Err(unbounded(i, beyond.to_f64()));
                }
            }
        }
        Self::of_corners(corners)
    }

    /// From the 4×4 matrix, row by row, that takes the world to clip space, where x and y go from
    /// −w to w and z from `near · w` to `far · w`: −1 and 1 for OpenGL, 0 and 1 for the others,
    /// 1 and 0 for a reversed depth. A far plane at infinity bounds no volume and is refused: of an
    /// infinite reversed depth give 1 and the share of the near plane's distance in the far one's
    /// that is wanted.
    ///
    /// ```
    /// use osculate::{intersects, shape::{Ball, Frustum}, Place, Pose, Vec3};
    /// // A camera at the origin that looks along −z, 90 degrees wide and high, from 1 to 9.
    /// let rows = [
    ///     [1.0, 0.0, 0.0, 0.0],
    ///     [0.0, 1.0, 0.0, 0.0],
    ///     [0.0, 0.0, -9.0 / 8.0, -9.0 / 8.0],
    ///     [0.0, 0.0, -1.0, 0.0],
    /// ];
    /// let view = Frustum::<Vec3>::from_view_projection(rows, 0.0, 1.0)?;
    /// let ball = Ball::new(0.5)?;
    /// let is_seen = |x, z| -> Result<bool, osculate::Error> {
    ///     Ok(intersects(&view, ball.at(Pose::from_translation(Vec3::new(x, 0.0, z))?)))
    /// };
    /// assert!(is_seen(5.5, -5.0)? && !is_seen(6.0, -5.0)? && !is_seen(0.0, 5.0)?);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_view_projection(
        rows: [[V::Scalar; 4]; 4],
        near: V::Scalar,
        far: V::Scalar,
    ) -> Result<Self, Error> {
        // Inside, w·low ≤ coordinate ≤ w·high: two half-spaces a row.
        let plane = |row: usize, bound: V::Scalar, upper: bool| {
            let entry = |j: usize| {
                let excess = rows[row][j] - bound * rows[3][j];
                if upper { excess } else { -excess }
            };
            (V::from_fn(entry), -entry(3))
        };
        let one = V::Scalar::ONE;
        let deep = far > near;
        Self::from_planes([
            plane(0, -one, false),
            plane(0, one, true),
            plane(1, -one, false),
            plane(1, one, true),
            plane(2, near, !deep),
            plane(2, far, deep),
        ])
    }

    /// The same, the matrix column by column, as glam's `to_cols_array_2d` has it.
    ///
    /// ```
    /// use osculate::{Vec3, glam::Mat4, intersects, shape::{Frustum, Point}};
    /// // A camera at the origin that looks along −z, 90 degrees wide and high, from 1 to 9.
    /// let camera = Mat4::from_cols_array_2d(&[
    ///     [1.0, 0.0, 0.0, 0.0],
    ///     [0.0, 1.0, 0.0, 0.0],
    ///     [0.0, 0.0, -9.0 / 8.0, -1.0],
    ///     [0.0, 0.0, -9.0 / 8.0, 0.0],
    /// ]);
    /// let columns = camera.to_cols_array_2d();
    /// let view = Frustum::<Vec3>::from_view_projection_columns(columns, 0.0, 1.0)?;
    /// assert!(intersects(&view, Point::new(Vec3::new(4.0, 0.0, -5.0))?));
    /// assert!(!intersects(&view, Point::new(Vec3::new(6.0, 0.0, -5.0))?));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_view_projection_columns(
        columns: [[V::Scalar; 4]; 4],
        near: V::Scalar,
        far: V::Scalar,
    ) -> Result<Self, Error> {
        let row = |i: usize| core::array::from_fn(|j: usize| columns[j][i]);
        Self::from_view_projection([row(0), row(1), row(2), row(3)], near, far)
    }
}

impl<V: Vector> Frustum<V> {
    pub(super) fn of_corners(corners: [V; 8]) -> Result<Self, Error> {
        check::points("Frustum", "corners", &corners, 8)?;
        let extent = check::extent_of(&corners);
        Ok(Self { blocks: [block_of(&corners[..4]), block_of(&corners[4..])], extent })
    }

    /// The eight corners.
    #[must_use]
    pub fn corners(&self) -> [V; 8] {
        core::array::from_fn(|i| self.blocks[i / 4].point(i % 4))
    }
}

fn unbounded(index: usize, value: f64) -> Error {
    let (shape, parameter, problem) = ("Frustum", "planes", Problem::Unbounded);
    Error { shape, parameter, index: Some(index), value, problem }
}

scan_corners!(Frustum);
