//! The history of a line: the steps that changed it, oldest first, or the reason why no step did.

use rustc_hash::FxHashSet;

use super::action::ListKind;
use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::document::Tree;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::focus::Pane;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::workspace::Workspace;
use crate::merge::{Mark, Merge, NodeRef, Rejection, ResultId, RuleEffect, Step};
use crate::report::source_location::SourceLocation;
use crate::report::text_change;

/// The history of one line.
#[derive(Clone, Debug)]
pub(crate) struct LineHistory {
    title: String,
    /// The path of the line; escaped.
    path: String,
    /// The reason why no step is about the line itself; escaped.
    sentence: Option<String>,
    /// The live value and the steps, oldest first.
    entries: Vec<HistoryEntry>,
}

/// A step in the history of a line.
#[derive(Clone, Debug)]
struct HistoryEntry {
    /// The step position.
    position: usize,
    mark: Option<Mark>,
    /// The label of the step.
    label: &'static str,
    /// The sentence; escaped.
    sentence: String,
    /// Whether the step is about a parent of the line.
    is_parent: bool,
}

impl LineHistory {
    pub(crate) fn new(line: &LineTarget, merged: &MergedView) -> Self {
        let merge = merged.merge();
        let request = HistoryRequest::new(merge, line);
        let mut entries = Vec::new();
        if let Some(live) = request.live {
            let location = SourceLocation::from_node(merge.tree.document(live), live.node);
            entries.push(HistoryEntry {
                position: 0,
                mark: None,
                label: "live",
                sentence: visible(&format!("From {location}.")).into_owned(),
                is_parent: false,
            });
        }
        let mut direct_count = 0;
        for (index, step) in merge.steps.iter().enumerate() {
            let is_own = request.is_about(merge, index, step);
            if is_own || request.is_about_parent(step) {
                direct_count += usize::from(is_own);
                entries.push(entry(merge, StepId::new(index), step, !is_own));
            }
        }
        let sentence = (direct_count == 0).then(|| without_steps(line, &request, &mut entries, merged));
        let path = line.path(merged).to_string();
        Self {
            title: format!("steps for {path}"),
            path,
            sentence: sentence.map(|sentence| visible(&sentence).into_owned()),
            entries,
        }
    }

    /// Returns why no step is about any line of the manifest, if kubectl computes no patch from it.
    fn of_rejection(cx: &Workspace) -> Option<Self> {
        let rejection = cx
            .apply_rejection()
            .filter(|_| !matches!(cx.focused_pane(), Some(Pane::Live)))?;
        Some(Self {
            title: rejection.sign().to_owned(),
            path: visible(&rejection.path).into_owned(),
            sentence: Some(visible(&rejection.words()).into_owned()),
            entries: Vec::new(),
        })
    }

