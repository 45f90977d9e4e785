//! A drawing in the hand of `osculate explain`: its colours, in light and in dark.

use osculate::DVec2;
use std::fmt::Write;

/// The colours have the names of the program's pages.
const STYLE: &str = "\
<style>
:root { color-scheme: light dark; --page: #fbfbf9; --ink: #2c323a; --edge: #e3e3de; --dim: #6b7280; \
--blue: #1f5fa8; --green: #0b7a53; --ocher: #b36a10; --red: #c4201c; --purple: #7a3db8; }
@media (prefers-color-scheme: dark) { :root { --page: #16181c; --ink: #dfe3e8; --edge: #343942; \
--dim: #99a2ae; --blue: #6fa8e8; --green: #3cbf8e; --ocher: #e0a04c; --red: #ff6b66; \
--purple: #b98af0; } }
text { font: 14px system-ui, sans-serif; fill: var(--ink); stroke: var(--page); stroke-width: 4px; \
paint-order: stroke; text-anchor: middle; }
.title { text-anchor: start; font-weight: 600; } .note { text-anchor: start; fill: var(--dim); }
</style>
";

/// A part of the sheet that a drawing may fill, and where its world is on it.
pub struct Panel {
    /// The left and upper corner, and the size, in points of the sheet.
    pub at: DVec2,
    pub size: DVec2,
    /// What of the world is in its middle, and how many points a unit has.
    pub middle: DVec2,
    pub scale: f64,
}

impl Panel {
    /// A place of the world on the sheet. The second axis of the world goes up.
    fn place(&self, p: DVec2) -> DVec2 {
        self.at + 0.5 * self.size + (p - self.middle) * DVec2::new(self.scale, -self.scale)
    }

    /// The corners of the world that it shows.
    fn corners(&self) -> Vec<DVec2> {
        let half = 0.5 * self.size / self.scale;
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|c| self.middle + half * DVec2::from(c))
            .to_vec()
    }
}

/// A half-plane: the points `p` with `(p − at)·outward ≤ 0`.
#[derive(Clone, Copy)]
pub struct Half {
    pub at: DVec2,
    pub outward: DVec2,
}

impl Half {
    pub fn new(at: DVec2, outward: DVec2) -> Self {
        Self { at, outward }
    }

    fn beyond(&self, p: DVec2) -> f64 {
        (p - self.at).dot(self.outward)
    }
}

/// What of a convex polygon is in half-planes.
fn clipped(mut polygon: Vec<DVec2>, halves: &[Half]) -> Vec<DVec2> {
    for half in halves {
        let n = polygon.len();
        let mut kept = Vec::new();
        for k in 0..n {
            let (p, q) = (polygon[k], polygon[(k + 1) % n]);
            let (of_p, of_q) = (half.beyond(p), half.beyond(q));
            if of_p <= 0.0 {
                kept.push(p);
            }
            if of_p * of_q < 0.0 {
                kept.push(p.lerp(q, of_p / (of_p - of_q)));
            }
        }
        polygon = kept;
    }
    polygon
}

pub struct Sheet {
    size: DVec2,
    body: String,
}

impl Sheet {
    pub fn new(width: f64, height: f64) -> Self {
        Self { size: DVec2::new(width, height), body: String::new() }
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(line);
        self.body.push('\n');
    }

    /// Fills what a panel shows of a region, and answers the middle of it.
    pub fn region(&mut self, panel: &Panel, halves: &[Half], color: &str, opacity: f64) -> DVec2 {
        let polygon = clipped(panel.corners(), halves);
        self.polygon(panel, &polygon, color, opacity);
        polygon.iter().fold(DVec2::ZERO, |sum, p| sum + *p) / polygon.len().max(1) as f64
    }

    pub fn polygon(&mut self, panel: &Panel, corners: &[DVec2], color: &str, opacity: f64) {
        let mut points = String::new();
        for p in corners.iter().map(|p| panel.place(*p)) {
            let _ = write!(points, "{:.1},{:.1} ", p.x, p.y);
        }
        self.add(format_args!(
            "<polygon points=\"{}\" fill=\"var(--{color})\" fill-opacity=\"{opacity}\" \
             stroke=\"var(--page)\" stroke-width=\"1.5\"/>",
            points.trim_end()
        ));
    }

    pub fn line(
        &mut self,
        panel: &Panel,
        [p, q]: [DVec2; 2],
        color: &str,
        width: f64,
        dashed: bool,
    ) {
        let (p, q) = (panel.place(p), panel.place(q));
        let dashes = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        self.add(format_args!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"var(--{color})\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\"{dashes}/>",
            p.x, p.y, q.x, q.y
        ));
    }

    /// The whole line through a point across a normal, as far as the panel shows it.
    pub fn across(&mut self, panel: &Panel, at: DVec2, normal: DVec2, color: &str) {
        let strip = [Half::new(at, normal), Half::new(at, -normal)];
        // The thinnest region is the line: two of its corners are the furthest apart.
        let [p, q] = [1.0, -1.0].map(|sign| {
            let far = at + normal.perp() * sign * 1e3;
            let all = clipped(panel.corners(), &strip[..1]);
            let on_line = all.into_iter().filter(|p| strip[0].beyond(*p).abs() < 1e-6);
            let nearer = |p: &DVec2, q: &DVec2| p.distance(far).total_cmp(&q.distance(far));
            on_line.min_by(nearer).unwrap_or(at)
        });
        self.line(panel, [p, q], color, 1.5, true);
    }

    pub fn arrow(&mut self, panel: &Panel, [from, to]: [DVec2; 2], color: &str) {
        self.line(panel, [from, to], color, 2.0, false);
        let way = (to - from).normalize_or_zero() * (10.0 / panel.scale);
        let tip = [to, to - way + way.perp() * 0.4, to - way - way.perp() * 0.4];
        self.polygon(panel, &tip, color, 1.0);
    }

    pub fn dot(&mut self, panel: &Panel, at: DVec2, color: &str) {
        let p = panel.place(at);
        self.add(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"var(--{color})\" \
             stroke=\"var(--page)\" stroke-width=\"1.5\"/>",
            p.x, p.y
        ));
    }

    /// Words whose middle is so many points beside a place.
    pub fn text(&mut self, panel: &Panel, at: DVec2, beside: [f64; 2], text: &str) {
        let p = panel.place(at) + DVec2::from(beside);
        self.add(format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{text}</text>", p.x, p.y + 5.0));
    }

    /// A line of words that begins at a place of the sheet.
    pub fn words(&mut self, [x, y]: [f64; 2], class: &str, text: &str) {
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
    }

    pub fn svg(&self, title: &str) -> String {
        let [width, height] = self.size.to_array();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
             {STYLE}<rect width=\"100%\" height=\"100%\" fill=\"var(--page)\"/>\n{}</svg>\n",
            self.body
        )
    }
}
