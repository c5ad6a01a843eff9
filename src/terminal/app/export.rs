//! Writing what is shown to a file, on a key.

use std::path::Path;

use super::TerminalApp;
use crate::explorer::export::ExportFormat;
use crate::explorer::{ExportedFile, Message};
use crate::terminal::export;
use crate::terminal::export::ExportRequest;
use crate::terminal::save::{ExpectedContent, SaveError, SaveRequest, save};
use crate::terminal::svg;

impl TerminalApp {
    pub(crate) fn export(&mut self, format: ExportFormat, replace: bool) {
        let (across, down) = svg::SIZES;
        let wanted = ExportRequest {
            format,
            look: &self.look,
            size: (
                self.size.0.clamp(*across.start(), *across.end()),
                self.size.1.clamp(*down.start(), *down.end()),
            ),
            animate: false,
            rules: self.schema.rules().clone(),
        };
        let text = export::text(&self.state, wanted);
        let name = self.state.export().name().to_owned();
        let expect = if replace {
            ExpectedContent::Anything
        } else {
            ExpectedContent::Absent
        };
        self.on_message(
            match save(&SaveRequest::new(Path::new(&name), text.as_bytes(), expect)) {
                Ok(_) => Message::Exported(ExportedFile::Written(name)),
                Err(SaveError::Conflict { .. }) => Message::Exported(ExportedFile::Exists(format)),
                // The line shows the name itself.
                Err(SaveError::Refused { why, .. }) => Message::Exported(ExportedFile::Failed(format, why)),
            },
        );
    }
}
