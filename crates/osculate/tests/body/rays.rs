//! Rays against bodies: what hits them is what hits their parts.

use crate::compounds::{Known, placed};
use crate::families::{FAMILIES, pair};
use crate::kinds;
use crate::meshes::{Mesh, Meshes};
use crate::support::ask::ray_cast;
use crate::support::certificate::f64_of;
use crate::support::{Random, Turn, epsilon, pairs, scalar};
use crate::surfaces::star;
use osculate::shape::{Cuboid, Shape};
use osculate::{Body, PartRayHit, Pose, Ray, Struck};

/// By what hits are in order: where, and which part.
fn place<V: Meshes>(of: &PartRayHit<V>) -> (f64, u32) {
    let at = match of.struck {
        Struck::Hit(hit) => hit.parameter.value,
        Struck::Unknown { lower, .. } => lower,
        Struck::Missed => panic!("a miss is no hit"),
    };
    (f64_of::<V>(at), of.part)
}

/// Whether it may hit before the ray ends, or before numbers do.
fn is_hit_before<V: Meshes>(struck: &Struck<V>, ray: &Ray<V>) -> bool {
    match struck {
        Struck::Hit(_) => true,
        Struck::Missed => false,
        Struck::Unknown { lower, .. } => *lower < ray.most(),
    }
}

/// Holds both queries to each part's own cast, and tells how many are hit.
fn check<V: Meshes>(context: &str, known: &Known<V>, pose: Pose<V>, ray: &Ray<V>) -> usize {
    let body = known.body.at(pose);
    let mut found = body.ray_all(ray);
    assert!(found.is_sorted_by_key(place::<V>), "{context}: {ray:?} {found:?}");
    let first = body.ray_first(ray);
    assert_eq!(first, found.first().copied(), "{context}: {ray:?}");
    found.retain(|hit| is_hit_before(&hit.struck, ray));
    for (k, part) in known.parts.iter().enumerate() {
        let wanted = ray_cast(ray, &placed(part, pose));
        let own = found.iter().find(|hit| hit.part as usize == k);
        // What is only known not to be hit before the end is as good as missed.
        let is_hit = is_hit_before(&wanted, ray);
        assert_eq!(own.is_some(), is_hit, "{context} part {k}: {ray:?} {own:?} {wanted:?}");
        let Some(own) = own else { continue };
        match known.alone.get(k) {
            None => assert_eq!(own.struck, wanted, "{context} part {k}: {ray:?}"),
            // A facet may have other last digits than a shape of its corners.
            Some(alone) => {
                let wanted = alone.at(pose).ray_first(ray).map(|hit| hit.struck);
                assert_eq!(Some(own.struck), wanted, "{context} part {k}: {ray:?}");
            }
        }
    }
    let numbers: std::collections::BTreeSet<u32> = found.iter().map(|hit| hit.part).collect();
    assert_eq!(numbers.len(), found.len(), "{context}: {ray:?} {found:?}");
    found.len()
}

/// The ray as it is, hollow, or cut.
fn varied<V: Meshes>(ray: Ray<V>, random: &mut Random) -> Ray<V> {
    match random.below(5) {
        0 => ray.hollow(),
        1 => ray.up_to(scalar(random.magnitude(-2.0, 1.0))).unwrap(),
        2 => ray.up_to(scalar(2.0)).unwrap().hollow(),
        _ => ray,
    }
}

/// A ray at a point from somewhere: near, far, along an axis, with a direction of any length.
fn ray_at<V: Meshes>(point: V, size: f64, random: &mut Random) -> Ray<V> {
    let far = [0.3, 3.0, 3.0, 30.0, 1e4][random.below(5)] * size;
    let way = match random.below(4) {
        0 => V::axis(random.below(V::DIM)) * scalar([1.0, -1.0][random.below(2)]),
        _ => random.vector::<V>(),
    };
    let origin = point - way * scalar(far);
    let most = if epsilon::<V>() > 1e-10 { 35.0 } else { 290.0 };
    let longer = match random.below(5) {
        0 => random.magnitude(-most, most),
        1 => 0.0,
        _ => size,
    };
    Ray::new(origin, way * scalar(longer)).unwrap()
}

fn rays_of_compounds<V: Meshes>() {
    let (mut random, mut hits, mut all) = (Random(81), 0, 0);
    for case in 0..pairs(60) {
        let known = Known::<V>::any(&mut random);
        let far = [0.0, 1.0, 1e3][random.below(3)];
        let center = random.vector::<V>() * scalar(far);
        let pose = Pose::new(center, random.turn::<V>().rotation()).unwrap();
        let size = if known.body.part(0).unwrap().shape().is_none() {
            f64_of::<V>(known.body.span())
        } else {
            1.0
        };
        for k in 0..12 {
            let ray = ray_at(center + random.vector::<V>() * scalar(size), size, &mut random);
            let ray = varied(ray, &mut random);
            let context = format!("{} case {case} ray {k}", V::NAME);
            hits += usize::from(check(&context, &known, pose, &ray) > 0);
            all += 1;
        }
    }
    println!("{:6} {hits} of {all} rays hit", V::NAME);
    assert!(hits > all / 8 && hits < 7 * all / 8, "one-sided: {hits} of {all}");
}

