//! What queries know of a shape beside its support points is one thing: origin, axes, points in
//! these axes, extents and core must agree. A shape that gave a part of it was once told a depth
//! that another query denied. So the sources of this crate give all of it or nothing, which this
//! test reads. No other crate can give any of it (`Facts` has the example).

use std::fs;
use std::path::{Path, PathBuf};

/// What only a shape that stands somewhere, or stands for others, has to give.
const PLACE: [&str; 4] = ["known_origin", "known_axes", "known_support", "known_size"];

/// What any shape may give, in its own axes.
const OWN: [&str; 4] = ["known_patch", "known_extent", "known_inner_extent", "known_core"];

/// Macros that write all of these for a wrapper, and what they leave to it.
const MACROS: [(&str, &[&str]); 2] =
    [("known_of_inner!(", &[]), ("known_but_origin!(", &["known_origin"])];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// The text from a line that opens a block to the one that closes it.
fn block(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return &text[..at];
                }
            }
            _ => {}
        }
    }
    text
}

/// The impls of `Convex` in a source: the line that opens each, and its body.
fn impls(source: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = source[at..].find("Convex<V> for ") {
        let begin = source[..at + next].rfind("impl").unwrap_or(at);
        let body = block(&source[begin..]);
        at += next + "Convex<V> for ".len();
        // Pointers have one body for all, whose header is an argument of a macro.
        if !source[at..].starts_with("$pointer") && body.contains("fn ") {
            found.push((body.lines().next().unwrap_or(""), body));
        }
    }
    found
}

fn gives(body: &str, name: &str) -> bool {
    let by_macro = MACROS.iter().any(|(call, but)| body.contains(call) && !but.contains(&name));
    by_macro || body.contains(&format!("fn {name}("))
}

#[test]
fn a_shape_gives_all_of_what_must_agree_or_nothing() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let (mut wrappers, mut own) = (Vec::new(), 0);
    let mut faults = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        for (line, body) in impls(&source) {
            let place = PLACE.iter().filter(|name| gives(body, name)).count();
            let missing: Vec<_> =
                PLACE.iter().chain(&OWN).filter(|name| !gives(body, name)).collect();
            // A wrapper asks another shape for its support point, or has a bound on one.
            let wraps = line.contains(": Convex<V>") || body.contains("known_support(direction, ");
            if place == 0 && !wraps {
                own += 1;
            } else if missing.is_empty() {
                wrappers.push(line.trim().to_string());
            } else {
                faults.push(format!("{}: {line} lacks {missing:?}", file.display()));
            }
        }
    }
    println!("{own} shapes of their own, {} that stand for others: {wrappers:#?}", wrappers.len());
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(wrappers.len() >= 9 && own >= 10, "the impls were not found: {wrappers:#?}, {own}");
}
