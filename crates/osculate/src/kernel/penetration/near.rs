//! What an expansion leaves for the next depth of the same two bodies: the faces near the origin,
//! and how far off all others are.
//!
//! The corners of the polytope are differences of points of a and of b, and move with the bodies.
//! Seen from one of the two, a corner moves by no more than some δ, and with the corners all of the
//! surface. So the depth is proved again without the polytope:
//!
//! * **Near faces** are measured where their corners are now: few, as few faces are within δ of the
//!   nearest.
//! * **All others** were at least `rest` from the origin, and are at least `rest` − δ from it.
//! * **The surface still goes around the origin.** It went once around the polytope's centre and
//!   has not passed it: every face was more than δ off. The way from there to the origin does not
//!   cross it: near faces have both on the same side now, and other faces had both more than δ
//!   behind them. A closed surface that goes once around a point has it in its hull, and with it
//!   all points that are nearer than the surface.
//!
//! The least of these distances is the lower bound, however the moved surface is dented; the reach
//! along the nearest face's normal is the upper one. If they do not meet, the pair has changed
//! faces, and is expanded again.

use arrayvec::ArrayVec;

use super::{
    Corner, Depth, LinearOf, MOST_VERTICES, Native, Precision, Probe, ScalarOf, Wide, face_through,
};
use crate::convex::{Convex, Facts};
use crate::kernel::gjk::{Ended, Frame, Pair, Vertices};
use crate::number::linear::Linear;
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// Near faces that are kept at most. Of those only the ones that may be nearest by now are measured
/// again: mostly one or two, of round hulls of hundreds of vertices deep inside one another up to
/// all.
const MOST_FACES: usize = 32;

/// Corners that they have: as a patch of so many triangles has, and some.
const MOST_CORNERS: usize = 24;

/// A face near the origin.
#[derive(Clone, Copy, Debug)]
struct NearFace<S> {
    /// Places among the corners, in the order that makes the normal look outward.
    corners: [u8; 3],
    /// How far the face was from the origin at least.
    at_least: S,
}

/// How the two bodies lay to each other, seen from one of them.
#[derive(Clone, Copy, Debug)]
struct Attitude<V: Vector> {
    /// From the other's axes to its own.
    turn: V::Matrix,
    /// Between their origins.
    shift: V,
}

/// The rotations of the two bodies, and whether motion is seen from a: from the larger of the two,
/// as the points of the smaller turn less far.
#[derive(Clone, Copy)]
pub struct Rotations<V: Vector> {
    pub a: V::Matrix,
    pub b: V::Matrix,
    pub from_a: bool,
}

impl<V: Vector> Rotations<V> {
    fn seen_from(&self) -> &V::Matrix {
        if self.from_a { &self.a } else { &self.b }
    }

    fn attitude(&self, offset: V) -> Attitude<V> {
        let (own, other) = if self.from_a { (&self.a, &self.b) } else { (&self.b, &self.a) };
        let back = own.transpose();
        Attitude { turn: back.compose(other), shift: back.apply(offset) }
    }
}

/// The faces near the origin, and all that is known of the others.
#[derive(Clone, Debug)]
pub struct Near<V: Vector> {
    /// Of each corner of a near face, the points of a and b that it is the difference of, in the
    /// shapes' own axes.
    corners: ArrayVec<[V; 2], MOST_CORNERS>,
    /// The nearest first; none if nothing is known.
    faces: ArrayVec<NearFace<V::Scalar>, MOST_FACES>,
    /// How far all other faces were at least.
    rest: V::Scalar,
    /// The polytope's centre, in the axes of the body that motion is seen from.
    center: V,
    /// How far it was behind all faces.
    around: V::Scalar,
    scale: V::Scalar,
    attitude: Attitude<V>,
}

impl<V: Vector> Near<V> {
    pub const NOTHING: Self = Self {
        corners: ArrayVec::new_const(),
        faces: ArrayVec::new_const(),
        rest: V::Scalar::ZERO,
        center: V::ZERO,
        around: V::Scalar::ZERO,
        scale: V::Scalar::ZERO,
        attitude: Attitude { turn: V::Matrix::IDENTITY, shift: V::ZERO },
    };

    /// Whether nothing is known.
    #[inline(always)]
    pub fn is_nothing(&self) -> bool {
        self.faces.is_empty()
    }

    pub fn forget(&mut self) {
        self.corners.clear();
        self.faces.clear();
    }

