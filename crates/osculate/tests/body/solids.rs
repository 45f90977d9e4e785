//! Solids that meshes bound: what is in them, and what bodies inside them answer.

use crate::meshes::{Facet, Meshes, Plain};
use crate::support::certificate::f64_of;
use crate::support::{Random, coordinates, epsilon, scalar, vector};
use osculate::scene::Scene;
use osculate::shape::{Ball, Cuboid, HalfSpace};
use osculate::{
    Body, ContactSearch, DVec2, DVec3, Motion, Pose, Problem, Ray, Rotation, Scalar, Sweep, Vec2,
    Vec3, Verdict,
};

/// Coordinates of few bits, which every precision has.
fn grid(x: f64) -> f64 {
    (x * 256.0).round() / 256.0
}

/// A box from one corner to another; its triangles look out.
pub fn block(low: [f64; 3], high: [f64; 3]) -> Plain {
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 1 { high[i] } else { low[i] });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let facets = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Plain { points: (0..8).map(corner).collect(), facets }
}

/// Another surface beside it, or in it; turned inside out if it is a cavity.
fn with(mut plain: Plain, other: Plain, is_cavity: bool) -> Plain {
    let base = plain.points.len() as u32;
    plain.points.extend(other.points);
    plain.facets.extend(other.facets.into_iter().map(|[a, b, c]| {
        let [a, b, c] = [a, b, c].map(|corner| corner + base);
        if is_cavity { [a, c, b] } else { [a, b, c] }
    }));
    plain
}

/// Rings of corners about the z axis, closed to a torus or by poles to a ball, with bumps.
fn round(is_torus: bool, bumps: f64) -> Plain {
    let (n, m) = (20, 12);
    let mut plain = Plain::default();
    for i in 0..n {
        for j in 0..m {
            let a = f64::from(i) / f64::from(n) * std::f64::consts::TAU;
            let b = f64::from(j) / f64::from(m) * std::f64::consts::TAU;
            let r = 1.0 + bumps * (3.0 * a).sin() * (4.0 * b).cos();
            let away = 2.5 + r * b.cos();
            plain.points.push([away * a.cos(), away * a.sin(), r * b.sin()].map(grid));
        }
    }
    let at = |i: i32, j: i32| ((i.rem_euclid(n)) * m + j.rem_euclid(m)) as u32;
    for i in 0..n {
        for j in 0..m {
            plain.facets.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            plain.facets.push([at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)]);
        }
    }
    if !is_torus {
        // Spikes: every other ring drawn to the middle.
        for (k, point) in plain.points.iter_mut().enumerate() {
            if (k / m as usize).is_multiple_of(2) {
                *point = point.map(|x| grid(x * 0.6));
            }
        }
    }
    plain
}

fn solids_of_space() -> Vec<Plain> {
    let cube = || block([-4.0; 3], [4.0; 3]);
    let turned_inside_out =
        Plain { facets: cube().facets.into_iter().map(|[a, b, c]| [a, c, b]).collect(), ..cube() };
    vec![
        cube(),
        turned_inside_out,
        with(cube(), block([-2.0, -2.0, -1.0], [2.0, 3.0, 2.0]), true),
        with(cube(), block([5.0, -1.0, -1.0], [7.0, 1.0, 1.0]), false),
        // Two that overlap: what is in both is wound round twice.
        with(cube(), block([2.0, -1.0, -1.0], [7.0, 1.0, 1.0]), false),
        round(true, 0.0),
        round(true, 0.25),
        round(false, 0.25),
    ]
}

/// Outlines of the plane, by their corners in order.
fn outline(corners: &[[f64; 2]]) -> Plain {
    let count = corners.len() as u32;
    Plain {
        points: corners.iter().map(|&[x, y]| [x, y, 0.0]).collect(),
        facets: (0..count).map(|k| [k, (k + 1) % count, 0]).collect(),
    }
}

