//! How deep two sets overlap, and which way out is the shortest: the expanding polytope.
//!
//! If the origin is in `a − b`, the least translation that separates the sets is as long as the
//! origin is deep: as its distance to the boundary of `a − b`. We keep a polytope inside `a − b`
//! that holds the origin, at first the simplex that GJK ended with. Its face nearest the origin
//! bounds the depth from below; the reach of `a − b` along that face's normal, and along every
//! normal before it, bounds it from above. If the two differ, the support point along the normal is
//! outside the face, and the polytope is expanded by it.
//!
//! **Any simplex will do.** GJK may end on a point, a segment or a triangle that holds the origin:
//! peers drop such contacts or answer NaN. Here the simplex is grown by support points across it;
//! the origin may then lie on the polytope's boundary, or by rounding just outside, which a signed
//! distance of faces does not mind. If the set turns out flat, it has no inside: the depth is zero
//! and the flat's normal is the answer.
//!
//! **Digits.** Faces of differences of shapes of unlike sizes are slivers, and their normals lose
//! as many digits as they are long. `f32` pairs are expanded in `f64` at once, which costs them
//! nothing. `f64` pairs run in `f64` with a bound on each plane's error; if the bracket does
//! not close for it, the nearest faces are measured in twice the digits, and if that does not do,
//! the expansion is done again in them.
//!
//! **The end.** Each step adds a vertex that the polytope did not have, or is the last. Vertices,
//! faces and steps have fixed limits, at which the bracket so far is the answer, and says so.

mod conclusion;
mod near;
mod plane;
mod space;

pub(crate) use near::{Near, Rotations};

use arrayvec::ArrayVec;

use crate::kernel::gjk::{Ended, Outcome, Vertices, Witnesses};
use crate::kernel::trace::{Expansion, Observer};
use crate::number::contract::EXPANSION_STEPS;
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};

/// Vertices a polytope can have.
const MOST_VERTICES: usize = EXPANSION_STEPS as usize + 4;

/// What an expansion found. Lengths are of the cores, and scaled.
#[derive(Clone, Copy, Debug)]
pub struct Depth<V: Vector> {
    /// The depth is at least this, but for the band.
    pub lower: V::Scalar,
    /// The depth is at most this, but for the band: the reach of `a − b` along `axis`.
    pub upper: V::Scalar,
    /// The outward normal of `a − b` nearest the origin: from a to b. Of any length.
    pub axis: V,
    /// The deepest points.
    pub on_a: V,
    pub on_b: V,
    /// The axes that find the corners of the nearest face.
    pub face: FaceAxes<V>,
    pub steps: u32,
    pub ended: Ended,
}

impl<V: Vector> Depth<V> {
    /// The same, with the deepest points, which are in the shapes' own axes, turned into the
    /// world's.
    #[inline(always)]
    fn placed(mut self, pair: &dyn Vertices<V>) -> Self {
        (self.on_a, self.on_b) = pair.place(self.on_a, self.on_b);
        self
    }
}

/// Axes that find the corners of a face of `a − b`, one each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceAxes<V> {
    axes: [V; 3],
    len: u8,
}

impl<V: Vector> FaceAxes<V> {
    pub const EMPTY: Self = Self { axes: [V::ZERO; 3], len: 0 };

    pub fn as_slice(&self) -> &[V] {
        &self.axes[..(self.len as usize).min(3)]
    }

    pub fn as_mut_slice(&mut self) -> &mut [V] {
        &mut self.axes
    }
}

/// A vertex of `a − b`, and the points it is the difference of, in the shapes' own axes.
#[derive(Clone, Copy, Debug)]
struct Vertex<V, L: Linear> {
    w: L,
    /// The length of `w`.
    away: L::Scalar,
    p: V,
    q: V,
    /// The axis that found it.
    axis: V,
}

impl<V, L: Linear> Vertex<V, L> {
    #[inline(always)]
    fn new(w: L, p: V, q: V, axis: V) -> Self {
        Self { w, away: w.length_squared().sqrt(), p, q, axis }
    }
}

/// The arithmetic that an expansion runs in.
pub(crate) trait Precision<V: Vector> {
    type Linear: Linear;
    /// Whether its planes are off by more than a bracket may be wide.
    const ROUNDS: bool;
    fn widen(v: V) -> Self::Linear;
    fn narrow(v: Self::Linear) -> V;
    fn widen_scalar(s: V::Scalar) -> <Self::Linear as Linear>::Scalar;
    fn narrow_scalar(s: <Self::Linear as Linear>::Scalar) -> V::Scalar;
}

