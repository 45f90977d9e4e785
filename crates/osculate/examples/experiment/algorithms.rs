//! The algorithms of the experiment: each goes through a recorded world, frame by frame, and says
//! of each pair that it is asked about whether the two collide.

use super::sweep::SweepAndPrune;
use super::world::{World, polytope, pose};
use osculate::papers::bergen::{Graph, HillClimbing, IsaGjk, Rules, finest, separating_axis_of};
use osculate::papers::lin_canny::{self, Features, LinCanny};
use osculate::shape::Polytope;
use osculate::{Cache, Place, Pose, Query, Space, Tracker, intersects};

/// The shapes of a world, as the algorithms know them. They are built before any clock runs.
pub struct Shapes<V: Space + osculate::Spatial> {
    pub polytopes: Vec<Polytope<V>>,
    features: Vec<Features<V>>,
    graphs: Vec<Graph<V>>,
}

/// What is asked: the poses of all bodies in each frame, and the pairs.
pub struct Questions<V: Space + osculate::Spatial> {
    pub poses: Vec<Vec<Pose<V>>>,
    /// Of each frame: pairs by their number, and by their bodies.
    pub asked: Vec<Vec<(u32, [u32; 2])>>,
    /// How many pairs there are.
    pairs: usize,
}

impl<V: Space + osculate::Spatial> Shapes<V> {
    pub fn new(world: &World) -> Self {
        let polytopes: Vec<_> = world.hulls.iter().map(|hull| polytope(hull)).collect();
        let features = polytopes.iter().map(Features::new).collect();
        let graphs = polytopes.iter().map(Graph::new).collect();
        Self { polytopes, features, graphs }
    }
}

/// Which pairs are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    All,
    /// Those that I-COLLIDE's sweep and prune lets through, as in the paper: whose cubes overlap,
    /// about the origins, of half edge 1, which is the radius of the polyhedra.
    Swept,
    /// Those whose bounding balls meet: about the origins, of radius 1.
    Balls,
}

/// Pairs of bodies in the order of their numbers.
pub fn pairs_of(bodies: usize) -> Vec<[u32; 2]> {
    (0..bodies as u32).flat_map(|b| (0..b).map(move |a| [a, b])).collect()
}

impl<V: Space + osculate::Spatial> Questions<V> {
    /// The questions about these pairs in every frame.
    pub fn new(world: &World, which: Pairs) -> Self {
        let all = pairs_of(world.hulls.len());
        let mut sweep = SweepAndPrune::new(world.hulls.len(), 1.0);
        let asked = world.frames.iter().map(|frame| {
            let meet = |[a, b]: [u32; 2]| {
                let [p, q] = [a, b].map(|body| frame[body as usize].at);
                (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f32>() <= 4.0
            };
            let numbers: Vec<u32> = match which {
                Pairs::All => (0..all.len() as u32).collect(),
                Pairs::Balls => (0..).zip(&all).filter(|p| meet(*p.1)).map(|p| p.0).collect(),
                Pairs::Swept => {
                    sweep.step(|body| frame[body].at);
                    let mut active = sweep.active().to_vec();
                    active.sort_unstable();
                    active
                }
            };
            numbers.into_iter().map(|pair| (pair, all[pair as usize])).collect()
        });
        let asked = asked.collect();
        let poses = world.frames.iter().map(|frame| frame.iter().map(pose).collect()).collect();
        Self { poses, asked, pairs: all.len() }
    }

    /// How often a pair is asked about.
    pub fn len(&self) -> usize {
        self.asked.iter().map(Vec::len).sum()
    }

    /// The answers to all, in order. An algorithm is given what it keeps of each pair.
    fn ask<M>(
        &self,
        kept: impl Fn([usize; 2]) -> M,
        answers: &mut Vec<bool>,
        mut one: impl FnMut(&mut M, [usize; 2], [Pose<V>; 2]) -> bool,
    ) {
        let bodies = self.poses.first().map_or(0, Vec::len);
        let mut memory: Vec<M> = Vec::with_capacity(self.pairs);
        (0..bodies).for_each(|b| (0..b).for_each(|a| memory.push(kept([a, b]))));
        answers.clear();
        for (poses, asked) in self.poses.iter().zip(&self.asked) {
            for &(pair, [a, b]) in asked {
                let [a, b] = [a as usize, b as usize];
                answers.push(one(&mut memory[pair as usize], [a, b], [poses[a], poses[b]]));
            }
        }
    }
}

/// Answers all questions.
pub type Run<'s, V> = Box<dyn FnMut(&Questions<V>, &mut Vec<bool>) + 's>;

/// The support mapping of a pair as paper 000 has it, against its argument: the direction is turned
/// into each body's axes, and a climb from the last vertex goes on there.
fn support_of<'c, V: Space + osculate::Spatial>(
    [p, q]: &'c mut [HillClimbing<'_, V>; 2],
    poses: [Pose<V>; 2],
) -> impl FnMut(V) -> V + 'c {
    let [back_p, back_q] = poses.map(|pose| pose.rotation().inverse());
    move |way| {
        let along = [back_p.apply(-way), back_q.apply(way)];
        let [on_p, on_q] = HillClimbing::supports([p, q], along);
        poses[0].apply(on_p) - poses[1].apply(on_q)
    }
}

