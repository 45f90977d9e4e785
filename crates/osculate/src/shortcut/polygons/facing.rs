//! Two polygons of more than four vertices: how far apart they are, or whether they intersect, by
//! the edges that face each other. Distances of at most eight vertices are left to `every`.
//!
//! Support points along a guess find those edges. The first guess is the line between the polygons'
//! middles. The two edges on either side of each support point, and their corners, are compared as
//! all edges of small polygons are (`fronts`). The edges next to them prove what that finds: among
//! convex polygons, what is nearest of its neighbours is nearest of all. Where rounding leaves that
//! open, support points of the whole polygons decide. If nothing is proved, what was found is the
//! next guess. These are GJK's steps, but with four edges of each polygon in place of a simplex, so
//! that the first is mostly the last. A corner that is inside the other polygon proves that they
//! overlap. Where the second look proves nothing either, GJK is asked.
//!
//! Yes or no is mostly decided by the first look (`tell`), without a proof of what is nearest.
//! Decisions 0013 and 0014 have the times.

use super::edges::Opposite;
use super::fronts::{Near, reach};
use super::pair::{Polygons, are_apart, is_proved, overlap, touch};
use crate::convex::table::outline::{Edge, Edges};
use crate::kernel::gjk::Goal;
use crate::number::blocks::LanesOf;
use crate::number::lanes::{Lanes, Row, Work};
use crate::number::vector::{Matrix, Real, Scalar, Vector};

/// More than what rounding turns a direction against an edge by, in ε: its own turn into the
/// other's axes has three, the edge's normal one, and the products two.
const SURELY: f64 = 16.0;

/// What a look at the edges that face each other finds.
pub(super) enum Facing<V: Vector> {
    /// A common point, from the origins of a and b, in the world's axes.
    Overlap(V, V),
    /// The closest points, proved.
    Near(Near<V>),
    /// At least and at most how far apart they are, proved, for those who do not ask where.
    Apart { lower: V::Scalar, upper: V::Scalar },
    /// Nothing that is proved yet; and the next guess, directions from each to the other, in its
    /// axes.
    Next([V; 2]),
    /// Nothing that is proved.
    Doubt,
}

/// Looks at the edges of two larger polygons that face each other. It knows no shapes, and is
/// compiled once for those who ask `WHERE` the closest points are and once for those who do not.
#[inline(always)]
pub(super) fn look<V: Vector, const WHERE: bool>(
    polygons: &Polygons<'_, V>,
    goal: &Goal<V::Scalar>,
) -> Facing<V> {
    let found = LanesOf::<V>::by_eights(Looks::<V, WHERE> { polygons, goal, guesses: None });
    let Facing::Next(guesses) = found else { return found };
    LanesOf::<V>::by_eights(Looks::<V, WHERE> { polygons, goal, guesses: Some(guesses) })
}

/// What a look tells of whether two polygons have a common point.
pub(super) enum Told<V> {
    Surely(bool),
    /// Nothing; and the next guess, as for distances.
    Next([V; 2]),
    Doubt,
}

/// Whether two larger polygons have a common point, by the first look. Two points that are near
/// enough tell that they touch, and an edge with a gap beyond it that they do not: of what else is
/// true of them nothing has to be proved.
#[inline(always)]
pub(super) fn tell<V: Vector>(polygons: &Polygons<'_, V>) -> Told<V> {
    LanesOf::<V>::by_eights(Tells { polygons })
}

/// What the second look finds, for those who do not ask where.
#[inline(always)]
pub(super) fn look_again<V: Vector>(
    polygons: &Polygons<'_, V>,
    goal: &Goal<V::Scalar>,
    guesses: [V; 2],
) -> Facing<V> {
    LanesOf::<V>::by_eights(Looks::<V, false> { polygons, goal, guesses: Some(guesses) })
}

struct Tells<'p, 's, V: Vector> {
    polygons: &'p Polygons<'s, V>,
}

impl<V: Vector> Work<LanesOf<V>> for Tells<'_, '_, V> {
    type Answer = Told<V>;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Self::Answer {
        tell_by::<V, R>(self.polygons)
    }
}

