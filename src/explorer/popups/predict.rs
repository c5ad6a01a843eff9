//! The question about the effect of the next step.

use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::words;
use crate::explorer::playback::action::PlaybackAction;
use crate::explorer::predict::question::PredictQuestion;
use crate::explorer::workspace::Workspace;

/// The question about the next step.
#[derive(Clone, Debug)]
pub(crate) struct PredictList(PredictQuestion);

impl ListContent for PredictList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        let question = PredictQuestion::for_next_step(cx)?;
        Some((Self(question), 0))
    }

    fn len(&self, _cx: &Workspace) -> usize {
        self.0.choices.len()
    }

    fn view(&self, _cursor: usize, _cx: &Workspace) -> ListView {
        let row = |(index, text): (usize, &String)| ListItem {
            lead: (index + 1).to_string(),
            text: visible(text).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: format!("predict step {}", self.0.position),
            sentence: Some(visible(&self.0.text).into_owned()),
            rows: self.0.choices.iter().enumerate().map(row).collect(),
            hint: words("{}: answer, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, cx: &mut Workspace) -> Option<Action> {
        self.0.answer(index, cx);
        None
    }

    fn merge_changed(&mut self, _cx: &Workspace) -> OnMergeChange {
        OnMergeChange::Close(words(
            "merge changed, question closed; {}: ask again",
            [Action::Playback(PlaybackAction::StepForward)],
        ))
    }
}
