//! The changes of the files of an apply or a policy. The patch is computed from them, so a file can have lines that no
//! pane shows.

use std::sync::Arc;

use super::change_stop::{ChangeStop, ChangedFile};
use super::version::{FileText, Version};
use crate::document::{Path, Position, ReadError, names_secret};
use crate::explorer::go_to::row_of_path;
use crate::explorer::inputs::input_error::{InputError, UnreadInput};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::merged::source_lines::SourceView;
use crate::explorer::panes::broken_text::lines_in;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::workspace::Workspace;
use crate::merge::Semantics;
use crate::report::line_hunks::HunkKind;
use crate::report::rows::outline::{self, BlockCursor};

/// Where a change of a file is shown.
pub(super) enum FilePlace {
    /// On a base row of a pane.
    Row(Pane, usize),
    /// In no pane, so that the lines of the file are shown instead.
    File(Pane),
}

/// Returns the texts of the files, and the compliance type of the template that is shown. The last readable text stands
/// for one that cannot be read.
pub(super) fn files(before: Option<&Version>, cx: &Workspace) -> (Vec<FileText>, Option<Semantics>) {
    let (inputs, semantics) = match &cx.mode {
        Mode::Files => return (Vec::new(), None),
        Mode::Apply(_) => (vec![InputId::LIVE, InputId::Manifest, InputId::LastApplied], None),
        Mode::Policy(policy) => {
            let template = policy.template();
            let semantics = template.map(|template| Semantics::Policy(template.compliance));
            (policy.files().inputs().collect(), semantics)
        }
    };
    let known = |input| before.and_then(|before| before.file(input));
    let text = |input: InputId| {
        let text = match &cx.mode {
            Mode::Apply(apply) => apply.text(input)?.into(),
            Mode::Policy(policy) => String::from_utf8_lossy(policy.bytes(input)?),
            Mode::Files => return None,
        };
        let is_broken = cx.inputs.error(input).is_some();
        let text = match known(input) {
            Some(known) if is_broken || **known == *text => Arc::clone(known),
            _ => Arc::from(text),
        };
        Some(FileText { input, text })
    };
    (inputs.into_iter().filter_map(text).collect(), semantics)
}

/// Returns where a change of a file is shown.
pub(super) fn place(stop: &ChangeStop, file: &ChangedFile, cx: &Workspace) -> FilePlace {
    let merged = cx.merged();
    let in_view = |pane: Pane, view: &SourceView| {
        let row = (stop.hunk.new.start + 1).checked_sub(view.first_number())?;
        // Lines that were removed at the end are after the last row.
        let last = view.len().saturating_sub(1);
        let is_at_end = stop.hunk.kind == HunkKind::Removed && row == last + 1;
        let row = if is_at_end { last } else { row };
        (view.shows_text() && row <= last).then_some(FilePlace::Row(pane, row))
    };
    match file.input {
        InputId::Live(_) if file.input == cx.live_input() => {
            in_view(Pane::Live, merged.live()).unwrap_or(FilePlace::File(Pane::Live))
        }
        InputId::Live(_) => FilePlace::File(Pane::Live),
        InputId::Patch(patch) => {
            let shown = merged.patch(patch).and_then(|view| in_view(Pane::Patch, view));
            shown.unwrap_or(FilePlace::File(Pane::Patch))
        }
        InputId::Manifest | InputId::LastApplied if cx.apply_rejection().is_some() => {
            FilePlace::File(Pane::Patch)
        }
        InputId::Manifest | InputId::LastApplied => {
            let row = |pane: Pane, path: &Path| {
                let row = row_of_path(pane, path, cx).ok()?;
                let inside = file.in_text.as_ref().filter(|(text, _)| text == path);
                let inside = inside.and_then(|(_, lines)| row_in_text(pane, row, *lines, stop, cx));
                Some(FilePlace::Row(pane, inside.unwrap_or(row)))
            };
            let find = |pane: Pane| file.paths.iter().find_map(|path| row(pane, path));
            let parents = || {
                let path = file.paths.first()?;
                let lengths = (1..path.0.len()).rev();
                lengths
                    .map(|length| Path(path.0[..length].to_vec()))
                    .find_map(|path| row(Pane::Result, &path))
            };
            let found = find(Pane::Patch).or_else(|| find(Pane::Result)).or_else(parents);
            found.unwrap_or(FilePlace::File(Pane::Patch))
        }
    }
}

