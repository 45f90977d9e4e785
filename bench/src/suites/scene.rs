//! A world of bodies: hulls of 20 corners that fly through a room, five per cent of which they
//! fill. They go on by a twentieth of their radius in a frame, and turn.
//!
//! *contacts*: a whole frame, from the new poses to the contact points of all that touch; by two
//! threads and by one; for a body of many and of few. *remembered contacts*: of the pairs that
//! touch, in a frame, from what the scene keeps of them and anew. *pairs*: the tree alone, from new
//! boxes to all pairs of boxes that meet. *moving boxes*: a step in which few bodies move. *rays*: a
//! thousand rays, each to the first body. *culling*: all that a camera sees. Times are of a frame,
//! or of all rays. A scene has one thread but where a row says more.

mod world;

use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;

use crate::contenders::box3d_tree::Tree;
use crate::harness::{
    Case, Cell, Contender, MakeRows, Options, Row, each, measure, measure_by, thread_time,
    wall_time,
};
use crate::random::Random;
use osculate::Body;
use osculate::scene::{BoxTree, Filter, Scene};
use osculate::shape::{Cuboid, Frustum};
use osculate::{Aabb, Place, Pose, Ray, Rotation, Vec3};
use parry3d::bounding_volume::Aabb as Box3;
use parry3d::math::Vector as Vector3;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher,
    Ray as Ray3, RayCast,
};
use parry3d::shape::Shape as _;
use world::{Clock, FRAMES, Film, HULLS, SPEED, World};

const RAYS: usize = 1000;
/// Frames that are timed at once where bodies leave their fat boxes together, every few frames.
const TOGETHER: usize = 12;

fn contender<'c>(name: &'static str, mut run: impl FnMut() -> usize + 'c) -> Contender<'c> {
    Contender { name, run: each(move |_| run() as f64), judged: false }
}

fn row(
    (class, size): (&str, usize),
    query: &'static str,
    mut contenders: Vec<Contender<'_>>,
    options: &Options,
) -> Vec<Row> {
    contenders.retain(|c| options.wants(c.name));
    // All see the same frame first. What differs from ours is counted as wrong, but for contact
    // points, of which libraries choose different ones, and for boxes that a view meets.
    let mut counts = vec![f64::NAN; contenders.len()];
    for (contender, count) in contenders.iter_mut().zip(&mut counts) {
        (contender.run)(&[0], std::slice::from_mut(count));
    }
    let mut cells = measure(&mut contenders, 1, options.rounds, None, &[]);
    for (cell, count) in cells.iter_mut().zip(&counts) {
        cell.wrong = if ["contacts", "culling", "moving boxes"].contains(&query) {
            0
        } else {
            (count - counts[0]).abs() as usize
        };
    }
    vec![Row { suite: "scene", class: class.into(), size, query, cells }]
}

/// Contact points of all that touch, frame by frame.
fn contacts(bodies: usize, degrees: f64, options: &Options) -> Vec<Row> {
    let world = World::new(bodies, degrees);
    let mut film = Film::of(&world);
    let ours = contender("ours", || film.frame());
    let (hulls, parry_poses, parry_clock) = (world.parrys(), world.parry_poses(), Clock::default());
    type Kept = (Vec<ContactManifold<(), ()>>, Option<ContactManifoldsWorkspace>, usize);
    let mut kept: HashMap<(u32, u32), Kept> = HashMap::new();
    let (mut tree, mut workspace, mut now) = (Bvh::new(), BvhWorkspace::default(), 0);
    let parry = contender("parry", || {
        let frame = &parry_poses[parry_clock.next()];
        for (i, pose) in frame.iter().enumerate() {
            tree.insert_or_update_partially(hulls[i % HULLS].compute_aabb(pose), i as u32, 0.0);
        }
        tree.refit(&mut workspace);
        tree.optimize_incremental(&mut workspace);
        now += 1;
        let mut points = 0;
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| {
            let (a, b) = (a.min(b), a.max(b));
            let (manifolds, state, seen) = kept.entry((a, b)).or_default();
            *seen = now;
            let [p, q] = [a, b].map(|i| frame[i as usize]);
            let [s, t] = [a, b].map(|i| &hulls[i as usize % HULLS]);
            let between = p.inverse() * q;
            let _ = DefaultQueryDispatcher.contact_manifolds(&between, s, t, 0.0, manifolds, state);
            points += manifolds.iter().map(|manifold| manifold.points.len()).sum::<usize>();
        });
        kept.retain(|_, (.., seen)| *seen == now);
        points
    });
    let class = format!("all move and turn by {degrees} degrees");
    row((&class, bodies), "contacts", vec![ours, parry], options)
}

