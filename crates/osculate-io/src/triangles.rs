//! Polygons as triangles, and triangles in the gaps of a surface.

use osculate::DVec3;
use std::collections::BTreeMap;

/// So many corners are held against ears. A polygon that takes more has thousands of corners, and is
/// cut as it comes.
const MOST_LOOKS: usize = 100_000_000;

/// The triangles of a polygon, which may have dents: each ear that is cut off is one. A polygon
/// that is not simple, or not flat, is covered as well as it can be.
pub fn triangles(corners: &[DVec3]) -> Vec<[usize; 3]> {
    let n = corners.len();
    if n < 3 {
        // A segment, or a point.
        return if n == 0 { Vec::new() } else { vec![[0, n - 1, n - 1]] };
    }
    let sum: DVec3 =
        (1..n - 1).map(|k| (corners[k] - corners[0]).cross(corners[k + 1] - corners[0])).sum();
    let side = |a, b, p| turn(corners, [a, b, p], sum);
    if (0..n).all(|k| side(k, (k + 1) % n, (k + 2) % n) >= 0.0) {
        return (1..n - 1).map(|k| [0, k, k + 1]).collect();
    }
    let mut left: Vec<usize> = (0..n).collect();
    let mut cut = Vec::with_capacity(n - 2);
    let mut looks = MOST_LOOKS;
    while left.len() > 3 {
        let m = left.len();
        let at = |k: usize| left[k % m];
        let mut is_ear = |k: usize| {
            let [i, j, l] = [at(k + m - 1), at(k), at(k + 1)];
            let holds = |&p: &usize| {
                let is_corner = [i, j, l].iter().any(|&c| corners[c] == corners[p]);
                !is_corner && side(i, j, p) >= 0.0 && side(j, l, p) >= 0.0 && side(l, i, p) >= 0.0
            };
            if looks == 0 {
                return true;
            }
            looks = looks.saturating_sub(m);
            side(i, j, l) > 0.0 && !left.iter().any(holds)
        };
        // Without an ear, as where corners are in one line, any corner will do.
        let ear = (1..=m).find(|&k| is_ear(k)).unwrap_or(1) % m;
        cut.push([at(ear + m - 1), at(ear), at(ear + 1)]);
        left.remove(ear);
    }
    cut.push([left[0], left[1], left[2]]);
    cut
}

/// On which side of the way from the first to the second the third is, seen from `up`.
fn turn(corners: &[DVec3], [i, j, p]: [usize; 3], up: DVec3) -> f64 {
    (corners[j] - corners[i]).cross(corners[p] - corners[i]).dot(up)
}

/// A gap is no wider than this share of the mesh: what single precision rounds, some ten units of
/// it. Such are where a corner lies in the edge of another triangle.
const NARROW: f64 = 1e-6;

/// Edges without a partner, as many as gaps are looked for between.
const MOST_EDGES: usize = 20_000;

/// Triangles that close the gaps of a surface, and how wide these are; `None` if one is wider than
/// rounding makes it.
pub fn gaps(points: &[DVec3], of: &[[u32; 3]]) -> Option<(Vec<[u32; 3]>, f64)> {
    let mut ways: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for triangle in of {
        for k in 0..3 {
            let (a, b) = (triangle[k], triangle[(k + 1) % 3]);
            if a != b {
                *ways.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
            }
        }
    }
    // The edges that lack: they go round in cycles.
    let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut count = 0;
    for ([a, b], ways) in ways {
        let (from, to) = if ways > 0 { (b, a) } else { (a, b) };
        let many = ways.unsigned_abs() as usize;
        next.entry(from).or_default().extend(std::iter::repeat_n(to, many));
        count += many;
    }
    next.retain(|_, to| !to.is_empty());
    if count > MOST_EDGES {
        return None;
    }
    let [low, high] = points
        .iter()
        .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| [low.min(*p), high.max(*p)]);
    let most = NARROW * (high - low).max_element();
    let (mut filled, mut widest) = (Vec::new(), 0.0f64);
    while let Some((&start, _)) = next.first_key_value() {
        let mut path = vec![start];
        while let Some(at) = path.last().copied() {
            let Some(to) = next.get_mut(&at).and_then(Vec::pop) else {
                // All edges of this corner are taken: it is where the cycle began.
                next.remove(&at);
                path.pop();
                continue;
            };
            let Some(from) = path.iter().position(|corner| *corner == to) else {
                path.push(to);
                continue;
            };
            let cycle = path.split_off(from + 1);
            for k in 1..cycle.len() {
                let triangle = [to, cycle[k - 1], cycle[k]];
                let width = height(triangle.map(|corner| points[corner as usize]));
                if width > most {
                    return None;
                }
                widest = widest.max(width);
                filled.push(triangle);
            }
        }
    }
    Some((filled, widest))
}

