//! The origins of the fields of a live object: a default value of the API server, or a field manager. Uses
//! `managedFields`, or else a table of known default values.

use std::collections::HashMap;

use crate::document::write::json_value;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, read, same};
use crate::merge::LAST_APPLIED;
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::server_side::{
    FieldHandling, FieldSet, ManagerEntry, PathElement, TypedPosition, managers,
};
use crate::schema::{Schema, TypePosition};

/// Labels that the API server adds to a Job and its Pods.
const JOB_LABELS: [&str; 4] = [
    "batch.kubernetes.io/controller-uid",
    "batch.kubernetes.io/job-name",
    "controller-uid",
    "job-name",
];

/// Finalizers that the API server adds to PersistentVolumes and PersistentVolumeClaims.
const PROTECTION: [&str; 2] = ["kubernetes.io/pvc-protection", "kubernetes.io/pv-protection"];

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldOrigin {
    /// The API server set it.
    Default,
    /// Field managers set it after the apply. Empty if there are no `managedFields`.
    Drift(Vec<Drifter>),
    /// Some of the fields below are default values, and some are drift.
    Mixed,
}

/// A field manager that changed a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drifter {
    /// Its name.
    pub manager: String,
    /// The time of its last change as in `managedFields`; empty if missing.
    pub time: String,
}

#[derive(Clone, Debug, Default)]
struct NodeFacts {
    position: Option<TypePosition>,
    /// The indices of the managers that own the node.
    owners: Vec<usize>,
}

/// The origins of all fields of a live object.
pub(crate) struct LiveFields<'a> {
    live: &'a Document,
    schema: &'a Schema,
    kind: &'a str,
    managers: Vec<ManagerEntry>,
    applier: Option<usize>,
    facts: HashMap<NodeId, NodeFacts>,
}

impl<'a> LiveFields<'a> {
    /// Reads the field managers; ignores invalid entries. The work grows with the object times its managers.
    pub(crate) fn new(live: &'a Document, schema: &'a Schema) -> Self {
        let (version, kind) = live.identity();
        let managers = managers(live).unwrap_or_default();
        let annotation =
            ["metadata", "annotations", LAST_APPLIED].map(|name| PathElement::Field(name.into()));
        let applier = managers.iter().position(|manager| {
            let found = annotation
                .iter()
                .try_fold(&manager.fields, |set, element| set.below(element));
            found.is_some()
        });
        let mut fields = Self {
            live,
            schema,
            kind,
            managers: Vec::new(),
            applier,
            facts: HashMap::new(),
        };
        let typed_position = TypedPosition::top(schema, schema.top(version, kind).ok());
        let sets: Vec<(usize, &FieldSet)> = managers
            .iter()
            .enumerate()
            .map(|(index, manager)| (index, &manager.fields))
            .collect();
        fields.walk(live.root(), Some(typed_position), &sets, &[]);
        fields.managers = managers;
        fields
    }

    fn walk(
        &mut self,
        node: NodeId,
        typed_position: Option<TypedPosition<'a>>,
        sets: &[(usize, &FieldSet)],
        inherited: &[usize],
    ) {
        let own_managers: Vec<usize> = sets
            .iter()
            .filter(|(_, set)| set.member)
            .map(|(index, _)| *index)
            .collect();
        let live = self.live;
        let handling = typed_position.map_or(FieldHandling::Whole, |typed_position| {
            typed_position.handling(live.kind(node))
        });
        let owners = if own_managers.is_empty() {
            inherited.to_vec()
        } else {
            own_managers
        };
        // The owner of an atomic value owns everything below it.
        let below: &[usize] = match handling == FieldHandling::Whole || !inherited.is_empty() {
            true => &owners,
            false => &[],
        };
        let children: Vec<NodeId> = live.children(node).collect();
        for (index, child) in children.into_iter().enumerate() {
            let (typed_position, element) = match live.key(child) {
                Some(name) => (
                    typed_position.and_then(|typed_position| typed_position.field(name)),
                    PathElement::Field(name.into()),
                ),
                None => {
                    let element = typed_position
                        .and_then(|typed_position| typed_position.path_element(live, child).ok());
                    (
                        typed_position.map(|typed_position| typed_position.item()),
                        element.unwrap_or(PathElement::Index(index)),
                    )
                }
            };
            let sets: Vec<(usize, &FieldSet)> = sets
                .iter()
                .filter_map(|(index, set)| Some((*index, set.below(&element)?)))
                .collect();
            self.walk(child, typed_position, &sets, below);
        }
        let position = typed_position.and_then(|typed_position| typed_position.type_position());
        self.facts.insert(node, NodeFacts { position, owners });
    }

