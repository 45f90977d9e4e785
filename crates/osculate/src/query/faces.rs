//! Two polytopes that know their faces: whether they intersect, by what they have towards each other.
//!
//! Two questions are begun at once, and neither waits for the other. Which face of each looks to the other's middle, and is all of the other beyond it? And which corner of each is furthest towards the
//! other's middle, and is it inside? Two thirds of pairs that are near each other are told by the first, three quarters of those in contact by the second, after two scans each. Then the one goes on from where the other ended: the
//! faces that those corners are nearest to, the corners that are least beyond those faces. That tells half of the rest; what is left has edges that cross.

use super::polytopes::{Seen, View};
use crate::blocks::{Block, LanesOf};
use crate::lanes::{Lanes, Row, Work};
use crate::vector::{Matrix, Real, Scalar, Vector};

/// What the faces tell.
#[inline(always)]
pub(super) fn look<V: Vector>(views: [&View<'_, V>; 2]) -> Seen {
    LanesOf::<V>::by_eights(Look(views))
}

/// Each as it sees the other.
struct Look<'v, 's, V: Vector>([&'v View<'s, V>; 2]);

impl<V: Vector> Work<LanesOf<V>> for Look<'_, '_, V> {
    type Answer = Seen;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Self::Answer {
        let Self([a, b]) = self;
        let (face_a, of_b) = face::<R, V>(a, a.at(a.middle));
        let (face_b, of_a) = face::<R, V>(b, b.at(b.middle));
        let (corner_a, _) = corner::<R, V>(a.own, a.at(a.middle));
        let (corner_b, _) = corner::<R, V>(b.own, b.at(b.middle));
        if (of_b < a.inside) | (of_a < b.inside) {
            return Seen::Together;
        }
        let (before_a, beyond_a) = front::<R, V>(a, face_a);
        let (before_b, beyond_b) = front::<R, V>(b, face_b);
        let (next_a, of_b) = face::<R, V>(a, a.at(corner_b));
        let (next_b, of_a) = face::<R, V>(b, b.at(corner_a));
        let (by_a, by_b) = (beyond_a > a.outside, beyond_b > b.outside);
        if by_a | by_b {
            return Seen::Apart([by_a.then_some(face_a), by_b.then_some(face_b)]);
        }
        if (of_b < a.inside) | (of_a < b.inside) {
            return Seen::Together;
        }
        let (_, beyond_a) = front::<R, V>(a, next_a);
        let (_, beyond_b) = front::<R, V>(b, next_b);
        let (_, of_b) = face::<R, V>(a, a.at(before_a));
        let (_, of_a) = face::<R, V>(b, b.at(before_b));
        let (by_a, by_b) = (beyond_a > a.outside, beyond_b > b.outside);
        if by_a | by_b {
            return Seen::Apart([by_a.then_some(next_a), by_b.then_some(next_b)]);
        }
        if (of_b < a.inside) | (of_a < b.inside) {
            return Seen::Together;
        }
        Seen::Doubt([face_a, face_b], Some([next_a, next_b]))
    }
}

/// What the middles alone tell.
#[inline(always)]
pub(super) fn middles<R: Row<Four = LanesOf<V>>, V: Vector>([a, b]: [&View<'_, V>; 2]) -> Seen {
    let (face_a, of_b) = face::<R, V>(a, a.at(a.middle));
    let (face_b, of_a) = face::<R, V>(b, b.at(b.middle));
    if (of_b < a.inside) | (of_a < b.inside) {
        return Seen::Together;
    }
    Seen::Doubt([face_a, face_b], None)
}

/// The face by which the ray to a point leaves, and the product of its pole and the point: the gauge, scaled.
#[inline(always)]
fn face<R: Row<Four = LanesOf<V>>, V: Vector>(view: &View<'_, V>, point: V) -> (usize, V::Scalar) {
    let mut scan = Scan::<R>::along(point);
    for poles in view.polar.poles() {
        let [x, y, z] = [poles.lanes(0), poles.lanes(1), poles.lanes(2)];
        scan.ask([R::of(|k| x[k]), R::of(|k| y[k]), R::of(|k| z[k])]);
    }
    scan.end()
}

/// The other's corner that is least beyond a face, and its product with the face's pole.
#[inline(always)]
fn front<R: Row<Four = LanesOf<V>>, V: Vector>(view: &View<'_, V>, face: usize) -> (V, V::Scalar) {
    let pole = view.polar.pole(face);
    let (corner, reach) = corner::<R, V>(view.other, view.back.apply(-pole));
    (corner, pole.dot(view.way) - reach * view.scale)
}

/// The corner furthest along a direction, and their product.
#[inline(always)]
fn corner<R: Row<Four = LanesOf<V>>, V: Vector>(
    corners: &[Block<V>],
    direction: V,
) -> (V, V::Scalar) {
    let mut scan = Scan::<R>::along(direction);
    for two in corners.chunks(2) {
        // Of an odd number, the last again.
        let fours = [&two[0], &two[two.len() - 1]];
        let row = |i: usize| R::of(|part| fours[part].lanes(i));
        scan.ask([row(0), row(1), row(2)]);
    }
    let (index, reach) = scan.end();
    (corners[(index / 4).min(corners.len() - 1)].point(index), reach)
}

/// Looks for the greatest product with a direction, a row at a time.
struct Scan<R: Row> {
    along: [R; 3],
    most: R,
    /// In each place, the number of the row that `most` is of.
    holder: R,
    number: <R::Four as Lanes>::Scalar,
}

impl<R: Row> Scan<R>
where
    <R::Four as Lanes>::Scalar: Scalar,
{
    #[inline(always)]
    fn along<V: Vector>(direction: V) -> Self
    where
        R: Row<Four = LanesOf<V>>,
    {
        let zero = V::Scalar::ZERO;
        let along =
            [R::splat(direction.get(0)), R::splat(direction.get(1)), R::splat(direction.get(2))];
        let (most, holder) = (R::splat(-V::Scalar::INFINITY), R::splat(zero));
        Self { along, most, holder, number: zero }
    }

    #[inline(always)]
    fn ask(&mut self, [x, y, z]: [R; 3]) {
        let product = self.along[0].mul(x).add(self.along[1].mul(y)).add(self.along[2].mul(z));
        self.holder = self.most.if_less(product, R::splat(self.number), self.holder);
        self.most = self.most.max(product);
        self.number = self.number + <R::Four as Lanes>::Scalar::ONE;
    }

    /// The index of the point that has it, and the product.
    #[inline(always)]
    fn end(self) -> (usize, <R::Four as Lanes>::Scalar) {
        let most = self.most.most();
        let place = (self.most.holders(most).trailing_zeros() as usize).min(7);
        (8 * self.holder.at(place).to_f64() as usize + place, most)
    }
}
