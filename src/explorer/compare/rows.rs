//! The rows of a comparison, their signs, and the explanation of a row.

use super::screen::{CompareResult, CompareScreen};
use super::shown_rows::ShownRow;
use crate::document::Segment;
use crate::document::escape::visible;
use crate::explorer::panes::row::{PaneRow, RowCursor};
use crate::explorer::panes::shared_indent::shared_indent;
use crate::merge::{Mark, Marks, ResultId};
use crate::report::comparison;
use crate::report::comparison::{
    Difference, DifferenceKind, DifferenceSide, DifferenceSign, MergeComparison,
};
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::source_location::SourceLocation;

/// Returns the mark of a difference.
fn mark_of(kind: DifferenceKind) -> Mark {
    match kind {
        DifferenceKind::Value => Mark::Changed,
        DifferenceKind::Only(_) => Mark::Added,
        DifferenceKind::Order => Mark::Reordered,
        DifferenceKind::Verdict { .. } => Mark::Rejected,
    }
}

/// A row of a comparison.
#[derive(Clone, Debug)]
pub struct ComparedRow {
    /// The index among all rows, from 0.
    pub index: usize,
    /// The left and the right side; `None` for a gap.
    pub sides: [Option<PaneRow>; 2],
    /// The sign of the difference between the sides.
    pub sign: DifferenceSign,
    /// The mark of the difference.
    pub mark: Option<Mark>,
}

/// The explanation of the row under the cursor.
#[derive(Clone, Debug)]
pub struct ComparedText {
    /// The sentence about the whole comparison.
    pub verdict: String,
    /// The path, and the difference at that path.
    pub location: String,
    /// The number of the difference, `2/5`; empty if there is none.
    pub number: String,
    /// The rule and its sentence on each side.
    pub sides: [Vec<ExplanationLine>; 2],
}

impl CompareScreen {
    /// Returns the titles of the sides: a name and its meaning; escaped.
    pub fn titles(&self) -> [(String, String); 2] {
        match &self.compared {
            CompareResult::Semantics(sides) => {
                sides.map(|semantics| (semantics.title().to_owned(), semantics.meaning().to_owned()))
            }
            CompareResult::Versions(pair) => DifferenceSide::BOTH.map(|side| {
                let [name, about] = [&pair.names()[side as usize], &pair.about[side as usize]];
                (name.clone(), visible(about).into_owned())
            }),
        }
    }

    /// Returns the number of lines of the longer result, which determines the width of line numbers.
    pub fn line_count(&self) -> usize {
        let lines = |ready: &MergeComparison| DifferenceSide::BOTH.map(|side| ready.lines(side));
        let [first, second] = self.ready.as_deref().map_or([1, 1], lines);
        first.max(second)
    }

    /// Returns the visible rows.
    pub fn visible_rows(&self) -> Vec<ComparedRow> {
        self.rows_from(self.view.scroll, self.view.height)
    }

    /// Returns the visible rows without the indentation that all of them have, if a text is wider than `width`.
    pub fn rows_in(&self, width: usize) -> Vec<ComparedRow> {
        let mut rows = self.visible_rows();
        let lines = rows.iter().flat_map(|row| &row.sides).flatten();
        // The name of an item in a gap is not indented.
        let indent = shared_indent(lines.filter(|line| line.number.is_some()), width);
        for line in rows.iter_mut().flat_map(|row| &mut row.sides).flatten() {
            if line.number.is_some() {
                *line = std::mem::take(line).without_indent(indent);
            }
        }
        rows
    }

    /// Returns the first of the rows that has a text for which `matches` is true; texts are escaped.
    pub(crate) fn find(
        &self,
        mut rows: impl Iterator<Item = usize>,
        matches: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let ready = self.ready.as_deref()?;
        let mut texts = ready.texts();
        rows.find(|number| match self.shown.get(*number) {
            Some(shown) if shown.moved.is_none() => {
                let row = &ready.rows()[shown.first];
                let mut texts = DifferenceSide::BOTH
                    .map(|side| texts.text(row, side))
                    .into_iter()
                    .flatten();
                texts.any(|text| matches(&visible(&text)))
            }
            _ => {
                let sides = self.rows_from(*number, 1).into_iter().flat_map(|row| row.sides);
                sides.flatten().any(|side| matches(&side.text))
            }
        })
    }

