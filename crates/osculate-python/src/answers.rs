//! What queries answer: small objects that never change.

use crate::shown::{number, numbers};
use crate::stored;
use numpy::{PyArray1, PyArray2};
use osculate::{DVec3, shape};
use osculate::{Ended, Feature, Verdict};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
use serde::{Deserialize, Serialize};

type Vector<'py> = Bound<'py, PyArray1<f64>>;

fn array<'py>(py: Python<'py>, v: DVec3) -> Vector<'py> {
    PyArray1::from_slice(py, &v.to_array())
}

fn shown(v: DVec3) -> String {
    numbers(&v.to_array())
}

fn named(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Apart => "apart",
        Verdict::Touching => "touching",
        Verdict::Overlapping => "overlapping",
    }
}

fn how(ended: Ended) -> &'static str {
    match ended {
        Ended::ClosedForm => "closed_form",
        Ended::Converged => "converged",
        Ended::Exhausted => "exhausted",
        Ended::StepLimit => "step_limit",
        Ended::Beyond => "beyond",
        _ => "other",
    }
}

/// A class of answers, and how it is pickled: by its content.
macro_rules! answer {
    ($(#[$doc:meta])* $name:ident ($($field:tt)*), { $($method:tt)* }) => {
        answer! { @class [$(#[$doc])*] $name [($($field)*);] { $($method)* } }
    };
    ($(#[$doc:meta])* $name:ident { $($field:tt)* }, { $($method:tt)* }) => {
        answer! { @class [$(#[$doc])*] $name [{ $($field)* }] { $($method)* } }
    };
    (@class [$(#[$doc:meta])*] $name:ident [$($fields:tt)*] { $($method:tt)* }) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "osculate", freelist = 64)]
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct $name $($fields)*

        #[pymethods]
        impl $name {
            $($method)*

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                stored::reduce(slf.as_any(), slf.get())
            }

            #[staticmethod]
            fn _from_bytes(bytes: &[u8]) -> PyResult<Self> {
                stored::from_bytes(bytes)
            }
        }
    };
}

/// Equality alone; with it no order, and no hash.
macro_rules! equality {
    ($($name:ident)*) => {$(
        impl $name {
            /// What `==` and `!=` say of another object; of one of another class it is Python's to
            /// say.
            pub fn compared<'py>(
                &self,
                other: &Bound<'py, PyAny>,
                by: CompareOp,
            ) -> Bound<'py, PyAny> {
                let py = other.py();
                let same = other.cast::<Self>().ok().map(|other| other.get() == self);
                let answer = match (same, by) {
                    (Some(same), CompareOp::Eq) => PyBool::new(py, same),
                    (Some(same), CompareOp::Ne) => PyBool::new(py, !same),
                    _ => return py.NotImplemented().into_bound(py),
                };
                answer.to_owned().into_any()
            }
        }
    )*};
}
equality! {
    Bracket Closest SignedDistance Penetration ContactPoint Contact RayHit Struck Impact Encounter
    Approach Gradient Mass
}

answer! {
    /// A number that is not known exactly, between two that are: `lower <= truth <= upper`.
    ///
    /// Hold `lower` against a limit that must be kept, such as a clearance, and `upper` against one
    /// that must be reached. `float(bracket)` is `value`, the best single number.
    Bracket(pub osculate::Bracket<f64>),
    {
        #[new]
        fn new(lower: f64, value: f64, upper: f64) -> Self {
            Self(osculate::Bracket { lower, value, upper })
        }

        /// The true number is at least this.
        #[getter]
        fn lower(&self) -> f64 {
            self.0.lower
        }

        /// The best single number.
        #[getter]
        fn value(&self) -> f64 {
            self.0.value
        }

        /// The true number is at most this.
        #[getter]
        fn upper(&self) -> f64 {
            self.0.upper
        }

        /// `upper - lower`.
        #[getter]
        fn width(&self) -> f64 {
            self.0.width()
        }

        fn __contains__(&self, number: f64) -> bool {
            self.0.contains(number)
        }

        fn __float__(&self) -> f64 {
            self.0.value
        }

        fn __richcmp__<'py>(
            &self,
            other: &Bound<'py, PyAny>,
            by: CompareOp,
        ) -> PyResult<Bound<'py, PyAny>> {
            match by {
                CompareOp::Eq | CompareOp::Ne => Ok(self.compared(other, by)),
                _ => Err(PyTypeError::new_err(
                    "a bracket has no order: hold its lower, its upper or its value against a limit",
                )),
            }
        }

        fn __hash__(&self) -> u64 {
            [self.0.lower, self.0.value, self.0.upper].iter().fold(0, |hash: u64, number| {
                hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number + 0.0).to_bits()
            })
        }

        fn __repr__(&self) -> String {
            shown_bracket(&self.0)
        }
    }
}

/// The value, and after it what it is held between.
fn shown_bracket(bracket: &osculate::Bracket<f64>) -> String {
    let [value, lower, upper] = [bracket.value, bracket.lower, bracket.upper].map(number);
    format!("{value} [{lower}, {upper}]")
}

answer! {
    /// The closest points of two shapes or bodies.
    Closest { pub found: osculate::Closest<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The distance; zero if they intersect.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The point of a that is as close to b as any.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to it. Of shapes that overlap, both are one common point.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// The unit vector from a to b, also where they touch; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// "apart", "touching" or "overlapping".
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let (on_a, on_b) = (shown(found.on_a), shown(found.on_b));
            let normal = found.normal.map_or("None".into(), shown);
            let (verdict, distance) = (named(found.verdict), shown_bracket(&found.distance));
            format!("<Closest: {verdict}, {distance}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// The distance of two shapes or bodies that are apart; less than zero, by their depth, if they
    /// overlap.
    SignedDistance { pub found: osculate::SignedDistance<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The signed distance.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The unit vector from a to b: where b must move to get further away.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The point of a nearest to b, or deepest in it.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b nearest to a, or deepest in it.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        /// The derivatives of the distance by both poses. Rotations are about these centers, mostly
        /// the translations of the poses.
        #[pyo3(signature = (center_a=None, center_b=None))]
        fn gradient(
            &self,
            center_a: Option<&Bound<'_, PyAny>>,
            center_b: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<Gradient> {
            let center_a = crate::given::vector_or_zero("center_a", center_a)?;
            let center_b = crate::given::vector_or_zero("center_b", center_b)?;
            Ok(Gradient(self.found.gradient(center_a, center_b)))
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let [on_a, on_b, normal] = [found.on_a, found.on_b, found.normal].map(shown);
            let distance = shown_bracket(&found.distance);
            format!("<SignedDistance: {distance}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// How the signed distance changes as shapes move: by each coordinate, and by each angle about
    /// an axis, per radian.
    Gradient(pub osculate::Gradient<DVec3>),
    {
        /// By a's translation.
        #[getter]
        fn translation_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.translation_a)
        }

        /// By b's translation.
        #[getter]
        fn translation_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.translation_b)
        }

        /// By a's rotation.
        #[getter]
        fn rotation_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.0.rotation_a)
        }

        /// By b's rotation.
        #[getter]
        fn rotation_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.0.rotation_b)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [a, b] = [self.0.translation_a, self.0.translation_b].map(shown);
            let [turn_a, turn_b] = [self.0.rotation_a, self.0.rotation_b].map(|r| numbers(&r));
            format!(
                "<Gradient: translation_a={a}, rotation_a={turn_a}, \
                 translation_b={b}, rotation_b={turn_b}>"
            )
        }
    }
}

answer! {
    /// How deep two shapes overlap, and the shortest way out.
    Penetration { pub found: osculate::Penetration<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The length of the shortest translation that separates them.
        #[getter]
        fn depth(&self) -> Bracket {
            Bracket(self.found.depth)
        }

        /// Its unit direction for b.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The point of a deepest in b.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b deepest in a.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How the query ended: "closed_form", "converged", "exhausted" or "step_limit".
        #[getter]
        fn ended(&self) -> &'static str {
            how(self.found.ended)
        }

        /// How many support points were asked of each shape.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.depth.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let Self { found, .. } = self;
            let [on_a, on_b, normal] = [found.on_a, found.on_b, found.normal].map(shown);
            let depth = shown_bracket(&found.depth);
            format!("<Penetration: {depth}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

fn feature(feature: Feature) -> (&'static str, Vec<u32>) {
    match feature {
        Feature::Corner(corner) => ("corner", vec![corner]),
        Feature::Edge(a, b) => ("edge", vec![a, b]),
        _ => ("face", Vec::new()),
    }
}

answer! {
    /// A point of a contact.
    ContactPoint(pub osculate::ContactPoint<DVec3>),
    {
        /// The point of a.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.on_a)
        }

        /// The point of b.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.0.on_b)
        }

        /// How far apart the shapes are here; less than zero where they overlap.
        #[getter]
        fn distance(&self) -> f64 {
            self.0.distance
        }

        /// What `on_a` lies on: a corner, an edge or a face, and the names of its corners.
        #[getter]
        fn feature_a(&self) -> (&'static str, Vec<u32>) {
            feature(self.0.feature_a)
        }

        /// What `on_b` lies on.
        #[getter]
        fn feature_b(&self) -> (&'static str, Vec<u32>) {
            feature(self.0.feature_b)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [on_a, on_b] = [self.0.on_a, self.0.on_b].map(shown);
            format!("<ContactPoint: {}, on_a={on_a}, on_b={on_b}>", number(self.0.distance))
        }
    }
}

answer! {
    /// A contact: a normal, and up to four points that hold the shapes apart.
    Contact { pub found: osculate::Contact<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The unit normal, from a to b.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.normal)
        }

        /// The points. The first is the deepest.
        #[getter]
        fn points(&self) -> Vec<ContactPoint> {
            self.found.points().iter().copied().map(ContactPoint).collect()
        }

        /// The signed distance of the shapes as a whole.
        #[getter]
        fn signed_distance(&self) -> SignedDistance {
            SignedDistance { found: self.found.signed_distance, parts: self.parts }
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let distance = shown_bracket(&self.found.signed_distance.distance);
            let (normal, count) = (shown(self.found.normal), self.found.points().len());
            format!("<Contact: {distance}, normal={normal}, {count} points>")
        }
    }
}

