//! What each action does to the state, in one exhaustive match, and what it asks of the outside.

use super::availability;
use super::effect::Effect;
use super::hint_text::HintText;
use super::panes::border_offsets::BorderOffsets;
use super::panes::row::Cursor;
use super::playback::player::{Player, StepTarget};
use super::popups::Popup;
use super::popups::prompt_line::PromptKind;
use super::state::Explorer;
use crate::explorer::action::Action;
use crate::explorer::action::LayerAction;
use crate::explorer::compare::action::CompareAction;
use crate::explorer::copy::action::CopyAction;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::inputs::action::InputsAction;
use crate::explorer::lessons::action::LessonsAction;
use crate::explorer::panes::action::PanesAction;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::policy::action::PolicyAction;
use crate::explorer::popups::action::PromptAction;
use crate::explorer::search::action::SearchAction;
use crate::explorer::versions::action::VersionsAction;
use crate::merge::Semantics;

/// Carries an action out.
pub fn update(state: &mut Explorer, action: Action) -> Vec<Effect> {
    let mut effects = act(state, action);
    state.note_version();
    effects.extend(state.effect_of_screen());
    effects.extend(state.effect_of_work());
    effects
}

fn act(state: &mut Explorer, action: Action) -> Vec<Effect> {
    state.status = None;
    state.looking.announces_search = false;
    if state.clear_selection(action) && action == Action::CLOSE {
        return Vec::new();
    }
    if let Some(why) = state.blocker(action) {
        state.player.playing = false;
        state.say(why);
        return Vec::new();
    }
    if state.predict.on && action == Action::Playback(PlaybackAction::StepForward) {
        state.ask_next();
        return Vec::new();
    }
    if let Some(way) = availability::step_target(action) {
        let (from, position) = (state.session.position(), state.resolve_target(way));
        state.player.playing = false;
        if let Ok(position) = position {
            state.go_to(position);
            state.announce_wraparound(way, from);
        }
        return Vec::new();
    }
    match action {
        Action::Playback(PlaybackAction::StepForward)
        | Action::Playback(PlaybackAction::StepBack)
        | Action::Playback(PlaybackAction::OverForward)
        | Action::Playback(PlaybackAction::OverBack)
        | Action::Playback(PlaybackAction::OutForward)
        | Action::Playback(PlaybackAction::OutBack)
        | Action::Playback(PlaybackAction::NextDirective)
        | Action::Playback(PlaybackAction::PreviousDirective)
        | Action::Playback(PlaybackAction::NextIssue)
        | Action::Playback(PlaybackAction::PreviousIssue)
        | Action::Playback(PlaybackAction::FirstStep)
        | Action::Playback(PlaybackAction::LastStep)
        | Action::Playback(PlaybackAction::GoToStep(_)) => {}
        Action::Playback(PlaybackAction::Play) => state.toggle_play(),
        Action::Playback(PlaybackAction::Faster) => {
            let _ = state.player.faster();
            state.say_speed();
        }
        Action::Playback(PlaybackAction::Slower) => {
            let _ = state.player.slower();
            state.say_speed();
        }
        Action::Layer(LayerAction::Up) => state.move_by(-1),
        Action::Layer(LayerAction::Down) => state.move_by(1),
        Action::Layer(LayerAction::PageUp) => state.move_by(-state.page()),
        Action::Layer(LayerAction::PageDown) => state.move_by(state.page()),
        Action::Layer(LayerAction::Top) => state.move_by(i64::MIN / 2),
        Action::Layer(LayerAction::Bottom) => state.move_by(i64::MAX / 2),
        Action::Panes(PanesAction::PutCursor(focus, row)) => state.put_cursor(focus, row),
        Action::Panes(PanesAction::Select(pane, row)) => state.select_to(pane, row),
        Action::Panes(PanesAction::Scroll(focus, by)) => state.scroll(focus, by),
        Action::Panes(PanesAction::FocusNext) => state.focus_by(1),
        Action::Panes(PanesAction::FocusPrevious) => state.focus_by(-1),
        Action::Panes(PanesAction::FocusOn(focus)) => state.focus_on(focus),
        Action::Panes(PanesAction::Zoom) => state.zoomed = !state.zoomed,
        Action::Panes(PanesAction::Larger) => state.grow(1),
        Action::Panes(PanesAction::Smaller) => state.grow(-1),
        Action::Panes(PanesAction::Taller) => state.resize_lower(1),
        Action::Panes(PanesAction::Shorter) => state.resize_lower(-1),
        Action::Panes(PanesAction::ResetSizes) => state.shares = BorderOffsets::default(),
        Action::Panes(PanesAction::ShiftBorder(border, by)) => state.shift_border(border, by),
        Action::Compare(CompareAction::Toggle) => state.toggle_compare(),
        Action::Compare(CompareAction::NextDifference) => state.go_to_difference(true),
        Action::Compare(CompareAction::PreviousDifference) => state.go_to_difference(false),
        Action::Compare(CompareAction::Semantics(side)) => state.next_compared(side),
        Action::ListOrder => state.toggle_ruler(),
        Action::Layer(LayerAction::SetRow(row)) => state.put_on_screen(row),
        Action::Inputs(InputsAction::OtherSemantics) => state.switch(state.wanted_semantics().other()),
        Action::Inputs(InputsAction::NextSemantics) => state.switch(state.wanted_semantics().next()),
        Action::Inputs(InputsAction::SwapPatches) => return state.swap_patches(),
        Action::Policy(PolicyAction::NextTemplate) => return state.next_template(),
        Action::Policy(PolicyAction::Templates) => state.ask_templates(),
        Action::Policy(PolicyAction::ComplianceTypes) => state.ask_types(),
        Action::Inputs(InputsAction::VerifyWithKubectl) => {
            state.say("asking kubectl…".to_owned());
            return vec![Effect::AskKubectl];
        }
        Action::Export => state.ask_export(),
        Action::Inputs(InputsAction::ShowSecrets) => state.toggle_secrets(),
        Action::Editor(EditorAction::Edit) => return state.toggle_edit(),
        Action::Editor(EditorAction::EditResult) => return state.edit_result(),
        Action::Ledger => return state.show_ledger(),
        Action::Editor(EditorAction::External) => return state.edit_externally(),
        Action::Editor(EditorAction::Save) => return state.save_edit(),
        Action::Lessons(LessonsAction::List) => state.toggle_lessons(),
        Action::Predict => state.toggle_predict(),
        Action::Lessons(LessonsAction::Present) => state.toggle_present(),
        Action::Lessons(LessonsAction::Page) => state.open_lesson_page(),
        Action::Versions(VersionsAction::Step(by)) => state.walk_versions(by),
        Action::Versions(VersionsAction::Newest) => state.show_newest(),
        Action::Versions(VersionsAction::List) => state.list_versions(),
        Action::Versions(VersionsAction::Compare) => state.compare_versions(),
        Action::ExplainLine => state.ask_why(),
        Action::Search(SearchAction::Open) => state.open_prompt(PromptKind::Search),
        Action::Search(SearchAction::Next) => state.search_on(true),
        Action::Search(SearchAction::Previous) => state.search_on(false),
        Action::GoTo => state.open_prompt(PromptKind::Jump),
        Action::Prompt(PromptAction::Edit(edit)) => state.edit_line(edit),
        Action::Prompt(PromptAction::Complete) => state.complete(),
        Action::Prompt(PromptAction::Accept) => return state.accept_line(),
        Action::Panes(PanesAction::Fold) => state.toggle_fold(),
        Action::Panes(PanesAction::FoldUnchanged) => state.fold_unchanged(),
        Action::Panes(PanesAction::UnfoldAll) => state.unfold_all(),
        Action::Playback(PlaybackAction::Filter) => state.ask_filter(),
        Action::Panes(PanesAction::ScrollHorizontally(by)) => state.scroll_x(state.focus, by),
        Action::Panes(PanesAction::ScrollPaneHorizontally(focus, by)) => state.scroll_x(focus, by),
        Action::Panes(PanesAction::Back) => state.go_back(),
        Action::Copy(CopyAction::Ask) if state.has_selection() => return state.copy_lines(),
        Action::Copy(CopyAction::Ask) => state.ask_copy(),
        Action::Copy(CopyAction::Take(what)) => return state.copy(what),
        Action::Layer(LayerAction::Pick(at)) => return state.pick(at),
        Action::CHOOSE => return state.choose(),
        Action::Layer(LayerAction::Yes) => return state.answer(true),
        Action::Layer(LayerAction::No) => return state.answer(false),
        Action::Help => {
            state.overlay = match state.overlay {
                Some(Popup::Help { .. }) => None,
                _ => Some(Popup::Help { scroll: 0 }),
            }
        }
        Action::CLOSE => return state.close(),
        Action::Redraw => return vec![Effect::Redraw],
        Action::Suspend => return vec![Effect::Suspend],
        Action::Quit => return state.quit(),
    }
    Vec::new()
}

