//! Why the result looks like this: the lines of the explanation, for a step, for step 0, for a refusal.

use crate::explorer::lessons::Lesson;
use crate::explorer::merged::MergedView;
use crate::merge::{NodeRef, RuleEffect, Step};
use crate::report::agreement::AgreementReport;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::rejection;
use crate::report::source_location::SourceLocation;

/// The explanation of where the session stands.
pub(crate) fn to_lines(
    session: &MergedView,
    agreement: &AgreementReport,
    lesson: Option<&Lesson>,
) -> Vec<ExplanationLine> {
    tell_so_far(session, agreement, lesson, false)
}

/// The same; what comes next is left out if it `hides` that.
pub(crate) fn tell_so_far(
    session: &MergedView,
    agreement: &AgreementReport,
    lesson: Option<&Lesson>,
    hides: bool,
) -> Vec<ExplanationLine> {
    let merge = session.merge();
    let Some(step) = session.step() else {
        return beginning(session, agreement, lesson, hides);
    };
    let number = session.position();
    let path = merge.step_path(step).to_string();
    let effect = step.rule.effect().name();
    let mut lines = vec![explanation_line(LineKind::Title, format!("{effect} · {path}"))];
    let refusal = merge
        .rejection()
        .filter(|refusal| refusal.step as usize + 1 == number);
    if let Some(at) = refusal.and_then(|refusal| rejection::guilty_location(merge, refusal)) {
        lines.push(explanation_line(LineKind::Place, format!("at {at}")));
    }
    lines.push(explanation_line(LineKind::Says, merge.sentence(step)));
    if let Some(refusal) = refusal {
        lines.extend(rejection::pane_lines(merge, agreement, step, refusal));
    } else if step.rule.effect() == RuleEffect::Warned {
        let fix = merge.fix(step);
        let told = fix.lines().enumerate().map(|(at, text)| match at {
            0 => explanation_line(LineKind::Fix, format!("Fix: {text}")),
            _ => explanation_line(LineKind::Aligned, text),
        });
        lines.extend(told);
    }
    if refusal.is_none() && agreement.decides(number - 1) {
        let says = format!("Under {} semantics this comes out differently.", agreement.other);
        lines.push(explanation_line(LineKind::Kubernetes, says));
    }
    if let Some(lesson) = lesson.filter(|_| number == session.len()) {
        lines.push(explanation_line(LineKind::Blank, ""));
        lines.push(explanation_line(
            LineKind::Fix,
            lesson.answer_under(merge.inputs.semantics),
        ));
    }
    lines.push(explanation_line(LineKind::Blank, ""));
    let text = step.rule.text();
    // A refusal's rule is its sentence already.
    match text.rule.contains('{') || text.rule == text.says {
        true => lines.push(explanation_line(LineKind::Rule, format!("Rule: {}", text.name))),
        false => lines.push(explanation_line(
            LineKind::Rule,
            format!("Rule: {}. {}", text.name, text.rule),
        )),
    }
    lines.push(explanation_line(
        LineKind::Place,
        format!("Defined by: {}", text.source),
    ));
    lines.extend(places(session, step));
    lines
}

fn beginning(
    session: &MergedView,
    agreement: &AgreementReport,
    lesson: Option<&Lesson>,
    hides: bool,
) -> Vec<ExplanationLine> {
    let merge = session.merge();
    let count = match session.len() {
        0 => "The patch does nothing here: there is no step.".to_owned(),
        1 => "One step leads to the result.".to_owned(),
        count => format!("{count} steps lead to the result."),
    };
    let mut lines = Vec::new();
    if let Some(lesson) = lesson {
        lines.push(explanation_line(LineKind::Title, lesson.title));
        lines.push(explanation_line(LineKind::Fix, lesson.question));
        lines.push(explanation_line(LineKind::Blank, ""));
    }
    lines.extend([
        explanation_line(LineKind::Title, "step 0 · live untouched"),
        explanation_line(
            LineKind::Says,
            format!("This is the live object before the patch. {count}"),
        ),
    ]);
    if hides {
        lines.push(explanation_line(
            LineKind::Fix,
            "What will the steps do? Stepping on asks.",
        ));
        return lines;
    }
    if let Some(refusal) = merge.rejection() {
        let says = format!(
            "The patch is rejected in step {}: {}",
            refusal.step + 1,
            refusal
                .message
                .lines()
                .next()
                .unwrap_or_default()
                .trim_end_matches(':')
        );
        lines.push(explanation_line(LineKind::Kubernetes, says));
    }
    let first = session.first_warning().unwrap_or(0);
    match session.warnings() {
        0 => {}
        1 => lines.push(explanation_line(
            LineKind::Warning,
            format!("! One of them is a warning: step {first}."),
        )),
        count => lines.push(explanation_line(
            LineKind::Warning,
            format!("! {count} of them are warnings, the first is step {first}."),
        )),
    }
    lines.push(explanation_line(LineKind::Blank, ""));
    let other = merge.inputs.semantics.other();
    let verdict = match agreement.agrees() {
        true if merge.rejection().is_some() => format!("Under {other} semantics it is rejected too."),
        true => format!("Under {other} semantics the result is the same."),
        false => format!(
            "Under {other} semantics the outcome differs: {}.",
            agreement.agreement
        ),
    };
    lines.push(explanation_line(LineKind::Rule, verdict));
    lines
}

fn places(session: &MergedView, step: &Step) -> Vec<ExplanationLine> {
    let live = step.live().map(NodeRef::live);
    let found = [
        ("live", live),
        ("patch", step.patch()),
        ("directive", step.directive()),
    ];
    let mut lines = Vec::new();
    for (name, source) in found {
        let Some(source) = source else { continue };
        let at = SourceLocation::from_node(session.merge().scene.document(source), source.node);
        lines.push(explanation_line(LineKind::Place, format!("{name:<10}{at}")));
    }
    lines
}

/// Leaves out how the lines of a fix begin, where they would not end within `rows`: the way down from the top tells less
/// than what is to be written there.
pub(crate) fn shorten_fix(mut lines: Vec<ExplanationLine>, rows: usize) -> Vec<ExplanationLine> {
    let is = |at: usize, kind: LineKind| lines.get(at).is_some_and(|line| line.kind == kind);
    let Some(from) = (1..lines.len()).find(|at| is(*at, LineKind::Aligned) && is(at - 1, LineKind::Fix))
    else {
        return lines;
    };
    let to = (from..lines.len())
        .find(|at| !is(*at, LineKind::Aligned))
        .unwrap_or(lines.len());
    let room = rows.saturating_sub(from + 1);
    if to <= rows || room == 0 {
        return lines;
    }
    lines.splice(
        from..to - room,
        [explanation_line(
            LineKind::Aligned,
            "  … (go to this pane to see all of it)",
        )],
    );
    lines
}
