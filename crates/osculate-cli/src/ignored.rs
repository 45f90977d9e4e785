//! Pairs of bodies that may touch, as the command line and files of it list them.

use clap::Args;
use miette::{Result, miette};
use osculate::Vector;
use osculate_io::{FileScene, Note, NoteKind, matches};
use std::path::{Path, PathBuf};

/// Bytes of a file of pairs.
const MOST_BYTES: u64 = 1 << 24;

/// Which pairs may touch.
#[derive(Args, Clone, Default)]
pub struct Ignoring {
    /// A pair of bodies that may touch; `*` at the end of a name stands for anything
    #[arg(long, value_name = "A,B", value_parser = pair)]
    pub ignore: Vec<[String; 2]>,
    /// A file of such pairs, one a line; what stands behind a `#` is passed over. A pair of bodies
    /// that are not there is told, and is no error
    #[arg(long = "ignore-file", value_name = "FILE")]
    pub ignore_files: Vec<PathBuf>,
}

impl Ignoring {
    /// Lets the pairs of the files touch.
    pub fn add_files<V: Vector>(&self, scene: &mut FileScene<V>) -> Result<()> {
        for file in &self.ignore_files {
            for (number, line) in text(file)?.lines().enumerate() {
                let line = line.split('#').next().unwrap_or("").trim();
                if line.is_empty() {
                    continue;
                }
                let place = format!("{}:{}", file.display(), number + 1);
                let names = pair(line).map_err(|what| miette!("{place}: {what}"))?;
                let names = names.map(|name| name.trim().to_string());
                for name in &names {
                    if !scene.bodies.iter().any(|body| matches(name, &body.name)) {
                        let text = format!("{place}: the scene has no body {name:?}");
                        scene.notes.push(Note { kind: NoteKind::Remark, text });
                    }
                }
                scene.ignored.push(names);
            }
        }
        Ok(())
    }
}

/// The text of a file that the command line names.
pub fn text(file: &Path) -> Result<String> {
    let failed = |error: std::io::Error| miette!("cannot read {}: {error}", file.display());
    let length = std::fs::metadata(file).map_err(failed)?.len();
    if length > MOST_BYTES {
        return Err(miette!("{} is longer than {MOST_BYTES} bytes", file.display()));
    }
    std::fs::read_to_string(file).map_err(failed)
}

fn pair(text: &str) -> Result<[String; 2], String> {
    match text.split_once(',') {
        Some((a, b)) if !a.is_empty() && !b.is_empty() => Ok([a.to_string(), b.to_string()]),
        _ => Err("a pair is two names with a comma between: arm,table".into()),
    }
}
