//! Box3D's distances, contacts and times of impact, by its C interface.

use super::touching::{Form, Placing, Workload, turn_after};
use super::{Spatial, moving};
use crate::harness::{Query, Run, each};
use boxddd_sys::ffi::{
    b3BoxHull, b3Capsule, b3CollideCapsules, b3CollideHullAndCapsule, b3CollideHullAndSphere,
    b3CollideHulls, b3CreateHull, b3DestroyHull, b3DistanceInput, b3HullData, b3LocalManifold,
    b3LocalManifoldPoint, b3MakeBoxHull, b3Quat, b3SATCache, b3ShapeDistance, b3ShapeProxy,
    b3SimplexCache, b3Sphere, b3Sweep, b3TOIInput, b3TOIState_b3_toiStateHit,
    b3TOIState_b3_toiStateOverlapped, b3TimeOfImpact, b3Transform, b3Vec3,
};

/// Points that a manifold of its has room for here: more than it makes of two hulls.
const CAPACITY: usize = 32;

enum Body {
    Box(Box<b3BoxHull>),
    Hull(*mut b3HullData),
    Capsule(b3Capsule),
    Sphere(b3Sphere),
}

impl Body {
    fn new(form: &Form) -> Option<Self> {
        let zero = b3Vec3 { x: 0.0, y: 0.0, z: 0.0 };
        Some(match form {
            Form::Ball(radius) => Self::Sphere(b3Sphere { center: zero, radius: *radius }),
            Form::Capsule(half, radius) => Self::Capsule(b3Capsule {
                center1: b3Vec3 { y: -half, ..zero },
                center2: b3Vec3 { y: *half, ..zero },
                radius: *radius,
            }),
            // SAFETY: it takes numbers, and returns a value.
            Form::Box([x, y, z]) => Self::Box(Box::new(unsafe { b3MakeBoxHull(*x, *y, *z) })),
            Form::Hull(corners) => {
                let corners: Vec<b3Vec3> =
                    corners.iter().map(|&[x, y, z]| b3Vec3 { x, y, z }).collect();
                let count = corners.len() as i32;
                // SAFETY: the pointer and the count are those of a live list, which is copied.
                let hull = unsafe { b3CreateHull(corners.as_ptr(), count, count) };
                if hull.is_null() {
                    return None;
                }
                Self::Hull(hull)
            }
            Form::Polygon(_) => return None,
        })
    }

