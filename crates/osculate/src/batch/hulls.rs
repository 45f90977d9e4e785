//! Eight pairs of hulls at once: GJK in lockstep, in space.
//!
//! Each lane holds a pair, and walks as `kernel/gjk` does, in the axes of a: support points of all
//! eight pairs, then the point of each simplex nearest the origin. A lane whose pair has ended takes
//! the next, so that a hard pair does not hold up the others.
//!
//! **The simplex.** It is at most a triangle with the newest vertex w in it, as what w improved on
//! is no part of the next one. So there are three edges and three triangles at w, and w itself.
//! The origin is in the region of just one of them, which products of the edges tell, all at once
//! and without a branch. If it is in none, the tetrahedron of all four holds it.
//!
//! **The proof** is that of the single query. `n · w` for an axis n of length 1 is a lower bound,
//! whatever found n; the length of a point with weights that are not negative an upper one; and the
//! tetrahedron's sides say whether the origin is surely inside. A lane answers only where the
//! bracket has closed and is clear of zero by more than any query may doubt. All others, those that
//! do not come nearer among them, are left to the single query. So no lane has to be right about a
//! region.

use super::job::{Found, columns_of};
use super::library::{Eight, Library, MOST_CORNERS};
use super::pairs::{Pair, Pairs};
use super::part::Part;
use super::rows::{Rows, abs, add, cross, dot, pick, put, rows_at, sub, times};
use crate::kernel::gjk::{BEHIND, FAR_ASIDE, Frame, SHORT_TURNS, SIDE_ERROR, turn_of};
use crate::number::blocks::LanesOf;
use crate::number::lanes::{Row, Work};
use crate::number::vector::{Linear, Matrix, Real, Scalar, Vector};

/// A lane that has taken so many support points leaves its pair to the single query.
const MOST_STEPS: u32 = 24;

/// A number for each lane.
type Numbers<V> = [<V as Linear>::Scalar; 8];

/// Pairs of hulls of a part.
pub(super) struct Hulls<'w, V: Vector, P: ?Sized> {
    pub part: &'w Part<'w, V, P>,
    /// The places of their answers, in the order in which lanes take them.
    pub order: &'w [u16],
    /// Whether yes or no is all that is asked.
    pub verdict: bool,
    /// What is found of each, by place.
    pub found: &'w mut [Found<V::Scalar>],
}

/// What eight lanes hold. The pairs are in the axes of a.
struct State<V: Vector> {
    corners: [[[Numbers<V>; 3]; MOST_CORNERS]; 2],
    /// So many corners of all lanes are looked at.
    len: [usize; 2],
    /// From b's axes to a's, column by column.
    turn: [[Numbers<V>; 3]; 3],
    offset: [Numbers<V>; 3],
    band: Numbers<V>,
    width: Numbers<V>,
    /// Further apart than this all queries say apart.
    clear: Numbers<V>,
    /// The next axis.
    axis: [Numbers<V>; 3],
    /// The vertices so far, with some of them twice where there are fewer than three.
    points: [[Numbers<V>; 3]; 3],
    /// 1 where there are three, 0 where there are fewer, less than 0 where there is none.
    third: Numbers<V>,
    /// The axis of which the next one is a part of the way, and 1 where it is.
    full: [Numbers<V>; 3],
    is_short: Numbers<V>,
    /// So many turns may still be short, and how short.
    short_turns: Numbers<V>,
    share: Numbers<V>,
    lower: Numbers<V>,
    upper: Numbers<V>,
    job: [usize; 8],
    steps: [u32; 8],
    /// The members whose corners are in the lanes, and how many each has.
    members: [[usize; 2]; 8],
    lens: [[usize; 2]; 8],
}

