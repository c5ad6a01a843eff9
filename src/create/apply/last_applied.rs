//! The last-applied annotation of `kubectl apply`: its text, and the manifest with the annotation (Go:
//! `GetModifiedConfiguration`).

use std::sync::Arc;

use crate::create::line_reason::LineReason;
use crate::create::patch_builder::{BuiltNode, BuiltPatch, EntryContent, EntryId, PatchBuilder};
use crate::create::patch_document::number;
use crate::create::sides::{DocumentSide, LibrarySides, Sides};
use crate::document::{Document, NodeId, ReadError, Tree, ValueKind, read};
use crate::merge::{LAST_APPLIED, Rule, go_text};

/// The name of the annotation as a document in messages.
pub const LAST_APPLIED_NAME: &str = "last-applied annotation";

/// Returns the text of the annotation of an object.
pub fn last_applied(object: &Document) -> Option<&str> {
    let metadata = object.get(object.root(), "metadata")?;
    let annotations = object.get(metadata, "annotations")?;
    object.value(object.get(annotations, LAST_APPLIED)?).as_str()
}

/// Parses the text of the annotation.
///
/// # Errors
/// The text is not a manifest. The error does not show the text: the annotation of a Secret contains its
/// values.
pub fn read_last_applied(text: &str) -> Result<Document, ReadError> {
    read(LAST_APPLIED_NAME, text.as_bytes().to_vec()).map_err(|error| ReadError {
        // The help of a file, such as to render a template first, is of no use here.
        help: Some(format!(
            "correct or remove the annotation `{LAST_APPLIED}` of the live object"
        )),
        ..error.in_secret()
    })
}

/// A manifest with the annotation, as kubectl applies it.
#[derive(Clone, Debug)]
pub struct AnnotatedObject {
    /// The manifest with the annotation.
    pub document: Arc<Document>,
    /// For each node of the document, the node of the manifest.
    pub origins: Vec<Option<NodeId>>,
    /// The text of the annotation.
    pub text: String,
}

/// Adds the annotation to a manifest. An existing annotation with that name is dropped. Always adds
/// `metadata.annotations`; adds `metadata.namespace` if one is given and the file has none.
///
/// # Errors
/// The manifest with the annotation is deeper or longer than a document can be.
pub(crate) fn annotate(
    manifest: &Arc<Document>,
    namespace: Option<&str>,
) -> Result<AnnotatedObject, ReadError> {
    annotate_without(manifest, namespace, None)
}

/// Adds the annotation to a manifest whose object is created: kubectl removes the `resourceVersion` from the object, but
/// not from the annotation (Go: `Helper.CreateWithOptions`).
///
/// # Errors
/// The manifest with the annotation is deeper or longer than a document can be.
pub(super) fn annotate_created(manifest: &Arc<Document>) -> Result<AnnotatedObject, ReadError> {
    annotate_without(
        manifest,
        None,
        created_version(manifest).map(|_| "resourceVersion"),
    )
}

/// Returns the `resourceVersion` of a manifest that kubectl removes before it creates the object.
pub(super) fn created_version(manifest: &Document) -> Option<&str> {
    let version = manifest.text_at(&["metadata", "resourceVersion"]);
    version.filter(|version| !version.is_empty())
}

fn annotate_without(
    manifest: &Arc<Document>,
    namespace: Option<&str>,
    left_out: Option<&str>,
) -> Result<AnnotatedObject, ReadError> {
    let sides = Sides {
        original: None,
        modified: Arc::clone(manifest),
        current: None,
    };
    let library_sides = LibrarySides::new(&sides);
    let mut draft = PatchBuilder::default();
    let bare = with_annotation(&mut draft, manifest, namespace, None, None);
    let tree = BuiltPatch {
        draft: &draft,
        top: bare,
        library_sides: &library_sides,
    };
    let text = format!("{}\n", go_text::to_json(&tree, tree.top()));
    let top = with_annotation(&mut draft, manifest, namespace, Some(&text), left_out);
    let tree = BuiltPatch {
        draft: &draft,
        top,
        library_sides: &library_sides,
    };
    let (document, origins) = number(manifest.name(), &tree, |node| match node {
        BuiltNode::Below(_, _, node) => Some(node),
        BuiltNode::Entry(id) => match draft.entries[id as usize].content {
            EntryContent::Copy(_, node) => Some(node),
            _ => draft.entries[id as usize].reason.modified,
        },
    })?;
    Ok(AnnotatedObject {
        document: Arc::new(document.with_live_numbers()),
        origins,
        text,
    })
}

fn with_annotation(
    draft: &mut PatchBuilder,
    manifest: &Document,
    namespace: Option<&str>,
    text: Option<&str>,
    left_out: Option<&str>,
) -> EntryId {
    let top = manifest.root();
    let metadata = manifest.get(top, "metadata");
    let annotations = metadata.and_then(|metadata| manifest.get(metadata, "annotations"));
    let reason = |node: Option<NodeId>| {
        let reason = LineReason::new(Rule::SendPart, DocumentSide::Original);
        node.map_or(reason, |node| reason.with_node(DocumentSide::Modified, node))
    };
    let copies = |draft: &mut PatchBuilder, map: Option<NodeId>, but: [Option<&str>; 2]| -> Vec<EntryId> {
        let is_map = |map: &NodeId| manifest.kind(*map) == ValueKind::Map;
        let children = map
            .filter(is_map)
            .into_iter()
            .flat_map(|map| manifest.children(map));
        let others = children.filter(|child| !but.contains(&manifest.key(*child)));
        others
            .map(|child| {
                let copy = EntryContent::Copy(DocumentSide::Modified, child);
                draft.add(manifest.key(child), copy, reason(Some(child)))
            })
            .collect()
    };
    let mut notes = copies(draft, annotations, [Some(LAST_APPLIED); 2]);
    if let Some(text) = text {
        let text = EntryContent::Text(text.to_owned());
        notes.push(draft.add(Some(LAST_APPLIED), text, reason(None)));
    }
    let notes = draft.add(Some("annotations"), EntryContent::Map(notes), reason(annotations));
    let mut about = copies(draft, metadata, [Some("annotations"), left_out]);
    let has_namespace = about.iter().any(|id| draft.key(*id) == Some("namespace"));
    if let Some(namespace) = namespace.filter(|_| !has_namespace) {
        let namespace = EntryContent::Text(namespace.to_owned());
        about.push(draft.add(Some("namespace"), namespace, reason(None)));
    }
    about.push(notes);
    let about = draft.add(Some("metadata"), EntryContent::Map(about), reason(metadata));
    let mut fields = copies(draft, Some(top), [Some("metadata"); 2]);
    fields.push(about);
    draft.add(None, EntryContent::Map(fields), reason(Some(top)))
}
