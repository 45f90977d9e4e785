//! A robot cell that comes with the program: checked, and drawn.

use crate::arguments::{Demo, Pairs};
use crate::save::save;
use crate::{CLEAR, check, output, picture};
use miette::{IntoDiagnostic, Result};
use osculate::DVec3;
use osculate_io::Options;

const CELL: &str = include_str!("../scenes/cell.json");

pub fn run(of: &Demo) -> Result<u8> {
    let folder = of.out.clone().unwrap_or_else(|| std::env::temp_dir().join("osculate-demo"));
    std::fs::create_dir_all(&folder).into_diagnostic()?;
    let file = folder.join("cell.json");
    save(&file, CELL.as_bytes())?;
    let scene = osculate_io::read(&file, &Options::default())?;
    let how = Pairs { clearance: 0.03, ..Pairs::default() };
    let report = check::report(&scene, &how, false)?;
    println!("A robot at work: what clashes, what touches, what is nearer than 30 mm?\n");
    output::table(&mut std::io::stdout().lock(), &scene, &report, &how).into_diagnostic()?;
    for name in ["cell.svg", "cell.html"] {
        picture::write(&folder.join(name), &scene, &report, DVec3::Y)?;
    }
    println!("\ndrawn: {}", folder.join("cell.svg").display());
    println!("       {} (turns with the mouse)", folder.join("cell.html").display());
    println!(
        "\nThe same for files of yours: osculate check FILE… and osculate picture FILE -o cell.html"
    );
    Ok(CLEAR)
}
