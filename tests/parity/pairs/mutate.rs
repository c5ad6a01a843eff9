//! Damages random nodes, for cases that no generator plans.

use super::Generator;
use super::json::Json;

impl<'s> Generator<'s> {
    /// Damages a value somewhere inside. `other` is a source of values.
    pub(super) fn damage(&mut self, value: &mut Json, other: &Json) {
        let stays = self.random.one_in(4);
        match value {
            Json::Map(entries) if !stays && !entries.is_empty() => {
                let at = self.random.below(entries.len());
                let lent = other.get(&entries[at].0).unwrap_or(other);
                let (key, mut inner) = entries[at].clone();
                self.damage(&mut inner, lent);
                entries[at] = (key, inner);
            }
            Json::List(items) if !stays && !items.is_empty() => {
                let at = self.random.below(items.len());
                let mut inner = items[at].clone();
                let lent = match other {
                    Json::List(others) if !others.is_empty() => &others[self.random.below(others.len())],
                    _ => other,
                };
                self.damage(&mut inner, lent);
                items[at] = inner;
            }
            _ => self.damage_here(value, other),
        }
    }

    fn damage_here(&mut self, value: &mut Json, other: &Json) {
        match (self.random.below(7), value) {
            (0, value) => *value = self.anything(2),
            (1, value) => *value = other.clone(),
            (2, value) => *value = Json::Null,
            (3, value) => *value = Json::List(vec![value.clone()]),
            (4, Json::List(items)) if !items.is_empty() => {
                let twice = items[self.random.below(items.len())].clone();
                items.insert(self.random.below(items.len() + 1), twice);
            }
            (_, Json::List(items)) => items.insert(self.random.below(items.len() + 1), self.anything(2)),
            (4, Json::Map(entries)) if !entries.is_empty() => {
                entries.remove(self.random.below(entries.len()));
            }
            (_, Json::Map(entries)) => {
                let names: Vec<String> = entries.iter().map(|entry| entry.0.clone()).collect();
                let (key, inner) = if names.is_empty() || self.random.one_in(2) {
                    self.stray_directive()
                } else {
                    let words = ["$setElementOrder/", "$deleteFromPrimitiveList/"];
                    let name = &names[self.random.below(names.len())];
                    let value = other.get(name).cloned().unwrap_or(Json::List(Vec::new()));
                    (format!("{}{name}", self.random.pick(&words)), value)
                };
                entries.retain(|entry| entry.0 != key);
                entries.push((key, inner));
            }
            (_, value) => *value = self.scalar(),
        }
    }
}
