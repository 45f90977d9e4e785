//! Cylinders, cones and capsules about parallel axes: their depth has a closed form, and is held to
//! two hundred bits. On one axis it is the same all round, which no expansion comes near to.

use crate::support::ask::{Cache, Tracker, penetration, signed_distance};
use crate::support::certificate::{f64_of, signed_proves_itself};
use crate::support::quadrics::{Body, Coordinates, Number, Solid, exact, gap, length, number};
use crate::support::{Random, Space, Turn, coordinates, epsilon, norm, pairs, scalar, vector};
use osculate::{At, Ended, Facts, Pose};

/// Pairs a space.
const PAIRS: usize = 2000;

fn size<V: Space>(random: &mut Random) -> f64 {
    let x = [0.0, 0.5, 1.0, 1.0, 100.0, random.unit(), 10.0 * random.unit()][random.below(7)];
    f64_of::<V>(scalar(x))
}

/// A solid about the y axis, and its profile: half its height, its radii below and above.
fn solid<V: Space>(kind: usize, random: &mut Random) -> (Solid, [f64; 3]) {
    let (half_height, radius) = (size::<V>(random), size::<V>(random));
    match kind {
        0 => (Solid::Cylinder { half_height, radius }, [half_height, radius, radius]),
        1 => (Solid::Cone { half_height, radius }, [half_height, radius, 0.0]),
        _ => {
            let tip = vec![0.0, half_height, 0.0];
            let foot = tip.iter().map(|x| -x).collect();
            let ends = if random.below(2) == 0 { (foot, tip) } else { (tip, foot) };
            (Solid::Segment(ends.0, ends.1), [half_height, 0.0, 0.0])
        }
    }
}

/// The normals, across the axis and along it, of the planes that may be nearest.
fn sides([h, bottom, top]: [f64; 3]) -> [[Number; 2]; 2] {
    let (out, up) = (number(top) - number(bottom), number(2.0) * number(h));
    // The other shape's slope is seen upside down.
    [[up.clone(), -out.clone()], [up, out]]
}

/// The signed distance of bodies about the same axes, from the exact gaps along the normals of all
/// sides; and no other way that is tried keeps them further apart.
fn truth(bodies: &[Body; 2], profiles: [[f64; 3]; 2], random: &mut Random) -> f64 {
    let [zero, one] = [0.0, 1.0].map(number);
    let origin: Coordinates = (0..3)
        .map(|i| number(bodies[1].translation[i]) - number(bodies[0].translation[i]))
        .collect();
    let own = bodies[0].turned_back(&origin);
    let across = length(&vec![own[0].clone(), own[2].clone()]);
    let sideways = if across == zero {
        [one.clone(), zero.clone()]
    } else {
        [&own[0] / &across, &own[2] / &across]
    };
    let mut ways =
        vec![vec![zero.clone(), one.clone(), zero.clone()], vec![zero.clone(), -one, zero.clone()]];
    for [across, along] in profiles.into_iter().flat_map(sides) {
        if across != zero || along != zero {
            let [x, z] = &sideways;
            ways.push(vec![x * &across, along, z * &across]);
        }
    }
    let along = |way: &Coordinates| gap(&bodies[0], &bodies[1], &bodies[0].turned(way));
    let most = ways.iter().map(along).reduce(|a, b| if a < b { b } else { a }).unwrap();
    for _ in 0..20 {
        let way: Coordinates = random.direction().map(number).to_vec();
        assert!(along(&way) <= most, "{bodies:?}: another way keeps them further apart");
    }
    most.to_f64().value()
}

fn depths_about_parallel_axes_are_right<V: Space>() {
    let eps = epsilon::<V>();
    let (mut deep, mut coaxial, mut worst) = (0, 0, 0.0f64);
    for seed in 0..pairs(PAIRS) as u64 {
        let mut random = Random(seed ^ 0xA715);
        let [kind, other] = [random.below(3), random.below(2)];
        let (one, two) = (solid::<V>(kind, &mut random), solid::<V>(other, &mut random));
        let profiles = [one.1, two.1];
        let turn = if random.below(4) == 0 { Turn::NONE } else { random.turn::<V>() };
        let far = [0.0, 0.0, 100.0][random.below(3)];
        let a = random.vector::<V>() * scalar(far);
        // On the axis, hardly beside it, anywhere.
        let size = one.1.iter().chain(&two.1).fold(0.0, |m: f64, x| m.max(*x));
        let aside = [0.0, 0.0, 1e-9, 1e-4, 0.5 * random.unit()][random.below(5)] * size;
        let along = [0.0, 0.5 * random.signed()][random.below(2)] * size;
        let pose_a = Pose::new(a, turn.rotation::<V>()).unwrap();
        let b = pose_a.apply(vector(&[aside, along, 0.0]));
        let pose_b = Pose::new(b, turn.rotation::<V>()).unwrap();
        let bodies = [(one.0, a), (two.0, b)].map(|(solid, at)| Body {
            solid,
            turn,
            translation: coordinates(at),
        });
        let truth = truth(&bodies, profiles, &mut random);
        let shapes = bodies.each_ref().map(|body| body.solid.shape::<V>());
        let (a, b) = (At::new(&shapes[0], pose_a), At::new(&shapes[1], pose_b));
        let way: Vec<f64> =
            bodies[1].translation.iter().zip(&bodies[0].translation).map(|(x, y)| x - y).collect();
        let scale = (norm(&way) + f64_of::<V>(a.extent()) + f64_of::<V>(b.extent())).max(1e-300);
        let unit = eps * scale;
        if truth > -64.0 * unit {
            continue;
        }
        deep += 1;
        coaxial += usize::from(aside == 0.0);
        let context = format!("{} seed {seed}: {bodies:?}", V::NAME);
        let signed = signed_distance(&a, &b);
        let [lower, value, upper] =
            [signed.distance.lower, signed.distance.value, signed.distance.upper].map(f64_of::<V>);
        assert!(lower <= truth && truth <= upper, "{context}: {truth:e} {signed:?}");
        assert!((value - truth).abs() <= 16.0 * unit, "{context}: {truth:e} {signed:?}");
        assert!(upper - lower <= 32.0 * unit, "{context}: {truth:e} {signed:?}");
        assert_eq!(signed.ended, Ended::ClosedForm, "{context}");
        worst = worst.max((value - truth).abs() / unit);
        signed_proves_itself::<V>(&a, &b, &signed, scale, &context);
        let swapped = signed_distance(&b, &a);
        assert_eq!(swapped.distance, signed.distance, "{context}: swapped");
        if way.iter().any(|x| *x != 0.0) || shapes[0].core() != shapes[1].core() {
            assert_eq!(swapped.normal, -signed.normal, "{context}: swapped");
            assert_eq!((swapped.on_a, swapped.on_b), (signed.on_b, signed.on_a), "{context}");
        }
        let depth = penetration(&a, &b).expect("they overlap").depth;
        assert_eq!(f64_of::<V>(depth.value), -value, "{context}: {depth:?}");
        let mut cache = Cache::new();
        let warm = cache.signed_distance(&a, &b);
        let tracked = Tracker::new(&*shapes[0], &*shapes[1]).at(pose_a, pose_b).signed_distance();
        assert_eq!([warm.distance, tracked.distance], [signed.distance; 2], "{context}");
    }
    println!("{}: {deep} deep, {coaxial} on one axis, off by at most {worst:.1} eps L", V::NAME);
    assert!(4 * deep > pairs(PAIRS) && 10 * coaxial > pairs(PAIRS), "one-sided: {deep} {coaxial}");
}

