//! `package://NAME/…` is found without an option, and no file reads beyond the root and the
//! packages that it names.

mod support;

use osculate_io::{FileScene, Options, ReadError, read};
use std::path::{Path, PathBuf};
use support::Folder;

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A robot of one link with a mesh.
fn robot(mesh: &str) -> String {
    format!(
        "<robot name=\"r\">\n<link name=\"l\"><collision><geometry>\n<mesh filename=\"{mesh}\"/>\
         </geometry></collision></link></robot>"
    )
}

fn refused(path: &Path, options: &Options) -> (String, String) {
    let error = read(path, options).expect_err("it was read");
    (error.to_string(), error.remedy().unwrap_or_default().to_string())
}

#[test]
fn a_package_is_a_folder_above_the_file_or_beside_one_above() {
    let folder = Folder::new();
    folder.write("ws/arm_description/meshes/a b.obj", MESH);
    folder.write(
        "ws/src/other/package.xml",
        "<?xml version=\"1.0\"?>\n<package><name>named</name></package>",
    );
    folder.write("ws/src/other/meshes/c.obj", MESH);
    for (place, name) in [
        ("ws/arm_description/urdf/r.urdf", "package://arm_description/meshes/a b.obj"),
        ("ws/arm_description/r.urdf", "package:///arm_description/meshes/a b.obj"),
        ("ws/arm_description/urdf/r.urdf", "model://arm_description/meshes/a%20b.obj"),
        ("ws/robots/deep/r.urdf", "package://arm_description/meshes/a b.obj"),
        ("ws/r.urdf", "package://arm_description/meshes/../meshes/a b.obj"),
        ("ws/src/other/urdf/r.urdf", "package://named/meshes/c.obj"),
        // A path that climbs stays in the package that its folder is in.
        ("ws/src/other/urdf/r.urdf", "../meshes/c.obj"),
    ] {
        folder.scene(place, &robot(name));
    }
}

fn with_path(path: &Path, entry: PathBuf) -> Result<FileScene, ReadError> {
    read(path, &Options { package_path: vec![entry], ..Options::default() })
}

#[test]
fn a_package_is_found_by_the_package_path_and_first_where_it_is_said_to_be() {
    let folder = Folder::new();
    folder.write("ros/share/arm/a.obj", MESH);
    folder.write("ros/source/repository/arm/a.obj", MESH);
    let path = folder.write("home/r.urdf", robot("package://arm/a.obj"));
    let in_ros = |name: &str| folder.0.join("ros").join(name);
    for entry in ["share", "source", "share/arm"] {
        assert!(with_path(&path, in_ros(entry)).is_ok(), "{entry}");
    }
    assert!(with_path(&path, in_ros("nowhere")).is_err());
    // What is said goes before what is found.
    folder.write("home/arm/a.obj", MESH.replace("v 1", "v 2"));
    let width = |options: &Options| {
        let scene = read(&path, options).unwrap();
        scene.bodies[0].parts[0].corners.as_ref().unwrap().iter().map(|p| p.x).fold(0.0, f64::max)
    };
    assert_eq!(width(&Options::default()), 2.0);
    let said = [("arm".to_string(), in_ros("share/arm"))].into();
    assert_eq!(width(&Options { packages: said, ..Options::default() }), 1.0);
}

