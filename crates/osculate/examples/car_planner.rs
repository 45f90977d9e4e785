//! A car in a car park: into one free place, into another, and out again. Its planner asks some
//! hundred thousand times a way whether the car would touch what stands there. Paper 003 names such
//! planners as the reason for its yes or no in the plane ("collision detection may be executed
//! million times per planning loop").
//!
//! `cargo run --release --example car_planner -- [QUESTIONS]`: the most for each of three ways, by
//! default a million.

use osculate::shape::{Ball, ConvexPolygon, HalfSpace};
use osculate::{At, Convex, DVec2, Error, OneToMany, Place, Pose, Rotation};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::Instant;

/// Where the middle of the rear axle is, and the way that the car looks, in turns.
#[derive(Clone, Copy, Debug)]
struct Place2 {
    at: DVec2,
    angle: f64,
}

/// States that are so near each other count as one: half a metre, and a 48th of a turn.
type Cell = [i32; 3];

const ROOM: f64 = 0.5;
const TURNS: f64 = 48.0;

impl Place2 {
    fn cell(&self) -> Cell {
        let turn = (self.angle / std::f64::consts::TAU).rem_euclid(1.0) * TURNS;
        [
            (self.at.x / ROOM).round() as i32,
            (self.at.y / ROOM).round() as i32,
            turn.round() as i32 % TURNS as i32,
        ]
    }

    fn pose(&self) -> Result<Pose<DVec2>, Error> {
        Pose::new(self.at, Rotation::from_angle(self.angle)?)
    }

    /// After so much of an arc: `curve` is one over its radius.
    fn driven(&self, length: f64, curve: f64) -> Self {
        let (angle, middle) = (self.angle + length * curve, self.angle + 0.5 * length * curve);
        let chord = if curve == 0.0 { length } else { 2.0 * (0.5 * length * curve).sin() / curve };
        Self { at: self.at + DVec2::from_angle(middle) * chord, angle }
    }
}

/// What stands in the car park, and how often it was asked about.
struct Park {
    car: ConvexPolygon<DVec2>,
    objects: Vec<Box<dyn Convex<DVec2>>>,
    checks: u64,
}

impl Park {
    fn new() -> Result<Self, Error> {
        // The outline of a car, about the middle of its rear axle.
        let outline = [
            [-1.0, -0.7],
            [-0.8, -0.9],
            [3.4, -0.9],
            [3.8, -0.5],
            [3.8, 0.5],
            [3.4, 0.9],
            [-0.8, 0.9],
            [-1.0, 0.7],
        ];
        let car = ConvexPolygon::new(&outline.map(DVec2::from))?;
        let mut objects: Vec<Box<dyn Convex<DVec2>>> = Vec::new();
        // Two rows that face each other, with a few places free, a kerb on all sides, and pillars.
        for slot in 0..9 {
            for (row, (y, turn)) in [(-4.9, 1.55), (12.4, -1.58)].into_iter().enumerate() {
                let is_free = row == 0 && slot == 6 || row == 1 && slot == 2;
                if !is_free {
                    let turn = turn + 0.04 * f64::from(slot % 3 - 1);
                    let at = DVec2::new(2.7 * f64::from(slot), y);
                    objects
                        .push(Box::new(At::new(car.clone(), Place2 { at, angle: turn }.pose()?)));
                }
            }
        }
        for x in [4.0, 12.1, 17.5] {
            let pillar = Pose::from_translation(DVec2::new(x, 3.8))?;
            objects.push(Box::new(At::new(Ball::new(0.2)?, pillar)));
        }
        for (normal, offset) in
            [(DVec2::Y, -6.4), (-DVec2::Y, -13.9), (DVec2::X, -4.5), (-DVec2::X, -26.0)]
        {
            objects.push(Box::new(HalfSpace::new(normal, offset)?));
        }
        Ok(Self { car, objects, checks: 0 })
    }

