//! A ConfigurationPolicy (or a Policy around some) as the object templates that it holds.
//!
//! [`fn@read`] takes a file's bytes; each [`Template`] is a document of its own that keeps the lines of the file. Nothing
//! in a policy is run: Go templates are reported and stand for themselves.

mod label_selector;
mod namespace_selector;
mod read;
mod subdocument;
mod template_index;

use std::sync::Arc;

use super::compliance_type::Compliance;
use crate::document::{Document, Position, Tree, Value};

pub use label_selector::Labels;
pub use namespace_selector::Namespaces;
pub use read::read;
pub use template_index::TemplateIndex;

/// All object templates of a file, in order.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The templates.
    pub templates: Vec<Template>,
    /// What a person should know of the file.
    pub notes: Vec<PolicyNote>,
}

/// Something that a policy asks for and that is not done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyNote {
    /// Where in the file.
    pub position: Position,
    /// One sentence.
    pub text: String,
}

/// One entry of `object-templates`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The ConfigurationPolicy's name; empty if it has none.
    pub policy: String,
    /// Its `objectDefinition`.
    pub document: Arc<Document>,
    /// By which rules it is held against objects.
    pub compliance: Compliance,
    /// The name of its object; none if it is looked for by its content.
    pub name: Option<String>,
    /// The namespace of its object, where it names one.
    pub namespace: Option<String>,
    /// Which namespaces the policy is for.
    pub namespaces: Arc<Namespaces>,
    /// Which objects it is for, where it names none.
    pub selector: Option<Labels>,
    /// Whether it holds Go templates, which only the controller can run.
    pub has_go_templates: bool,
}

impl Template {
    /// Whether an object is of its kind, name and namespace.
    pub fn is_for(&self, live: &Document) -> bool {
        if live.identity() != self.document.identity() {
            return false;
        }
        let (name, namespace) = (metadata(live, "name"), metadata(live, "namespace"));
        let fits = match (&self.namespace, namespace) {
            (Some(own), there) => there == Some(own.as_str()),
            (None, Some(there)) => self.namespaces.matches(there),
            (None, None) => true,
        };
        fits && self.name.as_deref().is_none_or(|own| name == Some(own))
            && self
                .selector
                .as_ref()
                .is_none_or(|selector| selector.matches(live))
    }

    /// Whether its kind, name or namespace is a Go template: then only the controller knows which object it is for.
    pub fn has_templated_identity(&self) -> bool {
        let (version, kind) = self.document.identity();
        let own = [self.name.as_deref(), self.namespace.as_deref()];
        let all = [version, kind].into_iter().chain(own.into_iter().flatten());
        all.into_iter().any(|text| text.contains("{{"))
    }

    /// Whether neither it nor the policy's `namespaceSelector` names a namespace.
    pub fn has_no_namespace(&self) -> bool {
        self.namespace.is_none() && self.namespaces.include.is_empty() && !self.namespaces.by_labels
    }

    /// Whether an object that it is for counts as named: it names it, or selects it by its labels.
    pub fn names(&self) -> bool {
        self.name.is_some() || self.selector.is_some()
    }

    /// What its object is called, as far as it says so: `Deployment shop/web`.
    pub fn called(&self) -> String {
        let (_, kind) = self.document.identity();
        let kind = if kind.is_empty() { "object" } else { kind };
        match (&self.namespace, &self.name) {
            (Some(namespace), Some(name)) => format!("{kind} {namespace}/{name}"),
            (None, Some(name)) => format!("{kind} {name}"),
            (Some(namespace), None) => format!("{kind} in {namespace}, without a name"),
            (None, None) => format!("{kind} without a name"),
        }
    }
}

/// An object's name, if it has one.
pub fn name(object: &Document) -> Option<&str> {
    metadata(object, "name")
}

/// An object's namespace, if it has one.
pub fn namespace(object: &Document) -> Option<&str> {
    metadata(object, "namespace")
}

/// A text of an object's metadata.
pub(crate) fn metadata<'d>(object: &'d Document, key: &str) -> Option<&'d str> {
    let metadata = object.get(object.root(), "metadata")?;
    match object.value(object.get(metadata, key)?) {
        Value::String(text) if !text.is_empty() => Some(text),
        _ => None,
    }
}
