//! The grammar of VRML97, and of X3D in its classic form: from text to nodes.

use super::scope::{File, Scopes};
use super::tree::{Far, Fields, Known, Node, Source, Value};
use super::words::{Parsed, Token, Words};
use std::rc::Rc;

struct Parser {
    words: Words,
    scopes: Scopes,
}

/// The nodes of a file.
pub fn parse(source: Rc<Source>, most_depth: usize) -> Parsed<File> {
    let scopes = Scopes::new(source.clone(), most_depth);
    let mut parser = Parser { words: Words::new(source), scopes };
    let nodes = parser.nodes(None)?;
    Ok(parser.scopes.file(nodes))
}

impl Parser {
    /// What the scopes say, or where they refuse it.
    fn at<T>(&self, said: Result<T, String>) -> Parsed<T> {
        said.or_else(|what| self.words.fail(what))
    }

    /// All nodes of a file, of a list or of a prototype's body, up to the mark that closes it.
    fn nodes(&mut self, close: Option<char>) -> Parsed<Vec<Rc<Node>>> {
        let mut nodes = Vec::new();
        loop {
            match self.words.next()? {
                None if close.is_none() => return Ok(nodes),
                Some(Token::Mark(mark)) if Some(mark) == close => return Ok(nodes),
                Some(Token::Word(word)) => nodes.extend(self.statement(&word)?),
                other => return self.words.expected("a node", other),
            }
        }
    }

    /// A node, by name or by body; nothing for NULL and for what is no node.
    fn statement(&mut self, word: &str) -> Parsed<Option<Rc<Node>>> {
        match word {
            "NULL" => Ok(None),
            "PROTO" => self.proto().map(|()| None),
            "EXTERNPROTO" => self.far().map(|()| None),
            "DEF" => {
                let name = self.words.word("a name")?;
                let kind = self.words.word("a node")?;
                self.scopes.begin(&name);
                let node = self.node(&kind, Some(&name))?;
                self.scopes.end(&name, &node);
                Ok(Some(node))
            }
            "USE" => {
                let name = self.words.word("a name")?;
                let named = self.scopes.named(&name);
                self.at(named).map(Some)
            }
            kind if self.is_passed_over(kind)? => Ok(None),
            kind => self.node(kind, None).map(Some),
        }
    }

