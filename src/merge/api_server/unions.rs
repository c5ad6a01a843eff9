//! Mutually exclusive fields: the unions of the API types, which schema files do not contain.

use super::cursor::Cursor;
use super::objection::{Constraint, Objections};
use crate::document::Tree;
use crate::schema::FieldDeclaration;

/// Fields of a type of which only one can be set.
pub(crate) struct Union {
    /// The last part of the type's name.
    pub(crate) type_name: &'static str,
    /// The members of the union or, with `except`, the other fields.
    pub(crate) members: &'static [&'static str],
    /// Whether all fields except `members` are in the union.
    pub(crate) except: bool,
}

/// A field that is valid only with one value of another field.
pub(crate) struct TiedFields {
    /// The last part of the type's name.
    pub(crate) type_name: &'static str,
    /// The deciding field.
    pub(crate) decides: &'static str,
    /// The value with which `field` is valid.
    pub(crate) with: &'static str,
    /// The only other value with which the API server rejects `field`, or `None` for all other values. It rejects an
    /// unknown type of a strategy, whatever the other fields are.
    pub(crate) only_against: Option<&'static str>,
    /// The field that depends on it.
    pub(crate) field: &'static str,
}

/// The checks of the API server for a type.
#[derive(Default)]
pub(crate) struct ApiChecks {
    pub(crate) unions: Vec<&'static Union>,
    pub(crate) tied: Vec<&'static TiedFields>,
}

impl ApiChecks {
    /// Returns the checks of the type with this name, without its package.
    pub(crate) fn for_type(type_name: &str) -> Self {
        Self {
            unions: UNIONS.iter().filter(|it| it.type_name == type_name).collect(),
            tied: TIED.iter().filter(|it| it.type_name == type_name).collect(),
        }
    }
}

impl Union {
    /// Returns whether the field `key` is a member.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.members.contains(&key) != self.except && !key.starts_with('$')
    }
}

