//! Contacts: as many points as a table has legs, each where it belongs; and a stack of boxes that
//! stands.

use crate::support::ask::{contact, signed_distance};
use crate::support::{
    Random, Space, Turn, body, coordinates, epsilon, length_scale, pairs, scalar, vector,
};
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, HalfSpace, PointCloud, Polytope,
    Tetrahedron, Triangle,
};
use osculate::{
    At, Contact, Convex, DVec2, DVec3, Facts, Feature, Place, Pose, Rotation, Scalar, Vec2, Vec3,
    Vec3A,
};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

type Body = Box<dyn Convex<DVec3>>;

fn place(t: [f64; 3], axis: DVec3, angle: f64) -> Pose<DVec3> {
    Pose::new(DVec3::from(t), Rotation::from_axis_angle(axis, angle).unwrap()).unwrap()
}

/// What holds of every contact.
fn contact_is_sound<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    found: &Contact<V>,
    margin: f64,
    slack: f64,
    context: &str,
) {
    let whole = found.signed_distance.distance.value.to_f64();
    let points = found.points();
    assert!(!points.is_empty() && points.len() <= 2 * (V::DIM - 1), "{context}: {found:?}");
    let deepest = points[0].distance.to_f64();
    // Of faces that are all but parallel a point is taken that is as deep to the eye.
    let sizes = [a.extent() + a.rounding(), b.extent() + b.rounding()].map(Scalar::to_f64);
    let seen = slack + 1e-5 * sizes[0].min(sizes[1]);
    assert!((deepest - whole).abs() <= seen, "{context}: the deepest is not there, {found:?}");
    let n = coordinates(found.normal);
    for point in points {
        let distance = point.distance.to_f64();
        // In doubt whether they are within the margin there is a contact, and its deepest point.
        let most = margin.max(whole);
        assert!(distance >= whole - slack && distance <= most, "{context}: {point:?}");
        assert!(distance >= deepest, "{context}: the deepest is not first");
        let (p, q) = (coordinates(point.on_a), coordinates(point.on_b));
        for i in 0..V::DIM {
            assert!((q[i] - p[i] - distance * n[i]).abs() <= slack, "{context}: {point:?}");
        }
        // Neither point is beyond its shape along the normal.
        let reach =
            |s: &dyn Convex<V>, d: V| s.core_support(d).dot(d).to_f64() + s.rounding().to_f64();
        let (most_a, most_b) = (reach(a, found.normal), reach(b, -found.normal));
        let along = |x: V| x.dot(found.normal).to_f64();
        assert!(along(point.on_a) <= most_a + slack, "{context}: {point:?}");
        assert!(-along(point.on_b) <= most_b + slack, "{context}: {point:?}");
    }
}

