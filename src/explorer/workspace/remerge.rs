//! Shows another merge at the same position.

use std::sync::Arc;

use super::Workspace;
use super::restore_position::{NodeLocator, SavedPosition, SavedStep, UnrestoredPosition};
use super::shown_instead::ShownInstead;
use crate::document::{Document, Tree};
use crate::explorer::inputs::opening::{BACKGROUND_BYTES, is_placeholder};
use crate::explorer::jobs::task::merge_both;
use crate::explorer::merged::MergedView;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::panes::moved_item::moved_item;
use crate::explorer::panes::state::Panes;
use crate::merge::{Inputs, NodeRef, ResultId, Semantics, Step};
use crate::parallel::drop_in_background;
use crate::report::agreement::AgreementReport;
use crate::report::line_change::line_change;

/// The minimum number of lines of a text whose changed lines a reader does not see at once.
const LONG_TEXT_LINES: u32 = 12;

/// The maximum number of changed lines of a text that a reader may not find.
const FEW_CHANGED_LINES: usize = 4;

impl Workspace {
    /// Merges other inputs at once and shows the result.
    pub(crate) fn remerge(&mut self, inputs: Inputs) {
        if let Some((merged, agreement)) = merge_both(inputs, &self.session.redaction, &mut |_| true) {
            self.show_merge(merged, agreement);
        }
    }

    /// Shows another merge at the same step and the same nodes, as far as they still exist.
    pub(super) fn show_merge(&mut self, merged: MergedView, agreement: AgreementReport) {
        let here = (self.merged.position(), self.panes.linked());
        let unrestored = self.unrestored.take().filter(|other| other.shown == here);
        let saved = unrestored.map_or_else(|| self.saved_position(), |other| other.saved);
        let offset = self.focused_pane().map_or(0, |pane| {
            let view = self.panes.view(pane);
            view.cursor.saturating_sub(view.scroll)
        });
        let folds = self.panes.save_folds(&self.merged);
        self.panes.clear_selection();
        self.panes.forget_links();
        let before = std::mem::replace(&mut self.merged, merged);
        let before_texts = texts(&before);
        let follows_step = here.1 == self.step_shown;
        let was_rejected = is_rejected(&before);
        if before.merge().inputs.size() >= BACKGROUND_BYTES {
            drop_in_background(before);
        }
        (self.agreement, self.requested_verdicts) = (agreement, None);
        self.instead = ShownInstead::default();
        let is_replaced = is_other_text(&before_texts, &texts(&self.merged));
        let end = self.merged.len();
        let is_saved = !is_same_texts(&before_texts, &texts(&self.merged));
        let is_asked = self.lesson.is_some() || self.session.predict.on;
        let becomes_rejected = is_rejected(&self.merged) && !was_rejected;
        // A server-side apply opens before the end, and a policy finds a rejection after its changes.
        let semantics = self.merged.merge().inputs.semantics;
        let has_later = matches!(semantics, Semantics::ServerSide(_) | Semantics::Policy(_));
        let is_new_conflict = has_later && becomes_rejected && is_saved && !is_asked;
        let (position, same) = match saved.step.find(self.merged.merge()) {
            _ if is_replaced || is_new_conflict => (end, true),
            // After a save, half of a merge without the step that the reader looked at is of no use.
            (_, false) if (is_saved || becomes_rejected) && !is_asked => (end, false),
            found => found,
        };
        self.merged.seek(position);
        self.panes.restore_folds(folds, &self.merged);
        if !same {
            self.say(match position == end {
                true if is_rejected(&self.merged) => {
                    "the current step no longer exists; showing the rejection"
                }
                true => "the current step no longer exists; showing the complete result",
                false => "the current step no longer exists; showing the nearest one",
            });
        }
        self.panes.show_patch(self.panes.patch_shown(), &self.merged);
        let found = if is_replaced {
            self.show_as_at_start();
            true
        } else if is_new_conflict {
            self.show_as_at_start();
            false
        } else if same && follows_step && !is_saved {
            // The user did not move the cursors, so that other semantics and another order of the patches show the
            // place of the step.
            self.follow_step();
            match saved.step.is_end() {
                true => self.show_place_of_last_step(),
                false => self.show_moved_item(),
            }
            true
        } else if becomes_rejected && position == end && (!same || saved.step.is_end() || !is_saved) {
            // The panes show the rejection that the explanation is about. They return when it is corrected.
            self.follow_step();
            false
        } else {
            self.restore_nodes(&saved)
        };
        if !same || !found {
            let shown = (self.merged.position(), self.panes.linked());
            self.unrestored = Some(UnrestoredPosition { saved, shown });
        }
        if let Some(pane) = self.focused_pane().filter(|_| !is_replaced && !is_new_conflict) {
            self.panes.keep_offset(pane, offset, &self.merged);
        }
        self.steps.refresh(&self.merged);
        self.merge_changed = true;
    }

