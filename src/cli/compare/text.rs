//! A comparison as plain text: what differs and by which rules, then the rows side by side.

use std::fmt::Write;
use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::args::CompareArgs;
use crate::document::escape::visible;
use crate::report::comparison::{AlignedRow, DifferenceKind, DifferenceSide, MergeComparison, RowState};
use crate::report::explanation::kind_of;

/// Rows shown before and behind each difference.
pub(crate) const CONTEXT_LINES: usize = 3;

/// Cells of the left column at most; longer lines are cut.
const MAX_COLUMN_WIDTH: usize = 60;
/// Items in another order that are named; the rows show all.
const MOVED: usize = 10;

pub(crate) fn print(comparison: &MergeComparison, args: &CompareArgs) -> String {
    let mut out = String::new();
    let inputs = &comparison.merge(DifferenceSide::First).inputs;
    let documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    let files: Vec<&str> = documents.map(|document| document.name()).collect();
    let _ = writeln!(
        out,
        "{}",
        visible(&format!("{} · {}", kind_of(&inputs.live), files.join(" + ")))
    );
    let _ = writeln!(out, "{}", comparison.verdict());
    differences(&mut out, comparison);
    refusals(&mut out, comparison);
    if args.decisions {
        all_decisions(&mut out, comparison);
    }
    let hunks = match args.all {
        true => std::iter::once(0..comparison.rows().len()).collect(),
        false => comparison.hunks(CONTEXT_LINES),
    };
    rows(&mut out, comparison, &hunks);
    out
}

fn names(comparison: &MergeComparison) -> (usize, [String; 2]) {
    let names = DifferenceSide::BOTH.map(|side| comparison.name(side).to_string());
    (names[0].width().max(names[1].width()), names)
}

fn differences(out: &mut String, comparison: &MergeComparison) {
    let (width, names) = names(comparison);
    for (at, difference) in comparison.differences().iter().enumerate() {
        let told = comparison.to_text(difference);
        let _ = writeln!(out, "\n{} {} · {}", at + 1, visible(&told.path), told.words);
        for (side, name) in told.sides.iter().zip(&names) {
            let step = side.step.as_ref().map(|step| {
                let (rule, number) = (step.rule, step.number);
                format!("{rule} (step {number}): {}", visible(&side.says))
            });
            let says = match side.causes.is_empty() {
                true => step.unwrap_or_else(|| visible(&side.says).into_owned()),
                false => side.causes.iter().cloned().chain(step).collect::<Vec<_>>().join("\n"),
            };
            for (at, line) in says.lines().enumerate() {
                let name = if at == 0 { name } else { "" };
                let _ = writeln!(out, "  {name:<width$}  {line}");
            }
        }
        for (name, [first, second]) in told.moved.iter().take(MOVED) {
            let _ = writeln!(
                out,
                "  {}: number {first} in {}, number {second} in {}",
                visible(name),
                names[0],
                names[1]
            );
        }
        if told.moved.len() > MOVED {
            let _ = writeln!(out, "  and {} more", told.moved.len() - MOVED);
        }
    }
    if comparison.has_untried_causes() {
        out.push_str("\nThe input is too large to look for all causes.\n");
    }
}

/// All decisions in which the semantics differ, the reached ones marked.
fn all_decisions(out: &mut String, comparison: &MergeComparison) {
    let all = comparison.decisions();
    let (width, names) = names(comparison);
    let reached = all.iter().filter(|text| text.is_reached).count();
    let _ = writeln!(
        out,
        "\nThe semantics differ in {} decisions. Those that these merges came to ({reached}) are marked with *.",
        all.len()
    );
    for text in &all {
        let mark = if text.is_reached { '*' } else { ' ' };
        let _ = writeln!(out, "{mark} {}", text.decision.label());
        for (choice, name) in text.choices.iter().zip(&names) {
            let _ = writeln!(out, "    {name:<width$}  {} · {}", choice.says, choice.source);
        }
    }
}

