//! Joins the results of all objects for each template.

use super::scan::PolicyScan;
use super::template_result::{ObjectVerdict, TemplateResult};
use crate::document::words::first_of;
use crate::merge::Rule;
use crate::merge::no_namespace::{NO_NAMESPACE_HELP, no_namespace_message};
use crate::merge::policy::file::Template;
use crate::merge::policy::{ComplianceType, TemplateMatch, VerdictReason};
use crate::report::fix::FixReport;

impl TemplateResult {
    /// Creates the result of a template without a name: it changes no object.
    fn unnamed(plan: &PolicyScan, index: usize, reason: VerdictReason, fits: Vec<String>) -> Self {
        let template = &plan.policy.templates[index];
        let standing = match reason {
            VerdictReason::Match | VerdictReason::Absent => TemplateMatch::Compliant,
            _ => TemplateMatch::NonCompliant,
        };
        let why = match (reason, fits.len()) {
            (VerdictReason::Match, _) => {
                format!(
                    "Compliant: the template names no object, and these match: {}.",
                    listed(&fits)
                )
            }
            (VerdictReason::Exists, _) => {
                format!(
                    "NonCompliant: these match and should not exist: {}.",
                    listed(&fits)
                )
            }
            (VerdictReason::Absent, _) => {
                "Compliant: the template names no object, and no object matches, as required.".to_owned()
            }
            _ => "NonCompliant: the template names no object, and no object matches.".to_owned(),
        };
        Self {
            index,
            policy: template.policy.clone(),
            object: template.display_name(),
            location: None,
            kind: template.compliance.kind,
            standing: if template.has_go_templates {
                TemplateMatch::ServerDecides
            } else {
                standing
            },
            reason,
            why,
            fix: None,
            merged: None,
            steps: Vec::new(),
            fits,
        }
    }

    /// Creates the result of a template whose object only the controller knows.
    fn undecided(plan: &PolicyScan, index: usize) -> Self {
        Self {
            standing: TemplateMatch::ServerDecides,
            why: Rule::PolicyUndecided.text().sentence.to_owned(),
            ..Self::unnamed(plan, index, VerdictReason::Undecided, Vec::new())
        }
    }

    /// Creates the result of a template without kind: the controller rejects it.
    fn without_kind(plan: &PolicyScan, index: usize) -> Self {
        Self {
            standing: TemplateMatch::NonCompliant,
            reason: VerdictReason::Error,
            why: "NonCompliant: the template has no `kind`, so the controller cannot read it.".to_owned(),
            fix: Some(FixReport {
                fix: "Add `kind` to the template.".to_owned(),
                ..FixReport::none()
            }),
            ..Self::unnamed(plan, index, VerdictReason::NoMatch, Vec::new())
        }
    }

    /// Creates the result of a template without apiVersion: the controller finds no resource for it (Go: `getMapping`).
    fn without_api_version(plan: &PolicyScan, index: usize) -> Self {
        Self {
            standing: TemplateMatch::NonCompliant,
            reason: VerdictReason::Error,
            why:
                "NonCompliant: the template has no `apiVersion`, so the controller cannot find the resource."
                    .to_owned(),
            fix: Some(FixReport {
                fix: "Add `apiVersion` to the template.".to_owned(),
                ..FixReport::none()
            }),
            ..Self::unnamed(plan, index, VerdictReason::NoMatch, Vec::new())
        }
    }

    /// Creates the result of a template without a namespace: the controller does not look up objects of
    /// namespaced kinds without one.
    fn without_namespace(plan: &PolicyScan, index: usize) -> Self {
        let template = &plan.policy.templates[index];
        Self {
            standing: TemplateMatch::NonCompliant,
            reason: VerdictReason::Error,
            why: format!("NonCompliant: {}.", no_namespace_message(&template.document)),
            fix: Some(FixReport {
                fix: NO_NAMESPACE_HELP.to_owned(),
                ..FixReport::none()
            }),
            ..Self::unnamed(plan, index, VerdictReason::NoMatch, Vec::new())
        }
    }
}

/// Lists the first names.
fn listed(names: &[String]) -> String {
    first_of(names.iter().cloned(), 12)
}

