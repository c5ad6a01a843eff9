//! What the API server stores otherwise than the merge has it, although it accepts the result.

use super::cursor::Cursor;
use super::defaults::{DefaultContent, TypedMap};
use crate::document::{Document, Numbers, Tree, ValueKind, same};
use crate::merge::result_tree::ResultTree;
use crate::merge::result_tree::node_id::{Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::semantics::Semantics;
use crate::schema::{Schema, TypePosition};

/// One such field.
pub(crate) struct Notice {
    pub(crate) rule: Rule,
    pub(crate) at: ResultId,
    pub(crate) detail: String,
}

/// Looks for them; `live` is not empty.
pub(crate) fn notices(
    live: &Document,
    result: &ResultTree,
    schema: &Schema,
    semantics: Semantics,
) -> Vec<Notice> {
    let (version, kind) = live.identity();
    let Ok(place) = schema.top(version, kind) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    ignored(live, result, schema, place, &mut all);
    if !matches!(semantics, Semantics::Strategic(_)) {
        all.retain(|notice| notice.rule != Rule::KindIgnored);
    }
    returning(&Cursor::top(result, schema, Some(place)), kind, &mut all);
    all
}

/// Fields of a patch that the API server ignores.
fn ignored(
    live: &Document,
    result: &ResultTree,
    schema: &Schema,
    place: TypePosition,
    all: &mut Vec<Notice>,
) {
    let top = result.top();
    let changed = |name: &str| {
        let (old, new) = (live.get(live.root(), name), result.get(top, name));
        let is_same = match (old, new) {
            (Some(old), Some(new)) => same(live, old, result, new, Numbers::ByValue),
            (None, None) => true,
            _ => false,
        };
        (!is_same).then_some(()).and(new)
    };
    for name in ["apiVersion", "kind"] {
        if let Some(at) = changed(name) {
            let (version, kind) = live.identity();
            let old = if name == "kind" { kind } else { version };
            all.push(Notice {
                rule: Rule::KindIgnored,
                at,
                detail: old.to_owned(),
            });
        }
    }
    if let Some(at) = changed("status").filter(|_| schema.has_status_subresource(place)) {
        all.push(Notice {
            rule: Rule::StatusIgnored,
            at,
            detail: String::new(),
        });
    }
}

/// Fields that the merge removes and that have a default.
fn returning(at: &Cursor<'_, ResultTree>, kind: &str, all: &mut Vec<Notice>) {
    let result = at.tree;
    let Some(place) = at.place else { return };
    match at.kind() {
        ValueKind::Map => {
            let gone = |id: &ResultId| result.state(*id) == Presence::Gone && result.live_node(*id).is_some();
            for id in result.all_children(at.id).filter(gone) {
                let map = TypedMap {
                    tree: result,
                    map: at.id,
                    schema: at.schema,
                    place,
                    kind,
                };
                let Some(name) = result.key(id) else { continue };
                let detail = match map.default(name) {
                    Some(DefaultContent::Json(json)) => json,
                    Some(DefaultContent::Generated) => "a value that it chooses or keeps".to_owned(),
                    None => continue,
                };
                // Another node may have the key by now. This looks at all fields, so it is done after the default.
                if at.given(name).is_some() {
                    continue;
                }
                all.push(Notice {
                    rule: Rule::DefaultReturns,
                    at: id,
                    detail,
                });
            }
            at.fields().for_each(|(_, field)| returning(&field, kind, all));
        }
        ValueKind::List => at.items().for_each(|item| returning(&item, kind, all)),
        _ => {}
    }
}
