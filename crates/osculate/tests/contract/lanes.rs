//! The machine's lanes against their portable twin: the same bits, for every operation, on ordinary
//! and on odd numbers.

use crate::support::Random;
use osculate::Real;
use osculate::lanes::{F32x4, F64x4, Fours, Lanes, Portable, Row, Work};

/// All that rows can do, on rows of two parts; what comes of it in parts.
struct EveryOperation<L>([L; 2]);

impl<L: Lanes> Work<L> for EveryOperation<L> {
    type Answer = ([L; 36], [u32; 2]);

    fn by<R: Row<Four = L>>(self) -> Self::Answer {
        assert_eq!(R::FOURS, 2);
        let (x, y) = (R::of(|k| self.0[k]), R::of(|k| self.0[1 - k]));
        let splat = R::splat(self.0[0].to_array()[1]);
        let pair = R::pair(self.0[0].to_array()[2], self.0[1].to_array()[3]);
        let [first, second] = [x.if_less(y, y, x), x.if_less(y, x.add(y), y)];
        let spread = [x.spread(0), y.spread(1), x.spread(2), y.spread(3)];
        let rows = [x.add(y), x.sub(y), x.mul(y), x.max(y), x.min(y), splat, pair, first, second];
        let parts = core::array::from_fn(|i| match i {
            0..18 => rows[i / 2].part(i % 2),
            18..26 => spread[(i - 18) / 2].part(i % 2),
            26..28 => L::from_array(core::array::from_fn(|l| x.at(4 * (i - 26) + l))),
            28 => L::splat(x.most()),
            29 => L::splat(x.least()),
            30..32 => x.div(y).part(i % 2),
            32..34 => x.sqrt().part(i % 2),
            _ => R::of_eight(&y.to_eight()).part(i % 2),
        });
        let holders = x.holders(x.most()) | x.holders(self.0[1].to_array()[0]) << 8;
        (parts, [holders, x.greater(y) | x.greater(x) << 8])
    }
}

fn twins_agree<S: Real, L: Lanes<Scalar = S>>(
    number: impl Fn(&mut Random) -> S,
    bits: impl Fn(S) -> u64,
) {
    let mut random = Random(5);
    for _ in 0..10_000 {
        let [x, y]: [[S; 4]; 2] =
            core::array::from_fn(|_| core::array::from_fn(|_| number(&mut random)));
        let (a, b) = (L::from_array(x), L::from_array(y));
        let (p, q) = (Portable::from_array(x), Portable::from_array(y));
        let same = |name: &str, machine: L, portable: Portable<S>| {
            for (m, p) in machine.to_array().into_iter().zip(portable.to_array()) {
                assert!(bits(m) == bits(p), "{name} of {x:?} and {y:?}: {m:?}, {p:?}");
            }
        };
        same("splat", L::splat(x[0]), Portable::splat(x[0]));
        same("add", a.add(b), p.add(q));
        same("sub", a.sub(b), p.sub(q));
        same("mul", a.mul(b), p.mul(q));
        same("div", a.div(b), p.div(q));
        same("max", a.max(b), p.max(q));
        same("min", a.min(b), p.min(q));
        same("if less", a.if_less(b, b, a), p.if_less(q, q, p));
        same("if less, of others", a.if_less(b, a.add(b), b), p.if_less(q, p.add(q), q));
        same("max across", a.max_across(), p.max_across());
        same("min across", a.min_across(), p.min_across());
        let of_rows =
            [L::by_eights(EveryOperation([a, b])), EveryOperation([a, b]).by::<Fours<L, 2>>()];
        let twin = Portable::by_eights(EveryOperation([p, q]));
        for (k, portable) in twin.0.into_iter().enumerate() {
            same("an operation of rows by the machine", of_rows[0].0[k], portable);
            same("an operation of rows by fours", of_rows[1].0[k], portable);
        }
        assert_eq!(of_rows.map(|rows| rows.1), [twin.1; 2], "bits of {x:?} and {y:?}");
        assert!(a.as_array().iter().zip(x).all(|(m, x)| bits(*m) == bits(x)), "{x:?}");
        assert_eq!(p.as_array().map(&bits), x.map(&bits), "{x:?}");
        same("turn_three", a.turn_three(), p.turn_three());
        assert_eq!(a.equal(b), p.equal(q), "{x:?} and {y:?}");
        assert_eq!(a.equal(a), p.equal(p), "{x:?}");
        assert_eq!(a.greater(b), p.greater(q), "{x:?} and {y:?}");
        let bits = [L::holders([a], b), L::holders([a, b, a], b), L::holders([a, b, b, b, a], a)];
        let twins = [
            Portable::holders([p], q),
            Portable::holders([p, q, p], q),
            Portable::holders([p, q, q, q, p], p),
        ];
        assert_eq!(bits, twins, "{x:?} and {y:?}");
        let (eight, twin) = ([a, b, b, a, b, a, a, b], [p, q, q, p, q, p, p, q]);
        assert_eq!(L::holders(eight, b), Portable::holders(twin, q), "{x:?} and {y:?}");
    }
}

/// Mostly ordinary, now and then an end of the range, and often equal to another.
fn number(random: &mut Random) -> f64 {
    match random.below(12) {
        0 => 0.0,
        1 => f64::INFINITY,
        2 => -f64::INFINITY,
        3 => 1.0,
        4 => 1e-310,
        _ => random.signed() * random.magnitude(-3.0, 3.0),
    }
}

#[test]
fn lanes_agree_with_their_portable_twin() {
    twins_agree::<f32, F32x4>(
        |r| number(r) as f32,
        |x| if x.is_nan() { 1 << 62 } else { x.to_bits().into() },
    );
    twins_agree::<f64, F64x4>(number, |x| if x.is_nan() { 1 << 62 } else { x.to_bits() });
}
