//! What the program says of itself: text with places for the keys of actions. Which keys those are depends on the
//! user's keymap, so only the terminal can fill them in.

use crate::explorer::action::Action;

/// A message with keys in it. Not escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HintText {
    text: String,
    /// Where keys stand, as byte offsets in the text, from left to right.
    keys: Vec<(usize, Action)>,
}

/// Words with a key at each `{}` of the template.
pub(crate) fn words<const N: usize>(template: &str, keys: [Action; N]) -> HintText {
    let mut parts = template.split("{}");
    let first = HintText::from(parts.next().unwrap_or_default());
    let rest = keys.into_iter().zip(parts);
    rest.fold(first, |words, (key, text)| words.key(key).text(text))
}

impl HintText {
    /// Adds the key of an action.
    pub(crate) fn key(mut self, action: Action) -> Self {
        self.keys.push((self.text.len(), action));
        self
    }

    /// Adds text.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Adds other words.
    pub(crate) fn and(mut self, other: &HintText) -> Self {
        let before = self.text.len();
        self.text.push_str(&other.text);
        let keys = other.keys.iter().map(|(at, action)| (before + at, *action));
        self.keys.extend(keys);
        self
    }

    /// The whole text; `name` gives the key of an action.
    pub fn fill(&self, name: impl Fn(Action) -> String) -> String {
        let mut filled = String::with_capacity(self.text.len() + 8);
        let mut from = 0;
        for (at, action) in &self.keys {
            filled.push_str(self.text.get(from..*at).unwrap_or_default());
            filled.push_str(&name(*action));
            from = *at;
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
    fn keys_are_filled_in_where_they_stand() {
        let name = |action: Action| format!("<{action:?}>");
        let told = words("{} or {}: cancel", [Action::Help, Action::Quit]);
        assert_eq!(told.fill(name), "<Help> or <Quit>: cancel");
        let more = HintText::from("größe {}; ").and(&told).text("!");
        assert_eq!(more.fill(name), "größe {}; <Help> or <Quit>: cancel!");
    }
}
