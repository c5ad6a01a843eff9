//! Looks up a typed path as far as it exists, and finds its completions.

use crate::document::escape::visible;
use crate::document::write::double_quoted;
use crate::document::{Path, Segment, Tree, Value, ValueKind, write};
use crate::merge::{Presence, ResultId, ResultTree, item_name_text};

/// The maximum number of names that a message lists.
const MAX_NAMES: usize = 6;
/// The maximum number of completions.
const MAX_CANDIDATES: usize = 100;

/// A result tree with its deleted nodes.
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
        // Existing nodes come before deleted ones.
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

/// Returns the node at a path.
///
/// # Errors
/// The number of segments that were found, and the node that they lead to.
pub(crate) fn follow<T: Tree>(tree: &T, path: &Path) -> Result<T::Id, (usize, T::Id)> {
    let mut node = tree.top();
    for (done, segment) in path.0.iter().enumerate() {
        node = child(tree, node, segment).ok_or((done, node))?;
    }
    Ok(node)
}

/// Returns a path of a tree with the values of list items as they are printed: `args["80"]`.
pub(crate) fn printed<T: Tree>(tree: &T, path: &Path) -> Path {
    let mut node = Some(tree.top());
    let segments = path.0.iter().map(|segment| {
        node = node.and_then(|parent| child(tree, parent, segment));
        let item = node.filter(|node| tree.key(*node).is_none() && tree.kind(*node).is_scalar());
        let value = item.and_then(|item| item_name_text(tree.value(item)));
        let is_position = |value: &String| matches!(segment, Segment::Index(index) if index.to_string() != value.trim_matches('"'));
        match value.filter(|value| !is_position(value)) {
            Some(value) => Segment::Value(value),
            None => segment.clone(),
        }
    });
    Path(segments.collect())
}

/// Returns the child that a segment names as printed, otherwise the first with that text, in quotes or not: `port=80`
/// can be typed for `port="80"`, and `name="web"` for `name=web`.
fn child<T: Tree>(tree: &T, node: T::Id, segment: &Segment) -> Option<T::Id> {
    let printed = |id| item_name_text(tree.value(id));
    let text = |id| Some(write::value_text(tree, id, usize::MAX / 8));
    let quoted = |id| tree.value(id).as_str().map(double_quoted);
    child_with_text(tree, node, segment, printed)
        .or_else(|| child_with_text(tree, node, segment, text))
        .or_else(|| child_with_text(tree, node, segment, quoted))
}

fn child_with_text<T: Tree>(
    tree: &T,
    node: T::Id,
    segment: &Segment,
    text: impl Fn(T::Id) -> Option<String>,
) -> Option<T::Id> {
    let is_text = |text: &str, expected: &str| text == expected || visible(text) == expected;
    let scalar = |id: T::Id, expected: &str| {
        tree.kind(id).is_scalar() && text(id).is_some_and(|text| is_text(&text, expected))
    };
    let in_list = tree.kind(node) == ValueKind::List;
    match segment {
        // `args["80"]`: a text in quotes.
        Segment::Key(key) if in_list => {
            let quoted = double_quoted(key);
            tree.children(node).find(|child| scalar(*child, &quoted))
        }
        Segment::Key(key) => tree
            .children(node)
            .find(|child| tree.key(*child).is_some_and(|name| is_text(name, key))),
        _ if !in_list => None,
        Segment::Index(index) => {
            let text = index.to_string();
            let by_value = tree.children(node).find(|child| scalar(*child, &text));
            by_value.or_else(|| tree.children(node).nth(*index))
        }
        Segment::Value(value) => tree.children(node).find(|child| scalar(*child, value)),
        Segment::Item { key, value } => {
            let full = format!("{key}={value}");
            let entry = |item, key: &str| tree.children(item).find(|entry| tree.key(*entry) == Some(key));
            let has = |item, key, value| entry(item, key).is_some_and(|entry| scalar(entry, value));
            let named = tree
                .children(node)
                .find(|item| scalar(*item, &full) || has(*item, key, value));
            // All keys of an item: `port=53,protocol=UDP`. A patch can have fewer of them.
            let pairs = || full.split(',').filter_map(|pair| pair.split_once('='));
            let by_keys = |lacking: bool| {
                tree.children(node).find(|item| {
                    let is_absent = |key| lacking && entry(*item, key).is_none();
                    let mut all = pairs().enumerate();
                    all.all(|(at, (key, value))| has(*item, key, value) || at > 0 && is_absent(key))
                })
            };
            named.or_else(|| by_keys(false)).or_else(|| by_keys(true))
        }
    }
}

/// Returns the path segment of a child: its key, or for an item its `name`, else its first scalar, else its
/// index.
fn segment_of<T: Tree>(tree: &T, child: T::Id, position: usize) -> Segment {
    if let Some(key) = tree.key(child) {
        return Segment::Key(key.to_owned());
    }
    if tree.kind(child).is_scalar() {
        return Segment::Value(item_name_text(tree.value(child)).unwrap_or_default());
    }
    let scalars = || tree.children(child).filter(|entry| tree.kind(*entry).is_scalar());
    let named = scalars().find(|entry| tree.key(*entry) == Some("name"));
    match named.or_else(|| scalars().next()) {
        Some(entry) if tree.key(entry).is_some() => Segment::Item {
            key: tree.key(entry).unwrap_or_default().to_owned(),
            value: item_name_text(tree.value(entry)).unwrap_or_default(),
        },
        _ => Segment::Index(position),
    }
}

