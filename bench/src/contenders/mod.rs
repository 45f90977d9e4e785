//! A contender is one file: it turns a workload into its own shapes and poses, and answers the
//! queries it has.
//!
//! Fairness. All are built in one process with the same optimisation. Shapes are built before the
//! clock runs; poses are the world's, and what a contender derives from them (a relative pose,
//! turned vertices) is on the clock. Tolerances are each one's defaults.

pub mod box2d;
pub mod box3d;
pub mod box3d_tree;
pub mod climbing;
#[cfg(feature = "debian")]
mod debian;
#[cfg(any(feature = "debian", feature = "coal"))]
mod mesh_peers;
pub mod meshes;
pub mod moving;
pub mod ours;
mod paper_003;
pub mod parry;
pub mod segments;
pub mod separating_axes;
pub mod touching;

use crate::harness::{Contender, Options, Query, Run};

/// Two convex polygons, counterclockwise, at their turns; the first at the origin.
pub struct PlanarPair {
    pub corners: [Vec<[f32; 2]>; 2],
    /// Radians.
    pub turns: [f32; 2],
    pub at: [f32; 2],
}

/// Two hulls of a shared list, their quaternions, and where the second is.
pub struct SpatialPair {
    pub hulls: [usize; 2],
    pub turns: [[f32; 4]; 2],
    pub at: [f32; 3],
}

/// Numbers are single precision, so that every contender is given the same ones.
pub struct Spatial {
    pub hulls: Vec<Vec<[f32; 3]>>,
    pub pairs: Vec<SpatialPair>,
}

/// What a world has two of.
pub enum Thing {
    /// The surface of a mesh.
    Mesh { points: Vec<[f32; 3]>, triangles: Vec<[u32; 3]> },
    /// By its half extents.
    Box([f32; 3]),
    /// By its radius.
    Ball(f32),
    /// Of points.
    Hull(Vec<[f32; 3]>),
    /// A body of hulls.
    Hulls(Vec<Vec<[f32; 3]>>),
}

/// Two things, and their poses, each a quaternion and a place.
pub struct Worlds {
    pub things: [Thing; 2],
    pub poses: Vec<[([f32; 4], [f32; 3]); 2]>,
}

type Planar = [PlanarPair];
type Offer<W> = for<'w> fn(&'w W, Query) -> Option<Run<'w>>;

/// Contenders that the feature `debian` brings.
pub const DEBIAN: [&str; 5] = ["fcl", "bullet", "libccd", "libccd mpr", "box2d 2.4"];

const PLANAR: &[(&str, Offer<Planar>)] = &[
    ("ours", ours::planar::<osculate::Vec2>),
    ("ours f64", ours::planar::<osculate::DVec2>),
    ("ours warm", ours::planar_warm),
    ("ours climbing", climbing::planar),
    ("paper 003", paper_003::scanning),
    ("paper 003 four cases", paper_003::ordered),
    ("paper 003 first vertex", paper_003::first_vertex),
    ("paper 003 fixed start", paper_003::fixed),
    ("paper 003 climbing", paper_003::climbing),
    ("paper 003 climbing warm", paper_003::climbing_warm),
    ("parry", parry::single::planar),
    ("parry f64", parry::double::planar),
    ("box2d", box2d::planar),
    ("sat", separating_axes::planar),
    ("sat intervals", separating_axes::intervals),
    ("segments", segments::planar),
    #[cfg(feature = "debian")]
    ("box2d 2.4", debian::box2d_2),
    #[cfg(feature = "debian")]
    ("fcl", debian::planar_fcl),
    #[cfg(feature = "debian")]
    ("bullet", debian::planar_bullet),
    #[cfg(feature = "debian")]
    ("libccd", debian::planar_libccd),
    #[cfg(feature = "debian")]
    ("libccd mpr", debian::planar_libccd_mpr),
];

const SPATIAL: &[(&str, Offer<Spatial>)] = &[
    ("ours", ours::spatial::<osculate::Vec3A>),
    ("ours f64", ours::spatial::<osculate::DVec3>),
    ("ours warm", ours::spatial_warm),
    ("parry", parry::single::spatial),
    ("parry f64", parry::double::spatial),
    ("box3d", box3d::spatial),
    #[cfg(feature = "debian")]
    ("fcl", debian::fcl),
    #[cfg(feature = "debian")]
    ("bullet", debian::bullet),
    #[cfg(feature = "debian")]
    ("libccd", debian::libccd),
    #[cfg(feature = "debian")]
    ("libccd mpr", debian::libccd_mpr),
];

fn offers<'w, W: ?Sized>(
    table: &[(&'static str, Offer<W>)],
    workload: &'w W,
    query: Query,
    options: &Options,
) -> Vec<Contender<'w>> {
    let wanted = table.iter().filter(|(name, _)| options.wants(name));
    wanted
        .filter_map(|&(name, offer)| {
            let judged = !name.ends_with("warm");
            Some(Contender { name, run: offer(workload, query)?, judged })
        })
        .collect()
}

pub fn planar<'w>(pairs: &'w Planar, query: Query, options: &Options) -> Vec<Contender<'w>> {
    offers(PLANAR, pairs, query, options)
}

/// Those of single precision that keep nothing of a pair: for a million of them.
pub fn spatial_cold<'w>(
    workload: &'w Spatial,
    query: Query,
    options: &Options,
) -> Vec<Contender<'w>> {
    let is_cold = |name: &str| ["ours", "parry", "box3d"].contains(&name);
    let table: Vec<_> = SPATIAL.iter().filter(|(name, _)| is_cold(name)).copied().collect();
    offers(&table, workload, query, options)
}

pub fn spatial<'w>(workload: &'w Spatial, query: Query, options: &Options) -> Vec<Contender<'w>> {
    offers(SPATIAL, workload, query, options)
}
