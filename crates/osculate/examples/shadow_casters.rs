//! Which boxes outside the view throw a shadow into it? A use of paper 001's query: the view swept
//! toward the light is convex, and one query object asks it about many shapes.
//!
//! `cargo run --release --example shadow_casters`

use osculate::shape::{Cuboid, Frustum, Swept};
use osculate::{OneToMany, Place, Pose, Vec3, intersects};

fn main() -> Result<(), osculate::Error> {
    // A perspective of 60 degrees that looks along −z from the origin, square, from 0.1 to 60, its
    // depths from 0 to 1. Rows of the matrix.
    let (near, far) = (0.1, 60.0);
    let height = 1.0 / (30.0f32).to_radians().tan();
    let projection = [
        [height, 0.0, 0.0, 0.0],
        [0.0, height, 0.0, 0.0],
        [0.0, 0.0, far / (near - far), near * far / (near - far)],
        [0.0, 0.0, -1.0, 0.0],
    ];
    let frustum = Frustum::<Vec3>::from_view_projection(projection, 0.0, 1.0)?;
    // The way of the light, and how far its shadows are drawn. A point throws its shadow into the
    // view if it is in the view moved against the light, by any part of that way.
    let light = Vec3::new(1.0, -1.0, 0.0);
    let reach = 40.0;
    let lit = Swept::new(frustum, -light.normalize() * reach)?;

    let (mut view, mut shadows) = (OneToMany::new(frustum), OneToMany::new(lit));
    let crate_ = Cuboid::new(Vec3::splat(0.5))?;
    let (mut seen, mut casters, mut all) = (0, 0, 0);
    let mut map = vec![String::new(); 24];
    for (row, line) in map.iter_mut().enumerate() {
        for column in 0..48 {
            for level in 0..8 {
                let place = [4.0 * column as f32 - 94.0, 4.0 * level as f32, -3.0 * row as f32];
                let crate_ = crate_.at(Pose::from_translation(Vec3::from(place))?);
                let is_seen = view.against(crate_).intersects();
                let is_caster = !is_seen && shadows.against(crate_).intersects();
                // The same asked the other way round: the crate's shadow, and the view.
                let shadow = Swept::new(crate_, light.normalize() * reach)?;
                assert_eq!(is_seen || is_caster, intersects(shadow, frustum), "{place:?}");
                all += 1;
                seen += i32::from(is_seen);
                casters += i32::from(is_caster);
                if level == 1 {
                    line.push(if is_seen {
                        '#'
                    } else if is_caster {
                        '+'
                    } else {
                        '.'
                    });
                }
            }
        }
    }
    println!("the crates 4 above the eye, seen from above; the light comes from the left:");
    map.iter().rev().for_each(|line| println!("{line}"));
    println!("#: in the view; +: out of it, and to be drawn into its shadow map; .: neither");
    println!("of {all} crates {seen} are seen, and {casters} more throw shadows into the view");
    Ok(())
}
