//! What a mesh comes to: its connected pieces, however its corners are rounded, and what is said of
//! pieces that are not what their hulls are.

mod support;

use osculate::DVec3;
use osculate::glam::DQuat;
use osculate_io::{FileBody, FileScene};
use std::path::PathBuf;
use support::{Folder, scene_in_pieces as scene};

type Triangle = [DVec3; 3];

/// Numbers from −1 to 1, the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

/// The sides of a cuboid, each as a polygon, counterclockwise from outside.
const SIDES: [[usize; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

fn cuboid(low: DVec3, high: DVec3) -> Vec<Triangle> {
    let corner = |k: usize| {
        let pick = |axis: usize| if k >> axis & 1 == 0 { low[axis] } else { high[axis] };
        DVec3::new(pick(0), pick(1), pick(2))
    };
    let fan = |side: &[usize; 4]| {
        let [a, b, c, d] = side.map(corner);
        [[a, b, c], [a, c, d]]
    };
    SIDES.iter().flat_map(fan).collect()
}

/// Strips between rows of points: each square of them as two triangles.
fn strips(rows: &[Vec<DVec3>]) -> Vec<Triangle> {
    let between = |pair: &[Vec<DVec3>]| {
        let square = |k: usize| {
            let [a, b, c, d] = [pair[0][k], pair[0][k + 1], pair[1][k + 1], pair[1][k]];
            [[a, b, c], [a, c, d]]
        };
        (0..pair[0].len() - 1).flat_map(square).collect::<Vec<_>>()
    };
    rows.windows(2).flat_map(between).collect()
}

/// A ball's surface, in rows from pole to pole; of each row the points from one share of the way
/// round to another.
fn ball(count: usize, from: f64, to: f64) -> Vec<Triangle> {
    let row = |i: usize| {
        let (height, radius) = (i as f64 / count as f64 * std::f64::consts::PI).sin_cos();
        let point = |j: usize| {
            let turn = from + (to - from) * j as f64 / count as f64;
            // The seam is met at the same bits from both sides.
            let (sin, cos) = (turn.rem_euclid(1.0) * std::f64::consts::TAU).sin_cos();
            DVec3::new(height * cos, height * sin, radius)
        };
        (0..=count).map(point).collect()
    };
    strips(&(0..=count).map(row).collect::<Vec<_>>())
}

fn moved(triangles: &[Triangle], map: impl Fn(DVec3) -> DVec3) -> Vec<Triangle> {
    triangles.iter().map(|triangle| triangle.map(&map)).collect()
}

/// Every corner of every triangle for itself, off by at most so much along each axis.
fn noisy(triangles: &[Triangle], noise: f64, numbers: &mut Numbers) -> Vec<Triangle> {
    triangles.iter().map(|t| t.map(|p| p + numbers.vector() * noise)).collect()
}

/// The triangles as files of each format, with numbers as they are given.
fn files(folder: &Folder, triangles: &[Triangle], number: fn(f64) -> String) -> Vec<PathBuf> {
    let words = |p: &DVec3| p.to_array().map(number).join(" ");
    let corners: Vec<DVec3> = triangles.iter().flatten().copied().collect();
    let (mut obj, mut stl, mut index) = (String::new(), String::from("solid s\n"), String::new());
    corners.iter().for_each(|p| obj += &format!("v {}\n", words(p)));
    let mut binary = vec![0u8; 80];
    binary.extend((triangles.len() as u32).to_le_bytes());
    for (k, triangle) in triangles.iter().enumerate() {
        obj += &format!("f {} {} {}\n", 3 * k + 1, 3 * k + 2, 3 * k + 3);
        index += &format!("{} {} {} -1 ", 3 * k, 3 * k + 1, 3 * k + 2);
        stl += "facet normal 0 0 0\nouter loop\n";
        triangle.iter().for_each(|p| stl += &format!("vertex {}\n", words(p)));
        stl += "endloop\nendfacet\n";
        binary.extend([0u8; 12]);
        let floats = triangle.iter().flat_map(|p| p.as_vec3().to_array());
        floats.for_each(|x| binary.extend(x.to_le_bytes()));
        binary.extend([0u8; 2]);
    }
    let points: Vec<String> = corners.iter().map(words).collect();
    let wrl = format!(
        "#VRML V2.0 utf8\nShape {{ geometry IndexedFaceSet {{ \
         coord Coordinate {{ point [{}] }} coordIndex [{index}] }} }}",
        points.join(", ")
    );
    vec![
        folder.write("s.obj", obj),
        folder.write("s.stl", stl + "endsolid s\n"),
        folder.write("binary.stl", binary),
        folder.write("s.wrl", wrl),
    ]
}

fn only(scene: &FileScene) -> &FileBody {
    assert_eq!(scene.bodies.len(), 1, "{:?}", scene.bodies);
    &scene.bodies[0]
}

fn plain(x: f64) -> String {
    x.to_string()
}

fn six_digits(x: f64) -> String {
    format!("{x:.5e}")
}

/// Corners that programs compute for each triangle in single precision are no longer the same bits.
#[test]
fn a_surface_whose_corners_are_rounded_each_for_itself_is_one_piece() {
    let folder = Folder::new();
    let mut numbers = Numbers(20);
    let cube = |low: f64, high: f64| cuboid(DVec3::splat(low), DVec3::splat(high));
    for (what, triangles) in [
        ("centred", cube(-0.5, 0.5)),
        ("cornered", cube(0.0, 1.0)),
        ("small", cube(-0.1, 0.1)),
        ("large", cube(-1000.0, 1000.0)),
        ("far", moved(&cube(-1.0, 1.0), |p| p + DVec3::new(5.0, -30.0, 0.0))),
        ("plate", cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.001))),
        ("ball", ball(12, 0.0, 1.0)),
    ] {
        let size = triangles.iter().flatten().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        for round in 0..20 {
            let turn = DQuat::from_scaled_axis(numbers.vector() * 3.0);
            let turned = moved(&triangles, |p| if round == 0 { p } else { turn * p });
            for (noise, number) in
                [(3e-7 * size.max(1.0), plain as fn(f64) -> String), (5e-7 * size, six_digits)]
            {
                for file in files(&folder, &noisy(&turned, noise, &mut numbers), number) {
                    let scene = scene(&file);
                    let (body, name) = (only(&scene), file.display());
                    assert_eq!(body.parts.len(), 1, "{what}, {round}: {name}: {:?}", body.assumed);
                    assert!(body.assumed.is_empty(), "{what}, {round}: {name}: {:?}", body.assumed);
                }
            }
        }
    }
}

