//! Finds the field that a position in flow style belongs to, as in JSON: `{spec: {replicas: 3}}`.

use super::text_position::{CursorPathPart, TextPosition, line_parts, text_position};

/// The keys and values of a map.
type Entries = Vec<(String, String)>;

/// A map or list whose bracket is open.
#[derive(Debug, Default)]
struct Level {
    is_map: bool,
    /// The key of the value that is being read.
    key: Option<String>,
    /// The text since the last sign.
    read: String,
    entries: Entries,
}

impl Level {
    fn end_entry(&mut self) {
        let value = std::mem::take(&mut self.read).trim().to_owned();
        if let Some(key) = self.key.take() {
            self.entries.push((key, value));
        }
    }
}

/// The maps and lists around the cursor, the outermost first.
#[derive(Debug, Default)]
struct FlowPath {
    levels: Vec<Level>,
    /// Whether each level around the cursor is a map, and its key there.
    at_cursor: Vec<(bool, Option<String>)>,
    /// The number of these levels that are still open.
    open: usize,
    /// The entries of these levels.
    entries: Vec<Entries>,
    is_found: bool,
    /// The key at the cursor follows.
    awaits_key: bool,
}

impl FlowPath {
    fn note_cursor(&mut self) {
        self.is_found = true;
        let levels = self.levels.iter();
        self.at_cursor = levels.map(|level| (level.is_map, level.key.clone())).collect();
        self.entries = vec![Vec::new(); self.at_cursor.len()];
        self.open = self.at_cursor.len();
        self.awaits_key = matches!(self.at_cursor.last(), Some((true, None)));
    }

    fn open(&mut self, is_map: bool) {
        let level = Level {
            is_map,
            ..Level::default()
        };
        self.levels.push(level);
    }

    fn close(&mut self) {
        self.awaits_key &= self.levels.len() > self.at_cursor.len();
        let Some(mut level) = self.levels.pop() else {
            return;
        };
        level.end_entry();
        // Later levels at the same depth are not around the cursor.
        if self.levels.len() < self.open {
            self.open = self.levels.len();
            self.entries[self.open] = level.entries;
        }
    }

    /// Reads a sign outside of quotes.
    fn read(&mut self, sign: char) {
        let is_at_cursor = self.is_found && self.levels.len() == self.at_cursor.len();
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        match sign {
            '{' | '[' => self.open(sign == '{'),
            '}' | ']' => self.close(),
            ',' => {
                level.end_entry();
                self.awaits_key &= !is_at_cursor;
            }
            ':' if level.is_map && level.key.is_none() => {
                let key = std::mem::take(&mut level.read).trim().to_owned();
                if is_at_cursor
                    && std::mem::take(&mut self.awaits_key)
                    && let Some((_, at_cursor)) = self.at_cursor.last_mut()
                {
                    *at_cursor = Some(key.clone());
                }
                level.key = Some(key);
            }
            other => level.read.push(other),
        }
    }
}

/// Returns the position of a cursor in flow style, or `None` if it is not in flow style. Takes time linear in the text.
pub(super) fn flow_position(text: &str, line: usize, column: usize) -> Option<TextPosition> {
    let lines: Vec<&str> = text.lines().collect();
    let mut number = 0;
    while number <= line {
        let current = *lines.get(number)?;
        let Some(parts) = line_parts(current) else {
            number += 1;
            continue;
        };
        let after = parts.key.map_or(parts.column, |(_, after)| after);
        let value: String = current.chars().skip(after).collect();
        let start = after + (value.chars().count() - value.trim_start().chars().count());
        match value.trim_start().chars().next() {
            Some('{' | '[') => {
                if parts.key.is_some() && (line, column) <= (number, start) {
                    return None;
                }
                let (end, path) = read_flow(&lines, (number, start), (line, column));
                if path.is_found {
                    return Some(position(text, (number, start), parts.key.is_some(), path));
                }
                number = end.max(number) + 1;
            }
            // The lines of a block text.
            Some('|' | '>') => {
                let owner = match parts.key {
                    Some(_) => parts.column,
                    None => parts.dashes.last().copied().unwrap_or_default(),
                };
                let indent = |line: &str| line.len() - line.trim_start().len();
                let is_text = |line: &&&str| line.trim().is_empty() || indent(line) > owner;
                number += 1 + lines[number + 1..].iter().take_while(is_text).count();
            }
            _ => number += 1,
        }
    }
    None
}

