//! Similar names for "did you mean", and names inside messages.

/// Longer names are not compared.
const MAX_CHARS: usize = 64;

/// The known name with the fewest typing errors from `asked`, if there are only a few. Letter case does not count.
pub fn nearest<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (asked.chars().count() / 3).clamp(1, 3);
    let scored = known.filter_map(|name| {
        let distance = edit_distance(asked, name)?;
        (distance <= limit).then_some((distance, name))
    });
    scored.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The number of typing errors between two names: letters added, dropped, changed, or swapped with the next one. Letter
/// case does not count. `None` for names that are too long to compare.
pub fn edit_distance(asked: &str, name: &str) -> Option<usize> {
    let lower_case = |text: &str| text.chars().nth(MAX_CHARS).is_none().then(|| text.to_lowercase());
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
