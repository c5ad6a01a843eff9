//! What happens with the line that is typed: each kind of prompt belongs to a feature.

use super::action::Action;
use super::export::Export;
use super::go_to;
use super::hint_text::{HintText, words};
use super::layers::Layers;
use super::popups::action::PromptAction;
use super::popups::prompt::{Prompt, PromptKind};
use super::search::Search;
use super::workspace::Workspace;

/// Opens the prompt.
pub(crate) fn open(kind: PromptKind, layers: &mut Layers, cx: &mut Workspace) {
    cx.stop_playing();
    layers.open_prompt(Prompt::new(kind, cx.jump_point()));
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
) {
    let Some(prompt) = layers.prompt_mut() else {
        return;
    };
    match action {
        PromptAction::Edit(edit) => {
            if prompt.edit(edit) {
                on_text(prompt, search, cx);
            }
        }
        PromptAction::Complete => {
            let mut completion = prompt.completion.take();
            if let Some(text) = go_to::complete(&prompt.text, &mut completion, cx) {
                prompt.set(text);
            }
            prompt.completion = completion;
        }
        PromptAction::Accept => {
            if let Some(prompt) = layers.take_prompt() {
                accept(prompt, layers, search, export, cx);
            }
        }
    }
}

/// Inserts the first line of a pasted text, as if it were typed.
pub(crate) fn paste(pasted: &str, layers: &mut Layers, search: &mut Search, cx: &mut Workspace) {
    if let Some(prompt) = layers.prompt_mut()
        && prompt.paste(pasted)
    {
        on_text(prompt, search, cx);
    }
}

fn on_text(prompt: &Prompt, search: &mut Search, cx: &mut Workspace) {
    if prompt.kind == PromptKind::Search {
        search.search_as_typed(&prompt.text, &prompt.from, cx);
    }
}

/// Accepts the line; one that cannot be accepted stays open, with the reason.
fn accept(
    mut prompt: Prompt,
    layers: &mut Layers,
    search: &mut Search,
    export: &mut Export,
    cx: &mut Workspace,
) {
    let result = match prompt.kind {
        PromptKind::Search => {
            search.accept(&prompt.text, prompt.from, cx);
            Ok(())
        }
        PromptKind::GoTo => match prompt.text.trim() {
            "" => Ok(()),
            text => go_to::go_to(text, cx),
        },
        PromptKind::Export(format) => export.accept(format, prompt.text.trim(), cx),
    };
    if let Err(error) = result {
        prompt.error = Some(error);
        layers.open_prompt(prompt);
    }
}

/// Closes the prompt, and goes back to where the user was. Returns whether there was one.
pub(crate) fn close(layers: &mut Layers, search: &mut Search, cx: &mut Workspace) -> bool {
    let Some(prompt) = layers.take_prompt() else {
        return false;
    };
    if prompt.kind == PromptKind::Search {
        search.end();
    }
    cx.restore(&prompt.from);
    true
}

/// The note after the line, and whether it is an error; not escaped.
pub(crate) fn note(prompt: &Prompt, search: &Search, cx: &Workspace) -> (HintText, bool) {
    match (&prompt.error, prompt.kind) {
        (Some(error), _) => (error.as_str().into(), true),
        (None, PromptKind::Search) => {
            let (note, is_error) = search.note();
            (note.into(), is_error)
        }
        (None, PromptKind::GoTo) => (go_to::note(&prompt.text, prompt.completion.as_ref(), cx), false),
        (None, PromptKind::Export(_)) => {
            let keys = [Action::Prompt(PromptAction::Accept), Action::CLOSE];
            (words("{}: export, {}: cancel", keys), false)
        }
    }
}
