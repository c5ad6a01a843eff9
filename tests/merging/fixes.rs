//! The law of fixes, for generated pairs: after a machine-applicable fix the patch parses, the finding is
//! gone, no new rejection appears, the rest of the patch has the same effect, and a patch with an effect has one. `MERGESCOPE_FIX_PAIRS=20000
//! cargo test --release --test merging fixes` sets the number of pairs, `MERGESCOPE_FIX_SEED` the first seed. The share of
//! findings with such a fix is printed for any values, and for values of a wrong type that users write. With
//! `MERGESCOPE_FIX_SHOW=server-type` the findings of this rule without such a fix are printed, too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mergescope::document::{self, Document, NodeId, ReadError, Segment, Tree};
use mergescope::merge::policy::{Compliance, ComplianceType};
use mergescope::merge::{
    Inputs, Merge, Objection, PatchType, ResultId, Rule, Semantics, ServerLayer, Step, merge, server_answer,
};
use mergescope::report::findings::{LintFinding, findings};
use mergescope::report::fix::{Applicability, FixReport};
use mergescope::schema::Schema;
use serde_json::Value;

use super::laws::{inputs, text};
use super::pairs::{Generator, Pair};

/// The number of pairs for each semantics. Patches of other types have one in five.
const PAIRS: u64 = 2000;

/// The API server reports at most so many findings of one rule.
const MAX_SERVER_STEPS: usize = 20;

fn number(name: &str, usual: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(usual, |given| given.parse().expect("a number"))
}

/// The rules about values that the type of a field does not allow, and about the name of another object. A generated
/// value has no other meaning.
const OF_VALUES: [&str; 4] = ["wrong-type", "server-type", "invalid-object", "server-identity"];

/// The results for the findings of one rule.
#[derive(Default)]
struct Tally {
    all: usize,
    machine: usize,
    edits: usize,
}

/// Returns the patch after a fix, applied as another program would apply the edits of the JSON output.
pub(super) fn fixed(patch: &str, finding: &LintFinding) -> String {
    let mut text = patch.as_bytes().to_vec();
    for edit in finding.report.edits.iter().rev() {
        let before = &patch[..edit.byte_start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let bom = usize::from(line == 1 && before.starts_with('\u{feff}'));
        assert_eq!(
            (edit.line as usize, edit.column as usize),
            (line, column - bom),
            "{edit:?}"
        );
        text.splice(edit.byte_start..edit.byte_end, edit.replacement.bytes());
    }
    String::from_utf8(text).expect("UTF-8")
}

fn named(finding: &LintFinding) -> String {
    format!("{} {} {}", finding.rule.name(), finding.path, finding.sentence)
}

/// Returns the findings of a merge, without their fixes.
fn found(merge: &Merge) -> Vec<(Rule, String)> {
    let steps = merge.steps.iter().filter(|step| step.rule.is_finding());
    let name = |step: &Step| {
        format!(
            "{} {} {}",
            step.rule.name(),
            merge.step_path(step),
            merge.sentence(step)
        )
    };
    steps.map(|step| (step.rule, name(step))).collect()
}

/// Returns the scalars with their keys that no edit touches.
fn untouched_leaves(patch: &Document, finding: &LintFinding) -> Vec<String> {
    let leaves = (0..patch.node_count() as u32).map(NodeId).filter(|node| {
        let span = patch.entry_span(*node);
        let touched = finding
            .report
            .edits
            .iter()
            .any(|edit| edit.byte_start < span.end as usize && (span.start as usize) < edit.byte_end);
        patch.kind(*node).is_scalar() && !touched
    });
    leaves.map(|node| leaf(patch, node)).collect()
}

fn leaf(patch: &Document, node: NodeId) -> String {
    format!("{:?} {:?}", patch.key(node), patch.value(node))
}

/// Returns the keys on the path to the map of a finding, without items.
fn scope(merge: &Merge, finding: &LintFinding) -> Vec<String> {
    let is_it = |step: &&Step| {
        step.rule == finding.rule && merge.distinct_step_path(step).to_string() == finding.path
    };
    let step = merge.steps.iter().find(is_it).expect("a step");
    let path = merge.step_path(step);
    let is_field = matches!(path.0.last(), Some(Segment::Key(_)));
    let mut keys: Vec<String> = path
        .0
        .into_iter()
        .filter_map(|segment| match segment {
            Segment::Key(key) => Some(match key.split_once('/') {
                Some((lead, name)) if lead.starts_with('$') => name.to_owned(),
                _ => key,
            }),
            _ => None,
        })
        .collect();
    if is_field {
        keys.pop();
    }
    keys
}

/// Returns whether two results are equal except below some keys.
fn same_outside(one: &Value, other: &Value, scope: &[String]) -> bool {
    let Some((key, below)) = scope.split_first() else {
        return true;
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut all: Vec<&String> = one.keys().chain(other.keys()).collect();
            all.dedup();
            all.into_iter()
                .all(|name| match (one.get(name), other.get(name)) {
                    (Some(one), Some(other)) if name == key => same_outside(one, other, below),
                    (one, other) => name == key || one == other,
                })
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| same_outside(one, other, scope))
        }
        _ => one == other,
    }
}

/// Returns the text of the node that causes a rejection, with its neighbors.
fn faulty(merge: &Merge) -> Option<String> {
    let node = *merge.rejection()?.faulty.first()?;
    let document = merge.tree.document(node);
    let around = document.parent(node.node).unwrap_or(node.node);
    Some(document::write::value_text(document, around, 200))
}

/// Whether a fix removes the status, or operations on it, which the API server ignores.
fn removes_status(patch: &Document, finding: &LintFinding) -> bool {
    let is_removed = |node: NodeId| {
        let (span, edits) = (patch.entry_span(node), &finding.report.edits);
        edits
            .iter()
            .any(|edit| edit.byte_start <= span.start as usize && span.end as usize <= edit.byte_end)
    };
    let is_of_status = |operation: NodeId| {
        let find = |key| {
            patch
                .get(operation, key)
                .and_then(|node| patch.value(node).as_str())
        };
        let is_status = |path: &str| path.split('/').nth(1) == Some("status");
        // A value that is moved is also removed elsewhere.
        let is_only_there = find("op") != Some("move") || find("from").is_none_or(is_status);
        find("op") != Some("test") && find("path").is_some_and(is_status) && is_only_there
    };
    match patch.get(patch.root(), "status") {
        Some(status) => is_removed(status),
        None => {
            let mut removed = patch
                .children(patch.root())
                .filter(|node| is_removed(*node))
                .peekable();
            removed.peek().is_some() && removed.all(is_of_status)
        }
    }
}

/// The name that a fix gives a field.
fn renamed_field(report: &FixReport) -> Option<&str> {
    match &report.edits[..] {
        [only] if report.fix.starts_with("Write `") => Some(only.replacement.trim_matches('"')),
        _ => None,
    }
}

/// Reads a patch, or an object template as a live object.
pub(super) fn read_patch(semantics: Semantics, text: &str) -> Result<Document, ReadError> {
    let bytes = text.as_bytes().to_vec();
    match semantics {
        Semantics::Policy(_) => document::read_live("patch", bytes),
        _ => document::read("patch", bytes),
    }
}

/// Returns the rule of more rejections by the API server than before, if it could check the fields before.
fn rejected_by_server_again(before: &Merge, after: &Merge) -> Option<&'static str> {
    let count = |merge: &Merge, rule: Rule| merge.steps.iter().filter(|step| step.rule == rule).count();
    // What cannot be decoded is not validated. The result of a policy is not checked.
    let is_early = |it: &Objection<ResultId>| matches!(it.layer, ServerLayer::Decode | ServerLayer::Identity);
    let is_checked = before.rejection().is_none() && before.patch_type() != PatchType::Policy;
    if !is_checked || server_answer(before).objections.iter().any(is_early) {
        return None;
    }
    let rules = [
        Rule::ServerType,
        Rule::ServerIdentity,
        Rule::ImmutableField,
        Rule::InvalidObject,
    ];
    let is_more =
        |rule: &Rule| count(after, *rule) > count(before, *rule) && count(before, *rule) < MAX_SERVER_STEPS;
    rules.into_iter().find(is_more).map(Rule::name)
}

/// Returns whether a fix only removes values, and a patch that changed something, or was rejected, changes nothing.
fn leaves_nothing(before: &Merge, after: &Merge, text_after: &str) -> bool {
    let is_empty = ["{}", "[]"].contains(&text_after.trim());
    if is_empty || matches!(before.inputs.semantics, Semantics::Policy(_)) {
        return is_empty;
    }
    let is_same = |merge: &Merge| {
        let (live, tree) = (&merge.inputs.live, &merge.tree);
        let is_same = document::same(&**live, live.root(), tree, tree.top(), document::Numbers::ByType);
        merge.rejection().is_none() && is_same
    };
    let leaves = |merge: &Merge| -> BTreeSet<String> {
        let patch = &merge.inputs.patches[0];
        let nodes = (0..patch.node_count() as u32).map(NodeId);
        let scalars = nodes.filter(|node| patch.kind(*node).is_scalar());
        scalars.map(|node| leaf(patch, node)).collect()
    };
    let (old, new) = (leaves(before), leaves(after));
    !is_same(before) && is_same(after) && new.is_subset(&old) && new != old
}

/// Returns whether a patch that sets something else than what the finding is about has no effect after the fix.
fn loses_effect(before: &Merge, after: &Merge, finding: &LintFinding) -> bool {
    let has_none = |merge: &Merge| merge.steps.iter().any(|step| step.rule == Rule::NoOpPatch);
    let is_json_patch = before.patch_type() == PatchType::Json;
    if is_json_patch || has_none(before) || before.rejection().is_some() || !has_none(after) {
        return false;
    }
    let patch = &before.inputs.patches[0];
    if removes_status(patch, finding) {
        return false;
    }
    let names =
        |node: NodeId| -> Vec<&str> { patch.ancestors(node).filter_map(|up| patch.key(up)).collect() };
    let removed: Vec<NodeId> = (0..patch.node_count() as u32)
        .map(NodeId)
        .filter(|node| patch.len(*node) == 0 && names(*node).iter().all(|key| !key.starts_with('$')))
        .filter(|node| {
            names(*node)
                .last()
                .is_some_and(|top| ["spec", "data", "stringData"].contains(top))
        })
        .filter(|node| {
            let span = patch.entry_span(*node);
            let edits = finding.report.edits.iter();
            let mut over = edits.filter(|edit| edit.replacement.trim().is_empty());
            over.any(|edit| edit.byte_start <= span.start as usize && span.end as usize <= edit.byte_end)
        })
        .collect();
    // What an item or a map sets besides the named field.
    let detail = finding.sentence.as_str();
    removed.len() > 1 && removed.iter().all(|node| !detail.contains(names(*node)[0]))
}

