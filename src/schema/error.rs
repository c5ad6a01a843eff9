//! Refusals of a look-up, in the words of kubectl.

use super::suggest;

/// A kind without a type; its text is kubectl's own where kubectl rejects, too.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.rejection(.api_version, .kind))]
pub struct UnknownKind {
    /// `apps/v1`, or `v1` for the core group.
    pub api_version: String,
    /// `Deployment`.
    pub kind: String,
    /// Why it is unknown, and what is near it.
    pub reason: UnknownReason,
}

/// Why a kind is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownReason {
    /// No such kind: most likely a custom resource.
    NoSuchKind {
        /// A built-in kind with nearly that name, as `apps/v1 Deployment`.
        near: Option<String>,
    },
    /// The kind is built in, under other versions: `apps/v1`.
    OtherVersions(Vec<String>),
    /// The API server patches this kind; kubectl has no type for it.
    ServerOnly,
    /// kubectl merges this old version by types that no document here has.
    KubectlAlone,
}

impl UnknownReason {
    /// kubectl's rejection; where it would not reject, why we do.
    fn rejection(&self, api_version: &str, kind: &str) -> String {
        let version = go_version(api_version);
        match self {
            Self::KubectlAlone => format!("the fields of {version}, Kind={kind} are not known here"),
            _ => format!(
                "strategic merge patch is not supported for {version}, Kind={kind} locally, try --type merge"
            ),
        }
    }
}

/// A look-up that Kubernetes rejects; the text is kubectl's own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// The struct has no such field.
    #[error("unable to find api field in struct {type_name} for the json field {}", go_quote(.field))]
    NoSuchField {
        /// What the Kubernetes program calls the struct.
        type_name: String,
        /// The field that was asked for.
        field: String,
        /// A field of the struct with nearly that name.
        near: Option<String>,
    },
    /// The thing that should have fields is no struct.
    #[error("merging an object in json but data type is not struct, instead is: {kind}")]
    NotStruct {
        /// What it is: `map`, `slice`, `string`.
        kind: &'static str,
    },
    /// The type of a list is asked for, and the field has another.
    #[error("expected slice or array type, but got: {kind}")]
    NotList {
        /// The kind of the *enclosing* thing: `struct`, or `ptr`.
        kind: &'static str,
        /// The field.
        field: String,
    },
    /// The field is a list of lists.
    #[error("unexpected slice of slice")]
    ListOfLists {
        /// The field.
        field: String,
    },
    /// The field's strategies are too many, or two that do not go together.
    #[error("unexpected patch strategy: [{}]", .strategies.join(" "))]
    Strategy {
        /// The field.
        field: String,
        /// As written in the schema.
        strategies: Vec<String>,
    },
}

impl LookupError {
    /// A field of the struct with nearly the name that was asked for.
    pub fn suggestion(&self) -> Option<&str> {
        match self {
            Self::NoSuchField { near, .. } => near.as_deref(),
            _ => None,
        }
    }
}

impl UnknownKind {
    /// What to do about it, as the end of a sentence; nothing if there is nothing to say but the rejection.
    pub fn advice(&self) -> Option<String> {
        match &self.reason {
            UnknownReason::NoSuchKind { near: None } => None,
            UnknownReason::NoSuchKind { near: Some(near) } => {
                Some(format!("unknown kind; did you mean \"{near}\"?"))
            }
            UnknownReason::OtherVersions(versions) => Some(format!(
                "{} is available as {}",
                suggest::shown(&self.kind),
                versions.join(", ")
            )),
            UnknownReason::ServerOnly => {
                Some("the API server accepts such a patch for this kind, kubectl does not".into())
            }
            UnknownReason::KubectlAlone => {
                Some("only kubectl has this old version. help: use the current version".into())
            }
        }
    }
}

/// An apiVersion as kubectl shows it here: the core group is an empty one, `/v1`.
fn go_version(api_version: &str) -> String {
    if api_version.contains('/') {
        api_version.to_owned()
    } else {
        format!("/{api_version}")
    }
}

/// Writes text as Go's `%q` does.
pub fn go_quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            c if is_print(c) => out.push(c),
            c if u32::from(c) < 0x80 => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if u32::from(c) < 0x10000 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Letters, marks, numbers, signs and the plain blank: what is left when the standard library's escaping leaves a
/// character alone. (It escapes a leading mark too, hence the letter before it.)
fn is_print(c: char) -> bool {
    c == '\'' || ['a', c].iter().collect::<String>().escape_debug().count() == 2
}
