//! Whether an action can be done now, and if not, why not: for the status line and for greyed keys.

use super::hint_text::{HintText, words};
use super::inputs::EditSession;
use super::playback::player::{StepTarget, resolve_target};
use super::popups::Popup;
use super::popups::prompt_line::PromptKind;
use super::screens::ActiveScreen;
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
use crate::merge::PatchType;
use crate::report::redact::Secrets;

/// Where a warning is, seen from the present step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarningHint {
    /// The present step is one.
    Here,
    /// One key leads to one.
    By(Action),
    /// The first one's position; no single key leads to one.
    At(usize),
}

/// The way of stepping that an action asks for.
pub(crate) fn step_target(action: Action) -> Option<StepTarget> {
    Some(match action {
        Action::Playback(PlaybackAction::StepForward) => StepTarget::StepForward,
        Action::Playback(PlaybackAction::StepBack) => StepTarget::StepBack,
        Action::Playback(PlaybackAction::OverForward) => StepTarget::OverForward,
        Action::Playback(PlaybackAction::OverBack) => StepTarget::OverBack,
        Action::Playback(PlaybackAction::OutForward) => StepTarget::OutForward,
        Action::Playback(PlaybackAction::OutBack) => StepTarget::OutBack,
        Action::Playback(PlaybackAction::NextDirective) => StepTarget::NextDirective,
        Action::Playback(PlaybackAction::PreviousDirective) => StepTarget::PreviousDirective,
        Action::Playback(PlaybackAction::NextIssue) => StepTarget::NextIssue,
        Action::Playback(PlaybackAction::PreviousIssue) => StepTarget::PreviousIssue,
        Action::Playback(PlaybackAction::FirstStep) => StepTarget::First,
        Action::Playback(PlaybackAction::LastStep) => StepTarget::Last,
        Action::Playback(PlaybackAction::GoToStep(position)) => StepTarget::To(position),
        _ => return None,
    })
}

