//! Meshes that are not convex are what they are: solids that know what is inside, or surfaces.

mod support;

use osculate::shape::Ball;
use osculate::{Body, DVec3, Pose};
use osculate_io::{FileBody, FileScene, PartOf};
use support::{Folder, scene};

/// A block from one corner to another, as the lines of an OBJ file.
fn block(low: [f64; 3], high: [f64; 3], before: usize, is_turned: bool) -> String {
    let mut text = String::new();
    for k in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|i| if k >> i & 1 == 1 { high[i] } else { low[i] });
        text += &format!("v {x} {y} {z}\n");
    }
    for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    {
        let mut quad = quad.map(|k| k + 1 + before);
        if is_turned {
            quad.reverse();
        }
        text += &format!("f {} {} {} {}\n", quad[0], quad[1], quad[2], quad[3]);
    }
    text
}

/// A channel along z: a U of which the bottom and both sides are 1 thick, its faces polygons.
fn channel() -> String {
    let outline =
        [[0, 0], [5, 0], [5, 3], [4, 3], [4, 1], [1, 1], [1, 3], [0, 3]].map(|[x, y]| (x, y));
    let mut text = String::new();
    for z in [0, 6] {
        for (x, y) in outline {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    let n = outline.len();
    let back: Vec<String> = (1..=n).rev().map(|k| k.to_string()).collect();
    let front: Vec<String> = (n + 1..=2 * n).map(|k| k.to_string()).collect();
    text += &format!("f {}\nf {}\n", back.join(" "), front.join(" "));
    for k in 0..n {
        let (a, b) = (k + 1, (k + 1) % n + 1);
        text += &format!("f {a} {b} {} {}\n", b + n, a + n);
    }
    text
}

fn only(scene: &FileScene) -> &FileBody {
    assert_eq!(scene.bodies.len(), 1);
    &scene.bodies[0]
}

/// Whether a speck at a point touches a body.
fn touches(body: &FileBody, at: [f64; 3]) -> bool {
    let speck = Body::new(Ball::new(0.01).unwrap());
    let at = Pose::from_translation(DVec3::from_array(at)).unwrap();
    body.body().at(Pose::IDENTITY).intersects(&speck.at(at))
}

#[test]
fn a_channel_is_hollow_and_its_walls_are_not() {
    let folder = Folder::new();
    let scene = folder.scene("channel.obj", &channel());
    let body = only(&scene);
    assert!(body.parts.is_empty() && body.assumed.is_empty(), "{:?}", body.assumed);
    assert!(body.meshes[0].is_solid);
    for (at, is_in) in [
        ([2.5, 2.0, 3.0], false),
        ([2.5, 0.5, 3.0], true),
        ([0.5, 2.0, 3.0], true),
        ([4.5, 2.0, 3.0], true),
        ([2.5, 0.5, 6.5], false),
    ] {
        assert_eq!(touches(body, at), is_in, "{at:?}");
    }
    let whole = body.body();
    let near = whole.at(Pose::IDENTITY);
    let speck = Body::new(Ball::new(0.0).unwrap());
    let at = Pose::from_translation(DVec3::new(2.5, 2.0, 3.0)).unwrap();
    assert!(near.distance(&speck.at(at)).contains(1.0));
    // The scene of the library has the same.
    let (mut world, _) = scene.to_scene();
    world.add(speck.clone(), Pose::from_translation(DVec3::new(2.5, 0.5, 3.0)).unwrap());
    world.add(speck, at);
    world.step();
    assert_eq!(world.touching().len(), 1);
}

#[test]
fn a_cavity_is_no_part_of_a_solid() {
    let folder = Folder::new();
    let outer = block([0.0; 3], [4.0; 3], 0, false);
    let hollow = outer.clone() + &block([1.0; 3], [3.0; 3], 8, true);
    let scene = folder.scene("hollow.obj", &hollow);
    let body = only(&scene);
    assert!(touches(body, [0.5, 2.0, 2.0]) && !touches(body, [2.0; 3]));
    // Two blocks side by side are convex parts.
    let twice = outer + &block([5.0; 3], [6.0; 3], 8, false);
    let scene = folder.scene("twice.obj", &twice);
    let body = only(&scene);
    assert_eq!((body.parts.len(), body.meshes.len()), (2, 0));
    assert!(touches(body, [2.0; 3]) && touches(body, [5.5; 3]) && !touches(body, [4.5; 3]));
}

#[test]
fn what_does_not_close_is_a_surface_and_is_told() {
    let folder = Folder::new();
    // A trough without its ends.
    let ends = ["f 8 7 6 5 4 3 2 1\n", "f 9 10 11 12 13 14 15 16\n"];
    let open = ends.iter().fold(channel(), |text, end| text.replace(end, ""));
    let scene = folder.scene("open.obj", &open);
    let body = only(&scene);
    assert!(!body.meshes[0].is_solid);
    assert_eq!(
        body.assumed,
        ["its surface does not close, or is not wound one way: what lies inside is not seen"]
    );
    assert!(!touches(body, [2.5, 0.5, 3.0]) && touches(body, [2.5, 1.0, 3.0]));
    // Beside a solid it is counted, and the solid stays one.
    let second = block([10.0; 3], [12.0; 3], 16, false);
    let dented = second.replace("v 12 12 12", "v 10.5 10.5 10.5");
    let scene = folder.scene("both.obj", &(open + &dented));
    let body = only(&scene);
    assert_eq!(body.meshes.iter().map(|mesh| mesh.is_solid).collect::<Vec<_>>(), [true, false]);
    assert_eq!(
        body.assumed,
        ["of 2 pieces 1 do not close, or are not wound one way: what lies inside is not seen"]
    );
    assert!(touches(body, [10.2; 3]) && !touches(body, [11.8; 3]));
}

/// A corner in an edge leaves a gap of no width, or of what single precision rounds.
#[test]
fn narrow_gaps_are_closed_and_told() {
    let folder = Folder::new();
    // The channel with a corner in its first edge, which the back alone has.
    let with = |x: f64, y: f64| {
        let text = channel().replace("f 8 7 6 5 4 3 2 1\n", "f 8 7 6 5 4 3 2 17 1\n");
        let (corners, faces) = text.split_at(text.find('f').unwrap());
        format!("{corners}v {x} {y} 0\n{faces}")
    };
    for (y, wanted) in [(0.0, None), (1e-7, Some("gaps of up to 1.0e-7 are closed"))] {
        let scene = folder.scene("gap.obj", &with(2.5, y));
        let body = only(&scene);
        assert_eq!(body.assumed, wanted.into_iter().collect::<Vec<_>>());
        assert!(body.meshes[0].is_solid && touches(body, [2.5, 0.5, 3.0]));
    }
}

/// What is joined moves, and distances are off by as much. So it is told, and done only if it
/// makes a solid of it.
#[test]
fn corners_that_are_joined_are_told() {
    let folder = Folder::new();
    // One wall has its own corners, a little off.
    let text = channel();
    let off = text.replace("f 1 2 10 9\n", "f 17 18 10 9\n");
    assert_ne!(off, text);
    let (corners, faces) = off.split_at(off.find('f').unwrap());
    let off = format!("{corners}v 0.00002 0 0\nv 5 0 0.00002\n{faces}");
    let scene = folder.scene("off.obj", &off);
    let body = only(&scene);
    assert!(body.meshes[0].is_solid, "{:?}", body.assumed);
    assert_eq!(
        body.assumed,
        ["corners up to 2.0e-5 apart are joined, and distances off by as much"]
    );
}

/// A hull stands for what it is, and for nothing else: a hair's dent is a mesh.
#[test]
fn a_hull_stands_for_convex_meshes_alone() {
    let folder = Folder::new();
    for (dent, is_hull) in [(0.0f64, true), (1e-9, false), (1e-6, false), (1e-3, false)] {
        // A block whose top has a corner in its middle, pressed in.
        let block = block([-1.0; 3], [1.0; 3], 0, false)
            .replace("f 5 6 8 7\n", "f 5 6 9\nf 6 8 9\nf 8 7 9\nf 7 5 9\n");
        let (corners, faces) = block.split_at(block.find('f').unwrap());
        let text = format!("{corners}v 0 0 {}\n{faces}", 1.0 - dent);
        let scene = folder.scene("dent.obj", &text);
        let body = only(&scene);
        assert_eq!((body.parts.len(), body.meshes.len()), if is_hull { (1, 0) } else { (0, 1) });
        assert!(body.assumed.is_empty(), "{dent}: {:?}", body.assumed);
        let speck = Body::new(Ball::new(0.0).unwrap());
        let above = Pose::from_translation(DVec3::Z * 2.0).unwrap();
        let far = body.body().at(Pose::IDENTITY).distance(&speck.at(above));
        // Over the dent the nearest point is on its slope.
        let expected = (1.0 + dent) / (1.0 + dent * dent).sqrt();
        assert!((far.value - expected).abs() < 1e-14, "{dent}: {far:?}");
    }
}

/// Parts are numbered as the library numbers them: shapes, triangles of solids, other triangles.
#[test]
fn each_part_of_the_body_is_found_in_the_file() {
    let folder = Folder::new();
    let text = channel() + &block([10.0; 3], [12.0; 3], 16, false);
    let scene = scene(&folder.write("parts.obj", text));
    let body = only(&scene);
    let whole = body.body();
    assert_eq!(body.part_of(0), Some(PartOf::Part(0)));
    assert_eq!(body.part_of(whole.part_count()), None);
    for part in 0..whole.part_count() {
        let own = whole.part(part as u32).unwrap();
        let known = body.convex_part(part).unwrap();
        match body.part_of(part).unwrap() {
            PartOf::Part(_) => assert!(own.shape().is_some()),
            PartOf::Triangle(..) => {
                assert_eq!(own.corners().unwrap().to_vec(), known.corners.unwrap());
            }
        }
    }
}
