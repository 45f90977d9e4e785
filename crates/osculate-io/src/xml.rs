//! XML as files have it. What stands before or behind it, and prefixes that it does not declare,
//! cost a remark with the line, not the file.

use crate::ReadError;
use crate::builder::Builder;
use crate::lines::line_ends;
use crate::text;
use osculate::Vector;
use roxmltree::{Document, Error, Node, ParsingOptions};
use std::cell::{OnceCell, RefCell};
use std::path::Path;

/// Elements of a file.
const MOST_NODES: u32 = 1_000_000;
/// Faults of a file that are mended.
const MOST_MENDED: usize = 20;

/// The text of a file, and what to say of its elements.
pub struct Source<'t> {
    pub path: &'t Path,
    pub text: &'t str,
    /// Where its lines end, once that is asked.
    ends: OnceCell<Vec<usize>>,
    /// What is to be remarked, each with its line.
    told: RefCell<Vec<(usize, String)>>,
}

/// Reads the document of a file. Without document types there are no entities to expand.
pub fn read<V: Vector, T>(
    path: &Path,
    scene: &mut Builder<V>,
    read: impl FnOnce(&Source, &Document, &mut Builder<V>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let text = text::any_text(path, scene)?;
    read_text(path, text, scene, read)
}

/// Reads the document of a file whose text is this.
pub fn read_text<V: Vector, T>(
    path: &Path,
    mut text: String,
    scene: &mut Builder<V>,
    read: impl FnOnce(&Source, &Document, &mut Builder<V>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let mut mended = Vec::new();
    if let Some(end) = text.find('\0')
        && text[end..].chars().all(|c| c == '\0' || c.is_ascii_whitespace())
    {
        mended.push((line_of(&text, end), "what stands behind the end is passed over".to_string()));
        text.truncate(end);
    }
    while mended.len() < MOST_MENDED {
        let Err(error) = parse(&text) else { break };
        let line = error.pos().row as usize;
        match &error {
            // Its bytes become blanks, so that lines and places stay.
            Error::UnexpectedDeclaration(_) => {
                let Some(start) = text.find("<?xml ") else { break };
                let Some(len) = text[start..].find("?>").map(|len| len + 2) else { break };
                if !text[start..start + len].is_ascii() {
                    break;
                }
                text.replace_range(start..start + len, &" ".repeat(len));
                mended.push((line, "what stands before <?xml is passed over".into()));
            }
            Error::UnknownNamespace(prefix, _) => {
                let Some(root) = end_of_root_name(&text) else { break };
                text.insert_str(root, &format!(" xmlns:{prefix}=\"urn:undeclared\""));
                mended.push((line, format!("the prefix {prefix}: is not declared")));
            }
            _ => break,
        }
    }
    let document = parse(&text).map_err(|error| {
        let line = error.pos().row as usize;
        ReadError::at_line(path, line, format!("it is no valid XML: {error}"))
            .help("a browser shows the place at fault, too")
    })?;
    let (ends, told) = (OnceCell::new(), RefCell::new(mended));
    let source = Source { path, text: &text, ends, told };
    let result = read(&source, &document, scene);
    for (line, what) in source.told.take() {
        scene.remark(format!("{}:{line}: {what}", path.display()));
    }
    result
}

fn parse(text: &str) -> Result<Document<'_>, Error> {
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
    Document::parse_with_options(text, options)
}

/// The line of a byte, counted from 1.
fn line_of(text: &str, byte: usize) -> usize {
    1 + line_ends(text).take_while(|end| *end < byte).count()
}

/// Where the name of the first element ends.
fn end_of_root_name(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('<')?;
        let rest = &text[at..];
        let end = match rest.as_bytes().get(1)? {
            b'!' if rest.starts_with("<!--") => "-->",
            b'!' | b'?' => ">",
            _ => {
                let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/');
                return Some(at + rest.find(is_end)?);
            }
        };
        at += rest.find(end)?;
    }
}

impl Source<'_> {
    pub fn fail<T>(&self, node: Node, what: impl Into<String>) -> Result<T, ReadError> {
        Err(self.error(node, what))
    }

    pub fn error(&self, node: Node, what: impl Into<String>) -> ReadError {
        ReadError::at(self.path, self.text, node.range().start, what)
    }

    /// The line of an element, counted from 1.
    pub fn line(&self, node: Node) -> usize {
        self.line_of(node.range().start)
    }

    fn line_of(&self, byte: usize) -> usize {
        let ends = self.ends.get_or_init(|| line_ends(self.text).collect());
        1 + ends.partition_point(|end| *end < byte)
    }

    pub fn attribute<'n>(&self, node: Node<'n, '_>, name: &str) -> Result<&'n str, ReadError> {
        match node.attribute(name) {
            Some(value) => Ok(value),
            None => self.fail(node, format!("<{}> needs {name}=\"…\"", node.tag_name().name())),
        }
    }

    /// The numbers of an attribute.
    pub fn numbers<const N: usize>(
        &self,
        node: Node,
        name: &str,
        default: Option<[f64; N]>,
    ) -> Result<[f64; N], ReadError> {
        let attribute = match (node.attribute_node(name), default) {
            (Some(attribute), _) => attribute,
            (None, Some(default)) => return Ok(default),
            (None, None) => return self.attribute(node, name).map(|_| [0.0; N]),
        };
        let text = attribute.value();
        match exactly(text) {
            Ok(numbers) => Ok(numbers),
            Err(found) => {
                let start = attribute.range().start;
                if let Some((numbers, what)) = nearly(text) {
                    let told = (self.line_of(start), format!("{name} {what}"));
                    self.told.borrow_mut().push(told);
                    return Ok(numbers);
                }
                let what = format!("{name} must be {found}");
                let error = ReadError::at(self.path, self.text, start, what);
                let is_macro = text.contains('$');
                let help = if is_macro { "xacro can expand it" } else { PLAIN_NUMBERS };
                Err(error.help(help))
            }
        }
    }
}

/// What to do about numbers that cannot be read.
const PLAIN_NUMBERS: &str = "numbers are written like 0.5 or -2e-3, with spaces between them";

/// So many numbers where a text has commas between them, or one more; and what to say of it.
fn nearly<const N: usize>(text: &str) -> Option<([f64; N], String)> {
    let commas: Vec<&str> = text.split(',').map(str::trim).collect();
    let is_word = |piece: &&str| !piece.contains(char::is_whitespace);
    if N > 1 && commas.len() == N && commas.iter().all(is_word) {
        let numbers = exactly(&commas.join(" ")).ok()?;
        return Some((numbers, format!("has commas: {text:?} is read as {N} numbers")));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &&str| word.parse().is_ok_and(f64::is_finite);
    if N > 2 && words.len() == N + 1 && words.iter().all(is_number) {
        let numbers = exactly(&words[..N].join(" ")).ok()?;
        return Some((
            numbers,
            format!("has one number too many: {text:?}: the first {N} are taken"),
        ));
    }
    None
}

/// So many numbers that a text must be; else what it must be, and is.
pub fn exactly<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let number = |word: &str| word.parse().ok().filter(|x: &f64| x.is_finite());
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(number).collect();
    if let Some(Ok(numbers)) = numbers.map(<[f64; N]>::try_from) {
        return Ok(numbers);
    }
    let wanted = if N == 1 { "a finite number".into() } else { format!("{N} finite numbers") };
    let mut what = format!("{wanted}, and is {text:?}");
    if let Some(word) = text.split_whitespace().find(|word| number(word).is_none()) {
        what += &format!(": {word:?} is none");
    }
    Err(what)
}
