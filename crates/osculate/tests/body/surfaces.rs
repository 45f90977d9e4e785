//! Surfaces before they are rounded to a space's numbers.

use crate::meshes::Plain;
use crate::support::Random;

/// A closed loop, or the closed surface of a ball of rings, with a radius for each direction.
pub fn star(dim: usize, random: &mut Random, mut radius: impl FnMut(&mut Random) -> f64) -> Plain {
    let mut plain = Plain::default();
    let turn = std::f64::consts::TAU;
    if dim == 2 {
        let count = 3 + random.below(57) as u32;
        for k in 0..count {
            let (sin, cos) = (turn * f64::from(k) / f64::from(count)).sin_cos();
            let far = radius(random);
            plain.points.push([far * cos, far * sin, 0.0]);
            plain.facets.push([k, (k + 1) % count, 0]);
        }
        return plain;
    }
    let (rings, around) = (1 + random.below(4) as u32, 3 + random.below(4) as u32);
    let poles = [radius(random), -radius(random)];
    plain.points.extend(poles.map(|z| [0.0, 0.0, z]));
    let at = |ring: u32, k: u32| 2 + ring * around + k % around;
    for ring in 0..rings {
        let (high, wide) = (turn / 2.0 * f64::from(ring + 1) / f64::from(rings + 1)).sin_cos();
        for k in 0..around {
            let (sin, cos) = (turn * f64::from(k) / f64::from(around)).sin_cos();
            let far = radius(random);
            plain.points.push([far * high * cos, far * high * sin, far * wide]);
            match ring {
                0 => plain.facets.push([0, at(0, k), at(0, k + 1)]),
                _ => plain.facets.extend([
                    [at(ring - 1, k), at(ring, k), at(ring, k + 1)],
                    [at(ring - 1, k), at(ring, k + 1), at(ring - 1, k + 1)],
                ]),
            }
        }
    }
    plain.facets.extend((0..around).map(|k| [1, at(rings - 1, k + 1), at(rings - 1, k)]));
    plain
}

/// A flat strip or sheet along x and y, at z = 0; in the plane it is the line y = 0.
pub fn sheet(dim: usize, random: &mut Random) -> Plain {
    let mut plain = Plain::default();
    let step = [1.0, 0.5, 0.3, random.unit()][random.below(4)];
    if dim == 2 {
        let count = 1 + random.below(60) as u32;
        plain.points = (0..=count).map(|k| [step * f64::from(k), 0.0, 0.0]).collect();
        plain.facets = (0..count).map(|k| [k, k + 1, 0]).collect();
        return plain;
    }
    let (columns, rows) = (1 + random.below(6) as u32, 1 + random.below(5) as u32);
    for row in 0..=rows {
        for column in 0..=columns {
            plain.points.push([step * f64::from(column), step * f64::from(row), 0.0]);
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let near = row * (columns + 1) + column;
            let far = near + columns + 1;
            plain.facets.extend([[near, far, near + 1], [near + 1, far, far + 1]]);
        }
    }
    plain
}

/// Facets that have nothing to do with each other, with all coordinates of this kind.
pub fn soup(random: &mut Random, mut corner: impl FnMut(&mut Random) -> [f64; 3]) -> Plain {
    let mut plain = Plain::default();
    for _ in 0..1 + random.below(60) {
        plain.facet(core::array::from_fn(|_| corner(random)));
    }
    plain
}

/// A ring about the z axis; in the plane, a comb of teeth along x.
pub fn ring(dim: usize, thick: f64) -> Plain {
    let mut plain = Plain::default();
    if dim == 2 {
        for k in 0..20 {
            let x = 0.1 * f64::from(k);
            plain.points.extend([[x, 0.0, 0.0], [x, 1.0 - thick, 0.0]]);
            plain.facets.push([2 * k, 2 * k + 1, 0]);
        }
        plain.facets.push([0, 38, 0]);
        return plain;
    }
    let turn = |k: u32, of: u32| (std::f64::consts::TAU * f64::from(k) / f64::from(of)).sin_cos();
    for k in 0..7 {
        for m in 0..4 {
            let ((sin, cos), (up, out)) = (turn(k, 7), turn(m, 4));
            let far = 1.0 + thick * out;
            plain.points.push([far * cos, far * sin, thick * up]);
            let at = |k: u32, m: u32| 4 * (k % 7) + m % 4;
            let near = [at(k, m), at(k + 1, m), at(k, m + 1)];
            plain.facets.extend([near, [at(k, m + 1), at(k + 1, m), at(k + 1, m + 1)]]);
        }
    }
    plain
}

/// Points, segments, facets twice.
pub fn degenerate(random: &mut Random) -> Plain {
    let point = |random: &mut Random| core::array::from_fn(|_| random.signed());
    let mut plain = Plain::default();
    for _ in 0..1 + random.below(20) {
        let [p, q]: [[f64; 3]; 2] = [point(random), point(random)];
        let middle = core::array::from_fn(|i| 0.5 * (p[i] + q[i]));
        let corners = match random.below(4) {
            0 => [p; 3],
            1 => [p, q, q],
            2 => [p, q, middle],
            _ => [p, q, point(random)],
        };
        plain.facet(corners);
        if random.below(3) == 0 {
            let twice = plain.facets[random.below(plain.facets.len())];
            plain.facets.push(twice);
        }
    }
    plain
}
