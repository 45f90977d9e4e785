//! Volume, centroid and second moments of polytopes and polygons, for bodies of density 1.

use crate::linear::Real;
use crate::vector::{DVec3, Matrix, Scalar, Vector};

/// What a solver needs to know of a body of density 1. In the plane the volume is the area.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub fn inertia(&self) -> V::Matrix {
        let trace = self.polar_inertia();
        let column = |j: usize| V::axis(j) * trace - self.second_moments.column(j);
        V::Matrix::from_columns(column)
    }

    /// The integral of |x|², with x counted from the centroid: in the plane, the moment of inertia.
    pub fn polar_inertia(&self) -> V::Scalar {
        (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + self.second_moments.column(i).get(i))
    }
}

/// Sums over simplices that have a common base point and the given facets.
pub(super) struct Moments<V: Vector> {
    base: V,
    volume: f64,
    first: [f64; 3],
    second: [[f64; 3]; 3],
}

impl<V: Vector> Moments<V> {
    pub fn new(base: V) -> Self {
        Self { base, volume: 0.0, first: [0.0; 3], second: [[0.0; 3]; 3] }
    }

    /// Adds the simplex of the base point and DIM corners, which count negative if they are wound
    /// the other way.
    pub fn add(&mut self, corners: &[V]) {
        let mut v = [[0.0; 3]; 3];
        for (to, &corner) in v.iter_mut().zip(corners) {
            for (i, x) in to.iter_mut().enumerate().take(V::DIM) {
                *x = corner.get(i).to_f64() - self.base.get(i).to_f64();
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

    pub fn mass(&self) -> Mass<V> {
        let number = |x: f64| V::Scalar::from_f64(x);
        let simplices = if V::DIM == 2 { 2.0 } else { 6.0 };
        let center = self.first.map(|x| if self.volume > 0.0 { x / self.volume } else { 0.0 });
        let entry = |i: usize, j: usize| {
            (self.second[i][j] - self.volume * center[i] * center[j]) / simplices
        };
        Mass {
            volume: number(self.volume / simplices),
            centroid: V::from_fn(|i| number(self.base.get(i).to_f64() + center[i])),
            second_moments: V::Matrix::from_columns(|j| V::from_fn(|i| number(entry(i, j)))),
        }
    }
}
