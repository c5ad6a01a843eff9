//! Finds the field that a position in a YAML text belongs to. It uses lines and indentation only, because a
//! text is usually incomplete while it is being typed. Flow style is read by
//! [`super::flow_position`].

/// A segment of the path from the top to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CursorPathPart {
    /// A field.
    Key(String),
    /// An item of a list: its line (from 0) and the column of its content.
    Item { line: usize, column: usize },
    /// An item of a list in flow style: its keys and values.
    FlowItem(Vec<(String, String)>),
}

/// A position in a YAML text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextPosition {
    /// The path to the map or list item that contains the line.
    pub(super) around: Vec<CursorPathPart>,
    /// The key of the line, if it has one.
    pub(super) key: Option<String>,
    /// The column of the content of the line, in characters; the maximum in flow style, where lines do not matter.
    pub(super) column: usize,
    /// The part of the key or of the value before the cursor.
    pub(super) typed: String,
    /// Whether the cursor is in the value of the key.
    pub(super) in_value: bool,
}

impl TextPosition {
    /// Returns whether the position is in flow style.
    pub(super) fn is_flow(&self) -> bool {
        self.column == usize::MAX
    }
}

/// The parts of a line.
pub(super) struct YamlLine<'t> {
    /// The columns of the dashes.
    pub(super) dashes: Vec<usize>,
    /// The column of the content.
    pub(super) column: usize,
    /// The key, and the column after its colon.
    pub(super) key: Option<(&'t str, usize)>,
}

/// Splits a line into its parts. Returns `None` for an empty line or a comment.
pub(super) fn line_parts(line: &str) -> Option<YamlLine<'_>> {
    let mut dashes = Vec::new();
    let mut column = 0;
    let mut rest = line.trim_end();
    loop {
        let text = rest.trim_start_matches(' ');
        column += rest.len() - text.len();
        rest = text;
        let Some(after) = rest
            .strip_prefix('-')
            .filter(|after| after.is_empty() || after.starts_with(' '))
        else {
            break;
        };
        dashes.push(column);
        column += 1;
        rest = after;
    }
    if rest.starts_with('#') || rest.is_empty() && dashes.is_empty() {
        return None;
    }
    let ends = rest.match_indices(':').map(|(offset, _)| offset);
    let end = ends
        .into_iter()
        .find(|offset| rest[offset + 1..].is_empty() || rest[offset + 1..].starts_with(' '));
    let key = end.filter(|_| !rest.starts_with(['{', '['])).map(|end| {
        let name = rest[..end].trim_end().trim_matches(['"', '\'']);
        (name, column + rest[..end].chars().count() + 1)
    });
    Some(YamlLine { dashes, column, key })
}

/// Returns the position of a cursor; line and column are from 0, in characters. Takes time linear in the
/// number of lines before it.
pub(super) fn text_position(text: &str, line: usize, column: usize) -> TextPosition {
    let lines: Vec<&str> = text.lines().take(line + 1).collect();
    let current = lines.get(line).copied().unwrap_or_default();
    let before: String = current.chars().take(column).collect();
    let current_line = line_parts(current).unwrap_or(YamlLine {
        dashes: Vec::new(),
        column,
        key: None,
    });
    let in_value = current_line.key.is_some_and(|(_, after)| column >= after);
    let begin = match current_line.key.filter(|_| in_value) {
        Some((_, after)) => after,
        None => current_line.column,
    };
    let typed: String = before.chars().skip(begin).collect();
    let mut path = Vec::new();
    let mut content = current_line.column;
    for dash in current_line.dashes.iter().rev() {
        path.push(CursorPathPart::Item {
            line,
            column: content,
        });
        content = *dash;
    }
    let (mut limit, mut after_dash) = (content, !current_line.dashes.is_empty());
    for (number, text) in lines.iter().enumerate().take(line).rev() {
        if limit == 0 && !after_dash {
            break;
        }
        let Some(parts) = line_parts(text) else { continue };
        if let Some((key, _)) = parts.key
            && (parts.column < limit || parts.column == limit && after_dash)
        {
            path.push(CursorPathPart::Key(key.to_owned()));
            (limit, after_dash) = (parts.column, false);
        }
        let mut content = parts.column;
        for dash in parts.dashes.iter().rev() {
            if *dash < limit {
                path.push(CursorPathPart::Item {
                    line: number,
                    column: content,
                });
                (limit, after_dash) = (*dash, true);
            }
            content = *dash;
        }
    }
    path.reverse();
    TextPosition {
        around: path,
        key: current_line.key.map(|(key, _)| key.to_owned()),
        column: current_line.column,
        typed: typed.trim_start().to_owned(),
        in_value,
    }
}

