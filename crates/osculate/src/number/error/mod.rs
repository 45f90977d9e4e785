//! What a constructor says when its input is no shape.

pub(crate) mod check;

use core::fmt;

/// Why a shape, pose or map could not be made: the shape, the parameter, its place and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Error {
    /// What was to be made.
    pub shape: &'static str,
    /// The parameter at fault.
    pub parameter: &'static str,
    /// Which one of several (which vertex, which coordinate), if there are several.
    pub index: Option<usize>,
    /// The value that was given.
    pub value: f64,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It is infinite or not a number.
    NotFinite,
    /// It is below zero and must not be. (Zero is allowed: a ball of radius 0 is a point.)
    Negative,
    /// It is so large that differences could overflow.
    TooLarge,
    /// It is the length of a vector that must have a direction, or the norm of a quaternion that
    /// must be near 1.
    NotUnit,
    /// There are too few; the value is the number given.
    TooFew,
    /// There are too many; the value is the number given.
    TooMany,
    /// The vertices do not turn left all the way round; the index is the vertex where they do not.
    NotConvex,
    /// The outline goes round more than once, or not at all; the value is how often.
    NotOnce,
    /// The planes or the matrix do not bound a volume.
    Unbounded,
    /// The faces are no closed surface of one piece; the value is a vertex where they are not, or
    /// their Euler number.
    NotClosed,
    /// A facet of a solid has an edge, or in the plane an end, that no other closes; the value is a
    /// vertex of it.
    Open,
    /// A facet of a solid is wound against another one at an edge that they share; the value is a
    /// vertex of it.
    WoundAgainst,
    /// The points do not span space.
    Flat,
    /// It is in the last row of a matrix, which must be 0, 0, 0, 1.
    NotAffine,
    /// The largest coordinates are less than the least.
    OutOfOrder,
    /// It is the end of an interval, and comes before its start.
    Reversed,
    /// It does not come after the one before it.
    NotIncreasing,
    /// It is an index of a vertex that is not there.
    OutOfRange,
    /// A map that flattens space cannot be applied to an unbounded shape.
    Singular,
    /// A body of this name is not in the scene; the index is its place, the value how many bodies
    /// had that place before it.
    NotThere,
    /// It is an index of a shape that a batch has not.
    NoSuchShape,
    /// It has another length than what it belongs to; the value is the number given.
    OtherLength,
    /// The caller of a batch stopped it; the value is how many answers there were by then.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.shape, self.parameter)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        let value = self.value;
        match self.problem {
            Problem::NotFinite => write!(f, " is {value}, and must be finite"),
            Problem::Negative => write!(f, " is {value}, and must not be negative"),
            Problem::TooLarge => write!(f, " is {value:e}, too large to compute differences with"),
            Problem::NotUnit => write!(f, " has length {value}, and must have length 1"),
            Problem::TooFew => write!(f, " has {value} elements, too few"),
            Problem::TooMany => write!(f, " has {value} elements, too many"),
            Problem::NotConvex => write!(f, " turns by {value:e} where the outline must turn left"),
            Problem::NotOnce => write!(f, " go round {value} times, and must go round once"),
            Problem::NotClosed => write!(f, " are no closed surface (see vertex {value})"),
            Problem::Open => write!(f, " is open at vertex {value}: no other closes it there"),
            Problem::WoundAgainst => {
                write!(f, " is wound against its neighbour at vertex {value}")
            }
            Problem::Flat => write!(f, " span no volume"),
            Problem::NotAffine => write!(f, " is {value}, and the last row must be 0, 0, 0, 1"),
            Problem::OutOfOrder => write!(f, " is {value}, and must not be less than min"),
            Problem::Reversed => write!(f, " is {value}, and must not come before the start"),
            Problem::NotIncreasing => {
                write!(f, " is {value}, and must be more than the one before")
            }
            Problem::OutOfRange => write!(f, " has a corner {value}, and there is no such vertex"),
            Problem::Unbounded => write!(f, " does not bound a volume ({value})"),
            Problem::NotThere => write!(f, " is not in the scene (generation {value})"),
            Problem::NoSuchShape => write!(f, " names shape {value}, and there is no such shape"),
            Problem::OtherLength => {
                write!(f, " has {value} elements, and must have one for each of the others")
            }
            Problem::Stopped => write!(f, " was stopped after {value} answers"),
            Problem::Singular => write!(f, " is singular ({value}), and the shape is unbounded"),
        }
    }
}

impl core::error::Error for Error {}
