//! What a person has looked for and at: all that asking, searching, folding and jumping leave behind in the state.

use super::folds::Folds;
use super::history::History;
use super::prompt::Prompt;
use super::search::Search;
use super::spot::Spot;
use crate::explorer::action::{Pane, What};
use crate::explorer::needle::Needle;
use crate::merge::Effect;

/// The state of looking around.
#[derive(Clone, Debug, Default)]
pub(in crate::explorer) struct Looking {
    /// The steps that touched the line that was asked about last.
    pub(in crate::explorer) history: Option<History>,
    /// A text on its way to the clipboard.
    pub(in crate::explorer) clip: Option<Clip>,
    /// Where one was before each jump, the newest last.
    pub(in crate::explorer) back: Vec<Spot>,
    /// The line that is typed.
    pub(in crate::explorer) prompt: Option<Prompt>,
    /// What is being completed: as it was typed, how many candidates were shown, and the one that is.
    pub(in crate::explorer) completing: Option<(String, usize, String)>,
    /// What is searched for, and its hits.
    pub(in crate::explorer) search: Option<Search>,
    /// What was searched for last.
    pub(in crate::explorer) last_needle: Option<Needle>,
    /// The status line tells how the search goes.
    pub(in crate::explorer) search_told: bool,
    /// The steps that alone are shown.
    pub(in crate::explorer) filter: Option<Filter>,
    /// Cells of each pane that are out of sight on the left.
    pub(in crate::explorer) slid: [usize; 3],
    /// Cells that each pane has for text.
    pub(in crate::explorer) widths: [usize; 3],
    /// The lines that are selected.
    pub(in crate::explorer) selection: Option<Selection>,
    /// What is folded.
    pub(in crate::explorer) folds: Folds,
}

/// A text for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// What it is.
    pub what: What,
    /// The text: printable, but for line ends and tabs.
    pub text: String,
}

/// The steps that are shown.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Filter {
    pub(in crate::explorer) effect: Effect,
    /// Their positions, ascending.
    pub(in crate::explorer) positions: Vec<u32>,
}

/// The lines of one pane, as rows from 0; the last one is where the cursor is.
#[derive(Clone, Copy, Debug)]
pub(in crate::explorer) struct Selection {
    pub(in crate::explorer) pane: Pane,
    pub(in crate::explorer) first: usize,
    pub(in crate::explorer) last: usize,
}
