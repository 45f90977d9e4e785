//! What names mean where a node stands: nodes that `DEF` names, prototypes, and the fields of the
//! prototype whose body it is. The body of a prototype sees the prototypes before it, and no nodes
//! outside of it (VRML97, 4.4.3 and 4.8).

use super::nodes;
use super::tree::{Defaults, Fields, Known, Node, Proto, Source, Value};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What a file comes to.
pub struct File {
    pub source: Rc<Source>,
    pub nodes: Vec<Rc<Node>>,
    pub protos: HashMap<Rc<str>, Known>,
    /// The first of them, which is meant if none is named.
    pub first: Option<Rc<str>>,
    /// Whether it has scripts, outside of prototypes.
    pub scripts: bool,
    /// What may have a surface and is not read.
    pub unread: Vec<String>,
    pub units: Units,
}

/// How long a file's unit of length is, and how many radians its unit of angle.
#[derive(Clone, Copy, PartialEq)]
pub struct Units {
    pub length: f64,
    pub angle: f64,
}

impl Units {
    pub const PLAIN: Self = Self { length: 1.0, angle: 1.0 };

    /// Takes a statement of a file; nothing of it places surfaces but lengths and angles.
    pub fn set(&mut self, what: &str, factor: f64) -> Result<(), String> {
        if !(factor > 0.0) {
            return Err(format!("a unit of {what} must be above zero, and is {factor}"));
        }
        match what {
            "length" => self.length = factor,
            "angle" => self.angle = factor,
            _ => {}
        }
        Ok(())
    }
}

#[derive(Default)]
struct Scope {
    protos: HashMap<Rc<str>, Known>,
    first: Option<Rc<str>>,
    names: HashMap<Rc<str>, Rc<Node>>,
    /// Names whose node is not complete.
    open: Vec<Rc<str>>,
    /// The prototype whose body it is, and its fields.
    own: Option<(Rc<str>, Defaults)>,
    /// What may have a surface and is not read.
    unread: Vec<String>,
    scripts: bool,
}

/// The scopes of a place, the innermost last.
pub struct Scopes {
    pub source: Rc<Source>,
    /// That of the file.
    outermost: Scope,
    inner: Vec<Scope>,
    depth: usize,
    most_depth: usize,
    pub units: Units,
}

impl Scopes {
    pub fn new(source: Rc<Source>, most_depth: usize) -> Self {
        let (outermost, inner, units) = (Scope::default(), Vec::new(), Units::PLAIN);
        Self { source, outermost, inner, depth: 0, most_depth, units }
    }

    pub fn file(self, nodes: Vec<Rc<Node>>) -> File {
        let Self { source, outermost, units, .. } = self;
        let Scope { protos, first, scripts, unread, .. } = outermost;
        File { source, nodes, protos, first, scripts, unread, units }
    }

    fn here(&mut self) -> &mut Scope {
        self.inner.last_mut().unwrap_or(&mut self.outermost)
    }

    /// Goes a node deeper.
    pub fn enter_node(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > self.most_depth {
            return Err(format!("nodes are more than {} deep", self.most_depth));
        }
        Ok(())
    }

    pub fn leave_node(&mut self) {
        self.depth -= 1;
    }

    /// Begins a prototype: what comes until it is left is its own.
    pub fn enter(&mut self, name: &str) -> Result<(), String> {
        self.enter_node()?;
        self.inner.push(Scope { own: Some((name.into(), BTreeMap::new())), ..Scope::default() });
        Ok(())
    }

    /// Declares a field of the prototype that was begun, with its default; an event has none.
    pub fn declare(&mut self, name: &str, default: Option<Value>) {
        if let Some((_, fields)) = &mut self.here().own {
            fields.insert(name.into(), default.map(Rc::new));
        }
    }

    /// Ends the prototype that was begun.
    pub fn leave(&mut self, body: Vec<Rc<Node>>) {
        self.leave_node();
        let Some(Scope { own: Some((name, fields)), unread, scripts, .. }) = self.inner.pop()
        else {
            return;
        };
        let own = name.clone();
        let proto = Proto { name, fields, body, unread, scripts, told: Cell::new(false) };
        self.define(&own, Known::Here(Rc::new(proto)));
    }

    /// Ends a declaration whose body another file has.
    pub fn leave_far(&mut self) {
        self.leave_node();
        self.inner.pop();
    }

    pub fn define(&mut self, name: &str, known: Known) {
        let (name, scope): (Rc<str>, _) = (name.into(), self.here());
        scope.first.get_or_insert(name.clone());
        scope.protos.insert(name, known);
    }