/// Checks the law for one finding.
pub(super) fn check(
    before: &Merge,
    all: &[LintFinding],
    finding: &LintFinding,
    patch: &str,
) -> Result<(), String> {
    let text_after = fixed(patch, finding);
    let read = read_patch(before.inputs.semantics, &text_after);
    let after_patch = read.map_err(|error| format!("does not parse: {}\n{text_after}", error.report()))?;
    let old_patch = &before.inputs.patches[0];
    let mut leaves: BTreeMap<String, usize> = BTreeMap::new();
    for node in (0..after_patch.node_count() as u32).map(NodeId) {
        *leaves.entry(leaf(&after_patch, node)).or_default() += 1;
    }
    for leaf in untouched_leaves(old_patch, finding) {
        match leaves.get_mut(&leaf).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => return Err(format!("{leaf} is lost\n{text_after}")),
        }
    }
    let inputs = Inputs {
        patches: vec![Arc::new(after_patch)],
        ..before.inputs.clone()
    };
    let after = merge(inputs, true);
    // Reported paths name items that share their merge key by index. The index of an item changes when one
    // before it is removed, so findings are compared by merge key.
    let (old, found) = (found(before), found(&after));
    let at = all.iter().position(|other| std::ptr::eq(other, finding));
    let (_, own) = &old[at.expect("the finding is one of all")];
    let count = old.iter().filter(|(_, name)| name == own).count();
    // Only the first of several equal mistakes rejects a patch.
    let is_next = finding.rule.is_rejection() && faulty(before) != faulty(&after);
    if !is_next && found.iter().filter(|(_, name)| name == own).count() >= count {
        return Err(format!("the finding is there still\n{text_after}"));
    }
    let renamed = renamed_field(&finding.report);
    let fresh = |allowed: &[&str]| {
        let is_new = |rule: &Rule| all.iter().all(|old| old.rule != *rule) && !allowed.contains(&rule.name());
        // The value of a field that gets the name that the type has can have mistakes of its own.
        let is_below = |name: &str| {
            renamed.is_some_and(|field| {
                let mut below = name.split(field).skip(1);
                // The path of an item that the live list does not have is that of the list.
                let path = name.split(' ').nth(1).unwrap_or_default();
                below.any(|rest| rest.starts_with(['.', '['])) || path.ends_with(field)
            })
        };
        found
            .iter()
            .find(|(rule, name)| is_new(rule) && !is_below(name))
            .map(|(_, name)| name.clone())
    };
    if let Some(rule) = rejected_by_server_again(before, &after) {
        return Err(format!("the API server rejects more: {rule}\n{text_after}"));
    }
    if leaves_nothing(before, &after, &text_after) {
        return Err(format!("nothing is left of the patch\n{text_after}"));
    }
    let mut steps = before.steps.iter().filter(|step| step.rule.is_finding());
    let own = steps
        .nth(at.expect("the finding is one of all"))
        .and_then(Step::directive);
    // Of a status nothing is stored in either case.
    let is_random = |step: &&Step| {
        step.rule == Rule::RandomOrder && step.directive() == own && !finding.path.starts_with("status")
    };
    let random = before.steps.iter().find(is_random).filter(|_| own.is_some());
    let stays = |random: &Step| {
        let mut steps = after.steps.iter();
        steps.any(|step| step.rule == Rule::RandomOrder && step.detail() == random.detail())
    };
    if random.is_some_and(|random| !stays(random)) {
        return Err(format!("one of two possible results is chosen\n{text_after}"));
    }
    if loses_effect(before, &after, finding) {
        return Err(format!("the patch has no effect\n{text_after}"));
    }
    match (before.rejection(), after.rejection()) {
        (None, Some(new)) => return Err(format!("rejected: {}\n{text_after}", new.message)),
        // Another mistake rejects the patch, so the rejection stays.
        (Some(old), Some(new)) if !finding.rule.is_rejection() => {
            if old.rule != new.rule {
                return Err(format!("rejected otherwise: {}\n{text_after}", new.message));
            }
        }
        (Some(old), Some(new)) if old.rule == new.rule && old.message == new.message && !is_next => {
            return Err(format!("rejected still: {}\n{text_after}", new.message));
        }
        (Some(_), Some(new)) => {
            // It was masked by the first one and is not caused by the text of the fix.
            let faulty = new.faulty.first().filter(|faulty| !faulty.is_live());
            let span = faulty.map(|faulty| after.inputs.patches[0].entry_span(faulty.node));
            let mut moved = 0_i64;
            for edit in &finding.report.edits {
                let start = edit.byte_start as i64 + moved;
                let end = start + edit.replacement.len() as i64;
                moved += edit.replacement.len() as i64 - (edit.byte_end - edit.byte_start) as i64;
                if let Some(span) = span.filter(|span| (start..end).contains(&i64::from(span.start))) {
                    return Err(format!(
                        "rejected at {}: {}\n{text_after}",
                        span.start, new.message
                    ));
                }
            }
        }
        (None, None) => {
            // The API server checks the rest as soon as it can read the object.
            let revealed = [
                "server-identity",
                "immutable-field",
                "invalid-object",
                "server-type",
                "unstored-field",
                "default-returns",
                "field-of-other-type",
                "alias-ignored",
                "empty-dir-added",
                "status-ignored",
                "kind-ignored",
                "no-op-patch",
                "duplicate-live-items",
            ];
            if let Some(new) = fresh(&revealed) {
                return Err(format!("a new finding: {new}\n{text_after}"));
            }
            // A fix can be that of the mistake that the finding follows from.
            let edits = &finding.report.edits;
            let own = all.iter().filter(|other| other.report.edits == *edits);
            // The API server ignores the status.
            let status = removes_status(old_patch, finding).then(|| vec!["status".to_owned()]);
            let mut scopes = status.into_iter().chain(own.map(|other| scope(before, other)));
            let value = |merge: &Merge| serde_json::from_str::<Value>(&text(merge)).expect("JSON");
            if !scopes.any(|scope| same_outside(&value(before), &value(&after), &scope)) {
                return Err(format!(
                    "something else changes\n{text_after}\n{}\n{}",
                    text(before),
                    text(&after)
                ));
            }
        }
        (Some(_), None) => {}
    }
    Ok(())
}

#[test]
fn the_law_of_fixes_holds_on_generated_pairs() {
    let schema = Arc::new(Schema::builtin());
    let (pairs, from) = (
        number("MERGESCOPE_FIX_PAIRS", PAIRS),
        number("MERGESCOPE_FIX_SEED", 0),
    );
    // Two threads with about the same work.
    let policy = |kind| {
        Semantics::Policy(Compliance {
            selected_by_content: true,
            ..Compliance::new(kind)
        })
    };
    let halves = [
        [
            Semantics::PROPOSAL,
            Semantics::MERGE_PATCH,
            Semantics::JSON_PATCH,
            policy(ComplianceType::MustHave),
            policy(ComplianceType::MustHaveMerge),
        ],
        [
            Semantics::KUBERNETES,
            Semantics::MERGE_PATCH_RFC,
            Semantics::JSON_PATCH_RFC,
            policy(ComplianceType::MustOnlyHave),
            policy(ComplianceType::MustHaveStrategic),
        ],
    ];
    let halves = halves.map(|half| {
        let schema = Arc::clone(&schema);
        let all = move |semantics: Semantics| {
            let is_given = std::env::var("MERGESCOPE_FIX_PAIRS").is_ok();
            let pairs = match semantics.patch_type() {
                PatchType::Strategic => pairs,
                _ if is_given => pairs,
                _ => pairs / 5,
            };
            let real_pairs = if is_given { pairs } else { PAIRS / 5 };
            [(false, pairs), (true, real_pairs)]
                .map(|(is_real, pairs)| try_pairs(semantics, is_real, &schema, from..from + pairs))
        };
        std::thread::spawn(move || half.into_iter().flat_map(all).flatten().collect::<Vec<_>>())
    });
    let broken: Vec<String> = halves
        .into_iter()
        .flat_map(|half| half.join().expect("a tally"))
        .collect();
    assert!(
        broken.is_empty(),
        "{} fixes break the law:\n{}",
        broken.len(),
        broken.iter().take(6).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// Returns the violations for the pairs of some seeds. Prints how many findings have a fix.
/// `is_real`: the values are such that users write.
fn try_pairs(
    semantics: Semantics,
    is_real: bool,
    schema: &Arc<Schema>,
    seeds: std::ops::Range<u64>,
) -> Vec<String> {
    let (pairs, mut broken) = (seeds.clone().count(), Vec::new());
    {
        let mut generator = Generator::new(schema);
        generator.has_values_of_users = is_real;
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for seed in seeds {
            let Pair { live, patch } = generator.typed_pair(semantics.patch_type(), seed);
            let inputs = Inputs {
                semantics,
                patches: vec![Arc::new(
                    read_patch(semantics, &patch).expect("generated JSON can be read"),
                )],
                ..inputs(&live, &[&patch], schema)
            };
            let before = merge(inputs, true);
            let all = findings(&before);
            for finding in &all {
                let tally = tallies.entry(finding.rule.name()).or_default();
                tally.all += 1;
                tally.edits += usize::from(!finding.report.edits.is_empty());
                if finding.report.applicability != Applicability::MachineApplicable {
                    if std::env::var("MERGESCOPE_FIX_SHOW").is_ok_and(|rule| rule == finding.rule.name()) {
                        let fix = (&finding.report.fix, !finding.report.edits.is_empty());
                        println!(
                            "[{semantics}] seed {seed} {is_real} {}\n  fix {fix:?}\n  patch {patch}",
                            named(finding)
                        );
                    }
                    continue;
                }
                tally.machine += 1;
                if let Err(law) = check(&before, &all, finding, &patch) {
                    let (name, fix) = (named(finding), &finding.report.fix);
                    broken.push(format!(
                        "[{semantics}] seed {seed} {is_real}\n{name}\nfix   {fix}\n{law}\nlive  {live}\npatch {patch}\n"
                    ));
                }
            }
        }
        let sum = |of: fn(&Tally) -> usize| tallies.values().map(of).sum::<usize>();
        let (all, machine, edits) = (sum(|it| it.all), sum(|it| it.machine), sum(|it| it.edits));
        println!(
            "[{semantics}, {}] {machine} of {all} findings of {pairs} pairs have a machine-applicable fix, {edits} have edits",
            if is_real { "values of users" } else { "any values" }
        );
        let mut rows: Vec<_> = tallies.iter().collect();
        rows.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.all - tally.machine));
        for (name, Tally { all, machine, edits }) in rows {
            println!("  {name:<28} {machine:>6} of {all:>6}, {edits:>6} with edits");
        }
        let of_values = || OF_VALUES.iter().filter_map(|rule| tallies.get(rule));
        let others = all - of_values().map(|it| it.all).sum::<usize>();
        let fixed = machine - of_values().map(|it| it.machine).sum::<usize>();
        println!("  apart from values that only the user knows: {fixed} of {others}");
        let (of_all, of_others) = match (semantics.patch_type(), is_real) {
            // Most other findings are paths that do not exist, and values that the API server rejects.
            (PatchType::Json, _) => (40, 51),
            // Whether a directive that deletes is meant for another patch type, only the user knows.
            (PatchType::Merge, false) => (66, 78),
            (PatchType::Merge, true) => (71, 75),
            // Most findings are verdicts, and types that no controller has.
            (PatchType::Policy, _) => (0, 0),
            // Many patches are only one mistake. An empty patch, a directive in a misplaced field, what another rejection
            // hides, and what the API server then rejects, need a decision.
            (_, false) => (55, 70),
            (_, true) => (68, 69),
        };
        assert!(
            machine * 100 >= all * of_all && fixed * 100 >= others * of_others
                || std::env::var("MERGESCOPE_FIX_PAIRS").is_ok(),
            "[{semantics}] only {machine} of {all} findings have a machine-applicable fix, apart from values {fixed} of {others}"
        );
    }
    broken
}

