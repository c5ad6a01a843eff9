//! The layers over the panes, from the bottom: a screen, a line that is typed, a popup. There is at most one of each. The top one gets
//! the actions that every layer has, says its key context, and is told when another merge is shown.

use super::action::{Action, LayerAction};
use super::compare::screen::CompareScreen;
use super::go_to::go_to_path;
use super::hint_text::{HintText, words};
use super::key_context::KeyContext;
use super::list_order::screen::ListOrderScreen;
use super::panes::viewport::Viewport;
use super::popups::action::ListKind;
use super::popups::list::{ListView, OnMergeChange};
use super::popups::prompt::{Prompt, PromptKind};
use super::popups::question::{Confirmation, Question};
use super::popups::text::TextPopup;
use super::popups::{ListPopup, Popup, moved};
use super::workspace::Workspace;

/// Rows that a page scrolls in a popup before its first frame.
const POPUP_PAGE: usize = 9;

/// A screen that covers the panes.
#[derive(Clone, Debug)]
pub enum Screen {
    /// Two results side by side.
    Compare(Box<CompareScreen>),
    /// The order of a list.
    ListOrder(Box<ListOrderScreen>),
}

impl Screen {
    /// The row with the cursor, and how many rows there are.
    fn cursor(&self) -> (usize, usize) {
        match self {
            Self::Compare(screen) => (screen.view.cursor, screen.rows()),
            Self::ListOrder(screen) => (screen.view.cursor, screen.rows()),
        }
    }

    /// How many rows there are.
    pub(crate) fn row_count(&self) -> usize {
        self.cursor().1
    }

    /// The text of a row, to search in; escaped.
    pub(crate) fn text_of(&self, row: usize) -> String {
        match self {
            Self::Compare(screen) => screen.text_of(row),
            Self::ListOrder(screen) => screen.text_of(row),
        }
    }

    fn view_mut(&mut self) -> &mut Viewport {
        match self {
            Self::Compare(screen) => &mut screen.view,
            Self::ListOrder(screen) => &mut screen.view,
        }
    }

    fn key_context(&self) -> KeyContext {
        match self {
            Self::Compare(_) => KeyContext::Compare,
            Self::ListOrder(_) => KeyContext::ListOrder,
        }
    }

    /// Why a key of the panes does nothing here.
    fn ignored_key(&self) -> HintText {
        let template = match self {
            Self::Compare(_) => "not available in the comparison; {}: close it",
            Self::ListOrder(_) => "not available in the list order; {}: close it",
        };
        words(template, [Action::CLOSE])
    }
}

/// The layers over the panes.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    screen: Option<Screen>,
    prompt: Option<Prompt>,
    popup: Option<Popup>,
    /// How far the popup with text could be scrolled in the last frame, and its rows.
    popup_end: Option<(usize, usize)>,
}

/// By how many rows an action moves a cursor; none for other actions.
pub(crate) fn rows_by(action: LayerAction, page: usize) -> Option<i64> {
    let page = page.max(1) as i64;
    Some(match action {
        LayerAction::Up => -1,
        LayerAction::Down => 1,
        LayerAction::HalfPageUp => -(page / 2).max(1),
        LayerAction::HalfPageDown => (page / 2).max(1),
        LayerAction::PageUp => -page,
        LayerAction::PageDown => page,
        LayerAction::Top => i64::MIN / 2,
        LayerAction::Bottom => i64::MAX / 2,
        _ => return None,
    })
}

impl Layers {
    /// Whether anything covers the panes, or a line is typed.
    pub(crate) fn is_open(&self) -> bool {
        self.popup.is_some() || self.prompt.is_some() || self.screen.is_some()
    }

    /// The popup.
    pub fn popup(&self) -> Option<&Popup> {
        self.popup.as_ref()
    }

    pub(crate) fn take_popup(&mut self) -> Option<Popup> {
        self.popup.take()
    }

    /// Opens a list, if there is something to list.
    pub(crate) fn open_list(&mut self, kind: ListKind, cx: &mut Workspace) {
        if let Some(list) = ListPopup::open(kind, cx) {
            self.popup = Some(Popup::List(list));
        }
    }

    /// The list.
    pub fn list(&self) -> Option<&ListPopup> {
        match &self.popup {
            Some(Popup::List(list)) => Some(list),
            _ => None,
        }
    }

    /// What the list shows.
    pub fn list_view(&self, cx: &Workspace) -> Option<ListView> {
        Some(self.list()?.view(cx))
    }

    /// Shows text, unless there is a popup already.
    pub(crate) fn show_text(&mut self, lines: Vec<String>) {
        let text = TextPopup {
            lines,
            scroll: 0,
            filter: String::new(),
        };
        self.popup.get_or_insert(Popup::Text(text));
    }

    /// Asks a question about a file.
    pub(crate) fn ask(&mut self, confirmation: Confirmation, file: &str) {
        self.ask_about(confirmation, file, Vec::new());
    }