    /// Goes back from trailing steps without a mark to the last step with one, or to the first one of a server-side
    /// apply without a conflict. The verdict of a policy is kept.
    fn skip_trailing_checks(&mut self) {
        let merge = self.merged.merge();
        let is_apply = matches!(merge.inputs.semantics, Semantics::ServerSide(_));
        let is_change = |step: &Step| step.rule.effect().mark().is_some();
        let first = match is_apply && merge.rejection().is_none() && !self.merged.has_issues() {
            true => merge.steps.iter().position(is_change).map(|first| first + 1),
            false => None,
        };
        // Of several rejections by the API server, the first one.
        let rejected = || {
            let first = self.merged.server_rejection()?.position();
            merge
                .steps
                .get(self.merged.last_change().checked_sub(1)?)?
                .rule
                .is_server_rejection()
                .then_some(first)
        };
        let unknown = self
            .merged
            .unknown_field()
            .filter(|_| self.applies_unknown_field());
        let last = first
            .or(unknown.map(|step| step.position()))
            .or_else(rejected)
            .unwrap_or_else(|| self.merged.last_change());
        if last < self.merged.len() && last > 0 {
            self.merged.seek(last);
            self.follow_step();
        }
    }

    /// Shows the last step and the most important place, as at the start.
    pub(crate) fn show_as_at_start(&mut self) {
        self.merged.seek(self.merged.len());
        // There are rows before the place.
        self.panes.reset_cursors();
        self.follow_step();
        self.show_most_important();
    }

    /// Moves the cursors of documents that were opened or replaced to the most important node, if the last step
    /// is about the whole object. Otherwise the screen may not show any effect of the patch.
    pub(super) fn show_most_important(&mut self) {
        if self.lesson.is_none() {
            self.skip_trailing_checks();
        }
        self.show_place_of_last_step();
    }

    fn show_place_of_last_step(&mut self) {
        let Some(last) = self.merged.step() else { return };
        let merge = self.merged.merge();
        let top = merge.tree.top();
        // A mistake in the patch is found before the last change.
        let rejected = self.merged.server_rejection();
        if self.lesson.is_none()
            && let Some(rejected) = rejected.filter(|step| step.position() < self.merged.position())
            && !last.rule.is_server_rejection()
            && let Some(step) = merge.steps.get(rejected.index())
        {
            let linked = Panes::nodes_of(step, &self.merged);
            self.show_nodes(linked);
            return;
        }
        if last.at != top {
            self.show_changed_text();
            self.show_moved_item();
            return;
        }
        let inside = || merge.steps.iter().enumerate().filter(|(_, step)| step.at != top);
        let issue = inside().find(|(index, step)| self.agreement.is_issue(*index, step));
        let found = issue.or_else(|| inside().find(|(_, step)| step.rule.effect().mark().is_some()));
        // A patch without effect still names a field.
        if let Some((_, step)) = found.or_else(|| inside().next()) {
            let linked = Panes::nodes_of(step, &self.merged);
            self.show_nodes(linked);
        }
    }

    /// Moves the cursors to the changed line of a long text, if the current step neither changes a text nor is an
    /// issue: other changes are found without reading a text.
    fn show_changed_text(&mut self) {
        if self.show_text_in_list() {
            return;
        }
        let merged = &self.merged;
        let current = StepId::from_position(merged.position());
        let is_shown = |current: StepId| {
            let step = merged.merge().steps.get(current.index());
            step.is_some_and(|step| self.agreement.is_issue(current.index(), step))
                || merged.text_changes().any(|(.., step, _)| step == current)
        };
        if self.lesson.is_some() || current.is_none_or(is_shown) {
            return;
        }
        let texts = merged.text_changes().filter(|(_, id, _, change)| {
            merged.heights().shown(*id).0 >= LONG_TEXT_LINES
                && change.removed.len().max(change.added.len()) <= FEW_CHANGED_LINES
        });
        let first = texts.map(|(.., step, _)| step).min();
        if let Some(step) = first.and_then(|step| merged.merge().steps.get(step.index())) {
            let linked = Panes::nodes_of(step, merged);
            self.show_nodes(linked);
            self.instead.text = first.map(|step| (step, linked));
        }
    }

    /// Moves the cursors to the first changed text in a list that the current step replaces: the list is longer than the
    /// screen because of it. Returns whether there is one.
    pub(super) fn show_text_in_list(&mut self) -> bool {
        let merged = &self.merged;
        let current = StepId::from_position(merged.position());
        let in_items = |step: StepId, source: NodeRef| {
            let own = merged.merge().steps.get(step.index()).and_then(Step::patch);
            Some(step) == current && own != Some(source)
        };
        let all = merged.text_changes();
        let in_list = all.filter(|(source, _, step, _)| in_items(*step, *source));
        let first = in_list
            .map(|(source, ..)| source)
            .min_by_key(|source| source.node.0);
        let linked = first.map(|source| merged.links().at_patch(merged.merge(), source));
        linked.map(|linked| self.show_nodes(linked)).is_some()
    }

    /// Moves the cursors from a list that the current step ordered to its first moved item.
    pub(super) fn show_moved_item(&mut self) {
        if self.lesson.is_some() || self.instead.text.is_some() {
            return;
        }
        if let Some((sentence, linked)) = moved_item(&self.merged, None) {
            self.show_nodes(linked);
            self.instead.moved = Some((sentence, linked));
        }
    }