/// Adds an item that rejects a patch, at its end. The findings before it stay, and their edits.
fn with_rejection(patch: &str) -> Option<String> {
    let read = read_patch(Semantics::PROPOSAL, patch).ok()?;
    let item = r#""ownerReferences":[{"uid":"u","$patch":"merge"}]"#;
    // `metadata` that is new here would be listed in the directive, or get what is in a misspelled field.
    let would_change_a_fix =
        |key: &str| key == "$retainKeys" || key != "metadata" && key.eq_ignore_ascii_case("metadata");
    // A directive without a name would get that of the new list.
    let is_list = |key: &str| {
        key.to_uppercase() == "OWNERREFERENCES" || key.trim_end_matches('/') == "$setElementOrder"
    };
    let mut keys = read.children(read.root()).filter_map(|field| read.key(field));
    let (map, text) = match read.get(read.root(), "metadata") {
        None if keys.any(would_change_a_fix) => return None,
        None => (read.root(), format!(r#""metadata":{{{item}}}"#)),
        // The directive lists the new field, too, also if its `$` is missing.
        Some(metadata)
            if ["$retainKeys", "retainKeys"]
                .iter()
                .any(|key| read.get(metadata, key).is_some()) =>
        {
            return None;
        }
        // Also a misspelled field would mean the new one.
        Some(metadata)
            if !read
                .children(metadata)
                .filter_map(|field| read.key(field))
                .any(is_list) =>
        {
            (metadata, item.to_owned())
        }
        Some(_) => return None,
    };
    let comma = match read.len(map) {
        0 => return None,
        _ => ",",
    };
    let end = read.span(map).end as usize - 1;
    (patch.get(end..=end) == Some("}")).then(|| format!("{}{comma}{text}{}", &patch[..end], &patch[end..]))
}

/// A rejection hides the result. A fix that a program applies nevertheless is the one of the patch without that rejection.
#[test]
fn the_law_of_fixes_holds_next_to_another_error() {
    let schema = Arc::new(Schema::builtin());
    let pairs = number("MERGESCOPE_FIX_PAIRS", PAIRS / 4);
    let from = number("MERGESCOPE_FIX_SEED", 0);
    let both = [Semantics::PROPOSAL, Semantics::KUBERNETES].map(|semantics| {
        let schema = Arc::clone(&schema);
        std::thread::spawn(move || try_next_to_error(semantics, &schema, from..from + pairs))
    });
    let broken: Vec<String> = both
        .into_iter()
        .flat_map(|it| it.join().expect("a tally"))
        .collect();
    assert!(
        broken.is_empty(),
        "{} fixes depend on another error:\n{}",
        broken.len(),
        broken.iter().take(6).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// Whether a patch changes nothing but the item that rejects it, and what the API server ignores.
fn is_only_error(patch: &str) -> bool {
    let read: Value = serde_json::from_str(patch).expect("JSON");
    let mut fields = read.as_object().into_iter().flatten();
    fields.all(|(key, value)| match (key.as_str(), value) {
        ("apiVersion" | "kind" | "status", _) => true,
        ("metadata", Value::Object(fields)) => fields.iter().all(|(key, value)| {
            key == "name"
                || key == "ownerReferences"
                || value.as_object().is_some_and(serde_json::Map::is_empty)
        }),
        _ => false,
    })
}

/// Returns the fixes that a program applies next to an error, although alone the user must decide: the result is random.
fn decided_at_random((alone, own): (&Merge, &[LintFinding]), next_to: &[LintFinding]) -> Vec<String> {
    let random: BTreeSet<_> = alone
        .steps
        .iter()
        .filter(|step| step.rule == Rule::RandomOrder)
        .filter_map(|step| step.directive().map(|it| (it.document, it.node.0)))
        .collect();
    let is_random = |step: &&Step| {
        let directive = step.directive().map(|it| (it.document, it.node.0));
        directive.is_some_and(|it| random.contains(&it))
    };
    // The sentence of a finding can say that it is so in one order.
    let places: BTreeSet<_> = alone
        .steps
        .iter()
        .filter(is_random)
        .map(|step| (step.rule.name(), alone.distinct_step_path(step).to_string()))
        .collect();
    let is_machine = |it: &LintFinding| it.report.applicability == Applicability::MachineApplicable;
    let is_same = |one: &LintFinding, other: &LintFinding| one.rule == other.rule && one.path == other.path;
    next_to
        .iter()
        .filter(|it| is_machine(it) && places.contains(&(it.rule.name(), it.path.clone())))
        .filter(|it| own.iter().any(|own| is_same(own, it)))
        .filter(|it| !own.iter().any(|own| is_same(own, it) && is_machine(own)))
        .map(|it| format!("{}: {}", named(it), it.report.fix))
        .collect()
}

/// A Pod with many containers, and a patch of all of them that is rejected because of its first item.
fn rejected_containers(count: usize, patch_of: impl Fn(usize) -> String) -> (String, String) {
    let mut live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  initContainers: [{name: i, image: \"i:1\"}]\n  containers:\n".to_owned();
    let mut patch = "spec:\n  initContainers: [{nam: i, image: \"i:2\"}]\n  containers:\n".to_owned();
    for i in 0..count {
        live.push_str(&format!("  - {{name: c{i}, image: \"a:1\", env: [{{name: A, value: \"1\"}}, {{name: B, value: \"2\"}}]}}\n"));
        patch.push_str(&format!("  - {{name: c{i}, {}}}\n", patch_of(i)));
    }
    (live, patch)
}

fn kubernetes_findings(live: &str, patch: &str) -> Vec<LintFinding> {
    findings_with(Semantics::KUBERNETES, live, patch)
}

fn findings_with(semantics: Semantics, live: &str, patch: &str) -> Vec<LintFinding> {
    let inputs = Inputs {
        semantics,
        ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
    };
    findings(&merge(inputs, true))
}

/// With many equal mistakes next to a rejection, no fix is applied only because there was no time to judge it.
#[test]
fn a_fix_that_is_not_judged_next_to_a_rejection_needs_a_decision() {
    let order = "env: [{name: A, value: \"3\"}, {name: B, value: \"4\"}], setElementOrder/env: [{name: B}, {name: A}]";
    for count in [60, 64, 70] {
        let (live, patch) = rejected_containers(count, |_| order.to_owned());
        let all = kubernetes_findings(&live, &patch);
        let dollars: Vec<_> = all
            .iter()
            .filter(|it| it.rule.name() == "missing-dollar")
            .collect();
        assert_eq!(dollars.len(), count);
        for finding in dollars {
            let FixReport { applicability, .. } = finding.report;
            assert_eq!(
                applicability,
                Applicability::NeedsDecision,
                "{count}: {}",
                finding.path
            );
        }
    }
}

/// The fixes that end a rejection do not depend on how many other mistakes a patch has.
#[test]
fn a_rejection_keeps_its_fix_next_to_many_mistakes() {
    let (live, patch) = rejected_containers(300, |_| "imag: \"b:2\"".to_owned());
    let all = kubernetes_findings(&live, &patch);
    let fix = |rule: &str, path: &str| {
        let mut found = all
            .iter()
            .filter(|it| it.rule.name() == rule && it.path.starts_with(path));
        let report = &found
            .next()
            .unwrap_or_else(|| panic!("no {rule} at {path}"))
            .report;
        (report.applicability, report.edits.len())
    };
    let machine = (Applicability::MachineApplicable, 1);
    assert_eq!(fix("missing-merge-key", "spec.initContainers"), machine);
    assert_eq!(fix("no-such-field", "spec.initContainers"), machine);
}

/// A rejection hides the result, but not that it is random.
#[test]
fn a_random_result_needs_a_decision_next_to_a_rejection() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, finalizers: [a.io/a]}\nspec: {containers: [{name: web, image: \"web:1\"}]}\n";
    let patch =
        "metadata: {finalizers: [b.io/b], \"$deleteFromPrimitiveList/finalizers\": [b.io/b, z.io/z]}\n";
    let rejected = format!("{patch}spec: {{containers: [{{image: \"x:1\"}}]}}\n");
    let fixes = |patch: &str| -> Vec<(&str, String, Applicability)> {
        let all = kubernetes_findings(live, patch);
        let of_list = all
            .iter()
            .filter(|it| it.path.contains("finalizers") && it.rule != Rule::RandomOrder);
        let mut fixes: Vec<_> = of_list
            .map(|it| (it.rule.name(), it.report.fix.clone(), it.report.applicability))
            .collect();
        fixes.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        fixes
    };
    assert_eq!(fixes(patch).len(), 3);
    assert_eq!(fixes(&rejected), fixes(patch));
}

fn try_next_to_error(semantics: Semantics, schema: &Arc<Schema>, seeds: std::ops::Range<u64>) -> Vec<String> {
    let (mut broken, mut all, mut machine) = (Vec::new(), 0, 0);
    let mut generator = Generator::new(schema);
    for seed in seeds {
        let Pair { live, patch } = generator.typed_pair(PatchType::Strategic, seed);
        let Some(worse) = with_rejection(&patch) else {
            continue;
        };
        let merged = |patch: &str| {
            let inputs = Inputs {
                semantics,
                ..inputs(&live, &[patch], schema)
            };
            merge(inputs, true)
        };
        let (alone, next_to) = (merged(&patch), merged(&worse));
        let (alone_findings, findings) = (findings(&alone), findings(&next_to));
        broken.extend(
            decided_at_random((&alone, &alone_findings), &findings)
                .into_iter()
                .map(|fix| {
                    format!(
                        "[{semantics}] seed {seed}\nalone the result is random\nnext to an error {fix}\nlive  {live}\npatch {worse}\n"
                    )
                }),
        );
        for finding in findings {
            let name = named(&finding);
            let mut same_name = alone_findings.iter().filter(|own| named(own) == name);
            let (Some(own), None) = (same_name.next(), same_name.next()) else {
                continue;
            };
            let is_machine = |it: &LintFinding| it.report.applicability == Applicability::MachineApplicable;
            all += usize::from(is_machine(own));
            if !is_machine(&finding) {
                continue;
            }
            machine += usize::from(is_machine(own));
            // A status or the kind is removed if something else is left.
            let is_last_resort =
                finding.path.starts_with("status") || finding.rule.name() == "result-without-kind";
            // What the live object has can be removed in any case.
            let is_in_live = finding.report.fix.contains(": the live object has it");
            if is_last_resort || is_in_live || is_only_error(&fixed(&worse, &finding)) {
                continue;
            }
            // Next to an error a map does not become empty.
            let change = |it: &LintFinding| {
                let sentences = it.report.fix.split_inclusive(". ");
                let about = sentences.filter(|sentence| !sentence.contains("is then empty"));
                let about: String = about.collect();
                about.trim_end().replace(": the live object has it", "")
            };
            // Another way to the same patch.
            let same_patch = || {
                let json = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
                let mut next = json(fixed(&worse, &finding));
                if let Some(metadata) = next.pointer_mut("/metadata").and_then(Value::as_object_mut) {
                    metadata.remove("ownerReferences");
                }
                next == json(fixed(&patch, own))
            };
            if is_machine(own) && change(own) != change(&finding) && !same_patch() {
                broken.push(format!(
                    "[{semantics}] seed {seed}\n{name}\nalone {}\nnext to an error {}\nlive  {live}\npatch {worse}\n",
                    own.report.fix, finding.report.fix
                ));
            }
        }
    }
    println!("[{semantics}] {machine} of {all} machine-applicable fixes stay so next to another error");
    assert!(
        machine * 100 >= all * 70,
        "[{semantics}] only {machine} of {all} fixes stay"
    );
    broken
}

/// Findings whose fix did not work once: each with its current fix, and the patch after it.
#[test]
fn the_fixes_of_recorded_findings_work() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/merging/explanations");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut cases: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    cases.sort();
    let schema = Arc::new(Schema::builtin());
    let mut out = String::new();
    for case in cases {
        let read = |name: &str| std::fs::read_to_string(case.join(name)).expect("a file");
        let (live, patch) = (read("live.yaml"), read("patch.yaml"));
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let inputs = Inputs {
                semantics,
                ..inputs(&live, &[&patch], &schema)
            };
            let before = merge(inputs, true);
            let all = findings(&before);
            let name = case
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            out.push_str(&format!("== {name} [{semantics}]: {} findings\n", all.len()));
            for finding in &all {
                let report = &finding.report;
                out.push_str(&format!(
                    "{}\n{:?}: {}\n",
                    named(finding),
                    report.applicability,
                    report.fix
                ));
                if !report.edits.is_empty() {
                    out.push_str(&format!("---\n{}---\n", fixed(&patch, finding)));
                }
                if report.applicability == Applicability::MachineApplicable {
                    check(&before, &all, finding, &patch).unwrap_or_else(|law| panic!("{name}: {law}"));
                }
            }
        }
    }
    insta::assert_snapshot!(out);
}

/// Comments, line endings, the byte order mark, other documents and flow style stay unchanged.
#[test]
fn a_fix_changes_nothing_else_of_the_text() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  template:\n    spec:\n      containers:\n      - {name: a, image: a}\n      - {name: b, image: b}\n";
    let pod = "spec:\n  template:\n    spec:\n";
    let cases = [
        (
            "spec: # s\n  replcas: 3 # r\n  paused: true\n",
            "spec: # s\n  replicas: 3 # r\n  paused: true\n",
        ),
        (
            "\u{feff}spec:\r\n  replicas: '3' # r\r\n---\r\nother: 1\r\n",
            "\u{feff}spec:\r\n  replicas: 3 # r\r\n---\r\nother: 1\r\n",
        ),
        (
            "{\"spec\": {\"replcas\": 3}}\n",
            "{\"spec\": {\"replicas\": 3}}\n",
        ),
        (
            "{\n  \"metadata\": {\n    \"labels\": {\n      \"a\": 1\n    }\n  }\n}\n",
            "{\n  \"metadata\": {\n    \"labels\": {\n      \"a\": \"1\"\n    }\n  }\n}\n",
        ),
        (
            "metadata:\n  labels: {a: yes, b: x} # l\n",
            "metadata:\n  labels: {a: \"yes\", b: x} # l\n",
        ),
        // A value of another kind stays in its place.
        (
            "metadata:\n  labels:\n    a: [1.50] # a\n    b: x\n",
            "metadata:\n  labels:\n    a: \"1.50\" # a\n    b: x\n",
        ),
        (
            "spec: {template: {spec: {tolerations: {operator: Exists}, hostname: x}}}\n",
            "spec: {template: {spec: {tolerations: [{operator: Exists}], hostname: x}}}\n",
        ),
        (
            "spec:\n  template:\n    spec:\n      tolerations:\n        operator: Exists\n      hostname: x # h\n",
            "spec:\n  template:\n    spec:\n      tolerations:\n      - operator: Exists\n      hostname: x # h\n",
        ),
        (
            "spec:\n  template:\n    spec:\n      $setElementOrder/containers: [a, b] # order\n      containers:\n      - name: b\n        image: c\n",
            "spec:\n  template:\n    spec:\n      $setElementOrder/containers: # order\n      - name: a\n      - name: b\n      containers:\n      - name: b\n        image: c\n",
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    let fix = |patch: &str| {
        let merged = merge(inputs(live, &[patch], &schema), true);
        let all = findings(&merged);
        let first = all
            .iter()
            .find(|it| it.report.applicability == Applicability::MachineApplicable);
        first.map_or_else(|| patch.to_owned(), |finding| fixed(patch, finding))
    };
    for (patch, want) in cases {
        assert_eq!(fix(patch), want, "{patch:?}");
    }
    // Items are moved with their comments.
    let moved = fix(&format!(
        "{pod}      $setElementOrder/containers:\n      - name: a\n      - name: b # last\n      containers:\n      # two\n      - name: b # b\n        image: c\n      - name: a\n        image: d # d\n"
    ));
    for comment in ["# last", "# two", "name: b # b", "image: d # d"] {
        assert!(moved.contains(comment), "{comment} is lost:\n{moved}");
    }
    assert!(moved.find("image: d") < moved.find("image: c"), "{moved}");
}

/// What a fix must keep: with `None` the patch is unchanged, because the user must decide.
#[test]
fn machine_applicable_fixes_keep_the_content_of_the_patch() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}\n";
    let deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: b}]}}\n";
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: YQ==}\n";
    let two = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}, {name: c, image: d}]}\n";
    let cases = [
        (live, "spec: x\n", None),
        (
            live,
            "spec: {contaners: [{name: a, image: c}], containers: [{name: a}]}\n",
            None,
        ),
        (
            deployment,
            "spec: {retainKeys: [replicas], replicas: 3, paused: true}\n",
            None,
        ),
        (
            deployment,
            "spec: {selector: {matchLabels: {app: c}}, template: {metadata: {labels: {app: c}}}}\n",
            None,
        ),
        (
            secret,
            "data: {password: hunter2!}\n",
            Some("data: {password: aHVudGVyMiE=}\n"),
        ),
        (secret, "data: {password: hunter2}\n", None),
        // The item has another image in the result, and it is the only one that could be deleted.
        (
            live,
            "spec: {$deleteFromPrimitiveList/containers: [{name: a, image: c}], hostname: x}\n",
            None,
        ),
        (
            live,
            "spec: {$deleteFromPrimitiveList/containers: [{name: a}], hostname: x}\n",
            None,
        ),
        (
            two,
            "spec: {$deleteFromPrimitiveList/containers: [{name: a, image: c}], hostname: x}\n",
            None,
        ),
        (
            two,
            "spec: {$deleteFromPrimitiveList/containers: [{name: a}], hostname: x}\n",
            Some("spec: {hostname: x, containers: [{name: a, $patch: delete}]}\n"),
        ),
        (
            live,
            "spec: {$deleteFromPrimitiveList/containers: [{name: c, image: d}], hostname: x}\n",
            None,
        ),
        (
            live,
            "spec: {$deleteFromPrimitiveList/containers: [{name: c}], hostname: x}\n",
            Some("spec: {hostname: x}\n"),
        ),
        // The directive would be rejected, once what is rejected now is repaired.
        (
            two,
            "spec: {containers: [{name: a, image: c, retainKeys: [name]}, {image: x}]}\n",
            None,
        ),
        (
            two,
            "spec: {setElementOrder/containers: [{name: a}], containers: [{name: c, image: x}], volumes: [{emptyDir: {}}]}\n",
            None,
        ),
        (
            two,
            "spec: {setElementOrder/containers: [{name: c}], containers: [{name: c, image: x}], volumes: [{emptyDir: {}}]}\n",
            Some(
                "spec: {$setElementOrder/containers: [{name: c}], containers: [{name: c, image: x}], volumes: [{emptyDir: {}}]}\n",
            ),
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    for (live, patch, want) in cases {
        for semantics in [Semantics::KUBERNETES, Semantics::PROPOSAL] {
            let inputs = Inputs {
                semantics,
                ..inputs(live, &[patch], &schema)
            };
            let all = findings(&merge(inputs, true));
            let is_applied = |it: &&LintFinding| it.report.applicability == Applicability::MachineApplicable;
            let got = all.iter().find(is_applied).map(|finding| fixed(patch, finding));
            assert_eq!(got.as_deref(), want, "{patch}");
        }
    }
}

/// What removes a field that must exist is a directive: without it, the patch still sets what it sets.
#[test]
fn the_fix_of_a_removal_keeps_what_the_patch_sets() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: b}]}}\n";
    let cases = [
        (
            "spec: {$patch: replace, replicas: 3}\n",
            "Remove `$patch: replace`, so that `spec` is merged.",
            Some("spec: {replicas: 3}\n"),
        ),
        (
            "spec: {$retainKeys: [replicas, template], replicas: 3}\n",
            "Add `selector` to `$retainKeys`: it is required.",
            Some("spec: {$retainKeys: [replicas, template, selector], replicas: 3}\n"),
        ),
        (
            "spec: {replicas: 3, selector: {$patch: delete}}\n",
            "Remove `selector` from the patch.",
            None,
        ),
        // A container without an image can have been meant as a new one.
        (
            "spec: {template: {spec: {containers: [{$patch: replace}, {name: a}]}}}\n",
            "Remove the item `$patch: replace`, so that `containers` is merged.",
            None,
        ),
        (
            "spec: {replicas: 3, template: {$patch: replace, metadata: {labels: {app: a}}}}\n",
            "Remove `$patch: replace`, so that `template` is merged.",
            None,
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    let set = live
        .replace("kind: Deployment", "kind: StatefulSet")
        .replace("  replicas: 1", "  serviceName: a");
    let of_set = (
        "spec: {serviceName: b, podManagementPolicy: Parallel}\n",
        "Remove `serviceName` and `podManagementPolicy` from the patch. The patch is then empty; write it as `{}`.",
    );
    let inputs_of_set = Inputs {
        semantics: Semantics::KUBERNETES,
        ..inputs(&set, &[of_set.0], &schema)
    };
    let all = findings(&merge(inputs_of_set, true));
    assert!(all.iter().any(|it| it.report.fix == of_set.1), "{all:?}");
    for (patch, fix, want) in cases {
        for semantics in [Semantics::KUBERNETES, Semantics::PROPOSAL] {
            let inputs = Inputs {
                semantics,
                ..inputs(live, &[patch], &schema)
            };
            let all = findings(&merge(inputs, true));
            let found = all.iter().find(|it| it.report.fix == fix).expect(patch);
            let is_applied = found.report.applicability == Applicability::MachineApplicable;
            assert_eq!(
                is_applied.then(|| fixed(patch, found)).as_deref(),
                want,
                "{patch}"
            );
        }
    }
}

/// What was meant although it is not what the patch says; with `None` it is not known.
#[test]
fn a_program_writes_what_was_meant() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, finalizers: [a/b, c/d]}\nspec: {containers: [{name: a, image: b, env: [{name: A, value: '1'}]}]}\n";
    let plain =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}\n";
    let deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: b}]}}\n";
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec: {ports: [{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}]}\n";
    let twins = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, env: [{name: A, value: '1'}, {name: A, value: '2'}]}]}\n";
    let database = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec:\n  serviceName: db\n  podManagementPolicy: OrderedReady\n  selector: {matchLabels: {app: db}}\n  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: b}]}}\n";
    let two = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}, {name: c, image: d}]}\n";
    let rolling = &deployment.replace(
        "  selector",
        "  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n  selector",
    );
    let ingress = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {defaultBackend: {service: {name: web, port: {name: http}}}}\n";
    let exporter = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec: {containers: [{name: exporter, image: b}]}\n";
    let (kubernetes, proposal) = (Semantics::KUBERNETES, Semantics::PROPOSAL);
    let cases = [
        // Two lines without spaces after their colons are one value.
        (
            plain,
            kubernetes,
            "spec:\n  nodeName:a\n  schedulerName:b\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, patch: delete}]}]}\n",
            None,
        ),
        // A set has each value once.
        (
            pod,
            kubernetes,
            "metadata: {$setElementOrder/finalizers: [a/b], finalizers: [a/b, a/b]}\n",
            Some("metadata: {$setElementOrder/finalizers: [a/b], finalizers: [a/b]}\n"),
        ),
        (
            pod,
            kubernetes,
            "metadata: {$setElementOrder/finalizers: [a/b], finalizers: [a/b, a/b, e/f]}\n",
            Some("metadata: {$setElementOrder/finalizers: [a/b, e/f], finalizers: [a/b, e/f]}\n"),
        ),
        (
            pod,
            proposal,
            "metadata: {$setElementOrder/finalizers: [a/b], finalizers: [a/b, a/b, e/f]}\n",
            Some("metadata: {$setElementOrder/finalizers: [a/b, e/f], finalizers: [a/b, a/b, e/f]}\n"),
        ),
        (
            "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{name: http, port: 80}, {name: https, port: 443}]}\n",
            proposal,
            "spec: {ports: [{port: null, name: http, targetPort: 8080}]}\n",
            Some("spec: {ports: [{port: 80, name: http, targetPort: 8080}]}\n"),
        ),
        // The misspelled deletion is the one of the directive.
        (
            two,
            kubernetes,
            "spec: {containers: [{name: a, $patch: delet}], $deleteFromPrimitiveList/containers: [a]}\n",
            Some("spec: {containers: [{name: a, $patch: delete}]}\n"),
        ),
        // No patch can change it, whatever its value is.
        (
            plain,
            kubernetes,
            "metadata: {creationTimestamp: now}\nspec: {hostname: x}\n",
            Some("spec: {hostname: x}\n"),
        ),
        (plain, kubernetes, "metadata: {creationTimestamp: now}\n", None),
        (
            plain,
            Semantics::MERGE_PATCH,
            "kind: {a: b}\nspec: {hostname: x}\n",
            Some("spec: {hostname: x}\n"),
        ),
        (
            plain,
            Semantics::MERGE_PATCH,
            "metadata: {labels: {a: b, $retainKeys: [a]}}\n",
            Some("metadata: {labels: {a: b}}\n"),
        ),
        // Perhaps another object was meant.
        (
            database,
            kubernetes,
            "spec: {serviceName: other, replicas: 2}\n",
            None,
        ),
        // It would replace the whole list.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, value: '2', patch: replace}]}]}\n",
            None,
        ),
        (
            plain,
            kubernetes,
            "metadata: {labels: {a: b}, deleteFromPrimitiveList/finalizers: [x/y]}\n",
            Some("metadata: {labels: {a: b}}\n"),
        ),
        (
            pod,
            kubernetes,
            "metadata: {labels: {a: b}}\nstatus: {conditions: {a: {b: c}}}\n",
            Some("metadata: {labels: {a: b}}\n"),
        ),
        // Kubernetes does one of two things at random, the design documents one.
        (
            pod,
            kubernetes,
            "metadata: {finalizers: [e/f, c/d], $deleteFromPrimitiveList/finalizers: [c/d]}\n",
            None,
        ),
        (
            pod,
            proposal,
            "metadata: {finalizers: [e/f, c/d], $deleteFromPrimitiveList/finalizers: [c/d]}\n",
            Some("metadata: {finalizers: [e/f, c/d]}\n"),
        ),
        (
            service,
            proposal,
            "spec: {ports: [{port: 53, protocol: UDP, targetPort: 5353}]}\n",
            Some(
                "spec: {ports: [{port: 53, protocol: UDP, targetPort: 5353, $patchMergeKey: [port, protocol]}]}\n",
            ),
        ),
        // The other port, or another protocol of this one?
        (
            service,
            proposal,
            "spec: {ports: [{port: 53, protocol: SCTP, targetPort: 5353}]}\n",
            None,
        ),
        (
            deployment,
            kubernetes,
            "spec: {replicas: 2, template: {spec: {containers: null}}}\n",
            Some("spec: {replicas: 2}\n"),
        ),
        // `$retainKeys` would clear what a Deployment needs.
        (
            deployment,
            kubernetes,
            "spec: {$retainKeys: [], template: {spec: {hostNetwork: true}}}\n",
            None,
        ),
        // A mistake in the value is found once its field has its name.
        (
            deployment,
            kubernetes,
            "spec: {replcas: 2, TEMPLATE: {spec: {hostNetwork: 'x'}}}\n",
            Some("spec: {replicas: 2, TEMPLATE: {spec: {hostNetwork: 'x'}}}\n"),
        ),
        // An item in a list of its own.
        (
            plain,
            kubernetes,
            "spec: {containers: [{name: a, image: c}, [{name: d, image: e}]]}\n",
            Some("spec: {containers: [{name: a, image: c}, {name: d, image: e}]}\n"),
        ),
        // A misspelled merge key in an order.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, $setElementOrder/env: [{name: B}, {nme: A}], env: [{name: B, value: x}]}]}\n",
            Some(
                "spec: {containers: [{name: a, $setElementOrder/env: [{name: B}, {name: A}], env: [{name: B, value: x}]}]}\n",
            ),
        ),
        // A new container without an image is rejected, so the live one was intended.
        (
            exporter,
            kubernetes,
            "spec: {containers: [{name: exporterx, tty: true}]}\n",
            Some("spec: {containers: [{name: exporter, tty: true}]}\n"),
        ),
        (
            exporter,
            kubernetes,
            "spec: {containers: [{name: exporterx, image: b}]}\n",
            None,
        ),
        // A new container needs an image: someone must know which one.
        (
            plain,
            kubernetes,
            "spec: {containers: [{name: other, image: {}}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: delte}]}]}\n",
            Some("spec: {containers: [{name: a, env: [{name: A, $patch: delete}]}]}\n"),
        ),
        // To merge the item can be the opposite of what was intended.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: gone}]}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {A: 2, B: x}}]}\n",
            Some("spec: {containers: [{name: a, env: [{name: A, value: \"2\"}, {name: B, value: x}]}]}\n"),
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: {a: {image: c}}}\n",
            Some("spec: {containers: [{name: a, image: c}]}\n"),
        ),
        // Both are for one field.
        (
            pod,
            kubernetes,
            "metadata: {LABELS: {a: b}, labels: {c: d}}\n",
            Some("metadata: {labels: {c: d, a: b}}\n"),
        ),
        (
            pod,
            kubernetes,
            "metadata: {LABELS: {a: b}, labels: {a: d}}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "metadata: {labels: [{a: b}, {c: d}]}\n",
            Some("metadata: {labels: {a: b, c: d}}\n"),
        ),
        (
            pod,
            kubernetes,
            "metadata: {labels: [{name: a, value: b}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {nodeSelector: {a: b}, hostname: [[x]]}\n",
            Some("spec: {nodeSelector: {a: b}, hostname: x}\n"),
        ),
        // Another container can be intended to get the image of this one.
        (
            two,
            kubernetes,
            "spec: {containers: [{image: b, tty: true}]}\n",
            None,
        ),
        (pod, kubernetes, "metadata: {finalizers: [e/f, {g: h}]}\n", None),
        (twins, kubernetes, "metadata: {labels: {a: b}}\n", None),
        (
            twins,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, value: '3'}]}]}\n",
            Some(
                "spec: {containers: [{name: a, env: [{name: A, $patch: delete}, {name: A, value: '3'}]}]}\n",
            ),
        ),
        // Two ports with one number are not one port.
        (
            service,
            kubernetes,
            "spec: {ports: [{name: t, port: 53, protocol: TCP, targetPort: 1}, {name: u, port: 53, protocol: UDP, targetPort: 2}]}\n",
            None,
        ),
        (
            service,
            kubernetes,
            "spec: {ports: [{port: 53, targetPort: 1}, {port: 53, protocol: UDP, targetPort: 2}]}\n",
            None,
        ),
        (
            service,
            proposal,
            "spec: {ports: [{name: t, port: 53, protocol: TCP, targetPort: 1}, {name: u, port: 53, protocol: UDP, targetPort: 2}]}\n",
            Some(
                "spec: {ports: [{name: t, port: 53, protocol: TCP, targetPort: 1, $patchMergeKey: [port, protocol]}, {name: u, port: 53, protocol: UDP, targetPort: 2, $patchMergeKey: [port, protocol]}]}\n",
            ),
        ),
        // One of them is new.
        (
            service,
            proposal,
            "spec: {ports: [{port: 53, protocol: UDP, targetPort: 1}, {port: 53, protocol: SCTP, targetPort: 2}]}\n",
            None,
        ),
        // Another name can be intended for one of them.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, value: one}, {name: A, value: two}]}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, tty: true}, {name: a, stdin: true}]}\n",
            Some("spec: {containers: [{name: a, tty: true, stdin: true}]}\n"),
        ),
        // A number is written as in the patch.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {VERSION: 1.50, MODE: 0644, ID: 12345678901234567890}}]}\n",
            Some(
                "spec: {containers: [{name: a, env: [{name: VERSION, value: \"1.50\"}, {name: MODE, value: \"0644\"}, {name: ID, value: \"12345678901234567890\"}]}]}\n",
            ),
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {VERSION: &v 1.50, OTHER: *v}}]}\n",
            None,
        ),
        // Fields are not variables.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {Name: A, value: z}}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {nmae: A, value: z}}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: {value: z}}]}\n",
            None,
        ),
        // The directive would delete the label.
        (
            exporter,
            kubernetes,
            "metadata: {lables: {a: b}, labels: {$patch: delete}}\n",
            None,
        ),
        // A name and its content are not labels.
        (
            pod,
            kubernetes,
            "metadata: {labels: [{name: app, content: web}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {nodeSelector: [{key: zone, operator: In}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "metadata: {labels: [{name: x}, {value: z}]}\n",
            None,
        ),
        // Only one typing error is certain.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: relate}]}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: delegate}]}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: deplete}]}]}\n",
            None,
        ),
        // An item that is removed needs no value.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, value: x, $patch: remove}]}]}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [{name: A, $patch: remove}]}]}\n",
            Some("spec: {containers: [{name: a, env: [{name: A, $patch: delete}]}]}\n"),
        ),
        // A value that the API server rejects was intended, too.
        (
            deployment,
            kubernetes,
            "spec: {replicas: three, paused: true}\n",
            None,
        ),
        (
            plain,
            kubernetes,
            "metadata: {labels: {a: b c}, annotations: {d: e}}\n",
            None,
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, resources: {limits: {memory: 512 MiB, cpu: '1'}}}]}\n",
            Some("spec: {containers: [{name: a, resources: {limits: {memory: 512Mi, cpu: '1'}}}]}\n"),
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, resources: {limits: {memory: 512mb, cpu: '1'}}}]}\n",
            None,
        ),
        (
            deployment,
            kubernetes,
            "spec: {progressDeadlineSeconds: 10m, paused: true}\n",
            Some("spec: {progressDeadlineSeconds: 600, paused: true}\n"),
        ),
        // A merge patch has no directives.
        (
            plain,
            Semantics::MERGE_PATCH,
            "retainKeys: [spec]\nmetadata: {labels: {b: c}}\n",
            Some("metadata: {labels: {b: c}}\n"),
        ),
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, image: [1.50], tty: true}]}\n",
            Some("spec: {containers: [{name: a, image: \"1.50\", tty: true}]}\n"),
        ),
        (
            plain,
            Semantics::MERGE_PATCH,
            "metadata: {labels: {a: 1, b: c}}\n",
            Some("metadata: {labels: {a: \"1\", b: c}}\n"),
        ),
        // The live value is no change.
        (
            database,
            kubernetes,
            "spec: {serviceName: other, podManagementPolicy: OrderedReady, replicas: 3}\n",
            None,
        ),
        // A field without its colon, or without the space after it.
        (
            deployment,
            kubernetes,
            "spec:\n  replicas 3\n",
            Some("spec:\n  replicas: 3\n"),
        ),
        (
            deployment,
            kubernetes,
            "spec:\n  paused:true\n",
            Some("spec:\n  paused: true\n"),
        ),
        (deployment, kubernetes, "spec: see below\n", None),
        // A scalar in a list of maps is the merge key.
        (
            plain,
            kubernetes,
            "spec: {containers: [{name: a, ports: [8080]}]}\n",
            Some("spec: {containers: [{name: a, ports: [{containerPort: 8080}]}]}\n"),
        ),
        (
            plain,
            kubernetes,
            "spec: {imagePullSecrets: [a, b]}\n",
            Some("spec: {imagePullSecrets: [{name: a}, {name: b}]}\n"),
        ),
        // Only a user knows whether it is the name.
        (
            pod,
            kubernetes,
            "spec: {containers: [{name: a, env: [B]}]}\n",
            None,
        ),
        // A scalar in place of a map is its main field.
        (
            deployment,
            kubernetes,
            "spec: {strategy: Recreate}\n",
            Some("spec: {strategy: {type: Recreate}}\n"),
        ),
        (
            rolling,
            kubernetes,
            "spec: {strategy: Recreate}\n",
            Some("spec: {strategy: {type: Recreate, rollingUpdate: null}}\n"),
        ),
        (
            plain,
            kubernetes,
            "spec: {containers: [{name: a, envFrom: [{configMapRef: c}]}]}\n",
            Some("spec: {containers: [{name: a, envFrom: [{configMapRef: {name: c}}]}]}\n"),
        ),
        (
            ingress,
            kubernetes,
            "spec: {defaultBackend: {service: {name: a, port: 80}}}\n",
            Some("spec: {defaultBackend: {service: {name: a, port: {number: 80, name: null}}}}\n"),
        ),
        // The backend of the old API.
        (
            ingress,
            kubernetes,
            "spec: {defaultBackend: {serviceName: a, servicePort: http}}\n",
            Some("spec: {defaultBackend: {service: {name: a, port: {name: http}}}}\n"),
        ),
        (
            ingress,
            kubernetes,
            "spec: {rules: [{http: {paths: [{pathType: Prefix, path: /, backend: {serviceName: a, servicePort: 80}}]}}]}\n",
            Some(
                "spec: {rules: [{http: {paths: [{pathType: Prefix, path: /, backend: {service: {name: a, port: {number: 80}}}}]}}]}\n",
            ),
        ),
        // What the user wrote is not removed.
        (
            rolling,
            kubernetes,
            "spec: {strategy: {$retainKeys: [rollingUpdate], type: Recreate}}\n",
            None,
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    let mut wrong = Vec::new();
    for (live, semantics, patch, want) in cases {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let is_applied = |it: &&LintFinding| it.report.applicability == Applicability::MachineApplicable;
        let got = all.iter().find(is_applied).map(|finding| fixed(patch, finding));
        if got.as_deref() != want {
            wrong.push(format!("{patch}is {got:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The advice for a rejection keeps the change of the user if a finding about the same value does.
#[test]
fn the_advice_for_a_rejection_keeps_the_change() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}\n";
    let service = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec: {ports: [{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}, {name: m, port: 81}]}\n";
    let cases = [
        (
            pod,
            "spec: {containers: [{name: [a], image: x}]}\n",
            Rule::KubernetesPanics,
            "Write the value of `name` without a list around it.",
        ),
        (
            service,
            "spec: {ports: [{name: t, port: 53, targetPort: 1}, {name: u, port: 53, protocol: UDP, targetPort: 2}]}\n",
            Rule::InvalidObject,
            "Send the whole list with `- $patch: replace`, or use a JSON patch.",
        ),
        (
            service,
            "spec: {ports: [{name: u, port: 53, protocol: UDP, targetPort: 2}]}\n",
            Rule::InvalidObject,
            "Send the whole list with `- $patch: replace`, or use a JSON patch.",
        ),
        (
            service,
            "spec: {ports: [{name: m, port: 82}]}\n",
            Rule::InvalidObject,
            "Delete the old item in the same patch with `$patch: delete`:\n  spec:\n    ports:\n      - port: 81\n        $patch: delete",
        ),
        (
            pod,
            "kind: StatefulSet\nmetadata: {name: other}\nspec: {activeDeadlineSeconds: 2}\n",
            Rule::ServerIdentity,
            "Pass StatefulSet other as LIVE. To change Pod web, remove `kind` and `name` from the patch.",
        ),
        (
            pod,
            "kind: Pod\nmetadata: {name: other}\nspec: {activeDeadlineSeconds: 2}\n",
            Rule::ServerIdentity,
            "Pass Pod other as LIVE. To change Pod web, remove `name` from the patch.",
        ),
        (
            pod,
            "metadata: {name: other}\nspec: {activeDeadlineSeconds: 2}\n",
            Rule::ServerIdentity,
            "Remove `metadata.name` from the patch. Also remove `metadata`, which is then empty. To change another object, pass it as LIVE; to rename or move an object, create a new one.",
        ),
        (
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: a}\nspec: {containers: [{name: c, image: i}]}\n",
            "metadata: {namespace: other}\nspec: {activeDeadlineSeconds: 2}\n",
            Rule::ServerIdentity,
            "Remove `metadata.namespace` from the patch. Also remove `metadata`, which is then empty. To change another object, pass it as LIVE; to rename or move an object, create a new one.",
        ),
        (
            pod,
            "spec: {containers: [{name: a, ports: [80], env: [{DEBUG: x}]}]}\n",
            Rule::NoSuchField,
            "Write `{DEBUG: x}` as `{name: DEBUG, value: \"x\"}`.",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {}\n",
            "data: {app.yaml: {x: 1}}\n",
            Rule::WrongType,
            "Write the content as a string: `app.yaml: |`.",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {}\n",
            "data: [A, B]\n",
            Rule::WrongType,
            "Write `data` as a map of strings, for example `data: {app: web}`.",
        ),
        (
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}\n  selector: {matchLabels: {app: a}}\n  template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: b}]}}\n",
            "spec: {strategy: {$retainKeys: [rollingUpdate], type: Recreate}}\n",
            Rule::RetainKeysUnlisted,
            "Write `$retainKeys: [type]`, or remove `type` from the patch.",
        ),
        // A string field keeps its value, also next to another mistake.
        (
            pod,
            "metadata: {selfLink: x, $setElementOrder/selfLink: [], ownerReferences: [{uid: u, $patch: merge}]}\n",
            Rule::OrderNotLists,
            "Remove `$setElementOrder/selfLink`.",
        ),
        // The merge and the API server report one directive: both say the same.
        (
            pod,
            "spec: {containers: [{name: n, image: i, env: [{name: A, $patch: delete}, {name: B}]}]}\n",
            Rule::UnstoredField,
            "Remove the item `name: A` from the patch list.",
        ),
        (
            pod,
            "spec: {containers: [{name: n, image: i, env: [{name: A, $patch: delete}, {name: B}]}]}\n",
            Rule::StoredDirective,
            "Remove the item `name: A` from the patch list.",
        ),
        // As a label, it would only look valid.
        (
            pod,
            "metadata: {labels: {$retainKeys: [app], app: w}}\n",
            Rule::ServerType,
            "Remove `$retainKeys`.",
        ),
        (
            pod,
            "metadata: {labels: {$Retainkeys: [app], app: w}}\n",
            Rule::ServerType,
            "Write `$retainKeys` instead of `$Retainkeys`.",
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    for (live, patch, rule, want) in cases {
        let inputs = Inputs {
            semantics: Semantics::KUBERNETES,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let of_rule: Vec<&LintFinding> = all.iter().filter(|finding| finding.rule == rule).collect();
        assert!(!of_rule.is_empty(), "{patch}");
        for finding in of_rule {
            assert_eq!(finding.report.fix, want, "{patch}{}", finding.sentence);
            // Which object is meant, only the user knows.
            let is_automatic = finding.report.applicability == Applicability::MachineApplicable;
            assert!(!is_automatic || rule != Rule::ServerIdentity, "{patch}");
        }
    }
}

/// The help of a step without a tried fix, as next to the replaced value.
#[test]
fn the_help_of_a_wrong_type_names_the_right_one() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, env: [{name: A, value: b}]}]}\n";
    let cases = [
        (
            "spec: {containers: web}\n",
            "Write `containers` as a list of items that have a `name`.",
        ),
        (
            "spec: {containers: [{name: a, env: {A: c}}]}\n",
            "Write `env` as a list of items that have a `name`.",
        ),
        // The new item is not in the live object.
        (
            "spec: {containers: [{name: c, image: d, args: e}]}\n",
            "Write `args` as a list.",
        ),
        (
            "spec: {containers: [{name: c, image: d, env: {A: e}}]}\n",
            "Write `env` as a list of items that have a `name`.",
        ),
        (
            "spec: {securityContext: x}\n",
            "Write `securityContext` as a map.",
        ),
        (
            "spec: {securityContext: [{runAsUser: 1}]}\n",
            "Write the value of `securityContext` without a list around it.",
        ),
        (
            "spec: {nodeSelector: [x]}\n",
            "Write `nodeSelector` as a map of strings, for example `nodeSelector: {app: web}`.",
        ),
        (
            "spec: {nodeName: [a, b]}\n",
            "Write a string as the value of `nodeName`.",
        ),
        (
            "spec: {hostNetwork: maybe}\n",
            "Write `true` or `false` as the value of `hostNetwork`.",
        ),
        (
            "spec: {terminationGracePeriodSeconds: long}\n",
            "Write an integer as the value of `terminationGracePeriodSeconds`.",
        ),
    ];
    let schema = Arc::new(Schema::builtin());
    for (patch, want) in cases {
        let inputs = Inputs {
            semantics: Semantics::KUBERNETES,
            ..inputs(live, &[patch], &schema)
        };
        let merged = merge(inputs, true);
        let found = merged.steps.iter().find(|step| step.rule == Rule::WrongType);
        assert_eq!(merged.fix(found.expect(patch)), want, "{patch}");
    }
}

