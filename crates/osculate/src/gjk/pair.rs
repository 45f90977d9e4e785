//! Two shapes made ready for the loop: scaled, origins taken out, rounding errors bounded.

use super::turn;
use crate::blocks::Turned;
use crate::convex::{Convex, Core};
use crate::directions::Corners;
use crate::simplex::{Simplex, combine, weights};
use crate::trace::{Observer, Step};
use crate::vector::{Matrix, Real, Scalar, Vector};

/// The bound on what a bracket cannot see, in units of ε · L, where L is the distance of the origins and the extents in
/// sum. Per unit of a shape's extent: its rotation matrix is right to 1.5 ε an entry, and the product with a vertex adds
/// 1.5 ε a coordinate, together 3√3 ≈ 5.2 ε at worst; the direction is turned with the same error, which picks a vertex short of
/// the true support by no more than 3 ε. The difference of the origins adds half an ε.
const BAND: f64 = 9.0;

/// The same among the least numbers there are, in units of the least, where a product is off by
/// half of one however short: a rotated coordinate by 1.5, a vertex by 1.5 √3 ≈ 2.6, those of two
/// shapes by 5.2. Twice that has room for a pose in a pose, and the rest for the way between the
/// origins and back to the user's units.
const LEAST_ROUNDING: f64 = 12.0;

/// The width of bracket that polytopes are computed to, in the same units: what remains below the contract's 32 when
/// the band is added on both sides, once for the distance and once for the depth of shapes that may be either.
const FLAT_WIDTH: f64 = 7.0;

/// The same for curved cores, in units of L: a quarter of the contract's 1e-12.
const CURVED_WIDTH: f64 = 2.5e-13;

/// The same for the depth of curved cores: a twentieth of the contract's 1e-9 in double precision, and a quarter of its 2e-5 in single, which
/// is 40 ε. Narrower ones cost steps: with 2.5e-13, 163 of 13,000 double precision pairs of cylinders, cones and ellipsoids ran into the
/// limit of steps; with this, 49.
const CURVED_DEPTH_WIDTH: (f64, f64) = (5e-11, 40.0);

/// Shapes of which the largest length, an extent or a coordinate of the way between their origins, is within these are left as they are: products of six lengths and of as many differences
/// a millionth as long are in the range of single precision. In the plane it is products of four. All others are scaled. Whatever is multiplied by the scale has to wait for it: where all
/// were scaled, distances of polygons took 3 to 7 ns more.
const PLAIN: [[f64; 2]; 2] = [[1.0 / 1024.0, 1048576.0], [0.5, 1024.0]];

/// Tiny shapes get long directions, or their products would vanish: by this share of the scale, as directions of ours may have a length of some dozens, and must not leave the range either.
const LONG: f64 = 1.0 / 256.0;

/// What the loop asks of each of the two.
pub(crate) trait Support<V: Vector> {
    /// The point of the core furthest along a direction: in the shape's own axes, or of a hull that was turned as a whole, in the world's.
    fn support(&self, direction: V) -> V;

    /// What [`support`](Self::support) answers as the loop sees it: from the origin, in the world's axes, scaled.
    fn place(&self, own: V) -> V;

    /// By what share of the way to an axis far aside the first ones turn (`turn`): the finer the shape, the less.
    fn turn(&self) -> f64;

    /// Whether support points take so long, and come again so often, that a look at what is at hand is worth it (`at_hand`). It takes longer where points are kept (`Record`).
    fn is_worth_a_look(&self, keeping: bool) -> bool;

    /// Whether it is a hull of points in no special place. Of others, boxes for one, edges and pairs of faces hold the nearest point so often that to look at three faces in lanes first does not pay.
    fn is_scattered(&self) -> bool;
}

/// What [`turn`](Support::turn) is for a hull of so many corners: about 0.6 by the third root of their number, which took the fewest steps with hulls of points on spheres. With what is best for 1,024, a hull of
/// 128 took 9 to 13 per cent longer near contact.
#[inline(always)]
fn turn_of(corners: usize) -> f64 {
    match corners {
        ..=8 => TURN_OF_FEW,
        9..=32 => 0.22,
        33..=112 => 0.16,
        113..=320 => 0.1,
        _ => TURN_OF_MANY,
    }
}

/// The same for hulls of up to eight corners. Of curved shapes, which have other steps to save, it is as good as any.
const TURN_OF_FEW: f64 = 0.3;

/// The same for hulls of a thousand corners, and for flat shapes that are made of others.
const TURN_OF_MANY: f64 = 0.07;

