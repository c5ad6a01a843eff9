//! The six operations, with the same sequence of checks as kubectl's library, because the sequence decides
//! which error is reported.

use super::edits::{PutContent, PutRules, always};
use super::operation::{JsonPatchOperation, OperationValue, WITH_VALUE};
use super::{JsonPatchRun, Rule};
use crate::document::write::double_quoted;
use crate::document::{Numbers, Tree, Value, ValueKind, same};
use crate::merge::go_text;
use crate::merge::mark::Mark;
use crate::merge::recorder::{MergeResult, StepDraft};
use crate::merge::result_tree::node_id::ResultId;
use crate::merge::result_tree::path::scalar_text;
use crate::merge::sentence::capitalize;
use crate::merge::sentence::shorten;
use crate::merge::trace::Rejection;

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
fn shown(value: Value<'_>) -> String {
    match value {
        Value::String(text) => double_quoted(&shorten(text)),
        value => scalar_text(value).unwrap_or_else(|| value.kind().with_article().to_owned()),
    }
}

/// The end of the library's message if it checks the path before it applies anything and the path is missing.
const NO_PATH: &str = "operation missing path field: missing value";

/// Returns the library's message for a member that is not a string.
fn no_text(operation: &JsonPatchOperation<'_>, member: &str, kind: ValueKind) -> String {
    let (name, kind) = (operation.kind.unwrap_or_default(), go_text::json_type_name(kind));
    format!(
        "{name} operation failed to decode {member}: json: cannot unmarshal {kind} into Go value of type string"
    )
}

/// Returns our reason for a member that is not a string.
fn not_text(member: &str, kind: ValueKind) -> String {
    format!("its `{member}` is {}, not a string", kind.with_article())
}

impl JsonPatchRun<'_, '_> {
    /// Applies an operation.
    ///
    /// # Errors
    /// The rejection of the operation.
    pub(crate) fn carry_out(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        self.lenient.clear();
        self.at = self.engine.scene.top();
        match operation.kind {
            Some("add") => self.add(operation),
            Some("remove") => self.remove(operation),
            Some("replace") => self.replace(operation),
            Some("move") => self.move_value(operation),
            Some("copy") => self.copy(operation),
            Some("test") => self.test(operation),
            kind => {
                let (reason, fix) = match kind {
                    Some(_) => (
                        "unknown operation (names are case-sensitive)",
                        "Write `op` as add, remove, replace, move, copy or test.",
                    ),
                    None => (
                        "it has no `op`",
                        "Add an `op`: add, remove, replace, move, copy or test.",
                    ),
                };
                let message = format!("Unexpected kind: {}", kind.unwrap_or("unknown"));
                Err(self.malformed(operation, &message, reason, fix))
            }
        }
    }

    /// Records a step for each point in which Kubernetes accepts an operation that the RFC rejects.
    pub(crate) fn tell_lenience(&mut self, operation: &JsonPatchOperation<'_>) {
        let mut rules = std::mem::take(&mut self.lenient);
        rules.dedup();
        for rule in rules {
            let note = self.note(operation, rule, self.at);
            self.engine.step(note);
            self.engine.scene.mark(self.at, Mark::Warning);
        }
    }

    pub(crate) fn note(&mut self, operation: &JsonPatchOperation<'_>, rule: Rule, at: ResultId) -> StepDraft {
        self.at = at;
        let source = match operation.value {
            OperationValue::Value(value) => value,
            OperationValue::Nothing => operation.source,
        };
        StepDraft::new(rule, at)
            .patch(source)
            .detail(capitalize(&operation.name()))
    }

