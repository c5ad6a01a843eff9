//! Popups, which are drawn over everything else. Each has a file and owns its data.

pub(crate) mod action;
mod completions;
mod compliance_types;
mod copy;
mod effects;
mod export;
pub(crate) mod help;
mod ledger;
mod lesson_page;
mod lessons;
pub(crate) mod line_history;
pub(crate) mod list;
mod objects;
mod predict;
pub(crate) mod prompt;
pub(crate) mod question;
mod templates;
pub(crate) mod text;
mod versions;

use super::action::{Action, LayerAction};
use super::apply::ledger_task::LedgerEntry;
use super::hint_text::{HintText, words};
use super::key_context::KeyContext;
use super::policy::verdict_task::Verdicts;
use super::search::pattern::Pattern;
use super::workspace::Workspace;
use crate::document::escape::visible;
use action::ListKind;
use completions::CompletionList;
use compliance_types::ComplianceTypes;
use copy::CopyList;
use effects::EffectList;
use export::ExportList;
use help::HelpPopup;
use ledger::LedgerList;
use lesson_page::LessonPage;
use lessons::LessonList;
use line_history::LineHistory;
use list::{ListContent, ListItem, ListView, OnMergeChange};
use objects::LiveObjectList;
use predict::PredictList;
use question::{Confirmation, Question};
use templates::TemplateList;
use text::TextPopup;
use versions::VersionList;

macro_rules! lists {
    ($($kind:ident($content:ty);)*) => {
        #[derive(Clone, Debug)]
        enum List {
            $($kind($content),)*
        }

        impl ListKind {
            /// Returns the reason why the list cannot be opened, as text for the status line, or `None` if it can.
            pub(crate) fn blocker(self, cx: &Workspace) -> Option<HintText> {
                match self {
                    $(Self::$kind => <$content>::blocker(cx),)*
                }
            }

            fn open(self, cx: &mut Workspace) -> Option<(List, usize)> {
                match self {
                    $(Self::$kind => <$content>::open(cx).map(|(list, cursor)| (List::$kind(list), cursor)),)*
                }
            }
        }

        impl List {
            fn kind(&self) -> ListKind {
                match self {
                    $(Self::$kind(_) => ListKind::$kind,)*
                }
            }

            fn content(&self) -> &dyn ListContent {
                match self {
                    $(Self::$kind(list) => list,)*
                }
            }

            fn content_mut(&mut self) -> &mut dyn ListContent {
                match self {
                    $(Self::$kind(list) => list,)*
                }
            }
        }
    };
}

// One line for each list: its kind and the type of its contents.
lists! {
    History(LineHistory);
    Copy(CopyList);
    Types(ComplianceTypes);
    Templates(TemplateList);
    Objects(LiveObjectList);
    Ledger(LedgerList);
    Export(ExportList);
    Effects(EffectList);
    Versions(VersionList);
    Completions(CompletionList);
    Predict(PredictList);
    LessonPage(LessonPage);
    Lessons(LessonList);
}

/// What a filtered list or text says if nothing has the text of the filter.
pub(crate) const NO_MATCH: &str = "no match";

/// A list with its cursor.
#[derive(Clone, Debug)]
pub struct ListPopup {
    list: List,
    /// The row with the cursor, among the visible rows.
    cursor: usize,
    /// The text that choices must contain to be visible.
    filter: String,
}

impl ListPopup {
    /// Opens a list. Returns `None` if there is nothing to list.
    pub(crate) fn open(kind: ListKind, cx: &mut Workspace) -> Option<Self> {
        kind.open(cx).map(Self::new)
    }

    /// Returns the list of verdicts that were computed in the background.
    pub(crate) fn of_verdicts(verdicts: Verdicts, cx: &Workspace) -> Self {
        Self::new(match verdicts {
            Verdicts::Types(verdicts) => {
                let (list, cursor) = ComplianceTypes::with_cursor(verdicts, cx);
                (List::Types(list), cursor)
            }
            Verdicts::Templates(verdicts) => {
                let (list, cursor) = TemplateList::with_cursor(verdicts, cx);
                (List::Templates(list), cursor)
            }
        })
    }

