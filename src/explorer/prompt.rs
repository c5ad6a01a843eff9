//! Actions of the prompt. Each kind of prompt belongs to a feature.

use super::action::Action;
use super::export::{Export, ExportFormat};
use super::go_to;
use super::go_to::fuzzy;
use super::hint_text::{HintText, words};
use super::layers::Layers;
use super::popups::NO_MATCH;
use super::popups::action::{LineEdit, PromptAction};
use super::popups::prompt::{Prompt, PromptKind};
use super::search::Search;
use super::workspace::Workspace;

/// The number of rows by which a page key moves the cursor of a list of candidates.
const PAGE: i64 = 8;

/// Opens the prompt.
pub(crate) fn open(kind: PromptKind, layers: &mut Layers, cx: &mut Workspace) {
    cx.stop_playing();
    let mut prompt = Prompt::new(kind, cx.jump_point());
    if kind == PromptKind::GoTo {
        prompt.candidates = fuzzy::candidates("", cx);
    }
    layers.open_prompt(prompt);
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: PromptAction, layers: &Layers) -> Option<HintText> {
    let kind = layers.prompt()?.kind;
    let is_path = action != PromptAction::Complete || kind == PromptKind::GoTo;
    (!is_path).then(|| "completion is only available for paths".into())
}

/// Carries out an action that is available.
pub(crate) fn update(
    action: PromptAction,
    layers: &mut Layers,
    search: &mut Search,
    export: &mut Export,
    cx: &mut Workspace,
) -> Option<Action> {
    let prompt = layers.prompt_mut()?;
    match action {
        PromptAction::Edit(edit) => {
            let before = prompt.before_caret();
            let chosen = prompt.chosen;
            if prompt.edit(edit) {
                on_text(layers, search, cx);
            } else if prompt.before_caret() == before {
                // What cannot move the caret moves in the candidates.
                match edit {
                    LineEdit::Start => prompt.chosen = prompt.chosen.map(|_| 0),
                    LineEdit::End => {
                        let last = prompt.candidates.len().checked_sub(1);
                        prompt.chosen = last.or(prompt.chosen);
                    }
                    _ => {}
                }
                let is_silent = prompt.text.is_empty() && prompt.chosen == chosen;
                match edit {
                    LineEdit::Erase if is_silent => return Some(Action::CLOSE),
                    LineEdit::Insert(_) => {}
                    _ if is_silent => prompt.error = Some("there is nothing to edit".to_owned()),
                    _ => {}
                }
            }
        }
        PromptAction::Previous | PromptAction::Next | PromptAction::PageUp | PromptAction::PageDown => {
            let by = match action {
                PromptAction::Previous => -1,
                PromptAction::PageUp => -PAGE,
                PromptAction::PageDown => PAGE,
                _ => 1,
            };
            move_by(by, layers, search, cx);
        }
        PromptAction::Scroll(by) => {
            if let Some(last) = prompt.candidates.len().checked_sub(1) {
                let next = prompt
                    .chosen
                    .map_or(0, |index| index.saturating_add_signed(by as isize));
                prompt.chosen = Some(next.min(last));
            }
        }
        PromptAction::Pick(index) => {
            prompt.chosen = Some(index);
            return update(PromptAction::Accept, layers, search, export, cx);
        }
        PromptAction::Complete => {
            let mut completion = prompt.completion.take();
            match go_to::complete(&prompt.text, &mut completion, cx) {
                Some(text) => {
                    prompt.set(text);
                    (prompt.candidates, prompt.chosen) = (Vec::new(), None);
                }
                // Text that is not a path is a name: select the next candidate.
                None if !prompt.candidates.is_empty() => {
                    let next = prompt.chosen.map_or(0, |index| index + 1);
                    prompt.chosen = Some(next % prompt.candidates.len());
                }
                None => prompt.error = Some("nothing has this name".to_owned()),
            }
            prompt.completion = completion;
        }
        PromptAction::Accept => {
            if let Some(prompt) = layers.take_prompt() {
                layers.typed.add(&prompt);
                return accept(prompt, layers, search, export, cx);
            }
        }
    }
    None
}

/// Moves the cursor of the filtered list, selects another candidate, or recalls an accepted text: the typed
/// text is above the first candidate, and earlier ones above that.
fn move_by(by: i64, layers: &mut Layers, search: &mut Search, cx: &mut Workspace) {
    let is_at_edge = layers.is_at_edge(by > 0, cx);
    let Some(prompt) = layers.prompt_mut() else { return };
    prompt.error = None;
    if prompt.kind == PromptKind::Filter {
        match is_at_edge {
            Some(true) => {
                let edge = if by < 0 { "top" } else { "end" };
                prompt.error = Some(format!("already at the {edge}"));
            }
            _ => layers.move_popup(by, cx),
        }
        return;
    }
    let from = prompt.chosen.map_or(-1, |index| index as i64);
    if let Some(last) = prompt.candidates.len().checked_sub(1)
        && (by > 0 || from >= 0)
    {
        prompt.chosen = usize::try_from((from + by).min(last as i64)).ok();
    } else if layers.recall(by < 0) {
        on_text(layers, search, cx);
    } else if let Some(prompt) = layers.prompt_mut() {
        let which = if by < 0 { "previous" } else { "next" };
        prompt.error = Some(format!("there is no {which} input"));
    }
}

