//! Replaces values that no user writes, such as a map for a name, by the mistakes that users make: quoted numbers,
//! numbers without quotes, an item without its list, and a list around a value.

use mergescope::schema::{Field, Shape, TypePosition};

use super::Generator;
use super::json::Json;

impl Generator<'_> {
    /// Changes the values of an object. `is_live`: the API server has accepted it, so no value has a wrong type.
    pub(super) fn write_as_users(&mut self, value: &mut Json, place: TypePosition, is_live: bool) {
        let Json::Map(entries) = value else { return };
        for (key, value) in entries {
            // The order and the deletions of a list of plain values have its values.
            let list = key
                .split_once('/')
                .filter(|(directive, _)| directive.starts_with('$'));
            if let (Some((_, name)), Json::List(items)) = (list, &mut *value)
                && let Some(field) = self.schema.peek(place, name)
                && self.schema.shape(self.schema.item(field.type_position)) == Shape::Scalar
            {
                let item = self.schema.item(field.type_position);
                for value in items.iter_mut().filter(|value| matches!(value, Json::Text(_))) {
                    self.write_scalar(name, value, item, is_live);
                }
            }
            if let Some(field) = self.schema.peek(place, key) {
                self.write_field(key, value, &field, is_live);
            }
        }
    }

    /// Mostly gives the patch the name of the live object.
    pub(super) fn name_object(&mut self, patch: &mut Json) {
        let Json::Map(entries) = patch else { return };
        let metadata = entries.iter_mut().find(|entry| entry.0 == "metadata");
        if let Some((_, Json::Map(fields))) = metadata
            && !self.random.one_in(5)
        {
            fields.retain(|field| field.0 != "namespace");
            let name = fields.iter_mut().find(|field| field.0 == "name");
            if let Some((_, name)) = name {
                *name = Json::text("x");
            }
        }
    }

    fn write_field(&mut self, name: &str, value: &mut Json, field: &Field<'_>, is_live: bool) {
        let place = field.type_position;
        match (self.schema.shape(place), &mut *value) {
            (Shape::Opaque | Shape::Unknown, _) => {}
            (_, Json::Null) if !is_live => {}
            (Shape::List, _) => self.write_list(name, value, field, is_live),
            (Shape::Struct | Shape::Map, Json::Map(_)) => self.write_as_users(value, place, is_live),
            (Shape::Struct | Shape::Map, Json::List(items)) if !is_live && items.len() == 1 => {
                self.write_as_users(&mut items[0], place, is_live);
                if !matches!(items[0], Json::Map(_)) {
                    *value = Json::Map(Vec::new());
                }
            }
            (Shape::Struct | Shape::Map, _) => *value = Json::Map(Vec::new()),
            (Shape::Scalar, _) => self.write_scalar(name, value, place, is_live),
        }
    }

    fn write_list(&mut self, name: &str, value: &mut Json, field: &Field<'_>, is_live: bool) {
        let item = self.schema.item(field.type_position);
        let is_plain = self.schema.shape(item) == Shape::Scalar;
        match value {
            Json::List(items) => {
                for value in items {
                    match (is_plain, &mut *value) {
                        (true, _) => self.write_scalar(name, value, item, is_live),
                        (false, Json::Null) if !is_live => {}
                        (false, Json::Map(_)) => {
                            self.write_as_users(value, item, is_live);
                            if is_live {
                                self.give_key(value, item, field.merge_key);
                            }
                        }
                        (false, _) => *value = Json::Map(Vec::new()),
                    }
                }
            }
            Json::Text(_) if !is_live && is_plain => self.write_scalar(name, value, item, is_live),
            Json::Map(_) if !is_live && field.merge_key.is_some_and(|key| value.get(key).is_some()) => {
                self.write_as_users(value, item, is_live);
            }
            _ => *value = Json::List(Vec::new()),
        }
    }

    /// Gives an item of a live object its merge key, which the API server requires.
    fn give_key(&mut self, item: &mut Json, place: TypePosition, merge_key: Option<&str>) {
        let Some((key, field)) = merge_key.and_then(|key| Some((key, self.schema.peek(place, key)?))) else {
            return;
        };
        if let Json::Map(entries) = item
            && !entries.iter().any(|entry| entry.0 == key)
        {
            let mut value = Json::text(self.random.pick(&["k", "l", "m", "n"]));
            self.write_scalar(key, &mut value, field.type_position, true);
            entries.push((key.to_owned(), value));
        }
    }

    fn write_scalar(&mut self, name: &str, value: &mut Json, place: TypePosition, is_live: bool) {
        let kind = self.schema.scalar_kind(place).unwrap_or("string");
        let is_time = name.ends_with("Timestamp") || name.ends_with("Time") || name == "timeAdded";
        match (kind, &mut *value) {
            (_, Json::Null) if !is_live => {}
            (_, Json::List(items)) if !is_live && items.len() == 1 => {
                self.write_scalar(name, &mut items[0], place, true);
            }
            ("int32" | "int64" | "float64", Json::Number(number)) if number.parse::<i32>().is_ok() => {}
            ("int32" | "int64" | "float64", Json::Text(_)) if !is_live => {
                *value = Json::text(self.random.pick(&["1", "3", "80"]));
            }
            ("int32" | "int64" | "float64", _) => *value = Json::Number("80".to_owned()),
            ("bool", Json::Bool(_)) => {}
            ("bool", Json::Text(_)) if !is_live => {
                *value = Json::text(self.random.pick(&["true", "false", "yes", "no"]));
            }
            ("bool", _) => *value = Json::Bool(true),
            (_, Json::Text(text)) if is_time => *text = "2026-01-02T03:04:05Z".to_owned(),
            (_, Json::Text(text)) if name == "finalizers" && !text.contains('/') => {
                let name = if text.is_empty() { "a" } else { &**text };
                *text = format!("example.com/{name}");
            }
            (_, Json::Text(_)) => {}
            (_, Json::Number(_) | Json::Bool(_)) if !is_live && !is_time => {}
            _ => *value = Json::text("a"),
        }
    }
}
