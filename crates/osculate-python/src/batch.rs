//! Batches: one pair at many poses, or many pairs of a list, from arrays to arrays.

use crate::body::{Body, Thing};
use crate::given::index_rows;
use crate::loops::{Ask, Many, Poses, fill};
use crate::pose::Pose;
use crate::shape::Shape;
use numpy::{
    Element, PyArrayLikeDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods,
    TypeMustMatch,
};
use osculate::{DVec3, Error};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;

/// So many rows are filled between two looks at what Python wants: progress, or an interrupt.
const BETWEEN: usize = 1 << 16;

/// An array of poses, or a list of them, held so that rows of it can be read.
enum Held<'py> {
    Array(PyArrayLikeDyn<'py, f64, TypeMustMatch>, &'static str),
    List(Vec<osculate::Pose<DVec3>>),
}

const WHAT: &str = "an array of shape (n, 7) or (n, 4, 4), or a list of Poses";

impl<'py> Held<'py> {
    fn read(name: &str, given: Given<'_, 'py>, quaternion: &str) -> PyResult<Self> {
        let order = match quaternion {
            "xyzw" => "xyzw",
            "wxyz" => "wxyz",
            _ => {
                let what =
                    format!("quaternion is {quaternion:?}, and must be \"xyzw\" or \"wxyz\"");
                return Err(PyValueError::new_err(what));
            }
        };
        if given.is_instance_of::<pyo3::types::PyList>()
            || given.is_instance_of::<pyo3::types::PyTuple>()
        {
            let mut poses = Vec::new();
            for (k, one) in given.try_iter()?.enumerate() {
                match one?.cast_into::<Pose>() {
                    Ok(pose) => poses.push(pose.get().0),
                    Err(_) if k == 0 => {
                        return Self::read(name, &as_array(name, given)?, quaternion);
                    }
                    Err(_) => {
                        let what = format!("{name}[{k}] must be a Pose, as those before");
                        return Err(PyTypeError::new_err(what));
                    }
                }
            }
            return Ok(Self::List(poses));
        }
        let array = match given.extract::<PyArrayLikeDyn<'py, f64, TypeMustMatch>>() {
            Ok(array) if array.is_c_contiguous() => array,
            _ => as_array(name, given)?.extract()?,
        };
        match *array.shape() {
            [_, 7] | [_, 4, 4] => Ok(Self::Array(array, order)),
            ref shape => {
                let what = format!("{name} must be {WHAT}, and is of shape {shape:?}");
                Err(PyValueError::new_err(what))
            }
        }
    }

    fn rows(&self) -> Poses<'_> {
        match self {
            Self::List(poses) => Poses::Known(poses),
            Self::Array(array, order) => {
                let all = array.as_slice().unwrap_or(&[]);
                match (array.ndim(), *order) {
                    (2, "xyzw") => Poses::RealLast(all.as_chunks().0),
                    (2, _) => Poses::RealFirst(all.as_chunks().0),
                    _ => Poses::Matrices(all.as_chunks().0),
                }
            }
        }
    }
}

/// What numpy makes of it, if that is doubles in order of rows.
fn as_array<'py>(name: &str, given: Given<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
    let is_none = |_| PyTypeError::new_err(format!("{name} must be {WHAT}"));
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given,)).map_err(is_none)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "f" | "i" | "u") {
        return Err(PyTypeError::new_err(format!("{name} must be {WHAT}")));
    }
    let array = array.call_method1("astype", ("float64",))?;
    numpy.call_method1("ascontiguousarray", (array,))
}

/// A pose that is refused, by its place.
fn refused_at(name: &str, (place, error): (usize, Error)) -> PyErr {
    let text = error.to_string();
    let text = text.strip_prefix(&format!("{}: ", error.shape)).unwrap_or(&text);
    PyValueError::new_err(format!("{name}[{place}]: {text}"))
}

