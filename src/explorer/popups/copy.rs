//! What can be copied of a line: its path, its value, or all that explains it. Copied text is plain: nothing in it
//! commands a terminal that it is pasted into.

use super::list::{Choice, Listed};
use super::{Listing, Overlay};
use crate::document::escape;
use crate::document::{Kind, Tree, Value, write};
use crate::explorer::action::{Action, Focus, What};
use crate::explorer::effect::Effect;
use crate::explorer::explain::step;
use crate::explorer::hint_text::words;
use crate::explorer::looking::Clip;
use crate::explorer::panes::target_line::Under;
use crate::explorer::state::State;

impl State {
    /// Opens the list of what can be copied.
    pub(crate) fn ask_copy(&mut self) {
        self.overlay = Some(Overlay::List {
            listing: Listing::Copy,
            cursor: 0,
        });
    }

    /// Puts something on its way to the clipboard.
    pub(crate) fn copy(&mut self, what: What) -> Vec<Effect> {
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
    fn text_to_copy(&self, what: What, under: &Under) -> String {
        plain(&match what {
            What::Path => self.path_of(under).to_string(),
            What::Value => self.value_of(under),
            What::Explanation => self.explanation_of(under),
            What::Lines => String::new(),
        })
    }

    fn value_of(&self, under: &Under) -> String {
        let scene = &self.session.merge().scene;
        match (under.source(), under.result()) {
            (Some(source), _) => value(scene.document(source), source.node),
            (None, Some(id)) => value(scene, id),
            (None, None) => String::new(),
        }
    }

    /// The present step in the explanation's own words, else the history of the line.
    fn explanation_of(&self, under: &Under) -> String {
        if let Focus::Steps | Focus::Why = self.focus {
            let lines = step::tell(&self.session, &self.agreement, self.lesson());
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

    pub(crate) fn listed_copies(&self, _cursor: usize) -> Listed {
        let under = self.under_cursor();
        let row = |what: What| {
            let text = under.as_ref().map(|under| self.text_to_copy(what, under));
            let text = text.unwrap_or_default();
            let lines = text.lines().count();
            let mut text = text.lines().next().unwrap_or_default().to_owned();
            if lines > 1 {
                text.push_str(&format!(" … {lines} lines"));
            }
            Choice {
                lead: what.name().chars().take(1).collect(),
                label: what.name().to_owned(),
                text: escape::visible(&text).into_owned(),
                ..Choice::default()
            }
        };
        Listed {
            title: "copy".to_owned(),
            rows: What::ALL.into_iter().map(row).collect(),
            hint: words(
                "{}, {}, {} or {} copies, {} closes",
                [
                    Action::Copy(What::Path),
                    Action::Copy(What::Value),
                    Action::Copy(What::Explanation),
                    Action::Choose,
                    Action::Close,
                ],
            ),
            ..Listed::default()
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
        _ => write::yaml(&Below { tree, top: id }),
    }
}

/// A tree from one of its nodes on.
struct Below<'t, T: Tree> {
    tree: &'t T,
    top: T::Id,
}

impl<T: Tree> Tree for Below<'_, T> {
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

    fn kind(&self, id: T::Id) -> Kind {
        self.tree.kind(id)
    }
}