#[test]
fn rays_hit_of_a_body_what_they_hit_of_its_parts() {
    in_every_space!(rays_of_compounds);
}

/// Along edges and through vertices.
fn rays_along_edges<V: Meshes>() {
    let (mut random, mut hits, mut all) = (Random(82), 0, 0);
    for case in 0..pairs(120) {
        let family = FAMILIES[random.below(FAMILIES.len())];
        let [mesh, _] = pair::<V>(family, &mut random);
        let (known, pose) = (Known::of_mesh(&mesh), mesh.pose());
        let size = mesh.reach();
        for k in 0..8 {
            let corners = mesh.corners(random.below(mesh.facets.len()));
            let [p, q] = [corners[0], corners[1]].map(|corner| pose.apply(corner));
            let ray = match random.below(3) {
                0 => Ray::new(p - (q - p) * scalar(random.unit() * 3.0), q - p).unwrap(),
                1 => ray_at(p, size, &mut random),
                _ => ray_at(p + (q - p) * scalar(random.unit()), size, &mut random),
            };
            let ray = varied(ray, &mut random);
            let context = format!("{} {family:?} case {case} ray {k}", V::NAME);
            hits += usize::from(check(&context, &known, pose, &ray) > 0);
            all += 1;
        }
    }
    println!("{:6} {hits} of {all} rays hit an edge", V::NAME);
    assert!(hits > all / 3, "few hit: {hits} of {all}");
}

#[test]
fn rays_along_edges_and_through_vertices_hit_what_they_hit_of_facets() {
    in_every_space!(rays_along_edges);
}

/// No ray leaves a closed surface between its facets.
fn no_ray_leaves_a_closed_surface<V: Meshes>() {
    let mut random = Random(83);
    for case in 0..pairs(200) {
        let plain = star(V::DIM, &mut random, |random| 0.4 + random.unit());
        let turn = if case % 3 == 0 { Turn::NONE } else { random.turn::<V>() };
        let mesh = Mesh::<V>::new(plain, turn, random.vector());
        let (known, pose) = (Known::of_mesh(&mesh), mesh.pose());
        // The first two vertices of a surface are its poles, and the middle is inside; of a loop of
        // three the middle may be on an edge.
        for k in 0..12 {
            let facet = mesh.corners(random.below(mesh.facets.len()));
            let [p, q] = [facet[0], facet[1]].map(|corner| pose.apply(corner));
            let to = match k % 3 {
                0 => p,
                1 => p + (q - p) * scalar(random.unit()),
                _ => mesh.translation + random.vector::<V>(),
            };
            let ray = Ray::new(mesh.translation, to - mesh.translation).unwrap();
            let context = format!("{} case {case} ray {k}", V::NAME);
            assert!(check(&context, &known, pose, &ray) > 0, "{context}: {ray:?} leaves");
            // What it hits first is not beyond what it was sent to.
            let first = known.body.at(pose).ray_first(&ray).unwrap();
            let lower = first.struck.hit().map_or(0.0, |hit| f64_of::<V>(hit.parameter.lower));
            assert!(k % 3 == 2 || lower <= 1.0 + 64.0 * epsilon::<V>(), "{context}: {first:?}");
        }
    }
}

#[test]
fn no_ray_leaves_a_closed_surface_between_its_facets() {
    in_every_space!(no_ray_leaves_a_closed_surface);
}

/// Along the axes, in the faces and edges of boxes that stand side by side.
fn rays_in_faces_of_boxes<V: Meshes>() {
    let mut random = Random(84);
    let mut hits = 0;
    for case in 0..pairs(60) {
        let cube: Shape<V> = Cuboid::new(V::splat(scalar(0.5))).unwrap().into();
        let at = |random: &mut Random| V::from_fn(|_| scalar(random.below(5) as f64));
        let count = 2 + random.below(40);
        let boxes = (0..count).map(|_| (cube.clone(), Pose::from_translation(at(&mut random))));
        let boxes: Vec<_> = boxes.map(|(cube, pose)| (cube, pose.unwrap())).collect();
        let body =
            Body::compound(boxes.into_iter().map(|(shape, pose)| (shape.into(), pose))).unwrap();
        let parts = body.parts().map(|part| part.shape().unwrap().clone()).collect();
        let known = Known { body, parts, alone: Vec::new() };
        for k in 0..16 {
            let axis = random.below(V::DIM);
            let mut origin = at(&mut random) - V::splat(scalar(0.5 * random.below(2) as f64));
            origin = origin - V::axis(axis) * scalar(random.below(12) as f64);
            let sign = [1.0, -1.0, 0.25][random.below(3)];
            let ray = Ray::new(origin, V::axis(axis) * scalar(sign)).unwrap();
            let ray = varied(ray, &mut random);
            let context = format!("{} case {case} ray {k}", V::NAME);
            hits += check(&context, &known, Pose::IDENTITY, &ray);
            let turned = kinds::pose::<V>(&mut random);
            let ray =
                Ray::new(turned.apply(ray.origin()), turned.rotation().apply(ray.direction()));
            check(&format!("{context} turned"), &known, turned, &ray.unwrap());
        }
    }
    assert!(hits > 100, "{} {hits}", V::NAME);
}

#[test]
fn rays_in_the_faces_of_boxes_hit_all_that_they_touch() {
    in_every_space!(rays_in_faces_of_boxes);
}
