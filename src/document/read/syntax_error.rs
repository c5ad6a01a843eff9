//! What is wrong with a text, at a byte of it; and how its end is read.

/// What is wrong with a text, at a byte of it.
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

/// How the last line of a text is read where it has no line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorEnd {
    /// As it stands: so kubectl reads a patch, and a block scalar that ends there has no line break either.
    AsWritten,
    /// As a whole line: kubectl reads manifests line by line and ends each of them.
    WholeLine,
}

pub(crate) fn too_deep(at: usize) -> SyntaxError {
    let what = format!(
        "lists and maps are nested more than {} levels deep",
        crate::document::MAX_DEPTH
    );
    SyntaxError::new(at, what).help("a manifest needs a few dozen levels")
}
