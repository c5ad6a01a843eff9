//! Option: treat the list types of custom resources as patch strategies.

use super::facts::{BaseType, ListType, SchemaFacts, TypeBody, TypeWrapper};

impl SchemaFacts {
    /// Merges lists without a patch strategy as server-side apply would: list-type map by its keys (the first
    /// is the merge key, all of them identify an item), list-type set as a set. Types in which a field has a
    /// strategy (those of Kubernetes) keep their rules: their lists without a strategy are meant to be
    /// replaced.
    pub fn assume_list_types(&mut self) {
        for (_, found) in self
            .types
            .iter_mut()
            .filter(|(name, _)| !is_kubernetes_type(name))
        {
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

/// Returns whether a short type name is from a package of Kubernetes: `core.v1.Pod`, `meta.v1.ObjectMeta`.
/// The names of custom resources start with the domain of their group, so they have more dots.
fn is_kubernetes_type(name: &str) -> bool {
    let name = name.split('#').next().unwrap_or(name);
    name.split('.').count() <= 3
}
