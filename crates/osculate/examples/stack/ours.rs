//! The contacts of a scene of this library.

use super::scenes::{Form, World};
use super::solver::{Body, Contacts, Found};
use osculate::glam::{Quat, Vec2, Vec3};
use osculate::scene::{BodyId, BodyKind, Scene};
use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Cylinder, Polytope, Shape};
use osculate::{Error, Pose, Rotation, Space};

/// Where the solver's vectors and those of the library meet.
pub trait Place: Space<Scalar = f32> {
    fn in_space(self) -> Vec3;
    fn pose(at: Vec3, turn: Quat) -> Result<Pose<Self>, Error>;
    fn shape(form: &Form) -> Result<Shape<Self>, Error>;
}

impl Place for Vec2 {
    fn in_space(self) -> Vec3 {
        self.extend(0.0)
    }
    fn pose(at: Vec3, turn: Quat) -> Result<Pose<Self>, Error> {
        Pose::new(at.truncate(), Rotation::from_angle(turn.to_scaled_axis().z)?)
    }
    fn shape(form: &Form) -> Result<Shape<Self>, Error> {
        Ok(match form {
            Form::Box(half) => Cuboid::new(half.truncate())?.into(),
            Form::Ball(radius) => Ball::new(*radius)?.into(),
            Form::Cylinder(half, radius) => Cuboid::new(Vec2::new(*radius, *half))?.into(),
            Form::Capsule(half, radius) => Capsule::along_y(*half, *radius)?.into(),
            Form::Hull(corners, _) => {
                let corners: Vec<Vec2> = corners.iter().map(|corner| corner.truncate()).collect();
                ConvexPolygon::from_points(&corners)?.into()
            }
        })
    }
}

impl Place for Vec3 {
    fn in_space(self) -> Vec3 {
        self
    }
    fn pose(at: Vec3, turn: Quat) -> Result<Pose<Self>, Error> {
        Pose::new(at, Rotation::from_quaternion(turn.to_array())?)
    }
    fn shape(form: &Form) -> Result<Shape<Self>, Error> {
        Ok(match form {
            Form::Box(half) => Cuboid::new(*half)?.into(),
            Form::Ball(radius) => Ball::new(*radius)?.into(),
            Form::Cylinder(half, radius) => Cylinder::new(*half, *radius)?.into(),
            Form::Capsule(half, radius) => Capsule::along_y(*half, *radius)?.into(),
            Form::Hull(corners, _) => Polytope::from_points(corners)?.into(),
        })
    }
}

pub struct Ours<V: Place> {
    pub scene: Scene<V>,
    ids: Vec<BodyId>,
}

impl<V: Place> Ours<V> {
    /// Contacts are made before bodies touch: within a twentieth of their size. They are given
    /// again while bodies have moved by no more than this share of it.
    pub fn new(world: &World, slop: f32) -> Result<Self, Error> {
        let scene = Scene::with_margin(0.05 * world.scale)?.ignoring_inner_edges();
        let mut scene = scene.reusing(slop * world.scale);
        let mut ids = Vec::new();
        for (form, body) in world.forms.iter().zip(&world.bodies) {
            let pose = V::pose(body.at, body.turn)?;
            let is_fixed = body.inverse_mass == 0.0;
            let kind = if is_fixed { BodyKind::Static } else { BodyKind::Dynamic };
            ids.push(scene.add(osculate::Body::new(V::shape(form)?).with_kind(kind), pose));
        }
        Ok(Self { scene, ids })
    }
}

impl<V: Place> Contacts for Ours<V> {
    fn find(&mut self, bodies: &[Body], found: &mut Vec<Found>) {
        for (body, id) in bodies.iter().zip(&self.ids) {
            if body.inverse_mass > 0.0 {
                let pose = V::pose(body.at, body.turn).expect("a pose is finite");
                self.scene.set_pose(*id, pose).expect("no body is removed");
            }
        }
        for touch in self.scene.contacts() {
            // Nothing is removed, so a place in the scene is the place in the list.
            let pair = [touch.a.body.slot(), touch.b.body.slot()];
            let normal = touch.contact.normal.in_space();
            for point in touch.points() {
                let on = [point.on_a.in_space(), point.on_b.in_space()];
                found.push(Found { pair, normal, on, name: point.id });
            }
        }
    }
}