    /// Returns the ledger that was computed in the background.
    pub(crate) fn of_ledger(entries: Vec<LedgerEntry>) -> Self {
        let list = LedgerList(entries);
        let first = list.first_choice();
        Self::new((List::Ledger(list), first))
    }

    fn new((list, cursor): (List, usize)) -> Self {
        let filter = String::new();
        Self { list, cursor, filter }
    }

    /// Returns the kind of the list.
    pub fn kind(&self) -> ListKind {
        self.list.kind()
    }

    /// Returns the row with the cursor, among the visible rows.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the visible contents.
    pub fn view(&self, cx: &Workspace) -> ListView {
        let mut view = self.list.content().view(self.choice(self.cursor, cx), cx);
        if !self.filter.is_empty() {
            let shown = self.shown(cx);
            let rows = std::mem::take(&mut view.rows);
            view.rows = shown
                .into_iter()
                .filter_map(|index| rows.get(index).cloned())
                .collect();
            view.title = format!("{} · /{}", view.title, visible(&self.filter));
            if view.rows.is_empty() {
                view.detail = NO_MATCH.to_owned();
            }
        }
        view
    }

    /// Returns the indexes of the visible choices.
    pub fn shown(&self, cx: &Workspace) -> Vec<usize> {
        let content = self.list.content();
        let Some(pattern) = Pattern::new(&self.filter) else {
            return (0..content.len(cx)).collect();
        };
        let has = |row: &ListItem| {
            [&row.lead, &row.label, &row.text]
                .iter()
                .any(|text| pattern.is_in(text))
        };
        let rows = content.view(0, cx).rows;
        // A number selects the choice with that number first, even if other choices contain it.
        let own = rows.iter().position(|row| is_number(&row.lead, &self.filter));
        let rows = rows.iter().enumerate();
        let found = rows
            .filter(|(index, row)| Some(*index) != own && has(row))
            .map(|(index, _)| index);
        own.into_iter().chain(found).collect()
    }

    /// Returns the index of the choice on a row.
    pub fn choice(&self, row: usize, cx: &Workspace) -> usize {
        match self.filter.is_empty() {
            true => row,
            false => self.shown(cx).get(row).copied().unwrap_or(0),
        }
    }

    pub(crate) fn len(&self, cx: &Workspace) -> usize {
        match self.filter.is_empty() {
            true => self.list.content().len(cx),
            false => self.shown(cx).len(),
        }
    }

    pub(crate) fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
    }

    /// Shows only the choices that contain a text.
    pub(crate) fn set_filter(&mut self, text: &str) {
        (self.filter, self.cursor) = (text.to_owned(), 0);
    }

    fn key_context(&self) -> KeyContext {
        self.list.content().key_context()
    }

    /// Carries out the choice on a row. The returned action must be carried out next.
    pub(crate) fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        self.list.content().choose(self.choice(index, cx), cx)
    }

    fn merge_changed(&mut self, cx: &Workspace) -> OnMergeChange {
        let change = self.list.content_mut().merge_changed(cx);
        self.cursor = self.cursor.min(self.len(cx).saturating_sub(1));
        change
    }
}

/// Returns whether two texts are the same number: `8` is `08`.
fn is_number(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|text| text.parse::<usize>().ok());
    one.is_some() && one == other
}

/// An upper limit for the rows of a text, whose height is only known when it is drawn.
const MAX_TEXT_ROWS: usize = 1_000_000;

/// A popup.
#[derive(Clone, Debug)]
pub enum Popup {
    /// The help.
    Help(HelpPopup),
    /// Text.
    Text(TextPopup),
    /// A list.
    List(ListPopup),
    /// A question.
    Question(Question),
}

impl Popup {
    pub(super) fn key_context(&self) -> KeyContext {
        match self {
            Self::Help(_) | Self::Text(_) => KeyContext::Help,
            Self::List(list) => list.key_context(),
            Self::Question(_) => KeyContext::Question,
        }
    }

