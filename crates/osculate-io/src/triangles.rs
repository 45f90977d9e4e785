//! Polygons as triangles.

use osculate::DVec3;

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
    let mut left: Vec<usize> = (0..n).collect();
    let mut cut = Vec::with_capacity(n - 2);
    while left.len() > 3 {
        let m = left.len();
        let at = |k: usize| left[k % m];
        let is_ear = |k: usize| {
            let [i, j, l] = [at(k + m - 1), at(k), at(k + 1)];
            let side = |a, b, p| turn(corners, [a, b, p], sum);
            let holds = |&p: &usize| {
                let is_corner = [i, j, l].iter().any(|&c| corners[c] == corners[p]);
                !is_corner && side(i, j, p) >= 0.0 && side(j, l, p) >= 0.0 && side(l, i, p) >= 0.0
            };
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

    #[test]
    fn what_has_no_area_is_a_triangle_all_the_same() {
        let at = |x: f64| DVec3::X * x;
        assert!(triangles(&[]).is_empty());
        assert_eq!(triangles(&[at(1.0)]), [[0, 0, 0]]);
        assert_eq!(triangles(&[at(1.0), at(2.0)]), [[0, 1, 1]]);
        assert_eq!(triangles(&[at(0.0), at(1.0), at(2.0), at(0.5)]).len(), 2);
    }
}
