//! The mesh of a `<geometry>`: triangles, strips, fans and polygons between the positions of its
//! `<vertices>`. A hole of a polygon is taken as filled. Each list of faces is a group.

use super::Collada;
use crate::ReadError;
use crate::builder::Builder;
use crate::mesh::Mesh;
use osculate::DVec3;
use roxmltree::Node;

/// The mesh of a geometry; empty if it has no faces.
pub fn mesh(geometry: Node, collada: &Collada, scene: &mut Builder) -> Result<Mesh, ReadError> {
    let (file, name) = (collada.file, super::name_of(geometry));
    let mut mesh = Mesh::default();
    let Some(of) = geometry.children().find(|n| n.has_tag_name("mesh")) else {
        let path = file.path.display();
        match geometry.children().find(|n| n.has_tag_name("spline")) {
            Some(_) => scene.remark(format!("{path}: the spline {name:?} is left out")),
            None => {
                scene.missing(format!("{path}: geometry {name:?} has no <mesh>: it is left out"))
            }
        }
        return Ok(mesh);
    };
    let mut source = None;
    for (group, faces) in of.children().filter(Node::is_element).enumerate() {
        let kind = faces.tag_name().name();
        match kind {
            "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                let list = List::of(faces, collada)?;
                // All lists of a mesh stand on its one <vertices>.
                if source.is_none_or(|known| known != list.source) {
                    list.points(collada, &mut mesh, scene)?;
                    source = Some(list.source);
                }
                list.faces(kind, group as u32, collada, &mut mesh, scene)?;
            }
            "lines" | "linestrips" => {
                let path = file.path.display();
                scene.remark(format!("{path}: lines of {name:?} are left out"));
            }
            _ => {}
        }
    }
    Ok(mesh)
}

/// A list of faces.
struct List<'n, 't> {
    node: Node<'n, 't>,
    /// What holds the positions.
    source: Node<'n, 't>,
    /// Numbers a corner, and which of them is the position's.
    stride: usize,
    offset: usize,
}

impl<'n, 't> List<'n, 't> {
    fn of(node: Node<'n, 't>, collada: &Collada<'n, 't>) -> Result<Self, ReadError> {
        let file = collada.file;
        let (mut stride, mut vertex) = (1, None);
        for input in node.children().filter(|n| n.has_tag_name("input")) {
            let offset = input.attribute("offset").unwrap_or("0");
            let Some(offset) = offset.parse().ok().filter(|offset| *offset < 1000) else {
                return file
                    .fail(input, format!("offset must be a small number, and is {offset:?}"));
            };
            stride = stride.max(offset + 1);
            if matches!(input.attribute("semantic"), Some("VERTEX" | "POSITION")) {
                vertex = Some((offset, collada.target(input, "source")?));
            }
        }
        let Some((offset, mut source)) = vertex else {
            let kind = node.tag_name().name();
            return file.fail(node, format!("<{kind}> needs <input semantic=\"VERTEX\">"));
        };
        if source.has_tag_name("vertices") {
            let is_position = |n: &Node| n.attribute("semantic") == Some("POSITION");
            let Some(input) = source.children().find(is_position) else {
                return file.fail(source, "<vertices> need <input semantic=\"POSITION\">");
            };
            source = collada.target(input, "source")?;
        }
        Ok(Self { node, source, stride, offset })
    }

    /// Adds the positions, which the numbers of this list count.
    fn points(
        &self,
        collada: &Collada<'n, 't>,
        mesh: &mut Mesh,
        scene: &Builder,
    ) -> Result<(), ReadError> {
        let file = collada.file;
        let Some(array) = self.source.children().find(|n| n.has_tag_name("float_array")) else {
            return file.fail(self.source, "positions need a <float_array>");
        };
        if !mesh.points.is_empty() {
            return file.fail(self.node, "the faces of a mesh must stand on the same positions");
        }
        let words = words(array);
        let numbers: Result<Vec<f64>, &str> =
            words.iter().map(|word| word.parse().map_err(|_| *word)).collect();
        let numbers = numbers
            .or_else(|word| file.fail(array, format!("expected a number, found {word:?}")))?;
        let accessor = self.source.descendants().find(|n| n.has_tag_name("accessor"));
        let number = |name: &str, default: usize| -> Result<usize, ReadError> {
            match accessor.and_then(|n| n.attribute(name)).map(|text| (text, text.parse())) {
                None => Ok(default),
                Some((_, Ok(number))) => Ok(number),
                Some((text, _)) => {
                    file.fail(self.source, format!("{name} must be a number, and is {text:?}"))
                }
            }
        };
        let (stride, first) = (number("stride", 3)?, number("offset", 0)?);
        let rest = numbers.get(first..).unwrap_or(&[]);
        if stride < 3 {
            return file
                .fail(self.source, format!("a position has {stride} numbers, and 3 are wanted"));
        }
        let (count, there) = (number("count", rest.len() / stride)?, rest.len() / stride);
        if count > there {
            let what = format!("it claims {count} positions, and has the numbers of {there}");
            return file.fail(self.source, what);
        }
        if count > scene.limits().points {
            return file
                .fail(array, format!("there are more than {} points", scene.limits().points));
        }
        let rows = rest.chunks_exact(stride).take(count);
        mesh.points = rows.map(|row| DVec3::new(row[0], row[1], row[2])).collect();
        Ok(())
    }

