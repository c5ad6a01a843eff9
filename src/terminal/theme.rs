//! Themes: which style each part of the screen has. Built in or read from a YAML file.

use std::fmt::Write as _;
use std::path::Path;

use ratatui::style::{Color, Modifier, Style};
use serde_yaml::{Mapping, Value};

use super::colour::{self, Depth};

/// Declares the roles once: the enum, its names in theme files and its count.
macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident $name:literal,)*) => {
        /// A part of the screen that a theme gives a style.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Role { $($(#[$doc])* $role,)* }

        impl Role {
            /// Every role with its name in theme files.
            pub const ALL: &'static [(Role, &'static str)] = &[$((Role::$role, $name),)*];
        }
    };
}

roles! {
    /// What nothing else applies to, and the background of the whole screen.
    Text "text",
    /// What matters less.
    Dim "dim",
    /// A mapping's key.
    Key "key",
    /// A directive's key, as `$patch`.
    Directive "directive",
    /// A string's value.
    String "string",
    /// A number's value.
    Number "number",
    /// True, false and null.
    Literal "literal",
    /// Dashes, colons, brackets, quotes.
    Punctuation "punctuation",
    /// The line numbers of a pane.
    LineNumber "line_number",
    /// The row with the cursor in the focused place.
    CursorLine "cursor_line",
    /// The rows of the other panes that belong to the one under the cursor.
    Counterpart "counterpart",
    /// Selected text and the cursor of the text area.
    Selection "selection",
    /// What the last save changed, for a moment.
    Flash "flash",
    /// Lines around the places.
    Border "border",
    /// Lines around the place that the keys act on.
    BorderFocused "border_focused",
    /// A place's title.
    Title "title",
    /// How a list merges.
    Badge "badge",
    /// The keys' labels below.
    Footer "footer",
    /// The keys below.
    FooterKey "footer_key",
    /// A key below that can do nothing now.
    FooterDisabled "footer_disabled",
    /// The line that says what is shown.
    Status "status",
    /// A message across the screen.
    Banner "banner",
    /// Help, lessons and questions over the screen.
    Popup "popup",
    /// Mark: an item only live has, placed first.
    ServerOnly "server_only",
    /// Mark: an item at another place than before.
    Reordered "reordered",
    /// Mark: a key that `$retainKeys` kept.
    Retained "retained",
    /// Mark: a key that `$retainKeys` removed.
    Cleared "cleared",
    /// Mark: what was refused.
    Rejected "rejected",
    /// Mark: new.
    Added "added",
    /// Mark: another value.
    Changed "changed",
    /// Mark: no longer there.
    Deleted "deleted",
    /// Mark: replaced as a whole.
    Replaced "replaced",
    /// Mark: worth a look.
    Warning "warning",
    /// The step that is shown, in the list and on the timeline.
    StepCurrent "step_current",
    /// The timeline.
    Timeline "timeline",
}

/// The themes in the program: name and text.
pub const BUILT_IN: [(&str, &str); 5] = [
    ("dark", include_str!("../../themes/dark.yaml")),
    ("light", include_str!("../../themes/light.yaml")),
    ("colour-blind", include_str!("../../themes/colour-blind.yaml")),
    ("monochrome", include_str!("../../themes/monochrome.yaml")),
    ("high-contrast", include_str!("../../themes/high-contrast.yaml")),
];

/// The theme that a theme without a base builds on.
const ROOT: &str = "dark";

const ATTRIBUTES: [(&str, Modifier); 6] = [
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("italic", Modifier::ITALIC),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
    ("strike", Modifier::CROSSED_OUT),
];

/// What is wrong with a theme; the message names the theme, the key and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("theme {theme}: {problem}")]
pub struct ThemeError {
    theme: String,
    problem: String,
}

/// What the environment says about the terminal's colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `NO_COLOR`.
    pub no_color: String,
    /// `COLORFGBG`: foreground and background of the terminal, as `15;0`.
    pub colorfgbg: String,
    /// `COLORTERM`.
    pub colorterm: String,
    /// `TERM`.
    pub term: String,
}

