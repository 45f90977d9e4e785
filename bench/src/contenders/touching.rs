//! Contacts, by this library, parry, Box3D and Box2D: the distance of the deepest point, NaN where
//! there is no contact.
//!
//! Box3D and Box2D look as far as their own constant, 0.02, which the margin of the others is too.

use crate::harness::Run;
use osculate::Matrix;
use osculate::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Polytope};
use osculate::{Contact, Convex, Place, Pose, Rotation, Scalar, Space, Tracker, contact};

/// How far apart shapes may be and still have a contact.
pub const MARGIN: f32 = 0.02;

pub enum Form {
    Ball(f32),
    /// Half the length of the segment along y, and the radius.
    Capsule(f32, f32),
    /// Half extents.
    Box([f32; 3]),
    Hull(Vec<[f32; 3]>),
    /// Counterclockwise.
    Polygon(Vec<[f32; 2]>),
}

/// Where a body is: a quaternion, in the plane an angle; and a place, of which the plane has two
/// numbers.
#[derive(Clone, Copy)]
pub struct Placing {
    pub turn: [f32; 4],
    pub at: [f32; 3],
}

/// Two bodies, in each of the poses that they take one after the other, to and fro.
pub struct Pair {
    pub forms: [usize; 2],
    pub poses: Vec<[Placing; 2]>,
}

pub struct Workload {
    pub forms: Vec<Form>,
    pub pairs: Vec<Pair>,
}

/// Where pair k is in its poses: it goes to the last one and back.
struct Walk(Vec<(u8, bool)>);

impl Walk {
    fn new(pairs: usize) -> Self {
        Self(vec![(0, true); pairs])
    }

    fn next(&mut self, k: usize, poses: usize) -> usize {
        let (at, forth) = &mut self.0[k];
        if poses == 1 {
            return 0;
        }
        if *at == 0 {
            *forth = true;
        } else if usize::from(*at) + 1 == poses {
            *forth = false;
        }
        *at = if *forth { *at + 1 } else { *at - 1 };
        usize::from(*at)
    }
}

/// Asks pair k in its next pose.
pub fn walking<'w, P: 'w>(
    poses: Vec<Vec<[P; 2]>>,
    mut ask: impl FnMut(usize, &[P; 2]) -> f64 + 'w,
) -> Run<'w> {
    let mut walk = Walk::new(poses.len());
    crate::harness::each(move |k| ask(k, &poses[k][walk.next(k, poses[k].len())]))
}

pub fn all_poses<P>(workload: &Workload, pose: impl Fn(&Placing) -> P) -> Vec<Vec<[P; 2]>> {
    let both = |placings: &[Placing; 2]| placings.each_ref().map(&pose);
    workload.pairs.iter().map(|pair| pair.poses.iter().map(both).collect()).collect()
}

/// A turn after another, both as quaternions.
pub fn turn_after([p, q, r, s]: [f64; 4], [x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [
        s * x + w * p + (q * z - r * y),
        s * y + w * q + (r * x - p * z),
        s * z + w * r + (p * y - q * x),
        s * w - (p * x + q * y + r * z),
    ]
}

/// A pose of ours.
pub fn pose<V: Space>(placing: &Placing) -> Pose<V> {
    let [x, y, z, w] = placing.turn.map(f64::from);
    // The images of the axes.
    let columns = if V::DIM == 2 {
        let (sine, cosine) = x.sin_cos();
        [[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0; 3]]
    } else {
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    };
    let column = |j: usize| V::from_fn(|i| V::Scalar::from_f64(columns[j][i]));
    let turn = Rotation::from_matrix(V::Matrix::from_columns(column)).unwrap();
    Pose::new(V::from_fn(|i| number::<V>(placing.at[i])), turn).unwrap()
}

/// Shapes of one type for each kind: the queries are compiled for it, as a user's are.
pub trait Made<V: Space>: Convex<V> + Sized {
    fn made(form: &Form) -> Option<Self>;
}

fn number<V: Space>(x: f32) -> V::Scalar {
    V::Scalar::from_f64(f64::from(x))
}

fn points<V: Space, const N: usize>(points: &[[f32; N]]) -> Vec<V> {
    points.iter().map(|p| super::ours::vector(*p)).collect()
}

impl<V: Space> Made<V> for Ball<V> {
    fn made(form: &Form) -> Option<Self> {
        let Form::Ball(radius) = form else { return None };
        Ball::new(number::<V>(*radius)).ok()
    }
}

impl<V: Space> Made<V> for Capsule<V> {
    fn made(form: &Form) -> Option<Self> {
        let Form::Capsule(half, radius) = form else { return None };
        Capsule::along_y(number::<V>(*half), number::<V>(*radius)).ok()
    }
}

impl<V: Space> Made<V> for Cuboid<V> {
    fn made(form: &Form) -> Option<Self> {
        let Form::Box(half) = form else { return None };
        Cuboid::new(super::ours::vector(*half)).ok()
    }
}

impl<V: Space + osculate::Spatial> Made<V> for Polytope<V> {
    fn made(form: &Form) -> Option<Self> {
        let Form::Hull(corners) = form else { return None };
        Polytope::from_points(&points(corners)).ok()
    }
}

impl<V: Space + osculate::Planar> Made<V> for ConvexPolygon<V> {
    fn made(form: &Form) -> Option<Self> {
        let Form::Polygon(corners) = form else { return None };
        ConvexPolygon::new(&points(corners)).ok()
    }
}

fn deepest<V: Space>(found: Option<Contact<V>>) -> f64 {
    found.map_or(f64::NAN, |found| found.points()[0].distance.to_f64())
}

/// The shapes of this type, by their numbers.
fn shapes<V: Space, S: Made<V>>(workload: &Workload) -> Vec<Option<S>> {
    workload.forms.iter().map(S::made).collect()
}

/// Each asked anew.
pub fn ours<V: Space, A: Made<V> + 'static, B: Made<V> + 'static>(workload: &Workload) -> Run<'_> {
    let (a, b) = (shapes::<V, A>(workload), shapes::<V, B>(workload));
    let margin = number::<V>(MARGIN);
    walking(all_poses(workload, pose::<V>), move |k, [p, q]| {
        let [i, j] = workload.pairs[k].forms;
        let (Some(a), Some(b)) = (&a[i], &b[j]) else { return f64::NAN };
        deepest(contact(a.at(*p), b.at(*q), margin))
    })
}

