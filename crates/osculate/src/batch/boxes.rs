//! Eight pairs of cuboids at once, yes or no: the separating axes of `shortcut/boxes.rs`, in the
//! same order and with the same roundings. So each lane says what the single query says, to the
//! last digit, and leaves to it what the single query leaves to GJK.

use super::job::columns_of;
use super::rows::{Rows, abs, cross, dot, rows_at};
use crate::kernel::gjk::Frame;
use crate::number::blocks::LanesOf;
use crate::number::lanes::{Row, Work};
use crate::number::vector::{Linear, Real, Scalar, Vector};
use crate::place::Pose;

/// So many pairs are asked at once.
pub(super) const LANES: usize = 8;

/// A number for each lane.
type Numbers<V> = [<V as Linear>::Scalar; LANES];

/// What eight pairs are told, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub apart: u32,
    pub together: u32,
}

/// Up to eight pairs of cuboids, of a and b each.
pub(super) struct Cuboids<V: Vector> {
    /// The places of their answers.
    places: [usize; LANES],
    len: usize,
    /// The axes of each, coordinate by coordinate.
    axes: [[[Numbers<V>; 3]; 3]; 2],
    halves: [[Numbers<V>; 3]; 2],
    /// From a's origin to b's.
    offset: [Numbers<V>; 3],
    /// The band of each pair, as in its frame; infinite for one that has to be scaled, of which
    /// nothing is told.
    band: Numbers<V>,
}

impl<V: Vector> Cuboids<V> {
    pub fn new() -> Self {
        let infinite = [V::Scalar::INFINITY; LANES];
        let vectors = [[V::Scalar::ZERO; LANES]; 3];
        Self {
            places: [0; LANES],
            len: 0,
            axes: [[vectors; 3]; 2],
            halves: [vectors; 2],
            offset: vectors,
            band: infinite,
        }
    }

    /// Takes a pair; true if there is room for no other.
    #[inline(always)]
    pub fn push(
        &mut self,
        place: usize,
        poses: [&Pose<V>; 2],
        halves: [V; 2],
        extents: [V::Scalar; 2],
    ) -> bool {
        let lane = self.len % LANES;
        let offset = poses[1].translation() - poses[0].translation();
        for (which, pose) in poses.into_iter().enumerate() {
            let [x, y, z] = columns_of::<V>(&pose.rotation().matrix());
            for i in 0..V::DIM {
                self.axes[which][0][i][lane] = x.get(i);
                self.axes[which][1][i][lane] = y.get(i);
                if V::DIM == 3 {
                    self.axes[which][2][i][lane] = z.get(i);
                }
                self.halves[which][i][lane] = halves[which].get(i);
            }
        }
        for i in 0..V::DIM {
            self.offset[i][lane] = offset.get(i);
        }
        let frame = Frame::of_flat(offset, extents);
        self.band[lane] = frame.map_or(V::Scalar::INFINITY, |frame| frame.band);
        self.places[lane] = place;
        self.len += 1;
        self.len == LANES
    }

    /// The places of the pairs.
    pub fn places(&self) -> &[usize] {
        &self.places[..self.len]
    }

