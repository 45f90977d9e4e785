//! The elements of a file and of those that it includes, as one tree. Each knows where it stands,
//! for messages.

use crate::builder::Builder;
use crate::{ReadError, paths, xml};
use roxmltree::Node;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Elements of all files together.
const MOST_ELEMENTS: usize = 1_000_000;

/// The elements of a file and of those that it includes.
#[derive(Default)]
pub struct Tree {
    files: Vec<(PathBuf, String)>,
    all: Vec<Element>,
    included: HashSet<PathBuf>,
}

struct Element {
    name: String,
    file: usize,
    at: usize,
    line: usize,
    attributes: Vec<Attribute>,
    children: Vec<usize>,
}

struct Attribute {
    name: String,
    text: String,
    at: usize,
}

/// An element of a tree.
#[derive(Clone, Copy)]
pub struct Item<'t> {
    tree: &'t Tree,
    number: usize,
}

/// The value of an attribute.
#[derive(Clone, Copy)]
pub struct Value<'t> {
    tree: &'t Tree,
    file: usize,
    at: usize,
    pub name: &'t str,
    pub text: &'t str,
}

impl Tree {
    pub fn read(path: &Path, scene: &mut Builder) -> Result<Self, ReadError> {
        let mut tree = Self::default();
        tree.add(path, path, None, scene)?;
        Ok(tree)
    }

    pub fn root(&self) -> Item<'_> {
        Item { tree: self, number: 0 }
    }

    /// The file that the caller names.
    pub fn path(&self) -> &Path {
        &self.files[0].0
    }

    /// Adds the elements of a file to one of those so far, or as the root.
    fn add(
        &mut self,
        main: &Path,
        path: &Path,
        parent: Option<usize>,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        xml::read(path, scene, |source, document, scene| {
            let (root, file) = (document.root_element(), self.files.len());
            if parent.is_none() && !root.has_tag_name("mujoco") {
                let error = source.error(root, "expected the element <mujoco>");
                let help = match root.tag_name().name() {
                    "robot" => "it is URDF: give it a name that ends in .urdf",
                    "mujocoinclude" => "it is a part: read the file that includes it",
                    _ => "of files of XML with this ending only those of MuJoCo are read",
                };
                return Err(error.help(help));
            }
            self.files.push((path.to_path_buf(), source.text.to_string()));
            let parent = match parent {
                Some(parent) => parent,
                None => self.push(root, file, source.line(root), None)?,
            };
            let mut open: Vec<(Node, usize)> =
                root.children().rev().map(|child| (child, parent)).collect();
            while let Some((node, parent)) = open.pop() {
                if node.has_tag_name("include") {
                    self.include(main, file, node, parent, scene)?;
                } else if node.is_element() {
                    let number = self.push(node, file, source.line(node), Some(parent))?;
                    open.extend(node.children().rev().map(|child| (child, number)));
                }
            }
            Ok(())
        })
    }

    fn push(
        &mut self,
        node: Node,
        file: usize,
        line: usize,
        of: Option<usize>,
    ) -> Result<usize, ReadError> {
        let number = self.all.len();
        let at = node.range().start;
        if number == MOST_ELEMENTS {
            let what = format!("there are more than {MOST_ELEMENTS} elements");
            return Err(self.error(file, at, what));
        }
        let attribute = |of: roxmltree::Attribute| Attribute {
            name: of.name().to_string(),
            text: of.value().to_string(),
            at: of.range().start,
        };
        let attributes = node.attributes().map(attribute).collect();
        let name = node.tag_name().name().to_string();
        self.all.push(Element { name, file, at, line, attributes, children: Vec::new() });
        if let Some(parent) = of {
            self.all[parent].children.push(number);
        }
        Ok(number)
    }

    /// Adds what a file holds in place of the element that names it.
    fn include(
        &mut self,
        main: &Path,
        file: usize,
        node: Node,
        parent: usize,
        scene: &mut Builder,
    ) -> Result<(), ReadError> {
        let (by, at) = (self.files[file].0.clone(), node.range().start);
        let Some(name) = node.attribute("file") else {
            return Err(self.error(file, at, "<include> needs file=\"…\""));
        };
        // Paths start at the main file, as MuJoCo has it; else at the file that names the other.
        let found = paths::neighbour(main, name, scene)
            .or_else(|error| paths::neighbour(&by, name, scene).map_err(|_| error));
        let found = found.map_err(|error| self.placed(error, file, at))?;
        let added = scene.within(&by, &found, |scene| {
            if !self.included.insert(found.clone()) {
                let what = format!("it includes {name:?} once more, and a file is taken once");
                return Err(self.error(file, at, what).help("remove one <include> of it"));
            }
            self.add(main, &found, Some(parent), scene)
        });
        added.map_err(|error| error.or_at(&by, &self.files[file].1, at))
    }

    fn error(&self, file: usize, at: usize, what: impl Into<String>) -> ReadError {
        let (path, text) = &self.files[file];
        ReadError::at(path, text, at, what)
    }

    /// An error of the main file, at the place that it is about.
    fn placed(&self, error: ReadError, file: usize, at: usize) -> ReadError {
        if error.line() > 0 || error.file() != self.path().display().to_string() {
            return error;
        }
        let placed = self.error(file, at, error.what());
        match error.remedy() {
            Some(help) => placed.help(help),
            None => placed,
        }
    }
}

