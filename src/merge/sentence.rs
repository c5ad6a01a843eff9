//! Fills the template of a step's rule with the names and values of the step.

use super::json_patch::escape_key;
use crate::document::words::{and_list, capitalize, count_of};
use std::cmp::Ordering;

use super::api_server::cursor::Cursor;
use super::api_server::defaults::TypedMap;
use super::api_server::{DecodeCause, Objection, ServerMessage, advice, is_valid_stateful_set};
use super::detail::{Detail, Reason};
use super::directive_names::{is_kubernetes_directive, similar_directive};
use super::distinct_path::item_by_all_keys;
use super::expected::Expected;
use super::missing_declarations::missing_declarations;
use super::quote::{MAX_VALUE_CHARS, hidden_quote_help, quote, quote_next_to, quote_null, shorten};
use super::result_tree::node_id::{NodeRef, Presence, ResultId};
use super::result_tree::path::{file_text, item_name_text, scalar_text};
use super::rule::Rule;
use super::semantics::{PatchType, Semantics};
use super::server_side::{invalid_help, unknown_kind_help, untyped_help};
use super::step::Step;
use super::trace::Merge;
use super::{LAST_APPLIED, lint};
use crate::document::escape::visible;
use crate::document::write::{double_quoted, flow};
use crate::document::{Document, NodeId, Path, Segment, Tree, Value, ValueKind, WarningKind};
use crate::schema::{Shape, is_server_only};

/// The name of the node that has no key.
const TOP: &str = "the object";

/// The maximum number of live keys in a sentence.
const MAX_KEYS: usize = 8;

/// The sentence of a changed last-applied configuration, because an excerpt of its JSON says nothing.
const LAST_APPLIED_SENTENCE: &str =
    "The annotation `{field}` gets a new value. kubectl apply stores the manifest there, as JSON.";

/// The sentences of fields that exclude each other in the Pod of a StatefulSet.
const LEFTOVER_IN_STATEFUL_POD: &str = "`{field}` is kept, but the patch sets {detail}. They cannot be used together: the API server rejects the result. Before Kubernetes 1.34, it rejects only the Pods.";
const EXCLUSIVE_IN_STATEFUL_POD: &str = "`{field}` cannot be used together with {detail}: the API server rejects the result. Before Kubernetes 1.34, it rejects only the Pods.";

/// As above, if the API server does not check the pod template.
const LEFTOVER_IN_INVALID_POD: &str = "`{field}` is kept, but the patch sets {detail}. They cannot be used together: the API server rejects the Pods. It accepts the StatefulSet, because the live object is invalid already.";
const EXCLUSIVE_IN_INVALID_POD: &str = "`{field}` cannot be used together with {detail}: the API server rejects the Pods. It accepts the StatefulSet, because the live object is invalid already.";

/// The sentence of a removed field, such as the address of a Service, that the API server sets to the live value again.
const LIVE_VALUE_RETURNS: &str =
    "`{field}` cannot be removed from a Service: the API server sets it to the live value again.";

/// The sentence of a removed or empty field that the API server chooses or keeps.
const CHOSEN_VALUE_RETURNS: &str = "The API server sets `{field}` again, to {detail}.";

/// The sentence of a removed or empty field to which the API server copies the value of another one.
const COPY_RETURNS: &str = "The API server sets `{field}` to {detail}, the value of `{other}`.";

/// The sentence of an empty value of a field that has a default.
const DEFAULT_OF_EMPTY: &str =
    "`{field}` has a default: the API server sets it to {detail}, because {new} is the same as no value.";

/// The sentence of an order without entries.
const EMPTY_ORDER: &str =
    "`{directive}` is empty, so it sets no order. The order of `{list}` stays: {names}.";

/// The sentence of a `test` for null of a member that does not exist.
const MISSING_EQUALS_NULL: &str =
    "{detail} succeeds: there is no such member, and Kubernetes treats that as null.";

/// The sentence of an item without a merge key.
const DROPPED_ITEM: &str =
    "{Item} of `{list}` {has_directive}, but the list is added or replaced as a whole. The item is dropped.";

/// The help for a kind of which only the API server has the merge keys.
const KIND_OF_SERVER: &str = "Use `--type merge`: only the API server has the merge keys of this kind. For `kubectl patch --local` and kustomize, use {merge key options} to declare how the lists of the kind merge.";

/// The sentence of a directive in a JSON merge patch in a map of a type with fixed fields.
const DROPPED_DIRECTIVE: &str = "`{field}` is a directive of strategic merge patches. In a JSON merge patch it is an ordinary member, which the API server drops: the type has no such field.";

/// The sentences of a deletion without an effect if Kubernetes can also merge the patch list before it.
const MISSING_IN_THIS_ORDER: &str = "`$deleteFromPrimitiveList` names {old}, but the live list `{list}` does not contain it. Here the deletion is first, so nothing is removed. Kubernetes can also process the patch list first.";
const NO_EFFECT_IN_THIS_ORDER: &str = "Here the deletion is first, so `{field}` has no effect: {detail}. Kubernetes can also process the patch list first.";

