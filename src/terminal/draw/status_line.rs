//! The banner and the status line.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use crate::document::escape::visible;
use crate::explorer::{
    Action, Explorer, Focus, InputsAction, KeyContext, Pane, PanesAction, PlaybackAction, Secrets,
    WarningHint, WatchStatus, predict_score, verdict_shown, warning_hint, wrap_text,
};
use crate::merge::{PatchType, Rule};
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::theme::Role;

/// The text of the banner after the errors.
const LAST_GOOD: &str = "  showing the last valid result ";
/// The text of the banner if an input was never valid.
const WITHOUT: &str = "  showing the result without it ";
/// The text of the banner if the live object or the only patch was never valid.
const NO_RESULT: &str = "  no result until it is corrected ";
/// The maximum number of rows of a long text.
const MAX_BANNER_ROWS: usize = 4;

/// Returns the errors of the inputs, wrapped to rows.
fn troubles(explorer: &Explorer, width: u16) -> Vec<String> {
    let inputs = explorer.workspace().inputs();
    let troubles: Vec<&str> = inputs.errors().collect();
    let helps = inputs.error_helps().map(|help| format!("   Help: {help}"));
    let text = visible(&format!(
        "! {}{}",
        troubles.join("   "),
        helps.collect::<String>()
    ))
    .into_owned();
    let width = usize::from(width.saturating_sub(2)).max(1);
    if text.width() + LAST_GOOD.width() < width {
        return vec![text];
    }
    let mut rows = wrap_text(&text, width);
    if rows
        .last()
        .is_some_and(|last| last.width() + LAST_GOOD.width() >= width)
    {
        rows.push(String::new());
    }
    rows.truncate(MAX_BANNER_ROWS);
    rows
}

/// Returns the height of the banner in rows.
pub(crate) fn banner_rows(explorer: &Explorer, width: u16) -> u16 {
    troubles(explorer, width).len() as u16
}

/// Draws the errors of the inputs. The rest of the screen shows the last valid result. `covered` is the pane with
/// the broken text, if it is not in view.
pub(crate) fn banner(canvas: &mut Canvas<'_>, rect: Rect, explorer: &Explorer, covered: Option<Pane>) {
    canvas.fill(rect, Role::Banner);
    let rows = troubles(explorer, rect.width);
    let last = rows.last().map_or(0, |row| row.width());
    for (y, text) in (rect.top()..rect.bottom()).zip(rows) {
        canvas.text(rect.x + 1, y, rect.width.saturating_sub(2), &text, Role::Banner);
    }
    let inputs = explorer.workspace().inputs();
    let has_others = explorer.workspace().merged().patch_count() > 1;
    let text = match (inputs.has_no_result(), inputs.never_read().is_some()) {
        (true, _) => NO_RESULT,
        (false, true) if has_others => WITHOUT,
        (false, true) => NO_RESULT,
        (false, false) => LAST_GOOD,
    };
    let key = covered
        .filter(|_| explorer.key_context() == KeyContext::Main)
        .map(|pane| {
            let focus = Action::Panes(PanesAction::FocusOn(Focus::Document(pane)));
            canvas.look.keymap.shown(KeyContext::Main, focus)
        });
    let whole = key
        .filter(|key| !key.is_empty())
        .map(|key| format!("{}; {key}: text ", text.trim_end()));
    let fits = |whole: &String| last + whole.width() < usize::from(rect.width);
    let text = whole.filter(fits).unwrap_or_else(|| text.to_owned());
    let width = text.width() as u16;
    let at = rect.right().saturating_sub(width);
    canvas.over(at, rect.bottom() - 1, width, &text, Role::Banner);
}

