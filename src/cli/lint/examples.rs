//! The examples of `mergescope lint --explain` for codes without a lesson.

use crate::merge::{Rule, Semantics};

/// A live object and a patch with a finding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LintExample {
    pub(crate) rule: Rule,
    pub(crate) semantics: Semantics,
    pub(crate) live: &'static str,
    pub(crate) patch: &'static str,
}

const DEPLOYMENT: &str = "\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    spec:
      containers:
      - name: app
        image: registry.example.net/web:1
";

const CONFIG_MAP: &str = "\
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  finalizers: [example.net/a, example.net/b]
data:
  level: info
";

macro_rules! examples {
    ($($rule:ident $semantics:ident $live:ident $patch:literal)*) => {
        &[$(LintExample {
            rule: Rule::$rule,
            semantics: Semantics::$semantics,
            live: $live,
            patch: $patch,
        },)*]
    };
}

/// The examples, in the order of the rule table.
pub(crate) const EXAMPLES: &[LintExample] = examples! {
    IgnoredMap KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      securityContext:\n        $patch: replace\n        runAsUser: 1000\n"
    StoredDirective KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: sidecar\n        image: registry.example.net/sidecar:1\n        $setElementOrder/env:\n        - name: A\n"
    StoredNull KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: sidecar\n        image: registry.example.net/sidecar:1\n        command: null\n"
    UnknownDirective PROPOSAL DEPLOYMENT "spec:\n  $unknown: 1\n  replicas: 3\n"
    DeleteMissingValue PROPOSAL CONFIG_MAP "metadata:\n  $deleteFromPrimitiveList/finalizers: [example.net/c]\n"
    DeleteListNoOp PROPOSAL DEPLOYMENT "metadata:\n  $deleteFromPrimitiveList/finalizers: [example.net/c]\n"
    DeleteListMerged KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $deleteFromPrimitiveList/containers:\n      - name: app\n        image: registry.example.net/web:2\n"
    OrderNoOp PROPOSAL DEPLOYMENT "metadata:\n  $setElementOrder/finalizers: [example.net/a]\n"
    MergePatchNullRemoved MERGE_PATCH CONFIG_MAP "metadata:\n  ownerReferences:\n  - name: owner\n    uid: null\n"
    MergePatchNullKept MERGE_PATCH_RFC CONFIG_MAP "metadata:\n  ownerReferences:\n  - name: owner\n    uid: null\n"
    MergePatchDirective MERGE_PATCH CONFIG_MAP "data:\n  $patch: replace\n"
    JsonReplaceIgnored JSON_PATCH CONFIG_MAP "- op: replace\n  path: \"\"\n  value: text\n"
    JsonCopyMissing JSON_PATCH CONFIG_MAP "- op: copy\n  from: /data/missing\n  path: /data/copy\n"
    JsonTestMissing JSON_PATCH CONFIG_MAP "- op: test\n  path: /data/missing\n  value: null\n"
    JsonIndexNonstandard JSON_PATCH CONFIG_MAP "- op: replace\n  path: /metadata/finalizers/-1\n  value: example.net/c\n"
    JsonValueMissing JSON_PATCH CONFIG_MAP "- op: add\n  path: /data/added\n"
    JsonPathPrefix JSON_PATCH CONFIG_MAP "- op: replace\n  path: ignored/data/level\n  value: debug\n"
    AmbiguousInput KUBERNETES DEPLOYMENT "spec:\n  replicas: 3\n  replicas: 4\n"
    NoSuchField KUBERNETES DEPLOYMENT "spec:\n  replcas: 3\n"
    NotAString KUBERNETES CONFIG_MAP "data:\n  debug: yes\n"
    WrongType KUBERNETES DEPLOYMENT "spec:\n  replicas: \"3\"\n"
    YamlNumber KUBERNETES DEPLOYMENT "spec:\n  replicas: 010\n"
    DeletesAndAdds PROPOSAL CONFIG_MAP "metadata:\n  finalizers: [example.net/a]\n  $deleteFromPrimitiveList/finalizers: [example.net/a]\n"
    RandomOrder KUBERNETES CONFIG_MAP "metadata:\n  finalizers: [example.net/a]\n  $deleteFromPrimitiveList/finalizers: [example.net/a]\n"
    MutuallyExclusiveFields KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n        env:\n        - name: A\n          value: \"1\"\n          valueFrom:\n            fieldRef: {fieldPath: metadata.name}\n"
    ImmutableField KUBERNETES DEPLOYMENT "spec:\n  selector:\n    matchLabels: {app: other}\n"
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_has_its_finding() {
        let mut wrong = Vec::new();
        for example in EXAMPLES {
            let merged = crate::merge::merge(super::super::explain::inputs_of(example).unwrap(), true);
            if !merged.steps.iter().any(|step| step.rule == example.rule) {
                let rules: Vec<_> = merged.steps.iter().map(|step| step.rule.name()).collect();
                wrong.push(format!("{}: {rules:?}", example.rule.name()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
