//! One object of a stream: read, picked, merged, written.

use std::sync::Arc;

use super::selector;
use super::selector::ObjectSelector;
use crate::cli::args::{ReportFormat, ResultFormat};
use crate::cli::explain;
use crate::cli::inputs::{PreparedInputs, check_declared, check_object};
use crate::cli::lint;
use crate::cli::lint::LintLevels;
use crate::document::split::{Chunk, ObjectSplitter};
use crate::document::{Document, Numbers, Tree, escape, same, write};
use crate::merge::{Inputs, Merge, agreement, merge};
use crate::report::explanation::{Explanation, is_merged, other_merge};
use crate::report::redact::Redaction;

/// What is printed of each object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputForm {
    /// The result.
    Result(ResultFormat),
    /// The steps to it, and whether they show the values of Secrets.
    Explanation(ReportFormat, bool),
    /// What is to be warned of.
    Lint(LintLevels),
}

/// What is done to every object.
pub(crate) struct ObjectTask {
    pub(crate) prepared: PreparedInputs,
    pub(crate) picks: ObjectSelector,
    pub(crate) form: OutputForm,
}

/// How it went with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectOutcome {
    /// The patch changed the object.
    Merged,
    /// The object is as the patch wants it already.
    Unchanged,
    /// No patch is for it.
    PassedThrough,
    /// The patch was refused.
    Rejected,
    /// The text is broken; nothing behind it counts.
    Unreadable,
    /// No object: what stands around the items of a list.
    Nothing,
}

/// What came of a piece.
pub(crate) struct ObjectResult {
    pub(crate) outcome: ObjectOutcome,
    /// What goes to stdout; none if nothing does.
    pub(crate) text: Option<String>,
    /// Lines for stderr, safe for a terminal.
    pub(crate) messages: Vec<String>,
    /// The object's place and name, where the other semantics give something else.
    pub(crate) differs: Option<String>,
    /// What an object is called that no patch is for.
    pub(crate) passed: Option<String>,
    /// How many findings `lint` has, and whether one of them is denied.
    pub(crate) found: usize,
    pub(crate) is_denied: bool,
    /// Which of the patches were for it.
    pub(crate) patches: Vec<usize>,
    /// How long the piece was.
    pub(crate) bytes: u64,
}

impl ObjectResult {
    fn new(outcome: ObjectOutcome, bytes: u64) -> Self {
        Self {
            outcome,
            text: None,
            messages: Vec::new(),
            differs: None,
            passed: None,
            found: 0,
            is_denied: false,
            patches: Vec::new(),
            bytes,
        }
    }

    /// For what cannot be read, with the report that says why.
    fn unreadable(report: &str, bytes: u64) -> Self {
        let mut answer = Self::new(ObjectOutcome::Unreadable, bytes);
        answer
            .messages
            .extend(report.lines().map(|line| escape::visible(line).into_owned()));
        answer
    }

    /// For a list without its items.
    pub(crate) fn around(list: &Document, bytes: u64) -> Self {
        let mut answer = Self::new(ObjectOutcome::Nothing, bytes);
        answer.messages = crate::cli::print::reading_warnings(list);
        answer
    }
}

impl ObjectTask {
    /// Does the work for one piece.
    pub(crate) fn answers(&self, name: &str, piece: Chunk) -> Vec<ObjectResult> {
        let bytes = piece.bytes.len() as u64;
        match piece.objects(name) {
            Err(error) => vec![ObjectResult::unreadable(&error.report(), bytes)],
            Ok(ObjectSplitter::Single(object)) => vec![self.answer(*object, bytes)],
            Ok(ObjectSplitter::Listed { items, list }) => {
                let mut answers = vec![ObjectResult::around(&list, bytes)];
                answers.extend(items.into_iter().map(|item| self.answer(item, 0)));
                answers
            }
        }
    }

    /// Does the work for one object, which took so many bytes of the stream.
    pub(crate) fn answer(&self, object: Document, bytes: u64) -> ObjectResult {
        if let Err(error) = check_object(&object) {
            return ObjectResult::unreadable(&error.to_string(), bytes);
        }
        let mut messages = crate::cli::print::reading_warnings(&object);
        let mut answer = self.object(object, bytes);
        messages.append(&mut answer.messages);
        answer.messages = messages;
        answer
    }

