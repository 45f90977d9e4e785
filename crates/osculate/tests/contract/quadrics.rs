//! Curved shapes against two hundred bits: the exact distance from a ball, and what any answer's
//! own proof says.

use crate::support::ask::{closest, signed_distance};
use crate::support::certificate::f64_of;
use crate::support::quadrics::{
    Body, Coordinates, Number, Solid, dot, exact, gap, length, minus, number, size, solid,
};
use crate::support::{Random, Space, Turn, epsilon, norm, pairs, scalar, vector};
use osculate::{At, Convex, Facts, Pose};

/// The contract's share of L, apart and in depth.
fn tolerances<V: Space>() -> (f64, f64) {
    if epsilon::<V>() < 1e-10 { (1e-12, 1e-9) } else { (4e-6, 2e-5) }
}

fn rounded<V: Space>(x: f64) -> f64 {
    f64_of::<V>(scalar(x))
}

/// A solid, or what a wrapper makes of one.
fn wrapped<V: Space>(random: &mut Random) -> Solid {
    let kind = random.below(10);
    let inner = Box::new(solid::<V>(random));
    let mut sizes = || -> Vec<f64> { (0..V::DIM).map(|_| size::<V>(random)).collect() };
    match kind {
        0 => {
            let by = sizes();
            Solid::Posed(inner, turn::<V>(random), by)
        }
        1 => Solid::Sum(inner, Box::new(solid::<V>(random))),
        2 => Solid::Hull(inner, Box::new(solid::<V>(random))),
        3 => Solid::Swept(inner, sizes()),
        4 => Solid::Image(inner, (0..V::DIM).map(|_| sizes()).collect()),
        _ => *inner,
    }
}

fn way<V: Space>(random: &mut Random) -> Vec<f64> {
    let [x, y, z] = random.direction();
    if V::DIM == 3 {
        return vec![x, y, z];
    }
    let n = norm(&[x, y]).max(1e-3);
    vec![x / n, y / n]
}

fn turn<V: Space>(random: &mut Random) -> Turn {
    if random.below(4) == 0 { Turn::NONE } else { random.turn::<V>() }
}

/// Two bodies that are `apart` along some way, or overlap along it if that is negative.
fn place<V: Space>(a: Solid, b: Solid, apart: f64, random: &mut Random) -> [Body; 2] {
    let far = [0.0, 0.0, 10.0, 1e6][random.below(4)];
    let offset: Vec<f64> = (0..V::DIM).map(|_| rounded::<V>(far * random.signed())).collect();
    let a = Body { solid: a, turn: turn::<V>(random), translation: offset };
    let mut b = Body { solid: b, turn: turn::<V>(random), translation: a.translation.clone() };
    let n = way::<V>(random);
    let direction = n.iter().map(|x| number(*x)).collect();
    let by = apart - gap(&a, &b, &direction).to_f64().value();
    for (t, n) in b.translation.iter_mut().zip(&n) {
        *t = rounded::<V>(*t + by * n);
    }
    [a, b]
}

/// How far apart or deep: from far to touching.
fn apart(random: &mut Random) -> f64 {
    let far = random.magnitude(-12.0, 1.5);
    let (shallow, deep) = (-random.magnitude(-9.0, 0.0), -4.0 * random.unit());
    [0.0, far, far, shallow, deep, deep][random.below(6)]
}

struct Worst {
    apart: f64,
    deep: f64,
    seen: [usize; 2],
}

fn shapes<V: Space>(bodies: &[Body; 2]) -> [At<V, Box<dyn Convex<V>>>; 2] {
    bodies.each_ref().map(|body| {
        let pose = Pose::new(vector(&body.translation), body.turn.rotation::<V>()).unwrap();
        At::new(body.solid.shape::<V>(), pose)
    })
}

fn length_scale<V: Space>(bodies: &[Body; 2]) -> f64 {
    let [a, b] = shapes::<V>(bodies);
    let t: Vec<f64> =
        bodies[1].translation.iter().zip(&bodies[0].translation).map(|(x, y)| x - y).collect();
    // Two points at one place have no size at all.
    (norm(&t) + f64_of::<V>(a.extent()) + f64_of::<V>(b.extent())).max(f64::MIN_POSITIVE)
}

