//! Which bodies are joined by contacts, and which of these islands lie still.
//!
//! An island is a set of dynamic bodies that touch, or touch others of it. Islands are found by a
//! union of the pairs that touch, in which the least place stands for its set. So they come in the
//! order of places, whatever order the pairs come in.
//!
//! Stillness is told by poses alone, as the scene knows no velocities. Each dynamic body has an
//! *anchor*, a pose that it was seen at. While no point of it is further from there than a
//! distance, it is still; else it has a new anchor, and begins to count anew. So a slow drift
//! counts as well as a jump. It also begins anew when what it touches changes. Nothing is counted
//! in a step: a body holds the frame from which it is still. An island sleeps when that is long
//! enough ago for all of its bodies, and for the static and kinematic ones that they touch. Of
//! these any move counts.

use alloc::vec::Vec;

use super::bodies::{Bodies, make_room, push};
use super::kind::BodyKind;
use super::names::BodyId;
use super::near_pairs::NearPairs;
use crate::number::vector::{Matrix, Real, Scalar, Vector};
use crate::place::Pose;
use crate::query::Space;

/// Dynamic bodies that are joined by contacts: what a solver can work on alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Island<'s> {
    /// The bodies, in order.
    pub bodies: &'s [BodyId],
    /// Whether it lies still for so long that a solver may leave it as it is. Never in a scene
    /// without [`with_sleep`](super::Scene::with_sleep).
    pub is_asleep: bool,
}

/// When an island sleeps.
#[derive(Clone, Copy, Debug)]
struct Sleep<S> {
    distance: S,
    frames: u64,
}

/// Since when a body is still.
#[derive(Clone, Copy, Debug)]
struct Still<V: Vector> {
    anchor: Pose<V>,
    /// The frame.
    since: u64,
}

/// A place in the sets that are joined.
#[derive(Clone, Copy, Debug)]
struct Joined {
    /// Another place of its set, in the end the least; `NONE` of what is not dynamic.
    to: u32,
    /// The number of its island, if it was there when islands were found.
    island: u32,
    /// The frame since which all that it touches and that is not dynamic is still.
    supported: u64,
}

const NONE: u32 = u32::MAX;
const NOWHERE: Joined = Joined { to: NONE, island: NONE, supported: 0 };

/// An island, as a part of the list of all members.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: usize,
    count: usize,
    /// The frame since which all are still.
    since: u64,
    is_asleep: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Islands<V: Vector> {
    sleep: Option<Sleep<V::Scalar>>,
    /// The places of dynamic bodies, in order.
    dynamic: Vec<u32>,
    /// By places; empty if nothing sleeps.
    stills: Vec<Still<V>>,
    /// By places; as many as there were when islands were found.
    joined: Vec<Joined>,
    islands: Vec<Range>,
    members: Vec<BodyId>,
    /// Places of bodies that touched what is no more near them.
    parted: Vec<u32>,
    frame: u64,
    /// Whether pairs were asked since islands were found.
    is_stale: bool,
}

impl<V: Space> Islands<V> {
    pub fn new() -> Self {
        Self {
            sleep: None,
            dynamic: Vec::new(),
            stills: Vec::new(),
            joined: Vec::new(),
            islands: Vec::new(),
            members: Vec::new(),
            parted: Vec::new(),
            frame: 0,
            is_stale: false,
        }
    }

    /// Islands sleep from now on.
    pub fn let_sleep(&mut self, bodies: &Bodies<V>, distance: V::Scalar, frames: u32) {
        self.sleep = Some(Sleep { distance, frames: u64::from(frames.max(1)) });
        self.stills.clear();
        for (id, placed) in bodies.all() {
            self.anchor(id.slot, placed.pose);
        }
    }

    pub fn may_sleep(&self) -> bool {
        self.sleep.is_some()
    }

    /// A body is there.
    pub fn add(&mut self, slot: u32, kind: BodyKind, pose: Pose<V>) {
        self.set_kind(slot, kind);
        if self.may_sleep() {
            self.anchor(slot, pose);
        }
    }

