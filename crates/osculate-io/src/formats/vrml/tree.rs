//! What a file of VRML97 comes to: nodes in nodes.

use osculate::DVec3;
use osculate::glam::DQuat;
use std::collections::HashMap;
use std::rc::Rc;

/// A node of any kind: its fields, as they were written.
pub struct Node {
    pub kind: String,
    /// What `DEF` calls it.
    pub name: Option<String>,
    pub fields: HashMap<String, Value>,
    /// Where its kind stands in the text.
    pub byte: usize,
}

/// What a field holds.
pub enum Value {
    Numbers(Vec<f64>),
    Strings(Vec<String>),
    Nodes(Vec<Rc<Node>>),
    Bool(bool),
}

impl Node {
    pub fn numbers(&self, field: &str) -> Option<&[f64]> {
        match self.fields.get(field) {
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
    pub fn nodes(&self, field: &str) -> &[Rc<Node>] {
        match self.fields.get(field) {
            Some(Value::Nodes(nodes)) => nodes,
            _ => &[],
        }
    }
    pub fn flag(&self, field: &str, default: bool) -> bool {
        match self.fields.get(field) {
            Some(Value::Bool(flag)) => *flag,
            _ => default,
        }
    }
    /// Axis and angle.
    pub fn turn(&self, field: &str) -> DQuat {
        match self.numbers(field) {
            Some(&[x, y, z, angle]) => turn(DVec3::new(x, y, z), angle),
            _ => DQuat::IDENTITY,
        }
    }
}

/// The rotation of a field: nothing, if it has no axis.
pub fn turn(axis: DVec3, angle: f64) -> DQuat {
    axis.try_normalize().map_or(DQuat::IDENTITY, |axis| DQuat::from_axis_angle(axis, angle))
}
