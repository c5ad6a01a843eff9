//! The objects of a live text with several objects: their names, the one that the patches are for, and its
//! text.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::document::split::{ChunkKind, Splitter};
use crate::document::write::yaml;
use crate::document::{Document, Numbers, Position, ReadError, read_live, same};
use crate::merge::Inputs;

/// A live text with several objects, one of which is selected.
#[derive(Clone, Debug)]
pub struct LiveObjects {
    objects: Vec<LiveObject>,
    /// The index of the selected object; `None` if the text does not have it any more.
    shown: Option<usize>,
    /// A reference to the selected object that is valid for a newer text.
    same_object: ObjectChoice,
    /// The text of all objects.
    stream: Arc<Vec<u8>>,
    /// The text of all objects before the last save.
    before: Option<Arc<Vec<u8>>>,
}

/// One of several objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveObject {
    /// The name for messages: `Deployment default/web`; not escaped.
    pub name: String,
    /// Its first line, from 1.
    pub line: u32,
    /// Whether the last save of the text changed it.
    pub is_changed: bool,
    /// Whether it stands for a file that cannot be read.
    pub is_unread: bool,
    text_hash: u64,
}

/// A reference to one of several objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectChoice {
    /// The object at this index.
    At(usize),
    /// The object with this name; if there are several, the one at the index, else the first.
    Named(String, usize),
}

/// How many of several objects the patches can be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchedObject {
    /// One: it is selected.
    One,
    /// Several: the first of them is selected.
    Unclear,
    /// None: the first object is selected.
    None,
}

/// Several live files, one of which has the selected object.
#[derive(Clone, Debug)]
pub struct LiveFiles {
    files: Vec<LiveFile>,
    /// The index of the file with the selected object.
    shown: usize,
}

/// One of several live files.
#[derive(Clone, Debug)]
pub struct LiveFile {
    /// The name for messages; not escaped.
    pub name: String,
    /// Its objects when it was last read.
    pub objects: Vec<LiveObject>,
}

impl LiveFiles {
    /// Reads the names and texts of files, and selects the file with the object that the patches are for, or the first one
    /// that cannot be read. Returns `None` if there is no object.
    pub fn for_patches<'f>(
        texts: impl IntoIterator<Item = (&'f str, &'f [u8])>,
        patches: &[&Document],
    ) -> Option<(Self, PatchedObject)> {
        let (mut files, mut meant, mut some, mut unread) = (Vec::new(), Vec::new(), None, None);
        for (at, (name, text)) in texts.into_iter().enumerate() {
            let documents = match objects_of(name, text) {
                Ok(documents) => documents,
                Err(error) => {
                    unread = unread.or(Some(at));
                    files.push(LiveFile {
                        name: name.to_owned(),
                        objects: vec![LiveObject::unread(error.position.line)],
                    });
                    continue;
                }
            };
            let objects: Vec<_> = documents.iter().map(LiveObject::new).collect();
            some = some.or((!objects.is_empty()).then_some(at));
            let is_meant = |object: &&Document| patches.iter().all(|patch| is_for(patch, object));
            meant.extend(documents.iter().filter(is_meant).map(|_| at));
            let name = name.to_owned();
            files.push(LiveFile { name, objects });
        }
        let count: usize = files.iter().map(|file| file.objects.len()).sum();
        let patched = match (meant.len(), count) {
            // The error is shown first.
            _ if unread.is_some() => PatchedObject::One,
            (1, _) | (_, 1) => PatchedObject::One,
            (0, _) => PatchedObject::None,
            (_, _) => PatchedObject::Unclear,
        };
        let shown = unread.or(meant.first().copied()).or(some)?;
        Some((Self { files, shown }, patched))
    }

    /// Returns the files in order.
    pub fn files(&self) -> &[LiveFile] {
        &self.files
    }

    /// Returns the index of the file with the selected object.
    pub fn shown(&self) -> usize {
        self.shown
    }

    /// Selects an object of another file, and stores the objects of the file that was shown.
    pub fn show(&mut self, index: usize, shown_before: Vec<LiveObject>) {
        self.files[self.shown].objects = shown_before;
        self.shown = index;
    }
}

