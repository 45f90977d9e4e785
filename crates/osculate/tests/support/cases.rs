//! The pairs that broke others, read from `cases.json`.

use super::{Space, scalar, vector};
use osculate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Point, PointCloud};
use osculate::{At, Convex, Pose};
use serde_json::Value;

pub struct Case(Value);

/// The cases of one kind and dimension.
pub fn cases(kind: &str, dim: usize) -> Vec<Case> {
    let file: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    let all = file["cases"].as_array().unwrap();
    all.iter().filter(|c| c["kind"] == kind && c["dim"] == dim).cloned().map(Case).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// A shape of any kind, at a pose.
pub type Body<V> = At<V, Box<dyn Convex<V>>>;

impl Case {
    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap()
    }

    /// What is expected of inputs in the space's precision, if it can be told.
    pub fn expect<V: Space>(&self) -> Option<(f64, f64)> {
        let single = size_of::<V::Scalar>() == 4;
        let expect = &self.0[if single { "expect_f32_inputs" } else { "expect" }];
        let tolerance = self.0[if single { "tol_f32" } else { "tol_f64" }].as_f64()?;
        Some((expect["signed_distance"].as_f64()?, tolerance))
    }

    /// The points of a hull case.
    pub fn points<V: Space>(&self) -> Vec<V> {
        self.0["points"].as_array().unwrap().iter().map(|p| vector(&numbers(p))).collect()
    }

    /// A number that is expected of inputs in the space's precision.
    pub fn expected<V: Space>(&self, name: &str) -> Option<f64> {
        let single = size_of::<V::Scalar>() == 4;
        self.0[if single { "expect_f32_inputs" } else { "expect" }][name].as_f64()
    }

    pub fn is_polytope(&self) -> bool {
        ["shape_a", "shape_b"].iter().all(|s| {
            !matches!(self.0[s]["type"].as_str().unwrap(), "cone" | "cylinder" | "ellipsoid")
        })
    }

    pub fn length_scale(&self) -> f64 {
        self.0["length_scale"].as_f64().unwrap()
    }

    pub fn body<V: Space>(&self, which: &str, scale: f64, moved: &[f64]) -> Body<V> {
        let pose = &self.0[format!("pose_{which}")];
        let mut translation: Vec<f64> = numbers(&pose["translation"]);
        for (i, t) in translation.iter_mut().enumerate() {
            *t = (*t + moved.get(i).unwrap_or(&0.0)) * scale;
        }
        let rotation = if V::DIM == 3 {
            V::rotation_from_quaternion(numbers(&pose["rotation_quat_xyzw"]).try_into().unwrap())
        } else {
            V::rotation_from_angle(pose["rotation_angle"].as_f64().unwrap())
        };
        let pose = Pose::new(vector(&translation), rotation).unwrap();
        At::new(shape(&self.0[format!("shape_{which}")], scale), pose)
    }
}

fn shape<V: Space>(value: &Value, scale: f64) -> Box<dyn Convex<V>> {
    let number = |name: &str| scalar::<V::Scalar>(value[name].as_f64().unwrap() * scale);
    let scaled = |value: &Value| -> V {
        vector(&numbers(value).iter().map(|x| x * scale).collect::<Vec<_>>())
    };
    match value["type"].as_str().unwrap() {
        "point" => Box::new(Point::new(V::ZERO).unwrap()),
        "sphere" | "circle" => Box::new(Ball::new(number("radius")).unwrap()),
        "box" | "rectangle" => Box::new(Cuboid::new(scaled(&value["half_extents"])).unwrap()),
        "capsule_ab" => Box::new(
            Capsule::new(scaled(&value["a"]), scaled(&value["b"]), number("radius")).unwrap(),
        ),
        "capsule" => {
            let tip = V::axis(axis(value).0) * number("half_height");
            Box::new(Capsule::new(-tip, tip, number("radius")).unwrap())
        }
        "cylinder" => Box::new(along(
            Cylinder::new(number("half_height"), number("radius")).unwrap(),
            axis(value),
        )),
        "cone" => Box::new(along(
            Cone::new(number("half_height"), number("radius")).unwrap(),
            axis(value),
        )),
        "ellipsoid" => Box::new(Ellipsoid::new(scaled(&value["radii"])).unwrap()),
        _ => {
            let points: Vec<V> = value["points"].as_array().unwrap().iter().map(scaled).collect();
            Box::new(PointCloud::new(&points).unwrap())
        }
    }
}

/// The index and the sign of the axis; y if none is named.
fn axis(value: &Value) -> (usize, f64) {
    let Value::Array(list) = &value["axis"] else { return (1, 1.0) };
    let list: Vec<f64> = list.iter().map(|x| x.as_f64().unwrap()).collect();
    let index = list.iter().position(|&x| x != 0.0).unwrap();
    (index, list[index])
}

/// A shape along y, turned to lie along another axis, exactly.
fn along<V: Space, S: Convex<V>>(shape: S, (axis, sign): (usize, f64)) -> impl Convex<V> {
    use osculate::Matrix;
    let image = |j: usize| {
        let to = V::axis((axis + j + V::DIM - 1) % V::DIM);
        // Two axes change sign together.
        if j < 2 { to * scalar(sign) } else { to }
    };
    let columns = V::Matrix::from_columns(image);
    At::new(shape, Pose::new(V::ZERO, osculate::Rotation::from_matrix(columns).unwrap()).unwrap())
}
