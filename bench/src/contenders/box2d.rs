//! Box2D 3, by its C interface. It has no boolean query: as its own overlap test does, a distance
//! near zero counts as touching. Its proxies hold eight vertices at most, and its distance of
//! overlapping shapes is zero.

use super::PlanarPair;
use super::touching::{Form, Placing, Workload, all_poses, walking};
use crate::harness::{Query, Run, each};
use boxdd_sys::ffi::{
    B2_MAX_POLYGON_VERTICES, b2CollidePolygons, b2ComputeHull, b2DistanceInput, b2MakePolygon,
    b2MakeProxy, b2Rot, b2ShapeDistance, b2ShapeProxy, b2SimplexCache, b2Transform, b2Vec2,
};

/// What Box2D's overlap test takes for touching: ten of the scalar's epsilon.
const TOUCHING: f32 = 10.0 * f32::EPSILON;

/// b's pose seen from a's.
fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let back = |x: f32, y: f32| b2Vec2 { x: a.q.c * x + a.q.s * y, y: a.q.c * y - a.q.s * x };
    let turn = back(b.q.c, b.q.s);
    b2Transform { p: back(b.p.x - a.p.x, b.p.y - a.p.y), q: b2Rot { c: turn.x, s: turn.y } }
}

pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let most = pairs.iter().flat_map(|p| &p.corners).map(Vec::len).max()?;
    if most > B2_MAX_POLYGON_VERTICES as usize || query == Query::Penetration {
        return None;
    }
    let proxy = |corners: &[[f32; 2]]| -> b2ShapeProxy {
        let points: Vec<b2Vec2> = corners.iter().map(|&[x, y]| b2Vec2 { x, y }).collect();
        // SAFETY: the pointer and the count are those of a live list, of which the function makes a
        // copy.
        unsafe { b2MakeProxy(points.as_ptr(), points.len() as i32, 0.0) }
    };
    let pose = |[x, y]: [f32; 2], turn: f32| b2Transform {
        p: b2Vec2 { x, y },
        q: b2Rot { c: turn.cos(), s: turn.sin() },
    };
    let placed: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let proxies = [proxy(&pair.corners[0]), proxy(&pair.corners[1])];
            (proxies, pose([0.0; 2], pair.turns[0]), pose(pair.at, pair.turns[1]))
        })
        .collect();
    Some(each(move |k| {
        let ([a, b], p, q) = &placed[k];
        let input =
            b2DistanceInput { proxyA: *a, proxyB: *b, transform: relative(p, q), useRadii: false };
        let mut cache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };
        // SAFETY: both pointers are to live values of the types that the function takes; no
        // simplexes are asked for.
        let output = unsafe { b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0) };
        match query {
            Query::Intersects => f64::from(u8::from(output.distance < TOUCHING)),
            _ => f64::from(output.distance),
        }
    }))
}

/// Its contacts, which have no cache.
pub fn contacts(workload: &Workload) -> Option<Run<'_>> {
    let polygon = |form: &Form| {
        let Form::Polygon(corners) = form else { return None };
        if corners.len() > B2_MAX_POLYGON_VERTICES as usize {
            return None;
        }
        let points: Vec<b2Vec2> = corners.iter().map(|&[x, y]| b2Vec2 { x, y }).collect();
        // SAFETY: the pointer and the count are those of a live list, and the hull is a live value
        // that was computed.
        unsafe {
            let hull = b2ComputeHull(points.as_ptr(), points.len() as i32);
            (hull.count as usize == points.len()).then(|| b2MakePolygon(&hull, 0.0))
        }
    };
    let polygons = workload.forms.iter().map(polygon).collect::<Option<Vec<_>>>()?;
    let pose = |placing: &Placing| b2Transform {
        p: b2Vec2 { x: placing.at[0], y: placing.at[1] },
        q: b2Rot { c: placing.turn[0].cos(), s: placing.turn[0].sin() },
    };
    let poses = all_poses(workload, pose);
    Some(walking(poses, move |k, [p, q]| {
        let [i, j] = workload.pairs[k].forms;
        // SAFETY: both polygons are live values that the library made.
        let found = unsafe { b2CollidePolygons(&polygons[i], &polygons[j], relative(p, q)) };
        let points = found.points.iter().take(found.pointCount as usize);
        points.map(|point| f64::from(point.separation)).fold(f64::NAN, f64::min)
    }))
}
