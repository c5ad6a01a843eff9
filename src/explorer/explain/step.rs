//! Why the result looks like this: the lines of the explanation, for a step, for step 0, for a refusal.

use crate::explorer::lessons::Lesson;
use crate::explorer::merged::Session;
use crate::merge::{Effect, Refusal, Source, Step};
use crate::report::agreement::Badge;
use crate::report::explanation::Location;
use crate::report::explanation_line::{Kind, Line, line};
use crate::report::order_alignment::align;

/// The explanation of where the session stands.
pub(crate) fn tell(session: &Session, agreement: &Badge, lesson: Option<&Lesson>) -> Vec<Line> {
    tell_so_far(session, agreement, lesson, false)
}

/// The same; what comes next is left out if it `hides` that.
pub(crate) fn tell_so_far(
    session: &Session,
    agreement: &Badge,
    lesson: Option<&Lesson>,
    hides: bool,
) -> Vec<Line> {
    let merge = session.merge();
    let Some(step) = session.step() else {
        return beginning(session, agreement, lesson, hides);
    };
    let number = session.position();
    let path = merge.step_path(step).to_string();
    let effect = step.rule.effect().name();
    let mut lines = vec![line(Kind::Title, format!("{effect} · {path}"))];
    let refusal = merge
        .refusal()
        .filter(|refusal| refusal.step as usize + 1 == number);
    if let Some(guilty) = refusal.and_then(|refusal| refusal.guilty.first()) {
        let at = Location::of(merge.scene.document(*guilty), guilty.node);
        lines.push(line(Kind::Place, format!("at {at}")));
    }
    lines.push(line(Kind::Says, merge.says(step)));
    if let Some(refusal) = refusal {
        lines.extend(refused(session, agreement, step, refusal));
    } else if step.rule.effect() == Effect::Warned {
        let fix = merge.fix(step);
        let told = fix.lines().enumerate().map(|(at, text)| match at {
            0 => line(Kind::Fix, format!("Fix: {text}")),
            _ => line(Kind::Aligned, text),
        });
        lines.extend(told);
    }
    if refusal.is_none() && agreement.decides(number - 1) {
        let says = format!("Under {} semantics this comes out differently.", agreement.other);
        lines.push(line(Kind::Kubernetes, says));
    }
    if let Some(lesson) = lesson.filter(|_| number == session.len()) {
        lines.push(line(Kind::Blank, ""));
        lines.push(line(Kind::Fix, lesson.told_under(merge.inputs.semantics)));
    }
    lines.push(line(Kind::Blank, ""));
    let text = step.rule.text();
    // A refusal's rule is its sentence already.
    match text.rule.contains('{') || text.rule == text.says {
        true => lines.push(line(Kind::Rule, format!("Rule: {}", text.name))),
        false => lines.push(line(Kind::Rule, format!("Rule: {}. {}", text.name, text.rule))),
    }
    lines.push(line(Kind::Place, format!("Defined by: {}", text.source)));
    lines.extend(places(session, step));
    lines
}

fn beginning(session: &Session, agreement: &Badge, lesson: Option<&Lesson>, hides: bool) -> Vec<Line> {
    let merge = session.merge();
    let count = match session.len() {
        0 => "The patch does nothing here: there is no step.".to_owned(),
        1 => "One step leads to the result.".to_owned(),
        count => format!("{count} steps lead to the result."),
    };
    let mut lines = Vec::new();
    if let Some(lesson) = lesson {
        lines.push(line(Kind::Title, lesson.title));
        lines.push(line(Kind::Fix, lesson.question));
        lines.push(line(Kind::Blank, ""));
    }
    lines.extend([
        line(Kind::Title, "step 0 · live untouched"),
        line(
            Kind::Says,
            format!("This is the live object before the patch. {count}"),
        ),
    ]);
    if hides {
        lines.push(line(Kind::Fix, "What will the steps do? Stepping on asks."));
        return lines;
    }
    if let Some(refusal) = merge.refusal() {
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
        lines.push(line(Kind::Kubernetes, says));
    }
    let first = session.first_warning().unwrap_or(0);
    match session.warnings() {
        0 => {}
        1 => lines.push(line(
            Kind::Warning,
            format!("! One of them is a warning: step {first}."),
        )),
        count => lines.push(line(
            Kind::Warning,
            format!("! {count} of them are warnings, the first is step {first}."),
        )),
    }
    lines.push(line(Kind::Blank, ""));
    let other = merge.inputs.semantics.other();
    let verdict = match agreement.agrees() {
        true if merge.refusal().is_some() => format!("Under {other} semantics it is rejected too."),
        true => format!("Under {other} semantics the result is the same."),
        false => format!(
            "Under {other} semantics the outcome differs: {}.",
            agreement.agreement
        ),
    };
    lines.push(line(Kind::Rule, verdict));
    lines
}

fn refused(session: &Session, agreement: &Badge, step: &Step, refusal: &Refusal) -> Vec<Line> {
    let mut lines = Vec::new();
    let fix = session.merge().fix(step);
    if !fix.is_empty() {
        lines.push(line(Kind::Fix, format!("Fix: {fix}")));
    }
    if let Some(sequences) = &refusal.sequences {
        lines.push(line(Kind::Blank, ""));
        lines.extend(align(sequences));
    }
    lines.push(line(Kind::Blank, ""));
    let kubernetes = match session.merge().inputs.semantics.is_kubernetes() {
        true => refusal.text_of_kubectl(),
        false => {
            // A refusal that both word alike is told once.
            if agreement.refusal.as_ref() != Some(&refusal.message) {
                lines.push(line(Kind::Kubernetes, format!("{}.", refusal.message.trim_end())));
            }
            agreement.refusal.as_deref()
        }
    };
    let message = match kubernetes {
        Some(text) => format!("kubectl says: {}", text.trim_end()),
        None => "kubectl accepts this patch.".to_owned(),
    };
    lines.extend(message.lines().map(|text| line(Kind::Kubernetes, text)));
    lines
}

fn places(session: &Session, step: &Step) -> Vec<Line> {
    let live = step.live().map(Source::live);
    let found = [
        ("live", live),
        ("patch", step.patch()),
        ("directive", step.directive()),
    ];
    let mut lines = Vec::new();
    for (name, source) in found {
        let Some(source) = source else { continue };
        let at = Location::of(session.merge().scene.document(source), source.node);
        lines.push(line(Kind::Place, format!("{name:<10}{at}")));
    }
    lines
}

/// Leaves out how the lines of a fix begin, where they would not end within `rows`: the way down from the top tells less
/// than what is to be written there.
pub(crate) fn shorten_fix(mut lines: Vec<Line>, rows: usize) -> Vec<Line> {
    let is = |at: usize, kind: Kind| lines.get(at).is_some_and(|line| line.kind == kind);
    let Some(from) = (1..lines.len()).find(|at| is(*at, Kind::Aligned) && is(at - 1, Kind::Fix)) else {
        return lines;
    };
    let to = (from..lines.len())
        .find(|at| !is(*at, Kind::Aligned))
        .unwrap_or(lines.len());
    let room = rows.saturating_sub(from + 1);
    if to <= rows || room == 0 {
        return lines;
    }
    lines.splice(
        from..to - room,
        [line(Kind::Aligned, "  … (go to this pane to see all of it)")],
    );
    lines
}
