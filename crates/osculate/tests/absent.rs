//! What ARCHITECTURE.md says is absent from the library is absent from its sources: global state
//! but one byte, `unsafe` outside of two rooms, clocks and randomness, threads but those of a scene
//! or a batch, other arithmetic than + − × ÷ √, code by dimension or precision. Each check is a
//! function of texts, and is held against planted faults.

use std::fs;
use std::path::Path;

/// The rooms that may be unsafe.
const UNSAFE: [&str; 2] = ["lanes", "blocks"];

/// The one byte of global state: what the machine can do.
const STATE: [&str; 1] = ["MACHINE"];

/// What conditions of compilation are about.
const CONDITIONS: [&str; 9] = [
    "all",
    "any",
    "not",
    "feature",
    "test",
    "target_arch",
    "target_feature",
    "target_has_atomic",
    "osculate_lanes",
];

/// Names of clocks and of what is random, collections that are ordered by chance among them.
const CHANCE: [&str; 6] = ["Instant", "SystemTime", "rand", "RandomState", "HashMap", "HashSet"];

/// Functions whose bits differ from machine to machine.
const FUNCTIONS: [&str; 21] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "sinh", "cosh", "tanh", "exp",
    "exp2", "ln", "log2", "log10", "powf", "powi", "cbrt", "hypot", "mul_add",
];

/// The source without comments, and without the tests at its end; strings stay.
fn code(text: &str) -> String {
    let without = |line: &str| line.split("//").next().unwrap_or("").to_string() + "\n";
    let library = text.split("#[cfg(test)]\nmod ").next().unwrap_or("");
    library.lines().map(without).collect()
}

/// The words of a code, with what each begins at.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.split(move |c: char| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}

/// Rooms that are allowed to be unsafe, and are none of those that may.
fn unsafe_rooms(code: &str) -> Vec<&str> {
    let rooms = code.match_indices("allow(unsafe_code)").filter_map(|(at, _)| {
        let after = &code[at..];
        after[after.find("mod ")? + 4..].split(';').next()
    });
    rooms.filter(|room| !UNSAFE.contains(room)).collect()
}

/// Names of state that lasts from call to call.
fn state(code: &str) -> Vec<&str> {
    let statics = words(code).zip(words(code).skip(1)).filter(|((at, word), _)| {
        // A lifetime is none.
        *word == "static" && !code[..*at].ends_with('\'')
    });
    let named = statics.map(|(_, (_, name))| name);
    let of_thread = words(code).map(|(_, word)| word).filter(|word| *word == "thread_local");
    named.chain(of_thread).filter(|name| !STATE.contains(name)).collect()
}

/// What conditions of compilation ask that they should not.
fn conditions(code: &str) -> Vec<&str> {
    let asked = code.match_indices("cfg(").map(|(at, _)| {
        let from = &code[at + 4..];
        &from[..from.find(")]").or(from.find(')')).unwrap_or(from.len())]
    });
    let names = asked.flat_map(|condition| {
        condition.split(['(', ')', ',', ' ', '=']).filter(|word| !word.is_empty())
    });
    names.filter(|name| !name.starts_with('"') && !CONDITIONS.contains(name)).collect()
}

fn chance(code: &str) -> Vec<&str> {
    words(code).map(|(_, word)| word).filter(|word| CHANCE.contains(word)).collect()
}

fn threads(code: &str) -> Vec<&str> {
    ["rayon", "thread::"].into_iter().filter(|name| code.contains(name)).collect()
}

/// Calls of functions that are other than + − × ÷ √, as methods, or by their paths.
fn functions(code: &str) -> Vec<&str> {
    let is_call = |at: usize, word: &str| {
        let before = code[..at].trim_end();
        let is_of = before.ends_with('.') || before.ends_with("::");
        is_of && code[at + word.len()..].starts_with(['(', ';', ','])
    };
    let calls = words(code).filter(|(at, word)| FUNCTIONS.contains(word) && is_call(*at, word));
    calls.map(|(_, word)| word).collect()
}

