//! What a merge can be written as.

/// How a session file's name ends.
const SESSION: &str = "mergescope";

/// What a merge is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// One page that steps in a browser.
    Html,
    /// The frame as a picture.
    Svg,
    /// Text for an issue or a pull request.
    Markdown,
    /// A recording of all steps for asciinema.
    Cast,
    /// The session, to be opened again.
    Session,
}

impl ExportFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Html, Self::Svg, Self::Markdown, Self::Cast, Self::Session];

    /// The name on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "markdown",
            Self::Cast => "cast",
            Self::Session => "session",
        }
    }

    /// What it is for.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Html => "HTML page with all steps; works offline",
            Self::Svg => "SVG image of this screen",
            Self::Markdown => "Markdown for an issue or a pull request",
            Self::Cast => "asciinema recording of all steps",
            Self::Session => "session file; mergescope can open it again",
        }
    }

    /// The text before the name of the file that is typed.
    pub fn prompt(self) -> &'static str {
        match self {
            Self::Html => "Export HTML to: ",
            Self::Svg => "Export SVG to: ",
            Self::Markdown => "Export Markdown to: ",
            Self::Cast => "Export recording to: ",
            Self::Session => "Export session to: ",
        }
    }

    /// How its files' names end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "md",
            Self::Cast => "cast",
            Self::Session => SESSION,
        }
    }

    /// The format whose files' names end so.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}
