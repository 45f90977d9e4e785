//! The planes that an Extrusion's cross-sections lie in (VRML97, 6.18.2 and 6.18.3).
//!
//! At each point y is along the spine, and z out of its bend, as far as there is one. A bend counts
//! if it is more than what its coordinates have been rounded by: a straight spine at a slant is
//! never quite straight in a file. What the standard leaves open is chosen so: where a spine turns
//! back on itself y is the way that it came, and half a turn from y to a straight spine is about z.

use osculate::DVec3;
use osculate::glam::DMat3;

/// The axes of the cross-section's plane at each point of a spine.
pub fn planes(points: &[DVec3]) -> Vec<DMat3> {
    let rounding = Rounding::of(points);
    let size = points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    // Nothing below leaves the range of numbers then, and no square vanishes.
    let scaled = |p: DVec3| if size > 0.0 { p / size } else { p };
    let mut spine = Spine { places: Vec::new(), closed: false, rounding: rounding.over(size) };
    // The place of each point: points that coincide have one.
    let mut place_of = Vec::new();
    for point in points.iter().copied().map(scaled) {
        if !spine.places.last().is_some_and(|last| spine.coincide(*last, point)) {
            spine.places.push(point);
        }
        place_of.push(spine.places.len() - 1);
    }
    if let [first, .., last] = spine.places[..]
        && spine.coincide(first, last)
    {
        spine.closed = true;
        spine.places.pop();
    }
    let planes = spine.planes();
    // Of a closed spine the last point has the first one's plane.
    place_of.into_iter().map(|place| planes[place % planes.len()]).collect()
}

/// The points of a spine, of size 1; of a closed one without the last.
struct Spine {
    places: Vec<DVec3>,
    closed: bool,
    rounding: Rounding,
}

impl Spine {
    fn planes(&self) -> Vec<DMat3> {
        let n = self.places.len();
        let bends = |counts: &dyn Fn([DVec3; 3]) -> bool| -> Vec<Option<Bend>> {
            let bend = |k: usize| {
                let corner = [self.before(k)?, self.places[k], self.after(k)?];
                if counts(corner) { self.bend(corner) } else { None }
            };
            (0..n).map(bend).collect()
        };
        let mut bends_at = bends(&|corner| !self.are_in_line(corner));
        if bends_at.iter().all(Option::is_none) {
            if let Some(way) = self.straight() {
                return vec![from_y(way); n];
            }
            // An arc so fine that no bend of it counts alone.
            bends_at = bends(&|_| true);
        }
        let Some(mut last) = bends_at.iter().find_map(|bend| *bend) else {
            return vec![DMat3::IDENTITY; n];
        };
        let mut planes = Vec::new();
        for (k, bend) in bends_at.into_iter().enumerate() {
            let own = bend.unwrap_or(last);
            // Planes at a right angle turn nothing round, whatever rounding says of them.
            let is_flipped = own.z.dot(last.z) < -(own.doubt + last.doubt);
            last = Bend { z: if is_flipped { -own.z } else { own.z }, ..own };
            let y = self.along(k);
            // Bends that do not count may have turned y away from the plane that z is normal to.
            let x = y.cross(last.z).try_normalize().unwrap_or_else(|| y.any_orthonormal_vector());
            planes.push(DMat3::from_cols(x, y, x.cross(y)));
        }
        planes
    }

    /// The bend from a point by the next to a third, if there is any.
    fn bend(&self, [before, at, after]: [DVec3; 3]) -> Option<Bend> {
        let (way, back) = (after - at, before - at);
        let cross = way.cross(back);
        let longest = way.length().max(back.length()).max(before.distance(after));
        let z = cross.try_normalize()?;
        // How far the points may stand out of their plane, over the triangle's height: each is off
        // by √3 times its coordinates' rounding at most.
        let doubt = 6.0 * self.rounding.at(1.0) * longest / cross.length();
        Some(Bend { z, doubt: doubt.min(MOST_DOUBT) })
    }

    fn before(&self, k: usize) -> Option<DVec3> {
        let last = if self.closed { self.places.last() } else { None };
        if k > 0 { Some(self.places[k - 1]) } else { last.copied() }
    }

    fn after(&self, k: usize) -> Option<DVec3> {
        let first = if self.closed { self.places.first() } else { None };
        self.places.get(k + 1).or(first).copied()
    }

    /// The unit vector along the spine.
    fn along(&self, k: usize) -> DVec3 {
        let at = self.places[k];
        let way = match (self.before(k), self.after(k)) {
            (Some(before), Some(after)) if self.coincide(before, after) => at - before,
            (before, after) => after.unwrap_or(at) - before.unwrap_or(at),
        };
        way.normalize_or(DVec3::Y)
    }