impl<'t> Item<'t> {
    fn element(self) -> &'t Element {
        &self.tree.all[self.number]
    }

    pub fn name(self) -> &'t str {
        &self.element().name
    }

    pub fn children(self) -> impl DoubleEndedIterator<Item = Item<'t>> {
        let tree = self.tree;
        self.element().children.iter().map(move |number| Item { tree, number: *number })
    }

    /// The children of this name.
    pub fn all(self, name: &str) -> impl Iterator<Item = Item<'t>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The value of an attribute. One that is empty is none.
    pub fn value(self, name: &str) -> Option<Value<'t>> {
        self.values().find(|value| value.name == name)
    }

    /// The values of all its attributes.
    pub fn values(self) -> impl Iterator<Item = Value<'t>> {
        let (tree, file) = (self.tree, self.element().file);
        let all = self.element().attributes.iter().filter(|of| !of.text.trim().is_empty());
        all.map(move |of| Value { tree, file, at: of.at, name: &of.name, text: &of.text })
    }

    pub fn needed(self, name: &str) -> Result<Value<'t>, ReadError> {
        let what = || self.error(format!("<{}> needs {name}=\"…\"", self.name()));
        self.value(name).ok_or_else(what)
    }

    pub fn error(self, what: impl Into<String>) -> ReadError {
        self.tree.error(self.element().file, self.element().at, what)
    }

    /// An error of the main file, at this element.
    pub fn placed(self, error: ReadError) -> ReadError {
        self.tree.placed(error, self.element().file, self.element().at)
    }

    /// The file and the line, as remarks begin.
    pub fn place(self) -> String {
        let element = self.element();
        format!("{}:{}", self.tree.files[element.file].0.display(), element.line)
    }
}

impl<'t> Value<'t> {
    pub fn error(self, what: impl Into<String>) -> ReadError {
        self.tree.error(self.file, self.at, what)
    }

    pub fn numbers<const N: usize>(self) -> Result<[f64; N], ReadError> {
        let failed = |found| self.error(format!("{} must be {found}", self.name));
        xml::exactly(self.text).map_err(failed)
    }

    /// Numbers, however many.
    pub fn list(self) -> Result<Vec<f64>, ReadError> {
        let number = |word: &str| match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.error(format!("{} has {word:?}, which is no number", self.name))),
        };
        self.text.split_whitespace().map(number).collect()
    }

    /// One of some words, by its place.
    pub fn word(self, words: &[&str]) -> Result<usize, ReadError> {
        let place = words.iter().position(|word| *word == self.text.trim());
        place.ok_or_else(|| {
            let what = format!("{} is {:?}", self.name, self.text);
            self.error(what).help(format!("it may be {}", words.join(", ")))
        })
    }

    /// `true` or `false`.
    pub fn is_true(self) -> Result<bool, ReadError> {
        Ok(self.word(&["false", "true"])? == 1)
    }
}
