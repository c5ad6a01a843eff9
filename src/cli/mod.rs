//! The command line: one file a subcommand.

pub mod schema_table;

use std::process::ExitCode;

/// Runs the program with the process's arguments.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
