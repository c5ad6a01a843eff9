//! The config file: YAML with the explorer's settings and other keys. [`parse`] reads it, [`print()`] writes one that can
//! be read again.

use std::fmt::Write as _;

use super::bindings::{BINDINGS, Group};
use super::key::KeyPress;
use super::keymap::{self, Keymap};
use crate::document::escape::visible;
use crate::document::{self, Document, NodeId, ScalarStyle, Tree, Value};
use crate::explorer::{Action, KeyContext, Player};
use crate::merge::{PatchType, Semantics};
use crate::schema::nearest;

/// What a config file says; what it leaves out is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// A theme's name or file; a file's path begins at the config file's folder.
    pub theme: Option<String>,
    /// Whether to draw with ASCII glyphs only.
    pub ascii: Option<bool>,
    /// Whether the mouse is used.
    pub mouse: Option<bool>,
    /// Whose rules hold where the command line says nothing.
    pub semantics: Option<Semantics>,
    /// Milliseconds from one step to the next while playing.
    pub pace: Option<u64>,
    /// Every line's keys.
    pub keymap: Keymap,
}

/// What is wrong with a config file: file, line and column, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// The settings, each with its line of explanation.
const SETTINGS: [(&str, &str); 6] = [
    (
        "theme",
        "a theme's name or file; without one, the one that suits the terminal",
    ),
    (
        "ascii",
        "draw with ASCII glyphs only; without it, by the locale (LC_ALL, LC_CTYPE, LANG)",
    ),
    (
        "mouse",
        "use the mouse; false leaves it to the terminal, for selecting text",
    ),
    (
        "semantics",
        "whose rules hold for a strategic merge patch in the explorer, without --semantics",
    ),
    ("pace", "milliseconds from one step to the next while playing"),
    ("keys", "other keys; see below"),
];

/// Reads a config file; `name` is for messages. An empty one says nothing.
///
/// # Errors
/// The first thing wrong in it: broken YAML, unknown settings, actions and keys, values of another type, a key with two
/// meanings.
pub fn parse(name: &str, bytes: Vec<u8>) -> Result<Config, ConfigError> {
    let document = document::read(name, bytes).map_err(|error| ConfigError(error.report()))?;
    let top = document.root();
    let mut config = Config::default();
    match document.value(top) {
        Value::Null => return Ok(config),
        Value::Map => {}
        _ => {
            return Err(wrong(
                &document,
                top,
                "a config file is a mapping from settings to values",
            ));
        }
    }
    for setting in document.children(top) {
        let refuse = |what: &str| wrong(&document, setting, what);
        match document.key(setting).unwrap_or_default() {
            "theme" => config.theme = Some(text(&document, setting)?),
            "ascii" => config.ascii = Some(truth(&document, setting)?),
            "mouse" => config.mouse = Some(truth(&document, setting)?),
            "semantics" => {
                let name = text(&document, setting)?;
                let strategic = |semantics: &Semantics| semantics.patch_type() == PatchType::Strategic;
                let all = || {
                    let some = Semantics::ALL.iter().filter(|semantics| strategic(semantics));
                    some.map(|semantics| semantics.name())
                };
                let named = Semantics::named(&name).filter(strategic);
                config.semantics = Some(named.ok_or_else(|| {
                    refuse(&format!(
                        "no semantics are called {name}{}; there are {}",
                        hint(&name, all()),
                        all().collect::<Vec<_>>().join(", ")
                    ))
                })?);
            }
            "pace" => {
                let pace = match document.value(setting) {
                    Value::Integer(pace) => u64::try_from(pace).ok(),
                    _ => None,
                };
                let pace = pace.filter(|pace| Player::PACES.contains(pace));
                config.pace = Some(pace.ok_or_else(|| {
                    let all = Player::PACES.map(|pace| pace.to_string()).join(", ");
                    refuse(&format!("pace: this must be one of {all}"))
                })?);
            }
            "keys" => keys(&document, setting, &mut config.keymap)?,
            other => {
                let names = || SETTINGS.iter().map(|(name, _)| *name);
                return Err(refuse(&format!(
                    "unknown setting {other}{}; there are {}",
                    hint(other, names()),
                    names().collect::<Vec<_>>().join(", ")
                )));
            }
        }
    }
    Ok(config)
}

