//! Every constructor and every kind of bad value: refused, with a message that names the shape, the
//! parameter, the place and the value.

use crate::support::ask::{
    Cache, Tracker, closest, contact, distance, intersects, penetration, signed_distance,
};
use crate::support::{Random, Space, pairs, scalar, vector};
use osculate::DMat3;
use osculate::patch::Patch;
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Point,
    PointCloud, Polytope, Rounded, Segment, Swept, Tetrahedron, Triangle,
};
use osculate::{
    Aabb, Affine, Convex, DVec2, DVec3, Error, Place, Pose, Problem, Real, Rotation, Vec2, Vector,
};

const NAN: f64 = f64::NAN;
const INFINITE: f64 = f64::INFINITY;

/// The message of a refused value: what it must say.
fn refuses<T>(made: Result<T, Error>, problem: Problem, message: &[&str]) {
    let Err(error) = made else { panic!("not refused: {problem:?}, {message:?}") };
    let said = error.to_string();
    assert_eq!(error.problem, problem, "{said}");
    for words in message {
        assert!(said.contains(words), "{said:?} does not say {words:?}");
    }
}

#[test]
fn sizes_must_be_finite_and_not_negative() {
    let kinds = [
        (NAN, Problem::NotFinite, "NaN"),
        (INFINITE, Problem::NotFinite, "inf"),
        (-INFINITE, Problem::NotFinite, "-inf"),
        (-0.5, Problem::Negative, "-0.5"),
        (f64::MAX, Problem::TooLarge, "too large"),
    ];
    for (value, problem, text) in kinds {
        refuses(Ball::<DVec3>::new(value), problem, &["Ball", "radius", text]);
        refuses(Capsule::new(DVec3::ZERO, DVec3::Y, value), problem, &["Capsule", "radius", text]);
        refuses(Cone::<DVec3>::new(value, 1.0), problem, &["Cone", "half_height", text]);
        refuses(Cone::<DVec3>::new(1.0, value), problem, &["Cone", "radius", text]);
        refuses(Cylinder::<DVec3>::new(value, 1.0), problem, &["Cylinder", "half_height", text]);
        refuses(Cylinder::<DVec3>::new(1.0, value), problem, &["Cylinder", "radius", text]);
        refuses(
            Cuboid::new(DVec3::new(1.0, value, 1.0)),
            problem,
            &["Cuboid", "half_extents[1]", text],
        );
        refuses(
            Ellipsoid::new(DVec3::new(1.0, 1.0, value)),
            problem,
            &["Ellipsoid", "radii[2]", text],
        );
        let ball = Ball::<DVec3>::new(1.0).unwrap();
        refuses(Rounded::<DVec3, _>::new(ball, value), problem, &["Rounded", "margin", text]);
    }
}

#[test]
fn coordinates_must_be_finite_and_of_moderate_size() {
    let kinds = [
        (NAN, Problem::NotFinite, "NaN"),
        (INFINITE, Problem::NotFinite, "inf"),
        (f64::MAX, Problem::TooLarge, "too large"),
    ];
    for (value, problem, text) in kinds {
        let bad = DVec3::new(0.0, 0.0, value);
        let (o, x, y) = (DVec3::ZERO, DVec3::X, DVec3::Y);
        refuses(Point::new(bad), problem, &["Point", text]);
        refuses(Segment::new(o, bad), problem, &["Segment", text]);
        refuses(Capsule::new(bad, o, 1.0), problem, &["Capsule", text]);
        refuses(Triangle::new(o, bad, x), problem, &["Triangle", "b[2]", text]);
        refuses(Tetrahedron::new(o, x, y, bad), problem, &["Tetrahedron", "d[2]", text]);
        refuses(PointCloud::new(&[o, x, bad]), problem, &["PointCloud", "[2]", text]);
        refuses(Polytope::from_points(&[o, x, y, bad]), problem, &["Polytope", "points[3]", text]);
        let flat = DVec2::new(value, 0.0);
        refuses(
            ConvexPolygon::new(&[DVec2::ZERO, DVec2::X, flat]),
            problem,
            &["ConvexPolygon", "[2]", text],
        );
        let ball = Ball::<DVec3>::new(1.0).unwrap();
        refuses(Swept::new(ball, bad), problem, &["Swept", "way", text]);
        refuses(Pose::from_translation(bad), problem, &["Pose", "translation[2]", text]);
        refuses(HalfSpace::new(bad, 0.0), problem, &["HalfSpace", "normal[2]", text]);
        refuses(HalfSpace::new(DVec3::Z, value), problem, &["HalfSpace", "offset", text]);
        refuses(Affine::from_scale(bad), problem, &["Affine", "scale[2]", text]);
        refuses(
            Rotation::<DVec3>::from_quaternion([0.0, 0.0, value, 1.0]),
            problem,
            &["Rotation", "quaternion[2]", text],
        );
        refuses(Rotation::<DVec2>::from_angle(value), problem, &["Rotation", "angle", text]);
    }
}

