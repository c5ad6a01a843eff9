//! What every popup with a list has.

use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::key_context::KeyContext;
use crate::explorer::workspace::Workspace;
use crate::merge::Mark;

/// What a list shows. All text is escaped.
#[derive(Clone, Debug, Default)]
pub struct ListView {
    /// The title.
    pub title: String,
    /// The text above the choices.
    pub says: Option<String>,
    /// The choices.
    pub rows: Vec<ListItem>,
    /// More about the choice under the cursor.
    pub detail: String,
    /// What the keys do.
    pub hint: HintText,
}

/// One choice.
#[derive(Clone, Debug, Default)]
pub struct ListItem {
    /// A key or number before it.
    pub lead: String,
    /// Its mark.
    pub mark: Option<Mark>,
    /// The text in the column after the mark.
    pub label: String,
    /// The rest of the line.
    pub text: String,
    /// The end of the text says more than its start, as that of a path: if it is too long, the start is cut off.
    pub keeps_end: bool,
    /// It is less important.
    pub dim: bool,
}

/// What happens to a popup when another merge is shown, with text for the status line.
pub(crate) enum OnMergeChange {
    Keep,
    Refreshed(HintText),
    Close(HintText),
}

/// A list: the file of each list implements it.
pub(crate) trait ListContent {
    /// Opens the list with the cursor on a choice; none if there is nothing to list.
    fn open(cx: &mut Workspace) -> Option<(Self, usize)>
    where
        Self: Sized;

    /// Returns the reason why the list cannot be opened, as text for the status line, or `None` if it can.
    fn blocker(_cx: &Workspace) -> Option<HintText>
    where
        Self: Sized,
    {
        None
    }

    /// How many choices there are.
    fn len(&self, cx: &Workspace) -> usize;

    /// What is shown while the cursor is on a choice.
    fn view(&self, cursor: usize, cx: &Workspace) -> ListView;

    /// Takes a choice; the list is closed. An action that is returned is carried out.
    fn choose(&self, at: usize, cx: &mut Workspace) -> Option<Action>;

    /// Another merge is shown.
    fn merge_changed(&mut self, _cx: &Workspace) -> OnMergeChange {
        OnMergeChange::Keep
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }
}
