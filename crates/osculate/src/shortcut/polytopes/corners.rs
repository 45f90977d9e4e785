//! Two polytopes of few corners: whether they intersect, by every face of each and every corner of
//! the other.
//!
//! All of the few corners are asked, a row at a time. No step waits for the one before, and no
//! branch depends on where the polytopes are. So the processor starts the next query before this
//! one ends. It is what `polygons/every.rs` does in the plane, without the distance. Pairs that
//! rounding leaves open are left to GJK. Decision 0017 has the times.

use super::faces;
use super::view::{Seen, View};
use crate::convex::table::polar::Poles;
use crate::number::blocks::{Block, LanesOf};
use crate::number::lanes::{Lanes, Row};
use crate::number::vector::{Matrix, Real, Vector};

/// Up to this many fours of faces, all are asked: eight corners have three. With more, `faces`
/// is as fast.
const MOST_FOURS: usize = 4;

/// Whether both polytopes have a row of corners at most.
#[inline(always)]
pub(super) fn are_few<V: Vector>(views: [&View<'_, V>; 2], corners: [&[Block<V>]; 2]) -> bool {
    corners.iter().all(|corners| corners.len() <= 2)
        && views.iter().all(|view| view.polar.fours() <= MOST_FOURS)
}

/// What all faces and corners tell.
#[inline(always)]
pub(super) fn look<R: Row<Four = LanesOf<V>>, V: Vector>(
    [a, b]: [&View<'_, V>; 2],
    [corners_a, corners_b]: [&[Block<V>]; 2],
) -> Seen {
    let (of_b, of_a) = (Held::<R>::by(a, corners_b), Held::<R>::by(b, corners_a));
    if of_b.separating.min(of_a.separating) != NONE {
        return Seen::Apart([of_b.face(), of_a.face()]);
    }
    if of_b.some_inside(a) | of_a.some_inside(b) {
        return Seen::Together;
    }
    faces::middles::<R, V>([a, b])
}

/// No face.
const NONE: u32 = u32::MAX;

/// The other's corners, and what one face after another says of them.
struct Held<R> {
    coordinates: [R; 3],
    outside: R,
    /// The greatest of each corner's products with the poles.
    most: R,
    /// The number of a face that all of them are beyond.
    separating: u32,
}

/// Coordinate i of corners, as `view` sees them.
#[inline(always)]
fn turned<R: Row<Four = LanesOf<V>>, V: Vector>(
    [x, y, z]: [R; 3],
    view: &View<'_, V>,
    i: usize,
) -> R {
    let (first, second) = (view.turn.column(0).get(i), view.turn.column(1).get(i));
    let (third, way) = (view.turn.column(2).get(i), view.way.get(i));
    let sum = R::splat(first).mul(x).add(R::splat(second).mul(y)).add(R::splat(third).mul(z));
    sum.add(R::splat(way))
}

impl<R: Row> Held<R> {
    #[inline(always)]
    fn by<V: Vector>(view: &View<'_, V>, other: &[Block<V>]) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        // Of four or fewer, the same again.
        let fours = [&other[0], &other[other.len() - 1]];
        let rows = faces::rows_of(fours);
        let mut held = Self {
            coordinates: [turned(rows, view, 0), turned(rows, view, 1), turned(rows, view, 2)],
            outside: R::splat(view.outside),
            most: R::splat(-V::Scalar::INFINITY),
            separating: NONE,
        };
        for four in 0..view.polar.fours() {
            held.ask_four::<V>(&view.polar.poles()[four / 2], four);
        }
        held
    }

    #[inline(always)]
    fn ask_four<V: Vector>(&mut self, poles: &Poles<V>, four: usize)
    where
        R: Row<Four = LanesOf<V>>,
    {
        let [x, y, z] = [poles.lanes(0), poles.lanes(1), poles.lanes(2)];
        let (x, y, z) = (x[four % 2].as_array(), y[four % 2].as_array(), z[four % 2].as_array());
        let first = 4 * four as u32;
        self.ask([x[0], y[0], z[0]], first);
        self.ask([x[1], y[1], z[1]], first + 1);
        self.ask([x[2], y[2], z[2]], first + 2);
        self.ask([x[3], y[3], z[3]], first + 3);
    }

    #[inline(always)]
    fn ask(&mut self, pole: [<R::Four as Lanes>::Scalar; 3], face: u32) {
        let [x, y, z] = self.coordinates;
        let [along_x, along_y, along_z] = [R::splat(pole[0]), R::splat(pole[1]), R::splat(pole[2])];
        let product = along_x.mul(x).add(along_y.mul(y)).add(along_z.mul(z));
        self.most = self.most.max(product);
        if self.outside.greater(product) == 0 {
            self.separating = face;
        }
    }

    #[inline(always)]
    fn some_inside<V: Vector>(&self, view: &View<'_, V>) -> bool
    where
        R: Row<Four = LanesOf<V>>,
    {
        R::splat(view.inside).greater(self.most) != 0
    }

    #[inline(always)]
    fn face(&self) -> Option<usize> {
        (self.separating != NONE).then_some(self.separating as usize)
    }
}
