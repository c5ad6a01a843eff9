//! One live object against the templates that are for it.

use std::sync::Arc;

use super::template_result::{Finding, Hit};
use crate::cli::args::ExplainFormat;
use crate::document::split::{Objects, Piece};
use crate::document::{Document, ReadError};
use crate::merge::policy;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{Compliance, ComplianceType};
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::report::redact::Masks;
use crate::schema::Schema;

/// What is done to every object.
pub(crate) struct Plan {
    pub(crate) policy: Policy,
    schema: Arc<Schema>,
    masks: Masks,
    pub(crate) format: ExplainFormat,
    /// The templates of each kind and name; of those without a name, under none.
    index: TemplateIndex,
}

/// What came of a piece of a stream.
pub(crate) enum Answer {
    /// No object but the list around some, and what the reader accepted there with a frown.
    Around(Vec<String>),
    /// Its text is broken; says why.
    Unreadable(ReadError),
    /// An object, and what the templates for it say.
    Object {
        hits: Vec<Hit>,
        /// What the reader accepted with a frown, of objects that a template is for.
        messages: Vec<String>,
    },
}

impl Plan {
    pub(crate) fn new(
        policy: Policy,
        schema: Arc<Schema>,
        format: ExplainFormat,
        show_secrets: bool,
    ) -> Self {
        let index = TemplateIndex::new(&policy);
        Self {
            policy,
            schema,
            masks: Masks::new(show_secrets),
            format,
            index,
        }
    }

    /// Holds the objects of one piece against the templates.
    pub(crate) fn answers(&self, name: &str, piece: Piece) -> Vec<Answer> {
        match piece.objects(name) {
            Err(error) => vec![Answer::Unreadable(error)],
            Ok(Objects::Single(object)) => vec![self.answer(*object)],
            Ok(Objects::Listed { items, list }) => {
                let around = Answer::Around(crate::cli::print::reading_warnings(&list));
                let answers = items.into_iter().map(|item| self.answer(item));
                std::iter::once(around).chain(answers).collect()
            }
        }
    }

    fn answer(&self, object: Document) -> Answer {
        let for_it = self.index.templates_for(&self.policy, &object);
        if for_it.is_empty() {
            return Answer::Object {
                hits: Vec::new(),
                messages: Vec::new(),
            };
        }
        let messages = crate::cli::print::reading_warnings(&object);
        let object = Arc::new(object);
        let hits = for_it.into_iter().map(|index| self.hit(index, &object));
        Answer::Object {
            hits: hits.collect(),
            messages,
        }
    }

    fn hit(&self, index: usize, object: &Arc<Document>) -> Hit {
        let template = &self.policy.templates[index];
        let kind = template.compliance.kind;
        let evaluate = |found: bool| {
            let compliance = Compliance {
                found: found || template.compliance.found,
                ..template.compliance
            };
            Finding::new(
                index,
                template,
                &self.merge(object, template, compliance),
                self.format,
            )
        };
        if template.names() && !(template.name.is_none() && kind == ComplianceType::MustNotHave) {
            return Hit::Named(Box::new(evaluate(true)));
        }
        if !policy::fits(&template.document, object, kind) {
            return Hit::Other(index);
        }
        Hit::Fits {
            index,
            called: super::template_result::called(object),
            // A single object that fits a musthave counts as named.
            alone: (kind == ComplianceType::MustHave).then(|| Box::new(evaluate(true))),
        }
    }

    fn merge(&self, object: &Arc<Document>, template: &Template, compliance: Compliance) -> Merge {
        let inputs = Inputs {
            live: Arc::clone(object),
            patches: vec![Arc::clone(&template.document)],
            schema: Arc::clone(&self.schema),
            semantics: Semantics::Policy(compliance),
        };
        merge(self.masks.apply(inputs), true)
    }

    /// What a template says where there is no object.
    pub(crate) fn missing(&self, index: usize, namespace: Option<&str>) -> Finding {
        let template = &self.policy.templates[index];
        let nothing = Arc::new(Document::null());
        let merge = self.merge(&nothing, template, template.compliance);
        Finding::new(index, template, &merge, self.format).in_namespace(namespace)
    }
}
