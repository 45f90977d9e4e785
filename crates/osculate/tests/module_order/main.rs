//! The first invariant of ARCHITECTURE.md, read in the sources: a room of the library (a module of
//! `lib.rs`) uses only those above it; no files of a room use each other in a circle, but for those
//! that are listed here; and only `vector.rs` names glam, or takes names from it.
//!
//! Sources are read as the compiler reads them, by tokens: `use` trees of any shape, paths in code
//! and in macros. What a name stands for is followed through imports and re-exports.

mod sources;

use std::collections::BTreeSet;

use sources::{Found, Path, Sources, path, sources};

/// Circles of files of one room. Whoever removes one takes it off the list.
const CIRCLES: [(&str, &str); 1] =
    [("lanes: avx, sse2", "four lanes find their row of eight in `avx`, which is made of fours")];

/// Files that name glam's `DVec3`, as they compute in double precision of space whatever the shapes
/// are given in.
const DOUBLE: [&str; 12] = [
    "directions",
    "directions::cones",
    "hull",
    "hull::space",
    "penetration::near",
    "polar",
    "shape::mass",
    "shape::polytope",
    "shape::polytope::build",
    "shape::polytope::convexity",
    "shape::polytope::parts",
    "shortcut::likely",
];

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
            let is_its = module.first().is_some_and(|first| first == room);
            if let (true, Some(other)) = (is_its, target.first())
                && !knows(other)
            {
                found.insert(format!("{} knows {other}", module.join("::")));
            }
        }
        found.into_iter().collect()
    }

    /// Circles of the modules in each module that has some. What a `mod.rs` itself defines is for
    /// all of its room.
    fn circles(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (room, file) in &self.0 {
            let n = file.children.len();
            let child = |module: &Path| {
                let name = module.strip_prefix(room.as_slice())?.first()?;
                file.children.iter().position(|c| c == name)
            };
            let mut reaches = vec![vec![false; n]; n];
            for (module, _, target) in self.uses() {
                let Found::In(target) = target else { continue };
                if let (Some(from), Some(to)) = (child(module), child(&target)) {
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

    /// Files that name glam, or what is glam's. `lib.rs` hands it on.
    fn namers_of_glam(&self) -> Vec<String> {
        let mut found = BTreeSet::new();
        for (module, written, target) in self.uses() {
            let name = module.join("::");
            if module.is_empty() || name == "vector" {
                continue;
            }
            let all_of = |room: &Path| {
                *room == path(&["vector"]) && written.last().is_some_and(|last| last == "*")
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
    assert!(sources(&[]).0[&Path::new()].children.len() > 20, "rooms");
}

#[test]
fn no_files_of_a_room_go_in_a_circle_but_those_listed() {
    let found = sources(&[]).circles();
    assert_eq!(found, CIRCLES.map(|(circle, _)| circle), "found, and listed");
}

#[test]
fn only_vector_names_glam_or_takes_names_from_it() {
    assert_eq!(sources(&[]).namers_of_glam(), [""; 0]);
}

/// Each line is planted alone; the file of the first must be found to use the room of the last.
/// Numbers, vectors and blocks of them are all that the sub-distance is of; the expansion asks for
/// support points, and contacts for patches.
#[test]
fn simplices_are_of_points_and_depths_and_contacts_of_no_kinds() {
    let sources = sources(&[]);
    let of_points = ["simplex", "linear", "lanes", "vector", "blocks"];
    assert_eq!(sources.strangers("simplex", |room| of_points.contains(&room)), [""; 0]);
    let kinds = ["shape", "known", "hull"];
    assert_eq!(sources.strangers("penetration", |room| !kinds.contains(&room)), [""; 0]);
    assert_eq!(sources.strangers("contact", |room| room != "shape"), [""; 0]);
}

#[test]
fn planted_strangers_are_found() {
    for (room, file, line) in [
        ("simplex", "simplex/plane.rs", "fn planted() { crate::pose::compose(); }"),
        ("penetration", "penetration/plane.rs", "use crate::shape as planted;"),
    ] {
        let planted = sources(&[(file, &format!("\n{line}"))]);
        assert!(!planted.strangers(room, |room| !["pose", "shape"].contains(&room)).is_empty());
    }
}

#[test]
fn planted_uses_of_rooms_below_are_found() {
    let lines = [
        ("use crate::query;", "query"),
        ("use crate::{contact, linear};", "contact"),
        ("use crate::{linear, penetration::{self, Near as N, plane::{x}}};", "penetration"),
        ("use super::super::query::Cache;", "query"),
        ("use crate::query::*;", "query"),
        ("use crate::distance;", "query"),
        ("use crate::{At, distance as d};", "query"),
        ("fn planted() { crate::query::distance(1, 2); }", "query"),
        ("fn planted() { let _ = [super::super::contact::Seen::<f32>::new(1.0)]; }", "contact"),
        ("macro_rules! planted { () => { $crate::contact::contact(1.0) } }", "contact"),
        ("mod planted { use super::super::super::contact::Contact; }", "contact"),
        ("mod planted { fn deep() { if true { crate::contact::contact(1) } } }", "contact"),
        ("impl Planted { fn new() -> crate::query::Cache<Vec3> { loop {} } }", "query"),
    ];
    for (line, room) in lines {
        let found = sources(&[("gjk/turn.rs", line)]).upward();
        let expected = format!("gjk::turn uses {room}, which stands below it");
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
        assert_eq!(sources(&[("gjk/turn.rs", &line)]).upward(), [""; 0], "{line}");
    }
}

#[test]
fn planted_circles_are_found() {
    let planted: [(&[(&str, &str)], &str); 5] = [
        (
            &[("gjk/turn.rs", "use super::careful;"), ("gjk/careful.rs", "use super::turn;")],
            "gjk: careful, pair, turn",
        ),
        // Through what the room's `mod.rs` has from one of the two.
        (
            &[("gjk/pair.rs", "use super::AtHand;"), ("gjk/at_hand.rs", "use super::Frame;")],
            "gjk: at_hand, pair",
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
                ("lanes/portable.rs", "use super::rows as r; fn p() { r::x() }"),
                ("lanes/rows.rs", "use super::Portable;"),
            ],
            "lanes: portable, rows",
        ),
    ];
    for (lines, circle) in planted {
        let found = sources(lines).circles();
        assert!(found.iter().any(|c| c == circle), "{circle} is not in {found:?}");
        assert_eq!(found.len(), CIRCLES.len() + 1, "{found:?}");
    }
}

#[test]
fn planted_names_of_glam_are_found() {
    let lines = [
        ("use glam::Vec3;", "gjk::turn names glam::Vec3"),
        ("use ::glam::{self as g};", "gjk::turn names glam"),
        ("use crate::glam::DVec3;", "gjk::turn names glam::DVec3"),
        ("use crate::vector::{Real, Vec3A};", "gjk::turn names glam::Vec3A"),
        ("use crate::DVec2 as Wide;", "gjk::turn names glam::DVec2"),
        (
            "use crate::vector; fn p() { vector::DMat3::IDENTITY; }",
            "gjk::turn names glam::DMat3::IDENTITY",
        ),
        ("fn p() { crate::vector::Quat::IDENTITY; }", "gjk::turn names glam::Quat::IDENTITY"),
        ("fn p() { glam::Vec2::ZERO; }", "gjk::turn names glam::Vec2::ZERO"),
        ("use crate::vector::*;", "gjk::turn takes all of vector"),
    ];
    for (line, expected) in lines {
        let found = sources(&[("gjk/turn.rs", line)]).namers_of_glam();
        assert!(found.iter().any(|f| f == expected), "{line}: {found:?}");
    }
    let found = sources(&[("polar.rs", "use crate::vector::Vec3;")]).namers_of_glam();
    assert_eq!(found, ["polar names glam::Vec3"], "of glam's names only DVec3 is allowed there");
}
