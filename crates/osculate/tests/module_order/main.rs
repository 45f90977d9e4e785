//! The first invariant of ARCHITECTURE.md, read in the sources: a room of the library (a module of
//! `lib.rs`) uses only those above it; no files of a room use each other in a circle, in any crate;
//! and in the library only `vector.rs`, and `with_glam.rs` for poses, name glam or take names from it.
//!
//! Sources are read as the compiler reads them, by tokens: `use` trees of any shape, paths in code
//! and in macros. What a name stands for is followed through imports and re-exports.

mod sources;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use sources::{Crate, Found, Path, Sources, path};

/// All crates of the repository, each with two of its files.
const CRATES: [(&str, [&str; 2]); 4] = [
    ("crates/osculate", ["kernel/gjk/turn.rs", "kernel/gjk/careful.rs"]),
    ("crates/osculate-io", ["scene.rs", "solid.rs"]),
    ("crates/osculate-cli", ["check.rs", "output.rs"]),
    ("bench", ["bars.rs", "paper.rs"]),
];

/// A crate, which is read once.
fn of_crate(folder: &str) -> &'static Crate {
    static READ: [OnceLock<Crate>; CRATES.len()] = [const { OnceLock::new() }; CRATES.len()];
    let place = CRATES.iter().position(|(name, _)| *name == folder);
    READ[place.unwrap_or_else(|| panic!("there is no {folder}"))].get_or_init(|| Crate::of(folder))
}

/// The library's sources, some with a line more.
fn sources(planted: &[(&str, &str)]) -> Sources {
    of_crate("crates/osculate").with(planted)
}

/// Files that name glam's `DVec3`, as they compute in double precision of space whatever the shapes
/// are given in.
const DOUBLE: [&str; 12] = [
    "hull",
    "hull::space",
    "kernel::penetration::near",
    "shape::mass",
    "shape::polytope",
    "shape::polytope::build",
    "shape::polytope::convexity",
    "shape::polytope::parts",
    "shortcut::likely",
    "convex::table::directions",
    "convex::table::directions::cones",
    "convex::table::polar",
];

