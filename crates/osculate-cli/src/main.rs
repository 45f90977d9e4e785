//! The program `osculate`.

#![deny(unsafe_code)]

mod arguments;
mod check;
mod demo;
mod explain;
mod hull;
mod output;
mod pairs;
mod picture;
mod save;
mod view;

use arguments::{Arguments, Command};
use clap::{CommandFactory, Parser};
use miette::{IntoDiagnostic, Result};
use std::io::Write;
use std::process::ExitCode;

/// No clash.
const CLEAR: u8 = 0;
/// A clash, or a pair nearer than the clearance.
const CLASH: u8 = 1;
/// The question could not be answered.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(code) => ExitCode::from(code),
        Err(report) => {
            // A reader that went away, such as `head`, is no failure to tell of.
            let gone = report
                .downcast_ref::<std::io::Error>()
                .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
            if !gone {
                let _ = writeln!(std::io::stderr(), "{report:?}");
            }
            ExitCode::from(FAILED)
        }
    }
}

fn run(arguments: Arguments) -> Result<u8> {
    match arguments.command {
        None => demo::run(&arguments::Demo::default()),
        Some(Command::Demo(of)) => demo::run(&of),
        Some(Command::Check(of)) => check::run(&of),
        Some(Command::Distance(of)) => check::distance(&of),
        Some(Command::Explain(of)) => explain::run(&of),
        Some(Command::Hull(of)) => hull::run(&of),
        Some(Command::Picture(of)) => picture::run(&of),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(
                shell,
                &mut Arguments::command(),
                "osculate",
                &mut std::io::stdout(),
            );
            Ok(CLEAR)
        }
        Some(Command::Man) => {
            clap_mangen::Man::new(Arguments::command())
                .render(&mut std::io::stdout())
                .into_diagnostic()?;
            Ok(CLEAR)
        }
    }
}
