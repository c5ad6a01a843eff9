//! Where the items of a Kubernetes list stand: their keys, the live order as the real program sees it (spec 3.9),
//! and the weave of a scene's list.

use rustc_hash::FxHashMap;

use super::key::Key;
use super::weave::{Placed, weave};
use crate::document::{Kind, Tree, Value};
use crate::merge::engine::{Engine, Note, Outcome};
use crate::merge::mark::Mark;
use crate::merge::node::ResultId;
use crate::merge::rule::Rule;
use crate::schema::Field;

/// A list after its merge and before its ordering.
pub(super) struct MergedList<'d> {
    /// Its items in the order that the merge alone gives them.
    pub(super) items: Vec<ResultId>,
    /// The live list as the real program's array holds it afterwards (spec 3.9).
    pub(super) view: View<'d>,
}

/// The keys of a live list.
#[derive(Default)]
pub(super) struct View<'d> {
    pub(super) keys: Vec<Key<'d>>,
    /// An item without the merge key: no place can be looked up in such a list.
    pub(super) keyless: Option<ResultId>,
}

impl<'d> Engine<'d> {
    /// The keys of live items.
    pub(super) fn view_of(&self, items: &[ResultId], merge_key: Option<&str>) -> View<'d> {
        let keys = items.iter().map(|id| (*id, self.item_key(*id, merge_key)));
        View {
            keyless: keys.clone().find(|(_, key)| key.is_none()).map(|(id, _)| id),
            keys: keys.filter_map(|(_, key)| key).collect(),
        }
    }

    /// Whether live's own data makes the real program put an item behind all others of its part.
    pub(super) fn is_put_last(&self, id: ResultId) -> bool {
        self.scene.kind(id) == Kind::Map
            && self
                .scene
                .get(id, "$patch")
                .is_some_and(|marker| self.scene_value(marker) == Value::String("delete"))
    }

    /// The weave's list, or the report that the real program dies of an item.
    pub(super) fn woven(
        &mut self,
        list: ResultId,
        woven: Result<Vec<ResultId>, ResultId>,
        merge_key: &str,
    ) -> Outcome<Vec<ResultId>> {
        woven.map_err(|id| {
            let key = self.item_key(id, Some(merge_key)).unwrap_or(Key::Map);
            let note = Note::new(Rule::ProgramPanics, list);
            self.dies_of_key(note, key, id, Some(merge_key))
        })
    }

    /// Items of one key stand together once a list has been merged.
    pub(super) fn draw_together(
        &mut self,
        list: ResultId,
        items: Vec<ResultId>,
        field: &Field<'d>,
    ) -> Outcome<Vec<ResultId>> {
        let merge_key = field.merge_key.unwrap_or_default();
        let mut keyed = Vec::with_capacity(items.len());
        for id in items {
            match self.item_key(id, field.merge_key) {
                Some(key) => keyed.push((id, key, false)),
                None => return Err(self.keyless(Note::new(Rule::MissingMergeKey, list), id, field)),
            }
        }
        let keys: Vec<Key<'d>> = keyed.iter().map(|(_, key, _)| *key).collect();
        let woven = weave_by(keyed.into_iter(), &FxHashMap::default(), &first_places(&keys));
        self.woven(list, woven, merge_key)
    }

    /// Puts a list into its final order and names it.
    pub(super) fn order_by_position(
        &mut self,
        list: ResultId,
        wanted: &[ResultId],
        merge_key: Option<&str>,
        note: Note,
    ) {
        let names = if self.traced {
            self.item_names(wanted, merge_key)
        } else {
            String::new()
        };
        self.put_in_order(list, wanted, note.detail(names), Mark::Reordered);
    }
}

/// Each key's first place.
pub(super) fn first_places<'d>(keys: &[Key<'d>]) -> FxHashMap<Key<'d>, usize> {
    keys.iter()
        .enumerate()
        .rev()
        .map(|(at, key)| (*key, at))
        .collect()
}

/// Splits items (with their keys, and whether they are put last) by whether the wanted order has their key, and
/// weaves the two parts.
pub(super) fn weave_by<'d>(
    items: impl Iterator<Item = (ResultId, Key<'d>, bool)>,
    wanted: &FxHashMap<Key<'d>, usize>,
    stood: &FxHashMap<Key<'d>, usize>,
) -> Result<Vec<ResultId>, ResultId> {
    let (mut ordered, mut server_only) = (Vec::new(), Vec::new());
    for (item, key, last) in items {
        let own = wanted.get(&key).copied();
        let stood = stood.get(&key).copied();
        let placed = Placed {
            item,
            own: own.or(stood),
            stood,
            last,
            dies: stood.is_some() && !key.is_comparable(),
        };
        match own {
            Some(_) => ordered.push(placed),
            None => server_only.push(placed),
        }
    }
    weave(ordered, server_only)
}
