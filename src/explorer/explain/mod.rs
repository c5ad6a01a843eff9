//! The lines of the explanation.

pub(crate) mod finding_before_step;
mod folded_message;
mod manifest_place;
mod patch_reasons;
mod rejected_apply;
mod shorten;
pub(crate) mod step;
pub(crate) mod wrap;

use super::apply::ledger;
use super::editor::Editor;
use super::merged::MergedView;
use super::panes::broken_text;
use super::panes::focus::{Focus, Pane};
use super::workspace::Workspace;
use crate::course::{Choice, Lesson};
use crate::document::Path;
use crate::document::escape::visible;
use crate::merge::{RuleEffect, Step};
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::text_change::changed_excerpts;
use finding_before_step::finding_before_step;
use folded_message::remove_pattern;
use manifest_place::manifest_place;
use step::future_steps;

/// Returns the explanation, wrapped to the width of its pane.
pub(crate) fn explanation(editor: &Editor, cx: &Workspace) -> Vec<ExplanationLine> {
    let sizes = &cx.session.layout.sizes;
    if let Some(working) = cx.working().filter(|_| cx.is_opening()) {
        let line = explanation_line(LineKind::Sentence, working);
        return wrap::wrap(vec![line], sizes.why_width);
    }
    let (width, rows) = (sizes.why_width, cx.panes.why().height);
    let lines = lines_of_width(Some(width), editor, cx);
    match cx.focus() {
        // The focused pane can be scrolled.
        Focus::Why => wrap::wrap(lines, width),
        _ => {
            let lines = shorten::shorten_causes(lines, width, rows);
            shorten::shorten_fix(wrap::wrap(lines, width), rows)
        }
    }
}

/// Returns the whole lines of the explanation.
pub(crate) fn all_lines(editor: &Editor, cx: &Workspace) -> Vec<ExplanationLine> {
    lines_of_width(None, editor, cx)
}

/// Returns the lines of the explanation, before they are wrapped. `width`: a long message of kubectl is folded for rows
/// of this width.
fn lines_of_width(width: Option<usize>, editor: &Editor, cx: &Workspace) -> Vec<ExplanationLine> {
    let mut lines = never_read(cx);
    if lines.is_empty() {
        lines = rejected_apply::lines(width, cx);
    }
    if !lines.is_empty() {
        return lines;
    }
    if let Some([title, sentence, more @ ..]) = cx.without_step() {
        lines.push(explanation_line(LineKind::Title, visible(title)));
        lines.push(explanation_line(LineKind::Sentence, sentence));
        let more = more
            .iter()
            .map(|line| explanation_line(LineKind::Aligned, visible(line)));
        lines.extend(more);
        return lines;
    }
    lines.extend(moved_line(cx));
    if !cx.session.presenting {
        lines.extend(finding_with_place(cx));
    }
    lines.extend(outlook_at_end(cx));
    lines.extend(shown_text(cx));
    lines.extend(patch_reasons::reasons(editor, cx));
    if let Some(lesson) = cx.lesson().filter(|lesson| asks_audience(cx, lesson)) {
        lines.extend(question(lesson));
        return lines;
    }
    let future = future_steps(cx);
    let step = step::to_lines(cx.merged(), cx.agreement(), cx.lesson().into(), future, width);
    lines.extend(with_place(step, cx.merged().step(), cx));
    if width.is_some() {
        lines.iter_mut().for_each(|line| remove_pattern(&mut line.text));
    }
    if cx.session.presenting {
        spaced(lines)
    } else {
        lines
    }
}

/// Returns the line about the moved item under the cursors.
fn moved_line(cx: &Workspace) -> Option<ExplanationLine> {
    let moved = cx.shown_move()?;
    Some(explanation_line(LineKind::Title, visible(moved)))
}

/// Returns whether an audience is asked the question of the lesson: before the first step.
fn asks_audience(cx: &Workspace, lesson: &Lesson) -> bool {
    cx.session.presenting && cx.merged().position() == 0 && !lesson.choices.is_empty()
}

/// Returns the question of a lesson with all answers, and nothing else, so that they fit on a small screen.
fn question(lesson: &Lesson) -> Vec<ExplanationLine> {
    let answer = |(index, choice): (usize, &Choice)| {
        explanation_line(
            LineKind::Sentence,
            format!("{}  {}", index + 1, visible(&choice.text)),
        )
    };
    let mut lines = vec![
        explanation_line(LineKind::Title, visible(&lesson.title)),
        explanation_line(LineKind::Fix, visible(&lesson.question)),
        explanation_line(LineKind::Blank, ""),
    ];
    lines.extend(lesson.choices.iter().enumerate().map(answer));
    lines
}

/// Returns lines about files that were unreadable from the start, because the result does not include them.
fn never_read(cx: &Workspace) -> Vec<ExplanationLine> {
    let is_from_start = |input| cx.inputs.error(input).is_some_and(|error| error.from_start);
    let unread = |pane| broken_text::unread_in(pane, cx).filter(|(input, _)| is_from_start(*input));
    let lines = [Pane::Live, Pane::Patch].into_iter().filter_map(unread);
    let lines = lines.flat_map(|(input, unread)| {
        let (name, position) = (cx.inputs.name(input), unread.position);
        let sentence = format!("{name}:{}:{}: {}.", position.line, position.column, unread.what);
        let result = match input.is_live() {
            true => "There is no result until the file is corrected.",
            false if cx.merged().patch_count() > 1 => {
                "The result does not include it until the file is corrected."
            }
            false => {
                "There is no result yet: the result pane shows the live object until the file is corrected."
            }
        };
        let help = cx.inputs.error(input).map_or("", |error| &error.help);
        let mut lines = vec![
            explanation_line(LineKind::Title, format!("{name} cannot be read")),
            explanation_line(LineKind::Kubernetes, sentence),
        ];
        lines.extend(step::help_lines(help));
        lines.push(explanation_line(LineKind::Sentence, result));
        lines
    });
    lines.collect()
}

