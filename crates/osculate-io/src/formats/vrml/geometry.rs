//! The meshes of geometry nodes. What is refused says why; the walk knows where.

use super::spine;
use super::tree::{Node, turn};
use crate::mesh::Mesh;
use osculate::DVec3;

/// The mesh of a node whose coordinates are these, in a file whose unit of angle is so many radians.
/// `None` if the node is of no kind that is read.
pub fn mesh(node: &Node, coord: Option<&Node>, angle: f64) -> Result<Option<Mesh>, String> {
    Ok(Some(match &*node.kind {
        "IndexedFaceSet" => {
            let points = points(coord)?;
            let faces = lists(node, "coordIndex", points.len())?;
            Mesh::new(points, faces)
        }
        "ElevationGrid" => grid(node)?,
        "Extrusion" => extrusion(node, angle)?,
        "IndexedTriangleSet" | "IndexedQuadSet" => {
            let points = points(coord)?;
            let corners: Vec<u32> = lists(node, "index", points.len())?.concat();
            groups(points, &corners, corners_of(node))
        }
        "TriangleSet" | "QuadSet" => {
            let points = points(coord)?;
            let corners: Vec<u32> = (0..points.len() as u32).collect();
            groups(points, &corners, corners_of(node))
        }
        "TriangleStripSet" | "TriangleFanSet" => {
            let points = points(coord)?;
            let field = if &*node.kind == "TriangleFanSet" { "fanCount" } else { "stripCount" };
            let rows = rows(node, field, points.len())?;
            fans_or_strips(node, points, &rows)
        }
        "IndexedTriangleStripSet" | "IndexedTriangleFanSet" => {
            let points = points(coord)?;
            let rows = lists(node, "index", points.len())?;
            fans_or_strips(node, points, &rows)
        }
        "TriangleSet2D" => {
            let flat = node.numbers("vertices").unwrap_or(&[]);
            if !flat.len().is_multiple_of(2) {
                return Err(format!("the vertices are {} numbers, no pairs", flat.len()));
            }
            let points: Vec<DVec3> =
                flat.chunks_exact(2).map(|p| DVec3::new(p[0], p[1], 0.0)).collect();
            let corners: Vec<u32> = (0..points.len() as u32).collect();
            groups(points, &corners, 3)
        }
        "Rectangle2D" => {
            let size = node.numbers("size").unwrap_or(&[2.0, 2.0]);
            let (x, y) = (0.5 * size[0], 0.5 * size[1]);
            let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
            let points = corners.map(|(x, y)| DVec3::new(x, y, 0.0)).to_vec();
            Mesh::new(points, vec![vec![0, 1, 2, 3]])
        }
        _ => return Ok(None),
    }))
}

fn points(coord: Option<&Node>) -> Result<Vec<DVec3>, String> {
    let numbers = coord.and_then(|coord| coord.numbers("point")).unwrap_or(&[]);
    if !numbers.len().is_multiple_of(3) {
        return Err(format!("the coordinates are {} numbers, no triples", numbers.len()));
    }
    Ok(numbers.chunks_exact(3).map(DVec3::from_slice).collect())
}

/// Lists of corners that −1 ends; none is empty.
fn lists(node: &Node, field: &str, there: usize) -> Result<Vec<Vec<u32>>, String> {
    let (mut lists, mut list) = (Vec::new(), Vec::new());
    for &index in node.numbers(field).unwrap_or(&[]) {
        if index < 0.0 {
            lists.push(std::mem::take(&mut list));
        } else if index.fract() != 0.0 || index >= there as f64 {
            return Err(format!("{field} has {index}, and there are {there} points"));
        } else {
            list.push(index as u32);
        }
    }
    lists.push(list);
    // What is no face in the standard's sense is a segment or a point here.
    lists.retain(|list| !list.is_empty());
    Ok(lists)
}

/// So many points in a row as each number of a field says, one row behind the other.
fn rows(node: &Node, field: &str, there: usize) -> Result<Vec<Vec<u32>>, String> {
    let (mut rows, mut start) = (Vec::new(), 0usize);
    for &count in node.numbers(field).unwrap_or(&[]) {
        if count.fract() != 0.0 || !(count >= 3.0) {
            return Err(format!("{field} has {count}, and a row has at least 3 points"));
        }
        if count > (there - start) as f64 {
            return Err(format!("{field} takes more points than the {there} that are there"));
        }
        let end = start + count as usize;
        rows.push((start as u32..end as u32).collect());
        start = end;
    }
    Ok(rows)
}

fn corners_of(node: &Node) -> usize {
    if node.kind.ends_with("QuadSet") { 4 } else { 3 }
}

/// Faces of so many corners each; corners that make no whole face are none, as the standard says.
fn groups(points: Vec<DVec3>, corners: &[u32], of: usize) -> Mesh {
    Mesh::new(points, corners.chunks_exact(of).map(<[u32]>::to_vec).collect())
}