impl Merge {
    /// Returns the sentence of a step. Document text in it is not escaped: the printers do that.
    pub fn sentence(&self, step: &Step) -> String {
        let template = match step.rule {
            Rule::SetValue | Rule::MergePatchSet if self.sets_last_applied(step) => LAST_APPLIED_SENTENCE,
            Rule::ApplyUnnamed if step.detail.as_deref().is_some_and(Detail::is_sentence) => "{detail}.",
            Rule::StoredDirective if self.is_no_directive(step) => {
                "`{field}` is not a directive of Kubernetes, so it is treated as an ordinary field."
            }
            Rule::DroppedDirective if matches!(self.step_path(step).0.last(), Some(Segment::Index(_))) => {
                DROPPED_ITEM
            }
            Rule::DefaultReturns | Rule::StoredDefault if step.reason() == Some(&Reason::LiveValue) => {
                LIVE_VALUE_RETURNS
            }
            Rule::DefaultReturns if step.reason() == Some(&Reason::ChosenValue) => CHOSEN_VALUE_RETURNS,
            Rule::DefaultReturns if self.copied_field(step).is_some() => COPY_RETURNS,
            Rule::DefaultReturns if self.tree.state(step.at) == Presence::Present => DEFAULT_OF_EMPTY,
            Rule::OrderUnchanged if self.is_empty_list(step.directive()) => EMPTY_ORDER,
            Rule::JsonTest if step.count() > 0 => MISSING_EQUALS_NULL,
            Rule::MergePatchDirective if self.is_dropped(step) => DROPPED_DIRECTIVE,
            Rule::DeleteMissingValue if step.reason() == Some(&Reason::RandomOrder) => MISSING_IN_THIS_ORDER,
            Rule::DeleteListNoOp if step.reason() == Some(&Reason::RandomOrder) => NO_EFFECT_IN_THIS_ORDER,
            Rule::Leftover if self.is_in_stateful_pod(step) => match self.has_invalid_live_spec() {
                true => LEFTOVER_IN_INVALID_POD,
                false => LEFTOVER_IN_STATEFUL_POD,
            },
            Rule::MutuallyExclusiveFields if self.is_in_stateful_pod(step) => {
                match self.has_invalid_live_spec() {
                    true => EXCLUSIVE_IN_INVALID_POD,
                    false => EXCLUSIVE_IN_STATEFUL_POD,
                }
            }
            _ => step.rule.text().sentence,
        };
        self.fill(template, step)
    }

    /// Returns the field whose value the API server copies to the removed or empty field of a step, and back.
    pub(crate) fn copied_field(&self, step: &Step) -> Option<&str> {
        let (tree, schema) = (&self.tree, &*self.inputs.schema);
        let map = tree.parent(step.at)?;
        let typed = TypedMap {
            tree,
            map,
            schema,
            type_position: self.field(map)?.type_position,
            kind: self.inputs.live.identity().1,
        };
        typed.mutual_copy(tree.key(step.at)?)
    }

    /// Returns whether the API server drops the patch node of a step, according to another step.
    fn is_dropped(&self, step: &Step) -> bool {
        // The answer of the API server is at the end; it has a few steps of each of five kinds.
        let answer = self.steps.iter().rev().take(self.server_steps.saturating_mul(5));
        let mut dropped = answer.filter(|other| other.rule == Rule::UnstoredField);
        step.patch().is_some() && dropped.any(|other| other.patch() == step.patch())
    }

    /// Returns whether a stored field with `$` has a name that is not a directive.
    fn is_no_directive(&self, step: &Step) -> bool {
        let key = step
            .patch()
            .and_then(|patch| self.tree.document(patch).key(patch.node));
        key.is_some_and(|key| !is_kubernetes_directive(key))
    }

    /// Returns whether a step is in the pod template of a StatefulSet, which the API server does not always validate.
    fn is_in_stateful_pod(&self, step: &Step) -> bool {
        let path = self.step_path(step);
        let pod = ["spec", "template", "spec"];
        let is_key = |(segment, key): (&Segment, &str)| matches!(segment, Segment::Key(name) if name == key);
        self.inputs.live.identity().1 == "StatefulSet"
            && path.0.len() > pod.len()
            && path.0.iter().zip(pod).all(is_key)
    }

    /// Returns whether the live StatefulSet is invalid, so that the API server does not check its pod template.
    fn has_invalid_live_spec(&self) -> bool {
        let (live, schema) = (&*self.inputs.live, &*self.inputs.schema);
        let (version, kind) = live.identity();
        let top = Cursor::top(live, schema, schema.known_top(version, kind));
        top.field("spec")
            .is_some_and(|spec| !is_valid_stateful_set(&spec))
    }

    fn is_empty_list(&self, source: Option<NodeRef>) -> bool {
        source.is_some_and(|list| {
            let document = self.tree.document(list);
            document.kind(list.node) == ValueKind::List && document.is_empty(list.node)
        })
    }

    /// Returns whether a step changes a long last-applied configuration.
    fn sets_last_applied(&self, step: &Step) -> bool {
        let is_annotation = self.tree.key(step.at) == Some(LAST_APPLIED);
        let is_long = |source: NodeRef| match self.tree.document(source).value(source.node) {
            Value::String(text) => text.len() > MAX_VALUE_CHARS,
            _ => false,
        };
        is_annotation && step.patch().is_some_and(is_long) && step.old().is_some_and(is_long)
    }

    /// Returns the help of a step. For a rejection, it is the smallest change that makes the patch pass.
    pub fn fix(&self, step: &Step) -> String {
        match self.rejection().and_then(|rejection| rejection.fix.clone()) {
            Some(fix) if step.rule.is_rejection() => fix,
            _ => {
                let path = self.step_path(step);
                // Without a merge key, no entry can be suggested.
                if step.rule == Rule::OrderEntryKey && self.list_key(step).is_none() {
                    return "Remove the directive.".to_owned();
                }
                if let Some(fix) = self.special_fix(step, &path) {
                    return visible(&fix).into_owned();
                }
                // Only YAML lines can contain a line break: a name must not look like the next line.
                let slot = |name: &str| match name {
                    "lines" => self.slot(name, step, &path),
                    _ => Some(visible(&self.slot(name, step, &path)?).into_owned()),
                };
                let fix = unquote_top(fill(step.rule.text().fix, slot), &path);
                // Without lines, the sentence must not end in a colon.
                match fix.strip_suffix(':') {
                    Some(sentence) => format!("{sentence}."),
                    None => fix,
                }
            }
        }
    }

    /// Returns a patch that removes the cause of a warning, as YAML lines to add to the patch. Empty if there
    /// is no short one.
    pub fn fix_lines(&self, step: &Step) -> Vec<String> {
        lint::fix_lines(self, step)
    }

