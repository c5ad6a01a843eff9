//! What a save changed in the files of an apply or a policy.

use std::sync::Arc;

use super::change_stop::{ChangeStop, ChangedFile, OldText, stop_at};
use super::value_hunks::{ChangedValue, value_hunks};
use super::version::Version;
use super::version_context::VersionContext;
use crate::create::path_of_node;
use crate::document::{Document, NodeId, Path, Tree, names_secret, read_live};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::merged::source_lines::SourceView;
use crate::report::line_hunks::{LineHunk, hunk_words, line_hunks};
use crate::report::redact::Secrets;

/// Returns the names of the files that differ with summaries, and their changes. `is_hidden`: old lines can contain Secret
/// values.
pub(super) fn changes(
    before: &Version,
    version: &Version,
    is_hidden: bool,
    cx: &VersionContext,
) -> (Vec<(String, String)>, Vec<ChangeStop>) {
    let (mut names, mut stops) = (Vec::new(), Vec::new());
    for file in &version.files {
        let Some(old) = before.file(file.input).filter(|old| **old != file.text) else {
            continue;
        };
        let is_hidden = is_hidden || [old, &file.text].into_iter().any(|text| names_secret(text));
        let is_shown = !is_hidden || cx.redaction.show;
        let shown = is_shown.then(|| OldText::new(old.to_string()));
        let lines: Vec<&str> = file.text.lines().collect();
        let views = [old, &file.text].map(|text| view(file.input, text, cx));
        let mut hunks = line_hunks(old, &file.text);
        let values = match &views {
            [Some(old), Some(new)] if is_shown => in_other_format([old, new], &hunks),
            _ => None,
        };
        let format = if values.is_some() { "another format, " } else { "" };
        let (values, old_values): (Vec<_>, Vec<_>) = values
            .into_iter()
            .flatten()
            .map(|value| (value.hunk, value.old))
            .unzip();
        if !values.is_empty() {
            hunks = values;
        }
        let words = format!("{format}{}", hunk_words(&hunks));
        names.push((cx.name(file.input).to_owned(), words));
        for (index, hunk) in hunks.iter().enumerate() {
            let line = lines.get(hunk.new.start).copied().unwrap_or_default();
            let mut stop = stop_at(Some(file.input), hunk, shown.as_ref());
            if let Some(Some(old)) = old_values.get(index) {
                stop.old = vec![old.clone()];
            }
            stops.push(ChangeStop {
                file: Some(ChangedFile {
                    input: file.input,
                    rows: lines.len(),
                    line: line.to_owned(),
                    paths: paths(hunk, &views, cx),
                    in_text: place_in_text(hunk, &views, cx),
                }),
                ..stop
            });
        }
    }
    (names, stops)
}

/// Returns the changed values of a manifest that is in another format now, if its rows are the lines of the file.
fn in_other_format(views: [&SourceView; 2], hunks: &[LineHunk]) -> Option<Vec<ChangedValue>> {
    let are_lines = views
        .iter()
        .all(|view| view.shows_text() && view.first_number() == 1);
    are_lines.then(|| value_hunks(views, hunks)).flatten()
}

/// Returns the lines of a manifest with their nodes.
fn view(input: InputId, text: &str, cx: &VersionContext) -> Option<SourceView> {
    let is_computed_from = matches!(input, InputId::Manifest | InputId::LastApplied);
    let read = || read_live(cx.name(input), text.as_bytes().to_vec()).ok();
    let document = is_computed_from.then(read).flatten()?;
    Some(SourceView::new(Arc::new(document)))
}

/// Returns the paths of the fields on the lines of a change, the deepest first.
fn paths(hunk: &LineHunk, views: &[Option<SourceView>; 2], cx: &VersionContext) -> Vec<Path> {
    let of_line = |view: &SourceView, row: usize| Some(path_of(view, view.node_at(row)?.0, cx));
    let (new, old) = (hunk.new.clone(), hunk.old.clone());
    let new = new.filter_map(|row| of_line(views[1].as_ref()?, row));
    let old = old.filter_map(|row| of_line(views[0].as_ref()?, row));
    let mut paths: Vec<Path> = new.chain(old).filter(|path| !path.0.is_empty()).collect();
    paths.sort_by_key(|path| std::cmp::Reverse(path.0.len()));
    paths
}

fn path_of(view: &SourceView, node: NodeId, cx: &VersionContext) -> Path {
    let document: &Document = view.document();
    let (api_version, kind) = document.identity();
    let top = cx.schema.known_top(api_version, kind);
    path_of_node(document, node, &cx.schema, top).0
}

/// Returns the path of a text of many lines with the first line of a change, and the number of its lines before that line.
fn place_in_text(
    hunk: &LineHunk,
    views: &[Option<SourceView>; 2],
    cx: &VersionContext,
) -> Option<(Path, usize)> {
    let (view, row) = match hunk.new.is_empty() {
        true => (views[0].as_ref()?, hunk.old.start),
        false => (views[1].as_ref()?, hunk.new.start),
    };
    let (node, begins) = view.node_at(row)?;
    let is_inside = !begins && view.document().kind(node).is_scalar();
    is_inside.then(|| (path_of(view, node, cx), row - view.row_of(node)))
}

/// Returns whether old lines of a version can contain Secret values that are hidden.
pub(super) fn is_hidden(secrets: impl IntoIterator<Item = Secrets>) -> bool {
    secrets.into_iter().any(|secrets| secrets != Secrets::None)
}