/// Returns the row that shows a line of a text that begins on `first`: the line can be indented otherwise, and the text can
/// be written otherwise, such as folded. `lines`: the number of lines of the text before it.
fn row_in_text(pane: Pane, first: usize, lines: usize, stop: &ChangeStop, cx: &Workspace) -> Option<usize> {
    let texts: Vec<String> = match cx.panes.source(pane, cx.merged()) {
        Some(source) => {
            let (_, further) = source.extent(source.node_at(first)?.0);
            let rows = source.rows(first, further + 1).into_iter();
            rows.map(|(_, text, _)| text).collect()
        }
        None => {
            let (tree, heights) = (&cx.merged().merge().tree, cx.merged().heights());
            let mut cursor = BlockCursor::default();
            let node = outline::rows(tree, heights, first, 1).first()?.id;
            let rows = heights.shown(node).0 as usize;
            let rows = outline::rows(tree, heights, first, rows).into_iter();
            rows.map(|row| row.text(tree, heights, &mut cursor)).collect()
        }
    };
    let line = stop.file.as_ref()?.line.trim();
    let found = (1..texts.len()).filter(|row| texts[*row].trim() == line);
    let nearest = found.min_by_key(|row| row.abs_diff(lines));
    // After the last line of the text, the file has another field.
    let last = (stop.hunk.kind == HunkKind::Removed).then(|| lines.min(texts.len() - 1));
    nearest.or(last).map(|row| first + row)
}

/// Returns the place of a change and what is different there.
pub(super) fn words(stop: &ChangeStop, file: &ChangedFile, cx: &Workspace) -> String {
    let words = stop.words(cx.inputs.name(file.input), 0, file.rows, Some(&file.line));
    let is_own = file.input.document().is_some();
    let shown = match place(stop, file, cx) {
        FilePlace::Row(Pane::Patch, row) if !is_own => format!("; line {} of the computed patch", row + 1),
        FilePlace::Row(Pane::Result, row) => {
            let merged = cx.merged();
            let rows = outline::rows(&merged.merge().tree, merged.heights(), row, 1);
            let number = rows.first().and_then(|row| row.number).unwrap_or(row + 1);
            format!("; line {number} of the result")
        }
        _ => String::new(),
    };
    words + &shown
}

/// Shows the line of a file that no pane shows.
pub(super) fn show_file(stop: &ChangeStop, file: &ChangedFile, pane: Pane, cx: &mut Workspace) {
    let shown = cx.versions.get(cx.versions.shown());
    let Some(text) = shown.and_then(|shown| shown.file(file.input)) else {
        return;
    };
    let last = file.rows.saturating_sub(1);
    let line = stop.hunk.new.start.min(last) as u32 + 1;
    let lines = InputError::in_bytes(
        &ReadError {
            name: cx.inputs.name(file.input).to_owned(),
            position: Position { line, column: 1 },
            what: String::new(),
            help: None,
            line: String::new(),
            secret: names_secret(text),
        },
        text.as_bytes().to_vec(),
    );
    let mut explained = vec![
        words(stop, file, cx),
        "This line of the file is not in the object that the panes show.".to_owned(),
    ];
    explained.extend(stop.old.iter().cloned());
    cx.set_focus(Focus::Document(pane));
    if let Some(lines) = lines.unread {
        cx.show_file_lines(pane, file.input, lines);
    }
    cx.explain_without_step(explained);
}

/// Returns whether a changed line that no pane has is on the screen, because a pane shows the lines of the file.
pub(super) fn is_file_on_screen(stop: &ChangeStop, file: &ChangedFile, pane: Pane, cx: &Workspace) -> bool {
    let lines = lines_in(pane, cx).filter(|(shown, _)| *shown == file.input);
    let height = cx.panes.view(pane).height;
    let is_in = |(_, lines): (InputId, &UnreadInput)| {
        let line = stop.hunk.new.start + 1;
        lines.window(height).contains(&line)
    };
    cx.shows_pane(pane) && lines.is_some_and(is_in)
}
