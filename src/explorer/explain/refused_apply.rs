//! The explanation of an apply for which kubectl computes no patch.

use super::folded_message::folded_message;
use super::step::help_lines;
use crate::explorer::workspace::Workspace;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// Returns why kubectl computes no patch for the apply that is shown. `width`: a long message of kubectl is folded.
pub(crate) fn lines(width: Option<usize>, cx: &Workspace) -> Vec<ExplanationLine> {
    let Some(refusal) = cx.refusal() else {
        return Vec::new();
    };
    let path = if refusal.path.is_empty() {
        "(top)"
    } else {
        &refusal.path
    };
    let mut lines = vec![explanation_line(LineKind::Title, format!("rejected · {path}"))];
    if !refusal.location.is_empty() {
        lines.push(explanation_line(
            LineKind::Place,
            format!("at {}", refusal.location),
        ));
    }
    lines.push(explanation_line(LineKind::Sentence, &*refusal.sentence));
    lines.extend(help_lines(&refusal.help));
    lines.push(explanation_line(LineKind::Blank, ""));
    if !refusal.kubectl.is_empty() {
        let message = format!("kubectl: {}", refusal.kubectl);
        let folded = width.and_then(|width| folded_message(&message, width));
        lines.push(explanation_line(LineKind::Kubernetes, folded.unwrap_or(message)));
    }
    let sentence = "kubectl computes no patch, so there are no steps: the result pane shows the live object.";
    lines.push(explanation_line(LineKind::Sentence, sentence));
    if !refusal.rule.is_empty() {
        lines.push(explanation_line(
            LineKind::Rule,
            format!("Rule: {}", refusal.rule),
        ));
    }
    lines
}
