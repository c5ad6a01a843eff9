//! Why is this line here? The steps that changed one line, oldest first, and why it is as it is if none did.

use rustc_hash::FxHashSet;

use super::action::ListKind;
use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::document::Tree;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::workspace::Workspace;
use crate::merge::{Mark, Merge, NodeRef, Rejection, ResultId, RuleEffect, Step};
use crate::report::source_location::SourceLocation;

/// The history of one line.
#[derive(Clone, Debug)]
pub(crate) struct LineHistory {
    /// The path of the line; escaped.
    path: String,
    /// Why it is as it is, if no step of its own says so; escaped.
    says: Option<String>,
    /// Its live value and its steps, oldest first.
    entries: Vec<HistoryEntry>,
}

/// One step in the history of a line.
#[derive(Clone, Debug)]
struct HistoryEntry {
    /// The position to go to.
    position: usize,
    mark: Option<Mark>,
    /// What it did, in a word.
    label: &'static str,
    /// The sentence; escaped.
    says: String,
    /// It is about what contains the line, not about the line itself.
    around: bool,
}

impl LineHistory {
    pub(crate) fn new(line: &LineTarget, merged: &MergedView) -> Self {
        let merge = merged.merge();
        let request = HistoryRequest::new(merge, line);
        let mut entries = Vec::new();
        if let Some(live) = request.live {
            let at = SourceLocation::from_node(merge.scene.document(live), live.node);
            entries.push(HistoryEntry {
                position: 0,
                mark: None,
                label: "live",
                says: visible(&format!("From {at}.")).into_owned(),
                around: false,
            });
        }
        let mut own = 0;
        for (index, step) in merge.steps.iter().enumerate() {
            let is_own = request.has(merge, index, step);
            if is_own || request.is_around(step) {
                own += usize::from(is_own);
                entries.push(entry(merge, StepId::new(index), step, !is_own));
            }
        }
        let says = (own == 0).then(|| without_steps(line, &request, &mut entries, merged));
        Self {
            path: line.path(merged).to_string(),
            says: says.map(|says| visible(&says).into_owned()),
            entries,
        }
    }

    /// The whole history as text, with the rule and source of each step; lines end in a line end.
    pub(crate) fn text(&self, merge: &Merge) -> String {
        let mut text = format!("{}\n", self.path);
        text.extend(self.says.iter().map(|says| format!("{says}\n")));
        for entry in &self.entries {
            text.push_str(&format!(
                "\nstep {} · {} · {}\n",
                entry.position, entry.label, entry.says
            ));
            let step = StepId::to_position(entry.position).and_then(|step| merge.steps.get(step.index()));
            if let Some(step) = step {
                let rule = step.rule.text();
                text.push_str(&format!("Rule: {}\nSource: {}\n", rule.name, rule.source));
            }
        }
        text
    }
}

