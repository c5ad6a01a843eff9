//! The subject of a finding, and candidates for its fix.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{Draft, DraftId, DraftValue};
use crate::document::words::{and_list, first_of};
use crate::document::write::{TextEdit, flow, head, json_value};
use crate::document::{Document, NodeId, Path, Segment, Tree, Value, ValueKind};
use crate::merge::api_server::RemovalInText;
use crate::merge::{
    Merge, NodeRef, Objection, OrderChange, PatchType, Reason, ResultId, Semantics, Step, split_pointer,
};
pub(super) use crate::merge::{file_text, item_name_text, scalar_text};
use crate::schema::{Field, ListType, Schema, Shape, TypePosition, nearest};

/// Minimum length of a part of the name of a merge key, in bytes.
const MIN_PART: usize = 3;

/// A change of a patch.
#[derive(Clone)]
pub(super) enum PatchChange {
    Values(Draft),
    /// The same values in another notation.
    Text(TextEdit),
}

/// How certain a candidate is to be what the user intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// The result stays the same.
    SameResult,
    /// It is what the user intended.
    Intended,
    /// Only the status changes, which the API server ignores.
    IgnoredStatus,
    /// One of several possible intentions.
    Guess,
}

impl Certainty {
    pub(super) fn intended_if(is_clear: bool) -> Self {
        match is_clear {
            true => Self::Intended,
            false => Self::Guess,
        }
    }
}

/// What a fix leaves out of the patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Removal {
    removed: Removed,
    /// The reason; it can be empty.
    pub(crate) why: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Removed {
    /// The field with this key.
    Field(String),
    /// The item with this name.
    Item(String),
    /// Several values; the text has their names as inline code.
    Several(String),
}

impl Removal {
    pub(super) fn field(key: &str) -> Self {
        Self::new(Removed::Field(key.to_owned()))
    }

    pub(super) fn item(name: &str) -> Self {
        Self::new(Removed::Item(name.to_owned()))
    }

    pub(super) fn several(names: impl Into<String>) -> Self {
        Self::new(Removed::Several(names.into()))
    }

    fn new(removed: Removed) -> Self {
        Self {
            removed,
            why: String::new(),
        }
    }

    /// Returns the names, as inline code.
    pub(crate) fn names(&self) -> String {
        match &self.removed {
            Removed::Field(key) => format!("`{key}`"),
            Removed::Item(name) => format!("the item `{name}`"),
            Removed::Several(names) => names.clone(),
        }
    }

    /// Returns whether it is the removal of the field with a key.
    pub(crate) fn is_of_field(&self, key: &str) -> bool {
        matches!(&self.removed, Removed::Field(own) if own == key)
    }

    pub(super) fn because(self, why: impl Into<String>) -> Self {
        Self {
            why: why.into(),
            ..self
        }
    }

    /// Returns the end of a sentence about it.
    pub(crate) fn end(&self) -> String {
        match self.why.is_empty() {
            true => ".".to_owned(),
            false => format!(": {}.", self.why),
        }
    }
}

/// The sentence of a candidate.
#[derive(Clone)]
pub(super) enum FixSentence {
    /// If the change only removes values, the text says what to remove.
    Text(String),
    /// The removal is one of the ways that the text names.
    OneWay(String),
    Removal(Removal),
}

impl<T: Into<String>> From<T> for FixSentence {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

impl From<Removal> for FixSentence {
    fn from(removal: Removal) -> Self {
        Self::Removal(removal)
    }
}

/// A changed patch with its sentence and certainty.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) sentence: String,
    pub(super) removal_in_sentence: RemovalInText,
    /// What the sentence says, if it is about a removal.
    pub(super) removal: Option<Removal>,
    /// A longer help that names other ways, too.
    pub(super) help: Option<String>,
    pub(super) removal_in_help: RemovalInText,
    /// The help that does not have a hidden value, if the sentence quotes it.
    pub(super) hidden_help: Option<String>,
    pub(super) change: PatchChange,
    pub(super) certainty: Certainty,
}

