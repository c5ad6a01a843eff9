//! Describes a comparison for the screen, the command line and exports. No text is escaped.

use super::difference::{Difference, DifferenceKind, DifferenceSide};
use super::merge_comparison::MergeComparison;
use crate::document::words::count_of;
use crate::document::{Segment, Tree, ValueKind};
use crate::merge::{Decision, ResultId, Semantics};
use crate::report::decisions::DecisionText;
use crate::report::explanation::StepText;
use crate::report::rejection::RejectionReport;

/// The texts of a difference.
#[derive(Clone, Debug)]
pub struct DifferenceText {
    /// The path; items are named by their merge key.
    pub path: String,
    /// `value`, `only-first`, `only-second`, `order` or `verdict`.
    pub kind: &'static str,
    /// The difference in a few words: `only kubernetes has it`.
    pub words: String,
    /// The texts of each merge, the first one first.
    pub sides: [SideText; 2],
    /// For a different order: each moved item with its position in each list, from 1.
    pub moved: Vec<(String, [usize; 2])>,
}

/// The texts of one side of a difference.
#[derive(Clone, Debug)]
pub struct SideText {
    /// The node; `None` if it does not exist.
    pub node: Option<ResultId>,
    /// The deciding step; `None` if no step is about the difference.
    pub step: Option<StepText>,
    /// The choices of this semantics in the decisions that cause the difference, one sentence each.
    pub causes: Vec<String>,
    /// The sentence of the step, or the reason why there is none.
    pub sentence: String,
}

impl DifferenceKind {
    /// Returns the name of the kind in exports; stable.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Only(DifferenceSide::First) => "only-first",
            Self::Only(DifferenceSide::Second) => "only-second",
            Self::Order => "order",
            Self::Verdict { .. } => "verdict",
        }
    }
}

impl MergeComparison {
    /// Returns the semantics of a side.
    pub fn semantics(&self, side: DifferenceSide) -> Semantics {
        self.merge(side).inputs.semantics
    }

    /// Returns the name of a side: its semantics, unless another name is set.
    pub fn name(&self, side: DifferenceSide) -> &str {
        match &self.names {
            Some(names) => &names[side as usize],
            None => self.semantics(side).title(),
        }
    }

    /// Returns the rejection of a side.
    pub fn rejection(&self, side: DifferenceSide) -> Option<RejectionReport> {
        let merge = self.merge(side);
        Some(RejectionReport::new(
            merge,
            merge.rejection()?,
            self.merge(side.other()),
        ))
    }

    /// Returns the verdict as a sentence.
    pub fn verdict(&self) -> String {
        let (first, second) = (
            self.name(DifferenceSide::First),
            self.name(DifferenceSide::Second),
        );
        let rejections = DifferenceSide::BOTH.map(|side| self.merge(side).rejection());
        match rejections {
            [Some(one), Some(other)] if one.rule == other.rule && one.message == other.message => {
                format!(
                    "Both reject this patch with the same message ({}).",
                    one.rule.name()
                )
            }
            [Some(one), Some(other)] if one.rule == other.rule => {
                format!(
                    "Both reject this patch ({}), with different messages.",
                    one.rule.name()
                )
            }
            [Some(one), Some(other)] => format!(
                "Both reject this patch: {first} ({}), {second} ({}).",
                one.rule.name(),
                other.rule.name()
            ),
            [Some(one), None] => format!(
                "{first} rejects this patch ({}); {second} merges it.",
                one.rule.name()
            ),
            [None, Some(other)] => {
                format!(
                    "{second} rejects this patch ({}); {first} merges it.",
                    other.rule.name()
                )
            }
            [None, None] if self.is_same() => format!("{first} and {second} have the same result."),
            [None, None] => format!("{first} and {second} differ: {}.", self.count()),
        }
    }

    /// Returns the verdict, and which result the API server rejects.
    pub fn verdict_with_server(&self) -> String {
        let verdict = self.verdict();
        let rejects = DifferenceSide::BOTH.map(|side| self.merge(side).server_rejects());
        match rejects {
            [true, true] if self.is_same() => format!("{verdict} The API server rejects it."),
            [true, true] => format!("{verdict} The API server rejects both results."),
            [false, false] => verdict,
            [first, _] => {
                let side = if first {
                    DifferenceSide::First
                } else {
                    DifferenceSide::Second
                };
                format!(
                    "{verdict} The API server rejects the result of {}.",
                    self.name(side)
                )
            }
        }
    }

