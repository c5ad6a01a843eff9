//! Describes the decisions in which strategic semantics differ, for the reference and for comparisons.

use crate::document::words::capitalize;
use crate::merge::{ChoiceText, Decision, DecisionSet, Dialect, Semantics};
use crate::report::table::Table;

/// A decision in which two semantics differ.
#[derive(Clone, Copy, Debug)]
pub struct DecisionText {
    /// The decision.
    pub decision: Decision,
    /// The choices of both semantics.
    pub choices: [&'static ChoiceText; 2],
    /// Whether one of their merges reached the decision.
    pub is_reached: bool,
}

impl DecisionText {
    /// Returns the choice of one semantics as a sentence.
    pub fn sentence(&self, side: usize) -> String {
        sentence(self.decision, self.choices[side])
    }
}

fn sentence(decision: Decision, choice: &ChoiceText) -> String {
    capitalize(&format!("{} {}.", decision.label(), choice.sentence))
}

/// Returns how the items of a merged list are placed, as a sentence, and its source; `None` if the patch type
/// does not merge lists.
pub fn list_order(semantics: Semantics) -> Option<(String, &'static str)> {
    let Semantics::Strategic(dialect) = semantics else {
        return None;
    };
    let choice = dialect.choice(Decision::ServerOnlyOrder);
    Some((sentence(Decision::ServerOnlyOrder, choice), choice.source))
}

/// Returns the decisions in which two semantics differ. `reached` are those that their merges reached.
pub fn differences(dialects: [Dialect; 2], reached: DecisionSet) -> Vec<DecisionText> {
    let [first, second] = dialects;
    let text = |decision| DecisionText {
        decision,
        choices: dialects.map(|dialect| dialect.choice(decision)),
        is_reached: reached.has(decision),
    };
    first.differences(second).map(text).collect()
}

/// Returns the table of the two main semantics for the reference.
pub fn semantics_markdown() -> String {
    let mut table = Table::new(&["", "proposal", "kubernetes"]);
    for row in differences([Dialect::PROPOSAL, Dialect::KUBERNETES], DecisionSet::default()) {
        let [first, second] = row.choices.map(|choice| choice.sentence);
        table.push([row.decision.label(), first, second].map(str::to_owned));
    }
    table.to_markdown()
}

/// Returns the table of the other semantics for the reference.
pub fn others_markdown() -> String {
    let mut table = Table::new(&["", "differences from `proposal`"]);
    let is_main = |dialect| [Dialect::PROPOSAL, Dialect::KUBERNETES].contains(&dialect);
    for row in Dialect::NAMED.iter().filter(|row| !is_main(row.dialect)) {
        let differences = row.dialect.differences(Dialect::PROPOSAL);
        let text =
            |decision: Decision| format!("{} {}", decision.label(), row.dialect.choice(decision).sentence);
        let texts: Vec<String> = differences.map(text).collect();
        table.push([row.name.to_owned(), texts.join("; ")]);
    }
    table.to_markdown()
}
