//! Random shapes of every kind, and of every wrapper round every wrapper; pairs of them about at
//! contact.

use crate::support::{Random, Space, Turn, ask, epsilon, scalar, vector};
use osculate::Matrix;
use osculate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point, PointCloud, Rounded,
    Segment, Shape, Sum, Swept, Tetrahedron, Triangle,
};
use osculate::{Affine, At, Convex, Image, Pose};

/// The kinds that are no wrappers, by name. The place of a kind is its stream's: a new one stands at
/// the end, and shifts no other.
pub const PLAIN: [&str; 14] = [
    "point",
    "segment",
    "ball",
    "capsule",
    "triangle",
    "tetrahedron",
    "cuboid",
    "ellipsoid",
    "cone",
    "cylinder",
    "cloud",
    "hull of few",
    "hull of many",
    "half-space",
];

/// How many there were when the streams of the tests were fixed, the half-space last.
const FIRST: usize = 14;

/// The place of the half-space: what has no end.
pub const HALF_SPACE: usize = FIRST - 1;

/// The places and names of the kinds that have an end.
pub fn bounded() -> impl Iterator<Item = (usize, &'static str)> {
    PLAIN.into_iter().enumerate().filter(|(place, _)| *place != HALF_SPACE)
}

/// Any kind, by its place.
pub fn any(random: &mut Random) -> usize {
    random.place(FIRST, PLAIN.len() - FIRST)
}

/// Any kind that has an end, by its place.
pub fn any_bounded(random: &mut Random) -> usize {
    let place = random.place(HALF_SPACE, PLAIN.len() - FIRST);
    if place < HALF_SPACE { place } else { place + 1 }
}

/// The wrappers, by name; a new one stands at the end.
pub const WRAPPERS: [&str; 6] = ["at", "rounded", "swept", "image", "sum", "hull"];

/// How many there were when the streams of the tests were fixed.
const FIRST_WRAPPERS: usize = 6;

/// Points at random, of some shapes all in one plane or on one line.
fn points<V: Space>(n: usize, unit: f64, random: &mut Random) -> Vec<V> {
    let flat = if random.below(6) == 0 { random.below(V::DIM) } else { V::DIM };
    let point = |random: &mut Random| {
        V::from_fn(|i| scalar(unit * if i == flat { 0.25 } else { random.signed() }))
    };
    let mut points: Vec<V> = (0..n).map(|_| point(random)).collect();
    if random.below(8) == 0 {
        // Two that coincide.
        points[n - 1] = points[0];
    }
    points
}

/// A size of about one unit; of some shapes 0.
fn size<V: Space>(unit: f64, random: &mut Random) -> V::Scalar {
    scalar(unit * if random.below(12) == 0 { 0.0 } else { 0.05 + random.unit() })
}

/// A shape of the kind that has this place in [`PLAIN`].
pub fn plain<V: Space>(kind: usize, random: &mut Random) -> Shape<V> {
    of_unit(kind, 1.0, random)
}

/// The same shape in another unit of length.
pub fn of_unit<V: Space>(kind: usize, unit: f64, random: &mut Random) -> Shape<V> {
    let way = |random: &mut Random| V::from_fn(|_| scalar::<V::Scalar>(unit * random.signed()));
    match PLAIN[kind] {
        "point" => Point::<V>::new(way(random) * scalar(0.3)).unwrap().into(),
        "segment" => match random.below(3) {
            0 => {
                let tip = V::axis(1) * size::<V>(unit, random);
                Segment::<V>::new(-tip, tip).unwrap().into()
            }
            _ => Segment::<V>::new(way(random), way(random)).unwrap().into(),
        },
        "ball" => Ball::new(size::<V>(unit, random)).unwrap().into(),
        "capsule" => {
            Capsule::<V>::new(way(random), way(random), size::<V>(unit, random)).unwrap().into()
        }
        "triangle" => {
            let p = points::<V>(3, unit, random);
            Triangle::new(p[0], p[1], p[2]).unwrap().into()
        }
        "tetrahedron" => {
            let p = points::<V>(4, unit, random);
            Tetrahedron::new(p[0], p[1], p[2], p[3]).unwrap().into()
        }
        "cuboid" => Cuboid::new(V::from_fn(|_| size::<V>(unit, random))).unwrap().into(),
        "ellipsoid" => Ellipsoid::new(V::from_fn(|_| size::<V>(unit, random))).unwrap().into(),
        "cone" => Cone::<V>::new(size::<V>(unit, random), size::<V>(unit, random)).unwrap().into(),
        "cylinder" => {
            Cylinder::<V>::new(size::<V>(unit, random), size::<V>(unit, random)).unwrap().into()
        }
        "cloud" => {
            let n = 1 + random.below(12);
            PointCloud::new(&points::<V>(n, unit, random)).unwrap().into()
        }
        "half-space" => {
            let direction = random.direction();
            let normal = vector::<V>(&direction);
            let normal = normal.try_normalize().unwrap_or(V::axis(0));
            HalfSpace::new(normal, scalar(0.3 * unit * random.signed())).unwrap().into()
        }
        kind @ ("hull of few" | "hull of many") => {
            let n = if kind == "hull of few" { 4 + random.below(9) } else { 40 + random.below(60) };
            loop {
                // Of a circle or a sphere, or the hull of many has few corners.
                let on = |random: &mut Random| {
                    let p = vector::<V>(&random.direction());
                    p * scalar(1.0 / p.length().into_f64().max(0.1)) * scalar(unit)
                };
                let points: Vec<V> = (0..n).map(|_| on(random)).collect();
                if let Some(hull) = V::shared_hull(&points) {
                    break hull;
                }
            }
        }
        kind => panic!("there is no {kind}"),
    }
}

