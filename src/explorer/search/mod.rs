//! Searching all panes and the steps: as one types, then on and back.

pub(crate) mod action;
pub(crate) mod pattern;
mod scan;
pub(crate) mod state;

use super::popups::prompt_line::Prompt;
use super::state::Explorer;
use crate::explorer::panes::focus::{Focus, Pane};
use pattern::Pattern;
use scan::{IncrementalSearch, NextHit, SearchTarget};
use state::{SearchRequest, SearchState};

/// Rows that are searched between two frames.
const ROWS_PER_SCAN: usize = 4000;

impl Explorer {
    /// What is searched for.
    pub(crate) fn needle(&self) -> Option<&Pattern> {
        Some(self.looking.search.as_ref()?.hunt.needle())
    }

    /// Whether rows are left to be searched: [`super::Message::Search`] goes on with it.
    pub fn is_searching(&self) -> bool {
        let search = self.looking.search.as_ref();
        search.is_some_and(|search| search.wish.is_some() || !search.hunt.is_done())
    }

    /// The text of the line has changed: the first hit from where one was.
    pub(crate) fn search_as_typed(&mut self) {
        let Some(prompt) = &self.looking.prompt else {
            return;
        };
        let (spot, needle) = (prompt.spot, Pattern::new(&prompt.text));
        self.looking.search = None;
        self.restore(spot);
        let Some(needle) = needle else { return };
        self.begin_search(needle);
        self.request_hit(true, true);
    }

    fn begin_search(&mut self, needle: Pattern) {
        let first = self.ground_here().0;
        self.looking.search = Some(SearchState {
            hunt: IncrementalSearch::new(needle, &self.session, first),
            wish: None,
            at: None,
            wrapped: false,
            nowhere: false,
        });
    }

    /// Takes the text: the cursor stays on the hit. No text repeats the last search.
    pub(crate) fn accept_search(&mut self, prompt: Prompt) {
        if prompt.text.is_empty() {
            match self.looking.last_needle.clone() {
                Some(needle) => {
                    self.begin_search(needle);
                    self.remember(prompt.spot);
                    self.request_hit(true, false);
                    let says = self.search_says();
                    self.say(says);
                }
                None => self.say("search: nothing was typed".to_owned()),
            }
            return;
        }
        self.looking.last_needle = self.needle().cloned();
        if self.looking.search.as_ref().is_some_and(|search| search.nowhere) {
            self.restore(prompt.spot);
        } else {
            self.remember(prompt.spot);
        }
        let says = self.search_says();
        self.say(says);
    }

    /// On to the next hit, or back to the one before.
    pub(crate) fn search_on(&mut self, forward: bool) {
        if self.looking.search.is_none() {
            match self.looking.last_needle.clone() {
                Some(needle) => self.begin_search(needle),
                None => return,
            }
        }
        self.player.playing = false;
        self.request_hit(forward, false);
        let says = self.search_says();
        self.say(says);
    }

    /// Whether there is something that `n` could search for.
    pub(crate) fn can_search_on(&self) -> bool {
        self.looking.search.is_some() || self.looking.last_needle.is_some()
    }

    /// Ends the search: nothing is highlighted any more.
    pub(crate) fn end_search(&mut self) {
        self.looking.search = None;
    }

    fn request_hit(&mut self, forward: bool, here: bool) {
        let (ground, row) = self.ground_here();
        if let Some(search) = &mut self.looking.search {
            if !search.hunt.refresh(&self.session) {
                search.hunt = IncrementalSearch::new(search.hunt.needle().clone(), &self.session, ground);
            }
            let from = (search.hunt.index_of(ground), row);
            search.wish = Some(SearchRequest { from, forward, here });
        }
        self.search_more();
    }

    /// Searches some rows more, and goes to what was wanted once it is found.
    pub(crate) fn search_more(&mut self) {
        let Some(mut search) = self.looking.search.take() else {
            return;
        };
        if search.hunt.refresh(&self.session) {
            search.hunt.scan(&self.session, ROWS_PER_SCAN);
        } else {
            // The files changed under it.
            let ground = self.ground_here().0;
            search.hunt = IncrementalSearch::new(search.hunt.needle().clone(), &self.session, ground);
            search.wish = None;
            search.at = None;
        }
        let answer = search
            .wish
            .map(|wish| search.hunt.seek(wish.from, wish.forward, wish.here));
        match answer {
            Some(NextHit::Found(hit, wrapped)) => {
                (search.at, search.wrapped, search.nowhere) = (Some(hit), wrapped, false);
                search.wish = None;
                let ground = search.hunt.ground(hit.0);
                self.looking.search = Some(search);
                self.show_hit(ground, hit.1);
                if let Focus::Document(pane) = self.focus {
                    self.slide_to_hit(pane);
                }
            }
            Some(NextHit::Nowhere) => {
                (search.at, search.nowhere) = (None, true);
                search.wish = None;
                self.looking.search = Some(search);
            }
            Some(NextHit::Unknown) | None => self.looking.search = Some(search),
        }
        // The count goes on while the answer stands.
        if self.looking.prompt.is_none() && self.looking.announces_search {
            let says = self.search_says();
            self.say(says);
        }
    }

    /// The place and row that a search starts from.
    fn ground_here(&self) -> (SearchTarget, usize) {
        match self.focus {
            Focus::Document(pane) => {
                let row = self.base_row(pane, self.view(pane).cursor);
                let ground = match pane {
                    Pane::Live => SearchTarget::Live,
                    Pane::Patch => SearchTarget::Patch(self.patch_shown),
                    Pane::Result => SearchTarget::Result,
                };
                (ground, row)
            }
            Focus::Steps => (SearchTarget::Steps, self.session.position()),
            Focus::Why => (SearchTarget::Result, 0),
        }
    }

    fn show_hit(&mut self, ground: SearchTarget, row: usize) {
        match ground {
            SearchTarget::Live => self.put_on(Pane::Live, row),
            SearchTarget::Patch(index) => {
                self.patch_shown = index;
                self.put_on(Pane::Patch, row);
            }
            SearchTarget::Result => self.put_on(Pane::Result, row),
            SearchTarget::Steps => {
                self.focus = Focus::Steps;
                self.go_to(row.min(self.session.len()));
            }
        }
    }

    /// Where the search stands, in words, and whether it found nothing.
    pub(crate) fn search_note(&self) -> (String, bool) {
        let Some(search) = &self.looking.search else {
            return ("all panes and steps; capitals only when typed".to_owned(), false);
        };
        if search.nowhere {
            return ("found nowhere".to_owned(), true);
        }
        let more = if search.hunt.is_done() { "" } else { "+" };
        let Some(hit) = search.at else {
            return ("searching…".to_owned(), false);
        };
        let (number, all) = search.hunt.count(hit);
        let place = match search.hunt.ground(hit.0) {
            SearchTarget::Live => "live",
            SearchTarget::Patch(_) => "patch",
            SearchTarget::Result => "result",
            SearchTarget::Steps => "steps",
        };
        let wrapped = if search.wrapped { ", wrapped" } else { "" };
        (format!("{number} of {all}{more} · {place}{wrapped}"), false)
    }

    fn search_says(&mut self) -> String {
        self.looking.announces_search = true;
        let (note, _) = self.search_note();
        let needle = self.needle().map_or("", Pattern::text);
        format!("/{needle}  {note}")
    }
}
