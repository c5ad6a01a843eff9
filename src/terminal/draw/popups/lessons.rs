//! The list of lessons.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::question;
use super::text::NO_MATCH;
use crate::course::Lesson;
use crate::document::escape::visible;
use crate::explorer::{
    Action, CompareAction, Explorer, KeyContext, LayerAction, ListPopup, PlaybackAction, wrap_text,
};
use crate::terminal::draw::canvas::Canvas;
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// The number of rows below the list for the question of the lesson under the cursor.
const QUESTION: u16 = 4;
/// The width of the popup in cells, if the screen is wide enough.
const WIDTH: u16 = 78;

/// Returns a description of the program, for users who start it without files.
fn about(canvas: &Canvas<'_>) -> String {
    let key = |action| canvas.look.keymap.shown(KeyContext::Main, action);
    format!(
        "mergescope shows, step by step, why a patch produces its result. Open a lesson, or your own files \
         with `mergescope LIVE PATCH`. {}: next step, {}: compare, {}: all keys.",
        key(Action::Playback(PlaybackAction::StepForward)),
        key(Action::Compare(CompareAction::Toggle)),
        key(Action::Help),
    )
}

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListLine<'l> {
    Chapter(&'l str),
    /// The index of the lesson.
    Lesson(usize),
}

/// Returns the lessons, with a heading before each chapter.
fn lines<'l>(lessons: &'l [Lesson], shown: &[usize]) -> Vec<ListLine<'l>> {
    let mut all = Vec::new();
    let mut chapter = None;
    let lessons = shown
        .iter()
        .filter_map(|index| Some((*index, lessons.get(*index)?)));
    for (index, lesson) in lessons {
        if chapter != Some(&lesson.chapter) {
            all.push(ListLine::Chapter(&lesson.chapter));
            chapter = Some(&lesson.chapter);
        }
        all.push(ListLine::Lesson(index));
    }
    all
}

/// Draws the list. The description of the program is above it, and the question of the lesson under the
/// cursor below it.
pub(crate) fn draw(canvas: &mut Canvas<'_>, area: Rect, explorer: &Explorer, list: &ListPopup) {
    let shown = list.shown(explorer.workspace());
    let cursor = list.choice(list.cursor(), explorer.workspace());
    let lessons = explorer.workspace().session().lessons();
    let inside = WIDTH.min(area.width.saturating_sub(2)).saturating_sub(4);
    let about = wrap_text(&about(canvas), usize::from(inside));
    let above = about.len() as u16 + 1;
    let height = lines(lessons, &shown).len() as u16 + above + QUESTION + 3;
    let whole = question::popup(canvas, area, WIDTH, height, "lessons");
    for (y, line) in (whole.top()..whole.bottom()).zip(&about) {
        canvas.text(whole.x, y, whole.width, line, Role::Text);
    }
    let rect = whole.rows_at(whole.y + above, whole.height.saturating_sub(above));
    let rows = rect.height.saturating_sub(QUESTION);
    let lines = lines(lessons, &shown);
    let at_cursor = lines.iter().position(|line| *line == ListLine::Lesson(cursor));
    let from = (at_cursor.unwrap_or(0) + 1).saturating_sub(usize::from(rows));
    let progress = explorer.workspace().session().progress();
    let drawn = lines.iter().skip(from).take(usize::from(rows));
    for (y, line) in (rect.y..).zip(drawn) {
        let row = Rect { y, height: 1, ..rect };
        let (index, lesson) = match *line {
            ListLine::Chapter(chapter) => {
                canvas.text(row.x, y, row.width, &visible(chapter), Role::Dim);
                continue;
            }
            ListLine::Lesson(index) => (index, &lessons[index]),
        };
        let chosen = index == cursor;
        if chosen {
            canvas.tint(row, Role::CursorLine);
        }
        let role = if chosen { Role::CursorLine } else { Role::Text };
        let cursor = canvas.sign(if chosen { '▸' } else { ' ' });
        let done = canvas.sign(if progress.is_done(lesson) { '✓' } else { ' ' });
        let title = format!(
            "{cursor}{done} {}  {}",
            visible(lesson.number()),
            visible(&lesson.title)
        );
        canvas.text(row.x, y, row.width, &title, role);
        if let Some(at) = shown.iter().position(|shown| *shown == index) {
            canvas.targets.action(row, Action::Layer(LayerAction::Pick(at)));
        }
    }
    // In the empty row between the list and the question.
    let to = lines.len().min(from + usize::from(rows));
    if to - from < lines.len() {
        let done = lessons.iter().filter(|lesson| progress.is_done(lesson)).count();
        let more = format!("{} of {}, done: {done}", cursor + 1, lessons.len());
        let (up, down) = (
            if from > 0 { "↑" } else { "" },
            if to < lines.len() { "↓" } else { "" },
        );
        let more = format!("{up}{down} {more}");
        let width = canvas.plain(&more).width() as u16;
        let at = rect.right().saturating_sub(width);
        canvas.text(at, rect.y + rows, width, &more, Role::Dim);
    }
    if shown.is_empty() {
        canvas.text(rect.x, rect.y, rect.width, NO_MATCH, Role::Text);
    } else if let Some(lesson) = lessons.get(cursor) {
        let y = rect.y + rows + 1;
        let question = visible(&lesson.question).into_owned();
        for (y, line) in (y..rect.bottom()).zip(wrap_text(&question, usize::from(rect.width))) {
            canvas.text(rect.x, y, rect.width, &line, Role::Dim);
        }
    }
    let key = |action| canvas.look.keymap.shown(KeyContext::Lessons, action);
    let [open, close, help, quit] = [Action::CHOOSE, Action::CLOSE, Action::Help, Action::Quit].map(key);
    question::hint(
        canvas,
        rect,
        &format!("{open}: open, {close}: close, {help}: help, {quit}: quit"),
    );
}
