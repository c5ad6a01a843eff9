//! An assumption that the user may ask for: list-types of custom resources taken for patch strategies.

use super::facts::{BaseType, ListType, SchemaFacts, TypeBody, TypeWrapper};

impl SchemaFacts {
    /// Lets lists without a patch strategy merge as server-side apply would: list-type map by its keys (the first is
    /// the merge key, all of them identify an item), list-type set as a set. Lists of types with a strategy
    /// anywhere, Kubernetes' own ones, keep their rules: there a list without one is meant to be replaced.
    pub fn assume_list_types(&mut self) {
        for (_, found) in self.types.iter_mut().filter(|(name, _)| !is_of_kubernetes(name)) {
            let TypeBody::Struct(fields) = &mut found.body else {
                continue;
            };
            for field in fields {
                let marks = &mut field.marks;
                let is_list = field.ty.wrappers.first() == Some(&TypeWrapper::List);
                if !is_list || marks.strategy.is_some() {
                    continue;
                }
                let of_scalars = field.ty.wrappers.len() == 1 && matches!(field.ty.base, BaseType::Scalar(_));
                match marks.list_type {
                    Some(ListType::Map) if !marks.list_map_keys.is_empty() => {
                        marks.strategy = Some("merge".into());
                        marks.merge_key = marks.list_map_keys.first().cloned();
                        marks.recommended = marks.list_map_keys.clone();
                    }
                    Some(ListType::Set) if of_scalars => marks.strategy = Some("merge".into()),
                    _ => {}
                }
            }
        }
    }
}

/// Whether a short type name is one of Kubernetes' own packages: `core.v1.Pod`, `meta.v1.ObjectMeta`. Those of custom
/// resources carry their group's domain in front, and so more dots.
fn is_of_kubernetes(name: &str) -> bool {
    let name = name.split('#').next().unwrap_or(name);
    name.split('.').count() <= 3
}
