//! The pairs of bodies that are near each other, and what is remembered of each.
//!
//! They stand in a table in the order of places. A pair comes when the boxes of its bodies come
//! within the margin, and goes when they do not. What it remembers goes with it. A pair that is
//! near but apart has an axis and no more. One that is asked for contacts time and again has a
//! memory on the heap, and the contacts themselves, which stand until one of its bodies moves.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::bodies::{Bodies, Placed};
use super::body::{BodyId, Part};
use super::narrow::{self, parts};
use super::threads::Threads;
use crate::contact::{Contact, contact};
use crate::convex::placed::Place;
use crate::number::vector::{Real, Vector};
use crate::query::{LastAxis, Memory, Space};
use crate::shape::Shape;

/// Two parts of different bodies that touch. The body in the lower place is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TouchingParts {
    /// A part of the first body.
    pub a: Part,
    /// A part of the second.
    pub b: Part,
}

/// The contact of two parts of different bodies.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyContact<V: Vector> {
    /// A part of the first body.
    pub a: Part,
    /// A part of the second.
    pub b: Part,
    /// The contact.
    pub contact: Contact<V>,
}

/// What is remembered of two parts.
#[derive(Clone, Debug)]
struct PartMemory<V: Vector> {
    parts: [u32; 2],
    memory: Memory<V>,
    /// The last answer.
    contact: Option<Contact<V>>,
}

impl<V: Space> PartMemory<V> {
    fn new(parts: [u32; 2], one: &Shape<V>, other: &Shape<V>) -> Self {
        Self { parts, memory: Memory::new(one, other), contact: None }
    }

    fn contact(
        &mut self,
        a: &Placed<V>,
        one: &Shape<V>,
        b: &Placed<V>,
        other: &Shape<V>,
        margin: V::Scalar,
    ) -> Option<Contact<V>> {
        self.contact = self.memory.query(one.at(a.pose), other.at(b.pose)).contact(margin);
        self.contact.clone()
    }
}

/// What is remembered of a pair's contacts, in the order of parts: more than one only of compounds,
/// and then of those that are near.
type Memories<V> = Vec<PartMemory<V>>;

#[derive(Clone, Debug)]
struct Pair<V: Vector> {
    a: BodyId,
    b: BodyId,
    /// The look that asked last whether they touch; 0 is before the first.
    asked: u64,
    /// The look that asked last for contacts.
    contacted: u64,
    touching: Option<[u32; 2]>,
    /// Whether it had a contact when contacts were asked for last.
    has_contact: bool,
    /// Whether its bodies were joined when islands were found last.
    joined: bool,
    axis: LastAxis<V>,
    memories: Option<Box<Memories<V>>>,
}

impl<V: Space> Pair<V> {
    fn new(a: BodyId, b: BodyId) -> Self {
        let (touching, axis, memories) = (None, LastAxis::NONE, None);
        let (has_contact, joined) = (false, false);
        Self { a, b, asked: 0, contacted: 0, touching, has_contact, joined, axis, memories }
    }

    fn key(&self) -> (u32, u32) {
        (self.a.slot, self.b.slot)
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

    /// The contacts of all parts that are within the margin.
    fn contacts(&mut self, bodies: &Bodies<V>, margin: V::Scalar, found: &mut Vec<BodyContact<V>>) {
        if margin == V::Scalar::ZERO {
            // Yes or no costs less, and is mostly known from the step.
            self.ask(bodies);
            if self.touching.is_none() {
                return;
            }
        }
        let (Some(a), Some(b)) = (bodies.at(self.a.slot), bodies.at(self.b.slot)) else { return };
        if !a.bounds.expanded(margin).intersects(&b.bounds) {
            return;
        }
        // A new body counts as one that moved far: so the first contact of a pair is asked without
        // a memory, which costs time to make.
        let strange = a.moved_far.max(b.moved_far) > self.contacted;
        let before = core::mem::replace(&mut self.contacted, bodies.clock);
        if strange {
            self.memories = None;
        }
        let mut add = |[i, j]: [u32; 2], contact: Contact<V>| {
            let (a, b) = (Part { body: self.a, part: i }, Part { body: self.b, part: j });
            found.push(BodyContact { a, b, contact });
        };
        if let Some(memories) = &self.memories
            && !bodies.have_moved_since(before, [self.a.slot, self.b.slot])
        {
            for PartMemory { parts, contact, .. } in &**memories {
                contact.iter().for_each(|contact| add(*parts, contact.clone()));
            }
            return;
        }
        if strange {
            for (i, one) in parts(a) {
                for (j, other) in parts(b) {
                    if let Some(contact) = contact(one, other, margin) {
                        add([i, j], contact);
                    }
                }
            }
            return;
        }
        let memories = self.memories.get_or_insert_default();
        if let ([one], [other], [known]) = (a.body.parts(), b.body.parts(), &mut memories[..]) {
            if let Some(contact) = known.contact(a, one, b, other, margin) {
                add([0, 0], contact);
            }
            return;
        }
        let mut known = core::mem::take(&mut **memories).into_iter().peekable();
        for (i, one) in (0..).zip(a.body.parts()) {
            for (j, other) in (0..).zip(b.body.parts()) {
                while known.next_if(|part| part.parts < [i, j]).is_some() {}
                let part = known.next_if(|part| part.parts == [i, j]);
                let mut part = part.unwrap_or_else(|| PartMemory::new([i, j], one, other));
                if let Some(contact) = part.contact(a, one, b, other, margin) {
                    add([i, j], contact);
                    memories.push(part);
                }
            }
        }
    }
}

/// All pairs that are near, in the order of places.
#[derive(Clone, Debug)]
pub(super) struct NearPairs<V: Vector> {
    pairs: Vec<Pair<V>>,
    spare: Vec<Pair<V>>,
    /// How many bodies had been removed when the pairs were renewed.
    removals: u64,
}

impl<V: Space> NearPairs<V> {
    pub fn new() -> Self {
        Self { pairs: Vec::new(), spare: Vec::new(), removals: 0 }
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

    pub fn contacts(
        &mut self,
        bodies: &Bodies<V>,
        margin: V::Scalar,
        threads: Threads,
        found: &mut Vec<BodyContact<V>>,
    ) {
        let of_pair = |pair: &mut Pair<V>, found: &mut Vec<_>| {
            let before = found.len();
            pair.contacts(bodies, margin, found);
            pair.has_contact = found.len() > before;
        };
        threads.collect(&mut self.pairs, of_pair, found);
    }

    /// Goes through the pairs that are joined, which touch or had a contact when that was asked
    /// last, and those that were joined the last time: the places, whether they are now, and
    /// whether that has changed.
    pub fn join(&mut self, mut visit: impl FnMut([u32; 2], bool, bool)) {
        for pair in &mut self.pairs {
            let is_joined = pair.touching.is_some() || pair.has_contact;
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
        self.pairs.iter().flat_map(|pair| &pair.memories).map(|memories| memories.len()).sum()
    }

    pub fn heap_bytes(&self) -> usize {
        let memories = self.pairs.iter().flat_map(|pair| &pair.memories);
        let memory = |memories: &Memories<V>| {
            size_of::<Memories<V>>() + memories.capacity() * size_of::<PartMemory<V>>()
        };
        (self.pairs.capacity() + self.spare.capacity()) * size_of::<Pair<V>>()
            + memories.map(|memories| memory(memories)).sum::<usize>()
    }
}
