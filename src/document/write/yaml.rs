//! Formats a tree as YAML in the style of Kubernetes: two spaces, items not indented below their key.

use super::entry::push_first;
use super::json::{MAX_INDENTED_LEVELS, json_value};
use crate::document::{Tree, ValueKind};

/// Formats the tree as YAML with a newline at the end, keys in the order of the tree. kubectl reads the same
/// values back, except that it converts a whole float (`80.0`) to an integer. What is deeper than
/// 100 levels is written as JSON, which is also YAML.
pub fn yaml<T: Tree>(tree: &T) -> String {
    yaml_start(tree, usize::MAX)
}

/// Formats the entries of a tree until the text has `bytes` bytes or more.
pub(crate) fn yaml_start<T: Tree>(tree: &T, bytes: usize) -> String {
    let mut out = String::new();
    let top = tree.top();
    let top_kind = tree.kind(top);
    if top_kind.is_scalar() || tree.children(top).next().is_none() {
        let more = push_first(&mut out, None, tree.value(top), true);
        out.push('\n');
        more.for_each(|_, line| push_line(&mut out, 2, line));
        return out;
    }
    // The open containers: remaining children, whether it is a list, indentation.
    let mut open = vec![(tree.children(top), top_kind == ValueKind::List, 0)];
    // Whether the line contains only dashes so far, so that the next entry continues it.
    let mut dashed = false;
    while let Some((children, is_list, indent)) = open.last_mut() {
        let (is_list, indent) = (*is_list, *indent);
        if out.len() >= bytes {
            break;
        }
        let Some(id) = children.next() else {
            open.pop();
            continue;
        };
        if !dashed {
            pad(&mut out, indent);
        }
        if is_list {
            out.push_str("- ");
        }
        let kind = tree.kind(id);
        let empty = kind.is_scalar() || tree.children(id).next().is_none();
        let start = out.len();
        let key = if is_list { None } else { tree.key(id) };
        let more = push_first(&mut out, key, tree.value(id), empty);
        // A list or map inside a list continues the line.
        dashed = out.len() == start;
        if !dashed {
            out.push('\n');
            let column = if is_list { indent + 2 } else { indent };
            more.for_each(|inner, line| push_line(&mut out, column + inner, line));
        }
        if !empty && open.len() >= MAX_INDENTED_LEVELS {
            if !dashed {
                pad(&mut out, indent + 2);
            }
            out.push_str(&json_value(tree, id));
            out.push('\n');
            dashed = false;
        } else if !empty {
            let list_under_key = !is_list && kind == ValueKind::List;
            let inner = if list_under_key { indent } else { indent + 2 };
            open.push((tree.children(id), kind == ValueKind::List, inner));
        }
    }
    out
}

fn push_line(out: &mut String, indent: usize, line: &str) {
    if !line.is_empty() {
        pad(out, indent);
        out.push_str(line);
    }
    out.push('\n');
}

fn pad(out: &mut String, mut indent: usize) {
    const SPACES: &str = "                                                                ";
    while indent > 0 {
        let piece = indent.min(SPACES.len());
        out.push_str(&SPACES[..piece]);
        indent -= piece;
    }
}
