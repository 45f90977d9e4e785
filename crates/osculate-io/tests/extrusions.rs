//! Extrusions of VRML stand where the standard puts them: held against an evaluator of its rules
//! (ISO/IEC 14772-1, 6.18) in integers, which decides without rounding what is in one line and at
//! one place, and which way an axis points.

mod support;

use osculate::DVec3;
use osculate_io::FileScene;
use support::Folder;

type Whole = [i64; 3];
type Axes = [DVec3; 3];

fn minus(a: Whole, b: Whole) -> Whole {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn cross(a: Whole, b: Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Whole, b: Whole) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(a: Whole) -> DVec3 {
    DVec3::new(a[0] as f64, a[1] as f64, a[2] as f64).normalize()
}

/// A vector turned about a unit axis.
fn turned(v: DVec3, axis: DVec3, angle: f64) -> DVec3 {
    let (sin, cos) = angle.sin_cos();
    v * cos + axis.cross(v) * sin + axis * (axis.dot(v) * (1.0 - cos))
}

/// The shortest turn from y to a direction; half a turn is about z.
fn from_y(way: DVec3) -> Axes {
    let (axis, angle) = (DVec3::Y.cross(way), way.y.clamp(-1.0, 1.0).acos());
    let axis = if axis.length() > 0.0 { axis.normalize() } else { DVec3::Z };
    [DVec3::X, DVec3::Y, DVec3::Z].map(|v| turned(v, axis, angle))
}

/// What a spine has of the classes that the rules tell apart.
#[derive(Debug, Default)]
struct Seen {
    straight: usize,
    straight_down: usize,
    one_place: usize,
    coincident: usize,
    closed: usize,
    undefined_first: usize,
    undefined_later: usize,
    flipped: usize,
    turned_back: usize,
}

/// The axes of the cross-section's plane at each point of a spine, by the rules.
fn expected(spine: &[Whole], seen: &mut Seen) -> Vec<Axes> {
    let mut places = spine.to_vec();
    places.dedup();
    seen.coincident += usize::from(places.len() < spine.len() && places.len() > 1);
    let n = places.len();
    if n == 1 {
        seen.one_place += 1;
        return vec![[DVec3::X, DVec3::Y, DVec3::Z]; spine.len()];
    }
    let way = minus(places[1], places[0]);
    if places.iter().all(|p| cross(way, minus(*p, places[0])) == [0; 3]) {
        seen.straight += 1;
        seen.straight_down += usize::from(way[0] == 0 && way[1] < 0 && way[2] == 0);
        return vec![from_y(unit(way)); spine.len()];
    }
    let closed = places[0] == places[n - 1];
    seen.closed += usize::from(closed);
    // The points before and behind one, if the spine has both.
    let beside = |k: usize| match k {
        _ if 0 < k && k < n - 1 => Some([places[k - 1], places[k + 1]]),
        _ if closed => Some([places[n - 2], places[1]]),
        _ => None,
    };
    let bend = |k: usize| {
        let [before, behind] = beside(k)?;
        let z = cross(minus(behind, places[k]), minus(before, places[k]));
        (z != [0; 3]).then_some(z)
    };
    let last = if closed { n - 1 } else { n };
    seen.undefined_first += usize::from((if closed { bend(0) } else { bend(1) }).is_none());
    let mut z = (0..n).find_map(bend).unwrap();
    let mut axes: Vec<Axes> = Vec::new();
    for k in 0..last {
        match bend(k) {
            Some(own) if dot(own, z) < 0 => {
                seen.flipped += 1;
                z = minus([0; 3], own);
            }
            Some(own) => z = own,
            None if 1 < k && k < n - 1 => seen.undefined_later += 1,
            None => {}
        }
        let y = match beside(k) {
            // It turns back: the way that it came.
            Some([before, behind]) if before == behind => {
                seen.turned_back += 1;
                minus(places[k], before)
            }
            Some([before, behind]) => minus(behind, before),
            None if k == 0 => minus(places[1], places[0]),
            None => minus(places[n - 1], places[n - 2]),
        };
        assert_eq!(dot(y, z), 0, "{spine:?}");
        axes.push([unit(y).cross(unit(z)), unit(y), unit(z)]);
    }
    if closed {
        axes.push(axes[0]);
    }
    let mut k = 0;
    let place = |at: &Whole| {
        while places[k] != *at {
            k += 1;
        }
        axes[k]
    };
    spine.iter().map(place).collect()
}

/// Numbers, the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() * end as f64) as usize
    }

    fn whole(&mut self, reach: i64) -> i64 {
        (self.next() * (2 * reach + 1) as f64) as i64 - reach
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next() - 0.5, self.next() - 0.5, self.next() - 0.5).normalize()
    }
}