answer! {
    /// Where a ray hits.
    RayHit { pub found: osculate::RayHit<DVec3>, pub part: Option<u32> },
    {
        /// Before `lower` the ray is outside, which is proved; by `upper` it has met the shape.
        #[getter]
        fn parameter(&self) -> Bracket {
            Bracket(self.found.parameter)
        }

        /// The point of the shape.
        #[getter]
        fn point<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.point)
        }

        /// The outward unit normal there; None if the ray starts inside.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// Which part of the body; None if a shape was asked about.
        #[getter]
        fn part(&self) -> Option<u32> {
            self.part
        }

        fn __float__(&self) -> f64 {
            self.found.parameter.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let normal = self.found.normal.map_or("None".into(), shown);
            let parameter = shown_bracket(&self.found.parameter);
            format!("<RayHit: {parameter}, point={}, normal={normal}>", shown(self.found.point))
        }
    }
}

answer! {
    /// What is known of a ray: a hit, a miss that is proved, or nothing beyond `lower`.
    ///
    /// It is false if and only if the miss is proved.
    Struck { pub found: osculate::Struck<DVec3>, pub part: Option<u32> },
    {
        /// The hit, if there is one.
        #[getter]
        fn hit(&self) -> Option<RayHit> {
            self.found.hit().map(|found| RayHit { found, part: self.part })
        }

        /// Whether it is proved that the ray does not hit.
        #[getter]
        fn is_missed(&self) -> bool {
            self.found.is_missed()
        }

        /// Whether neither a hit nor a miss is known.
        #[getter]
        fn is_unknown(&self) -> bool {
            matches!(self.found, osculate::Struck::Unknown { .. })
        }

        /// The parameter before which there is no hit, proved; infinite if there is none at all.
        #[getter]
        fn lower(&self) -> f64 {
            match self.found {
                osculate::Struck::Hit(hit) => hit.parameter.lower,
                osculate::Struck::Missed => f64::INFINITY,
                osculate::Struck::Unknown { lower, .. } => lower,
            }
        }

        fn __bool__(&self) -> bool {
            !self.found.is_missed()
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            match self.found {
                osculate::Struck::Missed => "<Struck: missed>".into(),
                osculate::Struck::Hit(found) => {
                    format!("<Struck: hit at {}>", shown_bracket(&found.parameter))
                }
                osculate::Struck::Unknown { lower, .. } => {
                    format!("<Struck: no hit before {}, unknown after>", number(lower))
                }
            }
        }
    }
}