/// Draws the status line. A message that is too long for one row also covers rows above it. Returns its top
/// row.
pub(crate) fn status(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) -> u16 {
    let typed = explorer
        .edit()
        .and_then(|_| explorer.workspace().inputs().errors().next());
    let is_answer = explorer.workspace().status().is_some() || typed.is_some();
    let rule = explorer.merge_rule_at_cursor();
    let right = match is_answer || rule.is_some() {
        true => format!("{}{}", verdict(explorer), watching(explorer)),
        false => watching(explorer),
    };
    let mut right = canvas.plain(&right).into_owned();
    let room = usize::from(row.width).saturating_sub(2);
    // The merge rule is read while one types; the rest is seen before and after.
    let needed = rule.as_deref().map_or(0, |rule| canvas.plain(rule).width());
    if !is_answer && needed + right.width() + 2 > room {
        right.clear();
    }
    let mut left_room = room.saturating_sub(right.width() + 2);
    // Where both do not fit, the verdict is more important than that files are watched.
    let is_verdict = !is_answer && rule.is_none();
    let is_watching = matches!(explorer.workspace().inputs().watching(), WatchStatus::On);
    let whole = || what(canvas, explorer, left_room, Shortest::Words);
    if is_verdict && is_watching && canvas.plain(&whole()).width() > left_room {
        right.clear();
        left_room = room;
    }
    let (text, role) = match (explorer.workspace().status(), typed) {
        (Some(words), _) => {
            let text = canvas.look.keymap.fill(explorer.key_context(), words);
            (visible(&text).into_owned(), Role::Status)
        }
        (None, Some(trouble)) => (visible(&format!("! {trouble}")).into_owned(), Role::Warning),
        (None, None) => match rule {
            Some(rule) => (visible(&rule).into_owned(), Role::Text),
            None => (what(canvas, explorer, left_room, Shortest::Signs), Role::Text),
        },
    };
    if is_answer && canvas.plain(&text).width() > left_room {
        return long_answer(canvas, row, &text, role, verdict(explorer).trim_end());
    }
    canvas.text(row.x + 1, row.y, left_room as u16, &text, role);
    let role = if matches!(explorer.workspace().inputs().watching(), WatchStatus::Off(_)) {
        Role::Warning
    } else {
        Role::Dim
    };
    let at = row.right().saturating_sub(right.width() as u16 + 1);
    canvas.text(at, row.y, right.width() as u16, &right, role);
    row.y
}

/// Draws the message of the status line, if there is one, over a row.
pub(crate) fn answer(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) {
    if let Some(words) = explorer.workspace().status() {
        let text = canvas.look.keymap.fill(explorer.key_context(), words);
        canvas.fill(row, Role::Text);
        canvas.text(
            row.x + 1,
            row.y,
            row.width.saturating_sub(2),
            &visible(&text),
            Role::Status,
        );
    }
}

/// Returns the text that a message must not hide: a rejection, or the number of warnings.
fn verdict(explorer: &Explorer) -> String {
    let merged = explorer.workspace().merged();
    if let Some(sign) = explorer.apply_rejected() {
        return format!("{sign}  ");
    }
    match (merged.merge().rejection(), merged.warnings()) {
        _ if explorer.workspace().is_opening() || explorer.workspace().hides_outcome() => String::new(),
        (Some(_), _) => "✗ rejected  ".to_owned(),
        (None, _) if merged.server_rejection().is_some() => "✗ API server rejects  ".to_owned(),
        (None, 0) => String::new(),
        (None, 1) => "! 1 warning  ".to_owned(),
        (None, count) => format!("! {count} warnings  "),
    }
}

/// Draws a message over the whole width, its last line on the status line, with `verdict` at the end. Returns
/// its top row.
fn long_answer(canvas: &mut Canvas<'_>, row: Rect, text: &str, role: Role, verdict: &str) -> u16 {
    let verdict = canvas.plain(verdict).into_owned();
    let mut lines = answer_lines(text, row.width, &verdict);
    lines.truncate(MAX_BANNER_ROWS.min(usize::from(row.y) + 1));
    let top = row.y + 1 - lines.len() as u16;
    let area = row.rows_at(top, lines.len() as u16);
    canvas.fill(area, Role::Text);
    canvas.targets.cover(area);
    for (y, line) in (top..).zip(&lines) {
        canvas.text(row.x + 1, y, row.width.saturating_sub(2), line, role);
    }
    let width = verdict.width() as u16;
    let at = row.right().saturating_sub(width + 1);
    canvas.text(at, row.y, width, &verdict, Role::Warning);
    top
}

/// Wraps a message that is too long for one row. The verdict is at the end of the last row.
fn answer_lines(text: &str, width: u16, verdict: &str) -> Vec<String> {
    // A key stays on the line of the word before it.
    let text = text.replace("(key ", "(key\u{a0}");
    let lines = wrap_text(&text, usize::from(width.saturating_sub(2)).max(1)).into_iter();
    let mut lines: Vec<String> = lines.map(|line| line.replace('\u{a0}', " ")).collect();
    let has_room = |line: &String| line.width() + verdict.width() + 4 <= usize::from(width);
    if !verdict.is_empty() && !lines.last().is_some_and(has_room) {
        lines.push(String::new());
    }
    lines
}