fn solids_of_the_plane() -> Vec<Plain> {
    let star: Vec<[f64; 2]> = (0..14)
        .map(|k| {
            let angle = f64::from(k) / 14.0 * std::f64::consts::TAU;
            let r = if k % 2 == 0 { 4.0 } else { 1.5 };
            [grid(r * angle.cos()), grid(r * angle.sin())]
        })
        .collect();
    let square = [[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]];
    let hole = [[-1.0, -2.0], [-1.0, 1.0], [2.0, 1.0], [2.0, -2.0]];
    vec![
        outline(&square),
        outline(&star),
        outline(&star.iter().rev().copied().collect::<Vec<_>>()),
        with(outline(&square), outline(&hole), false),
    ]
}

/// How often a surface goes round a point, by the angles that facets are seen under; `None` if the
/// point is as good as on one.
fn winding(dim: usize, points: &[[f64; 3]], facets: &[Facet], from: [f64; 3]) -> Option<i32> {
    let mut sum = 0.0;
    for facet in facets {
        let to = facet.map(|k| [0, 1, 2].map(|i| points[k as usize][i] - from[i]));
        if dim == 2 {
            let [a, b, _] = to;
            let (sine, cosine) = (a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
            if sine.abs() < 1e-14 && cosine <= 0.0 {
                return None;
            }
            sum += sine.atan2(cosine) / std::f64::consts::TAU;
            continue;
        }
        // Van Oosterom and Strackee, 1983.
        let [a, b, c] = to.map(DVec3::from_array);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let sine = a.dot(b.cross(c));
        let cosine = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        if sine.abs() < 1e-13 && cosine <= 1e-13 {
            return None;
        }
        sum += 2.0 * sine.atan2(cosine) / (2.0 * std::f64::consts::TAU);
    }
    let whole = sum.round();
    assert!((sum - whole).abs() < 1e-3, "{sum} at {from:?}");
    Some(whole as i32)
}

fn inside_is_what_the_surface_goes_round_in<V: Meshes>() {
    let plains = if V::DIM == 2 { solids_of_the_plane() } else { solids_of_space() };
    let (mut random, mut seen, mut on) = (Random(0x50_11D), [0; 2], 0);
    for (which, plain) in plains.iter().enumerate() {
        let vertices: Vec<V> = plain.points.iter().map(|p| vector(p)).collect();
        let body = V::of_facets(&vertices, &plain.facets).unwrap().into_solid().unwrap();
        let body = body.at(Pose::IDENTITY);
        let mut points: Vec<V> = Vec::new();
        for _ in 0..800 {
            points.push(random.vector::<V>() * scalar(6.0));
            // In line with corners along an axis.
            let mut beside = vertices[random.below(vertices.len())];
            beside = beside + V::axis(random.below(V::DIM)) * scalar(random.signed() * 6.0);
            points.push(beside);
        }
        let mut on_surface: Vec<V> = vertices.clone();
        for facet in &plain.facets {
            let corners = facet[..V::DIM].iter().map(|&k| vertices[k as usize]);
            let corners: Vec<V> = corners.collect();
            let half = scalar::<V::Scalar>(0.5);
            on_surface.push(corners[0] * half + corners[1] * half);
            if V::DIM == 3 {
                let quarter = half * half;
                on_surface.push(corners[0] * half + corners[1] * quarter + corners[2] * quarter);
            }
        }
        for &point in &on_surface {
            assert!(body.contains(point), "{} {which}: {point:?} on the surface", V::NAME);
            on += 1;
            let beside = if f64_of::<V>(scalar(1e-12)) * 1e12 == 1.0 { 1e-12 } else { 1e-5 };
            for axis in 0..V::DIM {
                for way in [-beside, beside] {
                    points.push(point + V::axis(axis) * scalar(way));
                }
            }
        }
        for point in points {
            let from = {
                let of = coordinates(point);
                [0, 1, 2].map(|i| of.get(i).copied().unwrap_or(0.0))
            };
            let Some(winding) = winding(V::DIM, &plain.points, &plain.facets, from) else {
                continue;
            };
            let is_in = body.contains(point);
            // What is nearer than rounding touches.
            let ball = Body::new(Ball::new(scalar(0.0)).unwrap());
            let gap = || {
                let at = Pose::from_translation(point).unwrap();
                let surface = V::of_facets(&vertices, &plain.facets).unwrap();
                f64_of::<V>(surface.at(Pose::IDENTITY).distance(&ball.at(at)).lower)
            };
            if is_in != (winding != 0) {
                assert!(is_in && gap() <= 0.0, "{} {which}: {point:?} {winding}", V::NAME);
            }
            seen[usize::from(is_in)] += 1;
            if !random.below(8).is_multiple_of(8) {
                continue;
            }
            // The nearest point of the surface, and the side.
            let shell = V::of_facets(&vertices, &plain.facets).unwrap();
            let speck = Body::new(Ball::new(scalar(0.0)).unwrap());
            let there = Pose::from_translation(point).unwrap();
            let far = shell.at(Pose::IDENTITY).distance(&speck.at(there));
            let found = body.project_point(point).unwrap();
            let [lower, value, upper] =
                [found.distance.lower, found.distance.value, found.distance.upper].map(f64_of::<V>);
            let far = f64_of::<V>(far.value);
            let rounding = 1024.0 * epsilon::<V>();
            let context = format!("{} {which}: {point:?} {found:?} {far:e}", V::NAME);
            assert!(lower <= value && value <= upper, "{context}");
            assert!((value.abs() - far).abs() <= rounding, "{context}");
            assert!(far <= rounding || is_in == (value < 0.0), "{context}");
            let way = coordinates(found.point - point);
            let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!((length - far).abs() <= rounding, "{context}");
            let out: Vec<f64> = coordinates(found.normal);
            let along: f64 = way.iter().zip(&out).map(|(x, n)| x * n).sum();
            assert!((along + value).abs() <= rounding, "{context}");
        }
    }
    assert!(seen.iter().all(|count| *count > 1000) && on > 50, "{seen:?} {on}");
}

#[test]
fn inside_is_what_the_surface_goes_round() {
    in_every_space!(inside_is_what_the_surface_goes_round_in);
}

/// Each query of a body in a solid says that the two overlap.
fn what_is_inside_overlaps_in<V: Meshes>() {
    let plain = match V::DIM {
        2 => outline(&[[-4.0, -4.0], [4.0, -4.0], [4.0, 4.0], [-4.0, 4.0]]),
        _ => block([-4.0; 3], [4.0; 3]),
    };
    let vertices: Vec<V> = plain.points.iter().map(|p| vector(p)).collect();
    let surface = V::of_facets(&vertices, &plain.facets).unwrap();
    let tank = surface.clone().into_solid().unwrap();
    let small: Vec<V> = vertices.iter().map(|&v| v * scalar(0.125)).collect();
    let small = V::of_facets(&small, &plain.facets).unwrap();
    let ball = Body::new(Ball::new(scalar(0.5)).unwrap());
    let twins = Body::compound([
        (Ball::new(scalar(0.25)).unwrap().into(), Pose::IDENTITY),
        (Cuboid::new(V::splat(scalar(0.25))).unwrap().into(), Pose::IDENTITY),
    ])
    .unwrap();
    let floor = Body::new(HalfSpace::new(V::axis(1), scalar(-3.0)).unwrap());
    let zero = scalar::<V::Scalar>(0.0);
    let mut random = Random(0x7A_4B);
    for inner in [&ball, &twins, &small, &small.clone().into_solid().unwrap()] {
        for _ in 0..40 {
            let here = Pose::from_translation(random.vector::<V>() * scalar(30.0)).unwrap();
            let way = random.vector::<V>() * scalar(5.0);
            let there = Pose::from_translation(here.translation() + way).unwrap();
            let (outer, inner) = (tank.at(here), inner.at(there));
            let shell = surface.at(here);
            let is_in = way.abs().max_element().to_f64() < 3.4;
            let is_out = way.abs().max_element().to_f64() > 4.6;
            for (a, b) in [(outer, inner), (inner, outer)] {
                let signed = a.signed_distance(&b).signed_distance;
                let (meets, near) = (a.intersects(&b), a.closest(&b).closest);
                let apart = near.verdict == Verdict::Apart;
                let distance = a.distance(&b);
                assert_eq!(meets, !apart, "{way:?}");
                assert_eq!(meets, !(distance.lower > zero), "{way:?}");
                assert_eq!(meets, a.distance_within(&b, zero).is_some(), "{way:?}");
                assert_eq!(meets, !(signed.distance.lower > zero), "{way:?} {signed:?}");
                assert_eq!(
                    meets,
                    !a.contacts(&b, &ContactSearch::within(zero)).is_empty(),
                    "{way:?}"
                );
                if is_in {
                    // As deep as the part that is named is far from the surface, at least.
                    let parts = a.signed_distance(&b).parts;
                    let is_outer = std::ptr::eq(*a.shape(), &tank);
                    let part = inner.part(parts[usize::from(is_outer)]).unwrap();
                    let of_shell = shell.parts().map(|p| osculate::distance(p, &part).value);
                    let gap = of_shell
                        .fold(scalar(f64::MAX), |least, one| if one < least { one } else { least });
                    assert!(meets && near.verdict == Verdict::Overlapping, "{way:?}");
                    assert!(signed.distance.upper < zero, "{way:?} {signed:?}");
                    let deep = -signed.distance.value.to_f64();
                    assert!((deep - gap.to_f64()).abs() < 1e-4, "{deep} {gap:?}");
                    // On the way out the nearest point comes to the surface after so far.
                    let way = (signed.on_b - signed.on_a) - signed.normal * signed.distance.value;
                    assert!(way.length().to_f64() < 1e-4, "{signed:?}");
                    let touch = &a.contacts(&b, &ContactSearch::within(zero))[0].contact;
                    assert_eq!(touch.points()[0].distance, signed.distance.value);
                    let start = Sweep::default();
                    // A margin makes no contact of it that leads further in.
                    let margin = scalar::<V::Scalar>(deep * 1.5);
                    let wide = a.contacts(&b, &ContactSearch::within(margin));
                    assert_eq!(wide.len(), 1);
                    assert_eq!(wide[0].contact.signed_distance.normal, signed.normal);
                    let rest = [a.pose(), b.pose()].map(|pose| Motion::resting(pose));
                    let met = a.shape().time_of_impact(&rest[0], b.shape(), &rest[1], &start);
                    let impact = met.unwrap().unwrap().encounter.hit().unwrap();
                    assert_eq!((impact.time.upper, impact.start), (zero, Verdict::Overlapping));
                    assert!(impact.overlap.is_some());
                }
                assert!(!is_out || !meets, "{way:?}");
            }
            if is_in {
                assert!(!shell.intersects(&inner), "it floats in the shell");
                let mut scene = Scene::<V>::new();
                let held: Body<V> = (*inner.shape()).clone();
                let (a, b) = (scene.add(tank.clone(), here), scene.add(held, there));
                scene.step();
                assert_eq!((scene.touching().len(), scene.contacts().len()), (1, 1));
                assert_eq!(scene.contacts().len(), 1, "and again");
                let signed = scene.separation(a, b).unwrap().signed;
                assert!(signed.distance.upper < zero);
                let least = scene.clearance(&osculate::scene::Filter::ALL).unwrap();
                assert_eq!(least.closest.verdict, Verdict::Overlapping);
                let probe = Ball::new(scalar(0.01)).unwrap();
                let probe = osculate::Place::moved_to(probe, there);
                let filter = osculate::scene::Filter::ALL;
                let all = scene.touching_shape(probe, &filter);
                assert!(all.iter().any(|part| part.body == a), "{all:?}");
                let near = scene.nearest(probe, &filter).unwrap();
                assert_eq!(near.closest.verdict, Verdict::Overlapping);
                let sweep = Sweep::default();
                let way = V::axis(0) * scalar(20.0);
                let met = scene.cast_first(probe, way, &sweep, &filter).unwrap().unwrap();
                let start = met.encounter.hit().unwrap();
                assert_eq!((start.time.upper, start.start), (zero, Verdict::Overlapping));
                let ray = Ray::new(there.translation(), V::axis(0)).unwrap();
                let hit = outer.ray_first(&ray).unwrap().struck.hit().unwrap();
                assert_eq!(hit.parameter.upper, zero);
                let out = outer.ray_first(&ray.hollow()).unwrap().struck.hit().unwrap();
                assert!(out.parameter.lower > zero);
            }
        }
    }
    // What has no end is in no tank.
    let below = Pose::from_translation(V::axis(1) * scalar(-20.0)).unwrap();
    assert!(!tank.at(Pose::IDENTITY).intersects(&floor.at(below)));
    let turned = Pose::new(V::ZERO, Rotation::IDENTITY).unwrap();
    assert!(tank.at(Pose::IDENTITY).intersects(&floor.at(turned)));
}

#[test]
fn what_is_inside_overlaps() {
    in_some_spaces!(what_is_inside_overlaps_in);
}

#[test]
fn the_mass_of_a_solid_is_that_of_its_volume() {
    let [cube, inside_out, hollow, ..] = &solids_of_space()[..] else { panic!("there are more") };
    let mass = |plain: &Plain| {
        let vertices: Vec<DVec3> = plain.points.iter().map(|p| DVec3::from_array(*p)).collect();
        let surface = Body::from_mesh(&vertices, &plain.facets).unwrap();
        assert!(surface.mass(1.0).is_none(), "a surface has none");
        surface.into_solid().unwrap().mass(2.0).unwrap()
    };
    let whole = Body::new(Cuboid::new(DVec3::splat(4.0)).unwrap()).mass(2.0).unwrap();
    for plain in [cube, inside_out] {
        let found = mass(plain);
        assert!((found.volume - whole.volume).abs() < 1e-9, "{found:?}");
        assert!(found.centroid.length() < 1e-12);
        assert!((found.inertia().x_axis - whole.inertia().x_axis).length() < 1e-8);
    }
    let found = mass(hollow);
    assert!((found.volume - 2.0 * (512.0 - 60.0)).abs() < 1e-9, "{found:?}");
}

#[test]
fn what_does_not_close_is_no_solid() {
    let cube = block([-1.0; 3], [1.0; 3]);
    let vertices: Vec<Vec3> = cube.points.iter().map(|p| vector(p)).collect();
    let solid = |facets: &[Facet]| Body::from_mesh(&vertices, facets).unwrap().into_solid();
    assert!(solid(&cube.facets).is_ok());
    let error = solid(&cube.facets[1..]).unwrap_err();
    assert_eq!((error.problem, error.parameter), (Problem::Open, "triangles"));
    let mut wound = cube.facets.clone();
    wound[5].swap(0, 1);
    let error = solid(&wound).unwrap_err();
    assert_eq!(error.problem, Problem::WoundAgainst);
    assert!(wound[error.index.unwrap()].contains(&(error.value as u32)));
    // Each triangle with corners of its own, as STL has them.
    let mut soup = (Vec::new(), Vec::new());
    for facet in &cube.facets {
        let first = soup.0.len() as u32;
        soup.0.extend(facet.map(|k| vertices[k as usize]));
        soup.1.push([first, first + 1, first + 2]);
    }
    let soup = Body::from_mesh(&soup.0, &soup.1).unwrap().into_solid().unwrap();
    assert!(soup.at(Pose::IDENTITY).contains(Vec3::splat(0.5)));
    // In the plane.
    let corners = [Vec2::ZERO, Vec2::X, Vec2::Y];
    let line =
        |segments: &[[u32; 2]]| Body::from_segments(&corners, segments).unwrap().into_solid();
    assert!(line(&[[0, 1], [1, 2], [2, 0]]).is_ok());
    assert_eq!(line(&[[0, 1], [1, 2]]).unwrap_err().problem, Problem::Open);
    assert_eq!(line(&[[0, 1], [1, 2], [0, 2]]).unwrap_err().problem, Problem::WoundAgainst);
    // A shape is a solid.
    assert!(Body::<DVec2>::new(Ball::new(1.0).unwrap()).into_solid().is_ok());
}

/// A link of a robot: a solid, a surface and a shape, each at its own pose.
#[test]
fn a_compound_holds_solids_surfaces_and_shapes_together() {
    let vertices = |plain: &Plain| -> Vec<DVec3> {
        plain.points.iter().map(|p| DVec3::from_array(*p)).collect()
    };
    let at = |x: f64| Pose::from_translation(DVec3::X * x).unwrap();
    let [cube, inside_out, ..] = &solids_of_space()[..] else { panic!("there are more") };
    let surface = Body::from_mesh(&vertices(cube), &cube.facets).unwrap();
    let solid = surface.clone().into_solid().unwrap();
    let turned = Body::from_mesh(&vertices(inside_out), &inside_out.facets).unwrap();
    let turned = turned.into_solid().unwrap();
    let ball = Body::new(Ball::new(1.0).unwrap());
    let quarter = Rotation::from_axis_angle(DVec3::Y, std::f64::consts::FRAC_PI_2).unwrap();
    let body = Body::compound([
        (surface.clone(), at(-20.0)),
        (ball.clone(), Pose::IDENTITY),
        (solid.clone(), Pose::new(DVec3::X * 20.0, quarter).unwrap()),
        // It overlaps the one before it, and is wound the other way.
        (turned, at(26.0)),
    ])
    .unwrap();
    assert_eq!(body.part_count(), 1 + 3 * 12);
    assert!(body.mass(1.0).is_none(), "the surface has none");
    let speck = Body::new(Ball::new(0.01).unwrap());
    let here = Pose::new(DVec3::new(1.0, 2.0, 3.0), quarter).unwrap();
    let meets = |x: f64| {
        let point = here.apply(DVec3::new(x, 0.25, 0.125));
        let there = Pose::from_translation(point).unwrap();
        let (a, b) = (body.at(here), speck.at(there));
        assert_eq!(a.intersects(&b), b.intersects(&a));
        assert_eq!(a.intersects(&b), !(a.distance(&b).lower > 0.0));
        assert_eq!(a.intersects(&b), a.contains(point));
        a.intersects(&b)
    };
    for (x, is_in) in [
        (-20.0, false),
        (-10.0, false),
        (0.0, true),
        (20.0, true),
        (23.0, true),
        (26.0, true),
        (29.9, true),
        (30.2, false),
    ] {
        assert_eq!(meets(x), is_in, "at {x}");
    }
    // Numbers: the ball, then the facets of both solids, then those of the surface.
    let near = |x: f64| {
        let there = here.compose(&at(x));
        body.at(here).closest(&ball.at(there)).parts[0]
    };
    assert_eq!(near(-1.5), 0);
    assert!((1..13).contains(&near(14.0)), "{}", near(14.0));
    assert!((13..25).contains(&near(32.0)), "{}", near(32.0));
    assert!((25..37).contains(&near(-15.0)), "{}", near(-15.0));
    let alone = Body::compound([(solid, Pose::IDENTITY), (ball, at(9.0))]).unwrap();
    let mass = alone.mass(1.0).unwrap();
    assert!((mass.volume - (512.0 + 4.0 / 3.0 * std::f64::consts::PI)).abs() < 1e-9, "{mass:?}");
}

/// Products of coordinates leave the range of numbers long before these do.
#[test]
fn solids_of_any_size_know_what_is_inside() {
    let cube = block([-4.0; 3], [4.0; 3]);
    for size in [1e-150, 1e-100, 1.0, 1e60, 1e120] {
        let vertices: Vec<DVec3> =
            cube.points.iter().map(|p| DVec3::from_array(*p) * size).collect();
        let solid = Body::from_mesh(&vertices, &cube.facets).unwrap().into_solid().unwrap();
        let solid = solid.at(Pose::IDENTITY);
        for (at, is_in) in [
            ([0.5, 0.25, 0.125], true),
            ([3.9, -3.9, 3.9], true),
            ([4.0, 1.0, 1.0], true),
            ([4.1, 0.5, 0.5], false),
            ([-4.1, 0.5, 0.5], false),
            ([0.5, 7.0, 0.5], false),
        ] {
            let point = DVec3::from_array(at) * size;
            assert_eq!(solid.contains(point), is_in, "{size:e}: {at:?}");
        }
    }
}
