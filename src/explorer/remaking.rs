//! Computing the patch of an apply anew when one of its files changes: at once, or beside the keys where it may take
//! longer than a frame.

use std::sync::Arc;

use super::given::Given;
use super::making::{COMPUTED, COMPUTED_NAME, LAST_APPLIED, MANIFEST, manifest_of};
use super::pending::LARGE;
use super::state::{State, Trouble};
use super::work::Phase;
use super::{load, making::ApplyOpening};
use crate::create::{Applied, Apply, ApplyError, Names, Told, apply};
use crate::document::{ReadError, read};
use crate::merge::{Inputs, Semantics};
use crate::schema::Schema;

/// An apply to be computed, with texts that are not read yet. It needs nothing but itself: any thread may run it.
#[derive(Clone, Debug)]
pub(super) struct Remake {
    apply: Apply,
    /// By document, the newest only: its name and its bytes.
    new: Vec<(usize, String, Arc<Vec<u8>>)>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(super) struct Remade {
    /// With the texts that could be read.
    apply: Apply,
    /// The documents that cannot be read.
    pub(super) unreadable: Vec<(usize, ReadError)>,
    /// The patch and all about it, or why there is none.
    pub(super) applied: Result<Arc<Applied>, Trouble>,
}

impl Remake {
    pub(super) fn of(apply: Apply) -> Self {
        Self {
            apply,
            new: Vec::new(),
        }
    }

    /// Newer bytes of a document.
    pub(super) fn with(mut self, document: usize, name: &str, bytes: Vec<u8>) -> Self {
        self.new.retain(|(other, ..)| *other != document);
        self.new.push((document, name.to_owned(), Arc::new(bytes)));
        self
    }

    /// Under other rules of fields.
    pub(super) fn under(mut self, schema: Arc<Schema>) -> Self {
        self.apply.schema = schema;
        self
    }

    /// The bytes of a document that are not read yet.
    pub(super) fn text(&self, document: usize) -> Option<&str> {
        let new = self.new.iter().find(|(other, ..)| *other == document)?;
        std::str::from_utf8(&new.2).ok()
    }

    /// Reads what is new and computes the patch. Nothing if `tell` says that nobody wants it any more.
    pub(super) fn run(self, tell: &mut dyn FnMut(Phase) -> bool) -> Option<Remade> {
        let Self { mut apply, new } = self;
        let mut unreadable = Vec::new();
        for (document, name, bytes) in new {
            if !tell(Phase::Reading(document)) {
                return None;
            }
            let bytes = Arc::unwrap_or_clone(bytes);
            let known = match document {
                0 => load::read_as(0, &name, bytes).map(Arc::new),
                _ => manifest_of(&name, bytes),
            };
            match (known, document) {
                (Err(error), _) => unreadable.push((document, error)),
                (Ok(known), 0) => apply.live = known,
                (Ok(known), LAST_APPLIED) => apply.last_applied = Some(known),
                (Ok(known), _) => apply.manifest = known,
            }
        }
        tell(Phase::Computing).then_some(())?;
        let applied = computed(&apply);
        Some(Remade {
            apply,
            unreadable,
            applied,
        })
    }
}

impl Remade {
    /// Live without a patch, to be shown where none can be made.
    pub(super) fn unpatched(&self) -> Option<Inputs> {
        let nothing = read(COMPUTED_NAME, b"{}\n".to_vec()).ok()?;
        Some(Inputs {
            live: Arc::clone(&self.apply.live),
            patches: vec![Arc::new(nothing)],
            schema: Arc::clone(&self.apply.schema),
            semantics: Semantics::Kubernetes,
        })
    }
}

/// The patch of an apply, or why there is none.
pub(super) fn computed(given: &Apply) -> Result<Arc<Applied>, Trouble> {
    match apply(given) {
        Ok(applied) => Ok(Arc::new(applied)),
        Err(ApplyError::Unreadable(error)) => Err(Trouble::of(&error)),
        Err(ApplyError::Failed(failed)) => {
            let (failure, sides) = &*failed;
            let told = Told {
                sides,
                schema: &given.schema,
                names: Names::APPLY,
                manifest: None,
            };
            Err(Trouble {
                text: format!("no patch can be made: {}", told.failure(failure)),
                line: None,
            })
        }
    }
}

impl ApplyOpening {
    /// Whether reading it and computing the patch may take longer than a frame.
    pub fn is_large(&self) -> bool {
        let all = [Some(&self.live), Some(&self.manifest), self.last_applied.as_ref()];
        let sizes = all.into_iter().flatten().map(|given| given.bytes.len());
        sizes.sum::<usize>() >= LARGE
    }
}

impl State {
    /// Opens an apply with a first frame at once: nothing is shown yet but that it is read. [`State::task`] has the work.
    ///
    /// # Errors
    /// None that files can cause.
    pub fn open_apply_beside(opening: ApplyOpening) -> Result<Self, ReadError> {
        let blank = |given: &Given| Given {
            bytes: b"{}".to_vec(),
            ..given.clone()
        };
        let mut state = Self::open_apply(ApplyOpening {
            live: blank(&opening.live),
            manifest: blank(&opening.manifest),
            last_applied: opening.last_applied.as_ref().map(blank),
            ..opening.clone()
        })?;
        // What is blank was never saved.
        state.versions = super::versions::Versions::default();
        let all = [
            (0, Some(opening.live)),
            (MANIFEST, Some(opening.manifest)),
            (LAST_APPLIED, opening.last_applied),
        ];
        for (document, given) in all {
            if let Some(given) = given {
                state.want_apply(document, given.bytes);
            }
        }
        state.is_opened_beside();
        Ok(state)
    }

