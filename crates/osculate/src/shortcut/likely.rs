//! Which faces of the difference of two cuboids, or of a cuboid and a segment, may be the nearest.
//!
//! Two cuboids have 15 faces to look at. Here all are measured four at a time, in the precision of
//! the shapes, from the inner products of their axes alone. Each is off by no more than a bound. So
//! few are left, mostly one, which is then measured with more digits. A face that is left out is
//! surely further off than the nearest.
//!
//! The axes of a cuboid are taken to be perpendicular and of length 1. Then the cross product of an
//! axis of a and one of b lies across the first. Along a's two other axes its coordinates are inner
//! products that are known, but for signs.

use super::measured::Separated;
use crate::convex::known::Core;
use crate::kernel::gjk::Frame;
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// Faces by number, a bit each: across the sides of a, across those of b, three each; then spanned
/// by a side of a and one of b, three for each side of a.
pub(super) type Faces = u16;

/// The faces that are spanned by two sides of one shape and of both, of so many sides each.
const fn spanned(a: usize, b: usize) -> Faces {
    let mut faces = 0;
    if a == 3 {
        faces |= 0b111;
    }
    if b == 3 {
        faces |= 0b111 << 3;
    }
    let mut i = 0;
    while i < a {
        let all = (1 << b) - 1;
        faces |= all << (6 + 3 * i);
        i += 1;
    }
    faces
}

/// What a reach is off by, in ε of the pair's size and one over the length of the product of the
/// two edges: sums and products round by 15; axes that are perpendicular and of length 1 but for 4
/// ε add 21. Poses within poses may have axes that are further off.
const OFF: f64 = 128.0;

/// What is known of the faces before any is measured with more digits.
pub(super) struct Likely<V: Vector> {
    /// Those that may be the nearest. The others are further off.
    pub faces: Faces,
    /// Of two cuboids of space that are surely apart, an axis along which they are.
    pub apart: Option<Separated<V>>,
}

impl<V: Vector> Likely<V> {
    #[inline(always)]
    pub fn new(a: Core<'_, V>, b: Core<'_, V>, frame: &Frame<V>) -> Self {
        let sides = |core: &Core<'_, V>| if let Core::Cuboid { .. } = core { 3 } else { 1 };
        match (a, b) {
            (
                Core::Cuboid { half_extents: p, axes: p_axes },
                Core::Cuboid { half_extents: q, axes: q_axes },
            ) if V::DIM == 3 => of_cuboids([(p, p_axes), (q, q_axes)], frame),
            _ if V::DIM == 3 => Self { faces: spanned(sides(&a), sides(&b)), apart: None },
            _ => Self { faces: 0b011_011, apart: None },
        }
    }
}

/// Of two cuboids of space.
#[inline(always)]
fn of_cuboids<V: Vector>(
    [(half_a, axes_a), (half_b, axes_b)]: [(V, Option<V::Matrix>); 2],
    frame: &Frame<V>,
) -> Likely<V> {
    let splat = LanesOf::<V>::splat;
    let three = |f: &dyn Fn(usize) -> V::Scalar| {
        // The fourth is nothing, and is left out below.
        LanesOf::<V>::from_array([f(0), f(1), f(2), V::Scalar::ZERO])
    };
    let [axes_a, axes_b] = [axes_a, axes_b].map(|axes| axes.unwrap_or(V::Matrix::IDENTITY));
    let [half_a, half_b] = [half_a, half_b].map(|half| half * frame.scale);
    // The products of a vector and the axes of one, a lane each.
    let along = |axes: &V::Matrix, v: V| {
        let coordinate = |i: usize| three(&|axis| axes.column(axis).get(i)).mul(splat(v.get(i)));
        coordinate(0).add(coordinate(1)).add(coordinate(2))
    };
    // By axis of a, a lane for each of b; and the other way round.
    let by_a = [0, 1, 2].map(|i| along(&axes_b, axes_a.column(i)));
    let by_b = [0, 1, 2].map(|j| along(&axes_a, axes_b.column(j)));
    let [offset_a, offset_b] = [&axes_a, &axes_b].map(|axes| along(axes, frame.offset));
    let [sizes_a, sizes_b] = [half_a, half_b].map(|half| three(&|i| half.get(i)));
    let (size_a, size_b) = (by_a.map(size), by_b.map(size));

    let across = |own: LanesOf<V>, products: &[LanesOf<V>; 3], half: V, offset: LanesOf<V>| {
        let other = |k: usize| products[k].mul(splat(half.get(k)));
        own.add(other(0).add(other(1)).add(other(2))).sub(size(offset))
    };
    let off = splat(V::Scalar::from_f64(OFF) * V::Scalar::EPSILON * frame.size);
    let far = V::Scalar::INFINITY;
    let [floor, none] = [[-far, -far, -far, far], [far; 4]].map(LanesOf::<V>::from_array);
    let mut reaches = [(none, off); 5];
    reaches[0].0 = across(sizes_a, &size_b, half_b, offset_a);
    reaches[1].0 = across(sizes_b, &size_a, half_a, offset_b);
    let once = sizes_b.turn_three();
    let twice = once.turn_three();
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let of_a = size_a[k].mul(splat(half_a.get(j))).add(size_a[j].mul(splat(half_a.get(k))));
        let next = size_a[i].turn_three();
        let of_b = once.mul(next.turn_three()).add(twice.mul(next));
        let offset = |i: usize| splat(offset_a.as_array()[i]);
        let between = by_a[j].mul(offset(k)).sub(by_a[k].mul(offset(j)));
        let squared = by_a[j].mul(by_a[j]).add(by_a[k].mul(by_a[k]));
        let per_length = splat(V::Scalar::ONE).div(squared.sqrt());
        let reach = of_a.add(of_b).sub(size(between));
        reaches[2 + i] = (reach.mul(per_length), off.mul(per_length));
    }
    // Parallel edges have no number: they are left, and count for nothing.
    let nearest =
        reaches.iter().fold(none, |nearest, (reach, off)| floor.max(reach.add(*off)).min(nearest));
    let nearest = nearest.min_across();
    let bits = |is: &dyn Fn(LanesOf<V>, LanesOf<V>) -> u32| {
        let row = |row: usize| (is(reaches[row].0, reaches[row].1) & 0b111) << (3 * row);
        (0..5).fold(0, |bits, k| bits | row(k)) as Faces
    };
    let faces = !bits(&|reach, off| reach.sub(off).greater(nearest)) & ((1 << 15) - 1);
    let reach = nearest.to_array()[0];
    let apart = (reach < V::Scalar::ZERO).then(|| {
        let face = bits(&|reach, off| reach.add(off).equal(nearest)).trailing_zeros() as usize;
        let axis = match face {
            0..3 => axes_a.column(face),
            3..6 => axes_b.column(face - 3),
            _ => axes_a.column((face - 6) / 3 % 3).cross(axes_b.column((face - 6) % 3)),
        };
        let along = axis.dot(frame.offset);
        Separated { axis: if along > V::Scalar::ZERO { -axis } else { axis }, by: -reach }
    });
    Likely { faces, apart }
}

