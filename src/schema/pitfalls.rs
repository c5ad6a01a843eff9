//! Pitfalls of a field: its merge rule differs from what its items or server-side apply suggest.

use serde::{Serialize, Serializer};

use super::facts::{ListType, MapType};
use super::field::{Field, Strategy, TypePosition};
use super::{Schema, Shape};

/// Fields that look like a merge key.
const KEY_LIKE_FIELDS: [&str; 6] = ["name", "key", "id", "type", "port", "ip"];

/// A pitfall of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pitfall {
    /// The list is merged by one key, but several keys identify its items.
    OneKeyOfSeveral {
        /// The merge key.
        key: String,
        /// The keys that identify its items.
        keys: Vec<String>,
    },
    /// The items have a name, but the list is replaced.
    LooksKeyed {
        /// The field that looks like a key.
        field: &'static str,
    },
    /// Server-side apply merges the list, but a strategic merge patch replaces it.
    ReplacedThoughListType(ListType),
    /// Server-side apply replaces the list, but a strategic merge patch merges it.
    MergedThoughAtomic,
    /// Server-side apply replaces the map, but a strategic merge patch merges it.
    MapMergedThoughAtomic,
    /// The map is replaced: fields that are not in the patch are lost.
    MapReplaced,
    /// The strategy `retainKeys` does nothing without the directive.
    RetainKeysNeedsDirective,
    /// The rule is never used, because an ancestor list is replaced.
    NeverReached {
        /// The path of that list.
        list: String,
    },
}

impl Schema {
    /// Returns the pitfalls of the last field of a path (see [`Schema::follow`]); `names` are the names of
    /// its fields.
    pub fn pitfalls(&self, fields: &[Field<'_>], names: &[String]) -> Vec<Pitfall> {
        let Some((field, above)) = fields.split_last() else {
            return Vec::new();
        };
        let mut pitfalls = self.field_pitfalls(field);
        let replaced = above.iter().position(|field| {
            self.shape(field.type_position) == Shape::List && field.strategy != Strategy::Merge
        });
        if let Some(at) = replaced {
            pitfalls.push(Pitfall::NeverReached {
                list: names.get(..=at).unwrap_or(names).join("."),
            });
        }
        pitfalls
    }

    /// Returns the pitfalls of a field without its ancestors.
    pub fn field_pitfalls(&self, field: &Field<'_>) -> Vec<Pitfall> {
        let mut pitfalls = Vec::new();
        match self.shape(field.type_position) {
            Shape::List => self.add_list_pitfalls(field, &mut pitfalls),
            Shape::Struct | Shape::Map => {
                if field.strategy == Strategy::Replace {
                    pitfalls.push(Pitfall::MapReplaced);
                } else if field.map_type == Some(MapType::Atomic) {
                    pitfalls.push(Pitfall::MapMergedThoughAtomic);
                }
            }
            _ => {}
        }
        if field.retain_keys {
            pitfalls.push(Pitfall::RetainKeysNeedsDirective);
        }
        pitfalls
    }

    fn add_list_pitfalls(&self, field: &Field<'_>, pitfalls: &mut Vec<Pitfall>) {
        if field.strategy == Strategy::Merge {
            if let Some(key) = field.merge_key
                && field.list_map_keys.len() > 1
            {
                pitfalls.push(Pitfall::OneKeyOfSeveral {
                    key: key.to_owned(),
                    keys: field.list_map_keys.iter().map(|key| (**key).to_owned()).collect(),
                });
            }
            if field.list_type == Some(ListType::Atomic) {
                pitfalls.push(Pitfall::MergedThoughAtomic);
            }
            return;
        }
        if let Some(list_type @ (ListType::Map | ListType::Set)) = field.list_type {
            pitfalls.push(Pitfall::ReplacedThoughListType(list_type));
        } else if let Some(named) = self.key_like_field(field.type_position) {
            pitfalls.push(Pitfall::LooksKeyed { field: named });
        }
    }

    fn key_like_field(&self, list: TypePosition) -> Option<&'static str> {
        let item = self.item(list);
        let fields: Vec<&str> = self.field_names(item).collect();
        KEY_LIKE_FIELDS.into_iter().find(|name| fields.contains(name))
    }
}

impl Pitfall {
    /// Returns the first part of the text: what is unusual, without the reason.
    pub fn brief(&self) -> String {
        let text = self.to_string();
        let end = text.find([':', ';']).unwrap_or(text.len());
        text[..end].to_owned()
    }
}

impl Serialize for Pitfall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Pitfall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OneKeyOfSeveral { key, keys } => write!(
                f,
                "merged by only one of its {} keys: the API identifies items by {}, but a patch matches only {key}, so it \
                 changes the first item with that {key}",
                keys.len(),
                keys.join(" and ")
            ),
            Self::LooksKeyed { field } => write!(
                f,
                "replaced as a whole: items have a \"{field}\", but it is not a merge key; a patch with one item \
                 removes all others"
            ),
            Self::ReplacedThoughListType(list_type) => write!(
                f,
                "list-type {} makes server-side apply merge this list; a strategic merge patch replaces it as a whole",
                list_type.word()
            ),
            Self::MergedThoughAtomic => f.write_str(
                "list-type atomic makes server-side apply replace this list; a strategic merge patch merges it",
            ),
            Self::MapMergedThoughAtomic => f.write_str(
                "map-type atomic makes server-side apply replace this map; a strategic merge patch merges it and \
                 keeps old keys",
            ),
            Self::MapReplaced => {
                f.write_str("replaced as a whole, although it is a map: fields that are not in the patch are removed")
            }
            Self::RetainKeysNeedsDirective => f.write_str(
                "the patch strategy retainKeys has no effect without $retainKeys in the patch (kubectl apply adds it)",
            ),
            Self::NeverReached { list } => write!(
                f,
                "not used: the list {list} above it is replaced as a whole"
            ),
        }
    }
}
