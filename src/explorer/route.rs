//! The explorer: its parts, and the routing of actions.

use super::action::{Action, LayerAction};
use super::apply::ledger;
use super::copy::{self, Clipboard};
use super::editor::Editor;
use super::editor::action::EditorAction;
use super::effect::Effect;
use super::export::Export;
use super::hint_text::{HintText, words};
use super::key_context::KeyContext;
use super::layers::{Layers, Screen, TopLayer};
use super::lessons::action::LessonsAction;
use super::panes::focus::Focus;
use super::playback::action::PlaybackAction;
use super::popups::Popup;
use super::popups::action::ListKind;
use super::popups::prompt::PromptKind;
use super::popups::question::Confirmation;
use super::popups::text::TextContent;
use super::search::Search;
use super::search::action::SearchAction;
use super::workspace::Workspace;
use super::{
    compare, explain, inputs, lessons, list_order, panes, playback, policy, predict, prompt, versions,
};

/// The explorer.
#[derive(Clone, Debug)]
pub struct Explorer {
    pub(super) workspace: Workspace,
    pub(super) layers: Layers,
    pub(super) editor: Editor,
    pub(super) search: Search,
    pub(super) export: Export,
    pub(super) clipboard: Clipboard,
    /// No action was carried out since the explorer was opened.
    pub(super) is_new: bool,
}

/// Carries out an action. Returns the requests to the program.
pub fn update(explorer: &mut Explorer, action: Action) -> Vec<Effect> {
    explorer.workspace.status.clear();
    explorer.is_new = false;
    explorer.search.hide_progress();
    let is_cleared = panes::clear_selection(action, &mut explorer.workspace);
    if !(is_cleared && action == Action::CLOSE) {
        explorer.act(action);
    }
    explorer.complete_update(false)
}

impl Explorer {
    /// Creates an explorer.
    pub(super) fn new(mut workspace: Workspace) -> Self {
        versions::saves::note_version(None, &mut workspace);
        Self {
            workspace,
            layers: Layers::default(),
            editor: Editor::default(),
            search: Search::default(),
            export: Export::default(),
            clipboard: Clipboard::default(),
            is_new: true,
        }
    }

    /// Carries out an action if it is available; otherwise shows the reason in the status line.
    pub(super) fn act(&mut self, action: Action) {
        match self.blocker(action) {
            None => {
                if self.key_context() == KeyContext::LessonPage && leaves_page(action) {
                    self.layers.take_popup();
                }
                self.route(action);
            }
            Some(why) => {
                self.workspace.stop_playing();
                match self
                    .layers
                    .prompt_mut()
                    .filter(|_| matches!(action, Action::Prompt(_)))
                {
                    // The prompt covers the status line.
                    Some(prompt) => prompt.error = Some(why.fill(|_| String::new())),
                    None => self.workspace.say(why),
                }
            }
        }
    }

    /// Returns the reason why the action is not available now, as text for the status line, or `None` if it is available.
    pub fn blocker(&self, action: Action) -> Option<HintText> {
        let (layers, editor, cx) = (&self.layers, &self.editor, &self.workspace);
        if let Some(why) = inputs::no_result::blocker(action, cx) {
            return Some(why);
        }
        match action {
            Action::Layer(action) => self.layer_blocker(action),
            Action::Prompt(action) => prompt::blocker(action, layers),
            Action::Playback(action) => playback::blocker(action, cx),
            Action::Panes(action) => panes::blocker(action, cx),
            Action::Search(action) => self.search.blocker(action, layers),
            Action::Open(kind) => kind.blocker(cx),
            Action::Copy(action) => copy::blocker(action, cx),
            Action::Compare(action) => compare::blocker(action, layers, cx),
            Action::ListOrder if layers.screen().is_none() => list_order::screen::blocker(cx),
            Action::Inputs(action) => inputs::blocker(action, cx),
            Action::Editor(action) => editor.blocker(action, cx),
            Action::Versions(action) => versions::blocker(action, cx),
            Action::Policy(_) => policy::blocker(editor, cx),
            Action::Ledger => ledger::blocker(cx),
            Action::Predict => predict::blocker(cx),
            Action::Lessons(LessonsAction::Next) => lessons::next(cx).err(),
            Action::GoTo | Action::ListOrder | Action::Lessons(_) | Action::Export(_) => None,
            Action::Help | Action::Redraw | Action::Suspend | Action::Quit => None,
        }
    }

