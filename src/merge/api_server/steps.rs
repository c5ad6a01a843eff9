//! The answer of the API server as steps of the merge.

use super::answer::{answer, decodes_json, server_answer};
use super::answer_steps::AnswerSteps;
use super::notices::{Notice, find_notices, returns_live_value};
use super::objection::{Constraint, MAX_SERVER_STEPS, Objection, ServerLayer};
use crate::document::{Document, Tree};
use crate::merge::recorder::Recorder;
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::result_tree::path::top_type;
use crate::merge::rule::Rule;
use crate::merge::semantics::Semantics;
use crate::merge::trace::Merge;
use crate::schema::{Schema, is_server_only};

/// Records the answer of the API server, with at most `most` steps of one kind. Omits what a lint has reported about the same
/// value.
pub(crate) fn report(recorder: &mut Recorder<'_>, schema: &Schema, semantics: Semantics, most: usize) {
    if !recorder.traced || !recorder.tree.is_object() {
        return;
    }
    let live = recorder.documents[0].clone();
    if live.is_empty(live.root()) {
        return;
    }
    let mut steps = AnswerSteps::new(recorder);
    if matches!(semantics, Semantics::Strategic(_)) && is_custom(&live, schema) {
        let (_, kind) = live.identity();
        let top = steps.recorder.tree.top();
        steps.add(Rule::CustomStrategic, top, kind.to_owned());
    }
    let found = answer(&live, &steps.recorder.tree, schema, decodes_json(semantics));
    let mut dropped = found.dropped;
    dropped.retain(|(at, _)| !steps.recorder.tree.source(*at).is_live());
    for (at, path) in dropped.into_iter().take(most) {
        if !steps.is_explained(&[Rule::NoSuchField, Rule::MissingDollar], at) {
            let detail = no_such_field(&live, &steps.recorder.tree, schema, at);
            let detail = detail.unwrap_or_else(|| format!("The type has no field `{path}`"));
            steps.add(Rule::UnstoredField, at, detail);
        }
    }
    steps.add_wrapped(found.wrapped, most);
    let is_stored = found.objections.is_empty();
    let is_decoded = !found.objections.iter().any(Objection::is_early);
    let mut notices = find_notices(&live, &steps.recorder.tree, schema, semantics);
    // A rejected object is not stored. Only what changes nothing stays true in a corrected patch, unless that removes the
    // whole map.
    let tree = &steps.recorder.tree;
    let is_rejected = |map: ResultId| found.objections.iter().any(|it| it.at == map);
    let is_in_rejected_map = |notice: &Notice| {
        let map = tree.parent(notice.at);
        map.is_some_and(|map| tree.present(map).next().is_none() && is_rejected(map))
    };
    notices.retain(|notice| {
        is_stored
            || !needs_storing(notice.rule)
            || is_decoded && returns_live_value(&live, tree, notice) && !is_in_rejected_map(notice)
    });
    for notice in notices.into_iter().take(most) {
        steps.add(notice.rule, notice.at, notice.detail);
    }
    add_objections(&mut steps, found.objections, most);
    recorder.seal();
}

/// Records why the API server rejects the update of a policy. Returns whether it does.
pub(crate) fn report_rejection(recorder: &mut Recorder<'_>, schema: &Schema) -> bool {
    let live = recorder.documents[0].clone();
    if !recorder.tree.is_object() || live.is_empty(live.root()) {
        return false;
    }
    let objections = answer(&live, &recorder.tree, schema, true).objections;
    let is_rejected = !objections.is_empty();
    if recorder.traced {
        add_objections(&mut AnswerSteps::new(recorder), objections, MAX_SERVER_STEPS);
    }
    is_rejected
}

/// Adds the steps of at most `most` objections, except those that a lint explains.
fn add_objections(steps: &mut AnswerSteps<'_, '_>, objections: Vec<Objection<ResultId>>, most: usize) {
    let own = objections.into_iter().filter(|it| !it.is_consequence);
    for objection in own.take(most) {
        let rule = rule_for(&objection);
        if !steps.is_explained(lints_for(&objection), objection.at) {
            let tree = &steps.recorder.tree;
            let is_of_patch = |at: ResultId| !tree.source(at).is_live();
            let cause = objection.cause.as_ref().and_then(|(map, name)| {
                let is_named = |id: &ResultId| tree.key(*id) == Some(name);
                tree.get(*map, name)
                    .or_else(|| tree.all_children(*map).find(is_named))
            });
            // A field that the patch removes, or sets in another place.
            let is_removed = |id: ResultId| tree.key(id) == objection.field.rsplit('.').next();
            let (at, cause) = match cause.filter(|_| !is_of_patch(objection.at)) {
                Some(cause) if is_of_patch(cause) || is_removed(cause) => (cause, None),
                cause => (objection.at, cause),
            };
            steps.add_objection(rule, at, cause, objection);
        }
    }
}

/// Returns the sentence that the type of a map has no such field.
fn no_such_field(live: &Document, tree: &ResultTree, schema: &Schema, at: ResultId) -> Option<String> {
    let mut path: Vec<ResultId> = tree.ancestors(at).collect();
    let (key, top) = (tree.key(at)?, top_type(live, schema)?);
    path.reverse();
    let below = path.get(1..path.len() - 1)?.iter();
    let map = below.copied().try_fold(top, |position, id| match tree.key(id) {
        Some(key) => schema.child(position, key).1,
        None => Some(schema.item(position)),
    })?;
    Some(schema.missing_field(map, key).0)
}