impl Explorer {
    /// Why an action can do nothing now, as a sentence for the status line; nothing if it can.
    pub fn blocker(&self, action: Action) -> Option<HintText> {
        if let Some(way) = step_target(action) {
            return self.resolve_target(way).err().map(HintText::from);
        }
        let no = |text: &str| Some(HintText::from(text));
        match action {
            Action::Playback(PlaybackAction::Play) if self.session.is_empty() => {
                no("play: the patch has no steps")
            }
            Action::Playback(PlaybackAction::Faster) => {
                self.player.clone().faster().err().map(HintText::from)
            }
            Action::Playback(PlaybackAction::Slower) => {
                self.player.clone().slower().err().map(HintText::from)
            }
            Action::Layer(LayerAction::Up)
            | Action::Layer(LayerAction::PageUp)
            | Action::Layer(LayerAction::Top)
                if self.at_edge(false) =>
            {
                no("this is the top")
            }
            Action::Layer(LayerAction::Down)
            | Action::Layer(LayerAction::PageDown)
            | Action::Layer(LayerAction::Bottom)
                if self.at_edge(true) =>
            {
                no("this is the end")
            }
            Action::Export if self.is_opening() => no("write: the files are still being read"),
            Action::Inputs(InputsAction::ShowSecrets) => self.secrets_blocker().map(HintText::from),
            Action::Predict if self.session.is_empty() => no("predict: the patch has no steps"),
            Action::Lessons(LessonsAction::Page) if self.lesson().is_none() => Some(words(
                "no lesson is open: {} lists them",
                [Action::Lessons(LessonsAction::List)],
            )),
            Action::Versions(VersionsAction::Step(by)) => self.version_blocker(by).map(HintText::from),
            Action::Versions(VersionsAction::Newest) => self.version_blocker(1).map(HintText::from),
            Action::Versions(VersionsAction::Compare) => self.compare_versions_blocker().map(HintText::from),
            Action::Editor(EditorAction::Edit) if self.version_title().is_some() => Some(words(
                "edit: an older version is shown; {} goes to the newest, then {} edits",
                [
                    Action::Versions(VersionsAction::Newest),
                    Action::Editor(EditorAction::Edit),
                ],
            )),
            Action::Editor(EditorAction::Edit) if self.edit.is_none() => match self.edit_target() {
                Ok(_) if self.session.secrets() == Secrets::Hidden => Some(words(
                    "edit: the text holds values of Secrets, which are hidden; {} shows them, then {} edits",
                    [
                        Action::Inputs(InputsAction::ShowSecrets),
                        Action::Editor(EditorAction::Edit),
                    ],
                )),
                target => target.err(),
            },
            Action::Editor(EditorAction::EditResult) if self.session.secrets() == Secrets::Hidden => {
                Some(words(
                    "the text holds values of Secrets, which are hidden; {} shows them",
                    [Action::Inputs(InputsAction::ShowSecrets)],
                ))
            }
            Action::Editor(EditorAction::EditResult) if self.version_title().is_some() => Some(words(
                "edit: an older version is shown; {} goes to the newest, then {} edits",
                [
                    Action::Versions(VersionsAction::Newest),
                    Action::Editor(EditorAction::EditResult),
                ],
            )),
            Action::Editor(EditorAction::EditResult) => self.edit_result_blocker(),
            Action::Ledger if !self.is_apply() => {
                no("there is no ledger: mergescope apply LIVE MANIFEST has one")
            }
            Action::Editor(EditorAction::External) => match self.edit_target() {
                Ok(document) if self.origins[document].file => None,
                Ok(document) => {
                    let name = self.name(document);
                    let why = HintText::from(format!("your editor needs a file, and {name} is none: "));
                    Some(why.key(Action::Editor(EditorAction::Edit)).text(" edits it here"))
                }
                Err(why) => Some(why),
            },
            Action::Editor(EditorAction::Save) => match &self.edit {
                None => Some(words(
                    "save: nothing is being edited; {} opens the text area",
                    [Action::Editor(EditorAction::Edit)],
                )),
                Some(edit) if !self.origins[edit.document].file => {
                    let name = self.name(edit.document);
                    Some(format!("save: {name} is no file that could be saved").into())
                }
                Some(EditSession {
                    patch_error: Some(why),
                    ..
                }) => Some(format!("save: {why}").into()),
                Some(_) => None,
            },
            Action::Policy(PolicyAction::NextTemplate) | Action::Policy(PolicyAction::Templates) => {
                self.templates_blocker().map(HintText::from)
            }
            Action::Policy(PolicyAction::ComplianceTypes) => self.types_blocker().map(HintText::from),
            Action::Inputs(InputsAction::VerifyWithKubectl) if self.types_blocker().is_none() => Some(words(
                "kubectl knows no policies; {} shows what each type would do",
                [Action::Policy(PolicyAction::ComplianceTypes)],
            )),
            Action::Inputs(InputsAction::VerifyWithKubectl)
                if self.semantics().patch_type() == PatchType::Apply =>
            {
                no(
                    "kubectl cannot do a server-side apply by itself, only a server can: there is nothing to ask it",
                )
            }
            Action::Inputs(InputsAction::SwapPatches) if self.session.patch_count() < 2 => {
                no("there is one patch, so one writer: its turn is the only one")
            }
            Action::Inputs(InputsAction::SwapPatches) if self.working().is_some() => {
                no("wait until this is merged")
            }
            Action::Lessons(LessonsAction::List) if self.lessons.is_empty() => {
                no("there are no lessons here")
            }
            Action::Copy(CopyAction::Ask) if self.has_selection() => None,
            Action::ExplainLine | Action::Copy(CopyAction::Ask) | Action::Copy(CopyAction::Take(_))
                if self.under_cursor().is_none() =>
            {
                no("this line is about no field: a comment, or nothing")
            }
            Action::Compare(CompareAction::Toggle) => self.compare_blocker().map(HintText::from),
            Action::Compare(CompareAction::Semantics(_)) => {
                self.other_semantics_blocker().map(HintText::from)
            }
            Action::Compare(CompareAction::NextDifference) => self.difference_from_here(true).err(),
            Action::Compare(CompareAction::PreviousDifference) => self.difference_from_here(false).err(),
            Action::ListOrder if self.shown() == ActiveScreen::Panes => {
                self.list_here().err().map(HintText::from)
            }
            Action::CHOOSE if self.overlay.is_none() && self.shown() == ActiveScreen::Compare => {
                self.step_of_difference().err()
            }
            Action::Search(SearchAction::Next) | Action::Search(SearchAction::Previous)
                if !self.can_search_on() =>
            {
                Some(words(
                    "nothing is searched for yet: {} begins",
                    [Action::Search(SearchAction::Open)],
                ))
            }
            Action::Prompt(PromptAction::Complete)
                if self
                    .prompt()
                    .is_some_and(|prompt| prompt.kind != PromptKind::Jump) =>
            {
                no("only the path of a jump can be completed")
            }
            Action::Playback(PlaybackAction::Filter) if self.session.is_empty() => {
                no("filter: the patch has no steps")
            }
            Action::Panes(PanesAction::ScrollHorizontally(by)) => {
                self.scroll_blocker(self.focus, by).map(HintText::from)
            }
            Action::Panes(PanesAction::ScrollPaneHorizontally(focus, by)) => {
                self.scroll_blocker(focus, by).map(HintText::from)
            }
            Action::Panes(PanesAction::Larger) => self.grow_blocker(1).map(HintText::from),
            Action::Panes(PanesAction::Smaller) => self.grow_blocker(-1).map(HintText::from),
            Action::Panes(PanesAction::Taller) => self.resize_lower_blocker(1).map(HintText::from),
            Action::Panes(PanesAction::Shorter) => self.resize_lower_blocker(-1).map(HintText::from),
            Action::Panes(PanesAction::ResetSizes) => self.reset_sizes_blocker().map(HintText::from),
            Action::Panes(PanesAction::Fold) if !self.can_fold() => {
                no("fold: there is no block around this line")
            }
            Action::Panes(PanesAction::UnfoldAll) if !self.has_folds() => Some(words(
                "nothing is folded: {} folds, {} folds all that is unchanged",
                [
                    Action::Panes(PanesAction::Fold),
                    Action::Panes(PanesAction::FoldUnchanged),
                ],
            )),
            Action::Panes(PanesAction::Back) if !self.can_go_back() => no("back: there was no jump"),
            Action::CHOOSE if !self.has_choice() => no("there is nothing to choose here"),
            Action::Layer(LayerAction::Yes) | Action::Layer(LayerAction::No)
                if !matches!(self.overlay, Some(Popup::Question(_))) =>
            {
                no("there is no question to answer")
            }
            Action::CLOSE
                if self.overlay.is_none()
                    && self.edit.is_none()
                    && self.shown() == ActiveScreen::Panes
                    && !self.zoomed
                    && !self.presenting
                    && !self.can_leave_something() =>
            {
                Some(words("there is nothing to close; {} quits", [Action::Quit]))
            }
            _ => None,
        }
    }