/// What is refused of a pair, and by which argument.
type Refused = (&'static str, Error);

/// What is asked of each pair.
#[derive(Clone, Copy, PartialEq)]
enum Question {
    Intersects,
    Distance,
    Signed,
}

/// How a batch is to be done.
struct How<'a, 'py> {
    full: bool,
    threads: usize,
    out: Option<Given<'a, 'py>>,
    progress: Option<Given<'a, 'py>>,
}

impl How<'_, '_> {
    fn threads(given: Option<usize>) -> PyResult<usize> {
        match given {
            Some(0) => Err(PyValueError::new_err("threads is 0, and must be at least 1")),
            Some(threads) => Ok(threads),
            None => Ok(std::thread::available_parallelism().map_or(1, Into::into)),
        }
    }

    /// Fills rows of an array, piece by piece: without Python's lock, but between the pieces.
    fn fill<R: Send>(
        &self,
        py: Python<'_>,
        rows: &mut [R],
        row: impl Fn(usize) -> Result<R, Refused> + Sync,
    ) -> PyResult<()> {
        let (count, threads) = (rows.len(), self.threads);
        for (k, piece) in rows.chunks_mut(BETWEEN).enumerate() {
            let start = k * BETWEEN;
            let end = start + piece.len();
            py.detach(|| fill(piece, threads, |at| row(start + at)))
                .map_err(|(at, (name, error))| refused_at(name, (start + at, error)))?;
            py.check_signals()?;
            if let Some(progress) = self.progress {
                progress.call1((end, count))?;
            }
        }
        Ok(())
    }

    /// An array to write into: the one that is given, if it fits.
    fn array<'py, T: Element>(
        &self,
        py: Python<'py>,
        shape: &[usize],
    ) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        let made = || numpy::PyArrayDyn::<T>::zeros(py, shape.to_vec(), false);
        let Some(out) = self.out else { return Ok(made().readwrite()) };
        let kind = T::get_dtype(py).to_string();
        let what = || format!("out must be an array of shape {shape:?} of {kind}");
        let out: Bound<'_, numpy::PyArrayDyn<T>> =
            out.cast::<numpy::PyArrayDyn<T>>().map_err(|_| PyTypeError::new_err(what()))?.clone();
        if out.shape() != shape || !out.is_c_contiguous() {
            let found = out.shape();
            let what = format!("{}, in order of rows, and is of shape {found:?}", what());
            return Err(PyValueError::new_err(what));
        }
        let out: Py<numpy::PyArrayDyn<T>> = out.unbind();
        out.into_bound(py)
            .try_readwrite()
            .map_err(|error| PyValueError::new_err(format!("out cannot be written to: {error}")))
    }

    /// Asks all pairs, each of which has two things at two poses.
    fn ask<'py, A: Ask>(
        &self,
        py: Python<'py>,
        question: Question,
        count: usize,
        pair: impl Fn(usize) -> Result<[(usize, osculate::Pose<DVec3>); 2], Refused> + Sync,
        things: &[A],
    ) -> PyResult<Bound<'py, PyAny>> {
        let of =
            |k: usize| pair(k).map(|[(i, at), (j, there)]| (&things[i], at, &things[j], there));
        if question == Question::Intersects {
            let mut out = self.array::<bool>(py, &[count])?;
            let rows = out.as_slice_mut()?;
            self.fill(py, rows, |k| of(k).map(|(a, at, b, there)| A::intersects(a, at, b, there)))?;
            return Ok(out.as_any().clone());
        }
        if self.full {
            if self.out.is_some() {
                let what = "out is for answers without full: with it there are several arrays";
                return Err(PyTypeError::new_err(what));
            }
            let mut out = self.array::<f64>(py, &[count, 12])?;
            let rows = out.as_slice_mut()?.as_chunks_mut::<12>().0;
            if question == Question::Distance {
                self.fill(py, rows, |k| {
                    of(k).map(|(a, at, b, there)| A::closest(a, at, b, there))
                })?;
            } else {
                self.fill(py, rows, |k| of(k).map(|(a, at, b, there)| A::signed(a, at, b, there)))?;
            }
            return named(py, out.as_any());
        }
        let mut out = self.array::<f64>(py, &[count, 3])?;
        let rows = out.as_slice_mut()?.as_chunks_mut::<3>().0;
        if question == Question::Distance {
            self.fill(py, rows, |k| of(k).map(|(a, at, b, there)| A::distance(a, at, b, there)))?;
        } else {
            self.fill(py, rows, |k| {
                of(k).map(|(a, at, b, there)| A::signed_distance(a, at, b, there))
            })?;
        }
        Ok(out.as_any().clone())
    }
}

