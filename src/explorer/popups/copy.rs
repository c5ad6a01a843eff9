//! What can be copied of a line: its path, its value, or all that explains it. Copied text is plain: nothing in it
//! commands a terminal that it is pasted into.

use super::list::{ListItem, ListView};
use super::{ListKind, Popup};
use crate::document::escape;
use crate::document::{Tree, Value, ValueKind, write};
use crate::explorer::action::Action;
use crate::explorer::copy::action::CopyAction;
use crate::explorer::copy::action::CopyTarget;
use crate::explorer::effect::Effect;
use crate::explorer::explain::step;
use crate::explorer::hint_text::words;
use crate::explorer::looking::Clip;
use crate::explorer::panes::focus::Focus;
use crate::explorer::panes::target_line::LineTarget;
use crate::explorer::state::Explorer;

impl Explorer {
    /// Opens the list of what can be copied.
    pub(crate) fn ask_copy(&mut self) {
        self.overlay = Some(Popup::List {
            listing: ListKind::Copy,
            cursor: 0,
        });
    }

    /// Puts something on its way to the clipboard.
    pub(crate) fn copy(&mut self, what: CopyTarget) -> Vec<Effect> {
        self.overlay = None;
        let text = self.under_cursor().map(|under| self.text_to_copy(what, &under));
        let Some(text) = text else {
            self.say("copy: this line is about no field".to_owned());
            return Vec::new();
        };
        self.looking.clip = Some(Clip { what, text });
        vec![Effect::Copy]
    }

    /// The text that [`Effect::Copy`] asks to be copied; it is handed out once.
    pub fn take_clip(&mut self) -> Option<Clip> {
        self.looking.clip.take()
    }

    /// A line to be copied, as plain text.
    fn text_to_copy(&self, what: CopyTarget, under: &LineTarget) -> String {
        plain(&match what {
            CopyTarget::Path => self.path_of(under).to_string(),
            CopyTarget::Value => self.value_of(under),
            CopyTarget::Explanation => self.explanation_of(under),
            CopyTarget::Lines => String::new(),
        })
    }

    fn value_of(&self, under: &LineTarget) -> String {
        let scene = &self.session.merge().scene;
        match (under.source(), under.result()) {
            (Some(source), _) => value(scene.document(source), source.node),
            (None, Some(id)) => value(scene, id),
            (None, None) => String::new(),
        }
    }

    /// The present step in the explanation's own words, else the history of the line.
    fn explanation_of(&self, under: &LineTarget) -> String {
        if let Focus::Steps | Focus::Why = self.focus {
            let lines = step::to_lines(&self.session, &self.agreement, self.lesson());
            return lines.iter().map(|line| format!("{}\n", line.text)).collect();
        }
        let history = self.history_of(under);
        let mut text = format!("{}\n", history.path);
        text.extend(history.says.map(|says| format!("{says}\n")));
        for entry in history.entries {
            text.push_str(&format!(
                "\nstep {} · {} · {}\n",
                entry.position, entry.label, entry.says
            ));
            let steps = &self.session.merge().steps;
            if let Some(step) = entry.position.checked_sub(1).and_then(|at| steps.get(at)) {
                let rule = step.rule.text();
                text.push_str(&format!("Rule: {}\nDefined by: {}\n", rule.name, rule.source));
            }
        }
        text
    }

    pub(crate) fn listed_copies(&self, _cursor: usize) -> ListView {
        let under = self.under_cursor();
        let row = |what: CopyTarget| {
            let text = under.as_ref().map(|under| self.text_to_copy(what, under));
            let text = text.unwrap_or_default();
            let lines = text.lines().count();
            let mut text = text.lines().next().unwrap_or_default().to_owned();
            if lines > 1 {
                text.push_str(&format!(" … {lines} lines"));
            }
            ListItem {
                lead: what.name().chars().take(1).collect(),
                label: what.name().to_owned(),
                text: escape::visible(&text).into_owned(),
                ..ListItem::default()
            }
        };
        ListView {
            title: "copy".to_owned(),
            rows: CopyTarget::OF_LINE.into_iter().map(row).collect(),
            hint: words(
                "{}, {}, {} or {} copies, {} closes",
                [
                    Action::Copy(CopyAction::Take(CopyTarget::Path)),
                    Action::Copy(CopyAction::Take(CopyTarget::Value)),
                    Action::Copy(CopyAction::Take(CopyTarget::Explanation)),
                    Action::CHOOSE,
                    Action::CLOSE,
                ],
            ),
            ..ListView::default()
        }
    }
}

/// Everything that cannot be seen as an escape, but for line ends and tabs; no line end at the end.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.trim_end_matches('\n').chars() {
        match c {
            '\n' | '\t' => out.push(c),
            c => escape::push(&mut out, c),
        }
    }
    out
}

fn value<T: Tree>(tree: &T, id: T::Id) -> String {
    match tree.value(id) {
        Value::String(text) => text.to_owned(),
        _ => write::yaml(&NodeBelow { tree, top: id }),
    }
}

/// A tree from one of its nodes on.
struct NodeBelow<'t, T: Tree> {
    tree: &'t T,
    top: T::Id,
}

impl<T: Tree> Tree for NodeBelow<'_, T> {
    type Id = T::Id;

    fn top(&self) -> T::Id {
        self.top
    }

    fn value(&self, id: T::Id) -> Value<'_> {
        self.tree.value(id)
    }

    fn key(&self, id: T::Id) -> Option<&str> {
        self.tree.key(id)
    }

    fn children(&self, id: T::Id) -> impl Iterator<Item = T::Id> + '_ {
        self.tree.children(id)
    }

    fn kind(&self, id: T::Id) -> ValueKind {
        self.tree.kind(id)
    }
}
