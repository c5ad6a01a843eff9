//! Prints the summary of a stream to stderr, and returns the exit code.

use super::object_result::{ObjectOutcome, ObjectResult};
use crate::cli::args::StreamArgs;
use crate::cli::exit::Exit;
use crate::cli::inputs::PreparedInputs;
use crate::cli::print::print_err;
use crate::document::escape;
use crate::document::words::count_of;
use crate::merge::Semantics;
use crate::report::findings;

/// The counts of a stream.
pub(crate) struct StreamSummary {
    merged: usize,
    unchanged: usize,
    passed: usize,
    rejected: usize,
    is_unreadable: bool,
    /// The number of objects with a different result in the other semantics; below, the first of them.
    differ: usize,
    first: Option<String>,
    /// The first object that no patch was for.
    first_passed: Option<String>,
    other: Semantics,
    /// The number of findings; below, whether an object is a failure.
    findings: usize,
    fails: bool,
    /// The names of the patches, with the number of objects that each was for.
    patches: Vec<(String, usize)>,
}

impl StreamSummary {
    pub(crate) fn new(prepared: &PreparedInputs) -> Self {
        Self {
            merged: 0,
            unchanged: 0,
            passed: 0,
            rejected: 0,
            is_unreadable: false,
            differ: 0,
            findings: 0,
            fails: false,
            first: None,
            first_passed: None,
            other: prepared.semantics.other(),
            patches: prepared
                .patches
                .iter()
                .map(|patch| (patch.name().to_owned(), 0))
                .collect(),
        }
    }

    pub(crate) fn add(&mut self, answer: &ObjectResult) {
        match answer.outcome {
            ObjectOutcome::Merged => self.merged += 1,
            ObjectOutcome::Unchanged => self.unchanged += 1,
            ObjectOutcome::PassedThrough => {
                self.passed += 1;
                if self.first_passed.is_none() {
                    self.first_passed.clone_from(&answer.passed);
                }
            }
            ObjectOutcome::Rejected => self.rejected += 1,
            ObjectOutcome::Unreadable => self.is_unreadable = true,
            ObjectOutcome::ListFrame => {}
        }
        if let Some(location) = &answer.differs {
            self.differ += 1;
            self.first.get_or_insert_with(|| location.clone());
        }
        self.findings += answer.findings;
        self.fails |= answer.fails;
        for patch in &answer.patches {
            if let Some((_, count)) = self.patches.get_mut(*patch) {
                *count += 1;
            }
        }
    }

    /// Returns the number of objects.
    pub(crate) fn objects(&self) -> usize {
        self.merged + self.unchanged + self.passed + self.rejected
    }

    /// Prints the counts; `cut` is whether the stream was not read to its end.
    pub(crate) fn print(&self, cut: bool) {
        let mut parts = vec![
            format!("{} merged", self.merged),
            format!("{} unchanged", self.unchanged),
            format!("{} rejected", self.rejected),
        ];
        if self.passed > 0 {
            parts.push(format!("{} not selected", self.passed));
        }
        if self.findings > 0 {
            parts.push(findings::count(self.findings));
        }
        let objects = self.objects();
        let cut = if cut {
            " before the unreadable position"
        } else {
            ""
        };
        print_err!("{}{cut}: {}", count_of(objects, "object"), parts.join(", "));
        if let Some(first) = &self.first {
            let line = format!(
                "note: {} semantics differ for {} of them, first for {first}",
                self.other, self.differ
            );
            print_err!("{}", escape::visible(&line));
        }
        if self.is_unreadable {
            return;
        }
        if self.is_nothing_picked() {
            print_err!(
                "error: no object selected by --target, --selector, or the kind and name of the patch"
            );
            print_err!("help: pass the kind and name, or the labels, of an object in LIVE");
            if let Some(first) = &self.first_passed {
                print_err!("note: the first object is {}", escape::visible(first));
            }
            return;
        }
        for (name, _) in self
            .patches
            .iter()
            .filter(|(_, count)| *count == 0 && objects > 0)
        {
            let line = format!("warning: {name} was not applied: no object has its kind and name");
            print_err!("{}", escape::visible(&line));
        }
    }

    fn is_nothing_picked(&self) -> bool {
        self.passed > 0 && self.passed == self.objects()
    }

    /// Returns whether there is a difference for `--exit-on-difference`.
    pub(crate) fn has_difference(&self, args: &StreamArgs) -> bool {
        args.has_difference(|| self.differ > 0, || self.merged > 0)
    }

    pub(crate) fn exit(&self, args: &StreamArgs) -> Exit {
        if self.is_unreadable || self.is_nothing_picked() {
            Exit::Usage
        } else if self.rejected > 0 || self.fails || self.has_difference(args) {
            Exit::Failure
        } else {
            Exit::Success
        }
    }
}
