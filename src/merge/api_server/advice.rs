//! What a user can write instead of a value that the API server rejects.
//!
//! Each validation rule has one message; [`advice`] is the table from messages to sentences.

use super::objection::{Constraint, Objection, ServerMessage};
use super::validation::network::NODE_PORTS;
use crate::document::words::count_of;
use crate::document::{Numbers, Segment, Tree, Value, ValueKind, same};
use crate::merge::quote::{quote_help, quote_null};
use crate::merge::result_tree::node_id::{NodeRef, Presence, ResultId};
use crate::merge::rule::Rule;
use crate::merge::semantics::PatchType;
use crate::merge::step::Step;
use crate::merge::trace::Merge;

/// What the name of a port can be.
const PORT_NAME: &str = "Write lowercase letters, digits and single `-`, with at least one letter{for}. Start and end with a letter or digit.";

/// What a time zone can be.
const ZONE: &str = "Write a name of the IANA time zone database{for}, for example `Europe/Berlin`";

/// The rules about one value, as the starts of their messages, and what to write instead. `{for}`: for which field. `{name}`: the field.
#[rustfmt::skip]
const VALUES: &[(&str, &str)] = &[
    ("may not specify both ipBlock and another peer", "Write the selectors and `ipBlock` as two items of the list, or remove one of them."),
    ("prefix part must be non-empty", "Write a domain before the `/`, or remove the `/`."),
    ("must be greater than or equal to 0", "Write 0 or a larger number{for}."),
    ("must be greater than or equal to 1", "Write 1 or a larger number{for}."),
    ("must be in the range 1-100", "Write a number from 1 to 100{for}."),
    ("must set either a target raw value or a target utilization", "Add `averageUtilization` or `averageValue` to `target`."),
    ("must be either Utilization, Value, or AverageValue", "Write one of `Utilization`, `Value`, `AverageValue`{for}."),
    ("must be greater than 0 and less than 86400", "Write a number from 1 to 86400{for}."),
    ("must be greater than 0", "Write a number greater than 0{for}."),
    ("must be greater than zero", "Write a number greater than 0{for}."),
    ("must be greater than or equal to zero", "Write 0 or a larger number{for}."),
    ("must be less than or equal to 3600", "Write at most 3600{for}."),
    ("must be 1", "Write 1{for}."),
    ("must be a number between 0 and 0777", "Write a mode from 0 to 0777{for}, for example `0644`."),
    ("must not be greater than 100%", "Write at most `100%`{for}."),
    ("a valid percent string", "Write a number{for}, or a percentage such as `25%`."),
    ("must be greater than or equal to `minReplicas`", "Write at least the number of `minReplicas`{for}, or lower `minReplicas`."),
    ("may not specify a duration less than 10 minutes", "Write 600 or a larger number{for}."),
    ("may not be 0 when `maxSurge` is 0", "Write a number greater than 0 for `maxSurge` or `maxUnavailable`."),
    ("cannot be 0 when maxSurge is 0", "Write a number greater than 0 for `maxSurge` or `maxUnavailable`."),
    ("a wildcard DNS-1123 subdomain must", "Write `*.` and a DNS name{for}, for example `*.example.com`."),
    ("cannot set both port name & port number", "Remove `name` or `number` from the `port` of the service."),
    ("either `defaultBackend` or `rules` must be specified", "Keep `rules`, or add `defaultBackend`."),
    ("must be a standard resource ", "Write a standard resource such as `memory`{for}, or one with a domain such as `nvidia.com/gpu`."),
    ("value must be empty when `operator` is 'Exists'", "Remove `value`, or write `operator: Equal`."),
    ("operator must be Exists when `key` is empty", "Add `key`, or write `operator: Exists` without `value`."),
    ("pathType must be specified", "Write `pathType: Prefix` (or `Exact`, `ImplementationSpecific`)."),
    ("type is required when ", "Write `type: RuntimeDefault` (or `Localhost`, `Unconfined`)."),
    ("at least 1 access mode is required", "Write `accessModes: [ReadWriteOnce]` (or `ReadOnlyMany`, `ReadWriteMany`, `ReadWriteOncePod`)."),
    ("must specify a peer", "Add `podSelector`, `namespaceSelector` or `ipBlock` to the peer."),
    ("must be a valid IP address", "Write an IP address{for}, for example `10.9.8.7`."),
    ("must be a valid CIDR value", "Write an address and the number of its fixed bits{for}, for example `10.9.8.0/24`."),
    ("must have at most 253 characters and match regex", "Write lowercase letters, digits, `-`, `_`, `.` and `/`{for}, for example `net.core.somaxconn`."),
    ("must be unique", "Give each volume mount its own `mountPath`."),
    ("must be an absolute path", "Write a path that starts with `/`{for}."),
    ("must be a relative path", "Write a path that does not start with `/`{for}."),
    ("must not contain '..'", "Write a path without `..`{for}."),
    ("must be a DNS name, not an IP address", "Write a DNS name{for}, for example `www.example.com`."),
    ("`selector` does not match template `labels`", "Keep the labels of `spec.selector` in `spec.template.metadata.labels`."),
    ("must match `containerPort` when `hostNetwork` is true", "Write the number of `containerPort`{for}."),
    ("must specify a handler type", "Add one of `exec`, `httpGet`, `tcpSocket`, `grpc`."),
    ("must specify a volume type", "Add the source of the volume, for example `csi`."),
    ("port name or number is required", "Add `number` or `name` to the `port` of the service."),
    ("resource or service backend is required", "Add `service` or `resource` to the backend."),
    ("valid values: \"OnFailure\", \"Never\"", "Write `restartPolicy: OnFailure` or `restartPolicy: Never`."),
    ("Limit must be set for non overcommitable resources", "Add the same resource with the same amount to `limits`."),
    ("must provide `dnsConfig` when `dnsPolicy` is None", "Add `dnsConfig` with `nameservers`, or write another `dnsPolicy`."),
    ("must be specified when `operator` is 'In' or 'NotIn'", "Add `values`, or write `operator: Exists`."),
    ("a lowercase RFC 1123 label must", "Write lowercase letters, digits and `-`{for}. Start and end with a letter or digit."),
    ("a lowercase RFC 1123 subdomain must", "Write lowercase letters, digits, `-` and `.`{for}. Start and end with a letter or digit."),
    ("a valid config key must", "Write the key with letters, digits, `-`, `_` and `.`."),
    ("duplicate of key present in binaryData", "Remove the key from `data` or from `binaryData`."),
    ("must contain only alpha-numeric", PORT_NAME),
    ("must contain at least one letter", PORT_NAME),
    ("must not contain consecutive hyphens", PORT_NAME),
    ("must not begin or end with a hyphen", PORT_NAME),
    ("cannot set `allowPrivilegeEscalation` to false and `privileged` to true", "Write `allowPrivilegeEscalation: true`, or `privileged: false`."),
    ("cannot use TZ or CRON_TZ in schedule", "Remove the time zone from `schedule`, and write it as `timeZone`."),
    ("provided port is not in the valid range", "Write another number{for}."),
    ("may not be specified when `operator` is 'Exists' or 'DoesNotExist'", "Remove `values`, or write `operator: In`."),
    ("not a valid field selector key", "Write `key: metadata.name`."),
    ("maximum allowed value of a user defined priority is 1000000000", "Write at most 1000000000{for}."),
    ("may not use ReadWriteOncePod with other access modes", "Write `accessModes: [ReadWriteOncePod]`, or the other modes without `ReadWriteOncePod`."),
    ("namespaced rules cannot apply to non-resource URLs", "Remove `nonResourceURLs`: only a ClusterRole can have them."),
    ("rules cannot apply to both regular resources and non-resource URLs", "Write the resources and `nonResourceURLs` as two rules."),
    ("Only one reference can have Controller set to true", "Keep `controller: true` in one owner reference."),
    ("a valid label key must have at most one '/'", "Write the key with at most one `/`, for example `example.com/name`."),
    ("name part must be non-empty", "Write a name after the `/`."),
    ("name part must be no more than 63 bytes", "Write a name of at most 63 bytes."),
    ("must not be '.", "Write another key than `.` and `..`."),
    ("must not start with '..'", "Write a value{for} that does not start with `..`."),
    ("a valid environment variable name must", "Write printable ASCII characters other than `=`{for}."),
    ("a valid HTTP header must", "Write the name of the header with letters, digits and `-`, for example `X-Header-Name`."),
    ("may not be set to 'None' for ", "Write `type: ClusterIP`, which can have `clusterIP: None`."),
    ("may only be set when `type` is 'LoadBalancer' and ", "Remove `healthCheckNodePort`, or write `type: LoadBalancer` and `externalTrafficPolicy: Local`."),
    ("must not contain '", "Write a path without `//`, `/./`, `/../` and `%2f`{for}."),
    ("cannot end with '/.", "Write a path that does not end with `/.` or `/..`{for}."),
    ("may not specify more than two policyTypes", "Keep `Ingress` and `Egress` once each in `policyTypes`."),
    ("must be greater than or equal to `port`", "Write at least the number of `port`{for}."),
    ("ShareProcessNamespace and HostPID cannot both be enabled", "Write `shareProcessNamespace: false` or `hostPID: false`."),
    ("subPathExpr and subPath are mutually exclusive", "Remove `subPath` or `subPathExpr`."),
    ("Bidirectional mount propagation is available only ", "Write `privileged: true` in the `securityContext` of the container, or another `mountPropagation`."),
    ("must not have more than 3 nameservers", "Keep at most 3 addresses in `nameservers`."),
    ("must not be set for readinessProbes", "Remove `terminationGracePeriodSeconds` from the `readinessProbe`."),
    ("activeDeadlineSeconds in ", "Remove `activeDeadlineSeconds` from the Pod template."),
    ("empty selector is invalid for ", "Add `matchLabels` to `selector`."),
    ("`selector` will be auto-generated", "Remove `selector`."),
    ("must specify one of: `fieldRef`", "Add one of `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`."),
    ("exactly one of url or service", "Add `url` or `service`{for}."),
    ("must specify one of: `configMapRef`", "Add `configMapRef` or `secretRef`."),
    ("may not be specified when `value` is not empty", "Remove `value` or `valueFrom`."),
    ("may not have more than one field specified at a time", "Keep one of the fields."),
    ("may not specify more than 1 volume type", "Keep one source of the volume."),
    ("may not specify more than 1 handler type", "Keep one of `exec`, `httpGet`, `tcpSocket`, `grpc`."),
    ("minAvailable and maxUnavailable cannot be both set", "Remove `minAvailable` or `maxUnavailable`."),
    ("cannot set both resource and service backends", "Remove `service` or `resource` from the backend."),
    ("may not be specified when strategy `type` is 'Recreate'", "Remove `rollingUpdate`, or write `type: RollingUpdate`."),
    ("only allowed for updateStrategy 'RollingUpdate'", "Remove `rollingUpdate`, or write `type: RollingUpdate`."),
];

