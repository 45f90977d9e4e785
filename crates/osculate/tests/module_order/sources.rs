//! The sources of a crate: what each file declares, brings into scope and writes, by tokens.

use std::collections::BTreeMap;
use std::{fs, path::Path as Place};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The names of modules from the root, or of what is outside after an empty one.
pub type Path = Vec<String>;

pub fn path(names: &[&str]) -> Path {
    names.iter().map(|name| name.to_string()).collect()
}

/// What is left of tokens: groups are opened and closed.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    /// `::`
    Of,
    Open(bool),
    Close,
    Other(char),
}

fn flatten(stream: TokenStream, into: &mut Vec<Token>) {
    let mut tokens = stream.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) => into.push(Token::Name(name.to_string())),
            TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == Spacing::Joint => {
                tokens.next();
                into.push(Token::Of);
            }
            TokenTree::Punct(p) => into.push(Token::Other(p.as_char())),
            TokenTree::Group(group) => {
                into.push(Token::Open(group.delimiter() == Delimiter::Brace));
                flatten(group.stream(), into);
                into.push(Token::Close);
            }
            TokenTree::Literal(_) => into.push(Token::Other('0')),
        }
    }
}

/// What one file says of others.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The modules it declares, in order.
    pub children: Vec<String>,
    /// The names it brings into scope, and what they stand for.
    names: BTreeMap<String, Path>,
    /// All paths it writes, in full.
    paths: Vec<Path>,
}