impl ListContent for LineHistory {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        let history = Self::new(&cx.line_under_cursor()?, cx.merged());
        cx.stop_playing();
        // The newest step of the line itself is the most interesting one.
        let own = history.entries.iter().rposition(|entry| !entry.around);
        Some((history, own.unwrap_or(0)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        cx.line_blocker()
    }

    fn len(&self, _cx: &Workspace) -> usize {
        self.entries.len()
    }

    fn view(&self, cursor: usize, _cx: &Workspace) -> ListView {
        let row = |entry: &HistoryEntry| ListItem {
            lead: entry.position.to_string(),
            mark: entry.mark,
            label: entry.label.to_owned(),
            text: entry.says.clone(),
            dim: entry.around,
            ..ListItem::default()
        };
        let chosen = self.entries.get(cursor);
        let around = match chosen {
            Some(entry) if entry.around => "Parent: ",
            _ => "",
        };
        ListView {
            title: format!("steps for {}", self.path),
            says: self.says.clone(),
            rows: self.entries.iter().map(row).collect(),
            detail: chosen.map_or(String::new(), |entry| format!("{around}{}", entry.says)),
            hint: if self.entries.is_empty() {
                words("{}: close", [Action::CLOSE])
            } else {
                words("{}: go to step, {}: close", [Action::CHOOSE, Action::CLOSE])
            },
        }
    }

    fn choose(&self, at: usize, cx: &mut Workspace) -> Option<Action> {
        let position = self.entries.get(at)?.position;
        cx.jump_to(position);
        None
    }

    fn merge_changed(&mut self, _cx: &Workspace) -> OnMergeChange {
        OnMergeChange::Close(words(
            "steps changed, list closed; {}: open again",
            [Action::Open(ListKind::History)],
        ))
    }
}

/// Why a line is as it is that no step is about. A step that it is part of becomes an entry.
fn without_steps(
    line: &LineTarget,
    request: &HistoryRequest,
    entries: &mut Vec<HistoryEntry>,
    merged: &MergedView,
) -> String {
    let merge = merged.merge();
    if let Some(source) = line.source().filter(|source| !source.is_live()) {
        if let Some((id, _)) = merged.links().step_of(merge, source) {
            let step = &merge.steps[id.index()];
            if entries.iter().all(|entry| entry.position != id.position()) {
                entries.push(entry(merge, id, step, true));
                entries.sort_by_key(|entry| entry.position);
            }
            return format!(
                "Part of {}, which is handled in step {}.",
                merge.step_path(step),
                id.position()
            );
        }
        return match (merge.rejection(), request.live) {
            (Some(rejection), _) => format!(
                "Not applied: the patch is rejected in step {}.",
                rejection.step + 1
            ),
            (None, _) if !merge.scene.document(source).kind(source.node).is_scalar() => {
                "No step: this line only contains the lines below it.".to_owned()
            }
            (None, Some(_)) => "No step: the live object already has this value.".to_owned(),
            (None, None) => "Not applied by any step.".to_owned(),
        };
    }
    // It was added or removed with what contains it.
    let carried = merge
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| request.is_around(step));
    let mut carried = carried;
    let carried = carried.rfind(|(_, step)| {
        let effect = step.rule.effect();
        let goes = matches!(
            effect,
            RuleEffect::Removed | RuleEffect::Cleared | RuleEffect::Replaced
        );
        let comes = matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
        if request.live.is_some() { goes } else { comes }
    });
    match (carried, request.live) {
        (Some((index, step)), Some(_)) => {
            format!("Removed with {} in step {}.", merge.step_path(step), index + 1)
        }
        (Some((index, step)), None) => format!("Added with {} in step {}.", merge.step_path(step), index + 1),
        (None, Some(_)) => "Unchanged from the live object.".to_owned(),
        (None, None) => "No step has changed it.".to_owned(),
    }
}

/// What a step must be about.
struct HistoryRequest {
    results: FxHashSet<ResultId>,
    sources: Vec<NodeRef>,
    /// The live node of the line, if it has one.
    live: Option<NodeRef>,
    above: FxHashSet<ResultId>,
}

impl HistoryRequest {
    fn new(merge: &Merge, line: &LineTarget) -> Self {
        let mut results: FxHashSet<ResultId> = line.results.iter().copied().collect();
        let own = line.sources.iter().filter(|source| source.is_live());
        results.extend(own.map(|source| ResultId(source.node.0)));
        let mut above = FxHashSet::default();
        let mut at = line.result().and_then(|id| merge.scene.parent(id));
        while let Some(id) = at {
            above.insert(id);
            at = merge.scene.parent(id);
        }
        let live = line.result().and_then(|id| merge.scene.live_node(id));
        let live = live.map(NodeRef::live);
        Self {
            results,
            live: line.source().filter(|source| source.is_live()).or(live),
            sources: line.sources.clone(),
            above,
        }
    }

    /// Whether a step is about the line itself.
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
        let guilty = |rejection: &Rejection| {
            rejection.step as usize == index
                && rejection
                    .guilty
                    .iter()
                    .any(|source| self.sources.contains(source) || Some(*source) == self.live)
        };
        is_source
            || step.field().is_none() && self.results.contains(&step.at)
            || merge.touched_by(index).iter().any(|id| self.results.contains(id))
            || merge.rejection().is_some_and(guilty)
    }

    /// Whether a step changes what contains the line.
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

fn entry(merge: &Merge, id: StepId, step: &Step, around: bool) -> HistoryEntry {
    let effect = step.rule.effect();
    let label = match effect.mark() {
        Some(_) => effect.name(),
        None => step.rule.name(),
    };
    HistoryEntry {
        position: id.position(),
        mark: effect.mark(),
        label,
        says: visible(&merge.sentence(step)).into_owned(),
        around,
    }
}
