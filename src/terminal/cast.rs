//! The asciinema recording of all steps (asciicast v2): a header, then an event for each frame.

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;

use super::draw::RenderOptions;
use super::svg;
use crate::explorer::Explorer;

/// The time from one step to the next, in seconds.
const STEP: f64 = 1.5;
/// Hides the cursor and clears the screen.
const BEGIN: &str = "\u{1b}[?25l\u{1b}[2J\u{1b}[H";

/// Returns the recording of a merge in a terminal of the given size in cells.
pub fn recording(explorer: &Explorer, look: &RenderOptions, size: (u16, u16)) -> String {
    let header = serde_json::json!({
        "version": 2,
        "width": size.0,
        "height": size.1,
        "title": svg::title(explorer),
    });
    let mut out = format!("{header}\n");
    let mut shown = Buffer::empty(ratatui::layout::Rect::new(0, 0, size.0, size.1));
    for (at, frame) in svg::frames(explorer, look, size).enumerate() {
        let mut bytes = Vec::new();
        let cells = shown.diff(&frame).into_iter();
        // Writing to memory cannot fail.
        let _ = CrosstermBackend::new(&mut bytes).draw(cells);
        let begin = if at == 0 { BEGIN } else { "" };
        let text = format!("{begin}{}", String::from_utf8_lossy(&bytes));
        let event = serde_json::json!([at as f64 * STEP, "o", text]);
        out.push_str(&format!("{event}\n"));
        shown = frame;
    }
    out
}
