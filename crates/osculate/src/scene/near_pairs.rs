//! The pairs of bodies that are near each other, and what is remembered of each.
//!
//! They stand in a table in the order of places. A pair comes when the boxes of its bodies come
//! within the margin, and goes when they do not. What it remembers goes with it. A pair that is
//! near but apart has an axis and no more. One that is asked for contacts time and again has a
//! memory on the heap. Its contacts stand in the list of all until one of its bodies moves.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::bodies::{Bodies, Placed};
use super::contacts::{BodyContact, Contacts, Shown};
use super::events::TouchingParts;
use super::inner_edges::OnGround;
use super::names::{BodyId, Part};
use super::narrow::{self, lone, part_of};
use crate::body::{PartContact, PartRef, deeper};
use crate::contact::{Contact, contact};
use crate::convex::placed::{At, Place};
use crate::number::threads::Threads;
use crate::number::vector::{Real, Vector};
use crate::query::{Kept, LastAxis, Memory, Space};

/// What is remembered of two parts.
#[derive(Clone, Debug)]
struct PartMemory<V: Vector> {
    parts: [u32; 2],
    memory: Memory<V>,
    /// Whether they had a contact the last time.
    has_contact: bool,
}

impl<V: Space> PartMemory<V> {
    fn new(parts: [u32; 2], one: &At<V, PartRef<'_, V>>, other: &At<V, PartRef<'_, V>>) -> Self {
        let memory = Memory::new(one.shape(), other.shape());
        Self { parts, memory, has_contact: false }
    }

    fn contact(
        &mut self,
        one: &At<V, PartRef<'_, V>>,
        other: &At<V, PartRef<'_, V>>,
        wanted: Wanted<V::Scalar>,
    ) -> Result<Contact<V>, V> {
        let (pose_a, pose_b) = (one.pose(), other.pose());
        let query = self.memory.query(one.shape().at(pose_a), other.shape().at(pose_b));
        let contact = query.reusing(wanted.slop).contact_or_way(wanted.margin);
        self.has_contact = contact.is_ok();
        contact
    }
}

/// What is remembered of a pair's contacts.
#[derive(Clone, Debug)]
struct Memories<V: Vector> {
    /// In the order of parts: more than one only of bodies of many, and then of those that touch.
    parts: Vec<PartMemory<V>>,
    /// Room for the parts that are near.
    near: Vec<[u32; 2]>,
}

impl<V: Vector> Default for Memories<V> {
    fn default() -> Self {
        Self { parts: Vec::new(), near: Vec::new() }
    }
}

#[derive(Clone, Debug)]
struct Pair<V: Vector> {
    a: BodyId,
    b: BodyId,
    /// The look that asked last whether they touch; 0 is before the first.
    asked: u64,
    /// The look that asked last for contacts.
    contacted: u64,
    touching: Option<[u32; 2]>,
    /// Where its contacts are.
    shown: Shown,
    /// Whether its contact was turned, or left out, for an inner edge of the ground.
    is_turned: bool,
    /// Whether contacts came or went when they were asked for last, turned or not.
    came_or_went: bool,
    /// Whether its bodies were joined when islands were found last.
    joined: bool,
    axis: LastAxis<V>,
    memories: Option<Box<Memories<V>>>,
}

impl<V: Space> Pair<V> {
    fn new(a: BodyId, b: BodyId) -> Self {
        let (touching, axis, memories) = (None, LastAxis::NONE, None);
        let (is_turned, came_or_went, joined) = (false, false, false);
        Self {
            a,
            b,
            asked: 0,
            contacted: 0,
            touching,
            shown: Shown::default(),
            is_turned,
            came_or_went,
            joined,
            axis,
            memories,
        }
    }

    fn key(&self) -> (u32, u32) {
        (self.a.slot, self.b.slot)
    }

    /// The dynamic body, if the other is what contacts do not move.
    fn on_ground(&self, bodies: &Bodies<V>) -> Option<u32> {
        let (a, b) = self.key();
        match [a, b].map(|slot| bodies.at(slot).is_some_and(Placed::is_dynamic)) {
            [true, false] => Some(a),
            [false, true] => Some(b),
            _ => None,
        }
    }

