//! This library, in single and double precision, cold and warm.

use super::{PlanarPair, Spatial, SpatialPair};
use crate::harness::{Query, Run, each};
use osculate::shape::{ConvexPolygon, PointCloud, Polytope};
use std::rc::Rc;

use osculate::{
    At, Cache, Convex, DVec2, DVec3, Place, Pose, Rotation, Scalar, Space, Tracker, Vec2, Vec3A,
    closest, distance, intersects, penetration, signed_distance,
};

pub fn vector<V: Space, const N: usize>(v: [f32; N]) -> V {
    V::from_fn(|i| V::Scalar::from_f64(f64::from(v[i])))
}

pub fn ask<V: Space>(query: Query, a: impl Convex<V>, b: impl Convex<V>) -> f64 {
    match query {
        Query::Intersects => f64::from(u8::from(intersects(a, b))),
        Query::Distance => distance(a, b).value.to_f64(),
        Query::Closest => closest(a, b).distance.value.to_f64(),
        Query::Penetration => penetration(a, b).map_or(0.0, |d| d.depth.value.to_f64()),
    }
}

fn ask_warm<V: Space>(
    query: Query,
    cache: &mut Cache<V>,
    a: impl Convex<V>,
    b: impl Convex<V>,
) -> f64 {
    let asked = osculate::Query::new(a, b).starting_from(cache);
    match query {
        Query::Intersects => f64::from(u8::from(asked.intersects())),
        Query::Distance => asked.distance().value.to_f64(),
        Query::Closest => asked.closest().distance.value.to_f64(),
        Query::Penetration => asked.penetration().map_or(0.0, |d| d.depth.value.to_f64()),
    }
}

/// How far a warm pair's second body turns to and fro between two rounds: a degree, as fast bodies
/// do; bodies in contact a tenth. Half of the pairs turn to, half fro, so that all rounds are
/// alike: hulls that are near in the one pose are not in the other.
fn degrees(query: Query) -> f32 {
    if query == Query::Penetration { 0.1 } else { 1.0 }
}

/// At which of its two places each pair is. By itself: what the benchmark keeps for itself is not
/// to push what a pair needs out of the caches.
fn places(pairs: usize) -> Vec<u8> {
    (0..pairs).map(|k| (k % 2) as u8).collect()
}

/// The other place of pair k, where it is from now on.
fn move_on(places: &mut [u8], k: usize) -> usize {
    places[k] = 1 - places[k];
    usize::from(places[k])
}

type PlacedPolygons<V> = (At<V, ConvexPolygon<V>>, At<V, ConvexPolygon<V>>);

fn polygon<V: Space + osculate::Planar>(corners: &[[f32; 2]]) -> ConvexPolygon<V> {
    let corners: Vec<V> = corners.iter().map(|p| vector(*p)).collect();
    ConvexPolygon::new(&corners).unwrap()
}

fn place<V: Space + osculate::Planar>(pair: &PlanarPair) -> PlacedPolygons<V> {
    let at =
        |k: usize, t: [f32; 2]| At::new(polygon(&pair.corners[k]), pose_in_plane(pair.turns[k], t));
    (at(0, [0.0; 2]), at(1, pair.at))
}

pub fn pose_in_plane<V: Space + osculate::Planar>(turn: f32, t: [f32; 2]) -> Pose<V> {
    let turn = Rotation::from_angle(V::Scalar::from_f64(f64::from(turn))).unwrap();
    Pose::new(vector(t), turn).unwrap()
}

pub fn planar<V: Space + osculate::Planar>(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed: Vec<PlacedPolygons<V>> = pairs.iter().map(place).collect();
    Some(match query {
        // One closure a query: the match is not on the clock.
        Query::Intersects => each(move |k| ask(Query::Intersects, &placed[k].0, &placed[k].1)),
        Query::Distance => each(move |k| ask(Query::Distance, &placed[k].0, &placed[k].1)),
        Query::Closest => each(move |k| ask(Query::Closest, &placed[k].0, &placed[k].1)),
        Query::Penetration => each(move |k| ask(Query::Penetration, &placed[k].0, &placed[k].1)),
    })
}

pub fn planar_warm(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let mut frames: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let (a, b) = (polygon::<Vec2>(&pair.corners[0]), polygon(&pair.corners[1]));
            let more = degrees(query).to_radians();
            let p = pose_in_plane(pair.turns[0], [0.0; 2]);
            let q = [0.0, more].map(|more| pose_in_plane(pair.turns[1] + more, pair.at));
            (a, b, p, q, Cache::new())
        })
        .collect();
    let mut places = places(pairs.len());
    Some(each(move |k| {
        let (a, b, p, q, cache) = &mut frames[k];
        ask_warm(query, cache, a.at(*p), b.at(q[move_on(&mut places, k)]))
    }))
}

