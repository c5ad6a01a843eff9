//! Displays a rejection: position, sentence, the aligned orders, the message of kubectl, the help. The
//! command line, Markdown and the explanation pane use these lines.

use rustc_hash::FxHashSet;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::agreement::AgreementReport;
use super::diagnostic::{Diagnostic, with_shown_lines};
use super::explanation_line::{ExplanationLine, LineKind, explanation_line};
use super::fix::{FixReport, fix};
use super::page::Page;
use super::source_location::SourceLocation;
use crate::merge::{Merge, OrderSequences, Rejection, Semantics};

/// The texts of a rejection, and its form in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct RejectionReport {
    /// The name of the rule.
    pub rule: &'static str,
    /// The path of the rejected node.
    pub path: String,
    /// The message with the chosen semantics.
    pub message: String,
    /// The message of kubectl; `None` if kubectl accepts the patch.
    pub kubernetes: Option<String>,
    /// Another message that kubectl can print, because it visits the fields of a map in random order.
    #[serde(skip)]
    pub kubernetes_other: Option<String>,
    /// The reason as a sentence.
    pub why: String,
    /// The fix.
    #[serde(flatten)]
    pub fix: FixReport,
    /// The document and section that define the rule.
    pub source: &'static str,
    /// The position of the cause.
    pub location: Option<SourceLocation>,
    #[serde(skip)]
    is_policy: bool,
    /// The two sequences whose order differs, if that is the cause.
    #[serde(skip)]
    pub sequences: Option<OrderSequences>,
}

impl RejectionReport {
    /// Describes a rejection of `merge`. `other` is the merge with the other semantics, for the message of
    /// kubectl.
    pub fn new(merge: &Merge, rejection: &Rejection, other: &Merge) -> Self {
        let theirs = match merge.inputs.semantics.is_kubernetes() {
            true => Some(rejection),
            false => other.rejection(),
        };
        let kubernetes = theirs.and_then(Rejection::kubectl_message).map(str::to_owned);
        let kubernetes_other = theirs.and_then(|theirs| theirs.other_message.clone());
        let step = merge.steps.get(rejection.step as usize);
        Self {
            rule: rejection.rule.name(),
            path: step
                .map(|step| merge.distinct_step_path(step).to_string())
                .unwrap_or_default(),
            message: rejection.message.clone(),
            kubernetes,
            kubernetes_other,
            why: step.map(|step| merge.sentence(step)).unwrap_or_default(),
            fix: fix(merge, rejection.step as usize)
                .map_or_else(FixReport::none, |fix| FixReport::new(merge, &fix)),
            source: rejection.rule.text().source,
            location: guilty_location(merge, rejection),
            is_policy: matches!(merge.inputs.semantics, Semantics::Policy(_)),
            sequences: rejection.sequences.clone(),
        }
    }

    /// Returns the patch list and the order in two columns, with the first difference marked; empty for other
    /// causes.
    fn aligned(&self) -> String {
        let Some(sequences) = &self.sequences else {
            return String::new();
        };
        let items = sequences.patch.iter().map(|key| key.width());
        let width = items.max().unwrap_or(0).max("patch list".len());
        let pad = |text: &str| " ".repeat(width.saturating_sub(text.width()));
        let mut out = format!("  patch list{}   order\n", pad("patch list"));
        let missing: FxHashSet<usize> = sequences.missing.iter().copied().collect();
        for (row, (item, entry)) in sequences.aligned().into_iter().enumerate() {
            let item = item.unwrap_or("");
            let (mark, entry) = match entry {
                Some(entry) => (' ', entry),
                None => {
                    let at = sequences.mismatch + row - sequences.order.len();
                    match at == sequences.mismatch || sequences.also == Some(at) {
                        true => ('✗', sequences.reason(at)),
                        false if missing.contains(&at) => ('✗', "(not listed)"),
                        false => (' ', "(not compared)"),
                    }
                }
            };
            out.push_str(&format!("{mark} {item}{}   {entry}\n", pad(item)));
        }
        out
    }

    /// Returns the lines for stderr, escaped. `object` is the position and name of the object, if there are
    /// several.
    pub fn to_lines(&self, merge: &Merge, object: Option<&str>) -> Vec<String> {
        self.lines(with_shown_lines(merge), object, without_values)
    }

