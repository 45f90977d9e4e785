//! Balls whose centres are in a solid: their depth has a closed form, and is held to two hundred
//! bits.

use crate::support::ask::{Cache, Tracker, contact, penetration, signed_distance};
use crate::support::certificate::{f64_of, signed_proves_itself};
use crate::support::families::tilt;
use crate::support::quadrics::{Body, Solid, number};
use crate::support::{Random, Space, Turn, epsilon, norm, pairs, scalar, vector};
use osculate::shape::Ball;
use osculate::{At, Ended, Facts, Place, Pose};

/// Pairs a space.
const PAIRS: usize = 3000;

fn rounded<V: Space>(x: f64) -> f64 {
    f64_of::<V>(scalar(x))
}

/// Round numbers, none, hardly any, and any.
fn size<V: Space>(random: &mut Random) -> f64 {
    rounded::<V>(
        [0.0, 1e-6, 0.5, 1.0, 1.0, 2.0, random.unit(), 10.0 * random.unit()][random.below(8)],
    )
}

/// A cuboid; in space a cylinder or cone too.
fn solid<V: Space>(random: &mut Random) -> Solid {
    let sizes: Vec<f64> = (0..V::DIM).map(|_| size::<V>(random)).collect();
    let (half_height, radius) = (sizes[0], sizes[1]);
    match random.below(if V::DIM == 3 { 4 } else { 1 }) {
        0 | 1 => Solid::Cuboid(sizes),
        2 => Solid::Cylinder { half_height, radius },
        _ => Solid::Cone { half_height, radius },
    }
}

/// A place in the solid's own axes: in the middle, as near to some planes as to others, on the
/// surface or a little beyond, anywhere.
fn place(solid: &Solid, random: &mut Random) -> Vec<f64> {
    let half = match solid {
        Solid::Cuboid(half) => half.clone(),
        Solid::Cylinder { half_height, radius } | Solid::Cone { half_height, radius } => {
            vec![*radius, *half_height, *radius]
        }
        _ => unreachable!("{solid:?}"),
    };
    let kind = random.below(4);
    let mut at = |h: f64| match kind {
        0 => 0.0,
        1 => h * [0.0, 0.5, -0.5, 1.0, -1.0][random.below(5)],
        2 => h * [0.0, random.signed(), 1.0 + 1e-7 * random.signed()][random.below(3)],
        _ => h * random.signed(),
    };
    half.iter().map(|h| at(*h)).collect()
}

fn turn<V: Space>(random: &mut Random) -> Turn {
    match random.below(4) {
        0 => Turn::NONE,
        1 => Turn([0.0, 0.0, 0.5f64.sqrt(), 0.5f64.sqrt()]).rounded::<V>(),
        2 => tilt::<V>(random, -9.0, -1.0),
        _ => random.turn::<V>(),
    }
}

