//! The `--merge-key` options that a kind without a type needs.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::result_tree::path::scalar_text;
use super::trace::Inputs;
use crate::document::{Document, NodeId, Tree, ValueKind};

/// Keys that usually identify an item, the most common first.
const USUAL_KEYS: [&str; 5] = ["name", "key", "id", "uid", "type"];

/// Maximum number of options in a sentence.
const MAX_OPTIONS: usize = 4;

/// Maximum number of items of one list that are read.
const MAX_ITEMS: usize = 1000;

/// Maximum number of keys of an item that are compared with those of the other items.
const MAX_KEYS: usize = 16;

/// Maximum length of a key in an option.
const MAX_KEY_BYTES: usize = 63;

/// The lists of maps with one path, in the live object and the patches.
type Lists<'d> = BTreeMap<Rc<str>, Vec<(&'d Document, NodeId)>>;

/// Returns `--merge-key PATH=KEY` for the lists of maps in the patches whose items have a key in common, and counts the
/// lists that are left out of a long text. Without such a list it is a template.
pub(crate) fn missing_declarations(inputs: &Inputs) -> String {
    let mut of_patches = Lists::new();
    for patch in &inputs.patches {
        collect_lists(patch, &mut of_patches);
    }
    let mut of_live = Lists::new();
    collect_lists(&inputs.live, &mut of_live);
    let options = of_patches.into_iter().filter_map(|(path, mut lists)| {
        lists.extend(of_live.remove(&path).unwrap_or_default());
        let key = common_key(&lists)?;
        Some(format!("--merge-key {path}={key}"))
    });
    let mut options: Vec<String> = options.collect();
    let more = options.len().saturating_sub(MAX_OPTIONS);
    options.truncate(MAX_OPTIONS);
    match (options.is_empty(), more) {
        (true, _) => "--merge-key PATH=KEY".to_owned(),
        (false, 0) => options.join(" "),
        (false, 1) => options.join(" ") + " and an option for 1 more list",
        (false, _) => format!("{} and options for {more} more lists", options.join(" ")),
    }
}

/// Returns whether a key can be a part of an option.
fn is_plain(key: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !key.is_empty() && key.len() <= MAX_KEY_BYTES && key.chars().all(is_plain)
}

fn collect_lists<'d>(document: &'d Document, all: &mut Lists<'d>) {
    let mut todo = vec![(document.root(), Rc::<str>::from(""))];
    while let Some((node, path)) = todo.pop() {
        match document.kind(node) {
            ValueKind::Map => {
                for entry in document.children(node) {
                    let key = document.key(entry).unwrap_or_default();
                    let is_container = matches!(document.kind(entry), ValueKind::Map | ValueKind::List);
                    if !is_container || !is_plain(key) || document.is_empty(entry) {
                        continue;
                    }
                    let below = match path.is_empty() {
                        true => Rc::from(key),
                        false => Rc::from(format!("{path}.{key}")),
                    };
                    todo.push((entry, below));
                }
            }
            ValueKind::List => {
                let items = document.children(node).take(MAX_ITEMS);
                todo.extend(items.map(|item| (item, path.clone())));
                all.entry(path).or_default().push((document, node));
            }
            _ => {}
        }
    }
}

/// Returns the key that all items have, with a different scalar in each item of a list.
fn common_key(lists: &[(&Document, NodeId)]) -> Option<String> {
    let (first, list) = *lists.first()?;
    let item = first.children(list).next()?;
    let own = first.children(item).take(MAX_KEYS);
    let own = own.filter_map(|entry| first.key(entry));
    let keys = USUAL_KEYS.into_iter().chain(own);
    let identifies = |key: &&str| {
        lists.iter().all(|(document, list)| {
            let mut seen = FxHashSet::default();
            document.children(*list).take(MAX_ITEMS).all(|item| {
                let value = document.get(item, key).map(|value| document.value(value));
                value.and_then(scalar_text).is_some_and(|text| seen.insert(text))
            })
        })
    };
    keys.filter(|key| is_plain(key))
        .find(identifies)
        .map(str::to_owned)
}
