//! The scene itself: bodies that come, move and go, and the step that finds which touch.

use alloc::vec::Vec;

use super::bodies::{Bodies, Placed};
use super::broad::Broad;
use super::contacts::Contacts;
use super::events::{Event, Touches, TouchingParts};
use super::groups::Groups;
use super::inner_edges::OnGround;
use super::islands::Islands;
use super::kind::BodyKind;
use super::member::Member;
use super::names::BodyId;
use super::near_pairs::NearPairs;
use crate::convex::bounds::Aabb;
use crate::number::error::Error;
use crate::number::error::check;
use crate::number::threads::Threads;
use crate::number::vector::Real;
use crate::place::Pose;
use crate::query::Space;

/// So many bodies get their boxes before they are moved: enough for several threads, and not so
/// many that the first are out of the cache again.
const SET_AT_ONCE: usize = 4096;

/// A world of bodies: which touch, how near they are, what a ray hits, when they will meet.
///
/// Set the poses of what has moved, then call [`step`](Self::step) once a frame. It finds all pairs
/// that touch, and [`events`](Self::events) says what is new. [`contacts`](Self::contacts) has
/// their manifolds. All other queries may be asked at any time, and answer for the poses of that
/// moment; they are quickest after a step, when all bodies stand in a tree.
///
/// What moves and what stays the scene finds out itself. Bodies that stay where they are cost next
/// to nothing in a step. Those that never move are best said to be [static](BodyKind::Static): they
/// are not asked about each other. Pairs that are near each other are remembered, and asked again
/// in a fraction of the time.
///
/// A solver works on [`contacts_mut`](Self::contacts_mut), whose points have names, ages and room
/// for its impulses, and on [`islands`](Self::islands), which may
/// [fall asleep](Self::with_sleep).
///
/// Answers are what asking every pair anew would give, up to rounding, and come in the order of
/// the bodies' places. Of contact points that are as good, those of the last frame stay. The same
/// calls give the same bits, with any number of threads.
///
/// ```
/// use osculate::{Body, DVec3, Pose, scene::{Event, Scene}, shape::{Ball, Cuboid}};
/// let at = |x, y| Pose::from_translation(DVec3::new(x, y, 0.0));
/// let mut scene = Scene::new();
/// let floor = scene.add(Body::new(Cuboid::new(DVec3::new(50.0, 1.0, 50.0))?), at(0.0, -1.0)?);
/// let ball = scene.add(Body::new(Ball::new(0.5)?), at(3.0, 2.0)?);
/// scene.step();
/// assert!(scene.touching().is_empty());
///
/// scene.set_pose(ball, at(3.0, 0.499)?)?;
/// scene.step();
/// assert_eq!(scene.events(), [Event::Began { a: floor, b: ball }]);
/// let contacts = scene.contacts();
/// assert!((contacts[0].contact.points()[0].distance + 0.001).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene<V: Space> {
    pub(super) bodies: Bodies<V>,
    pub(super) broad: Broad<V>,
    pub(super) near: NearPairs<V>,
    pub(super) touches: Touches,
    pub(super) islands: Islands<V>,
    pub(super) margin: V::Scalar,
    found: Vec<(u32, u32)>,
    pub(super) contacts: Contacts<V>,
    /// How far bodies may move before a contact of theirs is worked out again.
    pub(super) slop: V::Scalar,
    /// Whether facets are touched in the edges inside their surface too.
    pub(super) inner_edges: bool,
    /// Room for the contacts with the ground, if its inner edges are passed over.
    pub(super) on_ground: Option<Vec<OnGround<V>>>,
    /// Whether a step was made since contacts were asked for last.
    pub(super) is_stepped: bool,
    pub(super) threads: Threads,
}

/// The state of a scene at a moment, whole.
#[derive(Clone, Debug)]
pub struct Snapshot<V: Space>(Scene<V>);

