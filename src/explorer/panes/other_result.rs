//! Notes on the rows of the result that differ with the other semantics.

use super::focus::Pane;
use super::row::PaneRow;
use crate::document::escape::visible;
use crate::explorer::workspace::Workspace;
use crate::report::other_result::OtherNode;
use crate::report::rows::outline;

/// Returns the difference at the nodes that start on a base row of the result.
fn other_node(base: usize, cx: &Workspace) -> Option<&OtherNode> {
    let merged = cx.merged();
    let entry = outline::rows(&merged.merge().tree, merged.heights(), base, 1).pop()?;
    let items = entry.dashes.iter().map(|dash| dash.item);
    let nodes = items
        .chain([entry.id])
        .filter(|_| entry.part == 0 && !entry.is_placeholder);
    nodes.into_iter().find_map(|id| cx.agreement().other_node(id))
}

/// Adds the result of the other semantics to the notes of the visible rows. Only when the result is complete: the explorer
/// opens before steps that change nothing.
pub(super) fn note_other_result(pane: Pane, rows: &mut [PaneRow], cx: &Workspace) {
    let is_result = pane == Pane::Result && cx.merged().position() >= cx.merged().last_change();
    if !is_result || cx.agreement().agrees() {
        return;
    }
    let first = cx.panes.view(pane).scroll;
    for (number, row) in (first..).zip(rows) {
        let Some(other) = other_node(cx.panes.base_row(pane, number), cx) else {
            continue;
        };
        let [long, brief] = other.words().map(|text| visible(&text).into_owned());
        let join = |note: &str, text: String| match note {
            "" => text,
            note => format!("{note}  {text}"),
        };
        row.note = join(&row.note, format!("{}: {long}", cx.agreement().other));
        row.brief = join(&row.brief, format!("≠ {brief}"));
    }
}
