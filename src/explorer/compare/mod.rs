//! Two results side by side: which two, the cursor, and the work beside the keys that a large input needs.

pub(crate) mod action;
pub(crate) mod rows;
pub(crate) mod state;

use std::sync::Arc;

use super::effect::Effect;
use super::hint_text::{HintText, words};
use super::panes::jump_list::at_step;
use super::screens::ScreenState;
use super::state::Explorer;
use crate::explorer::action::Action;
use crate::explorer::compare::action::CompareAction;
use crate::merge::{Inputs, Semantics};
use crate::report::comparison::{DifferenceSide, MergeComparison};
use state::{CompareResult, CompareState, CompareTask, are_alike};

impl Explorer {
    /// Opens or closes the comparison of this semantics with the one it is usually compared with.
    pub(crate) fn toggle_compare(&mut self) {
        if matches!(self.screen, ScreenState::Compare(_)) {
            self.leave_screen();
            return;
        }
        self.player.playing = false;
        let semantics = self.semantics();
        let other = semantics.other();
        // The order of `Semantics::ALL`: what the documents say stands on the left.
        let place = |one: Semantics| Semantics::ALL.iter().position(|known| *known == one);
        let sides = match place(semantics) <= place(other) {
            true => [semantics, other],
            false => [other, semantics],
        };
        self.screen = ScreenState::Compare(Box::new(CompareState::new(CompareResult::Semantics(sides))));
    }

    /// Another semantics on one side: the next of all, without the one on the other side.
    pub(crate) fn next_compared(&mut self, side: DifferenceSide) {
        let ScreenState::Compare(comparing) = &mut self.screen else {
            return;
        };
        let CompareResult::Semantics(sides) = &mut comparing.compared else {
            return;
        };
        let [now, other] = [side, side.other()].map(|side| sides[side as usize]);
        let all = Semantics::ALL.iter().copied();
        let next = all
            .clone()
            .chain(all)
            .skip_while(|known| *known != now)
            .skip(1)
            .find(|known| *known != other && *known != now);
        if let Some(next) = next {
            sides[side as usize] = next;
            self.say(format!("{next}: {}", next.meaning()));
        }
    }

    /// Sees to it that what is shown belongs to the present inputs: at once, or beside the keys.
    pub(crate) fn effect_of_compare(&mut self) -> Option<Effect> {
        if self.is_opening() || !matches!(self.screen, ScreenState::Compare(_)) {
            return None;
        }
        let large = self.is_large();
        let ScreenState::Compare(comparing) = &mut self.screen else {
            return None;
        };
        let inputs = comparing.compared.inputs(&self.session.merge().inputs);
        if comparing
            .ready
            .as_ref()
            .is_some_and(|ready| is_of(ready, &inputs))
        {
            comparing.wanted = None;
            return None;
        }
        if let Some((task, under_way)) = &comparing.wanted
            && task.is_about(&inputs)
        {
            return (!under_way).then_some(Effect::Compare);
        }
        let names = comparing.compared.names();
        let task = CompareTask { inputs, names };
        if large {
            comparing.wanted = Some((task, false));
            return Some(Effect::Compare);
        }
        comparing.take(task.run());
        None
    }

    /// The work that [`Effect::Compare`] asks for; each is handed out once.
    pub fn compare_task(&mut self) -> Option<CompareTask> {
        let ScreenState::Compare(comparing) = &mut self.screen else {
            return None;
        };
        let (task, under_way) = comparing.wanted.as_mut().filter(|(_, under_way)| !under_way)?;
        *under_way = true;
        Some(task.clone())
    }

    /// A comparison is ready; one that nobody wants any more is dropped.
    pub(crate) fn on_compared(&mut self, comparison: Arc<MergeComparison>) {
        if let ScreenState::Compare(comparing) = &mut self.screen {
            let inputs = comparing.compared.inputs(&self.session.merge().inputs);
            if is_of(&comparison, &inputs) {
                comparing.take(comparison);
            }
        }
    }

    /// Why the comparison cannot be opened, if it cannot.
    pub(crate) fn compare_blocker(&self) -> Option<String> {
        if self.is_opening() {
            return Some("compare: the files are still being read".to_owned());
        }
        match self.session.patch_count() {
            0 => Some("compare: there is no patch, so nothing can differ".to_owned()),
            _ => None,
        }
    }

