//! What can be seen of a query while it runs: for teaching, pictures and debugging. A query without
//! an observer pays nothing for it.

use crate::number::vector::Vector;

/// Looks at the steps of a query. A closure over [`Step`] sees those of GJK; `()`, which the
/// queries use, sees nothing and costs nothing.
///
/// ```
/// use osculate::trace::{Expansion, Look, Observer, Step};
/// use osculate::{DVec3, Place, Pose, Query, shape::{Ball, Cuboid}};
/// /// Hears all that there is of a query, and of a time of impact.
/// #[derive(Default)]
/// struct Log(Vec<String>);
/// impl Observer<DVec3> for Log {
///     fn step(&mut self, step: Step<'_, DVec3>) {
///         self.0.push(format!("a simplex of {}", step.simplex.len()));
///     }
///     fn expansion(&mut self, polytope: Expansion<'_, DVec3>) {
///         self.0.push(format!("a polytope of {}", polytope.vertices.len()));
///     }
///     fn shortcut(&mut self, name: &'static str) {
///         self.0.push(name.to_owned());
///     }
///     fn look(&mut self, look: Look<DVec3>) {
///         self.0.push(format!("at {}", look.time));
///     }
/// }
/// let (ball, mut log) = (Ball::new(1.0)?, Log::default());
/// let there = ball.at(Pose::from_translation(DVec3::X * 5.0)?);
/// assert_eq!(Query::new(&ball, there).observed_by(&mut log).distance().value, 3.0);
/// assert_eq!(log.0, ["closed form"]);
/// let cube = Cuboid::new(DVec3::ONE)?;
/// let other = cube.at(Pose::from_translation(DVec3::new(1.5, 0.5, 0.25))?);
/// assert!(Query::new(&cube, other).observed_by(&mut log).penetration().is_some());
/// assert!(log.0.contains(&"a polytope of 4".to_owned()));
/// # Ok::<(), osculate::Error>(())
/// ```
pub trait Observer<V: Vector> {
    /// Whether steps are to be shown at all.
    const ACTIVE: bool = true;
    /// Called after each support call of GJK.
    fn step(&mut self, step: Step<'_, V>);
    /// Called before each support call of the expanding polytope, and at its end.
    fn expansion(&mut self, _: Expansion<'_, V>) {}
    /// Called first, if a query without an observer takes a shortcut for these shapes, with its
    /// name ("bounding balls", "closed form", …). The steps that follow are those that GJK
    /// would take.
    fn shortcut(&mut self, _: &'static str) {}
    /// Called at each look of a time of impact at the two shapes.
    fn look(&mut self, _: Look<V>) {}
}

impl<V: Vector> Observer<V> for () {
    const ACTIVE: bool = false;
    #[inline(always)]
    fn step(&mut self, _: Step<'_, V>) {}
}

impl<V: Vector, F: FnMut(Step<'_, V>)> Observer<V> for F {
    #[inline]
    fn step(&mut self, step: Step<'_, V>) {
        self(step);
    }
}

/// One step of GJK, in the user's units and the world's axes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Step<'s, V: Vector> {
    /// The vertices of `a − b` that hold the nearest point so far.
    pub simplex: &'s [V],
    /// The search direction: support was asked for its opposite.
    pub direction: V,
    /// The new vertex of `a − b`, and the points of a and b that it is the difference of.
    pub vertex: V,
    /// The point of a's core, counted from a's origin.
    pub on_a: V,
    /// The point of b's core, counted from b's origin.
    pub on_b: V,
    /// The lower bound that this vertex proves (of the cores; negative: none).
    pub lower: V::Scalar,
    /// The distance of the simplex from the origin, infinite before there is one.
    pub upper: V::Scalar,
}

/// One step of the expanding polytope, in the user's units and the world's axes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Expansion<'s, V: Vector> {
    /// The vertices of `a − b` that have been found.
    pub vertices: &'s [V],
    /// The faces of the polytope: numbers of their corners, counterclockwise seen from outside. In
    /// the plane they are edges, and the third number is the second again.
    pub faces: &'s [[u8; 3]],
    /// The face nearest the origin.
    pub nearest: usize,
    /// The outward normal of that face, along which support is asked next.
    pub direction: V,
    /// How deep the origin is behind that face: the depth is at least this (of the cores;
    /// negative: nothing is known).
    pub lower: V::Scalar,
    /// The least reach of `a − b` so far: the depth is at most this; infinite before there is one.
    pub upper: V::Scalar,
}

/// One look of a time of impact at two moving shapes.
///
/// While both motions keep their velocities, the distance is proved to be above the straight line
/// from `lower` at this time to the stop distance at `free_until`, or at the end of the interval if
/// that is sooner. Contact at the start that is passed over is followed by the signed distance, to
/// the depth that is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Look<V: Vector> {
    /// When.
    pub time: V::Scalar,
    /// The distance at this time is at least this.
    pub lower: V::Scalar,
    /// The distance at this time is at most this.
    pub upper: V::Scalar,
    /// The unit vector from a to b; `None` if they overlap.
    pub normal: Option<V>,
    /// The point of a closest to b.
    pub on_a: V,
    /// The point of b closest to a.
    pub on_b: V,
    /// There is no contact before this, which is proved; it is this time itself if the shapes have
    /// arrived, and infinite or beyond the interval if they never do.
    pub free_until: V::Scalar,
}
