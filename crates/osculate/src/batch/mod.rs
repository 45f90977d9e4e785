//! Many pairs at once: millions of them, all answers wanted.
//!
//! Shapes stand in a library, a slice of [`Shape`]s, and pairs name them by index. Answers go to a
//! slice of the caller's, each in the place of its pair.
//!
//! ```
//! use osculate::{Bracket, Pose, Vec3A, batch, shape::{Ball, Cuboid, Shape}};
//! let shapes: [Shape<Vec3A>; 2] = [Cuboid::new(Vec3A::ONE)?.into(), Ball::new(0.5)?.into()];
//! let at = |x: f32| Pose::from_translation(Vec3A::X * x);
//! let pairs = [
//!     batch::Pair::new(0, at(0.0)?, 1, at(1.25)?),
//!     batch::Pair::new(0, at(0.0)?, 0, at(5.0)?),
//! ];
//! let mut touch = [false; 2];
//! batch::intersects(&shapes, &pairs, &mut touch)?;
//! assert_eq!(touch, [true, false]);
//! let mut gaps = [Bracket::default(); 2];
//! batch::distance(&shapes, &pairs, &mut gaps)?;
//! assert!(gaps[0].lower == 0.0 && gaps[1].contains(3.0));
//! # Ok::<(), osculate::Error>(())
//! ```
//!
//! Who asks the same library again makes a [`Batch`] of it, once. It also has what a single call has
//! not: all threads, progress, and a way to stop.
//!
//! # What can be asked of
//! All that is [`Pairs`]: a slice of [`Pair`]s; [`ManyPoses`], one shape against many poses of
//! another; [`AllPairs`] of two sets; [`Columns`], plain numbers that stay where they are; or what
//! you have, if it can say which pair has a number. Rays are a slice of [`Ray`]s, and moving shapes
//! one of [`MovingPair`]s.
//!
//! # What is answered
//! Each answer keeps the contract of the single query: a bracket that proves itself, and one verdict
//! a pair. Yes or no, closest points, depths, contacts, times and rays are what the single query
//! says. A [`distance`] may differ from it in its last digits, and from that of the pair turned
//! round or scaled, as all are brackets of one number. The answers are the same for any number of
//! threads and on every machine.
//!
//! Pairs that are far, cuboids, and hulls of up to 64 corners in space are asked eight at a time,
//! yes or no and [`distance`]: the more pairs a call has, and the fewer shapes they share, the
//! better. All else is asked one by one.
//!
//! What is no answer is an [`Error`] that names the index of the pair: that of a shape that is not
//! there, a rotation in a column that is none, lists whose lengths differ. What `out` holds then is
//! anything.

mod ask;
mod boxes;
mod columns;
mod hulls;
mod job;
mod library;
mod pairs;
mod part;
mod progress;
mod rows;

pub use columns::{Column, Columns, PoseColumns};
pub use pairs::{AllPairs, ManyPoses, MovingPair, Pair, Pairs, Placed};
pub use progress::Progress;

use library::Library;
use pairs::{checked, length_of};
use part::{AT_ONCE, Part};
use progress::Watch;

use crate::body::{Body, PartRayHit};
use crate::contact::Contact;
use crate::convex::placed::{At, Place};
use crate::motion::{Encounter, Ray, Struck, Sweep};
use crate::number::error::Error;
use crate::number::threads::Threads;
use crate::number::vector::Vector;
use crate::query::{self, Bracket, Closest, Query, SignedDistance, Space};
use crate::shape::Shape;

/// A library of shapes, made ready for batches. It keeps a hundred bytes or two of each shape, and
/// the corners of hulls. What it is asked allocates nothing, on one thread.
///
/// ```
/// use core::ops::ControlFlow;
/// use osculate::{DVec2, Pose, batch::{AllPairs, Batch, Placed}, shape::{Ball, Cuboid, Shape}};
/// let shapes: [Shape<DVec2>; 2] = [Cuboid::new(DVec2::ONE)?.into(), Ball::new(1.0)?.into()];
/// let at = |shape, x| Ok(Placed::new(shape, Pose::from_translation(DVec2::X * x)?));
/// let walls = [at(0, 0.0)?, at(0, 4.0)?];
/// let balls = [at(1, 1.5)?, at(1, 9.0)?, at(1, 3.0)?];
/// let told = |answered, of| {
///     println!("{answered} of {of}");
///     ControlFlow::Continue(())
/// };
/// let batch = Batch::new(&shapes).telling(&told);
/// let mut touch = [false; 6];
/// batch.intersects(&AllPairs::new(&walls, &balls), &mut touch)?;
/// assert_eq!(touch, [true, false, false, false, false, true]);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone)]
pub struct Batch<'s, V: Vector> {
    shapes: &'s [Shape<V>],
    library: Library<V>,
    threads: Threads,
    progress: Option<&'s Progress<'s>>,
}