    /// A body that is there, or is no more, is no member of its island.
    pub fn remove(&mut self, slot: u32) {
        if let Ok(at) = self.dynamic.binary_search(&slot) {
            self.dynamic.remove(at);
        }
        if let Some(joined) = self.joined.get_mut(slot as usize) {
            *joined = NOWHERE;
        }
    }

    pub fn set_kind(&mut self, slot: u32, kind: BodyKind) {
        self.remove(slot);
        if kind == BodyKind::Dynamic {
            let at = self.dynamic.partition_point(|&other| other < slot);
            make_room(&mut self.dynamic);
            self.dynamic.insert(at, slot);
        }
    }

    fn anchor(&mut self, slot: u32, pose: Pose<V>) {
        let since = self.frame + 1;
        let still = Still { anchor: pose, since };
        while self.stills.len() <= slot as usize {
            push(&mut self.stills, still);
        }
        self.stills[slot as usize] = still;
    }

    /// A body that reaches so far has moved.
    pub fn moved(&mut self, slot: u32, kind: BodyKind, pose: Pose<V>, reach: V::Scalar) {
        let (Some(sleep), Some(still)) = (self.sleep, self.stills.get(slot as usize)) else {
            return;
        };
        let is_near = way(&still.anchor, &pose, reach) <= sleep.distance;
        if self.is_asleep(slot) {
            self.wake(slot);
        }
        if !is_near || kind != BodyKind::Dynamic {
            self.anchor(slot, pose);
        }
    }

    /// A body and all that are joined with it begin to count anew, at the next frame.
    pub fn wake(&mut self, slot: u32) {
        let Self { stills, joined, islands, members, frame, .. } = self;
        let since = *frame + 1;
        let mut begin = |slot: u32| {
            if let Some(still) = stills.get_mut(slot as usize) {
                still.since = since;
            }
        };
        begin(slot);
        let island = joined.get(slot as usize).map_or(NONE, |joined| joined.island);
        if let Some(island) = islands.get_mut(island as usize) {
            island.is_asleep = false;
            let members = &members[island.start..island.start + island.count];
            members.iter().for_each(|member| begin(member.slot));
        }
    }

    /// Whether the body in a place is of an island that sleeps.
    pub fn is_asleep(&self, slot: u32) -> bool {
        let island = self.joined.get(slot as usize).map_or(NONE, |joined| joined.island);
        self.islands.get(island as usize).is_some_and(|island| island.is_asleep)
    }

    /// A frame begins.
    pub fn begin_frame(&mut self) {
        self.frame += 1;
    }

    /// Where to list the bodies that touched what is no more near them; nowhere if nobody asks.
    pub fn parted(&mut self) -> Option<&mut Vec<u32>> {
        self.may_sleep().then_some(&mut self.parted)
    }

    /// Pairs were asked: finds the islands if some may sleep, or remembers to find them.
    pub fn pairs_were_asked(&mut self, bodies: &Bodies<V>, pairs: &mut NearPairs<V>) {
        self.is_stale = true;
        if self.may_sleep() {
            self.find(bodies, pairs);
        }
    }

    /// Finds the islands, if pairs were asked since they were found.
    pub fn find(&mut self, bodies: &Bodies<V>, pairs: &mut NearPairs<V>) {
        if !core::mem::take(&mut self.is_stale) {
            return;
        }
        let Self { dynamic, stills, joined, parted, frame, .. } = self;
        joined.resize(bodies.slots(), NOWHERE);
        for &slot in dynamic.iter() {
            joined[slot as usize] = Joined { to: slot, island: NONE, supported: 0 };
        }
        let is_dynamic = |joined: &[Joined], slot: u32| joined[slot as usize].to != NONE;
        let begin = |stills: &mut [Still<V>], slot: u32| {
            if let Some(still) = stills.get_mut(slot as usize) {
                still.since = still.since.max(*frame);
            }
        };
        let since = |stills: &[Still<V>], slot: u32| {
            stills.get(slot as usize).map_or(0, |still| still.since)
        };
        for slot in parted.drain(..).filter(|&slot| is_dynamic(joined, slot)) {
            begin(stills, slot);
        }
        pairs.join(|[a, b], is_joined, has_changed| {
            let are_dynamic = [a, b].map(|slot| is_dynamic(joined, slot));
            if has_changed {
                [a, b].into_iter().zip(are_dynamic).filter(|(_, is)| *is).for_each(|(slot, _)| {
                    begin(stills, slot);
                });
            }
            let (body, support) = match are_dynamic {
                [true, true] if is_joined => return unite(joined, a, b),
                [true, false] if is_joined => (a, b),
                [false, true] if is_joined => (b, a),
                _ => return,
            };
            let supported = &mut joined[body as usize].supported;
            *supported = (*supported).max(since(stills, support));
        });
        self.list(bodies);
    }

