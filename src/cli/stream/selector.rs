//! Selects objects of a stream.

use anyhow::{Result, bail};

use crate::cli::args::StreamArgs;
use crate::document::Document;
use crate::schema::is_kind_name;

/// The conditions of `--target` and `--selector`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectSelector {
    /// Kinds with an optional name; one of them must match.
    targets: Vec<(String, Option<String>)>,
    /// Conditions on labels; all of them must match.
    labels: Vec<LabelSelectorTerm>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LabelSelectorTerm {
    Is(String, String),
    IsNot(String, String),
    Present(String),
    Absent(String),
}

impl ObjectSelector {
    /// Reads the arguments.
    ///
    /// # Errors
    /// An invalid option, with its correct form.
    pub(crate) fn new(args: &StreamArgs) -> Result<Self> {
        let mut picks = Self::default();
        for target in &args.target {
            let (kind, name) = match target.split_once('/') {
                Some((kind, name)) => (kind, Some(name)),
                None => (target.as_str(), None),
            };
            if kind.is_empty() || name.is_some_and(|name| name.is_empty() || name.contains('/')) {
                bail!("--target {target}: expected KIND/NAME\nhelp: for example --target deployment/web");
            }
            picks
                .targets
                .push((kind.to_ascii_lowercase(), name.map(str::to_owned)));
        }
        for part in args.selector.iter().flat_map(|selector| selector.split(',')) {
            let label = label(part.trim());
            let Some(label) = label else {
                bail!(
                    "--selector: invalid selector \"{part}\"\nhelp: use key=value, key!=value, key or !key, comma-separated"
                );
            };
            picks.labels.push(label);
        }
        Ok(picks)
    }

    /// Returns whether every object is selected.
    pub(crate) fn selects_all(&self) -> bool {
        self.targets.is_empty() && self.labels.is_empty()
    }

    /// Returns whether an object is selected.
    pub(crate) fn matches(&self, object: &Document) -> bool {
        let (_, kind) = object.identity();
        let name = object.text_at(&["metadata", "name"]);
        let is_target = self.targets.is_empty()
            || self.targets.iter().any(|(wanted, wanted_name)| {
                is_kind_name(kind, wanted) && wanted_name.as_deref().is_none_or(|wanted| name == Some(wanted))
            });
        is_target && (self.labels.is_empty() || self.labels.iter().all(|label| label.holds(object)))
    }
}

fn label(part: &str) -> Option<LabelSelectorTerm> {
    let own = |text: &str| {
        let text = text.trim();
        let is_plain = !text.is_empty() && !text.contains([' ', '(', ')', '!', '=']);
        is_plain.then(|| text.to_owned())
    };
    // An empty value is valid.
    let value = |text: &str| {
        if text.trim().is_empty() {
            Some(String::new())
        } else {
            own(text)
        }
    };
    if let Some((key, wanted)) = part.split_once("!=") {
        return Some(LabelSelectorTerm::IsNot(own(key)?, value(wanted)?));
    }
    if let Some((key, wanted)) = part.split_once("==").or_else(|| part.split_once('=')) {
        return Some(LabelSelectorTerm::Is(own(key)?, value(wanted)?));
    }
    match part.strip_prefix('!') {
        Some(key) => Some(LabelSelectorTerm::Absent(own(key)?)),
        None => Some(LabelSelectorTerm::Present(own(part)?)),
    }
}

impl LabelSelectorTerm {
    fn holds(&self, object: &Document) -> bool {
        let found = |key: &str| object.text_at(&["metadata", "labels", key]);
        match self {
            Self::Is(key, wanted) => found(key) == Some(wanted.as_str()),
            Self::IsNot(key, wanted) => found(key) != Some(wanted.as_str()),
            Self::Present(key) => found(key).is_some(),
            Self::Absent(key) => found(key).is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(text: &str) -> Document {
        crate::document::read("o", text.as_bytes().to_vec()).unwrap()
    }

    const WEB: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: shop\n  labels: {app: web, tier: ''}\n";

    #[test]
    fn targets_and_labels_pick() {
        let cases: &[(&[&str], Option<&str>, bool)] = &[
            (&[], None, true),
            (&["deployment/web"], None, true),
            (&["Deployment"], None, true),
            (&["deployment/api"], None, false),
            (&["service/web", "DEPLOYMENT/web"], None, true),
            (&[], Some("app=web"), true),
            (&[], Some("app==web, tier="), true),
            (&[], Some("app!=web"), false),
            (&[], Some("zone!=a"), true),
            (&[], Some("app,!zone"), true),
            (&[], Some("zone"), false),
            (&["deployment/web"], Some("app=api"), false),
        ];
        for (target, selector, want) in cases {
            let args = StreamArgs {
                target: target.iter().map(|target| (*target).to_owned()).collect(),
                selector: selector.map(str::to_owned),
                exit_on_difference: None,
            };
            let picks = ObjectSelector::new(&args).unwrap();
            assert_eq!(picks.matches(&object(WEB)), *want, "{target:?} {selector:?}");
        }
        for bad in ["/web", "deployment/", "a/b/c"] {
            let args = StreamArgs {
                target: vec![bad.to_owned()],
                ..StreamArgs::default()
            };
            assert!(ObjectSelector::new(&args).is_err(), "{bad}");
        }
        for bad in ["", "a in (b)", "=x", "a,,b", "!"] {
            let args = StreamArgs {
                selector: Some(bad.to_owned()),
                ..StreamArgs::default()
            };
            assert!(ObjectSelector::new(&args).is_err(), "{bad}");
        }
    }
}