    fn layer_blocker(&self, action: LayerAction) -> Option<HintText> {
        let (layers, editor, cx) = (&self.layers, &self.editor, &self.workspace);
        let is_at_edge = |down| {
            let of_layer = layers.is_at_edge(down, cx);
            of_layer.unwrap_or_else(|| panes::is_at_edge(down, editor, cx))
        };
        match action {
            LayerAction::Up | LayerAction::HalfPageUp | LayerAction::PageUp | LayerAction::Top => {
                is_at_edge(false).then(|| "already at the top".into())
            }
            LayerAction::Down | LayerAction::HalfPageDown | LayerAction::PageDown | LayerAction::Bottom => {
                is_at_edge(true).then(|| "already at the end".into())
            }
            LayerAction::Close => {
                let is_open = layers.is_open() || editor.is_open() || self.search.pattern().is_some();
                let layout = cx.session().layout();
                let can_leave = layout.is_zoomed()
                    || cx.session().is_presenting()
                    || cx.player().playing
                    || cx.panes.can_leave()
                    || cx.awaits_kubectl()
                    || cx.versions.awaits_changes();
                let why = || words("nothing to close; {}: quit", [Action::Quit]);
                (!is_open && !can_leave).then(why)
            }
            _ => layers.choice_blocker(action, cx),
        }
    }

    /// Routes an action to the part that carries it out.
    fn route(&mut self, action: Action) {
        let (layers, cx) = (&mut self.layers, &mut self.workspace);
        match action {
            Action::Layer(action) => self.route_to_layer(action),
            Action::Prompt(action) => {
                let chosen = prompt::update(action, layers, &mut self.search, &mut self.export, cx);
                if let Some(action) = chosen {
                    self.act(action);
                }
            }
            Action::Playback(PlaybackAction::StepForward) if predict::is_on(cx) => {
                layers.open_list(ListKind::Predict, cx);
            }
            Action::Playback(action) => playback::update(action, cx),
            Action::Panes(panes_action) => match lessons::presented_answer(action, cx) {
                Some(answer) => {
                    layers.open_list(ListKind::LessonPage, cx);
                    self.act(Action::Layer(LayerAction::Pick(answer)));
                }
                None => panes::update(panes_action, &self.editor, cx),
            },
            Action::Search(SearchAction::Open) if layers.popup().is_some() => {
                prompt::open(PromptKind::Filter, layers, cx);
            }
            Action::Search(action) if layers.popup().is_none() && layers.screen().is_some() => match action {
                SearchAction::Open => {
                    let first_row = layers.screen_row().unwrap_or(0);
                    prompt::open(PromptKind::SearchScreen { first_row }, layers, cx);
                }
                _ => self
                    .search
                    .on_screen
                    .repeat(action == SearchAction::Next, layers, cx),
            },
            // The lines of the explanation are no rows: those with the text are shown.
            Action::Search(SearchAction::Open) if cx.focus() == Focus::Why && !cx.is_opening() => {
                self.show_explanation();
                prompt::open(PromptKind::Filter, &mut self.layers, &mut self.workspace);
            }
            Action::Search(SearchAction::Open) => prompt::open(PromptKind::Search, layers, cx),
            Action::Search(action) => self.search.go_to_hit(action == SearchAction::Next, cx),
            Action::GoTo => {
                layers.take_popup();
                layers.close_screen();
                prompt::open(PromptKind::GoTo, layers, cx);
            }
            Action::Open(kind) => layers.open_list(kind, cx),
            Action::Copy(action) => self.clipboard.update(action, layers, cx),
            Action::Compare(action) => compare::update(action, layers, cx),
            Action::ListOrder => layers.toggle_list_order(cx),
            Action::Inputs(action) => inputs::update(action, cx),
            Action::Editor(action) => self.editor.update(action, layers, cx),
            Action::Versions(action) => {
                // Show the change in the panes.
                match versions::goes_to_change(action) {
                    true => drop(layers.close_screen()),
                    false => layers.close_comparison_of_versions(),
                }
                versions::update(action, cx);
            }
            Action::Policy(action) => policy::update(action, cx),
            Action::Ledger => layers.open_list(ListKind::Ledger, cx),
            Action::Predict => predict::toggle(cx),
            Action::Lessons(LessonsAction::Present) => lessons::toggle_presenting(cx),
            Action::Lessons(LessonsAction::Next) => {
                if let Ok(index) = lessons::next(cx) {
                    self.act(Action::Lessons(LessonsAction::OpenLesson(index)));
                }
            }
            Action::Lessons(LessonsAction::OpenLesson(index)) => match self.editor.changed_without_file(cx) {
                Some(input) => layers.ask(Confirmation::LeaveLesson(index), cx.inputs.name(input)),
                None => self.open_other_lesson(index),
            },
            Action::Export(format) => self.export.ask_name(format, layers, cx),
            Action::Help => layers.toggle_help(self.editor.is_open()),
            Action::Redraw => cx.effect(Effect::Redraw),
            Action::Suspend => cx.effect(Effect::Suspend),
            Action::Quit => self.editor.quit(layers, cx),
        }
    }

