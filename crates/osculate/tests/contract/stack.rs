//! A stack of boxes stands on its contacts, in a small solver of impulses made for this test.

use crate::support::ask::contact;
use osculate::shape::{Cuboid, HalfSpace};
use osculate::{Contact, DVec3, Feature, Place, Pose, Rotation};

/// The step of time.
const STEP: f64 = 1.0 / 120.0;

/// A body of a small solver of impulses, made for this test: boxes of density 1, no spin lost.
struct Box3 {
    at: DVec3,
    turn: osculate::DQuat,
    velocity: DVec3,
    spin: DVec3,
    mass: f64,
    /// The inverse inertia about the box's own axes.
    lightness: DVec3,
}

/// Half the extents of each box.
const HALF: DVec3 = DVec3::new(0.5, 0.25, 0.5);

impl Box3 {
    fn new(y: f64, wobble: f64) -> Self {
        let mass = 8.0 * HALF.x * HALF.y * HALF.z;
        let square = HALF * HALF;
        let inertia =
            mass / 3.0 * DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y);
        let turn = osculate::DQuat::from_rotation_y(wobble);
        let at = DVec3::new(0.02 * wobble, y, -0.01 * wobble);
        let (velocity, spin) = (DVec3::ZERO, DVec3::ZERO);
        Self { at, turn, velocity, spin, mass, lightness: inertia.recip() }
    }
    fn pose(&self) -> Pose<DVec3> {
        Pose::new(self.at, Rotation::from_quaternion(self.turn.to_array()).unwrap()).unwrap()
    }
    fn push(&mut self, at: DVec3, impulse: DVec3) {
        self.velocity += impulse / self.mass;
        let local = self.turn.inverse() * (at - self.at).cross(impulse);
        self.spin += self.turn * (local * self.lightness);
    }
    fn speed(&self, at: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(at - self.at)
    }
    fn ease(&self, at: DVec3, way: DVec3) -> f64 {
        let local = self.turn.inverse() * (at - self.at).cross(way);
        1.0 / self.mass + local.dot(local * self.lightness)
    }
    fn step(&mut self, dt: f64) {
        self.at += self.velocity * dt;
        let angle = self.spin.length() * dt;
        if angle > 0.0 {
            let turn = osculate::DQuat::from_axis_angle(self.spin.normalize(), angle);
            self.turn = (turn * self.turn).normalize();
        }
    }
}

/// One more touch: two bodies (none: the floor), a contact point, and the impulses there so far.
struct Touch {
    below: Option<usize>,
    above: usize,
    at: DVec3,
    normal: DVec3,
    distance: f64,
    name: (Feature, Feature),
    push: f64,
    drag: [f64; 2],
}

impl Touch {
    /// Which bodies touch, and in which of their features.
    fn names(list: &[Self]) -> Vec<(Option<usize>, usize, (Feature, Feature))> {
        let mut names: Vec<_> = list.iter().map(|t| (t.below, t.above, t.name)).collect();
        names.sort_unstable();
        names
    }

    /// The directions across the normal.
    fn ways(&self) -> [DVec3; 2] {
        let (x, y) = self.normal.any_orthonormal_pair();
        [x, y]
    }

    fn apply(&self, boxes: &mut [Box3], impulse: DVec3) {
        boxes[self.above].push(self.at, impulse);
        if let Some(i) = self.below {
            boxes[i].push(self.at, -impulse);
        }
    }

    /// How fast the upper body leaves the lower along `way`, and how easily an impulse changes
    /// that.
    fn measure(&self, boxes: &[Box3], way: DVec3) -> (f64, f64) {
        let Self { below, above, at, .. } = *self;
        let other = below.map_or(DVec3::ZERO, |i| boxes[i].speed(at));
        let ease = boxes[above].ease(at, way) + below.map_or(0.0, |i| boxes[i].ease(at, way));
        ((boxes[above].speed(at) - other).dot(way), ease)
    }

