//! The hull of points on standard input, as `rbox` writes them: corners, volume, and milliseconds
//! to find it.

use osculate::DVec3;
use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::Polytope;
use std::time::Instant;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).expect("points on standard input");
    let points: Vec<DVec3> = text
        .lines()
        .skip(2)
        .map(|line| {
            let numbers: Vec<f64> =
                line.split_whitespace().map(|x| x.parse().expect("a number")).collect();
            DVec3::from_slice(&numbers)
        })
        .collect();
    let start = Instant::now();
    let hull = convex_hull(&points).expect("finite points");
    let elapsed = start.elapsed().as_secs_f64();
    let ConvexHull::Polytope(_) = hull else { return println!("flat: {hull:?}") };
    let polytope = Polytope::from_points(&points).expect("they span space");
    println!("{} {:.10e} {elapsed:.5}", polytope.vertices().len(), polytope.mass().volume);
}
