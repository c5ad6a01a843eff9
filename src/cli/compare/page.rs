//! Prints a comparison as text or as Markdown: the differences with their rules, then the rows.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::args::CompareArgs;
use crate::cli::help::terminal_width;
use crate::document::escape::visible;
use crate::parallel::join;
use crate::report::comparison::{DifferenceSide, DifferenceSign, MergeComparison, RowState, SideText};
use crate::report::decisions::DecisionText;
use crate::report::explanation::object_kind;
use crate::report::page::{Page, PageFormat};
use crate::report::table::Table;

/// Number of rows before and after each difference.
const CONTEXT_LINES: usize = 3;
/// Maximum width of the left column in cells if the output is not a terminal; longer lines are cut.
const MAX_COLUMN_WIDTH: usize = 200;
/// Minimum of the maximum width of the left column in cells.
const MIN_COLUMN_WIDTH: usize = 30;
/// Maximum number of moved items that are named in text; the rows show all.
const MAX_MOVED: usize = 10;

pub(crate) fn print(comparison: &MergeComparison, args: &CompareArgs, format: PageFormat) -> String {
    let mut page = Page::new(format);
    print_title(&mut page, comparison);
    if page.is_markdown() {
        print_difference_table(&mut page, comparison);
    } else {
        print_differences(&mut page, comparison);
    }
    if comparison.has_untried_causes() {
        page.line("\nThe inputs are too large to try every decision: more decisions may be a cause.");
    }
    for side in DifferenceSide::BOTH {
        print_rejection(&mut page, comparison, side);
    }
    if args.decisions {
        print_decisions(&mut page, comparison);
    }
    let hunks = if args.all {
        std::iter::once(0..comparison.rows().len()).collect()
    } else {
        comparison.hunks(CONTEXT_LINES)
    };
    if page.is_markdown() {
        print_diff(&mut page, comparison, hunks);
    } else {
        print_rows(&mut page, comparison, &hunks);
    }
    page.finish()
}

fn names(comparison: &MergeComparison) -> [&str; 2] {
    DifferenceSide::BOTH.map(|side| comparison.name(side))
}

/// Returns the width of the labels in cells: the names, and the labels of a rejection.
fn label_width(comparison: &MergeComparison) -> usize {
    names(comparison)
        .map(UnicodeWidthStr::width)
        .into_iter()
        .max()
        .unwrap_or(0)
}

fn print_title(page: &mut Page, comparison: &MergeComparison) {
    let inputs = &comparison.merge(DifferenceSide::First).inputs;
    let documents = std::iter::once(&inputs.live).chain(&inputs.patches);
    let files: Vec<String> = documents.map(|document| page.code(document.name())).collect();
    let (kind, files) = (page.prose(&object_kind(inputs)), files.join(" + "));
    let verdict = page.prose(&comparison.verdict_with_server());
    if page.is_markdown() {
        let [first, second] = names(comparison);
        page.title(&format!("{kind}: {first} and {second}"));
        page.line(&format!("{files}. {verdict}"));
    } else {
        page.title(&format!("{kind} · {files}"));
        page.line(&verdict);
    }
}

fn print_difference_table(page: &mut Page, comparison: &MergeComparison) {
    let [first, second] = names(comparison);
    let mut table = Table::new(&[":", "where", "what", first, second]);
    for (index, difference) in comparison.differences().iter().enumerate() {
        let text = comparison.to_text(difference);
        let moved = text.moved.iter();
        let moved =
            moved.map(|(name, [first, second])| format!("<br>{}: {first} / {second}", page.code(name)));
        let side = |side: &SideText| {
            let step = side.step.as_ref();
            let step = step.map(|step| format!("{}: {}", step.rule, page.prose(&side.sentence)));
            side_lines(page, side, step).join("<br>")
        };
        table.push([
            (index + 1).to_string(),
            page.code(&text.path),
            format!("{}{}", text.words, moved.collect::<String>()),
            side(&text.sides[0]),
            side(&text.sides[1]),
        ]);
    }
    if !comparison.is_same() {
        page.line("");
    }
    page.table(&table, 0);
}

