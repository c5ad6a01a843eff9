//! A frame as SVG: the very cells that a terminal would get, each in its place whatever font a browser has.

use std::fmt::Write;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::color::rgb;
use super::draw::{RenderOptions, draw, places};
use crate::explorer::Explorer;

/// Width and height of a cell, and how far the line of writing lies below its top, in tenths of a pixel.
const CELL: (u32, u32, u32) = (84, 180, 135);

/// Fewer and more cells than these make no picture.
pub const SIZES: (std::ops::RangeInclusive<u16>, std::ops::RangeInclusive<u16>) = (60..=500, 20..=300);

/// The current screen of the explorer, in a frame of so many cells.
pub fn frame(state: &Explorer, look: &RenderOptions, size: (u16, u16)) -> String {
    let mut state = state.clone();
    let mut buffer = Buffer::default();
    let mut terminal = match Terminal::new(TestBackend::new(size.0, size.1)) {
        Ok(terminal) => terminal,
        Err(never) => match never {},
    };
    let drawn = terminal.draw(|frame| {
        let places = places(frame.area(), &state);
        state.resize(places.sizes());
        draw(&state, look, &places, None, frame);
        buffer = frame.buffer_mut().clone();
    });
    match drawn {
        Ok(_) => svg(&buffer),
        Err(never) => match never {},
    }
}

/// A buffer as SVG. Runs of one style are one element; what is no ASCII has an element of its
/// own.
pub fn svg(buffer: &Buffer) -> String {
    let defaults = DefaultColors::from_buffer(buffer);
    let (width, height) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">",
        w = Tenths(width * CELL.0),
        h = Tenths(height * CELL.1),
    );
    let _ = writeln!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        Hex(defaults.back)
    );
    let (mut backs, mut texts) = (String::new(), String::new());
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let Some(cell) = buffer.cell((buffer.area.x + x, buffer.area.y + y)) else {
                break;
            };
            let look = CellLook::from_cell(cell, &defaults);
            let first = x;
            let mut text = String::new();
            let alone = !cell.symbol().is_ascii();
            while x < buffer.area.width {
                let Some(next) = buffer.cell((buffer.area.x + x, buffer.area.y + y)) else {
                    break;
                };
                // One sign over and over, as in a line, is one run too.
                let joins = if alone {
                    next.symbol() == cell.symbol()
                } else {
                    next.symbol().is_ascii()
                };
                if x > first && (!joins || CellLook::from_cell(next, &defaults) != look) {
                    break;
                }
                text.push_str(next.symbol());
                x += (next.symbol().width() as u16).max(1);
            }
            let cells = u32::from(x.min(buffer.area.width) - first);
            let (left, top) = (u32::from(first) * CELL.0, u32::from(y) * CELL.1);
            if look.back != defaults.back {
                let _ = writeln!(
                    backs,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                    Tenths(left),
                    Tenths(top),
                    Tenths(cells * CELL.0),
                    Tenths(CELL.1),
                    Hex(look.back)
                );
            }
            push_text(&mut texts, &look, &text, (left, top + CELL.2), cells);
        }
    }
    out.push_str(&backs);
    out.push_str(&texts);
    out.push_str("</svg>\n");
    out
}

/// Adds a run at its place. Browsers make one blank of several, so those part a run.
fn push_text(out: &mut String, look: &CellLook, text: &str, (left, base): (u32, u32), cells: u32) {
    if !text.is_ascii() {
        push_piece(out, look, text, (left, base), cells);
        return;
    }
    let mut at = 0;
    for piece in text.split("  ") {
        let shown = piece.trim();
        let blanks = piece.len() - piece.trim_start().len();
        if !shown.is_empty() {
            let x = left + (at + blanks) as u32 * CELL.0;
            push_piece(out, look, shown, (x, base), shown.len() as u32);
        }
        at += piece.len() + 2;
    }
}

/// Adds text stretched to exactly its cells.
fn push_piece(out: &mut String, look: &CellLook, shown: &str, (left, base): (u32, u32), cells: u32) {
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"",
        Tenths(left),
        Tenths(base),
        Tenths(cells * CELL.0),
        Hex(look.fore)
    );
    if look.modifier.contains(Modifier::BOLD) {
        out.push_str(" font-weight=\"bold\"");
    }
    if look.modifier.contains(Modifier::ITALIC) {
        out.push_str(" font-style=\"italic\"");
    }
    if look.modifier.contains(Modifier::DIM) {
        out.push_str(" opacity=\"0.6\"");
    }
    let lines = [
        (Modifier::UNDERLINED, "underline"),
        (Modifier::CROSSED_OUT, "line-through"),
    ];
    let lines: Vec<&str> = lines
        .into_iter()
        .filter(|(line, _)| look.modifier.contains(*line))
        .map(|(_, name)| name)
        .collect();
    if !lines.is_empty() {
        let _ = write!(out, " text-decoration=\"{}\"", lines.join(" "));
    }
    out.push('>');
    for c in shown.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // Not even an escape of these is XML.
            '\u{0}'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push_str("</text>\n");
}

/// What a cell is drawn with.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellLook {
    fore: [u8; 3],
    back: [u8; 3],
    modifier: Modifier,
}

impl CellLook {
    fn from_cell(cell: &Cell, defaults: &DefaultColors) -> Self {
        let fore = rgb(cell.fg).unwrap_or(defaults.fore);
        let back = rgb(cell.bg).unwrap_or(defaults.back);
        let (fore, back) = if cell.modifier.contains(Modifier::REVERSED) {
            (back, fore)
        } else {
            (fore, back)
        };
        Self {
            fore,
            back,
            modifier: cell.modifier.difference(Modifier::REVERSED),
        }
    }
}

/// The colors of the picture for the terminal's default colors.
struct DefaultColors {
    fore: [u8; 3],
    back: [u8; 3],
}

impl DefaultColors {
    /// Light or dark, whichever the frame's own colors can be read on.
    fn from_buffer(buffer: &Buffer) -> Self {
        let (mut light, mut count) = (0u64, 0u64);
        for cell in buffer.content() {
            if let Some([r, g, b]) = rgb(cell.fg).filter(|_| cell.bg == Color::Reset && cell.symbol() != " ")
            {
                light += 2 * u64::from(r) + 5 * u64::from(g) + u64::from(b);
                count += 8;
            }
        }
        // The mean of the letters' light: bright letters ask for a dark ground.
        if light < 110 * count {
            Self {
                fore: [0x1f, 0x23, 0x28],
                back: [0xff, 0xff, 0xff],
            }
        } else {
            Self {
                fore: [0xe6, 0xed, 0xf3],
                back: [0x0d, 0x11, 0x17],
            }
        }
    }
}

struct Hex([u8; 3]);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A length in tenths of a pixel.
struct Tenths(u32);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}
