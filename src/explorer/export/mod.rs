//! A merge to take away: what is written to a file, as text. Nothing here knows of files.

mod diff;
pub mod html;
pub mod markdown;
mod report;
pub mod session;

pub use report::report;

use super::state::State;

/// What a merge is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One page that steps in a browser.
    Html,
    /// The frame as a picture.
    Svg,
    /// Text for an issue or a pull request.
    Markdown,
    /// The session, to be opened again.
    Session,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Html, Self::Svg, Self::Markdown, Self::Session];

    /// The name on the command line and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "markdown",
            Self::Session => "session",
        }
    }

    /// What it is for.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Html => "every step as one page that steps in a browser, without a network",
            Self::Svg => "this frame as a picture",
            Self::Markdown => "steps, result and what changes, for an issue or a pull request",
            Self::Session => "the session as a file that mergescope opens again",
        }
    }

    /// How its files' names end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Markdown => "md",
            Self::Session => session::EXTENSION,
        }
    }

    /// The format whose files' names end so.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}

/// The name of a file to write to, where nobody says another: live's own, with another end.
pub fn file_name(state: &State, format: Format) -> String {
    let name = state.name(0).rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_.".contains(*c))
        .collect();
    let stem = name.rsplit_once('.').map_or(&name[..], |(stem, _)| stem);
    let stem = stem.trim_start_matches(['-', '.']);
    let stem = if stem.is_empty() { "merge" } else { stem };
    format!("{stem}.{}", format.extension())
}
