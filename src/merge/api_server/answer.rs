//! The answer of the API server to a merge.

use rustc_hash::FxHashSet;

use super::cursor::Cursor;
use super::decode::decode;
use super::objection::{Objection, Objections, ServerLayer};
use super::{identity, immutable, validation};
use crate::document::{Document, Tree};
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::semantics::Semantics;
use crate::merge::trace::{Inputs, Merge};
use crate::parallel::join;
use crate::schema::Schema;

/// The number of live values from which an object is decoded and validated in parallel.
const PARALLEL_NODES: usize = 20_000;

/// The answer of the API server to a result.
#[derive(Clone, Debug)]
pub struct ServerAnswer<I> {
    /// The reasons why the server does not store the result. Empty if none is known.
    pub objections: Vec<Objection<I>>,
    /// Unknown fields, which the server drops: the node, and its path in the server's notation.
    pub dropped: Vec<(I, String)>,
    /// Numbers that are too large for their type: the node, and what the server stores.
    pub wrapped: Vec<(I, i32)>,
    /// The name of the object in a rejection: `Deployment.apps "web"`.
    pub object: String,
    /// The name of the object in a conflict: `deployments.apps "web"`.
    pub resource: String,
}

/// Returns why the API server rejects the result of a finished merge under strict field validation, or
/// `None`. `kubectl apply` requests that validation; unknown fields are then a decoding error.
pub fn strict_rejection(merge: &Merge) -> Option<String> {
    let mut answer = server_answer(merge);
    // A live object has only fields that its server knows.
    answer.dropped.retain(|(at, _)| !merge.tree.source(*at).is_live());
    let inputs = &merge.inputs;
    strict_message(&answer, &inputs.live, &merge.tree, &inputs.schema)
}

/// Returns why the API server does not create an object under strict field validation, or `None`. `nothing` is a
/// document without fields.
pub(crate) fn creation_rejection(nothing: &Document, object: &Document, schema: &Schema) -> Option<String> {
    let answer = answer(nothing, object, schema, true);
    strict_message(&answer, nothing, object, schema)
}

fn strict_message<T: Tree>(
    answer: &ServerAnswer<T::Id>,
    live: &Document,
    result: &T,
    schema: &Schema,
) -> Option<String> {
    let is_undecoded = answer
        .objections
        .iter()
        .any(|objection| objection.layer == ServerLayer::Decode);
    let unknown: Vec<String> = answer
        .dropped
        .iter()
        .map(|(_, path)| format!("unknown field {path:?}"))
        .collect();
    let is_new = live.is_empty(live.root());
    let unreadable = match answer.objections.first() {
        Some(first) if is_undecoded && is_new => first.message.to_string(),
        _ if is_undecoded || unknown.is_empty() => return answer.message(),
        _ => format!("strict decoding error: {}", unknown.join(", ")),
    };
    if !is_new {
        return Some(unreadable_patch(&unreadable));
    }
    let object = Cursor::top(result, schema, None);
    let kind = object.text_of("kind");
    let version = object
        .text_of("apiVersion")
        .rsplit('/')
        .next()
        .unwrap_or_default();
    Some(format!(
        "{kind} in version {version:?} cannot be handled as a {kind}: {unreadable}"
    ))
}

/// Returns the rejection of a patch whose result is not decoded (status code 422, Go: `applyPatchToObject`). The server
/// prints the patch or the patched object; neither says more than the cause.
fn unreadable_patch(why: &str) -> String {
    format!("The request is invalid: patch: Invalid value: \"…\": {why}")
}

impl<I> ServerAnswer<I> {
    /// Returns the rejection with kubectl's message, or `None` without an objection.
    pub fn message(&self) -> Option<String> {
        let [first, rest @ ..] = &self.objections[..] else {
            return None;
        };
        if first.layer == ServerLayer::Identity {
            return Some(self.identity_message(first));
        }
        // The decoder stops at the first value.
        let why = first.message.to_string();
        match (first.layer, first.field.as_str()) {
            // Go's words about types that cannot be converted are not known.
            (ServerLayer::Decode, "kind" | "apiVersion") => return Some(why),
            (ServerLayer::Decode, _) => return Some(unreadable_patch(&why)),
            _ => {}
        }
        if rest.is_empty() {
            return Some(format!("{} is invalid: {first}", self.object));
        }
        let all: Vec<String> = self.objections.iter().map(Objection::to_string).collect();
        Some(format!("{} is invalid: [{}]", self.object, all.join(", ")))
    }

    /// Returns the rejection of another object (status code 400) or of an older version (409).
    fn identity_message(&self, objection: &Objection<I>) -> String {
        match objection.field.as_str() {
            "metadata.resourceVersion" => self.conflict_message(&objection.message.to_string()),
            _ => objection.message.to_string(),
        }
    }

    /// Returns the rejection of a write that conflicts with the stored object (status code 409).
    pub(crate) fn conflict_message(&self, why: &str) -> String {
        format!("Operation cannot be fulfilled on {}: {why}", self.resource)
    }
}

/// Returns the answer of the API server to the result of a finished merge.
pub fn server_answer(merge: &Merge) -> ServerAnswer<ResultId> {
    let inputs = &merge.inputs;
    let is_json = decodes_json(inputs.semantics);
    answer(&inputs.live, &merge.tree, &inputs.schema, is_json)
}

/// Returns whether the API server decodes the result of a patch from JSON. A strategic merge patch gives typed maps.
pub(crate) fn decodes_json(semantics: Semantics) -> bool {
    matches!(semantics, Semantics::MergePatch(_) | Semantics::JsonPatch(_))
}

