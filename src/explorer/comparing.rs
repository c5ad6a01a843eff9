//! Two results on the screen: which semantics, the cursor, and the work beside the keys that a large input needs.

use std::sync::Arc;

use super::comparison::{Comparison, Difference, Kind, Side, State as RowState};
use super::line::{Kind as LineKind, Line, line};
use super::row::{Cursor, Row};
use super::screen::Screen;
use super::state::State;
use super::update::Effect;
use super::view::View;
use super::wrap;
use crate::document::escape::visible;
use crate::merge::{Inputs, Mark, Marks, Semantics, merge};

/// The comparison that is shown, or on its way.
#[derive(Clone, Debug)]
pub(super) struct Comparing {
    /// Whose results, left and right.
    sides: [Semantics; 2],
    /// The newest that is ready; of other inputs or sides while the next one is on its way.
    ready: Option<Arc<Comparison>>,
    /// What is on its way, and whether somebody works on it.
    wanted: Option<(CompareTask, bool)>,
    pub(super) view: View,
}

/// Two merges and their comparison: any thread may run it.
#[derive(Clone, Debug)]
pub struct CompareTask {
    inputs: Inputs,
    sides: [Semantics; 2],
}

impl CompareTask {
    /// Merges both with a trace, and aligns them.
    pub fn run(self) -> Arc<Comparison> {
        let [first, second] = self.sides.map(|semantics| {
            let inputs = Inputs {
                semantics,
                ..self.inputs.clone()
            };
            merge(inputs, true)
        });
        Arc::new(Comparison::new(first, second))
    }

    /// Whether it is about these documents and sides.
    fn is_about(&self, inputs: &Inputs, sides: [Semantics; 2]) -> bool {
        self.sides == sides && are_same(&self.inputs, inputs)
    }
}

/// Whether two inputs have the very same documents.
pub(super) fn are_same(one: &Inputs, other: &Inputs) -> bool {
    Arc::ptr_eq(&one.live, &other.live)
        && one.patches.len() == other.patches.len()
        && one
            .patches
            .iter()
            .zip(&other.patches)
            .all(|(a, b)| Arc::ptr_eq(a, b))
}

impl Comparing {
    pub(super) fn rows(&self) -> usize {
        self.ready.as_ref().map_or(0, |ready| ready.rows().len())
    }

    /// The difference under the cursor, as an index.
    fn under_cursor(&self) -> Option<usize> {
        self.ready.as_ref()?.rows().get(self.view.cursor)?.difference()
    }

    fn is_of(&self, comparison: &Comparison, inputs: &Inputs) -> bool {
        Side::BOTH.map(|side| comparison.name(side)) == self.sides
            && are_same(&comparison.merge(Side::First).inputs, inputs)
    }

    /// Takes a new comparison over, and stays at the difference of the same path.
    fn take(&mut self, new: Arc<Comparison>) {
        let path = self.ready.as_ref().and_then(|old| {
            let difference = old.differences().get(self.under_cursor()?)?;
            Some(old.path(difference))
        });
        let names = |of: &Comparison| Side::BOTH.map(|side| of.name(side));
        let others = self.ready.as_deref().is_none_or(|old| names(old) != names(&new));
        let found = new
            .differences()
            .iter()
            .find(|difference| path.as_ref().is_some_and(|path| new.path(difference) == *path))
            .or(new.differences().first().filter(|_| others));
        let row = found.map_or(self.view.cursor, |difference| difference.row);
        let rows = new.rows().len();
        self.ready = Some(new);
        self.wanted = None;
        self.view.reveal(row, rows);
    }
}

/// The mark of a difference.
fn mark_of(kind: Kind) -> Mark {
    match kind {
        Kind::Value => Mark::Changed,
        Kind::Only(_) => Mark::Added,
        Kind::Order => Mark::Reordered,
        Kind::Verdict { .. } => Mark::Rejected,
    }
}

