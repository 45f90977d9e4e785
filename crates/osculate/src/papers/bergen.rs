//! Gino van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex
//! Objects, 1999 (paper 000): algorithm 1 (distance), algorithm 2 (separating axis), figure 2
//! (ISA-GJK), section 5 (the endings that rounding asks for), and the hill climbing of section 3.
//!
//! Section 5 names five ways in which rounding keeps algorithm 1 from ending. Each has a cure, and
//! here a choice in [`Rules`], so that the original's failure can be seen:
//! 1. The rounding of ‖v‖ − μ is as large as an absolute ε, where ‖v‖ is large. The tolerance is
//!    relative ([`Tolerance::Relative`]).
//! 2. The right side of that, ε‖v‖, underflows where v is nearly zero. The loop ends where ‖v‖ is
//!    no more than ω ([`Rules::with_omega`]). The paper calls it a small positive number and gives
//!    none, so that it is zero unless it is given.
//! 3. No subset meets the subalgorithm's conditions ([`Rules::ends_without_subset`]).
//! 4. The support point is a vertex of the simplex (figure 3(a), [`Rules::ends_on_same`]).
//! 5. The support point is the vertex that was discarded last (3(b), [`Rules::ends_on_discarded`]).

use alloc::vec::Vec;

use super::johnson::{Johnson, Place};
use crate::kernel::simplex::combine;
use crate::number::blocks::{Block, LanesOf, block_of_four};
use crate::number::lanes::Lanes;
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Scalar, Vector};
use crate::shape::Polytope;

/// When the distance is close enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance<S> {
    /// ‖v‖ − μ ≤ ε, as algorithm 1 is printed.
    Absolute(S),
    /// ‖v‖ − μ ≤ ε‖v‖, as section 5 has it.
    Relative(S),
}

/// How the loop ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules<S> {
    /// ε.
    pub tolerance: Tolerance<S>,
    /// ω of section 5: below it ‖v‖ is taken for zero.
    pub omega: S,
    /// Ends where no subset meets the subalgorithm's conditions.
    pub ends_without_subset: bool,
    /// Ends where the support point is a vertex of the simplex.
    pub ends_on_same: bool,
    /// Ends where the support point was discarded in the last step.
    pub ends_on_discarded: bool,
    /// Runs the backup procedure where no subset meets the conditions, as the original GJK does.
    pub backup: bool,
    /// The paper has no limit. A loop without end is one that reaches this.
    pub most_steps: u32,
}

impl<S: Real> Rules<S> {
    /// The original: algorithm 1 with a relative tolerance and the backup procedure, and none of
    /// the endings of section 5.
    pub fn original(epsilon: S) -> Self {
        Self {
            tolerance: Tolerance::Relative(epsilon),
            omega: S::ZERO,
            ends_without_subset: false,
            ends_on_same: false,
            ends_on_discarded: false,
            backup: true,
            most_steps: 200,
        }
    }

    /// Which degenerate case of section 5 a support point shows.
    fn degenerate<V: Vector<Scalar = S>>(&self, johnson: &Johnson<V>, w: V) -> Option<Ended> {
        match johnson.place_of(w) {
            Some(Place::InUse) => self.ends_on_same.then_some(Ended::Same),
            Some(Place::Discarded) => self.ends_on_discarded.then_some(Ended::Discarded),
            None => None,
        }
    }

    /// The paper's: a relative tolerance, the last three endings of section 5, and no backup
    /// procedure. ω is zero, and can be given ([`Self::with_omega`]).
    pub fn robust(epsilon: S) -> Self {
        Self {
            ends_without_subset: true,
            ends_on_same: true,
            ends_on_discarded: true,
            backup: false,
            ..Self::original(epsilon)
        }
    }

    /// The same, and lengths of v that are no more than ω count as zero.
    #[must_use]
    pub fn with_omega(self, omega: S) -> Self {
        Self { omega, ..self }
    }
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The error bound is within the tolerance.
    Close,
    /// v is zero, or no longer than ω.
    Zero,
    /// The simplex has a vertex more than the space has dimensions: it holds the origin.
    Enclosed,
    /// Of algorithm 2: v separates the objects.
    Separated,
    /// No subset met the subalgorithm's conditions.
    WithoutSubset,
    /// The support point was a vertex of the simplex.
    Same,
    /// The support point had been discarded in the step before.
    Discarded,
    /// The limit on steps: the algorithm would not end.
    Never,
}

