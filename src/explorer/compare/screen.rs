//! The screen with two results side by side: which two, the cursor, and the work in the background that large inputs need.

use std::sync::Arc;

use super::action::CompareAction;
use super::shown_rows::{ShownRow, place_of, shown_rows};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::panes::viewport::Viewport;
use crate::explorer::versions::pair::VersionPair;
use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, Semantics, merge};
use crate::report::comparison::{DifferenceSide, MergeComparison};

/// The comparison that is shown, or requested.
#[derive(Clone, Debug)]
pub struct CompareScreen {
    pub(super) compared: CompareResult,
    /// The newest comparison; it can be of other inputs or sides than the requested one.
    pub(super) ready: Option<Arc<MergeComparison>>,
    /// Its rows, each moved item as one.
    pub(super) shown: Vec<ShownRow>,
    /// The task that is requested, and whether it is started.
    requested: Option<(CompareTask, bool)>,
    pub(crate) view: Viewport,
}

/// Which two results, left and right.
#[derive(Clone, Debug)]
pub(crate) enum CompareResult {
    /// Of the current inputs, with each of the semantics.
    Semantics([Semantics; 2]),
    /// Of two versions, with the same semantics.
    Versions(Box<VersionPair>),
}

impl CompareResult {
    /// What is merged, left and right; `shown` is what the panes show.
    fn inputs(&self, shown: &Inputs) -> [Inputs; 2] {
        match self {
            Self::Semantics(sides) => sides.map(|semantics| Inputs {
                semantics,
                ..shown.clone()
            }),
            Self::Versions(pair) => pair.inputs.clone(),
        }
    }

    fn names(&self) -> Option<[String; 2]> {
        match self {
            Self::Semantics(_) => None,
            Self::Versions(pair) => Some(pair.names()),
        }
    }
}

/// Two merges to compare. It holds all that it needs, so any thread can run it.
#[derive(Clone, Debug)]
pub struct CompareTask {
    inputs: [Inputs; 2],
    /// The names of the sides, if they are not their semantics.
    names: Option<[String; 2]>,
}

impl CompareTask {
    /// Merges both with a trace, and aligns them.
    pub fn run(self) -> Arc<MergeComparison> {
        let [first, second] = self.inputs.map(|inputs| merge(inputs, true));
        let comparison = MergeComparison::new(first, second);
        Arc::new(match self.names {
            Some(names) => comparison.with_names(names),
            None => comparison.with_causes(),
        })
    }
}

/// Whether two pairs of inputs are the same.
fn are_same(one: [&Inputs; 2], other: &[Inputs; 2]) -> bool {
    one[0].is_same(&other[0]) && one[1].is_same(&other[1])
}

impl CompareScreen {
    pub(crate) fn new(compared: CompareResult) -> Self {
        Self {
            compared,
            ready: None,
            shown: Vec::new(),
            requested: None,
            view: Viewport::default(),
        }
    }

    /// Compares the semantics of the merge with the one that it is usually compared with.
    pub(crate) fn of_semantics(semantics: Semantics) -> Self {
        let other = semantics.other();
        // In the order of all semantics: that of the documents is on the left.
        let index = |one: Semantics| Semantics::ALL.iter().position(|known| *known == one);
        let sides = if index(semantics) <= index(other) {
            [semantics, other]
        } else {
            [other, semantics]
        };
        Self::new(CompareResult::Semantics(sides))
    }

    pub(crate) fn rows(&self) -> usize {
        self.shown.len()
    }

    /// The window on the rows.
    pub fn view(&self) -> Viewport {
        self.view
    }

    /// Whether two versions are compared.
    pub(crate) fn is_of_versions(&self) -> bool {
        matches!(self.compared, CompareResult::Versions(_))
    }

    /// Whether the requested comparison is not ready yet.
    pub fn is_waiting(&self) -> bool {
        self.requested.is_some()
    }

    /// Requests the comparison of the current inputs: it is made at once, or in the background if they are large.
    pub(crate) fn refresh(&mut self, cx: &mut Workspace) {
        if cx.is_opening() {
            return;
        }
        let inputs = self.compared.inputs(&cx.merged().merge().inputs);
        let is_ready = self.ready.as_ref().is_some_and(|ready| is_of(ready, &inputs));
        let started = self.requested.as_ref().and_then(|(task, started)| {
            are_same([&task.inputs[0], &task.inputs[1]], &inputs).then_some(*started)
        });
        match started {
            _ if is_ready => self.requested = None,
            Some(true) => {}
            Some(false) => cx.effect(Effect::Compare),
            None => {
                let names = self.compared.names();
                let task = CompareTask { inputs, names };
                if cx.is_large() {
                    self.requested = Some((task, false));
                    cx.effect(Effect::Compare);
                } else {
                    self.show(task.run());
                }
            }
        }
    }

    /// The work that [`Effect::Compare`] asks for; each task is given out once.
    pub(crate) fn start_task(&mut self) -> Option<CompareTask> {
        let (task, started) = self.requested.as_mut().filter(|(_, started)| !started)?;
        *started = true;
        Some(task.clone())
    }

