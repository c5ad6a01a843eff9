//! Lists of choices over the panes: what they show, and what choosing does.

use super::{ListKind, Popup};
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::panes::jump_list::at_step;
use crate::explorer::state::Explorer;
use crate::merge::Mark;

/// A list as it is shown. All text is escaped.
#[derive(Clone, Debug, Default)]
pub struct ListView {
    /// Its title.
    pub title: String,
    /// What stands above the choices.
    pub says: Option<String>,
    /// The choices.
    pub rows: Vec<ListItem>,
    /// More words on the choice under the cursor.
    pub detail: String,
    /// What the keys do.
    pub hint: HintText,
}

/// One choice.
#[derive(Clone, Debug, Default)]
pub struct ListItem {
    /// A key or number before it.
    pub lead: String,
    /// What it did, where that leaves a mark.
    pub mark: Option<Mark>,
    /// It has no mark, but the place for one.
    pub label: String,
    /// The rest of the line.
    pub text: String,
    /// It matters less.
    pub dim: bool,
}

impl Explorer {
    /// The list that lies on top.
    pub fn listed(&self) -> Option<ListView> {
        let Some(Popup::List { listing, cursor }) = self.overlay else {
            return None;
        };
        Some(match listing {
            ListKind::History => self.listed_history(cursor),
            ListKind::Copy => self.listed_copies(cursor),
            ListKind::Types => self.listed_types(cursor),
            ListKind::Templates => self.listed_templates(cursor),
            ListKind::Export => self.listed_exports(),
            ListKind::Filter => self.listed_filter(),
            ListKind::Versions => self.listed_versions(),
            ListKind::Predict => self.listed_predictions(),
            ListKind::LessonPage => self.lesson_page(),
        })
    }

    /// How many choices the list on top has.
    pub(crate) fn list_length(&self, listing: ListKind) -> usize {
        match listing {
            ListKind::History => self
                .looking
                .history
                .as_ref()
                .map_or(0, |history| history.entries.len()),
            ListKind::Copy => crate::explorer::copy::action::CopyTarget::OF_LINE.len(),
            ListKind::Types => self.types.len(),
            ListKind::Templates => self.standings().len(),
            ListKind::Export => crate::explorer::export::format::ExportFormat::ALL.len(),
            ListKind::Filter => self.filter_choices(),
            ListKind::Versions => self.version_count(),
            ListKind::Predict => self.prediction_count(),
            ListKind::LessonPage => 0,
        }
    }

    /// Takes a choice that was clicked.
    pub(crate) fn pick(&mut self, at: usize) -> Vec<Effect> {
        match self.overlay {
            Some(Popup::List { listing, .. }) => self.choose_from(listing, at),
            _ => Vec::new(),
        }
    }

    /// Takes a choice.
    pub(crate) fn choose_from(&mut self, listing: ListKind, at: usize) -> Vec<Effect> {
        self.overlay = None;
        match listing {
            ListKind::History => self.jump_in_history(at),
            ListKind::Types => {
                self.choose_type(at);
                Vec::new()
            }
            ListKind::Templates => self.choose_template(at),
            ListKind::Export => self.export(at),
            ListKind::Filter => {
                self.choose_filter(at);
                Vec::new()
            }
            ListKind::Versions => {
                self.choose_version(at);
                Vec::new()
            }
            ListKind::LessonPage => Vec::new(),
            ListKind::Predict => self.predict(at),
            ListKind::Copy => match crate::explorer::copy::action::CopyTarget::OF_LINE.get(at) {
                Some(what) => self.copy(*what),
                None => Vec::new(),
            },
        }
    }

    /// Opens the list of the steps that touched the line under the cursor.
    pub(crate) fn ask_why(&mut self) {
        let Some(under) = self.under_cursor() else { return };
        let history = self.history_of(&under);
        // The newest step of its own is what one asks for most.
        let own = history.entries.iter().rposition(|entry| !entry.around);
        self.looking.history = Some(history);
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::History,
            cursor: own.unwrap_or(0),
        });
    }

    /// Opens the list of effects.
    pub(crate) fn ask_filter(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::Filter,
            cursor: self.filter_line(),
        });
    }

    fn jump_in_history(&mut self, at: usize) -> Vec<Effect> {
        let entries = self.looking.history.as_ref().map(|history| &history.entries);
        let Some(position) = entries.and_then(|entries| Some(entries.get(at)?.position)) else {
            return Vec::new();
        };
        let spot = self.spot();
        self.remember(spot);
        self.go_to(position.min(self.session.len()));
        self.say(at_step(position));
        Vec::new()
    }

    fn listed_history(&self, cursor: usize) -> ListView {
        let Some(history) = &self.looking.history else {
            return ListView::default();
        };
        let row = |entry: &super::line_history_state::HistoryEntry| ListItem {
            lead: entry.position.to_string(),
            mark: entry.mark,
            label: entry.label.to_owned(),
            text: entry.says.clone(),
            dim: entry.around,
        };
        let chosen = history.entries.get(cursor);
        let around = match chosen {
            Some(entry) if entry.around => "About what holds the line: ",
            _ => "",
        };
        ListView {
            title: format!("why is this line here? {}", history.path),
            says: history.says.clone(),
            rows: history.entries.iter().map(row).collect(),
            detail: chosen.map_or(String::new(), |entry| format!("{around}{}", entry.says)),
            hint: match history.entries.is_empty() {
                true => words("{} closes", [Action::CLOSE]),
                false => words("{} goes to the step, {} closes", [Action::CHOOSE, Action::CLOSE]),
            },
        }
    }
}
