//! Hulls of points on a sphere, in space.

use crate::harness::{Contender, measure, row};
use crate::random::Random;
use osculate::shape::{PointCloud, Polytope};
use osculate::{
    Cache, Convex, DVec3, Pose, Rotation, Vec3A, closest, distance, intersects, penetration,
};
use parry3d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector as ParryVector};
use parry3d::shape::ConvexPolyhedron;

const PAIRS: usize = 1000;

/// Where the second hull is, seen from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    Distant,
    Near,
    Touching,
    Shallow,
    Deep,
}

/// Two hulls, their quaternions, and the second's translation.
type Pair = (usize, usize, [f64; 4], [f64; 4], [f64; 3]);

struct Workload {
    hulls: Vec<Vec<[f64; 3]>>,
    pairs: Vec<Pair>,
}

fn cloud(points: &[[f64; 3]]) -> PointCloud<DVec3> {
    PointCloud::new(&points.iter().map(|p| DVec3::from(*p)).collect::<Vec<_>>()).unwrap()
}

fn pose(q: [f64; 4], t: [f64; 3]) -> Pose<DVec3> {
    Pose::new(DVec3::from(t), Rotation::from_quaternion(q).unwrap()).unwrap()
}

impl Workload {
    fn new(vertices: usize, class: Class) -> Self {
        let mut random = Random(7 + vertices as u64);
        let hulls: Vec<Vec<[f64; 3]>> =
            (0..32).map(|_| (0..vertices).map(|_| random.direction()).collect()).collect();
        let pairs = (0..PAIRS)
            .map(|_| {
                let (i, j) = (random.bits() as usize % 32, random.bits() as usize % 32);
                let (q, r) = (random.quaternion(), random.quaternion());
                let u = random.direction();
                let far = 2.2 + 3.0 * random.unit();
                let mut t = u.map(|x| x * far);
                let gap = match class {
                    Class::Distant => None,
                    Class::Near => Some(0.01),
                    Class::Touching => Some(0.0),
                    Class::Shallow => Some(-0.02),
                    Class::Deep => {
                        t = u.map(|x| x * 0.5 * random.unit());
                        None
                    }
                };
                if let Some(gap) = gap {
                    let answer = closest(
                        cloud(&hulls[i]).at(pose(q, [0.0; 3])),
                        cloud(&hulls[j]).at(pose(r, t)),
                    );
                    let way = answer.normal.unwrap() * (answer.distance.value - gap);
                    t = (DVec3::from(t) - way).into();
                }
                (i, j, q, r, t)
            })
            .collect();
        Self { hulls, pairs }
    }
}

