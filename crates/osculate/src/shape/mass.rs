//! Volume, centroid and second moments, for bodies of density 1.

use core::f64::consts::PI;
use core::ops::{Add, Mul};

use crate::number::linear::Real;
use crate::number::vector::{DVec3, Matrix, Scalar, Vector};

/// What a solver needs to know of a body of density 1. Polygons and polytopes have it, and by
/// [`Shape::mass`](super::Shape::mass) any shape with a closed form: `Shape::from(ball).mass()`.
/// In the plane the volume is the area. What leaves the range of numbers is zero or infinite; the
/// centroid does not.
///
/// ```
/// use osculate::{DVec3, shape::Polytope};
/// let corners: Vec<DVec3> = (0..8)
///     .map(|i| DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into()))
///     .collect();
/// let mass = Polytope::from_points(&corners)?.mass();
/// assert_eq!((mass.volume, mass.centroid), (1.0, DVec3::splat(0.5)));
/// assert!((mass.inertia().x_axis.x - 1.0 / 6.0).abs() < 1e-15);
///
/// // Of another density the volume is the mass. Two bodies that are joined are a sum.
/// let beside = mass.moved_to(osculate::Pose::from_translation(DVec3::X)?);
/// let both = mass * 3.0 + beside;
/// assert_eq!((both.volume, both.centroid), (4.0, DVec3::new(0.75, 0.5, 0.5)));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mass<V: Vector> {
    /// The volume; in the plane, the area.
    pub volume: V::Scalar,
    /// The center of mass.
    pub centroid: V,
    /// The integral of x·xᵀ, with x counted from the centroid: entry (i, j) is ∫ xᵢ·xⱼ.
    pub second_moments: V::Matrix,
}

impl<V: Vector> Mass<V> {
    /// The inertia tensor of space, about the centroid. In the plane, see
    /// [`polar_inertia`](Self::polar_inertia).
    #[must_use]
    pub fn inertia(&self) -> V::Matrix {
        let moment = |i: usize, j: usize| self.second_moments.column(j).get(i);
        // The other two, and not the trace less its own: what is infinite stays so.
        let others = |j: usize| {
            let rest = (0..V::DIM).filter(|&i| i != j);
            rest.fold(V::Scalar::ZERO, |sum, i| sum + moment(i, i))
        };
        let entry = |i: usize, j: usize| if i == j { others(j) } else { -moment(i, j) };
        V::Matrix::from_columns(|j| V::from_fn(|i| entry(i, j)))
    }

    /// The integral of |x|², with x counted from the centroid: in the plane, the moment of inertia.
    ///
    /// ```
    /// use osculate::{DVec2, shape::ConvexPolygon};
    /// let corners = [-DVec2::ONE, DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)];
    /// let square = ConvexPolygon::new(&corners)?.mass();
    /// // A sixth of the squared edge, for each unit of area.
    /// assert!((square.polar_inertia() - square.volume * 4.0 / 6.0).abs() < 1e-14);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn polar_inertia(&self) -> V::Scalar {
        (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + self.second_moments.column(i).get(i))
    }
}

impl<V: Vector> Mass<V> {
    /// What is symmetric about the coordinate axes, so that its moments are along them: the volume
    /// and, for each axis, the mean of x², both in double precision.
    pub(super) fn along_axes(
        volume: f64,
        centroid: V,
        mean_squares: impl Fn(usize) -> f64,
    ) -> Self {
        Self {
            volume: V::Scalar::from_f64(volume),
            centroid,
            second_moments: V::Matrix::from_columns(|j| {
                V::axis(j) * V::Scalar::from_f64(volume * mean_squares(j))
            }),
        }
    }

    /// What has no volume has its centroid in the mean of its corners.
    pub(super) fn of_nothing(count: usize, corners: impl Iterator<Item = V>) -> Self {
        let share = V::Scalar::ONE / V::Scalar::from_f64(count as f64);
        let mean = corners.fold(V::ZERO, |sum, corner| sum + corner * share);
        Self::along_axes(0.0, mean, |_| 0.0)
    }

    /// An ellipsoid with these radii along the axes.
    pub(super) fn of_ellipsoid(radius: impl Fn(usize) -> f64) -> Self {
        let product: f64 = (0..V::DIM).map(&radius).product();
        let (unit, share) = if V::DIM == 2 { (PI, 4.0) } else { (4.0 / 3.0 * PI, 5.0) };
        Self::along_axes(unit * product, V::ZERO, |i| radius(i) * radius(i) / share)
    }
}