fn print_differences(page: &mut Page, comparison: &MergeComparison) {
    let (width, names) = (label_width(comparison), names(comparison));
    for (index, difference) in comparison.differences().iter().enumerate() {
        let text = comparison.to_text(difference);
        page.line(&format!(
            "\n{} {} · {}",
            index + 1,
            page.code(&text.path),
            text.words
        ));
        for (side, name) in text.sides.iter().zip(names) {
            let step = side.step.as_ref().map(|step| {
                let (rule, number) = (step.rule, step.number);
                format!("{rule} (step {number}): {}", page.prose(&side.sentence))
            });
            for (index, line) in side_lines(page, side, step).iter().enumerate() {
                let name = if index == 0 { name } else { "" };
                page.item(&format!("{name:<width$}  {line}"));
            }
        }
        for (name, [first, second]) in text.moved.iter().take(MAX_MOVED) {
            let name = page.code(name);
            page.item(&match first == second {
                true => format!("{name}: position {first} with both, but other items are before it"),
                false => format!(
                    "{name}: position {first} with {}, position {second} with {}",
                    names[0], names[1]
                ),
            });
        }
        if text.moved.len() > MAX_MOVED {
            page.item(&format!("and {} more", text.moved.len() - MAX_MOVED));
        }
    }
}

/// Returns the explanation of a side: the choices of its semantics, then the step.
fn side_lines(page: &Page, side: &SideText, step: Option<String>) -> Vec<String> {
    let mut lines = side.causes.clone();
    lines.extend(step);
    if lines.is_empty() {
        lines.push(page.prose(&side.sentence));
    }
    lines
}

/// Prints all decisions in which the semantics differ; marks those that cause a difference.
fn print_decisions(page: &mut Page, comparison: &MergeComparison) {
    let decisions = comparison.decisions();
    let [first, second] = names(comparison);
    let count = decisions.len();
    let is_cause = |text: &DecisionText| {
        let mut differences = comparison.differences().iter();
        differences.any(|difference| difference.causes.contains(&text.decision))
    };
    let causes = match decisions.iter().filter(|text| is_cause(text)).count() {
        0 => "none of them causes a difference here".to_owned(),
        1 => "1 of them causes a difference here (marked with `*`)".to_owned(),
        causes => format!("{causes} of them cause a difference here (marked with `*`)"),
    };
    page.line(&format!(
        "\n{first} and {second} differ in {count} decisions; {causes}.\n"
    ));
    let mut table = Table::new(&["", "decision", first, second]);
    let width = label_width(comparison);
    for text in decisions {
        let (mark, label) = (if is_cause(&text) { "*" } else { "" }, text.decision.label());
        let choices = text.choices.map(|choice| choice.sentence);
        if page.is_markdown() {
            table.push([mark, label, choices[0], choices[1]].map(str::to_owned));
            continue;
        }
        page.line(&format!("{mark:1} {label}"));
        for (name, choice) in [first, second].into_iter().zip(choices) {
            page.item(&format!("  {name:<width$}  {choice}"));
        }
    }
    page.table(&table, 0);
}

fn print_rejection(page: &mut Page, comparison: &MergeComparison, side: DifferenceSide) {
    let Some(rejection) = comparison.rejection(side) else {
        return;
    };
    let (path, why) = (page.code(&rejection.path), page.prose(&rejection.why));
    let head = format!(
        "\n{} rejects the patch at {path} ({})",
        comparison.name(side),
        rejection.rule
    );
    let message = rejection.message.trim_end();
    if page.is_markdown() {
        page.line(&format!("{head}: {why}\n"));
        page.block("text", message);
        return;
    }
    let width = label_width(comparison);
    let label = |name: &str| format!("  {name:<width$}  ");
    page.line(&format!("{head}."));
    if let Some(location) = &rejection.location {
        page.labeled(&label("at"), &page.prose(&location.to_string()));
    }
    page.labeled(&label("why"), &why);
    if message.trim_end_matches('.') != rejection.why.trim_end_matches('.') {
        page.labeled(&label("message"), message);
    }
    if !rejection.fix.fix.is_empty() {
        page.labeled(&label("help"), &page.prose(&rejection.fix.fix));
    }
}

