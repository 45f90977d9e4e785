//! SRDF, the file that planners have beside a robot: the pairs of links that it disables are
//! ignored, and of its states the one that the options name says where joints stand.
//!
//! It is the file that the options say; else one beside the robot's, in `../srdf` or in
//! `../config`, whose name is that of the robot's file, or else whose robot has the name of this
//! one.

use crate::builder::Builder;
use crate::joints::Disabled;
use crate::xml::{self, Source};
use crate::{ReadError, given, text};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Files of a folder that are looked at.
const MOST_FILES: usize = 1000;

/// Reads the file of a robot, if there is one.
pub fn read(
    path: &Path,
    robot: &str,
    joints: &HashSet<&str>,
    scene: &mut Builder,
) -> Result<(), ReadError> {
    let found = match &scene.options().srdf {
        Some(said) => Some(said.clone()),
        None => found(path, robot, scene)?,
    };
    let Some(found) = found else { return Ok(()) };
    scene.plan(&found);
    xml::read(&found, scene, |file, document, scene| {
        pairs(file, document, robot, scene);
        states(file, document, joints, scene)
    })
}

/// The file that is found for a robot.
fn found(path: &Path, robot: &str, scene: &mut Builder) -> Result<Option<PathBuf>, ReadError> {
    let own = given::own(path, scene.options())?;
    // As the caller names the file, so is this one named.
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    let above = match (folder.file_name(), folder.parent()) {
        (Some(_), Some(above)) => above.to_path_buf(),
        _ => folder.join(".."),
    };
    for folder in [folder.to_path_buf(), above.join("srdf"), above.join("config")] {
        let mut here = Vec::new();
        // A path that is empty is the working folder.
        let listed =
            std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { &folder });
        for entry in listed.into_iter().flatten().flatten().take(MOST_FILES) {
            let file = folder.join(entry.file_name());
            let is_srdf = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("srdf"));
            if is_srdf && is_near(&file, &own, scene) {
                here.push(file);
            }
        }
        here.sort();
        files.extend(here);
    }
    let unpacked = text::unpacked_name(path);
    if let Some(file) = files.iter().find(|file| file.file_stem() == unpacked.file_stem()) {
        return Ok(Some(file.clone()));
    }
    let is_alike = |name: &str| !robot.is_empty() && name.eq_ignore_ascii_case(robot);
    files.retain(|file| robot_of(file, scene).is_some_and(|name| is_alike(&name)));
    let stem = |file: &PathBuf| Some(file.file_stem()?.to_string_lossy().into_owned());
    let named = files.iter().find(|file| stem(file).is_some_and(|stem| is_alike(&stem)));
    match (files.as_slice(), named) {
        ([one], _) | (_, Some(one)) => Ok(Some(one.clone())),
        ([], _) => Ok(None),
        ([one, another, ..], _) => {
            let (one, another) = (one.display(), another.display());
            let what = format!("{one} and {another} are both of the robot {robot:?}");
            scene.remark(format!("{what}: neither is taken, and --srdf FILE says which"));
            Ok(None)
        }
    }
}

/// Whether no link leads away from a file, and it may be read.
fn is_near(file: &Path, own: &Path, scene: &Builder) -> bool {
    let above = own.ancestors().nth(2).or(own.parent()).unwrap_or(own);
    std::fs::canonicalize(file).is_ok_and(|file| {
        let may = !scene.is_root_given() || file.starts_with(scene.root());
        file.is_file() && file.starts_with(above) && may
    })
}

/// The robot that a file is of. One that cannot be read is of none.
fn robot_of(file: &Path, scene: &Builder) -> Option<String> {
    let length = std::fs::metadata(file).ok()?.len();
    let text = (length <= scene.limits().bytes).then(|| std::fs::read_to_string(file).ok())??;
    let document = Document::parse(text.trim_start()).ok()?;
    document.root_element().attribute("name").map(str::to_string)
}

fn pairs(file: &Source, document: &Document, robot: &str, scene: &mut Builder) {
    let path = file.path.display();
    for pair in document.descendants().filter(|n| n.has_tag_name("disable_collisions")) {
        if let (Some(a), Some(b)) = (pair.attribute("link1"), pair.attribute("link2")) {
            let reason = pair.attribute("reason").unwrap_or("").to_string();
            scene.disable(Disabled { links: [a, b].map(str::to_string), reason });
        }
    }
    let other = document.root_element().attribute("name").unwrap_or(robot);
    let of = if other.eq_ignore_ascii_case(robot) {
        String::new()
    } else {
        format!("; it is of the robot {other:?}")
    };
    scene.source(format!("{path} says which pairs of links may touch{of}"));
    let is_default = |n: &Node| n.has_tag_name("disable_default_collisions");
    if let Some(node) = document.descendants().find(is_default) {
        let line = file.line(node);
        scene.remark(format!("{path}:{line}: disable_default_collisions is left out"));
    }
}

/// The states, of which the one that is wanted is taken: by its name, or by `group/name`.
fn states(
    file: &Source,
    document: &Document,
    joints: &HashSet<&str>,
    scene: &mut Builder,
) -> Result<(), ReadError> {
    let wanted = scene.options().state.as_deref();
    let mut places: BTreeMap<&str, f64> = BTreeMap::new();
    let mut lacking: Vec<String> = Vec::new();
    for state in document.descendants().filter(|n| n.has_tag_name("group_state")) {
        let name = file.attribute(state, "name")?;
        let whole = format!("{}/{name}", state.attribute("group").unwrap_or(""));
        scene.has_state(name);
        if wanted != Some(name) && wanted != Some(&whole) {
            continue;
        }
        scene.takes_state();
        for joint in state.children().filter(|n| n.has_tag_name("joint")) {
            let (joint_name, value) =
                (file.attribute(joint, "name")?, file.attribute(joint, "value")?);
            if !joints.contains(joint_name) {
                lacking.push(format!("{joint_name:?}"));
                continue;
            }
            // Joints of more than one number hold the robot as a whole.
            if value.split_whitespace().nth(1).is_some() {
                let (path, line) = (file.path.display(), file.line(joint));
                let what = format!("joint {joint_name:?} has several values: it is left at 0");
                scene.remark(format!("{path}:{line}: {what}"));
                continue;
            }
            let [value] = file.numbers(joint, "value", None)?;
            if places.insert(joint_name, value).is_some_and(|other| other != value) {
                let what = format!("two states {name:?} place joint {joint_name:?} differently");
                let help = format!("--state {whole} takes that of one group");
                return file.fail(joint, what).map_err(|error| error.help(help));
            }
        }
    }
    if !lacking.is_empty() {
        let (path, joints) = (file.path.display(), lacking.join(", "));
        scene.remark(format!("{path}: the state places joints that the robot lacks: {joints}"));
    }
    places.into_iter().for_each(|(joint, place)| scene.place_joint(joint, place));
    Ok(())
}
