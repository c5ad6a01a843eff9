//! Law 6: questions are fair. The accepted answer is the difference of the result before and after the step
//! and the effect of the step. Neither the question nor the position of the answer gives it away.

use mergescope::document::write::value_text;
use mergescope::document::{Tree, ValueKind};
use mergescope::explorer::predict_question;
use mergescope::merge::{Merge, Presence, RuleEffect};

use super::judge::Tally;

/// The maximum length of a value in a choice, in characters.
const MAX_VALUE_CHARS: usize = 50;

pub(crate) fn check(merge: &mut Merge, tally: &mut Tally, example: &dyn Fn(String) -> String) {
    let end = merge.steps.len();
    for step in 0..end {
        // Playing from the current position of the merge is fast.
        merge.seek(step);
        let Some(question) = predict_question(merge, step) else {
            continue;
        };
        let right = question.choices[question.right].clone();
        tally.count("6 questions", 1);
        // The same question in several merges counts once.
        if tally.asked.insert((question.text.clone(), step)) {
            tally.questions += 1;
            *tally.right_at.entry(question.right).or_default() += 1;
            tally.chance += 1.0 / question.choices.len() as f64;
        }
        for why in unfair_reasons(merge, step, &question.choices, &right) {
            let rule = merge.steps[step].rule.name();
            tally.fail(format!("questions: {rule}: {why}"), || {
                example(format!(
                    "{}: {:?}, right is {right}",
                    question.text, question.choices
                ))
            });
        }
        let effects = [
            "added", "removed", "replaced", "emptied", "set to", "rejected", "merged",
        ];
        let asked = question.text.split_once(' ').map_or("", |(_, rest)| rest);
        let first = asked.split(' ').next().unwrap_or_default();
        if effects.contains(&first) {
            tally.fail("questions: the question gives the answer away".to_owned(), || {
                example(question.text.clone())
            });
        }
    }
    merge.seek(end);
}

/// Returns the reasons why a question is not fair.
fn unfair_reasons(merge: &mut Merge, index: usize, choices: &[String], right: &str) -> Vec<&'static str> {
    let mut unfair = Vec::new();
    let mut distinct = choices.to_vec();
    distinct.sort();
    distinct.dedup();
    if choices.len() < 3 || distinct.len() != choices.len() {
        unfair.push("too few choices, or one twice");
    }
    let (at, effect) = (merge.steps[index].at, merge.steps[index].rule.effect());
    let here = merge.position();
    merge.seek(index);
    let before = look(merge, at, effect);
    merge.seek(index + 1);
    let after = look(merge, at, effect);
    merge.seek(here);
    let is_so = match right {
        "it is added" => !before.is_there && after.is_there && !after.has_old_version,
        "it is removed" => before.is_there && !after.is_there,
        "it is replaced" => {
            let is_emptied =
                before.kind == after.kind && !before.children.is_empty() && after.children.is_empty();
            after.is_there
                && (after.has_old_version || before.children != after.children || after.children.is_empty())
                && (after.has_old_version || !is_emptied)
        }
        "its duplicates are removed" => after.children.len() < before.children.len(),
        "it is emptied, and `{}` remains" | "it is emptied, and `[]` remains" => {
            after.is_there && after.children.is_empty()
        }
        "nothing changes" => before == after,
        "the patch is rejected" => index + 1 == merge.steps.len() && merge.rejection().is_some(),
        _ => match effect {
            RuleEffect::Set => right == format!("set to {}", after.text),
            RuleEffect::Reordered => before.children != after.children,
            RuleEffect::ServerOnly => true,
            _ => false,
        },
    };
    if !is_so {
        unfair.push("the accepted answer is not what the result shows");
    }
    let fits_effect = match effect {
        RuleEffect::Added => right == "it is added",
        RuleEffect::Removed | RuleEffect::Cleared => right == "it is removed",
        RuleEffect::Replaced => {
            ["it is replaced", "its duplicates are removed"].contains(&right)
                || right.starts_with("it is emptied")
        }
        RuleEffect::Set => right.starts_with("set to "),
        RuleEffect::Rejected => right == "the patch is rejected",
        RuleEffect::Nothing => right == "nothing changes",
        RuleEffect::Reordered | RuleEffect::ServerOnly => !right.starts_with("it is "),
        RuleEffect::Matched | RuleEffect::Retained | RuleEffect::Warned => false,
    };
    if !fits_effect {
        unfair.push("the effect of the step is another one");
    }
    unfair
}

#[derive(PartialEq)]
struct Look {
    is_there: bool,
    kind: ValueKind,
    has_old_version: bool,
    children: Vec<mergescope::merge::ResultId>,
    text: String,
}

fn look(merge: &Merge, at: mergescope::merge::ResultId, effect: RuleEffect) -> Look {
    let tree = &merge.tree;
    let siblings = tree
        .parent(at)
        .into_iter()
        .flat_map(|parent| tree.all_children(parent));
    let before = siblings.take_while(|id| *id != at).last();
    Look {
        is_there: tree.state(at) == Presence::Present,
        kind: tree.kind(at),
        has_old_version: before.is_some_and(|id| tree.state(id) == Presence::Replaced),
        children: tree.present(at).collect(),
        text: match effect {
            RuleEffect::Set => value_text(tree, at, MAX_VALUE_CHARS),
            _ => String::new(),
        },
    }
}
