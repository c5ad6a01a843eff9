//! The order ruler that is shown.

use super::Ruler;
use crate::document::Path;
use crate::explorer::panes::viewport::View;
use crate::merge::{Inputs, ResultId};

/// The ruler that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Ruling {
    pub(crate) list: ResultId,
    pub(crate) path: Path,
    pub(crate) ruler: Ruler,
    /// For which merge and step it was made.
    pub(crate) inputs: Inputs,
    pub(crate) position: usize,
    pub(crate) view: View,
}

impl Ruling {
    pub(crate) fn rows(&self) -> usize {
        self.ruler.height()
    }
}
