//! Candidates for the text of the go-to prompt: paths, steps, live objects and commands that match it.

use super::go_to_path;
use super::path_lookup::TreeWithDeleted;
use crate::document::{Segment, Tree, ValueKind};
use crate::explorer::action::Action;
use crate::explorer::editor::action::EditorAction;
use crate::explorer::inputs::live_objects;
use crate::explorer::workspace::Workspace;
use crate::merge::ResultId;
use crate::report::live_objects::merged_name;

/// The maximum number of candidates, and of nodes that they are selected from.
pub const MAX_CANDIDATES: usize = 100;
/// The maximum number of nodes with only some letters of the text.
const MAX_WEAK: usize = 10;
/// The maximum number of words of a name that are searched for some letters of the text.
const MAX_WORDS: usize = 16;
/// The maximum cost of the search in the result for each key, in visited nodes, and the maximum number of
/// searched steps, so that a long document does not delay it.
const MAX_COST: usize = 200_000;
const MAX_STEPS: usize = 300;
/// The cost of [`rank`] in visited nodes.
const RANK_COST: usize = 15;

/// The commands of vim that save, and those that quit. The question about unsaved text offers to save it.
const VIM_SAVES: [&str; 4] = ["w", "w!", "wa", "wall"];
const VIM_QUITS: [&str; 11] = [
    "q", "q!", "qa", "qa!", "quit!", "wq", "wq!", "wqa", "x", "x!", "xa",
];

/// How well a candidate matches: its own name, and for a node whether the names above it match as a whole. Smaller is
/// better.
type MatchRank = (u8, u8);

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
    // Fewer than three letters match too many names.
    let count = letters_of_text.chars().count();
    if count < 3 || !are_in_words(&name, &letters_of_text) {
        return None;
    }
    // Most of `image` is `img`, and little of `imagePullPolicy`.
    Some(if letters(&name).chars().count() <= 3 * count {
        5
    } else {
        6
    })
}

/// Returns whether a name has the letters in order, beginning with that of a word: in the same word (`img` for image),
/// or from the start of a later word on (`nxch` for next-change). Letters all over a long name are no match.
fn are_in_words(name: &str, letters: &str) -> bool {
    let letters: Vec<char> = letters.chars().collect();
    // The numbers of letters that the words so far can have.
    let mut reached = vec![false; letters.len() + 1];
    reached[0] = true;
    let words = name.split(|c: char| !c.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()).take(MAX_WORDS) {
        for done in (0..letters.len()).rev() {
            if !reached[done] || !word.starts_with(letters[done]) {
                continue;
            }
            let mut rest = word.chars();
            let found = letters[done..]
                .iter()
                .take_while(|letter| rest.any(|other| other == **letter));
            for more in 1..=found.count() {
                reached[done + more] = true;
            }
        }
    }
    reached[letters.len()]
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
        best(word)
            .filter(|rank| *rank < 5)
            .or(in_prose)
            .or_else(|| best(word))
    };
    let of_words = || {
        let ranks: Option<Vec<u8>> = text.split_whitespace().map(of_word).collect();
        ranks?.into_iter().max()
    };
    best(text).or_else(of_words)
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
    let mut found: Vec<(MatchRank, GoToCandidate)> = nodes(text, cx);
    found.extend(commands.filter_map(|(command, candidate)| {
        let rank = rank_words(&[command.name], command.help, text)?;
        Some(((rank, 0), candidate))
    }));
    found.extend(only_object(text, cx));
    for (index, listed) in live_objects::listed(cx).into_iter().enumerate() {
        if let Some(rank) = rank(&listed.object.name, text).filter(|rank| *rank < 5) {
            let candidate = GoToCandidate {
                target: CandidateTarget::Object(index),
                label: listed.object.name.clone(),
                detail: listed.location(),
            };
            found.push(((rank, 0), candidate));
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
        // A single word is in too many paths.
        let is_single = !text.contains(' ');
        let names: Vec<&str> = [step.rule.name(), step.rule.effect().name()]
            .into_iter()
            .chain(ends)
            .chain((!is_single).then_some("step"))
            .collect();
        let whole = match is_single {
            true => String::new(),
            false => path.to_string(),
        };
        if let Some(rank) = rank_words(&names, &whole, text).filter(|rank| *rank < 5 || !is_single) {
            found.push(((rank, 0), step_candidate(index, cx)));
        }
    }
    let near = Nearness::new(cx);
    found.sort_by_cached_key(|((own, above), candidate)| {
        let (class, levels, nodes) = near.of(candidate);
        (*own, class, *above, levels, nodes)
    });
    let mut all: Vec<GoToCandidate> = vim_command(text, cx).into_iter().collect();
    let first = all.first().map(|candidate| candidate.target);
    let others = found.into_iter().map(|(_, candidate)| candidate);
    all.extend(others.filter(|candidate| Some(&candidate.target) != first.as_ref()));
    all.truncate(MAX_CANDIDATES);
    all
}