impl Explorer {
    pub(crate) fn go_to(&mut self, position: usize) {
        self.session.seek(position);
        self.refold_result();
        self.follow_step();
    }

    /// Tells where a walk over the surprises has begun anew.
    fn announce_wraparound(&mut self, way: StepTarget, from: usize) {
        let now = self.session.position();
        let says = match way {
            StepTarget::NextIssue if now <= from => "that was the last surprise: this is the first one",
            StepTarget::PreviousIssue if now >= from => "that was the first surprise: this is the last one",
            _ => return,
        };
        self.status = Some(says.into());
    }

    fn toggle_play(&mut self) {
        self.player.playing = !self.player.playing;
        if self.player.playing && self.resolve_target(StepTarget::StepForward).is_err() {
            self.go_to(0);
        }
    }

    fn say_speed(&mut self) {
        self.say(format!("a step every {} ms", self.player.interval()));
    }

    fn page(&self) -> i64 {
        let height = match (self.overlay, self.focus) {
            (Some(_), _) => 10,
            _ if self.screen_height().is_some() => self.screen_height().unwrap_or(1),
            (None, Focus::Document(pane)) => self.view(pane).height,
            (None, Focus::Steps) => self.steps.height,
            (None, Focus::Why) => self.why.height,
        };
        (height as i64 - 1).max(1)
    }

