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
        let names = field.split('.');
        let found = names
            .clone()
            .try_fold(document.root(), |map, name| document.get(map, name));
        if let Some(node) = found {
            let mut reason = patch.reasons[node.index()];
            reason.rule = Rule::PreconditionFailed;
            return Err(CreateFailure {
                reason,
                path: Path(names.map(|name| Segment::Key(name.to_owned())).collect()),
                detail: format!("`{field}`"),
                message: format!(
                    "precondition failed for: {}",
                    go_text::format_value(&**document, document.root())
                ),
            });
        }
    }
    Ok(())
}
