//! What is remembered of one pair.

use arrayvec::ArrayVec;

use super::answer::{Closest, Penetration, SignedDistance, Within};
use super::by_type::by_type;
use super::cache::{Cache, Walked};
use super::kept::{Kept, LastContact};
use super::options::Query;
use super::request::Request;
use super::space::Space;
use super::start::{Start, depth_from};
use crate::convex::known::Core;
use crate::convex::placed::At;
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Frame, LimitsOf, Pair, Witnesses};
use crate::kernel::penetration::{Near, Rotations};
use crate::number::vector::{Real, Vector};
use crate::shortcut::{Measured, Sooner, sooner};

/// All that earlier queries of one pair left for the next. It holds points of the two shapes, so it
/// is of use for no other pair. Its directions are a [`Cache`], which would be.
///
/// Each query gives what the others need: yes or no the axis that separates, a distance also the
/// points that were closest, a depth the faces that were nearest.
#[derive(Clone, Debug)]
// The fields that a distance reads come first: with both shapes they fill three cache lines.
#[repr(C)]
pub(crate) struct Memory<V: Vector> {
    /// Whether the first shape is the larger.
    from_a: bool,
    /// The vertices of GJK's last simplex, of shapes that are not curved: the points of a and b in
    /// the bodies' own axes. Of bodies that overlap they are mostly four, which still hold the
    /// origin a moment later.
    corners: ArrayVec<[V; 2], 4>,
    /// Axes: the one that last separated the bodies or nearly did; of curved shapes those that
    /// found GJK's last simplex; of shapes that overlap those of the nearest face.
    cache: Cache<V>,
    near: Near<V>,
    trial: Trial,
    /// The last contact.
    contact: LastContact<V>,
}

/// Whether to leave an expansion's faces for the next depth, of polygons whose edges have a depth
/// sooner than an expansion has, and later than the faces prove one.
///
/// Faces cost an expansion, and gain by each depth that they prove until the bodies have turned too
/// far. How long that is depends on the motion, which nobody knows. It is the question of renting
/// or buying: faces that have proved too few depths to pay for themselves are not left again for
/// twice as many depths as the last time. So bodies that turn slowly have nearly all that faces
/// gain, and those that turn fast pay for one expansion in [`MOST_WAIT`] depths.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// Depths that the faces have proved.
    proved: u8,
    /// How many depths were to be asked without faces the last time.
    wait: u8,
    /// How many still are.
    left: u8,
}

/// So many depths pay for the faces that proved them: an expansion costs as much more than the edges
/// as a few proofs cost less, and more of them in double precision. Three were too few there
/// (decision 0030). One too many costs gain alone, and one too few costs time.
const PAID: u8 = 8;

/// An expansion in so many depths is what bodies that turn fast pay at most: one to three per cent.
const MOST_WAIT: u8 = 128;

impl Trial {
    /// The first query does not know whether there will be a second one.
    const BEGUN: Self = Self { proved: 0, wait: 1, left: 1 };

    fn proves(&mut self) {
        self.proved = self.proved.saturating_add(1);
    }

    /// The faces that there were do not prove the next depth.
    fn fails(&mut self) {
        let paid = self.proved >= PAID;
        self.wait = if paid { 1 } else { self.wait.saturating_mul(2).min(MOST_WAIT) };
        self.left = if paid { 0 } else { self.wait };
        self.proved = 0;
    }

    /// Whether there are to be no faces.
    fn waits(&self) -> bool {
        self.left > 0
    }

    /// A query was asked without faces. Of shapes that are apart it would have left none.
    fn waited(&mut self, apart: bool) {
        self.left -= u8::from(self.left > 0 && !apart);
    }

    /// There were to be faces, and are none: as the shapes are apart, or as rounding lets none be.
    fn finds_nothing(&mut self, apart: bool) {
        if apart {
            *self = Self::BEGUN;
        } else {
            self.fails();
        }
    }
}

