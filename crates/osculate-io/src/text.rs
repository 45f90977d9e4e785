//! Files as bytes and as text, within the limits.

use crate::ReadError;
use crate::builder::Builder;
use crate::lines::without_mark;
use flate2::read::MultiGzDecoder;
use osculate::{DVec3, Vector};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes that a file may have when it is unpacked, however few it has packed.
const FREE: u64 = 1 << 26;
/// How many times as long a file may become: texts of numbers become ten times as long.
const MOST_TIMES: u64 = 100;

/// The bytes of a file, unpacked if gzip has packed them.
pub fn bytes<V: Vector>(path: &Path, scene: &Builder<V>) -> Result<Vec<u8>, ReadError> {
    let most = scene.limits().bytes;
    let bytes = match scene.options().given.get(path) {
        Some(given) => given.clone(),
        None => of_file(path, most)?,
    };
    if bytes.len() as u64 > most {
        return Err(ReadError::new(path, format!("it is longer than {most} bytes")));
    }
    if bytes.is_empty() {
        return Err(ReadError::new(path, "it is empty"));
    }
    if bytes.starts_with(b"\x1f\x8b") { unpacked(path, &bytes, most) } else { Ok(bytes) }
}

/// The bytes of a file; one more than `most`, if there are more.
pub fn of_file(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let io = |error: std::io::Error| ReadError::io(path, &error);
    let data = std::fs::metadata(path).map_err(io)?;
    if data.is_dir() {
        return Err(ReadError::new(path, "it is a folder, and a file is wanted"));
    }
    let mut bytes = Vec::new();
    // By what is read, not by what the system claims: pipes have no length.
    std::fs::File::open(path).map_err(io)?.take(most + 1).read_to_end(&mut bytes).map_err(io)?;
    Ok(bytes)
}

fn unpacked(path: &Path, packed: &[u8], most: u64) -> Result<Vec<u8>, ReadError> {
    let most = most.min(FREE.max(MOST_TIMES * packed.len() as u64));
    let mut bytes = Vec::new();
    let read = MultiGzDecoder::new(packed).take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| {
        let what = format!("gzip has packed it, and it cannot be unpacked: {error}");
        ReadError::new(path, what).help("gzip --test tells whether the file is whole")
    })?;
    if bytes.len() as u64 > most {
        let what = format!("it is longer than {most} bytes when it is unpacked");
        return Err(ReadError::new(path, what).help("unpack it with gunzip if that is meant"));
    }
    Ok(bytes)
}

/// A path without the `.gz` that tells of a packed file.
pub fn unpacked_name(path: &Path) -> PathBuf {
    match path.extension() {
        Some(end) if end.eq_ignore_ascii_case("gz") => path.with_extension(""),
        _ => path.to_path_buf(),
    }
}

/// The text of a file.
pub fn text<V: Vector>(path: &Path, scene: &Builder<V>) -> Result<String, ReadError> {
    let bytes = bytes(path, scene)?;
    let start = bytes.len() - without_mark(&bytes).len();
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        ReadError::new(path, format!("it is not text: byte {good} is not UTF-8"))
    })?;
    text.drain(..start);
    Ok(text)
}

/// The text of a file, whose bytes are taken as Latin-1 where they are no UTF-8, and told.
pub fn any_text<V: Vector>(path: &Path, scene: &mut Builder<V>) -> Result<String, ReadError> {
    let bytes = bytes(path, scene)?;
    let bytes = without_mark(&bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_string()),
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
            let path = path.display();
            scene.remark(format!("{path}:{line}: it is not UTF-8: its text is taken as Latin-1"));
            Ok(bytes.iter().map(|byte| char::from(*byte)).collect())
        }
    }
}

/// The next three words as a point.
pub fn point<'w>(words: &mut impl Iterator<Item = &'w str>) -> Result<DVec3, String> {
    let mut point = [0.0; 3];
    for x in &mut point {
        let word = words.next().unwrap_or("");
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => *x = value,
            _ => return Err(format!("expected three finite coordinates, found {word:?}")),
        }
    }
    Ok(DVec3::from(point))
}
