//! Law 5: the steps are enough to compute the order of every merged list by hand. This file does so, with
//! only the steps, the live object and the patches.

use std::collections::HashMap;

use mergescope::document::{Segment, Tree, Value, ValueKind};
use mergescope::merge::{Change, Claim, Merge, NodeRef, Presence, ResultId, Rule, Semantics, Step};

type Broken = Vec<(String, String)>;

/// A list during the merge, as far as a reader of the steps knows it.
#[derive(Clone, Debug, Default)]
struct ListByHand {
    items: Vec<ResultId>,
    /// The items before the merge of the current patch, without deleted ones.
    live: Vec<ResultId>,
    /// The keys of the live list, if a step lists other ones.
    listed_live: Option<Vec<String>>,
    /// The order of the unlisted items, if a step gives it.
    listed_unlisted: Option<Vec<String>>,
    /// The patch map whose list was merged last.
    merged: Option<NodeRef>,
    /// The removed items and their positions before.
    removed: Vec<(String, usize)>,
    /// The order cannot be computed, because a step has shortened the names.
    is_cut: bool,
}

/// Returns the number of checked lists, and those whose order the steps do not explain.
pub(crate) fn check(merge: &mut Merge) -> (usize, Broken) {
    let mut broken = Broken::new();
    if !matches!(merge.inputs.semantics, Semantics::Strategic(_)) || merge.rejection().is_some() {
        return (0, broken);
    }
    let end = merge.steps.len();
    merge.seek(0);
    let mut lists: HashMap<ResultId, ListByHand> = HashMap::new();
    for step in 0..end {
        let before: Vec<Change> = merge.seek(step + 1);
        play(merge, step, &before, &mut lists);
    }
    let mut checks = 0;
    for (list, by_hand) in &lists {
        if !merge.tree.is_visible(*list) || by_hand.is_cut {
            continue;
        }
        checks += 1;
        let real: Vec<ResultId> = merge.tree.present(*list).collect();
        if real != by_hand.items {
            let names = |items: &[ResultId]| {
                let names = items
                    .iter()
                    .map(|id| merge.path(*id).0.pop().map(|last| format!("{last:?}")));
                names.flatten().collect::<Vec<_>>().join(" ")
            };
            let rules: Vec<&str> = merge
                .steps
                .iter()
                .filter(|step| step.at == *list && !step.rule.is_observation())
                .map(|step| step.rule.name())
                .collect();
            broken.push((
                format!(
                    "the steps give another order ({})",
                    rules.last().unwrap_or(&"no step")
                ),
                format!(
                    "{}: by hand {}, in the result {}; {rules:?}",
                    merge.path(*list),
                    names(&by_hand.items),
                    names(&real)
                ),
            ));
        }
    }
    (checks, broken)
}

fn list<'l>(merge: &Merge, lists: &'l mut HashMap<ResultId, ListByHand>, id: ResultId) -> &'l mut ListByHand {
    lists.entry(id).or_insert_with(|| {
        // The live items in live order, because no step has changed the list so far.
        let live = &merge.inputs.live;
        let node = merge.tree.live_node(id);
        let items: Vec<ResultId> = node
            .into_iter()
            .flat_map(|node| live.children(node))
            .map(|node| ResultId(node.0))
            .collect();
        let items = match node {
            Some(_) => items,
            // The list was inserted as a whole.
            None => merge.tree.present(id).collect(),
        };
        ListByHand {
            live: items.clone(),
            items,
            ..ListByHand::default()
        }
    })
}

