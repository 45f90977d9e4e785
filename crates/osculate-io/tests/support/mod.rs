//! What the tests share: folders of files, and scenes that must be read.
#![allow(dead_code)]

use osculate_io::{Options, Scene, read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for each test, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("osculate-io-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

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

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The scene of a file, which must be one.
pub fn scene(path: &Path) -> Scene {
    read(path, &Options::default()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
