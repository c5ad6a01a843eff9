//! Text for the screen with placeholders for the keys of actions. The keys depend on the keymap, so only the
//! terminal can fill them in.

use crate::explorer::action::Action;

/// A message with placeholders for keys. Not escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintText {
    text: String,
    /// The keys and their byte offsets in the text, in ascending order.
    keys: Vec<(usize, Action)>,
}

/// Creates a message with a key at each `{}` of the template.
pub(crate) fn words<const N: usize>(template: &str, keys: [Action; N]) -> HintText {
    let mut parts = template.split("{}");
    let first = HintText::from(parts.next().unwrap_or_default());
    let rest = keys.into_iter().zip(parts);
    rest.fold(first, |words, (key, text)| words.key(key).text(text))
}

impl HintText {
    /// Appends the key of an action.
    pub(crate) fn key(mut self, action: Action) -> Self {
        self.keys.push((self.text.len(), action));
        self
    }

    /// Appends text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Returns whether the text of another message is part of this one.
    pub(crate) fn includes(&self, other: &HintText) -> bool {
        self.text.contains(&other.text)
    }

    /// Appends another message.
    pub(crate) fn and(mut self, other: &HintText) -> Self {
        let before = self.text.len();
        self.text.push_str(&other.text);
        let keys = other
            .keys
            .iter()
            .map(|(offset, action)| (before + offset, *action));
        self.keys.extend(keys);
        self
    }

    /// Returns what the key of an action does: the words from its colon to the next comma.
    pub fn meaning(&self, action: Action) -> Option<&str> {
        let (offset, _) = self.keys.iter().find(|(_, key)| *key == action)?;
        let after = self.text.get(*offset..)?.strip_prefix(": ")?;
        after.split(',').next()
    }

    /// Returns the text with all keys filled in; `name` returns the name of the key of an action.
    pub fn fill(&self, name: impl Fn(Action) -> String) -> String {
        let mut filled = String::with_capacity(self.text.len() + 8);
        let mut from = 0;
        for (offset, action) in &self.keys {
            filled.push_str(self.text.get(from..*offset).unwrap_or_default());
            filled.push_str(&name(*action));
            from = *offset;
        }
        filled.push_str(self.text.get(from..).unwrap_or_default());
        filled
    }
}

impl From<String> for HintText {
    fn from(text: String) -> Self {
        Self {
            text,
            keys: Vec::new(),
        }
    }
}

impl From<&str> for HintText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_filled_in_at_their_positions() {
        let name = |action: Action| format!("<{action:?}>");
        let hint = words("{} or {}: cancel", [Action::Help, Action::Quit]);
        assert_eq!(hint.fill(name), "<Help> or <Quit>: cancel");
        assert_eq!(hint.meaning(Action::Quit), Some("cancel"));
        assert_eq!(hint.meaning(Action::Help), None);
        let more = HintText::from("größe {}; ").and(&hint).text("!");
        assert_eq!(more.fill(name), "größe {}; <Help> or <Quit>: cancel!");
    }
}
