//! The help: all keys of the key table, and the meanings of the marks and of the signs of the status line.

use ratatui::layout::Rect;
use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

use super::question;
use super::text::{NO_MATCH, holds};
use crate::document::escape::visible;
use crate::explorer::{Action, Explorer, HelpPopup, KeyContext, LayerAction, SearchAction, wrap_text};
use crate::merge::Mark;
use crate::terminal::draw::canvas::Canvas;
use crate::terminal::draw::footer::{is_for_other_inputs, of_one_mode};
use crate::terminal::draw::mark_style;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::keymap::Keymap;
use crate::terminal::theme::Role;

/// The width of the column with the keys, in cells.
const KEYS: u16 = 16;

/// The signs in the panes that are not marks.
const PANE_SIGNS: [(&str, &str); 12] = [
    ("▸", "the cursor; its field in other panes"),
    ("▹", "the nearest parent of the field"),
    ("·", "no change, or not yet applied"),
    ("⟨merge: KEY⟩", "a list merged by KEY"),
    ("⟨KEY⟩", "short for ⟨merge: KEY⟩"),
    ("⟨set⟩", "a list, merged as a set of values"),
    ("⟨atomic⟩", "a list, replaced as a whole"),
    ("⟨replace⟩", "a map, replaced as a whole"),
    ("⟨retainKeys⟩", "a map with the strategy retainKeys"),
    ("NAME: TEXT", "the difference with NAME semantics"),
    ("≠ TEXT", "short for NAME: TEXT"),
    ("≠", "different with the other semantics"),
];

/// The signs of the status line, with the name of other semantics.
const STATUS_SIGNS: [(&str, &str); 2] = [
    ("= NAME", "same result with NAME"),
    ("≠ NAME", "different result with NAME"),
];

/// The headings of the sections without keys.
const MARKS: &str = "Marks";
const PANES: &str = "Signs of the panes";
const STATUS_LINE: &str = "Status line";

/// Returns the marks and signs as Markdown tables.
pub fn signs_markdown() -> String {
    let marks = Mark::ALL.map(|mark| (mark.glyph().to_string(), mark.meaning()));
    let signs = |signs: &[(&str, &'static str)]| {
        signs
            .iter()
            .map(|(sign, meaning)| ((*sign).to_owned(), *meaning))
            .collect()
    };
    let tables: [(&str, Vec<_>); 3] = [
        (MARKS, marks.into()),
        (PANES, signs(&PANE_SIGNS)),
        (STATUS_LINE, signs(&STATUS_SIGNS)),
    ];
    let tables = tables.map(|(title, rows)| {
        let rows = rows
            .into_iter()
            .map(|(sign, meaning)| format!("| `{sign}` | {meaning} |\n"));
        format!(
            "**{title}**\n\n| Sign | Meaning |\n|---|---|\n{}",
            rows.collect::<String>()
        )
    });
    tables.join("\n")
}

enum HelpLine {
    Title(String),
    Key(String, String),
    Mark(Mark),
    Status(&'static str, &'static str),
    Blank,
}

/// Returns the lines in a column of the given width in cells.
fn lines(keymap: &Keymap, width: u16, of: KeyContext, filter: &str, explorer: &Explorer) -> Vec<HelpLine> {
    let mut lines = Vec::new();
    let asked = explorer.layers().asked();
    let offers = |action| match action {
        Action::Layer(LayerAction::SaveFirst) => {
            asked.is_none_or(|question| question.confirmation.text().save.is_some())
        }
        _ => !is_for_other_inputs(action, explorer),
    };
    let is_of_mode = |action| of_one_mode(action) && explorer.blocker(action).is_none();
    let own = keymap.help_of(of, offers, is_of_mode);
    let here = std::iter::once(("Keys of this view", own));
    // In the text area, the keys of the other views are typed.
    let others = match of {
        KeyContext::Edit => Vec::new(),
        _ => keymap.help(),
    };
    let mut found = FxHashSet::default();
    for (title, mut entries) in here.chain(others) {
        // A key that is searched for is listed once. The text can also be in the heading.
        entries.retain(|entry| {
            let text = format!("{} {}", entry.keys.join(" "), entry.help);
            (holds(&text, filter) || holds(title, filter)) && (filter.is_empty() || found.insert(text))
        });
        if entries.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(HelpLine::Blank);
        }
        lines.push(HelpLine::Title(title.to_owned()));
        for entry in entries {
            let keys = entry.keys.join(" ");
            let room = width.saturating_sub(help_at(&keys));
            let mut keys = Some(keys);
            for text in wrap_text(entry.help, usize::from(room.max(1))) {
                lines.push(HelpLine::Key(keys.take().unwrap_or_default(), text));
            }
        }
    }
    let marks: Vec<Mark> = Mark::ALL
        .into_iter()
        .filter(|mark| holds(mark.meaning(), filter) || holds(MARKS, filter))
        .collect();
    if !marks.is_empty() {
        lines.extend([HelpLine::Blank, HelpLine::Title(MARKS.to_owned())]);
        lines.extend(marks.into_iter().map(HelpLine::Mark));
    }
    for (title, signs) in [(PANES, &PANE_SIGNS[..]), (STATUS_LINE, &STATUS_SIGNS)] {
        let is_shown = |meaning| holds(meaning, filter) || holds(title, filter);
        let mut signs = signs.iter().filter(|(_, meaning)| is_shown(meaning)).peekable();
        if signs.peek().is_some() {
            lines.extend([HelpLine::Blank, HelpLine::Title(title.to_owned())]);
            lines.extend(signs.map(|(sign, meaning)| HelpLine::Status(sign, meaning)));
        }
    }
    if lines.is_empty() {
        lines.push(HelpLine::Title(NO_MATCH.to_owned()));
    }
    lines
}