/// Patches of one surface, each exact in itself, whose seams are not.
#[test]
fn patches_whose_seams_are_rounded_are_one_piece() {
    let folder = Folder::new();
    let mut numbers = Numbers(21);
    let mut triangles = Vec::new();
    for quarter in 0..4 {
        let from = f64::from(quarter) / 4.0;
        let nudge = numbers.vector() * 3e-7;
        triangles.extend(moved(&ball(16, from, from + 0.25), |p| p + nudge));
    }
    for file in files(&folder, &triangles, plain) {
        let scene = scene(&file);
        assert_eq!(only(&scene).parts.len(), 1, "{}", file.display());
        assert!(only(&scene).assumed.is_empty(), "{:?}", only(&scene).assumed);
    }
}

/// Two octahedra that touch with a tip hang together at it, as they do where nothing is rounded;
/// also if all edges of the tips have their partners.
#[test]
fn where_a_file_rounds_its_corners_those_of_whole_edges_are_rounded_too() {
    let folder = Folder::new();
    let mut numbers = Numbers(26);
    let octahedron = |x: f64| -> Vec<Triangle> {
        let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
        let half = |side: f64| {
            move |(y, z): (f64, f64)| {
                let tip = DVec3::new(x + side, 0.0, 0.0);
                let (y, z) = (DVec3::new(x, y, 0.0), DVec3::new(x, 0.0, z));
                [tip, y, z]
            }
        };
        signs.into_iter().flat_map(|sign| [half(1.0)(sign), half(-1.0)(sign)]).collect()
    };
    let tip = DVec3::X;
    for (noise, nudge) in [(0.0, 0.0), (3e-7, 4e-9), (3e-7, 3e-7)] {
        let mut rounded = |triangles: Vec<Triangle>, nudge: f64| {
            let noisy = noisy(&triangles, noise, &mut numbers);
            let corner = |(p, rounded): (DVec3, DVec3)| {
                if p == tip { p + DVec3::splat(nudge) } else { rounded }
            };
            let pairs = triangles.into_iter().zip(noisy);
            let triangle = |(p, q): (Triangle, Triangle)| [0, 1, 2].map(|i| corner((p[i], q[i])));
            pairs.map(triangle).collect::<Vec<_>>()
        };
        let triangles = [rounded(octahedron(0.0), 0.0), rounded(octahedron(2.0), nudge)].concat();
        for file in &files(&folder, &triangles, plain)[..2] {
            let scene = scene(file);
            assert_eq!(only(&scene).assumed, [DENTED], "{noise}, {nudge}: {}", file.display());
        }
    }
}

