//! How a body moves, and so which others it touches.

/// How a body moves. A solver of contacts moves the dynamic ones alone, so steps and contacts look
/// at pairs of which one at least is dynamic.
///
/// All other questions see bodies of every kind: rays, regions, the nearest. Of pairs, such as
/// [`clearance`](super::Scene::clearance) and [`first_impact`](super::Scene::first_impact) ask
/// about, they leave out those of two static bodies alone.
///
/// ```
/// use osculate::{Body, DVec2, Pose, scene::{BodyKind, Scene}, shape::Cuboid};
/// let mut scene = Scene::<DVec2>::new();
/// let at = |x, y| Pose::from_translation(DVec2::new(x, y));
/// let tile = Body::new(Cuboid::new(DVec2::splat(0.5))?);
/// for x in [0.0, 1.0, 2.0] {
///     scene.add(tile.clone().with_kind(BodyKind::Static), at(x, 0.0)?);
/// }
/// let lift = scene.add(tile.clone().with_kind(BodyKind::Kinematic), at(3.0, 0.0)?);
/// let crate_ = scene.add(tile, at(2.8, 0.99)?);
/// scene.step();
/// // The crate stands on a tile and on the lift. These touch each other, and nobody asks.
/// assert_eq!(scene.touching().len(), 2);
/// assert!(scene.touching().iter().all(|touch| touch.b.body == crate_));
/// scene.set_kind(lift, BodyKind::Dynamic)?;
/// scene.step();
/// assert_eq!(scene.touching().len(), 3);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// It stays where it is: a floor, a wall, a tile. It costs nothing in a step. It may be moved
    /// all the same, now and then.
    Static,
    /// It goes where it is put, whatever it touches: a lift, a door, a hand.
    Kinematic,
    /// What it touches moves it.
    #[default]
    Dynamic,
}

impl BodyKind {
    /// Whether bodies of these kinds touch, as steps and contacts see it: one of them is dynamic.
    ///
    /// ```
    /// use osculate::scene::BodyKind;
    /// assert!(BodyKind::Dynamic.meet(BodyKind::Static));
    /// assert!(!BodyKind::Kinematic.meet(BodyKind::Static));
    /// ```
    #[must_use]
    pub fn meet(self, other: Self) -> bool {
        self == Self::Dynamic || other == Self::Dynamic
    }
}