    /// Lists the islands, and their members, from the sets that are joined.
    fn list(&mut self, bodies: &Bodies<V>) {
        let Self { sleep, dynamic, stills, joined, islands, members, frame, .. } = self;
        islands.clear();
        for &slot in dynamic.iter() {
            let root = root(joined, slot);
            if root == slot {
                joined[slot as usize].island = islands.len() as u32;
                islands.push(Range { start: 0, count: 0, since: 0, is_asleep: false });
            }
            let Joined { island, .. } = joined[root as usize];
            joined[slot as usize].island = island;
            let still = stills.get(slot as usize).map_or(0, |still| still.since);
            let since = still.max(joined[slot as usize].supported);
            let range = &mut islands[island as usize];
            (range.count, range.since) = (range.count + 1, range.since.max(since));
        }
        let mut start = 0;
        for island in islands.iter_mut() {
            island.start = start;
            start += core::mem::take(&mut island.count);
            island.is_asleep = sleep.is_some_and(|sleep| *frame >= island.since + sleep.frames);
        }
        // All are overwritten: each has its place in the list of its island.
        members.resize(dynamic.len(), BodyId { slot: NONE, generation: 0 });
        for &slot in dynamic.iter() {
            let island = &mut islands[joined[slot as usize].island as usize];
            members[island.start + island.count] = bodies.id(slot);
            island.count += 1;
        }
    }

    /// The islands that were found.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Island<'_>> {
        self.islands.iter().map(|island| Island {
            bodies: &self.members[island.start..island.start + island.count],
            is_asleep: island.is_asleep,
        })
    }

    pub fn heap_bytes(&self) -> usize {
        (self.dynamic.capacity() + self.parted.capacity()) * size_of::<u32>()
            + self.stills.capacity() * size_of::<Still<V>>()
            + self.joined.capacity() * size_of::<Joined>()
            + self.islands.capacity() * size_of::<Range>()
            + self.members.capacity() * size_of::<BodyId>()
    }
}

/// The least place of a set.
fn root(joined: &mut [Joined], mut slot: u32) -> u32 {
    loop {
        let above = joined[slot as usize].to;
        if above == slot {
            return slot;
        }
        // Who is asked about on the way is nearer to the end next time.
        joined[slot as usize].to = joined[above as usize].to;
        slot = above;
    }
}

/// Makes two sets one.
fn unite(joined: &mut [Joined], a: u32, b: u32) {
    let (a, b) = (root(joined, a), root(joined, b));
    joined[a.max(b) as usize].to = a.min(b);
}

/// The furthest that a point of a body of this reach may go from one pose to another.
fn way<V: Vector>(from: &Pose<V>, to: &Pose<V>, reach: V::Scalar) -> V::Scalar {
    let moved = (to.translation() - from.translation()).length();
    let (from, to) = (from.rotation().matrix(), to.rotation().matrix());
    // A turn by an angle θ moves a point at a distance r by 2 sin(θ/2)·r, and the Frobenius norm of
    // the matrices' difference is √2 times 2 sin(θ/2).
    let square = (0..V::DIM)
        .fold(V::Scalar::ZERO, |sum, i| sum + (to.column(i) - from.column(i)).length_squared());
    if square == V::Scalar::ZERO {
        return moved;
    }
    moved + (square * V::Scalar::from_f64(0.5)).sqrt() * reach
}
