//! Writing what is shown to a file, on a key.

use std::path::Path;

use super::TerminalApp;
use crate::explorer::export::Format;
use crate::explorer::{Exported, Message};
use crate::terminal::export;
use crate::terminal::export::ExportRequest;
use crate::terminal::save::{ExpectedContent, SaveError, save};
use crate::terminal::svg;

impl TerminalApp {
    pub(crate) fn export(&mut self, format: Format, replace: bool) {
        let (across, down) = svg::SIZES;
        let wanted = ExportRequest {
            format,
            look: &self.look,
            size: (
                self.size.0.clamp(*across.start(), *across.end()),
                self.size.1.clamp(*down.start(), *down.end()),
            ),
            rules: self.schema.rules().clone(),
        };
        let text = export::text(&self.state, wanted);
        let name = self.state.export_name().to_owned();
        let expect = if replace {
            ExpectedContent::Anything
        } else {
            ExpectedContent::Absent
        };
        self.hear(match save(Path::new(&name), text.as_bytes(), expect) {
            Ok(_) => Message::Exported(Exported::Written(name)),
            Err(SaveError::Conflict { .. }) => Message::Exported(Exported::Exists(format)),
            // The line shows the name itself.
            Err(SaveError::Refused { why, .. }) => Message::Exported(Exported::Failed(format, why)),
        });
    }
}
