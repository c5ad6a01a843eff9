//! The search through all panes and the steps: incremental while the user types, then from hit to hit.

pub(crate) mod action;
pub(crate) mod on_screen;
pub(crate) mod pattern;
mod scan;

use super::action::Action;
use super::hint_text::{HintText, words};
use super::layers::Layers;
use super::merged::MergedView;
use super::merged::steps::StepRow;
use super::panes::focus::{Focus, Pane};
use super::panes::jump_point::JumpPoint;
use super::workspace::Workspace;
use action::SearchAction;
use on_screen::ScreenSearch;
use pattern::Pattern;
use scan::{IncrementalSearch, NextHit, SearchHit, SearchTarget};

/// The number of rows that are searched between two frames.
const ROWS_PER_SCAN: usize = 4000;

/// The search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    current: Option<SearchState>,
    /// The last pattern.
    last: Option<Pattern>,
    /// Whether the status line shows the progress of the search.
    shows_progress: bool,
    /// The search on a screen that covers the panes.
    pub(crate) on_screen: ScreenSearch,
}

/// The current search and its next hit.
#[derive(Clone, Debug)]
struct SearchState {
    hits: IncrementalSearch,
    request: Option<SearchRequest>,
    /// The last hit.
    found: Option<SearchHit>,
    /// Whether the last hit was found after wrapping around.
    wrapped: bool,
    has_no_hit: bool,
}

/// A request for the next hit from a position.
#[derive(Clone, Copy, Debug)]
struct SearchRequest {
    from: SearchHit,
    forward: bool,
    /// Whether a hit at the position itself counts.
    inclusive: bool,
}

impl SearchState {
    fn new(pattern: Pattern, cx: &Workspace) -> Self {
        Self {
            hits: IncrementalSearch::new(pattern, cx.merged(), start(cx).0),
            request: None,
            found: None,
            wrapped: false,
            has_no_hit: false,
        }
    }

    /// Requests the next hit from the cursor. Starts the search again if the inputs have changed.
    fn request(&mut self, forward: bool, inclusive: bool, cx: &Workspace) {
        let (target, row) = start(cx);
        self.refresh(cx.merged(), target);
        let from = (self.hits.index_of(target), row);
        self.request = Some(SearchRequest {
            from,
            forward,
            inclusive,
        });
    }

    /// Drops the hits if other inputs are shown. Returns whether the inputs are the same.
    fn refresh(&mut self, merged: &MergedView, target: SearchTarget) -> bool {
        let is_same = self.hits.refresh(merged);
        if !is_same {
            self.hits = IncrementalSearch::new(self.hits.pattern().clone(), merged, target);
        }
        is_same
    }
}

/// Returns the start of a search: the focused pane and the row of its cursor.
fn start(cx: &Workspace) -> (SearchTarget, usize) {
    match cx.focus() {
        Focus::Document(pane) => {
            let target = match pane {
                Pane::Live => SearchTarget::Live,
                Pane::Patch => SearchTarget::Patch(cx.panes.patch_shown()),
                Pane::Result => SearchTarget::Result,
            };
            (target, cx.panes.cursor_row(pane))
        }
        Focus::Steps => (SearchTarget::Steps, cx.merged().position()),
        Focus::Why => (SearchTarget::Result, 0),
    }
}

/// Moves the cursor to a row.
fn go_to(target: SearchTarget, row: usize, cx: &mut Workspace) {
    match target {
        SearchTarget::Live => cx.put_on_base_row(Pane::Live, row),
        SearchTarget::Patch(patch) => {
            cx.show_patch(patch);
            cx.put_on_base_row(Pane::Patch, row);
        }
        SearchTarget::Result => cx.put_on_base_row(Pane::Result, row),
        SearchTarget::Steps => {
            cx.set_focus(Focus::Steps);
            cx.go_to(row.min(cx.merged().len()));
        }
    }
}

