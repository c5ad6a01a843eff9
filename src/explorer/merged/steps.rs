//! The rows of the step list and the cells of the timeline.

use super::MergedView;
use super::step_id::StepId;
use super::step_label::label;
use crate::document::escape::visible;
use crate::document::{Path, Segment};
use crate::merge::{Mark, Merge};

/// A row of the step list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepRow {
    /// The position after the step; 0 is the live object before the patch.
    pub position: usize,
    /// The mark of the effect, if it has one.
    pub mark: Option<Mark>,
    /// The number of ancestors of the step.
    pub depth: usize,
    /// The name of the effect, or the code of a warning.
    pub label: String,
    /// The number of its patch, from 1, if there are several.
    pub patch_number: Option<u16>,
    /// The whole path; items by the values of their keys only; escaped.
    pub path: String,
    /// Whether the step is played, so that the result pane shows its effect.
    pub played: bool,
}

impl StepRow {
    /// Hides the effect and the path, because the user does not know them yet.
    pub(crate) fn hide(&mut self) {
        self.mark = None;
        self.depth = 0;
        self.label = "?".to_owned();
        self.path = String::new();
    }
}

/// Returns the rows `from..from + count` of the step list. Row 0 is step 0.
pub(crate) fn step_rows(merged: &MergedView, from: usize, count: usize) -> Vec<StepRow> {
    (from..(merged.len() + 1).min(from.saturating_add(count)))
        .map(|position| step_row(merged, position))
        .collect()
}

pub(crate) fn step_row(merged: &MergedView, position: usize) -> StepRow {
    let merge = merged.merge();
    let Some(step) = position.checked_sub(1).and_then(|index| merge.steps.get(index)) else {
        return StepRow {
            position,
            label: "live object".to_owned(),
            played: true,
            ..StepRow::default()
        };
    };
    let effect = step.rule.effect();
    StepRow {
        position,
        mark: effect.mark(),
        depth: usize::from(step.depth),
        label: label(step).to_owned(),
        patch_number: patch_number(merge, position - 1),
        path: short_path(&merge.distinct_step_path(step)),
        played: position <= merged.position(),
    }
}

/// Returns a path with only the values of merge keys: `spec.containers[web].image`.
fn short_path(path: &Path) -> String {
    // The name of the key is the same in the whole list.
    let short = path.0.iter().map(|segment| match segment {
        Segment::Item { value, .. } => Segment::Value(value.clone()),
        other => other.clone(),
    });
    visible(&Path(short.collect()).to_string()).into_owned()
}

/// A cell of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineCell {
    /// The position that a click goes to.
    pub position: usize,
    /// The mark of the first issue in the cell, or of the first step with a mark.
    pub mark: Option<Mark>,
    /// Whether the current step is in the cell.
    pub current: bool,
    /// Whether the first step of the cell is played.
    pub played: bool,
    /// Whether the cell contains a step that the filter shows.
    pub shown: bool,
}

/// Returns the timeline of the merge in at most `cells` cells, step 0 first. `shown` has the filtered
/// positions, if there is a filter.
pub(crate) fn timeline(merged: &MergedView, cells: usize, shown: Option<&[u32]>) -> Vec<TimelineCell> {
    let (steps, now) = (&merged.merge().steps, merged.position());
    let positions = steps.len() + 1;
    let count = positions.min(cells);
    (0..count)
        .map(|cell| {
            let from = cell * positions / count;
            let to = ((cell + 1) * positions / count).max(from + 1);
            let inside = from.saturating_sub(1)..to - 1;
            let issue = merged.issue_in(inside.clone()).map(StepId::index);
            let before = |position: usize, shown: &[u32]| {
                shown.partition_point(|shown_position| (*shown_position as usize) < position)
            };
            let mark_of = |step: usize| steps.get(step)?.rule.effect().mark();
            let mark = match shown {
                None => issue.into_iter().chain(inside).find_map(mark_of),
                // All shown steps have the same effect.
                Some(shown) => {
                    let first = shown.get(before(from, shown)).map(|position| *position as usize);
                    first
                        .filter(|position| *position < to)
                        .and_then(|position| mark_of(position - 1))
                }
            };
            let current = (from..to).contains(&now);
            TimelineCell {
                position: if current { now } else { to - 1 },
                mark: if from == 0 && to == 1 { None } else { mark },
                current,
                played: from <= now,
                shown: from == 0 || shown.is_none_or(|shown| before(from, shown) < before(to, shown)),
            }
        })
        .collect()
}

/// Returns the number (from 1) of the patch that causes a step, or `None` if there is only one patch or no
/// patch causes it.
fn patch_number(merge: &Merge, index: usize) -> Option<u16> {
    if merge.inputs.patches.len() < 2 {
        return None;
    }
    let mut step = merge.steps.get(index)?;
    loop {
        if let Some(source) = step.patch().or(step.directive()) {
            return Some(source.document);
        }
        step = merge.steps.get(step.parent()? as usize)?;
    }
}
