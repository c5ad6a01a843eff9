//! Following a path that the user typed, as far as it exists, and what can come next.

use crate::document::escape::visible;
use crate::document::{Path, Segment, Tree, Value, ValueKind, write};
use crate::merge::{Presence, ResultId, ResultTree};

/// Names that a message lists.
const MAX_NAMES: usize = 6;
/// Candidates that are collected.
const MAX_CANDIDATES: usize = 100;

/// A result with its deleted nodes.
pub(crate) struct TreeWithDeleted<'s>(pub(crate) &'s ResultTree);

impl Tree for TreeWithDeleted<'_> {
    type Id = ResultId;

    fn top(&self) -> ResultId {
        self.0.top()
    }

    fn value(&self, id: ResultId) -> Value<'_> {
        self.0.value(id)
    }

    fn key(&self, id: ResultId) -> Option<&str> {
        self.0.key(id)
    }

    fn children(&self, id: ResultId) -> impl Iterator<Item = ResultId> + '_ {
        // What exists comes before what is deleted.
        let shown = |state: Presence| {
            self.0
                .all_children(id)
                .filter(move |child| self.0.state(*child) == state)
        };
        shown(Presence::Present).chain(shown(Presence::Removed))
    }

    fn kind(&self, id: ResultId) -> ValueKind {
        self.0.kind(id)
    }
}

/// Follows a path from the top.
///
/// # Errors
/// How many segments could be followed, and the node that they lead to.
pub(crate) fn follow<T: Tree>(tree: &T, path: &Path) -> Result<T::Id, (usize, T::Id)> {
    let mut at = tree.top();
    for (done, segment) in path.0.iter().enumerate() {
        at = child(tree, at, segment).ok_or((done, at))?;
    }
    Ok(at)
}

fn child<T: Tree>(tree: &T, at: T::Id, segment: &Segment) -> Option<T::Id> {
    let is = |text: &str, wanted: &str| text == wanted || visible(text) == wanted;
    let scalar = |id: T::Id, wanted: &str| {
        tree.kind(id).is_scalar() && is(&write::value_text(tree, id, usize::MAX / 8), wanted)
    };
    let in_list = tree.kind(at) == ValueKind::List;
    match segment {
        Segment::Key(key) => tree
            .children(at)
            .find(|child| tree.key(*child).is_some_and(|own| is(own, key))),
        _ if !in_list => None,
        Segment::Index(index) => {
            let text = index.to_string();
            let by_value = tree.children(at).find(|child| scalar(*child, &text));
            by_value.or_else(|| tree.children(at).nth(*index))
        }
        Segment::Value(value) => tree.children(at).find(|child| scalar(*child, value)),
        Segment::Item { key, value } => {
            let whole = format!("{key}={value}");
            tree.children(at).find(|item| {
                let mut entries = tree.children(*item);
                scalar(*item, &whole)
                    || entries.any(|entry| tree.key(entry) == Some(key) && scalar(entry, value))
            })
        }
    }
}

/// The segment of a child in a path; items by their `name`, else by their first scalar, else by position.
fn segment_of<T: Tree>(tree: &T, child: T::Id, position: usize) -> Segment {
    if let Some(key) = tree.key(child) {
        return Segment::Key(key.to_owned());
    }
    if tree.kind(child).is_scalar() {
        return Segment::Value(write::value_text(tree, child, usize::MAX / 8));
    }
    let scalars = || tree.children(child).filter(|entry| tree.kind(*entry).is_scalar());
    let named = scalars().find(|entry| tree.key(*entry) == Some("name"));
    match named.or_else(|| scalars().next()) {
        Some(entry) if tree.key(entry).is_some() => Segment::Item {
            key: tree.key(entry).unwrap_or_default().to_owned(),
            value: write::value_text(tree, entry, usize::MAX / 8),
        },
        _ => Segment::Index(position),
    }
}

/// Where a path ends and what exists there, as text; not escaped.
pub(crate) fn missing_segment<T: Tree>(tree: &T, path: &Path, done: usize, at: T::Id) -> String {
    let mut found = path.clone();
    let rest = found.0.split_off(done.min(found.0.len()));
    let missing = Path(rest.into_iter().take(1).collect());
    if tree.kind(at).is_scalar() {
        return format!(
            "{found} is {} and holds no {missing}",
            tree.kind(at).with_article()
        );
    }
    let mut children = tree.children(at).enumerate();
    let names: Vec<String> = children
        .by_ref()
        .take(MAX_NAMES)
        .map(|(position, child)| Path(vec![segment_of(tree, child, position)]).to_string())
        .collect();
    let more = if children.next().is_some() { ", …" } else { "" };
    match names.is_empty() {
        true => format!("{found} is empty: it has no {missing}"),
        false => format!("{found} has no {missing}; it has {}{more}", names.join(", ")),
    }
}

/// The paths that a partly typed path can become with its next segment.
pub(crate) fn candidates<T: Tree>(tree: &T, text: &str) -> Vec<String> {
    // A path that exists: what it contains.
    let whole = Path::parse(text).ok().filter(|_| !text.is_empty());
    let below = whole.and_then(|path| Some((follow(tree, &path).ok()?, path)));
    let cut = text.rfind(['.', '[']).unwrap_or(0);
    let parent = text.get(..cut).unwrap_or_default();
    let completions = completions(tree, parent, text);
    match (completions.as_slice(), below) {
        // It can only become itself.
        ([one], Some((at, path))) if one == text => children(tree, at, &path, ""),
        ([], Some((at, path))) => children(tree, at, &path, ""),
        _ => completions,
    }
}

fn completions<T: Tree>(tree: &T, parent: &str, text: &str) -> Vec<String> {
    // A dot or bracket can be part of an item's name: the longest prefix that is a path counts.
    let mut parent = parent;
    loop {
        if let Ok(path) = Path::parse(parent)
            && let Ok(at) = follow(tree, &path)
        {
            return children(tree, at, &path, text);
        }
        match parent.rfind(['.', '[']) {
            Some(cut) => parent = &parent[..cut],
            None if parent.is_empty() => return Vec::new(),
            None => parent = "",
        }
    }
}

/// The children of a node as paths that begin with `text`.
fn children<T: Tree>(tree: &T, at: T::Id, path: &Path, text: &str) -> Vec<String> {
    let children = tree.children(at).enumerate();
    let paths = children.map(|(position, child)| path.join(segment_of(tree, child, position)).to_string());
    paths
        .filter(|path| path.starts_with(text))
        .take(MAX_CANDIDATES)
        .collect()
}

/// The longest common prefix.
pub(crate) fn common_prefix(texts: &[String]) -> String {
    let Some((first, others)) = texts.split_first() else {
        return String::new();
    };
    let mut length = first.len();
    for other in others {
        let same = first
            .char_indices()
            .zip(other.chars())
            .take_while(|((_, a), b)| a == b);
        length = length.min(same.last().map_or(0, |((at, c), _)| at + c.len_utf8()));
    }
    first[..length].to_owned()
}
