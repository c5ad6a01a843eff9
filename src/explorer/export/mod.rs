//! A merge to take away: what is written to a file, as text. Nothing here knows of files.

pub(crate) mod session_folds;

pub(crate) mod format;
pub mod html;
pub mod session;

pub use crate::report::pull_request::report;
pub use format::ExportFormat;

use super::state::Explorer;

/// The name of a file to write to, where nobody says another: live's own, with another end.
pub fn file_name(state: &Explorer, format: ExportFormat) -> String {
    let name = state.name(0).rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_.".contains(*c))
        .collect();
    let stem = name.rsplit_once('.').map_or(&name[..], |(stem, _)| stem);
    let stem = stem.trim_start_matches(['-', '.']);
    let stem = if stem.is_empty() { "merge" } else { stem };
    format!("{stem}.{}", format.extension())
}
