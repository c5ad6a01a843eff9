//! Turns the command line's answer into an exit code; the only place that exits.

use std::process::ExitCode;

fn main() -> ExitCode {
    mergescope::cli::run()
}