    /// The prototype that a kind of node is, if it is one.
    pub fn known(&self, kind: &str) -> Result<Option<Known>, String> {
        for scope in self.inner.iter().rev() {
            if let Some(known) = scope.protos.get(kind) {
                return Ok(Some(known.clone()));
            }
            if scope.own.as_ref().is_some_and(|(name, _)| **name == *kind) {
                return Err(format!("the prototype {kind} is used inside its own definition"));
            }
        }
        Ok(self.outermost.protos.get(kind).cloned())
    }

    /// What a field of a node has that is a field of the prototype; nothing if that is an event, or
    /// not there.
    pub fn is(&mut self, of: &str, byte: usize) -> Option<Value> {
        let own = self.here().own.as_ref().map(|(_, fields)| fields);
        let plain = of.strip_prefix("set_").or(of.strip_suffix("_changed"));
        let is_event =
            |fields: &BTreeMap<Rc<str>, _>| plain.is_some_and(|p| fields.contains_key(p));
        match own.map(|fields| (fields.get(of), is_event(fields))) {
            Some((Some(Some(_)), _)) => return Some(Value::Is(of.into())),
            Some((Some(None), _) | (None, true)) => {}
            Some((None, false)) => {
                self.unread(byte, &format!("IS {of}, which its prototype does not have,"));
            }
            None => self.unread(byte, &format!("IS {of}, which stands in no prototype,")),
        }
        None
    }

    /// Begins a node that has a name.
    pub fn begin(&mut self, name: &str) {
        self.here().open.push(name.into());
    }

    /// Ends it.
    pub fn end(&mut self, name: &str, node: &Rc<Node>) {
        let scope = self.here();
        scope.open.pop();
        scope.names.insert(name.into(), node.clone());
    }

    /// The node of a name.
    pub fn named(&mut self, name: &str) -> Result<Rc<Node>, String> {
        let scope = self.here();
        if let Some(node) = scope.names.get(name) {
            return Ok(node.clone());
        }
        if scope.open.iter().any(|open| **open == *name) {
            return Err(format!("{name} is used inside its own definition"));
        }
        let outside = self.outermost.names.contains_key(name);
        let why = if outside { ", and it is outside of this prototype" } else { "" };
        Err(format!("USE names {name}, and no DEF before it does{why}"))
    }

    /// Sets a field of a node, or says why it cannot have the value.
    pub fn set(
        &mut self,
        (kind, proto): (&str, Option<&Known>),
        fields: &mut Fields,
        (field, value): (&str, Value),
        byte: usize,
    ) -> Result<(), String> {
        let knows = match proto {
            Some(Known::Here(proto)) => proto.fields.contains_key(field),
            // The other file tells.
            Some(Known::Far(_)) => true,
            None => {
                if let Some(wrong) = nodes::wrong(kind, field, &value) {
                    return Err(wrong);
                }
                nodes::knows(kind, field)
            }
        };
        if !knows {
            self.unread(byte, &format!("the field {field} of {kind}, which it does not have,"));
        }
        if fields.insert(field.into(), Rc::new(value)).is_some() {
            self.unread(byte, &format!("the first {field} of a {kind} with two"));
        }
        Ok(())
    }

    /// Notes what is left out and may have a surface: if it is shown, where it is in a prototype.
    pub fn unread(&mut self, byte: usize, what: &str) {
        let what = format!("{}: {what} is left out", self.source.place(byte));
        self.here().unread.push(what);
    }

    /// Notes a route, from the field of a node to that of another: what a script gives to a geometry
    /// is another surface than the file has.
    pub fn route(&mut self, from: &str, (to, field): (&str, &str), byte: usize) {
        let names = &self.here().names;
        let (Some(from), Some(to)) = (names.get(from), names.get(to)) else { return };
        let field = field.strip_prefix("set_").unwrap_or(field);
        if &*from.kind == "Script" && to.proto.is_none() && nodes::shapes(&to.kind, field) {
            let what = format!("what a Script gives to {field} of {}", to.kind);
            self.unread(byte, &what);
        }
    }

    /// Notes a script.
    pub fn script(&mut self) {
        self.here().scripts = true;
    }

    /// A node whose fields are complete.
    pub fn node(
        &self,
        kind: &str,
        name: Option<&str>,
        fields: Fields,
        (byte, proto): (usize, Option<Known>),
    ) -> Result<Rc<Node>, String> {
        let at = (self.source.clone(), byte);
        let node = Node::new(kind.into(), name.map(Rc::from), fields, proto, at);
        // USE and prototypes may put nodes in nodes without end.
        if node.height > 4 * self.most_depth {
            return Err(format!("names put nodes in nodes more than {} deep", 4 * self.most_depth));
        }
        Ok(Rc::new(node))
    }
}
