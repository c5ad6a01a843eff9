//! Finds the step that changes a line.

use super::Workspace;
use crate::document::{NodeId, Path, Tree};
use crate::explorer::panes::focus::Pane;
use crate::explorer::panes::target_line::LineTarget;
use crate::merge::{Mark, NodeRef, ResultId, RuleEffect, Semantics, Step};
use crate::report::rows::outline;

impl Workspace {
    /// Returns the position after the last step that changes the node of a path, or that adds or removes it with
    /// a parent.
    pub(crate) fn step_of_path(&self, path: &Path) -> Option<usize> {
        self.own_step(path).or_else(|| self.step_of_parent(path))
    }

    /// Returns the position after the last step that changes one of the nodes on a line, or that adds or removes
    /// the line with a parent.
    fn step_of_line(&self, line: &LineTarget) -> Option<usize> {
        let path = line.path(&self.merged);
        let merge = self.merged.merge();
        let results = line.results.iter().map(|id| merge.path(*id));
        let own = results.filter_map(|path| self.own_step(&path)).max();
        // Several patches or items can change a field: the step of this line comes before the last one of the field.
        let is_of_line = |position: usize| {
            let source = merge.steps[position - 1].patch();
            source.is_none_or(|source| line.sources.contains(&source))
        };
        let is_of_other = own.is_some_and(|own| !is_of_line(own));
        let in_patch = || {
            self.step_by_directive(line)
                .filter(|_| self.merged.patch_count() > 1 || is_of_other)
        };
        self.rejection_at(line)
            .or_else(|| self.step_of_operation(line))
            .or_else(in_patch)
            .or(own)
            .or_else(|| self.step_of_path(&path))
            .or_else(|| self.step_by_directive(line))
            .or_else(|| self.step_of_moved(line))
            .or_else(|| self.rejection_around(line))
            .or_else(|| self.step_in_line(line))
    }

    /// Returns the position after the last step of a value inside of a line in flow style.
    fn step_in_line(&self, line: &LineTarget) -> Option<usize> {
        let merge = self.merged.merge();
        let whole = line.sources.first().filter(|source| !source.is_live())?;
        let document = merge.tree.document(*whole);
        let first_line = |node| document.lines().index_of(document.entry_span(node).start);
        let row = first_line(whole.node);
        let is_in_it = |step: &Step| {
            let patch = step.patch().filter(|patch| patch.document == whole.document);
            step.rule.effect().mark().is_some()
                && patch.is_some_and(|patch| {
                    first_line(patch.node) == row
                        && document.ancestors(patch.node).any(|node| node == whole.node)
                })
        };
        Some(merge.steps.iter().rposition(is_in_it)? + 1)
    }

    /// Returns the position after the last step of the operation of a JSON patch on a line. A value that moves is first
    /// removed, which is the step of `from`.
    fn step_of_operation(&self, line: &LineTarget) -> Option<usize> {
        let merge = self.merged.merge();
        let is_json = matches!(merge.inputs.semantics, Semantics::JsonPatch(_));
        let source = line.sources.iter().find(|source| is_json && !source.is_live())?;
        let document = merge.tree.document(*source);
        let is_top = |node: &NodeId| document.parent(*node) == Some(document.root());
        let operation = document.ancestors(source.node).find(is_top)?;
        let is_of_it = |step: &Step| {
            let patch = step.patch().filter(|patch| patch.document == source.document);
            !step.rule.is_observation()
                && patch.is_some_and(|patch| document.ancestors(patch.node).any(|node| node == operation))
        };
        let step = match document.key(source.node) {
            Some("from") => merge.steps.iter().position(is_of_it),
            _ => merge.steps.iter().rposition(is_of_it),
        };
        Some(step? + 1)
    }

    /// Returns the position after the step that rejects the patch, if what causes it begins on a line.
    fn rejection_at(&self, line: &LineTarget) -> Option<usize> {
        let merge = self.merged.merge();
        let first_line = |source: &NodeRef| {
            let document = merge.tree.document(*source);
            document.lines().index_of(document.entry_span(source.node).start)
        };
        self.rejection_of(line, |source, faulty| first_line(source) == first_line(faulty))
    }

    /// Returns the same if a line is inside of the cause, as the path of an operation is.
    fn rejection_around(&self, line: &LineTarget) -> Option<usize> {
        let merge = self.merged.merge();
        self.rejection_of(line, |source, faulty| {
            let mut ancestors = merge.tree.document(*source).ancestors(source.node);
            ancestors.any(|node| node == faulty.node)
        })
    }