/// Reads a value in flow style. Returns its last line, and the path to the cursor.
fn read_flow(lines: &[&str], start: (usize, usize), cursor: (usize, usize)) -> (usize, FlowPath) {
    let mut path = FlowPath::default();
    let (mut quote, mut is_escaped) = (None, false);
    for (number, line) in lines.iter().enumerate().skip(start.0) {
        let skipped = if number == start.0 { start.1 } else { 0 };
        let mut before = ' ';
        for (column, sign) in line.chars().enumerate().skip(skipped) {
            if !path.is_found && !path.levels.is_empty() && (number, column) >= cursor {
                path.note_cursor();
            }
            match (quote, sign) {
                (Some('"'), '\\') if !is_escaped => is_escaped = true,
                (Some(open), close) if open == close && !is_escaped => quote = None,
                (Some(_), other) => {
                    is_escaped = false;
                    if let Some(level) = path.levels.last_mut() {
                        level.read.push(other);
                    }
                }
                (None, '"' | '\'')
                    if path
                        .levels
                        .last()
                        .is_some_and(|level| level.read.trim().is_empty()) =>
                {
                    quote = Some(sign);
                }
                (None, '#') if before.is_whitespace() => break,
                (None, '{' | '[') if path.levels.is_empty() => path.open(sign == '{'),
                (None, other) => path.read(other),
            }
            before = sign;
            if path.levels.is_empty() {
                return (number, path);
            }
        }
        if !path.is_found && number == cursor.0 {
            path.note_cursor();
        }
    }
    while !path.levels.is_empty() {
        path.close();
    }
    (lines.len(), path)
}

/// Returns the position in the text: the path to the value in flow style that begins at `start`, and the path in it.
fn position(text: &str, start: (usize, usize), is_value: bool, path: FlowPath) -> TextPosition {
    let mut outside = text_position(text, start.0, start.1);
    let mut around = std::mem::take(&mut outside.around);
    let mut is_item = !is_value && matches!(around.last(), Some(CursorPathPart::Item { .. }));
    match outside.key.filter(|_| is_value) {
        Some(key) => around.push(CursorPathPart::Key(key)),
        // It is added again with its entries.
        None if is_item => drop(around.pop()),
        None => {}
    }
    let mut key_at_cursor = None;
    let levels = path.at_cursor.len();
    for (level, ((is_map, key), entries)) in path.at_cursor.into_iter().zip(path.entries).enumerate() {
        if is_item {
            around.push(CursorPathPart::FlowItem(entries));
        }
        is_item = !is_map;
        match key {
            Some(key) if level + 1 < levels => around.push(CursorPathPart::Key(key)),
            key => key_at_cursor = key,
        }
    }
    if is_item {
        around.push(CursorPathPart::FlowItem(Vec::new()));
    }
    TextPosition {
        around,
        key: key_at_cursor,
        column: usize::MAX,
        typed: String::new(),
        in_value: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_follows_the_brackets() {
        for (text, expected) in [
            ("{spec: {repl@icas: 3}}", ".spec replicas"),
            ("{spec: {replicas: 3@, paused: true}}", ".spec replicas"),
            ("{\"spec\": {\"a\": \"}{,\", \"b@\": [1]}}", ".spec b"),
            (
                "{a: [{name: x, image: \"n:1\"@}, {name: y}]}",
                ".a[name=x image=n:1] image",
            ),
            (
                "[{\"op\": \"add\", \"value\": {\"x@\": 1}}]",
                "[op=add value=].value x",
            ),
            ("- {op: remove, path: /x@}", "[op=remove path=/x] path"),
            ("spec:\n  a:\n  - b: {c: 1,\n    d@: 2}", ".spec.a[2].b d"),
            ("text: |\n  {\nspec: {a: @1}", ".spec a"),
            ("{a: 1, b@, c: 2}", " -"),
            ("{a: [x, y@]}", ".a[] -"),
        ] {
            let before = &text[..text.find('@').unwrap()];
            let line = before.matches('\n').count();
            let column = before.lines().last().unwrap().chars().count();
            let position = flow_position(&text.replace('@', ""), line, column).expect(text);
            let mut found = String::new();
            for part in &position.around {
                match part {
                    CursorPathPart::Key(key) => found.push_str(&format!(".{key}")),
                    CursorPathPart::Item { line, .. } => found.push_str(&format!("[{line}]")),
                    CursorPathPart::FlowItem(entries) => {
                        let entries: Vec<String> = entries
                            .iter()
                            .map(|(key, value)| format!("{key}={value}"))
                            .collect();
                        found.push_str(&format!("[{}]", entries.join(" ")));
                    }
                }
            }
            let key = position.key.as_deref().unwrap_or("-");
            assert_eq!(format!("{found} {key}"), expected, "{text}");
        }
        for text in [
            "spec@: {a: 1}",
            "spec: {a: 1}\nb@: 2",
            "a: b{c@}",
            "text: |\n  {a@: 1}",
        ] {
            let before = &text[..text.find('@').unwrap()];
            let (line, column) = (before.matches('\n').count(), before.lines().last().unwrap().len());
            assert_eq!(
                flow_position(&text.replace('@', ""), line, column),
                None,
                "{text}"
            );
        }
    }
}
