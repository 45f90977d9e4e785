//! A scene that asks every pair anew: no tree, no memory, no boxes. It is what the library's scene
//! is held to.

use std::collections::BTreeSet;

use osculate::Body;
use osculate::scene::{BodyId, BodyKind, Groups, Part, Scene};
use osculate::shape::{Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, Point, PointCloud, Shape};
use osculate::{At, Bracket, Convex, Pose, Scalar, distance, intersects};

use super::support::{Random, Space, Turn, scalar};

/// Shapes, each at a pose of its own.
type PlacedShapes<V> = Vec<(Shape<V>, Pose<V>)>;

/// A body of the model.
#[derive(Clone, Debug)]
pub struct Known<V: Space> {
    pub id: BodyId,
    pub parts: PlacedShapes<V>,
    pub turn: Turn,
    pub at: V,
    pub groups: u32,
    pub mask: u32,
    pub kind: BodyKind,
}

impl<V: Space> Known<V> {
    pub fn pose(&self) -> Pose<V> {
        Pose::new(self.at, self.turn.rotation()).unwrap()
    }

    /// The parts where they are.
    pub fn placed(&self) -> Vec<At<V, At<V, Shape<V>>>> {
        let pose = self.pose();
        let at = |(shape, own): &(Shape<V>, Pose<V>)| At::new(At::new(shape.clone(), *own), pose);
        self.parts.iter().map(at).collect()
    }

    pub fn part(&self, part: usize) -> Part {
        Part { body: self.id, part: part as u32 }
    }

    /// The nearest part and its distance.
    pub fn nearest(&self, shape: &impl Convex<V>) -> (usize, Bracket<V::Scalar>) {
        let mut best = None;
        for (i, part) in self.placed().iter().enumerate() {
            let near = distance(part, shape);
            if best.is_none_or(|(_, least): (usize, Bracket<V::Scalar>)| near.value < least.value) {
                best = Some((i, near));
            }
        }
        best.unwrap()
    }

    pub fn distance(&self, other: &Self) -> (usize, usize, Bracket<V::Scalar>) {
        let mut best = None;
        for (i, part) in self.placed().iter().enumerate() {
            let (j, near) = other.nearest(part);
            if best.is_none_or(|(_, _, least): (_, _, Bracket<V::Scalar>)| near.value < least.value)
            {
                best = Some((i, j, near));
            }
        }
        best.unwrap()
    }
}

/// All bodies in the order of their names, and who ignores whom.
#[derive(Clone, Debug)]
pub struct Model<V: Space> {
    pub bodies: Vec<Known<V>>,
    pub ignored: BTreeSet<(BodyId, BodyId)>,
}

impl<V: Space> Model<V> {
    pub fn new() -> Self {
        Self { bodies: Vec::new(), ignored: BTreeSet::new() }
    }

    pub fn may_meet(&self, a: &Known<V>, b: &Known<V>) -> bool {
        let groups = a.groups & b.mask != 0 && b.groups & a.mask != 0;
        let are_static = a.kind == BodyKind::Static && b.kind == BodyKind::Static;
        groups && !are_static && !self.ignored.contains(&(a.id.min(b.id), a.id.max(b.id)))
    }

    /// All pairs that may meet, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&Known<V>, &Known<V>)> {
        let first = self.bodies.iter().enumerate();
        let all = first.flat_map(|(n, a)| self.bodies[n + 1..].iter().map(move |b| (a, b)));
        all.filter(|(a, b)| self.may_meet(a, b))
    }

    /// Those of which one body at least is dynamic, in order.
    pub fn solved_pairs(&self) -> impl Iterator<Item = (&Known<V>, &Known<V>)> {
        let is_dynamic = |of: &Known<V>| of.kind == BodyKind::Dynamic;
        self.pairs().filter(move |(a, b)| is_dynamic(a) || is_dynamic(b))
    }

    /// The first two parts of each pair that touch.
    pub fn touching(&self) -> Vec<(Part, Part)> {
        Self::touching_of(self.pairs())
    }

    /// The same of each pair of which one body at least is dynamic.
    pub fn solved_touching(&self) -> Vec<(Part, Part)> {
        Self::touching_of(self.solved_pairs())
    }

    fn touching_of<'m>(
        pairs: impl Iterator<Item = (&'m Known<V>, &'m Known<V>)>,
    ) -> Vec<(Part, Part)> {
        let mut found = Vec::new();
        for (a, b) in pairs {
            let others = b.placed();
            let first = a.placed().iter().enumerate().find_map(|(i, one)| {
                let j = others.iter().position(|other| intersects(one, other))?;
                Some((a.part(i), b.part(j)))
            });
            found.extend(first);
        }
        found
    }
}

