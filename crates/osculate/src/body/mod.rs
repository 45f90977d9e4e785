//! Bodies of many parts: compounds of shapes, and meshes.
//!
//! A [`Body`] has a static tree over the boxes of its parts (`parts.rs`). Two bodies go down their
//! trees together (`pairs.rs`), and ask about the parts that may be nearest (`queries.rs`). The
//! answers are those of the parts, with the bracket that all pairs of parts together have.

mod facet;
mod part;
mod closed;
mod disks;
mod parts;
mod beside;
mod pairs;
mod apart;
mod edges;
mod touches;
mod project;
#[cfg(feature = "serde")]
mod stored;
mod answer;
mod solid;
mod rays;
mod queries;
mod tracker;
mod moving;
mod passing;

pub(crate) use edges::ALIKE;
pub use touches::ContactSearch;
pub(crate) use touches::deeper;

pub use answer::{
    BodyClosest, BodySignedDistance, PartApproach, PartContact, PartImpact, PartProjection,
    PartRayHit,
};
pub use part::PartRef;
pub use tracker::{BodyTracker, TrackedBodies};

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use facet::CORNERS;
use parts::{Many, Parts};

use crate::convex::bounds::Aabb;
use crate::convex::placed::At;
use crate::number::error::{Error, Problem, check};
use crate::number::vector::{Planar, Scalar, Spatial, Vector};
use crate::place::Pose;
use crate::shape::{Mass, Shape};

/// A thing of many parts, which need not be convex: shapes at poses of their own, or the facets of a
/// mesh. It is cheap to clone: what is large is shared.
///
/// With the feature `serde` it is written as its shapes, vertices and facets, and read through the
/// checks of the constructors.
///
/// Put it somewhere with [`at`](Self::at), and ask: see [`At<V, &Body<V>>`](At#implementations).
/// A mesh is its surface, and what floats inside does not touch it; unless it is made a solid, by
/// [`into_solid`](Self::into_solid).
///
/// ```
/// use osculate::{Body, DVec3, Pose, shape::{Ball, Cuboid}};
/// // A hook of three bars.
/// let bar = |x: f64, y: f64| Cuboid::new(DVec3::new(x, y, 0.1));
/// let at = |x, y| Pose::from_translation(DVec3::new(x, y, 0.0));
/// let hook = Body::compound([
///     (bar(0.1, 1.0)?.into(), at(0.0, 0.0)?),
///     (bar(0.5, 0.1)?.into(), at(0.5, 1.0)?),
///     (bar(0.1, 0.3)?.into(), at(1.0, 0.8)?),
/// ])?;
/// let ball = Body::new(Ball::new(0.2)?);
///
/// // The ball hangs in the hook, free on all sides; a hull would say that it touches.
/// let free = hook.at(Pose::IDENTITY).distance(&ball.at(at(0.5, 0.6)?));
/// assert!(free.contains(0.1));
/// let up = hook.at(Pose::IDENTITY).closest(&ball.at(at(0.5, 0.65)?));
/// assert_eq!(up.parts, [1, 0]);
/// # Ok::<(), osculate::Error>(())
/// ```
///
/// Two bodies are equal that have equal parts in the same order, of which the same bound solids.
#[derive(Clone, PartialEq)]
pub struct Body<V: Vector> {
    parts: Parts<V>,
}

