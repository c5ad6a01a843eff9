//! The answer of mergescope or of kubectl to a pair, in a comparable form.

use std::fmt;
use std::sync::Arc;

use mergescope::document::{self, write};
use mergescope::merge::{Inputs, Rule, Semantics, Verdict, merge};
use mergescope::schema::Schema;
use serde_json::Value;

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Result(Value),
    /// The text after `error: `, without trailing line breaks.
    Error(String),
    /// The program panics; the text after `panic: `.
    Panic(String),
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Result(one), Self::Result(other)) => same(one, other),
            (Self::Error(one), Self::Error(other)) | (Self::Panic(one), Self::Panic(other)) => one == other,
            _ => false,
        }
    }
}

/// Compares numbers by value: `80` and `80.0` print alike.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64() && !(one.is_i64() && other.is_i64())
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        (one, other) => one == other,
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Result(value) => write!(f, "result {value}"),
            Self::Error(text) => write!(f, "error {text:?}"),
            Self::Panic(text) => write!(f, "panic {text:?}"),
        }
    }
}

/// Returns the answer of mergescope.
pub(crate) fn ours(live: &str, patch: &str, semantics: Semantics, schema: &Arc<Schema>) -> Answer {
    let read = |name: &str, text: &str| {
        let text = text.as_bytes().to_vec();
        Arc::new(document::read(name, text).expect("generated JSON can be read"))
    };
    let inputs = Inputs {
        live: Arc::new(
            document::read_live("live", live.to_string().into_bytes()).expect("generated JSON can be read"),
        ),
        patches: vec![read("patch", patch)],
        schema: Arc::clone(schema),
        semantics,
    };
    let merge = merge(inputs, false);
    match &merge.verdict {
        Verdict::Merged => Answer::Result(serde_json::from_str(&write::json(&merge.tree)).unwrap()),
        Verdict::Rejected(refusal) if refusal.rule == Rule::KubernetesPanics => {
            Answer::Panic(refusal.message.clone())
        }
        Verdict::Rejected(refusal) => Answer::Error(refusal.message.trim_end_matches('\n').to_owned()),
    }
}
