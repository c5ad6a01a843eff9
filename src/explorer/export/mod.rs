//! Exports a merge: asks for the format and the name, and before it overwrites a file. The files are written
//! elsewhere.

pub(crate) mod file_name;
pub(crate) mod format;
pub mod html;
pub mod session;
pub(crate) mod session_folds;

use std::path::Path;

pub use crate::report::pull_request::report;
pub use file_name::file_name;
pub use format::ExportFormat;

use super::action::Action;
use super::effect::Effect;
use super::inputs::input_id::InputId;
use super::layers::Layers;
use super::popups::prompt::{Prompt, PromptKind};
use super::popups::question::Confirmation;
use super::workspace::Workspace;

/// The result of writing an export file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportedFile {
    /// The file with this name was written.
    Written(String),
    /// A file with this name exists, so nothing was written.
    Exists(ExportFormat),
    /// The file cannot be written; the text is the error.
    Failed(ExportFormat, String),
}

/// The state of the export.
#[derive(Clone, Debug, Default)]
pub struct Export {
    name: String,
    /// The text that is saved, and the action that waits until it is.
    saves: Option<(InputId, Action)>,
}

impl Export {
    /// Returns the name of the file to write; not escaped.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens the prompt for the name of a file with the text of an input. `next` follows when it is written.
    pub(crate) fn ask_to_save(&mut self, input: InputId, next: Action, layers: &mut Layers, cx: &Workspace) {
        self.ask_name(ExportFormat::Text(input), layers, cx);
        self.saves = Some((input, next));
    }

    /// Opens the prompt for the name of the file.
    pub(crate) fn ask_name(&mut self, format: ExportFormat, layers: &mut Layers, cx: &Workspace) {
        self.saves = None;
        ask(format, file_name(cx, format), None, layers, cx);
    }

    /// Accepts a file name. A known extension decides the format.
    ///
    /// # Errors
    /// The name is not the name of a file.
    pub(crate) fn accept(
        &mut self,
        format: ExportFormat,
        name: &str,
        cx: &mut Workspace,
    ) -> Result<(), String> {
        if name.is_empty() || name.ends_with(['/', '\\']) {
            return Err("enter a file name".to_owned());
        }
        let extension = Path::new(name)
            .extension()
            .and_then(|extension| extension.to_str());
        let format = match extension.and_then(ExportFormat::from_extension) {
            Some(other) if self.saves.is_none() => other,
            _ => format,
        };
        self.name = name.to_owned();
        self.say_writing(cx);
        cx.effect(Effect::Export {
            format,
            replace: false,
        });
        Ok(())
    }

    /// Says that a file is being written, because a large one takes a while.
    fn say_writing(&self, cx: &mut Workspace) {
        if cx.is_large() {
            cx.say(format!("writing {}…", self.name));
        }
    }

    /// Handles the result of writing the file. Returns the input whose text is now in a file, and the action that waited
    /// for it.
    pub(crate) fn on_written(
        &mut self,
        result: ExportedFile,
        layers: &mut Layers,
        cx: &mut Workspace,
    ) -> Option<(InputId, Action)> {
        match result {
            ExportedFile::Written(name) => {
                cx.say(format!("wrote {name}"));
                return self.saves.take();
            }
            ExportedFile::Exists(format) => layers.ask(Confirmation::ReplaceFile(format), &self.name),
            ExportedFile::Failed(format, why) => {
                let error = format!("{why}; enter another name");
                ask(format, self.name.clone(), Some(error), layers, cx);
            }
        }
        None
    }

    /// Replaces the file, or keeps it.
    pub(crate) fn answer_replace(&self, format: ExportFormat, replace: bool, cx: &mut Workspace) {
        if replace {
            self.say_writing(cx);
            cx.effect(Effect::Export { format, replace });
        } else {
            cx.say(format!("{} was not changed", self.name));
        }
    }
}

fn ask(format: ExportFormat, name: String, error: Option<String>, layers: &mut Layers, cx: &Workspace) {
    let mut prompt = Prompt::new(PromptKind::Export(format), cx.jump_point());
    prompt.set(name);
    prompt.error = error;
    layers.open_prompt(prompt);
}
