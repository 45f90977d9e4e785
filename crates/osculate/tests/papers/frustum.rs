//! The frustum of paper 001's example, from the matrices that cameras have.

use crate::support::{Random, Turn, pairs};
use osculate::glam::{DMat4, DQuat, DVec4};
use osculate::papers::boolean::{Query, Rules};
use osculate::shape::{Ball, Cuboid, Frustum};
use osculate::{Convex, DVec3, OneToMany, Place, Pose, Problem, Vec3, intersects};

/// A camera, and the projections of all kinds: a matrix, and what it makes of near and far.
struct Camera {
    view: DMat4,
    angle: f64,
    aspect: f64,
    near: f64,
    far: f64,
}

impl Camera {
    fn any(random: &mut Random) -> Self {
        let Turn([x, y, z, w]) = random.turn::<DVec3>();
        let turn = DQuat::from_xyzw(x, y, z, w).normalize();
        let at = random.vector::<DVec3>() * 10.0;
        let near = random.magnitude(-2.0, 0.0);
        Self {
            view: DMat4::from_rotation_translation(turn, at).inverse(),
            angle: 0.3 + 1.5 * random.unit(),
            aspect: 0.5 + 2.0 * random.unit(),
            near,
            far: near * random.magnitude(0.5, 4.0),
        }
    }

    /// A perspective whose depth is `low` near and `high` far, looking along −z, or along z.
    fn perspective(&self, low: f64, high: f64, along: f64) -> DMat4 {
        let Self { angle, aspect, near, far, .. } = *self;
        let height = 1.0 / (angle / 2.0).tan();
        let slope = (high * far - low * near) / (far - near);
        let offset = low * near - slope * near;
        DMat4::from_cols(
            DVec4::new(height / aspect, 0.0, 0.0, 0.0),
            DVec4::new(0.0, height, 0.0, 0.0),
            DVec4::new(0.0, 0.0, slope * along, along),
            DVec4::new(0.0, 0.0, offset, 0.0),
        )
    }

    /// Depths 0 to 1, −1 to 1, and reversed; another handedness; an orthographic one.
    fn projections(&self) -> [(DMat4, f64, f64); 5] {
        let Self { near, far, .. } = *self;
        let slope = -1.0 / (far - near);
        let orthographic = DMat4::from_cols(
            DVec4::new(0.5, 0.0, 0.0, 0.0),
            DVec4::new(0.0, 0.25, 0.0, 0.0),
            DVec4::new(0.0, 0.0, slope, 0.0),
            DVec4::new(0.3, -0.2, slope * near, 1.0),
        );
        [
            (self.perspective(0.0, 1.0, -1.0), 0.0, 1.0),
            (self.perspective(-1.0, 1.0, -1.0), -1.0, 1.0),
            (self.perspective(1.0, 0.0, -1.0), 1.0, 0.0),
            (self.perspective(0.0, 1.0, 1.0), 0.0, 1.0),
            (orthographic, 0.0, 1.0),
        ]
    }
}

/// Whether a point is between the planes of clip space, but for a share.
fn is_inside(matrix: DMat4, [near, far]: [f64; 2], point: DVec3, slack: f64) -> bool {
    let clip = matrix * point.extend(1.0);
    let (low, high) = (near.min(far), near.max(far));
    let w = clip.w;
    let within = |x: f64, low: f64, high: f64| {
        x >= low * w - slack * w.abs() && x <= high * w + slack * w.abs()
    };
    w > 0.0 && [clip.x, clip.y].iter().all(|&x| within(x, -1.0, 1.0)) && within(clip.z, low, high)
}

