//! Where two shapes touch: from one normal to a few points that hold them apart.
//!
//! Along the normal of the signed distance each shape shows the other a patch: a face, an edge or a
//! corner. Both are seen along the normal; where they overlap in that view, the shapes touch or
//! nearly do. The corners of the overlap are the contact points, each with the distance between the
//! two patches there. Corner, edge and face contacts need no cases of their own: a tilted face has
//! its corners far off, which the margin leaves out.
//!
//! A point is named by what it lies on: corners of one patch, or crossings of two edges. So a
//! solver finds the same point in the next frame.

use arrayvec::ArrayVec;

use crate::convex::Convex;
use crate::gjk::Ended;
use crate::patch::{Corner, MOST_CORNERS, Patch};
use crate::query::{Query, SignedDistance, Space, Start};
use crate::vector::{Linear, Real, Scalar, Vector};

/// Points of a contact in space; in the plane there are at most 2.
pub const MOST_POINTS: usize = 4;

/// What part of a shape a contact point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// The corner of this name.
    Corner(u32),
    /// The edge between the corners of these names, the lesser first.
    Edge(u32, u32),
    /// The inside of a face; or of anything whose corners have no names.
    Face,
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<V: Vector> {
    /// The point of a.
    pub on_a: V,
    /// The point of b: `on_b − on_a` is `distance` times the normal.
    pub on_b: V,
    /// How far apart the shapes are here; negative where they overlap.
    pub distance: <V as Linear>::Scalar,
    /// What `on_a` lies on.
    pub feature_a: Feature,
    /// What `on_b` lies on.
    pub feature_b: Feature,
}

/// A contact: a normal, and up to four points.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The unit normal, from a to b.
    pub normal: V,
    /// The signed distance of the shapes as a whole.
    pub signed_distance: SignedDistance<V>,
    points: ArrayVec<ContactPoint<V>, MOST_POINTS>,
}

impl<V: Vector> Contact<V> {
    /// The points, the deepest first.
    pub fn points(&self) -> &[ContactPoint<V>] {
        &self.points
    }
}

/// The contact of two shapes that are no further apart than `margin`; `None` if they are.
///
/// ```
/// use osculate::{contact, shape::Cuboid, Place, Pose, Vec3};
/// let crate_ = Cuboid::new(Vec3::splat(0.5))?;
/// let floor = Cuboid::new(Vec3::new(10.0, 1.0, 10.0))?;
/// let standing = crate_.at(Pose::from_translation(Vec3::new(0.0, 1.49, 0.0))?);
/// let touch = contact(floor, standing, 0.0).unwrap();
/// assert_eq!(touch.points().len(), 4);
/// assert!(touch.points().iter().all(|p| (p.distance + 0.01).abs() < 1e-6));
/// # Ok::<(), osculate::Error>(())
/// ```
pub fn contact<V: Space>(
    a: impl Convex<V>,
    b: impl Convex<V>,
    margin: V::Scalar,
) -> Option<Contact<V>> {
    Query::new(a, b).contact(margin)
}

impl<V: Space, A: Convex<V>, B: Convex<V>, S: Start<V>> Query<V, A, B, S> {
    /// [`contact`](crate::contact()).
    pub fn contact(self, margin: V::Scalar) -> Option<Contact<V>> {
        let (a, b, whole) = self.signed_within(margin.max(V::Scalar::ZERO));
        between(&a, &b, margin, whole)
    }
}

