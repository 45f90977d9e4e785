//! Prototypes. The body of one is read once. An instance takes of it the first node, in which each
//! field that waits for a value has it: nodes that wait for none are shared, not copied, and an
//! instance in the body is made when a walk comes to it, not before.

use super::nodes;
use super::tree::{Node, Proto, Value};
use crate::ReadError;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Makes an instance.
pub struct Binding<'b> {
    proto: &'b Proto,
    /// Of which node.
    instance: &'b Node,
    /// Nodes that are made: what `USE` repeats stays one node.
    made: HashMap<*const Node, Rc<Node>>,
    /// How deep nodes may be.
    most_height: usize,
    /// Nodes and fields that were copied.
    pub copied: usize,
}

impl<'b> Binding<'b> {
    pub fn new(proto: &'b Proto, instance: &'b Node, most_height: usize) -> Self {
        Self { proto, instance, made: HashMap::new(), most_height, copied: 0 }
    }

    /// What a field of the prototype has in the instance; nothing if it is an event.
    fn given(&self, field: &str) -> Option<&Rc<Value>> {
        let default = self.proto.fields.get(field)?.as_ref()?;
        Some(self.instance.fields.get(field).unwrap_or(default))
    }

    /// The node that the instance stands for.
    pub fn first(&mut self) -> Result<Option<Rc<Node>>, ReadError> {
        self.proto.body.first().map(|node| self.bound(node)).transpose()
    }

    fn bound(&mut self, node: &Rc<Node>) -> Result<Rc<Node>, ReadError> {
        if !node.waits {
            return Ok(node.clone());
        }
        if let Some(made) = self.made.get(&Rc::as_ptr(node)) {
            return Ok(made.clone());
        }
        self.copied += 1 + node.fields.len();
        let mut fields = BTreeMap::new();
        for (field, value) in &node.fields {
            let value = match &**value {
                Value::Is(of) => match self.given(of) {
                    Some(value) => {
                        self.fits(node, field, value)?;
                        value.clone()
                    }
                    None => continue,
                },
                Value::Nodes(nodes) if nodes.iter().any(|node| node.waits) => {
                    self.copied += nodes.len();
                    let nodes: Result<Vec<_>, _> = nodes.iter().map(|n| self.bound(n)).collect();
                    Rc::new(Value::Nodes(nodes?))
                }
                _ => value.clone(),
            };
            fields.insert(field.clone(), value);
        }
        let at = (node.source.clone(), node.byte);
        let (kind, name, proto) = (node.kind.clone(), node.name.clone(), node.proto.clone());
        let bound = Node::new(kind, name, fields, proto, at);
        if bound.height > self.most_height {
            let what = format!("prototypes make nodes more than {} deep", self.most_height);
            return self.instance.fail(what);
        }
        let bound = Rc::new(bound);
        self.made.insert(Rc::as_ptr(node), bound.clone());
        Ok(bound)
    }

    /// Refuses a value that the field of a node in the body cannot have: the instance is at fault,
    /// or the prototype that has it as its default.
    fn fits(&self, node: &Node, field: &str, value: &Value) -> Result<(), ReadError> {
        let wrong =
            if node.proto.is_none() { nodes::wrong(&node.kind, field, value) } else { None };
        match wrong {
            Some(wrong) => {
                self.instance.fail(format!("in the prototype {}: {wrong}", self.proto.name))
            }
            None => Ok(()),
        }
    }
}