/// A scene, and the model that it is held to.
pub struct World<V: Space> {
    pub scene: Scene<V>,
    pub model: Model<V>,
    pub random: Random,
    /// Half the side of the cube that bodies are put in.
    pub side: f64,
    /// Names of bodies that were removed.
    pub gone: Vec<BodyId>,
    /// One body in so many moves in a step.
    pub calm: usize,
}

impl<V: Space> World<V> {
    pub fn new(scene: Scene<V>, seed: u64, side: f64) -> Self {
        let (model, random) = (Model::new(), Random(seed));
        Self { scene, model, random, side, gone: Vec::new(), calm: 8 }
    }

    fn place(&mut self) -> (Turn, V) {
        let at = self.random.vector::<V>() * scalar(self.side);
        (self.random.turn::<V>(), at)
    }

    /// A shape of any kind.
    pub fn shape(&mut self) -> Shape<V> {
        let random = &mut self.random;
        let size: f64 = random.magnitude(-0.7, 0.0);
        let half = V::from_fn(|_| scalar(size * (0.3 + 0.7 * random.unit())));
        match random.below(8) {
            0 => Ball::new(scalar(size)).unwrap().into(),
            1 => Ellipsoid::new(half).unwrap().into(),
            2 => {
                let end = random.vector::<V>() * scalar(size);
                Capsule::new(-end, end, scalar(0.3 * size)).unwrap().into()
            }
            3 => Point::new(random.vector::<V>() * scalar(size)).unwrap().into(),
            4 => {
                let points: Vec<V> = (0..6).map(|_| random.vector::<V>() * scalar(size)).collect();
                PointCloud::new(&points).unwrap().into()
            }
            5 | 6 => {
                let points: Vec<V> = (0..12).map(|_| random.vector::<V>() * scalar(size)).collect();
                V::shared_hull(&points).unwrap()
            }
            _ => Cuboid::new(half).unwrap().into(),
        }
    }

    /// Some facets, which lie as they happen to, as a body and as parts.
    fn mesh(&mut self) -> (Body<V>, PlacedShapes<V>) {
        let random = &mut self.random;
        let vertices: Vec<V> = (0..9).map(|_| random.vector::<V>() * scalar(0.8)).collect();
        let facets: Vec<[u32; 3]> =
            (0..3 + random.below(20)).map(|_| [0; 3].map(|_| random.below(9) as u32)).collect();
        let part = |facet: &[u32; 3]| {
            let corners = facet.map(|corner| vertices[corner as usize]);
            let shape = PointCloud::new(&corners[..V::DIM]).unwrap();
            (shape.into(), Pose::IDENTITY)
        };
        let parts = facets.iter().map(part).collect();
        (V::mesh(&vertices, &facets), parts)
    }

    /// Adds a body of one shape or several, or a mesh; rarely one without end.
    pub fn add(&mut self) {
        let (turn, at) = self.place();
        let mesh = (self.random.below(8) == 0).then(|| self.mesh());
        let parts: PlacedShapes<V> = match self.random.below(20) {
            0..4 => (0..2 + self.random.below(3))
                .map(|_| {
                    let own = self.random.vector::<V>() * scalar(0.8);
                    let turn = self.random.turn::<V>().rotation();
                    (self.shape(), Pose::new(own, turn).unwrap())
                })
                .collect(),
            4 => {
                let axis = V::axis(self.random.below(V::DIM));
                let floor = HalfSpace::new(axis, scalar(-1.2 * self.side)).unwrap();
                vec![(floor.into(), Pose::IDENTITY)]
            }
            _ => vec![(self.shape(), Pose::IDENTITY)],
        };
        // Mostly in the first group.
        let groups = 1 << [0, 0, 0, 1, 2][self.random.below(5)];
        let mask = [!0, !0, !0, 0b011, 0b101][self.random.below(5)];
        let (body, parts) = match &parts[..] {
            _ if mesh.is_some() => mesh.unwrap(),
            [(shape, own)] if *own == Pose::IDENTITY => (Body::new(shape), parts),
            _ => {
                let bodies = parts.iter().map(|(shape, pose)| (shape.clone().into(), *pose));
                (Body::compound(bodies).unwrap(), parts)
            }
        };
        let pose = Pose::new(at, turn.rotation()).unwrap();
        let kind = self.kind();
        let body = body.with_groups(Groups { memberships: groups, meets: mask }).with_kind(kind);
        let id = self.scene.add(body, pose);
        let known = Known { id, parts, turn, at, groups, mask, kind };
        let before = self.model.bodies.partition_point(|other| other.id < id);
        self.model.bodies.insert(before, known);
    }

