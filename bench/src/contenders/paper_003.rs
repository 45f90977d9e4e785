//! Paper 003's algorithms as the paper prints them, from `osculate::papers::barycode`: a scan of
//! all vertices or hill climbing for the support, a start in the difference set or along a fixed
//! axis. S2D has the seven cases of algorithm 3, and the four that the text says are enough: the
//! paper does not say which it timed. The start is the support point against v_init, as algorithm 1
//! prints it, or v_init itself, as section IV has it.

use super::PlanarPair;
use super::ours::{pose_in_plane, vector};
use crate::harness::{Query, Run, each};
use osculate::papers::barycode::{Climbing, Parameters, Start, closest, collides, distance};
use osculate::{Pose, Vec2};

/// The paper has no figure for ε. Its square is the relative tolerance of the squared distance, and
/// is to be above the rounding of single precision.
const EPSILON: f32 = 1e-3;

/// A polygon, counterclockwise, and its pose.
struct Placed {
    vertices: Vec<Vec2>,
    pose: Pose<Vec2>,
}

impl Placed {
    fn both(pair: &PlanarPair) -> [Self; 2] {
        [(0, [0.0; 2]), (1, pair.at)].map(|(k, at)| Self {
            vertices: pair.corners[k].iter().map(|p| vector(*p)).collect(),
            pose: pose_in_plane(pair.turns[k], at),
        })
    }

    fn to_world(&self, own: Vec2) -> Vec2 {
        self.pose.rotation().apply(own) + self.pose.translation()
    }

    fn to_own(&self, direction: Vec2) -> Vec2 {
        self.pose.rotation().inverse().apply(direction)
    }

    fn first(&self) -> Vec2 {
        self.to_world(self.vertices[0])
    }

    /// The support point, by a look at every vertex.
    fn scan(&self, direction: Vec2) -> Vec2 {
        let direction = self.to_own(direction);
        let (mut most, mut furthest) = (f32::MIN, Vec2::ZERO);
        for &vertex in &self.vertices {
            let reach = vertex.dot(direction);
            if reach > most {
                (most, furthest) = (reach, vertex);
            }
        }
        self.to_world(furthest)
    }

    /// The support point, by a climb.
    fn climb(&self, climbing: &mut Climbing<impl AsRef<[Vec2]>>, direction: Vec2) -> Vec2 {
        self.to_world(climbing.support(self.to_own(direction)))
    }
}

#[inline(always)]
fn ask(
    query: Query,
    p: impl FnMut(Vec2) -> Vec2,
    q: impl FnMut(Vec2) -> Vec2,
    v_init: impl Into<Start<Vec2>>,
) -> f64 {
    ask_by(query, p, q, v_init, &Parameters::printed(EPSILON))
}

#[inline(always)]
fn ask_by(
    query: Query,
    p: impl FnMut(Vec2) -> Vec2,
    q: impl FnMut(Vec2) -> Vec2,
    v_init: impl Into<Start<Vec2>>,
    parameters: &Parameters<f32>,
) -> f64 {
    match query {
        Query::Intersects => f64::from(u8::from(collides(p, q, v_init, parameters).collides)),
        Query::Distance => f64::from(distance(p, q, v_init, parameters)),
        _ => f64::from(closest(p, q, v_init, parameters).distance),
    }
}

fn placed(pairs: &[PlanarPair], query: Query) -> Option<Vec<[Placed; 2]>> {
    (query != Query::Penetration).then(|| pairs.iter().map(Placed::both).collect())
}

/// "Ours (without HCS)" of the paper's tables.
pub fn scanning(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    Some(each(move |k| {
        let [p, q] = &placed[k];
        ask(query, |d| p.scan(d), |d| q.scan(d), p.first() - q.first())
    }))
}

/// The same with S2D in four cases.
pub fn ordered(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    Some(each(move |k| {
        let [p, q] = &placed[k];
        let parameters = Parameters::ordered(EPSILON);
        ask_by(query, |d| p.scan(d), |d| q.scan(d), p.first() - q.first(), &parameters)
    }))
}

/// The same from the first vertices themselves.
pub fn first_vertex(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    Some(each(move |k| {
        let [p, q] = &placed[k];
        ask(query, |d| p.scan(d), |d| q.scan(d), Start::Vertex([p.first(), q.first()]))
    }))
}

/// The same with a fixed direction to start.
pub fn fixed(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    Some(each(move |k| {
        let [p, q] = &placed[k];
        ask(query, |d| p.scan(d), |d| q.scan(d), Vec2::X)
    }))
}

/// "Ours (with HCS)": each query climbs from the first vertices.
pub fn climbing(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    Some(each(move |k| {
        let [p, q] = &placed[k];
        let [mut of_p, mut of_q] = [p, q].map(|placed| Climbing::new(&placed.vertices));
        let v_init = p.first() - q.first();
        ask(query, |d| p.climb(&mut of_p, d), |d| q.climb(&mut of_q, d), v_init)
    }))
}

/// The same from the vertices that the last query on the pair ended with.
pub fn climbing_warm(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
    let placed = placed(pairs, query)?;
    let climb = |placed: &Placed| Climbing::new(placed.vertices.clone());
    let mut climbs: Vec<_> = placed.iter().map(|[p, q]| [climb(p), climb(q)]).collect();
    Some(each(move |k| {
        let ([p, q], [of_p, of_q]) = (&placed[k], &mut climbs[k]);
        let v_init = p.first() - q.first();
        ask(query, |d| p.climb(of_p, d), |d| q.climb(of_q, d), v_init)
    }))
}