/// At the last step: returns why the API server rejects the result, or the first warning, unless the current step
/// says it.
pub(crate) fn finding_at_end(merged: &MergedView, lesson: Option<&Lesson>) -> Vec<ExplanationLine> {
    let merge = merged.merge();
    let found = finding_before_step(merged, lesson);
    let Some((id, step)) = found.and_then(|id| Some((id, merge.steps.get(id.index())?))) else {
        return Vec::new();
    };
    let mut sentence = merge.sentence(step);
    let title = match step.rule.is_server_rejection() {
        true => {
            let among = step::among_rejections(merged, id).map(|among| format!(" · {among}"));
            sentence = step::rejected_what(sentence);
            let among = among.unwrap_or_default();
            format!("rejected by the API server · step {}{among}", id.position())
        }
        false => {
            let (effect, path) = (step.rule.effect().label(), merge.distinct_step_path(step));
            format!("{effect} · {path} · step {}", id.position())
        }
    };
    let mut lines = vec![
        explanation_line(LineKind::Title, title),
        explanation_line(LineKind::Sentence, sentence),
    ];
    lines.extend(step::help_lines(&merged.help_of(id)));
    lines.extend(step::other_rejections(merged, id));
    lines.push(explanation_line(LineKind::Blank, ""));
    lines
}

/// Returns what [`finding_at_end`] returns, with the place in the manifest.
fn finding_with_place(cx: &Workspace) -> Vec<ExplanationLine> {
    let found = finding_before_step(cx.merged(), cx.lesson());
    let step = found.and_then(|id| cx.merged().merge().steps.get(id.index()));
    with_place(finding_at_end(cx.merged(), cx.lesson()), step, cx)
}

/// Adds the place in the manifest to the title of a finding.
fn with_place(mut lines: Vec<ExplanationLine>, step: Option<&Step>, cx: &Workspace) -> Vec<ExplanationLine> {
    if let Some(title) = lines.first_mut()
        && let Some(place) = step.and_then(|step| manifest_place(step, cx))
    {
        title.text.push_str(&visible(&format!(" · {place}")));
    }
    lines
}

/// At the last step and at its field: returns the most important note about what stays different after an apply.
fn outlook_at_end(cx: &Workspace) -> Vec<ExplanationLine> {
    let merged = cx.merged();
    let Some(note) = ledger::outlook(cx).into_iter().next() else {
        return Vec::new();
    };
    let is_under_cursor = |path: Path| {
        let node = cx.node_under_cursor();
        node.is_some_and(|node| path.is_at(&merged.merge().path(node)))
    };
    let is_own = merged.position() == merged.len() || note.path.is_some_and(is_under_cursor);
    if !is_own || cx.session.presenting || merged.server_rejection().is_some() {
        return Vec::new();
    }
    vec![
        explanation_line(LineKind::Warning, visible(&note.sentence)),
        explanation_line(LineKind::Blank, ""),
    ]
}

/// Returns the changed lines of the text that the cursors were moved to when the documents were opened.
fn shown_text(cx: &Workspace) -> Vec<ExplanationLine> {
    let merge = cx.merged().merge();
    let Some((id, step)) = cx
        .shown_text()
        .and_then(|id| Some((id, merge.steps.get(id.index())?)))
    else {
        return Vec::new();
    };
    let (effect, path) = (step.rule.effect().label(), merge.distinct_step_path(step));
    let title = format!("{effect} · {path} · step {}", id.position());
    let mut lines = vec![explanation_line(LineKind::Title, title)];
    let changed = changed_excerpts(merge, step);
    lines.extend(
        changed
            .iter()
            .map(|line| explanation_line(LineKind::Aligned, line)),
    );
    lines.push(explanation_line(LineKind::Blank, ""));
    lines
}

/// Returns only the lines that a presenter reads aloud, with blank lines between them.
fn spaced(lines: Vec<ExplanationLine>) -> Vec<ExplanationLine> {
    let is_read =
        |line: &ExplanationLine| !matches!(line.kind, LineKind::Place | LineKind::Blank | LineKind::Rule);
    let lines = lines.into_iter().filter(is_read);
    lines
        .flat_map(|line| [line, explanation_line(LineKind::Blank, "")])
        .collect()
}

/// Returns the height of the explanation in lines of `width` cells.
pub(crate) fn rows(width: usize, editor: &Editor, cx: &Workspace) -> usize {
    wrap::wrap(lines_of_width(Some(width.max(1)), editor, cx), width.max(1)).len()
}

/// Returns the height of a warning or rejection and its help in lines of `width` cells; 0 if the explanation
/// begins with neither.
pub(crate) fn urgent_rows(width: usize, editor: &Editor, cx: &Workspace) -> usize {
    let effect = cx.merged().step().map(|step| step.rule.effect());
    let is_urgent = matches!(effect, Some(RuleEffect::Warned | RuleEffect::Rejected));
    // The finding is given before another step.
    let mut lines = match finding_with_place(cx) {
        _ if cx.is_opening() => return 0,
        lines if !lines.is_empty() => moved_line(cx).into_iter().chain(lines).collect(),
        _ if is_urgent || cx.apply_rejection().is_some() => lines_of_width(Some(width.max(1)), editor, cx),
        _ => return 0,
    };
    let end = lines.iter().position(|line| line.kind == LineKind::Rule);
    lines.truncate(end.unwrap_or(lines.len()));
    while lines.last().is_some_and(|line| line.text.is_empty()) {
        lines.pop();
    }
    wrap::wrap(lines, width.max(1)).len()
}
