//! Validates pods and pod templates.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{dns_label_error, variable_name_error};
use super::{port, probe};
use crate::document::{Tree, Value};
use crate::merge::api_server::cursor::Cursor;
use crate::merge::api_server::objection::Objections;
use crate::merge::api_server::unions;
use crate::merge::quantity;
use crate::schema::go_quote;

/// The lists of containers of a pod.
const CONTAINERS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// The highest `activeDeadlineSeconds` of a pod.
const MAX_DEADLINE_SECONDS: i64 = i32::MAX as i64;

pub(crate) fn check_pod_spec<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    if !at.has("containers") {
        out.add_required(at, "containers");
    }
    let volumes = check_volumes(at, out);
    let mut names: FxHashSet<String> = FxHashSet::default();
    for list in CONTAINERS {
        for container in at.field(list).iter().flat_map(|list| list.items()) {
            let name = container.text_of("name");
            if !name.is_empty() && !names.insert(name.to_owned()) {
                out.add_duplicate(&container, "name", &go_quote(name));
            }
            check_container(&container, &volumes, list == "ephemeralContainers", out);
        }
    }
    out.check_one_of(at, "restartPolicy", &["Always", "OnFailure", "Never"]);
    out.check_one_of(
        at,
        "dnsPolicy",
        &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
    );
    let deadline = at
        .field("activeDeadlineSeconds")
        .and_then(|field| field.integer());
    if let Some(seconds) = deadline.filter(|seconds| !(1..=MAX_DEADLINE_SECONDS).contains(seconds)) {
        let why = "must be between 1 and 2147483647, inclusive";
        out.add_invalid(at, "activeDeadlineSeconds", &seconds.to_string(), why);
    }
}

/// Returns the volumes, and whether containers can mount them. Only valid volumes can be mounted.
fn check_volumes<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) -> FxHashMap<String, bool> {
    let mut names = FxHashMap::default();
    for volume in at.field("volumes").iter().flat_map(|list| list.items()) {
        let name = volume.text_of("name");
        let before = out.all.len();
        unions::check(&volume, out);
        if name.is_empty() {
            out.add_required(&volume, "name");
        } else if let Some(why) = dns_label_error(name) {
            out.add_invalid_text(&volume, "name", name, &why);
        } else if names.contains_key(name) {
            out.add_duplicate(&volume, "name", &go_quote(name));
        }
        let is_right = out.all.len() == before;
        names
            .entry(name.to_owned())
            .and_modify(|known| *known |= is_right)
            .or_insert(is_right);
    }
    names
}

fn check_container<T: Tree>(
    at: &Cursor<'_, T>,
    volumes: &FxHashMap<String, bool>,
    is_ephemeral: bool,
    out: &mut Objections<T::Id>,
) where
    T::Id: PartialEq,
{
    match at.text_of("name") {
        "" => out.add_required(at, "name"),
        name => {
            if let Some(why) = dns_label_error(name) {
                out.add_invalid_text(at, "name", name, &why);
            }
        }
    }
    if !at.has("image") {
        out.add_required(at, "image");
    }
    out.check_one_of(at, "imagePullPolicy", &["Always", "IfNotPresent", "Never"]);
    out.check_one_of(at, "terminationMessagePolicy", &["File", "FallbackToLogsOnError"]);
    if !is_ephemeral {
        port::check_container_ports(at, out);
    }
    check_variables(at, out);
    check_mounts(at, volumes, out);
    for name in ["livenessProbe", "readinessProbe", "startupProbe"] {
        if let Some(probe) = at.field(name) {
            probe::check_probe(&probe, name, out);
        }
    }
    if let Some(lifecycle) = at.field("lifecycle") {
        lifecycle
            .fields()
            .filter(|(_, handler)| !handler.is_null())
            .for_each(|(_, handler)| probe::check_handler(&handler, out));
    }
    if let Some(resources) = at.field("resources") {
        check_requests(&resources, out);
    }
}

fn check_variables<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    for variable in at.field("env").iter().flat_map(|list| list.items()) {
        match variable.text_of("name") {
            "" => out.add_required(&variable, "name"),
            name => {
                if let Some(why) = variable_name_error(name) {
                    out.add_invalid_text(&variable, "name", name, &why);
                }
            }
        }
        unions::check(&variable, out);
        if let Some(source) = variable.field("valueFrom") {
            unions::check(&source, out);
            for name in ["configMapKeyRef", "secretKeyRef"] {
                if let Some(reference) = source.field(name).filter(|reference| !reference.has("key")) {
                    out.add_required(&reference, "key");
                }
            }
        }
    }
    for source in at.field("envFrom").iter().flat_map(|list| list.items()) {
        unions::check(&source, out);
    }
}

fn check_mounts<T: Tree>(at: &Cursor<'_, T>, volumes: &FxHashMap<String, bool>, out: &mut Objections<T::Id>) {
    let mut paths: FxHashSet<String> = FxHashSet::default();
    for mount in at.field("volumeMounts").iter().flat_map(|list| list.items()) {
        match mount.text_of("name") {
            "" => out.add_required(&mount, "name"),
            name => match volumes.get(name) {
                Some(true) => {}
                found => {
                    out.add_not_found(&mount, "name", name);
                    if found.is_some() {
                        out.mark_consequence();
                    }
                }
            },
        }
        match mount.text_of("mountPath") {
            "" => out.add_required(&mount, "mountPath"),
            path if !paths.insert(path.to_owned()) => {
                out.add_invalid_text(&mount, "mountPath", path, "must be unique")
            }
            _ => {}
        }
    }
}

/// Checks that no request is above the limit of the same resource.
fn check_requests<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let quantities = |name: &str| -> FxHashMap<String, String> {
        let list = at.field(name);
        let fields: Vec<(String, String)> = list
            .iter()
            .flat_map(|list| list.fields())
            .map(|(key, value)| {
                let text = match value.value() {
                    Value::String(text) => text.to_owned(),
                    _ => value.json(),
                };
                (key.to_owned(), text)
            })
            .collect();
        fields.into_iter().collect()
    };
    let limits = quantities("limits");
    let mut requests: Vec<(String, String)> = quantities("requests").into_iter().collect();
    requests.sort();
    for (resource, request) in requests {
        let Some(limit) = limits.get(&resource) else {
            continue;
        };
        let (Some(requested), Some(max)) = (quantity::parse_amount(&request), quantity::parse_amount(limit))
        else {
            continue;
        };
        if requested > max {
            let shown = |text: &str| quantity::to_canonical(text).unwrap_or_else(|| text.to_owned());
            let why = format!(
                "must be less than or equal to {resource} limit of {}",
                shown(limit)
            );
            out.add_invalid(at, "requests", &go_quote(&shown(&request)), &why);
        }
    }
}
