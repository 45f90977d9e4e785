//! The list of all kinds of shape. What [`Shape`](super::Shape) holds, how `serde` writes it, what
//! `Debug` prints and how a shape becomes a `Shape` follow from it.

/// Hands the list to a macro, after a dollar sign if that makes macros of it.
///
/// A kind of the first part is made of numbers and vectors. Its row says whether a `Shape` holds it
/// as it is (`Own`) or shared (`Arc`), as what is large is; gives it a name; and says what is
/// written and printed of it, and how it is made of that again. `of 2` and `of 3` are for what only
/// the plane or only space has. A kind of the second part is made of other shapes.
macro_rules! kinds {
    ($then:ident $($dollar:tt)?) => {
        $then! {
            $($dollar)?
            plain {
            /// A point.
            Point(Own point) { position: V = point.position() } => Point::new(position);
            /// A segment.
            Segment(Own segment) { a: V = segment.ends()[0], b: V = segment.ends()[1] } =>
                Segment::new(a, b);
            /// A ball; in the plane, a disc.
            Ball(Own ball) { radius: V::Scalar = ball.radius() } => Ball::new(radius);
            /// A capsule.
            Capsule(Own capsule) {
                a: V = capsule.ends()[0], b: V = capsule.ends()[1],
                radius: V::Scalar = capsule.radius()
            } => Capsule::new(a, b, radius);
            /// A triangle.
            Triangle(Arc triangle) { corners: [V; 3] = triangle.corners() } => {
                let [a, b, c] = corners;
                Triangle::new(a, b, c)
            };
            /// A tetrahedron.
            Tetrahedron(Arc tetrahedron) { corners: [V; 4] = tetrahedron.corners() } => {
                let [a, b, c, d] = corners;
                Tetrahedron::new(a, b, c, d)
            };
            /// A cuboid; in the plane, a rectangle.
            Cuboid(Own cuboid) { half_extents: V = cuboid.half_extents() } =>
                Cuboid::new(half_extents);
            /// An ellipsoid; in the plane, an ellipse.
            Ellipsoid(Own ellipsoid) { radii: V = ellipsoid.radii() } => Ellipsoid::new(radii);
            /// A cone.
            Cone(Own cone) {
                half_height: V::Scalar = cone.half_height(), radius: V::Scalar = cone.radius()
            } => Cone::new(half_height, radius);
            /// A cylinder.
            Cylinder(Own cylinder) {
                half_height: V::Scalar = cylinder.half_height(),
                radius: V::Scalar = cylinder.radius()
            } => Cylinder::new(half_height, radius);
            /// A half-space.
            HalfSpace(Own half_space) {
                normal: V = half_space.normal(), offset: V::Scalar = half_space.offset()
            } => HalfSpace::stored(normal, offset);
            /// A frustum.
            Frustum(Arc frustum) of 3 { corners: [V; 8] = frustum.corners() } =>
                Frustum::of_corners(corners);
            /// A convex polygon of the plane.
            ConvexPolygon(Arc polygon) of 2 { vertices: Vec<V> = polygon.vertices().collect() } =>
                ConvexPolygon::of_vertices(&vertices);
            /// A polytope of space.
            Polytope(Arc polytope) of 3 {
                vertices: Vec<V> = polytope.vertices().to_vec(),
                faces: Vec<Vec<u32>> = polytope.parts_of_faces(),
                joined: Vec<[u32; 2]> = polytope.joined_edges()
            } => Polytope::of_parts(vertices, faces, joined);
            /// The hull of a cloud of points.
            PointCloud(Arc cloud) { points: Vec<V> = cloud.points().collect() } =>
                PointCloud::new(&points);
            }
            made {
            /// A shape at a pose.
            At(At<V, Shape<V>>);
            /// A shape under an affine map.
            Image(Image<V, Shape<V>>);
            /// A shape and all within a margin of it.
            Rounded(Rounded<V, Shape<V>>);
            /// The Minkowski sum of two shapes.
            Sum(Sum<Shape<V>, Shape<V>>);
            /// The convex hull of two shapes.
            Hull(Hull<Shape<V>, Shape<V>>);
            /// A shape along a way.
            Swept(Swept<V, Shape<V>>);
            }
        }
    };
}
