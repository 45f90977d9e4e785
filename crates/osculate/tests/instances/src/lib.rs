//! What is generic in the library, compiled once for all tests.
//!
//! Scenes, bodies and batches are generic over the space, so each test that uses them would compile
//! them anew. Up to the optimisation of level 1, a crate takes the copies that crates have which it
//! depends on. Here they are, for the library's five spaces. A test takes them by
//! `use osculate_instances as _;`. Nothing of this is ever called.

// With lanes in plain Rust one test is built alone (`.ci/lanes`), and with a release's optimisation
// nothing is shared: then this is empty.
#![cfg(all(debug_assertions, not(osculate_lanes = "portable")))]

use std::hint::black_box;
use std::ops::ControlFlow;

use osculate::batch::{Batch, Pair};
use osculate::scene::{BodyContact, Filter, Scene};
use osculate::shape::{Ball, Cuboid, Shape};
use osculate::{
    Body, BodyTracker, Bracket, ContactSearch, Convex, DVec2, DVec3, Motion, Planar, Pose, Ray,
    Scalar, Space, Spatial, Tracker, Trajectory, Vec2, Vec3, Vec3A, cast, clearance_along, closest,
    closest_approach, contact, distance, intersects, penetration, ray_cast, signed_distance,
    sweep_test, time_of_impact,
};

/// Names functions, so that they are compiled.
macro_rules! compile {
    ($of:ty: $($name:ident)*) => {
        $(black_box(<$of>::$name as *const ());)*
    };
}

fn keep<T>(told: T) {
    drop(black_box(told));
}

/// All that this crate compiles.
pub fn all() {
    in_space::<Vec3>();
    in_space::<Vec3A>();
    in_space::<DVec3>();
    in_the_plane::<Vec2>();
    in_the_plane::<DVec2>();
}

fn in_space<V: Space + Spatial>() {
    compile!(Body<V>: from_mesh from_heights);
    anywhere::<V>();
}

fn in_the_plane<V: Space + Planar>() {
    compile!(Body<V>: from_segments);
    anywhere::<V>();
}

fn anywhere<V: Space>() {
    let nothing = V::Scalar::from_f64(0.0);
    let pose = Pose::<V>::IDENTITY;
    let Ok(ball) = Ball::<V>::new(nothing) else { return };
    let body = Body::new(ball);
    shapes(&ball, &Cuboid::new(V::ZERO).map_or_else(|_| ball.into(), Shape::from), pose);
    bodies(&body, pose);
    scenes(&body, pose);
    batches(&[ball.into()], pose);
}

fn shapes<V: Space>(ball: &Ball<V>, shape: &Shape<V>, pose: Pose<V>) {
    let (a, b): (&dyn Convex<V>, &dyn Convex<V>) = (ball, shape);
    let near = V::Scalar::from_f64(0.0);
    keep((intersects(a, b), distance(a, b), closest(a, b), contact(a, b, near)));
    keep((penetration(a, b), signed_distance(a, b), sweep_test(a, V::ZERO, b)));
    let (rests, way) = (Motion::resting(pose), Trajectory::new(&[(near, pose)]));
    keep((time_of_impact(a, &rests, b, &rests), closest_approach(a, &rests, b, &rests)));
    keep((cast(a, V::ZERO, b, V::ZERO), Ray::new(V::ZERO, V::ZERO).map(|r| ray_cast(&r, b))));
    if let Ok(way) = way {
        keep(clearance_along(a, &way, b, &rests));
    }
    let mut tracker = Tracker::new(a, b);
    keep((tracker.at(pose, pose).intersects(), tracker.at(pose, pose).distance()));
    keep((tracker.at(pose, pose).closest(), tracker.at(pose, pose).signed_distance()));
    keep((tracker.at(pose, pose).contact(near), tracker.at(pose, pose).penetration()));
}

fn bodies<V: Space>(body: &Body<V>, pose: Pose<V>) {
    let Ok(body) = Body::compound([(body.clone(), pose)]).and_then(Body::into_solid) else {
        return;
    };
    let (near, a, b) = (V::Scalar::from_f64(0.0), body.at(pose), body.at(pose));
    keep((a.intersects(&b), a.distance(&b), a.distance_within(&b, near), a.closest(&b)));
    keep((a.signed_distance(&b), a.contains(V::ZERO), a.project_point(V::ZERO)));
    keep((body.mass(near), body.heap_bytes(), a.bounds(), a.parts().count()));
    keep(a.contacts(&b, &ContactSearch::within(near)));
    if let Ok(ray) = Ray::new(V::ZERO, V::ZERO) {
        keep((a.ray_first(&ray), a.ray_all(&ray)));
    }
    let mut tracker = BodyTracker::new(&body, &body);
    keep((tracker.at(pose, pose).intersects(), tracker.at(pose, pose).distance()));
    keep((tracker.at(pose, pose).closest(), tracker.at(pose, pose).signed_distance()));
}

fn scenes<V: Space>(body: &Body<V>, pose: Pose<V>) {
    compile!(Scene<V>: new with_margin reusing with_inner_edges ignoring_inner_edges);
    compile!(Scene<V>: on_all_threads with_sleep remove set_pose set_poses member pose bounds len);
    compile!(Scene<V>: is_empty set_groups set_kind set_data set_ignored step touching events);
    compile!(Scene<V>: snapshot restore size contacts contacts_mut last_contacts);
    compile!(Scene<V>: last_contacts_mut contact_events is_asleep wake pairs_within pairs_by_boxes);
    compile!(Scene<V>: separation clearance clearance_to ray_first ray_all in_box);
    compile!(BodyContact<V>: points points_mut);
    let mut scene = Scene::new();
    let id = scene.add(body.clone(), pose);
    let (all, near) = (Filter::ALL, V::Scalar::from_f64(0.0));
    keep((scene.members().count(), scene.last_islands().len()));
    keep(scene.islands().len());
    let goes_on = || ControlFlow::<()>::Continue(());
    scene.each_pair_within(near, &all, |_| goes_on());
    scene.each_pair_by_boxes(near, &all, |_, _| goes_on());
    if let (Ok(ball), Ok(ray)) = (Ball::new(near), Ray::new(V::ZERO, V::ZERO)) {
        let shape: &dyn Convex<V> = &ball;
        keep((scene.nearest(shape, &all), scene.touching_shape(shape, &all)));
        keep((scene.any_touching(shape, &all), scene.nearest(ball, &all)));
        scene.each_touching_shape(ball, &all, |_| goes_on());
        scene.each_in_box(&ball.bounds(), &all, |_| goes_on());
        scene.each_ray_hit(&ray, &all, |_| goes_on());
    }
    keep((format!("{scene:?}"), scene.clone(), id));
}

fn batches<V: Space>(shapes: &[Shape<V>], pose: Pose<V>) {
    let pairs = [Pair::new(0, pose, 0, pose)];
    let batch = Batch::new(shapes).on_all_threads();
    let (mut touch, mut gaps) = ([false], [Bracket::<V::Scalar>::default()]);
    let near = V::Scalar::from_f64(0.0);
    keep((batch.intersects(&pairs, &mut touch), batch.distance(&pairs, &mut gaps)));
    keep(batch.closest(&pairs, &mut [None]));
    keep(batch.contact(&pairs, near, &mut [None]));
    keep(batch.intersects(&pairs[..], &mut touch));
    keep(batch.distance(&pairs[..], &mut gaps));
}
