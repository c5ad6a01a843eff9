//! The parser's complaints in our words.

use granit_parser::{ErrorKind, ScanError};

use super::Fault;

/// The place and the meaning of a parser's error.
pub(super) fn fault(text: &str, error: &ScanError) -> Fault {
    let at = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
    let what = error.kind().to_string();
    let fault = Fault::new(at, what);
    match error.kind() {
        ErrorKind::TabNotAllowed | ErrorKind::TabInBlockIndentation => fault.help("indent with spaces"),
        _ => fault,
    }
}