/// What a help offers to remove.
enum RemovedField {
    /// The rejected field.
    Own(&'static str),
    /// Another field, so that the edits that remove the rejected one do not do what the help says.
    Other(&'static str),
}

use RemovedField::{Other, Own};

/// The rules about values that can also be removed: what to write, and what to remove instead.
#[rustfmt::skip]
const REMOVALS: &[(&str, &str, RemovedField)] = &[
    ("must be a strict subset of `cidr`", "Write a smaller range inside `cidr`{for}", Own("it")),
    ("unknown time zone ", ZONE, Own("`timeZone`")),
    ("timeZone must be ", ZONE, Own("`timeZone`")),
    ("can only be set when ", "Write `type: Localhost`", Own("`localhostProfile`")),
    ("may not be used when `type` is '", "Write `type: NodePort`", Own("`nodePort`")),
    ("may only be used when `type` is 'LoadBalancer'", "Write `type: LoadBalancer`", Own("the field")),
    ("may only be set for externally-accessible services", "Write `type: LoadBalancer` or `type: NodePort`", Own("`externalTrafficPolicy`")),
    ("may not be specified when `port` is non-numeric", "Write `port` as a number", Own("`endPort`")),
    ("may not be specified when `port` is not specified", "Add `port`", Own("`endPort`")),
    ("may not be set for init containers without ", "Write `restartPolicy: Always` in the init container", Own("`{name}`")),
    ("effect must be 'NoExecute' when ", "Write `effect: NoExecute`", Other("`tolerationSeconds`")),
    ("can only use minDomains if ", "Write `whenUnsatisfiable: DoNotSchedule`", Own("`minDomains`")),
    ("cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN", "Write `allowPrivilegeEscalation: true`", Other("`CAP_SYS_ADMIN` from `capabilities.add`")),
    ("may not be set when maxUnavailable is non-zero", "Write `maxUnavailable: 0`", Own("`maxSurge`")),
    ("requires indexed completion mode", "Write `completionMode: Indexed`", Own("`{name}`")),
    ("only \"Never\" is supported when podFailurePolicy", "Write `restartPolicy: Never`", Other("`podFailurePolicy`")),
    ("error converting fieldPath: unsupported pod version", "Write `apiVersion: v1`", Other("`apiVersion`")),
];

/// What to write instead of a rejected value.
pub(crate) struct Advice {
    pub(crate) text: String,
    pub(crate) removal: RemovalInText,
}

/// How a text is about the removal of a value from the patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RemovalInText {
    /// It is about another change.
    No,
    /// A removal does what it says in other words.
    Implied,
    /// The removal is one of the ways that it names.
    OneWay,
    /// It only says what to remove.
    Only,
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Self::new(text, RemovalInText::No)
    }
}

