//! Law 5: what the steps say is enough to compute the order of every merged list by hand. This file does so, with nothing but
//! the steps, live and the patches.

use std::collections::HashMap;

use mergescope::document::{Tree, Value, ValueKind};
use mergescope::merge::{Change, Claim, Merge, NodeRef, Presence, ResultId, Rule, Semantics, Step};

type Broken = Vec<(String, String)>;

/// A list while it is merged: what a reader knows of it.
#[derive(Clone, Debug, Default)]
struct ListByHand {
    items: Vec<ResultId>,
    /// The items that were there before the merge of the current patch, without those that were deleted.
    live: Vec<ResultId>,
    /// The keys of live that a step has listed instead.
    told_live: Option<Vec<String>>,
    /// The order of the items that are not listed, where a step gives it.
    told_unlisted: Option<Vec<String>>,
    /// The map of the patch whose list was merged last.
    merged: Option<NodeRef>,
    /// The order cannot be computed: a step has shortened the names.
    is_cut: bool,
}

/// How many lists were looked at, and those whose order the steps do not explain.
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
        if !merge.scene.is_visible(*list) || by_hand.is_cut {
            continue;
        }
        checks += 1;
        let real: Vec<ResultId> = merge.scene.present(*list).collect();
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
        // Live's own items, in live's order: nothing has touched the list so far.
        let live = &merge.inputs.live;
        let node = merge.scene.live_node(id);
        let items: Vec<ResultId> = node
            .into_iter()
            .flat_map(|node| live.children(node))
            .map(|node| ResultId(node.0))
            .collect();
        let items = match node {
            Some(_) => items,
            // It came in whole.
            None => merge.scene.present(id).collect(),
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
        let Some(parent) = merge.scene.parent(id) else {
            continue;
        };
        if merge.scene.kind(parent) != ValueKind::List {
            continue;
        }
        let by_hand = list(merge, lists, parent);
        match merge.scene.state(id) {
            Presence::Present if step.rule.claim() != Claim::AddsValue || !by_hand.items.contains(&id) => {
                by_hand.items.push(id);
            }
            Presence::Removed => {
                by_hand.items.retain(|item| *item != id);
                // Live positions are those of the list that was replaced.
                if !matches!(step.rule, Rule::ReplaceList | Rule::ReplaceAtomicList) {
                    by_hand.live.retain(|item| *item != id);
                }
            }
            _ => {}
        }
    }
    if merge.scene.kind(step.at) != ValueKind::List {
        return;
    }
    let by_hand = list(merge, lists, step.at);
    match step.rule {
        Rule::MergeList | Rule::MergeSet | Rule::MergeListByKeys => {
            by_hand.live.clone_from(&by_hand.items);
            by_hand.told_live = None;
            by_hand.told_unlisted = None;
            by_hand.merged = step.patch().and_then(|list| parent(merge, list));
        }
        Rule::AddField => {
            by_hand.items = merge.scene.present(step.at).collect();
            by_hand.live.clear();
        }
        Rule::ReplaceList | Rule::ReplaceAtomicList => {
            by_hand.items = merge.scene.present(step.at).collect();
            by_hand.told_live = None;
            by_hand.told_unlisted = None;
            by_hand.merged = step.patch().and_then(|list| parent(merge, list));
        }
        Rule::ChangeType => {
            by_hand.items = merge.scene.present(step.at).collect();
            by_hand.live.clone_from(&by_hand.items);
        }
        Rule::LiveListChanged => {
            by_hand.is_cut = step.count > 8;
            by_hand.told_live = Some(names(step));
        }
        Rule::NoLivePosition => by_hand.told_unlisted = Some(names(step)),
        _ => order(merge, step, by_hand),
    }
}

fn parent(merge: &Merge, source: NodeRef) -> Option<NodeRef> {
    let node = merge.scene.document(source).parent(source.node)?;
    Some(NodeRef { node, ..source })
}

/// The names that a step lists.
fn names(step: &Step) -> Vec<String> {
    let names = step.detail.as_deref().unwrap_or_default();
    names.split(", ").map(str::to_owned).collect()
}

/// Applies an order step.
fn order(merge: &Merge, step: &Step, by_hand: &mut ListByHand) {
    let keys = Keys::of(merge, step);
    let Some(source) = step.directive().filter(|_| keys.is_order).or(step.patch()) else {
        return;
    };
    if keys.is_order && by_hand.merged != parent(merge, source) {
        // Another patch item for the same item has only the order: live is what the one before has left.
        by_hand.live.clone_from(&by_hand.items);
        by_hand.told_live = None;
    }
    let listed = keys.of_source(source, keys.is_order);
    let place = |id: &ResultId| {
        let key = keys.of_item(*id)?;
        listed.iter().position(|listed| *listed == key)
    };
    match step.rule {
        Rule::ServerOnlyFirst => by_hand.items.sort_by_key(|id| place(id).is_some()),
        Rule::OrderByDirective | Rule::OrderByPatch => by_hand.items.sort_by_key(place),
        Rule::PatchValuesFirst => by_hand.items.sort_by_key(|id| place(id).unwrap_or(usize::MAX)),
        Rule::PlaceByPosition => by_position(merge, &keys, source, &mut by_hand.items),
        Rule::OrderByPosition | Rule::OrderUnchanged if is_kubernetes(merge) => {
            by_live_positions(&keys, by_hand, place);
        }
        _ => {}
    }
}

