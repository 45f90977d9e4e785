//! Scenes: named bodies, each a union of convex parts.

use crate::motion::Motion;
use osculate::shape::Shape;
use osculate::{DVec3, Vector};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Named bodies, and the pairs that are not to be asked about: of space, or of the plane.
#[derive(Debug)]
pub struct Scene<V: Vector = DVec3> {
    /// The bodies, in the file's order.
    pub bodies: Vec<Body<V>>,
    /// Pairs of names that may touch.
    pub ignored: Vec<[String; 2]>,
    /// What was left out or assumed, other than of a body.
    pub notes: Vec<Note>,
}

/// What a reader says of a file beside its bodies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// Whether an answer about the scene may lack something for it.
    pub kind: NoteKind,
    /// For people.
    pub text: String,
}

/// Whether a note tells of a surface that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// What was left out has no surface, as text, lines and lights; or nothing was left out.
    Remark,
    /// What was left out may have a surface, as a prototype may: bodies may clash with it unseen.
    Missing,
}

/// A body: all its parts move as one, and do not clash with each other.
#[derive(Debug)]
pub struct Body<V: Vector = DVec3> {
    /// Its name in the file, made unique.
    pub name: String,
    /// Bodies of one group are not asked about each other.
    pub group: Option<String>,
    /// Red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
    /// Where its own axes begin: what it turns about, if nothing else is said. Of files of
    /// meshes, which have no such axes, it is the world's origin.
    pub origin: V,
    /// How it moves, if the file says so.
    pub motion: Option<Motion<V>>,
    /// Its convex parts.
    pub parts: Vec<Part<V>>,
    /// What was assumed: of meshes that are not convex, for one.
    pub assumed: Vec<String>,
}

/// A convex part of a body.
pub struct Part<V: Vector = DVec3> {
    /// What it is, in a word.
    pub kind: &'static str,
    /// The shape, where it is.
    pub shape: Shape<V>,
    /// Its corners, if it is the hull of points.
    pub corners: Option<Vec<V>>,
}

impl<V: Vector> std::fmt::Debug for Part<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl<V: Vector> Default for Scene<V> {
    fn default() -> Self {
        Self { bodies: Vec::new(), ignored: Vec::new(), notes: Vec::new() }
    }
}

impl<V: Vector> Scene<V> {
    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&Body<V>> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// What was left out and may have a surface. Unless it is empty, bodies may clash unseen.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.texts(NoteKind::Missing)
    }

    /// The other notes.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        self.texts(NoteKind::Remark)
    }

    fn texts(&self, kind: NoteKind) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |note| note.kind == kind).map(|note| note.text.as_str())
    }

    /// Adds the bodies of another scene; names that are taken get a number.
    pub fn merge(&mut self, other: Self) {
        let mut renamed: HashMap<String, String> = HashMap::new();
        let mut taken: HashSet<String> = self.bodies.iter().map(|b| b.name.clone()).collect();
        let mut next = BTreeMap::new();
        for mut body in other.bodies {
            let name = unique(&body.name, &mut taken, &mut next);
            renamed.insert(std::mem::replace(&mut body.name, name.clone()), name);
            self.bodies.push(body);
        }
        let new = |name: String| renamed.get(&name).cloned().unwrap_or(name);
        self.ignored.extend(other.ignored.into_iter().map(|pair| pair.map(&new)));
        self.notes.extend(other.notes);
    }
}

/// A name that is not taken: itself, or with a number.
pub(crate) fn unique(
    name: &str,
    taken: &mut HashSet<String>,
    next: &mut BTreeMap<String, usize>,
) -> String {
    let count = next.entry(name.to_string()).or_insert(1);
    loop {
        let candidate = if *count == 1 { name.to_string() } else { format!("{name}#{count}") };
        *count += 1;
        if taken.insert(candidate.clone()) {
            return candidate;
        }
    }
}