impl Advice {
    fn new(text: String, removal: RemovalInText) -> Self {
        Self { text, removal }
    }
}

/// Returns what to write instead of the rejected value of a step, or `None` without a better advice than to follow the
/// message.
pub(crate) fn advice(merge: &Merge, step: &Step) -> Option<Advice> {
    let objection = merge.objection(step)?;
    let Objection {
        field,
        message,
        constraint,
        ..
    } = objection;
    let name = last_name(field);
    // An item has the name of its list.
    let for_name = match (name.split('[').next().unwrap_or_default(), message) {
        ("", _) => String::new(),
        // A strategy is rejected as a map, because of its type.
        (own, _) if own.ends_with("trategy") && message.value().starts_with('{') => {
            format!(" for `{own}.type`")
        }
        // The server writes the name in this way.
        ("LoadBalancerSourceRanges", _) => " for `loadBalancerSourceRanges`".to_owned(),
        (own, _) => format!(" for `{own}`"),
    };
    let (value, why) = (message.value(), message.why());
    let text = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    if let Some(help) = null_item(merge, step) {
        return Some(Advice::new(help, RemovalInText::Only));
    }
    if let Some(help) = text.and_then(|text| finalizer(text, why)) {
        return Some(Advice::new(help, RemovalInText::OneWay));
    }
    if name.starts_with('$') && merge.patch_type() == PatchType::Merge {
        let help = format!(
            "Use `--type strategic`: only a strategic merge patch has directives. Or remove `{name}`."
        );
        return Some(Advice::new(help, RemovalInText::Implied));
    }
    if let Some((removed, null)) = null_above(merge, step, field) {
        let entry = quote_null(merge.tree.document(null), null.node, removed);
        let help = format!(
            "Remove {entry} from {}: `{name}` is required.",
            merge.input_name()
        );
        return Some(Advice::new(help, RemovalInText::Only));
    }
    if objection.is_missing()
        && let Some(source) = removed_by(merge, step, field, name)
    {
        let source = source?;
        let document = merge.tree.document(source);
        let removal = match document.kind(source.node) {
            ValueKind::Null => quote_null(document, source.node, name),
            // A map in place of a list is dropped, and the list is removed.
            _ => format!("`{name}` from {}", merge.input_name()),
        };
        let help = format!("Write a value for `{name}`, or remove {removal}: the field is required.");
        return Some(Advice::new(help, RemovalInText::OneWay));
    }
    if why == "must be greater than or equal to `minReplicas`"
        && patch_key(merge, step) == Some("minReplicas")
    {
        return Some(format!("Write `minReplicas: {value}` or less, or raise `maxReplicas`.").into());
    }
    if (value, why) == ("0", "must be greater than 0") && name == "maxReplicas" {
        let least = sibling(merge, step, "minReplicas");
        if let Some(Value::Integer(least)) = least
            && least > 1
        {
            return Some(format!("Write at least {least} (`minReplicas`){for_name}.").into());
        }
    }
    // The number of a port in quotes is read as the name of one.
    if let Some(text) = text {
        if why.starts_with("must contain at least one letter")
            && name != "name"
            && text.parse::<u16>().is_ok()
        {
            return Some(format!("Write the number without quotes: `{name}: {text}`.").into());
        }
        if text.is_empty() && why.starts_with("name part must ") {
            return Some(required(merge, step, field, name));
        }
    }
    if *constraint == Some(Constraint::MatchingSelector) && selector_is_immutable(merge) {
        let help = "Keep the live value of `spec.selector`: it is immutable.";
        return Some(help.to_owned().into());
    }
    let fill = |help: &str| help.replace("{for}", &for_name).replace("{name}", name);
    let with_range = |help: String| {
        if name != "nodePort" || NODE_PORTS.contains(&number_in(merge, step, name)) {
            return help;
        }
        let (least, most) = (NODE_PORTS.start(), NODE_PORTS.end());
        format!("{help} By default, a node port is a number from {least} to {most}.")
    };
    if let Some((_, help)) = VALUES.iter().find(|row| why.starts_with(row.0)) {
        return Some(with_range(fill(help)).into());
    }
    if let Some((_, help, removed)) = REMOVALS.iter().find(|row| why.starts_with(row.0)) {
        let (removed, removal) = match removed {
            Own(words) => (words, RemovalInText::OneWay),
            Other(words) => (words, RemovalInText::No),
        };
        return Some(Advice::new(
            with_range(fill(&format!("{help}, or remove {removed}."))),
            removal,
        ));
    }
    if let Some(Constraint::OneOf(words)) = constraint {
        return one_of(words, &for_name).map(Advice::from);
    }
    if let Some((_, why)) = why.split_once(" in body ") {
        return of_body(merge, step, why, &for_name).map(Advice::from);
    }
    let help = match message {
        ServerMessage::TooMany(_, most) => {
            Some(format!("Write at most {}{for_name}.", count_of(*most, "item")))
        }
        ServerMessage::TooLong(most, unit) => Some(format!(
            "Write at most {}{for_name}.",
            count_of(*most, unit.noun())
        )),
        ServerMessage::Required(..) => return Some(required(merge, step, field, name)),
        ServerMessage::Duplicate(..) => unique(field, value).or_else(|| used_key(merge, step, value)),
        ServerMessage::NotFound(name) => match removed_volume(merge, step, name) {
            Some(help) => return Some(Advice::new(help, RemovalInText::Implied)),
            None => Some(format!("Write the name of a volume, or add a volume `{name}`.")),
        },
        ServerMessage::Unsupported(_, supported) => {
            // `nil` is no value in Go.
            let words: Vec<&str> = supported
                .iter()
                .map(String::as_str)
                .filter(|word| !["", "nil"].contains(word))
                .collect();
            let is_near = words.iter().any(|word| value.contains(word));
            one_of(&words, if is_near { "" } else { &for_name })
        }
        ServerMessage::Invalid(..) if name == "schedule" => {
            Some(match why.contains("expected exactly 5 fields") {
                true => "Write five fields for `schedule`, for example `*/5 * * * *`.".to_owned(),
                false => "Write a valid schedule for `schedule`, for example `*/5 * * * *`.".to_owned(),
            })
        }
        ServerMessage::Invalid(..) => {
            qualified_name(text, why).or_else(|| number(merge, step, (name, &for_name), (value, why)))
        }
        ServerMessage::Forbidden(..) | ServerMessage::OtherObject(_) | ServerMessage::Undecodable(..) => None,
    };
    help.map(Advice::from)
}

