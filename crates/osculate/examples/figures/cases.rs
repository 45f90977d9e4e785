//! The drawings: the cases of a simplex with the names of the papers' listings. What they show is
//! computed: regions are cut by their own planes, and states are those of the algorithm.

use super::sheet::{Half, Panel, Sheet};
use osculate::DVec2;
use osculate::papers::bergen::{Rules, distance_from};

/// A file's name, and the file.
pub type Figure = (&'static str, String);

pub fn figures() -> Vec<Figure> {
    vec![line(), triangle(), tetrahedron(), voronoi(), barycodes(), states()]
}

/// A part of a triangle: the vertices that hold it, and the half-planes of its Voronoi region.
pub struct Region {
    pub name: &'static str,
    pub holders: &'static [usize],
    pub halves: Vec<Half>,
}

/// The seven Voronoi regions of a triangle, counterclockwise.
pub fn regions([a, b, c]: [DVec2; 3]) -> [Region; 7] {
    // Beyond a vertex on both edges; beside an edge, between its ends, outside.
    let vertex = |p: DVec2, q: DVec2, r: DVec2| vec![Half::new(p, q - p), Half::new(p, r - p)];
    let outward = |p: DVec2, q: DVec2| -(q - p).perp();
    let edge = |p: DVec2, q: DVec2| {
        vec![Half::new(p, p - q), Half::new(q, q - p), Half::new(p, -outward(p, q))]
    };
    let inside = [(a, b), (b, c), (c, a)].map(|(p, q)| Half::new(p, outward(p, q))).to_vec();
    let region = |name, holders, halves| Region { name, holders, halves };
    [
        region("A", &[0], vertex(a, b, c)),
        region("B", &[1], vertex(b, c, a)),
        region("C", &[2], vertex(c, a, b)),
        region("AB", &[0, 1], edge(a, b)),
        region("BC", &[1, 2], edge(b, c)),
        region("CA", &[0, 2], edge(c, a)),
        region("ABC", &[0, 1, 2], inside),
    ]
}

/// The triangle that is drawn.
pub fn corners() -> [DVec2; 3] {
    [[1.5, 0.1], [-1.0, 1.2], [-0.8, -1.1]].map(DVec2::from)
}

const WIDE: DVec2 = DVec2::new(640.0, 380.0);

fn panel(scale: f64) -> Panel {
    Panel { at: DVec2::new(0.0, 40.0), size: WIDE, middle: DVec2::new(0.1, 0.0), scale }
}

fn sheet(title: &str, notes: &[&str]) -> Sheet {
    let mut sheet = Sheet::new(WIDE.x, 56.0 + WIDE.y + 20.0 * notes.len() as f64);
    sheet.words([16.0, 26.0], "title", title);
    for (k, note) in notes.iter().enumerate() {
        sheet.words([16.0, 62.0 + WIDE.y + 20.0 * k as f64], "note", note);
    }
    sheet
}

fn outline(sheet: &mut Sheet, panel: &Panel, corners: &[DVec2], names: &[(&str, [f64; 2])]) {
    for k in 0..corners.len() {
        let ends = [corners[k], corners[(k + 1) % corners.len()]];
        sheet.line(panel, ends, "ink", 2.5, false);
    }
    for (corner, (name, beside)) in corners.iter().zip(names) {
        sheet.dot(panel, *corner, "ink");
        sheet.text(panel, *corner, *beside, name);
    }
}

/// Paper 002, test 1.
fn line() -> Figure {
    let title = "Test 1, line: m_v[1] = a, m_v[0] = b";
    let panel = panel(130.0);
    let mut sheet = sheet(
        title,
        &[
            "The origin is in area 2: a support point reaches furthest along v, so that area 1 is",
            "out, and it was found to reach as far as the origin, so that area 3 is.",
        ],
    );
    let [a, b, o] = [[1.2, -0.5], [-1.1, 0.1], [0.35, 0.85]].map(DVec2::from);
    let (past_b, past_a) = ([Half::new(b, a - b)], [Half::new(a, b - a)]);
    let between = [Half::new(b, b - a), Half::new(a, a - b)];
    let at = sheet.region(&panel, &past_b, "dim", 0.16);
    sheet.text(&panel, at, [0.0, 60.0], "1: past b,");
    sheet.text(&panel, at, [0.0, 78.0], "not possible");
    let at = sheet.region(&panel, &past_a, "dim", 0.16);
    sheet.text(&panel, at, [0.0, -60.0], "3: past a,");
    sheet.text(&panel, at, [0.0, -42.0], "not possible");
    sheet.region(&panel, &between, "blue", 0.22);
    sheet.text(&panel, DVec2::new(-0.25, -1.0), [0.0, 0.0], "2: between the ends");
    sheet.arrow(&panel, [b, b.lerp(o, 0.55)], "purple");
    sheet.text(&panel, b.lerp(o, 0.4), [-50.0, -16.0], "v = −b, found a");
    let nearest = a + (b - a) * ((o - a).dot(b - a) / (b - a).length_squared());
    sheet.arrow(&panel, [nearest, nearest.lerp(o, 0.8)], "green");
    sheet.text(&panel, nearest.lerp(o, 0.5), [62.0, 0.0], "(ab × ao) × ab");
    sheet.line(&panel, [a, b], "ink", 2.5, false);
    for (p, name, beside) in [(a, "a", [14.0, 14.0]), (b, "b", [-14.0, 14.0])] {
        sheet.dot(&panel, p, "ink");
        sheet.text(&panel, p, beside, name);
    }
    sheet.dot(&panel, o, "red");
    sheet.text(&panel, o, [16.0, -8.0], "o");
    ("line.svg", sheet.svg(title))
}

/// Paper 002, test 2; paper 001, n = 2.
fn triangle() -> Figure {
    let title = "Test 2, triangle: a the newest, b and c the line of the step before";
    let panel = panel(105.0);
    let mut sheet = sheet(
        title,
        &[
            "Grey: where the origin is not. The line before leaves out 3, 4 and 5, the dot product of",
            "the loop 1. Left are 2 (keep ab), 6 (keep ac), and 7 or 8, by the side of the triangle.",
        ],
    );
    let corners = corners();
    let names = [
        "1: past a,",
        "3: past b,",
        "5: past c,",
        "2: outside ab",
        "4: outside bc,",
        "6: outside ca",
        "7: above, 8: below",
    ];
    for (region, name) in regions(corners).iter().zip(names) {
        let is_left = matches!(region.name, "AB" | "CA" | "ABC");
        let color = if !is_left {
            "dim"
        } else if region.name == "ABC" {
            "green"
        } else {
            "blue"
        };
        let at = sheet.region(&panel, &region.halves, color, if is_left { 0.22 } else { 0.16 });
        sheet.text(&panel, at, [0.0, 0.0], name);
        if !is_left {
            sheet.text(&panel, at, [0.0, 18.0], "not possible");
        }
    }
    let beside = [("a", [14.0, 10.0]), ("b", [-12.0, -12.0]), ("c", [-12.0, 12.0])];
    outline(&mut sheet, &panel, &corners, &beside);
    let [a, b, c] = corners;
    for (p, q, third, name) in [(a, b, c, "ab_perp"), (a, c, b, "ac_perp")] {
        let side = (q - p).perp().normalize() * 0.45;
        let side = if side.dot(third - p) > 0.0 { -side } else { side };
        let from = p.lerp(q, 0.3);
        sheet.arrow(&panel, [from, from + side], "purple");
        sheet.text(&panel, from + side, [38.0, 0.0], name);
    }
    ("triangle.svg", sheet.svg(title))
}

/// Paper 002, test 3; paper 001, n = 3.
fn tetrahedron() -> Figure {
    let title = "Test 3, tetrahedron: a is nearest the eye, the triangle before is bcd";
    let panel = panel(130.0);
    let mut sheet = sheet(
        title,
        &[
            "1: past a, b, c or d, not possible. 5: outside bdc, behind, not possible: it is the",
            "triangle before. 2, 3, 4: keep that face. 6: inside, behind all three: a collision.",
        ],
    );
    let a = DVec2::new(0.15, 0.1);
    let ring = [[-1.5, -1.0], [1.7, -1.1], [0.1, 1.2]].map(DVec2::from);
    let names = ["2: outside abc", "4: outside acd", "3: outside adb"];
    let products = ["ab_x_ac", "ac_x_ad", "ad_x_ab"];
    for (k, (name, product)) in names.into_iter().zip(products).enumerate() {
        let face = [a, ring[k], ring[(k + 1) % 3]];
        sheet.polygon(&panel, &face, ["blue", "green", "ocher"][k], 0.25);
        let middle = face.iter().fold(DVec2::ZERO, |sum, p| sum + *p) / 3.0;
        let beside = [[0.0, 6.0], [110.0, -40.0], [-110.0, -40.0]][k];
        sheet.text(&panel, middle, [beside[0], beside[1] - 10.0], name);
        sheet.text(&panel, middle, [beside[0], beside[1] + 10.0], product);
    }
    ring.iter().for_each(|p| sheet.line(&panel, [a, *p], "ink", 2.5, false));
    let beside = [("b", [-14.0, 8.0]), ("c", [14.0, 8.0]), ("d", [0.0, -16.0])];
    outline(&mut sheet, &panel, &ring, &beside);
    sheet.dot(&panel, a, "red");
    sheet.text(&panel, a, [-16.0, -6.0], "a");
    ("tetrahedron.svg", sheet.svg(title))
}

/// The talk of paper 004, "closest point on triangle"; paper 003, figure 1(b).
fn voronoi() -> Figure {
    let title = "The Voronoi regions of a triangle: what is nearest to a point there";
    let panel = panel(105.0);
    let mut sheet = sheet(
        title,
        &[
            "Three of vertices, three of edges, and the triangle itself. A plane between two goes",
            "through a vertex, across an edge: a dot product tells the side.",
        ],
    );
    let corners = corners();
    for region in regions(corners) {
        let color = ["ocher", "blue", "green"][region.holders.len() - 1];
        let at = sheet.region(&panel, &region.halves, color, 0.22);
        let beside = if region.holders.len() == 3 { [0.0, 0.0] } else { [0.0, -4.0] };
        sheet.text(&panel, at, beside, &format!("region of {}", region.name));
    }
    let beside = [("A", [-22.0, 0.0]), ("B", [14.0, 14.0]), ("C", [14.0, -14.0])];
    outline(&mut sheet, &panel, &corners, &beside);
    ("voronoi.svg", sheet.svg(title))
}

/// Paper 003, figure 1(a).
fn barycodes() -> Figure {
    let title = "The barycodes of a triangle: the signs of u, v, w, a bit each";
    let panel = panel(80.0);
    let mut sheet = sheet(
        title,
        &[
            "3, 5, 6: S1D of that edge. 1, 2, 4: ConeRegion of that vertex. 7: the origin is inside.",
            "Where A is the newest vertex, 1, 2 and 3 are gone: the origin is on A's side of BC.",
        ],
    );
    let corners = corners();
    let [a, b, c] = corners;
    // A coordinate is not negative on the side of its vertex.
    let sides = [(b, c, a), (c, a, b), (a, b, c)].map(|(p, q, vertex)| {
        let normal = (q - p).perp();
        Half::new(p, if normal.dot(vertex - p) > 0.0 { -normal } else { normal })
    });
    for code in 1..8 {
        let halves = [0, 1, 2].map(|i| {
            let Half { at, outward } = sides[i];
            Half::new(at, if code >> (2 - i) & 1 == 1 { outward } else { -outward })
        });
        let color = ["", "ocher", "ocher", "blue", "ocher", "blue", "blue", "green"][code];
        let at = sheet.region(&panel, &halves, color, 0.22);
        sheet.text(&panel, at, [0.0, 0.0], &format!("{code} = {code:03b}"));
    }
    let beside = [("A", [6.0, -18.0]), ("B", [-4.0, -18.0]), ("C", [-4.0, 18.0])];
    outline(&mut sheet, &panel, &corners, &beside);
    ("barycodes.svg", sheet.svg(title))
}

/// The polygon of [`states`], and where it starts.
pub const STATES: ([[f64; 2]; 5], [f64; 2]) =
    ([[1.0, -1.0], [3.0, -4.0], [12.0, 2.0], [8.0, 10.0], [3.0, 5.0]], [4.0, 5.0]);

/// Paper 000, figure 1: four iterations of algorithm 1.
fn states() -> Figure {
    let title = "Four iterations of algorithm 1: vₖ, wₖ, Wₖ and the support plane H(−vₖ, vₖ·wₖ)";
    let (corners, start) = (STATES.0.map(DVec2::from), DVec2::from(STATES.1));
    let support = |d: DVec2| {
        let further = |p: &DVec2, q: &DVec2| p.dot(d).total_cmp(&q.dot(d));
        corners.into_iter().max_by(further).unwrap_or(DVec2::ZERO)
    };
    let mut sheet = Sheet::new(760.0, 700.0);
    sheet.words([16.0, 26.0], "title", title);
    let rules = Rules::robust(1e-12);
    let mut states = Vec::new();
    distance_from(
        support,
        |_| DVec2::ZERO,
        [start, DVec2::ZERO],
        &rules,
        |state| {
            let vertices: Vec<DVec2> = state.simplex.vertices().collect();
            states.push((vertices, state.v, state.w, state.delta, state.mu));
        },
    );
    for (k, (vertices, v, w, delta, mu)) in states.iter().take(4).enumerate() {
        let at = DVec2::new(380.0 * (k % 2) as f64, 40.0 + 330.0 * (k / 2) as f64);
        let (size, middle) = (DVec2::new(372.0, 300.0), DVec2::new(5.0, 3.0));
        let panel = Panel { at, size, middle, scale: 18.0 };
        sheet.polygon(&panel, &corners, "blue", 0.16);
        sheet.across(&panel, *w, *v, "dim");
        for i in 0..vertices.len() {
            sheet.line(&panel, [vertices[0], vertices[i]], "green", 2.5, false);
        }
        vertices.iter().for_each(|p| sheet.dot(&panel, *p, "ink"));
        sheet.arrow(&panel, [DVec2::ZERO, *v], "purple");
        sheet.dot(&panel, *w, "red");
        sheet.dot(&panel, DVec2::ZERO, "ocher");
        sheet.text(&panel, DVec2::ZERO, [-14.0, 10.0], "0");
        sheet.text(&panel, *v, [16.0, -12.0], &format!("v{}", SUBSCRIPTS[k]));
        sheet.text(&panel, *w, [20.0, 10.0], &format!("w{}", SUBSCRIPTS[k]));
        let words = format!("({}) k = {k}, δ = {delta:.2}, μ = {mu:.2}", ["a", "b", "c", "d"][k]);
        sheet.words([at.x + 16.0, at.y + 316.0], "note", &words);
    }
    ("states.svg", sheet.svg(title))
}

const SUBSCRIPTS: [&str; 4] = ["₀", "₁", "₂", "₃"];
