//! Two shapes through time.

use arrayvec::ArrayVec;

use super::answer::Shapes;
use super::{Bracket, Cache, Closest, Penetration, Request, SignedDistance, Walked, unlimited};
use crate::convex::{At, Convex};
use crate::gjk::{Frame, Pair, Witnesses};
use crate::penetration::{Near, Turns};
use crate::pose::Pose;
use crate::shortcut::Measured;
use crate::vector::{Real, Vector};

/// Two shapes that move, and what was last known of them. As it keeps the shapes, or references to them, it remembers more than a [`Cache`] may:
/// points of the shapes, which move with them. While two polytopes are apart, the points that were closest are where GJK starts, and one more of each
/// mostly proves the distance. While they stay in contact and move little, a few points prove their depth, without GJK and without an expansion.
///
/// ```
/// use osculate::{shape::Polytope, Pose, Tracker, Vec3};
/// let tetrahedron = Polytope::from_points(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?;
/// let mut pair = Tracker::new(&tetrahedron, &tetrahedron);
/// for frame in 0..10 {
///     let above = Vec3::new(0.1, 0.1, 0.5 - 0.001 * frame as f32);
///     let depth = pair.penetration(Pose::IDENTITY, Pose::from_translation(above)?).unwrap().depth;
///     assert!(depth.lower <= depth.upper && depth.upper < 0.2);
/// }
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Debug)]
// In this order, and from the beginning of a cache line: what each distance reads are three of them. A thousand trackers fill the second cache, or do not.
#[repr(C, align(64))]
pub struct Tracker<V: Vector, A, B> {
    a: A,
    b: B,
    /// Whether a is the larger.
    from_a: bool,
    past: Past<V>,
    /// What axes are remembered: of curved shapes those that found GJK's last simplex, of shapes that overlap those of the nearest face.
    cache: Cache<V>,
    near: Near<V>,
}

/// What GJK found last, of shapes that are not curved.
#[derive(Clone, Debug)]
struct Past<V: Vector> {
    /// The axis that last separated the bodies, or nearly did.
    axis: V,
    /// The vertices of its simplex: the points of a and b in the bodies' own axes. Of bodies that overlap they are mostly four, which still hold the origin a moment later.
    corners: ArrayVec<[V; 2], 4>,
}

/// The bodies where they are now.
struct Scene<'s, V: Vector, A, B> {
    a: At<V, &'s A>,
    b: At<V, &'s B>,
    frame: Frame<V>,
    turns: Turns<V>,
}

impl<V: Vector, A: Convex<V>, B: Convex<V>> Tracker<V, A, B> {
    /// Nothing is known of the two yet.
    pub fn new(a: A, b: B) -> Self {
        let from_a = a.extent() >= b.extent();
        let past = Past { axis: V::ZERO, corners: ArrayVec::new() };
        Self { a, b, from_a, past, cache: Cache::EMPTY, near: Near::NOTHING }
    }

    /// The shapes.
    pub fn shapes(&self) -> (&A, &B) {
        (&self.a, &self.b)
    }

    /// [`Cache::intersects`] of the shapes at these poses.
    #[inline]
    pub fn intersects(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> bool {
        self.cache.intersects(At::new(&self.a, pose_a), At::new(&self.b, pose_b))
    }

    /// [`distance`](crate::distance) of the shapes at these poses.
    #[inline]
    pub fn distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Bracket<V::Scalar> {
        unlimited(self.distance_within(pose_a, pose_b, V::Scalar::INFINITY))
    }

    /// [`distance_within`](crate::distance_within) of the shapes at these poses.
    pub fn distance_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        let scene = Scene::new(&self.a, &self.b, [pose_a, pose_b], self.from_a);
        let mut request = self.past.request(&self.cache);
        request.limits.most = most;
        let mut walked = None;
        let bracket = request.distance(&scene.a, &scene.b, &scene.frame, &mut walked);
        self.past.keep(&walked, &mut self.cache, &scene);
        bracket
    }

