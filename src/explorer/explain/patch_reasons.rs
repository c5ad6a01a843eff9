//! Why the lines of a patch are there that was computed while one looks: for an apply, or for an edited result.

use crate::create::{Created, Side, Told};
use crate::document::NodeId;
use crate::explorer::action::{Focus, Pane};
use crate::explorer::editor::result_patch::Computed;
use crate::explorer::state::State;
use crate::report::explanation_line::{Kind, Line, line};
use crate::report::redact::Secrets;

impl Computed {
    /// Every line of the patch with its reason, and what the patch cannot say.
    fn all(&self) -> Vec<Line> {
        let told = self.told();
        let lines = told.lines(&self.created);
        let title = match lines.len() {
            0 => "to the edited result: nothing to write".to_owned(),
            1 => "to the edited result: 1 line to write, and why".to_owned(),
            count => format!("to the edited result: {count} lines to write, and why"),
        };
        let mut out = vec![line(Kind::Title, title)];
        for remark in &self.created.remarks {
            let text = format!("! {}: {}", remark.path, told.remark(remark));
            out.push(line(Kind::Warning, text));
        }
        for reason in lines {
            let mark = reason.reason.rule.effect().mark();
            let mark = mark.map_or(' ', |mark| mark.glyph());
            out.push(line(
                Kind::Says,
                format!("{mark} {}: {}", reason.path, reason.says),
            ));
        }
        out.push(line(Kind::Blank, ""));
        out
    }
}

impl State {
    /// Why the line of a computed patch under the cursor is there; while the result is edited, why all of them are.
    pub(crate) fn reason_lines(&self) -> Vec<Line> {
        // Reasons quote what the documents hold.
        if self.session.secrets() == Secrets::Hidden {
            return Vec::new();
        }
        if self.edit.as_ref().is_some_and(|edit| edit.is_goal()) {
            let computed = self.computed.as_deref().filter(|computed| self.stands(computed));
            return computed.map_or_else(Vec::new, Computed::all);
        }
        let (Focus::Document(Pane::Patch), Some(near)) = (self.focus, self.triple.patch) else {
            return Vec::new();
        };
        if let Some(applied) = self.applied() {
            return at(&applied.told(), &applied.created, near.node.node);
        }
        match self.computed.as_deref() {
            Some(computed)
                if computed.document == usize::from(near.node.document) && self.stands(computed) =>
            {
                at(&computed.told(), &computed.created, near.node.node)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the computed patch is what is merged: it may have been edited since.
    fn stands(&self, computed: &Computed) -> bool {
        let patches = &self.session.merge().inputs.patches;
        let patch = computed.document.checked_sub(1).and_then(|at| patches.get(at));
        patch.is_some_and(|patch| patch.original_text() == computed.text)
    }
}

/// Why a node of a computed patch is there.
fn at(told: &Told<'_>, created: &Created, node: NodeId) -> Vec<Line> {
    let patch = &created.patch;
    let Some(reason) = patch.reasons.get(node.index()) else {
        return Vec::new();
    };
    let path = told.path(&patch.document, node);
    let mut places = Vec::new();
    for side in [Side::Original, Side::Modified, Side::Current] {
        let place = reason.node(side).and_then(|node| told.place(side, node));
        if let Some((name, position)) = place {
            places.push(format!("{name}:{}:{}", position.line, position.column));
        }
    }
    places.push(reason.rule.text().source.to_owned());
    vec![
        line(Kind::Title, format!("in the patch: {path}")),
        line(Kind::Says, told.line(&patch.document, node, reason)),
        line(
            Kind::Rule,
            format!("{}: {}", reason.rule.name(), reason.rule.text().rule),
        ),
        line(Kind::Place, places.join(" · ")),
        line(Kind::Blank, ""),
    ]
}