answer! {
    /// The first contact of two moving shapes or bodies.
    Impact { pub found: osculate::Impact<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// Before `lower` they are further apart than the stop distance, which is proved. At
        /// `upper` they have arrived within the tolerance.
        #[getter]
        fn time(&self) -> Bracket {
            Bracket(self.found.time)
        }

        /// How they lie to each other at the start: "apart", "touching" or "overlapping".
        #[getter]
        fn start(&self) -> &'static str {
            named(self.found.start)
        }

        /// How deep they overlap at the start, if they do.
        #[getter]
        fn overlap(&self) -> Option<Penetration> {
            self.found.overlap.map(|found| Penetration { found, parts: self.parts })
        }

        /// How they lie to each other where `distance` was measured.
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// Their distance at `time.lower`.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The unit vector from a to b; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// The point of a closest to b.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to a.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Which parts of the bodies; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        /// How many times the shapes were looked at.
        #[getter]
        fn steps(&self) -> u32 {
            self.found.steps
        }

        fn __float__(&self) -> f64 {
            self.found.time.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [on_a, on_b] = [self.found.on_a, self.found.on_b].map(shown);
            let normal = self.found.normal.map_or("None".into(), shown);
            let time = shown_bracket(&self.found.time);
            format!("<Impact: at {time}, on_a={on_a}, on_b={on_b}, normal={normal}>")
        }
    }
}