impl<'s, V: Space> Batch<'s, V> {
    /// Makes a library ready: what queries know of each shape is found once.
    #[must_use]
    pub fn new(shapes: &'s [Shape<V>]) -> Self {
        let library = Library::new(shapes);
        Self { shapes, library, threads: Threads::default(), progress: None }
    }

    /// The batch whose answers are the work of all threads of `rayon`, or of the pool that it runs
    /// in. The answers are the same, to the bit. Needs the feature `parallel`.
    ///
    /// ```
    /// use osculate::{DVec2, Pose, batch::{Batch, Pair}, shape::{Ball, Shape}};
    /// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
    /// let pairs = [Pair::new(0, Pose::IDENTITY, 0, Pose::from_translation(DVec2::X)?); 2];
    /// let mut touch = [false; 2];
    /// Batch::new(&shapes).on_all_threads().intersects(&pairs, &mut touch)?;
    /// assert_eq!(touch, [true, true]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn on_all_threads(self) -> Self {
        Self { threads: Threads { all: true }, ..self }
    }

    /// The batch that tells how far it is, as [`Progress`] says.
    #[must_use]
    pub fn telling(self, progress: &'s Progress<'s>) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// [`intersects`](crate::intersects()) of each pair.
    pub fn intersects<P: Pairs<V> + ?Sized>(
        &self,
        pairs: &P,
        out: &mut [bool],
    ) -> Result<(), Error> {
        length_of("out", out.len(), pairs.count())?;
        self.fill_parts(out, |first, part| self.part(pairs, first).intersects(part))
    }

    /// [`distance`](crate::distance()) of each pair.
    ///
    /// ```
    /// use osculate::{Bracket, DVec2, Pose, batch::{Batch, Pair}, shape::{Ball, Shape}};
    /// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let pairs = [Pair::new(0, at(0.0)?, 0, at(5.0)?), Pair::new(0, at(0.0)?, 0, at(1.5)?)];
    /// let batch = Batch::new(&shapes);
    /// let mut gaps = [Bracket::default(); 2];
    /// batch.distance(&pairs, &mut gaps)?;
    /// assert_eq!(gaps.map(|gap| gap.value), [3.0, 0.0]);
    ///
    /// let mut closest = [None; 2];
    /// batch.closest(&pairs, &mut closest)?;
    /// assert_eq!(closest[0].map(|points| points.on_a), Some(DVec2::X));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn distance<P: Pairs<V> + ?Sized>(
        &self,
        pairs: &P,
        out: &mut [Bracket<V::Scalar>],
    ) -> Result<(), Error> {
        length_of("out", out.len(), pairs.count())?;
        self.fill_parts(out, |first, part| self.part(pairs, first).distance(part))
    }

    /// [`closest`](crate::closest()) of each pair: `None` is what `out` may hold before.
    pub fn closest<P: Pairs<V> + ?Sized>(
        &self,
        pairs: &P,
        out: &mut [Option<Closest<V>>],
    ) -> Result<(), Error> {
        self.each_pair(pairs, out, |a, b| Some(query::closest(a, b)))
    }

    /// [`signed_distance`](crate::signed_distance()) of each pair: `None` is what `out` may hold
    /// before.
    ///
    /// ```
    /// use osculate::{DVec2, Pose, batch::{Batch, Pair}, shape::{Ball, Shape}};
    /// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let pairs = [Pair::new(0, at(0.0)?, 0, at(5.0)?), Pair::new(0, at(0.0)?, 0, at(1.5)?)];
    /// let batch = Batch::new(&shapes);
    /// let mut signed = [None; 2];
    /// batch.signed_distance(&pairs, &mut signed)?;
    /// assert_eq!(signed.map(|found| found.map(|of| of.distance.value)), [Some(3.0), Some(-0.5)]);
    ///
    /// let mut contacts = [None, None];
    /// batch.contact(&pairs, 0.1, &mut contacts)?;
    /// assert!(contacts[0].is_none() && contacts[1].is_some());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn signed_distance<P: Pairs<V> + ?Sized>(
        &self,
        pairs: &P,
        out: &mut [Option<SignedDistance<V>>],
    ) -> Result<(), Error> {
        self.each_pair(pairs, out, |a, b| Some(query::signed_distance(a, b)))
    }

    /// [`contact`](crate::contact()) of each pair: `None` if it is further apart than `margin`.
    pub fn contact<P: Pairs<V> + ?Sized>(
        &self,
        pairs: &P,
        margin: V::Scalar,
        out: &mut [Option<Contact<V>>],
    ) -> Result<(), Error> {
        self.each_pair(pairs, out, |a, b| Query::new(a, b).contact(margin))
    }

    /// [`Sweep::time_of_impact`] of each pair of moving shapes: `Encounter::Missed` is what `out`
    /// may hold before.
    ///
    /// ```
    /// use osculate::batch::{Batch, MovingPair};
    /// use osculate::{DVec2, Encounter, Motion, Pose, Sweep, shape::{Ball, Shape}};
    /// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
    /// let rests = Motion::resting(Pose::from_translation(DVec2::X * 7.0)?);
    /// let flies = |velocity: f64| Motion::new(Pose::IDENTITY, DVec2::X * velocity);
    /// let pair = |velocity| Ok(MovingPair::new(0, flies(velocity)?, 0, rests));
    /// let pairs = [pair(10.0)?, pair(2.0)?];
    /// let mut met = [Encounter::Missed; 2];
    /// Batch::new(&shapes).time_of_impact(&pairs, &Sweep::default(), &mut met)?;
    /// assert!(met[0].hit().is_some() && met[1].is_missed());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn time_of_impact(
        &self,
        pairs: &[MovingPair<V>],
        sweep: &Sweep<V::Scalar>,
        out: &mut [Encounter<V>],
    ) -> Result<(), Error> {
        length_of("out", out.len(), pairs.len())?;
        self.fill(out, |k, to| {
            let MovingPair { a, motion_a, b, motion_b } = &pairs[k];
            let [a, b] = [*a, *b].map(|shape| checked(self.shapes, shape, k));
            let found = sweep.time_of_impact(a?, motion_a, b?, motion_b);
            *to = found.map_err(|error| Error { index: Some(k), ..error })?;
            Ok(())
        })
    }

    /// [`ray_cast`](crate::ray_cast()) of each ray against one shape: `Struck::Missed` is what `out`
    /// may hold before.
    ///
    /// ```
    /// use osculate::{DVec2, Pose, Ray, Struck, batch::{Batch, Placed}, shape::{Ball, Shape}};
    /// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
    /// let rays = [DVec2::X, DVec2::Y].map(|way| Ray::new(DVec2::X * -5.0, way).expect("finite"));
    /// let mut struck = [Struck::Missed; 2];
    /// let target = Placed::new(0, Pose::IDENTITY);
    /// Batch::new(&shapes).ray_cast(&target, &rays, &mut struck)?;
    /// assert!(struck[0].hit().is_some_and(|hit| hit.parameter.contains(4.0)));
    /// assert!(struck[1].is_missed());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn ray_cast(
        &self,
        target: &Placed<V>,
        rays: &[Ray<V>],
        out: &mut [Struck<V>],
    ) -> Result<(), Error> {
        length_of("out", out.len(), rays.len())?;
        let target = checked(self.shapes, target.shape, 0)?.at(target.pose);
        self.fill(out, |k, to| {
            *to = crate::motion::ray_cast(&rays[k], target);
            Ok(())
        })
    }

    /// The pairs from the first with this number on.
    fn part<'p, P: Pairs<V> + ?Sized>(&'p self, pairs: &'p P, first: usize) -> Part<'p, V, P> {
        Part { shapes: self.shapes, library: &self.library, pairs, first }
    }

    /// Asks each pair alone.
    fn each_pair<P: Pairs<V> + ?Sized, T: Send>(
        &self,
        pairs: &P,
        out: &mut [T],
        ask: impl Fn(At<V, &Shape<V>>, At<V, &Shape<V>>) -> T + Send + Sync,
    ) -> Result<(), Error> {
        length_of("out", out.len(), pairs.count())?;
        self.fill(out, |k, to| {
            let Pair { a, b } = pairs.pair(k)?;
            let shape = |placed: Placed<V>| {
                checked(self.shapes, placed.shape, k).map(|shape| shape.at(placed.pose))
            };
            *to = ask(shape(a)?, shape(b)?);
            Ok(())
        })
    }

    /// Fills a list, item by item.
    fn fill<T: Send>(
        &self,
        out: &mut [T],
        work: impl Fn(usize, &mut T) -> Result<(), Error> + Send + Sync,
    ) -> Result<(), Error> {
        self.fill_parts(out, |first, part| {
            part.iter_mut().enumerate().try_for_each(|(k, to)| work(first + k, to))
        })
    }

    /// Fills a list, part by part, and tells how far it is.
    fn fill_parts<T: Send>(
        &self,
        out: &mut [T],
        work: impl Fn(usize, &mut [T]) -> Result<(), Error> + Send + Sync,
    ) -> Result<(), Error> {
        let watch = Watch::new(self.progress, out.len());
        self.threads.fill(out, AT_ONCE, |first, part| {
            watch.goes_on()?;
            work(first, part)?;
            watch.add(part.len())
        })
    }
}

