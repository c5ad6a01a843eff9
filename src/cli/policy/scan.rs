//! Checks one live object against its templates.

use std::sync::Arc;

use super::template_result::{ObjectVerdict, TemplateResult};
use crate::cli::args::ReportFormat;
use crate::document::split::{Chunk, ObjectSplitter};
use crate::document::{Document, ReadError, null_document};
use crate::merge::policy;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{Compliance, ComplianceType};
use crate::merge::{Inputs, Merge, Semantics, merge};
use crate::report::live_objects::object_name;
use crate::report::redact::Redaction;
use crate::schema::Schema;

/// The check of each object.
pub(crate) struct PolicyScan {
    pub(crate) policy: Policy,
    schema: Arc<Schema>,
    masks: Redaction,
    pub(crate) format: ReportFormat,
    /// The templates by kind and name; those without a name have an empty one.
    index: TemplateIndex,
}

/// The result for one document of a stream.
pub(crate) enum ScanResult {
    /// Not an object but the frame of a list, with the warnings of the reader.
    Around(Vec<String>),
    /// A text that cannot be parsed.
    Unreadable(ReadError),
    /// An object with the results of its templates.
    Object {
        hits: Vec<ObjectVerdict>,
        /// The warnings of the reader about objects with a template.
        messages: Vec<String>,
    },
}

impl PolicyScan {
    pub(crate) fn new(policy: Policy, schema: Arc<Schema>, format: ReportFormat, show_secrets: bool) -> Self {
        let index = TemplateIndex::new(&policy);
        Self {
            policy,
            schema,
            masks: Redaction::new(show_secrets),
            format,
            index,
        }
    }

    /// Checks the objects of one chunk against the templates.
    pub(crate) fn answers(&self, name: &str, piece: Chunk) -> Vec<ScanResult> {
        match piece.objects(name) {
            Err(error) => vec![ScanResult::Unreadable(error)],
            Ok(ObjectSplitter::Single(object)) => vec![self.answer(*object)],
            Ok(ObjectSplitter::Listed { items, list }) => {
                let around = ScanResult::Around(crate::cli::print::reading_warnings(&list));
                let answers = items.into_iter().map(|item| self.answer(item));
                std::iter::once(around).chain(answers).collect()
            }
        }
    }

    fn answer(&self, object: Document) -> ScanResult {
        let for_it = self.index.templates_for(&self.policy, &object);
        if for_it.is_empty() {
            return ScanResult::Object {
                hits: Vec::new(),
                messages: Vec::new(),
            };
        }
        let messages = crate::cli::print::reading_warnings(&object);
        let object = Arc::new(object);
        let hits = for_it.into_iter().map(|index| self.hit(index, &object));
        ScanResult::Object {
            hits: hits.collect(),
            messages,
        }
    }

    fn hit(&self, index: usize, object: &Arc<Document>) -> ObjectVerdict {
        let template = &self.policy.templates[index];
        let kind = template.compliance.kind;
        let evaluate = |by_content: bool| {
            let compliance = Compliance {
                selected_by_content: by_content || template.compliance.selected_by_content,
                ..template.compliance
            };
            TemplateResult::new(
                index,
                template,
                &self.merge(object, template, compliance),
                self.format,
            )
        };
        if template.counts_as_named() && !(template.name.is_none() && kind == ComplianceType::MustNotHave) {
            return ObjectVerdict::Named(Box::new(evaluate(true)));
        }
        if !policy::matches(&template.document, object, kind) {
            return ObjectVerdict::Other(index);
        }
        ObjectVerdict::Fits {
            index,
            called: object_name(object),
            // If only one object matches a musthave, the template counts as if it named the object.
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

    /// Returns the result of a template without an object.
    pub(crate) fn missing(&self, index: usize, namespace: Option<&str>) -> TemplateResult {
        let template = &self.policy.templates[index];
        let nothing = Arc::new(null_document());
        let merge = self.merge(&nothing, template, template.compliance);
        TemplateResult::new(index, template, &merge, self.format).in_namespace(namespace)
    }
}