#[inline(always)]
fn tell_by<V: Vector, R: Row<Four = LanesOf<V>>>(polygons: &Polygons<'_, V>) -> Told<V> {
    let Polygons { a, b, offset, band, .. } = polygons;
    if *offset == V::ZERO {
        return Told::Doubt;
    }
    let turn = polygons.turn();
    let ways = polygons.ways();
    let between = polygons.between();
    let windows = [a.window_about(a.own(between)), b.window_about(b.own(-between))];
    let [Some((_, of_a)), Some((_, of_b))] = windows else { return Told::Doubt };
    let faced = Faced::<R>::new(&Opposite::new([of_a, of_b], ways, &turn));
    let (which, lane) = faced.front(polygons);
    let at = |row: &R| row.at(4 * which + lane);
    let (height, aside) = (at(&faced.beyond), at(&faced.aside));
    if touch(aside * aside + height * height, *band) {
        return Told::Surely(true);
    }
    let (one, other, way) = ([a, b][which], [b, a][which], ways[which]);
    let edge = Edge::new([of_a, of_b][which], lane);
    if overlap(height, *band) {
        let point = edge.from + edge.along() * (at(&faced.reached) + aside) + edge.outward * height;
        return if one.holds(point, *band) { Told::Surely(true) } else { Told::Doubt };
    }
    let back = [turn.transpose(), turn][which];
    let gap = edge.outward.dot(way) - reach(other.blocks, back.apply(-edge.outward)) - edge.level;
    if are_apart(gap, *band) {
        return Told::Surely(false);
    }
    let within = aside == V::Scalar::ZERO;
    let apart = edge.along() * aside + edge.outward * height;
    Told::Next(guesses(which, if within { edge.outward } else { apart }, &back))
}

/// The next guess: the normal of what was found nearest, which is in the axes of the one of this
/// number, and its opposite in those of the other, into which `back` turns.
#[inline(always)]
fn guesses<V: Vector>(which: usize, normal: V, back: &V::Matrix) -> [V; 2] {
    let mut guesses = [normal; 2];
    guesses[1 - which] = back.apply(-normal);
    guesses
}

struct Looks<'p, 's, V: Vector, const WHERE: bool> {
    polygons: &'p Polygons<'s, V>,
    goal: &'p Goal<V::Scalar>,
    /// Directions from each to the other, in its axes, after the first look.
    guesses: Option<[V; 2]>,
}

impl<V: Vector, const WHERE: bool> Work<LanesOf<V>> for Looks<'_, '_, V, WHERE> {
    type Answer = Facing<V>;

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(self) -> Self::Answer {
        look_by::<V, R, WHERE>(self.polygons, self.goal, self.guesses)
    }
}

#[inline(always)]
fn look_by<V: Vector, R: Row<Four = LanesOf<V>>, const WHERE: bool>(
    polygons: &Polygons<'_, V>,
    goal: &Goal<V::Scalar>,
    last_guesses: Option<[V; 2]>,
) -> Facing<V> {
    let Polygons { a, b, offset, band, .. } = polygons;
    // The same origins leave no order of the two.
    if *offset == V::ZERO {
        return Facing::Doubt;
    }
    let zero = V::Scalar::ZERO;
    // Into the axes of each, from the other's.
    let turn = polygons.turn();
    let turns = [turn, turn.transpose()];
    let are_convex = a.is_convex() & b.is_convex();
    let ways = polygons.ways();
    let windows = match last_guesses {
        None => {
            let between = polygons.between();
            [a.window_about(a.own(between)), b.window_about(b.own(-between))]
        }
        Some([from_a, from_b]) => [a.window(from_a), b.window(from_b)],
    };
    let [Some((at_a, of_a)), Some((at_b, of_b))] = windows else { return Facing::Doubt };
    let faced = Faced::<R>::new(&Opposite::new([of_a, of_b], ways, &turn));
    let (which, lane) = faced.front(polygons);
    let at = |row: &R| row.at(4 * which + lane);
    let (one, other, way) = ([a, b][which], [b, a][which], ways[which]);
    let window = [of_a, of_b][which];
    let edge = Edge::new(window, lane);
    let (height, aside) = (at(&faced.beyond), at(&faced.aside));
    let along = edge.along();
    let on_edge = edge.from + along * at(&faced.reached);
    let apart = along * aside + edge.outward * height;
    if overlap(height, *band) {
        let point = on_edge + apart;
        if !one.holds(point, *band) {
            return Facing::Doubt;
        }
        let (on_one, on_other) = (one.world(point), one.world(point - way));
        let (on_a, on_b) = if which == 1 { (on_other, on_one) } else { (on_one, on_other) };
        return Facing::Overlap(on_a, on_b);
    }
    let upper = (aside * aside + height * height).sqrt();
    // How far apart the two are along a direction, in its lengths.
    let gap = |normal: V, level: V::Scalar| {
        let to_one = turns[1 - which].apply(-normal);
        normal.dot(way) - reach(other.blocks, to_one) - level
    };
    let within = aside == zero;
    let normal = if within { edge.outward } else { apart };
    let corner = at(&faced.corner).to_whole(V::Scalar::from_f64(3.0)) as usize;
    let end = lane + usize::from(at(&faced.reached) > zero);
    let opposite = [of_b, of_a][which];
    let is_surely_nearest = is_tip(opposite, corner, turns[1 - which].apply(-normal))
        & (within | is_tip(window, end, normal));
    let lower = if is_surely_nearest & are_convex {
        if within { height } else { upper }
    } else if within {
        gap(normal, edge.level)
    } else {
        gap(normal, reach(one.blocks, normal)) / upper
    };
    if is_proved(lower, upper, goal, *band) {
        if !WHERE {
            return Facing::Apart { lower, upper };
        }
        // Of polygons that touch, the front's normal is asked for.
        let beyond = if within || lower > zero { lower } else { gap(edge.outward, edge.level) };
        let corner = other.number([at_b, at_a][which], corner);
        return Facing::Near(Near::new(
            (which, on_edge),
            (corner, normal),
            (lower, upper),
            (edge.outward, beyond),
        ));
    }
    if last_guesses.is_some() {
        return Facing::Doubt;
    }
    Facing::Next(guesses(which, normal, &turns[1 - which]))
}

