//! What all list merges need: the items, their types, and an index of them by key.

use rustc_hash::FxHashMap;

use super::key::Key;
use crate::document::{Kind, Tree};
use crate::merge::engine::{Engine, Note, Outcome};
use crate::merge::go_text;
use crate::merge::node::{ResultId, Source, State};
use crate::merge::path::scalar_text;
use crate::merge::rule::Rule;

/// Items by key: the first of each key in one step, the others along a chain.
#[derive(Debug, Default)]
pub(super) struct ItemIndex<'d> {
    first: FxHashMap<Key<'d>, u32>,
    items: Vec<(ResultId, Option<u32>)>,
    /// A map or list stands where a key should be.
    pub(super) uncomparable: [Option<ResultId>; 2],
}

impl<'d> ItemIndex<'d> {
    /// Indexes `items`; those without a key are left out.
    pub(super) fn new(items: impl DoubleEndedIterator<Item = (ResultId, Option<Key<'d>>)>) -> Self {
        let mut index = Self::default();
        // Both grow with the list: making room once is cheaper than moving all keys at every doubling.
        let count = items.size_hint().0;
        index.first.reserve(count);
        index.items.reserve(count);
        for (id, key) in items.rev() {
            match key {
                Some(Key::List) => index.uncomparable[0] = Some(id),
                Some(Key::Map) => index.uncomparable[1] = Some(id),
                Some(key) => {
                    let at = index.items.len() as u32;
                    let next = index.first.insert(key, at);
                    index.items.push((id, next));
                }
                None => {}
            }
        }
        index
    }

    /// The first item of a key.
    pub(super) fn first(&self, key: Key<'d>) -> Option<ResultId> {
        self.first.get(&key).map(|at| self.items[*at as usize].0)
    }

    /// All items of a key, in order.
    pub(super) fn all(&self, key: Key<'d>) -> impl Iterator<Item = ResultId> + '_ {
        let mut at = self.first.get(&key).copied();
        std::iter::from_fn(move || {
            let (id, next) = self.items[at? as usize];
            at = next;
            Some(id)
        })
    }

    /// Forgets the items of a key.
    pub(super) fn forget(&mut self, key: Key<'d>) {
        self.first.remove(&key);
    }

    /// Learns of an item behind all others; a key that is there already keeps its first item.
    pub(super) fn append(&mut self, key: Key<'d>, id: ResultId) {
        match key {
            Key::List => self.uncomparable[0] = Some(id),
            Key::Map => self.uncomparable[1] = Some(id),
            _ => {}
        }
        let at = self.items.len() as u32;
        self.first.entry(key).or_insert(at);
        self.items.push((id, None));
    }

    /// An item whose key cannot be compared with `key` without the real program dying.
    pub(super) fn dies_with(&self, key: Key<'d>) -> Option<ResultId> {
        match key {
            Key::List => self.uncomparable[0],
            Key::Map => self.uncomparable[1],
            _ => None,
        }
    }
}

/// What kinds of elements lists have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Elements {
    /// No element at all.
    None,
    /// The first one, and one of another kind if there is any.
    Some {
        first: (Kind, Source),
        other: Option<(Kind, Source)>,
    },
}

impl<'d> Engine<'d> {
    /// The present items of a list.
    pub(super) fn items(&self, list: ResultId) -> Vec<ResultId> {
        self.scene.present(list).collect()
    }

    /// What the elements of two lists are, live's first.
    pub(super) fn elements(&self, live: &[ResultId], patch: &[Source]) -> Elements {
        let mut kinds = live
            .iter()
            .map(|id| (self.scene.kind(*id), self.scene.source(*id)))
            .chain(patch.iter().map(|source| (self.kind(*source), *source)));
        let Some((kind, source)) = kinds.next() else {
            return Elements::None;
        };
        let other = kinds.find(|(other, _)| *other != kind);
        Elements::Some {
            first: (kind, source),
            other,
        }
    }