    /// Returns the lines. `message` formats a message of kubectl.
    fn lines(
        &self,
        shown: Option<&Merge>,
        object: Option<&str>,
        message: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let aligned = self.aligned();
        let is_policy = self.is_policy;
        let kubernetes = match &self.kubernetes {
            // Where kubectl has no message of its own.
            Some(text) if self.why.trim_end_matches('.').ends_with(text) => None,
            // Some messages of policies are our own.
            Some(text) if is_policy && self.why.to_lowercase().contains(&text.to_lowercase()) => None,
            Some(text) if is_policy => Some(format!("controller: {}", message(text))),
            Some(text) => Some(format!("kubectl: {}", message(text))),
            None => Some("kubectl accepts this patch".to_owned()),
        };
        let other = self.kubernetes_other.as_deref();
        let random = other.map(|text| format!("{RANDOM}: {}", message(text)));
        let position = self.location.as_ref().map(|location| format!("{location}: "));
        // The object can be at the position of the cause.
        let without_position = |object| {
            let name = position
                .as_deref()
                .and_then(|position| str::strip_prefix(object, position));
            name.unwrap_or(object)
        };
        let diagnostic = Diagnostic {
            level: "error",
            location: self.location.as_ref(),
            object: object.map(without_position),
            sentence: &self.why,
            code: self.rule,
            path: &self.path,
            why: aligned.lines().map(|line| format!("  {line}")).collect(),
            help: &self.fix.fix,
            notes: kubernetes.into_iter().chain(random).collect(),
        };
        diagnostic.lines(shown)
    }

    /// Adds the rejection to a page.
    pub fn print(&self, page: &mut Page) {
        if page.is_markdown() {
            self.print_markdown(page);
        } else {
            let lines = self.lines(None, None, |text| text.trim_end().to_owned());
            lines.iter().for_each(|line| page.line(line));
        }
    }

    fn print_markdown(&self, page: &mut Page) {
        page.heading(&format!("Rejected: {}", page.code(self.rule)));
        let location = match &self.location {
            Some(location) => format!(" ({})", page.code(&location.to_string())),
            None => String::new(),
        };
        let sentence = format!(
            "At {}{location}: {}\n",
            page.code(&self.path),
            page.prose(&self.why)
        );
        page.line(&sentence);
        page.block("text", &self.aligned());
        match &self.kubernetes {
            Some(text) => {
                page.line("kubectl:\n");
                page.block("text", text);
            }
            None => page.line("kubectl accepts this patch.\n"),
        }
        if let Some(text) = &self.kubernetes_other {
            page.line(&format!("{RANDOM}:\n"));
            page.block("text", text);
        }
        page.line(&format!("Help: {}\n", page.prose(&self.fix.fix)));
    }
}

/// The text before the other message of kubectl.
const RANDOM: &str = "or, because it visits the fields in random order";

/// Returns the message of kubectl on one line, without the Go values in it, which can be whole lists.
fn without_values(text: &str) -> String {
    let lines = text.trim_end().lines().map(str::trim);
    let lines = lines.map(|line| match line.starts_with('[') && line.ends_with(']') {
        true => "…",
        false => line,
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// Returns the position of the cause of a rejection, if it is in a document.
pub(crate) fn guilty_location(merge: &Merge, rejection: &Rejection) -> Option<SourceLocation> {
    let step = merge.steps.get(rejection.step as usize)?;
    Some(SourceLocation::of_step(merge, step, *rejection.faulty.first()?))
}

/// Returns the lines of the explanation pane after the sentence of the rejecting step. `order` has the patch list and the
/// order next to each other, if they are the cause. `fold` returns a
/// shorter text for a message of kubectl that is too long.
pub(crate) fn pane_lines(
    merge: &Merge,
    agreement: &AgreementReport,
    help: &str,
    rejection: &Rejection,
    order: &[ExplanationLine],
    fold: impl Fn(&str) -> Option<String>,
) -> Vec<ExplanationLine> {
    let mut lines = Vec::new();
    if !help.is_empty() {
        lines.push(explanation_line(LineKind::Fix, format!("Help: {help}")));
    }
    if !order.is_empty() {
        lines.push(explanation_line(LineKind::Blank, ""));
        lines.extend_from_slice(order);
    }
    lines.push(explanation_line(LineKind::Blank, ""));
    let kubernetes = if merge.inputs.semantics.is_kubernetes() {
        rejection.kubectl_message()
    } else {
        // The sentence of the step already says this.
        agreement.rejection.as_deref()
    };
    let Some(message) = kubernetes else {
        lines.push(explanation_line(
            LineKind::Kubernetes,
            "kubectl accepts this patch.",
        ));
        return lines;
    };
    let other = rejection.other_message.as_deref();
    let speaker = match merge.inputs.semantics {
        Semantics::Policy(_) => "controller",
        _ => "kubectl",
    };
    let step = merge.steps.get(rejection.step as usize);
    let sentence = step.map_or_else(String::new, |step| merge.sentence(step).to_lowercase());
    // Some messages of policies are our own.
    let is_own = |message: &str| speaker != "kubectl" && sentence.contains(&message.to_lowercase());
    let messages = [(speaker, Some(message)), (RANDOM, other)];
    for (name, message) in messages {
        let Some(message) = message.filter(|message| !is_own(message)) else {
            continue;
        };
        let message = format!("{name}: {}", message.trim_end());
        match fold(&message) {
            Some(folded) => lines.push(explanation_line(LineKind::Folded, folded)),
            None => lines.extend(
                message
                    .lines()
                    .map(|text| explanation_line(LineKind::Kubernetes, text)),
            ),
        }
    }
    lines
}
