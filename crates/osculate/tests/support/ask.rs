//! The library's queries, of shapes whose kind is known only when the program runs. The library
//! has compiled these, once for each space, so that a test does not compile them again. Of types
//! that are known they are compiled anew for each pair. To the bit both answer alike
//! (`a_static_type_answers_as_one_that_is_erased`, in `shape.rs`).

use osculate::{
    Approach, Bracket, Closest, Contact, Convex, Encounter, Error, Motion, Moves, Penetration,
    Query, Ray, SignedDistance, Struck, Sweep,
};

#[inline(never)]
pub fn intersects<V: osculate::Space>(a: &dyn Convex<V>, b: &dyn Convex<V>) -> bool {
    osculate::intersects(a, b)
}

#[inline(never)]
pub fn distance<V: osculate::Space>(a: &dyn Convex<V>, b: &dyn Convex<V>) -> Bracket<V::Scalar> {
    osculate::distance(a, b)
}

#[inline(never)]
pub fn distance_within<V: osculate::Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    most: V::Scalar,
) -> Option<Bracket<V::Scalar>> {
    Query::new(a, b).distance_within(most)
}

#[inline(never)]
pub fn closest<V: osculate::Space>(a: &dyn Convex<V>, b: &dyn Convex<V>) -> Closest<V> {
    osculate::closest(a, b)
}

#[inline(never)]
pub fn signed_distance<V: osculate::Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
) -> SignedDistance<V> {
    osculate::signed_distance(a, b)
}

#[inline(never)]
pub fn penetration<V: osculate::Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
) -> Option<Penetration<V>> {
    osculate::penetration(a, b)
}

#[inline(never)]
pub fn contact<V: osculate::Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    margin: V::Scalar,
) -> Option<Contact<V>> {
    osculate::contact(a, b, margin)
}

#[inline(never)]
pub fn ray_cast<V: osculate::Space>(ray: &Ray<V>, shape: &dyn Convex<V>) -> Struck<V> {
    osculate::ray_cast(ray, shape)
}

#[inline(never)]
pub fn cast<V: osculate::Space>(
    sweep: &Sweep<V::Scalar>,
    a: &dyn Convex<V>,
    velocity_a: V,
    b: &dyn Convex<V>,
    velocity_b: V,
) -> Result<Encounter<V>, Error> {
    sweep.cast(a, velocity_a, b, velocity_b)
}

#[inline(never)]
pub fn time_of_impact<V: osculate::Space>(
    sweep: &Sweep<V::Scalar>,
    a: &dyn Convex<V>,
    motion_a: &Motion<V>,
    b: &dyn Convex<V>,
    motion_b: &Motion<V>,
) -> Result<Encounter<V>, Error> {
    sweep.time_of_impact(a, motion_a, b, motion_b)
}

/// The same of motions whose kind is known only when the program runs.
#[inline(never)]
pub fn time_of_any_impact<V: osculate::Space>(
    sweep: &Sweep<V::Scalar>,
    a: &dyn Convex<V>,
    motion_a: &dyn Moves<V>,
    b: &dyn Convex<V>,
    motion_b: &dyn Moves<V>,
) -> Result<Encounter<V>, Error> {
    sweep.time_of_impact(a, motion_a, b, motion_b)
}

#[inline(never)]
pub fn closest_approach<V: osculate::Space>(
    sweep: &Sweep<V::Scalar>,
    a: &dyn Convex<V>,
    motion_a: &dyn Moves<V>,
    b: &dyn Convex<V>,
    motion_b: &dyn Moves<V>,
) -> Result<Approach<V>, Error> {
    sweep.closest_approach(a, motion_a, b, motion_b)
}

#[inline(never)]
pub fn sweep_test<V: osculate::Space>(
    a: &dyn Convex<V>,
    way: V,
    b: &dyn Convex<V>,
) -> Result<bool, Error> {
    osculate::sweep_test(a, way, b)
}

/// The library's cache.
#[derive(Clone, Copy, Debug)]
pub struct Cache<V: osculate::Space>(osculate::Cache<V>);

impl<V: osculate::Space> Cache<V> {
    pub fn new() -> Self {
        Self(osculate::Cache::new())
    }

    #[inline(never)]
    pub fn intersects(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) -> bool {
        Query::new(a, b).starting_from(&mut self.0).intersects()
    }

    #[inline(never)]
    pub fn distance(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) -> Bracket<V::Scalar> {
        Query::new(a, b).starting_from(&mut self.0).distance()
    }

    #[inline(never)]
    pub fn closest(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) -> Closest<V> {
        Query::new(a, b).starting_from(&mut self.0).closest()
    }

    #[inline(never)]
    pub fn signed_distance(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) -> SignedDistance<V> {
        Query::new(a, b).starting_from(&mut self.0).signed_distance()
    }

    #[inline(never)]
    pub fn penetration(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) -> Option<Penetration<V>> {
        Query::new(a, b).starting_from(&mut self.0).penetration()
    }
}

/// The library's tracker.
pub type Tracker<'s, V> = osculate::Tracker<V, &'s dyn Convex<V>, &'s dyn Convex<V>>;