#[test]
fn directions_must_be_of_unit_length() {
    let not_unit = Problem::NotUnit;
    refuses(HalfSpace::new(DVec3::ZERO, 0.0), not_unit, &["HalfSpace", "normal", "length 0"]);
    refuses(HalfSpace::new(DVec3::Z * 2.0, 0.0), not_unit, &["HalfSpace", "normal", "length 2"]);
    refuses(
        Rotation::<DVec3>::from_quaternion([0.0, 0.0, 0.0, 2.0]),
        not_unit,
        &["Rotation", "quaternion", "2"],
    );
    refuses(Rotation::from_axis_angle(DVec3::ZERO, 1.0), not_unit, &["Rotation", "axis"]);
    let mirror = DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0));
    refuses(Rotation::<DVec3>::from_matrix(mirror), not_unit, &["Rotation", "matrix"]);
    // Nearly unit is normalised, not refused.
    let near = Rotation::<DVec3>::from_quaternion([0.0, 0.0, 0.001, 1.001]).unwrap();
    let determinant = near.matrix().determinant();
    assert!((determinant - 1.0).abs() < 1e-15, "{determinant}");
}

#[test]
fn outlines_must_be_convex_and_have_corners() {
    refuses(PointCloud::<DVec3>::new(&[]), Problem::TooFew, &["PointCloud", "0 elements"]);
    let dent = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.1], [2.0, 2.0]].map(DVec2::from);
    refuses(ConvexPolygon::new(&dent), Problem::NotConvex, &["ConvexPolygon", "turn left"]);
    let clockwise = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(DVec2::from);
    refuses(ConvexPolygon::new(&clockwise), Problem::NotConvex, &["ConvexPolygon"]);
}

/// A regular outline of n corners that goes round so often.
fn wound<V: Space>(n: usize, times: usize, turn: f64) -> Vec<V> {
    let corner = |k: usize| {
        let angle = turn + std::f64::consts::TAU * (k * times) as f64 / n as f64;
        vector(&[angle.cos(), angle.sin()])
    };
    (0..n).map(corner).collect()
}

fn outlines_go_round_once<V: Space + osculate::Planar>() {
    for seed in 0..pairs(4000) as u64 {
        let mut random = Random(seed);
        let context = format!("{} seed {seed}", V::NAME);
        let n = 3 + random.below(30);
        let turn = [0.0, 1.0, random.signed()][random.below(3)];
        let size = scalar::<V::Scalar>(random.magnitude(-20.0, 15.0));
        let sized = |corners: Vec<V>| corners.into_iter().map(|c| c * size).collect::<Vec<V>>();
        let once = sized(wound(n, 1, turn));
        assert!(ConvexPolygon::new(&once).is_ok(), "{context}: {once:?}");
        // Twice as a star, and twice over the same corners.
        let times = 2 + random.below(3);
        let over: Vec<V> = (0..times).flat_map(|_| once.clone()).collect();
        refuses(
            ConvexPolygon::new(&over),
            Problem::NotOnce,
            &["ConvexPolygon", "go round", "once"],
        );
        if n > 2 * times {
            let star = sized(wound(n, times, turn));
            let text = format!("{times} times");
            refuses(ConvexPolygon::new(&star), Problem::NotOnce, &["ConvexPolygon", &text]);
        }
        // Corners again and again, and on the edges but for rounding, are allowed.
        let mut dense = Vec::new();
        for (k, &corner) in once.iter().enumerate() {
            let next = once[(k + 1) % n];
            dense.extend((0..1 + random.below(3)).map(|_| corner));
            let mut shares: Vec<f64> = (0..random.below(4)).map(|_| random.unit()).collect();
            shares.sort_by(f64::total_cmp);
            dense.extend(shares.iter().map(|&t| corner + (next - corner) * scalar(t)));
        }
        assert!(ConvexPolygon::new(&dense).is_ok(), "{context}: {dense:?}");
        // So is what is a line but for rounding, there and back; but not a line twice.
        let end: V = random.vector::<V>() * size;
        let mut shares: Vec<f64> = (0..1 + random.below(5)).map(|_| random.unit()).collect();
        shares.sort_by(f64::total_cmp);
        let there: Vec<V> = shares.iter().map(|&t| end * scalar(t)).collect();
        let line: Vec<V> = there.iter().chain(there.iter().rev()).copied().collect();
        assert!(ConvexPolygon::new(&line).is_ok(), "{context}: {line:?}");
        let twice = [end, there[0], end, there[0]];
        refuses(ConvexPolygon::new(&twice), Problem::NotOnce, &["ConvexPolygon", "2 times"]);
    }
}