    /// Keeps what is near of a polytope, given its faces, their outward normals and how far they
    /// are at least.
    pub(super) fn keep<P: Precision<V>>(
        &mut self,
        vertices: &[Corner<V, P>],
        faces: impl Iterator<Item = ([u8; 3], LinearOf<V, P>, ScalarOf<V, P>)>,
    ) {
        let sum = vertices.iter().fold(V::ZERO, |sum, vertex| sum + P::narrow(vertex.w));
        self.center = sum * (V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64));
        let center = P::widen(self.center);
        let mut around = <ScalarOf<V, P> as Real>::INFINITY;
        let mut nearest: ArrayVec<([u8; 3], ScalarOf<V, P>), { MOST_FACES + 1 }> = ArrayVec::new();
        self.forget();
        for (corners, normal, at_least) in faces {
            let behind = at_least - normal.dot(center);
            // Of a face whose corners are too near each other for a normal nothing is known, and
            // then nothing of the surface.
            if !(behind.abs() < <ScalarOf<V, P> as Real>::INFINITY) {
                return;
            }
            around = around.min(behind);
            if nearest.is_full() {
                if !(at_least < nearest[MOST_FACES].1) {
                    continue;
                }
                nearest.pop();
            }
            let place = nearest.iter().take_while(|(_, other)| *other <= at_least).count();
            nearest.insert(place, (corners, at_least));
        }
        self.around = P::narrow_scalar(around);
        self.rest = V::Scalar::INFINITY;
        // The place of each vertex among the corners.
        const NONE: u8 = u8::MAX;
        let mut places = [NONE; MOST_VERTICES];
        for (face, at_least) in nearest {
            let at_least = P::narrow_scalar(at_least);
            let new = face[..V::DIM].iter().filter(|&&i| places[i as usize] == NONE).count();
            if self.faces.is_full() || self.corners.len() + new > MOST_CORNERS {
                self.rest = at_least;
                return;
            }
            for i in face.map(usize::from) {
                if places[i] == NONE {
                    places[i] = self.corners.len() as u8;
                    let Corner::<V, P> { p, q, .. } = vertices[i];
                    self.corners.push([p, q]);
                }
            }
            self.faces.push(NearFace { corners: face.map(|i| places[i as usize]), at_least });
        }
    }

    /// Notes how the bodies lay to each other when it was kept.
    pub fn settle(&mut self, frame: &Frame<V>, turns: &Rotations<V>) {
        self.center = turns.seen_from().transpose().apply(self.center);
        self.scale = frame.scale;
        self.attitude = turns.attitude(frame.offset);
    }

    /// How far the surface may have moved, seen from one body; `radius` is how far the points of
    /// the other are from its origin.
    fn motion(&self, frame: &Frame<V>, turns: &Rotations<V>, radius: V::Scalar) -> V::Scalar {
        let (was, is) = (&self.attitude, turns.attitude(frame.offset));
        // What a rotation adds to a vector is 2 sin(angle / 2) of its length, and the norm of all
        // entries is √2 of that.
        let change = (0..V::DIM).fold(V::Scalar::ZERO, |sum, j| {
            sum + (is.turn.column(j) - was.turn.column(j)).length_squared()
        });
        let half = V::Scalar::from_f64(0.5);
        let turned = (change * half).sqrt() * radius;
        let moved = (is.shift - was.shift).length_squared().sqrt();
        // Matrices, their product, the shift and the corners round, each by less than the band.
        let two = V::Scalar::ONE + V::Scalar::ONE;
        turned + moved + (two + two) * frame.band
    }

    /// The depth, if it can be proved from what was near.
    pub fn depth<A: Convex<V>, B: Convex<V>>(
        &self,
        a: &A,
        b: &B,
        frame: &Frame<V>,
        turns: &Rotations<V>,
    ) -> Option<Depth<V>> {
        if self.is_nothing() || frame.scale != self.scale {
            return None;
        }
        let radius = if turns.from_a { b.extent() } else { a.extent() } * frame.scale;
        let motion = self.motion(frame, turns, radius);
        let pair = Pair { a: frame.ask(a), b: frame.ask(b), frame: *frame };
        if <V::Scalar as Scalar>::WIDE_IS_MACHINE {
            self.depth_in::<Wide>(&pair, turns, motion)
        } else {
            // Thin faces need twice the digits.
            let native = self.depth_in::<Native>(&pair, turns, motion);
            native.or_else(|| self.depth_in::<Wide>(&pair, turns, motion))
        }
    }

    fn depth_in<P: Precision<V>>(
        &self,
        pair: &dyn Vertices<V>,
        turns: &Rotations<V>,
        motion: V::Scalar,
    ) -> Option<Depth<V>> {
        let zero = <ScalarOf<V, P> as Real>::ZERO;
        if !(motion < self.around) {
            return None;
        }
        let mut corners: ArrayVec<Corner<V, P>, MOST_CORNERS> = ArrayVec::new();
        let frame = pair.frame();
        let place = |&[p, q]: &[V; 2]| {
            let (w, axis) = (P::widen(frame.difference(pair.place(p, q).into())), V::ZERO);
            if P::ROUNDS {
                return Corner::<V, P>::new(w, p, q, axis);
            }
            // In twice the digits no bound on rounding needs to be close, and no root to be taken.
            Corner::<V, P> { w, away: P::widen_scalar(frame.size), p, q, axis }
        };
        let center = P::widen(turns.seen_from().apply(self.center));
        let mut nearest: Option<(ScalarOf<V, P>, LinearOf<V, P>)> = None;
        let mut measured: ArrayVec<([u8; 3], ScalarOf<V, P>), MOST_FACES> = ArrayVec::new();
        let mut rest = self.rest;
        for face in &self.faces {
            if nearest.is_some_and(|(least, _)| P::widen_scalar(face.at_least - motion) >= least) {
                rest = face.at_least;
                break;
            }
            // Corners are in the order of the faces that need them.
            let last = face.corners.into_iter().fold(0, u8::max) as usize;
            while corners.len() <= last {
                corners.push(place(&self.corners[corners.len()]));
            }
            let (normal, at_least) =
                face_through::<V, P>(face.corners.map(|i| &corners[i as usize]))?;
            let base = corners[face.corners[V::DIM - 1] as usize].w;
            if !(at_least > zero && normal.dot(base - center) > zero) {
                return None;
            }
            if nearest.is_none_or(|(least, _)| at_least < least) {
                nearest = Some((at_least, normal));
            }
            measured.push((face.corners, at_least));
        }
        let (least, normal) = nearest?;
        if !(P::widen_scalar(rest - motion) >= least) {
            return None;
        }
        let mut probe = Probe::<V, P>::new(pair);
        probe.ask_unit(normal)?;
        let width = frame.depth_width;
        let lower = P::narrow_scalar(least);
        let near =
            measured.iter().filter(|(_, at_least)| P::narrow_scalar(*at_least - least) <= width);
        let near = near.map(|(corners, _)| *corners);
        if !probe.upper.is_within(width, least) {
            return None;
        }
        let end = (width, Ended::Converged);
        let depth = if V::DIM == 2 {
            probe.upper.conclude::<2>(lower, &corners, near, end)
        } else {
            probe.upper.conclude::<3>(lower, &corners, near, end)
        };
        Some(depth.placed(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::contract::BAND;
    use crate::number::vector::DVec3;
    use crate::place::Rotation;

    /// Guards the four bands of the motion bound. Corners are computed, and two that should be at
    /// one place are some roundings apart: further than the bound says without the bands.
    #[test]
    fn no_corner_moves_further_than_the_bound() {
        let mut state = 1u64;
        let mut signed = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        let mut needed = 0;
        for _ in 0..20_000 {
            let mut vector = || DVec3::new(signed(), signed(), signed());
            let (axis, other, offset, point) = (vector(), vector(), vector(), vector());
            let (small, angle) = (2e-16 * signed(), 3.0 * signed());
            let (Ok(turn), Ok(little)) =
                (Rotation::from_axis_angle(axis, angle), Rotation::from_axis_angle(other, small))
            else {
                continue;
            };
            let radius = point.length();
            let size = offset.length() + radius;
            let band = BAND * f64::EPSILON * size;
            let frame = |offset| Frame {
                scale: 1.0,
                unit: 1.0,
                offset,
                size,
                band,
                width: band,
                depth_width: band,
            };
            let identity = Rotation::<DVec3>::IDENTITY.matrix();
            let states = [(turn, offset), (little.compose(&turn), offset + offset * small)];
            let corners = states.map(|(turn, offset)| -turn.apply(point) - offset);
            let [first, second] = states.map(|(turn, offset)| {
                (frame(offset), Rotations { a: identity, b: turn.matrix(), from_a: true })
            });
            let mut near = Near::<DVec3>::NOTHING;
            near.settle(&first.0, &first.1);
            let bound = near.motion(&second.0, &second.1, radius);
            let moved = (corners[1] - corners[0]).length();
            assert!(moved <= bound, "{moved} and {bound}");
            needed += usize::from(moved > bound - 4.0 * band);
        }
        assert!(needed > 100, "the bands were needed {needed} times");
    }
}
