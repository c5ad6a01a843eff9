//! How the program ends, and what it says when it cannot go on.

use std::process::ExitCode;

use super::args::{DifferenceExit, StreamArgs};

/// The program's answers to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The patch was merged, or what was asked for was printed.
    Success,
    /// The patch was rejected.
    Failure,
    /// Bad usage or unreadable input.
    Usage,
    /// The explorer was ended by a signal; 128 and its number, as shells have it.
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

/// Why `--exit-on-difference` lets the run fail.
pub(crate) fn difference_found(args: &StreamArgs) -> &'static str {
    match args.exit_on_difference {
        Some(DifferenceExit::Change) => {
            "exit code 1, as --exit-on-difference=change asks: the patch changes the live object"
        }
        _ => "exit code 1 (--exit-on-difference): the semantics differ",
    }
}