fn play(merge: &Merge, index: usize, changes: &[Change], lists: &mut HashMap<ResultId, ListByHand>) {
    let step = &merge.steps[index];
    for change in changes {
        let Change::State(id) = *change else { continue };
        let Some(parent) = merge.tree.parent(id) else {
            continue;
        };
        if merge.tree.kind(parent) != ValueKind::List {
            continue;
        }
        let by_hand = list(merge, lists, parent);
        match merge.tree.state(id) {
            Presence::Present if step.rule.claim() != Claim::AddsValue || !by_hand.items.contains(&id) => {
                let at = former_position(merge, step, by_hand).unwrap_or(by_hand.items.len());
                by_hand.items.insert(at.min(by_hand.items.len()), id);
            }
            Presence::Removed => {
                let at = by_hand.items.iter().position(|item| *item == id);
                by_hand.removed.extend(identity(merge, step, id).zip(at));
                by_hand.items.retain(|item| *item != id);
                // Live positions are those of the replaced list.
                if !matches!(step.rule, Rule::ReplaceList | Rule::ReplaceAtomicList) {
                    by_hand.live.retain(|item| *item != id);
                }
            }
            _ => {}
        }
    }
    if merge.tree.kind(step.at) != ValueKind::List {
        return;
    }
    let by_hand = list(merge, lists, step.at);
    match step.rule {
        Rule::MergeList | Rule::MergeSet | Rule::MergeListByKeys => {
            by_hand.live.clone_from(&by_hand.items);
            by_hand.listed_live = None;
            by_hand.listed_unlisted = None;
            by_hand.merged = step.patch().and_then(|list| parent(merge, list));
        }
        Rule::AddField => {
            by_hand.items = merge.tree.present(step.at).collect();
            by_hand.live.clear();
        }
        Rule::ReplaceList | Rule::ReplaceAtomicList => {
            by_hand.items = merge.tree.present(step.at).collect();
            by_hand.listed_live = None;
            by_hand.listed_unlisted = None;
            by_hand.merged = step.patch().and_then(|list| parent(merge, list));
        }
        Rule::ChangeType => {
            by_hand.items = merge.tree.present(step.at).collect();
            by_hand.live.clone_from(&by_hand.items);
        }
        Rule::LiveListChanged => {
            by_hand.is_cut = step.count() > 8;
            by_hand.listed_live = Some(names(step));
        }
        Rule::NoLivePosition => by_hand.listed_unlisted = Some(names(step)),
        Rule::ServerOnlyFirst
        | Rule::OrderByDirective
        | Rule::OrderByPatch
        | Rule::PatchValuesFirst
        | Rule::PlaceByPosition
        | Rule::OrderByPosition
        | Rule::OrderUnchanged => order(merge, step, by_hand),
        // A stored `$setElementOrder` of an item orders nothing.
        _ => {}
    }
}

/// Returns where an item was that is removed and added again. A reader expects it there, unless the sentence says
/// where it is.
fn former_position(merge: &Merge, step: &Step, by_hand: &ListByHand) -> Option<usize> {
    let is_addition = matches!(step.rule, Rule::AddItem | Rule::AddItemByKeys | Rule::AddValue);
    if !is_addition || merge.sentence(step).ends_with(" at the end.") {
        return None;
    }
    let own = identity(merge, step, step.at)?;
    let mut removed = by_hand.removed.iter().rev();
    removed.find(|(name, _)| *name == own).map(|(_, at)| *at)
}

/// Returns what identifies an item: its keys with `$patchMergeKey`, otherwise its path segment.
fn identity(merge: &Merge, step: &Step, id: ResultId) -> Option<String> {
    match (step.rule, merge.path(id).0.pop()?) {
        (_, Segment::Index(_)) => None,
        (Rule::AddItemByKeys | Rule::DeleteItemByKeys, _) => Some(step.detail().to_owned()),
        (_, segment) => Some(format!("{segment:?}")),
    }
}

fn parent(merge: &Merge, source: NodeRef) -> Option<NodeRef> {
    let node = merge.tree.document(source).parent(source.node)?;
    Some(NodeRef { node, ..source })
}

/// Returns the names that a step lists.
fn names(step: &Step) -> Vec<String> {
    let names = step.detail();
    names.split(", ").map(str::to_owned).collect()
}

