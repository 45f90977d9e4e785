//! The closest-feature algorithm that paper 000 measures itself against: Ming C. Lin and John F.
//! Canny, A Fast Algorithm for Incremental Distance Computation, 1991, with what I-COLLIDE adds
//! (Cohen, Lin, Manocha, Ponamgi 1995): Voronoi regions inside the polytopes too.
//!
//! The features of a polytope are its vertices, edges and faces. The Voronoi region of a feature
//! holds the points outside that are nearer to it than to any other. Two features are the closest
//! ones if each one's point lies in the region of the other. If a point lies beyond a plane of a
//! region, the algorithm walks to the feature on the other side of that plane, and asks again. The
//! next query starts from the pair that was found last.
//!
//! The published weakness is overlap: inside a polytope there are no Voronoi regions, and the walk
//! can go round without end. I-COLLIDE divides the inside into the pyramids from the faces to the
//! centroid, the pseudo Voronoi regions: a vertex below its face walks from pyramid to pyramid, and
//! one inside a pyramid proves a collision. What still does not end reaches a limit on steps, and
//! is said to be a collision ([`Ended::Never`]). Without these regions every overlap ends there
//! that no edge through a face shows ([`Rules::has_pseudo_regions`]).
//!
//! Two faces, and an edge and a face, are closest features only if they are parallel. Here their
//! own vertices and edges take their place, of which one pair is as close. A region's planes are
//! flared a little ([`Rules::flare`]), so that rounding does not send a walk to and fro.

pub use super::features::{Feature, Features};

use super::features::on_segment;
use crate::number::linear::{Linear, Real};
use crate::number::vector::{Matrix, Scalar, Vector};
use crate::place::Pose;

/// How far along each segment its point nearest to the other is, from 0 to 1.
fn between_segments<V: Vector>([p, p_end]: [V; 2], [q, q_end]: [V; 2]) -> [V::Scalar; 2] {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let clamp = |x: V::Scalar| x.max(zero).min(one);
    let (d, e, r) = (p_end - p, q_end - q, p - q);
    let (dd, ee, de) = (d.length_squared(), e.length_squared(), d.dot(e));
    let (dr, er) = (d.dot(r), e.dot(r));
    let area = dd * ee - de * de;
    let s = if area > zero { clamp((de * er - dr * ee) / area) } else { zero };
    let t = (de * s + er) / ee;
    if t < zero {
        [clamp(-dr / dd), zero]
    } else if t > one {
        [clamp((de - dr) / dd), one]
    } else {
        [s, t]
    }
}

/// How a walk goes, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules<S> {
    /// By how much the planes of Voronoi regions are flared, as a share of the shapes' sizes and
    /// the distance between their origins. Two polytopes as near as this touch.
    pub flare: S,
    /// Whether a vertex below a face walks from pyramid to pyramid, as I-COLLIDE has it. If not,
    /// all faces are searched for the one that it is furthest above or least below, as in 1991.
    pub has_pseudo_regions: bool,
    /// A walk of more steps is one without end: it is said to be a collision.
    pub most_steps: u32,
}

impl<S: Scalar> Default for Rules<S> {
    fn default() -> Self {
        Self { flare: S::from_f64(16.0) * S::EPSILON, has_pseudo_regions: true, most_steps: 200 }
    }
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Each point is in the Voronoi region of the other's feature: they are the closest points.
    Closest,
    /// A point of one polytope is in a pseudo Voronoi region of the other: they intersect.
    Inside,
    /// An edge of one polytope goes through a face of the other: they intersect.
    Pierced,
    /// The limit on steps: the walk would not end. Taken for a collision.
    Never,
}

/// What a walk found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<V: Linear> {
    /// Whether the polytopes are said to intersect.
    pub intersects: bool,
    /// The distance; zero if they are said to intersect.
    pub distance: V::Scalar,
    /// The closest points, each in its own polytope's axes, if the walk found them.
    pub points: Option<[V; 2]>,
    /// Pairs of features that were asked.
    pub steps: u32,
    /// Why it ended.
    pub ended: Ended,
}

/// A pair of polytopes through time: the features that were closest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinCanny {
    /// The features of a and b that the last walk ended at.
    pub features: [Feature; 2],
}

impl Default for LinCanny {
    fn default() -> Self {
        Self { features: [Feature::Edge(0); 2] }
    }
}

