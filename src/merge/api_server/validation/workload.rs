//! Validates kinds that create pods from a template.

use super::cron::{schedule_error, time_zone_error};
use super::{metadata, pod};
use crate::document::{Document, Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::{Constraint, Objections};
use crate::merge::api_server::unions;
use crate::merge::go_text;

/// Checks a Deployment, DaemonSet or ReplicaSet: the selector matches the template, and pods always restart.
pub(crate) fn check_controller<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    check_controller_with(spec, check_template, out);
}

/// Checks a StatefulSet. `live` is the spec before the request: if it is not valid, the pod template of the request is
/// not checked (Go: `ValidateStatefulSetUpdate`; releases before Kubernetes 1.34 never check it).
pub(crate) fn check_stateful_set<T: Tree>(
    spec: &Cursor<'_, T>,
    live: Option<&Cursor<'_, Document>>,
    out: &mut Objections<T>,
) {
    let was_valid = live.is_none_or(is_valid_stateful_set);
    let check = |template: &Cursor<'_, T>, out: &mut Objections<T>| {
        check_template_labels(template, out);
        if was_valid {
            let claims = spec.field("volumeClaimTemplates");
            let name = |claim: Cursor<'_, T>| claim.struct_field("metadata").text_of("name").to_owned();
            let names = claims.iter().flat_map(|list| list.items()).map(name).collect();
            pod::check_pod_spec_with_claims(&template.struct_field("spec"), &names, out);
        }
    };
    check_controller_with(spec, check, out);
}

/// Returns whether the stored spec of a StatefulSet is valid.
pub(crate) fn is_valid_stateful_set(spec: &Cursor<'_, Document>) -> bool {
    let mut found = Objections::new();
    check_stateful_set(spec, None, &mut found);
    found.all.is_empty()
}

fn check_controller_with<T: Tree>(
    spec: &Cursor<'_, T>,
    check_template: impl Fn(&Cursor<'_, T>, &mut Objections<T>),
    out: &mut Objections<T>,
) {
    let kind = spec.type_name();
    out.check_not_negative(
        spec,
        &[
            "replicas",
            "minReadySeconds",
            "revisionHistoryLimit",
            "progressDeadlineSeconds",
        ],
    );
    if kind == "StatefulSetSpec" {
        check_stateful_set_fields(spec, out);
    }
    let template = spec.struct_field("template");
    check_selector(spec, &template, out);
    let pod = template.struct_field("spec");
    check_template(&template, out);
    out.check_one_of(&pod, "restartPolicy", &["Always"]);
    if pod.field("activeDeadlineSeconds").is_some() {
        let owner = match kind {
            "DaemonSetSpec" => "DaemonSet",
            "StatefulSetSpec" => "StatefulSet",
            _ => "ReplicaSet",
        };
        let why = format!("activeDeadlineSeconds in {owner} is not Supported");
        out.add_forbidden(&pod, "activeDeadlineSeconds", &why);
    }
    match kind {
        "DeploymentSpec" => check_deployment(spec, out),
        "DaemonSetSpec" => check_daemon_set(spec, out),
        _ => {}
    }
}

fn check_deployment<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    if let Some(strategy) = spec.field("strategy") {
        unions::check(&strategy, out);
        if !matches!(strategy.text_of("type"), "" | "Recreate" | "RollingUpdate") {
            out.add_unsupported(spec, "strategy", strategy.json(), &["Recreate", "RollingUpdate"]);
            move_to_type(&strategy, out);
        }
        if let Some(rolling) = rolling_update(&strategy) {
            let unavailable = check_int_or_percent(&rolling, "maxUnavailable", out).unwrap_or(25);
            let surge = check_int_or_percent(&rolling, "maxSurge", out).unwrap_or(25);
            if unavailable == 0 && surge == 0 {
                let why = "may not be 0 when `maxSurge` is 0";
                out.add_invalid(
                    &rolling,
                    "maxUnavailable",
                    &rolling.json_of("maxUnavailable"),
                    why,
                );
            }
            check_percent_limit(&rolling, "maxUnavailable", out);
        }
    }
    let seconds = |name: &str| spec.field(name).and_then(|field| field.whole());
    let deadline = seconds("progressDeadlineSeconds").unwrap_or(600);
    if deadline <= seconds("minReadySeconds").unwrap_or(0) {
        let why = "must be greater than minReadySeconds";
        out.add_invalid(spec, "progressDeadlineSeconds", &deadline.to_string(), why);
        out.cause_last(spec, "minReadySeconds");
    }
}