impl<V: Vector> Body<V> {
    /// A body of one shape.
    #[must_use]
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self::of(Parts::One(shape.into()))
    }

    /// A body of several bodies or shapes, each at a pose in the body's own axes. There must be one.
    /// Parts are numbered anew: first all shapes, in order; then the facets of all solids, and then
    /// all other facets. A shape is given by `.into()`, a [`Shape`] too.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, shape::{Ball, Cuboid, Shape}};
    /// let there = Pose::from_translation(DVec3::X * 2.0)?;
    /// let knob: Shape<DVec3> = Ball::new(0.1)?.into();
    /// let drawer = Body::compound([
    ///     (Cuboid::new(DVec3::ONE)?.into(), Pose::IDENTITY),
    ///     (knob.into(), Pose::from_translation(DVec3::Z * 1.1)?),
    /// ])?;
    /// let both = Body::compound([(drawer.clone(), Pose::IDENTITY), (drawer, there)])?;
    /// assert_eq!(both.part_count(), 4);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn compound(bodies: impl IntoIterator<Item = (Self, Pose<V>)>) -> Result<Self, Error> {
        let mut bodies = bodies.into_iter();
        let Some((first, pose)) = bodies.next() else {
            check_count("parts", 0)?;
            return Err(Error {
                shape: "Body",
                parameter: "parts",
                index: None,
                value: 0.0,
                problem: Problem::TooFew,
            });
        };
        let mut next = bodies.next();
        if next.is_none() && pose == Pose::IDENTITY {
            return Ok(first);
        }
        let mut join = Join::default();
        join.add(&first, pose);
        while let Some((body, pose)) = next {
            join.add(&body, pose);
            next = bodies.next();
        }
        join.whole()
    }

    fn of(parts: Parts<V>) -> Self {
        Self { parts }
    }

    fn mesh(
        vertices: &[V],
        parameter: &'static str,
        facets: Vec<[u32; CORNERS]>,
    ) -> Result<Self, Error> {
        check::points("Body", "vertices", vertices, 1)?;
        check_count(parameter, facets.len())?;
        check_facets(parameter, &facets, vertices.len())?;
        Ok(Self::of(Parts::Many(Arc::new(Many::new(Vec::new(), vertices.to_vec(), facets, 0)))))
    }

    /// The solid that a mesh bounds: what is inside touches it. The surface must be closed, and its
    /// facets wound alike: an edge that one goes along one way, another goes along the other way.
    /// They may all be wound inwards. Facets meet in vertices at the same place. What is wound round
    /// twice is inside, and so is what is wound round the other way: a cavity is where a surface
    /// inside is wound against the outer one. Shapes are solids already.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, shape::Ball};
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let sides = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let wedge = Body::from_mesh(&corners, &sides)?.into_solid()?;
    /// let speck = Body::new(Ball::new(0.01)?);
    /// let inside = Pose::from_translation(DVec3::splat(0.2))?;
    /// let wedge_here = wedge.at(Pose::IDENTITY);
    /// assert!(wedge_here.intersects(&speck.at(inside)));
    /// assert!(wedge_here.signed_distance(&speck.at(inside)).signed_distance.distance.upper < 0.0);
    /// assert!((wedge.mass(1.0).expect("it is a solid").volume - 1.0 / 6.0).abs() < 1e-15);
    ///
    /// let error = Body::from_mesh(&corners, &sides[..3])?.into_solid().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Body: triangles[0] is open at vertex 2: no other closes it there",
    /// );
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn into_solid(self) -> Result<Self, Error> {
        match self.parts {
            Parts::Many(many) => {
                let many = Arc::unwrap_or_clone(many);
                Ok(Self::of(Parts::Many(Arc::new(many.into_solid()?))))
            }
            parts => Ok(Self { parts }),
        }
    }

    /// Whether it is solid all through: whether all its facets, if it has any, bound solids.
    ///
    /// ```
    /// use osculate::{Body, DVec3, shape::Ball};
    /// let sheet = Body::from_mesh(&[DVec3::ZERO, DVec3::X, DVec3::Y], &[[0, 1, 2]])?;
    /// assert!(!sheet.is_solid() && Body::<DVec3>::new(Ball::new(1.0)?).is_solid());
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn is_solid(&self) -> bool {
        match &self.parts {
            Parts::Many(many) => many.solid == many.facets.len(),
            Parts::One(_) => true,
        }
    }

    /// Whether facets of it bound a solid.
    pub(crate) fn has_solid(&self) -> bool {
        matches!(&self.parts, Parts::Many(many) if many.solid > 0)
    }

    /// Whether it has facets.
    pub(crate) fn has_facets(&self) -> bool {
        matches!(&self.parts, Parts::Many(many) if !many.facets.is_empty())
    }

    /// How many parts it has: shapes, or facets of a mesh.
    #[must_use]
    pub fn part_count(&self) -> usize {
        self.parts.count()
    }

    /// A part, in the body's own axes.
    ///
    /// ```
    /// use osculate::{Body, Convex, DVec2, Pose, shape::Ball};
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let at = |x| Pose::from_translation(DVec2::X * x);
    /// let bar_bell = Body::compound([(ball.clone(), at(-2.0)?), (ball, at(2.0)?)])?;
    /// assert!(bar_bell.part(1).is_some() && bar_bell.part(2).is_none());
    /// let right = bar_bell.at(Pose::IDENTITY).part(1).expect("it has two");
    /// assert_eq!(right.support(DVec2::X), DVec2::X * 2.5);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn part(&self, part: u32) -> Option<PartRef<'_, V>> {
        self.parts.part(part)
    }

    /// All parts, in the order of their numbers.
    pub fn parts(&self) -> impl Iterator<Item = PartRef<'_, V>> + Clone {
        (0..self.part_count() as u32).filter_map(|part| self.part(part))
    }

    /// This body at a pose, to be asked about.
    #[must_use]
    pub fn at(&self, pose: Pose<V>) -> At<V, &Self> {
        At::of(self, pose)
    }

    /// Its mass at this density, in its own axes: `volume` is the mass, `centroid` the center,
    /// `inertia()` the tensor about that. Where parts overlap, both count. `None` if a part has no
    /// mass that is known ([`Shape::mass`]); facets have none, unless they bound a solid. If parts
    /// have densities of their own, add up their masses: `a.mass(2.0)? + b.mass(1.0)?`.
    ///
    /// ```
    /// use osculate::{Body, DVec3, Pose, shape::Cuboid};
    /// let half = Cuboid::new(DVec3::splat(0.5))?;
    /// let at = |x| Pose::from_translation(DVec3::X * x);
    /// let bar = Body::compound([(half.into(), at(0.5)?), (half.into(), at(1.5)?)])?;
    /// let mass = bar.mass(10.0).expect("boxes have a volume");
    /// assert_eq!((mass.volume, mass.centroid), (20.0, DVec3::X));
    /// assert!((mass.inertia().y_axis.y - 20.0 * (4.0 + 1.0) / 12.0).abs() < 1e-12);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    #[must_use]
    pub fn mass(&self, density: V::Scalar) -> Option<Mass<V>> {
        Some(self.parts.mass()? * density)
    }

    /// How far it reaches from its own origin, at most.
    #[must_use]
    pub fn span(&self) -> V::Scalar {
        self.parts.span()
    }

    /// The shape of a body of one.
    pub(crate) fn lone(&self) -> Option<&Shape<V>> {
        match &self.parts {
            Parts::One(shape) => Some(shape),
            _ => None,
        }
    }

    /// Whether a part has no end.
    pub(crate) fn is_endless(&self) -> bool {
        self.parts.is_endless()
    }

    /// How far it reaches from a point in its own axes.
    pub(crate) fn reach_from(&self, center: V) -> V::Scalar {
        self.parts.reach_from(center)
    }

    /// The memory that it has beside its own size, shared by its clones. What shapes hold is not
    /// counted.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.parts.heap_bytes()
    }
}