/// The contact of two shapes whose signed distance is known, or known to be beyond the margin.
fn between<V: Vector, A: Convex<V>, B: Convex<V>>(
    a: &A,
    b: &B,
    margin: V::Scalar,
    whole: SignedDistance<V>,
) -> Option<Contact<V>> {
    if whole.ended == Ended::Beyond || !(whole.distance.lower <= margin) {
        return None;
    }
    let (extent_a, extent_b) = (a.extent(), b.extent());
    let unit = extent_a.max(extent_b).scale_to_one();
    let view = View::along(whole.normal, unit, a.origin(), b.origin() - a.origin());
    let half = V::Scalar::from_f64(0.5);
    // Patches have room for many corners: they are filled where they stay.
    let on_a = patch_of(a, whole.normal);
    let on_b = patch_of(b, -whole.normal);
    let mut seen: ArrayVec<Seen<V>, MOST_SEEN> = ArrayVec::new();
    view.overlap(&on_a, &on_b, &mut seen);
    let radius = a.radius() + b.radius();
    let mut points: ArrayVec<ContactPoint<V>, MOST_SEEN> = ArrayVec::new();
    for point in &seen {
        let distance = point.gap - radius;
        // No point is nearer than the shapes are: what is, is rounding.
        let distance = distance.max(whole.distance.value);
        if distance <= margin {
            let middle = view.world(point, a.radius() - b.radius());
            let reach = whole.normal * (distance * half);
            points.push(ContactPoint {
                on_a: middle - reach,
                on_b: middle + reach,
                distance,
                feature_a: point.feature_a,
                feature_b: point.feature_b,
            });
        }
    }
    // In place: a stable sort of many points would take memory from the heap.
    points.sort_unstable_by(|p, q| {
        let order = |p: &ContactPoint<V>| (p.feature_a, p.feature_b);
        let depth = p.distance.partial_cmp(&q.distance);
        depth.unwrap_or(core::cmp::Ordering::Equal).then(order(p).cmp(&order(q)))
    });
    // The deepest place of all may lie beside the patches' overlap, where a curve bends away from
    // its patch.
    let slack = slack((extent_a + a.radius(), &on_a), (extent_b + b.radius(), &on_b));
    let deepest = points.first().is_some_and(|p| p.distance <= whole.distance.value + slack);
    if !deepest {
        let _ = points.try_insert(
            0,
            ContactPoint {
                on_a: whole.on_a,
                on_b: whole.on_b,
                distance: whole.distance.value,
                feature_a: name_of(&on_a),
                feature_b: name_of(&on_b),
            },
        );
    }
    Some(Contact { normal: whole.normal, signed_distance: whole, points: choose(&points) })
}

/// A shape's patch; one without corners, which only a user's shape can have, is the furthest point.
fn patch_of<V: Vector>(shape: &impl Convex<V>, direction: V) -> Patch<V> {
    let mut patch = shape.patch(direction);
    if patch.corners().is_empty() {
        patch = Patch::point(shape.support_from_origin(direction));
    }
    patch
}

/// How much less deep than the shapes the deepest point may be before one is added: a thousandth of
/// the smaller shape, and what rounding does.
fn slack<V: Vector>(
    (size_a, on_a): (V::Scalar, &Patch<V>),
    (size_b, on_b): (V::Scalar, &Patch<V>),
) -> V::Scalar {
    let smaller = match (on_a.endless(), on_b.endless()) {
        (Some(_), None) => size_b,
        (None, Some(_)) => size_a,
        _ => size_a.min(size_b),
    };
    let rounding = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * (size_a + size_b);
    smaller * V::Scalar::from_f64(1e-3) + rounding
}

/// The name of a patch that is one corner.
fn name_of<V: Vector>(patch: &Patch<V>) -> Feature {
    match patch.corners() {
        [corner] if patch.endless().is_none() => Feature::Corner(corner.name),
        [one, other] => edge(one.name, other.name),
        _ => Feature::Face,
    }
}

fn edge(one: u32, other: u32) -> Feature {
    Feature::Edge(one.min(other), one.max(other))
}

/// The sine of the angle up to which edges count as parallel: then they touch along a way, not in a
/// crossing.
const PARALLEL: f64 = 1e-4;

/// Corners of an overlap at most.
const MOST_SEEN: usize = 2 * MOST_CORNERS + 1;

/// A corner of the overlap, in the view.
#[derive(Clone, Copy, Debug)]
struct Seen<V: Vector> {
    /// Across the normal, from a's origin.
    at: V,
    /// How high a's patch reaches here along the normal.
    height_a: V::Scalar,
    /// From there to b's patch.
    gap: V::Scalar,
    feature_a: Feature,
    feature_b: Feature,
}