/// Returns whether a text can contain several objects. False is certain.
pub fn may_hold_several(text: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    has(b"\n---") || has(b"\nitems:") || has(b"\"items\"")
}

/// Returns all objects of a text in order. Linear.
fn objects_of(name: &str, text: &[u8]) -> Result<Vec<Document>, ReadError> {
    let mut splitter = Splitter::default();
    splitter.feed(text);
    splitter.end();
    let mut objects = Vec::new();
    // The start of the items of the current list: a duplicate `items` replaces them.
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

/// Returns the text of an object. Lines keep their numbers if the object has its own text.
fn own_text(name: &str, object: &Document) -> Vec<u8> {
    let lines = "\n".repeat(object.base.line.saturating_sub(1) as usize);
    let own = (lines + object.text()).into_bytes();
    let read = read_live(name, own.clone());
    match read.is_ok_and(|read| is_same(&read, object)) {
        true => own,
        false => yaml(object).into_bytes(),
    }
}

/// The end of the error for an object that is no longer in the text.
pub const NO_LONGER_THERE: &str = " is no longer in this file";

/// Returns the error for an object that is no longer in the text.
fn no_longer_there(name: &str, object: &str) -> ReadError {
    ReadError {
        name: name.to_owned(),
        position: Position::START,
        what: format!("{object}{NO_LONGER_THERE}"),
        help: Some("add the object again, or select another one in the list of objects".to_owned()),
        line: String::new(),
        secret: false,
    }
}

impl LiveObject {
    pub(crate) fn new(object: &Document) -> Self {
        Self {
            name: object_name(object),
            line: object.position(object.root()).line,
            is_changed: false,
            is_unread: false,
            text_hash: FxBuildHasher.hash_one(object.text().trim_end()),
        }
    }

    /// Stands for the objects of a file with an error in a line.
    pub(crate) fn unread(line: u32) -> Self {
        Self {
            name: "(cannot be read)".to_owned(),
            line,
            is_changed: false,
            is_unread: true,
            text_hash: 0,
        }
    }
}

impl LiveObjects {
    /// Reads a text, and the text of the chosen object.
    ///
    /// # Errors
    /// A syntax error with its position; an object that is not in the text.
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
        Ok((Self::new(objects, shown, stream), text))
    }

    fn new(objects: Vec<LiveObject>, shown: usize, stream: Arc<Vec<u8>>) -> Self {
        let name = objects.get(shown).map(|object| object.name.clone());
        Self {
            objects,
            shown: Some(shown),
            same_object: ObjectChoice::Named(name.unwrap_or_default(), shown),
            stream,
            before: None,
        }
    }

    /// Reads the objects of a text that does not have the chosen one. Returns `None` if it cannot be parsed.
    pub fn without_chosen(name: &str, stream: Arc<Vec<u8>>, choice: ObjectChoice) -> Option<Self> {
        let documents = objects_of(name, &stream).ok()?;
        let objects = documents.iter().map(LiveObject::new).collect();
        Some(Self {
            shown: None,
            same_object: choice,
            ..Self::new(objects, 0, stream)
        })
    }

    /// Reads a text of several objects, and selects the one that the patches are for. Returns `None` if the
    /// text is a single object, or if it cannot be parsed: then the caller reads it as one document and gets
    /// the error.
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
        let objects = Self::new(objects, shown, Arc::new(stream.to_vec()));
        Some((objects, text, patched))
    }

    /// Returns whether a text is one object and not a list or a stream.
    pub fn is_one_object(name: &str, text: &[u8]) -> bool {
        let is_whole =
            |object: &Document| read_live(name, text.to_vec()).is_ok_and(|whole| is_same(&whole, object));
        objects_of(name, text).is_ok_and(|objects| objects.len() == 1 && is_whole(&objects[0]))
    }

    /// Returns the objects in text order.
    pub fn objects(&self) -> &[LiveObject] {
        &self.objects
    }

    /// Returns the objects that the last save of the text changed.
    pub fn changed(&self) -> impl Iterator<Item = &LiveObject> {
        self.objects.iter().filter(|object| object.is_changed)
    }

    /// Returns the index of the selected object; `None` if the text does not have it any more.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// Returns the text of all objects.
    pub fn stream(&self) -> &Arc<Vec<u8>> {
        &self.stream
    }

    /// Returns the text that the selected object had before the last save, if the save changed it.
    pub fn text_before_save(&self, name: &str) -> Option<Vec<u8>> {
        let is_changed = self.objects.get(self.shown?)?.is_changed;
        let before = self.before.as_ref().filter(|_| is_changed)?;
        let read = Self::read(name, Arc::clone(before), &self.same_object());
        read.ok().map(|(_, text)| text)
    }

    /// Marks the objects that an earlier text has not, or differently. If the text is the same, the marks are kept.
    pub fn mark_changed_since(&mut self, earlier: &Self) {
        if Arc::ptr_eq(&self.stream, &earlier.stream) {
            self.before.clone_from(&earlier.before);
            for (object, known) in self.objects.iter_mut().zip(&earlier.objects) {
                object.is_changed = known.is_changed;
            }
            return;
        }
        self.before = Some(Arc::clone(&earlier.stream));
        let key = |object: &LiveObject| (object.name.clone(), object.text_hash);
        let known: FxHashSet<_> = earlier.objects.iter().map(key).collect();
        for object in &mut self.objects {
            object.is_changed = !known.contains(&key(object));
        }
    }

    /// Returns the index of the only object that some patches are for.
    pub fn only_for(&self, patches: &[&Document]) -> Option<usize> {
        let (objects, _, patched) = Self::for_patches("", &self.stream, patches)?;
        objects.shown.filter(|_| patched == PatchedObject::One)
    }

    /// Returns a reference to the selected object that is valid for a newer text.
    pub fn same_object(&self) -> ObjectChoice {
        self.same_object.clone()
    }
}

