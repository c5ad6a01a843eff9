//! The screen with two results side by side: the sides, the cursor, and the background work for large inputs.

use std::sync::Arc;

use super::action::CompareAction;
use super::shown_rows::{ShownRow, shown_index, shown_rows};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::panes::viewport::Viewport;
use crate::explorer::versions::pair::VersionPair;
use crate::explorer::workspace::Workspace;
use crate::merge::{Inputs, ResultId, Semantics, merge};
use crate::report::comparison::{AlignedRow, Difference, DifferenceSide, MergeComparison};

/// The comparison that is shown or requested.
#[derive(Clone, Debug)]
pub struct CompareScreen {
    pub(super) compared: CompareResult,
    /// The newest comparison. It can belong to other inputs or sides than the requested one.
    pub(super) ready: Option<Arc<MergeComparison>>,
    /// The rows that are shown. A moved item has one row.
    pub(super) shown: Vec<ShownRow>,
    /// The shown rows at which a difference starts, from top to bottom.
    stops: Vec<usize>,
    /// Whether a difference in `managedFields` is no stop, because it follows from the others.
    skips_managed_fields: bool,
    /// The requested task, and whether it is started.
    requested: Option<(CompareTask, bool)>,
    pub(crate) view: Viewport,
}

/// The two results, left and right.
#[derive(Clone, Debug)]
pub(crate) enum CompareResult {
    /// The results of the current inputs with two semantics.
    Semantics([Semantics; 2]),
    /// The results of two versions with the same semantics.
    Versions(Box<VersionPair>),
}

impl CompareResult {
    /// Returns the inputs of both sides. `shown` has the inputs that the panes show.
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

/// Two merges to compare. A task owns all its data, so any thread can run it.
#[derive(Clone, Debug)]
pub struct CompareTask {
    inputs: [Inputs; 2],
    /// The names of the sides, unless the names of their semantics are used.
    names: Option<[String; 2]>,
}

impl CompareTask {
    /// Merges both sides with a trace, and aligns the results.
    pub fn run(self) -> Arc<MergeComparison> {
        let [first, second] = self.inputs.map(|inputs| merge(inputs, true));
        let comparison = MergeComparison::new(first, second);
        Arc::new(match self.names {
            Some(names) => comparison.with_names(names),
            None => comparison.with_causes(),
        })
    }
}

/// Returns whether two pairs of inputs are the same.
fn are_same(one: [&Inputs; 2], other: &[Inputs; 2]) -> bool {
    one[0].is_same(&other[0]) && one[1].is_same(&other[1])
}

impl CompareScreen {
    pub(crate) fn new(compared: CompareResult) -> Self {
        Self {
            compared,
            ready: None,
            shown: Vec::new(),
            stops: Vec::new(),
            skips_managed_fields: false,
            requested: None,
            view: Viewport::default(),
        }
    }

