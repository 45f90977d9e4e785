//! How the answer for a pair is found: a page with a picture a step.

use crate::arguments::Explain;
use crate::check::{between, pair};
use crate::picture::save;
use crate::view::{Eye, Solid, upward};
use crate::{CLEAR, pairs::Bounds};
use miette::{Result, miette};
use osculate::gjk::Step;
use osculate::{Convex, DVec3, penetration, trace};
use serde_json::{Value, json};

const PAGE: &str = include_str!("explain.html");

pub fn run(of: &Explain) -> Result<u8> {
    let scene = of.input.read([&of.file])?;
    let [i, j] = pair(&scene, &of.a, &of.b)?;
    let (a, b) = (&scene.bodies[i], &scene.bodies[j]);
    let Some((answer, parts)) = between(a, b) else {
        return Err(miette!("a body has no parts"));
    };
    let (p, q) = (&a.parts[parts[0]], &b.parts[parts[1]]);
    let unbounded = |part| !Bounds::of_part(part).low.is_finite();
    if unbounded(p) || unbounded(q) {
        return Err(miette!(
            help = "osculate distance says what it found",
            "a half-space has a closed form: there are no steps to show"
        ));
    }
    let eye = Eye::over(upward(std::slice::from_ref(&of.file)));
    let list = |v: DVec3| [v.x, v.y, v.z];
    let seen = |v: DVec3| list(eye.see(v));
    let origins = [p.shape.origin(), q.shape.origin()];
    let mut steps: Vec<Value> = Vec::new();
    let closest = trace(&p.shape, &q.shape, |step: Step<'_, DVec3>| {
        let simplex: Vec<[f64; 3]> = step.simplex.iter().map(|w| seen(*w)).collect();
        steps.push(json!({
            "simplex": simplex,
            "direction": seen(-step.direction.normalize_or_zero()),
            "vertex": seen(step.vertex),
            "on_a": seen(step.on_a + origins[0]),
            "on_b": seen(step.on_b + origins[1]),
            "lower": step.lower,
            "upper": if step.upper.is_finite() { json!(step.upper) } else { Value::Null },
        }));
    });
    let world = Bounds { low: -DVec3::ONE, high: DVec3::ONE };
    let [solid_a, solid_b] = [p, q].map(|part| Solid::of(part, &world));
    // The difference set: of every point of one with every point of the other, of a few of each.
    let few = |solid: &Solid| {
        let step = solid.points.len().div_ceil(120).max(1);
        solid.points.iter().step_by(step).copied().collect::<Vec<DVec3>>()
    };
    let (few_a, few_b) = (few(&solid_a), few(&solid_b));
    let difference: Vec<DVec3> =
        few_a.iter().flat_map(|p| few_b.iter().map(move |q| *p - *q)).collect();
    let outline = |solid: &Solid| {
        let faces: Vec<Vec<[f64; 3]>> = solid
            .faces
            .iter()
            .filter(|face| solid.normal(face).dot(eye.back) > 0.0)
            .map(|face| face.iter().map(|i| seen(solid.points[*i as usize])).collect())
            .collect();
        let shade: Vec<f64> = solid
            .faces
            .iter()
            .map(|face| solid.normal(face))
            .filter(|normal| normal.dot(eye.back) > 0.0)
            .map(|normal| normal.dot((eye.back + eye.up).normalize()))
            .collect();
        json!({ "faces": faces, "shade": shade })
    };
    let depth = penetration(&p.shape, &q.shape).filter(|d| d.depth.value > 0.0);
    let data = json!({
        "names": [a.name, b.name],
        "kinds": [p.kind, q.kind],
        "a": outline(&solid_a),
        "b": outline(&solid_b),
        "difference": outline(&Solid::hull(difference)),
        "radii": [p.shape.radius(), q.shape.radius()],
        "steps": steps,
        "ended": format!("{:?}", closest.ended),
        "distance": {
            "lower": answer.distance.lower,
            "value": answer.distance.value,
            "upper": answer.distance.upper,
        },
        "witnesses": [seen(answer.on_a), seen(answer.on_b)],
        "normal": seen(answer.normal),
        "depth": depth.map(|d| json!({ "value": d.depth.value, "steps": d.steps })),
    });
    let page = PAGE.replace("/*DATA*/null", &data.to_string().replace('<', "\\u003c"));
    save(&of.output, page.as_bytes())?;
    println!("{}: {} steps of GJK", of.output.display(), steps.len());
    Ok(CLEAR)
}
