//! Errors of look-ups, with the messages of kubectl.

use super::suggest;

/// A kind without a type. The message is that of kubectl if kubectl rejects the kind, too.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .reason.rejection(.api_version, .kind))]
pub struct UnknownKind {
    /// `apps/v1`, or `v1` for the core group.
    pub api_version: String,
    /// `Deployment`.
    pub kind: String,
    /// The reason, with suggestions.
    pub reason: UnknownReason,
}

/// The reason why a kind is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownReason {
    /// There is no such kind: probably a custom resource.
    NoSuchKind {
        /// A built-in kind with a similar name, as `apps/v1 Deployment`.
        near: Option<String>,
    },
    /// The kind is built in with other versions: `apps/v1`.
    OtherVersions(Vec<String>),
    /// The API server can patch this kind, but kubectl has no type for it.
    ServerOnly,
    /// kubectl merges this old version with types that are not in any published schema.
    KubectlAlone,
}

impl UnknownReason {
    /// Returns the error message of kubectl, or our own if kubectl would not reject the kind.
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

/// A look-up that Kubernetes rejects, with the message of kubectl.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// The struct has no such field.
    #[error("unable to find api field in struct {type_name} for the json field {}", go_quote(.field))]
    NoSuchField {
        /// The name of the struct in Go.
        type_name: String,
        /// The requested field.
        field: String,
        /// A field of the struct with a similar name.
        near: Option<String>,
    },
    /// The type is not a struct and so has no fields.
    #[error("merging an object in json but data type is not struct, instead is: {kind}")]
    NotStruct {
        /// The kind of the Go type: `map`, `slice`, `string`.
        kind: &'static str,
    },
    /// A list is requested, but the field has another type.
    #[error("expected slice or array type, but got: {kind}")]
    NotList {
        /// The kind of the *enclosing* Go type: `struct` or `ptr`.
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
    /// The field has too many patch strategies, or two that exclude each other.
    #[error("unexpected patch strategy: [{}]", .strategies.join(" "))]
    Strategy {
        /// The field.
        field: String,
        /// The strategies as written in the schema.
        strategies: Vec<String>,
    },
}

impl LookupError {
    /// Returns a field of the struct with a similar name.
    pub fn suggestion(&self) -> Option<&str> {
        match self {
            Self::NoSuchField { near, .. } => near.as_deref(),
            _ => None,
        }
    }
}

impl UnknownKind {
    /// Returns advice as the end of a sentence, or `None` if there is no advice.
    pub fn advice(&self) -> Option<String> {
        match &self.reason {
            UnknownReason::NoSuchKind { near: None } => None,
            UnknownReason::NoSuchKind { near: Some(near) } => {
                Some(format!("unknown kind; did you mean `{near}`?"))
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
                Some("only kubectl has this old version; use the current version".into())
            }
        }
    }
}

/// Returns an apiVersion as kubectl prints it in this message: the core group is empty, `/v1`.
fn go_version(api_version: &str) -> String {
    if api_version.contains('/') {
        api_version.to_owned()
    } else {
        format!("/{api_version}")
    }
}

/// Quotes text as `%q` of Go does.
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

/// Returns whether Go prints the character unescaped: letters, marks, numbers, symbols and the space, as
/// `escape_debug` does. (It also escapes a mark at the start of a text, hence the letter before it.)
fn is_print(c: char) -> bool {
    c == '\'' || ['a', c].iter().collect::<String>().escape_debug().count() == 2
}
