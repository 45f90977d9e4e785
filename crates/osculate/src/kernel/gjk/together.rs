//! Where to look first if two shapes have the same origin.
//!
//! A swap turns `a − b` round, and all that a query sees must turn round with it. So the first
//! axis comes from what tells the set from its opposite: an axis along which one shape lies
//! further out, or is wider, than the other. Most pairs differ along the coordinate axes or the
//! diagonals. Shapes that share their outermost corners may not, and are searched as an expansion
//! would search them.
//!
//! As long as no axis tells them apart, each vertex that was found has its opposite in the set.
//! The polytope of them all holds the origin. Its face nearest the origin is asked along its
//! normal, and a vertex beyond the face replaces it by those between the vertex and each of its
//! sides. Once no face has a vertex beyond it, the polytope is the whole set. That is its own
//! opposite then, and a swap changes nothing.

use arrayvec::ArrayVec;

use super::pair::AnyPair;
use crate::number::vector::{Real, Scalar, Vector};

/// How many faces are asked at most, as round shapes at one place have no end of them. Shapes that
/// differ only where none of these looked keep the first axis of the world.
const MOST_ASKED: usize = 32;

/// The faces to ask: four at first, and each that is asked leaves three for itself.
const MOST_FACES: usize = 4 + 2 * MOST_ASKED;

/// A face of the polytope, of as many corners as there are dimensions. That with all signs changed
/// is not kept.
#[derive(Clone, Copy)]
struct Face<V: Vector> {
    corners: [V; 3],
    /// Of length 1, away from the origin.
    outward: V,
    level: V::Scalar,
}

impl<V: Vector> Face<V> {
    /// `None` for corners without a plane.
    fn new(corners: [V; 3]) -> Option<Self> {
        let base = corners[0];
        let edges = [corners[1] - base, corners[2] - base];
        let normal = V::normal_to(&edges[..V::DIM - 1]).try_normalize()?;
        let level = normal.dot(base);
        let is_inward = level < V::Scalar::ZERO;
        let (outward, level) = if is_inward { (-normal, -level) } else { (normal, level) };
        Some(Self { corners, outward, level })
    }
}

impl<V: Vector> AnyPair<'_, V> {
    /// An axis that a swap of the shapes turns round, or the first of the world if none is found.
    #[cold]
    #[inline(never)]
    pub(super) fn start_together(&self) -> V {
        let told_apart = self.along_the_world().and_then(|()| self.along_faces());
        told_apart.err().unwrap_or(V::axis(0))
    }

    /// Asks along the coordinate axes and the diagonals between them. Fails with the start.
    fn along_the_world(&self) -> Result<(), V> {
        let ternary = |code: usize, i: usize| (code / [1, 3, 9][i] % 3) as f64 - 1.0;
        // The codes of the axes come first, as most pairs differ there; the first half of all codes
        // are opposites of the second.
        let half = 3usize.pow(V::DIM as u32) / 2;
        let axes = (0..V::DIM).map(|i| half + 3usize.pow(i as u32));
        for code in axes.chain(half + 1..2 * half + 1) {
            self.furthest(V::from_fn(|i| V::Scalar::from_f64(ternary(code, i))))?;
        }
        Ok(())
    }

    /// Asks along the normals of the polytope of all that was found. Fails with the start.
    fn along_faces(&self) -> Result<(), V> {
        let Some(spanning) = self.spanning()? else { return Ok(()) };
        let mut faces: ArrayVec<Face<V>, MOST_FACES> = ArrayVec::new();
        for signs in 0..1 << (V::DIM - 1) {
            let mut corners = spanning;
            for (i, corner) in corners.iter_mut().enumerate().skip(1) {
                if signs >> (i - 1) & 1 == 1 {
                    *corner = -*corner;
                }
            }
            faces.extend(Face::new(corners));
        }
        for _ in 0..MOST_ASKED {
            let nearer = |i: usize, j: usize| if faces[j].level < faces[i].level { j } else { i };
            let Some(nearest) = (0..faces.len()).reduce(nearer) else { break };
            let Face { corners, outward, level } = faces.swap_remove(nearest);
            let w = self.furthest(outward)?;
            if corners.contains(&w) || !(outward.dot(w) > level) {
                continue;
            }
            for side in 0..V::DIM {
                let mut corners = corners;
                corners[side] = w;
                faces.extend(Face::new(corners));
            }
        }
        Ok(())
    }

    /// Vertices that span the space. Where the set is flat, an axis across it stands for one: it
    /// changes nothing along the flat. `None` if lengths leave the range of numbers.
    fn spanning(&self) -> Result<Option<[V; 3]>, V> {
        let mut found = [V::ZERO; 3];
        for k in 0..V::DIM {
            let across = match k {
                0 => V::axis(0),
                _ if V::DIM == 2 => V::normal_to(&found[..1]),
                1 => {
                    let along = found[0].abs();
                    let less = |i: usize, j: usize| if along.get(j) < along.get(i) { j } else { i };
                    found[0].cross(V::axis(less(less(0, 1), 2)))
                }
                _ => found[0].cross(found[1]),
            };
            let Some(across) = across.try_normalize() else { return Ok(None) };
            let w = self.furthest(across)?;
            found[k] = if across.dot(w) > V::Scalar::ZERO { w } else { across };
        }
        Ok(Some(found))
    }

    /// The vertex furthest along `axis`. Fails with the start if that tells the shapes apart.
    fn furthest(&self, axis: V) -> Result<V, V> {
        let (ahead, a_ahead, b_behind) = self.vertex(-axis);
        let (behind, a_behind, b_ahead) = self.vertex(axis);
        let middle = ahead + behind;
        if middle != V::ZERO && middle.is_finite() {
            return Err(middle);
        }
        let (a_ahead, b_behind) = self.place(a_ahead, b_behind);
        let (a_behind, b_ahead) = self.place(a_behind, b_ahead);
        let wider = (a_ahead - a_behind).dot(axis) - (b_ahead - b_behind).dot(axis);
        if wider != V::Scalar::ZERO && wider.is_finite() {
            return Err(axis * wider);
        }
        Ok(ahead)
    }
}