/// Two patches seen along the normal.
struct View<V: Vector> {
    origin: V,
    /// From a's origin to b's.
    offset: V,
    normal: V,
    /// Across the normal and each other, in space; of the same length, counterclockwise seen from
    /// where the normal points.
    right: V,
    up: V,
}

/// A place in the view, to the right and up; in a unit of length of the view's own.
type Spot<S> = [S; 2];

/// A corner in the view.
struct Place<V: Vector> {
    /// Across the normal.
    at: V,
    spot: Spot<V::Scalar>,
    /// Along the normal.
    height: V::Scalar,
    name: u32,
}

/// A patch in the view.
struct Shown<V: Vector> {
    corners: ArrayVec<Place<V>, MOST_CORNERS>,
    /// The slope of the patch's plane: by how much the height grows along a way across the normal.
    slope: V,
    endless: bool,
}

impl<V: Vector> Shown<V> {
    /// The height of the patch's plane at a place.
    fn height(&self, at: V) -> V::Scalar {
        let base = &self.corners[0];
        base.height + self.slope.dot(at - base.at)
    }

    fn feature(&self, corner: usize) -> Feature {
        Feature::Corner(self.corners[corner].name)
    }

    fn edge(&self, corner: usize) -> Feature {
        let [one, other] = self.ends(corner);
        edge(one.name, other.name)
    }

    /// The corner of this number and the next one.
    fn ends(&self, corner: usize) -> [&Place<V>; 2] {
        let next = if corner + 1 == self.corners.len() { 0 } else { corner + 1 };
        [&self.corners[corner], &self.corners[next]]
    }

    /// What a place inside the patch lies on.
    fn inside(&self) -> Feature {
        match self.corners.len() {
            1 if !self.endless => self.feature(0),
            2 => self.edge(0),
            _ => Feature::Face,
        }
    }
}

impl<V: Vector> View<V> {
    /// Spots are counted in `unit`, the reciprocal of the larger shape's size or so: their products
    /// of four lengths stay in the range of numbers.
    fn along(normal: V, unit: V::Scalar, origin: V, offset: V) -> Self {
        // What the most level axis has across the normal.
        let steepness = |i: usize| Real::abs(normal.get(i));
        let flattest =
            (1..V::DIM).fold(0, |best, i| if steepness(i) < steepness(best) { i } else { best });
        let right = (V::axis(flattest) - normal * normal.get(flattest)) * unit;
        let up = if V::DIM == 3 { normal.cross(right) } else { V::ZERO };
        Self { origin, offset, normal, right, up }
    }

    fn spot(&self, at: V) -> Spot<V::Scalar> {
        [at.dot(self.right), at.dot(self.up)]
    }

    /// The middle of the two surfaces at a place of the overlap.
    fn world(&self, point: &Seen<V>, more_of_a: V::Scalar) -> V {
        let half = V::Scalar::from_f64(0.5);
        self.origin + point.at + self.normal * (point.height_a + (point.gap + more_of_a) * half)
    }

    fn show(&self, patch: &Patch<V>, offset: V) -> Shown<V> {
        let place = |corner: &Corner<V>| {
            let at = corner.at + offset;
            let height = at.dot(self.normal);
            let at = at - self.normal * height;
            Place { at, spot: self.spot(at), height, name: corner.name }
        };
        let slope = match patch.endless() {
            Some(normal) => self.slope(normal),
            None => self.slope_of(patch.corners()),
        };
        let endless = patch.endless().is_some();
        let mut shown = Shown { corners: ArrayVec::new(), slope, endless };
        shown.corners.extend(patch.corners().iter().map(place));
        shown
    }

    /// How a plane with this normal, of length 1, rises, seen along ours: none if it is too steep
    /// to tell.
    fn slope(&self, plane: V) -> V {
        let steep = plane.dot(self.normal);
        let across = plane - self.normal * steep;
        if steep.abs() * V::Scalar::from_f64(64.0) > across.length() {
            across * (-V::Scalar::ONE / steep)
        } else {
            V::ZERO
        }
    }