trait IntoF64 {
    fn into_f64(self) -> f64;
}
impl<S: osculate::Scalar> IntoF64 for S {
    fn into_f64(self) -> f64 {
        self.to_f64()
    }
}

pub fn pose<V: Space>(random: &mut Random) -> Pose<V> {
    let turn = if random.below(5) == 0 { Turn::NONE } else { random.turn::<V>() };
    Pose::new(random.vector::<V>() * scalar(0.5), turn.rotation()).unwrap()
}

/// A shape in wrappers, this many in one another. What has no end is not wrapped.
pub fn wrapped<V: Space>(depth: usize, random: &mut Random) -> Shape<V> {
    if depth == 0 {
        return plain(any_bounded(random), random);
    }
    let inner = wrapped::<V>(depth - 1, random);
    let wrapper = random.place(FIRST_WRAPPERS, WRAPPERS.len() - FIRST_WRAPPERS);
    around(wrapper, inner, depth, random)
}

/// A shape in the wrapper that has this place in [`WRAPPERS`], and in others up to a depth.
pub fn in_wrapper<V: Space>(wrapper: usize, depth: usize, random: &mut Random) -> Shape<V> {
    let inner = wrapped::<V>(depth - 1, random);
    around(wrapper, inner, depth, random)
}

fn around<V: Space>(
    wrapper: usize,
    inner: Shape<V>,
    depth: usize,
    random: &mut Random,
) -> Shape<V> {
    match WRAPPERS[wrapper] {
        "at" => At::new(inner, pose(random)).into(),
        "rounded" => Rounded::new(inner, size::<V>(1.0, random) * scalar(0.3)).unwrap().into(),
        "swept" => Swept::new(inner, random.vector::<V>() * scalar(0.5)).unwrap().into(),
        "image" => {
            let near_one =
                V::Matrix::from_columns(|i| V::axis(i) + random.vector::<V>() * scalar(0.4));
            let map = Affine::new(near_one, random.vector::<V>() * scalar(0.5)).unwrap();
            Image::new(inner, map).unwrap().into()
        }
        "sum" => Sum::new(inner, wrapped::<V>(random.below(depth), random)).into(),
        "hull" => Hull::new(inner, wrapped::<V>(random.below(depth), random)).into(),
        kind => panic!("there is no wrapper {kind}"),
    }
}

/// Where b lies, for a at the origin: `gap` beyond contact along some direction, or as near as
/// rounding lets it be placed. `None` where that leads nowhere.
pub fn at_contact<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    gap: f64,
    random: &mut Random,
) -> Option<[Pose<V>; 2]> {
    let far = vector::<V>(&random.direction()) * scalar(3.0 * random.unit());
    // Some are not turned: faces and edges then lie on one another.
    let turn = |random: &mut Random| match random.below(4) {
        0 => Turn::NONE.rotation(),
        _ => random.turn::<V>().rotation(),
    };
    let pose_a = Pose::new(V::ZERO, turn(random)).unwrap();
    let turn_b = turn(random);
    let mut at = far;
    for _ in 0..4 {
        let pose_b = Pose::new(at, turn_b).ok()?;
        let (p, q) = (At::new(a, pose_a), At::new(b, pose_b));
        let found = ask::signed_distance::<V>(&p, &q);
        at = at - found.normal * (found.distance.value - scalar(gap));
    }
    Some([pose_a, Pose::new(at, turn_b).ok()?])
}

/// A gap in units of the shapes' size, which is about 1: none, one of rounding's size, or one of
/// more.
pub fn gap<V: Space>(random: &mut Random) -> f64 {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match random.below(4) {
        0 => 0.0,
        1 => sign * epsilon::<V>() * random.magnitude(-1.0, 2.0),
        2 => sign * random.magnitude(-16.0, -9.0),
        _ => sign * random.magnitude(epsilon::<V>().log10(), -0.5),
    }
}

/// The rotation about any axis by this many radians.
pub fn turned_by<V: Space>(angle: f64, random: &mut Random) -> osculate::Rotation<V> {
    if V::DIM == 2 {
        return V::rotation_from_angle(angle);
    }
    let ([x, y, z], half) = (random.direction(), angle / 2.0);
    let (sin, cos) = half.sin_cos();
    V::rotation_from_quaternion([x * sin, y * sin, z * sin, cos])
}
