//! The list of export formats.

use super::list::{ListContent, ListItem, ListView};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::export::file_name::file_name;
use crate::explorer::export::format::ExportFormat;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::workspace::Workspace;

/// The list of export formats.
#[derive(Clone, Debug)]
pub(crate) struct ExportList;

impl ListContent for ExportList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        Some((Self, 0))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        cx.is_opening().then(|| "export: files are still loading".into())
    }

    fn len(&self, _cx: &Workspace) -> usize {
        ExportFormat::ALL.len()
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let row = |format: ExportFormat| ListItem {
            label: format.name().to_owned(),
            text: visible(&format!("{}: {}", file_name(cx, format), format.meaning())).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: "export".to_owned(),
            sentence: Some("Export as:".to_owned()),
            rows: ExportFormat::ALL.map(row).to_vec(),
            hint: words("{}: select, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, _cx: &mut Workspace) -> Option<Action> {
        ExportFormat::ALL.get(index).map(|format| Action::Export(*format))
    }
}
