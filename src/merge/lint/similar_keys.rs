//! Finds the live key that a patch probably intends if it matches none: a typo, a different letter case, a
//! position.

use crate::document::ValueKind;
use crate::schema::edit_distance;

/// The maximum number of compared pairs of names for a list.
const MAX_PAIRS: usize = 4096;

/// The minimum length of names that are compared. Shorter names often differ by one letter.
const MIN_KEY_LEN: usize = 4;

/// A key with its type and its text.
pub(crate) type TypedName = (ValueKind, String);

/// The reason why a live key is similar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Similarity {
    /// The same text with another type: `80` and `"80"`.
    Type,
    /// Equal except for letter case, dashes and a slash at the end.
    Spelling,
    /// One letter differs.
    Typo,
    /// The key is the position of the item.
    Position,
}

impl Similarity {
    /// Returns the reason as the end of a sentence.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Type => "same text, different type",
            Self::Spelling => "different spelling",
            Self::Typo => "one letter different",
            Self::Position => "at that position in the live list",
        }
    }
}

fn fold(text: &str) -> String {
    let text = text.trim_end_matches('/');
    let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the digits of a name. Names with different numbers are different: `web1` and `web2`.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn is_one_typo(patch_key: &str, live: &str) -> bool {
    let shortest = patch_key.chars().count().min(live.chars().count());
    let one_longer = patch_key.len() != live.len();
    // A different or additional letter at the end is a common way to name the next item.
    let same_end = patch_key.chars().next_back() == live.chars().next_back();
    digits(patch_key) == digits(live)
        && shortest >= MIN_KEY_LEN
        && (same_end || one_longer && shortest > MIN_KEY_LEN)
        && edit_distance(patch_key, live) == Some(1)
}

/// Returns whether lists with that many keys are short enough to compare all pairs.
pub(crate) fn are_few(patch_keys: usize, live: usize) -> bool {
    patch_keys.saturating_mul(live) <= MAX_PAIRS
}

/// For each patch key, returns the index of a similar live key. Compares all pairs only if they [`are_few`].
pub(crate) fn find_similar(patch_keys: &[TypedName], live: &[TypedName]) -> Vec<Option<(usize, Similarity)>> {
    if !are_few(patch_keys.len(), live.len()) {
        return vec![None; patch_keys.len()];
    }
    let folded_live: Vec<String> = live.iter().map(|(_, text)| fold(text)).collect();
    let numeric = live.iter().any(|(_, text)| text.parse::<usize>().is_ok());
    let find = |(kind, text): &TypedName| {
        let alike = live
            .iter()
            .position(|(other, name)| name == text && other != kind);
        if let Some(at) = alike {
            return Some((at, Similarity::Type));
        }
        let own = fold(text);
        if let Some(at) = folded_live
            .iter()
            .position(|name| *name == own && !own.is_empty())
        {
            return Some((at, Similarity::Spelling));
        }
        if let (Ok(at), false) = (text.trim_matches(['[', ']']).parse::<usize>(), numeric) {
            return (at < live.len()).then_some((at, Similarity::Position));
        }
        let typo = live.iter().position(|(_, name)| is_one_typo(text, name));
        typo.map(|at| (at, Similarity::Typo))
    };
    patch_keys.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_similar_and_siblings_are_not() {
        let typed = |text: &str| match text.strip_prefix('#') {
            Some(number) => (ValueKind::Integer, number.to_owned()),
            None => (ValueKind::String, text.to_owned()),
        };
        for (patch_keys, live, expected) in [
            ("wbe-frontend", "web-frontend", Some(Similarity::Typo)),
            ("contoller", "controller", Some(Similarity::Typo)),
            ("Web", "web", Some(Similarity::Spelling)),
            ("log_level", "LOG-LEVEL", Some(Similarity::Spelling)),
            ("/data/", "/data", Some(Similarity::Spelling)),
            ("80", "#80", Some(Similarity::Type)),
            ("0", "web", Some(Similarity::Position)),
            ("[0]", "web", Some(Similarity::Position)),
            ("7", "web", None),
            ("web1", "web2", None),
            ("app", "api", None),
            ("zone-a", "zone-b", None),
            ("DB_HOST", "DB_PORT", None),
            ("log", "logs", None),
            ("#8080", "#8081", None),
            ("#8080", "#80", None),
        ] {
            let found = find_similar(&[typed(patch_keys)], &[typed(live)])[0].map(|(_, why)| why);
            assert_eq!(found, expected, "{patch_keys} against {live}");
        }
    }
}
