//! Runs the command line and exits with its exit code. No other code calls exit.

use std::process::ExitCode;

fn main() -> ExitCode {
    mergescope::cli::run()
}
