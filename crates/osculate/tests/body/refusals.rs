//! What constructors of bodies refuse, and that all they take is answered.

use crate::meshes::{Facet, Meshes};
use crate::support::certificate::f64_of;
use crate::support::{Random, epsilon, pairs, scalar};
use osculate::shape::Ball;
use osculate::{Body, Bracket, ContactSearch, DVec2, DVec3, Error, Pose, Problem, Ray, Vec3};

/// The parameter that is at fault, its place and what is wrong.
fn of<T>(result: Result<T, Error>) -> (&'static str, Option<usize>, f64, Problem) {
    let Err(Error { shape, parameter, index, value, problem, .. }) = result else {
        panic!("it is taken");
    };
    assert_eq!(shape, "Body");
    (parameter, index, value, problem)
}

fn meshes_are_refused<V: Meshes>() {
    let unit = |i: usize| V::axis(i % V::DIM);
    let facets: [Facet; 2] = [[0, 1, 1], [1, 2, 0]];
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    for (at, value) in [(0, nan), (2, nan), (1, infinite), (1, -infinite)] {
        let mut vertices = [unit(0), unit(1), unit(2)];
        vertices[at] = V::from_fn(|i| scalar(if i == 1 { value } else { 0.5 }));
        let (parameter, index, found, problem) = of(V::of_facets(&vertices, &facets));
        assert_eq!((parameter, index, problem), ("vertices", Some(at), Problem::NotFinite));
        assert!(found == value || found.is_nan() && value.is_nan());
    }
    let most = <V::Scalar as osculate::Scalar>::MAX;
    let far = [unit(0), unit(1), V::splat(most)];
    let (parameter, index, value, problem) = of(V::of_facets(&far, &facets));
    assert_eq!((parameter, index, problem), ("vertices", Some(2), Problem::TooLarge));
    assert_eq!(value, f64_of::<V>(most));

    let vertices = [unit(0), unit(1)];
    let (_, index, value, problem) = of(V::of_facets(&vertices, &facets));
    assert_eq!((index, value, problem), (Some(1), 2.0, Problem::OutOfRange));
    let (_, index, value, problem) = of(V::of_facets(&vertices, &[[0, u32::MAX, 0]]));
    assert_eq!((index, value, problem), (Some(0), f64::from(u32::MAX), Problem::OutOfRange));
    let (parameter, index, value, problem) = of(V::of_facets(&vertices, &[]));
    assert_eq!((index, value, problem), (None, 0.0, Problem::TooFew));
    assert_eq!(parameter, if V::DIM == 2 { "segments" } else { "triangles" });
    let (parameter, index, value, problem) = of(V::of_facets(&[], &[[0, 0, 0]]));
    assert_eq!((parameter, index, value, problem), ("vertices", None, 0.0, Problem::TooFew));
    assert_eq!(of(Body::<V>::compound([])), ("parts", None, 0.0, Problem::TooFew));
}

#[test]
fn what_is_no_mesh_is_refused_by_name_and_place() {
    in_every_space!(meshes_are_refused);
}

#[test]
fn what_is_no_height_field_is_refused_by_name_and_place() {
    let flat = |columns: usize, count: usize, spacing: [f64; 2]| {
        Body::<DVec3>::from_heights(columns, &vec![0.0; count], spacing)
    };
    for columns in [0, 1] {
        let wanted = ("columns", None, columns as f64, Problem::TooFew);
        assert_eq!(of(flat(columns, 4, [1.0; 2])), wanted);
    }
    for count in [0, 3, 4, 5, 7] {
        let wanted = ("heights", None, count as f64, Problem::TooFew);
        assert_eq!(of(flat(if count == 4 { 4 } else { 3 }, count, [1.0; 2])), wanted);
    }
    let negative = of(flat(2, 4, [1.0, -0.5]));
    assert_eq!(negative, ("spacing", Some(1), -0.5, Problem::Negative));
    for spacing in [f64::NAN, f64::INFINITY] {
        let (parameter, index, value, problem) = of(flat(2, 4, [spacing, 1.0]));
        assert_eq!((parameter, index, problem), ("spacing", Some(0), Problem::NotFinite));
        assert!(!value.is_finite());
    }
    for height in [f32::NAN, f32::INFINITY, f32::MAX] {
        let heights = [0.0, 1.0, 2.0, 3.0, height, 5.0];
        let (parameter, index, ..) = of(Body::<Vec3>::from_heights(3, &heights, [1.0; 2]));
        assert_eq!((parameter, index), ("heights", Some(4)));
    }
    // The far end of the grid is out of range, though each spacing is not.
    assert!(Body::<Vec3>::from_heights(100, &[0.0; 200], [f32::MAX / 64.0, 1.0]).is_err());
}

