//! The text area: opens, saves and closes it, and asks before text is lost.

pub(crate) mod action;
mod applied_fix;
mod apply_fix;
mod edit_result;
pub(crate) mod field_at_cursor;
mod flow_position;
mod input_pane;
mod json_operation;
mod no_file;
mod recover;
pub(crate) mod recovered_edit;
pub(crate) mod result_patch;
pub(crate) mod session;
mod state;
mod text_position;

pub(crate) use state::Editor;

use std::borrow::Cow;

use super::action::Action;
use super::effect::Effect;
use super::hint_text::{HintText, words};
use super::inputs::action::InputsAction;
use super::inputs::input_error::InputError;
use super::inputs::input_id::InputId;
use super::inputs::mode::Mode;
use super::inputs::opening::is_placeholder;
use super::inputs::reload::{newest_bytes, note_saved, reload};
use super::layers::Layers;
use super::lessons::exercise::{ExerciseProgress, exercise_progress};
use super::panes::action::PanesAction;
use super::panes::focus::{Focus, Pane};
use super::popups::action::ListKind;
use super::popups::question::{Confirmation, Question};
use super::versions::action::VersionsAction;
use super::workspace::Workspace;
use super::{lessons, versions};
use crate::course::Lesson;
use crate::report::redact::Secrets;
use action::EditorAction;
use field_at_cursor::Completion;
use no_file::no_file;
use session::EditSession;
use state::say_outdated;

/// The maximum size of a text, in bytes, for which the field under the cursor is determined.
const MAX_SEARCHED_BYTES: usize = 1 << 20;

/// Returns the input that the text area edits.
///
/// # Errors
/// The reason why nothing can be edited, as text for the status line.
fn target(cx: &Workspace) -> Result<InputId, HintText> {
    if cx.is_opening() {
        return Err("edit: files are still loading".into());
    }
    let patch = InputId::Patch(cx.panes.patch_shown());
    match (cx.focused_pane(), &cx.mode) {
        (Some(Pane::Live), _) => Ok(cx.live_input()),
        // The patch is computed.
        (_, Mode::Apply(_)) => Ok(InputId::Manifest),
        // The result has no file, so its pane edits the patch.
        _ if cx.inputs.has(patch) => Ok(patch),
        _ => Err(words(
            "edit: there is no patch; {}: focus the live pane",
            [Action::Panes(PanesAction::FocusOn(Focus::Document(Pane::Live)))],
        )),
    }
}

/// Returns the reason why an older version cannot be edited, or `None` if the newest version is shown.
fn version_blocker(action: EditorAction, cx: &Workspace) -> Option<HintText> {
    let newest = Action::Versions(VersionsAction::Newest);
    (!cx.versions.shows_newest()).then(|| {
        words(
            "edit: an older version is shown; {}: latest version, then {}",
            [newest, Action::Editor(action)],
        )
    })
}

/// Returns the line (from 1) under the cursor in the pane of an input; 1 if the pane shows another input.
fn cursor_line(input: InputId, cx: &Workspace) -> usize {
    let pane = input_pane::pane_of(input);
    if cx.input_in(pane) != Some(input) {
        return 1;
    }
    let source = cx.panes.source(pane, cx.merged());
    let row = source.and_then(|source| source.rows(cx.panes.cursor_row(pane), 1).into_iter().next());
    row.map_or(1, |(number, ..)| number)
}

