//! `mergescope lint --explain CODE`: what a code means, with a lesson as the example.

use std::sync::Arc;

use anyhow::{Result, bail};

use crate::cli::first_lesson;
use crate::explorer::lessons::{self, Lesson};
use crate::merge::{PatchType, Rule, merge};
use crate::report::explanation::{StepText, tell_step};
use crate::report::page::{Page, PageFormat};
use crate::schema::{Schema, nearest};

/// The explanation of a lint code, or of any other rule that a step names.
///
/// # Errors
/// An unknown name, with the nearest one.
pub(crate) fn explain(name: &str) -> Result<String> {
    let Some(rule) = Rule::ALL.iter().copied().find(|rule| rule.name() == name) else {
        let help = match nearest(name, Rule::ALL.iter().map(|rule| rule.name())) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "mergescope lint --codes lists all codes".to_owned(),
        };
        bail!("--explain: there is no code {name:?}\nhelp: {help}");
    };
    let text = rule.text();
    let mut page = Page::new(PageFormat::Text);
    page.line(&format!("{name}\n\n{}\n\nSource: {}", text.rule, text.source));
    let Some((lesson, step)) = example(rule)? else {
        return Ok(page.finish());
    };
    let file = |name| format!(" samples/{}/{name}", lesson.name);
    let patches: String = lesson.patches().map(|(name, _)| file(name)).collect();
    page.line(&format!(
        "\nExample: lesson {}, {}",
        lesson.number(),
        lesson.title
    ));
    let semantics = lesson.semantics;
    page.line(&format!(
        "  mergescope lint{}{patches} --semantics {semantics}\n",
        file("live.yaml")
    ));
    page.item(&page.prose(&step.path));
    page.item(&page.prose(&step.says));
    for (index, line) in step.fix.lines().enumerate() {
        let lead = if index == 0 { "help: " } else { "      " };
        page.item(&format!("{lead}{}", page.prose(line)));
    }
    Ok(page.finish())
}

/// The first lesson with a step of the rule, and this step.
fn example(rule: Rule) -> Result<Option<(Lesson, StepText)>> {
    let schema = Arc::new(Schema::builtin());
    let lessons = lessons::all()?.into_iter();
    // Only a manager can apply on the server, and `lint` has none.
    for lesson in lessons.filter(|lesson| lesson.semantics.patch_type() != PatchType::Apply) {
        let merged = merge(first_lesson::inputs_of(&lesson, schema.clone())?, true);
        let step = merged.steps.iter().position(|step| step.rule == rule);
        if let Some(step) = step {
            return Ok(Some((lesson, tell_step(&merged, step))));
        }
    }
    Ok(None)
}
