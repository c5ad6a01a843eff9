//! The six operations, with the same sequence of checks as kubectl's library, because the sequence decides
//! which error is reported.

use super::edits::{PutContent, PutRules, same_rule};
use super::operation::{JsonPatchOperation, OperationValue, VALUE_HELP};
use super::{JsonPatchRun, Rule};
use crate::document::words::{and_list, capitalize};
use crate::document::write::double_quoted;
use crate::document::{Numbers, Tree, Value, ValueKind, same};
use crate::merge::detail::{Detail, Reason};
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::quote::shorten;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::result_tree::path::scalar_text;
use crate::merge::trace::Rejection;
use rustc_hash::FxHashSet;

/// All operations.
const ALL: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

const ADD: PutRules = PutRules {
    member: Rule::JsonAdd,
    item: Rule::JsonAddItem,
    replaces: Rule::JsonAddReplaces,
};

const COPY: PutRules = PutRules {
    member: Rule::JsonCopy,
    item: Rule::JsonCopy,
    replaces: Rule::JsonAddReplaces,
};

const MOVE: PutRules = PutRules {
    member: Rule::JsonMoveIn,
    item: Rule::JsonMoveIn,
    replaces: Rule::JsonAddReplaces,
};

/// Formats a value for a sentence: scalars as themselves, others as their type.
fn format_value(value: Value<'_>) -> String {
    match value {
        Value::String(text) => double_quoted(&shorten(text)),
        value => scalar_text(value).unwrap_or_else(|| value.kind().with_article().to_owned()),
    }
}

/// The operations whose path the library checks before it applies anything.
const CHECKED_FIRST: [&str; 3] = ["replace", "move", "test"];

/// Returns the library's message for a member that is not a string.
fn not_a_string_message(operation: &JsonPatchOperation<'_>, member: &str, kind: ValueKind) -> String {
    let (name, kind) = (operation.kind.unwrap_or_default(), go_text::json_type_name(kind));
    format!(
        "{name} operation failed to decode {member}: json: cannot unmarshal {kind} into Go value of type string"
    )
}

/// Returns our reason for a member that is not a string.
fn not_a_string_reason(member: &str, kind: ValueKind) -> String {
    format!("its `{member}` is {}, not a string", kind.with_article())
}

/// Adds the help for a `from` that does not exist: a missing parent does not help.
fn with_help_for_from(mut rejection: Box<Rejection>) -> Box<Rejection> {
    if rejection.rule == Rule::JsonPathMissing {
        rejection.fix = Some("Write a `from` path that exists, or remove the operation.".to_owned());
    }
    rejection
}

impl JsonPatchRun<'_, '_> {
    /// Applies an operation.
    ///
    /// # Errors
    /// The rejection of the operation.
    pub(crate) fn apply_operation(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        self.deviations.clear();
        self.read_indexes.clear();
        self.at = self.recorder.tree.top();
        match operation.kind {
            Some("add") => self.add(operation),
            Some("remove") => self.remove(operation),
            Some("replace") => self.replace(operation),
            Some("move") => self.move_value(operation),
            Some("copy") => self.copy(operation),
            Some("test") => self.test(operation),
            kind => {
                let (reason, fix) = match kind {
                    // Only its letter case is wrong.
                    Some(word) if ALL.iter().any(|name| name.eq_ignore_ascii_case(word)) => (
                        "its `op` has capital letters",
                        "Write `op` in lowercase letters: add, remove, replace, move, copy or test.",
                    ),
                    Some(_) => (
                        "there is no operation with this name",
                        "Write `op` as add, remove, replace, move, copy or test.",
                    ),
                    None if operation.non_strings.op.is_some() => (
                        "`op` is not a string",
                        "Write `op` as add, remove, replace, move, copy or test.",
                    ),
                    None => (
                        "`op` is missing",
                        "Add an `op`: add, remove, replace, move, copy or test.",
                    ),
                };
                let message = format!("Unexpected kind: {}", kind.unwrap_or("unknown"));
                Err(self.reject_malformed(operation, &message, reason, fix))
            }
        }
    }

