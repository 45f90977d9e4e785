//! Solids as faces to draw, and the eye that looks at them.

use crate::report::{Report, Verdict};
use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::{PointCloud, Shape};
use osculate::{Aabb, Convex, Core, DVec3, Facts, signed_distance};
use osculate_io::{FilePart, FileScene, Format};
use std::collections::HashSet;

/// A convex part as polygons, counterclockwise from outside.
pub struct Solid {
    pub points: Vec<DVec3>,
    pub faces: Vec<Vec<u32>>,
    /// Sides of faces that are seen as edges.
    pub edges: Vec<[u32; 2]>,
}

/// Directions in which a curved solid is sampled.
const SAMPLES: usize = 400;

/// Faces that meet at a lesser angle look like one; in cosine.
const CREASE: f64 = 0.94;

impl Solid {
    pub fn of(part: &FilePart, world: &Aabb<DVec3>) -> Self {
        match part.shape.core() {
            Core::HalfSpace { normal, offset } => {
                Self::floor(normal, offset + normal.dot(part.shape.origin()), world)
            }
            _ => match &part.corners {
                Some(corners) => Self::hull(corners.clone()),
                None => {
                    let (origin, radius) = (part.shape.origin(), part.shape.rounding());
                    let support =
                        |way| part.shape.core_support_from_origin(way) + origin + way * radius;
                    Self::hull(samples(support))
                }
            },
        }
    }

    /// The hull of points, flat ones too.
    pub fn hull(points: Vec<DVec3>) -> Self {
        let faces: Vec<Vec<u32>> = match convex_hull(&points) {
            Ok(ConvexHull::Polytope(faces)) => faces.iter().map(<[u32]>::to_vec).collect(),
            // Both sides of a flat one.
            Ok(ConvexHull::Polygon(corners)) => {
                let back = corners.iter().rev().copied().collect();
                vec![corners, back]
            }
            Ok(ConvexHull::Segment(ends)) => vec![ends.to_vec()],
            Ok(ConvexHull::Point(point)) => vec![vec![point]],
            _ => Vec::new(),
        };
        let edges = creases(&points, &faces);
        Self { points, faces, edges }
    }

    /// A half-space as a square of its plane, as large as the rest of the scene.
    fn floor(normal: DVec3, offset: f64, world: &Aabb<DVec3>) -> Self {
        let middle = world.center();
        let size = world.size().length().max(1.0) * 0.62;
        let center = middle - normal * (normal.dot(middle) - offset);
        let along = normal.any_orthonormal_vector();
        let across = normal.cross(along);
        let corner = |i: f64, j: f64| center + along * (i * size) + across * (j * size);
        let points =
            vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        Self { points, faces: vec![vec![0, 1, 2, 3]], edges: Vec::new() }
    }

    pub fn normal(&self, face: &[u32]) -> DVec3 {
        // Newell's: of polygons whose corners are only nearly in one plane too.
        let at = |k: usize| self.points[face[k % face.len()] as usize];
        let sum: DVec3 = (0..face.len()).map(|k| (at(k) - at(0)).cross(at(k + 1) - at(0))).sum();
        sum.normalize_or_zero()
    }
}

/// Points of a boundary, by its support mapping: along the axes, the diagonals, and evenly between.
pub fn samples(support: impl Fn(DVec3) -> DVec3) -> Vec<DVec3> {
    let ternary = |code: usize, i: usize| (code / [1, 3, 9][i] % 3) as f64 - 1.0;
    let axes = (0..27).map(|code| DVec3::new(ternary(code, 0), ternary(code, 1), ternary(code, 2)));
    // A spiral from pole to pole: each step turns by the golden angle.
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let spiral = (0..SAMPLES).map(|k| {
        let y = 1.0 - 2.0 * (k as f64 + 0.5) / SAMPLES as f64;
        let r = (1.0 - y * y).sqrt();
        DVec3::new(r * (golden * k as f64).cos(), y, r * (golden * k as f64).sin())
    });
    let mut points: Vec<DVec3> =
        axes.chain(spiral).filter_map(DVec3::try_normalize).map(support).collect();
    // Support points of flat faces and sharp corners come again and again.
    points.sort_by(|p, q| {
        p.to_array().partial_cmp(&q.to_array()).unwrap_or(std::cmp::Ordering::Equal)
    });
    points.dedup();
    points
}

