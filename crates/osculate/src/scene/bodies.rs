//! The bodies of a scene by their places: where each is, its box, and whom it ignores.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::kind::BodyKind::{self, Dynamic, Static};
use super::member::{Member, sure_box};
use super::names::{BodyId, Part};
use crate::body::Body;
use crate::boxes::tree::drawn_in;
use crate::convex::bounds::Aabb;
use crate::convex::placed::At;
use crate::motion::left_open;
use crate::number::error::Error;
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::Pose;
use crate::shape::Shape;

/// A body of which a corner moved further than this since the last look, as a share of its reach,
/// is a stranger: what is remembered of its pairs is of no use. Decision 0050 has the measurement.
const FAR: f64 = 0.025;

/// A body in its place.
#[derive(Clone, Debug)]
pub(super) struct Placed<V: Vector> {
    pub member: Member<V>,
    pub pose: Pose<V>,
    /// Its box, without infinite ends.
    pub bounds: Aabb<V>,
    /// The last look that finds it moved far.
    pub moved_far: u64,
    /// How far the body reaches from its own origin.
    pub span: V::Scalar,
    /// How many bodies it ignores.
    ignores: u32,
}

/// All bodies.
#[derive(Clone, Debug)]
pub(super) struct Bodies<V: Vector> {
    slots: Vec<Option<Placed<V>>>,
    /// How many bodies each place has had before. It is apart from the rest, as is what follows:
    /// answers name many bodies that nothing else is asked of.
    generations: Vec<u32>,
    /// The last look that finds the body in a place at another pose than the look before: each
    /// look asks it of all pairs.
    moved: Vec<u64>,
    free: Vec<u32>,
    count: usize,
    /// How many were ever removed.
    pub removals: u64,
    /// No body was ever further from the world's origin than this, in any coordinate, nor reached
    /// further; bodies without end do not count.
    far: V::Scalar,
    /// Pairs of places that ignore each other, each both ways round.
    ignored: BTreeSet<(u32, u32)>,
    /// How many looks at the bodies there were: steps, and calls for contacts. A body that is
    /// moved has moved at the next look. Were it not counted, it would have moved since that look
    /// too, and for ever.
    pub clock: u64,
}

impl<V: Vector> Placed<V> {
    /// The body where it is.
    pub fn body(&self) -> At<V, &Body<V>> {
        self.member.body().at(self.pose)
    }

    pub fn is_dynamic(&self) -> bool {
        self.member.kind() == Dynamic
    }
}

impl<V: Vector> Bodies<V> {
    pub fn new() -> Self {
        let (slots, generations, moved) = (Vec::new(), Vec::new(), Vec::new());
        let (free, ignored) = (Vec::new(), BTreeSet::new());
        let far = V::Scalar::ZERO;
        Self { slots, generations, moved, free, count: 0, removals: 0, far, ignored, clock: 0 }
    }

    pub fn add(&mut self, member: Member<V>, pose: Pose<V>) -> BodyId {
        let next = self.clock + 1;
        self.count += 1;
        let span = member.body().span();
        let bounds = box_of(member.body(), span, pose);
        self.reach_out(span, &pose);
        let placed = Some(Placed { member, pose, bounds, moved_far: next, span, ignores: 0 });
        let slot = self.free.pop().unwrap_or_else(|| {
            push(&mut self.slots, None);
            push(&mut self.generations, 0);
            push(&mut self.moved, next);
            (self.slots.len() - 1) as u32
        });
        self.slots[slot as usize] = placed;
        self.moved[slot as usize] = next;
        self.id(slot)
    }

    pub fn remove(&mut self, id: BodyId) -> Option<Member<V>> {
        self.get(id)?;
        let placed = self.slots[id.slot as usize].take()?;
        (self.count, self.removals) = (self.count - 1, self.removals + 1);
        if placed.ignores > 0 {
            let ignored: Vec<_> =
                self.ignored.range((id.slot, 0)..=(id.slot, u32::MAX)).copied().collect();
            for (a, b) in ignored {
                self.set_ignored(a, b, false);
            }
        }
        // A place whose names are used up stays empty.
        let generation = &mut self.generations[id.slot as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(id.slot);
        }
        Some(placed.member)
    }

    /// The number of places.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The body in a place.
    #[inline]
    pub fn at(&self, slot: u32) -> Option<&Placed<V>> {
        self.slots.get(slot as usize)?.as_ref()
    }

    /// The name of the body in a place.
    #[inline]
    pub fn id(&self, slot: u32) -> BodyId {
        let generation = self.generations.get(slot as usize).copied().unwrap_or(0);
        BodyId { slot, generation }
    }

    pub fn part(&self, slot: u32, part: u32) -> Part {
        Part { body: self.id(slot), part }
    }

    #[inline]
    pub fn get(&self, id: BodyId) -> Option<&Placed<V>> {
        if self.id(id.slot) == id { self.at(id.slot) } else { None }
    }

    pub fn get_mut(&mut self, id: BodyId) -> Option<&mut Placed<V>> {
        if self.id(id.slot) == id { self.slots.get_mut(id.slot as usize)?.as_mut() } else { None }
    }

    /// All bodies in order.
    pub fn all(&self) -> impl Iterator<Item = (BodyId, &Placed<V>)> {
        (0..).zip(&self.slots).filter_map(|(slot, at)| Some((self.id(slot), at.as_ref()?)))
    }

