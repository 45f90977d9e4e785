//! Families of pairs of meshes, named for what is hard about them.

use crate::meshes::{Mesh, Meshes, Plain};
use crate::support::families::tilt;
use crate::support::{Random, Turn, epsilon, vector};
use crate::surfaces::{degenerate, ring, sheet, soup, star};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    /// Closed and spiky, at any place.
    Stars,
    /// Thin and long facets.
    Slivers,
    /// Flat ones that lie on each other, or nearly.
    Sheets,
    /// Facets that cross each other, each for itself.
    Soups,
    /// Interlocked rings that do not touch, or hardly; in the plane, combs.
    Rings,
    /// A closed one in another.
    Shells,
    /// Points, segments and doubles among the facets.
    Degenerate,
    /// All coordinates on a small grid, so that contact is exact.
    Grid,
    /// A single facet beside many.
    Few,
    /// Nearly on a grid: some facets touch, and others are apart by what rounding may hide.
    Hairs,
}

pub const FAMILIES: [Family; 10] = [
    Family::Stars,
    Family::Slivers,
    Family::Sheets,
    Family::Soups,
    Family::Rings,
    Family::Shells,
    Family::Degenerate,
    Family::Grid,
    Family::Few,
    Family::Hairs,
];

/// A pair before it is placed and rounded: how b is turned, and how far it is from a.
struct Unplaced {
    plain: [Plain; 2],
    turn: Turn,
    way: [f64; 3],
}

fn cube(random: &mut Random, size: f64) -> [f64; 3] {
    core::array::from_fn(|_| size * random.signed())
}

fn any_way(random: &mut Random) -> [f64; 3] {
    let far = random.magnitude(-1.5, 1.0);
    let far = if random.below(8) == 0 { 1e3 } else { far };
    cube(random, far)
}

fn stars<V: Meshes>(random: &mut Random) -> Unplaced {
    let spike = |random: &mut Random| if random.below(2) == 0 { 1.0 } else { 0.2 + random.unit() };
    let plain = [(); 2].map(|()| star(V::DIM, random, spike));
    Unplaced { plain, turn: random.turn::<V>(), way: any_way(random) }
}

fn slivers<V: Meshes>(random: &mut Random) -> Unplaced {
    let plain = [(); 2].map(|()| {
        let thin = [random.magnitude(-6.0, 0.0), random.magnitude(-6.0, 0.0), 1.0];
        soup(random, |random| core::array::from_fn(|i| thin[i] * random.signed()))
    });
    let far = random.magnitude(-5.0, 0.3);
    Unplaced { plain, turn: random.turn::<V>(), way: cube(random, far) }
}

fn sheets<V: Meshes>(random: &mut Random) -> Unplaced {
    let plain = [(); 2].map(|()| sheet(V::DIM, random));
    let turn = match random.below(3) {
        0 => tilt::<V>(random, -7.0, -2.0),
        _ => Turn::NONE,
    };
    let mut way = cube(random, 1.0);
    let gap = [0.0, 0.0, epsilon::<V>(), 1e-6, random.magnitude(-6.0, 0.0)][random.below(5)];
    way[V::DIM - 1] = if random.below(2) == 0 { gap } else { -gap };
    if random.below(2) == 0 {
        way[0] = (way[0] * 8.0).round() / 8.0;
    }
    Unplaced { plain, turn, way }
}

fn soups<V: Meshes>(random: &mut Random) -> Unplaced {
    let plain = [(); 2].map(|()| {
        let size = random.magnitude(-1.0, 0.0);
        let mut center = [0.0; 3];
        let mut left = 0;
        soup(random, |random| {
            if left == 0 {
                (center, left) = (cube(random, 1.0), 3);
            }
            left -= 1;
            let offset = cube(random, size);
            core::array::from_fn(|i| center[i] + offset[i])
        })
    });
    Unplaced { plain, turn: random.turn::<V>(), way: any_way(random) }
}

fn rings<V: Meshes>(random: &mut Random) -> Unplaced {
    if V::DIM == 2 {
        let thick = 0.05 + 0.3 * random.unit();
        let plain = [ring(2, thick), ring(2, thick)];
        // Half a turn, and the teeth of the one stand between those of the other.
        let way = [1.95 + 0.02 * random.signed(), 1.0 - 0.3 * thick * random.unit(), 0.0];
        return Unplaced { plain, turn: Turn([0.0, 0.0, 1.0, 0.0]), way };
    }
    let thick = 0.5 * random.unit();
    let plain = [ring(3, thick), ring(3, thick)];
    let mut way = cube(random, 0.2);
    way[0] += 1.0;
    let across = Turn([0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()]).rounded::<V>();
    Unplaced { plain, turn: across, way }
}