/// Whole frames, by two threads and by one. The clock on the wall tells.
fn by_threads(bodies: usize, options: &Options) -> Vec<Row> {
    let world = World::new(bodies, 10.0);
    let mut contenders: Vec<Contender<'_>> = [("two threads", 2), ("one thread", 1)]
        .into_iter()
        .map(|(name, threads)| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut film = Film::of(&world).on_all_threads();
            contender(name, move || pool.install(|| film.frame()))
        })
        .collect();
    let cells = measure_by(wall_time, &mut contenders, 1, options.rounds, None, &[]);
    let class = "all move and turn by 10 degrees".into();
    vec![Row { suite: "scene", class, size: bodies, query: "contacts by threads", cells }]
}

/// What moves in a row of remembered contacts: one of so many bodies, how far, and by what turn.
#[derive(Clone, Copy)]
struct Motion {
    every: usize,
    speed: f64,
    degrees: f64,
}

/// The second is what flies in all other rows.
const MOTIONS: [Motion; 5] = [
    Motion { every: 1, speed: SPEED, degrees: 1.0 },
    Motion { every: 1, speed: SPEED, degrees: 10.0 },
    Motion { every: 1, speed: SPEED / 5.0, degrees: 1.0 },
    Motion { every: 1, speed: SPEED / 10.0, degrees: 0.1 },
    Motion { every: 10, speed: SPEED, degrees: 1.0 },
];

impl Motion {
    fn name(&self) -> String {
        let Self { every, speed, degrees } = self;
        let who = if *every == 1 { "all move".into() } else { format!("one of {every} moves") };
        format!("{who} by {speed}, {degrees} degrees")
    }
}

/// The contacts of pairs that touch, from what the scene remembers of them and anew. The two take
/// turns at being first.
fn remembered(bodies: usize, motion: Motion, options: &Options) -> Vec<Row> {
    let Motion { every, speed, degrees } = motion;
    let mut film = Film::of(&World::of_frames(FRAMES, bodies, speed, degrees));
    let mut times = [Vec::new(), Vec::new()];
    for frame in 0..4 + 2 * options.rounds {
        film.step(every);
        for k in [frame % 2, 1 - frame % 2] {
            let start = thread_time();
            let points = if k == 0 { black_box(film.scene.contacts()).len() } else { film.anew() };
            black_box(points);
            // The first frames have no memories.
            if frame >= 4 {
                times[k].push((thread_time() - start).as_nanos() as f64);
            }
        }
    }
    let cells = ["from memories", "anew"].into_iter().zip(times).map(|(contender, mut times)| {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        let (ns, quartiles) = (at(0.5), [at(0.25), at(0.75)]);
        Cell { contender, ns, quartiles, worst_error: None, wrong: 0, missing: 0, told: None }
    });
    let (query, cells) = ("remembered contacts", cells.collect());
    vec![Row { suite: "scene", class: motion.name(), size: bodies, query, cells }]
}

/// What a body costs in a whole frame of many, and of few.
fn growth(options: &Options) -> Vec<Row> {
    let sizes = [(1_000_000, "1,000,000 bodies"), (1_000, "1,000 bodies")];
    let films = sizes.map(|(bodies, _)| Film::of(&World::of_frames(4, bodies, SPEED, 10.0)));
    let frame = |(mut film, (_, name)): (Film, (usize, &'static str))| {
        contender(name, move || film.frame())
    };
    let mut contenders: Vec<Contender<'_>> = films.into_iter().zip(sizes).map(frame).collect();
    let mut cells = measure(&mut contenders, 1, options.rounds, None, &[]);
    for (cell, (bodies, _)) in cells.iter_mut().zip(sizes) {
        per(cell, bodies);
    }
    let class = "all move and turn by 10 degrees".into();
    vec![Row { suite: "scene", class, size: sizes[0].0, query: "contacts, a body", cells }]
}

/// The time of one of so many.
fn per(cell: &mut Cell, many: usize) {
    cell.ns /= many as f64;
    cell.quartiles = cell.quartiles.map(|ns| ns / many as f64);
}

fn parry_boxes(frames: &[Vec<Aabb<Vec3>>]) -> Vec<Vec<Box3>> {
    let vector = |v: Vec3| Vector3::from(v.to_array());
    let of = |b: &Aabb<Vec3>| Box3::new(vector(b.min()), vector(b.max()));
    frames.iter().map(|frame| frame.iter().map(of).collect()).collect()
}

/// All pairs of boxes that meet, frame by frame.
fn pairs(bodies: usize, options: &Options) -> Vec<Row> {
    let world = World::new(bodies, 10.0);
    let boxes = world.boxes();
    let theirs = parry_boxes(&boxes);
    let (mut tree, clock) = (BoxTree::new(), Clock::default());
    let ours = contender("ours", || {
        tree.rebuild(&boxes[clock.next()]);
        let mut found = 0;
        tree.each_pair(0.0, |_, _| {
            found += 1;
            ControlFlow::Continue(())
        });
        found
    });
    let (mut mended, mut workspace, mended_clock) =
        (Bvh::new(), BvhWorkspace::default(), Clock::default());
    let parry = contender("parry", || {
        for (i, bounds) in theirs[mended_clock.next()].iter().enumerate() {
            mended.insert_or_update_partially(*bounds, i as u32, 0.0);
        }
        mended.refit(&mut workspace);
        mended.optimize_incremental(&mut workspace);
        let mut found = 0;
        mended.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |_, _| found += 1);
        found
    });
    let (mut stack, built_clock) = (BvhWorkspace::default(), Clock::default());
    let rebuilt = contender("parry rebuilt", || {
        let frame = theirs[built_clock.next()].iter().copied().enumerate();
        let tree = Bvh::from_iter(BvhBuildStrategy::Binned, frame);
        let mut found = 0;
        tree.traverse_bvtt_single_tree::<false>(&mut stack, &mut |_, _| found += 1);
        found
    });
    row(("all move", bodies), "pairs", vec![ours, parry, rebuilt], options)
}

