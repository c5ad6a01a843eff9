//! Prints the results as text, Markdown, or JSON (a contract, documented in `src/help/json.md` and checked by
//! tests).

use anyhow::Result;
use serde::Serialize;
use serde_json::value::RawValue;

use super::template_result::TemplateResult;
use crate::cli::args::ReportFormat;
use crate::cli::explain;
use crate::document::words::count_of;
use crate::merge::policy::TemplateMatch;
use crate::report::explanation_page;
use crate::report::fix::FixReport;
use crate::report::page::{Page, PageFormat};

#[derive(Serialize)]
struct PolicyJson<'a> {
    templates: Vec<PolicyEntryJson<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PolicyEntryJson<'a> {
    index: usize,
    policy: &'a str,
    object: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<String>,
    compliance_type: &'static str,
    /// Whether the type exists only in a proposal.
    proposed: bool,
    verdict: &'static str,
    reason: &'static str,
    why: &'a str,
    /// Of a template that the controller rejects.
    #[serde(flatten)]
    fix: Option<&'a FixReport>,
    /// The objects that match a template without a name.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    matches: &'a [String],
    merged: Option<Box<RawValue>>,
    steps: Box<RawValue>,
}

/// Formats all results.
///
/// # Errors
/// None that is known.
pub(crate) fn all(findings: &[TemplateResult], format: ReportFormat) -> Result<String> {
    match format.page() {
        Some(format) => Ok(findings.iter().map(|finding| print(finding, format)).collect()),
        None => json(findings),
    }
}

fn json(findings: &[TemplateResult]) -> Result<String> {
    let templates: Result<Vec<PolicyEntryJson<'_>>> = findings.iter().map(entry).collect();
    let mut out = serde_json::to_string_pretty(&PolicyJson {
        templates: templates?,
    })?;
    out.push('\n');
    Ok(out)
}

fn entry(finding: &TemplateResult) -> Result<PolicyEntryJson<'_>> {
    // Raw newlines are only between tokens, so JSON can be indented as text.
    let raw = |text: &str| RawValue::from_string(text.trim_end().replace('\n', "\n      "));
    Ok(PolicyEntryJson {
        index: finding.index,
        policy: &finding.policy,
        object: &finding.object,
        location: finding.location.as_ref().map(ToString::to_string),
        compliance_type: finding.kind.name(),
        proposed: finding.kind.is_proposed(),
        verdict: finding.standing.name(),
        reason: finding.reason.name(),
        why: &finding.why,
        fix: finding.fix.as_ref(),
        matches: &finding.fits,
        merged: finding.merged.as_deref().map(raw).transpose()?,
        steps: raw(&explain::print_steps(&finding.steps, ReportFormat::Json)?)?,
    })
}

fn title(finding: &TemplateResult) -> String {
    let proposed = if finding.kind.is_proposed() {
        " (proposed)"
    } else {
        ""
    };
    let policy = if finding.policy.is_empty() {
        String::new()
    } else {
        format!("{}, ", finding.policy)
    };
    format!(
        "{policy}template {}: {}{proposed} · {}",
        finding.index + 1,
        finding.kind.name(),
        finding.object
    )
}

fn verdict(finding: &TemplateResult) -> String {
    format!(
        "{} ({}: {})",
        finding.standing,
        finding.reason.name(),
        finding.reason.description()
    )
}

fn print(finding: &TemplateResult, format: PageFormat) -> String {
    let mut page = Page::new(format);
    let (title, verdict) = (page.prose(&title(finding)), verdict(finding));
    let location = finding.location.as_ref().map(ToString::to_string);
    // The last step mostly says why.
    let is_last_step = finding
        .steps
        .last()
        .is_some_and(|step| step.sentence == finding.why);
    let why = if is_last_step {
        String::new()
    } else {
        page.prose(&finding.why)
    };
    if page.is_markdown() {
        page.line(&format!("## {title}\n"));
        if let Some(location) = location {
            page.line(&format!("{}\n", page.code(&location)));
        }
        page.line(&format!("{}\n", format!("**{verdict}** {why}").trim_end()));
    } else {
        let location = location.map_or_else(String::new, |location| format!(" ({location})"));
        page.line(&format!("{title}{}", page.prose(&location)));
        page.line(&format!("{}\n", format!("{verdict}\n{why}").trim_end()));
    }
    if let Some(fix) = finding.fix.as_ref().filter(|fix| !fix.fix.is_empty()) {
        page.line(&format!("{}\n", page.prose(&format!("Help: {}", fix.fix))));
    }
    explanation_page::print_steps(&mut page, &finding.steps);
    if let Some(merged) = finding.merged.as_ref().filter(|_| !finding.is_compliant()) {
        if page.is_markdown() {
            page.line("");
        }
        page.line("Object that an enforcing policy would send:\n");
        page.block("yaml", merged);
        if !page.is_markdown() {
            page.line("");
        }
    }
    page.finish()
}

/// Returns a one-line summary.
pub(crate) fn summary(findings: &[TemplateResult], objects: usize) -> String {
    let count = |standing| {
        findings
            .iter()
            .filter(|finding| finding.standing == standing)
            .count()
    };
    let templates: std::collections::BTreeSet<usize> = findings.iter().map(|finding| finding.index).collect();
    format!(
        "{}, {}: {} Compliant, {} NonCompliant, {} ServerDecides",
        count_of(objects, "object"),
        count_of(templates.len(), "template"),
        count(TemplateMatch::Compliant),
        count(TemplateMatch::NonCompliant),
        count(TemplateMatch::ServerDecides)
    )
}