/// Reads one file.
struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    file: File,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    /// The items of a module, until it is closed.
    fn items(&mut self, module: &Path) {
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            match token {
                Token::Open(_) => depth += 1,
                Token::Close if depth == 0 => return,
                Token::Close => depth -= 1,
                Token::Name(word) if word == "mod" => {
                    let name = match (self.peek(1), self.peek(2)) {
                        (Some(Token::Name(name)), Some(Token::Open(true))) => Some(name.clone()),
                        (Some(Token::Name(name)), _) => {
                            let name = name.clone();
                            self.file.children.push(name);
                            None
                        }
                        _ => None,
                    };
                    if let Some(name) = name {
                        self.at += 3;
                        self.items(&[module.clone(), vec![name]].concat());
                    }
                }
                Token::Name(word) if word == "use" => {
                    self.at += 1;
                    self.tree(module, Vec::new(), true);
                    continue;
                }
                Token::Name(_) if self.peek(1) == Some(&Token::Of) => {
                    self.tree(module, Vec::new(), false);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// A path, or all paths of a `use` tree.
    fn tree(&mut self, module: &Path, mut so_far: Path, is_use: bool) {
        loop {
            match self.peek(0).cloned() {
                Some(Token::Of) => self.at += 1,
                Some(Token::Name(name)) => {
                    so_far.push(name);
                    self.at += 1;
                    if self.peek(0) != Some(&Token::Of) {
                        break;
                    }
                }
                Some(Token::Other('*')) if is_use => {
                    so_far.push("*".into());
                    self.at += 1;
                    break;
                }
                Some(Token::Open(true)) if is_use => {
                    self.at += 1;
                    while !matches!(self.peek(0), Some(Token::Close) | None) {
                        self.tree(module, so_far.clone(), true);
                        if self.peek(0) == Some(&Token::Other(',')) {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                // What follows a path in code.
                _ => break,
            }
        }
        if so_far.len() > 1 && so_far.last().is_some_and(|name| name == "self") {
            so_far.pop();
        }
        let mut name = so_far.last().cloned().unwrap_or_default();
        if is_use && self.peek(0) == Some(&Token::Name("as".into())) {
            if let Some(Token::Name(other)) = self.peek(1) {
                name = other.clone();
            }
            self.at += 2;
        }
        let full = self.full(module, so_far, is_use);
        if is_use {
            self.file.names.insert(name, full.clone());
        }
        self.file.paths.push(full);
    }

    /// A path from the root; one that begins with a name in scope is left, to be looked up.
    fn full(&self, module: &Path, written: Path, is_use: bool) -> Path {
        let mut base = module.clone();
        let mut rest = written.as_slice();
        match rest.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &rest[1..];
            }
            Some("self" | "super") => {}
            Some(child) if self.file.children.iter().any(|c| c == child) => {}
            _ if is_use => return [path(&[""]), written].concat(),
            _ => return [path(&["?"]), written].concat(),
        }
        while let Some(word @ ("self" | "super")) = rest.first().map(String::as_str) {
            if word == "super" {
                base.pop();
            }
            rest = &rest[1..];
        }
        [base, rest.to_vec()].concat()
    }
}

impl File {
    /// The file at a place, and its module.
    fn read(place: &str, text: &str) -> (Path, Self) {
        let mut module: Path = place.trim_end_matches(".rs").split('/').map(String::from).collect();
        if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            module.pop();
        }
        let stream = text.parse().unwrap_or_else(|e| panic!("{place}: {e}"));
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        let read = |file| {
            let mut reader = Reader { tokens: &tokens, at: 0, file };
            reader.items(&module);
            reader.file
        };
        // Children first: a file may use one above its declaration.
        let children = read(Self::default()).children;
        let file = read(Self { children: children.clone(), ..Self::default() });
        (module, Self { children, ..file })
    }
}

/// All files, by their modules.
#[derive(Clone)]
pub struct Sources(pub BTreeMap<Path, File>);

/// Where something is.
#[derive(Debug, PartialEq)]
pub enum Found {
    /// In the file of this module.
    In(Path),
    /// In another crate.
    Outside(Path),
}

impl Sources {
    /// What a path written in the file of `module` stands for.
    fn find(&self, module: &Path, written: &Path, most: usize) -> Option<Found> {
        let most = most.checked_sub(1)?;
        match written.first().map(String::as_str) {
            Some("") => return Some(Found::Outside(written[1..].to_vec())),
            // A name in scope, or else a type, or another crate.
            Some("?") => {
                return match self.0[module].names.get(&written[1]) {
                    Some(full) => {
                        self.find(module, &[full.clone(), written[2..].to_vec()].concat(), most)
                    }
                    None => Some(Found::Outside(written[1..].to_vec())),
                };
            }
            _ => {}
        }
        let len = (0..=written.len()).rev().find(|&n| self.0.contains_key(&written[..n]))?;
        let (home, rest) = (written[..len].to_vec(), &written[len..]);
        // What the file itself has from elsewhere; not what it imports for itself by chance.
        match rest.first().and_then(|name| self.0[&home].names.get(name)) {
            Some(full) if *full != *written => {
                self.find(&home, &[full.clone(), rest[1..].to_vec()].concat(), most)
            }
            _ => Some(Found::In(home)),
        }
    }

    /// What each file uses: the file, what it wrote, and where that is.
    pub fn uses(&self) -> impl Iterator<Item = (&Path, &Path, Found)> {
        self.0.iter().flat_map(move |(module, file)| {
            file.paths
                .iter()
                .filter_map(move |path| Some((module, path, self.find(module, path, 20)?)))
        })
    }
}

fn read(dir: &Place, root: &Place, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let place = entry.unwrap().path();
        if place.is_dir() {
            read(&place, root, files);
        } else if place.extension().is_some_and(|extension| extension == "rs") {
            let name = place.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&place).unwrap()));
        }
    }
}

/// A crate of this repository.
pub struct Crate {
    files: Vec<(String, String)>,
    sources: Sources,
}

impl Crate {
    /// The crate of a folder, from the root of the repository.
    pub fn of(folder: &str) -> Self {
        let root = Place::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder).join("src");
        let mut files = Vec::new();
        read(&root, &root, &mut files);
        let sources = files.iter().map(|(place, text)| File::read(place, text)).collect();
        Self { files, sources: Sources(sources) }
    }

    /// The crate's sources, some with a line more.
    pub fn with(&self, planted: &[(&str, &str)]) -> Sources {
        let mut sources = self.sources.clone();
        for (place, line) in planted {
            let file = self.files.iter().find(|(name, _)| name == place);
            let (_, text) = file.unwrap_or_else(|| panic!("there is no {place}"));
            sources.0.extend([File::read(place, &format!("{text}{line}"))]);
        }
        sources
    }
}
