//! The pairs of a scene: which are worth a question, which may touch, and all of them asked.

use indicatif::{ProgressBar, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use osculate::scene::{self, BodyId, Filter, Part, Separation};
use osculate::{Body, Bracket, Pose, Space, Vector};
use osculate_io::{FileBody, FileScene, matches};
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Two bodies, by their places in the scene.
pub type Pair = [usize; 2];

/// A scene of files as the library has scenes. Bodies stand in the same order.
pub struct World<V: Space> {
    pub scene: scene::Scene<V>,
    ids: Vec<BodyId>,
    /// Which parts of a body are hulls that fill what the file leaves free, and the rest of it; of
    /// bodies that have such parts.
    filled: HashMap<usize, (Vec<bool>, Option<Body<V>>)>,
}

impl<V: Space<Scalar = f64>> World<V> {
    pub fn of(files: &FileScene<V>) -> Self {
        let mut scene = scene::Scene::new();
        // The parts are where they are in the world already.
        let add = |body: &FileBody<V>| scene.add(body.body(), Pose::IDENTITY);
        let ids = files.bodies.iter().map(add).collect();
        let bodies = files.bodies.iter().enumerate();
        let filled = bodies.filter(|(_, body)| body.parts.iter().any(|part| part.fills));
        let rest = |body: &FileBody<V>| {
            (body.parts.iter().map(|part| part.fills).collect(), body.body_that_is_there())
        };
        let filled = filled.map(|(place, body)| (place, rest(body))).collect();
        Self { scene, ids, filled }
    }

    /// Whether a part of a body is a hull that fills what the file leaves free.
    pub fn fills(&self, body: usize, part: usize) -> bool {
        let filled = self.filled.get(&body);
        filled.is_some_and(|(fills, _)| fills.get(part).is_some_and(|fills| *fills))
    }

    /// How far apart two bodies are without such parts, and whether a triangle of a mesh says so.
    /// `None` if nothing is left of one.
    pub fn without_hulls(&self, pair: Pair) -> Option<(Bracket<f64>, bool)> {
        let rest = |k: usize| match self.filled.get(&pair[k]) {
            Some((_, rest)) => rest.clone(),
            None => self.scene.member(self.ids[pair[k]]).map(|member| member.body().clone()),
        };
        let bodies = [rest(0)?, rest(1)?];
        let [a, b] = bodies.each_ref().map(|body| body.at(Pose::IDENTITY));
        let found = a.signed_distance(&b);
        let is_triangle =
            |k: usize| bodies[k].part(found.parts[k]).is_some_and(|part| part.corners().is_some());
        Some((found.signed_distance.distance, is_triangle(0) || is_triangle(1)))
    }

    /// The library's names of two bodies.
    pub fn ids(&self, pair: Pair) -> [BodyId; 2] {
        pair.map(|body| self.ids[body])
    }

    /// The pairs whose boxes are no further apart than this along any axis.
    pub fn near(&self, clearance: f64) -> Vec<Pair> {
        let near = self.scene.pairs_by_boxes(clearance, &Filter::ALL);
        near.into_iter().map(|(a, b)| [a.slot(), b.slot()]).collect()
    }

    /// Whether a part is a triangle of a mesh.
    pub fn is_triangle(&self, part: Part) -> bool {
        let member = self.scene.member(part.body);
        let part = member.and_then(|member| member.body().part(part.part));
        part.is_some_and(|part| part.corners().is_some())
    }

    pub fn separation(&self, pair: Pair) -> Option<Separation<V>> {
        let [a, b] = self.ids(pair);
        self.scene.separation(a, b)
    }
}

/// Which pairs may touch: by name, by pattern, by group.
struct Ignored<'s> {
    exact: HashSet<(&'s str, &'s str)>,
    patterns: Vec<&'s [String; 2]>,
}

impl<'s> Ignored<'s> {
    fn of<V: Vector>(scene: &'s FileScene<V>, more: &'s [[String; 2]]) -> Result<Self> {
        let mut ignored = Self { exact: HashSet::new(), patterns: Vec::new() };
        for pair in scene.ignored.iter().chain(more) {
            if pair.iter().any(|name| name.ends_with('*')) {
                ignored.patterns.push(pair);
            } else {
                ignored.exact.insert((&pair[0], &pair[1]));
            }
        }
        for name in more.iter().flatten() {
            named(scene, name)?;
        }
        Ok(ignored)
    }

