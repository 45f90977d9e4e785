//! Two rings of a chain, as meshes: how much play they have, and when they clash.
//! `cargo run --release --example linked_rings`
//!
//! The hull of a ring is a disc without a hole. So with hulls linked rings clash wherever they are;
//! as meshes they have the play that one feels.

use osculate::{Body, ContactSearch, DVec3, Error, Pose, Ray, Rotation};

/// A ring about the y axis, of wire with this radius: so many facets along the ring, and round it.
fn ring(radius: f64, wire: f64, [along, round]: [u32; 2]) -> Result<Body<DVec3>, Error> {
    let angle = |k: u32, of: u32| f64::from(k) / f64::from(of) * std::f64::consts::TAU;
    let corner = |i: u32, j: u32| {
        let ((sin, cos), (up, out)) = (angle(i, along).sin_cos(), angle(j, round).sin_cos());
        let reach = radius + wire * out;
        DVec3::new(reach * cos, wire * up, reach * sin)
    };
    let name = |i: u32, j: u32| (i % along) * round + j % round;
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..along {
        for j in 0..round {
            corners.push(corner(i, j));
            triangles.push([name(i, j), name(i, j + 1), name(i + 1, j)]);
            triangles.push([name(i + 1, j), name(i, j + 1), name(i + 1, j + 1)]);
        }
    }
    Body::from_mesh(&corners, &triangles)
}

fn main() -> Result<(), Error> {
    let ring = ring(1.0, 0.1, [120, 24])?;
    println!("A ring has {} triangles.", ring.part_count());
    // The second ring stands upright in the first one's hole.
    let upright = Rotation::from_axis_angle(DVec3::X, std::f64::consts::FRAC_PI_2)?;
    let first = ring.at(Pose::IDENTITY);
    for pull in [1.0, 1.4, 1.75, 1.85] {
        let pose = Pose::new(DVec3::X * pull, upright)?;
        let second = ring.at(pose);
        let gap = first.distance(&second);
        if first.intersects(&second) {
            let touching = first.contacts(&second, &ContactSearch::within(0.0));
            println!("pulled by {pull}: they clash, in {} pairs of triangles", touching.len());
            assert!(gap.lower <= 0.0 && !touching.is_empty());
        } else {
            let [a, b] = first.closest(&second).parts;
            println!("pulled by {pull}: clear by {gap:.4}, at triangles {a} and {b}");
            assert!(gap.lower > 0.0);
        }
    }
    // Through the hole, and on the wire.
    let down = |x: f64| Ray::new(DVec3::new(x, 5.0, 0.02), DVec3::NEG_Y);
    assert!(first.ray_first(&down(0.0)?).is_none());
    assert_eq!(first.ray_all(&down(1.003)?).len(), 2);
    Ok(())
}
