//! Which keys a person really has: the key table, with what the config file puts in its place. Lookup, footer and help
//! read it.

use std::fmt::Write as _;

use crossterm::event::{KeyEvent, KeyEventKind};

use super::bindings::{BINDINGS, Binding, Group, KeyContext};
use super::key::KeyPress::{self, Char};
use super::textarea;
use crate::explorer::{Action, HintText, LineEdit};

/// The keys of every line of [`BINDINGS`].
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

/// A key with two meanings in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyConflict {
    /// The key.
    pub key: KeyPress,
    /// The lines of [`BINDINGS`], the first one first.
    pub lines: [usize; 2],
}

/// A footer entry ready to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterEntry {
    /// The keys, to be drawn as `s/S`, each with its action, so that whoever draws can ask whether it is possible now.
    pub keys: Vec<(String, Action)>,
    /// What they do, in one or two words.
    pub label: &'static str,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpEntry {
    /// Every key that does it.
    pub keys: Vec<String>,
    /// What it does.
    pub help: &'static str,
}

impl Keymap {
    /// Gives a line of [`BINDINGS`] other keys; none takes its keys away.
    pub fn set(&mut self, line: usize, keys: Vec<KeyPress>) {
        if let Some(place) = self.keys.get_mut(line) {
            *place = keys;
        }
    }

    /// The keys of a line of [`BINDINGS`]; the first is the one to show.
    #[must_use]
    pub fn keys(&self, line: usize) -> &[KeyPress] {
        self.keys.get(line).map_or(&[], Vec::as_slice)
    }

    /// The table's lines that hold in a context, each with its keys.
    fn in_context(&self, context: KeyContext) -> impl Iterator<Item = (&'static Binding, &[KeyPress])> {
        let all = BINDINGS.iter().zip(&self.keys);
        all.filter(move |(binding, _)| binding.contexts.contains(&context))
            .map(|(binding, keys)| (binding, keys.as_slice()))
    }

    /// The first key that has two meanings in one context.
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
        let key = KeyPress::of(event)?;
        let bound = self.in_context(context).find(|(_, keys)| keys.contains(&key));
        match (bound, context, key) {
            (Some((binding, _)), ..) => Some(binding.action),
            (None, KeyContext::Prompt, Char(c)) => Some(Action::Line(LineEdit::Insert(c))),
            _ => None,
        }
    }

    /// The key to show for an action in a context; empty if it has none.
    #[must_use]
    pub fn shown(&self, context: KeyContext, action: Action) -> String {
        let mut lines = self.in_context(context);
        let found = lines.find(|(binding, keys)| binding.action == action && !keys.is_empty());
        let key = found.and_then(|(_, keys)| keys.first());
        key.map(KeyPress::to_string).unwrap_or_default()
    }

    /// Words with the keys filled in that hold in a context, or wherever their action can be done. An action without a
    /// key is named as the config file names it, so that it can be given one.
    #[must_use]
    pub fn fill(&self, context: KeyContext, words: &HintText) -> String {
        words.fill(|action| {
            let here = self.shown(context, action);
            if !here.is_empty() {
                return here;
            }
            let all = BINDINGS.iter().zip(&self.keys);
            let key = all
                .filter(|(binding, _)| binding.action == action)
                .find_map(|(_, keys)| keys.first());
            key.map_or_else(
                || format!("{} (no key)", action_name(action)),
                KeyPress::to_string,
            )
        })
    }

    /// The footer's entries in a context, the most important first: draw as many as fit. What has no key has no entry.
    #[must_use]
    pub fn footer(&self, context: KeyContext) -> Vec<FooterEntry> {
        let mut entries: Vec<(u8, FooterEntry)> = self
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

    /// The help: chapters with their lines, the text area's own keys last. What has no key has no line.
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

/// The README's list of keys, in Markdown; ends in a line end.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::new();
    for (title, entries) in Keymap::default().help() {
        let _ = writeln!(text, "**{title}**\n\n| Keys | What they do |\n|---|---|");
        for entry in entries {
            let keys: Vec<String> = entry.keys.iter().map(|key| format!("`{key}`")).collect();
            let _ = writeln!(text, "| {} | {} |", keys.join(" "), entry.help);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The name that a line of [`BINDINGS`] has in the config file: its action's, and where an action has several lines a
/// word behind it that says where the later one holds.
#[must_use]
pub fn name(line: usize) -> String {
    let Some(binding) = BINDINGS.get(line) else {
        return String::new();
    };
    let name = action_name(binding.action);
    let earlier = BINDINGS.iter().take(line);
    let again = earlier.filter(|other| other.action == binding.action).count();
    let behind = match (again, binding.contexts) {
        (0, _) => "",
        (_, [KeyContext::Edit]) => "-in-text",
        (_, [KeyContext::Prompt]) => "-in-line",
        (_, [KeyContext::Ruler]) => "-in-order",
        (_, contexts) if contexts.contains(&KeyContext::Main) => "-anywhere",
        _ => "-in-lists",
    };
    name + behind
}

/// An action's name: its own in small letters with hyphens, as `step-forward`, `copy-path`. Of numbers only the
/// direction is told.
fn action_name(action: Action) -> String {
    let mut name = String::new();
    for c in format!("{action:?}").chars() {
        match c {
            'A'..='Z' => {
                if !name.is_empty() && !name.ends_with('-') {
                    name.push('-');
                }
                name.push(c.to_ascii_lowercase());
            }
            'a'..='z' => name.push(c),
            '-' => name.push_str("-back"),
            _ => {}
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
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
            line(Action::StepForward),
            vec![Char('t'), KeyPress::Named(KeyCode::F(5))],
        );
        keymap.set(line(Action::Search), Vec::new());
        let press = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let main = |code| keymap.lookup(KeyContext::Main, press(code));
        assert_eq!(main(KeyCode::Char('t')), Some(Action::StepForward));
        assert_eq!(main(KeyCode::F(5)), Some(Action::StepForward));
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
        keymap.set(line(Action::Fold), vec![Char('s')]);
        let lines = [line(Action::StepForward), line(Action::Fold)];
        assert_eq!(
            keymap.clash(),
            Some(KeyConflict {
                key: Char('s'),
                lines
            })
        );
        // In another context the same key is another matter.
        keymap.set(line(Action::Fold), vec![KeyPress::Ctrl('s')]);
        assert_eq!(keymap.clash(), None);
    }

    #[test]
    fn every_line_has_a_name_of_its_own() {
        let mut names: Vec<String> = (0..BINDINGS.len()).map(name).collect();
        for expected in [
            "step-forward",
            "scroll-horizontally-back",
            "scroll-horizontally",
            "focus-on-document-live",
            "close-in-lists",
            "close-in-order",
            "help-in-text",
            "quit-anywhere",
            "copy-path",
            "line-erase",
        ] {
            assert!(names.iter().any(|name| name == expected), "{expected}: {names:?}");
        }
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
