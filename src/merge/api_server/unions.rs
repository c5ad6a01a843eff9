//! Where the API takes one of several fields only: the unions of its types, which no schema file names.

use super::cursor::Cursor;
use super::objection::Objections;
use crate::document::Tree;

/// Fields of a type of which one may be there.
pub(crate) struct Union {
    /// The type's name, the last part.
    pub(crate) type_name: &'static str,
    /// The fields; or, with `except`, those that are not of the union.
    pub(crate) members: &'static [&'static str],
    /// Whether all fields but `members` are of the union.
    pub(crate) except: bool,
}

/// A field that goes with some values of another one only.
pub(crate) struct TiedFields {
    /// The type's name, the last part.
    pub(crate) type_name: &'static str,
    /// The field that decides.
    pub(crate) decides: &'static str,
    /// The one value that `field` goes with.
    pub(crate) with: &'static str,
    /// The field that is tied to it.
    pub(crate) field: &'static str,
}

/// What the API server checks of one type.
#[derive(Default)]
pub(crate) struct ApiChecks {
    pub(crate) unions: Vec<&'static Union>,
    pub(crate) tied: Vec<&'static TiedFields>,
}

impl ApiChecks {
    /// Of the type with this name, the last part.
    pub(crate) fn of(type_name: &str) -> Self {
        Self {
            unions: UNIONS.iter().filter(|it| it.type_name == type_name).collect(),
            tied: TIED.iter().filter(|it| it.type_name == type_name).collect(),
        }
    }
}

impl Union {
    /// Whether the field `key` is one of them.
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

const fn one_but(type_name: &'static str, members: &'static [&'static str]) -> Union {
    Union {
        type_name,
        members,
        except: true,
    }
}

/// Every union of the built-in types that the API server checks.
const UNIONS: &[Union] = &[
    one_of("EnvVar", &["value", "valueFrom"]),
    one_but("EnvVarSource", &[]),
    one_of("EnvFromSource", &["configMapRef", "secretRef"]),
    one_but("Volume", &["name"]),
    one_but("VolumeProjection", &[]),
    one_of("Probe", &["exec", "grpc", "httpGet", "tcpSocket"]),
    one_but("LifecycleHandler", &[]),
    one_of(
        "PodResourceClaim",
        &["resourceClaimName", "resourceClaimTemplateName"],
    ),
    one_but(
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

/// Every tied field of the built-in types that merge field by field.
const TIED: &[TiedFields] = &[
    TiedFields {
        type_name: "DeploymentStrategy",
        decides: "type",
        with: "RollingUpdate",
        field: "rollingUpdate",
    },
    TiedFields {
        type_name: "StatefulSetUpdateStrategy",
        decides: "type",
        with: "RollingUpdate",
        field: "rollingUpdate",
    },
    TiedFields {
        type_name: "SeccompProfile",
        decides: "type",
        with: "Localhost",
        field: "localhostProfile",
    },
    TiedFields {
        type_name: "AppArmorProfile",
        decides: "type",
        with: "Localhost",
        field: "localhostProfile",
    },
];

/// The sources of a volume, in the order in which the API server looks at them: it rejects the second one.
const VOLUME_SOURCES: [&str; 30] = [
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

/// The same of a probe or a handler.
const HANDLERS: [&str; 5] = ["exec", "httpGet", "tcpSocket", "grpc", "sleep"];

/// Objects to a map in which more than one field of a union is set, as the API server does.
pub(crate) fn check<T: Tree>(at: &Cursor<'_, T>, out: &mut Objections<T::Id>) {
    let has_both = |one: &str, other: &str| at.field(one).is_some() && at.field(other).is_some();
    let several = "may not have more than one field specified at a time";
    match at.type_name() {
        "Volume" | "PersistentVolumeSpec" | "VolumeProjection" => {
            each_further(
                at,
                &VOLUME_SOURCES,
                "may not specify more than 1 volume type",
                out,
            );
        }
        "Probe" | "LifecycleHandler" => {
            each_further(at, &HANDLERS, "may not specify more than 1 handler type", out);
            if !HANDLERS.iter().any(|name| at.field(name).is_some()) {
                out.required_because(at, "", "must specify a handler type");
            }
        }
        "EnvVar" if at.has("value") && at.field("valueFrom").is_some() => {
            out.invalid(
                at,
                "valueFrom",
                "\"\"",
                "may not be specified when `value` is not empty",
            );
            out.union();
        }
        "EnvVarSource" | "EnvFromSource" => {
            let is_member = |name: &str| {
                UNIONS
                    .iter()
                    .any(|it| it.type_name == at.type_name() && it.has(name))
            };
            let members = at
                .fields()
                .filter(|(name, field)| is_member(name) && !field.is_null());
            if members.count() > 1 {
                out.invalid(at, "", "\"\"", several);
                out.union();
            }
        }
        "PodDisruptionBudgetSpec" if has_both("minAvailable", "maxUnavailable") => {
            let why = "minAvailable and maxUnavailable cannot be both set";
            out.invalid(at, "", &at.json(), why);
            out.union();
        }
        "IngressBackend" if has_both("service", "resource") => {
            out.invalid(at, "", "\"\"", "cannot set both resource and service backends");
            out.union();
        }
        "DeploymentStrategy" => tied(
            at,
            "Forbidden: may not be specified when strategy `type` is '{}'",
            out,
        ),
        "StatefulSetUpdateStrategy" => tied(
            at,
            "Invalid value: {value}: only allowed for updateStrategy 'RollingUpdate'",
            out,
        ),
        _ => {}
    }
}

fn each_further<T: Tree>(at: &Cursor<'_, T>, members: &[&str], why: &str, out: &mut Objections<T::Id>) {
    for name in members.iter().filter(|name| at.field(name).is_some()).skip(1) {
        out.forbidden(at, name, why);
        out.union();
    }
}

/// `rollingUpdate` next to another type.
fn tied<T: Tree>(at: &Cursor<'_, T>, message: &str, out: &mut Objections<T::Id>) {
    let kind = at.text_of("type");
    if kind.is_empty() || kind == "RollingUpdate" {
        return;
    }
    if let Some(field) = at.field("rollingUpdate") {
        let message = message.replace("{}", kind).replace("{value}", &field.json());
        out.add(at, "rollingUpdate", message);
        out.union();
    }
}