/// Prints the rows as a diff in Markdown.
fn print_diff(page: &mut Page, comparison: &MergeComparison, hunks: Vec<Range<usize>>) {
    if hunks.is_empty() || comparison.rows().is_empty() {
        return;
    }
    let [first, second] = names(comparison);
    page.line(&format!("\n`-` is {first}, `+` is {second}:\n"));
    let mut lines = Vec::new();
    let mut texts = comparison.texts();
    for (index, hunk) in hunks.into_iter().enumerate() {
        if index > 0 {
            lines.push("...".to_owned());
        }
        // In a run of rows that differ, all lines of the first side come before those of the second.
        let mut theirs = Vec::new();
        for row in &comparison.rows()[hunk] {
            let [left, right] = DifferenceSide::BOTH.map(|side| texts.text(row, side));
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
    page.block("diff", &lines.join("\n"));
}

/// Prints the rows side by side.
fn print_rows(page: &mut Page, comparison: &MergeComparison, hunks: &[Range<usize>]) {
    if hunks.is_empty() {
        return;
    }
    let digits = |side| comparison.lines(side).max(1).ilog10() as usize + 1;
    let digits = DifferenceSide::BOTH.map(digits);
    let texts = |side: DifferenceSide| -> Vec<String> {
        let mut texts = comparison.texts();
        let digits = digits[side as usize];
        let shown = hunks.iter().flat_map(|hunk| &comparison.rows()[hunk.clone()]);
        let text = shown.map(|row| {
            let text = texts.text(row, side).unwrap_or_default();
            let number = row
                .cell(side)
                .map_or_else(String::new, |cell| cell.number.to_string());
            format!("{number:>digits$} {}", visible(&text))
        });
        text.collect()
    };
    let (lefts, rights) = join(|| texts(DifferenceSide::First), || texts(DifferenceSide::Second));
    let widest = lefts.iter().map(|left| left.width()).max().unwrap_or(0);
    let [first, second] = names(comparison);
    let half = terminal_width().map(|columns| (columns / 2).saturating_sub(3).max(MIN_COLUMN_WIDTH));
    let width = widest
        .max(first.width() + digits[0] + 1)
        .min(half.unwrap_or(MAX_COLUMN_WIDTH));
    let numbers = comparison.differences().len().max(1).ilog10() as usize + 1;
    let line = |left: &str, sign: DifferenceSign, number: &str, right: &str| {
        let (left, used) = cut(left, width);
        let pad = width.saturating_sub(used);
        let sign = sign.glyph();
        let line = format!("{left}{:pad$} {sign}{number:<numbers$} {right}", "");
        line.trim_end().to_owned()
    };
    let head = |name: &str, side: DifferenceSide| format!("{:>1$} {name}", "", digits[side as usize]);
    let heads = [
        head(first, DifferenceSide::First),
        head(second, DifferenceSide::Second),
    ];
    page.line(&format!(
        "\n{}",
        line(&heads[0], DifferenceSign::Same, "", &heads[1])
    ));
    let mut sides = lefts.iter().zip(&rights);
    for (index, hunk) in hunks.iter().enumerate() {
        if index > 0 {
            page.line(&line("...", DifferenceSign::Same, "", "..."));
        }
        for row in &comparison.rows()[hunk.clone()] {
            let number = row
                .difference()
                .map_or_else(String::new, |index| (index + 1).to_string());
            if let Some((left, right)) = sides.next() {
                page.line(&line(left, comparison.sign(row), &number, right));
            }
        }
    }
}

/// Cuts the text to at most `width` cells. Returns it with its width.
fn cut(text: &str, width: usize) -> (Cow<'_, str>, usize) {
    let whole = text.width();
    if whole <= width {
        return (Cow::Borrowed(text), whole);
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        let next = used + c.width().unwrap_or(0);
        if next > width {
            break;
        }
        used = next;
        out.push(c);
    }
    out.push('…');
    (Cow::Owned(out), used)
}
