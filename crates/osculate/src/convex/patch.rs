//! The part of a shape that a neighbour touches: a face, an edge or a corner, as its corners with
//! their names.

use arrayvec::ArrayVec;

use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// Corners that a patch can have; a face of more is represented by this many of them.
pub const MOST_CORNERS: usize = 24;

/// A corner of a shape, by its name: a number that stays with it while the shape moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<V> {
    /// Where it is.
    pub at: V,
    /// Its name.
    pub name: u32,
}

/// A flat piece of a shape's core: one corner, an edge of two, or a face, its corners in order.
///
/// ```
/// use osculate::{DVec2, patch::Patch};
/// // A shape that stands on an edge names its ends, so that contacts know them again.
/// let edge = Patch::new([(DVec2::ZERO, 7), (DVec2::X, 8)]);
/// assert_eq!((edge.corners()[1].at, edge.corners()[1].name), (DVec2::X, 8));
/// assert_eq!(Patch::point(DVec2::Y).corners().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Patch<V: Vector> {
    corners: ArrayVec<Corner<V>, MOST_CORNERS>,
    /// The normal of a patch that is a whole plane, of about length 1.
    endless: Option<V>,
}

impl<V: Vector> Patch<V> {
    /// One corner.
    #[must_use]
    pub fn point(at: V) -> Self {
        Self::new([(at, 0)])
    }

    /// The corners in order, with their names. Of too many some are left out, evenly.
    #[must_use]
    pub fn new(corners: impl IntoIterator<Item = (V, u32), IntoIter: Clone>) -> Self {
        Self::filled(|patch| patch.fill(corners.into_iter()))
    }

    /// No corners yet.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self { corners: ArrayVec::new(), endless: None }
    }

    /// The patch that `fill` makes of one without corners.
    #[inline(always)]
    pub(crate) fn filled(fill: impl FnOnce(&mut Self)) -> Self {
        let mut patch = Self::nothing();
        fill(&mut patch);
        patch
    }

    /// Takes these corners, where it is: it has room for many, and should not be moved.
    #[inline(always)]
    pub(crate) fn fill(&mut self, corners: impl Iterator<Item = (V, u32)> + Clone) {
        self.corners.clear();
        self.endless = None;
        let corners = corners.map(|(at, name)| Corner { at, name });
        let mut n = 0;
        for corner in corners.clone() {
            n += 1;
            let _ = self.corners.try_push(corner);
        }
        if n > MOST_CORNERS {
            // The same are left out wherever the walk round the face began: corners are counted
            // from the one of the least name, and the k-th of n is kept if it is the first of its
            // share.
            let named = corners.clone().enumerate();
            let least = named.min_by_key(|(_, corner)| corner.name).map_or(0, |(k, _)| k);
            let share = |k: usize| k * MOST_CORNERS / n;
            let kept = |&(k, _): &(usize, _)| k == 0 || share(k) != share(k - 1);
            let in_order = corners.clone().skip(least).chain(corners.take(least)).enumerate();
            self.corners.clear();
            self.corners.extend(in_order.filter(kept).map(|(_, corner)| corner));
        }
    }

    /// Begins at the corner of the least name: two patches of one face are then the same, wherever
    /// the walk round it began.
    #[inline(always)]
    pub(crate) fn begin_at_least(&mut self) {
        let names = self.corners.iter().enumerate();
        let least = names.min_by_key(|(_, corner)| corner.name).map_or(0, |(k, _)| k);
        if least > 0 {
            self.corners.rotate_left(least);
        }
    }

    /// The whole plane through a point, across a unit normal.
    pub(crate) fn endless(at: V, normal: V) -> Self {
        let mut patch = Self::point(at);
        patch.endless = Some(normal);
        patch
    }

    /// Keeps two of its corners; or one, if both are the same.
    pub(crate) fn keep(&mut self, kept: [usize; 2]) {
        let [one, other] = kept.map(|corner| self.corners[corner]);
        self.corners.clear();
        let both = [one, other];
        self.corners.extend(both.into_iter().take(if kept[0] == kept[1] { 1 } else { 2 }));
    }

    /// The corners.
    #[must_use]
    pub fn corners(&self) -> &[Corner<V>] {
        &self.corners
    }

    /// The normal, if it is a whole plane.
    pub(crate) fn endless_normal(&self) -> Option<V> {
        self.endless
    }

    /// Whether it is a whole plane.
    pub(crate) fn is_endless(&self) -> bool {
        self.endless.is_some()
    }

    /// Makes it its image under a rotation.
    #[inline(always)]
    pub(crate) fn rotate(&mut self, matrix: &V::Matrix) {
        self.apply(matrix);
        self.endless = self.endless.map(|normal| matrix.apply(normal));
    }

    /// Makes a patch with an end its image under a linear map.
    pub(crate) fn map(&mut self, matrix: &V::Matrix) {
        self.apply(matrix);
    }

    /// Moves it.
    pub(crate) fn shift(&mut self, way: V) {
        for corner in &mut self.corners {
            corner.at = corner.at + way;
        }
    }

    #[inline(always)]
    fn apply(&mut self, matrix: &V::Matrix) {
        for corner in &mut self.corners {
            corner.at = matrix.apply(corner.at);
        }
    }

    /// The face of the hull of a few points that looks most along `direction`, near the point
    /// furthest along it: an edge in the plane. It is found by wrapping: first the edge that
    /// falls least from the furthest point, then, in space, the face at that edge.
    pub(crate) fn of_points(points: impl Iterator<Item = V> + Clone, direction: V) -> Self {
        let Some(unit) = direction.try_normalize() else {
            return Self::point(points.clone().next().unwrap_or(V::ZERO));
        };
        let named = || points.clone().zip(0..);
        let reach = |p: V| p.dot(unit);
        let mut top = (V::ZERO, 0);
        let mut most = -V::Scalar::INFINITY;
        for (p, name) in named() {
            if reach(p) > most {
                (top, most) = ((p, name), reach(p));
            }
        }
        let extent = points.clone().fold(V::Scalar::ZERO, |m, p| m.max((p - top.0).length()));
        let slack = V::Scalar::from_f64(64.0) * V::Scalar::EPSILON * extent;
        // The edge that falls least for how far it goes.
        let across = |p: V, axis: V| (p - top.0) - axis * axis.dot(p - top.0);
        let mut edge = None;
        let mut least = V::Scalar::INFINITY;
        for (p, name) in named() {
            let far = across(p, unit).length();
            let fall = (most - reach(p)) / far;
            if far > slack && fall < least {
                (edge, least) = (Some((p, name)), fall);
            }
        }
        let Some(edge) = edge else { return Self::new([top]) };
        if V::DIM == 2 {
            return Self::ends(named(), top.0, edge.0 - top.0, slack);
        }
        // Of all normals across the edge, the one nearest to the direction that has all points
        // behind it.
        let Some(along) = (edge.0 - top.0).try_normalize() else { return Self::new([top, edge]) };
        let Some(up) = (unit - along * along.dot(unit)).try_normalize() else {
            return Self::new([top, edge]);
        };
        let side = along.cross(up);
        let mut face = None;
        let mut least = V::Scalar::INFINITY;
        for (p, _) in named() {
            let (sideways, fall) = (side.dot(p - top.0), -up.dot(p - top.0));
            if sideways.abs() > slack && fall / sideways.abs() < least {
                (face, least) = (Some(p), fall / sideways.abs());
            }
        }
        let Some(face) = face else { return Self::new([top, edge]) };
        let Some(normal) = along.cross(face - top.0).try_normalize() else {
            return Self::new([top, edge]);
        };
        let in_face = named().filter(|(p, _)| normal.dot(*p - top.0).abs() <= slack);
        ring(in_face, normal)
    }
}

