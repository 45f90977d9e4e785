//! What a file of VRML97 or X3D comes to: nodes in nodes, and prototypes.

use crate::ReadError;
use crate::lines::line_ends;
use osculate::DVec3;
use osculate::glam::DQuat;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

/// The file that a node stands in: prototypes bring nodes of other files.
pub struct Source {
    pub path: PathBuf,
    pub text: String,
    /// Where its lines end, once that is asked.
    ends: OnceCell<Vec<usize>>,
}

impl Source {
    pub fn new(path: PathBuf, text: String) -> Rc<Self> {
        Rc::new(Self { path, text, ends: OnceCell::new() })
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        let ends = self.ends.get_or_init(|| line_ends(&self.text).collect());
        ends.partition_point(|end| *end < byte) + 1
    }

    /// The file and the line of a byte, as notes begin.
    pub fn place(&self, byte: usize) -> String {
        format!("{}:{}", self.path.display(), self.line(byte))
    }

    pub fn error(&self, byte: usize, what: impl Into<String>) -> ReadError {
        ReadError::at(&self.path, &self.text, byte, what)
    }
}

/// The fields of a node, as they were written.
pub type Fields = BTreeMap<Rc<str>, Rc<Value>>;

/// A node of any kind.
pub struct Node {
    pub kind: Rc<str>,
    /// What `DEF` calls it.
    pub name: Option<Rc<str>>,
    pub fields: Fields,
    pub source: Rc<Source>,
    /// Where its kind stands in the text.
    pub byte: usize,
    /// The prototype that it is an instance of.
    pub proto: Option<Known>,
    /// Whether a field in it waits for the value that an instance of a prototype gives.
    pub waits: bool,
    /// Nodes below one another, it included, and those of prototypes.
    pub height: usize,
}

/// What a field holds.
pub enum Value {
    Numbers(Vec<f64>),
    /// With the file that they stand in: it is what addresses start from.
    Strings(Vec<String>, Rc<Source>),
    Nodes(Vec<Rc<Node>>),
    Bool(bool),
    /// What a field of the prototype has whose body this is.
    Is(Rc<str>),
}

impl Value {
    /// Whether a field in it waits for a value, and how many nodes are below one another.
    pub fn measure(&self) -> (bool, usize) {
        match self {
            Self::Is(_) => (true, 0),
            Self::Nodes(nodes) => nodes
                .iter()
                .fold((false, 0), |(waits, most), n| (waits || n.waits, most.max(n.height))),
            _ => (false, 0),
        }
    }
}

impl Node {
    pub fn new(
        kind: Rc<str>,
        name: Option<Rc<str>>,
        fields: Fields,
        proto: Option<Known>,
        at: (Rc<Source>, usize),
    ) -> Self {
        let measures = fields.values().map(|value| value.measure());
        let (waits, height) =
            measures.fold((false, 0), |(w, h), (waits, height)| (w || waits, h.max(height)));
        let within = match &proto {
            Some(Known::Here(proto)) => proto.body.iter().map(|node| node.height).max(),
            _ => None,
        };
        let (height, (source, byte)) = (1 + height.max(within.unwrap_or(0)), at);
        Self { kind, name, fields, source, byte, proto, waits, height }
    }

    pub fn fail<T>(&self, what: impl Into<String>) -> Result<T, ReadError> {
        Err(self.source.error(self.byte, what))
    }

    fn value(&self, field: &str) -> Option<&Value> {
        self.fields.get(field).map(|value| &**value)
    }

    pub fn numbers(&self, field: &str) -> Option<&[f64]> {
        match self.value(field) {
            Some(Value::Numbers(numbers)) => Some(numbers),
            _ => None,
        }
    }

    pub fn number(&self, field: &str, default: f64) -> f64 {
        self.numbers(field).and_then(|n| n.first()).copied().unwrap_or(default)
    }

    pub fn vector(&self, field: &str, default: DVec3) -> DVec3 {
        match self.numbers(field) {
            Some(&[x, y, z]) => DVec3::new(x, y, z),
            _ => default,
        }
    }

    pub fn strings(&self, field: &str) -> Option<(&[String], &Rc<Source>)> {
        match self.value(field) {
            Some(Value::Strings(strings, source)) => Some((strings, source)),
            _ => None,
        }
    }

    pub fn nodes(&self, field: &str) -> &[Rc<Node>] {
        match self.value(field) {
            Some(Value::Nodes(nodes)) => nodes,
            _ => &[],
        }
    }

    pub fn flag(&self, field: &str, default: bool) -> bool {
        match self.value(field) {
            Some(Value::Bool(flag)) => *flag,
            _ => default,
        }
    }

    /// Axis and angle, of a unit of so many radians.
    pub fn turn(&self, field: &str, angle: f64) -> DQuat {
        match self.numbers(field) {
            Some(&[x, y, z, turned]) => turn(DVec3::new(x, y, z), angle * turned),
            _ => DQuat::IDENTITY,
        }
    }
}

/// What each field of a prototype is if an instance says nothing; of events nothing.
pub type Defaults = BTreeMap<Rc<str>, Option<Rc<Value>>>;

/// A prototype of a file.
pub struct Proto {
    pub name: Rc<str>,
    pub fields: Defaults,
    pub body: Vec<Rc<Node>>,
    /// What may have a surface and is not read.
    pub unread: Vec<String>,
    /// Whether it has scripts.
    pub scripts: bool,
    /// Whether that was told.
    pub told: Cell<bool>,
}

/// A prototype that another file has.
pub struct Far {
    pub urls: Vec<String>,
    /// Where it is declared.
    pub source: Rc<Source>,
    pub byte: usize,
}

/// What the name of an instance says.
#[derive(Clone)]
pub enum Known {
    Here(Rc<Proto>),
    Far(Rc<Far>),
}

/// The rotation of a field: nothing, if it has no axis.
pub fn turn(axis: DVec3, angle: f64) -> DQuat {
    axis.try_normalize().map_or(DQuat::IDENTITY, |axis| DQuat::from_axis_angle(axis, angle))
}
