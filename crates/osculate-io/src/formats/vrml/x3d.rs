//! X3D in XML: an element is a node, an attribute a field, and an element in it a node in the field
//! that `containerField` names, or that nodes of its kind stand in.

use super::nodes;
use super::scope::{File, Scopes};
use super::tree::{Far, Fields, Known, Node, Source, Value};
use crate::builder::Builder;
use crate::{ReadError, xml};
use roxmltree::Node as Element;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

/// Reads a file whose text is this.
pub fn read(path: &Path, mut text: String, scene: &mut Builder) -> Result<File, ReadError> {
    pass_over_type(&mut text);
    let most_depth = scene.limits().depth;
    xml::read_text(path, text, scene, |of, document, _| {
        let root = document.root_element();
        if root.tag_name().name() != "X3D" {
            return of.fail(root, "expected the element <X3D>");
        }
        let source = Source::new(path.to_path_buf(), of.text.to_string());
        let mut parser = Parser { scopes: Scopes::new(source, most_depth) };
        let mut nodes = Vec::new();
        for part in root.children().filter(Element::is_element) {
            match part.tag_name().name() {
                "head" => parser.head(part)?,
                "Scene" => nodes.extend(parser.nodes(part)?),
                _ => {}
            }
        }
        Ok(parser.scopes.file(nodes))
    })
}

/// Makes blanks of the document's type: nothing of it is asked for, and without one there are no
/// entities. Lines and places stay.
fn pass_over_type(text: &mut String) {
    let Some(start) = text.find("<!DOCTYPE") else { return };
    let Some(end) = text[start..].find('>') else { return };
    let inner = text[start..start + end].contains('[');
    let end = if inner { text[start..].find("]>").map(|at| at + 1) } else { Some(end) };
    let Some(end) = end.map(|at| start + at + 1) else { return };
    let blank = |c: char| if c == '\n' || c == '\r' { c } else { ' ' };
    // A character of several bytes is so many blanks.
    let blanks: String = text[start..end]
        .chars()
        .flat_map(|c| std::iter::repeat_n(blank(c), c.len_utf8()))
        .collect();
    text.replace_range(start..end, &blanks);
}

struct Parser {
    scopes: Scopes,
}

impl Parser {
    fn at<T>(&self, element: Element, said: Result<T, String>) -> Result<T, ReadError> {
        said.map_err(|what| self.scopes.source.error(element.range().start, what))
    }

    fn attribute<'e>(&self, element: Element<'e, '_>, name: &str) -> Result<&'e str, ReadError> {
        let found = element.attribute(name).map(str::trim);
        let lacks = || format!("<{}> needs {name}=\"…\"", element.tag_name().name());
        self.at(element, found.ok_or_else(lacks))
    }

    /// What is said beside the scene: of it, units matter.
    fn head(&mut self, head: Element) -> Result<(), ReadError> {
        for unit in head.children().filter(|child| child.tag_name().name() == "unit") {
            let what = self.attribute(unit, "category")?;
            let factor = self.attribute(unit, "conversionFactor")?;
            let number = xml::exactly::<1>(factor).map(|[factor]| factor);
            let number = number.map_err(|found| format!("conversionFactor must be {found}"));
            let factor = self.at(unit, number)?;
            let set = self.scopes.units.set(what, factor);
            self.at(unit, set)?;
        }
        Ok(())
    }

    fn nodes(&mut self, parent: Element) -> Result<Vec<Rc<Node>>, ReadError> {
        let mut nodes = Vec::new();
        for child in parent.children().filter(Element::is_element) {
            nodes.extend(self.statement(child)?);
        }
        Ok(nodes)
    }

