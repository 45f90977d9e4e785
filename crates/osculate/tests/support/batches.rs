//! Any bytes are a library of shapes and pairs of them: for the property test, and for the fuzzer.

use osculate::batch::{Batch, Pair};
use osculate::shape::Shape;
use osculate::{Bracket, Convex, DVec2, DVec3, Place, Pose, Real, Vec2, Vec3, Vec3A};

use super::ask::{distance, intersects};
use super::bytes::{Bytes, FromBytes, shape};

/// Holds the batch that the bytes describe to single queries, in the space that the first byte
/// chooses.
pub fn check_batch(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 5 {
        0 => check_in::<Vec2>(from),
        1 => check_in::<DVec2>(from),
        2 => check_in::<Vec3>(from),
        3 => check_in::<Vec3A>(from),
        _ => check_in::<DVec3>(from),
    }
}

fn check_in<V: FromBytes>(mut from: Bytes<'_>) {
    let (mut shapes, mut pairs) = (Vec::<Shape<V>>::new(), Vec::new());
    for _ in 0..1 + from.byte() % 5 {
        // What breaks the promises of a shape is in the batch too: it must end.
        if let Ok((shape, true)) = shape::<V>(&mut from, 0) {
            shapes.push(shape);
        }
    }
    if shapes.is_empty() {
        return;
    }
    let pose = |from: &mut Bytes<'_>| {
        let turn = V::rotation(from).ok()?;
        Pose::new(from.vector(), turn).ok()
    };
    for _ in 0..1 + from.byte() % 24 {
        let [a, b] = [(); 2].map(|()| usize::from(from.byte()) % shapes.len());
        let (Some(pose_a), Some(pose_b)) = (pose(&mut from), pose(&mut from)) else { continue };
        pairs.push(Pair::new(a, pose_a, b, pose_b));
    }
    let batch = Batch::new(&shapes);
    let mut touch = vec![false; pairs.len()];
    batch.intersects(&pairs, &mut touch).unwrap();
    let mut gaps = vec![Bracket::default(); pairs.len()];
    batch.distance(&pairs, &mut gaps).unwrap();
    for ((pair, touch), gap) in pairs.iter().zip(touch).zip(gaps) {
        let a: &dyn Convex<V> = &shapes[pair.a.shape].at(pair.a.pose);
        let b: &dyn Convex<V> = &shapes[pair.b.shape].at(pair.b.pose);
        let told = || format!("{:?} {pair:?}", [&shapes[pair.a.shape], &shapes[pair.b.shape]]);
        assert_eq!(touch, intersects(a, b), "{}", told());
        let single = distance(a, b);
        assert!(gap.lower <= gap.value && gap.value <= gap.upper, "{gap:?} of {}", told());
        assert_eq!(gap.lower > V::Scalar::ZERO, !touch, "{gap:?} of {}", told());
        let meet = gap.lower <= single.upper && single.lower <= gap.upper;
        assert!(meet, "{gap:?} and {single:?} of {}", told());
    }
}