    fn path<'o>(&mut self, operation: &JsonPatchOperation<'o>, message: &str) -> MergeResult<&'o str> {
        operation.path.ok_or_else(|| {
            let fix = "Add a `path`, for example `path: /spec/replicas`.";
            let (message, reason) = match operation.odd.path {
                // For add, remove and copy, the library says that the path is missing, even if it has another
                // type.
                Some(kind) if message.ends_with(NO_PATH) => {
                    (no_text(operation, "path", kind), not_text("path", kind))
                }
                Some(kind) => (message.to_owned(), not_text("path", kind)),
                None => (message.to_owned(), "it has no `path`".to_owned()),
            };
            self.malformed(operation, &message, &reason, fix)
        })
    }

    fn from<'o>(&mut self, operation: &JsonPatchOperation<'o>, message: &str) -> MergeResult<&'o str> {
        operation.from.ok_or_else(|| {
            let fix = "Add a `from`: the path of what it takes, for example `from: /metadata/labels/app`.";
            let (message, reason) = match operation.odd.from {
                Some(kind) => (no_text(operation, "from", kind), not_text("from", kind)),
                None => (message.to_owned(), "it has no `from`".to_owned()),
            };
            self.malformed(operation, &message, &reason, fix)
        })
    }

    fn no_value(&mut self, operation: &JsonPatchOperation<'_>) -> Box<Rejection> {
        self.malformed(operation, "", "it has no `value`", WITH_VALUE)
    }

    /// Returns the value of an operation. The RFC requires one.
    fn content(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult<PutContent> {
        match operation.value {
            OperationValue::Value(value) => Ok(PutContent::Patch(value)),
            OperationValue::Nothing if self.rfc => Err(self.no_value(operation)),
            OperationValue::Nothing => {
                self.lenient.push(Rule::JsonValueMissing);
                Ok(PutContent::Nothing)
            }
        }
    }

    fn add(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.path(operation, "add operation failed to decode path: missing value")?;
        if self.rfc && path.is_empty() {
            let content = self.content(operation)?;
            return self.replace_whole(operation, content);
        }
        let missing =
            || format!("add operation does not apply: doc is missing path: \"{path}\": missing value");
        let place = self.find(operation, path, missing)?;
        let content = self.content(operation)?;
        let lead = format!("error in add for path: '{path}': ");
        self.put(operation, &place, content, ADD, &lead)
    }

    fn remove(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let path = self.path(operation, "remove operation failed to decode path: missing value")?;
        let missing =
            || format!("remove operation does not apply: doc is missing path: \"{path}\": missing value");
        let place = self.find(operation, path, missing)?;
        let lead = format!("error in remove for path: '{path}': ");
        self.take(operation, &place, None, &lead).map(|_| ())
    }

    fn replace(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "replace operation failed to decode path: operation missing path field: missing value";
        let path = self.path(operation, message)?;
        if path.is_empty() {
            let content = self.content(operation)?;
            return self.replace_whole(operation, content);
        }
        let missing =
            || format!("replace operation does not apply: doc is missing path: {path}: missing value");
        let place = self.find(operation, path, missing)?;
        let content = self.content(operation)?;
        let absent = format!("Object to be patched is missing field ({path}: missing value)");
        match self.at(&place) {
            Ok(Some(there)) => {
                self.check_depth(operation, place.container, content)?;
                self.set(operation, &place, there, content, Rule::JsonReplace);
                Ok(())
            }
            Ok(None) if self.rfc => {
                let reason = format!("`{}` does not exist", place.token);
                Err(self.reject(operation, Rule::JsonPathMissing, place.container, absent, &reason))
            }
            Ok(None) => self.put(operation, &place, content, always(Rule::JsonReplaceMissing), ""),
            Err(fault) => {
                let mut rejection = self.refuse_index(operation, &place, fault, "");
                if !self.rfc {
                    rejection.message = absent;
                }
                Err(rejection)
            }
        }
    }

    fn move_value(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "move operation failed to decode from: operation, missing from field: missing value";
        let from = self.from(operation, message)?;
        let no_path = "move operation failed to decode path: operation missing path field: missing value";
        if self.rfc {
            let path = self.path(operation, no_path)?;
            let inside = path.strip_prefix(from).is_some_and(|rest| rest.starts_with('/'));
            if inside || from.is_empty() {
                let (reason, fix) = (
                    "a value cannot be moved into itself",
                    "Use a target path outside of the moved value.",
                );
                return Err(self.malformed(operation, "", reason, fix));
            }
        }
        let missing =
            || format!("move operation does not apply: doc is missing from path: {from}: missing value");
        let place = self.find(operation, from, missing)?;
        let lead = format!("error in move for path: '{}': ", place.token);
        let taken = self.take(operation, &place, Some(Rule::JsonMoveOut), &lead)?;
        let path = self.path(operation, no_path)?;
        if self.rfc && path.is_empty() {
            return self.replace_whole(operation, PutContent::Copy(taken));
        }
        let missing = || {
            format!("move operation does not apply: doc is missing destination path: {path}: missing value")
        };
        let place = self.find(operation, path, missing)?;
        let lead = format!("error in move for path: '{path}': ");
        self.put(operation, &place, PutContent::Copy(taken), MOVE, &lead)
    }

    fn copy(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "copy operation failed to decode from: operation, missing from field: missing value";
        let from = self.from(operation, message)?;
        let missing =
            || format!("copy operation does not apply: doc is missing from path: {from}: missing value");
        let content = if self.rfc && from.is_empty() {
            PutContent::Copy(self.engine.scene.top())
        } else {
            let place = self.find(operation, from, missing)?;
            match self.at(&place) {
                Ok(Some(there)) => PutContent::Copy(there),
                Ok(None) if self.rfc => {
                    let reason = format!("`{}` does not exist, so it cannot be copied", place.token);
                    let at = place.container;
                    return Err(self.reject(operation, Rule::JsonPathMissing, at, String::new(), &reason));
                }
                Ok(None) => {
                    self.lenient.push(Rule::JsonCopyMissing);
                    PutContent::Nothing
                }
                Err(fault) => {
                    let lead = format!("error in copy for from: '{from}': ");
                    return Err(self.refuse_index(operation, &place, fault, &lead));
                }
            }
        };
        let path = self.path(operation, "copy operation failed to decode path: missing value")?;
        if self.rfc && path.is_empty() {
            return self.replace_whole(operation, content);
        }
        let missing = || {
            format!("copy operation does not apply: doc is missing destination path: {path}: missing value")
        };
        let place = self.find(operation, path, missing)?;
        self.count_copy(operation, content)?;
        let lead = "error while adding value during copy: ";
        self.put(operation, &place, content, COPY, lead)
    }

    fn test(&mut self, operation: &JsonPatchOperation<'_>) -> MergeResult {
        let message = "test operation failed to decode path: operation missing path field: missing value";
        let path = self.path(operation, message)?;
        let top = self.engine.scene.top();
        let wanted = match operation.value {
            OperationValue::Value(value) => Some(value),
            OperationValue::Nothing if self.rfc => return Err(self.no_value(operation)),
            OperationValue::Nothing => None,
        };
        let found = if path.is_empty() {
            if wanted.is_none() {
                return Err(self.reject_panic(operation, top, WITH_VALUE));
            }
            Some(top)
        } else {
            let missing = || format!("test operation does not apply: is missing path: {path}: missing value");
            let place = self.find(operation, path, missing)?;
            match self.at(&place) {
                Ok(None) if self.rfc => {
                    let reason = format!("`{}` does not exist", place.token);
                    let at = place.container;
                    return Err(self.reject(operation, Rule::JsonPathMissing, at, String::new(), &reason));
                }
                Ok(found) => found,
                Err(fault) => {
                    let lead = format!("error in test for path: '{path}': ");
                    return Err(self.refuse_index(operation, &place, fault, &lead));
                }
            }
        };
        let hollow = found.is_some_and(|found| self.hollow.contains(&found));
        let is_null = found.is_none_or(|found| self.engine.scene.kind(found) == ValueKind::Null);
        let Some(wanted) = wanted else {
            // Go dereferences the missing value, unless it has found another error before.
            return Err(match is_null && !hollow {
                true => self.reject_test_panic(operation, found.unwrap_or(top)),
                false => self.test_failed(operation, found, path),
            });
        };
        let equal = match found {
            Some(found) => {
                let document = self.engine.document(wanted);
                same(&self.engine.scene, found, document, wanted.node, Numbers::ByValue)
            }
            None => self.engine.kind(wanted) == ValueKind::Null,
        };
        let equal = equal && (self.rfc || found.is_none_or(|found| self.has_same_numbers(found, wanted)));
        if !equal {
            return Err(self.test_failed(operation, found, path));
        }
        if found.is_none() {
            self.lenient.push(Rule::JsonTestMissing);
        }
        let note = self.note(operation, Rule::JsonTest, found.unwrap_or(top));
        self.engine.step(note);
        Ok(())
    }

    fn test_failed(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        found: Option<ResultId>,
        path: &str,
    ) -> Box<crate::merge::Rejection> {
        let message = format!("testing value {path} failed: test failed");
        let is = match found {
            Some(found) => shown(self.engine.scene.value(found)),
            None => "nothing".to_owned(),
        };
        let wants = match operation.value {
            OperationValue::Value(value) => shown(self.engine.value(value)),
            OperationValue::Nothing => "nothing".to_owned(),
        };
        let reason = match is == wants {
            true => format!("the value is {is}, but not the one that the test expects"),
            false => format!("the value is {is}, but the test expects {wants}"),
        };
        let at = found.unwrap_or(self.at);
        self.reject(operation, Rule::JsonTestFailed, at, message, &reason)
    }
}