    /// Tells why a key does nothing that would do something in the panes.
    pub(crate) fn explain_ignored_key(&mut self) {
        let says = match (self.overlay, self.shown()) {
            (Some(Popup::Question(_)), _) => words(
                "answer first: {} or {}",
                [Action::Layer(LayerAction::Yes), Action::Layer(LayerAction::No)],
            ),
            (Some(_), _) => words(
                "that key does nothing here; {} closes what lies on top",
                [Action::CLOSE],
            ),
            (None, ActiveScreen::Compare) => words(
                "that key does nothing while two results stand side by side; {} goes back to the panes",
                [Action::CLOSE],
            ),
            (None, ActiveScreen::Ruler) => words(
                "that key does nothing while an order is shown; {} goes back to the panes",
                [Action::CLOSE],
            ),
            (None, ActiveScreen::Panes) => return,
        };
        self.say(says);
    }

    /// Whether a line, a search or a jump is there to be left.
    fn can_leave_something(&self) -> bool {
        self.prompt().is_some() || self.has_selection() || self.needle().is_some() || self.can_go_back()
    }

    /// Whether a list lies on top that has something to choose.
    fn has_choice(&self) -> bool {
        match self.overlay {
            Some(Popup::Lessons { .. }) => true,
            Some(Popup::List { listing, .. }) => self.list_length(listing) > 0,
            _ => false,
        }
    }