/// The results of one template.
#[derive(Default)]
struct TemplateTotals {
    named: Vec<TemplateResult>,
    fits: Vec<String>,
    alone: Option<Box<TemplateResult>>,
}

/// Returns the results in the order of the templates, and for each template in the order of the objects.
pub(crate) fn join(plan: &PolicyScan, hits: Vec<ObjectVerdict>) -> Vec<TemplateResult> {
    let mut found: Vec<TemplateTotals> = Vec::new();
    found.resize_with(plan.policy.templates.len(), TemplateTotals::default);
    for hit in hits {
        let (index, hit) = match hit {
            ObjectVerdict::Named(finding) => (finding.index, ObjectVerdict::Named(finding)),
            ObjectVerdict::Fits { index, .. } | ObjectVerdict::Other(index) => (index, hit),
        };
        let Some(found) = found.get_mut(index) else {
            continue;
        };
        match hit {
            ObjectVerdict::Named(finding) => found.named.push(*finding),
            ObjectVerdict::Fits { called, alone, .. } => {
                found.fits.push(called);
                // Used if no other object matches.
                found.alone = if found.fits.len() == 1 { alone } else { None };
            }
            ObjectVerdict::Other(_) => {}
        }
    }
    let mut findings = Vec::new();
    for (index, (found, template)) in found.into_iter().zip(&plan.policy.templates).enumerate() {
        if template.has_templated_identity() {
            findings.push(TemplateResult::undecided(plan, index));
            continue;
        }
        if template.document.identity().1.is_empty() {
            findings.push(TemplateResult::without_kind(plan, index));
            continue;
        }
        if template.document.identity().0.is_empty() {
            findings.push(TemplateResult::without_api_version(plan, index));
            continue;
        }
        if template.lacks_namespace(has_namespaced_object(&found)) {
            findings.push(TemplateResult::without_namespace(plan, index));
            continue;
        }
        let must_not = template.compliance.kind == ComplianceType::MustNotHave;
        if template.name.is_some() {
            add_named(plan, index, template, found.named, &mut findings);
        } else if template.selector.is_some() && !must_not && !found.named.is_empty() {
            findings.extend(found.named);
        } else if let Some(alone) = found.alone {
            findings.push(TemplateResult {
                fits: found.fits,
                ..*alone
            });
        } else {
            let reason = match (must_not, found.fits.is_empty()) {
                (true, true) => VerdictReason::Absent,
                (true, false) => VerdictReason::Exists,
                (false, true) => VerdictReason::NoMatch,
                (false, false) => VerdictReason::Match,
            };
            findings.push(TemplateResult::unnamed(plan, index, reason, found.fits));
        }
    }
    findings
}

/// Returns whether an object of a template has a namespace.
fn has_namespaced_object(found: &TemplateTotals) -> bool {
    let named = found.named.iter().map(|finding| finding.object.as_str());
    let mut objects = named.chain(found.fits.iter().map(String::as_str));
    objects.any(|object| object.contains('/'))
}

/// Adds the results of the named objects that exist, and of those that are missing.
fn add_named(
    plan: &PolicyScan,
    index: usize,
    template: &Template,
    named: Vec<TemplateResult>,
    findings: &mut Vec<TemplateResult>,
) {
    let literal: Vec<&str> = match template.namespace {
        Some(_) => Vec::new(),
        None => template.namespaces.literal().collect(),
    };
    let name = template.name.as_deref().unwrap_or_default();
    let is_there = |namespace: &str| {
        let end = format!(" {namespace}/{name}");
        named.iter().any(|finding| finding.object.ends_with(&end))
    };
    // An object without a namespace has a cluster-wide kind.
    let cluster_wide = named.iter().any(|finding| !finding.object.contains('/'));
    let missing: Vec<TemplateResult> = literal
        .into_iter()
        .filter(|namespace| !cluster_wide && !is_there(namespace))
        .map(|namespace| plan.missing(index, Some(namespace)))
        .collect();
    if named.is_empty() && missing.is_empty() {
        findings.push(plan.missing(index, None));
    }
    findings.extend(named);
    findings.extend(missing);
}
