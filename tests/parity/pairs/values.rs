//! Generates values that mostly match the schema.

use mergescope::schema::{Field, Shape, Strategy, TypePosition};

use super::Generator;
use super::json::Json;

const WORDS: [&str; 9] = ["a", "b", "c", "d", "", "80", "x y", "true", "é\"\n<%s"];
/// Names that no type has.
const UNKNOWN_NAMES: [&str; 8] = [
    "mystery",
    "mystery",
    "$odd",
    "retainKeys",
    "\u{e9}\"\\\n\u{200b}\u{1f600}",
    "a b/c",
    "spec.a",
    "$patch2",
];
const NUMBERS: [&str; 10] = [
    "0",
    "1",
    "80",
    "81",
    "80.0",
    "8e1",
    "0.5",
    "-1",
    "12345678901234567890",
    "1e21",
];
/// Keys of maps and items that are valid and unusual.
const ODD_KEYS: [&str; 8] = ["", "é", "a/b", "~1", "a.b", "80", "x: y", "\u{202e}z"];
const KEYS: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

impl<'s> Generator<'s> {
    /// Returns some fields of a struct, each once, in any order.
    pub(super) fn fields(&mut self, place: TypePosition, depth: u8) -> Vec<(String, Json)> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        let wanted = 1 + self.random.below(if depth < 5 { 4 } else { 3 });
        for _ in 0..wanted {
            let Some((name, field)) = self.any_field(place) else {
                break;
            };
            if entries.iter().all(|entry| entry.0 != name) {
                let value = self.field_value(&field, depth + 1);
                entries.push((name, value));
            }
        }
        if self.rarely(25) {
            let value = self.anything(2);
            let name = self.unknown_name();
            entries.push((name, value));
        }
        if self.rarely(60) {
            let directive = self.stray_directive();
            entries.push(directive);
        }
        entries
    }

    /// Returns a field of the struct, more often one with merged lists below it, sometimes with a different
    /// letter case.
    pub(super) fn any_field(&mut self, place: TypePosition) -> Option<(String, Field<'s>)> {
        let schema = self.schema;
        let type_name = schema.type_name(place);
        let names: Vec<&str> = schema
            .field_names(place)
            .filter(|name| *name != "managedFields" && !self.newer.contains(&&*format!("{type_name}.{name}")))
            .collect();
        if names.is_empty() {
            return None;
        }
        let mut name = self.random.pick(&names);
        for _ in 0..4 {
            let field = schema.peek(place, name)?;
            if field.strategy == Strategy::Merge || self.leads(field.type_position, 6) {
                break;
            }
            name = self.random.pick(&names);
        }
        let field = schema.peek(place, name)?;
        let written = match self.random.below(240) {
            0 => name.to_uppercase(),
            1 => name.to_lowercase(),
            2 => name.replacen('s', "\u{17f}", 1).replacen('k', "\u{212a}", 1),
            _ => name.to_owned(),
        };
        Some((written, field))
    }

    pub(super) fn unknown_name(&mut self) -> String {
        self.random.pick(&UNKNOWN_NAMES).to_owned()
    }

    /// Returns a value for a field, mostly of its type.
    pub(super) fn field_value(&mut self, field: &Field<'s>, depth: u8) -> Json {
        if self.rarely(45) {
            return self.anything(2);
        }
        if self.schema.shape(field.type_position) == Shape::List {
            return Json::List(self.list(field, depth));
        }
        self.value(field.type_position, depth)
    }

    pub(crate) fn value(&mut self, place: TypePosition, depth: u8) -> Json {
        self.room = self.room.saturating_sub(1);
        if self.rarely(70) {
            return self.anything(2);
        }
        match self.schema.shape(place) {
            _ if self.room == 0 => self.scalar(),
            Shape::Struct => Json::Map(self.fields(place, depth)),
            Shape::Map => {
                let mut entries: Vec<(String, Json)> = Vec::new();
                for key in &KEYS[..self.random.below(4)] {
                    if let Some(field) = self.schema.peek(place, key) {
                        entries.push(((*key).to_owned(), self.field_value(&field, depth + 1)));
                    }
                }
                if self.rarely(30) {
                    let key = self.random.pick(&ODD_KEYS);
                    if let Some(field) = self.schema.peek(place, key) {
                        entries.push((key.to_owned(), self.field_value(&field, depth + 1)));
                    }
                }
                Json::Map(entries)
            }
            Shape::List => {
                let item = self.schema.item(place);
                let count = self.random.below(4);
                Json::List((0..count).map(|_| self.value(item, depth + 1)).collect())
            }
            Shape::Scalar => self.scalar_of(place),
            Shape::Opaque | Shape::Unknown => self.anything(3),
        }
    }

    /// Returns the items of a list field. Their merge keys have some duplicates.
    pub(crate) fn list(&mut self, field: &Field<'s>, depth: u8) -> Vec<Json> {
        let item = self.schema.item(field.type_position);
        let is_set = field.strategy == Strategy::Merge && field.merge_key.is_none();
        let longest = match self.random.below(120) {
            0 if is_set && self.rarely(12) => 1500,
            0 => 70,
            1..4 => 26,
            _ => 7,
        };
        let count = self.random.below(longest);
        let mut items = Vec::new();
        for at in 0..count {
            let value = match field.merge_key {
                Some(key) => {
                    let number = if self.random.one_in(9) {
                        self.random.below(9)
                    } else {
                        at
                    };
                    let mut entries = if self.random.one_in(2) || longest > 20 {
                        Vec::new()
                    } else {
                        match self.value(item, depth + 1) {
                            Json::Map(entries) => entries,
                            other if self.random.one_in(5) => {
                                items.push(other);
                                continue;
                            }
                            _ => Vec::new(),
                        }
                    };
                    entries.retain(|entry| entry.0 != key);
                    if !self.rarely(120) {
                        let value = self.key_value(item, key, number);
                        let place = self.random.below(entries.len() + 1);
                        entries.insert(place, (key.to_owned(), value));
                    }
                    Json::Map(entries)
                }
                None if field.strategy == Strategy::Merge => self.set_value(at),
                None => self.value(item, depth + 1),
            };
            items.push(value);
        }
        if self.random.one_in(4) {
            self.random.shuffle(&mut items);
        }
        items
    }

    /// Returns the merge key of the item `number`. Equal numbers mostly give equal keys.
    pub(super) fn key_value(&mut self, item: TypePosition, key: &str, number: usize) -> Json {
        let kind = self
            .schema
            .peek(item, key)
            .map_or("string", |field| self.schema.go_kind(field.type_position));
        let number = if kind == "int32" {
            match self.random.below(60) {
                0 => return Json::Text((80 + number).to_string()),
                1 => return Json::Number(format!("{}.0", 80 + number)),
                _ => return self.rare_key(Json::Number((80 + number).to_string())),
            }
        } else {
            number
        };
        let name = KEYS
            .get(number)
            .map_or_else(|| format!("k{number}"), |key| (*key).to_owned());
        self.rare_key(Json::Text(name))
    }

    fn rare_key(&mut self, usual: Json) -> Json {
        match self.random.below(250) {
            0 => Json::Null,
            1 => Json::List(vec![Json::text("a")]),
            2 => Json::Map(vec![("a".to_owned(), Json::Null)]),
            3 => self.scalar(),
            4..7 if matches!(usual, Json::Text(_)) => Json::text(self.random.pick(&ODD_KEYS)),
            _ => usual,
        }
    }

    /// Returns one of few values of a set, so that matches and duplicates are frequent.
    pub(super) fn set_value(&mut self, number: usize) -> Json {
        match self.random.below(60) {
            0 => self.anything(1),
            1..14 => Json::text(KEYS[self.random.below(5)]),
            _ => Json::Text(
                KEYS.get(number)
                    .map_or_else(|| format!("k{number}"), |key| (*key).to_owned()),
            ),
        }
    }

    pub(super) fn scalar_of(&mut self, place: TypePosition) -> Json {
        if self.random.one_in(12) {
            return self.scalar();
        }
        match self.schema.go_kind(place) {
            "int32" | "int64" | "float64" => {
                Json::Number(self.random.pick(&["1", "2", "80", "80"]).to_owned())
            }
            "bool" => Json::Bool(self.random.one_in(2)),
            _ => Json::text(self.random.pick(&WORDS)),
        }
    }

    pub(super) fn scalar(&mut self) -> Json {
        match self.random.below(7) {
            0 => Json::Null,
            1 => Json::Bool(true),
            2 | 3 => Json::Number(self.random.pick(&NUMBERS).to_owned()),
            _ => Json::text(self.random.pick(&WORDS)),
        }
    }

    /// Returns any value.
    pub(super) fn anything(&mut self, depth: u8) -> Json {
        self.room = self.room.saturating_sub(1);
        if depth == 0 || self.room == 0 {
            return self.scalar();
        }
        let count = self.random.below(3);
        match self.random.below(4) {
            0 => Json::List((0..count).map(|_| self.anything(depth - 1)).collect()),
            1 | 2 => {
                let mut entries: Vec<(String, Json)> = Vec::new();
                for key in &KEYS[..count] {
                    entries.push(((*key).to_owned(), self.anything(depth - 1)));
                }
                if self.random.one_in(8) {
                    entries.push(self.stray_directive());
                }
                Json::Map(entries)
            }
            _ => self.scalar(),
        }
    }

    /// Returns a directive in a position where it has no effect.
    pub(super) fn stray_directive(&mut self) -> (String, Json) {
        let (key, value) = match self.random.below(5) {
            0 => ("$patch", self.patch_directive_value()),
            1 => ("$retainKeys", Json::List(vec![Json::text("name")])),
            2 => ("$setElementOrder/env", Json::List(Vec::new())),
            3 => ("$deleteFromPrimitiveList/args", Json::List(vec![Json::text("a")])),
            _ => ("$unheard", Json::Bool(true)),
        };
        (key.to_owned(), value)
    }

    /// Returns the value of a `$patch`.
    pub(super) fn patch_directive_value(&mut self) -> Json {
        match self.random.below(14) {
            0..5 => Json::text("replace"),
            5..10 => Json::text("delete"),
            10 => Json::text("merge"),
            11 => Json::text("remove"),
            _ => self.anything(1),
        }
    }
}