    /// The one type of all elements of two lists; none when there is no element at all.
    pub(super) fn element_kind(
        &mut self,
        live: &[ResultId],
        patch: &[Source],
        note: Note,
        list_source: (ResultId, Source),
    ) -> Outcome<Option<Kind>> {
        let elements = self.elements(live, patch);
        let lists = self.lists_text(elements, Some(list_source.0), Some(list_source.1));
        self.one_kind(elements, note, lists)
    }

    /// Two lists as messages about mixed types show them; empty if there is nothing to complain about.
    pub(super) fn lists_text(
        &self,
        elements: Elements,
        live: Option<ResultId>,
        patch: Option<Source>,
    ) -> String {
        if !matches!(elements, Elements::Some { other: Some(_), .. }) {
            return String::new();
        }
        let live = live.map_or_else(|| "[]".to_owned(), |list| go_text::value(&self.scene, list));
        let patch = patch.map_or_else(
            || "[]".to_owned(),
            |patch| go_text::value(self.document(patch), patch.node),
        );
        format!("[{live} {patch}]")
    }

    /// The one type of the elements, or the refusal of lists that cannot be merged.
    pub(super) fn one_kind(
        &mut self,
        elements: Elements,
        note: Note,
        lists: String,
    ) -> Outcome<Option<Kind>> {
        let Elements::Some {
            first: (kind, source),
            other,
        } = elements
        else {
            return Ok(None);
        };
        let mixed =
            |name: &str, other: &str| format!("here stand one of type {name} and one of type {other}");
        let (rule, message, detail, guilty) = match (kind, other) {
            (_, Some((other, at))) if self.is_proposal() => {
                let mut names = [kind.name(), other.name()];
                names.sort_unstable();
                let message = format!("list element types are not identical: {}", names.join(", "));
                let detail = mixed(names[0], names[1]);
                (Rule::MixedTypes, message, detail, vec![at, source])
            }
            (Kind::List, _) => {
                let message = "lists of lists are not supported".to_owned();
                (Rule::ListOfLists, message, String::new(), vec![source])
            }
            (Kind::Null, _) if self.is_proposal() => {
                let message = "a merged list holds null".to_owned();
                (Rule::NullInList, message, String::new(), vec![source])
            }
            (Kind::Null, _) => {
                let message = "runtime error: invalid memory address or nil pointer dereference".to_owned();
                (Rule::ProgramPanics, message.clone(), message, vec![source])
            }
            (_, Some((other, at))) => {
                let message = format!("list element types are not identical: {lists}");
                let detail = mixed(kind.name(), other.name());
                (Rule::MixedTypes, message, detail, vec![at, source])
            }
            (kind, None) => return Ok(Some(kind)),
        };
        Err(self.refuse(Note::renamed(note, rule), message, detail, guilty))
    }

    /// Items as names: their key's value, or their own.
    pub(super) fn item_names(&self, items: &[ResultId], merge_key: Option<&str>) -> String {
        Self::names(items.iter().map(|id| self.item_name(*id, merge_key)))
    }

    fn item_name(&self, id: ResultId, merge_key: Option<&str>) -> String {
        let value = match merge_key {
            Some(name) => self.scene.get(id, name),
            None => Some(id),
        };
        let text = value.and_then(|value| scalar_text(self.scene_value(value)));
        match text {
            Some(text) if text.is_empty() => "\"\"".to_owned(),
            Some(text) => text,
            None => "(no key)".to_owned(),
        }
    }

    /// Whether an item is in the list now.
    pub(super) fn is_in(&self, id: ResultId) -> bool {
        self.scene.state(id) == State::Present
    }

    /// Whether a scene node is an item of a list.
    pub(super) fn is_list_item(&self, id: ResultId) -> bool {
        self.scene
            .parent(id)
            .is_some_and(|parent| self.scene.kind(parent) == Kind::List)
    }
}
