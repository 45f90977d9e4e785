//! Any bytes are two shapes: for the property tests, which shrink them, and for the fuzzer, which
//! invents them.

use osculate::hull::{ConvexHull, convex_hull};
use osculate::shape::{
    Ball, Capsule, Cone, ConvexPolygon, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull,
    Point, PointCloud, Polytope, Rounded, Segment, Shape, Sum, Swept, Tetrahedron, Triangle,
};
use osculate::{
    Affine, At, Bracket, Contact, Convex, DVec2, DVec3, Error, Facts, Image, Motion, Pose,
    Rotation, Scalar, Vec2, Vec3, Vec3A, Vector, Verdict, approximate_hull,
};
use osculate::{Body, Matrix, Real};

use super::ask::{
    Cache, Tracker, closest, contact, distance, distance_within, intersects, penetration,
    signed_distance,
};

/// Bytes in order; zeros when they are used up.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    pub fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    fn word<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.byte())
    }

    /// Mostly plain numbers, often of the kind on which features coincide; sometimes any bits at
    /// all.
    pub fn number(&mut self) -> f64 {
        const PLAIN: [f64; 10] = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, 1e-7, 1e6, 1.0 + 1e-15];
        match self.byte() {
            k @ 0..100 => PLAIN[k as usize % PLAIN.len()],
            100..180 => f64::from(i16::from_le_bytes(self.word())) / 8192.0,
            180..230 => {
                let exponent = i32::from(self.byte() % 19) - 9;
                f64::from(i16::from_le_bytes(self.word())) / 32768.0 * 10f64.powi(exponent)
            }
            230..245 => f64::from(f32::from_bits(u32::from_le_bytes(self.word()))),
            _ => f64::from_bits(u64::from_le_bytes(self.word())),
        }
    }

    pub fn scalar<S: Scalar>(&mut self) -> S {
        S::from_f64(self.number())
    }

    pub fn size<S: Scalar>(&mut self) -> S {
        S::from_f64(self.number().abs())
    }

    pub fn vector<V: osculate::Space>(&mut self) -> V {
        V::from_fn(|_| self.scalar())
    }

    fn points<V: osculate::Space>(&mut self) -> Vec<V> {
        (0..1 + self.byte() % 40).map(|_| self.vector()).collect()
    }
}

