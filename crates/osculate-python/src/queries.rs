//! What is asked of two shapes or bodies.

use crate::answers::{
    Approach, Bracket, Closest, Contact, Encounter, Penetration, RayHit, SignedDistance, Struck,
};
use crate::body::Thing;
use crate::given::{not_negative, pose_or_world, refused, vector, vector_or_zero};
use crate::motion::{Asked, moving};
use osculate::{At, ContactSearch, DVec3, Pose, Ray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type Placed<'s, S> = At<DVec3, &'s S>;

/// Two shapes at their poses, or two bodies.
enum Pair<'s> {
    Shapes(Placed<'s, osculate::shape::Shape<DVec3>>, Placed<'s, osculate::shape::Shape<DVec3>>),
    Bodies(Box<[osculate::Body<DVec3>; 2]>, [Pose<DVec3>; 2]),
}

impl<'s> Pair<'s> {
    // Inlined, as two poses are much to hand on.
    #[inline(always)]
    fn read(
        a: Given<'s, '_>,
        b: Given<'s, '_>,
        pose_a: Option<Given<'_, '_>>,
        pose_b: Option<Given<'_, '_>>,
    ) -> PyResult<Self> {
        let things = (Thing::read("a", a)?, Thing::read("b", b)?);
        let pose_a = pose_or_world("pose_a", pose_a)?;
        let pose_b = pose_or_world("pose_b", pose_b)?;
        Ok(match things {
            (Thing::Shape(a), Thing::Shape(b)) => {
                Self::Shapes(At::new(a, pose_a), At::new(b, pose_b))
            }
            (a, b) => Self::Bodies(Box::new([a.body(), b.body()]), [pose_a, pose_b]),
        })
    }

    /// Asks two shapes at once; two bodies, which may take long, without Python's lock.
    #[inline(always)]
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        shapes: impl FnOnce(
            &Placed<'_, osculate::shape::Shape<DVec3>>,
            &Placed<'_, osculate::shape::Shape<DVec3>>,
        ) -> T,
        bodies: impl FnOnce(&Placed<'_, osculate::Body<DVec3>>, &Placed<'_, osculate::Body<DVec3>>) -> T
        + Send,
    ) -> T {
        match self {
            Self::Shapes(a, b) => shapes(a, b),
            Self::Bodies(pair, [pose_a, pose_b]) => {
                let [a, b] = &**pair;
                py.detach(|| bodies(&a.at(*pose_a), &b.at(*pose_b)))
            }
        }
    }
}

/// Whether two shapes or bodies have a common point. Touching counts.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /))]
pub fn intersects(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
) -> PyResult<bool> {
    let pair = Pair::read(a, b, pose_a, pose_b)?;
    Ok(pair.ask(py, |a, b| osculate::intersects(a, b), |a, b| a.intersects(b)))
}

/// The distance of two shapes or bodies; zero if they intersect.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /))]
pub fn distance(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
) -> PyResult<Bracket> {
    let pair = Pair::read(a, b, pose_a, pose_b)?;
    Ok(Bracket(pair.ask(py, |a, b| osculate::distance(a, b), |a, b| a.distance(b))))
}

/// The closest points of two shapes or bodies.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /))]
pub fn closest(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
) -> PyResult<Closest> {
    let pair = Pair::read(a, b, pose_a, pose_b)?;
    Ok(pair.ask(
        py,
        |a, b| Closest { found: osculate::closest(a, b), parts: None },
        |a, b| {
            let found = a.closest(b);
            Closest { found: found.closest, parts: Some(found.parts) }
        },
    ))
}

/// The distance of two shapes or bodies; less than zero, by their depth, if they overlap. Of bodies
/// it is the least of any two parts.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /))]
pub fn signed_distance(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
) -> PyResult<SignedDistance> {
    let pair = Pair::read(a, b, pose_a, pose_b)?;
    Ok(pair.ask(
        py,
        |a, b| SignedDistance { found: osculate::signed_distance(a, b), parts: None },
        |a, b| {
            let found = a.signed_distance(b);
            SignedDistance { found: found.signed_distance, parts: Some(found.parts) }
        },
    ))
}

/// How deep two shapes overlap, and the shortest way out; None if they are apart.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /))]
pub fn penetration(
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
) -> PyResult<Option<Penetration>> {
    match Pair::read(a, b, pose_a, pose_b)? {
        Pair::Shapes(a, b) => {
            Ok(osculate::penetration(a, b).map(|found| Penetration { found, parts: None }))
        }
        Pair::Bodies(..) => Err(PyTypeError::new_err(
            "penetration is asked of two Shapes: signed_distance tells how deep parts of bodies \
             overlap",
        )),
    }
}