impl<V: Spatial> Body<V> {
    /// The surface of a mesh: triangles, each given by the numbers of its corners among the
    /// vertices. Any will do: open ones, such as meet in odd ways, twice the same, and such as are
    /// a segment or a point.
    ///
    /// ```
    /// use osculate::{Body, Pose, Vec3, shape::Ball};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    /// let shell = Body::from_mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let speck = Body::new(Ball::new(0.01)?);
    /// let inside = Pose::from_translation(Vec3::splat(0.2))?;
    /// assert!(!shell.at(Pose::IDENTITY).intersects(&speck.at(inside)));
    ///
    /// let error = Body::from_mesh(&corners, &[[0, 2, 1], [0, 1, 4]]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Body: triangles[1] has a corner 4, and there is no such vertex",
    /// );
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_mesh(vertices: &[V], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        Self::mesh(vertices, "triangles", triangles.to_vec())
    }

    /// The surface over a grid in the plane of x and z: `heights` along y, row by row. A row has
    /// `columns` heights along x, and rows follow one another along z, each `spacing` apart; the
    /// first height is at the origin. Two triangles are a cell.
    ///
    /// ```
    /// use osculate::{Body, Pose, Vec3, shape::Ball};
    /// let hills = Body::from_heights(3, &[0.0, 1.0, 0.0, 0.5, 1.5, 0.5], [1.0, 2.0])?;
    /// assert_eq!(hills.part_count(), 4);
    /// let ball = Body::new(Ball::new(0.5)?);
    /// let over = Pose::from_translation(Vec3::new(1.0, 3.0, 2.0))?;
    /// assert!(hills.at(Pose::IDENTITY).distance(&ball.at(over)).contains(1.0));
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_heights(
        columns: usize,
        heights: &[V::Scalar],
        spacing: [V::Scalar; 2],
    ) -> Result<Self, Error> {
        let refuse = |parameter, value, problem| {
            Err(Error { shape: "Body", parameter, index: None, value, problem })
        };
        for (index, &spacing) in spacing.iter().enumerate() {
            check::size("Body", "spacing", Some(index), spacing)?;
        }
        if columns < 2 {
            return refuse("columns", columns as f64, Problem::TooFew);
        }
        let rows = heights.len() / columns;
        if rows < 2 || !heights.len().is_multiple_of(columns) {
            return refuse("heights", heights.len() as f64, Problem::TooFew);
        }
        check_count("heights", heights.len())?;
        for (index, &height) in heights.iter().enumerate() {
            check::number("Body", "heights", Some(index), height)?;
        }
        let along = |k: usize, axis: usize| V::Scalar::from_f64(k as f64) * spacing[axis];
        let vertex = |k: usize| {
            let at = [along(k % columns, 0), heights[k], along(k / columns, 1)];
            V::from_fn(|i| at[i])
        };
        let vertices: Vec<V> = (0..heights.len()).map(vertex).collect();
        let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
        for row in 0..rows - 1 {
            for column in 0..columns - 1 {
                let near = (row * columns + column) as u32;
                let far = near + columns as u32;
                triangles.extend([[near, far, near + 1], [near + 1, far, far + 1]]);
            }
        }
        Self::mesh(&vertices, "heights", triangles)
    }
}

