//! The keys of the user: the key table with the changes of the config file. Used for lookup, footer and help.

use std::fmt::Write as _;

use crossterm::event::{KeyEvent, KeyEventKind};

use super::bindings::{BINDINGS, Binding, Group};
use super::key::KeyPress::{self, Char};
use super::textarea;
use crate::explorer::{
    Action, Explorer, HintText, KeyContext, LayerAction, LineEdit, ListKind, ListPopup, PromptAction,
};

/// The keys of each line of [`BINDINGS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    keys: Vec<Vec<KeyPress>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self {
            keys: BINDINGS.iter().map(|binding| binding.keys.to_vec()).collect(),
        }
    }
}

/// A key with two actions in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyConflict {
    /// The key.
    pub key: KeyPress,
    /// The indexes in [`BINDINGS`], in ascending order.
    pub lines: [usize; 2],
}

/// A footer entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterEntry<'l> {
    /// The keys, drawn as `s/S`, each with its action, which decides whether it is drawn as disabled.
    pub keys: Vec<(String, Action)>,
    /// The label, one or two words.
    pub label: &'l str,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpEntry {
    /// All keys of the action.
    pub keys: Vec<String>,
    /// The help text.
    pub help: &'static str,
}

impl Keymap {
    /// Sets the keys of a line of [`BINDINGS`].
    pub fn set(&mut self, line: usize, keys: Vec<KeyPress>) {
        if let Some(place) = self.keys.get_mut(line) {
            *place = keys;
        }
    }

    /// Returns the keys of a line of [`BINDINGS`]; the first one is shown.
    #[must_use]
    pub fn keys(&self, line: usize) -> &[KeyPress] {
        self.keys.get(line).map_or(&[], Vec::as_slice)
    }

    /// Returns the bindings of a context with their keys.
    fn in_context(&self, context: KeyContext) -> impl Iterator<Item = (&'static Binding, &[KeyPress])> {
        let all = BINDINGS.iter().zip(&self.keys);
        all.filter(move |(binding, _)| binding.contexts.contains(&context))
            .map(|(binding, keys)| (binding, keys.as_slice()))
    }

    /// Returns the first key with two actions in a context.
    #[must_use]
    pub fn clash(&self) -> Option<KeyConflict> {
        let mut seen = std::collections::HashMap::new();
        for (line, binding) in BINDINGS.iter().enumerate() {
            for key in self.keys(line) {
                for context in binding.contexts {
                    match seen.insert((*context, *key), line) {
                        Some(first) if first != line => {
                            return Some(KeyConflict {
                                key: *key,
                                lines: [first, line],
                            });
                        }
                        _ => {}
                    }
                }
            }
        }
        None
    }

