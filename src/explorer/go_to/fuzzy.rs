//! Candidates for the text of the go-to prompt: paths, steps, live objects and commands that match it.

use super::go_to_path;
use super::path_lookup::TreeWithDeleted;
use crate::document::{Segment, Tree, ValueKind};
use crate::explorer::action::Action;
use crate::explorer::inputs::live_objects;
use crate::explorer::workspace::Workspace;
use crate::merge::ResultId;
use crate::report::live_objects::{LiveObjects, object_name};

/// The maximum number of candidates, and of nodes that they are selected from.
pub const MAX_CANDIDATES: usize = 100;
/// The maximum number of nodes with only some letters of the text.
const MAX_WEAK: usize = 10;
/// The maximum cost of the search in the result for each key, in visited nodes, and the maximum number of
/// searched steps, so that a long document does not delay it.
const MAX_COST: usize = 200_000;
const MAX_STEPS: usize = 300;
/// The cost of [`rank`] in visited nodes.
const RANK_COST: usize = 15;

/// A candidate for a text.
#[derive(Clone, Debug)]
pub struct GoToCandidate {
    /// The target.
    pub target: CandidateTarget,
    /// The name; not escaped.
    pub label: String,
    /// The description; not escaped.
    pub detail: String,
}

/// The target of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateTarget {
    /// A command of the panes.
    Command(Action),
    /// A node of the result.
    Node(ResultId),
    /// The only live object, by the node of its kind.
    OnlyObject(ResultId),
    /// A step position.
    Step(usize),
    /// The index of one of several live objects.
    Object(usize),
}

/// Returns how well a name matches a text, 0 for the best match, or `None` if it does not match.
fn rank(name: &str, text: &str) -> Option<u8> {
    let (name, text) = (name.to_lowercase(), text.to_lowercase());
    if name == text {
        return Some(0);
    }
    match name.find(&text) {
        Some(0) => return Some(1),
        Some(offset) if !name[..offset].ends_with(char::is_alphanumeric) => return Some(2),
        Some(_) => return Some(3),
        None => {}
    }
    // For example `dbhost` for DB_HOST.
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let letters_of_text = letters(&text);
    if !letters_of_text.is_empty() && letters(&name).contains(&letters_of_text) {
        return Some(4);
    }
    // The letters in order, for example `nxch` for next-change. Fewer than three letters match too many
    // names.
    let mut rest = name.chars();
    let is_in_order = text
        .chars()
        .filter(|c| *c != ' ')
        .all(|c| rest.any(|other| other == c));
    (is_in_order && text.chars().count() > 2).then_some(5)
}

/// Returns whether the letters and digits of a text are in a name in this order. All matches have this, and
/// most names do not.
fn may_match(name: &str, text: &str) -> bool {
    let mut rest = name.bytes();
    let mut wanted = text.bytes().filter(u8::is_ascii_alphanumeric);
    // The lower case of some other characters is in ASCII.
    !name.is_ascii() || wanted.all(|wanted| rest.any(|byte| byte.eq_ignore_ascii_case(&wanted)))
}

/// Returns how well one of several names matches a text, or all its words, each of which can also be in
/// `prose`.
fn rank_words(names: &[&str], prose: &str, text: &str) -> Option<u8> {
    let best = |text: &str| names.iter().filter_map(|name| rank(name, text)).min();
    let prose = prose.to_lowercase();
    let of_word = |word: &str| {
        let in_prose = prose.contains(&word.to_lowercase()).then_some(4);
        best(word).filter(|rank| *rank < 5).or(in_prose)
    };
    let of_words = || {
        let ranks: Option<Vec<u8>> = text.split_whitespace().map(of_word).collect();
        ranks?.into_iter().max()
    };
    best(text)
        .filter(|rank| *rank < 5)
        .or_else(of_words)
        .or_else(|| best(text))
}

