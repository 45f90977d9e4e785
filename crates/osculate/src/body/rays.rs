//! What a ray hits of a body.

use alloc::vec::Vec;

use super::Body;
use super::parts::Parts;
use crate::boxes::way::Way;
use crate::convex::placed::{At, Place};
use crate::motion::{Ray, Struck, left_open, ray_cast};
use crate::number::vector::{Matrix, Real, Vector};
use crate::query::Space;

/// A part of a body that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartRayHit<V: Vector> {
    /// The part.
    pub part: u32,
    /// Where: a hit, or not known beyond a parameter. It is never a miss.
    pub struck: Struck<V>,
}

impl<V: Space> At<V, &Body<V>> {
    /// The first part that a ray hits; of several at the same parameter, that of the least number.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, Ray};
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
    /// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
    /// let down = Ray::new(DVec3::new(0.75, 3.0, 0.75), DVec3::NEG_Y)?;
    /// let hit = floor.at(Pose::IDENTITY).ray_first(&down).expect("the floor is below");
    /// assert_eq!(hit.part, 1);
    /// let parameter = hit.struck.hit().expect("it is hit").parameter;
    /// assert!((parameter.value - 3.0).abs() < 1e-9);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn ray_first(&self, ray: &Ray<V>) -> Option<PartRayHit<V>> {
        let mut first: Option<PartRayHit<V>> = None;
        self.along(ray, &mut |hit, most| {
            if first.is_none_or(|first| order(&hit) < order(&first)) {
                first = Some(hit);
            }
            if let Struck::Hit(hit) = hit.struck {
                *most = most.min(hit.parameter.upper);
            }
        });
        first
    }

    /// All parts that a ray hits, the first first; of several at the same parameter, in order. It
    /// takes memory.
    #[must_use]
    pub fn ray_all(&self, ray: &Ray<V>) -> Vec<PartRayHit<V>> {
        let mut all = Vec::new();
        self.along(ray, &mut |hit, _| all.push(hit));
        all.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(core::cmp::Ordering::Equal));
        all
    }

    fn along(&self, ray: &Ray<V>, found: &mut impl FnMut(PartRayHit<V>, &mut V::Scalar)) {
        let (body, pose) = (*self.shape(), self.pose());
        let mut ask = |part: u32, most: &mut V::Scalar| {
            let struck = match &body.parts {
                Parts::Mesh(mesh) => ray_cast(ray, At::new(mesh.facet(part), pose)),
                shapes => match shapes.shape(part) {
                    Some(shape) => ray_cast(ray, shape.at(pose)),
                    None => return,
                },
            };
            if !struck.is_missed() {
                found(PartRayHit { part, struck }, most);
            }
        };
        let mut most = ray.most();
        let Some(tree) = body.parts.tree() else { return ask(0, &mut most) };
        // The ray in the body's axes, and what that and a cast leave open.
        let back = pose.rotation().matrix().transpose();
        let way = ray.origin() - pose.translation();
        let (origin, direction) = (back.apply(way), back.apply(ray.direction()));
        let lengths = way.length() + pose.translation().length() + body.span;
        let open = left_open::<V::Scalar>() * lengths;
        // The direction rounds as well: where the ray is among the parts it is off by that much of
        // the way there.
        let ends = [origin - V::splat(open), origin + V::splat(open)];
        tree.by_bound(&Way::new(ends, direction, V::Scalar::ZERO), &mut most, &mut ask);
    }
}

/// By what hits are in order: where, and which part.
fn order<V: Vector>(of: &PartRayHit<V>) -> (V::Scalar, u32) {
    let parameter = match of.struck {
        Struck::Hit(hit) => hit.parameter.value,
        Struck::Unknown { lower, .. } => lower,
        Struck::Missed => V::Scalar::INFINITY,
    };
    (parameter, of.part)
}
