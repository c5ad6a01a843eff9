//! The order ruler that is shown.

use crate::document::Path;
use crate::explorer::ruler::Ruler;
use crate::explorer::view::View;
use crate::merge::{Inputs, ResultId};

/// The ruler that is shown.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct Ruling {
    pub(in crate::explorer) list: ResultId,
    pub(in crate::explorer) path: Path,
    pub(in crate::explorer) ruler: Ruler,
    /// For which merge and step it was made.
    pub(in crate::explorer) inputs: Inputs,
    pub(in crate::explorer) position: usize,
    pub(in crate::explorer) view: View,
}

impl Ruling {
    pub(in crate::explorer) fn rows(&self) -> usize {
        self.ruler.height()
    }
}
