//! Claims of an answer about the merge, in a form that can be checked: `spec.replicas is 3; step leftover`.

use serde_json::Value;

use crate::document::write::{double_quoted, name_of_string};
use crate::document::{Path, Segment};

/// A claim about the merge of a lesson. In `lesson.md` the claims of a choice are a comment below its reply,
/// separated by `; `:
///
/// ```text
/// accepted · rejected · rejected by RULE · step RULE
/// converges · does not converge
/// PATH is VALUE · PATH is absent · PATH is present · PATH has N items
/// ```
///
/// VALUE is YAML. `[]` in a path selects all items of a list: `spec.containers[].name is [web, proxy]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonClaim {
    /// The text of the claim.
    pub text: String,
    kind: ClaimKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ClaimKind {
    /// The patch is accepted.
    Accepted,
    /// The patch is rejected, by a certain rule if it is given.
    Rejected(Option<String>),
    /// There is a step with this rule.
    Step(String),
    /// Whether a second apply sends an empty patch.
    Converges(bool),
    /// The value at a path of the result.
    Result(Path, ClaimedValue),
}

/// The claim about the value at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ClaimedValue {
    Absent,
    Present,
    /// A list or a map with this number of items or fields.
    Items(usize),
    Is(Value),
}

/// The facts about a merge that claims refer to.
#[derive(Clone, Debug)]
pub struct LessonOutcome {
    /// The result; null if there is none.
    pub(super) result: Value,
    /// The rule that rejected the patch.
    pub(super) rejected: Option<String>,
    /// The rules of all steps.
    pub(super) steps: Vec<&'static str>,
    /// For an apply: whether a second one sends an empty patch.
    pub(super) converges: Option<bool>,
}

impl LessonClaim {
    /// Parses the claims of one choice.
    ///
    /// # Errors
    /// The first claim that is malformed.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, String> {
        text.split("; ")
            .map(|one| {
                let text = one.trim().to_owned();
                match ClaimKind::read(&text) {
                    Some(kind) => Ok(Self { text, kind }),
                    None => Err(text),
                }
            })
            .collect()
    }

    /// Returns whether the claim is true for a merge.
    pub fn holds(&self, outcome: &LessonOutcome) -> bool {
        self.kind.holds(outcome)
    }
}

impl ClaimKind {
    fn read(text: &str) -> Option<Self> {
        match text {
            "accepted" => return Some(Self::Accepted),
            "rejected" => return Some(Self::Rejected(None)),
            "converges" => return Some(Self::Converges(true)),
            "does not converge" => return Some(Self::Converges(false)),
            _ => {}
        }
        if let Some(rule) = text.strip_prefix("rejected by ") {
            return Some(Self::Rejected(Some(rule.to_owned())));
        }
        if let Some(rule) = text.strip_prefix("step ") {
            return Some(Self::Step(rule.to_owned()));
        }
        let (path, value) = match text.split_once(" is ") {
            Some((path, "absent")) => (path, ClaimedValue::Absent),
            Some((path, "present")) => (path, ClaimedValue::Present),
            Some((path, value)) => (path, ClaimedValue::Is(serde_yaml::from_str(value).ok()?)),
            None => {
                let (path, count) = text.split_once(" has ")?;
                let count = count.strip_suffix(" items").or(count.strip_suffix(" item"))?;
                (path, ClaimedValue::Items(count.parse().ok()?))
            }
        };
        Some(Self::Result(Path::parse(path).ok()?, value))
    }

    fn holds(&self, outcome: &LessonOutcome) -> bool {
        match self {
            Self::Accepted => outcome.rejected.is_none(),
            Self::Rejected(None) => outcome.rejected.is_some(),
            Self::Rejected(rule) => outcome.rejected == *rule,
            Self::Step(rule) => outcome.steps.contains(&rule.as_str()),
            Self::Converges(expected) => outcome.converges == Some(*expected),
            Self::Result(..) if outcome.rejected.is_some() => false,
            Self::Result(path, claimed) => claimed.matches(find(&outcome.result, &path.0).as_ref()),
        }
    }
}

impl ClaimedValue {
    fn matches(&self, found: Option<&Value>) -> bool {
        match (self, found) {
            (Self::Absent, found) => found.is_none(),
            (Self::Present, found) => found.is_some(),
            (Self::Items(count), Some(Value::Array(items))) => items.len() == *count,
            (Self::Items(count), Some(Value::Object(fields))) => fields.len() == *count,
            (Self::Is(value), Some(found)) => value == found,
            _ => false,
        }
    }
}

/// Returns the value at a path. `[]` in the path returns the list of the values of all items.
fn find(value: &Value, path: &[Segment]) -> Option<Value> {
    let Some((first, rest)) = path.split_first() else {
        return Some(value.clone());
    };
    match first {
        // `finalizers["80"]`: an item in quotes.
        Segment::Key(key) => match value.as_array() {
            Some(items) => find(named(items, &double_quoted(key), Some)?, rest),
            None => find(value.get(key)?, rest),
        },
        Segment::Index(index) => find(value.get(*index)?, rest),
        Segment::Value(all) if all.is_empty() => {
            let items = value.as_array()?.iter();
            Some(items.map(|item| find(item, rest).unwrap_or_default()).collect())
        }
        Segment::Value(text) => find(named(value.as_array()?, text, Some)?, rest),
        Segment::Item { key, value: text } => {
            find(named(value.as_array()?, text, |item| item.get(key))?, rest)
        }
    }
}

/// Returns the item whose value has this name in a path, otherwise the first one whose text it is, in quotes or not:
/// `port=80` can stand for `port="80"`, and `name="web"` for `name=web`.
fn named<'v>(
    items: &'v [Value],
    name: &str,
    value: impl Fn(&'v Value) -> Option<&'v Value>,
) -> Option<&'v Value> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let printed = |value: &Value| match value {
        Value::String(text) => name_of_string(text).into_owned(),
        other => text(other),
    };
    let find =
        |is_named: &dyn Fn(&Value) -> bool| items.iter().find(|item| value(item).is_some_and(is_named));
    let quoted = |value: &Value| value.as_str().map(double_quoted);
    find(&|value| printed(value) == name)
        .or_else(|| find(&|value| text(value) == name))
        .or_else(|| find(&|value| quoted(value).as_deref() == Some(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_names_an_item_as_the_program_prints_it() {
        let result = json!({"env": [{"name": "ON", "value": "a"}, {"name": "web", "value": "b"}],
            "ports": [{"port": "80"}, {"port": 80, "name": "n"}], "args": ["7", 7]});
        let rows = [
            ("env[name=\"ON\"].value", json!("a")),
            ("env[name=ON].value", json!("a")),
            ("env[name=web].value", json!("b")),
            ("env[name=\"web\"].value", json!("b")),
            ("ports[port=80].name", json!("n")),
            ("args[\"7\"]", json!("7")),
            ("env[name=\"no\"]", Value::Null),
        ];
        for (path, value) in rows {
            let found = find(&result, &Path::parse(path).unwrap().0).unwrap_or_default();
            assert_eq!(found, value, "{path}");
        }
    }
}
