//! What is asked at the ends of the range of numbers: masses, sides, edges, closest points and
//! poses are what they are at size 1, scaled.

use crate::support::ask::{closest, contact, distance, intersects, penetration, signed_distance};
use crate::support::{Random, Space, Turn, epsilon, pairs, scalar};
use osculate::shape::{ConvexPolygon, Cuboid, HalfSpace, Polytope, Shape, Sum};
use osculate::{At, Bracket, Convex, DVec2, DVec3, Facts, Pose, Scalar, Vec2, Vec3, closest_point};

fn number<S: Scalar>(x: S) -> f64 {
    x.to_f64()
}

/// Far poses, composed and nested: whatever is asked of them answers with numbers.
fn check_poses<V: Space>() {
    let mut random = Random(5803);
    let most = number(V::Scalar::MAX) / 64.0;
    for case in 0..pairs(12) {
        // Some all go the same way.
        let ways = if case % 3 == 0 { [1.0, 1.0] } else { [0.7, -1.0] };
        let far = |random: &mut Random| {
            let at = V::from_fn(|_| scalar(most * ways[random.below(2)]));
            let turn = if case % 3 == 0 { Turn::NONE } else { random.turn::<V>() };
            Pose::new(at, turn.rotation()).unwrap()
        };
        let mut pose = far(&mut random);
        let cube = Cuboid::new(V::splat(scalar(1.0))).unwrap();
        let mut nested = Shape::from(cube);
        let mut sum = Shape::from(At::new(cube, pose));
        for step in 0..80 {
            let next = far(&mut random);
            pose = if random.below(2) == 0 { pose.compose(&next) } else { pose.compose(&pose) };
            pose = if random.below(3) == 0 { pose.inverse() } else { pose };
            nested = At::new(nested, next).into();
            if step % 8 == 0 {
                let more = Shape::from(At::new(cube, far(&mut random)));
                sum = At::new(Sum::new(sum, more), next).into();
            }
            // What composes is a pose that the constructor takes.
            let again = Pose::new(pose.translation(), pose.rotation());
            assert_eq!(again, Ok(pose), "{} {case}", V::NAME);
        }
        let near = Pose::from_translation(random.vector::<V>()).unwrap();
        let again = At::new(&nested, pose);
        let others: [&dyn Convex<V>; 5] =
            [&At::new(cube, pose), &sum, &nested, &again, &At::new(cube, near)];
        for (i, a) in others.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                let name = format!("{} {case}: {i} and {j}", V::NAME);
                let gap = distance(*a, *b);
                let signed = signed_distance(*a, *b);
                let points = closest(*a, *b);
                for bracket in [gap, signed.distance, points.distance] {
                    let Bracket { lower, value, upper } = bracket;
                    let all = [lower, value, upper];
                    assert!(all.iter().all(|x| x.is_finite()), "{name}: {bracket:?}");
                    assert!(lower <= value && value <= upper, "{name}: {bracket:?}");
                }
                let are_finite = [signed.on_a, signed.on_b, points.on_a, points.on_b];
                assert!(are_finite.iter().all(|v| v.is_finite()), "{name}");
                // The same one is in itself, and what is far from it is not.
                let together = intersects(*a, *b);
                assert!(i != j || together, "{name}");
                assert!(!together || number(gap.lower) == 0.0, "{name}: {gap:?}");
                let _ = (penetration(*a, *b), contact(*a, *b, scalar(1.0)));
            }
        }
        let away = number((others[2].origin() - others[4].origin()).length());
        let gap = number(distance(others[2], others[4]).lower);
        assert!(away < 0.1 * most || gap > 0.0, "{} {case}: {gap}", V::NAME);
    }
}

#[test]
fn poses_that_compose_beyond_the_range_stay_in_it() {
    in_every_space!(check_poses);
    let mut far = Pose::from_translation(DVec3::X * 1e306).unwrap();
    for _ in 0..8 {
        far = far.compose(&far);
    }
    let ball = osculate::shape::Ball::new(1.0).unwrap();
    let apart = distance::<DVec3>(&ball, &At::new(ball, far));
    assert!(apart.lower > 1e306 && apart.upper.is_finite(), "{apart:?}");
    assert!(signed_distance::<DVec3>(&ball, &At::new(ball, far)).distance.lower > 1e306);
}

