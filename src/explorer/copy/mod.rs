//! Copying to the clipboard.

pub(crate) mod action;
pub(crate) mod text;

use super::effect::Effect;
use super::hint_text::HintText;
use super::layers::Layers;
use super::popups::action::ListKind;
use super::workspace::Workspace;
use action::{CopyAction, CopyTarget};
use text::{plain, text_to_copy};

/// A text for the clipboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    /// The kind of the text.
    pub target: CopyTarget,
    /// The text: visible characters, newlines and tabs.
    pub text: String,
}

/// The text that the program is about to copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clipboard {
    clip: Option<Clip>,
}

/// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
pub(crate) fn blocker(action: CopyAction, cx: &Workspace) -> Option<HintText> {
    let copies_selection = action == CopyAction::Ask && cx.panes.has_selection();
    if copies_selection { None } else { cx.line_blocker() }
}

impl Clipboard {
    /// Carries out an action that is available.
    pub(crate) fn update(&mut self, action: CopyAction, layers: &mut Layers, cx: &mut Workspace) {
        let clip = match action {
            CopyAction::Ask => match cx.take_selected_text() {
                Some(text) => Clip {
                    target: CopyTarget::Lines,
                    text: plain(&text),
                },
                None => return layers.open_list(ListKind::Copy, cx),
            },
            CopyAction::Take(target) => {
                layers.take_popup();
                match text_to_copy(target, cx) {
                    Some(text) => Clip { target, text },
                    None => return cx.say("this line has no field"),
                }
            }
        };
        self.clip = Some(clip);
        cx.effect(Effect::Copy);
    }

    /// Returns the text for [`Effect::Copy`]. Each text is returned once.
    pub(crate) fn take(&mut self) -> Option<Clip> {
        self.clip.take()
    }
}
