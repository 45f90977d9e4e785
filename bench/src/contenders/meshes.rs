//! Meshes, and shapes beside them.

#[cfg(any(feature = "debian", feature = "coal"))]
use super::mesh_peers;
use super::ours::vector;
use super::{Thing, Worlds};
use crate::harness::{Contender, Options, Query, Run, each};
use crate::random::Random;
use osculate::shape::{Ball, Cuboid, Polytope};
use osculate::{Body, BodyTracker, DVec3, Pose, Rotation, Scalar, Space, Spatial, Vec3A};
use parry3d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector};
use parry3d::shape;

fn body<V: Spatial + Space>(thing: &Thing) -> Body<V> {
    let list = |points: &[[f32; 3]]| points.iter().map(|&p| vector(p)).collect::<Vec<V>>();
    match thing {
        Thing::Mesh { points, triangles } => Body::from_mesh(&list(points), triangles).unwrap(),
        Thing::Box(half) => Body::new(Cuboid::new(vector::<V, 3>(*half)).unwrap()),
        Thing::Ball(radius) => {
            Body::new(Ball::new(V::Scalar::from_f64(f64::from(*radius))).unwrap())
        }
        Thing::Hull(points) => Body::new(Polytope::from_points(&list(points)).unwrap()),
        Thing::Hulls(hulls) => {
            let hull = |points: &Vec<_>| Body::new(Polytope::from_points(&list(points)).unwrap());
            Body::compound(hulls.iter().map(|points| (hull(points), Pose::IDENTITY))).unwrap()
        }
    }
}

fn poses<V: Spatial + Space>(worlds: &Worlds) -> Vec<[Pose<V>; 2]> {
    let pose = |(turn, at): ([f32; 4], [f32; 3])| {
        let [x, y, z, w] = turn.map(|x| V::Scalar::from_f64(f64::from(x)));
        Pose::new(vector(at), Rotation::from_quaternion([x, y, z, w]).unwrap()).unwrap()
    };
    worlds.poses.iter().map(|pair| pair.map(pose)).collect()
}

fn ours<V: Spatial + Space>(worlds: &Worlds, query: Query) -> Run<'_> {
    let [a, b] = worlds.things.each_ref().map(body::<V>);
    let poses = poses::<V>(worlds);
    each(move |k| {
        let (a, b) = (a.at(poses[k][0]), b.at(poses[k][1]));
        match query {
            Query::Intersects => f64::from(u8::from(a.intersects(&b))),
            _ => a.distance(&b).value.to_f64(),
        }
    })
}

/// Of pairs that are remembered: between two questions the second body turns by a degree, there and
/// back, and moves by a hundredth of the first one's size.
fn tracked<V: Spatial + Space>(worlds: &Worlds, query: Query) -> Run<'_> {
    let [a, b] = worlds.things.each_ref().map(body::<V>);
    let size = a.at(Pose::IDENTITY).bounds().size().length() * V::Scalar::from_f64(0.01);
    let mut random = Random(11);
    let mut pairs: Vec<_> = poses::<V>(worlds)
        .into_iter()
        .map(|[p, q]| {
            let [axis, way] = [0; 2].map(|_| vector::<V, 3>(random.direction().map(|x| x as f32)));
            let turn = Rotation::from_axis_angle(axis, V::Scalar::from_f64(1f64.to_radians()));
            let turn = turn.unwrap().compose(&q.rotation());
            let moved = Pose::new(q.translation() + way * size, turn).unwrap();
            (BodyTracker::new(&a, &b), p, [q, moved])
        })
        .collect();
    each(move |k| {
        let (tracker, p, others) = &mut pairs[k];
        others.swap(0, 1);
        let pair = tracker.at(*p, others[0]);
        match query {
            Query::Intersects => f64::from(u8::from(pair.intersects())),
            _ => pair.distance().value.to_f64(),
        }
    })
}

/// The distances, in double precision.
pub fn truths(worlds: &Worlds) -> Vec<f64> {
    let [a, b] = worlds.things.each_ref().map(body::<DVec3>);
    let of = |[p, q]: [Pose<DVec3>; 2]| a.at(p).distance(&b.at(q)).value;
    poses(worlds).into_iter().map(of).collect()
}

fn parry(worlds: &Worlds, query: Query) -> Run<'_> {
    let list = |points: &[[f32; 3]]| points.iter().map(|&p| p.into()).collect::<Vec<Vector>>();
    let of = |thing: &Thing| -> Box<dyn shape::Shape> {
        match thing {
            Thing::Mesh { points, triangles } => {
                Box::new(shape::TriMesh::new(list(points), triangles.clone()).unwrap())
            }
            Thing::Box(half) => Box::new(shape::Cuboid::new((*half).into())),
            Thing::Ball(radius) => Box::new(shape::Ball::new(*radius)),
            Thing::Hull(points) => {
                Box::new(shape::ConvexPolyhedron::from_convex_hull(&list(points)).unwrap())
            }
            Thing::Hulls(hulls) => {
                let hull =
                    |points: &Vec<_>| shape::SharedShape::convex_hull(&list(points)).unwrap();
                let parts = hulls.iter().map(|points| (ParryPose::IDENTITY, hull(points)));
                Box::new(shape::Compound::new(parts.collect()))
            }
        }
    };
    let [a, b] = worlds.things.each_ref().map(of);
    let pose = |([x, y, z, w], at): ([f32; 4], [f32; 3])| {
        ParryPose::from_parts(at.into(), ParryRotation::from_xyzw(x, y, z, w).normalize())
    };
    let poses: Vec<_> = worlds.poses.iter().map(|pair| pair.map(pose)).collect();
    each(move |k| {
        let [p, q] = &poses[k];
        let answer = match query {
            Query::Intersects => parry3d::query::intersection_test(p, &*a, q, &*b)
                .map(|yes| f32::from(u8::from(yes.intersecting))),
            _ => parry3d::query::distance(p, &*a, q, &*b).map(|found| found.distance),
        };
        answer.map_or(f64::NAN, f64::from)
    })
}

/// All that take part.
pub fn worlds<'w>(worlds: &'w Worlds, query: Query, options: &Options) -> Vec<Contender<'w>> {
    let mut contenders = Vec::new();
    let mut add = |name, run: &dyn Fn() -> Option<Run<'w>>| {
        if let Some(run) = options.wants(name).then(run).flatten() {
            // What is tracked is asked at other poses too, and judged by tests.
            contenders.push(Contender { name, run, judged: name != "tracked" });
        }
    };
    add("ours", &|| Some(ours::<Vec3A>(worlds, query)));
    add("ours f64", &|| Some(ours::<DVec3>(worlds, query)));
    add("tracked", &|| Some(tracked::<Vec3A>(worlds, query)));
    add("parry", &|| Some(parry(worlds, query)));
    #[cfg(feature = "debian")]
    add("fcl", &|| mesh_peers::worlds(|| mesh_peers::FCL, worlds, query));
    #[cfg(feature = "coal")]
    add("coal", &|| mesh_peers::worlds(|| mesh_peers::COAL, worlds, query));
    contenders
}