    fn rows_from(&self, from: usize, count: usize) -> Vec<ComparedRow> {
        let Some(ready) = &self.ready else {
            return Vec::new();
        };
        let mut texts = ready.texts();
        let rows = self.shown.iter().enumerate();
        rows.skip(from)
            .take(count)
            .map(|(number, shown)| {
                let (index, row) = (shown.first, &ready.rows()[shown.first]);
                let found = ready.difference_of(row);
                let before = index.checked_sub(1).map(|index| ready.rows()[index].state);
                let begins = before != Some(row.state);
                let has_cursor = number == self.view.cursor;
                let side = |side| {
                    let text = texts.text(row, side);
                    match shown.moved {
                        Some(positions) => {
                            let item = (shown, positions);
                            Some(moved_side(ready, (row, text), side, item, has_cursor))
                        }
                        None => shown_side(ready, (row, text?), side, found.filter(|_| begins), has_cursor),
                    }
                };
                ComparedRow {
                    index: number,
                    sides: DifferenceSide::BOTH.map(side),
                    sign: ready.sign(row),
                    mark: found.map(|difference| mark_of(difference.kind)),
                }
            })
            .collect()
    }

    /// Returns the explanation of the row under the cursor.
    pub fn explanation(&self) -> Option<ComparedText> {
        let ready = self.ready.as_ref()?;
        let escaped = |text: &str| visible(text).into_owned();
        let found = self.difference_under_cursor();
        let shown = self.shown.get(self.view.cursor);
        let row = shown.and_then(|shown| ready.rows().get(shown.first));
        let (location, number) = match found {
            Some(difference) => (
                format!(
                    "{} · {}",
                    row_path(ready, shown, difference),
                    ready.words(difference)
                ),
                self.number_of(difference),
            ),
            None => (
                row.map_or_else(String::new, |row| format!("{} · same", path_of_row(ready, row))),
                String::new(),
            ),
        };
        Some(ComparedText {
            verdict: escaped(&ready.verdict()),
            location: escaped(&location),
            number,
            sides: DifferenceSide::BOTH.map(|side| {
                let mut lines = side_lines(ready, side, found);
                if let CompareResult::Versions(pair) = &self.compared {
                    let location = found.and_then(|difference| written_in(ready, side, difference));
                    lines.splice(0..0, location);
                    lines.extend(pair.changed[side as usize].iter().cloned());
                }
                lines
            }),
        })
    }
}

impl CompareScreen {
    /// Returns the explanation of the row under the cursor: the lines of both sides, each with its name.
    pub(crate) fn explanation_lines(&self) -> Vec<String> {
        let Some(text) = self.explanation() else {
            return Vec::new();
        };
        let mut lines = vec![text.location];
        for (lines_of_side, (name, _)) in text.sides.into_iter().zip(self.titles()) {
            lines.extend([String::new(), name]);
            lines.extend(lines_of_side.into_iter().map(|line| format!("  {}", line.text)));
        }
        lines
    }
}

/// Returns the path of a difference, or of the moved item that a row shows.
fn row_path(ready: &MergeComparison, shown: Option<&ShownRow>, difference: &Difference) -> String {
    let row = shown.and_then(|shown| ready.rows().get(shown.first));
    match (shown.and_then(|shown| shown.item), row) {
        (Some((side, item)), _) => ready.merge(side).path(item).to_string(),
        // A rejection of the whole object has no path of its own.
        (None, Some(row)) if matches!(difference.kind, DifferenceKind::Verdict { .. }) => {
            path_of_row(ready, row)
        }
        (None, _) => ready.path(difference),
    }
}

