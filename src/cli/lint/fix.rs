//! `mergescope lint --fix` and `--diff`: applies the machine-applicable fixes to the patches.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, IsTerminal};
use std::sync::Arc;

use anyhow::{Result, bail};

use super::report::report;
use super::severity::LintLevels;
use crate::cli::args::{InputArgs, LintArgs};
use crate::cli::exit::Exit;
use crate::cli::input_source::InputPath;
use crate::cli::print::{print_err, print_out};
use crate::cli::{inputs, stream};
use crate::document::write::apply_edits;
use crate::document::{escape, invalid_utf8_line, read};
use crate::merge::{Inputs, Merge, Rule, merge_with_steps};
use crate::report::findings::LintFinding;
use crate::report::fix::{Fix, leaves_nothing};
use crate::report::redact::Redaction;
use crate::report::unified_diff::unified_diff;
use crate::terminal::save::{ExpectedContent, SaveRequest, save};

/// Maximum number of rounds with few fixes: a fix can make another fix possible.
const MAX_ROUNDS: usize = 40;

/// A round with so many fixes is not counted: some findings are reported only so many at a time.
const MANY_FIXES: usize = 20;

/// Maximum number of bytes that are merged to try fixes. Another run finds the remaining fixes.
const TRIED_BYTES: usize = 16 << 20;

/// Patches that are being fixed.
struct Repair<'l> {
    lint: &'l LintLevels,
    inputs: Inputs,
    /// Hides the values of Secrets, with the same placeholders in each round.
    redaction: Redaction,
    /// One line for each applied fix.
    applied: Vec<(String, String)>,
    /// The number of bytes that were merged to try fixes.
    tried: usize,
    /// Whether there may be fixes that were not tried.
    is_cut_short: bool,
    /// The number of fixes of findings that were hidden before.
    hidden: usize,
}

pub(crate) fn run(args: &InputArgs, lint_args: &LintArgs, lint: &LintLevels) -> Result<Exit> {
    let (_, origins) = inputs::origins(args)?;
    if lint_args.fix {
        for origin in &origins {
            let why = match origin {
                InputPath::File(_) => continue,
                InputPath::Stdin => "the patch is read from stdin, which cannot be written",
                InputPath::Inline(_) => "the patch is given with --patch, which cannot be written",
            };
            bail!("--fix: {why}\nhelp: save the patch to a file, or use --diff to see the fixes");
        }
    }
    let before = stream::single(args)?;
    if lint_args.fix {
        check_encodings(&origins, &before)?;
    }
    let mut repair = Repair {
        lint,
        inputs: before.clone(),
        redaction: Redaction::new(false),
        applied: Vec::new(),
        tried: 0,
        is_cut_short: false,
        hidden: 0,
    };
    repair.run();
    let Repair {
        inputs,
        redaction,
        applied,
        is_cut_short,
        hidden,
        ..
    } = repair;
    let next = match lint_args.diff {
        true => "apply these, and use --diff again",
        false => "use --fix again",
    };
    if is_cut_short {
        print_err!("note: not all fixes were tried; {next}");
    }
    // The last line.
    let print_hidden = || -> Result<()> {
        match hidden {
            0 => {}
            1 => print_err!("note: a fix of a finding that was hidden before can be applied; {next}"),
            _ => {
                print_err!("note: {hidden} fixes of findings that were hidden before can be applied; {next}")
            }
        }
        Ok(())
    };
    if lint_args.diff {
        let mut out = String::new();
        // Comments and the values of duplicate keys are no nodes, so only the text of a redacted document hides them.
        let fixed = redaction.fixed_patches(&before, &inputs);
        for (old, new) in redaction.apply(before).patches.iter().zip(&fixed) {
            let hunks = unified_diff(old.text(), new.text());
            if !hunks.is_empty() {
                let name = escape::visible(old.name()).into_owned();
                out.push_str(&format!("--- {name}\n+++ {name}\n{hunks}"));
            }
        }
        // A diff for another program is exact, one for a terminal shows what the terminal would obey.
        if io::stdout().is_terminal() {
            let lines = out.lines().map(|line| escape::visible(line).into_owned() + "\n");
            out = lines.collect();
        }
        print_out(&out)?;
        print_err!("{}", count(applied.len(), "can be applied"));
        print_hidden()?;
        return Ok(Exit::Success);
    }
    for ((origin, old), new) in origins.iter().zip(&before.patches).zip(&inputs.patches) {
        if let InputPath::File(path) = origin
            && old.text() != new.text()
        {
            let expect = ExpectedContent::Bytes(old.text().as_bytes());
            let request = SaveRequest::new(path, new.text().as_bytes(), expect);
            if let Some(note) = save(&request)?.note(&request.recovery, path) {
                let line = format!("note: saved {} {note}", path.display());
                print_err!("{}", escape::visible(&line));
            }
        }
    }
    for (location, sentence) in &applied {
        let line = format!("{location} ({sentence})");
        print_err!("{}", escape::visible(&line));
    }
    print_err!("{}", count(applied.len(), "applied"));
    let exit = report(lint, inputs)?;
    print_hidden()?;
    Ok(exit)
}