    fn move_by(&mut self, by: i64) {
        let moved = |from: usize, rows: usize| {
            let last = rows.saturating_sub(1) as i64;
            (from as i64 + by).clamp(0, last.max(0)) as usize
        };
        match &mut self.overlay {
            Some(Popup::Lessons { cursor }) => {
                *cursor = moved(*cursor, self.lessons.len());
                return;
            }
            Some(Popup::Help { scroll } | Popup::Answer { scroll } | Popup::Ledger { scroll }) => {
                *scroll = moved(*scroll, HELP_ROWS);
                return;
            }
            Some(Popup::List { listing, cursor }) => {
                let (listing, from) = (*listing, *cursor);
                let cursor = moved(from, self.list_length(listing));
                self.overlay = Some(Popup::List { listing, cursor });
                return;
            }
            Some(Popup::Question(_)) => return,
            None => {}
        }
        if self.move_on_screen(by) {
            return;
        }
        match self.focus {
            Focus::Document(pane) => {
                let rows = self.row_count(pane);
                let row = moved(self.view(pane).cursor, rows);
                self.views[pane as usize].put(row, rows);
                self.relink();
            }
            Focus::Steps => {
                let line = moved(self.step_line(self.session.position()), self.step_lines());
                self.player.playing = false;
                self.go_to(self.step_on_line(line));
            }
            Focus::Why => {
                let rows = self.story().len();
                self.why.scroll = moved(self.why.scroll, rows);
                self.why.scroll_by(0, rows);
            }
        }
    }

