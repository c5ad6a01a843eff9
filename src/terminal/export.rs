//! The text of an export file in each format.

use super::draw::RenderOptions;
use super::{cast, svg};
use crate::explorer::Explorer;
use crate::explorer::export::session::{SessionFile, SessionRules};
use crate::explorer::export::{ExportFormat, html};
use crate::report::pull_request::report;

/// An export to write.
#[derive(Clone, Debug)]
pub struct ExportRequest<'l> {
    /// The format.
    pub format: ExportFormat,
    /// The colors and glyphs of an image.
    pub look: &'l RenderOptions,
    /// The width and height of an image or a recording, in cells.
    pub size: (u16, u16),
    /// Whether an image plays the steps.
    pub animate: bool,
    /// The schema options of the command line, for a session file.
    pub rules: SessionRules,
}

/// Returns the text of the file.
pub fn text(explorer: &Explorer, request: ExportRequest<'_>) -> String {
    match request.format {
        ExportFormat::Html => html::page(explorer.workspace()),
        ExportFormat::Svg if request.animate => svg::animation(explorer, request.look, request.size),
        ExportFormat::Svg => svg::frame(explorer, request.look, request.size),
        ExportFormat::Cast => cast::recording(explorer, request.look, request.size),
        ExportFormat::Markdown => report(explorer.workspace().merged().merge()),
        ExportFormat::Text(input) => explorer.text_of(input).into_owned(),
        ExportFormat::Session => SessionFile::from_workspace(explorer.workspace(), request.rules).write(),
    }
}
