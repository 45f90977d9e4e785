//! The table of formats is what reads files, what messages list, and what documents name.

mod support;
#[path = "../../../fuzz/files.rs"]
mod fuzz;

use osculate_io::{FORMATS, Format, Options, read};
use std::path::{Path, PathBuf};
use support::{Folder, message, scene};

/// The scenes that the tests have, of each format.
fn scenes(of: &Format) -> Vec<PathBuf> {
    let files = std::fs::read_dir("tests/scenes").unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| Format::of(file).is_some_and(|format| format.name == of.name));
    files.sort();
    files
}

#[test]
fn each_format_has_a_scene_that_fuzzing_and_damage_start_from() {
    let without: Vec<_> = FORMATS.iter().filter(|format| scenes(format).is_empty()).collect();
    assert!(without.is_empty(), "{without:#?}");
}

/// `A.STL` is what `a.stl` is.
#[test]
fn large_letters_name_a_format_too() {
    let folder = Folder::new();
    for format in &FORMATS {
        for end in format.extensions {
            assert_eq!(Format::of(Path::new(&format!("a.{end}"))).unwrap().name, format.name);
            let large = end.to_uppercase();
            assert_eq!(Format::of(Path::new(&format!("a.{large}"))).unwrap().name, format.name);
        }
        // What the scene names lies beside it.
        for file in std::fs::read_dir("tests/scenes").unwrap().map(|file| file.unwrap().path()) {
            std::fs::copy(&file, folder.0.join(file.file_name().unwrap())).unwrap();
        }
        let file = &scenes(format)[0];
        let end = file.extension().unwrap().to_str().unwrap();
        let copy = folder.0.join(file.file_name().unwrap()).with_extension(end.to_uppercase());
        std::fs::copy(file, &copy).unwrap();
        let (large, small) = (read(&copy, &Options::default()), read(file, &Options::default()));
        let count =
            |scene: Result<osculate_io::FileScene, _>| scene.map(|scene| scene.bodies.len());
        assert_eq!(count(large).ok(), count(small).ok(), "{}", copy.display());
    }
}

/// JSON and URDF name files of all formats that are of meshes, however their ends are written, and
/// of no others.
#[test]
fn meshes_of_each_format_may_be_named() {
    let folder = Folder::new();
    let json = |name: &str| {
        format!(r#"{{"osculate":1,"bodies":[{{"name":"b","shape":{{"file":"{name}"}}}}]}}"#)
    };
    let urdf = |name: &str| {
        format!(
            r#"<robot name="r"><link name="l"><collision><geometry><mesh filename="{name}"/>
            </geometry></collision></link></robot>"#
        )
    };
    let meshes = FORMATS.iter().filter(|format| format.is_mesh());
    assert!(meshes.clone().count() >= 3);
    for file in meshes.clone().flat_map(scenes) {
        let end = file.extension().unwrap().to_str().unwrap();
        for name in [format!("mesh.{end}"), format!("LARGE.{}", end.to_uppercase())] {
            folder.write(&name, std::fs::read(&file).unwrap());
            let parts = |scene: &osculate_io::FileScene| {
                scene.bodies.iter().map(|body| body.parts.len()).sum::<usize>()
            };
            let all = parts(&scene(&file));
            assert_eq!(parts(&folder.scene("names.json", &json(&name))), all, "{name}");
            assert_eq!(parts(&folder.scene("names.urdf", &urdf(&name))), all, "{name}");
        }
    }
    folder.write("other.wrl", "#VRML V2.0 utf8\n");
    let (said, _) = message(&folder.write("other.json", json("other.wrl")));
    for end in meshes.flat_map(|format| format.extensions) {
        assert!(said.contains(&format!(".{end}")), "{said}");
    }
}

/// What a file's name must end in is listed whole, and so are the formats in the documents.
#[test]
fn messages_and_documents_name_each_format() {
    let folder = Folder::new();
    let error = read(&folder.write("a.xyz", "?"), &Options::default()).unwrap_err();
    let help = error.remedy().unwrap().to_string();
    let texts = ["../../README.md", "../../CHANGELOG.md"]
        .map(|path| (path, std::fs::read_to_string(path).unwrap()));
    for format in &FORMATS {
        for end in format.extensions {
            assert!(help.contains(&format!(".{end}")), "{help}");
        }
        for (path, text) in &texts {
            assert!(text.contains(format.name), "{path} does not name {}", format.name);
        }
    }
}

/// The fuzz target starts from these files, and reads each as every format.
#[test]
fn what_fuzzing_asks_holds_of_good_files() {
    for format in &FORMATS {
        scenes(format).iter().for_each(|file| fuzz::check(&std::fs::read(file).unwrap()));
    }
}

/// A planner's file is none of the formats, and is fuzzed beside them.
#[test]
fn what_fuzzing_asks_holds_of_a_planners_file() {
    fuzz::check(&std::fs::read("tests/scenes/cart.srdf").unwrap());
    let joint = "<joint name=\"j\" value=\"1e308\"/>";
    let state = format!("<robot><group_state name=\"home\">{joint}</group_state></robot>");
    fuzz::check(state.as_bytes());
}
