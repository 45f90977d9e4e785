//! The contacts of two bodies: all of them, or a few.

use alloc::vec::Vec;

use super::Body;
use super::answer::PartContact;
use super::parts::{Ask, Placed};
use crate::contact::contact;
use crate::convex::placed::At;
use crate::number::vector::{Real, Scalar, Vector};
use crate::query::Space;

/// Which contacts of two bodies are wanted: those of all parts that are no further apart than a
/// margin, unless less is asked for.
///
/// ```
/// use osculate::{Body, ContactSearch, DVec3, Pose, shape::Cuboid};
/// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
/// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
/// let crate_ = Body::new(Cuboid::new(DVec3::splat(0.25))?);
/// let at = Pose::from_translation(DVec3::new(0.5, 0.25, 0.5))?;
/// let (floor, crate_) = (floor.at(Pose::IDENTITY), crate_.at(at));
/// let all = floor.contacts(&crate_, &ContactSearch::within(0.01));
/// assert_eq!(all.len(), 2);
/// let one = floor.contacts(&crate_, &ContactSearch::within(0.01).reduced_to(1));
/// assert_eq!(one.len(), 1);
/// # Ok::<(), osculate::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct ContactSearch<S> {
    margin: S,
    most: usize,
    count: usize,
    ignores_inner_edges: bool,
}

impl<S: Scalar> ContactSearch<S> {
    /// The contacts of all parts that are no further apart than the margin. A margin that is no
    /// number reads as 0.
    pub fn within(margin: S) -> Self {
        let is_number = margin.abs() >= S::ZERO;
        let margin = if is_number { margin } else { S::ZERO };
        Self { margin, most: usize::MAX, count: usize::MAX, ignores_inner_edges: false }
    }

    /// At most so many are looked for: which ones, is chance.
    ///
    /// ```
    /// use osculate::{Body, ContactSearch, DVec2, Pose, shape::Cuboid};
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
    /// let floor = Body::from_segments(&corners, &[[0, 1], [1, 2]])?;
    /// let box_ = Body::new(Cuboid::new(DVec2::splat(0.5))?);
    /// let (floor, box_) = (floor.at(Pose::IDENTITY), box_.at(Pose::from_translation(DVec2::X)?));
    /// assert_eq!(floor.contacts(&box_, &ContactSearch::within(0.0)).len(), 2);
    /// assert_eq!(floor.contacts(&box_, &ContactSearch::within(0.0).at_most(1)).len(), 1);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Surfaces of facets are touched as a whole, without the edges inside them: what slides over a
    /// floor of triangles is touched as by one floor. A facet is touched along a normal only if none
    /// that meets it there goes further that way. Else it is touched along its own normal, or not at
    /// all; but bodies that have a contact keep one.
    ///
    /// ```
    /// use osculate::{Body, ContactSearch, DVec2, Pose, shape::Ball};
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
    /// let floor = Body::from_segments(&corners, &[[0, 1], [1, 2]])?;
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let at = Pose::from_translation(DVec2::new(0.9, 0.45))?;
    /// let (floor, ball) = (floor.at(Pose::IDENTITY), ball.at(at));
    /// // The second segment is touched in its end, which the first one goes on from.
    /// let each = ContactSearch::within(0.0);
    /// assert_eq!(floor.contacts(&ball, &each).len(), 2);
    /// let whole = floor.contacts(&ball, &each.ignoring_inner_edges());
    /// assert_eq!((whole.len(), whole[0].contact.normal), (1, DVec2::Y));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn ignoring_inner_edges(self) -> Self {
        Self { ignores_inner_edges: true, ..self }
    }

    /// Of those that are found, so many at most: first the deepest, then time and again the one
    /// that is furthest from those before.
    pub fn reduced_to(self, count: usize) -> Self {
        Self { count, ..self }
    }
}

