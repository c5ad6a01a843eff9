//! The program's own YAML files: themes, the config file, the headers of lessons. The reader of manifests reports broken
//! YAML, serde everything else; every error has line, column and, for a misspelled name, the name that was meant.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer};

use crate::document::escape::visible;
use crate::document::{self, Document, NodeId};
use crate::schema::nearest;

/// Reads a file; `name` is for messages. An empty one has the default values. The document has the positions.
///
/// # Errors
/// `FILE:LINE:COLUMN: PROBLEM` for the first thing wrong in it, in more lines for broken YAML.
pub(crate) fn read<T: DeserializeOwned + Default>(
    name: &str,
    bytes: Vec<u8>,
) -> Result<(T, Document), String> {
    let document = document::read(name, bytes).map_err(|error| error.report())?;
    // Of several documents the first that is not empty, as the reader of manifests takes it.
    let settings = serde_yaml::Deserializer::from_str(document.text())
        .find_map(|yaml| Option::<T>::deserialize(yaml).transpose())
        .transpose()
        .map_err(|error| describe(&document, &error))?;
    Ok((settings.unwrap_or_default(), document))
}

/// A problem at a node, as [`read`] reports it.
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

/// A message of serde in our words; another one as it is.
fn reword(problem: &str) -> String {
    if let Some((path, rest)) = problem.split_once("unknown field `")
        && let Some((asked, known)) = rest.split_once("`, expected ")
    {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let hint = did_you_mean(asked, known.iter().copied());
        return format!(
            "{path}unknown key {asked:?}{hint}; allowed are {}",
            known.join(", ")
        );
    }
    if let Some((path, rest)) = problem.split_once("invalid type: ")
        && let Some((found, expected)) = rest.split_once(", expected ")
    {
        let found = match found {
            "sequence" => "a list",
            "map" => "a mapping",
            "unit value" => "null",
            value => value
                .trim_start_matches(|c: char| c.is_ascii_lowercase() || c == ' ')
                .trim_matches('`'),
        };
        let expected = if expected == "a map" {
            "a mapping"
        } else {
            expected
        };
        return format!("{path}this must be {expected}, not {found}");
    }
    problem.to_owned()
}

/// `; did you mean `X`?`, if a known name is similar.
pub(crate) fn did_you_mean<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(asked, known).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

/// Reads a scalar as the text that the file has for it, so that `1` and `true` are names, too.
///
/// # Errors
/// The problem that `read` reports, at the scalar's position.
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

/// `true` or `false`, in all spellings of YAML 1.1.
///
/// # Errors
/// Another value.
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
