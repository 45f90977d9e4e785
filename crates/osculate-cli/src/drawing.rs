//! Drawings: polygons, lines and words from back to front, written as SVG or PNG.

use crate::save::save;
use crate::view::{Drawn, Eye};
use miette::{IntoDiagnostic, Result, miette};
use osculate::{DVec2, DVec3};
use std::fmt::Write;
use std::path::Path;
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform};

const WIDTH: f64 = 1200.0;
const MOST_HEIGHT: f64 = 900.0;
const MARGIN: f64 = 48.0;

/// What is drawn, from back to front, in points of the picture.
pub enum Shape {
    Face {
        corners: Vec<[f64; 2]>,
        fill: [u8; 3],
    },
    Line {
        ends: [[f64; 2]; 2],
        color: [u8; 3],
        width: f64,
    },
    Dot {
        at: [f64; 2],
        color: [u8; 3],
    },
    Label(Label),
    /// As a whole faint.
    Faint(Vec<Shape>),
}

pub struct Label {
    /// The left end of its line.
    pub at: [f64; 2],
    pub text: String,
    pub color: [u8; 3],
}

pub struct Drawing {
    pub shapes: Vec<Shape>,
    pub height: f64,
}

/// How much of what is faint is seen.
const FAINT: f32 = 0.4;

/// Where the world is on the picture.
pub struct Frame {
    pub eye: Eye,
    pub height: f64,
    low: DVec3,
    scale: f64,
    left: f64,
}

impl Frame {
    /// The frame that holds all parts with bounds.
    pub fn around(parts: &[Drawn], eye: Eye) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for part in parts.iter().filter(|part| !part.unbounded) {
            for p in &part.solid.points {
                (low, high) = (low.min(eye.see(*p)), high.max(eye.see(*p)));
            }
        }
        if !(low.x <= high.x) {
            (low, high) = (-DVec3::ONE, DVec3::ONE);
        }
        let size = (high - low).truncate().max(DVec2::splat(1e-300));
        let scale = ((WIDTH - 2.0 * MARGIN) / size.x).min((MOST_HEIGHT - 2.0 * MARGIN) / size.y);
        let left = 0.5 * (WIDTH - scale * (high.x - low.x));
        let height = scale * (high.y - low.y) + 2.0 * MARGIN;
        Self { eye, height, low, scale, left }
    }

    pub fn at(&self, p: DVec3) -> [f64; 2] {
        let (p, Self { low, scale, left, .. }) = (self.eye.see(p), self);
        [left + scale * (p.x - low.x), MARGIN + scale * (p.y - low.y)]
    }
}

/// Writes a drawing as SVG or PNG; the names that a picture of this kind may end in are told.
pub fn write(path: &Path, ends: &str, draw: impl Fn() -> Drawing) -> Result<()> {
    let kind = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let bytes = match kind {
        "svg" => svg(&draw()).into_bytes(),
        "png" => png(&draw())?,
        _ => return Err(miette!("a picture's name must end in {ends}: {}", path.display())),
    };
    save(path, &bytes)
}

/// Two points that belong together.
pub fn marked(ends: [[f64; 2]; 2], color: [u8; 3]) -> [Shape; 4] {
    let line = |color, width| Shape::Line { ends, color, width };
    let [a, b] = ends.map(|at| Shape::Dot { at, color });
    [line([255; 3], 6.0), line(color, 2.5), a, b]
}

/// A line below the picture, which grows by it.
pub fn caption(text: String, height: &mut f64) -> Label {
    let label = Label { at: [MARGIN, *height], text, color: [44, 50, 58] };
    *height += LINE;
    label
}

/// From one line of text to the next.
const LINE: f64 = 19.0;

impl Label {
    fn width(&self) -> f64 {
        7.6 * self.text.chars().count() as f64
    }
}