impl Candidate {
    /// Returns the help.
    pub(super) fn help(&self) -> &str {
        self.help.as_ref().unwrap_or(&self.sentence)
    }

    /// Returns the help without a hidden value.
    pub(super) fn hidden_help(&self) -> &str {
        self.hidden_help.as_deref().unwrap_or_else(|| self.help())
    }
}

/// What is found in lists for many findings.
#[derive(Default)]
pub(super) struct ListItems {
    /// The first live item with each value of a merge key, by list and merge key.
    live: RefCell<FxHashMap<(NodeId, String), FxHashMap<DraftValue, NodeId>>>,
    /// The first node of a patch with each text.
    named: RefCell<FxHashMap<NamedNodes, FxHashMap<String, NodeId>>>,
    /// The items that a fix is about.
    selected: RefCell<FxHashMap<Selection, Rc<[NodeId]>>>,
}

/// Nodes of a patch that texts name, and the number of the patch.
#[derive(PartialEq, Eq, Hash)]
enum NamedNodes {
    /// The items of a list, named by a field, or by themselves.
    Items(usize, NodeId, Option<String>),
    /// The maps with `$patch: delete`, named by their `name`.
    Deletions(usize),
}

/// A patch, one of its lists or maps, and what the items have in common.
type Selection = (usize, NodeId, Selected);

/// Which items of a list, or fields of a map, a fix is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Selected {
    /// Operations that write an empty object.
    Emptying,
    /// Operations on the status.
    OfStatus,
    /// Operations that remove or move a value, or that are on the identity.
    Removing,
    /// Items with `$patch: replace`.
    Replacing,
    /// Fields with a text.
    Texts,
    /// Fields that the type does not have, and that are not misspelled.
    Unknown,
    /// Values to delete that the live list contains.
    InLive,
}

impl ListItems {
    /// Finds the first item of a live list with the value of a merge key.
    fn find_live(&self, live: &Document, list: NodeId, merge_key: &str, wanted: Value<'_>) -> Option<NodeId> {
        let wanted = DraftValue::scalar(wanted)?;
        let mut lists = self.live.borrow_mut();
        let items = lists.entry((list, merge_key.to_owned())).or_insert_with(|| {
            let mut items = FxHashMap::default();
            for item in live.children(list) {
                let key = live.get(item, merge_key);
                if let Some(key) = key.and_then(|key| DraftValue::scalar(live.value(key))) {
                    items.entry(key).or_insert(item);
                }
            }
            items
        });
        items.get(&wanted).copied()
    }
}

/// Returns the directive of a map with `$patch: replace`.
pub(super) fn replace_directive(document: &Document, map: NodeId) -> Option<NodeId> {
    let directive = document.get(map, "$patch")?;
    (document.value(directive) == Value::String("replace")).then_some(directive)
}

/// Returns the value of `$patch` that a word in lowercase letters means, if it is near one.
pub(super) fn meant_marker(word: &str) -> Option<&'static str> {
    match word {
        "remove" => Some("delete"),
        _ => nearest(word, ["delete", "replace"].into_iter()),
    }
}

/// A finding and its position in a patch.
pub(super) struct Subject<'m> {
    pub(super) merge: &'m Merge,
    pub(super) step: &'m Step,
    /// The index of the step.
    pub(super) index: usize,
    /// The index of the patch, from 0.
    pub(super) patch: usize,
    pub(super) document: &'m Document,
    shared: &'m Arc<Document>,
    /// The patch node of the finding.
    pub(super) node: Option<NodeId>,
    pub(super) directive: Option<NodeId>,
    list_items: Rc<ListItems>,
}

