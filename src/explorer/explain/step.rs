//! The lines of the explanation of a step, of step 0 and of a rejection.

use super::folded_message::folded_message;
use crate::course::Lesson;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::workspace::Workspace;
use crate::merge::{NodeRef, PatchType, RuleEffect, Step};
use crate::report::agreement::AgreementReport;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::rejection;
use crate::report::source_location::SourceLocation;
use crate::report::text_change::{self, changed_excerpts};

/// The maximum number of other rejections that are listed; their title says how many there are.
const MAX_OTHER_REJECTIONS: usize = 4;

/// The maximum length of their sentences, in characters.
const MAX_OTHER_CHARS: usize = 100;

/// The mode for step 0: whether it mentions the effects of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FutureSteps {
    /// Mentions the rejection, the warnings and the other semantics.
    Shown,
    /// Hides the effects of the steps in a lesson until they are reached.
    Hidden,
    /// Hides the effects of the steps because the user predicts them.
    Asked,
}

/// The lesson of an explanation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LessonTexts<'a> {
    /// No lesson.
    None,
    /// A lesson whose question and point are part of the explanation.
    Shown(&'a Lesson),
    /// A lesson whose question and point are shown somewhere else.
    Elsewhere,
}

impl<'a> LessonTexts<'a> {
    /// Returns the lesson if its texts are part of the explanation.
    fn shown(self) -> Option<&'a Lesson> {
        match self {
            Self::Shown(lesson) => Some(lesson),
            Self::None | Self::Elsewhere => None,
        }
    }
}

impl<'a> From<Option<&'a Lesson>> for LessonTexts<'a> {
    fn from(lesson: Option<&'a Lesson>) -> Self {
        lesson.map_or(Self::None, Self::Shown)
    }
}

/// Returns the mode for step 0.
pub(crate) fn future_steps(cx: &Workspace) -> FutureSteps {
    match cx.session.predict.on {
        true => FutureSteps::Asked,
        false if cx.shown_until() < cx.merged().len() => FutureSteps::Hidden,
        false => FutureSteps::Shown,
    }
}

/// Returns the explanation of the current step. `width`: a long message of kubectl is folded for rows of this width.
pub(crate) fn to_lines(
    merged: &MergedView,
    agreement: &AgreementReport,
    lesson: LessonTexts<'_>,
    future: FutureSteps,
    width: Option<usize>,
) -> Vec<ExplanationLine> {
    let merge = merged.merge();
    let Some(step) = merged.step() else {
        return beginning(merged, agreement, lesson.shown(), future);
    };
    let number = merged.position();
    let path = merge.distinct_step_path(step).to_string();
    let effect = step.rule.effect().label();
    let rejection = merge
        .rejection()
        .filter(|rejection| rejection.step as usize + 1 == number);
    let other_reasons = rejection.map_or(&[][..], |rejection| &rejection.others);
    let among = match other_reasons.len() {
        0 => among_rejections(merged, StepId::new(number - 1)),
        others => Some(format!("1 of {}", others + 1)),
    };
    let among = among.map_or_else(String::new, |among| format!(" · API rejection {among}"));
    let mut lines = vec![explanation_line(
        LineKind::Title,
        format!("{effect} · {path}{among}"),
    )];
    if let Some(mut location) = rejection.and_then(|rejection| rejection::guilty_location(merge, rejection)) {
        // The files of a lesson are in one folder, which would fill the line.
        if !matches!(lesson, LessonTexts::None)
            && let Some((_, name)) = location.file.rsplit_once('/')
        {
            location.file = name.to_owned();
        }
        lines.push(explanation_line(LineKind::Place, format!("at {location}")));
    }
    let mut sentence = vec![explanation_line(
        LineKind::Sentence,
        match among.is_empty() {
            true => text_change::sentence(merge, step),
            false => rejected_what(merge.sentence(step)),
        },
    )];
    // The point of a lesson comes first, because the text of a step can push it out of the pane; only the cause of a
    // rejection is more important.
    let shows_point = |lesson: &&Lesson| {
        !lesson.is_exercise()
            || lesson.semantics == merge.inputs.semantics && matches!(lesson.check_solved(merge), Ok(true))
    };
    let at_end = lesson.shown().filter(|_| number == merged.len());
    if let Some(lesson) = at_end.filter(shows_point) {
        let point = lesson.answer_under(&merge.inputs);
        let point = explanation_line(LineKind::Fix, point);
        let blank = explanation_line(LineKind::Blank, "");
        match rejection.is_some() {
            true => sentence.extend([blank, point]),
            false => sentence.splice(0..0, [point, blank]).for_each(drop),
        }
    }
    lines.append(&mut sentence);
    let changed = changed_excerpts(merge, step);
    lines.extend(
        changed
            .iter()
            .map(|line| explanation_line(LineKind::Aligned, line)),
    );
    if let Some(rejection) = rejection {
        let (help, order) = (merged.help(), merged.rejected_order());
        let fold = |message: &str| folded_message(message, width?);
        let mut reasons = rejection::pane_lines(merge, agreement, &help, rejection, order, fold);
        let after_help = usize::from(!help.is_empty());
        reasons
            .splice(after_help..after_help, reason_lines(other_reasons))
            .for_each(drop);
        lines.extend(reasons);
    } else if step.rule.effect() == RuleEffect::Warned {
        lines.extend(help_lines(&merged.help()));
        lines.extend(other_rejections(merged, StepId::new(number - 1)));
    }
    if rejection.is_none() && agreement.decides(number - 1) {
        let (other, path) = (&agreement.other, merge.step_path(step));
        let sentence = match agreement.is_reordered(step.at) {
            true => format!("With {other} semantics, the order of `{path}` is different."),
            false => format!("With {other} semantics, this step has a different result."),
        };
        lines.push(explanation_line(LineKind::Kubernetes, sentence));
    }
    lines.push(explanation_line(LineKind::Blank, ""));
    let text = step.rule.text();
    // The rule text of a rejection is the same as its sentence.
    match text.rule.contains('{') || text.rule == text.sentence {
        true => lines.push(explanation_line(LineKind::Rule, format!("Rule: {}", text.name))),
        false => lines.push(explanation_line(
            LineKind::Rule,
            format!("Rule: {}. {}", text.name, text.rule),
        )),
    }
    lines.push(explanation_line(
        LineKind::Place,
        format!("Source: {}", text.source),
    ));
    lines.extend(places(merged, step));
    lines
}