    /// Returns the help for cases that the rule's value help does not cover.
    fn special_fix(&self, step: &Step, path: &Path) -> Option<String> {
        let document = |source: NodeRef| self.tree.document(source);
        match step.rule {
            Rule::StoredNull => {
                let key = self.needed_merge_key(step)?;
                Some(format!(
                    "Write a value for `{key}`, or remove the item: an item needs its merge key."
                ))
            }
            Rule::DeleteListMerged => {
                let directive = step.directive()?;
                let key = document(directive).key(directive.node)?;
                let (_, name) = key.split_once('/')?;
                (document(directive).kind(directive.node) != ValueKind::List)
                    .then(|| format!("Write `{name}` instead of `{key}`, or remove it."))
            }
            Rule::AmbiguousInput | Rule::UnreadablePatch => {
                let text = step.patch().map_or(&*self.inputs.live, document);
                let warning = text.warnings().get(step.warning()?)?;
                let help = match warning.kind {
                    WarningKind::DuplicateKey => "Keep one of the fields with the same key.",
                    WarningKind::SeveralDocuments => "Write one document to a file.",
                    WarningKind::EmptyFirstDocument => "Remove the empty document.",
                    WarningKind::Empty => "Write the patch into the file.",
                    WarningKind::InvalidJson => {
                        return Some(format!(
                            "Correct the JSON, or write {} as YAML without brackets and braces.",
                            self.input_name()
                        ));
                    }
                    WarningKind::InvalidUtf8 | WarningKind::InvalidUtf8Yaml => "Save the file as UTF-8.",
                };
                Some(help.to_owned())
            }
            Rule::UnknownPatchType => {
                let directive = step.directive()?;
                let map = document(directive).parent(directive.node)?;
                let list = document(directive).parent(map)?;
                (document(directive).kind(list) == ValueKind::List).then(|| {
                    "Write `$patch: delete`, or remove `$patch` and list the item in `$setElementOrder`, if there is one: merging is the default."
                        .to_owned()
                })
            }
            Rule::StoredDirective if self.is_no_directive(step) => {
                let patch = step.patch()?;
                let key = self.tree.document(patch).key(patch.node)?;
                Some(match similar_directive(key) {
                    Some(directive) => format!("Write `{directive}`, or remove `{key}`."),
                    None => format!("Remove `{key}`."),
                })
            }
            Rule::MissingMergeKey => {
                let item = *self.rejection()?.faulty.first()?;
                let key = document(item).get(item.node, self.list_field(step)?.merge_key?)?;
                (document(item).kind(key) == ValueKind::Null)
                    .then(|| self.fill("Write a value for `{key}`{live_keys}.", step))
            }
            // To join them would lose an item.
            Rule::DuplicatePatchItems => {
                let (item, field) = (step.patch()?, self.field(step.at)?);
                lint::duplicates_differ(&field, document(item), item.node)
                    .then(|| self.fill(Rule::KeyCollision.text().fix, step))
            }
            Rule::UnknownField => {
                let Some(Reason::NearField(near)) = step.reason() else {
                    return None;
                };
                let key = self.key_of(step.directive().or(step.patch())?)?;
                let lead = key.rfind('/').filter(|_| key.starts_with('$')).map_or("", |end| &key[..=end]);
                Some(format!("Write `{lead}{near}` instead of `{key}`."))
            }
            Rule::WrongType => self.right_type(step, path),
            Rule::NotAString => {
                let source = step.patch()?;
                hidden_quote_help(document(source), source.node, document(source).key(source.node))
            }
            // `{}` would keep the content of the live directory.
            Rule::EmptyDirAdded if self.had_empty_dir(step) => Some(
                "Give the volume a source. If an empty directory is meant, no change is needed. To remove the volume, remove its item, and all mounts that use it."
                    .to_owned(),
            ),
            Rule::DefaultReturns => self.help_of_copy(step).or_else(|| {
                let is_empty = self.tree.state(step.at) == Presence::Present;
                is_empty.then(|| "If you do not want the default, write a value that is not empty.".to_owned())
            }),
            Rule::FieldOfOtherType => step.patch().map(|_| {
                self.fill(
                    "Remove `{field}` from {input}: the API server does not store it.",
                    step,
                )
            }),
            Rule::InvalidObject => match advice(self, step) {
                Some(advice) => Some(advice.text),
                None => self.invalid_field(step),
            },
            Rule::ApplyInvalid => invalid_help(self, step).or_else(|| self.invalid_field(step)),
            Rule::ApplyTypeMismatch => untyped_help(self, step),
            Rule::ImmutableField if matches!(self.inputs.semantics, Semantics::Policy(_)) => {
                let field = &self.objection(step)?.field;
                let what = match self.tree.state(step.at) {
                    Presence::Removed => format!("Add `{field}` with its live value to the template"),
                    _ => format!("Keep the live value of `{field}`"),
                };
                Some(format!(
                    "{what}. With `recreateOption: IfRequired`, the controller deletes the object and creates it again."
                ))
            }
            Rule::ApplyUnknownKind => {
                let inputs = &self.inputs;
                unknown_kind_help(inputs.live.identity(), inputs.patches.first()?, &inputs.schema)
            }
            Rule::ApplyUnnamed => step.detail.as_ref()?.unnamed_help(),
            Rule::PolicyNotAString => self.policy_text(step),
            Rule::MusthaveExclusiveFields => self.other_policy_field(step),
            Rule::ServerIdentity if self.patch_type() == PatchType::Json => {
                let path = self.step_path(step);
                let help = || {
                    format!(
                        "Write the live value of `{path}`, or remove the operation. To change another object, pass it as LIVE; to \
                         rename an object, create a new one."
                    )
                };
                self.other_object_help(step).or_else(|| Some(help()))
            }
            Rule::ServerIdentity if path.0.is_empty() => Some("Keep `metadata.name` in the result.".to_owned()),
            Rule::ServerIdentity | Rule::KindIgnored => {
                let directive = |source: NodeRef| {
                    let key = self.key_of(source).filter(|key| key.starts_with('$'))?;
                    Some(format!("Remove `{key}` from {}.", self.input_name()))
                };
                self.other_object_help(step)
                    .or_else(|| step.patch().and_then(directive))
            }
            Rule::ServerType => {
                let is_quantity = self.decode_cause(step) == Some(&DecodeCause::Quantity);
                let quantity = || "Write a quantity, for example `500m` or `2Gi`.".to_owned();
                let other = self.other_object_help(step);
                other
                    .or_else(|| is_quantity.then(quantity))
                    .or_else(|| self.item_with_key(step))
                    .or_else(|| self.live_type(step))
                    .or_else(|| self.go_type(step))
            }
            Rule::UnknownKind => {
                let (api_version, kind) = self.inputs.live.identity();
                let names = match (api_version.is_empty(), kind.is_empty()) {
                    (true, true) => "`apiVersion` and `kind`",
                    (true, false) => "`apiVersion`",
                    (false, true) => "`kind`",
                    (false, false) => {
                        return is_server_only(api_version, kind).then(|| self.fill(KIND_OF_SERVER, step));
                    }
                };
                Some(format!("Add {names} to the live object."))
            }
            Rule::VariableBeforeDefinition => {
                let list = self.tree.parent(step.at)?;
                let variable = step.detail();
                let user = scalar_text(self.tree.value(self.tree.get(step.at, "name")?))?;
                let how = match self.inputs.semantics {
                    _ if self.inputs.is_of_manifest() || self.patch_type() == PatchType::Apply => {
                        return Some(format!(
                            "List `{variable}` before `{user}` in {}.",
                            self.input_name()
                        ));
                    }
                    Semantics::JsonPatch(_) => " with a `move` operation".to_owned(),
                    Semantics::MergePatch(_) => format!(" in {}", self.input_list()),
                    _ if self.tree.live_node(list).is_none() => format!(" in {}", self.input_list()),
                    Semantics::Strategic(_) => {
                        let list = self.tree.key(list)?;
                        return Some(format!(
                            "List `{variable}` before `{user}` in `$setElementOrder/{list}`."
                        ));
                    }
                    _ => return None,
                };
                Some(format!("Move `{variable}` before `{user}`{how}."))
            }
            _ => None,
        }
    }