    /// Whether the car can stand there.
    fn is_free(&mut self, place: &Place2) -> Result<bool, Error> {
        let mut there = OneToMany::new(self.car.at(place.pose()?));
        for object in &self.objects {
            self.checks += 1;
            if there.against(object.as_ref()).intersects() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A step of the plan: how far, and on which curve.
const STEPS: [(f64, f64); 6] = {
    let curve = 1.0 / 5.0;
    [(0.7, 0.0), (0.7, curve), (0.7, -curve), (-0.7, 0.0), (-0.7, curve), (-0.7, -curve)]
};

/// Poses that are asked about on the way of a step, its end among them.
const LOOKS: u32 = 3;

/// What is open, by the cost of the way so far and what is at least left of it.
type Open = BinaryHeap<(Reverse<u64>, Reverse<u64>, Cell)>;

/// Searches for a way by the cheapest first (A*), with so many questions at most. Backwards costs
/// more.
fn plan(
    park: &mut Park,
    start: Place2,
    goal: Place2,
    most: u64,
) -> Result<Option<Vec<Place2>>, Error> {
    let end_of_questions = park.checks + most;
    let left = |place: &Place2| ((place.at - goal.at).length() * 1000.0) as u64;
    let mut known: HashMap<Cell, (Place2, Cell)> = HashMap::new();
    let mut open = Open::from([(Reverse(left(&start)), Reverse(0), start.cell())]);
    known.insert(start.cell(), (start, start.cell()));
    while let Some((_, Reverse(cost), mut cell)) = open.pop() {
        let place = known[&cell].0;
        let is_turned = DVec2::from_angle(place.angle).dot(DVec2::from_angle(goal.angle)) > 0.98;
        if (place.at - goal.at).length() < 0.5 && is_turned {
            let mut way = vec![place];
            while known[&cell].1 != cell {
                cell = known[&cell].1;
                way.push(known[&cell].0);
            }
            way.reverse();
            return Ok(Some(way));
        }
        if park.checks >= end_of_questions {
            break;
        }
        for (length, curve) in STEPS {
            let end = place.driven(length, curve);
            if known.contains_key(&end.cell()) {
                continue;
            }
            let mut is_free = true;
            for look in 1..=LOOKS {
                let share = f64::from(look) / f64::from(LOOKS);
                is_free = is_free && park.is_free(&place.driven(length * share, curve))?;
            }
            if is_free {
                known.insert(end.cell(), (end, cell));
                let cost = cost + if length > 0.0 { 700 } else { 1000 };
                open.push((Reverse(cost + left(&end)), Reverse(cost), end.cell()));
            }
        }
    }
    Ok(None)
}

fn main() -> Result<(), Error> {
    let most = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let mut park = Park::new()?;
    let place = |x: f64, y: f64, angle: f64| Place2 { at: DVec2::new(x, y), angle };
    let mut from = place(0.0, 2.0, 0.0);
    let ways = [
        ("backwards into the free place below", place(16.2, -4.6, 1.57)),
        ("forwards into the free place above", place(5.4, 9.6, 1.57)),
        ("out again, the other way round", place(3.0, 2.0, std::f64::consts::PI)),
    ];
    let begin = Instant::now();
    for (name, goal) in ways {
        let before = park.checks;
        let way = plan(&mut park, from, goal, most)?;
        println!("{name}: {} questions", park.checks - before);
        let Some(way) = way else {
            println!("  no way was found with so many");
            std::process::exit(1);
        };
        let signs =
            way.windows(2).map(|of| (of[1].at - of[0].at).dot(DVec2::from_angle(of[0].angle)));
        let signs: Vec<bool> = signs.map(|along| along > 0.0).collect();
        let turns = signs.windows(2).filter(|of| of[0] != of[1]).count();
        println!("  {:.1} m, {turns} changes of gear", 0.7 * (way.len() - 1) as f64);
        for Place2 { at, angle } in way.iter().step_by(6) {
            println!("  x {:>6.2}  y {:>6.2}  {:>6.1} degrees", at.x, at.y, angle.to_degrees());
        }
        from = way[way.len() - 1];
    }
    let (seconds, checks) = (begin.elapsed().as_secs_f64(), park.checks as f64);
    println!(
        "{checks} pairs in {seconds:.2} s: {:.0} ns a pair, planner included",
        seconds / checks * 1e9
    );
    Ok(())
}
