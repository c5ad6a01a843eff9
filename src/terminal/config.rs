//! The config file: YAML with settings and key bindings. [`parse`] reads it; [`print()`] writes a file that
//! can be read again.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::bindings::{BINDINGS, Group};
use super::key::KeyPress;
use super::keymap::{self, Keymap};
use crate::document::escape::visible;
use crate::document::{Document, NodeId, Tree};
use crate::explorer::{Action, KeyContext, Player};
use crate::merge::{PatchType, Semantics};
use crate::settings::{self, did_you_mean};

/// The settings of a config file. `None` means the default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The name or the file of a theme. A relative path starts at the folder of the config file.
    pub theme: Option<String>,
    /// Whether to draw with ASCII glyphs only.
    pub ascii: Option<bool>,
    /// Whether the mouse is used.
    pub mouse: Option<bool>,
    /// The semantics if `--semantics` is not given.
    pub semantics: Option<Semantics>,
    /// The playback interval, in milliseconds per step.
    pub pace: Option<u64>,
    /// Whether lessons list the steps that are not reached yet.
    pub future_steps: Option<bool>,
    /// The keys of all bindings.
    pub keymap: Keymap,
}

/// An error in a config file: file, line and column, and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// The settings, each with its help text.
const SETTINGS: [(&str, &str); 7] = [
    (
        "theme",
        "theme name or file; default: depends on the terminal background",
    ),
    (
        "ascii",
        "ASCII characters only; default: depends on the locale (LC_ALL, LC_CTYPE, LANG)",
    ),
    ("mouse", "capture the mouse; false: the terminal selects text"),
    (
        "semantics",
        "default semantics for strategic merge patches, also of merge, explain, lint, compare, export and skew",
    ),
    (
        "pace",
        "playback: milliseconds per step; presentation mode starts at 4000 and skips steps without a change or a warning",
    ),
    (
        "future-steps",
        "list the steps of a lesson before they are reached",
    ),
    ("keys", "key bindings, see below"),
];

/// The file as serde reads it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a map from settings to values")]
struct ConfigFile {
    theme: Option<String>,
    #[serde(deserialize_with = "settings::boolean")]
    ascii: Option<bool>,
    #[serde(deserialize_with = "settings::boolean")]
    mouse: Option<bool>,
    #[serde(deserialize_with = "semantics")]
    semantics: Option<Semantics>,
    #[serde(deserialize_with = "pace")]
    pace: Option<u64>,
    #[serde(rename = "future-steps", deserialize_with = "settings::boolean")]
    future_steps: Option<bool>,
    keys: Option<BTreeMap<BindingName, KeyList>>,
}

fn semantics<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Semantics>, D::Error> {
    settings::scalar(deserializer, "the name of semantics", |name| {
        let strategic = |semantics: &Semantics| semantics.patch_type() == PatchType::Strategic;
        let all = Semantics::ALL.iter().filter(|semantics| strategic(semantics));
        let all: Vec<&str> = all.map(|semantics| semantics.name()).collect();
        let named = Semantics::from_name(name).filter(strategic);
        named.map(Some).ok_or_else(|| {
            let allowed = format!("use one of {}", all.join(", "));
            format!(
                "unknown semantics {name}{}",
                did_you_mean(name, all.iter().copied(), &allowed)
            )
        })
    })
}

fn pace<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    settings::scalar(deserializer, "a number of milliseconds", |text| {
        let pace = text.parse().ok().filter(|pace| Player::INTERVALS.contains(pace));
        pace.map(Some).ok_or_else(|| {
            let all = Player::INTERVALS.map(|pace| pace.to_string()).join(", ");
            format!("must be one of {all}")
        })
    })
}

/// The index of a binding in [`BINDINGS`], parsed from its name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct BindingName(usize);

impl<'de> Deserialize<'de> for BindingName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        settings::scalar(deserializer, "the name of an action", |name| {
            keymap::line_named(name).map(Self).ok_or_else(|| {
                let names = BINDINGS.iter().map(|binding| binding.name);
                let hint = did_you_mean(name, names, "`mergescope --print-config` lists all actions");
                format!("unknown action {name}{hint}")
            })
        })
    }
}

/// A key or a list of keys.
struct KeyList(Vec<KeyPress>);

impl<'de> Deserialize<'de> for KeyList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KeyListVisitor)
    }
}

struct KeyListVisitor;

impl<'de> Visitor<'de> for KeyListVisitor {
    type Value = KeyList;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key or a list of keys")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<KeyList, E> {
        let key = KeyPress::parse(text).map_err(E::custom)?;
        Ok(KeyList(vec![key]))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<KeyList, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<KeyList, E> {
        Err(E::custom(
            "this must be a key or a list of keys; # and ~ need quotes",
        ))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut keys: A) -> Result<KeyList, A::Error> {
        let mut all = Vec::new();
        while let Some(KeyList(more)) = keys.next_element()? {
            for key in more {
                if !all.contains(&key) {
                    all.push(key);
                }
            }
        }
        Ok(KeyList(all))
    }
}

