//! The rows of two results side by side, their signs, and the explanation of one row.

use super::screen::{CompareResult, CompareScreen};
use super::shown_rows::ShownRow;
use crate::document::Segment;
use crate::document::escape::visible;
use crate::explorer::panes::row::{PaneRow, RowCursor};
use crate::merge::{Mark, Marks, ResultId};
use crate::report::comparison;
use crate::report::comparison::{
    Difference, DifferenceKind, DifferenceSide, DifferenceSign, MergeComparison, RowState,
};
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::source_location::SourceLocation;

/// The mark of a difference.
fn mark_of(kind: DifferenceKind) -> Mark {
    match kind {
        DifferenceKind::Value => Mark::Changed,
        DifferenceKind::Only(_) => Mark::Added,
        DifferenceKind::Order => Mark::Reordered,
        DifferenceKind::Verdict { .. } => Mark::Rejected,
    }
}

/// One row of the two results.
#[derive(Clone, Debug)]
pub struct ComparedRow {
    /// Number in all rows, from 0.
    pub at: usize,
    /// Left and right; none where a side has a gap.
    pub sides: [Option<PaneRow>; 2],
    /// How the sides differ.
    pub sign: DifferenceSign,
    /// The mark of the difference.
    pub mark: Option<Mark>,
}

/// The explanation of the row under the cursor.
#[derive(Clone, Debug)]
pub struct ComparedText {
    /// The whole, in a sentence.
    pub verdict: String,
    /// Where, and what differs there.
    pub place: String,
    /// `2/5`: which difference; empty if there is none.
    pub which: String,
    /// The rule and its sentence in each.
    pub sides: [Vec<ExplanationLine>; 2],
}

impl CompareScreen {
    /// The titles left and right: a name, and what it means; escaped.
    pub fn titles(&self) -> [(String, String); 2] {
        match &self.compared {
            CompareResult::Semantics(sides) => {
                sides.map(|semantics| (semantics.name().to_owned(), semantics.meaning().to_owned()))
            }
            CompareResult::Versions(pair) => DifferenceSide::BOTH.map(|side| {
                let [name, about] = [&pair.names()[side as usize], &pair.about[side as usize]];
                (name.clone(), visible(about).into_owned())
            }),
        }
    }

    /// How many lines the longer result has: for the width of line numbers.
    pub fn line_count(&self) -> usize {
        let lines = |ready: &MergeComparison| DifferenceSide::BOTH.map(|side| ready.lines(side));
        let [first, second] = self.ready.as_deref().map_or([1, 1], lines);
        first.max(second)
    }

    /// The rows that are on the screen.
    pub fn visible_rows(&self) -> Vec<ComparedRow> {
        self.rows_from(self.view.scroll, self.view.height)
    }

    /// The text of a row on both sides; escaped.
    pub(crate) fn text_of(&self, row: usize) -> String {
        let sides = self.rows_from(row, 1).pop().map(|row| row.sides);
        let texts = sides.into_iter().flatten().flatten().map(|side| side.text);
        texts.collect::<Vec<_>>().join(" ")
    }

    fn rows_from(&self, from: usize, count: usize) -> Vec<ComparedRow> {
        let Some(ready) = &self.ready else {
            return Vec::new();
        };
        let rows = self.shown.iter().enumerate();
        rows.skip(from)
            .take(count)
            .map(|(number, shown)| {
                let (at, row) = (shown.first, &ready.rows()[shown.first]);
                let found = row.difference().and_then(|index| ready.differences().get(index));
                let before = at.checked_sub(1).and_then(|at| ready.rows()[at].difference());
                let begins = row.difference() != before;
                let here = number == self.view.cursor;
                let side = |side| match shown.moved {
                    Some(positions) => Some(moved_side(ready, row, side, (shown, positions), here)),
                    None => shown_side(ready, row, side, found.filter(|_| begins), here),
                };
                ComparedRow {
                    at: number,
                    sides: DifferenceSide::BOTH.map(side),
                    sign: ready.sign(row),
                    mark: found.map(|difference| mark_of(difference.kind)),
                }
            })
            .collect()
    }

    /// The explanation of the row under the cursor.
    pub fn explanation(&self) -> Option<ComparedText> {
        let ready = self.ready.as_ref()?;
        let escaped = |text: &str| visible(text).into_owned();
        let found = self
            .difference_under_cursor()
            .and_then(|index| Some((index, ready.differences().get(index)?)));
        let shown = self.shown.get(self.view.cursor);
        let row = shown.and_then(|shown| ready.rows().get(shown.first));
        let (place, which) = match found {
            Some((index, difference)) => (
                format!(
                    "{} · {}",
                    row_path(ready, shown, difference),
                    ready.words(difference)
                ),
                format!("{}/{}", index + 1, ready.differences().len()),
            ),
            None => (
                row.map_or_else(String::new, |row| place_of(ready, row)),
                String::new(),
            ),
        };
        Some(ComparedText {
            verdict: escaped(&ready.verdict()),
            place: escaped(&place),
            which,
            sides: DifferenceSide::BOTH.map(|side| {
                let mut lines = words_of(ready, side, found.map(|(_, difference)| difference));
                if let CompareResult::Versions(pair) = &self.compared {
                    let place = found.and_then(|(_, difference)| written_in(ready, side, difference));
                    lines.splice(0..0, place);
                    lines.extend(pair.changed[side as usize].iter().cloned());
                }
                lines
            }),
        })
    }
}

