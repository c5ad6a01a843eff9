//! Where the inputs come from, whether they can be read, and whether saves are noticed.

use super::input_error::{InputError, UnreadInput};
use super::input_id::InputId;

/// One input, apart from its document.
#[derive(Clone, Debug)]
pub(crate) struct InputSource {
    pub(crate) id: InputId,
    name: String,
    is_file: bool,
    /// It has no file, and its text was changed here.
    is_changed_here: bool,
    /// Why the newest bytes cannot be read; the last good ones are shown.
    error: Option<InputError>,
}

impl InputSource {
    pub(crate) fn new(id: InputId, name: &str, is_file: bool) -> Self {
        Self {
            id,
            name: name.to_owned(),
            is_file,
            is_changed_here: false,
            error: None,
        }
    }
}

/// All inputs of what is open.
#[derive(Clone, Debug, Default)]
pub struct InputSources {
    sources: Vec<InputSource>,
    /// Why the newest schema file cannot be read; the last good one is in use.
    pub(crate) schema_error: Option<InputError>,
    pub(crate) watching: WatchStatus,
}

/// Whether saves are noticed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum WatchStatus {
    /// There is no file to watch.
    #[default]
    Nothing,
    /// Every save is noticed.
    On,
    /// The files are looked at from time to time, and why.
    Polling(String),
    /// Saves go unnoticed, and why.
    Off(String),
}

impl InputSources {
    pub(crate) fn new(sources: Vec<InputSource>) -> Self {
        Self {
            sources,
            ..Self::default()
        }
    }

    pub(crate) fn add(&mut self, source: InputSource) {
        self.sources.push(source);
    }

    fn get(&self, input: InputId) -> Option<&InputSource> {
        self.sources.iter().find(|source| source.id == input)
    }

    pub(crate) fn has(&self, input: InputId) -> bool {
        self.get(input).is_some()
    }

    /// Notes that the text of an input without a file was changed.
    pub(crate) fn note_changed_here(&mut self, input: InputId) {
        let found = self.sources.iter_mut().find(|source| source.id == input);
        if let Some(source) = found {
            source.is_changed_here = true;
        }
    }

    /// The first input whose changed text is lost with the program.
    pub(crate) fn changed_here(&self) -> Option<InputId> {
        let found = self.sources.iter().find(|source| source.is_changed_here);
        found.map(|source| source.id)
    }

    /// Whether there is a file that can be saved to.
    pub(crate) fn is_file(&self, input: InputId) -> bool {
        self.get(input).is_some_and(|source| source.is_file)
    }

    /// The name of an input; not escaped.
    pub fn name(&self, input: InputId) -> &str {
        self.get(input).map_or("", |source| &source.name)
    }

    pub(crate) fn error(&self, input: InputId) -> Option<&InputError> {
        self.get(input)?.error.as_ref()
    }

    /// The newest content of an input, if it cannot be read.
    pub(crate) fn unread(&self, input: InputId) -> Option<&UnreadInput> {
        self.error(input)?.unread.as_deref()
    }

    /// Sets why an input cannot be read, or that it can. Returns the error that it had.
    pub(crate) fn set_error(&mut self, input: InputId, error: Option<InputError>) -> Option<InputError> {
        let source = self.sources.iter_mut().find(|source| source.id == input)?;
        std::mem::replace(&mut source.error, error)
    }

    pub(crate) fn clear_errors(&mut self) {
        for source in &mut self.sources {
            source.error = None;
        }
    }

    /// What cannot be read now: one line each, with file, line and column.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        let errors = self.sources.iter().map(|source| &source.error);
        let errors = errors.chain([&self.schema_error]);
        errors.filter_map(|error| Some(error.as_ref()?.text.as_str()))
    }

    /// Whether an input could not be read from the start.
    pub fn never_read(&self) -> bool {
        let mut unread = self
            .sources
            .iter()
            .filter_map(|source| source.error.as_ref()?.unread.as_ref());
        unread.any(|unread| unread.from_start)
    }

    /// The line (from 1) of an input that keeps its newest text from being read.
    pub fn wrong_line(&self, input: InputId) -> Option<usize> {
        self.error(input)?.line
    }

    /// Whether saves are noticed.
    pub fn watching(&self) -> &WatchStatus {
        &self.watching
    }

    /// Swaps two patches.
    pub(crate) fn swap(&mut self, inputs: [InputId; 2]) {
        let index = |input| self.sources.iter().position(|source| source.id == input);
        if let [Some(a), Some(b)] = inputs.map(index) {
            self.sources.swap(a, b);
            (self.sources[a].id, self.sources[b].id) = (inputs[0], inputs[1]);
        }
    }
}