/// [`intersects`](crate::intersects()) of each pair.
///
/// ```
/// use osculate::{Pose, Vec2, batch::{self, ManyPoses, Placed}, shape::{Ball, Cuboid, Shape}};
/// let shapes: [Shape<Vec2>; 2] = [Cuboid::new(Vec2::new(16.0, 9.0))?.into(), Ball::new(1.0)?.into()];
/// let poses = [[0.0, 0.0], [16.5, 3.0], [40.0, 0.0]].map(Vec2::from);
/// let poses = poses.map(|at| Pose::from_translation(at).expect("finite"));
/// let mut seen = [false; 3];
/// let screen = Placed::new(0, Pose::IDENTITY);
/// batch::intersects(&shapes, &ManyPoses::new(screen, 1, &poses), &mut seen)?;
/// assert_eq!(seen, [true, true, false]);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn intersects<V: Space, P: Pairs<V> + ?Sized>(
    shapes: &[Shape<V>],
    pairs: &P,
    out: &mut [bool],
) -> Result<(), Error> {
    Batch::new(shapes).intersects(pairs, out)
}

/// [`distance`](crate::distance()) of each pair.
///
/// ```
/// use osculate::{Bracket, DVec3, Pose, batch::{self, Pair}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec3>; 1] = [Ball::new(1.0)?.into()];
/// let pair = Pair::new(0, Pose::IDENTITY, 0, Pose::from_translation(DVec3::X * 3.0)?);
/// let mut gaps = [Bracket::default()];
/// batch::distance(&shapes, &[pair], &mut gaps)?;
/// assert!(gaps[0].lower > 0.999 && gaps[0].contains(1.0));
/// // A shape that is not there is told with the pair that names it.
/// let bad = Pair { a: batch::Placed { shape: 7, ..pair.a }, ..pair };
/// let error = batch::distance(&shapes, &[pair, bad], &mut [Bracket::default(); 2]).unwrap_err();
/// assert_eq!(error.to_string(), "Batch: pairs[1] names shape 7, and there is no such shape");
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn distance<V: Space, P: Pairs<V> + ?Sized>(
    shapes: &[Shape<V>],
    pairs: &P,
    out: &mut [Bracket<V::Scalar>],
) -> Result<(), Error> {
    Batch::new(shapes).distance(pairs, out)
}

