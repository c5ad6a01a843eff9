//! Validates kinds that create pods from a template.

use super::metadata;
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;
use crate::merge::go_text;

/// Checks a Deployment, DaemonSet, ReplicaSet or StatefulSet: the selector matches the template, and pods
/// always restart.
pub(crate) fn check_controller<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    out.check_not_negative(
        spec,
        &[
            "replicas",
            "minReadySeconds",
            "revisionHistoryLimit",
            "progressDeadlineSeconds",
        ],
    );
    check_selector(spec, out);
    for name in ["strategy", "updateStrategy"] {
        if let Some(strategy) = spec.field(name) {
            unions::check(&strategy, out);
        }
    }
    if let Some(strategy) = spec.field("strategy") {
        out.check_one_of(&strategy, "type", &["Recreate", "RollingUpdate"]);
    }
    if let Some(strategy) = spec.field("updateStrategy") {
        out.check_one_of(&strategy, "type", &["OnDelete", "RollingUpdate"]);
    }
    let template = spec.field("template");
    if let Some(pod) = template.as_ref().and_then(|template| template.field("spec")) {
        out.check_one_of(&pod, "restartPolicy", &["Always"]);
    }
    check_template_labels(template.as_ref(), out);
    require_pod(spec, out);
}

/// Requires a pod in the template.
fn require_pod<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let template = spec.field("template");
    if template
        .as_ref()
        .and_then(|template| template.field("spec"))
        .is_none()
    {
        out.add_required(spec, "template.spec.containers");
    }
}

fn check_template_labels<T: Tree>(template: Option<&Cursor<'_, T>>, out: &mut Objections<T::Id>) {
    if let Some(metadata) = template.and_then(|template| template.field("metadata")) {
        metadata::check_labels(&metadata, out);
    }
}

fn check_selector<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let given = spec.field("selector");
    match &given {
        None => out.add_required(spec, "selector"),
        Some(selector) if !selector.has("matchLabels") && !selector.has("matchExpressions") => {
            let why = match spec.type_name() {
                "DeploymentSpec" => "empty selector is invalid for deployment",
                "DaemonSetSpec" => "empty selector is invalid for daemonset",
                "StatefulSetSpec" => "empty selector is invalid for statefulset",
                _ => "empty selector is invalid for deployment",
            };
            out.add_invalid(spec, "selector", "{}", why);
        }
        Some(_) => {}
    }
    let template = spec.field("template");
    let metadata = template.as_ref().and_then(|template| template.field("metadata"));
    let labels = metadata.as_ref().and_then(|metadata| metadata.field("labels"));
    let matches = given
        .as_ref()
        .is_some_and(|selector| selects(selector, labels.as_ref()));
    if !matches {
        let value = labels.as_ref().map_or("null".to_owned(), |labels| {
            go_text::to_json(labels.tree, labels.id)
        });
        out.add_invalid(
            spec,
            "template.metadata.labels",
            &value,
            "`selector` does not match template `labels`",
        );
    }
}

fn selects<T: Tree>(selector: &Cursor<'_, T>, labels: Option<&Cursor<'_, T>>) -> bool {
    let label = |key: &str| labels.and_then(|labels| labels.given(key)?.text().map(str::to_owned));
    let by_labels = selector.field("matchLabels").is_none_or(|labels_required| {
        labels_required
            .fields()
            .all(|(key, value)| label(key).as_deref() == Some(value.text().unwrap_or_default()))
    });
    let by_expressions = selector.field("matchExpressions").is_none_or(|list| {
        list.items().all(|expression| {
            let value_of_label = label(expression.text_of("key"));
            let values = expression.field("values");
            let has = |text: &str| {
                values
                    .iter()
                    .flat_map(|values| values.items())
                    .any(|value| value.text() == Some(text))
            };
            match expression.text_of("operator") {
                "In" => value_of_label.is_some_and(|value_of_label| has(&value_of_label)),
                "NotIn" => value_of_label.is_none_or(|value_of_label| !has(&value_of_label)),
                "Exists" => value_of_label.is_some(),
                "DoesNotExist" => value_of_label.is_none(),
                _ => true,
            }
        })
    });
    by_labels && by_expressions
}

/// Checks a Job or the template of a CronJob, whose pods must end.
pub(crate) fn check_job<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    out.check_not_negative(
        spec,
        &[
            "parallelism",
            "completions",
            "backoffLimit",
            "activeDeadlineSeconds",
            "ttlSecondsAfterFinished",
        ],
    );
    let template = spec.field("template");
    if let Some(pod) = template.as_ref().and_then(|template| template.field("spec")) {
        match pod.text_of("restartPolicy") {
            "Always" | "" => {
                out.add_required_because(&pod, "restartPolicy", "valid values: \"OnFailure\", \"Never\"")
            }
            _ => out.check_one_of(&pod, "restartPolicy", &["OnFailure", "Never"]),
        }
    }
    check_template_labels(template.as_ref(), out);
    require_pod(spec, out);
}

pub(crate) fn check_cron_job<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    match spec.text_of("schedule") {
        "" => out.add_required(spec, "schedule"),
        schedule if schedule.starts_with('@') => {}
        schedule => {
            let fields: Vec<&str> = schedule.split_whitespace().collect();
            if fields.len() != 5 && !schedule.contains("TZ=") {
                let why = format!(
                    "expected exactly 5 fields, found {}: [{}]",
                    fields.len(),
                    fields.join(" ")
                );
                out.add_invalid_text(spec, "schedule", schedule, &why);
            }
        }
    }
    out.check_one_of(spec, "concurrencyPolicy", &["Allow", "Forbid", "Replace"]);
    out.check_not_negative(
        spec,
        &[
            "startingDeadlineSeconds",
            "successfulJobsHistoryLimit",
            "failedJobsHistoryLimit",
        ],
    );
}

pub(crate) fn check_autoscaler<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let number = |name: &str| spec.field(name).and_then(|field| field.integer());
    let min = number("minReplicas");
    if let Some(min) = min.filter(|min| *min < 1) {
        let why = "must be greater than or equal to 1";
        out.add_invalid(spec, "minReplicas", &min.to_string(), why);
    }
    let max = number("maxReplicas").unwrap_or(0);
    if max < 1 {
        out.add_invalid(spec, "maxReplicas", &max.to_string(), "must be greater than 0");
    } else if min.is_some_and(|min| max < min) {
        let why = "must be greater than or equal to `minReplicas`";
        out.add_invalid(spec, "maxReplicas", &max.to_string(), why);
    }
    let target = spec.field("scaleTargetRef");
    for name in ["kind", "name"] {
        if let Some(target) = target.as_ref().filter(|target| !target.has(name)) {
            out.add_required(target, name);
        }
    }
}

pub(crate) fn check_disruption_budget<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    unions::check(spec, out);
    for name in ["minAvailable", "maxUnavailable"] {
        let number = spec.field(name).map(|field| field.value());
        if let Some(Value::Integer(number @ ..0)) = number {
            let why = "must be greater than or equal to 0";
            out.add_invalid(spec, name, &number.to_string(), why);
        }
    }
}
