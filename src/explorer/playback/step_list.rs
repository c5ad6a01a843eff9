//! The step list and the timeline, with all steps or only those of one effect.

use crate::explorer::merged::MergedView;
use crate::explorer::merged::steps::{StepRow, TimelineCell, step_row, step_rows, timeline};
use crate::explorer::panes::viewport::Viewport;
use crate::merge::RuleEffect;

/// The step list. Its first row is the live object before the patch, position 0.
#[derive(Clone, Debug)]
pub struct StepList {
    view: Viewport,
    filter: Option<EffectFilter>,
}

/// The filter of the step list.
#[derive(Clone, Debug)]
struct EffectFilter {
    effect: RuleEffect,
    /// The positions of the matching steps, ascending.
    positions: Vec<u32>,
}

impl StepList {
    /// Creates a list of all steps with `height` visible rows.
    pub(crate) fn new(height: usize) -> Self {
        Self {
            view: Viewport::with_height(height),
            filter: None,
        }
    }

    /// Returns the viewport of the list.
    pub fn view(&self) -> Viewport {
        self.view
    }

    /// Returns the effect that the steps are filtered by.
    pub fn filter(&self) -> Option<RuleEffect> {
        self.filter.as_ref().map(|filter| filter.effect)
    }

    /// Returns the positions of the filtered steps, or `None` without a filter.
    fn shown_positions(&self) -> Option<&[u32]> {
        self.filter.as_ref().map(|filter| &*filter.positions)
    }

    /// Returns the number of filtered steps, or `None` without a filter.
    pub(crate) fn shown_count(&self) -> Option<usize> {
        self.shown_positions().map(<[u32]>::len)
    }

    /// Returns whether the step before a position is shown.
    pub(crate) fn is_shown(&self, position: usize) -> bool {
        let among = |positions: &[u32]| positions.binary_search(&(position as u32)).is_ok();
        self.shown_positions().is_none_or(among)
    }

    /// Returns the number of rows.
    pub(crate) fn len(&self, merged: &MergedView) -> usize {
        1 + self.shown_count().unwrap_or(merged.len())
    }

    /// Returns the row of the current position, or of the nearest shown position before it.
    pub(crate) fn current_line(&self, merged: &MergedView) -> usize {
        let position = merged.position();
        self.shown_positions().map_or(position, |positions| {
            positions.partition_point(|shown| *shown as usize <= position)
        })
    }

    /// Returns the position of a row.
    pub(crate) fn position_on_line(&self, line: usize, merged: &MergedView) -> usize {
        match (self.shown_positions(), line.checked_sub(1)) {
            (_, None) => 0,
            (None, _) => line.min(merged.len()),
            (Some(positions), Some(at)) => {
                let last = positions.len().saturating_sub(1);
                positions
                    .get(at.min(last))
                    .map_or(0, |position| *position as usize)
            }
        }
    }

    /// Returns the rows `from..from + count`. The effects of steps after position `until` are hidden.
    pub(crate) fn rows(&self, from: usize, count: usize, until: usize, merged: &MergedView) -> Vec<StepRow> {
        let mut rows = match self.shown_positions() {
            None => step_rows(merged, from, count),
            Some(_) => {
                let lines = from..self.len(merged).min(from.saturating_add(count));
                let positions = lines.map(|line| self.position_on_line(line, merged));
                positions.map(|position| step_row(merged, position)).collect()
            }
        };
        for row in rows.iter_mut().filter(|row| row.position > until) {
            row.hide();
        }
        rows
    }

    /// Returns the timeline in at most `cells` cells. The effects of steps after position `until` are hidden.
    pub(crate) fn timeline(&self, cells: usize, until: usize, merged: &MergedView) -> Vec<TimelineCell> {
        let mut cells = timeline(merged, cells, self.shown_positions());
        for cell in cells.iter_mut().filter(|cell| cell.position > until) {
            cell.mark = None;
        }
        cells
    }

    /// Filters the steps by an effect, or shows all.
    pub(crate) fn set_filter(&mut self, effect: Option<RuleEffect>, merged: &MergedView) {
        self.filter = effect.map(|effect| EffectFilter {
            effect,
            positions: Vec::new(),
        });
        self.refresh(merged);
    }

    /// Applies the filter to another merge.
    pub(crate) fn refresh(&mut self, merged: &MergedView) {
        if let Some(filter) = &mut self.filter {
            let steps = (1u32..).zip(&merged.merge().steps);
            let shown = steps.filter(|(_, step)| step.rule.effect() == filter.effect);
            filter.positions = shown.map(|(position, _)| position).collect();
        }
        self.reveal(merged);
    }

    /// Scrolls to the current position.
    pub(crate) fn reveal(&mut self, merged: &MergedView) {
        self.view.reveal(self.current_line(merged), self.len(merged));
    }

    pub(crate) fn resize(&mut self, height: usize, merged: &MergedView) {
        self.view.height = height.max(1);
        self.reveal(merged);
    }

    pub(crate) fn scroll_by(&mut self, by: i32, merged: &MergedView) {
        let rows = self.len(merged);
        self.view.scroll_by(by, rows);
    }

    pub(crate) fn reset_cursor(&mut self) {
        self.view.reset();
    }
}

/// Returns the effects of the steps in order of first occurrence, with their numbers of steps.
pub(crate) fn effects(merged: &MergedView) -> Vec<(RuleEffect, usize)> {
    let mut found: Vec<(RuleEffect, usize)> = Vec::new();
    for step in &merged.merge().steps {
        let effect = step.rule.effect();
        match found.iter_mut().find(|(other, _)| *other == effect) {
            Some((_, count)) => *count += 1,
            None => found.push((effect, 1)),
        }
    }
    found
}
