//! FCL, Bullet, libccd and Box2D 2.4 from Debian's packages, by the C interface of
//! `debian/peers.cpp`. With the feature `debian`; without it they are reported as missing.

use super::{PlanarPair, Spatial, SpatialPair};
use crate::harness::{Query, Run, each};
use osculate::Vec3;
use osculate::shape::Polytope;
use std::ffi::c_void;

// SAFETY: as `debian/peers.cpp` declares them, in types of the same size.
unsafe extern "C" {
    fn peers_hull(
        points: *const f32,
        count: i32,
        faces: *const i32,
        length: i32,
        number: i32,
    ) -> *mut c_void;
    fn peers_free_hull(hull: *mut c_void);
    fn peers_ask(
        peer: i32,
        query: i32,
        a: *const c_void,
        b: *const c_void,
        p: *const f32,
        q: *const f32,
    ) -> f64;
    fn peers_box2d(
        query: i32,
        a: *const f32,
        m: i32,
        b: *const f32,
        n: i32,
        p: *const f32,
        q: *const f32,
    ) -> f64;
}

struct Hull(*mut c_void);

impl Hull {
    fn new(points: &[[f32; 3]]) -> Self {
        let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(*p)).collect();
        let polytope = Polytope::from_points(&points).unwrap();
        let vertices: Vec<f32> = polytope.vertices().iter().flat_map(|p| p.to_array()).collect();
        let mut faces: Vec<i32> = Vec::new();
        for face in polytope.faces().iter() {
            faces.push(face.len() as i32);
            faces.extend(face.iter().map(|i| *i as i32));
        }
        let (count, number) = (vertices.len() as i32 / 3, polytope.faces().len() as i32);
        // SAFETY: the pointers and lengths are those of live lists, which the function copies.
        Self(unsafe {
            peers_hull(vertices.as_ptr(), count, faces.as_ptr(), faces.len() as i32, number)
        })
    }
}

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `peers_hull`, and is freed once.
        unsafe { peers_free_hull(self.0) }
    }
}

fn spatial(peer: i32, workload: &Spatial, query: Query) -> Run<'static> {
    let hulls: Vec<Hull> = workload.hulls.iter().map(|points| Hull::new(points)).collect();
    let pose = |[x, y, z, w]: [f32; 4], [a, b, c]: [f32; 3]| [x, y, z, w, a, b, c];
    let pairs: Vec<_> = workload
        .pairs
        .iter()
        .map(|pair| (pair.hulls, pose(pair.turns[0], [0.0; 3]), pose(pair.turns[1], pair.at)))
        .collect();
    each(move |k| {
        let ([i, j], p, q) = &pairs[k];
        // SAFETY: the hulls are alive, and a pose is seven numbers.
        unsafe { peers_ask(peer, query as i32, hulls[*i].0, hulls[*j].0, p.as_ptr(), q.as_ptr()) }
    })
}

pub fn fcl(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    Some(spatial(0, workload, query))
}

pub fn bullet(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    Some(spatial(1, workload, query))
}

/// It has no distance.
pub fn libccd(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    matches!(query, Query::Intersects | Query::Penetration).then(|| spatial(2, workload, query))
}

/// Minkowski portal refinement, which finds a depth but not the least.
pub fn libccd_mpr(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    matches!(query, Query::Intersects | Query::Penetration).then(|| spatial(3, workload, query))
}

/// Polygons as prisms two high, as paper 003 had them: no overlap is as deep along the third axis
/// as in the plane.
fn prisms(peer: i32, pairs: &[PlanarPair], query: Query) -> Run<'static> {
    let prism = |corners: &Vec<[f32; 2]>| -> Vec<[f32; 3]> {
        [-1.0, 1.0].iter().flat_map(|z| corners.iter().map(move |[x, y]| [*x, *y, *z])).collect()
    };
    let about_z = |turn: f32| [0.0, 0.0, (0.5 * turn).sin(), (0.5 * turn).cos()];
    let workload = Spatial {
        hulls: pairs.iter().flat_map(|pair| pair.corners.iter().map(prism)).collect(),
        pairs: pairs
            .iter()
            .enumerate()
            .map(|(k, pair)| SpatialPair {
                hulls: [2 * k, 2 * k + 1],
                turns: pair.turns.map(about_z),
                at: [pair.at[0], pair.at[1], 0.0],
            })
            .collect(),
    };
    spatial(peer, &workload, query)
}

pub fn planar_fcl(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    Some(prisms(0, pairs, query))
}

pub fn planar_bullet(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    Some(prisms(1, pairs, query))
}

pub fn planar_libccd(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    matches!(query, Query::Intersects | Query::Penetration).then(|| prisms(2, pairs, query))
}

pub fn planar_libccd_mpr(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    matches!(query, Query::Intersects | Query::Penetration).then(|| prisms(3, pairs, query))
}

pub fn box2d_2(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    if query == Query::Penetration {
        return None;
    }
    let poses: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let pose = |turn: f32, [x, y]: [f32; 2]| [turn.cos(), turn.sin(), x, y];
            [pose(pair.turns[0], [0.0; 2]), pose(pair.turns[1], pair.at)]
        })
        .collect();
    Some(each(move |k| {
        let ([a, b], [p, q]) = (&pairs[k].corners, &poses[k]);
        let (m, n) = (a.len() as i32, b.len() as i32);
        let (a, b) = (a.as_flattened(), b.as_flattened());
        // SAFETY: the pointers are to as many pairs of numbers as is said, and to poses of four.
        unsafe { peers_box2d(query as i32, a.as_ptr(), m, b.as_ptr(), n, p.as_ptr(), q.as_ptr()) }
    }))
}
