//! The order ruler that is shown.

use super::ListOrder;
use crate::document::Path;
use crate::explorer::panes::viewport::Viewport;
use crate::merge::{Inputs, ResultId};

/// The ruler that is shown.
#[derive(Clone, Debug)]
pub(crate) struct ListOrderScreen {
    pub(crate) list: ResultId,
    pub(crate) path: Path,
    pub(crate) ruler: ListOrder,
    /// For which merge and step it was made.
    pub(crate) inputs: Inputs,
    pub(crate) position: usize,
    pub(crate) view: Viewport,
}

impl ListOrderScreen {
    pub(crate) fn rows(&self) -> usize {
        self.ruler.height()
    }
}