/// To remove the list would lose what the user wanted.
#[test]
fn a_list_of_labels_is_not_removed() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {a: b}}\n";
    let schema = Arc::new(Schema::builtin());
    for (semantics, patch) in [
        (Semantics::KUBERNETES, "metadata: {labels: [a]}\n"),
        (Semantics::MERGE_PATCH, "metadata: {labels: [a]}\n"),
        (
            Semantics::JSON_PATCH,
            "[{op: add, path: /metadata/labels, value: [a]}]\n",
        ),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &schema)
        };
        let merged = merge(inputs, true);
        let found = findings(&merged);
        let report = &found.last().expect(patch).report;
        let want = "Write `labels` as a map of strings, for example `labels: {app: web}`.";
        assert_eq!(report.fix, want, "{semantics}");
    }
}

/// Without the first operation, the sentences about the second one have another number.
#[test]
fn the_fix_of_an_operation_can_renumber_the_others() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n";
    let patch = "- {op: replace, path: /kind, value: 1}\n- {op: replace, path: /spec/hostname, value: x}\n";
    let live = format!("{live}spec: {{containers: [{{name: a, image: b}}]}}\n");
    let inputs = Inputs {
        semantics: Semantics::JSON_PATCH,
        ..inputs(&live, &[patch], &Arc::new(Schema::builtin()))
    };
    let all = findings(&merge(inputs, true));
    let rules: Vec<Rule> = all.iter().map(|finding| finding.rule).collect();
    assert!(rules.contains(&Rule::JsonReplaceMissing) && rules.len() > 1);
    for finding in all {
        assert_eq!(
            finding.report.applicability,
            Applicability::MachineApplicable,
            "{}",
            finding.sentence
        );
    }
}