    /// Returns the managers that own a value, except the one that applies.
    pub(crate) fn drifters(&self, node: NodeId) -> Vec<Drifter> {
        let owners = self.facts.get(&node).map(|facts| &facts.owners[..]);
        let others = owners
            .unwrap_or_default()
            .iter()
            .filter(|owner| Some(**owner) != self.applier);
        others
            .map(|owner| Drifter {
                manager: self.managers[*owner].name.clone(),
                time: self.managers[*owner].time.clone(),
            })
            .collect()
    }

    /// Returns the origin of a value that is neither in the manifest nor in the last-applied configuration.
    pub(crate) fn origin(&self, node: NodeId) -> FieldOrigin {
        // Without an apply, or by the request that created the object, defaults have the owner of the other fields.
        let can_be_default =
            self.managers.is_empty() || self.applier.is_none() || self.is_owned_by_creator(node);
        if can_be_default && self.is_known_default(node) {
            return FieldOrigin::Default;
        }
        if self.managers.is_empty() {
            return match self.live.is_empty(node) {
                true => FieldOrigin::Drift(Vec::new()),
                false => self.origin_by_parts(node),
            };
        }
        match self.live.is_empty(node) {
            true => self.origin_of_leaf(node),
            false => self.origin_by_parts(node),
        }
    }

    /// Returns whether a manager owns the value since it created the object.
    fn is_owned_by_creator(&self, node: NodeId) -> bool {
        let live = self.live;
        let named = |map: NodeId, name: &str| live.children(map).find(|child| live.key(*child) == Some(name));
        let created = named(live.root(), "metadata")
            .and_then(|metadata| named(metadata, "creationTimestamp"))
            .and_then(|time| live.value(time).as_str());
        let mut owners = self.facts.get(&node).into_iter().flat_map(|facts| &facts.owners);
        owners.any(|owner| Some(&*self.managers[*owner].time) == created)
    }

    fn origin_of_leaf(&self, node: NodeId) -> FieldOrigin {
        let owners = self.facts.get(&node).map(|facts| &facts.owners[..]);
        let owners = owners.unwrap_or_default();
        match owners.is_empty() || self.applier.is_some_and(|applier| owners.contains(&applier)) {
            true => FieldOrigin::Default,
            false => FieldOrigin::Drift(self.drifters(node)),
        }
    }

    fn origin_by_parts(&self, node: NodeId) -> FieldOrigin {
        let (mut has_default, mut drift) = (false, None::<Vec<Drifter>>);
        for child in self.live.children(node) {
            match self.origin(child) {
                FieldOrigin::Default => has_default = true,
                FieldOrigin::Mixed => return FieldOrigin::Mixed,
                FieldOrigin::Drift(drifters) => {
                    let all = drift.get_or_insert_default();
                    for drifter in drifters {
                        if !all.contains(&drifter) {
                            all.push(drifter);
                        }
                    }
                }
            }
        }
        match drift {
            None => FieldOrigin::Default,
            Some(_) if has_default && !self.managers.is_empty() => FieldOrigin::Mixed,
            Some(drifters) => FieldOrigin::Drift(drifters),
        }
    }

    /// Returns whether a value is the one that the API server sets if the field is missing.
    fn is_known_default(&self, node: NodeId) -> bool {
        let live = self.live;
        if let Value::String(text) = live.value(node)
            && PROTECTION.contains(&text)
        {
            return true;
        }
        let (Some(parent), Some(name)) = (live.parent(node), live.key(node)) else {
            return false;
        };
        // API servers before 1.34 write the time of a template as null.
        let is_unset_time = name == "creationTimestamp" && live.kind(node) == ValueKind::Null;
        let is_own_label = match self.kind {
            "Job" => JOB_LABELS.contains(&name),
            "Namespace" => name == "kubernetes.io/metadata.name",
            _ => false,
        };
        if is_unset_time || is_own_label {
            return true;
        }
        let Some(position) = self.facts.get(&parent).and_then(|facts| facts.position) else {
            return false;
        };
        let map = TypedMap {
            tree: live,
            map: parent,
            schema: self.schema,
            type_position: position,
            kind: self.kind,
        };
        match map.default(name) {
            Some(DefaultContent::Generated) => true,
            Some(DefaultContent::Json(json)) => {
                json == json_value(live, node)
                    || read("default", json.into_bytes())
                        .is_ok_and(|default| same(live, node, &default, default.root(), Numbers::ByValue))
            }
            None => map.is_set_at_creation(name),
        }
    }
}