/// Parses a config file; `name` is for messages. An empty file has no settings.
///
/// # Errors
/// The first error: invalid YAML, unknown settings, actions or keys, values of another type, a key with two
/// actions in one context.
pub fn parse(name: &str, bytes: Vec<u8>) -> Result<Config, ConfigError> {
    let (file, document) = settings::read::<ConfigFile>(name, bytes).map_err(ConfigError)?;
    let mut keymap = Keymap::default();
    for (BindingName(line), KeyList(keys)) in file.keys.unwrap_or_default() {
        if let Some(key) = keys.iter().find(|key| types(line, **key)) {
            let name = BINDINGS.get(line).map_or("", |binding| binding.name);
            return Err(wrong(
                &document,
                Some(line),
                &format!("{name}: {key} is needed for text input; use a key such as Ctrl-X or F5"),
            ));
        }
        keymap.set(line, keys);
    }
    check(&document, &keymap)?;
    Ok(Config {
        theme: file.theme,
        ascii: file.ascii,
        mouse: file.mouse,
        semantics: file.semantics,
        pace: file.pace,
        future_steps: file.future_steps,
        keymap,
    })
}

/// Checks that no key has two actions in a context, and that a key quits.
fn check(document: &Document, keymap: &Keymap) -> Result<(), ConfigError> {
    if let Some(clash) = keymap.clash() {
        let [first, second] = clash.lines;
        let named = |line: usize| {
            let name = BINDINGS.get(line).map_or("", |binding| binding.name);
            match entry(document, line) {
                Some(node) => {
                    let position = document.position(node);
                    format!("{name} ({}:{})", visible(document.name()), position.line)
                }
                None => format!("{name} (default)"),
            }
        };
        let at = [second, first]
            .into_iter()
            .find(|line| entry(document, *line).is_some());
        let problem = format!(
            "key {} is bound to {} and {}; change one of them, or remove it with []",
            clash.key,
            named(first),
            named(second)
        );
        return Err(wrong(document, at, &problem));
    }
    if keymap.shown(KeyContext::Main, Action::Quit).is_empty() {
        let problem = "quit: at least one key is required; remove the line, or name a key";
        return Err(wrong(document, None, problem));
    }
    Ok(())
}

/// Returns the entry of the file for a binding.
fn entry(document: &Document, line: usize) -> Option<NodeId> {
    let keys = document.get(document.root(), "keys")?;
    document
        .children(keys)
        .find(|entry| keymap::line_named(key_as_written(document, *entry)) == Some(line))
}

/// Returns an error about the entry of a binding, or about the keys as a whole.
fn wrong(document: &Document, line: Option<usize>, problem: &str) -> ConfigError {
    let keys = || document.get(document.root(), "keys");
    let node = line.and_then(|line| entry(document, line)).or_else(keys);
    ConfigError(settings::error_at(
        document,
        node.unwrap_or(document.root()),
        problem,
    ))
}

/// Returns whether a key types text in a context of a binding.
fn types(line: usize, key: KeyPress) -> bool {
    let contexts = BINDINGS
        .get(line)
        .map_or(&[] as &[KeyContext], |binding| binding.contexts);
    matches!(key, KeyPress::Char(_))
        && (contexts.contains(&KeyContext::Prompt) || contexts.contains(&KeyContext::Edit))
}

/// Returns the key of an entry as it is written, because `yes` and `no` are actions in this file and booleans
/// in YAML.
fn key_as_written(document: &Document, node: NodeId) -> &str {
    let span = document.key_span(node).unwrap_or_default();
    let text = document.text().get(span.start as usize..span.end as usize);
    match text.map(str::trim) {
        Some(text) if !text.starts_with(['"', '\'']) => text,
        _ => document.key(node).unwrap_or_default(),
    }
}

/// Returns the text of a config file for `config`, which explains every setting and action. Defaults are
/// commented out.
#[must_use]
pub fn print(config: &Config) -> String {
    let mut text = String::from(
        "# mergescope's config file: $XDG_CONFIG_HOME/mergescope/config.yaml, else ~/.config/mergescope/config.yaml,\n\
         # or the file of --config. Settings of the explorer; command-line options take precedence. Commented-out lines show the defaults.\n",
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
        (
            config.future_steps.map(|shows| shows.to_string()),
            "false".to_owned(),
        ),
    ];
    for ((name, help), (value, usual)) in SETTINGS.iter().zip(values) {
        let _ = match value {
            Some(value) => writeln!(text, "\n# {help}\n{name}: {value}"),
            None => writeln!(text, "\n# {help}\n# {name}: {usual}"),
        };
    }
    text.push_str(
        "\n# Key bindings: action: key or list of keys. [] removes the binding.\n\
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

/// Returns a text as a quoted YAML string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests;
