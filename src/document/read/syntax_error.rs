//! An error at a byte of a text, and the treatment of the end of the text.

/// An error at a byte of a text.
#[derive(Debug)]
pub(crate) struct SyntaxError {
    pub(crate) offset: u32,
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(offset: usize, what: impl Into<String>) -> Self {
        Self {
            offset: offset as u32,
            what: what.into(),
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// How the last line of a text is read if it has no line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastLine {
    /// As it is written, as kubectl reads a patch: a block scalar at the end has no line break.
    AsWritten,
    /// As a whole line, as kubectl reads manifests: it reads line by line and ends each line.
    WholeLine,
}

pub(crate) fn too_deep(at: usize) -> SyntaxError {
    let what = format!(
        "lists and maps are nested more than {} levels deep",
        crate::document::MAX_DEPTH
    );
    SyntaxError::new(at, what).help("a manifest needs a few dozen levels")
}
