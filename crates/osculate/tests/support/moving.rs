//! Any bytes are two shapes that move: for the tests of motion, and for the fuzzer.

use osculate::Real;
use osculate::shape::Shape;
use osculate::{
    At, Convex, DVec2, DVec3, Encounter, Error, Facts, Motion, Moves, Pose, Scalar, Sweep, Vec2,
    Vec3,
};

use super::ask::{closest_approach, distance, signed_distance, time_of_impact};
use super::bytes::{Bytes, FromBytes, shape};

/// A motion that bytes make: any pose, velocity and turn.
fn motion<V: FromBytes>(from: &mut Bytes<'_>) -> Result<Motion<V>, Error> {
    let start = Pose::new(from.vector(), V::rotation(from)?)?;
    let motion = Motion::new(start, from.vector())?.about(from.vector())?;
    V::turned(motion, [from.number(), from.number(), from.number()])
}

/// Any bytes are two shapes that move, for time of impact, cast and closest approach: no sample
/// before the answer's time is deep in contact, and none is nearer than the closest approach.
pub fn check_motion(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 4 {
        0 => _ = check_motion_in::<Vec2>(&mut from),
        1 => _ = check_motion_in::<DVec2>(&mut from),
        2 => _ = check_motion_in::<Vec3>(&mut from),
        _ => _ = check_motion_in::<DVec3>(&mut from),
    }
}

fn check_motion_in<V: FromBytes>(from: &mut Bytes<'_>) -> Result<(), Error> {
    let ((a, known_a), (b, known_b)) = (shape::<V>(from, 1)?, shape::<V>(from, 1)?);
    let [p, q] = [motion::<V>(from)?, motion::<V>(from)?];
    // A shape that lies of its extent is answered, and no more.
    let trusted = known_a && known_b;
    let sweep = Sweep::default().with_most_steps(200);
    let free = |answer: Encounter<V>| answer.lower().to_f64().min(1.0);
    let Ok(answer) = time_of_impact(&sweep, &a, &p, &b, &q) else { return Ok(()) };
    let pass = closest_approach(&sweep, &a, &p, &b, &q)?;
    assert!(pass.distance.lower <= pass.distance.upper || !trusted, "{pass:?}");
    let lower = free(answer);
    assert!(lower >= 0.0, "{answer:?}");
    let number = V::Scalar::to_f64;
    let way = |motion: &Motion<V>, shape: &Shape<V>, time: V::Scalar| -> Option<f64> {
        let pose = motion.pose_at(time).ok()?;
        let reach = number(shape.extent() + shape.rounding() + shape.origin().length());
        let speeds = number(motion.speed(time, time)) + number(motion.slack(shape.extent(), time));
        Some(
            number(pose.translation().length()) + number(motion.center().length()) + reach + speeds,
        )
    };
    // Half of the samples lie before the contact, half in all of the interval.
    for k in 0..16 {
        let until = if k % 2 == 0 { lower } else { 1.0 };
        let time = until * f64::from(k / 2) / 8.0;
        let time = V::Scalar::from_f64(time);
        let ([Ok(x), Ok(y)], Some(i), Some(j)) =
            ([p.pose_at(time), q.pose_at(time)], way(&p, &a, time), way(&q, &b, time))
        else {
            continue;
        };
        let doubt = 1e3 * V::Scalar::EPSILON.to_f64() * (i + j)
            + number(p.slack(a.extent() + a.rounding(), time))
            + number(q.slack(b.extent() + b.rounding(), time))
            + 1e-4 * f64::from(u8::from(a.is_curved() || b.is_curved())) * (i + j);
        let (placed_a, placed_b) = (At::new(&a, x), At::new(&b, y));
        let gap = signed_distance(&placed_a, &placed_b).distance;
        let before = number(time) < lower && doubt.is_finite();
        let is_late = before && number(gap.upper) < -doubt;
        assert!(!is_late || !trusted, "{gap:?} at {time:?} before {lower}, {doubt:e}");
        let nearer =
            number(distance(&placed_a, &placed_b).upper) < number(pass.distance.lower) - doubt;
        assert!(!nearer || !trusted || !doubt.is_finite(), "{gap:?} at {time:?}, {pass:?}");
    }
    Ok(())
}
