//! What is asked of a robot on its way from one posture to another.

use super::{Pair, Robot};
use crate::answers::Encounter;
use crate::given::{Rows, refused};
use crate::motion::Asked;
use osculate::{DVec3, Pose};
use osculate_io::{JointWays, Moving};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Robot {
    /// A single posture.
    fn posture(&self, name: &str, q: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let numpy = q.py().import("numpy")?;
        let row = numpy.call_method1("atleast_2d", (q,))?;
        let rows = Rows::read(name, &row, self.free.len())?;
        if rows.all().len() != self.free.len() {
            let what = format!("{name} must be one posture, of {} places", self.free.len());
            return Err(PyValueError::new_err(what));
        }
        if let Some(at) = rows.all().iter().find(|at| !at.is_finite()) {
            return Err(PyValueError::new_err(format!("{name} has {at}, and must be finite")));
        }
        Ok(rows.all().to_vec())
    }

    /// The first meeting of two links on a way, against the link that both hang on: against it
    /// distances change more slowly, and are proved in fewer steps. Until their hulls meet, the
    /// links do not.
    fn meeting(
        &self,
        ways: &JointWays,
        pair: Pair,
        asked: Asked,
    ) -> PyResult<Option<osculate::PartImpact<DVec3>>> {
        let chains = pair.map(|link| self.joints.chain(self.hangs[link]));
        let common = chains[0].iter().zip(&chains[1]).take_while(|(p, q)| p == q).count();
        let own = |k: usize| -> PyResult<Moving<DVec3>> {
            let motion = ways.motion(&self.joints, self.hangs[pair[k]], common).map_err(refused)?;
            Ok(motion.unwrap_or_else(|| Box::new(Pose::<DVec3>::IDENTITY)))
        };
        let motions = [own(0)?, own(1)?];
        let mut asked = asked;
        if let Some([a, b]) = self.convex(pair) {
            let met = asked.sweep()?.time_of_impact(a, &motions[0], b, &motions[1]);
            match met.map_err(refused)? {
                osculate::Encounter::Missed => return Ok(None),
                met => asked.start = met.lower(),
            }
        }
        let [a, b] = pair.map(|link| &self.bodies[link]);
        let met = a.time_of_impact(&motions[0], b, &motions[1], &asked.sweep()?);
        let Some(mut met) = met.map_err(refused)? else { return Ok(None) };
        let link = chains[0][..common].last().copied();
        if let (Some(base), osculate::Encounter::Hit(impact)) =
            (ways.motion(&self.joints, link, 0).map_err(refused)?, &mut met.encounter)
        {
            let base = base.pose(impact.time.lower);
            let turned = |way: DVec3| base.rotation().apply(way);
            impact.normal = impact.normal.map(turned);
            (impact.on_a, impact.on_b) = (base.apply(impact.on_a), base.apply(impact.on_b));
            if let Some(deep) = &mut impact.overlap {
                deep.normal = turned(deep.normal);
                (deep.on_a, deep.on_b) = (base.apply(deep.on_a), base.apply(deep.on_b));
            }
        }
        Ok(Some(met))
    }
}

#[pymethods]
impl Robot {
    /// The first contact of two links while all joints go evenly from one posture, at the time 0,
    /// to another, at the time 1; None if there is none, which is proved, between samples too. An
    /// encounter that is unknown is told as well: it is free until its `lower`.
    #[pyo3(signature = (start, end, *, tolerance=None, stop_at=0.0, most_steps=None))]
    fn check_path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        stop_at: f64,
        most_steps: Option<u32>,
    ) -> PyResult<Option<(String, String, Encounter)>> {
        let places = [("start", start), ("end", end)]
            .map(|(name, q)| self.posture(name, q).map(|q| self.places(&q)));
        let [from, to] = places;
        let ways = JointWays::new(&self.joints, &from?, &to?, 1.0);
        let asked = |until: f64| {
            let (start, ignoring_opening) = (0.0, false);
            Asked { start, until, tolerance, stop_at, ignoring_opening, most_steps }
        };
        // Checked once, so that what is wrong is said even if there is no pair.
        asked(1.0).sweep()?;
        let found = py.detach(|| {
            let mut first: Option<(Pair, osculate::PartImpact<DVec3>)> = None;
            for &pair in &self.pairs {
                let until = first.as_ref().map_or(1.0, |(_, met)| met.encounter.lower());
                let met = self.meeting(&ways, pair, asked(until))?;
                let is_first = |met: &osculate::PartImpact<DVec3>| {
                    first
                        .as_ref()
                        .is_none_or(|(_, one)| met.encounter.lower() < one.encounter.lower())
                };
                if let Some(met) = met.filter(is_first) {
                    first = Some((pair, met));
                }
            }
            Ok::<_, PyErr>(first)
        })?;
        Ok(found.map(|(pair, met)| {
            let (a, b) = self.named(pair);
            (a, b, Encounter { found: met.encounter, parts: Some(met.parts) })
        }))
    }
}
