//! The contacts of a scene, from frame to frame: what a solver reads, and what it leaves there.
//!
//! They stand in one list, in the order of pairs. A pair whose bodies have not moved leaves its
//! contacts where they are. One that was asked anew finds each point of before by its name, and
//! takes over how old it is and what the solver left with it. As long as each pair has as many
//! contacts as before, which is so in most frames, they are written over in place.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use arrayvec::ArrayVec;

use super::bodies::Placed;
use super::events::{Event, Touches, TouchingParts};
use super::names::Part;
use crate::contact::{Contact, ContactPoint, MOST_POINTS, again};
use crate::number::vector::{Real, Vector};
use crate::query::{Kept, Space};

/// The contact of two parts of different bodies.
#[derive(Clone)]
#[non_exhaustive]
pub struct BodyContact<V: Vector> {
    /// A part of the first body.
    pub a: Part,
    /// A part of the second.
    pub b: Part,
    /// The contact, as the two parts alone have it.
    pub contact: Contact<V>,
    points: ArrayVec<BodyPoint<V>, MOST_POINTS>,
    /// What it may be given again from, if a slop is wanted and each body has one part. It lies here,
    /// where contacts are read one after the other, as fetching it from elsewhere takes longer than
    /// giving it again.
    kept: Kept<V>,
}

/// What is kept for the next frame makes no difference.
impl<V: Vector> PartialEq for BodyContact<V> {
    fn eq(&self, other: &Self) -> bool {
        let Self { a, b, contact, points, kept: _ } = self;
        (a, b, contact, points) == (&other.a, &other.b, &other.contact, &other.points)
    }
}

impl<V: Vector> core::fmt::Debug for BodyContact<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { a, b, contact, points, kept: _ } = self;
        let mut shown = f.debug_struct("BodyContact");
        shown.field("a", a).field("b", b).field("contact", contact).field("points", points).finish()
    }
}

/// A point of a contact of two bodies, which the scene knows again from frame to frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyPoint<V: Vector> {
    /// The point of a, in the world.
    pub on_a: V,
    /// The point of b, in the world: `on_b − on_a` is `distance` times the normal.
    pub on_b: V,
    /// The point of a, in the axes of its body.
    pub local_a: V,
    /// The point of b, in the axes of its body.
    pub local_b: V,
    /// How far apart the shapes are here; negative where they overlap.
    pub distance: V::Scalar,
    /// A number that stays as long as the features that the point lies on. No other point of the
    /// contact has it.
    pub id: u64,
    /// In how many frames before this one the point was there: 0 if it is new. A frame is a call of
    /// [`Scene::contacts`](super::Scene::contacts).
    pub age: u32,
    /// Four numbers of yours, 0 at first, which the scene keeps with the point: such as the
    /// impulses along the normal and across it, from which a solver starts.
    pub impulses: [V::Scalar; 4],
}

impl<V: Vector> BodyContact<V> {
    /// A contact of parts of two bodies, with what is known of its points from before.
    pub(super) fn new(
        [a, b]: [Part; 2],
        contact: Contact<V>,
        [at_a, at_b]: [&Placed<V>; 2],
        before: &[Self],
    ) -> Self {
        let known = before.iter().find(|known| (known.a, known.b) == (a, b));
        let known = known.map_or(&[][..], |known| &known.points);
        let mut points: ArrayVec<BodyPoint<V>, MOST_POINTS> = ArrayVec::new();
        for point in contact.points() {
            let mut id = id_of(point);
            while points.iter().any(|other| other.id == id) {
                id = id.wrapping_add(1);
            }
            let before = known.iter().find(|known| known.id == id);
            points.push(BodyPoint {
                on_a: point.on_a,
                on_b: point.on_b,
                local_a: at_a.pose.inverse_apply(point.on_a),
                local_b: at_b.pose.inverse_apply(point.on_b),
                distance: point.distance,
                id,
                age: before.map_or(0, |before| before.age.saturating_add(1)),
                impulses: before.map_or([V::Scalar::ZERO; 4], |before| before.impulses),
            });
        }
        Self { a, b, contact, points, kept: Kept::nothing() }
    }

    /// The points, in the order of those of the contact.
    #[must_use]
    pub fn points(&self) -> &[BodyPoint<V>] {
        &self.points
    }

