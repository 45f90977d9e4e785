//! The scene as a picture: a drawing, or HTML with a scene that turns.

use crate::CLEAR;
use crate::arguments::Picture;
use crate::check::report;
use crate::drawing::{
    Drawing, Frame, Label, Shape, caption, marked, spread, write as write_drawing,
};
use crate::output::{filled, gap, many};
use crate::report::{Report, Verdict};
use crate::save::save;
use crate::view::{Drawn, Eye, back_to_front, color, drawn, lit, marks, split, upward};
use miette::Result;
use osculate::DVec3;
use osculate_io::FileScene;
use serde_json::json;
use std::path::Path;

pub fn run(of: &Picture) -> Result<u8> {
    let mut scene = of.input.read(&of.files)?;
    of.pairs.ignoring.add_files(&mut scene)?;
    let report = report(&scene, &of.pairs, true)?;
    write(&of.output, &scene, &report, upward(&of.input.named(&of.files)))?;
    of.input.code(&scene, false, CLEAR)
}

/// Writes the picture that the file's name asks for.
pub fn write(path: &Path, scene: &FileScene, report: &Report, up: DVec3) -> Result<()> {
    if path.extension().is_some_and(|kind| kind == "html") {
        return save(path, page(scene, report, up).as_bytes());
    }
    write_drawing(path, ".svg, .png or .html", || draw(scene, report, up))
}

pub const CLASHING: [u8; 3] = [196, 32, 28];
const MAY_CLASH: [u8; 3] = [150, 44, 98];
const NEAR: [u8; 3] = [0, 98, 155];

fn draw(scene: &FileScene, report: &Report, up: DVec3) -> Drawing {
    let parts = split(drawn(scene).0);
    let marks = marks(scene, report);
    let frame = Frame::around(&parts, Eye::over(up));
    let mut shapes = Vec::new();
    for i in back_to_front(&parts, &frame.eye) {
        let own = color(scene, parts[i].body, marks[parts[i].body]);
        shapes.extend(painted(&parts[i], own, &frame));
    }
    let height = witnesses(&mut shapes, frame.height, scene, report, |p| frame.at(p));
    Drawing { shapes, height }
}

/// A part in a colour: its faces in the light, and the edges that are seen.
pub fn painted(part: &Drawn, own: [f32; 3], frame: &Frame) -> Vec<Shape> {
    let (Drawn { solid, unbounded, is_sheet, .. }, eye) = (part, &frame.eye);
    let at = |i: u32| frame.at(solid.points[i as usize]);
    let mut shapes = Vec::new();
    for face in &solid.faces {
        let normal = solid.normal(face);
        if let [point] = face.as_slice() {
            shapes.push(Shape::Dot { at: at(*point), color: lit(own, DVec3::ZERO, eye) });
        } else if face.len() < 3 {
            let ends = [at(face[0]), at(face[1])];
            shapes.push(Shape::Line { ends, color: lit(own, DVec3::ZERO, eye), width: 2.0 });
        } else if normal.dot(eye.back) > 0.0 || *unbounded || *is_sheet {
            // A sheet is seen from behind too.
            let normal = if normal.dot(eye.back) < 0.0 { -normal } else { normal };
            let corners = face.iter().map(|i| at(*i)).collect();
            let fill = if *unbounded { [233, 234, 230] } else { lit(own, normal, eye) };
            shapes.push(Shape::Face { corners, fill });
        }
    }
    let front: std::collections::HashSet<u32> = solid
        .faces
        .iter()
        .filter(|face| *is_sheet || solid.normal(face).dot(eye.back) > 0.0)
        .flatten()
        .copied()
        .collect();
    for edge in solid.edges.iter().filter(|edge| edge.iter().all(|i| front.contains(i))) {
        let (ends, color) = (edge.map(at), lit(own.map(|c| c * 0.55), DVec3::ZERO, eye));
        shapes.push(Shape::Line { ends, color, width: 1.0 });
    }
    shapes
}

/// Pairs that are named in a picture: more would be read in a table.
const MOST_LABELS: usize = 30;

/// Draws the witnesses on top of all, as what is deepest is always hidden. Answers the height of a
/// picture that holds the labels.
fn witnesses(
    shapes: &mut Vec<Shape>,
    height: f64,
    scene: &FileScene,
    report: &Report,
    at: impl Fn(DVec3) -> [f64; 2],
) -> f64 {
    let colored = report.found.iter().filter_map(|found| match found.verdict {
        Verdict::Clash => Some((found, CLASHING)),
        Verdict::MayClash => Some((found, MAY_CLASH)),
        Verdict::Near => Some((found, NEAR)),
        _ => None,
    });
    let (mut labels, mut unnamed) = (Vec::new(), 0);
    for (found, color) in colored {
        let ends = [at(found.answer.on_a), at(found.answer.on_b)];
        shapes.extend(marked(ends, color));
        if labels.len() == MOST_LABELS {
            unnamed += 1;
            continue;
        }
        let [a, b] = found.bodies.map(|body| &scene.bodies[body].name);
        let text = format!("{a} – {b}: {}", gap(&found.answer.distance));
        labels.push(Label { at: [ends[0][0] + 14.0, ends[0][1] - 8.0], text, color });
    }
    let mut height = spread(&mut labels, height);
    if unnamed > 0 {
        let more = many(unnamed, "more pair", "more pairs");
        let text = format!("… and {more}: osculate check lists them");
        labels.push(caption(text, &mut height));
    }
    shapes.extend(labels.into_iter().map(Shape::Label));
    height
}

const PAGE: &str = include_str!("picture.html");

/// A page that holds the scene, turns it and cuts it, without a network.
fn page(scene: &FileScene, report: &Report, up: DVec3) -> String {
    let (parts, world) = drawn(scene);
    let marks = marks(scene, report);
    let list = |v: DVec3| [v.x, v.y, v.z];
    let solids: Vec<_> = parts
        .iter()
        .map(|part| {
            // What has no end is a background, in the page's own colour.
            let color = (!part.unbounded).then(|| color(scene, part.body, marks[part.body]));
            let points: Vec<[f64; 3]> = part.solid.points.iter().map(|p| list(*p)).collect();
            json!({
                "body": part.body,
                "color": color,
                "fills": part.fills,
                "points": points,
                "faces": part.solid.faces,
                "edges": part.solid.edges,
            })
        })
        .collect();
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let pairs: Vec<_> = report
        .found
        .iter()
        .map(|found| {
            json!({
                "bodies": found.bodies,
                "verdict": found.verdict.name(),
                "distance": found.answer.distance.value,
                "ends": [list(found.answer.on_a), list(found.answer.on_b)],
            })
        })
        .collect();
    let data = json!({
        "names": names,
        "solids": solids,
        "pairs": pairs,
        "low": list(world.min()),
        "high": list(world.max()),
        "up": list(up),
    });
    // Names come from files: nothing in them may end the script.
    filled(PAGE, &data)
}
