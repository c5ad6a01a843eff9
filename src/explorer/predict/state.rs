//! The state of predict mode.

/// The state of predict mode.
#[derive(Clone, Debug, Default)]
pub(crate) struct PredictState {
    pub(crate) on: bool,
    /// The numbers of right answers and of all answers, by the name of the live object.
    scores: Vec<(String, u32, u32)>,
}

impl PredictState {
    /// Returns the numbers of right answers and of all answers, for one live object or in total.
    pub(super) fn score(&self, name: Option<&str>) -> (u32, u32) {
        let counted = self
            .scores
            .iter()
            .filter(|score| name.is_none_or(|name| score.0 == name));
        counted.fold((0, 0), |sum, score| (sum.0 + score.1, sum.1 + score.2))
    }

    pub(super) fn record_answer(&mut self, name: &str, right: bool) {
        if !self.scores.iter().any(|score| score.0 == name) {
            self.scores.push((name.to_owned(), 0, 0));
        }
        if let Some(score) = self.scores.iter_mut().find(|score| score.0 == name) {
            score.1 += u32::from(right);
            score.2 += 1;
        }
    }
}