/// A triangle, a tetrahedron, a segment and a point at every scale.
fn check_closest_points<V: Space>() {
    let mut random = Random(5808);
    let most = if epsilon::<V>() < 1e-10 { 1000 } else { 110 };
    for case in 0..pairs(200) {
        let mut corners: Vec<V> = (0..4).map(|_| random.vector()).collect();
        if random.below(3) == 0 {
            corners[2] = corners[0] + (corners[1] - corners[0]) * scalar(0.5);
        }
        let point = random.vector::<V>() * scalar([0.5, 3.0, 30.0][random.below(3)]);
        let ask = |exponent: i32| {
            let [by, back] =
                [exponent / 2, -exponent / 2].map(|x| scalar::<V::Scalar>(2f64.powi(x)));
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| corners[i] * by * by);
            let p = point * by * by;
            let solid = closest_point::closest_point_on_tetrahedron::<V>;
            let found = [
                closest_point::closest_point_on_segment(p, a, b),
                closest_point::closest_point_on_triangle(p, a, b, c),
                if V::DIM == 3 { solid(p, a, b, c, d) } else { p },
            ];
            found.map(|v| v * back * back)
        };
        let plain = ask(0);
        for exponent in (-most..=most).step_by(22) {
            for (one, other) in plain.iter().zip(ask(exponent)) {
                let off = number((*one - other).length());
                let size = number(point.length()) + 2.0;
                assert!(off <= 8.0 * epsilon::<V>() * size, "{} {case} 2^{exponent}", V::NAME);
            }
        }
    }
}

#[test]
fn closest_points_of_figures_of_any_size_are_where_they_are() {
    in_every_space!(check_closest_points);
    fn corner<V: Space>(s: f64) {
        let at = |x: f64, y: f64, z: f64| crate::support::vector::<V>(&[x * s, y * s, z * s]);
        let found = closest_point::closest_point_on_triangle(
            at(0.25, 0.125, -1.0),
            at(0.0, 0.0, 0.0),
            at(1.0, 0.0, 0.0),
            at(0.0, 1.0, 0.0),
        );
        let off = number((found - at(0.25, 0.125, 0.0)).length());
        assert!(off <= 4.0 * epsilon::<V>() * s, "{} {s}: {found:?}", V::NAME);
    }
    for s in [1e-10, 1e10, 1e-30, 1e30] {
        corner::<Vec3>(s);
    }
    for s in [1e78, 1e-80, 1e-250, 1e250] {
        corner::<DVec3>(s);
    }
}

/// A figure that is scaled by a power of two has the same point, scaled, to the bit.
fn check_scaled_figures<V: Space>() {
    let mut random = Random(5817);
    for case in 0..pairs(300) {
        let corners: [V; 4] = [(); 4].map(|()| random.vector());
        let point = random.vector::<V>() * scalar([0.5, 3.0][random.below(2)]);
        let ask = |by: V::Scalar| {
            let ([a, b, c, d], p) = (corners.map(|corner| corner * by), point * by);
            let solid = closest_point::closest_point_on_tetrahedron::<V>;
            [
                closest_point::closest_point_on_segment(p, a, b),
                closest_point::closest_point_on_triangle(p, a, b, c),
                if V::DIM == 3 { solid(p, a, b, c, d) } else { p },
            ]
        };
        let plain = ask(scalar(1.0));
        for exponent in [-60, -31, -7, 1, 20, 63] {
            let by = scalar::<V::Scalar>(2f64.powi(exponent));
            assert_eq!(ask(by), plain.map(|v| v * by), "{} {case} 2^{exponent}", V::NAME);
        }
    }
}

#[test]
fn a_power_of_two_scales_the_bits_of_closest_points() {
    in_every_space!(check_scaled_figures);
}