impl<V: Space> Memory<V> {
    /// Nothing is known of the two yet.
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &A, b: &B) -> Self {
        let (from_a, corners) = (a.extent() >= b.extent(), ArrayVec::new());
        let (cache, near, contact) = (Cache::new(), Near::NOTHING, LastContact::nothing());
        Self { from_a, corners, cache, near, trial: Trial::BEGUN, contact }
    }

    /// A question about the two shapes whose memory this is, where they are now.
    #[inline(always)]
    pub fn query<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: At<V, A>,
        b: At<V, B>,
    ) -> Query<V, At<V, A>, At<V, B>, Remembered<'_, V>> {
        Query::new(a, b).started(Remembered { memory: self, slop: V::Scalar::ZERO })
    }

    /// The last contact that was asked for with a slop.
    pub fn kept(&self) -> &Kept<V> {
        &self.contact.kept
    }

    /// A request that starts from the kept vertices. Without any, it starts from the cache's axes.
    #[inline(always)]
    fn begin<'k>(
        limits: LimitsOf<V>,
        corners: &'k [[V; 2]],
        cache: &'k Cache<V>,
    ) -> Request<'k, V> {
        Request { known: corners, in_place: true, ..Request::from(limits, cache) }
    }

    /// Keeps what GJK ended with, if it was asked.
    #[inline(always)]
    fn keep(
        &mut self,
        walked: &Walked<V>,
        a: &impl Convex<V>,
        b: &impl Convex<V>,
        frame: &Frame<V>,
    ) {
        let (Some(outcome), true) = (walked, is_flat(a, b)) else {
            return self.cache.learn(walked);
        };
        if outcome.lower > V::Scalar::ZERO {
            self.cache.remember_axis(outcome.axis);
        } else if outcome.steps > 0
            && let Some(axis) = outcome.shallow_axis(shallow(a, b, frame))
        {
            self.cache.axis = axis;
        }
        let Witnesses { on_a, on_b, .. } = &outcome.record;
        self.corners.clear();
        for slot in outcome.simplex.slots() {
            self.corners.push([on_a[slot], on_b[slot]]);
        }
    }
}

/// From what is remembered of the two shapes.
pub struct Remembered<'m, V: Vector> {
    memory: &'m mut Memory<V>,
    /// How far bodies may have moved for their last contact to be given again.
    slop: V::Scalar,
}

