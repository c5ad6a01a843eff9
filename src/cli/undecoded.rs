//! The first value of a result that the API server cannot decode.

use crate::merge::{Merge, ResultId, Rule, ServerAnswer, ServerLayer, Step, lower_case_start};

/// What is said about a value that cannot be decoded.
#[derive(Debug)]
pub(super) struct UndecodedValue<'m> {
    pub(super) step: &'m Step,
    pub(super) sentence: String,
    /// What is not known about the message of kubectl.
    pub(super) others: String,
}

/// Returns the value, if a step of the merge is about it. `answer`: that of the API server to the merge.
pub(super) fn undecoded_value<'m>(
    merge: &'m Merge,
    answer: &ServerAnswer<ResultId>,
) -> Option<UndecodedValue<'m>> {
    let objections = answer.objections.iter();
    let mut objections = objections.filter(|it| it.layer == ServerLayer::Decode);
    let at = objections.next()?.at;
    let others = objections.count();
    let value = merge.tree.source(at);
    let is_wrong = |step: &&Step| match step.rule {
        Rule::WrongType | Rule::NotAString => step.patch() == Some(value),
        Rule::ServerType => step.at == at,
        _ => false,
    };
    let step = merge.steps.iter().find(is_wrong)?;
    let sentence = merge.sentence(step);
    let first = sentence.split(". ").next().unwrap_or_default();
    Some(UndecodedValue {
        step,
        sentence: match step.rule {
            Rule::ServerType => lower_case_start(sentence.trim_end_matches('.')),
            _ => format!("the API server rejects this result: {first}"),
        },
        // The order of the fields of a Go struct is not known.
        others: match others {
            0 => String::new(),
            more => format!(
                " (or the message about another of {} values of a wrong type)",
                more + 1
            ),
        },
    })
}
