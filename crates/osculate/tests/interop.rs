//! Poses to other crates and back.

#[macro_use]
mod support;
#[path = "support/bytes.rs"]
#[allow(dead_code)]
mod bytes;
#[path = "touching/kinds.rs"]
#[allow(dead_code)]
mod kinds;

use std::collections::BTreeSet;
use std::ptr;

use bytes::{Bytes, FromBytes};
use nalgebra::{Isometry2, Isometry3};
use osculate::shape::{Frustum, Polytope, Shape, ShapeRef};
use osculate::{Affine, DVec2, DVec3, Place, Pose, Rotation, Vec3A};
use support::Random;
use support::ask;

fn pose_of_space(random: &mut Random) -> Pose<DVec3> {
    Pose::new(random.vector(), Rotation::from_quaternion(random.quaternion()).unwrap()).unwrap()
}

#[test]
fn poses_survive_json() {
    let mut random = Random(1);
    for _ in 0..100 {
        let pose = pose_of_space(&mut random);
        let text = serde_json::to_string(&pose).unwrap();
        let back: Pose<DVec3> = serde_json::from_str(&text).unwrap();
        let point: DVec3 = random.vector();
        assert!((back.apply(point) - pose.apply(point)).length() <= 1e-15, "{text}");
        let map = Affine::new(pose.rotation().matrix() * 3.0, random.vector()).unwrap();
        let text = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Affine<DVec3>>(&text).unwrap(), map, "{text}");
    }
    let flat = Pose::new(DVec2::new(1.0, 2.0), Rotation::from_angle(0.5).unwrap()).unwrap();
    let text = serde_json::to_string(&flat).unwrap();
    assert_eq!(serde_json::from_str::<Pose<DVec2>>(&text).unwrap().translation().y, 2.0, "{text}");
}

/// Any shapes at all, those within others too: what is read is equal to what was written.
fn shapes_survive_json_in<V>()
where
    V: support::Space + FromBytes + serde::Serialize + serde::de::DeserializeOwned,
    V::Scalar: serde::Serialize + serde::de::DeserializeOwned,
{
    let mut kinds = BTreeSet::new();
    for seed in 0..support::pairs(3000) as u64 {
        let mut random = Random(seed);
        let data: Vec<u8> = (0..160).map(|_| random.below(250) as u8).collect();
        let Ok((shape, true)) = bytes::shape::<V>(&mut Bytes(&data), 0) else { continue };
        let text = serde_json::to_string(&shape).unwrap();
        let back: Shape<V> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(back, shape, "{} seed {seed}: {text}", V::NAME);
        kinds.insert(name_of(&shape));
    }
    are_all_kinds::<V>("support/bytes.rs", kinds);
}

/// How a kind is written.
fn name_of<V>(shape: &Shape<V>) -> String
where
    V: support::Space + serde::Serialize,
    V::Scalar: serde::Serialize,
{
    serde_json::to_string(shape).unwrap().split('"').nth(1).unwrap().to_string()
}

