//! What a person has looked for and at: all that asking, searching, folding and jumping leave behind in the state.

use super::back::Spot;
use super::copy::Clip;
use super::history::History;

/// The state of looking around.
#[derive(Clone, Debug, Default)]
pub(super) struct Looking {
    /// The steps that touched the line that was asked about last.
    pub(super) history: Option<History>,
    /// A text on its way to the clipboard.
    pub(super) clip: Option<Clip>,
    /// Where one was before each jump, the newest last.
    pub(super) back: Vec<Spot>,
}