fn keys(document: &Document, all: NodeId, keymap: &mut Keymap) -> Result<(), ConfigError> {
    match document.value(all) {
        Value::Null => return Ok(()),
        Value::Map => {}
        _ => {
            return Err(wrong(
                document,
                all,
                "keys: this must be a mapping from actions to keys",
            ));
        }
    }
    let names: Vec<&str> = BINDINGS.iter().map(|binding| binding.name).collect();
    let mut told = vec![None; BINDINGS.len()];
    for entry in document.children(all) {
        let name = key_as_written(document, entry);
        let Some(line) = keymap::line_named(name) else {
            return Err(wrong(
                document,
                entry,
                &format!(
                    "no action is called {name}{}; --print-config lists them all",
                    hint(name, names.iter().copied())
                ),
            ));
        };
        let nodes: Vec<NodeId> = match document.value(entry) {
            Value::List => document.children(entry).collect(),
            Value::Map => {
                return Err(wrong(
                    document,
                    entry,
                    &format!("{name}: this must be a key or a list of keys"),
                ));
            }
            _ => vec![entry],
        };
        let mut found = Vec::new();
        for node in nodes {
            let key = KeyPress::parse(&raw(document, node))
                .map_err(|why| wrong(document, node, &format!("{name}: {why}")))?;
            if types(line, key) {
                let why = format!(
                    "{name}: {key} is needed for typing there; take a key that types nothing, as Ctrl-X or F5"
                );
                return Err(wrong(document, node, &why));
            }
            if !found.contains(&key) {
                found.push(key);
            }
        }
        keymap.set(line, found);
        told[line] = Some(entry);
    }
    check(document, all, keymap, &names, &told)
}

/// No key has two meanings, and there is a way out.
fn check(
    document: &Document,
    all: NodeId,
    keymap: &Keymap,
    names: &[&str],
    told: &[Option<NodeId>],
) -> Result<(), ConfigError> {
    if let Some(clash) = keymap.clash() {
        let place = |line: usize| match told.get(line).copied().flatten() {
            Some(node) => {
                let position = document.position(node);
                format!("{}:{}", visible(document.name()), position.line)
            }
            None => "as usual".to_owned(),
        };
        let [first, second] = clash.lines;
        let at = [second, first]
            .into_iter()
            .find_map(|line| told.get(line).copied().flatten());
        let name = |line: usize| names.get(line).copied().unwrap_or_default();
        return Err(wrong(
            document,
            at.unwrap_or(all),
            &format!(
                "the key {} has two meanings: {} ({}) and {} ({}); give one of them another key, or none with []",
                clash.key,
                name(first),
                place(first),
                name(second),
                place(second)
            ),
        ));
    }
    if keymap.shown(KeyContext::Main, Action::Quit).is_empty() {
        return Err(wrong(
            document,
            all,
            "quit: without a key there is no way out of the program",
        ));
    }
    Ok(())
}

/// Whether a key types something where a line of the table holds.
fn types(line: usize, key: KeyPress) -> bool {
    let contexts = BINDINGS
        .get(line)
        .map_or(&[] as &[KeyContext], |binding| binding.contexts);
    matches!(key, KeyPress::Char(_))
        && (contexts.contains(&KeyContext::Prompt) || contexts.contains(&KeyContext::Edit))
}

/// A key as it is written: `yes` and `no` are actions here, whatever YAML takes them for.
fn key_as_written(document: &Document, node: NodeId) -> &str {
    let span = document.key_span(node).unwrap_or_default();
    let text = document.text().get(span.start as usize..span.end as usize);
    match text.map(str::trim) {
        Some(text) if !text.starts_with(['"', '\'']) => text,
        _ => document.key(node).unwrap_or_default(),
    }
}

