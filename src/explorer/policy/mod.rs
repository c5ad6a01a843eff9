//! A policy in the explorer: its object templates, one of which is the patch, and the live files in which each finds
//! its object.
//!
//! Files have slots: the live file of the template on the screen is 0 and the policy 1, as live and patch are
//! everywhere else; other live files follow. Going to another template may swap a live file into slot 0.

pub(crate) mod action;
mod compliance_types;
pub(crate) mod state;
pub(crate) mod type_row;

use std::sync::Arc;

use super::effect::Effect;
use super::inputs::input_error::InputError;
use super::inputs::read;
use super::inputs::source::InputSource;
use super::inputs::{InputFile, PolicyOpening};
use super::jobs::task::merge_both;
use super::state::Explorer;
use crate::document::split::Splitter;
use crate::document::{Document, ReadError, read_live};
use crate::merge::policy;
use crate::merge::policy::file;
use crate::merge::policy::file::{Policy, Template, TemplateIndex};
use crate::merge::policy::{Compliance, ComplianceType, TemplateMatch};
use crate::merge::{Inputs, Semantics, merge};
use state::{PolicyObjects, PolicyState};

/// The slot of the policy's file.
const POLICY: usize = 1;

/// The object that each template is held against: the one that it names, else the first that fits, else the first of
/// its kind. Linear.
fn find(policy: &Policy, names: &[String], files: &[Vec<u8>]) -> Result<PolicyObjects, (usize, ReadError)> {
    let index = TemplateIndex::new(policy);
    let mut found: Vec<Option<(usize, Arc<Document>, bool)>> = vec![None; policy.templates.len()];
    for (slot, (bytes, name)) in files.iter().zip(names).enumerate() {
        if slot == POLICY {
            continue;
        }
        let mut splitter = Splitter::default();
        splitter.feed(bytes);
        splitter.end();
        while let Some(piece) = splitter.piece() {
            for object in piece.objects(name).map_err(|error| (slot, error))?.all() {
                let object = Arc::new(object);
                for at in index.templates_for(policy, &object) {
                    let (template, found) = (&policy.templates[at], &mut found[at]);
                    if found.as_ref().is_some_and(|(_, _, fits)| *fits) {
                        continue;
                    }
                    let kind = template.compliance.kind;
                    let fits = template.names() || policy::fits(&template.document, &object, kind);
                    if found.is_none() || fits {
                        *found = Some((slot, Arc::clone(&object), fits));
                    }
                }
            }
        }
    }
    let plain = |found: Option<(usize, Arc<Document>, bool)>| found.map(|(slot, object, _)| (slot, object));
    Ok(found.into_iter().map(plain).collect())
}

/// What stands in the place of an object that there is not.
fn absent() -> Document {
    read_live("(no such object)", Vec::new()).unwrap_or_else(|_| Document::null())
}

impl Explorer {
    /// Opens a policy on its first template, on the last step. Besides comes the slot whose file was swapped with that
    /// of slot 0.
    ///
    /// # Errors
    /// The first text that cannot be read.
    pub fn open_policy(opening: PolicyOpening) -> Result<(Self, usize), ReadError> {
        let PolicyOpening {
            policy: given,
            live,
            schema,
        } = opening;
        let mut lives = live.into_iter();
        let first = lives.next().ok_or_else(read::nothing)?;
        let all: Vec<InputFile> = [first, given].into_iter().chain(lives).collect();
        let policy = file::read(&all[POLICY].name, &all[POLICY].bytes)?;
        let names: Vec<String> = all.iter().map(|given| given.name.clone()).collect();
        let semantics = Semantics::Policy(Compliance::new(ComplianceType::MustHave));
        let mut state = Self::open(read::blank(&schema, semantics, &all[..=POLICY]))?;
        state.origins = all
            .iter()
            .map(|given| InputSource {
                name: given.name.clone(),
                file: given.file,
                trouble: None,
            })
            .collect();
        let files: Vec<Vec<u8>> = all.into_iter().map(|given| given.bytes).collect();
        let objects = find(&policy, &names, &files).map_err(|(_, error)| error)?;
        state.policy = Some(PolicyState {
            policy,
            files,
            shown: 0,
            objects,
            standings: Vec::new(),
        });
        let swapped = match state.bring_file_of(0)[..] {
            [Effect::SwapFiles { b, .. }] => b,
            _ => 0,
        };
        if let Some((session, agreement)) = state
            .inputs_of(0, None)
            .and_then(|inputs| merge_both(inputs, &state.masks, &mut |_| true))
        {
            state.session = session;
            state.agreement = agreement;
            state.follow_step();
        }
        state.say_template();
        Ok((state, swapped))
    }

