//! The checks that constructors share. Each names what it refuses.

use crate::number::error::{Error, Problem};
use crate::number::vector::{Real, Scalar, Vector};

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

/// The vector with no coordinate beyond what [`vector`] takes.
#[inline]
pub(crate) fn drawn_in<V: Vector>(v: V) -> V {
    let most = V::splat(V::Scalar::MAX * V::Scalar::from_f64(LARGEST_SHARE));
    Vector::max(Vector::min(v, most), -most)
}

/// The extent, or as much of it that those of two shapes and the way between them have a sum.
#[inline]
pub(crate) fn size_drawn_in<S: Scalar>(extent: S) -> S {
    extent.min(S::MAX * S::from_f64(0.25))
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
    // All are good, or one is looked for.
    let most = V::Scalar::MAX * V::Scalar::from_f64(LARGEST_SHARE);
    let is_good = |p: V| (0..V::DIM).fold(true, |good, i| good & (p.get(i).abs() <= most));
    if points.iter().fold(true, |good, &point| good & is_good(point)) {
        return Ok(());
    }
    for (index, &point) in points.iter().enumerate() {
        vector(shape, parameter, point).map_err(|error| Error { index: Some(index), ..error })?;
    }
    Ok(())
}

/// The largest distance of a point from the origin.
pub(crate) fn extent_of<V: Vector>(points: &[V]) -> V::Scalar {
    // All on one scale, so that squares stay in range, and one root will do.
    let most = points.iter().fold(V::ZERO, |most, &point| most.max(point.abs())).max_element();
    let scale = most.scale_to_one();
    let squared = |point: V| (point * scale).length_squared();
    let furthest = points.iter().fold(V::Scalar::ZERO, |most, &point| most.max(squared(point)));
    furthest.sqrt() * scale.power_of_two_reciprocal()
}
