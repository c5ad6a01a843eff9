//! Predicting: the next step is hidden until somebody has said what it will do. The choices come from the documents
//! themselves; being refused is always one of them.

pub(crate) mod state;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::effect::Effect as Asked;
use super::hint_text::words;
use super::popups::list::{ListItem, ListView};
use super::popups::{ListKind, Popup};
use super::state::Explorer;
use crate::document::Tree;
use crate::document::ValueKind;
use crate::document::escape::visible;
use crate::document::write::value_text;
use crate::explorer::action::Action;
use crate::explorer::playback::action::PlaybackAction;
use crate::merge::{ResultId, RuleEffect, Step};
use state::PredictQuestion;

/// Longest value in a choice, in characters.
const MAX_VALUE_CHARS: usize = 50;
/// As many items of a list are named in a choice.
const MAX_NAMES: usize = 8;

const REJECTED: &str = "the patch is rejected here";

impl Explorer {
    /// Whether what comes next is hidden.
    pub fn is_predicting(&self) -> bool {
        self.predict.on
    }

    /// `predict 2/3, 5/9 in all`, while somebody predicts; before the first answer that alone.
    pub fn score(&self) -> Option<String> {
        let (here, all) = (self.predict.score(Some(self.name(0))), self.predict.score(None));
        if all.1 == 0 {
            return self.predict.on.then(|| "predicting".to_owned());
        }
        let in_all = match here == all {
            true => String::new(),
            false => format!(", {}/{} in all", all.0, all.1),
        };
        self.predict
            .on
            .then(|| format!("predict {}/{}{in_all}", here.0, here.1))
    }

    /// Begins to predict, or stops.
    pub(crate) fn toggle_predict(&mut self) {
        self.predict.on = !self.predict.on;
        self.player.playing = false;
        let says = match self.predict.on {
            true => words(
                "predict: {} asks what the next step will do; {} stops",
                [Action::Playback(PlaybackAction::StepForward), Action::Predict],
            ),
            false => "what comes next is shown again".into(),
        };
        if self.predict.on && self.session.position() == self.session.len() {
            self.go_to(0);
        }
        self.say(says);
    }

    /// Asks about the next step that is worth a question, instead of taking it. Steps that only lead to others are
    /// taken on the way.
    pub(crate) fn ask_next(&mut self) {
        let here = self.session.position();
        let ahead = &self.session.merge().steps[here..];
        let leads = |step: &&Step| matches!(step.rule.effect(), RuleEffect::Matched | RuleEffect::Warned);
        let next = here + ahead.iter().take_while(leads).count();
        if next > here {
            self.go_to(next);
        }
        self.predict.question = self.question();
        if self.predict.question.is_some() {
            self.overlay = Some(Popup::List {
                listing: ListKind::Predict,
                cursor: 0,
            });
        }
    }

