//! Why the lines of a patch are there that was computed while one looks: for an apply, or for an edited result.

use crate::create::{Created, DocumentSide, Sentences};
use crate::document::NodeId;
use crate::explorer::editor::result_patch::ResultPatch;
use crate::explorer::panes::focus::{Focus, Pane};
use crate::explorer::state::Explorer;
use crate::report::explanation_line::{ExplanationLine, LineKind, explanation_line};
use crate::report::redact::Secrets;

impl ResultPatch {
    /// Every line of the patch with its reason, and what the patch cannot say.
    fn all(&self) -> Vec<ExplanationLine> {
        let told = self.told();
        let lines = told.lines(&self.created);
        let title = match lines.len() {
            0 => "to the edited result: nothing to write".to_owned(),
            1 => "to the edited result: 1 line to write, and why".to_owned(),
            count => format!("to the edited result: {count} lines to write, and why"),
        };
        let mut out = vec![explanation_line(LineKind::Title, title)];
        for remark in &self.created.remarks {
            let text = format!("! {}: {}", remark.path, told.remark(remark));
            out.push(explanation_line(LineKind::Warning, text));
        }
        for reason in lines {
            let mark = reason.reason.rule.effect().mark();
            let mark = mark.map_or(' ', |mark| mark.glyph());
            out.push(explanation_line(
                LineKind::Says,
                format!("{mark} {}: {}", reason.path, reason.sentence),
            ));
        }
        out.push(explanation_line(LineKind::Blank, ""));
        out
    }
}

impl Explorer {
    /// Why the line of a computed patch under the cursor is there; while the result is edited, why all of them are.
    pub(crate) fn reason_lines(&self) -> Vec<ExplanationLine> {
        // Reasons quote what the documents hold.
        if self.session.secrets() == Secrets::Hidden {
            return Vec::new();
        }
        if self.edit.as_ref().is_some_and(|edit| edit.is_goal()) {
            let computed = self
                .result_patch
                .as_deref()
                .filter(|computed| self.stands(computed));
            return computed.map_or_else(Vec::new, ResultPatch::all);
        }
        let (Focus::Document(Pane::Patch), Some(near)) = (self.focus, self.triple.patch) else {
            return Vec::new();
        };
        if let Some(applied) = self.applied() {
            return at(&applied.told(), &applied.created, near.node.node);
        }
        match self.result_patch.as_deref() {
            Some(computed)
                if computed.document == usize::from(near.node.document) && self.stands(computed) =>
            {
                at(&computed.told(), &computed.created, near.node.node)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the computed patch is what is merged: it may have been edited since.
    fn stands(&self, computed: &ResultPatch) -> bool {
        let patches = &self.session.merge().inputs.patches;
        let patch = computed.document.checked_sub(1).and_then(|at| patches.get(at));
        patch.is_some_and(|patch| patch.original_text() == computed.text)
    }
}

/// Why a node of a computed patch is there.
fn at(told: &Sentences<'_>, created: &Created, node: NodeId) -> Vec<ExplanationLine> {
    let patch = &created.patch;
    let Some(reason) = patch.reasons.get(node.index()) else {
        return Vec::new();
    };
    let path = told.path(&patch.document, node);
    let mut places = Vec::new();
    for side in [
        DocumentSide::Original,
        DocumentSide::Modified,
        DocumentSide::Current,
    ] {
        let place = reason.node(side).and_then(|node| told.place(side, node));
        if let Some((name, position)) = place {
            places.push(format!("{name}:{}:{}", position.line, position.column));
        }
    }
    places.push(reason.rule.text().source.to_owned());
    vec![
        explanation_line(LineKind::Title, format!("in the patch: {path}")),
        explanation_line(LineKind::Says, told.line(&patch.document, node, reason)),
        explanation_line(
            LineKind::Rule,
            format!("{}: {}", reason.rule.name(), reason.rule.text().rule),
        ),
        explanation_line(LineKind::Place, places.join(" · ")),
        explanation_line(LineKind::Blank, ""),
    ]
}
