//! The program `osculate`.

#![deny(unsafe_code)]

mod arguments;
mod baseline;
mod check;
mod ci;
mod decompose;
mod demo;
mod drawing;
mod explain;
mod farthest;
mod ghosts;
mod hull;
mod ignored;
mod input;
mod manual;
mod march;
mod meetings;
mod moving;
mod motions;
mod output;
mod pairs;
mod picture;
mod postures;
mod report;
mod robot;
mod save;
mod shown;
mod sweep;
mod view;

use arguments::{Arguments, Command};
use clap::Parser;
use miette::Result;
use output::Unprinted;
use std::io::Write;
use std::process::ExitCode;

/// No clash.
const CLEAR: u8 = 0;
/// A clash, a pair nearer than the clearance, or bodies in motion that meet.
const CLASH: u8 = 1;
/// The question could not be answered.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => run(arguments),
        // Help is printed as an answer, and a wrong command line as an error.
        Err(said) => said
            .print()
            .map(|()| if said.use_stderr() { FAILED } else { CLEAR })
            .map_err(|error| Unprinted::from(error).into()),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(report) => {
            // That a reader went away is no failure to tell of.
            if !report.downcast_ref::<Unprinted>().is_some_and(Unprinted::is_unwanted) {
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
        Some(Command::Sweep(of)) => sweep::run(&of),
        Some(Command::Distance(of)) => check::distance(&of),
        Some(Command::Explain(of)) => explain::run(&of),
        Some(Command::Hull(of)) => hull::run(&of),
        Some(Command::Decompose(of)) => decompose::run(&of),
        Some(Command::Picture(of)) => picture::run(&of),
        Some(Command::Robot(of)) => robot::run(&of),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man(of)) => manual::run(&of),
    }
}
