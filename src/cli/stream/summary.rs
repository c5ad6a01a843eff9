//! How it went with a whole stream, in a line or two on stderr, and as an exit code.

use super::object::{ObjectOutcome, ObjectResult};
use crate::cli::args::{DifferenceExit, StreamArgs};
use crate::cli::exit::Exit;
use crate::cli::inputs::PreparedInputs;
use crate::cli::lint;
use crate::document::escape;
use crate::merge::Semantics;

/// The counts.
pub(crate) struct StreamSummary {
    merged: usize,
    unchanged: usize,
    passed: usize,
    rejected: usize,
    is_unreadable: bool,
    /// How many end otherwise by the other semantics, and the first of them.
    differ: usize,
    first: Option<String>,
    /// The first object that no patch was for.
    first_passed: Option<String>,
    other: Semantics,
    /// What `lint` found, and whether something of it is denied.
    found: usize,
    is_denied: bool,
    /// Each patch's name, and how many objects it was for.
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
            found: 0,
            is_denied: false,
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
            ObjectOutcome::Nothing => {}
        }
        if let Some(place) = &answer.differs {
            self.differ += 1;
            self.first.get_or_insert_with(|| place.clone());
        }
        self.found += answer.found;
        self.is_denied |= answer.is_denied;
        for patch in &answer.patches {
            if let Some((_, count)) = self.patches.get_mut(*patch) {
                *count += 1;
            }
        }
    }

    /// How many objects there were.
    pub(crate) fn objects(&self) -> usize {
        self.merged + self.unchanged + self.passed + self.rejected
    }

    /// Prints the counts; `cut` says that the stream was not read to its end.
    pub(crate) fn print(&self, cut: bool) {
        let mut parts = vec![
            format!("{} merged", self.merged),
            format!("{} unchanged", self.unchanged),
            format!("{} rejected", self.rejected),
        ];
        if self.passed > 0 {
            parts.push(format!("{} not picked", self.passed));
        }
        if self.found > 0 {
            parts.push(lint::count(self.found));
        }
        let objects = self.objects();
        let noun = if objects == 1 { "object" } else { "objects" };
        let cut = if cut {
            " before the place that cannot be read"
        } else {
            ""
        };
        eprintln!("{objects} {noun}{cut}: {}", parts.join(", "));
        if let Some(first) = &self.first {
            let line = format!(
                "note: {} semantics differ for {} of them, first for {first}",
                self.other, self.differ
            );
            eprintln!("{}", escape::visible(&line));
        }
        if self.is_unreadable {
            return;
        }
        if self.is_nothing_picked() {
            eprintln!(
                "error: no object was picked: neither --target and --selector nor the patch's own kind and name fit one"
            );
            if let Some(first) = &self.first_passed {
                eprintln!("help: the first object is {}", escape::visible(first));
            }
            return;
        }
        for (name, _) in self
            .patches
            .iter()
            .filter(|(_, count)| *count == 0 && objects > 0)
        {
            let line = format!(
                "warning: {name} is for none of the objects: none has the kind and name that it names"
            );
            eprintln!("{}", escape::visible(&line));
        }
    }

    fn is_nothing_picked(&self) -> bool {
        self.passed > 0 && self.passed == self.objects()
    }

    /// Whether there is a difference that `--exit-on-difference` asks for.
    pub(crate) fn has_difference(&self, args: &StreamArgs) -> bool {
        match args.exit_on_difference {
            None => false,
            Some(DifferenceExit::Semantics) => self.differ > 0,
            Some(DifferenceExit::Change) => self.merged > 0,
        }
    }

    pub(crate) fn exit(&self, args: &StreamArgs) -> Exit {
        let found = self.has_difference(args);
        if self.is_unreadable || self.is_nothing_picked() {
            Exit::Usage
        } else if self.rejected > 0 || self.is_denied || found {
            Exit::Failure
        } else {
            Exit::Success
        }
    }
}
