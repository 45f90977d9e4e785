//! What is remembered of one pair.

use arrayvec::ArrayVec;

use super::answer::Shapes;
use super::{Bracket, Cache, Closest, Request, SignedDistance, Walked};
use crate::convex::{At, Convex};
use crate::gjk::{Frame, Pair, Witnesses};
use crate::penetration::{Near, Rotations};
use crate::pose::Pose;
use crate::shortcut::Measured;
use crate::vector::{Real, Vector};

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
}

/// The bodies where they are now.
struct Scene<'s, V: Vector, A, B> {
    a: At<V, &'s A>,
    b: At<V, &'s B>,
    frame: Frame<V>,
    turns: Rotations<V>,
}

impl<V: Vector> Memory<V> {
    /// Nothing is known of the two yet.
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &A, b: &B) -> Self {
        let (from_a, corners) = (a.extent() >= b.extent(), ArrayVec::new());
        Self { from_a, corners, cache: Cache::EMPTY, near: Near::NOTHING }
    }

    #[inline]
    pub fn intersects<A: Convex<V>, B: Convex<V>>(
        &mut self,
        (a, pose_a): (&A, Pose<V>),
        (b, pose_b): (&B, Pose<V>),
    ) -> bool {
        let known = self.cache.axis_alone();
        let request = Request { cache: known, ..Request::default() };
        let (answer, axis) = request.intersects(&At::new(a, pose_a), &At::new(b, pose_b));
        // An axis along which the bodies overlap is no start for a distance that has points.
        if !answer || self.corners.is_empty() {
            self.cache.remember_axis(axis);
        }
        answer
    }

    #[inline]
    pub fn distance_within<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: (&A, Pose<V>),
        b: (&B, Pose<V>),
        most: V::Scalar,
    ) -> Option<Bracket<V::Scalar>> {
        let scene = Scene::new(a, b, self.from_a);
        let mut request = Self::begin(&self.corners, &self.cache);
        request.limits.most = most;
        let mut walked = None;
        let bracket = request.distance(&scene.a, &scene.b, &scene.frame, &mut walked);
        self.keep(&walked, &scene);
        bracket
    }

    #[inline]
    pub fn closest<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: (&A, Pose<V>),
        b: (&B, Pose<V>),
    ) -> Closest<V> {
        let scene = Scene::new(a, b, self.from_a);
        let mut walked = None;
        let (a, b, frame) = (&scene.a, &scene.b, &scene.frame);
        let request = Self::begin(&self.corners, &self.cache);
        let answer = request.closest(a, b, frame, &mut (), &mut walked);
        self.keep(&walked, &scene);
        answer
    }

    /// The signed distance, of interest only up to `most`; if it ended beyond that, nothing else of
    /// it is meant.
    #[inline]
    pub fn signed_within<A: Convex<V>, B: Convex<V>>(
        &mut self,
        a: (&A, Pose<V>),
        b: (&B, Pose<V>),
        most: V::Scalar,
    ) -> SignedDistance<V> {
        let scene = Scene::new(a, b, self.from_a);
        let Scene { a, b, frame, turns } = &scene;
        if let Some(depth) = self.near.depth(a, b, frame, turns) {
            let measured = Measured::overlapping(depth, V::Scalar::INFINITY);
            return Shapes::new(a, b, frame).signed(&measured);
        }
        self.near.forget();
        let Self { corners, cache, near, .. } = self;
        let mut request = Self::begin(corners, cache);
        (request.depth, request.limits.most, request.cache.face) = (true, most, cache.face);
        let mut walked = None;
        let near = scene.is_flat().then_some(near);
        let (answer, face) = request.signed_distance(a, b, frame, near, &mut walked);
        self.keep(&walked, &scene);
        self.cache.face = face;
        self.near.settle(frame, turns);
        answer
    }

    /// A request that starts from the kept vertices. Without any, it starts from the cache's axes.
    #[inline(always)]
    fn begin<'k>(corners: &'k [[V; 2]], cache: &Cache<V>) -> Request<'k, V> {
        let cache = if corners.is_empty() { *cache } else { cache.axis_alone() };
        Request { cache, known: corners, in_place: true, ..Request::default() }
    }

    /// Keeps what GJK ended with, if it was asked.
    #[inline(always)]
    fn keep<A: Convex<V>, B: Convex<V>>(&mut self, walked: &Walked<V>, scene: &Scene<'_, V, A, B>) {
        let (Some(outcome), true) = (walked, scene.is_flat()) else {
            return self.cache.learn(walked);
        };
        if outcome.lower > V::Scalar::ZERO {
            self.cache.remember_axis(outcome.axis);
        } else if outcome.steps > 0
            && let Some(axis) = outcome.shallow_axis(scene.shallow())
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

impl<'s, V: Vector, A: Convex<V>, B: Convex<V>> Scene<'s, V, A, B> {
    #[inline(always)]
    fn new((a, pose_a): (&'s A, Pose<V>), (b, pose_b): (&'s B, Pose<V>), from_a: bool) -> Self {
        let [turn_a, turn_b] = [pose_a, pose_b].map(|pose| pose.rotation().matrix());
        let (a, b) = (At::new(a, pose_a), At::new(b, pose_b));
        let turns = Rotations { a: turn_a, b: turn_b, from_a };
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
