//! The documents are true: sizes, paths, links and commands that they name are there, each claim has
//! a test, and prose is wrapped. Each check is a function of texts, and is held against planted
//! faults.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder, from there, with `/` between names.
fn files_below(folder: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files_below(&entry.path(), &format!("{name}/")));
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// All documents of `docs`, and these of the root.
fn documents(of_root: &[&str]) -> Vec<String> {
    let docs = files_below(&root().join("docs"), "docs/");
    let docs = docs.into_iter().filter(|path| path.ends_with(".md"));
    docs.chain(of_root.iter().map(|path| path.to_string())).collect()
}

fn decisions() -> Vec<String> {
    let is_page = |path: &String| path.starts_with("docs/decisions/0");
    documents(&[]).into_iter().filter(is_page).collect()
}

/// What stands between one heading of the second level and the next.
fn section<'t>(text: &'t str, heading: &str) -> &'t str {
    let start = text.find(&format!("\n## {heading}\n")).map_or(text.len(), |at| at + 1);
    let rest = &text[start..];
    &rest[..rest[1.min(rest.len())..].find("\n## ").map_or(rest.len(), |at| at + 2)]
}

/// The cells of the rows of a section's table, without its head.
fn rows(section: &str) -> Vec<Vec<&str>> {
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The value that a source gives a constant.
fn value_of<'s>(source: &'s str, name: &str) -> Option<&'s str> {
    let declared = |line: &'s str| {
        let (head, value) = line.trim_end().strip_suffix(';')?.split_once(" = ")?;
        let (head, _type) = head.split_once(':')?;
        (head.ends_with(&format!("const {name}"))).then_some(value)
    };
    source.lines().find_map(declared)
}

/// Rows of the table of sizes that the sources contradict.
fn wrong_sizes(table: &[Vec<&str>], source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let is_right = |row: &Vec<&str>| {
        let [constant, file, value, _] = row[..] else { return false };
        let ([constant], [file]) = (&quoted(constant)[..], &quoted(file)[..]) else { return false };
        let Some(source) = source(file) else { return false };
        if constant.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
            return value_of(&source, constant)
                .is_some_and(|found| found.trim_end_matches(".0") == value);
        }
        // Not a constant but a place in the code, which has the value in it.
        let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let is_there = code.into_iter().any(|line| line.contains(constant));
        is_there && constant.split(|c: char| !c.is_ascii_digit()).any(|number| number == value)
    };
    table.iter().filter(|row| !is_right(row)).map(|row| row.join(" | ")).collect()
}

/// Files and folders of the map that are not there, and files that the map lacks.
fn wrong_map(table: &[Vec<&str>], files: &[String]) -> Vec<String> {
    let named: Vec<&str> = table.iter().flat_map(|row| quoted(row[0])).collect();
    let holds = |name: &&str, file: &str| match name.strip_suffix('/') {
        Some(_) => file.starts_with(*name),
        None => file == *name,
    };
    let is_gone = |name: &&&str| !files.iter().any(|file| holds(name, file));
    let is_new = |file: &&String| !named.iter().any(|name| holds(name, file));
    let gone = named.iter().filter(is_gone).map(|name| format!("not there: {name}"));
    gone.chain(files.iter().filter(is_new).map(|file| format!("not in the map: {file}"))).collect()
}

/// The lines of a text, each with whether it is code between fences.
fn lines(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut is_code = false;
    text.lines().filter_map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_fence).then_some((is_code, line))
    })
}

fn prose(text: &str) -> impl Iterator<Item = &str> {
    lines(text).filter_map(|(is_code, line)| (!is_code).then_some(line))
}

fn fenced(text: &str) -> impl Iterator<Item = &str> {
    lines(text).filter_map(|(is_code, line)| is_code.then_some(line))
}

/// The code between fences of Rust that no source has as it stands there, line by line; a source
/// may have it further to the right.
fn uncompiled(text: &str, sources: &[String]) -> Vec<String> {
    let blocks = text.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    let flat = |line: &str| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n";
    let sources: Vec<String> = sources
        .iter()
        .map(|source| "\n".to_owned() + &source.lines().map(flat).collect::<String>())
        .collect();
    let is_there = |block: &&str| {
        let block = format!("\n{block}");
        sources.iter().any(|source| source.contains(&block))
    };
    blocks.filter(|block| !is_there(block)).map(str::to_string).collect()
}