/// Returns `1 of 3` for one of several rejections by the API server.
pub(super) fn among_rejections(merged: &MergedView, id: StepId) -> Option<String> {
    let all = merged.server_rejections();
    let position = all.binary_search(&id).ok().filter(|_| all.len() > 1)?;
    Some(format!("{} of {}", position + 1, all.len()))
}

/// Returns what is wrong, without the words that the title of one of several rejections says.
pub(super) fn rejected_what(sentence: String) -> String {
    let starts = [
        "The API server rejects the result: ",
        "The API server rejects the result of the apply: ",
        "The API server rejects this change: ",
        "The API server cannot decode the result: ",
    ];
    match starts.iter().find_map(|start| sentence.strip_prefix(start)) {
        Some(what) => what.to_owned(),
        None => sentence,
    }
}

/// Returns the cause and the fix of each of the other rejections by the API server.
pub(super) fn other_rejections(merged: &MergedView, id: StepId) -> Vec<ExplanationLine> {
    let (merge, all) = (merged.merge(), merged.server_rejections());
    if all.binary_search(&id).is_err() {
        return Vec::new();
    }
    let mut known = vec![(merged.help_of(id), id)];
    let number = |id: StepId| all.binary_search(&id).map_or(0, |at| at + 1);
    let mut other = |other: StepId| {
        let what = rejected_what(merge.sentence(merge.steps.get(other.index())?));
        let first = what.split_inclusive(". ").next().unwrap_or_default();
        let first = cut_cause(first.trim_end());
        let text = format!(
            "{} of {} (step {}): {first}",
            number(other),
            all.len(),
            other.position()
        );
        let help = merged.help_of(other);
        let same = known.iter().find(|(own, _)| *own == help);
        let words = same.map(|(_, same)| format!("the same as for {} of {}.", number(*same), all.len()));
        // A fix of many lines is at its step.
        let line = help_lines(words.as_deref().unwrap_or(&help)).next();
        let line = line.filter(|_| !help.contains('\n'));
        known.push((help, other));
        let mut lines = vec![explanation_line(LineKind::OtherCause, text)];
        lines.extend(line);
        Some(lines)
    };
    let others = all.iter().copied().filter(|other| *other != id);
    let mut lines = Vec::new();
    for id in others.take(MAX_OTHER_REJECTIONS) {
        lines.extend(other(id).into_iter().flatten());
    }
    lines
}