/// Who turns an angle into a rotation and back: constructors of rotations and of motions between
/// two, before any query.
fn angles(code: &str) -> Vec<&str> {
    words(code)
        .map(|(_, word)| word)
        .filter(|word| ["sin_cos", "angle_of"].contains(word))
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path.to_string_lossy().replace('\\', "/"), code(&text)));
        }
    }
}

/// Faults of the sources, but in files or folders of these names.
fn faults(check: fn(&str) -> Vec<&str>, but: &[&str]) -> Vec<String> {
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    sources(&root, &mut all);
    assert!(all.len() > 100, "the sources were not found");
    let prefix = root.to_string_lossy().len();
    let is_missed = |path: &str| {
        path[prefix..].split('/').any(|name| but.contains(&name.trim_end_matches(".rs")))
    };
    let read = all.iter().filter(|(path, _)| !is_missed(path));
    read.flat_map(|(path, code)| {
        check(code).into_iter().map(move |fault| format!("{path}: {fault}"))
    })
    .collect()
}

#[test]
fn unsafe_code_is_in_two_rooms() {
    assert_eq!(faults(unsafe_rooms, &[]), [""; 0]);
    let is_denied = |text: String| text.contains("#![deny(unsafe_code)]");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    assert!(is_denied(fs::read_to_string(root).unwrap()));
}

#[test]
fn one_byte_is_all_of_the_global_state() {
    assert_eq!(faults(state, &[]), [""; 0]);
}

#[test]
fn no_code_is_of_one_dimension_or_precision() {
    assert_eq!(faults(conditions, &[]), [""; 0]);
}

#[test]
fn clocks_and_chance_are_absent() {
    assert_eq!(faults(chance, &[]), [""; 0]);
}

#[test]
fn threads_are_in_one_file() {
    assert_eq!(faults(threads, &["threads"]), [""; 0]);
}

/// The papers are run by no query, and are as they print them.
#[test]
fn arithmetic_is_of_five_operations() {
    assert_eq!(faults(functions, &["vector", "papers"]), [""; 0]);
    assert_eq!(faults(angles, &["vector", "rotation", "path"]), [""; 0]);
}

#[test]
fn planted_faults_are_found() {
    let of = |check: fn(&str) -> Vec<&str>, text: &str| check(&code(text)).len();
    assert_eq!(of(unsafe_rooms, "#[allow(unsafe_code)]\nmod lanes;\n"), 0);
    assert_eq!(of(unsafe_rooms, "#[allow(unsafe_code)]\n#[doc(hidden)]\npub mod gjk;\n"), 1);
    assert_eq!(of(state, "static MACHINE: AtomicU8 = X; fn f(x: &'static str) {}"), 0);
    assert_eq!(of(state, "static COUNT: AtomicU8 = X;"), 1);
    assert_eq!(of(state, "thread_local! { }"), 1);
    assert_eq!(of(state, "// static COUNT"), 0);
    assert_eq!(of(conditions, "#[cfg(all(feature = \"std\", not(test)))]"), 0);
    assert_eq!(of(conditions, "#[cfg(osculate_dimension = \"2\")]"), 1);
    assert_eq!(of(chance, "use std::collections::HashMap; use crate::operand::Operand;"), 1);
    assert_eq!(of(chance, "let x = rand::random();"), 1);
    assert_eq!(of(threads, "std::thread::spawn(f);"), 1);
    assert_eq!(of(functions, "let x = y.sqrt() + sin * cos(y); fn sin(x: f64) {}"), 0);
    for text in ["x.sin()", "f64::powi(x, 2)", "x\n    .mul_add(y, z)", "list.map(f64::exp)"] {
        let found = of(functions, text) + of(functions, &text.replace("exp)", "exp, x)"));
        assert!(found > 0, "{text}");
    }
    assert_eq!(of(angles, "let (s, c) = sin_cos(x);"), 1);
}