/// Returns the best candidates for a text; all commands for an empty one. The cost is bounded for any size of
/// the result.
pub(crate) fn candidates(text: &str, cx: &Workspace) -> Vec<GoToCandidate> {
    let commands = cx.session.commands.iter().map(|command| {
        let candidate = GoToCandidate {
            target: CandidateTarget::Command(command.action),
            label: command.name.to_owned(),
            detail: command.help.to_owned(),
        };
        (command, candidate)
    });
    if text.is_empty() {
        return commands.map(|(_, candidate)| candidate).collect();
    }
    if let Some(number) = text.strip_prefix('#') {
        return steps_by_number(number.trim(), cx);
    }
    let mut found: Vec<(u8, GoToCandidate)> = nodes(text, false, cx);
    if found.is_empty() {
        found = nodes(text, true, cx);
    }
    found.extend(commands.filter_map(|(command, candidate)| {
        let rank = rank_words(&[command.name], command.help, text)?;
        Some((rank, candidate))
    }));
    found.extend(only_object(text, cx));
    let objects = cx.objects.iter().flat_map(LiveObjects::objects).enumerate();
    for (index, object) in objects {
        if let Some(rank) = rank(&object.name, text).filter(|rank| *rank < 5) {
            let candidate = GoToCandidate {
                target: CandidateTarget::Object(index),
                label: object.name.clone(),
                detail: format!("line {}", object.line),
            };
            found.push((rank, candidate));
        }
    }
    let merge = cx.merged().merge();
    for (index, step) in merge.steps.iter().enumerate().take(MAX_STEPS) {
        let path = merge.step_path(step);
        // The field, and the item that it is in.
        let ends = path.0.iter().rev().take(2).enumerate();
        let ends = ends.filter_map(|(above, segment)| match segment {
            Segment::Key(name) => (above == 0).then_some(&**name),
            Segment::Value(name) | Segment::Item { value: name, .. } => Some(name),
            Segment::Index(_) => None,
        });
        let names: Vec<&str> = [step.rule.name(), step.rule.effect().name()]
            .into_iter()
            .chain(ends)
            .collect();
        // A single word is in too many paths.
        let whole = match text.contains(' ') {
            true => path.to_string(),
            false => String::new(),
        };
        if let Some(rank) = rank_words(&names, &whole, text).filter(|rank| *rank < 5) {
            found.push((rank, step_candidate(index, cx)));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MAX_CANDIDATES);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

fn step_candidate(index: usize, cx: &Workspace) -> GoToCandidate {
    let merge = cx.merged().merge();
    let step = &merge.steps[index];
    GoToCandidate {
        target: CandidateTarget::Step(index + 1),
        label: format!("#{} {}", index + 1, step.rule.name()),
        detail: merge.step_path(step).to_string(),
    }
}

/// Returns the steps whose number starts with these digits.
fn steps_by_number(digits: &str, cx: &Workspace) -> Vec<GoToCandidate> {
    let steps = (0..cx.merged().len()).filter(|index| (index + 1).to_string().starts_with(digits));
    let steps = steps.take(MAX_CANDIDATES);
    steps.map(|index| step_candidate(index, cx)).collect()
}

/// Returns the live object as a candidate by its kind and name, if there is only one object.
fn only_object(text: &str, cx: &Workspace) -> Option<(u8, GoToCandidate)> {
    let label = object_name(cx.merged().live().document());
    let rank = rank(&label, text).filter(|rank| *rank < 5 && cx.objects.is_none())?;
    let tree = &cx.merged().merge().tree;
    let candidate = GoToCandidate {
        target: CandidateTarget::OnlyObject(tree.get(tree.top(), "kind")?),
        label,
        detail: "the live object".to_owned(),
    };
    Some((rank, candidate))
}

/// Returns the result nodes whose name matches the last part of the text, and whose ancestors match the parts
/// before: `env[DB` finds DB_URL in env. `by_words`: `env DB` does, too.
fn nodes(text: &str, by_words: bool, cx: &Workspace) -> Vec<(u8, GoToCandidate)> {
    let is_end = |c: char| ".[]=".contains(c) || by_words && c == ' ';
    let mut parts = text.split(is_end).filter(|part| !part.is_empty());
    let Some(last) = parts.next_back() else {
        return Vec::new();
    };
    let above: Vec<&str> = parts.collect();
    let merge = cx.merged().merge();
    let tree = TreeWithDeleted(&merge.tree);
    let mut found = Vec::new();
    let mut remaining = MAX_COST;
    let mut todo = vec![tree.top()];
    while let Some(node) = todo.pop() {
        let before = todo.len();
        for child in tree.children(node) {
            if remaining == 0 || found.len() == MAX_CANDIDATES {
                return found;
            }
            remaining -= 1;
            if !tree.kind(child).is_scalar() {
                todo.push(child);
            }
            let Some(name) = name_of(&tree, child).filter(|name| may_match(name, last)) else {
                continue;
            };
            remaining = remaining.saturating_sub(RANK_COST);
            let rank = rank(name, last);
            // Weak matches are limited to a smaller number, so that they do not displace better ones.
            let limit = |rank| if rank < 5 { MAX_CANDIDATES } else { MAX_WEAK };
            if let Some(rank) = rank.filter(|_| is_below(&tree, &above, child))
                && found.len() < limit(rank)
            {
                let candidate = GoToCandidate {
                    target: CandidateTarget::Node(child),
                    label: merge.path(child).to_string(),
                    detail: String::new(),
                };
                found.push((rank, candidate));
            }
        }
        // Keep the order of the document.
        todo[before..].reverse();
    }
    found
}

/// Returns the name of a node in paths: its key, the `name` of an item, or the text of a string item.
fn name_of<'t>(tree: &'t TreeWithDeleted<'_>, id: ResultId) -> Option<&'t str> {
    if let Some(key) = tree.key(id) {
        return Some(key);
    }
    let text = |id| tree.value(id).as_str();
    match tree.kind(id) {
        ValueKind::Map => {
            let mut children = tree.children(id);
            let named = children.find(|child| tree.key(*child) == Some("name"));
            named.and_then(text)
        }
        _ => text(id),
    }
}

/// Returns whether the names of the ancestors of a node match the parts of a text in order.
fn is_below(tree: &TreeWithDeleted<'_>, parts: &[&str], id: ResultId) -> bool {
    let mut parts = parts.iter().rev().peekable();
    let mut next = tree.0.parent(id);
    while let (Some(part), Some(node)) = (parts.peek(), next) {
        if name_of(tree, node).is_some_and(|name| rank(name, part).is_some_and(|rank| rank < 5)) {
            parts.next();
        }
        next = tree.0.parent(node);
    }
    parts.peek().is_none()
}

/// Goes to a candidate. The returned action must be carried out next.
pub(crate) fn accept(candidate: &GoToCandidate, cx: &mut Workspace) -> Option<Action> {
    match candidate.target {
        CandidateTarget::Command(action) => return Some(action),
        CandidateTarget::Step(position) => cx.jump_to(position),
        CandidateTarget::Object(index) => match live_objects::blocker(cx) {
            Some(why) => cx.say(why),
            None => live_objects::show(index, cx),
        },
        CandidateTarget::Node(id) | CandidateTarget::OnlyObject(id) => {
            let path = cx.merged().merge().path(id);
            go_to_path(&path, cx);
        }
    }
    None
}
