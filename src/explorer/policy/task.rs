//! Reads a policy and finds the objects of its templates, on any thread.

use std::sync::Arc;

use crate::document::split::Splitter;
use crate::document::{Document, ReadError, null_document, read_live};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::jobs::progress::JobProgress;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{ComplianceType, file, matches as policy_matches};
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// The object that a template is compared with, and its input.
type FoundObject = (InputId, Arc<Document>);

/// A file of a policy: its name and its bytes.
#[derive(Clone, Debug)]
struct PolicyText {
    name: String,
    bytes: Arc<Vec<u8>>,
}

/// The files of a policy and their last readable contents.
#[derive(Clone, Debug)]
pub struct PolicyFiles {
    text: PolicyText,
    live: Vec<PolicyText>,
    policy: Policy,
    /// The object of each template.
    objects: Vec<Option<FoundObject>>,
}

/// The files of a policy, some with bytes that are not parsed yet. A task owns all its data, so any thread
/// can run it.
#[derive(Clone, Debug)]
pub(crate) struct PolicyTask {
    files: PolicyFiles,
    /// The inputs whose bytes are not parsed yet.
    new: Vec<InputId>,
    /// The index of the template that is shown.
    shown: usize,
}

/// The result of a [`PolicyTask`].
#[derive(Clone, Debug)]
pub(crate) struct PolicyOutcome {
    /// The files with the new bytes. If an input cannot be read, the parsed policy and objects are the
    /// previous ones.
    pub(crate) files: PolicyFiles,
    /// The input that cannot be read, and its error.
    pub(crate) unreadable: Option<(InputId, ReadError)>,
}

