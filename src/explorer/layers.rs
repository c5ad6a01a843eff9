//! The layers over the panes, from the bottom: a screen, the prompt, a popup. There is at most one of each.
//! The top layer gets the layer actions and decides the key context; all layers are updated when another
//! merge is shown.

use super::action::{Action, LayerAction};
use super::compare::screen::CompareScreen;
use super::go_to::go_to_path;
use super::hint_text::{HintText, words};
use super::key_context::KeyContext;
use super::list_order::screen::ListOrderScreen;
use super::panes::viewport::Viewport;
use super::popups::action::ListKind;
use super::popups::help::HelpPopup;
use super::popups::list::{ListView, OnMergeChange};
use super::popups::prompt::{Prompt, PromptHistory, PromptKind};
use super::popups::question::{Confirmation, Question};
use super::popups::text::{TextContent, TextPopup};
use super::popups::{ListPopup, Popup, moved};
use super::workspace::Workspace;

/// Page size of a popup before its first frame, in rows.
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
    /// Returns the row of the cursor and the number of rows.
    fn cursor(&self) -> (usize, usize) {
        match self {
            Self::Compare(screen) => (screen.view.cursor, screen.rows()),
            Self::ListOrder(screen) => (screen.view.cursor, screen.rows()),
        }
    }

    /// Returns the number of rows.
    pub(crate) fn row_count(&self) -> usize {
        self.cursor().1
    }

    /// Returns the first of the rows that has a text for which `matches` is true; texts are escaped.
    pub(crate) fn find(
        &self,
        rows: impl Iterator<Item = usize> + Clone,
        matches: impl Fn(&str) -> bool,
        cx: &Workspace,
    ) -> Option<usize> {
        match self {
            Self::Compare(screen) => screen.find(rows, matches),
            Self::ListOrder(screen) => screen.find(rows, matches, cx.merged()),
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

    /// Returns the reason why a key of the panes is ignored.
    fn ignored_key(&self) -> HintText {
        let template = match self {
            Self::Compare(_) => "not available in the comparison; {}: close it",
            Self::ListOrder(_) => "not available in the list order; {}: close it",
        };
        words(template, [Action::CLOSE])
    }
}

/// What is on top of all that is open.
pub(crate) enum TopLayer<'l> {
    Prompt,
    Popup(&'l Popup),
    Text,
    Screen(&'l Screen),
    Panes,
}

/// The layers over the panes.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    screen: Option<Screen>,
    prompt: Option<Prompt>,
    /// The accepted texts of earlier prompts.
    pub(crate) typed: PromptHistory,
    popup: Option<Popup>,
    /// The largest scroll offset of the text popup and its height in rows, as of the last frame.
    popup_end: Option<(usize, usize)>,
}

/// Returns the number of rows by which an action moves the cursor, or `None` if it does not move it.
pub(crate) fn row_delta(action: LayerAction, page: usize) -> Option<i64> {
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
    /// Returns whether a layer is open.
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

    /// Opens a list, unless it is empty.
    pub(crate) fn open_list(&mut self, kind: ListKind, cx: &mut Workspace) {
        if let Some(list) = ListPopup::open(kind, cx) {
            self.popup = Some(Popup::List(list));
        }
    }

    /// Shows a list that was computed in the background, unless a popup is open.
    pub(crate) fn show_list(&mut self, list: ListPopup, cx: &mut Workspace) {
        if self.popup.is_none() {
            cx.stop_playing();
            self.popup = Some(Popup::List(list));
        }
    }

    /// Returns the list, if the popup is one.
    pub fn list(&self) -> Option<&ListPopup> {
        match &self.popup {
            Some(Popup::List(list)) => Some(list),
            _ => None,
        }
    }

    /// Returns the contents of the list.
    pub fn list_view(&self, cx: &Workspace) -> Option<ListView> {
        Some(self.list()?.view(cx))
    }

    /// Opens a popup with text, unless a popup is open.
    pub(crate) fn show_text(&mut self, content: TextContent, lines: Vec<String>) {
        let text = TextPopup {
            content,
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

    /// Asks a question about a file and shows lines with it.
    pub(crate) fn ask_about(&mut self, confirmation: Confirmation, file: &str, lines: Vec<String>) {
        self.popup = Some(Popup::Question(Question {
            confirmation,
            file: file.to_owned(),
            lines,
            scroll: 0,
        }));
    }

    /// Returns the question, if the popup is one.
    pub fn question(&self) -> Option<&Question> {
        match &self.popup {
            Some(Popup::Question(question)) => Some(question),
            _ => None,
        }
    }

    /// Returns the question that is asked, also while the help covers it.
    pub fn asked(&self) -> Option<&Question> {
        match &self.popup {
            Some(Popup::Help(help)) => help.question.as_ref(),
            _ => self.question(),
        }
    }

    /// Opens or closes the help.
    pub(crate) fn toggle_help(&mut self, edits: bool) {
        let context = self.key_context(edits);
        self.popup = match self.popup.take() {
            Some(Popup::Help(help)) => help.question.map(Popup::Question),
            covered => Some(Popup::Help(HelpPopup {
                scroll: 0,
                context,
                filter: String::new(),
                question: match covered {
                    Some(Popup::Question(question)) => Some(question),
                    _ => None,
                },
            })),
        };
    }

    /// Limits the scroll offset of a text popup. `end` is the largest offset and the height of the popup in
    /// rows.
    pub(crate) fn bound_popup(&mut self, end: Option<(usize, usize)>) {
        self.popup_end = end;
        let scroll = match &mut self.popup {
            Some(Popup::Help(help)) => &mut help.scroll,
            Some(Popup::Text(text)) => &mut text.scroll,
            Some(Popup::Question(question)) => &mut question.scroll,
            _ => return,
        };
        *scroll = (*scroll).min(end.map_or(0, |(last, _)| last));
    }

    /// Shows all lines of a filtered popup. Returns whether it was filtered.
    pub(crate) fn clear_filter(&mut self) -> bool {
        let is_filtered = match &self.popup {
            Some(Popup::Help(help)) => !help.filter.is_empty(),
            Some(Popup::Text(shown)) => !shown.filter.is_empty(),
            Some(Popup::List(list)) => list.is_filtered(),
            Some(Popup::Question(_)) | None => false,
        };
        if is_filtered {
            self.set_filter("");
        }
        is_filtered
    }

    /// Filters the lines of the popup by a text.
    pub(crate) fn set_filter(&mut self, text: &str) {
        match &mut self.popup {
            Some(Popup::Help(help)) => (help.filter, help.scroll) = (text.to_owned(), 0),
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

    /// Returns the open prompt.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    pub(crate) fn prompt_mut(&mut self) -> Option<&mut Prompt> {
        self.prompt.as_mut()
    }

    pub(crate) fn open_prompt(&mut self, prompt: Prompt) {
        self.prompt = Some(prompt);
    }

    /// Replaces the text of the prompt by an earlier or later one. Returns whether there is one.
    pub(crate) fn recall(&mut self, before: bool) -> bool {
        let prompt = self.prompt.as_mut();
        prompt.is_some_and(|prompt| self.typed.recall(prompt, before))
    }

    pub(crate) fn take_prompt(&mut self) -> Option<Prompt> {
        self.prompt.take()
    }

    /// Returns the screen that covers the panes.
    pub fn screen(&self) -> Option<&Screen> {
        self.screen.as_ref()
    }

    /// Returns the comparison, if it is open.
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

    /// Returns the list order, if it is open.
    pub fn list_order(&self) -> Option<&ListOrderScreen> {
        match &self.screen {
            Some(Screen::ListOrder(screen)) => Some(screen),
            _ => None,
        }
    }

    pub(crate) fn open_screen(&mut self, screen: Screen) {
        self.screen = Some(screen);
    }

    /// Closes the screen. Returns whether one was open.
    pub(crate) fn close_screen(&mut self) -> bool {
        self.screen.take().is_some()
    }

    /// Closes a comparison of versions, because the panes are about to show another version.
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

    /// Returns the row of the cursor of the screen (from 0), or `None` if the panes are visible.
    pub fn screen_row(&self) -> Option<usize> {
        Some(self.screen.as_ref()?.cursor().0)
    }

    /// Moves the cursor of the screen to a row.
    pub(crate) fn set_row(&mut self, row: usize) {
        if let Some(screen) = &mut self.screen {
            let (_, rows) = screen.cursor();
            screen.view_mut().put(row, rows);
        }
    }

    /// Sets the height of the screen in rows.
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

    /// Returns what gets the keys, and is closed first. `edits`: the text area is open.
    pub(crate) fn top(&self, edits: bool) -> TopLayer<'_> {
        let is_filter = |prompt: &Prompt| prompt.kind == PromptKind::Filter;
        match (&self.popup, &self.prompt, &self.screen) {
            // The filter of a popup is below it on the screen.
            (Some(popup), prompt, _) if !prompt.as_ref().is_some_and(is_filter) => TopLayer::Popup(popup),
            (_, Some(_), _) => TopLayer::Prompt,
            _ if edits => TopLayer::Text,
            (_, None, Some(screen)) => TopLayer::Screen(screen),
            (_, None, None) => TopLayer::Panes,
        }
    }

    /// Returns the key context. `edits`: the text area is open.
    pub(crate) fn key_context(&self, edits: bool) -> KeyContext {
        match self.top(edits) {
            TopLayer::Prompt => KeyContext::Prompt,
            TopLayer::Popup(popup) => popup.key_context(),
            TopLayer::Text => KeyContext::Edit,
            TopLayer::Screen(screen) => screen.key_context(),
            TopLayer::Panes => KeyContext::Main,
        }
    }

    /// Returns the reason why a key of the panes is ignored, or `None` if the panes get the keys.
    pub(crate) fn ignored_key(&self) -> Option<HintText> {
        match &self.popup {
            Some(Popup::Question(question)) if question.confirmation.text().save.is_some() => Some(words(
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

    /// Moves the cursor of the top layer. Returns `false` if the panes are on top.
    pub(crate) fn move_cursor(&mut self, action: LayerAction, cx: &Workspace) -> bool {
        if let Some(popup) = &mut self.popup {
            if let Some(by) = row_delta(action, self.popup_end.map_or(POPUP_PAGE, |(_, rows)| rows)) {
                popup.move_by(by, cx);
            }
            return true;
        }
        let Some(screen) = &mut self.screen else {
            return false;
        };
        let (cursor, rows) = screen.cursor();
        let view = screen.view_mut();
        if let Some(by) = row_delta(action, view.height.saturating_sub(1)) {
            view.put(moved(cursor, by, rows), rows);
        }
        true
    }

    /// Returns whether the cursor of the top layer is at the end in a direction, or `None` if the panes are
    /// on top.
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
            (None, _, LayerAction::Explanation) if self.screen.is_none() && cx.is_opening() => {
                Some("no explanation yet: the files are still being read".into())
            }
            (None, _, LayerAction::Yes | LayerAction::No | LayerAction::SaveFirst) => {
                Some("no question is open".into())
            }
            _ => None,
        }
    }

    /// Chooses an item of the list: the given one, or the one with the cursor. In the comparison, goes to the
    /// step that decides the difference; in the list order, goes to the item. The returned action must be
    /// carried out next.
    pub(crate) fn choose(&mut self, index: Option<usize>, cx: &mut Workspace) -> Option<Action> {
        match self.popup.take() {
            Some(Popup::List(list)) => return list.choose(index.unwrap_or(list.cursor()), cx),
            Some(other) => self.popup = Some(other),
            None if self.list_order().is_some() => {
                let screen = self.list_order()?;
                let (item, step) = (screen.chosen().ok()?, screen.chosen_step(cx.merged()));
                self.screen = None;
                match step {
                    Some(step) => cx.jump_to_item(step.position(), item),
                    None => go_to_path(&cx.merged().merge().path(item), cx),
                }
            }
            None if index.is_none() => {
                let compare = self.compare()?;
                let (position, item) = (compare.deciding_position(cx).ok()?, compare.moved_item(cx));
                self.screen = None;
                match item {
                    Some(item) => cx.jump_to_item(position, item),
                    None => cx.jump_to(position),
                }
            }
            None => {}
        }
        None
    }

    /// Returns the index of the version under the cursor of the version list, or `None` if that version is
    /// already shown.
    pub(crate) fn version_under_cursor(&self, cx: &Workspace) -> Option<usize> {
        let list = self.list().filter(|list| list.kind() == ListKind::Versions)?;
        Some(list.choice(list.cursor(), cx)).filter(|cursor| *cursor != cx.versions.shown())
    }

    /// Updates all layers after a step, an edit or a re-merge. Closes a layer that refers to an earlier merge
    /// and cannot be rebuilt.
    pub(crate) fn refresh(&mut self, cx: &mut Workspace) {
        if cx.take_merge_changed()
            && let Some(popup) = &mut self.popup
        {
            match popup.merge_changed(cx) {
                OnMergeChange::Keep => {}
                OnMergeChange::Refreshed(sentence) => cx.status.say_first(sentence),
                OnMergeChange::Close(sentence) => {
                    self.popup = None;
                    cx.status.say_first(sentence);
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
