//! Themes: the style of each part of the screen. Themes are built in or read from a YAML file.

use std::collections::BTreeMap;
use std::path::Path;

use ratatui::style::{Color, Modifier, Style};
use serde::{Deserialize, Deserializer};

use super::color;
use super::color::Depth;
use crate::document::escape::visible;
use crate::input_limit;
use crate::settings::{self, did_you_mean};

/// Declares the roles once: the enum and the names in theme files.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident $name:literal,)*) => {
        /// A part of the screen that has a style.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $($(#[$doc])* $role,)* }

        impl Role {
            /// All roles with their names in theme files.
            pub const ALL: &'static [(Role, &'static str)] = &[$((Role::$role, $name),)*];
        }
    };
}

roles! {
    /// Text without another role, and the background of the whole screen.
    Text "text",
    /// Less important text.
    Dim "dim",
    /// The key of a field.
    Key "key",
    /// The key of a directive, such as `$patch`.
    Directive "directive",
    /// A string.
    String "string",
    /// A number.
    Number "number",
    /// True, false and null.
    Literal "literal",
    /// Dashes, colons, brackets, quotes.
    Punctuation "punctuation",
    /// The line numbers of a pane.
    LineNumber "line_number",
    /// The row with the cursor in the focused pane.
    CursorLine "cursor_line",
    /// The rows of the other panes that are linked with the row of the cursor.
    Counterpart "counterpart",
    /// Selected text and the cursor of the text area.
    Selection "selection",
    /// The changes of the last save, highlighted for a moment.
    Flash "flash",
    /// The borders of panes.
    Border "border",
    /// The borders of the focused pane.
    BorderFocused "border_focused",
    /// The title of a pane.
    Title "title",
    /// The merge rule of a list.
    Badge "badge",
    /// The labels of the keys in the footer.
    Footer "footer",
    /// The keys in the footer.
    FooterKey "footer_key",
    /// A key in the footer whose action is not available.
    FooterDisabled "footer_disabled",
    /// The status line.
    Status "status",
    /// A message across the screen.
    Banner "banner",
    /// Help, lessons and questions over the panes.
    Popup "popup",
    /// The mark of a server-only item.
    ServerOnly "server_only",
    /// The mark of a reordered item.
    Reordered "reordered",
    /// The mark of a key that `$retainKeys` kept.
    Retained "retained",
    /// The mark of a key that `$retainKeys` removed.
    Cleared "cleared",
    /// The mark of a rejection.
    Rejected "rejected",
    /// The mark of an added node.
    Added "added",
    /// The mark of a changed value.
    Changed "changed",
    /// The mark of a deleted node.
    Deleted "deleted",
    /// The mark of a replaced node.
    Replaced "replaced",
    /// The mark of a warning.
    Warning "warning",
    /// The current step, in the step list and on the timeline.
    StepCurrent "step_current",
    /// The timeline.
    Timeline "timeline",
}

/// The built-in themes: name and text.
pub const BUILT_IN: [(&str, &str); 5] = [
    ("dark", include_str!("../../themes/dark.yaml")),
    ("light", include_str!("../../themes/light.yaml")),
    ("color-blind", include_str!("../../themes/color-blind.yaml")),
    ("monochrome", include_str!("../../themes/monochrome.yaml")),
    ("high-contrast", include_str!("../../themes/high-contrast.yaml")),
];

/// Another spelling of a name, which is accepted.
const BRITISH: (&str, &str) = ("colour-blind", "color-blind");

/// The base of a theme without a base.
const ROOT: &str = "dark";

/// An error in a theme. The message has the theme or its file, line and column, the key and the allowed
/// values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("theme {0}")]
pub struct ThemeError(String);

impl ThemeError {
    fn new(theme: &str, problem: &str) -> Self {
        Self(visible(&format!("{theme}: {problem}")).into_owned())
    }
}

