//! What the tests share: folders of files, and scenes that must be read.
#![allow(dead_code)]

mod folder;

pub use folder::Folder;

use osculate_io::{Options, Scene, read};
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
    pub fn scene(&self, name: &str, text: &str) -> Scene {
        scene(&self.write(name, text))
    }
}

/// The scene of a file, which must be one.
pub fn scene(path: &Path) -> Scene {
    read(path, &Options::default()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
