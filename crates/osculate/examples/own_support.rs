//! A shape of one's own is its support mapping: here a lens, the part that two balls share, and a
//! rounded superellipsoid. Every query takes them, at any pose and under any affine map.
//!
//! `cargo run --release --example own_support`

use osculate::shape::{Cuboid, Rounded};
use osculate::{Affine, Convex, DVec3, Place, Pose, Rotation, closest, from_fn, penetration};

/// All points within `radius` of both (0, 0, ±`offset`).
struct Lens {
    radius: f64,
    offset: f64,
}

impl Convex<DVec3> for Lens {
    fn core_support(&self, direction: DVec3) -> DVec3 {
        let unit = direction.normalize_or(DVec3::Z);
        // On the upper side it is the lower ball that ends the lens.
        let side = if unit.z < 0.0 { -1.0 } else { 1.0 };
        let on_ball = unit * self.radius - DVec3::Z * side * self.offset;
        if on_ball.z * side >= 0.0 {
            return on_ball;
        }
        // Beyond the rim, where the balls meet.
        let rim = (self.radius * self.radius - self.offset * self.offset).sqrt();
        DVec3::new(unit.x, unit.y, 0.0).normalize_or(DVec3::X) * rim
    }
}

fn main() -> Result<(), osculate::Error> {
    let lens = Lens { radius: 1.0, offset: 0.6 };
    // |x|⁴ + |y|⁴ + |z|⁴ ≤ 1, as a closure: along d the point whose coordinates are as ∛d.
    let block = from_fn(|d: DVec3| {
        let root = DVec3::new(d.x.cbrt(), d.y.cbrt(), d.z.cbrt());
        let fourth = root.to_array().iter().map(|x| x.powi(4)).sum::<f64>().powf(0.25);
        if fourth > 0.0 { root / fourth } else { DVec3::X }
    });
    let block = Rounded::new(block, 0.1)?;

    let turn = Rotation::from_axis_angle(DVec3::new(1.0, 1.0, 0.0), 0.7)?;
    let placed = lens.at(Pose::new(DVec3::new(0.3, 0.2, 2.5), turn)?);
    let gap = closest(placed, block);
    println!(
        "lens and block: {:.9} apart, between {:.3} and {:.3}",
        gap.distance.value, gap.on_a, gap.on_b
    );
    println!("  proved: between {:.15} and {:.15}", gap.distance.lower, gap.distance.upper);

    let table = Cuboid::new(DVec3::new(2.0, 2.0, 0.5))?;
    let sunk = block.at(Pose::from_translation(DVec3::new(0.0, 0.0, 1.4))?);
    if let Some(overlap) = penetration(sunk, table) {
        println!("block and table: {:.9} deep, along {:.3}", overlap.depth.value, overlap.normal);
    }

    let map = Affine::from_scale(DVec3::new(3.0, 1.0, 0.5))?;
    let stretched = lens.image(map)?;
    println!("a stretched lens reaches {:.6} along x", stretched.support(DVec3::X).x);
    Ok(())
}
