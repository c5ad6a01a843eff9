//! Two merges side by side: their aligned rows and their differences.

use super::deciding_step::DecidingSteps;
use super::difference::{Difference, DifferenceKind, DifferenceSide, DifferenceSign};
use super::row::{AlignedRow, RowCell, RowState, RowTexts};
use super::{align_rows, deciding_step, pair_children};
use crate::document::Tree;
use crate::merge::{Merge, MergeAgreement, ResultId, compare_merges};
use crate::report::explanation::{StepText, step_text};
use crate::report::rows::heights::Heights;

/// Two merges side by side.
#[derive(Clone, Debug)]
pub struct MergeComparison {
    pub(super) merges: [Merge; 2],
    pub(super) heights: [Heights; 2],
    pub(super) rows: Vec<AlignedRow>,
    pub(super) differences: Vec<Difference>,
    /// The differences of the rows because of a rejection.
    unreached: Vec<Difference>,
    /// The names of the sides, if not their semantics.
    pub(super) names: Option<[String; 2]>,
    /// Whether the search for causes skipped some decisions.
    pub(super) has_untried_causes: bool,
}

impl MergeComparison {
    /// Aligns two traced merges, usually of the same live object and patches. If the inputs differ, such as
    /// two versions, the step of each side explains only its own node. Both merges are left at their last
    /// step, or before the patch that is rejected, because nothing of it is written. Linear.
    pub fn new(mut first: Merge, mut second: Merge) -> Self {
        for merge in [&mut first, &mut second] {
            merge.seek(merge.written_position());
        }
        let heights = [Heights::new(&first.tree), Heights::new(&second.tree)];
        let merges = [first, second];
        let (rows, mut differences) = align_rows::align(merges.each_ref(), heights.each_ref());
        let decisions = [DecidingSteps::new(&merges[0]), DecidingSteps::new(&merges[1])];
        let same_documents = have_same_documents(&merges);
        let is_rejected = merges.each_ref().map(|merge| merge.rejection().is_some());
        for difference in &mut differences {
            match same_documents {
                true => deciding_step::decide(&merges, &decisions, difference),
                // The documents decide; a step can only explain one side.
                false => difference.steps = deciding_step::own_steps(&merges, &decisions, difference),
            }
            for side in DifferenceSide::BOTH
                .into_iter()
                .filter(|side| is_rejected[*side as usize])
            {
                difference.steps[side as usize] = None;
            }
        }
        let (differences, unreached) = match is_rejected.contains(&true) {
            true => (Vec::new(), differences),
            false => (differences, Vec::new()),
        };
        let mut comparison = Self {
            merges,
            heights,
            rows,
            differences,
            unreached,
            names: None,
            has_untried_causes: false,
        };
        comparison.add_verdict(&decisions);
        comparison
    }

    /// Sets the names of the sides; the default is their semantics.
    #[must_use]
    pub fn with_names(mut self, names: [String; 2]) -> Self {
        self.names = Some(names);
        self
    }

    /// If only one merge rejects the patch, makes that the only difference, on the row of the rejected node.
    fn add_verdict(&mut self, decisions: &[DecidingSteps; 2]) {
        let [first, second] = &self.merges;
        let rejects = match (first.rejection(), second.rejection()) {
            (Some(_), None) => DifferenceSide::First,
            (None, Some(_)) => DifferenceSide::Second,
            (Some(_), Some(_)) | (None, None) => return,
        };
        let rejecting = &self.merges[rejects as usize];
        let Some(index) = rejecting.rejection().map(|rejection| rejection.step as usize) else {
            return;
        };
        let at = rejecting.steps.get(index).map(|step| step.at);
        let mut nodes = [None; 2];
        nodes[rejects as usize] = at;
        let mut steps = [None; 2];
        steps[rejects as usize] = Some(index);
        if have_same_documents(&self.merges) {
            steps[rejects.other() as usize] =
                deciding_step::answer_to(&self.merges, decisions, rejects, index);
        }
        // A rejection of the whole object is shown at its cause.
        let cause = || {
            self.row_of_cause(rejects)
                .filter(|_| at == Some(rejecting.tree.top()))
        };
        let row = at.map_or(0, |at| cause().unwrap_or_else(|| self.row_near(rejects, at)));
        self.differences.insert(
            0,
            Difference {
                kind: DifferenceKind::Verdict { rejects },
                nodes,
                moved: Vec::new(),
                steps,
                stays: [false; 2],
                causes: Vec::new(),
                row,
            },
        );
        if let Some(row) = self.rows.get_mut(row) {
            row.state = RowState::Differs(0);
        }
    }