    /// Mostly dynamic.
    fn kind(&mut self) -> BodyKind {
        use BodyKind::{Dynamic, Kinematic, Static};
        [Static, Kinematic, Dynamic, Dynamic, Dynamic, Dynamic][self.random.below(6)]
    }

    /// One of the bodies.
    pub fn any(&mut self) -> Option<usize> {
        let count = self.model.bodies.len();
        (count > 0).then(|| self.random.below(count))
    }

    pub fn remove(&mut self) {
        let Some(k) = self.any() else { return };
        let known = self.model.bodies.remove(k);
        self.model.ignored.retain(|&(a, b)| a != known.id && b != known.id);
        let body = self.scene.remove(known.id).expect("it is there");
        assert_eq!(body.body().part_count(), known.parts.len());
        self.gone.push(known.id);
    }

    /// Moves a body by a share of its size, or anywhere.
    pub fn stir(&mut self, k: usize, share: f64) {
        let (turn, at) = self.place();
        let known = &mut self.model.bodies[k];
        if share >= 1.0 {
            (known.turn, known.at) = (turn, at);
        } else {
            let mixed: Vec<f64> =
                known.turn.0.iter().zip(turn.0).map(|(x, y)| x + share * y).collect();
            let length = super::support::norm(&mixed);
            known.turn = Turn(core::array::from_fn(|i| mixed[i] / length)).rounded::<V>();
            known.at = known.at + self.random.vector::<V>() * scalar(share);
        }
        let (id, pose) = (known.id, known.pose());
        self.scene.set_pose(id, pose).unwrap();
    }

    /// What may change between two steps.
    pub fn change(&mut self) {
        let crowd = 36;
        let count = self.model.bodies.len();
        for _ in 0..self.random.below(3) {
            if self.random.below(crowd) >= count / 2 {
                self.add();
            }
        }
        if count > crowd || self.random.below(4) == 0 {
            self.remove();
        }
        // There are calm times, in which bodies come to rest.
        if self.random.below(30) == 0 {
            self.calm = [1, 8, 64][self.random.below(3)];
        }
        let busy = self.model.bodies.len() / self.calm;
        for _ in 0..busy {
            let Some(k) = self.any() else { return };
            let share = [0.002, 0.02, 0.1, 1.0][self.random.below(4).min(self.random.below(5))];
            self.stir(k, share);
        }
        if self.random.below(3) == 0
            && let Some(k) = self.any()
        {
            let (groups, mask) = (1 << self.random.below(3), [!0, 0b110][self.random.below(2)]);
            let known = &mut self.model.bodies[k];
            (known.groups, known.mask) = (groups, mask);
            self.scene.set_groups(known.id, Groups { memberships: groups, meets: mask }).unwrap();
        }
        if self.random.below(6) == 0
            && let Some(k) = self.any()
        {
            let kind = self.kind();
            self.model.bodies[k].kind = kind;
            self.scene.set_kind(self.model.bodies[k].id, kind).unwrap();
        }
        if let (Some(i), Some(j), 0) = (self.any(), self.any(), self.random.below(3)) {
            let (a, b) = (self.model.bodies[i].id, self.model.bodies[j].id);
            let ignored = self.random.below(3) > 0;
            self.scene.set_ignored(a, b, ignored).unwrap();
            let pair = (a.min(b), a.max(b));
            if ignored && a != b {
                self.model.ignored.insert(pair);
            } else {
                self.model.ignored.remove(&pair);
            }
        }
    }
}

/// Whether two brackets may be of one number.
pub fn agree<S: Scalar>(a: Bracket<S>, b: Bracket<S>) -> bool {
    a.lower <= b.upper && b.lower <= a.upper
}