fn one_of(words: &[&str], for_name: &str) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    Some(match &words[..] {
        [] => return None,
        [only] => format!("Write {only}{for_name}."),
        _ => format!("Write one of {}{for_name}.", words.join(", ")),
    })
}

fn changes_selector(merge: &Merge) -> bool {
    let (live, tree) = (&*merge.inputs.live, &merge.tree);
    let old = live
        .get(live.root(), "spec")
        .and_then(|spec| live.get(spec, "selector"));
    let new = tree
        .get(tree.top(), "spec")
        .and_then(|spec| tree.get(spec, "selector"));
    match (old, new) {
        (Some(old), Some(new)) => !same(live, old, tree, new, Numbers::ByType),
        (old, new) => old.is_some() != new.is_some(),
    }
}

/// Returns whether the patch changes a selector, which the API server also rejects.
pub(crate) fn selector_is_immutable(merge: &Merge) -> bool {
    let is_it = |it: &Step| {
        merge.objection(it).is_some_and(|it| match it.field.as_str() {
            "spec.selector" => true,
            // Of a StatefulSet, the message is about the whole `spec`.
            "spec" => changes_selector(merge),
            _ => false,
        })
    };
    merge
        .steps
        .iter()
        .any(|it| it.rule == Rule::ImmutableField && is_it(it))
}

