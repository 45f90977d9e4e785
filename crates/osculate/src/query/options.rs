//! How a query is asked: how exact, for how many steps, from what start, seen by whom.

use super::answer::{Bracket, Closest, Penetration, SignedDistance};
use super::cache::Cache;
use super::space::Space;
use super::start::{Observed, Start};
use super::unlimited;
use crate::convex::Convex;
use crate::kernel::gjk::{Limits, LimitsOf};
use crate::kernel::trace::Observer;
use crate::number::vector::{Real, Vector};

/// A question about two shapes with all its options. The free functions ask it without any:
/// `distance(a, b)` is `Query::new(a, b).distance()`.
///
/// The questions are [`intersects`](Self::intersects), [`distance`](Self::distance),
/// [`distance_within`](Self::distance_within), [`closest`](Self::closest),
/// [`signed_distance`](Self::signed_distance), [`penetration`](Self::penetration) and
/// [`contact`](Self::contact). A [`Tracker`](crate::Tracker) and a
/// [`OneToMany`](crate::OneToMany) ask them in the same way, with a start of their own.
///
/// ```
/// use osculate::{shape::Ellipsoid, Cache, Place, DVec3, Pose, Query};
/// let egg = Ellipsoid::new(DVec3::new(1.0, 1.0, 1.5))?;
/// let other = egg.at(Pose::from_translation(DVec3::new(3.0, 0.2, 0.1))?);
/// let exact = Query::new(&egg, &other).closest();
/// let coarse = Query::new(&egg, &other).with_relative_tolerance(0.01).closest();
/// assert!(coarse.steps < exact.steps);
/// assert!(coarse.distance.lower <= exact.distance.upper);
///
/// let mut cache = Cache::new();
/// let first = Query::new(&egg, &other).starting_from(&mut cache).distance();
/// let again = Query::new(&egg, &other).starting_from(&mut cache).distance();
/// assert!(first.contains(again.value));
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "it asks nothing until one of the questions is called"]
pub struct Query<V: Vector, A, B, S = ()> {
    pub(crate) a: A,
    pub(crate) b: B,
    pub(crate) limits: LimitsOf<V>,
    pub(crate) start: S,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Query<V, A, B> {
    /// A question about these shapes, with answers as exact as the scalar allows.
    #[inline(always)]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b, limits: Limits::NONE, start: () }
    }

    /// Starts from what the last query with this cache found, and leaves there what the next one
    /// can use.
    #[inline(always)]
    pub fn starting_from(self, cache: &mut Cache<V>) -> Query<V, A, B, &mut Cache<V>> {
        self.started(cache)
    }

    /// Shows each step to an observer: of GJK, and of the expanding polytope after it. They are
    /// shown also of pairs that a query answers without GJK; of these the observer hears what would
    /// have answered.
    ///
    /// ```
    /// use osculate::trace::{Expansion, Observer, Step};
    /// use osculate::{shape::Cuboid, Place, DVec3, Pose, Query};
    ///
    /// /// Counts the faces of each polytope.
    /// struct Faces(Vec<usize>);
    /// impl Observer<DVec3> for Faces {
    ///     fn step(&mut self, _: Step<'_, DVec3>) {}
    ///     fn expansion(&mut self, polytope: Expansion<'_, DVec3>) {
    ///         self.0.push(polytope.faces.len());
    ///     }
    /// }
    ///
    /// let cube = Cuboid::new(DVec3::ONE)?;
    /// let other = cube.at(Pose::from_translation(DVec3::new(1.5, 0.5, 0.25))?);
    /// let mut seen = Faces(Vec::new());
    /// let depth = Query::new(&cube, &other).observed_by(&mut seen).penetration().unwrap().depth;
    /// assert!((depth.value - 0.5).abs() < 1e-12);
    /// assert_eq!(seen.0[0], 4, "a tetrahedron at first");
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn observed_by<O: Observer<V>>(self, observer: &mut O) -> Query<V, A, B, Observed<'_, O>> {
        self.started(Observed(observer))
    }

    /// The same question from another start.
    #[inline(always)]
    pub(crate) fn started<S>(self, start: S) -> Query<V, A, B, S> {
        let Self { a, b, limits, .. } = self;
        Query { a, b, limits, start }
    }
}