    fn rejection_of(&self, line: &LineTarget, is_at: impl Fn(&NodeRef, &NodeRef) -> bool) -> Option<usize> {
        let rejection = self.merged.merge().rejection()?;
        let is_cause = |faulty: &NodeRef| {
            let mut sources = line.sources.iter();
            sources.any(|source| source.document == faulty.document && is_at(source, faulty))
        };
        let is_found = rejection.faulty.iter().any(is_cause);
        is_found.then_some(rejection.step as usize + 1)
    }

    /// Returns the position after the step that moves the item on a line within its list.
    fn step_of_moved(&self, line: &LineTarget) -> Option<usize> {
        let (merge, item) = (self.merged.merge(), line.result()?);
        let marks = merge.tree.marks(item);
        let is_moved = marks.has(Mark::Reordered) || marks.has(Mark::ServerOnly);
        let list = merge.tree.parent(item).filter(|_| is_moved)?;
        let places = |effect| matches!(effect, RuleEffect::Reordered | RuleEffect::ServerOnly);
        self.last_step(&merge.path(list), places)
            .or_else(|| self.last_step(&merge.path(item), places))
    }

    /// Returns the position after the step that a line of a directive causes, such as an entry of an order.
    fn step_by_directive(&self, line: &LineTarget) -> Option<usize> {
        let merge = self.merged.merge();
        let steps = line.sources.iter().filter(|source| !source.is_live());
        let mut steps = steps.filter_map(|source| self.merged.links().step_of(*source));
        let (step, _) = steps.find(|(step, is_direct)| {
            let has_mark = |step: &Step| step.rule.effect().mark().is_some();
            *is_direct && merge.steps.get(step.index()).is_some_and(has_mark)
        })?;
        Some(step.position())
    }

    /// Returns the position after the last step at a path, also if it changes nothing.
    pub(crate) fn last_step_at(&self, path: &Path) -> Option<usize> {
        self.last_step(path, |_| true)
    }

    fn own_step(&self, path: &Path) -> Option<usize> {
        self.last_step(path, |effect| effect.mark().is_some())
    }

    fn step_of_parent(&self, path: &Path) -> Option<usize> {
        let affects_children = |effect| {
            use RuleEffect::{Added, Cleared, Removed, Replaced};
            matches!(effect, Added | Removed | Replaced | Cleared)
        };
        // The whole object can be added, too.
        let mut parents = (0..path.0.len())
            .rev()
            .map(|count| Path(path.0[..count].to_vec()));
        parents.find_map(|path| self.last_step(&path, affects_children))
    }

    fn last_step(&self, path: &Path, changes: fn(RuleEffect) -> bool) -> Option<usize> {
        let merge = self.merged.merge();
        let last = merge.steps.iter().rposition(|step| {
            changes(step.rule.effect()) && merge.may_be_at(step, path) && path.is_at(&merge.step_path(step))
        });
        Some(last? + 1)
    }

    /// Focuses a pane, moves its cursor to a base row and goes to the step that changes the line, if there is
    /// one, so that the explanation is about the line. Returns whether there is one.
    pub(crate) fn put_on_changed_row(&mut self, pane: Pane, base: usize) -> bool {
        self.put_on_changed_value(pane, base, None)
    }

    /// As [`Self::put_on_changed_row`], for one value of a line with several ones.
    pub(crate) fn put_on_changed_value(&mut self, pane: Pane, base: usize, value: Option<NodeRef>) -> bool {
        self.put_on_base_row(pane, base);
        let Some(line) = self.line_under_cursor() else {
            return false;
        };
        let of_value = value.filter(|value| !line.sources.contains(value)).map(|value| {
            let near = self.merged.links().at_source(self.merged.merge(), value).result;
            LineTarget {
                results: near
                    .filter(|near| near.exact)
                    .map(|near| near.node)
                    .into_iter()
                    .collect(),
                sources: vec![value],
            }
        });
        let step = of_value.and_then(|value| self.step_of_line(&value));
        let Some(step) = step.or_else(|| self.step_of_line(&line)) else {
            return false;
        };
        if step == self.merged.position() || step > self.shown_until() {
            return true;
        }
        let node = line.result().filter(|_| pane == Pane::Result);
        let first_row =
            |cx: &Self, id: ResultId| outline::row_of(&cx.merged.merge().tree, cx.merged.heights(), id).0;
        let below = node.map_or(0, |id| base.saturating_sub(first_row(self, id)));
        let patch = self.panes.patch_shown();
        self.stop_playing();
        self.go_to(step);
        if pane == Pane::Patch {
            self.show_patch(patch);
        }
        // The rows of the result are others at this step.
        let base = node.map_or(base, |id| first_row(self, id) + below);
        self.put_on_base_row(pane, base);
        true
    }
}
