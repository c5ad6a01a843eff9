//! Draws a frame as SVG: the same cells as in a terminal, each at its position with any font of the browser.

use std::fmt::Write;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::color::rgb;
use super::draw::{RenderOptions, draw, places};
use crate::document::escape::visible;
use crate::explorer::{Action, Explorer, PlaybackAction, update};

/// The width and height of a cell, and the distance of the baseline from its top, in tenths of a pixel.
const CELL: (u32, u32, u32) = (84, 180, 135);

/// The allowed widths and heights of an image, in cells.
pub const SIZES: (std::ops::RangeInclusive<u16>, std::ops::RangeInclusive<u16>) = (60..=500, 20..=300);

/// The maximum number of steps of an animation or a recording.
const MAX_FRAMES: usize = 200;
/// The time that an animation shows each step and the last step, in seconds.
const STEP_SECONDS: (f64, f64) = (1.5, 4.0);

/// Returns the title of an image: `apps/v1 Deployment: live.yaml + patch.yaml`.
pub(super) fn title(explorer: &Explorer) -> String {
    let cx = explorer.workspace();
    let inputs = &cx.merged().merge().inputs;
    let names: Vec<&str> = inputs.documents().map(|document| document.name()).collect();
    visible(&format!("{}: {}", cx.object(), names.join(" + "))).into_owned()
}

/// Returns the description of an image, a sentence.
fn description(explorer: &Explorer, is_animated: bool) -> String {
    let merged = explorer.workspace().merged();
    let end = match merged.merge().rejection() {
        Some(rejection) => format!("The patch is rejected in step {}.", rejection.step + 1),
        None if merged.server_rejection().is_some() => {
            "The patch is merged, but the API server rejects the result.".to_owned()
        }
        None => "The patch is merged.".to_owned(),
    };
    let semantics = explorer.workspace().semantics();
    let steps = match is_animated {
        true => format!("Steps 0 to {}", merged.len()),
        false => format!("Step {} of {}", merged.position(), merged.len()),
    };
    format!("{steps} with {semantics} semantics. {end}")
}

/// Returns the screens of all steps, starting with step 0. If there are too many steps, some are left out.
pub(super) fn frames(
    explorer: &Explorer,
    look: &RenderOptions,
    size: (u16, u16),
) -> impl Iterator<Item = Buffer> {
    explorer.workspace().merged().find_all_help();
    let last = explorer.workspace().merged().len();
    let count = (last + 1).min(MAX_FRAMES);
    let position = move |at: usize| if count == 1 { last } else { at * last / (count - 1) };
    (0..count).map(move |at| {
        let mut explorer = explorer.clone();
        update(
            &mut explorer,
            Action::Playback(PlaybackAction::GoToStep(position(at))),
        );
        cells(&explorer, look, size)
    })
}

/// Returns the current screen of the explorer in a frame of the given size in cells.
pub fn frame(explorer: &Explorer, look: &RenderOptions, size: (u16, u16)) -> String {
    let buffer = cells(explorer, look, size);
    let rows = rows(&buffer, &DefaultColors::from_buffer(&buffer)).concat();
    picture(&buffer, &title(explorer), &description(explorer, false), &rows)
}