#[test]
fn what_was_tried_and_what_would_help_is_told() {
    let folder = Folder::new();
    let path = folder.write("home/r.urdf", robot("package://arm/meshes/a.obj"));
    let (said, help) = refused(&path, &Options::default());
    assert!(said.contains("r.urdf:3: it names \"package://arm/meshes/a.obj\", and"), "{said}");
    assert!(said.contains("the package arm is not found"), "{said}");
    assert!(help.contains("home nor in a folder above; ROS_PACKAGE_PATH names no"), "{help}");
    assert!(help.contains("--package arm=DIR says which folder the package is"), "{help}");
    let options = Options { package_path: vec!["a".into(), "b".into()], ..Options::default() };
    assert!(refused(&path, &options).1.contains("in the 2 folders of ROS_PACKAGE_PATH"));
    // The package is there, and the file is not.
    folder.write("home/arm/meshes/b.obj", MESH);
    let (said, _) = refused(&path, &Options::default());
    assert!(said.contains("home/arm has no such file"), "{said}");
    let packages = [("arm".to_string(), folder.0.join("nowhere"))].into();
    let (said, help) = refused(&path, &Options { packages, ..Options::default() });
    assert!(said.contains("nowhere: there is no such file") && help.contains("--package arm=DIR"));
    // A path beside the file that climbs has the command that lets it be read.
    folder.write("meshes/a.obj", MESH);
    let path = folder.write("home/climbs.urdf", robot("../meshes/a.obj"));
    let (_, help) = refused(&path, &Options::default());
    let root = std::fs::canonicalize(&folder.0).unwrap();
    assert_eq!(help, format!("--root {} holds both", root.display()));
    assert!(read(&path, &Options { root: Some(root), ..Options::default() }).is_ok());
}

#[test]
fn a_root_that_is_given_ends_the_search() {
    let folder = Folder::new();
    folder.write("ws/arm/a.obj", MESH);
    let path = folder.write("ws/inner/r.urdf", robot("package://arm/a.obj"));
    assert!(read(&path, &Options::default()).is_ok());
    let root = |name: &str| Some(folder.0.join(name));
    assert!(read(&path, &Options { root: root("ws"), ..Options::default() }).is_ok());
    let inner = Options {
        root: root("ws/inner"),
        package_path: vec![folder.0.join("ws")],
        ..Options::default()
    };
    let (said, help) = refused(&path, &inner);
    assert!(said.contains("the package arm is not found"), "{said}");
    assert!(help.contains("ws/inner, where --root ends the search"), "{help}");
    let packages = [("arm".to_string(), folder.0.join("ws/arm"))].into();
    assert!(read(&path, &Options { packages, ..inner }).is_ok(), "what is said goes further");
}

#[test]
fn no_name_leads_out_of_the_root_and_the_packages() {
    let folder = Folder::new();
    folder.write("ws/arm/a.obj", MESH);
    folder.write("ws/secret.obj", MESH);
    folder.write("ws/.hidden/a.obj", MESH);
    let absolute = folder.0.join("ws/secret.obj");
    let absolute = absolute.display();
    for name in [
        "package://arm/../secret.obj",
        "package://arm/%2e%2e/secret.obj",
        "package://arm//../secret.obj",
        "package://../secret.obj",
        "package://./secret.obj",
        "package://.hidden/a.obj",
        "package:///",
        "../secret.obj",
        "%2e%2e/secret.obj",
        &format!("{absolute}"),
        &format!("file://{absolute}"),
        // Whether there is such a file is not told.
        "file:///no/such/folder/a.obj",
        &format!("package://arm/{absolute}"),
    ] {
        let path = folder.write("ws/robots/r.urdf", robot(name));
        let (said, help) = refused(&path, &Options::default());
        let is_told = said.contains("outside of the") || name.contains("arm//");
        assert!(is_told && !help.is_empty(), "{name}: {said}: {help}");
    }
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_package_that_was_found() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("outside/a.obj", MESH);
    folder.write("ws/arm/b.obj", MESH);
    symlink(folder.0.join("outside/a.obj"), folder.0.join("ws/arm/a.obj")).unwrap();
    symlink(folder.0.join("outside"), folder.0.join("ws/linked")).unwrap();
    for name in ["package://arm/a.obj", "package://linked/a.obj"] {
        let path = folder.write("ws/robots/r.urdf", robot(name));
        assert!(read(&path, &Options::default()).is_err(), "{name}");
    }
    // What the user says may be a link.
    let path = folder.write("ws/robots/r.urdf", robot("package://linked/a.obj"));
    let packages = [("linked".to_string(), folder.0.join("ws/linked"))].into();
    assert!(read(&path, &Options { packages, ..Options::default() }).is_ok());
    assert!(with_path(&path, folder.0.join("ws")).is_ok());
}