/// Holds a list of kinds to those that there are, which the error of one that is none names.
fn are_all_kinds<V>(list: &str, found: BTreeSet<String>)
where
    V: support::Space + serde::de::DeserializeOwned,
    V::Scalar: serde::de::DeserializeOwned,
{
    let error = serde_json::from_str::<Shape<V>>(r#"{"none": {}}"#).unwrap_err().to_string();
    let all: BTreeSet<&str> = error.split('`').skip(3).step_by(2).collect();
    assert!(all.len() > 20, "{error}");
    // The frustum has a case of its own below: few planes of any kind bound one.
    let other = if V::DIM == 2 { "polytope" } else { "convex_polygon" };
    let left_out = ["frustum", other];
    let missing: Vec<&&str> =
        all.iter().filter(|kind| !found.contains(**kind) && !left_out.contains(kind)).collect();
    assert!(missing.is_empty(), "{}: {list} makes no {missing:?}", V::NAME);
}

/// A new kind of shape is in the list that every family of touching pairs is drawn from.
fn random_shapes_are_of_every_kind_in<V>()
where
    V: support::Space + serde::Serialize + serde::de::DeserializeOwned,
    V::Scalar: serde::Serialize + serde::de::DeserializeOwned,
{
    let mut random = Random(4);
    let plain = (0..kinds::PLAIN.len()).map(|kind| kinds::plain::<V>(kind, &mut random));
    let mut found: BTreeSet<String> = plain.map(|shape| name_of(&shape)).collect();
    let wrappers = 0..kinds::WRAPPERS.len();
    found.extend(wrappers.map(|place| name_of(&kinds::in_wrapper::<V>(place, 1, &mut random))));
    are_all_kinds::<V>("touching/kinds.rs", found);
}

#[test]
fn random_shapes_are_of_every_kind() {
    in_every_space!(random_shapes_are_of_every_kind_in);
}

#[test]
fn shapes_survive_json() {
    in_every_space!(shapes_survive_json_in);
    let lens = [[1.0, 0.0, 0.0, 0.3], [0.2, 1.0, 0.0, 0.0], [0.0, 0.0, -1.25, -2.25]];
    let rows = [lens[0], lens[1], lens[2], [0.0, 0.0, -1.0, 0.0]];
    let shape = Shape::from(Frustum::<DVec3>::from_view_projection(rows, -1.0, 1.0).unwrap());
    let text = serde_json::to_string(&shape).unwrap();
    assert_eq!(serde_json::from_str::<Shape<DVec3>>(&text).unwrap(), shape);
    // Faces that are joined of parts, and slivers that are thinner than the rounding of their
    // faces.
    let mut random = Random(7);
    for n in [8, 40, 60, 300] {
        for flat in [1.0, 1e-9, 1e-16] {
            let points: Vec<DVec3> = (0..n)
                .map(|_| {
                    (random.vector::<DVec3>() * 2.0).round() * 0.5
                        + random.vector::<DVec3>() * 1e-15
                })
                .map(|p| DVec3::new(p.x, p.y, p.z * flat))
                .collect();
            let Ok(hull) = Polytope::from_points_merged(&points, 1e-12) else { continue };
            let shape = Shape::from(hull);
            let text = serde_json::to_string(&shape).unwrap();
            assert_eq!(serde_json::from_str::<Shape<DVec3>>(&text).unwrap(), shape);
        }
    }
}

/// Polygons with an edge whose squared length vanishes, and half-spaces at the end of the range.
#[test]
fn shapes_at_the_ends_of_the_range_survive_json() {
    for length in [1e-170, 3e-203, 1e-300] {
        let corners = [DVec2::new(-length, 0.0), DVec2::ZERO, DVec2::X, DVec2::Y];
        let shape = Shape::from(osculate::shape::ConvexPolygon::new(&corners).unwrap());
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Shape<DVec2>>(&text).unwrap(), shape, "{text}");
    }
    for share in [1.0, 0.999, 0.995, 0.99] {
        let normal = DVec3::X * 0.992;
        let Ok(plane) = osculate::shape::HalfSpace::new(normal, f64::MAX / 64.0 * share) else {
            assert!(share > 0.992);
            continue;
        };
        let shape = Shape::from(plane);
        let text = serde_json::to_string(&shape).unwrap();
        assert_eq!(serde_json::from_str::<Shape<DVec3>>(&text).unwrap(), shape, "{text}");
    }
}

/// Whatever edges a file joins, faces end, and queries answer.
#[test]
fn any_edges_may_be_joined() {
    let mut random = Random(9);
    for seed in 0..200 {
        let points: Vec<DVec3> = (0..4 + seed % 60).map(|_| random.vector()).collect();
        let Ok(hull) = Polytope::from_points(&points) else { continue };
        let mut written = serde_json::to_value(Shape::from(hull.clone())).unwrap();
        let mut joined = Vec::new();
        for from in 0..hull.vertices().len() {
            for to in hull.neighbors(from).filter(|&to| from < to) {
                if seed % 3 == 0 || random.below(2) == 0 {
                    joined.push([from, to]);
                }
            }
        }
        written["polytope"]["joined"] = serde_json::to_value(joined).unwrap();
        let shape: Shape<DVec3> = serde_json::from_value(written).unwrap();
        let ShapeRef::Polytope(read) = shape.kind() else { panic!("{shape:?}") };
        assert!(read.faces().len() <= hull.faces().len());
        assert!(read.face_towards(random.vector()).count() > 0);
        let way: DVec3 = random.vector();
        let other = Pose::new(way, random.turn::<DVec3>().rotation()).unwrap();
        let found = osculate::contact(&shape, shape.at(other), 1.0);
        assert!(found.is_none_or(|contact| !contact.points().is_empty()), "seed {seed}");
    }
}