fn check_daemon_set<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    let Some(strategy) = spec.field("updateStrategy") else {
        return;
    };
    if !is_update_strategy(&strategy) {
        let words = ["RollingUpdate", "OnDelete"];
        out.add_unsupported(spec, "updateStrategy", strategy.json(), &words);
        move_to_type(&strategy, out);
    }
    if let Some(rolling) = rolling_update(&strategy) {
        let unavailable = check_int_or_percent(&rolling, "maxUnavailable", out).unwrap_or(1);
        let surge = check_int_or_percent(&rolling, "maxSurge", out).unwrap_or(0);
        check_percent_limit(&rolling, "maxUnavailable", out);
        check_percent_limit(&rolling, "maxSurge", out);
        if unavailable != 0 && surge != 0 {
            let why = "may not be set when maxUnavailable is non-zero";
            out.add_invalid(&rolling, "maxSurge", &rolling.json_of("maxSurge"), why);
        }
        if unavailable == 0 && surge == 0 {
            out.add_required_because(&rolling, "maxUnavailable", "cannot be 0 when maxSurge is 0");
        }
    }
}

fn check_stateful_set_fields<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    if !matches!(
        spec.text_of("podManagementPolicy"),
        "" | "OrderedReady" | "Parallel"
    ) {
        let why = "must be 'OrderedReady' or 'Parallel'";
        out.add_wrong_word(spec, "podManagementPolicy", why, &["OrderedReady", "Parallel"]);
    }
    if let Some(strategy) = spec.field("updateStrategy") {
        unions::check(&strategy, out);
        if !is_update_strategy(&strategy) {
            let why = "must be 'RollingUpdate' or 'OnDelete'";
            out.add_invalid(spec, "updateStrategy", &strategy.json(), why);
            out.mark(Constraint::OneOf(&["RollingUpdate", "OnDelete"]));
            move_to_type(&strategy, out);
        }
        if let Some(rolling) = rolling_update(&strategy) {
            out.check_not_negative(&rolling, &["partition"]);
        }
    }
}

/// Returns whether the type of the update strategy of a DaemonSet or a StatefulSet is known.
fn is_update_strategy<T: Tree>(strategy: &Cursor<'_, T>) -> bool {
    matches!(strategy.text_of("type"), "" | "OnDelete" | "RollingUpdate")
}

/// Moves the last objection, which is about a whole strategy, to its type.
fn move_to_type<T: Tree>(strategy: &Cursor<'_, T>, out: &mut Objections<T>) {
    if let Some(value) = strategy.given("type") {
        out.move_last(value.id);
    }
}

/// Returns the parameters of a rolling update, if the strategy is one.
fn rolling_update<'c, T: Tree>(strategy: &'c Cursor<'c, T>) -> Option<Cursor<'c, T>> {
    let is_rolling = matches!(strategy.text_of("type"), "" | "RollingUpdate");
    strategy.field("rollingUpdate").filter(|_| is_rolling)
}

/// Checks a number or percentage and returns its number (Go: `ValidatePositiveIntOrPercent`,
/// `getIntOrPercentValue`).
fn check_int_or_percent<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) -> Option<i64> {
    let field = at.field(name)?;
    match field.value() {
        Value::String(text) => {
            let number = percent(text);
            if number.is_none() {
                let why = "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";
                out.add_invalid_text(at, name, text, why);
            }
            Some(number.or_else(|| text.parse().ok()).unwrap_or(0))
        }
        _ => {
            out.check_not_negative(at, &[name]);
            field.whole()
        }
    }
}

fn percent(text: &str) -> Option<i64> {
    let digits = text.strip_suffix('%')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(i64::MAX))
}

fn check_percent_limit<T: Tree>(at: &Cursor<'_, T>, name: &str, out: &mut Objections<T>) {
    let text = at.text_of(name);
    if percent(text).is_some_and(|number| number > 100) {
        out.add_invalid_text(at, name, text, "must not be greater than 100%");
    }
}