/// Slivers between corners that are one say nothing of the hull's sides.
#[test]
fn a_dent_of_a_surface_that_is_rounded_is_told() {
    let folder = Folder::new();
    let mut numbers = Numbers(27);
    let ball = ball(12, 0.0, 1.0);
    for depth in [0.3, 0.01, 0.001] {
        for noise in [3e-7, 1e-9, 1e-12, 1e-14, 1e-15] {
            let way = numbers.vector().normalize();
            let nearest = |p: &DVec3| p.distance(way);
            let corners = ball.iter().flatten();
            let corner = corners.min_by(|p, q| nearest(p).total_cmp(&nearest(q))).unwrap();
            // Behind its neighbours, and no further: they are 0.13 below it.
            let dented = moved(&ball, |p| if p == *corner { p * (0.8 - depth) } else { p });
            let rounded = noisy(&dented, noise, &mut numbers);
            for file in files(&folder, &rounded, plain) {
                let scene = scene(&file);
                let name = file.display();
                assert_eq!(only(&scene).assumed, [DENTED], "{depth}, {noise}: {name}");
            }
        }
    }
}

/// The same of points that lie in one plane, or in one line, but for the last digit.
#[test]
fn a_dent_beside_sides_that_are_all_but_flat_is_told() {
    let folder = Folder::new();
    let mut numbers = Numbers(28);
    let grid = |side: &[usize; 4]| {
        let corners = cuboid(DVec3::ZERO, DVec3::ONE);
        let which = SIDES.iter().position(|other| other == side).unwrap();
        let (a, b, d) = (corners[2 * which][0], corners[2 * which][1], corners[2 * which + 1][2]);
        let row = |i: usize| {
            let point = |j: usize| a + (b - a) * (j as f64 / 5.0) + (d - a) * (i as f64 / 5.0);
            (0..=5).map(point).collect()
        };
        strips(&(0..=5).map(row).collect::<Vec<_>>())
    };
    let cube: Vec<Triangle> = SIDES.iter().flat_map(grid).collect();
    // The middle of a side, and one of an edge.
    for (dent, middle) in [
        (DVec3::new(0.4, 0.4, 1.0), DVec3::splat(0.5)),
        (DVec3::new(0.4, 0.0, 0.0), DVec3::splat(0.5)),
    ] {
        for _ in 0..40 {
            let turn = DQuat::from_scaled_axis(numbers.vector() * 3.0);
            let is_dent = |p: DVec3| p.distance(dent) < 1e-9;
            let pushed = moved(&cube, |p| if is_dent(p) { p + (middle - p) * 0.05 } else { p });
            let turned = moved(&pushed, |p| turn * p);
            for file in files(&folder, &turned, plain) {
                let scene = scene(&file);
                assert_eq!(only(&scene).assumed, [DENTED], "{dent}: {}", file.display());
            }
        }
    }
}

