//! A part of a batch: what balls tell, then lanes, then the single query for what is left.

use arrayvec::ArrayVec;

use super::boxes::{Cuboids, LANES, Told};
use super::hulls::{Hulls, JOBS};
use super::job::{Found, Job};
use super::library::{Kind, Library, Member};
use super::pairs::{Pair, Pairs, Placed, checked, no_such_shape};
use crate::convex::placed::{At, Place};
use crate::error::Error;
use crate::kernel::gjk::Frame;
use crate::number::blocks::LanesOf;
use crate::number::lanes::Lanes;
use crate::number::vector::{Real, Vector};
use crate::query::{self, Bracket, Space};
use crate::shape::Shape;
use crate::shortcut::{are_surely_apart, surely_meet};

/// A library of fewer shapes has its pairs sorted by shape, so that lanes keep their corners; of
/// more, few pairs in a row would share one.
const FEW_SHAPES: usize = 64;

/// Pairs of one part, whose answers stand in a list of the caller's.
pub(super) struct Part<'p, V: Vector, P: ?Sized> {
    pub shapes: &'p [Shape<V>],
    pub library: &'p Library<V>,
    pub pairs: &'p P,
    /// The number of the first.
    pub first: usize,
}

impl<V: Space, P: Pairs<V> + ?Sized> Part<'_, V, P> {
    /// Whether each pair intersects.
    pub fn intersects(&self, out: &mut [bool]) -> Result<(), Error> {
        let mut boxes = ArrayVec::<Job<V>, LANES>::new();
        let mut hulls = ArrayVec::<Job<V>, JOBS>::new();
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
                    boxes.push(job(&pair, place, way));
                    if boxes.is_full() {
                        self.ask_boxes(&boxes, out)?;
                        boxes.clear();
                    }
                }
                (Kind::Hull | Kind::Cuboid, Kind::Hull | Kind::Cuboid) if V::DIM == 3 => {
                    hulls.push(job(&pair, place, way));
                    if hulls.is_full() {
                        self.ask_hulls(&hulls, true, |job, found| self.decide(job, found, out))?;
                        hulls.clear();
                    }
                }
                _ => out[place] = self.verdict(place)?,
            }
        }
        if !boxes.is_empty() {
            self.ask_boxes(&boxes, out)?;
        }
        self.ask_hulls(&hulls, true, |job, found| self.decide(job, found, out))
    }

    /// The distance of each pair.
    pub fn distance(&self, out: &mut [Bracket<V::Scalar>]) -> Result<(), Error> {
        let mut hulls = ArrayVec::<Job<V>, JOBS>::new();
        for place in 0..out.len() {
            let pair = self.pairs.pair(self.first + place)?;
            let [a, b] = self.members(&pair, place)?;
            if V::DIM == 3 && a.kind != Kind::Other && b.kind != Kind::Other {
                let way = pair.b.pose.translation() - pair.a.pose.translation();
                hulls.push(job(&pair, place, way));
                if hulls.is_full() {
                    self.ask_hulls(&hulls, false, |job, found| self.measure(job, found, out))?;
                    hulls.clear();
                }
            } else {
                out[place] = self.gap(place)?;
            }
        }
        self.ask_hulls(&hulls, false, |job, found| self.measure(job, found, out))
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

    fn ask_boxes(&self, boxes: &[Job<V>], out: &mut [bool]) -> Result<(), Error> {
        // Where there are fewer than lanes, the last again.
        let jobs: [&Job<V>; LANES] = core::array::from_fn(|lane| &boxes[lane.min(boxes.len() - 1)]);
        let members = jobs.map(|job| job.members.map(|member| &self.library.members[member]));
        let halves = members.map(|[a, b]| [a.half, b.half]);
        let mut bands = [V::Scalar::ZERO; LANES];
        let mut is_scaled = 0_u32;
        for lane in 0..LANES {
            let [a, b] = members[lane];
            match Frame::of_flat(jobs[lane].offset, [a.extent, b.extent]) {
                Some(frame) => bands[lane] = frame.band,
                None => is_scaled |= 1 << lane,
            }
        }
        let Told { apart, together } = LanesOf::<V>::by_eights(Cuboids { jobs, halves, bands });
        for (lane, job) in boxes.iter().enumerate() {
            let told = (apart | together) & !is_scaled;
            out[job.place] = if told >> lane & 1 == 1 {
                together >> lane & 1 == 1
            } else {
                self.verdict(job.place)?
            };
        }
        Ok(())
    }

    /// What lanes find of each job.
    fn ask_hulls(
        &self,
        jobs: &[Job<V>],
        verdict: bool,
        mut tell: impl FnMut(&Job<V>, Found<V::Scalar>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if jobs.is_empty() {
            return Ok(());
        }
        let members = &self.library.members;
        let is_sorted_by_shape = members.len() <= FEW_SHAPES;
        let order: ArrayVec<u64, JOBS> = (0_u64..)
            .zip(jobs)
            .map(|(number, job)| {
                let [a, b] = job.members;
                let size = |member: usize| members[member].eights[1] as u64;
                let sizes = (15 - size(a)) << 4 | (15 - size(b));
                let shapes = if is_sorted_by_shape { (a as u64) << 8 | b as u64 } else { 0 };
                (sizes << 16 | shapes) * JOBS as u64 + number
            })
            .collect();
        let mut order = order;
        order.sort_unstable();
        let mut found = [Found::Open; JOBS];
        let library = self.library;
        LanesOf::<V>::by_eights(Hulls { library, jobs, order: &order, verdict, found: &mut found });
        for (job, found) in jobs.iter().zip(found) {
            tell(job, found)?;
        }
        Ok(())
    }

    fn decide(&self, job: &Job<V>, found: Found<V::Scalar>, out: &mut [bool]) -> Result<(), Error> {
        out[job.place] = match found {
            Found::Open => self.verdict(job.place)?,
            Found::Apart(..) => false,
            Found::Together => true,
        };
        Ok(())
    }

    fn measure(
        &self,
        job: &Job<V>,
        found: Found<V::Scalar>,
        out: &mut [Bracket<V::Scalar>],
    ) -> Result<(), Error> {
        let [a, b] = job.members.map(|member| &self.library.members[member]);
        let (radius, zero) = (a.radius + b.radius, V::Scalar::ZERO);
        let frame = Frame::of_flat(job.offset, [a.extent, b.extent]);
        let around = |lower, upper| {
            let Frame { band, unit, .. } = frame?;
            Some(Bracket::around_known(lower, upper, band, unit, radius))
        };
        let known = match found {
            Found::Open => None,
            Found::Apart(lower, upper) => around(lower, upper),
            Found::Together => around(zero, zero),
        };
        out[job.place] = match known {
            Some(known) => known,
            None => self.gap(job.place)?,
        };
        Ok(())
    }
}

#[inline(always)]
fn job<V: Vector>(pair: &Pair<V>, place: usize, offset: V) -> Job<V> {
    let Pair { a, b } = pair;
    let [turn_a, turn_b] = [a.pose, b.pose].map(|pose| pose.rotation().matrix());
    Job { place, members: [a.shape, b.shape], turn_a, turn_b, offset }
}