impl<V: Space> At<V, &Body<V>> {
    /// The contacts that are wanted, in the order of their parts' numbers. If one body lies in a
    /// solid and touches none of its facets, there is one contact, which leads out the nearest way.
    /// It takes memory, as there may be many.
    ///
    /// ```
    /// use osculate::{Body, ContactSearch, DVec3, Pose, shape::Cuboid};
    /// let square = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::X + DVec3::Z];
    /// let floor = Body::from_mesh(&square, &[[0, 2, 1], [1, 2, 3]])?;
    /// let crate_ = Body::new(Cuboid::new(DVec3::splat(0.25))?);
    /// let standing = crate_.at(Pose::from_translation(DVec3::new(0.5, 0.25, 0.5))?);
    /// let contacts = floor.at(Pose::IDENTITY).contacts(&standing, &ContactSearch::within(0.01));
    /// assert_eq!(contacts.iter().map(|touch| touch.parts).collect::<Vec<_>>(), [[0, 0], [1, 0]]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn contacts(
        &self,
        other: &At<V, &Body<V>>,
        search: &ContactSearch<V::Scalar>,
    ) -> Vec<PartContact<V>> {
        let &ContactSearch { margin, most, count, ignores_inner_edges } = search;
        if most.min(count) == 0 {
            return Vec::new();
        }
        if let Some(inside) = self.inside_contact(other) {
            return alloc::vec![inside];
        }
        let mut touches = Touches { found: Vec::new(), margin, most };
        self.pairs(other).by_bound(&mut touches, &mut margin.max(V::Scalar::ZERO));
        let mut found = touches.found;
        found.sort_by_key(|touch| touch.parts);
        if ignores_inner_edges {
            found = self.without_inner_edges(other, found, margin);
        }
        if count < found.len() { well_spread(found, count) } else { found }
    }

    /// The contacts as they are with whole surfaces. One stays in any case.
    fn without_inner_edges(
        &self,
        other: &Self,
        found: Vec<PartContact<V>>,
        margin: V::Scalar,
    ) -> Vec<PartContact<V>> {
        let mut deepest = None;
        let mut kept = Vec::new();
        for touch in found {
            match self.past_inner_edges(other, touch.clone(), margin) {
                Some(touch) => kept.push(touch),
                None => deepest = deeper(deepest, touch),
            }
        }
        if kept.is_empty() { deepest.into_iter().collect() } else { kept }
    }
}

/// How far apart a contact is.
fn depth<V: Vector>(of: &PartContact<V>) -> V::Scalar {
    of.contact.signed_distance.distance.value
}

/// The deeper one; of two as deep, the first.
pub(crate) fn deeper<V: Vector>(
    known: Option<PartContact<V>>,
    new: PartContact<V>,
) -> Option<PartContact<V>> {
    match known {
        Some(known) if depth(&known) <= depth(&new) => Some(known),
        _ => Some(new),
    }
}

/// So many of these: the deepest, and those furthest from one another.
fn well_spread<V: Vector>(mut found: Vec<PartContact<V>>, count: usize) -> Vec<PartContact<V>> {
    let place = |of: &PartContact<V>| of.contact.points().first().map_or(V::ZERO, |p| p.on_a);
    // How far each is from those that are chosen; of those, less than any.
    let mut far: Vec<V::Scalar> = alloc::vec![V::Scalar::INFINITY; found.len()];
    let mut next = (0..found.len())
        .fold(0, |best, k| if depth(&found[k]) < depth(&found[best]) { k } else { best });
    for _ in 0..count {
        let chosen = place(&found[next]);
        for (far, touch) in far.iter_mut().zip(&found) {
            *far = far.min((place(touch) - chosen).length());
        }
        far[next] = -V::Scalar::INFINITY;
        next = (0..found.len()).fold(next, |best, k| if far[k] > far[best] { k } else { best });
    }
    let mut chosen = far.iter().map(|&far| far < V::Scalar::ZERO);
    found.retain(|_| chosen.next() == Some(true));
    found
}

/// All contacts.
struct Touches<V: Vector> {
    found: Vec<PartContact<V>>,
    margin: V::Scalar,
    most: usize,
}

impl<V: Space> Ask<V> for Touches<V> {
    fn ask(&mut self, parts: [u32; 2], a: &Placed<'_, V>, b: &Placed<'_, V>, most: &mut V::Scalar) {
        if self.found.len() >= self.most {
            *most = -V::Scalar::INFINITY;
        } else if let Some(contact) = contact(a, b, self.margin) {
            self.found.push(PartContact { parts, contact });
        }
    }
}
