//! Bodies that move, in families: fast thin plates, rods of many turns, screws, hulls.

use crate::shapes::number;
use crate::support::{Random, Space, Turn, norm, vector};
use osculate::shape::PointCloud;
use osculate::{Motion, Pose, Rotation, Vector};

/// A hull of corners that moves, in numbers of single precision.
#[derive(Clone)]
pub struct Body {
    pub corners: Vec<[f64; 3]>,
    pub at: [f64; 3],
    pub turn: Turn,
    pub center: [f64; 3],
    pub velocity: [f64; 3],
    pub spin: [f64; 3],
}

fn single(x: [f64; 3]) -> [f64; 3] {
    x.map(|x| f64::from(x as f32))
}

fn cuboid(half: [f64; 3]) -> Vec<[f64; 3]> {
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    (0..8).map(|k| single(corner(k))).collect()
}

fn times(x: [f64; 3], by: f64) -> [f64; 3] {
    single(x.map(|x| x * by))
}

impl Body {
    fn new<V: Space>(random: &mut Random, corners: Vec<[f64; 3]>) -> Self {
        let turn = Turn(random.turn::<V>().0.map(|x| f64::from(x as f32)));
        let zero = [0.0; 3];
        Self { corners, at: zero, turn, center: zero, velocity: zero, spin: zero }
    }

    pub fn shape<V: Space>(&self) -> PointCloud<V> {
        let corners: Vec<V> = self.corners.iter().map(|c| vector(c)).collect();
        PointCloud::new(&corners).unwrap()
    }

    pub fn motion<V: Space>(&self) -> Motion<V> {
        let start = Pose::new(vector(&self.at), self.turn.rotation()).unwrap();
        let motion = Motion::new(start, vector(&self.velocity)).unwrap();
        V::turning(motion.about(vector(&self.center)).unwrap(), self.spin)
    }

    /// How it is turned, by quaternions.
    pub fn turn_at<V: Space<Scalar = f64>>(&self, time: f64) -> Turn {
        let rate = norm(&self.spin[if V::DIM == 2 { 2..3 } else { 0..3 }]);
        let (sine, cosine) = (rate * time / 2.0).sin_cos();
        let part = |i: usize| if rate > 0.0 { self.spin[i] / rate * sine } else { 0.0 };
        let (x, y) = if V::DIM == 2 { (0.0, 0.0) } else { (part(0), part(1)) };
        let z = part(2);
        let [a, b, c, d] = self.turn.0;
        Turn([
            cosine * a + x * d + y * c - z * b,
            cosine * b - x * c + y * d + z * a,
            cosine * c + x * b - y * a + z * d,
            cosine * d - x * a - y * b - z * c,
        ])
    }

    /// Where it is.
    pub fn pose<V: Space<Scalar = f64>>(&self, time: f64) -> Pose<V> {
        let (rotation, center): (Rotation<V>, V) =
            (self.turn_at::<V>(time).rotation(), vector(&self.center));
        let arm = self.turn.rotation::<V>().apply(center);
        let straight = vector::<V>(&self.at) + vector::<V>(&self.velocity) * time;
        Pose::new(straight + (arm - rotation.apply(center)), rotation).unwrap()
    }

    /// No point of it moves faster.
    pub fn fastest(&self) -> f64 {
        let core = self.corners.iter().map(|c| norm(c)).fold(0.0, f64::max);
        norm(&self.velocity) + norm(&self.spin) * (core + norm(&self.center))
    }