/// Checks that the patch files are UTF-8: the text that is written has no other bytes.
fn check_encodings(origins: &[InputPath], inputs: &Inputs) -> Result<()> {
    for (origin, patch) in origins.iter().zip(&inputs.patches) {
        if let Some(path) = origin.watched_file()
            && patch.text().contains(char::REPLACEMENT_CHARACTER)
            && let Some(line) = invalid_utf8_line(&origin.bytes()?)
        {
            bail!(
                "--fix: {}:{line} is not UTF-8, so a save would lose bytes\nhelp: save the file as UTF-8, or use --diff to see the fixes",
                path.display()
            );
        }
    }
    Ok(())
}

/// `2 fixes applied`.
fn count(count: usize, what: &str) -> String {
    match count {
        0 => format!("no fix {what}"),
        1 => format!("1 fix {what}"),
        _ => format!("{count} fixes {what}"),
    }
}

impl Repair<'_> {
    /// Merges with a trace, without the values of Secrets, so that no sentence about a fix has one. All answers of the API
    /// server are steps: to fix some of them at a time would take as many merges as there are fixes.
    fn merge(&self, inputs: &Inputs) -> Merge {
        merge_with_steps(self.redaction.apply(inputs.clone()), true, usize::MAX)
    }

    /// Applies the machine-applicable fixes of the findings that `lint` lists. A fix can make another one possible, but
    /// what only the changed patch is found to have is reported first. A rejection hides all others, and a name with `$`
    /// can end them, so both are fixed first: what is left is judged with them.
    fn run(&mut self) {
        let (mut rounds, mut listed) = (0, None);
        while rounds < MAX_ROUNDS {
            let applied = self.applied.len();
            let merged = self.merge(&self.inputs);
            let found = self.lint.findings(&merged);
            let listed = listed.get_or_insert_with(|| {
                let names = found.iter().map(field_name);
                names.collect::<HashSet<_>>()
            });
            let (fixes, hidden): (Vec<&LintFinding>, Vec<_>) = found
                .iter()
                .filter(|finding| finding.fix.is_machine_applicable())
                .partition(|finding| finding.rule.is_rejection() || listed.contains(&field_name(finding)));
            self.hidden = hidden.len();
            let is_first = |it: &&&LintFinding| it.rule.is_rejection() || it.rule == Rule::MissingDollar;
            let first: Vec<&LintFinding> = fixes.iter().filter(is_first).copied().collect();
            // Then all fixes that do not overlap, or some of them; then the others one by one.
            let together = apart(&fixes);
            let is_done = self.apply_some(&merged, found.len(), &apart(&first))
                || self.apply_some(&merged, found.len(), &together)
                || together.len() < fixes.len()
                    && fixes
                        .iter()
                        .any(|fix| self.apply_some(&merged, found.len(), &[fix]));
            if !is_done {
                self.is_cut_short = self.tried > TRIED_BYTES && !fixes.is_empty();
                return;
            }
            rounds += usize::from(self.applied.len() - applied < MANY_FIXES);
        }
        self.is_cut_short = true;
    }

    /// Applies all fixes, or else half of them, and so on. The number of tries is limited, because each
    /// merges the whole inputs.
    fn apply_some(&mut self, merged: &Merge, count: usize, fixes: &[&LintFinding]) -> bool {
        let size = self.inputs.size();
        if fixes.is_empty() || self.tried > TRIED_BYTES {
            return false;
        }
        self.tried += size;
        if self.apply(merged, count, fixes) {
            return true;
        }
        let (first, second) = fixes.split_at(fixes.len() / 2);
        fixes.len() > 1 && (self.apply_some(merged, count, first) || self.apply_some(merged, count, second))
    }

    /// Applies fixes if that reduces the number of findings or removes the rejection.
    fn apply(&mut self, merged: &Merge, count: usize, fixes: &[&LintFinding]) -> bool {
        let mut inputs = self.inputs.clone();
        for (number, patch) in inputs.patches.iter_mut().enumerate() {
            let of_it = fixes
                .iter()
                .map(|finding| &finding.fix)
                .filter(|fix| fix.patch == number);
            let mut edits: Vec<_> = of_it.flat_map(|fix| fix.edits.iter().cloned()).collect();
            edits.sort_by_key(|edit| (edit.start, edit.end));
            let text = apply_edits(patch.text(), &edits);
            match read(patch.name(), text.into_bytes()) {
                // Two fixes can write one key into one map.
                Ok(new) if new.warnings().len() <= patch.warnings().len() => *patch = Arc::new(new),
                _ => return false,
            }
        }
        let after = self.merge(&inputs);
        // Together they leave nothing: the user must decide about the last ones.
        if leaves_nothing(merged, &after) {
            return false;
        }
        let found = self.lint.count(&after);
        // The findings are gone; the API server may then find others.
        let is_fixed = || {
            let (old, new) = (finding_places(merged), finding_places(&after));
            let count = |all: &HashMap<FindingPlace, usize>, finding: &LintFinding| {
                let location = (finding.rule, finding.path.to_string());
                all.get(&location).copied().unwrap_or_default()
            };
            fixes
                .iter()
                .all(|finding| count(&new, finding) < count(&old, finding))
        };
        let is_better = match (merged.rejection(), after.rejection()) {
            (None, Some(_)) => false,
            (Some(_), None) => true,
            (Some(old), Some(new)) => old.message != new.message || old.rule != new.rule || is_fixed(),
            (None, None) => found < count || is_fixed(),
        };
        if fixes.is_empty() || !is_better {
            return false;
        }
        self.inputs = inputs;
        self.applied.extend(fixes.iter().map(|finding| {
            let location = finding
                .location
                .as_ref()
                .map_or_else(String::new, |it| format!("{it}: "));
            let sentence = finding.fix.change.trim_end_matches('.');
            let location = format!("{location}fixed[{}] {}", finding.rule.name(), finding.path);
            (location, sentence.to_owned())
        }));
        true
    }
}