/// From one polytope's axes to the other's.
#[derive(Clone, Copy)]
struct Map<V: Vector> {
    turn: V::Matrix,
    at: V,
}

impl<V: Vector> Map<V> {
    fn apply(&self, point: V) -> V {
        self.turn.apply(point) + self.at
    }
}

/// Both polytopes, how they lie to each other, and how much planes are flared.
struct Pair<'f, V: Vector> {
    shapes: [&'f Features<V>; 2],
    /// From each polytope's axes to the other's.
    to_other: [Map<V>; 2],
    flare: V::Scalar,
    has_pseudo_regions: bool,
}

/// What a pair of features comes to.
enum Next<V> {
    Walk([Feature; 2]),
    Done(Ended, [V; 2]),
}

impl LinCanny {
    /// Walks from the last pair of features to the closest one, at these poses.
    pub fn closest<V: Vector>(
        &mut self,
        (a, pose_a): (&Features<V>, Pose<V>),
        (b, pose_b): (&Features<V>, Pose<V>),
        rules: &Rules<V::Scalar>,
    ) -> Found<V> {
        let [turn_a, turn_b] = [pose_a, pose_b].map(|pose| pose.rotation().matrix());
        let (from_a, from_b) = (turn_a.transpose(), turn_b.transpose());
        let way = pose_b.translation() - pose_a.translation();
        let to_b = Map { turn: from_b.compose(&turn_a), at: from_b.apply(-way) };
        let to_a = Map { turn: from_a.compose(&turn_b), at: from_a.apply(way) };
        let flare = rules.flare * (a.extent + b.extent + way.length());
        let has_pseudo_regions = rules.has_pseudo_regions;
        let pair = Pair { shapes: [a, b], to_other: [to_b, to_a], flare, has_pseudo_regions };
        let (zero, mut steps) = (V::Scalar::ZERO, 0);
        while steps < rules.most_steps {
            steps += 1;
            match pair.next(self.features) {
                Next::Walk(features) => self.features = features,
                Next::Done(Ended::Closest, points) => {
                    let distance = (to_a.apply(points[1]) - points[0]).length();
                    let intersects = distance <= flare;
                    let distance = if intersects { zero } else { distance };
                    let (points, ended) = (Some(points), Ended::Closest);
                    return Found { intersects, distance, points, steps, ended };
                }
                Next::Done(ended, _) => {
                    let (distance, points) = (zero, None);
                    return Found { intersects: true, distance, points, steps, ended };
                }
            }
        }
        Found { intersects: true, distance: zero, points: None, steps, ended: Ended::Never }
    }
}

