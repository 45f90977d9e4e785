//! PLY, as text and as bytes in either order: its vertices, faces and strips of triangles are one
//! mesh. Colours, normals and other properties are skipped. Elements of other kinds, which may have
//! a surface, are missing, and noted so.

use crate::builder::Builder;
use crate::mesh::{Mesh, Named};
use crate::{Limits, ReadError, lines, text};
use osculate::DVec3;
use std::path::Path;
use std::str::{Split, SplitWhitespace};

pub fn read(path: &Path, scene: &mut Builder) -> Result<Vec<Named>, ReadError> {
    let bytes = text::bytes(path, scene)?;
    let start = bytes.len() - lines::without_mark(&bytes).len();
    let bytes = &bytes[start..];
    let first = bytes.split(|byte| b"\r\n".contains(byte)).next().unwrap_or(bytes);
    if first.trim_ascii_end() != b"ply" {
        return Err(ReadError::at_line(path, 1, "expected the first line `ply`"));
    }
    // Old programs end lines with a carriage return alone.
    let end = match &bytes[first.len()..] {
        [b'\r', b'\n', ..] | [b'\n', ..] | [] => '\n',
        _ => '\r',
    };
    let length = header_length(bytes, end as u8)
        .ok_or_else(|| ReadError::new(path, "its header has no last line `end_header`"))?;
    // Comments may be in any encoding. The header ends with a line, so that its text is the
    // beginning of the text of the file.
    let head = String::from_utf8_lossy(&bytes[..length]);
    let header = Header::of(path, &head, end, scene.limits())?;
    let whole = match header.encoding {
        Encoding::Text => String::from_utf8_lossy(bytes),
        Encoding::Bytes { .. } => "".into(),
    };
    let mut rows = match header.encoding {
        Encoding::Text => Rows::of_text(&whole, head.len(), end),
        Encoding::Bytes { is_big } => {
            let left = &bytes[length..];
            Rows::Bytes { left, is_big, end: start + bytes.len(), row: start + length }
        }
    };
    let count = header.count_of("vertex");
    let (mut mesh, mut left_out) = (Mesh::default(), Vec::new());
    for element in &header.elements {
        for k in 0..element.count {
            let row = match element.name {
                "vertex" => vertex(element, &mut rows).map(|point| mesh.points.push(point)),
                "face" => face(element, count, &mut rows).map(|face| mesh.faces.push(face)),
                "tristrips" => strips(element, count, &mut rows, &mut mesh.faces),
                _ => rows.row(element, |_, _| {}),
            };
            row.map_err(|what| rows.error(path, &whole, element, k, what))?;
        }
        let is_known = KNOWN.contains(&element.name) || NO_SURFACE.contains(&element.name);
        if !is_known && element.count > 0 {
            left_out.push(format!("{}: element {} is left out", path.display(), element.name));
        }
    }
    if rows.any_left() {
        left_out.push(format!("{}: what stands behind its last element", path.display()));
    }
    if mesh.faces.is_empty() {
        let help = match left_out.as_slice() {
            [] => "points alone have no surface".to_string(),
            _ => left_out.join("; "),
        };
        return Err(ReadError::new(path, "it has no faces").help(help));
    }
    left_out.into_iter().for_each(|what| scene.missing(what));
    Ok(vec![Named { name: None, line: 0, mesh }])
}

/// The elements that are read, each at most once in a file.
const KNOWN: [&str; 3] = ["vertex", "face", "tristrips"];
/// Elements without a surface.
const NO_SURFACE: [&str; 4] = ["edge", "material", "camera", "texture"];
const AXES: [&str; 3] = ["x", "y", "z"];
/// Writers use both names.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Where the last line of the header ends.
fn header_length(bytes: &[u8], end: u8) -> Option<usize> {
    let mut length = 0;
    for line in bytes.split_inclusive(|byte| *byte == end) {
        length += line.len();
        if line.trim_ascii() == b"end_header" {
            return Some(length);
        }
    }
    None
}

/// How the rows are written.
#[derive(Clone, Copy)]
enum Encoding {
    Text,
    /// Bytes, with the first or the last of a number the most worth.
    Bytes {
        is_big: bool,
    },
}

/// The types of numbers.
#[derive(Clone, Copy)]
enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Number {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }

    fn is_whole(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }

    /// Takes a number from the front; all of these types are exact in double precision.
    fn take(self, bytes: &mut &[u8], is_big: bool) -> Option<f64> {
        /// The bytes of a number, the least first.
        fn front<const N: usize>(bytes: &mut &[u8], is_big: bool) -> Option<[u8; N]> {
            let (front, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            let mut front = *front;
            if is_big {
                front.reverse();
            }
            Some(front)
        }
        Some(match self {
            Self::I8 => i8::from_le_bytes(front(bytes, is_big)?).into(),
            Self::U8 => u8::from_le_bytes(front(bytes, is_big)?).into(),
            Self::I16 => i16::from_le_bytes(front(bytes, is_big)?).into(),
            Self::U16 => u16::from_le_bytes(front(bytes, is_big)?).into(),
            Self::I32 => i32::from_le_bytes(front(bytes, is_big)?).into(),
            Self::U32 => u32::from_le_bytes(front(bytes, is_big)?).into(),
            Self::F32 => f32::from_le_bytes(front(bytes, is_big)?).into(),
            Self::F64 => f64::from_le_bytes(front(bytes, is_big)?),
        })
    }
}

