//! Which pairs began to touch, and which ended.

use alloc::vec::Vec;

use super::names::{BodyId, Part};

/// Two parts of different bodies that touch. The body in the lower place is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TouchingParts {
    /// A part of the first body.
    pub a: Part,
    /// A part of the second.
    pub b: Part,
}

/// What a step found to be other than the step before; or a call for contacts, to be other than the
/// call before. Then to touch is to have a contact, which bodies within the margin have too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// Two bodies touch that did not.
    Began {
        /// The body in the lower place.
        a: BodyId,
        /// The other.
        b: BodyId,
    },
    /// Two bodies touch no more; or one of them was removed, or they may no longer meet.
    Ended {
        /// The body in the lower place.
        a: BodyId,
        /// The other.
        b: BodyId,
    },
}

/// The pairs that touch, and what is new about them; both in the order of places.
#[derive(Clone, Debug, Default)]
pub(super) struct Touches {
    pub now: Vec<TouchingParts>,
    pub events: Vec<Event>,
    before: Vec<TouchingParts>,
}

impl Touches {
    /// These touch now, in order.
    pub fn renew(&mut self, now: impl Iterator<Item = TouchingParts>) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
        self.now.extend(now);
        self.events.clear();
        let bodies = |pair: &TouchingParts| (pair.a.body, pair.b.body);
        let mut before = self.before.iter().map(bodies).peekable();
        for now in self.now.iter().map(bodies) {
            while let Some((a, b)) = before.next_if(|pair| *pair < now) {
                self.events.push(Event::Ended { a, b });
            }
            if before.next_if_eq(&now).is_none() {
                let (a, b) = now;
                self.events.push(Event::Began { a, b });
            }
        }
        self.events.extend(before.map(|(a, b)| Event::Ended { a, b }));
    }

    /// The same touch as before.
    pub fn nothing_is_new(&mut self) {
        self.events.clear();
    }

    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        (self.now.capacity() + self.before.capacity()) * size_of::<TouchingParts>()
            + self.events.capacity() * size_of::<Event>()
    }
}
