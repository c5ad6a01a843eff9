//! Writes, replaces and removes entries of lists and maps.

use std::ops::Range;

use super::rewriter::Rewriter;
use crate::document::write::entry::push_first;
use crate::document::write::flow::flow_key;
use crate::document::write::json::string;
use crate::document::write::quote;
use crate::document::write::yaml::yaml;
use crate::document::{Format, NodeId, Numbers, Subtree, Tree, ValueKind, same};

impl<T: Tree> Rewriter<'_, T> {
    /// Replaces a whole entry.
    pub(super) fn replace_entry(&mut self, old: NodeId, new: T::Id, is_flow: bool) -> bool {
        let (span, entry) = (self.old.span(old), self.old.entry_span(old));
        if is_flow {
            let range = span.start as usize..span.end as usize;
            self.edits.push((range, self.flow_value(old, new)));
            return span.start < span.end;
        }
        let column = self.column(entry.start as usize);
        let lines = self.format_lines(new, column);
        let range = entry.start as usize..self.line_end(entry.end as usize);
        // The first line starts where the old entry started.
        let text = lines.trim_start_matches(' ');
        let (first, more) = text.split_at(text.find('\n').unwrap_or(text.len()));
        let comments = match self.moved_text(new, column) {
            Some(_) => String::new(),
            None => self.comments(old, range.clone()),
        };
        self.edits.push((range, format!("{first}{comments}{more}")));
        true
    }

    /// Returns the comments in a part of the text with an entry: for one line, each after a space.
    fn comments(&self, entry: NodeId, range: Range<usize>) -> String {
        let mut ends: Vec<Range<usize>> = Vec::new();
        let mut todo = vec![entry];
        while let Some(node) = todo.pop() {
            let value = self.old.kind(node).is_scalar().then(|| self.old.span(node));
            let spans = value.into_iter().chain(self.old.key_span(node));
            ends.extend(spans.map(|span| span.start as usize..span.end as usize));
            todo.extend(self.old.children(node));
        }
        // Aliases are written elsewhere.
        ends.retain(|scalar| range.start <= scalar.start && scalar.end <= range.end);
        ends.sort_by_key(|scalar| scalar.start);
        ends.push(range.end..range.end);
        let (mut comments, mut at) = (String::new(), range.start);
        for scalar in ends {
            for line in self.old.text().get(at..scalar.start).unwrap_or_default().lines() {
                let is_start = |at: &usize| !line[..*at].ends_with(|c: char| !c.is_whitespace());
                if let Some(start) = line.match_indices('#').map(|(at, _)| at).find(is_start) {
                    comments.push_str(&format!(" {}", line[start..].trim_end()));
                }
            }
            at = at.max(scalar.end);
        }
        comments
    }

    /// Formats an entry as lines of YAML that are indented by `column`.
    fn format_lines(&self, new: T::Id, column: usize) -> String {
        if let Some(moved) = self.moved_text(new, column) {
            return moved;
        }
        let pad = " ".repeat(column);
        let mut out = String::new();
        let tree = Subtree(self.new, new);
        let kind = self.new.kind(new);
        let is_empty = self.new.children(new).next().is_none();
        match self.new.key(new) {
            None => {
                for (at, line) in yaml(&tree).lines().enumerate() {
                    let lead = if at == 0 { "- " } else { "  " };
                    push_line(&mut out, &pad, lead, line);
                }
            }
            Some(key) => {
                let empty = kind.is_scalar() || is_empty;
                let mut first = String::new();
                let more = push_first(&mut first, Some(key), self.new.value(new), empty);
                push_line(&mut out, &pad, "", &first);
                more.for_each(|indent, line| push_line(&mut out, &pad, &" ".repeat(indent), line));
                let lead = if kind == ValueKind::Map { "  " } else { "" };
                if !empty {
                    for line in yaml(&tree).lines() {
                        push_line(&mut out, &pad, lead, line);
                    }
                }
            }
        }
        out
    }

    /// Returns the lines of an item that was moved.
    fn moved_text(&self, new: T::Id, column: usize) -> Option<String> {
        let old = self.changes.as_ref()?.origins.origin(new)?;
        let parent = self.old.parent(old)?;
        let entry = self.old.entry_span(old);
        let (start, end) = (entry.start as usize, entry.end as usize);
        let is_whole = self.old.key(old).is_none() && same(self.old, old, self.new, new, Numbers::ByType);
        if !is_whole || self.is_flow(parent) || self.column(start) != column {
            return None;
        }
        let lines = self
            .old
            .text()
            .get(start..self.line_end(end))?
            .replace("\r\n", "\n");
        let stop = if lines.ends_with('\n') { "" } else { "\n" };
        Some(format!("{}{lines}{stop}", " ".repeat(column)))
    }

    pub(super) fn remove_lines(&mut self, children: &[NodeId], run: Range<usize>) -> bool {
        let start = self.old.entry_span(children[run.start]).start as usize;
        let range = match children.get(run.end) {
            // A comment before the next entry stays.
            Some(next)
                if self.is_first_on_line(start)
                    && self.is_first_on_line(self.old.entry_span(*next).start as usize) =>
            {
                let last = self.old.entry_span(children[run.end - 1]).end as usize;
                start - self.column(start)..self.line_end(last)
            }
            // The next entry moves up: the first one may be after a dash.
            Some(next) => start..self.old.entry_span(*next).start as usize,
            None => {
                let last = self.old.entry_span(children[run.end - 1]).end as usize;
                start - self.column(start)..self.line_end(last)
            }
        };
        let is_whole = run.end < children.len() || self.is_first_on_line(start);
        self.edits.push((range, String::new()));
        is_whole
    }

    pub(super) fn add_lines(&mut self, children: &[NodeId], before: usize, new: T::Id) -> bool {
        let Some(like) = children.get(before).or(children.last()) else {
            return false;
        };
        let start = self.old.entry_span(*like).start as usize;
        let column = self.column(start);
        let lines = self.format_lines(new, column);
        if before < children.len() {
            // The new entry takes the position on the line before an entry that follows a dash.
            let first = lines.trim_start_matches(' ');
            let text = format!("{first}{}", " ".repeat(column));
            self.edits.push((start..start, text));
            return true;
        }
        let end = self.line_end(self.old.entry_span(*like).end as usize);
        let is_whole = end == 0 || self.old.text()[..end].ends_with('\n');
        let text = match is_whole {
            true => lines,
            false => format!("\n{}", lines.trim_end_matches('\n')),
        };
        self.edits.push((end..end, text));
        true
    }

    pub(super) fn remove_from_flow(&mut self, children: &[NodeId], run: Range<usize>) -> bool {
        let entry = |at: usize| self.old.entry_span(children[at]);
        let range = match run.start.checked_sub(1) {
            _ if run.end < children.len() => entry(run.start).start..entry(run.end).start,
            Some(before) => entry(before).end..entry(run.end - 1).end,
            None => return false,
        };
        self.edits
            .push((range.start as usize..range.end as usize, String::new()));
        true
    }

    pub(super) fn add_to_flow(&mut self, children: &[NodeId], before: usize, new: T::Id) -> bool {
        let Some(like) = children.get(before).or(children.last()) else {
            return false;
        };
        let value = self.flow_value(*like, new);
        let entry = match self.new.key(new) {
            Some(key) if self.is_json_style(*like) => {
                let mut entry = String::new();
                string(key, usize::MAX, &mut entry);
                format!("{entry}: {value}")
            }
            Some(key) => format!("{}: {value}", flow_key(key)),
            None => value,
        };
        let span = self.old.entry_span(*like);
        let start = span.start as usize;
        // One entry per line stays one entry per line.
        let gap = match self.is_first_on_line(start) {
            true => format!("\n{}", " ".repeat(self.column(start))),
            false => " ".to_owned(),
        };
        let (at, text) = match before < children.len() {
            true => (start, format!("{entry},{gap}")),
            false => (span.end as usize, format!(",{gap}{entry}")),
        };
        self.edits.push((at..at, text));
        true
    }

    /// Replaces a key.
    pub(super) fn rename(&mut self, old: NodeId, new: T::Id, is_flow: bool) {
        let (Some(key), Some(span)) = (self.new.key(new), self.old.key_span(old)) else {
            return;
        };
        if self.old.key(old) == Some(key) {
            return;
        }
        let range = span.start as usize..span.end as usize;
        let is_quoted = self.old.text()[range.clone()].starts_with('"');
        let mut text = String::new();
        match is_quoted
            || self.old.format() == Format::Json
            || is_flow && key.contains([',', '[', ']', '{', '}'])
        {
            true => string(key, usize::MAX, &mut text),
            false => quote::push(&mut text, key, quote::style(key, true)),
        }
        self.edits.push((range, text));
    }
}

fn push_line(out: &mut String, pad: &str, lead: &str, line: &str) {
    if !line.is_empty() {
        out.push_str(pad);
        out.push_str(lead);
        out.push_str(line);
    }
    out.push('\n');
}
