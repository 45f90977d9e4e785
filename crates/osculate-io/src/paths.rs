//! Files that files name: beside them, in the root, or in a package, which is looked for. What is
//! found lies in the root or in a package's folder, by its name and by what links lead to.

use crate::builder::Builder;
use crate::{ReadError, given};
use std::path::{Component, Path, PathBuf};

/// Bytes of a package's description.
const MOST_BYTES: u64 = 1 << 20;
/// Folders above a file, and folders in one of the package path, that are looked at.
const MOST_FOLDERS: usize = 1000;

/// A file that a file names.
pub fn neighbour(of: &Path, name: &str, scene: &mut Builder) -> Result<PathBuf, ReadError> {
    for scheme in ["package://", "model://"] {
        if let Some(rest) = name.strip_prefix(scheme) {
            return in_package(of, name, rest.trim_start_matches('/'), scene);
        }
    }
    let rest = name.strip_prefix("file://").unwrap_or(name);
    if rest.contains("://") {
        return Err(ReadError::new(of, format!("it names {name:?}, and only files can be read"))
            .help("give the path of a copy of it"));
    }
    let own = given::own(of, scene.options())?;
    let folder = own.parent().unwrap_or(Path::new("/"));
    let mut failed = None;
    for rest in spellings(rest) {
        let path = plain(&folder.join(&rest));
        // Whether a file exists outside is not told: the path alone decides first.
        if !scene.may_read(&path) {
            own_package(folder, &path, scene);
        }
        if !scene.may_read(&path) {
            return Err(outside(of, name, folder, &path));
        }
        match std::fs::canonicalize(&path) {
            Ok(found) if scene.may_read(&found) => return Ok(found),
            Ok(found) => return Err(outside(of, name, folder, &found)),
            Err(error) => failed = Some(error),
        }
    }
    let error = failed.map_or(String::new(), |error| error.to_string());
    Err(ReadError::new(of, format!("it names {name:?}: {error}"))
        .help(format!("paths start at {}", folder.display())))
}

/// A name as it stands, and without the `%20` that addresses have for a space.
fn spellings(name: &str) -> Vec<String> {
    let mut names = vec![name.to_string()];
    if name.contains('%') {
        let bytes = name.as_bytes();
        let digits = |at: usize| u8::from_str_radix(name.get(at + 1..at + 3)?, 16).ok();
        let (mut plain, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            match (bytes[at] == b'%').then(|| digits(at)).flatten() {
                Some(byte) => (plain.push(byte), at += 3).1,
                None => (plain.push(bytes[at]), at += 1).1,
            }
        }
        names.extend(String::from_utf8(plain));
    }
    names
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

fn outside(of: &Path, name: &str, folder: &Path, path: &Path) -> ReadError {
    let error =
        ReadError::new(of, format!("it names {name:?}, which is outside of the root folder"));
    match folder.ancestors().find(|above| path.starts_with(above)) {
        Some(both) if both.parent().is_some() => {
            error.help(format!("--root {} holds both", both.display()))
        }
        _ => error.help("give a folder that holds both with --root"),
    }
}

/// Takes the package that holds a folder and a path for one that may be read, if there is one.
fn own_package(folder: &Path, path: &Path, scene: &mut Builder) {
    if scene.is_root_given() {
        return;
    }
    let mut above = folder.ancestors().take(MOST_FOLDERS);
    if let Some(package) = above.find(|above| package_name(above).is_some())
        && path.starts_with(package)
    {
        scene.add_folder(package.to_path_buf());
    }
}

/// What a folder's `package.xml` calls the package.
fn package_name(folder: &Path) -> Option<String> {
    let path = folder.join("package.xml");
    let is_small = std::fs::metadata(&path).is_ok_and(|of| of.is_file() && of.len() < MOST_BYTES);
    let text = is_small.then(|| std::fs::read_to_string(&path).ok())??;
    let document = roxmltree::Document::parse(text.trim_start()).ok()?;
    let package = document.root_element();
    let name = package.children().find(|node| node.has_tag_name("name"))?;
    package.has_tag_name("package").then(|| name.text().unwrap_or("").trim().to_string())
}

/// A file in a package.
fn in_package(
    of: &Path,
    name: &str,
    rest: &str,
    scene: &mut Builder,
) -> Result<PathBuf, ReadError> {
    let own = given::own(of, scene.options())?;
    let folder = own.parent().unwrap_or(Path::new("/"));
    let (package, _) = rest.split_once('/').unwrap_or((rest, ""));
    if package.is_empty() || package.starts_with('.') {
        return Err(outside(of, name, folder, Path::new("")));
    }
    let mut search = Search { package, lacks: None };
    for rest in spellings(rest) {
        let (_, rest) = rest.split_once('/').unwrap_or((&rest, ""));
        // It must not climb out of the package, whose place does not matter for that.
        let (top, rest) = (Path::new("/package"), Path::new(rest));
        if rest.is_absolute() || !plain(&top.join(rest)).starts_with(top) {
            let what = format!("it names {name:?}, which is outside of the package {package}");
            return Err(ReadError::new(of, what).help("name a file that lies in the package"));
        }
        if let Some((root, found)) = search.file(folder, rest, scene)? {
            scene.add_folder(root);
            return Ok(found);
        }
    }
    let remedy = format!("--package {package}=DIR says which folder the package is");
    if let Some(lacks) = search.lacks {
        let what = format!("it names {name:?}, and {} has no such file", lacks.display());
        return Err(ReadError::new(of, what).help(remedy));
    }
    let what = format!("it names {name:?}, and the package {package} is not found");
    let by_path = match scene.options().package_path.len() {
        0 => "ROS_PACKAGE_PATH names no folder".to_string(),
        1 => "nor is it in the folder of ROS_PACKAGE_PATH".to_string(),
        many => format!("nor is it in the {many} folders of ROS_PACKAGE_PATH"),
    };
    let looked = if scene.is_root_given() {
        format!("it is not in {}, where --root ends the search", scene.root().display())
    } else {
        format!("it is neither in {} nor in a folder above; {by_path}", folder.display())
    };
    Err(ReadError::new(of, what).help(format!("{looked}. {remedy}")))
}

/// Looks for a file of a package.
struct Search<'n> {
    package: &'n str,
    /// The first folder of this name that is found, and lacks the file.
    lacks: Option<PathBuf>,
}

