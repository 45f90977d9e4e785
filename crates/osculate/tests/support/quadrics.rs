//! Curved shapes in two hundred bits: how far a point is from one, and how far one reaches. It
//! shares no code with the library.

use super::certificate::f64_of;
use super::{Random, Space, Turn, coordinates, scalar};
use dashu_base::Abs;
use dashu_float::{FBig, round::mode::HalfEven};
use osculate::Matrix;
use osculate::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Rounded, Segment, Sum, Swept,
};
use osculate::{Affine, At, Convex, Image, Pose, Vector};

pub type Number = FBig<HalfEven, 2>;

const BITS: usize = 200;

pub fn number(x: f64) -> Number {
    Number::try_from(x).expect("finite").with_precision(BITS).value()
}

pub type Coordinates = Vec<Number>;

pub fn exact<V: Vector>(v: V) -> Coordinates {
    coordinates(v).into_iter().map(number).collect()
}

pub fn dot(a: &Coordinates, b: &Coordinates) -> Number {
    a.iter().zip(b).map(|(x, y)| x * y).fold(number(0.0), |sum, x| sum + x)
}

pub fn minus(a: &Coordinates, b: &Coordinates) -> Coordinates {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

pub fn length(a: &Coordinates) -> Number {
    dot(a, a).sqrt()
}

fn larger(a: Number, b: Number) -> Number {
    if a < b { b } else { a }
}

/// A solid about its own origin. Directions of the list are axes; the y axis is that of cones and
/// cylinders.
#[derive(Clone, Debug)]
pub enum Solid {
    Point(Vec<f64>),
    Segment(Vec<f64>, Vec<f64>),
    Cuboid(Vec<f64>),
    Ellipsoid(Vec<f64>),
    Cylinder {
        half_height: f64,
        radius: f64,
    },
    Cone {
        half_height: f64,
        radius: f64,
    },
    /// All points within a margin.
    Around(Box<Solid>, f64),
    Posed(Box<Solid>, Turn, Vec<f64>),
    Sum(Box<Solid>, Box<Solid>),
    Hull(Box<Solid>, Box<Solid>),
    Swept(Box<Solid>, Vec<f64>),
    /// The image under a matrix, given by its columns.
    Image(Box<Solid>, Vec<Vec<f64>>),
}

/// Sizes of all kinds: alike, slender, flat, none at all.
pub fn size<V: Space>(random: &mut Random) -> f64 {
    let x = match random.below(8) {
        0 => 0.0,
        1 => 1.0,
        2 => random.magnitude(-4.0, 2.0),
        _ => random.magnitude(-1.0, 0.5),
    };
    f64_of::<V>(scalar(x))
}

/// A random one of any kind.
pub fn solid<V: Space>(random: &mut Random) -> Solid {
    let kind = random.below(8);
    let mut sizes = || -> Vec<f64> { (0..V::DIM).map(|_| size::<V>(random)).collect() };
    match kind {
        0 => Solid::Segment(sizes(), sizes().iter().map(|x| -x).collect()),
        1 => Solid::Cuboid(sizes()),
        2 | 3 => Solid::Ellipsoid(sizes()),
        4 => Solid::Cylinder { half_height: sizes()[0], radius: sizes()[0] },
        5 => Solid::Cone { half_height: sizes()[0], radius: sizes()[0] },
        6 => Solid::Point(sizes()),
        _ => {
            let margin = sizes()[0];
            Solid::Around(Box::new(solid::<V>(random)), margin)
        }
    }
}

impl Solid {
    /// The library's shape of the same name. A segment and a point with a margin are its capsule
    /// and its ball.
    pub fn shape<V: Space>(&self) -> Box<dyn Convex<V>> {
        let vector = |x: &[f64]| super::vector::<V>(x);
        let scalar = |x: f64| super::scalar::<V::Scalar>(x);
        match self {
            Self::Point(p) => Box::new(Point::new(vector(p)).unwrap()),
            Self::Segment(p, q) => Box::new(Segment::new(vector(p), vector(q)).unwrap()),
            Self::Cuboid(h) => Box::new(Cuboid::new(vector(h)).unwrap()),
            Self::Ellipsoid(r) => Box::new(Ellipsoid::new(vector(r)).unwrap()),
            Self::Cylinder { half_height, radius } => {
                Box::new(Cylinder::<V>::new(scalar(*half_height), scalar(*radius)).unwrap())
            }
            Self::Cone { half_height, radius } => {
                Box::new(Cone::<V>::new(scalar(*half_height), scalar(*radius)).unwrap())
            }
            Self::Around(core, margin) => match &**core {
                Self::Point(p) if p.iter().all(|x| *x == 0.0) => {
                    Box::new(Ball::new(scalar(*margin)).unwrap())
                }
                Self::Segment(p, q) => {
                    Box::new(Capsule::new(vector(p), vector(q), scalar(*margin)).unwrap())
                }
                core => Box::new(Rounded::new(core.shape::<V>(), scalar(*margin)).unwrap()),
            },
            Self::Posed(inner, turn, by) => {
                let pose = Pose::new(vector(by), turn.rotation::<V>()).unwrap();
                Box::new(At::new(inner.shape::<V>(), pose))
            }
            Self::Sum(a, b) => Box::new(Sum::new(a.shape::<V>(), b.shape::<V>())),
            Self::Hull(a, b) => Box::new(Hull::new(a.shape::<V>(), b.shape::<V>())),
            Self::Swept(inner, way) => {
                Box::new(Swept::new(inner.shape::<V>(), vector(way)).unwrap())
            }
            Self::Image(inner, columns) => {
                let matrix = V::Matrix::from_columns(|j| vector(&columns[j]));
                let map = Affine::new(matrix, V::ZERO).unwrap();
                Box::new(Image::new(inner.shape::<V>(), map).unwrap())
            }
        }
    }

    /// How far the solid reaches along `way`, times the length of `way`.
    pub fn reach(&self, way: &Coordinates) -> Number {
        let scaled = |x: &[f64]| -> Coordinates {
            x.iter().zip(way).map(|(x, w)| (number(*x) * w).abs()).collect()
        };
        let along =
            |x: &[f64]| x.iter().zip(way).fold(number(0.0), |sum, (x, w)| sum + number(*x) * w);
        match self {
            Self::Point(p) => along(p),
            Self::Segment(p, q) => larger(along(p), along(q)),
            Self::Cuboid(h) => scaled(h).into_iter().fold(number(0.0), |sum, x| sum + x),
            Self::Ellipsoid(r) => length(&scaled(r)),
            Self::Cylinder { half_height, radius } => {
                (number(*half_height) * &way[1]).abs() + number(*radius) * across(way)
            }
            Self::Cone { half_height, radius } => {
                let up = number(*half_height) * &way[1];
                larger(up.clone(), number(*radius) * across(way) - up)
            }
            Self::Around(core, margin) => core.reach(way) + number(*margin) * length(way),
            Self::Posed(inner, turn, by) => {
                let inner = Body { solid: (**inner).clone(), turn: *turn, translation: by.clone() };
                inner.reach(way)
            }
            Self::Sum(a, b) => a.reach(way) + b.reach(way),
            Self::Hull(a, b) => larger(a.reach(way), b.reach(way)),
            Self::Swept(inner, by) => inner.reach(way) + larger(along(by), number(0.0)),
            Self::Image(inner, columns) => {
                let back = columns.iter().map(|column| along(column)).collect();
                inner.reach(&back)
            }
        }
    }

    /// The distance of a point from the solid, 0 inside, if that has a closed form.
    pub fn outside(&self, p: &Coordinates) -> Option<Number> {
        let zero = number(0.0);
        Some(match self {
            Self::Point(x) => length(&minus(p, &x.iter().map(|x| number(*x)).collect())),
            Self::Segment(a, b) => {
                let [a, b] = [a, b].map(|x| x.iter().map(|x| number(*x)).collect());
                from_segment(p, &a, &b)
            }
            Self::Cuboid(h) => {
                let over =
                    |(x, h): (&Number, &f64)| larger(x.clone().abs() - number(*h), number(0.0));
                length(&p.iter().zip(h).map(over).collect())
            }
            Self::Ellipsoid(radii) => from_ellipsoid(p, radii),
            Self::Cylinder { half_height, radius } => {
                let above = larger(p[1].clone().abs() - number(*half_height), zero.clone());
                let beside = larger(across(p) - number(*radius), zero);
                length(&vec![above, beside])
            }
            Self::Cone { half_height, radius } => {
                // In the half-plane of the axis and the point: a triangle.
                let (h, r) = (number(*half_height), number(*radius));
                let point = vec![across(p), p[1].clone()];
                let below_slant = &point[0] * number(2.0) * &h <= &r * (&h - &point[1]);
                // Of one without height every point of its plane is below the slant.
                if below_slant && point[0] <= r && point[1] >= -h.clone() && point[1] <= h {
                    return Some(zero);
                }
                let (rim, apex) = (vec![r, -h.clone()], vec![zero.clone(), h.clone()]);
                let base = from_segment(&point, &vec![zero, -h], &rim);
                let slant = from_segment(&point, &rim, &apex);
                if base < slant { base } else { slant }
            }
            Self::Around(core, margin) => larger(core.outside(p)? - number(*margin), zero),
            Self::Posed(inner, turn, by) => {
                let inner = Body { solid: (**inner).clone(), turn: *turn, translation: by.clone() };
                return inner.outside(p);
            }
            Self::Sum(..) | Self::Hull(..) | Self::Swept(..) | Self::Image(..) => return None,
        })
    }
}

impl Solid {
    /// How deep a point is in the solid, 0 outside, if that has a closed form.
    pub fn inside(&self, p: &Coordinates) -> Option<Number> {
        let depths: Vec<Number> = match self {
            Self::Cuboid(h) => p.iter().zip(h).map(|(x, h)| number(*h) - x.clone().abs()).collect(),
            Self::Cylinder { half_height, radius } => {
                vec![number(*half_height) - p[1].clone().abs(), number(*radius) - across(p)]
            }
            Self::Cone { half_height, radius } => {
                let (h, r) = (number(*half_height), number(*radius));
                // Below the slant: its normal is as long across as the cone is high, and as long
                // up as it is wide.
                let slant = &r * (&h - &p[1]) - number(2.0) * &h * across(p);
                let length = length(&vec![r, number(2.0) * &h]);
                let slant = if length == number(0.0) { length } else { slant / length };
                vec![h.clone() - p[1].clone(), h + &p[1], slant]
            }
            _ => return None,
        };
        let least = depths.into_iter().reduce(|a, b| if b < a { b } else { a });
        least.map(|least| larger(least, number(0.0)))
    }
}

/// The distance from the y axis.
fn across(v: &Coordinates) -> Number {
    let mut v = v.clone();
    v[1] = number(0.0);
    length(&v)
}

fn from_segment(p: &Coordinates, a: &Coordinates, b: &Coordinates) -> Number {
    let (along, from) = (minus(b, a), minus(p, a));
    let (whole, part) = (dot(&along, &along), dot(&along, &from));
    if part <= number(0.0) || whole == number(0.0) {
        length(&from)
    } else if part >= whole {
        length(&minus(p, b))
    } else {
        let t = part / whole;
        length(&from.iter().zip(&along).map(|(f, a)| f - a * &t).collect())
    }
}

/// The nearest point x of an ellipsoid is where p − x is a multiple t of the normal:
/// xᵢ = rᵢ² pᵢ / (rᵢ² + t), and t ≥ 0 is the root of Σ (rᵢ pᵢ / (rᵢ² + t))² = 1.
/// That sum falls and is convex, so that Newton's steps from 0 never pass the root.
fn from_ellipsoid(p: &Coordinates, radii: &[f64]) -> Number {
    let one = number(1.0);
    let mut t = number(0.0);
    let terms = |t: &Number| {
        let (mut sum, mut slope) = (number(0.0), number(0.0));
        for (x, r) in p.iter().zip(radii) {
            if *r > 0.0 {
                let square = number(*r) * number(*r) + t;
                let term = number(*r) * x / &square;
                let term = &term * &term;
                slope += &term / &square;
                sum += term;
            }
        }
        (sum, slope * number(-2.0))
    };
    for _ in 0..300 {
        let (sum, slope) = terms(&t);
        if sum <= one {
            break;
        }
        let step = (&one - sum) / slope;
        t += &step;
        if step <= &t * number(1e-55) {
            break;
        }
    }
    let off = |(x, r): (&Number, &f64)| {
        let square = number(*r) * number(*r);
        // A flat one has no extent along this axis.
        if *r == 0.0 { x.clone() } else { x * &t / (square + &t) }
    };
    length(&p.iter().zip(radii).map(off).collect())
}

/// A solid at a pose.
#[derive(Clone, Debug)]
pub struct Body {
    pub solid: Solid,
    pub turn: Turn,
    pub translation: Vec<f64>,
}

impl Body {
    /// The rows of the rotation.
    fn rows(&self) -> Vec<Coordinates> {
        let q = self.turn.0.map(number);
        let n = q.iter().map(|x| x * x).fold(number(0.0), |sum, x| sum + x);
        let [x, y, z, w] = &q;
        let two = number(2.0) / n;
        let one = number(1.0);
        let rows = [
            [&one - (y * y + z * z) * &two, (x * y - z * w) * &two, (x * z + y * w) * &two],
            [(x * y + z * w) * &two, &one - (x * x + z * z) * &two, (y * z - x * w) * &two],
            [(x * z - y * w) * &two, (y * z + x * w) * &two, &one - (x * x + y * y) * &two],
        ];
        let dimension = self.translation.len();
        rows.into_iter()
            .take(dimension)
            .map(|row| row.into_iter().take(dimension).collect())
            .collect()
    }

    fn columns(&self) -> Vec<Coordinates> {
        let rows = self.rows();
        (0..rows.len()).map(|j| rows.iter().map(|row| row[j].clone()).collect()).collect()
    }

    fn place(&self) -> Coordinates {
        self.translation.iter().map(|x| number(*x)).collect()
    }

    /// A point in the body's own axes.
    fn own(&self, p: &Coordinates) -> Coordinates {
        self.turned_back(&minus(p, &self.place()))
    }

    /// A vector in the body's own axes.
    pub fn turned_back(&self, v: &Coordinates) -> Coordinates {
        self.columns().iter().map(|column| dot(column, v)).collect()
    }

    /// A vector of the body's own axes in the world's.
    pub fn turned(&self, v: &Coordinates) -> Coordinates {
        self.rows().iter().map(|row| dot(row, v)).collect()
    }

    /// The distance of a point from the body, 0 inside, if that has a closed form.
    pub fn outside(&self, p: &Coordinates) -> Option<Number> {
        self.solid.outside(&self.own(p))
    }

    /// How deep a point is in the body, 0 outside, if that has a closed form.
    pub fn inside(&self, p: &Coordinates) -> Option<Number> {
        self.solid.inside(&self.own(p))
    }

    /// How far the body reaches along `way` in the world, times the length of `way`.
    pub fn reach(&self, way: &Coordinates) -> Number {
        let turned = self.columns().iter().map(|column| dot(column, way)).collect();
        self.solid.reach(&turned) + dot(&self.place(), way)
    }
}

/// The gap between two bodies along `way`, which has any length; negative if they overlap along it.
/// It is never more than the distance, nor more than the depth taken negative.
pub fn gap(a: &Body, b: &Body, way: &Coordinates) -> Number {
    let back = way.iter().map(|x| -x.clone()).collect();
    -(a.reach(way) + b.reach(&back)) / length(way)
}