    /// Finds out whether the two touch, if one has moved since that was asked last.
    fn ask(&mut self, bodies: &Bodies<V>) {
        let (a, b) = self.key();
        if self.asked == 0 || bodies.have_moved_since(self.asked, [a, b]) {
            let (Some(a), Some(b)) = (bodies.at(a), bodies.at(b)) else { return };
            self.touching = narrow::touching(a, b, &mut self.axis);
        }
        self.asked = bodies.clock;
    }

    /// Adds the contacts of all parts that are within the margin to those that are found anew;
    /// those of before are at hand. If they stand, or are given again, nothing is added.
    fn contacts(
        &mut self,
        bodies: &Bodies<V>,
        wanted: Wanted<V::Scalar>,
        before: &mut [BodyContact<V>],
        found: &mut Vec<BodyContact<V>>,
    ) {
        let known = found.len();
        let had = self.shown.count > 0 || self.is_turned;
        let they_stand = self.ask_contacts(bodies, wanted, before, found);
        let fresh = (found.len() - known) as u32;
        self.came_or_went = !they_stand && had != (fresh > 0);
        self.shown.fresh = (!they_stand).then_some(fresh);
    }

    /// Says whether the contacts of before stand.
    fn ask_contacts(
        &mut self,
        bodies: &Bodies<V>,
        wanted: Wanted<V::Scalar>,
        before: &mut [BodyContact<V>],
        found: &mut Vec<BodyContact<V>>,
    ) -> bool {
        let margin = wanted.margin;
        if margin == V::Scalar::ZERO {
            // Yes or no costs less, and is mostly known from the step.
            self.ask(bodies);
            if self.touching.is_none() {
                return false;
            }
        }
        let (Some(a), Some(b)) = (bodies.at(self.a.slot), bodies.at(self.b.slot)) else {
            return false;
        };
        if !a.bounds.expanded(margin).intersects(&b.bounds) {
            return false;
        }
        // A new body counts as one that moved far: so the first contact of a pair is asked without
        // a memory, which costs time to make.
        let strange = a.moved_far.max(b.moved_far) > self.contacted;
        let last = core::mem::replace(&mut self.contacted, bodies.clock);
        if strange {
            self.memories = None;
        }
        let have_moved = bodies.have_moved_since(last, [self.a.slot, self.b.slot]);
        let is_known = self.memories.is_some() || before.is_empty();
        if is_known && !(strange || have_moved || wanted.anew) {
            return true;
        }
        if let [known] = before
            && wanted.slop > V::Scalar::ZERO
            && !(strange || wanted.anew)
            && known.give_again([a, b], margin, wanted.slop)
        {
            return true;
        }
        self.is_turned = false;
        // Most pairs that are near are further apart than the margin, and along the same axis.
        if let (true, Some(one), Some(other)) = (before.is_empty(), lone(a), lone(b))
            && self.axis.is_beyond(&one, &other, margin)
        {
            return false;
        }
        let mut add = Adding {
            ids: [self.a, self.b],
            at: [a, b],
            before,
            found,
            wanted,
            none: true,
            left_out: None,
        };
        if let Some(inside) = a.body().inside_contact(&b.body()) {
            // As long as neither moves, this is kept.
            self.memories.get_or_insert_default().parts.clear();
            add.add(inside, None);
            return false;
        }
        let are_lone = lone(a).is_some() && lone(b).is_some();
        let list_near = |near: &mut Vec<[u32; 2]>| {
            if are_lone {
                near.clear();
                near.push([0, 0]);
            } else {
                a.body().near_parts(&b.body(), margin, usize::MAX, near);
            }
        };
        if strange {
            let mut near = Vec::new();
            list_near(&mut near);
            for [i, j] in near {
                let (Some(one), Some(other)) = (part_of(a, i), part_of(b, j)) else { continue };
                if let Some(contact) = contact(one, other, margin) {
                    add.add_seen([i, j], contact, None);
                }
            }
            add.finish();
            return false;
        }
        let memories = self.memories.get_or_insert_default();
        let Memories { parts: memories, near } = &mut **memories;
        list_near(near);
        memories.iter_mut().for_each(|known| known.has_contact = false);
        for &mut parts @ [i, j] in near {
            let (Some(one), Some(other)) = (part_of(a, i), part_of(b, j)) else { continue };
            let place = memories.binary_search_by_key(&parts, |known| known.parts);
            let mut new = None;
            let part = match place {
                Ok(at) => &mut memories[at],
                Err(_) => new.insert(PartMemory::new(parts, &one, &other)),
            };
            let contact = match part.contact(&one, &other, wanted) {
                Ok(contact) => contact,
                Err(way) => {
                    self.axis = LastAxis::of(-way);
                    continue;
                }
            };
            let may_be_given = are_lone && wanted.slop > V::Scalar::ZERO;
            add.add_seen(parts, contact, may_be_given.then(|| part.memory.kept()));
            if let (Err(at), Some(new)) = (place, new) {
                memories.insert(at, new);
            }
        }
        add.finish();
        memories.retain(|part| part.has_contact);
        false
    }
}

