//! The explorer's session as one file: texts, schema options, position. What is read from a file is untrusted:
//! everything in it is checked, and the texts are read like any others.

use serde::{Deserialize, Serialize};

pub use super::session_folds::SessionFolds;
use crate::explorer::workspace::Workspace;
use crate::merge::Semantics;
use crate::report::redact::Secrets;

/// What the first entry of a session file says.
const WHAT: &str = "session";

/// The form that this program writes, and the only one that it reads.
const VERSION: u64 = 1;

/// The most patches that are read.
const MAX_PATCHES: usize = 1000;

/// A merged.
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
    /// The schema options besides the built-in table.
    #[serde(default, skip_serializing_if = "SessionRules::is_empty")]
    pub rules: SessionRules,
    /// How many steps have been played.
    pub position: usize,
    /// What is folded.
    #[serde(default, skip_serializing_if = "SessionFolds::is_empty")]
    pub folds: SessionFolds,
}

/// A text with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionText {
    /// Its name in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

/// How fields merge, as far as the command line said so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionRules {
    /// The schema files, in the order in which they were laid over the built-in table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<SessionText>,
    /// Whether list-types of custom resources count as strategies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assume_list_type: bool,
    /// Declared lists: `PATH=KEY`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merge_keys: Vec<String>,
    /// Whether an item whose key is null takes the first of several live items.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub null_key_first: bool,
}

impl SessionRules {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl SessionFile {
    /// The session as it stands, with the values of Secrets hidden unless they are shown.
    pub fn of(cx: &Workspace, rules: SessionRules) -> Self {
        let merged = cx.merged();
        let inputs = &merged.merge().inputs;
        let text = |document: &crate::document::Document| SessionText {
            name: document.name().to_owned(),
            text: document.text().to_owned(),
        };
        let note = (merged.secrets() == Secrets::Hidden)
            .then_some("Secret values in this file are masked with numbered dots.");
        Self {
            mergescope: WHAT.to_owned(),
            version: VERSION,
            note: note.map(str::to_owned),
            semantics: inputs.semantics.name().to_owned(),
            live: text(&inputs.live),
            patches: inputs.patches.iter().map(|patch| text(patch)).collect(),
            rules,
            position: merged.position(),
            folds: SessionFolds::of(cx.panes.folded_sources(), inputs.patches.len()),
        }
    }

    /// The file's text.
    pub fn write(&self) -> String {
        // Strings and numbers cannot fail to be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence that does not say which file.
    pub fn read(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct SessionHead {
            mergescope: Option<String>,
            version: Option<u64>,
        }
        let head: SessionHead =
            serde_json::from_str(text).map_err(|error| format!("not a session file: {error}"))?;
        if head.mergescope.as_deref() != Some(WHAT) {
            return Err(format!(
                "not a session file: it must start with \"mergescope\": \"{WHAT}\""
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

    /// Whose rules hold.
    ///
    /// # Errors
    /// Semantics that there are not.
    pub fn semantics(&self) -> Result<Semantics, String> {
        let found = Semantics::ALL.iter().find(|one| one.name() == self.semantics);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = Semantics::ALL.iter().map(|one| one.name()).collect();
            format!(
                "unknown semantics {:?}; available: {}",
                self.semantics,
                names.join(", ")
            )
        })
    }
}