    fn hull(&self) -> Option<*const b3HullData> {
        match self {
            // Its data lie behind it: the pointer is one to the whole.
            Self::Box(hull) => Some((&raw const **hull).cast()),
            Self::Hull(hull) => Some(*hull),
            _ => None,
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        if let Self::Hull(hull) = self {
            // SAFETY: it is of `b3CreateHull`, and is not used again.
            unsafe { b3DestroyHull(*hull) }
        }
    }
}

fn turned(q: &b3Quat, v: b3Vec3) -> b3Vec3 {
    let cross = |a: b3Vec3, b: b3Vec3| b3Vec3 {
        x: a.y * b.z - a.z * b.y,
        y: a.z * b.x - a.x * b.z,
        z: a.x * b.y - a.y * b.x,
    };
    let t = cross(q.v, v);
    let t = b3Vec3 { x: 2.0 * t.x, y: 2.0 * t.y, z: 2.0 * t.z };
    let u = cross(q.v, t);
    b3Vec3 { x: v.x + q.s * t.x + u.x, y: v.y + q.s * t.y + u.y, z: v.z + q.s * t.z + u.z }
}

/// b's pose seen from a's.
fn relative(a: &b3Transform, b: &b3Transform) -> b3Transform {
    let (p, q) = (&a.q, &b.q);
    let back = b3Quat { v: b3Vec3 { x: -p.v.x, y: -p.v.y, z: -p.v.z }, s: p.s };
    let way = b3Vec3 { x: b.p.x - a.p.x, y: b.p.y - a.p.y, z: b.p.z - a.p.z };
    let (u, v) = (back.v, q.v);
    let turn = b3Quat {
        v: b3Vec3 {
            x: u.y * v.z - u.z * v.y + back.s * v.x + q.s * u.x,
            y: u.z * v.x - u.x * v.z + back.s * v.y + q.s * u.y,
            z: u.x * v.y - u.y * v.x + back.s * v.z + q.s * u.z,
        },
        s: back.s * q.s - (u.x * v.x + u.y * v.y + u.z * v.z),
    };
    b3Transform { p: turned(&back, way), q: turn }
}

fn pose(placing: &Placing) -> b3Transform {
    let ([x, y, z, w], [p, q, r]) = (placing.turn, placing.at);
    b3Transform { p: b3Vec3 { x: p, y: q, z: r }, q: b3Quat { v: b3Vec3 { x, y, z }, s: w } }
}

/// Cached axes and simplices stay from pose to pose, or are empty each time.
pub fn contacts(workload: &Workload, kept: bool) -> Option<Run<'_>> {
    let bodies: Vec<Body> = workload.forms.iter().map(Body::new).collect::<Option<_>>()?;
    // SAFETY: both are plain numbers, of which zeros are an empty cache.
    let empty: (b3SATCache, b3SimplexCache) = unsafe { std::mem::zeroed() };
    let mut caches = vec![empty; workload.pairs.len()];
    // SAFETY: it is plain numbers and a null pointer.
    let (manifold, point): (b3LocalManifold, b3LocalManifoldPoint) = unsafe { std::mem::zeroed() };
    let mut points = vec![point; CAPACITY];
    let poses = super::touching::all_poses(workload, pose);
    Some(super::touching::walking(poses, move |k, [p, q]| {
        let [i, j] = workload.pairs[k].forms;
        let (a, b) = (&bodies[i], &bodies[j]);
        if !kept {
            caches[k] = empty;
        }
        let (axes, simplex) = &mut caches[k];
        let mut found = b3LocalManifold { points: points.as_mut_ptr(), ..manifold };
        let (most, between) = (CAPACITY as i32, relative(p, q));
        // SAFETY: all pointers are to live values, and the list of points has the given capacity.
        unsafe {
            match (a, b) {
                (Body::Capsule(a), Body::Capsule(b)) => {
                    b3CollideCapsules(&mut found, most, a, b, between);
                }
                (_, Body::Capsule(b)) => {
                    let Some(a) = a.hull() else { return f64::NAN };
                    b3CollideHullAndCapsule(&mut found, most, a, b, between, simplex);
                }
                (_, Body::Sphere(b)) => {
                    let Some(a) = a.hull() else { return f64::NAN };
                    b3CollideHullAndSphere(&mut found, most, a, b, between, simplex);
                }
                _ => {
                    let (Some(a), Some(b)) = (a.hull(), b.hull()) else { return f64::NAN };
                    b3CollideHulls(&mut found, most, a, b, between, axes);
                }
            }
        }
        let found = &points[..found.pointCount as usize];
        let least = found.iter().map(|point| point.separation).fold(f32::INFINITY, f32::min);
        if found.is_empty() { f64::NAN } else { f64::from(least) }
    }))
}

/// Corners that a body of a distance or a time of impact may have.
const MOST_CORNERS: usize = 64;

/// Distances, from nothing. They come with the points, and are zero of hulls that overlap.
pub fn spatial(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    if query == Query::Penetration || workload.hulls.iter().any(|h| h.len() > MOST_CORNERS) {
        return None;
    }
    let corner = |&[x, y, z]: &[f32; 3]| b3Vec3 { x, y, z };
    let hulls: Vec<Vec<b3Vec3>> =
        workload.hulls.iter().map(|hull| hull.iter().map(corner).collect()).collect();
    let poses: Vec<([usize; 2], [b3Transform; 2])> = workload
        .pairs
        .iter()
        .map(|pair| {
            let [p, q] = pair.turns;
            let at = [Placing { turn: p, at: [0.0; 3] }, Placing { turn: q, at: pair.at }];
            (pair.hulls, at.each_ref().map(pose))
        })
        .collect();
    Some(each(move |k| {
        let ([i, j], [p, q]) = &poses[k];
        let [proxy_a, proxy_b] = [i, j].map(|i| proxy(&hulls[*i]));
        let transform = relative(p, q);
        let input =
            b3DistanceInput { proxyA: proxy_a, proxyB: proxy_b, transform, useRadii: false };
        // SAFETY: the input's pointers and counts are those of live lists, the cache is plain
        // numbers of which zeros are an empty one, and no simplexes are asked for.
        let distance = unsafe {
            let mut cache: b3SimplexCache = std::mem::zeroed();
            b3ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance
        };
        match query {
            Query::Intersects => f64::from(u8::from(distance == 0.0)),
            _ => distance.into(),
        }
    }))
}

