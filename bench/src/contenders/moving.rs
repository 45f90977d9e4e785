//! Bodies that move, by this library and by parry.

use crate::harness::{Run, each};
use osculate::shape::{Cuboid, Polytope};
use osculate::{
    At, Convex, DVec3, Encounter, Motion, Place, Pose, Rotation, Scalar, Struck, Sweep, Vec3A,
    ray_cast,
};
use parry3d::math;
use parry3d::query::RayCast;
use parry3d::query::{NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear};
use parry3d::shape::{ConvexPolyhedron, Shape};

pub enum Form {
    /// Its half extents.
    Box([f32; 3]),
    Hull(Vec<[f32; 3]>),
}

/// A body at the start of a step, and its velocities.
pub struct Body {
    pub form: Form,
    pub turn: [f32; 4],
    pub at: [f32; 3],
    pub velocity: [f32; 3],
    pub spin: [f32; 3],
}

pub struct Pair(pub [Body; 2]);

/// A ray at a hull of a shared list.
pub struct Ray {
    pub hull: usize,
    pub turn: [f32; 4],
    pub from: [f32; 3],
    pub way: [f32; 3],
}

pub struct Rays {
    pub hulls: Vec<Vec<[f32; 3]>>,
    pub rays: Vec<Ray>,
}

fn vector<V: osculate::Space>(v: [f32; 3]) -> V {
    super::ours::vector(v)
}

fn pose<V: osculate::Space + osculate::Spatial>(turn: [f32; 4], at: [f32; 3]) -> Pose<V> {
    let turn = Rotation::from_quaternion(turn.map(|x| V::Scalar::from_f64(x.into()))).unwrap();
    Pose::new(vector(at), turn).unwrap()
}

pub fn motion<V: osculate::Space + osculate::Spatial>(body: &Body) -> Motion<V> {
    let motion = Motion::new(pose(body.turn, body.at), vector(body.velocity)).unwrap();
    motion.turning(vector(body.spin)).unwrap()
}

fn hull<V: osculate::Space + osculate::Spatial>(points: &[[f32; 3]]) -> Polytope<V> {
    let points: Vec<V> = points.iter().map(|&p| vector(p)).collect();
    Polytope::from_points(&points).unwrap()
}

/// The shape, whatever its kind.
pub fn shape<V: osculate::Space + osculate::Spatial>(form: &Form) -> Box<dyn Convex<V>> {
    match form {
        Form::Box(half) => Box::new(Cuboid::new(vector(*half)).unwrap()),
        Form::Hull(points) => Box::new(hull(points)),
    }
}

fn time_of<V: osculate::Space>(answer: Encounter<V>) -> f64 {
    match answer {
        Encounter::Hit(hit) => hit.time.lower.to_f64(),
        Encounter::Missed => f64::INFINITY,
        Encounter::Unknown { .. } => f64::NAN,
    }
}

/// Shapes of one type each, with their motions.
enum Moving {
    Boxes(Vec<[(Cuboid<Vec3A>, Motion<Vec3A>); 2]>),
    Hulls(Vec<[(Polytope<Vec3A>, Motion<Vec3A>); 2]>),
}

fn moving(pairs: &[Pair]) -> Moving {
    let is_box = |pair: &Pair| matches!(pair.0[0].form, Form::Box(_));
    if pairs.iter().all(is_box) {
        let cuboid = |body: &Body| match &body.form {
            Form::Box(half) => (Cuboid::new(vector(*half)).unwrap(), motion(body)),
            Form::Hull(_) => unreachable!("a box"),
        };
        return Moving::Boxes(pairs.iter().map(|pair| pair.0.each_ref().map(cuboid)).collect());
    }
    let polytope = |body: &Body| match &body.form {
        Form::Hull(points) => (hull(points), motion(body)),
        Form::Box(_) => unreachable!("a hull"),
    };
    Moving::Hulls(pairs.iter().map(|pair| pair.0.each_ref().map(polytope)).collect())
}

pub fn our_impacts(pairs: &[Pair], sweep: Sweep<f32>) -> Run<'_> {
    fn ask<S: Convex<Vec3A>>(
        sweep: &Sweep<f32>,
        [(a, p), (b, q)]: &[(S, Motion<Vec3A>); 2],
    ) -> f64 {
        time_of(sweep.time_of_impact(a, p, b, q).unwrap())
    }
    match moving(pairs) {
        Moving::Boxes(pairs) => each(move |k| ask(&sweep, &pairs[k])),
        Moving::Hulls(pairs) => each(move |k| ask(&sweep, &pairs[k])),
    }
}

