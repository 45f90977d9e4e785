//! The points of a contact are corners of the overlap of the two faces that the shapes turn to each
//! other, against the exact overlap: cold, and by trackers of bodies that roll, slide, rest and
//! jump.

use crate::support::ask::{Tracker, contact, penetration};
use crate::support::overlap::{Open, Overlap, facets, middle, overlap};
use crate::support::{
    Placed, Random, Space, Turn, coordinates, epsilon, length_scale, norm, pairs, scalar, vector,
};
use osculate::shape::Cuboid;
use osculate::{Contact, Convex, Feature, Place, Pose, Scalar};
use std::rc::Rc;

/// A body, as the library knows it and as the oracle does.
struct Solid<V: Space> {
    shape: Rc<dyn Convex<V>>,
    placed: Placed<V>,
    facets: Vec<Vec<usize>>,
}

impl<V: Space> Solid<V> {
    /// A box, as a cuboid or as a hull of its corners, or the hull of some points.
    fn random(random: &mut Random) -> Self {
        let (kind, dim) = (random.below(3), V::DIM);
        loop {
            let half: Vec<f64> = (0..dim).map(|_| (1 + random.below(12)) as f64 / 8.0).collect();
            let corners: Vec<V> = if kind < 2 {
                crate::support::families::corners(&half)
            } else {
                let count = dim + 1 + random.below(6);
                (0..count).map(|_| random.vector()).collect()
            };
            let shape: Option<Rc<dyn Convex<V>>> = if kind == 0 {
                Some(Rc::new(Cuboid::<V>::new(vector(&half)).unwrap()))
            } else {
                V::hull(&corners).map(Rc::from)
            };
            let Some(shape) = shape else { continue };
            let facets = facets(&corners);
            let placed = Placed { corners, turn: Turn::NONE, translation: V::ZERO };
            return Self { shape, placed, facets };
        }
    }

    fn pose(&self) -> Pose<V> {
        self.placed.pose()
    }
}

/// Two of them, one turned at random and moved until they overlap by a little or nearly do.
fn solids<V: Space>(random: &mut Random) -> [Solid<V>; 2] {
    let mut both = [Solid::<V>::random(random), Solid::<V>::random(random)];
    both[0].placed.turn = random.turn::<V>();
    both[1].placed.turn = random.turn::<V>();
    // Flat on each other every third time.
    if random.below(3) == 0 {
        both[1].placed.turn = both[0].placed.turn;
    }
    both[1].placed.translation = random.vector::<V>() * scalar(3.0);
    settle(&mut both, 0.05 * random.signed());
    both
}

/// Moves the second along the normal, until their distance is the given one or nearly so.
fn settle<V: Space>(both: &mut [Solid<V>; 2], wanted: f64) {
    for _ in 0..8 {
        let [a, b] = &*both;
        let found =
            crate::support::ask::signed_distance::<V>(&a.shape.at(a.pose()), &b.shape.at(b.pose()));
        let way = wanted - found.distance.value.to_f64();
        if way.abs() < 1e-3 {
            return;
        }
        let moved = both[1].placed.translation + found.normal * scalar(way);
        both[1].placed.translation = moved;
    }
}

/// Checks a contact that leaves nothing out for its margin. Whether the exact overlap could tell,
/// and how many corners it has.
fn check<V: Space>(
    [a, b]: [&Solid<V>; 2],
    found: &Contact<V>,
    context: &str,
) -> Result<usize, Open> {
    let (p, q) = (&a.placed, &b.placed);
    let size = length_scale(p, q) + norm(&coordinates(p.translation));
    // What rounding does: to the slope of a face of few digits, some hundred roundings.
    let near = 4000.0 * epsilon::<V>();
    let exact = overlap([p, q], [&a.facets, &b.facets], found.normal, near)?;
    let f = |x: V::Scalar| x.to_f64();
    let whole = f(found.signed_distance.distance.value);
    let gap = |k: usize| exact.corners[k].heights[1] - exact.corners[k].heights[0];
    let off = 2.0 * near * size;
    let mut named = vec![false; exact.corners.len()];
    for (i, point) in found.points().iter().enumerate() {
        let at = exact.spot(&middle(point.on_a, point.on_b));
        // The nearest corner, if it is the same place.
        let away = |k: usize| {
            let corner = exact.corners[k].at;
            let beside = (gap(k).max(whole) - f(point.distance)).abs();
            beside.max((corner[0] - at[0]).hypot(corner[1] - at[1]))
        };
        let nearest = (0..exact.corners.len()).min_by(|&j, &k| away(j).total_cmp(&away(k)));
        let place = nearest.filter(|&k| away(k) < off);
        let Some(place) = place else {
            // The deepest place of all, if the overlap does not have it.
            let least = (0..exact.corners.len()).map(gap).fold(f64::INFINITY, f64::min);
            assert!(
                i == 0 && f(point.distance) == whole && least > whole + 1e-4 * size,
                "{context}: {point:?} is no corner of {exact:?}, {found:?}"
            );
            continue;
        };
        named[place] = true;
        // Both points are where the facets are, but for what the deepest is held to.
        let normal = coordinates(found.normal);
        let height = |v: V| coordinates(v).iter().zip(&normal).map(|(x, y)| x * y).sum::<f64>();
        let heights = exact.corners[place].heights;
        let slack = off + (gap(place) - f(point.distance)).abs();
        assert!((height(point.on_a) - heights[0]).abs() < slack, "{context}: {point:?}");
        assert!((height(point.on_b) - heights[1]).abs() < slack, "{context}: {point:?}");
    }
    reaches_as_far(&exact, &named, found, size, context);
    Ok(exact.corners.len())
}