/// One row of the two results.
#[derive(Clone, Debug)]
pub struct ComparedRow {
    /// Number in all rows, from 0.
    pub at: usize,
    /// Left and right; none where a side has a gap.
    pub sides: [Option<Row>; 2],
    /// What stands between: `≠` another value, `<` and `>` only one has it, `⇅` it stands elsewhere, `✗` one refuses,
    /// `·` a refusal came before it; a blank where they are alike.
    pub sign: char,
    /// The mark of the difference.
    pub mark: Option<Mark>,
}

/// What is said of the row under the cursor.
#[derive(Clone, Debug)]
pub struct ComparedWords {
    /// The whole, in a sentence.
    pub verdict: String,
    /// Where, and what differs there.
    pub place: String,
    /// `2/5`: which difference; empty where there is none.
    pub which: String,
    /// The rule and its sentence in each.
    pub sides: [Vec<Line>; 2],
}

impl State {
    /// Opens or closes the comparison of this semantics with the one it is usually compared with.
    pub(super) fn toggle_compare(&mut self) {
        if matches!(self.screen, Screen::Compare(_)) {
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
        self.screen = Screen::Compare(Box::new(Comparing {
            sides,
            ready: None,
            wanted: None,
            view: View::default(),
        }));
    }

    /// Another semantics on one side: the next of all, without the one on the other side.
    pub(super) fn next_compared(&mut self, side: Side) {
        let Screen::Compare(comparing) = &mut self.screen else {
            return;
        };
        let [now, other] = [side, side.other()].map(|side| comparing.sides[side as usize]);
        let all = Semantics::ALL.iter().copied();
        let next = all
            .clone()
            .chain(all)
            .skip_while(|known| *known != now)
            .skip(1)
            .find(|known| *known != other && *known != now);
        if let Some(next) = next {
            comparing.sides[side as usize] = next;
            self.status = Some(format!("{next}: {}", next.meaning()));
        }
    }

    /// Sees to it that what is shown belongs to the present inputs: at once, or beside the keys.
    pub(super) fn effect_of_compare(&mut self) -> Option<Effect> {
        if self.is_opening() || !matches!(self.screen, Screen::Compare(_)) {
            return None;
        }
        let inputs = self.session.merge().inputs.clone();
        let large = self.is_large();
        let Screen::Compare(comparing) = &mut self.screen else {
            return None;
        };
        let ready = comparing.ready.as_ref();
        if ready.is_some_and(|ready| comparing.is_of(ready, &inputs)) {
            comparing.wanted = None;
            return None;
        }
        if let Some((task, under_way)) = &comparing.wanted
            && task.is_about(&inputs, comparing.sides)
        {
            return (!under_way).then_some(Effect::Compare);
        }
        let sides = comparing.sides;
        let task = CompareTask { inputs, sides };
        if large {
            comparing.wanted = Some((task, false));
            return Some(Effect::Compare);
        }
        comparing.take(task.run());
        None
    }

    /// The work that [`Effect::Compare`] asks for; each is handed out once.
    pub fn compare_task(&mut self) -> Option<CompareTask> {
        let Screen::Compare(comparing) = &mut self.screen else {
            return None;
        };
        let (task, under_way) = comparing.wanted.as_mut().filter(|(_, under_way)| !under_way)?;
        *under_way = true;
        Some(task.clone())
    }

    /// A comparison is ready; one that nobody wants any more is dropped.
    pub(super) fn hear_compared(&mut self, comparison: Arc<Comparison>) {
        let inputs = self.session.merge().inputs.clone();
        if let Screen::Compare(comparing) = &mut self.screen
            && comparing.is_of(&comparison, &inputs)
        {
            comparing.take(comparison);
        }
    }

    /// Why the comparison cannot be opened, if it cannot.
    pub(super) fn no_compare(&self) -> Option<String> {
        if self.is_opening() {
            return Some("compare: the files are still being read".to_owned());
        }
        match self.session.patch_count() {
            0 => Some("compare: there is no patch, so nothing can differ".to_owned()),
            _ => None,
        }
    }

    /// The next row of another difference, or why there is none.
    pub(super) fn difference_from_here(&self, down: bool) -> Result<usize, String> {
        let word = if down { "next" } else { "previous" };
        let Screen::Compare(comparing) = &self.screen else {
            return Err(format!("{word} difference: nothing is compared; d compares"));
        };
        let Some(ready) = &comparing.ready else {
            return Err("both are still being merged".to_owned());
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
            true => "there is no difference".to_owned(),
            false => format!("{word} difference: there is none {where_}"),
        })
    }