/// Whether the corner in a lane of a window is surely further along a direction than its neighbours
/// are.
#[inline(always)]
fn is_tip<V: Vector>(window: &Edges<V>, lane: usize, along: V) -> bool {
    let normal = |lane: usize| V::from_fn(|i| window.normals[i].as_array()[lane & 3]);
    // The sine of the angle, of the direction's length.
    let left = |from: V, to: V| V::normal_to(&[from]).dot(to);
    let surely = (along.get(0).abs() + along.get(1).abs())
        * V::Scalar::from_f64(SURELY)
        * V::Scalar::EPSILON;
    let (before, after) = (normal(lane.wrapping_sub(1)), normal(lane));
    (lane.wrapping_sub(1) < 3) & (left(before, along) > surely) & (left(along, after) > surely)
}

/// What edges say of the nearest of the four corners that they face.
struct Faced<R> {
    /// How far beyond the edge it is.
    beyond: R,
    /// How far along the edge its foot is, which is not off the edge.
    reached: R,
    /// How far aside of its foot it is.
    aside: R,
    /// Its number.
    corner: R,
}

impl<R: Row> Faced<R> {
    #[inline(always)]
    fn new<S: Scalar>(opposite: &Opposite<R>) -> Self
    where
        R::Four: Lanes<Scalar = S>,
    {
        let first = nearer((opposite.place(0), number(0.0)), (opposite.place(1), number(1.0)));
        let last = nearer((opposite.place(2), number(2.0)), (opposite.place(3), number(3.0)));
        let ((beyond, along), corner) = nearer(first, last);
        let reached = opposite.edges.clamp(along);
        Self { beyond, reached, aside: along.sub(reached), corner }
    }

    /// The edge that the other polygon is furthest beyond: of which polygon, and its lane.
    #[inline(always)]
    fn front<V: Vector>(&self, polygons: &Polygons<'_, V>) -> (usize, usize)
    where
        R: Row<Four = LanesOf<V>>,
    {
        let holders = self.beyond.holders(self.beyond.most());
        let is_b = (holders & 15 == 0) | ((holders > 15) & polygons.is_b_first());
        let which = usize::from(is_b);
        // Of what is no number, the last will do.
        (which, ((holders >> (4 * which)).trailing_zeros() as usize).min(3))
    }
}

/// How far beyond edges a corner is and how far along them, and its number.
type Seen<R> = ((R, R), R);

#[inline(always)]
fn number<S: Scalar, R: Row<Four: Lanes<Scalar = S>>>(number: f64) -> R {
    R::splat(S::from_f64(number))
}

#[inline(always)]
fn nearer<R: Row>(((g, s), i): Seen<R>, ((h, t), j): Seen<R>) -> Seen<R> {
    ((g.min(h), h.if_less(g, t, s)), h.if_less(g, j, i))
}