#[test]
fn solids_on_a_floor_stand_on_as_many_points_as_they_should() {
    let floor = || -> Body { Box::new(Cuboid::new(DVec3::new(20.0, 1.0, 20.0)).unwrap()) };
    let half_space = || -> Body { Box::new(HalfSpace::new(DVec3::Y, 1.0).unwrap()) };
    let cuboid = || -> Body { Box::new(Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap()) };
    let cylinder = || -> Body { Box::new(Cylinder::<DVec3>::new(2.0, 1.0).unwrap()) };
    let cone = || -> Body { Box::new(Cone::<DVec3>::new(2.0, 1.0).unwrap()) };
    let capsule = || -> Body { Box::new(Capsule::<DVec3>::along_y(2.0, 1.0).unwrap()) };
    let corners = crate::support::families::corners::<DVec3>(&[1.0, 2.0, 3.0]);
    let hull = || -> Body { Box::new(Polytope::from_points(&corners).unwrap()) };
    let cloud = || -> Body { Box::new(PointCloud::new(&corners).unwrap()) };
    let tetrahedron = || -> Body {
        let [a, b, c] = [DVec3::ZERO, DVec3::Z, DVec3::X];
        Box::new(Tetrahedron::new(a, b, c, DVec3::Y).unwrap())
    };
    // Name, shape, height of its middle over the floor's top, its turn about z, points.
    let table: Vec<(&str, Body, f64, f64, usize)> = vec![
        ("box on a face", cuboid(), 2.0, 0.0, 4),
        ("box on an edge", cuboid(), (1f64.powi(2) + 4.0).sqrt(), FRAC_PI_2 - 2f64.atan(), 2),
        ("hull on a face", hull(), 2.0, 0.0, 4),
        ("hull upside down", hull(), 2.0, PI, 4),
        ("cloud on a face", cloud(), 2.0, 0.0, 4),
        ("cylinder standing", cylinder(), 2.0, 0.0, 4),
        ("cylinder lying", cylinder(), 1.0, FRAC_PI_2, 2),
        ("cylinder on its rim", cylinder(), (3.0 * FRAC_PI_4.sin()), FRAC_PI_4, 1),
        ("cone standing", cone(), 2.0, 0.0, 4),
        ("cone on its side", cone(), 1.0 / 17f64.sqrt() * 2.0, FRAC_PI_2 + (0.25f64).atan(), 2),
        ("cone on its apex", cone(), 2.0, PI, 1),
        ("capsule standing", capsule(), 3.0, 0.0, 1),
        ("capsule lying", capsule(), 1.0, FRAC_PI_2, 2),
        ("ball", Box::new(Ball::new(1.0).unwrap()), 1.0, 0.3, 1),
        ("tetrahedron", tetrahedron(), 0.0, 0.0, 3),
    ];
    for (name, solid, height, angle, points) in &table {
        for (ground, floor) in [("a slab", floor()), ("a half-space", half_space())] {
            // Overlapping, and a little above with a margin.
            for (deep, margin) in [(0.01, 0.0), (-0.01, 0.02)] {
                let pose = place([0.3, 1.0 + height - deep, 0.2], DVec3::Z, *angle);
                let placed = solid.at(pose);
                for swapped in [false, true] {
                    let context = format!("{name} on {ground}, {deep} deep, swapped {swapped}");
                    let (a, b): (&dyn Convex<DVec3>, &dyn Convex<DVec3>) =
                        if swapped { (&placed, &floor) } else { (&floor, &placed) };
                    let found = contact(a, b, margin).unwrap_or_else(|| panic!("{context}"));
                    contact_is_sound(a, b, &found, margin, 1e-6, &context);
                    assert_eq!(found.points().len(), *points, "{context}: {found:#?}");
                    let up = if swapped { -1.0 } else { 1.0 };
                    assert!((found.normal.y - up).abs() < 1e-6, "{context}: {:?}", found.normal);
                    for p in found.points() {
                        assert!((p.distance + deep).abs() < 1e-6, "{context}: {p:?}");
                    }
                    assert!(contact(a, b, -0.1).is_none(), "{context}: not that deep");
                }
            }
        }
    }
}

#[test]
fn points_have_names_that_stay() {
    let floor = Cuboid::new(Vec3A::new(20.0, 1.0, 20.0)).unwrap();
    let cuboid = Cuboid::new(Vec3A::new(1.0, 2.0, 3.0)).unwrap();
    let mut random = Random(1);
    let names = |pose: Pose<Vec3A>| {
        let found = contact(&floor, &cuboid.at(pose), 0.05).unwrap();
        let mut names: Vec<(Feature, Feature)> =
            found.points().iter().map(|p| (p.feature_a, p.feature_b)).collect();
        names.sort_unstable();
        names
    };
    let first = names(Pose::from_translation(Vec3A::new(0.0, 2.99, 0.0)).unwrap());
    assert!(first.iter().all(|(a, b)| *a == Feature::Face && matches!(b, Feature::Corner(_))));
    for _ in 0..100 {
        // Small moves and turns.
        let t = Vec3A::new(random.signed() as f32, 2.99 + 0.01 * random.signed() as f32, 0.5);
        let axis: Vec3A = random.vector();
        let turn = Rotation::from_axis_angle(axis, 0.003 * random.signed() as f32).unwrap();
        assert_eq!(names(Pose::new(t, turn).unwrap()), first);
    }
    // Two edges across one another touch in one point, named by both.
    let beam = Cuboid::new(Vec3A::new(1.0, 1.0, 10.0)).unwrap();
    let on_edge = Rotation::from_axis_angle(Vec3A::Z, FRAC_PI_4 as f32).unwrap();
    let across = Rotation::from_axis_angle(Vec3A::Y, FRAC_PI_2 as f32).unwrap().compose(&on_edge);
    let top = Pose::new(Vec3A::Y * 2.8, across).unwrap();
    let found =
        contact(&beam.at(Pose::new(Vec3A::ZERO, on_edge).unwrap()), &beam.at(top), 0.0).unwrap();
    assert_eq!(found.points().len(), 1, "{found:?}");
    let names = (found.points()[0].feature_a, found.points()[0].feature_b);
    assert!(matches!(names, (Feature::Edge(..), Feature::Edge(..))), "{names:?}");
}

