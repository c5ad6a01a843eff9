//! The panes, and which of them has the focus.

/// One of the three panes that show a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    Live,
    Patch,
    Result,
}

impl Pane {
    /// All of them, from left to right.
    pub const ALL: [Self; 3] = [Self::Live, Self::Patch, Self::Result];
}

/// What the cursor keys act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// A pane with a document.
    Document(Pane),
    /// The list of steps.
    Steps,
    /// The explanation.
    Why,
}
