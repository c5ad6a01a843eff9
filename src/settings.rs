//! Reads the YAML files of the program: themes, the config file, lesson headers. The manifest reader reports
//! YAML syntax errors, serde all others. Every error has a line and a column, and a similar name for an
//! unknown name.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer};

use crate::document::escape::visible;
use crate::document::{self, Document, NodeId};
use crate::schema::nearest;

/// Reads a settings file; an empty file gives the default values. `name` is the file name for messages. The
/// returned document has the positions of the values.
///
/// # Errors
/// The first problem as `FILE:LINE:COLUMN: PROBLEM`; YAML syntax errors have more lines.
pub(crate) fn read<T: DeserializeOwned + Default>(
    name: &str,
    bytes: Vec<u8>,
) -> Result<(T, Document), String> {
    let document = document::read(name, bytes).map_err(|error| error.report())?;
    // Uses the first document that is not empty, as the manifest reader does.
    let settings = serde_yaml::Deserializer::from_str(document.text())
        .find_map(|yaml| Option::<T>::deserialize(yaml).transpose())
        .transpose()
        .map_err(|error| describe(&document, &error))?;
    Ok((settings.unwrap_or_default(), document))
}

/// Formats a problem at a node as [`read`] reports it.
pub(crate) fn error_at(document: &Document, node: NodeId, problem: &str) -> String {
    let at = document.position(node);
    visible(&format!(
        "{}:{}:{}: {problem}",
        document.name(),
        at.line,
        at.column
    ))
    .into_owned()
}

fn describe(document: &Document, error: &serde_yaml::Error) -> String {
    let text = error.to_string();
    let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
    let suffix = format!(" at line {line} column {column}");
    let problem = reword(text.strip_suffix(&suffix).unwrap_or(&text));
    visible(&format!("{}:{line}:{column}: {problem}", document.name())).into_owned()
}

/// Rewrites the messages of serde that users see in plain words; returns others unchanged.
fn reword(problem: &str) -> String {
    if let Some((path, rest)) = problem.split_once("unknown field `")
        && let Some((asked, known)) = rest.split_once("`, expected ")
    {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let allowed = format!("use one of {}", known.join(", "));
        return format!(
            "{path}unknown key {asked:?}{}",
            did_you_mean(asked, known.iter().copied(), &allowed)
        );
    }
    if let Some((path, rest)) = problem.split_once("invalid type: ")
        && let Some((found, expected)) = rest.split_once(", expected ")
    {
        let found = match found {
            "sequence" => "a list",
            "map" => "a map",
            "unit value" => "null",
            value => value
                .trim_start_matches(|c: char| c.is_ascii_lowercase() || c == ' ')
                .trim_matches('`'),
        };
        return format!("{path}this must be {expected}, not {found}");
    }
    problem.to_owned()
}

/// Returns the end of a message about an unknown name, from the `; ` on: the similar name, if there is one, and what else helps.
pub(crate) fn did_you_mean<'a>(asked: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> String {
    match nearest(asked, known) {
        Some(name) => {
            let (first, rest) = otherwise.split_at(1);
            format!("; did you mean `{name}`? {}{rest}", first.to_ascii_uppercase())
        }
        None => format!("; {otherwise}"),
    }
}

/// Reads a scalar as its text in the file, so that `1` and `true` can be names.
///
/// # Errors
/// A value that is not a scalar, or the error of `read` for its text; [`read`] adds the position.
pub(crate) fn scalar<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(ScalarVisitor {
        expected,
        read,
        result: PhantomData,
    })
}

/// Reads a boolean in any spelling of YAML 1.1.
///
/// # Errors
/// A value that is not a boolean.
pub(crate) fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let read = |text: &str| match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Ok(Some(true)),
        "false" | "no" | "off" | "n" => Ok(Some(false)),
        _ => Err(format!("this must be true or false, not {text:?}")),
    };
    scalar(deserializer, "true or false", read)
}

struct ScalarVisitor<F, T> {
    expected: &'static str,
    read: F,
    result: PhantomData<T>,
}

impl<F: FnOnce(&str) -> Result<T, String>, T> Visitor<'_> for ScalarVisitor<F, T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        let expected = self.expected;
        Err(E::custom(format!("this must be {expected}; # and ~ need quotes")))
    }
}