    /// Returns the history as text, with the rule and source of each step. Every line ends with a newline.
    pub(crate) fn text(&self, merge: &Merge) -> String {
        let mut text = format!("{}\n", self.path);
        text.extend(self.sentence.iter().map(|sentence| format!("{sentence}\n")));
        for entry in &self.entries {
            text.push_str(&format!(
                "\nstep {} · {} · {}\n",
                entry.position, entry.label, entry.sentence
            ));
            let step = StepId::from_position(entry.position).and_then(|step| merge.steps.get(step.index()));
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
        let history = match Self::of_rejection(cx) {
            Some(rejection) => rejection,
            None => Self::new(&cx.line_under_cursor()?, cx.merged()),
        };
        cx.stop_playing();
        // Select the current step, else the newest step of the line itself, which is the most interesting one.
        let position = cx.merged().position();
        let is_current = |entry: &HistoryEntry| entry.position == position && position > 0;
        let current = history.entries.iter().position(is_current);
        let newest = || history.entries.iter().rposition(|entry| !entry.is_parent);
        let selected = current.or_else(newest).unwrap_or(0);
        Some((history, selected))
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
            text: entry.sentence.clone(),
            dim: entry.is_parent,
            ..ListItem::default()
        };
        let chosen = self.entries.get(cursor);
        let prefix = match chosen {
            Some(entry) if entry.is_parent => "Parent: ",
            _ => "",
        };
        ListView {
            title: self.title.clone(),
            sentence: self.sentence.clone(),
            rows: self.entries.iter().map(row).collect(),
            detail: chosen.map_or(String::new(), |entry| format!("{prefix}{}", entry.sentence)),
            hint: if self.entries.is_empty() {
                words("{}: close", [Action::CLOSE])
            } else {
                words("{}: go to step, {}: close", [Action::CHOOSE, Action::CLOSE])
            },
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        let position = self.entries.get(index)?.position;
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

/// Returns the reason why no step is about the line. The step that handled the line as part of a parent
/// becomes an entry.
fn without_steps(
    line: &LineTarget,
    request: &HistoryRequest,
    entries: &mut Vec<HistoryEntry>,
    merged: &MergedView,
) -> String {
    let merge = merged.merge();
    if let Some(source) = line.source().filter(|source| !source.is_live()) {
        if let Some((id, _)) = merged.links().step_of(source) {
            let step = &merge.steps[id.index()];
            if entries.iter().all(|entry| entry.position != id.position()) {
                entries.push(entry(merge, id, step, true));
                entries.sort_by_key(|entry| entry.position);
            }
            return format!(
                "Part of {}, which is handled in step {}.",
                merge.distinct_step_path(step),
                id.position()
            );
        }
        return match (merge.rejection(), request.live) {
            (Some(rejection), _) => format!(
                "Not applied: the patch is rejected in step {}.",
                rejection.step + 1
            ),
            (None, _) if !merge.tree.document(source).kind(source.node).is_scalar() => {
                "No step: this line only contains the lines below it.".to_owned()
            }
            (None, Some(_)) => "No step: the live object already has this value.".to_owned(),
            (None, None) => "Not applied by any step.".to_owned(),
        };
    }
    // The line was added or removed with a parent.
    let around = merge
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| request.is_about_parent(step));
    let mut around = around;
    let carried = around.rfind(|(_, step)| {
        let effect = step.rule.effect();
        let removes = matches!(
            effect,
            RuleEffect::Removed | RuleEffect::Cleared | RuleEffect::Replaced
        );
        let adds = matches!(effect, RuleEffect::Added | RuleEffect::Replaced);
        if request.live.is_some() { removes } else { adds }
    });
    match (carried, request.live) {
        (Some((index, step)), Some(_)) => {
            format!(
                "Removed with {} in step {}.",
                merge.distinct_step_path(step),
                index + 1
            )
        }
        (Some((index, step)), None) => format!(
            "Added with {} in step {}.",
            merge.distinct_step_path(step),
            index + 1
        ),
        (None, Some(_)) => "Unchanged from the live object.".to_owned(),
        (None, None) => "No step has changed it.".to_owned(),
    }
}

/// The nodes of a line, to select the steps that concern it.
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
        let live = line.sources.iter().filter(|source| source.is_live());
        results.extend(live.map(|source| ResultId(source.node.0)));
        let mut above = FxHashSet::default();
        let mut parent = line.result().and_then(|id| merge.tree.parent(id));
        while let Some(id) = parent {
            above.insert(id);
            parent = merge.tree.parent(id);
        }
        let live = line.result().and_then(|id| merge.tree.live_node(id));
        let live = live.map(NodeRef::live);
        Self {
            results,
            live: line.source().filter(|source| source.is_live()).or(live),
            sources: line.sources.clone(),
            above,
        }
    }

    /// Returns whether a step is about the line itself.
    fn is_about(&self, merge: &Merge, index: usize, step: &Step) -> bool {
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
        let is_guilty = |rejection: &Rejection| {
            rejection.step as usize == index
                && rejection
                    .faulty
                    .iter()
                    .any(|source| self.sources.contains(source) || Some(*source) == self.live)
        };
        is_source
            || step.field().is_none() && self.results.contains(&step.at)
            || merge.touched_by(index).iter().any(|id| self.results.contains(id))
            || merge.rejection().is_some_and(is_guilty)
    }

    /// Returns whether a step changes a parent of the line.
    fn is_about_parent(&self, step: &Step) -> bool {
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

fn entry(merge: &Merge, id: StepId, step: &Step, is_parent: bool) -> HistoryEntry {
    let effect = step.rule.effect();
    let label = match effect.mark() {
        Some(_) => effect.label(),
        None => step.rule.name(),
    };
    HistoryEntry {
        position: id.position(),
        mark: effect.mark(),
        label,
        sentence: visible(&text_change::sentence(merge, step)).into_owned(),
        is_parent,
    }
}