/// Solids whose surfaces close are pieces, however near another they are: only an edge that has no
/// partner looks for one.
#[test]
fn closed_pieces_that_nearly_touch_stay_pieces() {
    let folder = Folder::new();
    let cube = |x: f64| cuboid(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
    for gap in [1e-3, 1e-5, 1e-6, 3e-7] {
        let triangles = [cube(-1.0 - gap), cube(0.0), cube(1.0 + gap)].concat();
        for file in files(&folder, &triangles, plain) {
            let scene = scene(&file);
            let expected = ["in 3 pieces: the hull of each is taken"];
            assert_eq!(only(&scene).assumed, expected, "{gap}: {}", file.display());
            assert_eq!(only(&scene).parts.len(), 3, "{gap}: {}", file.display());
        }
    }
    // At the same bits they are one, as ever, unless they are groups.
    let file = &files(&folder, &[cube(-1.0), cube(0.0)].concat(), plain)[0];
    assert_eq!(only(&scene(file)).parts.len(), 1);
    // Open sheets that are clearly apart are apart.
    let sheet =
        |z: f64| strips(&[0.0, 1.0].map(|y| vec![DVec3::new(0.0, y, z), DVec3::new(1.0, y, z)]));
    for gap in [1e-3, 1e-4] {
        let file = &files(&folder, &[sheet(0.0), sheet(gap)].concat(), plain)[0];
        assert_eq!(only(&scene(file)).parts.len(), 2, "{gap}");
    }
}

/// More than the precision between them is a gap.
#[test]
fn rounded_surfaces_that_are_apart_are_pieces() {
    let folder = Folder::new();
    let mut numbers = Numbers(22);
    for gap in [1e-4, 1e-3, 0.1] {
        let cube = |x: f64| cuboid(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
        let triangles = noisy(&[cube(0.0), cube(1.0 + gap)].concat(), 3e-7, &mut numbers);
        for file in files(&folder, &triangles, plain) {
            let scene = scene(&file);
            let expected = ["in 2 pieces: the hull of each is taken"];
            assert_eq!(only(&scene).assumed, expected, "{gap}: {}", file.display());
        }
    }
}

const OPEN: &str = "its surface does not close: its hull is taken, which fills it";
const DENTED: &str = "not convex: its hull is taken";
const BOTH: &str = "not convex, and its surface does not close: its hull is taken";

/// Shapes of sheets that their hulls fill.
fn open_sheets() -> Vec<(&'static str, Vec<Triangle>, &'static str)> {
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    let arc = |from: f64, to: f64, radius: f64| -> Vec<Vec<DVec3>> {
        let row = |x: f64| {
            let point = |k: usize| {
                let (sin, cos) = (from + (to - from) * k as f64 / 16.0).sin_cos();
                DVec3::new(x, radius * cos, radius * sin)
            };
            (0..=16).map(point).collect()
        };
        vec![row(0.0), row(5.0)]
    };
    let whole = std::f64::consts::TAU;
    let pipe = strips(&arc(0.0, 0.5 * whole, 1.0));
    let back: Vec<Triangle> = pipe.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    // From the other diagonal, so that no triangle stands twice.
    let other: Vec<Triangle> = {
        let rows = arc(0.0, 0.5 * whole, 1.0);
        let mirrored: Vec<Vec<DVec3>> =
            rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        strips(&mirrored)
    };
    let grid = |height: fn(usize, usize) -> f64| {
        let row = |y: usize| (0..5).map(|x| DVec3::new(x as f64, y as f64, height(x, y))).collect();
        strips(&(0..5).map(row).collect::<Vec<_>>())
    };
    vec![
        ("half-pipe", pipe.clone(), OPEN),
        ("half-pipe of two sides", [pipe.clone(), back].concat(), OPEN),
        ("half-pipe over half-pipe", [pipe, other].concat(), OPEN),
        ("box without a lid", cube[..10].to_vec(), OPEN),
        ("box without half a lid", cube[..11].to_vec(), OPEN),
        ("tube", strips(&arc(0.0, whole, 1.0)), OPEN),
        ("bowl", moved(&ball(8, 0.0, 1.0)[..64], |p| p), OPEN),
        ("roof", grid(|x, _| if x == 2 { 1.0 } else { 0.0 }), BOTH),
        ("waves", grid(|x, y| ((x + y) % 2) as f64), BOTH),
        ("flat L", grid(|_, _| 0.0)[..28].to_vec(), DENTED),
    ]
}

#[test]
fn a_sheet_that_its_hull_fills_is_told() {
    let folder = Folder::new();
    let mut numbers = Numbers(23);
    for (what, triangles, expected) in open_sheets() {
        for round in 0..6 {
            let turn = DQuat::from_scaled_axis(numbers.vector() * 3.0);
            let turned = moved(&triangles, |p| if round == 0 { p } else { turn * p });
            let triangles = if round < 3 { turned } else { noisy(&turned, 3e-7, &mut numbers) };
            for file in files(&folder, &triangles, plain) {
                let scene = scene(&file);
                let name = file.display();
                assert_eq!(only(&scene).assumed, [expected], "{what}, {round}: {name}");
            }
        }
    }
}

#[test]
fn a_piece_that_is_its_hull_is_not_told() {
    let folder = Folder::new();
    let mut numbers = Numbers(24);
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    let square =
        strips(&[0.0, 1.0].map(|y| vec![DVec3::new(0.0, y, 0.0), DVec3::new(1.0, y, 0.0)]));
    let behind: Vec<Triangle> = square.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let grid = {
        let row = |y: usize| (0..4).map(|x| DVec3::new(x as f64, y as f64, 0.0)).collect();
        strips(&(0..4).map(row).collect::<Vec<_>>())
    };
    // One side in four triangles about its middle, whose edges have corners of others in them.
    let middle = DVec3::new(0.5, 0.0, 0.0);
    let mut split = cube.clone();
    let side = split.remove(4);
    let [a, b, c] = side;
    assert_eq!((a, b), (DVec3::ZERO, DVec3::X));
    split.extend([[a, middle, c], [middle, b, c]]);
    // A side in triangles about its middle, one of which is folded over the others.
    let mut folded = cube.clone();
    let [a, b, c] = folded.remove(0);
    let d = folded.remove(0)[2];
    let (x, y) = ((a + c) * 0.5, a * 0.1 + b * 0.1 + c * 0.4 + d * 0.4);
    folded.extend([[b, c, x], [c, d, x], [d, a, x], [a, b, y], [b, x, y], [x, a, y]]);
    for (what, triangles) in [
        ("cube", cube.clone()),
        ("cube with a fold in a side", folded),
        ("cube with a side twice", [cube.clone(), cube[..1].to_vec()].concat()),
        ("cube twice", [cube.clone(), cube.clone()].concat()),
        ("cube with a corner on an edge", split),
        ("triangle", square[..1].to_vec()),
        ("square", square.clone()),
        ("square of two sides", [square, behind].concat()),
        ("flat grid", grid),
        ("segment", vec![[DVec3::ZERO, DVec3::X, DVec3::X]]),
        ("point", vec![[DVec3::X; 3]]),
    ] {
        for round in 0..6 {
            let turn = DQuat::from_scaled_axis(numbers.vector() * 3.0);
            let turned = moved(&triangles, |p| if round == 0 { p } else { turn * p });
            for file in files(&folder, &turned, plain) {
                let scene = scene(&file);
                let assumed = &only(&scene).assumed;
                assert!(assumed.is_empty(), "{what}, {round}: {}: {assumed:?}", file.display());
            }
        }
    }
}

#[test]
fn pieces_that_do_not_close_are_counted() {
    let folder = Folder::new();
    let at = |x: f64| cuboid(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
    let dented: Vec<Triangle> = {
        // A cube whose first side is drawn in to a point.
        let cube = at(6.0);
        let (a, b, c, d) = (cube[0][0], cube[0][1], cube[0][2], cube[1][2]);
        let tip = DVec3::new(6.5, 0.5, 0.5);
        [[[a, b, tip], [b, c, tip], [c, d, tip], [d, a, tip]].to_vec(), cube[2..].to_vec()].concat()
    };
    let triangles = [at(0.0), at(2.0)[..10].to_vec(), at(4.0)[..8].to_vec(), dented].concat();
    for file in files(&folder, &triangles, plain) {
        let expected = "in 4 pieces: the hull of each is taken; 1 of them not convex; \
                        2 of them do not close, and their hulls fill them";
        assert_eq!(only(&scene(&file)).assumed, [expected], "{}", file.display());
    }
}

/// Open profiles of an Extrusion make open surfaces, with caps too; an ElevationGrid is one.
#[test]
fn surfaces_of_vrml_that_do_not_close_are_told() {
    let folder = Folder::new();
    let half = "crossSection [ 1 0, .7 .7, 0 1, -.7 .7, -1 0 ]";
    let ring = "crossSection [ 1 0, 0 1, -1 0, 0 -1, 1 0 ]";
    let around = "spine [ 3 0 0, 0 0 -3, -3 0 0, 0 0 3, 3 0 0 ]";
    for (extrusion, expected) in [
        (half.to_string(), Some(OPEN)),
        (format!("{half} beginCap FALSE"), Some(OPEN)),
        (ring.to_string(), None),
        (format!("{ring} beginCap FALSE"), Some(OPEN)),
        (format!("{ring} beginCap FALSE endCap FALSE"), Some(OPEN)),
        (format!("{ring} {around} beginCap FALSE endCap FALSE"), Some(DENTED)),
        (format!("{ring} {around}"), Some(DENTED)),
    ] {
        let text = format!("#VRML V2.0 utf8\nShape {{ geometry Extrusion {{ {extrusion} }} }}");
        let scene = support::scene_of(&folder, "extrusion.wrl", &text);
        assert_eq!(only(&scene).assumed, expected.as_slice(), "{extrusion}");
    }
    let grid = "#VRML V2.0 utf8\nShape { geometry ElevationGrid { xDimension 3 zDimension 2 \
                height [ 0 1 0 0 1 0 ] } }";
    assert_eq!(only(&support::scene_of(&folder, "grid.wrl", grid)).assumed, [OPEN]);
}

/// Nothing is looked at again for each corner, also where many are within the precision.
#[test]
fn a_large_surface_that_is_rounded_takes_no_square_of_its_size() {
    let folder = Folder::new();
    let mut numbers = Numbers(25);
    let write = |name: &str, triangles: &[Triangle]| {
        let mut binary = vec![0u8; 80];
        binary.extend((triangles.len() as u32).to_le_bytes());
        for triangle in triangles {
            binary.extend([0u8; 12]);
            let floats = triangle.iter().flat_map(|p| p.as_vec3().to_array());
            floats.for_each(|x| binary.extend(x.to_le_bytes()));
            binary.extend([0u8; 2]);
        }
        folder.write(name, binary)
    };
    // A bumpy ball: what it is made of is looked at, and its hull has few corners.
    let bumps = |p: DVec3| p * (1.0 + 0.5 * (9.0 * p.x).sin() * (9.0 * p.y).sin());
    let rounded = noisy(&moved(&ball(400, 0.0, 1.0), bumps), 3e-7, &mut numbers);
    // All at one spot, and all along a line, within the precision of a far corner.
    let spot: Vec<Triangle> = (0..200_000)
        .map(|_| [numbers.vector(), numbers.vector(), numbers.vector()].map(|p| p * 1e-6))
        .chain([[DVec3::X, DVec3::Y, DVec3::Z]])
        .collect();
    let start = std::time::Instant::now();
    let scene_of = |name: &str, triangles: &[Triangle]| scene(&write(name, triangles));
    assert_eq!(only(&scene_of("rounded.stl", &rounded)).parts.len(), 1);
    assert!(only(&scene_of("spot.stl", &spot)).parts.len() <= 2);
    let taken = start.elapsed().as_secs_f64();
    println!("{} triangles in {taken} s", rounded.len() + spot.len());
    assert!(taken < 20.0, "{taken} s");
}