    /// Returns the row of a node, or of its nearest ancestor with a row.
    fn row_near(&self, side: DifferenceSide, id: ResultId) -> usize {
        let tree = &self.merges[side as usize].tree;
        let chain: Vec<ResultId> = tree.ancestors(id).collect();
        let place = |cell: &RowCell| chain.iter().position(|id| *id == cell.id);
        let found = self.rows.iter().enumerate().filter_map(|(at, row)| {
            let near = place(row.cell(side)?)?;
            Some((near, at))
        });
        found.min().map_or(0, |(_, at)| at)
    }

    /// Returns the row of the first node that causes a rejection.
    fn row_of_cause(&self, rejects: DifferenceSide) -> Option<usize> {
        let cause = *self.merge(rejects).rejection()?.faulty.first()?;
        let is_cause = |side: DifferenceSide, id| {
            let tree = &self.merge(side).tree;
            match cause.is_live() {
                true => tree.live_node(id) == Some(cause.node),
                false => tree.source(id) == cause,
            }
        };
        self.rows.iter().position(|row| {
            let mut sides = DifferenceSide::BOTH.into_iter();
            sides.any(|side| row.cell(side).is_some_and(|cell| is_cause(side, cell.id)))
        })
    }

    /// Returns the merge of a side, at its last step or before the patch that is rejected.
    pub fn merge(&self, side: DifferenceSide) -> &Merge {
        &self.merges[side as usize]
    }

    /// Returns the rows from top to bottom.
    pub fn rows(&self) -> &[AlignedRow] {
        &self.rows
    }

    /// Returns the differences in row order. If only one merge rejects the patch, that is the only
    /// difference, because its result is incomplete; if both reject it, there are none.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Returns the difference of a row.
    pub fn difference_of(&self, row: &AlignedRow) -> Option<&Difference> {
        match row.state {
            RowState::Same => None,
            RowState::Differs(index) => self.differences.get(index as usize),
            RowState::Unreached(index) => self.unreached.get(index as usize),
        }
    }

    /// Returns all differences, also those because of a rejection.
    pub fn all_differences(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter().chain(&self.unreached)
    }

    /// Returns how the sides of a row differ.
    pub fn sign(&self, row: &AlignedRow) -> DifferenceSign {
        match row.state {
            RowState::Same => DifferenceSign::Same,
            RowState::Unreached(_) => DifferenceSign::Unreached,
            RowState::Differs(index) => {
                let difference = self.differences.get(index as usize);
                difference.map_or(DifferenceSign::Value, |difference| difference.kind.into())
            }
        }
    }

    /// Returns whether both have the same result, or both a rejection.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }

    /// Returns the agreement as the status line shows it.
    pub fn agreement(&self) -> MergeAgreement {
        let [first, second] = &self.merges;
        compare_merges(first, second)
    }

    /// Returns the texts of the deciding step of a difference in one merge, or `None` without such a step.
    pub fn step(&self, difference: &Difference, side: DifferenceSide) -> Option<StepText> {
        let index = difference.steps[side as usize]?;
        Some(step_text(self.merge(side), index))
    }

    /// Returns the name of the rule that decides a difference in one merge.
    pub fn rule(&self, difference: &Difference, side: DifferenceSide) -> Option<&'static str> {
        let step = difference.steps[side as usize]?;
        Some(self.merge(side).steps.get(step)?.rule.name())
    }

    /// Returns the text of a row on one side, not escaped, or `None` for a gap.
    pub fn text(&self, row: &AlignedRow, side: DifferenceSide) -> Option<String> {
        let cell = row.cell(side)?;
        Some(cell.text(&self.merge(side).tree, &self.heights[side as usize]))
    }

    /// Returns the texts of many rows.
    pub fn texts(&self) -> RowTexts<'_> {
        RowTexts::new(DifferenceSide::BOTH.map(|side| (&self.merge(side).tree, &self.heights[side as usize])))
    }

    /// Returns the number of lines of the result of a side.
    pub fn lines(&self, side: DifferenceSide) -> usize {
        self.heights[side as usize].lines(&self.merge(side).tree)
    }
}

/// Returns whether two merges have identical documents.
pub(super) fn have_same_documents(merges: &[Merge; 2]) -> bool {
    let counts = merges.each_ref().map(|merge| merge.tree.documents().len());
    counts[0] == counts[1]
        && pair_children::shared([&merges[0], &merges[1]])
            .into_iter()
            .all(|shared| shared)
}