    /// A node, by name or by body; nothing for what is no node.
    fn statement(&mut self, element: Element) -> Result<Option<Rc<Node>>, ReadError> {
        match element.tag_name().name() {
            "ROUTE" => {
                let [from, to, field] =
                    ["fromNode", "toNode", "toField"].map(|name| element.attribute(name));
                let to = (to.unwrap_or(""), field.unwrap_or(""));
                self.scopes.route(from.unwrap_or(""), to, element.range().start);
                Ok(None)
            }
            "EXPORT" | "IS" | "field" | "fieldValue" => Ok(None),
            "ProtoDeclare" => self.proto(element).map(|()| None),
            "ExternProtoDeclare" => self.far(element).map(|()| None),
            "IMPORT" => {
                // What it stands for is another file's, and is told where it is used.
                let name = element.attribute("AS").or(element.attribute("importedDEF"));
                let at = (element.range().start, None);
                let node = self.scopes.node("IMPORT", None, Fields::new(), at);
                let node = self.at(element, node)?;
                let name = name.unwrap_or("");
                self.scopes.begin(name);
                self.scopes.end(name, &node);
                Ok(None)
            }
            _ => self.node(element).map(Some),
        }
    }

    fn proto(&mut self, element: Element) -> Result<(), ReadError> {
        let name = self.attribute(element, "name")?;
        let entered = self.scopes.enter(name);
        self.at(element, entered)?;
        let mut body = Vec::new();
        for part in element.children().filter(Element::is_element) {
            match part.tag_name().name() {
                "ProtoInterface" => self.interface(part)?,
                "ProtoBody" => body.extend(self.nodes(part)?),
                _ => {}
            }
        }
        self.scopes.leave(body);
        Ok(())
    }

    fn interface(&mut self, interface: Element) -> Result<(), ReadError> {
        for field in interface.children().filter(|child| child.tag_name().name() == "field") {
            let name = self.attribute(field, "name")?;
            let kind = field.attribute("type").unwrap_or("").trim();
            let is_event =
                matches!(field.attribute("accessType"), Some("inputOnly" | "outputOnly"));
            let value = match field.attribute("value") {
                _ if is_event => None,
                Some(text) if kind.ends_with("String") => Some(self.strings(text)),
                Some(text) => Some(self.value(name, text)),
                None if kind.ends_with("Node") => Some(Value::Nodes(self.nodes(field)?)),
                None => Some(self.blank(kind)),
            };
            self.scopes.declare(name, value);
        }
        Ok(())
    }

    /// What a field of a type has if nothing is said.
    fn blank(&self, kind: &str) -> Value {
        Value::Numbers(match kind {
            "SFBool" => return Value::Bool(false),
            "SFString" | "MFString" => return self.strings(""),
            "SFFloat" | "SFDouble" | "SFInt32" | "SFTime" => vec![0.0],
            "SFVec2f" | "SFVec2d" => vec![0.0; 2],
            "SFVec3f" | "SFVec3d" | "SFColor" => vec![0.0; 3],
            "SFRotation" => vec![0.0, 0.0, 1.0, 0.0],
            _ => Vec::new(),
        })
    }

    fn far(&mut self, element: Element) -> Result<(), ReadError> {
        let name = self.attribute(element, "name")?;
        let urls = match self.strings(element.attribute("url").unwrap_or("")) {
            Value::Strings(urls, _) => urls,
            _ => Vec::new(),
        };
        let (source, byte) = (self.scopes.source.clone(), element.range().start);
        let far = Far { urls, source, byte };
        self.scopes.define(name, Known::Far(Rc::new(far)));
        Ok(())
    }

    fn node(&mut self, element: Element) -> Result<Rc<Node>, ReadError> {
        if let Some(name) = element.attribute("USE") {
            let named = self.scopes.named(name);
            return self.at(element, named);
        }
        let name = element.attribute("DEF");
        let entered = self.scopes.enter_node();
        self.at(element, entered)?;
        name.inspect(|name| self.scopes.begin(name));
        let mut fields = Fields::new();
        let (kind, proto) = match element.tag_name().name() {
            "ProtoInstance" => {
                let kind = self.attribute(element, "name")?;
                let known = self.scopes.known(kind);
                let known = self.at(element, known)?.ok_or_else(|| {
                    format!(
                        "an instance is of the prototype {kind}, and none before it is called so"
                    )
                });
                (kind, Some(self.at(element, known)?))
            }
            kind => (kind, None),
        };
        if kind == "Script" && proto.is_none() {
            self.scopes.script();
        } else {
            self.fields(element, (kind, proto.as_ref()), &mut fields)?;
        }
        self.scopes.leave_node();
        let node = self.scopes.node(kind, name, fields, (element.range().start, proto));
        let node = self.at(element, node)?;
        name.inspect(|name| self.scopes.end(name, &node));
        Ok(node)
    }