impl Environment {
    /// The process's own.
    #[must_use]
    pub fn read() -> Environment {
        let read = |name| std::env::var(name).unwrap_or_default();
        Environment {
            no_color: read("NO_COLOR"),
            colorfgbg: read("COLORFGBG"),
            colorterm: read("COLORTERM"),
            term: read("TERM"),
        }
    }

    /// The built-in theme that suits the terminal when nobody asked for one.
    fn suits(&self) -> &'static str {
        // The convention says: set and not empty.
        if !self.no_color.is_empty() {
            return "monochrome";
        }
        let background = self
            .colorfgbg
            .rsplit(';')
            .next()
            .and_then(|text| text.parse::<u8>().ok());
        if matches!(background, Some(7 | 9..=15)) {
            "light"
        } else {
            ROOT
        }
    }
}

/// A style for every role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name or the file it was asked for by.
    pub name: String,
    styles: Vec<Style>,
}

impl Theme {
    /// The theme asked for by the name of a built-in one or by a file's path; without one, the one that suits the
    /// terminal: monochrome with `NO_COLOR`, light or dark else. Colours become those that the terminal can show.
    ///
    /// # Errors
    /// An unknown name, a file that cannot be read, and everything wrong in it.
    pub fn choose(asked: Option<&str>, environment: &Environment) -> Result<Theme, ThemeError> {
        let asked = asked.unwrap_or_else(|| environment.suits());
        let theme = match built_in(asked) {
            Some(text) => Theme::parse(asked, text)?,
            None => {
                let path = Path::new(asked);
                let is_path = path.components().count() > 1 || path.extension().is_some() || path.exists();
                let text = std::fs::read_to_string(path).map_err(|error| {
                    let problem = if is_path {
                        format!("the file cannot be read: {error}")
                    } else {
                        format!(
                            "there is no such theme; there are {}, or give the path of a file",
                            names()
                        )
                    };
                    ThemeError {
                        theme: asked.into(),
                        problem,
                    }
                })?;
                Theme::parse(asked, &text)?
            }
        };
        Ok(theme.shown_with(Depth::of(&environment.colorterm, &environment.term)))
    }

    /// Reads a theme's text; `name` is for messages.
    ///
    /// # Errors
    /// Everything wrong in it.
    pub fn parse(name: &str, text: &str) -> Result<Theme, ThemeError> {
        parse(name, text, &mut Vec::new()).map_err(|problem| ThemeError {
            theme: name.into(),
            problem,
        })
    }

    /// The style of a role, to be laid over that of [`Role::Text`].
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }

    fn shown_with(mut self, depth: Depth) -> Theme {
        for style in &mut self.styles {
            style.fg = style.fg.map(|colour| depth.show(colour));
            style.bg = style.bg.map(|colour| depth.show(colour));
        }
        self
    }
}

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN
        .iter()
        .find(|(built_in, _)| *built_in == name)
        .map(|(_, text)| *text)
}