/// Checks the labels and the pod of a template.
fn check_template<T: Tree>(template: &Cursor<'_, T>, out: &mut Objections<T>) {
    check_template_labels(template, out);
    pod::check_pod_spec(&template.struct_field("spec"), out);
}

fn check_template_labels<T: Tree>(template: &Cursor<'_, T>, out: &mut Objections<T>) {
    metadata::check_labels(&template.struct_field("metadata"), "labels", out);
}

fn check_selector<T: Tree>(spec: &Cursor<'_, T>, template: &Cursor<'_, T>, out: &mut Objections<T>) {
    let given = spec.field("selector");
    match &given {
        // A DaemonSet without a selector matches no template.
        None if spec.type_name() == "DaemonSetSpec" => {}
        None => out.add_required(spec, "selector"),
        Some(selector) if !selector.has("matchLabels") && !selector.has("matchExpressions") => {
            let why = match spec.type_name() {
                "DaemonSetSpec" => "empty selector is invalid for daemonset",
                "StatefulSetSpec" => "empty selector is invalid for statefulset",
                _ => "empty selector is invalid for deployment",
            };
            out.add_invalid(spec, "selector", "{}", why);
        }
        Some(selector) => metadata::check_label_selector(selector, out),
    }
    let metadata = template.field("metadata");
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
        out.mark(Constraint::MatchingSelector);
        if let Some(labels) = &labels {
            out.move_last(labels.id);
        }
        out.cause_last(spec, "selector");
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
pub(crate) fn check_job<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
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
    let modes = ["NonIndexed", "Indexed"];
    out.check_one_of(spec, "completionMode", &modes);
    let is_given = |name: &str| spec.field(name).is_some();
    match spec.text_of("completionMode") {
        "Indexed" if !is_given("completions") => {
            // A Job without both numbers has the default 1; the template of a CronJob has no defaults.
            let is_job = Cursor::top(spec.tree, spec.schema, None).text_of("kind") == "Job";
            if !is_job || is_given("parallelism") {
                let why = "when completion mode is Indexed";
                out.add_required_because(spec, "completions", why);
            }
        }
        "" | "NonIndexed" => {
            for name in ["backoffLimitPerIndex", "maxFailedIndexes"] {
                if is_given(name) {
                    out.add_invalid(
                        spec,
                        name,
                        &spec.json_of(name),
                        "requires indexed completion mode",
                    );
                }
            }
        }
        _ => {}
    }
    let template = spec.struct_field("template");
    check_template(&template, out);
    let pod = template.struct_field("spec");
    match pod.text_of("restartPolicy") {
        "Always" | "" => {
            out.add_required_because(&pod, "restartPolicy", "valid values: \"OnFailure\", \"Never\"")
        }
        "OnFailure" if is_given("podFailurePolicy") => {
            let why = "only \"Never\" is supported when podFailurePolicy is specified";
            out.add_invalid_text(&pod, "restartPolicy", "OnFailure", why);
        }
        _ => out.check_one_of(&pod, "restartPolicy", &["OnFailure", "Never"]),
    }
}

pub(crate) fn check_cron_job<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    match spec.text_of("schedule") {
        "" => out.add_required(spec, "schedule"),
        schedule => {
            if let Some(why) = schedule_error(schedule) {
                out.add_invalid_text(spec, "schedule", schedule, &why);
            }
            if schedule.contains("TZ") {
                let why = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
                out.add_invalid_text(spec, "schedule", schedule, why);
            }
        }
    }
    let zone = spec.field("timeZone").and_then(|zone| zone.text());
    if let Some((zone, why)) = zone.and_then(|zone| Some((zone, time_zone_error(zone)?))) {
        out.add_invalid_text(spec, "timeZone", zone, &why);
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
    let template = spec.struct_field("jobTemplate");
    let job = template.struct_field("spec");
    if let Some(selector) = job.field("selector") {
        let why = "`selector` will be auto-generated";
        out.add_invalid(&job, "selector", &selector.json(), why);
    }
    if job
        .field("manualSelector")
        .is_some_and(|manual| manual.value() == Value::Bool(true))
    {
        out.add_unsupported(&job, "manualSelector", "true".to_owned(), &["nil", "false"]);
    }
    check_job(&job, out);
}

