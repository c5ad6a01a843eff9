//! Writes a generated patch as a JSON patch, with the mistakes that people make in operations.

use super::Generator;
use super::json::Json;

/// The maximum number of operations of a patch.
const MAX_OPERATIONS: usize = 6;

impl Generator<'_> {
    /// Returns the operations that change the live object as a patch with its structure does.
    pub(super) fn as_operations(&mut self, live: &Json, patch: &Json) -> Json {
        let mut operations = Vec::new();
        self.operations(Some(live), patch, "", &mut operations);
        while operations.len() > MAX_OPERATIONS {
            operations.remove(self.random.below(operations.len()));
        }
        Json::List(operations)
    }

    fn operations(&mut self, live: Option<&Json>, patch: &Json, path: &str, out: &mut Vec<Json>) {
        match (live, patch) {
            (Some(Json::Map(_)), Json::Map(entries)) if !path.is_empty() || !entries.is_empty() => {
                for (key, value) in entries {
                    // Also a key that is not escaped, and a directive as a member.
                    if key.starts_with('$') && !self.random.one_in(8) {
                        continue;
                    }
                    let token = match self.random.one_in(20) {
                        true => key.clone(),
                        false => key.replace('~', "~0").replace('/', "~1"),
                    };
                    let inner = live.and_then(|live| live.get(key));
                    self.operations(inner, value, &format!("{path}/{token}"), out);
                }
            }
            (Some(Json::List(items)), Json::List(patches)) if self.random.one_in(3) => {
                for (at, value) in patches.iter().enumerate() {
                    let token = match self.random.below(30) {
                        0 => format!("0{at}"),
                        1 => format!("-{at}"),
                        2 => (items.len() + at).to_string(),
                        3 => "-".to_owned(),
                        _ => at.to_string(),
                    };
                    self.operations(items.get(at), value, &format!("{path}/{token}"), out);
                }
            }
            (live, value) => {
                let operation = self.operation(live, value, path);
                out.push(operation);
            }
        }
    }

    fn operation(&mut self, live: Option<&Json>, value: &Json, path: &str) -> Json {
        let op = match (live.is_some(), self.random.below(20)) {
            (_, 0) => "test",
            (_, 1) => "move",
            (_, 2) => "copy",
            (_, 3) => self.random.pick(&["Add", "delete", "repalce", "", "set"]),
            (true, 4) | (false, 4..16) => "add",
            (true, _) if *value == Json::Null => "remove",
            (true, _) | (false, 16 | 17) => "replace",
            (false, _) => "remove",
        };
        let path = match self.random.below(40) {
            0 => path.trim_start_matches('/').to_owned(),
            1 => format!("{path}/a"),
            2 => path.replacen('e', "", 1),
            _ => path.to_owned(),
        };
        let mut members = vec![
            ("op".to_owned(), Json::text(op)),
            ("path".to_owned(), Json::text(&path)),
        ];
        let from = [
            "/metadata/name",
            "/metadata/labels/a",
            "/spec",
            "/metadata/finalizers/0",
        ];
        match op {
            "move" | "copy" => members.push(("from".to_owned(), Json::text(self.random.pick(&from)))),
            "remove" | "delete" => {}
            "test" if self.random.one_in(2) => {
                let expected = live.unwrap_or(value).clone();
                members.push(("value".to_owned(), expected));
            }
            _ => members.push(("value".to_owned(), value.clone())),
        }
        if self.random.one_in(40) {
            members.remove(self.random.below(members.len()));
        }
        Json::Map(members)
    }
}
