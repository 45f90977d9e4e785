//! Eight pairs of cuboids at once, yes or no: the separating axes of `shortcut/boxes.rs`, in the
//! same order and with the same roundings. So each lane says what the single query says, to the
//! last digit, and leaves to it what the single query leaves to GJK.

use super::job::Job;
use super::rows::{Rows, abs, cross, dot, row_of};
use crate::number::blocks::LanesOf;
use crate::number::lanes::{Row, Work};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// What eight pairs are told, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub apart: u32,
    pub together: u32,
}

/// Eight pairs of cuboids.
pub(super) struct Cuboids<'j, V: Vector> {
    pub jobs: [&'j Job<V>; 8],
    pub halves: [[V; 2]; 8],
    /// The band of each pair, as in its frame.
    pub bands: [V::Scalar; 8],
}

impl<V: Vector> Work<LanesOf<V>> for Cuboids<'_, V> {
    type Answer = Told;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Told {
        let Self { jobs, halves, bands } = &self;
        let zero = R::splat(V::Scalar::ZERO);
        // Coordinate i of a's axis j and of b's.
        let mut axes = [[[zero; 3]; 3]; 2];
        let (mut half, mut offset) = ([[zero; 3]; 2], [zero; 3]);
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                axes[0][j][i] = row_of(|lane| jobs[lane].turn_a.column(j).get(i));
                axes[1][j][i] = row_of(|lane| jobs[lane].turn_b.column(j).get(i));
            }
            half[0][i] = row_of(|lane| halves[lane][0].get(i));
            half[1][i] = row_of(|lane| halves[lane][1].get(i));
            offset[i] = row_of(|lane| jobs[lane].offset.get(i));
        }
        let band = R::of_eight(bands);
        // Row i and column j: the product of a's axis i and b's axis j, and its magnitude.
        let mut products = [[zero; 3]; 3];
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                let product = inner::<R, V>(axes[0][i], axes[1][j]);
                products[i][j] = abs::<R, V>(product);
            }
        }
        let mut widest = R::splat(-V::Scalar::INFINITY);
        let mut apart = 0;
        for i in 0..V::DIM {
            let (row, mut column) = (products[i], [zero; 3]);
            for j in 0..V::DIM {
                column[j] = products[j][i];
            }
            let along = abs::<R, V>(inner::<R, V>(axes[0][i], offset));
            let gap = along.sub(half[0][i].add(inner::<R, V>(half[1], row)));
            apart |= gap.greater(band);
            widest = gap.max(widest);
            let along = abs::<R, V>(inner::<R, V>(axes[1][i], offset));
            let gap = along.sub(half[1][i].add(inner::<R, V>(half[0], column)));
            apart |= gap.greater(band);
            widest = gap.max(widest);
        }
        let half_band = band.mul(R::splat(V::Scalar::from_f64(0.5)));
        // A bit for what an axis left open, and the axes after it cannot tell any more.
        let mut open = widest.greater(half_band) & !apart;
        if V::DIM == 3 && (apart | open) & ALL != ALL {
            for i in 0..3 {
                for j in 0..3 {
                    let axis = cross(axes[0][i], axes[1][j]);
                    let along = abs::<R, V>(dot(axis, offset));
                    let of_a = reach(half[0], i, [products[0][j], products[1][j], products[2][j]]);
                    let of_b = reach(half[1], j, products[i]);
                    let gap = along.sub(of_a.add(of_b));
                    let told = apart | open;
                    apart |= gap.greater(band) & !told;
                    let overlaps = zero.sub(band).greater(gap);
                    let length = abs::<R, V>(axis[0]).max(abs::<R, V>(axis[1]));
                    let is_parallel = !length.max(abs::<R, V>(axis[2])).greater(zero);
                    open |= !(overlaps | is_parallel | apart | told);
                }
            }
        }
        Told { apart: apart & ALL, together: !(apart | open) & ALL }
    }
}

const ALL: u32 = 0xff;

/// The inner products, in the order of the vectors' own.
#[inline(always)]
fn inner<R: Row<Four = LanesOf<V>>, V: Vector>(a: Rows<R>, b: Rows<R>) -> R {
    let sum = a[0].mul(b[0]).add(a[1].mul(b[1]));
    if V::DIM == 3 { sum.add(a[2].mul(b[2])) } else { sum }
}

/// How far cuboids reach along the product of their axis k with another, of which `products` are
/// the magnitudes of the products with each of their axes.
#[inline(always)]
fn reach<R: Row>(half: Rows<R>, k: usize, products: Rows<R>) -> R {
    // Times the product, an edge is plus or minus a product of two other axes.
    let (l, m) = ((k + 1) % 3, (k + 2) % 3);
    let (one, other) = (half[l].mul(products[m]), half[m].mul(products[l]));
    // The order of the sum is that of the coordinates; addition of two does not care.
    one.add(other)
}

/// So many pairs are asked at once.
pub(super) const LANES: usize = 8;