pub fn our_casts(pairs: &[Pair]) -> Run<'_> {
    type Velocities = [Vec3A; 2];
    fn ask<S: Convex<Vec3A>>(
        [(a, _), (b, _)]: &[(S, Motion<Vec3A>); 2],
        poses: &[Pose<Vec3A>; 2],
        v: Velocities,
    ) -> f64 {
        time_of(Sweep::default().cast(a.at(poses[0]), v[0], b.at(poses[1]), v[1]).unwrap())
    }
    let starts: Vec<([Pose<Vec3A>; 2], Velocities)> = pairs
        .iter()
        .map(|pair| {
            let poses = pair.0.each_ref().map(|body| pose(body.turn, body.at));
            (poses, pair.0.each_ref().map(|body| vector(body.velocity)))
        })
        .collect();
    match moving(pairs) {
        Moving::Boxes(pairs) => each(move |k| ask(&pairs[k], &starts[k].0, starts[k].1)),
        Moving::Hulls(pairs) => each(move |k| ask(&pairs[k], &starts[k].0, starts[k].1)),
    }
}

fn their_pose(turn: [f32; 4], at: [f32; 3]) -> math::Pose {
    let [x, y, z, w] = turn;
    let turn = math::Rotation::from_xyzw(x, y, z, w).normalize();
    math::Pose::from_parts(math::Vector::from(at), turn)
}

fn their_hull(points: &[[f32; 3]]) -> ConvexPolyhedron {
    let points: Vec<math::Vector> = points.iter().map(|&p| math::Vector::from(p)).collect();
    ConvexPolyhedron::from_convex_hull(&points).unwrap()
}

fn their_shape(form: &Form) -> Box<dyn Shape> {
    match form {
        Form::Box(half) => Box::new(parry3d::shape::Cuboid::new(math::Vector::from(*half))),
        Form::Hull(points) => Box::new(their_hull(points)),
    }
}

pub fn parry_casts(pairs: &[Pair]) -> Run<'_> {
    let placed: Vec<_> = pairs
        .iter()
        .map(|pair| {
            pair.0.each_ref().map(|body| {
                let velocity = math::Vector::from(body.velocity);
                (their_shape(&body.form), their_pose(body.turn, body.at), velocity)
            })
        })
        .collect();
    each(move |k| {
        let [(a, p, u), (b, q, v)] = &placed[k];
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let found = cast_shapes(p, *u, &**a, q, *v, &**b, options).unwrap();
        found.map_or(f64::INFINITY, |hit| hit.time_of_impact.into())
    })
}

pub fn parry_impacts(pairs: &[Pair]) -> Run<'_> {
    let placed: Vec<_> = pairs
        .iter()
        .map(|pair| {
            pair.0.each_ref().map(|body| {
                let [velocity, spin] = [body.velocity, body.spin].map(math::Vector::from);
                let start = their_pose(body.turn, body.at);
                let zero = math::Vector::from([0.0; 3]);
                (their_shape(&body.form), NonlinearRigidMotion::new(start, zero, velocity, spin))
            })
        })
        .collect();
    each(move |k| {
        let [(a, p), (b, q)] = &placed[k];
        let found = cast_shapes_nonlinear(p, &**a, q, &**b, 0.0, 1.0, true).unwrap();
        found.map_or(f64::INFINITY, |hit| hit.time_of_impact.into())
    })
}

fn parameter<V: osculate::Space>(answer: Struck<V>) -> f64 {
    match answer {
        Struck::Hit(hit) => hit.parameter.lower.to_f64(),
        Struck::Missed => f64::INFINITY,
        Struck::Unknown { .. } => f64::NAN,
    }
}

/// A hull at its pose, and a ray at it.
type PlacedRay<V> = (At<V, Polytope<V>>, osculate::Ray<V>);

fn placed_rays<V: osculate::Space + osculate::Spatial>(workload: &Rays) -> Vec<PlacedRay<V>> {
    let place = |ray: &Ray| {
        let shape = hull(&workload.hulls[ray.hull]);
        let line = osculate::Ray::new(vector(ray.from), vector(ray.way)).unwrap();
        let line = line.up_to(V::Scalar::from_f64(1.0)).unwrap();
        (At::new(shape, pose(ray.turn, [0.0; 3])), line)
    };
    workload.rays.iter().map(place).collect()
}

/// In double precision.
pub fn ray_truths(workload: &Rays) -> Vec<f64> {
    let rays = placed_rays::<DVec3>(workload);
    rays.iter().map(|(shape, ray)| parameter(ray_cast(ray, shape))).collect()
}

pub fn our_rays(workload: &Rays) -> Run<'_> {
    let rays = placed_rays::<Vec3A>(workload);
    each(move |k| {
        let (shape, ray) = &rays[k];
        parameter(ray_cast(ray, shape))
    })
}

pub fn parry_rays(workload: &Rays) -> Run<'_> {
    let hulls: Vec<ConvexPolyhedron> = workload.hulls.iter().map(|h| their_hull(h)).collect();
    let rays: Vec<_> = workload
        .rays
        .iter()
        .map(|ray| {
            let [from, way] = [ray.from, ray.way].map(math::Vector::from);
            let line = parry3d::query::Ray::new(from, way);
            (hulls[ray.hull].clone(), their_pose(ray.turn, [0.0; 3]), line)
        })
        .collect();
    each(move |k| {
        let (shape, pose, ray) = &rays[k];
        let found = shape.cast_ray_and_get_normal(pose, ray, 1.0, true);
        found.map_or(f64::INFINITY, |hit| hit.time_of_impact.into())
    })
}
