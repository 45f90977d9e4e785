//! A part of a batch: what balls tell, then lanes, then the single query for what is left.

use super::boxes::{Cuboids, Told};
use super::hulls::Hulls;
use super::job::Found;
use super::library::{Kind, Member, RANKS};
use super::pairs::{Pair, Pairs, Placed, checked, no_such_shape};
use super::part::{AT_ONCE, Part};
use crate::convex::placed::{At, Place};
use crate::kernel::gjk::Frame;
use crate::number::blocks::LanesOf;
use crate::number::error::Error;
use crate::number::lanes::Lanes;
use crate::number::vector::Real;
use crate::query::{self, Bracket, Space};
use crate::shape::Shape;
use crate::shortcut::{are_surely_apart, surely_meet};

/// Pairs of a part that are for lanes.
struct Queue {
    /// Their places, and the ranks of their shapes.
    places: [u16; AT_ONCE],
    ranks: [[u8; 2]; AT_ONCE],
    len: usize,
    sorted: [u16; AT_ONCE],
}

impl Queue {
    fn new() -> Self {
        let places = [0; AT_ONCE];
        Self { places, ranks: [[0; 2]; AT_ONCE], len: 0, sorted: places }
    }

    #[inline(always)]
    fn push(&mut self, place: usize, ranks: [usize; 2]) {
        self.places[self.len] = place as u16;
        self.ranks[place] = ranks.map(|rank| rank as u8);
        self.len += 1;
    }

    /// The places in the order of a's rank, and of b's where that is the same.
    fn sorted(&mut self) -> &[u16] {
        let Self { places, ranks, len, sorted } = self;
        let (places, sorted) = (&mut places[..*len], &mut sorted[..*len]);
        by_rank(places, sorted, |place| ranks[place][1]);
        by_rank(sorted, places, |place| ranks[place][0]);
        places
    }
}

/// Places in the order of their ranks. Those of one rank stay in their order.
fn by_rank(from: &[u16], to: &mut [u16], rank: impl Fn(usize) -> u8) {
    let mut starts = [0_u16; RANKS + 1];
    for &place in from {
        starts[usize::from(rank(usize::from(place))) + 1] += 1;
    }
    for k in 0..RANKS {
        starts[k + 1] += starts[k];
    }
    for &place in from {
        let start = &mut starts[usize::from(rank(usize::from(place)))];
        to[usize::from(*start)] = place;
        *start += 1;
    }
}

