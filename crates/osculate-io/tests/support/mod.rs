//! What the tests share: folders of files, and scenes that must be read.
#![allow(dead_code)]

pub mod boxes;
mod folder;
pub mod triangles;

pub use folder::Folder;

use osculate_io::{FileScene, Meshes, Options, read};
use std::path::{Path, PathBuf};

impl Folder {
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).unwrap();
        }
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Writes a file, and reads the scene that it is.
    pub fn scene(&self, name: &str, text: &str) -> FileScene {
        scene(&self.write(name, text))
    }
}

/// The scene of a file, which must be one.
pub fn scene(path: &Path) -> FileScene {
    read(path, &Options::default()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The scene of a file, with hulls of pieces for its meshes.
pub fn scene_in_pieces(path: &Path) -> FileScene {
    let options = Options { meshes: Meshes::Pieces, ..Options::default() };
    read(path, &options).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes a file, and reads the scene that it is, with hulls of pieces for its meshes.
pub fn scene_of(folder: &Folder, name: &str, text: &str) -> FileScene {
    scene_in_pieces(&folder.write(name, text))
}

/// A name, what it holds, the line at fault (0: none), and what the message must say.
pub type Case = (&'static str, String, usize, &'static str);

/// What a broken file is refused with, and the line at fault.
pub fn message(path: &Path) -> (String, usize) {
    let error = read(path, &Options::default()).expect_err("a broken file was read");
    (error.to_string(), error.line())
}

/// Holds each broken text to a message that says where and what.
pub fn are_refused(cases: impl IntoIterator<Item = Case>) {
    let folder = Folder::new();
    for (name, text, line, wanted) in cases {
        let (message, at) = message(&folder.write(name, text));
        assert!(message.contains(wanted), "{name}: {message:?} does not say {wanted:?}");
        assert!(message.contains(name), "{name}: {message:?} does not name the file");
        assert_eq!(at, line, "{name}: {message}");
    }
}
