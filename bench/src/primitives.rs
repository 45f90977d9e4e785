//! Every pair of primitive shapes, in space.

use crate::harness::{Contender, measure, row};
use crate::random::Random;
use osculate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use osculate::{Convex, Pose, Rotation, Vec3A, distance, intersects, signed_distance};
use parry3d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector as ParryVector};
use parry3d::query;
use parry3d::shape as parry;

const PAIRS: usize = 1000;

/// The same two poses for both libraries.
struct Placing {
    ours: [Pose<Vec3A>; 2],
    parry: [ParryPose; 2],
}

/// Both at random turns, the second at `far` from the first; from half of it to twice as far.
fn placings(far: f64) -> Vec<Placing> {
    let mut random = Random(3);
    (0..PAIRS)
        .map(|_| {
            let way = random.direction().map(|x| (x * far * (0.5 + 1.5 * random.unit())) as f32);
            let place = |q: [f64; 4], t: [f32; 3]| {
                let q = q.map(|x| x as f32);
                let rotation = ParryRotation::from_xyzw(q[0], q[1], q[2], q[3]);
                (
                    Pose::new(Vec3A::from(t), Rotation::from_quaternion(q).unwrap()).unwrap(),
                    ParryPose::from_parts(ParryVector::from(t), rotation),
                )
            };
            let (p, a) = place(random.quaternion(), [0.0; 3]);
            let (q, b) = place(random.quaternion(), way);
            Placing { ours: [p, q], parry: [a, b] }
        })
        .collect()
}

fn ask<A: Convex<Vec3A>, B: Convex<Vec3A>>(
    names: [&str; 2],
    (a, b): (&A, &B),
    peers: Option<(&dyn parry::Shape, &dyn parry::Shape)>,
    rounds: usize,
) {
    for (class, far) in [("distant", 4.0), ("overlapping", 0.8)] {
        let placings = placings(far);
        let label = |what: &str| format!("{}-{} {class} {what}", names[0], names[1]);
        let table = |what: &str, ours: &dyn Fn(&Placing) -> f64, peer: &dyn Fn(&Placing) -> f64| {
            let mut contenders = vec![Contender::new("ours", |k| ours(&placings[k]))];
            if peers.is_some() {
                contenders.push(Contender::new("parry", |k| peer(&placings[k])));
            }
            let times = measure(&mut contenders, PAIRS, rounds);
            row(&label(what), &contenders, &times);
        };
        let peers = |k: &Placing| peers.map(|(a, b)| (k.parry[0], a, k.parry[1], b)).unwrap();
        table(
            "intersects",
            &|k| f64::from(u8::from(intersects(a.at(k.ours[0]), b.at(k.ours[1])))),
            &|k| {
                let (p, a, q, b) = peers(k);
                f64::from(u8::from(query::intersection_test(&p, a, &q, b).unwrap().intersecting))
            },
        );
        table("distance", &|k| f64::from(distance(a.at(k.ours[0]), b.at(k.ours[1])).value), &|k| {
            let (p, a, q, b) = peers(k);
            f64::from(query::distance(&p, a, &q, b).unwrap().distance)
        });
        table(
            "signed distance",
            &|k| f64::from(signed_distance(a.at(k.ours[0]), b.at(k.ours[1])).distance.value),
            &|k| {
                let (p, a, q, b) = peers(k);
                let contact = query::contact(&p, a, &q, b, 100.0).unwrap();
                contact.map_or(0.0, |c| f64::from(c.dist))
            },
        );
    }
}

pub fn run(rounds: usize) {
    println!("primitives: ns a pair, cold, f32");
    let ball = (Ball::new(0.5f32).unwrap(), parry::Ball::new(0.5));
    let capsule = (Capsule::<Vec3A>::along_y(0.5, 0.3).unwrap(), parry::Capsule::new_y(0.5, 0.3));
    let cuboid = (
        Cuboid::new(Vec3A::new(0.5, 0.4, 0.6)).unwrap(),
        parry::Cuboid::new(ParryVector::new(0.5, 0.4, 0.6)),
    );
    let cone = (Cone::<Vec3A>::new(0.5, 0.4).unwrap(), parry::Cone::new(0.5, 0.4));
    let cylinder = (Cylinder::<Vec3A>::new(0.5, 0.4).unwrap(), parry::Cylinder::new(0.5, 0.4));
    let ellipsoid = Ellipsoid::new(Vec3A::new(0.5, 0.4, 0.6)).unwrap();
    macro_rules! pairs {
        () => {};
        ($first:ident $(, $rest:ident)*) => {
            pairs!(@with $first: $first $(, $rest)*);
            let names = [stringify!($first), "ellipsoid"];
            ask(names, (&$first.0, &ellipsoid), None, rounds);
            pairs!($($rest),*);
        };
        (@with $first:ident: $($other:ident),*) => {
            $(ask(
                [stringify!($first), stringify!($other)],
                (&$first.0, &$other.0),
                Some((&$first.1, &$other.1)),
                rounds,
            );)*
        };
    }
    pairs!(ball, capsule, cuboid, cone, cylinder);
    ask(["ellipsoid", "ellipsoid"], (&ellipsoid, &ellipsoid), None, rounds);
}
