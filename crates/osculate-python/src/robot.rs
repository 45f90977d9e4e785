//! Robots: a URDF or MJCF file and its SRDF, as bodies, joints, and the pairs that may clash.

use crate::answers::Encounter;
use crate::body::Body;
use crate::given::{Rows, refused};
use crate::loops::{fill, fill_rows};
use crate::motion::Asked;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use osculate::{At, DVec3, Error, Pose, shape};
use osculate_io::{FileScene, JointWays, Joints, Meshes, Moving, Options};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

type Pair = [usize; 2];
type Names = (String, String);

/// What a ball round a link is larger by than rounding can need, as a share of its size.
const SPARE: f64 = 1e-9;

/// A robot: its links, its joints, and the pairs of links that are asked about.
#[pyclass(frozen, module = "osculate.robot", name = "Robot")]
#[derive(Clone)]
pub struct Robot {
    names: Vec<String>,
    bodies: Vec<osculate::Body<DVec3>>,
    /// A ball round each link; infinite round what has no end.
    balls: Vec<(DVec3, f64)>,
    /// The convex hull of each link of many parts, which is asked first; of others none.
    hulls: Vec<Option<shape::Shape<DVec3>>>,
    /// The joint that each link hangs on.
    hangs: Vec<Option<usize>>,
    joints: Joints,
    /// The joints that can be set, by their places.
    free: Vec<usize>,
    pairs: Vec<Pair>,
    /// The pairs that are not asked, and why.
    disabled: BTreeMap<Pair, String>,
    notes: Vec<String>,
}

impl Robot {
    fn of(read: &FileScene) -> PyResult<Self> {
        if read.robots.is_empty() {
            return Err(PyValueError::new_err(
                "the file holds no robot: it must be one of URDF or MJCF",
            ));
        }
        let bodies: Vec<_> = read.bodies.iter().map(osculate_io::FileBody::body).collect();
        let names: Vec<String> = read.bodies.iter().map(|body| body.name.clone()).collect();
        let mut disabled = BTreeMap::new();
        for pair in read.adjacent() {
            disabled.insert(pair, "Adjacent".to_string());
        }
        let places: HashMap<&str, usize> = places(&names);
        for pair in read.robots.iter().flat_map(|robot| &robot.disabled) {
            let [Some(&a), Some(&b)] = pair.links.each_ref().map(|name| places.get(name.as_str()))
            else {
                continue;
            };
            disabled.insert([a.min(b), a.max(b)], pair.reason.clone());
        }
        let mut robot = Self {
            balls: bodies.iter().map(ball).collect(),
            hulls: bodies.iter().map(hull).collect(),
            hangs: read.bodies.iter().map(|body| body.joint).collect(),
            free: read.joints.free().map(|(place, _)| place).collect(),
            joints: read.joints.clone(),
            notes: read.missing().chain(read.remarks()).map(str::to_string).collect(),
            names,
            bodies,
            pairs: Vec::new(),
            disabled,
        };
        robot.choose_pairs();
        Ok(robot)
    }

    /// All pairs that are not disabled.
    fn choose_pairs(&mut self) {
        let count = self.bodies.len();
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        self.pairs = all.filter(|pair| !self.disabled.contains_key(pair)).collect();
    }

    fn named(&self, pair: Pair) -> Names {
        let [a, b] = pair.map(|link| self.names[link].clone());
        (a, b)
    }

    /// Where the joints stand, of those that can be set.
    fn places(&self, q: &[f64]) -> Vec<f64> {
        let mut places = self.joints.places();
        for (joint, at) in self.free.iter().zip(q) {
            places[*joint] = *at;
        }
        places
    }

    /// How each link has moved since the file was read.
    fn moved(&self, q: &[f64]) -> Result<Vec<Pose<DVec3>>, Error> {
        let frames = self.joints.frames(&self.places(q))?;
        let of = |joint: &Option<usize>| joint.map_or(Pose::IDENTITY, |joint| frames[joint]);
        Ok(self.hangs.iter().map(of).collect())
    }