/// The magnitudes.
#[inline(always)]
fn size<L: Lanes>(lanes: L) -> L
where
    L::Scalar: Real,
{
    lanes.max(L::splat(L::Scalar::ZERO).sub(lanes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    use crate::convex::placed::At;
    use crate::convex::{Convex, Facts};
    use crate::number::vector::DVec3;
    use crate::place::{Pose, Rotation};
    use crate::shape::Cuboid;

    /// By face, how far all sides of the difference reach along its normal.
    fn reaches(a: Core<'_, DVec3>, b: Core<'_, DVec3>, frame: &Frame<DVec3>) -> Vec<(usize, f64)> {
        let sides = |core: Core<'_, DVec3>| {
            let Core::Cuboid { half_extents, axes } = core else { unreachable!() };
            let axes = axes.unwrap_or(Matrix::IDENTITY);
            [0, 1, 2].map(|i| axes.column(i) * (half_extents.get(i) * frame.scale))
        };
        let (of_a, of_b) = (sides(a), sides(b));
        let own =
            |sides: [DVec3; 3]| [0, 1, 2].map(|i| sides[(i + 1) % 3].cross(sides[(i + 2) % 3]));
        let both = (0..9).map(|k| of_a[k / 3].cross(of_b[k % 3]));
        let normals = own(of_a).into_iter().chain(own(of_b)).chain(both);
        let reach = |normal: DVec3| {
            let sides = of_a.iter().chain(&of_b).map(|side| normal.dot(*side).abs());
            sides.sum::<f64>() - normal.dot(frame.offset).abs()
        };
        let is_face = |normal: &DVec3| normal.length() > 1e-12;
        let faces = normals.enumerate().filter(|(_, normal)| is_face(normal));
        faces.map(|(k, normal)| (k, reach(normal) / normal.length())).collect()
    }

    /// How many faces are left of a pair on average.
    fn check(angle: f64) -> f64 {
        let mut state = 35u64;
        let mut signed = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let (pairs, mut left, mut separated) = (20_000, 0, 0);
        for _ in 0..pairs {
            let mut vector =
                |size: f64| DVec3::new(size * signed(), size * signed(), size * signed());
            let (half_a, half_b, offset) = (vector(1.0).abs(), vector(1.0).abs(), vector(1.0));
            let (axis, other) = (vector(1.0), vector(1.0));
            let turn = |axis, angle| Rotation::from_axis_angle(axis, angle).unwrap();
            let (first, second) = (turn(axis, 3.0 * signed()), turn(other, angle * signed()));
            let a = At::new(Cuboid::new(half_a).unwrap(), Pose::new(DVec3::ZERO, first).unwrap());
            let pose = Pose::new(offset, second.compose(&first)).unwrap();
            let b = At::new(Cuboid::new(half_b).unwrap(), pose);
            let frame = Frame::new(&a, &b);
            let Likely { faces, apart } = Likely::new(a.core(), b.core(), &frame);
            let reaches = reaches(a.core(), b.core(), &frame);
            let (_, least) = reaches.iter().min_by(|p, q| p.1.total_cmp(&q.1)).unwrap();
            for (k, reach) in &reaches {
                assert!(faces >> k & 1 == 1 || reach > least, "{k}: {reach} and {least}, {angle}");
            }
            if let Some(Separated { axis, by }) = apart {
                assert!(by > 0.0 && by <= -least, "{by:?} and {least}");
                let a_to_b = a.core_support(-axis) - b.core_support(axis);
                assert!(a_to_b.dot(axis) > 0.0, "{axis:?} does not separate");
                separated += 1;
            } else {
                assert!(*least > -1e-9, "apart by {least}");
            }
            left += faces.count_ones();
        }
        assert!((pairs / 10..pairs * 9 / 10).contains(&separated), "{separated} are apart");
        f64::from(left) / f64::from(pairs)
    }

    #[test]
    fn faces_that_are_left_out_are_further_off() {
        for (angle, most) in [(3.0, 1.1), (1e-2, 4.0), (1e-4, 9.0), (1e-6, 9.0), (0.0, 9.0)] {
            let left = check(angle);
            assert!((1.0..most).contains(&left), "{left} of 15 are left, angle {angle}");
        }
    }
}