    /// Returns the numbers of differences by kind: `1 list in a different order, 2 different values`.
    pub fn count(&self) -> String {
        let only_in = |side| format!(" only in {}", self.name(side));
        let field = ["field or item", "fields or items"];
        let words: [(&str, [&str; 2], String); 5] = [
            (
                "order",
                ["list in a different order", "lists in a different order"],
                String::new(),
            ),
            ("value", ["different value", "different values"], String::new()),
            ("only-first", field, only_in(DifferenceSide::First)),
            ("only-second", field, only_in(DifferenceSide::Second)),
            ("verdict", ["verdict", "verdicts"], String::new()),
        ];
        let parts = words.into_iter().filter_map(|(kind, [one, many], end)| {
            let found = self
                .differences()
                .iter()
                .filter(|difference| difference.kind.name() == kind);
            match found.count() {
                0 => None,
                1 => Some(format!("1 {one}{end}")),
                count => Some(format!("{count} {many}{end}")),
            }
        });
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the path of a difference.
    pub fn path(&self, difference: &Difference) -> String {
        let side = DifferenceSide::BOTH
            .into_iter()
            .find(|side| difference.nodes[*side as usize].is_some());
        if let (DifferenceKind::Verdict { rejects }, Some(index)) =
            (difference.kind, self.rejecting_step(difference))
        {
            let merge = self.merge(rejects);
            return merge.distinct_step_path(&merge.steps[index]).to_string();
        }
        side.and_then(|side| {
            Some(
                self.merge(side)
                    .distinct_path(difference.nodes[side as usize]?)
                    .to_string(),
            )
        })
        .unwrap_or_default()
    }

    fn rejecting_step(&self, difference: &Difference) -> Option<usize> {
        match difference.kind {
            DifferenceKind::Verdict { rejects } => difference.steps[rejects as usize],
            _ => None,
        }
    }

    /// Returns the difference in a few words.
    pub fn words(&self, difference: &Difference) -> String {
        match difference.kind {
            DifferenceKind::Value => "different value".to_owned(),
            DifferenceKind::Only(side) => format!("only in {}", self.name(side)),
            DifferenceKind::Order => {
                format!(
                    "different order: {} moved",
                    count_of(difference.moved.len(), "item")
                )
            }
            DifferenceKind::Verdict { rejects } => format!("only {} rejects this patch", self.name(rejects)),
        }
    }

    /// Returns the texts of one side of a difference.
    pub fn side(&self, difference: &Difference, side: DifferenceSide) -> SideText {
        let node = difference.nodes[side as usize];
        let step = self.step(difference, side);
        let stays = match difference.kind {
            DifferenceKind::Order => "The live order is kept.",
            _ => "Kept from the live object.",
        };
        let causes = self.causes_of_side(difference, side);
        let sentence = match &step {
            Some(step) if difference.stays[side as usize] => {
                let step_is = match self.is_about_another_item(difference, side) {
                    true => "The last step here is about another item",
                    false => "What the patch does there",
                };
                format!("{stays} {step_is}: {}", step.sentence)
            }
            Some(step) => step.sentence.clone(),
            None if !causes.is_empty() => causes.join(" "),
            None if node.is_some() => format!("{stays} No step changes it."),
            None => "No step affects this.".to_owned(),
        };
        SideText {
            node,
            step,
            causes,
            sentence,
        }
    }

    /// Returns the choices of a side that cause a difference: those of the decisions that its merge reached, if
    /// it reached one of them.
    fn causes_of_side(&self, difference: &Difference, side: DifferenceSide) -> Vec<String> {
        let causes = self.causes(difference);
        let merge = self.merge(side);
        let is_own = |cause: &DecisionText| {
            merge.reached.has(cause.decision)
                // The order of other items says nothing about a stored `$position`.
                && !(cause.decision == Decision::ServerOnlyOrder
                    && difference.nodes[side as usize].is_some()
                    && difference.nodes[side.other() as usize].is_none()
                    && self.path(difference).ends_with(".$position"))
        };
        let has_own = causes.iter().any(is_own);
        let shown = causes.iter().filter(|cause| !has_own || is_own(cause));
        shown.map(|cause| cause.sentence(side as usize)).collect()
    }

    /// Returns whether the deciding step is only about other items of a list than the one with the difference.
    fn is_about_another_item(&self, difference: &Difference, side: DifferenceSide) -> bool {
        let (Some(id), Some(step)) = (difference.nodes[side as usize], difference.steps[side as usize])
        else {
            return false;
        };
        let merge = self.merge(side);
        let own: Vec<ResultId> = merge.tree.ancestors(id).collect();
        // A node on the path of the other is no other item, although it can be an item itself.
        let is_another = |node: ResultId| {
            let common = merge.tree.ancestors(node).find(|above| own.contains(above));
            common.is_some_and(|above| {
                above != node && above != id && merge.tree.kind(above) == ValueKind::List
            })
        };
        let mut changed = merge.changed_by(step).peekable();
        match changed.peek() {
            Some(_) => changed.all(is_another),
            None => is_another(merge.steps[step].at),
        }
    }

    /// Returns the texts of a difference.
    pub fn to_text(&self, difference: &Difference) -> DifferenceText {
        let merge = self.merge(DifferenceSide::First);
        let list = difference.nodes[DifferenceSide::First as usize].unwrap_or(merge.tree.top());
        let field = merge.field(list);
        let moved = difference.moved.iter().map(|moved| {
            let name = match merge.item_segment(list, moved.items[0], field.as_ref()) {
                Segment::Item { value, .. } | Segment::Value(value) => value,
                // An index would be useless, because the positions differ.
                _ => self.short_name(moved.items[0]),
            };
            (name, moved.positions.map(|position| position + 1))
        });
        DifferenceText {
            path: self.path(difference),
            kind: difference.kind.name(),
            words: self.words(difference),
            sides: DifferenceSide::BOTH.map(|side| self.side(difference, side)),
            moved: moved.collect(),
        }
    }

    fn short_name(&self, item: ResultId) -> String {
        let tree = &self.merge(DifferenceSide::First).tree;
        let named = tree.get(item, "name").unwrap_or(item);
        crate::document::write::name_text(tree, named, MAX_VALUE_CHARS)
    }
}

/// Maximum length of a value that labels an item, in characters.
const MAX_VALUE_CHARS: usize = 60;
