//! Questions about the effect of a step. The choices come from the documents; a rejection of the patch is
//! always one of them.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::document::write::{name_text, value_text};
use crate::document::{Tree, ValueKind};
use crate::explorer::workspace::Workspace;
use crate::merge::{Claim, Merge, ResultId, RuleEffect, Step};

/// The maximum length of a value in a choice, in characters.
const MAX_VALUE_CHARS: usize = 50;
/// The maximum number of list items in a choice.
const MAX_NAMES: usize = 8;

const REJECTED: &str = "the patch is rejected";

/// A question about the effect of a step.
#[derive(Clone, Debug)]
pub struct PredictQuestion {
    /// The position after the step.
    pub(crate) position: usize,
    /// The question.
    pub text: String,
    /// The answers to choose from.
    pub choices: Vec<String>,
    /// The index of the right choice.
    pub right: usize,
}

/// Returns the choice for an effect. For a value that is set, the choice is the value instead.
fn effect_text(effect: RuleEffect) -> &'static str {
    match effect {
        RuleEffect::Added => "it is added",
        RuleEffect::Removed | RuleEffect::Cleared => "it is removed",
        RuleEffect::Replaced => "it is replaced",
        RuleEffect::Rejected => REJECTED,
        RuleEffect::Reordered | RuleEffect::ServerOnly => "it is reordered",
        RuleEffect::Set => "it is set",
        RuleEffect::Matched => "it is merged",
        RuleEffect::Retained | RuleEffect::Nothing | RuleEffect::Warned => "nothing changes",
    }
}

/// Returns the choice for a map or list that becomes empty, or `None` for a scalar.
fn emptied_text(kind: ValueKind) -> Option<&'static str> {
    match kind {
        ValueKind::Map => Some("it is emptied, and `{}` remains"),
        ValueKind::List => Some("it is emptied, and `[]` remains"),
        _ => None,
    }
}

/// Returns whether a step has an effect to predict. Checks, notes and steps that only prepare others are
/// skipped.
fn is_worth_asking(step: &Step) -> bool {
    match step.rule.effect() {
        RuleEffect::Matched | RuleEffect::Warned | RuleEffect::Retained => false,
        RuleEffect::Nothing => step.rule.claim() == Claim::FindsNothing,
        _ => true,
    }
}

/// The part of the result that a question is about, before or after the step.
struct NodeSnapshot {
    order: Option<Vec<String>>,
    /// The value, for a step that sets it.
    value: String,
    kind: ValueKind,
    is_empty: bool,
}

impl NodeSnapshot {
    /// Reads the part from a merge at the position before or after the step.
    fn new(merge: &Merge, step: &Step) -> Self {
        let kind = merge.tree.kind(step.at);
        Self {
            kind,
            is_empty: merge.tree.present(step.at).next().is_none(),
            order: (kind == ValueKind::List).then(|| order(merge, step.at)),
            value: match step.rule.effect() {
                RuleEffect::Set => value_text(&merge.tree, step.at, MAX_VALUE_CHARS),
                _ => String::new(),
            },
        }
    }
}

/// Returns the question about a step, if it has an effect to predict. The position of the merge does not
/// change.
pub fn predict_question(merge: &mut Merge, step: usize) -> Option<PredictQuestion> {
    let here = merge.position();
    merge.seek(step);
    let before = NodeSnapshot::new(merge, merge.steps.get(step)?);
    let path = merge.distinct_step_path(&merge.steps[step]).to_string();
    merge.seek(step + 1);
    let after = NodeSnapshot::new(merge, &merge.steps[step]);
    merge.seek(here);
    PredictQuestion::new(&merge.steps[step], step, &path, before, after)
}

impl PredictQuestion {
    /// Plays the steps without an effect to predict, and returns the question about the next other step.
    pub(crate) fn for_next_step(cx: &mut Workspace) -> Option<Self> {
        let here = cx.merged().position();
        let count = cx.merged().len();
        let found = (here..count).find_map(|next| Some((next, Self::for_step(next, cx)?)));
        let next = found.as_ref().map_or(count, |(next, _)| *next);
        if next > here {
            cx.go_to(next);
        }
        Some(found?.1)
    }

    fn for_step(index: usize, cx: &mut Workspace) -> Option<Self> {
        let merge = cx.merged().merge();
        let step = merge
            .steps
            .get(index)
            .filter(|step| is_worth_asking(step))?
            .clone();
        let path = merge.distinct_step_path(&step).to_string();
        let mut snapshot = |position| cx.peek(position, |cx| NodeSnapshot::new(cx.merged().merge(), &step));
        let (before, after) = (snapshot(index), snapshot(index + 1));
        Self::new(&step, index, &path, before, after)
    }