/// The identity of a finding: its rule and its path.
type FindingPlace = (Rule, String);

/// Returns the rule and the path without items: a fix can rename or move these.
fn field_name(finding: &LintFinding) -> FindingPlace {
    let mut is_outside = true;
    let keys = finding.path.chars().filter(|letter| {
        is_outside = is_outside && *letter != '[' || *letter == ']';
        is_outside && *letter != ']'
    });
    (finding.rule, keys.collect())
}

/// Counts the findings of a merge by path.
fn finding_places(merge: &Merge) -> HashMap<FindingPlace, usize> {
    let mut all = HashMap::new();
    for step in merge.steps.iter().filter(|step| step.rule.is_finding()) {
        let path = merge.distinct_step_path(step).to_string();
        *all.entry((step.rule, path)).or_default() += 1;
    }
    all
}

/// Returns the fixes whose edits do not overlap with those of an earlier one.
fn apart<'f>(fixes: &[&'f LintFinding]) -> Vec<&'f LintFinding> {
    let mut taken: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut all = Vec::new();
    for finding in fixes {
        let Fix { patch, edits, .. } = &finding.fix;
        let overlaps = edits.iter().any(|edit| {
            let before = taken.range((*patch, 0)..=(*patch, edit.end)).next_back();
            before.is_some_and(|(_, end)| edit.start <= *end)
        });
        if !overlaps {
            for edit in edits {
                let end = taken.entry((*patch, edit.start)).or_default();
                *end = edit.end.max(*end);
            }
            all.push(*finding);
        }
    }
    all
}