/// A scalar as it is written: `y` and `1` are keys here, whatever YAML takes them for.
fn raw(document: &Document, node: NodeId) -> String {
    match (document.value(node), document.style(node)) {
        (Value::String(text), _) => text.to_owned(),
        (Value::List | Value::Map, _) | (_, ScalarStyle::Quoted | ScalarStyle::Block) => String::new(),
        _ => {
            let span = document.span(node);
            let text = document.text().get(span.start as usize..span.end as usize);
            text.unwrap_or_default().to_owned()
        }
    }
}

fn text(document: &Document, node: NodeId) -> Result<String, ConfigError> {
    let name = document.key(node).unwrap_or_default();
    match document.value(node) {
        Value::String(text) => Ok(text.to_owned()),
        _ => Err(wrong(document, node, &format!("{name}: this must be a text"))),
    }
}

fn truth(document: &Document, node: NodeId) -> Result<bool, ConfigError> {
    let name = document.key(node).unwrap_or_default();
    match document.value(node) {
        Value::Bool(truth) => Ok(truth),
        _ => Err(wrong(
            document,
            node,
            &format!("{name}: this must be true or false"),
        )),
    }
}

fn hint<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(asked, known).map_or(String::new(), |near| format!("; did you mean {near}?"))
}

fn wrong(document: &Document, node: NodeId, what: &str) -> ConfigError {
    let at = document.position(node);
    let name = document.name();
    ConfigError(visible(&format!("{name}:{}:{}: {what}", at.line, at.column)).into_owned())
}

/// A config file that says what `config` says, with every setting and action explained; what is as usual stands behind
/// a `#`.
#[must_use]
pub fn print(config: &Config) -> String {
    let mut text = String::from(
        "# mergescope's config file: $XDG_CONFIG_HOME/mergescope/config.yaml, else ~/.config/mergescope/config.yaml,\n\
         # or the file of --config. It holds for the explorer; arguments come first. What stands behind a # is as usual.\n",
    );
    let values = [
        (config.theme.as_deref().map(quoted), "dark".to_owned()),
        (config.ascii.map(|ascii| ascii.to_string()), "false".to_owned()),
        (config.mouse.map(|mouse| mouse.to_string()), "true".to_owned()),
        (
            config.semantics.map(|semantics| semantics.name().to_owned()),
            Semantics::default().name().to_owned(),
        ),
        (
            config.pace.map(|pace| pace.to_string()),
            Player::default().interval().to_string(),
        ),
    ];
    for ((name, help), (value, usual)) in SETTINGS.iter().zip(values) {
        let _ = match value {
            Some(value) => writeln!(text, "\n# {help}\n{name}: {value}"),
            None => writeln!(text, "\n# {help}\n# {name}: {usual}"),
        };
    }
    text.push_str(
        "\n# Other keys: an action, and a key or a list of keys in place of its own; [] takes them away.\n\
         # A key is a character, Ctrl- and a character, F1 to F24, Enter, Esc, Tab, Shift-Tab, Space, Backspace, Delete,\n\
         # Insert, Up, Down, Left, Right, Shift-Left, Shift-Right, PgUp, PgDn, Home or End.\nkeys:\n",
    );
    let usual = Keymap::default();
    for group in Group::ALL {
        let _ = writeln!(text, "  # {}", group.title());
        for (line, binding) in BINDINGS.iter().enumerate() {
            if binding.group != group {
                continue;
            }
            let keys: Vec<String> = config
                .keymap
                .keys(line)
                .iter()
                .map(|key| quoted(&key.to_string()))
                .collect();
            let sign = if config.keymap.keys(line) == usual.keys(line) {
                "# "
            } else {
                ""
            };
            let entry = format!("{sign}{}: [{}]", binding.name, keys.join(", "));
            let _ = writeln!(text, "  {entry:<44} # {}", binding.help);
        }
    }
    text
}

/// A text that YAML takes for this text.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests;
