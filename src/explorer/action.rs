//! What the user can ask for. Keys, mouse and scripts all become one of these; each feature has its own.

use super::compare::action::CompareAction;
use super::copy::action::CopyAction;
use super::editor::action::EditorAction;
use super::export::format::ExportFormat;
use super::inputs::action::InputsAction;
use super::lessons::action::LessonsAction;
use super::panes::action::PanesAction;
use super::playback::action::PlaybackAction;
use super::policy::action::PolicyAction;
use super::popups::action::{ListKind, PromptAction};
use super::search::action::SearchAction;
use super::versions::action::VersionsAction;

/// What the user asks for; `explorer::update` carries it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Of whatever is on top: a popup, a screen, the panes.
    Layer(LayerAction),
    /// Of the line that is typed.
    Prompt(PromptAction),
    Playback(PlaybackAction),
    Panes(PanesAction),
    Search(SearchAction),
    /// Opens the prompt for a jump to a path, a line or a step.
    GoTo,
    /// Opens a list.
    Open(ListKind),
    Copy(CopyAction),
    Compare(CompareAction),
    /// Shows the order of the list under the cursor, or the panes again.
    ListOrder,
    Inputs(InputsAction),
    Editor(EditorAction),
    Versions(VersionsAction),
    Policy(PolicyAction),
    /// Shows who sets each field of an apply, and why.
    Ledger,
    /// Starts or stops predicting what comes next.
    Predict,
    Lessons(LessonsAction),
    /// Asks for the name of a file to write.
    Export(ExportFormat),
    /// Shows or closes the help.
    Help,
    /// Draws the whole screen again.
    Redraw,
    /// Suspends the program to the shell (Ctrl-Z).
    Suspend,
    /// Leaves the program.
    Quit,
}

impl Action {
    /// Closes whatever is on top.
    pub const CLOSE: Self = Self::Layer(LayerAction::Close);
    /// Takes what the cursor is on.
    pub const CHOOSE: Self = Self::Layer(LayerAction::Choose);
    /// Goes back to before the last jump.
    pub const BACK: Self = Self::Panes(PanesAction::Back);
}

/// An action that can be found by its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedAction {
    /// Its name in the config file.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The action.
    pub action: Action,
}

/// What the top layer gets: each gives it its own meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerAction {
    /// The cursor one row up.
    Up,
    /// The cursor one row down.
    Down,
    /// Half a page up.
    HalfPageUp,
    /// Half a page down.
    HalfPageDown,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// To the first row.
    Top,
    /// To the last row.
    Bottom,
    /// Puts the cursor of a screen on a row (from 0), as a click does.
    SetRow(usize),
    /// Takes one choice (from 0) of a list, as a click does.
    Pick(usize),
    /// Takes what the cursor is on, in a list or a comparison.
    Choose,
    /// Answers a question with yes.
    Yes,
    /// Answers a question with no.
    No,
    /// Answers a question about unsaved text: saves it, then leaves.
    SaveFirst,
    /// Closes whatever is on top: a popup, the text area, a screen.
    Close,
}
