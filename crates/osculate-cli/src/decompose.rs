//! Meshes, cut into convex parts. V-HACD cuts them, as parry has it; how far the parts leave the
//! mesh, and the mesh the parts, is measured here.

use crate::arguments::Decompose;
use crate::drawing::{Drawing, Frame, write as write_drawing};
use crate::farthest::farthest;
use crate::hull::{self, used};
use crate::output::{many, plain};
use crate::picture::painted;
use crate::save::save;
use crate::view::{Eye, Solid, back_to_front, drawn, upward};
use crate::{CLEAR, output};
use miette::{Result, miette};
use osculate::shape::PointCloud;
use osculate::{Aabb, Body, DVec3, Pose};
use osculate_io::{FileMesh, FilePart, FileScene};
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};
use parry3d_f64::transformation::voxelization::FillMode;
use serde_json::json;
use std::fmt::Write;
use std::panic::catch_unwind;

/// How exactly distances are measured, as a share of a mesh's size.
const EXACT: f64 = 1e-3;

/// So many questions are asked at most to measure a mesh one way.
const QUESTIONS: usize = 400_000;

/// A part is merged with one of so many that are nearest: hulls of all pairs would be millions.
const NEIGHBORS: usize = 32;

/// What became of a body.
struct Cut {
    name: String,
    parts: usize,
    corners: usize,
    /// No part leaves its mesh further.
    beyond: f64,
    /// No point of the mesh is further from all parts.
    uncovered: f64,
}

pub fn run(of: &Decompose) -> Result<u8> {
    let mut scene = of.input.read([&of.file])?;
    let mut cuts = Vec::new();
    for k in 0..scene.bodies.len() {
        cuts.push(cut(&mut scene, k, of)?);
    }
    if cuts.is_empty() {
        return Err(miette!("{} has no mesh", of.file.display()));
    }
    let kind = of.output.extension().and_then(|e| e.to_str()).unwrap_or("");
    let bytes = match kind {
        "json" => document(&scene).into_bytes(),
        _ => hull::bytes(kind, &scene, &hull::bodies(&scene)).unwrap_or_else(|| {
            Err(miette!(
                "a file of parts must end in .json, .obj, .stl or .gltf: {}",
                of.output.display()
            ))
        })?,
    };
    save(&of.output, &bytes)?;
    if let Some(path) = &of.picture {
        let up = upward(&of.input.named([&of.file]));
        write_drawing(path, ".svg or .png", || draw(&scene, up))?;
    }
    output::print(told(of, &cuts).as_bytes())?;
    of.input.code(&scene, false, CLEAR)
}

/// Cuts a body's meshes.
fn cut(scene: &mut FileScene, k: usize, of: &Decompose) -> Result<Cut> {
    let body = &mut scene.bodies[k];
    let name = body.name.clone();
    if let Some(round) = body.parts.iter().find(|part| part.corners.is_none()) {
        return Err(miette!(
            help = "decompose takes meshes",
            "{name:?} has a {}, which is no mesh",
            round.kind
        ));
    }
    let (mut beyond, mut uncovered): (f64, f64) = (0.0, 0.0);
    for mesh in std::mem::take(&mut body.meshes) {
        let parts = convex_parts(&mesh, of).map_err(|why| miette!("{name:?}: {why}"))?;
        let [parts_beyond, not_covered] =
            measured(&mesh, &parts).map_err(|error| miette!("{name:?}: {error}"))?;
        (beyond, uncovered) = (beyond.max(parts_beyond), uncovered.max(not_covered));
        for corners in parts {
            let shape = PointCloud::new(&corners).map_err(|error| miette!("{name:?}: {error}"))?;
            let corners = Some(corners);
            body.parts.push(FilePart { kind: "hull", shape: shape.into(), corners, fills: true });
        }
    }
    body.assumed.clear();
    let corners = body.parts.iter().filter_map(|part| part.corners.as_ref()).map(Vec::len).sum();
    Ok(Cut { name, parts: body.parts.len(), corners, beyond, uncovered })
}

/// The corners of a mesh's convex parts.
fn convex_parts(mesh: &FileMesh, of: &Decompose) -> std::result::Result<Vec<Vec<DVec3>>, String> {
    // V-HACD has thresholds of its own, so it is given a mesh of about size 1; powers of two change
    // no digit.
    let size = Aabb::from_points(mesh.points.iter().copied()).size().max_element();
    let scale = (-size.log2().round()).exp2();
    let scale = if scale.is_normal() { scale } else { 1.0 };
    let points: Vec<Vector> = mesh.points.iter().map(|p| to_parry(*p * scale)).collect();
    let parameters = VHACDParameters {
        concavity: of.concavity,
        resolution: of.resolution,
        max_convex_hulls: of.parts,
        fill_mode: if mesh.is_solid {
            FillMode::FloodFill { detect_cavities: false }
        } else {
            FillMode::SurfaceOnly
        },
        ..VHACDParameters::default()
    };
    let triangles = &mesh.triangles;
    let cut = || {
        let cut = VHACD::decompose(&parameters, &points, triangles, true);
        cut.compute_primitive_intersections(&points, triangles)
    };
    let parts = catch_unwind(cut).map_err(|_| "V-HACD cannot cut this mesh")?;
    let point = |p: &Vector| DVec3::new(p.x, p.y, p.z);
    let parts = parts.into_iter().map(|part| Part::of(part.iter().map(point).collect()));
    let parts = parts.filter(|part| !part.corners.is_empty()).collect();
    // V-HACD halves parts, and stops only where there are more than were asked for.
    let parts = merged(parts, of.parts as usize);
    Ok(parts.into_iter().map(|of| of.corners.into_iter().map(|p| p / scale).collect()).collect())
}