/// Returns the number of rows that a long message needs above the status line. Most keys have one character.
pub(crate) fn rows_above(explorer: &Explorer, width: u16) -> u16 {
    let layers = explorer.layers();
    let is_hidden = layers.popup().is_some() || layers.prompt().is_some();
    let Some(words) = explorer.workspace().status().filter(|_| !is_hidden) else {
        return 0;
    };
    let text = visible(&words.fill(|_| "m".to_owned())).into_owned();
    let (verdict, watching) = (verdict(explorer), watching(explorer));
    if text.width() + verdict.width() + watching.width() + 4 <= usize::from(width) {
        return 0;
    }
    let lines = answer_lines(&text, width, verdict.trim_end());
    lines.len().clamp(1, MAX_BANNER_ROWS) as u16 - 1
}

fn watching(explorer: &Explorer) -> String {
    let lesson = explorer
        .workspace()
        .lesson()
        .map(|lesson| format!("lesson {}", lesson.number()));
    let standing = match (explorer.workspace().inputs().watching(), lesson) {
        (_, Some(lesson)) => lesson,
        (WatchStatus::Nothing, None) => String::new(),
        (WatchStatus::On, None) => "watching ✓".to_owned(),
        (WatchStatus::Polling(_), None) => "polling ✓".to_owned(),
        (WatchStatus::Off(_), None) => "not watching ✗".to_owned(),
    };
    let standing = match predict_score(explorer.workspace()) {
        Some(score) => format!("{score}  {standing}"),
        None => standing,
    };
    match explorer.workspace().working() {
        Some(working) => format!("{}  {standing}", visible(&working)),
        None if explorer.workspace().awaits_kubectl() => format!("kubectl…  {standing}"),
        None if explorer.workspace().versions().awaits_changes() => format!("comparing…  {standing}"),
        None => standing,
    }
}

/// Returns the number of warnings in the fewest cells.
fn warned_least(explorer: &Explorer) -> String {
    match warning_hint(explorer.workspace()) {
        Some(_) => format!("  ! {}", explorer.workspace().merged().warnings()),
        None => String::new(),
    }
}

/// Returns the number of warnings.
fn warned_count(explorer: &Explorer) -> String {
    match (
        warning_hint(explorer.workspace()),
        explorer.workspace().merged().warnings(),
    ) {
        (None, _) => String::new(),
        (Some(_), 1) => "  ! 1 warning".to_owned(),
        (Some(_), count) => format!("  ! {count} warnings"),
    }
}

/// Returns the number of warnings and the way to the next one, as a long and a short text.
fn warnings(canvas: &Canvas<'_>, explorer: &Explorer) -> [String; 2] {
    let Some(hint) = warning_hint(explorer.workspace()) else {
        return [String::new(), String::new()];
    };
    let count = warned_count(explorer);
    let many = explorer.workspace().merged().warnings() > 1;
    match hint {
        WarningHint::Current if many => [format!("{count} (1 here)"), count],
        WarningHint::Current => [format!("{count}: this step"), count],
        WarningHint::Action(action) => {
            let key = canvas.look.keymap.shown(KeyContext::Main, action);
            let which = match action {
                Action::Playback(PlaybackAction::PreviousIssue) => "previous",
                _ => "next",
            };
            [
                format!("{count} ({key}: {which} issue)"),
                format!("{count} ({key})"),
            ]
        }
        WarningHint::Position(first) if many => {
            let text = format!("{count} (first: step {first})");
            [text, format!("{count} from step {first}")]
        }
        WarningHint::Position(first) => {
            let text = format!("{count}: step {first}");
            [text.clone(), text]
        }
    }
}

/// How much is left of the status line in the smallest room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shortest {
    /// The verdict, the agreement and the warnings in words.
    Words,
    /// The verdict, and the number of warnings after a sign.
    Signs,
}

