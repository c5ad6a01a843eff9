//! Writing what is shown to a file, from the explorer: which form, and never over a file without asking.

use std::path::Path;

use super::list::{ListItem, ListView};
use super::prompt_line::{Prompt, PromptKind};
use super::{Confirmation, ListKind, Popup};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::export::file_name;
use crate::explorer::export::format::ExportFormat;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::popups::action::PromptAction;
use crate::explorer::state::Explorer;

impl Explorer {
    /// Opens the list of what can be written.
    pub(crate) fn ask_export(&mut self) {
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::Export,
            cursor: 0,
        });
    }

    pub(crate) fn export(&mut self, at: usize) -> Vec<Effect> {
        if let Some(format) = ExportFormat::ALL.get(at) {
            self.ask_name(*format, file_name(self, *format), None);
        }
        Vec::new()
    }

    /// Opens the line for the name of the file, with what could be taken at once.
    fn ask_name(&mut self, format: ExportFormat, name: String, trouble: Option<String>) {
        let mut prompt = Prompt::new(PromptKind::Export(format), self.spot());
        prompt.set(name);
        prompt.trouble = trouble;
        self.looking.prompt = Some(prompt);
    }

    pub(crate) fn export_note(&self) -> HintText {
        words(
            "{} writes, {} leaves",
            [Action::Prompt(PromptAction::Accept), Action::CLOSE],
        )
    }

    /// Takes the name, and its ending at its word; without a name the line stays.
    pub(crate) fn accept_export(&mut self, format: ExportFormat, prompt: Prompt) -> Vec<Effect> {
        let name = prompt.text.trim().to_owned();
        if name.is_empty() || name.ends_with(['/', '\\']) {
            let trouble = "a file needs a name".to_owned();
            self.ask_name(format, prompt.text, Some(trouble));
            return Vec::new();
        }
        let ending = Path::new(&name).extension().and_then(|ending| ending.to_str());
        let format = ending.and_then(ExportFormat::of_extension).unwrap_or(format);
        self.export_name = name;
        vec![Effect::Export {
            format,
            replace: false,
        }]
    }

    /// The file to write to; not escaped.
    pub fn export_name(&self) -> &str {
        &self.export_name
    }

    pub(crate) fn listed_exports(&self) -> ListView {
        let row = |format: ExportFormat| ListItem {
            label: format.name().to_owned(),
            text: visible(&format!("{}: {}", file_name(self, format), format.meaning())).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: "write".to_owned(),
            says: Some("To a file, whose name is asked for:".to_owned()),
            rows: ExportFormat::ALL.into_iter().map(row).collect(),
            hint: words("{} chooses, {} closes", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    /// Hears how writing went.
    pub(crate) fn exported(&mut self, outcome: ExportedFile) {
        match outcome {
            ExportedFile::Written(name) => self.say(format!("wrote {name}")),
            ExportedFile::Exists(format) => {
                self.overlay = Some(Popup::Question(Confirmation::ReplaceFile(format)))
            }
            ExportedFile::Failed(format, why) => {
                let trouble = format!("{why}; give another name or folder");
                self.ask_name(format, self.export_name.clone(), Some(trouble));
            }
        }
    }

    pub(crate) fn answer_replace(&mut self, format: ExportFormat, yes: bool) -> Vec<Effect> {
        if yes {
            return vec![Effect::Export {
                format,
                replace: true,
            }];
        }
        self.say(format!("{} stays as it is", self.export_name));
        Vec::new()
    }
}

/// How writing went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportedFile {
    /// The file of that name is there.
    Written(String),
    /// There is a file of that name already; nothing was written.
    Exists(ExportFormat),
    /// The file cannot be written; says why.
    Failed(ExportFormat, String),
}
