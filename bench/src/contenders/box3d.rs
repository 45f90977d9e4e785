//! Box3D's contacts, by its C interface.

use super::touching::{Form, Placing, Workload};
use crate::harness::Run;
use boxddd_sys::ffi::{
    b3BoxHull, b3Capsule, b3CollideCapsules, b3CollideHullAndCapsule, b3CollideHullAndSphere,
    b3CollideHulls, b3CreateHull, b3DestroyHull, b3HullData, b3LocalManifold, b3LocalManifoldPoint,
    b3MakeBoxHull, b3Quat, b3SATCache, b3SimplexCache, b3Sphere, b3Transform, b3Vec3,
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
