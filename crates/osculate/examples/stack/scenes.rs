//! What is simulated: bodies that should stand, lie or roll, in plain numbers, so that any library
//! can be asked for their contacts.

use super::solver::Body;
use osculate::glam::{Quat, Vec3};
use std::f32::consts::PI;

/// What a body is. In the plane the third coordinate is left out.
#[derive(Clone, Debug)]
pub enum Form {
    Box(Vec3),
    Ball(f32),
    /// Half the height, and the radius: about the y axis.
    Cylinder(f32, f32),
    Capsule(f32, f32),
    /// Corners about their centroid; the half extents of a box of about the same inertia.
    Hull(Vec<Vec3>, Vec3),
}

/// Bodies with their forms.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub forms: Vec<Form>,
    pub bodies: Vec<Body>,
    /// Whether it is a world of the plane.
    pub is_flat: bool,
    pub scale: f32,
}

/// A stream of numbers from a seed.
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32
    }
    /// From −1 to 1.
    pub fn signed(&mut self) -> f32 {
        2.0 * self.unit() - 1.0
    }
}

impl World {
    pub fn new(is_flat: bool) -> Self {
        Self { is_flat, scale: 1.0, ..Self::default() }
    }

    /// A world with a floor whose top is at the height zero.
    pub fn with_floor(is_flat: bool) -> Self {
        let mut world = Self::new(is_flat);
        world.add_fixed(Form::Box(Vec3::new(50.0, 0.5, 50.0)), Vec3::Y * -0.5, Quat::IDENTITY);
        world
    }

    /// A body that does not move.
    pub fn add_fixed(&mut self, form: Form, at: Vec3, turn: Quat) {
        self.forms.push(form);
        self.bodies.push(Body { at, turn, ..Body::default() });
    }

    /// A body of density 1 at rest.
    pub fn add(&mut self, form: Form, at: Vec3, turn: Quat) -> &mut Body {
        let depth = |half: Vec3| if self.is_flat { 0.5 } else { half.z };
        let boxed = |half: Vec3| {
            let mass = 8.0 * half.x * half.y * depth(half);
            let square = half * half;
            let others = Vec3::new(square.y + square.z, square.x + square.z, square.x + square.y);
            (mass, others * (mass / 3.0))
        };
        let (mass, inertia) = match &form {
            Form::Box(half) | Form::Hull(_, half) => boxed(*half),
            Form::Ball(radius) => {
                let mass = 4.0 / 3.0 * PI * radius.powi(3);
                (mass, Vec3::splat(0.4 * mass * radius * radius))
            }
            Form::Cylinder(half, radius) | Form::Capsule(half, radius) => {
                let mass = 2.0 * PI * half * radius * radius;
                let across = mass * (radius * radius / 4.0 + half * half / 3.0);
                (mass, Vec3::new(across, mass * radius * radius / 2.0, across))
            }
        };
        let turns = if self.is_flat { Vec3::Z } else { Vec3::ONE };
        self.forms.push(form);
        self.bodies.push(Body {
            at,
            turn,
            inverse_mass: 1.0 / mass,
            inverse_inertia: turns / inertia,
            ..Body::default()
        });
        self.bodies.last_mut().expect("it was pushed")
    }

    /// The same world so many times as large.
    pub fn scaled(mut self, by: f32) -> Self {
        for form in &mut self.forms {
            match form {
                Form::Box(half) => *half *= by,
                Form::Ball(radius) => *radius *= by,
                Form::Cylinder(half, radius) | Form::Capsule(half, radius) => {
                    *half *= by;
                    *radius *= by;
                }
                Form::Hull(corners, half) => {
                    corners.iter_mut().for_each(|corner| *corner *= by);
                    *half *= by;
                }
            }
        }
        for body in &mut self.bodies {
            body.at *= by;
            body.inverse_mass /= by.powi(3);
            body.inverse_inertia /= by.powi(5);
        }
        self.scale *= by;
        self
    }
}

/// A prism of n corners that stands.
pub fn prism(n: usize, half: f32, radius: f32) -> Form {
    let at = |i: usize, y: f32| {
        let (sine, cosine) = (2.0 * PI * i as f32 / n as f32).sin_cos();
        Vec3::new(radius * cosine, y, radius * sine)
    };
    let corners = [-half, half].iter().flat_map(|&y| (0..n).map(move |i| at(i, y))).collect();
    let side = radius * 0.87;
    Form::Hull(corners, Vec3::new(side, half, side))
}

/// What a stack is made of.
pub const STACKS: [&str; 7] = [
    "yawed boxes",
    "prisms of 8",
    "prisms of 13",
    "cylinders",
    "mixed bodies",
    "plates",
    "boxes of the plane",
];