/// Only the user knows the domain.
#[test]
fn the_help_of_a_finalizer_names_its_form() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n";
    let schema = Arc::new(Schema::builtin());
    for (semantics, patch) in [
        (Semantics::KUBERNETES, "metadata: {finalizers: [e]}\n"),
        (Semantics::MERGE_PATCH, "metadata: {finalizers: [e]}\n"),
        (
            Semantics::JSON_PATCH,
            "- {op: add, path: /metadata/finalizers, value: [e]}\n",
        ),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let finding = all.iter().find(|finding| finding.rule == Rule::InvalidObject);
        let report = &finding.expect("a finding").report;
        let help = "Write the finalizer as DOMAIN/NAME, for example `example.com/e`, or remove it.";
        assert!(report.fix.starts_with(help), "{semantics}: {}", report.fix);
        assert_eq!(report.applicability, Applicability::NeedsDecision, "{semantics}");
    }
}

/// In a merge patch a directive is a field like any other.
#[test]
fn the_fix_of_a_field_keeps_its_directives_in_a_merge_patch() {
    let live = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: x}\nstatus: 81\n";
    let patch = "status: b\n$setElementOrder/status: 81\n";
    let inputs = Inputs {
        semantics: Semantics::MERGE_PATCH,
        ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
    };
    let all = findings(&merge(inputs, true));
    let finding = all.iter().find(|finding| finding.rule == Rule::ServerType);
    assert_eq!(
        fixed(patch, finding.expect("a finding")),
        "$setElementOrder/status: 81\n"
    );
}