impl<V: Vector> Pair<'_, V> {
    /// Asks a pair of features: the six cases of the paper, of which the last two have their own
    /// function.
    fn next(&self, features: [Feature; 2]) -> Next<V> {
        use Feature::{Edge, Face, Vertex};
        match features {
            [Vertex(v), Face(f)] => self.vertex_and_face(0, v, f),
            [Face(f), Vertex(v)] => self.vertex_and_face(1, v, f),
            [Edge(_) | Face(_), Face(_)] | [Face(_), Edge(_)] => self.parts(features),
            [Vertex(_) | Edge(_), Vertex(_) | Edge(_)] => {
                let points = self.points(features);
                for i in 0..2 {
                    let other = self.to_other[1 - i].apply(points[1 - i]);
                    if let Some(next) = self.shapes[i].beyond(features[i], other, self.flare) {
                        return Next::Walk(with(features, i, next));
                    }
                }
                Next::Done(Ended::Closest, points)
            }
        }
    }

    /// The points of two features, vertices or edges, that are nearest each other.
    fn points(&self, features: [Feature; 2]) -> [V; 2] {
        let ends = [0, 1].map(|i| match features[i] {
            Feature::Edge(e) => self.shapes[i].ends(e),
            Feature::Vertex(v) | Feature::Face(v) => [self.shapes[i].vertex(v); 2],
        });
        let [p, q] = ends;
        let q_in_a = || q.map(|end| self.to_other[1].apply(end));
        match features {
            [Feature::Vertex(_), Feature::Vertex(_)] => [p[0], q[0]],
            [Feature::Vertex(_), _] => [p[0], on_segment(self.to_other[0].apply(p[0]), q[0], q[1])],
            [_, Feature::Vertex(_)] => [on_segment(q_in_a()[0], p[0], p[1]), q[0]],
            _ => {
                let [s, t] = between_segments(p, q_in_a());
                [p[0] + (p[1] - p[0]) * s, q[0] + (q[1] - q[0]) * t]
            }
        }
    }

    /// A vertex of one polytope, and a face of the other.
    fn vertex_and_face(&self, one: usize, vertex: u32, face: u32) -> Next<V> {
        let (mine, other) = (self.shapes[one], self.shapes[1 - one]);
        let features = with([Feature::Vertex(vertex); 2], 1 - one, Feature::Face(face));
        let at = self.to_other[one].apply(mine.vertex(vertex));
        let plane = &other.faces[face as usize];
        let height = plane.height(at);
        if height < -self.flare {
            return match self.face_from_below(other, face, at) {
                Some(next) => Next::Walk(with(features, 1 - one, next)),
                None => Next::Done(Ended::Inside, [V::ZERO; 2]),
            };
        }
        if let Some(edge) = other.edge_towards(face, at, self.flare) {
            return Next::Walk(with(features, 1 - one, edge));
        }
        let below = at - plane.normal * height;
        let back = self.to_other[1 - one].apply(below);
        if let Some(next) = mine.beyond(Feature::Vertex(vertex), back, self.flare) {
            return Next::Walk(with(features, one, next));
        }
        Next::Done(Ended::Closest, with([mine.vertex(vertex); 2], 1 - one, below))
    }

    /// Where a point below a face goes: to the face whose pyramid is beyond the side that it is
    /// furthest beyond, or nowhere, if it is in this one's. Without pyramids, to the best of all
    /// faces, which may be the same.
    fn face_from_below(&self, shape: &Features<V>, face: u32, at: V) -> Option<Feature> {
        let (planes, least) = if self.has_pseudo_regions {
            (shape.inner.of(face), self.flare)
        } else {
            (&shape.faces[..], -V::Scalar::INFINITY)
        };
        let mut most = (least, None);
        for plane in planes {
            let height = plane.height(at);
            if height > most.0 {
                most = (height, Some(plane.beyond));
            }
        }
        most.1
    }

    /// An edge and a face, or two faces: their vertices and edges that are closest.
    fn parts(&self, features: [Feature; 2]) -> Next<V> {
        let mut least: Option<(V::Scalar, [Feature; 2])> = None;
        let mut offer = |distance: V::Scalar, features: [Feature; 2]| {
            if least.is_none_or(|(least, _)| distance < least) {
                least = Some((distance, features));
            }
        };
        for i in 0..2 {
            let Feature::Face(face) = features[i] else { continue };
            let (shape, other) = (self.shapes[i], self.shapes[1 - i]);
            let plane = &shape.faces[face as usize];
            for edge in other.edges_of(features[1 - i]) {
                let numbers = other.edges[edge as usize];
                let ends = numbers.map(|v| self.to_other[1 - i].apply(other.vertex(v)));
                let heights = ends.map(|end| plane.height(end));
                let [low, high] = [heights[0].min(heights[1]), heights[0].max(heights[1])];
                if low < -self.flare && high > self.flare {
                    let share = heights[0] / (heights[0] - heights[1]);
                    let through = ends[0] + (ends[1] - ends[0]) * share;
                    if shape.is_over(face, through, -self.flare) {
                        return Next::Done(Ended::Pierced, [V::ZERO; 2]);
                    }
                }
                for ((end, height), vertex) in ends.into_iter().zip(heights).zip(numbers) {
                    if shape.is_over(face, end, self.flare) {
                        let vertex = Feature::Vertex(vertex);
                        offer(height.abs(), with(with(features, 1 - i, vertex), i, features[i]));
                    }
                }
            }
        }
        for e in self.shapes[0].edges_of(features[0]) {
            for f in self.shapes[1].edges_of(features[1]) {
                let pair = [Feature::Edge(e), Feature::Edge(f)];
                let [p, q] = self.points(pair);
                offer((self.to_other[1].apply(q) - p).length(), pair);
            }
        }
        // Each has an edge: there is a pair.
        Next::Walk(least.map_or(features, |(_, pair)| pair))
    }
}

/// Both, with another one at a place.
fn with<T: Copy>(mut both: [T; 2], at: usize, new: T) -> [T; 2] {
    both[at] = new;
    both
}
