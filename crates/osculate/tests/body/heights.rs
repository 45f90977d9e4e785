//! Height fields: their surface is over each cell, at the height between those of its corners.

use crate::support::certificate::f64_of;
use crate::support::{Random, Space, Turn, coordinates, epsilon, pairs, scalar, vector};
use osculate::{Body, Pose, Ray, Scalar, Spatial, Vec3, Vector};

/// Heights over a grid, before they are rounded.
struct Field {
    columns: usize,
    rows: usize,
    spacing: [f64; 2],
    heights: Vec<f64>,
}

impl Field {
    fn any<V: Vector>(random: &mut Random) -> Self {
        let (columns, rows) = (2 + random.below(30), 2 + random.below(30));
        let rounded = |x: f64| scalar::<V::Scalar>(x).to_f64();
        let spacing = core::array::from_fn(|_| rounded(0.1 + random.unit()));
        let steep = [0.0, 0.1, 3.0][random.below(3)];
        let heights = (0..columns * rows).map(|_| rounded(steep * random.signed())).collect();
        Self { columns, rows, spacing, heights }
    }

    fn body<V: Spatial>(&self) -> Body<V> {
        let heights: Vec<V::Scalar> = self.heights.iter().map(|&x| scalar(x)).collect();
        Body::from_heights(self.columns, &heights, self.spacing.map(scalar)).unwrap()
    }

    fn height(&self, column: usize, row: usize) -> f64 {
        self.heights[row * self.columns + column]
    }

    /// The height in a cell, and the part that is there.
    fn between(&self, [column, row]: [usize; 2], [x, z]: [f64; 2]) -> (f64, u32) {
        let cell = 2 * (row * (self.columns - 1) + column) as u32;
        let next = self.height(column + 1, row);
        let far = self.height(column, row + 1);
        if x + z < 1.0 {
            let near = self.height(column, row);
            return (near + x * (next - near) + z * (far - near), cell);
        }
        let last = self.height(column + 1, row + 1);
        (last + (1.0 - x) * (far - last) + (1.0 - z) * (next - last), cell + 1)
    }
}

fn heights_are_those_between<V: Space + Spatial>() {
    let mut random = Random(101);
    for case in 0..pairs(20) {
        let field = Field::any::<V>(&mut random);
        let body = field.body::<V>();
        assert_eq!(body.part_count(), 2 * (field.columns - 1) * (field.rows - 1));
        let turn = if case % 2 == 0 { Turn::NONE } else { random.turn::<V>() };
        let pose = Pose::new(random.vector::<V>(), turn.rotation()).unwrap();
        let size = f64_of::<V>(body.span()) + 20.0;
        let cells = (0..field.rows - 1)
            .flat_map(|row| (0..field.columns - 1).map(move |column| [column, row]));
        for [column, row] in cells {
            // Of what is next to an edge the ray may hit either side.
            let inside = |random: &mut Random| 0.01 + 0.98 * random.unit();
            let within = [inside(&mut random), inside(&mut random)];
            if (within[0] + within[1] - 1.0).abs() < 0.01 {
                continue;
            }
            let (height, part) = field.between([column, row], within);
            let x = (column as f64 + within[0]) * field.spacing[0];
            let z = (row as f64 + within[1]) * field.spacing[1];
            let from_above = random.below(2) == 0;
            let (start, way) = if from_above { (10.0, -1.0) } else { (-10.0, 1.0) };
            let origin = pose.apply(vector(&[x, start, z]));
            let ray = Ray::new(origin, pose.rotation().apply(vector(&[0.0, way, 0.0]))).unwrap();
            let context = format!("{} case {case} cell {column} {row}", V::NAME);
            let first = body.at(pose).ray_first(&ray).expect(&context);
            assert_eq!(first.part, part, "{context}");
            assert_eq!(body.at(pose).ray_all(&ray).len(), 1, "{context}");
            let parameter = first.struck.hit().expect(&context).parameter;
            // A steep surface is off by more than the ray is: by its slope.
            let slope = 1.0 + 6.0 / field.spacing[0].min(field.spacing[1]);
            let off = (f64_of::<V>(parameter.value) - (start - height).abs()).abs();
            assert!(off <= 128.0 * epsilon::<V>() * size * slope, "{context}: off by {off:e}");
        }
    }
}

#[test]
fn rays_down_hit_a_height_field_at_the_height_between_corners() {
    heights_are_those_between::<Vec3>();
    heights_are_those_between::<osculate::Vec3A>();
    heights_are_those_between::<osculate::DVec3>();
}

/// Exactly at the corners, and on the edges of the field; and outside there is nothing.
fn corners_and_rims_are_hit<V: Space + Spatial>() {
    let mut random = Random(102);
    for case in 0..pairs(20) {
        let mut field = Field::any::<V>(&mut random);
        field.spacing = [0.5, 0.25];
        let body = field.body::<V>();
        let down = |x: f64, z: f64| Ray::new(vector::<V>(&[x, 10.0, z]), -V::axis(1)).unwrap();
        for row in 0..field.rows {
            for column in 0..field.columns {
                let ray = down(0.5 * column as f64, 0.25 * row as f64);
                let context = format!("{} case {case} corner {column} {row}", V::NAME);
                let hits = body.at(Pose::IDENTITY).ray_all(&ray);
                let way = 10.0 - field.height(column, row);
                let inner = |k: usize, count: usize| k > 0 && k + 1 < count;
                let is_inner = inner(column, field.columns) && inner(row, field.rows);
                assert!(hits.len() == 6 || !is_inner, "{context}: {hits:?}");
                assert!(!hits.is_empty(), "{context}");
                for hit in hits {
                    let at = f64_of::<V>(hit.struck.hit().expect(&context).parameter.value);
                    // A steep surface is off by more than the ray is: by its slope.
                    let most = 128.0 * epsilon::<V>() * (10.0 + f64_of::<V>(body.span())) * 25.0;
                    assert!((at - way).abs() <= most, "{context}: {at} {way}");
                }
            }
        }
        let (wide, long) = (0.5 * (field.columns - 1) as f64, 0.25 * (field.rows - 1) as f64);
        for (x, z) in [(-0.01, 0.1), (wide + 0.01, 0.1), (0.1, -0.01), (0.1, long + 0.01)] {
            assert!(
                body.at(Pose::IDENTITY).ray_first(&down(x, z)).is_none(),
                "case {case} {x} {z}"
            );
        }
        let most = body.at(Pose::IDENTITY).bounds().max();
        assert!(coordinates(most).iter().all(|x| *x <= f64_of::<V>(body.span()) * 1.001));
    }
}

#[test]
fn rays_down_at_the_corners_of_a_height_field_hit_all_that_meet_there() {
    corners_and_rims_are_hit::<Vec3>();
    corners_and_rims_are_hit::<osculate::Vec3A>();
    corners_and_rims_are_hit::<osculate::DVec3>();
}