impl<V: Vector> Patch<V> {
    /// Of the points on a line, but for rounding, the two at its ends: of points at one place the
    /// first.
    fn ends(
        points: impl Iterator<Item = (V, u32)> + Clone,
        on: V,
        along: V,
        slack: V::Scalar,
    ) -> Self {
        let Some(along) = along.try_normalize() else { return Self::point(on) };
        let beside = |p: V| ((p - on) - along * along.dot(p - on)).length();
        let on_line = points.filter(|(p, _)| beside(*p) <= slack);
        let furthest = |along: V| {
            on_line.clone().reduce(|most, corner| {
                if (corner.0 - most.0).dot(along) > slack { corner } else { most }
            })
        };
        Self::new(furthest(-along).into_iter().chain(furthest(along)))
    }
}

/// The hull of coplanar points, in order round the normal.
fn ring<V: Vector>(points: impl Iterator<Item = (V, u32)> + Clone, normal: V) -> Patch<V> {
    let mut corners: ArrayVec<(V, u32), MOST_CORNERS> = ArrayVec::new();
    let Some((mut last, mut name)) = points.clone().next() else { return Patch::point(V::ZERO) };
    // From the point that is furthest along some way in the plane, round and back to it.
    let way = (0..V::DIM).map(|i| normal.cross(V::axis(i)));
    let way = way.fold(V::ZERO, |best, w| if w.length() > best.length() { w } else { best });
    for (p, its) in points.clone() {
        if p.dot(way) > last.dot(way) {
            (last, name) = (p, its);
        }
    }
    let first = last;
    loop {
        if corners.try_push((last, name)).is_err() {
            break;
        }
        // The next corner has all others on its left.
        let mut next = None;
        for (p, its) in points.clone().filter(|(p, _)| *p != last) {
            let better = match next {
                None => true,
                Some((q, _)) => {
                    let (to_q, to_p): (V, V) = (q - last, p - last);
                    let turn = to_q.cross(to_p).dot(normal);
                    turn < V::Scalar::ZERO
                        || turn == V::Scalar::ZERO && to_p.length() > to_q.length()
                }
            };
            if better {
                next = Some((p, its));
            }
        }
        match next {
            Some((p, its)) if p != first => (last, name) = (p, its),
            _ => break,
        }
    }
    Patch::new(corners)
}

/// Points that are equally spaced on a circle around the y axis, named by their number.
pub(crate) fn circle<V: Vector>(
    height: V::Scalar,
    radius: V::Scalar,
) -> impl Iterator<Item = (V, u32)> + Clone {
    const UNIT: [(f64, f64); 8] = {
        const H: f64 = core::f64::consts::FRAC_1_SQRT_2;
        [(1.0, 0.0), (H, H), (0.0, 1.0), (-H, H), (-1.0, 0.0), (-H, -H), (0.0, -1.0), (H, -H)]
    };
    UNIT.into_iter().zip(0..).map(move |((x, z), name)| {
        let place = [V::Scalar::from_f64(x) * radius, height, V::Scalar::from_f64(z) * radius];
        (V::from_fn(|i| place[i]), name)
    })
}