/// Any shape, asked where it is.
pub(crate) struct Asked<'s, V: Vector, S> {
    shape: &'s S,
    /// The scale of the frame, and that of directions for tiny shapes; as vectors, because the compiler loads a number that stands beside others together with these, and waits for all.
    scale: V,
    direction_scale: V,
}

impl<V: Vector, S: Convex<V>> Support<V> for Asked<'_, V, S> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.shape.own_support(direction.scale_by(self.direction_scale))
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.shape.place(own).scale_by(self.scale)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        match self.shape.core() {
            Core::Points { points, .. } => turn_of(4 * points.blocks.len()),
            Core::Corners { corners, .. } => turn_of(corners.len()),
            Core::Other if !self.shape.is_curved() => TURN_OF_MANY,
            _ => TURN_OF_FEW,
        }
    }

    #[inline(always)]
    fn is_worth_a_look(&self, keeping: bool) -> bool {
        let is_double = !V::Scalar::WIDE_IS_MACHINE;
        match self.shape.core() {
            Core::Point(..) | Core::Segment(..) => false,
            // In double precision steps that are saved near contact are mostly the careful tier's.
            Core::Cuboid { .. } | Core::Round { .. } => is_double || !keeping,
            // Ellipsoids never give a point twice.
            Core::Other => !self.shape.is_curved(),
            _ => true,
        }
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        matches!(self.shape.core(), Core::Points { .. } | Core::Corners { .. })
    }
}

/// A hull of many corners, which are found by direction, asked where it is. What is asked of `Asked` hulls is a call, as their corners may be few and are scanned then; here the search is in place, in the loop and in the
/// expansion: queries of hulls of 64 corners and more take 13 to 20 per cent less in double precision, and 0 to 3 in single. (With both searches in place in `Asked` it is 2 to 4 more of the distances, and tracked depths take 10 longer.)
pub(crate) struct Sought<'s, V: Vector> {
    corners: Corners<'s, V>,
    axes: V::Matrix,
    inverse: V::Matrix,
    scale: V,
    direction_scale: V,
}

impl<V: Vector> Support<V> for Sought<'_, V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.corners.furthest(self.inverse.apply(direction.scale_by(self.direction_scale)))
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        self.axes.apply(own).scale_by(self.scale)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        turn_of(self.corners.len())
    }

    #[inline(always)]
    fn is_worth_a_look(&self, _: bool) -> bool {
        true
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        true
    }
}

impl<V: Vector> Support<V> for Turned<V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        Turned::support(self, direction)
    }

    /// It has been turned as a whole.
    #[inline(always)]
    fn place(&self, own: V) -> V {
        own
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        turn_of(4 * self.blocks().len())
    }

    #[inline(always)]
    fn is_worth_a_look(&self, _: bool) -> bool {
        false
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        true
    }
}

impl<V: Vector, S: Support<V> + ?Sized> Support<V> for &S {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        (**self).support(direction)
    }

    #[inline(always)]
    fn place(&self, own: V) -> V {
        (**self).place(own)
    }

    #[inline(always)]
    fn turn(&self) -> f64 {
        (**self).turn()
    }

    #[inline(always)]
    fn is_worth_a_look(&self, keeping: bool) -> bool {
        (**self).is_worth_a_look(keeping)
    }

    #[inline(always)]
    fn is_scattered(&self) -> bool {
        (**self).is_scattered()
    }
}

/// How two shapes lie to each other, and what can be known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<V: Vector> {
    /// The power of two that brings lengths near to 1; 1 for those that are near enough.
    pub scale: V::Scalar,
    /// Back to the user's units.
    pub unit: V::Scalar,
    /// From a's origin to b's, scaled.
    pub offset: V,
    /// The distance of the origins and the extents in sum, scaled.
    pub size: V::Scalar,
    /// The bound on the error of a vertex and of its choice, scaled.
    pub band: V::Scalar,
    /// The width of bracket to compute to, scaled.
    pub width: V::Scalar,
    /// The width of a depth's bracket to compute to, scaled.
    pub depth_width: V::Scalar,
}

impl<V: Vector> Frame<V> {
    #[inline(always)]
    pub fn new<A: Convex<V>, B: Convex<V>>(a: &A, b: &B) -> Self {
        Self::over(a, b, b.origin() - a.origin(), [a.extent(), b.extent()])
    }

