//! The drawings of `docs/papers`: they are what the example makes, and show what is true.

#[path = "../../examples/figures/cases.rs"]
mod cases;
#[path = "../../examples/figures/sheet.rs"]
mod sheet;

use crate::support::Random;
use osculate::DVec2;
use osculate::papers::ericson::subdistance;
use osculate::simplex::Simplex;
use std::path::Path;

#[test]
fn the_drawings_are_what_the_example_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
    let figures = cases::figures();
    for (name, svg) in &figures {
        let file = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(&file == svg, "{name}: cargo run --example figures");
    }
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let drawn = files.filter(|name| name.to_string_lossy().ends_with(".svg")).count();
    assert_eq!(drawn, figures.len(), "a drawing that nothing makes");
}

/// In each region of the drawing the sub-distance has its vertices, and each point is in one.
#[test]
fn the_regions_that_are_drawn_are_those_of_the_nearest_points() {
    let corners = cases::corners();
    let regions = cases::regions(corners);
    let mut random = Random(12);
    let mut met = [0; 7];
    for _ in 0..20_000 {
        let point = random.vector::<DVec2>() * 4.0;
        let nearest = subdistance(&Simplex::new(&corners.map(|corner| corner - point)));
        let holders: Vec<usize> = nearest.holders().collect();
        let is_in = |region: &cases::Region| {
            region.halves.iter().all(|half| (point - half.at).dot(half.outward) <= 0.0)
        };
        let of_point: Vec<usize> = (0..7).filter(|&k| is_in(&regions[k])).collect();
        let [region] = of_point[..] else { panic!("{point} is in {of_point:?}") };
        assert_eq!(holders, regions[region].holders, "{point} is in {}", regions[region].name);
        met[region] += 1;
    }
    assert!(met.iter().all(|&n| n > 100), "one-sided: {met:?}");
}
