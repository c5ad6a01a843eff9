//! Laws of every merge and its trace, for generated pairs in both semantics.

use std::sync::Arc;

use mergescope::document::{self, Document, Tree, ValueKind, write};
use mergescope::merge::{Dialect, Inputs, Merge, ResultId, Rule, Semantics, Verdict, broken_claims, merge};
use mergescope::schema::{Schema, Shape};
use serde_json::{Map, Value, json};

use super::pairs::{Generator, Pair};

/// The number of pairs.
const PAIRS: u64 = 600;

/// The approximate number of positions at which long traces are checked.
const LOOKS: usize = 60;

/// A violated law, as text.
pub(crate) type LawResult = Result<(), String>;

fn ensure(holds: bool, law: impl FnOnce() -> String) -> LawResult {
    if holds { Ok(()) } else { Err(law()) }
}

fn read(name: &str, text: &str) -> Arc<Document> {
    Arc::new(document::read(name, text.as_bytes().to_vec()).expect("generated JSON can be read"))
}

/// Checks all laws for a live object and patches, in every named strategic semantics.
pub(crate) fn check_all(live: &str, patches: &[&str], schema: &Arc<Schema>) -> LawResult {
    let named = Dialect::NAMED.iter().map(|row| row.dialect);
    check_in(named, &inputs(live, patches, schema))
}

pub(crate) fn inputs(live: &str, patches: &[&str], schema: &Arc<Schema>) -> Inputs {
    Inputs {
        live: Arc::new(
            document::read_live("live", live.as_bytes().to_vec()).expect("generated JSON can be read"),
        ),
        patches: patches.iter().map(|patch| read("patch", patch)).collect(),
        schema: Arc::clone(schema),
        semantics: Semantics::PROPOSAL,
    }
}

/// Checks all laws for some inputs, in some strategic semantics.
pub(crate) fn check_in(dialects: impl IntoIterator<Item = Dialect>, inputs: &Inputs) -> LawResult {
    let live = &inputs.live;
    for semantics in dialects.into_iter().map(Semantics::Strategic) {
        let inputs = Inputs {
            semantics,
            ..inputs.clone()
        };
        let traced = merge(inputs.clone(), true);
        let plain = merge(inputs, false);
        let check = || {
            the_trace_changes_nothing(&traced, &plain)?;
            playing_goes_both_ways(traced.clone(), live)?;
            every_node_has_an_origin(&traced)?;
            every_step_has_a_sentence(&traced)?;
            every_claim_holds(traced.clone())?;
            if semantics == Semantics::PROPOSAL {
                no_directive_or_null_leaks(&traced)?;
                rejections_are_the_listed_ones(&traced)?;
            }
            Ok(())
        };
        check().map_err(|law: String| format!("[{semantics}] {law}"))?;
    }
    Ok(())
}

/// Formats the result: values, list order and the order of map keys.
pub(crate) fn text(merge: &Merge) -> String {
    if merge.tree.is_visible(ResultId(0)) {
        one_line(&write::json(&merge.tree))
    } else {
        "(no object)".to_owned()
    }
}

fn one_line(json: &str) -> String {
    json.lines().map(str::trim).collect()
}

/// Formats the verdict of a merge.
pub(crate) fn verdict(merge: &Merge) -> String {
    match &merge.verdict {
        Verdict::Merged => "merged".to_owned(),
        Verdict::Rejected(refusal) => format!("{:?}: {}", refusal.rule, refusal.message),
    }
}

fn the_trace_changes_nothing(traced: &Merge, plain: &Merge) -> LawResult {
    ensure(verdict(traced) == verdict(plain), || {
        format!("traced {}, untraced {}", verdict(traced), verdict(plain))
    })?;
    ensure(text(traced) == text(plain), || {
        format!("traced {}\nuntraced {}", text(traced), text(plain))
    })?;
    ensure(plain.steps.is_empty(), || "steps without a trace".to_owned())
}

fn playing_goes_both_ways(mut merge: Merge, live: &Document) -> LawResult {
    let end = merge.steps.len();
    ensure(merge.position() == end, || "a merge stands at its end".to_owned())?;
    let result = text(&merge);
    merge.seek(0);
    let untouched = one_line(&write::json(live));
    ensure(text(&merge) == untouched, || {
        format!("played back {}\nlive {untouched}", text(&merge))
    })?;
    let nodes = || (0..merge.tree.node_count() as u32).map(ResultId);
    ensure(nodes().all(|id| merge.tree.marks(id).is_empty()), || {
        "live bears marks".to_owned()
    })?;
    let mut frames = vec![text(&merge)];
    let stride = 1 + end / LOOKS;
    for position in 1..=end {
        merge.seek(position);
        if position % stride == 0 {
            frames.push(text(&merge));
        }
    }
    ensure(text(&merge) == result, || {
        format!("played {}\nmerged {result}", text(&merge))
    })?;
    for position in (0..=end).rev() {
        merge.seek(position);
        ensure(
            position % stride > 0 || text(&merge) == frames[position / stride],
            || {
                format!(
                    "step {position} back {}\nforth {}",
                    text(&merge),
                    frames[position / stride]
                )
            },
        )?;
    }
    for jump in 1..12 {
        let frame = jump * 7919 % frames.len();
        merge.seek(frame * stride);
        ensure(text(&merge) == frames[frame], || {
            format!(
                "jump to {} {}\nforth {}",
                frame * stride,
                text(&merge),
                frames[frame]
            )
        })?;
    }
    merge.seek(usize::MAX);
    ensure(merge.position() == end && text(&merge) == result, || {
        "seeking past the end is the end".to_owned()
    })
}