/// The boxes of bodies of which every tenth moves, and does not turn: a whole step of a scene of
/// cuboids, which finds all pairs that touch and tells what is new, against Box3D's tree alone.
fn few_move(bodies: usize, options: &Options) -> Vec<Row> {
    let boxes = World::new(bodies, 0.0).boxes();
    let moving: Vec<u32> = (0..bodies as u32).step_by(10).collect();
    let pose = |one: &Aabb<Vec3>| Pose::from_translation(one.center()).unwrap();
    let (mut scene, clock) = (Scene::new(), Clock::default());
    let add =
        |one: &Aabb<Vec3>| scene.add(Body::new(Cuboid::new(one.size() * 0.5).unwrap()), pose(one));
    let ids: Vec<_> = boxes[0].iter().map(add).collect();
    (0..64).for_each(|_| scene.step());
    let ours = contender("ours", || {
        let mut frame = || {
            let frame = &boxes[clock.next()];
            let moves = moving.iter().map(|&i| (ids[i as usize], pose(&frame[i as usize])));
            scene.set_poses(&moves.collect::<Vec<_>>()).unwrap();
            scene.step();
            scene.touching().len()
        };
        (0..TOGETHER).map(|_| frame()).sum()
    });
    let (mut tree, theirs) = (Tree::new(&boxes[0]), Clock::default());
    let box3d = contender("box3d", || {
        let mut frame = || {
            let frame = &boxes[theirs.next()];
            tree.step(moving.iter().map(|&i| (i, frame[i as usize])))
        };
        (0..TOGETHER).map(|_| frame()).sum()
    });
    let class = ("a tenth moves", bodies);
    let mut rows = row(class, "moving boxes", vec![ours, box3d], options);
    rows.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| per(cell, TOGETHER));
    rows
}

/// The first body on each of many rays through the room, which nothing moves in.
fn rays(bodies: usize, options: &Options) -> Vec<Row> {
    let world = World::new(bodies, 0.0);
    let mut random = Random(77);
    let rays: Vec<[[f32; 3]; 2]> = (0..RAYS)
        .map(|_| {
            let from = [(); 3].map(|()| (random.signed() * world.half) as f32);
            [from, random.direction().map(|x| x as f32)]
        })
        .collect();
    let mut scene = world.scene();
    (0..64).for_each(|_| scene.step());
    let ours_rays: Vec<Ray<Vec3>> = rays
        .iter()
        .map(|&[from, way]| Ray::new(Vec3::from(from), Vec3::from(way)).unwrap())
        .collect();
    let ours = contender("ours", || {
        let filter = Filter::default();
        ours_rays.iter().filter(|ray| scene.ray_first(ray, &filter).is_some()).count()
    });
    let (hulls, poses) = (world.parrys(), &world.parry_poses()[0]);
    let leaves = parry_boxes(&world.boxes()).swap_remove(0).into_iter().enumerate();
    let tree = Bvh::from_iter(BvhBuildStrategy::Binned, leaves);
    let parry_rays: Vec<Ray3> = rays
        .iter()
        .map(|&[from, way]| Ray3::new(Vector3::from(from), Vector3::from(way)))
        .collect();
    let parry = contender("parry", || {
        let hit = |ray: &&Ray3| {
            let found = tree.cast_ray(ray, f32::MAX, |i, most| {
                hulls[i as usize % HULLS].cast_ray(&poses[i as usize], ray, most, true)
            });
            found.is_some()
        };
        parry_rays.iter().filter(hit).count()
    });
    row(("at rest", bodies), "rays", vec![ours, parry], options)
}