/// The truth: the middle of the double precision bracket, which is proved and about 1e-15 wide.
pub fn planar_truth(pair: &PlanarPair) -> f64 {
    let (a, b) = place::<DVec2>(pair);
    signed_distance(a, b).distance.value
}

fn pose<V: Space + osculate::Spatial>(turn: [f32; 4], t: [f32; 3]) -> Pose<V> {
    let turn = turn.map(|x| V::Scalar::from_f64(f64::from(x)));
    Pose::new(vector(t), Rotation::from_quaternion(turn).unwrap()).unwrap()
}

type Poses<V> = ([usize; 2], Pose<V>, Pose<V>);

fn poses<V: Space + osculate::Spatial>(pair: &SpatialPair) -> Poses<V> {
    (pair.hulls, pose(pair.turns[0], [0.0; 3]), pose(pair.turns[1], pair.at))
}

fn polytopes<V: Space + osculate::Spatial>(workload: &Spatial) -> Vec<Polytope<V>> {
    let hull = |points: &Vec<[f32; 3]>| {
        let points: Vec<V> = points.iter().map(|p| vector(*p)).collect();
        Polytope::from_points(&points).unwrap()
    };
    workload.hulls.iter().map(hull).collect()
}

pub fn spatial<V: Space + osculate::Spatial>(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    let hulls = polytopes::<V>(workload);
    let pairs: Vec<Poses<V>> = workload.pairs.iter().map(poses).collect();
    macro_rules! each_of {
        ($query:expr) => {
            each(move |k| {
                let ([i, j], p, q) = pairs[k];
                ask($query, hulls[i].at(p), hulls[j].at(q))
            })
        };
    }
    Some(match query {
        Query::Intersects => each_of!(Query::Intersects),
        Query::Distance => each_of!(Query::Distance),
        Query::Closest => each_of!(Query::Closest),
        Query::Penetration => each_of!(Query::Penetration),
    })
}

pub fn spatial_warm(workload: &Spatial, query: Query) -> Option<Run<'_>> {
    let hulls: Vec<Rc<Polytope<Vec3A>>> = polytopes(workload).into_iter().map(Rc::new).collect();
    let turn = Rotation::from_axis_angle(Vec3A::Y, degrees(query).to_radians()).unwrap();
    let nudge = Pose::new(Vec3A::ZERO, turn).unwrap();
    let pairs = workload.pairs.iter().map(poses::<Vec3A>);
    let mut frames: Vec<_> = pairs
        .map(|([i, j], p, q)| {
            let tracker = Tracker::new(hulls[i].clone(), hulls[j].clone());
            (tracker, p, [q, q.compose(&nudge)])
        })
        .collect();
    let mut places = places(frames.len());
    Some(each(move |k| {
        let (tracker, p, q) = &mut frames[k];
        let q = q[move_on(&mut places, k)];
        match query {
            Query::Intersects => f64::from(u8::from(tracker.at(*p, q).intersects())),
            Query::Distance => tracker.at(*p, q).distance().value.to_f64(),
            Query::Closest => tracker.at(*p, q).closest().distance.value.to_f64(),
            Query::Penetration => {
                tracker.at(*p, q).penetration().map_or(0.0, |d| d.depth.value.to_f64())
            }
        }
    }))
}

/// The signed distances, as [`planar_truth`].
pub fn spatial_truths(workload: &Spatial) -> Vec<f64> {
    let hulls = polytopes::<DVec3>(workload);
    let truth = |pair: &SpatialPair| {
        let ([i, j], p, q) = poses::<DVec3>(pair);
        signed_distance(hulls[i].at(p), hulls[j].at(q)).distance.value
    };
    workload.pairs.iter().map(truth).collect()
}

/// The unit normal and the distance.
pub fn planar_gap(pair: &PlanarPair) -> ([f64; 2], f64) {
    let (a, b) = place::<DVec2>(pair);
    let gap = signed_distance(a, b);
    (gap.normal.into(), gap.distance.value)
}

/// The same of a pair of hulls.
pub fn spatial_gap(hulls: [&[[f32; 3]]; 2], turns: [[f32; 4]; 2], at: [f32; 3]) -> ([f64; 3], f64) {
    let cloud = |points: &[[f32; 3]]| {
        PointCloud::<DVec3>::new(&points.iter().map(|p| vector(*p)).collect::<Vec<_>>()).unwrap()
    };
    let (a, b) = (cloud(hulls[0]), cloud(hulls[1]));
    let gap = signed_distance(a.at(pose(turns[0], [0.0; 3])), b.at(pose(turns[1], at)));
    (gap.normal.into(), gap.distance.value)
}