    /// Returns the help of a field to which the API server copies the value of another one, if both can change.
    pub(crate) fn help_of_copy(&self, step: &Step) -> Option<String> {
        let is_fixed = matches!(
            self.inputs.live.identity().1,
            "Pod" | "Job" | "PersistentVolumeClaim"
        );
        let other = self.copied_field(step).filter(|_| !is_fixed)?;
        Some(match self.patch_type() {
            PatchType::Json => format!("To remove it, also remove `{other}`."),
            _ => format!("To remove it, also write `{other}: null`."),
        })
    }

    /// Returns the merge key that is null in an item, if that is what a step is about.
    pub(crate) fn needed_merge_key(&self, step: &Step) -> Option<&str> {
        let null = step.patch().filter(|_| step.rule == Rule::StoredNull)?;
        let patch = self.tree.document(null);
        let key = patch.key(null.node)?;
        let is_item = patch
            .parent(null.node)
            .is_some_and(|item| patch.key(item).is_none());
        let is_merge_key =
            |segment: &Segment| matches!(segment, Segment::Item { key: merge_key, .. } if merge_key == key);
        (is_item && self.step_path(step).0.iter().any(is_merge_key)).then_some(key)
    }

    fn had_empty_dir(&self, step: &Step) -> bool {
        let live = self.tree.live_node(step.at);
        live.is_some_and(|volume| self.inputs.live.get(volume, "emptyDir").is_some())
    }

    /// Returns the help that only names the field that the API server rejects.
    fn invalid_field(&self, step: &Step) -> Option<String> {
        let Objection { field, message, .. } = self.objection(step)?;
        let removes = |source: NodeRef| {
            let patch = self.tree.document(source);
            let op = patch.get(source.node, "op");
            op.is_some_and(|op| patch.value(op) == Value::String("remove"))
        };
        let is_json = self.patch_type() == PatchType::Json;
        if is_json && matches!(message, ServerMessage::Required(_)) && step.patch().is_some_and(removes) {
            return Some("Remove the operation: the field is required.".to_owned());
        }
        Some(format!(
            "Change `{field}` in {} so that the API server accepts it.",
            self.input_name()
        ))
    }

    /// Returns the help of a patch that changes the kind or the version of the object.
    fn live_type(&self, step: &Step) -> Option<String> {
        let Objection { field, message, .. } = self.objection(step)?;
        let (name, ServerMessage::OtherObject(_)) = (field, message) else {
            return None;
        };
        let (api_version, kind) = self.inputs.live.identity();
        let live = if name == "kind" { kind } else { api_version };
        (!live.is_empty()).then(|| format!("Keep the live value `{name}: {live}`: a patch cannot change it."))
    }

    /// Returns what a value that the API server cannot decode must be.
    pub(crate) fn decode_cause(&self, step: &Step) -> Option<&DecodeCause> {
        match &self.objection(step)?.message {
            ServerMessage::Undecodable(_, cause) => Some(cause),
            _ => None,
        }
    }

    /// Returns the help of a value that the API server cannot decode: what its Go type takes.
    fn go_type(&self, step: &Step) -> Option<String> {
        let Some(DecodeCause::GoType(wanted)) = self.decode_cause(step) else {
            return None;
        };
        let range = match &**wanted {
            "int32" => Some(format!("{} to {}", i32::MIN, i32::MAX)),
            "int64" => Some(format!("{} to {}", i64::MIN, i64::MAX)),
            _ => None,
        };
        let is_whole = match self.tree.value(step.at) {
            Value::Integer(_) => true,
            Value::Float(number) => number.fract() == 0.0,
            _ => false,
        };
        if let Some(range) = range.filter(|_| is_whole) {
            return Some(format!("Write a number from {range}."));
        }
        let expected = match &**wanted {
            "bool" => Expected::Boolean,
            "string" => Expected::String,
            "float64" => Expected::Number,
            wanted if wanted.starts_with("int") || wanted.starts_with("uint") => Expected::Integer,
            wanted if wanted.starts_with("[]") => Expected::List,
            wanted if wanted.starts_with("map[") => Expected::Map,
            _ => {
                let shape = self
                    .field(step.at)
                    .map(|field| self.inputs.schema.shape(field.type_position));
                shape.filter(|shape| matches!(shape, Shape::Struct | Shape::Map))?;
                Expected::Map
            }
        };
        let name = self.tree.key(step.at)?;
        Some(match expected {
            Expected::Map => self.as_map(name, &self.step_path(step)),
            expected => expected.help(name),
        })
    }