/// How high a triangle is over its longest side.
fn height([a, b, c]: [DVec3; 3]) -> f64 {
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    if longest > 0.0 { (b - a).cross(c - a).length() / longest } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(outline: &[[f64; 2]]) -> (usize, f64) {
        let corners: Vec<DVec3> = outline.iter().map(|p| DVec3::new(p[0], 3.0, p[1])).collect();
        let found = triangles(&corners);
        let area = |t: &[usize; 3]| {
            let [a, b, c] = t.map(|k| corners[k]);
            (b - a).cross(c - a).y / 2.0
        };
        assert!(found.iter().all(|t| area(t) <= 1e-12), "wound as the polygon is");
        (found.len(), -found.iter().map(area).sum::<f64>())
    }

    #[test]
    fn polygons_are_covered_dents_and_all() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        assert_eq!(covered(&square), (2, 4.0));
        let dented = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]];
        assert_eq!(covered(&dented), (3, 2.5));
        let comb = [
            [0.0, 0.0],
            [5.0, 0.0],
            [5.0, 3.0],
            [4.0, 3.0],
            [4.0, 1.0],
            [3.0, 1.0],
            [3.0, 3.0],
            [2.0, 3.0],
            [2.0, 1.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [0.0, 3.0],
        ];
        assert_eq!(covered(&comb), (10, 11.0));
        // Corners in one line.
        let straight = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        assert_eq!(covered(&straight), (3, 4.0));
    }

    /// The comb of which no ear is near the last one takes the square of its corners, at most.
    #[test]
    fn polygons_of_many_corners_take_no_time_without_end() {
        let start = std::time::Instant::now();
        let convex: Vec<[f64; 2]> = (0..200_000)
            .map(|k| (f64::from(k) / 2e5 * std::f64::consts::TAU).sin_cos())
            .map(|(y, x)| [x, y])
            .collect();
        assert_eq!(
            triangles(&convex.iter().map(|p| DVec3::new(p[0], p[1], 0.0)).collect::<Vec<_>>())
                .len(),
            199_998
        );
        let spiky: Vec<DVec3> = (0..20_000)
            .map(|k| {
                let (y, x) = (f64::from(k) / 2e4 * std::f64::consts::TAU).sin_cos();
                DVec3::new(x, y, 0.0) * if k % 2 == 0 { 1.0 } else { 0.5 }
            })
            .collect();
        assert_eq!(triangles(&spiky).len(), 19_998);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn what_has_no_area_is_a_triangle_all_the_same() {
        let at = |x: f64| DVec3::X * x;
        assert!(triangles(&[]).is_empty());
        assert_eq!(triangles(&[at(1.0)]), [[0, 0, 0]]);
        assert_eq!(triangles(&[at(1.0), at(2.0)]), [[0, 1, 1]]);
        assert_eq!(triangles(&[at(0.0), at(1.0), at(2.0), at(0.5)]).len(), 2);
    }

    #[test]
    fn gaps_beside_a_corner_in_an_edge_are_closed_and_wide_ones_are_not() {
        // A tetrahedron, of which one edge has a corner on one side only.
        let mut points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::X * 0.5];
        let sides = [[0, 2, 1], [0, 4, 3], [4, 1, 3], [0, 3, 2], [1, 2, 3]];
        let (filled, width) = gaps(&points, &sides).unwrap();
        assert_eq!((filled.len(), width), (1, 0.0));
        points[4].z = 1e-7;
        let (filled, width) = gaps(&points, &sides).unwrap();
        assert!(filled.len() == 1 && width > 0.0 && width < 1.1e-7, "{width}");
        points[4].z = 1e-5;
        assert!(gaps(&points, &sides).is_none());
        // A side that lacks is no gap.
        assert!(gaps(&points[..4], &[[0, 2, 1], [0, 1, 3], [0, 3, 2]]).is_none());
        assert_eq!(
            gaps(&points[..4], &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]),
            Some((vec![], 0.0))
        );
    }
}
