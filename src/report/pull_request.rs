//! A merge as a Markdown page for an issue or a pull request: the explanation and the patches.

use super::explanation::Explanation;
use super::explanation_page;
use super::page::{Page, PageFormat};
use crate::merge::Merge;

/// Returns the page of a traced merge, independent of its current step.
pub fn report(merge: &Merge) -> String {
    let mut merge = merge.clone();
    merge.seek(merge.steps.len());
    let explanation = Explanation::new(&merge);
    let mut page = Page::new(PageFormat::Markdown);
    explanation_page::print(&mut page, &explanation, &merge);
    for patch in &merge.inputs.patches {
        page.open_details_of("Patch", patch.name());
        page.block("yaml", patch.text());
        page.close_details();
    }
    let text = page.finish();
    format!("{}\n", text.trim_end())
}
