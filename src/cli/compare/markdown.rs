//! A comparison as Markdown, for an issue or a pull request.

use std::fmt::Write;

use super::text::CONTEXT_LINES;
use crate::cli::args::CompareArgs;
use crate::report::comparison::{DifferenceSide, MergeComparison, RowState, SideText};
use crate::report::decisions::DecisionText;
use crate::report::explanation::kind_of;
use crate::report::markdown::{code, fence, prose};

pub(crate) fn print(comparison: &MergeComparison, args: &CompareArgs) -> String {
    let mut out = String::new();
    let [first, second] = DifferenceSide::BOTH.map(|side| comparison.name(side));
    let inputs = &comparison.merge(DifferenceSide::First).inputs;
    let documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    let files: Vec<String> = documents.map(|document| code(document.name())).collect();
    let _ = writeln!(out, "# {}: {first} and {second}\n", prose(&kind_of(&inputs.live)));
    let _ = writeln!(out, "{}. {}", files.join(" + "), prose(&comparison.verdict()));
    if !comparison.is_same() {
        let _ = writeln!(
            out,
            "\n| | where | what | cause | {first} | {second} |\n|---:|---|---|---|---|---|"
        );
    }
    for (at, difference) in comparison.differences().iter().enumerate() {
        let told = comparison.to_text(difference);
        let moved = told
            .moved
            .iter()
            .map(|(name, [first, second])| format!("<br>{}: {first} / {second}", code(name)));
        let causes = comparison.causes(difference);
        let causes: Vec<&str> = causes.iter().map(|cause| cause.decision.label()).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {}{} | {} | {} | {} |",
            at + 1,
            code(&told.path),
            told.words,
            moved.collect::<String>(),
            causes.join("<br>"),
            side(&told.sides[0]),
            side(&told.sides[1]),
        );
    }
    if args.decisions {
        let _ = writeln!(out, "\n| | {first} | {second} |\n|---|---|---|");
        for DecisionText { decision, choices, .. } in comparison.decisions() {
            let [first, second] = choices.map(|choice| choice.says);
            let _ = writeln!(out, "| {} | {first} | {second} |", decision.label());
        }
    }
    for side in DifferenceSide::BOTH {
        let Some(refused) = comparison.rejection(side) else {
            continue;
        };
        let _ = writeln!(
            out,
            "\n{} refuses by {} at {}: {}\n",
            comparison.name(side),
            refused.rule,
            code(&refused.path),
            prose(&refused.why)
        );
        fence(&mut out, "text", refused.message.trim_end());
    }
    let hunks = match args.all {
        true => std::iter::once(0..comparison.rows().len()).collect(),
        false => comparison.hunks(CONTEXT_LINES),
    };
    if hunks.is_empty() || comparison.rows().is_empty() {
        return out;
    }
    let _ = writeln!(out, "\n`-` is {first}, `+` is {second}:\n");
    let mut lines = Vec::new();
    for (at, hunk) in hunks.into_iter().enumerate() {
        if at > 0 {
            lines.push("...".to_owned());
        }
        // All lines of the first before those of the second, as far as rows that differ follow each other.
        let mut theirs = Vec::new();
        for row in &comparison.rows()[hunk] {
            let [left, right] = DifferenceSide::BOTH.map(|side| comparison.text(row, side));
            if row.state == RowState::Same {
                lines.append(&mut theirs);
                lines.extend(left.map(|text| format!(" {text}")));
                continue;
            }
            lines.extend(left.map(|text| format!("-{text}")));
            theirs.extend(right.map(|text| format!("+{text}")));
        }
        lines.append(&mut theirs);
    }
    fence(&mut out, "diff", &lines.join("\n"));
    out
}

fn side(told: &SideText) -> String {
    match &told.step {
        Some(step) => format!("{}: {}", step.rule, prose(&told.says)),
        None => prose(&told.says),
    }
}
