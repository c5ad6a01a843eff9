//! Fixes of texts that are meant as a list or a map: `/bin/web --x`, `app=web`.

use super::candidate::{Certainty, Offers};
use super::draft::DraftValue;
use crate::document::write::double_quoted;
use crate::document::{NodeId, Tree, Value};
use crate::schema::{Shape, TypePosition};

/// Fields whose text is a command line.
const COMMAND_LINES: [&str; 2] = ["args", "command"];

/// Writes a text with several words as a list. Returns whether it has several words.
pub(super) fn several_words(offers: &mut Offers<'_, '_>, node: NodeId, text: &str) -> bool {
    let subject = offers.subject;
    let name = subject.target_name(node);
    let is_command = COMMAND_LINES.contains(&name);
    let words = match is_command {
        true => shell_words(text),
        false => Some(listed_words(text)),
    };
    let is_one = words.as_ref().is_some_and(|words| words.len() < 2);
    if is_one && !text.starts_with('[') {
        return false;
    }
    // A line for a shell, or a list in another notation.
    let Some(words) = words.filter(|_| !text.starts_with('[')) else {
        return true;
    };
    let written: Vec<String> = words
        .iter()
        .map(|word| match is_command {
            true => double_quoted(word),
            false => word.clone(),
        })
        .collect();
    let sentence = format!("Write `{name}: [{}]`.", written.join(", "));
    offers.offer(Certainty::Guess, sentence, |draft| {
        let list = draft.list_of_texts(words);
        draft.replace(node.into(), list);
    });
    true
}

/// Splits a text at blanks and commas.
fn listed_words(text: &str) -> Vec<String> {
    let words = text.split([',', ' ', '\n']).map(str::trim);
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Splits a command line as a shell does. `None` if only a shell understands it.
fn shell_words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '$' | '`' | '\\')
            | (None, '|' | '&' | ';' | '<' | '>' | '*' | '?' | '(' | ')' | '#') => {
                return None;
            }
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Writes texts such as `disk=ssd` as a map: the items of a list, or the parts of one text.
pub(super) fn pairs(offers: &mut Offers<'_, '_>, node: NodeId, map: TypePosition) -> bool {
    let subject = offers.subject;
    let (document, schema) = (subject.document, subject.schema());
    let value = schema.peek(map, "").filter(|_| schema.shape(map) == Shape::Map);
    let is_of_texts = value.is_some_and(|value| schema.scalar_kind(value.type_position) == Some("string"));
    let texts: Option<Vec<&str>> = match document.value(node) {
        Value::String(text) => Some(text.split(',').collect()),
        Value::List => document
            .children(node)
            .map(|item| document.value(item).as_str())
            .collect(),
        _ => None,
    };
    let Some(texts) = texts.filter(|texts| is_of_texts && !texts.is_empty()) else {
        return false;
    };
    let is_name = |key: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-/".contains(&byte);
        !key.is_empty() && key.bytes().all(is_letter)
    };
    let pair = |text: &&str| {
        let (key, value) = text.trim().split_once(['=', ':'])?;
        is_name(key).then(|| (key.to_owned(), value.trim().to_owned()))
    };
    let Some(pairs) = texts.iter().map(pair).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let mut keys: Vec<&String> = pairs.iter().map(|(key, _)| key).collect();
    keys.sort_unstable();
    keys.dedup();
    if keys.len() < pairs.len() {
        return false;
    }
    let written: Vec<String> = pairs
        .iter()
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    let sentence = format!(
        "Write `{}: {{{}}}`.",
        subject.target_name(node),
        written.join(", ")
    );
    offers.offer_intended(sentence, |draft| {
        let map = draft.make(DraftValue::Map);
        for (key, value) in pairs {
            draft.put_new(map, &key, DraftValue::Text(value));
        }
        draft.replace(node.into(), map);
    });
    true
}
