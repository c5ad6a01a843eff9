//! The object that a server compares with before the first write: the fields that the Go type always prints.
//! No manager owns them as added (measured with the field manager of Kubernetes).

use crate::document::{Document, null_document, read};

const POD_TEMPLATE: &str = r#"{"metadata":{},"spec":{"containers":null}}"#;

/// Returns the empty object of a kind.
pub(crate) fn empty_object(kind: &str) -> Document {
    let template = format!(r#""template":{POD_TEMPLATE}"#);
    let spec = |content: String| format!(r#""metadata":{{}},"spec":{{{content}}},"status":{{}}"#);
    let body = match kind {
        "Deployment" => spec(format!(r#""selector":null,"strategy":{{}},{template}"#)),
        "ReplicaSet" => spec(format!(r#""selector":null,{template}"#)),
        "DaemonSet" => spec(format!(r#""selector":null,{template},"updateStrategy":{{}}"#)),
        "StatefulSet" => spec(format!(
            r#""selector":null,{template},"updateStrategy":{{}},"serviceName":"""#
        )),
        "Job" => spec(template),
        "CronJob" => spec(format!(
            r#""schedule":"","jobTemplate":{{"metadata":{{}},"spec":{{{template}}}}}"#
        )),
        "Pod" => spec(r#""containers":null"#.to_owned()),
        "HorizontalPodAutoscaler" => {
            spec(r#""maxReplicas":0,"scaleTargetRef":{"kind":"","name":""}"#.to_owned())
        }
        "NetworkPolicy" => spec(r#""podSelector":{}"#.to_owned()),
        "PersistentVolumeClaim" => spec(r#""resources":{}"#.to_owned()),
        "Service" | "Ingress" => r#""metadata":{},"spec":{},"status":{"loadBalancer":{}}"#.to_owned(),
        "PodDisruptionBudget"
        | "Node"
        | "Namespace"
        | "PersistentVolume"
        | "ReplicationController"
        | "ResourceQuota" => spec(String::new()),
        "Role" | "ClusterRole" => r#""metadata":{},"rules":null"#.to_owned(),
        "RoleBinding" | "ClusterRoleBinding" => {
            r#""metadata":{},"roleRef":{"apiGroup":"","kind":"","name":""}"#.to_owned()
        }
        "StorageClass" => r#""metadata":{},"provisioner":"""#.to_owned(),
        _ => r#""metadata":{}"#.to_owned(),
    };
    // The texts above are valid JSON, so reading them cannot fail.
    read("(empty object)", format!("{{{body}}}").into_bytes()).unwrap_or_else(|_| null_document())
}
