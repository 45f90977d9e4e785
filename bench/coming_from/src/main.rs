//! The same questions, asked with another crate and with osculate. `docs/coming-from.md` shows the
//! lines; running this holds the answers against each other.

mod bevy;
mod nalgebra;
mod parry;
mod rapier;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    parry::compare()?;
    rapier::compare()?;
    bevy::compare()?;
    nalgebra::compare()
}
