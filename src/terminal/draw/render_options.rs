//! How to draw.

use crate::terminal::keymap::Keymap;
use crate::terminal::theme::Theme;

/// How to draw.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The colors.
    pub theme: Theme,
    /// Whether to use only ASCII glyphs.
    pub ascii: bool,
    /// The keys that footer and help show.
    pub keymap: Keymap,
}
