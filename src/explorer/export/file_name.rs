//! The default name of an export file.

use super::format::ExportFormat;
use crate::explorer::workspace::Workspace;

/// Returns the default name of an export file: the name of the live file with another extension, or that of the input that
/// is saved.
pub fn file_name(cx: &Workspace, format: ExportFormat) -> String {
    let input = match format {
        ExportFormat::Text(input) => input,
        _ => cx.live_input(),
    };
    let name = cx.inputs.name(input);
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_.".contains(*c))
        .collect();
    let stem = name.rsplit_once('.').map_or(&name[..], |(stem, _)| stem);
    let stem = stem.trim_start_matches(['-', '.']);
    let stem = if stem.is_empty() { "merge" } else { stem };
    format!("{stem}.{}", format.extension())
}
