//! Export formats.

use crate::explorer::inputs::input_id::InputId;

/// The extension of session files.
const SESSION: &str = "mergescope";

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// An HTML page that plays the steps in a browser.
    Html,
    /// An SVG image of the current frame.
    Svg,
    /// Markdown for an issue or a pull request.
    Markdown,
    /// An asciinema recording of all steps.
    Cast,
    /// A session file that mergescope can open again.
    Session,
    /// The text of an input without a file, when it would be lost.
    Text(InputId),
}

impl ExportFormat {
    /// The formats that the user chooses from.
    pub const ALL: [Self; 5] = [Self::Html, Self::Svg, Self::Markdown, Self::Session, Self::Cast];

    /// Returns the name on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "markdown",
            Self::Cast => "cast",
            Self::Session => "session",
            Self::Text(_) => "text",
        }
    }

    /// Returns a description for the list of formats.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Html => "HTML page with all steps; works offline",
            Self::Svg => "SVG image of this screen",
            Self::Markdown => "Markdown for an issue or a pull request",
            Self::Cast => "asciinema recording of all steps",
            Self::Session => "session file; mergescope can open it again",
            Self::Text(_) => "text of an input",
        }
    }

    /// Returns the text before the input of the prompt.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::Html => "Export HTML to: ",
            Self::Svg => "Export SVG to: ",
            Self::Markdown => "Export Markdown to: ",
            Self::Cast => "Export recording to: ",
            Self::Session => "Export session to: ",
            Self::Text(_) => "Save as: ",
        }
    }

    /// Returns the file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "md",
            Self::Cast => "cast",
            Self::Session => SESSION,
            Self::Text(_) => "yaml",
        }
    }

    /// Returns the format with a file name extension, ignoring case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}
