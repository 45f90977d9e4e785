//! A part of a batch: what balls tell, then lanes, then the single query for what is left.

use super::boxes::{Cuboids, Told};
use super::hulls::Hulls;
use super::job::Found;
use super::library::{Kind, Member};
use super::pairs::{Pair, Pairs, Placed, checked, no_such_shape};
use super::part::{AT_ONCE, Part};
use crate::convex::placed::{At, Place};
use crate::error::Error;
use crate::kernel::gjk::Frame;
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::Real;
use crate::query::{self, Bracket, Space};
use crate::shape::Shape;
use crate::shortcut::{are_surely_apart, surely_meet};

/// A library of fewer shapes has its pairs sorted by shape, so that lanes keep their corners; of
/// more, few pairs in a row would share one.
const FEW_SHAPES: usize = 64;

/// Pairs of a part that are for lanes.
struct Queue {
    keys: [u64; AT_ONCE],
    len: usize,
}

impl Queue {
    fn new() -> Self {
        Self { keys: [0; AT_ONCE], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, key: u64) {
        self.keys[self.len] = key;
        self.len += 1;
    }

    /// The keys in their order.
    fn sorted(&mut self) -> &[u64] {
        let keys = &mut self.keys[..self.len];
        keys.sort_unstable();
        keys
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
                    hulls.push(self.key(&pair, [a, b], place));
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
        for &key in order {
            let place = key as usize % AT_ONCE;
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
                hulls.push(self.key(&pair, [a, b], place));
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
        for &key in order {
            let place = key as usize % AT_ONCE;
            out[place] = match self.measured(place, found[place])? {
                Some(known) => known,
                None => self.gap(place)?,
            };
        }
        Ok(())
    }

    /// What pairs for lanes are sorted by, and the place: the largest first, so that lanes side by
    /// side have as many corners; then by shape.
    #[inline(always)]
    fn key(&self, pair: &Pair<V>, of: [&Member<V>; 2], place: usize) -> u64 {
        let [a, b] = of.map(|member| 15 - member.eights[1] as u64);
        let shapes = if self.library.members.len() <= FEW_SHAPES {
            (pair.a.shape as u64) << 8 | pair.b.shape as u64
        } else {
            0
        };
        ((a << 4 | b) << 16 | shapes) * AT_ONCE as u64 + place as u64
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
