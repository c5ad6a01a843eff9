//! Which field a place in a text of YAML belongs to. It reads lines and indentation only, because a text that is being typed
//! is hardly ever whole. Of flow style it knows nothing.

/// One part of the way from the top to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WayPart {
    /// A field.
    Key(String),
    /// An item of a list: the line, from 0, and the column where its content begins.
    Item { line: usize, column: usize },
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceInText {
    /// The way to the map or list item that the line belongs to.
    pub(super) around: Vec<WayPart>,
    /// The key of the line, if it has one.
    pub(super) key: Option<String>,
    /// The column, in characters, where the content of the line begins.
    pub(super) column: usize,
    /// What is typed of a key or of a value before the cursor.
    pub(super) typed: String,
    /// The cursor is in the value of the key.
    pub(super) in_value: bool,
}

/// What a line consists of.
struct LineParts<'t> {
    /// The columns of its dashes.
    dashes: Vec<usize>,
    /// The column of its content.
    column: usize,
    /// Its key, and the column after the colon.
    key: Option<(&'t str, usize)>,
}

/// The parts of a line; none of an empty line or a comment.
fn parts(line: &str) -> Option<LineParts<'_>> {
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
    let ends = rest.match_indices(':').map(|(at, _)| at);
    let end = ends
        .into_iter()
        .find(|at| rest[at + 1..].is_empty() || rest[at + 1..].starts_with(' '));
    let key = end.map(|end| {
        let name = rest[..end].trim_end().trim_matches(['"', '\'']);
        (name, column + rest[..end].chars().count() + 1)
    });
    Some(LineParts { dashes, column, key })
}

/// The place of a cursor: line and column from 0, in characters. Linear in the lines before it.
pub(super) fn place_in_text(text: &str, line: usize, column: usize) -> PlaceInText {
    let lines: Vec<&str> = text.lines().take(line + 1).collect();
    let current = lines.get(line).copied().unwrap_or_default();
    let before: String = current.chars().take(column).collect();
    let own = parts(current).unwrap_or(LineParts {
        dashes: Vec::new(),
        column,
        key: None,
    });
    let in_value = own.key.is_some_and(|(_, after)| column >= after);
    let begin = match own.key.filter(|_| in_value) {
        Some((_, after)) => after,
        None => own.column,
    };
    let typed: String = before.chars().skip(begin).collect();
    let mut way = Vec::new();
    let mut content = own.column;
    for dash in own.dashes.iter().rev() {
        way.push(WayPart::Item {
            line,
            column: content,
        });
        content = *dash;
    }
    let (mut limit, mut after_dash) = (content, !own.dashes.is_empty());
    for (number, text) in lines.iter().enumerate().take(line).rev() {
        if limit == 0 && !after_dash {
            break;
        }
        let Some(parts) = parts(text) else { continue };
        if let Some((key, _)) = parts.key
            && (parts.column < limit || parts.column == limit && after_dash && parts.dashes.is_empty())
        {
            way.push(WayPart::Key(key.to_owned()));
            (limit, after_dash) = (parts.column, false);
        }
        let mut content = parts.column;
        for dash in parts.dashes.iter().rev() {
            if *dash < limit {
                way.push(WayPart::Item {
                    line: number,
                    column: content,
                });
                (limit, after_dash) = (*dash, true);
            }
            content = *dash;
        }
    }
    way.reverse();
    PlaceInText {
        around: way,
        key: own.key.map(|(key, _)| key.to_owned()),
        column: own.column,
        typed: typed.trim_start().to_owned(),
        in_value,
    }
}

/// The keys and values of the map whose entries begin in a column, around a line. Linear in the lines of the map.
pub(super) fn entries_around(text: &str, line: usize, column: usize) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let line = line.min(lines.len());
    let mut found = Vec::new();
    let mut take = |text: &str, is_own: bool| {
        let Some(parts) = parts(text) else { return true };
        let first = parts.dashes.first().copied().unwrap_or(parts.column);
        if parts.column == column
            && let Some((key, after)) = parts.key
        {
            let value: String = text.chars().skip(after).collect();
            found.push((key.to_owned(), value.trim().trim_matches(['"', '\'']).to_owned()));
        }
        first >= column || is_own
    };
    for (at, text) in lines.iter().enumerate().take(line + 1).rev() {
        if !take(text, at == line) {
            break;
        }
        if at == line && parts(text).is_some_and(|parts| !parts.dashes.is_empty()) {
            break;
        }
    }
    for text in lines.iter().skip(line + 1) {
        let ends = parts(text).is_some_and(|parts| parts.dashes.first().unwrap_or(&parts.column) < &column);
        if ends || !take(text, false) {
            break;
        }
    }
    found
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

    fn way(line: usize, column: usize) -> String {
        let place = place_in_text(TEXT, line, column);
        let mut out = String::new();
        for part in &place.around {
            match part {
                WayPart::Key(key) => out.push_str(&format!(".{key}")),
                WayPart::Item { line, .. } => out.push_str(&format!("[{line}]")),
            }
        }
        format!(
            "{out} {:?} {:?} {}",
            place.key.unwrap_or_default(),
            place.typed,
            place.in_value
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
            assert_eq!(way(line, column), expected, "{line}:{column}");
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
