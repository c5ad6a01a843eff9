//! Label selectors (`matchLabels`, `matchExpressions`).

use crate::document::{Document, NodeId, Tree, ValueKind};

/// A label selector: all of its conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    Absent(String),
}

fn text(document: &Document, node: Option<NodeId>) -> Option<String> {
    document.value(node?).as_str().map(str::to_owned)
}

impl Labels {
    /// Reads a selector. Also returns the nodes that cannot be evaluated, with a text for each.
    pub(crate) fn read(document: &Document, selector: NodeId) -> (Self, Vec<(NodeId, String)>) {
        let mut labels = Self::default();
        let mut problems = Vec::new();
        if let Some(map) = document.get(selector, "matchLabels") {
            for entry in document.children(map) {
                let key = document.key(entry).unwrap_or_default().to_owned();
                let value = text(document, Some(entry)).into_iter().collect();
                labels.conditions.push(Condition::In(key, value));
            }
        }
        let expressions = document.get(selector, "matchExpressions");
        for expression in expressions.into_iter().flat_map(|list| document.children(list)) {
            if document.kind(expression) != ValueKind::Map {
                problems.push((expression, "a match expression must be a map".to_owned()));
                continue;
            }
            let key = text(document, document.get(expression, "key")).unwrap_or_default();
            let values = document.get(expression, "values");
            let values: Vec<String> = values
                .into_iter()
                .flat_map(|list| document.children(list))
                .filter_map(|value| text(document, Some(value)))
                .collect();
            let operator = text(document, document.get(expression, "operator")).unwrap_or_default();
            labels.conditions.push(match operator.as_str() {
                "In" => Condition::In(key, values),
                "NotIn" => Condition::NotIn(key, values),
                "Exists" => Condition::Exists(key),
                "DoesNotExist" => Condition::Absent(key),
                _ => {
                    let what = format!("unknown operator `{operator}` in a match expression; it is ignored");
                    problems.push((expression, what));
                    continue;
                }
            });
        }
        (labels, problems)
    }

    /// Returns whether the labels of an object match.
    pub fn matches(&self, object: &Document) -> bool {
        let labels = object
            .get(object.root(), "metadata")
            .and_then(|metadata| object.get(metadata, "labels"));
        let label = |key: &str| text(object, object.get(labels?, key));
        self.conditions.iter().all(|condition| match condition {
            Condition::In(key, values) => label(key).is_some_and(|value| values.contains(&value)),
            Condition::NotIn(key, values) => label(key).is_none_or(|value| !values.contains(&value)),
            Condition::Exists(key) => label(key).is_some(),
            Condition::Absent(key) => label(key).is_none(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    #[test]
    fn objects_match_by_their_labels() {
        let object = read("o", b"metadata: {labels: {app: web, tier: db}}".to_vec()).unwrap();
        for (selector, expected) in [
            ("{}", true),
            ("{matchLabels: {app: web}}", true),
            ("{matchLabels: {app: api}}", false),
            ("{matchLabels: {other: web}}", false),
            (
                "{matchExpressions: [{key: app, operator: In, values: [api, web]}]}",
                true,
            ),
            (
                "{matchExpressions: [{key: app, operator: NotIn, values: [web]}]}",
                false,
            ),
            (
                "{matchExpressions: [{key: other, operator: NotIn, values: [web]}]}",
                true,
            ),
            ("{matchExpressions: [{key: tier, operator: Exists}]}", true),
            ("{matchExpressions: [{key: tier, operator: DoesNotExist}]}", false),
            (
                "{matchLabels: {app: web}, matchExpressions: [{key: x, operator: Exists}]}",
                false,
            ),
        ] {
            let document = read("s", selector.as_bytes().to_vec()).unwrap();
            let (labels, problems) = Labels::read(&document, document.root());
            assert_eq!(
                (labels.matches(&object), problems.len()),
                (expected, 0),
                "{selector}"
            );
        }
    }
}