/// The shapes' own arithmetic.
pub(crate) struct Native;
/// Twice the digits.
pub(crate) struct Wide;

impl<V: Vector> Precision<V> for Native {
    type Linear = V;
    const ROUNDS: bool = true;
    #[inline(always)]
    fn widen(v: V) -> V {
        v
    }
    #[inline(always)]
    fn narrow(v: V) -> V {
        v
    }
    #[inline(always)]
    fn widen_scalar(s: V::Scalar) -> V::Scalar {
        s
    }
    #[inline(always)]
    fn narrow_scalar(s: V::Scalar) -> V::Scalar {
        s
    }
}
impl<V: Vector> Precision<V> for Wide {
    type Linear = V::Wide;
    const ROUNDS: bool = false;
    #[inline(always)]
    fn widen(v: V) -> V::Wide {
        v.widen()
    }
    #[inline(always)]
    fn narrow(v: V::Wide) -> V {
        V::narrow(v)
    }
    #[inline(always)]
    fn widen_scalar(s: V::Scalar) -> <V::Wide as Linear>::Scalar {
        s.widen()
    }
    #[inline(always)]
    fn narrow_scalar(s: <V::Wide as Linear>::Scalar) -> V::Scalar {
        V::Scalar::narrow(s)
    }
}

/// The best upper bound so far: the least reach and its axis; and how many support calls have been
/// made. It is apart from [`Probe`], as what is made of it does not depend on the shapes: compiled
/// once, it serves all.
struct Upper<V: Vector, P: Precision<V>> {
    least: Option<(ScalarOf<V, P>, V)>,
    steps: u32,
    /// There may be so many.
    most: u32,
}

/// When an expansion may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim<S> {
    /// The bracket may be this wide.
    pub width: S,
    /// The most support points of each shape.
    pub steps: u32,
}

/// Asks the pair for vertices, and keeps the best upper bound.
struct Probe<'p, V: Vector, P: Precision<V>> {
    pair: &'p dyn Vertices<V>,
    upper: Upper<V, P>,
    /// Whether the expansion is in vain as soon as an axis separates the pair.
    may_be_apart: bool,
    /// Where to keep what is near the origin at the end, for a tracker.
    near: Option<&'p mut Near<V>>,
}

pub(crate) type LinearOf<V, P> = <P as Precision<V>>::Linear;
pub(crate) type ScalarOf<V, P> = <LinearOf<V, P> as Linear>::Scalar;
type Corner<V, P> = Vertex<V, LinearOf<V, P>>;

impl<'p, V: Vector, P: Precision<V>> Probe<'p, V, P> {
    fn new(pair: &'p dyn Vertices<V>) -> Self {
        Self::after(pair, 0, EXPANSION_STEPS)
    }

    /// So many steps have been taken before, and so many there may be.
    fn after(pair: &'p dyn Vertices<V>, steps: u32, most: u32) -> Self {
        let upper = Upper { least: None, steps, most: most.min(EXPANSION_STEPS) };
        Self { pair, upper, may_be_apart: false, near: None }
    }

    /// Asks along each axis of space if nothing has been asked: without that there is no upper
    /// bound.
    #[cold]
    fn ask_something(&mut self) {
        if self.upper.least.is_none() {
            for index in 0..V::DIM {
                let axis = P::widen(self.pair.any().forward(V::axis(index)));
                let _ = (self.ask(axis), self.ask(-axis));
            }
        }
    }

    /// A vertex other than `base`, if there is one.
    fn away_from(&mut self, base: LinearOf<V, P>) -> Option<Corner<V, P>> {
        for index in 0..V::DIM {
            let axis = P::widen(self.pair.any().forward(V::axis(index)));
            for way in [axis, -axis] {
                let (vertex, _) = self.ask(way)?;
                if vertex.w != base {
                    return Some(vertex);
                }
            }
        }
        None
    }

    /// The vertex of `a − b` furthest along `direction`, and how far it reaches. The direction is
    /// rounded first, so that the reach is that of the axis which is returned. `None` for the
    /// zero vector.
    fn ask(&mut self, direction: LinearOf<V, P>) -> Option<(Corner<V, P>, ScalarOf<V, P>)> {
        let length = direction.length_squared().sqrt();
        if !(length > Real::ZERO) {
            return None;
        }
        self.ask_unit(direction * (<ScalarOf<V, P> as Real>::ONE / length))
    }

