//! Where a robot's joints stand, as messages say it that are called `joint_states`: in YAML, as
//! `rostopic echo` and `ros2 topic echo` print them, or in JSON. Of YAML only that is read: a list
//! of names and one of positions in each message, in brackets or a dash a line.

use crate::lines::without_mark;
use crate::{Limits, ReadError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The joints of a file of messages, each where the last message that has it puts it. JSON may also
/// be an object of names and places.
///
/// ```
/// let file = std::env::temp_dir().join("osculate_joint_states.yaml");
/// std::fs::write(&file, "name:\n- elbow\n- wrist\nposition: [1.5, -0.25]\n---\n").unwrap();
/// let places = osculate_io::joint_states(&file, &Default::default())?;
/// assert_eq!((places["elbow"], places["wrist"]), (1.5, -0.25));
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
pub fn joint_states(path: &Path, limits: &Limits) -> Result<BTreeMap<String, f64>, ReadError> {
    let bytes = crate::text::of_file(path, limits.bytes)?;
    if bytes.len() as u64 > limits.bytes {
        return Err(ReadError::new(path, format!("it is longer than {} bytes", limits.bytes)));
    }
    let Ok(text) = std::str::from_utf8(without_mark(&bytes)) else {
        return Err(ReadError::new(path, "it is not text (UTF-8)"));
    };
    let messages = if text.trim_start().starts_with(['{', '[']) {
        json(path, text)?
    } else {
        yaml(path, text)?
    };
    let mut places = BTreeMap::new();
    for Message { line, names, positions } in messages {
        if names.len() != positions.len() {
            let (n, p) = (names.len(), positions.len());
            let what = format!("a message has {n} names and {p} positions");
            return Err(ReadError::at_line(path, line, what));
        }
        for (name, position) in names.into_iter().zip(positions) {
            if !position.is_finite() {
                let what = format!("joint {name:?} stands at {position}, and must be finite");
                return Err(ReadError::at_line(path, line, what));
            }
            places.insert(name, position);
        }
    }
    if places.is_empty() {
        let help = "a message has a list \"name\" and one \"position\", in YAML or JSON";
        return Err(ReadError::new(path, "it says of no joint where it stands").help(help));
    }
    Ok(places)
}

/// What one message says.
#[derive(Default)]
struct Message {
    /// The line where it begins, counted from 1; 0 if that is not known.
    line: usize,
    names: Vec<String>,
    positions: Vec<f64>,
}

fn json(path: &Path, text: &str) -> Result<Vec<Message>, ReadError> {
    let mut messages = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| {
            ReadError::at_line(path, error.line(), format!("it is no valid JSON: {error}"))
        })?;
        let all = match value {
            Value::Array(all) => all,
            one => vec![one],
        };
        for value in all {
            messages.push(message(&value).map_err(|what| ReadError::new(path, what))?);
        }
    }
    Ok(messages)
}

fn message(value: &Value) -> Result<Message, String> {
    let number = |value: &Value| value.as_f64().ok_or(format!("{value} is no number"));
    if let (Some(names), Some(positions)) = (value["name"].as_array(), value["position"].as_array())
    {
        let name = |value: &Value| value.as_str().map(str::to_string);
        let names: Option<Vec<String>> = names.iter().map(name).collect();
        return Ok(Message {
            line: 0,
            names: names.ok_or("a name is no text")?,
            positions: positions.iter().map(number).collect::<Result<_, _>>()?,
        });
    }
    let Some(object) = value.as_object() else {
        return Err(format!("{value} is no message of joints"));
    };
    let mut message = Message::default();
    for (name, place) in object {
        message.names.push(name.clone());
        message.positions.push(number(place).map_err(|what| format!("joint {name:?}: {what}"))?);
    }
    Ok(message)
}

/// The lists of a message.
const LISTS: [&str; 2] = ["name:", "position:"];

fn yaml(path: &Path, text: &str) -> Result<Vec<Message>, ReadError> {
    let mut messages = Vec::new();
    let mut message = Message { line: 1, ..Message::default() };
    // The list that is being read, and whether a bracket of it is open.
    let (mut list, mut is_open): (Option<usize>, bool) = (None, false);
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let trimmed = line.trim();
        if trimmed == "---" || trimmed == "..." {
            messages.push(std::mem::take(&mut message));
            (message.line, list, is_open) = (number + 1, None, false);
            continue;
        }
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let mut items = trimmed;
        if !is_open && !trimmed.starts_with("- ") {
            // Keys of the message stand at the start of a line: others are of the header.
            let of = LISTS.iter().position(|key| line.starts_with(key));
            list = of;
            let Some(of) = of else { continue };
            items = trimmed[LISTS[of].len()..].trim();
            if let Some(rest) = items.strip_prefix('[') {
                (items, is_open) = (rest, true);
            }
        } else if let Some(item) = trimmed.strip_prefix("- ").filter(|_| !is_open) {
            items = item;
        }
        let Some(of) = list else { continue };
        let items = match items.split_once(']').filter(|_| is_open) {
            Some((items, _)) => {
                is_open = false;
                items
            }
            None => items,
        };
        let items = items.split(" #").next().unwrap_or("");
        for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            if of == 0 {
                message.names.push(item.trim_matches(['\'', '"']).to_string());
                continue;
            }
            let Ok(position) = item.parse() else {
                let what = format!("a position must be a number, and is {item:?}");
                return Err(ReadError::at_line(path, number, what));
            };
            message.positions.push(position);
        }
    }
    messages.push(message);
    Ok(messages)
}
