//! Near-miss names, and names inside messages.

/// Longer names are not compared.
const MAX_LEN: usize = 64;

/// The name among `known` that differs least from `asked`, if it differs by little: a slip of the finger or of case.
pub fn nearest<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let asked: Vec<char> = asked
        .chars()
        .take(MAX_LEN + 1)
        .flat_map(char::to_lowercase)
        .collect();
    if asked.len() > MAX_LEN {
        return None;
    }
    let limit = (asked.len() / 3).clamp(1, 3);
    let scored = known.filter_map(|name| {
        let distance = distance(&asked, name);
        (distance <= limit).then_some((distance, name))
    });
    scored.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// How many slips of the finger lie between two names, letter case left aside: letters added, dropped, changed or
/// swapped with their neighbour. None for names that are too long to compare.
pub fn slips(asked: &str, name: &str) -> Option<usize> {
    let letters: Vec<char> = asked.chars().take(MAX_LEN + 1).collect();
    if letters.len() > MAX_LEN {
        return None;
    }
    let letters: Vec<char> = letters.into_iter().flat_map(char::to_lowercase).collect();
    Some(distance(&letters, name))
}

/// How many letters must be added, dropped, changed or swapped with their neighbour.
fn distance(asked: &[char], name: &str) -> usize {
    let name: Vec<char> = name
        .chars()
        .take(MAX_LEN + 1)
        .flat_map(char::to_lowercase)
        .collect();
    let mut older = vec![0; name.len() + 1];
    let mut old: Vec<usize> = (0..=name.len()).collect();
    for (i, a) in asked.iter().enumerate() {
        let mut new = Vec::with_capacity(old.len());
        new.push(i + 1);
        for (j, b) in name.iter().enumerate() {
            let change = old[j] + usize::from(a != b);
            let mut best = change.min(old[j + 1] + 1).min(new[j] + 1);
            if i > 0 && j > 0 && asked[i - 1] == *b && *a == name[j - 1] {
                best = best.min(older[j - 1] + 1);
            }
            new.push(best);
        }
        older = old;
        old = new;
    }
    old.last().copied().unwrap_or(usize::MAX)
}

/// The question at the end of a message.
pub(crate) fn hint(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean \"{near}\"?"))
        .unwrap_or_default()
}

/// Text of a document or a person inside a message: no control characters, no endless length.
pub(crate) fn shown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(200) {
        if c == '"' || c == '\'' {
            out.push(c);
        } else {
            out.extend(c.escape_debug());
        }
    }
    out
}