    /// The same along a direction of length 1.
    #[inline]
    fn ask_unit(&mut self, direction: LinearOf<V, P>) -> Option<(Corner<V, P>, ScalarOf<V, P>)> {
        let axis = P::narrow(direction);
        let (w, p, q) = self.pair.vertex(-axis);
        self.upper.steps += 1;
        let (w, wide_axis) = (P::widen(w), P::widen(axis));
        let reach = wide_axis.dot(w) * reciprocal_length(wide_axis);
        if self.upper.least.is_none_or(|(least, _)| reach < least) {
            self.upper.least = Some((reach, axis));
        }
        Some((Vertex::new(w, p, q, axis), reach))
    }
}

/// The depth of two overlapping or touching cores, from what GJK ended with.
pub(crate) fn expand<V: Vector>(
    pair: &dyn Vertices<V>,
    outcome: &Outcome<V, Witnesses<V>>,
    hint: Option<V>,
    aim: Aim<V::Scalar>,
    observer: &mut impl Observer<V>,
    mut near: Option<&mut Near<V>>,
) -> Depth<V> {
    if <V::Scalar as Scalar>::WIDE_IS_MACHINE {
        return expand_in::<V, Wide>(pair, outcome, hint, aim, 0, observer, near);
    }
    let again = near.as_deref_mut();
    let native = expand_in::<V, Native>(pair, outcome, hint, aim, 0, observer, again);
    if native.ended != Ended::Exhausted {
        return native;
    }
    // The best axis so far bounds the depth also if no steps are left.
    let (axis, steps) = (Some(native.axis), native.steps);
    let wide = expand_in::<V, Wide>(pair, outcome, axis, aim, steps, observer, near);
    let narrower = wide.upper - wide.lower <= native.upper - native.lower;
    Depth { steps: wide.steps, ..if narrower { wide } else { native } }
}

/// `steps` have been taken before.
fn expand_in<V: Vector, P: Precision<V>>(
    pair: &dyn Vertices<V>,
    outcome: &Outcome<V, Witnesses<V>>,
    hint: Option<V>,
    aim: Aim<V::Scalar>,
    steps: u32,
    observer: &mut impl Observer<V>,
    near: Option<&mut Near<V>>,
) -> Depth<V> {
    let mut probe = Probe::<V, P> { near, ..Probe::after(pair, steps, aim.steps) };
    if let Some(hint) = hint {
        probe.ask(P::widen(hint));
    }
    let mut simplex: ArrayVec<Corner<V, P>, 4> = ArrayVec::new();
    for (&w, slot) in outcome.simplex.points().iter().zip(outcome.simplex.slots()) {
        let Witnesses { on_a, on_b, found_along } = &outcome.record;
        simplex.push(Vertex::new(P::widen(w), on_a[slot], on_b[slot], -found_along[slot]));
    }
    probe.expand(&simplex, aim.width, observer)
}

/// The depth of two cores that are much where they were when their nearest face was `face`: its
/// corners and the vertex across from them make the first simplex, and GJK is not asked. `None` if
/// that does not prove the origin inside.
#[inline(never)]
pub(crate) fn expand_again<V: Vector>(
    pair: &dyn Vertices<V>,
    face: &[V],
    aim: Aim<V::Scalar>,
    near: Option<&mut Near<V>>,
) -> Option<Depth<V>> {
    let depth = if <V::Scalar as Scalar>::WIDE_IS_MACHINE {
        expand_from::<V, Wide>(pair, face, aim, near)?
    } else {
        expand_from::<V, Native>(pair, face, aim, near)?
    };
    (depth.lower > V::Scalar::ZERO && depth.ended == Ended::Converged).then_some(depth)
}

