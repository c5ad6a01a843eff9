//! Law 1: a step points at every leaf and every directive of a patch, or at a value that contains it and is
//! inserted, replaced or dropped as a whole, or the result is equal there anyway.

use std::collections::{HashMap, HashSet};

use mergescope::document::{Numbers, Tree, Value, ValueKind, same};
use mergescope::merge::{Claim, Merge, NodeRef, ResultId, Rule, Semantics, Step};

type Broken = Vec<(String, String)>;

struct Trace<'m> {
    merge: &'m Merge,
    /// The steps by the patch nodes that they point at.
    steps_by_node: HashMap<NodeRef, Vec<&'m Step>>,
    /// The result nodes by their sources.
    result_by_source: HashMap<NodeRef, ResultId>,
    /// The patch nodes that a later step replaced or removed again, as a second patch item with the same key
    /// does.
    undone: HashSet<NodeRef>,
    /// The values that such a step replaced, by result node.
    before: HashMap<ResultId, Vec<NodeRef>>,
    /// The result nodes that a patch node is merged into.
    matched: HashMap<NodeRef, Vec<ResultId>>,
}

/// Returns the number of checked nodes, and those that no step covers.
pub(crate) fn check(merge: &Merge) -> (usize, Broken) {
    let mut broken = Broken::new();
    if merge.rejection().is_some() {
        return (0, broken);
    }
    let trace = Trace::new(merge);
    let mut checks = 0;
    for number in 1..=merge.inputs.patches.len() {
        let document = &merge.tree.documents()[number];
        let mut todo = vec![document.root()];
        while let Some(node) = todo.pop() {
            todo.extend(document.children(node));
            let source = NodeRef {
                document: number as u16,
                node,
            };
            let is_directive = trace.is_directive(source);
            let is_leaf = document.children(node).next().is_none();
            if node == document.root() || !(is_leaf || is_directive) {
                continue;
            }
            checks += 1;
            if let Some(why) = trace.uncovered_reason(source) {
                let shown = mergescope::document::write::value_text(&**document, node, 60);
                broken.push((why.to_owned(), format!("{}: {shown}", trace.path(source))));
            }
        }
    }
    (checks, broken)
}

fn is_directive(key: &str) -> bool {
    ["$patch", "$retainKeys", "$patchMergeKey"].contains(&key)
        || ["$setElementOrder", "$deleteFromPrimitiveList"]
            .iter()
            .any(|head| key.starts_with(head))
}

/// Returns whether a step inserts a value as a whole.
fn takes_whole(step: &Step) -> bool {
    matches!(
        step.rule.claim(),
        Claim::Adds
            | Claim::AddsItem
            | Claim::AddsItemByKeys
            | Claim::AddsValue
            | Claim::AddsOrReplaces
            | Claim::Replaces
            | Claim::ReplacesType
            | Claim::ReplacesContent
            | Claim::ReplacesObject
            | Claim::SetsValue
            | Claim::WritesValue
    )
}

/// Returns whether a step drops a value as a whole, or does what the whole value requests.
fn drops_whole(step: &Step) -> bool {
    matches!(
        step.rule.claim(),
        Claim::Drops
            | Claim::Removes
            | Claim::RemovesItems
            | Claim::FindsNoItem
            | Claim::FindsNothing
            | Claim::Empties
            | Claim::LosesAllItems
    )
}

impl<'m> Trace<'m> {
    fn new(merge: &'m Merge) -> Self {
        let mut trace = Self {
            merge,
            steps_by_node: HashMap::new(),
            result_by_source: HashMap::new(),
            undone: merge.steps.iter().filter_map(Step::old).collect(),
            before: HashMap::new(),
            matched: HashMap::new(),
        };
        for step in &merge.steps {
            trace.before.entry(step.at).or_default().extend(step.old());
            let is_told = !step.rule.is_observation() || step.rule == Rule::ReplacesWholeList;
            for source in [step.patch(), step.directive(), step.field()]
                .into_iter()
                .flatten()
                .filter(|_| is_told)
            {
                trace.steps_by_node.entry(source).or_default().push(step);
            }
        }
        for id in (0..merge.tree.node_count() as u32).map(ResultId) {
            trace.result_by_source.insert(merge.tree.source(id), id);
        }
        let by_step =
            |step: &&Step| matches!(step.rule.claim(), Claim::MatchesItem | Claim::MatchesItemByKeys);
        let mut items: HashMap<NodeRef, Vec<ResultId>> = HashMap::new();
        for step in merge.steps.iter().filter(by_step) {
            items
                .entry(step.patch().expect("a patch item"))
                .or_default()
                .push(step.at);
        }
        let is_strategic = trace.is_strategic();
        for number in 1..=merge.inputs.patches.len() {
            let document = &merge.tree.documents()[number];
            let of = |node| NodeRef {
                document: number as u16,
                node,
            };
            let mut todo = vec![(of(document.root()), vec![merge.tree.top()])];
            while let Some((patch, matched)) = todo.pop() {
                for child in document.children(patch.node).map(of) {
                    let inside: Vec<ResultId> = match document.key(child.node) {
                        None => items.get(&child).cloned().unwrap_or_default(),
                        Some(key) => {
                            let named = key
                                .split_once('/')
                                .filter(|_| key.starts_with('$') && is_strategic)
                                .map_or(key, |(_, name)| name);
                            let children = matched.iter().flat_map(|id| merge.tree.all_children(*id));
                            children.filter(|id| merge.tree.key(*id) == Some(named)).collect()
                        }
                    };
                    todo.push((child, inside));
                }
                trace.matched.insert(patch, matched);
            }
        }
        trace
    }