fn links(text: &str) -> Vec<&str> {
    let targets = prose(text).flat_map(|line| line.split("](").skip(1));
    targets.filter_map(|rest| rest.split([')', '#']).next()).collect()
}

/// Relative links that lead nowhere.
fn dead_links(text: &str, is_there: impl Fn(&str) -> bool) -> Vec<String> {
    let is_dead = |link: &&str| !link.is_empty() && !link.contains("://") && !is_there(link);
    links(text).into_iter().filter(is_dead).map(str::to_string).collect()
}

const HEADINGS: [&str; 6] =
    ["Question", "Decision", "Why", "What it costs", "Tried and rejected", "How to check it again"];

/// Whether a page has the form of a decision: its number, and the six headings in order.
fn is_decision(text: &str, number: &str) -> bool {
    let headings: Vec<&str> = prose(text).filter_map(|line| line.strip_prefix("## ")).collect();
    text.starts_with(&format!("# {number}. ")) && headings == HEADINGS
}

/// Lines of prose that are too long: none of a table, of code, or with a link.
fn long_lines(text: &str) -> Vec<&str> {
    let is_missed = |line: &&str| !line.starts_with('|') && !line.contains("](");
    prose(text).filter(is_missed).filter(|line| line.chars().count() > 100).collect()
}

/// Commands between fences that name a test, a suite or an example which is not there.
fn dead_commands(text: &str, source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let is_dead = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().skip_while(|w| *w != "cargo").collect();
        let after =
            |flag: &str| words.iter().position(|w| *w == flag).and_then(|at| words.get(at + 1));
        let exists = |path: &str| source(path).is_some();
        if words.contains(&"--manifest-path") && words.contains(&"run") {
            if let Some(example) = after("--example") {
                let is_there = |end| exists(&format!("bench/examples/{example}{end}"));
                return ![".rs", "/main.rs"].into_iter().any(is_there);
            }
            let suites = words.iter().skip_while(|w| **w != "--").skip(1);
            let mut suites = suites.take_while(|w| !w.starts_with("--"));
            return suites
                .any(|suite| *suite != "all" && !exists(&format!("bench/src/suites/{suite}.rs")));
        }
        let Some(package) = after("-p") else { return false };
        let tests = words.windows(2).filter(|pair| pair[0] == "--test").map(|pair| pair[1]);
        let tests: Vec<&str> = tests.collect();
        let folder = |test: &str| format!("crates/{package}/tests/{test}");
        let is_program =
            |test: &&str| [".rs", "/main.rs"].iter().any(|end| exists(&(folder(test) + end)));
        // What follows a test may be a filter, which names one of its own.
        let Some(test) = tests.last() else { return false };
        let filter = words.iter().skip_while(|w| *w != test).nth(1);
        let Some(filter) = filter.filter(|w| !w.starts_with('-')) else {
            return !tests.iter().all(is_program);
        };
        let folder = folder(test);
        let path = match filter.split_once("::") {
            Some((module, _)) => format!("{folder}/{module}.rs"),
            None => format!("{folder}.rs"),
        };
        let name = filter.rsplit("::").next().unwrap_or("");
        !source(&path).is_some_and(|text| name.is_empty() || text.contains(&format!("fn {name}")))
    };
    fenced(text)
        .filter(|line| line.contains("cargo "))
        .filter(is_dead)
        .map(str::to_string)
        .collect()
}

/// Rows of tables that have not as many cells as their table's head.
fn ragged(text: &str) -> Vec<String> {
    // What stands between backticks may have a bar in it.
    let cells = |line: &str| line.split('`').step_by(2).map(|out| out.matches('|').count()).sum();
    let (mut head, mut found) = (None, Vec::new());
    for line in prose(text) {
        let count: usize = cells(&line.replace("\\|", ""));
        match head {
            _ if !line.starts_with('|') => head = None,
            None => head = Some(count),
            Some(wanted) if count != wanted => found.push(line.to_string()),
            Some(_) => {}
        }
    }
    found
}

