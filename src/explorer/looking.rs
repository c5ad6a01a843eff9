//! What a person has looked for and at: all that asking, searching, folding and jumping leave behind in the state.

use super::back::Spot;
use super::copy::Clip;
use super::filter::Filter;
use super::fold::Folds;
use super::history::History;
use super::needle::Needle;
use super::prompt::Prompt;
use super::search::Search;
use super::selecting::Selection;

/// The state of looking around.
#[derive(Clone, Debug, Default)]
pub(super) struct Looking {
    /// The steps that touched the line that was asked about last.
    pub(super) history: Option<History>,
    /// A text on its way to the clipboard.
    pub(super) clip: Option<Clip>,
    /// Where one was before each jump, the newest last.
    pub(super) back: Vec<Spot>,
    /// The line that is typed.
    pub(super) prompt: Option<Prompt>,
    /// What is being completed: as it was typed, how many candidates were shown, and the one that is.
    pub(super) completing: Option<(String, usize, String)>,
    /// What is searched for, and its hits.
    pub(super) search: Option<Search>,
    /// What was searched for last.
    pub(super) last_needle: Option<Needle>,
    /// The status line tells how the search goes.
    pub(super) search_told: bool,
    /// The steps that alone are shown.
    pub(super) filter: Option<Filter>,
    /// Cells of each pane that are out of sight on the left.
    pub(super) slid: [usize; 3],
    /// Cells that each pane has for text.
    pub(super) widths: [usize; 3],
    /// The lines that are selected.
    pub(super) selection: Option<Selection>,
    /// What is folded.
    pub(super) folds: Folds,
}
