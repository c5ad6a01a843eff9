//! What a typed text can stand for: paths, steps, live objects and commands that hold it.

use super::go_to_path;
use super::path_lookup::TreeWithDeleted;
use crate::document::{Tree, ValueKind};
use crate::explorer::action::Action;
use crate::explorer::inputs::live_objects;
use crate::explorer::workspace::Workspace;
use crate::merge::ResultId;
use crate::report::live_objects::{LiveObjects, object_name};

/// Candidates that are shown.
const MAX_CANDIDATES: usize = 10;
/// Nodes of the result that are looked at for each key that is typed, and steps: a long document must not slow it down.
const MAX_NODES: usize = 20_000;
const MAX_STEPS: usize = 300;

/// What a text can stand for.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it is.
    pub target: CandidateTarget,
    /// Its name; not escaped.
    pub label: String,
    /// What it does; not escaped.
    pub detail: String,
}

/// Where a candidate leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateTarget {
    /// A command of the panes.
    Command(Action),
    /// A node of the result.
    Node(ResultId),
    /// A position.
    Step(usize),
    /// One of several live objects.
    Object(usize),
}

/// How well a name fits a text: 0 is best.
fn rank(name: &str, text: &str) -> Option<u8> {
    let (name, text) = (name.to_lowercase(), text.to_lowercase());
    if name == text {
        return Some(0);
    }
    match name.find(&text) {
        Some(0) => return Some(1),
        Some(at) if !name[..at].ends_with(char::is_alphanumeric) => return Some(2),
        Some(_) => return Some(3),
        None => {}
    }
    // As in `dbhost` for DB_HOST.
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = letters(&text);
    if !wanted.is_empty() && letters(&name).contains(&wanted) {
        return Some(4);
    }
    // The letters in their order, as in `nxch` for next-change; fewer than three fit anything.
    let mut rest = name.chars();
    let is_in_order = text
        .chars()
        .filter(|c| *c != ' ')
        .all(|c| rest.any(|other| other == c));
    (is_in_order && text.chars().count() > 2).then_some(5)
}

/// The best candidates for a text. The cost is bounded, whatever the size of the result.
pub(crate) fn candidates(text: &str, cx: &Workspace) -> Vec<Candidate> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u8, Candidate)> = nodes(text, cx);
    for command in cx.session.commands.iter() {
        let by_help = || {
            command
                .help
                .to_lowercase()
                .contains(&text.to_lowercase())
                .then_some(4)
        };
        if let Some(rank) = rank(command.name, text).or_else(by_help) {
            let candidate = Candidate {
                target: CandidateTarget::Command(command.action),
                label: command.name.to_owned(),
                detail: command.help.to_owned(),
            };
            found.push((rank, candidate));
        }
    }
    found.extend(only_object(text, cx));
    let objects = cx.objects.iter().flat_map(LiveObjects::objects).enumerate();
    for (at, object) in objects {
        if let Some(rank) = rank(&object.name, text).filter(|rank| *rank < 5) {
            let candidate = Candidate {
                target: CandidateTarget::Object(at),
                label: object.name.clone(),
                detail: format!("line {}", object.line),
            };
            found.push((rank, candidate));
        }
    }
    let merge = cx.merged().merge();
    for (at, step) in merge.steps.iter().enumerate().take(MAX_STEPS) {
        let names = [step.rule.name(), step.rule.effect().name()];
        let rank = names.into_iter().filter_map(|name| rank(name, text)).min();
        if let Some(rank) = rank.filter(|rank| *rank < 5) {
            let candidate = Candidate {
                target: CandidateTarget::Step(at + 1),
                label: format!("#{} {}", at + 1, step.rule.name()),
                detail: merge.step_path(step).to_string(),
            };
            found.push((rank, candidate));
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MAX_CANDIDATES);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The live object by its kind and name, if it is the only one.
fn only_object(text: &str, cx: &Workspace) -> Option<(u8, Candidate)> {
    let label = object_name(cx.merged().live().document());
    let rank = rank(&label, text).filter(|rank| *rank < 5 && cx.objects.is_none())?;
    let scene = &cx.merged().merge().scene;
    let candidate = Candidate {
        target: CandidateTarget::Node(scene.get(scene.top(), "kind")?),
        label,
        detail: "the live object".to_owned(),
    };
    Some((rank, candidate))
}

/// The nodes of the result whose name holds the end of the text, below such that hold what is before it: `env[DB` finds DB_URL in env.
fn nodes(text: &str, cx: &Workspace) -> Vec<(u8, Candidate)> {
    let mut parts = text.split(['.', '[', ']', '=']).filter(|part| !part.is_empty());
    let Some(last) = parts.next_back() else {
        return Vec::new();
    };
    let above: Vec<&str> = parts.collect();
    let merge = cx.merged().merge();
    let tree = TreeWithDeleted(&merge.scene);
    let mut found = Vec::new();
    let mut left = MAX_NODES;
    let mut todo = vec![tree.top()];
    while let Some(at) = todo.pop() {
        let before = todo.len();
        for child in tree.children(at) {
            if left == 0 {
                return found;
            }
            left -= 1;
            if !tree.kind(child).is_scalar() {
                todo.push(child);
            }
            let rank = name_of(&tree, child).and_then(|name| rank(name, last));
            // Names that only hold the letters must not take the room of better ones.
            let most = |rank| {
                if rank < 5 {
                    10 * MAX_CANDIDATES
                } else {
                    MAX_CANDIDATES
                }
            };
            if let Some(rank) = rank.filter(|_| is_below(&tree, &above, child))
                && found.len() < most(rank)
            {
                let candidate = Candidate {
                    target: CandidateTarget::Node(child),
                    label: merge.path(child).to_string(),
                    detail: String::new(),
                };
                found.push((rank, candidate));
            }
        }
        // In the order of the document.
        todo[before..].reverse();
    }
    found
}

/// The name of a node in paths: its key, or the `name` of an item, or the text of one that is a text.
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

/// Whether the names above a node hold the parts of a text, in their order.
fn is_below(tree: &TreeWithDeleted<'_>, parts: &[&str], id: ResultId) -> bool {
    let mut parts = parts.iter().rev().peekable();
    let mut at = tree.0.parent(id);
    while let (Some(part), Some(node)) = (parts.peek(), at) {
        if name_of(tree, node).is_some_and(|name| rank(name, part).is_some_and(|rank| rank < 5)) {
            parts.next();
        }
        at = tree.0.parent(node);
    }
    parts.peek().is_none()
}

/// Goes to a candidate. An action that is returned is carried out.
pub(crate) fn take(candidate: &Candidate, cx: &mut Workspace) -> Option<Action> {
    match candidate.target {
        CandidateTarget::Command(action) => return Some(action),
        CandidateTarget::Step(position) => cx.jump_to(position),
        CandidateTarget::Object(at) => match live_objects::blocker(cx) {
            Some(why) => cx.say(why),
            None => live_objects::show(at, cx),
        },
        CandidateTarget::Node(id) => {
            let path = cx.merged().merge().path(id);
            go_to_path(&path, cx);
        }
    }
    None
}