    /// One round of the solver: no speed into the other body, and friction across.
    fn settle(&mut self, boxes: &mut [Box3]) {
        let (speed, ease) = self.measure(boxes, self.normal);
        // A gap may close within the step; an overlap is pushed out slowly.
        let wanted = if self.distance > 0.0 {
            -self.distance / STEP
        } else {
            0.2 * (-self.distance - 0.002).max(0.0) / STEP
        };
        let push = (self.push + (wanted - speed) / ease).max(0.0);
        self.apply(boxes, self.normal * (push - self.push));
        self.push = push;
        for (k, way) in self.ways().into_iter().enumerate() {
            let (speed, ease) = self.measure(boxes, way);
            let most = 0.6 * self.push;
            let drag = (self.drag[k] - speed / ease).clamp(-most, most);
            self.apply(boxes, way * (drag - self.drag[k]));
            self.drag[k] = drag;
        }
    }
}

/// All contacts of the boxes with one another and the floor; what was there before keeps its
/// impulses.
fn touches(boxes: &[Box3], before: &[Touch]) -> Vec<Touch> {
    let floor = HalfSpace::new(DVec3::Y, 0.0).unwrap();
    let cuboid = Cuboid::new(HALF).unwrap();
    let mut found: Vec<Touch> = Vec::new();
    for above in 0..boxes.len() {
        for below in (0..above).map(Some).chain([None]) {
            let upper = cuboid.at(boxes[above].pose());
            let touch = match below {
                Some(i) => contact(&cuboid.at(boxes[i].pose()), &upper, 0.02),
                None => contact(&floor, &upper, 0.02),
            };
            for p in touch.iter().flat_map(Contact::points) {
                let name = (p.feature_a, p.feature_b);
                let old =
                    before.iter().find(|t| (t.below, t.above, t.name) == (below, above, name));
                found.push(Touch {
                    below,
                    above,
                    at: (p.on_a + p.on_b) * 0.5,
                    normal: touch.as_ref().unwrap().normal,
                    distance: p.distance,
                    name,
                    push: old.map_or(0.0, |t| t.push),
                    drag: old.map_or([0.0; 2], |t| t.drag),
                });
            }
        }
    }
    found
}

/// Moves the boxes by one step of time, on these contacts.
fn advance(boxes: &mut [Box3], touches: &mut [Touch]) {
    for body in &mut *boxes {
        body.velocity.y -= 9.81 * STEP;
    }
    for t in &*touches {
        let [x, y] = t.ways();
        t.apply(boxes, t.normal * t.push + x * t.drag[0] + y * t.drag[1]);
    }
    for _ in 0..30 {
        for t in &mut *touches {
            t.settle(boxes);
        }
    }
    for body in boxes {
        body.step(STEP);
    }
}

#[test]
fn a_stack_of_boxes_stays_a_stack() {
    const BOXES: usize = 5;
    const STEPS: usize = 1000;
    // Dropped from a little above one another, each turned a little.
    let mut boxes: Vec<Box3> =
        (0..BOXES).map(|i| Box3::new(0.26 + 0.52 * i as f64, 0.1 * i as f64)).collect();
    let mut all: Vec<Touch> = Vec::new();
    let (mut changes, mut counted) = (0, 0);
    for step in 0..STEPS {
        let found = touches(&boxes, &all);
        if step > STEPS / 2 {
            // At rest: the same points every time.
            changes += usize::from(Touch::names(&found) != Touch::names(&all));
            counted += 1;
        }
        all = found;
        advance(&mut boxes, &mut all);
    }
    for (i, body) in boxes.iter().enumerate() {
        let rest = 0.25 + 0.5 * i as f64;
        assert!((body.at.y - rest).abs() < 0.03, "box {i} is at {}", body.at);
        assert!(body.at.x.hypot(body.at.z) < 0.05, "box {i} slid to {}", body.at);
        let up = body.turn * DVec3::Y;
        assert!(up.y > 0.9999, "box {i} leans: {up}");
        assert!(body.velocity.length() < 0.01, "box {i} moves by {}", body.velocity);
    }
    println!("contact points changed in {changes} of {counted} steps at rest");
    assert!(changes * 50 <= counted, "contacts flicker: {changes} of {counted}");
}