    /// The same, where the way between the origins and the extents are known.
    #[inline(always)]
    pub fn over<A: Convex<V>, B: Convex<V>>(
        a: &A,
        b: &B,
        offset: V,
        extents: [V::Scalar; 2],
    ) -> Self {
        let is_curved = a.is_curved() || b.is_curved();
        let largest = offset.abs().max_element().max(extents[0]).max(extents[1]);
        let [least, most] = PLAIN[usize::from(V::DIM == 3)].map(V::Scalar::from_f64);
        if largest >= least && largest <= most {
            return Self::scaled(offset, extents, is_curved, V::Scalar::ONE, V::Scalar::ONE);
        }
        let (scale, unit) = scale_of(largest);
        let frame = Self::scaled(offset, extents, is_curved, scale, unit);
        // Shapes are asked in the user's units, and only what they answer is scaled.
        // Points have no coordinate that is rotated.
        let extends = extents[0].max(extents[1]) > V::Scalar::ZERO;
        let rounding = if extends { LEAST_ROUNDING } else { 0.0 };
        let least = V::Scalar::from_f64(rounding) * (V::Scalar::LEAST * scale);
        Self { band: frame.band.max(least), ..frame }
    }

    #[inline(always)]
    fn scaled(
        offset: V,
        [extent_a, extent_b]: [V::Scalar; 2],
        is_curved: bool,
        scale: V::Scalar,
        unit: V::Scalar,
    ) -> Self {
        let offset = offset * scale;
        let size = offset.length_squared().sqrt() + (extent_a * scale + extent_b * scale);
        let rounding = V::Scalar::EPSILON * size;
        let flat = V::Scalar::from_f64(FLAT_WIDTH) * rounding;
        let (mut width, mut depth_width) = (flat, flat);
        if is_curved {
            width = flat.max(V::Scalar::from_f64(CURVED_WIDTH) * size);
            let (share, units) = CURVED_DEPTH_WIDTH;
            depth_width =
                (V::Scalar::from_f64(share) * size).max(V::Scalar::from_f64(units) * rounding);
        }
        let band = V::Scalar::from_f64(BAND) * rounding;
        Self { scale, unit, offset, size, band, width, depth_width }
    }

    /// The extents in sum, scaled.
    #[inline(always)]
    pub fn extents(&self) -> V::Scalar {
        self.size - self.offset.length_squared().sqrt()
    }

    /// Any shape, asked where it is.
    #[inline(always)]
    pub fn ask<'s, S: Convex<V>>(&self, shape: &'s S) -> Asked<'s, V, S> {
        let [scale, direction_scale] = self.scales();
        Asked { shape, scale, direction_scale }
    }

    /// A hull of many corners, asked where it is.
    #[inline(always)]
    pub fn seek<'s>(&self, corners: Corners<'s, V>, axes: Option<V::Matrix>) -> Sought<'s, V> {
        let [scale, direction_scale] = self.scales();
        let axes = axes.unwrap_or(V::Matrix::IDENTITY);
        Sought { corners, axes, inverse: axes.transpose(), scale, direction_scale }
    }

    /// That of points, and that of directions.
    #[inline(always)]
    fn scales(&self) -> [V; 2] {
        let direction_scale = (self.scale * V::Scalar::from_f64(LONG)).max(V::Scalar::ONE);
        [self.scale, direction_scale].map(V::splat)
    }
}

/// The power of two that brings a length to 1, and back. It is called, so that whether it is can be foreseen: whatever is multiplied by the scale waits for it.
#[cold]
#[inline(never)]
fn scale_of<S: Scalar>(length: S) -> (S, S) {
    let scale = length.scale_to_one();
    (scale, scale.power_of_two_reciprocal())
}

/// Two shapes, their difference set ready to be asked for support points.
pub(crate) struct Pair<V: Vector, A, B> {
    pub a: A,
    pub b: B,
    pub frame: Frame<V>,
}

/// Two shapes of any kinds: for code that is long and seldom runs, and need not be compiled anew for each two.
pub(crate) type AnyPair<'p, V> = Pair<V, &'p dyn Support<V>, &'p dyn Support<V>>;

