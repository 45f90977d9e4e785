//! What the tests share: folders of files, and the program as a user runs it.
#![allow(dead_code)]

#[path = "../../../osculate-io/tests/support/folder.rs"]
mod folder;

pub use folder::Folder;

use std::io::Write;
use std::process::{Command, Output, Stdio};

impl Folder {
    /// The path of a file in the folder, whether it is there or not.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.file(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

/// The program with these arguments, not yet run.
pub fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_osculate"));
    program.args(arguments);
    program
}

/// Runs the program with these arguments.
pub fn osculate(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

/// What the program exited with.
pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// What the program printed.
pub fn printed(output: &Output) -> String {
    text(&output.stdout)
}

/// What the program said beside that: errors and warnings.
pub fn said(output: &Output) -> String {
    text(&output.stderr)
}

/// The same in one line: the terminal's width breaks lines.
pub fn message(output: &Output) -> String {
    said(output).replace("\n  │ ", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the program with these arguments in a folder, and gives it a text to read.
pub fn osculate_reads(folder: &Folder, arguments: &[&str], text: &[u8]) -> Output {
    let mut program = program(arguments);
    program.current_dir(&folder.0).stdin(Stdio::piped());
    program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // A program that does not want it closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(text);
    child.wait_with_output().unwrap()
}
