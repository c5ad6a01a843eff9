//! Reads the objects of LIVE and MANIFEST: each is a file, standard input, or a folder, with any number of
//! objects.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};

use crate::cli::error_report::{UnreadableInput, in_secret};
use crate::cli::input_source::{InputPath, is_no_object};
use crate::document::split::{ChunkKind, ObjectSplitter, Splitter};
use crate::document::{Document, NodeId, Tree, Value, ValueKind, names_secret};

/// A text with its name for messages.
#[derive(Debug)]
pub(super) struct NamedText {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// A manifest and its live object.
#[derive(Debug)]
pub(super) struct ObjectPair {
    pub(super) name: ObjectName,
    pub(super) manifest: Arc<Document>,
    pub(super) live: Option<Arc<Document>>,
}

/// The manifests in order, and the live objects without a manifest.
#[derive(Debug)]
pub(super) struct ObjectPairs {
    pub(super) pairs: Vec<ObjectPair>,
    pub(super) only_live: Vec<ObjectName>,
}

/// The identity of an object in kubectl. Only the group of apiVersion counts, because the API server has an
/// object in all versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectName {
    pub(super) group: String,
    pub(super) kind: String,
    pub(super) namespace: String,
    pub(super) name: String,
}

impl ObjectName {
    fn from_document(document: &Document) -> Self {
        let text = |node: Option<NodeId>| match node.map(|node| document.value(node)) {
            Some(Value::String(text)) => text.to_owned(),
            _ => String::new(),
        };
        let metadata = document.get(document.root(), "metadata");
        let in_metadata = |key| text(metadata.and_then(|metadata| document.get(metadata, key)));
        let (version, kind) = document.identity();
        Self {
            group: version
                .split_once('/')
                .map_or(String::new(), |(group, _)| group.to_owned()),
            kind: kind.to_owned(),
            namespace: in_metadata("namespace"),
            name: in_metadata("name"),
        }
    }
}

impl std::fmt::Display for ObjectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            kind,
            namespace,
            name,
            ..
        } = self;
        match namespace.as_str() {
            "" => write!(f, "{kind} {name}"),
            namespace => write!(f, "{kind} {namespace}/{name}"),
        }
    }
}

/// Reads a file, standard input, or the files of a folder that kubectl reads, in the order of their names.
///
/// # Errors
/// An unreadable file; a folder without such files.
pub(super) fn texts(path: &Path) -> Result<Vec<NamedText>> {
    // The word means that there is no object.
    if is_no_object(path) {
        let (name, bytes) = ("null".to_owned(), b"null".to_vec());
        return Ok(vec![NamedText { name, bytes }]);
    }
    let text = |input: InputPath| -> Result<NamedText> {
        Ok(NamedText {
            name: input.name(),
            bytes: input.bytes()?,
        })
    };
    InputPath::all(path)?.into_iter().map(text).collect()
}

fn split(text: &NamedText) -> Splitter {
    let mut splitter = Splitter::default();
    splitter.feed(&text.bytes);
    splitter.end();
    splitter
}

/// Returns whether a text has at most one document.
fn is_single(text: &NamedText) -> bool {
    let mut splitter = split(text);
    splitter.next_chunk().is_none() || splitter.next_chunk().is_none()
}

/// The objects of texts, without empty documents.
#[derive(Default)]
struct ReadObjects {
    objects: Vec<Arc<Document>>,
    /// Whether they are items of lists, at least some of them.
    is_listed: bool,
}

/// Parses the objects of a text.
fn objects(text: &NamedText, into: &mut ReadObjects) -> Result<()> {
    let mut splitter = split(text);
    while let Some(piece) = splitter.next_chunk() {
        let is_item = piece.kind != ChunkKind::Document;
        let read = piece
            .manifests(&text.name)
            .map_err(|error| UnreadableInput(error).into());
        let read = read.map_err(
            |error| match names_secret(&String::from_utf8_lossy(&text.bytes)) {
                true => in_secret(error),
                false => error,
            },
        )?;
        into.is_listed |= is_item || matches!(read, ObjectSplitter::Listed { .. });
        let all = read.all().into_iter();
        into.objects.extend(
            all.filter(|object| object.kind(object.root()) != ValueKind::Null)
                .map(Arc::new),
        );
    }
    Ok(())
}

fn all_objects(texts: &[NamedText]) -> Result<ReadObjects> {
    let mut all = ReadObjects::default();
    texts.iter().try_for_each(|text| objects(text, &mut all))?;
    Ok(all)
}

/// Pairs manifests and live objects. Returns `None` for one manifest that is not in a list and at most one object.
///
/// # Errors
/// An unreadable text; a live object without a kind.
pub(super) fn pairs(live: &[NamedText], manifests: &[NamedText]) -> Result<Option<ObjectPairs>> {
    let read = all_objects(live).and_then(|live| Ok((live, all_objects(manifests)?)));
    let (live, manifests) = match read {
        Ok(read) => read,
        // The caller reads single texts again and reports their errors.
        Err(_) if live.len() <= 1 && manifests.len() == 1 && live.iter().chain(manifests).all(is_single) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if live.objects.len() <= 1 && manifests.objects.len() <= 1 && !manifests.is_listed {
        return Ok(None);
    }
    let mut by_name: BTreeMap<ObjectName, Arc<Document>> = BTreeMap::new();
    // The namespace of a manifest without one is that of the context, which is unknown: an object with the
    // same name matches if it is the only one.
    let mut namespaces: BTreeMap<ObjectName, Vec<ObjectName>> = BTreeMap::new();
    for object in live.objects {
        let name = ObjectName::from_document(&object);
        let anywhere = ObjectName {
            namespace: String::new(),
            ..name.clone()
        };
        if name.kind.is_empty() {
            let location = object.position(object.root());
            bail!(
                "{}:{}:{}: not an object: it has no `kind`\nhelp: pass objects as `kubectl get -o yaml` prints them",
                object.name(),
                location.line,
                location.column
            );
        }
        // The output of `kubectl get --watch` has an object several times; the last one counts.
        if by_name.insert(name.clone(), object).is_none() {
            namespaces.entry(anywhere).or_default().push(name);
        }
    }
    let mut pairs: Vec<ObjectPair> = Vec::with_capacity(manifests.objects.len());
    for manifest in manifests.objects {
        let name = ObjectName::from_document(&manifest);
        let live = by_name
            .remove(&name)
            .or_else(|| match namespaces.get(&name)?.as_slice() {
                [only] if name.namespace.is_empty() => by_name.remove(only),
                _ => None,
            });
        pairs.push(ObjectPair { name, manifest, live });
    }
    let only_live = by_name.into_keys().collect();
    Ok(Some(ObjectPairs { pairs, only_live }))
}