/// A space whose shapes bytes can make.
pub trait FromBytes: osculate::Space {
    fn rotation(from: &mut Bytes<'_>) -> Result<Rotation<Self>, Error>;
    /// The motion with this angular velocity.
    fn turned(motion: Motion<Self>, spin: [f64; 3]) -> Result<Motion<Self>, Error>;
    /// The shape that only this dimension has.
    fn own_shape(from: &mut Bytes<'_>) -> Result<Shape<Self>, Error>;
    /// The body of these facets: triangles, or in the plane segments from the first corner to the
    /// second.
    fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Result<Body<Self>, Error>;
}
macro_rules! from_bytes {
    ($v:ident, 2) => {
        impl FromBytes for $v {
            fn rotation(from: &mut Bytes<'_>) -> Result<Rotation<Self>, Error> {
                Rotation::from_angle(from.scalar())
            }
            fn turned(motion: Motion<Self>, spin: [f64; 3]) -> Result<Motion<Self>, Error> {
                motion.turning(Scalar::from_f64(spin[2]))
            }
            fn own_shape(from: &mut Bytes<'_>) -> Result<Shape<Self>, Error> {
                Ok(ConvexPolygon::<Self>::new(&from.points())?.into())
            }
            fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Result<Body<Self>, Error> {
                let segments: Vec<[u32; 2]> = facets.iter().map(|&[a, b, _]| [a, b]).collect();
                Body::from_segments(vertices, &segments)
            }
        }
    };
    ($v:ident, 3) => {
        impl FromBytes for $v {
            fn rotation(from: &mut Bytes<'_>) -> Result<Rotation<Self>, Error> {
                Rotation::from_axis_angle(from.vector(), from.scalar())
            }
            fn turned(motion: Motion<Self>, spin: [f64; 3]) -> Result<Motion<Self>, Error> {
                motion.turning(Self::from_fn(|i| Scalar::from_f64(spin[i])))
            }
            fn own_shape(from: &mut Bytes<'_>) -> Result<Shape<Self>, Error> {
                if from.byte() % 2 == 0 {
                    return Ok(Polytope::<Self>::from_points(&many(from))?.into());
                }
                Ok(Frustum::<Self>::from_planes(core::array::from_fn(|_| {
                    (from.vector(), from.scalar())
                }))?
                .into())
            }
            fn mesh(vertices: &[Self], facets: &[[u32; 3]]) -> Result<Body<Self>, Error> {
                Body::from_mesh(vertices, facets)
            }
        }
    };
}
from_bytes!(Vec2, 2);
from_bytes!(DVec2, 2);
from_bytes!(Vec3, 3);
from_bytes!(Vec3A, 3);
from_bytes!(DVec3, 3);

/// Wrappers nest this deep at most.
const DEPTH: u32 = 3;

/// The kinds that are no wrappers, by name, and then the wrappers: what a byte is when divided by
/// their number. `own` is what only this dimension has; `liar` keeps no promise.
const PLAIN: [&str; 16] = [
    "cuboid",
    "cloud",
    "ball",
    "capsule",
    "point",
    "segment",
    "triangle",
    "tetrahedron",
    "ellipsoid",
    "cone",
    "cylinder",
    "half-space",
    "own",
    "liar",
    "unit cuboid",
    "cloud of many",
];
const WRAPPERS: [&str; 6] = ["at", "image", "rounded", "swept", "sum", "hull"];

/// The kinds that came later, by name. Each takes eleven of all bytes, about a kind's share, and
/// shifts no other: what a file of bytes was before, it is now.
const LATER: [&str; 0] = [];

/// The kind that a byte is.
fn kind(byte: u8, depth: u32) -> &'static str {
    // An odd factor scatters the bytes of a kind over all.
    let later = usize::from(byte.wrapping_mul(167)) / 11;
    let with_wrappers = PLAIN.iter().chain(if depth < DEPTH { &WRAPPERS[..] } else { &[] });
    let kinds: Vec<&str> = with_wrappers.copied().collect();
    LATER.get(later).copied().unwrap_or(kinds[usize::from(byte) % kinds.len()])
}

/// A support mapping that keeps no promise.
struct Liar<V>(V);
impl<V: osculate::Space> Convex<V> for Liar<V> {
    fn core_support(&self, direction: V) -> V {
        self.0.scale_by(direction) - direction.abs()
    }
}

/// The shape that the bytes describe, and whether it keeps the promises of `Convex`.
pub fn shape<V: FromBytes>(from: &mut Bytes<'_>, depth: u32) -> Result<(Shape<V>, bool), Error> {
    let body: Shape<V> = match kind(from.byte(), depth) {
        "cuboid" => Cuboid::new(V::from_fn(|_| from.size()))?.into(),
        "cloud" => PointCloud::new(&from.points())?.into(),
        "ball" => Ball::new(from.size())?.into(),
        "capsule" => Capsule::<V>::new(from.vector(), from.vector(), from.size())?.into(),
        "point" => Point::<V>::new(from.vector())?.into(),
        "segment" => Segment::<V>::new(from.vector(), from.vector())?.into(),
        "triangle" => Triangle::<V>::new(from.vector(), from.vector(), from.vector())?.into(),
        "tetrahedron" => {
            Tetrahedron::<V>::new(from.vector(), from.vector(), from.vector(), from.vector())?
                .into()
        }
        "ellipsoid" => Ellipsoid::new(V::from_fn(|_| from.size()))?.into(),
        "cone" => Cone::<V>::new(from.size(), from.size())?.into(),
        "cylinder" => Cylinder::<V>::new(from.size(), from.size())?.into(),
        "half-space" => {
            let normal = from.vector::<V>().try_normalize().unwrap_or(V::axis(0));
            HalfSpace::new(normal, from.scalar())?.into()
        }
        "own" => V::own_shape(from)?,
        "liar" => return Ok((Shape::custom(Liar(from.vector::<V>())), false)),
        "unit cuboid" => Cuboid::new(V::splat(V::Scalar::from_f64(1.0)))?.into(),
        "cloud of many" => PointCloud::new(&many::<V>(from))?.into(),
        kind => {
            let (inner, honest) = shape::<V>(from, depth + 1)?;
            let wrapped: Shape<V> = match kind {
                "at" => At::new(inner, Pose::new(from.vector(), V::rotation(from)?)?).into(),
                "image" => {
                    let matrix = V::Matrix::from_columns(|_| from.vector());
                    Image::new(inner, Affine::new(matrix, from.vector())?)?.into()
                }
                "rounded" => Rounded::new(inner, from.size())?.into(),
                "swept" => Swept::new(inner, from.vector())?.into(),
                _ => {
                    let (other, other_honest) = shape::<V>(from, depth + 1)?;
                    let both: Shape<V> = match kind {
                        "sum" => Sum::new(inner, other).into(),
                        "hull" => Hull::new(inner, other).into(),
                        kind => panic!("there is no {kind}"),
                    };
                    return Ok((both, honest && other_honest));
                }
            };
            return Ok((wrapped, honest));
        }
    };
    Ok((body, true))
}

/// Asks everything about the two shapes that the bytes describe, in the space that the first byte
/// chooses.
pub fn check(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 5 {
        0 => check_in::<Vec2>(from),
        1 => check_in::<DVec2>(from),
        2 => check_in::<Vec3>(from),
        3 => check_in::<Vec3A>(from),
        _ => check_in::<DVec3>(from),
    }
}

fn is_valid<S: Scalar>(bracket: Bracket<S>) -> bool {
    bracket.lower <= bracket.value && bracket.value <= bracket.upper
}

fn check_in<V: FromBytes>(mut from: Bytes<'_>) {
    let Ok((a, a_honest)) = shape::<V>(&mut from, 0) else { return };
    let Ok((b, b_honest)) = shape::<V>(&mut from, 0) else { return };
    let (a, b) = (&a, &b);
    let most = from.size::<V::Scalar>();
    let zero = V::Scalar::from_f64(0.0);
    let touch = intersects(a, b);
    let gap = distance(a, b);
    let near = closest(a, b);
    let within = distance_within(a, b, most);
    let signed = signed_distance(a, b);
    let depth = penetration(a, b);
    let touching = contact(a, b, most);
    let mut cache = Cache::new();
    let warm = [(); 3].map(|()| cache.signed_distance(a, b));
    // In steps of a thousandth, from where they are.
    let step = V::axis(0) * ((a.extent() + b.extent()) * V::Scalar::from_f64(1e-3));
    let mut tracker = Tracker::new(a, b);
    let tracked = [0.0, 0.0, 1.0, 2.0].map(|steps| {
        let pose =
            Pose::from_translation(step * V::Scalar::from_f64(steps)).unwrap_or(Pose::IDENTITY);
        let placed: &dyn Convex<V> = &At::new(b, pose);
        (tracker.at(Pose::IDENTITY, pose).signed_distance(), signed_distance(a, placed))
    });
    if !(a_honest && b_honest) {
        return;
    }
    for (tracked, cold) in tracked {
        assert!(is_valid(tracked.distance), "{tracked:?}");
        assert!(tracked.distance.lower <= cold.distance.upper, "{tracked:?} {cold:?}");
        assert!(cold.distance.lower <= tracked.distance.upper, "{tracked:?} {cold:?}");
    }
    if let Some(contact) = touching {
        points_are_numbers_in_order(&contact);
    } else {
        // Like the depth, it asks only whether they are further apart.
        assert!(!most.is_finite() || signed.distance.upper > most, "{signed:?}");
    }
    assert!(is_valid(gap) && gap.lower >= zero, "{gap:?}");
    assert!(is_valid(near.distance) && near.distance.lower >= zero, "{near:?}");
    assert!(is_valid(signed.distance), "{signed:?}");
    // Brackets of one truth have it in common.
    assert!(
        gap.lower <= near.distance.upper && near.distance.lower <= gap.upper,
        "{gap:?} {near:?}"
    );
    assert!(gap.lower == zero || signed.distance.upper >= gap.lower, "{gap:?} {signed:?}");
    assert!(signed.distance.lower <= gap.upper, "{gap:?} {signed:?}");
    for warm in warm {
        assert!(is_valid(warm.distance), "{warm:?}");
        assert!(warm.distance.lower <= signed.distance.upper, "{warm:?} {signed:?}");
        assert!(signed.distance.lower <= warm.distance.upper, "{warm:?} {signed:?}");
    }
    for shape in [a, b] {
        inner_ball_is_inside(shape, [step, signed.normal]);
    }
    // What one query says, no other denies.
    assert!(!touch || gap.lower == zero, "they intersect, {gap:?} apart");
    assert!(touch || near.verdict != Verdict::Overlapping, "they are apart, and {near:?}");
    let overlapping = near.verdict == Verdict::Overlapping;
    assert!(!overlapping || near.distance.value == zero, "they overlap, and {near:?}");
    assert!(!overlapping || gap.value == zero, "they overlap, and are {gap:?} apart");
    // The depth asks only whether they are apart: it may be sure with less than the distance needs.
    assert!(depth.is_none() || signed.distance.lower <= zero, "{depth:?} {signed:?}");
    assert!(depth.is_some() || signed.distance.upper > zero, "no depth, and {signed:?}");
    // What is no number is no limit.
    let most = most.min(<V::Scalar as Real>::INFINITY);
    if let Some(within) = within {
        assert!(is_valid(within) && within.lower <= most, "{within:?}");
    } else if most.is_finite() {
        assert!(gap.upper > most, "{gap:?} is not within {most:?}");
    }
    // Directions are directions, points are points.
    let is_unit = |n: V| (n.length().to_f64() - 1.0).abs() <= 1e-5;
    assert!(is_unit(signed.normal) && near.normal.is_none_or(is_unit), "{signed:?} {near:?}");
    for point in [near.on_a, near.on_b, signed.on_a, signed.on_b] {
        assert!((0..V::DIM).all(|i| !point.get(i).to_f64().is_nan()), "{signed:?} {near:?}");
    }
    points_are_in_their_shapes([a, b], [near.on_a, near.on_b], near.distance.width());
    points_are_in_their_shapes([a, b], [signed.on_a, signed.on_b], signed.distance.width());
    swapped_distances_are_equal(a, b);
}

/// Closest and deepest points are in their shapes, by rounding and the width of the answer.
fn points_are_in_their_shapes<V: FromBytes>(
    [a, b]: [&Shape<V>; 2],
    points: [V; 2],
    width: V::Scalar,
) {
    let largest = |v: V| (0..V::DIM).fold(0.0, |most: f64, i| most.max(v.get(i).to_f64().abs()));
    // Deepest points lie along the normal, which is right to the root of the depth's width.
    let (share, units) = osculate::contract::CURVED_DEPTH_WIDTH;
    let share = share.max(units * V::Scalar::EPSILON.to_f64()).sqrt();
    let [size_a, size_b] = [a, b].map(|shape| (shape.extent() + shape.rounding()).to_f64());
    let size = size_a + size_b + largest(b.origin() - a.origin());
    for (shape, point) in [(a, points[0]), (b, points[1])] {
        let rounding = share * (size + largest(point));
        if !rounding.is_finite() {
            continue;
        }
        let Ok(at) = Point::new(point) else { continue };
        let off = distance(shape, &at).lower.to_f64();
        assert!(off <= rounding + width.to_f64(), "{point:?} is {off} off {a:?} or {b:?}");
    }
}

/// One to four points, the deepest first.
fn points_are_numbers_in_order<V: osculate::Space>(contact: &Contact<V>) {
    assert!((1..=4).contains(&contact.points().len()), "{contact:?}");
    for p in contact.points() {
        assert!(p.distance >= contact.points()[0].distance, "{contact:?}");
        let numbers = (0..V::DIM).flat_map(|i| [p.on_a.get(i), p.on_b.get(i)]);
        assert!(numbers.into_iter().all(|x| !x.to_f64().is_nan()), "{contact:?}");
    }
}

/// The ball that a shape says it holds: along each axis, and these ways, it does.
fn inner_ball_is_inside<V: osculate::Space>(shape: &dyn Convex<V>, ways: [V; 2]) {
    let inner = shape.inner_extent().to_f64();
    // The least number is the rounding of the numbers that are subnormal.
    let rounding = V::Scalar::EPSILON.to_f64() * shape.extent().to_f64();
    let slack = 16.0 * (rounding + V::Scalar::LEAST.to_f64());
    for axis in (0..V::DIM).map(V::axis).chain(ways) {
        for direction in [axis, -axis].iter().filter_map(|d| d.try_normalize()) {
            let support = shape.core_support_from_origin(direction);
            let reach = direction.dot(support).to_f64();
            assert!(!(reach < inner - slack), "{inner} for {reach} along {direction:?}");
        }
    }
}

/// Holds a swap of the two shapes that the bytes describe to the mirrored bits, points and normals
/// too.
pub fn check_swap<V: FromBytes>(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    let Ok((a, true)) = shape::<V>(&mut from, 0) else { return };
    let Ok((b, true)) = shape::<V>(&mut from, 0) else { return };
    swapped_arguments_mirror(&a, &b);
}

/// A swap of the arguments gives the same numbers, to the bit.
fn swapped_distances_are_equal<V: osculate::Space>(a: &dyn Convex<V>, b: &dyn Convex<V>) {
    assert_eq!(distance(b, a), distance(a, b), "swapped");
    assert_eq!(intersects(b, a), intersects(a, b), "swapped");
    let (signed, mirrored) = (signed_distance(a, b).distance, signed_distance(b, a).distance);
    // Two equal shapes at one place leave nothing to tell them apart by, and one normal for both
    // orders.
    if a.origin() == b.origin() {
        assert!(mirrored.lower <= signed.upper, "{mirrored:?} {signed:?}");
        assert!(signed.lower <= mirrored.upper, "{mirrored:?} {signed:?}");
    } else {
        assert_eq!(mirrored, signed, "swapped");
    }
}

/// A swap of the arguments mirrors every answer, to the bit.
fn swapped_arguments_mirror<V: osculate::Space>(a: &dyn Convex<V>, b: &dyn Convex<V>) {
    swapped_distances_are_equal(a, b);
    let (near, near_swapped) = (closest(a, b), closest(b, a));
    assert_eq!(near_swapped.distance, near.distance, "swapped");
    assert_eq!(near_swapped.verdict, near.verdict, "swapped");
    let (signed, mirrored) = (signed_distance(a, b), signed_distance(b, a));
    if a.origin() == b.origin() {
        return;
    }
    assert_eq!(near_swapped.normal, near.normal.map(|n| -n), "swapped: {near:?}");
    assert_eq!([near_swapped.on_b, near_swapped.on_a], [near.on_a, near.on_b], "swapped: {near:?}");
    assert_eq!(mirrored.normal, -signed.normal, "swapped: {signed:?}");
    assert_eq!([mirrored.on_b, mirrored.on_a], [signed.on_a, signed.on_b], "swapped: {signed:?}");
    let (depth, mirrored) = (penetration(a, b), penetration(b, a));
    assert_eq!(depth.is_some(), mirrored.is_some(), "swapped: {depth:?} {mirrored:?}");
    if let (Some(depth), Some(mirrored)) = (depth, mirrored) {
        assert_eq!(mirrored.depth, depth.depth, "swapped");
        assert_eq!(mirrored.normal, -depth.normal, "swapped: {depth:?}");
        assert_eq!([mirrored.on_b, mirrored.on_a], [depth.on_a, depth.on_b], "swapped: {depth:?}");
    }
}

/// Builds the hull of the points that the bytes describe, and asks it about each of them.
pub fn check_hull(bytes: &[u8]) {
    let mut from = Bytes(bytes);
    match from.byte() % 4 {
        0 => check_polytope::<Vec3>(&many(&mut from)),
        1 => check_polytope::<DVec3>(&many(&mut from)),
        2 => check_polygon::<Vec2>(&many(&mut from)),
        _ => check_polygon::<DVec2>(&many(&mut from)),
    }
}

/// Up to two hundred points; a short input's are repeated with small changes, so that there are
/// enough for a table of directions.
fn many<V: osculate::Space>(from: &mut Bytes<'_>) -> Vec<V> {
    let mut points: Vec<V> = Vec::new();
    for k in 0..from.byte() {
        let used_up = from.0.is_empty();
        match points.get(k as usize / 2) {
            Some(&p) if used_up => points.push(p * V::Scalar::from_f64(1.0 - f64::from(k) / 300.0)),
            _ => points.push(from.vector()),
        }
    }
    points
}

fn check_polytope<V: FromBytes + osculate::Spatial>(points: &[V]) {
    let Ok(polytope) = Polytope::from_points(points) else { return };
    let (vertices, edges) = (polytope.vertices().len(), |i| polytope.neighbors(i).count());
    assert!((0..vertices).all(|i| edges(i) >= 3));
    let directed: usize = (0..vertices).map(edges).sum();
    // Faces may be joined, so there are at most as many as Euler says.
    assert!(vertices + polytope.faces().len() <= directed / 2 + 2);
    for &point in points {
        assert!(polytope.contains(point), "{point:?} is outside its hull");
        let furthest = polytope.core_support(point).dot(point);
        let slack = polytope.extent() * point.length() * V::Scalar::from_f64(1e-5);
        assert!(furthest >= point.dot(point) - slack || !slack.is_finite(), "{point:?}");
    }
    if let Ok(few) = approximate_hull(points, 8) {
        assert!(few.polytope.vertices().len() <= 8 && few.error >= V::Scalar::from_f64(0.0));
    }
}

fn check_polygon<V: FromBytes>(points: &[V]) {
    let Ok(hull) = convex_hull(points) else { return };
    if let ConvexHull::Polygon(corners) = hull {
        let corners: Vec<V> = corners.iter().map(|&i| points[i as usize]).collect();
        assert!(corners.len() >= 3 && corners.len() <= points.len());
    }
}
