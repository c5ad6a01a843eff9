//! The text that is copied. It is plain: nothing in it can command a terminal that it is pasted into.

use super::action::CopyTarget;
use crate::document::escape;
use crate::document::{Subtree, Tree, Value, write};
use crate::explorer::explain::step;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::popups::line_history::LineHistory;
use crate::explorer::workspace::Workspace;

/// The text to copy of the line under the cursor; none if the line is about no field.
pub(crate) fn text_to_copy(target: CopyTarget, cx: &Workspace) -> Option<String> {
    let line = cx.line_under_cursor()?;
    Some(plain(&match target {
        CopyTarget::Path => line.path(cx.merged()).to_string(),
        CopyTarget::Value => value_of(&line, cx),
        CopyTarget::Explanation => explanation_of(&line, cx),
        CopyTarget::Lines => String::new(),
    }))
}

fn value_of(line: &LineTarget, cx: &Workspace) -> String {
    let scene = &cx.merged().merge().scene;
    match (line.source(), line.result()) {
        (Some(source), _) => value(scene.document(source), source.node),
        (None, Some(id)) => value(scene, id),
        (None, None) => String::new(),
    }
}

/// The explanation of the current step; in a document the history of the line.
fn explanation_of(line: &LineTarget, cx: &Workspace) -> String {
    if cx.focused_pane().is_none() {
        let lines = step::to_lines(cx.merged(), cx.agreement(), cx.lesson(), step::future_steps(cx));
        return lines.iter().map(|line| format!("{}\n", line.text)).collect();
    }
    LineHistory::new(line, cx.merged()).text(cx.merged().merge())
}

/// The text with everything invisible escaped, except for line ends and tabs; without line ends at its end.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim_end_matches('\n').chars() {
        match c {
            '\n' | '\t' => out.push(c),
            c => escape::push(&mut out, c),
        }
    }
    out
}

fn value<T: Tree>(tree: &T, id: T::Id) -> String {
    match tree.value(id) {
        Value::String(text) => text.to_owned(),
        _ => write::yaml(&Subtree(tree, id)),
    }
}
