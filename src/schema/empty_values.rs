//! How the Go types of Kubernetes write empty values: `omitempty` leaves them out, unless the field is a pointer or a
//! struct.

use super::Schema;
use super::field::{FieldDeclaration, Shape, TypePosition};

/// The fields that OpenAPI calls optional and that Go always writes: they have no `omitempty`.
const ALWAYS_WRITTEN: [(&str, &str); 17] = [
    ("apps.v1.StatefulSetOrdinals", "start"),
    ("apps.v1.StatefulSetSpec", "serviceName"),
    ("core.v1.Event", "reportingComponent"),
    ("core.v1.Event", "reportingInstance"),
    ("core.v1.ProjectedVolumeSource", "sources"),
    ("discovery.v1.EndpointSlice", "endpoints"),
    ("discovery.v1.EndpointSlice", "ports"),
    ("flowcontrol.v1.FlowSchemaSpec", "matchingPrecedence"),
    ("flowcontrol.v1.QueuingConfiguration", "handSize"),
    ("flowcontrol.v1.QueuingConfiguration", "queueLengthLimit"),
    ("flowcontrol.v1.QueuingConfiguration", "queues"),
    ("flowcontrol.v1.ResourcePolicyRule", "namespaces"),
    ("rbac.v1.ClusterRole", "rules"),
    ("rbac.v1.Role", "rules"),
    ("rbac.v1.RoleRef", "apiGroup"),
    ("scheduling.v1.PriorityClass", "value"),
    ("storage.v1.CSINodeDriver", "topologyKeys"),
];

/// What Go writes for an empty value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenEmpty {
    /// The value.
    AsGiven,
    /// Nothing.
    Omitted,
    /// Null for an empty list or map: the form in which most objects are stored has none.
    Null,
}

impl Schema {
    /// Returns what Go writes for an empty value of the field `name` of a map, as far as its built-in type says it.
    pub fn written_empty(&self, map: TypePosition, name: &str) -> WrittenEmpty {
        let is_named = self.declaration(map, name) == FieldDeclaration::Named;
        let owner = self.struct_name(map).filter(|_| is_named);
        let value = self.peek(map, name).map(|field| field.type_position);
        let (Some((owner, true)), Some(value)) = (owner, value) else {
            return WrittenEmpty::AsGiven;
        };
        let is_list = matches!(self.shape(value), Shape::List | Shape::Map);
        let is_scalar = || self.scalar_kind(value).is_some() || self.holds_bytes(value);
        if self.is_pointer(value) || !is_list && !is_scalar() {
            return WrittenEmpty::AsGiven;
        }
        let is_written = self.is_required(map, name) || ALWAYS_WRITTEN.contains(&(owner, name));
        match (is_written, is_list) {
            (false, _) => WrittenEmpty::Omitted,
            (true, true) => WrittenEmpty::Null,
            (true, false) => WrittenEmpty::AsGiven,
        }
    }

    /// Returns whether the API server cannot tell an empty value of the field `name` of a map from a missing one: in Go it
    /// is neither a pointer nor a struct.
    pub fn is_empty_missing(&self, map: TypePosition, name: &str) -> bool {
        let is_built_in = self.struct_name(map).is_some_and(|(_, is_built_in)| is_built_in);
        let value = self.peek(map, name).map(|field| field.type_position);
        is_built_in
            && value.is_some_and(|value| {
                matches!(self.shape(value), Shape::List | Shape::Map | Shape::Scalar)
                    && !self.is_pointer(value)
            })
    }

    /// Returns whether the field `name` of a built-in type is in Go a struct and not a pointer to one, so that it is never missing.
    pub fn is_struct_value(&self, map: TypePosition, name: &str) -> bool {
        let is_built_in = self.struct_name(map).is_some_and(|(_, is_built_in)| is_built_in);
        let value = self.peek(map, name).map(|field| field.type_position);
        is_built_in
            && value.is_some_and(|value| self.shape(value) == Shape::Struct && !self.is_pointer(value))
    }

    /// Returns whether the API server leaves out an empty value of the field `name` of a map.
    pub fn omits_empty(&self, map: Option<TypePosition>, name: &str) -> bool {
        map.is_some_and(|map| self.written_empty(map, name) == WrittenEmpty::Omitted)
    }
}
