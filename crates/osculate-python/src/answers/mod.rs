//! What queries answer: small objects that never change.

use crate::given::is_such;
use crate::shown::{number, numbers};
use crate::stored;
use numpy::PyArray1;
use osculate::{DVec3, Ended, Verdict};
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
        #[pyclass(frozen, module = "osculate")]
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

mod contact;
mod lengths;
mod mass;
mod motion;

pub use contact::{Contact, ContactPoint};
pub use lengths::{Closest, Gradient, Penetration, SignedDistance};
pub use mass::Mass;
pub use motion::{Approach, Encounter, Impact, RayHit, Struck};

answer! {
    /// A number that is not known exactly, between two that are: `lower <= truth <= upper`.
    ///
    /// Hold `lower` against a limit that must be kept, such as a clearance, and `upper` against one
    /// that must be reached. `float(bracket)` is `value`, the best single number.
    Bracket(pub osculate::Bracket<f64>),
    {
        #[new]
        fn new(lower: f64, value: f64, upper: f64) -> PyResult<Self> {
            let value = is_such(!value.is_nan(), "value", value, "a number")?;
            let at_most = format!("a number that is not more than value, {}", number(value));
            let at_least = format!("a number that is not less than value, {}", number(value));
            let lower = is_such(lower <= value, "lower", lower, &at_most)?;
            let upper = is_such(upper >= value, "upper", upper, &at_least)?;
            Ok(Self(osculate::Bracket { lower, value, upper }))
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
