//! Everything a person can ask of the explorer. Keys, mouse and scripts all become one of these.

use crate::report::comparison::DifferenceSide;

/// One of the three panes that show a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    Live,
    Patch,
    Result,
}

/// One of the places the cursor keys can act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// A document pane.
    Document(Pane),
    /// The list of steps.
    Steps,
    /// The explanation.
    Why,
}

/// A border between places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Border {
    /// Behind live.
    Live,
    /// Before the result.
    Result,
    /// Behind the steps.
    Steps,
    /// Above steps and explanation; it is moved up.
    Lower,
}

/// A change of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEdit {
    /// Types a character.
    Insert(char),
    /// Takes the character before the caret away.
    Erase,
    /// Takes the one behind it away.
    EraseForward,
    /// Takes the word before the caret away.
    EraseWord,
    /// Takes everything before the caret away.
    EraseAll,
    /// The caret to the left.
    Left,
    /// The caret to the right.
    Right,
    /// The caret to the beginning.
    Start,
    /// The caret to the end.
    End,
}

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CopyTarget {
    /// The path, as every message prints it.
    Path,
    /// The value: a scalar as it is, a list or map as YAML.
    Value,
    /// The path, and each step that touched the line with its rule and source.
    Explanation,
    /// The lines that are selected.
    Lines,
}

impl CopyTarget {
    /// What there is of one line, in the order of the list.
    pub(crate) const ALL: [Self; 3] = [Self::Path, Self::Value, Self::Explanation];

    /// How messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Value => "value",
            Self::Explanation => "explanation",
            Self::Lines => "lines",
        }
    }
}

/// What a person asks for; `explorer::update` carries it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// One step on.
    StepForward,
    /// One step back.
    StepBack,
    /// On to the next step that is no child of this one.
    OverForward,
    /// Back to the previous step that is no deeper than this one.
    OverBack,
    /// On behind the parent step's last child.
    OutForward,
    /// Back to the parent step.
    OutBack,
    /// On to the next step that a directive caused.
    NextDirective,
    /// Back to the previous step that a directive caused.
    PreviousDirective,
    /// On to the next surprise: a reorder, a refusal, a warning, a difference of the semantics.
    NextIssue,
    /// Back to the previous surprise.
    PreviousIssue,
    /// To step 0: live untouched.
    FirstStep,
    /// To the last step: the result.
    LastStep,
    /// To one step, as a click on the timeline or the list asks.
    GoToStep(usize),
    /// Starts or stops playing.
    Play,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// The cursor of the focused place one row up.
    Up,
    /// The cursor of the focused place one row down.
    Down,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// To the first row.
    Top,
    /// To the last row.
    Bottom,
    /// Puts the cursor of a place on a row (from 0), as a click asks; focuses the place.
    PutCursor(Focus, usize),
    /// Selects the lines of a pane from its cursor to a row (from 0), as dragging the mouse asks.
    Select(Pane, usize),
    /// Scrolls a place by rows without moving its cursor, as the wheel asks.
    Scroll(Focus, i32),
    /// Focus to the next place.
    FocusNext,
    /// Focus to the previous place.
    FocusPrevious,
    /// Focus to one place.
    FocusOn(Focus),
    /// The focused pane alone, or all again.
    Zoom,
    /// The focused place larger.
    Larger,
    /// The focused place smaller.
    Smaller,
    /// Steps and explanation taller.
    Taller,
    /// Steps and explanation shorter.
    Shorter,
    /// All places as large as usual.
    ResetSizes,
    /// Moves a border by thousandths of the screen, as dragging it asks.
    ShiftBorder(Border, i32),
    /// The other semantics.
    SwitchSemantics,
    /// Two results side by side, or the panes again.
    Compare,
    /// To the next difference of the two.
    NextDifference,
    /// To the previous difference of the two.
    PreviousDifference,
    /// Another semantics on one side of the two.
    ComparedSemantics(DifferenceSide),
    /// The order of the list under the cursor, or the panes again.
    ListOrder,
    /// Puts the cursor of what fills the screen on a row (from 0), as a click asks.
    SetRow(usize),
    /// The next object template of the policy.
    NextTemplate,
    /// The list of the policy's object templates.
    Templates,
    /// The six compliance types side by side.
    Types,
    /// The next of all semantics of this type of patch, those that were never shipped included.
    NextSemantics,
    /// Lets the patch that is shown change places with the next one.
    SwapPatches,
    /// Lets kubectl do the same merge.
    VerifyWithKubectl,
    /// The list of what can be written to a file.
    Export,
    /// Shows the values of Secrets, or hides them again.
    ShowSecrets,
    /// Opens or closes the text area over live or patch.
    Edit,
    /// Edits the result; the patch that leads there is computed.
    EditResult,
    /// Shows who wins each field of an apply, and why.
    Ledger,
    /// Opens the file under the cursor in the person's own editor.
    EditExternally,
    /// Saves the text area.
    Save,
    /// Shows the version so many before (negative) or behind the one that is shown.
    StepVersion(i32),
    /// Shows the newest version.
    NewestVersion,
    /// Lists the versions.
    Versions,
    /// Compares the version under the cursor with the one that is shown.
    CompareVersions,
    /// Begins to predict what comes next, or stops.
    Predict,
    /// Begins to present, or stops.
    Present,
    /// The page of the lesson that is open.
    LessonPage,
    /// The list of lessons.
    Lessons,
    /// Lists the steps that touched the line under the cursor.
    ExplainLine,
    /// Opens the line for a search.
    Search,
    /// On to the next hit.
    SearchNext,
    /// Back to the previous hit.
    SearchPrevious,
    /// Opens the line for a jump.
    GoTo,
    /// Changes the line.
    Line(LineEdit),
    /// Completes the line.
    Complete,
    /// Takes the line.
    AcceptLine,
    /// Folds the block around the cursor, or unfolds it.
    Fold,
    /// Folds all that no step changes.
    FoldUnchanged,
    /// Unfolds everything.
    UnfoldAll,
    /// Lists the effects, to show only the steps of one.
    Filter,
    /// Slides the focused pane sideways by cells, to the right if positive.
    ScrollHorizontally(i32),
    /// The same of one place, as a wheel asks.
    ScrollPaneHorizontally(Focus, i32),
    /// Back to where one was before the last jump.
    Back,
    /// Lists what can be copied of the line under the cursor; copies the lines that are selected.
    AskCopy,
    /// Copies that.
    Copy(CopyTarget),
    /// Takes one choice (from 0) of a list, as a click asks.
    Pick(usize),
    /// Takes what the cursor is on, in a list or question.
    Choose,
    /// Answers yes to a question.
    Yes,
    /// Answers no to a question.
    No,
    /// The help.
    Help,
    /// Closes what lies on top: help, list, question, text area.
    Close,
    /// Draws everything anew.
    Redraw,
    /// Stops to the shell (Ctrl-Z).
    Suspend,
    /// Leaves the program.
    Quit,
}
