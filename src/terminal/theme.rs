//! Themes: which style each part of the screen has. Built in or read from a YAML file.

use std::path::Path;

use ratatui::style::{Color, Modifier, Style};

use super::color;
use super::color::Depth;
use crate::document::escape::visible;
use crate::document::{self, Document, NodeId, Tree, Value};
use crate::input_limit;
use crate::schema::nearest;

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

/// What is wrong with a theme; the message names the theme or its file, line and column, the key and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("theme {0}")]
pub struct ThemeError(String);

impl ThemeError {
    fn new(theme: &str, problem: &str) -> Self {
        Self(visible(&format!("{theme}: {problem}")).into_owned())
    }
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
    /// tmux or screen lie between (`TMUX`, `STY`).
    pub multiplexed: bool,
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
            multiplexed: !read("TMUX").is_empty() || !read("STY").is_empty(),
        }
    }

    /// Whether the terminal may be asked for its background: nothing else tells it, and nothing lies between that
    /// answers for it or not at all.
    #[must_use]
    pub fn may_ask(&self) -> bool {
        let between = ["screen", "tmux"].iter().any(|name| self.term.starts_with(name));
        let mute = matches!(self.term.as_str(), "" | "dumb" | "linux");
        self.no_color.is_empty() && self.background().is_none() && !self.multiplexed && !between && !mute
    }

    /// The background's number among the 16 colours, if `COLORFGBG` tells it.
    fn background(&self) -> Option<u8> {
        let last = self.colorfgbg.rsplit(';').next();
        last.and_then(|text| text.parse().ok())
    }

    /// The built-in theme that suits the terminal when nobody asked for one.
    fn suits(&self) -> &'static str {
        // The convention says: set and not empty.
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
    /// The name or the file it was asked for by.
    pub name: String,
    styles: Vec<Style>,
}

