//! The panes and the focus.

/// A pane with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    Live,
    Patch,
    Result,
}

impl Pane {
    /// All panes, from left to right.
    pub const ALL: [Self; 3] = [Self::Live, Self::Patch, Self::Result];
}

/// The pane that the cursor keys act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// A pane with a document.
    Document(Pane),
    /// The list of steps.
    Steps,
    /// The explanation.
    Why,
}
