//! How things print.

/// A number as Python prints it.
pub fn number(number: f64) -> String {
    if number.is_nan() {
        return "nan".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        // As Python does, with a sign and two digits at least.
        let text = format!("{number:e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, power) = power.strip_prefix('-').map_or(("+", power), |power| ("-", power));
        return format!("{digits}e{sign}{power:0>2}");
    }
    format!("{number:?}")
}

/// Some numbers as a tuple.
pub fn numbers(all: &[f64]) -> String {
    let shown: Vec<String> = all.iter().map(|one| number(*one)).collect();
    format!("({})", shown.join(", "))
}