/// Returns the object, the semantics, the agreement and the warnings, as far as they fit.
fn what(canvas: &Canvas<'_>, explorer: &Explorer, room: usize, shortest: Shortest) -> String {
    if explorer.workspace().is_opening() {
        return String::new();
    }
    let (semantics, agreement) = (explorer.workspace().semantics(), explorer.workspace().agreement());
    // The semantics of a server-side apply name its type.
    let kind = match semantics.patch_type() {
        PatchType::Apply => String::new(),
        kind => format!("{} · ", kind.name()),
    };
    let (named, name) = (semantics.title(), semantics.name());
    let label = semantics.label();
    let object = explorer.workspace().object();
    let short = object.rsplit(' ').next().unwrap_or_default();
    if explorer.workspace().hides_outcome() {
        return format!("{object} · {kind}semantics: {semantics}");
    }
    let [warned, warned_short] = warnings(canvas, explorer);
    let secrets = match explorer.workspace().merged().secrets() {
        Secrets::None => "",
        Secrets::Hidden => "  secrets hidden",
        Secrets::Shown => "  secrets shown",
    };
    if explorer.workspace().inputs().never_read().is_some() {
        let full = format!("{object} · semantics: {semantics}  ✗ unreadable input{secrets}");
        let fits = canvas.plain(&full).width() <= room;
        return if fits {
            full
        } else {
            format!("✗ unreadable input{secrets}")
        };
    }
    if let (Some(sign), Some(rule)) = (explorer.apply_rejected(), explorer.apply_rejected_by()) {
        let by = match explorer.is_for_other() || rule.is_empty() {
            true => String::new(),
            false => format!(" by {rule}"),
        };
        let verdicts = [
            format!("{object} · semantics: {semantics}  {sign}{by}{secrets}"),
            format!("{short} · {name}  {sign}{by}{secrets}"),
            format!("{short}  {sign}{by}{secrets}"),
        ];
        let mut fitting = verdicts
            .into_iter()
            .filter(|text| canvas.plain(text).width() <= room);
        return fitting.next().unwrap_or_else(|| format!("{sign}{secrets}"));
    }
    let rejection = explorer.workspace().merged().merge().rejection();
    let by_server = explorer.workspace().merged().server_rejection();
    let policy = verdict_shown(explorer.workspace()).map(|verdict| verdict.to_string());
    // What stays different after an apply is its verdict.
    let policy = policy.or_else(|| explorer.apply_outlook());
    let policy = policy.map_or_else(String::new, |verdict| format!("{verdict}  "));
    // The key that forces an apply.
    let is_conflict = rejection.is_some_and(|rejection| rejection.rule == Rule::ApplyConflict);
    let force = match is_conflict && semantics.patch_type() == PatchType::Apply {
        true => {
            let action = Action::Inputs(InputsAction::OtherSemantics);
            format!(" ({}: force)", canvas.look.keymap.shown(KeyContext::Main, action))
        }
        false => String::new(),
    };
    let rejected = match (rejection, by_server) {
        (Some(rejection), _) => format!("✗ rejected by {}{force}  ", rejection.rule.name()),
        (None, Some(_)) => "✗ API server rejects  ".to_owned(),
        (None, None) => policy.clone(),
    };
    let verdict = rejected.clone() + &canvas.agreement(&agreement.text()) + &warned + secrets;
    let is_rejected = rejection.is_some() || by_server.is_some();
    let short_rejected = match (rejection, by_server) {
        (Some(_), _) => &*format!("✗ rejected{force}  "),
        (None, Some(_)) => "✗ API server rejects  ",
        (None, None) => &policy,
    };
    // The key that forces an apply says that a forced one is accepted.
    let brief = match force.is_empty() {
        true => format!("{short_rejected}{}", canvas.agreement(&agreement.brief())),
        false => short_rejected.trim_end().to_owned(),
    };
    // The code is more useful than the result with other semantics.
    let by_rule = match is_rejected {
        true => rejected,
        false => brief.clone(),
    };
    let mut candidates = vec![
        format!("{object} · {kind}semantics: {semantics}{label}  {verdict}"),
        format!("{object} · semantics: {semantics}{label}  {verdict}"),
        format!("{short} · {named}{label}  {verdict}"),
        format!("{short} · {name}{label}  {verdict}"),
        format!("{short} · {named} {by_rule}{warned_short}{secrets}"),
        format!("{short} · {name} {by_rule}{warned_short}{secrets}"),
        format!("{short} · {name} {brief}{warned}{secrets}"),
        format!("{short} · {name} {brief}{warned_short}{secrets}"),
        format!("{name} {brief}{warned_short}{secrets}"),
        format!("{brief}{warned_short}{secrets}"),
        format!("{brief}{warned_short}"),
        format!("{brief}{}", warned_count(explorer)),
    ];
    if shortest == Shortest::Signs {
        if is_rejected {
            candidates.push(format!("{}{}", short_rejected.trim_end(), warned_count(explorer)));
        }
        candidates.push(format!("{brief}{}", warned_least(explorer)));
    }
    let last = candidates.len() - 1;
    let fits = candidates
        .iter()
        .position(|text| canvas.plain(text).width() <= room)
        .unwrap_or(last);
    candidates.into_iter().nth(fits).unwrap_or_default()
}
