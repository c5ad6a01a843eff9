//! Finds what a template loses if it is sent as a JSON merge patch: its lists replace the live lists, so live
//! items and fields that it does not have are lost.

use rustc_hash::{FxHashMap, FxHashSet};

use super::pair_candidates::item_name;
use crate::document::words::first_of;
use crate::document::write::json_value;
use crate::document::{Document, NodeId, Numbers, Tree, ValueKind, same};
use crate::merge::go_text;

/// The maximum number of fields that are named; the others are counted.
const MAX_NAMES: usize = 12;

/// A list of the template that replaces a live list, and the loss.
#[derive(Debug)]
pub(crate) struct LostFields {
    /// The list in the template.
    pub(crate) list: NodeId,
    /// The live list.
    pub(crate) live: NodeId,
    /// The lost items and fields, for a sentence.
    pub(crate) names: String,
}

/// Returns the lists below two maps whose replacement loses something. Linear.
pub(crate) fn lost_fields(
    template: &Document,
    map: NodeId,
    live: &Document,
    live_node: NodeId,
) -> Vec<LostFields> {
    let mut out = Vec::new();
    let mut maps = vec![(map, live_node)];
    while let Some((map, live_node)) = maps.pop() {
        let keys = keys(live, live_node);
        for entry in template.children(map) {
            let Some(other) = template.key(entry).and_then(|key| keys.get(key)).copied() else {
                continue;
            };
            match (template.kind(entry), live.kind(other)) {
                (ValueKind::Map, ValueKind::Map) => maps.push((entry, other)),
                (ValueKind::List, ValueKind::List) => {
                    let lost = find_lost_in_list(template, entry, live, other);
                    if !lost.is_empty() {
                        out.push(LostFields {
                            list: entry,
                            live: other,
                            names: list_names(&lost),
                        });
                    }
                }
                _ => {}
            }
        }
    }
    out.sort_by_key(|lost| lost.list);
    out
}

fn list_names(lost: &[String]) -> String {
    first_of(lost.iter().map(|path| format!("`{path}`")), MAX_NAMES)
}

/// Returns the live items without a counterpart in the template, and the fields that the counterpart of an
/// item does not have. Items with the same name correspond; any other item is kept only by an equal one.
fn find_lost_in_list(template: &Document, list: NodeId, live: &Document, live_node: NodeId) -> Vec<String> {
    let mut by_name: FxHashMap<&str, NodeId> = FxHashMap::default();
    let mut texts: FxHashSet<String> = FxHashSet::default();
    for item in template.children(list) {
        match item_name(template, item) {
            Some(name) => {
                by_name.entry(name).or_insert(item);
            }
            None => {
                texts.insert(json_value(template, item));
            }
        }
    }
    let mut lost = Vec::new();
    for (index, item) in live.children(live_node).enumerate() {
        match item_name(live, item) {
            Some(name) => match by_name.get(name) {
                Some(other) => find_lost_in_map(
                    template,
                    *other,
                    live,
                    item,
                    &format!("[name={name}]."),
                    &mut lost,
                ),
                None => lost.push(format!("[name={name}]")),
            },
            None if texts.contains(&json_value(live, item)) => {}
            None if live.kind(item).is_scalar() => {
                lost.push(format!("[{}]", go_text::format_value(live, item)))
            }
            None => lost.push(format!("[{index}]")),
        }
    }
    lost
}

fn find_lost_in_map(
    template: &Document,
    map: NodeId,
    live: &Document,
    live_node: NodeId,
    prefix: &str,
    lost: &mut Vec<String>,
) {
    let keys = keys(template, map);
    for field in live.children(live_node) {
        let Some(key) = live.key(field) else { continue };
        match keys.get(key).copied() {
            None => lost.push(format!("{prefix}{key}")),
            Some(other) if same(template, other, live, field, Numbers::ByValue) => {}
            Some(other) if (template.kind(other), live.kind(field)) == (ValueKind::Map, ValueKind::Map) => {
                find_lost_in_map(template, other, live, field, &format!("{prefix}{key}."), lost);
            }
            Some(other) if (template.kind(other), live.kind(field)) == (ValueKind::List, ValueKind::List) => {
                let items = find_lost_in_list(template, other, live, field);
                lost.extend(items.into_iter().map(|item| format!("{prefix}{key}{item}")));
            }
            Some(_) => {}
        }
    }
}

fn keys(document: &Document, map: NodeId) -> FxHashMap<&str, NodeId> {
    let entries = document.children(map);
    entries
        .filter_map(|entry| Some((document.key(entry)?, entry)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    #[test]
    fn lost_items_and_fields_are_named() {
        let document = |text: &str| read("test", text.as_bytes().to_vec()).unwrap();
        for (template, live, expected) in [
            (
                "a: [{name: x}]",
                "a: [{name: x, b: {c: 1}}, {name: z}]",
                "`[name=x].b`, `[name=z]`",
            ),
            (
                "a: [{name: x, b: {c: 1}}]",
                "a: [{name: x, b: {c: 2, d: 3}}]",
                "`[name=x].b.d`",
            ),
            (
                "a: [{name: x, e: [1]}]",
                "a: [{name: x, e: [2, 1]}]",
                "`[name=x].e[2]`",
            ),
            ("m: {a: [1, 2]}", "m: {a: [2, 3]}", "`[3]`"),
            ("a: [{b: 1}]", "a: [{b: 1}, {b: 2}]", "`[1]`"),
            ("a: [1]", "a: [1]", ""),
            ("a: 1", "a: [1]", ""),
        ] {
            let (t, l) = (document(template), document(live));
            let found = lost_fields(&t, t.root(), &l, l.root());
            let names: Vec<&str> = found.iter().map(|lost| lost.names.as_str()).collect();
            assert_eq!(names.join("; "), expected, "{template} {live}");
        }
        let many = (0..20).map(|at| format!("x{at}")).collect::<Vec<_>>().join(", ");
        let (t, l) = (document("a: []"), document(&format!("a: [{many}]")));
        let found = lost_fields(&t, t.root(), &l, l.root());
        assert!(
            found[0].names.ends_with("`[x11]` and 8 more"),
            "{}",
            found[0].names
        );
    }
}