fn is_same(a: &Document, b: &Document) -> bool {
    same(a, a.root(), b, b.root(), Numbers::ByType)
}

/// Returns whether a patch can be for an object: its apiVersion, kind, name and namespace, as far as it has
/// them, are equal.
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

/// Returns whether a later document of a patch file is for an object. Only the first document is used.
pub fn has_unused_document_for(patch: &Document, object: &Document) -> bool {
    let text = patch.original_text().as_bytes();
    let documents = may_hold_several(text).then(|| objects_of(patch.name(), text));
    let documents = documents.and_then(Result::ok).unwrap_or_default();
    documents.iter().skip(1).any(|document| is_for(document, object))
}

/// Returns the name of an object for messages: `Deployment default/web`; not escaped.
pub fn object_name(object: &Document) -> String {
    let (_, kind) = object.identity();
    let kind = if kind.is_empty() { "(no kind)" } else { kind };
    let text = |key| object.text_at(&["metadata", key]).filter(|text| !text.is_empty());
    let name = text("name").unwrap_or("(no name)");
    match text("namespace") {
        Some(namespace) => format!("{kind} {namespace}/{name}"),
        None => format!("{kind} {name}"),
    }
}

/// Returns whether a document has an object: it has none if no file has the object that a policy names.
pub fn has_object(live: &Document) -> bool {
    !live.is_empty(live.root())
}

/// Returns the name of the live object of a merge. A policy names it if there is none.
pub fn merged_name(inputs: &Inputs) -> String {
    match inputs.patches.first() {
        Some(patch) if !has_object(&inputs.live) => object_name(patch),
        _ => object_name(&inputs.live),
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
        let nameless = object("kind: Pod\nmetadata: {name: '', namespace: ''}");
        assert_eq!(object_name(&nameless), "Pod (no name)");
    }
}
