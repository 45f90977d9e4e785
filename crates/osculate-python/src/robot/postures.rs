//! What is asked of a robot in many postures.

use super::{Pair, Robot};
use crate::given::Rows;
use crate::loops::{fill, fill_rows};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use osculate::{At, DVec3, Error, Pose};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Robot {
    /// The centers of the balls, where the links are.
    fn centers(&self, poses: &[Pose<DVec3>]) -> Vec<DVec3> {
        poses.iter().zip(&self.balls).map(|(pose, (center, _))| pose.apply(*center)).collect()
    }

    fn touches(&self, [a, b]: Pair, poses: &[Pose<DVec3>], centers: &[DVec3]) -> bool {
        let reach = self.balls[a].1 + self.balls[b].1;
        // A ball without end reaches everywhere.
        !(centers[a].distance_squared(centers[b]) > reach * reach)
            && self.convex([a, b]).is_none_or(|[one, other]| {
                osculate::intersects(At::new(one, poses[a]), At::new(other, poses[b]))
            })
            && self.bodies[a].at(poses[a]).intersects(&self.bodies[b].at(poses[b]))
    }

    /// Postures, a row each.
    fn postures<'py>(&self, q: &Bound<'py, PyAny>) -> PyResult<Rows<'py>> {
        Rows::read("q", q, self.free.len())
    }
}

/// A posture that is refused, by its place.
fn refused_at((place, error): (usize, Error)) -> PyErr {
    PyValueError::new_err(format!("q[{place}]: {error}"))
}

#[pymethods]
impl Robot {
    /// How each link has moved from where it was read, in each posture: of shape (n, links, 4, 4).
    fn poses<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.postures(q)?;
        let (postures, links) = (rows.rows(), self.bodies.len());
        let mut all = Vec::with_capacity(postures.len() * links * 16);
        for (k, posture) in postures.enumerate() {
            for pose in self.moved(posture).map_err(|error| refused_at((k, error)))? {
                let columns = pose.to_columns();
                all.extend((0..4).flat_map(|i| columns.map(|column| column[i])));
            }
        }
        let count = if links == 0 { 0 } else { all.len() / (16 * links) };
        Ok(PyArray1::from_vec(py, all).reshape([count, links, 4, 4])?.into_any())
    }

    /// Whether any pair of links touches, in each posture: of shape (n,), true where they clash.
    #[pyo3(signature = (q, *, threads=1))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let rows = self.postures(q)?;
        let (all, dof) = (rows.all(), self.free.len());
        let mut found = vec![false; rows.rows().len()];
        py.detach(|| {
            fill(&mut found, threads, |k| {
                let poses = self.moved(&all[k * dof..(k + 1) * dof])?;
                let centers = self.centers(&poses);
                Ok(self.pairs.iter().any(|pair| self.touches(*pair, &poses, &centers)))
            })
        })
        .map_err(refused_at)?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Which pairs of links touch, in each posture: of shape (n, pairs).
    #[pyo3(signature = (q, *, threads=1))]
    fn touching<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let rows = self.postures(q)?;
        let (all, dof, count) = (rows.all(), self.free.len(), rows.rows().len());
        let mut found = vec![false; count * self.pairs.len()];
        py.detach(|| {
            fill_rows(&mut found, self.pairs.len(), threads, |k, row| {
                let poses = self.moved(&all[k * dof..(k + 1) * dof])?;
                let centers = self.centers(&poses);
                for (place, pair) in row.iter_mut().zip(&self.pairs) {
                    *place = self.touches(*pair, &poses, &centers);
                }
                Ok(())
            })
        })
        .map_err(refused_at)?;
        PyArray1::from_vec(py, found).reshape([count, self.pairs.len()])
    }

    /// The distances of all pairs of links, in each posture: of shape (n, pairs, 3), with lower,
    /// value and upper of each.
    #[pyo3(signature = (q, *, threads=1))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.postures(q)?;
        let (all, dof, count) = (rows.all(), self.free.len(), rows.rows().len());
        let mut found = vec![[0.0; 3]; count * self.pairs.len()];
        py.detach(|| {
            fill_rows(&mut found, self.pairs.len(), threads, |k, row| {
                let poses = self.moved(&all[k * dof..(k + 1) * dof])?;
                for (place, &[a, b]) in row.iter_mut().zip(&self.pairs) {
                    let gap = self.bodies[a].at(poses[a]).distance(&self.bodies[b].at(poses[b]));
                    *place = [gap.lower, gap.value, gap.upper];
                }
                Ok(())
            })
        })
        .map_err(refused_at)?;
        let flat = PyArray1::from_vec(py, found.into_flattened());
        Ok(flat.reshape([count, self.pairs.len(), 3])?.into_any())
    }
}
