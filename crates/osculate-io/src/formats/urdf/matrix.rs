//! The pairs of links that a planner does not check, written into a planning file: the rest of the
//! file stays as it is, letter by letter.

use crate::builder::Builder;
use crate::joints::{Disabled, Robot};
use crate::{Options, ReadError, xml};
use osculate::DVec3;
use std::collections::HashSet;
use std::ops::Range;

/// What planners' tools write of pairs; what else stands there a user has written.
const REASONS: [&str; 4] = ["Adjacent", "Never", "Always", "Default"];

/// What stands above the pairs of a new file.
const ABOVE: &str = "    <!-- Pairs of links that a planner does not check. -->\n";

/// The text of a robot's planning file with other pairs in the place of its own: the file that was
/// read with the robot, or a new one if there was none. What a user has disabled stays, and so do
/// pairs of links that are not among `links`, of which nothing is known.
///
/// ```
/// let robot = osculate_io::Robot { name: "arm".into(), ..Default::default() };
/// let links = ["hand".to_string(), "base".to_string()];
/// let pair = osculate_io::Disabled { links: links.clone(), reason: "Never".into() };
/// let text = osculate_io::planned(&robot, &links, &[pair], &Default::default())?;
/// assert!(text.contains(r#"<disable_collisions link1="hand" link2="base" reason="Never"/>"#));
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
pub fn planned(
    robot: &Robot,
    links: &[String],
    disabled: &[Disabled],
    options: &Options,
) -> Result<String, ReadError> {
    let Some(path) = &robot.srdf else {
        let lines: String = disabled.iter().map(line).collect();
        let name = escaped(&robot.name);
        return Ok(format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot name=\"{name}\">\n{ABOVE}{lines}\
             </robot>\n"
        ));
    };
    let known: HashSet<&str> = links.iter().map(String::as_str).collect();
    let mut scene = Builder::<DVec3>::new(options, path)?;
    xml::read(path, &mut scene, |file, document, _| {
        let (mut gone, mut kept) = (Vec::new(), HashSet::new());
        for node in document.descendants().filter(|n| n.has_tag_name("disable_collisions")) {
            let pair = (node.attribute("link1"), node.attribute("link2"));
            let (Some(a), Some(b)) = pair else { continue };
            let is_users = !REASONS.contains(&node.attribute("reason").unwrap_or(REASONS[1]));
            if is_users || !known.contains(a) || !known.contains(b) {
                kept.extend([(a, b), (b, a)]);
            } else {
                gone.push(whole_line(file.text, node.range()));
            }
        }
        let is_new = |pair: &&Disabled| !kept.contains(&(&*pair.links[0], &*pair.links[1]));
        let lines: String = disabled.iter().filter(is_new).map(line).collect();
        Ok(with_lines(file.text, &gone, document.root_element().range(), &lines))
    })
}

/// A text without these ranges, and with lines where the first of them was, or else at the end of
/// the robot.
fn with_lines(text: &str, gone: &[Range<usize>], robot: Range<usize>, lines: &str) -> String {
    let mut new = String::new();
    let mut at = 0;
    for (number, range) in gone.iter().enumerate() {
        new += &text[at..range.start];
        if number == 0 {
            new += lines;
        }
        at = range.end;
    }
    if !gone.is_empty() {
        return new + &text[at..];
    }
    let own = &text[robot.clone()];
    let (before, close) = match (own.strip_suffix("/>"), own.rfind("</")) {
        (Some(open), _) => (robot.start + open.len(), ">\n".to_string()),
        (None, Some(close)) => {
            let line = text[..robot.start + close].trim_end_matches([' ', '\t']).len();
            (line, if text[..line].ends_with('\n') { String::new() } else { "\n".into() })
        }
        (None, None) => (robot.end, String::new()),
    };
    let end = if own.ends_with("/>") { "</robot>" } else { &text[before..robot.end] };
    format!("{}{close}{lines}{end}{}", &text[..before], &text[robot.end..])
}

/// The line of an element, if nothing else stands in it; else the element.
fn whole_line(text: &str, of: Range<usize>) -> Range<usize> {
    let start = text[..of.start].trim_end_matches([' ', '\t']).len();
    let rest = &text[of.end..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let is_first = start == 0 || text[..start].ends_with('\n');
    if is_first && rest[blank..].starts_with('\n') { start..of.end + blank + 1 } else { of }
}

fn line(pair: &Disabled) -> String {
    let [a, b] = pair.links.each_ref().map(|name| escaped(name));
    let reason = escaped(&pair.reason);
    format!("    <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"{reason}\"/>\n")
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