    /// The box that a body has at a pose, if it is there.
    pub fn bounds_at(&self, id: BodyId, pose: Pose<V>) -> Option<Aabb<V>> {
        let placed = self.get(id)?;
        let is_there = placed.pose == pose;
        let (body, span) = (placed.member.body(), placed.span);
        Some(if is_there { placed.bounds } else { box_of(body, span, pose) })
    }

    /// Moves a body to a pose at which it has this box, and says whether that changed its pose.
    pub fn set_pose(&mut self, id: BodyId, pose: Pose<V>, bounds: Aabb<V>) -> Result<bool, Error> {
        let next = self.clock + 1;
        let span = self.get(id).ok_or_else(|| id.unknown())?.span;
        self.reach_out(span, &pose);
        let placed = self.get_mut(id).ok_or_else(|| id.unknown())?;
        if placed.pose == pose {
            return Ok(false);
        }
        if is_far(&placed.pose, &pose, span) {
            placed.moved_far = next;
        }
        placed.pose = pose;
        placed.bounds = bounds;
        self.moved[id.slot as usize] = next;
        Ok(true)
    }

    /// What is known of a body's pairs is asked for anew, as if it had moved far.
    pub fn count_as_moved(&mut self, slot: u32) {
        let next = self.clock + 1;
        self.moved[slot as usize] = next;
        if let Some(placed) = &mut self.slots[slot as usize] {
            placed.moved_far = next;
        }
    }

    /// Whether a body in one of two places has moved since a look.
    #[inline]
    pub fn have_moved_since(&self, look: u64, [a, b]: [u32; 2]) -> bool {
        self.moved[a as usize].max(self.moved[b as usize]) > look
    }

    /// Whether the bodies in two places may meet: queries ask about them.
    #[inline]
    pub fn may_meet(&self, a: u32, b: u32) -> bool {
        self.are_asked(a, b, |one, other| one != Static || other != Static)
    }

    /// Whether steps and contacts ask about the bodies in two places.
    #[inline]
    pub fn may_touch(&self, a: u32, b: u32) -> bool {
        self.are_asked(a, b, BodyKind::meet)
    }

    #[inline]
    fn are_asked(&self, a: u32, b: u32, kinds: impl Fn(BodyKind, BodyKind) -> bool) -> bool {
        let (Some(at_a), Some(at_b)) = (self.at(a), self.at(b)) else { return false };
        let ignores = at_a.ignores > 0 && at_b.ignores > 0 && self.ignored.contains(&(a, b));
        kinds(at_a.member.kind(), at_b.member.kind())
            && at_a.member.groups().meet(at_b.member.groups())
            && !ignores
    }

    /// Whether two different bodies ignore each other from now on.
    pub fn set_ignored(&mut self, a: u32, b: u32, ignored: bool) {
        for (one, other) in [(a, b), (b, a)] {
            let changed = if ignored {
                self.ignored.insert((one, other))
            } else {
                self.ignored.remove(&(one, other))
            };
            let slot = self.slots.get_mut(one as usize);
            if let (true, Some(placed)) = (changed, slot.and_then(Option::as_mut)) {
                placed.ignores = if ignored { placed.ignores + 1 } else { placed.ignores - 1 };
            }
        }
    }

    /// Notes how far out a body at this pose comes.
    fn reach_out(&mut self, span: V::Scalar, pose: &Pose<V>) {
        let far = pose.translation().abs().max_element() + span;
        if far.is_finite() {
            self.far = self.far.max(far);
        }
    }

    /// How far beside the box of a body a cast may still find contact, if it starts this far from
    /// the world's origin. In sum the lengths of a pair are at most 3 √3 times `from` and `far`
    /// together.
    pub fn left_open(&self, from: V::Scalar) -> V::Scalar {
        left_open::<V::Scalar>() * (from + self.far)
    }

    pub fn heap_bytes(&self) -> usize {
        self.slots.capacity() * (size_of::<Option<Placed<V>>>() - size_of::<Shape<V>>())
            + self.generations.capacity() * size_of::<u32>()
            + self.moved.capacity() * size_of::<u64>()
            + self.free.capacity() * size_of::<u32>()
            + self.ignored.len() * size_of::<(u32, u32)>()
    }
}

/// Makes room for one more in a list whose room grows by an eighth. Lists that double would take up
/// to twice the memory that is needed.
pub(super) fn make_room<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 8);
    }
}

/// Adds to such a list.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) {
    make_room(list);
    list.push(item);
}

/// The box of a body, without infinite ends.
fn box_of<V: Vector>(of: &Body<V>, span: V::Scalar, pose: Pose<V>) -> Aabb<V> {
    let bounds = sure_box(of, span, pose);
    if bounds.is_empty() { bounds } else { drawn_in(&bounds) }
}

/// Whether a body of this reach moves far from one pose to another.
fn is_far<V: Vector>(from: &Pose<V>, to: &Pose<V>, reach: V::Scalar) -> bool {
    let way = to.translation() - from.translation();
    let (from, to) = (from.rotation().matrix(), to.rotation().matrix());
    // Its trace is the dimension less 2 − 2 cos of the angle: less the angle's square, where that
    // is small.
    let trace = (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + from.column(i).dot(to.column(i)));
    let turn_squared = V::Scalar::from_f64(V::DIM as f64) - trace;
    let square = reach * reach;
    way.length_squared() + square * turn_squared > square * V::Scalar::from_f64(FAR * FAR)
}
