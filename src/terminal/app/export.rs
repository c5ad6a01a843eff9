//! Exports files.

use std::path::Path;
use std::sync::Arc;

use super::TerminalApp;
use crate::explorer::export::ExportFormat;
use crate::explorer::{Explorer, ExportedFile, Message};
use crate::terminal::event::AppCommand;
use crate::terminal::export::ExportRequest;
use crate::terminal::save::{ExpectedContent, SaveError, SaveRequest, save};
use crate::terminal::{export, svg};

impl TerminalApp {
    pub(crate) fn export(&mut self, format: ExportFormat, replace: bool) -> Vec<AppCommand> {
        let (across, down) = svg::SIZES;
        let size = (
            self.size.0.clamp(*across.start(), *across.end()),
            self.size.1.clamp(*down.start(), *down.end()),
        );
        let (look, rules) = (self.look.clone(), self.schema.rules().clone());
        let write = move |state: &Explorer| {
            let request = ExportRequest {
                format,
                look: &look,
                size,
                animate: false,
                rules: rules.clone(),
            };
            write(state, request, replace)
        };
        if self.state.workspace().is_large() {
            // The current state is exported, even if keys change it in the meantime.
            let state = Arc::new(self.state.clone());
            self.run_in_background("export", move || write(&state));
            Vec::new()
        } else {
            let written = write(&self.state);
            // The program can end when a text is saved.
            self.answer(written)
        }
    }
}

/// Writes the export file.
fn write(explorer: &Explorer, request: ExportRequest<'_>, replace: bool) -> Message {
    let format = request.format;
    let text = export::text(explorer, request);
    let name = explorer.export().name().to_owned();
    let expect = if replace {
        ExpectedContent::Anything
    } else {
        ExpectedContent::Absent
    };
    Message::Exported(
        match save(&SaveRequest::new(Path::new(&name), text.as_bytes(), expect)) {
            Ok(_) => ExportedFile::Written(name),
            Err(SaveError::Conflict { .. }) => ExportedFile::Exists(format),
            // The prompt shows the name itself.
            Err(SaveError::NotSaved { why, .. }) => ExportedFile::Failed(format, why),
        },
    )
}