    /// Returns the help of a string in a list whose items are maps: the string is meant as the merge key.
    fn item_with_key(&self, step: &Step) -> Option<String> {
        let item = step.patch().filter(|source| !source.is_live())?;
        let document = self.tree.document(item);
        let text = document
            .value(item.node)
            .as_str()
            .filter(|text| !text.contains('\n'))?;
        let list = self.tree.parent(step.at)?;
        let field = self.field(list)?;
        let (merge_key, schema) = (field.merge_key?, &self.inputs.schema);
        let item_type = schema.item(field.type_position);
        let key_type = schema.peek(item_type, merge_key)?.type_position;
        let value = match schema.scalar_kind(key_type) {
            Some("string") => flow(document, item.node),
            _ => text.parse::<u16>().ok()?.to_string(),
        };
        // The validation requires it; the type does not.
        let image = ["containers", "initContainers"]
            .contains(&self.tree.key(list)?)
            .then_some("image");
        let required = schema
            .required_fields(item_type)
            .chain(image)
            .filter(|name| *name != merge_key);
        let required: Vec<String> = required.map(|name| format!("`{name}`")).collect();
        Some(match &required[..] {
            [] => format!("Write `{{{merge_key}: {value}}}`."),
            names => format!(
                "Write `{{{merge_key}: {value}}}`, and add {} to the item.",
                and_list(names)
            ),
        })
    }

    /// Returns the help of labels or annotations of a policy that have no text to quote.
    fn policy_text(&self, step: &Step) -> Option<String> {
        let wrong = step.patch()?;
        let template = self.tree.document(wrong);
        let name = template.key(wrong.node).unwrap_or_default();
        let is_field = template.parent(wrong.node).and_then(|map| template.key(map)) == Some("metadata");
        match template.kind(wrong.node) {
            _ if is_field => Some(format!("Write `{name}` as a map of strings.")),
            ValueKind::Bool | ValueKind::Integer | ValueKind::Float => {
                hidden_quote_help(template, wrong.node, Some(name))
            }
            ValueKind::Null => Some(format!(
                "Write a string as the value of `{name}`, or remove `{name}`: musthave cannot remove it from the live object."
            )),
            _ => Some(format!("Write a string as the value of `{name}`.")),
        }
    }

    /// Returns the help of an item that has a field of the policy and a live field that excludes it. The null that
    /// removes a field has no effect on a map.
    fn other_policy_field(&self, step: &Step) -> Option<String> {
        let (item, live) = (step.patch()?, step.live()?);
        let template = self.tree.document(item);
        let Some(Reason::Exclusive(names)) = step.reason() else {
            return None;
        };
        let is_left_out = |name: &&&str| {
            let field = template.get(item.node, name);
            field.is_none_or(|field| template.kind(field) == ValueKind::Null)
        };
        let other = names.iter().find(is_left_out)?;
        let field = self.inputs.live.get(live, other)?;
        Some(match self.inputs.live.kind(field) {
            ValueKind::Map => format!(
                "Use mustonlyhave, or remove `{other}` from the live object: musthave keeps a live map, also if it is null in the policy."
            ),
            _ => format!("Remove the live value, too: write `{other}: null` in the template."),
        })
    }

    /// Returns the help of a value of the wrong type: what the field takes.
    fn right_type(&self, step: &Step, path: &Path) -> Option<String> {
        let Some(Segment::Key(name)) = path.0.last() else {
            return None;
        };
        let Some(Reason::WrongType(wanted)) = step.reason() else {
            return None;
        };
        let is_wrapped = || {
            let source = step.patch().or(step.field())?;
            let document = self.tree.document(source);
            let mut items = document.children(source.node);
            let only = items.next().filter(|_| items.next().is_none())?;
            let fits = Expected::from_kind(document.kind(only)) == Some(*wanted);
            Some(document.kind(source.node) == ValueKind::List && fits)
        };
        Some(match wanted {
            _ if is_wrapped() == Some(true) => {
                format!("Write the value of `{name}` without a list around it.")
            }
            Expected::List => match self.type_at(path).and_then(|(_, merge_key)| merge_key) {
                Some(key) => format!("Write `{name}` as a list of items that have a `{key}`."),
                None => format!("Write `{name}` as a list."),
            },
            Expected::Map => self.as_map(name, path),
            Expected::String if matches!(&path.0[..], [Segment::Key(data), _] if data == "data") => {
                format!("Write the content as a string: `{name}: |`.")
            }
            wanted => wanted.help(name),
        })
    }

    /// Returns whether a finding says that a patch is for another object.
    pub(crate) fn finds_other_object(&self) -> bool {
        let rules = [Rule::ServerIdentity, Rule::KindIgnored];
        let mut steps = self.steps.iter();
        steps.any(|step| rules.contains(&step.rule) || self.other_object_help(step).is_some())
    }

    /// Returns the help of a rejected name or kind if the patch names another object than the live one.
    pub(crate) fn other_object_help(&self, step: &Step) -> Option<String> {
        let path = self.step_path(step);
        let is_field = match &path.0[..] {
            [Segment::Key(kind)] => kind == "kind",
            [Segment::Key(metadata), Segment::Key(name)] => metadata == "metadata" && name == "name",
            _ => false,
        };
        let is_identity = is_field
            && matches!(
                step.rule,
                Rule::ServerIdentity | Rule::KindIgnored | Rule::ServerType
            );
        let source = step.patch().filter(|source| is_identity && !source.is_live())?;
        let (patch, live) = (self.tree.document(source), &self.inputs.live);
        let name = |document: &Document| Some(document.text_at(&["metadata", "name"])?.to_owned());
        let (other, own) = (name(patch)?, name(live)?);
        let (kind, own_kind) = (patch.identity().1, live.identity().1);
        let fields = match (kind.eq_ignore_ascii_case(own_kind), other == own) {
            (true, _) => "`name`",
            (false, true) => "`kind`",
            (false, false) => "`kind` and `name`",
        };
        // Without a kind, it can be meant to rename the live object.
        // In another letter case it is no kind.
        let is_other = !kind.eq_ignore_ascii_case(own_kind) || other != own;
        (is_other && !kind.is_empty()).then(|| {
            format!(
                "Pass {kind} {other} as LIVE. To change {own_kind} {own}, remove {fields} from {}.",
                self.input_name()
            )
        })
    }