impl<V: Space> Start<V> for Remembered<'_, V> {
    #[inline(always)]
    fn intersects<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> bool {
        let Memory { cache, corners, .. } = self.memory;
        let request = Request { axis: cache.axis, ..Request::new(limits) };
        let (answer, axis) = request.intersects(a, b);
        // An axis along which the bodies overlap is no start for a distance that has points.
        if !answer || corners.is_empty() {
            cache.remember_axis(axis);
        }
        answer
    }

    #[inline(always)]
    fn distance_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Within<V::Scalar> {
        let (memory, frame, mut walked) = (self.memory, Frame::new(a, b), None);
        if sooner(a, b, &frame) != Sooner::Memory {
            return ().distance_within(limits, a, b);
        }
        memory.cache.fit(&frame);
        let request = Memory::begin(limits, &memory.corners, &memory.cache);
        let bracket = request.distance_walked(a, b, &frame, &mut walked);
        memory.keep(&walked, a, b, &frame);
        bracket
    }

    #[inline(always)]
    fn closest<A: Convex<V>, B: Convex<V>>(self, limits: LimitsOf<V>, a: &A, b: &B) -> Closest<V> {
        let (memory, frame, mut walked) = (self.memory, Frame::new(a, b), None);
        if sooner(a, b, &frame) != Sooner::Memory {
            return ().closest(limits, a, b);
        }
        memory.cache.fit(&frame);
        let request = Memory::begin(limits, &memory.corners, &memory.cache);
        let answer = request.closest(a, b, &frame, &mut walked);
        memory.keep(&walked, a, b, &frame);
        answer
    }

    #[inline(always)]
    fn signed_within<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> SignedDistance<V> {
        if has_closed_form(a, b) {
            return ().signed_within(limits, a, b);
        }
        let (memory, frame) = (self.memory, Frame::new(a, b));
        let Memory { near, trial, from_a, .. } = &mut *memory;
        let sooner = sooner(a, b, &frame);
        let has_faces = !near.is_nothing();
        let mut waits =
            sooner == Sooner::Edges || sooner == Sooner::Proof && !has_faces && trial.waits();
        let turns = Rotations { a: a.rotation(), b: b.rotation(), from_a: *from_a };
        if !waits {
            let depth = by_type(
                a,
                b,
                &*near,
                |near| near.depth(a, b, &frame, &turns),
                |near, a, b| V::depth_from(near, a, b, &frame, &turns),
            );
            if let Some(mut measured) = depth.and_then(Measured::overlapping) {
                if sooner == Sooner::Proof {
                    trial.proves();
                }
                return Request::new(limits).signed_of(a, b, &frame, &mut measured);
            }
            near.forget();
            if sooner == Sooner::Proof && has_faces {
                trial.fails();
                waits = trial.waits();
            }
        }
        if waits {
            let request = Request { depth: true, ..Request::new(limits) };
            let answer = request.signed_distance(a, b, &frame, None, &mut None).0;
            trial.waited(answer.distance.lower > V::Scalar::ZERO);
            return answer;
        }
        memory.cache.fit(&frame);
        let Memory { corners, cache, near, .. } = &mut *memory;
        let request = Request { depth: true, ..Memory::begin(limits, corners, cache) };
        let mut walked = None;
        let near = is_flat(a, b).then_some(near);
        let (answer, face) = request.signed_distance(a, b, &frame, near, &mut walked);
        memory.keep(&walked, a, b, &frame);
        memory.cache.face = face;
        if sooner == Sooner::Proof && memory.near.is_nothing() {
            memory.trial.finds_nothing(answer.distance.lower > V::Scalar::ZERO);
        }
        memory.near.settle(&frame, &turns);
        answer
    }

    #[inline(always)]
    fn signed_and_last<'s, A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> (SignedDistance<V>, Option<&'s mut LastContact<V>>)
    where
        Self: 's,
    {
        let Remembered { memory, slop } = self;
        let answer = Remembered { memory: &mut *memory, slop }.signed_within(limits, a, b);
        (answer, Some(&mut memory.contact))
    }

    #[inline(always)]
    fn kept(&self) -> Option<(&LastContact<V>, V::Scalar)> {
        (self.slop > V::Scalar::ZERO).then_some((&self.memory.contact, self.slop))
    }

    #[inline(always)]
    fn penetration<A: Convex<V>, B: Convex<V>>(
        self,
        limits: LimitsOf<V>,
        a: &A,
        b: &B,
    ) -> Option<Penetration<V>> {
        depth_from(self, limits, a, b)
    }
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Query<V, A, B, Remembered<'_, V>> {
    /// Lets a contact be that of an earlier question which named a slop, while the bodies have not
    /// moved further than this length since, as one sees the other. Its points keep their features
    /// and names, and each follows the face that it is on, so that its distance is exact; the
    /// bracket of the signed distance is wider by what they moved. So bodies at rest, which a
    /// solver moves by little, need no search and no clipping. Other questions do not heed it.
    ///
    /// The normal turns with the facet. A point may lie off where a contact that is worked out anew
    /// has it by no more than the slop, which is what solvers let bodies sink in: 0.005 for bodies
    /// of size 1. Of bodies that are thinner than the slop, it may be twice that. What is negative
    /// or no number reads as 0, with which each contact is worked out. Points stay in their order:
    /// the first was the deepest when it was worked out.
    ///
    /// ```
    /// use osculate::{DVec3, Pose, Tracker, shape::Cuboid};
    /// let cube = Cuboid::new(DVec3::splat(0.5))?;
    /// let mut pair = Tracker::new(&cube, &cube);
    /// let mut touch = |y| {
    ///     let above = Pose::from_translation(DVec3::Y * y)?;
    ///     let contact = pair.at(Pose::IDENTITY, above).reusing(0.005).contact(0.01);
    ///     Ok::<_, osculate::Error>(contact.expect("one stands on the other"))
    /// };
    /// let (first, second) = (touch(0.999)?, touch(0.998)?);
    /// assert!(second.points().iter().all(|point| (point.distance + 0.002).abs() < 1e-12));
    /// // The first is proved to rounding, the second to what they moved.
    /// assert!(first.signed_distance.distance.width() < 1e-12);
    /// assert!(second.signed_distance.distance.contains(-0.002));
    /// assert!(second.signed_distance.distance.width() < 0.0021);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[inline(always)]
    pub fn reusing(mut self, slop: V::Scalar) -> Self {
        self.start.slop = slop.max(V::Scalar::ZERO);
        self
    }
}

/// Whether the distance of two shapes is a formula, which is sooner worked out than anything
/// remembered: that of a point, or of two segments.
#[inline(always)]
fn has_closed_form<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> bool {
    use Core::{Cuboid, HalfSpace, Point, Round, Segment};
    match (a.core(), b.core()) {
        (Point(_), other) | (other, Point(_)) => {
            matches!(
                other,
                Point(_) | Segment(..) | Cuboid { .. } | Round { .. } | HalfSpace { .. }
            )
        }
        (Segment(..), Segment(..)) => true,
        _ => false,
    }
}

/// What an axis may overlap by that is as good as one that separates.
#[inline(always)]
fn shallow<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>, frame: &Frame<V>) -> V::Scalar {
    Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame }.shallow()
}

fn is_flat<V: Vector>(a: &impl Convex<V>, b: &impl Convex<V>) -> bool {
    !(a.is_curved() || b.is_curved())
}