    /// Why no side can have another semantics, if none can.
    pub(crate) fn other_semantics_blocker(&self) -> Option<String> {
        match &self.screen {
            ScreenState::Compare(comparing) if matches!(comparing.compared, CompareResult::Versions(_)) => {
                Some(format!("two versions are compared, both as {}", self.semantics()))
            }
            _ => None,
        }
    }

    /// The next row of another difference, or why there is none.
    pub(crate) fn difference_from_here(&self, down: bool) -> Result<usize, HintText> {
        let word = if down { "next" } else { "previous" };
        let ScreenState::Compare(comparing) = &self.screen else {
            return Err(
                HintText::from(format!("{word} difference: nothing is compared; "))
                    .key(Action::Compare(CompareAction::Toggle))
                    .text(" compares"),
            );
        };
        let Some(ready) = &comparing.ready else {
            return Err("both are still being merged".into());
        };
        let here = comparing.view.cursor;
        let now = comparing.under_cursor();
        let rows = ready.rows();
        let telling = |at: &usize| rows[*at].difference().is_some_and(|found| Some(found) != now);
        let found = match down {
            true => (here + 1..rows.len()).find(telling),
            // The first row of the block that ends above.
            false => (0..here).rev().find(telling).map(|end| {
                let of = rows[end].difference();
                let start = (0..end).rev().find(|at| rows[*at].difference() != of);
                start.map_or(0, |before| before + 1)
            }),
        };
        let where_ = if down { "below" } else { "above" };
        found.ok_or_else(|| match ready.is_same() {
            true => "there is no difference".into(),
            false => format!("{word} difference: there is none {where_}").into(),
        })
    }

    pub(crate) fn go_to_difference(&mut self, down: bool) {
        if let Ok(row) = self.difference_from_here(down) {
            self.put_on_screen(row);
        }
    }

    /// The step of the row under the cursor in the merge that the panes show, or why there is none.
    pub(crate) fn step_of_difference(&self) -> Result<usize, HintText> {
        let ScreenState::Compare(comparing) = &self.screen else {
            return Err("nothing is compared".into());
        };
        let found = comparing
            .ready
            .as_ref()
            .zip(comparing.under_cursor())
            .and_then(|(ready, index)| ready.differences().get(index));
        let Some(difference) = found else {
            let beside = [
                (true, Action::Compare(CompareAction::NextDifference)),
                (false, Action::Compare(CompareAction::PreviousDifference)),
            ];
            let way = |(down, _): &(bool, Action)| self.difference_from_here(*down).is_ok();
            return Err(match beside.into_iter().find(way) {
                Some((true, next)) => {
                    words("there is no difference on this row: {} goes to the next", [next])
                }
                Some((false, last)) => words(
                    "there is no difference on this row: {} goes to the last one",
                    [last],
                ),
                None => "there is no difference".into(),
            });
        };
        let (side, shown) = self.compared_side_shown(&comparing.compared);
        let Some(side) = side else {
            let why = format!("the panes show the steps of {shown}, which is not compared here");
            return Err(why.into());
        };
        match difference.steps[side as usize] {
            Some(step) => Ok(step + 1),
            None => Err(format!("no step of {shown} has to do with this").into()),
        }
    }

    /// To the panes, on the step that decides the difference under the cursor.
    pub(crate) fn go_to_deciding_step(&mut self) {
        let Ok(position) = self.step_of_difference() else {
            return;
        };
        let spot = self.spot();
        self.leave_screen();
        self.remember(spot);
        self.go_to(position.min(self.session.len()));
        self.say(at_step(position));
    }

    /// The side that the panes show, if one is, and what the panes show.
    fn compared_side_shown(&self, compared: &CompareResult) -> (Option<DifferenceSide>, String) {
        match compared {
            CompareResult::Semantics(sides) => {
                let shown = self.semantics();
                let side = DifferenceSide::BOTH
                    .into_iter()
                    .find(|side| sides[*side as usize] == shown);
                (side, shown.to_string())
            }
            CompareResult::Versions(pair) => {
                let shown = self.shown_version();
                let side = DifferenceSide::BOTH
                    .into_iter()
                    .find(|side| pair.numbers[*side as usize] == shown);
                (side, format!("version {shown}"))
            }
        }
    }
}

/// Whether a comparison is of these two.
fn is_of(comparison: &MergeComparison, inputs: &[Inputs; 2]) -> bool {
    DifferenceSide::BOTH
        .into_iter()
        .all(|side| are_alike(&comparison.merge(side).inputs, &inputs[side as usize]))
}