/// Returns the keys and values of the map around a line whose keys start in `column`. Takes time linear in
/// the number of lines of the map.
pub(super) fn entries_around(text: &str, line: usize, column: usize) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let line = line.min(lines.len());
    let mut entries = Vec::new();
    let mut add_entry = |text: &str, is_current: bool| {
        let Some(parts) = line_parts(text) else {
            return true;
        };
        let first = parts.dashes.first().copied().unwrap_or(parts.column);
        if parts.column == column
            && let Some((key, after)) = parts.key
        {
            entries.push((key.to_owned(), value_after(text, after)));
        }
        first >= column || is_current
    };
    for (number, text) in lines.iter().enumerate().take(line + 1).rev() {
        if !add_entry(text, number == line) {
            break;
        }
        if number == line && line_parts(text).is_some_and(|parts| !parts.dashes.is_empty()) {
            break;
        }
    }
    for text in lines.iter().skip(line + 1) {
        let ends =
            line_parts(text).is_some_and(|parts| parts.dashes.first().unwrap_or(&parts.column) < &column);
        if ends || !add_entry(text, false) {
            break;
        }
    }
    entries
}

/// Returns the first line in a range whose key is `key` in a column, or in any if it is `None`, and its column.
fn line_with(
    lines: &[&str],
    mut numbers: impl Iterator<Item = usize>,
    key: &str,
    column: Option<usize>,
) -> Option<usize> {
    numbers.find(|number| {
        let parts = lines.get(*number).and_then(|line| line_parts(line));
        parts.is_some_and(|parts| {
            parts.key.is_some_and(|(name, _)| name == key)
                && column.is_none_or(|column| column == parts.column)
        })
    })
}

/// Returns the keys and values of the map that the nearest line with a key above a line contains, and those of the map
/// `inner` in it.
pub(super) fn entries_below(
    text: &str,
    line: usize,
    key: &str,
    inner: &str,
) -> Option<[Vec<(String, String)>; 2]> {
    let lines: Vec<&str> = text.lines().collect();
    let first_below = |line: usize| {
        let column = line_parts(lines.get(line)?)?.column;
        let below = (line + 1..lines.len()).find_map(|at| Some((at, line_parts(lines[at])?)));
        below
            .filter(|(_, parts)| parts.column > column)
            .map(|(at, parts)| (at, parts.column))
    };
    let owner = line_with(&lines, (0..=line).rev(), key, None)?;
    let (first, column) = first_below(owner)?;
    let is_inside = |at: &usize| line_parts(lines[*at]).is_none_or(|parts| parts.column >= column);
    let inside = (first..lines.len()).take_while(is_inside);
    let below = line_with(&lines, inside, inner, Some(column)).and_then(first_below);
    let inner = below.map(|(line, column)| entries_around(text, line, column));
    Some([entries_around(text, first, column), inner.unwrap_or_default()])
}

