//! The list of versions.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::compare::action::CompareAction;
use crate::explorer::hint_text::words;
use crate::explorer::key_context::KeyContext;
use crate::explorer::versions::show_version;
use crate::explorer::workspace::Workspace;

/// The list of versions.
#[derive(Clone, Debug)]
pub(crate) struct VersionList;

impl ListContent for VersionList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        Some((Self, cx.versions.shown()))
    }

    fn len(&self, cx: &Workspace) -> usize {
        cx.versions.len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let history = &cx.versions;
        let row = |index: usize| {
            let version = history.get(index)?;
            let shown = if index == history.shown() { " (shown)" } else { "" };
            Some(ListItem {
                lead: history.number(index).to_string(),
                label: format!("{}{shown}", version.time.as_deref().unwrap_or_default())
                    .trim_start()
                    .to_owned(),
                text: visible(&version.change).into_owned(),
                ..ListItem::default()
            })
        };
        ListView {
            title: "versions (one for each readable save)".to_owned(),
            rows: (0..history.len()).filter_map(row).collect(),
            hint: words(
                "{}: show, {}: compare with current, {}: close",
                [
                    Action::CHOOSE,
                    Action::Compare(CompareAction::Versions),
                    Action::CLOSE,
                ],
            ),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        show_version::show(index, cx);
        None
    }

    fn key_context(&self) -> KeyContext {
        KeyContext::Versions
    }
}