/// Returns the message for a missing segment: the part of the path that exists, and the names that exist
/// there; not escaped.
pub(crate) fn missing_segment<T: Tree>(tree: &T, path: &Path, done: usize, node: T::Id) -> String {
    let mut found = path.clone();
    let rest = found.0.split_off(done.min(found.0.len()));
    let missing = Path(rest.into_iter().take(1).collect());
    if tree.kind(node).is_scalar() {
        return format!(
            "{found} is {} and has no {missing}",
            tree.kind(node).with_article()
        );
    }
    let mut children = tree.children(node).enumerate();
    let names: Vec<String> = children
        .by_ref()
        .take(MAX_NAMES)
        .map(|(position, child)| Path(vec![segment_of(tree, child, position)]).to_string())
        .collect();
    let more = if children.next().is_some() { ", …" } else { "" };
    match names.is_empty() {
        true => format!("{found} is empty and has no {missing}"),
        false => format!("{found} has no {missing}; it has {}{more}", names.join(", ")),
    }
}

/// Returns the paths that complete a partly typed path by one segment.
pub(crate) fn candidates<T: Tree>(tree: &T, text: &str) -> Vec<String> {
    // The children of the path, if it exists.
    let full = Path::parse(text).ok().filter(|_| !text.is_empty());
    let below = full.and_then(|path| Some((follow(tree, &path).ok()?, path)));
    let cut = text.rfind(['.', '[']).unwrap_or(0);
    let parent = text.get(..cut).unwrap_or_default();
    let completions = completions(tree, parent, text);
    match (completions.as_slice(), below) {
        // The only completion is the text itself.
        ([one], Some((node, path))) if one == text => children(tree, node, &path, ""),
        ([], Some((node, path))) => children(tree, node, &path, ""),
        _ => completions,
    }
}

fn completions<T: Tree>(tree: &T, parent: &str, text: &str) -> Vec<String> {
    // A name of an item can contain a dot or bracket: use the longest prefix that is a path.
    let mut parent = parent;
    loop {
        if let Ok(path) = Path::parse(parent)
            && let Ok(node) = follow(tree, &path)
        {
            return children(tree, node, &path, text);
        }
        match parent.rfind(['.', '[']) {
            Some(cut) => parent = &parent[..cut],
            None if parent.is_empty() => return Vec::new(),
            None => parent = "",
        }
    }
}

/// Returns the paths of the children of a node that start with `text`.
fn children<T: Tree>(tree: &T, node: T::Id, path: &Path, text: &str) -> Vec<String> {
    let children = tree.children(node).enumerate();
    let paths = children.map(|(position, child)| path.join(segment_of(tree, child, position)).to_string());
    paths
        .filter(|path| path.starts_with(text))
        .take(MAX_CANDIDATES)
        .collect()
}

/// Returns the longest common prefix.
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
        length = length.min(same.last().map_or(0, |((offset, c), _)| offset + c.len_utf8()));
    }
    first[..length].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    #[test]
    fn a_text_that_looks_like_a_number_has_its_own_path() {
        let json = r#"{"ports": [{"port": "80"}, {"port": 80}, {"port": "81"}, {"name": "a"}], "args": ["80", 80, "81", "web"]}"#;
        let document = read("live", json.into()).unwrap();
        // What is typed, and the path of the item that is found.
        let rows = [
            ("ports[port=\"80\"]", "ports[port=\"80\"]"),
            ("ports[port=80]", "ports[port=80]"),
            ("ports[port=81]", "ports[port=\"81\"]"),
            ("args[\"80\"]", "args[\"80\"]"),
            ("args[80]", "args[80]"),
            ("args[81]", "args[\"81\"]"),
            ("args[\"web\"]", "args[web]"),
            ("ports[name=\"a\"]", "ports[name=a]"),
        ];
        for (typed, printed) in rows {
            let path = Path::parse(typed).unwrap();
            let node = follow(&document, &path).unwrap();
            let list = Path(vec![path.0[0].clone()]);
            let found = list.join(segment_of(&document, node, document.ordinal(node)));
            assert_eq!(found.to_string(), printed, "{typed}");
        }
    }

    #[test]
    fn a_found_path_is_shown_as_printed() {
        let json = r#"{"ports": [{"port": "80"}, {"port": 81}], "args": ["80", 80, "81", "web"]}"#;
        let document = read("live", json.into()).unwrap();
        for (typed, shown) in [
            ("args[\"80\"]", "args[\"80\"]"),
            ("args[80]", "args[80]"),
            ("args[81]", "args[\"81\"]"),
            ("args[\"web\"]", "args[web]"),
            ("args[3]", "args[3]"),
            ("ports[1].port", "ports[1].port"),
            ("ports[port=81].port", "ports[port=81].port"),
        ] {
            assert_eq!(
                printed(&document, &Path::parse(typed).unwrap()).to_string(),
                shown,
                "{typed}"
            );
        }
    }
}