/// The contacts of two shapes or bodies that are no further apart than a margin. Of two shapes
/// there is one at most; of bodies one of each two parts, at most `most` of them, which are spread
/// out. `ignoring_inner_edges` takes surfaces of meshes as a whole.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, /, *, margin=0.0, most=None,
    ignoring_inner_edges=false))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub fn contacts(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
    margin: f64,
    most: Option<usize>,
    ignoring_inner_edges: bool,
) -> PyResult<Vec<Contact>> {
    let pair = Pair::read(a, b, pose_a, pose_b)?;
    let margin = not_negative("margin", margin)?;
    let mut search = ContactSearch::within(margin);
    if let Some(most) = most {
        search = search.reduced_to(most);
    }
    if ignoring_inner_edges {
        search = search.ignoring_inner_edges();
    }
    Ok(pair.ask(
        py,
        |a, b| {
            let found = osculate::contact(a, b, margin).filter(|_| most != Some(0));
            found.map(|found| Contact { found, parts: None }).into_iter().collect()
        },
        |a, b| {
            let contact = |found: osculate::PartContact<DVec3>| Contact {
                parts: Some(found.parts),
                found: found.contact,
            };
            a.contacts(b, &search).into_iter().map(contact).collect()
        },
    ))
}

/// A ray from what callers give.
pub fn ray(
    origin: Given<'_, '_>,
    direction: Given<'_, '_>,
    most: Option<f64>,
    hollow: bool,
) -> PyResult<Ray<DVec3>> {
    let (origin, direction) = (vector("origin", origin)?, vector("direction", direction)?);
    let mut ray = Ray::new(origin, direction).map_err(refused)?;
    if let Some(most) = most {
        ray = ray.up_to(most).map_err(refused)?;
    }
    Ok(if hollow { ray.hollow() } else { ray })
}

/// Where a ray first hits a shape or a body. The direction may have any length, and parameters are
/// counted in it, up to `most`. `hollow` lets a ray that starts inside hit where it leaves.
#[pyfunction]
#[pyo3(signature = (a, origin, direction, pose=None, /, *, most=None, hollow=false))]
pub fn ray_cast(
    py: Python<'_>,
    a: Given<'_, '_>,
    origin: Given<'_, '_>,
    direction: Given<'_, '_>,
    pose: Option<Given<'_, '_>>,
    most: Option<f64>,
    hollow: bool,
) -> PyResult<Struck> {
    let ray = ray(origin, direction, most, hollow)?;
    let pose = pose_or_world("pose", pose)?;
    Ok(match Thing::read("a", a)? {
        Thing::Shape(shape) => {
            Struck { found: osculate::ray_cast(&ray, At::new(shape, pose)), part: None }
        }
        Thing::Body(body) => match py.detach(|| body.at(pose).ray_first(&ray)) {
            Some(hit) => Struck { found: hit.struck, part: Some(hit.part) },
            None => Struck { found: osculate::Struck::Missed, part: None },
        },
    })
}

/// All parts of a body that a ray hits, in order. What is unknown beyond some parameter is left to
/// `ray_cast`.
#[pyfunction]
#[pyo3(signature = (a, origin, direction, pose=None, /, *, most=None, hollow=false))]
pub fn ray_cast_all(
    py: Python<'_>,
    a: Given<'_, '_>,
    origin: Given<'_, '_>,
    direction: Given<'_, '_>,
    pose: Option<Given<'_, '_>>,
    most: Option<f64>,
    hollow: bool,
) -> PyResult<Vec<RayHit>> {
    let ray = ray(origin, direction, most, hollow)?;
    let pose = pose_or_world("pose", pose)?;
    let body = Thing::read("a", a)?.body();
    let hits = py.detach(|| body.at(pose).ray_all(&ray));
    let hit = |hit: osculate::PartRayHit<DVec3>| {
        hit.struck.hit().map(|found| RayHit { found, part: Some(hit.part) })
    };
    Ok(hits.into_iter().filter_map(hit).collect())
}

