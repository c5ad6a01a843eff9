//! The text of an exported file, in every format.

use super::cast;
use super::draw::RenderOptions;
use super::svg;
use crate::explorer::Explorer;
use crate::explorer::export::session::{SessionFile, SessionRules};
use crate::explorer::export::{ExportFormat, html};
use crate::report::pull_request::report;

/// What to write.
#[derive(Clone, Debug)]
pub struct ExportRequest<'l> {
    /// As what.
    pub format: ExportFormat,
    /// Colors and glyphs, for a picture.
    pub look: &'l RenderOptions,
    /// Cells of a picture or a recording, across and down.
    pub size: (u16, u16),
    /// Whether a picture plays the steps.
    pub animate: bool,
    /// The schema options of the command line, for a session.
    pub rules: SessionRules,
}

/// The file's text.
pub fn text(state: &Explorer, wanted: ExportRequest<'_>) -> String {
    match wanted.format {
        ExportFormat::Html => html::page(state.workspace()),
        ExportFormat::Svg if wanted.animate => svg::animation(state, wanted.look, wanted.size),
        ExportFormat::Svg => svg::frame(state, wanted.look, wanted.size),
        ExportFormat::Cast => cast::recording(state, wanted.look, wanted.size),
        ExportFormat::Markdown => report(state.workspace().merged().merge()),
        ExportFormat::Session => SessionFile::from_workspace(state.workspace(), wanted.rules).write(),
    }
}