#[test]
fn a_frustum_holds_the_points_that_a_camera_sees() {
    let mut random = Random(31);
    let (mut seen, mut unseen) = ([0; 5], [0; 5]);
    for _ in 0..pairs(400) {
        let camera = Camera::any(&mut random);
        for (kind, (projection, near, far)) in camera.projections().into_iter().enumerate() {
            let matrix = projection * camera.view;
            let columns = matrix.to_cols_array_2d();
            let frustum = Frustum::<DVec3>::from_view_projection_columns(columns, near, far)
                .unwrap_or_else(|error| panic!("{kind}: {error}"));
            let rows = matrix.transpose().to_cols_array_2d();
            assert_eq!(Ok(frustum), Frustum::from_view_projection(rows, near, far));
            // Every corner is a corner of clip space.
            for corner in frustum.corners() {
                let clip = matrix * corner.extend(1.0);
                let ends = [(clip.x, -1.0, 1.0), (clip.y, -1.0, 1.0), (clip.z, near, far)];
                for (x, low, high) in ends {
                    let off = (x / clip.w - low).abs().min((x / clip.w - high).abs());
                    assert!(off <= 1e-6, "{kind}: {corner} is {off} off");
                }
            }
            for _ in 0..20 {
                // Points in front of the camera and around it.
                let depth = camera.near + (camera.far - camera.near) * random.unit() * 1.1;
                let side = if kind == 3 { depth } else { -depth };
                let own = DVec3::new(random.signed() * depth, random.signed() * depth, side);
                let point = camera.view.inverse().transform_point3(own);
                let ball = Ball::new(0.0).unwrap();
                let at = Pose::from_translation(point).unwrap();
                let answer = intersects(frustum, ball.at(at));
                let ends = [near, far];
                if is_inside(matrix, ends, point, -1e-6) {
                    seen[kind] += 1;
                    assert!(answer, "{kind}: {point} is seen");
                } else if !is_inside(matrix, ends, point, 1e-6) {
                    unseen[kind] += 1;
                    assert!(!answer, "{kind}: {point} is not seen");
                }
            }
        }
    }
    assert!(seen.iter().chain(&unseen).all(|&n| n > 100), "one-sided: {seen:?} {unseen:?}");
}

#[test]
fn a_far_plane_at_infinity_is_refused() {
    // Reversed: the depth is near / −z, and zero nowhere.
    let endless =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.1], [0.0, 0.0, -1.0, 0.0]];
    let refused = Frustum::<Vec3>::from_view_projection(endless, 1.0, 0.0).unwrap_err();
    assert_eq!(refused.problem, Problem::Unbounded, "{refused}");
    let nothing = Frustum::<Vec3>::from_view_projection([[f32::NAN; 4]; 4], 0.0, 1.0);
    assert_eq!(nothing.unwrap_err().problem, Problem::Unbounded);
}

/// The example of paper 001: one query object, a frustum, many shapes. Ours and the paper's tell
/// the same of all that are not in contact with the border.
#[test]
fn the_objects_of_paper_001_and_ours_cull_the_same_shapes() {
    let mut random = Random(32);
    let camera = Camera::any(&mut random);
    let (projection, near, far) = camera.projections()[0];
    let columns = (projection * camera.view).to_cols_array_2d();
    let frustum = Frustum::<DVec3>::from_view_projection_columns(columns, near, far).unwrap();
    let mut ours = OneToMany::new(frustum);
    let mut papers = Query::<DVec3>::new(Rules::MENDED);
    let (mut seen, mut culled) = (0, 0);
    for _ in 0..5000 {
        let half = random.vector::<DVec3>().abs() * 0.2 * camera.far;
        let cuboid = Cuboid::new(half).unwrap();
        let own = random.vector::<DVec3>() * camera.far;
        let at = camera.view.inverse().transform_point3(own);
        let placed = cuboid.at(Pose::new(at, random.turn::<DVec3>().rotation()).unwrap());
        let answer = ours.against(placed).intersects();
        let theirs = papers.intersect_two(|d| frustum.support(d), |d| placed.support(d));
        assert_eq!(answer, theirs.intersects, "{placed:?}");
        assert_eq!(
            answer,
            intersects(frustum, placed),
            "the object has the answer of the function"
        );
        seen += i32::from(answer);
        culled += i32::from(!answer);
    }
    assert!(seen > 200 && culled > 200, "{seen} {culled}");
}
