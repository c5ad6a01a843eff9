//! The text that is copied. It is plain text, so that pasting it cannot control a terminal.

use super::action::CopyTarget;
use crate::document::escape;
use crate::document::{Subtree, Tree, Value, write};
use crate::explorer::explain::step;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::popups::line_history::LineHistory;
use crate::explorer::workspace::Workspace;

/// Returns the text to copy from the line under the cursor, or `None` if the line has no node.
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

/// Returns the history of a line. In the steps and the explanation, returns the explanation of the current
/// step.
fn explanation_of(line: &LineTarget, cx: &Workspace) -> String {
    if cx.focused_pane().is_none() {
        let lines = step::to_lines(cx.merged(), cx.agreement(), cx.lesson(), step::future_steps(cx));
        return lines.iter().map(|line| format!("{}\n", line.text)).collect();
    }
    LineHistory::new(line, cx.merged()).text(cx.merged().merge())
}

/// Returns a text with invisible characters escaped, except for newlines and tabs, and without trailing
/// newlines.
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
