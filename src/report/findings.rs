//! The warnings and the rejection of a merge as `lint` prints them, with code, position and help.

use super::explanation::step_text;
use super::fix::{Fix, FixReport, fixes, found_steps};
use super::rejection::guilty_location;
use super::source_location::SourceLocation;
use crate::document::words::{and_list, count_of};
use crate::merge::{Merge, Rule, Severity};

/// A finding.
#[derive(Clone, Debug)]
pub struct LintFinding {
    /// The rule; its name is the code.
    pub rule: Rule,
    /// The position: in the patch if it is about one, else in the live object. `None` for a finding about the
    /// whole object.
    pub location: Option<SourceLocation>,
    /// The path; items are named by their merge key.
    pub path: String,
    /// The sentence.
    pub sentence: String,
    /// The help with its edits for JSON.
    pub report: FixReport,
    /// The help with its edits for a program that applies it.
    pub fix: Fix,
}

/// Returns the findings of a traced merge in the order of its steps.
pub fn findings(merge: &Merge) -> Vec<LintFinding> {
    let tell = |(index, fix): (usize, Option<Fix>)| {
        let fix = fix?;
        let rule = merge.steps[index].rule;
        let text = step_text(merge, index);
        let rejection = merge
            .rejection()
            .filter(|rejection| rejection.step as usize == index);
        let faulty = rejection.and_then(|rejection| guilty_location(merge, rejection));
        Some(LintFinding {
            rule,
            location: faulty.or(text.patch).or(text.directive).or(text.live),
            path: text.path,
            sentence: text.sentence,
            report: FixReport::new(merge, &fix),
            fix,
        })
    };
    fixes(merge).into_iter().enumerate().filter_map(tell).collect()
}

/// Returns the rules and paths of the findings of a traced merge. To find their fixes would cost many merges.
pub(crate) fn places(merge: &Merge) -> impl Iterator<Item = (Rule, String)> {
    let steps = found_steps(merge).into_iter().map(|index| &merge.steps[index]);
    steps.map(|step| (step.rule, merge.distinct_step_path(step).to_string()))
}

/// Returns `1 finding`.
pub fn count(count: usize) -> String {
    match count {
        0 => "no findings".to_owned(),
        _ => count_of(count, "finding"),
    }
}

/// Returns the codes of all warnings or of all rejections in the order of the rule table.
pub fn codes(severity: Severity) -> impl Iterator<Item = Rule> {
    let all = Rule::ALL.iter().copied();
    all.filter(move |rule| rule.severity() == Some(severity))
}

/// Returns the codes by the commands that report them. `lint` comes first.
pub fn codes_by_command(severity: Severity) -> Vec<(&'static [&'static str], Vec<Rule>)> {
    let mut groups: Vec<(&[&str], Vec<Rule>)> = Vec::new();
    for rule in codes(severity) {
        let commands = rule.text().commands;
        match groups.iter_mut().find(|(known, _)| *known == commands) {
            Some((_, rules)) => rules.push(rule),
            None => groups.push((commands, vec![rule])),
        }
    }
    groups
}

/// Returns the tables of codes for the reference, one for each group of commands.
pub fn codes_markdown(severity: Severity) -> String {
    let mut tables = Vec::new();
    let what = match severity {
        Severity::Warning => "Warnings",
        Severity::Error => "Rejections",
    };
    for (commands, rules) in codes_by_command(severity) {
        let names: Vec<String> = commands.iter().map(|name| format!("`{name}`")).collect();
        let mut table = format!(
            "{what} of {}:\n\n| code | what it is about |\n|---|---|\n",
            and_list(&names)
        );
        for rule in rules {
            table.push_str(&format!("| `{}` | {} |\n", rule.name(), rule.text().rule));
        }
        tables.push(table);
    }
    tables.join("\n")
}
