//! The location of an operation: the container, and the member or position in it.

use std::borrow::Cow;

use super::members::from_end;
use super::operation::JsonPatchOperation;
use super::pointer::IndexError;
use super::{JsonPatchRun, Rule, pointer};
use crate::document::words::count_of;
use crate::document::{Tree, ValueKind};
use crate::merge::detail::ReadIndex;
use crate::merge::recorder::MergeResult;
use crate::merge::result_tree::node_id::ResultId;

/// The target of a pointer. Its last part is a member or a position of `container`, which need not exist.
#[derive(Clone, Debug)]
pub(crate) struct TargetLocation<'p> {
    pub(crate) container: ResultId,
    pub(crate) token: Cow<'p, str>,
    part: PointerPart,
}

/// A part of a pointer of the operation.
#[derive(Clone, Copy, Debug)]
struct PointerPart {
    member: &'static str,
    /// The number of slashes in front of it.
    number: usize,
}

/// The reason why a position of a list cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocationError {
    /// The position is not a number.
    Index(IndexError),
    /// The position is beyond the list.
    Bounds(i64),
}

impl<'d> JsonPatchRun<'_, 'd> {
    /// Follows the pointer of a member of the operation up to its last part. `message` is kubectl's text if it cannot be
    /// followed.
    ///
    /// # Errors
    /// The rejection if a part on the path is missing.
    pub(crate) fn locate<'p>(
        &mut self,
        operation: &JsonPatchOperation<'_>,
        member: &'static str,
        pointer: &'p str,
        message: impl FnOnce() -> String,
    ) -> MergeResult<TargetLocation<'p>> {
        let mut at = self.recorder.tree.top();
        if self.rfc && !pointer::is_strict(pointer) {
            let reason = format!(
                "`{pointer}` is not a JSON pointer: it must start with `/`, and `~` must be followed by 0 or 1"
            );
            let fix = "Start the path with `/`, and write `~` in a key as `~0`.";
            return Err(self.reject_malformed(operation, &message(), &reason, fix));
        }
        let Some((leading, token)) = pointer::split(pointer) else {
            let reason = match (pointer, self.rfc) {
                ("", true) => "the whole object cannot be removed".to_owned(),
                ("", false) if member == "from" => "`from` must be the path of a field".to_owned(),
                ("", false) => "only `replace` and `test` accept an empty path".to_owned(),
                _ => format!("the path `{pointer}` does not refer to a value"),
            };
            let mut rejection = self.reject(operation, Rule::JsonPathMissing, at, message(), &reason);
            rejection.fix = pointer
                .is_empty()
                .then(|| "Write the path of a field, or remove the operation.".to_owned());
            return Err(rejection);
        };
        let top = self.recorder.tree.kind(at);
        if top.is_scalar() {
            let reason = format!("the document is {} and has no members", top.with_article());
            return Err(self.reject(operation, Rule::JsonPathMissing, at, message(), &reason));
        }
        if !pointer.starts_with('/') {
            self.deviations.push(Rule::JsonPathPrefix);
        }
        let place = |number| PointerPart { member, number };
        for (index, part) in leading.iter().enumerate() {
            let next = self.find_member(at, part, place(index + 1));
            let reason = match next.map(|next| (next, self.recorder.tree.kind(next))) {
                Some((next, ValueKind::Map | ValueKind::List)) => {
                    at = next;
                    continue;
                }
                None if self.recorder.tree.kind(at) == ValueKind::List && part.parse::<usize>().is_ok() => {
                    let items = count_of(self.recorder.tree.present(at).count(), "item");
                    format!("`{part}` in `{pointer}` does not exist: the list has {items}")
                }
                None => format!("`{part}` in `{pointer}` does not exist"),
                Some((next, ValueKind::Null)) if self.written_nulls.contains(&next) && !self.rfc => {
                    let fix = format!(
                        "An earlier operation set `{part}` to null. Set an object there, for example `value: {{}}`, or remove this operation."
                    );
                    return Err(self.reject_panic(operation, next, &fix));
                }
                Some((_, kind)) => format!("`{part}` in `{pointer}` is {}", kind.with_article()),
            };
            let mut rejection = self.reject(operation, Rule::JsonPathMissing, at, message(), &reason);
            let has_value = |next| self.recorder.tree.kind(next) != ValueKind::Null;
            if next.is_some_and(has_value) {
                rejection.fix = Some(format!(
                    "Use a path that exists: there is nothing below `{part}`."
                ));
            }
            return Err(rejection);
        }
        let part = place(leading.len() + 1);
        Ok(TargetLocation {
            container: at,
            token,
            part,
        })
    }

    /// Returns the member or item of a container. The semantics decides which indices are valid.
    fn find_member(&mut self, container: ResultId, token: &str, part: PointerPart) -> Option<ResultId> {
        let tree = &self.recorder.tree;
        if tree.kind(container) == ValueKind::List && !pointer::is_strict_index(token) {
            if self.rfc {
                return None;
            }
            let len = self.members.items(tree, container).len();
            if let Ok(index) = pointer::parse_index(token) {
                self.note_index(token, part, index, len);
            }
        }
        self.members.get(&self.recorder.tree, container, token)
    }

    /// Returns the node at a location, or `None` if a map does not have the member.
    ///
    /// # Errors
    /// The reason why the list has no such position.
    pub(crate) fn find_target(
        &mut self,
        location: &TargetLocation<'_>,
    ) -> Result<Option<ResultId>, LocationError> {
        match self.recorder.tree.kind(location.container) {
            ValueKind::List => self.find_item(location).map(|(_, item)| Some(item)),
            _ => Ok(self.find_member(location.container, &location.token, location.part)),
        }
    }

    /// Returns the position and the node of a list item at a location.
    ///
    /// # Errors
    /// The reason why there is no such item.
    pub(crate) fn find_item(
        &mut self,
        location: &TargetLocation<'_>,
    ) -> Result<(usize, ResultId), LocationError> {
        let len = self.members.items(&self.recorder.tree, location.container).len();
        let index = self.parse_index(location, len)?;
        let items = self.members.items(&self.recorder.tree, location.container);
        let found = from_end(index, items.len()).and_then(|at| Some((at, items.get(at)?)));
        found.ok_or(LocationError::Bounds(index))
    }

    /// Returns the position at which `add` inserts a new item.
    ///
    /// # Errors
    /// The reason why the list has no such position.
    pub(crate) fn insert_position(&mut self, location: &TargetLocation<'_>) -> Result<usize, LocationError> {
        let len = self.members.items(&self.recorder.tree, location.container).len();
        if location.token == "-" {
            return Ok(len);
        }
        // A negative index counts in the list with the new item: -1 appends.
        let index = self.parse_index(location, len + 1)?;
        let position = from_end(index, len + 1).filter(|position| *position <= len);
        position.ok_or(LocationError::Bounds(index))
    }

    fn parse_index(&mut self, location: &TargetLocation<'_>, len: usize) -> Result<i64, LocationError> {
        let token = &location.token;
        let is_strict = pointer::is_strict_index(token);
        if !is_strict && self.rfc {
            return Err(LocationError::Index(IndexError::Syntax));
        }
        let index = pointer::parse_index(token).map_err(LocationError::Index)?;
        if !is_strict {
            self.note_index(token, location.part, index, len);
        }
        Ok(index)
    }

    /// Records that the RFC does not have an index, and how Kubernetes reads it in a list of length `len`.
    fn note_index(&mut self, token: &str, part: PointerPart, index: i64, len: usize) {
        if let Some(position) = from_end(index, len) {
            self.deviations.push(Rule::JsonIndexNonstandard);
            // An operation can look for one item twice.
            let read = ReadIndex {
                member: part.member,
                part: part.number,
                token: token.to_owned(),
                index: position,
            };
            if !self.read_indexes.contains(&read) {
                self.read_indexes.push(read);
            }
        }
    }
}
