//! The list of object templates of a policy.

use super::list::{ListContent, ListItem, ListView, OnMergeChange};
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::hint_text::{HintText, words};
use crate::explorer::policy::action::PolicyAction;
use crate::explorer::policy::verdict_task::{TemplateVerdict, Verdicts};
use crate::explorer::policy::verdicts::{
    mark_of, template_shown, templates_blocker, templates_task, verdicts,
};
use crate::explorer::workspace::Workspace;

/// The object templates with their verdicts on their objects.
#[derive(Clone, Debug)]
pub(crate) struct TemplateList(Vec<TemplateVerdict>);

impl TemplateList {
    /// Returns the list, with the cursor on the template that is shown.
    pub(super) fn with_cursor(verdicts: Vec<TemplateVerdict>, cx: &Workspace) -> (Self, usize) {
        (Self(verdicts), template_shown(cx).map_or(0, |(shown, _)| shown))
    }
}

impl ListContent for TemplateList {
    fn open(cx: &mut Workspace) -> Option<(Self, usize)> {
        cx.stop_playing();
        match verdicts(templates_task(cx), cx)? {
            Verdicts::Templates(verdicts) => Some(Self::with_cursor(verdicts, cx)),
            Verdicts::Types(_) => None,
        }
    }

    fn blocker(cx: &Workspace) -> Option<HintText> {
        templates_blocker(cx)
    }

    fn len(&self, _cx: &Workspace) -> usize {
        self.0.len()
    }

    fn view(&self, _cursor: usize, _cx: &Workspace) -> ListView {
        let row = |(index, verdict): (usize, &TemplateVerdict)| ListItem {
            lead: (index + 1).to_string(),
            mark: mark_of(verdict.standing),
            label: format!("{:<13}", verdict.standing.name()),
            text: visible(&verdict.text).into_owned(),
            ..ListItem::default()
        };
        ListView {
            title: "object templates".to_owned(),
            rows: self.0.iter().enumerate().map(row).collect(),
            hint: words("{}: select, {}: close", [Action::CHOOSE, Action::CLOSE]),
            ..ListView::default()
        }
    }

    fn choose(&self, index: usize, _cx: &mut Workspace) -> Option<Action> {
        Some(Action::Policy(PolicyAction::GoToTemplate(index)))
    }

    fn merge_changed(&mut self, cx: &Workspace) -> OnMergeChange {
        match templates_task(cx)
            .filter(|_| !cx.is_large())
            .map(|task| task.run())
        {
            Some(Verdicts::Templates(verdicts)) => {
                self.0 = verdicts;
                OnMergeChange::Refreshed("list updated".into())
            }
            _ => OnMergeChange::Close("the policy changed; object templates closed".into()),
        }
    }
}
