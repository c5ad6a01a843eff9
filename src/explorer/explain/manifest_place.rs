//! The place of a finding of an apply in the manifest: the user does not write the computed patch.

use crate::create::DocumentSide;
use crate::document::NodeId;
use crate::explorer::inputs::mode::Mode;
use crate::explorer::workspace::Workspace;
use crate::merge::Step;

/// Returns the file, line and column of the manifest that cause a finding of an apply.
pub(crate) fn manifest_place(step: &Step, cx: &Workspace) -> Option<String> {
    let Mode::Apply(apply) = &cx.mode else { return None };
    let applied = apply.applied().filter(|_| step.rule.is_finding())?;
    let source = step.patch().filter(|source| !source.is_live())?;
    let (patch, sentences) = (&applied.created.patch, applied.sentences());
    let place = |node: NodeId| {
        let node = patch.reasons.get(node.index())?.modified?;
        sentences.position(DocumentSide::Modified, node)
    };
    let (name, position) = patch.document.ancestors(source.node).find_map(place)?;
    Some(format!("{name}:{}:{}", position.line, position.column))
}