    fn object(&self, object: Document, bytes: u64) -> ObjectResult {
        let (numbers, patches): (Vec<usize>, Vec<Arc<Document>>) = self
            .prepared
            .patches
            .iter()
            .enumerate()
            .filter(|(_, patch)| self.picks.matches(&object) && selector::is_for(patch, &object))
            .map(|(number, patch)| (number, Arc::clone(patch)))
            .unzip();
        let place = place(&object);
        if patches.is_empty() {
            let mut answer = ObjectResult::new(ObjectOutcome::PassedThrough, bytes);
            answer.passed = Some(selector::called(&object));
            answer.text = match self.form {
                OutputForm::Result(format) => Some(written(&object, format)),
                OutputForm::Explanation(..) | OutputForm::Lint(_) => None,
            };
            return answer;
        }
        if let Err(error) = check_declared(&object, &self.prepared.schema) {
            let mut answer = ObjectResult::new(ObjectOutcome::Rejected, bytes);
            answer.patches = numbers;
            answer
                .messages
                .push(escape::visible(&format!("{place}: {error:#}")).into_owned());
            return answer;
        }
        let inputs = Inputs {
            live: Arc::new(object),
            patches,
            schema: Arc::clone(&self.prepared.schema),
            semantics: self.prepared.semantics,
        };
        let mut answer = match self.form {
            OutputForm::Result(format) => result(&merge(inputs, false), format, &place),
            OutputForm::Explanation(format, show) => {
                explanation(&merge(Redaction::new(show).apply(inputs), true), format, &place)
            }
            OutputForm::Lint(lint) => findings(&merge(Redaction::new(false).apply(inputs), true), &lint),
        };
        answer.patches = numbers;
        answer.bytes = bytes;
        answer
    }
}

fn result(merged: &Merge, format: ResultFormat, place: &str) -> ObjectResult {
    let mut answer = ObjectResult::new(outcome(merged), 0);
    if !agreement(merged, &other_merge(&merged.inputs)).is_same() {
        answer.differs = Some(place.to_owned());
    }
    if answer.outcome == ObjectOutcome::Rejected {
        // Merges again with a trace, because only that knows the path.
        let told = Explanation::new(&merge(Redaction::default().apply(merged.inputs.clone()), true));
        answer.messages = refusal(&told, place);
    } else {
        answer.text = Some(written(&merged.scene, format));
    }
    answer
}

fn explanation(merged: &Merge, format: ReportFormat, place: &str) -> ObjectResult {
    let mut answer = ObjectResult::new(outcome(merged), 0);
    let mut told = Explanation::new(merged);
    if !told.agreement.is_same() {
        answer.differs = Some(place.to_owned());
    }
    let called = selector::called(&merged.inputs.live);
    let (api_version, _) = merged.inputs.live.identity();
    told.kind = format!("{api_version} {called}");
    match explain::text(&told, merged, format, Some(&called)) {
        Ok(text) => answer.text = Some(text),
        Err(error) => answer.messages.push(error.to_string()),
    }
    if answer.outcome == ObjectOutcome::Rejected {
        answer.messages = refusal(&told, place);
    }
    answer
}

fn findings(merged: &Merge, lint: &LintLevels) -> ObjectResult {
    let mut answer = ObjectResult::new(outcome(merged), 0);
    let found = lint.findings(merged);
    answer.found = found.len();
    answer.is_denied = found.iter().any(|found| lint.is_error(found));
    let called = selector::called(&merged.inputs.live);
    match lint::text(lint, merged, &found, Some(&called)) {
        Ok(text) => answer.text = Some(text),
        Err(error) => answer.messages.push(error.to_string()),
    }
    answer
}

fn refusal(told: &Explanation, place: &str) -> Vec<String> {
    let Some(rejection) = &told.rejection else {
        return Vec::new();
    };
    let patch = rejection
        .location
        .as_ref()
        .map_or_else(String::new, |location| format!(" ({location})"));
    let mut lines = vec![format!(
        "{place}: rejected at {}{patch}: {}",
        rejection.path, rejection.why
    )];
    lines.push(format!("  fix: {}", rejection.fix));
    lines
        .iter()
        .map(|line| escape::visible(line).into_owned())
        .collect()
}

fn outcome(merged: &Merge) -> ObjectOutcome {
    if !is_merged(merged) {
        ObjectOutcome::Rejected
    } else if is_changed(merged) {
        ObjectOutcome::Merged
    } else {
        ObjectOutcome::Unchanged
    }
}

/// Whether the result is not what live was.
pub(crate) fn is_changed(merged: &Merge) -> bool {
    let live = &merged.inputs.live;
    let scene = &merged.scene;
    !scene.has_result() || !same(scene, scene.top(), &**live, live.root(), Numbers::ByType)
}

fn written<T: Tree>(tree: &T, format: ResultFormat) -> String {
    match format {
        ResultFormat::Yaml => write::yaml(tree),
        ResultFormat::Json => write::json(tree),
    }
}

/// Where an object stands, and what it is called.
fn place(object: &Document) -> String {
    let position = object.position(object.root());
    format!(
        "{}:{}:{}: {}",
        object.name(),
        position.line,
        position.column,
        selector::called(object)
    )
}
