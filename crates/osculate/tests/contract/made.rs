//! Shapes that are made of others which stand far away: sums and images. Their origins are rounded,
//! and the bracket has to know by how much.

use crate::support::ask::distance;
use crate::support::certificate::queries_hold;
use crate::support::families::corners;
use crate::support::oracle::Scene;
use crate::support::{Placed, Random, Space, Turn, body, epsilon, pairs, scalar};
use osculate::Matrix;
use osculate::shape::{Cuboid, Rounded, Sum};
use osculate::{Affine, Image, Place, Scalar};

/// Pairs a family and space; the full run has `OSCULATE_PAIRS=10000`.
const PAIRS: usize = 300;

/// Up to three points, turned, as far out as digits allow.
fn far_body<V: Space>(random: &mut Random) -> Placed<V> {
    let size = random.magnitude(-2.0, 0.0);
    let points = (0..1 + random.below(3)).map(|_| random.vector::<V>() * scalar(size)).collect();
    let turn = if random.below(2) == 0 { Turn::NONE } else { random.turn::<V>() };
    // To where a unit in the last place is a tenth of the largest size.
    let far = random.magnitude(-1.0, -epsilon::<V>().log10() - 1.0);
    let translation =
        if random.below(4) == 0 { V::ZERO } else { random.vector::<V>() * scalar(far) };
    Placed { corners: points, turn, translation }
}

/// A body near where the points' mean is.
fn near_body<V: Space>(middle: V, random: &mut Random) -> Placed<V> {
    let n = 1 + random.below(4);
    let points = (0..n).map(|_| random.vector::<V>() * scalar(0.3)).collect();
    let away = random.vector::<V>() * scalar(random.magnitude(-2.0, 0.7));
    Placed { corners: points, turn: random.turn::<V>(), translation: middle + away }
}

fn sums_hold_the_contract<V: Space>() {
    let (mut apart, mut together) = (0, 0);
    for seed in 0..pairs(PAIRS) as u64 {
        let mut random = Random(seed * 1000 + 17);
        let [a, also] = [far_body::<V>(&mut random), far_body(&mut random)];
        let b = near_body(a.translation + also.translation, &mut random);
        let truth = Scene::of_sum([&a, &also], &b).signed_distance();
        if truth > 0.0 {
            apart += 1
        } else {
            together += 1
        }
        let context = format!("{} sum, seed {seed}", V::NAME);
        let (p, q) = (body(&a), body(&also));
        queries_hold::<V>(&Sum::new(&p, &q), &body(&b), truth, &context);
        // A third of those that are apart just touch, but for rounding.
        let touch = truth > 0.0 && random.below(3) == 0;
        let mut margins = [random.unit(), random.unit()];
        if touch {
            margins = [truth * margins[0], truth * (1.0 - margins[0])];
        }
        let margins: [V::Scalar; 2] = margins.map(scalar);
        let rounded = |i: usize| Rounded::new([&p, &q][i], margins[i]).unwrap();
        let sum = Sum::new(rounded(0), rounded(1));
        let margin = margins[0].to_f64() + margins[1].to_f64();
        queries_hold::<V>(&sum, &body(&b), truth - margin, &format!("{context}, rounded"));
    }
    assert!(apart > 0 && together > 0);
}

fn images_hold_the_contract<V: Space>() {
    let (mut apart, mut together) = (0, 0);
    for seed in 0..pairs(PAIRS) as u64 {
        let mut random = Random(seed * 1000 + 23);
        let mut a = far_body::<V>(&mut random);
        if random.below(2) == 0 {
            a.corners = corners(&[random.unit(), random.unit(), random.unit()]);
        }
        let columns: Vec<V> = (0..V::DIM).map(|_| random.vector()).collect();
        let back = if random.below(2) == 0 { V::ZERO } else { -a.translation * scalar(0.5) };
        let map = Affine::new(V::Matrix::from_columns(|j| columns[j]), back).unwrap();
        let b = near_body(map.apply(a.translation), &mut random);
        let truth = Scene::of_image(&a, (&columns, back), &b).signed_distance();
        if truth > 0.0 {
            apart += 1
        } else {
            together += 1
        }
        let p = body(&a);
        let context = format!("{} image, seed {seed}", V::NAME);
        queries_hold::<V>(&Image::new(&p, map).unwrap(), &body(&b), truth, &context);
    }
    assert!(apart > 0 && together > 0);
}

#[test]
fn sums_of_shapes_far_away_hold_the_contract() {
    in_every_space!(sums_hold_the_contract);
}

#[test]
fn images_of_shapes_far_away_hold_the_contract() {
    in_every_space!(images_hold_the_contract);
}

#[test]
fn a_sum_of_a_far_and_a_near_cube_knows_what_its_origin_lost() {
    use osculate::{Pose, Vec3, shape::Point};
    let at = |x: f32| Pose::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    let cube = Cuboid::new(Vec3::splat(0.1)).unwrap();
    let sum = Sum::new(cube.at(at(1e6)), cube.at(at(0.03)));
    let gap = distance(&sum, &Point::new(Vec3::new(1e6 + 0.53, 0.0, 0.0)).unwrap());
    // At 1e6 the numbers are a sixteenth apart: 1e6 + 0.53 is 1e6 + 0.5.
    assert!(gap.lower <= 0.27 && 0.27 <= gap.upper, "{gap:?}");
}