    /// Creates a comparison of two semantics: the current one and its counterpart.
    pub(crate) fn of_semantics(semantics: Semantics) -> Self {
        let other = semantics.other();
        // Keep the order of `Semantics::ALL`: that of the proposal is on the left.
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

    /// Returns the viewport of the rows.
    pub fn view(&self) -> Viewport {
        self.view
    }

    /// Returns whether two versions are compared.
    pub(crate) fn is_of_versions(&self) -> bool {
        matches!(self.compared, CompareResult::Versions(_))
    }

    /// Returns whether the requested comparison is not ready yet.
    pub fn is_waiting(&self) -> bool {
        self.requested.is_some()
    }

    /// Requests the comparison of the current inputs. Large inputs are compared in the background.
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
                    self.show(task.run(), cx);
                }
            }
        }
    }

    /// Returns the task for [`Effect::Compare`]. Each task is returned once.
    pub(crate) fn start_task(&mut self) -> Option<CompareTask> {
        let (task, started) = self.requested.as_mut().filter(|(_, started)| !started)?;
        *started = true;
        Some(task.clone())
    }

    /// Handles a comparison from the background. Drops it if it belongs to other inputs.
    pub(crate) fn on_compared(&mut self, comparison: Arc<MergeComparison>, cx: &Workspace) {
        if is_of(&comparison, &self.compared.inputs(&cx.merged().merge().inputs)) {
            self.show(comparison, cx);
        }
    }

    /// Shows a new comparison, with the cursor on the difference with the same path as before. If there is none at the
    /// first time, the cursor is on the line of the result pane.
    fn show(&mut self, new: Arc<MergeComparison>, cx: &Workspace) {
        let path = self.ready.as_ref().and_then(|old| {
            let difference = self.difference_under_cursor()?;
            Some(old.path(difference))
        });
        let semantics = |of: &MergeComparison| DifferenceSide::BOTH.map(|side| of.semantics(side));
        let is_other = self
            .ready
            .as_deref()
            .is_none_or(|old| semantics(old) != semantics(&new));
        let found = new
            .all_differences()
            .find(|difference| path.as_ref().is_some_and(|path| new.path(difference) == *path))
            .or(first_difference(&new).filter(|_| is_other));
        self.shown = shown_rows(&new);
        let shown = |found: &Difference| shown_index(&self.shown, found.row);
        let (managed, mut others): (Vec<_>, Vec<_>) = new
            .all_differences()
            .partition(|found| is_managed_fields(found, &new));
        self.skips_managed_fields = !managed.is_empty() && !others.is_empty();
        if others.is_empty() {
            others = managed;
        }
        self.stops = others.into_iter().map(shown).collect();
        self.stops.sort_unstable();
        self.stops.dedup();
        let row = match (found, &self.ready) {
            (Some(difference), _) => Some(difference.row),
            (None, None) => self.row_of_result(&new, cx),
            (None, Some(_)) => None,
        };
        let row = row.map_or(self.view.cursor, |row| shown_index(&self.shown, row));
        self.ready = Some(new);
        self.requested = None;
        self.show_difference(row);
    }

    /// Moves the cursor to a row, and shows the difference that starts there.
    pub(super) fn show_difference(&mut self, row: usize) {
        let rows = self.shown.len();
        self.view.reveal(row, rows);
        let start = self.difference_under_cursor().map(|difference| difference.row);
        let start_of = |shown: &ShownRow| {
            let ready = self.ready.as_ref()?;
            let difference = ready.difference_of(ready.rows().get(shown.first)?)?;
            Some(difference.row)
        };
        let next = self.stops.get(self.stops.partition_point(|stop| *stop <= row));
        let until = next.copied().unwrap_or(rows).min(row + self.view.height);
        let last = (row..until).rfind(|row| start.is_some() && start_of(&self.shown[*row]) == start);
        self.view.show_until(last.unwrap_or(row), rows);
    }

    /// Returns the row of the node under the cursor of the result pane.
    fn row_of_result(&self, new: &MergeComparison, cx: &Workspace) -> Option<usize> {
        let (side, id) = (self.shown_side(cx).0?, cx.panes.linked().result?.node);
        let is_there = |row: &AlignedRow| row.cell(side).is_some_and(|cell| cell.id == id);
        new.rows().iter().position(is_there)
    }

    /// Returns the difference under the cursor.
    pub(super) fn difference_under_cursor(&self) -> Option<&Difference> {
        let row = self.shown.get(self.view.cursor)?.first;
        let ready = self.ready.as_ref()?;
        ready.difference_of(ready.rows().get(row)?)
    }

    /// Returns the number of a difference: `2/5`.
    pub(super) fn number_of(&self, difference: &Difference) -> String {
        let row = shown_index(&self.shown, difference.row);
        let number = self.number_at(row);
        match (self.stops.binary_search(&row), self.skips_managed_fields) {
            (Err(_), _) => "not counted".to_owned(),
            (Ok(_), true) => format!("{number}, managedFields not counted"),
            (Ok(_), false) => number,
        }
    }

    fn number_at(&self, row: usize) -> String {
        let before = self.stops.partition_point(|stop| *stop < row);
        format!("{}/{}", before + 1, self.stops.len())
    }

    /// Returns the next semantics for a side, without the one of the other side, or `None` if versions are
    /// compared.
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

    /// Returns the first row of the next or previous difference; the first follows the last.
    ///
    /// # Errors
    /// There is no such difference. The error is text for the status line.
    pub(crate) fn difference_row(&self, down: bool) -> Result<usize, HintText> {
        if self.ready.is_none() {
            return Err("merge in progress".into());
        }
        let here = self.view.cursor;
        let (first, last) = (self.stops.first(), self.stops.last());
        let found = match down {
            true => self
                .stops
                .get(self.stops.partition_point(|row| *row <= here))
                .or(first),
            false => self.stops[..self.stops.partition_point(|row| *row < here)]
                .last()
                .or(last),
        };
        match found {
            None => Err("there is no difference".into()),
            Some(row) if *row == here => Err("this is the only difference".into()),
            Some(row) => Ok(*row),
        }
    }

    /// Returns the position after the step that decides the difference under the cursor, in the merge that
    /// the panes show.
    ///
    /// # Errors
    /// There is no such step. The error is text for the status line.
    pub(crate) fn deciding_position(&self, cx: &Workspace) -> Result<usize, HintText> {
        let Some(difference) = self.difference_under_cursor() else {
            let next = [Action::Compare(CompareAction::NextDifference)];
            return Err(match self.stops.is_empty() {
                true => "there is no difference".into(),
                false => words("no difference on this line; {}: next difference", next),
            });
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

    /// Returns the moved item under the cursor, in the merge that the panes show.
    pub(crate) fn moved_item(&self, cx: &Workspace) -> Option<ResultId> {
        let (side, id) = self.shown.get(self.view.cursor)?.item?;
        let shown = self.shown_side(cx).0?;
        let mut moved = self.difference_under_cursor()?.moved.iter();
        let found = moved.find(|item| item.items[side as usize] == id)?;
        Some(found.items[shown as usize])
    }

    /// Returns the side that the panes show, if any, and the name of the merge that the panes show.
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

/// Returns whether a difference is in the `managedFields` of the object.
fn is_managed_fields(difference: &Difference, of: &MergeComparison) -> bool {
    let path = of.path(difference);
    let rest = path.strip_prefix("metadata.managedFields");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns the first difference from the top, rather not in `managedFields`.
fn first_difference(of: &MergeComparison) -> Option<&Difference> {
    of.all_differences()
        .min_by_key(|found| (is_managed_fields(found, of), found.row))
}

/// Returns whether a comparison has these inputs.
fn is_of(comparison: &MergeComparison, inputs: &[Inputs; 2]) -> bool {
    are_same(
        DifferenceSide::BOTH.map(|side| &comparison.merge(side).inputs),
        inputs,
    )
}