    /// The centers of the balls, where the links are.
    fn centers(&self, poses: &[Pose<DVec3>]) -> Vec<DVec3> {
        poses.iter().zip(&self.balls).map(|(pose, (center, _))| pose.apply(*center)).collect()
    }

    /// Convex shapes that hold two links, if one of the links is none itself: what these are apart
    /// needs no question about parts.
    fn convex(&self, pair: Pair) -> Option<[&shape::Shape<DVec3>; 2]> {
        if pair.iter().all(|link| self.hulls[*link].is_none()) {
            return None;
        }
        let of = |link: usize| {
            let alone = || self.bodies[link].part(0).and_then(|part| part.shape());
            self.hulls[link].as_ref().or_else(alone)
        };
        Some([of(pair[0])?, of(pair[1])?])
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

fn places(names: &[String]) -> HashMap<&str, usize> {
    names.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect()
}

/// A ball round a link, a little larger than rounding needs.
fn ball(body: &osculate::Body<DVec3>) -> (DVec3, f64) {
    let bounds = body.at(Pose::IDENTITY).bounds();
    if !bounds.is_finite() {
        return (DVec3::ZERO, f64::INFINITY);
    }
    let (center, radius) = (bounds.center(), 0.5 * bounds.size().length());
    (center, radius + SPARE * (radius + center.length()))
}

/// The convex hull of a link of many parts that have an end.
fn hull(body: &osculate::Body<DVec3>) -> Option<shape::Shape<DVec3>> {
    if body.part_count() < 2 || !body.at(Pose::IDENTITY).bounds().is_finite() {
        return None;
    }
    let corners: Vec<DVec3> = body.parts().filter_map(|part| part.corners()).flatten().collect();
    let of_corners = match shape::Polytope::from_points(&corners) {
        Ok(polytope) => Some(shape::Shape::from(polytope)),
        Err(_) => shape::PointCloud::new(&corners).ok().map(Into::into),
    };
    let shapes = body.parts().filter_map(|part| part.shape().cloned());
    of_corners.into_iter().chain(shapes).reduce(|a, b| shape::Hull::new(a, b).into())
}

/// A posture that is refused, by its place.
fn refused_at((place, error): (usize, Error)) -> PyErr {
    PyValueError::new_err(format!("q[{place}]: {error}"))
}

/// Reads a file of shapes or of a scene: the bodies by their names, where they are. The formats are
/// those of the program: meshes, scenes, robots.
#[pyfunction]
#[pyo3(signature = (path, *, meshes="as_they_are", unit=None))]
pub fn read<'py>(
    py: Python<'py>,
    path: PathBuf,
    meshes: &str,
    unit: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let options = Options { meshes: meshes_of(meshes)?, unit, ..Options::default() };
    let read = py.detach(|| osculate_io::read(&path, &options));
    let read = read.map_err(|error| PyValueError::new_err(error.to_string()))?;
    if let Some(missing) = read.missing().next() {
        return Err(PyValueError::new_err(format!("{}: {missing}", path.display())));
    }
    let found = PyDict::new(py);
    for body in read.bodies.iter().filter(|body| !body.is_empty()) {
        found.set_item(&body.name, Body(body.body()))?;
    }
    Ok(found)
}

/// What stands for meshes that are not convex.
fn meshes_of(meshes: &str) -> PyResult<Meshes> {
    match meshes {
        "as_they_are" => Ok(Meshes::AsTheyAre),
        "pieces" => Ok(Meshes::Pieces),
        "hulls" => Ok(Meshes::Hulls),
        _ => {
            let what = "must be \"as_they_are\", \"pieces\" or \"hulls\"";
            Err(PyValueError::new_err(format!("meshes is {meshes:?}, and {what}")))
        }
    }
}

#[pymethods]
impl Robot {
    /// Reads a robot. Its SRDF file is found beside it if none is given; `packages` says where each
    /// package is, and `package_path` lists folders that hold packages. `meshes` says what stands
    /// for meshes that are not convex: "as_they_are", the hulls of their "pieces", or their
    /// "hulls". `state` is one of the SRDF file, in which the robot then stands.
    #[staticmethod]
    #[pyo3(signature = (path, *, srdf=None, packages=None, package_path=None, root=None, state=None,
        meshes="as_they_are"))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        srdf: Option<PathBuf>,
        packages: Option<BTreeMap<String, PathBuf>>,
        package_path: Option<Vec<PathBuf>>,
        root: Option<PathBuf>,
        state: Option<String>,
        meshes: &str,
    ) -> PyResult<Self> {
        let options = Options {
            meshes: meshes_of(meshes)?,
            srdf,
            packages: packages.unwrap_or_default(),
            package_path: package_path.unwrap_or_default(),
            root,
            state,
            ..Options::default()
        };
        let read = py.detach(|| osculate_io::read(&path, &options));
        Self::of(&read.map_err(|error| PyValueError::new_err(error.to_string()))?)
    }

    /// The links that have a shape.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// The joints that can be set, in the order of a posture's places.
    #[getter]
    fn joints(&self) -> Vec<&str> {
        self.free.iter().map(|joint| self.joints.all()[*joint].name.as_str()).collect()
    }

    /// Between what each joint may stand, a row each; infinite where there is no limit.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let none = [f64::NEG_INFINITY, f64::INFINITY];
        let all: Vec<f64> = self
            .free
            .iter()
            .flat_map(|joint| self.joints.all()[*joint].limits.unwrap_or(none))
            .collect();
        Ok(PyArray1::from_vec(py, all).reshape([self.free.len(), 2])?.into_any())
    }

    /// Where the joints stand as the robot was read.
    #[getter]
    fn stands<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let stands = self.free.iter().map(|joint| self.joints.all()[*joint].stands);
        PyArray1::from_iter(py, stands)
    }

    /// What the reader left out or assumed.
    #[getter]
    fn notes(&self) -> Vec<&str> {
        self.notes.iter().map(String::as_str).collect()
    }

    /// The pairs of links that are asked about, in the order of all answers.
    #[getter]
    fn pairs(&self) -> Vec<Names> {
        self.pairs.iter().map(|pair| self.named(*pair)).collect()
    }

    /// The pairs that are not asked about, and why: adjacent, or the SRDF file's reason.
    #[getter]
    fn disabled(&self) -> Vec<(String, String, &str)> {
        let mut all = Vec::with_capacity(self.disabled.len());
        for (pair, reason) in &self.disabled {
            let (a, b) = self.named(*pair);
            all.push((a, b, reason.as_str()));
        }
        all
    }

    /// The robot without some pairs of links: of those nothing is asked.
    #[pyo3(signature = (pairs, reason="User"))]
    fn ignoring(&self, pairs: &Bound<'_, PyAny>, reason: &str) -> PyResult<Self> {
        let (mut robot, places) = (self.clone(), places(&self.names));
        for pair in pairs.try_iter()? {
            let (a, b): Names = pair?.extract()?;
            let of = |name: &String| {
                let found = places.get(name.as_str()).copied();
                found.ok_or_else(|| PyKeyError::new_err(format!("there is no link {name:?}")))
            };
            let (a, b) = (of(&a)?, of(&b)?);
            robot.disabled.insert([a.min(b), a.max(b)], reason.to_string());
        }
        robot.choose_pairs();
        Ok(robot)
    }

    /// A link as a body, where it was when the robot was read.
    fn body(&self, link: &str) -> PyResult<Body> {
        let place = self.names.iter().position(|name| name == link);
        let place =
            place.ok_or_else(|| PyKeyError::new_err(format!("there is no link {link:?}")))?;
        Ok(Body(self.bodies[place].clone()))
    }

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

    fn __repr__(&self) -> String {
        let (links, joints, pairs) = (self.names.len(), self.free.len(), self.pairs.len());
        format!("<Robot: {links} links, {joints} joints, {pairs} pairs>")
    }
}