/// Returns the help of a value that does not match the schema of its CustomResourceDefinition.
fn of_body(merge: &Merge, step: &Step, why: &str, for_name: &str) -> Option<String> {
    for (start, words) in [
        ("should be less than or equal to ", "at most "),
        ("should be greater than or equal to ", "at least "),
        ("should be less than ", "less than "),
        ("should be greater than ", "more than "),
        ("should have at least ", "at least "),
    ] {
        if let Some(limit) = why.strip_prefix(start) {
            return Some(format!("Write {words}{limit}{for_name}."));
        }
    }
    if let Some(limit) = why
        .strip_prefix("should be at least ")
        .and_then(|it| it.strip_suffix(" chars long"))
    {
        return Some(format!("Write at least {limit} characters{for_name}."));
    }
    let (wanted, _) = why.strip_prefix("must be of type ")?.split_once(':')?;
    let source = step.patch().filter(|source| !source.is_live())?;
    let document = merge.tree.document(source);
    let value = document.value(source.node);
    let name = merge.tree.key(step.at);
    if wanted == "string" && value.kind().is_scalar() && value != Value::Null {
        return Some(quote_help(document, source.node, name));
    }
    let name = name?;
    let text = value.as_str().unwrap_or_default();
    let (noun, is_meant) = match wanted {
        "integer" => ("an integer", text.parse::<i64>().is_ok()),
        "number" => ("a number", text.parse::<i64>().is_ok()),
        "boolean" => ("`true` or `false`", matches!(text, "true" | "false")),
        "string" => ("a string", false),
        "array" => ("a list", false),
        _ => ("a map", false),
    };
    Some(match is_meant {
        true => format!("Write `{name}: {text}`, without quotes."),
        false => format!("Write {noun} as the value of `{name}`."),
    })
}