const fn one_of(type_name: &'static str, members: &'static [&'static str]) -> Union {
    Union {
        type_name,
        members,
        except: false,
    }
}

const fn all_except(type_name: &'static str, members: &'static [&'static str]) -> Union {
    Union {
        type_name,
        members,
        except: true,
    }
}

/// All unions of the built-in types that the API server checks.
const UNIONS: &[Union] = &[
    one_of("EnvVar", &["value", "valueFrom"]),
    all_except("EnvVarSource", &[]),
    one_of("EnvFromSource", &["configMapRef", "secretRef"]),
    all_except("Volume", &["name"]),
    all_except("VolumeProjection", &[]),
    one_of("Probe", &["exec", "grpc", "httpGet", "tcpSocket"]),
    all_except("LifecycleHandler", &[]),
    one_of(
        "PodResourceClaim",
        &["resourceClaimName", "resourceClaimTemplateName"],
    ),
    all_except(
        "PersistentVolumeSpec",
        &[
            "accessModes",
            "capacity",
            "claimRef",
            "mountOptions",
            "nodeAffinity",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "volumeAttributesClassName",
            "volumeMode",
        ],
    ),
    one_of("PodDisruptionBudgetSpec", &["maxUnavailable", "minAvailable"]),
    one_of("IngressBackend", &["resource", "service"]),
    one_of("WebhookClientConfig", &["service", "url"]),
];

/// All tied fields of the built-in types that merge field by field.
const TIED: &[TiedFields] = &[
    TiedFields {
        type_name: "DeploymentStrategy",
        decides: "type",
        with: "RollingUpdate",
        only_against: Some("Recreate"),
        field: "rollingUpdate",
    },
    TiedFields {
        type_name: "StatefulSetUpdateStrategy",
        decides: "type",
        with: "RollingUpdate",
        only_against: Some("OnDelete"),
        field: "rollingUpdate",
    },
    TiedFields {
        type_name: "SeccompProfile",
        decides: "type",
        with: "Localhost",
        only_against: None,
        field: "localhostProfile",
    },
    TiedFields {
        type_name: "AppArmorProfile",
        decides: "type",
        with: "Localhost",
        only_against: None,
        field: "localhostProfile",
    },
];

/// The volume sources in the order of the API server's checks: it rejects the second one.
pub(crate) const VOLUME_SOURCES: [&str; 30] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    "local",
    "csi",
    "ephemeral",
    "image",
];

const SEVERAL_SOURCES: &str = "may not specify more than 1 volume type";

/// The sources of an item of a projected volume. If it has several, the API server rejects the item, not one of them.
const PROJECTION_SOURCES: [&str; 5] = [
    "secret",
    "configMap",
    "downwardAPI",
    "serviceAccountToken",
    "clusterTrustBundle",
];

/// The handlers of a probe or a lifecycle, in the same sense.
pub(crate) const HANDLERS: [&str; 5] = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"];

/// Adds objections to a map with more than one field of a union, as the API server does.
pub(crate) fn check<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T>) {
    let has_both = |one: &str, other: &str| at.field(one).is_some() && at.field(other).is_some();
    let several = "may not have more than one field specified at a time";
    match at.type_name() {
        "Volume" | "PersistentVolumeSpec" => forbid_others(at, &VOLUME_SOURCES, SEVERAL_SOURCES, out),
        "VolumeProjection" => {
            let sources = PROJECTION_SOURCES.iter();
            if sources.filter(|name| at.field(name).is_some()).count() > 1 {
                out.add_forbidden(at, "", SEVERAL_SOURCES);
                out.mark(Constraint::Exclusive);
            }
        }
        "Probe" | "LifecycleHandler" => {
            forbid_others(at, &HANDLERS, "may not specify more than 1 handler type", out);
            if !HANDLERS.iter().any(|name| at.field(name).is_some()) {
                out.add_required_because(at, "", "must specify a handler type");
            }
        }
        // A source without a field has an objection of its own.
        "EnvVar" if at.has("value") && at.field("valueFrom").is_some_and(|source| source.has_fields()) => {
            out.add_invalid(
                at,
                "valueFrom",
                "\"\"",
                "may not be specified when `value` is not empty",
            );
            out.mark(Constraint::Exclusive);
        }
        "EnvVarSource" | "EnvFromSource" => {
            let is_member = |name: &str| {
                UNIONS
                    .iter()
                    .any(|it| it.type_name == at.type_name() && it.has(name))
            };
            let members = at.declared_fields().filter(|(name, declaration, field)| {
                *declaration != FieldDeclaration::Unknown && is_member(name) && !field.is_null()
            });
            let needed = match at.type_name() {
                "EnvVarSource" => {
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
                }
                _ => "must specify one of: `configMapRef` or `secretRef`",
            };
            match members.count() {
                0 => out.add_invalid(at, "", "\"\"", needed),
                1 => {}
                _ => {
                    out.add_invalid(at, "", "\"\"", several);
                    out.mark(Constraint::Exclusive);
                }
            }
        }
        "PodDisruptionBudgetSpec" if has_both("minAvailable", "maxUnavailable") => {
            let why = "minAvailable and maxUnavailable cannot be both set";
            out.add_invalid(at, "", &at.json(), why);
            out.mark(Constraint::Exclusive);
        }
        "WebhookClientConfig" => {
            let is_both = has_both("service", "url");
            if is_both || at.field("service").is_none() && at.field("url").is_none() {
                out.add_required_because(at, "", "exactly one of url or service is required");
            }
            if is_both {
                out.mark(Constraint::Exclusive);
            }
        }
        "IngressBackend" if has_both("service", "resource") => {
            out.add_invalid(at, "", "\"\"", "cannot set both resource and service backends");
            out.mark(Constraint::Exclusive);
        }
        // Any other type is an unsupported value.
        "DeploymentStrategy" if at.text_of("type") == "Recreate" && at.field("rollingUpdate").is_some() => {
            let why = "may not be specified when strategy `type` is 'Recreate'";
            out.add_forbidden(at, "rollingUpdate", why);
            out.mark(Constraint::Exclusive);
        }
        "StatefulSetUpdateStrategy" if at.text_of("type") == "OnDelete" => {
            if let Some(field) = at.field("rollingUpdate") {
                let why = "only allowed for updateStrategy 'RollingUpdate'";
                out.add_invalid(at, "rollingUpdate", &field.json(), why);
                out.mark(Constraint::Exclusive);
            }
        }
        _ => {}
    }
}

/// Returns the first of the fields that a map has.
pub(crate) fn first_field<'n, T: Tree>(at: &Cursor<'_, T>, members: &[&'n str]) -> Option<&'n str> {
    members.iter().copied().find(|name| at.field(name).is_some())
}

fn forbid_others<T: Tree>(at: &Cursor<'_, T>, members: &[&str], why: &str, out: &mut Objections<T>) {
    for name in members.iter().filter(|name| at.field(name).is_some()).skip(1) {
        out.add_forbidden(at, name, why);
        out.mark(Constraint::Exclusive);
    }
}
