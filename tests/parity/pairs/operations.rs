//! Writes a generated patch as a JSON patch, with the mistakes that people make in operations.

use super::Generator;
use super::json::Json;

/// The maximum number of operations of a patch.
const MAX_OPERATIONS: usize = 6;

/// Returns the paths of the values of a type, below a path.
fn paths_of(live: &Json, of_type: &Json, path: &str, out: &mut Vec<String>) {
    if std::mem::discriminant(live) == std::mem::discriminant(of_type) && !path.is_empty() {
        out.push(path.to_owned());
    }
    match live {
        Json::Map(entries) => {
            for (key, value) in entries {
                let token = key.replace('~', "~0").replace('/', "~1");
                paths_of(value, of_type, &format!("{path}/{token}"), out);
            }
        }
        Json::List(items) => {
            for (at, value) in items.iter().enumerate() {
                paths_of(value, of_type, &format!("{path}/{at}"), out);
            }
        }
        _ => {}
    }
}

impl Generator<'_> {
    /// Returns the operations that change the live object as a patch with its structure does.
    pub(super) fn as_operations(&mut self, live: &Json, patch: &Json) -> Json {
        let mut operations = Vec::new();
        self.operations(live, Some(live), patch, "", &mut operations);
        while operations.len() > MAX_OPERATIONS {
            operations.remove(self.random.below(operations.len()));
        }
        Json::List(operations)
    }

    fn operations(
        &mut self,
        whole: &Json,
        live: Option<&Json>,
        patch: &Json,
        path: &str,
        out: &mut Vec<Json>,
    ) {
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
                    self.operations(whole, inner, value, &format!("{path}/{token}"), out);
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
                    self.operations(whole, items.get(at), value, &format!("{path}/{token}"), out);
                }
            }
            (live, value) => {
                let operation = self.operation(whole, live, value, path);
                out.push(operation);
            }
        }
    }

    /// Returns a path for `from`. Users take a value of the type from the object; a few objects do not have it.
    fn source(&mut self, whole: &Json, value: &Json) -> String {
        let mut paths = Vec::new();
        if self.has_values_of_users && !self.random.one_in(6) {
            paths_of(whole, value, "", &mut paths);
        }
        let any = [
            "/metadata/name",
            "/metadata/labels/a",
            "/spec",
            "/metadata/finalizers/0",
        ];
        let own: Vec<&str> = paths.iter().map(String::as_str).collect();
        let from = self.random.pick(if own.is_empty() { &any } else { &own });
        // With the mistakes that paths have.
        match self.random.below(if own.is_empty() { 1 } else { 20 }) {
            1 => from.replace("~1", "/"),
            2 => from.trim_start_matches('/').to_owned(),
            3 => from.replacen('e', "", 1),
            _ => from.to_owned(),
        }
    }

    fn operation(&mut self, whole: &Json, live: Option<&Json>, value: &Json, path: &str) -> Json {
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
        match op {
            "move" | "copy" => {
                let from = self.source(whole, live.unwrap_or(value));
                members.push(("from".to_owned(), Json::text(&from)));
            }
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
