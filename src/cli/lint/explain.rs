//! `mergescope lint --explain CODE`: explains a code with an example.

use std::sync::Arc;

use anyhow::{Result, bail};

use super::examples::{EXAMPLES, LintExample};
use crate::cli::error_report::UnreadableInput;
use crate::cli::inputs;
use crate::course::{self, Lesson, LessonForm};
use crate::document;
use crate::merge::{Inputs, Merge, Rule, current_name, merge};
use crate::report::explanation::{StepText, step_text};
use crate::report::findings::findings;
use crate::report::page::{Page, PageFormat};
use crate::schema::{Schema, nearest};

/// Returns the explanation of a lint code, or of any other rule.
///
/// # Errors
/// An unknown name, with a similar one.
pub(crate) fn explain(name: &str) -> Result<String> {
    let name = current_name(name).unwrap_or(name);
    let Some(rule) = Rule::ALL.iter().copied().find(|rule| rule.name() == name) else {
        let help = match nearest(name, Rule::ALL.iter().map(|rule| rule.name())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`mergescope lint --codes` lists all codes".to_owned(),
        };
        bail!("--explain: unknown code `{name}`\nhelp: {help}");
    };
    let text = rule.text();
    let mut page = Page::new(PageFormat::Text);
    page.line(&format!("{name}\n\n{}\n\nSource: {}", text.rule, text.source));
    if rule.is_finding() {
        page.line(&format!(
            "Reported by: mergescope {}",
            text.commands.join(", mergescope ")
        ));
    }
    let schema = Arc::new(Schema::builtin());
    for lesson in example_lessons()? {
        let merged = lesson.merged(&schema).map_err(UnreadableInput)?;
        if let Some(step) = step_of(&merged, rule) {
            let number = lesson.number();
            page.line(&format!("\nExample: lesson {number}, {}", lesson.title));
            page.line(&format!("  mergescope lessons {number}\n"));
            push_step(&mut page, &step);
            return Ok(page.finish());
        }
    }
    if let Some(example) = EXAMPLES.iter().find(|example| example.rule == rule) {
        let merged = merge(inputs_of(example)?, true);
        if let Some(step) = step_of(&merged, rule) {
            page.line(&format!("\nExample, with {} semantics", example.semantics));
            for (file, text) in [("live.yaml", example.live), ("patch.yaml", example.patch)] {
                page.line(&format!("\n  {file}"));
                text.lines().for_each(|line| page.line(&format!("    {line}")));
            }
            page.line("");
            push_step(&mut page, &step);
        }
    }
    Ok(page.finish())
}

/// Returns the lessons that can be examples: those with a patch or an applied configuration.
///
/// # Errors
/// A lesson cannot be read.
pub(crate) fn example_lessons() -> Result<impl Iterator<Item = Lesson>> {
    let has_patches = |lesson: &Lesson| matches!(lesson.form, LessonForm::Patches(_));
    Ok(course::all()?.into_iter().filter(has_patches))
}

/// Returns the inputs of an example.
///
/// # Errors
/// A text of the example cannot be parsed.
pub(crate) fn inputs_of(example: &LintExample) -> Result<Inputs> {
    Ok(Inputs {
        live: inputs::readable(document::read_live("live.yaml", example.live.into()))?,
        patches: vec![inputs::readable(document::read(
            "patch.yaml",
            example.patch.into(),
        ))?],
        schema: Arc::new(Schema::builtin()),
        semantics: example.semantics,
    })
}

/// Returns the first step with a rule, with the help that `lint` gives.
fn step_of(merged: &Merge, rule: Rule) -> Option<StepText> {
    let index = merged.steps.iter().position(|step| step.rule == rule)?;
    let mut step = step_text(merged, index);
    if let Some(finding) = findings(merged).into_iter().find(|finding| finding.rule == rule) {
        step.fix = finding.report.fix;
    }
    Some(step)
}

fn push_step(page: &mut Page, step: &StepText) {
    page.item(&page.prose(&step.path));
    page.item(&page.prose(&step.sentence));
    for (index, line) in step.fix.lines().enumerate() {
        let lead = if index == 0 { "help: " } else { "      " };
        page.item(&format!("{lead}{}", page.prose(line)));
    }
}
