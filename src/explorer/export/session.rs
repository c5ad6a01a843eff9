//! The session of the explorer as a file: texts, schema options, position. A file that is read is untrusted:
//! all its fields are checked, and its texts are parsed like any other input.

use serde::{Deserialize, Serialize};

pub use super::session_folds::SessionFolds;
use crate::explorer::workspace::Workspace;
use crate::merge::Semantics;
use crate::report::redact::Secrets;

/// The value of the first field of a session file.
const WHAT: &str = "session";

/// What to do about a file that is no session file.
const HELP: &str = "\nhelp: pass a file that `mergescope export --format session` wrote";

/// The version of the format; other versions are rejected.
const VERSION: u64 = 1;

/// The maximum number of patches that are read.
const MAX_PATCHES: usize = 1000;

/// A session file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionFile {
    mergescope: String,
    version: u64,
    /// A note for readers of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    semantics: String,
    /// The live object.
    pub live: SessionText,
    /// The patches, in the order in which they apply.
    pub patches: Vec<SessionText>,
    /// The schema options in addition to the built-in table.
    #[serde(default, skip_serializing_if = "SessionRules::is_empty")]
    pub rules: SessionRules,
    /// The step position.
    pub position: usize,
    /// The folded nodes.
    #[serde(default, skip_serializing_if = "SessionFolds::is_empty")]
    pub folds: SessionFolds,
}

/// A text and its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionText {
    /// The name in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The schema options of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionRules {
    /// The schema files, in the order in which they were applied to the built-in table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<SessionText>,
    /// Whether list-types of custom resources count as patch strategies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assume_list_type: bool,
    /// Declared lists: `PATH=KEY`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merge_keys: Vec<String>,
    /// Whether an item whose merge key is null matches the first of several live items.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub null_key_first: bool,
}

impl SessionRules {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl SessionFile {
    /// Creates the file of the current session. Secret values are hidden unless they are shown.
    pub fn from_workspace(cx: &Workspace, rules: SessionRules) -> Self {
        let merged = cx.merged();
        let inputs = &merged.merge().inputs;
        let text = |document: &crate::document::Document| SessionText {
            name: document.name().to_owned(),
            text: document.text().to_owned(),
        };
        let note = (merged.secrets() == Secrets::Hidden)
            .then_some("Secret values in this file are hidden: numbered dots stand for them.");
        Self {
            mergescope: WHAT.to_owned(),
            version: VERSION,
            note: note.map(str::to_owned),
            semantics: inputs.semantics.name().to_owned(),
            live: text(&inputs.live),
            patches: inputs.patches.iter().map(|patch| text(patch)).collect(),
            rules,
            position: merged.position(),
            folds: SessionFolds::from_sources(cx.panes.folded_sources(), inputs.patches.len()),
        }
    }

    /// Returns the text of the file.
    pub fn write(&self) -> String {
        // Serializing strings and numbers cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Parses the text of a file.
    ///
    /// # Errors
    /// The problem, as a sentence without the file name.
    pub fn read(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct SessionHead {
            mergescope: Option<String>,
            version: Option<u64>,
        }
        let head: SessionHead =
            serde_json::from_str(text).map_err(|error| format!("not a session file: {error}{HELP}"))?;
        if head.mergescope.as_deref() != Some(WHAT) {
            return Err(format!(
                "not a session file: it must start with \"mergescope\": \"{WHAT}\"{HELP}"
            ));
        }
        match head.version {
            Some(VERSION) => {}
            Some(version) => {
                return Err(format!(
                    "session version {version} is not supported (supported: {VERSION})"
                ));
            }
            None => return Err("the session has no version".to_owned()),
        }
        let file: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        file.semantics()?;
        match file.patches.len() {
            1..=MAX_PATCHES => Ok(file),
            0 => Err("the session has no patch".to_owned()),
            count => Err(format!("too many patches: {count} (maximum {MAX_PATCHES})")),
        }
    }

    /// Returns the semantics.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn semantics(&self) -> Result<Semantics, String> {
        Semantics::from_name(&self.semantics).ok_or_else(|| {
            let names: Vec<&str> = Semantics::ALL.iter().map(|one| one.name()).collect();
            format!(
                "unknown semantics {:?}\nhelp: use one of {}",
                self.semantics,
                names.join(", ")
            )
        })
    }
}
