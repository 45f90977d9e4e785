//! A text as lines.

/// A text without the byte order mark that some editors begin it with.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Where the lines of a text end: at a line feed, or at a carriage return that none follows.
pub fn line_ends(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let is_end = |byte: usize| match bytes[byte] {
        b'\n' => true,
        b'\r' => bytes.get(byte + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(move |byte| is_end(*byte))
}

/// The lines of a text, each with the byte that it begins at.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ends = line_ends(text).chain([text.len()]);
    ends.scan(0, |start, end| {
        let line = (*start, &text[*start..end]);
        *start = end + 1;
        Some(line)
    })
}