#[test]
fn in_the_plane_an_edge_stands_on_two_points() {
    let floor = Cuboid::new(DVec2::new(20.0, 1.0)).unwrap();
    let square = Cuboid::new(DVec2::ONE).unwrap();
    let octagon: Vec<DVec2> =
        (0..8).map(|k| DVec2::from_angle((f64::from(k) + 0.5) * FRAC_PI_4)).collect();
    let octagon = ConvexPolygon::new(&octagon).unwrap();
    let at = |y: f64, angle: f64| {
        Pose::new(DVec2::new(0.2, y), Rotation::from_angle(angle).unwrap()).unwrap()
    };
    let apothem = (PI / 8.0).cos();
    let cases: [(&dyn Convex<DVec2>, f64, f64, usize); 4] = [
        (&square, 1.0, 0.0, 2),
        (&square, 2f64.sqrt(), FRAC_PI_4, 1),
        (&octagon, apothem, 0.0, 2),
        (&octagon, 1.0, PI / 8.0, 1),
    ];
    for (shape, height, angle, points) in cases {
        let placed = At::new(shape, at(1.0 + height - 0.01, angle));
        let found = contact(&floor, &placed, 0.0).unwrap();
        contact_is_sound(&floor, &placed, &found, 0.0, 1e-9, "plane");
        assert_eq!(found.points().len(), points, "{found:?}");
    }
}

fn hard_pairs_have_sound_contacts<V: Space>() {
    use crate::support::families::{Family, overlapping_pair};
    for family in Family::ALL {
        for seed in 0..pairs(60) as u64 {
            let (a, b) = overlapping_pair::<V>(family, &mut Random(seed));
            let (p, q) = (body(&a), body(&b));
            let context = format!("{} {family:?} seed {seed}", V::NAME);
            let size = length_scale(&a, &b);
            let margin = 1e-3 * size;
            let Some(found) = contact(&p, &q, crate::support::scalar(margin)) else {
                assert!(signed_distance(&p, &q).distance.lower.to_f64() > margin, "{context}");
                continue;
            };
            let far = crate::support::norm(&coordinates(a.translation));
            let slack = 64.0 * epsilon::<V>() * (size + far);
            contact_is_sound(&p, &q, &found, margin, slack, &context);
        }
    }
}

#[test]
fn hard_pairs_have_sound_contacts_in_every_space() {
    in_every_space!(hard_pairs_have_sound_contacts);
}

#[test]
fn far_from_the_origin_contacts_are_as_good() {
    let far = Vec3::new(1000.0, -500.0, 2000.0);
    let cuboid = Cuboid::new(Vec3::ONE).unwrap();
    let at = |y: f32| Pose::from_translation(far + Vec3::Y * y).unwrap();
    let found = contact(&cuboid.at(at(0.0)), &cuboid.at(at(1.96875)), 0.0).unwrap();
    assert_eq!(found.points().len(), 4);
    assert!(found.points().iter().all(|p| p.distance == -0.03125), "{found:?}");
    let flat = Cuboid::new(Vec2::ONE).unwrap();
    let apart = Pose::from_translation(Vec2::X * 3.0).unwrap();
    assert!(contact(&flat, &flat.at(apart), 0.5).is_none());
}