fn is_kubernetes(merge: &Merge) -> bool {
    merge.inputs.semantics == Semantics::KUBERNETES
}

/// Before each item of the new order come the server-only items that preceded it in live; the others come last.
fn by_live_positions(keys: &Keys<'_>, by_hand: &mut ListByHand, place: impl Fn(&ResultId) -> Option<usize>) {
    let live: Vec<Option<String>> = by_hand.live.iter().map(|id| keys.of_item(*id)).collect();
    let live_place = |id: &ResultId| match &by_hand.told_live {
        Some(told) => told.iter().position(|told| keys.is_named(*id, told)),
        None => {
            let key = keys.of_item(*id)?;
            live.iter().position(|live| live.as_ref() == Some(&key))
        }
    };
    let (mut ordered, mut server_only): (Vec<ResultId>, Vec<ResultId>) =
        by_hand.items.iter().copied().partition(|id| place(id).is_some());
    ordered.sort_by_key(|id| place(id));
    by_hand.is_cut |= by_hand.items.iter().any(|id| keys.is_marked(*id));
    // Names do not tell 80 and "80" apart, nor two items of one key.
    let is_one = |name: &String| {
        let named = by_hand.items.iter().filter(|id| keys.is_named(**id, name));
        named.count() < 2
    };
    by_hand.is_cut |= by_hand
        .told_live
        .as_ref()
        .is_some_and(|told| !told.iter().all(is_one));
    match &by_hand.told_unlisted {
        Some(told) => {
            // Items of one key or of none, and names that end with "and 3 more", are no order.
            let is_one =
                |name: &String| name != "(no key)" && told.iter().filter(|other| name == *other).count() == 1;
            by_hand.is_cut |= told.len() != server_only.len() || !told.iter().all(is_one);
            server_only.sort_by_key(|id| told.iter().position(|told| keys.is_named(*id, told)));
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

/// Items with `$position` are taken out and inserted again, the lowest position first.
fn by_position(merge: &Merge, keys: &Keys<'_>, patch: NodeRef, items: &mut Vec<ResultId>) {
    let document = merge.scene.document(patch);
    let mut placed: Vec<(i64, ResultId)> = Vec::new();
    for item in document.children(patch.node) {
        let position = document
            .get(item, "$position")
            .map(|position| document.value(position));
        let key = keys.of_node(NodeRef { node: item, ..patch });
        let id = items.iter().copied().find(|id| keys.of_item(*id) == key);
        if let (Some(Value::Integer(position)), Some(id)) = (position, id) {
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
    fn of(merge: &'m Merge, step: &Step) -> Self {
        let has_maps = merge
            .scene
            .present(step.at)
            .any(|id| merge.scene.kind(id) == ValueKind::Map);
        let merge_key = merge.field(step.at).and_then(|field| field.merge_key);
        let key = step
            .directive()
            .and_then(|source| merge.scene.document(source).key(source.node));
        Self {
            merge,
            merge_key: merge_key.filter(|_| has_maps),
            is_order: key.is_some_and(|key| key.starts_with("$setElementOrder")),
        }
    }

    /// The keys of a directive or of the unmarked items of a patch list.
    fn of_source(&self, source: NodeRef, is_order: bool) -> Vec<String> {
        let document = self.merge.scene.document(source);
        let items = document.children(source.node);
        let unmarked = items.filter(|item| {
            is_order || document.kind(*item) != ValueKind::Map || document.get(*item, "$patch").is_none()
        });
        unmarked
            .filter_map(|node| self.of_node(NodeRef { node, ..source }))
            .collect()
    }

    fn of_node(&self, item: NodeRef) -> Option<String> {
        let document = self.merge.scene.document(item);
        let node = match self.merge_key {
            Some(key) => document.get(item.node, key)?,
            None => item.node,
        };
        Some(text(document.value(node)))
    }

    fn value(&self, id: ResultId) -> Option<Value<'_>> {
        let scene = &self.merge.scene;
        let node = match self.merge_key {
            Some(key) => scene
                .all_children(id)
                .find(|child| scene.key(*child) == Some(key))?,
            None => id,
        };
        Some(scene.value(node))
    }

    fn of_item(&self, id: ResultId) -> Option<String> {
        self.value(id).map(text)
    }

    /// Whether a step calls the item so.
    fn is_named(&self, id: ResultId, name: &str) -> bool {
        match self.value(id) {
            Some(Value::String(text)) => text == name.trim_matches('"'),
            Some(Value::Integer(number)) => number.to_string() == name,
            Some(Value::Float(number)) => number.to_string() == name,
            Some(Value::Bool(value)) => value.to_string() == name,
            Some(Value::Null) => name == "null",
            _ => false,
        }
    }

    fn is_marked(&self, id: ResultId) -> bool {
        self.merge.scene.kind(id) == ValueKind::Map && self.merge.scene.get(id, "$patch").is_some()
    }
}

/// A key, so that 80 and "80" are two.
fn text(value: Value<'_>) -> String {
    match value {
        Value::String(text) => text.to_owned(),
        other => format!("{other:?}"),
    }
}
