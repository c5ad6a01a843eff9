//! What all list merges need: the items, their types, and an index of them by key.

use rustc_hash::FxHashMap;

use super::engine::{Engine, Note, Outcome};
use super::go_text;
use super::key::Key;
use crate::document::{Kind, Tree};
use crate::merge::path::scalar_text;
use crate::merge::rule::Rule;
use crate::merge::scene::{ResultId, Source, State};
use crate::merge::semantics::Semantics;

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

impl<'d> Engine<'d> {
    /// The present items of a list.
    pub(super) fn items(&self, list: ResultId) -> Vec<ResultId> {
        self.scene.present(list).collect()
    }

    /// The one type of all elements of two lists; none when there is no element at all.
    pub(super) fn element_kind(
        &mut self,
        live: &[ResultId],
        patch: &[Source],
        note: Note,
        list_source: (ResultId, Source),
    ) -> Outcome<Option<Kind>> {
        let kinds = live
            .iter()
            .map(|id| (self.scene.kind(*id), self.scene.source(*id)))
            .chain(patch.iter().map(|source| (self.kind(*source), *source)));
        let mut first: Option<(Kind, Source)> = None;
        let mut odd = None;
        for (kind, source) in kinds {
            match first {
                None => first = Some((kind, source)),
                Some((one, _)) if one != kind => {
                    odd = Some((kind, source));
                    break;
                }
                Some(_) => {}
            }
        }
        let Some((kind, source)) = first else {
            return Ok(None);
        };
        let with = |note: &Note, rule| Note::renamed(note.clone(), rule);
        if self.is_proposal()
            && let Some((other, at)) = odd
        {
            let mut names = [kind.name(), other.name()];
            names.sort_unstable();
            let message = format!("list element types are not identical: {}", names.join(", "));
            let detail = format!("here stand one of type {} and one of type {}", names[0], names[1]);
            return Err(self.refuse(with(&note, Rule::MixedTypes), message, detail, vec![at, source]));
        }
        match kind {
            Kind::List => {
                let message = "lists of lists are not supported".to_owned();
                Err(self.refuse(
                    with(&note, Rule::ListOfLists),
                    message,
                    String::new(),
                    vec![source],
                ))
            }
            Kind::Null if self.is_proposal() => {
                let message = "a merged list holds null".to_owned();
                Err(self.refuse(
                    with(&note, Rule::NullInList),
                    message,
                    String::new(),
                    vec![source],
                ))
            }
            Kind::Null => {
                let message = "runtime error: invalid memory address or nil pointer dereference".to_owned();
                Err(self.refuse(
                    with(&note, Rule::ProgramPanics),
                    message.clone(),
                    message,
                    vec![source],
                ))
            }
            _ => {
                if let Some((other, at)) = odd {
                    let (list, patch_list) = list_source;
                    let live_text = go_text::value(&self.scene, list);
                    let patch_text = go_text::value(self.document(patch_list), patch_list.node);
                    let message = format!("list element types are not identical: [{live_text} {patch_text}]");
                    let detail = format!(
                        "here stand one of type {} and one of type {}",
                        kind.name(),
                        other.name()
                    );
                    return Err(self.refuse(
                        with(&note, Rule::MixedTypes),
                        message,
                        detail,
                        vec![at, source],
                    ));
                }
                Ok(Some(kind))
            }
        }
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
        text.unwrap_or_else(|| "(no key)".to_owned())
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

    /// A text that depends on the dialect.
    pub(super) fn word(
        &self,
        proposal: impl FnOnce() -> String,
        kubernetes: impl FnOnce() -> String,
    ) -> String {
        match self.semantics {
            Semantics::Proposal => proposal(),
            Semantics::Kubernetes => kubernetes(),
        }
    }
}
