//! What a scene finds in a region is what asking every body finds.

use osculate::scene::{BodyId, Filter, Part, Scene};
use osculate::shape::{Ball, Cuboid, Frustum, Shape};
use osculate::{Convex, DVec2, DVec3, Place, Pose, Vec2, Vec3A, intersects};

use super::model::Known;
use super::queries::{Seen, filtered, probe, worlds};
use super::support::{Random, Space, scalar, vector};

fn regions_hold_what_touches_them_in<V: Space>() {
    let (mut seen, mut boxes) = (Seen::default(), 0);
    worlds::<V>(11, |world| {
        let (shape, pose) = probe(world);
        let (filter, bodies) = filtered(world);
        let placed = shape.at(pose);
        let touching = |body: &&Known<V>| body.placed().iter().any(|p| intersects(p, placed));
        let expected: Vec<BodyId> = bodies.iter().filter(touching).map(|body| body.id).collect();
        let touches = |part: &Part| {
            let body = bodies.iter().find(|body| body.id == part.body).expect("it is accepted");
            intersects(&body.placed()[part.part as usize], placed)
        };
        let found = world.scene.touching_shape(placed, &filter);
        assert_eq!(found.iter().map(|part| part.body).collect::<Vec<_>>(), expected);
        assert!(found.iter().all(touches), "{found:?}");
        let any = world.scene.any_touching(placed, &filter);
        assert_eq!(any.is_some(), !expected.is_empty());
        assert!(any.is_none_or(|part| expected.contains(&part.body) && touches(&part)));
        seen.count(any.is_some());
        // The boxes of the library are those of the shapes, and a hair.
        let around = placed.bounds().expanded(scalar(1.0));
        let found = world.scene.in_box(&around, &filter);
        for body in &bodies {
            let meets = body.placed().iter().any(|part| part.bounds().intersects(&around));
            let is_found = found.contains(&body.id);
            let nearly = around.expanded(scalar(1e-3));
            let nearly = body.placed().iter().any(|part| part.bounds().intersects(&nearly));
            // A compound's box may be met where none of its parts' is.
            assert!(is_found || !meets);
            assert!(!is_found || nearly || body.parts.len() > 1);
        }
        assert!(found.is_sorted());
        boxes += found.len();
    });
    seen.assert_both(V::NAME);
    assert!(boxes > 100, "{boxes} bodies in boxes");
}

#[test]
fn regions_hold_what_touches_them() {
    in_some_spaces!(regions_hold_what_touches_them_in);
}

/// A view of a scene so large that the planes of the view are taken first: some bodies lie in it,
/// some across its planes, some at rest in a tree and some not yet.
fn large_views_hold_what_touches_them_in<V: Space>(view: impl Fn(&mut Random) -> Shape<V>) {
    let mut random = Random(14);
    let mut scene = Scene::new();
    let mut bodies = Vec::new();
    for _ in 0..700 {
        let mut corner = || random.vector::<V>() * scalar(0.5);
        let points: Vec<V> = (0..V::DIM + 4).map(|_| corner()).collect();
        let Some(hull) = V::shared_hull(&points) else { continue };
        let shape = match random.below(3) {
            0 => Ball::new(scalar(0.1 + random.unit() / 2.0)).unwrap().into(),
            1 => Cuboid::new(V::splat(scalar(0.1 + random.unit() / 2.0))).unwrap().into(),
            _ => hull,
        };
        let at = random.vector::<V>() * scalar(10.0);
        let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let id = scene.add(osculate::Body::new(&shape), pose);
        bodies.push((id, shape, pose));
        if bodies.len() == 650 {
            (0..20).for_each(|_| scene.step());
        }
    }
    let (mut counts, looks) = ([0; 2], 20);
    for _ in 0..looks {
        let (view, at) = (view(&mut random), random.vector::<V>() * scalar(4.0));
        let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
        let view = view.at(pose);
        let touches =
            |(_, shape, pose): &&(BodyId, Shape<V>, Pose<V>)| intersects(shape.at(*pose), view);
        let expected: Vec<BodyId> = bodies.iter().filter(touches).map(|(id, ..)| *id).collect();
        let found = scene.touching_shape(view, &Filter::ALL);
        let found: Vec<BodyId> = found.iter().map(|part| part.body).collect();
        assert_eq!(found, expected, "{}", V::NAME);
        let any = scene.any_touching(view, &Filter::ALL);
        assert!(any.map_or(expected.is_empty(), |part| expected.contains(&part.body)));
        counts[0] += expected.len();
        counts[1] += bodies.len() - expected.len();
    }
    assert!(counts.iter().all(|count| *count > looks * 20), "{}: {counts:?}", V::NAME);
}

#[test]
fn large_views_hold_what_touches_them() {
    fn hull<V: Space>(random: &mut Random) -> Shape<V> {
        let points: Vec<V> = (0..12).map(|_| random.vector::<V>() * scalar(8.0)).collect();
        V::shared_hull(&points).expect("twelve points span the space")
    }
    fn cuboid<V: Space>(random: &mut Random) -> Shape<V> {
        let half = V::from_fn(|_| scalar(2.0 + 4.0 * random.unit()));
        Cuboid::new(half).unwrap().into()
    }
    fn frustum<V: Space + osculate::Spatial>(random: &mut Random) -> Shape<V> {
        let slope = 0.5 + random.unit();
        let side = |x: f64, y: f64| (vector::<V>(&[x, y, slope]), scalar(0.0));
        let (near, far) = (vector::<V>(&[0.0, 0.0, 1.0]), vector::<V>(&[0.0, 0.0, -1.0]));
        let planes = [
            side(-1.0, 0.0),
            side(1.0, 0.0),
            side(0.0, -1.0),
            side(0.0, 1.0),
            (near, scalar(-0.1)),
            (far, scalar(12.0)),
        ];
        Frustum::from_planes(planes).unwrap().into()
    }
    large_views_hold_what_touches_them_in(hull::<Vec2>);
    large_views_hold_what_touches_them_in(cuboid::<DVec2>);
    large_views_hold_what_touches_them_in(hull::<DVec3>);
    large_views_hold_what_touches_them_in(cuboid::<Vec3A>);
    large_views_hold_what_touches_them_in(frustum::<Vec3A>);
    large_views_hold_what_touches_them_in(frustum::<DVec3>);
}