    /// The points, to leave numbers with them. They are to stay in their order.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, scene::Scene, shape::Ball};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 1.9] {
    ///     scene.add(Body::new(Ball::new(1.0)?), Pose::from_translation(DVec2::X * x)?);
    /// }
    /// scene.contacts_mut()[0].points_mut()[0].impulses[0] = 2.5;
    /// // In the next frame the point has it still.
    /// assert_eq!(scene.contacts()[0].points()[0].impulses[0], 2.5);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn points_mut(&mut self) -> &mut [BodyPoint<V>] {
        &mut self.points
    }

    /// The contact as it may be given again.
    pub(super) fn keeping(self, kept: &Kept<V>) -> Self {
        Self { kept: kept.clone(), ..self }
    }

    /// Writes over the contact with the one that is kept, if that is given again where the bodies
    /// are; whether it is.
    pub(super) fn give_again(
        &mut self,
        [at_a, at_b]: [&Placed<V>; 2],
        margin: V::Scalar,
        slop: V::Scalar,
    ) -> bool
    where
        V: Space,
    {
        let Self { contact, points, kept, .. } = self;
        let at_home = |k: usize, [local_a, local_b]: [V; 2]| {
            if let Some(point) = points.get_mut(k) {
                (point.local_a, point.local_b) = (local_a, local_b);
            }
        };
        let places = [at_a, at_b].map(|at| (at.pose.rotation().matrix(), at.pose.translation()));
        if !again(places, margin, slop, kept, contact, at_home) {
            return false;
        }
        for (point, now) in points.iter_mut().zip(contact.points()) {
            (point.on_a, point.on_b, point.distance) = (now.on_a, now.on_b, now.distance);
        }
        true
    }

    /// One frame later, all is as it was.
    fn grow_older(&mut self) {
        for point in &mut self.points {
            point.age = point.age.saturating_add(1);
        }
    }
}

/// A number for the features that a point lies on. Two pairs of features have one with a chance of
/// 2⁻⁶⁴.
fn id_of<V: Vector>(point: &ContactPoint<V>) -> u64 {
    let mut mixed = Mixed(0);
    (point.feature_a, point.feature_b).hash(&mut mixed);
    mixed.finish()
}

/// Numbers mixed to one, which is the same on all machines: the last step of SplitMix64.
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let mut z = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = z ^ (z >> 31);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Where the contacts of a pair are in the list.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    start: u32,
    pub count: u32,
    /// How many were found anew; `None` if those of before stand.
    pub fresh: Option<u32>,
}

impl Shown {
    pub fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// All contacts of a scene, and which pairs of bodies are new among them.
#[derive(Clone, Debug)]
pub(super) struct Contacts<V: Vector> {
    pub list: Vec<BodyContact<V>>,
    spare: Vec<BodyContact<V>>,
    /// What was found anew, in the order of pairs.
    pub fresh: Vec<BodyContact<V>>,
    touches: Touches,
}

impl<V: Vector> Contacts<V> {
    pub fn new() -> Self {
        let (list, spare, fresh) = (Vec::new(), Vec::new(), Vec::new());
        Self { list, spare, fresh, touches: Touches::default() }
    }

    pub fn events(&self) -> &[Event] {
        &self.touches.events
    }

    /// Takes what was found anew into the list. `shown` is where the contacts of a pair are; the
    /// pairs are in order.
    pub fn renew<P>(&mut self, pairs: &mut [P], shown: impl Fn(&mut P) -> &mut Shown) {
        let Self { list, spare, fresh, touches } = self;
        let (mut end, mut is_in_place) = (0, true);
        for pair in pairs.iter_mut() {
            let shown = shown(pair);
            let count = shown.fresh.unwrap_or(shown.count);
            // Where a pair without contacts has them makes no difference.
            is_in_place &= count == shown.count && (count == 0 || shown.start == end);
            end += count;
        }
        let mut fresh = fresh.drain(..);
        if is_in_place && end as usize == list.len() {
            for pair in pairs {
                let shown = shown(pair);
                let contacts = list[shown.range()].iter_mut();
                if shown.fresh.take().is_some() {
                    contacts.zip(&mut fresh).for_each(|(old, new)| *old = new);
                } else {
                    contacts.for_each(BodyContact::grow_older);
                }
            }
            touches.nothing_is_new();
            return;
        }
        spare.clear();
        for pair in pairs {
            let shown = shown(pair);
            let start = spare.len();
            match shown.fresh {
                Some(count) => spare.extend(fresh.by_ref().take(count as usize)),
                None => {
                    spare.extend_from_slice(&list[shown.range()]);
                    spare[start..].iter_mut().for_each(BodyContact::grow_older);
                }
            }
            let count = (spare.len() - start) as u32;
            *shown = Shown { start: start as u32, count, fresh: None };
        }
        core::mem::swap(list, spare);
        let firsts = list.chunk_by(|x, y| (x.a.body, x.b.body) == (y.a.body, y.b.body));
        touches.renew(firsts.map(|of_pair| TouchingParts { a: of_pair[0].a, b: of_pair[0].b }));
    }

    pub fn heap_bytes(&self) -> usize {
        let lists = [&self.list, &self.spare, &self.fresh].map(Vec::capacity);
        lists.into_iter().sum::<usize>() * size_of::<BodyContact<V>>() + self.touches.heap_bytes()
    }
}
