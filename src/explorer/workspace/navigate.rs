//! Navigation to positions and nodes; all panes follow.

use super::Workspace;
use crate::course::Lesson;
use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::inputs::input_error::UnreadInput;
use crate::explorer::inputs::input_id::{InputId, PatchId};
use crate::explorer::inputs::mode::Mode;
use crate::explorer::merged::links::LinkedNodes;
use crate::explorer::merged::step_id::StepId;
use crate::explorer::merged::steps::{StepRow, TimelineCell};
use crate::explorer::panes::file_lines::FileLines;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::panes::jump_point::JumpPoint;
use crate::explorer::panes::sizes::Sizes;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::search::pattern::Pattern;
use crate::merge::{Marks, ResultId, RuleEffect};

impl Workspace {
    /// Returns the pane that the cursor keys act on.
    pub fn focus(&self) -> Focus {
        self.session.layout.focus
    }

    /// Returns the focused pane, if it shows a document.
    pub(crate) fn focused_pane(&self) -> Option<Pane> {
        match self.focus() {
            Focus::Document(pane) => Some(pane),
            Focus::Steps | Focus::Why => None,
        }
    }

    pub(crate) fn set_focus(&mut self, focus: Focus) {
        self.session.layout.focus = focus;
    }

    /// Focuses an input that could not be read or applied when it was opened, so that it is visible where only one pane fits.
    pub(crate) fn focus_unread_input(&mut self) {
        self.show_unread_patch();
        let input = |pane: Pane| match (&self.mode, pane) {
            // The patch is computed from the manifest.
            (Mode::Apply(_), Pane::Patch) => Some(InputId::Manifest),
            _ => self.input_in(pane),
        };
        let error = |pane: &Pane| self.inputs.error(input(*pane)?);
        let is_unread = |pane: &Pane| error(pane).is_some_and(|error| error.from_start);
        let is_rejected = || self.apply_rejection()?.manifest.as_ref().map(|_| Pane::Patch);
        let unread = [Pane::Live, Pane::Patch].into_iter().find(is_unread);
        if let Some(pane) = unread.or_else(is_rejected) {
            self.set_focus(Focus::Document(pane));
        }
    }

    /// Shows a patch that cannot be read instead of one that can.
    pub(crate) fn show_unread_patch(&mut self) {
        let patches = (0..self.merged.patch_count()).map(PatchId::new);
        let mut unread = patches.filter(|patch| self.inputs.unread(InputId::Patch(*patch)).is_some());
        let first = unread.next();
        let shown = self.panes.patch_shown();
        if let Some(first) = first.filter(|first| *first != shown && unread.all(|patch| patch != shown)) {
            self.show_patch(first);
        }
    }

    /// Goes to a step position.
    pub(crate) fn go_to(&mut self, position: usize) {
        self.merged.seek(position);
        self.reached = self.reached.max(self.merged.position());
        self.panes.refold_result(&self.merged);
        (self.instead.text, self.instead.moved) = (None, None);
        self.follow_step();
        if self.lesson.is_none() {
            self.show_text_in_list();
        }
        self.show_moved_item();
    }

    /// Returns the marks of the latest steps up to the current one.
    pub fn marks_so_far(&self) -> Marks {
        /// The maximum number of steps that are considered for a legend.
        const LATEST: usize = 1000;
        if self.is_opening() {
            return Marks::default();
        }
        let steps = &self.merged.merge().steps[..self.merged.position()];
        let marks = steps
            .iter()
            .rev()
            .take(LATEST)
            .filter_map(|step| step.rule.effect().mark());
        marks.fold(Marks::default(), Marks::with)
    }

    /// Goes to a position, calls `look`, and goes back. The panes do not follow.
    pub(crate) fn peek<T>(&mut self, position: usize, look: impl FnOnce(&Self) -> T) -> T {
        let here = self.merged.position();
        self.merged.seek(position);
        let seen = look(self);
        self.merged.seek(here);
        seen
    }

    /// Goes to position 0 and to the top of all panes.
    pub(crate) fn go_to_start(&mut self) {
        self.merged.seek(0);
        self.panes.reset_cursors();
        self.steps.reset_cursor();
    }

