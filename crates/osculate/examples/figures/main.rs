//! Draws the cases of the founding papers: the SVG files of `docs/papers`, which a test holds to
//! this program.
//!
//! `cargo run --example figures -- [FOLDER]`

mod cases;
mod sheet;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/papers".into());
    let folder = std::path::Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (name, svg) in cases::figures() {
        std::fs::write(folder.join(name), svg)?;
        println!("{}", folder.join(name).display());
    }
    Ok(())
}