/// The advice for two ports with one number does not depend on the finding.
#[test]
fn ports_with_one_number_are_not_joined() {
    let live = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec: {ports: [{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}]}\n";
    let patch = "spec: {ports: [{name: t, port: 53, protocol: TCP, targetPort: 1}, {name: u, port: 53, protocol: UDP, targetPort: 2}]}\n";
    let schema = Arc::new(Schema::builtin());
    for semantics in [Semantics::KUBERNETES, Semantics::PROPOSAL] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &schema)
        };
        let all = findings(&merge(inputs, true));
        let advice = |rule: Rule| {
            let finding = all.iter().find(|finding| finding.rule == rule);
            finding.map(|finding| finding.report.fix.as_str())
        };
        let both = advice(Rule::KeyCollision).expect("a collision");
        assert_eq!(advice(Rule::DuplicatePatchItems), Some(both));
        // Kubernetes would store the proposed directive.
        let names_keys = both.contains("$patchMergeKey: [port, protocol]");
        assert_eq!(names_keys, semantics == Semantics::PROPOSAL, "{both}");
    }
}

/// The options that the help of an unknown kind prints make the patch valid.
#[test]
fn the_printed_merge_keys_of_an_unknown_kind_work() {
    let live = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {parts: [{id: 1, size: 1, pins: [{name: a}]}, {id: 2, size: 1}], tags: [{a: 1}]}\n";
    let patch = "spec: {parts: [{id: 2, size: 3, pins: [{name: b}]}]}\n";
    let mut schema = Schema::builtin();
    let before = merge(inputs(live, &[patch], &Arc::new(Schema::builtin())), true);
    let help = &findings(&before)[0].report.fix;
    let mut words = help.split_whitespace();
    let mut options = Vec::new();
    while words.by_ref().any(|word| word == "--merge-key") {
        options.extend(words.next().map(|word| word.trim_end_matches(',')));
    }
    assert_eq!(options, ["spec.parts=id", "spec.parts.pins=name"], "{help}");
    for option in options {
        let (path, key) = option.split_once('=').expect("PATH=KEY");
        schema.declare(path, key).expect("a declaration");
    }
    let after = merge(inputs(live, &[patch], &Arc::new(schema)), true);
    assert!(after.rejection().is_none());
    assert!(text(&after).contains("\"size\": 3"), "{}", text(&after));
}

/// The help has a few options, and only such that a shell and the program read as one.
#[test]
fn the_options_of_an_unknown_kind_are_few_and_plain() {
    let live = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n";
    let help = |patch: &str| {
        let merged = merge(inputs(live, &[patch], &Arc::new(Schema::builtin())), true);
        findings(&merged)[0].report.fix.clone()
    };
    let five: Vec<String> = ["a", "b", "c", "d", "e"]
        .map(|list| format!("{list}: [{{name: x}}]"))
        .into();
    let five = help(&format!("spec: {{{}}}\n", five.join(", ")));
    assert!(
        five.contains("spec.d=name and an option for 1 more list to declare"),
        "{five}"
    );
    for key in ["a b;touch x", "a.b=c", &"k".repeat(100)] {
        let help = help(&format!("spec: {{l: [{{\"{key}\": 1}}]}}\n"));
        assert!(help.contains("--merge-key PATH=KEY to declare"), "{help}");
    }
}