    fn fill(&self, template: &'static str, step: &Step) -> String {
        let path = self.step_path(step);
        unquote_top(fill(template, |name| self.slot(name, step, &path)), &path)
    }

    /// Returns the text of a `{...}`. `None` if there is none of that name.
    fn slot(&self, name: &str, step: &Step, path: &Path) -> Option<String> {
        Some(match name {
            "has_directive" => match (step.patch(), step.directive()) {
                (Some(patch), Some(directive)) if patch != directive => "has `$patch`".to_owned(),
                _ => "is a directive".to_owned(),
            },
            "list" if directive_field(path).is_some() => {
                directive_field(path).map_or_else(String::new, str::to_owned)
            }
            "field" | "list" | "item" => match (name, step.field(), path.0.last()) {
                // The path has the new value of the item.
                ("field", _, Some(Segment::Value(_))) if step.rule == Rule::JsonSet => step
                    .old()
                    .map_or_else(String::new, |old| file_text(self.tree.document(old), old.node).0),
                ("list", _, Some(Segment::Item { .. } | Segment::Value(_) | Segment::Index(_))) => {
                    let mut segments = path.0.iter().rev();
                    let key = segments.find(|segment| matches!(segment, Segment::Key(_)));
                    key.map_or_else(|| TOP.to_owned(), segment_name)
                }
                ("item", _, Some(last)) if is_item_with_keys(step.rule) => self.name_by_all_keys(step, last),
                (_, _, last) => last.map_or_else(|| TOP.to_owned(), segment_name),
            },
            "part" => match path.0.last() {
                Some(last @ Segment::Key(_)) => format!("`{}`", segment_name(last)),
                Some(Segment::Value(value)) => format!("the value `{value}`"),
                Some(item) => format!("the item `{}`", self.name_by_all_keys(step, item)),
                None => TOP.to_owned(),
            },
            // The manager does not own the map or list itself.
            "owned" => match (self.slot("part", step, path)?, step.count()) {
                (part, 0) => part,
                (part, _) => format!("a part of {part}"),
            },
            "new" => match (step.patch(), step.old()) {
                (Some(new), Some(old)) => self.quote_next_to(new, old),
                (new, _) => new.map_or_else(String::new, |source| self.quote(source)),
            },
            "old" => match (step.old(), step.patch()) {
                (Some(old), Some(new)) => self.quote_next_to(old, new),
                (old, _) => old.map_or_else(String::new, |source| self.quote(source)),
            },
            "new_kind" => step
                .patch()
                .map_or("", |source| self.kind_of(source).with_article())
                .to_owned(),
            "old_kind" => step
                .old()
                .map_or("", |source| self.kind_of(source).with_article())
                .to_owned(),
            "matched" if step.count() > 1 => "the first of several live items with that key".to_owned(),
            "matched" if self.tree.live_node(step.at).is_none() => {
                "the item with that key that was added before".to_owned()
            }
            "matched" => "the live item with that key".to_owned(),
            "Request" => match self.inputs.semantics {
                Semantics::ServerSide(manager) if manager.is_update() => "The update".to_owned(),
                _ => "The applied configuration".to_owned(),
            },
            "Absent" => {
                let (live, field) = (&self.inputs.live, self.slot("field", step, path)?);
                match live.is_empty(live.root()) {
                    true => format!("The object does not exist, so `{field}` is added"),
                    false => format!("`{field}` does not exist in the live object, so it is added"),
                }
            }
            "Null" => {
                let field = self.slot("field", step, path)?;
                match step.patch() {
                    Some(source) => quote_null(self.tree.document(source), source.node, &field),
                    None => format!("`{field}: null`"),
                }
            }
            "content" if self.tree.kind(step.at).is_scalar() => String::new(),
            "content" => ", with its content".to_owned(),
            "every" if self.has_patch_of_values(step) => "every value".to_owned(),
            "every" => "every item without `$patch`".to_owned(),
            // Of a set only duplicates are removed before its order is decided.
            "Change" => match self.is_set(step) {
                true => "The duplicates are not in it: for each one, the last value moved to its position"
                    .to_owned(),
                false => "It does not have the deleted items, and its last items are new ones, at most as many as were deleted".to_owned(),
            },
            // The patch deletes and adds the same item.
            "now" if step.count() > 0 => " any more".to_owned(),
            "end" if step.count() > 0 => " at the end".to_owned(),
            "now" | "end" => String::new(),
            "included" if step.count() > 0 => ", new items included".to_owned(),
            "included" => String::new(),
            "unused" => match (self.has_unused_fields(step), step.rule) {
                (false, _) => String::new(),
                (true, Rule::DeleteItem) => ". The other fields of the patch item are not used".to_owned(),
                (true, _) => ". The other fields of the patch map are not used".to_owned(),
            },
            "live_count" => self.live_count(step).unwrap_or_default(),
            "listed" => step
                .directive()
                .map_or_else(String::new, |directive| self.listed(directive)),
            "live_keys" => self.live_keys(step).unwrap_or_default(),
            "directive" => step
                .directive()
                .and_then(|source| self.key_of(source))
                .unwrap_or_default(),
            "missing" => match step.directive().and_then(|source| self.key_of(source)) {
                Some(key) => format!("`{key}`"),
                None => self.input_list().to_owned(),
            },
            "Missing" => match step.directive().and_then(|source| self.key_of(source)) {
                Some(key) => format!("`{key}`"),
                None => capitalize(self.input_list()),
            },
            "key" => self.list_key(step).unwrap_or_default().to_owned(),
            "other" => self.copied_field(step).unwrap_or_default().to_owned(),
            "input" => self.input_name().to_owned(),
            "input list" => self.input_list().to_owned(),
            "same input" => self.same_input().to_owned(),
            "lines" => self
                .fix_lines(step)
                .iter()
                .map(|line| format!("\n  {line}"))
                .collect(),
            "quoted" => step
                .patch()
                .map_or_else(String::new, |source| self.quote_entry(source)),
            "Removal" => self.removal(step, path),
            "merge key options" => missing_declarations(&self.inputs),
            "Item" => match path.0.last() {
                Some(Segment::Index(index)) => format!("Item {}", index + 1),
                _ => String::new(),
            },
            "path" => path.to_string(),
            "names" | "detail" => step.detail().to_owned(),
            _ => format_count(step.count(), name.strip_prefix("count ")?),
        })
    }