    /// Moves the cursors to an item of the list that the current step ordered. The focus goes to the result if the item
    /// is not in the focused pane.
    pub(super) fn show_item(&mut self, item: ResultId) {
        let merged = &self.merged;
        let moved = moved_item(merged, Some(item));
        let linked = match &moved {
            Some((_, linked)) => *linked,
            None => merged.links().at_result(merged.merge(), item),
        };
        let is_in = |pane: Pane| match pane {
            Pane::Live => linked.live.is_some_and(|near| near.exact),
            Pane::Patch => linked.patch.is_some_and(|near| near.exact),
            Pane::Result => true,
        };
        if self.focused_pane().is_some_and(|pane| !is_in(pane)) {
            self.set_focus(Focus::Document(Pane::Result));
        }
        self.show_nodes(linked);
        self.instead.moved = moved;
    }

    fn saved_position(&self) -> SavedPosition {
        let linked = self.panes.linked();
        let live = linked.live.filter(|near| near.exact);
        let patch = linked.patch.filter(|near| near.exact).map(|near| near.node);
        SavedPosition {
            step: SavedStep::new(&self.merged),
            live: live.map(|near| NodeLocator::new(self.merged.live().document(), near.node)),
            patch: patch.map(|source| {
                let document = self.merged.merge().tree.document(source);
                (source.document, NodeLocator::new(document, source.node))
            }),
        }
    }

    /// Moves the cursors to the saved nodes, starting from the focused pane. Returns whether all of them
    /// still exist.
    fn restore_nodes(&mut self, saved: &SavedPosition) -> bool {
        let (merge, links) = (self.merged.merge(), self.merged.links());
        let mut all_found = true;
        let live = saved.live.as_ref().map(|locator| {
            let (node, found) = locator.find(self.merged.live().document());
            all_found &= found;
            links.at_live(merge, node)
        });
        let patch = saved.patch.as_ref().and_then(|(document, locator)| {
            let text = merge.tree.documents().get(usize::from(*document))?;
            let (node, found) = locator.find(text);
            all_found &= found;
            let document = *document;
            Some(links.at_patch(merge, NodeRef { document, node }))
        });
        let linked = match self.focused_pane() {
            Some(Pane::Patch) => patch.or(live),
            _ => live.or(patch),
        };
        match linked {
            Some(linked) => self.panes.show(linked, &self.merged),
            None => self.relink(),
        }
        all_found
    }
}

/// Returns whether the merge or the API server rejects the patch.
fn is_rejected(merged: &MergedView) -> bool {
    merged.merge().rejection().is_some() || merged.server_rejection().is_some()
}

/// Returns the documents of a merge.
fn texts(merged: &MergedView) -> Vec<Arc<Document>> {
    merged.merge().tree.documents().to_vec()
}

/// Returns whether the documents are the same, perhaps in another order.
fn is_same_texts(before: &[Arc<Document>], now: &[Arc<Document>]) -> bool {
    let was_there = |now: &Arc<Document>| before.iter().any(|before| Arc::ptr_eq(before, now));
    before.len() == now.len() && now.iter().all(was_there)
}

/// Returns whether a text of at least four lines was replaced by another one: most of its values are new and most of
/// the old ones are removed, or two thirds of the old ones are removed. A file that is being written has no new lines.
/// A text of another kind is another one, too.
fn is_other_text(before: &[Arc<Document>], now: &[Arc<Document>]) -> bool {
    // Patches can be swapped.
    let was_there = |now: &Document| before.iter().any(|before| before.text() == now.text());
    let is_other = |(before, now): (&Arc<Document>, &Arc<Document>)| {
        if Arc::ptr_eq(before, now) || before.text() == now.text() {
            return false;
        }
        // The placeholder for a text that could not be read before.
        if is_placeholder(before.text()) {
            return true;
        }
        if before.text().starts_with(now.text()) || was_there(now) {
            return false;
        }
        if before.is_other_kind(now) {
            return true;
        }
        let change = line_change(before.text(), now.text());
        // The values of a long text are not counted for a small change.
        let lines = before.lines().count();
        if lines < 4 || change.removed.len() * 8 < lines {
            return false;
        }
        let all = |document: &Document| document.text().lines().filter(|line| has_value(line)).count();
        let among = |document: &Document, lines: &[usize]| {
            let text = |number: &&usize| document.lines().line(document.text(), **number - 1);
            lines.iter().filter(|number| has_value(text(number))).count()
        };
        let [old, new] = [all(before), all(now)];
        let [added, removed] = [among(now, &change.added), among(before, &change.removed)];
        let is_new = added > 0 && added * 2 >= new;
        old > 2 && (is_new && removed * 2 > old || added > 0 && removed * 3 > old * 2)
    };
    before.len() == now.len() && before.iter().zip(now).any(is_other)
}

/// Returns whether a line has a value. The others only open or close a block, and all patches for one object share
/// many of them.
fn has_value(line: &str) -> bool {
    let line = line.trim().trim_end_matches(',');
    !line.ends_with([':', '{', '[']) && !matches!(line, "" | "}" | "]")
}
