//! JSON patches (RFC 6902): operations on locations, one after another, all or none.
//!
//! [`operation`] reads an operation and [`mod@pointer`] its paths; [`location`] finds the target,
//! [`operations`] and [`edits`] change the result, and [`replace_document`] replaces all of it. [`rejection`]
//! says why an operation is rejected, with kubectl's message. [`large_numbers`] compares numbers as the
//! library does. [`members`] avoids reading long lists again for each operation, and [`limits`] prevents
//! small patches from making huge objects.

mod edits;
mod item_list;
mod large_numbers;
mod limits;
mod location;
mod members;
mod operation;
mod operations;
mod pointer;
mod rejection;
mod replace_document;

pub(crate) use pointer::{decode as decode_key, escape_key, split as split_pointer};

use rustc_hash::FxHashSet;

use super::detail::ReadIndex;
use super::recorder::{MergeResult, Recorder};
use super::result_tree::node_id::{NodeRef, ResultId};
use super::rule::Rule;
use super::semantics::JsonRules;
use crate::document::{Tree, ValueKind};
use members::Members;
use operation::JsonPatchOperation;

/// A JSON patch that is being applied.
#[derive(Debug)]
struct JsonPatchRun<'e, 'd> {
    recorder: &'e mut Recorder<'d>,
    /// Strictly by the RFC, without the leniency of Kubernetes.
    rfc: bool,
    members: Members,
    /// Nulls that operations wrote. Kubernetes panics when it accesses a member of one.
    written_nulls: FxHashSet<ResultId>,
    /// The points in which the current operation violates the RFC.
    deviations: Vec<Rule>,
    /// How Kubernetes reads the indexes of the current operation that the RFC does not have.
    read_indexes: Vec<ReadIndex>,
    /// The node that the current operation changes.
    at: ResultId,
    /// The size of all copies so far, in bytes of JSON.
    copied: usize,
    /// The number of values that moves have taken with them.
    moved: usize,
}

/// Applies the recorder's patches as JSON patches.
///
/// # Errors
/// The first rejection.
pub(crate) fn run(recorder: &mut Recorder<'_>, rules: JsonRules) -> MergeResult {
    let top = recorder.tree.top();
    let rfc = rules == JsonRules::Rfc;
    let live = NodeRef::live(recorder.documents[0].root());
    if recorder.kind(live) != ValueKind::Map {
        return Err(recorder.reject_non_map(live, "the live object"));
    }
    let mut patching = JsonPatchRun {
        recorder,
        rfc,
        members: Members::default(),
        written_nulls: FxHashSet::default(),
        deviations: Vec::new(),
        read_indexes: Vec::new(),
        at: top,
        copied: 0,
        moved: 0,
    };
    for patch in 1..patching.recorder.documents.len() {
        patching.recorder.patch = patch as u16;
        let root = patching
            .recorder
            .in_patch(patching.recorder.documents[patch].root());
        match patching.recorder.kind(root) {
            ValueKind::List => {}
            // kubectl accepts null as a patch without operations.
            ValueKind::Null if !rfc => continue,
            _ => return Err(patching.reject_non_list(root)),
        }
        patching.require_objects(root)?;
        patching.check_count(root)?;
        let document = patching.recorder.document(root);
        let operations = document.children(root.node).enumerate();
        for (index, node) in operations {
            let source = NodeRef {
                document: root.document,
                node,
            };
            let operation = JsonPatchOperation::read(document, source, index);
            patching.apply_operation(&operation)?;
            patching.record_deviations(&operation);
        }
        if !rfc {
            patching.require_object(root)?;
            patching.recorder.require_kind(root)?;
        }
    }
    Ok(())
}
