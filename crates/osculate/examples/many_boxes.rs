//! Boxes that all move a little each frame, and the pairs of them that meet: what a frame of the
//! tree costs for each box. The number of boxes may be given.

use std::time::Instant;

use osculate::{Aabb, Vec3, scene::BoxTree};

const FRAMES: u32 = 40;

/// A small generator with a fixed seed.
struct Random(u64);

impl Random {
    /// Between −1 and 1.
    fn signed(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(10_000), |n| n.parse())?;
    let mut random = Random(5);
    let halves: Vec<Vec3> = (0..count).map(|_| Vec3::splat(0.5) + random.vector() * 0.3).collect();
    // One part in twenty of the cube is filled.
    let volume: f32 = halves.iter().map(|half| 8.0 * half.element_product()).sum();
    let side = (volume / 0.05).cbrt();
    let mut centers: Vec<Vec3> = halves.iter().map(|_| random.vector() * (side / 2.0)).collect();
    let mut tree = BoxTree::new();
    let mut boxes = Vec::new();
    let mut times: Vec<[f64; 2]> = Vec::new();
    let mut met = 0;
    for _ in 0..FRAMES {
        boxes.clear();
        for (center, &half) in centers.iter_mut().zip(&halves) {
            *center += random.vector() * 0.05;
            boxes.push(Aabb::new(*center - half, *center + half)?);
        }
        let start = Instant::now();
        tree.rebuild(&boxes);
        let built = start.elapsed();
        met = tree.pairs(0.0).len();
        let both = start.elapsed();
        times.push([built, both].map(|t| t.as_secs_f64() * 1e9 / count as f64));
    }
    times.sort_by(|a, b| a[1].total_cmp(&b[1]));
    let [built, both] = times[times.len() / 2];
    println!("{count} boxes, {met} pairs that meet");
    println!("a frame: {both:.1} ns a box, {built:.1} of them for the tree");
    println!("memory: {} bytes a box", tree.heap_bytes() / count.max(1));
    Ok(())
}
