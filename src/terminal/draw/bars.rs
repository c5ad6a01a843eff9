//! The lines across the screen: banner and status.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use crate::document::escape::visible;
use crate::explorer::{Action, Secrets, State, Watching};
use crate::terminal::context;
use crate::terminal::keys::Context;
use crate::terminal::theme::Role;

/// What cannot be read at present; the rest of the screen shows the last good result.
pub(super) fn banner(canvas: &mut Canvas<'_>, row: Rect, state: &State) {
    canvas.fill(row, Role::Banner);
    let troubles: Vec<&str> = state.troubles().collect();
    let text = format!(" ! {}", troubles.join("   "));
    let rest = "  last good result shown ";
    let width = row.width.saturating_sub(rest.width() as u16);
    canvas.text(row.x, row.y, width, &visible(&text), Role::Banner);
    canvas.text(
        row.right() - rest.width() as u16,
        row.y,
        row.width,
        rest,
        Role::Banner,
    );
}

/// What is shown, or the answer to the last key.
pub(super) fn status(canvas: &mut Canvas<'_>, row: Rect, state: &State) {
    let right = watching(state);
    let right = canvas.plain(&right).into_owned();
    let room = usize::from(row.width).saturating_sub(2);
    let left_room = room.saturating_sub(right.width() + 2);
    let typed = state.edit().and_then(|_| state.troubles().next());
    let (text, role) = match (state.status(), typed) {
        (Some(words), _) => {
            let text = canvas.look.keymap.fill(context(state), words);
            (visible(&text).into_owned(), Role::Status)
        }
        (None, Some(trouble)) => (visible(&format!("! {trouble}")).into_owned(), Role::Warning),
        (None, None) => {
            let surprise = canvas.look.keymap.shown(Context::Main, Action::NextSurprise);
            (what(state, &surprise, left_room), Role::Text)
        }
    };
    canvas.text(row.x + 1, row.y, left_room as u16, &text, role);
    let role = if matches!(state.watching(), Watching::Off(_)) {
        Role::Warning
    } else {
        Role::Dim
    };
    let at = row.right().saturating_sub(right.width() as u16 + 1);
    canvas.text(at, row.y, right.width() as u16, &right, role);
}

fn watching(state: &State) -> String {
    let lesson = state.lesson().and_then(|lesson| {
        let number = state.lessons().iter().position(|other| other == lesson)? + 1;
        Some(format!("lesson {number}/{}", state.lessons().len()))
    });
    let standing = match (state.watching(), lesson) {
        (_, Some(lesson)) => lesson,
        (Watching::Nothing, None) => String::new(),
        (Watching::On, None) => "watching ✓".to_owned(),
        (Watching::Off(_), None) => "not watching ✗".to_owned(),
    };
    let standing = match state.score() {
        Some(score) => format!("{score}  {standing}"),
        None => standing,
    };
    match state.working() {
        Some(working) => format!("{}  {standing}", visible(&working)),
        None => standing,
    }
}

/// Object, semantics and agreement, as long as there is room for; `surprise` is the key that leads to a warning.
fn what(state: &State, surprise: &str, room: usize) -> String {
    if state.is_opening() {
        return String::new();
    }
    let (semantics, agreement) = (state.semantics(), state.agreement());
    let kind = semantics.patch_type().name();
    let label = semantics.label();
    let object = state.object();
    let short = object.rsplit(' ').next().unwrap_or_default();
    let warned = match state.session().warnings() {
        0 => String::new(),
        1 => "  ! 1 warning".to_owned(),
        count => format!("  ! {count} warnings"),
    };
    let warned = match warned.is_empty() || surprise.is_empty() {
        true => warned,
        false => format!("{warned}, {surprise} leads there"),
    };
    let secrets = match state.session().secrets() {
        Secrets::None => "",
        Secrets::Hidden => "  secrets hidden",
        Secrets::Shown => "  secrets SHOWN",
    };
    let verdict = agreement.text() + &warned + secrets;
    let brief = agreement.brief() + secrets;
    let candidates = [
        format!("{object} · {kind} · semantics: {semantics}{label}  {verdict}"),
        format!("{object} · semantics: {semantics}{label}  {verdict}"),
        format!("{short} · {semantics}{label}  {verdict}"),
        format!("{short} · {semantics} {brief}"),
    ];
    let last = candidates.len() - 1;
    let fits = candidates
        .iter()
        .position(|text| text.width() <= room)
        .unwrap_or(last);
    candidates.into_iter().nth(fits).unwrap_or_default()
}