    /// The way of a spine that is straight as a whole.
    fn straight(&self) -> Option<DVec3> {
        let furthest = |from: DVec3| {
            let away = |p: &&DVec3| p.distance_squared(from);
            self.places.iter().max_by(|p, q| away(p).total_cmp(&away(q))).copied()
        };
        let (first, second) = (self.places.first()?, self.places.get(1));
        let end = furthest(*first)?;
        let start = furthest(end)?;
        if !self.places.iter().all(|p| self.is_between(*p, start, end)) {
            return None;
        }
        // From end to end it is the least rounded; its first step says which way it goes.
        let way = end - start;
        let way = if second.is_some_and(|p| (p - first).dot(way) < 0.0) { -way } else { way };
        Some(way.normalize_or(DVec3::Y))
    }

    fn are_in_line(&self, [p, q, r]: [DVec3; 3]) -> bool {
        self.is_between(q, p, r) || self.is_between(p, q, r) || self.is_between(r, p, q)
    }

    /// Whether a point of the segment may be the point, for all that rounding tells.
    fn is_between(&self, point: DVec3, a: DVec3, b: DVec3) -> bool {
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for axis in 0..3 {
            let (way, gap) = (b[axis] - a[axis], point[axis] - a[axis]);
            let ends = self.rounding.at(a[axis]).max(self.rounding.at(b[axis]));
            let doubt = self.rounding.at(point[axis]) + ends;
            if way == 0.0 {
                if gap.abs() > doubt {
                    return false;
                }
                continue;
            }
            let (s, t) = ((gap - doubt) / way, (gap + doubt) / way);
            (low, high) = (low.max(s.min(t)), high.min(s.max(t)));
        }
        low <= high
    }

    fn coincide(&self, a: DVec3, b: DVec3) -> bool {
        let doubt = |axis: usize| self.rounding.at(a[axis]) + self.rounding.at(b[axis]);
        (0..3).all(|axis| (a[axis] - b[axis]).abs() <= doubt(axis))
    }
}

/// Out of a bend.
#[derive(Clone, Copy)]
struct Bend {
    /// A unit vector.
    z: DVec3,
    /// By how much its products with unit vectors may be off.
    doubt: f64,
}

/// However little of a bend is known, its opposite is told from it: two doubts are less than 1.
const MOST_DOUBT: f64 = 0.25;

/// The shortest turn from y to a unit vector.
fn from_y(way: DVec3) -> DMat3 {
    let across = DVec3::Y.cross(way);
    let axis = across.try_normalize().unwrap_or(DVec3::Z);
    DMat3::from_axis_angle(axis, across.length().atan2(way.y))
}

/// By how much the coordinates of a list may have been rounded before they were read.
struct Rounding {
    /// Any of them.
    each: f64,
    /// More, as a share of the coordinate.
    share: f64,
}

/// Two roundings of single precision, which the standard's numbers have, as a share of the largest
/// coordinate: that of a product or sum, and that of the number.
const SINGLE: f64 = 1.0 / (1 << 23) as f64;

/// Half a unit of the sixth digit, as a share of a number that begins with 1: programs write single
/// precision with six digits.
const SIX_DIGITS: f64 = 5e-6;

impl Rounding {
    /// What the numbers show. Where none has more than six digits, each may be rounded to them.
    /// Where they have so many decimals, the last of these may be rounded; at most by what six
    /// digits of the largest would.
    fn of(points: &[DVec3]) -> Self {
        let (mut most_digits, mut most_decimals, mut size) = (0, 0, 0.0f64);
        for x in points.iter().flat_map(DVec3::to_array) {
            let text = format!("{:e}", x.abs());
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let digits = digits.bytes().filter(u8::is_ascii_digit).count() as i32;
            let exponent: i32 = exponent.parse().unwrap_or(0);
            most_digits = most_digits.max(digits);
            most_decimals = most_decimals.max(digits - 1 - exponent);
            size = size.max(x.abs());
        }
        let decimals = (0.5 * 10f64.powi(-most_decimals)).min(SIX_DIGITS * size);
        let share = if most_digits <= 6 { SIX_DIGITS } else { 0.0 };
        Self { each: decimals + SINGLE * size, share }
    }

    /// The same of the coordinates over a size.
    fn over(self, size: f64) -> Self {
        let each = if size > 0.0 { self.each / size } else { 0.0 };
        Self { each, ..self }
    }

    fn at(&self, coordinate: f64) -> f64 {
        self.each + self.share * coordinate.abs()
    }
}
