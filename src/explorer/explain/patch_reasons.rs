//! The reasons for the lines of a computed patch: the patch of an apply, or the patch for an edited result.

use crate::create::{Created, DocumentSide, Sentences};
use crate::document::NodeId;
use crate::document::words::count_of;
use crate::explorer::editor::Editor;
use crate::explorer::editor::result_patch::ResultPatch;
use crate::explorer::inputs::input_id::PatchId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::panes::focus::Pane;
use crate::explorer::workspace::Workspace;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::redact::Secrets;

/// Returns the reason for the line of a computed patch under the cursor. While the result is edited, returns
/// the reasons for all lines.
pub(super) fn reasons(editor: &Editor, cx: &Workspace) -> Vec<ExplanationLine> {
    // Reasons quote values of the documents.
    if cx.merged().secrets() == Secrets::Hidden {
        return Vec::new();
    }
    // The computed patch can have been edited in the meantime.
    let computed = editor.result_patch().filter(|computed| {
        let merged = cx.merged().patch(computed.patch);
        merged.is_some_and(|patch| patch.document().original_text() == computed.text)
    });
    if editor.edits_result() {
        return computed.map_or_else(Vec::new, all);
    }
    let (Some(Pane::Patch), Some(near)) = (cx.focused_pane(), cx.panes.linked().patch) else {
        return Vec::new();
    };
    if let Mode::Apply(apply) = &cx.mode
        && let Some(applied) = apply.applied()
    {
        return of_node(&applied.sentences(), &applied.created, near.node.node);
    }
    let patch = PatchId::from_document(near.node.document);
    match computed.filter(|computed| Some(computed.patch) == patch) {
        Some(computed) => of_node(&computed.sentences(), &computed.created, near.node.node),
        None => Vec::new(),
    }
}

/// Returns every line of the patch with its reason, and the remarks about what the patch cannot express.
fn all(computed: &ResultPatch) -> Vec<ExplanationLine> {
    let sentences = computed.sentences();
    let lines = sentences.lines(&computed.created);
    let title = match lines.len() {
        0 => "empty patch".to_owned(),
        count => format!("patch for the edited result: {}", count_of(count, "line")),
    };
    let mut out = vec![explanation_line(LineKind::Title, title)];
    for remark in &computed.created.remarks {
        let text = format!("! {}: {}", remark.path, sentences.remark(remark));
        out.push(explanation_line(LineKind::Warning, text));
    }
    for reason in lines {
        let mark = reason.reason.rule.effect().mark();
        let mark = mark.map_or(' ', |mark| mark.glyph());
        out.push(explanation_line(
            LineKind::Sentence,
            format!("{mark} {}: {}", reason.path, reason.sentence),
        ));
    }
    out.push(explanation_line(LineKind::Blank, ""));
    out
}

/// Returns the reason for a node of a computed patch.
fn of_node(sentences: &Sentences<'_>, created: &Created, node: NodeId) -> Vec<ExplanationLine> {
    let patch = &created.patch;
    let Some(reason) = patch.reasons.get(node.index()) else {
        return Vec::new();
    };
    let path = sentences.path(&patch.document, node, reason);
    let mut places = Vec::new();
    for side in [
        DocumentSide::Original,
        DocumentSide::Modified,
        DocumentSide::Current,
    ] {
        let place = reason.node(side).and_then(|node| sentences.position(side, node));
        if let Some((name, position)) = place {
            places.push(format!("{name}:{}:{}", position.line, position.column));
        }
    }
    places.push(reason.rule.text().source.to_owned());
    vec![
        explanation_line(LineKind::Title, format!("in the patch: {path}")),
        explanation_line(LineKind::Sentence, sentences.line(&patch.document, node, reason)),
        explanation_line(
            LineKind::Rule,
            format!(
                "{}: {}",
                reason.rule.name(),
                sentences.named(reason.rule.text().rule)
            ),
        ),
        explanation_line(LineKind::Place, places.join(" · ")),
        explanation_line(LineKind::Blank, ""),
    ]
}
