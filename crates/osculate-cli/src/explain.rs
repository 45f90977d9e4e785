//! How the answer for a pair is found: a page with a picture a step.

use crate::arguments::Explain;
use crate::check::{between, pair};
use crate::save::save;
use crate::view::{Eye, Solid, samples, upward};
use crate::{CLEAR, output};
use miette::{Result, miette};
use osculate::trace::{Expansion, Observer, Step};
use osculate::{Aabb, Convex, DVec3, Ended, Query};
use osculate_io::Part;
use serde_json::{Value, json};

const PAGE: &str = include_str!("explain.html");

/// Every step that was seen, as the page wants it.
struct Film<'e> {
    eye: &'e Eye,
    origins: [DVec3; 2],
    steps: Vec<Value>,
    expansions: Vec<Value>,
    /// Points of the difference set that were met.
    met: Vec<DVec3>,
    /// What answers without these steps.
    shortcut: Option<&'static str>,
}

/// Numbers as JSON has them: it knows no infinity.
fn finite(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { Value::Null }
}

impl Film<'_> {
    fn seen(&self, v: DVec3) -> [f64; 3] {
        self.eye.see(v).into()
    }
}

impl Observer<DVec3> for Film<'_> {
    fn shortcut(&mut self, name: &'static str) {
        self.shortcut = Some(name);
    }

    fn step(&mut self, step: Step<'_, DVec3>) {
        self.met.push(step.vertex);
        let simplex: Vec<[f64; 3]> = step.simplex.iter().map(|w| self.seen(*w)).collect();
        self.steps.push(json!({
            "simplex": simplex,
            "direction": self.seen(-step.direction.normalize_or_zero()),
            "vertex": self.seen(step.vertex),
            "on_a": self.seen(step.on_a + self.origins[0]),
            "on_b": self.seen(step.on_b + self.origins[1]),
            "lower": step.lower,
            "upper": finite(step.upper),
        }));
    }

    fn expansion(&mut self, polytope: Expansion<'_, DVec3>) {
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

/// The faces that the eye sees, and how much light falls on each.
fn outline(solid: &Solid, eye: &Eye) -> serde_json::Value {
    let light = (eye.back + eye.up).normalize();
    let seen = |i: &u32| <[f64; 3]>::from(eye.see(solid.points[*i as usize]));
    let before = solid.faces.iter().filter(|face| solid.normal(face).dot(eye.back) > 0.0);
    let (faces, shade): (Vec<Vec<[f64; 3]>>, Vec<f64>) =
        before.map(|face| (face.iter().map(seen).collect(), solid.normal(face).dot(light))).unzip();
    json!({ "faces": faces, "shade": shade })
}

pub fn run(of: &Explain) -> Result<u8> {
    let scene = of.input.read([&of.file])?;
    let [i, j] = pair(&scene, &of.a, &of.b)?;
    let (a, b) = (&scene.bodies[i], &scene.bodies[j]);
    let Some((answer, parts)) = between(a, b) else {
        return Err(miette!("a body has no parts"));
    };
    let (p, q) = (&a.parts[parts[0]], &b.parts[parts[1]]);
    let unbounded = |part: &Part| !part.shape.bounds().is_finite();
    if unbounded(p) || unbounded(q) {
        return Err(miette!(
            help = "osculate distance says what it found",
            "a half-space has a closed form: there are no steps to show"
        ));
    }
    let eye = Eye::over(upward(std::slice::from_ref(&of.file)));
    let seen = |v: DVec3| <[f64; 3]>::from(eye.see(v));
    let film = || Film {
        eye: &eye,
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
    let world = Aabb::of_points([-DVec3::ONE, DVec3::ONE]);
    let [solid_a, solid_b] = [p, q].map(|part| Solid::of(part, &world));
    // The difference set of the cores: GJK runs on these.
    let shift = p.shape.origin() - q.shape.origin();
    difference.extend(samples(|way| {
        p.shape.support_from_origin(way) - q.shape.support_from_origin(-way) + shift
    }));
    let data = json!({
        "names": [a.name, b.name],
        "kinds": [p.kind, q.kind],
        "a": outline(&solid_a, &eye),
        "b": outline(&solid_b, &eye),
        "difference": outline(&Solid::hull(difference), &eye),
        "radii": [p.shape.radius(), q.shape.radius()],
        "steps": steps,
        "expansions": expansions,
        "shortcut": shortcut,
        "ended": format!("{ended:?}"),
        "distance": {
            "lower": answer.distance.lower,
            "value": answer.distance.value,
            "upper": answer.distance.upper,
        },
        "witnesses": [seen(answer.on_a), seen(answer.on_b)],
        "normal": seen(answer.normal),
    });
    let page = PAGE.replace("/*DATA*/null", &data.to_string().replace('<', "\\u003c"));
    save(&of.output, page.as_bytes())?;
    let mut said = format!("{}: {} steps of GJK", of.output.display(), steps.len());
    if !expansions.is_empty() {
        said += &format!(", and {} of the expanding polytope", expansions.len());
    }
    if let Some(name) = shortcut {
        said += &format!("; queries take a shortcut instead: {name}");
    }
    output::print(format!("{said}\n").as_bytes())?;
    of.input.code(&scene, false, CLEAR)
}