/// The environment variables about the colors of the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `NO_COLOR`.
    pub no_color: String,
    /// `COLORFGBG`: foreground and background of the terminal, such as `15;0`.
    pub colorfgbg: String,
    /// `COLORTERM`.
    pub colorterm: String,
    /// `TERM`.
    pub term: String,
    /// Whether tmux or screen is used (`TMUX`, `STY`).
    pub multiplexed: bool,
}

impl Environment {
    /// Returns the environment of the process.
    #[must_use]
    pub fn read() -> Environment {
        let read = |name| std::env::var(name).unwrap_or_default();
        Environment {
            no_color: read("NO_COLOR"),
            colorfgbg: read("COLORFGBG"),
            colorterm: read("COLORTERM"),
            term: read("TERM"),
            multiplexed: !read("TMUX").is_empty() || !read("STY").is_empty(),
        }
    }

    /// Returns whether the background can be queried: the environment does not tell it, and there is no
    /// multiplexer, which could answer for the terminal or not at all.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        let between = ["screen", "tmux"].iter().any(|name| self.term.starts_with(name));
        let mute = matches!(self.term.as_str(), "" | "dumb" | "linux");
        self.no_color.is_empty() && self.background().is_none() && !self.multiplexed && !between && !mute
    }

    /// Returns the background as a number among the 16 colors, from `COLORFGBG`.
    fn background(&self) -> Option<u8> {
        let last = self.colorfgbg.rsplit(';').next();
        last.and_then(|text| text.parse().ok())
    }

    /// Returns the built-in theme for the terminal, if none is chosen.
    fn suits(&self) -> &'static str {
        // By convention, NO_COLOR counts if it is set and not empty.
        if !self.no_color.is_empty() {
            return "monochrome";
        }
        if matches!(self.background(), Some(7 | 9..=15)) {
            "light"
        } else {
            ROOT
        }
    }
}

/// A style for every role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name or the file of the theme, as it was given.
    pub name: String,
    styles: Vec<Style>,
}

fn as_text(bytes: Vec<u8>) -> std::io::Result<String> {
    String::from_utf8(bytes).map_err(std::io::Error::other)
}

impl Theme {
    /// Returns the theme with the name of a built-in one or with the path of a file. Without a name, chooses
    /// one for the terminal: monochrome with `NO_COLOR`, otherwise light or dark. Colors are converted to
    /// those that the terminal can show.
    ///
    /// # Errors
    /// An unknown name, a file that cannot be read, or an error in the file.
    pub fn choose(asked: Option<&str>, environment: &Environment) -> Result<Theme, ThemeError> {
        let asked = asked.unwrap_or_else(|| environment.suits());
        let theme = match built_in(asked) {
            Some(text) => Theme::parse(asked, text)?,
            None => {
                let path = Path::new(asked);
                let is_path = path.components().count() > 1 || path.extension().is_some() || path.exists();
                let text = input_limit::read_file(path).and_then(as_text).map_err(|error| {
                    let problem = if is_path {
                        format!("cannot read the file: {error}")
                    } else {
                        let allowed = format!("use one of {}, or the name of a file", names());
                        let built_in = BUILT_IN.iter().map(|(name, _)| *name);
                        format!("unknown theme{}", did_you_mean(asked, built_in, &allowed))
                    };
                    ThemeError::new(asked, &problem)
                })?;
                Theme::parse(asked, &text)?
            }
        };
        Ok(theme.shown_with(Depth::from_environment(&environment.colorterm, &environment.term)))
    }

    /// Parses the text of a theme; `name` is for messages.
    ///
    /// # Errors
    /// An error in the text.
    pub fn parse(name: &str, text: &str) -> Result<Theme, ThemeError> {
        let (file, document) =
            settings::read::<ThemeFile>(name, text.as_bytes().to_vec()).map_err(ThemeError)?;
        let base = file.base.or((name != ROOT).then(|| ROOT.to_owned()));
        let mut styles = vec![None; Role::ALL.len()];
        if let Some(base) = base.filter(|base| base != name)
            && let Some(text) = built_in(&base)
        {
            styles = Self::parse(&base, text)?.styles.into_iter().map(Some).collect();
        }
        for (RoleName(index), style) in file.styles {
            if let Some(place) = styles.get_mut(index) {
                *place = Some(style.unwrap_or_default().style());
            }
        }
        let missing = Role::ALL.iter().zip(&styles).filter(|(_, style)| style.is_none());
        let missing = list(missing.map(|((_, name), _)| *name));
        if !missing.is_empty() {
            let problem = format!("styles: missing parts: {missing}");
            return Err(ThemeError(settings::error_at(
                &document,
                document.root(),
                &problem,
            )));
        }
        Ok(Theme {
            name: name.into(),
            styles: styles.into_iter().flatten().collect(),
        })
    }