    /// Asks a question and shows lines with it.
    pub(crate) fn ask_about(&mut self, confirmation: Confirmation, file: &str, lines: Vec<String>) {
        self.popup = Some(Popup::Question(Question {
            confirmation,
            file: file.to_owned(),
            lines,
            scroll: 0,
        }));
    }

    /// The question that is asked.
    pub fn question(&self) -> Option<&Question> {
        match &self.popup {
            Some(Popup::Question(question)) => Some(question),
            _ => None,
        }
    }

    /// Opens or closes the help.
    pub(crate) fn toggle_help(&mut self, edits: bool) {
        let of = self.key_context(edits);
        self.popup = match self.popup {
            Some(Popup::Help { .. }) => None,
            _ => Some(Popup::Help {
                scroll: 0,
                of,
                filter: String::new(),
            }),
        };
    }

    /// Keeps a popup with text from being scrolled further than to its end; `end` is that position and the rows that it has.
    pub(crate) fn bound_popup(&mut self, end: Option<(usize, usize)>) {
        self.popup_end = end;
        let scroll = match &mut self.popup {
            Some(Popup::Help { scroll, .. }) => scroll,
            Some(Popup::Text(text)) => &mut text.scroll,
            Some(Popup::Question(question)) => &mut question.scroll,
            _ => return,
        };
        *scroll = (*scroll).min(end.map_or(0, |(last, _)| last));
    }

    /// Shows only the lines of the popup that hold a text.
    pub(crate) fn set_filter(&mut self, text: &str) {
        match &mut self.popup {
            Some(Popup::Help { filter, scroll, .. }) => (*filter, *scroll) = (text.to_owned(), 0),
            Some(Popup::Text(shown)) => (shown.filter, shown.scroll) = (text.to_owned(), 0),
            Some(Popup::List(list)) => list.set_filter(text),
            _ => {}
        }
    }

    /// Moves the cursor of the popup, or scrolls it.
    pub(crate) fn move_popup(&mut self, by: i64, cx: &Workspace) {
        if let Some(popup) = &mut self.popup {
            popup.move_by(by, cx);
        }
    }

