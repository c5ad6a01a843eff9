//! Generates a patch for a live object, mostly of fields that the object has.

use mergescope::schema::{Shape, Strategy, TypePosition};

use super::Generator;
use super::json::Json;

impl<'s> Generator<'s> {
    /// Returns the patch of an object. Rarely changes the identity of the object.
    pub(super) fn top_patch(&mut self, live: &Json, place: TypePosition) -> Vec<(String, Json)> {
        let mut entries = self.patch_map(live, place, 0);
        if !self.rarely(50) {
            let known_by = ["apiVersion", "kind", "$patch", "$retainKeys"];
            entries.retain(|entry| !known_by.contains(&&*entry.0));
        }
        entries.retain(|entry| entry.0 != "items");
        entries
    }

    /// Returns the patch of a map.
    pub(crate) fn patch_map(&mut self, live: &Json, place: TypePosition, depth: u8) -> Vec<(String, Json)> {
        let mut out = Vec::new();
        let Json::Map(entries) = live else { return out };
        if self.rarely(30) {
            out.push(("$patch".to_owned(), self.patch_directive_value()));
        }
        for (key, value) in entries {
            let chance = if value.is_composite() { 4 } else { 2 };
            if self.random.one_in(chance) != value.is_composite() {
                self.patch_field(key, value, place, depth, &mut out);
            }
        }
        if self.random.one_in(3) || out.is_empty() && self.random.one_in(2) {
            self.new_field(live, place, depth, &mut out);
        }
        if self.rarely(30) {
            let value = self.anything(2);
            out.push((self.unknown_name(), value));
        }
        if self.rarely(250) {
            out.push(self.misplaced_directive());
        }
        if self.random.one_in(14) {
            let directive = self.retain_keys(live, &out);
            out.push(("$retainKeys".to_owned(), directive));
        }
        let mut seen = Vec::new();
        out.retain(|entry| {
            let new = !seen.contains(&entry.0);
            seen.push(entry.0.clone());
            new
        });
        if self.random.one_in(2) {
            self.random.shuffle(&mut out);
        }
        out
    }

    fn patch_field(
        &mut self,
        key: &str,
        live: &Json,
        place: TypePosition,
        depth: u8,
        out: &mut Vec<(String, Json)>,
    ) {
        let field = self.schema.peek(place, key);
        if self.random.one_in(14) {
            out.push((key.to_owned(), Json::Null));
            return;
        }
        if self.rarely(40) {
            let value = self.anything(2);
            out.push((key.to_owned(), value));
            return;
        }
        match (live, field) {
            (Json::Map(_), field) => {
                let inner = field.map_or(place, |field| field.type_position);
                let patch = self.patch_map(live, inner, depth + 1);
                out.push((key.to_owned(), Json::Map(patch)));
            }
            (Json::List(items), Some(field)) => self.patch_list(key, Some(items), &field, depth, out),
            (Json::List(items), None) => {
                let value = if self.random.one_in(2) {
                    Json::List(items.clone())
                } else {
                    self.anything(2)
                };
                out.push((key.to_owned(), value));
            }
            (_, Some(field)) if self.schema.shape(field.type_position) == Shape::Scalar => {
                let value = self.scalar_of(field.type_position);
                out.push((key.to_owned(), value));
            }
            _ => {
                let value = if self.random.one_in(3) {
                    live.clone()
                } else {
                    self.scalar()
                };
                out.push((key.to_owned(), value));
            }
        }
    }

    /// Adds a field that the live object mostly does not have.
    fn new_field(&mut self, live: &Json, place: TypePosition, depth: u8, out: &mut Vec<(String, Json)>) {
        let (name, field) = match self.schema.shape(place) {
            Shape::Struct => match self.any_field(place) {
                Some(found) => found,
                None => return,
            },
            Shape::Map => {
                let key = ["a", "m", "n"][self.random.below(3)];
                match self.schema.peek(place, key) {
                    Some(field) => (key.to_owned(), field),
                    None => return,
                }
            }
            _ => {
                let value = self.anything(2);
                out.push((["a", "m"][self.random.below(2)].to_owned(), value));
                return;
            }
        };
        if let Some(there) = live.get(&name) {
            return self.patch_field(&name, there, place, depth, out);
        }
        if self.schema.shape(field.type_position) == Shape::List
            && (field.strategy == Strategy::Merge || self.random.one_in(8))
            && self.random.one_in(2)
        {
            return self.patch_list(&name, None, &field, depth, out);
        }
        let mut value = self.field_value(&field, depth + 1);
        if let Json::Map(entries) = &mut value
            && self.random.one_in(8)
        {
            entries.push(self.stray_directive());
        }
        out.push((name, value));
    }

    fn retain_keys(&mut self, live: &Json, patch: &[(String, Json)]) -> Json {
        let mut names: Vec<Json> = patch
            .iter()
            .filter(|entry| !entry.0.starts_with("$setElement") && !entry.0.starts_with("$deleteFrom"))
            .filter(|entry| entry.1 != Json::Null)
            .map(|entry| Json::text(&entry.0))
            .collect();
        if let Json::Map(entries) = live {
            for (key, _) in entries {
                if self.random.one_in(3) || key == "name" {
                    names.push(Json::text(key));
                }
            }
        }
        match self.random.below(40) {
            0 => return self.scalar(),
            1 => return self.anything(2),
            2 => names.push(self.anything(1)),
            3 => names.truncate(1),
            4 => names.push(self.scalar()),
            _ => {}
        }
        self.random.shuffle(&mut names);
        Json::List(names)
    }

    /// Returns a directive that is misspelled or misplaced.
    fn misplaced_directive(&mut self) -> (String, Json) {
        let keys = [
            "$setElementOrder",
            "$setElementOrder/",
            "$setElementOrderX/a",
            "$setElementOrder/nothing",
            "$deleteFromPrimitiveList",
            "$deleteFromPrimitiveList/",
            "$deleteFromPrimitiveListX/a",
            "$deleteFromPrimitiveList/nothing",
            "$patchMergeKey",
            "$setElementOrder/spec",
            "$deleteFromPrimitiveList/spec",
        ];
        let value = match self.random.below(3) {
            0 => self.anything(2),
            _ => Json::List(vec![Json::text("a")]),
        };
        (self.random.pick(&keys).to_owned(), value)
    }
}
