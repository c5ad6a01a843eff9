//! A policy. One of its object templates is the patch; each template finds its object in the live files.

pub(crate) mod action;
pub(crate) mod open;
pub(crate) mod state;
pub(crate) mod task;
pub(crate) mod template_shown;
pub(crate) mod verdict_task;
pub(crate) mod verdicts;

use super::editor::Editor;
use super::hint_text::HintText;
use super::workspace::Workspace;
use action::PolicyAction;
use template_shown::{say_template, show_template};
use verdicts::{template_shown, templates_blocker};

/// Returns the reason why the actions are not available now, as text for the status line, or `None` if they
/// are.
pub(crate) fn blocker(editor: &Editor, cx: &Workspace) -> Option<HintText> {
    match template_shown(cx) {
        // The text area shows a file of the template.
        Some(_) if editor.is_open() => Some("close the text area first".into()),
        _ => templates_blocker(cx),
    }
}

/// Carries out an action that is available.
pub(crate) fn update(action: PolicyAction, cx: &mut Workspace) {
    let Some((shown, count)) = template_shown(cx) else {
        return;
    };
    let index = match action {
        PolicyAction::NextTemplate => (shown + 1) % count.max(1),
        PolicyAction::GoToTemplate(index) => index,
    };
    show_template(index, cx);
    say_template(cx);
}