/// Returns the result nodes, parents first.
fn result_nodes(merge: &Merge) -> Vec<ResultId> {
    let tree = &merge.tree;
    let mut nodes: Vec<ResultId> = [ResultId(0)]
        .into_iter()
        .filter(|top| tree.is_visible(*top))
        .collect();
    let mut at = 0;
    while at < nodes.len() {
        let children: Vec<ResultId> = tree.present(nodes[at]).collect();
        nodes.extend(children);
        at += 1;
    }
    nodes
}

fn every_node_has_an_origin(merge: &Merge) -> LawResult {
    let tree = &merge.tree;
    for id in result_nodes(merge) {
        let source = tree.source(id);
        let origin = tree.document(source);
        let kinds = (tree.kind(id), origin.kind(source.node));
        let fits = kinds.0 == kinds.1 || kinds == (ValueKind::Integer, ValueKind::Float) && source.is_live();
        let key = origin.key(source.node);
        // Kubernetes merges this directive like the field where it is not a list.
        let of_directive = key.and_then(|key| key.strip_prefix("$deleteFromPrimitiveList/"));
        let is_named = tree.key(id) == key || of_directive.is_some() && tree.key(id) == of_directive;
        ensure(fits && is_named, || {
            format!("{} has the origin {source:?}", merge.path(id))
        })?;
        let under_map = tree
            .parent(id)
            .is_some_and(|parent| tree.kind(parent) == ValueKind::Map);
        ensure(under_map == tree.key(id).is_some(), || {
            format!("{}: a key belongs under a map", merge.path(id))
        })?;
    }
    Ok(())
}

fn every_step_has_a_sentence(merge: &Merge) -> LawResult {
    for (at, step) in merge.steps.iter().enumerate() {
        let depth = match step.parent() {
            None => 0,
            Some(parent) => {
                ensure((parent as usize) < at, || {
                    format!("step {at} stands before its parent")
                })?;
                merge.steps[parent as usize].depth + 1
            }
        };
        ensure(step.depth == depth, || {
            format!("step {at} has depth {}", step.depth)
        })?;
        let sentence = merge.sentence(step);
        let unfilled = sentence.split('{').skip(1).any(|rest| {
            rest.split_once('}').is_some_and(|(name, _)| {
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            })
        });
        let hollow = sentence.is_empty()
            || sentence.contains("``")
            || sentence.contains(" .")
            || sentence.contains(": .");
        ensure(!unfilled && !hollow, || {
            format!("step {at} {:?} says: {sentence}", step.rule)
        })?;
        let about_top = step.at == ResultId(0) && step.field().is_none();
        ensure(about_top || !merge.step_path(step).to_string().is_empty(), || {
            format!("step {at} {:?} has no path", step.rule)
        })?;
        ensure(!step.rule.text().source.is_empty(), || {
            format!("{:?} has no source", step.rule)
        })?;
    }
    let rejected = merge
        .rejection()
        .map(|refusal| (refusal.step as usize, refusal.rule));
    let last = merge.steps.last().map(|step| (merge.steps.len() - 1, step.rule));
    ensure(rejected.is_none() || rejected == last, || {
        "a refusal is the last step".to_owned()
    })
}

/// Checks the claims. In debug builds, `merge` checks those of up to 200 steps itself.
fn every_claim_holds(mut merge: Merge) -> LawResult {
    if cfg!(debug_assertions) && merge.steps.len() <= 200 {
        return Ok(());
    }
    let broken = broken_claims(&mut merge);
    ensure(broken.is_empty(), || format!("false claims: {broken:?}"))
}

/// Checks that no directive and no null field of a patch reaches the result, except for fields of the type.
fn no_directive_or_null_leaks(merge: &Merge) -> LawResult {
    let (tree, schema) = (&merge.tree, &merge.inputs.schema);
    for id in result_nodes(merge) {
        let Some(key) = tree.key(id).filter(|_| !tree.source(id).is_live()) else {
            continue;
        };
        let of_the_type = || {
            let parent = tree.parent(id).and_then(|parent| merge.field(parent));
            parent.is_some_and(|field| {
                schema.shape(field.type_position) == Shape::Struct && merge.field(id).is_some()
            })
        };
        ensure(
            tree.kind(id) != ValueKind::Null && (!key.starts_with('$') || of_the_type()),
            || format!("{} leaks", merge.path(id)),
        )?;
    }
    Ok(())
}