/// Names of files and of what is in them, as a document places it, that the sources contradict: a
/// file `a/b.rs` is one whose path ends so, and `Type::method` in `b.rs` stands there, as does
/// `CONSTANT = 8`. Names of files are those between backticks, in prose.
fn misplaced(text: &str, files: &[String], read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    // A sentence goes on in the next line.
    let text: String = prose(text).map(|line| line.to_string() + " ").collect();
    let pieces: Vec<&str> = text.split('`').collect();
    let mut found = Vec::new();
    for at in (1..pieces.len()).step_by(2) {
        let file = pieces[at];
        if !file.ends_with(".rs")
            || file.contains([' ', '*', '<', '{'])
            || file.ends_with("NAME.rs")
        {
            continue;
        }
        let is_it = |path: &&String| *path == file || path.ends_with(&format!("/{file}"));
        let all: Vec<&String> = files.iter().filter(is_it).collect();
        if all.is_empty() {
            found.push(format!("there is no {file}"));
        }
        // What stands before it: `name` in `file`.
        if at < 3 || !matches!(pieces[at - 1].trim(), "in" | "of") {
            continue;
        }
        let (name, value) = match pieces[at - 2].split_once(" = ") {
            Some((name, value)) => (name, Some(value)),
            None => (pieces[at - 2], None),
        };
        let name = name.split('(').next().unwrap_or(name).rsplit("::").next().unwrap_or(name);
        let holds = |path: &&String| {
            read(path).is_some_and(|source| match value {
                Some(value) => value_of(&source, name) == Some(value),
                None => has_word(&source, name),
            })
        };
        if !all.is_empty() && !all.iter().any(holds) {
            found.push(format!("there is no {} in {file}", pieces[at - 2]));
        }
    }
    found
}

/// Whether a source has a test of this name.
fn has_test(source: &str, name: &str) -> bool {
    source.match_indices(&format!("fn {name}(")).any(|(at, _)| {
        // Above it are attributes, and its own comment.
        let above = source[..at].lines().rev().skip(usize::from(!source[..at].ends_with('\n')));
        let own = above.map(str::trim).take_while(|line| line.starts_with(['#', '/']));
        own.into_iter().any(|line| line == "#[test]")
    })
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
    })
}

/// What is wrong with a table of claims: where they stand, and what holds them. `read` has the text
/// of a file, from the root; `sources` is all code of the crates.
fn wrong_claims(
    table: &[Vec<&str>],
    sources: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let place = |path: &str| match path.split('/').next() {
        Some("tests") => format!("crates/osculate/{path}"),
        Some(first) if first.starts_with("osculate-") => format!("crates/{path}"),
        _ => path.to_string(),
    };
    let fault = |row: &Vec<&str>| -> Option<String> {
        let [claim, stands, held] = row[..] else {
            return Some(format!("not three cells: {row:?}"));
        };
        let said = |fault: String| Some(format!("{claim}: {fault}"));
        if quoted(stands).is_empty() {
            return said("it stands nowhere".into());
        }
        for item in quoted(stands) {
            let is_there = match item.ends_with(".md") {
                true => read(item).is_some(),
                false => item.split("::").all(|name| has_word(sources, name)),
            };
            if !is_there {
                return said(format!("there is no {item}"));
            }
        }
        let (mut text, mut holders) = (None, 0);
        for name in quoted(held) {
            if name == "src" {
                text = Some(sources.to_string());
                continue;
            }
            if name.contains('/') {
                text = read(&place(name));
                // A script is what holds, a file of tests has it.
                holders += usize::from(!name.ends_with(".rs"));
                if text.is_none() {
                    return said(format!("there is no {name}"));
                }
                continue;
            }
            let is_example = held.contains("example") && has_word(sources, name);
            if is_example || text.as_ref().is_some_and(|text| has_test(text, name)) {
                holders += 1;
            } else {
                return said(format!("there is no test {name}"));
            }
        }
        let is_held = holders > 0 || held.starts_with("none: ");
        if is_held { None } else { said("nothing holds it".into()) }
    };
    table.iter().filter_map(fault).collect()
}