struct Property<'t> {
    name: &'t str,
    number: Number,
    /// Of a list, the type of its length.
    length: Option<Number>,
}

struct Element<'t> {
    name: &'t str,
    count: u64,
    properties: Vec<Property<'t>>,
}

impl Element<'_> {
    /// The place of a property of one of these names.
    fn place(&self, names: &[&str], is_list: bool) -> Option<usize> {
        let is_it = |p: &Property| names.contains(&p.name) && p.length.is_some() == is_list;
        self.properties.iter().position(is_it)
    }
}

struct Header<'t> {
    encoding: Encoding,
    elements: Vec<Element<'t>>,
}

impl<'t> Header<'t> {
    fn of(path: &Path, text: &'t str, end: char, limits: Limits) -> Result<Self, ReadError> {
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        let mut byte = 0;
        for line in text.split(end) {
            let fail = |what: String| Err(ReadError::at(path, text, byte, what));
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["format", "ascii", _] => encoding = Some(Encoding::Text),
                ["format", "binary_little_endian", _] => {
                    encoding = Some(Encoding::Bytes { is_big: false });
                }
                ["format", "binary_big_endian", _] => {
                    encoding = Some(Encoding::Bytes { is_big: true });
                }
                ["format", ..] => {
                    return Err(ReadError::at(path, text, byte, "this format is not known").help(
                        "`ascii`, `binary_little_endian` and `binary_big_endian` are, each with a \
                         version",
                    ));
                }
                ["element", name, count] => {
                    let Ok(count) = count.parse::<u64>() else {
                        return fail(format!("expected a number of elements, found {count:?}"));
                    };
                    if name == "vertex" && count > limits.points as u64 {
                        return fail(format!("there are more than {} points", limits.points));
                    }
                    if KNOWN.contains(&name) && elements.iter().any(|e| e.name == name) {
                        return fail(format!("element {name} stands twice"));
                    }
                    elements.push(Element { name, count, properties: Vec::new() });
                }
                ["property", ref words @ ..] => {
                    let property = match property(words) {
                        Ok(property) => property,
                        Err(what) => return fail(what),
                    };
                    let Some(element) = elements.last_mut() else {
                        return fail("a property stands before the first element".into());
                    };
                    element.properties.push(property);
                }
                ["ply" | "comment" | "obj_info" | "end_header", ..] | [] => {}
                [word, ..] => {
                    let what = format!("expected a word of PLY, such as `element`, found {word:?}");
                    return fail(what);
                }
            }
            byte += line.len() + 1;
        }
        let Some(encoding) = encoding else {
            return Err(ReadError::new(path, "its header has no line `format`"));
        };
        for element in elements.iter().filter(|element| element.count > 0) {
            let lacks = |what: &str| {
                Err(ReadError::new(path, format!("its element {} has no {what}", element.name)))
            };
            if element.properties.is_empty() {
                return lacks("property");
            }
            let axis = AXES.iter().find(|axis| element.place(&[axis], false).is_none());
            match (element.name, axis) {
                ("vertex", Some(axis)) => return lacks(&format!("property {axis}")),
                ("face" | "tristrips", _) if element.place(&CORNERS, true).is_none() => {
                    return lacks("list vertex_indices");
                }
                _ => {}
            }
        }
        Ok(Self { encoding, elements })
    }

    fn count_of(&self, name: &str) -> u64 {
        self.elements.iter().find(|element| element.name == name).map_or(0, |e| e.count)
    }
}

/// A property, of the words that follow that one.
fn property<'t>(words: &[&'t str]) -> Result<Property<'t>, String> {
    let (name, number, length) = match *words {
        ["list", length, number, name] => (name, number, Some(length)),
        [number, name] => (name, number, None),
        _ => return Err("expected a type and a name, or `list`, two types and a name".into()),
    };
    let of =
        |word| Number::of(word).ok_or(format!("expected a type such as `float`, found {word:?}"));
    let (number, length) = (of(number)?, length.map(of).transpose()?);
    if length.is_some_and(|length| !length.is_whole()) {
        return Err("the length of a list must have a type of whole numbers".into());
    }
    Ok(Property { name, number, length })
}

/// A point, from a row.
fn vertex(element: &Element, rows: &mut Rows) -> Result<DVec3, String> {
    let places = AXES.map(|axis| element.place(&[axis], false));
    let mut point = [0.0; 3];
    rows.row(element, |place, number| {
        if let Some(axis) = places.iter().position(|p| *p == Some(place)) {
            point[axis] = number;
        }
    })?;
    match DVec3::from(point) {
        point if point.is_finite() => Ok(point),
        point => Err(format!("expected three finite coordinates, found {point}")),
    }
}

