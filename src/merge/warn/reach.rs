//! Which lists of live the patches name: what is wrong elsewhere is none of their business.

use rustc_hash::FxHashMap;

use crate::document::{Document, Kind, NodeId, Tree};
use crate::merge::engine::Engine;
use crate::merge::node::Source;
use crate::merge::path::{scalar_text, top_place};
use crate::schema::{Place, Strategy};

/// A node of live, and what of the patches goes there.
#[derive(Clone, Debug, Default)]
struct Met {
    patches: Vec<Source>,
    place: Option<Place>,
    /// Of a list that merges: what its items are told apart by.
    merge_key: Option<String>,
}

/// What of the patches goes where, as far as it was asked for.
pub(super) struct Reach<'e, 'd> {
    engine: &'e Engine<'d>,
    met: FxHashMap<NodeId, Met>,
    /// The items of a patch list by their merge key.
    items: FxHashMap<Source, FxHashMap<(Kind, String), Vec<Source>>>,
}

impl<'e, 'd> Reach<'e, 'd> {
    pub(super) fn new(engine: &'e Engine<'d>) -> Self {
        let live: &Document = &engine.documents[0];
        let roots = (1..engine.documents.len() as u16).map(|document| Source {
            document,
            node: engine.documents[document as usize].root(),
        });
        let top = Met {
            patches: roots.collect(),
            place: top_place(live, engine.schema),
            merge_key: None,
        };
        Self {
            engine,
            met: FxHashMap::from_iter([(live.root(), top)]),
            items: FxHashMap::default(),
        }
    }

    /// Whether a patch gives the list that holds `item`, or a directive beside it.
    pub(super) fn touches(&mut self, item: NodeId) -> bool {
        let live: &'d Document = &self.engine.documents[0];
        let Some(list) = live.parent(item) else {
            return true;
        };
        let (Some(map), Some(name)) = (live.parent(list), live.key(list)) else {
            return true;
        };
        let is_it = |key: &str| {
            key == name || key.starts_with('$') && key.split_once('/').is_some_and(|(_, field)| field == name)
        };
        let engine = self.engine;
        let met = self.met(map);
        met.patches.iter().any(|patch| {
            engine
                .children(*patch)
                .any(|entry| engine.key(entry).is_some_and(is_it))
        })
    }

    fn met(&mut self, node: NodeId) -> Met {
        let live: &'d Document = &self.engine.documents[0];
        let mut way = vec![node];
        while let Some(last) = way.last().copied().filter(|last| !self.met.contains_key(last)) {
            way.extend(live.parent(last));
        }
        let mut at = way
            .pop()
            .and_then(|known| self.met.get(&known))
            .cloned()
            .unwrap_or_default();
        for node in way.into_iter().rev() {
            at = match live.key(node) {
                Some(key) => self.entry(&at, key),
                None => self.item(&at, live, node),
            };
            self.met.insert(node, at.clone());
        }
        at
    }

    fn entry(&self, map: &Met, key: &str) -> Met {
        let field = map.place.and_then(|place| self.engine.schema.peek(place, key));
        let merges = |field: &&crate::schema::Field<'_>| field.strategy == Strategy::Merge;
        Met {
            patches: map
                .patches
                .iter()
                .filter_map(|patch| self.engine.entry(*patch, key))
                .collect(),
            place: field.as_ref().map(|field| field.place),
            merge_key: field
                .as_ref()
                .filter(merges)
                .and_then(|field| field.merge_key.map(str::to_owned)),
        }
    }

    fn item(&mut self, list: &Met, live: &Document, item: NodeId) -> Met {
        let place = list.place.map(|place| self.engine.schema.item(place));
        let Some(merge_key) = &list.merge_key else {
            return Met {
                place,
                ..Met::default()
            };
        };
        let name = |document: &Document, item: NodeId| -> Option<(Kind, String)> {
            let value = document.value(document.get(item, merge_key)?);
            Some((value.kind(), scalar_text(value)?))
        };
        let mut patches = Vec::new();
        for patch in &list.patches {
            let engine = self.engine;
            let by_name = self.items.entry(*patch).or_insert_with(|| {
                let mut by_name: FxHashMap<(Kind, String), Vec<Source>> = FxHashMap::default();
                for item in engine.children(*patch) {
                    if let Some(name) = name(engine.document(item), item.node) {
                        by_name.entry(name).or_default().push(item);
                    }
                }
                by_name
            });
            let found = name(live, item).and_then(|name| by_name.get(&name));
            patches.extend(found.into_iter().flatten().copied());
        }
        Met {
            patches,
            place,
            merge_key: None,
        }
    }
}