fn expand_from<V: Vector, P: Precision<V>>(
    pair: &dyn Vertices<V>,
    face: &[V],
    aim: Aim<V::Scalar>,
    near: Option<&mut Near<V>>,
) -> Option<Depth<V>> {
    let probe = Probe::<V, P>::after(pair, 0, aim.steps);
    let mut probe = Probe { near, may_be_apart: true, ..probe };
    let mut simplex: ArrayVec<Corner<V, P>, 4> = ArrayVec::new();
    for &axis in face {
        let (vertex, _) = probe.ask(P::widen(axis))?;
        if probe.is_in_vain() {
            return None;
        }
        if simplex.iter().all(|corner| corner.w != vertex.w) {
            simplex.push(vertex);
        }
    }
    if simplex.len() == V::DIM {
        let base = simplex[0].w;
        let edges = [simplex[1].w - base, simplex[V::DIM - 1].w - base];
        let normal = LinearOf::<V, P>::normal_to(&edges[..V::DIM - 1]);
        let inward = if normal.dot(base) > Real::ZERO { -normal } else { normal };
        let (across, _) = probe.ask(inward)?;
        simplex.push(across);
    }
    Some(probe.expand(&simplex, aim.width, &mut ()))
}

impl<V: Vector, P: Precision<V>> Probe<'_, V, P> {
    fn expand(
        &mut self,
        simplex: &[Corner<V, P>],
        width: V::Scalar,
        observer: &mut impl Observer<V>,
    ) -> Depth<V> {
        let depth = if V::DIM == 2 {
            plane::expand(self, simplex, width, observer)
        } else {
            space::expand(self, simplex, width, observer)
        };
        depth.placed(self.pair)
    }

    /// What an observer sees of a step: the polytope, and its face nearest the origin.
    fn show(
        &self,
        observer: &mut impl Observer<V>,
        vertices: &[Corner<V, P>],
        faces: impl Iterator<Item = [u8; 3]>,
        nearest: usize,
        (direction, lower): (LinearOf<V, P>, ScalarOf<V, P>),
    ) {
        let unit = self.pair.frame().unit;
        let points: ArrayVec<V, MOST_VERTICES> =
            vertices.iter().map(|vertex| P::narrow(vertex.w) * unit).collect();
        let faces: ArrayVec<[u8; 3], { 2 * MOST_VERTICES }> = faces.collect();
        let upper = self.upper.least.map(|(reach, _)| P::narrow_scalar(reach) * unit);
        observer.expansion(Expansion {
            vertices: &points,
            faces: &faces,
            nearest,
            direction: P::narrow(direction),
            lower: P::narrow_scalar(lower) * unit,
            upper: upper.unwrap_or(V::Scalar::INFINITY),
        });
    }

    /// Whether an axis separates the pair, when that is all the caller wants to know.
    fn is_in_vain(&self) -> bool {
        self.may_be_apart && self.upper.least.is_some_and(|(reach, _)| reach <= Real::ZERO)
    }

    /// The answer for a set without an inside, of which `simplex` holds the origin.
    #[cold]
    fn conclude_flat(&mut self, simplex: &[Corner<V, P>], width: V::Scalar) -> Depth<V> {
        self.ask_something();
        let all = core::iter::once([0, 1, 2]);
        let end = (width, Ended::Exhausted);
        match simplex.len() {
            0 | 1 => self.upper.conclude::<1>(V::Scalar::ZERO, simplex, all, end),
            2 => self.upper.conclude::<2>(V::Scalar::ZERO, simplex, all, end),
            _ => self.upper.conclude::<3>(V::Scalar::ZERO, simplex, all, end),
        }
    }
}

/// The plane of a face of a polytope: its outward normal, of length 1, and how far it is from the
/// origin at least. `None` for a face without a plane.
#[inline(always)]
fn face_through<V: Vector, P: Precision<V>>(
    corners: [&Corner<V, P>; 3],
) -> Option<(LinearOf<V, P>, ScalarOf<V, P>)> {
    let [a, b, c] = corners;
    if V::DIM == 3 {
        return space::face::<V, P>(a, b, c);
    }
    let (normal, at_least) = plane::edge::<V, P>(a, b);
    Some((normal * (<ScalarOf<V, P> as Real>::ONE / normal.length_squared().sqrt()), at_least))
}

/// 1 / |v| for a vector whose squared length is 1 + x, with x a rounding error of single precision
/// or less: the series 1 − x/2 + 3x²/8 is then exact to x³, and spares a root and a division that
/// the next step would wait for.
#[inline(always)]
fn reciprocal_length<L: Linear>(v: L) -> L::Scalar {
    let one = <L::Scalar as Real>::ONE;
    let two = one + one;
    let half = (v.length_squared() - one) / two;
    one - half + half * half * ((one + two) / two)
}
