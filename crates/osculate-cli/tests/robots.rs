//! The program and a robot's files: its packages, its planner's file, its postures.

mod support;

use support::{Folder, code, osculate, printed, program, said};

const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const ROBOT: &str = "<robot name=\"r\">\n<link name=\"l\"><collision><geometry>\n\
    <mesh filename=\"package://arm/a.obj\"/></geometry></collision></link></robot>";

#[test]
fn a_package_is_found_by_the_variables_of_ros_or_as_it_is_said() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.file("home")).unwrap();
    std::fs::create_dir_all(folder.file("ros/share/arm")).unwrap();
    folder.write("ros/share/arm/a.obj", MESH);
    let robot = folder.write("home/r.urdf", ROBOT);
    let checked = |variable: &str, value: &str, options: &[&str]| {
        let mut command = program(&["check", &robot]);
        command.args(options);
        for name in ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"] {
            command.env_remove(name);
        }
        command.env(variable, value).output().unwrap()
    };
    let alone = checked("OTHER", "", &[]);
    assert_eq!(code(&alone), 2);
    let told = said(&alone).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("--package arm=DIR says which folder the package is"), "{told}");
    let [ros, share] = ["ros", "ros/share"].map(|name| folder.file(name));
    for found in [
        checked("ROS_PACKAGE_PATH", &format!("/nowhere:{share}"), &[]),
        checked("AMENT_PREFIX_PATH", &ros, &[]),
        checked("OTHER", "", &["--package", &format!("arm={share}/arm")]),
    ] {
        assert_eq!(code(&found), 0, "{}", said(&found));
    }
    let twice = format!("arm={share}/arm");
    let twice = osculate(&["check", &robot, "--package", &twice, "--package", &twice]);
    assert!(said(&twice).contains("--package says twice"), "{}", said(&twice));
    let bare = osculate(&["check", &robot, "--package", "arm"]);
    assert!(said(&bare).contains("arm_description=../arm"), "{}", said(&bare));
    assert!(printed(&osculate(&["check", "--help"])).contains("ROS_PACKAGE_PATH"));
}

#[test]
fn a_state_of_the_planners_file_moves_the_robot() {
    let folder = Folder::new();
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/></geometry>\
             </collision></link>"
        )
    };
    let robot = format!(
        "<robot name=\"r\">{}{}{}<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/>\
         <child link=\"b\"/></joint><joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/>\
         <child link=\"c\"/><limit lower=\"-9\" upper=\"9\"/></joint></robot>",
        link("a"),
        link("b"),
        link("c")
    );
    let robot = folder.write("r.urdf", &robot);
    let srdf = "<robot name=\"r\"><group_state name=\"home\" group=\"g\">\
        <joint name=\"k\" value=\"5\"/></group_state></robot>";
    let srdf = folder.write("other.xml", srdf);
    assert_eq!(code(&osculate(&["check", &robot])), 1, "c is in a");
    assert_eq!(code(&osculate(&["check", &robot, "--srdf", &srdf, "--state", "home"])), 0);
    let wrong = osculate(&["check", &robot, "--srdf", &srdf, "--state", "hom"]);
    assert_eq!(code(&wrong), 2);
    assert!(said(&wrong).contains("the states are home"), "{}", said(&wrong));
}