fn shells<V: Meshes>(random: &mut Random) -> Unplaced {
    let outer = star(V::DIM, random, |random| 1.0 + 0.5 * random.unit());
    let small = random.magnitude(-6.0, -0.3);
    let inner = star(V::DIM, random, |random| 0.5 + 0.5 * random.unit());
    let inner = inner.changed(|point| point.map(|x| x * small));
    let plain = if random.below(2) == 0 { [outer, inner] } else { [inner, outer] };
    Unplaced { plain, turn: random.turn::<V>(), way: cube(random, 0.4) }
}

fn degenerates<V: Meshes>(random: &mut Random) -> Unplaced {
    let plain = [(); 2].map(|()| degenerate(random));
    Unplaced { plain, turn: random.turn::<V>(), way: any_way(random) }
}

/// Numbers of a grid of 17 a side.
fn grid<V: Meshes>(random: &mut Random) -> Unplaced {
    let wide = 1 + random.below(8);
    let number = |random: &mut Random| (random.below(2 * wide + 1) as f64 - wide as f64) * 0.25;
    let plain = [(); 2].map(|()| soup(random, |random| core::array::from_fn(|_| number(random))));
    let half = 0.5f64.sqrt();
    let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half], [0.0, 0.0, 1.0, 0.0]];
    let way = core::array::from_fn(|_| number(random) + number(random));
    // Along some axis they are mostly apart, or touch.
    let mut way: [f64; 3] = way;
    way[0] += [0.0, 0.5, 0.5, 0.75][random.below(4)] * wide as f64;
    Unplaced { plain, turn: Turn(turns[random.below(3)]).rounded::<V>(), way }
}

fn few<V: Meshes>(random: &mut Random) -> Unplaced {
    let mut of_both = if random.below(2) == 0 { stars::<V>(random) } else { soups::<V>(random) };
    of_both.plain[0].facets.truncate(1 + random.below(3));
    if random.below(2) == 0 {
        of_both.plain.swap(0, 1);
    }
    of_both
}

fn hairs<V: Meshes>(random: &mut Random) -> Unplaced {
    let mut of_grid = grid::<V>(random);
    let most = epsilon::<V>() * [5.0, 50.0, 200.0, 1000.0][random.below(4)];
    for x in of_grid.plain[1].points.iter_mut().flatten() {
        *x += most * random.signed();
    }
    of_grid
}

fn unplaced<V: Meshes>(family: Family, random: &mut Random) -> Unplaced {
    match family {
        Family::Stars => stars::<V>(random),
        Family::Slivers => slivers::<V>(random),
        Family::Sheets => sheets::<V>(random),
        Family::Soups => soups::<V>(random),
        Family::Rings => rings::<V>(random),
        Family::Shells => shells::<V>(random),
        Family::Degenerate => degenerates::<V>(random),
        Family::Grid => grid::<V>(random),
        Family::Few => few::<V>(random),
        Family::Hairs => hairs::<V>(random),
    }
}

/// The turn after another, rounded.
pub fn after<V: Meshes>(whole: Turn, turn: Turn) -> Turn {
    let ([a, b, c, d], [x, y, z, w]) = (whole.0, turn.0);
    let product = [
        d * x + a * w + b * z - c * y,
        d * y + b * w + c * x - a * z,
        d * z + c * w + a * y - b * x,
        d * w - a * x - b * y - c * z,
    ];
    Turn(product).rounded::<V>()
}

fn turned(Turn([x, y, z, w]): Turn, v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    };
    let once = cross([x, y, z], v);
    let twice = cross([x, y, z], once);
    [0, 1, 2].map(|i| v[i] + 2.0 * (w * once[i] + twice[i]))
}

/// A pair of the family at poses: as it is, or turned as a whole, or far from the origin, and of
/// one of several sizes.
pub fn pair<V: Meshes>(family: Family, random: &mut Random) -> [Mesh<V>; 2] {
    let Unplaced { plain, turn, way } = unplaced::<V>(family, random);
    // A power of two, so that contact stays contact.
    let size = 2f64.powi([0, 0, 0, 10, -10, 30, -30][random.below(7)]);
    let [a, b] = plain.map(|one| one.changed(|point| point.map(|x| x * size)));
    let is_grid = family == Family::Grid;
    let whole = if is_grid || random.below(3) == 0 { Turn::NONE } else { random.turn::<V>() };
    let far = [0.0, 1.0, 1e3][random.below(3)];
    let center = cube(random, far);
    let center = if is_grid { center.map(f64::round) } else { center }.map(|x| x * size);
    let way = turned(whole, way).map(|x| x * size);
    let moved: [f64; 3] = core::array::from_fn(|i| center[i] + way[i]);
    let turn = if whole.0 == Turn::NONE.0 { turn } else { after::<V>(whole, turn) };
    [Mesh::new(a, whole, vector(&center)), Mesh::new(b, turn, vector(&moved))]
}