pub fn run(rounds: usize) {
    println!("hulls: ns a pair, cold, f32");
    for vertices in [8, 20, 64, 256, 1024] {
        for class in [Class::Distant, Class::Near, Class::Touching, Class::Shallow, Class::Deep] {
            let workload = Workload::new(vertices, class);
            let ours: Vec<Polytope<Vec3A>> = workload
                .hulls
                .iter()
                .map(|h| {
                    let points = h.iter().map(|p| DVec3::from(*p).as_vec3a()).collect::<Vec<_>>();
                    Polytope::from_points(&points).unwrap()
                })
                .collect();
            let parry: Vec<ConvexPolyhedron> = workload
                .hulls
                .iter()
                .map(|h| {
                    let points: Vec<ParryVector> =
                        h.iter().map(|p| ParryVector::from(p.map(|x| x as f32))).collect();
                    ConvexPolyhedron::from_convex_hull(&points).unwrap()
                })
                .collect();
            let ours_pairs: Vec<_> = workload
                .pairs
                .iter()
                .map(|&(i, j, q, r, t)| {
                    let pose = |q: [f64; 4], t: [f64; 3]| {
                        let q = Rotation::from_quaternion(q.map(|x| x as f32)).unwrap();
                        Pose::<Vec3A>::new(DVec3::from(t).as_vec3a(), q).unwrap()
                    };
                    (i, j, pose(q, [0.0; 3]), pose(r, t))
                })
                .collect();
            let parry_pairs: Vec<_> = workload
                .pairs
                .iter()
                .map(|&(i, j, q, r, t)| {
                    let pose = |q: [f64; 4], t: [f64; 3]| {
                        let [x, y, z, w] = q.map(|x| x as f32);
                        ParryPose::from_parts(
                            ParryVector::from(t.map(|x| x as f32)),
                            ParryRotation::from_xyzw(x, y, z, w),
                        )
                    };
                    (i, j, pose(q, [0.0; 3]), pose(r, t))
                })
                .collect();
            let label = |query: &str| format!("{vertices} {class:?} {query}");
            let mut caches = vec![(Cache::EMPTY, false); PAIRS];
            let mut deep_caches = caches.clone();
            let turn = Rotation::from_axis_angle(Vec3A::Y, 1f32.to_radians()).unwrap();
            let degree = Pose::new(Vec3A::ZERO, turn).unwrap();
            let turned_poses: Vec<_> =
                ours_pairs.iter().map(|pair| pair.3.compose(&degree)).collect();
            // Bodies in contact roll and slide by less: six degrees a second at sixty frames.
            let tenth = Rotation::from_axis_angle(Vec3A::Y, 0.1f32.to_radians()).unwrap();
            let tenth = Pose::new(Vec3A::ZERO, tenth).unwrap();
            let nudged_poses: Vec<_> =
                ours_pairs.iter().map(|pair| pair.3.compose(&tenth)).collect();
            let mut contenders = [
                Contender::new("ours", |k| {
                    let (i, j, p, q) = ours_pairs[k];
                    intersects(ours[i].at(p), ours[j].at(q)) as u8 as f64
                }),
                Contender::new("parry", |k| {
                    let (i, j, p, q) = parry_pairs[k];
                    parry3d::query::intersection_test(&p, &parry[i], &q, &parry[j])
                        .unwrap()
                        .intersecting as u8 as f64
                }),
            ];
            let times = measure(&mut contenders, PAIRS, rounds);
            row(&label("intersects"), &contenders, &times);
            let mut contenders = [
                Contender::new("ours", |k| {
                    let (i, j, p, q) = ours_pairs[k];
                    distance(ours[i].at(p), ours[j].at(q)).value as f64
                }),
                Contender::new("parry", |k| {
                    let (i, j, p, q) = parry_pairs[k];
                    parry3d::query::distance(&p, &parry[i], &q, &parry[j]).unwrap().distance as f64
                }),
                Contender::new("ours warm", |k| {
                    // A degree to and fro between the rounds, with a cache for each pair.
                    let (i, j, p, q) = ours_pairs[k];
                    let (cache, turned) = &mut caches[k];
                    *turned = !*turned;
                    let q = if *turned { turned_poses[k] } else { q };
                    cache.distance(ours[i].at(p), ours[j].at(q)).value as f64
                }),
            ];
            let times = measure(&mut contenders, PAIRS, rounds);
            row(&label("distance"), &contenders, &times);
            if matches!(class, Class::Shallow | Class::Deep) {
                let mut contenders = [
                    Contender::new("ours", |k| {
                        let (i, j, p, q) = ours_pairs[k];
                        penetration(ours[i].at(p), ours[j].at(q))
                            .map_or(0.0, |d| d.depth.value as f64)
                    }),
                    Contender::new("parry", |k| {
                        let (i, j, p, q) = parry_pairs[k];
                        parry3d::query::contact(&p, &parry[i], &q, &parry[j], 0.0)
                            .unwrap()
                            .map_or(0.0, |c| -c.dist as f64)
                    }),
                    Contender::new("ours warm", |k| {
                        let (i, j, p, q) = ours_pairs[k];
                        let (cache, turned) = &mut deep_caches[k];
                        *turned = !*turned;
                        let q = if *turned { nudged_poses[k] } else { q };
                        cache
                            .penetration(ours[i].at(p), ours[j].at(q))
                            .map_or(0.0, |d| d.depth.value as f64)
                    }),
                ];
                let times = measure(&mut contenders, PAIRS, rounds);
                row(&label("penetration"), &contenders, &times);
            }
        }
    }
}
