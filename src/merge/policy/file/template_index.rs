//! An index of a policy's templates by object identity, so that an object is compared with only a few of
//! them.

use rustc_hash::FxHashMap;

use super::policy::{Policy, name};
use crate::document::Document;

/// The templates by apiVersion, kind and name (`None` for a template without one).
#[derive(Clone, Debug, Default)]
pub struct TemplateIndex(FxHashMap<(String, String, Option<String>), Vec<usize>>);

impl TemplateIndex {
    /// Indexes all templates of a policy. Linear.
    pub fn new(policy: &Policy) -> Self {
        let mut index = Self::default();
        for (at, template) in policy.templates.iter().enumerate() {
            let (api_version, kind) = template.document.identity();
            let key = (api_version.to_owned(), kind.to_owned(), template.name.clone());
            index.0.entry(key).or_default().push(at);
        }
        index
    }

    /// Returns the templates of the same policy that match an object, in their order.
    pub fn templates_for(&self, policy: &Policy, object: &Document) -> Vec<usize> {
        let (api_version, kind) = object.identity();
        let name = name(object).map(str::to_owned);
        let under = |name| {
            let key = (api_version.to_owned(), kind.to_owned(), name);
            self.0.get(&key).into_iter().flatten().copied()
        };
        let named = name.is_some().then(|| under(name)).into_iter().flatten();
        let mut all: Vec<usize> = named.chain(under(None)).collect();
        all.retain(|at| policy.templates[*at].matches(object));
        all.sort_unstable();
        all
    }
}
