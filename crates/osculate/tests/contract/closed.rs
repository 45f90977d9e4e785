//! Closed forms against GJK: the same shapes, known by their support alone.

use crate::support::ask::{closest, distance};
use crate::support::{Random, Space, epsilon, pairs, scalar};
use osculate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Point, Segment};
use osculate::{At, Convex, Ended, Facts, Place, Scalar, Vec3, Vec3A, Vector};

/// A shape that does not tell its kind.
struct Hidden<S>(S);

impl<V: Vector, S: Convex<V>> Convex<V> for Hidden<S> {
    fn core_support(&self, direction: V) -> V {
        self.0.core_support(direction)
    }
    fn rounding(&self) -> V::Scalar {
        self.0.rounding()
    }
    fn is_curved(&self) -> bool {
        self.0.is_curved()
    }
}

fn round<V: Space>(kind: usize, random: &mut Random) -> Box<dyn Convex<V>> {
    // Often 0 or 1, so that discs, needles and ties occur.
    let mut size =
        || scalar::<V::Scalar>([0.0, 1.0, random.unit(), 3.0 * random.unit()][random.below(4)]);
    let (h, r) = (size(), size());
    let vector = V::from_fn(|_| size());
    let other = V::from_fn(|_| size());
    match kind {
        0 => Box::new(Cylinder::<V>::new(h, r).unwrap()),
        1 => Box::new(Cone::<V>::new(h, r).unwrap()),
        2 => Box::new(Cuboid::new(vector).unwrap()),
        3 => Box::new(Capsule::new(vector, other, r).unwrap()),
        4 => Box::new(Segment::new(vector, -other).unwrap()),
        5 => Box::new(Ball::new(r).unwrap()),
        _ => Box::new(Point::new(vector).unwrap()),
    }
}

fn closed_forms_agree_with_gjk<V: Space>() {
    let tolerance = if epsilon::<V>() < 1e-10 { 2e-12 } else { 8e-6 };
    let mut closed = 0;
    for seed in 0..pairs(4000) as u64 {
        let mut random = Random(seed);
        let (a, b) = (
            round::<V>(random.below(7), &mut random),
            round::<V>(3 + random.below(4), &mut random),
        );
        let coarse = |x: f64| (2.0 * x).round() / 2.0;
        let t = V::from_fn(|_| {
            let x = 4.0 * random.signed();
            scalar(if random.below(2) == 0 { x } else { coarse(x) })
        });
        let turn =
            if random.below(2) == 0 { random.turn::<V>() } else { crate::support::Turn::NONE };
        let pose = osculate::Pose::new(t, turn.rotation::<V>()).unwrap();
        let context = format!("{} seed {seed}", V::NAME);
        let (p, q) = (At::new(&a, pose), &b);
        let (known, plain) = (distance(&p, q), distance(&At::new(Hidden(&a), pose), &Hidden(q)));
        let length = (t.length() + a.extent() + b.extent()).to_f64();
        assert!(
            (known.value - plain.value).to_f64().abs() <= tolerance * length,
            "{context}: {known:?} in closed form, {plain:?} by GJK"
        );
        assert!(known.lower <= plain.upper && plain.lower <= known.upper, "{context}");
        assert_eq!(distance(q, &p), known, "{context}: swapped");
        closed += usize::from(closest(&p, q).ended == Ended::ClosedForm);
    }
    assert!(closed * 4 > pairs(4000), "{closed} closed forms");
}

#[test]
fn closed_forms_and_gjk_give_the_same_distances() {
    in_every_space!(closed_forms_agree_with_gjk);
    // A disc without height, and a ball beside it.
    let disc = Cylinder::<Vec3>::new(0.0, 1.0).unwrap();
    let ball = Ball::new(0.5f32).unwrap();
    let beside = osculate::Pose::from_translation(Vec3::X * 3.0).unwrap();
    assert_eq!(distance(&disc, &ball.at(beside)).value, 1.5);
    let cone = Cone::<Vec3A>::new(1.0, 1.0).unwrap();
    let above = osculate::Pose::from_translation(Vec3A::Y * 3.0).unwrap();
    let ball = Ball::new(0.5f32).unwrap();
    assert_eq!(distance(&cone, &ball.at(above)).value, 1.5);
}