impl Editor {
    /// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
    pub(crate) fn blocker(&self, action: EditorAction, cx: &Workspace) -> Option<HintText> {
        let shows = Action::Inputs(InputsAction::ShowSecrets);
        let hides = cx.merged().secrets() == Secrets::Hidden;
        match action {
            EditorAction::Edit => version_blocker(action, cx).or_else(|| match target(cx) {
                _ if self.is_open() => None,
                Ok(_) if hides => Some(words(
                    "edit: Secret values are hidden; {}: show them, then {}",
                    [shows, Action::Editor(action)],
                )),
                target => target.err(),
            }),
            EditorAction::EditResult if hides => {
                Some(words("edit: Secret values are hidden; {}: show them", [shows]))
            }
            EditorAction::EditResult => version_blocker(action, cx).or_else(|| edit_result::blocker(cx)),
            EditorAction::ApplyFix if hides && !matches!(cx.mode, Mode::Apply(_)) => Some(words(
                "the patch may contain Secret values, which are hidden; {}: show them",
                [shows],
            )),
            EditorAction::ApplyFix => version_blocker(action, cx).or_else(|| apply_fix::blocker(cx)),
            EditorAction::UndoFix => self.undo_blocker(cx),
            EditorAction::External => match target(cx) {
                Ok(input) if cx.inputs.is_file(input) => None,
                Ok(input) => {
                    let name = cx.inputs.name(input);
                    let why = HintText::from(format!("{}; ", no_file(name, cx)));
                    let edit = Action::Editor(EditorAction::Edit);
                    Some(why.key(edit).text(": edit it here"))
                }
                Err(why) => Some(why),
            },
            EditorAction::Complete | EditorAction::Narrow | EditorAction::Insert(_) if !self.is_open() => {
                Some(words(
                    "complete: no text is edited; {}: edit",
                    [Action::Editor(EditorAction::Edit)],
                ))
            }
            EditorAction::Complete | EditorAction::Narrow if self.completions(cx).is_empty() => {
                let known = self.merge_rule(cx);
                let unknown = known.filter(|known| known == field_at_cursor::UNKNOWN_FIELDS);
                let why = unknown.unwrap_or_else(|| "nothing to complete here".to_owned());
                Some(format!("complete: {why}").into())
            }
            EditorAction::Complete | EditorAction::Narrow | EditorAction::Insert(_) => None,
            EditorAction::Save => match &self.session {
                None => Some(words(
                    "save: nothing to save; {}: edit",
                    [Action::Editor(EditorAction::Edit)],
                )),
                Some(edit) if !cx.inputs.is_file(edit.input) => {
                    if cx.lesson().is_some_and(Lesson::is_exercise) {
                        return Some(words(
                            "the patch of an exercise is not saved; {}: check it",
                            [Action::CLOSE],
                        ));
                    }
                    let name = cx.inputs.name(edit.input);
                    Some(format!("save: {}; the text is kept in memory", no_file(name, cx)).into())
                }
                Some(edit) => edit.patch_error.as_ref().map(|why| format!("save: {why}").into()),
            },
        }
    }

    /// Carries out an action that is available.
    pub(crate) fn update(&mut self, action: EditorAction, layers: &mut Layers, cx: &mut Workspace) {
        match action {
            EditorAction::Edit if self.is_open() => self.leave(layers, cx),
            EditorAction::Edit => {
                // The page of a lesson.
                layers.take_popup();
                self.edit(cx);
            }
            EditorAction::EditResult => self.edit_result(cx),
            EditorAction::ApplyFix => self.ask_to_fix(layers, cx),
            EditorAction::UndoFix => self.undo_fix(cx),
            EditorAction::External => {
                if let Ok(input) = target(cx) {
                    let line = cursor_line(input, cx);
                    cx.effect(Effect::OpenEditor { input, line });
                }
            }
            EditorAction::Complete => {
                cx.completions = self.completions(cx);
                match cx.completions.len() {
                    1 => self.insert(0, cx),
                    _ => layers.open_list(ListKind::Completions, cx),
                }
            }
            EditorAction::Narrow => {
                cx.completions = self.completions(cx);
                layers.open_list(ListKind::Completions, cx);
            }
            EditorAction::Insert(index) => self.insert(index, cx),
            EditorAction::Save => match &self.session {
                Some(edit) if edit.inputs_changed => self.ask(Confirmation::InputsChanged, layers, cx),
                Some(edit) if edit.is_outdated() => self.ask(Confirmation::Conflict, layers, cx),
                Some(edit) if edit.edits_result() => self.ask_to_rewrite(layers, cx),
                _ => cx.effect(Effect::Save),
            },
        }
    }

    /// Returns whether the text is small enough to be analyzed after each key.
    fn is_small(edit: &EditSession) -> bool {
        edit.text.len() <= MAX_SEARCHED_BYTES
    }

