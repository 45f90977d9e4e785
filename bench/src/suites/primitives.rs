//! Every pair of primitive shapes, in space.

use crate::harness::{Case, Contender, Options, Query, Row, each, measure};
use crate::random::Random;
use osculate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid};
use osculate::{
    Convex, DVec3, Place, Pose, Rotation, Scalar, Space, Vec3A, distance, intersects, penetration,
    signed_distance,
};
use parry3d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector as ParryVector};
use parry3d::query;
use parry3d::shape as parry;

type Turn = [f32; 4];
type Placing = ([Turn; 2], [f32; 3]);

/// Both at random turns, the second at `far` from the first; from half of it to twice as far.
fn placings(far: f64, pairs: usize) -> Vec<Placing> {
    let mut random = Random(3);
    (0..pairs)
        .map(|_| {
            let way = random.direction().map(|x| (x * far * (0.5 + 1.5 * random.unit())) as f32);
            ([random.quaternion(), random.quaternion()].map(|q| q.map(|x| x as f32)), way)
        })
        .collect()
}

fn poses<V: Space + osculate::Spatial>((turns, at): &Placing) -> [Pose<V>; 2] {
    let scalar = |x: f32| V::Scalar::from_f64(f64::from(x));
    let pose = |turn: Turn, t: [f32; 3]| {
        let turn = Rotation::from_quaternion(turn.map(scalar)).unwrap();
        Pose::new(V::from_fn(|i| scalar(t[i])), turn).unwrap()
    };
    [pose(turns[0], [0.0; 3]), pose(turns[1], *at)]
}

fn parry_poses((turns, at): &Placing) -> [ParryPose; 2] {
    let pose = |[x, y, z, w]: Turn, t: [f32; 3]| {
        let turn = ParryRotation::from_xyzw(x, y, z, w).normalize();
        ParryPose::from_parts(ParryVector::from(t), turn)
    };
    [pose(turns[0], [0.0; 3]), pose(turns[1], *at)]
}

const KINDS: [&str; 6] = ["ball", "capsule", "cuboid", "cone", "cylinder", "ellipsoid"];

/// Half extents, and radii.
const SIZE: [f32; 3] = [0.5, 0.4, 0.6];

/// Calls `with` for the shape of this kind: the queries are compiled for each type, as a user's
/// are.
macro_rules! with_shape {
    ($kind:expr, $vector:ty, $shape:ident => $body:expr) => {{
        type S = <$vector as osculate::Linear>::Scalar;
        let size = |i: usize| <S as Scalar>::from_f64(f64::from(SIZE[i]));
        let sizes = <$vector>::new(size(0), size(1), size(2));
        match $kind {
            0 => {
                let $shape = Ball::new(size(0)).unwrap();
                $body
            }
            1 => {
                let $shape = Capsule::<$vector>::along_y(size(0), size(1)).unwrap();
                $body
            }
            2 => {
                let $shape = Cuboid::new(sizes).unwrap();
                $body
            }
            3 => {
                let $shape = Cone::<$vector>::new(size(0), size(1)).unwrap();
                $body
            }
            4 => {
                let $shape = Cylinder::<$vector>::new(size(0), size(1)).unwrap();
                $body
            }
            _ => {
                let $shape = Ellipsoid::new(sizes).unwrap();
                $body
            }
        }
    }};
}

fn parry_shape(kind: usize) -> Option<Box<dyn parry::Shape>> {
    let [x, y, z] = SIZE;
    Some(match kind {
        0 => Box::new(parry::Ball::new(x)),
        1 => Box::new(parry::Capsule::new_y(x, y)),
        2 => Box::new(parry::Cuboid::new(ParryVector::new(x, y, z))),
        3 => Box::new(parry::Cone::new(x, y)),
        4 => Box::new(parry::Cylinder::new(x, y)),
        // It has no ellipsoid.
        _ => return None,
    })
}

fn rows<A: Convex<Vec3A>, B: Convex<Vec3A>>(
    kinds: [usize; 2],
    (a, b): (&A, &B),
    class: &str,
    placings: &[Placing],
    options: &Options,
) -> Vec<Row> {
    let truths: Vec<f64> = placings
        .iter()
        .map(|placing| {
            let [p, q] = poses::<DVec3>(placing);
            with_shape!(kinds[0], DVec3, a => with_shape!(kinds[1], DVec3, b => {
                signed_distance(a.at(p), b.at(q)).distance.value
            }))
        })
        .collect();
    let ours: Vec<[Pose<Vec3A>; 2]> = placings.iter().map(poses).collect();
    let theirs: Vec<[ParryPose; 2]> = placings.iter().map(parry_poses).collect();
    let peers = parry_shape(kinds[0]).zip(parry_shape(kinds[1]));
    let rows = [Query::Intersects, Query::Distance, Query::Penetration].map(|question| {
        let run = match question {
            Query::Intersects => {
                each(|k| f64::from(u8::from(intersects(a.at(ours[k][0]), b.at(ours[k][1])))))
            }
            Query::Penetration => each(|k| {
                penetration(a.at(ours[k][0]), b.at(ours[k][1]))
                    .map_or(0.0, |d| f64::from(d.depth.value))
            }),
            _ => each(|k| f64::from(distance(a.at(ours[k][0]), b.at(ours[k][1])).value)),
        };
        let mut contenders = vec![Contender { name: "ours", run, judged: true }];
        if let Some((a, b)) = peers.as_ref().filter(|_| options.wants("parry")) {
            let run = each(|k| {
                let [p, q] = &theirs[k];
                let (a, b) = (&**a, &**b);
                let number = match question {
                    Query::Intersects => query::intersection_test(p, a, q, b)
                        .map(|yes| f32::from(u8::from(yes.intersecting))),
                    Query::Penetration => {
                        query::contact(p, a, q, b, 0.0).map(|found| found.map_or(0.0, |c| -c.dist))
                    }
                    _ => query::distance(p, a, q, b).map(|found| found.distance),
                };
                number.map_or(f64::NAN, f64::from)
            });
            contenders.push(Contender { name: "parry", run, judged: true });
        }
        let pairs = placings.len();
        let cells = measure(&mut contenders, pairs, options.rounds, Some(question), &truths);
        let class = format!("{}-{} {class}", KINDS[kinds[0]], KINDS[kinds[1]]);
        Row { suite: "primitives", class, size: 0, query: question.name(), cells }
    });
    rows.into()
}

fn run(i: usize, j: usize, options: &Options) -> Vec<Row> {
    let mut all = Vec::new();
    for (class, far) in [("distant", 4.0), ("overlapping", 0.8)] {
        let placings = placings(far, options.pairs);
        with_shape!(i, Vec3A, a => with_shape!(j, Vec3A, b => {
            all.extend(rows([i, j], (&a, &b), class, &placings, options));
        }));
    }
    all
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (i, one) in KINDS.iter().enumerate() {
        for (j, other) in KINDS.iter().enumerate().skip(i) {
            cases.push(Case {
                label: format!("{one}-{other}"),
                run: Box::new(move |options| run(i, j, options)),
            });
        }
    }
    cases
}
