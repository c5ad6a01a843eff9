//! Finds similar names for "did you mean", and escapes names for messages.

/// Maximum length of a name that is compared, in characters.
const MAX_CHARS: usize = 64;

/// Returns the known name with the fewest typing errors compared to `asked`, if there are few. Letter case
/// does not count.
pub fn nearest<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (asked.chars().count() / 3).clamp(1, 3);
    let (asked, letters) = (lower_case(asked)?, letters(asked));
    let scored = known.filter_map(|name| {
        // A typing error changes at most one letter of each name, so most names need no comparison.
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

/// Returns the key that is `asked` with one typing error. Users give similar names to different keys, such as `DB_PORT` and
/// `DB_HOST` or `rule-1` and `rule-2`, so a short key and another digit are no errors.
pub(crate) fn mistyped_key<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let digits = |name: &str| -> Vec<u8> { name.bytes().filter(u8::is_ascii_digit).collect() };
    let asked_digits = digits(asked);
    let alike = known.filter(|name| digits(name) == asked_digits);
    let near = nearest(asked, alike)?;
    let is_long = asked.len().max(near.len()) > 2;
    (is_long && edit_distance(asked, near)? <= 1).then_some(near)
}

/// The ends of field names that users leave out.
const ENDS: [&str; 5] = ["Limit", "Name", "Policy", "Ref", "Seconds"];

/// Returns the known name that has one more word at its end, as `ingressClassName` for `ingressClass`, if there is only
/// one.
pub(crate) fn completed<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_longer = |name: &&str| name.strip_prefix(asked).is_some_and(|end| ENDS.contains(&end));
    let mut all = known.filter(is_longer).filter(|_| !asked.is_empty());
    all.next().filter(|_| all.next().is_none())
}

/// Returns the letters and digits of a name, one bit each.
fn letters(name: &str) -> u64 {
    let bit = |byte: u8| match byte.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => 1 << (letter - b'a'),
        digit @ b'0'..=b'9' => 1 << (26 + digit - b'0'),
        _ => 0,
    };
    name.bytes().map(bit).fold(0, |all, one| all | one)
}

/// Returns `None` for names that are too long to compare.
fn lower_case(text: &str) -> Option<String> {
    text.chars().nth(MAX_CHARS).is_none().then(|| text.to_lowercase())
}

/// Returns the number of typing errors between two names: letters added, removed, changed, or swapped with
/// the next one. Letter case does not count. `None` for names that are too long to compare.
pub fn edit_distance(asked: &str, name: &str) -> Option<usize> {
    Some(strsim::osa_distance(&lower_case(asked)?, &lower_case(name)?))
}

/// Formats the help at the end of an error: a similar name, or else `otherwise`.
pub(crate) fn help(near: Option<&str>, otherwise: &str) -> String {
    match near {
        Some(near) => format!("\nhelp: did you mean `{near}`?"),
        None => format!("\nhelp: {otherwise}"),
    }
}

/// Escapes text of a document or of the user for a message: no control characters, cut after 200 characters.
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