/// Returns an animation of all steps. Rows that do not change are written once.
pub fn animation(explorer: &Explorer, look: &RenderOptions, size: (u16, u16)) -> String {
    let buffers: Vec<Buffer> = frames(explorer, look, size).collect();
    let Some(last) = buffers.last() else {
        return String::new();
    };
    let defaults = DefaultColors::from_buffer(last);
    let frames: Vec<Vec<String>> = buffers.iter().map(|buffer| rows(buffer, &defaults)).collect();
    let end = frames.len();
    let total = (end - 1) as f64 * STEP_SECONDS.0 + STEP_SECONDS.1;
    let percent = |at: usize| 100.0 * at as f64 * STEP_SECONDS.0 / total;
    let mut body = String::new();
    let mut spans = std::collections::BTreeSet::new();
    for row in 0..usize::from(size.1) {
        let column: Vec<&str> = frames
            .iter()
            .map(|rows| rows.get(row).map_or("", String::as_str))
            .collect();
        let mut from = 0;
        while from < end {
            let text = column[from];
            let until = (from..end).find(|at| column[*at] != text).unwrap_or(end);
            if (from, until) == (0, end) {
                body.push_str(text);
            } else if !text.is_empty() {
                spans.insert((from, until));
                let class = if until == end { "f e" } else { "f" };
                let _ = writeln!(
                    body,
                    "<g class=\"{class}\" style=\"animation-name:r{from}-{until}\">\n{text}</g>"
                );
            }
            from = until;
        }
    }
    let mut style = format!(
        "<style>\n.f {{ visibility: hidden; animation: {total}s step-end infinite; }}\n\
         @media (prefers-reduced-motion: reduce) {{ .f {{ animation: none; }} .e {{ visibility: visible; }} }}\n"
    );
    for (from, until) in spans {
        let begin = if from == 0 { "visible" } else { "hidden" };
        let _ = write!(
            style,
            "@keyframes r{from}-{until} {{ 0% {{ visibility: {begin}; }}"
        );
        if from > 0 {
            let _ = write!(style, " {:.3}% {{ visibility: visible; }}", percent(from));
        }
        if until < end {
            let _ = write!(style, " {:.3}% {{ visibility: hidden; }}", percent(until));
        }
        let last = if until < end { "hidden" } else { "visible" };
        let _ = writeln!(style, " 100% {{ visibility: {last}; }} }}");
    }
    style.push_str("</style>\n");
    picture(
        last,
        &title(explorer),
        &description(explorer, true),
        &(style + &body),
    )
}

/// Returns the screen of the explorer in the given size in cells.
fn cells(explorer: &Explorer, look: &RenderOptions, size: (u16, u16)) -> Buffer {
    let mut explorer = explorer.clone();
    let mut buffer = Buffer::default();
    let mut terminal = match Terminal::new(TestBackend::new(size.0, size.1)) {
        Ok(terminal) => terminal,
        Err(never) => match never {},
    };
    let drawn = terminal.draw(|frame| {
        let places = places(frame.area(), &explorer);
        explorer.resize(places.sizes());
        draw(&explorer, look, &places, None, frame);
        buffer = frame.buffer_mut().clone();
    });
    match drawn {
        Ok(_) => buffer,
        Err(never) => match never {},
    }
}

/// Returns the SVG document with the given content.
fn picture(buffer: &Buffer, title: &str, description: &str, content: &str) -> String {
    let defaults = DefaultColors::from_buffer(buffer);
    let (width, height) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">",
        w = Tenths(width * CELL.0),
        h = Tenths(height * CELL.1),
    );
    for (tag, text) in [("title", title), ("desc", description)] {
        let _ = write!(out, "<{tag} id=\"{tag}\">");
        push_escaped(&mut out, text);
        let _ = writeln!(out, "</{tag}>");
    }
    let _ = writeln!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
        Hex(defaults.back)
    );
    out.push_str(content);
    out.push_str("</svg>\n");
    out
}