answer! {
    /// What is known of a motion: a contact, a miss that is proved, or nothing beyond `lower`.
    ///
    /// It is false if and only if the miss is proved: `if not encounter` reads as "if it is free".
    Encounter { pub found: osculate::Encounter<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The contact, if one was found.
        #[getter]
        fn hit(&self) -> Option<Impact> {
            self.found.hit().map(|found| Impact { found, parts: self.parts })
        }

        /// Whether it is proved that there is no contact.
        #[getter]
        fn is_missed(&self) -> bool {
            self.found.is_missed()
        }

        /// Whether neither a contact nor a miss is known.
        #[getter]
        fn is_unknown(&self) -> bool {
            matches!(self.found, osculate::Encounter::Unknown { .. })
        }

        /// The time before which there is no contact, proved; infinite if there is none at all.
        #[getter]
        fn lower(&self) -> f64 {
            self.found.lower()
        }

        /// Which parts of the bodies; None if shapes were asked about, or nothing was met.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __bool__(&self) -> bool {
            !self.found.is_missed()
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            match self.found {
                osculate::Encounter::Missed => "<Encounter: missed>".into(),
                osculate::Encounter::Hit(found) => {
                    format!("<Encounter: hit at {}>", shown_bracket(&found.time))
                }
                osculate::Encounter::Unknown { lower, .. } => {
                    format!("<Encounter: no contact before {}, unknown after>", number(lower))
                }
            }
        }
    }
}

answer! {
    /// When and how near two moving shapes or bodies pass.
    Approach { pub found: osculate::Approach<DVec3>, pub parts: Option<[u32; 2]> },
    {
        /// The least distance.
        #[getter]
        fn distance(&self) -> Bracket {
            Bracket(self.found.distance)
        }

        /// The span of time within which alone they are so near.
        #[getter]
        fn time(&self) -> Bracket {
            Bracket(self.found.time)
        }

        /// "apart", "touching" or "overlapping".
        #[getter]
        fn verdict(&self) -> &'static str {
            named(self.found.verdict)
        }

        /// The unit vector from a to b then; None if they overlap.
        #[getter]
        fn normal<'py>(&self, py: Python<'py>) -> Option<Vector<'py>> {
            self.found.normal.map(|normal| array(py, normal))
        }

        /// The point of a closest to b then.
        #[getter]
        fn on_a<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_a)
        }

        /// The point of b closest to a then.
        #[getter]
        fn on_b<'py>(&self, py: Python<'py>) -> Vector<'py> {
            array(py, self.found.on_b)
        }

        /// Whether the tolerance was met within the limit of steps.
        #[getter]
        fn is_complete(&self) -> bool {
            self.found.is_complete
        }

        /// Which parts of the bodies come nearest; None if shapes were asked about.
        #[getter]
        fn parts(&self) -> Option<(u32, u32)> {
            self.parts.map(Into::into)
        }

        fn __float__(&self) -> f64 {
            self.found.distance.value
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            let [distance, time] = [self.found.distance, self.found.time].map(|it| shown_bracket(&it));
            format!("<Approach: {distance} at {time}>")
        }
    }
}

answer! {
    /// A mass: how much, where its center is, and how it resists a turn about that.
    Mass { mass: f64, center: [f64; 3], inertia: [[f64; 3]; 3] },
    {
        /// How much: the volume times the density.
        #[getter]
        fn mass(&self) -> f64 {
            self.mass
        }

        /// The center of mass.
        #[getter]
        fn center<'py>(&self, py: Python<'py>) -> Vector<'py> {
            PyArray1::from_slice(py, &self.center)
        }

        /// The tensor of inertia about the center.
        #[getter]
        fn inertia<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
            Ok(PyArray2::from_vec2(py, &self.inertia.map(|row| row.to_vec()))?)
        }

        fn __float__(&self) -> f64 {
            self.mass
        }

        fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, by: CompareOp) -> Bound<'py, PyAny> {
            self.compared(other, by)
        }

        fn __repr__(&self) -> String {
            format!("<Mass: {}, center={}>", number(self.mass), numbers(&self.center))
        }
    }
}

impl Mass {
    /// As the library has it.
    pub fn of(mass: shape::Mass<DVec3>) -> Self {
        let inertia = mass.inertia().transpose().to_cols_array_2d();
        Self { mass: mass.volume, center: mass.centroid.to_array(), inertia }
    }
}
