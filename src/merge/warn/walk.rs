//! Through a patch, and beside it through what it will meet: every map and list is looked at once.

use rustc_hash::FxHashMap;

use super::{Found, Seen};
use crate::document::{Kind, Tree, Value};
use crate::merge::engine::Engine;
use crate::merge::node::{ResultId, Source};
use crate::schema::{Place, Strategy};

/// A place in a patch, and what it meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// The patch node.
    pub(super) patch: Source,
    /// What it will merge with; none where it comes in whole.
    pub(super) scene: Option<ResultId>,
    /// The nearest result node: `scene` itself, or what is above it.
    pub(super) near: ResultId,
    /// Its type, where it is known.
    pub(super) place: Option<Place>,
}

/// The directives of a patch map, by key.
pub(super) type Directives<'d> = FxHashMap<&'d str, Source>;

impl<'d> Engine<'d> {
    pub(super) fn walk_patch(&self, patch: Source, top: Place, seen: &mut Seen<'d>) -> Vec<Found> {
        let mut all = Vec::new();
        let mut todo = vec![Meeting {
            patch,
            scene: Some(self.scene.top()),
            near: self.scene.top(),
            place: Some(top),
        }];
        while let Some(meeting) = todo.pop() {
            match self.kind(meeting.patch) {
                Kind::Map => self.walk_map(meeting, seen, &mut todo, &mut all),
                Kind::List => {
                    let items = self
                        .children(meeting.patch)
                        .filter(|item| !self.kind(*item).is_scalar());
                    todo.extend(items.map(|patch| Meeting {
                        patch,
                        scene: None,
                        place: meeting.place.map(|place| self.schema.item(place)),
                        ..meeting
                    }));
                }
                _ => {}
            }
        }
        all.sort_by_key(|found| found.note.place_in_patch().map(|source| source.node));
        all
    }

    fn walk_map(&self, meeting: Meeting, seen: &mut Seen<'d>, todo: &mut Vec<Meeting>, all: &mut Vec<Found>) {
        let marker = self.marker(meeting.patch).map(|marker| self.value(marker));
        if marker == Some(Value::String("delete")) {
            return;
        }
        let scene = meeting.scene.filter(|_| marker.is_none());
        let fields = scene.map(|map| {
            (
                map,
                self.fields(map, self.document(meeting.patch).len(meeting.patch.node)),
            )
        });
        let directives: Directives<'d> = self
            .children(meeting.patch)
            .filter_map(|entry| Some((self.key(entry).filter(|key| key.starts_with('$'))?, entry)))
            .collect();
        for entry in self.children(meeting.patch) {
            let Some(key) = self.key(entry) else { continue };
            if key.starts_with('$') {
                continue;
            }
            let live = fields.as_ref().and_then(|(_, fields)| self.find(fields, key));
            let field = meeting.place.and_then(|place| self.schema.peek(place, key));
            all.extend(self.check_name(meeting, entry, key, field.as_ref()));
            if let Some(field) = &field {
                all.extend(self.check_type(live.unwrap_or(meeting.near), live.is_some(), entry, field));
            }
            if self.kind(entry).is_scalar() {
                continue;
            }
            let live = live.filter(|live| self.scene.kind(*live) == self.kind(entry));
            let inner = Meeting {
                patch: entry,
                scene: live,
                near: live.unwrap_or(meeting.near),
                place: field.as_ref().map(|field| field.place),
            };
            match &field {
                Some(field) if self.kind(entry) == Kind::List => {
                    self.check_set(&directives, inner, key, all);
                    let list = self.walk_list(&directives, inner, field, seen, all);
                    todo.extend(list);
                }
                Some(field) if field.strategy == Strategy::Replace => {
                    todo.push(Meeting { scene: None, ..inner })
                }
                _ => todo.push(inner),
            }
        }
    }
}