    /// Passes over a statement that brings no nodes. Those of X3D are words of VRML97 too.
    fn is_passed_over(&mut self, word: &str) -> Parsed<bool> {
        match word {
            "ROUTE" => {
                let byte = self.words.start;
                let from = self.words.word("a field")?;
                self.words.word("TO")?;
                let to = self.words.word("a field")?;
                if let (Some((from, _)), Some(to)) = (from.split_once('.'), to.split_once('.')) {
                    self.scopes.route(from, to, byte);
                }
            }
            "PROFILE" | "COMPONENT" => drop(self.words.word("a name")?),
            "META" => {
                for _ in 0..2 {
                    match self.words.next()? {
                        Some(Token::Text(_) | Token::Word(_)) => {}
                        other => return self.words.expected("a string", other),
                    }
                }
            }
            "UNIT" => {
                let what = self.words.word("what the unit is of")?;
                self.words.word("the unit's name")?;
                match self.words.next()? {
                    Some(Token::Number(factor)) => {
                        let set = self.scopes.units.set(&what, factor);
                        self.at(set)?;
                    }
                    other => return self.words.expected("how much the unit is", other),
                }
            }
            "IMPORT" | "EXPORT" => {
                let of = self.words.word("a name")?;
                let mut name = of.rsplit('.').next().unwrap_or(&of).to_string();
                let byte = self.words.start;
                if matches!(self.words.peek()?, Some(Token::Word(word)) if word == "AS") {
                    self.words.next()?;
                    name = self.words.word("a name")?;
                }
                if word == "IMPORT" {
                    // What it stands for is another file's, and is told where it is used.
                    let node = self.scopes.node("IMPORT", None, Fields::new(), (byte, None));
                    let node = self.at(node)?;
                    self.scopes.begin(&name);
                    self.scopes.end(&name, &node);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn proto(&mut self) -> Parsed<()> {
        let name = self.words.word("the prototype's name")?;
        let entered = self.scopes.enter(&name);
        self.at(entered)?;
        self.interface(true)?;
        self.words.mark('{')?;
        let body = self.nodes(Some('}'))?;
        self.scopes.leave(body);
        Ok(())
    }

    fn far(&mut self) -> Parsed<()> {
        let byte = self.words.start;
        let name = self.words.word("the prototype's name")?;
        let entered = self.scopes.enter(&name);
        self.at(entered)?;
        self.interface(false)?;
        self.scopes.leave_far();
        // A list of places, or one.
        let urls = match self.words.next()? {
            Some(Token::Text(url)) => vec![url],
            Some(Token::Mark('[')) => self.strings()?,
            other => return self.words.expected("the prototype's place", other),
        };
        let source = self.words.source.clone();
        let far = Far { urls, source, byte };
        self.scopes.define(&name, Known::Far(Rc::new(far)));
        Ok(())
    }

    /// The fields and events of a prototype.
    fn interface(&mut self, has_values: bool) -> Parsed<()> {
        self.words.mark('[')?;
        loop {
            let access = match self.words.next()? {
                Some(Token::Mark(']')) => return Ok(()),
                Some(Token::Word(access)) => access,
                other => return self.words.expected("a field of the prototype or `]`", other),
            };
            let Some(is_event) = is_event_of(&access) else {
                let wanted = "a field of the prototype, such as `exposedField`";
                return self.words.expected(wanted, Some(Token::Word(access)));
            };
            self.words.word("the type of the field")?;
            let name = self.words.word("the name of the field")?;
            let byte = self.words.start;
            let is_last = match self.words.peek()? {
                Some(Token::Mark(mark)) => *mark == ']',
                Some(Token::Word(word)) => is_event_of(word).is_some(),
                _ => false,
            };
            let default = match has_values && !is_event {
                true if is_last => {
                    self.scopes.unread(byte, &format!("the default of {name}, which it lacks,"));
                    Some(Value::Nodes(Vec::new()))
                }
                true => self.value(&name)?,
                false => None,
            };
            self.scopes.declare(&name, default);
        }
    }

    fn node(&mut self, kind: &str, name: Option<&str>) -> Parsed<Rc<Node>> {
        let byte = self.words.start;
        let proto = self.scopes.known(kind);
        let proto = self.at(proto)?;
        match self.words.next()? {
            Some(Token::Mark('{')) => {}
            other => return self.words.expected(&format!("`{{` after {kind}"), other),
        }
        let entered = self.scopes.enter_node();
        self.at(entered)?;
        let mut fields = Fields::new();
        if kind == "Script" && proto.is_none() {
            // Its fields are declarations.
            self.words.rest_of('{', '}')?;
            self.scopes.script();
        } else {
            self.fields(kind, proto.as_ref(), &mut fields)?;
        }
        self.scopes.leave_node();
        let node = self.scopes.node(kind, name, fields, (byte, proto));
        self.at(node)
    }

    fn fields(&mut self, kind: &str, proto: Option<&Known>, fields: &mut Fields) -> Parsed<()> {
        loop {
            match self.words.next()? {
                Some(Token::Mark('}')) => return Ok(()),
                Some(Token::Word(word))
                    if ["ROUTE", "PROTO", "EXTERNPROTO"].contains(&word.as_str()) =>
                {
                    self.statement(&word)?;
                }
                Some(Token::Word(field)) => {
                    let byte = self.words.start;
                    if let Some(value) = self.value(&field)? {
                        let set = self.scopes.set((kind, proto), fields, (&field, value), byte);
                        self.at(set)?;
                    }
                }
                other => {
                    return self.words.expected(&format!("a field of {kind} or `}}`"), other);
                }
            }
        }
    }

    fn value(&mut self, field: &str) -> Parsed<Option<Value>> {
        Ok(Some(match self.words.next()? {
            Some(Token::Number(first)) => {
                let mut numbers = vec![first];
                while let Some(&Token::Number(number)) = self.words.peek()? {
                    self.words.next()?;
                    numbers.push(number);
                }
                Value::Numbers(numbers)
            }
            Some(Token::Text(text)) => Value::Strings(vec![text], self.words.source.clone()),
            Some(Token::Mark('[')) => self.list()?,
            Some(Token::Word(word)) => match word.as_str() {
                "TRUE" | "true" => Value::Bool(true),
                "FALSE" | "false" => Value::Bool(false),
                "IS" => {
                    let of = self.words.word("a field of the prototype")?;
                    return Ok(self.scopes.is(&of, self.words.start));
                }
                _ => Value::Nodes(self.statement(&word)?.into_iter().collect()),
            },
            other => return self.words.expected(&format!("a value for {field}"), other),
        }))
    }

    fn strings(&mut self) -> Parsed<Vec<String>> {
        let text = |token| if let Token::Text(x) = token { Ok(x) } else { Err(token) };
        self.words.items("a string or `]`", text)
    }

    fn list(&mut self) -> Parsed<Value> {
        match self.words.peek()? {
            Some(Token::Number(_)) => {
                let number = |token| if let Token::Number(x) = token { Ok(x) } else { Err(token) };
                Ok(Value::Numbers(self.words.items("a number or `]`", number)?))
            }
            Some(Token::Text(_)) => Ok(Value::Strings(self.strings()?, self.words.source.clone())),
            Some(Token::Word(word))
                if matches!(word.as_str(), "TRUE" | "FALSE" | "true" | "false") =>
            {
                self.words.rest_of('[', ']')?;
                Ok(Value::Numbers(Vec::new()))
            }
            _ => Ok(Value::Nodes(self.nodes(Some(']'))?)),
        }
    }
}

/// Whether a word of a prototype's interface begins an event, or a field; `None` if neither.
fn is_event_of(access: &str) -> Option<bool> {
    match access {
        "eventIn" | "eventOut" | "inputOnly" | "outputOnly" => Some(true),
        "field" | "exposedField" | "initializeOnly" | "inputOutput" => Some(false),
        _ => None,
    }
}
