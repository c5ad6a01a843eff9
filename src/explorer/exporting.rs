//! Writing what is shown to a file, from the explorer: which form, and never over a file without asking.

use super::action::Action;
use super::export::{Format, file_name};
use super::listing::{Choice, Listed, Listing};
use super::overlay::{Overlay, Question};
use super::state::State;
use super::update::Effect;
use super::words::words;
use crate::document::escape::visible;

impl State {
    /// Opens the list of what can be written.
    pub(super) fn ask_export(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Overlay::List {
            listing: Listing::Export,
            cursor: 0,
        });
    }

    pub(super) fn export(&mut self, at: usize) -> Vec<Effect> {
        let format = Format::ALL.get(at).copied();
        let effect = |format| Effect::Export {
            format,
            replace: false,
        };
        format.map(effect).into_iter().collect()
    }

    pub(super) fn listed_exports(&self) -> Listed {
        let row = |format: Format| Choice {
            label: format.name().to_owned(),
            text: visible(&format!("{}: {}", file_name(self, format), format.meaning())).into_owned(),
            ..Choice::default()
        };
        Listed {
            title: "write".to_owned(),
            says: Some("To a file in the folder where mergescope was started:".to_owned()),
            rows: Format::ALL.into_iter().map(row).collect(),
            hint: words("{} chooses, {} closes", [Action::Choose, Action::Close]),
            ..Listed::default()
        }
    }

    /// Hears how writing went.
    pub(super) fn exported(&mut self, outcome: Exported) {
        match outcome {
            Exported::Written(name) => self.say(format!("wrote {name}")),
            Exported::Exists(format) => self.overlay = Some(Overlay::Question(Question::ReplaceFile(format))),
        }
    }

    pub(super) fn answer_replace(&mut self, format: Format, yes: bool) -> Vec<Effect> {
        if yes {
            return vec![Effect::Export {
                format,
                replace: true,
            }];
        }
        self.say(format!("{} stays as it is", file_name(self, format)));
        Vec::new()
    }
}

/// How writing went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exported {
    /// The file of that name is there.
    Written(String),
    /// There is a file of that name already; nothing was written.
    Exists(Format),
}