/// A convex part.
struct Part {
    corners: Vec<DVec3>,
    volume: f64,
    middle: DVec3,
}

impl Part {
    /// The hull of points.
    fn of(points: Vec<DVec3>) -> Self {
        let solid = used(Solid::hull(points));
        let base = solid.points.first().copied().unwrap_or(DVec3::ZERO);
        let sixfold = |[a, b, c]: [DVec3; 3]| (a - base).cross(b - base).dot(c - base);
        let volume = hull::triangles_of(&solid).map(sixfold).sum::<f64>().abs() / 6.0;
        let middle = Aabb::from_points(solid.points.iter().copied()).center();
        Self { corners: solid.points, volume, middle }
    }

    /// The hull of two.
    fn with(&self, other: &Self) -> Self {
        Self::of(self.corners.iter().chain(&other.corners).copied().collect())
    }
}

/// So many parts at most: again and again the two become one whose hull adds the least volume.
fn merged(parts: Vec<Part>, most: usize) -> Vec<Part> {
    let mut count = parts.len();
    let mut parts: Vec<Option<Part>> = parts.into_iter().map(Some).collect();
    let mut pairs: Vec<(f64, [usize; 2])> = Vec::new();
    if count > most {
        (1..count).for_each(|k| pairs.extend(beside(&parts, k)));
    }
    while count > most {
        let least = pairs.iter().min_by(|(p, a), (q, b)| p.total_cmp(q).then(a.cmp(b)));
        let Some((_, pair)) = least.copied() else { break };
        let [Some(one), Some(other)] = pair.map(|k| parts[k].take()) else { break };
        pairs.retain(|(_, of)| !of.iter().any(|k| pair.contains(k)));
        parts.push(Some(one.with(&other)));
        pairs.extend(beside(&parts, parts.len() - 1));
        count -= 1;
    }
    parts.into_iter().flatten().collect()
}

/// The nearest parts of those before a part, and what volume the hull with each adds.
fn beside(parts: &[Option<Part>], k: usize) -> Vec<(f64, [usize; 2])> {
    let Some(own) = &parts[k] else { return Vec::new() };
    let others = parts[..k].iter().enumerate();
    let mut others: Vec<(usize, &Part)> =
        others.filter_map(|(at, part)| Some((at, part.as_ref()?))).collect();
    let far = |(_, part): &(usize, &Part)| part.middle.distance_squared(own.middle);
    others.sort_by(|p, q| far(p).total_cmp(&far(q)));
    others.truncate(NEIGHBORS);
    let added =
        |(at, part): (usize, &Part)| (own.with(part).volume - own.volume - part.volume, [at, k]);
    others.into_iter().map(added).collect()
}

