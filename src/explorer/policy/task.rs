//! Reads a policy and finds the objects of its templates, on any thread.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::document::split::Splitter;
use crate::document::{Document, ReadError, named_null_document, null_document, read_live};
use crate::explorer::inputs::input_error::InputError;
use crate::explorer::inputs::input_id::InputId;
use crate::explorer::inputs::opening::InputFile;
use crate::explorer::jobs::progress::JobProgress;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{Compliance, ComplianceType, TemplateMatch, file, matches as policy_matches};
use crate::merge::{Inputs, Semantics, merge};
use crate::schema::Schema;
use rustc_hash::FxHashSet;

/// The object that a template is compared with, and its input.
type FoundObject = (InputId, Arc<Document>);

/// A file of a policy: its name and its bytes.
#[derive(Clone, Debug)]
struct PolicyText {
    name: String,
    bytes: Arc<Vec<u8>>,
    /// Whether it is a file, which can be corrected.
    is_file: bool,
}

/// The files of a policy and their last readable contents.
#[derive(Clone, Debug)]
pub struct PolicyFiles {
    text: PolicyText,
    live: Vec<PolicyText>,
    policy: Policy,
    /// The object of each template.
    objects: Vec<Option<FoundObject>>,
    /// Whether all files were readable once.
    is_read: bool,
    /// Whether `policy` is that of an earlier text.
    is_policy_old: bool,
    /// Until then, the live file to show and its first object, or the placeholder for it.
    first_object: Option<FoundObject>,
    /// The templates that the last save changed, or their objects, and that are rejected now.
    rejected: Vec<usize>,
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
    /// The inputs that cannot be read, and their errors.
    pub(crate) unreadable: Vec<(InputId, ReadError)>,
    /// The index of the template to show.
    pub(super) shown: usize,
}

/// The maximum number of templates to merge when a policy is opened, so that the first frame does not wait
/// for hundreds of merges.
const MAX_TRIED: usize = 30;

/// Returns the index in `now` of a template of `before`: the one with the same text, type and object, else that with the
/// same object. A template that was edited keeps its index.
fn index_now(index: usize, before: &[Template], now: &[Template]) -> usize {
    let last = now.len().saturating_sub(1);
    let Some(old) = before.get(index) else {
        return index.min(last);
    };
    let text = |template: &Template| template.document.text().trim().to_owned();
    let likeness = |old: &Template, new: &Template| {
        let is_same = [
            old.display_name() == new.display_name(),
            old.compliance.kind == new.compliance.kind,
            text(old) == text(new),
        ];
        match is_same {
            [false, ..] => 0,
            [true, kind, text] => 1 + usize::from(kind) + usize::from(text),
        }
    };
    let was_elsewhere = |new: &Template| before.iter().any(|other| likeness(other, new) == 3);
    if before.len() == now.len() && (likeness(old, &now[index]) == 3 || !was_elsewhere(&now[index])) {
        return index;
    }
    let found = now.iter().enumerate().map(|(at, new)| (likeness(old, new), at));
    let best = found
        .filter(|(likeness, _)| *likeness > 0)
        .max_by_key(|(likeness, at)| (*likeness, std::cmp::Reverse(at.abs_diff(index))));
    best.map_or(index.min(last), |(_, at)| at)
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
    named_null_document("(no such object)")
}

impl PolicyFiles {
    /// Creates unread files. The live inputs are numbered in the order of the files.
    pub(super) fn new(policy: &InputFile, live: &[InputFile]) -> Self {
        let text = |file: &InputFile| PolicyText {
            name: file.name.clone(),
            bytes: Arc::new(file.bytes.clone()),
            is_file: file.file,
        };
        Self {
            text: text(policy),
            live: live.iter().map(text).collect(),
            policy: Policy::default(),
            objects: Vec::new(),
            is_read: false,
            is_policy_old: false,
            first_object: None,
            rejected: Vec::new(),
        }
    }

    /// Reads the files with new bytes and finds the object of each template. Returns the inputs that cannot be read.
    /// Then the previous policy or objects are kept, if all files were readable once.
    pub(super) fn read(&mut self, new: &[InputId]) -> Vec<(InputId, ReadError)> {
        self.is_policy_old |= !self.is_read || new.contains(&InputId::POLICY);
        let policy = match self.is_policy_old {
            true => file::read(&self.text.name, &self.text.bytes).map(Some),
            false => Ok(None),
        };
        let (policy, error) = match policy {
            Ok(policy) => (policy, None),
            Err(error) => {
                let earlier = (!self.is_read).then(Policy::default);
                (earlier, Some((InputId::POLICY, error)))
            }
        };
        let found = find_objects(policy.as_ref().unwrap_or(&self.policy), &self.live);
        let mut errors = Vec::from_iter(error);
        match found {
            Ok(objects) => self.objects = objects,
            Err(error) => {
                errors.push(error);
                if self.is_read {
                    return errors;
                }
                self.objects.clear();
            }
        }
        if let Some(policy) = policy {
            self.policy = policy;
            self.is_policy_old = errors.iter().any(|(input, _)| *input == InputId::POLICY);
        }
        self.is_read |= errors.is_empty();
        self.first_object = (!self.is_read).then(|| self.find_first_object(&errors));
        errors
    }

