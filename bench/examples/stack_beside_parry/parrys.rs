//! The contacts of parry: its tree of boxes, and its manifolds, kept from frame to frame.

use super::scenes::{Form, World};
use super::solver::{Body, Contacts, Found};
use osculate::glam::Vec3;
use std::collections::HashMap;
use std::marker::PhantomData;

/// Contacts are made before bodies touch: within a twentieth of their size.
const MARGIN: f32 = 0.05;

/// The plane, and space.
pub struct Flat;
pub struct Solid;

/// A pair's manifolds, what parry keeps beside them, and when they were last asked. A point carries
/// its name: parry hands it on where it takes a point for that of the frame before.
type Kept<M, W> = (Vec<M>, Option<W>, usize);

pub struct Parry<D: Dimension> {
    shapes: Vec<D::Shape>,
    kept: HashMap<(u32, u32), Kept<D::Manifold, D::Workspace>>,
    tree: D::Tree,
    margin: f32,
    now: usize,
    names: u64,
    of: PhantomData<D>,
}

impl<D: Dimension> Parry<D> {
    pub fn new(world: &World) -> Self {
        Self {
            shapes: world.forms.iter().map(D::shape).collect(),
            kept: HashMap::new(),
            tree: D::Tree::default(),
            margin: MARGIN * world.scale,
            now: 0,
            names: 0,
            of: PhantomData,
        }
    }
}

/// What differs between parry's two crates.
pub trait Dimension: Sized {
    type Shape;
    type Manifold;
    type Workspace;
    type Tree: Default;
    fn shape(form: &Form) -> Self::Shape;
    fn find(parry: &mut Parry<Self>, bodies: &[Body], found: &mut Vec<Found>);
}

impl<D: Dimension> Contacts for Parry<D> {
    fn find(&mut self, bodies: &[Body], found: &mut Vec<Found>) {
        D::find(self, bodies, found);
    }
}

macro_rules! dimension {
    ($name:ident, $library:ident, $shape:expr, $pose:expr, $in_space:expr) => {
        impl Dimension for $name {
            type Shape = $library::shape::SharedShape;
            type Manifold = $library::query::ContactManifold<(), u64>;
            type Workspace = $library::query::ContactManifoldsWorkspace;
            type Tree = ($library::partitioning::Bvh, $library::partitioning::BvhWorkspace);

            fn shape(form: &Form) -> Self::Shape {
                $shape(form)
            }

            fn find(parry: &mut Parry<Self>, bodies: &[Body], found: &mut Vec<Found>) {
                use $library::bounding_volume::BoundingVolume;
                use $library::query::{DefaultQueryDispatcher, PersistentQueryDispatcher};
                let poses: Vec<$library::math::Pose> = bodies.iter().map($pose).collect();
                let Parry { shapes, kept, tree: (tree, workspace), margin, now, names, .. } = parry;
                for (i, (shape, pose)) in shapes.iter().zip(&poses).enumerate() {
                    if *now == 0 || bodies[i].inverse_mass > 0.0 {
                        let bounds = shape.compute_aabb(pose).loosened(*margin / 2.0);
                        tree.insert_or_update_partially(bounds, i as u32, 0.0);
                    }
                }
                tree.refit(workspace);
                tree.optimize_incremental(workspace);
                *now += 1;
                let mut pairs = Vec::new();
                tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| {
                    pairs.push((a.min(b), a.max(b)));
                });
                pairs.sort_unstable();
                for pair in pairs {
                    let [a, b] = [pair.0 as usize, pair.1 as usize];
                    if bodies[a].inverse_mass == 0.0 && bodies[b].inverse_mass == 0.0 {
                        continue;
                    }
                    let (manifolds, state, seen) = kept.entry(pair).or_default();
                    *seen = *now;
                    let (p, q) = (poses[a], poses[b]);
                    let between = p.inverse() * q;
                    let (s, t) = (&*shapes[a], &*shapes[b]);
                    let _ = DefaultQueryDispatcher
                        .contact_manifolds(&between, s, t, *margin, manifolds, state);
                    for manifold in manifolds {
                        let normal = $in_space(p.rotation * manifold.local_n1);
                        for point in &mut manifold.points {
                            if point.dist > *margin {
                                continue;
                            }
                            if point.data == 0 {
                                *names += 1;
                                point.data = *names;
                            }
                            let on = [p * point.local_p1, q * point.local_p2].map($in_space);
                            let name = point.data;
                            found.push(Found { pair: [a, b], normal, on, name });
                        }
                    }
                }
                let now = *now;
                kept.retain(|_, (.., seen)| *seen == now);
            }
        }
    };
}

dimension!(
    Solid,
    parry3d,
    |form: &Form| {
        use parry3d::shape::SharedShape;
        match form {
            Form::Box(half) => SharedShape::cuboid(half.x, half.y, half.z),
            Form::Ball(radius) => SharedShape::ball(*radius),
            Form::Cylinder(half, radius) => SharedShape::cylinder(*half, *radius),
            Form::Capsule(half, radius) => SharedShape::capsule_y(*half, *radius),
            Form::Hull(corners, _) => {
                let corners: Vec<_> = corners.iter().map(|p| solid(*p)).collect();
                SharedShape::convex_hull(&corners).expect("it has a hull")
            }
        }
    },
    |body: &Body| {
        let turn = parry3d::math::Rotation::from_array(body.turn.to_array());
        parry3d::math::Pose::from_parts(solid(body.at), turn)
    },
    |v: parry3d::math::Vector| Vec3::from_array(v.to_array())
);

fn solid(v: Vec3) -> parry3d::math::Vector {
    parry3d::math::Vector::from_array(v.to_array())
}

dimension!(
    Flat,
    parry2d,
    |form: &Form| {
        use parry2d::shape::SharedShape;
        match form {
            Form::Box(half) => SharedShape::cuboid(half.x, half.y),
            Form::Ball(radius) => SharedShape::ball(*radius),
            Form::Cylinder(half, radius) => SharedShape::cuboid(*radius, *half),
            Form::Capsule(half, radius) => SharedShape::capsule_y(*half, *radius),
            Form::Hull(corners, _) => {
                let corners: Vec<_> = corners.iter().map(|p| flat(*p)).collect();
                SharedShape::convex_hull(&corners).expect("it has a hull")
            }
        }
    },
    |body: &Body| {
        let angle = body.turn.to_scaled_axis().z;
        parry2d::math::Pose::from_parts(flat(body.at), parry2d::math::Rotation::from_angle(angle))
    },
    |v: parry2d::math::Vector| Vec3::new(v.x, v.y, 0.0)
);

fn flat(v: Vec3) -> parry2d::math::Vector {
    parry2d::math::Vector::new(v.x, v.y)
}
