//! The list of texts that can be copied.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape;
use crate::explorer::action::Action;
use crate::explorer::copy::action::{CopyAction, CopyTarget};
use crate::explorer::copy::text::summary_to_copy;
use crate::explorer::hint_text::words;
use crate::explorer::key_context::KeyContext;
use crate::explorer::workspace::Workspace;

/// The list of texts that can be copied from the line under the cursor.
#[derive(Clone, Debug)]
pub(crate) struct CopyList;

fn row(target: CopyTarget, cx: &Workspace) -> ListItem {
    let text = summary_to_copy(target, cx).unwrap_or_default();
    ListItem {
        lead: target.name().chars().take(1).collect(),
        label: target.name().to_owned(),
        text: escape::visible(&text).into_owned(),
        ..ListItem::default()
    }
}

impl ListContent for CopyList {
    fn open(_cx: &mut Workspace) -> Option<(Self, usize)> {
        Some((Self, 0))
    }

    fn len(&self, _cx: &Workspace) -> usize {
        CopyTarget::LINE_TARGETS.len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let take = |target| Action::Copy(CopyAction::Take(target));
        let [path, value, explanation] = CopyTarget::LINE_TARGETS.map(take);
        ListView {
            title: "copy".to_owned(),
            rows: CopyTarget::LINE_TARGETS.map(|target| row(target, cx)).to_vec(),
            hint: words(
                "{}, {}, {} or {}: copy, {}: close",
                [path, value, explanation, Action::CHOOSE, Action::CLOSE],
            ),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, _cx: &mut Workspace) -> Option<Action> {
        let target = CopyTarget::LINE_TARGETS.get(index)?;
        Some(Action::Copy(CopyAction::Take(*target)))
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::Copy
    }
}
