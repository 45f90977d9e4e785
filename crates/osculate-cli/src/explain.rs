//! How the answer for a pair is found: a page with a picture a step.

use crate::arguments::Explain;
use crate::moving::Motions;
use crate::output::{filled, finite};
use crate::pairs::{World, pair};
use crate::save::save;
use crate::shown::{Shown, points_of};
use crate::view::{Eye, upward};
use crate::{CLEAR, march, output};
use miette::{Result, miette};
use osculate::trace::{Expansion, Observer, Step};
use osculate::{Convex, Ended, Facts, Query};
use osculate_io::{AnyScene, FileBody, FilePart, FileScene};
use serde_json::{Value, json};

const PAGE: &str = include_str!("explain.html");

/// Every step that was seen, as the page wants it.
struct Film<'e, V: Shown> {
    eye: &'e V::Eye,
    origins: [V; 2],
    steps: Vec<Value>,
    expansions: Vec<Value>,
    /// Points of the difference set that were met.
    met: Vec<V>,
    /// What answers without these steps.
    shortcut: Option<&'static str>,
}

impl<V: Shown> Film<'_, V> {
    fn seen(&self, v: V) -> [f64; 3] {
        v.seen(self.eye)
    }
}

impl<V: Shown> Observer<V> for Film<'_, V> {
    fn shortcut(&mut self, name: &'static str) {
        self.shortcut = Some(name);
    }

    fn step(&mut self, step: Step<'_, V>) {
        self.met.push(step.vertex);
        let simplex: Vec<[f64; 3]> = step.simplex.iter().map(|w| self.seen(*w)).collect();
        self.steps.push(json!({
            "simplex": simplex,
            "direction": self.seen(-step.direction.try_normalize().unwrap_or(V::ZERO)),
            "vertex": self.seen(step.vertex),
            "on_a": self.seen(step.on_a + self.origins[0]),
            "on_b": self.seen(step.on_b + self.origins[1]),
            "lower": step.lower,
            "upper": finite(step.upper),
        }));
    }

    fn expansion(&mut self, polytope: Expansion<'_, V>) {
        self.met.extend_from_slice(polytope.vertices);
        let vertices: Vec<[f64; 3]> = polytope.vertices.iter().map(|w| self.seen(*w)).collect();
        self.expansions.push(json!({
            "vertices": vertices,
            "faces": polytope.faces,
            "nearest": polytope.nearest,
            "direction": self.seen(polytope.direction),
            "lower": polytope.lower,
            "upper": finite(polytope.upper),
        }));
    }
}

pub fn run(of: &Explain) -> Result<u8> {
    match of.input.read_any(of.of.files())? {
        AnyScene::Space(scene) => {
            explain(of, &scene, &Eye::over(upward(&of.input.named(of.of.files()))))
        }
        AnyScene::Plane(scene) => explain(of, &scene, &()),
    }
}

fn explain<V: Shown>(of: &Explain, scene: &FileScene<V>, eye: &V::Eye) -> Result<u8> {
    let bodies = pair(scene, of.of.names())?;
    let [a, b] = bodies.map(|body| &scene.bodies[body]);
    if !of.resting {
        let motions = Motions::of(scene, &of.moving)?;
        if bodies.iter().any(|body| motions.get(*body).is_some()) {
            return march::explain(of, scene, bodies, &motions, eye);
        }
        if !of.moving.moves.is_empty() {
            return Err(miette!("--move moves neither {:?} nor {:?}", a.name, b.name));
        }
    }
    let Some(found) = World::of(scene).separation(bodies) else {
        return Err(miette!("a body has no parts"));
    };
    let answer = found.signed;
    let part = |body: &FileBody<V>, part: u32| body.convex_part(part as usize);
    let (Some(p), Some(q)) = (part(a, found.a.part), part(b, found.b.part)) else {
        return Err(miette!("a body has no parts"));
    };
    let (p, q) = (&p, &q);
    let unbounded = |part: &FilePart<V>| !part.shape.bounds().is_finite();
    if unbounded(p) || unbounded(q) {
        return Err(miette!(
            help = "osculate distance says what it found",
            "a half-space has a closed form: there are no steps to show"
        ));
    }
    let film = || Film {
        eye,
        origins: [p.shape.origin(), q.shape.origin()],
        steps: Vec::new(),
        expansions: Vec::new(),
        met: Vec::new(),
        shortcut: None,
    };
    // Parts that overlap are asked how deep, others how far.
    let mut shown = film();
    let ended: Ended = match Query::new(&p.shape, &q.shape).observed_by(&mut shown).penetration() {
        Some(depth) => depth.ended,
        None => {
            shown = film();
            Query::new(&p.shape, &q.shape).observed_by(&mut shown).closest().ended
        }
    };
    let Film { steps, expansions, shortcut, met: mut difference, .. } = shown;
    // The difference set of the cores: GJK runs on these.
    let shift = p.shape.origin() - q.shape.origin();
    difference.extend(V::around(|way| {
        p.shape.core_support_from_origin(way) - q.shape.core_support_from_origin(-way) + shift
    }));
    let data = json!({
        "plane": V::DIM == 2,
        "names": [a.name, b.name],
        "kinds": [p.kind, q.kind],
        "a": V::outline(points_of(p), eye),
        "b": V::outline(points_of(q), eye),
        "difference": V::outline(difference, eye),
        "radii": [p.shape.rounding(), q.shape.rounding()],
        "steps": steps,
        "expansions": expansions,
        "shortcut": shortcut,
        "ended": format!("{ended:?}"),
        "distance": {
            "lower": answer.distance.lower,
            "value": answer.distance.value,
            "upper": answer.distance.upper,
        },
        "witnesses": [answer.on_a.seen(eye), answer.on_b.seen(eye)],
        "normal": answer.normal.seen(eye),
    });
    save(&of.output, filled(PAGE, &data).as_bytes())?;
    let made = output::many(steps.len(), "step", "steps");
    let mut said = format!("{}: {made} of GJK", of.output.display());
    if !expansions.is_empty() {
        let what = if V::DIM == 2 { "polygon" } else { "polytope" };
        said += &format!(", and {} of the expanding {what}", expansions.len());
    }
    if let Some(name) = shortcut {
        said += &format!("; queries take a shortcut instead: {name}");
    }
    output::print(format!("{said}\n").as_bytes())?;
    of.input.code(scene, false, CLEAR)
}
