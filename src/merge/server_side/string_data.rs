//! The `stringData` of a Secret, which the API server moves to `data` before it stores the Secret (Go:
//! `Convert_v1_Secret_To_core_Secret`).

use std::collections::HashMap;
use std::sync::Arc;

use super::apply_run::ApplyRun;
use crate::document::{Document, Tree, Value, ValueKind, encode_base64, read};
use crate::merge::mark::Mark;
use crate::merge::recorder::StepDraft;
use crate::merge::result_tree::InsertPosition;
use crate::merge::result_tree::node_id::{NodeRef, ResultId};
use crate::merge::rule::Rule;

impl ApplyRun<'_, '_> {
    /// Moves `stringData` to `data`, encoded. `secret` is a document with the kind of the object.
    pub(crate) fn store_string_data(&mut self, secret: &Document) {
        let tree = &self.recorder.tree;
        let top = tree.top();
        let texts = tree
            .get(top, "stringData")
            .filter(|texts| tree.kind(*texts) == ValueKind::Map && tree.present(*texts).next().is_some());
        let Some(texts) = texts.filter(|_| secret.identity() == ("v1", "Secret")) else {
            return;
        };
        let data = tree.get(top, "data");
        let map = data.filter(|data| tree.kind(*data) == ValueKind::Map);
        let fields = map.into_iter().flat_map(|map| tree.present(map));
        let old: HashMap<String, ResultId> = fields
            .filter_map(|id| Some((tree.key(id)?.to_owned(), id)))
            .collect();
        let (mut encoded, mut whole) = (serde_json::Map::new(), serde_json::Map::new());
        for id in tree.present(texts) {
            let key = tree.key(id).unwrap_or_default();
            if let Some((shown, text)) = self.encoded(id, old.get(key).copied()) {
                encoded.insert(key.to_owned(), shown.into());
                whole.insert(key.to_owned(), text.into());
            }
        }
        let is_hidden = encoded != whole;
        let document = |map| {
            read(
                "(encoded)",
                serde_json::Value::Object(map).to_string().into_bytes(),
            )
        };
        // The text is valid JSON, so reading it cannot fail.
        if let (Ok(encoded), Ok(whole)) = (document(encoded), document(whole)) {
            let encoded = Arc::new(match is_hidden {
                true => encoded.with_original(Arc::new(whole)),
                false => encoded,
            });
            let document = self.recorder.tree.add_document(Arc::clone(&encoded));
            let value = |node| NodeRef { document, node };
            match map {
                None => self.put(top, data, value(encoded.root()), "data"),
                Some(map) => {
                    for node in encoded.children(encoded.root()) {
                        let key = encoded.key(node).unwrap_or_default();
                        self.put(map, old.get(key).copied(), value(node), key);
                    }
                }
            }
        }
        let step = self.stored_step(Rule::StoredWithoutStringData, texts);
        self.recorder.step(step);
        self.recorder.remove(texts, Mark::Deleted);
    }

    /// Returns the value of `data` for a value of `stringData`: its placeholder if it is hidden, and the value. `None` if
    /// `old` already is that value.
    fn encoded(&self, text: ResultId, old: Option<ResultId>) -> Option<(String, String)> {
        let tree = &self.recorder.tree;
        let text_of = |value: Value<'_>| value.as_str().unwrap_or_default().to_owned();
        let (shown, read) = (text_of(tree.value(text)), text_of(tree.value_as_read(text)));
        let encoded = encode_base64(read.as_bytes());
        if old.is_some_and(|old| tree.value_as_read(old) == Value::String(&encoded)) {
            return None;
        }
        Some(match shown == read {
            true => (encoded.clone(), encoded),
            false => (shown, encoded),
        })
    }

    /// Adds a value, in the place of an old one if there is one.
    fn put(&mut self, parent: ResultId, old: Option<ResultId>, value: NodeRef, name: &str) {
        let place = old.map_or(InsertPosition::Last, InsertPosition::After);
        let tree = &mut self.recorder.tree;
        let new = tree.prepare_insert_as(parent, place, value, Some(name));
        let source = old.map(|old| tree.source(old));
        let step = StepDraft::new(Rule::StoredStringData, new);
        self.recorder.step(match source {
            Some(source) => step.old(source),
            None => step,
        });
        let tree = &mut self.recorder.tree;
        if let Some(old) = old {
            tree.replace_with(old);
        }
        tree.mark(new, if old.is_some() { Mark::Changed } else { Mark::Added });
        tree.commit_insert(new);
    }
}
