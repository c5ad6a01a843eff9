//! Showing only the steps of one effect: in the list, on the timeline, and for stepping.

use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::looking::EffectFilter;
use crate::explorer::merged::steps::{StepRow, TimelineCell, step_row, step_rows, timeline};
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::popups::list::{ListItem, ListView};
use crate::explorer::state::Explorer;
use crate::merge::RuleEffect;

impl Explorer {
    /// The effect whose steps alone are shown.
    pub fn filter(&self) -> Option<RuleEffect> {
        self.looking.filter.as_ref().map(|filter| filter.effect)
    }

    /// The positions of the steps that are shown, where not all are.
    pub(crate) fn shown_positions(&self) -> Option<&[u32]> {
        self.looking.filter.as_ref().map(|filter| &*filter.positions)
    }

    /// Whether the step that leads to a position is shown.
    pub(crate) fn is_step_shown(&self, position: usize) -> bool {
        let among = |positions: &[u32]| positions.binary_search(&(position as u32)).is_ok();
        self.shown_positions().is_none_or(among)
    }

    /// How many lines the list of steps has, that of live untouched included.
    pub(crate) fn step_lines(&self) -> usize {
        1 + self.shown_positions().map_or(self.session.len(), <[u32]>::len)
    }

    /// The line of the list on which a position stands, or the one before it.
    pub(crate) fn step_line(&self, position: usize) -> usize {
        self.shown_positions().map_or(position, |positions| {
            positions.partition_point(|shown| *shown as usize <= position)
        })
    }

    /// The position that a line of the list leads to.
    pub(crate) fn step_on_line(&self, line: usize) -> usize {
        match (self.shown_positions(), line.checked_sub(1)) {
            (_, None) => 0,
            (None, _) => line.min(self.session.len()),
            (Some(positions), Some(at)) => {
                let last = positions.len().saturating_sub(1);
                positions
                    .get(at.min(last))
                    .map_or(0, |position| *position as usize)
            }
        }
    }

    /// The lines `from..from + count` of the list of steps.
    pub fn step_list(&self, from: usize, count: usize) -> Vec<StepRow> {
        let rows = self.all_of_step_list(from, count);
        match self.is_predicting() {
            true => rows.into_iter().map(StepRow::hidden).collect(),
            false => rows,
        }
    }

    fn all_of_step_list(&self, from: usize, count: usize) -> Vec<StepRow> {
        if self.shown_positions().is_none() {
            return step_rows(&self.session, from, count);
        }
        let lines = from..self.step_lines().min(from.saturating_add(count));
        let position = lines.map(|line| self.step_on_line(line));
        position
            .map(|position| step_row(&self.session, position))
            .collect()
    }

    /// The whole merge in at most `cells` cells.
    pub fn timeline(&self, cells: usize) -> Vec<TimelineCell> {
        let mut cells = timeline(&self.session, cells, self.shown_positions());
        for cell in cells
            .iter_mut()
            .filter(|cell| self.is_predicting() && !cell.played)
        {
            cell.mark = None;
        }
        cells
    }

    /// Shows only the steps of an effect; none shows all.
    pub(crate) fn set_filter(&mut self, effect: Option<RuleEffect>) {
        self.looking.filter = effect.map(|effect| EffectFilter {
            effect,
            positions: Vec::new(),
        });
        self.refilter();
        let says = match self.shown_positions().map(<[u32]>::len) {
            None => HintText::from("all steps are shown"),
            Some(count) => {
                let steps = if count == 1 { "step" } else { "steps" };
                let effect = effect.map_or("", RuleEffect::name);
                let all = self.session.len();
                HintText::from(format!("only {count} {effect} {steps} of {all}; "))
                    .key(Action::Playback(PlaybackAction::Filter))
                    .text(" chooses again")
            }
        };
        self.say(says);
    }

    /// The steps are others.
    pub(crate) fn refilter(&mut self) {
        if let Some(filter) = &mut self.looking.filter {
            let steps = (1u32..).zip(&self.session.merge().steps);
            let shown = steps.filter(|(_, step)| step.rule.effect() == filter.effect);
            filter.positions = shown.map(|(position, _)| position).collect();
        }
        let line = self.step_line(self.session.position());
        let lines = self.step_lines();
        self.steps.reveal(line, lines);
    }

    /// The effects that there are, in the order of their first steps, each with its number of steps.
    fn effects(&self) -> Vec<(RuleEffect, usize)> {
        let mut found: Vec<(RuleEffect, usize)> = Vec::new();
        for step in &self.session.merge().steps {
            let effect = step.rule.effect();
            match found.iter_mut().find(|(other, _)| *other == effect) {
                Some((_, count)) => *count += 1,
                None => found.push((effect, 1)),
            }
        }
        found
    }

    /// The number of choices of the list.
    pub(crate) fn filter_choices(&self) -> usize {
        self.effects().len() + 1
    }

    /// The line of the list that says what is shown now.
    pub(crate) fn filter_line(&self) -> usize {
        let now = self.filter();
        let at = self.effects().iter().position(|(effect, _)| Some(*effect) == now);
        at.map_or(0, |at| at + 1)
    }

    pub(crate) fn choose_filter(&mut self, at: usize) {
        let effect = at.checked_sub(1).and_then(|at| self.effects().get(at).copied());
        self.set_filter(effect.map(|(effect, _)| effect));
    }

    pub(crate) fn listed_filter(&self) -> ListView {
        let all = ListItem {
            lead: self.session.len().to_string(),
            label: "all steps".to_owned(),
            ..ListItem::default()
        };
        let row = |(effect, count): (RuleEffect, usize)| ListItem {
            lead: count.to_string(),
            mark: effect.mark(),
            label: effect.name().to_owned(),
            text: effect.mark().map_or("", crate::merge::Mark::meaning).to_owned(),
            ..ListItem::default()
        };
        ListView {
            title: "show only these steps".to_owned(),
            rows: std::iter::once(all)
                .chain(self.effects().into_iter().map(row))
                .collect(),
            hint: words("{} chooses, {} closes", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }
}