/// Returns the candidate for a command of vim.
fn vim_command(text: &str, cx: &Workspace) -> Option<GoToCandidate> {
    if VIM_SAVES.contains(&text) {
        return Some(GoToCandidate {
            target: CandidateTarget::Command(Action::Editor(EditorAction::Save)),
            label: "save".to_owned(),
            detail: "Save the edited text".to_owned(),
        });
    }
    let mut commands = cx.session.commands.iter();
    let quit = commands.find(|command| command.action == Action::Quit && VIM_QUITS.contains(&text))?;
    Some(GoToCandidate {
        target: CandidateTarget::Command(quit.action),
        label: quit.name.to_owned(),
        detail: quit.help.to_owned(),
    })
}

fn node_candidate(node: ResultId, cx: &Workspace) -> GoToCandidate {
    GoToCandidate {
        target: CandidateTarget::Node(node),
        label: cx.merged().merge().path(node).to_string(),
        detail: String::new(),
    }
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
fn only_object(text: &str, cx: &Workspace) -> Option<(MatchRank, GoToCandidate)> {
    let inputs = &cx.merged().merge().inputs;
    let label = merged_name(inputs);
    let (_, kind) = inputs.live.identity();
    let ranks = [kind, &label].map(|name| rank(name, text));
    let rank = ranks.into_iter().flatten().min();
    let rank = rank.filter(|rank| *rank < 5 && cx.objects.is_none() && cx.live_files.is_none())?;
    let tree = &cx.merged().merge().tree;
    let candidate = GoToCandidate {
        target: CandidateTarget::OnlyObject(tree.get(tree.top(), "kind")?),
        label,
        detail: "the live object".to_owned(),
    };
    Some(((rank, 0), candidate))
}

/// How near candidates are to the cursor.
struct Nearness<'s> {
    cx: &'s Workspace,
    /// The node under the cursor and its ancestors.
    above: Vec<ResultId>,
}

impl<'s> Nearness<'s> {
    fn new(cx: &'s Workspace) -> Self {
        let tree = &cx.merged().merge().tree;
        let above = std::iter::successors(cx.node_under_cursor(), |node| tree.parent(*node));
        Self {
            cx,
            above: above.collect(),
        }
    }

    /// Returns a smaller key for a nearer candidate of the same kind: fields come before commands, objects and steps.
    fn of(&self, candidate: &GoToCandidate) -> (u8, usize, usize) {
        match candidate.target {
            CandidateTarget::Node(node) => {
                let (levels, nodes) = self.of_node(node);
                (0, levels, nodes)
            }
            CandidateTarget::Command(_) => (1, 0, 0),
            CandidateTarget::OnlyObject(_) | CandidateTarget::Object(_) => (2, 0, 0),
            CandidateTarget::Step(position) => {
                let merged = self.cx.merged();
                let step = position
                    .checked_sub(1)
                    .and_then(|index| merged.merge().steps.get(index));
                let (levels, _) = step.map_or((usize::MAX, 0), |step| self.of_node(step.at));
                (3, levels, position.abs_diff(merged.position()))
            }
        }
    }

    /// Returns how many levels above the cursor the first node is that contains both, and how far the nodes are apart.
    fn of_node(&self, node: ResultId) -> (usize, usize) {
        let tree = &self.cx.merged().merge().tree;
        let mut ancestors = std::iter::successors(Some(node), |node| tree.parent(*node));
        let levels = ancestors.find_map(|node| self.above.iter().position(|above| *above == node));
        let apart = self
            .above
            .first()
            .map_or(0, |cursor| cursor.index().abs_diff(node.index()));
        (levels.unwrap_or(usize::MAX), apart)
    }
}

/// Returns the result nodes whose name matches the last part of the text, and whose ancestors match the parts before:
/// `env[DB` finds DB_URL in env. If there is none, those whose own name and ancestors match the words in any order:
/// `env DB`, `mem lim`.
fn nodes(text: &str, cx: &Workspace) -> Vec<(MatchRank, GoToCandidate)> {
    let parts = |is_end: fn(char) -> bool| -> Vec<&str> {
        text.split(is_end).filter(|part| !part.is_empty()).collect()
    };
    let in_order = parts(|c| ".[]=".contains(c));
    let Some((last, above)) = in_order.split_last() else {
        return Vec::new();
    };
    let found = by_names(&[(last, above.to_vec())], rank_in_order, cx);
    if !found.is_empty() {
        return found;
    }
    if !text.contains(' ') {
        return by_letters_of_path(text, cx);
    }
    let words = parts(|c| ".[]= ".contains(c));
    let own = |at: usize| {
        let others = words.iter().enumerate().filter(|(other, _)| *other != at);
        (words[at], others.map(|(_, word)| *word).collect())
    };
    let own: Vec<(&str, Vec<&str>)> = (0..words.len()).map(own).collect();
    by_names(&own, rank_in_any_order, cx)
}

