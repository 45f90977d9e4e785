//! Robots: a URDF or MJCF file and its SRDF, as bodies, joints, and the pairs that may clash.

mod path;
mod postures;

use crate::body::Body;
use crate::files::meshes_of;
use numpy::{PyArray1, PyArrayMethods};
use osculate::{DVec3, Error, Pose, shape};
use osculate_io::{FileScene, Joints, Options};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
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

    fn __repr__(&self) -> String {
        let (links, joints, pairs) = (self.names.len(), self.free.len(), self.pairs.len());
        format!("<Robot: {links} links, {joints} joints, {pairs} pairs>")
    }
}
