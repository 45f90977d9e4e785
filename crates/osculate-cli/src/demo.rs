//! A robot cell that comes with the program: checked, and drawn.

use crate::arguments::{Demo, Pairs};
use crate::save::save;
use crate::{CLEAR, check, output, picture};
use miette::{IntoDiagnostic, Result};
use osculate::DVec3;
use osculate_io::Options;
use std::io::Write;

const CELL: &str = include_str!("../scenes/cell.json");

pub fn run(of: &Demo) -> Result<u8> {
    let folder = of.out.clone().unwrap_or_else(|| std::env::temp_dir().join("osculate-demo"));
    std::fs::create_dir_all(&folder).into_diagnostic()?;
    let file = folder.join("cell.json");
    save(&file, CELL.as_bytes())?;
    let scene = osculate_io::read(&file, &Options::default())?;
    let how = Pairs { clearance: 0.03, ..Pairs::default() };
    let report = check::report(&scene, &how, false)?;
    let mut out = Vec::new();
    writeln!(out, "A robot at work: what clashes, what touches, what is nearer than 30 mm?\n")
        .and_then(|()| output::table(&mut out, &scene, &report, &how))
        .into_diagnostic()?;
    output::print(&out)?;
    for name in ["cell.svg", "cell.html"] {
        picture::write(&folder.join(name), &scene, &report, DVec3::Y)?;
    }
    output::print(
        format!(
            "\ndrawn: {}\n       {} (a page: turns, hides, cuts)\n\nThe same for files of yours: \
             osculate check FILE… and osculate picture FILE -o cell.html\n",
            folder.join("cell.svg").display(),
            folder.join("cell.html").display()
        )
        .as_bytes(),
    )?;
    Ok(CLEAR)
}
