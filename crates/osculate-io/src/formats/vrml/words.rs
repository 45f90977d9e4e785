//! The words of VRML97, and of X3D in its classic form.

use super::tree::Source;
use crate::ReadError;
use std::rc::Rc;

/// What the text is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
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

/// Reads a text word by word.
pub struct Words {
    pub source: Rc<Source>,
    /// Where to read on.
    byte: usize,
    /// Where the last token began.
    pub start: usize,
    peeked: Option<Option<Token>>,
}

pub type Parsed<T> = Result<T, ReadError>;

impl Words {
    pub fn new(source: Rc<Source>) -> Self {
        Self { source, byte: 0, start: 0, peeked: None }
    }

    pub fn fail<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err(self.source.error(self.start, what))
    }

    pub fn expected<T>(&self, what: &str, found: Option<Token>) -> Parsed<T> {
        let found = found.map_or("the end of the file".into(), |token| token.to_string());
        self.fail(format!("expected {what}, found {found}"))
    }

    pub fn peek(&mut self) -> Parsed<Option<&Token>> {
        if self.peeked.is_none() {
            self.peeked = Some(self.lex()?);
        }
        Ok(self.peeked.as_ref().and_then(Option::as_ref))
    }

    pub fn next(&mut self) -> Parsed<Option<Token>> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.lex(),
        }
    }

    pub fn word(&mut self, what: &str) -> Parsed<String> {
        match self.next()? {
            Some(Token::Word(word)) => Ok(word),
            other => self.expected(what, other),
        }
    }

    pub fn mark(&mut self, mark: char) -> Parsed<()> {
        match self.next()? {
            Some(Token::Mark(found)) if found == mark => Ok(()),
            other => self.expected(&format!("`{mark}`"), other),
        }
    }

    /// Passes over what stands before the mark that closes what an open one began.
    pub fn rest_of(&mut self, open: char, close: char) -> Parsed<()> {
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

    /// The rest of a list whose items are all tokens of one kind; `item` hands back any other.
    pub fn items<T>(
        &mut self,
        what: &str,
        item: impl Fn(Token) -> Result<T, Token>,
    ) -> Parsed<Vec<T>> {
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

    fn lex(&mut self) -> Parsed<Option<Token>> {
        let source = self.source.clone();
        let bytes = source.text.as_bytes();
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
                let word = &source.text[self.byte..end];
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
}