/// Whether the points span what the overlap does: all of up to four corners, of more a quarter of
/// the area at least.
fn reaches_as_far<V: Space>(
    exact: &Overlap,
    named: &[bool],
    found: &Contact<V>,
    size: f64,
    context: &str,
) {
    let corners = &exact.corners;
    let way = |i: usize, j: usize| {
        [corners[j].at[0] - corners[i].at[0], corners[j].at[1] - corners[i].at[1]]
    };
    let apart = |i: usize, j: usize| way(i, j)[0].hypot(way(i, j)[1]);
    let n = corners.len();
    let most = 2 * (V::DIM - 1);
    if n <= most && named.iter().filter(|x| **x).count() == found.points().len() {
        // Corners that hardly stand out from the others need not be there.
        let stands_out = |k: usize| {
            if n <= 2 {
                return (0..n).all(|j| j == k || apart(j, k) > 1e-2 * size);
            }
            let (before, after) = ((k + n - 1) % n, (k + 1) % n);
            let (u, v) = (way(before, k), way(before, after));
            let (height, long) = ((u[0] * v[1] - u[1] * v[0]).abs(), apart(before, after));
            height > 1e-2 * size * long && apart(before, k) > 1e-2 * size
        };
        for (k, &is_named) in named.iter().enumerate() {
            assert!(is_named || !stands_out(k), "{context}: {k} of {exact:?} not in {found:?}");
        }
    }
    if n > most {
        let area = |list: &[usize]| {
            let sum: f64 = (1..list.len().max(2) - 1)
                .map(|k| {
                    let (u, v) = (way(list[0], list[k]), way(list[0], list[k + 1]));
                    u[0] * v[1] - u[1] * v[0]
                })
                .sum();
            sum.abs() / 2.0
        };
        let all: Vec<usize> = (0..n).collect();
        let some: Vec<usize> = all.iter().copied().filter(|&k| named[k]).collect();
        let (whole, part) = (area(&all), area(&some));
        assert!(
            part >= 0.249 * whole || whole < 1e-3 * size * size || some.len() < 4,
            "{context}: an area of {part} of {whole}, {exact:?}, {found:?}"
        );
    }
}

/// A margin that leaves out nothing.
const ALL: f64 = 1e3;

fn contacts_are_corners_of_the_overlap<V: Space>() {
    let (mut told, mut open, mut many) = (0, [0; 2], 0);
    let count = pairs(300);
    for seed in 0..count as u64 {
        let both = solids::<V>(&mut Random(seed * 1000 + 35));
        let [a, b] = &both;
        let context = format!("{} seed {seed}", V::NAME);
        let (p, q) = (a.shape.at(a.pose()), b.shape.at(b.pose()));
        let found = contact::<V>(&p, &q, scalar(ALL)).expect(&context);
        match check([a, b], &found, &context) {
            Ok(corners) => {
                told += 1;
                many += usize::from(corners > 2 * (V::DIM - 1));
            }
            Err(why) => open[usize::from(why == Open::Edge)] += 1,
        }
        depth_is_the_penetrations(&p, &q, &found, &context);
        margin_leaves_out_what_is_further(&p, &q, &found, &context);
    }
    println!("{:6} {told} told of {count}, {many} of many corners, open {open:?}", V::NAME);
    assert!(told * 3 > count, "{}: only {told} of {count} told", V::NAME);
    assert!(V::DIM == 2 || many * 50 > count, "{}: only {many} of many corners", V::NAME);
}