impl<V: Space, A: Convex<V>, B: Convex<V>, S: Start<V>> Query<V, A, B, S> {
    /// Lets brackets be as wide as this share of the distance. Polytopes hardly get faster; on
    /// curved shapes each digit less saves about four support points. What is negative or no number
    /// reads as 0.
    #[inline(always)]
    pub fn with_relative_tolerance(mut self, share: V::Scalar) -> Self {
        self.limits.relative = share.max(V::Scalar::ZERO);
        self
    }

    /// Lets brackets be this wide, whatever the distance. What is negative or no number reads as 0.
    ///
    /// ```
    /// use osculate::{DVec3, Place, Pose, Query, shape::Ellipsoid};
    /// let egg = Ellipsoid::new(DVec3::new(1.0, 1.0, 1.5))?;
    /// let other = egg.at(Pose::from_translation(DVec3::new(3.0, 0.2, 0.1))?);
    /// let exact = Query::new(&egg, &other).distance();
    /// let coarse = Query::new(&egg, &other).with_absolute_tolerance(0.1).distance();
    /// assert!(coarse.contains(exact.value) && coarse.width() < 0.1 + 1e-12);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    pub fn with_absolute_tolerance(mut self, width: V::Scalar) -> Self {
        self.limits.absolute = width.max(V::Scalar::ZERO);
        self
    }

    /// Ends each search, of GJK and of the expanding polytope, after so many support points; an
    /// expansion asks for the few that its first simplex needs in any case. A search that ends so
    /// still answers with a bracket that holds the truth, and `ended` is
    /// [`Ended::StepLimit`](crate::Ended::StepLimit). A yes or no is then yes: the shapes are not
    /// proved apart.
    ///
    /// ```
    /// use osculate::{DVec3, Ended, Place, Pose, Query, shape::Ellipsoid};
    /// let egg = Ellipsoid::new(DVec3::new(1.0, 1.0, 1.5))?;
    /// let other = egg.at(Pose::from_translation(DVec3::new(3.0, 0.2, 0.1))?);
    /// let short = Query::new(&egg, &other).with_most_steps(3).closest();
    /// assert_eq!((short.ended, short.steps), (Ended::StepLimit, 3));
    /// assert!(short.distance.contains(Query::new(&egg, &other).distance().value));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    pub fn with_most_steps(mut self, steps: u32) -> Self {
        self.limits.steps = steps;
        self
    }

    /// [`intersects`](crate::intersects).
    #[inline(always)]
    #[must_use]
    pub fn intersects(self) -> bool {
        self.start.intersects(self.limits, &self.a, &self.b)
    }

    /// [`distance`](crate::distance).
    #[inline(always)]
    #[must_use]
    pub fn distance(self) -> Bracket<V::Scalar> {
        unlimited(self.start.distance_within(self.limits, &self.a, &self.b))
    }

    /// The distance of two shapes, or `None` as soon as it is known to be more than `most`. If that
    /// is no number, there is no limit.
    ///
    /// ```
    /// use osculate::{DVec2, Place, Pose, Query, shape::Ball};
    /// let ball = Ball::new(1.0)?;
    /// let far = ball.at(Pose::from_translation(DVec2::X * 9.0)?);
    /// assert!(Query::new(&ball, &far).distance_within(6.5).is_none());
    /// let near = Query::new(&ball, &far).distance_within(7.5);
    /// assert_eq!(near.map(|gap| gap.value), Some(7.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn distance_within(self, most: V::Scalar) -> Option<Bracket<V::Scalar>> {
        let most = most.min(V::Scalar::INFINITY);
        self.start.distance_within(Limits { most, ..self.limits }, &self.a, &self.b)
    }

    /// [`closest`](crate::closest).
    #[inline(always)]
    #[must_use]
    pub fn closest(self) -> Closest<V> {
        self.start.closest(self.limits, &self.a, &self.b)
    }

    /// [`signed_distance`](crate::signed_distance).
    ///
    /// ```
    /// use osculate::{DVec2, Place, Pose, Query, shape::Ball};
    /// let ball = Ball::new(1.0)?;
    /// let near = ball.at(Pose::from_translation(DVec2::X * 1.5)?);
    /// assert!(Query::new(&ball, &near).intersects());
    /// assert_eq!(Query::new(&ball, &near).signed_distance().distance.value, -0.5);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn signed_distance(self) -> SignedDistance<V> {
        self.start.signed_within(self.limits, &self.a, &self.b)
    }

    /// [`penetration`](crate::penetration()).
    #[inline(always)]
    #[must_use]
    pub fn penetration(self) -> Option<Penetration<V>> {
        self.start.penetration(self.limits, &self.a, &self.b)
    }
}