impl<V: Planar> Body<V> {
    /// The outline of a mesh of the plane: segments, each given by the numbers of its ends among
    /// the vertices. Any will do.
    ///
    /// ```
    /// use osculate::{Body, DVec2, Pose, shape::Ball};
    /// let corners = [DVec2::ZERO, DVec2::X * 2.0, DVec2::new(2.0, 1.0)];
    /// let ramp = Body::from_segments(&corners, &[[0, 1], [1, 2]])?;
    /// let ball = Body::new(Ball::new(0.25)?);
    /// let over = Pose::from_translation(DVec2::new(1.0, 0.5))?;
    /// assert_eq!(ramp.at(Pose::IDENTITY).closest(&ball.at(over)).parts, [0, 0]);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn from_segments(vertices: &[V], segments: &[[u32; 2]]) -> Result<Self, Error> {
        Self::mesh(vertices, "segments", segments.iter().map(|&[a, b]| [a, b, b]).collect())
    }
}

impl<V: Vector, S: Into<Shape<V>>> From<S> for Body<V> {
    fn from(shape: S) -> Self {
        Self::new(shape)
    }
}

impl<V: Vector> fmt::Debug for Body<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.parts {
            Parts::One(shape) => f.debug_tuple("Body").field(shape).finish(),
            Parts::Many(many) if many.facets.is_empty() => {
                f.debug_tuple("Body").field(&many.shapes).finish()
            }
            Parts::Many(many) => f
                .debug_struct("Body")
                .field("shapes", &many.shapes)
                .field("vertices", &many.vertices.len())
                .field("facets", &many.facets.len())
                .finish_non_exhaustive(),
        }
    }
}

