//! What a solver asks of a scene in each frame: contacts, and which bodies they join.

use super::contacts::BodyContact;
use super::events::Event;
use super::islands::Island;
use super::names::BodyId;
use super::near_pairs::Wanted;
use super::world::Scene;
use crate::number::error::Error;
use crate::query::Space;

impl<V: Space> Scene<V> {
    /// The contacts at the poses of now: of all parts of different bodies that touch, or are within
    /// the margin of the scene. They start from those of the last call, whose room is used again.
    ///
    /// Call this once a frame, after [`step`](Self::step) or without it: what is remembered is the
    /// same, and so are the contacts, to the bit. To read them again, or beside the bodies, see
    /// [`last_contacts`](Self::last_contacts).
    pub fn contacts(&mut self) -> &[BodyContact<V>] {
        self.contacts_mut()
    }

    /// The same contacts, to leave numbers with their points: see [`BodyPoint::impulses`]. Of all
    /// else in them a change may last as long as the bodies rest.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
    /// let up = |y| Pose::from_translation(DVec3::Y * y);
    /// let mut scene = Scene::with_margin(0.02)?;
    /// let cube = Body::new(Cuboid::new(DVec3::splat(0.5))?);
    /// scene.add(cube.clone().with_kind(BodyKind::Static), up(0.0)?);
    /// let falling = scene.add(cube, up(1.01)?);
    /// for frame in 0..3 {
    ///     scene.set_pose(falling, up(1.01 - 0.01 * f64::from(frame))?)?;
    ///     for touch in scene.contacts_mut() {
    ///         let normal = touch.contact.normal;
    ///         for point in touch.points_mut() {
    ///             assert_eq!(point.age, frame);
    ///             // A solver starts from the impulse of the frame before.
    ///             assert_eq!(point.impulses[0], 2.0 * f64::from(frame));
    ///             let speed = point.distance * normal.y;
    ///             assert!(speed < 0.011 && point.local_b.y == -0.5);
    ///         }
    ///     }
    ///     // It solves, and keeps what it found.
    ///     for touch in scene.last_contacts_mut() {
    ///         touch.points_mut().iter_mut().for_each(|point| point.impulses[0] += 2.0);
    ///     }
    /// }
    /// # Ok::<(), osculate::Error>(())
    /// ```
    ///
    /// [`BodyPoint::impulses`]: super::BodyPoint::impulses
    pub fn contacts_mut(&mut self) -> &mut [BodyContact<V>] {
        if !core::mem::take(&mut self.is_stepped) {
            self.islands.begin_frame();
            self.find_near();
        } else if self.broad.has_loose() {
            self.find_near();
        } else {
            // What is moved from now on has moved since these contacts.
            self.bodies.clock += 1;
        }
        let Self { bodies, margin, slop, inner_edges, threads, contacts, on_ground, .. } = self;
        let wanted =
            Wanted { margin: *margin, slop: *slop, inner_edges: *inner_edges, anew: false };
        self.near.contacts(bodies, wanted, *threads, contacts, on_ground.as_mut());
        self.islands.pairs_were_asked(&self.bodies, &mut self.near);
        &mut self.contacts.list
    }

    /// What [`contacts`](Self::contacts) found when it was called last: to be read beside the
    /// bodies.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new();
    /// for x in [0.0, 1.9] {
    ///     let pose = Pose::from_translation(DVec2::X * x)?;
    ///     scene.add(Body::new(Ball::new(1.0)?).with_data(x as u64), pose);
    /// }
    /// scene.contacts();
    /// for touch in scene.last_contacts() {
    ///     assert_eq!(scene.member(touch.b.body).expect("it is there").data(), 1);
    /// }
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn last_contacts(&self) -> &[BodyContact<V>] {
        &self.contacts.list
    }

    /// The contacts of the last call, to leave numbers with their points, as
    /// [`contacts_mut`](Self::contacts_mut) does.
    pub fn last_contacts_mut(&mut self) -> &mut [BodyContact<V>] {
        &mut self.contacts.list
    }

    /// Which pairs of bodies had a contact in the last call of [`contacts`](Self::contacts) and
    /// none in the call before, and which no more: of bodies within the margin, not of those alone
    /// that touch. In order; of bodies of several parts, once.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{Event, Scene}, shape::Ball};
    /// let mut scene = Scene::<DVec2>::with_margin(0.5)?;
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let [a, b] = [0.0, 2.4].map(|x| (Ball::new(1.0), at(x))).map(|(ball, pose)| {
    ///     scene.add(Body::new(ball.expect("a radius")), pose.expect("a place"))
    /// });
    /// scene.step();
    /// scene.contacts();
    /// assert!(scene.events().is_empty());
    /// assert_eq!(scene.contact_events(), [Event::Began { a, b }]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn contact_events(&self) -> &[Event] {
        self.contacts.events()
    }

    /// The islands of now: the dynamic bodies that are joined by contacts, in the order of the
    /// first body of each. Two bodies are joined if they touched in the last step, or had a contact
    /// when contacts were asked for last. Static and kinematic bodies join nothing, and are of no
    /// island. To read them beside the bodies, see [`last_islands`](Self::last_islands).
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
    /// let at = |x, y| Pose::from_translation(DVec2::new(x, y));
    /// let mut scene = Scene::new();
    /// let square = Body::new(Cuboid::new(DVec2::splat(0.5))?);
    /// let floor = Cuboid::new(DVec2::new(50.0, 0.5))?;
    /// scene.add(Body::new(floor).with_kind(BodyKind::Static), at(0.0, 0.0)?);
    /// for (x, y) in [(0.0, 1.0), (8.0, 1.0), (0.3, 2.0)] {
    ///     scene.add(square.clone(), at(x, y)?);
    /// }
    /// scene.step();
    /// let sizes: Vec<usize> = scene.islands().map(|island| island.bodies.len()).collect();
    /// assert_eq!(sizes, [2, 1]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn islands(&mut self) -> impl ExactSizeIterator<Item = Island<'_>> {
        self.islands.find(&self.bodies, &mut self.near);
        self.islands.all()
    }

    /// What [`islands`](Self::islands) found last: to be read beside the bodies. In a scene whose
    /// islands sleep each frame finds them.
    pub fn last_islands(&self) -> impl ExactSizeIterator<Item = Island<'_>> {
        self.islands.all()
    }

    /// Whether a body is of an island that sleeps: see [`with_sleep`](Self::with_sleep). Not if it
    /// is static or kinematic, or not there.
    #[must_use]
    pub fn is_asleep(&self, id: BodyId) -> bool {
        self.bodies.get(id).is_some() && self.islands.is_asleep(id.slot)
    }

    /// Wakes the island of a body.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::<DVec2>::new().with_sleep(0.01, 3)?;
    /// let ball = scene.add(Body::new(Ball::new(1.0)?), Pose::IDENTITY);
    /// for _ in 0..5 {
    ///     scene.step();
    /// }
    /// assert!(scene.is_asleep(ball));
    /// scene.wake(ball)?;
    /// assert!(!scene.is_asleep(ball));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn wake(&mut self, id: BodyId) -> Result<(), Error> {
        self.bodies.get(id).ok_or_else(|| id.unknown())?;
        self.islands.wake(id.slot);
        Ok(())
    }
}