/// Another program can apply the edits in any order.
#[test]
fn no_two_edits_are_at_one_place() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: a\n    image: b\n    env:\n    - {name: P, value: '1'}\n";
    let patch = "spec:\n  containers:\n  - name: a\n    $setElementOrder/env:\n    - name: P\n    - name: Q\n    env:\n    - name: P\n    - name: H\n    - name: U\n";
    let merged = merge(inputs(live, &[patch], &Arc::new(Schema::builtin())), true);
    for finding in findings(&merged) {
        let edits = &finding.report.edits;
        let touch = edits
            .windows(2)
            .any(|pair| pair[0].byte_end >= pair[1].byte_start);
        assert!(!touch, "{edits:?}");
    }
}

#[test]
fn a_change_in_another_notation_is_kept() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b, ports: [{containerPort: 80}], env: [{name: A, value: b}]}, {name: bare, image: b}]}\n";
    let of = |name: &str, entry: &str| format!("spec: {{containers: [{{name: {name}, {entry}}}]}}\n");
    let mut cases = vec![
        (
            of("a", "$patch: [delete]"),
            of("a", "$patch: delete"),
            "Write `$patch: delete`.",
        ),
        (
            "$patch: replce\nspec: {hostname: x}\n".to_owned(),
            "$patch: replace\nspec: {hostname: x}\n".to_owned(),
            "Write `$patch: replace`.",
        ),
        (
            of("a", "env: [B=1, {C: x}]"),
            of("a", "env: [{name: B, value: \"1\"}, {name: C, value: x}]"),
            "Write the items of `env` with `name` and `value`: `{name: B, value: \"1\"}`.",
        ),
    ];
    for name in ["a", "bare"] {
        cases.push((
            of(name, "ports: [{port: 8080}]"),
            of(name, "ports: [{containerPort: 8080}]"),
            "Write `containerPort` instead of `port`.",
        ));
        cases.push((
            of(name, "env: [DB_HOST=1]"),
            of(name, "env: [{name: DB_HOST, value: \"1\"}]"),
            "Write `DB_HOST=1` as `{name: DB_HOST, value: \"1\"}`.",
        ));
        cases.push((
            of(name, "env: [{DB_HOST: x}]"),
            of(name, "env: [{name: DB_HOST, value: x}]"),
            "Write `{DB_HOST: x}` as `{name: DB_HOST, value: \"x\"}`.",
        ));
    }
    let schema = Arc::new(Schema::builtin());
    let mut wrong = Vec::new();
    for (patch, want, help) in cases {
        for finding in findings(&merge(inputs(live, &[&patch], &schema), true)) {
            let got = (fixed(&patch, &finding), &*finding.report.fix);
            if got != (want.clone(), help) {
                wrong.push(format!("{patch}{}: is {got:?}", finding.sentence));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Keys that users choose are often similar, so only one typing error makes one of them the meant one.
#[test]
fn another_key_of_the_user_is_no_typing_error() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {DB_HOST: a, LOG_LEVEL: b, rule-1: c, a: d}\n";
    let schema = Arc::new(Schema::builtin());
    for (key, meant) in [
        ("LOGLEVEL", Some("LOG_LEVEL")),
        ("LOG-LEVEL", Some("LOG_LEVEL")),
        ("log_level", Some("LOG_LEVEL")),
        ("DB_PORT", None),
        ("rule-2", None),
        ("b", None),
    ] {
        for (semantics, op) in [
            (Semantics::JSON_PATCH, "remove"),
            (Semantics::JSON_PATCH_RFC, "remove"),
            (Semantics::JSON_PATCH_RFC, "replace"),
        ] {
            let patch = format!("- {{op: {op}, path: /data/{key}, value: x}}\n");
            let inputs = Inputs {
                semantics,
                ..inputs(live, &[&patch], &schema)
            };
            let all = findings(&merge(inputs, true));
            let all: String = all.iter().map(|finding| &*finding.report.fix).collect();
            let proposed = all
                .split("Write `/data/")
                .nth(1)
                .and_then(|it| it.split('`').next());
            assert_eq!(proposed, meant, "[{semantics}] {patch} {all}");
        }
    }
}

#[test]
fn a_path_of_a_json_patch_is_written_as_a_pointer() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, labels: {app.kubernetes.io/name: web}, annotations: {checksum/config: a, one/a: b}, finalizers: [example.com/a, example.com/b]}\nspec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: sidecar, image: s}, {name: checkout, image: c}]}}}\n";
    let cases = [
        (
            "- {op: replace, path: /metadata/annotations/checksum/config, value: b}\n",
            "- {op: replace, path: /metadata/annotations/checksum~1config, value: b}\n",
            "Write `/metadata/annotations/checksum~1config`.",
        ),
        (
            "- {op: test, path: /metadata/annotations/checksum/config, value: a}\n",
            "- {op: test, path: /metadata/annotations/checksum~1config, value: a}\n",
            "Write `/metadata/annotations/checksum~1config`.",
        ),
        (
            "- {op: remove, path: /metadata/labels/app.kubernetes.io/name}\n",
            "- {op: remove, path: /metadata/labels/app.kubernetes.io~1name}\n",
            "Write `/metadata/labels/app.kubernetes.io~1name`.",
        ),
        (
            "- {op: move, from: /metadata/labels/app.kubernetes.io/name, path: /metadata/labels/name}\n",
            "- {op: move, from: /metadata/labels/app.kubernetes.io~1name, path: /metadata/labels/name}\n",
            "Write `/metadata/labels/app.kubernetes.io~1name`.",
        ),
        (
            "- {op: add, path: /metadata/labels/app.kubernetes.io/tier, value: x}\n",
            "- {op: add, path: /metadata/labels/app.kubernetes.io~1tier, value: x}\n",
            "Write `/metadata/labels/app.kubernetes.io~1tier`.",
        ),
        (
            "- {op: replace, path: /metadata/labels/app.kubernetes.io/tier, value: x}\n",
            "- {op: add, path: /metadata/labels/app.kubernetes.io~1tier, value: x}\n",
            "Write `op: add` and `/metadata/labels/app.kubernetes.io~1tier`.",
        ),
        (
            "- {op: add, path: /spec/template/spec/nodeSelector/kubernetes.io/os, value: linux}\n",
            "- op: add\n  path: /spec/template/spec/nodeSelector\n  value: {}\n- {op: add, path: /spec/template/spec/nodeSelector/kubernetes.io~1os, value: linux}\n",
            "Write `/spec/template/spec/nodeSelector/kubernetes.io~1os`. Before this operation, add `/spec/template/spec/nodeSelector` as an empty map.",
        ),
        (
            "- {op: replace, path: spec.replicas, value: 2}\n",
            "- {op: replace, path: /spec/replicas, value: 2}\n",
            "Write `/spec/replicas`.",
        ),
        (
            "- {op: remove, path: .spec.replicas}\n",
            "- {op: remove, path: /spec/replicas}\n",
            "Write `/spec/replicas`.",
        ),
        (
            "- {op: add, path: /spec.replicas, value: 2}\n",
            "- {op: add, path: /spec/replicas, value: 2}\n",
            "Write `/spec/replicas`.",
        ),
        (
            "- {op: replace, path: spec.minReadySeconds, value: 2}\n",
            "- {op: add, path: /spec/minReadySeconds, value: 2}\n",
            "Write `op: add` and `/spec/minReadySeconds`.",
        ),
        (
            "- {op: replace, path: 'spec.template.spec.containers[1].image', value: x}\n",
            "- {op: replace, path: /spec/template/spec/containers/1/image, value: x}\n",
            "Write `/spec/template/spec/containers/1/image`.",
        ),
        (
            "- {op: add, path: metadata.labels.app.kubernetes.io/tier, value: x}\n",
            "- {op: add, path: /metadata/labels/app.kubernetes.io~1tier, value: x}\n",
            "Write `/metadata/labels/app.kubernetes.io~1tier`.",
        ),
        (
            "- {op: replace, path: /spec/template/spec/containers/checkout/image, value: x}\n",
            "- {op: replace, path: /spec/template/spec/containers/1/image, value: x}\n",
            "Write `/spec/template/spec/containers/1/image`: `containers` is a list, and `checkout` is item 1.",
        ),
        (
            "- {op: remove, path: /spec/template/spec/containers/sidecar}\n",
            "- {op: remove, path: /spec/template/spec/containers/0}\n",
            "Write `/spec/template/spec/containers/0`: `containers` is a list, and `sidecar` is item 0.",
        ),
        (
            "- {op: remove, path: /metadata/finalizers/example.com~1b}\n",
            "- {op: remove, path: /metadata/finalizers/1}\n",
            "Write `/metadata/finalizers/1`: `finalizers` is a list, and `example.com/b` is item 1.",
        ),
        // One name too much: neither a string nor a list of strings has the field.
        (
            "- {op: replace, path: /spec/template/spec/containers/1/image/tag, value: x}\n",
            "- {op: replace, path: /spec/template/spec/containers/1/image, value: x}\n",
            "Write `/spec/template/spec/containers/1/image`: it is a string and has no fields.",
        ),
        (
            "- {op: replace, path: /spec/replicas/count, value: 3}\n",
            "- {op: replace, path: /spec/replicas, value: 3}\n",
            "Write `/spec/replicas`: it is a number and has no fields.",
        ),
        (
            "- {op: replace, path: /metadata/finalizers/list, value: [example.com/c]}\n",
            "- {op: replace, path: /metadata/finalizers, value: [example.com/c]}\n",
            "Write `/metadata/finalizers`: the value is the whole list.",
        ),
        // The value has another type.
        (
            "- {op: test, path: /spec/replicas, value: '1'}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "- {op: test, path: /spec/replicas, value: 1}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "Write `value: 1`, as the object has it.",
        ),
        (
            "- {op: test, path: /spec/replcas, value: 1}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "- {op: test, path: /spec/replicas, value: 1}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "Write `/spec/replicas`.",
        ),
        // The object has no field to which the value could be copied.
        (
            "- {op: replace, path: /metadata/labels/app.kubernetes.io~1name, value: x}\n- {op: copy, from: /metadata/labels/app.kubernetes.io~1name, path: /other}\n",
            "- {op: replace, path: /metadata/labels/app.kubernetes.io~1name, value: x}\n",
            "Remove the operation with the path `/other`.",
        ),
        (
            "- {op: replace, path: '', value: {}}\n- {op: replace, path: /metadata/labels, value: {a: b}}\n",
            "- {op: replace, path: /metadata/labels, value: {a: b}}\n",
            "Remove the operation: it replaces the whole object by an empty map.",
        ),
        (
            "- {op: delete, path: /spec/paused}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "- {op: replace, path: /spec/replicas, value: 2}\n",
            "Remove the operation: the object has no `/spec/paused`.",
        ),
        // There is nothing to remove.
        (
            "- {op: remove, path: /spec/paused}\n- {op: remove, path: /spec/minReadySeconds}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "- {op: remove, path: /spec/minReadySeconds}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "Remove the operation.",
        ),
        (
            "- {op: remove, path: /metadata/labels/app.kubernetes.io/tier}\n- {op: replace, path: /spec/replicas, value: 2}\n",
            "- {op: replace, path: /spec/replicas, value: 2}\n",
            "Remove the operation.",
        ),
    ];
    let mut wrong = Vec::new();
    for (patch, want, help) in cases {
        let all = json_patch_findings(live, patch);
        let first = all.first().expect("a finding");
        let got = (
            fixed(patch, first),
            &*first.report.fix,
            first.report.applicability,
        );
        if got != (want.to_owned(), help, Applicability::MachineApplicable) {
            wrong.push(format!("{patch}is {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The value of an enumeration with other letters, or with a typing error, if only one value is near.
#[test]
fn a_nearly_supported_value_is_written_as_the_supported_one() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}\n";
    let cases = [
        ("imagePullPolicy: always", Some("imagePullPolicy: Always")),
        (
            "imagePullPolicy: ifNotPresent",
            Some("imagePullPolicy: IfNotPresent"),
        ),
        ("imagePullPolicy: Alway", Some("imagePullPolicy: Always")),
        ("imagePullPolicy: Sometimes", None),
        (
            "ports: [{containerPort: 80, protocol: tcp}]",
            Some("ports: [{containerPort: 80, protocol: TCP}]"),
        ),
        // `TCP` or `UDP`
        ("ports: [{containerPort: 80, protocol: UCP}]", None),
    ];
    let schema = Arc::new(Schema::builtin());
    for (written, want) in cases {
        let patch = |field: &str| format!("spec: {{containers: [{{name: a, {field}}}]}}\n");
        let merged = merge(inputs(live, &[&patch(written)], &schema), true);
        let all = findings(&merged);
        let report = &all[0].report;
        let got = (report.applicability == Applicability::MachineApplicable)
            .then(|| fixed(&patch(written), &all[0]));
        assert_eq!(got, want.map(patch), "{written}: {report:?}");
    }
}

/// The live object has the field, which the server does not store; the patch need not have it.
#[test]
fn a_field_that_the_live_object_has_can_be_removed_from_the_patch() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nother: a\nspec: {containers: [{name: a, image: b}]}\n";
    let patch = "other: b\nspec: {hostname: x}\n";
    let inputs = Inputs {
        semantics: Semantics::MERGE_PATCH,
        ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
    };
    let all = findings(&merge(inputs, true));
    assert_eq!(
        (fixed(patch, &all[0]), all[0].report.applicability),
        (
            "spec: {hostname: x}\n".to_owned(),
            Applicability::MachineApplicable
        )
    );
}

/// A path with two meanings, and a value that only the user knows.
#[test]
fn a_json_patch_with_two_meanings_needs_a_decision() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {a: b}}\nspec: {nodeName: one, containers: [{name: a, image: b}]}\nstatus: {phase: Running}\n";
    let cases = [
        // `labels` is next to `name`.
        ("- {op: replace, path: /metadata/name/labels, value: x}\n", None),
        ("- {op: add, path: /metadata/name/x, value: 3}\n", None),
        (
            "- {op: test, path: /spec/nodeName, value: two}\n",
            Some("- {op: test, path: /spec/nodeName, value: one}\n"),
        ),
        ("- {op: test, path: '', value: {}}\n", None),
        // A test of the status is no change of it.
        (
            "- {op: test, path: /status/phase, value: Pending}\n- {op: add, path: /spec/hostname, value: x}\n",
            Some(
                "- {op: test, path: /status/phase, value: Running}\n- {op: add, path: /spec/hostname, value: x}\n",
            ),
        ),
        ("- {op: delete, path: ''}\n", None),
    ];
    let mut wrong = Vec::new();
    for (patch, want) in cases {
        let all = json_patch_findings(live, patch);
        let first = all.first().expect("a finding");
        let got = (!first.report.edits.is_empty()).then(|| fixed(patch, first));
        if got.as_deref() != want || first.report.applicability != Applicability::NeedsDecision {
            wrong.push(format!("{patch}is {got:?}, {:?}", first.report));
        }
    }
    // The test stays. A value that moves to the status is removed from the labels.
    for (more, want) in [
        ("", "- {op: test, path: /status/phase, value: Running}\n"),
        (
            "- {op: move, from: /metadata/labels/a, path: /status/message}\n",
            "",
        ),
    ] {
        let patch = format!(
            "- {{op: test, path: /status/phase, value: Running}}\n- {{op: replace, path: /status/phase, value: Failed}}\n{more}"
        );
        let all = json_patch_findings(live, &patch);
        let status = all
            .iter()
            .find(|it| it.rule == Rule::StatusIgnored)
            .expect("status-ignored");
        let got = (!status.report.edits.is_empty()).then(|| fixed(&patch, status));
        if got.unwrap_or_default() != want {
            wrong.push(format!("{patch}is {:?}", status.report));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kubernetes accepts `replace` of a missing member, the RFC does not.
#[test]
fn a_misspelled_replace_of_a_missing_member_is_an_add_for_the_rfc() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {a: b}}\n";
    let patch = "- {op: repalce, path: /metadata/labels/tier, value: x}\n";
    for (semantics, op) in [
        (Semantics::JSON_PATCH, "replace"),
        (Semantics::JSON_PATCH_RFC, "add"),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
        };
        let all = findings(&merge(inputs, true));
        assert_eq!(
            (fixed(patch, &all[0]), all[0].report.applicability),
            (patch.replace("repalce", op), Applicability::MachineApplicable)
        );
    }
}

