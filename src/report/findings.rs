//! The warnings and the rejection of a merge as `lint` prints them, with code, position and help.

use super::explanation::step_text;
use super::fix::{Fix, FixReport, HiddenTexts, fixes};
use super::rejection::guilty_location;
use super::source_location::SourceLocation;
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
    let hidden = HiddenTexts::new([merge]);
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
            report: FixReport::new(merge, &fix, &hidden),
            fix,
        })
    };
    fixes(merge).into_iter().enumerate().filter_map(tell).collect()
}

/// Returns `1 finding`.
pub fn count(count: usize) -> String {
    match count {
        0 => "no findings".to_owned(),
        1 => "1 finding".to_owned(),
        _ => format!("{count} findings"),
    }
}

/// Returns the codes of all warnings or of all rejections in the order of the rule table.
pub fn codes(severity: Severity) -> impl Iterator<Item = Rule> {
    let all = Rule::ALL.iter().copied();
    all.filter(move |rule| rule.severity() == Some(severity))
}

/// Returns the table of codes for the reference.
pub fn codes_markdown(severity: Severity) -> String {
    let mut out = String::from("| code | what it is about |\n|---|---|\n");
    for rule in codes(severity) {
        out.push_str(&format!("| `{}` | {} |\n", rule.name(), rule.text().rule));
    }
    out
}