    /// Records a step for each point in which Kubernetes accepts an operation that the RFC rejects.
    pub(crate) fn record_deviations(&mut self, operation: &JsonPatchOperation<'_>) {
        let mut rules = std::mem::take(&mut self.deviations);
        let mut seen = FxHashSet::default();
        rules.retain(|rule| seen.insert(*rule));
        for rule in rules {
            let mut note = self.draft_step(operation, rule, self.at);
            if rule == Rule::JsonIndexNonstandard {
                let read = self.read_indexes.iter();
                let mut read: Vec<String> = read
                    .map(|it| format!("`{}` as `{}`", it.token, it.index))
                    .collect();
                let mut seen = FxHashSet::default();
                read.retain(|text| seen.insert(text.clone()));
                let text = format!(
                    "{} has an index that only Kubernetes accepts: it reads {}",
                    capitalize(&operation.name()),
                    and_list(&read)
                );
                note = note.detail(Detail::because(
                    text,
                    Reason::ReadIndexes(self.read_indexes.clone()),
                ));
            }
            self.recorder.step(note);
            self.recorder.tree.mark(self.at, Mark::Warning);
        }
    }

    pub(crate) fn draft_step(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        rule: Rule,
        at: ResultId,
    ) -> StepDraft {
        self.at = at;
        let source = match operation.value {
            OperationValue::Value(value) => value,
            OperationValue::Nothing => operation.source,
        };
        StepDraft::new(rule, at)
            .patch(source)
            .detail(capitalize(&operation.name()))
    }

