//! Rows of numbers that may be longer than [`Lanes`], for work in which nothing waits for anything:
//! the longer the row, the sooner it is done.
//!
//! Eight `f32` are one register where there is AVX2, which most x86-64 machines have and none must:
//! so the machine is asked, once. Elsewhere, and of `f64`, they are two fours. The operations are
//! the same, number by number, and so are the bits.

use super::Lanes;

/// Four numbers, or eight, or more; every operation works number by number.
pub trait Row: Copy {
    /// A part of it.
    type Four: Lanes;
    /// How many parts it has.
    const FOURS: usize;

    /// The row of parts, by their numbers.
    fn of(part: impl Fn(usize) -> Self::Four) -> Self;
    /// The part with this number.
    fn part(&self, k: usize) -> Self::Four;
    /// The row of these numbers, of which it has eight.
    fn of_eight(numbers: &[<Self::Four as Lanes>::Scalar; 8]) -> Self;
    /// Its numbers, of which it has eight.
    fn to_eight(self) -> [<Self::Four as Lanes>::Scalar; 8];
    /// The same number everywhere.
    fn splat(value: <Self::Four as Lanes>::Scalar) -> Self;
    /// One number in the first half of the parts, another in the second.
    #[inline(always)]
    fn pair(first: <Self::Four as Lanes>::Scalar, second: <Self::Four as Lanes>::Scalar) -> Self {
        Self::of(|k| Self::Four::splat(if 2 * k < Self::FOURS { first } else { second }))
    }
    /// The number with this place, up to 3, of each part, everywhere in that part.
    fn spread(self, place: usize) -> Self;
    /// `self + other`.
    fn add(self, other: Self) -> Self;
    /// `self − other`.
    fn sub(self, other: Self) -> Self;
    /// `self · other`.
    fn mul(self, other: Self) -> Self;
    /// `self / other`.
    fn div(self, other: Self) -> Self;
    /// The square roots.
    fn sqrt(self) -> Self;
    /// `yes` where `self` is less than `than`, `no` where it is not.
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self;
    /// A bit for each number that is equal to `value`, the first lowest.
    fn holders(self, value: <Self::Four as Lanes>::Scalar) -> u32;
    /// A bit for each number that is greater, the first lowest.
    fn greater(self, other: Self) -> u32;
    /// The number in this place.
    fn at(&self, place: usize) -> <Self::Four as Lanes>::Scalar;
    /// The greater of each; `other` where either is not a number.
    fn max(self, other: Self) -> Self;
    /// The lesser of each; `other` where either is not a number.
    fn min(self, other: Self) -> Self;

    /// The greatest of all.
    #[inline(always)]
    fn most(self) -> <Self::Four as Lanes>::Scalar {
        let most = (1..Self::FOURS).fold(self.part(0), |most, k| most.max(self.part(k)));
        most.max_across().to_array()[0]
    }
    /// The least of all.
    #[inline(always)]
    fn least(self) -> <Self::Four as Lanes>::Scalar {
        let least = (1..Self::FOURS).fold(self.part(0), |least, k| least.min(self.part(k)));
        least.min_across().to_array()[0]
    }
}

/// Work on rows.
pub trait Work<L: Lanes> {
    /// What comes of it.
    type Answer;
    /// Does it by rows of some kind. It must be inlined, with all that it calls, to be compiled for
    /// the machine it runs on. A closure that takes or makes a row is not surely inlined, and where
    /// it is not, each operation in it is a call: functions are, by `inline(always)`.
    fn by<R: Row<Four = L>>(self) -> Self::Answer;
}

/// Parts side by side.
#[derive(Clone, Copy)]
pub struct Fours<L, const N: usize>([L; N]);

impl<L: Lanes, const N: usize> Fours<L, N> {
    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(L, L) -> L) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        self
    }
}

impl<L: Lanes, const N: usize> Row for Fours<L, N> {
    type Four = L;
    const FOURS: usize = N;

    #[inline(always)]
    fn of(part: impl Fn(usize) -> L) -> Self {
        Self(core::array::from_fn(part))
    }
    #[inline(always)]
    fn part(&self, k: usize) -> L {
        self.0[k]
    }
    #[inline(always)]
    fn of_eight(&[a, b, c, d, e, f, g, h]: &[L::Scalar; 8]) -> Self {
        let halves = [L::from_array([a, b, c, d]), L::from_array([e, f, g, h])];
        let mut row = Self([halves[0]; N]);
        for (k, part) in row.0.iter_mut().enumerate() {
            *part = halves[k % 2];
        }
        row
    }
    #[inline(always)]
    fn to_eight(self) -> [L::Scalar; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0[0].to_array(), self.0[1 % N].to_array());
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn splat(value: L::Scalar) -> Self {
        Self([L::splat(value); N])
    }
    #[inline(always)]
    fn spread(self, place: usize) -> Self {
        Self(self.0.map(|part| L::splat(part.as_array()[place])))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, L::add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, L::sub)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, L::mul)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, L::div)
    }
    #[inline(always)]
    fn sqrt(mut self) -> Self {
        for part in &mut self.0 {
            *part = part.sqrt();
        }
        self
    }
    #[inline(always)]
    fn if_less(self, than: Self, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k].if_less(than.0[k], yes.0[k], no.0[k])))
    }
    #[inline(always)]
    fn holders(self, value: L::Scalar) -> u32 {
        L::holders(self.0, L::splat(value))
    }
    #[inline(always)]
    fn greater(self, other: Self) -> u32 {
        (0..N).fold(0, |mask, k| mask | self.0[k].greater(other.0[k]) << (4 * k))
    }
    #[inline(always)]
    fn at(&self, place: usize) -> L::Scalar {
        self.0[place / 4 % N].as_array()[place % 4]
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, L::max)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, L::min)
    }
}

/// Does work by two fours. By itself, as it is large.
#[inline(never)]
pub(super) fn by_two_fours<L: Lanes, W: Work<L>>(work: W) -> W::Answer {
    work.by::<Fours<L, 2>>()
}
