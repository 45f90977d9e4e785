//! parry, in single and double precision: four crates of one API.

/// The contender from parry's crates of one precision.
macro_rules! parry {
    ($name:ident, $scalar:ty, $plane:ident, $space:ident) => {
        pub mod $name {
            use crate::contenders::{PlanarPair, Spatial};
            use crate::harness::{Query, Run, each};
            use $plane::shape::ConvexPolygon;
            use $space::shape::ConvexPolyhedron;

            /// Beyond any distance here.
            const FAR: $scalar = 1e3;

            macro_rules! answer {
                ($library:ident, $query:expr, $p:expr, $a:expr, $q:expr, $b:expr) => {{
                    use $library::query;
                    let number = match $query {
                        Query::Intersects => query::intersection_test($p, $a, $q, $b)
                            .map(|yes| <$scalar>::from(u8::from(yes.intersecting)))
                            .ok(),
                        Query::Distance => {
                            query::distance($p, $a, $q, $b).map(|found| found.distance).ok()
                        }
                        Query::Closest => match query::closest_points($p, $a, $q, $b, FAR) {
                            Ok(query::ClosestPoints::Intersecting) => Some(0.0),
                            Ok(query::ClosestPoints::WithinMargin(a, b)) => Some((a - b).length()),
                            _ => None,
                        },
                        Query::Penetration => query::contact($p, $a, $q, $b, 0.0)
                            .map(|found| found.map_or(0.0, |c| -c.dist))
                            .ok(),
                    };
                    number.map_or(f64::NAN, f64::from)
                }};
            }

            pub fn planar(pairs: &[PlanarPair], query: Query) -> Option<Run<'_>> {
                use $plane::math::{Pose, Vector};
                let shape = |corners: &[[f32; 2]]| {
                    let corners =
                        corners.iter().map(|p| Vector::from(p.map(<$scalar>::from))).collect();
                    ConvexPolygon::from_convex_polyline(corners).unwrap()
                };
                let pose = |t: [f32; 2], turn: f32| {
                    Pose::new(Vector::from(t.map(<$scalar>::from)), turn.into())
                };
                let placed: Vec<_> = pairs
                    .iter()
                    .map(|pair| {
                        let [a, b] = [shape(&pair.corners[0]), shape(&pair.corners[1])];
                        (a, pose([0.0; 2], pair.turns[0]), b, pose(pair.at, pair.turns[1]))
                    })
                    .collect();
                Some(each(move |k| {
                    let (a, p, b, q) = &placed[k];
                    answer!($plane, query, p, a, q, b)
                }))
            }

            pub fn spatial(workload: &Spatial, query: Query) -> Option<Run<'_>> {
                use $space::math::{Pose, Rotation, Vector};
                let hulls: Vec<ConvexPolyhedron> = workload
                    .hulls
                    .iter()
                    .map(|points| {
                        let points: Vec<Vector> =
                            points.iter().map(|p| Vector::from(p.map(<$scalar>::from))).collect();
                        ConvexPolyhedron::from_convex_hull(&points).unwrap()
                    })
                    .collect();
                let pose = |turn: [f32; 4], t: [f32; 3]| {
                    let [x, y, z, w] = turn.map(<$scalar>::from);
                    let turn = Rotation::from_xyzw(x, y, z, w).normalize();
                    Pose::from_parts(Vector::from(t.map(<$scalar>::from)), turn)
                };
                let pairs: Vec<_> = workload
                    .pairs
                    .iter()
                    .map(|pair| {
                        let [p, q] = pair.turns;
                        (pair.hulls, pose(p, [0.0; 3]), pose(q, pair.at))
                    })
                    .collect();
                Some(each(move |k| {
                    let ([i, j], p, q) = &pairs[k];
                    answer!($space, query, p, &hulls[*i], q, &hulls[*j])
                }))
            }
        }
    };
}

parry!(single, f32, parry2d, parry3d);
parry!(double, f64, parry2d_f64, parry3d_f64);
