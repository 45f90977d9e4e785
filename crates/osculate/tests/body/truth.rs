//! What is true of two meshes: the exact distance of every pair of facets, but for pairs whose
//! boxes prove them further apart than another.

use crate::meshes::{Mesh, Meshes};
use crate::support::oracle::Scene;
use crate::support::{coordinates, norm};

/// Directions along which facets are measured: the axes, and between two and three of them.
const DIRECTIONS: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [0.0, 1.0, 1.0],
    [0.0, 1.0, -1.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, -1.0],
];

/// Where a facet begins and ends along each direction: at most that, and at least.
type Spans = [[f64; 2]; DIRECTIONS.len()];

/// The spans of all facets, from the middle of a's translation. They are rounded in double
/// precision, and widened by more than that may be.
fn spans<V: Meshes>(of: &Mesh<V>, from: V) -> Vec<Spans> {
    let three = |v: V| {
        let at = coordinates(v);
        [0, 1, 2].map(|i| at.get(i).copied().unwrap_or(0.0))
    };
    let [x, y, z, w] = of.turn.0;
    let n = x * x + y * y + z * z + w * w;
    let (at, from) = (three(of.translation), three(from));
    let place = |corner: V| -> [f64; 3] {
        let v = three(corner);
        let cross = |b: [f64; 3]| [y * b[2] - z * b[1], z * b[0] - x * b[2], x * b[1] - y * b[0]];
        let once = cross(v);
        let twice = cross(once);
        [0, 1, 2].map(|i| v[i] + 2.0 * (w * once[i] + twice[i]) / n + (at[i] - from[i]))
    };
    let slack = 64.0 * f64::EPSILON * (of.reach() + norm(&at) + norm(&from));
    let span = |facet: usize| -> Spans {
        let corners: Vec<[f64; 3]> = of.corners(facet).into_iter().map(place).collect();
        DIRECTIONS.map(|d| {
            let along = corners.iter().map(|c| c[0] * d[0] + c[1] * d[1] + c[2] * d[2]);
            along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                [low.min(x - slack), high.max(x + slack)]
            })
        })
    };
    (0..of.facets.len()).map(span).collect()
}

/// What the signed distance of two facets is at least.
fn at_least(dim: usize, a: &Spans, b: &Spans) -> f64 {
    let gaps: [f64; DIRECTIONS.len()] =
        core::array::from_fn(|k| (b[k][0] - a[k][1]).max(a[k][0] - b[k][1]));
    let box_gap = gaps[..dim].iter().map(|gap| gap.max(0.0).powi(2)).sum::<f64>().sqrt();
    let along = gaps.iter().zip(DIRECTIONS).filter(|(_, d)| dim == 3 || d[2] == 0.0);
    let along = along.map(|(gap, d)| gap / norm(&d)).fold(f64::NEG_INFINITY, f64::max);
    let least = if box_gap > 0.0 { along.max(box_gap) } else { along };
    least - 8.0 * f64::EPSILON * least.abs()
}

pub struct Truth {
    pub distance: f64,
    /// The least signed distance of two facets.
    pub signed: f64,
    /// The contract's L for the bodies.
    pub length: f64,
}

/// The exact distance of two facets.
pub fn distance_of<V: Meshes>([a, b]: [&Mesh<V>; 2], [i, j]: [u32; 2]) -> f64 {
    Scene::new(&a.placed(i as usize), &b.placed(j as usize)).distance()
}

impl Truth {
    /// The signed distance is sought if it is asked for, and else it is the distance.
    pub fn of<V: Meshes>(a: &Mesh<V>, b: &Mesh<V>, is_signed: bool) -> Self {
        let (of_a, of_b) = (spans(a, a.translation), spans(b, a.translation));
        let mut pairs: Vec<(f64, [usize; 2])> = Vec::with_capacity(of_a.len() * of_b.len());
        for (i, one) in of_a.iter().enumerate() {
            pairs.extend(
                of_b.iter().enumerate().map(|(j, two)| (at_least(V::DIM, one, two), [i, j])),
            );
        }
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut distance, mut signed) = (f64::INFINITY, f64::INFINITY);
        for (least, [i, j]) in pairs {
            let enough = if is_signed { signed } else { distance };
            if least >= enough.max(if is_signed { f64::NEG_INFINITY } else { 0.0 }) {
                break;
            }
            let scene = Scene::new(&a.placed(i), &b.placed(j));
            let apart = scene.distance();
            distance = distance.min(apart);
            signed = signed.min(if apart > 0.0 || !is_signed { apart } else { -scene.depth() });
            if distance == 0.0 && !is_signed {
                break;
            }
        }
        let way = coordinates(b.translation - a.translation);
        Self { distance, signed, length: norm(&way) + a.reach() + b.reach() }
    }
}