/// The replicas stay: only the selector cannot change, and the labels of the template must match it.
#[test]
fn an_immutable_selector_is_removed_with_the_labels_that_match_it() {
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  replicas: 1\n  selector: {matchLabels: {app: a}}\n  \
                template:\n    metadata: {labels: {app: a}}\n    spec: {containers: [{name: c, image: c}]}\n";
    let patch = "spec:\n  replicas: 4\n  selector:\n    matchLabels:\n      app: b\n  template:\n    metadata:\n      labels:\n        app: b\n";
    for semantics in [Semantics::KUBERNETES, Semantics::MERGE_PATCH] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
        };
        let all = findings(&merge(inputs, true));
        let found = all
            .iter()
            .find(|it| it.rule == Rule::ImmutableField)
            .expect("a finding");
        assert_eq!(
            found.location.as_ref().map(|it| (it.file.as_str(), it.line)),
            Some(("patch", 3))
        );
        assert_eq!(found.report.applicability, Applicability::NeedsDecision);
        assert_eq!(fixed(patch, found), "spec:\n  replicas: 4\n");
    }
}

/// JSON patches and merge patches have no directives, so no help names one.
#[test]
fn the_help_for_a_variable_names_what_the_patch_type_has() {
    let live = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: c\n    env: [{name: A, value: a}]\n";
    let json = "- {op: add, path: /spec/containers/0/env/0, value: {name: B, value: $(A)}}\n";
    let whole =
        "spec: {containers: [{name: c, image: c, env: [{name: B, value: $(A)}, {name: A, value: a}]}]}";
    for (semantics, patch, help) in [
        (
            Semantics::JSON_PATCH,
            json,
            "Move `A` before `B` with a `move` operation.",
        ),
        (
            Semantics::MERGE_PATCH,
            whole,
            "Move `A` before `B` in the patch list.",
        ),
    ] {
        let inputs = Inputs {
            semantics,
            ..inputs(live, &[patch], &Arc::new(Schema::builtin()))
        };
        let all = findings(&merge(inputs, true));
        let found = all.iter().find(|it| it.rule == Rule::VariableBeforeDefinition);
        assert_eq!(found.expect("a finding").report.fix, help, "{patch}");
    }
}

/// Returns the findings of a JSON patch.
fn json_patch_findings(live: &str, patch: &str) -> Vec<LintFinding> {
    findings_with(Semantics::JSON_PATCH, live, patch)
}

#[test]
fn operations_of_json_patches_have_fixes() {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a, image: b}]}\n";
    let cases = [
        (
            "- {op: replace, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: replace, path: pod/spec/containers/0/image, value: c}\n",
            "- {op: replace, path: /spec/containers/0/image, value: c}\n",
        ),
        (
            "- {op: replce, path: /spec/containers/0/image, value: x}\n",
            "- {op: replace, path: /spec/containers/0/image, value: x}\n",
        ),
        (
            "- {op: add, path: /metadata/labels/a, value: b}\n",
            "- op: add\n  path: /metadata/labels\n  value: {}\n- {op: add, path: /metadata/labels/a, value: b}\n",
        ),
        (
            "- {op: add, path: /spec/tolerations/-, value: {operator: Exists}}\n",
            "- op: add\n  path: /spec/tolerations\n  value: []\n- {op: add, path: /spec/tolerations/-, value: {operator: Exists}}\n",
        ),
        (
            "- {op: set, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: set, path: /spec/containers/0, value: {name: c, image: d}}\n",
            "- {op: replace, path: /spec/containers/0, value: {name: c, image: d}}\n",
        ),
        (
            "- {op: add, path: spec/containers/-, value: {name: c, image: d}}\n",
            "- {op: add, path: /spec/containers/-, value: {name: c, image: d}}\n",
        ),
        // Kubernetes would set `hostname` of the object, which it does not have.
        (
            "- {op: replace, path: spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: '', path: /metadata/annotations, value: {a: b}}\n",
            "- {op: add, path: /metadata/annotations, value: {a: b}}\n",
        ),
        (
            "- {path: /metadata/annotations, value: {a: b}}\n",
            "- {path: /metadata/annotations, value: {a: b}, op: add}\n",
        ),
        (
            "- {op: add, path: /metadata/creationTimestamp, value: now}\n- {op: add, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: add, path: /spec/containers/7, value: {name: c, image: d}}\n",
            "- {op: add, path: /spec/containers/-, value: {name: c, image: d}}\n",
        ),
        (
            "- {op: add, path: /spec/containers/00/image, value: c}\n",
            "- {op: add, path: /spec/containers/0/image, value: c}\n",
        ),
        (
            "- {op: add, path: /spec/hostname, value: x}\n- {op: remove, path: /spec/nodeName}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: replace, path: /spec/containers/0/imge, value: x}\n",
            "- {op: replace, path: /spec/containers/0/image, value: x}\n",
        ),
        (
            "- {op: add, path: /spec/containers/0/imge, value: x}\n",
            "- {op: add, path: /spec/containers/0/image, value: x}\n",
        ),
        (
            "- {op: replace, path: /spec/contaners/0/image, value: x}\n",
            "- {op: replace, path: /spec/containers/0/image, value: x}\n",
        ),
        (
            "- {op: add, path: /spec/containers/0/env, value: [{nme: A}]}\n",
            "- {op: add, path: /spec/containers/0/env, value: [{name: A}]}\n",
        ),
        (
            "- {op: add, path: /spec/containers/0/image, value: 1.50}\n",
            "- {op: add, path: /spec/containers/0/image, value: \"1.50\"}\n",
        ),
        (
            "- {op: add, path: /spec/containers/0/ports, value: {containerPort: 80}}\n",
            "- {op: add, path: /spec/containers/0/ports, value: [{containerPort: 80}]}\n",
        ),
        (
            "- {op: add, path: spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: delete, path: /spec/containers/0/command}\n- {op: add, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: replace, path: /kind, value: 1}\n- {op: add, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: remove, path: /spec/containers}\n- {op: add, path: /spec/hostname, value: x}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: add, path: /spec/hostname, value: x}\n- {op: add, path: /status, value: {phase: x}}\n",
            "- {op: add, path: /spec/hostname, value: x}\n",
        ),
        (
            "- {op: add, path: /metadata/labels, value: {$retainKeys: [app], app: w}}\n",
            "- {op: add, path: /metadata/labels, value: {app: w}}\n",
        ),
    ];
    let mut wrong = Vec::new();
    for (patch, want) in cases {
        let all = json_patch_findings(live, patch);
        let is_applied = |it: &&LintFinding| it.report.applicability == Applicability::MachineApplicable;
        let got = all.iter().find(is_applied).map(|finding| fixed(patch, finding));
        if got.as_deref() != Some(want) {
            wrong.push(format!("{patch}is {got:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn operations_that_change_a_field_that_must_stay_can_be_removed() {
    let spec = "spec: {serviceName: a, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}\n";
    let of_kind = |kind: &str| format!("apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: a}}\n{spec}");
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: kubernetes.io/tls\ndata: {tls.crt: YQ==, tls.key: YQ==}\n";
    let other = "- {op: add, path: /metadata/labels, value: {c: d}}\n";
    let cases = [
        (
            &*of_kind("StatefulSet"),
            "- {op: replace, path: /spec/serviceName, value: x}\n",
            Rule::ImmutableField,
            "Remove the operation.",
        ),
        // The key has a dot.
        (
            secret,
            "- {op: remove, path: /data/tls.crt}\n",
            Rule::InvalidObject,
            "Remove the operation: the field is required.",
        ),
        (
            &*of_kind("Deployment").replace("serviceName: a, ", ""),
            "- {op: remove, path: /spec/selector/matchLabels/a}\n- {op: add, path: /spec/selector/matchLabels/c, value: d}\n",
            Rule::ImmutableField,
            "Remove the operations on `spec.selector`: it cannot change.",
        ),
        // The position is that of the operation, not of the live object.
        (
            &*of_kind("Deployment"),
            "- {op: remove, path: /apiVersion}\n",
            Rule::ServerType,
            "Remove the operation.",
        ),
    ];
    for (live, patch, rule, help) in cases {
        let patch = format!("{patch}{other}");
        let all = json_patch_findings(live, &patch);
        let found = all
            .iter()
            .find(|finding| finding.rule == rule)
            .expect("a finding");
        assert_eq!(
            (&*fixed(&patch, found), &*found.report.fix),
            (other, help),
            "{patch}"
        );
        assert_eq!(
            found.location.as_ref().map(|it| &*it.file),
            Some("patch"),
            "{patch}"
        );
    }
}