/// [`closest`](crate::closest()) of each pair: `None` is what `out` may hold before.
///
/// ```
/// use osculate::{DVec2, Pose, batch::{self, Pair}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
/// let pair = Pair::new(0, Pose::IDENTITY, 0, Pose::from_translation(DVec2::X * 3.0)?);
/// let mut found = [None];
/// batch::closest(&shapes, &[pair], &mut found)?;
/// assert_eq!(found[0].expect("it is filled").on_a, DVec2::X);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn closest<V: Space, P: Pairs<V> + ?Sized>(
    shapes: &[Shape<V>],
    pairs: &P,
    out: &mut [Option<Closest<V>>],
) -> Result<(), Error> {
    Batch::new(shapes).closest(pairs, out)
}

/// [`signed_distance`](crate::signed_distance()) of each pair: `None` is what `out` may hold before.
///
/// ```
/// use osculate::{DVec2, Pose, batch::{self, Pair}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
/// let pair = Pair::new(0, Pose::IDENTITY, 0, Pose::from_translation(DVec2::X * 1.5)?);
/// let mut found = [None];
/// batch::signed_distance(&shapes, &[pair], &mut found)?;
/// assert_eq!(found[0].expect("it is filled").distance.value, -0.5);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn signed_distance<V: Space, P: Pairs<V> + ?Sized>(
    shapes: &[Shape<V>],
    pairs: &P,
    out: &mut [Option<SignedDistance<V>>],
) -> Result<(), Error> {
    Batch::new(shapes).signed_distance(pairs, out)
}

