//! The grammar of VRML97: from text to nodes, by name where `USE` names them.

use super::nodes;
use super::tree::{Node, Value};
use crate::ReadError;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// What the text is made of.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(f64),
    Text(String),
    Mark(char),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Number(number) => write!(f, "the number {number}"),
            Self::Text(_) => write!(f, "a string"),
            Self::Mark(mark) => write!(f, "`{mark}`"),
        }
    }
}

struct Parser<'t> {
    path: &'t Path,
    text: &'t str,
    /// Where to read on.
    byte: usize,
    /// Where the last token began.
    start: usize,
    peeked: Option<Option<Token>>,
    names: HashMap<String, Rc<Node>>,
    /// Names whose node is not complete.
    open: Vec<String>,
    depth: usize,
    most_depth: usize,
    skipped: Skipped,
}

type Parsed<T> = Result<T, ReadError>;

impl Parser<'_> {
    fn fail<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err(ReadError::at(self.path, self.text, self.start, what))
    }

    fn expected<T>(&self, what: &str, found: Option<Token>) -> Parsed<T> {
        let found = found.map_or("the end of the file".into(), |token| token.to_string());
        self.fail(format!("expected {what}, found {found}"))
    }

    fn peek(&mut self) -> Parsed<Option<&Token>> {
        if self.peeked.is_none() {
            self.peeked = Some(self.lex()?);
        }
        Ok(self.peeked.as_ref().and_then(Option::as_ref))
    }

    fn next(&mut self) -> Parsed<Option<Token>> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.lex(),
        }
    }

    fn lex(&mut self) -> Parsed<Option<Token>> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.byte) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | b',') => self.byte += 1,
                Some(b'#') => {
                    while bytes.get(self.byte).is_some_and(|b| !b"\r\n".contains(b)) {
                        self.byte += 1;
                    }
                }
                _ => break,
            }
        }
        self.start = self.byte;
        let Some(&first) = bytes.get(self.byte) else { return Ok(None) };
        match first {
            b'{' | b'}' | b'[' | b']' => {
                self.byte += 1;
                Ok(Some(Token::Mark(first as char)))
            }
            b'"' => {
                let mut value = Vec::new();
                self.byte += 1;
                loop {
                    match bytes.get(self.byte) {
                        None => return self.fail("a string has no end"),
                        Some(b'"') => break,
                        Some(b'\\') => {
                            value.extend(bytes.get(self.byte + 1));
                            self.byte += 2;
                        }
                        Some(&b) => {
                            value.push(b);
                            self.byte += 1;
                        }
                    }
                }
                self.byte += 1;
                Ok(Some(Token::Text(String::from_utf8_lossy(&value).into_owned())))
            }
            _ => {
                let stop = |b: &u8| b" \t\r\n,#{}[]\"".contains(b);
                let length = bytes[self.byte..].iter().position(stop);
                let end = length.map_or(bytes.len(), |n| self.byte + n);
                let word = &self.text[self.byte..end];
                self.byte = end;
                if matches!(first, b'0'..=b'9' | b'+' | b'-' | b'.') {
                    let hex = word.strip_prefix("0x").and_then(|h| i64::from_str_radix(h, 16).ok());
                    let number = hex.map(|n| n as f64).or_else(|| word.parse::<f64>().ok());
                    return match number {
                        Some(number) if number.is_finite() => Ok(Some(Token::Number(number))),
                        _ => self.fail(format!("expected a finite number, found `{word}`")),
                    };
                }
                Ok(Some(Token::Word(word.to_string())))
            }
        }
    }

    /// All nodes of a file, or of a list up to its `]`.
    fn nodes(&mut self, in_list: bool) -> Parsed<Vec<Rc<Node>>> {
        let mut nodes = Vec::new();
        loop {
            match self.next()? {
                None if !in_list => return Ok(nodes),
                Some(Token::Mark(']')) if in_list => return Ok(nodes),
                Some(Token::Word(word)) => nodes.extend(self.statement(&word)?),
                other => return self.expected("a node", other),
            }
        }
    }

    fn word(&mut self, what: &str) -> Parsed<String> {
        match self.next()? {
            Some(Token::Word(word)) => Ok(word),
            other => self.expected(what, other),
        }
    }

    /// A node, by name or by body; nothing for routes, prototypes and NULL.
    fn statement(&mut self, word: &str) -> Parsed<Option<Rc<Node>>> {
        match word {
            "NULL" => Ok(None),
            "ROUTE" => {
                for what in ["a field", "TO", "a field"] {
                    self.word(what)?;
                }
                Ok(None)
            }
            "PROTO" | "EXTERNPROTO" => {
                let name = self.word("the prototype's name")?;
                self.skipped.prototypes.push(name);
                self.balanced('[', ']')?;
                if word == "PROTO" {
                    self.balanced('{', '}')?;
                } else {
                    // A list of places, or one.
                    match self.next()? {
                        Some(Token::Text(_)) => {}
                        Some(Token::Mark('[')) => self.rest_of('[', ']')?,
                        other => return self.expected("the prototype's place", other),
                    }
                }
                Ok(None)
            }
            "DEF" => {
                let name = self.word("a name")?;
                let kind = self.word("a node")?;
                self.open.push(name.clone());
                let node = self.node(kind, Some(name.clone()))?;
                self.open.pop();
                self.names.insert(name, node.clone());
                Ok(Some(node))
            }
            "USE" => {
                let name = self.word("a name")?;
                if let Some(node) = self.names.get(&name) {
                    return Ok(Some(node.clone()));
                }
                if self.open.contains(&name) {
                    return self.fail(format!("{name} is used inside its own definition"));
                }
                self.fail(format!("USE names {name}, and no DEF before it does"))
            }
            kind => self.node(kind.to_string(), None).map(Some),
        }
    }

    fn balanced(&mut self, open: char, close: char) -> Parsed<()> {
        match self.next()? {
            Some(Token::Mark(mark)) if mark == open => self.rest_of(open, close),
            other => self.expected(&format!("`{open}`"), other),
        }
    }

    fn rest_of(&mut self, open: char, close: char) -> Parsed<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                Some(Token::Mark(mark)) if mark == open => depth += 1,
                Some(Token::Mark(mark)) if mark == close => depth -= 1,
                Some(_) => {}
                None => return self.expected(&format!("`{close}`"), None),
            }
        }
        Ok(())
    }

    fn node(&mut self, kind: String, name: Option<String>) -> Parsed<Rc<Node>> {
        let byte = self.start;
        match self.next()? {
            Some(Token::Mark('{')) => {}
            other => return self.expected(&format!("`{{` after {kind}"), other),
        }
        self.depth += 1;
        if self.depth > self.most_depth {
            return self.fail(format!("nodes are more than {} deep", self.most_depth));
        }
        if kind == "Script" {
            // Its fields are declarations.
            self.rest_of('{', '}')?;
            self.depth -= 1;
            self.skipped.scripts = true;
            return Ok(Rc::new(Node { kind, name, fields: HashMap::new(), byte }));
        }
        let mut fields = HashMap::new();
        loop {
            match self.next()? {
                Some(Token::Mark('}')) => break,
                Some(Token::Word(word))
                    if ["ROUTE", "PROTO", "EXTERNPROTO"].contains(&word.as_str()) =>
                {
                    self.statement(&word)?;
                }
                Some(Token::Word(field)) => {
                    if let Some(value) = self.value(&field)? {
                        if let Some(wrong) = nodes::wrong(&kind, &field, &value) {
                            return self.fail(wrong);
                        }
                        if !nodes::knows(&kind, &field) {
                            self.skipped.unknown.push(format!(
                                "the field {field} of {kind}, which it does not have,"
                            ));
                        }
                        if fields.contains_key(&field) {
                            let twice = format!("the first {field} of a {kind} with two");
                            self.skipped.unknown.push(twice);
                        }
                        fields.insert(field, value);
                    }
                }
                other => return self.expected(&format!("a field of {kind} or `}}`"), other),
            }
        }
        self.depth -= 1;
        Ok(Rc::new(Node { kind, name, fields, byte }))
    }

    fn value(&mut self, field: &str) -> Parsed<Option<Value>> {
        Ok(Some(match self.next()? {
            Some(Token::Number(first)) => {
                let mut numbers = vec![first];
                while let Some(&Token::Number(number)) = self.peek()? {
                    self.next()?;
                    numbers.push(number);
                }
                Value::Numbers(numbers)
            }
            Some(Token::Text(text)) => Value::Strings(vec![text]),
            Some(Token::Mark('[')) => self.list()?,
            Some(Token::Word(word)) => match word.as_str() {
                "TRUE" => Value::Bool(true),
                "FALSE" => Value::Bool(false),
                "IS" => {
                    self.word("a field of the prototype")?;
                    return Ok(None);
                }
                _ => Value::Nodes(self.statement(&word)?.into_iter().collect()),
            },
            other => return self.expected(&format!("a value for {field}"), other),
        }))
    }

    /// The rest of a list whose items are all tokens of one kind; `item` hands back any other.
    fn items<T>(&mut self, what: &str, item: impl Fn(Token) -> Result<T, Token>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        loop {
            let other = match self.next()? {
                Some(Token::Mark(']')) => return Ok(items),
                Some(token) => match item(token) {
                    Ok(found) => {
                        items.push(found);
                        continue;
                    }
                    Err(other) => Some(other),
                },
                None => None,
            };
            return self.expected(what, other);
        }
    }

    fn list(&mut self) -> Parsed<Value> {
        match self.peek()? {
            Some(Token::Number(_)) => {
                let number = |token| if let Token::Number(x) = token { Ok(x) } else { Err(token) };
                Ok(Value::Numbers(self.items("a number or `]`", number)?))
            }
            Some(Token::Text(_)) => {
                let text = |token| if let Token::Text(x) = token { Ok(x) } else { Err(token) };
                Ok(Value::Strings(self.items("a string or `]`", text)?))
            }
            Some(Token::Word(word)) if word == "TRUE" || word == "FALSE" => {
                self.rest_of('[', ']')?;
                Ok(Value::Numbers(Vec::new()))
            }
            _ => Ok(Value::Nodes(self.nodes(true)?)),
        }
    }
}

/// What is not read.
#[derive(Default)]
pub struct Skipped {
    /// The names of prototypes.
    pub prototypes: Vec<String>,
    /// Scripts, which have no surface themselves.
    pub scripts: bool,
    /// Fields that their nodes do not have, or have twice.
    pub unknown: Vec<String>,
}

/// The nodes of a file, and what of it is not for us.
pub fn parse(path: &Path, text: &str, most_depth: usize) -> Parsed<(Vec<Rc<Node>>, Skipped)> {
    let mut parser = Parser {
        path,
        text,
        byte: 0,
        start: 0,
        peeked: None,
        names: HashMap::new(),
        open: Vec::new(),
        depth: 0,
        most_depth,
        skipped: Skipped::default(),
    };
    let nodes = parser.nodes(false)?;
    Ok((nodes, parser.skipped))
}