/// Whether code defines a name: a function, type, module or constant, a variant or a field.
fn defines(code: &str, name: &str) -> bool {
    const KINDS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static"];
    let lines = code.lines().map(str::trim).filter(|line| line.contains(name));
    lines.filter(|line| !line.starts_with("//")).any(|line| {
        let is_item = KINDS.iter().any(|kind| has_word(line, &format!("{kind} {name}")));
        let member = line.trim_start_matches("pub ").strip_prefix(name);
        is_item || member.is_some_and(|rest| rest.starts_with([',', ':', '(', ' ']))
    })
}

/// What is wrong with a table of items and their places: names that are not defined and files that
/// are not there, and rows with neither nor a reason.
fn wrong_items(table: &[Vec<&str>], code: &str, is_there: impl Fn(&str) -> bool) -> Vec<String> {
    let fault = |row: &Vec<&str>| -> Option<String> {
        let [item, place] = row[..] else { return Some(format!("not two cells: {row:?}")) };
        let gone = quoted(place).into_iter().find(|name| match name.contains('/') {
            true => !is_there(name) && !is_there(&format!("crates/osculate/{name}")),
            false => !defines(code, name),
        });
        match gone {
            Some(name) => Some(format!("{item}: there is no {name}")),
            None if quoted(place).is_empty() && !place.starts_with("none: ") => {
                Some(format!("{item}: no place, and no reason"))
            }
            None => None,
        }
    };
    table.iter().filter_map(fault).collect()
}