    pub(super) fn go_to_difference(&mut self, down: bool) {
        if let Ok(row) = self.difference_from_here(down) {
            self.put_on_screen(row);
        }
    }

    /// The step of the row under the cursor in the merge that the panes show, or why there is none.
    pub(super) fn step_of_difference(&self) -> Result<usize, String> {
        let Screen::Compare(comparing) = &self.screen else {
            return Err("nothing is compared".to_owned());
        };
        let shown = self.semantics();
        let found = comparing
            .ready
            .as_ref()
            .zip(comparing.under_cursor())
            .and_then(|(ready, index)| Some((ready, ready.differences().get(index)?)));
        let Some((ready, difference)) = found else {
            return Err("there is no difference on this row: n goes to the next".to_owned());
        };
        let side = Side::BOTH.into_iter().find(|side| ready.name(*side) == shown);
        let Some(side) = side else {
            return Err(format!(
                "the panes show the steps of {shown}, which is not compared here"
            ));
        };
        match difference.steps[side as usize] {
            Some(step) => Ok(step + 1),
            None => Err(format!("no step of {shown} has to do with this")),
        }
    }

    /// To the panes, on the step that decides the difference under the cursor.
    pub(super) fn go_to_deciding_step(&mut self) {
        let Ok(position) = self.step_of_difference() else {
            return;
        };
        let spot = self.spot();
        self.leave_screen();
        self.remember(spot);
        self.go_to(position.min(self.session.len()));
        self.status = Some(format!("step {position}; Esc or b goes back"));
    }

    /// Whose results are compared, left and right.
    pub fn compared_semantics(&self) -> Option<[Semantics; 2]> {
        match &self.screen {
            Screen::Compare(comparing) => Some(comparing.sides),
            _ => None,
        }
    }

    /// Whether the comparison that is wanted is not ready yet.
    pub fn is_comparing(&self) -> bool {
        matches!(&self.screen, Screen::Compare(comparing) if comparing.wanted.is_some())
    }

    /// How many lines the longer result has: for the width of line numbers.
    pub fn compared_lines(&self) -> usize {
        match &self.screen {
            Screen::Compare(comparing) => comparing
                .ready
                .as_ref()
                .map_or(1, |ready| ready.lines(Side::First).max(ready.lines(Side::Second))),
            _ => 1,
        }
    }

    /// The rows of the comparison that are on the screen.
    pub fn compared_rows(&self) -> Vec<ComparedRow> {
        let Screen::Compare(comparing) = &self.screen else {
            return Vec::new();
        };
        let Some(ready) = &comparing.ready else {
            return Vec::new();
        };
        let view = comparing.view;
        let shown = ready
            .rows()
            .iter()
            .enumerate()
            .skip(view.scroll)
            .take(view.height);
        shown
            .map(|(at, row)| {
                let found = row.difference().and_then(|index| ready.differences().get(index));
                let before = at.checked_sub(1).and_then(|at| ready.rows()[at].difference());
                let begins = row.difference() != before;
                let side = |side| shown_side(ready, row, side, found.filter(|_| begins), at == view.cursor);
                ComparedRow {
                    at,
                    sides: Side::BOTH.map(side),
                    sign: sign(row.state, found),
                    mark: found.map(|difference| mark_of(difference.kind)),
                }
            })
            .collect()
    }

    /// Lines broken to a width.
    pub fn fitted(&self, lines: Vec<Line>, width: usize) -> Vec<Line> {
        wrap::wrap(lines, width.max(1))
    }