/// Returns the answer of the API server to `result`, which it decodes from JSON or from typed maps (see [`decode`]).
/// A live object without fields does not exist yet.
pub(crate) fn answer<T: Tree<Id: Send + Sync> + Sync>(
    live: &Document,
    result: &T,
    schema: &Schema,
    is_json: bool,
) -> ServerAnswer<T::Id> {
    let is_new = live.is_empty(live.root());
    let (version, kind) = match is_new {
        true => {
            let object = Cursor::top(result, schema, None);
            (object.text_of("apiVersion"), object.text_of("kind"))
        }
        false => live.identity(),
    };
    let type_position = schema.known_top(version, kind);
    let object = Cursor::top(result, schema, type_position);
    let before = (!is_new).then(|| Cursor::top(live, schema, type_position));
    let mut answer = ServerAnswer {
        objections: Vec::new(),
        dropped: Vec::new(),
        wrapped: Vec::new(),
        object: match &before {
            Some(before) if object.text_of("kind").is_empty() => object_name(before, str::to_owned),
            _ => object_name(&object, str::to_owned),
        },
        resource: match &before {
            Some(before) => object_name(before, resource_of),
            None => object_name(&object, resource_of),
        },
    };
    if type_position.is_none() {
        return answer;
    }
    if !is_new && is_json {
        let mut found = Objections::new();
        identity::check_kind(live, &object, &mut found);
        if !found.all.is_empty() {
            answer.objections = found.all;
            return answer;
        }
    }
    let validate = || {
        let mut found = Objections::new();
        validation::validate(before.as_ref(), &object, &mut found);
        found
    };
    // Both checks only read the object. What cannot be decoded is not validated, but that is rare.
    let (decoded, validated) = match live.node_count() > PARALLEL_NODES {
        true => {
            let (decoded, validated) = join(|| decode(&object, is_json), validate);
            (decoded, Some(validated))
        }
        false => (decode(&object, is_json), None),
    };
    answer.dropped = decoded.dropped;
    answer.wrapped = decoded.wrapped;
    let known = |found: Objections<T>, of_live: &dyn Fn(&Cursor<'_, Document>) -> FxHashSet<String>| {
        if found.all.is_empty() {
            return Vec::new();
        }
        let old = before.as_ref().map(of_live).unwrap_or_default();
        let mut new = found.all;
        new.retain(|objection| !old.contains(&objection.identity));
        new
    };
    answer.objections = known(decoded.objections, &|live| {
        identities(decode(live, is_json).objections)
    });
    // The types of a custom resource are a part of its validation.
    if answer.objections.iter().any(Objection::is_early) {
        return answer;
    }
    if let Some(before) = &before {
        let mut found = Objections::new();
        identity::check(before.tree, &object, &mut found);
        if !found.all.is_empty() {
            answer.objections = found.all;
            return answer;
        }
    }
    let found = validated.unwrap_or_else(validate);
    answer.objections.extend(known(found, &|live| {
        let mut found = Objections::new();
        validation::validate(None, live, &mut found);
        identities(found)
    }));
    if let Some(before) = &before {
        let mut found = Objections::new();
        immutable::check(before, &object, &mut found);
        for objection in &mut answer.objections {
            objection.is_consequence |= found.all.iter().any(|it| it.forbids_change_of(&objection.field));
        }
        // Secrets and ConfigMaps are compared before they are validated.
        let at = match matches!(object.type_name(), "Secret" | "ConfigMap") {
            true => 0,
            false => answer.objections.len(),
        };
        answer.objections.splice(at..at, found.all);
    }
    answer
}

/// Returns the rules that the result of a finished merge violates, also those that the API server does not reach: it does
/// not validate what it cannot decode.
pub(crate) fn violations(merge: &Merge) -> Vec<Objection<ResultId>> {
    let Inputs { live, schema, .. } = &merge.inputs;
    let (version, kind) = live.identity();
    let type_position = schema.known_top(version, kind);
    if type_position.is_none() || !merge.tree.is_object() {
        return Vec::new();
    }
    let object = Cursor::top(&merge.tree, schema, type_position);
    let before = Cursor::top(&**live, schema, type_position);
    let mut found = Objections::new();
    identity::check(live, &object, &mut found);
    validation::validate(Some(&before), &object, &mut found);
    immutable::check(&before, &object, &mut found);
    let mut of_live = Objections::new();
    validation::validate(None, &before, &mut of_live);
    let known = identities(of_live);
    found.all.retain(|objection| !known.contains(&objection.identity));
    found.all
}

fn identities<T: Tree>(found: Objections<T>) -> FxHashSet<String> {
    found
        .all
        .into_iter()
        .map(|objection| objection.identity)
        .collect()
}

/// Returns the resource of a kind, as kubectl guesses it: `deployments`.
fn resource_of(kind: &str) -> String {
    let kind = kind.to_ascii_lowercase();
    match kind.as_str() {
        "endpoints" => kind,
        _ if kind.ends_with('s') => format!("{kind}es"),
        _ => match kind.strip_suffix('y') {
            Some(start) => format!("{start}ies"),
            None => format!("{kind}s"),
        },
    }
}

/// Returns the name of the object in a rejection: `Deployment.apps "web"`, `Service "web"`.
fn object_name<T: Tree>(object: &Cursor<'_, T>, kind_name: impl Fn(&str) -> String) -> String {
    let version = object.text_of("apiVersion");
    let group = version.rsplit_once('/').map(|(group, _)| group);
    let metadata = object.field("metadata");
    let name = metadata.as_ref().map_or("", |metadata| metadata.text_of("name"));
    let dot = group.map_or(String::new(), |group| format!(".{group}"));
    format!("{}{dot} {:?}", kind_name(object.text_of("kind")), name)
}
