//! The list of the objects in a live text that contains several.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::inputs::live_objects;
use crate::explorer::workspace::Workspace;
use crate::report::live_objects::LiveObject;

/// The live objects.
#[derive(Clone, Debug)]
pub(crate) struct LiveObjectList;

impl ListContent for LiveObjectList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        Some((Self, cx.objects.as_ref()?.shown().unwrap_or(0)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        live_objects::blocker(cx)
    }

    fn len(&self, cx: &Workspace) -> usize {
        cx.objects.as_ref().map_or(0, |objects| objects.objects().len())
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let Some(objects) = &cx.objects else {
            return ListView::default();
        };
        let row = |(index, object): (usize, &LiveObject)| ListItem {
            lead: (index + 1).to_string(),
            label: visible(&object.name).into_owned(),
            text: match (Some(index) == objects.shown(), object.is_changed) {
                (true, true) => format!("line {} (shown, changed by the last save)", object.line),
                (true, false) => format!("line {} (shown)", object.line),
                (false, true) => format!("line {} (changed by the last save)", object.line),
                (false, false) => format!("line {}", object.line),
            },
            ..ListItem::default()
        };
        ListView {
            title: "live objects".to_owned(),
            rows: objects.objects().iter().enumerate().map(row).collect(),
            hint: words("{}: show, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        live_objects::show(index, cx);
        None
    }
}
