//! The laws of every merge and its trace.

use std::sync::Arc;

use mergescope::document::{Document, Tree, ValueKind, write};
use mergescope::merge::{Inputs, Merge, PatchType, ResultId, Semantics, Verdict, compare_merges, merge};
use mergescope::schema::Shape;

/// Long traces are looked at in about this many places.
const LOOKS: usize = 24;

/// Panics where a law is broken.
pub(crate) fn check(inputs: &Inputs) {
    let traced = merge(inputs.clone(), true);
    check_traced(traced, &merge(inputs.clone(), false));
}

/// The same of a merge with a trace, and without.
pub(crate) fn check_traced(traced: Merge, plain: &Merge) {
    assert_eq!(verdict(&traced), verdict(plain), "the trace changes the verdict");
    assert_eq!(text(&traced), text(plain), "the trace changes the result");
    assert_eq!(
        format!("{:?}", traced.assessment),
        format!("{:?}", plain.assessment),
        "the trace changes the assessment"
    );
    assert!(compare_merges(&traced, plain).is_same());
    assert!(plain.steps.is_empty());
    every_node_has_an_origin(&traced);
    every_step_is_told(&traced);
    if traced.inputs.semantics == Semantics::PROPOSAL {
        nothing_of_the_patch_leaks(&traced);
    }
    let live = Arc::clone(&plain.inputs.live);
    playing_goes_both_ways(traced, &live);
}

fn verdict(merge: &Merge) -> String {
    match &merge.verdict {
        Verdict::Merged => "merged".to_owned(),
        Verdict::Rejected(rejection) => format!("{:?}: {}", rejection.rule, rejection.message),
    }
}

/// The tree as text: values, list order and the order of map keys.
fn text(merge: &Merge) -> String {
    match merge.tree.is_visible(ResultId(0)) {
        true => write::json_compact(&merge.tree),
        false => "(no object)".to_owned(),
    }
}

fn playing_goes_both_ways(mut merge: Merge, live: &Document) {
    let end = merge.steps.len();
    assert_eq!(merge.position(), end, "a merge stands at its end");
    let result = text(&merge);
    merge.seek(0);
    assert_eq!(
        text(&merge),
        write::json_compact(live),
        "played back it is not live"
    );
    let mut nodes = (0..merge.tree.node_count() as u32).map(ResultId);
    assert!(
        nodes.all(|id| merge.tree.marks(id).is_empty()),
        "live bears marks"
    );
    let stride = 1 + end / LOOKS;
    let mut frames = Vec::new();
    for position in 0..=end {
        merge.seek(position);
        if position % stride == 0 {
            frames.push(text(&merge));
        }
    }
    assert_eq!(text(&merge), result, "played it is not the result");
    for position in (0..=end).rev() {
        merge.seek(position);
        if position % stride == 0 {
            assert_eq!(
                text(&merge),
                frames[position / stride],
                "step {position} back and forth"
            );
        }
    }
    merge.seek(usize::MAX);
    assert_eq!(text(&merge), result, "past the end it is not the result");
}

/// The nodes of the result, parents first.
fn result_nodes(merge: &Merge) -> Vec<ResultId> {
    let mut nodes = vec![ResultId(0)];
    nodes.retain(|top| merge.tree.is_visible(*top));
    let mut at = 0;
    while at < nodes.len() {
        nodes.extend(merge.tree.present(nodes[at]).collect::<Vec<_>>());
        at += 1;
    }
    nodes
}

fn every_node_has_an_origin(merge: &Merge) {
    let tree = &merge.tree;
    for id in result_nodes(merge) {
        let source = tree.source(id);
        let origin = tree.document(source);
        let (kind, of_origin) = (tree.kind(id), origin.kind(source.node));
        let fits = kind == of_origin
            || (kind, of_origin) == (ValueKind::Integer, ValueKind::Float) && source.is_live();
        // A JSON patch gives its values other keys than they have in its text; so does the API server, which stores an
        // empty string for a null. Kubernetes merges the directive like the field where it is not a list.
        let key = origin.key(source.node);
        let of_directive = key.and_then(|key| key.strip_prefix("$deleteFromPrimitiveList/"));
        let keyed = merge.inputs.semantics.patch_type() == PatchType::Json
            || usize::from(source.document) > merge.inputs.patches.len()
            || tree.key(id) == key
            || of_directive.is_some() && tree.key(id) == of_directive;
        assert!(fits && keyed, "{} has the origin {source:?}", merge.path(id));
        let under_map = tree
            .parent(id)
            .is_some_and(|parent| tree.kind(parent) == ValueKind::Map);
        assert_eq!(
            under_map,
            tree.key(id).is_some(),
            "{}: a key belongs under a map",
            merge.path(id)
        );
    }
}

fn every_step_is_told(merge: &Merge) {
    for (at, step) in merge.steps.iter().enumerate() {
        let depth = step.parent().map_or(0, |parent| {
            assert!((parent as usize) < at, "step {at} stands before its parent");
            merge.steps[parent as usize].depth + 1
        });
        assert_eq!(step.depth, depth, "depth of step {at}");
        assert!(!merge.sentence(step).is_empty());
        let _ = (
            merge.fix(step),
            merge.step_path(step).to_string(),
            merge.touched_by(at),
        );
    }
    if let Some(rejection) = merge.rejection() {
        let last = merge.steps.last().map(|step| step.rule);
        assert_eq!(
            rejection.step as usize + 1,
            merge.steps.len(),
            "a rejection is the last step"
        );
        assert_eq!(last, Some(rejection.rule));
    }
}

/// No directive and no null field of a patch reaches the proposal's result, but for fields of the type.
fn nothing_of_the_patch_leaks(merge: &Merge) {
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
        assert!(
            tree.kind(id) != ValueKind::Null && (!key.starts_with('$') || of_the_type()),
            "{} leaks",
            merge.path(id)
        );
    }
}