/// Ten bodies on one another, each turned and a little aside.
pub fn stack(of: &str, seed: u64) -> World {
    let mut random = Random(seed * 1_000_003 + of.len() as u64);
    let is_flat = of == "boxes of the plane";
    let mut world = World::with_floor(is_flat);
    let mut top = 0.0;
    for k in 0..10 {
        let (half, wide) = (0.3 + 0.1 * random.unit(), 0.45 + 0.05 * random.unit());
        let half = if of == "plates" { half * 0.1 } else { half };
        let form = match of {
            "yawed boxes" => Form::Box(Vec3::new(wide, half, wide)),
            "boxes of the plane" => Form::Box(Vec3::new(wide, half, 0.5)),
            "prisms of 8" => prism(8, half, wide),
            "prisms of 13" => prism(13, half, wide),
            "cylinders" => Form::Cylinder(half, wide),
            // Plates are of all kinds too.
            _ => match k % 4 {
                0 => Form::Box(Vec3::new(wide, half, wide)),
                1 => Form::Cylinder(half, wide),
                2 => prism(13, half, wide),
                _ => prism(8, half, wide),
            },
        };
        let aside = Vec3::new(random.signed(), 0.0, if is_flat { 0.0 } else { random.signed() });
        let yaw = if is_flat { 0.0 } else { PI * random.signed() };
        world.add(form, aside * 0.02 + Vec3::Y * (top + half), Quat::from_rotation_y(yaw));
        top += 2.0 * half;
    }
    world
}

/// Rows of boxes, each of one less than the row below.
pub fn wall(rows: u32, is_flat: bool) -> World {
    let mut world = World::with_floor(is_flat);
    for row in 0..rows {
        for i in 0..rows - row {
            let x = i as f32 * 1.1 - (rows - 1 - row) as f32 * 0.55;
            let at = Vec3::new(x, row as f32 + 0.5, 0.0);
            world.add(Form::Box(Vec3::splat(0.5)), at, Quat::IDENTITY);
        }
    }
    world
}

/// Layers of boxes, each of one row and column less than the layer below.
pub fn pyramid(layers: u32) -> World {
    let mut world = World::with_floor(false);
    for layer in 0..layers {
        let n = layers - layer;
        let place = |i: u32| i as f32 * 1.1 - (n - 1) as f32 * 0.55;
        for i in 0..n * n {
            let at = Vec3::new(place(i % n), layer as f32 + 0.5, place(i / n));
            world.add(Form::Box(Vec3::splat(0.5)), at, Quat::IDENTITY);
        }
    }
    world
}

/// Logs in a trough of two planes.
pub fn logs(seed: u64) -> World {
    let mut random = Random(seed);
    let mut world = World::new(false);
    for side in [-1.0f32, 1.0] {
        let turn = Quat::from_rotation_z(side * PI / 6.0);
        let at = Vec3::new(side * 1.0, 0.0, 0.0) + turn * (Vec3::Y * -0.25) + Vec3::Y * 0.577;
        world.add_fixed(Form::Box(Vec3::new(1.2, 0.25, 4.0)), at, turn);
    }
    let lying = Quat::from_rotation_x(PI / 2.0);
    for (k, (x, y)) in [(-0.31f32, 0.7), (0.31, 0.7), (0.0, 1.25), (-0.62, 1.3), (0.62, 1.3)]
        .into_iter()
        .enumerate()
    {
        let twist = Quat::from_rotation_y(0.01 * random.signed());
        let form = if k % 2 == 0 { Form::Cylinder(1.0, 0.3) } else { Form::Capsule(0.9, 0.3) };
        world.add(form, Vec3::new(x, y, 0.02 * random.signed()), twist * lying);
    }
    world
}

/// Bodies of all kinds that fall into a box.
pub fn pile(bodies: usize, seed: u64) -> World {
    let mut random = Random(seed);
    let mut world = World::with_floor(false);
    for (x, z) in [(1.0f32, 0.0f32), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let half =
            Vec3::new(if x == 0.0 { 5.0 } else { 0.5 }, 5.0, if x == 0.0 { 0.5 } else { 5.0 });
        world.add_fixed(Form::Box(half), Vec3::new(x * 4.5, 5.0, z * 4.5), Quat::IDENTITY);
    }
    for k in 0..bodies {
        let (i, j, layer) = (k % 5, k / 5 % 5, k / 25);
        let at = Vec3::new(i as f32 * 1.4 - 2.8, layer as f32 * 1.2 + 0.8, j as f32 * 1.4 - 2.8);
        let at = at + Vec3::new(random.signed(), 0.0, random.signed()) * 0.2;
        let axis = Vec3::new(random.signed(), random.signed(), random.signed() + 1.1).normalize();
        let turn = Quat::from_axis_angle(axis, PI * random.unit());
        let size = 0.3 + 0.15 * random.unit();
        let form = match k % 5 {
            0 => Form::Box(Vec3::new(size, size * 0.8, size * 0.6)),
            1 => Form::Ball(size),
            2 => Form::Cylinder(size, size * 0.8),
            3 => Form::Capsule(size * 0.7, size * 0.6),
            _ => prism(8, size, size * 0.9),
        };
        world.add(form, at, turn);
    }
    world
}