/// What a kind of shape says of its own mass, for [`Shape::mass`](super::Shape::mass).
pub(crate) trait OwnMass<V: Vector> {
    /// `None` if it has no end, or no closed form.
    fn own_mass(&self) -> Option<Mass<V>>;
}

/// That of two bodies as one. Where they overlap, both count.
impl<V: Vector> Add for Mass<V> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // By halves, so that the sum stays in range. Of two without volume neither counts more.
        let half = V::Scalar::from_f64(0.5);
        let share = other.volume * half / (self.volume * half + other.volume * half);
        let share = if share.is_finite() { share } else { half };
        let way = other.centroid - self.centroid;
        // Both are this far from the common center, each by the other's share.
        let reduced = self.volume * share;
        let second_moments = V::Matrix::from_columns(|j| {
            let moments = self.second_moments.column(j) + other.second_moments.column(j);
            moments + way * (way.get(j) * reduced)
        });
        Self {
            volume: self.volume + other.volume,
            centroid: self.centroid + way * share,
            second_moments,
        }
    }
}

/// That of another density: the volume is then the mass.
impl<V: Vector> Mul<V::Scalar> for Mass<V> {
    type Output = Self;

    fn mul(self, density: V::Scalar) -> Self {
        let second_moments = V::Matrix::from_columns(|j| self.second_moments.column(j) * density);
        Self { volume: self.volume * density, second_moments, ..self }
    }
}

/// Sums over simplices that have a common base point and the given facets. Lengths are scaled by a
/// power of two, so that products of five of them stay in range.
pub(crate) struct Moments<V: Vector> {
    base: V,
    scale: f64,
    volume: f64,
    first: [f64; 3],
    second: [[f64; 3]; 3],
}

impl<V: Vector> Moments<V> {
    /// No point is further from the base than this along an axis, or not much.
    #[must_use]
    pub fn new(base: V, reach: V::Scalar) -> Self {
        let scale = reach.to_f64().scale_to_one();
        Self { base, scale, volume: 0.0, first: [0.0; 3], second: [[0.0; 3]; 3] }
    }

    /// Adds the simplex of the base point and DIM corners, which count negative if they are wound
    /// the other way.
    pub fn add(&mut self, corners: &[V]) {
        let mut v = [[0.0; 3]; 3];
        for (to, &corner) in v.iter_mut().zip(corners) {
            for (i, x) in to.iter_mut().enumerate().take(V::DIM) {
                *x = (corner.get(i).to_f64() - self.base.get(i).to_f64()) * self.scale;
            }
        }
        let [a, b, c] = v;
        // Parallelotopes; divided at the end, so that what is whole stays whole.
        let (volume, n) = if V::DIM == 2 {
            (a[0] * b[1] - a[1] * b[0], 2.0)
        } else {
            let [a, b, c] = [a, b, c].map(DVec3::from_array);
            (a.dot(b.cross(c)), 3.0)
        };
        self.volume += volume;
        for i in 0..3 {
            let sum = |i: usize| v[0][i] + v[1][i] + v[2][i];
            self.first[i] += volume * sum(i) / (n + 1.0);
            for j in 0..3 {
                let products: f64 = v.iter().map(|x| x[i] * x[j]).sum();
                self.second[i][j] +=
                    volume * (sum(i) * sum(j) + products) / ((n + 1.0) * (n + 2.0));
            }
        }
    }

    #[must_use]
    pub fn mass(&self) -> Mass<V> {
        let unit = self.scale.power_of_two_reciprocal();
        // One by one: a power of the unit may be out of range where the product is not.
        let number = |x: f64, lengths: usize| {
            V::Scalar::from_f64((0..lengths).fold(x, |product, _| product * unit))
        };
        let simplices = if V::DIM == 2 { 2.0 } else { 6.0 };
        let center = self.first.map(|x| if self.volume > 0.0 { x / self.volume } else { 0.0 });
        let entry = |i: usize, j: usize| {
            (self.second[i][j] - self.volume * center[i] * center[j]) / simplices
        };
        Mass {
            volume: number(self.volume / simplices, V::DIM),
            centroid: V::from_fn(|i| {
                V::Scalar::from_f64(self.base.get(i).to_f64() + center[i] * unit)
            }),
            second_moments: V::Matrix::from_columns(|j| {
                V::from_fn(|i| number(entry(i, j), V::DIM + 2))
            }),
        }
    }
}
