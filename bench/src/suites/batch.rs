//! Many pairs at once, beside the same pairs one by one.

use crate::harness::{Case, Contender, Options, Query, Row, Run, each, measure};
use crate::random::Random;
use osculate::batch::{Batch, Pair, Pairs, Placed};
use osculate::shape::{Cuboid, Polytope, Shape, ShapeRef};
use osculate::{
    Bracket, DVec3, Error, Facts, Place, Pose, Rotation, Scalar, Space, Spatial, Vec3A, distance,
    intersects,
};
use parry3d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector as ParryVector};
use parry3d::query;
use parry3d::shape as parry;

/// Corners of the shapes of a library: 0 are cuboids.
const KINDS: [(&str, &[usize]); 5] = [
    ("cuboids", &[0]),
    ("hulls of 8", &[8]),
    ("hulls of 20", &[20]),
    ("hulls of 64", &[64]),
    ("mixed kinds", &[0, 0, 8, 20, 64]),
];

/// How pairs lie: beyond what balls tell, apart but no further than that, 0.01 apart, and with the
/// origins at 0.2 to 0.4 of the extents; and these but the first in turns.
const CLASSES: [&str; 5] = ["far", "apart", "near", "deep", "in turns"];

/// Shapes of a library that few pairs of a planner or a scene differ in.
const FEW: usize = 4;
/// Pairs of the large rows, and the shapes that they share.
const MANY: (usize, usize) = (1_000_000, 256);

/// A library in our words and in parry's, and pairs of it.
struct Workload<V: Space> {
    shapes: Vec<Shape<V>>,
    theirs: Vec<Box<dyn parry::Shape>>,
    pairs: Vec<Pair<V>>,
}

fn shape<V: Space + Spatial>(
    corners: usize,
    random: &mut Random,
) -> (Shape<V>, Box<dyn parry::Shape>) {
    let number = V::Scalar::from_f64;
    let size: [f64; 3] = [(); 3].map(|()| 0.3 + random.unit());
    if corners == 0 {
        let [x, y, z] = size.map(|x| x as f32);
        let cuboid = Cuboid::new(V::from_fn(|i| number(size[i]))).unwrap();
        return (cuboid.into(), Box::new(parry::Cuboid::new(ParryVector::new(x, y, z))));
    }
    let points: Vec<[f64; 3]> = (0..corners)
        .map(|_| {
            let way = random.direction();
            [0, 1, 2].map(|i| way[i] * size[i])
        })
        .collect();
    let ours: Vec<V> = points.iter().map(|p| V::from_fn(|i| number(p[i]))).collect();
    let theirs: Vec<ParryVector> =
        points.iter().map(|p| ParryVector::from(p.map(|x| x as f32))).collect();
    let theirs = parry::ConvexPolyhedron::from_convex_hull(&theirs).expect("a hull");
    (Polytope::from_points(&ours).unwrap().into(), Box::new(theirs))
}

/// Two shapes of the library at random turns, as a class says.
fn pair<V: Space + Spatial>(shapes: &[Shape<V>], class: &str, random: &mut Random) -> Pair<V> {
    let number = V::Scalar::from_f64;
    let [a, b] = [(); 2].map(|()| random.below(shapes.len()));
    let mut turn = || Rotation::<V>::from_quaternion(random.quaternion().map(number)).unwrap();
    let [turn_a, turn_b] = [turn(), turn()];
    let [base, way]: [[f64; 3]; 2] = [[(); 3].map(|()| 10.0 * random.unit()), random.direction()];
    let reach = (shapes[a].extent() + shapes[b].extent()).to_f64();
    let at = |by: f64| {
        let there = |by: f64| V::from_fn(|i| number(base[i] + way[i] * by));
        let pose = |by: f64, turn| Pose::new(there(by), turn).unwrap();
        Pair::new(a, pose(0.0, turn_a), b, pose(by, turn_b))
    };
    let share = random.unit();
    match class {
        "far" => at(reach * (1.2 + share)),
        "apart" => at(reach * (0.85 + 0.14 * share)),
        "deep" => at(reach * (0.2 + 0.2 * share)),
        "anywhere" => at(reach * 1.5 * share),
        _ => {
            let (mut less, mut more) = (0.0, reach * 1.1);
            for _ in 0..24 {
                let middle = (less + more) / 2.0;
                let Pair { a, b } = at(middle);
                let [a, b] = [a, b].map(|placed| shapes[placed.shape].at(placed.pose));
                let is_less = distance(a, b).value.to_f64() < 0.01;
                *(if is_less { &mut less } else { &mut more }) = middle;
            }
            at(more)
        }
    }
}

fn workload<V: Space + Spatial>(
    corners: &[usize],
    few: usize,
    class: &str,
    pairs: usize,
) -> Workload<V> {
    let mut random = Random(0xBA7);
    let (shapes, theirs): (Vec<_>, Vec<_>) =
        (0..few).map(|k| shape::<V>(corners[k % corners.len()], &mut random)).unzip();
    let class = |k: usize| if class == "in turns" { CLASSES[1 + k % 3] } else { class };
    let pairs = (0..pairs).map(|k| pair(&shapes, class(k), &mut random)).collect();
    Workload { shapes, theirs, pairs }
}

/// Pairs in another order.
struct Ordered<'w, V: Space> {
    pairs: &'w [Pair<V>],
    order: &'w [u32],
}

impl<V: Space> Pairs<V> for Ordered<'_, V> {
    fn count(&self) -> usize {
        self.order.len()
    }
    #[inline(always)]
    fn pair(&self, number: usize) -> Result<Pair<V>, Error> {
        Ok(self.pairs[self.order[number] as usize])
    }
}