    /// Returns the cursor or scroll offset, and the number of rows.
    fn cursor(&mut self, cx: &Workspace) -> Option<(&mut usize, usize)> {
        match self {
            Self::Help(help) => Some((&mut help.scroll, MAX_TEXT_ROWS)),
            Self::Text(text) => Some((&mut text.scroll, MAX_TEXT_ROWS)),
            Self::List(list) => {
                let len = list.len(cx);
                Some((&mut list.cursor, len))
            }
            Self::Question(question) => Some((&mut question.scroll, MAX_TEXT_ROWS)),
        }
    }

    /// Moves the cursor of a list, or scrolls text.
    pub(super) fn move_by(&mut self, by: i64, cx: &Workspace) {
        if let Some((cursor, rows)) = self.cursor(cx) {
            *cursor = moved(*cursor, by, rows);
        }
    }

    /// Returns whether the cursor or the scroll offset is at the end in a direction. `last` is the largest
    /// scroll offset, which is only known after drawing.
    pub(super) fn is_at_edge(&self, down: bool, last: Option<usize>, cx: &Workspace) -> bool {
        match self {
            Self::List(list) if down => list.cursor + 1 >= list.len(cx),
            Self::List(list) => list.cursor == 0,
            Self::Help(HelpPopup { scroll, .. })
            | Self::Text(TextPopup { scroll, .. })
            | Self::Question(Question { scroll, .. }) => match down {
                true => last.is_some_and(|last| *scroll >= last),
                false => *scroll == 0,
            },
        }
    }

    /// Returns the reason why the action is not available, as text for the status line, or `None` if it is available.
    pub(super) fn blocker(&self, action: LayerAction, cx: &Workspace) -> Option<HintText> {
        let choices = match self {
            Self::List(list) => list.len(cx),
            _ => 0,
        };
        match action {
            LayerAction::Choose | LayerAction::Pick(_) if choices == 0 => Some("nothing to select".into()),
            LayerAction::Pick(index) if index >= choices => {
                Some(format!("there is no choice {} (1 to {choices})", index + 1).into())
            }
            LayerAction::Choose | LayerAction::Pick(_) => match self {
                Self::List(list) => {
                    let row = match action {
                        LayerAction::Pick(row) => row,
                        _ => list.cursor,
                    };
                    list.list.content().choice_blocker(list.choice(row, cx))
                }
                _ => None,
            },
            LayerAction::Yes | LayerAction::No | LayerAction::SaveFirst
                if !matches!(self, Self::Question(_)) =>
            {
                Some("no question is open".into())
            }
            LayerAction::SaveFirst if !self.offers_to_save() => Some(words(
                "press {} or {}",
                [LayerAction::Yes, LayerAction::No].map(Action::Layer),
            )),
            _ => None,
        }
    }

    /// Returns whether the question offers to save the text first.
    fn offers_to_save(&self) -> bool {
        match self {
            Self::Question(question) => question.confirmation.text().save.is_some(),
            _ => false,
        }
    }

    /// Returns whether the question is about keeping the edited text after its file or inputs have changed.
    pub(crate) fn asks_about_text(&self) -> bool {
        match self {
            Self::Question(question) => matches!(
                question.confirmation,
                Confirmation::Conflict | Confirmation::InputsChanged
            ),
            _ => false,
        }
    }

    /// Updates the popup after the merge has changed.
    pub(super) fn merge_changed(&mut self, cx: &Workspace) -> OnMergeChange {
        match self {
            Self::Text(text) => text.merge_changed(),
            Self::List(list) => list.merge_changed(cx),
            Self::Help(_) | Self::Question(_) => OnMergeChange::Keep,
        }
    }
}

/// Returns the cursor moved by a number of rows, within `rows`.
pub(crate) fn moved(cursor: usize, by: i64, rows: usize) -> usize {
    let last = rows.saturating_sub(1) as i64;
    (cursor as i64).saturating_add(by).clamp(0, last.max(0)) as usize
}
