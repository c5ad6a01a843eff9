//! The names of rules before version 0.1.0. Options and sessions still accept them; output has only the new
//! names.

/// The old and the new name of rules.
const ALIASES: &[(&str, &str)] = &[
    ("taken-along", "removed-with-parent"),
    ("apply-conflicts", "apply-field-conflict"),
    ("drift-survives", "drift-kept"),
    ("ignore-map", "ignored-map"),
    ("unsettled", "not-converging"),
    ("drop-directive", "dropped-directive"),
    ("musthave-printed-alike", "musthave-same-print"),
    ("store-directive", "stored-directive"),
    ("musthave-twin", "musthave-duplicate"),
    ("store-null", "stored-null"),
    ("musthave-wrong-name", "musthave-first-of-name"),
    ("ignore-unknown-directive", "unknown-directive"),
    ("musthave-beside", "musthave-exclusive-fields"),
    ("delete-nothing", "delete-missing-item"),
    ("policy-blind-spot", "policy-false-match"),
    ("delete-no-value", "delete-missing-value"),
    ("send-needless-order", "redundant-order"),
    ("delete-list-inert", "delete-list-no-op"),
    ("repeats-removed", "duplicates-removed"),
    ("delete-list-merges", "delete-list-merged"),
    ("repeats-sent", "duplicates-sent"),
    ("order-nothing", "order-no-op"),
    ("twin-items", "duplicate-items"),
    ("read-with-frown", "ambiguous-input"),
    ("order-unsayable", "order-not-expressible"),
    ("not-text", "not-a-string"),
    ("check-sorts", "conflict-check-sorts"),
    ("twin-live-items", "duplicate-live-items"),
    ("json-replace-absent", "json-replace-missing"),
    ("twin-patch-items", "duplicate-patch-items"),
    ("json-replace-nothing", "json-replace-ignored"),
    ("key-clobbers", "key-collision"),
    ("json-copy-absent", "json-copy-missing"),
    ("wipes-list", "replaces-whole-list"),
    ("json-test-absent", "json-test-missing"),
    ("near-miss-item", "possible-typo"),
    ("json-index-loose", "json-index-nonstandard"),
    ("adds-beside", "changed-key-adds-item"),
    ("json-value-absent", "json-value-missing"),
    ("reorders-silently", "implicit-reorder"),
    ("json-path-head", "json-path-prefix"),
    ("two-of-one", "mutually-exclusive-fields"),
    ("merge-patch-null-pruned", "merge-patch-null-removed"),
    ("variable-too-early", "variable-before-definition"),
    ("apply-takes", "apply-takes-ownership"),
    ("changes-nothing", "no-op-patch"),
    ("agreed", "in-sync"),
    ("merge-patch-nothing", "merge-patch-null-no-op"),
    ("dropped", "removed"),
    ("merge-patch-null-gone", "merge-patch-drop-null"),
    ("already-gone", "already-removed"),
    ("old-version", "unsupported-old-version"),
    ("server-owned", "server-managed"),
    ("no-elements", "no-items-to-order"),
    ("musthave-leftover", "musthave-unpaired"),
    ("order-beside-merge-key", "order-with-patch-merge-key"),
    ("mustonlyhave-spared", "mustonlyhave-kept"),
    ("program-panics", "kubernetes-panics"),
    ("musthaveapply-is-not-apply", "musthaveapply-not-kubectl-apply"),
    ("apply-replaces-twins", "apply-replaces-duplicates"),
    ("policy-not-text", "policy-not-a-string"),
    ("apply-null-for-parts", "apply-null-no-op"),
    ("send-other-type", "send-changed-type"),
    ("update-drops", "update-removes"),
    ("send-order-alone", "send-order-only"),
    ("apply-not-modelled", "apply-not-modeled"),
    ("twins-by-keys", "duplicates-by-keys"),
    ("apply-untyped", "apply-type-mismatch"),
    ("json-replace-whole", "json-replace-document"),
    ("null-without-match", "null-no-op"),
    ("merge-patch-whole", "merge-patch-replaces-document"),
    ("drop-repeats", "remove-duplicates"),
];

/// Returns the current name of a rule if `name` is an old one.
pub(crate) fn current_name(name: &str) -> Option<&'static str> {
    ALIASES.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merge::Rule;

    #[test]
    fn aliases_lead_to_rules_and_hide_none() {
        for (old, new) in ALIASES {
            assert!(Rule::ALL.iter().any(|rule| rule.name() == *new), "{new}");
            assert!(Rule::ALL.iter().all(|rule| rule.name() != *old), "{old}");
        }
    }
}