    /// The template that is shown, which of how many; none where no policy is open.
    pub fn template_shown(&self) -> Option<(usize, usize)> {
        let held = self.policy.as_ref()?;
        Some((held.shown, held.policy.templates.len()))
    }

    /// The inputs of a template, under another type if one is given.
    fn inputs_of(&self, at: usize, kind: Option<ComplianceType>) -> Option<Inputs> {
        let held = self.policy.as_ref()?;
        let template = held.policy.templates.get(at)?;
        let object = held.objects.get(at).cloned().flatten();
        let compliance = template.compliance;
        Some(Inputs {
            live: object.map_or_else(|| Arc::new(absent()), |(_, object)| object),
            patches: vec![Arc::clone(&template.document)],
            schema: Arc::clone(&self.session.merge().inputs.schema),
            semantics: Semantics::Policy(compliance.under(kind.unwrap_or(compliance.kind))),
        })
    }

    /// Puts the live file of a template into slot 0.
    fn bring_file_of(&mut self, at: usize) -> Vec<Effect> {
        let Some(held) = &mut self.policy else {
            return Vec::new();
        };
        let Some(slot) = held.objects.get(at).and_then(|object| Some(object.as_ref()?.0)) else {
            return Vec::new();
        };
        if slot == 0 {
            return Vec::new();
        }
        held.files.swap(0, slot);
        self.origins.swap(0, slot);
        for (own, _) in held.objects.iter_mut().flatten() {
            *own = match *own {
                0 => slot,
                other if other == slot => 0,
                other => other,
            };
        }
        vec![Effect::SwapFiles { a: 0, b: slot }]
    }

    /// Goes to a template.
    pub(crate) fn go_to_template(&mut self, at: usize) -> Vec<Effect> {
        let Some(inputs) = self.inputs_of(at, None) else {
            return Vec::new();
        };
        // The text area shows a file that may go to another slot.
        if self.edit.is_some() {
            return Vec::new();
        }
        let effects = self.bring_file_of(at);
        if let Some(held) = &mut self.policy {
            held.shown = at;
        }
        self.pending = None;
        if let Some((session, agreement)) = merge_both(inputs, &self.masks, &mut |_| true) {
            self.show_merge(session, agreement);
            self.go_to(self.session.len());
        }
        self.say_template();
        effects
    }

    /// Goes to the next template, behind the last one to the first.
    pub(crate) fn next_template(&mut self) -> Vec<Effect> {
        match self.template_shown() {
            Some((shown, count)) => self.go_to_template((shown + 1) % count.max(1)),
            None => Vec::new(),
        }
    }

    fn say_template(&mut self) {
        let Some(held) = &self.policy else { return };
        let Some(template) = held.policy.templates.get(held.shown) else {
            return;
        };
        let mut says = format!(
            "template {} of {}: {} · {}",
            held.shown + 1,
            held.policy.templates.len(),
            template.compliance.kind.name(),
            template.called()
        );
        if held.objects.get(held.shown).is_none_or(Option::is_none) {
            says.push_str(" · no such object in live");
        }
        // The notes on this template, else those on the policy as a whole.
        let begin = |at: usize| {
            let next = held.policy.templates.get(at)?;
            Some(next.document.position(next.document.root()).line)
        };
        let (from, to) = (begin(held.shown), begin(held.shown + 1));
        let is_own = |line: u32| from.is_some_and(|from| line >= from) && to.is_none_or(|to| line < to);
        let is_general = |line: u32| begin(0).is_none_or(|first| line < first);
        let notes = &held.policy.notes;
        let note = notes
            .iter()
            .find(|note| is_own(note.position.line))
            .or_else(|| notes.iter().find(|note| is_general(note.position.line)));
        if let Some(note) = note {
            says.push_str(&format!(" · line {}: {}", note.position.line, note.text));
        }
        self.say(says);
    }