impl<V: Space> Scene<V> {
    /// The scene without bodies.
    #[must_use]
    pub fn new() -> Self {
        Self {
            bodies: Bodies::new(),
            broad: Broad::new(),
            near: NearPairs::new(),
            touches: Touches::default(),
            islands: Islands::new(),
            margin: V::Scalar::ZERO,
            found: Vec::new(),
            contacts: Contacts::new(),
            slop: V::Scalar::ZERO,
            inner_edges: false,
            on_ground: None,
            is_stepped: false,
            threads: Threads::default(),
        }
    }

    /// The scene without bodies whose [`contacts`](Self::contacts) are those of all pairs no
    /// further apart than the margin.
    pub fn with_margin(margin: V::Scalar) -> Result<Self, Error> {
        Ok(Self { margin: check::size("Scene", "margin", None, margin)?, ..Self::new() })
    }

    /// The scene whose contacts stay those of an earlier frame while the two bodies have moved by no
    /// more than a slop since, as one sees the other: their points follow the faces that they are
    /// on, as [`Query::reusing`](crate::Query::reusing) has it. What rests, as a solver has it rest,
    /// then costs no search. A solver's own slop, the depth that it lets bodies sink in, is a good
    /// one: 0.005 for bodies of size 1. Without this, and for what is negative or no number, each
    /// contact is worked out.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
    /// let up = |y| Pose::from_translation(DVec3::Y * y);
    /// let mut scene = Scene::with_margin(0.02)?.reusing(0.005);
    /// let cube = Body::new(Cuboid::new(DVec3::splat(0.5))?);
    /// scene.add(cube.clone().with_kind(BodyKind::Static), up(0.0)?);
    /// let resting = scene.add(cube, up(1.0)?);
    /// for frame in 0..5 {
    ///     scene.set_pose(resting, up(1.0 - 1e-4 * f64::from(frame))?)?;
    ///     let [touch] = scene.contacts() else { panic!("one stands on the other") };
    ///     assert_eq!(touch.points().len(), 4);
    ///     assert!((touch.points()[0].distance + 1e-4 * f64::from(frame)).abs() < 1e-12);
    /// }
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn reusing(self, slop: V::Scalar) -> Self {
        Self { slop: slop.max(V::Scalar::ZERO), ..self }
    }

    /// The scene in which each facet of a mesh is touched by itself, as if there were no other.
    /// Without this, the surface of a mesh is touched as a whole, as
    /// [`ContactSearch::ignoring_inner_edges`](crate::ContactSearch::ignoring_inner_edges) has it.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Scene}, shape::Ball};
    /// // A floor of two segments, and a ball that has sunk in a little before their common corner.
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
    /// let floor = Body::from_segments(&corners, &[[0, 1], [1, 2]])?.with_kind(BodyKind::Static);
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let touched = |mut scene: Scene<DVec2>| {
    ///     scene.add(floor.clone(), Pose::IDENTITY);
    ///     scene.add(ball.clone(), Pose::from_translation(DVec2::new(0.9, 0.45))?);
    ///     Ok::<_, osculate::Error>(scene.contacts().len())
    /// };
    /// assert_eq!(touched(Scene::new())?, 1);
    /// assert_eq!(touched(Scene::new().with_inner_edges())?, 2);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn with_inner_edges(self) -> Self {
        Self { inner_edges: true, ..self }
    }