/// What algorithm 1 returns, and how it came to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance<V: Linear> {
    /// The point of `a − b` nearest the origin, as far as the loop came. Its length is the
    /// distance.
    pub v: V,
    /// The monotone lower bound μ = max {0, δ₀, …, δₖ}.
    pub mu: V::Scalar,
    /// The point of a.
    pub on_a: V,
    /// The point of b.
    pub on_b: V,
    /// Support points of `a − b`.
    pub steps: u32,
    /// How often the backup procedure ran.
    pub backups: u32,
    /// Why it ended.
    pub ended: Ended,
}

/// The vertices of the loop, by index: what Johnson's tables know, and their points of a and b.
struct Vertices<V: Linear> {
    johnson: Johnson<V>,
    on_a: [V; 4],
    on_b: [V; 4],
    weights: [V::Scalar; 4],
    backups: u32,
}

impl<V: Vector> Vertices<V> {
    fn new() -> Self {
        let (johnson, weights) = (Johnson::default(), [V::Scalar::ZERO; 4]);
        Self { johnson, on_a: [V::ZERO; 4], on_b: [V::ZERO; 4], weights, backups: 0 }
    }

    /// v(conv(W ∪ {w})), and W reduced; the same v again if no subset was found.
    fn add(&mut self, [p, q]: [V; 2], v: V, rules: &Rules<V::Scalar>) -> Result<V, Ended> {
        let Some(new) = self.johnson.free() else { return Err(Ended::Enclosed) };
        let w = p - q;
        let found = self.johnson.add(w).or_else(|| {
            self.backups += u32::from(rules.backup);
            rules.backup.then(|| self.johnson.add_with_backup(w)).flatten()
        });
        match found {
            Some(nearest) => {
                (self.on_a[new], self.on_b[new]) = (p, q);
                self.weights = nearest.weights;
                Ok(nearest.point)
            }
            None if rules.ends_without_subset => Err(Ended::WithoutSubset),
            None => Ok(v),
        }
    }

    fn is_full(&self) -> bool {
        self.johnson.len() > V::DIM
    }
}

/// What figure 1 shows of an iteration of algorithm 1: the support plane `H(−vₖ, vₖ·wₖ)`, the
/// points of Wₖ, and both bounds.
#[derive(Clone, Copy, Debug)]
pub struct State<'w, V: Linear> {
    /// k.
    pub k: u32,
    /// Wₖ: [`Johnson::vertices`].
    pub simplex: &'w Johnson<V>,
    /// vₖ.
    pub v: V,
    /// wₖ.
    pub w: V,
    /// δₖ, the signed distance of the support plane.
    pub delta: V::Scalar,
    /// μₖ.
    pub mu: V::Scalar,
}

/// Algorithm 1, the GJK distance algorithm, between sets with these support mappings. It starts
/// from the difference of the support points along the first axis, an arbitrary point of `a − b`.
pub fn distance<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
    rules: &Rules<V::Scalar>,
) -> Distance<V> {
    let start = [a(V::axis(0)), b(-V::axis(0))];
    distance_from(a, b, start, rules, |_| {})
}

/// The same from these points of a and b, and each state is shown once its support point and its
/// bounds are known.
pub fn distance_from<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
    [on_a, on_b]: [V; 2],
    rules: &Rules<V::Scalar>,
    mut show: impl FnMut(State<'_, V>),
) -> Distance<V> {
    let zero = V::Scalar::ZERO;
    let mut vertices = Vertices::new();
    let (v, mu) = (on_a - on_b, zero);
    let mut found = Distance { v, mu, on_a, on_b, steps: 0, backups: 0, ended: Ended::Zero };
    found.ended = loop {
        let length = found.v.length();
        if length <= rules.omega || found.v == V::ZERO {
            break Ended::Zero;
        }
        if found.steps >= rules.most_steps {
            break Ended::Never;
        }
        let (p, q) = (a(-found.v), b(found.v));
        let w = p - q;
        found.steps += 1;
        let delta = found.v.dot(w) / length;
        found.mu = found.mu.max(delta);
        let Distance { v, mu, steps, .. } = found;
        show(State { k: steps - 1, simplex: &vertices.johnson, v, w, delta, mu });
        let within = match rules.tolerance {
            Tolerance::Absolute(epsilon) => epsilon,
            Tolerance::Relative(epsilon) => epsilon * length,
        };
        if length - found.mu <= within {
            break Ended::Close;
        }
        if let Some(ended) = rules.degenerate(&vertices.johnson, w) {
            break ended;
        }
        match vertices.add([p, q], found.v, rules) {
            Ok(v) => found.v = v,
            Err(ended) => break ended,
        }
        if vertices.is_full() {
            // W is affinely independent, and v(conv(W)) is zero (section 4).
            found.v = V::ZERO;
            break Ended::Enclosed;
        }
    };
    if !vertices.johnson.is_empty() {
        found.on_a = combine(&vertices.on_a, &vertices.weights);
        found.on_b = combine(&vertices.on_b, &vertices.weights);
    }
    found.backups = vertices.backups;
    found
}