/// Moves labels down so that none covers another, the highest first. Each is moved past those it
/// would cover by one look at them from top to bottom, so this ends; heights are whole numbers, so
/// that their sums are exact. Answers the height of a picture of this height that holds them.
pub fn spread(labels: &mut [Label], height_of_picture: f64) -> f64 {
    labels.sort_by(|p, q| p.at[1].total_cmp(&q.at[1]));
    for k in 0..labels.len() {
        let (placed, [label, ..]) = labels.split_at_mut(k) else { break };
        let width = label.width();
        let left = label.at[0].min(WIDTH - width - 8.0).max(8.0);
        let mut height = label.at[1].round().max(LINE);
        let mut beside: Vec<f64> = placed
            .iter()
            .filter(|other| other.at[0] < left + width && left < other.at[0] + other.width())
            .map(|other| other.at[1])
            .collect();
        beside.sort_by(f64::total_cmp);
        for other in beside {
            if height + LINE <= other {
                break;
            }
            height = height.max(other + LINE);
        }
        label.at = [left, height];
    }
    let lowest = labels.iter().map(|label| label.at[1]).fold(0.0, f64::max);
    height_of_picture.max(lowest + LINE)
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

pub fn escaped(text: &str) -> String {
    // XML has no word for control characters.
    text.replace(char::is_control, " ")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn svg(drawing: &Drawing) -> String {
    let height = drawing.height;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         width=\"{WIDTH}\" height=\"{height:.0}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"15\" \
         stroke-width=\".8\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fbfbf9\"/>\n"
    );
    svg_shapes(&mut svg, &drawing.shapes);
    svg += "</svg>\n";
    svg
}

fn svg_shapes(svg: &mut String, shapes: &[Shape]) {
    // Neighbouring faces of one colour are one path: a smooth solid has hundreds.
    let mut open: Option<[u8; 3]> = None;
    for shape in shapes {
        let fill = if let Shape::Face { fill, .. } = shape { Some(*fill) } else { None };
        if open.is_some() && open != fill {
            *svg += "\"/>\n";
        }
        if let Some(fill) = fill.filter(|_| open != fill) {
            // A thin line of its own colour closes the gaps that smoothing leaves between faces.
            let _ = write!(svg, "<path fill=\"{0}\" stroke=\"{0}\" d=\"", hex(fill));
        }
        open = fill;
        let _ = match shape {
            Shape::Face { corners, .. } => {
                for (k, [x, y]) in corners.iter().enumerate() {
                    let _ = write!(svg, "{}{x:.1} {y:.1}", if k == 0 { 'M' } else { 'L' });
                }
                write!(svg, "z")
            }
            Shape::Line { ends: [[a, b], [c, d]], color, width } => writeln!(
                svg,
                "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" \
                 stroke=\"{}\" stroke-width=\"{width}\"/>",
                hex(*color)
            ),
            Shape::Dot { at: [x, y], color } => writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\" \
                 stroke=\"#fff\" stroke-width=\"1.5\"/>",
                hex(*color)
            ),
            Shape::Label(Label { at: [x, y], text, color }) => writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{}\" \
                 stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\">{}</text>",
                hex(*color),
                escaped(text)
            ),
            Shape::Faint(shapes) => {
                let _ = writeln!(svg, "<g opacity=\"{FAINT}\">");
                svg_shapes(svg, shapes);
                writeln!(svg, "</g>")
            }
        };
    }
    if open.is_some() {
        *svg += "\"/>\n";
    }
}

/// Pixels for each point of the picture.
const SCALE: f32 = 2.0;

/// The same without the labels: letters need fonts.
fn png(drawing: &Drawing) -> Result<Vec<u8>> {
    let height = (drawing.height.clamp(1.0, 20_000.0) * f64::from(SCALE)) as u32;
    let pixmap = Pixmap::new((WIDTH as f32 * SCALE) as u32, height);
    let mut pixmap = pixmap.ok_or_else(|| miette!("the picture has no size"))?;
    pixmap.fill(Color::from_rgba8(251, 251, 249, 255));
    png_shapes(&mut pixmap, &drawing.shapes, [0, 0]);
    pixmap.encode_png().into_diagnostic()
}