/// Whether a module is a room, or one of its files.
fn is_in(module: &str, room: &str) -> bool {
    module.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

impl Sources {
    fn upward(&self) -> Vec<String> {
        let order = &self.0[&Path::new()].children;
        let rank = |module: &Path| order.iter().position(|room| *room == module[0]);
        let mut found = BTreeSet::new();
        for (module, _, target) in self.uses().filter(|(module, ..)| !module.is_empty()) {
            let Found::In(target) = target else { continue };
            if target.is_empty() {
                found.insert(format!("{} uses the root", module.join("::")));
            } else if rank(&target) > rank(module) {
                found.insert(format!(
                    "{} uses {}, which stands below it",
                    module.join("::"),
                    target[0]
                ));
            }
        }
        found.into_iter().collect()
    }

    /// Uses by one room of rooms that it does not know.
    fn strangers(&self, room: &str, knows: impl Fn(&str) -> bool) -> Vec<String> {
        let mut found = BTreeSet::new();
        for (module, _, target) in self.uses() {
            let Found::In(target) = target else { continue };
            let (module, other) = (module.join("::"), target.join("::"));
            if is_in(&module, room) && !other.is_empty() && !knows(&other) {
                found.insert(format!("{module} knows {other}"));
            }
        }
        found.into_iter().collect()
    }

    /// Circles of the modules in each module that has some. What a `mod.rs` itself defines is for
    /// all of its room.
    fn circles(&self) -> Vec<String> {
        let mut found = Vec::new();
        let within = |found| if let Found::In(target) = found { Some(target) } else { None };
        let uses = self.uses().filter_map(|(module, _, found)| Some((module, within(found)?)));
        let uses: Vec<(&Path, Path)> = uses.collect();
        for (room, file) in self.0.iter().filter(|(_, file)| file.children.len() > 1) {
            let n = file.children.len();
            let child = |module: &Path| {
                let name = module.strip_prefix(room.as_slice())?.first()?;
                file.children.iter().position(|c| c == name)
            };
            let mut reaches = vec![vec![false; n]; n];
            for (module, target) in &uses {
                if let (Some(from), Some(to)) = (child(module), child(target)) {
                    reaches[from][to] = true;
                }
            }
            for via in 0..n {
                for from in 0..n {
                    for to in 0..n {
                        reaches[from][to] |= reaches[from][via] && reaches[via][to];
                    }
                }
            }
            let mut circles = BTreeSet::new();
            let both_ways = |i: usize, j: usize| reaches[i][j] && reaches[j][i];
            for i in 0..n {
                let round = (0..n).filter(|&j| j == i || both_ways(i, j));
                let names: BTreeSet<&str> = round.map(|j| file.children[j].as_str()).collect();
                if names.len() > 1 {
                    circles.insert(names.into_iter().collect::<Vec<_>>().join(", "));
                }
            }
            found.extend(circles.into_iter().map(|names| format!("{}: {names}", room.join("::"))));
        }
        found
    }

    /// Files that name glam, or what is glam's, beside the two that do. `lib.rs` hands it on.
    fn namers_of_glam(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        for (module, written, target) in self.uses() {
            let name = module.join("::");
            if module.is_empty() || ["number::vector", "place::with_glam"].contains(&name.as_str())
            {
                continue;
            }
            let all_of = |room: &Path| {
                *room == path(&["number", "vector"])
                    && written.last().is_some_and(|last| last == "*")
            };
            match target {
                Found::Outside(path) if path[0] == "glam" => {
                    let allowed = DOUBLE.contains(&name.as_str())
                        && path
                            .get(1..)
                            .is_some_and(|rest| rest.first().is_some_and(|first| first == "DVec3"));
                    if !allowed {
                        found.insert(format!("{name} names {}", path.join("::")));
                    }
                }
                Found::In(room) if all_of(&room) => {
                    found.insert(format!("{name} takes all of vector"));
                }
                _ => {}
            }
        }
        found.into_iter().collect()
    }
}

#[test]
fn a_room_uses_only_those_above_it() {
    assert_eq!(sources(&[]).upward(), [""; 0]);
    assert!(sources(&[]).0[&Path::new()].children.len() > 10, "rooms");
}

#[test]
fn no_files_of_a_room_go_in_a_circle() {
    let circles = CRATES.map(|(folder, _)| (folder, of_crate(folder).with(&[]).circles()));
    let found: Vec<_> = circles.iter().filter(|(_, circles)| !circles.is_empty()).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_circle_that_is_planted_in_any_crate_is_found() {
    for (folder, [one, other]) in CRATES {
        let name = |file: &str| format!("\nuse super::{};", file_name(file));
        let planted = [(one, name(other)), (other, name(one))];
        let planted = planted.each_ref().map(|(file, line)| (*file, line.as_str()));
        let found = of_crate(folder).with(&planted).circles();
        let has_both =
            |circle: &String| [one, other].iter().all(|file| circle.contains(file_name(file)));
        assert!(found.iter().any(has_both), "{folder}: {found:?}");
    }
}

/// A file's name as that of its module.
fn file_name(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.trim_end_matches(".rs")
}

#[test]
fn only_vectors_and_poses_from_glam_name_it() {
    assert_eq!(sources(&[]).namers_of_glam(), [""; 0]);
}

/// Numbers, vectors and blocks of them are all that the sub-distance is of; the expansion asks for
/// support points, and contacts for patches.
#[test]
fn simplices_are_of_points_and_depths_and_contacts_of_no_kinds() {
    let sources = sources(&[]);
    let of_points =
        |module: &str| ["number", "kernel::simplex"].iter().any(|room| is_in(module, room));
    assert_eq!(sources.strangers("kernel::simplex", of_points), [""; 0]);
    let of_kinds =
        |module: &str| ["shape", "convex::known", "hull"].iter().any(|room| is_in(module, room));
    assert_eq!(sources.strangers("kernel::penetration", |m| !of_kinds(m)), [""; 0]);
    assert_eq!(sources.strangers("contact", |m| !is_in(m, "shape")), [""; 0]);
}

#[test]
fn planted_strangers_are_found() {
    for (room, file, line) in [
        (
            "kernel::simplex",
            "kernel/simplex/plane.rs",
            "fn planted() { crate::place::pose::compose(); }",
        ),
        ("kernel::penetration", "kernel/penetration/plane.rs", "use crate::shape as planted;"),
    ] {
        let planted = sources(&[(file, &format!("\n{line}"))]);
        let knows = |module: &str| !["place", "shape"].iter().any(|other| is_in(module, other));
        assert!(!planted.strangers(room, knows).is_empty());
    }
}

/// Each line is planted alone; the file of the first must be found to use the room of the last.
#[test]
fn planted_uses_of_rooms_below_are_found() {
    let lines = [
        ("use crate::query;", "query"),
        ("use crate::{contact, linear};", "contact"),
        ("use crate::{linear, shortcut::{self, Near as N, boxes::{x}}};", "shortcut"),
        ("use super::super::super::query::Cache;", "query"),
        ("use crate::query::*;", "query"),
        ("use crate::distance;", "query"),
        ("use crate::{At, distance as d};", "query"),
        ("fn planted() { crate::query::distance(1, 2); }", "query"),
        (
            "fn planted() { let _ = [super::super::super::contact::Seen::<f32>::new(1.0)]; }",
            "contact",
        ),
        ("macro_rules! planted { () => { $crate::contact::contact(1.0) } }", "contact"),
        ("mod planted { use super::super::super::super::contact::Contact; }", "contact"),
        ("mod planted { fn deep() { if true { crate::contact::contact(1) } } }", "contact"),
        ("impl Planted { fn new() -> crate::query::Cache<Vec3> { loop {} } }", "query"),
    ];
    for (line, room) in lines {
        let found = sources(&[("kernel/gjk/turn.rs", line)]).upward();
        let expected = format!("kernel::gjk::turn uses {room}, which stands below it");
        assert_eq!(found, [expected], "{line}");
    }
    let harmless = [
        "// use crate::query;",
        "/// crate::query::Cache",
        "const PLANTED: &str = \"crate::query::Cache\";",
        "/* use crate::{contact}; */",
        "use crate::convex::Convex; use super::AtHand; use core::query::X;",
    ];
    for line in harmless {
        let line = format!("\n{line}\nfn planted() {{}}");
        assert_eq!(sources(&[("kernel/gjk/turn.rs", &line)]).upward(), [""; 0], "{line}");
    }
}

#[test]
fn planted_circles_are_found() {
    let planted: [(&[(&str, &str)], &str); 5] = [
        (
            &[
                ("kernel/gjk/turn.rs", "use super::careful;"),
                ("kernel/gjk/careful.rs", "use super::turn;"),
            ],
            "kernel::gjk: careful, pair, turn",
        ),
        // Through what the room's `mod.rs` has from one of the two.
        (
            &[
                ("kernel/gjk/pair.rs", "use super::AtHand;"),
                ("kernel/gjk/at_hand.rs", "use super::Frame;"),
            ],
            "kernel::gjk: at_hand, pair",
        ),
        (
            &[
                ("shape/ball.rs", "fn p() { super::cone::x() }"),
                ("shape/cone.rs", "fn p() { crate::shape::cuboid::x() }"),
                ("shape/cuboid.rs", "use crate::shape::{self, ball::{Ball}};"),
            ],
            "shape: ball, cone, cuboid",
        ),
        // A room in a room is one of its files.
        (&[("shape/mass.rs", "use super::polytope::Polytope;")], "shape: mass, polytope"),
        (
            &[
                ("number/lanes/portable.rs", "use super::rows as r; fn p() { r::x() }"),
                ("number/lanes/rows.rs", "use super::Portable;"),
            ],
            "number::lanes: portable, rows",
        ),
    ];
    for (lines, circle) in planted {
        let found = sources(lines).circles();
        assert!(found.iter().any(|c| c == circle), "{circle} is not in {found:?}");
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

#[test]
fn planted_names_of_glam_are_found() {
    let lines = [
        ("use glam::Vec3;", "kernel::gjk::turn names glam::Vec3"),
        ("use ::glam::{self as g};", "kernel::gjk::turn names glam"),
        ("use crate::glam::DVec3;", "kernel::gjk::turn names glam::DVec3"),
        ("use crate::number::vector::{Real, Vec3A};", "kernel::gjk::turn names glam::Vec3A"),
        ("use crate::DVec2 as Wide;", "kernel::gjk::turn names glam::DVec2"),
        (
            "use crate::number::vector; fn p() { vector::DMat3::IDENTITY; }",
            "kernel::gjk::turn names glam::DMat3::IDENTITY",
        ),
        (
            "fn p() { crate::number::vector::Quat::IDENTITY; }",
            "kernel::gjk::turn names glam::Quat::IDENTITY",
        ),
        ("fn p() { glam::Vec2::ZERO; }", "kernel::gjk::turn names glam::Vec2::ZERO"),
        ("use crate::number::vector::*;", "kernel::gjk::turn takes all of vector"),
    ];
    for (line, expected) in lines {
        let found = sources(&[("kernel/gjk/turn.rs", line)]).namers_of_glam();
        assert!(found.iter().any(|f| f == expected), "{line}: {found:?}");
    }
    let found =
        sources(&[("convex/table/polar.rs", "use crate::number::vector::Vec3;")]).namers_of_glam();
    assert_eq!(
        found,
        ["convex::table::polar names glam::Vec3"],
        "of glam's names only DVec3 is allowed there"
    );
}
