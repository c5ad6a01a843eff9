//! The options for drawing.

use crate::terminal::keymap::Keymap;
use crate::terminal::theme::Theme;

/// The options for drawing.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The colors.
    pub theme: Theme,
    /// Whether to use only ASCII glyphs.
    pub ascii: bool,
    /// The keys for the footer and the help.
    pub keymap: Keymap,
}