fn refusals(out: &mut String, comparison: &MergeComparison) {
    let (width, _) = names(comparison);
    for side in DifferenceSide::BOTH {
        let Some(refused) = comparison.rejection(side) else {
            continue;
        };
        let name = comparison.name(side);
        let _ = writeln!(
            out,
            "\n{name} refuses by {} at {}.",
            refused.rule,
            visible(&refused.path)
        );
        if let Some(location) = &refused.location {
            let _ = writeln!(out, "  {:<width$}  {}", "where", visible(&location.to_string()));
        }
        let _ = writeln!(out, "  {:<width$}  {}", "why", visible(&refused.why));
        if refused.message.trim_end_matches('.') == refused.why.trim_end_matches('.') {
            continue;
        }
        for (at, line) in refused.message.trim_end().lines().enumerate() {
            let lead = if at == 0 { "says" } else { "" };
            let _ = writeln!(out, "  {lead:<width$}  {}", visible(line));
        }
    }
}

/// What stands between the two columns.
pub(crate) fn sign(comparison: &MergeComparison, row: &AlignedRow) -> char {
    match (
        row.state,
        row.difference()
            .and_then(|index| comparison.differences().get(index)),
    ) {
        (RowState::Same, _) => '│',
        (RowState::Unreached, _) => '·',
        (RowState::Differs(_), found) => match found.map(|difference| difference.kind) {
            Some(DifferenceKind::Only(DifferenceSide::First)) => '<',
            Some(DifferenceKind::Only(DifferenceSide::Second)) => '>',
            Some(DifferenceKind::Order) => '⇅',
            Some(DifferenceKind::Verdict { .. }) => '✗',
            Some(DifferenceKind::Value) | None => '≠',
        },
    }
}

fn rows(out: &mut String, comparison: &MergeComparison, hunks: &[Range<usize>]) {
    if hunks.is_empty() {
        return;
    }
    let digits = |side| comparison.lines(side).max(1).ilog10() as usize + 1;
    let digits = DifferenceSide::BOTH.map(digits);
    let shown = hunks.iter().flat_map(|hunk| &comparison.rows()[hunk.clone()]);
    let text = |row: &AlignedRow, side: DifferenceSide| {
        let text = comparison.text(row, side).unwrap_or_default();
        let number = row
            .cell(side)
            .map_or_else(String::new, |cell| cell.number.to_string());
        let digits = digits[side as usize];
        format!("{number:>digits$} {}", visible(&text))
    };
    let widest = shown
        .map(|row| text(row, DifferenceSide::First).width())
        .max()
        .unwrap_or(0);
    let (_, [first, second]) = names(comparison);
    let width = widest.clamp(first.width() + digits[0] + 1, MAX_COLUMN_WIDTH);
    let numbers = comparison.differences().len().max(1).ilog10() as usize + 1;
    let line = |out: &mut String, left: &str, sign: char, number: &str, right: &str| {
        let left = cut(left, width);
        let pad = " ".repeat(width.saturating_sub(left.width()));
        let line = format!("{left}{pad} {sign}{number:<numbers$} {right}");
        let _ = writeln!(out, "{}", line.trim_end());
    };
    out.push('\n');
    let head = |name: &str, side: DifferenceSide| format!("{:>1$} {name}", "", digits[side as usize]);
    line(
        out,
        &head(&first, DifferenceSide::First),
        '│',
        "",
        &head(&second, DifferenceSide::Second),
    );
    for (at, hunk) in hunks.iter().enumerate() {
        if at > 0 {
            line(out, "...", '│', "", "...");
        }
        for row in &comparison.rows()[hunk.clone()] {
            let number = row
                .difference()
                .map_or_else(String::new, |index| (index + 1).to_string());
            line(
                out,
                &text(row, DifferenceSide::First),
                sign(comparison, row),
                &number,
                &text(row, DifferenceSide::Second),
            );
        }
    }
}

/// The text in at most `width` cells.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}
