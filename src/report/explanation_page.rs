//! Prints an explanation as plain text or as Markdown.

use super::explanation::{Explanation, StepText, is_changed};
use super::page::Page;
use super::unified_diff::unified_diff;
use crate::document::words::count_of;
use crate::document::write;
use crate::merge::{Merge, RuleEffect, api_server};

/// Prints a merge. Text: the steps, then the rejection or the result. Markdown: first the verdict and the
/// changes, the rest folded.
pub fn print(page: &mut Page, explanation: &Explanation, merge: &Merge) {
    let files: Vec<String> = explanation.files.iter().map(|file| page.code(file)).collect();
    let (kind, files) = (page.prose(&explanation.kind), files.join(" + "));
    let semantics = explanation.semantics;
    let other = semantics.other();
    let agreement = match (explanation.agreement.is_same(), &explanation.rejection) {
        (true, Some(_)) => format!("Also rejected with {other} semantics."),
        (true, None) => format!("Same result with {other} semantics."),
        (false, _) => format!("With {other} semantics: {}.", explanation.agreement),
    };
    // An update has no other semantics.
    let agreement = Some(agreement).filter(|_| other != semantics);
    if page.is_markdown() {
        let but = if merge.server_rejects() {
            ", but the API server rejects the result"
        } else {
            ""
        };
        page.title(&format!("{kind}: {}{but}", explanation.verdict()));
        let agreement = agreement.map(|text| format!(" {text}")).unwrap_or_default();
        page.line(&format!("{files} with {semantics} semantics.{agreement}\n"));
        match &explanation.rejection {
            Some(rejection) => rejection.print(page),
            None => print_changes(page, merge),
        }
        print_warnings(page, &explanation.steps);
        page.open_details(&count_of(explanation.steps.len(), "step"));
        print_steps(page, &explanation.steps);
        page.close_details();
        if explanation.rejection.is_none() {
            page.open_details("Result");
            page.block("yaml", &write::yaml(&merge.tree));
            page.close_details();
        }
        if let Some(line) = not_checked(merge) {
            page.line(&page.prose(line));
        }
        return;
    }
    page.line(&format!("{kind} · {semantics} semantics · {files}\n"));
    print_steps(page, &explanation.steps);
    if explanation.steps.is_empty() {
        page.line("No steps: the patch changes nothing.\n");
    }
    match &explanation.rejection {
        Some(rejection) => rejection.print(page),
        None => print_result(page, merge),
    }
    let not_checked = not_checked(merge).map(str::to_owned);
    let notes: Vec<String> = agreement.into_iter().chain(not_checked).collect();
    if !notes.is_empty() {
        page.line("");
    }
    for note in notes {
        page.line(&note);
    }
}

/// Returns what is not checked of a changed result, or `None` if a step says that the API server rejects it.
pub(crate) fn not_checked(merge: &Merge) -> Option<&'static str> {
    let is_rejected = merge.rejection().is_some() || merge.server_rejects();
    let is_object = merge.tree.has_result() && merge.tree.is_object();
    let inputs = &merge.inputs;
    let (live, patch) = (&inputs.live, inputs.patches.first());
    // The kind of an object that does not exist yet is in the patch.
    let object = patch.filter(|_| live.is_empty(live.root())).unwrap_or(live);
    (is_object && !is_rejected && is_changed(merge))
        .then(|| api_server::not_checked(&inputs.schema, object.identity()))
}

/// Prints the difference between the live object and the result.
fn print_changes(page: &mut Page, merge: &Merge) {
    let changes = unified_diff(&write::yaml(&*merge.inputs.live), &write::yaml(&merge.tree));
    if changes.is_empty() {
        page.line("No changes: the result is equal to the live object.");
    } else {
        page.block("diff", &changes);
    }
}

fn print_result(page: &mut Page, merge: &Merge) {
    if !merge.tree.has_result() {
        return page.line("The object is deleted.");
    }
    page.line(match merge.server_rejects() {
        true => "Merged, but the API server rejects the result:\n",
        false => "Merged. Result:\n",
    });
    page.block("yaml", &write::yaml(&merge.tree));
}

/// Prints the steps as blocks of lines or as a numbered list.
pub fn print_steps(page: &mut Page, steps: &[StepText]) {
    if page.is_markdown() {
        print_step_list(page, steps);
        return;
    }
    let width = steps.len().to_string().len();
    for step in steps {
        let mark = step.effect.mark().map_or(' ', |mark| mark.glyph());
        let indent = "  ".repeat(step.depth);
        let path = page.code(&step.path);
        page.line(&format!(
            "{:>width$} {mark} {indent}{path}  ({})",
            step.number, step.rule
        ));
        let lead = format!("{}{indent}", " ".repeat(width + 3));
        // A line break in a key must not look like the end of the sentence.
        page.line(&format!("{lead}{}", page.prose(&step.sentence)));
        for line in &step.changed_lines {
            page.line(&format!("{lead}  {}", page.prose(line)));
        }
        if step.effect == RuleEffect::Warned {
            for (index, line) in step.fix.lines().enumerate() {
                let label = if index == 0 { "Help: " } else { "  " };
                page.line(&format!("{lead}{label}{}", page.prose(line)));
            }
        }
        let locations = [
            ("live", &step.live),
            ("patch", &step.patch),
            ("directive", &step.directive),
        ];
        let locations = locations.into_iter().filter_map(|(name, location)| {
            let location = location.as_ref()?;
            Some(format!("{name} {location}"))
        });
        let locations = locations.collect::<Vec<_>>().join(", ");
        let separator = if locations.is_empty() { "" } else { " · " };
        page.line(&page.prose(&format!("{lead}{locations}{separator}{}", step.source)));
        page.line("");
    }
}

/// Prints `3. **removed** `spec.x` ...`, narrow enough for a comment in an issue.
fn print_step_list(page: &mut Page, steps: &[StepText]) {
    for step in steps {
        let location = step.directive.as_ref().or(step.patch.as_ref());
        let location = location.or(step.live.as_ref());
        let location = location.map_or_else(String::new, |at| format!(", {}", page.code(&at.to_string())));
        page.line(&format!(
            "{}. **{}** {}: {} ({}{location})",
            step.number,
            step.effect.label(),
            page.code(&step.path),
            page.prose(&step.sentence),
            page.code(step.rule)
        ));
        for line in &step.changed_lines {
            page.line(&format!("   {}", page.code(line)));
        }
    }
}

/// Prints the warnings as sections of Markdown, each with its help.
fn print_warnings(page: &mut Page, steps: &[StepText]) {
    let mut warnings = steps
        .iter()
        .filter(|step| step.effect == RuleEffect::Warned && !step.fix.is_empty())
        .peekable();
    if warnings.peek().is_some() {
        page.line("\n#### Warnings");
    }
    for step in warnings {
        let (sentence, lines) = step.fix.split_once('\n').unwrap_or((&step.fix, ""));
        let (sentence, help) = (page.prose(&step.sentence), page.prose(sentence));
        page.line(&format!(
            "\nStep {}, {}. {sentence} Help: {help}",
            step.number, step.rule
        ));
        if !lines.is_empty() {
            page.line("");
            let lines = lines.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
            page.block("yaml", &lines.collect::<Vec<_>>().join("\n"));
        }
    }
}