/// A triangle about the origin that no turn maps to itself.
const SECTION: [[f64; 2]; 3] = [[2.0, 0.0], [-1.0, 1.0], [0.0, -3.0]];

/// By how much a section is scaled along x; along z it is twice as much. It is far larger than the
/// spine then.
fn scale(spine: &[[String; 3]]) -> f64 {
    let numbers = spine.iter().flatten().map(|text| text.parse::<f64>().unwrap().abs());
    let size = numbers.fold(0.0, f64::max);
    if size > 0.0 { 1000.0 * size } else { 1.0 }
}

/// The section at one point of a spine, so large that its corners are those of the hull. Numbers of
/// the spine stand as they are written.
fn shape(name: &str, spine: &[[String; 3]], point: usize, turn: [f64; 4]) -> String {
    let large = scale(spine);
    let scale = |k: usize| {
        let scale = if k == point { large } else { 1e-6 * large };
        format!("{:e} {:e}", scale, 2.0 * scale)
    };
    let scales: Vec<String> = (0..spine.len()).map(scale).collect();
    let spine: Vec<String> = spine.iter().map(|p| p.join(" ")).collect();
    let section: Vec<String> =
        SECTION.iter().chain(&SECTION[..1]).map(|[x, z]| format!("{x} {z}")).collect();
    format!(
        "DEF {name} Shape {{ geometry Extrusion {{ crossSection [ {} ] spine [ {} ] scale [ {} ] \
         orientation {} {} {} {} }} }}\n",
        section.join(", "),
        spine.join(", "),
        scales.join(", "),
        turn[0],
        turn[1],
        turn[2],
        turn[3]
    )
}

/// How far the section's corners at a point are from what they should be, as a share of its size.
fn error(
    scene: &FileScene,
    name: &str,
    spine: &[[String; 3]],
    point: usize,
    axes: &Axes,
    turn: [f64; 4],
) -> f64 {
    let scale = scale(spine);
    let at = DVec3::from(spine[point].clone().map(|text| text.parse().unwrap()));
    let body = scene.body(name).unwrap();
    let corners = body.parts[0].corners.as_ref().unwrap();
    let about = DVec3::new(turn[0], turn[1], turn[2]).normalize();
    let wrong = |[x, z]: [f64; 2]| {
        let p = turned(DVec3::new(scale * x, 0.0, 2.0 * scale * z), about, turn[3]);
        let p = at + axes[0] * p.x + axes[1] * p.y + axes[2] * p.z;
        corners.iter().map(|corner| corner.distance(p)).fold(f64::INFINITY, f64::min)
    };
    SECTION.map(wrong).into_iter().fold(0.0, f64::max) / (6.0 * scale)
}