impl<'b, V: Vector> At<V, &'b Body<V>> {
    /// A part where it is.
    #[must_use]
    pub fn part(&self, part: u32) -> Option<At<V, PartRef<'b, V>>> {
        let body: &'b Body<V> = self.shape();
        body.parts.part_at(part, self.pose())
    }

    /// All parts where they are, in the order of their numbers.
    pub fn parts(&self) -> impl Iterator<Item = At<V, PartRef<'b, V>>> + Clone {
        let (body, pose): (&'b Body<V>, _) = (self.shape(), self.pose());
        body.parts().map(move |part| At::new(part, pose))
    }

    /// The box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.shape().parts.bounds(self.pose())
    }
}

/// Numbers of parts are of 32 bits, and there must be one.
fn check_count(parameter: &'static str, count: usize) -> Result<(), Error> {
    let problem = match count {
        0 => Problem::TooFew,
        _ if u32::try_from(count).is_err() => Problem::TooMany,
        _ => return Ok(()),
    };
    Err(Error { shape: "Body", parameter, index: None, value: count as f64, problem })
}

/// Corners are numbers of vertices.
fn check_facets(
    parameter: &'static str,
    facets: &[[u32; CORNERS]],
    vertices: usize,
) -> Result<(), Error> {
    for (index, facet) in facets.iter().enumerate() {
        if let Some(&corner) = facet.iter().find(|&&corner| corner as usize >= vertices) {
            let (value, problem) = (f64::from(corner), Problem::OutOfRange);
            return Err(Error { shape: "Body", parameter, index: Some(index), value, problem });
        }
    }
    Ok(())
}

/// The parts of several bodies.
struct Join<V: Vector> {
    shapes: Vec<Shape<V>>,
    vertices: Vec<V>,
    /// Those that bound solids, and the others.
    facets: [Vec<[u32; CORNERS]>; 2],
}

impl<V: Vector> Default for Join<V> {
    fn default() -> Self {
        Self { shapes: Vec::new(), vertices: Vec::new(), facets: [Vec::new(), Vec::new()] }
    }
}

impl<V: Vector> Join<V> {
    fn add(&mut self, body: &Body<V>, pose: Pose<V>) {
        let is_there = pose == Pose::IDENTITY;
        let placed = body.parts.shapes().iter().cloned();
        self.shapes
            .extend(placed.map(|shape| if is_there { shape } else { At::new(shape, pose).into() }));
        let Parts::Many(many) = &body.parts else { return };
        // What is too much for a number is told by the check of all vertices.
        let first = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        let place = |&vertex: &V| if is_there { vertex } else { pose.apply(vertex) };
        self.vertices.extend(many.vertices.iter().map(place));
        // Solids that are wound alike add up: what is in two is wound round twice.
        let is_turned = many.solid > 0 && many.is_turned();
        for (k, facet) in many.facets.iter().enumerate() {
            let mut facet = facet.map(|corner| corner.saturating_add(first));
            if is_turned && k < many.solid {
                facet = if V::DIM == 2 {
                    [facet[1], facet[0], facet[0]]
                } else {
                    [facet[1], facet[0], facet[2]]
                };
            }
            self.facets[usize::from(k >= many.solid)].push(facet);
        }
    }

    fn whole(self) -> Result<Body<V>, Error> {
        let Self { shapes, vertices, facets: [mut facets, others] } = self;
        let solid = facets.len();
        facets.extend(others);
        check_count("parts", shapes.len() + facets.len())?;
        if !facets.is_empty() {
            check_count("vertices", vertices.len())?;
            check::points("Body", "vertices", &vertices, 1)?;
        }
        let mut shapes = shapes;
        if facets.is_empty()
            && shapes.len() == 1
            && let Some(shape) = shapes.pop()
        {
            return Ok(Body::new(shape));
        }
        Ok(Body::of(Parts::Many(Arc::new(Many::new(shapes, vertices, facets, solid)))))
    }
}
