//! A merge as one Markdown page for an issue or a pull request: its explanation, the diff between live and result, and the
//! patches.

use super::explanation::Explanation;
use super::explanation_page;
use super::page::{Page, PageFormat};
use super::unified_diff::unified_diff;
use crate::document::write;
use crate::merge::Merge;

/// The page of a traced merge, whichever step it shows.
pub fn report(merge: &Merge) -> String {
    let mut merge = merge.clone();
    merge.seek(merge.steps.len());
    let explanation = Explanation::new(&merge);
    let mut page = Page::new(PageFormat::Markdown);
    explanation_page::print(&mut page, &explanation, &merge);
    if explanation.rejection.is_none() {
        let changes = unified_diff(&write::yaml(&*merge.inputs.live), &write::yaml(&merge.scene));
        page.heading("Changes");
        if changes.is_empty() {
            page.line("No changes: the result is equal to the live object.");
        } else {
            page.block("diff", &changes);
        }
    }
    for patch in &merge.inputs.patches {
        page.heading(&format!("Patch {}", page.code(patch.name())));
        page.block("yaml", patch.text());
    }
    let text = page.finish();
    format!("{}\n", text.trim_end())
}
