//! The question about one step. The choices come from the documents; that the patch is rejected is always one of them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::document::Tree;
use crate::document::ValueKind;
use crate::document::write::value_text;
use crate::explorer::workspace::Workspace;
use crate::merge::{ResultId, RuleEffect, Step};

/// The longest value in a choice, in characters.
const MAX_VALUE_CHARS: usize = 50;
/// How many items of a list a choice names.
const MAX_NAMES: usize = 8;

const REJECTED: &str = "the patch is rejected";

/// A question about one step.
#[derive(Clone, Debug)]
pub(crate) struct PredictQuestion {
    /// The position that the step leads to.
    pub(crate) position: usize,
    pub(crate) text: String,
    pub(crate) choices: Vec<String>,
    pub(crate) right: usize,
}

/// What a choice calls an effect.
fn effect_text(effect: RuleEffect) -> &'static str {
    match effect {
        RuleEffect::Added => "it is added",
        RuleEffect::Removed | RuleEffect::Cleared => "it is removed",
        RuleEffect::Replaced => "it is replaced",
        RuleEffect::Rejected => REJECTED,
        RuleEffect::Reordered | RuleEffect::ServerOnly => "it is moved",
        RuleEffect::Set | RuleEffect::Matched => "its content is merged",
        RuleEffect::Retained | RuleEffect::Nothing | RuleEffect::Warned => "nothing changes",
    }
}

impl PredictQuestion {
    /// Asks about the next step that is worth a question. Steps that only lead to others are played.
    pub(crate) fn about_next_step(cx: &mut Workspace) -> Option<Self> {
        let here = cx.merged().position();
        let ahead = &cx.merged().merge().steps[here..];
        let leads = |step: &&Step| matches!(step.rule.effect(), RuleEffect::Matched | RuleEffect::Warned);
        let next = here + ahead.iter().take_while(leads).count();
        if next > here {
            cx.go_to(next);
        }
        let merge = cx.merged().merge();
        let step = merge.steps.get(next)?;
        let (effect, path) = (step.rule.effect(), merge.step_path(step).to_string());
        let list = std::iter::once(step.at)
            .chain(merge.touched_by(next))
            .find(|id| merge.scene.kind(*id) == ValueKind::List);
        let changed = merge.changed_by(next).next();
        let look = |cx: &Workspace| (list.map(|list| order(list, cx)), changed.map(|id| value(id, cx)));
        let before = look(cx);
        let after = cx.peek(next + 1, look);
        let (text, right, mut others) = match (effect, before, after) {
            (RuleEffect::Reordered | RuleEffect::ServerOnly, (Some(old), _), (Some(new), _)) => {
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
            (RuleEffect::Set, (_, Some(old)), (_, Some(new))) => (
                format!("What is the value of {path} after this step?"),
                new,
                vec![old, "it is removed".to_owned(), "null".to_owned()],
            ),
            _ => {
                let others = [
                    RuleEffect::Added,
                    RuleEffect::Removed,
                    RuleEffect::Replaced,
                    RuleEffect::Nothing,
                    RuleEffect::Matched,
                ];
                (
                    format!("What happens to {path}?"),
                    effect_text(effect).to_owned(),
                    others.map(|effect| effect_text(effect).to_owned()).to_vec(),
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
        // A list with equal items has few orders to choose from.
        if choices.len() < 2 {
            choices.push("empty".to_owned());
        }
        // The position of the right choice tells nothing, and is the same whenever the question is asked.
        let mut hasher = FxHasher::default();
        (&text, next).hash(&mut hasher);
        let at = (hasher.finish() >> 32) as usize % (choices.len() + 1);
        choices.insert(at, right);
        Some(Self {
            position: next + 1,
            text,
            choices,
            right: at,
        })
    }

    /// Takes an answer: the step is played, and announced with its rule.
    pub(crate) fn answer(&self, at: usize, cx: &mut Workspace) {
        let is_right = at == self.right;
        let name = cx.inputs.name(cx.live_input()).to_owned();
        cx.session.predict.count(&name, is_right);
        cx.go_to(self.position.min(cx.merged().len()));
        let rule = cx.merged().step().map_or("", |step| step.rule.name());
        let verdict = match self.choices.get(self.right) {
            Some(right) if !is_right => format!("no: {right}"),
            _ => "right".to_owned(),
        };
        cx.say(format!("{verdict} ({rule})"));
    }
}

/// The names of a list's items in their order.
fn order(list: ResultId, cx: &Workspace) -> Vec<String> {
    let merge = cx.merged().merge();
    let scene = &merge.scene;
    let field = merge.field(list);
    let key = field.as_ref().and_then(|field| field.merge_key);
    let name = |item: ResultId| {
        let named = key.and_then(|key| scene.get(item, key)).unwrap_or(item);
        value_text(scene, named, MAX_VALUE_CHARS)
    };
    scene.present(list).map(name).collect()
}

fn value(id: ResultId, cx: &Workspace) -> String {
    value_text(&cx.merged().merge().scene, id, MAX_VALUE_CHARS)
}

fn in_order(names: &[String]) -> String {
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    let first: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    format!("{}{more}", first.join(", "))
}
