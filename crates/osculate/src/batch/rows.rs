//! Vectors whose coordinates are rows: eight vectors at once.

use crate::number::blocks::LanesOf;
use crate::number::lanes::{Lanes, Row};
use crate::number::vector::Vector;

/// Eight vectors.
pub(super) type Rows<R> = [R; 3];

/// The numbers of a row.
pub(super) type Numbers<R> = [<<R as Row>::Four as Lanes>::Scalar; 8];

/// Eight vectors by the numbers of their coordinates.
#[inline(always)]
pub(super) fn rows_at<R: Row>(numbers: &[Numbers<R>; 3]) -> Rows<R> {
    [R::of_eight(&numbers[0]), R::of_eight(&numbers[1]), R::of_eight(&numbers[2])]
}

/// The numbers of their coordinates.
#[inline(always)]
pub(super) fn put<R: Row>(rows: Rows<R>, to: &mut [Numbers<R>; 3]) {
    to[0] = rows[0].to_eight();
    to[1] = rows[1].to_eight();
    to[2] = rows[2].to_eight();
}

/// The magnitudes.
#[inline(always)]
pub(super) fn abs<R: Row<Four = LanesOf<V>>, V: Vector>(of: R) -> R {
    use crate::number::vector::Real;
    of.max(R::splat(V::Scalar::ZERO).sub(of))
}

#[inline(always)]
pub(super) fn add<R: Row>(a: Rows<R>, b: Rows<R>) -> Rows<R> {
    [a[0].add(b[0]), a[1].add(b[1]), a[2].add(b[2])]
}

#[inline(always)]
pub(super) fn sub<R: Row>(a: Rows<R>, b: Rows<R>) -> Rows<R> {
    [a[0].sub(b[0]), a[1].sub(b[1]), a[2].sub(b[2])]
}

#[inline(always)]
pub(super) fn times<R: Row>(a: Rows<R>, by: R) -> Rows<R> {
    [a[0].mul(by), a[1].mul(by), a[2].mul(by)]
}

#[inline(always)]
pub(super) fn dot<R: Row>(a: Rows<R>, b: Rows<R>) -> R {
    a[0].mul(b[0]).add(a[1].mul(b[1])).add(a[2].mul(b[2]))
}

#[inline(always)]
pub(super) fn cross<R: Row>(a: Rows<R>, b: Rows<R>) -> Rows<R> {
    [
        a[1].mul(b[2]).sub(b[1].mul(a[2])),
        a[2].mul(b[0]).sub(b[2].mul(a[0])),
        a[0].mul(b[1]).sub(b[0].mul(a[1])),
    ]
}

/// `yes` where `number` is less than `than`, `no` where it is not.
#[inline(always)]
pub(super) fn pick<R: Row>(number: R, than: R, yes: Rows<R>, no: Rows<R>) -> Rows<R> {
    [
        number.if_less(than, yes[0], no[0]),
        number.if_less(than, yes[1], no[1]),
        number.if_less(than, yes[2], no[2]),
    ]
}