/// Cards that lean against each other, in storeys.
pub fn house(storeys: u32) -> World {
    let mut world = World::with_floor(false);
    let (half, thick, lean) = (0.5f32, 0.02f32, 0.35f32);
    let height = 2.0 * half * lean.cos() + 2.0 * thick * lean.sin();
    for storey in 0..storeys {
        let n = storeys - storey;
        let floor = storey as f32 * (height + 2.0 * thick);
        for i in 0..n {
            let x = (i as f32 - (n - 1) as f32 / 2.0) * 0.95;
            for side in [-1.0f32, 1.0] {
                let aside = half * lean.sin() + thick * lean.cos() + 1e-3;
                let at = Vec3::new(x + side * aside, floor + height / 2.0, 0.0);
                let turn = Quat::from_rotation_z(side * lean);
                world.add(Form::Box(Vec3::new(thick, half, 0.35)), at, turn);
            }
        }
        for i in 0..n.saturating_sub(1) {
            let x = (i as f32 - (n - 2) as f32 / 2.0) * 0.95;
            let at = Vec3::new(x, floor + height + thick, 0.0);
            world.add(Form::Box(Vec3::new(0.47, thick, 0.35)), at, Quat::IDENTITY);
        }
    }
    world
}

/// Slabs that stand in a row, of which the first is pushed.
pub fn dominoes(count: u32) -> World {
    let mut world = World::with_floor(false);
    for k in 0..count {
        let at = Vec3::new(k as f32 * 0.4, 0.5, 0.0);
        let slab = world.add(Form::Box(Vec3::new(0.06, 0.5, 0.25)), at, Quat::IDENTITY);
        if k == 0 {
            (slab.velocity, slab.spin) = (Vec3::X, Vec3::Z * -2.0);
        }
    }
    world
}

/// What slides or rolls over a floor of so many tiles: a ball, a wheel, a box.
pub fn over_tiles(what: &str, tiles: u32, is_flat: bool) -> World {
    let mut world = World::new(is_flat);
    let length = 20.0;
    let half = length / tiles as f32 / 2.0;
    for i in 0..tiles {
        let at = Vec3::new((2 * i + 1) as f32 * half - 1.0, -0.5, 0.0);
        world.add_fixed(Form::Box(Vec3::new(half, 0.5, 1.0)), at, Quat::IDENTITY);
    }
    let (form, rolls) = match what {
        "ball" => (Form::Ball(0.25), true),
        "wheel" if is_flat => (Form::Ball(0.25), true),
        "wheel" => (Form::Cylinder(0.2, 0.25), true),
        _ => (Form::Box(Vec3::splat(0.25)), false),
    };
    let lying = if what == "wheel" { Quat::from_rotation_x(PI / 2.0) } else { Quat::IDENTITY };
    let body = world.add(form, Vec3::Y * 0.25, lying);
    body.velocity = Vec3::X * 6.0;
    body.spin = if rolls { Vec3::Z * -24.0 } else { Vec3::ZERO };
    world
}

/// All worlds, by name.
pub fn all() -> Vec<(String, World)> {
    let mut worlds = Vec::new();
    for of in STACKS {
        worlds.extend((0..6).map(|seed| (format!("{of}, {seed}"), stack(of, seed))));
    }
    worlds.push(("wall of the plane".into(), wall(15, true)));
    worlds.push(("wall".into(), wall(15, false)));
    worlds.push(("pyramid".into(), pyramid(6)));
    worlds.extend((0..6).map(|seed| (format!("logs in a trough, {seed}"), logs(seed))));
    worlds.push(("house of cards".into(), house(3)));
    for scale in [0.01, 100.0] {
        let name = format!("mixed bodies of size {scale}");
        worlds.push((name, stack("mixed bodies", 1).scaled(scale)));
    }
    worlds.push(("pile of 300".into(), pile(300, 1)));
    worlds
}