impl<V: Vector> State<V> {
    fn new() -> Self {
        let (zeros, none) = ([V::Scalar::ZERO; 8], [usize::MAX; 2]);
        let vectors = [zeros; 3];
        Self {
            corners: [[vectors; MOST_CORNERS]; 2],
            len: [8, 8],
            turn: [vectors; 3],
            offset: vectors,
            band: zeros,
            width: zeros,
            clear: zeros,
            axis: vectors,
            points: [vectors; 3],
            third: zeros,
            full: vectors,
            is_short: zeros,
            short_turns: zeros,
            share: zeros,
            lower: zeros,
            upper: zeros,
            job: [0; 8],
            steps: [0; 8],
            members: [none; 8],
            lens: [[8, 8]; 8],
        }
    }

    /// Puts the corners of a member into a lane, as one's or the other's.
    #[inline(always)]
    fn fill(&mut self, which: usize, lane: usize, member: usize, library: &Library<V>) {
        if self.members[lane][which] == member {
            return;
        }
        let eights = library.corners(&library.members[member]);
        let (corners, has) = (&mut self.corners[which], 8 * eights.len());
        // All lanes have as many: the first again.
        for k in self.len[which]..has {
            corners[k] = corners[0];
        }
        self.len[which] = self.len[which].max(has);
        for (eight, to) in eights.iter().zip(corners.chunks_exact_mut(8)) {
            for (k, to) in to.iter_mut().enumerate() {
                to[0][lane] = eight[0][k];
                to[1][lane] = eight[1][k];
                to[2][lane] = eight[2][k];
            }
        }
        let first = [0, 1, 2].map(|i| eights[0][i][0]);
        for to in &mut corners[has..self.len[which]] {
            for i in 0..3 {
                to[i][lane] = first[i];
            }
        }
        self.members[lane][which] = member;
        self.lens[lane][which] = has;
        // What all lanes have is known again.
        let most = self.lens.iter().map(|lens| lens[which]).max().unwrap_or(has);
        self.len[which] = most;
    }
}

/// The corner of a hull furthest along a direction, in its own axes.
#[inline(always)]
fn furthest<R: Row<Four = LanesOf<V>>, V: Vector>(eights: &[Eight<V>], direction: V) -> V {
    let along = [0, 1, 2].map(|i: usize| direction.get(i.min(V::DIM - 1)));
    let along = [R::splat(along[0]), R::splat(along[1]), R::splat(along[2])];
    let mut most = dot(rows_at::<R>(&eights[0]), along);
    let mut holder = R::splat(V::Scalar::ZERO);
    let (one, mut number) = (R::splat(V::Scalar::ONE), holder);
    for eight in &eights[1..] {
        let reach = dot(rows_at::<R>(eight), along);
        number = number.add(one);
        holder = most.if_less(reach, number, holder);
        most = reach.max(most);
    }
    let lane = most.holders(most.most()).trailing_zeros() as usize & 7;
    let last = V::Scalar::from_f64(MOST_CORNERS as f64);
    let eight = &eights[(holder.at(lane).to_whole(last) as usize).min(eights.len() - 1)];
    V::from_fn(|i| eight[i][lane])
}

/// Of each lane, the corner least far along a direction.
#[inline(always)]
fn nearest<R: Row<Four = LanesOf<V>>, V: Vector>(
    corners: &[[Numbers<V>; 3]],
    direction: Rows<R>,
) -> Rows<R> {
    let mut best = rows_at::<R>(&corners[0]);
    let mut least = dot(best, direction);
    for corner in &corners[1..] {
        let corner = rows_at::<R>(corner);
        let reach = dot(corner, direction);
        best = pick(reach, least, corner, best);
        least = reach.min(least);
    }
    best
}

impl<V: Vector, P: Pairs<V> + ?Sized> Work<LanesOf<V>> for Hulls<'_, V, P> {
    type Answer = ();

    #[inline(always)]
    fn by<R: Row<Four = LanesOf<V>>>(mut self) {
        let mut state = State::<V>::new();
        let (mut next, mut active) = (0, 0_u32);
        for lane in 0..8 {
            if self.load::<R>(&mut state, lane, &mut next) {
                active |= 1 << lane;
            }
        }
        while active != 0 {
            active = self.go_on::<R>(&mut state, active, &mut next);
        }
    }
}