/// The planes of a view that looks along −z, as wide as high: a point x is inside if
/// `normal · x ≤ offset` of all.
fn view_planes(far: f32) -> [(Vec3, f32); 6] {
    let side = |x: f32, y: f32| (Vec3::new(x, y, 0.5).normalize(), 0.0);
    let sides = [side(-1.0, 0.0), side(1.0, 0.0), side(0.0, -1.0), side(0.0, 1.0)];
    [sides[0], sides[1], sides[2], sides[3], (Vec3::Z, -0.1), (Vec3::NEG_Z, far)]
}

/// What a camera sees that flies through the room and turns: by the scene, exactly, and by each
/// box's corners against the six planes.
fn culling(bodies: usize, options: &Options) -> Vec<Row> {
    let world = World::new(bodies, 0.0);
    let mut scene = Scene::new();
    let shapes = world.shapes();
    for (i, pose) in world.poses()[0].iter().enumerate() {
        // Boxes and hulls by turns.
        let size = 0.4 + 0.2 * (i % 4) as f32;
        let shape = match i % 2 {
            0 => Cuboid::new(Vec3::new(size, 0.6, 1.0 - size / 2.0)).unwrap().into(),
            _ => shapes[i % HULLS].clone(),
        };
        scene.add(Body::new(shape), *pose);
    }
    (0..64).for_each(|_| scene.step());
    let boxes: Vec<Aabb<Vec3>> = scene.members().filter_map(|(id, ..)| scene.bounds(id)).collect();
    let half = world.half as f32;
    let planes = view_planes(half);
    let frustum = Frustum::from_planes(planes).unwrap();
    let mut random = Random(78);
    let cameras: Vec<Pose<Vec3>> = (0..FRAMES)
        .map(|k| {
            let at = Vec3::new(0.5, -0.3, 0.2) * half * (k as f32 / FRAMES as f32 - 0.5);
            let turn = random.quaternion().map(|x| x as f32);
            Pose::new(at, Rotation::from_quaternion(turn).unwrap()).unwrap()
        })
        .collect();
    let clock = Clock::default();
    let ours = contender("ours", || {
        scene.touching_shape(frustum.at(cameras[clock.next()]), &Filter::ALL).len()
    });
    let corners_clock = Clock::default();
    let corners = contender("corners and planes", || {
        let camera = cameras[corners_clock.next()];
        let turned = planes.map(|(normal, offset)| {
            let normal = camera.rotation().apply(normal);
            (normal, offset + normal.dot(camera.translation()))
        });
        let is_seen = |of: &&Aabb<Vec3>| {
            let ends = [of.min(), of.max()];
            !turned.iter().any(|&(normal, offset)| {
                (0..8).all(|k: usize| {
                    let [x, y, z] = [0, 1, 2].map(|i| ends[k >> i & 1][i]);
                    normal.dot(Vec3::new(x, y, z)) > offset
                })
            })
        };
        boxes.iter().filter(is_seen).count()
    });
    row(("boxes and hulls at rest", bodies), "culling", vec![ours, corners], options)
}

pub fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut case = |label: String, run: MakeRows| cases.push(Case { label, run });
    for bodies in [1_000, 10_000] {
        for degrees in [1.0, 10.0] {
            case(
                format!("{bodies} contacts, {degrees} degrees a frame"),
                Box::new(move |options| contacts(bodies, degrees, options)),
            );
        }
    }
    case("10000 contacts by threads".into(), Box::new(|options| by_threads(10_000, options)));
    for motion in MOTIONS {
        case(
            format!("10000 remembered contacts, {}", motion.name()),
            Box::new(move |options| remembered(10_000, motion, options)),
        );
    }
    case("what a body costs".into(), Box::new(growth));
    for bodies in [1_000, 10_000, 100_000] {
        case(format!("{bodies} pairs"), Box::new(move |options| pairs(bodies, options)));
    }
    for bodies in [10_000, 100_000] {
        case(
            format!("{bodies} boxes, a tenth moves"),
            Box::new(move |options| few_move(bodies, options)),
        );
    }
    for bodies in [1_000, 10_000] {
        case(format!("{bodies} rays"), Box::new(move |options| rays(bodies, options)));
    }
    case("100000 culled".into(), Box::new(|options| culling(100_000, options)));
    cases
}