    /// A document of an apply has new bytes: the patch is computed anew, or the last good one stays under a banner.
    pub(super) fn remake(&mut self, document: usize, bytes: Vec<u8>) {
        let (Some(making), Some(origin)) = (&self.making, self.origins.get(document)) else {
            return;
        };
        let others = [0, MANIFEST, LAST_APPLIED].into_iter();
        let others = others.filter(|other| *other != document);
        let others: usize = others.map(|other| making.size(other)).sum();
        if self.pending.is_some() || others.saturating_add(bytes.len()) >= self.large_from {
            return self.want_apply(document, bytes);
        }
        let remake = Remake::of(making.given().clone()).with(document, &origin.name, bytes);
        let Some(remade) = remake.run(&mut |_| true) else {
            return;
        };
        let error = remade.unreadable.first();
        self.origins[document].trouble = error.map(|(_, error)| Trouble::of(error));
        self.show_remade(remade);
    }

    /// Other rules of fields hold: the patch is computed anew.
    pub(super) fn remake_with(&mut self, schema: Arc<Schema>) {
        let Some(making) = &self.making else { return };
        let all = [0, MANIFEST, LAST_APPLIED].into_iter();
        let size: usize = all.map(|document| making.size(document)).sum();
        if self.pending.is_some() || size >= self.large_from {
            return self.want_apply_under(schema);
        }
        let remake = Remake::of(making.given().clone()).under(schema);
        if let Some(remade) = remake.run(&mut |_| true) {
            self.show_remade(remade);
        }
    }

    fn show_remade(&mut self, remade: Remade) {
        if remade.unreadable.is_empty()
            && let Some(applied) = self.take_remade(remade)
        {
            let mut inputs = applied.inputs();
            if inputs.semantics.patch_type() == self.semantics().patch_type() {
                inputs.semantics = self.semantics();
            }
            self.merge_anew(inputs);
        }
    }

    /// Takes a computed patch over; gives it back if there is one.
    pub(super) fn take_remade(&mut self, remade: Remade) -> Option<Arc<Applied>> {
        let making = self.making.as_mut()?;
        let (applied, trouble) = match remade.applied {
            Ok(applied) => (Some(applied), None),
            Err(trouble) => (None, Some(trouble)),
        };
        making.take(remade.apply, applied.clone());
        self.origins[COMPUTED].trouble = trouble;
        applied
    }
}
