//! The sources of the inputs, their errors, and the status of the file watcher.

use super::input_error::{InputError, UnreadInput};
use super::input_id::InputId;

/// The source of an input.
#[derive(Clone, Debug)]
pub(crate) struct InputSource {
    pub(crate) id: InputId,
    name: String,
    is_file: bool,
    /// Whether the text was changed although the input has no file.
    is_changed_here: bool,
    /// The error of the newest bytes, if they cannot be read; the last readable ones are shown.
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

/// The sources of all inputs.
#[derive(Clone, Debug, Default)]
pub struct InputSources {
    sources: Vec<InputSource>,
    /// The error of the newest schema file, if it cannot be read; the last readable one is used.
    pub(crate) schema_error: Option<InputError>,
    pub(crate) watching: WatchStatus,
}

/// The status of the file watcher.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum WatchStatus {
    /// There is no file to watch.
    #[default]
    Nothing,
    /// The operating system reports every save.
    On,
    /// The files are polled. Contains the reason.
    Polling(String),
    /// Saves are not noticed. Contains the reason.
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

    /// Records whether the text of an input without a file was changed, and is not in another file.
    pub(crate) fn set_changed_here(&mut self, input: InputId, is_changed: bool) {
        let found = self.sources.iter_mut().find(|source| source.id == input);
        if let Some(source) = found {
            source.is_changed_here = is_changed;
        }
    }

    /// Returns the inputs whose changed text is lost when the program quits.
    pub(crate) fn changed_here(&self) -> impl Iterator<Item = InputId> {
        let sources = self.sources.iter();
        sources
            .filter(|source| source.is_changed_here)
            .map(|source| source.id)
    }

    /// Returns whether the input is a file, which can be saved.
    pub(crate) fn is_file(&self, input: InputId) -> bool {
        self.get(input).is_some_and(|source| source.is_file)
    }

    /// Records whether the input is a whole file. One of several objects in a file cannot be saved.
    pub(crate) fn set_is_file(&mut self, input: InputId, is_file: bool) {
        let found = self.sources.iter_mut().find(|source| source.id == input);
        if let Some(source) = found {
            source.is_file = is_file;
        }
    }

    /// Records that an input has another source, whose text can be read.
    pub(crate) fn open_other(&mut self, input: InputId, name: &str, is_file: bool) {
        let found = self.sources.iter_mut().find(|source| source.id == input);
        if let Some(source) = found {
            *source = InputSource::new(input, name, is_file);
        }
    }

    /// Changes the name of an input.
    pub(crate) fn rename(&mut self, input: InputId, name: &str) {
        let found = self.sources.iter_mut().find(|source| source.id == input);
        if let Some(source) = found {
            name.clone_into(&mut source.name);
        }
    }

    /// Returns the name of an input; not escaped.
    pub fn name(&self, input: InputId) -> &str {
        self.get(input).map_or("", |source| &source.name)
    }

    /// Returns the inputs with their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = (InputId, String)> {
        self.sources.iter().map(|source| (source.id, source.name.clone()))
    }

    pub(crate) fn error(&self, input: InputId) -> Option<&InputError> {
        self.get(input)?.error.as_ref()
    }

    /// Returns the newest content of an input that cannot be read.
    pub(crate) fn unread(&self, input: InputId) -> Option<&UnreadInput> {
        self.error(input)?.unread.as_deref()
    }

    /// Returns the inputs with content that cannot be read.
    pub(crate) fn all_unread(&self) -> impl Iterator<Item = InputId> {
        let has_unread = |error: &InputError| error.unread.is_some();
        let sources = self.sources.iter();
        let unread = sources.filter(move |source| source.error.as_ref().is_some_and(has_unread));
        unread.map(|source| source.id)
    }

    /// Returns the first input with content that cannot be read.
    pub(crate) fn first_unread(&self) -> Option<InputId> {
        self.all_unread().next()
    }

    /// Sets or clears the error of an input. Returns the previous error.
    pub(crate) fn set_error(&mut self, input: InputId, error: Option<InputError>) -> Option<InputError> {
        let source = self.sources.iter_mut().find(|source| source.id == input)?;
        let before = std::mem::replace(&mut source.error, error);
        // Another text that cannot be read does not make the placeholder a result.
        if let (Some(error), Some(before)) = (&mut source.error, &before) {
            error.from_start |= before.from_start;
        }
        before
    }

    pub(crate) fn clear_errors(&mut self) {
        for source in &mut self.sources {
            source.error = None;
        }
    }

    /// Returns the current errors, one line each, with file, line and column.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        let errors = self.sources.iter().map(|source| &source.error);
        let errors = errors.chain([&self.schema_error]);
        errors.filter_map(|error| Some(error.as_ref()?.text.as_str()))
    }

    /// Returns what to do about the current errors, except those that the explanation is about.
    pub fn error_helps(&self) -> impl Iterator<Item = &str> {
        let errors = self.sources.iter().filter_map(|source| source.error.as_ref());
        errors
            .filter(|error| !error.from_start && !error.help.is_empty())
            .map(|error| error.help.as_str())
    }

    /// Returns the first input that was never readable.
    pub fn never_read(&self) -> Option<InputId> {
        let is_unread = |error: &InputError| error.from_start;
        let mut sources = self.sources.iter();
        let found = sources.find(|source| source.error.as_ref().is_some_and(is_unread));
        found.map(|source| source.id)
    }

    /// Returns whether a file with live objects was never readable, so that there is no result.
    pub fn has_no_result(&self) -> bool {
        let is_unread = |error: &InputError| error.from_start;
        let mut live = self.sources.iter().filter(|source| source.id.is_live());
        live.any(|source| source.error.as_ref().is_some_and(is_unread))
    }

    /// Returns the line (from 1) of the error of an input.
    pub fn error_line(&self, input: InputId) -> Option<usize> {
        self.error(input)?.line
    }

    /// Returns the status of the file watcher.
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