    fn fields(
        &mut self,
        element: Element,
        (kind, proto): (&str, Option<&Known>),
        fields: &mut Fields,
    ) -> Result<(), ReadError> {
        let byte = element.range().start;
        let mut given: Vec<(String, Value)> = Vec::new();
        if proto.is_none() {
            const PLAIN: [&str; 6] = ["DEF", "USE", "containerField", "class", "id", "style"];
            for attribute in element.attributes() {
                let field = attribute.name();
                if attribute.namespace().is_none() && !PLAIN.contains(&field) {
                    given.push((field.to_string(), self.value(field, attribute.value())));
                }
            }
        }
        let mut nodes: BTreeMap<String, Vec<Rc<Node>>> = BTreeMap::new();
        for child in element.children().filter(Element::is_element) {
            match child.tag_name().name() {
                "IS" => {
                    for connect in child.children().filter(Element::is_element) {
                        let field = self.attribute(connect, "nodeField")?;
                        let of = self.attribute(connect, "protoField")?;
                        if let Some(is) = self.scopes.is(of, connect.range().start) {
                            // It goes before what the node has itself.
                            given.retain(|(name, _)| name != field);
                            given.push((field.to_string(), is));
                        }
                    }
                }
                "fieldValue" if proto.is_some() => {
                    let field = self.attribute(child, "name")?.to_string();
                    let value = match child.attribute("value") {
                        Some(text) => self.value(&field, text),
                        None => Value::Nodes(self.nodes(child)?),
                    };
                    given.push((field, value));
                }
                tag => {
                    let field = container_field(kind, tag, child);
                    if let Some(node) = self.statement(child)? {
                        nodes.entry(field).or_default().push(node);
                    }
                }
            }
        }
        let nodes = nodes.into_iter().map(|(field, nodes)| (field, Value::Nodes(nodes)));
        for (field, value) in given.into_iter().chain(nodes) {
            let set = self.scopes.set((kind, proto), fields, (&field, value), byte);
            self.at(element, set)?;
        }
        Ok(())
    }

    /// What a text is: the type of a field is known by what it has, but for addresses.
    fn value(&self, field: &str, text: &str) -> Value {
        match text.trim() {
            _ if field == "url" => self.strings(text),
            "true" | "TRUE" => Value::Bool(true),
            "false" | "FALSE" => Value::Bool(false),
            _ => {
                let is_between = |c: char| c.is_ascii_whitespace() || c == ',';
                let words = text.split(is_between).filter(|word| !word.is_empty());
                let number = |word: &str| word.parse().ok().filter(|x: &f64| x.is_finite());
                let numbers: Option<Vec<f64>> = words.map(number).collect();
                numbers.map_or_else(|| self.strings(text), Value::Numbers)
            }
        }
    }

    /// The strings of a text: each in quotes, or one without.
    fn strings(&self, text: &str) -> Value {
        let text = text.trim();
        let mut strings = Vec::new();
        if !text.starts_with('"') {
            strings.extend((!text.is_empty()).then(|| text.to_string()));
        } else {
            let mut open: Option<String> = None;
            let mut chars = text.chars();
            while let Some(c) = chars.next() {
                match (&mut open, c) {
                    (None, '"') => open = Some(String::new()),
                    (None, _) => {}
                    (Some(_), '"') => strings.extend(open.take()),
                    (Some(string), '\\') => string.extend(chars.next()),
                    (Some(string), c) => string.push(c),
                }
            }
            strings.extend(open);
        }
        Value::Strings(strings, self.scopes.source.clone())
    }
}

/// The field of its parent that an element stands in. One that the parent does not have is a slip
/// of the file's author, if nodes of its kind have a place there.
fn container_field(parent: &str, kind: &str, element: Element) -> String {
    let own = nodes::container(parent, kind);
    match element.attribute("containerField") {
        Some(given) if nodes::knows(parent, given) || !nodes::knows(parent, own) => {
            given.to_string()
        }
        _ => own.to_string(),
    }
}