impl<V: Vector> AnyPair<'_, V> {
    /// The first of the coordinate axes and the diagonals between them along which one shape lies further out, or is wider, than the other.
    #[cold]
    fn start_together(&self) -> V {
        let ternary = |code: usize, i: usize| (code / [1, 3, 9][i] % 3) as f64 - 1.0;
        // The codes of the axes come first, as most pairs differ there; the first half of all codes are opposites of the second.
        let half = 3usize.pow(V::DIM as u32) / 2;
        let axes = (0..V::DIM).map(|i| half + 3usize.pow(i as u32));
        for code in axes.chain(half + 1..2 * half + 1) {
            let axis = V::from_fn(|i| V::Scalar::from_f64(ternary(code, i)));
            let (ahead, a_ahead, b_behind) = self.vertex(-axis);
            let (behind, a_behind, b_ahead) = self.vertex(axis);
            let middle = ahead + behind;
            if middle != V::ZERO && middle.is_finite() {
                return middle;
            }
            let (a_ahead, b_behind) = self.place(a_ahead, b_behind);
            let (a_behind, b_ahead) = self.place(a_behind, b_ahead);
            let wider = (a_ahead - a_behind).dot(axis) - (b_ahead - b_behind).dot(axis);
            if wider != V::Scalar::ZERO && wider.is_finite() {
                return axis * wider;
            }
        }
        V::axis(0)
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Pair<V, A, B> {
    pub fn any(&self) -> AnyPair<'_, V> {
        Pair { a: &self.a, b: &self.b, frame: self.frame }
    }

    /// By what share of the way the first axes turn: of two shapes, as it suits the coarser.
    #[inline(always)]
    pub fn turn(&self) -> V::Scalar {
        V::Scalar::from_f64(self.a.turn().max(self.b.turn()))
    }

    /// An axis along which the two overlap by less than this may as well have separated them.
    #[inline(always)]
    pub fn shallow(&self) -> V::Scalar {
        turn::shallow(self.turn(), self.frame.extents())
    }

    /// The vertex of `a − b` that is furthest along `−n`, and the points of a and b that it is the difference of, in the shapes' own axes.
    #[inline(always)]
    pub fn vertex(&self, n: V) -> (V, V, V) {
        let p = self.a.support(-n);
        let q = self.b.support(n);
        (self.difference(p, q), p, q)
    }

    /// The same, and the two points in the world's axes.
    #[inline(always)]
    pub fn vertex_placed(&self, n: V) -> (V, [V; 2], [V; 2]) {
        let (p, q) = (self.a.support(-n), self.b.support(n));
        let placed = self.place(p, q);
        (self.difference_placed(placed.into()), [p, q], placed.into())
    }

    /// Whether the two are further apart along `n` than `most`.
    #[inline(always)]
    pub fn is_beyond(&self, n: V, most: V::Scalar) -> bool {
        let (w, ..) = self.vertex(n);
        let reach = n.dot(w);
        reach > V::Scalar::ZERO && reach * reach > most * most * n.length_squared()
    }

    /// The point of `a − b` that two points of a and b make.
    #[inline(always)]
    pub fn difference(&self, p: V, q: V) -> V {
        self.difference_placed(self.place(p, q).into())
    }

    /// The same of points in the world's axes.
    #[inline(always)]
    pub fn difference_placed(&self, [p, q]: [V; 2]) -> V {
        (p - q) - self.frame.offset
    }

    /// Points of a and b from the shapes' own axes to the world's.
    #[inline(always)]
    pub fn place(&self, p: V, q: V) -> (V, V) {
        (self.a.place(p), self.b.place(q))
    }

    /// Where to look first when nothing is known: from b's origin to a's. Shapes with the same origin are compared instead, so that
    /// a swap of the arguments still turns the axis round.
    #[inline(always)]
    pub fn start(&self) -> V {
        if self.frame.offset != V::ZERO {
            return -self.frame.offset;
        }
        // One by one: the vector that the call returned would be kept in memory, whichever of the two it is.
        let axis = self.any().start_together();
        V::from_fn(|i| axis.get(i))
    }

    /// `v` or its opposite, whichever looks the way that [`start`](Self::start) does: for choices that are free, so that a swap of the shapes
    /// turns them round.
    pub fn forward(&self, v: V) -> V {
        let zero = V::Scalar::ZERO;
        let start = self.start();
        let first = |v: V| (0..V::DIM).map(|i| v.get(i)).find(|x| *x != zero).unwrap_or(zero);
        let along = v.dot(start);
        let backward =
            if along != zero { along < zero } else { (first(v) < zero) != (first(start) < zero) };
        if backward { -v } else { v }
    }

    /// What an observer sees of a step.
    #[inline(always)]
    pub fn show<O: Observer<V>>(
        &self,
        observer: &mut O,
        simplex: &Simplex<V>,
        n: V,
        (w, p, q): (V, V, V),
    ) {
        if !O::ACTIVE {
            return;
        }
        let mut points = [V::ZERO; 4];
        for (to, &from) in points.iter_mut().zip(simplex.points()) {
            *to = from * self.frame.unit;
        }
        let points = &points[..simplex.points().len()];
        let upper = if points.is_empty() {
            V::Scalar::INFINITY
        } else {
            combine(points, &weights(simplex)).length()
        };
        let unit_length = self.frame.unit;
        let lower = n.try_normalize().map_or(V::Scalar::ZERO, |unit| unit.dot(w) * unit_length);
        let step = Step {
            simplex: points,
            direction: n,
            vertex: w * unit_length,
            on_a: self.a.place(p) * unit_length,
            on_b: self.b.place(q) * unit_length,
            lower,
            upper,
        };
        observer.step(step);
    }
}
