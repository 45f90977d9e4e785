//! What the tests share: spaces, an oracle, families of hard pairs, certificates.
#![allow(dead_code, unused_macros)]

pub mod ask;
pub mod cases;
pub mod certificate;
pub mod families;
pub mod oracle;
pub mod overlap;
pub mod quadrics;
pub mod random;

// What is generic in the library is compiled there.
use osculate_instances as _;

pub use random::Random;

use osculate::hull::Faces;
use osculate::shape::{ConvexPolygon, PointCloud, Polytope, Shape};
use osculate::{
    At, Convex, DVec2, DVec3, Motion, Pose, Rotation, Scalar, Vec2, Vec3, Vec3A, Vector,
};
use osculate::{Body, Matrix};

/// A space under test: the library's five.
pub trait Space: osculate::Space<Scalar: Scalar> {
    const NAME: &'static str;
    /// The space of the same dimension in double precision.
    type Exact: Space<Scalar = f64>;
    /// The motion with this angular velocity; in the plane its third coordinate alone is read.
    fn turning(motion: Motion<Self>, spin: [f64; 3]) -> Motion<Self>;
    fn rotation_from_quaternion(q: [f64; 4]) -> Rotation<Self>;
    fn rotation_from_angle(angle: f64) -> Rotation<Self>;
    /// The hull of points, if they span the space: a polygon of the plane, or a polytope.
    fn hull(points: &[Self]) -> Option<Box<dyn Convex<Self>>>;
    /// The same as a shape that can be shared.
    fn shared_hull(points: &[Self]) -> Option<Shape<Self>>;
    /// The body of these facets: triangles, or in the plane segments from the first corner to the
    /// second.
    fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Body<Self>;
    /// The shape with this surface: in the plane the outline that the points are.
    fn of_surface(points: &[Self], faces: &Faces) -> Option<Shape<Self>>;
}
macro_rules! space {
    ($v:ident, 2) => {
        impl Space for $v {
            const NAME: &'static str = stringify!($v);
            type Exact = DVec2;
            fn turning(motion: Motion<Self>, spin: [f64; 3]) -> Motion<Self> {
                motion.turning(scalar(spin[2])).unwrap()
            }
            fn rotation_from_quaternion(_: [f64; 4]) -> Rotation<Self> {
                unreachable!("the plane")
            }
            fn rotation_from_angle(angle: f64) -> Rotation<Self> {
                Rotation::from_angle(scalar(angle)).unwrap()
            }
            fn hull(points: &[Self]) -> Option<Box<dyn Convex<Self>>> {
                Some(Box::new(ConvexPolygon::from_points(points).ok()?))
            }
            fn shared_hull(points: &[Self]) -> Option<Shape<Self>> {
                Some(ConvexPolygon::from_points(points).ok()?.into())
            }
            fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Body<Self> {
                let segments: Vec<[u32; 2]> = facets.iter().map(|&[a, b, _]| [a, b]).collect();
                Body::from_segments(vertices, &segments).unwrap()
            }
            fn of_surface(points: &[Self], _: &Faces) -> Option<Shape<Self>> {
                Some(ConvexPolygon::new(points).ok()?.into())
            }
        }
    };
    ($v:ident, 3) => {
        impl Space for $v {
            const NAME: &'static str = stringify!($v);
            type Exact = DVec3;
            fn turning(motion: Motion<Self>, spin: [f64; 3]) -> Motion<Self> {
                motion.turning(vector(&spin)).unwrap()
            }
            fn rotation_from_quaternion(q: [f64; 4]) -> Rotation<Self> {
                Rotation::from_quaternion(q.map(scalar)).unwrap()
            }
            fn rotation_from_angle(_: f64) -> Rotation<Self> {
                unreachable!("space")
            }
            fn hull(points: &[Self]) -> Option<Box<dyn Convex<Self>>> {
                Some(Box::new(Polytope::from_points(points).ok()?))
            }
            fn shared_hull(points: &[Self]) -> Option<Shape<Self>> {
                Some(Polytope::from_points(points).ok()?.into())
            }
            fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Body<Self> {
                Body::from_mesh(vertices, facets).unwrap()
            }
            fn of_surface(points: &[Self], faces: &Faces) -> Option<Shape<Self>> {
                Some(Polytope::from_faces(points, faces).ok()?.into())
            }
        }
    };
}
space!(Vec2, 2);
space!(DVec2, 2);
space!(Vec3, 3);
space!(Vec3A, 3);
space!(DVec3, 3);

/// Runs one generic check in each of the five spaces.
macro_rules! in_every_space {
    ($check:ident) => {
        $check::<osculate::Vec2>();
        $check::<osculate::DVec2>();
        $check::<osculate::Vec3>();
        $check::<osculate::Vec3A>();
        $check::<osculate::DVec3>();
    };
}

/// Runs one generic check in a space of each precision and dimension: of code that is the same in
/// the others, as it asks for nothing but queries.
macro_rules! in_some_spaces {
    ($check:ident) => {
        $check::<osculate::Vec2>();
        $check::<osculate::Vec3A>();
        $check::<osculate::DVec3>();
    };
}

pub fn scalar<S: Scalar>(x: f64) -> S {
    S::from_f64(x)
}

/// The vector with these coordinates, rounded.
pub fn vector<V: Vector>(x: &[f64]) -> V {
    V::from_fn(|i| scalar(x[i]))
}

/// The coordinates, exactly.
pub fn coordinates<V: Vector>(v: V) -> Vec<f64> {
    (0..V::DIM).map(|i| v.get(i).to_f64()).collect()
}

