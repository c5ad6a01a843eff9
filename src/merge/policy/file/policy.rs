//! What a policy file holds: its object templates, and notes about it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::label_selector::Labels;
use super::namespace_selector::Namespaces;
use crate::document::{Document, Position, Tree, Value};
use crate::merge::policy::compliance_type::Compliance;
use crate::merge::policy::template_check::has_templated_identity;
use crate::schema::Schema;

/// All object templates of a file, in order.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The templates.
    pub templates: Vec<Template>,
    /// Notes for the user about the file.
    pub notes: Vec<PolicyNote>,
}

/// Something in a policy that mergescope does not evaluate, or whose effect the user must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyNote {
    /// The position in the file.
    pub position: Position,
    /// The text, one sentence.
    pub text: String,
}

/// One entry of `object-templates`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The name of the ConfigurationPolicy; empty if it has none.
    pub policy: String,
    /// The `objectDefinition`.
    pub document: Arc<Document>,
    /// The byte of the file at which the text of `document` starts; `None` if it is not the text of the file.
    pub offset: Option<usize>,
    /// The lines of the entry in the file.
    pub lines: RangeInclusive<u32>,
    /// The rules by which the template is compared with objects.
    pub compliance: Compliance,
    /// The name of the object; `None` if objects are selected by their content.
    pub name: Option<String>,
    /// The namespace of the object, if the template has one.
    pub namespace: Option<String>,
    /// The namespaces of the policy.
    pub namespaces: Arc<Namespaces>,
    /// The selector of objects, for a template without a name.
    pub selector: Option<Labels>,
    /// Whether the template contains Go templates, which only the controller can execute.
    pub has_go_templates: bool,
}

impl Template {
    /// Returns whether the kind, name and namespace of an object match the template.
    pub fn matches(&self, live: &Document) -> bool {
        if live.identity() != self.document.identity() {
            return false;
        }
        let (name, namespace) = (metadata(live, "name"), metadata(live, "namespace"));
        let is_match = match (&self.namespace, namespace) {
            (Some(expected), actual) => actual == Some(expected.as_str()),
            (None, Some(actual)) => self.namespaces.matches(actual),
            (None, None) => true,
        };
        is_match
            && self.name.as_deref().is_none_or(|expected| name == Some(expected))
            && self
                .selector
                .as_ref()
                .is_none_or(|selector| selector.matches(live))
    }

    /// Returns whether the kind, name or namespace is a Go template, so that only the controller knows the
    /// object.
    pub fn has_templated_identity(&self) -> bool {
        has_templated_identity(&self.document)
    }

    /// Returns whether the template needs a namespace and neither it nor the `namespaceSelector` of the policy has one: its
    /// kind is a built-in one with namespaces, or it has an object in a namespace.
    pub fn lacks_namespace(&self, has_namespaced_object: bool) -> bool {
        let has_none =
            self.namespace.is_none() && self.namespaces.include.is_empty() && !self.namespaces.by_labels;
        let (version, kind) = self.document.identity();
        let is_namespaced = || {
            let is_built_in = Schema::builtin().top(version, kind).is_ok();
            has_namespaced_object || is_built_in && !is_cluster_wide(kind)
        };
        has_none && !self.has_templated_identity() && is_namespaced()
    }

    /// Returns whether an object of the template counts as named: the template has its name or selects it by
    /// labels.
    pub fn counts_as_named(&self) -> bool {
        self.name.is_some() || self.selector.is_some()
    }

    /// Returns the display name of the object, as far as the template has it: `Deployment shop/web`.
    pub fn display_name(&self) -> String {
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

/// Returns the name of an object, if it has one.
pub(super) fn name(object: &Document) -> Option<&str> {
    metadata(object, "name")
}

/// Returns a non-empty string of an object's metadata.
pub(crate) fn metadata<'d>(object: &'d Document, key: &str) -> Option<&'d str> {
    let metadata = object.get(object.root(), "metadata")?;
    match object.value(object.get(metadata, key)?) {
        Value::String(text) if !text.is_empty() => Some(text),
        _ => None,
    }
}

/// Returns whether the kind is a built-in one without a namespace.
fn is_cluster_wide(kind: &str) -> bool {
    kind.starts_with("Cluster")
        || kind.starts_with("Validating")
        || kind.starts_with("Mutating")
        || kind.starts_with("CSI") && kind != "CSIStorageCapacity"
        || matches!(
            kind,
            "APIService"
                | "CertificateSigningRequest"
                | "ComponentStatus"
                | "CustomResourceDefinition"
                | "DeviceClass"
                | "DeviceTaintRule"
                | "FlowSchema"
                | "IPAddress"
                | "IngressClass"
                | "Namespace"
                | "Node"
                | "PersistentVolume"
                | "PriorityClass"
                | "PriorityLevelConfiguration"
                | "ResourceSlice"
                | "RuntimeClass"
                | "SelfSubjectAccessReview"
                | "SelfSubjectReview"
                | "SelfSubjectRulesReview"
                | "ServiceCIDR"
                | "StorageClass"
                | "StorageVersion"
                | "StorageVersionMigration"
                | "SubjectAccessReview"
                | "TokenReview"
                | "VolumeAttachment"
                | "VolumeAttributesClass"
        )
}