/// Applies an order step.
fn order(merge: &Merge, step: &Step, by_hand: &mut ListByHand) {
    let keys = Keys::new(merge, step);
    let Some(source) = step.directive().filter(|_| keys.is_order).or(step.patch()) else {
        return;
    };
    if keys.is_order && by_hand.merged != parent(merge, source) {
        // Another patch item for the same item has only the order: its live list is the result of the
        // previous one.
        by_hand.live.clone_from(&by_hand.items);
        by_hand.listed_live = None;
    }
    let listed = keys.source_keys(source, keys.is_order);
    let position = |id: &ResultId| {
        let key = keys.item_key(*id)?;
        listed.iter().position(|listed| *listed == key)
    };
    match step.rule {
        Rule::ServerOnlyFirst => by_hand.items.sort_by_key(|id| position(id).is_some()),
        Rule::OrderByDirective | Rule::OrderByPatch => by_hand.items.sort_by_key(position),
        Rule::PatchValuesFirst => by_hand.items.sort_by_key(|id| position(id).unwrap_or(usize::MAX)),
        Rule::PlaceByPosition => by_position(merge, &keys, source, &mut by_hand.items),
        Rule::OrderByPosition | Rule::OrderUnchanged if is_kubernetes(merge) => {
            by_live_positions(&keys, by_hand, position);
        }
        _ => {}
    }
}

fn is_kubernetes(merge: &Merge) -> bool {
    merge.inputs.semantics == Semantics::KUBERNETES
}

/// Places before each item of the new order the server-only items that precede it in the live list, and the
/// others at the end.
fn by_live_positions(
    keys: &Keys<'_>,
    by_hand: &mut ListByHand,
    position: impl Fn(&ResultId) -> Option<usize>,
) {
    let live: Vec<Option<String>> = by_hand.live.iter().map(|id| keys.item_key(*id)).collect();
    let live_place = |id: &ResultId| match &by_hand.listed_live {
        Some(listed) => listed.iter().position(|listed| keys.is_named(*id, listed)),
        None => {
            let key = keys.item_key(*id)?;
            live.iter().position(|live| live.as_ref() == Some(&key))
        }
    };
    let (mut ordered, mut server_only): (Vec<ResultId>, Vec<ResultId>) = by_hand
        .items
        .iter()
        .copied()
        .partition(|id| position(id).is_some());
    ordered.sort_by_key(|id| position(id));
    by_hand.is_cut |= by_hand.items.iter().any(|id| keys.has_directive(*id));
    // The names do not distinguish two items with one key.
    let is_one = |name: &String| {
        let named = by_hand.items.iter().filter(|id| keys.is_named(**id, name));
        named.count() < 2
    };
    by_hand.is_cut |= by_hand
        .listed_live
        .as_ref()
        .is_some_and(|listed| !listed.iter().all(is_one));
    match &by_hand.listed_unlisted {
        Some(listed) => {
            // Items with the same key or without one, and names that end with "and 3 more", do not define an
            // order.
            let is_one = |name: &String| {
                name != "(no key)" && listed.iter().filter(|other| name == *other).count() == 1
            };
            by_hand.is_cut |= listed.len() != server_only.len() || !listed.iter().all(is_one);
            server_only.sort_by_key(|id| listed.iter().position(|listed| keys.is_named(*id, listed)));
        }
        None => server_only.sort_by_key(|id| live_place(id)),
    }
    let mut server_only = server_only.into_iter().peekable();
    let mut out = Vec::new();
    for next in ordered {
        while let Some(server) = server_only.peek().copied() {
            let precedes = match (live_place(&server), live_place(&next)) {
                (Some(server), Some(next)) => server < next,
                _ => false,
            };
            if !precedes {
                break;
            }
            out.extend(server_only.next());
        }
        out.push(next);
    }
    out.extend(server_only);
    by_hand.items = out;
}

