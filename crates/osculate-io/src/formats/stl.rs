//! STL, as text and as bytes: triangles, each `solid` a body. Solids of one name are one body.

use crate::builder::Builder;
use crate::mesh::{Mesh, Named};
use crate::{ReadError, lines, text};
use osculate::DVec3;
use std::collections::HashMap;
use std::path::Path;

/// The solids of a file.
pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Named>, ReadError> {
    let solids = solids(path, scene)?;
    let alone = solids.len() == 1;
    // What programs call the only solid of a file is mostly their own name.
    let own = |name: String| if alone || name.is_empty() { None } else { Some(name) };
    let named = solids.into_iter().map(|(name, mesh)| Named { name: own(name), line: 0, mesh });
    Ok(named.collect())
}

const HEADER: usize = 80;
/// A normal and three corners in single precision, and two bytes.
const TRIANGLE: usize = 50;

fn solids(path: &Path, scene: &Builder) -> Result<Vec<(String, Mesh)>, ReadError> {
    let bytes = text::bytes(path, scene)?;
    let is_text = lines::without_mark(&bytes).starts_with(b"solid");
    // Some programs begin binary files with the word `solid` too: the length tells.
    if let Some(count) = bytes.get(HEADER..HEADER + 4) {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
        let wanted = count.checked_mul(TRIANGLE).map(|n| n + HEADER + 4);
        if wanted == Some(bytes.len()) {
            return Ok(vec![(String::new(), binary(path, &bytes[HEADER + 4..])?)]);
        }
        if !is_text {
            let there = (bytes.len() - HEADER - 4) / TRIANGLE;
            return Err(ReadError::new(
                path,
                format!("it claims {count} triangles, and has the bytes of {there}"),
            ));
        }
    }
    if !is_text {
        return Err(ReadError::new(path, "it is neither an STL text nor a whole binary STL"));
    }
    let text = std::str::from_utf8(lines::without_mark(&bytes))
        .map_err(|_| ReadError::new(path, "it begins as an STL text and is none"))?;
    ascii(path, text)
}

fn binary(path: &Path, bytes: &[u8]) -> Result<Mesh, ReadError> {
    let mut mesh = Mesh::default();
    for (k, triangle) in bytes.chunks_exact(TRIANGLE).enumerate() {
        let number = |i: usize| {
            let at = 12 + 4 * i;
            let b = &triangle[at..at + 4];
            f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        };
        let base = mesh.points.len() as u32;
        for corner in 0..3 {
            let p = DVec3::new(number(3 * corner), number(3 * corner + 1), number(3 * corner + 2));
            if !p.is_finite() {
                return Err(ReadError::new(
                    path,
                    format!("triangle {k} has the corner {p}, and must be finite"),
                ));
            }
            mesh.points.push(p);
        }
        mesh.faces.push(vec![base, base + 1, base + 2]);
    }
    if mesh.faces.is_empty() {
        return Err(ReadError::new(path, "it has no triangles"));
    }
    Ok(mesh)
}

/// The words of a text, and where the last one stands.
#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.text[self.end..].trim_start();
        self.start = self.text.len() - rest.len();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.end = self.start + length;
        (length > 0).then(|| &rest[..length])
    }
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, start: 0, end: 0 }
    }

    /// The next words, if they are these.
    fn skip_these(&mut self, wanted: &[&str]) -> bool {
        let mut ahead = self.clone();
        let are_there = wanted.iter().all(|word| ahead.next() == Some(word));
        if are_there {
            *self = ahead;
        }
        are_there
    }

    /// The words up to the end of the line, or up to one that something begins with.
    fn rest_of_line(&mut self, begins: impl Fn(&mut Self) -> bool) -> Vec<&'t str> {
        let mut words = Vec::new();
        while !begins(&mut self.clone()) {
            let mut ahead = self.clone();
            let Some(word) = ahead.next() else { break };
            if self.text[self.end..ahead.start].contains(['\n', '\r']) {
                break;
            }
            words.push(word);
            *self = ahead;
        }
        words
    }
}

/// The grammar goes by words: lines end where a program likes. Only names end with their line.
fn ascii(path: &Path, text: &str) -> Result<Vec<(String, Mesh)>, ReadError> {
    let mut solids: Vec<(String, Mesh)> = Vec::new();
    let mut of: HashMap<String, usize> = HashMap::new();
    // The corners of the facet, and the solid and its number as a group, which are being read.
    let (mut open, mut solid, mut group) = (Vec::new(), 0, 0);
    // Whether a facet and a solid have begun that have not ended: a file that is cut off, as by a
    // full disk, is not to be taken for a smaller one.
    let (mut in_facet, mut in_solid) = (false, false);
    let mut name: Vec<&str> = Vec::new();
    let mut words = Words::of(text);
    while let Some(word) = words.next() {
        let start = words.start;
        let fail = |what: String| Err(ReadError::at(path, text, start, what));
        match word {
            "solid" => {
                name = words.rest_of_line(|ahead| {
                    ahead.skip_these(&["facet", "normal"]) || ahead.skip_these(&["endsolid"])
                });
                let name = name.join(" ");
                solid = *of.entry(name.clone()).or_insert(solids.len());
                if solid == solids.len() {
                    solids.push((name, Mesh::default()));
                }
                group += 1;
                in_solid = true;
            }
            "facet" => {
                in_facet = true;
                // What stands for a normal is not asked: programs write `nan` there.
                if words.skip_these(&["normal"]) {
                    (0..3).for_each(|_| {
                        if !words.clone().skip_these(&["outer"]) {
                            words.next();
                        }
                    });
                }
            }
            "outer" => {
                if !open.is_empty() {
                    return fail("a facet begins inside another".into());
                }
                if !words.skip_these(&["loop"]) {
                    let found = words.next().unwrap_or("");
                    return fail(format!("expected `loop` after `outer`, found {found:?}"));
                }
            }
            "vertex" => match text::point(&mut words) {
                Ok(point) => open.push(point),
                Err(what) => return fail(what),
            },
            "endloop" => {
                if open.len() != 3 {
                    return fail(format!(
                        "a facet must have three corners, and has {}",
                        open.len()
                    ));
                }
                let Some((_, mesh)) = solids.get_mut(solid) else {
                    return fail("a facet stands before the first solid".into());
                };
                let base = mesh.points.len() as u32;
                mesh.points.append(&mut open);
                mesh.push(group, vec![base, base + 1, base + 2]);
            }
            "endfacet" => {
                if !open.is_empty() {
                    return fail("a facet ends, and its loop does not".into());
                }
                in_facet = false;
            }
            "endsolid" => {
                in_solid = false;
                // The name once more, which may have words of the grammar in it.
                words.skip_these(&name);
                words.rest_of_line(|ahead| ahead.skip_these(&["solid"]));
            }
            word => {
                return fail(format!("expected a word of STL, such as `facet`, found {word:?}"));
            }
        }
    }
    solids.retain(|(_, mesh)| !mesh.faces.is_empty());
    let fail = |what: &str| ReadError::at(path, text, text.len(), what);
    let help = "the file is cut off, it seems: write it or fetch it once more";
    if in_facet || !open.is_empty() {
        return Err(fail("it ends inside a facet, before `endfacet`").help(help));
    }
    if solids.is_empty() {
        return Err(fail("it has no facets"));
    }
    if in_solid {
        let what = "it ends inside a solid, before `endsolid`";
        return Err(fail(what).help(format!("{help}; or add the line `endsolid`, if it is whole")));
    }
    Ok(solids)
}
