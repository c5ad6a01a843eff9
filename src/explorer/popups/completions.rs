//! The list of completions at the cursor of the text area.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::editor::field_at_cursor::Completion;
use crate::explorer::hint_text::words;
use crate::explorer::workspace::Workspace;

/// The completions at the cursor of the text area. The text area owns them, because it inserts the chosen one.
#[derive(Clone, Debug)]
pub(crate) struct CompletionList;

impl ListContent for CompletionList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        (!cx.completions.is_empty()).then_some((Self, 0))
    }

    fn len(&self, cx: &Workspace) -> usize {
        cx.completions.len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let width = cx
            .completions
            .iter()
            .map(|found| found.text.chars().count())
            .max();
        let width = width.unwrap_or_default().min(30);
        let row = |found: &Completion| ListItem {
            label: format!("{:<width$}", visible(&found.text)),
            text: visible(&found.about).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: "complete".to_owned(),
            rows: cx.completions.iter().map(row).collect(),
            hint: words("{}: insert, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, _cx: &mut Workspace) -> Option<Action> {
        Some(Action::Editor(EditorAction::Insert(index)))
    }
}
