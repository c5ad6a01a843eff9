//! Offers unsaved text of an earlier run when its file is opened again.

use super::edit_result;
use super::input_pane::pane_of;
use super::recovered_edit::RecoveredEdit;
use super::session::EditSession;
use super::state::Editor;
use crate::explorer::effect::Effect;
use crate::explorer::inputs::reload::newest_bytes;
use crate::explorer::layers::Layers;
use crate::explorer::panes::focus::Focus;
use crate::explorer::popups::question::Confirmation;
use crate::explorer::workspace::Workspace;

impl Editor {
    /// Asks whether to open the unsaved text.
    pub(crate) fn on_recovered(&mut self, recovered: RecoveredEdit, layers: &mut Layers, cx: &Workspace) {
        layers.ask(Confirmation::Recovered, cx.inputs.name(recovered.input));
        self.recovered = Some(recovered);
    }

    /// Opens the unsaved text in the text area, or deletes it.
    pub(super) fn answer_recovered(&mut self, open: bool, cx: &mut Workspace) {
        let Some(recovered) = self.recovered.take() else {
            return;
        };
        if !open {
            cx.effect(Effect::Recovered { opened: false });
            return cx.say("the unsaved text is deleted");
        }
        if recovered.is_result {
            if let Some(why) = edit_result::blocker(cx) {
                return cx.say(why);
            }
            self.edit_result(cx);
        } else {
            let base = newest_bytes(recovered.input, cx).to_vec();
            let saved = String::from_utf8_lossy(&base).into_owned();
            cx.stop_playing();
            cx.set_focus(Focus::Document(pane_of(recovered.input)));
            self.session = Some(EditSession::new(recovered.input, base, saved));
            cx.effect(Effect::TakeText);
        }
        self.on_edited(recovered.text, cx);
        cx.effect(Effect::Recovered { opened: true });
        cx.say("this text was not saved in an earlier run");
        if let Some(edit) = self
            .session
            .as_mut()
            .filter(|edit| recovered.is_changed && !edit.edits_result())
        {
            // The file has changed since the text was typed: saving detects the conflict and asks.
            edit.base.clear();
            cx.effect(Effect::Save);
        }
    }
}