/// Returns the help of a finalizer without a domain.
fn finalizer(name: &str, why: &str) -> Option<String> {
    (why == "name is neither a standard finalizer name nor is it fully qualified").then(|| {
        format!("Write the finalizer as DOMAIN/NAME, for example `example.com/{name}`, or remove it.")
    })
}

/// Returns the help of a label or an annotation whose key or value has other characters.
fn qualified_name(text: Option<&str>, why: &str) -> Option<String> {
    let text = text.filter(|text| !text.is_empty())?;
    let (prefix, name) = text.split_once('/').unwrap_or(("", text));
    let is_value = why.starts_with("a valid label must");
    if why.starts_with("prefix part a lowercase") {
        return Some(format!(
            "Write the prefix `{prefix}` with lowercase letters, digits, `-` and `.`. Start and end with a letter or digit."
        ));
    }
    (is_value || why.starts_with("name part must consist of")).then(|| {
        if name.is_empty() {
            return "Write a name after the `/`.".to_owned();
        }
        let text = if is_value { text } else { name };
        format!(
            "Write `{text}` with letters, digits, `-`, `_` and `.`. Start and end with a letter or digit."
        )
    })
}

/// Returns the map with the field of a message, and the null of the patch that removes the whole map.
fn null_above<'m>(merge: &'m Merge, step: &Step, field: &str) -> Option<(&'m str, NodeRef)> {
    if merge.patch_type() == PatchType::Json {
        return None;
    }
    let tree = &merge.tree;
    let above = match field {
        // The server leaves out the map between them.
        "spec.resources[storage]" => "spec.resources.requests",
        _ => field.rsplit_once('.')?.0,
    };
    let mut gone = tree
        .all_children(step.at)
        .filter(|child| tree.state(*child) == Presence::Removed);
    let removed = gone.find(|child| above.split('.').any(|name| tree.key(*child) == Some(name)))?;
    let null = |it: &Step| {
        let source = it.patch().filter(|_| it.at == removed)?;
        (tree.document(source).value(source.node) == Value::Null).then_some(source)
    };
    let null = merge.steps.iter().find_map(null)?;
    Some((tree.key(removed)?, null))
}

/// Returns the field whose null in the patch removes a field that the API server requires.
pub(crate) fn null_of_required<'m>(merge: &'m Merge, step: &Step) -> Option<&'m str> {
    let objection = merge.objection(step)?;
    let field = &objection.field;
    let name = last_name(field);
    if let Some((removed, _)) = null_above(merge, step, field) {
        return Some(removed);
    }
    let source = removed_by(merge, step, field, name).filter(|_| objection.is_missing())??;
    (merge.tree.document(source).kind(source.node) == ValueKind::Null).then_some(name)
}

/// Returns the name of a field, or the key in `data[tls.key]`, which can have dots.
fn last_name(field: &str) -> &str {
    match name_and_key(field) {
        Some((_, key)) => key,
        None => field.rsplit('.').next().unwrap_or_default(),
    }
}

/// Returns the value of the patch that removes a required field of the live object: `Some(None)` if a directive
/// or an operation does, `None` if nothing does.
fn removed_by(merge: &Merge, step: &Step, field: &str, name: &str) -> Option<Option<NodeRef>> {
    if merge.patch_type() == PatchType::Merge && replaced_list(merge, step).is_some() {
        return None;
    }
    let tree = &merge.tree;
    let is_removed = |child: &_| tree.key(*child) == Some(name) && tree.state(*child) == Presence::Removed;
    // `data[tls.key]` is about the map above `data`.
    let map = name_and_key(field).and_then(|(map, _)| tree.get(step.at, map));
    let removed = tree.all_children(map.unwrap_or(step.at)).find(is_removed)?;
    let of_patch = |source: NodeRef| {
        let patch = tree.document(source);
        let field = match patch.key(source.node) == Some(name) {
            true => source.node,
            false => patch.get(source.node, name)?,
        };
        (!source.is_live()).then_some(NodeRef {
            node: field,
            ..source
        })
    };
    // Mostly the step has the field or its map: the steps are many.
    let of_others = || {
        let mut steps = merge.steps.iter().filter(|it| it.at == removed);
        steps.find_map(|it| it.patch().and_then(of_patch))
    };
    let value = step.patch().and_then(of_patch).or_else(of_others);
    Some(value.filter(|_| merge.patch_type() != PatchType::Json))
}

