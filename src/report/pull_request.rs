//! A merge as one Markdown page for an issue or a pull request: what `explain` tells, what the patch changes as a
//! diff, and the patches.

use super::explanation::Explanation;
use super::markdown::{code, fence, print};
use super::unified_diff;
use crate::document::write;
use crate::merge::Merge;

/// The page, for a traced merge wherever it stands.
pub fn report(merge: &Merge) -> String {
    let mut merge = merge.clone();
    merge.seek(merge.steps.len());
    let told = Explanation::new(&merge);
    let mut out = print(&told, &merge);
    if told.rejection.is_none() {
        let changes = unified_diff::unified(&write::yaml(&*merge.inputs.live), &write::yaml(&merge.scene));
        out.push_str("\n## What changes\n\n");
        match changes.is_empty() {
            true => out.push_str("Nothing: the result is what live is.\n"),
            false => fence(&mut out, "diff", changes.trim_end()),
        }
    }
    for patch in &merge.inputs.patches {
        out.push_str(&format!("\n## Patch {}\n\n", code(patch.name())));
        fence(&mut out, "yaml", patch.text().trim_end());
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