#[test]
fn depths_of_solids_about_parallel_axes_are_closed_forms() {
    depths_about_parallel_axes_are_right::<osculate::Vec3>();
    depths_about_parallel_axes_are_right::<osculate::Vec3A>();
    depths_about_parallel_axes_are_right::<osculate::DVec3>();
}

/// About axes that are all but parallel the bracket is as wide as they are off, or as the expansion
/// leaves it; and it holds.
fn depths_about_nearly_parallel_axes_hold<V: Space>() {
    let tolerance = if epsilon::<V>() < 1e-10 { 1e-9 } else { 2e-5 };
    let (mut narrow, mut wide) = (0, 0);
    for seed in 0..pairs(PAIRS) as u64 / 4 {
        let mut random = Random(seed ^ 0x7117);
        let tilt = random.magnitude(-13.0, -2.0);
        let angle = std::f64::consts::TAU * random.unit();
        let turn =
            Turn([0.5 * tilt * angle.cos(), 0.0, 0.5 * tilt * angle.sin(), 1.0]).rounded::<V>();
        let [one, two] = [1 + random.below(2), random.below(2)].map(|kind| match kind {
            0 => Solid::Cylinder { half_height: 1.0, radius: 0.5 },
            1 => Solid::Cone { half_height: 1.0, radius: 0.5 },
            _ => Solid::Segment(vec![0.0, -0.5, 0.0], vec![0.0, 0.5, 0.0]),
        });
        let at: V = vector(&[0.0, 0.25 * random.signed(), 0.0]);
        let origin = vec![0.0; 3];
        let bodies = [
            Body { solid: one, turn: Turn::NONE, translation: origin },
            Body { solid: two, turn, translation: coordinates(at) },
        ];
        let shapes = bodies.each_ref().map(|body| body.solid.shape::<V>());
        let b = At::new(&shapes[1], Pose::new(at, turn.rotation()).unwrap());
        let context = format!("{} seed {seed} tilt {tilt:e}: {bodies:?}", V::NAME);
        let signed = signed_distance(&shapes[0], &b);
        let [lower, value, upper] =
            [signed.distance.lower, signed.distance.value, signed.distance.upper].map(f64_of::<V>);
        let scale = f64_of::<V>(shapes[0].extent()) + f64_of::<V>(b.extent()) + 0.25;
        let digits = 8.0 * epsilon::<V>() * scale;
        // Each way, and what the closed form may add to it.
        let most = tolerance * scale + (4.0 * tilt * scale).min(5e-4 * scale);
        assert!(upper - lower <= most, "{context}: {signed:?}");
        let along = |way: &Coordinates| gap(&bodies[0], &bodies[1], way).to_f64().value();
        let proved = along(&exact(signed.normal));
        assert!(
            (value - proved).abs() <= upper - lower + digits,
            "{context}: {proved:e} {signed:?}"
        );
        // No way keeps them further apart than the upper bound: the nearest are those all round.
        for _ in 0..40 {
            let around = std::f64::consts::TAU * random.unit();
            let across = f64_of::<V>(signed.normal.get(1)) * (1.0 + 1e-3 * random.signed());
            let way = [around.cos(), across, around.sin()].map(number).to_vec();
            let other = along(&way);
            assert!(other <= upper + digits, "{context}: {other:e} another way, {signed:?}");
        }
        if tilt < 1e-6 { narrow += 1 } else { wide += 1 }
    }
    assert!(narrow > 20 && wide > 20, "one-sided: {narrow} {wide}");
}

#[test]
fn depths_of_solids_about_nearly_parallel_axes_hold() {
    depths_about_nearly_parallel_axes_hold::<osculate::Vec3>();
    depths_about_nearly_parallel_axes_hold::<osculate::Vec3A>();
    depths_about_nearly_parallel_axes_hold::<osculate::DVec3>();
}