    /// Moves the cursors to the nodes of the current step.
    pub(super) fn follow_step(&mut self) {
        self.steps.reveal(&self.merged);
        self.panes.why.scroll = 0;
        let linked = self.panes.nodes_of_step(&self.merged);
        self.show_nodes(linked);
    }

    /// Moves the cursors to nodes that the current step is about.
    pub(super) fn show_nodes(&mut self, linked: LinkedNodes) {
        self.panes.show(linked, &self.merged);
        self.step_shown = linked;
    }

    /// Moves the cursors to the nodes linked with the cursor of the focused pane.
    pub(crate) fn relink(&mut self) {
        match self.focused_pane() {
            Some(pane) => self.panes.link_to_cursor(pane, &self.merged),
            None => self.panes.show(self.panes.linked(), &self.merged),
        }
    }

    /// Focuses a pane and moves its cursor to a base row, which is unfolded if necessary.
    pub(crate) fn put_on_base_row(&mut self, pane: Pane, base: usize) {
        self.set_focus(Focus::Document(pane));
        self.panes.put_on_base_row(pane, base, &self.merged);
    }

    /// Scrolls a pane to a base row. The cursors stay.
    pub(crate) fn scroll_to_base_row(&mut self, pane: Pane, base: usize) {
        self.panes.scroll_to_base_row(pane, base, &self.merged);
    }

    /// Explains the line under the cursors instead of the current step, until they are moved or another step is shown.
    /// The first line is the title, the second one the sentence; the others are lines of a text.
    pub(crate) fn explain_without_step(&mut self, lines: Vec<String>) {
        let shown = (self.merged.position(), self.panes.linked());
        self.instead.lines = Some((lines, shown));
    }

    /// Returns the title, the sentence and the lines that are shown instead of the current step.
    pub(crate) fn without_step(&self) -> Option<&[String]> {
        let (lines, shown) = self.instead.lines.as_ref()?;
        (*shown == (self.merged.position(), self.panes.linked())).then_some(lines.as_slice())
    }

    /// Shows the lines of a file in a pane, until the cursors are moved or another step is shown.
    pub(crate) fn show_file_lines(&mut self, pane: Pane, input: InputId, lines: Box<UnreadInput>) {
        let shown = (self.merged.position(), self.panes.linked());
        self.instead.file = Some((FileLines { pane, input, lines }, shown));
    }

    /// Returns the lines of a file that a pane shows instead of its own.
    pub(crate) fn file_lines(&self, pane: Pane) -> Option<&FileLines> {
        let (file, shown) = self.instead.file.as_ref()?;
        let is_shown = file.pane == pane && *shown == (self.merged.position(), self.panes.linked());
        is_shown.then_some(file)
    }

    /// Returns the step whose changed text the cursors were moved to, until they are moved or another step is
    /// shown.
    pub(crate) fn shown_text(&self) -> Option<StepId> {
        let (step, linked) = self.instead.text?;
        let is_end = self.merged.position() == self.merged.len();
        (is_end && self.panes.linked() == linked).then_some(step)
    }

    /// Returns the sentence about the moved item that the cursors were moved to, until they are moved or another step
    /// is shown.
    pub(crate) fn shown_move(&self) -> Option<&str> {
        let (sentence, linked) = self.instead.moved.as_ref()?;
        let is_shown = self.merged.step().map(|step| step.rule.effect()) == Some(RuleEffect::Reordered);
        (is_shown && self.panes.linked() == *linked).then_some(sentence)
    }

    /// Returns whether a pane is on the screen, or `true` before the first frame.
    pub(crate) fn shows_pane(&self, pane: Pane) -> bool {
        self.session.layout.sizes.panes[pane as usize] > 0
    }

    /// Shows a patch.
    pub(crate) fn show_patch(&mut self, patch: PatchId) {
        self.panes.show_patch(patch, &self.merged);
    }

    /// Scrolls the focused pane horizontally only as far as necessary to show the first hit on the row of the
    /// cursor.
    pub(crate) fn scroll_to_hit(&mut self, pattern: &Pattern) {
        if let Some(pane) = self.focused_pane() {
            let widths = self.session.layout.sizes.pane_widths;
            self.panes.scroll_to_hit(pane, pattern, widths, &self.merged);
        }
    }