#[test]
fn the_deepest_point_is_there_however_large_the_floor() {
    // The lowest point of the rim lies between two of the corners that stand for it.
    let cylinder = Cylinder::<DVec3>::new(2.0, 1.0).unwrap();
    let axis = DVec3::new(22.5f64.to_radians().cos(), 0.0, 22.5f64.to_radians().sin());
    for half in [5.0, 500.0] {
        let floor = Cuboid::new(DVec3::new(half, 1.0, half)).unwrap();
        for tilt in [0.0, 0.01, 0.1, 0.3] {
            let placed = cylinder.at(place([0.1, 2.9, 0.2], axis, tilt));
            let found = contact(&floor, &placed, 0.0).unwrap();
            let whole = found.signed_distance.distance.value;
            let deepest = found.points()[0].distance;
            assert!((deepest - whole).abs() <= 1e-9, "{half} {tilt}: {deepest} for {whole}");
        }
    }
}

#[test]
fn a_shape_with_an_empty_patch_touches_in_its_furthest_point() {
    struct Bare(Cuboid<DVec3>);
    impl Convex<DVec3> for Bare {
        fn core_support(&self, direction: DVec3) -> DVec3 {
            self.0.core_support(direction)
        }
        fn patch(&self, _: DVec3) -> osculate::patch::Patch<DVec3> {
            osculate::patch::Patch::new([])
        }
    }
    let bare = Bare(Cuboid::new(DVec3::ONE).unwrap());
    let above = Pose::from_translation(DVec3::Y * 1.9).unwrap();
    for found in [contact(&bare, &bare.0.at(above), 0.0), contact(&bare.0, &bare.at(above), 0.0)] {
        assert_eq!(found.unwrap().points().len(), 1);
    }
}

/// A scene times a power of two has its contacts times that, to the bit: edges' areas multiply four
/// lengths, which leave the range of single precision soon.
#[test]
fn scaled_scenes_have_scaled_contacts() {
    let found = |scale: f32| {
        let box_of = |x: f32| Cuboid::new(Vec3::new(x, 0.5, 0.75) * scale).unwrap();
        let turned = Rotation::from_axis_angle(Vec3::Y, 0.4).unwrap();
        let above = Pose::new(Vec3::new(0.25, 0.99, -0.125) * scale, turned).unwrap();
        let (table, crate_) = (box_of(1.0), box_of(0.625));
        contact(&table, &crate_.at(above), 0.02 * scale).unwrap()
    };
    let plain = found(1.0);
    assert_eq!(plain.points().len(), 4);
    for power in [-50, -42, -30, 30, 40, 50] {
        let scale = 2f32.powi(power);
        let scaled = found(scale);
        assert_eq!(scaled.points().len(), 4, "2^{power}");
        for (one, other) in plain.points().iter().zip(scaled.points()) {
            assert_eq!(one.on_a * scale, other.on_a, "2^{power}");
            assert_eq!(one.on_b * scale, other.on_b, "2^{power}");
            assert_eq!((one.feature_a, one.feature_b), (other.feature_a, other.feature_b));
        }
    }
}

/// Faces whose area, or its square, leaves the range of numbers have no slope that could be
/// computed as it is written.
fn plates_of_the_least_width_have_contacts<V: Space>() {
    let (least, small) = if epsilon::<V>() > 1e-10 { (-45.0, -18.0) } else { (-323.0, -150.0) };
    let mut found_some = 0;
    for seed in 0..pairs(1000) as u64 {
        let mut random = Random(seed * 1000 + 41);
        let mut half = [1.0, 1.0, 1.0];
        half[random.below(V::DIM)] = random.magnitude(least, small);
        let plate = Cuboid::<V>::new(vector(&half)).unwrap();
        let other = Cuboid::<V>::new(vector(&[1.0, 1.0, 0.5])).unwrap();
        let turn = if random.below(2) == 0 { Turn::NONE } else { random.turn::<V>() };
        let pose = Pose::new(random.vector(), turn.rotation()).unwrap();
        let context = format!("{} seed {seed}", V::NAME);
        for (a, b) in [(plate, other), (other, plate)] {
            let Some(found) = contact(&a, &b.at(pose), scalar(0.0)) else { continue };
            found_some += 1;
            contact_is_sound::<V>(&a, &b.at(pose), &found, 0.0, 256.0 * epsilon::<V>(), &context);
        }
    }
    assert!(found_some * 2 > pairs(1000), "only {found_some} contacts");
}

