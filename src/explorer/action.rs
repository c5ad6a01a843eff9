//! User actions. Keys, mouse events and scripts become actions; each feature has its own action type.

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

/// A user action, which `explorer::update` carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// An action on the top layer: a popup, a screen or the panes.
    Layer(LayerAction),
    /// An action on the text of the prompt.
    Prompt(PromptAction),
    Playback(PlaybackAction),
    Panes(PanesAction),
    Search(SearchAction),
    /// Opens the prompt to go to a path, a line or a step.
    GoTo,
    /// Opens a list.
    Open(ListKind),
    Copy(CopyAction),
    Compare(CompareAction),
    /// Opens or closes the order of the list under the cursor.
    ListOrder,
    Inputs(InputsAction),
    Editor(EditorAction),
    Versions(VersionsAction),
    Policy(PolicyAction),
    /// Shows the ledger of an apply: who sets each field, and why.
    Ledger,
    /// Starts or stops predicting the next step.
    Predict,
    Lessons(LessonsAction),
    /// Opens the prompt for the name of the file to write.
    Export(ExportFormat),
    /// Shows or closes the help.
    Help,
    /// Redraws the whole screen.
    Redraw,
    /// Suspends the program to the shell (Ctrl-Z).
    Suspend,
    /// Quits the program.
    Quit,
}

impl Action {
    /// Closes whatever is on top.
    pub const CLOSE: Self = Self::Layer(LayerAction::Close);
    /// Chooses the row with the cursor.
    pub const CHOOSE: Self = Self::Layer(LayerAction::Choose);
    /// Goes back to the position before the last jump.
    pub const BACK: Self = Self::Panes(PanesAction::Back);
}

/// An action and its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedAction {
    /// The name in the config file.
    pub name: &'static str,
    /// The help text.
    pub help: &'static str,
    /// The action.
    pub action: Action,
}

/// An action of the top layer; each layer defines its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayerAction {
    /// Moves the cursor one row up.
    Up,
    /// Moves the cursor one row down.
    Down,
    /// Moves the cursor half a page up.
    HalfPageUp,
    /// Moves the cursor half a page down.
    HalfPageDown,
    /// Moves the cursor one page up.
    PageUp,
    /// Moves the cursor one page down.
    PageDown,
    /// Moves the cursor to the first row.
    Top,
    /// Moves the cursor to the last row.
    Bottom,
    /// Moves the cursor of a screen to a row (from 0), for a click.
    SetRow(usize),
    /// Chooses an item (from 0) of a list, for a click.
    Pick(usize),
    /// Chooses the row with the cursor, in a list or a comparison.
    Choose,
    /// Shows the explanation of a screen in a popup.
    Explanation,
    /// Answers a question with yes.
    Yes,
    /// Answers a question with no.
    No,
    /// Answers a question about unsaved text: saves it, then closes it.
    SaveFirst,
    /// Closes the top layer: a popup, the text area or a screen.
    Close,
}