/// Points, segments and doubles are facets, and count.
#[test]
fn facets_without_an_area_are_taken() {
    let at = Pose::IDENTITY;
    let corners = [DVec3::ZERO, DVec3::X, DVec3::X];
    let body = Body::from_mesh(&corners, &[[0, 0, 0], [0, 1, 0], [1, 2, 1], [0, 1, 2], [0, 1, 2]]);
    let body = body.unwrap();
    assert_eq!(body.part_count(), 5);
    let ball = Body::new(Ball::new(0.25).unwrap());
    let over = Pose::from_translation(DVec3::new(0.5, 1.0, 0.0)).unwrap();
    assert!(body.at(at).distance(&ball.at(over)).contains(0.75));
    let touching = Pose::from_translation(DVec3::new(0.5, 0.25, 0.0)).unwrap();
    let contacts = body.at(at).contacts(&ball.at(touching), &ContactSearch::within(1e-9));
    assert_eq!(contacts.iter().map(|touch| touch.parts[0]).collect::<Vec<_>>(), [1, 3, 4]);
    let point = Body::from_segments(&[DVec2::ONE], &[[0, 0]]).unwrap();
    assert!(point.at(Pose::IDENTITY).intersects(&point.at(Pose::IDENTITY)));
}

/// Numbers of all kinds, some of which are none.
fn odd(random: &mut Random, largest: f64) -> f64 {
    const PLAIN: [f64; 8] = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-7, 1e6, 3.0];
    match random.below(400) {
        0..200 => PLAIN[random.below(PLAIN.len())],
        200..300 => random.signed(),
        300..340 => random.signed() * largest,
        340..380 => random.signed() * largest.recip(),
        380..398 => random.signed() * random.magnitude(-30.0, 30.0),
        398 => f64::from_bits(random.bits()),
        _ => [f64::NAN, f64::INFINITY, f64::MIN_POSITIVE][random.below(3)],
    }
}

fn in_order<V: Meshes>(context: &str, of: Bracket<V::Scalar>) {
    assert!(of.lower <= of.value && of.value <= of.upper, "{context}: {of:?}");
}

fn is_number<V: Meshes>(context: &str, of: V) {
    assert!((0..V::DIM).all(|i| !f64_of::<V>(of.get(i)).is_nan()), "{context}: {of:?}");
}

fn odd_mesh<V: Meshes>(random: &mut Random, largest: f64) -> Result<Body<V>, Error> {
    let count = random.below(40);
    let vertices: Vec<V> =
        (0..count).map(|_| V::from_fn(|_| scalar(odd(random, largest)))).collect();
    let more = usize::from(random.below(40) == 0);
    let index = |random: &mut Random| random.below(count.max(1) + more) as u32;
    let facets: Vec<Facet> =
        (0..random.below(50)).map(|_| core::array::from_fn(|_| index(random))).collect();
    V::of_facets(&vertices, &facets)
}

fn all_that_is_taken_is_answered<V: Meshes>() {
    let mut random = Random(91);
    let (mut taken, mut refused) = (0, 0);
    let largest = if epsilon::<V>() > 1e-10 { f64::from(f32::MAX) } else { f64::MAX } / 64.0;
    for case in 0..pairs(400) {
        let [a, b] = [(); 2].map(|()| odd_mesh::<V>(&mut random, largest));
        let pose = |random: &mut Random| {
            let way = V::from_fn(|_| scalar(odd(random, largest)));
            Pose::new(way, random.turn::<V>().rotation())
        };
        let (pose_a, pose_b) = (pose(&mut random), pose(&mut random));
        let ([Ok(a), Ok(b)], Ok(pose_a), Ok(pose_b)) = ([a, b], pose_a, pose_b) else {
            refused += 1;
            continue;
        };
        taken += 1;
        let context = format!("{} case {case}", V::NAME);
        let (p, q) = (a.at(pose_a), b.at(pose_b));
        let distance = p.distance(&q);
        in_order::<V>(&context, distance);
        let meets = p.intersects(&q);
        assert_eq!(meets, !(distance.lower > scalar(0.0)), "{context}: {distance:?}");
        let near = p.closest(&q).closest;
        in_order::<V>(&context, near.distance);
        [near.on_a, near.on_b].into_iter().for_each(|point| is_number(&context, point));
        let signed = p.signed_distance(&q).signed_distance;
        in_order::<V>(&context, signed.distance);
        [signed.on_a, signed.on_b, signed.normal].into_iter().for_each(|v| is_number(&context, v));
        p.distance_within(&q, scalar(odd(&mut random, largest)))
            .into_iter()
            .for_each(|within| in_order::<V>(&context, within));
        for touch in
            p.contacts(&q, &ContactSearch::within(scalar(odd(&mut random, largest))).at_most(20))
        {
            is_number(&context, touch.contact.normal);
            for point in touch.contact.points() {
                [point.on_a, point.on_b].into_iter().for_each(|point| is_number(&context, point));
            }
        }
        let vector = |random: &mut Random| V::from_fn(|_| scalar(odd(random, largest)));
        if let Ok(ray) = Ray::new(vector(&mut random), vector(&mut random)) {
            for hit in p.ray_all(&ray).iter().filter_map(|hit| hit.struck.hit()) {
                in_order::<V>(&context, hit.parameter);
                is_number(&context, hit.point);
            }
            assert_eq!(p.ray_first(&ray), p.ray_all(&ray).first().copied(), "{context}: {ray:?}");
        }
    }
    println!("{:6} {taken} taken, {refused} refused", V::NAME);
    assert!(taken > refused / 8 && refused > taken / 8, "{taken} taken, {refused} refused");
}

#[test]
fn all_that_is_taken_is_answered_with_numbers() {
    in_every_space!(all_that_is_taken_is_answered);
}