    fn faces(
        &self,
        kind: &str,
        group: u32,
        collada: &Collada<'n, 't>,
        mesh: &mut Mesh,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let (file, path) = (collada.file, collada.file.path.display());
        let mut counts = None;
        for child in self.node.children().filter(Node::is_element) {
            let list = match child.tag_name().name() {
                "vcount" => {
                    counts = Some(numbers(child, collada)?);
                    continue;
                }
                "p" => child,
                "ph" => {
                    let line = file.line(child);
                    scene.remark(format!("{path}:{line}: holes of faces are taken as filled"));
                    match child.children().find(|n| n.has_tag_name("p")) {
                        Some(outer) => outer,
                        None => continue,
                    }
                }
                _ => continue,
            };
            let corners = self.corners(list, mesh.points.len(), collada)?;
            let mut few = 0;
            let mut push = |face: &[u32]| match face.len() {
                0..3 => few += 1,
                _ => mesh.push(group, face.to_vec()),
            };
            match (kind, &counts) {
                ("triangles", _) if corners.len().is_multiple_of(3) => {
                    corners.chunks_exact(3).for_each(push);
                }
                ("triangles", _) => {
                    let what = format!("its triangles have {} corners in all", corners.len());
                    return file.fail(list, what);
                }
                ("polylist", Some(counts)) => {
                    let mut rest = corners.as_slice();
                    for &count in counts {
                        let Some((face, more)) = rest.split_at_checked(count as usize) else {
                            let what = "<vcount> counts more corners than <p> has";
                            return file.fail(list, what);
                        };
                        push(face);
                        rest = more;
                    }
                }
                ("polylist", None) => return file.fail(self.node, "<polylist> needs <vcount>"),
                ("tristrips", _) => corners.windows(3).for_each(push),
                ("trifans", _) => {
                    let tail = corners.get(1..).unwrap_or(&[]);
                    tail.windows(2).for_each(|pair| push(&[corners[0], pair[0], pair[1]]));
                }
                _ => push(&corners),
            }
            if few > 0 {
                let line = file.line(list);
                scene.remark(format!("{path}:{line}: faces of less than three corners: left out"));
            }
        }
        Ok(())
    }

    /// The positions of the corners that a list of numbers names.
    fn corners(
        &self,
        list: Node<'n, 't>,
        count: usize,
        collada: &Collada<'n, 't>,
    ) -> Result<Vec<u32>, ReadError> {
        let all = numbers(list, collada)?;
        if !all.len().is_multiple_of(self.stride) {
            let what = format!("a corner has {} numbers, and there are {}", self.stride, all.len());
            return collada.file.fail(list, what);
        }
        let corners: Vec<u32> = all.into_iter().skip(self.offset).step_by(self.stride).collect();
        match corners.iter().find(|corner| **corner as usize >= count) {
            Some(corner) => {
                let what = format!("a face has the corner {corner}, and there are {count} points");
                collada.file.fail(list, what)
            }
            None => Ok(corners),
        }
    }
}

fn words<'n>(node: Node<'n, '_>) -> Vec<&'n str> {
    let texts = node.children().filter(Node::is_text).filter_map(|n| n.text());
    texts.flat_map(str::split_whitespace).collect()
}

/// The whole numbers of an element.
fn numbers(node: Node, collada: &Collada) -> Result<Vec<u32>, ReadError> {
    let number = |word: &&str| {
        let failed = |_| collada.file.error(node, format!("expected a count, found {word:?}"));
        word.parse::<u32>().map_err(failed)
    };
    words(node).iter().map(number).collect()
}