impl Search {
    /// Returns the current pattern.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        Some(self.current.as_ref()?.hits.pattern())
    }

    /// Returns whether a row of the step list contains the pattern.
    pub fn is_step_hit(&self, step: &StepRow) -> bool {
        let is_hit = |pattern: &Pattern| pattern.is_in(&format!("{} {}", step.label, step.path));
        self.pattern().is_some_and(is_hit)
    }

    /// Returns whether rows are left to search; [`super::Message::Search`] continues.
    pub fn is_searching(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|search| search.request.is_some() || !search.hits.is_done())
    }

    /// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
    pub(crate) fn blocker(&self, action: SearchAction, layers: &Layers) -> Option<HintText> {
        let has_pattern = match layers.screen() {
            Some(_) => self.on_screen.has_pattern(),
            None => self.current.is_some() || self.last.is_some(),
        };
        (action != SearchAction::Open && !has_pattern)
            .then(|| words("no search yet; {}: search", [Action::Search(SearchAction::Open)]))
    }

    /// Goes to the next or previous hit.
    pub(crate) fn go_to_hit(&mut self, forward: bool, cx: &mut Workspace) {
        if self.current.is_none() {
            self.current = self.last.clone().map(|pattern| SearchState::new(pattern, cx));
        }
        cx.stop_playing();
        self.find(forward, false, cx);
        self.show_progress(cx);
    }

    /// Searches for the text of the prompt, from the position where the prompt was opened.
    pub(crate) fn search_as_typed(&mut self, text: &str, from: &JumpPoint, cx: &mut Workspace) {
        cx.restore(from);
        self.current = Pattern::new(text).map(|pattern| SearchState::new(pattern, cx));
        self.find(true, true, cx);
    }

    /// Accepts the text of the prompt and leaves the cursor on the hit. An empty text repeats the last
    /// search.
    pub(crate) fn accept(&mut self, text: &str, from: JumpPoint, cx: &mut Workspace) {
        if text.is_empty() {
            let Some(pattern) = self.last.clone() else {
                return cx.say("search: empty");
            };
            self.current = Some(SearchState::new(pattern, cx));
            cx.panes.remember(from);
            self.find(true, false, cx);
        } else {
            self.last = self.pattern().cloned();
            if self.current.as_ref().is_some_and(|search| search.has_no_hit) {
                cx.restore(&from);
            } else {
                cx.panes.remember(from);
            }
        }
        self.show_progress(cx);
    }

    /// Ends the search and its highlights. Returns whether there was a search.
    pub(crate) fn end(&mut self) -> bool {
        self.current.take().is_some()
    }

    /// Hides the progress of the search.
    pub(crate) fn hide_progress(&mut self) {
        self.shows_progress = false;
    }

    fn find(&mut self, forward: bool, inclusive: bool, cx: &mut Workspace) {
        if let Some(search) = &mut self.current {
            search.request(forward, inclusive, cx);
        }
        self.search_next_rows(cx);
    }

    /// Searches the next rows and goes to the requested hit if it is found.
    pub(crate) fn search_next_rows(&mut self, cx: &mut Workspace) {
        let Some(search) = &mut self.current else {
            return;
        };
        if search.refresh(cx.merged(), start(cx).0) {
            search.hits.scan(cx.merged(), ROWS_PER_SCAN);
        } else {
            (search.request, search.found) = (None, None);
        }
        let next = search
            .request
            .map(|request| search.hits.seek(request.from, request.forward, request.inclusive));
        match next {
            Some(NextHit::Found(hit, wrapped)) => {
                search.request = None;
                (search.found, search.wrapped, search.has_no_hit) = (Some(hit), wrapped, false);
                go_to(search.hits.target(hit.0), hit.1, cx);
                cx.scroll_to_hit(search.hits.pattern());
            }
            Some(NextHit::Nowhere) => {
                search.request = None;
                (search.found, search.has_no_hit) = (None, true);
            }
            Some(NextHit::Unknown) | None => {}
        }
    }

    /// Shows the progress of the search in the status line until the next action.
    fn show_progress(&mut self, cx: &mut Workspace) {
        self.shows_progress = true;
        self.update_status(cx);
    }

    /// Updates the progress in the status line, if it is shown.
    pub(crate) fn update_status(&self, cx: &mut Workspace) {
        if self.shows_progress {
            let (note, _) = self.note();
            let pattern = self.pattern().map_or("", Pattern::text);
            cx.say(format!("/{pattern}  {note}"));
        }
    }

    /// Returns the progress of the search, and whether nothing was found.
    pub(crate) fn note(&self) -> (String, bool) {
        let Some(search) = &self.current else {
            return ("upper case makes the search case-sensitive".to_owned(), false);
        };
        if search.has_no_hit {
            return ("no match".to_owned(), true);
        }
        let more = if search.hits.is_done() { "" } else { "+" };
        let Some(hit) = search.found else {
            return ("searching…".to_owned(), false);
        };
        let (number, all) = search.hits.count(hit);
        let pane = match search.hits.target(hit.0) {
            SearchTarget::Live => "live",
            SearchTarget::Patch(_) => "patch",
            SearchTarget::Result => "result",
            SearchTarget::Steps => "steps",
        };
        let wrapped = if search.wrapped { ", wrapped" } else { "" };
        (format!("{number} of {all}{more} · {pane}{wrapped}"), false)
    }
}
