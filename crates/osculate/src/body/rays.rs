//! What a ray hits of a body.

use alloc::vec::Vec;

use super::Body;
use super::answer::PartRayHit;
use super::parts::Placed;
use crate::boxes::tree::drawn_in;
use crate::boxes::way::Way;
use crate::convex::Convex;
use crate::convex::placed::At;
use crate::motion::{Ray, Struck, left_open, ray_cast};
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::query::Space;

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
        self.along(ray, &mut ray.most(), &mut |hit, most| {
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
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, Ray};
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    /// let ring = Body::from_segments(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]])?;
    /// let along_x = Ray::new(DVec2::new(-1.0, 0.5), DVec2::X)?;
    /// let hits = ring.at(Pose::IDENTITY).ray_all(&along_x);
    /// assert_eq!(hits.iter().map(|hit| hit.part).collect::<Vec<_>>(), [3, 1]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn ray_all(&self, ray: &Ray<V>) -> Vec<PartRayHit<V>> {
        let mut all = Vec::new();
        self.along(ray, &mut ray.most(), &mut |hit, _| all.push(hit));
        all.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(core::cmp::Ordering::Equal));
        all
    }

    /// All parts that a ray hits up to `most`, in no particular order; `found` may lower it.
    pub(crate) fn along(
        &self,
        ray: &Ray<V>,
        most: &mut V::Scalar,
        found: &mut impl FnMut(PartRayHit<V>, &mut V::Scalar),
    ) {
        if let Some(start) = self.start_in(ray) {
            found(start, most);
        }
        let ends = [ray.origin(); 2];
        self.on_way(ends, ray.direction(), V::Scalar::ZERO, most, &mut |part, at, most| {
            let struck = ray_cast(ray, at);
            if !struck.is_missed() {
                found(PartRayHit { part, struck }, most);
            }
        });
    }

    /// All parts that a shape may come to by a time, if it moves straight from a time on, and comes
    /// to what is within the margin.
    pub(crate) fn along_way(
        &self,
        shape: &impl Convex<V>,
        velocity: V,
        [from, margin]: [V::Scalar; 2],
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &Placed<'_, V>, &mut V::Scalar),
    ) {
        let bounds = drawn_in(&shape.bounds().expanded(margin));
        self.on_way([bounds.min(), bounds.max()], velocity, from, most, ask);
    }

    /// All parts that a box may come to which moves straight.
    fn on_way(
        &self,
        ends: [V; 2],
        velocity: V,
        from: V::Scalar,
        most: &mut V::Scalar,
        ask: &mut impl FnMut(u32, &Placed<'_, V>, &mut V::Scalar),
    ) {
        let (body, pose) = (*self.shape(), self.pose());
        let mut ask = |part: u32, most: &mut V::Scalar| {
            if let Some(at) = body.parts.part_at(part, pose) {
                ask(part, &at, most);
            }
        };
        let Some(tree) = body.parts.tree() else { return ask(0, most) };
        // The box in the body's axes, and what that and a cast leave open.
        let half = V::Scalar::from_f64(0.5);
        let (center, reach) = ((ends[0] + ends[1]) * half, (ends[1] - ends[0]) * half);
        let back = pose.rotation().matrix().transpose();
        let way = center - pose.translation();
        let (center, velocity) = (back.apply(way), back.apply(velocity));
        let turned = V::each(|i| {
            let along = V::from_fn(|k| back.column(k).get(i).abs());
            along.dot(reach)
        });
        let size = reach.length();
        let lengths = way.length() + pose.translation().length() + body.span() + size;
        // The velocity rounds as well: where the box is among the parts it is off by that much of
        // the way there.
        let open = left_open::<V::Scalar>() * lengths;
        let reach = V::from_fn(|i| turned[i] + open);
        tree.by_bound(&Way::new([center - reach, center + reach], velocity, from), most, &mut ask);
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
