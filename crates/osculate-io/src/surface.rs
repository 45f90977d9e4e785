//! The surface of a hull: what a mesh is held against, to see what it lacks of it.

use osculate::DVec3;
use osculate::hull::{ConvexHull, convex_hull};

/// A hull's surface, as far as a mesh is held against it.
pub struct Surface {
    /// The normals and offsets of its faces.
    pub planes: Vec<(DVec3, f64)>,
    pub area: f64,
    pub volume: f64,
    /// The largest face's.
    normal: DVec3,
}

/// A face counts as a plane if it is as high as so many roundings at the size 1: its normal is
/// right to a millionth then. What is left out is a sliver between others.
const SURE: f64 = (1 << 20) as f64 * f64::EPSILON;

impl Surface {
    /// Of points of the size 1; `None` if they lie in one line.
    pub fn around(points: &[DVec3]) -> Option<Self> {
        let at = |face: &[u32]| face.iter().map(|i| points[*i as usize]).collect::<Vec<_>>();
        let faces: Vec<Vec<DVec3>> = match convex_hull(points) {
            Ok(ConvexHull::Polytope(faces)) => faces.iter().map(at).collect(),
            // Of two sides, as a polytope that is all but flat.
            Ok(ConvexHull::Polygon(face)) => vec![at(&face), at(&face).into_iter().rev().collect()],
            _ => return None,
        };
        let mut found = Self { planes: Vec::new(), area: 0.0, volume: 0.0, normal: DVec3::ZERO };
        let (center, mut largest) = (points[0], 0.0);
        for face in &faces {
            let (area, length) = (area(face), perimeter(face));
            found.area += area.length();
            found.volume += (face[0] - center).dot(area) / 3.0;
            let Some(normal) = area.try_normalize() else { continue };
            if area.length() > largest {
                (largest, found.normal) = (area.length(), normal);
            }
            if area.length() >= 0.25 * SURE * length {
                found.planes.push((normal, normal.dot(face[0])));
            }
        }
        Some(found)
    }

    /// The normal of a hull that is no thicker than this, if it is so thin.
    pub fn flat_along(&self, points: &[DVec3], thickness: f64) -> Option<DVec3> {
        let reach = points.iter().map(|p| self.normal.dot(*p));
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = reach.fold(start, |(low, high), x| (low.min(x), high.max(x)));
        (high - low <= thickness).then_some(self.normal)
    }

    /// How far a point is behind the nearest face.
    pub fn depth(&self, p: DVec3) -> f64 {
        let depths = self.planes.iter().map(|(normal, offset)| offset - normal.dot(p));
        depths.fold(f64::INFINITY, f64::min)
    }
}

/// If all sides of a cube about a ball of radius r reach out by e, its area grows by 28 times r · e,
/// and its volume by 8 times r² · e. Corners that are one to `PRECISION` reach out by half of it.
pub const GROWTH: f64 = 16.0;

/// Whether an amount is another once or several times, within a doubt of each.
pub fn is_multiple(amount: f64, of: f64, doubt: f64) -> bool {
    let times = (amount / of).round().max(1.0);
    (amount - times * of).abs() <= times * doubt
}

/// The area of a polygon along each axis.
pub fn area(corners: &[DVec3]) -> DVec3 {
    let Some(first) = corners.first() else { return DVec3::ZERO };
    0.5 * corners.windows(2).map(|p| (p[0] - first).cross(p[1] - first)).sum::<DVec3>()
}

fn perimeter(corners: &[DVec3]) -> f64 {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    ends.map(|(p, q)| p.distance(*q)).sum()
}

/// The volume between a polygon and the origin.
pub fn volume(corners: &[DVec3]) -> f64 {
    corners.first().map_or(0.0, |first| first.dot(area(corners)) / 3.0)
}
