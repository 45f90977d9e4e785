//! Boxes along the axes that hold shapes: what trees and sweeps sort by.

use crate::number::error::{Error, Problem};
use crate::number::vector::{Real, Scalar, Vector};

/// A box along the axes of the world. It may be infinite, and it may be [`empty`](Self::empty).
///
/// ```
/// use osculate::{shape::Capsule, Convex, Place, DVec3, Pose};
/// let capsule = Capsule::along_y(1.0, 0.25)?;
/// let bounds = capsule.at(Pose::from_translation(DVec3::new(3.0, 0.0, 0.0))?).bounds();
/// assert!(bounds.contains(DVec3::new(3.0, 1.25, 0.0)));
/// assert!((bounds.max() - DVec3::new(3.25, 1.25, 0.25)).abs().max_element() < 1e-13);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "Corners<V>",
        try_from = "Corners<V>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Aabb<V: Vector> {
    min: V,
    max: V,
}

impl<V: Vector> Aabb<V> {
    /// The box that holds no point. The union with it changes nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self { min: V::splat(V::Scalar::INFINITY), max: V::splat(-V::Scalar::INFINITY) }
    }

    /// All space.
    #[must_use]
    pub fn everything() -> Self {
        Self { min: V::splat(-V::Scalar::INFINITY), max: V::splat(V::Scalar::INFINITY) }
    }

    /// From the least coordinates to the largest. They may be infinite.
    ///
    /// ```
    /// use osculate::{Aabb, DVec2};
    /// let room = Aabb::new(DVec2::ZERO, DVec2::new(4.0, 2.0))?;
    /// assert_eq!((room.center(), room.size()), (DVec2::new(2.0, 1.0), DVec2::new(4.0, 2.0)));
    /// assert_eq!(room.half_surface(), 6.0);
    /// assert!(Aabb::new(DVec2::X, DVec2::ZERO).is_err());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn new(min: V, max: V) -> Result<Self, Error> {
        for i in 0..V::DIM {
            let (low, high) = (min.get(i), max.get(i));
            if !(low <= high) {
                let (value, problem) = (high.to_f64(), Problem::OutOfOrder);
                return Err(Error {
                    shape: "Aabb",
                    parameter: "max",
                    index: Some(i),
                    value,
                    problem,
                });
            }
        }
        Ok(Self { min, max })
    }

    /// The least box that holds these points.
    ///
    /// ```
    /// use osculate::{Aabb, DVec2};
    /// let some = Aabb::from_points([DVec2::new(1.0, 5.0), DVec2::new(3.0, 2.0)]);
    /// assert_eq!((some.min(), some.max()), (DVec2::new(1.0, 2.0), DVec2::new(3.0, 5.0)));
    /// assert_eq!(Aabb::<DVec2>::from_points([]), Aabb::empty());
    /// assert!(Aabb::everything().encloses(&some) && !some.encloses(&Aabb::everything()));
    /// ```
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = V>) -> Self {
        points.into_iter().fold(Self::empty(), |all, p| all.union(&Self { min: p, max: p }))
    }

    /// From ends that are known to be in order.
    #[inline(always)]
    pub(crate) fn of_ends(min: V, max: V) -> Self {
        Self { min, max }
    }

    /// The box of what reaches so far against each axis, given its number, and so far along it.
    pub(crate) fn of_spans(span: impl Fn(usize) -> [V::Scalar; 2]) -> Self {
        let none = [V::Scalar::ZERO; 2];
        let spans: [_; 3] = core::array::from_fn(|i| if i < V::DIM { span(i) } else { none });
        Self { min: V::from_fn(|i| -spans[i][0]), max: V::from_fn(|i| spans[i][1]) }
    }

    /// The least coordinates.
    #[inline]
    #[must_use]
    pub fn min(&self) -> V {
        self.min
    }

    /// The largest coordinates.
    #[inline]
    #[must_use]
    pub fn max(&self) -> V {
        self.max
    }

    /// Whether it holds no point.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        (0..V::DIM).any(|i| !(self.min.get(i) <= self.max.get(i)))
    }

    /// The point in the middle: no number where the box is infinite, or empty.
    #[inline]
    #[must_use]
    pub fn center(&self) -> V {
        let half = V::Scalar::from_f64(0.5);
        self.min * half + self.max * half
    }

    /// The lengths of the edges; infinite where the box is, less than zero where it is empty.
    #[inline]
    #[must_use]
    pub fn size(&self) -> V {
        self.max - self.min
    }

    /// Half of the surface, in the plane half of the outline: what costs of trees are counted by.
    #[inline]
    #[must_use]
    pub fn half_surface(&self) -> V::Scalar {
        let size = self.size();
        if V::DIM == 2 {
            return size.get(0) + size.get(1);
        }
        let (x, y, z) = (size.get(0), size.get(1), size.get(2));
        x * y + y * z + z * x
    }

    /// The least box that holds both.
    ///
    /// ```
    /// use osculate::{Aabb, DVec2};
    /// let left = Aabb::new(DVec2::ZERO, DVec2::ONE)?;
    /// let right = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(4.0, 1.0))?;
    /// assert_eq!(left.union(&right).size(), DVec2::new(4.0, 1.0));
    /// assert_eq!(left.union(&Aabb::empty()), left);
    /// assert!(left.intersection(&right).is_empty() && !left.intersects(&right));
    /// assert_eq!(left.distance(&right), 2.0);
    /// assert!(left.expanded(1.0).intersects(&right.expanded(1.0)));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: Vector::min(self.min, other.min), max: Vector::max(self.max, other.max) }
    }

    /// What both hold.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self { min: Vector::max(self.min, other.min), max: Vector::min(self.max, other.max) }
    }

    /// The box and all around it within `margin` along each axis, rounded outward.
    #[inline]
    #[must_use]
    pub fn expanded(&self, margin: V::Scalar) -> Self {
        let grow = |x: V::Scalar| {
            let sum = x + margin;
            let outward = sum + V::Scalar::EPSILON * (x.abs() + margin.abs());
            if outward >= -V::Scalar::INFINITY { outward } else { sum }
        };
        let (low, high) = (|i| -grow(-self.min.get(i)), |i| grow(self.max.get(i)));
        Self { min: V::from_fn(low), max: V::from_fn(high) }
    }

    /// Whether it holds the point. Boxes are closed.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: V) -> bool {
        let within = |i: usize| self.min.get(i) <= point.get(i) && point.get(i) <= self.max.get(i);
        (0..V::DIM).all(within)
    }

    /// Whether it holds all of the other box.
    #[inline]
    #[must_use]
    pub fn encloses(&self, other: &Self) -> bool {
        self.union(other) == *self
    }

    /// Whether it is bounded along every axis.
    #[inline]
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// The distance of the two boxes: zero if they have a point in common, infinite if one is
    /// empty.
    #[must_use]
    pub fn distance(&self, other: &Self) -> V::Scalar {
        if self.is_empty() || other.is_empty() {
            return V::Scalar::INFINITY;
        }
        let apart = |i: usize| {
            let after = self.min.get(i) - other.max.get(i);
            let before = other.min.get(i) - self.max.get(i);
            after.max(before).max(V::Scalar::ZERO)
        };
        V::from_fn(apart).length()
    }

    /// Whether the two have a point in common.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether the two are no further apart along any axis than a margin, decided exactly.
    pub(crate) fn is_within(&self, other: &Self, margin: V::Scalar) -> bool {
        let is_near = |high: V::Scalar, low: V::Scalar| {
            let gap = high - low;
            if gap != margin {
                return gap < margin;
            }
            // What the difference is off by, exactly; no number where it is infinite.
            let back = high - gap;
            !((high - (gap + back)) + (back - low) > V::Scalar::ZERO)
        };
        (0..V::DIM).all(|i| {
            is_near(self.min.get(i), other.max.get(i)) && is_near(other.min.get(i), self.max.get(i))
        })
    }
}

/// As it is written.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    )
)]
struct Corners<V: Vector> {
    min: V,
    max: V,
}

#[cfg(feature = "serde")]
impl<V: Vector> From<Aabb<V>> for Corners<V> {
    fn from(of: Aabb<V>) -> Self {
        Self { min: of.min, max: of.max }
    }
}

#[cfg(feature = "serde")]
impl<V: Vector> TryFrom<Corners<V>> for Aabb<V> {
    type Error = Error;
    fn try_from(of: Corners<V>) -> Result<Self, Error> {
        Self::new(of.min, of.max)
    }
}