fn rejections_are_the_listed_ones(merge: &Merge) -> LawResult {
    const LISTED: [Rule; 23] = [
        Rule::UnknownKind,
        Rule::NotAMap,
        Rule::UnknownField,
        Rule::NoMergeRule,
        Rule::UnknownPatchType,
        Rule::RetainKeysFormat,
        Rule::RetainKeysUnlisted,
        Rule::OrderFormat,
        Rule::OrderNotLists,
        Rule::OrderEntryKey,
        Rule::OrderMissing,
        Rule::OrderMismatch,
        Rule::OrderNotOrderable,
        Rule::DeleteListFormat,
        Rule::DeleteListOfMaps,
        Rule::MixedTypes,
        Rule::ListOfLists,
        Rule::NullInList,
        Rule::NoMergeKey,
        Rule::MissingMergeKey,
        Rule::MergeKeyDirective,
        Rule::MergeKeyAmbiguous,
        Rule::ResultWithoutKind,
    ];
    let rule = merge.rejection().map(|refusal| refusal.rule);
    ensure(rule.is_none_or(|rule| LISTED.contains(&rule)), || {
        format!("rejected: {rule:?}")
    })
}

#[test]
fn the_laws_hold_on_generated_pairs() {
    let schema = Arc::new(Schema::builtin());
    let mut generator = Generator::new(&schema);
    let (mut broken, mut refused, mut twice_named) = (Vec::new(), 0, 0);
    for seed in 0..PAIRS {
        let Pair { live, patch } = generator.pair(seed);
        let twice = [patch.as_str(); 2];
        let patches = if seed % 4 == 0 { &twice[..] } else { &twice[..1] };
        if let Err(law) = check_all(&live, patches, &schema) {
            broken.push(format!("seed {seed}\nlive  {live}\npatch {patch}\n{law}\n"));
        }
        if let Some(parted) = split_items(&patch) {
            twice_named += 1;
            if let Err(law) = check_all(&live, &[&parted], &schema) {
                broken.push(format!("seed {seed}\nlive  {live}\npatch {parted}\n{law}\n"));
            }
        }
        let inputs = Inputs {
            semantics: Semantics::KUBERNETES,
            ..inputs(&live, &[&patch], &schema)
        };
        refused += u64::from(merge(inputs, false).rejection().is_some());
    }
    assert!(
        broken.is_empty(),
        "{} pairs break a law:\n{}",
        broken.len(),
        broken.iter().take(8).cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(
        (PAIRS / 12..PAIRS / 2).contains(&refused),
        "{refused} of {PAIRS} pairs are refused: the generator has lost its aim"
    );
    assert!(
        twice_named > PAIRS / 15,
        "{twice_named} of {PAIRS} patches name an item twice"
    );
}

/// Returns the patch with each item that has a name and more than one other field split in two. `None` if
/// there is no such item.
fn split_items(patch: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(patch).expect("generated JSON");
    let mut any = false;
    let mut todo = vec![&mut value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Object(map) => todo.extend(map.values_mut()),
            Value::Array(items) => {
                let mut parts = Vec::with_capacity(items.len() * 2);
                for item in std::mem::take(items) {
                    let second = second_part(&item);
                    any |= second.is_some();
                    let mut first = item;
                    if let (Value::Object(first), Some(Value::Object(second))) = (&mut first, &second) {
                        first.retain(|key, _| key == "name" || !second.contains_key(key));
                    }
                    parts.push(first);
                    parts.extend(second);
                }
                *items = parts;
                todo.extend(items);
            }
            _ => {}
        }
    }
    any.then(|| value.to_string())
}

fn second_part(item: &Value) -> Option<Value> {
    let map = item.as_object()?;
    let name = map.get("name")?;
    let fields: Vec<_> = map.iter().filter(|(key, _)| *key != "name").collect();
    let (_, second) = fields.split_at_checked(fields.len() / 2)?;
    let mut part: Map<String, Value> = second
        .iter()
        .map(|(key, value)| ((*key).clone(), (*value).clone()))
        .collect();
    part.insert("name".to_owned(), name.clone());
    (fields.len() > 1).then_some(Value::Object(part))
}

#[test]
fn a_container_listed_twice_is_merged_into_the_result_of_the_first() {
    let live = json!({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [
        {"name": "web", "env": [{"name": "a"}, {"name": "b"}, {"name": "c"}]},
    ]}});
    let patch = json!({"spec": {"containers": [
        {"name": "web", "$setElementOrder/env": [{"name": "c"}, {"name": "b"}, {"name": "a"}]},
        {"name": "web", "env": [{"name": "a", "value": "9"}]},
    ]}});
    let schema = Arc::new(Schema::builtin());
    check_all(&live.to_string(), &[&patch.to_string()], &schema).expect("the laws");
    for semantics in [Semantics::KUBERNETES, Semantics::PROPOSAL] {
        let inputs = Inputs {
            live: read("live", &live.to_string()),
            patches: vec![read("patch", &patch.to_string())],
            schema: Arc::clone(&schema),
            semantics,
        };
        let sentences = text(&merge(inputs, true));
        let places = ["c", "b", "a"].map(|name| sentences.find(&format!("\"name\": \"{name}\"")));
        assert!(
            places.is_sorted() && places[0].is_some(),
            "[{semantics}] {sentences}"
        );
    }
}
