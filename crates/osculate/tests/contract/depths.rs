//! Depths that are known without arithmetic, of hulls of many points, and as a trace shows them.

use crate::support::ask::{penetration, signed_distance};
use crate::support::certificate::f64_of;
use crate::support::families::{Family, overlapping_pair};
use crate::support::{Random, Space, body, coordinates, norm};
use osculate::Matrix;
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Point, Polytope, Segment,
};
use osculate::trace::{Expansion, Observer, Step};
use osculate::{Convex, DVec3, Facts, Place, Pose, Query, Rotation, Vec2, Vec3};

type Body = Box<dyn Convex<DVec3>>;

/// Overlaps whose depth is known without arithmetic; shapes around y.
fn deep_overlaps() -> Vec<(&'static str, [Body; 2], Pose<DVec3>, f64)> {
    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let ball = |r| -> Body { Box::new(Ball::new(r).unwrap()) };
    let cuboid = |x, y, z| -> Body { Box::new(Cuboid::new(DVec3::new(x, y, z)).unwrap()) };
    let cylinder = |h, r| -> Body { Box::new(Cylinder::<DVec3>::new(h, r).unwrap()) };
    let capsule = |h, r| -> Body { Box::new(Capsule::<DVec3>::along_y(h, r).unwrap()) };
    let cone = |h, r| -> Body { Box::new(Cone::<DVec3>::new(h, r).unwrap()) };
    let ellipsoid = |x, y, z| -> Body { Box::new(Ellipsoid::new(DVec3::new(x, y, z)).unwrap()) };
    let (origin, brick) = (at(0.0, 0.0, 0.0), || cuboid(1.0, 2.0, 3.0));
    vec![
        ("concentric balls", [ball(2.0), ball(0.5)], origin, 2.5),
        ("concentric boxes", [brick(), cuboid(0.5, 0.5, 0.5)], origin, 1.5),
        ("equal boxes", [brick(), brick()], origin, 2.0),
        // Out through the side it is 2.0 + 0.5 − 0.3; out through the end 3.0 + 1.0.
        ("cylinder in cylinder", [cylinder(3.0, 2.0), cylinder(1.0, 0.5)], at(0.3, 0.0, 0.0), 2.2),
        (
            "needle through plate",
            [cuboid(0.001, 10.0, 0.001), cuboid(5.0, 0.01, 5.0)],
            at(4.9, 1.0, 0.0),
            0.101,
        ),
        (
            "size ratio 1e4",
            [cuboid(1e4, 1e4, 1e4), cuboid(1.0, 1.0, 1.0)],
            at(1e4 - 1.0, 0.0, 0.0),
            2.0,
        ),
        ("capsule in cylinder", [cylinder(100.0, 100.0), capsule(5.0, 10.0)], origin, 110.0),
        ("ball in box", [brick(), ball(0.25)], at(0.5, 0.0, 0.0), 0.75),
        (
            "ellipsoids on an axis",
            [ellipsoid(1.0, 2.0, 3.0), ellipsoid(1.0, 2.0, 3.0)],
            at(1.8, 0.0, 0.0),
            0.2,
        ),
        ("cone on box", [cone(1.0, 1.0), cuboid(9.0, 1.0, 9.0)], at(0.0, -1.9, 0.0), 0.1),
    ]
}

#[test]
fn known_depths_of_deep_overlaps_hold() {
    for (name, [a, b], pose, depth) in &deep_overlaps() {
        let placed = b.at(*pose);
        let answer = penetration(a, &placed).unwrap_or_else(|| panic!("{name}: denied"));
        let length =
            pose.translation().length() + a.extent() + b.extent() + a.rounding() + b.rounding();
        assert!(
            (answer.depth.value - depth).abs() <= 1e-9 * length,
            "{name}: {answer:?} for {depth}"
        );
        assert!(answer.depth.lower <= depth + 1e-12 * length, "{name}: {answer:?} for {depth}");
        assert!(answer.depth.upper >= depth - 1e-12 * length, "{name}: {answer:?} for {depth}");
        let way = answer.normal * (answer.depth.upper * (1.0 + 1e-9));
        let out = Pose::from_translation(pose.translation() + way).unwrap();
        let gap = signed_distance(a, &b.at(out)).distance;
        assert!(gap.value.abs() <= 1e-8 * length, "{name}: {gap:?} after moving out");
    }
    // Single precision, turned by nothing and by a right angle.
    let plate = Cuboid::new(Vec3::new(1.0, 1.0, 0.1)).unwrap();
    let right_angle = Rotation::from_axis_angle(Vec3::X, std::f32::consts::FRAC_PI_2).unwrap();
    let turned = plate.at(Pose::new(Vec3::ZERO, right_angle).unwrap());
    let depth = penetration(&plate, &turned).unwrap().depth.value;
    assert!((depth - 1.1).abs() <= 1e-5, "{depth}");
}