/// When two shapes or bodies that move without turning first touch, in the times from 0 to 1.
#[pyfunction]
#[pyo3(signature = (a, velocity_a, b, velocity_b=None, /, *, pose_a=None, pose_b=None, start=0.0,
    until=1.0, tolerance=None, stop_at=0.0, ignoring_opening=false, most_steps=None))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub fn cast(
    py: Python<'_>,
    a: Given<'_, '_>,
    velocity_a: Given<'_, '_>,
    b: Given<'_, '_>,
    velocity_b: Option<Given<'_, '_>>,
    pose_a: Option<Given<'_, '_>>,
    pose_b: Option<Given<'_, '_>>,
    start: f64,
    until: f64,
    tolerance: Option<f64>,
    stop_at: f64,
    ignoring_opening: bool,
    most_steps: Option<u32>,
) -> PyResult<Encounter> {
    let asked = Asked { start, until, tolerance, stop_at, ignoring_opening, most_steps };
    let sweep = asked.sweep()?;
    let velocity_a = vector("velocity_a", velocity_a)?;
    let velocity_b = vector_or_zero("velocity_b", velocity_b)?;
    let found = Pair::read(a, b, pose_a, pose_b)?.ask(
        py,
        |a, b| {
            let found = sweep.cast(a, velocity_a, b, velocity_b)?;
            Ok(Encounter { found, parts: None })
        },
        |a, b| Ok(first(a.cast(velocity_a, b, velocity_b, &sweep)?)),
    );
    found.map_err(refused)
}

/// The first meeting of bodies, or a miss.
fn first(met: Option<osculate::PartImpact<DVec3>>) -> Encounter {
    match met {
        None => Encounter { found: osculate::Encounter::Missed, parts: None },
        Some(met) => Encounter { found: met.encounter, parts: Some(met.parts) },
    }
}

/// When two moving shapes or bodies first touch, in the times from 0 to 1: proved, between samples
/// too. Each moves by a Motion, a Trajectory, or rests at a Pose.
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, /, *, start=0.0, until=1.0, tolerance=None,
    stop_at=0.0, ignoring_opening=false, most_steps=None))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub fn time_of_impact(
    py: Python<'_>,
    a: Given<'_, '_>,
    motion_a: Given<'_, '_>,
    b: Given<'_, '_>,
    motion_b: Given<'_, '_>,
    start: f64,
    until: f64,
    tolerance: Option<f64>,
    stop_at: f64,
    ignoring_opening: bool,
    most_steps: Option<u32>,
) -> PyResult<Encounter> {
    let asked = Asked { start, until, tolerance, stop_at, ignoring_opening, most_steps };
    let sweep = asked.sweep()?;
    let (a, b) = (Thing::read("a", a)?, Thing::read("b", b)?);
    let [motion_a, motion_b] = [moving("motion_a", motion_a)?, moving("motion_b", motion_b)?];
    let found = match (a, b) {
        (Thing::Shape(a), Thing::Shape(b)) => py
            .detach(|| sweep.time_of_impact(a, &motion_a, b, &motion_b))
            .map(|found| Encounter { found, parts: None }),
        (a, b) => {
            let (a, b) = (a.body(), b.body());
            py.detach(|| a.time_of_impact(&motion_a, &b, &motion_b, &sweep)).map(first)
        }
    };
    found.map_err(refused)
}

/// When and how near two moving shapes or bodies pass, in the times from 0 to 1.
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, /, *, start=0.0, until=1.0, tolerance=None,
    most_steps=None))]
#[expect(clippy::too_many_arguments, reason = "they are Python's, and have names there")]
pub fn closest_approach(
    py: Python<'_>,
    a: Given<'_, '_>,
    motion_a: Given<'_, '_>,
    b: Given<'_, '_>,
    motion_b: Given<'_, '_>,
    start: f64,
    until: f64,
    tolerance: Option<f64>,
    most_steps: Option<u32>,
) -> PyResult<Approach> {
    let asked =
        Asked { start, until, tolerance, stop_at: 0.0, ignoring_opening: false, most_steps };
    let sweep = asked.sweep()?;
    let (a, b) = (Thing::read("a", a)?, Thing::read("b", b)?);
    let [motion_a, motion_b] = [moving("motion_a", motion_a)?, moving("motion_b", motion_b)?];
    let found = match (a, b) {
        (Thing::Shape(a), Thing::Shape(b)) => py
            .detach(|| sweep.closest_approach(a, &motion_a, b, &motion_b))
            .map(|found| Approach { found, parts: None }),
        (a, b) => {
            let (a, b) = (a.body(), b.body());
            py.detach(|| a.closest_approach(&motion_a, &b, &motion_b, &sweep))
                .map(|found| Approach { found: found.approach, parts: Some(found.parts) })
        }
    };
    found.map_err(refused)
}