fn required(merge: &Merge, step: &Step, field: &str, name: &str) -> Advice {
    if let Some(list) = replaced_list(merge, step).filter(|_| merge.patch_type() == PatchType::Merge) {
        return format!("Write the complete items of `{list}`: a JSON merge patch replaces the list.").into();
    }
    // A field of a map: `data[tls.crt]`.
    if let Some((map, key)) = name_and_key(field) {
        let map = if map == "resources" {
            "resources.requests"
        } else {
            map
        };
        return format!("Add `{key}` to `{map}`.").into();
    }
    let help = match field {
        "spec.externalName" => {
            // The edits remove the whole map of `type`.
            let is_only = step.patch().is_some_and(|patch| {
                let document = merge.tree.document(patch);
                let map = document.parent(patch.node);
                document.key(patch.node) == Some("type") && map.is_some_and(|map| document.len(map) == 1)
            });
            let removal = match is_only {
                true => RemovalInText::OneWay,
                false => RemovalInText::No,
            };
            return Advice::new("Add `externalName`, or remove `type`.".to_owned(), removal);
        }
        "spec.ports" => "Keep one port.".to_owned(),
        _ if field.starts_with("spec.ports[") => {
            "Add `name`: each port of a Service with several ports needs a name.".to_owned()
        }
        _ if is_emptied(merge, step, name) => {
            let help = format!("Keep one item of `{name}`: {} removes all.", merge.input_name());
            return Advice::new(help, RemovalInText::Implied);
        }
        _ if is_given(merge, step, name) => format!("Write a value for `{name}`."),
        _ => format!("Add `{name}`."),
    };
    help.into()
}

/// Returns the help of a live reference to a volume that the patch removes.
fn removed_volume(merge: &Merge, step: &Step, name: &str) -> Option<String> {
    if !merge.tree.source(step.at).is_live() {
        return None;
    }
    Some(match patch_key(merge, step) {
        Some("$retainKeys") => {
            format!("Add `volumes` to `$retainKeys`, or also remove what refers to `{name}`.")
        }
        Some("$patch") => {
            format!("Add the volume `{name}` to the list, or also remove what refers to it.")
        }
        _ => format!("Keep the volume `{name}`, or also remove what refers to it."),
    })
}

/// Returns whether the step is about a list `name` of which all items are removed.
fn is_emptied(merge: &Merge, step: &Step, name: &str) -> bool {
    let tree = &merge.tree;
    is_given(merge, step, name)
        && tree.kind(step.at) == ValueKind::List
        && tree.all_children(step.at).next().is_some()
        && tree.present(step.at).next().is_none()
}

/// Returns the help of a null in a list: the API server reads it as an item without fields.
fn null_item(merge: &Merge, step: &Step) -> Option<String> {
    let list = merge.tree.parent(step.at)?;
    let is_null = merge.tree.kind(step.at) == ValueKind::Null && merge.tree.kind(list) == ValueKind::List;
    let name = merge.tree.key(list)?;
    is_null.then(|| format!("Remove `null` from `{name}`."))
}

/// Returns the map and the key of a field such as `data[tls.crt]`.
fn name_and_key(field: &str) -> Option<(&str, &str)> {
    let (map, key) = field.strip_suffix(']')?.rsplit_once('[')?;
    let is_index = key.bytes().all(|byte| byte.is_ascii_digit());
    (!is_index).then(|| (map.rsplit('.').next().unwrap_or(map), key))
}

/// Returns whether the step is about the field `name` itself, not about the map without it.
fn is_given(merge: &Merge, step: &Step, name: &str) -> bool {
    merge.tree.key(step.at) == Some(name)
}

/// Returns the number in the field `name` at or below a step.
fn number_in(merge: &Merge, step: &Step, name: &str) -> i64 {
    let at = match is_given(merge, step, name) {
        true => Some(step.at),
        false => merge.tree.get(step.at, name),
    };
    match at.map(|at| merge.tree.value(at)) {
        Some(Value::Integer(number)) => number,
        _ => 0,
    }
}

/// Returns the value of another field in the map of the step.
fn sibling<'m>(merge: &'m Merge, step: &Step, name: &str) -> Option<Value<'m>> {
    let map = merge.tree.parent(step.at)?;
    Some(merge.tree.value(merge.tree.get(map, name)?))
}

/// Returns the name of the field of the patch that causes the step.
fn patch_key<'m>(merge: &'m Merge, step: &Step) -> Option<&'m str> {
    let source = step.patch().filter(|source| !source.is_live())?;
    merge.tree.document(source).key(source.node)
}