fn depth_is_the_penetrations<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    found: &Contact<V>,
    context: &str,
) {
    let distance = found.signed_distance.distance;
    match penetration::<V>(a, b) {
        None => assert!(distance.lower > scalar(0.0), "{context}: {distance:?}"),
        Some(deep) => {
            let depth = deep.depth;
            let agree = -distance.upper <= depth.upper && depth.lower <= -distance.lower;
            assert!(agree || distance.value >= scalar(0.0), "{context}: {distance:?}, {depth:?}");
            let deepest = found.points()[0].distance;
            assert!(deepest >= distance.value, "{context}: {deepest:?} of {distance:?}");
        }
    }
}

fn margin_leaves_out_what_is_further<V: Space>(
    a: &dyn Convex<V>,
    b: &dyn Convex<V>,
    all: &Contact<V>,
    context: &str,
) {
    let margin: V::Scalar = scalar(0.02);
    let Some(found) = contact::<V>(a, b, margin) else {
        assert!(all.signed_distance.distance.lower > margin, "{context}");
        return;
    };
    let most = margin.to_f64().max(all.signed_distance.distance.value.to_f64());
    for point in found.points() {
        assert!(point.distance.to_f64() <= most, "{context}: {point:?}");
    }
    // What all have that is within the margin, these have too, or as many of it as there may be.
    let within = all.points().iter().filter(|p| p.distance <= margin).count();
    assert!(found.points().len() >= within.min(2), "{context}: {found:?} of {all:?}");
}

#[test]
fn contacts_are_corners_of_the_exact_overlap() {
    in_every_space!(contacts_are_corners_of_the_overlap);
}

/// The names of a contact's points.
fn names<V: Space>(found: &Contact<V>) -> Vec<(Feature, Feature)> {
    let mut names: Vec<_> = found.points().iter().map(|p| (p.feature_a, p.feature_b)).collect();
    names.sort_unstable();
    names
}

fn kept_contacts_are_fresh_ones<V: Space>() {
    let (mut told, mut frames, mut same, mut compared) = (0, 0, 0, 0);
    for seed in 0..(pairs(300) / 10) as u64 {
        let mut random = Random(seed * 1000 + 36);
        let mut both = solids::<V>(&mut random);
        let [one, other] = both.each_ref().map(|solid| Rc::clone(&solid.shape));
        let mut tracker = Tracker::new(&*one, &*other);
        let motion = seed % 4;
        for frame in 0..20 {
            step(&mut both, motion, frame, &mut random);
            let [a, b] = &both;
            let context = format!("{} seed {seed} frame {frame} motion {motion}", V::NAME);
            let (p, q) = (a.shape.at(a.pose()), b.shape.at(b.pose()));
            let fresh = contact::<V>(&p, &q, scalar(ALL)).expect(&context);
            let kept = tracker.at(a.pose(), b.pose()).contact(scalar(ALL)).expect(&context);
            let (x, y) = (kept.signed_distance.distance, fresh.signed_distance.distance);
            assert!(x.lower <= y.upper && y.lower <= x.upper, "{context}: {x:?}, {y:?}");
            told += usize::from(check([a, b], &kept, &context).is_ok());
            frames += 1;
            // Where both found the same way out, they found the same points.
            let turned = norm(&coordinates(kept.normal - fresh.normal));
            if turned < 100.0 * epsilon::<V>() {
                compared += 1;
                same += usize::from(names(&kept) == names(&fresh));
            }
        }
    }
    println!("{:6} {told} told of {frames}, {same} of {compared} have the same names", V::NAME);
    assert!(told * 3 > frames, "{}: only {told} of {frames} told", V::NAME);
    assert!(compared * 2 > frames, "{}: only {compared} of {frames} compared", V::NAME);
    // Faces and corners that are level may be named either way.
    assert!(same * 20 > compared * 19, "{}: {same} of {compared}", V::NAME);
}

/// Rolls, slides, rests, or jumps.
fn step<V: Space>(both: &mut [Solid<V>; 2], motion: u64, frame: usize, random: &mut Random) {
    let body = &mut both[1].placed;
    match motion {
        0 => body.stir(0.02, random),
        1 => body.translation = body.translation + random.vector::<V>() * scalar(0.01),
        2 => body.translation = body.translation + random.vector::<V>() * scalar(1e-5),
        _ if frame % 5 == 4 => {
            body.turn = random.turn::<V>();
            settle(both, 0.05 * random.signed());
        }
        _ => body.stir(0.001, random),
    }
    if motion < 2 && frame % 3 == 2 {
        settle(both, 0.05 * random.signed());
    }
}

#[test]
fn kept_contacts_are_as_good_as_fresh_ones() {
    in_every_space!(kept_contacts_are_fresh_ones);
}
