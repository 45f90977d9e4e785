//! The bits of all answers, as one number for each space and question. The numbers must not depend
//! on the machine's lanes: `.ci/lanes` runs this with AVX-512, AVX2, SSE2, and with the lanes in
//! plain Rust, and compares what is printed.

mod support;

use osculate::batch::{Batch, Pair};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid, Shape};
use osculate::{Bracket, Contact, Convex, Motion, Place, Pose, Ray, Sweep};
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use support::ask::{self, Cache, Tracker};
use support::families::{self, Family};
use support::{Random, Space, body, norm, scalar};

/// Corners of hulls: on both sides of each size at which a query takes another path
/// (`ARCHITECTURE.md`, "The sizes that decide").
const CORNERS: [usize; 20] =
    [3, 4, 5, 8, 9, 12, 16, 17, 24, 32, 33, 36, 40, 44, 45, 64, 108, 128, 129, 330];

/// A checksum of everything that was put in: FNV.
struct Bits(u64);

#[derive(Default)]
struct Digest {
    of: BTreeMap<&'static str, Bits>,
    text: String,
}

impl Default for Bits {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// All digits of an answer. Two floats have the same digits only if they have the same bits.
    fn put(&mut self, question: &'static str, answer: impl Debug) {
        self.text.clear();
        write!(self.text, "{answer:?}").unwrap();
        let Bits(sum) = self.of.entry(question).or_default();
        for byte in self.text.bytes() {
            *sum = (*sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn ask<V: Space>(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>) {
        self.put("intersects", ask::intersects(a, b));
        self.put("distance", ask::distance(a, b));
        self.put("distance_within", ask::distance_within(a, b, scalar(0.5)));
        self.put("closest", ask::closest(a, b));
        self.put("penetration", ask::penetration(a, b));
        self.put("signed_distance", ask::signed_distance(a, b));
        let contact: Option<Contact<V>> = ask::contact(a, b, scalar(0.1));
        self.put("contact", contact);
    }

    /// Two frames of a pair, cached and tracked.
    fn follow<V: Space>(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>, pose: Pose<V>) {
        let (mut cache, mut tracker) = (Cache::new(), Tracker::new(a, b));
        let step = V::axis(0) * scalar(0.01);
        for frame in 0..3 {
            let translation = pose.translation() + step * scalar(f64::from(frame));
            let pose = Pose::new(translation, pose.rotation()).unwrap();
            let placed: &dyn Convex<V> = &b.at(pose);
            self.put("cached", (cache.intersects(a, placed), cache.closest(a, placed)));
            self.put("cached", cache.signed_distance(a, placed));
            self.put("tracked", tracker.at(Pose::IDENTITY, pose).intersects());
            self.put("tracked", tracker.at(Pose::IDENTITY, pose).distance());
            self.put("tracked", tracker.at(Pose::IDENTITY, pose).signed_distance());
        }
    }

    fn meet<V: Space>(&mut self, a: &dyn Convex<V>, b: &dyn Convex<V>, pose: Pose<V>, way: V) {
        let ray = Ray::new(pose.translation(), way).unwrap();
        self.put("ray_cast", ask::ray_cast(&ray, a));
        let sweep = Sweep::between(scalar(0.0), scalar(1.0)).unwrap();
        let placed: &dyn Convex<V> = &b.at(pose);
        self.put("cast", ask::cast(&sweep, a, V::ZERO, placed, way).ok());
        let still = Motion::resting(Pose::IDENTITY);
        let moving = Motion::new(pose, way).unwrap();
        let moving = V::turning(moving, [0.5, -0.3, 0.8]);
        self.put("time_of_impact", ask::time_of_impact(&sweep, a, &still, b, &moving).ok());
    }
}

impl Digest {
    /// Pairs of hulls, cuboids and round shapes, at once.
    fn batch<V: Space>(&mut self, random: &mut Random) {
        let mut shapes: Vec<Shape<V>> = (0..8).map(|_| curved(random)).collect();
        for &corners in &CORNERS {
            let points: Vec<V> = (0..corners).map(|_| random.vector()).collect();
            shapes.extend(V::shared_hull(&points));
        }
        let pairs: Vec<Pair<V>> = (0..2_500)
            .map(|_| {
                let [a, b] = [(); 2].map(|()| random.below(shapes.len()));
                let mut pose = |reach: f64| {
                    let at = random.vector::<V>() * scalar(reach);
                    Pose::new(at, random.turn::<V>().rotation()).unwrap()
                };
                Pair::new(a, pose(0.5), b, pose(2.0))
            })
            .collect();
        let (mut touch, mut gaps) = (vec![false; 2_500], vec![Bracket::default(); 2_500]);
        let batch = Batch::new(&shapes);
        batch.intersects(&pairs, &mut touch).unwrap();
        batch.distance(&pairs, &mut gaps).unwrap();
        self.put("batch", (touch, gaps));
    }
}

fn hull<V: Space>(random: &mut Random, corners: usize) -> Option<Box<dyn Convex<V>>> {
    let size: [f64; 3] = [(); 3].map(|()| 0.3 + random.unit());
    let round = random.below(2) == 0;
    let points: Vec<V> = (0..corners)
        .map(|_| {
            let mut way: Vec<f64> = (0..V::DIM).map(|_| random.signed()).collect();
            if round {
                let length = norm(&way);
                way.iter_mut().for_each(|x| *x /= length);
            }
            V::from_fn(|i| scalar(way[i] * size[i]))
        })
        .collect();
    V::hull(&points)
}

fn curved<V: Space>(random: &mut Random) -> Shape<V> {
    let kind = random.below(4);
    let mut half = || scalar::<V::Scalar>(0.2 + random.unit());
    match kind {
        0 => Ball::new(half()).unwrap().into(),
        1 => Cuboid::new(V::from_fn(|_| half())).unwrap().into(),
        2 => Ellipsoid::new(V::from_fn(|_| half())).unwrap().into(),
        _ => Capsule::new(V::ZERO, V::axis(0) * half(), half()).unwrap().into(),
    }
}

fn digest<V: Space>() {
    let mut random = Random(77);
    let mut digest = Digest::default();
    for &corners in &CORNERS {
        for _ in 0..12 {
            let Some(a) = hull::<V>(&mut random, corners) else { continue };
            let many = CORNERS[random.below(CORNERS.len())];
            let others = if random.below(2) == 0 { corners } else { many };
            let other = hull::<V>(&mut random, others);
            let round = curved::<V>(&mut random);
            let b: &dyn Convex<V> = match &other {
                Some(other) if random.below(3) > 0 => &**other,
                _ => &round,
            };
            let reach = [0.2, 1.0, 2.5][random.below(3)];
            let at = random.vector::<V>() * scalar(reach);
            let pose = Pose::new(at, random.turn::<V>().rotation()).unwrap();
            digest.ask(&*a, &b.at(pose));
            digest.follow(&*a, b, pose);
            digest.meet(&*a, b, pose, -at * scalar(1.5));
        }
    }
    for family in Family::ALL {
        for _ in 0..20 {
            let (a, b) = families::pair::<V>(family, &mut random);
            digest.ask(&body(&a), &body(&b));
            if let (Some(p), Some(q)) = (V::hull(&a.corners), V::hull(&b.corners)) {
                digest.ask(&p.at(a.pose()), &q.at(b.pose()));
            }
        }
    }
    digest.batch::<V>(&mut random);
    assert_eq!(digest.of.len(), 13, "every question was asked");
    for (question, Bits(sum)) in &digest.of {
        println!("bits of {} {question}: {sum:016x}", V::NAME);
    }
}

#[test]
fn the_bits_of_every_answer() {
    digest::<osculate::Vec2>();
    digest::<osculate::DVec2>();
    digest::<osculate::Vec3>();
    digest::<osculate::Vec3A>();
    digest::<osculate::DVec3>();
}
