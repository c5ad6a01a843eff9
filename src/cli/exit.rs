//! The exit codes.

use std::process::ExitCode;

use super::args::{DifferenceExit, StreamArgs};

/// The results of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The patch was merged, or the requested output was printed.
    Success,
    /// The patch was rejected, or differences or findings were found.
    Failure,
    /// Bad usage or unreadable input.
    Usage,
    /// A signal ended the explorer: the exit code is 128 plus its number, as in shells.
    Signalled(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Signalled(code) => code,
        })
    }
}

/// Returns the reason why `--exit-on-difference` fails.
pub(crate) fn difference_found(args: &StreamArgs) -> &'static str {
    match args.exit_on_difference {
        Some(DifferenceExit::Change) => {
            "exit code 1 (--exit-on-difference=change): the patch changes the live object"
        }
        _ => "exit code 1 (--exit-on-difference): the semantics differ",
    }
}
