//! The objects of a live text that holds several: what each is called, which one patches are for, and its own text.

use std::sync::Arc;

use crate::document::split::{ChunkKind, Splitter};
use crate::document::write::yaml;
use crate::document::{Document, Numbers, Position, ReadError, read_live, same};

/// A live text with several objects, one of which is shown.
#[derive(Clone, Debug)]
pub struct LiveObjects {
    objects: Vec<LiveObject>,
    shown: usize,
    /// The text that holds all of them.
    stream: Arc<Vec<u8>>,
}

/// One of several objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveObject {
    /// What messages call it: `Deployment default/web`; not escaped.
    pub name: String,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// Which of several objects is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectChoice {
    /// The one at this index.
    At(usize),
    /// The one of this name; of several, the one at the index or the first.
    Named(String, usize),
}

/// Whether patches say which object they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchedObject {
    /// They are for one only: it is shown.
    One,
    /// They can be for several: the first of these is shown.
    Unclear,
    /// They are for none: the first object is shown.
    None,
}

/// Whether a text can hold several objects. A text that cannot needs no second look.
pub fn may_hold_several(text: &[u8]) -> bool {
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    has(b"\n---") || has(b"\nitems:") || has(b"\"items\"")
}

/// All objects of a text, in their order. Linear.
fn objects_of(name: &str, text: &[u8]) -> Result<Vec<Document>, ReadError> {
    let mut splitter = Splitter::default();
    splitter.feed(text);
    splitter.end();
    let mut objects = Vec::new();
    // Where the items of the list that is read now begin: `items` that are given again replace them.
    let mut list_start = 0;
    while let Some(piece) = splitter.next_chunk() {
        match piece.kind {
            ChunkKind::Again => objects.truncate(list_start),
            ChunkKind::Document | ChunkKind::Frame => list_start = objects.len(),
            ChunkKind::Item | ChunkKind::Rest => {}
        }
        objects.extend(piece.objects(name)?.all());
    }
    Ok(objects)
}

/// The text of an object alone. Lines keep their numbers where the object has text of its own.
fn own_text(name: &str, object: &Document) -> Vec<u8> {
    let lines = "\n".repeat(object.base.line.saturating_sub(1) as usize);
    let own = (lines + object.text()).into_bytes();
    let read = read_live(name, own.clone());
    match read.is_ok_and(|read| is_same(&read, object)) {
        true => own,
        false => yaml(object).into_bytes(),
    }
}

/// The error for an object that the text no longer has.
fn no_longer_there(name: &str, object: &str) -> ReadError {
    ReadError {
        name: name.to_owned(),
        position: Position::START,
        what: format!("{object} is no longer in this file"),
        help: Some("write the object back, or choose another one from the list of objects".to_owned()),
        line: String::new(),
        secret: false,
    }
}

impl LiveObject {
    fn new(object: &Document) -> Self {
        Self {
            name: object_name(object),
            line: object.position(object.root()).line,
        }
    }
}

impl LiveObjects {
    /// Reads a text, and the text of the object that is meant.
    ///
    /// # Errors
    /// What cannot be read, and where; an object that is not there.
    pub fn read(
        name: &str,
        stream: Arc<Vec<u8>>,
        choice: &ObjectChoice,
    ) -> Result<(Self, Vec<u8>), ReadError> {
        let documents = objects_of(name, &stream)?;
        let objects: Vec<_> = documents.iter().map(LiveObject::new).collect();
        let is_meant = |at: usize| match choice {
            ObjectChoice::At(_) => objects.len() > at,
            ObjectChoice::Named(meant, _) => objects.get(at).is_some_and(|object| object.name == *meant),
        };
        let (ObjectChoice::At(at) | ObjectChoice::Named(_, at)) = choice;
        let shown = match is_meant(*at) {
            true => Some(*at),
            false => (0..objects.len()).find(|at| is_meant(*at)),
        };
        let Some(shown) = shown else {
            let meant = match choice {
                ObjectChoice::At(_) => "this object",
                ObjectChoice::Named(meant, _) => meant,
            };
            return Err(no_longer_there(name, meant));
        };
        let text = own_text(name, &documents[shown]);
        Ok((
            Self {
                objects,
                shown,
                stream,
            },
            text,
        ))
    }