/// Contacts of a pair, as they are found.
struct Adding<'s, V: Space> {
    ids: [BodyId; 2],
    at: [&'s Placed<V>; 2],
    before: &'s [BodyContact<V>],
    found: &'s mut Vec<BodyContact<V>>,
    wanted: Wanted<V::Scalar>,
    /// Whether none was added.
    none: bool,
    /// The deepest of those that an inner edge explains.
    left_out: Option<PartContact<V>>,
}

impl<V: Space> Adding<'_, V> {
    /// Adds a contact, and what it may be given again from.
    fn add(&mut self, PartContact { parts, contact }: PartContact<V>, kept: Option<&Kept<V>>) {
        let [a, b] = self.ids;
        let parts = [Part { body: a, part: parts[0] }, Part { body: b, part: parts[1] }];
        let contact = BodyContact::new(parts, contact, self.at, self.before);
        self.found.push(if let Some(kept) = kept { contact.keeping(kept) } else { contact });
        self.none = false;
    }

    /// Adds the contact of two parts, as the surfaces around them have it.
    fn add_seen(&mut self, parts: [u32; 2], contact: Contact<V>, kept: Option<&Kept<V>>) {
        let touch = PartContact { parts, contact };
        let [a, b] = self.at.map(Placed::body);
        if self.wanted.inner_edges || !(a.shape().has_facets() || b.shape().has_facets()) {
            return self.add(touch, kept);
        }
        match a.past_inner_edges(&b, touch.clone(), self.wanted.margin) {
            // It may have been turned.
            Some(touch) => self.add(touch, None),
            None => self.left_out = deeper(self.left_out.take(), touch),
        }
    }

    /// Bodies that have a contact keep one.
    fn finish(mut self) {
        if let (true, Some(touch)) = (self.none, self.left_out.take()) {
            self.add(touch, None);
        }
    }
}

/// What is wanted of contacts.
#[derive(Clone, Copy)]
pub(super) struct Wanted<S> {
    pub margin: S,
    /// How far bodies may have moved for a contact to be given again.
    pub slop: S,
    /// Whether facets are touched one by one, in the edges inside their surface too.
    pub inner_edges: bool,
    /// Whether no contact stands or is given again.
    pub anew: bool,
}

/// All pairs that are near, in the order of places.
#[derive(Clone, Debug)]
pub(super) struct NearPairs<V: Vector> {
    pairs: Vec<Pair<V>>,
    spare: Vec<Pair<V>>,
    /// How many bodies had been removed when the pairs were renewed.
    removals: u64,
    /// The look that asked last for contacts.
    contacted: u64,
    /// The places of bodies of pairs that had contacts then, and went.
    gone: Vec<u32>,
}

impl<V: Space> NearPairs<V> {
    pub fn new() -> Self {
        let (pairs, spare, gone) = (Vec::new(), Vec::new(), Vec::new());
        Self { pairs, spare, removals: 0, contacted: 0, gone }
    }