/// Returns the values of a key in the other items of the list around an item, whose line and column of the content are
/// given. Takes time linear in the number of lines of the list.
pub(super) fn values_in_other_items(text: &str, item: (usize, usize), key: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    // Returns the column of the content after a dash.
    let content_after = |parts: &YamlLine<'_>, dash: usize| {
        let next = parts.dashes.iter().find(|other| **other > dash);
        next.copied().unwrap_or(parts.column)
    };
    let own = lines.get(item.0).and_then(|line| line_parts(line));
    let own_dash = |parts: YamlLine<'_>| {
        let mut dashes = parts.dashes.iter();
        dashes
            .find(|dash| content_after(&parts, **dash) == item.1)
            .copied()
    };
    let Some(dash) = own.and_then(own_dash) else {
        return Vec::new();
    };
    let is_in_list = |line: &&&str| {
        line_parts(line).is_none_or(|parts| match parts.dashes.first() {
            Some(first) => *first >= dash,
            None => parts.column > dash,
        })
    };
    let before = lines[..item.0].iter().rev().take_while(is_in_list).count();
    let start = item.0 - before;
    let mut values = Vec::new();
    let mut content = 0;
    for (number, line) in (start..).zip(lines[start..].iter().take_while(is_in_list)) {
        let Some(parts) = line_parts(line) else { continue };
        if parts.dashes.contains(&dash) {
            // The fields of the item itself are in no column.
            content = match number == item.0 {
                true => usize::MAX,
                false => content_after(&parts, dash),
            };
        }
        if let Some((name, after)) = parts.key
            && parts.column == content
            && name == key
        {
            values.push(value_after(line, after));
        }
    }
    values
}

/// Returns the value after the colon of a key, without quotes and comment.
fn value_after(line: &str, after: usize) -> String {
    let value: String = line.chars().skip(after).collect();
    let value = value.split(" #").next().unwrap_or_default().trim();
    value.trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: web
        image: nginx:1
        ports:
          - containerPort: 80
            na
      # more
      - name: log
  strategy:

";

    fn path(line: usize, column: usize) -> String {
        let position = text_position(TEXT, line, column);
        let mut out = String::new();
        for part in &position.around {
            match part {
                CursorPathPart::Key(key) => out.push_str(&format!(".{key}")),
                CursorPathPart::Item { line, .. } => out.push_str(&format!("[{line}]")),
                CursorPathPart::FlowItem(_) => out.push_str("[]"),
            }
        }
        format!(
            "{out} {:?} {:?} {}",
            position.key.unwrap_or_default(),
            position.typed,
            position.in_value
        )
    }

    #[test]
    fn the_way_follows_the_indentation() {
        for (line, column, expected) in [
            (0, 2, " \"spec\" \"sp\" false"),
            (1, 13, ".spec \"replicas\" \"3\" true"),
            (5, 14, ".spec.template.spec.containers[5] \"name\" \"\" true"),
            (6, 16, ".spec.template.spec.containers[5] \"image\" \"n\" true"),
            (
                8,
                12,
                ".spec.template.spec.containers[5].ports[8] \"containerPort\" \"\" false",
            ),
            (
                9,
                14,
                ".spec.template.spec.containers[5].ports[8] \"\" \"na\" false",
            ),
            (11, 17, ".spec.template.spec.containers[11] \"name\" \"log\" true"),
            (13, 4, ".spec.strategy \"\" \"\" false"),
            (13, 2, ".spec \"\" \"\" false"),
            (99, 0, " \"\" \"\" false"),
        ] {
            assert_eq!(path(line, column), expected, "{line}:{column}");
        }
    }

    #[test]
    fn the_entries_of_a_map_are_found_around_a_line() {
        let entries = |line, column| {
            entries_around(TEXT, line, column)
                .into_iter()
                .map(|(key, _)| key)
                .collect::<Vec<_>>()
        };
        assert_eq!(entries(6, 8), ["image", "name", "ports"]);
        assert_eq!(entries(5, 8), ["name", "image", "ports"]);
        assert_eq!(entries(9, 12), ["containerPort"]);
        assert_eq!(entries(11, 8), ["name"]);
        assert_eq!(entries(1, 2), ["replicas", "template", "strategy"]);
    }
}