    /// Returns the action of a key in a context, `None` for a release. In [`KeyContext::Edit`], `None` means that the
    /// text area gets the key.
    #[must_use]
    pub fn lookup(&self, context: KeyContext, event: KeyEvent) -> Option<Action> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let key = KeyPress::from_event(event)?;
        let bound = self.in_context(context).find(|(_, keys)| keys.contains(&key));
        match (bound, context, key) {
            (Some((binding, _)), ..) => Some(binding.action),
            (None, KeyContext::Prompt, Char(c)) => {
                Some(Action::Prompt(PromptAction::Edit(LineEdit::Insert(c))))
            }
            (None, KeyContext::LessonPage, _) => self
                .lookup(KeyContext::Main, event)
                .filter(|action| *action != Action::Open(ListKind::LessonPage)),
            _ => None,
        }
    }

    /// Returns the action of a key in the explorer. The page of a lesson names keys of the panes. They close the page
    /// ([`Explorer`]), and so does a digit that selects no answer but opens a list. A digit that opened a list and selects
    /// nothing in it closes it.
    #[must_use]
    pub fn action(&self, explorer: &Explorer, event: KeyEvent) -> Option<Action> {
        let context = explorer.key_context();
        let action = self.lookup(context, event)?;
        let selects_nothing =
            matches!(action, Action::Layer(LayerAction::Pick(_))) && explorer.blocker(action).is_some();
        let in_panes = self.lookup(KeyContext::Main, event).filter(|_| selects_nothing);
        let list = explorer.layers().list().map(ListPopup::kind);
        Some(match in_panes {
            Some(Action::Open(kind)) if list == Some(kind) => Action::CLOSE,
            Some(open @ Action::Open(_))
                if context == KeyContext::LessonPage && explorer.blocker(open).is_none() =>
            {
                open
            }
            _ => action,
        })
    }

    /// Returns the first key of an action in a context, or an empty string if it has none.
    #[must_use]
    pub fn shown(&self, context: KeyContext, action: Action) -> String {
        let mut lines = self.in_context(context);
        let found = lines.find(|(binding, keys)| binding.action == action && !keys.is_empty());
        let key = found.and_then(|(_, keys)| keys.first());
        key.map(KeyPress::to_string).unwrap_or_default()
    }

    /// Returns a hint with its keys filled in. A key of the context comes before a key of another context. An
    /// action without a key is named as in the config file, so that the user can bind it.
    #[must_use]
    pub fn fill(&self, context: KeyContext, words: &HintText) -> String {
        words.fill(|action| {
            let here = self.shown(context, action);
            if !here.is_empty() {
                return here;
            }
            // The key of another view would do something else here.
            let own = self
                .in_context(context)
                .find(|(binding, _)| binding.action == action);
            if let Some((binding, _)) = own {
                return format!("{} (no key)", binding.name);
            }
            let all = BINDINGS.iter().zip(&self.keys);
            let mut lines = all.filter(|(binding, _)| binding.action == action).peekable();
            let name = lines.peek().map_or("", |(binding, _)| binding.name);
            let key = lines.find_map(|(_, keys)| keys.first());
            key.map_or_else(|| format!("{name} (no key)"), KeyPress::to_string)
        })
    }

    /// Returns the footer entries of a context, the most important first. Bindings without keys have no
    /// entry.
    #[must_use]
    pub fn footer<'l>(&self, context: KeyContext) -> Vec<FooterEntry<'l>> {
        let mut entries: Vec<(u8, FooterEntry<'l>)> = self
            .in_context(context)
            .filter_map(|(binding, keys)| {
                let footer = binding.footer?;
                let with = self
                    .in_context(context)
                    .find(|(other, _)| Some(other.action) == footer.with);
                let keys: Vec<(String, Action)> = [Some((binding, keys)), with]
                    .into_iter()
                    .flatten()
                    .filter_map(|(binding, keys)| Some((keys.first()?.to_string(), binding.action)))
                    .collect();
                let label = footer.label;
                (!keys.is_empty()).then_some((footer.rank, FooterEntry { keys, label }))
            })
            .collect();
        entries.sort_by_key(|(rank, _)| *rank);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Returns the bindings of a context for the help: those of the mode (`is_of_mode`), then the others, the most important
    /// first. `is_shown` filters their actions.
    pub fn help_of(
        &self,
        context: KeyContext,
        is_shown: impl Fn(Action) -> bool,
        is_of_mode: impl Fn(Action) -> bool,
    ) -> Vec<HelpEntry> {
        let own = match context {
            KeyContext::Edit => textarea::KEYS,
            _ => &[],
        };
        let own = own.iter().map(|(keys, help)| HelpEntry {
            keys: keys.iter().map(|key| (*key).to_string()).collect(),
            help,
        });
        let mut lines: Vec<_> = self
            .in_context(context)
            .filter(|(binding, keys)| !keys.is_empty() && is_shown(binding.action))
            .collect();
        lines.sort_by_key(|(binding, _)| {
            let rank = binding.footer.map_or(u8::MAX, |footer| footer.rank);
            (!is_of_mode(binding.action), rank)
        });
        let lines = lines.into_iter().map(|(binding, keys)| HelpEntry {
            keys: keys.iter().map(KeyPress::to_string).collect(),
            help: binding.help,
        });
        lines.chain(own).collect()
    }

    /// Returns the help: groups with their lines, the keys of the text area last. Bindings without keys have
    /// no line.
    #[must_use]
    pub fn help(&self) -> Vec<(&'static str, Vec<HelpEntry>)> {
        let chapter = |group: Group| {
            let lines = BINDINGS.iter().zip(&self.keys);
            let lines = lines.filter(|(binding, keys)| binding.group == group && !keys.is_empty());
            let entries = lines.map(|(binding, keys)| HelpEntry {
                keys: keys.iter().map(KeyPress::to_string).collect(),
                help: binding.help,
            });
            (group.title(), entries.collect())
        };
        let text = textarea::KEYS.iter().map(|(keys, help)| HelpEntry {
            keys: keys.iter().map(|key| (*key).to_string()).collect(),
            help,
        });
        Group::ALL
            .into_iter()
            .map(chapter)
            .chain([("In the text area", text.collect())])
            .collect()
    }
}

/// Returns the list of keys for the reference, in Markdown. It ends with a newline.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::new();
    for (title, entries) in Keymap::default().help() {
        let _ = writeln!(text, "**{title}**\n\n| Keys | What they do |\n|---|---|");
        for entry in entries {
            let keys: Vec<String> = entry
                .keys
                .iter()
                .map(|key| format!("`{}`", key.replace('|', "\\|")))
                .collect();
            let _ = writeln!(text, "| {} | {} |", keys.join(" "), entry.help);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Names of bindings in earlier versions, which are accepted in config files.
pub(crate) const OLD_NAMES: [(&str, &str); 46] = [
    ("next-surprise", "next-issue"),
    ("previous-surprise", "previous-issue"),
    ("why-here", "explain-line"),
    ("jump", "go-to"),
    ("slide-back", "scroll-left"),
    ("slide", "scroll-right"),
    ("ruler", "list-order"),
    ("swap-writers", "swap-patches"),
    ("ask-kubectl", "verify"),
    ("walk-versions-back", "previous-version"),
    ("walk-versions", "next-version"),
    ("over-forward", "step-over"),
    ("over-back", "step-over-back"),
    ("out-forward", "step-out"),
    ("out-back", "step-out-back"),
    ("focus-on-document-live", "focus-live"),
    ("focus-on-document-patch", "focus-patch"),
    ("focus-on-document-result", "focus-result"),
    ("focus-on-steps", "focus-steps"),
    ("focus-on-why", "focus-why"),
    ("larger", "widen"),
    ("smaller", "narrow"),
    ("scroll-horizontally-back", "scroll-left"),
    ("scroll-horizontally", "scroll-right"),
    ("ask-copy", "copy"),
    ("accept-line", "accept"),
    ("line-erase", "delete-back"),
    ("line-erase-forward", "delete-forward"),
    ("line-erase-word", "delete-word"),
    ("line-erase-all", "delete-to-start"),
    ("line-left", "cursor-left"),
    ("line-right", "cursor-right"),
    ("line-start", "cursor-start"),
    ("line-end", "cursor-end"),
    ("choose", "go-to-deciding-step"),
    ("compared-semantics-second", "compare-right"),
    ("compared-semantics-first", "compare-left"),
    ("close-in-order", "close-list-order"),
    ("types", "compliance-types"),
    ("verify-with-kubectl", "verify"),
    ("step-version-back", "previous-version"),
    ("step-version", "next-version"),
    ("newest-version", "latest-version"),
    ("choose-in-lists", "select"),
    ("close-anywhere", "close"),
    ("close-in-lists", "close-list"),
];

/// Returns the index in [`BINDINGS`] of a name in a config file.
#[must_use]
pub fn line_named(name: &str) -> Option<usize> {
    let renamed = OLD_NAMES.iter().find(|(old, _)| *old == name);
    let name = renamed.map_or(name, |(_, new)| new);
    BINDINGS.iter().position(|binding| binding.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::{PanesAction, PlaybackAction, SearchAction};
    use crossterm::event::{KeyCode, KeyModifiers};

    fn line(action: Action) -> usize {
        BINDINGS
            .iter()
            .position(|binding| binding.action == action)
            .unwrap()
    }

    #[test]
    fn other_keys_are_looked_up_and_shown() {
        let mut keymap = Keymap::default();
        keymap.set(
            line(Action::Playback(PlaybackAction::StepForward)),
            vec![Char('t'), KeyPress::Named(KeyCode::F(5))],
        );
        keymap.set(line(Action::Search(SearchAction::Open)), Vec::new());
        let press = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let main = |code| keymap.lookup(KeyContext::Main, press(code));
        assert_eq!(
            main(KeyCode::Char('t')),
            Some(Action::Playback(PlaybackAction::StepForward))
        );
        assert_eq!(
            main(KeyCode::F(5)),
            Some(Action::Playback(PlaybackAction::StepForward))
        );
        assert_eq!(main(KeyCode::Char('s')), None);
        assert_eq!(main(KeyCode::Char('/')), None);
        let footer = keymap.footer(KeyContext::Main);
        assert_eq!(footer[0].keys[0].0, "t");
        assert!(footer.iter().all(|entry| entry.label != "search"));
        let lines: Vec<HelpEntry> = keymap
            .help()
            .into_iter()
            .flat_map(|(_, entries)| entries)
            .collect();
        assert!(lines.iter().any(|entry| entry.keys == ["t", "F5"]));
        assert!(lines.iter().all(|entry| !entry.keys.is_empty()));
    }

    #[test]
    fn the_table_has_no_clash_and_another_one_is_found() {
        let mut keymap = Keymap::default();
        assert_eq!(keymap.clash(), None);
        keymap.set(line(Action::Panes(PanesAction::Fold)), vec![Char('s')]);
        let lines = [
            line(Action::Playback(PlaybackAction::StepForward)),
            line(Action::Panes(PanesAction::Fold)),
        ];
        assert_eq!(
            keymap.clash(),
            Some(KeyConflict {
                key: Char('s'),
                lines
            })
        );
        // In another context the same key is not a conflict.
        keymap.set(line(Action::Panes(PanesAction::Fold)), vec![KeyPress::Ctrl('s')]);
        assert_eq!(keymap.clash(), None);
    }

    #[test]
    fn every_line_has_a_name_of_its_own_and_old_names_lead_to_lines() {
        let mut names: Vec<&str> = BINDINGS.iter().map(|binding| binding.name).collect();
        for (old, new) in OLD_NAMES {
            assert!(names.contains(&new) && !names.contains(&old), "{old} {new}");
            assert_eq!(line_named(old), line_named(new));
        }
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
