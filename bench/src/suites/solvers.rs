//! The solvers of the sub-distance: ours, Johnson's with van den Bergen's caching (paper 000), as
//! it is printed and with a check; Ericson's (paper 004); Montanari's signed volumes, and the same
//! with paper 003's barycode for triangles; on random simplices and on slivers.

use crate::harness::{Case, Contender, Options, Query, Row, each, measure};
use crate::random::Random;
use osculate::papers::ericson;
use osculate::papers::johnson::Johnson;
use osculate::papers::montanari::{Triangle, signed_volumes, signed_volumes_by};
use osculate::simplex::{Simplex, closest_point, combine, reduce, weights};
use osculate::{DVec3, Vec3A};

/// A point, and two or three more, each beyond what is nearest the origin before it, as GJK finds
/// them.
fn simplex(random: &mut Random, corners: usize, flat: f64) -> Vec<DVec3> {
    loop {
        let center = DVec3::from(random.direction()) * random.unit();
        let mut points: Vec<DVec3> = Vec::new();
        let mut older: Simplex<DVec3> = Simplex::EMPTY;
        for _ in 0..corners {
            let p = DVec3::from(random.direction()) * DVec3::new(1.0, 1.0, flat) + center;
            let p = p.as_vec3().as_dvec3();
            let v = combine(older.points(), &weights(&older));
            let beyond = points.is_empty() || v.dot(p) < v.length_squared() * 0.99;
            if !beyond {
                break;
            }
            points.push(p);
            older.push(p);
            if points.len() < corners && reduce(&mut older).is_none() {
                break;
            }
            if older.points().len() < points.len() {
                break;
            }
        }
        if points.len() == corners {
            return points;
        }
    }
}

fn truth(points: &[DVec3]) -> f64 {
    let o = DVec3::ZERO;
    match *points {
        [a, b] => closest_point::closest_point_on_segment(o, a, b).length(),
        [a, b, c] => closest_point::closest_point_on_triangle(o, a, b, c).length(),
        [a, b, c, d] => closest_point::closest_point_on_tetrahedron(o, a, b, c, d).length(),
        _ => f64::NAN,
    }
}

fn run(corners: usize, class: &'static str, options: &Options) -> Vec<Row> {
    let mut random = Random(corners as u64);
    let flat = if class == "sliver" { 1e-4 } else { 1.0 };
    let simplices: Vec<Vec<DVec3>> =
        (0..options.pairs).map(|_| simplex(&mut random, corners, flat)).collect();
    let truths: Vec<f64> = simplices.iter().map(|s| truth(s)).collect();
    let single: Vec<Vec<Vec3A>> =
        simplices.iter().map(|s| s.iter().map(|p| p.as_vec3a()).collect()).collect();
    let ours = each(|k| {
        let mut simplex = Simplex::new(&single[k]);
        match reduce(&mut simplex) {
            // A vector in the direction of the nearest point: the newest vertex is in the part.
            Some(v) => f64::from(v.dot(simplex.points()[0]) / v.length()).abs(),
            None => 0.0,
        }
    });
    let wide = each(|k| {
        let mut simplex = Simplex::new(&simplices[k]);
        match reduce(&mut simplex) {
            Some(v) => (v.dot(simplex.points()[0]) / v.length()).abs(),
            None => 0.0,
        }
    });
    let johnson = each(|k| {
        let mut johnson = Johnson::default();
        let mut last = None;
        for &p in &single[k] {
            last = johnson.add_checked(p);
        }
        last.map_or(f64::NAN, |n| f64::from(n.point.length()))
    });
    let printed = each(|k| {
        let mut johnson = Johnson::default();
        let mut last = None;
        for &p in &single[k] {
            last = johnson.add(p);
        }
        last.map_or(f64::NAN, |n| f64::from(n.point.length()))
    });
    let by_regions =
        each(|k| f64::from(ericson::subdistance(&Simplex::new(&single[k])).point.length()));
    let newest_first: Vec<Vec<Vec3A>> =
        single.iter().map(|s| s.iter().rev().copied().collect()).collect();
    let by_volumes = each(|k| f64::from(signed_volumes(&newest_first[k]).point.length()));
    let by_barycodes = each(|k| {
        f64::from(signed_volumes_by(&newest_first[k], Triangle::Barycode).0.point.length())
    });
    let contender = |name, run| Contender { name, run, judged: true };
    let mut contenders = [
        contender("ours", ours),
        contender("ours f64", wide),
        contender("ericson", by_regions),
        contender("montanari", by_volumes),
        contender("montanari by barycodes", by_barycodes),
        contender("johnson as printed (all vertices)", printed),
        contender("johnson checked (all vertices)", johnson),
    ];
    let query = Some(Query::Distance);
    let cells = measure(&mut contenders, options.pairs, options.rounds, query, &truths);
    vec![Row { suite: "solvers", class: class.into(), size: corners, query: "nearest", cells }]
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for class in ["random", "sliver"] {
        for corners in [2, 3, 4] {
            cases.push(Case {
                label: format!("{corners} {class}"),
                run: Box::new(move |options| run(corners, class, options)),
            });
        }
    }
    cases
}