#[test]
fn plates_of_the_least_width_have_contacts_that_are_numbers() {
    in_every_space!(plates_of_the_least_width_have_contacts);
}

/// Every point of a contact is in its shape.
fn lies_in_both<V: Space>(a: &dyn Convex<V>, b: &dyn Convex<V>, margin: f64) -> Contact<V> {
    let found = contact(a, b, scalar(margin)).unwrap();
    for point in found.points() {
        for (on, shape) in [(point.on_a, a), (point.on_b, b)] {
            let on = osculate::shape::Point::new(on).unwrap();
            let away = crate::support::ask::distance(&on, shape).lower.to_f64();
            assert!(away <= 64.0 * epsilon::<V>(), "{away:e} outside: {found:#?}");
        }
    }
    found
}

#[test]
fn triangles_that_touch_in_a_corner_have_no_point_outside() {
    let triangle = |[p, q, r]: [[f64; 3]; 3]| {
        Triangle::new(DVec3::from(p), DVec3::from(q), DVec3::from(r)).unwrap()
    };
    let a = triangle([
        [0.9162296298635899, -0.9213449047510902, -0.9849553306706322],
        [0.43875087772645105, -0.8738340351278202, 0.4088558565476961],
        [0.31492650251554277, 0.06331887768916489, 0.30117685181007814],
    ]);
    let b = triangle([
        [-0.11908925268287707, -0.5440456836241252, -0.379422662030126],
        [0.6187740487280347, -0.473733527304135, -0.08833248954185846],
        [0.5169694458908751, 0.839747602886366, -0.9670840106511263],
    ]);
    let at = DVec3::new(0.6298940110838157, -0.5543090159184777, -0.6777762090319477);
    lies_in_both(&a, &b.at(Pose::from_translation(at).unwrap()), 0.06);
    let a = Cuboid::new(DVec3::new(0.07428, 0.78512, 0.42035)).unwrap();
    let at = DVec3::new(0.35622, -0.02115, -0.49433);
    let b = triangle([
        [0.11169, -0.26434, -0.83434],
        [-0.96535, -0.29654, -0.72333],
        [0.69297, -0.12771, 0.82446],
    ]);
    lies_in_both(&a.at(Pose::from_translation(at).unwrap()), &b, 0.0);
}

/// Boxes with no thickness, no width or no length at all: a plate, a stick and a point.
fn flat_boxes_touch_in_points_of_theirs<V: Space>() {
    let mut random = Random(58);
    let mut many = 0;
    for _ in 0..pairs(1000) {
        for half in [[0.25, 0.25, 0.0], [0.25, 0.0, 0.0], [0.0, 0.0, 0.0]] {
            let flat = Cuboid::<V>::new(vector(&half[..V::DIM])).unwrap();
            let (tip, box_) = (V::axis(0), Cuboid::<V>::new(V::from_fn(|_| scalar(0.5))).unwrap());
            let capsule = Capsule::<V>::new(-tip, tip, scalar(0.5)).unwrap();
            let others: [&dyn Convex<V>; 2] = [&capsule, &box_];
            for other in others {
                let turn = random.turn::<V>().rotation();
                let far = random.vector::<V>() * scalar(0.2) + V::axis(1) * scalar(0.7);
                let placed = other.at(Pose::new(far, turn).unwrap());
                if contact(&flat, &placed, scalar(0.05)).is_some() {
                    many += usize::from(lies_in_both(&flat, &placed, 0.05).points().len() > 1);
                }
            }
        }
    }
    assert!(many > 50, "only {many} contacts of more than one point");
}

#[test]
fn plates_sticks_and_points_touch_in_points_of_theirs() {
    in_every_space!(flat_boxes_touch_in_points_of_theirs);
    let plate = Cuboid::new(Vec3::new(0.25, 0.25, 0.0)).unwrap();
    let rod = Capsule::new(-Vec3::X, Vec3::X, 0.5).unwrap();
    let above = rod.at(Pose::from_translation(Vec3::new(0.0, 0.751, 0.0)).unwrap());
    assert_eq!(lies_in_both(&plate, &above, 0.01).points().len(), 2);
}
