//! What a ray is, and what it hits.

use crate::number::error::Error;
use crate::number::error::check;
use crate::number::vector::{Real, Vector};
use crate::query::Bracket;

/// The points `origin + t · direction` for `t` from 0 to a length.
///
/// ```
/// use osculate::{DVec3, Ray, ray_cast, shape::Ball};
/// let ray = Ray::new(DVec3::X * -5.0, DVec3::X)?.up_to(10.0)?;
/// let hit = ray_cast(&ray, Ball::new(1.0)?).hit().expect("the ball is ahead");
/// assert!(hit.parameter.contains(4.0) && hit.normal == Some(-DVec3::X));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    origin: V,
    direction: V,
    most: V::Scalar,
    hollow: bool,
}

impl<V: Vector> Ray<V> {
    /// The ray without end. The direction may have any length, and parameters are counted in it.
    /// With a direction of zero the ray is a point: it hits, at 0, what the point is in.
    pub fn new(origin: V, direction: V) -> Result<Self, Error> {
        check::vector("Ray", "origin", origin)?;
        check::vector("Ray", "direction", direction)?;
        Ok(Self { origin, direction, most: V::Scalar::INFINITY, hollow: false })
    }

    /// Only up to this parameter. With zero the ray is a point.
    pub fn up_to(self, most: V::Scalar) -> Result<Self, Error> {
        Ok(Self { most: check::size("Ray", "most", None, most)?, ..self })
    }

    /// Takes shapes for hollow: a ray that starts inside, or on the surface, hits the surface where
    /// it leaves. Without it, such a ray hits at 0; so does a ray without length in any case.
    ///
    /// ```
    /// use osculate::{DVec2, Ray, ray_cast, shape::Ball};
    /// let (ball, out) = (Ball::new(4.0)?, Ray::new(DVec2::ZERO, DVec2::X * 2.0)?);
    /// assert_eq!(ray_cast(&out, &ball).hit().expect("it is inside").parameter.value, 0.0);
    /// let leaves = ray_cast(&out.hollow(), &ball).hit().expect("it leaves");
    /// assert!(leaves.parameter.contains(2.0) && out.point_at(2.0) == DVec2::X * 4.0);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn hollow(self) -> Self {
        Self { hollow: true, ..self }
    }

    /// Where it starts.
    #[must_use]
    pub fn origin(&self) -> V {
        self.origin
    }

    /// Its direction, as it was given.
    #[must_use]
    pub fn direction(&self) -> V {
        self.direction
    }

    /// The most of its parameter, which may be infinite.
    #[must_use]
    pub fn most(&self) -> V::Scalar {
        self.most
    }

    /// Whether it takes shapes for hollow.
    #[must_use]
    pub fn is_hollow(&self) -> bool {
        self.hollow
    }

    /// The point at a parameter.
    #[must_use]
    pub fn point_at(&self, parameter: V::Scalar) -> V {
        self.origin + self.direction * parameter
    }
}

/// Where a ray hits a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct RayHit<V: Vector> {
    /// Before `lower` the ray is outside the shape, which is proved; of a hollow shape, inside or
    /// outside, and so after `upper`. By `upper` it has certainly met the shape, if the two
    /// numbers differ. If they are equal, the ray starts there in the shape, or it grazes: its
    /// distance from the shape is not to be told from zero there.
    pub parameter: Bracket<V::Scalar>,
    /// The point of the shape.
    pub point: V,
    /// The shape's outward unit normal there; `None` if the ray starts inside.
    pub normal: Option<V>,
    /// How many times the shape was looked at.
    pub steps: u32,
}

/// What is known of a ray and a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
#[must_use]
pub enum Struck<V: Vector> {
    /// The ray hits.
    Hit(RayHit<V>),
    /// It does not, which is proved.
    Missed,
    /// The limit of steps is reached, or the numbers of parameters are too few: before `lower` the
    /// ray does not hit, which is proved, and nothing is known of later.
    Unknown {
        /// The parameter before which there is no hit.
        lower: V::Scalar,
        /// How many times the shape was looked at.
        steps: u32,
    },
}

impl<V: Vector> Struck<V> {
    /// A ray that starts in what it hits.
    pub(crate) fn at_start(ray: &Ray<V>) -> Self {
        let zero = V::Scalar::ZERO;
        let parameter = Bracket { lower: zero, value: zero, upper: zero };
        Self::Hit(RayHit { parameter, point: ray.origin(), normal: None, steps: 0 })
    }

    /// The hit, if there is one.
    #[must_use]
    pub fn hit(self) -> Option<RayHit<V>> {
        match self {
            Self::Hit(hit) => Some(hit),
            _ => None,
        }
    }

    /// Whether it is proved that there is no hit.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        matches!(self, Self::Missed)
    }
}
