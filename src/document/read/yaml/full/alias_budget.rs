//! A bound on what aliases may make of a small text.

/// How much of a document may come from aliases: the Go reader's own rule, so that both reject the same.
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

    /// Small documents may be 99 % aliases, documents of four million nodes 10 %, with a line in between.
    pub(crate) fn excessive(&self) -> bool {
        const LOW: f64 = 400_000.0;
        const HIGH: f64 = 4_000_000.0;
        let size = self.decoded as f64;
        let allowed = 0.99 - 0.89 * ((size - LOW) / (HIGH - LOW)).clamp(0.0, 1.0);
        self.aliased > 100 && self.decoded > 1000 && self.aliased as f64 / size > allowed
    }
}