    /// Takes the pairs that were found, in order, and keeps those of bodies that are both settled,
    /// which nobody looked for. All others go: the places of those that were joined are listed.
    pub fn renew(
        &mut self,
        bodies: &Bodies<V>,
        found: &[(u32, u32)],
        is_settled: impl Fn(u32) -> bool,
        mut parted: Option<&mut Vec<u32>>,
    ) {
        let mut found = found.iter().copied().peekable();
        let mut renewed = core::mem::take(&mut self.spare);
        renewed.clear();
        let add = |renewed: &mut Vec<Pair<V>>, (a, b): (u32, u32)| {
            renewed.push(Pair::new(bodies.id(a), bodies.id(b)));
        };
        let all_stayed = core::mem::replace(&mut self.removals, bodies.removals) == bodies.removals;
        for pair in self.pairs.drain(..) {
            while let Some(new) = found.next_if(|new| *new < pair.key()) {
                add(&mut renewed, new);
            }
            let is_found = found.next_if(|new| *new == pair.key()).is_some();
            let is_there = |id| bodies.get(id).is_some();
            let is_same = all_stayed || (is_there(pair.a) && is_there(pair.b));
            let (a, b) = pair.key();
            if is_same && (is_found || (is_settled(a) && is_settled(b))) {
                renewed.push(pair);
                continue;
            }
            if pair.shown.count > 0 {
                self.gone.extend([a, b]);
            }
            if let (true, Some(parted)) = (pair.joined, &mut parted) {
                parted.extend([a, b]);
            }
            if is_found {
                add(&mut renewed, (a, b));
            }
        }
        found.for_each(|new| add(&mut renewed, new));
        self.spare = core::mem::replace(&mut self.pairs, renewed);
    }

    /// Finds out which pairs touch.
    pub fn ask(&mut self, bodies: &Bodies<V>, threads: Threads) {
        threads.for_each(&mut self.pairs, |pair| pair.ask(bodies));
    }

    pub fn touching(&self) -> impl Iterator<Item = TouchingParts> {
        self.pairs.iter().filter_map(|pair| {
            let [a, b] = pair.touching?;
            Some(TouchingParts {
                a: Part { body: pair.a, part: a },
                b: Part { body: pair.b, part: b },
            })
        })
    }

    /// Finds the contacts of all pairs.
    pub fn contacts(
        &mut self,
        bodies: &Bodies<V>,
        wanted: Wanted<V::Scalar>,
        threads: Threads,
        contacts: &mut Contacts<V>,
        on_ground: Option<&mut Vec<OnGround<V>>>,
    ) {
        let Contacts { list, fresh, .. } = contacts;
        let of_pair = |pair: &mut Pair<V>, before: &mut [_], found: &mut Vec<_>| {
            pair.contacts(bodies, wanted, before, found);
        };
        threads.collect_beside(&mut self.pairs, list, |pair| pair.shown.range(), of_pair, fresh);
        if let Some(on_ground) = on_ground {
            self.ask_beside_new_ground(bodies, wanted, contacts);
            self.pass_inner_edges(bodies, wanted.margin, contacts, on_ground);
        }
        self.gone.clear();
        self.contacted = bodies.clock;
        contacts.renew(&mut self.pairs, |pair| &mut pair.shown);
    }

    /// Asks anew for the contacts that stand or are given again of bodies whose ground is not what it
    /// was: a neighbour came, went or moved, for which a contact may have been turned, or may have
    /// to be.
    fn ask_beside_new_ground(
        &mut self,
        bodies: &Bodies<V>,
        wanted: Wanted<V::Scalar>,
        contacts: &mut Contacts<V>,
    ) {
        let mut movers = core::mem::take(&mut self.gone);
        for pair in &self.pairs {
            let Some(fresh) = pair.shown.fresh else { continue };
            let Some(mover) = pair.on_ground(bodies) else { continue };
            // Of a body that rests, contacts are asked for anew where the ground has moved; of one
            // that moves they were, unless they may be given again.
            let may_stand = wanted.slop > V::Scalar::ZERO
                || !bodies.have_moved_since(self.contacted, [mover; 2]);
            let has_moved_ground = fresh > 0 && may_stand;
            if pair.came_or_went || has_moved_ground {
                movers.push(mover);
            }
        }
        movers.sort_unstable();
        let is_stale = |pair: &Pair<V>| {
            let has_any = pair.shown.count > 0 || pair.is_turned;
            let stands = pair.shown.fresh.is_none() && has_any;
            let mover = if stands { pair.on_ground(bodies) } else { None };
            mover.is_some_and(|mover| movers.binary_search(&mover).is_ok())
        };
        if !movers.is_empty() && self.pairs.iter().any(is_stale) {
            let wanted = Wanted { anew: true, ..wanted };
            let Contacts { list, fresh, .. } = contacts;
            let mut known = core::mem::take(fresh).into_iter();
            for pair in &mut self.pairs {
                if let Some(count) = pair.shown.fresh {
                    fresh.extend(known.by_ref().take(count as usize));
                } else if is_stale(pair) {
                    let before = &mut list[pair.shown.range()];
                    pair.contacts(bodies, wanted, before, fresh);
                }
            }
        }
        self.gone = movers;
    }