/// Returns the other reasons of a rejection that is one step.
fn reason_lines(others: &[String]) -> impl Iterator<Item = ExplanationLine> {
    let shown = others.iter().take(MAX_OTHER_REJECTIONS).enumerate();
    shown.map(|(index, reason)| {
        let text = format!("{} of {}: {}", index + 2, others.len() + 1, cut_cause(reason));
        explanation_line(LineKind::OtherCause, text)
    })
}

/// Returns the cause of another rejection, cut where it is long.
fn cut_cause(cause: &str) -> String {
    match cause.char_indices().nth(MAX_OTHER_CHARS) {
        Some((end, _)) => format!("{}…", &cause[..end]),
        None => cause.to_owned(),
    }
}

/// Returns the lines of a fix.
pub(super) fn help_lines(fix: &str) -> impl Iterator<Item = ExplanationLine> {
    fix.lines().enumerate().map(|(index, text)| match index {
        0 => explanation_line(LineKind::Fix, format!("Help: {text}")),
        _ => explanation_line(LineKind::Aligned, text),
    })
}

fn beginning(
    merged: &MergedView,
    agreement: &AgreementReport,
    lesson: Option<&Lesson>,
    future: FutureSteps,
) -> Vec<ExplanationLine> {
    let merge = merged.merge();
    let patch = match merge.inputs.semantics.patch_type() {
        PatchType::Apply => "apply",
        _ => "patch",
    };
    let count = match merged.len() {
        0 => format!("The {patch} changes nothing; there are no steps."),
        1 => "There is 1 step.".to_owned(),
        count => format!("There are {count} steps."),
    };
    let mut lines = Vec::new();
    if let Some(lesson) = lesson {
        lines.push(explanation_line(LineKind::Title, &*lesson.title));
        lines.push(explanation_line(LineKind::Fix, &*lesson.question));
        lines.push(explanation_line(LineKind::Blank, ""));
    }
    lines.extend([
        explanation_line(LineKind::Title, "step 0 · live object"),
        explanation_line(
            LineKind::Sentence,
            format!("This is the live object before the {patch}. {count}"),
        ),
    ]);
    match future {
        FutureSteps::Shown => {}
        FutureSteps::Hidden => return lines,
        FutureSteps::Asked => {
            let sentence = "Predict mode asks about each change before it shows it.";
            lines.push(explanation_line(LineKind::Fix, sentence));
            return lines;
        }
    }
    if let Some(rejection) = merge.rejection() {
        let sentence = format!(
            "The patch is rejected in step {}: {}",
            rejection.step + 1,
            rejection
                .message
                .lines()
                .next()
                .unwrap_or_default()
                .trim_end_matches(':')
        );
        lines.push(explanation_line(LineKind::Kubernetes, sentence));
    }
    let first = merged.first_warning().unwrap_or(0);
    match merged.warnings() {
        0 => {}
        1 => lines.push(explanation_line(
            LineKind::Warning,
            format!("! 1 warning: step {first}."),
        )),
        count => lines.push(explanation_line(
            LineKind::Warning,
            format!("! {count} warnings; the first is step {first}."),
        )),
    }
    let other = merge.inputs.semantics.other();
    if other == merge.inputs.semantics {
        return lines;
    }
    lines.push(explanation_line(LineKind::Blank, ""));
    let verdict = match agreement.agrees() {
        true if merge.rejection().is_some() => format!("With {other} semantics: also rejected."),
        true => format!("With {other} semantics: same result."),
        false => format!("With {other} semantics: {}.", agreement.difference()),
    };
    lines.push(explanation_line(LineKind::Rule, verdict));
    lines
}

fn places(merged: &MergedView, step: &Step) -> Vec<ExplanationLine> {
    let live = step.live().map(NodeRef::live);
    let found = [
        ("live", live),
        ("patch", step.patch()),
        ("directive", step.directive()),
    ];
    let mut lines = Vec::new();
    for (name, source) in found {
        let Some(source) = source else { continue };
        let document = merged.merge().tree.document(source);
        let location = SourceLocation::from_node(document, source.node);
        let location = match document.is_of_manifest {
            // It is a line of the computed patch, not of the manifest.
            true => format!("(computed) line {}, column {}", location.line, location.column),
            false => location.to_string(),
        };
        lines.push(explanation_line(LineKind::Place, format!("{name:<10}{location}")));
    }
    lines
}