    /// Scrolls the focused pane horizontally only as far as necessary to show where the row of the cursor differs from
    /// an old line.
    pub(crate) fn scroll_to_difference(&mut self, old: &str) {
        if let Some(pane) = self.focused_pane() {
            let widths = self.session.layout.sizes.pane_widths;
            self.panes.scroll_to_difference(pane, old, widths, &self.merged);
        }
    }

    /// Returns the nodes of the line under the cursor. In the steps and the explanation, returns the node of
    /// the current step.
    pub(crate) fn line_under_cursor(&self) -> Option<LineTarget> {
        if self.is_opening() {
            return None;
        }
        if let Some(pane) = self.focused_pane() {
            return self
                .panes
                .line_at(pane, self.panes.cursor_row(pane), &self.merged);
        }
        let step = self.merged.step().map(|step| step.at);
        let shown = || self.panes.linked().result.map(|near| near.node);
        Some(LineTarget {
            results: vec![step.or_else(shown)?],
            sources: Vec::new(),
        })
    }

    /// Returns the node of the result on the line under the cursor, or the nearest one.
    pub(crate) fn node_under_cursor(&self) -> Option<ResultId> {
        let line = self.line_under_cursor()?;
        let nearest = || {
            let linked = self
                .merged
                .links()
                .at_source(self.merged.merge(), *line.sources.first()?);
            linked.result.map(|near| near.node)
        };
        line.results.first().copied().or_else(nearest)
    }

    /// Returns the input that a pane shows, or `None` for the result.
    pub(crate) fn input_in(&self, pane: Pane) -> Option<InputId> {
        Some(self.input_of(self.panes.document(pane)?))
    }

    /// Returns the number of rows of a pane without folded ones.
    pub fn row_count(&self, pane: Pane) -> usize {
        self.panes.row_count(pane, &self.merged)
    }

    /// Returns the reason why the line under the cursor has no nodes, as text for the status line, or `None`
    /// if it has nodes.
    pub(crate) fn line_blocker(&self) -> Option<HintText> {
        let is_empty = self.line_under_cursor().is_none();
        is_empty.then(|| "this line has no field".into())
    }

    /// Returns the text of the selected lines and clears the selection.
    pub(crate) fn take_selected_text(&mut self) -> Option<String> {
        self.panes.take_selected_text(&self.merged)
    }

    /// Filters the steps by an effect, or shows all.
    pub(crate) fn filter_steps(&mut self, effect: Option<RuleEffect>) {
        self.steps.set_filter(effect, &self.merged);
    }

    /// Returns the position and the number of steps, as in `3/5`.
    pub fn position_of_all(&self) -> String {
        match self.is_opening() {
            true => "0/0".to_owned(),
            false => format!("{}/{}", self.merged.position(), self.merged.len()),
        }
    }

    /// Returns the rows `from..from + count` of the step list. There are none until the files are read.
    pub fn step_rows(&self, from: usize, count: usize) -> Vec<StepRow> {
        if self.is_opening() {
            return Vec::new();
        }
        self.steps.rows(from, count, self.shown_until(), &self.merged)
    }

    /// Returns the last position whose effect the step lists show. Later effects are hidden while the user
    /// predicts, and in a lesson until they are reached.
    pub(crate) fn shown_until(&self) -> usize {
        let hides = |lesson: &Lesson| !lesson.is_exercise() && !self.session.shows_future_steps;
        match self.lesson().is_some_and(hides) {
            _ if self.session.predict.on => self.merged.position(),
            true => self.reached.max(self.merged.position()),
            false => usize::MAX,
        }
    }

    /// Returns whether the end of the merge is hidden because not all steps are shown.
    pub fn hides_outcome(&self) -> bool {
        self.shown_until() < self.merged.len()
    }

    /// Returns the timeline in at most `cells` cells. It is empty until the files are read.
    pub fn timeline(&self, cells: usize) -> Vec<TimelineCell> {
        if self.is_opening() {
            return Vec::new();
        }
        self.steps.timeline(cells, self.shown_until(), &self.merged)
    }

    /// Jumps to a position and adds the current position to the jump list.
    pub(crate) fn jump_to(&mut self, position: usize) {
        self.panes.remember(self.jump_point());
        self.go_to(position.min(self.merged.len()));
        self.say(
            HintText::from(format!("step {position}; "))
                .key(Action::CLOSE)
                .text(" or ")
                .key(Action::BACK)
                .text(": back"),
        );
    }