    /// Returns the merge key of the list of a step.
    fn list_key(&self, step: &Step) -> Option<&str> {
        self.list_field(step)?.merge_key
    }

    /// Returns the scalars of a directive's list: `port and protocol`.
    fn listed(&self, directive: NodeRef) -> String {
        let document = self.tree.document(directive);
        let names: Vec<String> = document
            .children(directive.node)
            .filter_map(|entry| scalar_text(document.value(entry)))
            .collect();
        and_list(&names)
    }

    /// Returns whether a step is about a list of scalars.
    fn is_set(&self, step: &Step) -> bool {
        let mut items = self.tree.all_children(step.at);
        items.any(|item| self.tree.kind(item).is_scalar())
    }

    /// Returns whether the patch list of a step has no maps.
    fn has_patch_of_values(&self, step: &Step) -> bool {
        step.patch().is_some_and(|list| {
            let document = self.tree.document(list);
            let mut items = document.children(list.node).peekable();
            match items.peek() {
                None => self.is_set(step),
                Some(_) => items.all(|item| document.kind(item) != ValueKind::Map),
            }
        })
    }

    /// Returns the length of the live list in parentheses. `None` with several patches, because an earlier
    /// one can have changed the list.
    fn live_count(&self, step: &Step) -> Option<String> {
        let [_] = self.inputs.patches[..] else {
            return None;
        };
        let items = self.inputs.live.len(step.live()?);
        Some(format!(" ({})", format_count(items as u32, "item")))
    }

    /// Returns whether the patch has fields next to a `$patch: delete`, apart from the merge key of an item.
    fn has_unused_fields(&self, step: &Step) -> bool {
        let Some(patch) = step.patch() else { return false };
        let document = self.tree.document(patch);
        let is_key = |entry| {
            document
                .key(entry)
                .is_some_and(|key| Some(key) == self.list_key(step))
        };
        let mut fields = document.children(patch.node);
        fields.any(|entry| {
            document.key(entry) != Some("$patch") && !(step.rule == Rule::DeleteItem && is_key(entry))
        })
    }

    /// Returns the name of an item: server-side apply identifies it by all keys.
    fn name_by_all_keys(&self, step: &Step, last: &Segment) -> String {
        let (tree, schema) = (&self.tree, &self.inputs.schema);
        let field = self.field(step.at);
        let by_keys = field.and_then(|field| item_by_all_keys(tree, step.at, &field, schema));
        segment_name(by_keys.as_ref().unwrap_or(last))
    }

    /// Returns the keys of the live list of a rejected item, as the end of a sentence.
    fn live_keys(&self, step: &Step) -> Option<String> {
        let key = self.field(step.at)?.merge_key?;
        let live = &self.inputs.live;
        let list = self.tree.live_node(step.at)?;
        let name = |item| item_name_text(live.value(live.get(item, key)?));
        let mut names = live.children(list).filter_map(name);
        let shown: Vec<String> = names.by_ref().take(MAX_KEYS).collect();
        if shown.is_empty() {
            return None;
        }
        let more = if names.next().is_some() { ", ..." } else { "" };
        let hint = match self.intended_item(list) {
            Some((item, fields)) => {
                let fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
                let with = and_list(&fields);
                name(item).map_or(String::new(), |name| format!("; {name} has the same {with}"))
            }
            None => String::new(),
        };
        Some(format!(" (live items: {}{more}{hint})", shown.join(", ")))
    }

    /// Returns the live item that a rejected item without its key most likely refers to, and the fields that
    /// both have in common. `None` if several items have as many in common.
    fn intended_item(&self, list: NodeId) -> Option<(NodeId, Vec<&str>)> {
        let faulty = *self.rejection()?.faulty.first()?;
        let (live, document) = (&self.inputs.live, self.tree.document(faulty));
        let alike = |item: NodeId| {
            let fields = document.children(faulty.node).filter_map(|field| {
                let key = document.key(field).filter(|key| !key.starts_with('$'))?;
                let value = scalar_text(document.value(field))?;
                let live_value = scalar_text(live.value(live.get(item, key)?))?;
                (value == live_value).then_some(key)
            });
            fields.collect::<Vec<&str>>()
        };
        let mut best = (None, Vec::new(), false);
        for item in live.children(list) {
            let fields = alike(item);
            match fields.len().cmp(&best.1.len()) {
                Ordering::Greater => best = (Some(item), fields, true),
                Ordering::Equal => best.2 = false,
                Ordering::Less => {}
            }
        }
        let (item, fields, only) = best;
        Some((item?, fields)).filter(|_| only)
    }