    /// Reads a text of several objects, with the one that patches are for. Nothing where the text is one object and no list,
    /// or where something cannot be read: the caller reads the whole text then, and finds the error.
    pub fn for_patches(
        name: &str,
        stream: &[u8],
        patches: &[&Document],
    ) -> Option<(Self, Vec<u8>, PatchedObject)> {
        if !may_hold_several(stream) {
            return None;
        }
        let documents = objects_of(name, stream).ok()?;
        let is_for_all = |object: &&Document| patches.iter().all(|patch| is_for(patch, object));
        let is_meant: Vec<bool> = documents.iter().map(|object| is_for_all(&object)).collect();
        let first = is_meant.iter().position(|is_meant| *is_meant);
        let patched = match (first, documents.len()) {
            (_, 0) => return None,
            (_, 1) => PatchedObject::One,
            (None, _) => PatchedObject::None,
            (Some(first), _) if is_meant[first + 1..].contains(&true) => PatchedObject::Unclear,
            (Some(_), _) => PatchedObject::One,
        };
        let shown = first.unwrap_or(0);
        let object = &documents[shown];
        let whole = read_live(name, stream.to_vec());
        if whole.is_ok_and(|whole| documents.len() == 1 && is_same(&whole, object)) {
            return None;
        }
        let text = own_text(name, object);
        let objects = documents.iter().map(LiveObject::new).collect();
        let stream = Arc::new(stream.to_vec());
        Some((
            Self {
                objects,
                shown,
                stream,
            },
            text,
            patched,
        ))
    }

    /// The objects, in the order of the text.
    pub fn objects(&self) -> &[LiveObject] {
        &self.objects
    }

    /// The index of the object that is shown.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// The text that holds all of them.
    pub fn stream(&self) -> &Arc<Vec<u8>> {
        &self.stream
    }

    /// The choice of the object that is shown, in a newer text.
    pub fn same_object(&self) -> ObjectChoice {
        let name = self.objects.get(self.shown).map(|object| object.name.clone());
        ObjectChoice::Named(name.unwrap_or_default(), self.shown)
    }
}

fn is_same(a: &Document, b: &Document) -> bool {
    same(a, a.root(), b, b.root(), Numbers::ByType)
}

/// Whether a patch is for an object: what it says itself of apiVersion, kind, name and namespace holds there.
pub fn is_for(patch: &Document, object: &Document) -> bool {
    let top = |document| -> [Option<&str>; 2] {
        let document: &Document = document;
        ["apiVersion", "kind"].map(|key| document.text_at(&[key]))
    };
    let agree = |(wanted, found): (Option<&str>, Option<&str>)| wanted.is_none() || wanted == found;
    top(patch).into_iter().zip(top(object)).all(agree)
        && ["name", "namespace"].into_iter().all(|key| {
            agree((
                patch.text_at(&["metadata", key]),
                object.text_at(&["metadata", key]),
            ))
        })
}

/// What messages call an object: `Deployment default/web`; not escaped.
pub fn object_name(object: &Document) -> String {
    let (_, kind) = object.identity();
    let kind = if kind.is_empty() { "(no kind)" } else { kind };
    let name = object.text_at(&["metadata", "name"]).unwrap_or("(no name)");
    match object.text_at(&["metadata", "namespace"]) {
        Some(namespace) => format!("{kind} {namespace}/{name}"),
        None => format!("{kind} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Document {
        crate::document::read("o", text.as_bytes().to_vec()).unwrap()
    }

    const WEB: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n";

    #[test]
    fn a_patch_is_for_the_objects_that_it_names() {
        let cases = [
            ("spec: {}", true),
            ("kind: Deployment", true),
            ("kind: Service", false),
            (
                "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}",
                true,
            ),
            ("kind: Deployment\nmetadata: {name: api}", false),
            ("metadata: {namespace: shop}", true),
            ("metadata: {namespace: test}", false),
            ("apiVersion: apps/v1beta1", false),
            ("metadata: {labels: {a: b}}", true),
        ];
        for (patch, want) in cases {
            assert_eq!(is_for(&object(patch), &object(WEB)), want, "{patch}");
        }
        assert_eq!(object_name(&object(WEB)), "Deployment shop/web");
    }
}
