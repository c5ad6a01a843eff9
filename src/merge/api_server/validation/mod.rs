//! Validates objects by the rules of their kind before they are stored. Contains only the rules that patches
//! violate in practice.

pub(super) mod addresses;
mod affinity;
mod cron;
mod custom;
mod data;
pub(super) mod field_reference;
mod metadata;
mod names;
pub(super) mod network;
mod network_policy;
mod pod;
mod port;
mod probe;
mod security;
mod volume;
mod webhook;
pub(super) mod workload;

use super::cursor::Cursor;
use super::objection::Objections;
use crate::document::{Document, Tree};

/// Checks an object. `live` is the object before the request, if there was one.
pub(crate) fn validate<T: Tree>(
    live: Option<&Cursor<'_, Document>>,
    object: &Cursor<'_, T>,
    out: &mut Objections<T>,
) {
    if let Some(metadata) = object.field("metadata") {
        metadata::check_object_meta(&metadata, out);
    }
    let type_position = object.type_position;
    let Some((kind, is_built_in)) =
        type_position.and_then(|type_position| object.schema.struct_name(type_position))
    else {
        return;
    };
    if let Some(metadata) = object.field("metadata") {
        metadata::check_object_name(&metadata, kind, is_built_in, out);
    }
    if !is_built_in {
        return custom::check_custom_resource(object, None, out);
    }
    match kind {
        "core.v1.ConfigMap" => return data::check_config_map(object, out),
        "core.v1.Secret" => return data::check_secret(object, out),
        "storage.v1.StorageClass" => return data::check_storage_class(object, out),
        "scheduling.v1.PriorityClass" => return data::check_priority_class(object, out),
        "rbac.v1.Role" | "rbac.v1.ClusterRole" => return data::check_role(object, out),
        "admissionregistration.v1.ValidatingWebhookConfiguration"
        | "admissionregistration.v1.MutatingWebhookConfiguration" => {
            return webhook::check_webhooks(object, out);
        }
        "rbac.v1.RoleBinding" | "rbac.v1.ClusterRoleBinding" => {
            return data::check_role_binding(object, out);
        }
        _ => {}
    }
    let spec = object.struct_field("spec");
    match kind {
        "core.v1.Pod" => pod::check_pod_spec(&spec, out),
        "apps.v1.Deployment" | "apps.v1.DaemonSet" | "apps.v1.ReplicaSet" => {
            workload::check_controller(&spec, out)
        }
        "apps.v1.StatefulSet" => {
            let live = live.and_then(|live| live.field("spec"));
            workload::check_stateful_set(&spec, live.as_ref(), out);
        }
        "batch.v1.Job" => workload::check_job(&spec, out),
        "batch.v1.CronJob" => workload::check_cron_job(&spec, out),
        "core.v1.Service" => {
            let live = live.and_then(|live| live.field("spec"));
            network::check_service(&spec, live.as_ref(), out);
        }
        "networking.v1.NetworkPolicy" => network_policy::check_network_policy(&spec, out),
        "networking.v1.Ingress" => network::check_ingress(&spec, out),
        "autoscaling.v2.HorizontalPodAutoscaler" | "autoscaling.v1.HorizontalPodAutoscaler" => {
            workload::check_autoscaler(&spec, out)
        }
        "policy.v1.PodDisruptionBudget" => workload::check_disruption_budget(&spec, out),
        "core.v1.PersistentVolumeClaim" => data::check_claim(&spec, out),
        "core.v1.PersistentVolume" => data::check_volume(&spec, out),
        _ => {}
    }
}