    /// Forgets the pairs.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<V: Vector> Work<LanesOf<V>> for &Cuboids<V> {
    type Answer = Told;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Told {
        let zero = R::splat(V::Scalar::ZERO);
        let of = |which: usize| &self.axes[which];
        let a = [rows_at::<R>(&of(0)[0]), rows_at::<R>(&of(0)[1]), rows_at::<R>(&of(0)[2])];
        let b = [rows_at::<R>(&of(1)[0]), rows_at::<R>(&of(1)[1]), rows_at::<R>(&of(1)[2])];
        let half = [rows_at::<R>(&self.halves[0]), rows_at::<R>(&self.halves[1])];
        let offset = rows_at::<R>(&self.offset);
        let band = R::of_eight(&self.band);
        // Row i and column j: the magnitude of the product of a's axis i and b's axis j.
        let rows = [of_axis::<R, V>(a[0], b), of_axis::<R, V>(a[1], b), of_axis::<R, V>(a[2], b)];
        let column = |j: usize| [rows[0][j], rows[1][j], rows[2][j]];
        let columns = [column(0), column(1), column(2)];
        let mut told = Axes { widest: R::splat(-V::Scalar::INFINITY), band, apart: 0, open: 0 };
        told.face::<V>(a[0], offset, half[0][0], half[1], rows[0]);
        told.face::<V>(b[0], offset, half[1][0], half[0], columns[0]);
        told.face::<V>(a[1], offset, half[0][1], half[1], rows[1]);
        told.face::<V>(b[1], offset, half[1][1], half[0], columns[1]);
        if V::DIM == 3 {
            told.face::<V>(a[2], offset, half[0][2], half[1], rows[2]);
            told.face::<V>(b[2], offset, half[1][2], half[0], columns[2]);
        }
        let half_band = band.mul(R::splat(V::Scalar::from_f64(0.5)));
        let is_scaled = band.greater(R::splat(V::Scalar::MAX));
        told.open = (told.widest.greater(half_band) | is_scaled) & !told.apart;
        if V::DIM == 3 && (told.apart | told.open) & ALL != ALL {
            macro_rules! edges {
                ($($i:literal $j:literal,)*) => {$({
                    let axis = cross(a[$i], b[$j]);
                    let of_a = reach::<R, $i>(half[0], columns[$j]);
                    let of_b = reach::<R, $j>(half[1], rows[$i]);
                    told.edge::<V>(axis, offset, of_a.add(of_b), zero);
                })*};
            }
            edges!(0 0, 0 1, 0 2, 1 0, 1 1, 1 2, 2 0, 2 1, 2 2,);
        }
        let Axes { apart, open, .. } = told;
        Told { apart: apart & ALL, together: !(apart | open) & ALL }
    }
}

/// What the axes that were asked tell, a bit for each lane.
struct Axes<R> {
    /// The widest gap along a face's axis.
    widest: R,
    band: R,
    apart: u32,
    /// An axis left it open: those after it cannot tell any more.
    open: u32,
}

impl<R: Row> Axes<R> {
    /// A face of one at half a height, and the other, which has these products with its axis.
    #[inline(always)]
    fn face<V: Vector>(
        &mut self,
        axis: Rows<R>,
        offset: Rows<R>,
        height: R,
        half: Rows<R>,
        products: Rows<R>,
    ) where
        R: Row<Four = LanesOf<V>>,
    {
        let along = abs::<R, V>(inner::<R, V>(axis, offset));
        let gap = along.sub(height.add(inner::<R, V>(half, products)));
        self.apart |= gap.greater(self.band);
        self.widest = gap.max(self.widest);
    }

    /// The product of two edges, along which both reach so far in sum.
    #[inline(always)]
    fn edge<V: Vector>(&mut self, axis: Rows<R>, offset: Rows<R>, reach: R, zero: R)
    where
        R: Row<Four = LanesOf<V>>,
    {
        let gap = abs::<R, V>(dot(axis, offset)).sub(reach);
        let told = self.apart | self.open;
        self.apart |= gap.greater(self.band) & !told;
        let overlaps = zero.sub(self.band).greater(gap);
        // Of exactly parallel edges the product is zero, and faces have told all.
        let length = abs::<R, V>(axis[0]).max(abs::<R, V>(axis[1])).max(abs::<R, V>(axis[2]));
        let is_none = !length.greater(zero);
        self.open |= !(overlaps | is_none | self.apart | told);
    }
}

/// The magnitudes of an axis' products with three others.
#[inline(always)]
fn of_axis<R: Row<Four = LanesOf<V>>, V: Vector>(axis: Rows<R>, others: [Rows<R>; 3]) -> Rows<R> {
    [
        abs::<R, V>(inner::<R, V>(axis, others[0])),
        abs::<R, V>(inner::<R, V>(axis, others[1])),
        abs::<R, V>(inner::<R, V>(axis, others[2])),
    ]
}

const ALL: u32 = 0xff;

/// The inner products, in the order of the vectors' own.
#[inline(always)]
fn inner<R: Row<Four = LanesOf<V>>, V: Vector>(a: Rows<R>, b: Rows<R>) -> R {
    let sum = a[0].mul(b[0]).add(a[1].mul(b[1]));
    if V::DIM == 3 { sum.add(a[2].mul(b[2])) } else { sum }
}

/// How far cuboids reach along the product of their axis `K` with another, of which `products` are
/// the magnitudes of the products with each of their axes.
#[inline(always)]
fn reach<R: Row, const K: usize>(half: Rows<R>, products: Rows<R>) -> R {
    // Times the product, an edge is plus or minus a product of two other axes. A sum of two does
    // not depend on their order.
    let (l, m) = ((K + 1) % 3, (K + 2) % 3);
    half[l].mul(products[m]).add(half[m].mul(products[l]))
}
