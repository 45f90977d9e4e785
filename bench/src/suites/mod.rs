//! A suite is a list of cases: workloads, and what is asked of them.

pub mod barycode;
pub mod batch;
pub mod bodies;
pub mod building;
pub mod contacts;
pub mod experiment;
pub mod hulls;
pub mod meshes;
pub mod motion;
pub mod primitives;
pub mod scene;
pub mod sizes;
pub mod solvers;

use crate::harness::Case;

pub struct Suite {
    pub name: &'static str,
    pub about: &'static str,
    pub cases: fn() -> Vec<Case>,
}

pub const ALL: [Suite; 13] = [
    Suite {
        name: "barycode",
        about: "paper 003: random convex polygons of 4 to 24 vertices in the plane",
        cases: barycode::cases,
    },
    Suite {
        name: "batch",
        about: "ten thousand pairs of four shapes, and a million of 256, at once and one by one",
        cases: batch::cases,
    },
    Suite {
        name: "bodies",
        about: "hulls off their origin, flat, long and of machine parts, in space",
        cases: bodies::cases,
    },
    Suite {
        name: "building",
        about: "convex hulls of points; the answer is the number of faces",
        cases: building::cases,
    },
    Suite {
        name: "contacts",
        about: "contact points, cold and kept from pose to pose; missing are contacts not found",
        cases: contacts::cases,
    },
    Suite {
        name: "experiment",
        about: "paper 000, appendix B: polyhedra that move in a cube, frame by frame",
        cases: experiment::cases,
    },
    Suite {
        name: "hulls",
        about: "hulls of 8 to 4,096 points of a sphere, in space",
        cases: hulls::cases,
    },
    Suite {
        name: "meshes",
        about: "rings of triangles beside, through and in one another, and beside convex shapes",
        cases: meshes::cases,
    },
    Suite {
        name: "motion",
        about: "casts, times of impact and rays; missing are hits not found, wrong are late ones",
        cases: motion::cases,
    },
    Suite {
        name: "scene",
        about: "frames of a world of bodies; the answer is how many pairs, points or hits",
        cases: scene::cases,
    },
    Suite {
        name: "sizes",
        about: "hulls of 64 and of 1,024 points of a sphere in turns, cold and tracked",
        cases: sizes::cases,
    },
    Suite {
        name: "primitives",
        about: "every pair of ball, capsule, cuboid, cone, cylinder and ellipsoid",
        cases: primitives::cases,
    },
    Suite {
        name: "solvers",
        about: "the nearest point of a simplex; the error is of its distance, in sizes of the simplex",
        cases: solvers::cases,
    },
];
