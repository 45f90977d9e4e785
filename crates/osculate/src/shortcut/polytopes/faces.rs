//! Two polytopes that know their faces: whether they intersect, by what they have towards each
//! other.
//!
//! Two questions are begun at once, and neither waits for the other. Which face of each looks to
//! the other's middle, and is all of the other beyond it? And which corner of each is furthest
//! towards the other's middle, and is it inside? Two thirds of pairs that are near each other are
//! told by the first, three quarters of those in contact by the second, after two scans each. Then
//! the one goes on from where the other ended: the faces that those corners are nearest to, the
//! corners that are least beyond those faces. That tells a third to half of the rest; what is left
//! has edges that cross.

use super::view::{Seen, View};
use crate::number::blocks::{Block, LanesOf};
use crate::number::lanes::{Lanes, Row};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// What the faces and corners that look to each other tell.
#[inline(always)]
pub(super) fn look<R: Row<Four = LanesOf<V>>, V: Vector>(
    [a, b]: [&View<'_, V>; 2],
    [corners_a, corners_b]: [&[Block<V>]; 2],
) -> Seen {
    let views = [a, b];
    let (face_a, of_b) = face::<R, V>(a, a.at(a.other.middle()));
    let (face_b, of_a) = face::<R, V>(b, b.at(b.other.middle()));
    let (corner_a, _) = furthest::<R, V>(corners_a, a.at(a.other.middle()));
    let (corner_b, _) = furthest::<R, V>(corners_b, b.at(b.other.middle()));
    if is_inside(views, [of_b, of_a]) {
        return Seen::Together;
    }
    let (before_a, beyond_a) = front::<R, V>(a, corners_b, face_a);
    let (before_b, beyond_b) = front::<R, V>(b, corners_a, face_b);
    if let Some(apart) = apart(views, [face_a, face_b], [beyond_a, beyond_b]) {
        return apart;
    }
    let (next_a, of_b) = face::<R, V>(a, a.at(corner_b));
    let (next_b, of_a) = face::<R, V>(b, b.at(corner_a));
    if is_inside(views, [of_b, of_a]) {
        return Seen::Together;
    }
    let (_, beyond_a) = front::<R, V>(a, corners_b, next_a);
    let (_, beyond_b) = front::<R, V>(b, corners_a, next_b);
    let (_, of_b) = face::<R, V>(a, a.at(before_a));
    let (_, of_a) = face::<R, V>(b, b.at(before_b));
    if is_inside(views, [of_b, of_a]) {
        return Seen::Together;
    }
    apart(views, [next_a, next_b], [beyond_a, beyond_b]).unwrap_or(Seen::Doubt)
}

/// What the middles alone tell.
#[inline(always)]
pub(super) fn middles<R: Row<Four = LanesOf<V>>, V: Vector>([a, b]: [&View<'_, V>; 2]) -> Seen {
    let (_, of_b) = face::<R, V>(a, a.at(a.other.middle()));
    let (_, of_a) = face::<R, V>(b, b.at(b.other.middle()));
    if is_inside([a, b], [of_b, of_a]) { Seen::Together } else { Seen::Doubt }
}

/// Whether a point of b with that product is inside a, or one of a inside b.
#[inline(always)]
fn is_inside<V: Vector>([a, b]: [&View<'_, V>; 2], [of_b, of_a]: [V::Scalar; 2]) -> bool {
    (of_b < a.inside) | (of_a < b.inside)
}

/// Whether the other is far enough beyond a face of each to be surely apart.
#[inline(always)]
fn apart<V: Vector>(
    views: [&View<'_, V>; 2],
    [face_a, face_b]: [usize; 2],
    [beyond_a, beyond_b]: [V::Scalar; 2],
) -> Option<Seen> {
    let (by_a, by_b) = (beyond_a > views[0].outside, beyond_b > views[1].outside);
    (by_a | by_b).then_some(Seen::Apart([by_a.then_some(face_a), by_b.then_some(face_b)]))
}

/// The face by which the ray to a point leaves, and the product of its pole and the point: the
/// gauge, scaled.
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
fn front<R: Row<Four = LanesOf<V>>, V: Vector>(
    view: &View<'_, V>,
    other: &[Block<V>],
    face: usize,
) -> (V, V::Scalar) {
    let pole = view.polar.pole(face);
    let (corner, reach) = furthest::<R, V>(other, view.back.apply(-pole));
    (corner, pole.dot(view.way) - reach * view.scale)
}

/// The coordinates of eight points.
#[inline(always)]
pub(super) fn rows_of<R: Row<Four = LanesOf<V>>, V: Vector>(fours: [&Block<V>; 2]) -> [R; 3] {
    let [one, other] = fours;
    let of = |i: usize, part: usize| if part == 0 { one.lanes(i) } else { other.lanes(i) };
    [R::of(|part| of(0, part)), R::of(|part| of(1, part)), R::of(|part| of(2, part))]
}

/// The corner furthest along a direction, and their product.
#[inline(always)]
fn furthest<R: Row<Four = LanesOf<V>>, V: Vector>(
    corners: &[Block<V>],
    direction: V,
) -> (V, V::Scalar) {
    let mut scan = Scan::<R>::along(direction);
    for two in corners.chunks(2) {
        // Of an odd number, the last again.
        scan.ask(rows_of([&two[0], &two[two.len() - 1]]));
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
