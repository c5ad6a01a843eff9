//! Shows a template.

use std::sync::Arc;

use super::verdicts::verdict_shown;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::jobs::job::InputChange;
use crate::explorer::workspace::Workspace;
use crate::merge::policy::TemplateMatch;

/// Shows a template. Returns `false` if it does not exist.
pub(crate) fn show_template(index: usize, cx: &mut Workspace) -> bool {
    let schema = Arc::clone(&cx.merged().merge().inputs.schema);
    let Mode::Policy(policy) = &mut cx.mode else {
        return false;
    };
    let Some(inputs) = policy.files().inputs_of(index, None, &schema) else {
        return false;
    };
    policy.show(index);
    cx.change_to_end(InputChange::Template(index, Box::new(inputs)), None);
    true
}

/// Shows in the status line the template and its first note, or the first note on the whole policy.
pub(crate) fn say_template(cx: &mut Workspace) {
    let Mode::Policy(state) = &cx.mode else { return };
    let Some(template) = state.template().filter(|_| state.files().is_read()) else {
        return;
    };
    let (policy, shown) = (state.policy(), state.shown());
    let verdict = verdict_shown(cx).map_or("", TemplateMatch::name);
    let mut sentence = format!(
        "{verdict} · template {} of {}: {} · {}",
        shown + 1,
        state.len(),
        template.compliance.kind.name(),
        template.display_name()
    );
    if !state.has_object() {
        sentence.push_str(" · no live object");
    }
    let first_line = |index: usize| {
        let document = &policy.templates.get(index)?.document;
        Some(document.position(document.root()).line)
    };
    let (from, to) = (first_line(shown), first_line(shown + 1));
    let is_own = |line: u32| from.is_some_and(|from| line >= from) && to.is_none_or(|to| line < to);
    let is_general = |line: u32| first_line(0).is_none_or(|first| line < first);
    let notes = &policy.notes;
    let own = notes.iter().find(|note| is_own(note.position.line));
    if let Some(note) = own.or_else(|| notes.iter().find(|note| is_general(note.position.line))) {
        sentence.push_str(&format!(" · line {}: {}", note.position.line, note.text));
    }
    cx.say(sentence);
}