    fn slope_of(&self, corners: &[Corner<V>]) -> V {
        match corners {
            [] | [_] => V::ZERO,
            [p, q, rest @ ..] if rest.is_empty() || V::DIM == 2 => {
                let along = to_one(q.at - p.at);
                let rise = along.dot(self.normal);
                let across = along - self.normal * rise;
                let squared = across.length_squared();
                let flat = rise * rise < squared * V::Scalar::from_f64(4096.0);
                if flat && squared > V::Scalar::ZERO { across * (rise / squared) } else { V::ZERO }
            }
            [p, rest @ ..] => {
                let largest = rest.iter().fold(V::Scalar::ZERO, |largest, corner| {
                    largest.max((corner.at - p.at).abs().max_element())
                });
                let edge = |corner: &Corner<V>| (corner.at - p.at) * largest.scale_to_one();
                let fan = rest.windows(2).map(|w| edge(&w[0]).cross(edge(&w[1])));
                // A face may be so thin that its area has few digits, or none.
                let area = fan.fold(V::ZERO, |sum, area| sum + area).try_normalize();
                area.map_or(V::ZERO, |area| self.slope(area))
            }
        }
    }

    /// The corners of the overlap of two patches.
    fn overlap(&self, on_a: &Patch<V>, on_b: &Patch<V>, seen: &mut ArrayVec<Seen<V>, MOST_SEEN>) {
        let a = self.show(on_a, V::ZERO);
        let b = self.show(on_b, self.offset);
        let mut add = |at: V, feature_a: Feature, feature_b: Feature| {
            let height_a = a.height(at);
            let gap = b.height(at) - height_a;
            let _ = seen.try_push(Seen { at, height_a, gap, feature_a, feature_b });
        };
        for (i, corner) in a.corners.iter().enumerate().filter(|_| !a.endless) {
            if b.holds(corner) {
                add(corner.at, a.feature(i), b.inside());
            }
        }
        for (j, corner) in b.corners.iter().enumerate().filter(|_| !b.endless) {
            if a.holds(corner) {
                add(corner.at, a.inside(), b.feature(j));
            }
        }
        let edges = |shown: &Shown<V>| match shown.corners.len() {
            1 => 0,
            2 => 1,
            n => n,
        };
        if V::DIM == 2 || a.endless || b.endless {
            return;
        }
        for i in 0..edges(&a) {
            for j in 0..edges(&b) {
                let [p, q] = a.ends(i);
                let [r, s] = b.ends(j);
                if let Some(share) = crossing([p.spot, q.spot], [r.spot, s.spot]) {
                    add(p.at + (q.at - p.at) * share, a.edge(i), b.edge(j));
                }
            }
        }
    }
}

impl<V: Vector> Shown<V> {
    /// Whether a place lies in the patch.
    fn holds(&self, place: &Place<V>) -> bool {
        let zero = V::Scalar::ZERO;
        if self.endless {
            return true;
        }
        if self.corners.len() <= 2 {
            // Edges side by side are on each other within what two nearly parallel ones are called
            // parallel.
            let tiny = V::Scalar::from_f64(2.0 * PARALLEL);
            let [p, q] = self.ends(0).map(|end| end.spot);
            let (at, along) = (place.spot, way(p, q));
            let from = way(p, at);
            let squared = squares(along);
            let share = (from[0] * along[0] + from[1] * along[1]) / squared;
            // An edge without length divides by zero, and `max` answers its argument for what is no
            // number.
            let share = if squared > zero { share.max(zero).min(V::Scalar::ONE) } else { zero };
            let off = [from[0] - along[0] * share, from[1] - along[1] * share];
            // In the plane every place is on the line; in space a corner touches an edge only if it
            // is on it.
            return squares(off) <= tiny * tiny * (squares(at) + squares(p) + squares(q));
        }
        let tiny = V::Scalar::from_f64(16.0) * V::Scalar::EPSILON;
        let mut sides = (false, false);
        for k in 0..self.corners.len() {
            let [p, q] = self.ends(k).map(|end| end.spot);
            let side = turn(way(p, q), way(p, place.spot));
            // Squares with their signs.
            let squared = side * side.abs();
            let slack = tiny * tiny * squares(way(p, q)) * (squares(place.spot) + squares(p));
            sides.0 |= squared > slack;
            sides.1 |= squared < -slack;
        }
        !(sides.0 && sides.1)
    }
}