/// [`contact`](crate::contact()) of each pair: `None` if it is further apart than `margin`.
///
/// ```
/// use osculate::{Pose, Vec3, batch::{self, Pair}, shape::{Cuboid, Shape}};
/// let shapes: [Shape<Vec3>; 1] = [Cuboid::new(Vec3::ONE)?.into()];
/// let above = |y: f32| Pose::from_translation(Vec3::Y * y);
/// let pairs = [1.99, 2.5].map(|y| Pair::new(0, Pose::IDENTITY, 0, above(y).expect("finite")));
/// let mut found = [None, None];
/// batch::contact(&shapes, &pairs, 0.0, &mut found)?;
/// assert_eq!(found[0].as_ref().map(|touch| touch.points().len()), Some(4));
/// assert_eq!(found[1], None);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn contact<V: Space, P: Pairs<V> + ?Sized>(
    shapes: &[Shape<V>],
    pairs: &P,
    margin: V::Scalar,
    out: &mut [Option<Contact<V>>],
) -> Result<(), Error> {
    Batch::new(shapes).contact(pairs, margin, out)
}

/// [`Sweep::time_of_impact`] of each pair of moving shapes: `Encounter::Missed` is what `out` may
/// hold before.
///
/// ```
/// use osculate::{DVec3, Encounter, Motion, Pose, Sweep};
/// use osculate::{batch::{self, MovingPair}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec3>; 1] = [Ball::new(1.0)?.into()];
/// let flies = Motion::new(Pose::IDENTITY, DVec3::X * 4.0)?;
/// let rests = Motion::resting(Pose::from_translation(DVec3::X * 4.0)?);
/// let mut met = [Encounter::Missed];
/// let pair = MovingPair::new(0, flies, 0, rests);
/// batch::time_of_impact(&shapes, &[pair], &Sweep::default(), &mut met)?;
/// assert!((met[0].lower() - 0.5).abs() < 1e-4);
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn time_of_impact<V: Space>(
    shapes: &[Shape<V>],
    pairs: &[MovingPair<V>],
    sweep: &Sweep<V::Scalar>,
    out: &mut [Encounter<V>],
) -> Result<(), Error> {
    Batch::new(shapes).time_of_impact(pairs, sweep, out)
}

/// [`ray_cast`](crate::ray_cast()) of each ray against one shape, which may be at a pose:
/// `Struck::Missed` is what `out` may hold before.
///
/// ```
/// use osculate::{DVec3, Ray, Struck, batch, shape::{Cuboid, Shape}};
/// let target: Shape<DVec3> = Cuboid::new(DVec3::ONE)?.into();
/// let ray = |y: f64| Ray::new(DVec3::new(-5.0, y, 0.0), DVec3::X);
/// let mut struck = [Struck::Missed; 2];
/// batch::ray_cast(&target, &[ray(0.5)?, ray(1.5)?], &mut struck)?;
/// assert!(struck[0].hit().expect("ahead").parameter.contains(4.0) && struck[1].is_missed());
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn ray_cast<V: Space>(
    target: &Shape<V>,
    rays: &[Ray<V>],
    out: &mut [Struck<V>],
) -> Result<(), Error> {
    let shapes = core::slice::from_ref(target);
    let target = Placed::new(0, crate::place::Pose::IDENTITY);
    Batch::new(shapes).ray_cast(&target, rays, out)
}

/// [`ray_first`](At::ray_first) of each ray against one body of many parts.
///
/// ```
/// use osculate::{Body, DVec2, Pose, Ray, Place, batch};
/// let wall = Body::from_segments(&[DVec2::ZERO, DVec2::Y * 3.0], &[[0, 1]])?;
/// let there = Pose::from_translation(DVec2::X * 2.0)?;
/// let rays = [1.0, 4.0].map(|y| Ray::new(DVec2::Y * y, DVec2::X).expect("finite"));
/// let mut hits = [None; 2];
/// batch::ray_first(&wall.at(there), &rays, &mut hits)?;
/// assert!(hits[0].is_some() && hits[1].is_none());
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn ray_first<V: Space>(
    body: &At<V, &Body<V>>,
    rays: &[Ray<V>],
    out: &mut [Option<PartRayHit<V>>],
) -> Result<(), Error> {
    length_of("out", out.len(), rays.len())?;
    for (ray, to) in rays.iter().zip(out) {
        *to = body.ray_first(ray);
    }
    Ok(())
}