    /// Returns the style of a role, to be applied over that of [`Role::Text`].
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    fn shown_with(mut self, depth: Depth) -> Theme {
        for style in &mut self.styles {
            style.fg = style.fg.map(|color| depth.show(color));
            style.bg = style.bg.map(|color| depth.show(color));
        }
        self
    }
}

/// Returns the name and the text of a built-in theme.
fn named(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let name = if name == BRITISH.0 { BRITISH.1 } else { name };
    BUILT_IN.iter().find(|(built_in, _)| *built_in == name)
}

fn built_in(name: &str) -> Option<&'static str> {
    named(name).map(|(_, text)| *text)
}

fn names() -> String {
    list(BUILT_IN.iter().map(|(name, _)| *name))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// A theme file as serde reads it.
#[derive(Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a map with the keys base and styles"
)]
struct ThemeFile {
    #[serde(deserialize_with = "base")]
    base: Option<String>,
    styles: BTreeMap<RoleName, Option<StyleFile>>,
}

/// Parses the name of a built-in theme.
fn base<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    settings::scalar(deserializer, "a theme's name", |asked| {
        let base = named(asked).map(|(name, _)| Some((*name).to_owned()));
        base.ok_or_else(|| {
            let allowed = format!("use one of {}", names());
            let built_in = BUILT_IN.iter().map(|(name, _)| *name);
            format!(
                "unknown theme {asked:?}{}",
                did_you_mean(asked, built_in, &allowed)
            )
        })
    })
}

/// The index of a role, parsed from its name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RoleName(usize);

impl<'de> Deserialize<'de> for RoleName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        settings::scalar(deserializer, "a part of the screen", |asked| {
            let known = || Role::ALL.iter().map(|(_, name)| *name);
            known().position(|name| name == asked).map(Self).ok_or_else(|| {
                let allowed = format!("use one of {}", list(known()));
                format!("unknown part {asked:?}{}", did_you_mean(asked, known(), &allowed))
            })
        })
    }
}

/// A style in a theme file.
#[derive(Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a map such as { fg: blue, bold: true }"
)]
struct StyleFile {
    #[serde(deserialize_with = "color")]
    fg: Option<Color>,
    #[serde(deserialize_with = "color")]
    bg: Option<Color>,
    #[serde(deserialize_with = "settings::boolean")]
    bold: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    dim: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    italic: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    underline: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    reverse: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    strike: Option<bool>,
}

fn color<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
    settings::scalar(deserializer, "a color", |text| {
        let color = color::parse(text).map(Some);
        color.ok_or_else(|| format!("{text:?} is not a color; use one of {}", color::ALLOWED))
    })
}

impl StyleFile {
    fn style(&self) -> Style {
        let attributes = [
            (self.bold, Modifier::BOLD),
            (self.dim, Modifier::DIM),
            (self.italic, Modifier::ITALIC),
            (self.underline, Modifier::UNDERLINED),
            (self.reverse, Modifier::REVERSED),
            (self.strike, Modifier::CROSSED_OUT),
        ];
        let mut style = Style {
            fg: self.fg,
            bg: self.bg,
            ..Style::new()
        };
        for (is_on, attribute) in attributes {
            style = match is_on {
                Some(true) => style.add_modifier(attribute),
                Some(false) => style.remove_modifier(attribute),
                None => style,
            };
        }
        style
    }
}

#[cfg(test)]
mod tests;
