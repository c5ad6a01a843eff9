//! The footer: as many keys as fit. Unavailable ones are gray.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::Canvas;
use crate::course::Lesson;
use crate::explorer::{
    Action, EditorAction, Explorer, InputsAction, KeyContext, LayerAction, LessonsAction, ListKind,
    PlaybackAction,
};
use crate::terminal::draw::rect_part::RectPart;
use crate::terminal::keymap::FooterEntry;
use crate::terminal::theme::Role;

/// Draws the keys of the top layer.
pub(crate) fn draw(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) {
    let mut x = row.x + 1;
    let mut entries = canvas.look.keymap.footer(explorer.key_context());
    // Keys that only an apply, a policy or a lesson has are early in that mode, and hidden in others.
    let is_special = |entry: &FooterEntry<'_>| entry.keys.iter().any(|(_, action)| of_one_mode(*action));
    let is_possible = |entry: &FooterEntry<'_>| {
        entry
            .keys
            .iter()
            .any(|(_, action)| explorer.blocker(*action).is_none())
    };
    let (special, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_special);
    entries = others;
    let early = entries.len().min(2);
    entries.splice(early..early, special.into_iter().filter(is_possible));
    let is_exercise = explorer.workspace().lesson().is_some_and(Lesson::is_exercise);
    if explorer.workspace().lesson().is_some() {
        let rank = |entry: &FooterEntry<'_>| {
            let (_, action) = entry.keys.first()?;
            Some(lesson_rank(*action, is_exercise))
        };
        entries.sort_by_key(rank);
    }
    if is_exercise {
        // An exercise has no file.
        let is_save = |(_, action): &(_, Action)| *action == Action::Editor(EditorAction::Save);
        entries.retain(|entry| !entry.keys.iter().any(is_save));
        let is_page = |entry: &&mut FooterEntry<'_>| {
            let action = Action::Open(ListKind::LessonPage);
            entry.keys.iter().any(|(_, other)| *other == action)
        };
        entries
            .iter_mut()
            .filter(is_page)
            .for_each(|entry| entry.label = "task");
    }
    let list = explorer.list_view();
    if let Some(words) = list.as_ref().and_then(|list| list.hint.meaning(Action::CHOOSE)) {
        let is_choice =
            |entry: &&mut FooterEntry<'_>| entry.keys.iter().any(|(_, action)| *action == Action::CHOOSE);
        entries
            .iter_mut()
            .filter(is_choice)
            .for_each(|entry| entry.label = words);
    }
    if let Some(question) = explorer.layers().question() {
        let [yes, no] = question.confirmation.text().short_answers;
        for entry in &mut entries {
            match entry.keys.first() {
                Some((_, Action::Layer(LayerAction::Yes))) => entry.label = yes,
                Some((_, Action::Layer(LayerAction::No))) => entry.label = no,
                _ => {}
            }
        }
    }
    // A character is typed into the text, and closes the list of completions.
    if explorer.is_completing() {
        entries.retain(|entry| entry.keys.iter().all(|(key, _)| key.chars().count() > 1));
    }
    for entry in entries {
        let keys: usize = entry.keys.iter().map(|(key, _)| key.width() + 1).sum();
        if x + (keys + entry.label.width()) as u16 > row.right() {
            continue;
        }
        let possible = |action| explorer.blocker(action).is_none();
        let any = entry.keys.iter().any(|(_, action)| possible(*action));
        // A popup or prompt is short-lived: keys without effect in it are hidden.
        if !any && (explorer.layers().popup().is_some() || explorer.layers().prompt().is_some()) {
            continue;
        }
        for (at, (key, action)) in entry.keys.iter().enumerate() {
            if at > 0 {
                x = canvas.text(x, row.y, 1, "/", key_role(any));
            }
            let width = key.width() as u16;
            canvas.targets.action(Rect { x, width, ..row }, *action);
            x = canvas.text(x, row.y, width, key, key_role(possible(*action)));
        }
        let label = if any { Role::Footer } else { Role::FooterDisabled };
        let width = entry.label.width() as u16;
        if let Some((_, action)) = entry.keys.first() {
            let area = row.columns_at(x, width + 1);
            canvas.targets.action(area, *action);
        }
        x = canvas.text(x + 1, row.y, width, entry.label, label) + 2;
    }
}

/// Returns the rank of a key in a lesson. An exercise is about editing the patch.
fn lesson_rank(action: Action, is_exercise: bool) -> usize {
    if is_exercise && action == Action::Editor(EditorAction::Edit) {
        return 0;
    }
    let first = [
        Action::Playback(PlaybackAction::StepForward),
        Action::Open(ListKind::LessonPage),
        Action::Lessons(LessonsAction::Next),
        Action::Open(ListKind::Lessons),
        Action::Predict,
    ];
    let rank = first.iter().position(|lesson| *lesson == action);
    rank.unwrap_or(first.len())
}

/// Draws the footer of presentation mode: whether it plays, and the keys to answer a question and to end the
/// presentation.
pub(crate) fn presenting(canvas: &mut Canvas<'_>, row: Rect, explorer: &Explorer) {
    let keymap = &canvas.look.keymap;
    let shown = |action| keymap.shown(KeyContext::Main, action);
    let ends = [Action::Lessons(LessonsAction::Present), Action::CLOSE]
        .map(shown)
        .into_iter();
    let ends: Vec<String> = ends.filter(|key| !key.is_empty()).collect();
    if ends.is_empty() {
        return;
    }
    let text = format!("{}: end the presentation", ends.join(" or "));
    let width = text.width() as u16;
    let x = row.right().saturating_sub(width + 1);
    canvas
        .targets
        .action(Rect { x, width, ..row }, Action::Lessons(LessonsAction::Present));
    canvas.text(x, row.y, width, &text, Role::Dim);
    let lesson = explorer
        .workspace()
        .lesson()
        .filter(|lesson| !lesson.is_exercise());
    let choices = lesson.map_or(0, |lesson| lesson.choices.len());
    let merged = explorer.workspace().merged();
    let mut text = match explorer.workspace().player().playing {
        _ if merged.is_empty() => "no steps to play",
        true => "playing",
        false if merged.position() == merged.len() => "paused at the last step",
        false => "paused",
    }
    .to_owned();
    if merged.position() == 0 && choices > 0 {
        text.push_str(&format!("  1 to {choices}: answer"));
    }
    canvas.text(row.x + 1, row.y, x.saturating_sub(row.x + 2), &text, Role::Dim);
}

/// Returns whether an action has no effect with the open inputs, because it needs a policy, a Secret or
/// several patches.
pub(crate) fn is_for_other_inputs(action: Action, explorer: &Explorer) -> bool {
    let of_some_inputs = matches!(
        action,
        Action::Open(ListKind::Templates)
            | Action::Inputs(InputsAction::SwapPatches | InputsAction::ShowSecrets)
    );
    (of_some_inputs || of_one_mode(action)) && explorer.blocker(action).is_some()
}

/// Returns whether an action belongs to an apply, a policy or a lesson.
pub(crate) fn of_one_mode(action: Action) -> bool {
    matches!(
        action,
        Action::Ledger
            | Action::Policy(_)
            | Action::Open(ListKind::Types | ListKind::Objects | ListKind::LessonPage)
            | Action::Lessons(LessonsAction::Next)
    )
}

fn key_role(possible: bool) -> Role {
    if possible {
        Role::FooterKey
    } else {
        Role::FooterDisabled
    }
}
