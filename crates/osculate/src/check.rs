//! The checks that constructors share. Each names what it refuses.

use crate::error::{Error, Problem};
use crate::vector::{Real, Scalar, Vector};

/// Coordinates beyond this share of the largest number are refused: sums of a few of them would
/// overflow.
const LARGEST_SHARE: f64 = 1.0 / 64.0;

/// A finite number of moderate size.
pub(crate) fn number<S: Scalar>(
    shape: &'static str,
    parameter: &'static str,
    index: Option<usize>,
    value: S,
) -> Result<S, Error> {
    let problem = if !value.is_finite() {
        Problem::NotFinite
    } else if value.abs() > S::MAX * S::from_f64(LARGEST_SHARE) {
        Problem::TooLarge
    } else {
        return Ok(value);
    };
    Err(Error { shape, parameter, index, value: value.to_f64(), problem })
}

/// A size: a finite number, not negative.
pub(crate) fn size<S: Scalar>(
    shape: &'static str,
    parameter: &'static str,
    index: Option<usize>,
    value: S,
) -> Result<S, Error> {
    let value = number(shape, parameter, index, value)?;
    if value < S::ZERO {
        let problem = Problem::Negative;
        return Err(Error { shape, parameter, index, value: value.to_f64(), problem });
    }
    Ok(value)
}

/// A vector with finite coordinates; the error names the coordinate.
pub(crate) fn vector<V: Vector>(
    shape: &'static str,
    parameter: &'static str,
    v: V,
) -> Result<V, Error> {
    for i in 0..V::DIM {
        number(shape, parameter, Some(i), v.get(i))?;
    }
    Ok(v)
}

/// A list of points; the error names the point.
pub(crate) fn points<V: Vector>(
    shape: &'static str,
    parameter: &'static str,
    points: &[V],
    at_least: usize,
) -> Result<(), Error> {
    if points.len() < at_least {
        let (value, problem) = (points.len() as f64, Problem::TooFew);
        return Err(Error { shape, parameter, index: None, value, problem });
    }
    for (index, &point) in points.iter().enumerate() {
        vector(shape, parameter, point).map_err(|error| Error { index: Some(index), ..error })?;
    }
    Ok(())
}

/// The largest distance of a point from the origin.
pub(crate) fn extent_of<V: Vector>(points: &[V]) -> V::Scalar {
    points.iter().fold(V::Scalar::ZERO, |extent, &point| extent.max(point.length()))
}
