//! Two polygons of more than four vertices that know their edges: how far apart, by the edges that face each other. Distances of at most eight alone are for `every`.
//!
//! Which edges those are, support points along a guess tell: first along the line between the middles. The two edges on either side of each support point, and their corners, are
//! looked at as all edges of small polygons are (`fronts`). What that finds is proved by support points of the whole polygons, or else is the next guess: GJK's steps,
//! but with four edges of each in place of a simplex, so that the first mostly is the last. A corner that is inside proves that they overlap. Where the second look proves nothing
//! either, GJK is asked.
//!
//! Measured, in nanoseconds for GJK and for this: distances of polygons that are apart 88 and 66 at 12 vertices, 160 and 71 at 24; that touch 190 and 70 at 24.

use super::fronts::{Near, reach};
use super::polygons::{Edge, Polygons};
use crate::blocks::{Block, LanesOf};
use crate::gjk::Goal;
use crate::lanes::Lanes;
use crate::outline::Edges;
use crate::vector::{Matrix, Real, Scalar, Vector};

/// Looks that are taken before GJK is asked.
const MOST_LOOKS: usize = 2;

/// What a look at the edges that face each other finds.
pub(super) enum Facing<V: Vector> {
    /// A common point, from the origins of a and b, in the world's axes.
    Overlap(V, V),
    /// The closest points, proved.
    Near(Near<V>),
    /// Nothing that is proved.
    Doubt,
}

/// Looks at the edges of two larger polygons that face each other. It knows no shapes, and is compiled once.
#[inline(never)]
pub(super) fn look<V: Vector>(polygons: &Polygons<'_, V>, goal: &Goal<V::Scalar>) -> Facing<V> {
    let Polygons { a, b, offset, band, .. } = polygons;
    // The same origins leave no order of the two.
    if *offset == V::ZERO {
        return Facing::Doubt;
    }
    let (zero, scale) = (V::Scalar::ZERO, a.scale());
    let turn = V::Matrix::from_columns(|j| a.own(b.axes.column(j)));
    // Into the axes of each, from the other's.
    let turns = [turn, turn.transpose()];
    let ways = [a.own(*offset), b.own(-*offset)];
    // From each to the other, in its axes.
    let between = polygons.between();
    let mut guesses = [a.own(between), b.own(-between)];
    for look in 0..MOST_LOOKS {
        let windows = if look == 0 {
            [a.window_about(guesses[0]), b.window_about(guesses[1])]
        } else {
            [a.window(guesses[0]), b.window(guesses[1])]
        };
        let [Some((at_a, of_a)), Some((at_b, of_b))] = windows else { break };
        let faced = [
            Faced::new(of_a, of_b.points().map(&turns[0]), ways[0], a.scales),
            Faced::new(of_b, of_a.points().map(&turns[1]), ways[1], a.scales),
        ];
        let [(lane_a, most_a), (lane_b, most_b)] = [faced[0].front(), faced[1].front()];
        let is_b = polygons.is_front_b(most_a, most_b);
        let which = usize::from(is_b);
        let (one, other, way) = ([a, b][which], [b, a][which], ways[which]);
        let (window, faced, lane) = ([of_a, of_b][which], &faced[which], [lane_a, lane_b][which]);
        let edge = Edge::new(window, lane, scale);
        let at = |lanes: &LanesOf<V>| lanes.as_array()[lane];
        let (height, aside) = (at(&faced.beyond), at(&faced.aside));
        let along = edge.along();
        let on_edge = edge.from + along * at(&faced.reached);
        let apart = along * aside + edge.outward * height;
        if height < *band * V::Scalar::from_f64(-1.5) {
            let point = on_edge + apart;
            if !one.holds(point, *band) {
                break;
            }
            let (on_one, on_other) = (one.world(point), one.world(point - way));
            let (on_a, on_b) = if is_b { (on_other, on_one) } else { (on_one, on_other) };
            return Facing::Overlap(on_a, on_b);
        }
        let upper = (aside * aside + height * height).sqrt();
        // How far apart the two are along a direction, in its lengths.
        let gap = |normal: V, level: V::Scalar| {
            let to_one = turns[1 - which].apply(-normal);
            normal.dot(way) - reach(other.blocks, to_one) * scale - level
        };
        let within = aside == zero;
        let normal = if within { edge.outward } else { apart };
        let lower = if within {
            gap(normal, edge.level)
        } else {
            gap(normal, reach(one.blocks, normal) * scale) / upper
        };
        // Of polygons that touch, the front's normal is asked for.
        let beyond = if within || lower > zero { lower } else { gap(edge.outward, edge.level) };
        let corner = at(&faced.corner).to_whole(V::Scalar::from_f64(3.0)) as usize;
        let corner = other.number([at_b, at_a][which], corner);
        let found =
            Near::new((which, on_edge), (corner, normal), (lower, upper), (edge.outward, beyond));
        if found.is_proved(goal, *band) {
            return Facing::Near(found);
        }
        guesses[which] = normal;
        guesses[1 - which] = turns[1 - which].apply(-normal);
    }
    Facing::Doubt
}

/// What the edges of a window say of the nearest of four points; the edges a lane each.
struct Faced<V: Vector> {
    /// How far beyond the edge it is.
    beyond: LanesOf<V>,
    /// How far along the edge its foot is, which is not off the edge.
    reached: LanesOf<V>,
    /// How far aside of its foot it is.
    aside: LanesOf<V>,
    /// Its number.
    corner: LanesOf<V>,
}

impl<V: Vector> Faced<V> {
    #[inline(always)]
    fn new(window: &Edges<V>, points: Block<V>, way: V, scale: LanesOf<V>) -> Self {
        let splat = LanesOf::<V>::splat;
        let Edges { corners: [p, q], normals: [x, y], levels, lengths } = window;
        let (us, vs) = (points.lanes(0), points.lanes(1));
        let point = |lane: usize| {
            let (u, v) = (splat(us.as_array()[lane]), splat(vs.as_array()[lane]));
            let number = splat(V::Scalar::from_f64(lane as f64));
            (x.mul(u).add(y.mul(v)), x.mul(v).sub(y.mul(u)), number)
        };
        type Seen<L> = (L, L, L);
        let nearer = |(h, s, i): Seen<LanesOf<V>>, (g, t, j): Seen<LanesOf<V>>| {
            (g.min(h), g.if_less(h, t, s), g.if_less(h, j, i))
        };
        let (height, side, corner) = nearer(nearer(point(0), point(1)), nearer(point(2), point(3)));
        let (u, v) = (splat(way.get(0)), splat(way.get(1)));
        let beyond = height.sub(*levels).mul(scale).add(x.mul(u).add(y.mul(v)));
        let start = x.mul(*q).sub(y.mul(*p));
        let foot = side.sub(start).mul(scale).add(x.mul(v).sub(y.mul(u)));
        let reached = foot.min(lengths.mul(scale)).max(splat(V::Scalar::ZERO));
        Self { beyond, reached, aside: foot.sub(reached), corner }
    }

    /// The edge that the points are furthest beyond, and how far.
    #[inline(always)]
    fn front(&self) -> (usize, V::Scalar) {
        let most = self.beyond.max_across();
        // Of what is no number, the last will do.
        let lane = (self.beyond.equal(most).trailing_zeros() as usize).min(3);
        (lane, most.to_array()[0])
    }
}