/// Says that a key has no meaning in the prompt. Returns whether a prompt is open.
pub(crate) fn ignore_key(key: &str, layers: &mut Layers) -> bool {
    let prompt = layers.prompt_mut();
    prompt
        .map(|prompt| prompt.error = Some(format!("{key} does nothing here")))
        .is_some()
}

/// Inserts the first line of a pasted text, as if it were typed.
pub(crate) fn paste(pasted: &str, layers: &mut Layers, search: &mut Search, cx: &mut Workspace) {
    if let Some(prompt) = layers.prompt_mut()
        && prompt.paste(pasted)
    {
        on_text(layers, search, cx);
    }
}

fn on_text(layers: &mut Layers, search: &mut Search, cx: &mut Workspace) {
    let Some(prompt) = layers.prompt_mut() else { return };
    match prompt.kind {
        PromptKind::Search => search.search_as_typed(&prompt.text, &prompt.origin, cx),
        PromptKind::SearchScreen { first_row } => {
            let text = prompt.text.clone();
            search.on_screen.search_as_typed(&text, first_row, layers, cx);
        }
        PromptKind::GoTo => {
            prompt.chosen = None;
            prompt.candidates = fuzzy::candidates(prompt.text.trim(), cx);
        }
        PromptKind::Filter => {
            let text = prompt.text.clone();
            layers.set_filter(&text);
        }
        PromptKind::Export(_) => {}
    }
}

/// Accepts the prompt. On an error the prompt stays open and shows the error.
fn accept(
    mut prompt: Prompt,
    layers: &mut Layers,
    search: &mut Search,
    export: &mut Export,
    cx: &mut Workspace,
) -> Option<Action> {
    let chosen = prompt.chosen.and_then(|index| prompt.candidates.get(index));
    if let Some(candidate) = chosen.cloned() {
        return fuzzy::accept(&candidate, cx);
    }
    let result = match prompt.kind {
        PromptKind::Search => {
            search.accept(&prompt.text, prompt.origin, cx);
            Ok(())
        }
        PromptKind::SearchScreen { .. } => {
            // An empty text repeats the last search.
            if prompt.text.is_empty() {
                search.on_screen.repeat(true, layers, cx);
            }
            Ok(())
        }
        PromptKind::GoTo => match prompt.text.trim() {
            "" => Ok(()),
            text => match (go_to::go_to(text, cx), prompt.candidates.first()) {
                (Err(_), Some(best)) => return fuzzy::accept(&best.clone(), cx),
                (result, _) => result,
            },
        },
        PromptKind::Filter => Ok(()),
        PromptKind::Export(format) => export.accept(format, prompt.text.trim(), cx),
    };
    if let Err(error) = result {
        prompt.error = Some(error);
        layers.open_prompt(prompt);
    }
    None
}

/// Closes the prompt and restores the position before it was opened.
pub(crate) fn close(layers: &mut Layers, search: &mut Search, cx: &mut Workspace) {
    let Some(prompt) = layers.take_prompt() else {
        return;
    };
    if prompt.kind == PromptKind::Search {
        search.end();
    }
    match prompt.kind {
        PromptKind::SearchScreen { first_row } => layers.set_row(first_row),
        PromptKind::Filter => layers.set_filter(""),
        _ => cx.restore(&prompt.origin),
    }
}

/// Returns the note after the input and whether it is an error; not escaped.
pub(crate) fn note(prompt: &Prompt, search: &Search, cx: &Workspace) -> (HintText, bool) {
    match (&prompt.error, prompt.kind) {
        (Some(error), _) => (error.as_str().into(), true),
        (None, PromptKind::Search) if prompt.text.is_empty() => {
            let sentence = "upper case makes the search case-sensitive; {}: previous input";
            (words(sentence, [Action::Prompt(PromptAction::Previous)]), false)
        }
        (None, PromptKind::Search) => {
            let (note, is_error) = search.note();
            (note.into(), is_error)
        }
        (None, PromptKind::SearchScreen { .. }) if prompt.text.is_empty() => (HintText::default(), false),
        (None, PromptKind::SearchScreen { .. }) => {
            let (note, is_error) = search.on_screen.note();
            (note.into(), is_error)
        }
        (None, PromptKind::GoTo) if prompt.candidates.is_empty() && !go_to::has_target(&prompt.text, cx) => {
            (NO_MATCH.into(), true)
        }
        (None, PromptKind::GoTo) => (go_to::note(&prompt.text, prompt.completion.as_ref(), cx), false),
        (None, PromptKind::Filter) => {
            let keys = [Action::Prompt(PromptAction::Accept), Action::CLOSE];
            (
                words("shows the lines with this text; {}: keep it, {}: show all", keys),
                false,
            )
        }
        (None, PromptKind::Export(format)) => {
            let keys = [Action::Prompt(PromptAction::Accept), Action::CLOSE];
            let sentence = match format {
                ExportFormat::Text(_) => "{}: save, {}: cancel",
                _ => "{}: export, {}: cancel",
            };
            (words(sentence, keys), false)
        }
    }
}
