//! Similar names for "did you mean", and names inside messages.

/// Longer names are not compared.
const MAX_CHARS: usize = 64;

/// The known name with the fewest typing errors from `asked`, if there are only a few. Letter case does not count.
pub fn nearest<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (asked.chars().count() / 3).clamp(1, 3);
    let (asked, letters) = (lower_case(asked)?, letters(asked));
    let scored = known.filter_map(|name| {
        // An error changes at most one letter of either name: most names need no comparison.
        let theirs = self::letters(name);
        let missing = (letters & !theirs)
            .count_ones()
            .max((theirs & !letters).count_ones());
        if missing as usize > limit {
            return None;
        }
        let distance = strsim::osa_distance(&asked, &lower_case(name)?);
        (distance <= limit).then_some((distance, name))
    });
    scored.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The letters and digits of a name, one bit each.
fn letters(name: &str) -> u64 {
    let bit = |byte: u8| match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => 1 << (letter - b'a'),
        digit @ b'0'..=b'9' => 1 << (26 + digit - b'0'),
        _ => 0,
    };
    name.bytes().map(bit).fold(0, |all, one| all | one)
}

/// `None` for names that are too long to compare.
fn lower_case(text: &str) -> Option<String> {
    text.chars().nth(MAX_CHARS).is_none().then(|| text.to_lowercase())
}

/// The number of typing errors between two names: letters added, dropped, changed, or swapped with the next one. Letter
/// case does not count. `None` for names that are too long to compare.
pub fn edit_distance(asked: &str, name: &str) -> Option<usize> {
    Some(strsim::osa_distance(&lower_case(asked)?, &lower_case(name)?))
}

/// The help at the end of an error: a similar name, or else what there is to say.
pub(crate) fn help(near: Option<&str>, otherwise: &str) -> String {
    match near {
        Some(near) => format!("\nhelp: did you mean \"{near}\"?"),
        None => format!("\nhelp: {otherwise}"),
    }
}

/// Text of a document or of the user inside a message: without control characters, cut after 200 characters.
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