/// The path of a difference, or of the moved item that a row shows.
fn row_path(ready: &MergeComparison, shown: Option<&ShownRow>, difference: &Difference) -> String {
    match shown.and_then(|shown| shown.item) {
        Some((side, item)) => ready.merge(side).path(item).to_string(),
        None => ready.path(difference),
    }
}

/// One side of an item that moved, which is one row: the first line of the item, or where it is on the other side.
fn moved_side(
    ready: &MergeComparison,
    row: &comparison::AlignedRow,
    side: DifferenceSide,
    (shown, [left, right]): (&ShownRow, [usize; 2]),
    here: bool,
) -> PaneRow {
    let cursor = if here { RowCursor::Here } else { RowCursor::None };
    let text = ready.text(row, side).filter(|_| shown.begins);
    let brief = format!("{} → {}", left + 1, right + 1);
    let words = format!("moved {brief}");
    let name = shown
        .item
        .map_or_else(String::new, |(side, item)| name_of(ready, side, item));
    let marks = Marks::default().with(Mark::Reordered);
    match (text, row.cell(side)) {
        (Some(text), Some(cell)) => PaneRow {
            number: Some(cell.number as usize),
            text: visible(&text).into_owned(),
            marks,
            note: words,
            brief,
            cursor,
            ..PaneRow::default()
        },
        (None, Some(cell)) => PaneRow {
            number: Some(cell.number as usize),
            text: format!("{}(more of {name})", " ".repeat(cell.indent as usize)),
            marks,
            cursor,
            ..PaneRow::default()
        },
        // The move is told once.
        (_, None) if !shown.begins => PaneRow {
            text: format!("(more of {name})"),
            cursor,
            ..PaneRow::default()
        },
        (_, None) => PaneRow {
            text: name,
            note: words,
            cursor,
            ..PaneRow::default()
        },
    }
}

/// What an item is called: its merge key, or its value; escaped.
fn name_of(ready: &MergeComparison, side: DifferenceSide, item: ResultId) -> String {
    match ready.merge(side).path(item).0.pop() {
        Some(Segment::Item { value, .. } | Segment::Value(value)) => visible(&value).into_owned(),
        _ => "this item".to_owned(),
    }
}

fn place_of(ready: &MergeComparison, row: &comparison::AlignedRow) -> String {
    let cell = DifferenceSide::BOTH
        .into_iter()
        .find_map(|side| Some((side, row.cell(side)?)));
    let path = cell.map_or_else(String::new, |(side, cell)| {
        ready.merge(side).path(cell.id).to_string()
    });
    match row.state {
        RowState::Unreached => format!("{path} · not reached (rejected earlier)"),
        _ => format!("{path} · same"),
    }
}

/// One side of a row, with the rule if a difference begins there.
fn shown_side(
    ready: &MergeComparison,
    row: &comparison::AlignedRow,
    side: DifferenceSide,
    begins: Option<&Difference>,
    here: bool,
) -> Option<PaneRow> {
    let cell = row.cell(side)?;
    let text = ready.text(row, side)?;
    let found = row.difference().and_then(|index| ready.differences().get(index));
    let mark = found.map(|difference| mark_of(difference.kind));
    let rule = begins.and_then(|difference| ready.rule(difference, side));
    Some(PaneRow {
        number: Some(cell.number as usize),
        text: visible(&text).into_owned(),
        marks: mark.map_or_else(Marks::default, |mark| Marks::default().with(mark)),
        note: rule.unwrap_or_default().to_owned(),
        cursor: if here { RowCursor::Here } else { RowCursor::None },
        ..PaneRow::default()
    })
}

/// The position of the text that one side of a difference has its value from.
fn written_in(
    ready: &MergeComparison,
    side: DifferenceSide,
    difference: &Difference,
) -> Option<ExplanationLine> {
    let scene = &ready.merge(side).scene;
    let source = scene.source(difference.nodes[side as usize]?);
    let place = SourceLocation::from_node(scene.document(source), source.node);
    Some(explanation_line(LineKind::Place, format!("written in {place}")))
}

/// The rule of one side and its sentence; of a row without a difference, the rejection if there is one.
fn words_of(
    ready: &MergeComparison,
    side: DifferenceSide,
    found: Option<&Difference>,
) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    match found {
        Some(difference) => {
            let told = ready.side(difference, side);
            let causes = told.causes.iter().filter(|_| told.step.is_some());
            lines.extend(causes.map(|cause| explanation_line(LineKind::Says, cause)));
            if let Some(step) = &told.step {
                lines.push(explanation_line(
                    LineKind::Title,
                    format!("{} · step {}", step.rule, step.number),
                ));
            }
            lines.push(explanation_line(LineKind::Says, &told.says));
            if let Some(step) = &told.step {
                lines.push(explanation_line(
                    LineKind::Place,
                    format!("Source: {}", step.source),
                ));
            }
        }
        None => {
            if let Some(rejected) = ready.rejection(side) {
                lines.push(explanation_line(
                    LineKind::Kubernetes,
                    format!("rejected: {}", rejected.rule),
                ));
                lines.push(explanation_line(LineKind::Says, &rejected.why));
                if rejected.message != rejected.why {
                    let message = rejected.message.trim_end();
                    lines.extend(
                        message
                            .lines()
                            .map(|text| explanation_line(LineKind::Kubernetes, text)),
                    );
                }
            }
        }
    }
    lines
}