/// Deep inside one another, large hulls take more steps than any other pairs: every face is about
/// as near as every other.
#[test]
fn hulls_of_many_points_are_measured_where_they_nearly_coincide() {
    let mut random = Random(263);
    let mut most = 0;
    for round in 0..60 {
        let mut hull =
            || -> Vec<DVec3> { (0..256).map(|_| DVec3::from(random.direction())).collect() };
        let (a, b) = (hull(), hull());
        let [p, q] = [&a, &b].map(|points| Polytope::from_points(points).unwrap());
        let shift = DVec3::from(random.direction()) * 0.03 * random.unit();
        let turn = Rotation::from_quaternion(random.quaternion()).unwrap();
        let placed = q.at(Pose::new(shift, turn).unwrap());
        let answer = penetration(&p, &placed).unwrap();
        let context = format!("round {round}: {answer:?}");
        assert!(answer.depth.width() <= 32.0 * f64::EPSILON * 4.0, "{context}");
        // No direction reaches less far than the lower bound, and the normal no further than the
        // upper.
        let reach = |n: DVec3| p.core_support(n).dot(n) - placed.core_support(-n).dot(n);
        for _ in 0..1000 {
            let n = DVec3::from(random.direction());
            assert!(reach(n) >= answer.depth.lower, "{context}: {} along {n}", reach(n));
        }
        assert!((reach(answer.normal) - answer.depth.value).abs() <= 1e-14, "{context}");
        let single = |points: &[DVec3]| {
            let points: Vec<Vec3> = points.iter().map(|p| p.as_vec3()).collect();
            Polytope::from_points(&points).unwrap()
        };
        let turn = Rotation::from_matrix(turn.matrix().as_mat3()).unwrap();
        let pose = Pose::new(shift.as_vec3(), turn).unwrap();
        let other = penetration(&single(&a), &single(&b).at(pose)).unwrap();
        assert!((f64::from(other.depth.value) - answer.depth.value).abs() < 1e-5, "{context}");
        most = most.max(answer.steps);
    }
    println!("at most {most} steps");
}

/// The polytopes of a trace.
struct Polytopes<V: Space> {
    /// Lower and upper bound of each.
    bounds: Vec<(f64, f64)>,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> Observer<V> for Polytopes<V> {
    fn step(&mut self, _: Step<'_, V>) {}
    fn expansion(&mut self, polytope: Expansion<'_, V>) {
        let Expansion { vertices, faces, nearest, direction, lower, upper, .. } = polytope;
        assert!(nearest < faces.len() && faces.len() > V::DIM);
        assert!(faces.iter().flatten().all(|&i| (i as usize) < vertices.len()));
        // The nearest face's corners lie in its plane, and no vertex beyond it.
        let n = coordinates(direction);
        let length = norm(&n);
        let along =
            |v: &V| coordinates(*v).iter().zip(&n).map(|(x, n)| x * n).sum::<f64>() / length;
        let furthest = vertices.iter().map(along).fold(f64::MIN, f64::max);
        let lower = f64_of::<V>(lower);
        let slack = 1e-5;
        assert!((furthest - lower).abs() <= slack, "{furthest} along a face at {lower}");
        for &i in &faces[nearest] {
            assert!((along(&vertices[i as usize]) - lower).abs() <= slack);
        }
        self.bounds.push((lower, f64_of::<V>(upper)));
    }
}

fn polytopes_close_in_on_the_depth<V: Space>() {
    let mut traced = 0;
    for seed in 0..200 {
        let mut random = Random(seed);
        let (a, b) = overlapping_pair::<V>(Family::Random, &mut random);
        let (p, q): (&dyn Convex<V>, &dyn Convex<V>) = (&body(&a), &body(&b));
        let mut seen = Polytopes::<V> { bounds: Vec::new(), space: std::marker::PhantomData };
        let answer = Query::new(p, q).observed_by(&mut seen).penetration();
        assert_eq!(answer, penetration(p, q), "{} seed {seed}: watched, another answer", V::NAME);
        let (Some(answer), Some(&(lower, upper))) = (answer, seen.bounds.last()) else { continue };
        for pair in seen.bounds.windows(2) {
            let ((lower, upper), (next, least)) = (pair[0], pair[1]);
            assert!(next >= lower - 1e-6 && least <= upper, "{} seed {seed}: {pair:?}", V::NAME);
        }
        let value = f64_of::<V>(answer.depth.value);
        // After the last polytope its nearest face may be asked once more: no vertex is beyond it.
        let closed = (lower - value).abs() <= 1e-5 && value <= upper + 1e-5;
        assert!(closed, "{} seed {seed}: {lower} to {upper}, {answer:?}", V::NAME);
        traced += 1;
    }
    assert!(traced > 20, "{traced} expansions");
}

#[test]
fn each_polytope_of_a_trace_bounds_the_depth() {
    in_every_space!(polytopes_close_in_on_the_depth);
}

/// A segment deep in a polygon of many sides, whose nearest sides are as near as each other but for
/// rounding. The line through the origin passes beside all of those that are known.
#[test]
#[expect(clippy::approx_constant, reason = "these corners are the ones that broke it")]
fn deepest_points_of_a_segment_in_a_fine_polygon_lie_on_the_segment() {
    let half = Vec2::new(0.259_084_76, 0.0);
    let segment = Segment::new(-half, half).unwrap();
    let corners: Vec<Vec2> = (0..80)
        .map(|i| f64::from(i) / 80.0 * 6.283_185_307)
        .map(|t| Vec2::new((3.0 * t.cos()) as f32, (3.0 * t.sin()) as f32))
        .collect();
    let polygon = ConvexPolygon::from_points(&corners).unwrap();
    let columns = [Vec2::new(-0.220_831_23, 0.975_312_05), Vec2::new(-0.975_312_05, -0.220_831_23)];
    let turn = Rotation::from_matrix(Matrix::from_columns(|j| columns[j])).unwrap();
    let a = segment.at(Pose::from_translation(Vec2::new(-0.285_981_92, 0.056_243_12)).unwrap());
    let b = polygon.at(Pose::new(Vec2::new(0.127_951_17, 0.088_686_74), turn).unwrap());
    for (found, on_segment) in
        [(signed_distance::<Vec2>(&a, &b), 0), (signed_distance::<Vec2>(&b, &a), 1)]
    {
        let on = Point::new([found.on_a, found.on_b][on_segment]).unwrap();
        let away = osculate::distance(on, a).lower;
        assert!(away <= 1e-5, "{away:e} beside the segment: {found:?}");
    }
}