/// A vector times the power of two that brings its largest coordinate near to 1: its square is a
/// number.
fn to_one<V: Vector>(v: V) -> V {
    v * v.abs().max_element().scale_to_one()
}

/// The way from one spot to another.
fn way<S: Scalar>(from: Spot<S>, to: Spot<S>) -> Spot<S> {
    [to[0] - from[0], to[1] - from[1]]
}

/// The signed area of two ways.
fn turn<S: Scalar>(u: Spot<S>, v: Spot<S>) -> S {
    u[0] * v[1] - u[1] * v[0]
}

fn squares<S: Scalar>(v: Spot<S>) -> S {
    v[0] * v[0] + v[1] * v[1]
}

/// How far along the first edge the second crosses it, inside both, as a share of its length;
/// parallel ones do not.
fn crossing<S: Scalar>([p, q]: [Spot<S>; 2], [r, s]: [Spot<S>; 2]) -> Option<S> {
    let (u, v) = (way(p, q), way(r, s));
    let area = turn(u, v);
    let sine = S::from_f64(PARALLEL);
    if !(area * area > sine * sine * squares(u) * squares(v)) {
        return None;
    }
    let between = way(p, r);
    let (along_u, along_v) = (turn(between, v) / area, turn(between, u) / area);
    let inside = |x: S| x > S::ZERO && x < S::ONE;
    (inside(along_u) && inside(along_v)).then_some(along_u)
}

/// Up to four points that span what all span: the deepest, the furthest from it, and the furthest
/// to either side of the line between the two.
fn choose<V: Vector>(points: &[ContactPoint<V>]) -> ArrayVec<ContactPoint<V>, MOST_POINTS> {
    let mut chosen: ArrayVec<ContactPoint<V>, MOST_POINTS> = ArrayVec::new();
    let Some(&first) = points.first() else { return chosen };
    chosen.push(first);
    let best = |measure: &dyn Fn(&ContactPoint<V>) -> V::Scalar| {
        let mut best = (None, V::Scalar::ZERO);
        for point in points {
            let far = measure(point);
            if far > best.1 {
                best = (Some(*point), far);
            }
        }
        best
    };
    let (second, far) = best(&|p| (p.on_a - first.on_a).length());
    let tiny = far * V::Scalar::from_f64(1e-3);
    let Some(second) = second else { return chosen };
    chosen.push(second);
    if V::DIM == 2 {
        return chosen;
    }
    let along = second.on_a - first.on_a;
    // A way across both the line and the contact's normal, which the furthest point from the line
    // shows.
    let off = |p: &ContactPoint<V>| {
        let way = p.on_a - first.on_a;
        way - along * (way.dot(along) / along.length_squared())
    };
    let (third, far) = best(&|p| off(p).length());
    let Some(third) = third.filter(|_| far > tiny) else { return chosen };
    chosen.push(third);
    let side = off(&third);
    let (fourth, far) = best(&|p| -off(p).dot(side) / side.length());
    if let Some(fourth) = fourth.filter(|_| far > tiny) {
        chosen.push(fourth);
    } else {
        // All on one side: the furthest from the triangle so far.
        let edge = third.on_a - second.on_a;
        let outward = |p: &ContactPoint<V>| {
            let way = p.on_a - second.on_a;
            let across = way - edge * (way.dot(edge) / edge.length_squared());
            let inner = first.on_a - second.on_a;
            let inner = inner - edge * (inner.dot(edge) / edge.length_squared());
            -across.dot(inner) / inner.length()
        };
        let (fourth, far) = best(&outward);
        chosen.extend(fourth.filter(|_| far > tiny));
    }
    chosen
}
