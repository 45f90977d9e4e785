//! The numbers of the contract: how wide a bracket is, and when a query gives up.
//!
//! L is the distance of the origins and the extents of both shapes in sum, ε the machine epsilon of
//! the scalar. `docs/numerics.md` derives each number.

/// How many ε · L the rounding of a support point can be: each bracket is widened by it on both
/// sides.
///
/// At the very worst an upper bound is off by 6 of these. A lower bound would be off by more if all
/// roundings of a vertex, of its direction and of the choice were at their largest at once; the
/// worst that a search has found is 2 (`docs/numerics.md`, All terms of the band).
pub const BAND: f64 = 9.0;

/// The same among the least numbers there are, in units of the least, where a product is off by
/// half of one however short it is.
///
/// A rotated coordinate is off by 1.5, a vertex by 1.5 √3 ≈ 2.6, those of two shapes by 5.2. Twice
/// that has room for a pose in a pose, and the rest for the way between the origins and back to the
/// user's units.
pub const LEAST_BAND: f64 = 12.0;

/// How many ε · L wide the brackets of polytopes are computed to: what remains below the contract's
/// 32 when the band is added on both sides, once for the distance and once for the depth of shapes
/// that may be either.
pub const FLAT_WIDTH: f64 = 7.0;

/// How wide the brackets of curved shapes that are apart are computed to, as a share of L: a
/// quarter of the contract's 1e-12.
pub const CURVED_WIDTH: f64 = 2.5e-13;

/// How wide the brackets of curved depths are computed to, as a share of L, and at least in ε · L:
/// a twentieth of the contract's 1e-9 in double precision, a quarter of its 2e-5 in single.
pub const CURVED_DEPTH_WIDTH: (f64, f64) = (5e-11, 40.0);

/// What is as far apart as the band is wide, but for this share of it, might touch. That is for one
/// method to say, so every other method leaves it to GJK.
pub const DOUBT: f64 = 0.3;

/// How many widths of a depth's bracket a pair may be off zero that is in doubt of being apart. Of a
/// million curved pairs just apart, brackets that rounding left open were at most a fifth as wide.
pub const DOUBTED_WIDTHS: f64 = 8.0;

/// Support calls after which GJK returns the bracket that it has. Exact arithmetic needed 9 on 760
/// hard pairs of polytopes; curved shapes need about 4 a digit.
pub const GJK_STEPS: u32 = 64;

/// After so many of these, the careful tier takes over.
pub const FIRST_TIER_STEPS: u32 = 40;

/// Support calls after which an expansion returns the bracket that it has.
///
/// Of curved shapes whose depth is nearly the same in all directions of a circle or a sphere, the
/// polytope needs corners all round. With so many the bracket stays up to 1 − cos(π/124) = 3e-4 of
/// the radius wide for a circle, of which each end of a cylinder has half of the corners, and 1e-2
/// for a sphere, of which 496 triangles are that far off. Balls, and cylinders, cones and capsules
/// about parallel axes, have closed forms instead. Nearly parallel ones and ellipsoids have not.
pub const EXPANSION_STEPS: u32 = 248;

/// How many axes are tried to prove that two sets touch.
pub const TOUCHING_AXES: u32 = 6;