    /// [`closest`](crate::closest) of the shapes at these poses.
    pub fn closest(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Closest<V> {
        let scene = Scene::new(&self.a, &self.b, [pose_a, pose_b], self.from_a);
        let request = self.past.request(&self.cache);
        let mut walked = None;
        let answer = request.closest(&scene.a, &scene.b, &scene.frame, &mut (), &mut walked);
        self.past.keep(&walked, &mut self.cache, &scene);
        answer
    }

    /// [`signed_distance`](crate::signed_distance) of the shapes at these poses; of shapes that stay in contact and are not curved mostly from a few of their points.
    #[inline]
    pub fn signed_distance(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> SignedDistance<V> {
        self.signed_within(pose_a, pose_b, V::Scalar::INFINITY)
    }

    /// [`penetration`](crate::penetration()) of the shapes at these poses, as [`signed_distance`](Self::signed_distance).
    #[inline]
    pub fn penetration(&mut self, pose_a: Pose<V>, pose_b: Pose<V>) -> Option<Penetration<V>> {
        self.signed_within(pose_a, pose_b, V::Scalar::ZERO).penetration()
    }

    /// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of
    /// it is meant.
    pub(crate) fn signed_within(
        &mut self,
        pose_a: Pose<V>,
        pose_b: Pose<V>,
        most: V::Scalar,
    ) -> SignedDistance<V> {
        let scene = Scene::new(&self.a, &self.b, [pose_a, pose_b], self.from_a);
        let Scene { a, b, frame, turns } = &scene;
        if let Some(depth) = self.near.depth(a, b, frame, turns) {
            let measured = Measured::overlapping(depth, V::Scalar::INFINITY);
            return Shapes::new(a, b, frame).signed(&measured);
        }
        self.near.forget();
        let mut request = self.past.request(&self.cache);
        (request.depth, request.limits.most, request.cache.face) = (true, most, self.cache.face);
        let near = scene.is_flat().then_some(&mut self.near);
        let mut walked = None;
        let (answer, face) = request.signed_distance(a, b, frame, near, &mut walked);
        self.past.keep(&walked, &mut self.cache, &scene);
        self.cache.face = face;
        self.near.settle(frame, turns);
        answer
    }
}

impl<'s, V: Vector, A: Convex<V>, B: Convex<V>> Scene<'s, V, A, B> {
    #[inline(always)]
    fn new(a: &'s A, b: &'s B, poses: [Pose<V>; 2], from_a: bool) -> Self {
        let [turn_a, turn_b] = poses.map(|pose| pose.rotation().matrix());
        let (a, b) = (At::new(a, poses[0]), At::new(b, poses[1]));
        let turns = Turns { a: turn_a, b: turn_b, from_a };
        Self { frame: Frame::new(&a, &b), a, b, turns }
    }

    /// What an axis may overlap by that is as good as one that separates.
    #[inline(always)]
    fn shallow(&self) -> V::Scalar {
        let Self { a, b, frame, .. } = self;
        Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame }.shallow()
    }

    fn is_flat(&self) -> bool {
        !(self.a.is_curved() || self.b.is_curved())
    }
}

impl<V: Vector> Past<V> {
    /// A question that begins with the vertices, said to be found along the axis that last separated the bodies, and with axes from the cache where there is nothing else.
    #[inline(always)]
    fn request(&self, cache: &Cache<V>) -> Request<'_, V> {
        let mut begin = Cache::EMPTY;
        if self.corners.is_empty() {
            begin = *cache;
        } else {
            begin.axis = self.axis;
        }
        Request { cache: begin, known: &self.corners, in_place: true, ..Request::default() }
    }

    /// Keeps what GJK ended with, if it was asked.
    #[inline(always)]
    fn keep<A: Convex<V>, B: Convex<V>>(
        &mut self,
        walked: &Walked<V>,
        cache: &mut Cache<V>,
        scene: &Scene<'_, V, A, B>,
    ) {
        let (Some(outcome), true) = (walked, scene.is_flat()) else {
            return cache.learn(walked);
        };
        if outcome.lower > V::Scalar::ZERO {
            if outcome.axis.is_finite() {
                self.axis = outcome.axis;
            }
        } else if outcome.steps > 0
            && let Some(axis) = outcome.shallow_axis(scene.shallow())
        {
            self.axis = axis;
        }
        let Witnesses { on_a, on_b, .. } = &outcome.record;
        self.corners.clear();
        for slot in outcome.simplex.slots() {
            self.corners.push([on_a[slot], on_b[slot]]);
        }
    }
}