/// Returns the result nodes whose path has the letters of a text in order, the last ones in their own name: `proxyimage`
/// finds containers[name=proxy].image.
fn by_letters_of_path(text: &str, cx: &Workspace) -> Vec<(MatchRank, GoToCandidate)> {
    let letters: String = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    // Fewer letters are in too many paths.
    let Some(last) = letters.chars().last().filter(|_| letters.chars().count() >= 5) else {
        return Vec::new();
    };
    let path = |node| cx.merged().merge().path(node).to_string().to_lowercase();
    search(MAX_WEAK, cx, |tree, (parent, child), remaining| {
        if !name_of(tree, child)?.to_lowercase().contains(last) {
            return None;
        }
        *remaining = remaining.saturating_sub(2 * RANK_COST);
        let has_letters = |node| are_in_words(&path(node), &letters);
        (has_letters(child) && !has_letters(parent)).then_some((6, 0))
    })
}

/// Returns the result nodes whose name matches a text, and for whose ancestors `rank_above` returns a rank.
fn by_names(
    wanted: &[(&str, Vec<&str>)],
    rank_above: fn(&TreeWithDeleted<'_>, &[&str], ResultId) -> Option<u8>,
    cx: &Workspace,
) -> Vec<(MatchRank, GoToCandidate)> {
    search(MAX_CANDIDATES, cx, |tree, (_, child), remaining| {
        let name = name_of(tree, child)?;
        let possible = wanted.iter().filter(|(own, _)| may_match(name, own));
        let ranks = possible.filter_map(|(own, above)| {
            let names_above = ancestors(tree, child).count() * above.len();
            *remaining = remaining.saturating_sub(RANK_COST + names_above);
            // Names above that are not whole are equally good.
            Some((rank(name, own)?, rank_above(tree, above, child)?.min(1)))
        });
        ranks.min()
    })
}

/// Returns the result nodes that have a rank, at most `max`. `rank_of` gets a node after its parent, and takes its cost
/// from the remaining one.
fn search(
    max: usize,
    cx: &Workspace,
    rank_of: impl Fn(&TreeWithDeleted<'_>, (ResultId, ResultId), &mut usize) -> Option<MatchRank>,
) -> Vec<(MatchRank, GoToCandidate)> {
    let tree = TreeWithDeleted(&cx.merged().merge().tree);
    // Weak matches are limited to a smaller number, so that they do not displace better ones.
    let limit = |(own, _): MatchRank| if own < 5 { MAX_CANDIDATES } else { MAX_WEAK };
    let mut found = Vec::new();
    let mut remaining = MAX_COST;
    let mut todo = vec![tree.top()];
    while let Some(node) = todo.pop() {
        let before = todo.len();
        for child in tree.children(node) {
            if remaining == 0 || found.len() == max {
                return found;
            }
            remaining -= 1;
            if !tree.kind(child).is_scalar() {
                todo.push(child);
            }
            let rank = rank_of(&tree, (node, child), &mut remaining);
            if let Some(rank) = rank.filter(|rank| found.len() < limit(*rank)) {
                found.push((rank, node_candidate(child, cx)));
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

/// Returns the worst of the ranks of the ancestors of a node, if their names match the parts of a text in order.
fn rank_in_order(tree: &TreeWithDeleted<'_>, parts: &[&str], id: ResultId) -> Option<u8> {
    let mut above = ancestors(tree, id);
    let ranks = parts
        .iter()
        .rev()
        .map(|part| above.find_map(|node| rank_of_name(tree, node, part)));
    worst(ranks)
}

/// Returns the worst of the ranks of the ancestors of a node, if each word matches the name of one.
fn rank_in_any_order(tree: &TreeWithDeleted<'_>, words: &[&str], id: ResultId) -> Option<u8> {
    let best = |word: &&str| {
        ancestors(tree, id)
            .filter_map(|node| rank_of_name(tree, node, word))
            .min()
    };
    worst(words.iter().map(best))
}

/// Returns the largest rank, 0 without one, or `None` if one is missing.
fn worst(mut ranks: impl Iterator<Item = Option<u8>>) -> Option<u8> {
    ranks.try_fold(0, |worst, rank| Some(rank?.max(worst)))
}

fn ancestors(tree: &TreeWithDeleted<'_>, id: ResultId) -> impl Iterator<Item = ResultId> {
    std::iter::successors(tree.0.parent(id), |node| tree.0.parent(*node))
}

fn rank_of_name(tree: &TreeWithDeleted<'_>, id: ResultId, text: &str) -> Option<u8> {
    rank(name_of(tree, id)?, text)
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