    /// The scene whose contacts pass over the edges between bodies too: where static or kinematic
    /// bodies stand side by side, as the tiles of a floor, what slides or rolls over them has the
    /// contacts that it would have with one body. A body that does not reach above the plane of a
    /// neighbour's contact is touched along that contact's normal, or not at all.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
    /// let mut scene = Scene::<DVec2>::with_margin(0.01)?.ignoring_inner_edges();
    /// let tile = Body::new(Cuboid::new(DVec2::splat(0.5))?).with_kind(BodyKind::Static);
    /// for x in [0.0, 1.0] {
    ///     scene.add(tile.clone(), Pose::from_translation(DVec2::new(x, -0.5))?);
    /// }
    /// // A box that has sunk in a little comes from the first tile to the second.
    /// let box_ = Body::new(Cuboid::new(DVec2::splat(0.2))?);
    /// scene.add(box_, Pose::from_translation(DVec2::new(0.301, 0.198))?);
    /// assert!(scene.contacts().iter().all(|touch| touch.contact.normal == DVec2::Y));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn ignoring_inner_edges(self) -> Self {
        Self { on_ground: Some(Vec::new()), ..self }
    }

    /// The scene whose steps, contacts and pairs are the work of all threads of `rayon`, or of the
    /// pool that it runs in. The answers are the same, to the bit. Needs the feature `parallel`.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new().on_all_threads();
    /// for x in [0.0, 1.5, 9.0] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// scene.step();
    /// assert_eq!(scene.touching().len(), 1);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn on_all_threads(self) -> Self {
        Self { threads: Threads { all: true }, ..self }
    }

    /// The scene whose islands fall asleep: each when for so many frames none of its bodies was
    /// further from where it was first than the distance, with any of its points, and nothing
    /// static or kinematic that they touch was moved. A frame is a [`step`](Self::step), or a call
    /// of [`contacts`](Self::contacts) without one.
    ///
    /// Sleep is advice to a solver, which may leave what sleeps as it is. The scene's own answers
    /// are the same without it. An island wakes when one of its bodies is moved at all, when
    /// something awake comes to touch it, when what it touches is moved, taken out, or changed in
    /// its kind, its groups or whom it ignores, and by [`wake`](Self::wake). A move and `wake` wake
    /// it at once; the rest is seen in the next frame.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
    /// let up = |y| Pose::from_translation(DVec3::Y * y);
    /// let cube = Body::new(Cuboid::new(DVec3::splat(0.5))?);
    /// let mut scene = Scene::with_margin(0.01)?.with_sleep(0.001, 30)?;
    /// scene.add(cube.clone().with_kind(BodyKind::Static), up(0.0)?);
    /// let [low, high] = [1.0, 2.0].map(|y| scene.add(cube.clone(), up(y).unwrap()));
    /// let lone = scene.add(cube, up(9.0)?);
    /// for _ in 0..31 {
    ///     scene.step();
    ///     scene.contacts();
    /// }
    /// let islands: Vec<_> = scene.islands().collect();
    /// assert_eq!((islands[0].bodies, islands[1].bodies), (&[low, high][..], &[lone][..]));
    /// assert!(islands[0].is_asleep && islands[1].is_asleep);
    /// scene.set_pose(high, up(2.0001)?)?;
    /// assert!(!scene.is_asleep(low) && scene.is_asleep(lone));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn with_sleep(mut self, distance: V::Scalar, frames: u32) -> Result<Self, Error> {
        let distance = check::size("Scene", "distance", None, distance)?;
        self.islands.let_sleep(&self.bodies, distance, frames);
        Ok(self)
    }

    /// Adds a body at a pose.
    pub fn add(&mut self, body: impl Into<Member<V>>, pose: Pose<V>) -> BodyId {
        let member: Member<V> = body.into();
        let kind = member.kind();
        let id = self.bodies.add(member, pose);
        self.broad.loosen(id.slot);
        self.islands.add(id.slot, kind, pose);
        id
    }

    /// Takes a body out; `None` if it is not there.
    pub fn remove(&mut self, id: BodyId) -> Option<Member<V>> {
        let member = self.bodies.remove(id)?;
        self.broad.remove(id.slot);
        self.islands.remove(id.slot);
        Some(member)
    }

    /// Moves a body.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose<V>) -> Result<(), Error> {
        self.set_bounded(id, pose, self.bodies.bounds_at(id, pose))
    }

    /// Moves bodies; if one of them is not there, none.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let [a, b] = [0, 1].map(|_| scene.add(ball.clone(), Pose::IDENTITY));
    /// let there = Pose::from_translation(DVec2::X * 5.0)?;
    /// scene.set_poses(&[(a, Pose::IDENTITY), (b, there)])?;
    /// assert_eq!(scene.pose(b), Some(there));
    /// assert!(scene.bounds(b).is_some_and(|bounds| bounds.contains(DVec2::X * 6.0)));
    /// // One is not there: the other stays where it is.
    /// scene.remove(a);
    /// assert!(scene.set_poses(&[(b, Pose::IDENTITY), (a, there)]).is_err());
    /// assert_eq!(scene.pose(b), Some(there));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn set_poses(&mut self, poses: &[(BodyId, Pose<V>)]) -> Result<(), Error> {
        if let Some(&(id, _)) = poses.iter().find(|(id, _)| self.bodies.get(*id).is_none()) {
            return Err(id.unknown());
        }
        for some in poses.chunks(SET_AT_ONCE) {
            let bounds = self.threads.map(some, |&(id, pose)| self.bodies.bounds_at(id, pose));
            for (&(id, pose), bounds) in some.iter().zip(bounds) {
                self.set_bounded(id, pose, bounds)?;
            }
        }
        Ok(())
    }

    /// Moves a body to a pose at which it has this box, if it is there.
    fn set_bounded(
        &mut self,
        id: BodyId,
        pose: Pose<V>,
        bounds: Option<Aabb<V>>,
    ) -> Result<(), Error> {
        let bounds = bounds.ok_or_else(|| id.unknown())?;
        if self.bodies.set_pose(id, pose, bounds)? {
            self.broad.moved(id.slot, &bounds);
            if let (true, Some(placed)) = (self.islands.may_sleep(), self.bodies.get(id)) {
                self.islands.moved(id.slot, placed.member.kind(), pose, placed.span);
            }
        }
        Ok(())
    }

    /// The body of this name, if it is there.
    #[must_use]
    pub fn member(&self, id: BodyId) -> Option<&Member<V>> {
        self.bodies.get(id).map(|placed| &placed.member)
    }

    /// The pose of a body, if it is there.
    #[must_use]
    pub fn pose(&self, id: BodyId) -> Option<Pose<V>> {
        self.bodies.get(id).map(|placed| placed.pose)
    }

    /// The box around a body, if it is there; one without end is drawn in to the range of numbers.
    #[must_use]
    pub fn bounds(&self, id: BodyId) -> Option<Aabb<V>> {
        self.bodies.get(id).map(|placed| placed.bounds)
    }

    /// All bodies and their poses, in order.
    pub fn members(&self) -> impl Iterator<Item = (BodyId, &Member<V>, Pose<V>)> {
        self.bodies.all().map(|(id, placed)| (id, &placed.member, placed.pose))
    }

    /// How many bodies there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there is no body.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes the groups of a body, and those that it meets.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Groups, Scene}, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let [a, b] = [0, 1].map(|_| scene.add(ball.clone(), Pose::IDENTITY));
    /// scene.step();
    /// assert_eq!(scene.touching().len(), 1);
    /// scene.set_groups(a, Groups { memberships: 0b1, meets: 0 })?;
    /// scene.step();
    /// assert!(scene.touching().is_empty());
    /// // And what else can be changed of a body that is there.
    /// scene.set_kind(b, BodyKind::Static)?;
    /// scene.set_data(b, 7)?;
    /// let b = scene.member(b).expect("it is there");
    /// assert_eq!((b.kind(), b.data()), (BodyKind::Static, 7));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn set_groups(&mut self, id: BodyId, groups: Groups) -> Result<(), Error> {
        self.change(id, |placed| placed.member = placed.member.clone().with_groups(groups))
    }

    /// Changes how a body moves, and so which others it touches.
    pub fn set_kind(&mut self, id: BodyId, kind: BodyKind) -> Result<(), Error> {
        self.change(id, |placed| placed.member = placed.member.clone().with_kind(kind))?;
        self.bodies.count_as_moved(id.slot);
        self.broad.refit(id.slot);
        self.islands.set_kind(id.slot, kind);
        Ok(())
    }

    /// Changes the user's number of a body.
    pub fn set_data(&mut self, id: BodyId, data: u64) -> Result<(), Error> {
        let placed = self.bodies.get_mut(id).ok_or_else(|| id.unknown())?;
        placed.member = placed.member.clone().with_data(data);
        Ok(())
    }

    /// Whether two bodies ignore each other from now on, until one is removed. They are then never
    /// a pair, as if their groups did not meet.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new();
    /// let ball = Body::new(Ball::new(1.0)?);
    /// // Two links of a robot, which overlap at their joint.
    /// let [arm, hand] = [0, 1].map(|_| scene.add(ball.clone(), Pose::IDENTITY));
    /// scene.set_ignored(arm, hand, true)?;
    /// scene.step();
    /// assert!(scene.touching().is_empty());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn set_ignored(&mut self, a: BodyId, b: BodyId, ignored: bool) -> Result<(), Error> {
        self.bodies.get(b).ok_or_else(|| b.unknown())?;
        self.change(a, |_| ())?;
        if a != b {
            self.bodies.set_ignored(a.slot, b.slot, ignored);
        }
        Ok(())
    }

    /// Changes what pairs a body may be of: the next step looks for them.
    fn change(&mut self, id: BodyId, by: impl FnOnce(&mut Placed<V>)) -> Result<(), Error> {
        by(self.bodies.get_mut(id).ok_or_else(|| id.unknown())?);
        self.broad.loosen(id.slot);
        self.islands.wake(id.slot);
        Ok(())
    }

    /// Finds all pairs that touch, at the poses of now, and what is new about them.
    pub fn step(&mut self) {
        self.islands.begin_frame();
        self.find_near();
        self.near.ask(&self.bodies, self.threads);
        self.touches.renew(self.near.touching());
        self.islands.pairs_were_asked(&self.bodies, &mut self.near);
        self.is_stepped = true;
    }

    /// Takes all bodies into the trees, and finds the pairs that are near.
    pub(super) fn find_near(&mut self) {
        self.bodies.clock += 1;
        self.broad.find(&self.bodies, self.margin, self.threads, &mut self.found);
        let is_settled = |slot| self.broad.is_settled(slot);
        self.near.renew(&self.bodies, &self.found, is_settled, self.islands.parted());
        self.broad.settle();
    }

    /// The pairs that touched in the last step, each by two parts that do.
    #[must_use]
    pub fn touching(&self) -> &[TouchingParts] {
        &self.touches.now
    }

    /// Which pairs the last step found to touch that did not in the step before, and which no more.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.touches.events
    }

    /// The state as it is, whole: bodies, trees, and what is remembered. Shapes are shared with it.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<V> {
        Snapshot(self.clone())
    }

    /// Goes back to a state. The same calls then give the same answers as after it, to the bit,
    /// and the same names to new bodies. Names of bodies that were added since are void: do not
    /// keep them, as other bodies may come to have them.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new();
    /// let ball = scene.add(Body::new(Ball::new(1.0)?), Pose::IDENTITY);
    /// let before = scene.snapshot();
    /// scene.remove(ball);
    /// scene.restore(&before);
    /// assert_eq!(scene.pose(ball), Some(Pose::IDENTITY));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        self.clone_from(&snapshot.0);
    }

    /// How much there is in the scene, and how much room it takes.
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            bodies: self.bodies.len(),
            settled: self.broad.settled(),
            pairs: self.near.len(),
            memories: self.near.memories(),
            heap_bytes_of_bodies: self.bodies.heap_bytes()
                + self.broad.heap_bytes()
                + self.islands.heap_bytes(),
            heap_bytes_of_pairs: self.near.heap_bytes()
                + self.touches.heap_bytes()
                + self.contacts.heap_bytes()
                + self.found.capacity() * size_of::<(u32, u32)>(),
        }
    }
}

impl<V: Space> Default for Scene<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// How much there is in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Bodies.
    pub bodies: usize,
    /// Bodies that have stayed where they are for some steps, and cost nothing in one.
    pub settled: usize,
    /// Pairs that are near each other.
    pub pairs: usize,
    /// Pairs of parts whose last contact is remembered.
    pub memories: usize,
    /// The room that bodies and trees take, without their shapes.
    pub heap_bytes_of_bodies: usize,
    /// The room that pairs take, with what is remembered of them.
    pub heap_bytes_of_pairs: usize,
}