/// Returns the object for each template: the one that it names, else the first that matches, else the first
/// of its kind. Takes linear time.
fn find_objects(
    policy: &Policy,
    live: &[PolicyText],
) -> Result<Vec<Option<FoundObject>>, (InputId, ReadError)> {
    let index = TemplateIndex::new(policy);
    let mut found: Vec<Option<(FoundObject, bool)>> = vec![None; policy.templates.len()];
    for (number, text) in live.iter().enumerate() {
        let input = InputId::live(number);
        let mut splitter = Splitter::default();
        splitter.feed(&text.bytes);
        splitter.end();
        while let Some(piece) = splitter.next_chunk() {
            let objects = piece.objects(&text.name);
            for object in objects.map_err(|error| (input, error))?.all() {
                let object = Arc::new(object);
                for template in index.templates_for(policy, &object) {
                    let (template, found) = (&policy.templates[template], &mut found[template]);
                    if found.as_ref().is_some_and(|(_, fits)| *fits) {
                        continue;
                    }
                    let kind = template.compliance.kind;
                    let fits =
                        template.counts_as_named() || policy_matches(&template.document, &object, kind);
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

/// Returns the document for an object that does not exist.
fn absent() -> Document {
    read_live("(no such object)", Vec::new()).unwrap_or_else(|_| null_document())
}

impl PolicyFiles {
    /// Creates unread files. The live inputs are numbered in the order of the files.
    pub(super) fn new(
        (name, bytes): (String, Vec<u8>),
        live: impl IntoIterator<Item = (String, Vec<u8>)>,
    ) -> Self {
        let text = |(name, bytes)| PolicyText {
            name,
            bytes: Arc::new(bytes),
        };
        Self {
            text: text((name, bytes)),
            live: live.into_iter().map(text).collect(),
            policy: Policy::default(),
            objects: Vec::new(),
        }
    }

    /// Reads the files with new bytes and finds the object of each template. If an input cannot be read, the
    /// previous policy and objects are kept.
    ///
    /// # Errors
    /// The input that cannot be read, and its error.
    pub(super) fn read(&mut self, new: &[InputId]) -> Result<(), (InputId, ReadError)> {
        if new.contains(&InputId::POLICY) {
            let policy = file::read(&self.text.name, &self.text.bytes);
            let policy = policy.map_err(|error| (InputId::POLICY, error))?;
            self.objects = find_objects(&policy, &self.live)?;
            self.policy = policy;
        } else {
            self.objects = find_objects(&self.policy, &self.live)?;
        }
        Ok(())
    }

    /// Returns the inputs of all files: the live files, then the policy.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = InputId> + use<> {
        (0..self.live.len()).map(InputId::live).chain([InputId::POLICY])
    }

    fn text(&self, input: InputId) -> Option<&PolicyText> {
        match input {
            InputId::Live(index) => self.live.get(usize::from(index)),
            InputId::Patch(_) => Some(&self.text),
            InputId::Manifest | InputId::LastApplied => None,
        }
    }

    /// Returns the newest bytes of a file.
    pub(crate) fn bytes(&self, input: InputId) -> Option<&[u8]> {
        Some(&self.text(input)?.bytes)
    }

    pub(super) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the input that contains the object of a template.
    pub(super) fn input_of(&self, template: usize) -> Option<InputId> {
        let (input, _) = self.objects.get(template)?.as_ref()?;
        Some(*input)
    }

    fn template(&self, index: usize) -> Option<&Template> {
        self.policy
            .templates
            .get(index.min(self.policy.templates.len().saturating_sub(1)))
    }

    /// Returns the inputs for the merge of a template, with another compliance type if one is given.
    pub(super) fn inputs_of(
        &self,
        index: usize,
        kind: Option<ComplianceType>,
        schema: &Arc<Schema>,
    ) -> Option<Inputs> {
        let template = self.template(index)?;
        let object = self.objects.get(index).cloned().flatten();
        let compliance = template.compliance;
        Some(Inputs {
            live: object.map_or_else(|| Arc::new(absent()), |(_, object)| object),
            patches: vec![Arc::clone(&template.document)],
            schema: Arc::clone(schema),
            semantics: Semantics::Policy(compliance.with_type(kind.unwrap_or(compliance.kind))),
        })
    }
}

impl PolicyTask {
    /// Creates a task without new bytes.
    pub(crate) fn new(files: PolicyFiles, shown: usize) -> Self {
        Self {
            files,
            new: Vec::new(),
            shown,
        }
    }

    /// Adds new bytes of an input.
    pub(crate) fn add(&mut self, input: InputId, bytes: Vec<u8>) {
        let text = match input {
            InputId::Live(index) => self.files.live.get_mut(usize::from(index)),
            InputId::Patch(_) => Some(&mut self.files.text),
            InputId::Manifest | InputId::LastApplied => None,
        };
        if let Some(text) = text {
            text.bytes = Arc::new(bytes);
            self.new.push(input);
        }
    }

    /// Sets the template to show.
    pub(crate) fn show(&mut self, template: usize) {
        self.shown = template;
    }

    /// Returns the bytes of an input that are not parsed yet.
    pub(crate) fn new_bytes(&self, input: InputId) -> Option<&[u8]> {
        self.new.contains(&input).then(|| self.files.bytes(input))?
    }

    /// Reads the new bytes and returns the inputs for the template that is shown, without inputs if a file
    /// cannot be read. Returns `None` if `progress` returns `false`.
    pub(crate) fn run(
        self,
        semantics: Semantics,
        schema: &Arc<Schema>,
        progress: &mut dyn FnMut(JobProgress) -> bool,
    ) -> Option<(PolicyOutcome, Option<Inputs>)> {
        let Self {
            mut files,
            new,
            shown,
        } = self;
        for input in &new {
            if !progress(JobProgress::Reading(*input)) {
                return None;
            }
        }
        let kind = |files: &PolicyFiles| files.template(shown).map(|template| template.compliance.kind);
        let before = kind(&files);
        let unreadable = files.read(&new).err();
        // Keep the compliance type that the user selected, unless the policy file has changed it.
        let chosen = match semantics {
            Semantics::Policy(compliance) if kind(&files) == before => Some(compliance.kind),
            _ => None,
        };
        let inputs = match unreadable {
            None => files.inputs_of(shown, chosen, schema),
            Some(_) => None,
        };
        Some((PolicyOutcome { files, unreadable }, inputs))
    }
}

impl PolicyOutcome {
    /// Returns the input that cannot be read and its error, for its pane.
    pub(super) fn error(&self) -> Option<(InputId, InputError)> {
        let (input, error) = self.unreadable.as_ref()?;
        let bytes = self.files.bytes(*input).unwrap_or_default().to_vec();
        Some((*input, InputError::in_bytes(error, bytes)))
    }
}