/// Name and algorithm: this library's first, then the paper's three.
pub fn algorithms<V: Space + osculate::Spatial>(
    shapes: &Shapes<V>,
) -> Vec<(&'static str, Run<'_, V>)> {
    let Shapes { polytopes, features, graphs } = shapes;
    let placed = |i: usize, pose: Pose<V>| polytopes[i].at(pose);
    let rules = Rules::robust(finest());
    let climbs = |pair: [usize; 2]| pair.map(|i| HillClimbing::new(&graphs[i]));
    let cold: Run<'_, V> = Box::new(move |questions, answers| {
        questions.ask(|_| (), answers, |(), [a, b], [p, q]| intersects(placed(a, p), placed(b, q)));
    });
    let cached: Run<'_, V> = Box::new(move |questions, answers| {
        questions.ask(
            |_| Cache::new(),
            answers,
            |cache, [a, b], [p, q]| {
                Query::new(placed(a, p), placed(b, q)).starting_from(cache).intersects()
            },
        );
    });
    let tracked: Run<'_, V> = Box::new(move |questions, answers| {
        let kept = |[a, b]: [usize; 2]| Tracker::new(&polytopes[a], &polytopes[b]);
        questions.ask(kept, answers, |tracker, _, [p, q]| tracker.at(p, q).intersects());
    });
    let lin_canny: Run<'_, V> = Box::new(move |questions, answers| {
        let rules = lin_canny::Rules::default();
        questions.ask(
            |_| LinCanny::default(),
            answers,
            |kept, [a, b], [p, q]| {
                kept.closest((&features[a], p), (&features[b], q), &rules).intersects
            },
        );
    });
    // Separating-axis GJK from scratch: the first axis and the first vertices are the same in every
    // frame.
    let scratch: Run<'_, V> = Box::new(move |questions, answers| {
        questions.ask(
            |_| (),
            answers,
            |(), pair, poses| {
                let mut climbs = climbs(pair);
                let support = support_of(&mut climbs, poses);
                separating_axis_of(support, &mut V::axis(0), &rules).intersects
            },
        );
    });
    let incremental: Run<'_, V> = Box::new(move |questions, answers| {
        let kept = |pair| (IsaGjk::default(), climbs(pair));
        questions.ask(kept, answers, |(isa, climbs), _, poses| {
            isa.intersects_of(support_of(climbs, poses), &rules).intersects
        });
    });
    vec![
        ("ours", cold),
        ("ours, Cache", cached),
        ("ours, Tracker", tracked),
        ("Lin-Canny", lin_canny),
        ("cold GJK", scratch),
        ("ISA-GJK", incremental),
    ]
}
