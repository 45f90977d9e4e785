//! Files that are given, as standard input is, and need not be there.

use crate::{Options, ReadError};
use std::path::{Path, PathBuf};

/// The path of a file without links; of one that is given and need not be there, its folder's and
/// its name.
pub fn own(path: &Path, options: &Options) -> Result<PathBuf, ReadError> {
    let failed = |error: std::io::Error| ReadError::io(path, &error);
    match (options.given.contains_key(path), path.file_name()) {
        (true, Some(name)) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).map_err(failed)?;
            Ok(folder.join(name))
        }
        _ => std::fs::canonicalize(path).map_err(failed),
    }
}