fn fans_or_strips(node: &Node, points: Vec<DVec3>, rows: &[Vec<u32>]) -> Mesh {
    let mut faces = Vec::new();
    for row in rows {
        if node.kind.ends_with("FanSet") {
            let tail = row[1..].windows(2);
            faces.extend(tail.map(|edge| vec![row[0], edge[0], edge[1]]));
        } else {
            // Every second triangle goes the other way round.
            let turned = |(k, c): (usize, &[u32])| match k % 2 {
                0 => vec![c[0], c[1], c[2]],
                _ => vec![c[1], c[0], c[2]],
            };
            faces.extend(row.windows(3).enumerate().map(turned));
        }
    }
    Mesh::new(points, faces)
}

fn grid(node: &Node) -> Result<Mesh, String> {
    let [columns, rows] = ["xDimension", "zDimension"].map(|f| node.number(f, 0.0));
    let heights = node.numbers("height").unwrap_or(&[]);
    if heights.is_empty() && columns * rows == 0.0 {
        return Ok(Mesh::default());
    }
    if !(columns >= 2.0 && rows >= 2.0) || columns * rows != heights.len() as f64 {
        let what = format!(
            "an ElevationGrid of {columns} by {rows} needs as many heights, and has {}",
            heights.len()
        );
        return Err(what);
    }
    let [dx, dz] = ["xSpacing", "zSpacing"].map(|f| node.number(f, 1.0));
    let columns = columns as usize;
    let at = |(k, &y): (usize, &f64)| {
        DVec3::new(dx * (k % columns) as f64, y, dz * (k / columns) as f64)
    };
    let points: Vec<DVec3> = heights.iter().enumerate().map(at).collect();
    let mut faces = Vec::new();
    for row in 0..heights.len() / columns - 1 {
        for column in 0..columns - 1 {
            let first = (row * columns + column) as u32;
            let below = first + columns as u32;
            // A square is two triangles: its corners need not be in one plane.
            faces.push(vec![first, below, first + 1]);
            faces.push(vec![below, below + 1, first + 1]);
        }
    }
    Ok(Mesh::new(points, faces))
}

/// A cross-section in x and z, swept along the spine with a scale and a turn at each of its
/// points.
fn extrusion(node: &Node, angle: f64) -> Result<Mesh, String> {
    const SQUARE: [f64; 10] = [1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
    let section = node.numbers("crossSection").unwrap_or(&SQUARE);
    let spine = node.numbers("spine").unwrap_or(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let scale = node.numbers("scale").unwrap_or(&[1.0, 1.0]);
    let turns = node.numbers("orientation").unwrap_or(&[0.0, 0.0, 1.0, 0.0]);
    let whole = section.len().is_multiple_of(2)
        && spine.len().is_multiple_of(3)
        && scale.len().is_multiple_of(2);
    if !whole || !turns.len().is_multiple_of(4) || section.len() < 6 || spine.len() < 6 {
        return Err("an Extrusion's lists are no pairs, triples or turns, or too short".into());
    }
    if scale.is_empty() || turns.is_empty() {
        return Err("an Extrusion needs at least one scale and one turn".into());
    }
    let mut section: Vec<DVec3> =
        section.chunks_exact(2).map(|c| DVec3::new(c[0], 0.0, c[1])).collect();
    let is_closed = section.first() == section.last();
    if is_closed {
        section.pop();
    }
    let spine: Vec<DVec3> = spine.chunks_exact(3).map(DVec3::from_slice).collect();
    let planes = spine::planes(&spine);
    let (n, m) = (spine.len(), section.len() as u32);
    let mut mesh = Mesh::default();
    for (k, (at, plane)) in spine.iter().zip(&planes).enumerate() {
        let scale = &scale[2 * k.min(scale.len() / 2 - 1)..];
        let turns = &turns[4 * k.min(turns.len() / 4 - 1)..];
        let turn = turn(DVec3::new(turns[0], turns[1], turns[2]), angle * turns[3]);
        let scale = DVec3::new(scale[0], 1.0, scale[1]);
        mesh.points.extend(section.iter().map(|&p| *at + *plane * (turn * (p * scale))));
    }
    for k in 0..n as u32 - 1 {
        for i in 0..if is_closed { m } else { m - 1 } {
            let (a, b) = (k * m + i, k * m + (i + 1) % m);
            mesh.faces.push(vec![a, b, b + m]);
            mesh.faces.push(vec![a, b + m, a + m]);
        }
    }
    if node.flag("beginCap", true) {
        mesh.faces.push((0..m).collect());
    }
    if node.flag("endCap", true) {
        mesh.faces.push((0..m).map(|i| (n as u32 - 1) * m + i).collect());
    }
    Ok(mesh)
}