/// The columns of a full answer, by name: views of one array.
fn named<'py>(py: Python<'py>, all: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let found = PyDict::new(py);
    let columns = all.getattr("T")?;
    for (k, name) in ["lower", "value", "upper"].into_iter().enumerate() {
        found.set_item(name, columns.get_item(k)?)?;
    }
    for (k, name) in ["on_a", "on_b", "normal"].into_iter().enumerate() {
        let range = pyo3::types::PySlice::new(py, 3 * k as isize + 3, 3 * k as isize + 6, 1);
        found.set_item(name, columns.get_item(range)?.getattr("T")?)?;
    }
    Ok(found.into_any())
}

/// Two things, of which the second is at many poses.
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
fn along<'py>(
    py: Python<'py>,
    question: Question,
    a: Given<'_, 'py>,
    b: Given<'_, 'py>,
    poses: Given<'_, 'py>,
    pose_a: Option<Given<'_, 'py>>,
    quaternion: &str,
    how: &How<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let held = Held::read("poses", poses, quaternion)?;
    let rows = held.rows();
    let at = crate::given::pose_or_world("pose_a", pose_a)?;
    let pair = |k: usize| Ok([(0, at), (1, rows.get(k).map_err(|error| ("poses", error))?)]);
    match (Thing::read("a", a)?, Thing::read("b", b)?) {
        (Thing::Shape(a), Thing::Shape(b)) => {
            how.ask(py, question, rows.len(), pair, &[a.clone(), b.clone()])
        }
        (a, b) => how.ask(py, question, rows.len(), pair, &[Many(a.body()), Many(b.body())]),
    }
}

/// Pairs of a list of things, each of which is at a pose, or of which each pair has two poses.
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
fn among<'py>(
    py: Python<'py>,
    question: Question,
    shapes: Given<'_, 'py>,
    pairs: Given<'_, 'py>,
    poses: Given<'_, 'py>,
    poses_b: Option<Given<'_, 'py>>,
    quaternion: &str,
    how: &How<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let things: Vec<Bound<'py, PyAny>> = shapes.try_iter()?.collect::<PyResult<_>>()?;
    let pairs = index_rows::<2>("pairs", pairs)?;
    let (count, all) = (things.len(), pairs.as_flattened());
    if let Some(wrong) = all.iter().position(|shape| *shape as usize >= count) {
        let what = format!("pairs[{}] has {}", wrong / 2, all[wrong]);
        return Err(PyValueError::new_err(format!("{what}, and there are {count} shapes")));
    }
    let held = Held::read("poses", poses, quaternion)?;
    let rows = held.rows();
    let holds = |name: &str, count: usize, what: &str, wanted: usize| {
        if count == wanted {
            return Ok(());
        }
        let what = format!("{name} must be one a {what}, {wanted}, and there are {count}");
        Err(PyValueError::new_err(what))
    };
    let Some(poses_b) = poses_b else {
        holds("poses", rows.len(), "shape", things.len())?;
        let poses = rows.all().map_err(|refused| refused_at("poses", refused))?;
        let pair = |k: usize| Ok(pairs[k].map(|shape| (shape as usize, poses[shape as usize])));
        return of_things(py, question, &things, pairs.len(), pair, how);
    };
    let held_b = Held::read("poses_b", poses_b, quaternion)?;
    let rows_b = held_b.rows();
    holds("poses", rows.len(), "pair", pairs.len())?;
    holds("poses_b", rows_b.len(), "pair", pairs.len())?;
    let pair = |k: usize| {
        let [a, b] = pairs[k].map(|shape| shape as usize);
        let at = rows.get(k).map_err(|error| ("poses", error))?;
        Ok([(a, at), (b, rows_b.get(k).map_err(|error| ("poses_b", error))?)])
    };
    of_things(py, question, &things, pairs.len(), pair, how)
}

