//! Gino van den Bergen, A Fast and Robust GJK Implementation for Collision Detection of Convex
//! Objects, 1999 (paper 000): algorithm 1 (distance), algorithm 2 (separating axis), figure 2
//! (ISA-GJK), section 5 (the endings that rounding asks for), and the hill climbing of section 3.
//!
//! Section 5 names three ways in which rounding keeps algorithm 1 from ending. Each has a cure,
//! and here a switch in [`Rules`], so that the original's failure can be seen:
//! 1. No subset meets the subalgorithm's conditions ([`Rules::ends_without_subset`]).
//! 2. The support point is a vertex of the simplex (figure 3(a), [`Rules::ends_on_same`]).
//! 3. The support point is the vertex that was discarded last (3(b), [`Rules::ends_on_discarded`]).

use alloc::vec::Vec;

use super::johnson::Johnson;
use crate::linear::{Linear, Real};
use crate::shape::Polytope;
use crate::simplex::combine;
use crate::vector::{Scalar, Vector};

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

    /// The paper's: all endings of section 5, and no backup procedure.
    pub fn robust(epsilon: S) -> Self {
        Self {
            ends_without_subset: true,
            ends_on_same: true,
            ends_on_discarded: true,
            backup: false,
            ..Self::original(epsilon)
        }
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
    /// The vertices that were in use before the last reduction, W ∪ {w}.
    last: [Option<V>; 4],
    backups: u32,
}

impl<V: Vector> Vertices<V> {
    fn new() -> Self {
        let (johnson, weights) = (Johnson::default(), [V::Scalar::ZERO; 4]);
        Self {
            johnson,
            on_a: [V::ZERO; 4],
            on_b: [V::ZERO; 4],
            weights,
            last: [None; 4],
            backups: 0,
        }
    }

    /// Which degenerate case of section 5 a support point shows.
    fn degenerate(&self, w: V, rules: &Rules<V::Scalar>) -> Option<Ended> {
        if self.johnson.vertices().any(|y| y == w) {
            return rules.ends_on_same.then_some(Ended::Same);
        }
        let is_discarded = self.last.contains(&Some(w));
        (is_discarded && rules.ends_on_discarded).then_some(Ended::Discarded)
    }

    /// v(conv(W ∪ {w})), and W reduced; the same v again if no subset was found.
    fn add(&mut self, [p, q]: [V; 2], v: V, rules: &Rules<V::Scalar>) -> Result<V, Ended> {
        let Some(new) = self.johnson.free() else { return Err(Ended::Enclosed) };
        let w = p - q;
        let mut last = self.johnson.vertices();
        self.last = core::array::from_fn(|_| last.next());
        drop(last);
        let found = self.johnson.add(w).or_else(|| {
            self.backups += u32::from(rules.backup);
            rules.backup.then(|| self.johnson.add_with_backup(w)).flatten()
        });
        if let Some(free) = self.last.iter_mut().find(|y| y.is_none()) {
            *free = Some(w);
        }
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

/// Algorithm 1, the GJK distance algorithm, between sets with these support mappings. It starts
/// from the difference of the support points along the first axis, an arbitrary point of `a − b`.
pub fn distance<V: Vector>(
    mut a: impl FnMut(V) -> V,
    mut b: impl FnMut(V) -> V,
    rules: &Rules<V::Scalar>,
) -> Distance<V> {
    let zero = V::Scalar::ZERO;
    let mut vertices = Vertices::new();
    let (on_a, on_b) = (a(V::axis(0)), b(-V::axis(0)));
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
        let within = match rules.tolerance {
            Tolerance::Absolute(epsilon) => epsilon,
            Tolerance::Relative(epsilon) => epsilon * length,
        };
        if length - found.mu <= within {
            break Ended::Close;
        }
        if let Some(ended) = vertices.degenerate(w, rules) {
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
    let mut vertices = Vertices::new();
    let mut verdict = Verdict { intersects: true, steps: 0, ended: Ended::Never };
    while verdict.steps < rules.most_steps {
        let (p, q) = (a(-*v), b(*v));
        verdict.steps += 1;
        if v.dot(p - q) > V::Scalar::ZERO {
            return Verdict { intersects: false, ended: Ended::Separated, ..verdict };
        }
        if let Some(ended) = vertices.degenerate(p - q, rules) {
            return Verdict { ended, ..verdict };
        }
        match vertices.add([p, q], *v, rules) {
            Ok(nearest) => *v = nearest,
            Err(ended) => return Verdict { ended, ..verdict },
        }
        if vertices.is_full() {
            return Verdict { ended: Ended::Enclosed, ..verdict };
        }
        if *v == V::ZERO || v.length() <= rules.omega {
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
        a: impl FnMut(V) -> V,
        b: impl FnMut(V) -> V,
        rules: &Rules<V::Scalar>,
    ) -> Verdict {
        let mut v = self.axis;
        let verdict = separating_axis(a, b, &mut v, rules);
        if !verdict.intersects {
            self.axis = v;
        }
        verdict
    }
}

/// The adjacency graph of a polytope (section 3): an edge of the polytope is an edge of the graph.
#[derive(Clone, Debug)]
pub struct Graph<V: Linear> {
    vertices: Vec<V>,
    neighbours: Vec<u32>,
    /// Where each vertex's neighbours end.
    ends: Vec<u32>,
}

impl<V: Vector> Graph<V> {
    /// The graph of a polytope.
    pub fn new(polytope: &Polytope<V>) -> Self {
        let vertices = polytope.vertices().to_vec();
        let (mut neighbours, mut ends) = (Vec::new(), Vec::new());
        for vertex in 0..vertices.len() {
            neighbours.extend(polytope.neighbours(vertex).map(|neighbour| neighbour as u32));
            ends.push(neighbours.len() as u32);
        }
        Self { vertices, neighbours, ends }
    }

    fn neighbours(&self, vertex: usize) -> &[u32] {
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        &self.neighbours[start as usize..self.ends[vertex] as usize]
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
        let vertices = &self.graph.vertices;
        let mut most = vertices[self.last].dot(direction);
        self.looked += 1;
        loop {
            let at = self.last;
            let neighbours = self.graph.neighbours(at);
            self.looked += neighbours.len();
            for &neighbour in neighbours {
                let reach = vertices[neighbour as usize].dot(direction);
                if reach > most {
                    (self.last, most) = (neighbour as usize, reach);
                }
            }
            if self.last == at {
                return vertices[at];
            }
        }
    }
}

/// The tolerance that section 5 needs least of: a few units in the last place.
pub fn finest<S: Scalar>() -> S {
    S::from_f64(8.0) * S::EPSILON
}
