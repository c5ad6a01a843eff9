//! Generates a pair for one field with a patch strategy, at any position.

use std::collections::BTreeSet;

use mergescope::schema::{Field, Shape, Strategy, TypePosition};

use super::pairs::json::Json;
use super::pairs::random::Random;
use super::pairs::{Generator, Pair};

/// The maximum depth of these fields.
const MAX_DEPTH: usize = 12;

/// A field with a strategy, with the first kind and path that lead to it.
pub(crate) struct Target<'s> {
    kind: &'s str,
    way: Vec<(&'s str, Field<'s>)>,
    /// `Type.field`.
    pub(crate) name: String,
}

impl<'s> Generator<'s> {
    /// Returns all fields with a strategy that a merge can reach, which are not below a replaced list.
    pub(crate) fn targets(&self) -> Vec<Target<'s>> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        for kind in &self.kinds {
            let (api_version, name) = kind.split_once(' ').unwrap();
            let place = self.schema.top(api_version, name).unwrap();
            self.targets_below(kind, place, &mut Vec::new(), &mut seen, &mut found);
        }
        found
    }

    fn targets_below(
        &self,
        kind: &'s str,
        place: TypePosition,
        way: &mut Vec<(&'s str, Field<'s>)>,
        seen: &mut BTreeSet<String>,
        found: &mut Vec<Target<'s>>,
    ) {
        let schema = self.schema;
        for name in schema.field_names(place) {
            let type_name = schema.type_name(place);
            let id = format!("{type_name}.{name}");
            let Some(field) = schema.peek(place, name).filter(|_| !self.newer.contains(&&*id)) else {
                continue;
            };
            way.push((name, field));
            let group = kind.split(['/', ' ']).next().unwrap_or_default();
            if field.strategy != Strategy::None || field.retain_keys {
                // The same type name is used for different types in different groups.
                let id = if way.len() < 3 {
                    format!("{group} {id}")
                } else {
                    id.clone()
                };
                if seen.insert(id.clone()) {
                    found.push(Target {
                        kind,
                        way: way.clone(),
                        name: id,
                    });
                }
            }
            let inside = match schema.shape(field.type_position) {
                Shape::List if field.merge_key.is_some() => Some(schema.item(field.type_position)),
                Shape::Struct => Some(field.type_position),
                _ => None,
            };
            let circular = way[..way.len() - 1]
                .iter()
                .any(|step| step.1.type_position == field.type_position);
            if let Some(inside) = inside.filter(|_| !circular && way.len() < MAX_DEPTH) {
                self.targets_below(kind, inside, way, seen, found);
            }
            way.pop();
        }
    }

    /// Returns a pair that merges the target.
    pub(crate) fn probe(&mut self, target: &Target<'s>, seed: u64) -> Pair {
        self.random = Random::new(seed);
        (self.hardness, self.room) = (1, 60);
        let Some(((name, field), above)) = target.way.split_last() else {
            return self.pair(seed);
        };
        let (mut live, mut patch) = (Vec::new(), Vec::new());
        if self.schema.shape(field.type_position) == Shape::List {
            let items = self.list(field, 9);
            self.patch_list(name, Some(&items), field, 9, &mut patch);
            live.push(((*name).to_owned(), Json::List(items)));
        } else {
            let value = self.value(field.type_position, 3);
            patch.push((
                (*name).to_owned(),
                Json::Map(self.patch_map(&value, field.type_position, 3)),
            ));
            live.push(((*name).to_owned(), value));
        }
        for (name, field) in above.iter().rev() {
            for side in [&mut live, &mut patch] {
                let mut inner = std::mem::take(side);
                let value = match field.merge_key {
                    Some(key) => {
                        let item = self.schema.item(field.type_position);
                        let kind = self
                            .schema
                            .peek(item, key)
                            .map(|field| self.schema.go_kind(field.type_position));
                        let value = match kind {
                            Some("int32") => Json::Number("80".to_owned()),
                            _ => Json::text("a"),
                        };
                        inner.push((key.to_owned(), value));
                        Json::List(vec![Json::Map(inner)])
                    }
                    None => Json::Map(inner),
                };
                side.push(((*name).to_owned(), value));
            }
        }
        let (api_version, kind) = target.kind.split_once(' ').unwrap();
        live.push(("apiVersion".to_owned(), Json::text(api_version)));
        live.push(("kind".to_owned(), Json::text(kind)));
        Pair {
            live: Json::Map(live).to_string(),
            patch: Json::Map(patch).to_string(),
        }
    }
}
