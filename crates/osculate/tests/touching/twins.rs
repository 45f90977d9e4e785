//! No contact has two points at one place to the eye of a solver, or two of one name: cold, and as a
//! memory names the points of bodies that move on. `OSCULATE_TIMES=20` asks a million.

use crate::kinds::{self, PLAIN};
use crate::selection::{are_told_apart, size};
use crate::support::{Random, Space, ask, pairs, scalar, vector};
use osculate::shape::Shape;
use osculate::{Place, Pose, Tracker};

/// Moved on: by a millionth to a third of the size, and turned by as much.
fn moved_on<V: Space>(pose: Pose<V>, size: f64, random: &mut Random) -> Pose<V> {
    let by = random.magnitude(-6.0, -0.5);
    let at = pose.translation() + vector::<V>(&random.direction()) * scalar(by * size);
    let turned = kinds::turned_by::<V>(by * random.unit(), random);
    Pose::new(at, turned.compose(&pose.rotation())).unwrap()
}

/// Asks the contacts of two bodies of which one moves; how many they have.
fn while_one_moves<V: Space>([a, b]: [&Shape<V>; 2], random: &mut Random) -> usize {
    let [size_a, size_b] = [size::<V>(a), size::<V>(b)];
    let smaller = size_a.min(size_b);
    // A point is as good as the other's place.
    let smaller = if smaller > 0.0 { smaller } else { size_a.max(size_b) };
    let gap = match random.below(3) {
        0 => 0.02 * random.unit(),
        1 => 0.0,
        _ => -random.magnitude(-4.0, -0.5),
    };
    let Some([p, mut q]) = kinds::at_contact::<V>(a, b, gap * smaller, random) else { return 0 };
    let margin = scalar::<V::Scalar>(0.05 * smaller);
    let mut tracker = Tracker::new(a, b);
    let mut found = 0;
    for _ in 0..3 {
        let cold = ask::contact::<V>(&a.at(p), &b.at(q), margin);
        let warm = tracker.at(p, q).contact(margin);
        for contact in cold.iter().chain(&warm) {
            let context = || format!("{} \n{a:?} {p:?}\n{b:?} {q:?}\n", V::NAME);
            are_told_apart(contact, smaller, &context);
            found += 1;
        }
        q = moved_on(q, smaller, random);
    }
    found
}

fn points_are_told_apart<V: Space>() {
    let mut found = 0;
    for (i, _) in kinds::bounded() {
        for j in 0..PLAIN.len() {
            let mut random = Random((i * 1000 + j + 23) as u64);
            for _ in 0..pairs(10) {
                let (a, b) = (kinds::plain::<V>(i, &mut random), kinds::plain(j, &mut random));
                found += while_one_moves([&a, &b], &mut random);
            }
        }
    }
    let mut random = Random(29);
    for _ in 0..pairs(800) {
        let [a, b] = [(); 2].map(|()| {
            let depth = random.below(3);
            kinds::wrapped::<V>(depth, &mut random)
        });
        found += while_one_moves([&a, &b], &mut random);
    }
    println!("{:6} {found} contacts", V::NAME);
    assert!(found > pairs(8000), "{found}");
}

#[test]
fn no_contact_has_twins_or_one_name_twice() {
    in_every_space!(points_are_told_apart);
}
