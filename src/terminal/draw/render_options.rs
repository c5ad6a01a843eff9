//! How to draw, besides what.

use crate::terminal::keymap::Keymap;
use crate::terminal::theme::Theme;

/// How to draw, besides what.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    /// The colours.
    pub theme: Theme,
    /// Whether glyphs beyond ASCII are to be avoided.
    pub ascii: bool,
    /// The keys that footer and help show.
    pub keymap: Keymap,
}
