//! A space as the pages that explain show it: from the side, or as the page itself.

use crate::view::{Eye, Solid, samples};
use osculate::hull::{ConvexHull, convex_hull};
use osculate::{Convex, DVec2, DVec3, Facts};
use osculate_io::{FilePart, Turns};
use serde_json::{Value, json};

/// A space as the page shows it.
pub trait Shown: Turns {
    /// What looks at it.
    type Eye;
    /// To the right, up, and towards the eye.
    fn axes(eye: &Self::Eye) -> [[f64; 3]; 3];
    /// The corners of a hull, and its faces, counterclockwise from outside.
    fn solid(points: Vec<Self>) -> (Vec<[f64; 3]>, Vec<Vec<u32>>);
    /// To the right, down, towards the eye.
    fn seen(self, eye: &Self::Eye) -> [f64; 3];
    /// The faces of a hull that the eye sees, and how much light falls on each.
    fn outline(points: Vec<Self>, eye: &Self::Eye) -> Value;
    /// Points of a boundary, by its support mapping.
    fn around(support: impl Fn(Self) -> Self) -> Vec<Self>;
}

impl Shown for DVec3 {
    type Eye = Eye;

    fn axes(eye: &Eye) -> [[f64; 3]; 3] {
        [eye.right, eye.up, eye.back].map(Into::into)
    }

    fn solid(points: Vec<Self>) -> (Vec<[f64; 3]>, Vec<Vec<u32>>) {
        let Solid { points, faces, .. } = Solid::hull(points);
        (points.into_iter().map(Into::into).collect(), faces)
    }

    fn seen(self, eye: &Eye) -> [f64; 3] {
        eye.see(self).into()
    }

    fn outline(points: Vec<Self>, eye: &Eye) -> Value {
        let solid = Solid::hull(points);
        let light = (eye.back + eye.up).normalize();
        let seen = |i: &u32| solid.points[*i as usize].seen(eye);
        let before = solid.faces.iter().filter(|face| solid.normal(face).dot(eye.back) > 0.0);
        let (faces, shade): (Vec<Vec<[f64; 3]>>, Vec<f64>) = before
            .map(|face| (face.iter().map(seen).collect(), solid.normal(face).dot(light)))
            .unzip();
        json!({ "faces": faces, "shade": shade })
    }

    fn around(support: impl Fn(Self) -> Self) -> Vec<Self> {
        samples(support)
    }
}

/// Directions in which a curve of the plane is sampled.
const SAMPLES: u32 = 720;

impl Shown for DVec2 {
    /// The plane is the page.
    type Eye = ();

    fn axes((): &()) -> [[f64; 3]; 3] {
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    }

    fn solid(points: Vec<Self>) -> (Vec<[f64; 3]>, Vec<Vec<u32>>) {
        let corners = corners(&points).into_iter().map(|i| points[i as usize]);
        let corners: Vec<[f64; 3]> = corners.map(|p| [p.x, p.y, 0.0]).collect();
        let face = (0..corners.len() as u32).collect();
        (corners, vec![face])
    }

    fn seen(self, (): &()) -> [f64; 3] {
        [self.x, -self.y, 0.0]
    }

    fn outline(points: Vec<Self>, (): &()) -> Value {
        let corners = corners(&points);
        let face: Vec<_> = corners.iter().map(|i| points[*i as usize].seen(&())).collect();
        json!({ "faces": [face], "shade": [1.0] })
    }

    fn around(support: impl Fn(Self) -> Self) -> Vec<Self> {
        let turn = std::f64::consts::TAU / f64::from(SAMPLES);
        (0..SAMPLES).map(|k| support(Self::from_angle(turn * f64::from(k)))).collect()
    }
}

/// The corners of the hull of points of the plane, counterclockwise.
fn corners(points: &[DVec2]) -> Vec<u32> {
    match convex_hull(points) {
        Ok(ConvexHull::Polygon(corners)) => corners,
        Ok(ConvexHull::Segment(ends)) => ends.to_vec(),
        Ok(ConvexHull::Point(point)) => vec![point],
        _ => Vec::new(),
    }
}

/// The points that a part is the hull of, or so many of its boundary that it looks like it.
pub fn points_of<V: Shown>(part: &FilePart<V>) -> Vec<V> {
    match &part.corners {
        Some(corners) => corners.clone(),
        None => {
            let (origin, radius) = (part.shape.origin(), part.shape.rounding());
            V::around(|way| part.shape.core_support_from_origin(way) + origin + way * radius)
        }
    }
}