    /// How far a point of it is from the world's origin at most, in the times from 0 to 1.
    pub fn size(&self) -> f64 {
        let core = self.corners.iter().map(|c| norm(c)).fold(0.0, f64::max);
        core + norm(&self.at) + norm(&self.velocity) + 2.0 * norm(&self.center)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Plates,
    SpinningPlates,
    RodPastPin,
    RodTurns,
    HalfTurns,
    Hulls8,
    Hulls64,
    Hulls256,
    SpinningHulls8,
    SpinningHulls64,
    SpinningHulls256,
    ScrewsAlong,
    ScrewsAcross,
    Sliding,
    InContact,
}

pub const ALL: [Family; 15] = [
    Family::Plates,
    Family::SpinningPlates,
    Family::RodPastPin,
    Family::RodTurns,
    Family::HalfTurns,
    Family::Hulls8,
    Family::Hulls64,
    Family::Hulls256,
    Family::SpinningHulls8,
    Family::SpinningHulls64,
    Family::SpinningHulls256,
    Family::ScrewsAlong,
    Family::ScrewsAcross,
    Family::Sliding,
    Family::InContact,
];

fn spin(random: &mut Random, low: f64, high: f64) -> [f64; 3] {
    let rate = low + (high - low) * random.unit();
    let mut axis = random.direction();
    axis[2] += axis[2].signum();
    times(axis, rate / norm(&axis))
}

fn points(random: &mut Random, count: usize) -> Vec<[f64; 3]> {
    (0..count).map(|_| times(random.direction(), 0.5)).collect()
}

/// How far apart the plates of `Sliding` are.
pub const SLIDE: f64 = 1e-6;

impl Family {
    /// The shapes' corners.
    fn corners<V: Space>(self, random: &mut Random) -> [Vec<[f64; 3]>; 2] {
        // In the plane the third extent is not there.
        let thin = if V::DIM == 2 { 1 } else { 2 };
        let plate = |half: f64, thickness: f64| {
            cuboid(core::array::from_fn(|i| if i == thin { thickness } else { half }))
        };
        match self {
            Self::Plates | Self::SpinningPlates => [plate(0.4, 0.01), plate(2.0, 0.01)],
            Self::Sliding => [plate(0.5, 0.0625), plate(1.0, 0.0625)],
            Self::RodPastPin | Self::RodTurns | Self::HalfTurns | Self::ScrewsAcross => {
                [cuboid([1.0, 0.02, 0.02]), cuboid([0.02, 0.02, 0.5])]
            }
            Self::ScrewsAlong => [cuboid([1.0, 0.2, 0.05]), cuboid([0.1, 0.1, 0.5])],
            Self::Hulls8 | Self::SpinningHulls8 | Self::InContact => {
                [points(random, 8), points(random, 8)]
            }
            Self::Hulls64 | Self::SpinningHulls64 => [points(random, 64), points(random, 8)],
            Self::Hulls256 | Self::SpinningHulls256 => [points(random, 256), points(random, 256)],
        }
    }
}

/// Two bodies. The first is aimed at a place near the second, which it passes at some time.
pub fn bodies<V: Space>(family: Family, random: &mut Random) -> [Body; 2] {
    let [first, second] = family.corners::<V>(random);
    let mut a = Body::new::<V>(random, first);
    let mut b = Body::new::<V>(random, second);
    let way = random.vector::<V::Exact>();
    let way = crate::support::coordinates(way * (1.0 / number(way.length()).max(0.1)));
    let way = [0, 1, 2].map(|i| way.get(i).copied().unwrap_or(0.0));
    let plates = matches!(family, Family::Plates | Family::SpinningPlates);
    let speed = if plates { 5.0 + 95.0 * random.unit() } else { 1.0 + 5.0 * random.unit() };
    let (time, near) = (0.1 + 1.1 * random.unit(), random.direction());
    match family {
        Family::RodTurns => {
            a.spin = spin(random, 6.0, 31.0);
            b.at = times(near, 0.3 + 0.9 * random.unit());
            a.velocity = times(way, 0.2);
            a.center = times(near, 0.3 * random.unit());
        }
        Family::HalfTurns => {
            // Exactly half a turn, or as many more whole ones: both poses are the same set.
            let turns = [0.5, 1.5, 2.5][random.below(3)] * std::f64::consts::TAU;
            let axis = if V::DIM == 2 { [0.0, 0.0, 1.0] } else { random.direction() };
            a.spin = times(axis, turns / norm(&axis));
            b.at = times(near, 0.2 + 1.1 * random.unit());
        }
        Family::ScrewsAlong | Family::ScrewsAcross => {
            // Along its own long axis a screw advances while it turns about it; across it tumbles.
            let along = a.turn.rotation::<V::Exact>().apply(V::Exact::axis(0));
            let along = crate::support::coordinates(along);
            let axis = [0, 1, 2].map(|i| along.get(i).copied().unwrap_or(0.0));
            a.velocity = times(axis, speed);
            a.spin = times(axis, 4.0 + 12.0 * random.unit());
            if family == Family::ScrewsAcross || V::DIM == 2 {
                a.spin = spin(random, 4.0, 16.0);
            }
            let miss = random.unit() * 0.8;
            b.at = single([0, 1, 2].map(|i| a.velocity[i] * time + near[i] * miss));
        }
        Family::Sliding => {
            // One plate beside the other, face to face, above it by a millionth.
            (a.turn, b.turn) = (Turn::NONE, Turn::NONE);
            let up = if V::DIM == 2 { 1 } else { 2 };
            let off = [SLIDE, -SLIDE, SLIDE, 0.0][random.below(4)];
            a.at = single([-2.0, 0.0, 0.0]);
            a.at[up] = f64::from((0.125 + off) as f32);
            a.velocity = single([speed, 0.0, 0.0]);
        }
        Family::InContact => {
            b.at = times(near, 0.1);
            a.velocity = times(way, speed);
            b.spin = spin(random, 0.0, 5.0);
        }
        _ => {
            a.velocity = times(way, speed);
            let miss = random.unit() * 1.2;
            b.at = single([0, 1, 2].map(|i| way[i] * speed * time + near[i] * miss));
        }
    }
    match family {
        Family::SpinningPlates
        | Family::SpinningHulls8
        | Family::SpinningHulls64
        | Family::SpinningHulls256 => {
            a.spin = spin(random, 0.2, 3.0);
            b.spin = spin(random, 0.2, 3.0);
        }
        Family::RodPastPin => a.spin = spin(random, 0.2, 1.5),
        _ => {}
    }
    [a, b]
}
