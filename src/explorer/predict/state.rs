//! What is predicted, and how well it goes.

/// Whether somebody predicts, what is asked, and how well it goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct PredictState {
    pub(crate) on: bool,
    pub(crate) question: Option<PredictQuestion>,
    /// Right answers and answers, by the name of live.
    pub(crate) scores: Vec<(String, u32, u32)>,
}

/// A question about one step.
#[derive(Clone, Debug)]
pub(crate) struct PredictQuestion {
    /// The position that it leads to.
    pub(crate) position: usize,
    pub(crate) asks: String,
    pub(crate) choices: Vec<String>,
    pub(crate) right: usize,
}

impl PredictState {
    /// Right answers and answers, for one live object, or in all.
    pub(crate) fn score(&self, name: Option<&str>) -> (u32, u32) {
        let counted = self
            .scores
            .iter()
            .filter(|score| name.is_none_or(|name| score.0 == name));
        counted.fold((0, 0), |sum, score| (sum.0 + score.1, sum.1 + score.2))
    }

    pub(crate) fn count(&mut self, name: &str, right: bool) {
        if !self.scores.iter().any(|score| score.0 == name) {
            self.scores.push((name.to_owned(), 0, 0));
        }
        if let Some(score) = self.scores.iter_mut().find(|score| score.0 == name) {
            score.1 += u32::from(right);
            score.2 += 1;
        }
    }
}