/// Scales are powers of two, so a product with one, and with its reciprocal, is exact; the wide
/// number is the same number.
fn check_scales<V: Space>() {
    let mut random = Random(5818);
    let [least, most] = if epsilon::<V>() < 1e-10 { [-300.0, 300.0] } else { [-36.0, 37.0] };
    for case in 0..pairs(2000) {
        let x: V::Scalar = scalar(random.magnitude(least, most));
        let scale = x.scale_to_one();
        let name = format!("{} {case}: {x:?} {scale:?}", V::NAME);
        assert_eq!(number(scale).to_bits() << 12, 0, "{name} is no power of two");
        assert!((1.0..2.0).contains(&number(x * scale)), "{name}");
        let back = scale.power_of_two_reciprocal();
        assert!(number(scale) * number(back) == 1.0 && (x * scale) * back == x, "{name}");
        assert_eq!(scalar::<V::Scalar>(number(x)), x, "{name}");
        let whole = random.below(1 << 21);
        let last: V::Scalar = scalar(whole as f64);
        let near = number(last) * random.unit();
        let found = scalar::<V::Scalar>(near).to_whole(last);
        assert!((f64::from(found) - near).abs() <= 0.5 + 1e-6 * near, "{near}: {found}");
    }
    let none: V::Scalar = scalar(f64::NAN);
    assert_eq!(none.to_whole(scalar(9.0)), 0);
    assert_eq!(number(scalar::<V::Scalar>(0.0).scale_to_one()), 1.0);
}

#[test]
fn scales_are_powers_of_two_and_exact() {
    in_every_space!(check_scales);
}

#[test]
fn masses_of_any_size_have_their_centroid() {
    let corners: Vec<DVec3> = (0..8)
        .map(|k| DVec3::new(f64::from(k & 1), f64::from(k >> 1 & 1), f64::from(k >> 2)))
        .collect();
    for exponent in [-108, -250, -100, -30, 0, 30, 60, 100, 110, 290] {
        let size = 10f64.powi(exponent);
        let scaled: Vec<DVec3> = corners.iter().map(|&corner| corner * size).collect();
        let mass = Polytope::from_points(&scaled).unwrap().mass();
        let off = (mass.centroid / size - DVec3::splat(0.5)).length();
        assert!(off <= 1e-15, "1e{exponent}: {:?}", mass.centroid);
        let volume = size * size * size;
        let near = |found: f64, truth: f64| {
            found == truth || (found - truth).abs() <= 1e-13 * truth.abs() + f64::MIN_POSITIVE
        };
        assert!(near(mass.volume, volume), "1e{exponent}: {}", mass.volume);
        let moment = volume * size * size / 12.0;
        let inertia = mass.inertia();
        for i in 0..3 {
            for j in 0..3 {
                let expected = if i == j { moment + moment } else { 0.0 };
                let found = inertia.col(i)[j];
                let off = (found - expected).abs();
                let is_near = near(found, expected) || off <= 1e-13 * moment;
                assert!(is_near, "1e{exponent} {i} {j}: {found}");
            }
        }
        assert!(!mass.polar_inertia().is_nan());
    }
    for exponent in [-150, -120, 0, 120, 150] {
        let size = 10f64.powi(exponent);
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let square = square.map(|(x, y)| DVec2::new(x, y) * size);
        let mass = ConvexPolygon::new(&square).unwrap().mass();
        assert!((mass.centroid / size - DVec2::splat(0.5)).length() <= 1e-15, "1e{exponent}");
        assert!((mass.volume / size / size - 1.0).abs() < 1e-13, "1e{exponent}");
    }
    // A body far from the origin, and one in single precision at the end of its range.
    let corners: Vec<Vec3> = corners.iter().map(|c| c.as_vec3() * 1e30).collect();
    let mass = Polytope::from_points(&corners).unwrap().mass();
    assert!((mass.centroid * 1e-30 - Vec3::splat(0.5)).length() < 1e-6);
    assert!(mass.volume == f32::INFINITY && !mass.inertia().x_axis.is_nan());
}

