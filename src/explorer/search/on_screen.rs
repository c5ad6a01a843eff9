//! The search on a screen that covers the panes: the comparison or the list order.

use super::pattern::Pattern;
use crate::explorer::layers::Layers;
use crate::explorer::workspace::Workspace;

/// The maximum number of rows that are searched for each key, so that a long comparison does not delay it.
const MAX_ROWS: usize = 20_000;

/// The pattern and the last result of a search on a screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScreenSearch {
    pattern: Option<Pattern>,
    /// The number of rows that were searched without a match.
    searched: Option<usize>,
}

impl ScreenSearch {
    /// Searches for a text from a row on and moves the cursor to the first match. Without a match, the cursor
    /// stays on that row.
    pub(crate) fn search_as_typed(&mut self, text: &str, from: usize, layers: &mut Layers, cx: &Workspace) {
        self.pattern = Pattern::new(text);
        self.searched = None;
        layers.set_row(from);
        self.find(from, true, true, layers, cx);
    }

    /// Goes to the next or previous row that matches.
    pub(crate) fn repeat(&mut self, forward: bool, layers: &mut Layers, cx: &mut Workspace) {
        let Some(from) = layers.screen_row() else { return };
        self.find(from, forward, false, layers, cx);
        let (note, _) = self.note();
        if !note.is_empty() {
            cx.say(note);
        }
    }

    fn find(&mut self, from: usize, forward: bool, inclusive: bool, layers: &mut Layers, cx: &Workspace) {
        let (Some(pattern), Some(screen)) = (&self.pattern, layers.screen()) else {
            return;
        };
        let rows = screen.row_count();
        let distances = usize::from(!inclusive)..(rows + usize::from(!inclusive)).min(MAX_ROWS);
        let searched = distances.len();
        let row_at = |distance: usize| match forward {
            true => (from + distance) % rows,
            false => (from + rows - distance % rows) % rows,
        };
        let found = screen.find(distances.map(row_at), |text| pattern.is_in(text), cx);
        self.searched = found.is_none().then_some(searched);
        if let Some(row) = found {
            layers.set_row(row);
        }
    }

    /// Returns whether there is a pattern to search for again.
    pub(crate) fn has_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    /// Returns the result of the search, and whether nothing was found.
    pub(crate) fn note(&self) -> (String, bool) {
        match self.searched {
            Some(MAX_ROWS) => (format!("no match in the next {MAX_ROWS} rows"), true),
            Some(_) => ("no match".to_owned(), true),
            None => (String::new(), false),
        }
    }
}