/// Returns whether no line has the text of the filter.
pub(super) fn is_empty(keymap: &Keymap, help: &HelpPopup, explorer: &Explorer) -> bool {
    let lines = lines(keymap, MAX_WIDTH, help.context, &help.filter, explorer);
    matches!(&lines[..], [HelpLine::Title(title)] if title == NO_MATCH)
}

/// The minimum width of the screen for two columns.
const TWO_COLUMNS: u16 = 140;
/// The width of one of two columns, in cells.
const COLUMN: u16 = 66;
/// The width of the box with one column, in cells.
const MAX_WIDTH: u16 = 100;

/// Returns the cell at which the help text of some keys starts.
fn help_at(keys: &str) -> u16 {
    1 + (keys.width() as u16).max(KEYS - 1) + 1
}

/// Draws the help over the screen.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, help: &HelpPopup, explorer: &Explorer) {
    let filter = help.filter.as_str();
    let columns = if area.width >= TWO_COLUMNS { 2 } else { 1 };
    // One column is as wide as useful, so that few lines are wrapped.
    let width = match columns {
        1 => MAX_WIDTH,
        _ => COLUMN * columns + 8,
    };
    let inside = width.min(area.width.saturating_sub(2)).saturating_sub(4);
    let lines = lines(
        &canvas.look.keymap,
        inside / columns - 1,
        help.context,
        filter,
        explorer,
    );
    let columns = usize::from(columns);
    let rows = lines.len().div_ceil(columns).max(1);
    let title = match filter {
        "" => "help".to_owned(),
        filter => format!("help · /{}", visible(filter)),
    };
    let rect = question::popup(canvas, area, width, rows as u16 + 2, &title);
    let last = rows.saturating_sub(usize::from(rect.height));
    canvas.targets.set_popup_end(last, usize::from(rect.height));
    let from = help.scroll.min(last);
    for (column, lines) in lines.chunks(rows).enumerate() {
        let width = rect.width / columns as u16;
        let column = rect.columns_at(rect.x + column as u16 * width, width.saturating_sub(1));
        for (y, line) in (rect.top()..rect.bottom()).zip(lines.iter().skip(from)) {
            draw_line(canvas, column.rows_at(y, 1), line);
        }
    }
    let arrow = match (from, last) {
        (_, 0) => None,
        (from, last) if from == last => Some(Action::Layer(LayerAction::Up)),
        _ => Some(Action::Layer(LayerAction::Down)),
    };
    let search = Action::Search(SearchAction::Open);
    let search = canvas.look.keymap.shown(KeyContext::Help, search);
    let closes = question::closes(&canvas.look.keymap, arrow);
    question::hint(canvas, rect, &format!("{search}: search, {closes}"));
}

fn draw_line(canvas: &mut Canvas<'_>, row: Rect, line: &HelpLine) {
    match line {
        HelpLine::Blank => {}
        HelpLine::Title(title) => {
            canvas.text(row.x, row.y, row.width, title, Role::Title);
        }
        HelpLine::Key(keys, help) => {
            canvas.text(row.x + 1, row.y, row.width, keys, Role::FooterKey);
            let x = row.x + help_at(keys);
            canvas.text(x, row.y, row.right().saturating_sub(x), help, Role::Text);
        }
        HelpLine::Status(sign, meaning) => {
            let mut chars = sign.chars();
            let sign = match (chars.next(), chars.next()) {
                (Some(sign), None) => canvas.sign(sign),
                _ => canvas.agreement(sign),
            };
            canvas.text(row.x + 1, row.y, row.width, &sign, Role::FooterKey);
            let x = row.x + 1 + KEYS;
            canvas.text(x, row.y, row.right().saturating_sub(x), meaning, Role::Text);
        }
        HelpLine::Mark(mark) => {
            let glyph = canvas.sign(mark.glyph());
            let style = canvas.style(mark_style::of_mark(*mark));
            let style = style.remove_modifier(ratatui::style::Modifier::CROSSED_OUT);
            canvas.styled(row.x + 1, row.y, 2, &glyph, style);
            let x = row.x + 1 + KEYS;
            canvas.text(
                x,
                row.y,
                row.right().saturating_sub(x),
                mark.meaning(),
                Role::Text,
            );
        }
    }
}