    /// Returns the merge rule of the field under the cursor, not escaped, or `None` if it is unknown.
    pub(crate) fn merge_rule(&self, cx: &Workspace) -> Option<String> {
        let edit = self.session.as_ref().filter(|edit| Self::is_small(edit))?;
        field_at_cursor::merge_rule(&edit.text, edit.cursor, edit.input, cx.merged())
    }

    fn completions(&self, cx: &Workspace) -> Vec<Completion> {
        let edit = self.session.as_ref().filter(|edit| Self::is_small(edit));
        edit.map_or_else(Vec::new, |edit| {
            field_at_cursor::completions(&edit.text, edit.cursor, edit.input, cx.merged())
        })
    }

    /// Requests the insertion of a completion.
    fn insert(&mut self, index: usize, cx: &mut Workspace) {
        let chosen = std::mem::take(&mut cx.completions).into_iter().nth(index);
        if let (Some(edit), Some(chosen)) = (&mut self.session, chosen) {
            edit.insertion = Some((chosen.erase, chosen.text));
            cx.effect(Effect::InsertText);
        }
    }

    /// Records the cursor of the text area: its line and the number of characters before it.
    pub(crate) fn on_cursor(&mut self, cursor: (usize, usize)) {
        if let Some(edit) = &mut self.session {
            edit.cursor = cursor;
        }
    }

    /// Returns the text to insert and the number of characters before the cursor that it replaces, for
    /// [`Effect::InsertText`].
    pub(crate) fn take_insertion(&mut self) -> Option<(usize, String)> {
        self.session.as_mut()?.insertion.take()
    }

    /// Opens an input in the text area.
    fn edit(&mut self, cx: &mut Workspace) {
        let Ok(input) = target(cx) else { return };
        let base = newest_bytes(input, cx).to_vec();
        let text = String::from_utf8_lossy(&base).into_owned();
        let pane = input_pane::pane_of(input);
        // An invalid text opens at its error.
        let (line, column) = match cx.inputs.unread(input) {
            Some(unread) => (unread.position.line as usize, unread.position.column as usize - 1),
            None => (cursor_line(input, cx), 0),
        };
        cx.stop_playing();
        cx.set_focus(Focus::Document(pane));
        self.session = Some(EditSession {
            line: line - 1,
            column,
            ..EditSession::new(input, base, text)
        });
        cx.effect(Effect::TakeText);
    }

    /// Closes the text area, or asks first.
    pub(crate) fn leave(&mut self, layers: &mut Layers, cx: &mut Workspace) {
        let Some(edit) = &self.session else { return };
        let (input, is_dirty) = (edit.input, edit.is_dirty());
        let is_file = cx.inputs.is_file(input);
        if is_dirty && is_file {
            return self.ask(Confirmation::LeaveUnsaved, layers, cx);
        }
        let ended = self.end(cx);
        let theirs = ended.as_ref().and_then(|edit| edit.theirs.clone());
        // Nothing was typed: restore the position from before the text area opened.
        if let Some(from) = ended.and_then(|edit| edit.from) {
            cx.restore(&from);
        }
        // The file has changed, and the changes here were undone.
        if let Some(theirs) = theirs.filter(|_| is_file) {
            reload(input, theirs, cx);
        }
        if is_file {
            show_last_saved(input, cx);
        } else if is_dirty {
            keep_without_file(input, cx);
        }
        cx.effect(Effect::CloseText);
    }

    /// Quits the program, or asks first.
    pub(crate) fn quit(&self, layers: &mut Layers, cx: &mut Workspace) {
        let is_unsaved = |edit: &EditSession| edit.is_dirty() && cx.inputs.is_file(edit.input);
        let asked = layers.question().map(|question| question.confirmation);
        let is_asked = matches!(asked, Some(Confirmation::QuitUnsaved | Confirmation::QuitChanged));
        if is_asked {
            return cx.effect(Effect::Quit);
        }
        if self.session.as_ref().is_some_and(is_unsaved) {
            return self.ask(Confirmation::QuitUnsaved, layers, cx);
        }
        match self.changed_without_file(cx) {
            Some(input) => layers.ask(Confirmation::QuitChanged, cx.inputs.name(input)),
            None => cx.effect(Effect::Quit),
        }
    }