#[test]
fn outlines_that_go_round_more_than_once_are_refused() {
    outlines_go_round_once::<Vec2>();
    outlines_go_round_once::<DVec2>();
}

#[test]
fn unbounded_shapes_are_refused_where_they_have_no_meaning() {
    let floor = HalfSpace::new(DVec3::Z, 0.0).unwrap();
    let flat = Affine::from_scale(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    refuses(floor.image(flat).map(|_| ()), Problem::Singular, &["Image", "matrix", "unbounded"]);
    let open = [(DVec3::X, 1.0); 6];
    refuses(Frustum::from_planes(open), Problem::Unbounded, &["Frustum", "planes"]);
}

#[test]
fn zero_sizes_are_shapes() {
    let ball = Ball::<DVec3>::new(0.0).unwrap();
    let box_ = Cuboid::new(DVec3::ZERO).unwrap();
    let pose = Pose::from_translation(DVec3::X).unwrap();
    assert_eq!(distance(&ball, &box_.at(pose)).value, 1.0);
}

/// A user's shape that answers what does not go together: another's support points, odd numbers.
struct Lying<V: Vector> {
    shapes: [Box<dyn Convex<V>>; 2],
    radius: V::Scalar,
    is_curved: bool,
    patch: Option<Patch<V>>,
    bounds: Option<Aabb<V>>,
}

impl<V: Vector> Convex<V> for Lying<V> {
    fn core_support(&self, direction: V) -> V {
        // Of one shape on one side, of another on the other.
        let side = usize::from(direction.get(0) > V::Scalar::ZERO);
        self.shapes[side].core_support(direction)
    }
    fn rounding(&self) -> V::Scalar {
        self.radius
    }
    fn is_curved(&self) -> bool {
        self.is_curved
    }
    fn patch(&self, direction: V) -> Patch<V> {
        self.patch.clone().unwrap_or_else(|| self.shapes[0].patch(direction))
    }
    fn bounds(&self) -> Aabb<V> {
        self.bounds.unwrap_or_else(|| self.shapes[1].bounds())
    }
}

/// Shapes of all kinds of points, of few to many.
fn of_points<V: Space>(random: &mut Random, n: usize) -> Box<dyn Convex<V>> {
    let points: Vec<V> = (0..n).map(|_| random.vector::<V>()).collect();
    V::hull(&points).unwrap_or_else(|| Box::new(PointCloud::new(&points).unwrap()))
}

fn number<V: Space>(random: &mut Random) -> V::Scalar {
    let odd = [0.0, -0.0, 1.0, -1.0, 1e-300, 1e300, NAN, INFINITE, -INFINITE, random.signed()];
    scalar(odd[random.below(odd.len())])
}

fn queries_of_shapes_that_lie_end<V: Space>() {
    for seed in 0..pairs(500) as u64 {
        let mut random = Random(seed);
        let mut lie = || {
            let n = [1, 2, 3, 8, 20, 64];
            let mut odd = || V::from_fn(|_| number::<V>(&mut random));
            let (patch, corners) = (odd(), [odd(), odd()]);
            let of_two = random.below(2) == 0;
            Lying {
                radius: number::<V>(&mut random),
                is_curved: random.below(2) == 0,
                patch: (random.below(2) == 0).then(|| match of_two {
                    true => Patch::new(corners.map(|corner| (corner, 7))),
                    false => Patch::point(patch),
                }),
                bounds: (random.below(2) == 0).then(|| Aabb::from_points(corners)),
                shapes: [(); 2].map(|()| {
                    let n = n[random.below(6)];
                    of_points::<V>(&mut random, n)
                }),
            }
        };
        let (a, b) = (lie(), lie());
        let pose = Pose::from_translation(V::axis(0) * scalar(0.5)).unwrap();
        let b = b.at(pose);
        let mut cache = Cache::new();
        for _ in 0..2 {
            let _ =
                (intersects(&a, &b), distance(&a, &b), closest(&a, &b), signed_distance(&a, &b));
            let _ = (penetration(&a, &b), contact(&a, &b, scalar(0.1)), cache.intersects(&a, &b));
            let _ = (cache.closest(&a, &b), cache.signed_distance(&a, &b), cache.distance(&b, &a));
        }
        let mut tracker = Tracker::new(&a, &b);
        for pose in [Pose::IDENTITY, pose] {
            let _ =
                (tracker.at(pose, pose).distance(), tracker.at(Pose::IDENTITY, pose).penetration());
        }
    }
}

#[test]
fn queries_of_shapes_that_lie_end_without_a_panic() {
    in_every_space!(queries_of_shapes_that_lie_end);
}
