//! Limits the expansion of aliases in a small text.

/// The share of a document that comes from aliases. The limit is that of the Go reader, so that both reject
/// the same texts.
#[derive(Default)]
pub(crate) struct AliasBudget {
    decoded: u64,
    aliased: u64,
}

impl AliasBudget {
    pub(crate) fn count(&mut self, nodes: u64, aliased: bool) {
        self.decoded += nodes;
        if aliased {
            self.aliased += nodes;
        }
    }

    /// Returns whether the share is above the limit: 99 % in small documents, 10 % in documents of four
    /// million nodes, linear between both.
    pub(crate) fn excessive(&self) -> bool {
        const LOW: f64 = 400_000.0;
        const HIGH: f64 = 4_000_000.0;
        let size = self.decoded as f64;
        let allowed = 0.99 - 0.89 * ((size - LOW) / (HIGH - LOW)).clamp(0.0, 1.0);
        self.aliased > 100 && self.decoded > 1000 && self.aliased as f64 / size > allowed
    }
}
