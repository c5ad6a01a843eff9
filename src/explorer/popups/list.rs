//! Common parts of popups with a list.

use crate::explorer::action::Action;
use crate::explorer::hint_text::HintText;
use crate::explorer::key_context::KeyContext;
use crate::explorer::workspace::Workspace;
use crate::merge::Mark;

/// The contents of a list. All text is escaped.
#[derive(Clone, Debug, Default)]
pub struct ListView {
    /// The title.
    pub title: String,
    /// The text above the choices.
    pub sentence: Option<String>,
    /// The choices.
    pub rows: Vec<ListItem>,
    /// Whether the text of a choice is wrapped, not cut off.
    pub wraps: bool,
    /// The text below the choices.
    pub below: String,
    /// Details about the choice under the cursor.
    pub detail: String,
    /// The hint about the keys.
    pub hint: HintText,
}

/// A choice.
#[derive(Clone, Debug, Default)]
pub struct ListItem {
    /// The key or number of the choice.
    pub lead: String,
    /// The mark of the choice.
    pub mark: Option<Mark>,
    /// The text in the column after the mark.
    pub label: String,
    /// The rest of the line.
    pub text: String,
    /// Whether text that is too long is cut off at its start, because its end is more specific, as in a path.
    pub truncate_start: bool,
    /// Whether the choice is drawn dimmed.
    pub dim: bool,
}

/// The reaction of a popup to another merge, with text for the status line.
pub(crate) enum OnMergeChange {
    Keep,
    Refreshed(HintText),
    Close(HintText),
}

/// The contents of a list. Each list implements it in its file.
pub(crate) trait ListContent {
    /// Opens the list. Returns it with the index of the initial choice, or `None` if there is nothing to
    /// list.
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

    /// Returns the number of choices.
    fn len(&self, cx: &Workspace) -> usize;

    /// Returns the contents while the cursor is on a choice.
    fn view(&self, cursor: usize, cx: &Workspace) -> ListView;

    /// Returns the reason why a choice cannot be carried out, as text for the status line, or `None` if it can.
    fn choice_blocker(&self, _index: usize) -> Option<HintText> {
        None
    }

    /// Carries out a choice; the list is already closed. The returned action must be carried out next.
    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action>;

    /// Updates the list after the merge has changed.
    fn merge_changed(&mut self, _cx: &Workspace) -> OnMergeChange {
        OnMergeChange::Keep
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::List
    }
}