    /// Returns an input without a file whose changed text is lost when the documents are closed.
    pub(crate) fn changed_without_file(&self, cx: &Workspace) -> Option<InputId> {
        let edited = self.session.as_ref().filter(|edit| edit.is_dirty());
        let edited = edited.map(|edit| edit.input);
        edited
            .filter(|input| !cx.inputs.is_file(*input))
            .or_else(|| cx.inputs.changed_here().next())
    }

    /// Returns the current text of an input.
    pub(crate) fn text_of<'t>(&'t self, input: InputId, cx: &'t Workspace) -> Cow<'t, str> {
        let edited = self.session.as_ref().filter(|edit| edit.input == input);
        edited.map_or_else(
            || String::from_utf8_lossy(newest_bytes(input, cx)),
            |edit| edit.written().into(),
        )
    }

    /// Records that the text of an input without a file was written to one.
    pub(crate) fn note_written(&mut self, input: InputId, cx: &mut Workspace) {
        cx.inputs.set_changed_here(input, false);
        if let Some(edit) = self.session.as_mut().filter(|edit| edit.input == input) {
            edit.saved.clone_from(&edit.text);
        }
    }

    /// Closes the text area or quits after the next save.
    pub(crate) fn leave_after_save(&mut self, asked: Confirmation) {
        if let Some(edit) = &mut self.session {
            edit.after_save = Some(asked);
        }
    }

    /// Cancels closing and quitting after the next save.
    pub(crate) fn cancel_leaving(&mut self) {
        if let Some(edit) = &mut self.session {
            edit.after_save = None;
        }
    }

    /// Handles the answer to a question of the text area.
    pub(crate) fn answer(
        &mut self,
        confirmation: Confirmation,
        yes: bool,
        layers: &mut Layers,
        cx: &mut Workspace,
    ) {
        let goes_on = matches!(
            (confirmation, yes),
            (Confirmation::RewritePatch | Confirmation::Conflict, true)
        );
        if !goes_on {
            self.cancel_leaving();
        }
        match (confirmation, yes) {
            (Confirmation::QuitUnsaved | Confirmation::QuitChanged, true) => cx.effect(Effect::Quit),
            (Confirmation::LeaveUnsaved, true) => {
                if let Some(edit) = self.end(cx) {
                    let before = match edit.theirs {
                        Some(theirs) => theirs,
                        None if edit.result_patch.is_some() => edit.base,
                        None => edit.saved.into_bytes(),
                    };
                    reload(edit.input, before, cx);
                    show_last_saved(edit.input, cx);
                }
                cx.effect(Effect::CloseText);
            }
            (Confirmation::Conflict, false) => self.give_up_text(cx),
            (Confirmation::Conflict, true) => {
                if let Some(edit) = &mut self.session
                    && let Some(theirs) = edit.theirs.take()
                {
                    edit.saved = String::from_utf8_lossy(&theirs).into_owned();
                    edit.base = theirs;
                }
                match self.session.as_ref().and_then(|edit| edit.after_save) {
                    Some(_) => self.update(EditorAction::Save, layers, cx),
                    None => cx.say("text kept; saving overwrites the file"),
                }
            }
            (Confirmation::RewritePatch, true) => cx.effect(Effect::Save),
            (Confirmation::ApplyFix, yes) => self.answer_fix(yes, cx),
            (Confirmation::RewritePatch, false) => cx.say("nothing is saved"),
            (Confirmation::Recovered, open) => self.answer_recovered(open, cx),
            (Confirmation::InputsChanged, true) => self.keep_edited_result(cx),
            (Confirmation::InputsChanged, false) => self.show_new_result(cx),
            _ => {}
        }
    }