    /// Shows a comparison from the background, unless other inputs are compared meanwhile.
    pub(crate) fn on_compared(&mut self, comparison: Arc<MergeComparison>, cx: &Workspace) {
        if is_of(&comparison, &self.compared.inputs(&cx.merged().merge().inputs)) {
            self.show(comparison);
        }
    }

    /// Shows a new comparison at the difference with the same path.
    fn show(&mut self, new: Arc<MergeComparison>) {
        let path = self.ready.as_ref().and_then(|old| {
            let difference = old.differences().get(self.difference_under_cursor()?)?;
            Some(old.path(difference))
        });
        let semantics = |of: &MergeComparison| DifferenceSide::BOTH.map(|side| of.semantics(side));
        let is_other = self
            .ready
            .as_deref()
            .is_none_or(|old| semantics(old) != semantics(&new));
        let found = new
            .differences()
            .iter()
            .find(|difference| path.as_ref().is_some_and(|path| new.path(difference) == *path))
            .or(new.differences().first().filter(|_| is_other));
        self.shown = shown_rows(&new);
        let row = found.map(|difference| place_of(&self.shown, difference.row));
        let row = row.unwrap_or(self.view.cursor);
        let rows = self.shown.len();
        self.ready = Some(new);
        self.requested = None;
        self.view.reveal(row, rows);
    }

    /// The difference under the cursor, as an index.
    pub(super) fn difference_under_cursor(&self) -> Option<usize> {
        let row = self.shown.get(self.view.cursor)?.first;
        self.ready.as_ref()?.rows().get(row)?.difference()
    }

    /// The next semantics of one side: the next of all, without the one of the other side. None if versions are compared.
    pub(crate) fn next_semantics(&self, side: DifferenceSide) -> Option<Semantics> {
        let CompareResult::Semantics(sides) = &self.compared else {
            return None;
        };
        let [now, other] = [side, side.other()].map(|side| sides[side as usize]);
        let all = Semantics::ALL.iter().copied();
        all.clone()
            .chain(all)
            .skip_while(|known| *known != now)
            .skip(1)
            .find(|known| *known != other && *known != now)
    }

    pub(crate) fn set_semantics(&mut self, side: DifferenceSide, semantics: Semantics) {
        if let CompareResult::Semantics(sides) = &mut self.compared {
            sides[side as usize] = semantics;
        }
    }

    /// The first row of the next or previous difference.
    ///
    /// # Errors
    /// Why there is none, as text for the status line.
    pub(crate) fn difference_row(&self, down: bool) -> Result<usize, HintText> {
        let Some(ready) = &self.ready else {
            return Err("merge in progress".into());
        };
        let here = self.view.cursor;
        let mut stops = ready
            .differences()
            .iter()
            .map(|found| place_of(&self.shown, found.row));
        let found = match down {
            true => stops.find(|stop| *stop > here),
            false => stops.rfind(|stop| *stop < here),
        };
        let where_ = if down { "below" } else { "above" };
        found.ok_or_else(|| {
            if ready.is_same() {
                "there is no difference".into()
            } else {
                format!("no difference {where_} this line").into()
            }
        })
    }

    /// The position after the step that decides the difference under the cursor, in the merge that the panes show.
    ///
    /// # Errors
    /// Why there is none, as text for the status line.
    pub(crate) fn deciding_position(&self, cx: &Workspace) -> Result<usize, HintText> {
        let found = self
            .ready
            .as_ref()
            .zip(self.difference_under_cursor())
            .and_then(|(ready, index)| ready.differences().get(index));
        let Some(difference) = found else {
            let other = |down: bool, action: CompareAction| {
                let exists = self.difference_row(down).is_ok();
                exists.then_some([Action::Compare(action)])
            };
            return Err(
                match (
                    other(true, CompareAction::NextDifference),
                    other(false, CompareAction::PreviousDifference),
                ) {
                    (Some(next), _) => words("no difference on this line; {}: next difference", next),
                    (None, Some(previous)) => {
                        words("no difference on this line; {}: previous difference", previous)
                    }
                    (None, None) => "there is no difference".into(),
                },
            );
        };
        let (side, shown) = self.shown_side(cx);
        let Some(side) = side else {
            let why = format!("the panes show {shown}, which is not part of this comparison");
            return Err(why.into());
        };
        match difference.steps[side as usize] {
            Some(step) => Ok(step + 1),
            None => Err(format!("no step of {shown} affects this").into()),
        }
    }

    /// The side that the panes show, if they show one, and the name of what they show.
    fn shown_side(&self, cx: &Workspace) -> (Option<DifferenceSide>, String) {
        let mut sides = DifferenceSide::BOTH.into_iter();
        match &self.compared {
            CompareResult::Semantics(semantics) => {
                let shown = cx.semantics();
                let side = sides.find(|side| semantics[*side as usize] == shown);
                (side, shown.to_string())
            }
            CompareResult::Versions(pair) => {
                let shown = cx.versions.number(cx.versions.shown());
                let side = sides.find(|side| pair.numbers[*side as usize] == shown);
                (side, format!("version {shown}"))
            }
        }
    }
}

/// Whether a comparison is of these two.
fn is_of(comparison: &MergeComparison, inputs: &[Inputs; 2]) -> bool {
    are_same(
        DifferenceSide::BOTH.map(|side| &comparison.merge(side).inputs),
        inputs,
    )
}