    fn new(step: &Step, index: usize, path: &str, before: NodeSnapshot, after: NodeSnapshot) -> Option<Self> {
        if !is_worth_asking(step) {
            return None;
        }
        let effect = step.rule.effect();
        let (text, right, mut others) = match (effect, before.order, after.order) {
            // No answer would show what is moved.
            (RuleEffect::Reordered, Some(old), Some(new)) if old == new => return None,
            (RuleEffect::Reordered | RuleEffect::ServerOnly, Some(old), Some(new)) => {
                let mut reversed = old.clone();
                reversed.reverse();
                let mut sorted = old.clone();
                sorted.sort();
                let mut rotated = new.clone();
                let by = 1.min(rotated.len());
                rotated.rotate_left(by);
                let others = [old, rotated, sorted, reversed];
                (
                    format!("What is the order of {path} after this step?"),
                    in_order(&new),
                    others.iter().map(|order| in_order(order)).collect(),
                )
            }
            (RuleEffect::Set, ..) => (
                format!("What is {path} after this step?"),
                format!("set to {}", after.value),
                vec![
                    format!("unchanged: {}", before.value),
                    effect_text(RuleEffect::Removed).to_owned(),
                    "set to null".to_owned(),
                ],
            ),
            _ => {
                let emptied = emptied_text(after.kind);
                let lost_content = before.kind == after.kind && !before.is_empty && after.is_empty;
                let right = match (step.rule.claim(), emptied) {
                    (Claim::Empties, Some(emptied)) => emptied,
                    (Claim::RemovesDuplicates, _) => "its duplicates are removed",
                    (_, Some(emptied)) if effect == RuleEffect::Replaced && lost_content => emptied,
                    _ => effect_text(effect),
                };
                // The choices do not depend on the answer, so that they do not reveal it.
                let others = [
                    RuleEffect::Added,
                    RuleEffect::Removed,
                    RuleEffect::Replaced,
                    RuleEffect::Nothing,
                    RuleEffect::Matched,
                ];
                let others = others.map(effect_text).into_iter().chain(emptied);
                (
                    format!("What happens at {path}?"),
                    right.to_owned(),
                    others.map(str::to_owned).collect(),
                )
            }
        };
        others.push(REJECTED.to_owned());
        let mut choices: Vec<String> = Vec::new();
        for choice in others {
            if choice != right && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        // A list with equal items has few possible orders.
        if choices.len() < 2 {
            choices.push("empty".to_owned());
        }
        // The order of the choices reveals nothing, and is the same whenever the question is asked.
        choices.push(right.clone());
        choices.sort_by_cached_key(|choice| {
            let mut hasher = DefaultHasher::new();
            (&text, index, choice).hash(&mut hasher);
            hasher.finish()
        });
        let right_index = choices.iter().position(|choice| *choice == right)?;
        Some(Self {
            position: index + 1,
            text,
            choices,
            right: right_index,
        })
    }

    /// Handles an answer: plays the step and shows the verdict with its rule.
    pub(crate) fn answer(&self, index: usize, cx: &mut Workspace) {
        let is_right = index == self.right;
        let name = cx.inputs.name(cx.live_input()).to_owned();
        cx.session.predict.record_answer(&name, is_right);
        cx.go_to(self.position.min(cx.merged().len()));
        let rule = cx.merged().step().map_or("", |step| step.rule.name());
        let verdict = match self.choices.get(self.right) {
            Some(right) if !is_right => format!("wrong; the answer is: {right}"),
            _ => "right".to_owned(),
        };
        cx.say(format!("{verdict} ({rule})"));
    }
}

/// Returns the names of the items of a list in order: their merge key, with the further keys of the list where items
/// have the same one.
fn order(merge: &Merge, list: ResultId) -> Vec<String> {
    let tree = &merge.tree;
    let field = merge.field(list);
    let key = field.as_ref().and_then(|field| field.merge_key);
    let name = |item: ResultId| {
        let named = key.and_then(|key| tree.get(item, key)).unwrap_or(item);
        name_text(tree, named, MAX_VALUE_CHARS)
    };
    let names: Vec<String> = tree.present(list).map(name).collect();
    let others = field.as_ref().map_or(&[][..], |field| field.list_map_keys);
    let whole_name = |(item, name): (ResultId, &String)| {
        let values = others
            .iter()
            .filter(|other| key != Some(other) && names.iter().filter(|it| *it == name).count() > 1)
            .filter_map(|other| tree.get(item, other));
        values.fold(name.clone(), |name, value| {
            format!("{name}/{}", value_text(tree, value, MAX_VALUE_CHARS))
        })
    };
    tree.present(list).zip(&names).map(whole_name).collect()
}

fn in_order(names: &[String]) -> String {
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    let first: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    format!("{}{more}", first.join(", "))
}