    fn require_path<'o>(&mut self, operation: &JsonPatchOperation<'o>, name: &str) -> MergeResult<&'o str> {
        operation.path.ok_or_else(|| {
            let fix = "Add a `path`, for example `path: /spec/replicas`.";
            let is_checked = CHECKED_FIRST.contains(&name);
            let checked = if is_checked {
                "operation missing path field: "
            } else {
                ""
            };
            let missing = format!("{name} operation failed to decode path: {checked}missing value");
            let (message, reason) = match operation.non_strings.path {
                // For the others, the library says that the path is missing, even if it has another type.
                Some(kind) if is_checked => (
                    not_a_string_message(operation, "path", kind),
                    not_a_string_reason("path", kind),
                ),
                Some(kind) => (missing, not_a_string_reason("path", kind)),
                None => (missing, "`path` is missing".to_owned()),
            };
            self.reject_malformed(operation, &message, &reason, fix)
        })
    }

    fn require_from<'o>(
        &mut self,
        operation: &JsonPatchOperation<'o>,
        message: &str,
    ) -> MergeResult<&'o str> {
        operation.from.ok_or_else(|| {
            let fix = "Add a `from`: the path of the value that the operation reads.";
            let (message, reason) = match operation.non_strings.from {
                Some(kind) => (
                    not_a_string_message(operation, "from", kind),
                    not_a_string_reason("from", kind),
                ),
                None => (message.to_owned(), "`from` is missing".to_owned()),
            };
            self.reject_malformed(operation, &message, &reason, fix)
        })
    }

    fn reject_missing_value(&mut self, operation: &JsonPatchOperation<'_>) -> Box<Rejection> {
        self.reject_malformed(operation, "", "`value` is missing", VALUE_HELP)
    }

    /// Returns the value of an operation. The RFC requires one.
    fn require_content(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult<PutContent> {
        match operation.value {
            OperationValue::Value(value) => Ok(PutContent::Patch(value)),
            OperationValue::Nothing if self.rfc => Err(self.reject_missing_value(operation)),
            OperationValue::Nothing => {
                self.deviations.push(Rule::JsonValueMissing);
                Ok(PutContent::Nothing)
            }
        }
    }

    fn add(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.require_path(operation, "add")?;
        if self.rfc && path.is_empty() {
            let content = self.require_content(operation)?;
            return self.replace_document(operation, content);
        }
        let missing =
            || format!("add operation does not apply: doc is missing path: \"{path}\": missing value");
        let location = self.locate(operation, "path", path, missing)?;
        let content = self.require_content(operation)?;
        let lead = format!("error in add for path: '{path}': ");
        self.put_value(operation, &location, content, ADD, &lead)
    }

    fn remove(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.require_path(operation, "remove")?;
        let missing =
            || format!("remove operation does not apply: doc is missing path: \"{path}\": missing value");
        let location = self.locate(operation, "path", path, missing)?;
        let lead = format!("error in remove for path: '{path}': ");
        self.remove_value(operation, &location, None, &lead).map(|_| ())
    }

    fn replace(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.require_path(operation, "replace")?;
        if path.is_empty() {
            let content = self.require_content(operation)?;
            return self.replace_document(operation, content);
        }
        let missing =
            || format!("replace operation does not apply: doc is missing path: {path}: missing value");
        let location = self.locate(operation, "path", path, missing)?;
        let content = self.require_content(operation)?;
        let absent = format!("Object to be patched is missing field ({path}: missing value)");
        match self.find_target(&location) {
            Ok(Some(target)) => {
                self.check_depth(operation, location.container, content)?;
                self.set(operation, &location, target, content, Rule::JsonReplace);
                Ok(())
            }
            Ok(None) if self.rfc => {
                let reason = format!("`{}` does not exist", location.token);
                Err(self.reject(
                    operation,
                    Rule::JsonPathMissing,
                    location.container,
                    absent,
                    &reason,
                ))
            }
            Ok(None) => self.put_value(
                operation,
                &location,
                content,
                same_rule(Rule::JsonReplaceMissing),
                "",
            ),
            Err(error) => {
                let mut rejection = self.reject_index(operation, &location, error, "", "");
                if !self.rfc {
                    rejection.message = absent;
                }
                Err(rejection)
            }
        }
    }

    fn move_value(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "move operation failed to decode from: operation, missing from field: missing value";
        let from = self.require_from(operation, message)?;
        if self.rfc {
            let path = self.require_path(operation, "move")?;
            let inside = path.strip_prefix(from).is_some_and(|rest| rest.starts_with('/'));
            if inside || from.is_empty() {
                let (reason, fix) = (
                    "a value cannot be moved into itself",
                    "Use a target path outside of the moved value.",
                );
                return Err(self.reject_malformed(operation, "", reason, fix));
            }
        }
        let missing =
            || format!("move operation does not apply: doc is missing from path: {from}: missing value");
        let location = self
            .locate(operation, "from", from, missing)
            .map_err(with_help_for_from)?;
        let lead = format!("error in move for path: '{}': ", location.token);
        let taken = self
            .remove_value(operation, &location, Some(Rule::JsonMoveOut), &lead)
            .map_err(with_help_for_from)?;
        self.count_move(operation, taken)?;
        let path = self.require_path(operation, "move")?;
        if self.rfc && path.is_empty() {
            return self.replace_document(operation, PutContent::Copy(taken));
        }
        let missing = || {
            format!("move operation does not apply: doc is missing destination path: {path}: missing value")
        };
        let is_inside = path.strip_prefix(from).is_some_and(|rest| rest.starts_with('/'));
        let location = self
            .locate(operation, "path", path, missing)
            .map_err(|mut rejection| {
                if is_inside {
                    rejection.fix = Some(format!(
                        "Use a target path outside of `{from}`: a move removes it first."
                    ));
                }
                rejection
            })?;
        let lead = format!("error in move for path: '{path}': ");
        self.put_value(operation, &location, PutContent::Copy(taken), MOVE, &lead)
    }

    fn copy(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "copy operation failed to decode from: operation, missing from field: missing value";
        let from = self.require_from(operation, message)?;
        let missing =
            || format!("copy operation does not apply: doc is missing from path: {from}: missing value");
        let content = if self.rfc && from.is_empty() {
            PutContent::Copy(self.recorder.tree.top())
        } else {
            let location = self
                .locate(operation, "from", from, missing)
                .map_err(with_help_for_from)?;
            match self.find_target(&location) {
                Ok(Some(target)) => PutContent::Copy(target),
                Ok(None) if self.rfc => {
                    let reason = format!("`{}` does not exist, so it cannot be copied", location.token);
                    let at = location.container;
                    let rejection = self.reject(operation, Rule::JsonPathMissing, at, String::new(), &reason);
                    return Err(with_help_for_from(rejection));
                }
                Ok(None) => {
                    self.deviations.push(Rule::JsonCopyMissing);
                    PutContent::Nothing
                }
                Err(error) => {
                    let lead = format!("error in copy for from: '{from}': ");
                    return Err(self.reject_index(operation, &location, error, &lead, ""));
                }
            }
        };
        let path = self.require_path(operation, "copy")?;
        if self.rfc && path.is_empty() {
            return self.replace_document(operation, content);
        }
        let missing = || {
            format!("copy operation does not apply: doc is missing destination path: {path}: missing value")
        };
        let location = self.locate(operation, "path", path, missing)?;
        self.count_copy(operation, content)?;
        let lead = "error while adding value during copy: ";
        // The null of a source that does not exist is not a copy.
        let rules = match content {
            PutContent::Nothing => ADD,
            _ => COPY,
        };
        self.put_value(operation, &location, content, rules, lead)
    }

    fn test(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.require_path(operation, "test")?;
        let top = self.recorder.tree.top();
        let expected = match operation.value {
            OperationValue::Value(value) => Some(value),
            OperationValue::Nothing if self.rfc => return Err(self.reject_missing_value(operation)),
            OperationValue::Nothing => None,
        };
        let found = if path.is_empty() {
            if expected.is_none() {
                return Err(self.reject_panic(operation, top, VALUE_HELP));
            }
            Some(top)
        } else {
            let missing = || format!("test operation does not apply: is missing path: {path}: missing value");
            let location = self.locate(operation, "path", path, missing)?;
            match self.find_target(&location) {
                Ok(None) if self.rfc => {
                    let reason = format!("`{}` does not exist", location.token);
                    let at = location.container;
                    return Err(self.reject(operation, Rule::JsonPathMissing, at, String::new(), &reason));
                }
                Ok(found) => found,
                Err(error) => {
                    let lead = format!("error in test for path: '{path}': ");
                    return Err(self.reject_index(operation, &location, error, &lead, ""));
                }
            }
        };
        let is_written_null = found.is_some_and(|found| self.written_nulls.contains(&found));
        let is_null = found.is_none_or(|found| self.recorder.tree.kind(found) == ValueKind::Null);
        let Some(expected) = expected else {
            // Go dereferences the missing value, unless it has found another error before.
            return Err(match is_null && !is_written_null {
                true => self.reject_test_panic(operation, found.unwrap_or(top)),
                false => self.reject_failed_test(operation, found, path),
            });
        };
        if let Some(found) = found.filter(|found| !self.rfc && self.compares_null_item(*found, expected)) {
            return Err(self.reject_null_item_panic(operation, found));
        }
        let equal = match found {
            Some(found) => {
                let document = self.recorder.document(expected);
                same(
                    &self.recorder.tree,
                    found,
                    document,
                    expected.node,
                    Numbers::ByValue,
                )
            }
            None => self.recorder.kind(expected) == ValueKind::Null,
        };
        let equal =
            equal && (self.rfc || found.is_none_or(|found| self.are_large_numbers_equal(found, expected)));
        if !equal {
            return Err(self.reject_failed_test(operation, found, path));
        }
        if found.is_none() {
            self.deviations.push(Rule::JsonTestMissing);
        }
        let note = self.draft_step(operation, Rule::JsonTest, found.unwrap_or(top));
        self.recorder.step(note.count(usize::from(found.is_none())));
        Ok(())
    }

    /// Returns whether Kubernetes compares a null item of a list, on which it panics. It compares until two values differ.
    /// Fields of maps are compared in the order of the patch here; Go uses a random one.
    fn compares_null_item(&self, found: ResultId, expected: NodeRef) -> bool {
        let (tree, document) = (&self.recorder.tree, self.recorder.document(expected));
        // A work list instead of recursion, because a manifest can be deep.
        let mut todo = vec![(found, expected.node)];
        while let Some((found, expected)) = todo.pop() {
            let next = todo.len();
            match (tree.kind(found), document.kind(expected)) {
                (ValueKind::List, ValueKind::List)
                    if tree.present(found).count() == document.len(expected) =>
                {
                    todo.extend(tree.present(found).zip(document.children(expected)));
                }
                (ValueKind::Map, ValueKind::Map) if tree.present(found).count() == document.len(expected) => {
                    for child in document.children(expected) {
                        let name = document.key(child).unwrap_or_default();
                        match tree.get(found, name) {
                            Some(found) => todo.push((found, child)),
                            None => return false,
                        }
                    }
                }
                (ValueKind::Null, _) | (_, ValueKind::Null) if document.key(expected).is_none() => {
                    return true;
                }
                _ if same(tree, found, document, expected, Numbers::ByValue) => {}
                _ => return false,
            }
            todo[next..].reverse();
        }
        false
    }

    fn reject_failed_test(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        found: Option<ResultId>,
        path: &str,
    ) -> Box<crate::merge::Rejection> {
        let message = format!("testing value {path} failed: test failed");
        let actual = match found {
            Some(found) => format!("the value is {}", format_value(self.recorder.tree.value(found))),
            None => format!("`{path}` does not exist"),
        };
        let expected = match operation.value {
            OperationValue::Value(value) => Some(format_value(self.recorder.value(value))),
            OperationValue::Nothing => None,
        };
        let reason = match expected {
            None => format!("{actual}, but the test has no `value`"),
            Some(expected) if actual == format!("the value is {expected}") => {
                format!("{actual}, but not the one that the test expects")
            }
            Some(expected) => format!("{actual}, but the test expects {expected}"),
        };
        let at = found.unwrap_or(self.at);
        self.reject(operation, Rule::JsonTestFailed, at, message, &reason)
    }
}
