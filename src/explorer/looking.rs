//! What a person has looked for and at: all that asking, searching, folding and jumping leave behind in the state.

use super::panes::folds::Folds;
use super::panes::jump_point::JumpPoint;
use super::popups::line_history_state::LineHistory;
use super::popups::prompt_line::Prompt;
use super::search::pattern::Pattern;
use super::search::state::SearchState;
use crate::explorer::copy::action::CopyTarget;
use crate::explorer::panes::focus::Pane;
use crate::merge::RuleEffect;

/// The state of looking around.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looking {
    /// The steps that touched the line that was asked about last.
    pub(crate) history: Option<LineHistory>,
    /// A text on its way to the clipboard.
    pub(crate) clip: Option<Clip>,
    /// Where one was before each jump, the newest last.
    pub(crate) back: Vec<JumpPoint>,
    /// The line that is typed.
    pub(crate) prompt: Option<Prompt>,
    /// What is being completed: as it was typed, how many candidates were shown, and the one that is.
    pub(crate) completing: Option<(String, usize, String)>,
    /// What is searched for, and its hits.
    pub(crate) search: Option<SearchState>,
    /// What was searched for last.
    pub(crate) last_needle: Option<Pattern>,
    /// The status line tells how the search goes.
    pub(crate) announces_search: bool,
    /// The steps that alone are shown.
    pub(crate) filter: Option<EffectFilter>,
    /// Cells of each pane that are out of sight on the left.
    pub(crate) x_offsets: [usize; 3],
    /// Cells that each pane has for text.
    pub(crate) widths: [usize; 3],
    /// The lines that are selected.
    pub(crate) selection: Option<Selection>,
    /// What is folded.
    pub(crate) folds: Folds,
}

/// A text for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// What it is.
    pub what: CopyTarget,
    /// The text: printable, but for line ends and tabs.
    pub text: String,
}

/// The steps that are shown.
#[derive(Clone, Debug)]
pub(crate) struct EffectFilter {
    pub(crate) effect: RuleEffect,
    /// Their positions, ascending.
    pub(crate) positions: Vec<u32>,
}

/// The lines of one pane, as rows from 0; the last one is where the cursor is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    pub(crate) pane: Pane,
    pub(crate) first: usize,
    pub(crate) last: usize,
}
