//! Searching the rows of a screen that covers the panes: the comparison, the order of a list.

use super::pattern::Pattern;
use crate::explorer::layers::Layers;
use crate::explorer::workspace::Workspace;

/// So many rows are searched for each key: a long comparison must not slow it down.
const MAX_ROWS: usize = 20_000;

/// What is searched for on screens, and how it goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScreenSearch {
    pattern: Option<Pattern>,
    /// Rows without a match: how many were searched, if there is none.
    searched: Option<usize>,
}

impl ScreenSearch {
    /// Searches for a text from a row on, and puts the cursor on the first row that has it; without one the cursor is on that row.
    pub(crate) fn search_as_typed(&mut self, text: &str, from: usize, layers: &mut Layers) {
        self.pattern = Pattern::new(text);
        self.searched = None;
        layers.set_row(from);
        self.find(from, true, true, layers);
    }

    /// Goes to the next row with the text, or back to the previous one.
    pub(crate) fn go_on(&mut self, forward: bool, layers: &mut Layers, cx: &mut Workspace) {
        let Some(from) = layers.screen_row() else { return };
        self.find(from, forward, false, layers);
        let (note, _) = self.note();
        if !note.is_empty() {
            cx.say(note);
        }
    }

    fn find(&mut self, from: usize, forward: bool, here: bool, layers: &mut Layers) {
        let (Some(pattern), Some(screen)) = (&self.pattern, layers.screen()) else {
            return;
        };
        let rows = screen.row_count();
        let distances = usize::from(!here)..(rows + usize::from(!here)).min(MAX_ROWS);
        let searched = distances.len();
        let row_at = |distance: usize| match forward {
            true => (from + distance) % rows,
            false => (from + rows - distance % rows) % rows,
        };
        let found = distances
            .map(row_at)
            .find(|row| pattern.is_in(&screen.text_of(*row)));
        self.searched = found.is_none().then_some(searched);
        if let Some(row) = found {
            layers.set_row(row);
        }
    }

    /// Whether there is a text to search for again.
    pub(crate) fn has_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    /// How the search goes, and whether it found nothing.
    pub(crate) fn note(&self) -> (String, bool) {
        match self.searched {
            Some(MAX_ROWS) => (format!("no match in the next {MAX_ROWS} rows"), true),
            Some(_) => ("no match".to_owned(), true),
            None => (String::new(), false),
        }
    }
}