    /// Handles new text in the text area.
    pub(crate) fn on_edited(&mut self, text: String, cx: &mut Workspace) {
        let Some(edit) = &mut self.session else { return };
        edit.text.clone_from(&text);
        edit.from = None;
        edit.after_save = None;
        let (input, edits_result) = (edit.input, edit.edits_result());
        cx.status.clear();
        if edits_result {
            self.compute_patch(text, cx);
        } else {
            reload(input, text.into_bytes(), cx);
        }
    }

    /// Handles a successful save. `note` describes an unusual way of writing the file; `overwritten` has the
    /// bytes that another program wrote just before.
    pub(crate) fn on_saved(
        &mut self,
        note: Option<&str>,
        overwritten: Option<Vec<u8>>,
        layers: &mut Layers,
        cx: &mut Workspace,
    ) {
        let Some(edit) = &mut self.session else { return };
        if let Some(bytes) = overwritten {
            versions::saves::add_text(edit.input, bytes, cx);
        }
        let written = edit.written().to_owned().into_bytes();
        edit.set_base(written.clone());
        if edit.edits_result() {
            // The file keeps the parts that the computed patch does not have: comments, key order, further
            // documents.
            reload(edit.input, written, cx);
        }
        if self.on_fix_saved(cx) {
            return;
        }
        let Some(edit) = &mut self.session else { return };
        let name = cx.inputs.name(edit.input);
        let saved = match note {
            None => format!("saved {name}"),
            Some(note) => format!("saved {name} {note}"),
        };
        let sentence = match cx.inputs.unread(edit.input) {
            None => saved,
            Some(unread) => {
                let (place, what) = (unread.position, &unread.what);
                format!("{saved}, but {}:{} {what}", place.line, place.column)
            }
        };
        match self.session.as_mut().and_then(|edit| edit.after_save.take()) {
            Some(Confirmation::QuitUnsaved) => cx.effect(Effect::Quit),
            Some(_) => self.leave(layers, cx),
            None => {}
        }
        cx.say(sentence);
    }

    /// Handles a save that was stopped because the file has changed since it was opened.
    pub(crate) fn on_conflict(&mut self, bytes: Vec<u8>, layers: &mut Layers, cx: &Workspace) {
        if let Some(edit) = &mut self.session {
            edit.theirs = Some(bytes);
            edit.fix = None;
            self.ask(Confirmation::Conflict, layers, cx);
        }
    }

    /// Handles new bytes of the file of an input.
    pub(crate) fn on_file_changed(
        &mut self,
        input: InputId,
        bytes: Vec<u8>,
        layers: &mut Layers,
        cx: &mut Workspace,
    ) {
        let Some(edit) = self.session.as_mut().filter(|edit| edit.input == input) else {
            let shown = |cx: &Workspace| cx.documents().get(input.document()?).cloned();
            let before = shown(cx);
            note_saved(input, &bytes, cx);
            reload(input, bytes, cx);
            let is_same = match (before, shown(cx)) {
                (Some(before), Some(now)) => std::sync::Arc::ptr_eq(&before, &now),
                _ => false,
            };
            if !is_same || cx.jobs.is_pending() {
                self.on_base_changed(cx);
            }
            return;
        };
        if bytes == edit.written().as_bytes() {
            edit.set_base(bytes);
            return self.clear_missing_file(cx);
        }
        if bytes == edit.base {
            edit.theirs = None;
            return self.clear_missing_file(cx);
        }
        let is_dirty = edit.is_dirty();
        edit.theirs = Some(bytes);
        let is_asked = |question: &Question| question.confirmation == Confirmation::Conflict;
        if is_dirty && layers.question().is_some_and(is_asked) {
            // Update the diff of the open question.
            self.ask(Confirmation::Conflict, layers, cx);
        } else if is_dirty {
            say_outdated("the file", cx);
        } else {
            self.take_theirs(cx);
        }
    }

    /// Clears the error of a missing file that is back unchanged. Then only the text can have an error.
    fn clear_missing_file(&self, cx: &mut Workspace) {
        let Some(edit) = &self.session else { return };
        // An error of the text stays, with what a save has said about it.
        if cx.inputs.unread(edit.input).is_some() {
            return;
        }
        let error = cx.inputs.set_error(edit.input, None);
        if error.is_some() && !edit.edits_result() {
            reload(edit.input, edit.text.clone().into_bytes(), cx);
        }
    }