/// The numbers of points in a row, each of which must be one of so many; `None` for -1, which ends
/// a strip.
fn corners(
    element: &Element,
    count: u64,
    rows: &mut Rows,
    may_end: bool,
) -> Result<Vec<Option<u32>>, String> {
    let corners = element.place(&CORNERS, true);
    let (mut found, mut wrong) = (Vec::new(), None);
    rows.row(element, |place, number| {
        if Some(place) != corners {
            return;
        }
        if may_end && number == -1.0 {
            return found.push(None);
        }
        let is_there = 0.0 <= number && number < count as f64 && number.fract() == 0.0;
        if !is_there && wrong.is_none() {
            wrong = Some(number);
        }
        found.push(Some(number as u32));
    })?;
    match wrong {
        Some(number) => {
            Err(format!("the face names point {number}, and there are {count}, counted from 0"))
        }
        None => Ok(found),
    }
}

/// The corners of a face, from a row.
fn face(element: &Element, count: u64, rows: &mut Rows) -> Result<Vec<u32>, String> {
    let face: Vec<u32> = corners(element, count, rows, false)?.into_iter().flatten().collect();
    match face.len() {
        0..3 => Err(format!("a face needs three corners, and has {}", face.len())),
        _ => Ok(face),
    }
}

/// The triangles of strips, from a row: each three points in sequence, with every other triangle
/// turned round. Strips repeat points where they turn a corner.
fn strips(
    element: &Element,
    count: u64,
    rows: &mut Rows,
    faces: &mut Vec<Vec<u32>>,
) -> Result<(), String> {
    for strip in corners(element, count, rows, true)?.split(Option::is_none) {
        let strip: Vec<u32> = strip.iter().flatten().copied().collect();
        for (k, triangle) in strip.windows(3).enumerate() {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
            if a != b && b != c && c != a {
                faces.push(if k % 2 == 0 { vec![a, b, c] } else { vec![b, a, c] });
            }
        }
    }
    Ok(())
}

/// What stands behind the header: rows of numbers.
enum Rows<'t> {
    /// Lines, the byte where the next begins, that where the last began, and the words of that.
    Text { lines: Split<'t, char>, next: usize, byte: usize, words: SplitWhitespace<'t> },
    /// What is left, in which order numbers are, where the file ends and where the last row began.
    Bytes { left: &'t [u8], is_big: bool, end: usize, row: usize },
}

impl<'t> Rows<'t> {
    fn of_text(text: &'t str, start: usize, end: char) -> Self {
        let lines = text[start..].split(end);
        Self::Text { lines, next: start, byte: start, words: "".split_whitespace() }
    }

    /// Reads a row: each number, but for the lengths of lists, with the place of its property.
    fn row(&mut self, element: &Element, mut each: impl FnMut(usize, f64)) -> Result<(), String> {
        self.begin()?;
        for (place, property) in element.properties.iter().enumerate() {
            let length = match property.length {
                None => 1.0,
                Some(length) => self.number(length)?,
            };
            if !(length >= 0.0 && length.fract() == 0.0) {
                return Err(format!("a list has the length {length}"));
            }
            // Nothing is kept for a length alone: each number must be there.
            for _ in 0..length as u64 {
                each(place, self.number(property.number)?);
            }
        }
        match self {
            Self::Text { words, .. } => match words.next() {
                Some(word) => Err(format!("expected the end of the line, found {word:?}")),
                None => Ok(()),
            },
            Self::Bytes { .. } => Ok(()),
        }
    }

    /// Goes to the next row: of text, to the next line that has words.
    fn begin(&mut self) -> Result<(), String> {
        match self {
            Self::Text { lines, next, byte, words } => {
                for line in lines {
                    *byte = *next;
                    *next += line.len() + 1;
                    *words = line.split_whitespace();
                    if words.clone().next().is_some() {
                        return Ok(());
                    }
                }
                Err("the file ends".into())
            }
            Self::Bytes { left, end, row, .. } => {
                *row = *end - left.len();
                Ok(())
            }
        }
    }

    fn number(&mut self, number: Number) -> Result<f64, String> {
        match self {
            Self::Text { words, .. } => {
                let word = words.next().unwrap_or("");
                word.parse().map_err(|_| format!("expected a number, found {word:?}"))
            }
            Self::Bytes { left, is_big, .. } => {
                number.take(left, *is_big).ok_or("the file ends".into())
            }
        }
    }

    fn any_left(&mut self) -> bool {
        match self {
            Self::Text { lines, .. } => lines.any(|line| !line.trim().is_empty()),
            Self::Bytes { left, .. } => !left.trim_ascii().is_empty(),
        }
    }

    /// What is wrong with a row, and where it is.
    fn error(
        &self,
        path: &Path,
        text: &str,
        element: &Element,
        row: u64,
        what: String,
    ) -> ReadError {
        let which = format!("{} {row} of {}", element.name, element.count);
        match self {
            Self::Text { byte, .. } => ReadError::at(path, text, *byte, format!("{which}: {what}")),
            Self::Bytes { row: byte, .. } => {
                ReadError::new(path, format!("{which}, at byte {byte}: {what}"))
            }
        }
    }
}
