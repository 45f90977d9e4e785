//! Which bodies may meet.

/// Which groups a body is in and which it meets, a bit for each of 32 groups. Two bodies meet if each
/// is in a group that the other meets.
///
/// ```
/// use osculate::scene::Groups;
/// const PLAYER: u32 = 0b01;
/// const WALL: u32 = 0b10;
/// let player = Groups { memberships: PLAYER, meets: WALL };
/// let wall = Groups { memberships: WALL, meets: PLAYER };
/// assert!(player.meet(wall) && !player.meet(player));
/// assert!(Groups::default().meet(Groups::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Groups {
    /// The groups that the body is in.
    pub memberships: u32,
    /// The groups whose bodies it meets.
    pub meets: u32,
}

impl Groups {
    /// Whether two bodies in these groups meet.
    #[must_use]
    pub fn meet(self, other: Self) -> bool {
        self.memberships & other.meets != 0 && other.memberships & self.meets != 0
    }
}

/// In the first group, and meets all.
impl Default for Groups {
    fn default() -> Self {
        Self { memberships: 1, meets: u32::MAX }
    }
}
