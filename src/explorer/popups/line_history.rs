//! Why is this line here? The steps that touched one line, oldest first, and why it is as it is where none did.

use rustc_hash::FxHashSet;

use super::line_history_state::{HistoryEntry, LineHistory};
use crate::document::Tree;
use crate::document::escape::visible;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::state::Explorer;
use crate::merge::{Merge, NodeRef, Rejection, ResultId, RuleEffect, Step};
use crate::report::source_location::SourceLocation;

impl Explorer {
    /// The history of a line.
    pub(crate) fn history_of(&self, under: &LineTarget) -> LineHistory {
        let merge = self.session.merge();
        let asked = HistoryRequest::new(merge, under);
        let mut entries = Vec::new();
        if let Some(live) = asked.live {
            let at = SourceLocation::from_node(merge.scene.document(live), live.node);
            entries.push(HistoryEntry {
                position: 0,
                mark: None,
                label: "live",
                says: visible(&format!("It stands in {at}.")).into_owned(),
                around: false,
            });
        }
        let mut own = 0;
        for (index, step) in merge.steps.iter().enumerate() {
            let around = match asked.has(merge, index, step) {
                true => false,
                false if asked.is_around(step) => true,
                false => continue,
            };
            own += usize::from(!around);
            entries.push(entry(merge, index, step, around));
        }
        let says = match own {
            0 => Some(self.without_steps(under, &asked, &mut entries)),
            _ => None,
        };
        LineHistory {
            path: self.path_of(under).to_string(),
            says: says.map(|says| visible(&says).into_owned()),
            entries,
        }
    }

    /// Why a line is as it is that no step was about. A step that it is part of becomes an entry.
    fn without_steps(
        &self,
        under: &LineTarget,
        asked: &HistoryRequest,
        entries: &mut Vec<HistoryEntry>,
    ) -> String {
        let merge = self.session.merge();
        if let Some(source) = under.source().filter(|source| !source.is_live()) {
            if let Some((index, _)) = self.session.links().step_of(merge, source) {
                let step = &merge.steps[index];
                if entries.iter().all(|entry| entry.position != index + 1) {
                    entries.push(entry(merge, index, step, true));
                    entries.sort_by_key(|entry| entry.position);
                }
                return format!(
                    "No step of its own: it is part of {}, which step {} carries out.",
                    merge.step_path(step),
                    index + 1
                );
            }
            return match (merge.rejection(), asked.live) {
                (Some(refusal), _) => format!(
                    "No step carries it out: the patch is rejected in step {}.",
                    refusal.step + 1
                ),
                (None, _) if !merge.scene.document(source).kind(source.node).is_scalar() => {
                    "No step of its own: it only leads to the lines below it.".to_owned()
                }
                (None, Some(_)) => "No step of its own: it asks for what live has already.".to_owned(),
                (None, None) => "No step carries it out.".to_owned(),
            };
        }
        // What holds it came in or went out, and took it along.
        let carried = merge
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| asked.is_around(step));
        let mut carried = carried;
        let carried = carried.rfind(|(_, step)| {
            let effect = step.rule.effect();
            let goes = matches!(
                effect,
                RuleEffect::Removed | RuleEffect::Cleared | RuleEffect::Replaced
            );
            let comes = matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
            if asked.live.is_some() { goes } else { comes }
        });
        match (carried, asked.live) {
            (Some((index, step)), Some(_)) => {
                format!("It went with {}, in step {}.", merge.step_path(step), index + 1)
            }
            (Some((index, step)), None) => format!(
                "It came whole with {}, in step {}.",
                merge.step_path(step),
                index + 1
            ),
            (None, Some(_)) => "No step touched it: it is as live has it.".to_owned(),
            (None, None) => "No step touched it.".to_owned(),
        }
    }
}

/// What the steps are asked for.
struct HistoryRequest {
    results: FxHashSet<ResultId>,
    sources: Vec<NodeRef>,
    /// The line's node in live, if it has one.
    live: Option<NodeRef>,
    above: FxHashSet<ResultId>,
}

impl HistoryRequest {
    fn new(merge: &Merge, under: &LineTarget) -> Self {
        let mut results: FxHashSet<ResultId> = under.results.iter().copied().collect();
        let own = under.sources.iter().filter(|source| source.is_live());
        results.extend(own.map(|source| ResultId(source.node.0)));
        let mut above = FxHashSet::default();
        let mut at = under.result().and_then(|id| merge.scene.parent(id));
        while let Some(id) = at {
            above.insert(id);
            at = merge.scene.parent(id);
        }
        let live = under.result().and_then(|id| merge.scene.live_node(id));
        let live = live.map(NodeRef::live);
        Self {
            results,
            live: under.source().filter(|source| source.is_live()).or(live),
            sources: under.sources.clone(),
            above,
        }
    }

    /// Whether a step was about the line itself.
    fn has(&self, merge: &Merge, index: usize, step: &Step) -> bool {
        let sources = [
            step.patch(),
            step.directive(),
            step.field(),
            step.live().map(NodeRef::live),
        ];
        let is_source = sources
            .into_iter()
            .flatten()
            .any(|source| self.sources.contains(&source));
        let guilty = |refusal: &Rejection| {
            refusal.step as usize == index
                && refusal
                    .guilty
                    .iter()
                    .any(|source| self.sources.contains(source) || Some(*source) == self.live)
        };
        is_source
            || step.field().is_none() && self.results.contains(&step.at)
            || merge.touched_by(index).iter().any(|id| self.results.contains(id))
            || merge.rejection().is_some_and(guilty)
    }

    /// Whether a step did something to what holds the line.
    fn is_around(&self, step: &Step) -> bool {
        let matters = matches!(
            step.rule.effect(),
            RuleEffect::Added
                | RuleEffect::Removed
                | RuleEffect::Replaced
                | RuleEffect::Reordered
                | RuleEffect::ServerOnly
                | RuleEffect::Cleared
        );
        matters && step.field().is_none() && self.above.contains(&step.at)
    }
}

fn entry(merge: &Merge, index: usize, step: &Step, around: bool) -> HistoryEntry {
    let effect = step.rule.effect();
    let label = match effect.mark() {
        Some(_) => effect.name(),
        None => step.rule.name(),
    };
    HistoryEntry {
        position: index + 1,
        mark: effect.mark(),
        label,
        says: visible(&merge.sentence(step)).into_owned(),
        around,
    }
}