impl<V: Vector, P: Pairs<V> + ?Sized> Hulls<'_, V, P> {
    /// A step of all lanes, and new pairs for those that have ended. What is returned are the lanes
    /// that have a pair.
    #[inline(always)]
    fn go_on<R: Row<Four = LanesOf<V>>>(
        &mut self,
        state: &mut State<V>,
        mut active: u32,
        next: &mut usize,
    ) -> u32 {
        let Ended { by_width, by_region, together } = step::<R, V>(state, self.verdict, active);
        let mut ended = (by_width | by_region) & active;
        for lane in 0..8 {
            state.steps[lane] += 1;
            if state.steps[lane] > MOST_STEPS {
                ended |= active & 1 << lane;
            }
        }
        while ended != 0 {
            let lane = ended.trailing_zeros() as usize & 7;
            let bit = 1 << lane;
            ended &= !bit;
            let (lower, upper) = (state.lower[lane], state.upper[lane]);
            let is_clear = lower > state.clear[lane];
            let has_closed = self.verdict || upper - lower <= state.width[lane];
            self.found[state.job[lane]] = if together & bit != 0 && by_width & bit == 0 {
                Found::Together
            } else if is_clear && has_closed {
                Found::Apart(lower, upper)
            } else {
                Found::Open
            };
            if !self.load::<R>(state, lane, next) {
                active &= !bit;
            }
        }
        active
    }

    /// Puts the next job into a lane; false if there is none. Of yes or no the first axis is asked
    /// before: most pairs that are apart are told by it, and need no lane.
    #[inline(always)]
    fn load<R: Row<Four = LanesOf<V>>>(
        &mut self,
        state: &mut State<V>,
        lane: usize,
        next: &mut usize,
    ) -> bool {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        while let Some(&place) = self.order.get(*next) {
            *next += 1;
            let number = usize::from(place);
            // A pair that cannot be told twice is an error, which the single query finds.
            self.found[number] = Found::Open;
            let Ok(Pair { a, b }) = self.part.pairs.pair(self.part.first + number) else {
                continue;
            };
            let library = self.part.library;
            let (of_a, of_b) = match (library.members.get(a.shape), library.members.get(b.shape)) {
                (Some(of_a), Some(of_b)) => (of_a, of_b),
                _ => continue,
            };
            let back = a.pose.rotation().matrix().transpose();
            let turn = back.compose(&b.pose.rotation().matrix());
            let offset = back.apply(b.pose.translation() - a.pose.translation());
            let length = offset.length_squared().sqrt();
            let frame = Frame::of_flat(offset, [of_a.extent, of_b.extent]);
            let Some(frame) = frame.filter(|_| length > zero) else { continue };
            let clear = frame.doubt() + (of_a.radius + of_b.radius);
            let mut axis = offset * (-one / length);
            let mut lower = -V::Scalar::INFINITY;
            let (mut upper, mut w, mut full) = (V::Scalar::MAX, V::ZERO, V::ZERO);
            let corners = 8 * of_a.eights[1].max(of_b.eights[1]);
            let share = V::Scalar::from_f64(turn_of(corners));
            let (mut is_short, mut short_turns) =
                (zero, V::Scalar::from_f64(f64::from(SHORT_TURNS)));
            if self.verdict {
                let p = furthest::<R, V>(library.corners(of_a), -axis);
                let q = furthest::<R, V>(library.corners(of_b), turn.transpose().apply(axis));
                w = (p - turn.apply(q)) - offset;
                lower = axis.dot(w);
                if lower > clear {
                    self.found[number] = Found::Apart(lower, upper);
                    continue;
                }
                upper = w.length_squared().sqrt();
                if !(upper > zero) {
                    continue;
                }
                full = w * (one / upper);
                let cosine = lower / upper;
                let number = V::Scalar::from_f64;
                if cosine < number(FAR_ASIDE) && cosine > -number(BEHIND) {
                    (is_short, short_turns) = (one, short_turns - one);
                    let short = full * share + axis * (one - share);
                    axis = short * (one / short.length_squared().sqrt());
                } else {
                    (axis, short_turns) = (full, zero);
                }
            }
            state.fill(0, lane, a.shape, library);
            state.fill(1, lane, b.shape, library);
            let [x, y, z] = columns_of::<V>(&turn);
            for i in 0..V::DIM {
                state.turn[0][i][lane] = x.get(i);
                state.turn[1][i][lane] = y.get(i);
                state.turn[2][i][lane] = z.get(i);
                state.offset[i][lane] = offset.get(i);
                state.axis[i][lane] = axis.get(i);
                state.full[i][lane] = full.get(i);
                for point in &mut state.points {
                    point[i][lane] = w.get(i);
                }
            }
            (state.band[lane], state.width[lane], state.clear[lane]) =
                (frame.band, frame.width, clear);
            (state.lower[lane], state.upper[lane]) = (lower, upper);
            // Less than zero: there is no vertex yet.
            state.third[lane] = if self.verdict { zero } else { -one };
            (state.is_short[lane], state.short_turns[lane]) = (is_short, short_turns);
            state.share[lane] = share;
            (state.job[lane], state.steps[lane]) = (number, 0);
            return true;
        }
        false
    }
}