    fn at_edge(&self, down: bool) -> bool {
        match self.overlay {
            Some(Popup::Lessons { cursor }) => match down {
                true => cursor + 1 >= self.lessons.len(),
                false => cursor == 0,
            },
            Some(Popup::List { listing, cursor }) => match down {
                true => cursor + 1 >= self.list_length(listing),
                false => cursor == 0,
            },
            // How long the help is, only its drawer knows.
            Some(_) => false,
            None if self.shown() != ActiveScreen::Panes => self
                .screen_cursor()
                .is_none_or(|(cursor, rows)| if down { cursor + 1 >= rows } else { cursor == 0 }),
            None => match self.focus {
                Focus::Document(pane) => self.view(pane).at_edge(down, self.row_count(pane)),
                Focus::Steps => match down {
                    true => self.step_line(self.session.position()) + 1 >= self.step_lines(),
                    false => self.session.position() == 0,
                },
                Focus::Why => match down {
                    true => self.why.scroll + self.why.height >= self.story().len(),
                    false => self.why.scroll == 0,
                },
            },
        }
    }

    /// Where the next warning is; none where there is no warning.
    pub fn warning_hint(&self) -> Option<WarningHint> {
        let first = self.session.first_warning()?;
        if self.session.is_warning(self.session.position()) {
            return Some(WarningHint::Here);
        }
        let ways = [
            (StepTarget::NextIssue, Action::Playback(PlaybackAction::NextIssue)),
            (
                StepTarget::PreviousIssue,
                Action::Playback(PlaybackAction::PreviousIssue),
            ),
        ];
        let leads = |way: StepTarget| {
            self.resolve_target(way)
                .is_ok_and(|to| self.session.is_warning(to))
        };
        let by = ways.into_iter().find(|(way, _)| leads(*way));
        Some(by.map_or(WarningHint::At(first), |(_, action)| WarningHint::By(action)))
    }

    /// The position that a way leads to from here, or why there is none.
    pub(crate) fn resolve_target(&self, way: StepTarget) -> Result<usize, String> {
        let steps = &self.session.merge().steps;
        let surprises = |index: usize| self.agreement.is_issue(index, &steps[index]);
        resolve_target(steps, self.session.position(), way, &surprises, &|position| {
            self.is_step_shown(position)
        })
    }

    /// The document that `e` means here.
    pub(crate) fn edit_target(&self) -> Result<usize, HintText> {
        if self.is_opening() {
            return Err("edit: the files are still being read".into());
        }
        let patch = self.patch_shown + 1;
        match self.focus {
            Focus::Document(Pane::Live) => Ok(0),
            // The patch is computed: what one can write is the manifest.
            _ if self.is_apply() => Ok(super::apply::task::MANIFEST),
            // The result has no text of its own, and what one wants to change is nearly always the patch.
            _ if patch < self.origins.len() => Ok(patch),
            _ => Err(words(
                "edit: there is no patch; go to live ({}) to edit that",
                [Action::Panes(PanesAction::FocusOn(Focus::Document(Pane::Live)))],
            )),
        }
    }
}
