//! The list of effects, to filter the steps by one.

use super::action::ListKind;
use super::list::{ListContent, ListItem, ListView};
use crate::document::words::count_of;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::playback::step_list::effects;
use crate::explorer::workspace::Workspace;
use crate::merge::{Mark, RuleEffect};

/// The list of effects; the first choice is all steps.
#[derive(Clone, Debug)]
pub(crate) struct EffectList;

impl ListContent for EffectList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        let shown = cx.steps.filter();
        let mut effects = effects(cx.merged()).into_iter();
        let index = effects.position(|(effect, _)| Some(effect) == shown);
        Some((Self, index.map_or(0, |index| index + 1)))
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        let is_empty = cx.merged().is_empty();
        is_empty.then(|| "filter: there are no steps".into())
    }

    fn len(&self, cx: &Workspace) -> usize {
        effects(cx.merged()).len() + 1
    }

    fn view(&self, _cursor: usize, cx: &Workspace) -> ListView {
        let all = ListItem {
            lead: cx.merged().len().to_string(),
            label: "all steps".to_owned(),
            ..ListItem::default()
        };
        let row = |(effect, count): (RuleEffect, usize)| ListItem {
            lead: count.to_string(),
            mark: effect.mark(),
            label: effect.label().to_owned(),
            text: effect.mark().map_or("", Mark::meaning).to_owned(),
            ..ListItem::default()
        };
        let effects = effects(cx.merged()).into_iter();
        ListView {
            title: "filter steps".to_owned(),
            rows: std::iter::once(all).chain(effects.map(row)).collect(),
            hint: words("{}: select, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        let effect = index
            .checked_sub(1)
            .and_then(|index| effects(cx.merged()).get(index).copied());
        cx.filter_steps(effect.map(|(effect, _)| effect));
        let sentence = match (cx.steps.shown_count(), effect) {
            (Some(count), Some((effect, _))) => {
                let steps = count_of(count, &format!("{} step", effect.label()));
                HintText::from(format!("only {steps} of {}; ", cx.merged().len()))
                    .key(Action::Open(ListKind::Effects))
                    .text(": change the filter")
            }
            _ => "showing all steps".into(),
        };
        cx.say(sentence);
        None
    }
}