/// The lanes that have ended, a bit for each.
struct Ended {
    /// The bracket has closed, or is clear of zero where no more is asked.
    by_width: u32,
    /// No region holds the origin, or the simplex comes no nearer.
    by_region: u32,
    /// The simplex surely holds the origin.
    together: u32,
}

/// A support point for each lane, and the point of each simplex nearest the origin.
#[inline(always)]
fn step<R: Row<Four = LanesOf<V>>, V: Vector>(
    state: &mut State<V>,
    verdict: bool,
    active: u32,
) -> Ended {
    let (zero, one) = (R::splat(V::Scalar::ZERO), R::splat(V::Scalar::ONE));
    let axis = rows_at::<R>(&state.axis);
    let x = nearest::<R, V>(&state.corners[0][..state.len[0]], axis);
    let turn =
        [rows_at::<R>(&state.turn[0]), rows_at::<R>(&state.turn[1]), rows_at::<R>(&state.turn[2])];
    let along = [dot(turn[0], axis), dot(turn[1], axis), dot(turn[2], axis)];
    let away = [zero.sub(along[0]), zero.sub(along[1]), zero.sub(along[2])];
    let y = nearest::<R, V>(&state.corners[1][..state.len[1]], away);
    let y = add(add(times(turn[0], y[0]), times(turn[1], y[1])), times(turn[2], y[2]));
    let w = sub(sub(x, y), rows_at::<R>(&state.offset));

    let lower = R::of_eight(&state.lower).max(dot(axis, w));
    let upper = R::of_eight(&state.upper);
    let width = R::of_eight(&state.width);
    let mut by_width = width.greater(upper.sub(lower));
    if verdict {
        by_width |= lower.greater(R::of_eight(&state.clear));
    }

    let third = R::of_eight(&state.third);
    let point = [
        rows_at::<R>(&state.points[0]),
        rows_at::<R>(&state.points[1]),
        rows_at::<R>(&state.points[2]),
    ];
    let (a, b, c) = (
        pick(third, zero, w, point[0]),
        pick(third, zero, w, point[1]),
        pick(third, zero, w, point[2]),
    );
    let (ea, eb, ec) = (sub(a, w), sub(b, w), sub(c, w));
    // Squares and products of the edges, and how far the origin is along each.
    let (aa, bb, cc) = (dot(ea, ea), dot(eb, eb), dot(ec, ec));
    let (ab, bc, ca) = (dot(ea, eb), dot(eb, ec), dot(ec, ea));
    let (ta, tb, tc) = (zero.sub(dot(w, ea)), zero.sub(dot(w, eb)), zero.sub(dot(w, ec)));
    let (nab, nbc, nca) = (cross(ea, eb), cross(eb, ec), cross(ec, ea));
    let volume = dot(nab, ec).mul(third.max(zero));
    // The weights of two corners of each triangle, times the square of its normal.
    let (a_ab, b_ab) = (ta.mul(bb).sub(tb.mul(ab)), tb.mul(aa).sub(ta.mul(ab)));
    let (b_bc, c_bc) = (tb.mul(cc).sub(tc.mul(bc)), tc.mul(bb).sub(tb.mul(bc)));
    let (c_ca, a_ca) = (tc.mul(aa).sub(ta.mul(ca)), ta.mul(cc).sub(tc.mul(ca)));

    // The vertex itself.
    let mut chosen = zero.if_less(ta.max(tb).max(tc), zero, one);
    // An edge: the origin is before it, and beyond it as seen from both triangles.
    let (mut edge, mut end) = (w, w);
    let (mut square, mut t, mut on_edge) = (one, zero, zero);
    let edges =
        [(ea, a, aa, ta, b_ab, c_ca), (eb, b, bb, tb, a_ab, c_bc), (ec, c, cc, tc, a_ca, b_bc)];
    for (e, corner, ee, along, this, that) in edges {
        let before = zero.if_less(this.max(that), zero, along);
        let before = along.if_less(ee, before, zero);
        edge = pick(zero, before, e, edge);
        end = pick(zero, before, corner, end);
        square = zero.if_less(before, ee, square);
        t = zero.if_less(before, along, t);
        on_edge = zero.if_less(before, one, on_edge);
    }
    chosen = chosen.max(on_edge);
    let per_square = one.div(square);
    // At a right angle to the edge, to the digits of the short vector.
    let foot = add(w, times(edge, t.mul(per_square)));
    let foot = sub(foot, times(edge, dot(foot, edge).mul(per_square)));
    let mut normal = pick(zero, on_edge, foot, w);
    let mut length_squared = dot(normal, normal);
    let (mut first, mut second) = (end, end);
    let (mut weight_first, mut weight_second, mut whole) = (t, zero, square);
    // A triangle: the origin is before it, and on the other side of it than the third corner.
    let (lab, lbc, lca) = (dot(nab, nab), dot(nbc, nbc), dot(nca, nca));
    let (hab, hbc, hca) = (dot(nab, w), dot(nbc, w), dot(nca, w));
    let mut on_face = zero;
    let faces = [
        (nab, lab, hab, a_ab, b_ab, a, b),
        (nbc, lbc, hbc, b_bc, c_bc, b, c),
        (nca, lca, hca, c_ca, a_ca, c, a),
    ];
    for (n, nn, height, one_weight, other_weight, p, q) in faces {
        let inside = one_weight.min(other_weight);
        let inside = one_weight.add(other_weight).if_less(nn, inside, zero);
        let inside = height.mul(volume).if_less(zero, zero, inside);
        normal = pick(zero, inside, times(n, height), normal);
        length_squared = zero.if_less(inside, nn.mul(height.mul(height)), length_squared);
        first = pick(zero, inside, p, first);
        second = pick(zero, inside, q, second);
        weight_first = zero.if_less(inside, one_weight, weight_first);
        weight_second = zero.if_less(inside, other_weight, weight_second);
        whole = zero.if_less(inside, nn, whole);
        on_face = zero.if_less(inside, one, on_face);
    }
    chosen = chosen.max(on_face);
    let share = one.div(whole);
    let (weight_first, weight_second) = (weight_first.mul(share), weight_second.mul(share));
    let weight = one.sub(weight_first).sub(weight_second).max(zero);
    let v = add(add(times(w, weight), times(first, weight_first)), times(second, weight_second));
    let length = dot(v, v).sqrt();
    let next = times(normal, one.div(length_squared.sqrt()));

    // After a short turn a vertex that is no nearer is dropped, and the axis turns all the way.
    let half = R::splat(V::Scalar::from_f64(0.5));
    let comes_nearer = length.if_less(upper, chosen, zero);
    let dropped = comes_nearer.if_less(half, R::of_eight(&state.is_short), zero);
    let is_dropped = dropped.greater(half);
    let nowhere = half.greater(chosen) & !is_dropped;
    let stays = !upper.greater(length) & !is_dropped;
    // The first turns are short where v is aside of the axis, and not far behind it.
    let (share, turns) = (R::of_eight(&state.share), R::of_eight(&state.short_turns));
    let cosine = dot(next, axis);
    let ahead = R::splat(V::Scalar::from_f64(FAR_ASIDE)).sub(cosine);
    let behind = cosine.add(R::splat(V::Scalar::from_f64(BEHIND)));
    let aside = zero.if_less(ahead.min(behind).min(turns), one, zero);
    let short = add(times(next, share), times(axis, one.sub(share)));
    let short = times(short, one.div(dot(short, short).sqrt()));
    let turned = pick(zero, aside, short, next);
    let turned = pick(half, dropped, rows_at::<R>(&state.full), turned);
    let mut together = 0;
    if nowhere & active & !by_width != 0 {
        let sides = [(hab, lab), (hbc, lbc), (hca, lca)];
        let all = Tetrahedron { corners: [w, a, b, c], sides, volume, squares: aa.max(bb).max(cc) };
        together = all.surely_holds::<V>(R::of_eight(&state.band)) & nowhere;
    }
    put(turned, &mut state.axis);
    put(next, &mut state.full);
    put(pick(half, dropped, a, w), &mut state.points[0]);
    put(pick(half, dropped, b, first), &mut state.points[1]);
    put(pick(half, dropped, c, second), &mut state.points[2]);
    state.third = half.if_less(dropped, third, on_face).to_eight();
    state.is_short = half.if_less(dropped, zero, aside).to_eight();
    let left = zero.if_less(aside, turns.sub(one), zero);
    state.short_turns = half.if_less(dropped, zero, left).to_eight();
    state.lower = lower.to_eight();
    state.upper = half.if_less(dropped, upper, length.min(upper)).to_eight();
    Ended { by_width, by_region: nowhere | stays, together }
}