/// The machine epsilon of the space.
pub fn epsilon<V: Vector>() -> f64 {
    <V::Scalar as osculate::Real>::EPSILON.to_f64()
}

/// A rotation, exactly: from the quaternion of space, or the half angle's tangent in the plane.
#[derive(Clone, Copy, Debug)]
pub struct Turn(pub [f64; 4]);

impl Turn {
    pub const NONE: Self = Self([0.0, 0.0, 0.0, 1.0]);

    /// By an angle, in the plane of x and y.
    pub fn about_z(angle: f64) -> Self {
        Self([0.0, 0.0, (0.5 * angle).sin(), (0.5 * angle).cos()])
    }

    /// The turn as the scalar of the space can hold it.
    pub fn rounded<V: Vector>(self) -> Self {
        Self(self.0.map(|x| scalar::<V::Scalar>(x).to_f64()))
    }

    /// The library's rotation. In the plane the turn is the quaternion's about z, whose matrix is
    /// rational too.
    pub fn rotation<V: Space>(self) -> Rotation<V> {
        if V::DIM == 3 {
            return V::rotation_from_quaternion(self.0);
        }
        let [_, _, z, w] = self.0;
        let n = z * z + w * w;
        let (cos, sin) = ((w * w - z * z) / n, 2.0 * z * w / n);
        let columns = [[cos, sin], [-sin, cos]];
        Rotation::from_matrix(V::Matrix::from_columns(|j| vector(&columns[j]))).unwrap()
    }
}

/// A shape of corners at a pose, as an oracle sees it.
#[derive(Clone, Debug)]
pub struct Placed<V: Vector> {
    pub corners: Vec<V>,
    pub turn: Turn,
    pub translation: V,
}

impl<V: Space> Placed<V> {
    pub fn pose(&self) -> Pose<V> {
        Pose::new(self.translation, self.turn.rotation()).unwrap()
    }
    /// The largest distance of a corner from the shape's own origin.
    pub fn extent(&self) -> f64 {
        self.corners.iter().map(|c| norm(&coordinates(*c))).fold(0.0, f64::max)
    }
    /// Turns and moves the body, by about this share of its size.
    pub fn stir(&mut self, share: f64, random: &mut Random) {
        let by = random.turn::<V>().0;
        let turned: Vec<f64> = self.turn.0.iter().zip(by).map(|(x, y)| x + share * y).collect();
        let length = norm(&turned);
        self.turn = Turn(core::array::from_fn(|i| turned[i] / length)).rounded::<V>();
        self.translation = self.translation + random.vector::<V>() * scalar(share * self.extent());
    }
}

/// The contract's L.
pub fn length_scale<V: Space>(a: &Placed<V>, b: &Placed<V>) -> f64 {
    let t: Vec<f64> = coordinates(a.translation)
        .iter()
        .zip(coordinates(b.translation))
        .map(|(x, y)| y - x)
        .collect();
    norm(&t) + a.extent() + b.extent()
}

pub fn norm(x: &[f64]) -> f64 {
    let most = x.iter().fold(0.0, |m: f64, c| m.max(c.abs()));
    if most == 0.0 { 0.0 } else { most * x.iter().map(|c| (c / most).powi(2)).sum::<f64>().sqrt() }
}

/// Pairs a family: `default`, or what `OSCULATE_PAIRS` says, or `default` as many times as
/// `OSCULATE_TIMES` says.
pub fn pairs(default: usize) -> usize {
    let number = |name| std::env::var(name).ok().and_then(|n| n.parse::<usize>().ok());
    number("OSCULATE_PAIRS").unwrap_or(default * number("OSCULATE_TIMES").unwrap_or(1))
}

/// The placed corners as the library's shape.
pub fn body<V: Space>(placed: &Placed<V>) -> At<V, PointCloud<V>> {
    At::new(PointCloud::new(&placed.corners).unwrap(), placed.pose())
}

impl Random {
    pub fn vector<V: Vector>(&mut self) -> V {
        V::from_fn(|_| scalar(self.signed()))
    }
    pub fn turn<V: Vector>(&mut self) -> Turn {
        let mut q: [f64; 4] = core::array::from_fn(|_| self.signed());
        if V::DIM == 2 {
            (q[0], q[1]) = (0.0, 0.0);
        }
        let n = norm(&q);
        if n < 0.1 {
            return Turn::NONE;
        }
        Turn(q.map(|x| x / n)).rounded::<V>()
    }
}

/// Vertices to be added one after the other: random ones, and three kinds of degenerate ones.
pub fn simplex<V: Vector<Scalar = f64>>(random: &mut Random, degenerate: usize) -> Vec<V> {
    let size = 1 + random.below(V::DIM + 1);
    let center = random.vector::<V>() * random.magnitude(-3.0, 1.0);
    let mut points: Vec<V> = Vec::new();
    while points.len() < size {
        let mut p = random.vector::<V>() + center;
        match degenerate {
            // A sliver, a vertex next to another, all in one plane.
            1 => p = V::from_fn(|i| if i == 0 { p.get(i) } else { p.get(i) * 1e-5 }),
            2 if !points.is_empty() && random.below(2) == 0 => {
                p = points[0] + random.vector::<V>() * 1e-6;
            }
            3 => p = V::from_fn(|i| if i + 1 == V::DIM { 0.25 } else { p.get(i) }),
            _ => {}
        }
        points.push(p);
    }
    points
}