    /// The question about the next step; the play stands where it stood.
    fn question(&mut self) -> Option<PredictQuestion> {
        let position = self.session.position();
        let merge = self.session.merge();
        let step = merge.steps.get(position)?;
        let (effect, path) = (step.rule.effect(), merge.step_path(step).to_string());
        let list = std::iter::once(step.at)
            .chain(merge.touched_by(position))
            .find(|id| merge.scene.kind(*id) == ValueKind::List);
        let changed = merge.changed_by(position).next();
        let before = (
            list.map(|list| self.order(list)),
            changed.map(|id| self.value(id)),
        );
        self.session.seek(position + 1);
        let after = (
            list.map(|list| self.order(list)),
            changed.map(|id| self.value(id)),
        );
        self.session.seek(position);
        let (asks, right, mut others) = match (effect, before, after) {
            (RuleEffect::Reordered | RuleEffect::ServerOnly, (Some(old), _), (Some(new), _)) => {
                let mut back = old.clone();
                back.reverse();
                let mut sorted = old.clone();
                sorted.sort();
                let mut turned = new.clone();
                let by = 1.min(turned.len());
                turned.rotate_left(by);
                let others = [old, turned, sorted, back];
                (
                    format!("In which order does {path} stand then?"),
                    in_order(&new),
                    others.iter().map(|order| in_order(order)).collect(),
                )
            }
            (RuleEffect::Set, (_, Some(old)), (_, Some(new))) => (
                format!("What is {path} then?"),
                new,
                vec![old, "it is not there any more".to_owned(), "null".to_owned()],
            ),
            _ => {
                let what = |effect: RuleEffect| match effect {
                    RuleEffect::Added => "it comes in as something new",
                    RuleEffect::Removed | RuleEffect::Cleared => "it goes",
                    RuleEffect::Replaced => "it is replaced",
                    RuleEffect::Rejected => REJECTED,
                    RuleEffect::Reordered | RuleEffect::ServerOnly => "it stands at another place",
                    RuleEffect::Set | RuleEffect::Matched => "it is merged with what live has",
                    RuleEffect::Retained | RuleEffect::Nothing | RuleEffect::Warned => {
                        "nothing: it stays as it is"
                    }
                };
                let all = [
                    RuleEffect::Added,
                    RuleEffect::Removed,
                    RuleEffect::Replaced,
                    RuleEffect::Nothing,
                    RuleEffect::Matched,
                ];
                (
                    format!("What happens at {path}?"),
                    what(effect).to_owned(),
                    all.into_iter().map(|effect| what(effect).to_owned()).collect(),
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
        // A list of like items leaves few orders to choose from.
        if choices.len() < 2 {
            choices.push("nothing is left of it".to_owned());
        }
        // The place of the right one tells nothing, and is the same each time the question is asked.
        let mut hasher = FxHasher::default();
        (&asks, position).hash(&mut hasher);
        let at = (hasher.finish() >> 32) as usize % (choices.len() + 1);
        choices.insert(at, right);
        Some(PredictQuestion {
            position: position + 1,
            asks,
            choices,
            right: at,
        })
    }

    /// The names of a list's items in their order.
    fn order(&self, list: ResultId) -> Vec<String> {
        let scene = &self.session.merge().scene;
        let key = self
            .session
            .merge()
            .field(list)
            .and_then(|field| field.merge_key.map(str::to_owned));
        let name = |item: ResultId| {
            let named = key
                .as_deref()
                .and_then(|key| scene.get(item, key))
                .unwrap_or(item);
            value_text(scene, named, MAX_VALUE_CHARS)
        };
        scene.present(list).map(name).collect()
    }

    fn value(&self, id: ResultId) -> String {
        value_text(&self.session.merge().scene, id, MAX_VALUE_CHARS)
    }

    /// Takes an answer: the step is taken, and what it did is told with its rule.
    pub(crate) fn predict(&mut self, at: usize) -> Vec<Asked> {
        let Some(question) = self.predict.question.take() else {
            return Vec::new();
        };
        let right = at == question.right;
        let name = self.name(0).to_owned();
        self.predict.count(&name, right);
        self.go_to(question.position.min(self.session.len()));
        let rule = self.session.step().map_or("", |step| step.rule.name());
        let answer = question.choices.get(question.right).map_or("", String::as_str);
        let verdict = match right {
            true => "right".to_owned(),
            false => format!("no: {answer}"),
        };
        self.say(format!("{verdict} ({rule})"));
        Vec::new()
    }

    pub(crate) fn prediction_count(&self) -> usize {
        self.predict
            .question
            .as_ref()
            .map_or(0, |question| question.choices.len())
    }

    pub(crate) fn listed_predictions(&self) -> ListView {
        let Some(question) = &self.predict.question else {
            return ListView::default();
        };
        let row = |(at, text): (usize, &String)| ListItem {
            lead: (at + 1).to_string(),
            text: visible(text).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: format!("step {}: what will happen?", question.position),
            says: Some(visible(&question.asks).into_owned()),
            rows: question.choices.iter().enumerate().map(row).collect(),
            hint: words("{} answers, {} puts it off", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }
}

fn in_order(names: &[String]) -> String {
    let more = if names.len() > MAX_NAMES { ", …" } else { "" };
    let first: Vec<&str> = names.iter().take(MAX_NAMES).map(String::as_str).collect();
    format!("{}{more}", first.join(", "))
}
