//! A scene in motion as a picture: solid at the first contact, faint where moving bodies start and
//! end, with the ways that they go.

use crate::drawing::{
    Drawing, Frame, Label, Shape, caption, marked, spread, write as write_drawing,
};
use crate::moving::{Met, Motions, Report};
use crate::picture::{CLASHING, painted};
use crate::report::Verdict;
use crate::view::{Drawn, Eye, back_to_front, color, drawn, lit, split};
use miette::Result;
use osculate::{Convex, DVec2, DVec3, Moves, Pose};
use osculate_io::{FileBody, FileScene};
use std::path::Path;

/// How long the tip of a way is.
const TIP: f64 = 11.0;

/// How long a dash is, and a gap.
const DASH: f64 = 6.0;

/// Pieces of a way as it is drawn.
const PIECES: u32 = 480;

/// Contacts that are named in a line below the picture.
const MOST_NAMED: usize = 6;

pub fn write(
    path: &Path,
    scene: &FileScene,
    motions: &Motions<DVec3>,
    report: &Report<DVec3>,
    up: DVec3,
) -> Result<()> {
    write_drawing(path, ".svg or .png", || draw(scene, motions, report, up))
}

/// A body where its motion has it at a time.
fn placed(body: &FileBody, motions: &Motions<DVec3>, index: usize, time: f64) -> FileBody {
    body.moved(motions.get(index).map_or(Pose::IDENTITY, |motion| motion.pose(time)))
}

fn draw(scene: &FileScene, motions: &Motions<DVec3>, report: &Report<DVec3>, up: DVec3) -> Drawing {
    // Contact that is there from the start tells nothing of the motion.
    let first = report.contacts().find(|(_, hit)| hit.time.lower > 0.0);
    let first = first.or(report.contacts().next());
    let (until, time) = (motions.until, first.map_or(motions.until, |(_, hit)| hit.time.lower));
    // Every body at the time that is shown, and then the ghosts.
    let mut shown = FileScene::default();
    let mut of: Vec<usize> = (0..scene.bodies.len()).collect();
    shown.bodies.extend(of.iter().map(|&i| placed(&scene.bodies[i], motions, i, time)));
    let moves = |i: &usize| motions.get(*i).is_some();
    let bounded =
        |i: &usize| scene.bodies[*i].parts.iter().all(|part| part.shape.bounds().is_finite());
    for ghost in [0.0, until] {
        if ghost == time {
            continue;
        }
        for i in (0..scene.bodies.len()).filter(moves).filter(bounded) {
            shown.bodies.push(placed(&scene.bodies[i], motions, i, ghost));
            of.push(i);
        }
    }
    let parts = split(drawn(&shown).0);
    let frame = Frame::around(&parts, Eye::over(up));
    let mut shapes = Vec::new();
    for i in back_to_front(&parts, &frame.eye) {
        let Drawn { body, .. } = parts[i];
        let is_ghost = body >= scene.bodies.len();
        let meets = first.is_some_and(|(met, _)| met.bodies.contains(&of[body])) && !is_ghost;
        let mark = if meets { Verdict::Clash } else { Verdict::Clear };
        let part = painted(&parts[i], color(scene, of[body], mark), &frame);
        if is_ghost { shapes.push(Shape::Faint(part)) } else { shapes.extend(part) }
    }
    for i in (0..scene.bodies.len()).filter(moves).filter(bounded) {
        shapes.extend(way(scene, motions, i, time, &frame));
    }
    let mut labels = Vec::new();
    if let Some((met, hit)) = first {
        let (on_a, on_b) = match hit.overlap {
            Some(deep) => (deep.on_a, deep.on_b),
            None => (hit.on_a, hit.on_b),
        };
        let ends = [frame.at(on_a), frame.at(on_b)];
        shapes.extend(marked(ends, CLASHING));
        let [a, b] = met.bodies.map(|body| &scene.bodies[body].name);
        let text = format!("{a} meets {b} at {time:.4}");
        labels.push(Label { at: [ends[0][0] + 14.0, ends[0][1] - 8.0], text, color: CLASHING });
    }
    let mut height = spread(&mut labels, frame.height);
    let said = match first {
        Some(_) if time > 0.0 => {
            format!("Solid: at the first contact, {time:.4}. Faint: at 0 and at {until}.")
        }
        Some(_) => format!("Solid: at the start, in contact already. Faint: at {until}."),
        None => format!("No contact until {until}, where bodies are solid. Faint: at 0."),
    };
    labels.push(caption(said, &mut height));
    let others =
        report.contacts().filter(|(met, _)| first.is_none_or(|(f, _)| f.bodies != met.bodies));
    let (early, later): (Vec<_>, Vec<_>) = others.partition(|(_, hit)| hit.time.lower == 0.0);
    let names_of = |met: &Met<DVec3>| names(scene, met.bodies);
    let early: Vec<String> = early.iter().map(|(met, _)| names_of(met)).collect();
    let later = later.iter().map(|(met, hit)| format!("{}: {:.4}", names_of(met), hit.time.lower));
    let later: Vec<String> = later.collect();
    for (what, pairs) in [("In contact from the start", early), ("Later", later)] {
        if !pairs.is_empty() {
            let named = &pairs[..pairs.len().min(MOST_NAMED)];
            let mut text = format!("{what}: {}", named.join(", "));
            if pairs.len() > named.len() {
                text += &format!(" and {} more", pairs.len() - named.len());
            }
            labels.push(caption(text, &mut height));
        }
    }
    shapes.extend(labels.into_iter().map(Shape::Label));
    Drawing { shapes, height }
}

fn names(scene: &FileScene, bodies: [usize; 2]) -> String {
    let [a, b] = bodies.map(|body| scene.bodies[body].name.as_str());
    format!("{a} – {b}")
}

/// The way of the middle of a body: a line up to the time that is shown, dashes after it, and a
/// tip.
fn way(
    scene: &FileScene,
    motions: &Motions<DVec3>,
    body: usize,
    time: f64,
    frame: &Frame,
) -> Vec<Shape> {
    let Some(motion) = motions.get(body) else { return Vec::new() };
    let middle = scene.bodies[body].body().at(Pose::IDENTITY).bounds().center();
    let own = color(scene, body, Verdict::Clear).map(|c| c * 0.6);
    let color = lit(own, DVec3::ZERO, &frame.eye);
    let at = |k: u32| {
        let time = motions.until * f64::from(k) / f64::from(PIECES);
        (time, DVec2::from(frame.at(motion.pose(time).apply(middle))))
    };
    let line = |from: DVec2, to: DVec2| Shape::Line {
        ends: [from.to_array(), to.to_array()],
        color,
        width: 1.5,
    };
    let (mut shapes, mut gone) = (Vec::new(), 0.0);
    for ((from, p), (_, q)) in (0..PIECES).map(|k| (at(k), at(k + 1))) {
        if from < time || ((gone / DASH) as u64).is_multiple_of(2) {
            shapes.push(line(p, q));
        }
        gone += p.distance(q);
    }
    // The tip, along the last of the way that is long enough to be seen.
    let to = at(PIECES).1;
    let before = (0..PIECES).rev().map(|k| at(k).1).find(|from| from.distance(to) > 0.5 * TIP);
    if let Some(back) = before.and_then(|from| (from - to).try_normalize()) {
        let end = |side: f64| (to + (back + back.perp() * side) * TIP).to_array();
        shapes.push(Shape::Face { corners: vec![to.to_array(), end(0.4), end(-0.4)], fill: color });
    }
    shapes
}