/// Returns the list above the value that the live object also has, if there is one.
fn replaced_list(merge: &Merge, step: &Step) -> Option<String> {
    let path = merge.step_path(step);
    let item = path.0.iter().rposition(|it| !matches!(it, Segment::Key(_)))?;
    let Some(Segment::Key(list)) = path.0[..item].last() else {
        return None;
    };
    let mut at = step.at;
    while let Some(above) = merge.tree.parent(at) {
        at = above;
        if merge.tree.key(at) == Some(list) {
            return merge.tree.live_node(at).map(|_| list.clone());
        }
    }
    None
}

/// Returns the help of a name or port that another item has.
fn unique(field: &str, value: &str) -> Option<String> {
    let (list, name) = match field.rsplit_once("].") {
        Some((list, name)) => (list, name),
        None => (field.strip_suffix(']')?, ""),
    };
    let (list, _) = list.rsplit_once('[')?;
    let list = list.rsplit('.').next().unwrap_or_default();
    let help = match (list, name) {
        ("containers", "name") => "Give the container a name that no other container has",
        ("initContainers", "name") => "Give the init container a name that no other container has",
        ("ephemeralContainers", "name") => "Give the ephemeral container a name that no other container has",
        ("volumes", "name") => "Give each volume its own name",
        ("ports", "name") => "Give each port its own name",
        ("ports", "hostPort") => "Give each port its own `hostPort`",
        ("ports", "") => "Give each port its own `port` or `protocol`",
        _ => return None,
    };
    Some(match value.starts_with('{') {
        true => format!("{help}."),
        false => format!("{help}: `{}` is used twice.", value.trim_matches('"')),
    })
}

/// Returns the help of an item that a JSON patch adds to a list with another item with the same merge keys, `value`.
fn used_key(merge: &Merge, step: &Step, value: &str) -> Option<String> {
    let tree = &merge.tree;
    let operation = step.patch().filter(|_| merge.patch_type() == PatchType::Json)?;
    let document = tree.document(operation);
    let mut above = document.ancestors(operation.node);
    let is_add = above.any(|node| {
        let op = document.get(node, "op").map(|op| document.value(op));
        op == Some(Value::String("add"))
    });
    let list = tree.parent(step.at).filter(|_| is_add)?;
    let merge_keys: serde_json::Map<String, serde_json::Value> = serde_json::from_str(value).ok()?;
    let is_key = |field: &ResultId| tree.key(*field).is_some_and(|key| merge_keys.contains_key(key));
    let keys: Vec<ResultId> = tree.present(step.at).filter(is_key).collect();
    let is_same = |item: &ResultId| {
        let field = |key: &ResultId| tree.get(*item, tree.key(*key)?);
        let same_key = |key: &ResultId| field(key).is_some_and(|other| tree.value(other) == tree.value(*key));
        *item != step.at && keys.iter().all(same_key)
    };
    let other = tree
        .present(list)
        .find(|item| !keys.is_empty() && is_same(item))?;
    let names: Vec<String> = keys
        .iter()
        .filter_map(|key| Some(format!("`{}`", tree.key(*key)?)))
        .collect();
    Some(format!(
        "Write `op: replace` and `path: {}` to replace the item that has this key, or write another {}.",
        merge.json_pointer(other),
        names.join(" or ")
    ))
}

/// Returns the help of a number outside its range or the range that another field allows.
fn number(
    merge: &Merge,
    step: &Step,
    (name, for_name): (&str, &str),
    (value, why): (&str, &str),
) -> Option<String> {
    if let Some(range) = why
        .strip_prefix("must be between ")
        .and_then(|it| it.strip_suffix(", inclusive"))
    {
        let (least, most) = range.split_once(" and ")?;
        return Some(match is_given(merge, step, name) {
            true => format!("Write a number from {least} to {most}{for_name}."),
            false => format!("Add `{name}`."),
        });
    }
    if why == "must be greater than minReadySeconds" {
        return Some(match is_given(merge, step, "minReadySeconds") {
            true => format!("Write less than {value}, or raise `progressDeadlineSeconds`."),
            false => format!("Write a number greater than 0 and greater than `minReadySeconds`{for_name}."),
        });
    }
    if let Some(limit) = why.strip_prefix("must be no more than ") {
        return Some(format!("Write at most {limit}{for_name}."));
    }
    let (relation, limit) = why.split_once(" limit of ")?;
    Some(match relation.strip_prefix("must be equal to ") {
        Some(resource) => format!("Write {limit} as the request of `{resource}`, or change the limit."),
        None => {
            let resource = relation.strip_prefix("must be less than or equal to ")?;
            format!("Write at most {limit} as the request of `{resource}`, or raise the limit.")
        }
    })
}
