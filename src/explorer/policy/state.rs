//! The policy that is open: its object templates, the files, and the object of each template.

use std::sync::Arc;

use crate::document::split::Splitter;
use crate::document::{Document, ReadError, read_live};
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::source::InputSources;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{ComplianceType, file, fits};
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// The object that a template is compared with, and the input that it is in.
type FoundObject = (InputId, Arc<Document>);

/// The policy that is open.
#[derive(Clone, Debug)]
pub(crate) struct PolicyState {
    policy: Policy,
    /// The bytes of the policy.
    bytes: Vec<u8>,
    /// The bytes of the live files.
    live: Vec<Vec<u8>>,
    /// The index of the template that is shown.
    shown: usize,
    /// By template.
    objects: Vec<Option<FoundObject>>,
    /// The live file of the template that is shown; without an object the one before.
    live_shown: InputId,
}

/// The object that each template is compared with: the one that it names, else the first that fits, else the first of its kind.
/// Linear.
fn find_objects(
    policy: &Policy,
    live: &[Vec<u8>],
    sources: &InputSources,
) -> Result<Vec<Option<FoundObject>>, (InputId, ReadError)> {
    let index = TemplateIndex::new(policy);
    let mut found: Vec<Option<(FoundObject, bool)>> = vec![None; policy.templates.len()];
    for (at, bytes) in live.iter().enumerate() {
        let input = InputId::live(at);
        let mut splitter = Splitter::default();
        splitter.feed(bytes);
        splitter.end();
        while let Some(piece) = splitter.piece() {
            let objects = piece.objects(sources.name(input));
            for object in objects.map_err(|error| (input, error))?.all() {
                let object = Arc::new(object);
                for at in index.templates_for(policy, &object) {
                    let (template, found) = (&policy.templates[at], &mut found[at]);
                    if found.as_ref().is_some_and(|(_, fits)| *fits) {
                        continue;
                    }
                    let kind = template.compliance.kind;
                    let fits = template.names() || fits(&template.document, &object, kind);
                    if found.is_none() || fits {
                        *found = Some(((input, Arc::clone(&object)), fits));
                    }
                }
            }
        }
    }
    let objects = found.into_iter().map(|found| found.map(|(object, _)| object));
    Ok(objects.collect())
}

/// The document in place of an object that does not exist.
fn absent() -> Document {
    read_live("(no such object)", Vec::new()).unwrap_or_else(|_| Document::null())
}

impl PolicyState {
    /// Reads a policy and live files, and shows the first template.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub(super) fn new(bytes: Vec<u8>, live: Vec<Vec<u8>>, sources: &InputSources) -> Result<Self, ReadError> {
        let policy = file::read(sources.name(InputId::POLICY), &bytes)?;
        let objects = find_objects(&policy, &live, sources).map_err(|(_, error)| error)?;
        let mut state = Self {
            policy,
            bytes,
            live,
            shown: 0,
            objects,
            live_shown: InputId::LIVE,
        };
        state.show(0);
        Ok(state)
    }

    /// Takes new bytes of a file; if something cannot be read, the policy and the objects stay.
    ///
    /// # Errors
    /// The input that cannot be read, and why.
    pub(super) fn reload(
        &mut self,
        input: InputId,
        bytes: Vec<u8>,
        sources: &InputSources,
    ) -> Result<(), Box<(InputId, ReadError)>> {
        let place = match input {
            InputId::Live(index) => self.live.get_mut(usize::from(index)),
            _ => Some(&mut self.bytes),
        };
        let Some(place) = place else { return Ok(()) };
        *place = bytes;
        let policy = match input {
            InputId::Live(_) => Ok(self.policy.clone()),
            _ => file::read(sources.name(input), &self.bytes).map_err(|error| (input, error)),
        };
        let found = policy.and_then(|policy| Ok((find_objects(&policy, &self.live, sources)?, policy)));
        match found {
            Ok((objects, policy)) => {
                (self.policy, self.objects) = (policy, objects);
                self.show(self.shown.min(self.len().saturating_sub(1)));
                Ok(())
            }
            Err(error) => Err(Box::new(error)),
        }
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, input: InputId) -> Option<&[u8]> {
        match input {
            InputId::Live(index) => Some(self.live.get(usize::from(index))?),
            InputId::Patch(_) => Some(&self.bytes),
            InputId::Manifest | InputId::LastApplied => None,
        }
    }

    /// The live file that is shown.
    pub(crate) fn live_input(&self) -> InputId {
        self.live_shown
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// How many templates there are.
    pub(super) fn len(&self) -> usize {
        self.policy.templates.len()
    }

    /// The index of the template that is shown.
    pub(super) fn shown(&self) -> usize {
        self.shown
    }

    /// The template that is shown.
    pub(super) fn template(&self) -> Option<&Template> {
        self.policy.templates.get(self.shown)
    }

    /// Whether the template that is shown has an object.
    pub(super) fn has_object(&self) -> bool {
        matches!(self.objects.get(self.shown), Some(Some(_)))
    }

    /// Shows a template.
    pub(super) fn show(&mut self, at: usize) {
        self.shown = at;
        if let Some(Some((input, _))) = self.objects.get(at) {
            self.live_shown = *input;
        }
    }

    /// The inputs of a template, with another compliance type if one is given.
    pub(super) fn inputs_of(
        &self,
        at: usize,
        kind: Option<ComplianceType>,
        schema: &Arc<Schema>,
    ) -> Option<Inputs> {
        let template = self.policy.templates.get(at)?;
        let object = self.objects.get(at).cloned().flatten();
        let compliance = template.compliance;
        Some(Inputs {
            live: object.map_or_else(|| Arc::new(absent()), |(_, object)| object),
            patches: vec![Arc::clone(&template.document)],
            schema: Arc::clone(schema),
            semantics: Semantics::Policy(compliance.under(kind.unwrap_or(compliance.kind))),
        })
    }
}
