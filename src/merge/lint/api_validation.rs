//! Where the API takes one of several fields only: the unions of its types, which no schema file names.

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

/// Where fields of an object may not change: kind, the way there, and what people call it.
pub(crate) const IMMUTABLE: &[(&str, &[&str], &str)] = &[
    ("", &["apiVersion"], "the apiVersion of an object"),
    ("", &["kind"], "the kind of an object"),
    ("", &["metadata", "name"], "an object's name"),
    ("", &["metadata", "namespace"], "an object's namespace"),
    ("", &["metadata", "uid"], "an object's uid"),
    (
        "apps/v1 Deployment",
        &["spec", "selector"],
        "a Deployment's selector",
    ),
    (
        "apps/v1 DaemonSet",
        &["spec", "selector"],
        "a DaemonSet's selector",
    ),
    (
        "apps/v1 ReplicaSet",
        &["spec", "selector"],
        "a ReplicaSet's selector",
    ),
    (
        "apps/v1 StatefulSet",
        &["spec", "selector"],
        "a StatefulSet's selector",
    ),
    (
        "apps/v1 StatefulSet",
        &["spec", "serviceName"],
        "a StatefulSet's serviceName",
    ),
    (
        "apps/v1 StatefulSet",
        &["spec", "podManagementPolicy"],
        "a StatefulSet's podManagementPolicy",
    ),
    (
        "apps/v1 StatefulSet",
        &["spec", "volumeClaimTemplates"],
        "a StatefulSet's volumeClaimTemplates",
    ),
    ("batch/v1 Job", &["spec", "selector"], "a Job's selector"),
    (
        "batch/v1 Job",
        &["spec", "completionMode"],
        "a Job's completionMode",
    ),
    (
        "rbac.authorization.k8s.io/v1 RoleBinding",
        &["roleRef"],
        "a RoleBinding's roleRef",
    ),
    (
        "rbac.authorization.k8s.io/v1 ClusterRoleBinding",
        &["roleRef"],
        "a ClusterRoleBinding's roleRef",
    ),
    ("v1 Secret", &["type"], "a Secret's type"),
    ("v1 Pod", &["spec", "nodeName"], "a Pod's nodeName"),
    (
        "v1 PersistentVolumeClaim",
        &["spec", "accessModes"],
        "a claim's accessModes",
    ),
    (
        "v1 PersistentVolumeClaim",
        &["spec", "storageClassName"],
        "a claim's storageClassName",
    ),
    (
        "v1 PersistentVolumeClaim",
        &["spec", "volumeMode"],
        "a claim's volumeMode",
    ),
    (
        "storage.k8s.io/v1 StorageClass",
        &["provisioner"],
        "a StorageClass's provisioner",
    ),
    (
        "storage.k8s.io/v1 StorageClass",
        &["parameters"],
        "a StorageClass's parameters",
    ),
];