    fn holds<V: Vector>(&self, a: &FileBody<V>, b: &FileBody<V>) -> bool {
        let (p, q) = (a.name.as_str(), b.name.as_str());
        a.group.is_some() && a.group == b.group
            || self.exact.contains(&(p, q))
            || self.exact.contains(&(q, p))
            || self
                .patterns
                .iter()
                .any(|[x, y]| matches(x, p) && matches(y, q) || matches(x, q) && matches(y, p))
    }
}

/// The bodies that a name stands for, of which there is one at least.
pub fn named<V: Vector>(scene: &FileScene<V>, pattern: &str) -> Result<Vec<usize>> {
    let bodies = scene.bodies.iter().enumerate();
    let found: Vec<usize> =
        bodies.filter(|(_, body)| matches(pattern, &body.name)).map(|(place, _)| place).collect();
    if found.is_empty() { Err(unknown(scene, pattern)) } else { Ok(found) }
}

/// The places of two bodies in the scene.
pub fn pair<V: Vector>(scene: &FileScene<V>, names: [impl AsRef<str>; 2]) -> Result<Pair> {
    let find = |name: &str| {
        let found = scene.bodies.iter().position(|body| body.name == name);
        found.ok_or_else(|| unknown(scene, name))
    };
    let [a, b] = names;
    Ok([find(a.as_ref())?, find(b.as_ref())?])
}

fn unknown<V: Vector>(scene: &FileScene<V>, name: &str) -> miette::Report {
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let help = osculate_io::names_like(name, &names, ["body", "bodies"]);
    miette!(help = help, "the scene has no body {name:?}")
}

/// The pairs that are to be asked, and how many others there were.
pub fn to_ask<V: Vector>(
    scene: &FileScene<V>,
    pairs: Vec<Pair>,
    ignore: &[[String; 2]],
) -> Result<(Vec<Pair>, usize)> {
    let ignored = Ignored::of(scene, ignore)?;
    let (left_out, asked): (Vec<Pair>, Vec<Pair>) = pairs
        .into_iter()
        .partition(|pair| ignored.holds(&scene.bodies[pair[0]], &scene.bodies[pair[1]]));
    Ok((asked, left_out.len()))
}

/// Asks each pair, on threads, and keeps what is answered, in no order.
pub fn ask_each<R: Send>(
    asked: &[Pair],
    threads: Option<usize>,
    is_shown: bool,
    ask: impl Fn(Pair) -> Option<R> + Sync,
) -> Result<Vec<R>> {
    each(asked, Work { chunk: 256, unit: "pairs", of_each: 1, threads, is_shown }, ask)
}

/// How much work shows its progress.
const MUCH: u64 = 1000;

/// How work is shared out and shown.
pub struct Work<'u> {
    /// Items that a thread takes at a time.
    pub chunk: usize,
    /// What is counted, and how many of it an item is.
    pub unit: &'u str,
    pub of_each: u64,
    pub threads: Option<usize>,
    /// Whether its progress is shown, if there is much of it.
    pub is_shown: bool,
}

/// Asks each item, on threads, and keeps what is answered, in no order.
pub fn each<T: Copy + Sync, R: Send>(
    items: &[T],
    work: Work,
    ask: impl Fn(T) -> Option<R> + Sync,
) -> Result<Vec<R>> {
    let Work { chunk, unit, of_each, threads, is_shown } = work;
    let all = items.len() as u64 * of_each;
    let bar = if is_shown && all > MUCH {
        let form = format!("{{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
        let style = ProgressStyle::with_template(&form).into_diagnostic()?;
        ProgressBar::new(all).with_style(style.progress_chars("█▌░"))
    } else {
        ProgressBar::hidden()
    };
    let threads = threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get()));
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            scope.spawn(|| {
                let mut own: Vec<R> = Vec::new();
                loop {
                    let start = next.fetch_add(chunk, Ordering::Relaxed);
                    let Some(taken) = items.get(start..items.len().min(start + chunk)) else {
                        break;
                    };
                    if taken.is_empty() {
                        break;
                    }
                    own.extend(taken.iter().filter_map(|item| ask(*item)));
                    bar.inc(taken.len() as u64 * of_each);
                }
                if let Ok(mut all) = all.lock() {
                    all.append(&mut own);
                }
            });
        }
    });
    bar.finish_and_clear();
    Ok(all.into_inner().unwrap_or_default())
}
