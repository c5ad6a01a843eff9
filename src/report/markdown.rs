//! The explanation as Markdown, for an issue or a pull request.

use std::fmt::Write;

use super::explanation::{Explanation, StepText};
pub use super::markdown_escape::{code, fence, prose};
use crate::document::write;
use crate::merge::{Merge, RuleEffect};

/// The steps, the refusal or the result, and whether the other semantics agree, as Markdown.
pub fn print(told: &Explanation, merge: &Merge) -> String {
    let mut out = String::new();
    let files: Vec<String> = told.files.iter().map(|file| code(file)).collect();
    let _ = writeln!(out, "# {}: {}\n", prose(&told.kind), told.verdict());
    let _ = writeln!(out, "{} by {} semantics.", files.join(" + "), told.semantics);
    push_steps(&mut out, &told.steps);
    let warned: Vec<_> = told
        .steps
        .iter()
        .filter(|step| step.effect == RuleEffect::Warned && !step.fix.is_empty())
        .collect();
    if !warned.is_empty() {
        out.push_str("\n## Warnings\n");
    }
    for step in warned {
        let (says, lines) = step.fix.split_once('\n').unwrap_or((&step.fix, ""));
        let _ = writeln!(out, "\nStep {}, {}. {}", step.number, step.rule, prose(says));
        if !lines.is_empty() {
            out.push('\n');
            let lines: Vec<&str> = lines
                .lines()
                .map(|line| line.strip_prefix("  ").unwrap_or(line))
                .collect();
            fence(&mut out, "yaml", &lines.join("\n"));
        }
    }
    match &told.rejection {
        Some(rejection) => {
            let _ = writeln!(out, "\n## Rejected by {}\n", rejection.rule);
            let place = rejection
                .location
                .as_ref()
                .map_or_else(String::new, |place| format!(" ({})", code(&place.to_string())));
            let _ = writeln!(
                out,
                "At {}{place}: {}\n",
                code(&rejection.path),
                prose(&rejection.why)
            );
            fence(&mut out, "text", &rejection.aligned().join("\n"));
            match &rejection.kubernetes {
                Some(text) => {
                    out.push_str("kubectl says:\n\n");
                    fence(&mut out, "text", text.trim_end());
                }
                None => out.push_str("kubectl accepts this patch.\n\n"),
            }
            let _ = writeln!(out, "Fix: {}\n", prose(&rejection.fix));
        }
        None => {
            out.push_str("\n## Result\n\n");
            fence(&mut out, "yaml", write::yaml(&merge.scene).trim_end());
        }
    }
    let other = told.semantics.other();
    let _ = match told.agreement.is_same() {
        true => writeln!(out, "{other} semantics agree."),
        false => writeln!(out, "{other} semantics differ: {}.", told.agreement),
    };
    out
}

/// The steps alone, as a table.
pub fn steps(steps: &[StepText]) -> String {
    let mut out = String::new();
    push_steps(&mut out, steps);
    out
}

fn push_steps(out: &mut String, steps: &[StepText]) {
    if !steps.is_empty() {
        out.push_str("\n| step | | where | what happens | rule | source |\n|---:|:-:|---|---|---|---|\n");
    }
    for step in steps {
        let mark = step.effect.mark().map_or(' ', |mark| mark.glyph());
        let place = step
            .directive
            .as_ref()
            .or(step.patch.as_ref())
            .or(step.live.as_ref());
        let place = place.map_or_else(String::new, |place| format!("<br>{}", code(&place.to_string())));
        let _ = writeln!(
            out,
            "| {} | {mark} | {}{place} | {} | {} | {} |",
            step.number,
            code(&step.path),
            prose(&step.says),
            step.rule,
            prose(step.source),
        );
    }
}