impl Search<'_> {
    /// The folder of the package, and the file in it: where the caller says; in the root; going up
    /// from the file that names it; by the package path.
    fn file(
        &mut self,
        folder: &Path,
        rest: &Path,
        scene: &Builder,
    ) -> Result<Option<(PathBuf, PathBuf)>, ReadError> {
        let options = scene.options();
        if let Some(told) = options.packages.get(self.package) {
            let told = std::fs::canonicalize(told).map_err(|error| {
                let help = format!("--package {}=DIR names a folder", self.package);
                ReadError::io(told, &error).help(help)
            })?;
            return Ok(self.holds(&told, &told, rest, scene));
        }
        // The root is a folder of packages, and of files that stand in none.
        if let Ok(own) = std::fs::canonicalize(plain(&scene.root().join(self.package).join(rest)))
            && own.is_file()
            && scene.may_read(&own)
        {
            return Ok(Some((scene.root().to_path_buf(), own)));
        }
        let is_within = |above: &&Path| !scene.is_root_given() || above.starts_with(scene.root());
        let above = folder.ancestors().take(MOST_FOLDERS).filter(is_within);
        for above in [scene.root()].into_iter().chain(above) {
            let found = self.holds(&above.join(self.package), above, rest, scene);
            let is_own = || {
                above.file_name().is_some_and(|name| name == self.package)
                    || package_name(above).is_some_and(|name| name == self.package)
            };
            if found.is_some() {
                return Ok(found);
            }
            if is_own()
                && let Some(found) = self.holds(above, above, rest, scene)
            {
                return Ok(Some(found));
            }
        }
        if scene.is_root_given() {
            return Ok(None);
        }
        for entry in &options.package_path {
            let mut folders = vec![entry.join(self.package)];
            if entry.file_name().is_some_and(|name| name == self.package)
                || package_name(entry).is_some_and(|name| name == self.package)
            {
                folders.push(entry.clone());
            }
            // Sources lie a folder deeper: a repository holds several packages.
            let inner = std::fs::read_dir(entry).into_iter().flatten().flatten();
            folders.extend(inner.take(MOST_FOLDERS).map(|inner| inner.path().join(self.package)));
            for folder in folders {
                // The path is the user's own, and may lead anywhere.
                let Ok(folder) = std::fs::canonicalize(folder) else { continue };
                let found = self.holds(&folder, &folder, rest, scene);
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// The folder and the file in it, if it lies within another, and the file within the folder.
    fn holds(
        &mut self,
        folder: &Path,
        within: &Path,
        rest: &Path,
        scene: &Builder,
    ) -> Option<(PathBuf, PathBuf)> {
        let folder = std::fs::canonicalize(folder).ok()?;
        if !folder.is_dir() || !folder.starts_with(within) {
            return None;
        }
        let file = std::fs::canonicalize(plain(&folder.join(rest))).ok();
        match file.filter(|file| file.starts_with(&folder) || scene.may_read(file)) {
            Some(file) => Some((folder, file)),
            None => {
                self.lacks.get_or_insert(folder);
                None
            }
        }
    }
}