/// A ball's centre is a point, and the distance of a point has a closed form: it is the truth, to
/// two hundred bits.
fn balls_are_exact<V: Space>() {
    let (tolerance, in_depth) = tolerances::<V>();
    let mut worst = Worst { apart: 0.0, deep: 0.0, seen: [0; 2] };
    for seed in 0..pairs(4000) as u64 {
        let mut random = Random(seed);
        let radius = size::<V>(&mut random);
        let ball = Solid::Around(Box::new(Solid::Point(vec![0.0; V::DIM])), radius);
        let far = apart(&mut random);
        let bodies = place::<V>(solid::<V>(&mut random), ball, far, &mut random);
        let center = bodies[1].translation.iter().map(|x| number(*x)).collect();
        let off_center = bodies[0].outside(&center).expect("a closed form");
        if off_center.to_f64().value() <= 0.0 {
            continue;
        }
        let truth = (off_center - number(radius)).to_f64().value();
        let [a, b] = shapes::<V>(&bodies);
        let scale = length_scale::<V>(&bodies);
        let context = format!("{} seed {seed}: {bodies:?}", V::NAME);
        let signed = signed_distance(&a, &b);
        let off = (f64_of::<V>(signed.distance.value) - truth).abs() / scale;
        let slack = 2.0 * epsilon::<V>() * truth.abs();
        let bracket = [signed.distance.lower, signed.distance.upper].map(f64_of::<V>);
        assert!(
            bracket[0] - slack <= truth && truth <= bracket[1] + slack,
            "{context}: {truth:e} {signed:?}"
        );
        // What touches, for all that rounding can tell, is measured as a depth.
        if bracket[0] > 0.0 {
            worst.seen[0] += 1;
            worst.apart = worst.apart.max(off);
            assert!(off <= tolerance, "{context}: off by {off:e} L from {truth:e}, {signed:?}");
            let found = closest(&a, &b);
            let (lower, upper) =
                (f64_of::<V>(found.distance.lower), f64_of::<V>(found.distance.upper));
            assert!(
                lower <= truth + slack && truth <= upper + slack,
                "{context}: {truth:e} {found:?}"
            );
            let off = (f64_of::<V>(found.distance.value) - truth).abs() / scale;
            assert!(off <= tolerance, "{context}: off by {off:e} L, {found:?}");
            assert!(truth > 0.0, "{context}: {truth:e} is not apart, {signed:?}");
        } else {
            worst.seen[1] += 1;
            worst.deep = worst.deep.max(off);
            assert!(off <= in_depth, "{context}: off by {off:e} L from {truth:e}, {signed:?}");
        }
    }
    println!(
        "{}: balls off by at most {:e} L of {} apart, {:e} L of {} deep",
        V::NAME,
        worst.apart,
        worst.seen[0],
        worst.deep,
        worst.seen[1]
    );
    assert!(worst.seen.iter().all(|n| *n * 20 > pairs(4000)), "one-sided: {:?}", worst.seen);
}

/// How far a point is from a body, or at least how far some plane keeps it away.
fn astray<V: Space>(body: &Body, p: &Coordinates, random: &mut Random) -> Number {
    body.outside(p).unwrap_or_else(|| {
        (0..20).fold(number(0.0), |most, _| {
            let way: Coordinates = way::<V>(random).iter().map(|x| number(*x)).collect();
            let beyond = (dot(p, &way) - body.reach(&way)) / length(&way);
            if beyond > most { beyond } else { most }
        })
    })
}

/// Apart: the points prove that the distance is no more, the gap along the normal that it is no
/// less. Deep: the gap along the normal proves that the depth is no more, and no other way that was
/// tried proves the lower bound wrong.
fn answers_prove_themselves<V: Space>() {
    let (tolerance, in_depth) = tolerances::<V>();
    let mut worst = Worst { apart: 0.0, deep: 0.0, seen: [0; 2] };
    for seed in 0..pairs(3000) as u64 {
        let mut random = Random(seed ^ 0xC0FE);
        let (a, b) = (wrapped::<V>(&mut random), wrapped::<V>(&mut random));
        let far = apart(&mut random);
        let bodies = place::<V>(a, b, far, &mut random);
        let [a, b] = shapes::<V>(&bodies);
        let scale = length_scale::<V>(&bodies);
        let context = format!("{} seed {seed}: {bodies:?}", V::NAME);
        let signed = signed_distance(&a, &b);
        let value = f64_of::<V>(signed.distance.value);
        let [lower, upper] = [signed.distance.lower, signed.distance.upper].map(f64_of::<V>);
        assert!(lower <= value && value <= upper, "{context}: {signed:?}");
        let proved = gap(&bodies[0], &bodies[1], &exact(signed.normal)).to_f64().value();
        let (on_a, on_b) = (exact(signed.on_a), exact(signed.on_b));
        // World coordinates round the points themselves.
        let digits = 4.0 * epsilon::<V>() * length(&on_a).to_f64().value().max(scale);
        if lower > 0.0 {
            worst.seen[0] += 1;
            let astray = astray::<V>(&bodies[0], &on_a, &mut random)
                + astray::<V>(&bodies[1], &on_b, &mut random);
            let at_most = (length(&minus(&on_a, &on_b)) + astray).to_f64().value();
            let off =
                (at_most - proved - 2.0 * digits).max(0.0).max((value - proved).abs()) / scale;
            worst.apart = worst.apart.max(off);
            assert!(off <= tolerance, "{context}: between {proved:e} and {at_most:e}, {signed:?}");
            assert!(lower <= at_most + digits, "{context}: at most {at_most:e}, {signed:?}");
            assert!(upper >= proved - digits, "{context}: at least {proved:e}, {signed:?}");
        } else {
            worst.seen[1] += 1;
            let off = (value - proved).abs() / scale;
            worst.deep = worst.deep.max(off);
            assert!(off <= in_depth, "{context}: {proved:e} along the normal, {signed:?}");
            assert!(upper >= proved - digits, "{context}: {proved:e} along the normal, {signed:?}");
            for _ in 0..20 {
                let other = way::<V>(&mut random).iter().map(|x| number(*x)).collect();
                let other = gap(&bodies[0], &bodies[1], &other).to_f64().value();
                // A gap is never more than the truth, and that not more than the upper bound.
                assert!(
                    other <= upper + digits,
                    "{context}: {other:e} along another way, {signed:?}"
                );
            }
        }
    }
    println!(
        "{}: proofs off by at most {:e} L of {} apart, {:e} L of {} deep",
        V::NAME,
        worst.apart,
        worst.seen[0],
        worst.deep,
        worst.seen[1]
    );
    assert!(worst.seen.iter().all(|n| *n * 20 > pairs(3000)), "one-sided: {:?}", worst.seen);
}

#[test]
fn distances_of_balls_are_exact() {
    in_every_space!(balls_are_exact);
}

#[test]
fn answers_about_curved_shapes_prove_themselves() {
    in_every_space!(answers_prove_themselves);
}
