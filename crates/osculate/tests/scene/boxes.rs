//! The tree of boxes against all pairs.

use osculate::scene::BoxTree;
use osculate::{Aabb, Real, Scalar};

use super::support::{Random, Space, epsilon, scalar, vector};

/// Boxes of a kind: spread out, in far clusters, flat, large among small, without end, empty.
pub fn boxes<V: Space>(random: &mut Random, n: usize, kind: usize) -> Vec<Aabb<V>> {
    let infinity = V::Scalar::INFINITY;
    let side = 0.8 * (n as f64).powf(1.0 / V::DIM as f64);
    let mut boxes = Vec::new();
    for k in 0..n {
        let mut center = random.vector::<V>() * scalar(side);
        let mut half = random.vector::<V>().abs() * scalar(0.5);
        match kind {
            1 if k % 2 == 0 => center = center + V::splat(scalar(3e4)),
            1 if k % 97 == 0 => center = center * scalar(1e9),
            // Flat ones, in a few planes.
            2 => {
                let plane = scalar(8.0 * (center.get(0).to_f64() / 8.0).round());
                center = V::from_fn(|i| if i == 0 { plane } else { center.get(i) });
                half = V::from_fn(|i| if i == 0 { scalar(0.0) } else { half.get(i) });
            }
            // Whole numbers: boxes that just touch, and equal ones.
            3 => {
                center = V::from_fn(|i| scalar(center.get(i).to_f64().round()));
                half = V::splat(scalar(0.5));
            }
            4 if k % 50 == 0 => half = half * scalar(20.0),
            _ => {}
        }
        let (mut low, mut high) = (center - half, center + half);
        if kind == 4 && k % 61 == 0 {
            let free = random.below(V::DIM);
            low = V::from_fn(|i| if i == free { -infinity } else { low.get(i) });
            high = V::from_fn(|i| if i == free || k % 2 == 0 { infinity } else { high.get(i) });
        }
        let one = Aabb::new(low, high).unwrap();
        boxes.push(if kind == 4 && k % 71 == 5 { Aabb::empty() } else { one });
    }
    if kind == 4 && n > 0 {
        boxes[n / 2] = Aabb::everything();
    }
    boxes
}

/// Whether one number less another is no more than a margin, exactly: infinite ends are drawn in.
fn within(high: f64, low: f64, margin: f64) -> bool {
    let [high, low] = [high, low].map(|x| x.clamp(-f64::MAX, f64::MAX));
    let gap = high - low;
    // What the difference is off by (Knuth's sum of two numbers without an error).
    let part = gap - high;
    let rest = (high - (gap - part)) - (low + part);
    gap < margin || gap == margin && rest <= 0.0
}

/// No gap along an axis is more than the margin.
fn near<V: Space>(a: &Aabb<V>, b: &Aabb<V>, margin: f64) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let number = |v: V, i: usize| v.get(i).to_f64();
    (0..V::DIM).all(|i| {
        within(number(a.min(), i), number(b.max(), i), margin)
            && within(number(b.min(), i), number(a.max(), i), margin)
    })
}

fn the_tree_finds_what_all_pairs_find_in<V: Space>() {
    let mut random = Random(0x5CE4E);
    let mut tree = BoxTree::<V>::new();
    for round in 0..40 {
        let kind = round % 5;
        let n = [0, 1, 2, 16, 17, 100, 256, 257, 700][random.below(9)];
        let all = boxes::<V>(&mut random, n, kind);
        tree.rebuild(&all);
        let others = [0, 5, 40, 300][random.below(4)];
        let other = boxes::<V>(&mut random, others, kind);
        let mut second = BoxTree::<V>::new();
        second.rebuild(&other);
        // One is the gap of many boxes; the numbers next to it are not.
        let next = epsilon::<V>();
        for margin in [0.0, 0.3, 1.0, 1.0 - next, 1.0 + next] {
            let margin = scalar::<V::Scalar>(margin).to_f64();
            let (mut pairs, mut crossing) = (Vec::new(), Vec::new());
            for i in 0..n {
                for j in i + 1..n {
                    if near(&all[i], &all[j], margin) || near(&all[j], &all[i], margin) {
                        pairs.push((i as u32, j as u32));
                    }
                }
                for (j, b) in other.iter().enumerate() {
                    if near(&all[i], b, margin) || near(b, &all[i], margin) {
                        crossing.push((i as u32, j as u32));
                    }
                }
            }
            let place = format!("{} round {round}, kind {kind}, {n}, {margin}", V::NAME);
            assert!(n < 500 || pairs.len() > n / 20, "{place}: only {} pairs", pairs.len());
            assert!(n < 100 || pairs.len() < n * n / 3, "{place}: nearly all pairs");
            assert_eq!(tree.pairs(scalar(margin)), pairs, "{place}");
            assert_eq!(tree.pairs_with(&second, scalar(margin)), crossing, "{place}");
        }
        for b in &other {
            let expected: Vec<u32> =
                (0..n).filter(|&i| near(&all[i], b, 0.0)).map(|i| i as u32).collect();
            assert_eq!(tree.meeting(b), expected);
        }
    }
}

#[test]
fn the_tree_finds_what_all_pairs_find() {
    in_some_spaces!(the_tree_finds_what_all_pairs_find_in);
}

#[test]
fn boxes_at_the_ends_of_the_range_meet_what_they_hold() {
    use osculate::Vec3A;
    let most = f32::MAX;
    let at = |x: f32| Aabb::from_points([Vec3A::splat(x)]);
    let all = [at(most), at(-most), Aabb::everything(), at(0.0), Aabb::empty(), at(most)];
    let mut tree = BoxTree::new();
    tree.rebuild(&all);
    assert_eq!(tree.pairs(0.0), [(0, 2), (0, 5), (1, 2), (2, 3), (2, 5)]);
    assert_eq!(tree.meeting(&Aabb::everything()), [0, 1, 2, 3, 5]);
    assert!(tree.meeting(&Aabb::empty()).is_empty());
    assert_eq!(tree.pairs(f32::NAN), tree.pairs(0.0));
    assert_eq!(tree.pairs(f32::INFINITY).len(), 10);
    assert_eq!(tree.meeting(&at(vector::<Vec3A>(&[0.0; 3]).x)), [2, 3]);
}
