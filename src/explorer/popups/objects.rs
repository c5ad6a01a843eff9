//! The list of the objects in a live text that contains several.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::live_objects::{self, ListedObject};
use crate::explorer::workspace::Workspace;

/// The live objects.
#[derive(Clone, Debug)]
pub(crate) struct LiveObjectList;

impl ListContent for LiveObjectList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        let all = live_objects::listed(cx);
        let shown = all.iter().position(|object| object.is_shown);
        (!all.is_empty()).then_some((Self, shown.unwrap_or(0)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        live_objects::blocker(cx)
    }

    fn len(&self, cx: &Workspace) -> usize {
        live_objects::listed(cx).len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let row = |(index, listed): (usize, &ListedObject<'_>)| ListItem {
            lead: (index + 1).to_string(),
            label: visible(&listed.object.name).into_owned(),
            text: match (listed.is_shown, listed.object.is_changed) {
                (true, true) => format!("{} (shown, changed by the last save)", listed.location()),
                (true, false) => format!("{} (shown)", listed.location()),
                (false, true) => format!("{} (changed by the last save)", listed.location()),
                (false, false) => listed.location(),
            },
            ..ListItem::default()
        };
        ListView {
            title: "live objects".to_owned(),
            rows: live_objects::listed(cx).iter().enumerate().map(row).collect(),
            hint: words("{}: show, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        live_objects::show(index, cx);
        None
    }
}