    /// Finds contacts again that an inner edge of the ground alone explains, or leaves them out. The
    /// list has room that is used again.
    fn pass_inner_edges(
        &mut self,
        bodies: &Bodies<V>,
        margin: V::Scalar,
        contacts: &mut Contacts<V>,
        on_ground: &mut Vec<OnGround<V>>,
    ) {
        let Contacts { list, fresh, .. } = contacts;
        on_ground.clear();
        let mut next = 0;
        for (k, pair) in (0..).zip(&self.pairs) {
            match pair.shown.fresh {
                Some(count) => {
                    let anew = (next..).zip(&fresh[next as usize..(next + count) as usize]);
                    let anew = anew.map(|(i, contact)| (contact, Some([k, i])));
                    on_ground.extend(anew.filter_map(|(c, at)| OnGround::new(bodies, c, at)));
                    next += count;
                }
                None => {
                    let kept = list[pair.shown.range()].iter();
                    on_ground.extend(kept.filter_map(|c| OnGround::new(bodies, c, None)));
                }
            }
        }
        on_ground.sort_unstable_by_key(OnGround::key);
        let mut left_out = Vec::new();
        for group in on_ground.chunk_by(OnGround::has_mover_of) {
            for own in group.iter().filter(|_| group.len() > 1) {
                let Some([k, i]) = own.fresh else { continue };
                let Some(normal) = own.explained(bodies, group) else { continue };
                self.pairs[k as usize].is_turned = true;
                let known = &mut fresh[i as usize];
                let at = [known.a, known.b].map(|part| bodies.get(part.body));
                let (Some(contact), [Some(a), Some(b)]) =
                    (own.along(bodies, normal, margin, known), at)
                else {
                    left_out.push([i, k]);
                    continue;
                };
                let before = &list[self.pairs[k as usize].shown.range()];
                *known = BodyContact::new([known.a, known.b], contact, [a, b], before);
            }
        }
        left_out.sort_unstable();
        for [i, k] in left_out.into_iter().rev() {
            fresh.remove(i as usize);
            if let Some(count) = &mut self.pairs[k as usize].shown.fresh {
                *count -= 1;
            }
        }
    }

    /// Goes through the pairs that are joined, which touch or had a contact when that was asked
    /// last, and those that were joined the last time: the places, whether they are now, and
    /// whether that has changed.
    pub fn join(&mut self, mut visit: impl FnMut([u32; 2], bool, bool)) {
        for pair in &mut self.pairs {
            let is_joined = pair.touching.is_some() || pair.shown.count > 0;
            let has_changed = core::mem::replace(&mut pair.joined, is_joined) != is_joined;
            if is_joined || has_changed {
                visit([pair.a.slot, pair.b.slot], is_joined, has_changed);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// How many pairs of parts have a memory.
    pub fn memories(&self) -> usize {
        self.pairs.iter().flat_map(|pair| &pair.memories).map(|memories| memories.parts.len()).sum()
    }

    pub fn heap_bytes(&self) -> usize {
        let memories = self.pairs.iter().flat_map(|pair| &pair.memories);
        let memory = |memories: &Memories<V>| {
            size_of::<Memories<V>>()
                + memories.parts.capacity() * size_of::<PartMemory<V>>()
                + memories.near.capacity() * size_of::<[u32; 2]>()
        };
        (self.pairs.capacity() + self.spare.capacity()) * size_of::<Pair<V>>()
            + self.gone.capacity() * size_of::<u32>()
            + memories.map(|memories| memory(memories)).sum::<usize>()
    }
}