#[test]
fn what_side_a_point_is_on_is_decided_whatever_the_sizes() {
    for exponent in [-150, -165, -200, -250, -280] {
        let t = 10f64.powi(exponent);
        let slim = ConvexPolygon::new(&[DVec2::ZERO, DVec2::X, DVec2::new(t, t)]).unwrap();
        assert!(!slim.contains(DVec2::new(t / 4.0, 3.0 * t / 4.0)), "1e{exponent}");
        assert!(slim.contains(DVec2::new(3.0 * t / 4.0, t / 4.0)), "1e{exponent}");
        // The hull of the corners and of a point beyond the slanted edge has that point.
        let beyond = [DVec2::ZERO, DVec2::X, DVec2::new(t, t), DVec2::new(t / 4.0, 3.0 * t / 4.0)];
        assert_eq!(ConvexPolygon::from_points(&beyond).unwrap().vertices().count(), 4);
    }
    for exponent in [-60, -88, -95, -120, -170] {
        let t = 10f64.powi(exponent);
        let base = [DVec3::ZERO, DVec3::X, DVec3::new(t, t, 0.0), DVec3::new(t, 0.0, t)];
        // Where so slim a hull has a depth by exact signs.
        let Ok(slim) = Polytope::from_points(&base) else {
            assert!(exponent < -88);
            continue;
        };
        let [out, within] = [DVec3::new(0.5 * t, 0.75 * t, 0.0), DVec3::new(t, 0.25 * t, 0.25 * t)];
        assert!(!slim.contains(out) && slim.contains(within), "1e{exponent}");
    }
    let mut random = Random(5809);
    let least = f64::from_bits(1);
    for _ in 0..pairs(300) {
        // Subnormal sizes.
        let point = |random: &mut Random| {
            DVec3::from_array([0; 3].map(|_| least * (random.below(2000) as f64 - 1000.0)))
        };
        let points: Vec<DVec3> = (0..8).map(|_| point(&mut random)).collect();
        let Ok(hull) = Polytope::from_points(&points) else { continue };
        let (center, radius) = hull.bounding_ball();
        for v in &points {
            // In units of the least number, all of these are whole.
            let away = (*v - center).to_array().map(|x| x / least);
            let squared: f64 = away.iter().map(|x| x * x).sum();
            let radius = radius / least;
            assert!(squared <= radius * radius, "{squared} {radius}");
            assert!(hull.contains(*v));
        }
    }
}

/// Polygons with an edge whose squared length vanishes.
#[test]
fn polygons_with_the_shortest_edges_are_equal_to_themselves() {
    for length in [1e-170, 3e-203, 1e-300, f64::from_bits(1)] {
        let corners = [DVec2::new(-length, 0.0), DVec2::ZERO, DVec2::X, DVec2::Y];
        let polygon = ConvexPolygon::new(&corners).unwrap();
        assert_eq!(polygon, polygon.clone(), "{length:e}");
        // It is the triangle to within that.
        let ball = osculate::shape::Ball::new(0.5).unwrap();
        for k in 0..64 {
            let (sine, cosine) = (f64::from(k) * 0.1).sin_cos();
            let pose = Pose::from_translation(DVec2::new(cosine, sine) * 2.0).unwrap();
            let ball = At::new(ball, pose);
            let triangle = ConvexPolygon::new(&corners[1..]).unwrap();
            let (found, truth) =
                (distance::<DVec2>(&polygon, &ball), distance::<DVec2>(&triangle, &ball));
            assert!(found.lower <= truth.upper && truth.lower <= found.upper, "{length:e} {k}");
        }
    }
    for length in [1e-30f32, 1e-40, f32::from_bits(1)] {
        let corners = [Vec2::new(-length, 0.0), Vec2::ZERO, Vec2::X, Vec2::Y];
        let polygon = ConvexPolygon::new(&corners).unwrap();
        assert_eq!(polygon, polygon.clone(), "{length:e}");
    }
}

#[test]
fn a_half_space_keeps_within_the_range_of_what_is_read() {
    let most = f64::MAX / 64.0;
    let error = HalfSpace::new(DVec3::X * 0.992, most).unwrap_err();
    assert_eq!((error.parameter, error.problem), ("offset", osculate::Problem::TooLarge));
    for length in [0.992, 1.0, 1.008] {
        let plane = HalfSpace::new(DVec3::X * length, most * 0.99).unwrap();
        let again = HalfSpace::new(plane.normal(), plane.offset()).unwrap();
        assert_eq!(again.offset(), plane.offset());
    }
}