    /// Returns the placeholder for the live file that cannot be read, or the first object of the first one.
    fn find_first_object(&self, errors: &[(InputId, ReadError)]) -> FoundObject {
        let broken = errors
            .iter()
            .map(|(input, _)| *input)
            .find(|input| input.is_live());
        let input = broken.unwrap_or(InputId::LIVE);
        let Some(text) = self.text(input) else {
            return (input, Arc::new(absent()));
        };
        let mut splitter = Splitter::default();
        splitter.feed(&text.bytes);
        splitter.end();
        let objects = match broken {
            None => splitter
                .next_chunk()
                .and_then(|piece| piece.objects(&text.name).ok()),
            Some(_) => None,
        };
        let first = objects.and_then(|objects| objects.all().into_iter().next());
        (input, Arc::new(first.unwrap_or_else(|| text.placeholder(input))))
    }

    /// Returns whether all inputs with these errors are files that can be corrected. A file that is not about policies is
    /// more likely an argument in the wrong place.
    pub(super) fn can_correct(&self, errors: &[(InputId, ReadError)]) -> bool {
        let is_policy = || {
            let mut splitter = Splitter::default();
            splitter.feed(&self.text.bytes);
            splitter.end();
            let pieces = std::iter::from_fn(|| splitter.next_chunk());
            let is_broken = pieces
                .map(|piece| piece.objects(&self.text.name))
                .any(|read| read.is_err());
            // An empty file can be one that is not written yet.
            let is_empty = self.text.bytes.trim_ascii().is_empty();
            let names_group = || memchr::memmem::find(&self.text.bytes, file::GROUP.as_bytes()).is_some();
            is_empty || is_broken || names_group()
        };
        let can_correct = |(input, _): &(InputId, ReadError)| {
            self.text(*input).is_some_and(|text| text.is_file) && (input.is_live() || is_policy())
        };
        errors.iter().all(can_correct)
    }

    /// Returns the error of an input for its pane.
    pub(super) fn input_error(&self, input: InputId, error: &ReadError) -> InputError {
        let bytes = self.bytes(input).unwrap_or_default().to_vec();
        match self.is_read {
            true => InputError::in_bytes(error, bytes),
            false => InputError::never_readable(error, bytes),
        }
    }

    /// Returns whether all files were readable once.
    pub(super) fn is_read(&self) -> bool {
        self.is_read
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
        let found = self.objects.get(template).and_then(Option::as_ref);
        let (input, _) = found.or(self.first_object.as_ref())?;
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
        if let Some((_, live)) = self.first_object.clone() {
            return Some(self.inputs_without_result(index, live, schema));
        }
        let template = self.template(index)?;
        let object = self.objects.get(index).cloned().flatten();
        let is_in_namespace = object.as_ref().is_some_and(|(_, object)| {
            let namespace = object.text_at(&["metadata", "namespace"]);
            namespace.is_some_and(|namespace| !namespace.is_empty())
        });
        let compliance = Compliance {
            lacks_namespace: template.lacks_namespace(is_in_namespace),
            ..template.compliance
        };
        Some(Inputs {
            live: object.map_or_else(|| Arc::new(absent()), |(_, object)| object),
            patches: vec![Arc::clone(&template.document)],
            schema: Arc::clone(schema),
            semantics: Semantics::Policy(compliance.with_type(kind.unwrap_or(compliance.kind))),
        })
    }

    /// Returns the index of the first template that is not Compliant, or 0.
    pub(super) fn first_to_look_at(&self, schema: &Arc<Schema>) -> usize {
        let mut templates = self.policy.templates.iter().enumerate().take(MAX_TRIED);
        let differs = |(index, template): (usize, &Template)| {
            let merged = merge(self.inputs_of(index, None, schema)?, false);
            let standing = merged.assessment.map(|assessment| assessment.standing);
            let is_compliant = standing == Some(TemplateMatch::Compliant) && !template.has_go_templates;
            (!is_compliant).then_some(index)
        };
        templates.find_map(differs).unwrap_or(0)
    }