/// Asks pairs of shapes; if one of them is a body, all are.
fn of_things<'py>(
    py: Python<'py>,
    question: Question,
    things: &[Bound<'py, PyAny>],
    count: usize,
    pair: impl Fn(usize) -> Result<[(usize, osculate::Pose<DVec3>); 2], Refused> + Sync,
    how: &How<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let name = |k: usize| format!("shapes[{k}]");
    if things.iter().any(|thing| thing.is_instance_of::<Body>()) {
        let mut bodies = Vec::with_capacity(things.len());
        for (k, thing) in things.iter().enumerate() {
            bodies.push(Many(Thing::read(&name(k), thing)?.body()));
        }
        return how.ask(py, question, count, pair, &bodies);
    }
    let mut found = Vec::with_capacity(things.len());
    for (k, thing) in things.iter().enumerate() {
        let Ok(shape) = thing.cast::<Shape>() else {
            Thing::read(&name(k), thing)?;
            continue;
        };
        found.push(shape.get().0.clone());
    }
    how.ask(py, question, count, pair, &found)
}

/// The functions of Python: each question, of two things and of many.
macro_rules! batches {
    ($($(#[$doc:meta])* $name:ident, $(#[$docs:meta])* $names:ident, $question:ident;)*) => {$(
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (a, b, poses, *, pose_a=None, quaternion="xyzw", full=false, out=None,
            threads=1, progress=None))]
        #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
        pub fn $name<'py>(
            py: Python<'py>,
            a: Given<'_, 'py>,
            b: Given<'_, 'py>,
            poses: Given<'_, 'py>,
            pose_a: Option<Given<'_, 'py>>,
            quaternion: &str,
            full: bool,
            out: Option<Given<'_, 'py>>,
            threads: Option<usize>,
            progress: Option<Given<'_, 'py>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let how = How { full, threads: How::threads(threads)?, out, progress };
            along(py, Question::$question, a, b, poses, pose_a, quaternion, &how)
        }

        $(#[$docs])*
        #[pyfunction]
        #[pyo3(signature = (shapes, pairs, poses, poses_b=None, *, quaternion="xyzw", full=false,
            out=None, threads=1, progress=None))]
        #[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
        pub fn $names<'py>(
            py: Python<'py>,
            shapes: Given<'_, 'py>,
            pairs: Given<'_, 'py>,
            poses: Given<'_, 'py>,
            poses_b: Option<Given<'_, 'py>>,
            quaternion: &str,
            full: bool,
            out: Option<Given<'_, 'py>>,
            threads: Option<usize>,
            progress: Option<Given<'_, 'py>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let how = How { full, threads: How::threads(threads)?, out, progress };
            among(py, Question::$question, shapes, pairs, poses, poses_b, quaternion, &how)
        }
    )*};
}
batches! {
    /// The distances of a from b at each of many poses: an array of shape (n, 3) with the columns
    /// lower, value and upper. `poses` is of shape (n, 7), translations and quaternions whose order
    /// `quaternion` says, or (n, 4, 4), or a list of Poses.
    ///
    /// `full` gives a dict of arrays instead: lower, value, upper, on_a, on_b and normal, which is
    /// not a number where they overlap. `out` is the array to write to. `threads=None` takes all.
    /// `progress(done, of)` is called now and then.
    distances,
    /// The distances of pairs of a list of shapes or bodies, of which each has a pose. With
    /// `poses_b` each pair has two: row k of `pairs` is at `poses[k]` and `poses_b[k]`.
    distances_of, Distance;
    /// The same of signed distances, which are less than zero where they overlap. The normal is
    /// always there.
    signed_distances,
    /// The signed distances of pairs of a list of shapes or bodies, of which each has a pose.
    signed_distances_of, Signed;
    /// Whether a touches b at each of many poses: an array of booleans.
    which_intersect,
    /// Whether pairs of a list of shapes or bodies touch, of which each has a pose.
    which_intersect_of, Intersects;
}