fn creases(points: &[DVec3], faces: &[Vec<u32>]) -> Vec<[u32; 2]> {
    let solid = Solid { points: points.to_vec(), faces: Vec::new(), edges: Vec::new() };
    let mut sides: std::collections::HashMap<[u32; 2], DVec3> = std::collections::HashMap::new();
    let mut edges = Vec::new();
    for face in faces {
        let normal = solid.normal(face);
        for k in 0..face.len() {
            let (a, b) = (face[k], face[(k + 1) % face.len()]);
            match sides.get(&[b, a]) {
                Some(other) if other.dot(normal) > CREASE => {}
                Some(_) => edges.push([a, b]),
                None => {
                    sides.insert([a, b], normal);
                }
            }
        }
    }
    edges
}

/// A part of the scene, ready to be drawn.
pub struct Drawn {
    pub body: usize,
    pub solid: Solid,
    pub unbounded: bool,
    /// It is a mesh, or a triangle of one: seen from both sides.
    pub is_sheet: bool,
    /// It has an inside, which a cut shows.
    pub fills: bool,
    /// What tells whether it is before another, if it is convex.
    shape: Option<Shape<DVec3>>,
}

/// The same with each triangle of a mesh alone, as a picture needs them that is painted from behind.
pub fn split(parts: Vec<Drawn>) -> Vec<Drawn> {
    let mut all = Vec::new();
    for part in parts {
        if !part.is_sheet {
            all.push(part);
            continue;
        }
        let Solid { points, faces, edges } = part.solid;
        let creased: HashSet<[u32; 2]> = edges.into_iter().collect();
        for face in faces {
            let corners: Vec<DVec3> = face.iter().map(|k| points[*k as usize]).collect();
            let n = face.len();
            let sides = (0..n).map(|k| [k, (k + 1) % n]);
            let is_crease = |side: &[usize; 2]| {
                let [a, b] = side.map(|k| face[k]);
                creased.contains(&[a, b]) || creased.contains(&[b, a])
            };
            let edges = sides.filter(is_crease).map(|side| side.map(|k| k as u32)).collect();
            let shape = PointCloud::new(&corners).ok().map(Shape::from);
            let solid = Solid { points: corners, faces: vec![(0..n as u32).collect()], edges };
            all.push(Drawn { solid, shape, ..part_of(part.body) });
        }
    }
    all
}

fn part_of(body: usize) -> Drawn {
    let solid = Solid { points: Vec::new(), faces: Vec::new(), edges: Vec::new() };
    Drawn { body, solid, unbounded: false, is_sheet: true, fills: false, shape: None }
}

/// The scene's parts as faces, and the box around the bounded ones.
pub fn drawn(scene: &FileScene) -> (Vec<Drawn>, Aabb<DVec3>) {
    let parts = scene.bodies.iter().flat_map(|body| &body.parts).map(|part| part.shape.bounds());
    let meshes = scene.bodies.iter().flat_map(|body| &body.meshes);
    let meshes = meshes.map(|mesh| Aabb::from_points(mesh.points.iter().copied()));
    let all = parts.chain(meshes);
    let world = all.filter(Aabb::is_finite).reduce(|all, one| all.union(&one));
    let world = world.unwrap_or(Aabb::from_points([-DVec3::ONE, DVec3::ONE]));
    let mut parts = Vec::new();
    for (body, of) in scene.bodies.iter().enumerate() {
        for part in &of.parts {
            let unbounded = !part.shape.bounds().is_finite();
            let (solid, shape) = (Solid::of(part, &world), Some(part.shape.clone()));
            let fills = !unbounded;
            parts.push(Drawn { body, solid, unbounded, is_sheet: false, fills, shape });
        }
        for mesh in &of.meshes {
            let faces: Vec<Vec<u32>> = mesh.triangles.iter().map(|t| t.to_vec()).collect();
            let edges = creases(&mesh.points, &faces);
            let solid = Solid { points: mesh.points.clone(), faces, edges };
            parts.push(Drawn { solid, fills: mesh.is_solid, ..part_of(body) });
        }
    }
    (parts, world)
}

/// An eye infinitely far away.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    pub right: DVec3,
    pub up: DVec3,
    /// Towards the eye.
    pub back: DVec3,
}

impl Eye {
    /// From above, in front and to the right of a scene whose upward axis is `up`.
    pub fn over(up: DVec3) -> Self {
        let aside =
            if up == DVec3::Y { DVec3::new(0.55, 0.0, 1.0) } else { DVec3::new(0.55, -1.0, 0.0) };
        let back = (aside + up * 0.55).normalize();
        let right = up.cross(back).normalize();
        Self { right, up: back.cross(right), back }
    }