/// What algorithm 2 returns, and how it came to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the objects intersect.
    pub intersects: bool,
    /// Support points of `a − b`.
    pub steps: u32,
    /// Why it ended.
    pub ended: Ended,
}

/// Algorithm 2, the GJK separating-axis algorithm. `v` is the arbitrary vector, and on return the
/// separating axis if there is one.
///
/// The paper prints no ending for what rounding does. Those of section 5 are asked here, and mean
/// contact: the support point brings nothing new, and v does not separate by more than rounding.
pub fn separating_axis<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
    v: &mut V,
    rules: &Rules<V::Scalar>,
) -> Verdict {
    separating_axis_of(|v| a(-v) - b(v), v, rules)
}

/// The same by one support mapping, that of `a − b` against its argument: `s_{A−B}(−v)`.
#[inline(always)]
pub fn separating_axis_of<V: Vector>(
    mut support: impl FnMut(V) -> V,
    v: &mut V,
    rules: &Rules<V::Scalar>,
) -> Verdict {
    let mut johnson = Johnson::default();
    let mut verdict = Verdict { intersects: true, steps: 0, ended: Ended::Never };
    while verdict.steps < rules.most_steps {
        let w = support(*v);
        verdict.steps += 1;
        if v.dot(w) > V::Scalar::ZERO {
            return Verdict { intersects: false, ended: Ended::Separated, ..verdict };
        }
        if let Some(ended) = rules.degenerate(&johnson, w) {
            return Verdict { ended, ..verdict };
        }
        match johnson.add(w) {
            Some(nearest) => *v = nearest.point,
            None if rules.ends_without_subset => {
                return Verdict { ended: Ended::WithoutSubset, ..verdict };
            }
            None => {}
        }
        if johnson.len() > V::DIM {
            return Verdict { ended: Ended::Enclosed, ..verdict };
        }
        // Without a square root, unless ω asks for one.
        let is_short = rules.omega > V::Scalar::ZERO && v.length() <= rules.omega;
        if *v == V::ZERO || is_short {
            return Verdict { ended: Ended::Zero, ..verdict };
        }
    }
    verdict
}

/// Figure 2, ISA-GJK: algorithm 2, frame after frame, each from the axis that last separated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsaGjk<V: Linear> {
    /// The separating axis of the last frame that had one; before that an arbitrary vector.
    pub axis: V,
}

impl<V: Vector> Default for IsaGjk<V> {
    fn default() -> Self {
        Self { axis: V::axis(0) }
    }
}

impl<V: Vector> IsaGjk<V> {
    /// Asks about one frame.
    pub fn intersects(
        &mut self,
        mut a: impl FnMut(V) -> V,
        mut b: impl FnMut(V) -> V,
        rules: &Rules<V::Scalar>,
    ) -> Verdict {
        self.intersects_of(|v| a(-v) - b(v), rules)
    }

    /// The same by one support mapping, that of `a − b` against its argument: `s_{A−B}(−v)`.
    #[inline(always)]
    pub fn intersects_of(
        &mut self,
        support: impl FnMut(V) -> V,
        rules: &Rules<V::Scalar>,
    ) -> Verdict {
        let mut v = self.axis;
        let verdict = separating_axis_of(support, &mut v, rules);
        if !verdict.intersects {
            self.axis = v;
        }
        verdict
    }
}

/// A vertex in the first lane and up to seven of its neighbours in the others, of which the
/// furthest is found without a branch. The vertex itself fills what is left.
#[derive(Clone, Debug)]
struct Neighbours<V: Vector> {
    blocks: [Block<V>; 2],
    names: [u32; 8],
    /// Where the vertex's other neighbours are; zero if there is none.
    next: u32,
    /// How many neighbours are here.
    len: u32,
}

