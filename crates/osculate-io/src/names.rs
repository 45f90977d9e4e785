//! Names that were mistyped.

/// Names that are all listed, if there are no more.
const FEW: usize = 9;

/// Of many names, as many as are told.
const NEAREST: usize = 3;

/// A help for a name that is not there: the names that are there, or those most like it if there
/// are many. A thing in the singular and the plural, as `["body", "bodies"]`, says what is named.
///
/// ```
/// use osculate_io::names_like;
/// let help = names_like("bal", &["box", "ball"], ["body", "bodies"]);
/// assert_eq!(help, "the bodies are ball, box");
/// ```
pub fn like(wanted: &str, known: &[&str], [one, more]: [&str; 2]) -> String {
    let mut known = known.to_vec();
    known.sort_by_cached_key(|known| changes(known, wanted));
    match known.as_slice() {
        [] => format!("there is no {one}"),
        names if names.len() <= FEW => format!("the {more} are {}", names.join(", ")),
        names => {
            let count = names.len();
            format!("did you mean {}? There are {count} {more}", names[..NEAREST].join(", "))
        }
    }
}

/// Letters to change, add or remove.
fn changes(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