impl<'m> Subject<'m> {
    /// Returns `None` if there is no patch to edit.
    pub(super) fn new(merge: &'m Merge, index: usize, list_items: &Rc<ListItems>) -> Option<Self> {
        let step = merge.steps.get(index)?;
        let rejection = merge.rejection().filter(|it| it.step as usize == index);
        let mut faulty = rejection.into_iter().flat_map(|it| it.faulty.iter().copied());
        let in_patch = |source: &NodeRef| !source.is_live();
        let faulty = faulty.find(in_patch);
        let node = faulty
            .or(step.patch().filter(in_patch))
            .or(step.directive())
            .or(step.field().filter(in_patch));
        let last = merge.inputs.patches.len();
        let number = node.map_or(last, |node| usize::from(node.document));
        let shared = merge.inputs.patches.get(number.checked_sub(1)?)?;
        let of_it = |source: NodeRef| (usize::from(source.document) == number).then_some(source.node);
        Some(Self {
            merge,
            step,
            index,
            patch: number - 1,
            document: shared,
            shared,
            node: node.and_then(of_it),
            directive: step.directive().and_then(of_it),
            list_items: Rc::clone(list_items),
        })
    }

    pub(super) fn schema(&self) -> &'m Schema {
        &self.merge.inputs.schema
    }

    pub(super) fn live(&self) -> &'m Document {
        &self.merge.inputs.live
    }

    /// Returns whether the patch is an object template of a policy.
    pub(super) fn is_template(&self) -> bool {
        matches!(self.merge.inputs.semantics, Semantics::Policy(_))
    }

    /// Returns whether a directive of the patch is more than a field.
    pub(super) fn is_strategic(&self) -> bool {
        self.merge.patch_type() == PatchType::Strategic
    }

    /// Returns whether the items of the patch are merged into the live list, and do not replace it.
    pub(super) fn merges_items(&self, field: &Field<'_>) -> bool {
        match self.merge.patch_type() {
            PatchType::Strategic => field.merge_key.is_some(),
            PatchType::Apply => matches!(field.list_type, Some(ListType::Map | ListType::Set)),
            _ => false,
        }
    }

    /// Returns what the help of a rejection changes in a list or in its order.
    pub(super) fn order_change(&self) -> Option<OrderChange> {
        let rejection = self.merge.rejection()?;
        rejection.order_change.filter(|_| self.step.rule.is_rejection())
    }

    /// Returns what the API server does not accept, if the finding is about that.
    pub(super) fn objection(&self) -> Option<&'m Objection<ResultId>> {
        self.merge.objection(self.step)
    }

    pub(super) fn draft(&self) -> Draft {
        Draft::new(self.shared)
    }

    pub(super) fn path(&self) -> Path {
        self.merge.step_path(self.step)
    }

    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node)
    }

    pub(super) fn key(&self, node: NodeId) -> &'m str {
        self.document.key(node).unwrap_or_default()
    }

    /// Returns the name of the field that a node sets: the last part of the path of its operation, else its key.
    pub(super) fn target_name(&self, node: NodeId) -> &'m str {
        let pointer = self
            .as_operation(node)
            .filter(|operation| *operation != node)
            .and_then(|operation| self.pointer(operation));
        match pointer {
            Some(pointer) => pointer.rsplit('/').next().unwrap_or_default(),
            None => self.key(node),
        }
    }

    pub(super) fn is_json_patch(&self) -> bool {
        self.merge.patch_type() == PatchType::Json
    }

    /// Returns the operation of a JSON patch that a node is, or whose `value` it is.
    pub(super) fn as_operation(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node).filter(|_| self.is_json_patch())?;
        match self.parent(parent) {
            None => Some(node),
            Some(top) => {
                let is_value = top == self.document.root() && self.document.key(node) == Some("value");
                is_value.then_some(parent)
            }
        }
    }

    /// Returns the path of an operation.
    pub(super) fn pointer(&self, operation: NodeId) -> Option<&'m str> {
        self.document
            .value(self.document.get(operation, "path")?)
            .as_str()
    }

    /// Returns a node and its ancestors up to the root.
    pub(super) fn up(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.document.ancestors(node)
    }

    /// Returns the type that contains a patch node, and the field of its value (for an item, that of its
    /// list).
    pub(super) fn typed(&self, node: NodeId) -> Option<(TypePosition, Option<Field<'m>>)> {
        let mut path: Vec<NodeId> = self.up(node).collect();
        path.reverse();
        let (start, below) = match self.is_json_patch() {
            true => {
                let (operation, value) = (*path.get(1)?, *path.get(2)?);
                self.as_operation(value)?;
                (self.target(self.pointer(operation)?)?, path.get(3..)?)
            }
            false => ((self.merge.top_type()?, None), path.get(1..)?),
        };
        let mut below = below.iter().map(|node| self.document.key(*node));
        below.try_fold(start, |at, key| self.enter(at, key))
    }

    /// Returns the type of a map of the patch.
    pub(super) fn type_of(&self, map: NodeId) -> Option<TypePosition> {
        match self.parent(map) {
            None if !self.is_json_patch() => self.merge.top_type(),
            _ => self.typed(map).map(|(type_position, _)| type_position),
        }
    }

    /// Returns whether a node is, or is in, a field that only another type has. What it means is only known at its place.
    pub(super) fn is_in_misplaced_field(&self, node: NodeId) -> bool {
        let Some(top) = self.merge.top_type().filter(|_| !self.is_json_patch()) else {
            return false;
        };
        let mut path: Vec<NodeId> = self.up(node).collect();
        path.pop();
        let mut at = (top, None);
        for node in path.into_iter().rev() {
            let key = self.document.key(node);
            let name = key.map(|key| directed(key).unwrap_or(key));
            let is_unknown = name.is_some_and(|name| {
                self.schema().shape(at.0) == Shape::Struct
                    && !name.starts_with('$')
                    && self.schema().field_names(at.0).all(|own| own != name)
            });
            if is_unknown {
                return name.is_some_and(|name| self.schema().has_field_named(name));
            }
            let Some(below) = self.enter(at, key) else {
                return false;
            };
            at = below;
        }
        false
    }

    /// Returns whether a struct has the field, and a value of the patch can be its value.
    pub(super) fn has_field(&self, at: TypePosition, name: &str, node: NodeId) -> bool {
        let schema = self.schema();
        if schema.shape(at) != Shape::Struct || schema.field_names(at).all(|own| own != name) {
            return false;
        }
        let Some(field) = schema.peek(at, name) else {
            return false;
        };
        let kind = self.document.kind(node);
        match schema.shape(field.type_position) {
            Shape::List => kind == ValueKind::List,
            Shape::Struct | Shape::Map => kind == ValueKind::Map,
            Shape::Scalar => match (schema.scalar_kind(field.type_position), kind) {
                (Some("string"), ValueKind::String)
                | (Some("bool"), ValueKind::Bool)
                | (Some("int32" | "int64"), ValueKind::Integer)
                | (None, _) => kind.is_scalar(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the type at a path of a JSON patch, and its field (for an item, that of its list).
    pub(super) fn target(&self, pointer: &str) -> Option<(TypePosition, Option<Field<'m>>)> {
        let (parents, last) = split_pointer(pointer)?;
        let mut parts = parents.into_iter().chain([last]);
        parts.try_fold((self.merge.top_type()?, None), |at, part| {
            let is_list = self.schema().shape(at.0) == Shape::List;
            self.enter(at, Some(&*part).filter(|_| !is_list))
        })
    }

    fn enter(
        &self,
        (type_position, field): (TypePosition, Option<Field<'m>>),
        key: Option<&str>,
    ) -> Option<(TypePosition, Option<Field<'m>>)> {
        let Some(key) = key else {
            return Some((self.schema().item(type_position), field));
        };
        let found = self.schema().peek(type_position, directed(key).unwrap_or(key))?;
        Some((found.type_position, Some(found)))
    }

    /// Returns the field of a patch node (for an item, that of its list).
    pub(super) fn field(&self, node: NodeId) -> Option<Field<'m>> {
        self.typed(node)?.1
    }

    /// Returns the list of the finding.
    pub(super) fn list(&self) -> Option<NodeId> {
        let nodes = self.node.into_iter().chain(self.directive);
        let is_list = |node: &NodeId| self.document.kind(*node) == ValueKind::List;
        nodes.flat_map(|node| self.up(node)).find(is_list)
    }

    /// Returns the list of an item, or `None` if the node is no item.
    pub(super) fn list_of(&self, node: NodeId) -> Option<NodeId> {
        self.parent(node)
            .filter(|parent| self.document.kind(*parent) == ValueKind::List)
    }

    /// Returns whether a node is in the peers of a rule of a NetworkPolicy. Without them, the rule is for all peers.
    pub(super) fn is_of_peers(&self, node: NodeId) -> bool {
        let is_peers = |up: NodeId| matches!(self.document.key(up), Some("from" | "to"));
        self.live().identity().1 == "NetworkPolicy" && self.up(node).any(is_peers)
    }

    /// Returns the name of a built-in type.
    pub(super) fn type_name_at(&self, at: Option<TypePosition>) -> Option<&'m str> {
        let (name, is_built_in) = self.schema().struct_name(at?)?;
        is_built_in.then_some(name)
    }

    /// Returns whether a map is a selector, which selects everything if it is empty. The type of some is not known.
    pub(super) fn is_selector(&self, map: NodeId) -> bool {
        let at = self.type_of(map);
        match self.type_name_at(at) {
            Some(name) => name.ends_with(".LabelSelector"),
            None => {
                let is_map = at.is_some_and(|at| self.schema().shape(at) == Shape::Map);
                !is_map && self.key(map).ends_with("elector")
            }
        }
    }

    /// Returns whether a change removes a new selector because it is empty: no selector can mean the reverse of an empty one.
    pub(super) fn removes_selector(&self, draft: &Draft) -> bool {
        let is_new_selector = |node: &NodeId| {
            let is_map = self.document.kind(*node) == ValueKind::Map && !self.key(*node).is_empty();
            is_map && self.is_selector(*node) && self.live_of(*node).is_none()
        };
        draft.emptied().iter().any(is_new_selector)
    }

    /// Returns what a rule of a NetworkPolicy allows all of if this list of peers or ports is empty.
    pub(super) fn allowed_by_empty(&self, list: NodeId) -> Option<&'static str> {
        let operation = self.as_operation(list);
        let key = match operation.and_then(|operation| self.pointer(operation)) {
            Some(pointer) => pointer
                .rsplit('/')
                .find(|part| part.parse::<usize>().is_err() && *part != "-")?,
            None => self.document.key(list)?,
        };
        let all = match key {
            "from" => "sources",
            "to" => "destinations",
            "ports" => "ports",
            _ => return None,
        };
        (self.live().identity().1 == "NetworkPolicy").then_some(all)
    }

    /// Returns the item of the finding and its list.
    pub(super) fn item(&self) -> Option<(NodeId, NodeId)> {
        self.up(self.node?)
            .find_map(|node| Some((node, self.list_of(node)?)))
    }

    /// Returns the item of the finding, its list and the merge key of the list.
    pub(super) fn keyed_item(&self) -> Option<(NodeId, NodeId, &'m str)> {
        let (item, list) = self.item()?;
        Some((item, list, self.field(item)?.merge_key?))
    }

    /// Returns the live node with the same keys as a patch node; items are matched by their merge key. `None` for JSON
    /// patches.
    pub(super) fn live_of(&self, node: NodeId) -> Option<NodeId> {
        if self.is_json_patch() {
            return None;
        }
        let path: Vec<NodeId> = self.up(node).collect();
        let (live, mut at) = (self.live(), self.live().root());
        for node in path.into_iter().rev().skip(1) {
            at = match self.document.key(node) {
                Some(key) => live.get(at, directed(key).unwrap_or(key))?,
                None => {
                    let key = self.field(node)?.merge_key?;
                    let own = self.document.value(self.document.get(node, key)?);
                    self.list_items.find_live(live, at, key, own)?
                }
            };
        }
        Some(at)
    }

    /// Returns the field of a map that is a misspelled merge key.
    pub(super) fn near_merge_key(&self, map: NodeId, merge_key: &str) -> Option<NodeId> {
        if self
            .document
            .get(map, merge_key)
            .is_some_and(|key| self.document.kind(key) != ValueKind::Null)
        {
            return None;
        }
        let type_position = self.typed(map)?.0;
        let is_near = |entry: &NodeId| {
            let key = self.key(*entry);
            let is_field = || {
                self.schema()
                    .peek(type_position, key)
                    .is_some_and(|field| !field.name.is_empty())
            };
            key.eq_ignore_ascii_case(merge_key) && key != merge_key
                || !key.starts_with('$')
                    && !is_field()
                    && self
                        .schema()
                        .near_field(type_position, key)
                        .is_some_and(|near| near == merge_key)
        };
        // A part of the name, as `port` of `containerPort`.
        let is_part = |entry: &NodeId| {
            let key = self.key(*entry).to_ascii_lowercase();
            let is_unknown = self
                .schema()
                .field_names(type_position)
                .all(|name| name != self.key(*entry));
            key.len() >= MIN_PART
                && merge_key.to_ascii_lowercase().contains(&key)
                && is_unknown
                && self.document.kind(*entry).is_scalar()
        };
        let mut parts = self.document.children(map).filter(is_part);
        let part = parts.next().filter(|_| parts.next().is_none());
        self.document.children(map).find(is_near).or(part)
    }

    /// Returns the live list that a directive names, with or without `$`.
    pub(super) fn live_of_list(&self, directive: NodeId) -> Option<NodeId> {
        let map = self.live_of(self.parent(directive)?)?;
        let (_, name) = self.key(directive).split_once('/')?;
        self.live().get(map, name)
    }

    /// Returns the patch node at a path; items are matched by their merge key.
    pub(super) fn follow(&self, path: &Path) -> Option<NodeId> {
        let mut at = self.document.root();
        for segment in &path.0 {
            at = match segment {
                Segment::Key(key) => self.document.get(at, key)?,
                Segment::Item { key, value } => self.item_with_text(at, Some(key), value)?,
                Segment::Value(value) => self.item_with_text(at, None, value)?,
                Segment::Index(_) => return None,
            };
        }
        Some(at)
    }

    /// Returns the first item of a list of the patch that has a text, or has it in a field.
    fn item_with_text(&self, list: NodeId, field: Option<&String>, wanted: &str) -> Option<NodeId> {
        let document = self.document;
        let named = |item: NodeId| match field {
            Some(field) => Some((document.get(item, field)?, item)),
            None => Some((item, item)),
        };
        let items = document.children(list).filter_map(named);
        self.first_with_text(NamedNodes::Items(self.patch, list, field.cloned()), items, wanted)
    }

    /// Returns the first node that a text names. The pairs of a text and a node are read once.
    fn first_with_text(
        &self,
        nodes: NamedNodes,
        named: impl Iterator<Item = (NodeId, NodeId)>,
        wanted: &str,
    ) -> Option<NodeId> {
        let mut known = self.list_items.named.borrow_mut();
        let items = known.entry(nodes).or_insert_with(|| {
            let mut items = FxHashMap::default();
            for (name, item) in named {
                if let Some(text) = item_name_text(self.document.value(name)) {
                    items.entry(text).or_insert(item);
                }
            }
            items
        });
        items.get(wanted).copied()
    }

    /// Returns the first map of the patch that deletes the item with a name.
    pub(super) fn deletion_of(&self, name: &str) -> Option<NodeId> {
        let document = self.document;
        let deletion = |map: NodeId| {
            let directive = document.get(map, "$patch")?;
            let is_deletion = document.value(directive) == Value::String("delete");
            document
                .get(map, "name")
                .filter(|_| is_deletion)
                .map(|name| (name, map))
        };
        let all = (0..document.node_count() as u32).map(NodeId);
        let maps = all.filter(|node| document.kind(*node) == ValueKind::Map);
        let nodes = NamedNodes::Deletions(self.patch);
        let name = item_name_text(Value::String(name))?;
        self.first_with_text(nodes, maps.filter_map(deletion), &name)
    }

    /// Returns the items of a list, or the fields of a map, that a fix is about. They are selected once.
    pub(super) fn selected_items(
        &self,
        list: NodeId,
        what: Selected,
        is_it: impl FnMut(&NodeId) -> bool,
    ) -> Rc<[NodeId]> {
        let mut lists = self.list_items.selected.borrow_mut();
        let items = lists
            .entry((self.patch, list, what))
            .or_insert_with(|| self.document.children(list).filter(is_it).collect());
        Rc::clone(items)
    }

    /// Returns the entry with `key` in the same map.
    pub(super) fn next_to(&self, node: NodeId, key: &str) -> Option<NodeId> {
        self.document.get(self.parent(node)?, key)
    }

    /// Returns the text of a scalar as in the file, and whether it is exact.
    pub(super) fn file_text(&self, node: NodeId) -> (String, bool) {
        file_text(self.document, node)
    }

    /// Returns a short value in YAML, a boolean or a number with its own text.
    pub(super) fn as_in_file(&self, node: NodeId) -> String {
        match self.document.kind(node) {
            ValueKind::Bool | ValueKind::Integer | ValueKind::Float => self.file_text(node).0,
            _ => self.written(node),
        }
    }

    /// Returns a short value in YAML.
    pub(super) fn written(&self, node: NodeId) -> String {
        written(self.document, node)
    }

    /// Returns the name of an item: `name: web`, or its value.
    pub(super) fn item_name(&self, item: NodeId, merge_key: Option<&str>) -> String {
        let named = merge_key.and_then(|key| Some((key, self.document.get(item, key)?)));
        match named {
            Some((key, value)) => format!("{key}: {}", self.written(value)),
            None => self.written(item),
        }
    }

    /// Returns the patch node that a result node comes from.
    pub(super) fn source(&self, id: ResultId) -> Option<NodeId> {
        let source = self.merge.tree.source(id);
        (usize::from(source.document) == self.patch + 1).then_some(source.node)
    }
}

/// Returns a sentence without the patch lines after it.
pub(super) fn first_line(sentence: &str) -> String {
    let line = sentence.lines().next().unwrap_or_default();
    line.trim_end_matches(':').to_owned()
}

/// Returns the name of the list in the key of a directive.
pub(super) fn directed(key: &str) -> Option<&str> {
    let (_, name) = key.strip_prefix('$')?.split_once('/')?;
    Some(name)
}

/// Returns a short value in YAML.
pub(super) fn written<T: Tree>(tree: &T, id: T::Id) -> String {
    const MAX_VALUE_CHARS: usize = 60;
    let text = match tree.kind(id) {
        ValueKind::List | ValueKind::Map => flow(tree, id),
        _ => match tree.value(id) {
            Value::String(text) if text.contains('\n') => json_value(tree, id),
            value => head(None, value, true).text,
        },
    };
    match text.char_indices().nth(MAX_VALUE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Lists names as inline code.
pub(super) fn listed(names: &[String]) -> String {
    const MAX_NAMES: usize = 6;
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.len() > MAX_NAMES {
        false => and_list(&names),
        true => first_of(names.into_iter(), MAX_NAMES),
    }
}

/// Lists nodes of the patch as inline code, equal ones once.
pub(super) fn listed_items(subject: &Subject<'_>, items: &[NodeId]) -> String {
    let mut seen = FxHashSet::default();
    let different = items
        .iter()
        .filter(|item| seen.insert(json_value(subject.document, **item)));
    let names: Vec<String> = different.map(|item| subject.as_in_file(*item)).collect();
    listed(&names)
}

/// The candidates for one finding, the best first.
pub(super) struct Offers<'s, 'm> {
    pub(super) subject: &'s Subject<'m>,
    pub(super) all: Vec<Candidate>,
}

impl Offers<'_, '_> {
    /// Adds the patch with the changes of `change` as a candidate.
    pub(super) fn offer(
        &mut self,
        certainty: Certainty,
        sentence: impl Into<FixSentence>,
        change: impl FnOnce(&mut Draft),
    ) {
        // Only the user knows which of the possible results is meant.
        let is_random = self.subject.step.reason() == Some(&Reason::RandomOrder);
        let certainty = match certainty {
            Certainty::SameResult | Certainty::Intended if is_random => Certainty::Guess,
            certainty => certainty,
        };
        let mut draft = self.subject.draft();
        change(&mut draft);
        let merge = self.subject.merge;
        let (only, one_way) = (RemovalInText::Only, RemovalInText::OneWay);
        let (sentence, removal_in_sentence, removal) = match sentence.into() {
            FixSentence::Text(text) if draft.only_removes() => (text, only, None),
            FixSentence::Text(text) => (text, RemovalInText::No, None),
            FixSentence::OneWay(text) => (text, one_way, None),
            FixSentence::Removal(removal) => {
                let place = match removal.removed {
                    Removed::Item(_) => merge.input_list(),
                    _ => merge.input_name(),
                };
                let text = format!("Remove {} from {place}{}", removal.names(), removal.end());
                (text, only, Some(removal))
            }
        };
        self.all.push(Candidate {
            sentence,
            removal_in_sentence,
            removal,
            help: None,
            removal_in_help: RemovalInText::No,
            hidden_help: None,
            change: PatchChange::Values(draft),
            certainty,
        });
    }

    /// Returns whether `$setElementOrder` has an effect.
    pub(super) fn knows_orders(&self) -> bool {
        match self.subject.merge.inputs.semantics {
            Semantics::Strategic(dialect) => dialect.for_lints().knows_orders,
            _ => false,
        }
    }

    /// Gives the last candidate a longer help.
    pub(super) fn help(&mut self, help: String) {
        if let Some(last) = self.all.last_mut() {
            last.help = Some(help);
        }
    }

    /// Adds a candidate with [`Certainty::Intended`].
    pub(super) fn offer_intended(
        &mut self,
        sentence: impl Into<FixSentence>,
        change: impl FnOnce(&mut Draft),
    ) {
        self.offer(Certainty::Intended, sentence, change);
    }

    /// Adds the removal of a node, and of the ancestors that would be empty, as candidates.
    pub(super) fn remove(&mut self, certainty: Certainty, sentence: impl Into<FixSentence>, node: NodeId) {
        let sentence = sentence.into();
        let document = self.subject.document;
        if let Some(operation) = self.subject.as_operation(node) {
            return self.offer(certainty, "Remove the operation.", |draft| {
                draft.remove(operation.into())
            });
        }
        let parent = document.parent(node).filter(|parent| document.len(*parent) == 1);
        if !self.subject.is_of_peers(node) && parent.is_some_and(|parent| document.parent(parent).is_some()) {
            let mut draft = self.subject.draft();
            draft.remove_with_empty(DraftId::from(node));
            if certainty == Certainty::SameResult || !self.subject.removes_selector(&draft) {
                self.offer(certainty, sentence.clone(), |changed| *changed = draft);
            }
        }
        self.offer(certainty, sentence, |draft| draft.remove(DraftId::from(node)));
    }

    /// Leaves the candidates so far to the user.
    pub(super) fn only_guesses(&mut self) {
        for candidate in &mut self.all {
            candidate.certainty = Certainty::Guess;
        }
    }

    /// Adds the candidates so far as guesses, too: a rewrite without a proof is a better help than a removal.
    pub(super) fn repeat_as_guesses(&mut self) {
        let guesses: Vec<Candidate> = self.all.clone();
        self.all.extend(guesses.into_iter().map(|it| Candidate {
            certainty: Certainty::Guess,
            ..it
        }));
    }

    /// Adds another notation of the same value as a candidate.
    pub(super) fn write(&mut self, sentence: impl Into<String>, node: NodeId, text: String) {
        let span = self.subject.document.span(node);
        self.all.push(Candidate {
            sentence: sentence.into(),
            removal_in_sentence: RemovalInText::No,
            removal: None,
            help: None,
            removal_in_help: RemovalInText::No,
            hidden_help: None,
            change: PatchChange::Text(TextEdit {
                start: span.start as usize,
                end: span.end as usize,
                text,
            }),
            certainty: Certainty::SameResult,
        });
    }
}