    /// What is said of the row under the cursor.
    pub fn compared_words(&self) -> Option<ComparedWords> {
        let Screen::Compare(comparing) = &self.screen else {
            return None;
        };
        let ready = comparing.ready.as_ref()?;
        let escaped = |text: &str| visible(text).into_owned();
        let found = comparing
            .under_cursor()
            .and_then(|index| Some((index, ready.differences().get(index)?)));
        let row = ready.rows().get(comparing.view.cursor);
        let (place, which) = match found {
            Some((index, difference)) => (
                format!("{} · {}", ready.path(difference), ready.words(difference)),
                format!("{}/{}", index + 1, ready.differences().len()),
            ),
            None => (
                row.map_or_else(String::new, |row| place_of(ready, row)),
                String::new(),
            ),
        };
        Some(ComparedWords {
            verdict: escaped(&ready.verdict()),
            place: escaped(&place),
            which,
            sides: Side::BOTH.map(|side| words_of(ready, side, found.map(|(_, difference)| difference))),
        })
    }
}

fn place_of(ready: &Comparison, row: &super::comparison::Row) -> String {
    let cell = Side::BOTH
        .into_iter()
        .find_map(|side| Some((side, row.cell(side)?)));
    let path = cell.map_or_else(String::new, |(side, cell)| {
        ready.merge(side).path(cell.id).to_string()
    });
    match row.state {
        RowState::Unreached => format!("{path} · a refusal came before this"),
        _ => format!("{path} · alike"),
    }
}

/// What stands between the two sides of a row.
fn sign(state: RowState, found: Option<&Difference>) -> char {
    match (state, found.map(|difference| difference.kind)) {
        (RowState::Same, _) => ' ',
        (RowState::Unreached, _) => '·',
        (_, Some(Kind::Only(Side::First))) => '<',
        (_, Some(Kind::Only(Side::Second))) => '>',
        (_, Some(Kind::Order)) => '⇅',
        (_, Some(Kind::Verdict { .. })) => '✗',
        (_, Some(Kind::Value) | None) => '≠',
    }
}

/// One side of a row, with the rule where a difference begins.
fn shown_side(
    ready: &Comparison,
    row: &super::comparison::Row,
    side: Side,
    begins: Option<&Difference>,
    here: bool,
) -> Option<Row> {
    let cell = row.cell(side)?;
    let text = ready.text(row, side)?;
    let found = row.difference().and_then(|index| ready.differences().get(index));
    let mark = found.map(|difference| mark_of(difference.kind));
    let rule = begins.and_then(|difference| ready.rule(difference, side));
    Some(Row {
        number: Some(cell.number as usize),
        text: visible(&text).into_owned(),
        marks: mark.map_or_else(Marks::default, |mark| Marks::default().with(mark)),
        note: rule.unwrap_or_default().to_owned(),
        cursor: if here { Cursor::Here } else { Cursor::None },
        ..Row::default()
    })
}

/// The rule of one side and its sentence; of a row without a difference, a refusal if there is one.
fn words_of(ready: &Comparison, side: Side, found: Option<&Difference>) -> Vec<Line> {
    let mut lines = Vec::new();
    match found {
        Some(difference) => {
            let told = ready.side(difference, side);
            if let Some(step) = &told.step {
                lines.push(line(
                    LineKind::Title,
                    format!("{} · step {}", step.rule, step.number),
                ));
            }
            lines.push(line(LineKind::Says, &told.says));
            if let Some(step) = &told.step {
                lines.push(line(LineKind::Place, format!("Defined by: {}", step.source)));
            }
        }
        None => {
            if let Some(refused) = ready.rejection(side) {
                lines.push(line(LineKind::Kubernetes, format!("refused by {}", refused.rule)));
                lines.push(line(LineKind::Says, &refused.why));
                if refused.message != refused.why {
                    let message = refused.message.trim_end();
                    lines.extend(message.lines().map(|text| line(LineKind::Kubernetes, text)));
                }
            }
        }
    }
    lines
}
