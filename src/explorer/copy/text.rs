//! The text that is copied. It is plain text, so that pasting it cannot control a terminal.

use std::borrow::Cow;

use super::action::CopyTarget;
use crate::document::{Subtree, Tree, Value, escape, write};
use crate::explorer::explain::step;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::popups::line_history::LineHistory;
use crate::explorer::workspace::Workspace;

/// Returns the text to copy from the line under the cursor, or `None` if the line has no node.
pub(crate) fn text_to_copy(target: CopyTarget, cx: &Workspace) -> Option<String> {
    let line = cx.line_under_cursor()?;
    Some(plain(&match target {
        CopyTarget::Path => line.path(cx.merged()).to_string(),
        CopyTarget::Value => value_of(&line, usize::MAX, cx).into_owned(),
        CopyTarget::Explanation => explanation_of(&line, cx),
        CopyTarget::Lines => String::new(),
    }))
}

/// The maximum length of the start of a list or map in a summary, in bytes.
const MAX_SUMMARY: usize = 32 * 1024;

/// Returns the first line of the text to copy from the line under the cursor, and how many lines the text
/// has. It does not format a long value, because the list of texts is drawn with each frame.
pub(crate) fn summary_to_copy(target: CopyTarget, cx: &Workspace) -> Option<String> {
    let (text, lines, is_cut) = match target {
        CopyTarget::Value => {
            let line = cx.line_under_cursor()?;
            let start = value_of(&line, MAX_SUMMARY, cx);
            let text = start.trim_end_matches('\n');
            let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
            let is_cut = start.len() >= MAX_SUMMARY;
            (plain(text.lines().next().unwrap_or_default()), lines, is_cut)
        }
        _ => {
            let text = text_to_copy(target, cx)?;
            let lines = text.lines().count();
            (text.lines().next().unwrap_or_default().to_owned(), lines, false)
        }
    };
    Some(match lines {
        0 | 1 => text,
        lines if is_cut => format!("{text} … more than {lines} lines"),
        lines => format!("{text} … {lines} lines"),
    })
}

/// Returns the value of a line; of a list or map that is longer than `bytes`, only the start.
fn value_of<'m>(line: &LineTarget, bytes: usize, cx: &'m Workspace) -> Cow<'m, str> {
    let tree = &cx.merged().merge().tree;
    match (line.source(), line.result()) {
        (Some(source), _) => value(tree.document(source), source.node, bytes),
        (None, Some(id)) => value(tree, id, bytes),
        (None, None) => Cow::default(),
    }
}

/// Returns the history of a line. In the steps and the explanation, returns the explanation of the current
/// step.
fn explanation_of(line: &LineTarget, cx: &Workspace) -> String {
    if cx.focused_pane().is_none() {
        let lines = step::to_lines(
            cx.merged(),
            cx.agreement(),
            cx.lesson().into(),
            step::future_steps(cx),
            None,
        );
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

fn value<T: Tree>(tree: &T, id: T::Id, bytes: usize) -> Cow<'_, str> {
    match tree.value(id) {
        Value::String(text) => text.into(),
        _ => write::yaml_start(&Subtree(tree, id), bytes).into(),
    }
}
