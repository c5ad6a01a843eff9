//! The explanation as plain text for a terminal or a pipe.

use std::fmt::Write;

use crate::document::{escape, write};
use crate::merge::{Merge, RuleEffect};
use crate::report::explanation::{Explanation, RejectionReport, SourceLocation, StepText};

pub(crate) fn print(told: &Explanation, merge: &Merge) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} · {} semantics · {}",
        told.kind,
        told.semantics,
        told.files.join(" + ")
    );
    out.push('\n');
    push_steps(&mut out, &told.steps);
    if told.steps.is_empty() {
        out.push_str("No step: the patch changes nothing.\n\n");
    }
    match &told.rejection {
        Some(rejection) => print_rejection(&mut out, rejection),
        None if !merge.scene.has_result() => {
            out.push_str("Merged. Nothing is left: the object is deleted.\n")
        }
        None => {
            out.push_str("Merged. The result:\n\n");
            out.push_str(&write::yaml(&merge.scene));
        }
    }
    let other = told.semantics.other();
    let verdict = if told.agreement.is_same() {
        format!("{other} semantics agree.")
    } else {
        format!("{other} semantics differ: {}.", told.agreement)
    };
    let _ = writeln!(out, "\n{verdict}");
    visible_lines(&out)
}

/// The steps alone.
pub(crate) fn steps(steps: &[StepText]) -> String {
    let mut out = String::new();
    push_steps(&mut out, steps);
    visible_lines(&out)
}

fn push_steps(out: &mut String, steps: &[StepText]) {
    let width = steps.len().to_string().len();
    for step in steps {
        print_step(out, step, width);
    }
}

fn print_step(out: &mut String, step: &StepText, width: usize) {
    let mark = step.effect.mark().map_or(' ', |mark| mark.glyph());
    let indent = "  ".repeat(step.depth);
    let _ = writeln!(
        out,
        "{:>width$} {mark} {indent}{}  ({})",
        step.number, step.path, step.rule
    );
    let lead = " ".repeat(width + 3);
    // A line break in a key must not look like the end of the sentence.
    let _ = writeln!(out, "{lead}{indent}{}", escape::visible(&step.says));
    if step.effect == RuleEffect::Warned {
        for (at, line) in step.fix.lines().enumerate() {
            let _ = writeln!(
                out,
                "{lead}{indent}{}{line}",
                if at == 0 { "Fix: " } else { "  " }
            );
        }
    }
    let places: Vec<String> = [
        ("live", &step.live),
        ("patch", &step.patch),
        ("directive", &step.directive),
    ]
    .into_iter()
    .filter_map(|(name, place)| {
        place
            .as_ref()
            .map(|place: &SourceLocation| format!("{name} {place}"))
    })
    .collect();
    let _ = writeln!(
        out,
        "{lead}{indent}{}",
        [places.join(", "), step.source.to_owned()].join(" · ")
    );
    out.push('\n');
}

fn print_rejection(out: &mut String, rejection: &RejectionReport) {
    let _ = writeln!(out, "Rejected by {} at {}.", rejection.rule, rejection.path);
    if let Some(location) = &rejection.location {
        let _ = writeln!(out, "  where    {location}");
    }
    let _ = writeln!(out, "  why      {}", escape::visible(&rejection.why));
    for line in rejection.aligned() {
        let _ = writeln!(out, "           {line}");
    }
    match &rejection.kubernetes {
        Some(text) => {
            for (at, line) in text.trim_end().lines().enumerate() {
                let _ = writeln!(out, "  {}{line}", if at == 0 { "kubectl  " } else { "         " });
            }
        }
        None => out.push_str("  kubectl  accepts this patch\n"),
    }
    let _ = writeln!(out, "  fix      {}", escape::visible(&rejection.fix));
}

/// Control characters of documents made visible, line by line.
fn visible_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(&escape::visible(line));
        out.push('\n');
    }
    out
}
