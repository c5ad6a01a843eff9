//! The warnings and the rejection of a merge: what `lint` prints, each with its code, position and help.

use super::explanation::tell_step;
use super::fix::{Fix, FixReport, fixes};
use super::rejection::guilty_location;
use super::source_location::SourceLocation;
use crate::merge::{Merge, Rule, Severity};

/// One thing found.
#[derive(Clone, Debug)]
pub struct LintFinding {
    /// The rule; its name is the code.
    pub rule: Rule,
    /// Where: in the patch if it has to do with one, else in live. None for what is about the whole.
    pub location: Option<SourceLocation>,
    /// The path, items by their key.
    pub path: String,
    /// The sentence.
    pub says: String,
    /// The help, with the edits that carry it out.
    pub report: FixReport,
    /// The same for a program that applies it.
    pub fix: Fix,
}

/// The findings of a traced merge, in the order of its steps.
pub fn findings(merge: &Merge) -> Vec<LintFinding> {
    let tell = |(index, fix): (usize, Option<Fix>)| {
        let fix = fix?;
        let rule = merge.steps[index].rule;
        let told = tell_step(merge, index);
        let rejection = merge
            .rejection()
            .filter(|rejection| rejection.step as usize == index);
        let guilty = rejection.and_then(|rejection| guilty_location(merge, rejection));
        Some(LintFinding {
            rule,
            location: guilty.or(told.patch).or(told.directive).or(told.live),
            path: told.path,
            says: told.says,
            report: FixReport::new(merge, &fix),
            fix,
        })
    };
    fixes(merge).into_iter().enumerate().filter_map(tell).collect()
}

/// `1 finding`.
pub fn count(count: usize) -> String {
    match count {
        0 => "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        _ => format!("{count} findings"),
    }
}

/// The codes of all warnings, in the order of the rule table.
pub fn codes() -> impl Iterator<Item = Rule> {
    let all = Rule::ALL.iter().copied();
    all.filter(|rule| rule.severity() == Some(Severity::Warning))
}

/// The table of codes for the reference.
pub fn codes_markdown() -> String {
    let mut out = String::from("| code | what it is about |\n|---|---|\n");
    for rule in codes() {
        out.push_str(&format!("| `{}` | {} |\n", rule.name(), rule.text().rule));
    }
    out
}