fn file(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

#[test]
fn the_table_of_sizes_is_that_of_the_sources() {
    let text = read("ARCHITECTURE.md");
    let table = rows(section(&text, "The sizes that decide"));
    assert!(table.len() >= 20, "{table:?}");
    let wrong = wrong_sizes(&table, |path| file(&format!("crates/osculate/src/{path}")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_map_names_every_file_that_is_there_and_no_other() {
    let text = read("ARCHITECTURE.md");
    let table = rows(section(&text, "The map"));
    let files = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "");
    let mut wrong = wrong_map(&table, &files);
    let lines = text.lines().count();
    if lines > 150 {
        wrong.push(format!(
            "ARCHITECTURE.md has {lines} lines, and may have 150: a row can be a folder"
        ));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tables_have_a_cell_for_each_column() {
    let of_root = ["README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "BENCHMARKS.md"];
    hold(documents(&of_root), |_, text| ragged(text));
}

/// Holds all documents to a check, and tells every fault of each.
fn hold(documents: Vec<String>, faults: impl Fn(&str, &str) -> Vec<String>) {
    let mut all = Vec::new();
    for path in &documents {
        let found = faults(path, &read(path)).into_iter();
        all.extend(found.map(|fault| format!("{path}: {fault}")));
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn links_lead_to_files() {
    let of_root = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "BENCHMARKS.md", "STYLE.md"];
    hold(documents(&of_root), |path, text| {
        let folder = root().join(path).parent().unwrap().to_path_buf();
        dead_links(text, |link| folder.join(link).exists())
    });
}

#[test]
fn what_documents_place_in_a_file_is_there() {
    // None that holds what was built.
    let folders = [
        "crates",
        "bench/src",
        "bench/examples",
        "bench/benches",
        "bench/coming_from/src",
        "fuzz/fuzz_targets",
    ];
    let files = folders.map(|folder| files_below(&root().join(folder), &format!("{folder}/")));
    let files: Vec<String> = files.into_iter().flatten().collect();
    let of_root = ["README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "BENCHMARKS.md"];
    hold(documents(&of_root), |_, text| misplaced(text, &files, file));
}

#[test]
fn decisions_have_one_form_and_are_listed() {
    let pages = decisions();
    assert!(pages.len() >= 35, "{pages:?}");
    let index = read("docs/decisions/README.md");
    hold(pages.clone(), |path, text| {
        let place = pages.iter().position(|page| page == path).unwrap();
        let (name, number) = (path.rsplit('/').next().unwrap(), format!("{:04}", place + 1));
        let title = text.lines().next().and_then(|line| line.split_once(". "));
        let row = title.map(|(_, title)| format!("({name}) | {title} |"));
        let mut faults = Vec::new();
        if !name.starts_with(&number) {
            faults.push(format!("it should be number {number}"));
        }
        if !is_decision(text, &number) {
            faults.push("it has not the form of a decision".into());
        }
        if row.is_none_or(|row| !index.contains(&row)) {
            faults.push("it is not in the index".into());
        }
        faults
    });
}

#[test]
fn commands_name_what_is_there() {
    let of_root = ["README.md", "CONTRIBUTING.md", "BENCHMARKS.md"];
    hold(documents(&of_root), |_, text| dead_commands(text, file));
}

#[test]
fn what_documents_show_is_compiled() {
    let folder = root().join("bench/coming_from/src");
    let files = files_below(&folder, "bench/coming_from/src/");
    let sources: Vec<String> = files.iter().map(|path| read(path)).collect();
    let text = read("docs/coming-from.md");
    assert_eq!(text.matches("```rust").count(), 8, "two blocks for each crate");
    let gone = uncompiled(&text, &sources);
    assert!(gone.is_empty(), "not in bench/coming_from: {gone:#?}");

    let text = read("README.md");
    assert_eq!(text.matches("```rust").count(), 4);
    let gone = uncompiled(&text, &[read("crates/osculate/tests/user_programs/readme.rs")]);
    assert!(gone.is_empty(), "not in tests/user_programs/readme.rs: {gone:#?}");

    let sources = ["fn a() {\n    let x = 1;\n    if x > 0 {\n        b();\n    }\n}\n".to_owned()];
    let block = |lines: &str| format!("Text.\n```rust\n{lines}```\n```sh\ncargo\n```\n");
    assert!(uncompiled(&block("let x = 1;\nif x > 0 {\n    b();\n}\n"), &sources).is_empty());
    for wrong in ["let x = 2;\n", "x = 1;\n", "let x = 1;\n    b();\n", "let x = 1;\nif x > 0\n"] {
        assert_eq!(uncompiled(&block(wrong), &sources), [wrong]);
    }
}

#[test]
fn prose_is_wrapped() {
    let of_root = ["README.md", "ARCHITECTURE.md", "STYLE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    hold(documents(&of_root), |_, text| long_lines(text).into_iter().map(str::to_string).collect());
}

#[test]
fn each_claim_has_a_test_that_is_there() {
    let text = read("docs/claims.md");
    let sources = ["osculate", "osculate-io", "osculate-cli"].map(|name| {
        let source = root().join("crates").join(name).join("src");
        let files = files_below(&source, "").into_iter().filter(|path| path.ends_with(".rs"));
        files.map(|path| fs::read_to_string(source.join(path)).unwrap()).collect::<String>()
    });
    let headings = prose(&text).filter_map(|line| line.strip_prefix("## "));
    let tables: Vec<_> = headings.map(|heading| rows(section(&text, heading))).collect();
    let table: Vec<_> = tables.into_iter().flatten().collect();
    assert!(table.len() >= 90, "{} claims", table.len());
    let wrong = wrong_claims(&table, &(sources.concat() + "osculate_io"), file);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_item_of_the_papers_has_a_place_that_is_there() {
    let text = read("docs/papers-items.md");
    let folders = ["src", "tests", "examples"].map(|of| format!("crates/osculate/{of}"));
    let folders = folders.into_iter().chain(["bench/src".into()]);
    let code = folders.flat_map(|folder| {
        let files = files_below(&root().join(&folder), "").into_iter();
        let files = files.filter(|path| path.ends_with(".rs"));
        files.map(move |path| {
            // An example is named by its file.
            let name = path.trim_end_matches(".rs").trim_end_matches("/main");
            format!("mod {name};\n{}", read(&format!("{folder}/{path}")))
        })
    });
    let code: String = code.collect();
    let headings: Vec<&str> = prose(&text).filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings.len(), 5, "a table a document");
    let table: Vec<_> = headings.iter().flat_map(|h| rows(section(&text, h))).collect();
    assert!(table.len() >= 190, "{} items", table.len());
    let wrong = wrong_items(&table, &code, |path| root().join(path).exists());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn planted_faults_in_items_are_found() {
    let code = "mod tour;\npub struct Rules {\n    pub omega: f64,\n}\nenum Ended {\n    Same,\n}\n\
                // fn planned() {}\nfn distance() {}\n";
    let is_there = |path: &str| matches!(path, "docs/a.svg" | "crates/osculate/src/b.rs");
    let faults = |place: &str| wrong_items(&[vec!["An item", place]], code, is_there);
    for good in [
        "`Rules`, `omega`",
        "`Same`",
        "`distance`, `tour`",
        "`docs/a.svg`, `src/b.rs`",
        "none: a reason",
    ] {
        assert!(faults(good).is_empty(), "{good}: {:?}", faults(good));
    }
    for bad in ["", "said elsewhere", "`planned`", "`dist`", "`docs/b.svg`", "none: `gone`"] {
        assert_eq!(faults(bad).len(), 1, "{bad}");
    }
    assert_eq!(wrong_items(&[vec!["one cell"]], code, is_there).len(), 1);
}

#[test]
fn planted_faults_in_claims_are_found() {
    let sources = "pub struct Cache; impl Cache { pub fn clear() {} }\n\
                   #[test]\n/// Why.\nfn inner() {}\nfn no_test() {}\n";
    let read = |path: &str| match path {
        "README.md" | ".ci/run" => Some(String::new()),
        "crates/osculate/tests/a.rs" => {
            Some("    #[test]\n    fn holds() {}\nfn helps() {}".into())
        }
        "crates/osculate-io/tests/b.rs" => Some("#[test]\nfn reads() {}".into()),
        _ => None,
    };
    let faults =
        |stands: &str, held: &str| wrong_claims(&[vec!["A claim.", stands, held]], sources, read);
    for (stands, held) in [
        ("`README.md`", "`tests/a.rs` `holds`"),
        ("`Cache::clear`, `README.md`", "`osculate-io/tests/b.rs` `reads`; `tests/a.rs` `holds`"),
        ("`Cache`", "`src` `inner`"),
        ("`Cache`", "the example of `Cache`"),
        ("`Cache`", "`.ci/run`, which builds it"),
        ("`Cache`", "none: by derivation"),
    ] {
        assert_eq!(faults(stands, held), [""; 0], "{stands} {held}");
    }
    for (stands, held) in [
        ("", "`tests/a.rs` `holds`"),
        ("`GONE.md`", "`tests/a.rs` `holds`"),
        ("`Cache::gone`", "`tests/a.rs` `holds`"),
        ("`Cach`", "`tests/a.rs` `holds`"),
        ("`Cache`", "`tests/a.rs` `hold`"),
        ("`Cache`", "`tests/a.rs` `helps`"),
        ("`Cache`", "`tests/a.rs`"),
        ("`Cache`", "`tests/gone.rs` `holds`"),
        ("`Cache`", "`holds`"),
        ("`Cache`", "`src` `no_test`"),
        ("`Cache`", "by derivation"),
        ("`Cache`", ""),
    ] {
        assert_eq!(faults(stands, held).len(), 1, "{stands} {held}");
    }
    assert_eq!(wrong_claims(&[vec!["A claim.", "`Cache`"]], sources, read).len(), 1);
}

#[test]
fn planted_faults_are_found() {
    let text = "# T\n\n## A\n| c | f | v | w |\n|---|---|--:|---|\n| `SIZE` | `a.rs` | 8 | x |\n\
                | `9..=32 =>` | `a.rs` | 32 | y |\n\n## B\n| z |\n|---|\n| `b.rs` |\n";
    let table = rows(section(text, "A"));
    assert_eq!(table.len(), 2);
    let code = "/// 33..=64 =>\npub(crate) const SIZE: usize = 8;\n        9..=32 => 0.22,\n";
    let faults = |code: &str| wrong_sizes(&table, |_| Some(code.to_string())).len();
    assert_eq!(faults(code), 0);
    assert_eq!(faults(&code.replace("= 8;", "= 9;")), 1, "another value");
    assert_eq!(faults(&code.replace("9..=32", "9..=33")), 1, "another bound");
    assert_eq!(faults(&code.replace("        9..", "// 9..")), 1, "a comment is no code");
    assert_eq!(wrong_sizes(&table, |_| None).len(), 2, "no such file");
    assert_eq!(rows(section(text, "C")).len(), 0);

    let files = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    let map = vec![vec!["`lib.rs`, `lanes/`", "x"]];
    assert!(wrong_map(&map, &files(&["lanes/avx.rs", "lib.rs"])).is_empty());
    assert_eq!(wrong_map(&map, &files(&["lib.rs"])), ["not there: lanes/"]);
    let new = wrong_map(&map, &files(&["lanes/avx.rs", "lib.rs", "new.rs"]));
    assert_eq!(new, ["not in the map: new.rs"]);

    let text = "[a](a.md#x) [b](https://b) ![c](c.svg)\n```\n[d](d.md)\n```\n[e](#f)\n";
    assert_eq!(dead_links(text, |link| link == "a.md"), ["c.svg"]);

    let page = HEADINGS.iter().fold("# 0007. T\n".to_string(), |page, h| page + "## " + h + "\n");
    assert!(is_decision(&page, "0007") && !is_decision(&page, "0008"));
    assert!(!is_decision(&page.replace("## Why\n", ""), "0007"), "a part is missing");
    assert!(!is_decision(&page.replace("Why", "Because"), "0007"), "another heading");

    let files = files(&["crates/p/src/kernel/frame.rs", "crates/p/src/frame.rs"]);
    let source = |path: &str| {
        path.contains("kernel").then(|| "const BAND: f64 = 9.0;\nfn size(".to_string())
    };
    for good in [
        "L (`Frame::size` in `kernel/frame.rs`)",
        "`size(x)` in\n`frame.rs`",
        "`BAND = 9.0` in `frame.rs`",
        "`frame.rs` and `p/src/frame.rs`",
        "```\n`gone.rs`\n```",
        "`gone` and `frame.rs`",
    ] {
        assert_eq!(misplaced(good, &files, source), [""; 0], "{good}");
    }
    for bad in [
        "`gone.rs`",
        "`rame.rs`",
        "`Frame::siz` in `frame.rs`",
        "`gone` in\n`kernel/frame.rs`",
        "`size` in `src/frame.rs`",
        "`BAND = 8.0` in `frame.rs`",
    ] {
        assert_eq!(misplaced(bad, &files, source).len(), 1, "{bad}");
    }

    let table = "| a | b |\n|---|---|\n| `x|y` | c |\n| d \\| e | f |\n\n| g |\n|---|\n| h |\n";
    assert_eq!(ragged(table), [""; 0]);
    assert_eq!(ragged(&table.replace("| h |", "| h | i |")), ["| h | i |"]);

    let long = "ab ".repeat(40);
    assert_eq!(long_lines(&format!("{long}\n| {long}\n```\n{long}\n```\n[{long}](x)\n")).len(), 1);
    assert_eq!(long_lines(&"é".repeat(100)).len(), 0, "characters, not bytes");

    let source = |path: &str| match path {
        "crates/p/tests/t.rs" | "crates/p/tests/t/m.rs" => Some("fn holds() {}".to_string()),
        "bench/src/suites/hulls.rs" | "bench/examples/plane.rs" => Some(String::new()),
        _ => None,
    };
    let dead = |commands: &str| dead_commands(&format!("```sh\n{commands}\n```\n"), source);
    let run = "cargo run --release --manifest-path bench/Cargo.toml";
    for good in ["--test t", "--test t holds", "--test t m::holds", "--test t m::", "--test t -- x"]
    {
        assert!(dead(&format!("N=1 cargo test -p p {good}")).is_empty(), "{good}");
    }
    assert!(dead("cargo test -p p --test t --test t").is_empty());
    for bad in [
        "--test t --test u",
        "--test u --test t",
        "--test u",
        "--test t fails",
        "--test t m::fails",
        "--test t n::holds",
    ] {
        assert_eq!(dead(&format!("cargo test -p p {bad}")).len(), 1, "{bad}");
    }
    assert!(dead(&format!("{run} -- hulls --peers x\n{run}")).is_empty());
    assert_eq!(dead(&format!("{run} -- hulls gone")).len(), 1);
    assert_eq!(dead(&format!("{run} --example gone -- 4")).len(), 1);
}