    /// A file has new bytes; the last good policy and objects stay where they cannot be read.
    pub(crate) fn reload_held(&mut self, slot: usize, bytes: Vec<u8>) {
        let names: Vec<String> = self.origins.iter().map(|origin| origin.name.clone()).collect();
        let Some(held) = &mut self.policy else { return };
        let Some(file) = held.files.get_mut(slot) else {
            return;
        };
        *file = bytes;
        let read = match slot {
            POLICY => file::read(&names[POLICY], &held.files[POLICY]).map_err(|error| (POLICY, error)),
            _ => Ok(held.policy.clone()),
        };
        let found = read.and_then(|policy| Ok((find(&policy, &names, &held.files)?, policy)));
        let (objects, policy) = match found {
            Ok(found) => found,
            Err((slot, error)) => {
                let bytes = held.files[slot].clone();
                self.origins[slot].trouble = Some(InputError::in_bytes(&error, bytes));
                return;
            }
        };
        let before = held
            .policy
            .templates
            .get(held.shown)
            .map(|template| template.compliance.kind);
        let changed_type = |template: &Template| Some(template.compliance.kind) != before;
        held.shown = held.shown.min(policy.templates.len().saturating_sub(1));
        let has_new_type = policy.templates.get(held.shown).is_some_and(changed_type);
        held.policy = policy;
        held.objects = objects;
        held.standings.clear();
        let shown = held.shown;
        for origin in &mut self.origins {
            origin.trouble = None;
        }
        // A type that was walked to stays, unless the policy itself asks for another one now.
        let kind = match self.semantics() {
            Semantics::Policy(compliance) if !has_new_type => Some(compliance.kind),
            _ => None,
        };
        if let Some(inputs) = self.inputs_of(shown, kind) {
            self.remerge(inputs);
        }
    }

    /// Other rules of fields hold: what the templates say is worked out anew when it is asked for.
    pub(crate) fn reconsider(&mut self) {
        if let Some(held) = &mut self.policy {
            held.standings.clear();
        }
    }

    /// The whole file in a slot.
    pub(crate) fn bytes_of_slot(&self, slot: usize) -> Option<&[u8]> {
        self.policy.as_ref()?.files.get(slot).map(Vec::as_slice)
    }

    /// What each template says of its object, with what it is called.
    pub(crate) fn standings(&self) -> Vec<(TemplateMatch, String)> {
        let held = self.policy.as_ref();
        held.map_or_else(Vec::new, |held| held.standings.clone())
    }

    /// Works out what each template says of its object.
    pub(crate) fn assess_templates(&mut self) {
        let count = self.template_shown().map_or(0, |(_, count)| count);
        let told = |at| -> Option<(TemplateMatch, String)> {
            let merged = merge(self.inputs_of(at, None)?, false);
            let template = self.policy.as_ref()?.policy.templates.get(at)?;
            let assessment = merged.assessment?;
            let standing = match template.has_go_templates {
                true => TemplateMatch::ServerDecides,
                false => assessment.standing,
            };
            let text = format!(
                "{} · {} ({})",
                template.compliance.kind.name(),
                template.called(),
                assessment.reason.words()
            );
            Some((standing, text))
        };
        let standings = (0..count).filter_map(told).collect();
        if let Some(held) = &mut self.policy {
            held.standings = standings;
        }
    }
}
