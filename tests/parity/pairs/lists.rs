//! Generates patches of lists: items that are changed, added and removed, and the parallel lists next to
//! them.

use mergescope::schema::{Field, Strategy};

use super::Generator;
use super::json::Json;

impl<'s> Generator<'s> {
    /// Pushes the patch of the list field `name`: its items, its order, its deletions, or several of them.
    pub(crate) fn patch_list(
        &mut self,
        name: &str,
        live: Option<&Vec<Json>>,
        field: &Field<'s>,
        depth: u8,
        out: &mut Vec<(String, Json)>,
    ) {
        let nothing = Vec::new();
        let live_items = live.unwrap_or(&nothing);
        let keyed = field.strategy == Strategy::Merge && field.merge_key.is_some();
        let set = field.strategy == Strategy::Merge && field.merge_key.is_none();
        let items = if keyed {
            self.keyed_items(live_items, field, depth)
        } else if set || self.random.one_in(3) {
            self.values(live_items)
        } else {
            self.list(field, depth)
        };
        let merged = field.strategy == Strategy::Merge;
        let with_order = self.random.one_in(if merged { 2 } else { 12 });
        if with_order {
            let order = self.order(live_items, &items, field);
            out.push((format!("$setElementOrder/{name}"), order));
        }
        if self.random.one_in(if set { 3 } else { 20 }) {
            let deletions = self.deletions(live_items);
            out.push((format!("$deleteFromPrimitiveList/{name}"), deletions));
            if self.random.one_in(2) {
                return;
            }
        }
        if with_order && self.random.one_in(6) {
            return;
        }
        let value = match self.random.below(60) {
            0 => self.anything(2),
            1 => Json::List(Vec::new()),
            2 => Json::Null,
            _ => Json::List(items),
        };
        out.push((name.to_owned(), value));
    }

    fn keyed_items(&mut self, live: &[Json], field: &Field<'s>, depth: u8) -> Vec<Json> {
        let item = self.schema.item(field.type_position);
        let key = field.merge_key.unwrap_or("name");
        let mut items = Vec::new();
        let share = 1 + self.random.below(4);
        for entry in live {
            let Some(value) = entry.get(key).filter(|_| self.random.one_in(share)) else {
                continue;
            };
            let mut fields = match self.random.below(6) {
                0 => vec![("$patch".to_owned(), Json::text("delete"))],
                1 => Vec::new(),
                _ => self.patch_map(entry, item, depth + 1),
            };
            fields.retain(|field| field.0 != key);
            if self.rarely(40) {
                let directive = self.item_directive(key, entry);
                fields.push(directive);
            }
            if !self.rarely(120) {
                fields.insert(
                    self.random.below(fields.len() + 1),
                    (key.to_owned(), value.clone()),
                );
            }
            items.push(Json::Map(fields));
        }
        for _ in 0..self.random.below(4) {
            let number = self.random.below(9);
            let value = self.key_value(item, key, number);
            let mut fields = match self.value(item, depth + 1) {
                Json::Map(fields) if self.random.one_in(3) => fields,
                _ => Vec::new(),
            };
            fields.retain(|field| field.0 != key);
            fields.push((key.to_owned(), value));
            items.push(Json::Map(fields));
        }
        if self.random.one_in(12) {
            let mut marker = vec![("$patch".to_owned(), self.patch_directive_value())];
            if self.random.one_in(2) {
                let number = self.random.below(9);
                marker.push((key.to_owned(), self.key_value(item, key, number)));
            }
            items.insert(self.random.below(items.len() + 1), Json::Map(marker));
        }
        if self.rarely(60) {
            let odd = self.anything(2);
            items.insert(self.random.below(items.len() + 1), odd);
        }
        if self.random.one_in(3) {
            self.random.shuffle(&mut items);
        }
        items
    }

    /// Returns a directive that only some semantics know.
    fn item_directive(&mut self, key: &str, item: &Json) -> (String, Json) {
        let Json::Map(entries) = item else {
            return self.stray_directive();
        };
        let more = &entries[self.random.below(entries.len())].0;
        match self.random.below(3) {
            0 => {
                let position = self.random.pick(&["0", "1", "3", "-1", "0.5"]);
                ("$position".to_owned(), Json::Number(position.to_owned()))
            }
            _ => {
                let keys = vec![Json::text(key), Json::text(more)];
                ("$patchMergeKey".to_owned(), Json::List(keys))
            }
        }
    }

    /// Returns scalars for a set or a list of primitives: some live ones, some new ones, some duplicates.
    fn values(&mut self, live: &[Json]) -> Vec<Json> {
        let share = 1 + self.random.below(4);
        let mut items: Vec<Json> = Vec::new();
        for value in live {
            if self.random.one_in(share) {
                items.push(value.clone());
            }
        }
        for _ in 0..self.random.below(4) {
            let number = self.random.below(9);
            items.push(self.set_value(number));
        }
        if self.random.one_in(3) {
            self.random.shuffle(&mut items);
        }
        items
    }

    fn deletions(&mut self, live: &[Json]) -> Json {
        match self.random.below(25) {
            0 => Json::Null,
            1 => self.anything(2),
            2 => Json::List(Vec::new()),
            _ => Json::List(self.values(live)),
        }
    }

    /// Returns an order that mostly matches the patch items.
    fn order(&mut self, live: &[Json], items: &[Json], field: &Field<'s>) -> Json {
        let key = field.merge_key;
        let entry = |item: &Json| match key {
            Some(key) => Some(Json::Map(vec![(key.to_owned(), item.get(key)?.clone())])),
            None => Some(item.clone()),
        };
        let bears_marker = |item: &&Json| item.get("$patch").is_none();
        let mut order: Vec<Json> = items.iter().filter(bears_marker).filter_map(entry).collect();
        let share = 1 + self.random.below(3);
        for item in live {
            if let Some(entry) = entry(item).filter(|entry| !order.contains(entry))
                && self.random.one_in(share)
            {
                order.insert(self.random.below(order.len() + 1), entry);
            }
        }
        let at = self.random.below(order.len() + 1);
        match self.random.below(40 / self.hardness.min(2)) {
            0 => return self.anything(2),
            1 | 2 => return Json::List(Vec::new()),
            3 => order.insert(at, self.anything(2)),
            4 if at < order.len() => {
                order.remove(at);
            }
            5 | 6 => self.random.shuffle(&mut order),
            7 if at < order.len() => {
                let twice = order[at].clone();
                order.insert(self.random.below(order.len() + 1), twice);
            }
            8 => order.insert(at, Json::text("a")),
            9 => order.insert(at, Json::Map(vec![("other".to_owned(), Json::text("a"))])),
            10 => {
                let more = Json::Map(vec![(key.unwrap_or("name").to_owned(), Json::text("nobody"))]);
                order.insert(at, more);
            }
            _ => {}
        }
        Json::List(order)
    }
}