/// Draws shapes on a part of the picture that begins at a pixel.
fn png_shapes(pixmap: &mut Pixmap, shapes: &[Shape], [left, top]: [i32; 2]) {
    let transform = Transform::from_scale(SCALE, SCALE).post_translate(-left as f32, -top as f32);
    let paint = |[r, g, b]: [u8; 3]| {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(r, g, b, 255);
        paint
    };
    let path = |points: &[[f64; 2]], close: bool| {
        let mut builder = PathBuilder::new();
        for (k, [x, y]) in points.iter().enumerate() {
            let (x, y) = (*x as f32, *y as f32);
            if k == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        if close {
            builder.close();
        }
        builder.finish()
    };
    for shape in shapes {
        match shape {
            Shape::Face { corners, fill } => {
                let Some(path) = path(corners, true) else { continue };
                pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
                let stroke = Stroke { width: 0.8, ..Stroke::default() };
                pixmap.stroke_path(&path, &paint(*fill), &stroke, transform, None);
            }
            Shape::Line { ends, color, width } => {
                let Some(path) = path(ends, false) else { continue };
                let stroke = Stroke { width: *width as f32, ..Stroke::default() };
                pixmap.stroke_path(&path, &paint(*color), &stroke, transform, None);
            }
            Shape::Dot { at: [x, y], color } => {
                for (radius, color) in [(5.5, [255; 3]), (4.0, *color)] {
                    if let Some(path) = PathBuilder::from_circle(*x as f32, *y as f32, radius) {
                        pixmap.fill_path(&path, &paint(color), FillRule::Winding, transform, None);
                    }
                }
            }
            Shape::Label(_) => {}
            Shape::Faint(shapes) => {
                // A layer of its own, no larger than what is on it.
                let Some([low, high]) = extent(shapes) else { continue };
                let size = [high[0].abs_diff(low[0]), high[1].abs_diff(low[1])];
                let Some(mut layer) = Pixmap::new(size[0], size[1]) else { continue };
                png_shapes(&mut layer, shapes, low);
                let paint = PixmapPaint { opacity: FAINT, ..PixmapPaint::default() };
                let at = [low[0] - left, low[1] - top];
                let identity = Transform::identity();
                pixmap.draw_pixmap(at[0], at[1], layer.as_ref(), &paint, identity, None);
            }
        }
    }
}

/// The pixels that shapes without labels are drawn on: the first and the one after the last.
fn extent(shapes: &[Shape]) -> Option<[[i32; 2]; 2]> {
    const ROOM: f64 = 8.0;
    let points = shapes.iter().flat_map(|shape| match shape {
        Shape::Face { corners, .. } => corners.as_slice(),
        Shape::Line { ends, .. } => ends.as_slice(),
        Shape::Dot { at, .. } => std::slice::from_ref(at),
        Shape::Label(_) | Shape::Faint(_) => &[],
    });
    let ends = points.fold(None, |ends: Option<[[f64; 2]; 2]>, &p| {
        let [low, high] = ends.unwrap_or([p, p]);
        let each = |f: fn(f64, f64) -> f64, q: [f64; 2]| [f(q[0], p[0]), f(q[1], p[1])];
        Some([each(f64::min, low), each(f64::max, high)])
    });
    let [low, high] = ends?;
    let pixel = |x: f64| (x * f64::from(SCALE)) as i32;
    Some([low.map(|x| pixel(x - ROOM)), high.map(|x| pixel(x + ROOM))])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// None covers another, and each is at its height or below it.
    fn check(mut labels: Vec<Label>) {
        let heights: Vec<f64> = labels.iter().map(|label| label.at[1]).collect();
        let least = heights.iter().copied().fold(f64::INFINITY, f64::min);
        spread(&mut labels, MOST_HEIGHT);
        for (i, p) in labels.iter().enumerate() {
            assert!(p.at[1] >= least.round(), "{}", p.text);
            assert!(p.at[0] >= 8.0 && p.at[0] + p.width() <= WIDTH, "{}", p.text);
            for q in &labels[..i] {
                let beside = p.at[0] < q.at[0] + q.width() && q.at[0] < p.at[0] + p.width();
                let apart = (p.at[1] - q.at[1]).abs();
                assert!(!beside || apart >= LINE, "{} is on {}", p.text, q.text);
            }
        }
    }

    #[test]
    fn labels_do_not_cover_each_other() {
        let label = |at, k: usize| Label { at, text: format!("a {k} – b: -1"), color: [0; 3] };
        for count in [1, 2, 14, 100, 1000] {
            // At one spot, whose height no sum of lines is exact at.
            check((0..count).map(|k| label([600.1, 523.7 + 0.1], k)).collect());
            // Beyond the right edge, and in a row that is nearly level.
            check((0..count).map(|k| label([WIDTH + k as f64, 100.0], k)).collect());
            check((0..count).map(|k| label([7.3 * k as f64, 300.0 + 0.1 * k as f64], k)).collect());
            // All over the picture.
            let mut state = count as u64;
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 11) as f64 / (1u64 << 53) as f64
            };
            check((0..count).map(|k| label([WIDTH * next(), MOST_HEIGHT * next()], k)).collect());
        }
    }
}