    fn is_strategic(&self) -> bool {
        matches!(self.merge.inputs.semantics, Semantics::Strategic(_))
    }

    /// Returns whether a node is a directive. Patches of other types have none.
    fn is_directive(&self, source: NodeRef) -> bool {
        self.is_strategic() && self.key(source).is_some_and(is_directive)
    }

    fn key(&self, source: NodeRef) -> Option<&'m str> {
        self.merge.tree.document(source).key(source.node)
    }

    fn value(&self, source: NodeRef) -> Value<'m> {
        self.merge.tree.document(source).value(source.node)
    }

    fn parent(&self, source: NodeRef) -> Option<NodeRef> {
        let node = self.merge.tree.document(source).parent(source.node)?;
        Some(NodeRef { node, ..source })
    }

    fn steps(&self, source: NodeRef) -> &[&'m Step] {
        self.steps_by_node.get(&source).map_or(&[], Vec::as_slice)
    }

    fn path(&self, source: NodeRef) -> String {
        let up = std::iter::successors(Some(source), |source| self.parent(*source));
        let names: Vec<String> = up
            .map(|source| match self.key(source) {
                Some(key) => key.to_owned(),
                None => format!("[{}]", self.merge.tree.document(source).ordinal(source.node)),
            })
            .collect();
        names.into_iter().rev().skip(1).collect::<Vec<_>>().join(".")
    }

    /// Returns why no step covers a patch node, or `None` if one does.
    fn uncovered_reason(&self, source: NodeRef) -> Option<&'static str> {
        let own = self.steps(source);
        if self.is_strategic()
            && self.is_stored(source)
            && !own.iter().any(|step| step.rule.claim() == Claim::StoresData)
        {
            return Some("lands as data");
        }
        if !own.is_empty() || self.is_equal_anyway(source) {
            return None;
        }
        let mut below = source;
        while let Some(above) = self.parent(below) {
            let key = self.key(above);
            let steps = self.steps(above);
            if self.is_operation(above) && self.has_step_for_operation(above) {
                return None;
            }
            if self.is_directive(above) && !steps.is_empty() {
                let is_extra = key.is_some_and(|key| key.starts_with("$setElementOrder"))
                    && self.key(below).is_some()
                    && self.is_extra_field(above, below);
                return is_extra.then_some("a field of an order entry");
            }
            let is_dropped = steps.iter().any(|step| drops_whole(step)) || self.replaces_list(above);
            if is_dropped || self.is_applied_position(below) {
                return None;
            }
            if steps.iter().any(|step| takes_whole(step)) {
                let is_undone = |node: NodeRef| self.undone.contains(&node);
                let is_in = self.result_by_source.contains_key(&source)
                    || self.result_by_source.contains_key(&below)
                    || std::iter::successors(Some(source), |node| self.parent(*node)).any(is_undone);
                return (!is_in).then_some("left out of a value that comes in whole");
            }
            let found = steps
                .iter()
                .find(|step| matches!(step.rule.claim(), Claim::MatchesItem | Claim::MatchesItemByKeys));
            if found.is_some() && self.is_key_of_item(above, below) {
                return None;
            }
            below = above;
        }
        Some(match self.is_directive(source) {
            true => "a directive",
            false => "a leaf",
        })
    }

    /// Returns whether a step says that the other items of the list replace the live list, because of the
    /// `$patch` of this item.
    fn replaces_list(&self, item: NodeRef) -> bool {
        let document = self.merge.tree.document(item);
        let directive = document.get(item.node, "$patch");
        let mut steps = directive
            .into_iter()
            .flat_map(|node| self.steps(NodeRef { node, ..item }));
        steps.any(|step| step.rule == Rule::ReplaceList)
    }

    /// Returns whether the node is a `$position` that a step about the list applies.
    fn is_applied_position(&self, source: NodeRef) -> bool {
        let list = self.parent(source).and_then(|item| self.parent(item));
        let matched = list.and_then(|list| self.matched.get(&list));
        let places = |step: &Step| {
            matches!(step.rule, Rule::PlaceByPosition | Rule::OrderUnchanged)
                && matched.is_some_and(|matched| matched.contains(&step.at))
        };
        self.key(source) == Some("$position") && self.merge.steps.iter().any(places)
    }

    fn is_operation(&self, source: NodeRef) -> bool {
        matches!(self.merge.inputs.semantics, Semantics::JsonPatch(_)) && self.value(source) == Value::Map
    }

    fn has_step_for_operation(&self, operation: NodeRef) -> bool {
        let document = self.merge.tree.document(operation);
        let value = document
            .get(operation.node, "value")
            .map(|node| NodeRef { node, ..operation });
        let pieces = [Some(operation), value].into_iter().flatten();
        pieces.into_iter().any(|piece| !self.steps(piece).is_empty())
    }

    /// Returns whether a directive or a null in an inserted value becomes part of the result.
    fn is_stored(&self, source: NodeRef) -> bool {
        let Some(key) = self.key(source) else { return false };
        let id = self.result_by_source.get(&source);
        let is_odd = is_directive(key) || self.value(source) == Value::Null;
        let is_declared = || {
            let id = id.copied();
            id.is_some_and(|id| {
                key.starts_with('$') && self.merge.field(id).is_some_and(|_| self.is_struct_field(id))
            })
        };
        is_odd && id.is_some_and(|id| self.merge.tree.key(*id) == Some(key)) && !is_declared()
    }

    fn is_struct_field(&self, id: ResultId) -> bool {
        let parent = self
            .merge
            .tree
            .parent(id)
            .and_then(|parent| self.merge.field(parent));
        parent.is_some_and(|field| {
            self.merge.inputs.schema.shape(field.type_position) == mergescope::schema::Shape::Struct
        })
    }

    /// Returns whether the result or the live object has the same value anyway.
    fn is_equal_anyway(&self, source: NodeRef) -> bool {
        let tree = &self.merge.tree;
        let live = &self.merge.inputs.live;
        let document = tree.document(source);
        let is_equal = |id: &ResultId| {
            let in_live = tree
                .live_node(*id)
                .is_some_and(|node| same(&**live, node, document, source.node, Numbers::ByType));
            let is_empty_map = tree.kind(*id) == ValueKind::Map && self.value(source) == Value::Map;
            let mut before = self.before.get(id).into_iter().flatten();
            let was_there = before.any(|old| {
                same(
                    tree.document(*old),
                    old.node,
                    document,
                    source.node,
                    Numbers::ByType,
                )
            });
            in_live || was_there || is_empty_map || same(tree, *id, document, source.node, Numbers::ByType)
        };
        if self
            .matched
            .get(&source)
            .is_some_and(|matched| matched.iter().any(is_equal))
        {
            return true;
        }
        let Some(above) = self.parent(source) else {
            return false;
        };
        let of_list = self.matched.get(&above).into_iter().flatten();
        if self.key(source).is_none() && document.kind(source.node).is_scalar() {
            // A value of a set: the list has it, or an earlier patch item has it.
            let mut values = of_list.flat_map(|list| tree.all_children(*list));
            if values.any(|id| is_equal(&id)) && !self.steps(above).is_empty() {
                return true;
            }
        }
        // Anything in a list or map that is equal as a whole.
        std::iter::successors(Some(source), |below| self.parent(*below)).any(|below| {
            let Some(above) = self.parent(below) else {
                return false;
            };
            let matched = self.matched.get(&above).into_iter().flatten();
            document.kind(above.node) == ValueKind::List
                && matched.copied().any(|id| {
                    let in_live = tree
                        .live_node(id)
                        .is_some_and(|node| same(&**live, node, document, above.node, Numbers::ByType));
                    // Or an earlier step added this item, and a later one replaced the list.
                    let mut items = tree.all_children(id);
                    in_live || items.any(|item| same(tree, item, document, below.node, Numbers::ByType))
                })
        })
    }

    fn is_extra_field(&self, order: NodeRef, field: NodeRef) -> bool {
        let step = self.steps(order).first();
        let at = step
            .and_then(|step| self.merge.field(step.at))
            .and_then(|field| field.merge_key);
        let matched = self.matched.get(&order).into_iter().flatten();
        let of_list = matched.copied().find_map(|id| self.merge.field(id)?.merge_key);
        let merge_key = of_list.or(at);
        let orders = |step: &&Step| !drops_whole(step) && step.rule.claim() != Claim::StoresData;
        merge_key.is_some() && self.key(field) != merge_key && step.filter(|step| orders(step)).is_some()
    }

    fn is_key_of_item(&self, item: NodeRef, field: NodeRef) -> bool {
        let list = self
            .matched
            .get(&item)
            .into_iter()
            .flatten()
            .find_map(|id| self.merge.tree.parent(*id));
        let merge_key = list.and_then(|list| self.merge.field(list)?.merge_key);
        let document = self.merge.tree.document(item);
        let keys = document.get(item.node, "$patchMergeKey");
        let named = |key: &str| {
            keys.is_some_and(|keys| {
                document
                    .children(keys)
                    .any(|name| document.value(name) == Value::String(key))
            })
        };

        self.key(field)
            .is_some_and(|key| Some(key) == merge_key || named(key))
    }
}