    fn put_cursor(&mut self, focus: Focus, row: usize) {
        self.focus_on(focus);
        match focus {
            Focus::Document(pane) => {
                let rows = self.row_count(pane);
                self.views[pane as usize].put(row, rows);
                self.relink();
            }
            Focus::Steps => {
                self.player.playing = false;
                self.go_to(self.step_on_line(row));
            }
            Focus::Why => {}
        }
    }

    fn scroll(&mut self, focus: Focus, by: i32) {
        let rows = match focus {
            Focus::Document(pane) => self.row_count(pane),
            Focus::Steps => self.step_lines(),
            Focus::Why => self.story().len(),
        };
        let view = match focus {
            Focus::Document(pane) => &mut self.views[pane as usize],
            Focus::Steps => &mut self.steps,
            Focus::Why => &mut self.why,
        };
        view.scroll_by(by, rows);
        if let Focus::Document(pane) = focus {
            self.scroll_others(pane);
        }
    }

    fn focus_by(&mut self, by: i32) {
        const ORDER: [Focus; 5] = [
            Focus::Document(Pane::Live),
            Focus::Document(Pane::Patch),
            Focus::Document(Pane::Result),
            Focus::Steps,
            Focus::Why,
        ];
        let now = ORDER.iter().position(|focus| *focus == self.focus).unwrap_or(0) as i32;
        let next = (now + by).rem_euclid(ORDER.len() as i32) as usize;
        self.focus_on(ORDER[next]);
    }

    fn focus_on(&mut self, focus: Focus) {
        self.focus = focus;
        // The place stays the same until its new cursor moves; without any, the cursor gives one.
        if let Focus::Document(pane) = focus
            && self.view(pane).link == Cursor::None
        {
            self.relink();
        }
    }

    /// Merges the same inputs under other semantics.
    pub(crate) fn switch(&mut self, semantics: Semantics) {
        let says = HintText::from(format!("semantics {semantics}: {}", semantics.meaning()));
        if self.is_large() {
            self.request_semantics(semantics, says);
            return;
        }
        let mut inputs = self.session.merge().inputs.clone();
        inputs.semantics = semantics;
        self.remerge(inputs);
        self.say_and_note_lost_selection(Some(says));
    }

    fn toggle_lessons(&mut self) {
        self.overlay = match self.overlay {
            Some(Popup::Lessons { .. }) => None,
            _ => Some(Popup::Lessons {
                cursor: self.lesson.unwrap_or(0),
            }),
        };
    }

    fn choose(&mut self) -> Vec<Effect> {
        if let Some(Popup::List { listing, cursor }) = self.overlay {
            return self.choose_from(listing, cursor);
        }
        let Some(Popup::Lessons { cursor }) = self.overlay else {
            self.go_to_deciding_step();
            return Vec::new();
        };
        let inputs = &self.session.merge().inputs;
        let Some(lesson) = self.lessons.get(cursor) else {
            return Vec::new();
        };
        match Explorer::open_lesson(lesson, inputs.schema.clone()) {
            Ok(new) => {
                let old = std::mem::replace(self, new);
                self.lessons = old.lessons;
                self.lesson = Some(cursor);
                self.tickets = old.tickets;
                self.large_from = old.large_from;
                (self.views, self.steps, self.why) = (old.views, old.steps, old.why);
                self.why_width = old.why_width;
                self.focus = old.focus;
                self.zoomed = old.zoomed;
                self.predict = old.predict;
                self.presenting = old.presenting;
                self.shares = old.shares;
                self.player = Player::paced(old.player.interval());
                self.player.playing = old.presenting && !self.session.is_empty();
                self.begin();
                vec![Effect::OtherDocuments, Effect::CloseText]
            }
            Err(error) => {
                self.say(error.to_string());
                Vec::new()
            }
        }
    }
}

/// More rows than any help has; its drawer stops at the last.
const HELP_ROWS: usize = 200;