/// Returns one side of a moved item, which has one row: the first line of the item, or the position of the
/// item on the other side.
fn moved_side(
    ready: &MergeComparison,
    (row, text): (&comparison::AlignedRow, Option<String>),
    side: DifferenceSide,
    (shown, [left, right]): (&ShownRow, [usize; 2]),
    has_cursor: bool,
) -> PaneRow {
    let cursor = if has_cursor {
        RowCursor::Here
    } else {
        RowCursor::None
    };
    // An item can be before another one on one side, and have the same position.
    let (note, brief) = match left == right {
        true => ("moved".to_owned(), "moved".to_owned()),
        false => {
            let brief = format!("{} → {}", left + 1, right + 1);
            (format!("moved {brief}"), brief)
        }
    };
    let name = shown
        .item
        .map_or_else(String::new, |(side, item)| name_of(ready, side, item));
    let marks = Marks::default().with(Mark::Reordered);
    match (text, row.cell(side)) {
        (Some(text), Some(cell)) => PaneRow {
            number: Some(cell.number as usize),
            text: visible(&text).into_owned(),
            folded: shown.count.checked_sub(1).filter(|more| *more > 0),
            marks,
            note,
            brief,
            cursor,
            ..PaneRow::default()
        },
        _ => PaneRow {
            text: name,
            note,
            cursor,
            ..PaneRow::default()
        },
    }
}

/// Returns the name of an item, its merge key or its value; escaped.
fn name_of(ready: &MergeComparison, side: DifferenceSide, item: ResultId) -> String {
    match ready.merge(side).path(item).0.pop() {
        Some(Segment::Item { value, .. } | Segment::Value(value)) => visible(&value).into_owned(),
        _ => "this item".to_owned(),
    }
}

fn path_of_row(ready: &MergeComparison, row: &comparison::AlignedRow) -> String {
    let cell = DifferenceSide::BOTH
        .into_iter()
        .find_map(|side| Some((side, row.cell(side)?)));
    cell.map_or_else(String::new, |(side, cell)| {
        ready.merge(side).path(cell.id).to_string()
    })
}

/// Returns one side of a row, with the rule if a difference starts on it.
fn shown_side(
    ready: &MergeComparison,
    (row, text): (&comparison::AlignedRow, String),
    side: DifferenceSide,
    begins: Option<&Difference>,
    has_cursor: bool,
) -> Option<PaneRow> {
    let cell = row.cell(side)?;
    let found = ready.difference_of(row);
    let is_accepted = |difference: &&Difference| matches!(difference.kind, DifferenceKind::Verdict { rejects } if rejects != side);
    let marked = found.filter(|difference| !is_accepted(difference));
    let mark = marked.map(|difference| mark_of(difference.kind));
    let rule = begins.and_then(|difference| ready.rule(difference, side));
    Some(PaneRow {
        number: Some(cell.number as usize),
        text: visible(&text).into_owned(),
        marks: mark.map_or_else(Marks::default, |mark| Marks::default().with(mark)),
        note: rule.unwrap_or_default().to_owned(),
        cursor: if has_cursor {
            RowCursor::Here
        } else {
            RowCursor::None
        },
        ..PaneRow::default()
    })
}

/// Returns a line with the position of the source text of one side of a difference.
fn written_in(
    ready: &MergeComparison,
    side: DifferenceSide,
    difference: &Difference,
) -> Option<ExplanationLine> {
    let tree = &ready.merge(side).tree;
    let source = tree.source(difference.nodes[side as usize]?);
    let location = SourceLocation::from_node(tree.document(source), source.node);
    Some(explanation_line(LineKind::Place, format!("from {location}")))
}

/// Returns the rule of one side and its sentence. If the side is rejected and the row is not that of the
/// rejection, returns the rejection.
fn side_lines(
    ready: &MergeComparison,
    side: DifferenceSide,
    found: Option<&Difference>,
) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    let is_verdict = |difference: &&Difference| matches!(difference.kind, DifferenceKind::Verdict { .. });
    let is_rejected = ready.merge(side).rejection().is_some();
    match found.filter(|difference| is_verdict(difference) || !is_rejected) {
        Some(difference) => {
            let side_text = ready.side(difference, side);
            let causes = side_text.causes.iter().filter(|_| side_text.step.is_some());
            lines.extend(causes.map(|cause| explanation_line(LineKind::Sentence, cause)));
            if let Some(step) = &side_text.step {
                lines.push(explanation_line(
                    LineKind::Title,
                    format!("{} · step {}", step.rule, step.number),
                ));
            }
            lines.push(explanation_line(LineKind::Sentence, &side_text.sentence));
            if let Some(step) = &side_text.step {
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
                lines.push(explanation_line(LineKind::Sentence, &rejected.why));
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
