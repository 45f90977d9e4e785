//! What is asked about a pair, and in what form it is answered.

use super::measured::{Common, Measured, Separated, least_distance};
use crate::kernel::gjk::Frame;
use crate::number::vector::{Real, Vector};

/// What is asked about a pair. Who asks for less pays for less: each level names the type of its
/// answer, and a shortcut makes it at once of what it found. Points and depths share one.
pub(crate) trait Level<V: Vector>: Copy {
    /// The answer.
    type Found;
    /// Which level it is.
    const ASKS: Asks;
    /// The shapes are further apart than was asked for.
    fn apart(separated: Separated<V>) -> Self::Found;
    /// The shapes have a common point, perhaps only with their radii.
    fn together(common: Common<V>) -> Self::Found;
    /// The signed distance is known, and all that belongs to it which the level asks for.
    fn measured(measured: Measured<V>, frame: &Frame<V>, radius: V::Scalar) -> Self::Found;
}

/// The levels, each of which asks for all that those before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Whether the shapes have a common point.
    Verdict,
    /// How far apart they are.
    Distance,
    /// Their closest points, too.
    Points,
    /// How deep they overlap, if they do.
    Depth,
}

/// Yes or no.
#[derive(Clone, Copy)]
pub(crate) struct Verdict;

/// The answer to yes or no.
#[derive(Clone, Copy)]
pub(crate) enum Decided<V: Vector> {
    Together,
    Apart(Separated<V>),
}

impl<V: Vector> Level<V> for Verdict {
    type Found = Decided<V>;
    const ASKS: Asks = Asks::Verdict;

    #[inline(always)]
    fn apart(separated: Separated<V>) -> Decided<V> {
        Decided::Apart(separated)
    }

    #[inline(always)]
    fn together(_: Common<V>) -> Decided<V> {
        Decided::Together
    }

    #[inline(always)]
    fn measured(measured: Measured<V>, frame: &Frame<V>, radius: V::Scalar) -> Decided<V> {
        let Measured { lower, upper, .. } = measured;
        // As a distance says it, to the last digit.
        if least_distance(lower, upper, frame.band, frame.unit, radius) > V::Scalar::ZERO {
            let by = lower - frame.band;
            Decided::Apart(Separated { axis: -measured.away, by })
        } else {
            Decided::Together
        }
    }
}

/// How far apart.
#[derive(Clone, Copy)]
pub(crate) struct Distance;

/// How far apart the cores are: between these two.
///
/// It is not an enum with a case for what is beyond the limit. The compiler passes two numbers of
/// such a case as one integer in single precision, and moving them there and back takes six cycles.
#[derive(Clone, Copy)]
pub(crate) struct Gap<S> {
    pub lower: S,
    pub upper: S,
}

impl<S: Real> Gap<S> {
    /// Further than was asked for: the lower bound is above any limit, and the upper says nothing.
    const BEYOND: Self = Self { lower: S::INFINITY, upper: S::ZERO };

    /// Surely none: how deep the cores overlap is not known.
    #[inline(always)]
    fn none() -> Self {
        Self { lower: -S::INFINITY, upper: S::ZERO }
    }

    /// Whether the cores surely overlap.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.lower == -S::INFINITY
    }
}

impl<V: Vector> Level<V> for Distance {
    type Found = Gap<V::Scalar>;
    const ASKS: Asks = Asks::Distance;

    #[inline(always)]
    fn apart(_: Separated<V>) -> Self::Found {
        Gap::BEYOND
    }

    #[inline(always)]
    fn together(_: Common<V>) -> Self::Found {
        Gap::none()
    }

    #[inline(always)]
    fn measured(measured: Measured<V>, _: &Frame<V>, _: V::Scalar) -> Self::Found {
        Gap { lower: measured.lower, upper: measured.upper }
    }
}

/// The closest points.
#[derive(Clone, Copy)]
pub(crate) struct Points;

/// How deep.
#[derive(Clone, Copy)]
pub(crate) struct Depth;

macro_rules! level_of_points {
    ($level:ident) => {
        impl<V: Vector> Level<V> for $level {
            type Found = Measured<V>;
            const ASKS: Asks = Asks::$level;

            #[inline(always)]
            fn apart(separated: Separated<V>) -> Measured<V> {
                Measured::separated(separated)
            }

            #[inline(always)]
            fn together(common: Common<V>) -> Measured<V> {
                Measured::common(common)
            }

            #[inline(always)]
            fn measured(measured: Measured<V>, _: &Frame<V>, _: V::Scalar) -> Measured<V> {
                measured
            }
        }
    };
}
level_of_points!(Points);
level_of_points!(Depth);