    /// Keeps the text in a version and in a recovery file, and replaces it with that of the file.
    fn give_up_text(&mut self, cx: &mut Workspace) {
        let Some(edit) = &self.session else { return };
        let (input, edits_result) = (edit.input, edit.edits_result());
        if edit.is_dirty() {
            self.discarded = Some((input, edit.text.clone()));
            cx.effect(Effect::KeepDiscarded);
            if !edits_result {
                versions::saves::add_text(input, edit.text.clone().into_bytes(), cx);
            }
        }
        self.take_theirs(cx);
        if self.discarded.is_some() && !edits_result {
            let earlier = Action::Versions(VersionsAction::Step(-1));
            let text = "the file changed on disk; undo restores your text, or {} when the text is closed";
            cx.say(words(text, [earlier]));
        }
    }

    /// Returns the text that the user gave up, and its input, for [`Effect::KeepDiscarded`].
    pub(crate) fn take_discarded(&mut self) -> Option<(InputId, String)> {
        self.discarded.take()
    }

    /// Replaces the text with the bytes of the file.
    fn take_theirs(&mut self, cx: &mut Workspace) {
        let Some(edit) = &mut self.session else { return };
        let Some(bytes) = edit.theirs.take() else {
            return;
        };
        let input = edit.input;
        if edit.edits_result() {
            edit.base = bytes;
            self.show_new_result(cx);
            if self
                .session
                .as_ref()
                .is_some_and(|edit| edit.patch_error.is_none())
            {
                cx.say("the patch changed on disk; this is its result, undo restores your text");
            }
            return;
        }
        edit.text = String::from_utf8_lossy(&bytes).into_owned();
        edit.set_base(bytes.clone());
        reload(input, bytes, cx);
        cx.say("file changed on disk; reloaded");
        cx.effect(Effect::TakeText);
    }
}

/// Keeps the text of an input that has no file, even if it is invalid.
fn keep_without_file(input: InputId, cx: &mut Workspace) {
    cx.inputs.set_changed_here(input, true);
    if cx.inputs.unread(input).is_some() {
        let edit = Action::Editor(EditorAction::Edit);
        return cx.say(words("the text is not valid; {}: edit it again", [edit]));
    }
    // The error may belong to a result that no patch produces; that text is discarded.
    cx.inputs.set_error(input, None);
    let page = Action::Open(ListKind::LessonPage);
    let edit = Action::Editor(EditorAction::Edit);
    match exercise_progress(cx) {
        Some(ExerciseProgress::Solved) => cx.say(lessons::solved()),
        Some(ExerciseProgress::SolvedBefore) => cx.say(words(
            "this patch does not solve the exercise, an earlier one did; {}: edit",
            [edit],
        )),
        Some(ExerciseProgress::NotRejected) => cx.say(words(
            "the result is right, but the patch must be rejected for another live object; {}: page of the lesson",
            [page],
        )),
        Some(ExerciseProgress::NotSolved) => {
            cx.say(words("not solved yet; {}: hints, {}: edit", [page, edit]));
        }
        None => {
            let why = no_file(cx.inputs.name(input), cx);
            cx.say(format!("the text is kept in memory; {why}"));
        }
    }
}

/// Shows the last readable version of an input whose file cannot be read, without unsaved changes.
fn show_last_saved(input: InputId, cx: &mut Workspace) {
    let Some(error) = cx.inputs.error(input).filter(|error| error.unread.is_some()) else {
        return;
    };
    let mut error: InputError = error.clone();
    let newest = cx.versions.newest().filter(|_| cx.versions.shows_newest());
    let texts = newest.map(|version| &version.texts);
    let good = texts.and_then(|texts| texts.get(input.document()?).cloned());
    if let Some(good) = good {
        error.from_start |= is_placeholder(&good);
        cx.inputs.set_error(input, None);
        reload(input, good.as_bytes().to_vec(), cx);
        cx.jobs.forget_input(input);
    }
    cx.inputs.set_error(input, Some(error));
}