fn batch<V: Space>(workload: &Workload<V>, question: Query) -> Run<'_> {
    let (pairs, batch) = (&workload.pairs[..], Batch::new(&workload.shapes));
    let mut touch = vec![false; pairs.len()];
    let mut gaps = vec![Bracket::default(); pairs.len()];
    Box::new(move |order, answers| {
        let ordered = Ordered { pairs, order };
        if question == Query::Intersects {
            batch.intersects(&ordered, &mut touch).unwrap();
            for (&k, &touch) in order.iter().zip(&touch) {
                answers[k as usize] = f64::from(u8::from(touch));
            }
        } else {
            batch.distance(&ordered, &mut gaps).unwrap();
            for (&k, gap) in order.iter().zip(&gaps) {
                answers[k as usize] = gap.value.to_f64();
            }
        }
    })
}

/// One by one, of shapes whose type is known where the query is compiled if all are of one.
fn one_by_one<V: Space + Spatial>(workload: &Workload<V>, question: Query) -> Run<'_> {
    let Workload { shapes, pairs, .. } = workload;
    let cuboids: Option<Vec<Cuboid<V>>> = shapes
        .iter()
        .map(|shape| if let ShapeRef::Cuboid(cuboid) = shape.kind() { Some(*cuboid) } else { None })
        .collect();
    let hulls: Option<Vec<&Polytope<V>>> = shapes
        .iter()
        .map(|shape| if let ShapeRef::Polytope(hull) = shape.kind() { Some(hull) } else { None })
        .collect();
    macro_rules! ask {
        ($shapes:expr) => {
            each(move |k| {
                let shapes = &$shapes;
                let place = |placed: &Placed<V>| (placed.shape, placed.pose);
                let ((a, p), (b, q)) = (place(&pairs[k].a), place(&pairs[k].b));
                if question == Query::Intersects {
                    f64::from(u8::from(intersects(shapes[a].at(p), shapes[b].at(q))))
                } else {
                    distance(shapes[a].at(p), shapes[b].at(q)).value.to_f64()
                }
            })
        };
    }
    match (cuboids, hulls) {
        (Some(cuboids), _) => ask!(cuboids),
        (_, Some(hulls)) => ask!(hulls),
        _ => ask!(shapes),
    }
}

fn by_parry<V: Space + Spatial>(workload: &Workload<V>, question: Query) -> Run<'_> {
    let Workload { theirs, pairs, .. } = workload;
    let pose = |placed: &Placed<V>| {
        let [x, y, z, w] = placed.pose.rotation().to_quaternion().map(|c| c.to_f64() as f32);
        let at = placed.pose.translation();
        let at = [0, 1, 2].map(|i| at.get(i).to_f64() as f32);
        let turn = ParryRotation::from_xyzw(x, y, z, w).normalize();
        ParryPose::from_parts(ParryVector::from(at), turn)
    };
    let poses: Vec<[ParryPose; 2]> =
        pairs.iter().map(|pair| [pose(&pair.a), pose(&pair.b)]).collect();
    each(move |k| {
        let [p, q] = &poses[k];
        let [a, b] = [pairs[k].a, pairs[k].b].map(|placed| &*theirs[placed.shape]);
        let number = if question == Query::Intersects {
            query::intersection_test(p, a, q, b).map(|yes| f32::from(u8::from(yes.intersecting)))
        } else {
            query::distance(p, a, q, b).map(|found| found.distance)
        };
        number.map_or(f64::NAN, f64::from)
    })
}

fn rows<V: Space + Spatial>(workload: &Workload<V>, class: &str, options: &Options) -> Vec<Row> {
    let pairs = workload.pairs.len();
    let row = |question: Query| {
        let ours = [("ours, a batch", batch(workload, question))];
        let single = ("ours, one by one", one_by_one(workload, question));
        let runs = ours.into_iter().chain([single]);
        let parry = options.wants("parry").then(|| ("parry", by_parry(workload, question)));
        let mut contenders: Vec<Contender<'_>> =
            runs.chain(parry).map(|(name, run)| Contender { name, run, judged: false }).collect();
        let cells = measure(&mut contenders, pairs, options.rounds, None, &[]);
        Row { suite: "batch", class: class.into(), size: 0, query: question.name(), cells }
    };
    vec![row(Query::Intersects), row(Query::Distance)]
}

fn run((kind, corners): (&'static str, &[usize]), options: &Options) -> Vec<Row> {
    let pairs = options.pairs * 10;
    let of = |class: &str| {
        let single = workload::<Vec3A>(corners, FEW, class, pairs);
        let double = workload::<DVec3>(corners, FEW, class, pairs);
        let mut all = rows(&single, &format!("{kind} {class}"), options);
        all.extend(rows(&double, &format!("{kind} {class}, f64"), options));
        all
    };
    CLASSES.into_iter().flat_map(of).collect()
}

/// More pairs than caches hold.
fn many(options: &Options) -> Vec<Row> {
    let (pairs, shapes) = if options.rounds == 1 { (1_000, 16) } else { MANY };
    let workload = workload::<Vec3A>(KINDS[4].1, shapes, "anywhere", pairs);
    rows(&workload, "a million pairs, mixed kinds, anywhere", options)
}

pub fn cases() -> Vec<Case> {
    let case = |kind: (&'static str, &'static [usize])| Case {
        label: kind.0.into(),
        run: Box::new(move |options| run(kind, options)),
    };
    let large = Case { label: "a million pairs".into(), run: Box::new(many) };
    KINDS.into_iter().map(case).chain([large]).collect()
}