fn number_of(default: usize) -> usize {
    std::env::var("OSCULATE_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// A spine of whole numbers: steps from a few, so that points coincide, are in one line, turn back
/// and come home.
fn spine(numbers: &mut Numbers) -> Vec<Whole> {
    let count = 2 + numbers.below(7);
    let reach = [1, 1, 2, 9][numbers.below(4)];
    let mut own = || [numbers.whole(reach), numbers.whole(reach), numbers.whole(reach)];
    let (start, steps) = (own(), [own(), own(), own()]);
    let straight = numbers.below(4) == 0;
    let mut spine = vec![start];
    let mut step = steps[0];
    while spine.len() < count {
        match numbers.below(8) {
            0 => step = [0; 3],
            1..=3 if !straight => step = steps[numbers.below(3)],
            4 if !straight => step = step.map(|x| -x),
            _ if step == [0; 3] => step = steps[0],
            _ => {}
        }
        let last = spine[spine.len() - 1];
        spine.push([0, 1, 2].map(|i| last[i] + step[i]));
    }
    if numbers.below(4) == 0 {
        spine.push(start);
    }
    spine
}

#[test]
fn extrusions_stand_where_the_standard_puts_them() {
    let folder = Folder::new();
    let (mut numbers, mut seen) = (Numbers(18), Seen::default());
    let count = number_of(1000);
    for first in (0..count).step_by(1000) {
        let (mut text, mut known) = (String::from("#VRML V2.0 utf8\n"), Vec::new());
        for which in first..(first + 1000).min(count) {
            let spine = spine(&mut numbers);
            // Tenths and the like are no binary fractions: what is in one line has rounding in it.
            let unit = [1.0, 10.0, 7.0, 1e3, 3e5, 1e-4][numbers.below(6)];
            let decimal = |x: i64| x as f64 / unit;
            let written: Vec<[String; 3]> =
                spine.iter().map(|p| p.map(|x| decimal(x).to_string())).collect();
            let angle = if numbers.below(2) == 0 { 0.0 } else { 6.0 * numbers.next() };
            let about = numbers.vector();
            let turn = [about.x, about.y, about.z, angle];
            let axes = expected(&spine, &mut seen);
            for (k, axes) in axes.into_iter().enumerate() {
                let name = format!("s{which}_{k}");
                text += &shape(&name, &written, k, turn);
                known.push((name, written.clone(), k, axes, turn));
            }
        }
        let scene = support::scene_of(&folder, "spines.wrl", &text);
        for (name, spine, k, axes, turn) in known {
            let error = error(&scene, &name, &spine, k, &axes, turn);
            assert!(error < 1e-9, "{name}: {error} at {k} of {spine:?}");
        }
    }
    println!("{seen:?}");
    for class in [
        seen.straight,
        seen.coincident,
        seen.closed,
        seen.undefined_first,
        seen.undefined_later,
        seen.flipped,
        seen.turned_back,
    ] {
        assert!(class >= count / 50, "{seen:?}");
    }
    assert!(seen.one_place > 0 && seen.straight_down > 0, "{seen:?}");
}

/// A spine in any direction, straight but for a corner at its end or none, with points at any
/// places on it: as double precision, single precision and six digits have it. What they round is
/// no bend.
#[test]
fn what_rounds_a_straight_spine_is_no_bend() {
    let folder = Folder::new();
    let mut numbers = Numbers(19);
    let count = number_of(600);
    for first in (0..count).step_by(1000) {
        straight_spines(&folder, &mut numbers, first..(first + 1000).min(count));
    }
}

fn straight_spines(folder: &Folder, numbers: &mut Numbers, which: std::ops::Range<usize>) {
    let formats: [fn(f64) -> String; 6] = [
        |x| x.to_string(),
        |x| (x as f32).to_string(),
        |x| f64::from(x as f32).to_string(),
        |x| format!("{:.8e}", x as f32),
        |x| format!("{x:.5e}"),
        |x| format!("{x:.6}"),
    ];
    let (mut text, mut known) = (String::from("#VRML V2.0 utf8\n"), Vec::new());
    for which in which {
        let format = formats[which % 6];
        let (start, way, side) = (numbers.vector(), numbers.vector(), numbers.vector());
        let sizes = [(0.0, 0.1), (0.0, 1.0), (1.0, 1.0), (20.0, 30.0), (1.0, 1e3), (20.0, 1e3)];
        let (away, size) = sizes[numbers.below(sizes.len())];
        let start = start * away;
        let mut at = 0.0;
        let mut spine: Vec<DVec3> = (0..3 + numbers.below(6))
            .map(|_| {
                at += size * (0.5 + numbers.next());
                start + way * at
            })
            .collect();
        let has_corner = numbers.below(2) == 0;
        let mut axes = vec![from_y(way); spine.len()];
        if has_corner {
            let last = spine[spine.len() - 1];
            let corner = side.cross(way).normalize() + way * numbers.next();
            spine.push(last + corner * size);
            // Z of the corner is everybody's; y is the mean of the ways beside a point.
            let z = corner.cross(-way).normalize();
            let n = spine.len();
            let y = |k: usize| (spine[(k + 1).min(n - 1)] - spine[k.max(1) - 1]).normalize();
            axes = (0..n).map(|k| [y(k).cross(z), y(k), z]).collect();
        }
        let written: Vec<[String; 3]> = spine.iter().map(|p| p.to_array().map(format)).collect();
        for (k, axes) in axes.into_iter().enumerate() {
            let name = format!("s{which}_{k}");
            text += &shape(&name, &written, k, [0.0, 1.0, 0.0, 0.0]);
            known.push((name, written.clone(), k, axes));
        }
    }
    let scene = support::scene_of(folder, "spines.wrl", &text);
    for (name, spine, k, axes) in known {
        let error = error(&scene, &name, &spine, k, &axes, [0.0, 1.0, 0.0, 0.0]);
        assert!(error < 1e-3, "{name}: {error} at {k} of {spine:?}");
    }
}

/// A real bend counts, however flat it is beside its arms; so does each of a fine arc, and the arc
/// as a whole where its single bends are finer than single precision.
#[test]
fn a_flat_bend_and_a_fine_arc_are_bends() {
    let folder = Folder::new();
    let turn = [0.0, 1.0, 0.0, 0.0];
    let write = |spine: &[DVec3]| -> Vec<[String; 3]> {
        spine.iter().map(|p| p.to_array().map(|x| x.to_string())).collect()
    };
    let flat = write(&[DVec3::ZERO, DVec3::new(1.0, 3e-5, 0.0), DVec3::new(2.0, 0.0, 0.0)]);
    let mut text = String::from("#VRML V2.0 utf8\n") + &shape("flat", &flat, 1, turn);
    let arc = |count: usize, k: usize| {
        let angle = k as f64 / count as f64;
        DVec3::new(angle.cos(), angle.sin(), 0.0)
    };
    let counts = [100, 500, 2000, 5000];
    let arcs = counts.map(|count| write(&(0..=count).map(|k| arc(count, k)).collect::<Vec<_>>()));
    for (count, spine) in counts.iter().zip(&arcs) {
        text += &shape(&format!("arc{count}"), spine, count / 3, turn);
    }
    let scene = support::scene_of(&folder, "arcs.wrl", &text);
    // Clockwise: the way on, times the way back, points down.
    let axes = [DVec3::Y, DVec3::X, DVec3::NEG_Z];
    let wrong = error(&scene, "flat", &flat, 1, &axes, turn);
    assert!(wrong < 1e-9, "{wrong}");
    for (count, spine) in counts.iter().zip(&arcs) {
        let at = arc(*count, count / 3);
        let y = DVec3::new(-at.y, at.x, 0.0);
        let axes = [y.cross(DVec3::Z), y, DVec3::Z];
        let wrong = error(&scene, &format!("arc{count}"), spine, count / 3, &axes, turn);
        assert!(wrong < 1e-4, "{count}: {wrong}");
    }
}

#[test]
fn spines_of_any_size_keep_their_bends() {
    let folder = Folder::new();
    let turn = [0.0, 1.0, 0.0, 0.0];
    for size in [1e-200, 1e-30, 1e-6, 1e3] {
        let spine = [[0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 2, 0], [1, 2, 3], [4, 2, 3]];
        let expected = expected(&spine, &mut Seen::default());
        let written: Vec<[String; 3]> =
            spine.iter().map(|p| p.map(|x| format!("{:e}", x as f64 * size))).collect();
        let shapes = (0..spine.len()).map(|k| shape(&format!("s{k}"), &written, k, turn));
        let text = "#VRML V2.0 utf8\n".to_string() + &shapes.collect::<String>();
        let scene = support::scene_of(&folder, "spine.wrl", &text);
        for (k, axes) in expected.iter().enumerate() {
            let wrong = error(&scene, &format!("s{k}"), &written, k, axes, turn);
            assert!(wrong < 1e-9, "{size}: {k}: {wrong}");
        }
    }
}
