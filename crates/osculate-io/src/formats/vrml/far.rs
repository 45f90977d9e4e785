//! Files that a walk has read, and prototypes that other files have.

use super::scope::{File, Units};
use super::tree::{Far, Known, Node, Proto, Source};
use super::{syntax, x3d};
use crate::builder::Builder;
use crate::{ReadError, paths, text};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A prototype, or why there is none.
type Found = Result<Rc<Proto>, String>;

/// What was read, each file once.
#[derive(Default)]
pub struct Files {
    files: HashMap<PathBuf, Rc<File>>,
    /// The prototypes of declarations, which the files above hold.
    protos: HashMap<*const Far, Found>,
    /// What was told, of which file.
    told: HashSet<(PathBuf, String)>,
}

impl Files {
    /// A file of nodes, in any of its forms.
    pub fn file(&mut self, path: &Path, scene: &mut Builder) -> Result<Rc<File>, ReadError> {
        if let Some(known) = self.files.get(path) {
            return Ok(known.clone());
        }
        let text = text::any_text(path, scene)?;
        let most_depth = scene.limits().depth;
        let file = if text.trim_start().starts_with('<') {
            x3d::read(path, text, scene)?
        } else {
            let header = text.lines().next().unwrap_or("");
            if !header.starts_with("#VRML V2.0 utf8") && !header.starts_with("#X3D V") {
                let wanted = "expected the header `#VRML V2.0 utf8`, or `#X3D V3.0 utf8`";
                let error = ReadError::at(path, &text, 0, wanted);
                let is_older = header.starts_with("#VRML V1.0") || header.starts_with("#Inventor");
                return Err(error.help(match is_older {
                    true => "it is another format: the program that wrote it may export VRML97",
                    false => "the first line tells which format it is",
                }));
            }
            syntax::parse(Source::new(path.to_path_buf(), text), most_depth)?
        };
        let file = Rc::new(file);
        self.files.insert(path.to_path_buf(), file.clone());
        Ok(file)
    }

    /// Whether something was not told of a file yet.
    pub fn is_new(&mut self, path: &Path, what: &str) -> bool {
        self.told.insert((path.to_path_buf(), what.to_string()))
    }

    /// Tells what is left out of a file as a whole.
    pub fn tell(&mut self, file: &File, scene: &mut Builder) {
        let path = &file.source.path;
        if self.is_new(path, "") {
            if file.scripts {
                scene.remark(format!("{}: Script is left out", path.display()));
            }
            file.unread.iter().for_each(|what| scene.missing(what.clone()));
        }
    }

    /// Tells what is left out of a prototype, of which an instance is shown.
    pub fn tell_proto(&mut self, proto: &Proto, by: &Node, scene: &mut Builder) {
        if !proto.told.replace(true) {
            if proto.scripts {
                let path =
                    proto.body.first().map_or(&by.source, |node| &node.source).path.display();
                scene.remark(format!("{path}: Script is left out"));
            }
            proto.unread.iter().for_each(|what| scene.missing(what.clone()));
        }
    }

    /// The first of some files that is there, as it is named or packed by gzip.
    pub fn find(
        &self,
        by: &Path,
        urls: &[String],
        scene: &mut Builder,
    ) -> Result<PathBuf, ReadError> {
        let mut failed = None;
        for url in urls {
            // A view, or a prototype, in the file.
            let mut name = url.split('#').next().unwrap_or(url);
            if name.is_empty() {
                // Its own file.
                name = by.file_name().and_then(|name| name.to_str()).unwrap_or(name);
            }
            match paths::neighbour(by, name, scene) {
                Ok(found) => return Ok(found),
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
            if let Ok(found) = paths::neighbour(by, &format!("{name}.gz"), scene) {
                return Ok(found);
            }
        }
        Err(failed.unwrap_or_else(|| ReadError::new(by, "it names no file")))
    }

    /// The prototype that a declaration means, in files whose units are these.
    pub fn proto(
        &mut self,
        far: &Rc<Far>,
        units: Units,
        scene: &mut Builder,
    ) -> Result<Found, ReadError> {
        if let Some(known) = self.protos.get(&Rc::as_ptr(far)) {
            return Ok(known.clone());
        }
        let mut next = far.clone();
        let mut found = Err(format!("more than {} files pass it on", scene.limits().depth));
        for _ in 0..scene.limits().depth {
            match self.declared(&next, units, scene)? {
                Ok(Known::Far(further)) => next = further,
                Ok(Known::Here(proto)) => {
                    found = Ok(proto);
                    break;
                }
                Err(why) => {
                    found = Err(why);
                    break;
                }
            }
        }
        self.protos.insert(Rc::as_ptr(far), found.clone());
        Ok(found)
    }

    /// What the file says that a declaration names.
    fn declared(
        &mut self,
        far: &Far,
        units: Units,
        scene: &mut Builder,
    ) -> Result<Result<Known, String>, ReadError> {
        let mut why = None;
        for url in far.urls.iter().filter(|url| !url.starts_with("urn:")) {
            let found = match self.find(&far.source.path, std::slice::from_ref(url), scene) {
                Ok(found) => found,
                Err(error) => {
                    why.get_or_insert(error.what().to_string());
                    continue;
                }
            };
            let file = self.file(&found, scene)?;
            self.tell(&file, scene);
            if file.units != units {
                why.get_or_insert(format!("{url:?} has other units"));
                continue;
            }
            let name = url.split_once('#').map(|(_, name)| name.trim());
            let name = name.or(file.first.as_deref());
            match name.and_then(|name| file.protos.get(name)) {
                Some(known) => return Ok(Ok(known.clone())),
                None => why.get_or_insert(format!("{url:?} has no such prototype")),
            };
        }
        let line = far.source.line(far.byte);
        Ok(Err(why.unwrap_or_else(|| format!("line {line} names no file that has it"))))
    }

    /// Tells of fields that the prototype of another file does not have.
    pub fn hold_fields(&mut self, node: &Node, proto: &Proto, scene: &mut Builder) {
        for field in node.fields.keys().filter(|field| !proto.fields.contains_key(*field)) {
            let (place, kind) = (node.source.place(node.byte), &node.kind);
            let what = format!("the field {field} of {kind}, which it does not have,");
            if self.is_new(&node.source.path, &what) {
                scene.missing(format!("{place}: {what} is left out"));
            }
        }
    }
}