/// The types of metrics, and the fields with their sources.
const METRIC_SOURCES: [(&str, &str); 5] = [
    ("ContainerResource", "containerResource"),
    ("External", "external"),
    ("Object", "object"),
    ("Pods", "pods"),
    ("Resource", "resource"),
];

pub(crate) fn check_autoscaler<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
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
    let target = spec.struct_field("scaleTargetRef");
    for name in ["kind", "name"] {
        if !target.has(name) {
            out.add_required(&target, name);
        }
    }
    for metric in spec.field("metrics").iter().flat_map(|list| list.items()) {
        let source = METRIC_SOURCES
            .iter()
            .find(|(name, _)| *name == metric.text_of("type"));
        match source {
            Some((_, source)) if !metric.has(source) => {
                let why = "must populate information for the given metric source";
                out.add_required_because(&metric, source, why);
            }
            None if metric.text_of("type").is_empty() => {
                out.add_required_because(&metric, "type", "must specify a metric source type");
            }
            _ => out.require_one_of(&metric, "type", &METRIC_SOURCES.map(|(name, _)| name)),
        }
        for (name, source) in metric
            .fields()
            .filter(|(name, _)| METRIC_SOURCES.iter().any(|it| it.1 == *name))
        {
            let target = source.struct_field("target");
            let kind = target.text_of("type");
            if !["Utilization", "Value", "AverageValue"].contains(&kind) {
                let why = "must be either Utilization, Value, or AverageValue";
                if kind.is_empty() {
                    out.add_required_because(&target, "type", "must specify a metric target type");
                }
                out.add_invalid_text(&target, "type", kind, why);
            }
            let average = target.field("averageUtilization").and_then(|it| it.integer());
            if let Some(number @ ..1) = average {
                let why = "must be greater than 0";
                out.add_invalid(&target, "averageUtilization", &number.to_string(), why);
            }
            let is_of_resource = matches!(name, "resource" | "containerResource");
            let has_target = target.has("averageUtilization") || target.has("averageValue");
            if is_of_resource && !has_target {
                let why = "must set either a target raw value or a target utilization";
                out.add_required_because(&target, "averageUtilization", why);
            }
        }
    }
    let behavior = spec.field("behavior");
    for direction in ["scaleUp", "scaleDown"] {
        let name = "stabilizationWindowSeconds";
        let Some(rules) = behavior.as_ref().and_then(|behavior| behavior.field(direction)) else {
            continue;
        };
        let seconds = rules.field(name).and_then(|seconds| seconds.integer());
        let why = match seconds {
            Some(..0) => Some("must be greater than or equal to zero"),
            Some(3601..) => Some("must be less than or equal to 3600"),
            _ => None,
        };
        if let Some(why) = why {
            out.add_invalid(&rules, name, &rules.json_of(name), why);
        }
        out.check_one_of(&rules, "selectPolicy", &["Disabled", "Max", "Min"]);
        for policy in rules.field("policies").iter().flat_map(|list| list.items()) {
            out.require_one_of(&policy, "type", &["Percent", "Pods"]);
            let limits = [
                ("value", i64::MAX, ""),
                ("periodSeconds", 1800, "must be less than or equal to 1800"),
            ];
            for (name, most, too_large) in limits {
                let number = policy
                    .field(name)
                    .and_then(|number| number.integer())
                    .unwrap_or(0);
                match number {
                    ..1 => out.add_invalid(&policy, name, &number.to_string(), "must be greater than zero"),
                    _ if number > most => out.add_invalid(&policy, name, &number.to_string(), too_large),
                    _ => {}
                }
            }
        }
    }
}

pub(crate) fn check_disruption_budget<T: Tree>(spec: &Cursor<'_, T>, out: &mut Objections<T>) {
    unions::check(spec, out);
    for name in ["minAvailable", "maxUnavailable"] {
        check_int_or_percent(spec, name, out);
        check_percent_limit(spec, name, out);
    }
    let policies = ["AlwaysAllow", "IfHealthyBudget"];
    out.check_one_of(spec, "unhealthyPodEvictionPolicy", &policies);
    if let Some(selector) = spec.field("selector") {
        metadata::check_label_selector(&selector, out);
    }
}