/// Returns the rows of a buffer. A run of one style is one element; a non-ASCII character is an element of
/// its own.
fn rows(buffer: &Buffer, defaults: &DefaultColors) -> Vec<String> {
    let mut rows = Vec::new();
    for y in 0..buffer.area.height {
        let (mut backs, mut texts) = (String::new(), String::new());
        let mut x = 0;
        while x < buffer.area.width {
            let Some(cell) = buffer.cell((buffer.area.x + x, buffer.area.y + y)) else {
                break;
            };
            let look = CellLook::from_cell(cell, defaults);
            let first = x;
            let mut text = String::new();
            let alone = !cell.symbol().is_ascii();
            while x < buffer.area.width {
                let Some(next) = buffer.cell((buffer.area.x + x, buffer.area.y + y)) else {
                    break;
                };
                // A repeated character, as in a line, is also one run.
                let joins = if alone {
                    next.symbol() == cell.symbol()
                } else {
                    next.symbol().is_ascii()
                };
                if x > first && (!joins || CellLook::from_cell(next, defaults) != look) {
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
        rows.push(backs + &texts);
    }
    rows
}

/// Appends text with XML escapes.
fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML does not allow these characters, not even escaped.
            '\u{0}'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// Appends a run at its position. Browsers collapse spaces, so two spaces split a run.
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

/// Appends text that is stretched to exactly its cells.
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
        out.push_str(" opacity=\"0.8\"");
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
    push_escaped(out, shown);
    out.push_str("</text>\n");
}

/// The style of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellLook {
    fore: [u8; 3],
    back: [u8; 3],
    modifier: Modifier,
}

impl CellLook {
    fn from_cell(cell: &Cell, defaults: &DefaultColors) -> Self {
        let fore = defaults.letter(cell.fg);
        let back = defaults.ground(cell.bg);
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

/// The colors of the image that replace the default colors of the terminal.
struct DefaultColors {
    fore: [u8; 3],
    back: [u8; 3],
    is_dark: bool,
}

/// The named colors as in the HTML page: on a light background and on a dark one.
const PALETTE: [(Color, [u8; 3], [u8; 3]); 16] = [
    (Color::Black, [0x1f, 0x23, 0x28], [0x0d, 0x11, 0x17]),
    (Color::Red, [0xcf, 0x22, 0x2e], [0xff, 0x7b, 0x72]),
    (Color::Green, [0x1a, 0x7f, 0x37], [0x56, 0xd3, 0x64]),
    (Color::Yellow, [0x9a, 0x67, 0x00], [0xe3, 0xb3, 0x41]),
    (Color::Blue, [0x09, 0x69, 0xda], [0x79, 0xc0, 0xff]),
    (Color::Magenta, [0x82, 0x50, 0xdf], [0xd2, 0xa8, 0xff]),
    (Color::Cyan, [0x0a, 0x7a, 0x75], [0x56, 0xd4, 0xc8]),
    (Color::Gray, [0x59, 0x63, 0x6e], [0xe6, 0xed, 0xf3]),
    (Color::DarkGray, [0x59, 0x63, 0x6e], [0x91, 0x98, 0xa1]),
    (Color::LightRed, [0xcf, 0x22, 0x2e], [0xff, 0x7b, 0x72]),
    (Color::LightGreen, [0x1a, 0x7f, 0x37], [0x56, 0xd3, 0x64]),
    (Color::LightYellow, [0xbc, 0x4c, 0x00], [0xff, 0xa6, 0x57]),
    (Color::LightBlue, [0x09, 0x69, 0xda], [0x79, 0xc0, 0xff]),
    (Color::LightMagenta, [0x82, 0x50, 0xdf], [0xd2, 0xa8, 0xff]),
    (Color::LightCyan, [0x0a, 0x7a, 0x75], [0x56, 0xd4, 0xc8]),
    (Color::White, [0xff, 0xff, 0xff], [0xff, 0xff, 0xff]),
];

/// The background colors, where the colors above would be too bright for text: on a light background and on a
/// dark one.
const GROUNDS: [(Color, [u8; 3], [u8; 3]); 3] = [
    (Color::DarkGray, [0xd1, 0xd9, 0xe0], [0x3d, 0x44, 0x4d]),
    (Color::Blue, [0x09, 0x69, 0xda], [0x12, 0x32, 0x4f]),
    (Color::Red, [0xcf, 0x22, 0x2e], [0xb6, 0x23, 0x24]),
];

impl DefaultColors {
    fn named(&self, color: Color, table: &[(Color, [u8; 3], [u8; 3])]) -> Option<[u8; 3]> {
        let found = table.iter().find(|(name, ..)| *name == color)?;
        Some(if self.is_dark { found.2 } else { found.1 })
    }

    fn letter(&self, color: Color) -> [u8; 3] {
        let named = self.named(color, &PALETTE);
        named.or_else(|| rgb(color)).unwrap_or(self.fore)
    }

    fn ground(&self, color: Color) -> [u8; 3] {
        let named = self.named(color, &GROUNDS);
        let named = named.or_else(|| self.named(color, &PALETTE));
        named.or_else(|| rgb(color)).unwrap_or(self.back)
    }

    /// Chooses light or dark, so that the colors of the frame are readable.
    fn from_buffer(buffer: &Buffer) -> Self {
        let (mut light, mut count) = (0u64, 0u64);
        for cell in buffer.content() {
            if let Some([r, g, b]) = rgb(cell.fg).filter(|_| cell.bg == Color::Reset && cell.symbol() != " ")
            {
                light += 2 * u64::from(r) + 5 * u64::from(g) + u64::from(b);
                count += 8;
            }
        }
        // The mean brightness of the letters: bright letters need a dark background.
        if light < 110 * count {
            Self {
                fore: [0x1f, 0x23, 0x28],
                back: [0xff, 0xff, 0xff],
                is_dark: false,
            }
        } else {
            Self {
                fore: [0xe6, 0xed, 0xf3],
                back: [0x0d, 0x11, 0x17],
                is_dark: true,
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