/// Removes the items with `$position` and inserts them again, the lowest position first. The last one of an item is used.
fn by_position(merge: &Merge, keys: &Keys<'_>, patch: NodeRef, items: &mut Vec<ResultId>) {
    let document = merge.tree.document(patch);
    let mut placed: Vec<(i64, ResultId)> = Vec::new();
    for item in document.children(patch.node) {
        let position = document
            .get(item, "$position")
            .map(|position| document.value(position));
        let key = keys.node_key(NodeRef { node: item, ..patch });
        let id = items.iter().copied().find(|id| keys.item_key(*id) == key);
        // A deletion places no item.
        if document.get(item, "$patch").is_some() {
            continue;
        }
        if let (Some(Value::Integer(position)), Some(id)) = (position, id) {
            placed.retain(|(_, other)| *other != id);
            placed.push((position, id));
        }
    }
    placed.sort_unstable();
    items.retain(|id| placed.iter().all(|(_, placed)| placed != id));
    for (position, id) in placed {
        let at = usize::try_from(position).unwrap_or(usize::MAX).min(items.len());
        items.insert(at, id);
    }
}

/// The keys of a list's items as texts with their types.
struct Keys<'m> {
    merge: &'m Merge,
    merge_key: Option<&'m str>,
    is_order: bool,
}

impl<'m> Keys<'m> {
    fn new(merge: &'m Merge, step: &Step) -> Self {
        let has_maps = merge
            .tree
            .present(step.at)
            .any(|id| merge.tree.kind(id) == ValueKind::Map);
        let merge_key = merge.field(step.at).and_then(|field| field.merge_key);
        let key = step
            .directive()
            .and_then(|source| merge.tree.document(source).key(source.node));
        Self {
            merge,
            merge_key: merge_key.filter(|_| has_maps),
            is_order: key.is_some_and(|key| key.starts_with("$setElementOrder")),
        }
    }

    /// Returns the keys of a directive, or of the items of a patch list without `$patch`.
    fn source_keys(&self, source: NodeRef, is_order: bool) -> Vec<String> {
        let document = self.merge.tree.document(source);
        let items = document.children(source.node);
        let unmarked = items.filter(|item| {
            is_order || document.kind(*item) != ValueKind::Map || document.get(*item, "$patch").is_none()
        });
        unmarked
            .filter_map(|node| self.node_key(NodeRef { node, ..source }))
            .collect()
    }

    fn node_key(&self, item: NodeRef) -> Option<String> {
        let document = self.merge.tree.document(item);
        let node = match self.merge_key {
            Some(key) => document.get(item.node, key)?,
            None => item.node,
        };
        Some(text(document.value(node)))
    }

    fn value(&self, id: ResultId) -> Option<Value<'_>> {
        let tree = &self.merge.tree;
        let node = match self.merge_key {
            Some(key) => tree
                .all_children(id)
                .find(|child| tree.key(*child) == Some(key))?,
            None => id,
        };
        Some(tree.value(node))
    }

    fn item_key(&self, id: ResultId) -> Option<String> {
        self.value(id).map(text)
    }

    /// Returns whether a step uses this name for the item.
    fn is_named(&self, id: ResultId, name: &str) -> bool {
        match self.value(id) {
            Some(Value::String(text)) => match reads_as_other_type(text) {
                true => format!("\"{text}\"") == name,
                false => text == name,
            },
            Some(Value::Integer(number)) => number.to_string() == name,
            Some(Value::Float(number)) => number.to_string() == name,
            Some(Value::Bool(value)) => value.to_string() == name,
            Some(Value::Null) => name == "null",
            _ => false,
        }
    }

    fn has_directive(&self, id: ResultId) -> bool {
        self.merge.tree.kind(id) == ValueKind::Map && self.merge.tree.get(id, "$patch").is_some()
    }
}

/// Returns whether kubectl takes a plain text for a number, a boolean or null. Knows the names that are generated.
fn reads_as_other_type(text: &str) -> bool {
    text.parse::<f64>().is_ok() || ["", "true", "false", "null"].contains(&text)
}

/// Formats a key so that 80 and "80" differ.
fn text(value: Value<'_>) -> String {
    match value {
        Value::String(text) => text.to_owned(),
        other => format!("{other:?}"),
    }
}