impl<V: Vector> Neighbours<V> {
    fn new(vertices: &[V], vertex: u32, neighbours: &[u32], next: u32) -> Self {
        let name = |lane: usize| lane.checked_sub(1).and_then(|k| neighbours.get(k).copied());
        let names: [u32; 8] = core::array::from_fn(|lane| name(lane).unwrap_or(vertex));
        let four =
            |first: usize| block_of_four([0, 1, 2, 3].map(|k| vertices[names[first + k] as usize]));
        Self { blocks: [four(0), four(4)], names, next, len: neighbours.len() as u32 }
    }

    /// The furthest, the first of several, and how far it reaches. In a direction that is no number
    /// it is the vertex itself.
    #[inline(always)]
    fn furthest(&self, direction: V) -> (u32, V::Scalar) {
        let reaches = [self.blocks[0].dot(direction), self.blocks[1].dot(direction)];
        let most = reaches[0].max(reaches[1]).max_across();
        let lane = LanesOf::<V>::holders(reaches, most).trailing_zeros() as usize;
        (self.names[lane % 8], most.to_array()[0])
    }
}

/// The adjacency graph of a polytope (section 3): an edge of the polytope is an edge of the graph.
#[derive(Clone, Debug)]
pub struct Graph<V: Vector> {
    vertices: Vec<V>,
    /// The first seven of each vertex, in order; then the others of those that have more.
    neighbours: Vec<Neighbours<V>>,
}

impl<V: Vector> Graph<V> {
    /// The graph of a polytope.
    pub fn new(polytope: &Polytope<V>) -> Self {
        let vertices = polytope.vertices().to_vec();
        let (mut neighbours, mut others) = (Vec::new(), Vec::new());
        for vertex in 0..vertices.len() as u32 {
            let all: Vec<u32> = polytope.neighbors(vertex as usize).map(|n| n as u32).collect();
            let mut parts = all.chunks(7);
            let first = parts.next().unwrap_or(&[]);
            let seven = |part, next| Neighbours::new(&vertices, vertex, part, next);
            let mut next = 0;
            for part in parts.rev() {
                others.push(seven(part, next));
                next = (vertices.len() + others.len() - 1) as u32;
            }
            neighbours.push(seven(first, next));
        }
        neighbours.append(&mut others);
        Self { vertices, neighbours }
    }
}

/// The support mapping of a polytope by hill climbing (section 3): from the vertex that was found
/// last, to a neighbour that reaches further, until there is none.
///
/// The polytope is convex, so that a vertex that reaches as far as its neighbours reaches furthest.
#[derive(Clone, Debug)]
pub struct HillClimbing<'g, V: Vector> {
    graph: &'g Graph<V>,
    /// The vertex that was found last.
    pub last: usize,
    /// The vertices that were looked at since the start.
    pub looked: usize,
}

impl<'g, V: Vector> HillClimbing<'g, V> {
    /// Starts at the first vertex.
    pub fn new(graph: &'g Graph<V>) -> Self {
        Self { graph, last: 0, looked: 0 }
    }

    /// The support point.
    pub fn support(&mut self, direction: V) -> V {
        self.looked += 1;
        // In a direction that is no number a climb could go round.
        for _ in 0..self.graph.vertices.len() {
            if !self.step(direction) {
                break;
            }
        }
        self.graph.vertices[self.last]
    }

    /// The support points of two polytopes. They climb side by side, so that neither waits for the
    /// other.
    pub fn supports([a, b]: [&mut Self; 2], [along_a, along_b]: [V; 2]) -> [V; 2] {
        (a.looked, b.looked) = (a.looked + 1, b.looked + 1);
        for _ in 0..a.graph.vertices.len().max(b.graph.vertices.len()) {
            if !(a.step(along_a) | b.step(along_b)) {
                break;
            }
        }
        [a.graph.vertices[a.last], b.graph.vertices[b.last]]
    }

    /// Goes to the neighbour that reaches furthest, if it reaches further. Says whether it does.
    #[inline(always)]
    fn step(&mut self, direction: V) -> bool {
        let neighbours = &self.graph.neighbours;
        let mut near = &neighbours[self.last];
        self.looked += near.len as usize;
        let (mut name, mut most) = near.furthest(direction);
        while near.next != 0 {
            near = &neighbours[near.next as usize];
            self.looked += near.len as usize;
            let (other, reach) = near.furthest(direction);
            if reach > most {
                (name, most) = (other, reach);
            }
        }
        let from = core::mem::replace(&mut self.last, name as usize);
        from != self.last
    }
}

/// The tolerance that section 5 needs least of: a few units in the last place.
pub fn finest<S: Scalar>() -> S {
    S::from_f64(8.0) * S::EPSILON
}