    fn open_other_lesson(&mut self, index: usize) {
        match lessons::open_next(index, &self.workspace) {
            Ok(workspace) => {
                *self = Self::new(workspace);
                self.workspace.effect(Effect::OtherDocuments);
                self.workspace.effect(Effect::CloseText);
            }
            Err(error) => self.workspace.say(error.to_string()),
        }
    }

    fn route_to_layer(&mut self, action: LayerAction) {
        let (layers, cx) = (&mut self.layers, &mut self.workspace);
        let chosen = match action {
            LayerAction::Choose => layers.choose(None, cx),
            LayerAction::Pick(index) => layers.choose(Some(index), cx),
            LayerAction::Yes => return self.answer(true),
            LayerAction::No => return self.answer(false),
            LayerAction::SaveFirst => return self.save_first(),
            LayerAction::Close => return self.close(),
            LayerAction::SetRow(row) => return layers.set_row(row),
            LayerAction::Explanation => return self.show_explanation(),
            _ if layers.move_cursor(action, cx) => None,
            _ => return panes::move_cursor(action, &self.editor, cx),
        };
        if let Some(action) = chosen {
            self.act(action);
        }
    }

    /// Opens a popup with the whole explanation of the screen or of the panes.
    fn show_explanation(&mut self) {
        let lines = match self.layers.screen() {
            Some(Screen::Compare(screen)) => screen.explanation_lines(),
            Some(Screen::ListOrder(screen)) => {
                let lines = screen.explanation(self.workspace.merged()).into_iter();
                lines.map(|line| line.text).collect()
            }
            None => {
                let lines = explain::all_lines(&self.editor, &self.workspace).into_iter();
                lines.map(|line| line.text).collect()
            }
        };
        self.layers.show_text(TextContent::Explanation, lines);
    }

    fn answer(&mut self, yes: bool) {
        if let Some(Popup::Question(question)) = self.layers.take_popup() {
            match question.confirmation {
                Confirmation::ReplaceFile(format) => {
                    self.export.answer_replace(format, yes, &mut self.workspace);
                }
                Confirmation::LeaveLesson(index) if yes => self.open_other_lesson(index),
                other => self
                    .editor
                    .answer(other, yes, &mut self.layers, &mut self.workspace),
            }
        }
    }

    /// Saves the text that the question is about, then does what the user asked for.
    fn save_first(&mut self) {
        let Some(Popup::Question(question)) = self.layers.take_popup() else {
            return;
        };
        let next = match question.confirmation {
            Confirmation::QuitChanged => Action::Quit,
            Confirmation::LeaveLesson(index) => Action::Lessons(LessonsAction::OpenLesson(index)),
            other => {
                self.editor.leave_after_save(other);
                return self.act(Action::Editor(EditorAction::Save));
            }
        };
        if let Some(input) = self.editor.changed_without_file(&self.workspace) {
            self.export
                .ask_to_save(input, next, &mut self.layers, &self.workspace);
        }
    }