/// Records the numbers of the request that the API server stores as others.
pub(crate) fn report_wrapped(recorder: &mut Recorder<'_>, wrapped: Vec<(ResultId, i32)>) {
    AnswerSteps::new(recorder).add_wrapped(wrapped, MAX_SERVER_STEPS);
}

/// Returns whether a notice applies only to an object that is stored.
fn needs_storing(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::AliasIgnored
            | Rule::DefaultReturns
            | Rule::EmptyDirAdded
            | Rule::FieldOfOtherType
            | Rule::StringDataEncoded
    )
}

/// What the API server does with the result of a finished merge.
pub(crate) enum ServerVerdict {
    /// It rejects the result, with kubectl's message.
    Rejected(String),
    /// It does not accept the patch type for this kind, with kubectl's message.
    PatchTypeRejected(String),
    /// It stores the result, but not as it is: it drops, removes, encodes or adds a field. The steps of a traced
    /// merge say what, by the rules of [`is_stored_otherwise`].
    StoredOtherwise,
    /// It stores the result as it is.
    Stored,
}

/// Returns what the API server does with the result of a finished merge.
pub(crate) fn server_verdict(merge: &Merge) -> ServerVerdict {
    // Only the RFCs have results that are no objects. No API server computes them.
    if !merge.tree.is_object() {
        return ServerVerdict::Stored;
    }
    if let Some(why) = custom_strategic_message(merge) {
        return ServerVerdict::PatchTypeRejected(why);
    }
    let answer = server_answer(merge);
    if let Some(why) = answer.message() {
        return ServerVerdict::Rejected(why);
    }
    let inputs = &merge.inputs;
    let (live, tree) = (&inputs.live, &merge.tree);
    let is_update = !live.is_empty(live.root());
    let drops = || answer.dropped.iter().any(|(at, _)| !tree.source(*at).is_live());
    let wraps = || answer.wrapped.iter().any(|(at, _)| !tree.source(*at).is_live());
    let notices = || find_notices(live, tree, &inputs.schema, inputs.semantics);
    match is_update && (drops() || wraps() || !notices().is_empty()) {
        true => ServerVerdict::StoredOtherwise,
        false => ServerVerdict::Stored,
    }
}

/// Returns whether a step of this rule says what the API server stores otherwise.
pub(crate) fn is_stored_otherwise(rule: Rule) -> bool {
    needs_storing(rule)
        || matches!(
            rule,
            Rule::NoSuchField
                | Rule::UnstoredField
                | Rule::WrappedNumber
                | Rule::StatusIgnored
                | Rule::KindIgnored
                | Rule::SystemFieldKept
        )
}

/// Returns why the API server rejects a finished merge, with kubectl's message, or `None` if it accepts it.
pub(crate) fn server_rejection(merge: &Merge) -> Option<String> {
    custom_strategic_message(merge).or_else(|| server_answer(merge).message())
}

/// Returns the rejection of a strategic merge patch of a custom resource, with kubectl's message, or `None`
/// for other merges.
///
/// The API server accepts that patch type only for built-in types.
fn custom_strategic_message(merge: &Merge) -> Option<String> {
    let live = &merge.inputs.live;
    let is_strategic = matches!(merge.inputs.semantics, Semantics::Strategic(_));
    if !is_strategic || !is_custom(live, &merge.inputs.schema) {
        return None;
    }
    let (version, kind) = live.identity();
    Some(format!(
        "application/strategic-merge-patch+json is not supported by {version}, Kind={kind}: the body of the request was in an \
         unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, \
         application/apply-patch+yaml"
    ))
}

/// Returns whether a CustomResourceDefinition defines the kind of the object.
fn is_custom(live: &Document, schema: &Schema) -> bool {
    let (version, kind) = live.identity();
    match schema.top(version, kind) {
        // A position without a struct knows only the declared merge keys. The built-in groups without a dot have no
        // custom resources.
        Ok(type_position) => match schema.struct_name(type_position) {
            Some((_, is_built_in)) => !is_built_in,
            None => {
                let group = version.split_once('/').map_or("", |(group, _)| group);
                group.contains('.') && !is_server_only(version, kind)
            }
        },
        Err(_) => false,
    }
}

fn rule_for(objection: &Objection<ResultId>) -> Rule {
    match objection.layer {
        ServerLayer::Decode => Rule::ServerType,
        ServerLayer::Identity => Rule::ServerIdentity,
        ServerLayer::Immutable => Rule::ImmutableField,
        ServerLayer::Validation => Rule::InvalidObject,
    }
}

/// Returns the lints that report the same mistake.
fn lints_for(objection: &Objection<ResultId>) -> &'static [Rule] {
    match objection.layer {
        _ if objection.constraint == Some(Constraint::Exclusive) => {
            &[Rule::Leftover, Rule::MutuallyExclusiveFields]
        }
        ServerLayer::Decode => &[Rule::WrongType, Rule::NotAString],
        _ => &[],
    }
}
