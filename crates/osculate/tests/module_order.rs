//! The first invariant of ARCHITECTURE.md: a module uses only those above it in `lib.rs`, and only `vector.rs` names glam.

use std::{fs, path::Path};

fn sources(dir: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The code, without comments and without what doc examples say.
fn code(text: &str) -> String {
    text.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_module_uses_only_those_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let order: Vec<&str> = lib
        .lines()
        .filter_map(|l| l.trim_start_matches("pub ").strip_prefix("mod "))
        .map(|l| l.trim_end_matches(';'))
        .collect();
    assert!(order.len() > 8, "{order:?}");
    let mut files = Vec::new();
    sources(&src, &mut files);
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("lib.rs")) {
        let relative = path.strip_prefix(&format!("{}/", src.display())).unwrap();
        let own = relative.split('/').next().unwrap().trim_end_matches(".rs");
        let rank = order
            .iter()
            .position(|m| *m == own)
            .unwrap_or_else(|| panic!("{own} is not in lib.rs"));
        for (used, module) in order.iter().enumerate() {
            // The number types and the vectors know each other.
            if used > rank && code(text).contains(&format!("crate::{module}::")) {
                panic!("{relative} uses {module}, which stands below it");
            }
        }
    }
}

#[test]
fn only_vector_names_glam() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    for (path, text) in files {
        let allowed =
            path.ends_with("vector.rs") || path.ends_with("lib.rs") || path.ends_with("convert.rs");
        assert!(allowed || !code(&text).contains("glam"), "{path} names glam");
    }
}