fn to_parry(p: DVec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

/// How far the parts leave the mesh at most, and the mesh the parts.
fn measured(
    mesh: &FileMesh,
    parts: &[Vec<DVec3>],
) -> std::result::Result<[f64; 2], osculate::Error> {
    let size = Aabb::from_points(mesh.points.iter().copied()).size().length();
    let bodies = parts.iter().map(|corners| Ok(Body::new(PointCloud::new(corners)?)));
    let bodies = bodies.collect::<std::result::Result<Vec<_>, _>>()?;
    let whole = Body::compound(bodies.into_iter().map(|body| (body, Pose::IDENTITY)))?;
    let from = |body: &Body<DVec3>, p: DVec3| {
        let found = body.at(Pose::IDENTITY).project_point(p);
        found.map_or(f64::INFINITY, |found| found.distance.upper.max(0.0))
    };
    let surfaces = parts.iter().map(|corners| Solid::hull(corners.clone())).collect::<Vec<_>>();
    let triangles = surfaces.iter().flat_map(hull::triangles_of).collect::<Vec<_>>();
    let own = |t: &[u32; 3]| t.map(|i| mesh.points[i as usize]);
    Ok([
        farthest(triangles, |p| from(&mesh.body, p), EXACT * size, QUESTIONS),
        farthest(mesh.triangles.iter().map(own), |p| from(&whole, p), EXACT * size, QUESTIONS),
    ])
}

/// The parts as a scene of the project's own format, a part a line.
fn document(scene: &FileScene) -> String {
    let mut text = String::from("{\n  \"osculate\": 1,\n  \"bodies\": [");
    for (k, body) in scene.bodies.iter().enumerate() {
        let name = json!(body.name);
        let _ = write!(text, "{}\n    {{ \"name\": {name}, ", if k > 0 { "," } else { "" });
        if let Some(group) = &body.group {
            let _ = write!(text, "\"group\": {}, ", json!(group));
        }
        if let Some(color) = body.color {
            let _ = write!(text, "\"color\": {}, ", json!(color));
        }
        text += "\"parts\": [";
        for (k, part) in body.parts.iter().enumerate() {
            let corners = part.corners.iter().flatten().map(|p| p.to_array());
            let hull = json!({ "shape": { "hull": corners.collect::<Vec<_>>() } });
            let _ = write!(text, "{}\n      {hull}", if k > 0 { "," } else { "" });
        }
        text += "\n    ] }";
    }
    let _ = writeln!(text, "\n  ],\n  \"ignore\": {}\n}}", json!(scene.ignored));
    text
}

fn told(of: &Decompose, cuts: &[Cut]) -> String {
    let parts = many(cuts.iter().map(|cut| cut.parts).sum(), "convex part", "convex parts");
    let bodies = many(cuts.len(), "body", "bodies");
    let mut text = format!("{}: {parts} of {bodies}\n", of.output.display());
    let width = cuts.iter().map(|cut| plain(&cut.name).chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "{:width$}  parts  corners  beyond the mesh  not covered", "body");
    for Cut { name, parts, corners, beyond, uncovered } in cuts {
        let [beyond, uncovered] = [beyond, uncovered].map(|most| match *most {
            0.0 => String::from("0"),
            most => format!("< {}", rounded_up(most)),
        });
        let name = plain(name);
        let _ =
            writeln!(text, "{name:width$}  {parts:5}  {corners:7}  {beyond:>15}  {uncovered:>11}");
    }
    text
}

/// A number above zero with three digits, and no less.
fn rounded_up(x: f64) -> String {
    let unit = 10f64.powi(x.log10().floor() as i32 - 2);
    let more = (x / unit).ceil() * unit;
    let digits = usize::try_from(2 - more.log10().floor() as i32).unwrap_or(0);
    format!("{more:.digits$}")
}

fn draw(scene: &FileScene, up: DVec3) -> Drawing {
    let (parts, _) = drawn(scene);
    let frame = Frame::around(&parts, Eye::over(up));
    let order = back_to_front(&parts, &frame.eye);
    let shapes = order.into_iter().flat_map(|k| painted(&parts[k], color(k), &frame)).collect();
    Drawing { shapes, height: frame.height }
}

/// Colours of which neighbours differ: around the circle by the golden section.
fn color(k: usize) -> [f32; 3] {
    let turn = (k as f32 * 0.618_034).fract();
    [0.0, 1.0 / 3.0, 2.0 / 3.0].map(|own| {
        let wave = ((turn - own) * std::f32::consts::TAU).cos();
        0.60 + 0.22 * wave
    })
}

#[cfg(test)]
mod tests {
    use super::{Part, merged, rounded_up};
    use osculate::DVec3;

    /// A box from one corner to the other.
    fn cuboid(low: [f64; 3], high: [f64; 3]) -> Part {
        let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 0 { low[i] } else { high[i] });
        Part::of((0..8).map(|k| DVec3::from(corner(k))).collect())
    }

    #[test]
    fn there_are_no_more_parts_than_were_asked_for() {
        // Two halves of one box, and an arm and a hand that are beside it.
        let parts = || {
            vec![
                cuboid([0.0, 0.0, 0.0], [1.0, 2.0, 1.0]),
                cuboid([2.0, 0.0, 0.0], [3.0, 0.5, 1.0]),
                cuboid([1.0, 0.0, 0.0], [2.0, 2.0, 1.0]),
                cuboid([3.0, 0.0, 0.0], [4.0, 0.25, 1.0]),
            ]
        };
        let volumes = |most: usize| -> Vec<f64> {
            let mut all: Vec<f64> = merged(parts(), most).iter().map(|of| of.volume).collect();
            all.sort_by(f64::total_cmp);
            all
        };
        let is_near = |found: Vec<f64>, wanted: &[f64]| {
            let pairs = found.iter().zip(wanted);
            found.len() == wanted.len() && pairs.into_iter().all(|(p, q)| (p - q).abs() < 1e-12)
        };
        for most in [4, 9] {
            assert!(is_near(volumes(most), &[0.25, 0.5, 2.0, 2.0]));
        }
        // The halves add nothing; then the arm and the hand add least; then there is one hull.
        assert!(is_near(volumes(3), &[0.25, 0.5, 4.0]));
        assert!(is_near(volumes(2), &[0.875, 4.0]));
        assert!(is_near(volumes(1), &[6.25]));
        // More than are asked about one by one.
        let row = (0..100).map(f64::from);
        let row = row.map(|x| cuboid([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0])).collect();
        let whole = merged(row, 1);
        assert!(whole.len() == 1 && (whole[0].volume - 100.0).abs() < 1e-9);
    }

    #[test]
    fn bounds_are_rounded_up() {
        let cases = [(0.012_341, "0.0124"), (1234.1, "1240"), (0.9999, "1.00"), (2.0, "2.00")];
        for (x, text) in cases {
            assert_eq!(rounded_up(x), text);
        }
    }
}
