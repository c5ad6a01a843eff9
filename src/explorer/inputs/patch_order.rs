//! Several patches are several writers: who did what, and what becomes of it when another one comes first.

use crate::explorer::effect::Effect;
use crate::explorer::jobs::PatchSwap;
use crate::explorer::state::Explorer;

impl Explorer {
    /// Lets the patch that is shown change places with the next one (the last one with the one before it), and merges
    /// anew.
    pub(crate) fn swap_patches(&mut self) -> Vec<Effect> {
        let patches = self.session.patch_count();
        let first = self.patch_shown.min(patches.saturating_sub(2));
        // Documents are counted with live.
        let (a, b) = (first + 1, first + 2);
        self.origins.swap(a, b);
        self.versions.swap(a, b);
        let shown = self.patch_shown;
        self.patch_shown = if shown == first { first + 1 } else { first };
        let says = format!("{} comes before {} now", self.name(a), self.name(b));
        if self.is_large() {
            self.request_order(PatchSwap { a, b }, says.into());
        } else {
            let mut inputs = self.session.merge().inputs.clone();
            inputs.patches.swap(first, first + 1);
            self.remerge(inputs);
            self.say_and_note_lost_selection(Some(says.into()));
        }
        vec![Effect::SwapFiles { a, b }]
    }
}