fn proxy(corners: &[b3Vec3]) -> b3ShapeProxy {
    b3ShapeProxy { points: corners.as_ptr(), count: corners.len() as i32, radius: 0.0 }
}

fn corners(form: &moving::Form) -> Vec<b3Vec3> {
    match form {
        moving::Form::Box([x, y, z]) => {
            let side =
                |i: usize, bit: usize, half: f32| if i >> bit & 1 == 1 { half } else { -half };
            (0..8)
                .map(|i| b3Vec3 { x: side(i, 0, *x), y: side(i, 1, *y), z: side(i, 2, *z) })
                .collect()
        }
        moving::Form::Hull(corners) => {
            corners.iter().map(|&[x, y, z]| b3Vec3 { x, y, z }).collect()
        }
    }
}

/// The same motion as between two poses: less than half a turn.
fn sweep(body: &moving::Body) -> Option<b3Sweep> {
    let [x, y, z, w] = body.turn.map(f64::from);
    let spin = body.spin.map(f64::from);
    let angle = spin.iter().map(|x| x * x).sum::<f64>().sqrt();
    if angle >= std::f64::consts::PI {
        return None;
    }
    let share = if angle > 0.0 { (angle / 2.0).sin() / angle } else { 0.5 };
    let [p, q, r] = spin.map(|x| x * share);
    let end = turn_after([p, q, r, (angle / 2.0).cos()], [x, y, z, w]);
    let vector = |[x, y, z]: [f32; 3]| b3Vec3 { x, y, z };
    let turn = |[x, y, z, w]: [f64; 4]| {
        let [x, y, z, w] = [x, y, z, w].map(|x| x as f32);
        b3Quat { v: b3Vec3 { x, y, z }, s: w }
    };
    Some(b3Sweep {
        localCenter: vector([0.0; 3]),
        c1: vector(body.at),
        c2: vector([0, 1, 2].map(|i| body.at[i] + body.velocity[i])),
        q1: turn([x, y, z, w]),
        q2: turn(end),
    })
}

/// Times of impact, at a distance of 5 mm: of bodies of few corners that turn less than half round.
/// Between the two poses of a step it interpolates quaternions, so that its bodies turn a little
/// faster in the middle of the step than ours.
pub fn impacts(pairs: &[moving::Pair]) -> Option<Run<'_>> {
    let bodies: Vec<[(Vec<b3Vec3>, b3Sweep); 2]> = pairs
        .iter()
        .map(|pair| {
            let [a, b] = pair.0.each_ref().map(|body| (corners(&body.form), sweep(body)));
            Some([(a.0, a.1?), (b.0, b.1?)])
        })
        .collect::<Option<_>>()?;
    if bodies.iter().flatten().any(|(corners, _)| corners.len() > MOST_CORNERS) {
        return None;
    }
    Some(each(move |k| {
        let [(a, p), (b, q)] = &bodies[k];
        let (proxy_a, proxy_b) = (proxy(a), proxy(b));
        let input = b3TOIInput {
            proxyA: proxy_a,
            proxyB: proxy_b,
            sweepA: *p,
            sweepB: *q,
            maxFraction: 1.0,
        };
        // SAFETY: the input's pointers and counts are those of live lists.
        let found = unsafe { b3TimeOfImpact(&input) };
        let contact = [b3TOIState_b3_toiStateHit, b3TOIState_b3_toiStateOverlapped];
        if contact.contains(&found.state) { found.fraction.into() } else { f64::INFINITY }
    }))
}