/// A tetrahedron in each lane: corners w, a, b, c.
struct Tetrahedron<R> {
    corners: [Rows<R>; 4],
    /// The sides at w: how far they are from the origin times the length of their normal, and its
    /// square.
    sides: [(R, R); 3],
    /// The product of the edges at w: how far the corner across is from each of these sides,
    /// likewise.
    volume: R,
    /// The greatest square of an edge at w.
    squares: R,
}

impl<R: Row> Tetrahedron<R> {
    /// The lanes in which the origin is surely inside, by more than `by` from each side; as
    /// `kernel/gjk/touching.rs` says it, with the longest edges and corners of all for those of each
    /// side.
    #[inline(always)]
    fn surely_holds<V: Vector>(self, by: R) -> u32
    where
        R: Row<Four = LanesOf<V>>,
    {
        let Self { corners: [w, a, b, c], sides, volume, squares } = self;
        let (zero, one) = (R::splat(V::Scalar::ZERO), R::splat(V::Scalar::ONE));
        let (ab, ac, bc) = (sub(b, a), sub(c, a), sub(c, b));
        let across = cross(ab, ac);
        let last = (dot(across, a), dot(across, across));
        let height = dot(across, sub(w, a));
        let squares = squares.max(dot(ab, ab)).max(dot(ac, ac)).max(dot(bc, bc));
        let far = dot(w, w).max(dot(a, a)).max(dot(b, b)).max(dot(c, c)).sqrt();
        let error = R::splat(V::Scalar::from_f64(SIDE_ERROR) * V::Scalar::EPSILON);
        let error = error.mul(squares).mul(far);
        let mut inside = one;
        let [first, second, third] = sides;
        for ((level, square), height) in
            [(first, volume), (second, volume), (third, volume), (last, height)]
        {
            // The origin is on the side of the corner across, and no further from it.
            inside = level.mul(height).if_less(zero, inside, zero);
            let (level, height) = (abs::<R, V>(level), abs::<R, V>(height));
            inside = height.if_less(level, zero, inside);
            inside = by.mul(square.sqrt()).if_less(level.sub(error), inside, zero);
        }
        inside.greater(R::splat(V::Scalar::from_f64(0.5)))
    }
}