#[test]
fn shapes_that_their_constructors_refuse_are_not_read() {
    let refusals = [
        (r#"{"ball": {"radius": -1}}"#, "Ball: radius"),
        (r#"{"cube": {"radius": 1}}"#, "unknown variant `cube`"),
        (r#"{"ball": {"radius": 1, "color": 2}}"#, "unknown field `color`"),
        (r#"{"convex_polygon": {"vertices": []}}"#, "shape of the plane"),
        (
            r#"{"polytope": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                "faces": [[0,2,1],[0,1,3],[1,2,3]], "joined": []}}"#,
            "Polytope: faces",
        ),
        (
            r#"{"polytope": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                "faces": [[0,1,2],[0,3,1],[1,3,2],[0,2,3]], "joined": []}}"#,
            "Polytope: ",
        ),
        (
            r#"{"polytope": {"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                "faces": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]], "joined": [[0,9]]}}"#,
            "joined",
        ),
    ];
    for (text, message) in refusals {
        let error = serde_json::from_str::<Shape<DVec3>>(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    let flat = r#"{"frustum": {"corners": [[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]]}}"#;
    let error = serde_json::from_str::<Shape<DVec2>>(flat).unwrap_err().to_string();
    assert!(error.contains("shape of space"), "{error}");
    let own = Shape::custom(osculate::from_fn(|d: DVec3| d));
    let error = serde_json::to_string(&own).unwrap_err().to_string();
    assert!(error.contains("of your own"), "{error}");
}

#[test]
fn bad_json_is_refused_by_the_constructors() {
    let refusals = [
        (r#"{"rotation": [[1,0,0],[0,1,0],[0,0,2]], "translation": [0,0,0]}"#, "Rotation: matrix"),
        (r#"{"rotation": [[1,0,0],[0,1,0]], "translation": [0,0,0]}"#, "invalid length 2"),
        (r#"{"rotation": [[1,0,0],[0,1,0],[0,0,1]], "translation": [0,1e308,0]}"#, "too large"),
    ];
    for (text, message) in refusals {
        let error = serde_json::from_str::<Pose<DVec3>>(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn nalgebra_takes_points_to_the_same_places() {
    let mut random = Random(2);
    for _ in 0..100 {
        let pose = pose_of_space(&mut random);
        let theirs = Isometry3::from(pose);
        let point: DVec3 = random.vector();
        let moved = theirs * nalgebra::Point3::from(point.to_array());
        let difference = DVec3::new(moved.x, moved.y, moved.z) - pose.apply(point);
        assert!(difference.length() <= 2e-15);
        let back = Pose::<DVec3>::try_from(theirs).unwrap();
        assert!((back.apply(point) - pose.apply(point)).length() <= 2e-15);

        let flat =
            Pose::new(random.vector(), Rotation::from_angle(random.signed()).unwrap()).unwrap();
        let point: DVec2 = random.vector();
        let theirs = Isometry2::from(flat);
        let moved = theirs * nalgebra::Point2::from(point.to_array());
        assert!((DVec2::new(moved.x, moved.y) - flat.apply(point)).length() <= 2e-15);
        let back = Pose::<DVec2>::try_from(theirs).unwrap();
        assert!((back.apply(point) - flat.apply(point)).length() <= 2e-15);
    }
    let lost = Isometry3::translation(f32::NAN, 0.0, 0.0);
    let error = Pose::<Vec3A>::try_from(lost).unwrap_err().to_string();
    assert!(error.contains("translation[0] is NaN"), "{error}");
}

#[test]
fn mint_quaternions_are_rotations() {
    let quarter = std::f64::consts::FRAC_1_SQRT_2;
    let q = mint::Quaternion { v: mint::Vector3 { x: 0.0, y: 0.0, z: quarter }, s: quarter };
    let turned = Rotation::<DVec3>::try_from(q).unwrap().apply(DVec3::X);
    assert!((turned - DVec3::Y).length() <= 1e-15);
    let vector: DVec3 = mint::Vector3 { x: 1.0, y: 2.0, z: 3.0 }.into();
    assert_eq!(vector, DVec3::new(1.0, 2.0, 3.0));
}

/// What `T` is written as is read as the same.
fn survives<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
}

#[test]
fn answers_survive_json() {
    use osculate::{Motion, Ray, Trajectory};
    let mut random = Random(11);
    let cube = osculate::shape::Cuboid::new(DVec3::new(0.5, 0.8, 0.3)).unwrap();
    survives(&cube);
    survives(&Polytope::from_points(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap());
    let wrong = serde_json::from_str::<Polytope<DVec3>>(r#"{"ball": {"radius": 1.0}}"#);
    assert!(wrong.unwrap_err().to_string().contains("no Polytope"));
    for k in 0..20 {
        let mut pose = pose_of_space(&mut random);
        pose = Pose::new(pose.translation() * (0.1 * f64::from(k)), pose.rotation()).unwrap();
        let (a, b) = (&cube, cube.at(pose));
        survives(&osculate::closest(a, b));
        survives(&osculate::signed_distance(a, b));
        survives(&osculate::penetration(a, b));
        survives(&osculate::contact(a, b, 0.1));
        survives(&osculate::Convex::bounds(&b));
        let ray = Ray::new(DVec3::X * 5.0, pose.translation() - DVec3::X * 5.0).unwrap();
        survives(&osculate::ray_cast(&ray, a));
        let motion = Motion::between(Pose::IDENTITY, pose).unwrap();
        survives(&motion);
        let way = Trajectory::new(&[(0.0, Pose::IDENTITY), (0.5, pose)]).unwrap();
        survives(&way);
        let there = Pose::from_translation(DVec3::X * 2.0).unwrap();
        survives(&osculate::cast(a, DVec3::X, cube.at(there), DVec3::ZERO).unwrap());
        survives(&osculate::closest_approach(a, &motion, cube, &Motion::resting(there)).unwrap());
    }
    let unordered = r#"{"poses": [[1.0, null], [0.0, null]]}"#;
    assert!(serde_json::from_str::<Trajectory<DVec3>>(unordered).is_err());
    let crossed = r#"{"min": [1.0, 0.0, 0.0], "max": [0.0, 1.0, 1.0]}"#;
    assert!(serde_json::from_str::<osculate::Aabb<DVec3>>(crossed).is_err());
}

/// The parts of two bodies are equal, one by one.
fn are_the_same<V: support::Space>(one: &osculate::Body<V>, other: &osculate::Body<V>) {
    assert_eq!(one.part_count(), other.part_count());
    for (a, b) in one.parts().zip(other.parts()) {
        assert_eq!((a.shape(), a.corners()), (b.shape(), b.corners()));
    }
}

/// Bodies of one shape, of several, meshes, solids and all of these in one: each comes back part by
/// part, and knows what is inside.
#[test]
fn bodies_survive_json() {
    use osculate::Body;
    use osculate::shape::Ball;
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let sides = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let shell = Body::from_mesh(&corners, &sides).unwrap();
    let solid = shell.clone().into_solid().unwrap();
    let ball = Body::new(Ball::new(0.5).unwrap());
    let at = |x: f64| Pose::from_translation(DVec3::X * x).unwrap();
    let two = Body::compound([(ball.clone(), at(0.0)), (ball.clone(), at(3.0))]).unwrap();
    let all = [(shell.clone(), at(9.0)), (two.clone(), at(1.0)), (solid.clone(), at(-5.0))];
    let all = Body::compound(all).unwrap();
    for body in [&ball, &two, &shell, &solid, &all] {
        let text = serde_json::to_string(body).unwrap();
        let back: Body<DVec3> = serde_json::from_str(&text).unwrap();
        are_the_same(body, &back);
        let others = [&ball, &two, &shell, &solid, &all];
        assert_eq!(others.map(|other| *other == back), others.map(|other| ptr::eq(other, body)));
        for x in [0.1, 1.1, -4.9, 9.1] {
            let point = DVec3::new(x, 0.1, 0.1);
            let holds = |body: &Body<DVec3>| body.at(Pose::IDENTITY).contains(point);
            assert_eq!(holds(body), holds(&back), "{x}: {text}");
        }
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
    let text = serde_json::to_string(&solid).unwrap();
    let facets = r#""facets":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]],"solid":4}"#;
    assert!(text.starts_with(r#"{"vertices":[["#) && text.ends_with(facets), "{text}");

    let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    let ring = Body::from_segments(&square, &[[0, 1], [1, 2], [2, 3], [3, 0]]).unwrap();
    for body in [&ring, &ring.clone().into_solid().unwrap()] {
        let back = serde_json::from_str(&serde_json::to_string(body).unwrap()).unwrap();
        are_the_same(body, &back);
    }
}

/// What no constructor would take is refused, with what is wrong.
#[test]
fn bodies_that_cannot_be_are_not_read() {
    let corners = r#""vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]"#;
    for (text, why) in [
        ("{}".to_string(), "Body: parts has 0 elements, too few"),
        (format!(r#"{{{corners},"facets":[[0,1,4]]}}"#), "corner 4"),
        (format!(r#"{{{corners},"facets":[[0,1]]}}"#), "facets[0] has 2 corners, not 3"),
        (format!(r#"{{{corners},"facets":[[0,1,2]],"solid":1}}"#), "is open at vertex"),
        (format!(r#"{{{corners},"facets":[[0,1,2]],"solid":2}}"#), "solid is 2, of 1 facets"),
        (r#"{"facets":[[0,0,0]]}"#.to_string(), "vertices"),
        (r#"{"vertices":[[0,0,1e999]],"facets":[[0,0,0]]}"#.to_string(), ""),
        (format!(r#"{{{corners},"triangles":[[0,1,2]]}}"#), "unknown field `triangles`"),
    ] {
        let error = serde_json::from_str::<osculate::Body<DVec3>>(&text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}
