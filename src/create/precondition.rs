//! Fields that a patch must not contain (Go: `mergepatch.RequireKeyUnchanged`).

use super::line_reason::CreateFailure;
use super::patch_document::PatchDocument;
use crate::document::{Path, Segment};
use crate::merge::{Rule, go_text};

/// Checks that the patch contains none of the fields: keys of the root, or several keys separated by dots.
///
/// # Errors
/// The first field that the patch contains.
pub(crate) fn check(patch: &PatchDocument, fields: &[String]) -> Result<(), CreateFailure> {
    let document = &patch.document;
    for field in fields {
        let names: Vec<&str> = field.split('.').collect();
        if let Some(node) = document.node_at(&names) {
            let mut reason = patch.reasons[node.index()];
            reason.rule = Rule::PreconditionFailed;
            return Err(CreateFailure {
                reason,
                path: Path(
                    names
                        .into_iter()
                        .map(|name| Segment::Key(name.to_owned()))
                        .collect(),
                ),
                detail: format!("`{field}`").into(),
                message: format!(
                    "precondition failed for: {}",
                    go_text::format_value(&**document, document.root())
                ),
            });
        }
    }
    Ok(())
}
