//! Inputs that are not files: the built-in lessons, and standard input.

use crate::explorer::workspace::Workspace;

/// Returns the reason why the text of an input cannot be saved.
pub(super) fn no_file(name: &str, cx: &Workspace) -> String {
    match cx.lesson {
        Some(_) => "the text of a lesson is not written to a file".to_owned(),
        None => format!("{name} is not a file"),
    }
}
