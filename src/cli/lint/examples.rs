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
    metadata:
      labels: {app: web}
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

const SERVICE: &str = "\
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  type: NodePort
  selector: {app: dns}
  ports:
  - {name: dns-tcp, port: 53, protocol: TCP, nodePort: 30053}
  - {name: dns-udp, port: 53, protocol: UDP, nodePort: 30054}
";

const WIDGET: &str = "\
apiVersion: example.net/v1
kind: Widget
metadata:
  name: cart
spec:
  color: red
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

/// The examples.
pub(crate) const EXAMPLES: &[LintExample] = examples! {
    IgnoredMap KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      securityContext:\n        $patch: replace\n        runAsUser: 1000\n"
    StoredDirective KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: sidecar\n        image: registry.example.net/sidecar:1\n        $setElementOrder/env:\n        - name: A\n"
    StoredNull KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: sidecar\n        image: registry.example.net/sidecar:1\n        command: null\n"
    UnknownDirective PROPOSAL DEPLOYMENT "spec:\n  $unknown: 1\n  replicas: 3\n"
    DeleteMissingValue PROPOSAL CONFIG_MAP "metadata:\n  $deleteFromPrimitiveList/finalizers: [example.net/c]\n"
    DeleteListNoOp PROPOSAL DEPLOYMENT "metadata:\n  $deleteFromPrimitiveList/finalizers: [example.net/c]\n"
    DeleteListNull PROPOSAL CONFIG_MAP "metadata:\n  $deleteFromPrimitiveList/finalizers: null\n"
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
    JsonPathPrefix JSON_PATCH CONFIG_MAP "- op: replace\n  path: data/level\n  value: debug\n"
    AmbiguousInput KUBERNETES DEPLOYMENT "spec:\n  replicas: 3\n  replicas: 4\n"
    NoSuchField KUBERNETES DEPLOYMENT "spec:\n  replcas: 3\n"
    NotAString KUBERNETES CONFIG_MAP "data:\n  debug: yes\n"
    WrongType KUBERNETES DEPLOYMENT "spec:\n  replicas: \"3\"\n"
    YamlNumber KUBERNETES DEPLOYMENT "spec:\n  replicas: 010\n"
    DeletesAndAdds PROPOSAL CONFIG_MAP "metadata:\n  finalizers: [example.net/a]\n  $deleteFromPrimitiveList/finalizers: [example.net/a]\n"
    RandomOrder KUBERNETES CONFIG_MAP "metadata:\n  finalizers: [example.net/a]\n  $deleteFromPrimitiveList/finalizers: [example.net/a]\n"
    MutuallyExclusiveFields KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n        env:\n        - name: A\n          value: \"1\"\n          valueFrom:\n            fieldRef: {fieldPath: metadata.name}\n"
    ImmutableField KUBERNETES DEPLOYMENT "spec:\n  selector:\n    matchLabels: {app: other}\n"
    DroppedDirective PROPOSAL DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: sidecar\n        image: registry.example.net/sidecar:1\n        $setElementOrder/env:\n        - name: A\n"
    OrderEntryField KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/containers:\n      - name: app\n        image: registry.example.net/web:2\n"
    MissingDollar KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      setElementOrder/containers:\n      - name: app\n"
    ServerType JSON_PATCH DEPLOYMENT "- op: replace\n  path: /spec/replicas\n  value: \"3\"\n"
    ServerIdentity KUBERNETES DEPLOYMENT "metadata:\n  name: shop\n"
    WrappedNumber KUBERNETES DEPLOYMENT "spec:\n  progressDeadlineSeconds: 4294967896\n"
    UnstoredField JSON_PATCH DEPLOYMENT "- op: add\n  path: /spec/replcas\n  value: 3\n"
    FieldOfOtherType KUBERNETES SERVICE "spec:\n  type: ClusterIP\n"
    EmptyDirAdded KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      volumes:\n      - name: data\n"
    AliasIgnored KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      serviceAccount: cart\n      serviceAccountName: web\n"
    StatusIgnored KUBERNETES DEPLOYMENT "status:\n  replicas: 3\n"
    KindIgnored KUBERNETES DEPLOYMENT "kind: StatefulSet\nspec:\n  replicas: 3\n"
    NoOpPatch KUBERNETES DEPLOYMENT "spec:\n  replicas: 2\n"
    UnknownKind KUBERNETES WIDGET "spec:\n  color: blue\n"
    UnreadablePatch KUBERNETES DEPLOYMENT "{spec: {replicas: 3}}\n"
    NotAMap KUBERNETES DEPLOYMENT "- spec\n"
    UnknownPatchType KUBERNETES DEPLOYMENT "spec:\n  template:\n    $patch: merge\n"
    RetainKeysFormat KUBERNETES DEPLOYMENT "spec:\n  template:\n    $retainKeys: spec\n"
    RetainKeysUnlisted KUBERNETES DEPLOYMENT "spec:\n  template:\n    $retainKeys: [metadata]\n    spec: {hostNetwork: true}\n"
    OrderFormat KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder: [app]\n"
    OrderNotLists KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/containers: app\n"
    OrderNotOrderable PROPOSAL DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/tolerations: [a]\n      tolerations:\n      - key: a\n"
    OrderEntryKey KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/containers:\n      - image: registry.example.net/web:2\n"
    OrderMissing KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/containers:\n      - name: sidecar\n      containers:\n      - name: app\n        image: registry.example.net/web:2\n"
    NoItemsToOrder KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/volumes:\n      - name: data\n      volumes: []\n"
    DeleteListFormat KUBERNETES CONFIG_MAP "metadata:\n  $deleteFromPrimitiveList: [example.net/a]\n"
    DeleteListOfMaps PROPOSAL DEPLOYMENT "spec:\n  template:\n    spec:\n      $deleteFromPrimitiveList/containers:\n      - name: app\n"
    MixedTypes KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n      - app\n"
    UnknownField KUBERNETES DEPLOYMENT "spec:\n  $setElementOrder/continers:\n  - name: app\n"
    NoMergeRule KUBERNETES CONFIG_MAP "data:\n  $setElementOrder/levels: [debug]\n"
    MergeKeyDirective PROPOSAL SERVICE "spec:\n  ports:\n  - $patchMergeKey: [protocol]\n    port: 53\n    protocol: UDP\n    targetPort: 1053\n"
    MergeKeyAmbiguous PROPOSAL SERVICE "spec:\n  ports:\n  - $patchMergeKey: [port]\n    port: 53\n    targetPort: 1053\n"
    OrderWithPatchMergeKey PROPOSAL SERVICE "spec:\n  $setElementOrder/ports:\n  - port: 53\n  ports:\n  - $patchMergeKey: [port, protocol]\n    port: 53\n    protocol: UDP\n    targetPort: 1053\n"
    ResultWithoutKind KUBERNETES CONFIG_MAP "kind: null\n"
    KubernetesPanics KUBERNETES DEPLOYMENT "spec:\n  template:\n    spec:\n      $setElementOrder/tolerations:\n      - key: a\n      tolerations:\n      - key: a\n"
    PositionInvalid POSITION DEPLOYMENT "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n        $position: -1\n"
    MergePatchNotAnObject MERGE_PATCH CONFIG_MAP "- level\n"
    JsonPatchFormat JSON_PATCH CONFIG_MAP "- path: /data/level\n"
    JsonPathMissing JSON_PATCH CONFIG_MAP "- op: remove\n  path: /data/missing\n"
    JsonIndexInvalid JSON_PATCH CONFIG_MAP "- op: remove\n  path: /metadata/finalizers/5\n"
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::super::explain;
    use super::*;
    use crate::merge::Severity;
    use crate::report::findings;
    use crate::schema::Schema;

    /// Codes of a patch that needs more than a live object and a patch: a schema file, an old version, copies
    /// of copies, a type that is not built in, or a live list that the API server does not accept.
    const WITHOUT: &[Rule] = &[
        Rule::CustomStrategic,
        Rule::UnsupportedOldVersion,
        Rule::NoMergeKey,
        Rule::ListOfLists,
        Rule::NullInList,
        Rule::JsonTooLarge,
    ];

    #[test]
    fn every_code_of_a_patch_has_an_example() {
        let schema = Arc::new(Schema::builtin());
        let mut shown: HashSet<Rule> = EXAMPLES.iter().map(|example| example.rule).collect();
        for lesson in explain::example_lessons().unwrap() {
            let merged = lesson.merged(&schema).unwrap();
            shown.extend(merged.steps.iter().map(|step| step.rule));
        }
        let is_of_a_patch = |rule: &Rule| rule.text().commands.contains(&"lint");
        let warnings = findings::codes(Severity::Warning);
        let wrong: Vec<&str> = warnings
            .chain(findings::codes(Severity::Error))
            .filter(is_of_a_patch)
            .filter(|rule| !shown.contains(rule) && !WITHOUT.contains(rule))
            .map(Rule::name)
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_example_has_its_finding() {
        let mut wrong = Vec::new();
        for example in EXAMPLES {
            let merged = crate::merge::merge(explain::inputs_of(example).unwrap(), true);
            if !merged.steps.iter().any(|step| step.rule == example.rule) {
                let rules: Vec<_> = merged.steps.iter().map(|step| step.rule.name()).collect();
                wrong.push(format!("{}: {rules:?}", example.rule.name()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