    /// Finds the templates that are new since an earlier state, or whose objects are, and that the API server rejects.
    fn find_rejected(&mut self, before: &Self, schema: &Arc<Schema>) {
        let text = |document: &Arc<Document>| document.text().to_owned();
        let content = |files: &Self, at: usize| {
            let template = files.policy.templates.get(at)?;
            let object = files.objects.get(at)?.as_ref();
            let kind = template.compliance.kind;
            Some((
                text(&template.document),
                kind.name(),
                object.map(|(_, object)| text(object)),
            ))
        };
        let is_rejected = |at: &usize| {
            let merged = self
                .inputs_of(*at, None, schema)
                .map(|inputs| merge(inputs, true));
            merged.is_some_and(|merged| {
                let mut steps = merged.steps.iter();
                merged.rejection().is_some() || steps.any(|step| step.rule.is_server_rejection())
            })
        };
        let known = 0..before.policy.templates.len();
        let known: FxHashSet<_> = known.map(|at| content(before, at)).collect();
        let all = 0..self.policy.templates.len();
        let new = all.filter(|at| !known.contains(&content(self, *at)));
        self.rejected = new.take(MAX_TRIED).filter(is_rejected).collect();
    }

    /// Returns the templates that the last save changed, or their objects, and that are rejected now.
    pub(crate) fn rejected(&self) -> &[usize] {
        &self.rejected
    }

    /// Returns the template that some lines of a file are about, or whose object is on them: one that is rejected since the
    /// last save, else `shown`, else the first one.
    pub(crate) fn template_on(
        &self,
        input: InputId,
        lines: &RangeInclusive<u32>,
        shown: usize,
    ) -> Option<usize> {
        let is_on = |at: &usize| {
            let own = match input {
                InputId::POLICY => self
                    .policy
                    .templates
                    .get(*at)
                    .map(|template| template.lines.clone()),
                _ => {
                    let object = self.objects.get(*at).and_then(Option::as_ref);
                    let object = object.filter(|(own, _)| *own == input);
                    object.map(|(_, object)| file::lines_of(object, object.root()))
                }
            };
            own.is_some_and(|own| own.start() <= lines.end() && lines.start() <= own.end())
        };
        let rejected = self.rejected.iter().copied();
        let all = 0..self.policy.templates.len();
        rejected.chain([shown]).chain(all).find(is_on)
    }

    /// Returns the inputs to show while a file was never readable.
    fn inputs_without_result(&self, index: usize, live: Arc<Document>, schema: &Arc<Schema>) -> Inputs {
        let template = self.template(index);
        let compliance = template.map(|template| template.compliance);
        let patch = template.map(|template| Arc::clone(&template.document));
        Inputs {
            live,
            patches: vec![patch.unwrap_or_else(|| Arc::new(self.text.placeholder(InputId::POLICY)))],
            schema: Arc::clone(schema),
            semantics: Semantics::Policy(
                compliance.unwrap_or_else(|| Compliance::new(ComplianceType::MustHave)),
            ),
        }
    }
}

impl PolicyText {
    /// Returns the placeholder for the text while it cannot be read.
    fn placeholder(&self, input: InputId) -> Document {
        let file = InputFile {
            name: self.name.clone(),
            bytes: self.bytes.to_vec(),
            file: self.is_file,
        };
        let placeholder = match input.is_live() {
            true => file.placeholder(input),
            false => file.blank_live(),
        };
        read_live(&self.name, placeholder.bytes).unwrap_or_else(|_| null_document())
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
        let kind =
            |files: &PolicyFiles, shown| files.template(shown).map(|template| template.compliance.kind);
        let before = kind(&files, shown);
        let was_read = files.is_read;
        let earlier = files.clone();
        let templates = &earlier.policy.templates;
        let unreadable = files.read(&new);
        files.rejected.clear();
        if was_read && unreadable.is_empty() {
            files.find_rejected(&earlier, schema);
        }
        let shown = match files.is_read && !was_read {
            true => files.first_to_look_at(schema),
            false => index_now(shown, templates, &files.policy.templates),
        };
        // Keep the compliance type that the user selected, unless the policy file has changed it.
        let chosen = match semantics {
            Semantics::Policy(compliance) if was_read && kind(&files, shown) == before => {
                Some(compliance.kind)
            }
            _ => None,
        };
        // The objects of a file that can be read are shown next to the last readable policy.
        let is_new_read = !unreadable.iter().any(|(input, _)| new.contains(input));
        let is_shown = match was_read {
            true => is_new_read,
            false => unreadable.is_empty() || files.can_correct(&unreadable),
        };
        let inputs = match is_shown {
            true => files.inputs_of(shown, chosen, schema),
            false => None,
        };
        Some((
            PolicyOutcome {
                files,
                unreadable,
                shown,
            },
            inputs,
        ))
    }
}

impl PolicyOutcome {
    /// Returns the inputs that cannot be read and their errors, for their panes.
    pub(super) fn errors(&self) -> Vec<(InputId, InputError)> {
        let error = |(input, error): &(InputId, ReadError)| (*input, self.files.input_error(*input, error));
        self.unreadable.iter().map(error).collect()
    }
}