    /// To the right, down, towards the eye.
    pub fn see(&self, p: DVec3) -> DVec3 {
        DVec3::new(self.right.dot(p), -self.up.dot(p), self.back.dot(p))
    }
}

/// Which way is up in a scene of these files: y, unless the format of one says otherwise.
pub fn upward(files: &[std::path::PathBuf]) -> DVec3 {
    let ways = files.iter().filter_map(|file| Format::of(file)).map(|format| format.up);
    ways.into_iter().find(|up| *up != DVec3::Y).unwrap_or(DVec3::Y)
}

/// Bodies that clash, and bodies that are in contact or too near.
pub fn marks(scene: &FileScene, report: &Report) -> Vec<Verdict> {
    let mut marks = vec![Verdict::Clear; scene.bodies.len()];
    for found in report.found.iter().rev() {
        for body in found.bodies {
            if found.verdict == Verdict::Clash
                || found.verdict == Verdict::MayClash && marks[body] != Verdict::Clash
                || marks[body] == Verdict::Clear && found.verdict == Verdict::Near
            {
                marks[body] = found.verdict;
            }
        }
    }
    marks
}

const PALETTE: [[f32; 3]; 6] = [
    [0.55, 0.64, 0.73],
    [0.66, 0.72, 0.60],
    [0.76, 0.69, 0.58],
    [0.62, 0.60, 0.72],
    [0.56, 0.70, 0.70],
    [0.74, 0.64, 0.66],
];

/// The colour of a body: its own, or one of a few quiet ones; red if it clashes.
pub fn color(scene: &FileScene, body: usize, mark: Verdict) -> [f32; 3] {
    match mark {
        Verdict::Clash => [0.84, 0.24, 0.20],
        Verdict::MayClash => [0.80, 0.47, 0.62],
        _ => scene.bodies[body].color.unwrap_or(PALETTE[body % PALETTE.len()]),
    }
}

/// A face's colour in the light: from above the eye's left shoulder.
pub fn lit(color: [f32; 3], normal: DVec3, eye: &Eye) -> [u8; 3] {
    let light = (eye.back * 0.55 + eye.up * 0.75 - eye.right * 0.4).normalize();
    let share = (0.62 + 0.38 * normal.dot(light).max(-0.3)) as f32;
    color.map(|c| ((c * share).clamp(0.0, 1.0).powf(1.0 / 1.15) * 255.0).round() as u8)
}

/// The order to draw parts in, those behind first. Two parts that a plane separates are told apart
/// by that plane: who is on the eye's side is in front.
pub fn back_to_front(parts: &[Drawn], eye: &Eye) -> Vec<usize> {
    let seen: Vec<[DVec3; 2]> = parts
        .iter()
        .map(|part| {
            let points = part.solid.points.iter().map(|p| eye.see(*p));
            points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| {
                [low.min(p), high.max(p)]
            })
        })
        .collect();
    let n = parts.len();
    let mut behind: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut waits = vec![0usize; n];
    // Of thousands of parts the depths alone must do.
    let exact = n <= 1500;
    let pairs = if exact { n } else { 0 };
    for i in 0..pairs {
        for j in i + 1..n {
            let hidden = (seen[i][0].x <= seen[j][1].x && seen[j][0].x <= seen[i][1].x)
                && (seen[i][0].y <= seen[j][1].y && seen[j][0].y <= seen[i][1].y);
            if !hidden || parts[i].unbounded || parts[j].unbounded {
                continue;
            }
            let (Some(p), Some(q)) = (&parts[i].shape, &parts[j].shape) else { continue };
            let normal = signed_distance(p, q).normal;
            let (first, then) = if normal.dot(eye.back) > 0.0 { (i, j) } else { (j, i) };
            behind[first].push(then);
            waits[then] += 1;
        }
    }
    let depth = |i: usize| {
        if parts[i].unbounded { f64::NEG_INFINITY } else { seen[i][0].z + seen[i][1].z }
    };
    let mut order = Vec::new();
    let mut left: Vec<usize> = (0..n).collect();
    left.sort_by(|i, j| depth(*i).total_cmp(&depth(*j)));
    if !exact {
        return left;
    }
    while !left.is_empty() {
        // The furthest that nothing left is behind of; where parts are behind one another in a
        // ring, the furthest.
        let next = left.iter().position(|i| waits[*i] == 0).unwrap_or(0);
        let i = left.remove(next);
        order.push(i);
        for &j in &behind[i] {
            waits[j] = waits[j].saturating_sub(1);
        }
    }
    order
}