    /// The line that is typed.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    pub(crate) fn prompt_mut(&mut self) -> Option<&mut Prompt> {
        self.prompt.as_mut()
    }

    pub(crate) fn open_prompt(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }

    pub(crate) fn take_prompt(&mut self) -> Option<Prompt> {
        self.prompt.take()
    }

    /// The screen that covers the panes.
    pub fn screen(&self) -> Option<&Screen> {
        self.screen.as_ref()
    }

    /// The comparison.
    pub fn compare(&self) -> Option<&CompareScreen> {
        match &self.screen {
            Some(Screen::Compare(screen)) => Some(screen),
            _ => None,
        }
    }

    pub(crate) fn compare_mut(&mut self) -> Option<&mut CompareScreen> {
        match &mut self.screen {
            Some(Screen::Compare(screen)) => Some(screen),
            _ => None,
        }
    }

    /// The order of a list.
    pub fn list_order(&self) -> Option<&ListOrderScreen> {
        match &self.screen {
            Some(Screen::ListOrder(screen)) => Some(screen),
            _ => None,
        }
    }

    pub(crate) fn open_screen(&mut self, screen: Screen) {
        self.screen = Some(screen);
    }

    /// Goes back to the panes. Returns whether a screen covered them.
    pub(crate) fn close_screen(&mut self) -> bool {
        self.screen.take().is_some()
    }

    /// Closes the comparison, if it is of versions: the panes are going to show another one.
    pub(crate) fn close_comparison_of_versions(&mut self) {
        if self.compare().is_some_and(CompareScreen::is_of_versions) {
            self.screen = None;
        }
    }

    /// Opens or closes the order of the list under the cursor.
    pub(crate) fn toggle_list_order(&mut self, cx: &mut Workspace) {
        if self.list_order().is_some() {
            self.screen = None;
        } else if let Some(screen) = ListOrderScreen::open(cx) {
            cx.stop_playing();
            self.screen = Some(Screen::ListOrder(Box::new(screen)));
        }
    }

    /// The row with the cursor on the screen, from 0; none if the panes are shown.
    pub fn screen_row(&self) -> Option<usize> {
        Some(self.screen.as_ref()?.cursor().0)
    }

    /// Puts the cursor of the screen on a row.
    pub(crate) fn set_row(&mut self, row: usize) {
        if let Some(screen) = &mut self.screen {
            let (_, rows) = screen.cursor();
            screen.view_mut().put(row, rows);
        }
    }

    /// Gives the screen so many rows.
    pub(crate) fn resize_screen(&mut self, height: usize) {
        if let Some(screen) = &mut self.screen {
            let ((cursor, rows), height) = (screen.cursor(), height.max(1));
            let view = screen.view_mut();
            if view.height != height {
                view.height = height;
                view.reveal(cursor, rows);
            }
        }
    }

    /// What has the keys; `edits` says that the text area is open.
    pub(crate) fn key_context(&self, edits: bool) -> KeyContext {
        match (&self.popup, &self.prompt, &self.screen) {
            (_, Some(prompt), _) if prompt.kind == PromptKind::Filter => KeyContext::Prompt,
            (Some(popup), ..) => popup.key_context(),
            (None, Some(_), _) => KeyContext::Prompt,
            _ if edits => KeyContext::Edit,
            (None, None, Some(screen)) => screen.key_context(),
            (None, None, None) => KeyContext::Main,
        }
    }

    /// Why a key of the panes does nothing; none if the panes have the keys.
    pub(crate) fn ignored_key(&self) -> Option<HintText> {
        match &self.popup {
            Some(Popup::Question(question)) if question.confirmation.save_text().is_some() => Some(words(
                "press {}, {} or {}",
                [LayerAction::SaveFirst, LayerAction::Yes, LayerAction::No].map(Action::Layer),
            )),
            Some(Popup::Question(_)) => Some(words(
                "press {} or {}",
                [LayerAction::Yes, LayerAction::No].map(Action::Layer),
            )),
            Some(_) => Some(words("not available here; {}: close", [Action::CLOSE])),
            None => self.screen.as_ref().map(Screen::ignored_key),
        }
    }

    /// Moves the cursor of the top layer. Returns whether there is one: else the panes are on top.
    pub(crate) fn move_cursor(&mut self, action: LayerAction, cx: &Workspace) -> bool {
        if let Some(popup) = &mut self.popup {
            if let Some(by) = rows_by(action, self.popup_end.map_or(POPUP_PAGE, |(_, rows)| rows)) {
                popup.move_by(by, cx);
            }
            return true;
        }
        let Some(screen) = &mut self.screen else {
            return false;
        };
        let (cursor, rows) = screen.cursor();
        let view = screen.view_mut();
        if let Some(by) = rows_by(action, view.height.saturating_sub(1)) {
            view.put(moved(cursor, by, rows), rows);
        }
        true
    }

    /// Whether the cursor of the top layer is at the end in that direction; none if the panes are on top.
    pub(crate) fn is_at_edge(&self, down: bool, cx: &Workspace) -> Option<bool> {
        if let Some(popup) = &self.popup {
            return Some(popup.is_at_edge(down, self.popup_end.map(|(last, _)| last), cx));
        }
        let (cursor, rows) = self.screen.as_ref()?.cursor();
        Some(if down { cursor + 1 >= rows } else { cursor == 0 })
    }

    /// Returns the reason why choosing or answering is not available, as text for the status line, or `None` if it is available.
    pub(crate) fn choice_blocker(&self, action: LayerAction, cx: &Workspace) -> Option<HintText> {
        match (&self.popup, self.compare(), action) {
            (Some(popup), ..) => popup.blocker(action, cx),
            (None, Some(compare), LayerAction::Choose) => compare.deciding_position(cx).err(),
            (None, _, LayerAction::Choose) => match self.list_order() {
                Some(order) => order.chosen().err(),
                None => Some("nothing to select".into()),
            },
            (None, _, LayerAction::Yes | LayerAction::No | LayerAction::SaveFirst) => {
                Some("no question is open".into())
            }
            _ => None,
        }
    }

    /// Takes a choice of the list, or the one under its cursor. On the comparison it goes to the step that decides the difference, on
    /// the order of a list to the line of the item. An action that is returned is carried out.
    pub(crate) fn choose(&mut self, at: Option<usize>, cx: &mut Workspace) -> Option<Action> {
        match self.popup.take() {
            Some(Popup::List(list)) => return list.choose(at.unwrap_or(list.cursor()), cx),
            Some(other) => self.popup = Some(other),
            None if self.list_order().is_some() => {
                let item = self.list_order()?.chosen().ok()?;
                self.screen = None;
                let path = cx.merged().merge().path(item);
                go_to_path(&path, cx);
            }
            None if at.is_none() => {
                let position = self.compare()?.deciding_position(cx).ok()?;
                self.screen = None;
                cx.jump_to(position);
            }
            None => {}
        }
        None
    }

    /// The index of another version than the shown one, if the cursor of their list is on one.
    pub(crate) fn version_under_cursor(&self, cx: &Workspace) -> Option<usize> {
        let list = self.list().filter(|list| list.kind() == ListKind::Versions)?;
        Some(list.choice(list.cursor(), cx)).filter(|cursor| *cursor != cx.versions.shown())
    }

    /// Follows steps and saves: nothing that is shown is about an earlier merge.
    pub(crate) fn refresh(&mut self, cx: &mut Workspace) {
        if cx.take_merge_changed()
            && let Some(popup) = &mut self.popup
        {
            match popup.merge_changed(cx) {
                OnMergeChange::Keep => {}
                OnMergeChange::Refreshed(says) => cx.say_first(says),
                OnMergeChange::Close(says) => {
                    self.popup = None;
                    cx.say_first(says);
                }
            }
        }
        let is_gone = match &mut self.screen {
            Some(Screen::Compare(screen)) => {
                screen.refresh(cx);
                false
            }
            Some(Screen::ListOrder(screen)) => !screen.refresh(cx.merged()),
            None => false,
        };
        if is_gone {
            self.screen = None;
            cx.say("the list no longer exists; list order closed");
        }
    }
}
