//! What shells and readers of manuals are given: completions, and a page a command.

use crate::arguments::{Arguments, Man};
use crate::save::save;
use crate::{CLEAR, output};
use clap::{Command, CommandFactory};
use clap_mangen::Man as Page;
use miette::{IntoDiagnostic, Result, miette};

/// What the program is called.
const NAME: &str = "osculate";

// The crates write to memory, which never fails: they panic where a pipe is closed.

pub fn completions(shell: clap_complete::Shell) -> Result<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut text);
    output::print(&text)?;
    Ok(CLEAR)
}

pub fn run(of: &Man) -> Result<u8> {
    let mut program = Arguments::command();
    // From here on commands know what they are called with the program.
    program.build();
    let commands: Vec<&Command> = program.get_subcommands().collect();
    if let Some(folder) = &of.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| miette!("cannot make the folder {}: {error}", folder.display()))?;
        save(&folder.join(format!("{NAME}.1")), &page(&program)?)?;
        for command in &commands {
            let name = format!("{NAME}-{}", command.get_name());
            save(&folder.join(format!("{name}.1")), &page(command)?)?;
        }
        let count = output::many(commands.len() + 1, "page", "pages");
        output::print(format!("{}: {count}\n", folder.display()).as_bytes())?;
        return Ok(CLEAR);
    }
    let text = match &of.command {
        None => page(&program)?,
        Some(name) => {
            let Some(command) = commands.iter().find(|command| command.get_name() == name) else {
                let names: Vec<&str> = commands.iter().map(|command| command.get_name()).collect();
                let help = osculate_io::names_like(name, &names, ["command", "commands"]);
                return Err(miette!(help = help, "there is no command {name:?}"));
            };
            page(command)?
        }
    };
    output::print(&text)?;
    Ok(CLEAR)
}

/// The page of a command, or of the program.
fn page(of: &Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    Page::new(of.clone()).source(source).render(&mut text).into_diagnostic()?;
    Ok(text)
}