    /// Jumps to the step that ordered a list, at an item of the list, and says so in the status line.
    pub(crate) fn jump_to_item(&mut self, position: usize, item: ResultId) {
        self.panes.remember(self.jump_point());
        self.stop_playing();
        self.go_to(position);
        self.show_item(item);
        let path = self.merged.merge().path(item);
        let sentence = HintText::from(format!("step {position}, {path}; "));
        self.say(sentence.key(Action::BACK).text(": back"));
    }

    /// Returns the current position for the jump list.
    pub(crate) fn jump_point(&self) -> JumpPoint {
        self.panes.jump_point(self.merged.position(), self.focus())
    }

    /// Moves the cursor of a pane to a row; the other panes follow.
    pub(crate) fn put_cursor(&mut self, pane: Pane, row: usize) {
        self.panes.put_cursor(pane, row, &self.merged);
    }

    /// Goes to the step on a row of the step list.
    pub(crate) fn go_to_step_row(&mut self, line: usize) {
        self.stop_playing();
        self.go_to(self.steps.position_on_line(line, &self.merged));
    }

    /// Selects the lines of a pane up to a row. Returns their number.
    pub(crate) fn select_to(&mut self, pane: Pane, row: usize) -> usize {
        self.panes.select_to(pane, row, &self.merged)
    }

    /// Scrolls a pane by rows without moving its cursor. `explanation_rows` is the height of the explanation.
    pub(crate) fn scroll_by(&mut self, focus: Focus, by: i32, explanation_rows: usize) {
        match focus {
            Focus::Document(pane) => self.panes.scroll_by(pane, by, &self.merged),
            Focus::Steps => self.steps.scroll_by(by, &self.merged),
            Focus::Why => self.panes.why.scroll_by(by, explanation_rows),
        }
    }

    /// Scrolls a pane horizontally by cells; positive values scroll to the right.
    pub(crate) fn scroll_horizontally(&mut self, pane: Pane, by: i32) {
        let widths = self.session.layout.sizes.pane_widths;
        self.panes.scroll_x(pane, by, widths, &self.merged);
    }

    /// Folds the block with the cursor, or unfolds the folded block under the cursor.
    pub(crate) fn toggle_fold(&mut self) {
        if let Some(pane) = self.focused_pane() {
            self.panes.toggle_fold(pane, &self.merged);
        }
    }

    /// Folds all blocks that no step changes. Returns their number.
    pub(crate) fn fold_unchanged(&mut self) -> usize {
        let cursor = self.focused_base();
        let count = self.panes.fold_unchanged(&self.merged);
        self.reveal_base(cursor);
        count
    }

    /// Unfolds all blocks.
    pub(crate) fn unfold_all(&mut self) {
        let cursor = self.focused_base();
        self.panes.unfold_all();
        self.reveal_base(cursor);
    }

    /// Returns the focused pane and the base row of its cursor.
    fn focused_base(&self) -> Option<(Pane, usize)> {
        let pane = self.focused_pane()?;
        Some((pane, self.panes.cursor_row(pane)))
    }

    fn reveal_base(&mut self, cursor: Option<(Pane, usize)>) {
        match cursor {
            Some((pane, base)) => self.panes.reveal_base(pane, base, &self.merged),
            None => self.relink(),
        }
    }

    /// Sets the sizes of the panes and the step list.
    pub(crate) fn resize(&mut self, sizes: Sizes) {
        self.session.layout.sizes = sizes;
        for pane in Pane::ALL {
            self.panes.resize(pane, sizes.panes[pane as usize], &self.merged);
        }
        self.steps.resize(sizes.steps, &self.merged);
        self.panes.why.height = sizes.why.max(1);
    }

    /// Restores a position from the jump list.
    pub(crate) fn restore(&mut self, point: &JumpPoint) {
        self.stop_playing();
        self.set_focus(point.focus);
        self.instead.file = None;
        let position = point.position.min(self.merged.len());
        if position != self.merged.position() {
            self.go_to(position);
        }
        self.panes.show_patch(point.patch_shown, &self.merged);
        let rows = Pane::ALL.map(|pane| self.row_count(pane));
        self.panes.restore_views(point, rows);
        if let Focus::Document(_) = point.focus {
            self.relink();
        }
    }
}
