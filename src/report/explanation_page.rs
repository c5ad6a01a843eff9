//! An explanation as plain text or as Markdown.

use super::explanation::{Explanation, StepText};
use super::page::Page;
use super::table::Table;
use crate::document::write;
use crate::merge::{Merge, RuleEffect};

/// Prints the steps, the rejection or the result, and whether the other semantics agree.
pub fn print(page: &mut Page, explanation: &Explanation, merge: &Merge) {
    let files: Vec<String> = explanation.files.iter().map(|file| page.code(file)).collect();
    let (kind, files) = (page.prose(&explanation.kind), files.join(" + "));
    let semantics = explanation.semantics;
    if page.is_markdown() {
        page.title(&format!("{kind}: {}", explanation.verdict()));
        page.line(&format!("{files} by {semantics} semantics."));
    } else {
        page.line(&format!("{kind} · {semantics} semantics · {files}\n"));
    }
    print_steps(page, &explanation.steps);
    if page.is_markdown() {
        print_warnings(page, &explanation.steps);
    } else if explanation.steps.is_empty() {
        page.line("No steps: the patch changes nothing.\n");
    }
    match &explanation.rejection {
        Some(rejection) => rejection.print(page),
        None => print_result(page, merge),
    }
    if !page.is_markdown() {
        page.line("");
    }
    let other = semantics.other();
    page.line(&if explanation.agreement.is_same() {
        format!("{other} semantics agree.")
    } else {
        format!("{other} semantics differ: {}.", explanation.agreement)
    });
}

fn print_result(page: &mut Page, merge: &Merge) {
    if page.is_markdown() {
        page.heading("Result");
    } else if merge.scene.has_result() {
        page.line("Merged. Result:\n");
    } else {
        page.line("Merged. The object is deleted.");
        return;
    }
    page.block("yaml", &write::yaml(&merge.scene));
}

/// Prints the steps: blocks of lines, or a table.
pub fn print_steps(page: &mut Page, steps: &[StepText]) {
    if page.is_markdown() {
        print_step_table(page, steps);
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
        page.line(&format!("{lead}{}", page.prose(&step.says)));
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
        page.line(&page.prose(&format!("{lead}{locations} · {}", step.source)));
        page.line("");
    }
}

fn print_step_table(page: &mut Page, steps: &[StepText]) {
    let mut table = Table::new(&["step:", "::", "where", "what happens", "rule", "source"]);
    for step in steps {
        let mark = step.effect.mark().map_or(' ', |mark| mark.glyph());
        let location = step
            .directive
            .as_ref()
            .or(step.patch.as_ref())
            .or(step.live.as_ref());
        let location = location.map_or_else(String::new, |location| {
            format!("<br>{}", page.code(&location.to_string()))
        });
        let lines = step
            .changed_lines
            .iter()
            .map(|line| format!("<br>{}", page.code(line)));
        table.push([
            step.number.to_string(),
            mark.to_string(),
            page.code(&step.path) + &location,
            page.prose(&step.says) + &lines.collect::<String>(),
            step.rule.to_owned(),
            page.prose(step.source),
        ]);
    }
    if !steps.is_empty() {
        page.line("");
    }
    page.table(&table, 0);
}

/// The warnings with their help, as sections of Markdown.
fn print_warnings(page: &mut Page, steps: &[StepText]) {
    let mut warnings = steps
        .iter()
        .filter(|step| step.effect == RuleEffect::Warned && !step.fix.is_empty())
        .peekable();
    if warnings.peek().is_some() {
        page.line("\n## Warnings");
    }
    for step in warnings {
        let (sentence, lines) = step.fix.split_once('\n').unwrap_or((&step.fix, ""));
        let sentence = page.prose(sentence);
        page.line(&format!("\nStep {}, {}. {sentence}", step.number, step.rule));
        if !lines.is_empty() {
            page.line("");
            let lines = lines.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
            page.block("yaml", &lines.collect::<Vec<_>>().join("\n"));
        }
    }
}
