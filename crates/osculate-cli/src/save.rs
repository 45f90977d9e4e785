//! Files, written whole or not at all.

use miette::{Result, miette};
use std::fs::{File, remove_file, rename};
use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// What a shell says of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The file that is being written under another name. It is locked wherever files appear, go or get
/// their name, so that Ctrl-C finds it as it is.
static PART: Mutex<Option<PathBuf>> = Mutex::new(None);

fn part() -> MutexGuard<'static, Option<PathBuf>> {
    PART.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has Ctrl-C take away what is half written.
fn clear_on_interrupt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the program as it always did, and leaves the part.
        let _ = ctrlc::set_handler(|| {
            // Kept to the end: no file is made any more.
            let part = part();
            if let Some(path) = &*part {
                let _ = remove_file(path);
            }
            std::process::exit(INTERRUPTED);
        });
    });
}

/// Writes a file whole or not at all. What is there and is no file, such as a device or a pipe, is
/// written as it is.
pub fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error: Error| miette!("cannot write {}: {error}", path.display());
    let own;
    let path = match path.metadata() {
        Ok(there) if !there.is_file() => {
            return std::fs::write(path, bytes).map_err(failed);
        }
        // A link stays one: the file that it names is written.
        Ok(_) => {
            own = path.canonicalize().map_err(failed)?;
            &own
        }
        Err(_) => path,
    };
    clear_on_interrupt();
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let other = PathBuf::from(name);
    let written = || -> std::result::Result<(), Error> {
        let mut file = {
            let mut part = part();
            let file = File::create(&other)?;
            *part = Some(other.clone());
            file
        };
        file.write_all(bytes)?;
        drop(file);
        let mut part = part();
        rename(&other, path)?;
        *part = None;
        Ok(())
    };
    written().map_err(|error| {
        if part().take().is_some() {
            let _ = remove_file(&other);
        }
        miette!("cannot write {}: {error}", path.display())
    })
}