fn balls_inside_are_measured_in_closed_form<V: Space>() {
    let eps = epsilon::<V>();
    let (mut inside, mut closed, mut worst) = (0, 0, 0.0f64);
    for seed in 0..pairs(PAIRS) as u64 {
        let mut random = Random(seed ^ 0xBA11);
        let solid = solid::<V>(&mut random);
        let own: V = vector(&place(&solid, &mut random));
        let turn = turn::<V>(&mut random);
        let far = [0.0, 0.0, 1.0, 100.0][random.below(4)];
        let translation: V = random.vector::<V>() * scalar(far);
        let pose = Pose::new(translation, turn.rotation::<V>()).unwrap();
        let center = pose.apply(own);
        let radius = [0.0, 0.25, random.unit()][random.below(3)];
        let radius: V::Scalar = scalar(radius);

        let coordinates = |v: V| crate::support::coordinates(v);
        let body = Body { solid: solid.clone(), turn, translation: coordinates(translation) };
        let exact = coordinates(center).iter().map(|x| number(*x)).collect();
        let outside = body.outside(&exact).unwrap().to_f64().value();
        let deep = body.inside(&exact).unwrap().to_f64().value();
        let truth = f64_of::<V>(radius) + deep - outside;

        let shape = solid.shape::<V>();
        let (a, ball) = (At::new(&shape, pose), Ball::new(radius).unwrap());
        let b = ball.at(Pose::from_translation(center).unwrap());
        let way: Vec<f64> =
            coordinates(center).iter().zip(coordinates(translation)).map(|(x, y)| x - y).collect();
        let length = (norm(&way) + f64_of::<V>(a.extent())).max(1e-300);
        let unit = eps * length;
        let context = format!("{} seed {seed}: {solid:?} {own:?} {radius:?}", V::NAME);

        let signed = signed_distance(&a, &b);
        let [lower, value, upper] =
            [signed.distance.lower, signed.distance.value, signed.distance.upper].map(f64_of::<V>);
        let slack = 2.0 * eps * truth.abs();
        assert!(
            lower - slack <= -truth && -truth <= upper + slack,
            "{context}: {truth:e} {signed:?}"
        );
        // The radius, which is no part of L, rounds too.
        let unit = unit + slack;
        assert!((value + truth).abs() <= 16.0 * unit, "{context}: {truth:e} {signed:?}");
        // Of what touches a curved solid from outside the contract is wider.
        let curved = outside > 0.0 && !matches!(solid, Solid::Cuboid(_));
        let most = if curved { 1e-12 * length } else { 0.0 } + 32.0 * unit;
        assert!(upper - lower <= most, "{context}: {truth:e} {signed:?}");
        worst = worst.max((value + truth).abs() / unit);
        signed_proves_itself::<V>(&a, &b, &signed, length + f64_of::<V>(radius), &context);

        // Swapped arguments give the same bits, mirrored.
        let swapped = signed_distance(&b, &a);
        assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
        assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
        assert_eq!((swapped.on_a, swapped.on_b), (signed.on_b, signed.on_a), "{context}: swapped");

        // A cache, a tracker and a contact know of the same depth.
        let (mut cache, mut tracker) = (Cache::new(), Tracker::new(&*shape, &ball));
        let warm = cache.signed_distance(&a, &b).distance;
        assert_eq!(warm, signed.distance, "{context}: with a cache");
        let tracked = tracker.at(pose, Pose::from_translation(center).unwrap()).signed_distance();
        assert_eq!(tracked.distance, signed.distance, "{context}: tracked");
        if outside == 0.0 {
            inside += 1;
            closed += usize::from(signed.ended == Ended::ClosedForm);
            let depth = penetration(&a, &b).expect("what is inside overlaps").depth;
            assert_eq!(f64_of::<V>(depth.value), (-value).max(0.0), "{context}: {depth:?}");
            let found = contact(&a, &b, scalar(0.0)).expect("what is inside touches");
            assert_eq!(found.signed_distance.distance, signed.distance, "{context}");
        }
    }
    println!("{}: {inside} inside, off by at most {worst:.1} eps L", V::NAME);
    assert!(2 * inside > pairs(PAIRS), "one-sided: {inside} inside");
    assert_eq!(closed, inside, "{}: in closed form, of those inside", V::NAME);
}

#[test]
fn depths_of_balls_with_their_centre_inside_are_closed_forms() {
    in_every_space!(balls_inside_are_measured_in_closed_form);
}

/// Where two opposite faces are as near, the answer is turned round with the scene.
fn opposite_scenes_have_opposite_answers<V: Space>() {
    for seed in 0..pairs(PAIRS) as u64 {
        let mut random = Random(seed ^ 0x0DD);
        let half = V::from_fn(|_| scalar([0.0, 1.0, 2.0][random.below(3)]));
        let shape = osculate::shape::Cuboid::new(half).unwrap();
        let ball = Ball::new(scalar::<V::Scalar>(0.5)).unwrap();
        let share = V::from_fn(|_| scalar([0.0, 0.0, 0.5, -0.5][random.below(4)]));
        let at = half.scale_by(share);
        if at == V::ZERO {
            continue;
        }
        let of = |at: V| signed_distance(&shape, &ball.at(Pose::from_translation(at).unwrap()));
        let (one, other) = (of(at), of(-at));
        assert_eq!(one.distance, other.distance, "{} seed {seed}", V::NAME);
        assert_eq!(one.normal, -other.normal, "{} seed {seed}: {half:?} {at:?}", V::NAME);
    }
}

#[test]
fn opposite_places_in_a_box_have_opposite_normals() {
    in_every_space!(opposite_scenes_have_opposite_answers);
}