    /// Closes the top layer.
    fn close(&mut self) {
        let (layers, cx) = (&mut self.layers, &mut self.workspace);
        match layers.top(self.editor.is_open()) {
            TopLayer::Prompt => prompt::close(layers, &mut self.search, cx),
            TopLayer::Popup(_) => self.close_popup(),
            TopLayer::Text => self.editor.leave(layers, cx),
            TopLayer::Screen(_) => drop(layers.close_screen()),
            TopLayer::Panes if self.search.end() => cx.panes.reset_x(),
            TopLayer::Panes if cx.kubectl.take().is_some() => {
                cx.say("kubectl stopped");
                cx.effect(Effect::EndKubectl);
            }
            TopLayer::Panes if cx.versions.stop_waiting() => cx.say("comparison stopped"),
            TopLayer::Panes if cx.session().is_presenting() => lessons::toggle_presenting(cx),
            TopLayer::Panes if cx.player().playing => {
                cx.stop_playing();
                cx.say("playback paused");
            }
            TopLayer::Panes if cx.panes.can_go_back() => panes::go_back(cx),
            TopLayer::Panes => cx.session.layout.zoomed = false,
        }
    }

    fn close_popup(&mut self) {
        let question = self.layers.question();
        if question.is_some_and(|question| question.confirmation == Confirmation::ApplyFix) {
            // The text area with the fix is open only for the question.
            self.answer(false);
        } else if self.layers.clear_filter() {
            // The popup stays, with all lines.
        } else if let Some(Popup::Help(_)) = self.layers.popup() {
            self.layers.toggle_help(self.editor.is_open());
        } else if let Some(popup) = self.layers.take_popup()
            && popup.asks_about_text()
        {
            // Closing is not an answer: the conflict remains, so the next save asks again.
            self.editor.cancel_leaving();
            self.workspace.say("text kept; saving asks again");
        }
    }

    /// Completes every change: records a version, updates the layers and requests background work. Announces
    /// changes from outside in the status line.
    pub(super) fn complete_update(&mut self, from_outside: bool) -> Vec<Effect> {
        let cx = &mut self.workspace;
        cx.session.layout.is_covered = self.layers.screen().is_some();
        let change = versions::saves::note_version(self.editor.session(), cx);
        lessons::note_solved(change.is_some(), cx);
        self.layers.refresh(cx);
        if let Some(sentence) = change
            && (cx.versions.take_unannounced() || from_outside)
        {
            announce_save(sentence, &self.editor, &self.layers, cx);
        }
        if !is_prompt(&self.editor, &self.layers) {
            cx.status.show_covered();
            cx.versions.uncover_saves();
        }
        if cx.jobs.is_waiting() {
            cx.effect(Effect::Work);
        }
        cx.take_effects()
    }
}

fn is_prompt(editor: &Editor, layers: &Layers) -> bool {
    matches!(layers.top(editor.is_open()), TopLayer::Prompt)
}

/// Says what a save changed, or keeps it until the prompt that covers the status line closes. The text area already shows
/// what changed in its own text.
pub(super) fn announce_save(sentence: HintText, editor: &Editor, layers: &Layers, cx: &mut Workspace) {
    if editor
        .session()
        .is_some_and(|edit| !cx.versions.is_of_other(edit.input))
    {
        return;
    }
    match is_prompt(editor, layers) {
        true => {
            cx.status.announce_later(sentence);
            cx.versions.cover_save();
        }
        false => cx.status.announce(sentence),
    }
}

/// Returns whether an action of the panes closes the page of a lesson.
fn leaves_page(action: Action) -> bool {
    !matches!(
        action,
        Action::Layer(_)
            | Action::Prompt(_)
            | Action::Search(_)
            | Action::Open(ListKind::LessonPage)
            | Action::GoTo
            | Action::Help
            | Action::Redraw
            | Action::Suspend
            | Action::Quit
    )
}