fn as_text(bytes: Vec<u8>) -> std::io::Result<String> {
    String::from_utf8(bytes).map_err(std::io::Error::other)
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
                let text = input_limit::read_file(path).and_then(as_text).map_err(|error| {
                    let problem = if is_path {
                        format!("the file cannot be read: {error}")
                    } else {
                        format!(
                            "there is no such theme{}; there are {}, or give the path of a file",
                            hint(asked, BUILT_IN.iter().map(|(name, _)| *name)),
                            names()
                        )
                    };
                    ThemeError::new(asked, &problem)
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
        parse(name, text, &mut Vec::new())
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

fn hint<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(asked, known).map_or(String::new(), |near| format!("; did you mean {near}?"))
}

/// A problem with its place.
fn wrong(document: &Document, node: NodeId, problem: &str) -> ThemeError {
    let at = document.position(node);
    ThemeError::new(&format!("{}:{}:{}", document.name(), at.line, at.column), problem)
}

/// `above` holds the themes that build on this one, so that a circle ends.
fn parse(name: &str, text: &str, above: &mut Vec<String>) -> Result<Theme, ThemeError> {
    let document =
        document::read(name, text.as_bytes().to_vec()).map_err(|error| ThemeError(error.report()))?;
    let top = document.root();
    if !matches!(document.value(top), Value::Null | Value::Map) {
        return Err(wrong(
            &document,
            top,
            "a theme is a mapping with the keys base and styles",
        ));
    }
    let mut base = (name != ROOT).then_some((ROOT, top));
    let mut styles = None;
    for entry in document.children(top) {
        let problem = match (document.key(entry), document.value(entry)) {
            (Some("base"), Value::String(name)) => {
                base = Some((name, entry));
                continue;
            }
            (Some("base"), _) => "base: this must be a theme's name".to_owned(),
            (Some("styles"), Value::Map) => {
                styles = Some(entry);
                continue;
            }
            (Some("styles"), _) => "styles: this must be a mapping from parts to styles".to_owned(),
            (key, _) => format!(
                "unknown key {:?}; allowed are base and styles",
                key.unwrap_or_default()
            ),
        };
        return Err(wrong(&document, entry, &problem));
    }
    let mut found: Vec<Option<Style>> = match base {
        None => vec![None; Role::ALL.len()],
        Some((base, place)) => inherited(name, base, above, |problem| wrong(&document, place, problem))?,
    };
    let parts = styles.into_iter().flat_map(|styles| document.children(styles));
    for part in parts {
        let key = document.key(part).unwrap_or_default();
        let known = || Role::ALL.iter().map(|(_, name)| *name);
        let role = Role::ALL.iter().find(|(_, name)| key == *name).ok_or_else(|| {
            let problem = format!(
                "styles: unknown part {key:?}{}; allowed are {}",
                hint(key, known()),
                list(known())
            );
            wrong(&document, part, &problem)
        })?;
        let style = style(&document, part)
            .map_err(|(node, problem)| wrong(&document, node, &format!("styles.{}: {problem}", role.1)))?;
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
        let place = styles.unwrap_or(top);
        return Err(wrong(
            &document,
            place,
            &format!("styles: missing parts: {missing}"),
        ));
    }
    Ok(Theme {
        name: name.into(),
        styles: found.into_iter().flatten().collect(),
    })
}

fn inherited(
    name: &str,
    base: &str,
    above: &mut Vec<String>,
    wrong: impl Fn(&str) -> ThemeError,
) -> Result<Vec<Option<Style>>, ThemeError> {
    above.push(name.into());
    if above.iter().any(|theme| theme == base) {
        return Err(wrong(&format!("base: {base} builds on {name}")));
    }
    let text = built_in(base).ok_or_else(|| {
        let near = hint(base, BUILT_IN.iter().map(|(name, _)| *name));
        wrong(&format!(
            "base: unknown theme {base:?}{near}; allowed are {}",
            names()
        ))
    })?;
    let theme = parse(base, text, above)?;
    Ok(theme.styles.into_iter().map(Some).collect())
}

/// A style is a mapping with `fg`, `bg` and attributes that are true. The error says at which node.
fn style(document: &Document, part: NodeId) -> Result<Style, (NodeId, String)> {
    match document.value(part) {
        Value::Null => return Ok(Style::new()),
        Value::Map => {}
        _ => {
            let shown = shown(document, part);
            let problem = format!("this must be a mapping as {{ fg: blue, bold: true }}, not {shown}");
            return Err((part, problem));
        }
    }
    let mut style = Style::new();
    for entry in document.children(part) {
        let key = document.key(entry).unwrap_or_default();
        let colour = || {
            let problem = || {
                let shown = shown(document, entry);
                format!("{key}: {shown} is no colour; allowed are {}", color::ALLOWED)
            };
            colour(document.value(entry)).ok_or_else(|| (entry, problem()))
        };
        match key {
            "fg" => style.fg = Some(colour()?),
            "bg" => style.bg = Some(colour()?),
            _ => {
                let (_, attribute) = ATTRIBUTES.iter().find(|(name, _)| *name == key).ok_or_else(|| {
                    let allowed = list(ATTRIBUTES.iter().map(|(name, _)| *name));
                    (
                        entry,
                        format!("unknown key {key:?}; allowed are fg, bg, {allowed}"),
                    )
                })?;
                match document.value(entry) {
                    Value::Bool(true) => style = style.add_modifier(*attribute),
                    Value::Bool(false) => style = style.remove_modifier(*attribute),
                    _ => {
                        let shown = shown(document, entry);
                        return Err((entry, format!("{key}: this must be true or false, not {shown}")));
                    }
                }
            }
        }
    }
    Ok(style)
}

fn colour(value: Value<'_>) -> Option<Color> {
    match value {
        Value::String(text) => color::parse(text),
        Value::Integer(number) => color::parse(&number.to_string()),
        _ => None,
    }
}

/// A value as it may stand in a message: short, and without control characters.
fn shown(document: &Document, node: NodeId) -> String {
    match document.value(node) {
        Value::String(string) => format!("{string:?}"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Bool(bool) => bool.to_string(),
        Value::Null => "null (a colour with # needs quotes)".to_owned(),
        Value::List => "a list".to_owned(),
        Value::Map => "a mapping".to_owned(),
    }
}

#[cfg(test)]
mod tests;