fn names() -> String {
    list(BUILT_IN.iter().map(|(name, _)| *name))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// `above` holds the themes that build on this one, so that a circle ends.
fn parse(name: &str, text: &str, above: &mut Vec<String>) -> Result<Theme, String> {
    let value: Value = serde_yaml::from_str(text).map_err(|error| format!("this is no YAML: {error}"))?;
    let empty = Mapping::new();
    let map = match &value {
        Value::Null => &empty,
        Value::Mapping(map) => map,
        _ => return Err("a theme is a mapping with the keys base and styles".into()),
    };
    let mut base = (name != ROOT).then_some(ROOT);
    let mut styles = &empty;
    for (key, value) in map {
        match (key.as_str(), value) {
            (Some("base"), Value::String(name)) => base = Some(name),
            (Some("base"), _) => return Err("base: this must be a theme's name".into()),
            (Some("styles"), Value::Mapping(map)) => styles = map,
            (Some("styles"), _) => return Err("styles: this must be a mapping from parts to styles".into()),
            _ => return Err(format!("unknown key {}; allowed are base and styles", shown(key))),
        }
    }
    let mut found: Vec<Option<Style>> = match base {
        None => vec![None; Role::ALL.len()],
        Some(base) => inherited(name, base, above)?,
    };
    for (key, value) in styles {
        let role = Role::ALL
            .iter()
            .find(|(_, name)| key.as_str() == Some(name))
            .ok_or_else(|| {
                let allowed = list(Role::ALL.iter().map(|(_, name)| *name));
                format!("styles: unknown part {}; allowed are {allowed}", shown(key))
            })?;
        let style = style(value).map_err(|problem| format!("styles.{}: {problem}", role.1))?;
        if let Some(place) = found.get_mut(role.0 as usize) {
            *place = Some(style);
        }
    }
    let missing = list(
        Role::ALL
            .iter()
            .zip(&found)
            .filter(|(_, style)| style.is_none())
            .map(|((_, name), _)| *name),
    );
    if !missing.is_empty() {
        return Err(format!("styles: missing parts: {missing}"));
    }
    Ok(Theme {
        name: name.into(),
        styles: found.into_iter().flatten().collect(),
    })
}

fn inherited(name: &str, base: &str, above: &mut Vec<String>) -> Result<Vec<Option<Style>>, String> {
    above.push(name.into());
    if above.iter().any(|theme| theme == base) {
        return Err(format!("base: {base} builds on {name}"));
    }
    let text =
        built_in(base).ok_or_else(|| format!("base: unknown theme {base:?}; allowed are {}", names()))?;
    let theme = parse(base, text, above).map_err(|problem| format!("base {base}: {problem}"))?;
    Ok(theme.styles.into_iter().map(Some).collect())
}

/// A style is a mapping with `fg`, `bg` and attributes that are true.
fn style(value: &Value) -> Result<Style, String> {
    let map = match value {
        Value::Null => return Ok(Style::new()),
        Value::Mapping(map) => map,
        _ => {
            return Err(format!(
                "this must be a mapping as {{ fg: blue, bold: true }}, not {}",
                shown(value)
            ));
        }
    };
    let mut style = Style::new();
    for (key, value) in map {
        let key = key.as_str().unwrap_or_default();
        match key {
            "fg" => style.fg = Some(colour(value).map_err(|problem| format!("fg: {problem}"))?),
            "bg" => style.bg = Some(colour(value).map_err(|problem| format!("bg: {problem}"))?),
            _ => {
                let (_, attribute) = ATTRIBUTES.iter().find(|(name, _)| *name == key).ok_or_else(|| {
                    let allowed = list(ATTRIBUTES.iter().map(|(name, _)| *name));
                    format!("unknown key {key:?}; allowed are fg, bg, {allowed}")
                })?;
                match value {
                    Value::Bool(true) => style = style.add_modifier(*attribute),
                    Value::Bool(false) => style = style.remove_modifier(*attribute),
                    _ => return Err(format!("{key}: this must be true or false, not {}", shown(value))),
                }
            }
        }
    }
    Ok(style)
}

fn colour(value: &Value) -> Result<Color, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    colour::parse(&text)
        .ok_or_else(|| format!("{} is no colour; allowed are {}", shown(value), colour::ALLOWED))
}

/// A value as it may stand in a message: short, and without control characters.
fn shown(value: &Value) -> String {
    let mut text = String::new();
    let _ = match value {
        Value::String(string) => write!(text, "{string:?}"),
        Value::Number(number) => write!(text, "{number}"),
        Value::Bool(bool) => write!(text, "{bool}"),
        Value::Null => write!(text, "null (a colour with # needs quotes)"),
        Value::Sequence(_) => write!(text, "a list"),
        _ => write!(text, "a mapping"),
    };
    text
}

#[cfg(test)]
mod tests;