/// Each by its tracker.
pub fn ours_kept<V: Space, A: Made<V> + 'static, B: Made<V> + 'static>(
    workload: &Workload,
) -> Run<'_> {
    let margin = number::<V>(MARGIN);
    let (a, b) = (shapes::<V, A>(workload), shapes::<V, B>(workload));
    // The shapes stay where they are as long as the run does.
    let (a, b): (&'static [Option<A>], &'static [Option<B>]) = (a.leak(), b.leak());
    let mut trackers: Vec<_> = workload
        .pairs
        .iter()
        .map(|pair| {
            let [i, j] = pair.forms;
            Some(Tracker::<V, &A, &B>::new(a[i].as_ref()?, b[j].as_ref()?))
        })
        .collect();
    walking(all_poses(workload, pose::<V>), move |k, [p, q]| {
        let Some(tracker) = &mut trackers[k] else { return f64::NAN };
        deepest(tracker.at(*p, *q).contact(margin))
    })
}

macro_rules! parry {
    ($name:ident, $library:ident, $pose:expr, $shape:expr) => {
        /// parry's manifolds, each kept from pose to pose or made anew.
        pub fn $name(workload: &Workload, kept: bool) -> Run<'_> {
            use $library::math::Pose;
            use $library::query::{
                ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher,
            };
            let shapes: Vec<Box<dyn $library::shape::Shape>> =
                workload.forms.iter().map($shape).collect();
            let poses = all_poses::<Pose>(workload, $pose);
            let empty = || (Vec::<ContactManifold<(), ()>>::new(), None);
            let mut states: Vec<_> = workload.pairs.iter().map(|_| empty()).collect();
            walking(poses, move |k, [p, q]| {
                let [i, j] = workload.pairs[k].forms;
                let (manifolds, workspace) = &mut states[k];
                if !kept {
                    // The list keeps its memory.
                    manifolds.clear();
                }
                let between = p.inverse() * *q;
                let (a, b) = (&*shapes[i], &*shapes[j]);
                let asked = DefaultQueryDispatcher
                    .contact_manifolds(&between, a, b, MARGIN, manifolds, workspace);
                let points = manifolds.iter().flat_map(|manifold| &manifold.points);
                let least = points.map(|point| point.dist).fold(f32::INFINITY, f32::min);
                if asked.is_ok() && least < f32::INFINITY { f64::from(least) } else { f64::NAN }
            })
        }
    };
}

parry!(
    parry_in_space,
    parry3d,
    |placing: &Placing| {
        let [x, y, z, w] = placing.turn;
        let turn = parry3d::math::Rotation::from_xyzw(x, y, z, w).normalize();
        parry3d::math::Pose::from_parts(parry3d::math::Vector::from(placing.at), turn)
    },
    |form: &Form| -> Box<dyn parry3d::shape::Shape> {
        use parry3d::{math::Vector, shape};
        match form {
            Form::Ball(radius) => Box::new(shape::Ball::new(*radius)),
            Form::Capsule(half, radius) => Box::new(shape::Capsule::new_y(*half, *radius)),
            Form::Box(half) => Box::new(shape::Cuboid::new(Vector::from(*half))),
            Form::Hull(corners) => {
                let corners: Vec<Vector> = corners.iter().map(|&p| Vector::from(p)).collect();
                Box::new(shape::ConvexPolyhedron::from_convex_hull(&corners).unwrap())
            }
            Form::Polygon(_) => Box::new(shape::Ball::new(0.0)),
        }
    }
);
parry!(
    parry_in_plane,
    parry2d,
    |placing: &Placing| {
        let [x, y, _] = placing.at;
        parry2d::math::Pose::new(parry2d::math::Vector::new(x, y), placing.turn[0])
    },
    |form: &Form| -> Box<dyn parry2d::shape::Shape> {
        use parry2d::{math::Vector, shape};
        let Form::Polygon(corners) = form else { return Box::new(shape::Ball::new(0.0)) };
        let corners = corners.iter().map(|&p| Vector::from(p)).collect();
        Box::new(shape::ConvexPolygon::from_convex_polyline(corners).unwrap())
    }
);