impl<V: Space, P: Pairs<V> + ?Sized> Part<'_, V, P> {
    /// Whether each pair intersects.
    pub fn intersects(&self, out: &mut [bool]) -> Result<(), Error> {
        let (mut cuboids, mut hulls) = (Cuboids::<V>::new(), Queue::new());
        for place in 0..out.len() {
            let pair = self.pairs.pair(self.first + place)?;
            let [a, b] = self.members(&pair, place)?;
            let way = pair.b.pose.translation() - pair.a.pose.translation();
            let radius = a.radius + b.radius;
            if are_surely_apart(way, (a.extent + b.extent) + radius) {
                out[place] = false;
                continue;
            }
            if surely_meet(way, a.inner_extent + b.inner_extent + radius) {
                out[place] = true;
                continue;
            }
            match (a.kind, b.kind) {
                (Kind::Cuboid, Kind::Cuboid) => {
                    let (halves, extents) = ([a.half, b.half], [a.extent, b.extent]);
                    let poses = [&pair.a.pose, &pair.b.pose];
                    if cuboids.push(place, poses, halves, extents) {
                        self.ask_cuboids(&mut cuboids, out)?;
                    }
                }
                (Kind::Hull | Kind::Cuboid, Kind::Hull | Kind::Cuboid) if V::DIM == 3 => {
                    hulls.push(place, [a.rank, b.rank]);
                }
                _ => out[place] = self.verdict(place)?,
            }
        }
        self.ask_cuboids(&mut cuboids, out)?;
        if hulls.len == 0 {
            return Ok(());
        }
        let mut found = [Found::Open; AT_ONCE];
        let order = hulls.sorted();
        LanesOf::<V>::by_eights(Hulls { part: self, order, verdict: true, found: &mut found });
        for place in order.iter().map(|&place| usize::from(place)) {
            out[place] = match found[place] {
                Found::Open => self.verdict(place)?,
                Found::Apart(..) => false,
                Found::Together => true,
            };
        }
        Ok(())
    }

    /// The distance of each pair.
    pub fn distance(&self, out: &mut [Bracket<V::Scalar>]) -> Result<(), Error> {
        let mut hulls = Queue::new();
        for (place, to) in out.iter_mut().enumerate() {
            let pair = self.pairs.pair(self.first + place)?;
            let [a, b] = self.members(&pair, place)?;
            let way = pair.b.pose.translation() - pair.a.pose.translation();
            let radius = a.radius + b.radius;
            // Of ordinary sizes; others are scaled before their balls are asked.
            let frame = || Frame::of_flat(way, [a.extent, b.extent]);
            if surely_meet(way, a.inner_extent + b.inner_extent + radius)
                && let Some(Frame { band, unit, .. }) = frame()
            {
                let zero = V::Scalar::ZERO;
                *to = Bracket::around_known(zero, zero, band, unit, radius);
            } else if V::DIM == 3 && a.kind != Kind::Other && b.kind != Kind::Other {
                hulls.push(place, [a.rank, b.rank]);
            } else {
                *to = self.gap(place)?;
            }
        }
        if hulls.len == 0 {
            return Ok(());
        }
        let mut found = [Found::Open; AT_ONCE];
        let order = hulls.sorted();
        LanesOf::<V>::by_eights(Hulls { part: self, order, verdict: false, found: &mut found });
        for place in order.iter().map(|&place| usize::from(place)) {
            out[place] = match self.measured(place, found[place])? {
                Some(known) => known,
                None => self.gap(place)?,
            };
        }
        Ok(())
    }

    /// What is known of the two shapes of a pair.
    #[inline(always)]
    fn members(&self, pair: &Pair<V>, place: usize) -> Result<[&Member<V>; 2], Error> {
        let members = &self.library.members;
        let bad = |shape| no_such_shape(shape, self.first + place);
        let a = members.get(pair.a.shape).ok_or_else(|| bad(pair.a.shape))?;
        let b = members.get(pair.b.shape).ok_or_else(|| bad(pair.b.shape))?;
        Ok([a, b])
    }

    /// What the single query says of a pair.
    #[inline(never)]
    fn verdict(&self, place: usize) -> Result<bool, Error> {
        let Pair { a, b } = self.pairs.pair(self.first + place)?;
        Ok(query::intersects(self.shape(a, place)?, self.shape(b, place)?))
    }

    /// The same of its distance.
    #[inline(never)]
    fn gap(&self, place: usize) -> Result<Bracket<V::Scalar>, Error> {
        let Pair { a, b } = self.pairs.pair(self.first + place)?;
        Ok(query::distance(self.shape(a, place)?, self.shape(b, place)?))
    }

    fn shape(&self, placed: Placed<V>, place: usize) -> Result<At<V, &Shape<V>>, Error> {
        checked(self.shapes, placed.shape, self.first + place).map(|shape| shape.at(placed.pose))
    }

    /// Asks the cuboids, which are then forgotten.
    fn ask_cuboids(&self, cuboids: &mut Cuboids<V>, out: &mut [bool]) -> Result<(), Error> {
        if cuboids.places().is_empty() {
            return Ok(());
        }
        let Told { apart, together } = LanesOf::<V>::by_eights(&*cuboids);
        for (lane, &place) in cuboids.places().iter().enumerate() {
            out[place] = if (apart | together) >> lane & 1 == 1 {
                together >> lane & 1 == 1
            } else {
                self.verdict(place)?
            };
        }
        cuboids.clear();
        Ok(())
    }

    /// The bracket of what lanes found; `None` where they found nothing.
    fn measured(
        &self,
        place: usize,
        found: Found<V::Scalar>,
    ) -> Result<Option<Bracket<V::Scalar>>, Error> {
        let (lower, upper) = match found {
            Found::Open => return Ok(None),
            Found::Apart(lower, upper) => (lower, upper),
            Found::Together => (V::Scalar::ZERO, V::Scalar::ZERO),
        };
        let pair = self.pairs.pair(self.first + place)?;
        let [a, b] = self.members(&pair, place)?;
        let way = pair.b.pose.translation() - pair.a.pose.translation();
        let frame = Frame::of_flat(way, [a.extent, b.extent]);
        let radius = a.radius + b.radius;
        Ok(frame.map(|Frame { band, unit, .. }| {
            Bracket::around_known(lower, upper, band, unit, radius)
        }))
    }
}
