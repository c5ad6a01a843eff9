//! The origins of the fields of a live object: a default value of the API server, or a field manager. Uses
//! `managedFields`, or else a table of known default values.

use std::collections::{HashMap, HashSet};

use super::admission::{TOKEN_FOLDER, admitted_tolerations};
use crate::create::node_path::read_json;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Numbers, Tree, Value, ValueKind, read, same};
use crate::merge::LAST_APPLIED;
use crate::merge::api_server::defaults::{DefaultContent, TypedMap};
use crate::merge::server_side::{
    FieldHandling, FieldSet, HandledPosition, ManagerEntry, PathElement, managers,
};
use crate::schema::{Schema, Shape, TypePosition};

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
    /// The managers that can have created the object. Such a manager owns the defaults.
    creators: Vec<usize>,
    facts: HashMap<NodeId, NodeFacts>,
    in_manifest: HashSet<NodeId>,
}

impl<'a> LiveFields<'a> {
    /// Reads the field managers; ignores invalid entries. Linear.
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
            creators: Vec::new(),
            facts: HashMap::new(),
            in_manifest: HashSet::new(),
        };
        let typed_position = HandledPosition::top(schema, schema.server_top(version, kind));
        let sets: Vec<(usize, &FieldSet)> = managers
            .iter()
            .enumerate()
            .map(|(index, manager)| (index, &manager.fields))
            .collect();
        fields.walk(live.root(), Some(typed_position), &sets, &[]);
        fields.managers = managers;
        fields.creators = fields.creators();
        fields
    }

    /// Records that the manifest has the field of a live node.
    pub(crate) fn add_manifest_field(&mut self, node: NodeId) {
        self.in_manifest.insert(node);
    }

    fn walk(
        &mut self,
        node: NodeId,
        typed_position: Option<HandledPosition<'a>>,
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
        // By part: each manager can own other parts than the others.
        let mut parts: HashMap<&PathElement, Vec<(usize, &FieldSet)>> = HashMap::new();
        for (index, set) in sets {
            for (element, below) in &set.below {
                parts.entry(element).or_default().push((*index, below));
            }
        }
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
            let sets = parts.get(&element).map_or(&[][..], Vec::as_slice);
            self.walk(child, typed_position, sets, below);
        }
        let position = typed_position.and_then(|typed_position| typed_position.type_position());
        self.facts.insert(node, NodeFacts { position, owners });
    }

    /// Returns the managers with the time of the creation, or else those that own the most default values: the
    /// creator can have changed the object later.
    fn creators(&self) -> Vec<usize> {
        let created = self.live.text_at(&["metadata", "creationTimestamp"]);
        let all = 0..self.managers.len();
        let at_creation: Vec<usize> = all
            .filter(|index| Some(&*self.managers[*index].time) == created)
            .collect();
        if !at_creation.is_empty() {
            return at_creation;
        }
        let mut counts = vec![0; self.managers.len()];
        let owned = self.facts.iter().filter(|(_, facts)| !facts.owners.is_empty());
        for (_, facts) in owned.filter(|(node, _)| self.is_known_default(**node)) {
            facts.owners.iter().for_each(|owner| counts[*owner] += 1);
        }
        let most = counts.iter().copied().max().unwrap_or_default();
        (0..counts.len()).filter(|index| counts[*index] == most).collect()
    }

    fn owners(&self, node: NodeId) -> &[usize] {
        self.facts.get(&node).map_or(&[], |facts| &facts.owners)
    }

    fn drifter(&self, owner: usize) -> Drifter {
        Drifter {
            manager: self.managers[owner].name.clone(),
            time: self.managers[owner].time.clone(),
        }
    }

    /// Returns the managers that own a value, except the one that applies.
    pub(crate) fn drifters(&self, node: NodeId) -> Vec<Drifter> {
        let owners = self.owners(node).iter();
        let others = owners.filter(|owner| Some(**owner) != self.applier);
        others.map(|owner| self.drifter(*owner)).collect()
    }

    /// Returns the origin of a value that is neither in the manifest nor in the last-applied configuration.
    pub(crate) fn origin(&self, node: NodeId) -> FieldOrigin {
        self.origin_below(node, node)
    }

    /// Returns the origin of a value inside `top`, the outermost value that is not in the manifest.
    fn origin_below(&self, node: NodeId, top: NodeId) -> FieldOrigin {
        let owners = self.owners(node);
        let can_own_default = |owner: &usize| self.creators.contains(owner) || Some(*owner) == self.applier;
        let can_be_default = self.applier.is_none() || owners.iter().any(can_own_default);
        if can_be_default && self.is_known_default(node) {
            return FieldOrigin::Default;
        }
        match self.live.is_empty(node) {
            true if self.managers.is_empty() => FieldOrigin::Drift(Vec::new()),
            true => self.origin_of_leaf(node, top),
            false => self.origin_by_parts(node, top),
        }
    }

    fn origin_of_leaf(&self, node: NodeId, top: NodeId) -> FieldOrigin {
        let owners = self.owners(node);
        let is_applied = self.applier.is_some_and(|applier| owners.contains(&applier));
        match owners.is_empty() || is_applied && !self.is_never_default(node, top) {
            true => FieldOrigin::Default,
            false => FieldOrigin::Drift(owners.iter().map(|owner| self.drifter(*owner)).collect()),
        }
    }

    fn origin_by_parts(&self, node: NodeId, top: NodeId) -> FieldOrigin {
        let (mut has_default, mut drift) = (false, None::<Vec<Drifter>>);
        for child in self.live.children(node) {
            match self.origin_below(child, top) {
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
            Some(drifters)
                if has_default && !self.managers.is_empty() && !self.is_made_by(node, &drifters) =>
            {
                FieldOrigin::Mixed
            }
            Some(drifters) => FieldOrigin::Drift(drifters),
        }
    }

    /// Returns whether the managers added the value, so that the defaults inside are a part of their change.
    fn is_made_by(&self, node: NodeId, drifters: &[Drifter]) -> bool {
        let owners: Vec<Drifter> = self
            .owners(node)
            .iter()
            .map(|owner| self.drifter(*owner))
            .collect();
        let has_default = self
            .parent_map(node)
            .is_some_and(|(map, name)| map.has_default(name));
        !has_default && drifters.iter().all(|drifter| owners.contains(drifter))
    }

    /// Returns whether the API server cannot have set a value that is not a known default: the defaults of a field up to
    /// `top` are known, or it is in a map with keys of the user's choice. Admission plugins add many fields to Pods.
    fn is_never_default(&self, node: NodeId, top: NodeId) -> bool {
        let above = std::iter::successors(Some(node), |node| self.live.parent(*node));
        if self.kind == "Pod" || above.clone().any(|node| self.live.key(node) == Some("metadata")) {
            return false;
        }
        for at in above {
            let map = self.parent_map(at).map(|(map, _)| map.type_position);
            if map.is_some_and(|map| self.schema.shape(map) == Shape::Map || self.schema.knows_defaults(map))
            {
                return true;
            }
            if at == top {
                break;
            }
        }
        false
    }

    /// Returns the map of a field with its type, and the name of the field.
    fn parent_map(&self, node: NodeId) -> Option<(TypedMap<'_, '_, Document>, &'a str)> {
        let (parent, name) = (self.live.parent(node)?, self.live.key(node)?);
        let map = TypedMap {
            tree: self.live,
            map: parent,
            schema: self.schema,
            type_position: self.facts.get(&parent)?.position?,
            kind: self.kind,
        };
        Some((map, name))
    }

    /// Returns whether a value is the one that the API server sets if the field is missing.
    fn is_known_default(&self, node: NodeId) -> bool {
        let live = self.live;
        if let Value::String(text) = live.value(node)
            && PROTECTION.contains(&text)
        {
            return true;
        }
        if self.is_admitted_item(node) || self.is_template_label(node) {
            return true;
        }
        let (Some(parent), Some(name)) = (live.parent(node), live.key(node)) else {
            return false;
        };
        if self.is_copied_amount(parent, name) {
            return true;
        }
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
        let Some((map, name)) = self.parent_map(node) else {
            return false;
        };
        // Of two fields that are copies of each other, one is a default if the other is in the manifest. Admission sets
        // both in a Pod.
        if let Some(copy) = map.mutual_copy(name).filter(|_| self.kind != "Pod") {
            let copy = live.get(parent, copy);
            if !copy.is_some_and(|copy| self.in_manifest.contains(&copy)) {
                return false;
            }
        }
        let is_given = |node| self.in_manifest.contains(&node);
        match map.default(name).or_else(|| map.default_beside(name, is_given)) {
            Some(DefaultContent::Generated) => true,
            Some(DefaultContent::Json(json)) => {
                json == json_value(live, node)
                    || read("default", json.into_bytes())
                        .is_ok_and(|default| same(live, node, &default, default.root(), Numbers::ByValue))
            }
            None => {
                map.is_set_at_creation(name)
                    || self.is_host_port(parent, name)
                    || self.is_zero(&map, name, node)
            }
        }
    }

    /// Returns whether a value is the zero of a quantity or port, which Go always writes if it is not a pointer.
    fn is_zero(&self, map: &TypedMap<'_, '_, Document>, name: &str, node: NodeId) -> bool {
        let value = HandledPosition::top(self.schema, Some(map.type_position)).field(name);
        value.is_some_and(|value| {
            let is_pointer = value.type_position().is_none_or(|at| self.schema.is_pointer(at));
            !is_pointer
                && value.is_scalar_struct()
                && value.zero_value() == Some(&*json_value(self.live, node))
        })
    }

    /// Returns whether a list item is one that admission adds to each Pod: a toleration, the volume with the token of
    /// the service account, its mount.
    fn is_admitted_item(&self, item: NodeId) -> bool {
        let live = self.live;
        let list = live.parent(item).and_then(|list| live.key(list));
        let text = |name: &str| live.get(item, name).and_then(|node| live.value(node).as_str());
        self.kind == "Pod"
            && match list {
                Some("tolerations") => admitted_tolerations().contains(&read_json(live, item)),
                Some("volumes") => text("name").is_some_and(|name| name.starts_with("kube-api-access-")),
                Some("volumeMounts") => text("mountPath") == Some(TOKEN_FOLDER),
                _ => false,
            }
    }

    /// Returns whether a label of a ReplicationController is that of its template (Go:
    /// `SetDefaults_ReplicationController`).
    fn is_template_label(&self, label: NodeId) -> bool {
        let live = self.live;
        let template = live.node_at(&["spec", "template", "metadata", "labels"]);
        self.kind == "ReplicationController"
            && live.parent(label).is_some()
            && live.parent(label) == live.node_at(&["metadata", "labels"])
            && template
                .zip(live.key(label))
                .and_then(|(labels, name)| live.get(labels, name))
                .is_some_and(|copy| json_value(live, copy) == json_value(live, label))
    }

    /// Returns whether an amount is copied from another map: the requests of a Pod from its limits, the defaults of a
    /// LimitRange from its limits.
    fn is_copied_amount(&self, amounts: NodeId, name: &str) -> bool {
        let live = self.live;
        let amount = |container: NodeId, map: &str| {
            let map = live.get(container, map)?;
            Some(json_value(live, live.get(map, name)?))
        };
        let (Some(container), Some(key)) = (live.parent(amounts), live.key(amounts)) else {
            return false;
        };
        let source = match (self.kind, key) {
            ("Pod", "requests") => amount(container, "limits"),
            ("LimitRange", "default") => amount(container, "max"),
            ("LimitRange", "defaultRequest") => {
                amount(container, "default").or_else(|| amount(container, "min"))
            }
            _ => None,
        };
        source.is_some() && source == amount(container, key)
    }

    /// Returns whether a field is the port of the host that the API server copies from the port of the container in the
    /// network of the host.
    fn is_host_port(&self, port: NodeId, name: &str) -> bool {
        let live = self.live;
        let value = |field: &str| Some(json_value(live, live.get(port, field)?));
        let mut above = std::iter::successors(Some(port), |node| live.parent(*node));
        name == "hostPort"
            && value("hostPort") == value("containerPort")
            && above
                .nth(4)
                .and_then(|pod| live.get(pod, "hostNetwork"))
                .is_some_and(|node| live.value(node) == Value::Bool(true))
    }
}
