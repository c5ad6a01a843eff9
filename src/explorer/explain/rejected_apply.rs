//! The explanation of an apply for which kubectl computes no patch.

use super::folded_message::folded_message;
use super::step::help_lines;
use crate::document::WHOLE_OBJECT;
use crate::explorer::workspace::Workspace;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};

/// Returns why kubectl computes no patch for the apply that is shown. `width`: a long message of kubectl is folded.
pub(crate) fn lines(width: Option<usize>, cx: &Workspace) -> Vec<ExplanationLine> {
    let Some(rejection) = cx.apply_rejection() else {
        return Vec::new();
    };
    let path = if rejection.path.is_empty() {
        WHOLE_OBJECT
    } else {
        &rejection.path
    };
    let title = match rejection.is_for_other {
        true => "the manifest names another object than LIVE".to_owned(),
        false => format!("rejected · {path}"),
    };
    let mut lines = vec![explanation_line(LineKind::Title, title)];
    if !rejection.location.is_empty() {
        lines.push(explanation_line(
            LineKind::Place,
            format!("at {}", rejection.location),
        ));
    }
    lines.push(explanation_line(LineKind::Sentence, &*rejection.sentence));
    lines.extend(help_lines(&rejection.help));
    lines.push(explanation_line(LineKind::Blank, ""));
    if !rejection.kubectl.is_empty() {
        let message = format!("kubectl: {}", rejection.kubectl);
        let folded = width.and_then(|width| folded_message(&message, width));
        lines.push(explanation_line(LineKind::Kubernetes, folded.unwrap_or(message)));
    }
    let sentence = match rejection.is_for_other {
        true => {
            "kubectl applies the manifest to the object that it names, not to LIVE. LIVE stays as it is, and there are no steps."
        }
        false => "kubectl computes no patch, so there are no steps: the result pane shows the live object.",
    };
    lines.push(explanation_line(LineKind::Sentence, sentence));
    if !rejection.rule.is_empty() {
        lines.push(explanation_line(
            LineKind::Rule,
            format!("Rule: {}", rejection.rule),
        ));
    }
    lines
}