    fn same_input(&self) -> &'static str {
        match self.inputs.is_of_manifest() {
            true => "the manifest",
            false => "the same patch",
        }
    }

    /// Returns what removes a leftover in the same patch.
    fn removal(&self, step: &Step, path: &Path) -> String {
        if self.inputs.semantics.patch_type() == PatchType::Json {
            let pointer = double_quoted(&self.json_pointer(step.at));
            return format!(
                "Remove it in the same patch with the operation `{{\"op\": \"remove\", \"path\": {pointer}}}`"
            );
        }
        let null = format!(
            "in {} with `{}: null`",
            self.same_input(),
            path.0.last().map_or_else(String::new, segment_name)
        );
        let map = self.tree.parent(step.at);
        match map.and_then(|map| self.field(map)) {
            Some(field) if field.retain_keys && self.patch_type() == PatchType::Strategic => {
                if self.has_retain_keys(step) {
                    let name = path.0.last().map_or_else(String::new, segment_name);
                    return format!("Remove `{name}` from `$retainKeys`, or remove the field {null}");
                }
                format!(
                    "List all fields to keep in `$retainKeys` of the same map, or remove the field {null}"
                )
            }
            _ => format!("Remove it {null}"),
        }
    }

    /// Returns whether the patch map of the step has `$retainKeys`.
    fn has_retain_keys(&self, step: &Step) -> bool {
        let map = step
            .patch()
            .and_then(|patch| Some((patch.document, self.tree.document(patch).parent(patch.node)?)));
        map.is_some_and(|(document, node)| {
            let map = NodeRef { document, node };
            self.tree.document(map).get(map.node, "$retainKeys").is_some()
        })
    }

    /// Returns the JSON pointer to a node (RFC 6901).
    pub(crate) fn json_pointer(&self, id: ResultId) -> String {
        let tree = &self.tree;
        let chain: Vec<ResultId> = tree.ancestors(id).collect();
        let parts = chain.into_iter().rev().skip(1).map(|id| match tree.key(id) {
            Some(key) => format!("/{}", escape_key(key)),
            None => {
                let list = tree.parent(id).into_iter();
                let before = list
                    .flat_map(|list| tree.present(list))
                    .take_while(|item| *item != id);
                format!("/{}", before.count())
            }
        });
        parts.collect()
    }

    fn key_of(&self, source: NodeRef) -> Option<String> {
        self.tree.document(source).key(source.node).map(str::to_owned)
    }

    fn kind_of(&self, source: NodeRef) -> ValueKind {
        self.tree.document(source).kind(source.node)
    }

    /// Returns an entry as written, with its value in quotes.
    fn quote_entry(&self, source: NodeRef) -> String {
        let document = self.tree.document(source);
        let value = double_quoted(&shorten(&file_text(document, source.node).0));
        match document.key(source.node) {
            Some(key) => format!("{key}: {value}"),
            None => format!("- {value}"),
        }
    }

    fn quote(&self, source: NodeRef) -> String {
        quote(self.tree.document(source), source.node)
    }

    /// Quotes a value for a sentence that also contains the other one.
    fn quote_next_to(&self, source: NodeRef, other: NodeRef) -> String {
        let place = |source: NodeRef| (self.tree.document(source), source.node);
        quote_next_to(place(source), place(other))
    }
}

/// Returns the template with its `{...}` filled in by `slot`, which knows all of them.
pub(crate) fn fill(template: &str, slot: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        let text = slot(name);
        debug_assert!(text.is_some(), "{{{name}}} is not filled");
        out.push_str(&text.unwrap_or_default());
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Removes the backticks around the top, which has no name.
fn unquote_top(sentence: String, path: &Path) -> String {
    match path.0.is_empty() {
        true => sentence.replace(&format!("`{TOP}`"), TOP),
        false => sentence,
    }
}

/// Returns the field that a directive at the end of a path refers to: `env` for `$setElementOrder/env`.
fn directive_field(path: &Path) -> Option<&str> {
    match path.0.last() {
        Some(Segment::Key(key)) if key.starts_with('$') => key.split_once('/').map(|(_, field)| field),
        _ => None,
    }
}

/// Returns whether the sentence of a rule is about all keys of an item.
fn is_item_with_keys(rule: Rule) -> bool {
    matches!(rule, Rule::ApplyAddsItem | Rule::ApplyReplacesDuplicates)
}

/// Formats a count with its noun: `no items`, `1 item`, `2 items`.
fn format_count(count: u32, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        _ => count_of(count as usize, noun),
    }
}

/// Returns the name of the node at the end of a path.
pub(crate) fn segment_name(segment: &Segment) -> String {
    match segment {
        Segment::Key(key) => key.clone(),
        Segment::Index(index) => format!("[{index}]"),
        Segment::Item { key, value } => format!("{key}={value}"),
        Segment::Value(value) => value.clone(),
    }
}

/// Converts a sentence to a part of another one: `The patch` becomes `the patch`.
pub(crate) fn lower_case_start(sentence: &str) -> String {
    let mut chars = sentence.chars();
    match chars.next() {
        Some(first) if chars.as_str().starts_with(|c: char| c.is_lowercase() || c == ' ') => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::read;
    use crate::merge::{Inputs, RuleEffect, merge};
    use crate::schema::Schema;

    fn slots(text: &str) -> Vec<&str> {
        text.split('{')
            .skip(1)
            .map(|rest| rest.split('}').next().unwrap_or_default())
            .collect()
    }

    #[test]
    fn texts_hold_only_placeholders_that_are_filled() {
        let inputs = Inputs {
            live: Arc::new(read("live", b"a: 1".to_vec()).expect("YAML")),
            patches: vec![Arc::new(read("patch", b"a: 2".to_vec()).expect("YAML"))],
            schema: Arc::new(Schema::builtin()),
            semantics: Semantics::MERGE_PATCH,
        };
        let merge = merge(inputs, true);
        let (step, path) = (&merge.steps[0], Path::default());
        for rule in Rule::ALL {
            let text = rule.text();
            // `create` fills in the other sentences, with a test of its own.
            let is_of_merge = !text.commands.contains(&"apply");
            for slot in slots(text.sentence).into_iter().chain(slots(text.fix)) {
                let is_filled = merge.slot(slot, step, &path).is_some();
                assert!(is_filled || !is_of_merge, "{}: {{{slot}}}", text.name);
            }
            assert!(
                slots(text.rule).iter().all(|slot| slot.is_empty()),
                "{}",
                text.name
            );
            assert!(
                text.sentence.ends_with('.') && text.rule.ends_with('.'),
                "{}",
                text.name
            );
            let may_fix = matches!(rule.effect(), RuleEffect::Rejected | RuleEffect::Warned);
            assert!(may_fix || text.fix.is_empty(), "{}", text.name);
            assert!(!rule.is_rejection() || !text.fix.is_empty(), "{}", text.name);
        }
    }

    #[test]
    fn counts_agree_with_their_nouns() {
        for (count, expected) in [(0, "no items"), (1, "1 item"), (2, "2 items")] {
            assert_eq!(format_count(count, "item"), expected);
        }
    }
}
